#!/usr/bin/env python3
"""Public sets of long conversations, turned into the lines that `conversations.py` reads.

    python3 benchmarks/public_sets.py realtalk FOLDER > realtalk.jsonl   # danny911kr/REALTALK, data/: people, 21 days
    python3 benchmarks/public_sets.py beam FOLDER > beam.jsonl           # mohammadtavakoli78/BEAM, chats/100K/: long replies
    python3 benchmarks/public_sets.py realmem FOLDER > realmem.jsonl     # RealMem's dataset/: projects over many sessions
    python3 benchmarks/public_sets.py pal FILES > pal.jsonl              # Mem-PAL's users, Chinese or English; --long

What counts as evidence. REALTALK and BEAM name the turns; BEAM's abstentions have none and are left out. RealMem names
the memories that its assistant used: a turn is evidence when a memory's snapshot begins like it; the query itself and
the reply to it are taken out of the record. Mem-PAL names none: a topic's short question looks for the turn that opens
the topic, its requirement for that turn and the guesses and confirmations after it. `--long` makes each proposal of
Mem-PAL's assistant a list of all candidate solutions of the topic, as an assistant that explains at length would.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from datetime import datetime
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

Record = Dict[str, Any]
_PAL_OPENING = ("话题询问", "Topic Inquiry")
_PAL_GUESS = ("需求推测", "需求确认", "Requirement Prediction", "Requirement Confirmation")
_PAL_PROPOSAL = ("方案提议", "方案讨论", "Solution Proposal", "Solution Discussion")
_PAL_QUESTIONS = 40  # of each user, drawn from the user's number


def _turn(conv: str, session: str, key: str, time: str, speaker: str, text: str) -> Record:
    return {"kind": "turn", "conv": conv, "session": session, "id": key, "time": time, "speaker": speaker, "text": text}


def _question(conv: str, key: str, category: str, text: str, evidence: List[str]) -> Record:
    return {"kind": "question", "conv": conv, "qid": key, "category": category, "question": text,
            "evidence": list(dict.fromkeys(evidence))}  # fmt: skip


def realtalk(folder: Path) -> Iterator[Record]:
    """Messages between two people; the numbers of its categories are kept."""
    for path in sorted(folder.glob("Chat*.json")):
        held, conv = json.loads(path.read_text(encoding="utf-8")), path.stem
        for number in sorted(int(k[8:]) for k in held if re.fullmatch(r"session_\d+", k)):
            for said in held[f"session_{number}"]:
                time = datetime.strptime(said["date_time"], "%d.%m.%Y, %H:%M:%S").isoformat()
                seen = said.get("blip_caption") or ""
                text = said["clean_text"] + (
                    f" [image: {seen if isinstance(seen, str) else ' '.join(seen)}]" if seen else ""
                )
                yield _turn(conv, str(number), said["dia_id"], time, said["speaker"], text)
        for number, asked in enumerate(held["qa"]):
            evidence = re.findall(r"D\d+:\d+", json.dumps(asked.get("evidence")))
            yield _question(conv, f"{conv}-{number}", str(asked["category"]), asked["question"], evidence)


def beam(folder: Path) -> Iterator[Record]:
    """A user and an assistant who explains, each batch a session on the day that its user turns name."""
    for place in sorted((p for p in folder.iterdir() if p.is_dir()), key=lambda p: int(p.name)):
        conv, time = f"beam{place.name}", ""
        for batch in json.loads((place / "chat.json").read_text(encoding="utf-8")):
            for said in (said for group in batch["turns"] for said in group):
                if said.get("time_anchor"):
                    month, day, year = said["time_anchor"].split("-")
                    time = datetime.strptime(f"{month[:3]} {day} {year}", "%b %d %Y").isoformat()
                text = re.sub(r"\s*->->\s*[\d,]+\s*$", "", said["content"])
                yield _turn(conv, str(batch["batch_number"]), str(said["id"]), time, said["role"], text)
        path = place / "probing_questions" / "probing_questions.json"
        for category, questions in json.loads(path.read_text(encoding="utf-8")).items():
            for number, asked in enumerate(questions if category != "abstention" else ()):
                evidence = re.findall(r"\d+", json.dumps(asked.get("source_chat_ids", []), ensure_ascii=False))
                yield _question(conv, f"{conv}-{category}-{number}", category, asked["question"], evidence)


def realmem(folder: Path) -> Iterator[Record]:
    """A user's projects with an assistant, with idle talk between; its queries are turns of the dialogue itself."""
    for path in sorted(folder.glob("*_dialogues_256k.json")):
        held = json.loads(path.read_text(encoding="utf-8"))
        conv, turns, asked, sources = held["_metadata"]["person_name"], {}, [], {}
        for part in held["dialogues"]:
            session, day = part["session_uuid"], re.match(r"\d{4}-\d\d-\d\d", part.get("current_time") or "")
            said = part["dialogue_turns"]
            for place, turn in enumerate(said):
                before = said[place - 1] if place else {}
                if turn["speaker"] != "User" and before.get("is_query"):
                    asked.append((before, turn.get("memory_used") or ()))
                elif not turn.get("is_query"):
                    turns[f"{session}:{place}"] = turn["content"]
                    time = f"{day[0]}T10:00:00" if day else ""
                    yield _turn(conv, session, f"{session}:{place}", time, turn["speaker"], turn["content"])
            for learned in part.get("extracted_memory") or ():
                sources[session, json.dumps(learned["content"])] = str(learned.get("source_content_snapshot") or "")
        for query, used in asked:
            evidence = [_source(turns, m["session_uuid"], sources.get((m["session_uuid"], json.dumps(m["content"])), ""))
                        for m in used]  # fmt: skip
            yield _question(conv, str(query["query_id"]), "query", query["content"], [key for key in evidence if key])


