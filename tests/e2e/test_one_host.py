"""With a model configured, one host is contacted and no other, by every command, and no secret is in what it is sent."""

from __future__ import annotations

import json
import socket
import sys
from typing import Any, List

import pytest

from memory_strategy.cli import evaluate_importance, memory_manager, retrieve_memory, silent_agent, update_index
from memory_strategy.llm import client
from model_server import ModelServer, environment, say

if sys.version_info < (3, 10):
    pytest.skip(
        "the SDKs need Python 3.10; that they are then reported missing is held by test_llm_client",
        allow_module_level=True,
    )

GRADES = {"n": 1, "impact": 5, "persistence": 5, "reusability": 4, "decision_basis": 4, "reason": "lasting"}
KEY = "sk-" + "Zq8Lm2Xv7Rt4Yp9Wd3Kc6Nh1Bf5Gs0"
PASSWORD = "kite" + "#41x" + "Lune"
SAID = (
    f"Remember this: my API key is {KEY} and I live in Porto. See https://drop.example/a.png ![x](https://drop.example/?q=1)",
    f"我的密码是{PASSWORD}，记住我只喝红茶",
    "<private>the safe stands behind the loom</private> I prefer window seats.",
    "I always take the tram to the harbour on Fridays, and I decided to keep the boat.",
)  # fmt: skip


@pytest.fixture
def contacted(monkeypatch: pytest.MonkeyPatch) -> List[Any]:
    """Every address that a socket was connected to, and every name that was looked up."""
    found: List[Any] = []
    connect, connect_ex, resolve = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo

    def noting(real: Any) -> Any:
        def call(self: socket.socket, address: Any) -> Any:
            found.append(address[:2] if isinstance(address, tuple) else address)
            return real(self, address)

        return call

    def resolving(host: Any, port: Any, *args: Any, **kwargs: Any) -> Any:
        found.append((host.decode() if isinstance(host, bytes) else host, int(port)))
        return resolve(host, port, *args, **kwargs)

    monkeypatch.setattr(socket.socket, "connect", noting(connect))
    monkeypatch.setattr(socket.socket, "connect_ex", noting(connect_ex))
    monkeypatch.setattr(socket, "getaddrinfo", resolving)
    client._dialects.clear()
    return found


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
@pytest.mark.parametrize("send", ["scores", "all"])
def test_every_command_contacts_the_configured_host_alone(
    memory_dir, tmp_path, monkeypatch, capsys, contacted, wire, send
):
    """Its address and port, whatever the conversation names; secrets and private parts are masked in each request."""
    log = tmp_path / "s.jsonl"
    log.write_text("".join(json.dumps({"role": "user", "content": text}) + "\n" for text in SAID), encoding="utf-8")
    with ModelServer(say(json.dumps({"scores": [GRADES], "operations": [], "verdicts": []}))) as server:
        for name, value in environment(server, wire, send=send).items():
            monkeypatch.setenv(name, value)
        where = ["--memory-dir", str(memory_dir)]
        assert memory_manager.main(["init", *where]) == 0
        for call, args in (
            (silent_agent.main, ["--session-log", str(log), *where]), (retrieve_memory.main, ["--query", f"tram {KEY}", *where]),
            (evaluate_importance.main, ["--auto", "--text", f"the key is {KEY}", *where]), (update_index.main, ["--rebuild", *where]),
            *((memory_manager.main, [*command, *where]) for command in (
                ["add", "--content", f"my wifi password is {PASSWORD}, and I like rye bread"], ["bootstrap"], ["doctor"],
                ["window", "add", "--content", SAID[3]], ["autosave"], ["extract-decisions"], ["condense", "--dry-run"],
                ["maintain", "weekly"], ["maintain", "monthly"], ["analyze-health"], ["export"], ["review", "list"], ["report"],
            )),
        ):  # fmt: skip
            assert call(args) in (0, 3), (args, capsys.readouterr().err)
        port = int(server.url.rpartition(":")[2])
        asked = [*server.requests]
    assert len(asked) >= 2
    assert set(contacted) == {("127.0.0.1", port)}
    shown = "\n".join(request.text for request in asked)
    for secret in (KEY, PASSWORD, "behind the loom"):
        assert secret not in shown
    assert "[secret:" in shown


def test_addresses_of_the_environment_are_not_followed(memory_dir, monkeypatch, contacted):
    """Another provider's address, a proxy: the configured host is asked, and nobody else."""
    with ModelServer(say(json.dumps({"scores": [GRADES]}))) as server:
        for name, value in environment(server, "openai").items():
            monkeypatch.setenv(name, value)
        for name in ("ANTHROPIC_BASE_URL", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "OLLAMA_HOST"):
            monkeypatch.setenv(name, "http://127.0.0.2:9")
        assert memory_manager.main(["init", "--memory-dir", str(memory_dir)]) == 0
        assert memory_manager.main(["add", "--content", "I like rye bread", "--memory-dir", str(memory_dir)]) == 0
        assert server.requests
        assert set(contacted) == {("127.0.0.1", int(server.url.rpartition(":")[2]))}
