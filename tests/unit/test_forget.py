"""Forgetting: after a yes no byte is left under the folder, an old log teaches nothing again, nothing else is lost."""

from __future__ import annotations

import json
import unicodedata

import pytest

from memory_strategy import forget, maintain
from memory_strategy.consolidate import take_turns
from memory_strategy.errors import NotFound, Refused, UsageError
from memory_strategy.maintain import plan_compress
from memory_strategy.memory import archive
from memory_strategy.memory.tracing import Request, Words, unescaped
from memory_strategy.model import ASSISTANT, OTHER, Evidence
from memory_strategy.store import lines
from memory_strategy.transfer import give_out, take_in
from stores import BENCH, active, add, keep, memory, new_store, open_store, turn

WORD = "quokkaberry77"
SAID = (
    turn(f"Remember this: my locker code is {WORD}.", position=0),
    turn(f"Noted: your locker code is {WORD}.", position=1, origin=ASSISTANT),
    turn("I live in Porto.", position=2),
)


def traces(store, word=WORD):
    """Files below the folder that hold the word in any of its forms."""
    forms = {word, word.upper(), unicodedata.normalize("NFD", word), json.dumps(word)[1:-1], word.casefold()}
    sought = [form.encode() for form in forms]
    files = [p for p in store.paths.root.rglob("*") if p.is_file()]
    assert files
    return sorted(
        store.paths.relative(p)
        for p in files
        if any(s in raw or s in raw.lower() for raw in [p.read_bytes()] for s in sought)
    )


def learned(store):
    take_turns(store, SAID, BENCH)
    return store


def test_a_preview_shows_and_changes_nothing(tmp_path):
    """Without --yes nothing is written."""
    store = learned(new_store(tmp_path))
    before = {p: p.read_bytes() for p in store.paths.root.rglob("*") if p.is_file()}
    found = forget.preview(store, Request(query=WORD))
    assert [m.text for m in found.memories] == [f"my locker code is {WORD}"] and len(found.turns) == 2
    assert {p: p.read_bytes() for p in store.paths.root.rglob("*") if p.is_file()} == before


def test_no_byte_is_left_and_the_same_log_teaches_nothing(tmp_path):
    """Records, journal, faces, index, snapshot; the log again, also where the list of seen turns is lost."""
    store = learned(new_store(tmp_path))
    assert len(traces(store)) >= 5
    done = forget.forget(store, Request(query=WORD), "en")
    assert (done.memories, done.turns, done.left) == (1, 2, []) and traces(store) == []
    for lost in (store.paths.seen, store.paths.index):
        outcome = take_turns(learned(open_store(store.paths.root)), SAID, BENCH)
        assert traces(store) == [] and not outcome.of("written")
        lost.unlink()
    assert "I live in Porto" in active(open_store(store.paths.root))


def test_a_log_that_was_never_read_before_the_request_is_refused_too(tmp_path):
    """Asked in the middle of a conversation, the conversation is consolidated at its end."""
    store = new_store(tmp_path)
    (receipt,) = [keep(store, f"The locker opens with {WORD}")]
    forget.forget(store, Request(ids=(receipt.memory.short,)), "en")
    outcome = take_turns(store, SAID, BENCH)
    assert traces(store) == [] and outcome.skipped["forgotten"] == 2
    assert active(store) == ["I live in Porto"]


def test_what_is_said_anew_later_is_heard(tmp_path):
    """An old log is refused, not a new wish."""
    store = new_store(tmp_path)
    keep(store, "I live in Porto")
    forget.forget(store, Request(query="Porto"), "en")
    later = open_store(store.paths.root, "2026-08-01T00:00:00Z")
    take_turns(later, [turn("I live in Porto.", time="2026-07-30T00:00:00Z", session="s9")], BENCH)
    assert active(later) == ["I live in Porto"]


def test_the_owner_may_add_the_same_words_again_and_is_told(tmp_path):
    """An explicit wish counts for more than an old one."""
    store = new_store(tmp_path)
    keep(store, f"my code is {WORD}")
    forget.forget(store, Request(query=WORD), "en")
    assert keep(store, f"my code is {WORD}").action == "written"
    assert any("forgotten on request" in w for w in store.warnings)


