"""Which boot of the machine this is: what was not waited for may be lost between one and the next."""

from __future__ import annotations

from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


def boot() -> str:
    """This boot of the machine, "" where the system does not say (macOS, Windows)."""
    try:
        return BOOT_ID.read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""
