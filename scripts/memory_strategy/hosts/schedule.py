"""A schedule of the operating system: the user's crontab, or a systemd user timer.

Both run `silent_agent.py --discover`: absolute paths, an empty environment, one run at a time, silent when there is
nothing to say. What a run wrote is shown by `memory_manager.py report`; what failed is in `state/background.log`.
"""

from __future__ import annotations

import shlex
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import List, Optional

from ..errors import NotSetUp
from .plan import Command, FilePlace, Part, Plan, run
from .site import Site
from .splice import MARK, Block, Whole

MINUTES = 30


def discover(site: Site) -> List[str]:
    """The argument vector of a background run."""
    return site.call("silent_agent", "--discover", "--quiet")


@dataclass(frozen=True)
class Crontab:
    """The user's crontab, read and written by `crontab` itself."""

    site: Site

    @property
    def name(self) -> str:
        """What a person knows it by."""
        return "crontab"

    def _program(self) -> str:
        found = self.site.program("crontab")
        if found is None:
            raise NotSetUp("There is no `crontab` on this machine.", "", "Install cron, or use: install systemd.",
                           zh="本机没有 crontab。请安装 cron，或改用 install systemd。")  # fmt: skip
        return found

    def read(self) -> Optional[str]:
        """The lines, None where the user has none.

        Raises: NotSetUp where there is no cron.
        """
        done = subprocess.run([self._program(), "-l"], env=dict(self.site.env), capture_output=True, check=False)
        return done.stdout.decode("utf-8", "surrogateescape") if done.returncode == 0 else None

    def write(self, text: str, before: Optional[str]) -> None:
        """Install `text` as the crontab.

        Raises: StoreError.
        """
        run([self._program(), "-"], self.site.env, self.site.workspace, text)

    def remove(self) -> None:
        """Take the crontab away, once nothing is left in it.

        Raises: StoreError.
        """
        run([self._program(), "-r"], self.site.env, self.site.workspace)


def cron(site: Site) -> Plan:
    """Every half hour, by the user's crontab."""
    places = [f"{name}={value}" for name, value in site.places.items()]
    words = [*places, *discover(site)]
    call = " ".join(shlex.quote(word) if "=" not in word else _assigned(word) for word in words)
    # In a crontab a bare % ends the command.
    line = f"*/{MINUTES} * * * * {call} >/dev/null 2>&1".replace("%", r"\%")
    block = Block(f"# {site.name}: begin", (line,), f"# {site.name}: end")
    return Plan("cron", site, (Part(Crontab(site), block),))


def _assigned(word: str) -> str:
    name, _, value = word.partition("=")
    return f"{name}={shlex.quote(value)}" if name.isidentifier() else shlex.quote(word)


def systemd(site: Site) -> Plan:
    """Every half hour, by a timer of the user's own systemd."""
    folder = _units(site)
    call = " ".join(_quoted(word).replace("$", "$$") for word in discover(site))
    environment = "".join(f"Environment={_quoted(f'{n}={v}')}\n" for n, v in site.places.items())
    service = (
        f"# {MARK}\n[Unit]\nDescription=Memory of an agent: take finished conversations in\n\n"
        f"[Service]\nType=oneshot\n{environment}ExecStart={call}\nStandardOutput=null\nNice=10\n"
    )
    timer = (
        f"# {MARK}\n[Unit]\nDescription=Memory of an agent: take finished conversations in\n\n"
        f"[Timer]\nOnBootSec=10min\nOnUnitInactiveSec={MINUTES}min\n\n[Install]\nWantedBy=timers.target\n"
    )
    unit = f"{site.name}.timer"
    reload = ("systemctl", "--user", "daemon-reload")
    commands = (
        Command(reload),
        Command(("systemctl", "--user", "enable", "--now", unit), ("systemctl", "--user", "disable", "--now", unit)),
    )
    parts = (
        Part(FilePlace(folder / f"{site.name}.service"), Whole(service)),
        Part(FilePlace(folder / unit), Whole(timer)),
    )
    return Plan("systemd", site, parts, commands)


def _units(site: Site) -> Path:
    base = site.env.get("XDG_CONFIG_HOME")
    return (Path(base) if base else site.home / ".config") / "systemd" / "user"


def _quoted(word: str) -> str:
    """A word of a unit file: specifiers doubled, quotes and backslashes escaped (systemd.syntax(7), systemd.unit(5))."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'