def plant(store):
    """The word in a dozen places, in many forms."""
    learned(store)
    nfd = unicodedata.normalize("NFD", "Crème brûlée " + WORD)
    add(
        store,
        memory(f"{WORD.upper()} again", tags=(WORD,)),
        memory(f"{nfd} on Friday"),
        memory("a door", value=WORD, attribute="code"),
    )
    with store.writing() as writer:
        writer.archive(next(m for m in store.memories() if "again" in m.text))
    for name in ("contacts", "preferences"):
        face = store.paths.topic(name)
        face.write_text(
            (face.read_text("utf-8") if face.exists() else "# x\n") + f"\nMy note on {WORD}.\nAnother line.\n", "utf-8"
        )
    paths = store.paths
    paths.review.write_text(f"# For review\n\n- a page said {WORD}\n", "utf-8")
    paths.index_page.write_text(paths.index_page.read_text("utf-8") + f"\nsee {WORD}\n", "utf-8")
    paths.window.write_text(
        json.dumps({"messages": [{"text": WORD}, {"text": "fine"}], "waiting": [], "next": 3}), "utf-8"
    )
    (paths.records / "facts.torn").write_bytes(b'{"v":1,"r":{"text":"quokkaber')
    (paths.index.parent / "memory.sqlite.broken").write_bytes(f"..{WORD}..".encode())
    (paths.state / "reports.jsonl").write_text(json.dumps({"text": "caf\u00e9 " + WORD}) + "\n", "utf-8")
    (paths.state / "answers").mkdir()
    (paths.state / "answers" / "x.json").write_text(json.dumps({"answer": WORD}), "utf-8")
    with open_store(paths.root).reading():
        pass


def test_every_place_and_form_is_erased_and_nothing_else(tmp_path):
    """Upper case, decomposed, tags, values, archive, torn tails, window, broken indexes, a person's own lines."""
    store = new_store(tmp_path)
    keep(store, "I prefer green tea")
    plant(store)
    done = forget.forget(open_store(store.paths.root), Request(query=WORD), "en")
    assert traces(store) == [] and done.left == []
    assert not list(store.paths.root.rglob("*.torn")) and not list(store.paths.index.parent.glob("*.broken*"))
    assert {"I prefer green tea", "I live in Porto"} <= set(active(open_store(store.paths.root)))
    assert "Another line." in store.paths.topic("contacts").read_text("utf-8")
    assert [m["text"] for m in json.loads(store.paths.window.read_bytes())["messages"]] == ["fine"]


@pytest.mark.parametrize(
    "request_of", [lambda ids: Request(query=WORD), lambda ids: Request(ids=ids)], ids=["query", "id"]
)
def test_killed_anywhere_and_run_again_it_completes(tmp_path, monkeypatch, request_of):
    """At every write, replacement and removal; the second run leaves no trace."""
    from memory_strategy.memory import erasing
    from memory_strategy.store import files

    real = {"replace": files.replace, "append": files.append}
    removed = erasing._remove
    for at in range(1, 200):
        store = new_store(tmp_path / str(at))
        learned(store)
        keep(store, "I prefer green tea")
        ids = tuple(m.id for m in forget.preview(store, Request(query=WORD)).memories)
        count = iter(range(1, 10_000))

        def dying(function, count=count, at=at):
            def call(*args, **kwargs):
                if next(count) == at:
                    raise KeyboardInterrupt
                return function(*args, **kwargs)

            return call

        with monkeypatch.context() as patch:
            for name, function in real.items():
                patch.setattr(files, name, dying(function))
            patch.setattr(erasing, "_remove", dying(removed))
            try:
                forget.forget(open_store(store.paths.root), request_of(ids), "en")
                finished = True
            except KeyboardInterrupt:
                finished = False
        forget.forget(open_store(store.paths.root), request_of(ids), "en")
        assert traces(store) == [], at
        assert "I prefer green tea" in active(open_store(store.paths.root)), at
        if finished:
            assert at > 8
            return
    pytest.fail("it never finished")


def test_restore_and_import_refuse(tmp_path):
    """By id, and by an export made before."""
    store = new_store(tmp_path)
    kept = keep(store, f"my code is {WORD}").memory
    with store.reading():
        export = give_out(store)
    file = tmp_path / "export.json"
    file.write_text(json.dumps(export), "utf-8")
    forget.forget(store, Request(ids=(kept.id,)), "en")
    with store.writing() as writer, pytest.raises(Refused, match="forgotten on request"):
        archive.restore(store, writer, kept.id)
    assert take_in(store, file).skipped["forgotten"] == 1 and traces(store) == []


