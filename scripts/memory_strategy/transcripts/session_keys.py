"""What an OpenClaw session key says: a private talk, a group, or a session that a machine started.

Keys are `agent:<agent>:main`, `agent:<agent>:<channel>:group:<id>` (also `channel`, `direct`), `cron:…`, `hook:…`,
`agent:<agent>:subagent:…`. Owns this reading; refuses to look anything up. Surprising: topics and threads of one
group are one audience, since the same people read them.
"""

from __future__ import annotations

import re

from ..model import PRIVATE

_MACHINES = frozenset(("cron", "hook", "subagent", "heartbeat", "acp", "isolated"))
_GROUPS = ("group", "channel")
_INSIDE = re.compile(r":(?:topic|thread)(?::.*)?$")


def is_machine(key: str) -> bool:
    """Whether the session was started by cron, a hook, a parent agent or a heartbeat."""
    parts = _parts(key)
    return bool(parts) and (parts[0] in _MACHINES or parts[-1] == "heartbeat" or "subagent" in parts)


def audience(key: str) -> str:
    """`private`, or `group:<id>` for a key that names a group or a channel."""
    parts = _parts(key)
    for at in (0, 1):  # the channel's name may stand before it
        if len(parts) > at + 1 and parts[at] in _GROUPS:
            identity = _INSIDE.sub("", ":".join(parts[at + 1 :]))
            return f"group:{identity}"
    return PRIVATE


def _parts(key: str) -> list[str]:
    parts = key.split(":")
    return parts[2:] if parts[0] == "agent" and len(parts) > 2 else parts
