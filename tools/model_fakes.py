"""Model servers for checks, on loopback: OpenAI's chat completions and Anthropic's messages, answered from a script.

A script is a list of steps, `("tool", name, arguments)` or `("text", words)`. Which step is due is read from the
request itself, by the tool results behind the user's last message, so that a host may retry as it likes. Refuses to go
on for ever: past a bound every answer is plain text. Surprising: OpenClaw ends every request with a user message of its
own, which must not count as the user's turn.
"""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, List, Sequence, Tuple, Union

Step = Union[Tuple[str, str], Tuple[str, str, Dict[str, Any]]]
MOST_REQUESTS = 80
HOSTS_OWN = "BEGIN_OPENCLAW_INTERNAL_CONTEXT"


class Fake:
    """A server on a free port; `requests` are the bodies of what was asked, `script` may be changed between turns."""

    def __init__(self) -> None:
        self.script: Sequence[Step] = [("text", "ok")]
        self.requests: List[Dict[str, Any]] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
        self._server.fake = self  # type: ignore[attr-defined]
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        """Its address, without a path."""
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def close(self) -> None:
        """Stop it."""
        self._server.shutdown()
        self._server.server_close()

    def step(self, done: int) -> Step:
        """The step after `done` tool results; the last one again when the script is over."""
        if len(self.requests) > MOST_REQUESTS:
            return ("text", "the fake model has answered often enough")
        return self.script[min(done, len(self.script) - 1)]


def openai_done(messages: Sequence[Dict[str, Any]]) -> int:
    """The tool results behind the user's last message."""
    asked = [n for n, m in enumerate(messages) if m.get("role") == "user" and HOSTS_OWN not in json.dumps(m)]
    return sum(1 for m in messages[(asked or [-1])[-1] + 1 :] if m.get("role") == "tool")


def anthropic_done(messages: Sequence[Dict[str, Any]]) -> int:
    """The tool results of a conversation; each of ours holds one turn of the user."""
    blocks = [b for m in messages if isinstance(m.get("content"), list) for b in m["content"]]
    return sum(1 for b in blocks if isinstance(b, dict) and b.get("type") == "tool_result")


class _Handler(BaseHTTPRequestHandler):
    """Answers for the server it belongs to."""

    protocol_version = "HTTP/1.1"

    @property
    def fake(self) -> Fake:
        return self.server.fake  # type: ignore[attr-defined]

    def log_message(self, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:  # noqa: N802 - the base class's name
        self._json({"object": "list", "data": [{"id": "fake-1", "object": "model"}]})

    def do_HEAD(self) -> None:  # noqa: N802
        self._json({})

    def do_POST(self) -> None:  # noqa: N802
        body = json.loads(self.rfile.read(int(self.headers.get("content-length") or 0)) or b"{}")
        path = self.path.split("?")[0]
        if path.endswith("/chat/completions"):
            self.fake.requests.append(body)
            self._openai(body, self.fake.step(openai_done(body.get("messages", []))))
        elif path.endswith("/messages"):
            self.fake.requests.append(body)
            step: Step = self.fake.step(anthropic_done(body["messages"])) if body.get("tools") else ("text", "ok")
            self._anthropic(body, step)
        else:
            self._json({"input_tokens": 10})

    def _json(self, data: Any) -> None:
        raw = json.dumps(data).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(raw)

    def _stream(self, pieces: Sequence[str]) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.send_header("connection", "close")
        self.end_headers()
        for piece in pieces:
            self.wfile.write(piece.encode())
        self.wfile.flush()
        self.close_connection = True

    def _openai(self, body: Dict[str, Any], step: Step) -> None:
        number = len(self.fake.requests)
        message: Dict[str, Any] = {"role": "assistant", "content": step[1]}
        if step[0] == "tool":
            function = {"name": step[1], "arguments": json.dumps(step[2])}  # type: ignore[misc]
            call = {"index": 0, "id": f"call_{number}", "type": "function", "function": function}
            message = {"role": "assistant", "content": None, "tool_calls": [call]}
        reason = "tool_calls" if step[0] == "tool" else "stop"
        usage = {"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
        head = {"id": f"chatcmpl-{number}", "created": 1, "model": body.get("model")}
        if not body.get("stream"):
            choice = {"index": 0, "message": message, "finish_reason": reason}
            self._json({**head, "object": "chat.completion", "choices": [choice], "usage": usage})
            return
        chunk = {**head, "object": "chat.completion.chunk"}
        events: List[Dict[str, Any]] = [
            {**chunk, "choices": [{"index": 0, "delta": message, "finish_reason": None}]},
            {**chunk, "choices": [{"index": 0, "delta": {}, "finish_reason": reason}]},
            {**chunk, "choices": [], "usage": usage},
        ]
        self._stream([f"data: {json.dumps(event)}\n\n" for event in events] + ["data: [DONE]\n\n"])

    def _anthropic(self, body: Dict[str, Any], step: Step) -> None:
        number = len(self.fake.requests)
        usage = {
            "input_tokens": 10,
            "output_tokens": 5,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
        }
        block: Dict[str, Any] = {"type": "text", "text": step[1]}
        delta: Dict[str, Any] = {"type": "text_delta", "text": step[1]}
        empty: Dict[str, Any] = {"type": "text", "text": ""}
        if step[0] == "tool":
            arguments = step[2]  # type: ignore[misc]
            block = {"type": "tool_use", "id": f"toolu_{number}", "name": step[1], "input": arguments}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(arguments)}
            empty = {**block, "input": {}}
        reason = "tool_use" if step[0] == "tool" else "end_turn"
        message = {
            "id": f"msg_{number}", "type": "message", "role": "assistant", "model": body["model"], "content": [],
            "stop_reason": None, "stop_sequence": None, "usage": usage,
        }  # fmt: skip
        if not body.get("stream"):
            self._json({**message, "content": [block], "stop_reason": reason})
            return
        events: List[Dict[str, Any]] = [
            {"type": "message_start", "message": message},
            {"type": "content_block_start", "index": 0, "content_block": empty},
            {"type": "content_block_delta", "index": 0, "delta": delta},
            {"type": "content_block_stop", "index": 0},
            {
                "type": "message_delta",
                "delta": {"stop_reason": reason, "stop_sequence": None},
                "usage": {"output_tokens": 5},
            },
            {"type": "message_stop"},
        ]
        self._stream([f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events])
