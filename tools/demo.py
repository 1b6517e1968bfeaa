"""The main job on the shipped example, as a person would type it: sessions in, a report, questions answered.

Runs the launchers as separate processes with the interpreter that runs this, in a folder that is removed at the end.
Ends with 1 and a sentence when an answer does not hold what was said in the session.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Iterator, List, Mapping, Sequence, Tuple

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = "assets/examples"
NOW = "2026-03-11T09:00:00+08:00"  # the day after the sessions, so that the demo reads the same every day
SESSIONS = (f"{EXAMPLES}/session-zh.jsonl", f"{EXAMPLES}/session-en.txt")
LANGUAGES = ("zh", "en")
# Session → questions, each with a word that its answer must hold. Two people speak in them, so each has a memory.
QUESTIONS: Mapping[str, Sequence[Tuple[str, str]]] = {
    SESSIONS[0]: (("数据监控用什么？", "Prometheus"), ("聚餐点菜要注意什么过敏？", "花生")),
    SESSIONS[1]: (
        ("Which database did we choose for the order archive?", "Postgres"),
        ("When is the dentist appointment?", "Friday"),
    ),
}


@contextlib.contextmanager
def workspace() -> Iterator[Path]:
    """An empty workspace with the example sessions in it, removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="memory-strategy-") as folder:
        for session in SESSIONS:
            target = Path(folder, session)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / session, target)
        yield Path(folder)


def shown(command: Sequence[str]) -> str:
    """The call as a person would type it."""
    launcher, *arguments = command
    quoted = [f'"{part}"' if " " in part or not part.isascii() else part for part in arguments]
    return " ".join(["python3", f"scripts/{launcher}.py", *quoted])


def run(folder: Path, command: Sequence[str], lang: str) -> str:
    """Run one launcher in `folder` as of `NOW`, for somebody whose machine speaks `lang`; return what it printed.

    Raises: SystemExit with the launcher's own code when it failed.
    """
    launcher, *arguments = command
    script = str(ROOT / "scripts" / f"{launcher}.py")
    environment = {
        name: value for name, value in os.environ.items() if not name.startswith(("MEMORY_STRATEGY_", "LC_"))
    }
    environment["LANG"] = {"zh": "zh_CN.UTF-8", "en": "en_GB.UTF-8"}[lang]
    done = subprocess.run(
        [sys.executable, script, *arguments, "--now", NOW],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    output = (done.stdout + done.stderr).decode("utf-8").rstrip("\n")
    if done.returncode:
        print(f"$ {shown(command)}\n{output}", file=sys.stderr)
        sys.exit(done.returncode)
    return output


def consolidation(session: str) -> List[str]:
    """The command that takes a session in."""
    return ["silent_agent", "--session-log", session, "--auto-write", "true"]


def show(folder: Path, command: Sequence[str], lang: str) -> str:
    """Run a launcher and print the call and its output."""
    output = run(folder, command, lang)
    print(f"$ {shown(command)}\n{output}\n", flush=True)
    return output


def main() -> int:
    """For each session: set up, consolidate it twice, and ask."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8", errors="replace")
    unanswered: List[str] = []
    for (session, questions), lang in zip(QUESTIONS.items(), LANGUAGES):
        with workspace() as folder:
            for command in (["memory_manager", "init"], consolidation(session), consolidation(session)):
                show(folder, command, lang)
            for question, expected in questions:
                answer = show(folder, ["retrieve_memory", "--query", question, "--top-k", "1"], lang)
                if expected not in answer:
                    unanswered.append(f"{question} (expected: {expected})")
    if unanswered:
        print(f"Not answered: {'; '.join(unanswered)}", file=sys.stderr)
        return 1
    print(f"{sum(map(len, QUESTIONS.values()))} questions answered from memory.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
