"""What has become different meets what it replaces; what a new user said and was not heard; what must stay unheard."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from memory_strategy.model import OWNER, Turn
from memory_strategy.rules.reading import read_turn

SAID = datetime(2026, 11, 30, 10, 0, tzinfo=timezone(timedelta(hours=8)))  # a Monday


def read(*texts):
    """The candidates of the last text, the others said before it."""
    turns = [Turn("openclaw", "s", f"m{i}", i, OWNER, text, time=SAID) for i, text in enumerate(texts)]
    return read_turn(turns[-1], turns[:-1], SAID)


@pytest.mark.parametrize(
    "before, now, attribute, values",
    [
        ("我老板叫张伟", "我的老板换成了陈静", "name", ("张伟", "陈静")),
        ("I work at Acme", "I no longer work at Acme; I joined Globex", "workplace", ("Acme", "Globex")),
        ("I work at Initech", "I quit Initech, I'm at Hooli now", "workplace", ("Initech", "Hooli")),
        ("I work at Initech", "I quit Initech. I'm at Hooli now.", "workplace", ("Initech", "Hooli")),
        ("我在小米工作", "我从小米离职了，现在在蔚来", "workplace", ("小米", "蔚来")),
        ("We use MySQL for the billing service", "We switched the billing service from MySQL to Postgres",
         "database:billing service", ("MySQL", "Postgres")),
        ("our standup is at 9:30", "our standup moved to 10:00", "schedule:standup", ("9:30", "10:00")),
        ("Our standup is at 9:30", "We moved standup to 10:00", "schedule:standup", ("9:30", "10:00")),
        ("I'm vegan", "I'm not vegan anymore", "diet", ("vegan", "not vegan")),
        ("我的名字是李雷", "我叫韩梅梅，不是李雷", "name", ("李雷", "韩梅梅")),
        ("我住在成都", "我不住成都了，现在住重庆", "residence", ("成都", "重庆")),
        ("I use PyCharm", "I used to use PyCharm but switched to Neovim last year", "uses:editor", ("PyCharm", "Neovim")),
        ("婚礼定在六月五号", "婚礼改到六月十九号", "schedule:婚礼", ("六月五号", "六月十九号")),
    ],
)  # fmt: skip
def test_an_update_names_the_attribute_of_what_it_replaces(before, now, attribute, values):
    """Same subject, same attribute, other value: the store supersedes."""
    old, new = read(before)[-1], read(before, now)[-1]
    assert (old.attribute, new.attribute) == (attribute, attribute)
    assert old.subject == new.subject
    assert (old.value, new.value) == values


@pytest.mark.parametrize(
    "text, corrects",
    [
        ("I no longer work at Acme; I joined Globex", "Acme"),
        ("I no longer work at Acme", "Acme"),
        ("我现在不喝咖啡了，改喝茶", "咖啡"),
        ("我叫韩梅梅，不是李雷", "李雷"),
        ("我们供应商从立创换成了华秋", "立创"),
        ("we use pyright now, we dropped mypy last week", "mypy"),
        ("原来用携程接单，上个月开始改用飞猪了", "携程"),
    ],
)
def test_what_is_over_is_named(text, corrects):
    """One memory, kept whole, with the old value."""
    (found,) = read(text)
    assert found.corrects == corrects
    assert found.quote == text


def test_to_leave_one_place_says_nothing_of_another():
    """ "I no longer work at Acme" must not replace "I work at Globex"."""
    (found,) = read("I no longer work at Acme")
    assert found.attribute == ""


def test_to_move_somewhere_and_to_live_there_is_one_fact():
    """Same attribute and value, so that the second is no news."""
    (moved,), (lives,) = read("I moved to Boulder"), read("I live in Boulder")
    assert (moved.attribute, moved.value) == (lives.attribute, lives.value) == ("residence", "Boulder")


def test_a_correction_keeps_the_unit_once():
    """302房 for the 203 of 203房."""
    (found,) = read("王先生订了203房，住两晚", "刚才说错了，是302房，不是203")
    assert (found.text, found.corrects) == ("王先生订了302房，住两晚", "203")


PLAIN = [
    ("I report to Tom Alvarez.", "boss", "contacts"),
    ("In the end we're going with DynamoDB because Redis eviction bit us.", "decision", "decisions"),
    ("I'm in Toronto.", "location", "daily"),
    ("no mushrooms for me, they make me sick", "avoids", "preferences"),
    ("the demo moved to next Tuesday at 3pm", "schedule", "daily"),
    ("Karim is the one who owns the VAT rules", "in_charge", "contacts"),
    ("Customer Brightwater wants PDF invoices by December 15.", "requirement", "projects"),
    ("let's postpone the Stripe migration until February", "decision", "decisions"),
    ("Don't use float for money, ever.", "practice", "patterns"),
    ("we agreed with Dana from SRE that on-call rotates every Monday at 10", "decision", "decisions"),
    ("Keys expire after 48 hours, that's a hard requirement from compliance.", "requirement", "projects"),
    ("我领导是王强", "known_as", "contacts"),
    ("联系人是刘工，微信 liu_hq", "in_charge", "contacts"),
    ("下周二下午两点消防来检查，别让我忘了", "trigger", "patterns"),
    ("PCB 板厚就定 1.6mm", "decision", "decisions"),
    ("明年房租涨到每月一万八，三月一号开始执行", "price", "core"),
    ("师傅叫老周，以后坏了就找他", "known_as", "contacts"),
    ("STM32F103 别再买散新的了", "practice", "patterns"),
    ("我们用 Jenkins 做持续集成", "project_fact", "projects"),
    ("门锁统一换成了指纹锁", "switched", "projects"),
    ("上周五去东莞看了厂", "event", "daily"),
    ("lesson learned today: never run migrations by hand", "lesson", "patterns"),
    ("I speak Spanish and a bit of Italian so should be ok.", "language", "core"),
    ("我的车牌是浙A12345", "plate", "core"),
    ("Our API keys are stored in Vault", "project_fact", "projects"),
    ("Next time answer in bullet points", "reply_style", "feedback"),
]


@pytest.mark.parametrize("text, rule, category", PLAIN)
def test_plain_statements_are_heard(text, rule, category):
    """By one rule, once."""
    assert [(c.rule, c.category) for c in read(text)] == [(rule, category)]


@pytest.mark.parametrize(
    "text, kept",
    [
        ("I'm Priya, I just joined the payments team at Kestrel as a staff engineer",
         ["I'm Priya", "I just joined the payments team at Kestrel as a staff engineer"]),
        ("I hate exclamation marks in emails, never use them for me",
         ["I hate exclamation marks in emails, never use them for me"]),
        ("三楼那间房漏水，我们决定淡季再修", ["三楼那间房漏水，我们决定淡季再修"]),
        ("太文艺了，我不喜欢这种，下次写得接地气一点", ["太文艺了，我不喜欢这种，下次写得接地气一点"]),
        ("I have a cat named Miso, she's diabetic and needs insulin twice a day",
         ["I have a cat named Miso, she's diabetic and needs insulin twice a day"]),
        ("our main language is Go, and we deploy with ArgoCD", ["our main language is Go", "we deploy with ArgoCD"]),
        ("我下周三要做手术，别忘了提醒我带医保卡", ["我下周三（2026-12-09）要做手术，别忘了提醒我带医保卡"]),
        ("我是周启明，在深圳做硬件采购", ["我是周启明", "我在深圳做硬件采购"]),
        ("客户那边的联系人是周岚，下周三我要去上海见她",
         ["客户那边的联系人是周岚", "下周三（2026-12-09）我要去上海见周岚"]),
        ("张工负责采购，我下周三去找他", ["张工负责采购", "我下周三（2026-12-09）去找张工"]),
        ("我们在杭州，做后端", ["我们在杭州，做后端"]),
        ("帮我记着：发票抬头是华秋电子", ["发票抬头是华秋电子"]),
        ("I hate cooking but I'm having his parents over on Saturday",
         ["I hate cooking", "I'm having his parents over on Saturday (2026-12-05)"]),
        ("My wedding is on June 5", ["My wedding is on June 5 (2027-06-05)"]),
        ("婚礼定在六月五号", ["婚礼定在六月五号（2027-06-05）"]),
        ("婚礼定在十一月十五号", ["婚礼定在十一月十五号（2026-11-15）"]),
        ("the demo moved to Friday", ["the demo moved to Friday (2026-12-04)"]),
        ("In March, we moved to Graz.", ["In March (2026-03), we moved to Graz"]),
        ("记住：周一店休", ["周一店休"]),
        ("记住：周五可以居家办公", ["周五可以居家办公"]),
        ("记住：从明年起周一公休", ["从明年（2027）起周一公休"]),
    ],
)  # fmt: skip
def test_a_cut_keeps_the_clause_that_carries_the_meaning(text, kept):
    """With its antecedent, its day, and the speaker's own 我们."""
    assert [c.text for c in read(text)] == kept


