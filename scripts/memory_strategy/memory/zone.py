"""The zone that decides which day it is: a configured IANA name, or the machine's own."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone, tzinfo
from typing import Mapping, Optional

from ..errors import NotSetUp


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
