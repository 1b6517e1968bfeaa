"""`retrieve_memory.py`: a question finds what was said, in memories and in the raw record of the day."""

from __future__ import annotations

import argparse
from typing import Any, Dict, List, Optional, Sequence, Tuple

from ..errors import ModelRequired, UsageError
from ..index.entry import memory_of
from ..marks import RECALL_TAG
from ..memory import Store, usage
from ..memory.moments import moment_of
from ..model import CATEGORIES, KINDS, TIERS, UNTRUSTED, Hit, Memory, memory_to_json
from ..retrieve import Answer, Filters, Scope, ask, why_not
from ..retrieve.context import speaker_of
from ..rules.instructions import neutralise
from ..text.normalise import one_line
from . import frame, wording

MOST_DAYS = 1_000_000  # more reaches before any calendar
MODES = ("keyword", "semantic", "hybrid")
LEAST = 0.15  # relevance from which an answer is printed; JSON holds the rest too, for programs that judge themselves
COUNTED = ("direct", "hedged")  # what was only pointed at was not used


def build_parser() -> argparse.ArgumentParser:
    """The arguments of retrieve_memory.py."""
    parser = frame.parser(
        "retrieve_memory.py", "Find what was said before, by its words.", frame.common(in_groups=True)
    )
    parser.add_argument("--query", metavar="Q", required=True, help="what to look for, as a question or as words")
    add_search_options(parser)
    return parser


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """The options that `retrieve_memory.py` and `memory_manager.py search` share."""
    parser.add_argument("--days", metavar="N", type=float, help="only from the last N days")
    parser.add_argument("--since", metavar="DATE", default="", help="only from this day on")
    parser.add_argument("--until", metavar="DATE", default="", help="only up to this day")
    parser.add_argument(
        "--as-of",
        metavar="DATE",
        default="",
        help="answer as on this day (or at this time): what stood then, nothing later",
    )
    parser.add_argument("--entity", metavar="NAME", default="", help="only what names this person, place or thing")
    parser.add_argument("--top-k", metavar="K", type=int, help="most results (default: retrieval.top_k)")
    parser.add_argument("--mode", choices=MODES, help="keyword, semantic or hybrid (default: retrieval.mode)")
    parser.add_argument(
        "--tier", choices=(*TIERS, "all"), default="all", help="short, medium or long term (default: all)"
    )
    parser.add_argument("--kind", choices=KINDS, default="", help="only this kind of memory")
    parser.add_argument("--category", choices=CATEGORIES, default="", help="only this category")
    parser.add_argument("--tag", metavar="TAG", default="", help="only memories with this tag")
    parser.add_argument("--archived", action="store_true", help="archived memories too")
    parser.add_argument("--budget", metavar="TOKENS", type=int, help="most tokens of the context")
    parser.add_argument("--explain", action="store_true", help="every term of every score")
    parser.add_argument("--why-not", metavar="ID", default="", help="where this memory stands in the answer, and why")
    parser.add_argument("--output", metavar="FILE", help="write to a file instead of stdout")


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run the command; returns its exit code."""
    frame.use_utf8()
    return frame.run(build_parser().parse_args(frame.arguments(argv)), command)


def command(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    """Answer `args.query`; also the `search` of memory_manager.py."""
    store = state["store"] = frame.open_store(args)
    _check(args)
    if args.require_llm:
        raise ModelRequired("A model was required (--require-llm), and retrieval uses none.", "", "Run without it.",
                            zh="要求使用模型（--require-llm），但检索不使用模型。请去掉该参数。")  # fmt: skip
    scope = frame.scope(args.audience, store)
    filters = Filters(tier=args.tier, kind=args.kind, category=args.category, tag=args.tag, days=args.days,
                      since=args.since, until=args.until, archived=args.archived, entity=args.entity,
                      as_of=moment_of(args.as_of, store.zone) if args.as_of else None)  # fmt: skip
    now = (filters.as_of or store.now).astimezone(store.zone)
    lang = frame.language_of(args, store, args.query)
    try:
        if args.why_not:
            return _why(args, store, scope, filters, now)
        sense, fallback = _sense(args, store, lang)
        answer, memories = store.answer(lambda index: _ask(args, store, index, now, scope, filters, lang, sense))
    except ValueError as error:
        raise UsageError(
            f"{error}.", "Dates are written as 2026-05-06.", zh="时间范围无法识别，日期应写作 2026-05-06。"
        ) from None
    used = [h.document.key for h in answer.hits if h.document.sort == "memory" and h.injection in COUNTED]
    if not args.as_of:  # looking back is no use of what stood then
        usage.count(store, used, args.query)
    _print(args, store, _rendered(args, answer, memories, store, lang, fallback))
    return 0


def _check(args: argparse.Namespace) -> None:
    if not args.query.strip():
        raise UsageError("The query is empty.", "Some words were expected.", zh="查询为空。")
    if (
        (args.top_k is not None and args.top_k < 1)
        or (args.budget is not None and args.budget < 0)
        or (args.days is not None and not 0 <= args.days <= MOST_DAYS)
    ):
        raise UsageError(
            "--top-k is at least 1; --budget and --days cannot be negative.",
            zh="--top-k 至少为 1；--budget、--days 不能为负数。",
        )


def _sense(args: argparse.Namespace, store: Store, lang: str) -> Tuple[Any, Optional[str]]:
    """The question's meaning where the mode wants it, and why there is none (or why it is incomplete)."""
    mode = args.mode or store.settings["retrieval.mode"]
    if mode == "keyword":
        return None, None
    from ..retrieve import meaning  # an embedder costs what a search by words must not

    sense, reason = meaning.prepared(store, mode, args.query, frame.bar(args))
    if reason:
        store.warn(wording.without_meaning(mode, reason, found=sense is not None, lang=lang))
    return sense, reason or None


