"""`analyze-health`: is what the memory folder holds fit to be relied on? `checkup` asks whether the folder itself is.

Owns: the counts, the findings with ids and the command that mends each, S0's metrics with their targets, a score whose
formula is printed. Refuses: changing anything; it shares `checkup`'s look at files and repeats none of it.
One surprising fact: two texts that differ by one number or one "not" are never called duplicates, however alike (D30).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Dict, FrozenSet, Iterable, Iterator, List, Mapping, NamedTuple, Sequence, Set, Tuple

from . import checkup
from .decay import age_days, lasting, strength
from .index import Index, IndexBroken, IndexBusy
from .maintain.cleanup import pairs
from .maintain.plan import worths
from .maintain.prune import in_working_set
from .memory import Store, sources
from .memory.updates import update
from .model import Memory
from .retrieve import ask
from .store import lines
from .text.normalise import fold
from .text.tokenise import plain_words
from .text.tokens import count_tokens

FADED = 0.2  # a guess with less strength left than this was never confirmed and hardly will be
SAMPLED, FOUND_WITHIN = 20, 5
MOST_COMPARED = 2000  # the newest memories are asked what they end; most hold no word of change and cost nothing
AGES = ((7, "0-7"), (30, "8-30"), (90, "31-90"), (365, "91-365"))
# What each finding takes off 100: this many points times its share of the active memories …
SHARE_POINTS: Mapping[str, float] = {"stale": 30, "duplicates": 30, "conflicts": 40, "unverifiable": 10}
# … or this many points each, at most three times.
EACH_POINTS: Mapping[str, float] = {"orphaned lines": 2, "index": 10, "files": 10}
FORMULA = "100 − " + " − ".join(
    [f"{points:g}·{name}/active" for name, points in SHARE_POINTS.items()]
    + [f"{points:g}·min({name}, 3)" for name, points in EACH_POINTS.items()]
)
GRADES = ((90, "excellent", "优秀"), (75, "good", "良好"), (60, "fair", "一般"), (0, "poor", "较差"))
ATTENTION_BELOW = 75
METRICS = ("memory_size", "avg_retention", "retrieval_accuracy", "prune_rate", "token_efficiency")  # S0's, in its order


@dataclass(frozen=True)
class Finding:
    """Something to look at: its name, ids (or places), what it is, and the command or step that mends it."""

    name: str
    ids: Tuple[str, ...]
    detail: str
    mend: str
    detail_zh: str = ""
    mend_zh: str = ""

    def told(self, lang: str) -> Tuple[str, str]:
        """(detail, mend) in "zh" or "en"."""
        return (self.detail_zh or self.detail, self.mend_zh or self.mend) if lang == "zh" else (self.detail, self.mend)


@dataclass(frozen=True)
class Metric:
    """One of S0's measures: its value, its target as S0 writes it, whether it is met, and how it is computed. There is
    none of what could not be measured."""

    name: str
    value: float
    target: str
    met: bool
    formula: str
    formula_zh: str = ""


@dataclass
class Health:
    """The whole analysis."""

    counts: Dict[str, Dict[str, int]] = field(default_factory=dict)
    findings: List[Finding] = field(default_factory=list)
    metrics: List[Metric] = field(default_factory=list)
    active: int = 0

    def count(self, name: str) -> int:
        """How many ids the findings of a name have."""
        return sum(max(1, len(f.ids)) for f in self.findings if f.name == name)

    @property
    def score(self) -> float:
        """0–100 by `FORMULA`."""
        off = sum(points * self.count(name) / max(1, self.active) for name, points in SHARE_POINTS.items())
        off += sum(points * min(3, self.count(name)) for name, points in EACH_POINTS.items())
        return round(max(0.0, 100.0 - off), 1)

    def grade(self, lang: str) -> str:
        """S2's grade."""
        return next(zh if lang == "zh" else en for least, en, zh in GRADES if self.score >= least)

    @property
    def healthy(self) -> bool:
        """Whether nobody needs to look: a good score, and nothing broken, behind or contradicting itself."""
        urgent = ("conflicts", *EACH_POINTS)
        return self.score >= ATTENTION_BELOW and not any(f.name in urgent for f in self.findings)


