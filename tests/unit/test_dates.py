"""Time expressions: every case names its words, the day it was said and the days meant."""

from __future__ import annotations

from datetime import date, datetime, timedelta, timezone

import pytest

from memory_strategy.rules.dates import find_dates, query_dates, with_dates

SHANGHAI = timezone(timedelta(hours=8))
WEDNESDAY = datetime(2026, 5, 6, 10, 0, tzinfo=SHANGHAI)


def on(day: str) -> datetime:
    return datetime.combine(date.fromisoformat(day), datetime.min.time(), SHANGHAI).replace(hour=10)


def spans(text: str, said: datetime = WEDNESDAY, **options):
    return [(m.words, m.since, m.until) for m in find_dates(text, said, **options)]


def one(text: str, said: datetime = WEDNESDAY) -> str:
    (mention,) = find_dates(text, said)
    assert text[mention.start : mention.end] == mention.words
    return mention.since if mention.since == mention.until else f"{mention.since}..{mention.until}"


DAYS = {
    "今天": "2026-05-06", "昨天": "2026-05-05", "前天": "2026-05-04", "大前天": "2026-05-03", "明天": "2026-05-07",
    "后天": "2026-05-08", "大后天": "2026-05-09", "今早": "2026-05-06", "昨晚": "2026-05-05", "明早": "2026-05-07",
    "上周三": "2026-04-29", "下周三": "2026-05-13", "这周五": "2026-05-08", "上上周日": "2026-04-26", "下下周一": "2026-05-18",
    "下个星期天": "2026-05-17", "上个礼拜三": "2026-04-29", "上个月5号": "2026-04-05", "下个月十二号": "2026-06-12",
    "3天前": "2026-05-03", "三天后": "2026-05-09", "十天后": "2026-05-16", "２天后": "2026-05-08", "二十一天前": "2026-04-15",
    "2026年5月1日": "2026-05-01", "二〇二五年十二月三日": "2025-12-03", "5月1号": "2026-05-01", "五月一日": "2026-05-01",
    "去年3月5日": "2025-03-05", "明年元旦": "2027-01-01", "去年国庆节": "2025-10-01", "再过三天": "2026-05-09",
    "後天": "2026-05-08", "下週三": "2026-05-13", "上個禮拜五": "2026-05-01", "兩天後": "2026-05-08", "5月1號": "2026-05-01",
    "今年國慶": "2026-10-01", "2026-03-05": "2026-03-05", "2026/3/5": "2026-03-05", "25/12/2025": "2025-12-25", "25.12.2025": "2025-12-25",
    "3/25/2026": "2026-03-25", "today": "2026-05-06", "Yesterday": "2026-05-05", "tomorrow": "2026-05-07",
    "the day before yesterday": "2026-05-04", "the day after tomorrow": "2026-05-08", "last night": "2026-05-05",
    "tonight": "2026-05-06", "last Friday": "2026-05-01", "next Wednesday": "2026-05-13", "this Friday": "2026-05-08",
    "next Mon": "2026-05-11", "Friday next week": "2026-05-15", "3 days ago": "2026-05-03", "in ten days": "2026-05-16",
    "five days from now": "2026-05-11", "March 5th, 2026": "2026-03-05", "5 March 2025": "2025-03-05",
    "the 5th of March": "2026-03-05", "Mar 5": "2026-03-05", "May 1": "2026-05-01", "last Christmas": "2025-12-25",
    "next Halloween": "2026-10-31",
}  # fmt: skip

