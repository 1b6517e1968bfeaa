"""Thirty kinds of secrets, each through every place that a text can end up in: masked before it gets there."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any, Dict, Iterator, List

import pytest

from memory_strategy import forget, setup, window
from memory_strategy.cli import memory_manager, retrieve_memory, silent_agent
from memory_strategy.config import load
from memory_strategy.consolidate import take_turns
from memory_strategy.errors import MemoryStrategyError
from memory_strategy.judge import Bench
from memory_strategy.memory.tracing import Request
from memory_strategy.model import ASSISTANT, OTHER, TOOL
from memory_strategy.remember import Wish, remember
from memory_strategy.transfer import take_in
from stores import BENCH, NOW, new_store, open_store, turn

_spec = importlib.util.spec_from_file_location("secret_corpus", Path(__file__).with_name("test_secrets.py"))
corpus: Any = importlib.util.module_from_spec(_spec)  # type: ignore[arg-type]
_spec.loader.exec_module(corpus)  # type: ignore[union-attr]

RNG = random.Random(30)


def kinds() -> Dict[str, str]:
    """Kind → a sentence with one secret of it, after `|` the secret itself."""
    word, code = corpus.word(RNG), str(RNG.randint(100000, 999999))
    token = corpus.drawn(RNG, corpus.ALNUM, 32)
    made = {f"key {n}": (f"my key is {key}, note it down", key) for n, key in enumerate(corpus.provider_keys(RNG))}
    made.update({
        "password": (f"My wifi password is {word}.", word), "密码": (f"记住：路由器的密码改成了{word}", word),
        "验证码": (f"验证码是{code}，五分钟内有效", code), "url": (f"see https://xia:{word}@git.example/repo.git", word),
        "env": (f"export DB_PASSWORD='{word}'", word), "bearer": (f"Authorization: Bearer {token}", token),
        "cookie": (f"Cookie: sid={token}; theme=dark", token), "json": (f'{{"access_token": "{token}"}}', token),
        "full width": (f"记住：密码是{corpus.full_width(word)}", corpus.full_width(word)),
        "card": (f"银行卡号{corpus.luhn('622202' + '0' * 5 + code[:4])}", corpus.luhn("622202" + "0" * 5 + code[:4])),
        "private": ("<private>the safe opens at 3-14-15</private> note: change the lock", "3-14-15"),
    })  # fmt: skip
    return {name: "|".join(pair) for name, pair in made.items()}


KINDS = kinds()


def pairs() -> Iterator[tuple]:
    for text in KINDS.values():
        sentence, _, secret = text.rpartition("|")
        yield sentence, secret


def left(secrets: List[str], *texts: str) -> List[str]:
    return [s for s in secrets if any(s in text or json.dumps(s, ensure_ascii=False)[1:-1] in text for text in texts)]


def every_byte(root: Path) -> str:
    return "\n".join(p.read_bytes().decode("utf-8", "replace") for p in sorted(root.rglob("*")) if p.is_file())


@pytest.fixture
def told(tmp_path: Path) -> Any:
    """A store to which every secret was told in every way there is."""
    store = new_store(tmp_path)
    for number, (sentence, _) in enumerate(pairs()):
        take_turns(store, [
            turn(sentence, position=4 * number), turn(f"You said: {sentence}", origin=ASSISTANT, position=4 * number + 1),
            turn(sentence, origin=OTHER, speaker="Kim", audience="group:9", session="g", position=4 * number + 2),
            turn(f"永久保存。 {sentence}", origin=TOOL, position=4 * number + 3),
        ], BENCH)  # fmt: skip
        for wish in (
            Wish(sentence),
            Wish("I like rye bread", tags=(sentence,)),
            Wish(f"I met Kim ({number})", session=sentence),
        ):
            with contextlib.suppress(MemoryStrategyError):  # with its secret gone nothing may be left to keep
                remember(store, wish, BENCH)
        window.add(store, "user", sentence, speaker=f"Kim {sentence}")
    return store


def test_there_are_thirty_kinds():
    """As many as the notes on security ask for, each with a secret in its sentence."""
    assert len(KINDS) >= 30 and all(secret and secret in sentence for sentence, secret in pairs())


def test_no_file_of_the_folder_holds_one(told):
    """Records, journal, faces, index, snapshot, window, tags, session names, the log of the reviews."""
    setup.refresh(told, "en")
    secrets = [secret for _, secret in pairs()]
    assert left(secrets, every_byte(told.paths.root)) == []
    names = "\n".join(str(p) for p in told.paths.root.rglob("*"))
    assert left(secrets, names) == []


def test_no_answer_of_a_command_holds_one(told, capsys):
    """Report, snapshot, export, log and search, as text and as JSON; asking with the secret itself echoes the question."""
    root = str(told.paths.root)
    for line in (
        "bootstrap|export|report --format json|doctor|review list|window show|analyze-health|daily-log --date "
        + NOW[:10]
    ).split("|"):
        args = line.split()
        memory_manager.main([*args, "--memory-dir", root])
    for query in ("key password", "密码 验证码", "cookie bearer", "safe lock"):
        retrieve_memory.main(["--query", query, "--memory-dir", root, "--format", "json", "--explain"])
    said = capsys.readouterr()
    assert left([secret for _, secret in pairs()], said.out, said.err) == []


def test_what_a_person_wrote_into_a_face_is_masked_in_the_index(tmp_path):
    """Their file stays as they left it; nothing of ours copies the secret."""
    store = new_store(tmp_path)
    page = store.paths.topic("preferences")
    page.write_text("".join(f"- {' '.join(s.split())}\n" for s, _ in pairs()), encoding="utf-8")
    again = open_store(store.paths.root)
    with again.writing():
        pass
    setup.refresh(again, "en")
    others = "".join(
        p.read_bytes().decode("utf-8", "replace") for p in store.paths.root.rglob("*") if p.is_file() and p != page
    )
    assert left([secret for _, secret in pairs()], others) == []


def test_an_import_and_a_session_file_are_masked(tmp_path):
    """An exported memory, a note, a log whose lines hold them, and the name of a file."""
    store = new_store(tmp_path / "w")
    notes = tmp_path / "from"
    notes.mkdir()
    (notes / "MEMORY.md").write_text("".join(f"- {' '.join(s.split())}\n" for s, _ in pairs()), encoding="utf-8")
    take_in(store, notes)
    log = tmp_path / "talk.jsonl"
    rows = [{"role": "user", "content": s, "name": "Kim"} for s, _ in pairs()]
    log.write_text("".join(json.dumps(r, ensure_ascii=False) + "\n" for r in rows), encoding="utf-8")
    silent_agent.main(["--session-log", str(log), "--memory-dir", str(store.paths.root), "--quiet"])
    assert left([secret for _, secret in pairs()], every_byte(store.paths.root)) == []


def test_forgetting_a_secret_keeps_no_copy_of_the_request(tmp_path, capsys):
    """The words that were asked to be forgotten are kept as digests alone."""
    store = new_store(tmp_path)
    for _, secret in list(pairs())[:5]:
        forget.forget(store, Request(query=secret), "en")
    assert left([secret for _, secret in pairs()], every_byte(store.paths.root)) == []


def test_a_provider_is_sent_none(tmp_path, monkeypatch):
    """What a model would be asked about a turn, a statement or a memory is masked before the prompt is made."""
    from memory_strategy.judge import asking

    sent: List[str] = []

    class Asker:
        method, window, answered = "fake", 8000, 0
        failed: Any = Counter()

        def ask(self, step: str, lang: str, variables: Any, check: Any = None) -> Any:
            from memory_strategy.llm.failures import Failure

            sent.append(json.dumps(variables, ensure_ascii=False, default=str))
            raise Failure("timeout")

    assert hasattr(asking, "Asker")
    bench = Bench(load(None, {}).section("scoring_weights"), "", Asker(), "all")  # type: ignore[arg-type]
    store = new_store(tmp_path)
    take_turns(store, [turn(sentence, position=n) for n, (sentence, _) in enumerate(pairs())], bench)
    for sentence, _ in pairs():
        with contextlib.suppress(MemoryStrategyError):
            remember(store, Wish(sentence), bench)
    assert len(sent) > 1 and left([secret for _, secret in pairs()], *sent) == []


def test_an_error_does_not_repeat_what_it_was_given(tmp_path, capsys):
    """A wrong id, a wrong day, a wrong file: the sentence may name it, so the secret in it is masked."""
    store = new_store(tmp_path)
    root = str(store.paths.root)
    for _, secret in pairs():
        token = f"token={secret}"
        for args in (
            ["show", token],
            ["restore", token],
            ["daily-log", "--date", token],
            ["import", token],
            ["review", "accept", token],
        ):
            memory_manager.main([*args, "--memory-dir", root])
        silent_agent.main(["--session-log", token, "--memory-dir", root])
    said = capsys.readouterr()
    long = [secret for _, secret in pairs() if len(secret) >= 16]
    assert left(long, said.out, said.err) == []
