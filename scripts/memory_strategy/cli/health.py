"""`memory_manager.py analyze-health`: what the folder holds, what is wrong with it, and what mends it."""

from __future__ import annotations

import argparse
from typing import Any, Callable, Dict, List

from .. import health
from . import frame

ATTENTION = 3  # the exit code that asks somebody to look
LISTED = 5  # ids of a finding that are printed; JSON has them all
_NAMES = {
    "stale": "过时记忆", "duplicates": "重复记忆", "conflicts": "互相矛盾", "unverifiable": "无法核实的推测",
    "orphaned lines": "无主的行", "index": "索引", "files": "文件",
    "status": "状态", "kind": "类别", "source": "来源", "category": "归类", "age_days": "天数",
    "memory_size": "记忆总数", "avg_retention": "平均保留价值", "retrieval_accuracy": "检索准确率", "prune_rate": "修剪率",
    "token_efficiency": "Token 效率",
}  # fmt: skip


def register(command: Callable[..., argparse.ArgumentParser]) -> None:
    """Add the subcommand."""
    made = command("analyze-health", "counts, stale, duplicate and conflicting memories, what mends them, a score", _health,
                   formats=("text", "json"))  # fmt: skip
    made.epilog = f"{made.epilog}\n  {ATTENTION}  somebody should look: a low score, a conflict, or something broken"


def _health(args: argparse.Namespace, state: Dict[str, Any]) -> int:
    store = state["store"] = frame.open_store(args)
    found = health.analyse(store)
    lang = frame.language_of(args, store)
    if args.format == "json":
        frame.print_json({
            "healthy": found.healthy, "score": found.score, "grade": found.grade(lang), "formula": health.FORMULA,
            "active": found.active, "counts": found.counts, "metrics": [m.__dict__ for m in found.metrics],
            "findings": [{**f.__dict__, "ids": list(f.ids)} for f in found.findings],
        })  # fmt: skip
    else:
        print("\n".join(_lines(found, lang)))
    return 0 if found.healthy else ATTENTION


def _lines(found: health.Health, lang: str) -> List[str]:
    zh = lang == "zh"

    def named(name: str) -> str:
        return _NAMES.get(name, name) if zh else name.replace("_", " ")

    lines = ["=== 记忆库健康分析 ===" if zh else "=== Health of the memory ==="]
    lines.append(f"{'有效记忆' if zh else 'active memories'}: {found.active}")
    for title, counted in found.counts.items():
        if counted:
            lines.append(
                f"  {named(title)}: "
                + ", ".join(f"{name} {n}" for name, n in sorted(counted.items(), key=lambda i: (-i[1], i[0])))
            )
    for metric in found.metrics:
        lines.append(
            f"  {named(metric.name)}: {metric.value:g} ({'目标' if zh else 'target'} {metric.target}{'' if metric.met else ' ✗'})"
        )
    for finding in found.findings:
        ids = ", ".join(i[-6:].lower() for i in finding.ids[:LISTED]) + (" …" if len(finding.ids) > LISTED else "")
        count = f" {len(finding.ids)}" if finding.ids else ""
        lines.append(f"{named(finding.name)}{count}: {finding.detail}" + (f" [{ids}]" if ids else ""))
        lines.append(f"  → {finding.mend}")
    lines.append(f"{'健康评分' if zh else 'score'}: {found.score:g}/100 ({found.grade(lang)})")
    lines.append(f"  = {health.FORMULA}")
    return lines
