"""At home in a host: what `install` sets up, what `uninstall` takes back, what runs when a host calls.

    site       where things lie, and command lines that work in an empty environment
    splice     putting a part into a file of somebody else's, and taking exactly it out again
    plan       the plan as a value: shown, applied, taken back by its ledger
    openclaw, claude_code, schedule (cron, systemd): one plan a host
    calls      what a host's hook asks for: the snapshot, memories for a prompt, a finished session

Nothing here runs unless a person said yes to the plan. The surprising fact: the ledger holds only the parts that we
put in, never a copy of the file they went into, since a host's settings may hold keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .plan import Plan
    from .site import Site

EVENTS = ("session-start", "prompt", "pre-compact", "session-end")  # what a host may call `hook` with
HOSTS = ("openclaw", "claude-code", "cron", "systemd")


def plan_of(host: str, site: Site) -> Plan:
    """The plan of a host at a site."""
    from . import claude_code, openclaw, schedule

    makers = {
        "openclaw": openclaw.plan,
        "claude-code": claude_code.plan,
        "cron": schedule.cron,
        "systemd": schedule.systemd,
    }
    return makers[host](site)
