"""Every bug of the field reports is a test that bears its number."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent.parent
NUMBERS = [f"d{n:02}" for n in range(1, 48)]


def named() -> set:
    """The numbers that stand in the name of a test function."""
    pages = sorted(TESTS.rglob("test_*.py"))
    assert len(pages) > 20, "no tests were looked at"
    return {m.group(1) for page in pages for m in re.finditer(r"^\s*def test_(d\d\d)_", page.read_text("utf-8"), re.M)}


@pytest.mark.parametrize("number", NUMBERS)
def test_a_report_is_a_test(number):
    """Fixed once is not fixed for good."""
    assert number in named(), f"no test is called test_{number}_…"


def test_no_test_bears_a_number_that_is_no_report():
    """A slip of the pen would count for nothing."""
    assert named() <= set(NUMBERS)
