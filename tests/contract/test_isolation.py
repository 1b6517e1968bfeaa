"""What conftest promises holds: no machine settings, no network."""

from __future__ import annotations

import os
import socket
import urllib.request
from pathlib import Path

import pytest


def test_home_and_folder_are_empty():
    """A test sees neither the developer's home nor the repository as its folder."""
    assert list(Path.home().iterdir()) == []
    assert list(Path.cwd().iterdir()) == []
    assert not [name for name in os.environ if name.startswith(("MEMORY_STRATEGY_", "OPENCLAW_"))]


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("example.org", 443)])
def test_the_network_is_refused(address):
    """A connection to anywhere but this machine fails the test that tries it."""
    with pytest.raises(RuntimeError, match="tried to connect"):
        socket.create_connection(address, timeout=1)
    with pytest.raises(RuntimeError, match="tried to connect"):
        urllib.request.urlopen(f"http://{address[0]}/", timeout=1)


def test_loopback_is_allowed():
    """Model servers of the tests listen here."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname(), timeout=5):
        pass
