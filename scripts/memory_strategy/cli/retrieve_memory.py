"""`retrieve_memory.py`: a question finds what was said, in memories and in the raw record of the day."""

from __future__ import annotations

import argparse
from typing import Any, Dict, List, Optional, Sequence

from ..errors import ModelRequired, NotFound, UsageError
from ..memory import Store, usage
from ..memory.documents import memory_of
from ..model import CATEGORIES, KINDS, PRIVATE, TIERS, Hit, Memory, memory_to_json
from ..retrieve import Answer, Filters, Scope, ask, why_not
from ..store.files import replace
from . import frame

MODES = ("keyword", "semantic", "hybrid")
COUNTED = ("direct", "hedged")  # what was only pointed at was not used


def build_parser() -> argparse.ArgumentParser:
    """The arguments of retrieve_memory.py."""
    parser = frame.parser("retrieve_memory.py", "Find what was said before, by its words.", frame.common())
    parser.add_argument("--query", metavar="Q", required=True, help="what to look for, as a question or as words")
    add_search_options(parser)
    return parser


def add_search_options(parser: argparse.ArgumentParser) -> None:
    """The options that `retrieve_memory.py` and `memory_manager.py search` share."""
    parser.add_argument("--days", metavar="N", type=float, help="only from the last N days")
    parser.add_argument("--since", metavar="DATE", default="", help="only from this day on")
    parser.add_argument("--until", metavar="DATE", default="", help="only up to this day")
    parser.add_argument("--top-k", metavar="K", type=int, default=0, help="most results (default: retrieval.top_k)")
    parser.add_argument("--mode", choices=MODES, help="keyword, semantic or hybrid (default: retrieval.mode)")
    parser.add_argument(
        "--tier", choices=(*TIERS, "all"), default="all", help="short, medium or long term (default: all)"
    )
    parser.add_argument("--kind", choices=KINDS, default="", help="only this kind of memory")
    parser.add_argument("--category", choices=CATEGORIES, default="", help="only this category")
    parser.add_argument("--tag", metavar="TAG", default="", help="only memories with this tag")
    parser.add_argument("--archived", action="store_true", help="archived memories too")
    parser.add_argument(
        "--audience",
        metavar="A",
        default=PRIVATE,
        help="who asks: private (default) or group:ID, which sees nothing private",
    )
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
    scope = Scope(audience=args.audience, private_too=store.settings["privacy.group_recall"])
    filters = Filters(tier=args.tier, kind=args.kind, category=args.category, tag=args.tag, days=args.days,
                      since=args.since, until=args.until, archived=args.archived)  # fmt: skip
    now = store.now.astimezone(store.zone)
    lang = frame.language_of(args, store, args.query)
    try:
        if args.why_not:
            return _why(args, store, scope, filters, now)
        answer, memories = store.answer(lambda index: _ask(args, store, index, now, scope, filters, lang))
    except ValueError as error:
        raise UsageError(
            f"{error}.", "Dates are written as 2026-05-06.", zh=f"{error}。日期应写作 2026-05-06。"
        ) from None
    usage.count(
        store,
        [h.document.key for h in answer.hits if h.document.sort == "memory" and h.injection in COUNTED],
        args.query,
    )
    _print(args, _rendered(args, answer, memories, store, lang))
    return 0


def _check(args: argparse.Namespace) -> None:
    if not args.query.strip():
        raise UsageError("The query is empty.", "Some words were expected.", zh="查询为空。")
    if (
        args.top_k < 0
        or (args.budget is not None and args.budget < 0)
        or (args.days is not None and not args.days >= 0)
    ):
        raise UsageError(
            "--top-k, --budget and --days cannot be negative.", zh="--top-k、--budget、--days 不能为负数。"
        )


def _ask(args: argparse.Namespace, store: Store, index: Any, now: Any, scope: Scope, filters: Filters, lang: str):  # noqa: ANN202
    answer = ask(index, args.query, now=now, top_k=args.top_k or store.settings["retrieval.top_k"], scope=scope,
                 filters=filters, budget=args.budget, explain=args.explain, lang=lang)  # fmt: skip
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
    return {**data, "terms": dict(hit.terms)} if explain else data


def _rendered(args: argparse.Namespace, answer: Answer, memories: Dict[str, Memory], store: Store, lang: str) -> str:
    mode = args.mode or store.settings["retrieval.mode"]
    fallback = None if mode == "keyword" else "no_embedder"
    if fallback:
        store.warn(f"--mode {mode} needs an embedder, and none is installed; searched by words." if lang != "zh"
                   else f"--mode {mode} 需要向量模型，当前没有；已按关键词检索。")  # fmt: skip
    if args.format == "json":
        return frame.json_text({
            "query": args.query, "method": answer.method, "fallback_reason": fallback,
            "results": [_json_of(h, memories.get(h.document.key), args.explain) for h in answer.hits],
            "context": answer.context, "tokens": answer.tokens, "truncated": answer.truncated,
        }) + "\n"  # fmt: skip
    if args.format == "markdown":
        return answer.context + "\n" if answer.context else ""
    if not answer.hits:
        store.warn("没有找到相关的记忆。" if lang == "zh" else "Nothing was found.")
        return ""
    return "\n".join(_line(n, hit, store, args.explain) for n, hit in enumerate(answer.hits, 1)) + "\n"


def _line(number: int, hit: Hit, store: Store, explain: bool) -> str:
    document = hit.document
    day = document.time[:10]
    who = f"{document.speaker}: " if document.sort == "turn" and document.speaker else ""
    short = document.key[-6:].lower() if document.sort == "memory" else document.sort
    text = f"{number}. [{hit.relevance:.2f} {hit.label}] {who}{hit.shown or document.text} ({day}, {document.path}, {short})"
    if explain:
        text += "\n     " + ", ".join(f"{name} {value:g}" for name, value in hit.terms.items())
    return text


def _why(args: argparse.Namespace, store: Store, scope: Scope, filters: Filters, now: Any) -> int:
    def look(index: Any) -> Any:
        keys = [m.id for m in store.find(args.why_not)] or [args.why_not]
        return why_not(index, args.query, keys[0], now=now, scope=scope, filters=filters)

    why = store.answer(look)
    if why.reason in ("unknown", "out of scope"):
        raise NotFound(f"No memory has the id {args.why_not}.", "", "`memory_manager.py search` shows ids.",
                       zh=f"没有编号为 {args.why_not} 的记忆。")  # fmt: skip
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
    _print(args, text)
    return 0


def _print(args: argparse.Namespace, text: str) -> None:
    if args.output:
        replace(frame.place(args.output), text.encode("utf-8", "replace"))
        frame.say(args, f"→ {args.output}")
    else:
        print(text, end="")