RANGES = {
    "本周末": "2026-05-09..2026-05-10", "上周": "2026-04-27..2026-05-03", "下个星期": "2026-05-11..2026-05-17",
    "上个月": "2026-04-01..2026-04-30", "下月": "2026-06-01..2026-06-30", "本月底": "2026-05-21..2026-05-31",
    "两周前": "2026-04-20..2026-04-26", "两个月前": "2026-03-01..2026-03-31", "半年前": "2025-11-01..2025-11-30",
    "半个月前": "2026-04-19..2026-04-23", "去年": "2025-01-01..2025-12-31", "前年": "2024-01-01..2024-12-31",
    "明年": "2027-01-01..2027-12-31", "三年前": "2023-01-01..2023-12-31", "去年冬天": "2025-12-01..2026-02-28",
    "去年3月": "2025-03-01..2025-03-31", "三月份": "2026-03-01..2026-03-31", "2025年10月": "2025-10-01..2025-10-31",
    "月底": "2026-05-21..2026-05-31", "月初": "2026-05-01..2026-05-10", "年底": "2026-12-01..2026-12-31",
    "3月中旬": "2026-03-11..2026-03-20", "最近三天": "2026-05-03..2026-05-06", "过去一周": "2026-04-29..2026-05-06",
    "这两天": "2026-05-05..2026-05-07", "未来两周": "2026-05-06..2026-05-20", "上季度": "2026-01-01..2026-03-31",
    "5月1日到3日": "2026-05-01..2026-05-03", "下周三到周五": "2026-05-13..2026-05-15", "三天内": "2026-05-06..2026-05-09",
    "2025年第三季度": "2025-07-01..2025-09-30", "last week": "2026-04-27..2026-05-03", "next month": "2026-06-01..2026-06-30",
    "two months ago": "2026-03-01..2026-03-31", "in three weeks": "2026-05-25..2026-05-31",
    "last summer": "2025-06-01..2025-08-31", "next winter": "2027-12-01..2028-02-29", "in March": "2026-03-01..2026-03-31",
    "since May": "2026-05-01..2026-05-31", "this weekend": "2026-05-09..2026-05-10", "mid-March": "2026-03-11..2026-03-20",
    "the week of March 11": "2026-03-09..2026-03-15", "in 2024": "2024-01-01..2024-12-31", "last March": "2026-03-01..2026-03-31",
    "summer of 2023": "2023-06-01..2023-08-31", "March 2025": "2025-03-01..2025-03-31", "the last 3 days": "2026-05-03..2026-05-06",
    "the past week": "2026-04-29..2026-05-06", "end of the month": "2026-05-21..2026-05-31", "2026-04": "2026-04-01..2026-04-30",
    "March 5-8": "2026-03-05..2026-03-08", "from March to May": "2026-03-01..2026-05-31", "within two weeks": "2026-05-06..2026-05-20",
}  # fmt: skip

NOTHING = (
    "一天 | 半天 | 天天 | 每天 | 目前天气不错 | 雨后天晴 | 以后天天跑步 | 后天性免疫 | 今日头条 | 三四天前 | 几天前 | 十几天前 | 第三天后"
    " | 一周三次 | 每周三开会 | 逢周五休息 | 星期天气预报 | 周围的人 | 周日常规 | 周一到周五上班 | 3-4 个 | 3个月 | 5月饼 | 五月天的歌"
    " | 五一路口 | 李国庆来 | 毕业后年薪 | 文明年年讲 | 几年前年会 | 每月底对账 | 每年底盘点 | 我的生日是5月1日 | 农历三月初五"
    " | 春节 | 上周期"
    " | 3号线 | 尾号5号 | 2000年前 | 2月31日 | 13月5日 | 版本 3.5 | 2026.9.6 | 010-2026-0501 | 138-0013-8000 | 20260501"
    " | May I go? | You may 5 times | Mon ami | he sat down | march on | March 32 | I may be late | May 5 people come? | the sun is up"
    " | version 3.5 | v2026.5.1 | 3/5/2026 | the other day | a few days ago | two or three days ago | 3-4 days ago | every Wednesday"
    " | on Fridays | Black Friday | Monday to Friday | a week from Friday | the day after Friday | in a nutshell | in 2024 files"
    " | I built it in three days | twice in a week | my birthday is March 5 | USA Today | Anna Day | second hand | in Marching order"
).split(" | ")


@pytest.mark.parametrize("words", sorted({**DAYS, **RANGES}))
def test_an_expression_is_resolved_against_the_day_it_was_said(words):
    """Said on Wednesday 6 May 2026, alone, the words mean these days."""
    assert one(words) == {**DAYS, **RANGES}[words]


