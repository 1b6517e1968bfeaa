"""Finding a step's template: shipped with the skill, or the owner's own.

Owns: where templates lie, their languages, their two parts (system and user) and their version. Refuses: a folder named by a workspace
(`llm.prompts` is read from the owner's environment alone), links, and files past `MAX_BYTES`.
One surprising fact: a template is split into system and user *before* it is rendered, so that no text in it can end the
part it stands in.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Optional, Tuple

from ..errors import NotSetUp

LANGUAGES = ("zh", "en")
MAX_BYTES = 32 * 1024
DIVIDER = re.compile(r"^--- user ---$", re.MULTILINE)
_SECTION = re.compile(r"^--- (zh|en) ---$", re.MULTILINE)


@dataclass(frozen=True)
class Template:
    """The source of a prompt in its two parts; `version` changes with any byte of it."""

    name: str
    system: str
    user: str
    version: str


def load(step: str, lang: str, own: str = "") -> Template:
    """The template of a step in a language; `own` is the owner's folder, whose file of that step goes first where it has
    that language.

    Raises: NotSetUp when it is missing, too large, no UTF-8 or not in two parts.
    """
    name = f"{step}.md.j2"
    places = [Path(own).expanduser(), *shipped()] if own else list(shipped())
    for folder in places:
        path = folder / name
        if path.is_file() and not path.is_symlink():
            found = _read(path, f"{step}.{lang}", lang)
            if found is not None:
                return found
    raise NotSetUp(f"There is no prompt {name} in {lang}.", f"It was looked for in {', '.join(str(p) for p in places)}.",
                   "Install the skill whole: its prompts/ folder belongs to it.",
                   zh=f"缺少提示词 {name}。请完整安装本技能（含 prompts/ 目录）。")  # fmt: skip


def shipped() -> Tuple[Path, ...]:
    """Where the skill's own templates lie: in this folder when installed as a wheel, beside scripts/ in a checkout."""
    here = Path(__file__).resolve().parent
    return (here, here.parent.parent.parent / "prompts")


def _read(path: Path, name: str, lang: str) -> Optional[Template]:
    raw = path.read_bytes()
    if len(raw) > MAX_BYTES:
        raise NotSetUp(f"{path} has {len(raw)} bytes.", f"A prompt of at most {MAX_BYTES} was expected.")
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise NotSetUp(f"{path} is not UTF-8.", "", "Save it as UTF-8.") from None
    sections = _SECTION.split(text)  # ["", "zh", its text, "en", its text]
    if len(sections) == 1:
        raise NotSetUp(
            f"{path} names no language.", "A line '--- zh ---' or '--- en ---' was expected before the prompt."
        )
    text = dict(zip(sections[1::2], sections[2::2])).get(lang, "")
    if not text:
        return None
    parts = DIVIDER.split(text)
    if len(parts) != 2:
        raise NotSetUp(
            f"{path} has {len(parts)} parts in {lang}.",
            "System and user were expected, with the line '--- user ---' between.",
        )
    return Template(name, parts[0].strip(), parts[1].strip(), hashlib.sha256(text.encode("utf-8")).hexdigest()[:12])