def test_forgetting_one_id_leaves_the_rest_of_its_turn_remembered(tmp_path):
    """The raw turn goes whole; another memory from it stays, without the quote."""
    store = new_store(tmp_path)
    proof = Evidence("s", "m1", f"I like jazz and my code is {WORD}", "2026-05-06T09:00:00Z")
    add(store, memory("I like jazz", evidence=(proof,)), memory(f"my code is {WORD}", evidence=(proof,)))
    with store.reading():
        gone = next(m for m in store.memories() if WORD in m.text)
    forget.forget(store, Request(ids=(gone.id,)), "en")
    with store.reading():
        (kept,) = store.memories()
    assert (kept.text, kept.evidence[0].quote) == ("I like jazz", "") and traces(store) == []


def test_a_session_goes_with_what_came_of_it_alone(tmp_path):
    """What was told in another session too stays, known from there."""
    store = new_store(tmp_path)
    take_turns(
        store, [turn("I live in Porto.", session="a"), turn("I prefer green tea.", session="a", position=1)], BENCH
    )
    take_turns(store, [turn("I live in Porto.", session="ab")], BENCH)
    done = forget.forget(store, Request(session="a"), "en")
    assert (done.turns, active(store)) == (2, ["I live in Porto"])
    with store.reading():
        (kept,) = store.memories()
    assert {e.session for e in kept.evidence} == {"ab"} == {kept.session}
    take_turns(store, [turn("I prefer rye bread.", session="a", position=9)], BENCH)
    assert active(store) == ["I live in Porto"]


def test_a_person_goes_by_name_voice_and_mention(tmp_path):
    """About whom, by whom, and whoever speaks of them."""
    store = new_store(tmp_path)
    take_turns(store, [turn("I only drink warm water.", origin=OTHER, speaker="小满", audience="group:1")], BENCH)
    add(store, memory("小满喜欢绿茶", subject="小满"), memory("小曼喜欢红茶", subject="小曼"), memory("和小满约了周五"))
    forget.forget(store, Request(person="小满"), "zh")
    assert active(store) == ["小曼喜欢红茶"] and traces(store, "小满") == []


def test_a_summary_is_made_anew_from_what_stays(tmp_path):
    """Or, where one original is left, that one comes back; a summary of the forgotten alone is dropped."""
    store = new_store(tmp_path)
    texts = (f"My code is {WORD}.", "The tram takes 12 minutes.", "Lunch is at noon.")
    notes = [
        memory(t, category="daily", importance=3, created_at=f"2026-04-10T0{i}:00:00.000Z") for i, t in enumerate(texts)
    ]
    add(store, *notes)
    with store.reading():
        plan = maintain.plan_monthly(list(store.memories()), store.now, store.settings)
    maintain.apply(store, plan, yes=True)
    assert active(store) == [" ".join(texts)]
    done = forget.forget(store, Request(query=WORD), "en")
    assert (
        done.remade == 1 and active(store) == ["The tram takes 12 minutes. Lunch is at noon."] and traces(store) == []
    )
    forget.forget(store, Request(query="tram"), "en")
    assert active(store) == ["Lunch is at noon."]


def test_forgetting_a_summary_takes_its_originals(tmp_path):
    """The words would else be restored from the archive."""
    store = new_store(tmp_path, retention__profile="s3")
    long = f"The code is {WORD}. " + "It is quiet there and nobody minds the gulls at all. " * 5
    add(store, memory(long, tags=("key",), created_at="2026-04-01T00:00:00Z"))
    with store.reading():
        plan = plan_compress(list(store.memories()), store.now, store.settings)
    maintain.apply(store, plan, yes=True)
    with store.reading():
        (summary,) = store.memories(status="active")
    forget.forget(store, Request(ids=(summary.short,)), "en")
    assert traces(store) == [] and not list(store.paths.plans.glob("*"))


def test_a_line_merged_in_by_git_does_not_come_back(tmp_path):
    """Records merge line by line; what was forgotten here stays hidden, and the next request erases it again."""
    store = new_store(tmp_path)
    kept = keep(store, f"my code is {WORD}").memory
    path = store.paths.record_file(kept.kind)
    line = path.read_bytes()
    forget.forget(store, Request(ids=(kept.id,)), "en")
    path.write_bytes(path.read_bytes() + line)
    assert active(open_store(store.paths.root)) == []
    forget.forget(open_store(store.paths.root), Request(ids=(kept.id,)), "en")
    assert traces(store) == []


