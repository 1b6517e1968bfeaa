"""Plain statements of a day, without "I like" and "I am": each is heard, by a rule of the right sort, at 3 or 4."""

from __future__ import annotations

from datetime import datetime, timezone

import pytest

from memory_strategy.model import OWNER, Turn
from memory_strategy.rules.reading import read_turn
from memory_strategy.scoring import dimensions, importance

SAID = datetime(2026, 11, 5, 9, 0, tzinfo=timezone.utc)  # a Thursday

HEARD = [
    ("We're expecting a second child in May", "contacts"), ("Zosia's school play is on Dec 12 at 5pm", "projects"),
    ("My sister is getting married in June", "daily"), ("Beata approved NordMix", "decisions"),
    ("I started taking vitamin D", "preferences"), ("From now on run the linter with ruff instead of flake8", "patterns"),
    ("I run the warehouse software here", "core"), ("I manage a team of six developers", "core"),
    ("I teach chemistry at a secondary school", "core"), ("The bank rejected our mortgage application", "decisions"),
    ("My boss signed off on the new design", "decisions"), ("The quarterly report is due on 15 December", "projects"),
    ("The pavilion must be handed over by 15 March 2027", "projects"), ("I got a promotion to team lead", "daily"),
    ("I sold my old bike", "daily"), ("I signed up for a pottery course", "daily"), ("Our rent went up to 1,300 euros", "core"),
    ("I'm taking iron supplements", "preferences"), ("I have no known allergies", "preferences"), ("I'm 182 cm tall", "core"),
    ("Ben owes me 40 euros", "contacts"), ("All pull requests need two approvals", "patterns"),
    ("Backups run every night at 2am", "projects"), ("Sue is our new accountant", "contacts"),
    ("Ben is now the project lead", "contacts"), ("We switched from Jenkins to GitHub Actions", "projects"),
    ("I've never been to Japan", "daily"), ("My car broke down yesterday", "daily"), ("My blood type is O negative", "core"),
    ("I've been learning Spanish for two years", "preferences"), ("I'm doing kickboxing twice a week", "daily"),
    ("陈静换工作了", "contacts"), ("我们商量好了，明年春天换车", "decisions"), ("孙磊同意换蓝海云了", "decisions"),
    ("老板批了我的年假", "decisions"), ("以后代码检查都用 eslint", "patterns"), ("下个月15号之前要交季度总结", "projects"),
    ("基金申请截止2月1号", "projects"), ("我没有对海鲜过敏", "preferences"), ("血型O型", "core"), ("我开始学德语了", "preferences"),
    ("我管着一个六个人的团队", "core"), ("我教初中化学", "core"), ("王总是恒达采购总监", "contacts"), ("房租一个月3800", "core"),
    ("我身高178", "core"), ("小李欠我五百", "contacts"), ("合并请求必须两个人审批", "patterns"), ("公司搬到海淀了", "projects"),
    ("发票抬头改成了远航科技", "projects"), ("我把旧车卖了", "daily"), ("我报了一个陶艺班", "daily"), ("我没去过日本", "daily"),
    ("最近我在学习新的语言", "daily"), ("项目验收定在12月20号", "projects"), ("报销单月底前要交", "projects"),
    ("12月3号上午体检", "daily"), ("我儿子在三中上初二", "contacts"), ("我换手机号了", "core"), ("公司规定所有报销要先走系统", "patterns"),
]  # fmt: skip
# Small talk, requests, questions, orders about a text, words that look alike.
UNHEARD = [
    "I'm doing great", "I'm doing my best", "I started crying", "I started thinking about it", "I run the script with python", "I own it",
    "Everyone agreed to it", "It confirmed my suspicion", "The button is due to a bug", "The test must be run before the build",
    "The meeting was great", "The game is on", "Every day goes by", "All you need is love", "Use it in this project",
    "Use bold for the title", "I'm taking a break", "I've never seen that", "I've been thinking about you", "I had a great time",
    "He approved it", "I owe you one", "The page loads every 5 seconds", "The client wants me to fix it", "Dinner at 8?",
    "Python is a language", "Have you signed up for the course?", "The script starts at line 5", "What is due on Friday?",
    "I'm in love with this", "Should I accept the offer?", "Run the linter with ruff", "I'm playing around", "my token expires in 3 days",
    "我开始觉得你说得对", "我开始了", "明天和你聊", "明天去哪里玩", "他同意了", "大家都同意这个观点", "文章必须控制在800字",
    "标题必须用大写",
    "我教你怎么做", "你欠我一个解释", "我在想这个问题", "我买了", "图片改成了蓝色", "函数每次都返回空",
    "这个函数必须返回整数", "公司规定是什么",
    "老板同意了吗", "我没看过这个", "高考通过了吗", "周末会下雨", "我学会了", "我在学习中",
]  # fmt: skip


def read(text):
    return read_turn(Turn("openclaw", "s", "m", 0, OWNER, text, time=SAID), (), SAID)


@pytest.mark.parametrize("text, category", HEARD)
def test_a_plain_statement_is_kept_whole_at_three_or_four(text, category):
    """Once, in its words, in the file where a reader would look for it."""
    (found,) = read(text)
    assert found.category == category and found.quote == text
    assert importance(dimensions(found.features)) in (3, 4)


@pytest.mark.parametrize("text", UNHEARD)
def test_small_talk_orders_and_questions_stay_out(text):
    """A wrong memory is worse than a missed one."""
    assert read(text) == []


@pytest.mark.parametrize(
    "before, now, attribute",
    [
        ("I drive a Golf", "I sold the Golf, I drive a Tesla", "mine:car"),
        ("The pavilion must be handed over by 15 March 2027", "The handover of the pavilion was postponed to 30 April 2027",
         "schedule:pavilion"),
        ("房租3500", "房租现在是3800", "mine:房租"),
        ("我吃素", "我不吃素了", "diet"),
    ],
)  # fmt: skip
def test_news_names_the_attribute_of_what_it_replaces(before, now, attribute):
    """Same attribute, other value."""
    old, new = read(before)[-1], read(now)[-1]
    assert old.attribute == new.attribute == attribute and old.value != new.value
