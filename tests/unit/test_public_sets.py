"""Public sets become turns, and questions whose evidence is among them; the samples are made up."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"


@pytest.fixture(scope="module")
def sets():
    spec = importlib.util.spec_from_file_location("public_sets", BENCHMARKS / "public_sets.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def written(path: Path, value: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")
    return path


def checked(records) -> list:
    """The questions, each with evidence that some turn bears."""
    rows = list(records)
    known = {row["id"] for row in rows if row["kind"] == "turn"}
    asked = [row for row in rows if row["kind"] == "question"]
    assert asked and all(row["evidence"] and known.issuperset(row["evidence"]) for row in asked)
    return asked


def test_two_people_s_chat_keeps_its_days_and_pictures(tmp_path, sets):
    """REALTALK's shape."""
    said = {"clean_text": "My fern", "speaker": "Ida", "date_time": "03.01.2024, 08:00:00", "dia_id": "D1:1",
            "blip_caption": "a plant"}  # fmt: skip
    asked = {"question": "What does Ida grow?", "evidence": ["D1:1"], "category": 1}
    written(tmp_path / "Chat_1.json", {"session_1": [said], "qa": [asked]})
    turn, _ = sets.realtalk(tmp_path)
    assert (turn["time"], turn["text"]) == ("2024-01-03T08:00:00", "My fern [image: a plant]")
    assert checked(sets.realtalk(tmp_path))[0]["evidence"] == ["D1:1"]


def test_what_an_assistant_explained_is_asked_for_by_turn(tmp_path, sets):
    """BEAM's shape; what cannot be answered is left out."""
    turns = [{"role": "user", "id": 0, "time_anchor": "March-5-2024", "content": "I grow figs ->-> 1,1"},
             {"role": "assistant", "id": 1, "content": "Figs like sun."}]  # fmt: skip
    written(tmp_path / "1" / "chat.json", [{"batch_number": 1, "turns": [turns]}])
    asked = {"question": "What do I grow?", "source_chat_ids": {"first": [0]}}
    questions = {"information_extraction": [asked], "abstention": [asked]}
    written(tmp_path / "1" / "probing_questions" / "probing_questions.json", questions)
    assert [row["category"] for row in checked(sets.beam(tmp_path))] == ["information_extraction"]
    assert next(sets.beam(tmp_path))["text"] == "I grow figs"


def test_a_topic_is_looked_for_by_its_opening_and_its_guesses(tmp_path, sets):
    """Mem-PAL's shape; `long` lists the candidates."""
    dialogue = {
        "turn_1": {"user": {"action": "话题询问", "content": "怎么养好蕨？"},
                   "assistant": {"action": "需求推测", "content": "您想少浇水？"}},
        "turn_2": {"user": {"action": "需求确认", "content": "是的"}, "assistant": {"action": "方案提议", "content": "放阴处"}},
    }  # fmt: skip
    topic = {
        "user_query": "蕨怎么养？",
        "requirement": "用户想省事地养蕨",
        "candidate_solutions": [{"solution": "用自吸盆"}],
    }
    part = {"sample_id": "s", "dialogue_timestamp": "2024-01-01 09:00:00", "dialogue": dialogue, "topics": {"t": topic}}
    path = written(tmp_path / "0007.json", {"0007": {"history": [part]}})
    evidence = {row["category"]: row["evidence"] for row in checked(sets.pal([path], False))}
    assert evidence == {"topic": ["s:0"], "requirement": ["s:0", "s:1", "s:2"]}
    assert any("1. **用自吸盆**" in row.get("text", "") for row in sets.pal([path], True))