def _ask(
    args: argparse.Namespace, store: Store, index: Any, now: Any, scope: Scope, filters: Filters, lang: str, sense: Any
):  # noqa: ANN202
    answer = ask(index, args.query, now=now, top_k=args.top_k or store.settings["retrieval.top_k"], scope=scope,
                 filters=filters, budget=args.budget, explain=args.explain, lang=lang, sense=sense,
                 least=LEAST if args.format == "markdown" else 0.0)  # fmt: skip
    memories = {h.document.key: memory_of(index, h.document) for h in answer.hits if h.document.sort == "memory"}
    return answer, memories


def _json_of(hit: Hit, memory: Optional[Memory], explain: bool) -> Dict[str, Any]:
    document = hit.document
    if memory is None:  # a raw turn or a person's note, in the shape of a memory
        memory = Memory(
            id=document.key, text=document.text, kind=document.kind or "event", category=document.category or "daily",
            importance=document.importance, source="chat" if document.sort == "turn" else "manual", speaker=document.speaker,
            owner=document.owner, audience=document.audience, session=document.session, origin=document.origin,
            message=str(document.payload.get("message", "")), created_at=document.time, path=document.path,
        )  # fmt: skip
    data = {
        **memory_to_json(memory), "relevance": hit.relevance, "strength": hit.strength, "tier": hit.tier, "label": hit.label,
        "injection": hit.injection, "conflicts_with": list(hit.conflicts_with),
    }  # fmt: skip
    if document.origin in UNTRUSTED:
        data["tainted"] = document.origin  # whose words these are, when they are not the owner's or the assistant's
    return {**data, "terms": dict(hit.terms)} if explain else data


def _rendered(args: argparse.Namespace, answer: Answer, memories: Dict[str, Memory], store: Store, lang: str,
              fallback: Optional[str]) -> str:  # fmt: skip
    if args.format == "json":
        return frame.json_text({
            "query": args.query, "method": answer.method, "fallback_reason": fallback,
            "results": [_json_of(h, memories.get(h.document.key), args.explain) for h in answer.hits],
            "context": answer.context, "tokens": answer.tokens, "truncated": answer.truncated,
            **({"together": dict(answer.together)} if args.entity else {}),
        }) + "\n"  # fmt: skip
    hits = [h for h in answer.hits if h.relevance >= LEAST or (args.explain and args.format == "text")]
    if not hits or (args.format == "markdown" and not answer.context):
        store.warn("没有找到相关的记忆。" if lang == "zh" else "Nothing was found.")
        return ""
    if args.format == "markdown":
        return answer.context + "\n"
    lines = [_line(n, hit, store, args.explain) for n, hit in enumerate(hits, 1)]
    if answer.together:
        names = ", ".join(f"{one_line(name)} ({count})" for name, count in answer.together)
        lines.append(f"同时出现：{names}" if lang == "zh" else f"Named together with: {names}")
    return "\n".join(lines) + "\n"


def _line(number: int, hit: Hit, store: Store, explain: bool) -> str:
    document = hit.document
    day = document.time[:10]
    who = f"{speaker_of(document)}: " if document.sort == "turn" else ""
    short = document.key[-6:].lower() if document.sort == "memory" else document.sort
    words = neutralise(f"{who}{hit.shown or document.text}", RECALL_TAG, untrusted=document.origin in UNTRUSTED)
    tainted = f", {document.origin}" if document.origin in UNTRUSTED else ""
    tainted += f", {document.status}" if document.status != "active" else ""
    text = f"{number}. [{hit.relevance:.2f} {hit.label}] {words} ({day}, {document.path}, {short}{tainted})"
    if explain:
        text += "\n     " + ", ".join(f"{name} {value:g}" for name, value in hit.terms.items())
    return text


def _why(args: argparse.Namespace, store: Store, scope: Scope, filters: Filters, now: Any) -> int:
    def look(index: Any) -> Any:
        keys = [m.id for m in store.find(args.why_not)] or [args.why_not]
        return why_not(index, args.query, keys[0], now=now, scope=scope, filters=filters)

    why = store.answer(look)
    if why.reason in ("unknown", "out of scope"):
        raise frame.unknown(args.why_not)
    if args.format == "json":
        text = frame.json_text({**why.__dict__, "shared": list(why.shared), "missing": list(why.missing)}) + "\n"
    else:
        place = f"rank {why.rank}, score {why.score:g}" if why.rank else why.reason
        lines: List[str] = [
            f"{args.why_not}: {place}",
            f"  shared words: {', '.join(why.shared) or '-'}",
            f"  missing words: {', '.join(why.missing) or '-'}",
        ]
        lines += [f"  {step}: {value:g} (first answer: {why.best.get(step, 0):g})" for step, value in why.parts.items()]
        text = "\n".join(lines) + "\n"
    _print(args, store, text)
    return 0


def _print(args: argparse.Namespace, store: Store, text: str) -> None:
    if args.output:
        frame.write_output(args, store, text)
    else:
        print(text, end="")