def analyse(store: Store) -> Health:
    """Look at everything, change nothing.

    Raises: NotSetUp, StoreError.
    """
    store.require()
    late = list(_index(store))  # first: opening the store for reading brings a late index up to date
    health = store.answer(lambda index: _contents(store, index))
    broken = [c for c in checkup.examine(store) if not c.ok and c.name != "index"]
    health.findings += [*late, *(_of_check(c) for c in broken)]
    return health


def _of_check(check: checkup.Check) -> Finding:
    name, detail, mend = check.told("zh")
    return Finding("files", (), f"{check.name}: {check.detail}", check.mend, f"{name}：{detail}", mend)


def _contents(store: Store, index: Index) -> Health:
    held = list(_with_uses(store, store.memories()))
    active = [m for m in held if m.status == "active"]
    findings = [*_stale(store, active), *_duplicates(store, active), *_conflicts(active), *_outdated(index, active)]
    findings += [*_unverifiable(store, active), *_orphaned(store, index)]
    return Health(_counts(store, held), findings, _metrics(store, index, held, active), len(active))


def _with_uses(store: Store, memories: Iterable[Memory]) -> Iterator[Memory]:
    """The memories with every use on disk: the index learns of uses only with the next write."""
    uses: Dict[str, Set[str]] = defaultdict(set)
    for line in lines.scan(store.paths.usage):
        if isinstance(line.data.get("id"), str) and isinstance(line.data.get("at"), str):
            uses[line.data["id"]].add(line.data["at"])
    for memory in memories:
        at = uses.get(memory.id)
        yield memory.replace(use_count=len(at), last_used_at=max(at)) if at else memory


def _counts(store: Store, held: Sequence[Memory]) -> Dict[str, Dict[str, int]]:
    active = [m for m in held if m.status == "active"]
    ages = Counter(_age(age_days(m.created_at, store.now)) for m in active)
    return {
        "status": dict(Counter(m.status for m in held)), "kind": dict(Counter(m.kind for m in active)),
        "source": dict(Counter(m.source for m in active)), "category": dict(Counter(m.category for m in active)),
        "age_days": {name: ages[name] for name in (*(n for _, n in AGES), ">365") if ages[name]},
    }  # fmt: skip


def _age(days: float) -> str:
    return next((name for last, name in AGES if days < last + 1), ">365")


# -- findings -------------------------------------------------------------------------------------------------------


def _stale(store: Store, active: Sequence[Memory]) -> Iterator[Finding]:
    """Unused for long, as `cleanup` sees it; what is lasting never goes stale."""
    days = store.settings["cleanup.stale_days"]
    late = [m for m in active if not lasting(m) and age_days(max(m.last_used_at, m.created_at), store.now) >= days]
    if late:
        late.sort(key=lambda m: max(m.last_used_at, m.created_at))
        yield Finding(
            "stale", _ids(late), f"not used for {days} days", "memory_manager.py cleanup --dry-run", f"{days} 天未用"
        )


def _duplicates(store: Store, active: Sequence[Memory]) -> Iterator[Finding]:
    same = [pair for pair in pairs(active, store.settings["cleanup.similarity"]) if pair.same]
    if same:
        first = same[0]
        text, newer = first.older.text[:60], first.newer.short
        yield Finding("duplicates", _ids([pair.older for pair in same]), f"said again later, such as {text} ({newer})",
                      "memory_manager.py cleanup --dry-run", f"后来又说过，例如：{text}（{newer}）")  # fmt: skip


