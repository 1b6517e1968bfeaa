"""A model's server on loopback, speaking both wire formats, that answers as it is told: well, badly, late or never.

Real sockets and real HTTP, so that the SDKs run as they are. Each request takes the next answer of the script; the last
one is repeated. What was asked is kept in `requests`.
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Tuple

Answer = Callable[["_Handler", Dict[str, Any]], None]


class Asked(NamedTuple):
    """One request as it came in."""

    path: str
    headers: Dict[str, str]
    body: Dict[str, Any]

    @property
    def text(self) -> str:
        """Everything that the model was shown."""
        return json.dumps(self.body, ensure_ascii=False)


class ModelServer:
    """`with ModelServer(say("…"), status(500)) as server:`; `server.url` has no path."""

    def __init__(self, *script: Answer) -> None:
        self.script, self.requests, self.released = list(script), [], threading.Event()  # type: ignore[var-annotated]
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"owner": self}))
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=lambda: self._http.serve_forever(poll_interval=0.02), daemon=True)

    @property
    def url(self) -> str:
        """http://127.0.0.1:PORT"""
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def next(self, asked: Asked) -> Answer:
        """Note the request and give the answer that is due."""
        with self._lock:
            self.requests.append(asked)
            return self.script[min(len(self.requests), len(self.script)) - 1]

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.released.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: ModelServer

    def log_message(self, *_: object) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        answer = self.owner.next(Asked(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
        if not self.path.endswith(
            ("/v1/chat/completions", "/v1/messages", "/paas/v4/chat/completions", "/v1/embeddings")
        ):
            answer = status(404, f"no such path: {self.path}")
        try:
            answer(self, body)
        except OSError:
            self.close_connection = True  # the client gave up and hung up

    @property
    def is_anthropic(self) -> bool:
        """Which wire the request came over."""
        return self.path.endswith("/messages")

    def give(
        self, code: int, body: bytes, kind: str = "application/json", headers: Tuple[Tuple[str, str], ...] = ()
    ) -> None:
        """A whole answer."""
        self.send_response(code)
        for name, value in (("content-type", kind), ("content-length", str(len(body))), *headers):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def completion(self, text: Optional[str], stop: str, model: str, **message: Any) -> bytes:
        """A completion as the request's wire writes it; `stop` is OpenAI's word."""
        if self.is_anthropic:
            reason = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}[stop]
            blocks = [{"type": "text", "text": text}] if text else []
            data = {"id": "msg_1", "type": "message", "role": "assistant", "model": model, "content": blocks, "stop_reason": reason,
                    "stop_sequence": None, "usage": {"input_tokens": 100, "output_tokens": 20}}  # fmt: skip
        else:
            data = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": model,
                    "choices": [{"index": 0, "message": {"role": "assistant", "content": text, **message}, "finish_reason": stop}],
                    "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}}  # fmt: skip
        return json.dumps(data, ensure_ascii=False).encode("utf-8")


def say(text: Optional[str], stop: str = "stop", **message: Any) -> Answer:
    """An answer with this text."""
    return lambda handler, body: handler.give(200, handler.completion(text, stop, body["model"], **message))


def answer(step_answers: Callable[[Dict[str, Any]], Any]) -> Answer:
    """An answer made from the request's body, as JSON."""
    return lambda handler, body: handler.give(
        200, handler.completion(json.dumps(step_answers(body), ensure_ascii=False), "stop", body["model"])
    )


def status(code: int, message: str = "no", **headers: str) -> Answer:
    """An HTTP error with the API's error object."""
    error = {
        "type": "error",
        "error": {"type": "invalid_request_error", "message": message, "code": None, "param": None},
    }
    given = tuple((name.replace("_", "-"), value) for name, value in headers.items())
    return lambda handler, body: handler.give(code, json.dumps(error).encode("utf-8"), headers=given)


def page() -> Answer:
    """The HTML of some gateway, with status 200."""
    return lambda handler, body: handler.give(200, b"<html><body>{ please log in }</body></html>", "text/html")


def rejects(parameter: str, message: str, otherwise: Answer) -> Answer:
    """400 while the request holds the parameter."""

    def give(handler: _Handler, body: Dict[str, Any]) -> None:
        (status(400, message) if parameter in body else otherwise)(handler, body)

    return give


def hang(otherwise: Answer) -> Answer:
    """Nothing until the test is over, and then a good answer, which must not count."""

    def give(handler: _Handler, body: Dict[str, Any]) -> None:
        handler.owner.released.wait(60)
        otherwise(handler, body)

    return give


def drip(text: str) -> Answer:
    """A good answer whose body comes in a byte at a time, never long enough silent for a timeout between reads."""

    def give(handler: _Handler, body: Dict[str, Any]) -> None:
        data = handler.completion(text, "stop", body["model"])
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", str(len(data)))
        handler.end_headers()
        for n in range(len(data)):
            handler.wfile.write(data[n : n + 1])
            handler.wfile.flush()
            handler.owner.released.wait(0.1)

    return give


def broken_off(text: str) -> Answer:
    """A body that ends half-way, with the connection."""

    def give(handler: _Handler, body: Dict[str, Any]) -> None:
        data = handler.completion(text, "stop", body["model"])
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.send_header("content-length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data[: len(data) // 2])
        handler.close_connection = True

    return give


def environment(server: ModelServer, wire: str = "openai", **settings: str) -> Dict[str, str]:
    """The owner's environment that has this server asked, over a wire."""
    named = {f"MEMORY_STRATEGY_LLM_{name.upper()}": value for name, value in settings.items()}
    base = {"MEMORY_STRATEGY_LLM_ENABLED": "true", **named}
    if wire == "anthropic":
        return {"ANTHROPIC_API_KEY": "k-test", "ANTHROPIC_BASE_URL": server.url, **base}
    return {"OPENAI_API_KEY": "k-test", "OPENAI_BASE_URL": server.url, **base}


def questions(server: ModelServer) -> List[str]:
    """The text of the user's part of each request."""
    return [asked.body["messages"][-1]["content"] for asked in server.requests]