def _source(turns: Dict[str, str], session: str, snapshot: str) -> str:
    beginning = snapshot.strip()[:80]
    found = (k for k, text in turns.items() if k.startswith(f"{session}:") and text.strip().startswith(beginning))
    return next(found, "") if beginning else ""


def pal(files: List[Path], long: bool) -> Iterator[Record]:
    """Mem-PAL's users: what they told an assistant, topic by topic."""
    for path in files:
        for user, held in json.loads(path.read_text(encoding="utf-8")).items():
            questions: List[Tuple[str, str, List[str]]] = []
            for part in held["history"]:
                turns = list(_pal_turns(f"pal{user}", part, long))
                yield from (turn for turn, _ in turns)
                questions += _pal_questions(part, [(turn["id"], action) for turn, action in turns])
            random.Random(int(user)).shuffle(questions)
            for number, (category, text, evidence) in enumerate(questions[:_PAL_QUESTIONS]):
                yield _question(f"pal{user}", f"pal{user}-{number}", category, text, evidence)


def _pal_turns(conv: str, part: Dict[str, Any], long: bool) -> Iterator[Tuple[Record, str]]:
    topics, topic, place = list(part["topics"].values()), -1, 0
    for pair in part["dialogue"].values():
        for speaker in ("user", "assistant"):
            if speaker not in pair:
                continue
            text, action = pair[speaker]["content"], pair[speaker]["action"]
            topic += action in _PAL_OPENING
            if long and speaker == "assistant" and action in _PAL_PROPOSAL and 0 <= topic < len(topics):
                listed = (s["solution"] for s in topics[topic]["candidate_solutions"])
                text += "\n\n" + "\n".join(f"{n}. **{s[:8]}**：{s}" for n, s in enumerate(listed, 1))
            key, time = f"{part['sample_id']}:{place}", part["dialogue_timestamp"].replace(" ", "T")
            yield _turn(conv, part["sample_id"], key, time, speaker, text), action
            place += 1


def _pal_questions(part: Dict[str, Any], said: List[Tuple[str, str]]) -> List[Tuple[str, str, List[str]]]:
    opening = [place for place, (_, action) in enumerate(said) if action in _PAL_OPENING]
    topics = list(part["topics"].values())
    if len(opening) != len(topics):
        return []
    out = []
    for place, topic in zip(opening, topics):
        first, after = said[place][0], said[place + 1 : place + 4]
        out.append(("topic", topic["user_query"], [first]))
        out.append(
            ("requirement", topic["requirement"], [first, *(key for key, action in after if action in _PAL_GUESS)])
        )
    return out


def main() -> int:
    """Print the lines of one set."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=["realtalk", "beam", "realmem", "pal"])
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--long", action="store_true", help="pal: proposals as lists of all candidate solutions")
    arguments = parser.parse_args()
    first = arguments.paths[0]
    records = {
        "realtalk": lambda: realtalk(first),
        "beam": lambda: beam(first),
        "realmem": lambda: realmem(first),
        "pal": lambda: pal(arguments.paths, arguments.long),
    }[arguments.name]()
    for record in records:
        sys.stdout.write(json.dumps(record, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
