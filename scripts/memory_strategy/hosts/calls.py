"""What a host's hook asks for, and what it is answered: the snapshot, memories for a prompt, a finished session.

Owns: the rule that a hook never fails its host. What goes wrong is one line in `state/background.log`, without the
words of a conversation. Refuses: to answer a session that is no private talk with private memories. Surprising: a
prompt is answered within its time or not at all, since a person is waiting; the search is then left behind unfinished.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
from typing import Any, Dict, List, Mapping, Optional

from .. import setup
from ..marks import RECALL_TAG
from ..memory import Store
from ..model import ENV_AUDIENCE, PRIVATE
from ..paths import native
from ..retrieve import Scope, ask
from ..store import background
from ..text.tokens import count_tokens
from ..transcripts import places, session_keys
from .site import Site

PROMPT_CHARS = 2000  # of a longer prompt the beginning is the question and the rest is material
SHOWN = 5  # memories for one prompt, before the budget


def session_start(store: Store, call: Mapping[str, Any], audience: str = PRIVATE) -> str:
    """The snapshot as a block, "" for a group, for a session that a machine started, and where nothing is stored."""
    key = str(call.get("sessionKey") or "")
    if not store.exists or session_keys.is_machine(key) or _asker(key, audience) != PRIVATE:
        return ""
    with store.reading():
        memories = setup.openers(store)
    made = setup.page(store, memories)
    return f"<{RECALL_TAG}>\n{made.text}</{RECALL_TAG}>\n" if made.shown else ""


def _asker(key: str, audience: str) -> str:
    """The group that the environment or the session's key names, else private."""
    return audience if audience != PRIVATE else session_keys.audience(key)


def prompt(store: Store, call: Mapping[str, Any], audience: str, seconds: float) -> str:
    """The few memories that a prompt asks for, as a block within the budget; "" for none, or when time is up."""
    question = str(call.get("prompt") or "").strip()[:PROMPT_CHARS]
    if not question or question.startswith("/") or not store.exists:
        return ""
    found: List[str] = []

    def search() -> None:
        with contextlib.suppress(Exception):  # a broken index is the next command's to mend and to report
            found.append(_recalled(store, question, _asker(str(call.get("sessionKey") or ""), audience)))

    worker = threading.Thread(target=search, daemon=True)
    worker.start()
    worker.join(seconds)
    return found[0] if found else ""


def _recalled(store: Store, question: str, audience: str) -> str:
    now, budget = store.now.astimezone(store.zone), store.settings["hooks.prompt_tokens"]
    scope = Scope(audience=audience, private_too=store.settings["privacy.group_recall"])
    answer = store.answer(lambda index: ask(index, question, now=now, top_k=SHOWN, scope=scope))
    if not any(hit.injection in ("direct", "hedged") for hit in answer.hits):
        return ""
    lines = answer.context.splitlines()
    while len(lines) > 3 and count_tokens("\n".join(lines)) > budget:
        del lines[-2]  # the last entry; the closing tag stays
    return "\n".join(lines) + "\n" if len(lines) > 3 else ""


def finished(call: Mapping[str, Any], env: Mapping[str, str], site: Site) -> Optional[List[str]]:
    """The argument vector that takes the session of a call in, None where the call names none that can be read.

    Claude Code names the file; OpenClaw names the agent and the session, whose database lies at a known place.
    """
    path, session = os.path.expanduser(native(str(call.get("transcript_path") or ""))), ""
    if not path and call.get("host") == "openclaw":
        key = str(call.get("sessionKey") or "")
        agent = str(call.get("agentId") or "") or (key.split(":")[1] if key.startswith("agent:") else "main")
        session = str(call.get("session") or "")
        if session_keys.is_machine(key) or not agent.replace("-", "").replace("_", "").isalnum():
            return None
        path = str(places.agent_database(env, agent))
    if not path or "\0" in path or not os.path.isfile(path):
        return None
    words = ["--session-log", os.path.abspath(path), "--quiet"]
    return site.call("silent_agent", *words, *(["--session", session] if session else []))


def start(argv: List[str], store: Store, env: Mapping[str, str], wait: bool) -> None:
    """Run it beside the host, which does not wait: a long session takes longer than a hook may.

    Raises: OSError.
    """
    with background.open_log(store.paths.state) as log:
        options: Dict[str, Any] = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.DEVNULL,
            "stderr": log,
            "env": {name: value for name, value in env.items() if name != ENV_AUDIENCE},  # it answers nobody
        }
        if wait:
            subprocess.run(argv, check=False, **options)
        elif os.name == "nt":
            subprocess.Popen(argv, creationflags=0x00000008 | 0x00000200, **options)  # detached, a group of its own
        else:
            subprocess.Popen(argv, start_new_session=True, **options)