@pytest.mark.parametrize("words", sorted({**DAYS, **RANGES}))
def test_an_expression_is_found_inside_a_sentence_of_the_other_language(words):
    """No space is needed at a border with Chinese."""
    text = f"关于{words}的安排" if words.isascii() else f"so {words} then"
    assert len(find_dates(text, WEDNESDAY)) == 1


@pytest.mark.parametrize("text", NOTHING)
def test_a_trap_gives_nothing(text):
    """Words that look like a date, or a date that cannot be known, are left alone."""
    assert spans(text) == []
    assert with_dates(text, WEDNESDAY) == text


def test_d25_relative_words_keep_their_date_beside_them():
    """The message of Wednesday 6 May is resolved against that day, whenever it is processed."""
    kept = with_dates("记下来：下周三交样稿，后天先看一遍", WEDNESDAY)
    assert kept == "记下来：下周三（2026-05-13）交样稿，后天（2026-05-08）先看一遍"


def test_d24_the_day_is_that_of_the_speakers_zone():
    """19:53 UTC is 03:53 of the next day in Shanghai."""
    stamp = datetime(2026, 4, 11, 19, 53, tzinfo=timezone.utc)
    assert one("今天", stamp.astimezone(SHANGHAI)) == "2026-04-12"
    assert one("昨天", stamp) == "2026-04-10"


def test_d24_a_clock_change_moves_no_day():
    """Half past midnight after New York's clocks went forward, yesterday is the 8th."""
    new_york = timezone(timedelta(hours=-4))
    assert one("yesterday", datetime(2026, 3, 9, 0, 30, tzinfo=new_york)) == "2026-03-08"


@pytest.mark.parametrize(
    ("said", "words", "meant"),
    [
        ("2026-05-04", "next Wednesday", "2026-05-13"),
        ("2026-05-09", "next Wednesday", "2026-05-13"),
        ("2026-05-10", "下周三", "2026-05-13"),
        ("2026-05-11", "上周日", "2026-05-10"),
        ("2026-05-08", "last Friday", "2026-05-01"),
        ("2026-05-09", "last Friday", "2026-05-08"),
        ("2026-05-09", "上周五", "2026-05-01"),
        ("2026-01-31", "下个月", "2026-02-01..2026-02-28"),
        ("2026-01-15", "去年冬天", "2024-12-01..2025-02-28"),
        ("2026-01-02", "上个月", "2025-12-01..2025-12-31"),
        ("2024-02-29", "明年", "2025-01-01..2025-12-31"),
        ("2026-12-20", "1月3号", "2027-01-03"),
        ("2026-10-10", "last summer", "2026-06-01..2026-08-31"),
    ],
)
def test_weeks_are_calendar_weeks_and_last_is_the_latest_before_today(said, words, meant):
    """ "next X" reads like 下周X; years and months roll over."""
    assert one(words, on(said)) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("周五我要去医院", "2026-05-08"),
        ("周五我去了医院", "2026-05-01"),
        ("周三交稿", "2026-05-06"),
        ("I met Anna on Friday", "2026-05-01"),
        ("I will meet Anna on Friday", "2026-05-08"),
        ("the report is due Tuesday", "2026-05-12"),
        ("三月份去了日本", "2026-03-01..2026-03-31"),
        ("三月份要去日本", "2027-03-01..2027-03-31"),
        ("we moved in March", "2026-03-01..2026-03-31"),
        ("we will move in March", "2027-03-01..2027-03-31"),
        ("15号之前交材料", "2026-05-15"),
    ],
)
def test_what_leaves_the_week_or_year_open_goes_by_tense(text, meant):
    """Past tense takes the latest, any other the next."""
    assert one(text) == meant


def test_a_second_weekday_takes_the_week_of_the_first():
    """下周一和周三: both are in the next week."""
    assert [s for _, s, _ in spans("下周一和周三开会")] == ["2026-05-11", "2026-05-13"]
    assert [s for _, s, _ in spans("next Monday and Wednesday")] == ["2026-05-11", "2026-05-13"]
    assert [s for _, s, _ in spans("last week on Friday")] == ["2026-04-27", "2026-05-01"]