def _conflicts(active: Sequence[Memory]) -> Iterator[Finding]:
    """Two current values of one attribute of one subject."""
    by_attribute: Dict[Tuple[str, ...], List[Memory]] = defaultdict(list)
    for memory in active:
        if memory.attribute:
            by_attribute[memory.owner, memory.audience, fold(memory.subject), memory.attribute].append(memory)
    for held in by_attribute.values():
        if len({fold(m.value) for m in held}) > 1:
            newest = max(held, key=lambda m: m.created_at)
            others = [m for m in held if fold(m.value) != fold(newest.value)]
            yield Finding(
                "conflicts", _ids(others), f"{held[0].attribute}: {others[0].text[:60]} / {newest.text[:60]}",
                *_against(others[0], newest),
            )  # fmt: skip


def _against(wrong: Memory, newest: Memory) -> Tuple[str, str, str]:
    """What mends a contradiction, the detail in Chinese (the same), the mend in Chinese."""
    return (
        f"remove the wrong line from {wrong.path} (it is archived), or memory_manager.py show {newest.short}", "",
        f"从 {wrong.path} 删除错误的一行（即归档），或用 memory_manager.py show {newest.short} 查看",
    )  # fmt: skip


class _Held(NamedTuple):
    """The active memories, as `update` looks for what a statement may have ended."""

    corpus: Index
    active: Mapping[str, Memory]

    def near(self, text: str) -> Iterator[Memory]:
        """Those that share rare words with `text`."""
        return (self.active[key] for key in self.corpus.near(text, 8) if key in self.active)

    def of_session(self, session: str) -> Iterator[Memory]:
        """None: all of them are in the index."""
        return iter(())


def _outdated(index: Index, active: Sequence[Memory]) -> Iterator[Finding]:
    """Statements that a later one says are over, though no attribute tells it: "we use React", "we no longer use React"."""
    held = _Held(index, {m.id: m for m in active})
    for memory in sorted(active, key=lambda m: m.created_at, reverse=True)[:MOST_COMPARED]:
        found = update(memory, held)
        others = [m for m in found.others if not m.attribute or m.attribute != memory.attribute] if found else []
        if others:
            detail = f"{others[0].text[:60]} / {memory.text[:60]}"
            yield Finding("conflicts", _ids(others), detail, *_against(others[0], memory))


def _unverifiable(store: Store, active: Sequence[Memory]) -> Iterator[Finding]:
    """Guesses that can no longer be checked: no message to go back to, or faded without being confirmed."""
    doubtful = [
        m for m in active if m.kind == "belief" and (not any(e.message or e.quote for e in m.evidence) or strength(m, store.now) < FADED)
    ]  # fmt: skip
    if doubtful:
        yield Finding("unverifiable", _ids(doubtful), "guesses without evidence, or faded before anyone confirmed them",
                      "ask the user and memory_manager.py add --content, or remove the line",
                      "没有依据、或在确认之前已淡忘的推测", "向用户确认后用 memory_manager.py add --content 记下，或删除该行")  # fmt: skip


def _orphaned(store: Store, index: Index) -> Iterator[Finding]:
    """Lines with a block id that belongs to nothing."""
    turns: FrozenSet[str] = frozenset(str(d.payload.get("short")) for d in index.documents(sort="turn"))
    for face in store.faces():
        lost = [s for s in face.read().items if s not in turns and not index.by_short(s[-6:])]
        if lost:
            yield Finding("orphaned lines", tuple(lost), f"{face.relative}: lines whose memory is unknown",
                          f"remove the lines, or the ^id at their end to keep them as notes of your own, in {face.relative}",
                          f"{face.relative}：找不到对应记忆的行",
                          f"在 {face.relative} 中删除这些行，或只删去行尾的 ^编号，作为你自己的笔记保留")  # fmt: skip


