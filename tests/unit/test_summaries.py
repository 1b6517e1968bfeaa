"""A summary may not lose what it condenses."""

from __future__ import annotations

import pytest

from memory_strategy.summaries import fits, invented, lost

EN = [
    "Mara moved to Graz in 2024 and pays 1,200 euros of rent.",
    "Mara does not eat shrimp.",
    "The dentist is next Friday at 15:30.",
]
ZH = ["我住在杭州，有两只猫，叫团子和年糕。", "我对花生过敏，不能吃坚果。", "下周三要去看牙医。"]


@pytest.mark.parametrize(
    ("originals", "summary"),
    [
        (EN, "Mara: in Graz since 2024, rent 1200 euros; eats no shrimp. Dentist next Friday, 15:30."),
        (ZH, "我住杭州，有2只猫团子和年糕；花生过敏，不能吃坚果；下周三看牙医。"),
        (["I never work on Sunday."], "I never work on Sunday"),
    ],
)
def test_a_summary_that_keeps_all_of_it_stands(originals, summary):
    """Names, numbers in another dress, dates and negations are there."""
    assert lost(originals, summary) == () and invented(originals, summary) == () and fits(originals, summary)


@pytest.mark.parametrize(
    ("originals", "summary", "missing"),
    [
        (EN, "Mara: in Graz since 2024; eats no shrimp. Dentist next Friday, 15:30.", "1200"),
        (
            EN,
            "Lives in Graz since 2024, rent 1200 euros; Mara eats shrimp. Dentist next Friday, 15:30.",
            "does not eat shrimp",
        ),
        (EN, "Mara: in Graz since 2024, rent 1200 euros; eats no shrimp. Dentist at 15:30.", "next Friday"),
        (ZH, "我住杭州，有猫团子和年糕；花生过敏，不能吃坚果；下周三看牙医。", "2"),
        (ZH, "我住杭州，有两只猫；花生过敏，能吃坚果；下周三看牙医。", "不能吃坚果"),
        (ZH, "我住杭州，有两只猫，叫团子和年糕；花生过敏，不能吃坚果。", "下周三"),
    ],
)
def test_a_summary_that_loses_something_names_it(originals, summary, missing):
    """A number, a negation, a date."""
    assert any(missing in item for item in lost(originals, summary)) and not fits(originals, summary)


def test_a_negation_that_changed_its_place_is_a_loss():
    """As many negations as before, and both turned around."""
    assert lost(["She may eat nuts, not shellfish."], "She may eat shellfish, not nuts.")


def test_what_a_summary_adds_does_not_stand():
    """A name, a number, a negation that no original holds."""
    assert "Oslo" in invented(["Mara lives in Graz."], "Mara lives in Graz and Oslo.")
    assert "7" in invented(["Mara has cats."], "Mara has 7 cats.")
    assert invented(["Mara eats fish."], "Mara eats no fish.")


@pytest.mark.parametrize(
    "answer", ["", "   ", "unchanged", "I cannot complete this.", "Mara lives somewhere.", "x" * 5000]
)
def test_d32_a_refusal_a_placeholder_or_a_husk_is_no_summary(answer):
    """D32: each of these once replaced a memory file."""
    assert not fits(EN, answer)
