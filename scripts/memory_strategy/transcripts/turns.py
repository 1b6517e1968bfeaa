"""From a host's message to a `Turn`: who spoke, to whom, when, and what of it was theirs.

Owns the decision of `origin` for every host, message ids where the host has none, and cleaning of text. Refuses to
read files. Surprising: the same text may be another origin in another session. "Remember …" from a user turn is the
owner's in a private talk, somebody's in a group, and nobody's when a cron job wrote it.
"""

from __future__ import annotations

import hashlib
import math
import re
from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

from ..model import ASSISTANT, HARNESS, OTHER, OWNER, PRIVATE, TOOL, Turn, parse_time
from ..text.normalise import without_escapes
from . import harness, session_keys

TOOL_CHARS = 4_000  # enough to see what a poisoned page wanted
HARNESS_CHARS = 400
NAME_CHARS = 200  # ids, keys and names of people: one line of it
_SURROGATES = re.compile("[\ud800-\udfff]")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]+")
_OFFSET = re.compile(r"\s*(?:GMT|UTC)?\s*(?:([+-])(\d{1,2}):?(\d\d)?)?$")
_DATED = re.compile(r"(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[T ]+(\d{1,2}):(\d\d)(?::(\d\d))?(?:\.\d+)?")
_LATEST_YEAR = 9000  # a later one overflows when it is moved to another zone


@dataclass(frozen=True)
class Message:
    """One message as its host has it, before anyone decided whose words these are.

    `role` is user, assistant, tool or system. `time` is ISO text, or seconds, milliseconds, microseconds since 1970.
    `is_owner` is the host's own word on the sender, None where it says nothing. `named` tells that the host named
    the sender of this message, which it does where several people may speak.
    """

    role: str
    text: str
    id: str = ""
    time: Any = None
    speaker: str = ""
    is_owner: bool | None = None
    named: bool = False


class Session:
    """Makes the turns of one session, in order.

    `key` is the host's session key, "" where there is none. `put_away` is when the whole session was stored, for
    messages that have no time of their own.
    """

    def __init__(
        self,
        host: str,
        id: str,
        key: str = "",
        now: datetime | None = None,
        machine: bool = False,
        put_away: Any = None,
    ) -> None:
        self.host, self.id, self.key = host, one_line(id), one_line(key)
        self.machine = machine or session_keys.is_machine(key)
        self.audience = session_keys.audience(key)
        self._now, self._put_away = now, moment(put_away, now)
        self._position = 0
        self._user_has_spoken = False
        self._repeats: Counter[str] = Counter()

    def turn(self, message: Message) -> Turn | None:
        """The turn of `message`, or None when it holds no text."""
        raw = clean(message.text)
        if not raw.strip():
            return None
        identity = one_line(message.id) or self._digest(message.role, raw)
        origin, text, said = self._heard(message, raw)
        audience = self._audience(message, said)
        position, self._position = self._position, self._position + 1
        return Turn(
            host=self.host,
            session=self.id,
            message=identity,
            position=position,
            origin=origin,
            text=text,
            speaker=one_line(message.speaker or (said.sender if origin in (OWNER, OTHER) else "")),
            time=moment(message.time, self._now) or moment(said.said_at, self._now) or self._put_away,
            audience=audience,
            session_key=self.key,
            machine=self.machine,
        )

    def _heard(self, message: Message, raw: str) -> tuple[str, str, harness.Spoken]:
        nothing = harness.Spoken()
        if message.role == "user":
            said = harness.user_words(raw)
            if not self._user_has_spoken:
                self._user_has_spoken = True
                self.machine |= said.machine
            origin, text = self._speaker(message, said), said.text
        elif message.role == "assistant":
            said, origin, text = nothing, ASSISTANT, harness.assistant_words(raw)
        elif message.role == "tool":
            said, origin, text = nothing, TOOL, harness.tool_words(raw)[:TOOL_CHARS]
        else:
            said, origin, text = nothing, HARNESS, ""
        if origin == HARNESS or not text:
            return HARNESS, raw[:HARNESS_CHARS], said
        return origin, text, said

    def _speaker(self, message: Message, said: harness.Spoken) -> str:
        if self.machine:
            return HARNESS
        if message.is_owner is False or said.forwarded:
            return OTHER
        if self._audience(message, said) == PRIVATE or message.is_owner:
            return OWNER
        return OTHER

    def _audience(self, message: Message, said: harness.Spoken) -> str:
        if self.audience != PRIVATE:
            return self.audience
        if said.group:
            return f"group:{self.id if said.group == 'unnamed' else one_line(said.group)}"
        if message.named and not self.key:
            return f"group:{self.id}"
        return PRIVATE

    def _digest(self, role: str, text: str) -> str:
        own = digest(role, text)
        self._repeats[own] += 1
        return own if self._repeats[own] == 1 else digest(role, text, str(self._repeats[own]))


def digest(*parts: str) -> str:
    """A stable id of 16 hexadecimal digits for text that has none."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:16]


def clean(text: str) -> str:
    """`text` as it can be written anywhere: LF line ends, no NUL, no terminal's escapes, lone surrogates as U+FFFD."""
    text = without_escapes(text).replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    return _SURROGATES.sub("\ufffd", text)


def one_line(value: Any) -> str:
    """An id, key or name as one short clean line; "" for anything that is neither text nor a number."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return ""
    return _CONTROLS.sub(" ", _SURROGATES.sub("\ufffd", str(value)[:NAME_CHARS])).strip()


def moment(value: Any, now: datetime | None = None) -> datetime | None:
    """An aware datetime from what hosts write, None for what is no time.

    A time without a zone is in `now`'s zone (UTC without one). A time more than a day after `now` is a broken
    clock's and none: what seems to be said tomorrow would outrank everything.
    """
    try:
        found = _number(float(value)) if _is_number(value) else _text(value, now)
        if found is None or not 2000 <= found.year < _LATEST_YEAR:
            return None
        return None if now and now.tzinfo and found > now + timedelta(days=1) else found
    except (ValueError, OverflowError, OSError):
        return None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _number(value: float) -> datetime | None:
    if not math.isfinite(value):
        return None
    while abs(value) > 1e11:  # seconds stay below until the year 5138
        value /= 1000
    return datetime.fromtimestamp(value, timezone.utc)


def _text(value: Any, now: datetime | None) -> datetime | None:
    if not isinstance(value, str) or not value.strip() or len(value) > 100:
        return None
    value = value.strip()
    zone = now.tzinfo if now and now.tzinfo else timezone.utc
    loose = _DATED.search(value)
    if loose and not re.search(r"\dT\d", value):
        fields = [int(part) for part in loose.groups("0")]
        offset = _OFFSET.match(value[loose.end() :])
        if offset and offset[0].strip():
            zone = _zone(offset[1], offset[2], offset[3])
        return datetime(*fields, tzinfo=zone)  # type: ignore[arg-type,misc]
    if value.isascii() and value.replace(".", "", 1).isdigit():
        return _number(float(value))
    found = parse_time(value)
    naive = not re.search(r"(?:[zZ]|[+-]\d\d:?\d\d)$", value)
    return found.replace(tzinfo=zone) if naive else found


def _zone(sign: str | None, hours: str | None, minutes: str | None) -> timezone:
    if not sign:
        return timezone.utc
    offset = timedelta(hours=int(hours or 0), minutes=int(minutes or 0))
    return timezone(-offset if sign == "-" else offset)
