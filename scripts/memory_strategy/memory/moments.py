"""What stood at an earlier moment, supersession read backwards; and the zone that decides which day it is.

Owns: `stood`, the moment that a date means, the configured zone. Refuses: guessing about what was never dated; without a beginning a
memory stood from when its words were said.
One surprising fact: "as of a day" means its end, in the configured zone, so that what was said on that day counts.
"""

from __future__ import annotations

from datetime import datetime, time, timedelta, timezone, tzinfo
from typing import Mapping, Optional

from ..errors import NotSetUp, UsageError
from ..model import Memory, parse_time


def moment_of(text: str, zone: tzinfo) -> datetime:
    """A date (its end) or a time as an aware datetime; a time without an offset is in `zone`.

    Raises: UsageError when it is neither.
    """
    try:
        if len(text.strip()) == 10:
            return datetime.combine(datetime.fromisoformat(text.strip()).date(), time.max, zone)
        moment = parse_time(text)
        naive = moment.replace(tzinfo=None)
        return naive.replace(tzinfo=zone) if _has_no_offset(text) else moment
    except (ValueError, OverflowError):
        raise UsageError(f"{text!r} is no date.", "YYYY-MM-DD or an ISO 8601 time was expected.",
                         zh=f"{text!r} 不是日期，应为 YYYY-MM-DD 或 ISO 8601 时间。") from None  # fmt: skip


def _has_no_offset(text: str) -> bool:
    clock = text.strip()[10:]
    return not (clock[-1:] in "zZ" or "+" in clock or "-" in clock)


def stood(memory: Memory, moment: datetime) -> bool:
    """Whether a memory was current at `moment`: begun, not yet replaced, not yet archived, and still readable."""
    begun = memory.valid_from or memory.created_at
    if not memory.text or (begun and parse_time(begun) > moment):
        return False
    ended = memory.valid_to or (memory.updated_at if memory.status != "active" else "")
    return not ended or moment < parse_time(ended)


def zone_of(settings: Mapping[str, object]) -> tzinfo:
    """The configured zone.

    Raises: NotSetUp when the configured name is no zone.
    """
    name = str(settings["timezone"])
    if not name:
        return LocalZone()
    import zoneinfo

    try:
        return zoneinfo.ZoneInfo(name)
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        raise NotSetUp(f"timezone: no zone is called {name!r}.", "An IANA name was expected, such as Asia/Shanghai.",
                       "On Windows the names come with: python3 -m pip install tzdata",
                       zh=f"timezone：没有名为 {name!r} 的时区，应为 IANA 名，如 Asia/Shanghai。") from None  # fmt: skip


class LocalZone(tzinfo):
    """The machine's zone at each moment, summer time included, which a fixed offset taken now would freeze (D24)."""

    def utcoffset(self, moment: Optional[datetime]) -> Optional[timedelta]:
        """The offset in force at a local time."""
        return moment.replace(tzinfo=None).astimezone().utcoffset() if moment else None

    def dst(self, moment: Optional[datetime]) -> Optional[timedelta]:
        """Unknown: only the whole offset is used."""
        return None

    def tzname(self, moment: Optional[datetime]) -> str:
        """A name for messages."""
        return "local"

    def fromutc(self, moment: datetime) -> datetime:
        """The local time of a UTC moment."""
        return moment.replace(tzinfo=timezone.utc).astimezone().replace(tzinfo=self)
