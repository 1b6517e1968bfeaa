"""The allowance of the scan is narrow, and earned."""

from __future__ import annotations

import pytest

import scan


def finding(rule: str, path: str, severity: str = "HIGH") -> dict:
    return {"rule_id": rule, "file_path": path, "severity": severity, "line_number": 1, "title": "t"}


WAIVER = scan.Waiver("HOMOGLYPH_ATTACK", "scripts/*.py", "why")


def test_only_what_is_waived_passes_and_an_idle_waiver_fails():
    """Another rule, another file, or a waiver that nothing needs."""
    waived = finding("HOMOGLYPH_ATTACK", "scripts/a/b.py")
    assert scan.judged([waived, finding("X", "y", "LOW")], [WAIVER]) == ([], [])
    other, idle = scan.judged(
        [finding("HOMOGLYPH_ATTACK", "SKILL.md"), finding("SQL", "scripts/a.py", "CRITICAL")], [WAIVER]
    )
    assert len(other) == 2 and idle == [WAIVER]


def test_two_lines_and_no_more():
    """What would need a third is to be mended."""
    assert [w.rule for w in scan.waivers(scan.WAIVERS.read_text(encoding="utf-8"))] == ["HOMOGLYPH_ATTACK"]
    with pytest.raises(SystemExit, match="2 are allowed"):
        scan.waivers("a | b | c\n" * 3)


def test_a_name_that_only_looks_like_ascii_is_found():
    """Chinese in strings and comments is none; a Cyrillic letter in an identifier is."""
    assert scan.hidden_names('x = "中文"  # 注释\n') == []
    assert scan.hidden_names("p\u0430ssword = 1\n") == ["p\u0430ssword"]
