"""`complete(request, endpoint)`: one question, answered within a total time or a `Failure` that says why not.

Owns: the total time (connecting, retries and a body that drips included), retries with the server's own waiting time,
and leaving out what a host says it does not accept. Refuses: keys it was not handed, and anything but the SDKs.
One surprising fact: an SDK's timeout is per read, so that a body of one byte a second never times out. The call runs in
a thread of its own; when the time is over its connection is closed and it is left behind.
"""

from __future__ import annotations

import json
import threading
import time
from dataclasses import replace
from typing import Any, Callable, Dict, List, Optional, Tuple, TypeVar

from . import wire
from .failures import RATE_LIMITED, SERVER_ERROR, TIMEOUT, Failure, explain
from .providers import Endpoint
from .wire import Dialect, Reply, Request

Answer = TypeVar("Answer")
TOTAL_SECONDS = 20.0
MAX_ATTEMPTS = 5  # retries and narrowed requests together
BACKOFF_SECONDS = (0.5, 1.5)
LEAST_SECONDS = 0.2  # with less left, another attempt cannot succeed

_dialects: Dict[Tuple[str, str], Dialect] = {}  # what a host turned out to accept, for the rest of the run


def complete(
    request: Request,
    endpoint: Endpoint,
    *,
    seconds: float = TOTAL_SECONDS,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> Reply:
    """Ask until there is an answer, a failure that lasts, or the time is over.

    Raises: Failure.
    """
    deadline = clock() + seconds
    failures: List[Failure] = []
    for _ in range(MAX_ATTEMPTS):
        left = deadline - clock()
        if left <= LEAST_SECONDS:
            break
        dialect = dialect_of(endpoint)
        try:
            return within(left, lambda d=dialect, s=left: _prepared(request, endpoint, d, s))  # type: ignore[misc]
        except Failure as failure:
            failures.append(failure)
        narrower = _narrowed(dialect, endpoint, failures[-1])
        if narrower:
            _dialects[(endpoint.base_url, endpoint.model)] = narrower
            continue
        wait = _wait(failures)
        if wait is None or wait >= deadline - clock() - LEAST_SECONDS:
            break
        sleep(wait)
    raise failures[-1] if failures else Failure(TIMEOUT, f"{seconds:g} s were over")


def shown(request: Request, endpoint: Endpoint) -> Dict[str, Any]:
    """The exact request as it would be sent; it holds no key."""
    dialect = dialect_of(endpoint)
    return wire.parameters(endpoint, _explicit(request, dialect), dialect)


def dialect_of(endpoint: Endpoint) -> Dialect:
    """What is sent to this host: what its row says, less what it has answered 400 to."""
    row = endpoint.provider
    return _dialects.get((endpoint.base_url, endpoint.model)) or Dialect(row.json, row.temperature, row.limit)


def _prepared(
    request: Request, endpoint: Endpoint, dialect: Dialect, seconds: float
) -> Tuple[Callable[[], Reply], wire.Close]:
    """The call, ready to be made, and what ends it early."""
    client, close = wire.connect(endpoint, seconds)
    given = wire.parameters(endpoint, _explicit(request, dialect), dialect)
    return (lambda: wire.send(client, endpoint, given)), close


def _explicit(request: Request, dialect: Dialect) -> Request:
    """Where the host enforces no schema, the schema stands in the prompt, after everything else."""
    if dialect.json == "schema":
        return request
    schema = json.dumps(wire.without_bounds(request.schema), ensure_ascii=False)
    return replace(request, user=f"{request.user}\n\nJSON schema of the answer:\n{schema}")


def within(seconds: float, prepare: Callable[[], Tuple[Callable[[], Answer], wire.Close]]) -> Answer:
    """Run a call in a thread and give up on it when its time is over. Raises: Failure.

    The thread is a daemon: an interpreter that wants to end does not wait for a server that never answers.
    """
    ended = time.monotonic() + seconds
    try:
        ask, close = prepare()
    except Exception as error:  # noqa: BLE001 - an SDK's constructor may raise anything (D33: ALL_PROXY)
        raise explain(error) from error
    outcome: List[Any] = []

    def run() -> None:
        try:
            outcome.append(ask())
        except BaseException as error:  # noqa: BLE001 - handed over to the caller's thread
            outcome.append(error)

    worker = threading.Thread(target=run, name="memory-strategy-model", daemon=True)
    worker.start()
    worker.join(max(0.0, ended - time.monotonic()))
    close()
    if not outcome:
        raise Failure(TIMEOUT, f"no whole answer within {seconds:.1f} s")
    if isinstance(outcome[0], BaseException):
        raise explain(outcome[0]) from outcome[0]
    return outcome[0]


def _wait(failures: List[Failure]) -> Optional[float]:
    """Seconds until the next attempt; None when another one is no use."""
    last = failures[-1]
    if last.reason == RATE_LIMITED and last.retry_after is not None:
        return last.retry_after
    tried = sum(1 for f in failures if f.reason == last.reason)
    passing = last.reason == RATE_LIMITED or (last.reason == SERVER_ERROR and (not last.status or last.status >= 500))
    return BACKOFF_SECONDS[tried - 1] if passing and tried <= len(BACKOFF_SECONDS) else None


def _narrowed(dialect: Dialect, endpoint: Endpoint, failure: Failure) -> Optional[Dialect]:
    """The request without the part that a 400 names, each part once; None when it names none."""
    if failure.status not in (400, 422):
        return None
    said = failure.detail.lower()
    if dialect.temperature and endpoint.temperature is not None and "temperature" in said:
        return replace(dialect, temperature=False)
    if dialect.limit and dialect.limit in said:
        other = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}[dialect.limit]
        if endpoint.provider.wire == "openai":
            return replace(dialect, limit=other if dialect.limit == endpoint.provider.limit else "")
    if dialect.json != "none" and any(
        word in said for word in ("response_format", "output_config", "json_schema", "schema")
    ):
        object_next = dialect.json == "schema" and endpoint.provider.wire == "openai"
        return replace(dialect, json="object" if object_next else "none")
    return None