def test_a_week_before_a_word_that_begins_with_one_is_a_week():
    """下周一起吃饭 is next week, not Monday."""
    assert spans("下周一起吃饭") == [("下周", "2026-05-11", "2026-05-17")]
    assert spans("看一下周三的安排") == [("周三", "2026-05-06", "2026-05-06")]
    assert spans("下周一下午见") == [("下周一", "2026-05-11", "2026-05-11")]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("上个月很忙", "上个月（2026-04）很忙"),
        ("去年搬家", "去年（2025）搬家"),
        ("see you next Wednesday!", "see you next Wednesday (2026-05-13)!"),
        ("it rained last week.", "it rained last week (2026-04-27..2026-05-03)."),
        ("2026年5月1日出发", "2026年5月1日出发"),
        ("下周三（2026-05-13）交", "下周三（2026-05-13）交"),
        ("下周三5月13日交", "下周三（2026-05-13）5月13日交"),
        ("tomorrow, 2026-05-07", "tomorrow, 2026-05-07"),
        ("前几天和 the other day", "前几天和 the other day"),
    ],
)
def test_only_relative_words_get_a_date_and_never_twice(text, kept):
    """What is absolute, dated already or beyond resolving stays as it is."""
    assert with_dates(text, WEDNESDAY) == kept
    assert with_dates(kept, WEDNESDAY) == kept


def test_writing_dates_is_idempotent_for_every_expression():
    """A text that went through twice is as after once, even read on another day."""
    for words in {**DAYS, **RANGES}:
        once = with_dates(f"{words}。", WEDNESDAY)
        assert with_dates(once, WEDNESDAY) == once
        assert with_dates(once, on("2026-07-20")) == once


def test_a_question_looks_back_and_offers_earlier_years():
    """ "in March" asked in January is last year's March first, then those before."""
    found = [m.since for m in query_dates("what did we decide in March?", on("2026-01-10"))]
    assert found[:3] == ["2025-03-01", "2024-03-01", "2023-03-01"]
    assert len(found) == 11
    assert [m.since for m in query_dates("5月1号我说了什么", WEDNESDAY)][0] == "2026-05-01"


def test_a_weekday_asked_on_that_day_may_be_a_week_ago():
    """Asked on a Wednesday, Wednesday is today, or else a week ago."""
    assert [m.since for m in query_dates("周三说了什么", WEDNESDAY)] == ["2026-05-06", "2026-04-29"]
    assert [m.since for m in query_dates("what did I say on Friday", WEDNESDAY)] == ["2026-05-01"]


def test_since_runs_until_today_and_before_ends_the_day_before():
    """ "since March", 3月以来, "before March 2026"."""
    ranges = [(m.since, m.until) for q in ("since March", "3月以来") for m in query_dates(q, WEDNESDAY)]
    assert ranges == [("2026-03-01", "2026-05-06")] * 2
    (mention,) = query_dates("what did I use before March 2026", WEDNESDAY)
    assert mention.until == "2026-02-28"


def test_the_language_may_be_narrowed():
    """`lang` leaves the other language's words alone; figures belong to both."""
    text = "tomorrow 明天 2026-05-01"
    assert [w for w, _, _ in spans(text, lang="zh")] == ["明天", "2026-05-01"]
    assert [w for w, _, _ in spans(text, lang="en")] == ["tomorrow", "2026-05-01"]


def test_mentions_are_ordered_and_do_not_overlap():
    """Every mention's words stand at its place, whatever the text."""
    text = " ".join([*DAYS, *RANGES]) * 3
    mentions = find_dates(text, WEDNESDAY)
    assert len(mentions) > 200
    for before, after in zip(mentions, mentions[1:]):
        assert before.end <= after.start
    assert all(text[m.start : m.end] == m.words and m.since <= m.until for m in mentions)


def test_absurd_numbers_give_nothing():
    """A year beyond the calendar is no date and no crash."""
    assert spans("9999年后 9999 years ago 9999个月前 8888 years from now") in (
        [],
        [("9999个月前", "1193-02-01", "1193-02-28")],
    )