def _index(store: Store) -> Iterator[Finding]:
    try:
        index = Index.open(store.paths.index, readonly=True)
    except (IndexBroken, IndexBusy) as error:
        yield Finding("index", (), str(error), "update_index.py --rebuild")
        return
    try:
        if sources.changed(store, index):
            yield Finding("index", (), "behind the records or the Markdown", "update_index.py", "落后于记录或 Markdown")
        for problem in index.check()[:3]:
            yield Finding("index", (), problem, "update_index.py --rebuild")
    except IndexBroken as error:
        yield Finding("index", (), str(error), "update_index.py --rebuild")
    finally:
        index.close()


def _ids(memories: Sequence[Memory]) -> Tuple[str, ...]:
    return tuple(m.id for m in memories)


# -- S0's metrics ---------------------------------------------------------------------------------------------------


def _metrics(store: Store, index: Index, held: Sequence[Memory], active: Sequence[Memory]) -> List[Metric]:
    ordered = sorted(active, key=lambda m: (m.session, m.created_at))
    archived = sum(m.status == "archived" for m in held)
    found = [_size(store, active)]
    if archived + len(active):
        pruned = archived / (archived + len(active))
        found.append(Metric("prune_rate", round(pruned, 3), "< 0.2", pruned < 0.2, "archived / (archived + active)",
                            "已归档 /（已归档 + 有效）"))  # fmt: skip
    found += [*_worth(store, ordered), *_found_again(store, index, ordered)]
    return sorted(found, key=lambda metric: METRICS.index(metric.name))


def _size(store: Store, active: Sequence[Memory]) -> Metric:
    working, window = sum(map(in_working_set, active)), store.settings["capacity.window"]
    return Metric("memory_size", working, f"<= {window}", working <= window, "active memories that no long-term file holds",
                  "有效记忆中不在长期文件里的条数")  # fmt: skip


def _worth(store: Store, ordered: Sequence[Memory]) -> Iterator[Metric]:
    """What the active memories are worth, by number and by tokens."""
    if not ordered:
        return
    least, tokens = store.settings["prune.threshold"], [count_tokens(m.text) for m in ordered]
    values = list(worths(ordered, store.now, store.settings).values())
    mean, efficiency = (
        sum(values) / len(values),
        sum(t for t, v in zip(tokens, values) if v >= least) / max(1, sum(tokens)),
    )
    yield Metric("avg_retention", round(mean, 3), "> 0.7", mean > 0.7, "mean retention value of active memories",
                 "有效记忆保留价值的平均")  # fmt: skip
    yield Metric("token_efficiency", round(efficiency, 3), "> 0.95", efficiency > 0.95,
                 f"tokens of active memories worth {least} or more / all their tokens",
                 f"保留价值不低于 {least} 的有效记忆的 token / 全部 token")  # fmt: skip


def _found_again(store: Store, index: Index, memories: Sequence[Memory]) -> Iterator[Metric]:
    """Evenly spaced memories, each asked for with every other one of its words: whether search works, not whether what it
    finds is true."""
    step = max(1, len(memories) // SAMPLED)
    sample = [m for m in memories[::step] if len(plain_words(m.text)) > 1 or not m.text.isascii()][:SAMPLED]
    if not sample:
        return
    found = 0
    for memory in sample:
        words = plain_words(memory.text)
        query = " ".join(words[::2]) if memory.text.isascii() else memory.text[: max(2, len(memory.text) // 2)]
        hits = ask(index, query, now=store.now.astimezone(store.zone), top_k=3 * FOUND_WITHIN).hits
        ranks = [h.document.key for h in hits if h.document.sort == "memory"]
        found += memory.id in ranks[:FOUND_WITHIN]
    share = found / len(sample)
    yield Metric("retrieval_accuracy", round(share, 3), "> 0.8", share > 0.8,
                 f"of {len(sample)} memories tried, those among the first {FOUND_WITHIN} answers to half of their own words",
                 f"试查 {len(sample)} 条，用自身一半的词语能在前 {FOUND_WITHIN} 条结果中找回的比例")  # fmt: skip
