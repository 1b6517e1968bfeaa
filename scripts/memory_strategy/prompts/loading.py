"""Finding a step's template: shipped with the skill, or the owner's own.

Owns: where templates lie, their two parts (system and user) and their version. Refuses: a folder named by a workspace
(`llm.prompts` is read from the owner's environment alone), links, and files past `MAX_BYTES`.
One surprising fact: a template is split into system and user *before* it is rendered, so that no text in it can end the
part it stands in.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Tuple

from ..errors import NotSetUp

LANGUAGES = ("zh", "en")
MAX_BYTES = 32 * 1024
DIVIDER = re.compile(r"^--- user ---$", re.MULTILINE)


@dataclass(frozen=True)
class Template:
    """The source of a prompt in its two parts; `version` changes with any byte of it."""

    name: str
    system: str
    user: str
    version: str


def load(step: str, lang: str, own: str = "") -> Template:
    """The template of a step in a language; `own` is the owner's folder, whose file of that name goes first.

    Raises: NotSetUp when it is missing, too large, no UTF-8 or not in two parts.
    """
    name = f"{step}.{lang}.md.j2"
    places = [Path(own).expanduser(), *shipped()] if own else list(shipped())
    for folder in places:
        path = folder / name
        if path.is_file() and not path.is_symlink():
            return _read(path, name)
    raise NotSetUp(f"There is no prompt {name}.", f"It was looked for in {', '.join(str(p) for p in places)}.",
                   "Install the skill whole: its prompts/ folder belongs to it.",
                   zh=f"缺少提示词 {name}。请完整安装本技能（含 prompts/ 目录）。")  # fmt: skip


def shipped() -> Tuple[Path, ...]:
    """Where the skill's own templates lie: in this folder when installed as a wheel, beside scripts/ in a checkout."""
    here = Path(__file__).resolve().parent
    return (here, here.parent.parent.parent / "prompts")


def _read(path: Path, name: str) -> Template:
    raw = path.read_bytes()
    if len(raw) > MAX_BYTES:
        raise NotSetUp(f"{path} has {len(raw)} bytes.", f"A prompt of at most {MAX_BYTES} was expected.")
    try:
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise NotSetUp(f"{path} is not UTF-8.", "", "Save it as UTF-8.") from None
    parts = DIVIDER.split(text)
    if len(parts) != 2:
        raise NotSetUp(
            f"{path} has {len(parts)} parts.", "System and user were expected, with the line '--- user ---' between."
        )
    return Template(name, parts[0].strip(), parts[1].strip(), hashlib.sha256(text.encode("utf-8")).hexdigest()[:12])
