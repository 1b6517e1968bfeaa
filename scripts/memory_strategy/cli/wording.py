"""What the commands say to people, in Chinese and in English: receipts and the report of a consolidation."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

from ..consolidate import Outcome
from ..marks import REPORT_MARK
from ..memory import Receipt
from ..model import Memory
from ..scoring import level

_SAID = {
    "written": ("已记住", "Remembered"), "merged": ("这条已经记过，已并入", "Already known; merged into"),
    "exists": ("这条已经记过", "Already known"), "superseded": ("已记住，并替换了旧的说法", "Remembered; it replaces what was known"),
    "outdated": ("已存为旧的说法（之后另有更新）", "Kept as history: a later statement stands"),
}  # fmt: skip


def receipt(found: Receipt, lang: str) -> str:
    """`Remembered (k7f3a9, 4/5) → long-term/preferences.md: …`, with what it replaced below."""
    memory = found.memory
    zh, en = _SAID[found.action]
    if lang == "zh":
        lines = [f"{zh}（{memory.short}，{memory.importance} 分）→ {memory.path}：{memory.text}"]
        lines += [f"  旧：{old.text}（{old.short}）" for old in found.replaced]
    else:
        lines = [f"{en} ({memory.short}, {memory.importance}/5) → {memory.path}: {memory.text}"]
        lines += [f"  was: {old.text} ({old.short})" for old in found.replaced]
    return "\n".join(lines)


def card(memory: Memory, older: Sequence[Memory], newer: Sequence[Memory], lang: str) -> str:
    """One memory with where it came from and what it replaced."""
    names = ("编号", "类别", "重要性", "把握", "状态", "来源", "文件", "原话") if lang == "zh" else (
        "id", "kind", "importance", "confidence", "status", "from", "file", "words")  # fmt: skip
    said = f"{memory.speaker}, {memory.created_at}, {memory.source} {memory.session}".strip()
    values = (memory.id, f"{memory.kind}, {memory.category}", f"{memory.importance}/5", f"{memory.confidence:g}",
              memory.status, said, memory.path, " | ".join(e.quote for e in memory.evidence))  # fmt: skip
    lines = [memory.text, *(f"  {name}: {value}" for name, value in zip(names, values))]
    lines += [f"  {'旧' if lang == 'zh' else 'was'}: {m.text} ({m.short})" for m in older]
    lines += [f"  {'已改为' if lang == 'zh' else 'now'}: {m.text} ({m.short})" for m in newer]
    return "\n".join(lines)


def report(outcome: Outcome, lang: str, *, written: bool = True) -> str:
    """S4's report, by stars and file; "" when there was nothing to say."""
    groups: Dict[Tuple[int, str], List[Memory]] = {}
    over = {old.id for old in outcome.replaced}
    for memory in (m for m in outcome.of("written", "superseded") if m.id not in over):
        groups.setdefault((memory.importance, memory.path), []).append(memory)
    lines = []
    for (score, path), held in sorted(groups.items(), key=lambda g: (-g[0][0], g[0][1])):
        stars = "⭐" * score
        if lang == "zh":
            lines.append(
                f"- {stars} {score}分（{level(score, 'zh')}）：{len(held)}条 → {'已保存到' if written else '将保存到'} {path}"
            )
        else:
            lines.append(
                f"- {stars} {score}/5 ({level(score, 'en')}): {len(held)} → {'saved to' if written else 'would go to'} {path}"
            )
        lines += [f"  - {memory.text}" for memory in held]
    merged, replaced = len(outcome.of("merged")), outcome.replaced
    if merged:
        lines.append(f"- 已知并合并：{merged}条" if lang == "zh" else f"- already known, merged: {merged}")
    for old in replaced:
        lines.append(f"- 已被替换：{old.text}" if lang == "zh" else f"- superseded: {old.text}")
    if not lines:
        return ""
    head = "已为您整理记录：" if lang == "zh" else "consolidated this session:"
    if not written:
        head = "整理预览（未写入）：" if lang == "zh" else "preview, nothing written:"
    return "\n".join([f"{REPORT_MARK} {head}", *lines])
