"""Make `.venv` ready for the extras named on the command line: `environment.py test dev`.

Owns the virtual environment and nothing outside it; asks pip for packages by name, so whatever index the machine is
set up for is used. The requirements are read from pyproject.toml, where they stand once.

One surprising fact: Debian's python3 comes without ensurepip, so `python3 -m venv` fails there and leaves half a
folder. The environment is then made without pip and filled by the system's pip or by uv.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List, Sequence

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
MINIMUM = (3, 9)
WITHOUT_DEPENDENCIES = ("weights",)  # extras whose packages ask for more than a test needs


def requirements(extras: Sequence[str], pyproject: str) -> List[str]:
    """The requirement strings of `extras` in the text of a pyproject.toml, sorted.

    Raises: SystemExit for an extra that is not there. tomllib would do it, and came with Python 3.11.
    """
    found: List[str] = []
    section = pyproject.split("[project.optional-dependencies]", 1)[-1].split("\n[", 1)[0]
    for extra in extras:
        row = re.search(rf"^{re.escape(extra)} = \[(.*?)\]$", section, re.MULTILINE | re.DOTALL)
        if row is None:
            sys.exit(f"pyproject.toml has no extra named {extra!r}. Choose one of [project.optional-dependencies].")
        found += [double or single for double, single in re.findall(r'"([^"]*)"|\'([^\']*)\'', row.group(1))]
    return sorted(set(found))


def venv_python() -> Path:
    """The interpreter inside the environment, on POSIX or Windows."""
    return VENV / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def succeeds(*command: object) -> bool:
    """Run quietly; True when it ended with 0."""
    try:
        return subprocess.run([str(part) for part in command], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def create() -> None:
    """A fresh environment, with pip where this Python can give it one."""
    if succeeds(sys.executable, "-m", "venv", "--clear", VENV):
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if not succeeds(sys.executable, "-m", "venv", "--without-pip", VENV):
        sys.exit(
            f"{sys.executable} cannot make a virtual environment. On Debian and Ubuntu: apt install python3-venv. "
            "Then run this again."
        )


def installer() -> List[str]:
    """The command that installs into the environment: its own pip, the system's, or uv."""
    inside = venv_python()
    if succeeds(inside, "-m", "pip", "--version"):
        return [str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    if succeeds(sys.executable, "-m", "pip", "--version"):
        ask = [str(inside), "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])"]
        target = subprocess.run(ask, capture_output=True, text=True, check=True).stdout.strip()
        return [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", target]
    if shutil.which("uv"):
        return ["uv", "pip", "install", "--quiet", "--python", str(inside)]
    sys.exit(
        "There is no pip and no uv on this machine, so the test packages cannot be installed. On Debian and Ubuntu: "
        "apt install python3-venv. The skill itself needs neither: `make demo` works without."
    )


def prepare(extras: Sequence[str]) -> None:
    """Bring `.venv` to what `extras` need; does nothing when it is there already."""
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    bare = [extra for extra in extras if extra in WITHOUT_DEPENDENCIES]
    whole = requirements([extra for extra in extras if extra not in bare], project)
    alone = requirements(bare, project)
    digest = hashlib.sha256("\n".join([sys.version, *whole, "", *alone]).encode("utf-8")).hexdigest()[:16]
    stamp = VENV / f".ready-{digest}"
    if stamp.exists() and succeeds(venv_python(), "-c", ""):
        return
    if not succeeds(venv_python(), "-c", f"import sys; sys.exit(sys.version != {sys.version!r})"):
        create()
    print(f"setting up .venv: {', '.join([*whole, *alone])}", file=sys.stderr)
    install = installer()
    for packages, options in ((whole, []), (alone, ["--no-deps"])):
        if packages and subprocess.run([*install, *options, *packages], check=False).returncode:
            sys.exit("These packages could not be installed. Check that a package index is reachable, then run again.")
    stamp.touch()


if __name__ == "__main__":
    if sys.version_info < MINIMUM:
        sys.exit(f"Python {MINIMUM[0]}.{MINIMUM[1]} or newer is needed. Try: make test PYTHON=python3.11")
    prepare(sys.argv[1:] or ["test"])
