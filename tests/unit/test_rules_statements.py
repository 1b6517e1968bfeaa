"""What people say about themselves: 140 sentences with the right answer, a third of them traps."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from memory_strategy.model import OWNER, Turn
from memory_strategy.rules.reading import read_turn

SAID = datetime(2026, 5, 6, 10, 0, tzinfo=timezone(timedelta(hours=8)))  # a Wednesday

# sentence, rule, category, subject
KEPT_ZH = [
    ("我叫林夏", "name", "core", "user"),
    ("你好，我是小雨", "name", "core", "user"),
    ("你好，我叫张一弛，很高兴认识你。", "name", "core", "user"),
    ("以后叫我老林", "called", "core", "user"),
    ("我今年32岁", "age", "core", "user"),
    ("我的生日是5月3号", "birthday", "core", "user"),
    ("我是重庆人", "origin", "core", "user"),
    ("我是一名小学老师", "job", "core", "user"),
    ("我在腾讯工作", "workplace", "core", "user"),
    ("我从杭州搬到成都了", "residence", "core", "user"),
    ("我家住在西湖边", "residence", "core", "user"),
    ("我對花生過敏", "allergy", "preferences", "user"),
    ("医生说我对青霉素过敏", "allergy", "preferences", "user"),
    ("我现在对花生不过敏了", "allergy_over", "preferences", "user"),
    ("我有高血压", "condition", "preferences", "user"),
    ("我是左撇子", "condition", "preferences", "user"),
    ("我吃素", "diet", "preferences", "user"),
    ("我不能熬夜", "cannot", "preferences", "user"),
    ("我只喝温水", "only", "preferences", "user"),
    ("预算不超过5000元", "budget", "preferences", "user"),
    ("我不吃香菜", "avoids", "preferences", "user"),
    ("我不太能吃辣", "avoids", "preferences", "user"),
    ("我喜欢爬山和摄影", "likes", "preferences", "user"),
    ("用户喜欢黑色", "likes", "preferences", "user"),
    ("我對攝影很感興趣", "likes", "preferences", "user"),
    ("我讨厌开会", "dislikes", "preferences", "user"),
    ("其实我更喜欢深色模式", "prefers", "preferences", "user"),
    ("我最喜欢的颜色是蓝色", "favourite", "preferences", "user"),
    ("我喝咖啡不加糖", "taste", "preferences", "user"),
    ("我每周三晚上打羽毛球", "habit", "preferences", "user"),
    ("我有一只猫叫咪咪", "has", "core", "user"),
    ("我的车是白色的特斯拉", "thing", "core", "user"),
    ("我护照放在书房抽屉里", "where_kept", "core", "user"),
    ("我室友对虾过敏，我没事", "allergy", "contacts", "室友"),
    ("我女儿小满三岁了", "age", "contacts", "小满"),
    ("我老婆叫阿宁", "known_as", "contacts", "老婆"),
    ("我妈的电话是 021-5555-0101", "reach", "contacts", "妈妈"),
    ("我的邮箱是 lin@example.test", "reach", "contacts", "user"),
    ("小林住在杭州", "residence", "contacts", "小林"),
    ("张工负责支付模块", "in_charge", "contacts", "user"),
    ("我有两个孩子", "family", "contacts", "user"),
    ("谢谢，我下周三要去上海出差。", "plan", "daily", "user"),
    ("我明天下午三点开会", "plan", "daily", "user"),
    ("下周三，我要去上海出差", "plan", "daily", "user"),
    ("我和女朋友五月二十号去领证", "plan", "daily", "user"),
    ("我下周不去上海了", "cancelled", "daily", "user"),
    ("明天提醒我交电费", "reminder", "daily", "user"),
    ("我打算学 Rust", "intention", "daily", "user"),
    ("我昨天去了博物馆，看了一个关于唐代的展览，很有收获。", "event", "daily", "user"),
    ("我们昨天上线了 v2.3", "event", "daily", "user"),
    ("我刚发布了 v1.4.0", "milestone", "daily", "user"),
    ("服务器端口是 8080", "project_fact", "projects", "user"),
    ("生产环境部署在阿里云", "project_fact", "projects", "user"),
    ("我们的发布窗口改到周四了", "project_fact", "projects", "user"),
    ("我们决定用 Postgres 存订单", "decision", "decisions", "user"),
    ("数据库定了用 Postgres", "decision", "decisions", "user"),
    ("最终采用方案B，因为成本低", "decision", "decisions", "user"),
    ("第三方API字段映射需要验证实际返回格式", "practice", "patterns", "user"),
    ("下次部署前要先备份数据库", "practice", "patterns", "user"),
    ("经验教训：不要在周五下午上线", "lesson", "patterns", "user"),
    ("踩坑：第三方接口返回的时间是UTC", "lesson", "patterns", "user"),
    ("以后回答短一点", "reply_style", "feedback", "user"),
    ("回答太长了", "complaint", "feedback", "user"),
]
KEPT_EN = [
    ("I'm Sam.", "name", "core", "user"),
    ("Hi, my name is Mara Lind.", "name", "core", "user"),
    ("You can call me Lin.", "called", "core", "user"),
    ("I am 34 years old.", "age", "core", "user"),
    ("My birthday is May 3rd", "birthday", "core", "user"),
    ("I'm from Norway.", "origin", "core", "user"),
    ("I'm British.", "origin", "core", "user"),
    ("I'm a data engineer at Acme.", "job", "core", "user"),
    ("I work in finance.", "workplace", "core", "user"),
    ("I moved from Porto to Lisbon last week.", "residence", "core", "user"),
    ("Last week, I moved to Graz.", "residence", "core", "user"),
    ("My wife and I live in Graz.", "residence", "core", "user"),
    ("I'm severely allergic to peanuts.", "allergy", "preferences", "user"),
    ("My doctor said I'm allergic to penicillin.", "allergy", "preferences", "user"),
    ("I'm not allergic to nuts.", "allergy_over", "preferences", "user"),
    ("By the way, I'm colour-blind.", "condition", "preferences", "user"),
    ("I'm vegan.", "diet", "preferences", "user"),
    ("I can't eat gluten.", "cannot", "preferences", "user"),
    ("I only drink decaf.", "only", "preferences", "user"),
    ("The budget for the trip is 2000 euros.", "budget", "preferences", "user"),
    ("I prefer window seats and vegetarian meals.", "prefers", "preferences", "user"),
    ("The user prefers dark mode.", "prefers", "preferences", "user"),
    ("I love hiking, what about you?", "likes", "preferences", "user"),
    ("I'm a big fan of pottery.", "likes", "preferences", "user"),
    ("I can't stand meetings before 10.", "dislikes", "preferences", "user"),
    ("I don't eat pork.", "avoids", "preferences", "user"),
    ("I no longer drink coffee.", "likes_over", "preferences", "user"),
    ("My favourite colour is green.", "favourite", "preferences", "user"),
    ("I usually work from home on Mondays.", "habit", "preferences", "user"),
    ("I go to the gym twice a week.", "habit", "preferences", "user"),
    ("I have a dog named Rex.", "has", "core", "user"),
    ("My bike is a 54 cm steel frame and the tyres are 700x32.", "thing", "core", "user"),
    ("This is my passport cover, it is green.", "shown", "daily", "user"),
    ("My sister Ines is allergic to walnuts.", "allergy", "contacts", "Ines"),
    ("My daughter Mia turns 5 on June 3.", "age", "contacts", "Mia"),
    ("My mom lives in Porto.", "residence", "contacts", "mother"),
    ("My dentist is Dr. Quill.", "known_as", "contacts", "dentist"),
    ("Ana's email is ana@example.test.", "reach", "contacts", "Ana"),
    ("My number is 555-0101.", "reach", "contacts", "user"),
    ("I have two kids.", "family", "contacts", "user"),
    ("Dana is in charge of billing.", "in_charge", "contacts", "user"),
    ("I'm flying to Berlin on Friday.", "plan", "daily", "user"),
    ("I have a dentist appointment tomorrow at 9.", "appointment", "daily", "user"),
    ("My flight is on May 12.", "schedule", "daily", "user"),
    ("Remind me to call mom tomorrow.", "reminder", "daily", "user"),
    ("I'm going to learn Rust.", "intention", "daily", "user"),
    ("I went to the dentist yesterday and it hurt.", "event", "daily", "user"),
    ("I graduated from ETH in 2019.", "event", "daily", "user"),
    ("Yesterday we released v2.1.", "event", "daily", "user"),
    ("The API uses cursor pagination.", "project_fact", "projects", "user"),
    ("Our deploy window is Friday.", "project_fact", "projects", "user"),
    ("The staging database is on port 5433.", "project_fact", "projects", "user"),
    ("We decided to pin ruff to 0.9 in this repo.", "pin", "decisions", "user"),
    ("We chose Postgres for the orders service.", "decision", "decisions", "user"),
    ("Let's go with SQLite for the index.", "decision", "decisions", "user"),
    ("Lesson learned: never deploy on Friday afternoons.", "lesson", "patterns", "user"),
    ("It turns out the SDK retries three times by default.", "lesson", "patterns", "user"),
    ("Always run the linter before pushing.", "practice", "patterns", "user"),
    ("Next time I should check the schema before migrating.", "practice", "patterns", "user"),
    ("From now on, answer in French.", "reply_style", "feedback", "user"),
    ("Too long, be shorter.", "complaint", "feedback", "user"),
]
# Questions, requests, suppositions, hearsay, the past, objects of the moment, other people's words, words that look alike.
NOT_KEPT_ZH = [
    "你能记住多少东西？", "别忘了“记下来”这个词怎么翻译", "要是换成 Postgres 会怎样？", "我不是不喜欢红色",
    "如果我搬到上海，就要换工作", "他说他喜欢吃辣", "我朋友说他对花生过敏", "我喜欢这个", "我喜欢你的回答",
    "我喜欢听什么类型的音乐？", "我不喜欢看喜剧片，对吗？", "我以前住在上海", "我曾经养过一只狗", "还没决定用哪个数据库",
    "由你决定", "我决定不了", "为什么选择 Postgres？", "我选择困难症犯了", "要不要采用微服务？", "原来如此", "我有个问题",
    "我的问题是怎么登录", "我的电脑坏了", "我明天再试试", "我在努力工作", "我想要一个登录页面", "帮我写一封邮件",
    "今天天气真好", "谢谢你的建议，我会去尝试一下。", "这个端口是多少？", "服务器挂了", "这是我们的第一次聊天",
    "今天我想和你聊聊旅游的事情", "我更是一个没主意的人", "就当我没说", "哈哈哈哈",
]  # fmt: skip
NOT_KEPT_EN = [
    "I like that better, can you push it?", "I like your answer.", "I'd like a table with three columns.",
    "I would love to visit Japan.", "I hate it when you apologize.", "I need a regex that matches dates.",
    "If I moved to Lisbon, I would need a dentist.", "What if I lived in Rome?", "Imagine I have a dog.",
    "I wish I had a dog.", "I used to live in Porto.", "When I was a kid I lived in Rome.", "I said I like tea.",
    "She told me she is allergic to nuts.", "Do I like tabs?", "I live in Graz, right?", "We haven't decided yet.",
    "Let's go with the second option.", "If we decided to use Redis, what would change?", "Never mind.",
    "My question is about regexes.", "My code is broken.", "The server is down again.", "The database is slow.",
    "I have a question about Python.", "I will try again tomorrow.", "I'm tired.", "Here is the invoice.",
    "Please summarize this article.", "Thanks!", "I think we should use Redis.", "I love the colors!",
    "I'm sure it works.", "Can you fix the test?",
]  # fmt: skip


def candidates(text, **fields):
    return read_turn(Turn("openclaw", "s", "m", 0, OWNER, text, **fields), (), SAID)


@pytest.mark.parametrize("text, rule, category, subject", KEPT_ZH + KEPT_EN)
def test_what_people_say_is_recognised(text, rule, category, subject):
    """The rule that fired, the file and the person are those that a reader would name."""
    found = candidates(text)
    assert [(c.rule, c.category, c.subject) for c in found] == [(rule, category, subject)]
    assert found[0].quote in text
    assert found[0].kind in ("fact", "event")


@pytest.mark.parametrize("text", NOT_KEPT_ZH + NOT_KEPT_EN)
def test_what_only_looks_like_a_statement_is_not_kept(text):
    """A wrong memory is worse than a missed one."""
    assert candidates(text) == []


def test_the_corpus_is_large_and_a_third_of_it_is_traps():
    """The tables above do not shrink unnoticed."""
    assert len(KEPT_ZH) >= 60 and len(KEPT_EN) >= 60
    assert (len(NOT_KEPT_ZH) + len(NOT_KEPT_EN)) * 3 >= len(KEPT_ZH + KEPT_EN + NOT_KEPT_ZH + NOT_KEPT_EN)


@pytest.mark.parametrize(
    "text, attribute, value",
    [
        ("我叫林夏", "name", "林夏"),
        ("I moved from Porto to Lisbon last week.", "residence", "Lisbon"),
        ("我从杭州搬到成都了", "residence", "成都"),
        ("我爱吃香菜", "likes:香菜", "yes"),
        ("我现在不吃香菜了", "likes:香菜", "no"),
        ("I love cilantro", "likes:cilantro", "yes"),
        ("I don't like cilantro anymore", "likes:cilantro", "no"),
        ("我对花生过敏", "allergy:花生", "yes"),
        ("我對花生不過敏", "allergy:花生", "no"),
        ("服务器端口是 8080", "fact:服务器端口", "8080"),
        ("We decided to pin ruff to 0.9 in this repo.", "decision:pin ruff", "0.9"),
        ("We chose Postgres for the orders service.", "decision:orders service", "Postgres"),
        ("数据库定了用 Postgres", "decision:数据库", "Postgres"),
        ("My favourite colour is green.", "favourite:colour", "green"),
        ("My flight is on May 12.", "schedule:flight", "May 12"),
    ],
)
def test_a_statement_names_what_a_later_one_would_replace(text, attribute, value):
    """Attribute and value are what supersession compares; polarity is in the value (D29)."""
    (found,) = candidates(text)
    assert (found.attribute, found.value) == (attribute, value)


@pytest.mark.parametrize("text", ["I might be allergic to cats.", "我可能对猫毛过敏", "Maybe I prefer tea."])
def test_what_is_said_with_doubt_is_a_belief_that_replaces_nothing(text):
    """Beliefs are less sure, weigh less, and have no attribute."""
    (found,) = candidates(text)
    assert (found.kind, found.attribute) == ("belief", "")
    assert found.confidence < 0.9 and "hedged" in found.features


def test_a_sentence_may_hold_several_statements():
    """Each is kept by itself, with the subject carried on."""
    assert [c.text for c in candidates("我叫林夏，在杭州做后端")] == ["我叫林夏", "我在杭州做后端"]
    found = candidates("I'm Sam, I live in Lisbon and work as a nurse.")
    assert [c.text for c in found] == ["I'm Sam", "I live in Lisbon", "I work as a nurse"]


def test_a_statement_runs_on_over_clauses_without_a_rule_and_stops_at_a_request():
    """What belongs to it stays with it; the request does not."""
    (event,) = candidates("我昨天去了海边，捡了很多贝壳，帮我写首诗")
    assert event.text == "我昨天（2026-05-05）去了海边，捡了很多贝壳"
    (taste,) = candidates("I prefer tabs, can you reformat?")
    assert taste.text == "I prefer tabs"
