"""The documents against the code, both ways: what is written exists, and what exists is written."""

from __future__ import annotations

import importlib
import re
import shlex
from pathlib import Path
from typing import Iterator, List, Tuple

import pytest

import generate_docs
from memory_strategy.config import KNOBS
from memory_strategy.retrieve import context
from repository import LAUNCHERS, ROOT, documents, shown

FLAG = re.compile(r"(?<![\w-])--[a-z][a-z_-]+")
# Pages that tell of the plan or of the past, not of the commands.
NOT_MANUALS = {"CHANGELOG.md"}


def manuals() -> List[Path]:
    return [page for page in documents() if page.name not in NOT_MANUALS]


def parser(name: str):
    return importlib.import_module(f"memory_strategy.cli.{name}").build_parser()


def commands(page: Path) -> Iterator[Tuple[int, str, List[str]]]:
    """Every launcher call in a code block of the page: line, launcher, arguments."""
    inside, joined, start = False, "", 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
            continue
        if not inside:
            continue
        start = start if joined else number
        joined += line.strip()
        if joined.endswith("\\"):
            joined = joined[:-1]
            continue
        call, joined = joined, ""
        found = re.search(r"scripts/(\w+)\.py(.*)", call.split(" | ")[0])
        if found and re.match(r"(\$ )?(\w+=\S+ )*(python3?|/\S+)", call):
            yield start, found.group(1), shlex.split(found.group(2), comments=True)


def test_every_command_in_the_documents_parses():
    """A reader may copy any line of a code block."""
    seen, wrong = 0, []
    for page in manuals():
        for line, name, arguments in commands(page):
            seen += 1
            assert name in LAUNCHERS, f"{shown(page)}:{line}: there is no scripts/{name}.py"
            try:
                parser(name).parse_args([part for part in arguments if part not in (">", "<")])
            except SystemExit as exit_:
                if exit_.code:
                    wrong.append(f"{shown(page)}:{line}: {name} {' '.join(arguments)}")
    assert seen >= 10, f"only {seen} commands were looked at"
    assert not wrong, "\n".join(wrong)


def known_flags() -> set:
    return {flag for name in LAUNCHERS for row in generate_docs.documented(name) for flag in row.flags}


def test_every_flag_in_the_documents_exists():
    """Also those in running text and tables."""
    known, seen = known_flags(), 0
    for page in manuals():
        for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
            for flag in FLAG.findall(line):
                seen += 1
                assert flag in known, f"{shown(page)}:{number}: {flag}"
    assert seen, "no flag was looked at"


def test_every_flag_and_command_is_documented():
    """references/cli.md leaves nothing out."""
    page = (ROOT / "references/cli.md").read_text(encoding="utf-8")
    shared = page.split(f"## {generate_docs.EVERY_COMMAND}\n", 1)[1].split("\n## ", 1)[0]
    for name in LAUNCHERS:
        for row in generate_docs.documented(name):
            assert f"## {row.title}\n" in page, row.title
            section = shared + page.split(f"## {row.title}\n", 1)[1].split("\n## ", 1)[0]
            for flag in row.flags:
                assert f"`{flag}" in section, f"{row.title}: {flag}"


def test_every_flag_has_a_help_text():
    """An agent chooses a flag by its one line."""
    for name in LAUNCHERS:
        for row in generate_docs.documented(name):
            for action in row.actions:
                assert action.help, f"{row.title}: {action.option_strings or action.dest}"


@pytest.mark.parametrize("path", sorted(generate_docs.PAGES), ids=str)
def test_generated_pages_are_what_the_code_generates(path):
    """`make docs` brings them up to date."""
    assert (ROOT / path).read_text(encoding="utf-8") == generate_docs.PAGES[path]()


def test_every_knob_is_documented_and_every_documented_knob_exists():
    """In the generated page and in what was written by hand."""
    keys = {knob.key for knob in KNOBS}
    page = (ROOT / "references/configuration.md").read_text(encoding="utf-8")
    for knob in KNOBS:
        assert f"`{knob.key}`" in page and f"`{knob.env}`" in page, knob.key
    sections = {key.split(".")[0] for key in keys if "." in key}
    for document in manuals():
        for name in re.findall(r"`([a-z_]+\.[a-z_.]+)`", document.read_text(encoding="utf-8")):
            if name.split(".")[0] in sections and not name.endswith((".md", ".py", ".yaml", ".jsonl")):
                assert name in keys or name in sections, f"{shown(document)}: {name}"


def test_links_between_documents_lead_somewhere():
    """Relative links only; each file is there."""
    seen = 0
    for page in documents():
        for link in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", page.read_text(encoding="utf-8")):
            seen += 1
            assert (page.parent / link).exists(), f"{shown(page)}: {link}"
    assert seen, "no link was looked at"


def without_code(page: str) -> str:
    return re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)


def test_both_readmes_have_the_same_sections():
    """Neither language is the poorer one."""
    english, chinese = (
        re.findall(r"^(##+) ", without_code((ROOT / name).read_text(encoding="utf-8")), re.MULTILINE)
        for name in ("README.md", "README.zh-CN.md")
    )
    assert english and english == chinese


def test_the_marks_that_the_skill_explains_are_the_ones_that_are_printed():
    """An agent knows how to speak by these words."""
    page = (ROOT / "SKILL.md").read_text(encoding="utf-8").split("## Reading an answer", 1)[1].split("\n## ", 1)[0]
    printed = "".join(words for language in context._WORDS.values() for words in language.values())
    table = "\n".join(line for line in page.splitlines() if line.startswith("|"))
    quoted = re.findall(r"(?<=[（(])[^（()）]+?(?=…|[)）])", table) + ["可能相关，需要时查阅"]
    assert len(quoted) >= 9
    for words in quoted:
        assert words.strip() in printed, words