# Words that look like the changes above and tell of none.
TRAPS = [
    "I'm at Home Depot now", "I joined Anna", "I joined the call", "I'm in Excel", "I'm in trouble", "I quit",
    "我是金牛座", "我是方向盲", "我是马大哈", "我领导是女的", "我老板是处女座", "标题换成了红色", "把数据库从 MySQL 换成 Postgres",
    "帮我把配置从 yaml 换成 json", "以前我喜欢吃辣，很爱吃火锅", "我以前住在上海，喜欢吃辣",
    "I used to live in Porto, and I loved it there", "原来是这样，我明白了", "原来在这里，我找到了", "We use it now", "no problem for me",
    "let's move the button to the left", "Don't use float here, ever", "do you report to Tom?", "I report to the office at nine",
    "Tokens expire after 5 minutes?", "my token expires in 3 days", "联系人是谁", "联系人是我", "师傅叫我明天去", "房租涨到多少了",
    "我还记着呢", "我一直记着你说的话", "帮我记着", "记下来", "上周五去哪看了厂", "My API key is abc123def", "the button moved to the left",
    "the meeting moved to the big room", "我们用微信交流", "我不喝了", "No emojis for me please", "我们叫蓝海工作室",
    "我室友是金发", "我是方便面控", "师傅叫好车了", "按钮换成了蓝色", "门锁换成了什么", "I quit Slack", "Never use them",
    "Don't run it, ever",
    "let's push the code to main", "The customer Anna wants to know the price", "你们供应商从立创换成了华秋", "no coffee for me today",
]  # fmt: skip


