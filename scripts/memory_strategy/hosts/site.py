"""Where a set-up lives: the interpreter, the scripts, the memory folder, and command lines made of them.

Owns: absolute paths and quoting for each program that will run them. Refuses: to look at the disk beyond finding a
program. Surprising: a cron job has no home, no locale and another folder (D44), so nothing in a command line is
relative, and settings of the environment that say where a host lives are written into it.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, List, Mapping, Optional

# What says where a host keeps its sessions; a background run must see the same.
PLACES = ("OPENCLAW_STATE_DIR", "OPENCLAW_HOME", "CLAUDE_CONFIG_DIR")


@dataclass(frozen=True)
class Site:
    """One memory folder and the scripts that serve it. `env` is the environment in which `install` was called."""

    memory: Path
    scripts: Path
    python: str
    env: Mapping[str, str] = field(default_factory=dict)
    windows: bool = os.name == "nt"

    @classmethod
    def here(cls, memory: Path, env: Mapping[str, str]) -> Site:
        """The site of a memory folder, served by the scripts that are running."""
        scripts = Path(__file__).resolve().parent.parent.parent
        python = sys.executable or shutil.which("python3") or shutil.which("python") or "python3"
        return cls(Path(os.path.abspath(memory)), scripts, python, env)

    @property
    def workspace(self) -> Path:
        """The folder that the memory folder lies in."""
        return self.memory.parent

    @property
    def ledgers(self) -> Path:
        """The folder of what was installed."""
        return self.memory / "state" / "hosts"

    @property
    def name(self) -> str:
        """A name for schedules: one machine may serve several memory folders."""
        digest = hashlib.sha256(str(self.memory).encode("utf-8", "surrogateescape")).hexdigest()
        return f"memory-strategy-{digest[:8]}"

    @property
    def home(self) -> Path:
        """The user's home, as the environment or the user database has it."""
        return Path(self.env.get("HOME") or os.path.expanduser("~"))

    @property
    def places(self) -> Dict[str, str]:
        """The settings that a background run must be given."""
        return {name: self.env[name] for name in PLACES if self.env.get(name)}

    def call(self, launcher: str, *arguments: str) -> List[str]:
        """The argument vector of a launcher, on this memory folder."""
        script = self.scripts / f"{launcher}.py"
        start = [str(script)]
        if not script.exists():  # installed as a Python package, which has no launchers
            start = ["-c", f"from memory_strategy.cli.{launcher} import main; raise SystemExit(main())"]
        return [self.python, *start, *arguments, "--memory-dir", str(self.memory)]

    def line(self, arguments: List[str]) -> str:
        """An argument vector as one line of a shell."""
        return subprocess.list2cmdline(arguments) if self.windows else shlex.join(arguments)

    def program(self, name: str) -> Optional[str]:
        """The path of a program, None where it is not to be found."""
        return shutil.which(name, path=self.env.get("PATH"))
