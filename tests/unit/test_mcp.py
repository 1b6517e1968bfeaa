"""The MCP server by the SDK's own client, over standard input and output: every tool listed, every tool called."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest

import sessions
from memory_strategy.cli import memory_manager
from repository import SCRIPTS

needs_sdk = pytest.mark.skipif(sys.version_info < (3, 10), reason="the SDK asks for Python 3.10")
TOOLS = {"remember", "recall", "forget", "consolidate", "snapshot"}


def talk(memory: Path, *calls: Tuple[str, Dict[str, Any]]) -> Tuple[List[Any], List[Any]]:
    """(tools, results) of one session with the server."""
    import anyio
    from mcp import ClientSession, StdioServerParameters
    from mcp.client.stdio import stdio_client

    words = [str(SCRIPTS / "memory_manager.py"), "mcp", "--memory-dir", str(memory), "--quiet"]
    env = {"HOME": str(memory.parent), "PATH": os.environ["PATH"], "CLAUDE_CONFIG_DIR": str(memory.parent / "claude")}

    async def session() -> Tuple[List[Any], List[Any]]:
        server = StdioServerParameters(command=sys.executable, args=words, env=env)
        async with stdio_client(server) as (read, write), ClientSession(read, write) as client:
            await client.initialize()
            listed = (await client.list_tools()).tools
            return listed, [await client.call_tool(name, arguments) for name, arguments in calls]

    return anyio.run(session)


@needs_sdk
def test_every_tool_is_listed_and_called(memory_dir):
    """Keep, ask, see, show what would go, erase, ask again."""
    memory_dir.parent.mkdir()
    log = memory_dir.parent / "talk.txt"
    log.write_text("User: 我住在成都\nAssistant: 好的\n", encoding="utf-8")
    sessions.claude_code(memory_dir.parent / "claude", "c1", ["我叫沈予安"], at=1_700_000_000, cwd=memory_dir.parent)
    listed, results = talk(
        memory_dir,
        ("remember", {"content": "我对花生过敏"}), ("recall", {"query": "过敏"}), ("consolidate", {"session_log": str(log)}),
        ("consolidate", {}), ("snapshot", {}), ("forget", {"query": "花生"}), ("forget", {"query": "花生", "confirm": True}),
        ("recall", {"query": "花生"}),
    )  # fmt: skip
    assert {tool.name for tool in listed} == TOOLS
    assert all(tool.description and len(tool.description) > 60 for tool in listed)
    said = [result.content[0].text for result in results]
    assert not [result for result in results if result.is_error]
    assert "已记住（" in said[0] and "<memory-context>" in said[1] and "我对花生过敏" in said[1]
    assert "我住在成都" in said[2] and "我叫沈予安" in said[3] and "我对花生过敏" in said[4]
    assert "confirm=true" in said[5] and said[6].startswith("已遗忘") and "没有找到" in said[7]


@needs_sdk
def test_an_error_is_a_sentence_that_says_what_to_do(memory_dir):
    """Not a traceback: the model can act on it."""
    memory_dir.parent.mkdir()
    _, results = talk(
        memory_dir, ("remember", {"content": " "}), ("consolidate", {"session_log": "/nowhere"}), ("forget", {})
    )
    assert all(result.is_error for result in results)
    assert not [result for result in results if "Traceback" in result.content[0].text]
    assert "nothing to remember" in results[0].content[0].text.lower()


@needs_sdk
def test_t6_a_group_recalls_nothing_private(memory_dir):
    """T6: the same scope as everywhere."""
    memory_dir.parent.mkdir()
    _, results = talk(memory_dir, ("remember", {"content": "I am allergic to peanuts"}),
                      ("recall", {"query": "peanuts", "audience": "group:9"}))  # fmt: skip
    assert "peanuts" not in results[1].content[0].text


def test_without_the_sdk_it_is_said(memory_dir, monkeypatch, capsys):
    """Exit code 5 and how to get it; the scripts need none."""
    monkeypatch.setitem(sys.modules, "mcp.server.mcpserver", None)
    assert memory_manager.main(["mcp", "--memory-dir", str(memory_dir), "--lang", "en"]) == 5
    assert "pip install 'mcp>=2,<3'" in capsys.readouterr().err
