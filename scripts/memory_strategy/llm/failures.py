"""Why there is no answer: ten words for what can go wrong, and every exception of the SDKs mapped to one of them.

Refuses to let an exception of an SDK out of the room, and to show a key: details are masked and short.
One surprising fact: the SDKs are told apart by the attributes of what they raise, not by their classes, so that naming
a failure imports nothing.
"""

from __future__ import annotations

from typing import Optional

from ..rules.secrets import redact

NO_KEY, NOT_ENABLED, NO_SDK = "no_key", "not_enabled", "no_sdk"
AUTH, RATE_LIMITED, TIMEOUT, SERVER_ERROR = "auth", "rate_limited", "timeout", "server_error"
REFUSED, EMPTY, TRUNCATED, INVALID_JSON, SCHEMA = "refused", "empty", "truncated", "invalid_json", "schema"
OVER_BUDGET = "over_budget"
REASONS = (
    NO_KEY, NOT_ENABLED, NO_SDK, AUTH, RATE_LIMITED, TIMEOUT, SERVER_ERROR, REFUSED, EMPTY, TRUNCATED, INVALID_JSON,
    SCHEMA, OVER_BUDGET,
)  # fmt: skip
ASK_AGAIN = (EMPTY, TRUNCATED, INVALID_JSON, SCHEMA)  # one re-ask may mend these
LASTING = (NO_SDK, AUTH, OVER_BUDGET)  # asking again in the same run cannot help
MAX_DETAIL = 400  # characters

_BY_STATUS = {401: AUTH, 402: AUTH, 403: AUTH, 407: AUTH, 408: TIMEOUT, 429: RATE_LIMITED, 504: TIMEOUT}


class Failure(Exception):
    """No usable answer: `reason` is one of `REASONS`, `detail` a masked line for people, `status` the HTTP one or 0."""

    def __init__(self, reason: str, detail: str = "", *, status: int = 0, retry_after: Optional[float] = None) -> None:
        self.reason, self.status, self.retry_after = reason, status, retry_after
        self.detail = " ".join(redact(detail).split())[:MAX_DETAIL]
        super().__init__(f"{reason}: {self.detail}" if self.detail else reason)


def explain(error: BaseException) -> Failure:
    """The failure that an exception of an SDK (or of its HTTP library) means."""
    if isinstance(error, Failure):
        return error
    status = _status(error)
    if status:
        reason = _BY_STATUS.get(status, SERVER_ERROR)
        return Failure(reason, f"HTTP {status}: {_words(error)}", status=status, retry_after=_retry_after(error))
    names = {kind.__name__ for kind in type(error).__mro__}
    if isinstance(error, ImportError):
        return Failure(NO_SDK, _words(error))  # also a SOCKS proxy whose package is not there (D33)
    if any("Timeout" in name or "Deadline" in name for name in names):
        return Failure(TIMEOUT, _words(error))
    if "APIResponseValidationError" in names or isinstance(error, ValueError):
        return Failure(INVALID_JSON, _words(error))  # a body that is not JSON: json.JSONDecodeError is a ValueError
    return Failure(SERVER_ERROR, f"{type(error).__name__}: {_words(error)}")


def _words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # noqa: BLE001 - some of the SDKs' own __str__ need attributes that are not always there
        return ""


def _status(error: BaseException) -> int:
    status = getattr(error, "status_code", None)
    return status if isinstance(status, int) else 0


def _retry_after(error: BaseException) -> Optional[float]:
    """The seconds that the server asks to wait: `retry-after-ms`, `retry-after` in seconds or as an HTTP date."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    for name, unit in (("retry-after-ms", 1000.0), ("retry-after", 1.0)):
        raw = headers.get(name)
        if raw is None:
            continue
        try:
            return max(0.0, float(raw) / unit)
        except ValueError:
            return _until(raw)
    return None


def _until(date: str) -> Optional[float]:
    from datetime import datetime, timezone
    from email.utils import parsedate_to_datetime

    try:
        moment = parsedate_to_datetime(date)
    except (TypeError, ValueError):
        return None
    return max(0.0, (moment - datetime.now(timezone.utc)).total_seconds())
