"""`memory_manager.py analyze-health`: what the folder holds, what is wrong with it, and what mends it."""

from __future__ import annotations

import argparse
from typing import Any, Callable, Dict, List

from .. import health
from ..memory.drawing import HEADINGS
from . import frame

ATTENTION = 3  # the exit code that asks somebody to look
LISTED = 5  # ids of a finding that are printed; JSON has them all
_NAMES = {
    "stale": "过时记忆", "duplicates": "重复记忆", "conflicts": "互相矛盾", "unverifiable": "无法核实的推测",
    "orphaned lines": "无主的行", "index": "索引", "files": "文件",
    "status": "状态", "kind": "类别", "source": "来源", "category": "归类", "age_days": "天数",
    "memory_size": "工作集", "avg_retention": "平均保留价值", "retrieval_accuracy": "按自身词语找回", "prune_rate": "修剪率",
    "token_efficiency": "Token 效率",
}  # fmt: skip
_NAMES_EN = {"memory_size": "working set", "retrieval_accuracy": "found by its own words"}
_VALUES = {
    "active": "有效", "archived": "已归档", "superseded": "被替换", "held": "待审阅", "fact": "事实", "belief": "推测",
    "summary": "摘要", "event": "事件", "chat": "会话", "manual": "手动", "autosave": "自动保存", "import": "导入", "daily": "每日",
    **{category: names[0] for category, names in HEADINGS.items()},
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
            "active": found.active, "counts": found.counts, "metrics": [_metric_json(m, lang) for m in found.metrics],
            "findings": [_finding_json(f, lang) for f in found.findings],
        })  # fmt: skip
    else:
        print("\n".join(_lines(found, lang)))
    return 0 if found.healthy else ATTENTION


def _metric_json(metric: health.Metric, lang: str) -> Dict[str, Any]:
    return {"name": metric.name, "value": metric.value, "target": metric.target, "met": metric.met,
            "formula": metric.formula_zh if lang == "zh" else metric.formula}  # fmt: skip


def _finding_json(finding: health.Finding, lang: str) -> Dict[str, Any]:
    detail, mend = finding.told(lang)
    return {"name": finding.name, "ids": list(finding.ids), "detail": detail, "mend": mend}


def _named(name: str, zh: bool) -> str:
    return _NAMES.get(name, name) if zh else _NAMES_EN.get(name, name.replace("_", " "))


def _formula(zh: bool) -> str:
    """How the score is made, in the language asked for."""
    if not zh:
        return health.FORMULA
    parts = [f"{points:g}·{_named(name, zh)}/有效" for name, points in health.SHARE_POINTS.items()]
    parts += [f"{points:g}·min({_named(name, zh)}, 3)" for name, points in health.EACH_POINTS.items()]
    return "100 − " + " − ".join(parts)


def _lines(found: health.Health, lang: str) -> List[str]:
    zh = lang == "zh"
    lines = ["=== 记忆库健康分析 ===" if zh else "=== Health of the memory ===", _of_all(found, zh)]
    for title, counted in found.counts.items():
        if counted and title != "status":
            ordered = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
            told = ("，" if zh else ", ").join(f"{_VALUES.get(name, name) if zh else name} {n}" for name, n in ordered)
            lines.append(f"  {_named(title, zh)}{'：' if zh else ': '}{told}")
    for metric in found.metrics:
        missed = "" if metric.met else " ✗"
        if zh:
            lines.append(
                f"  {_named(metric.name, zh)}：{metric.value:g}（目标 {metric.target}{missed}；{metric.formula_zh}）"
            )
        else:
            lines.append(
                f"  {_named(metric.name, zh)}: {metric.value:g} (target {metric.target}{missed}; {metric.formula})"
            )
    for finding in found.findings:
        ids = ", ".join(i[-6:].lower() for i in finding.ids[:LISTED]) + (" …" if len(finding.ids) > LISTED else "")
        count = f" {len(finding.ids)}" if finding.ids else ""
        detail, mend = finding.told(lang)
        lines += [f"{_named(finding.name, zh)}{count}: {detail}" + (f" [{ids}]" if ids else ""), f"  → {mend}"]
    lines.append(f"{'健康评分' if zh else 'score'}: {found.score:g}/100 ({found.grade(lang)})")
    about = (
        "只计上面列出的问题，不判断所记内容是否属实"
        if zh
        else "counts the problems above; whether what is stored is true it cannot know"
    )
    return [*lines, f"  = {_formula(zh)}", f"  {about}"]


def _of_all(found: health.Health, zh: bool) -> str:
    """How many of all memories are active, and what the others are."""
    status = found.counts.get("status", {})
    others = [(name, n) for name, n in sorted(status.items()) if name != "active"]
    if zh:
        text = f"有效记忆：{found.active} 条，共 {sum(status.values())} 条"
        return text + (f"（{'，'.join(f'{_VALUES.get(name, name)} {n}' for name, n in others)}）" if others else "")
    text = f"active memories: {found.active} of {sum(status.values())}"
    return text + (f" ({', '.join(f'{name} {n}' for name, n in others)})" if others else "")