@pytest.mark.parametrize("text", TRAPS)
def test_what_only_looks_like_a_change_is_not_kept(text):
    """A wrong memory is worse than a missed one."""
    assert read(text) == []


@pytest.mark.parametrize("text", ["I like tea, not coffee.", "I live in Graz, not far from Vienna"])
def test_a_contrast_corrects_nothing(text):
    """Tea is no mistake for coffee."""
    assert [c.corrects for c in read(text)] == [""]


@pytest.mark.parametrize(
    "said, kept, over",
    [
        ("Correction: Wren's swimming lessons are on Wednesdays now, not Saturdays.",
         "Wren's swimming lessons are on Wednesdays now, not Saturdays", "Saturdays"),
        ("Let's drop Deputy and go with RotaCloud instead.", "Let's drop Deputy and go with RotaCloud instead", "Deputy"),
        ("I was wrong about the autoclave: it must be descaled every Monday, not Friday.",
         "the autoclave must be descaled every Monday, not Friday", "Friday"),
        ("Tomasz isn't a tram driver any more, he is a train driver at ScotRail now.",
         "Tomasz isn't a tram driver any more, he is a train driver at ScotRail now", "tram driver"),
        ("收银系统不用有赞了，改用客如云吧", "收银系统不用有赞了，改用客如云", "有赞"),
        ("陈默不在浙大了，他现在在复旦教书。", "陈默不在浙大了，他现在在复旦教书", "浙大"),
        ("库存盘点我说错了，是每周一，不是每周五。", "库存盘点是每周一，不是每周五", "每周五"),
    ],
)  # fmt: skip
def test_an_announced_correction_is_kept_and_names_what_is_over(said, kept, over):
    """It says by itself what it is about, so it needs nothing said before."""
    assert [(c.text, c.corrects) for c in read(said)] == [(kept, over)]


@pytest.mark.parametrize(
    "said",
    ["I'm a night owl.", "My teacher was Mrs. Osei.", "My brother-in-law Piotr runs a bakery in Gdansk.", "我是夜猫子。",
     "We use Node 22 and pnpm, not npm.", "OK so the rule for this repo: always run the linter before committing.",
     "我在招商银行有房贷。", "周日我花6000块买了架二手钢琴。", "今天下午我把库存盘点做完了。",
     "另外我一月起就不吃肉了。", "我可能想学吉他。",
     "We moved to 3 Dalmeny Court.", "I paid the plumber 180 pounds on Friday.", "我住在杭州拱墅区和睦路18号。"],
)  # fmt: skip
def test_a_plain_statement_is_heard(said):
    """One memory of it."""
    assert len(read(said)) == 1


@pytest.mark.parametrize(
    "said",
    ["Let's drop it and go with the flow.", "We use it.", "He runs.", "My car was slow.", "我把话说完了", "我是想学",
     "这个不用管了，换个话题",
     "it isn't slow any more, he is right", "你搞错了，是我"],
)  # fmt: skip
def test_what_only_resembles_a_plain_statement_is_not_heard(said):
    """Nothing lasting is said."""
    assert read(said) == []