def test_the_digests_hold_no_word_and_the_key_is_private(tmp_path):
    """Keyed, mode 0600, and kept out of git."""
    store = new_store(tmp_path)
    kept = keep(store, f"my code is {WORD}").memory
    forget.forget(store, Request(ids=(kept.id,)), "en")
    body = store.forgotten.log.read_text("utf-8")
    assert WORD not in body and kept.id not in body
    assert store.forgotten.key_file.stat().st_mode & 0o077 == 0
    assert "forgotten.key" in (store.paths.root / ".gitignore").read_text("utf-8")


def test_what_names_nothing_or_everything_is_refused(tmp_path):
    """A slip must not erase a life."""
    store = new_store(tmp_path)
    for request in (Request(), Request(query="x", session="y"), Request(query=" … "), Request(person="user")):
        with pytest.raises(UsageError):
            forget.forget(store, request, "en")
    with pytest.raises(NotFound):
        forget.forget(store, Request(ids=("zzzzzz",)), "en")


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("form", "the information desk", False), ("form", "the Form.", True), ("发票", "那張發票", True), ("小满", "小 满", True),
        ("Ａ－７号", "a-7号", True), ("locker code", "the code of my locker", True), ("café", "CAFE\u0301", True),
    ],
)  # fmt: skip
def test_words_are_found_in_every_form_and_not_inside_short_others(query, text, found):
    """Case, width, script, composition and order; "form" is not in "information"."""
    assert Words(query)(text) is found


def test_escapes_are_read():
    """JSON that another tool wrote with ASCII only."""
    assert unescaped(json.dumps("小满 😀")) == '"小满 😀"'


def test_what_lies_outside_is_named_and_what_is_left_is_listed(tmp_path):
    """Nobody can promise git history; settings are the owner's to change."""
    store = new_store(tmp_path)
    keep(store, f"my code is {WORD}")
    store.paths.config.write_text(f"# {WORD}\n", "utf-8")
    (tmp_path / ".git").mkdir()
    done = forget.forget(store, Request(query=WORD), "en")
    assert done.left == ["config.yaml"] and done.in_git and len(done.unreachable("zh")) == 3


def test_an_earlier_wording_goes_and_the_memory_stays(tmp_path):
    """History is a line of the record too."""
    store = new_store(tmp_path)
    kept = keep(store, f"I prefer {WORD} jam").memory
    face = store.paths.root / kept.path
    face.write_text(face.read_text("utf-8").replace(f"{WORD} jam", "plum jam"), "utf-8")
    assert active(open_store(store.paths.root)) == ["I prefer plum jam"] and traces(store)
    forget.forget(open_store(store.paths.root), Request(query=WORD), "en")
    assert traces(store) == [] and active(open_store(store.paths.root)) == ["I prefer plum jam"]


def test_in_the_hosts_own_layout_too(tmp_path):
    """Faces outside the memory folder; the host's lines stay."""
    store = new_store(tmp_path, layout="openclaw")
    (tmp_path / "MEMORY.md").write_text("# Memory\n\nThe host's own line.\n", "utf-8")
    keep(store, f"my code is {WORD}", category="core")
    take_turns(store, SAID, BENCH)
    assert WORD in (tmp_path / "MEMORY.md").read_text("utf-8")
    forget.forget(open_store(store.paths.root, layout="openclaw"), Request(query=WORD), "en")
    left = [p for p in tmp_path.rglob("*") if p.is_file() and WORD.encode() in p.read_bytes()]
    assert left == [] and "The host's own line." in (tmp_path / "MEMORY.md").read_text("utf-8")


def test_small_talk_of_a_forgotten_session_silences_nothing(tmp_path):
    """Only what says something is refused elsewhere."""
    store = new_store(tmp_path)
    take_turns(store, [turn("好的。", session="a"), turn("我住在杭州。", session="a", position=1)], BENCH)
    forget.forget(store, Request(session="a"), "zh")
    take_turns(store, [turn("好的。我对花生过敏。", session="b")], BENCH)
    assert active(store) == ["我对花生过敏"]


@pytest.mark.parametrize(
    ("name", "odd"),
    [("usage.jsonl", {"id": []}), ("facts.jsonl", {"id": "x", "evidence": [1], "tags": 3}), ("journal", {"key": []})],
)
def test_an_odd_line_does_not_stop_a_forgetting(tmp_path, name, odd):
    """A line with a right checksum that no version of ours wrote."""
    store = learned(new_store(tmp_path))
    path = next(store.paths.journal.iterdir()) if name == "journal" else store.paths.records / name
    with open(path, "ab") as stream:
        stream.write(lines.encode(odd))
    forget.forget(open_store(store.paths.root), Request(query=WORD), "en")
    assert traces(store) == []
