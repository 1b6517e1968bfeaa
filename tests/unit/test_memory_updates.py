"""A statement that says that something has changed replaces the one statement that it ends, and no other."""

from __future__ import annotations

import pytest

from memory_strategy import health
from memory_strategy.consolidate import take_turns
from memory_strategy.model import ASSISTANT, OTHER
from memory_strategy.retrieve import ask
from stores import BENCH, active, add, keep, memory, new_store, open_store, turn

LATER = "2026-05-08T09:00:00Z"

UPDATES = """
The Orlowo pavilion must be handed over by 15 March 2027 / The handover of the Orlowo pavilion was postponed to 30 April 2027
We use Jenkins for CI / We switched from Jenkins to GitHub Actions
I work at Acme / I left Acme and joined Globex
I got married on 4 June 2022 / I got divorced last month
My meeting with Sue is at 3pm on Monday / Correction: the meeting with Sue is at 4pm
I have two cats / We have three cats now
The project lead is Anna / Ben is now the project lead
Anna is the project lead / Ben is now the project lead
We use React / We decided not to use React after all
I drink coffee every morning / I no longer drink coffee
I love coffee / I don't drink coffee any more
I drive a Golf / I sold the Golf, I drive a Tesla
I am on the sales team at Fern / I left the sales team
I smoke / I quit smoking last month
I run the linter with flake8 / From now on run the linter with ruff instead of flake8
My gym session is on Tuesday / My gym session moved to Thursday
The launch is on 5 March / The launch was brought forward to 1 March
Our server runs on port 8080 / Our server now runs on port 9090
My rent is 1200 euros / My rent is now 1350 euros
I'm dating Maria / Maria and I broke up
I have a motorbike / I got rid of the motorbike
The contract ends in June 2027 / The contract no longer ends in June 2027, it ends in August
手机号是13800001111 / 我换手机号了，新号是13900002222
我的手机号是13800001111 / 我换手机号了，新号是13900002222
公司在朝阳 / 公司搬到了海淀
我们用 Jenkins 做 CI / CI 换成 GitHub Actions 了
我有两只猫 / 现在有三只猫了
我有两只猫 / 我现在有三只猫了
项目负责人是小安 / 项目负责人换成小本了
我吃素 / 我不吃素了
我在宏图公司上班 / 我从宏图公司离职了
我结婚了 / 我上个月离婚了
我女朋友叫小雨 / 我和小雨分手了
我抽烟 / 我戒烟了
我开一辆大众 / 我把大众卖了
交付日期是3月15号 / 交付日期推迟到4月30号
例会在周二下午三点 / 例会改到周四下午三点了
房租是4500 / 房租现在涨到5000了
数据库用的是MySQL / 数据库改为Postgres了
我住在滨江 / 我搬到西湖区了
开会时间是三点 / 更正：开会时间是四点
孩子在一小读书 / 孩子转到二小读书了
We meet the client on Monday / We no longer meet the client on Monday
My doctor is Dr Berg / My doctor changed, it's now Dr Lind
The office is in Wola / The office moved to Mokotow
My sister lives in Hove / My sister moved to Leeds
We have 12 employees / We now have 15 employees
Our supplier is Kolmex / We replaced Kolmex with Betar
The budget is 40,000 / The budget was raised to 55,000
The app is called Fern / The app was renamed to Moss
I play squash on Wednesdays / I stopped playing squash
I'm taking vitamin D / I stopped taking vitamin D
I'm a member of the chess club / I left the chess club
Our office is on Baker Street / The office has moved to King's Road
The kickoff is on 12 January / The kickoff has been put off until 19 January
The wifi network is called Bluebird / The wifi network was renamed Sparrow
I'm a vegetarian / I'm not a vegetarian any more
I work for Northwind / I resigned from Northwind
I am married to Erik / Erik and I got divorced in May
Deploys run from the main branch / Deploys no longer run from the main branch
My bus leaves at 7:40 / My bus now leaves at 7:55
I play the cello in the city orchestra / I left the city orchestra
The flight is on 3 December / Correction: the flight is on 4 December
我的车牌是沪A12345 / 我换车牌了，新车牌是沪B67890
我的健身房年费是三千 / 健身房年费涨到三千六了
我养了一条狗 / 我把狗送人了
客户对接人是罗莎 / 客户对接人换成保罗了
产品名叫小鹿 / 产品改名叫大象了
我抽烟很多年了 / 我把烟戒了
我住在城东 / 我不住城东了
我是项目经理 / 我现在不是项目经理了
The invoice is due on 10 December / The invoice deadline was extended to 20 December
My hourly rate is 80 euros / I raised my hourly rate to 95 euros
I have a subscription to Netflix / I cancelled my Netflix subscription
I'm the treasurer of the sports club / I'm no longer the treasurer of the sports club
The wedding is on 6 June 2027 / The wedding was postponed to 12 September 2027
我的车是大众 / 我的车换成比亚迪了
我们店在南门 / 我们店搬到北门了
我每周三去游泳 / 我不去游泳了
我对象叫小美 / 我跟小美分手了
我养了一只鹦鹉 / 鹦鹉送人了
""".strip().split("\n")

APART = """
I have two cats / My sister has three cats now
I drink coffee every morning / I no longer drink tea
I met my wife at Acme / I left Acme last month
I have two cats / We have three dogs now
I live in Boulder / My office is now in Denver
I went to Paris in 2019 / I am now in Rome
I like jazz / I now like blues too
I bought a Golf in 2019 / I sold the house
My brother got married on 4 June 2022 / I got divorced last month
我有两只猫 / 我妹妹现在有三只猫了
我妈住在大理 / 我弟弟搬到了昆明
周二开例会 / 评审会改到周四了
我在宏图公司上班 / 小李从宏图公司离职了
项目负责人是小安 / 测试负责人换成小本了
I'm reading Dune / I stopped reading the news
The release of Fern is on 5 March / The release of Moss was postponed to 9 April
3号机房在一楼 / 5号机房搬到二楼了
The flight to Rome is on 3 December / The flight to Oslo was moved to 4 December
I own a Vespa / My brother sold his Vespa
I met Erik at the library / I quit my job at the library
My sister is married to Erik / I got divorced in May
The gym closes at 10pm / My gym class moved to 7pm
My daughter plays squash / I stopped playing squash
Our office in Berlin has 20 people / Our office in Paris now has 30 people
I wrote a book about Jenkins / We switched from Jenkins to GitHub Actions
I bought two lamps / I now have three plants
We use Redis for caching / We dropped Redis Sentinel
The old laptop has 8 GB / The new laptop now has 16 GB
I'm allergic to nuts / I now eat nuts on Fridays with Tom
We use Jenkins for CI / We might switch from Jenkins to GitHub Actions
我爸抽烟 / 我戒烟了
我喝咖啡 / 我不喝奶茶了
客户对接人是罗莎 / 供应商对接人换成保罗了
我们公司有80个人 / 他们公司现在有95个人了
验收时间是12月10号 / 开工时间推迟到12月20号了
我想把车卖了 / 我把车修好了
我在恒达做会计 / 我打算从恒达辞职
去年我去了海淀 / 公司搬到了海淀
一楼的会议室有10个座位 / 二楼的会议室现在有12个座位
我吃素 / 我不吃早饭了
The invoice from Kolmex is due on 10 December / The invoice from Betar was extended to 20 December
My hourly rate is 80 euros / The hourly rate of the garage was raised to 95 euros
My sister goes to the gym on Mondays / I stopped going to the gym
The choir meets at 18:00 / The reading group now meets at 19:30
I drink two litres of water a week / I don't drink milk any more
I ride a Yamaha / I sold the piano in spring
I love the song Netflix / I cancelled my gym contract
Tom has two cats / I have three cats now
My flight lands at 9:40 / The call now starts at 10:15
I learned Spanish at school / I stopped learning French
The tent sleeps 4 people / The car now seats 5 people
I read 20 pages a day / I now run 5 km a day
I'm afraid of dogs / We have two dogs now
体检在12月3号 / 面试改到12月10号了
我们店在南门 / 他们店搬到北门了
停车费每月300 / 电费涨到每月400了
我每周三去游泳 / 我不去跑步了
我们团队有7个人 / 我们团队现在有9台电脑
我认识了小美 / 我跟小美分手了
三楼的打印机坏了 / 三楼的打印机换成新的了
我现在住在城东 / 我朋友搬到城西了
我在学西班牙语 / 我不学法语了
公司年会在12月20号 / 公司团建改到12月25号了
我的手机是华为 / 我的手机现在在充电
会议室有投影仪 / 会议室现在有人
我有两个孩子 / 我现在有两份工作
我在学钢琴 / 我现在在学吉他
我喜欢喝茶 / 我换了一家茶馆
我哥在北京 / 我搬到上海了
猫粮快没了 / 猫粮换成皇家的了
张总是客户 / 张总现在是我邻居
我在腾讯有股票 / 我从腾讯离职了
I have a meeting with Sue on Monday / I now have a meeting with Tom on Tuesday
We have a cat called Tom / We now have a dog called Rex
The office has 3 floors / The office moved to Mokotow
Sue works at Acme / Sue and I left Acme's party early
I have a house in Hove / I sold the house plants
The kids love pizza / The kids stopped eating
My husband is called Piotr / My husband's brother got divorced
We decided to use Postgres / We decided not to use Postgres for logs
Rent is due on the 3rd / The party was moved to the 5th
I run the warehouse software here / I no longer run in the morning
Class A has 20 pupils / Class B now has 25 pupils
The first milestone is 5 March / The second milestone was moved to 9 April
""".strip().split("\n")

EVERYDAY = """
I live at 14 Kelham Row, Edinburgh / We moved to 3 Dalmeny Court, Edinburgh
我住在和睦路18号 / 我搬到江陵路7号了
我住在杭州拱墅区和睦路18号 / 我们搬到了滨江区江陵路7号
We are flying to Lisbon on 18 April 2027 / The Lisbon flight has been moved to 25 April 2027
We fly to Lisbon on 18 April / The flight to Lisbon was rebooked to 25 April
我们4月18日飞大理 / 飞大理改到4月25日了
我们4月18日飞大理 / 大理的航班改到4月25日了
I'm seeing the dentist on 12 March at 9 / The dentist has been moved to 19 March
I have a dentist appointment on 12 March / The dentist was moved to 19 March
牙医约在3月12日九点 / 牙医改到3月19日十点了
我3月12日九点看牙医 / 牙医改到3月19日了
My sister Ife lives in Lagos / My sister moved from Lagos to Accra last month
My sister Ife lives in Lagos / Ife has moved to Accra
我妹妹小静住在深圳 / 我妹妹上个月从深圳搬到广州了
My husband Tomasz is a tram driver / Tomasz isn't a tram driver any more, he is a train driver at ScotRail now
My husband is a tram driver / My husband is no longer a tram driver
I'm a nurse at Leith / I'm not a nurse at Leith any more
陈默在浙大教书 / 陈默不在浙大了，他现在在复旦教书
我老公陈默在浙大教书 / 陈默不在浙大了，他现在在复旦教书
每周五必须盘点一次库存 / 库存盘点是每周一，不是每周五
The autoclave must be descaled every Friday / The autoclave must be descaled every Monday, not Friday
The autoclave must be descaled every Friday / I was wrong about the autoclave: it must be descaled every Monday, not Friday
Wren's swimming lessons are on Saturdays / Correction: Wren's swimming lessons are on Wednesdays now, not Saturdays
小满的游泳课是周六 / 小满的游泳课现在是周三，不是周六了
我喝美式，不加糖 / 我不喝咖啡了，现在喝普洱
我每天早上喝一杯拿铁 / 我不喝咖啡了
I drink a flat white every morning, no sugar / I don't drink coffee any more, I drink rooibos now
I take my coffee black / I don't drink coffee any more, I drink rooibos now
I drink black coffee / I gave up coffee, I drink rooibos now
Our cat is called Biscuit / Biscuit died last week, we have no cat any more
我们家的猫叫饼干 / 饼干上周死了，我们没有猫了
收银系统用的是有赞 / 收银系统不用有赞了，改用客如云吧
We use Deputy for the rota / Let's drop Deputy and go with RotaCloud instead
我吃肉 / 我一月起就不吃肉了
I work at ScotRail / I don't work at ScotRail any more
I work at ScotRail / I don't work at ScotRail
我在复旦工作 / 我不在复旦工作
陈默是浙大老师 / 陈默不在浙大了，他现在在复旦教书
I'm dating Piotr / Piotr and I broke up
我在招商银行工作 / 我不在招商银行工作了
""".strip().split("\n")

NEAR_MISSES = """
I live at 14 Kelham Row, Edinburgh / My office moved to 3 Dalmeny Court, Edinburgh
I live at 14 Kelham Row, Edinburgh / My parents moved to 3 Dalmeny Court, Edinburgh
I live at 14 Kelham Row, Edinburgh / We moved to the sales floor
I live in Leeds, and my son lives in York / We moved to 3 Dalmeny Court
我住在和睦路18号 / 我们公司搬到了江陵路7号
我住在和睦路18号 / 我搬到楼上的工位了
We are flying to Lisbon on 18 April 2027 / The Porto flight has been moved to 25 April 2027
We are flying to Lisbon on 18 April / The Lisbon meeting has been moved to 25 April
我们4月18日飞大理 / 飞昆明改到4月25日了
我们4月18日飞大理 / 大理的会改到4月25日了
My dentist appointment is on 12 March / The optician appointment has been moved to 19 March
My dentist is Dr Berg / The dentist appointment moved to 19 March
牙医约在3月12日九点 / 眼科改到3月19日十点了
我的牙医姓林 / 牙医改到3月19日了
My sister Ife lives in Lagos / My brother moved from Lagos to Accra last month
My sister Ife lives in Lagos / Ife has moved to a new team
My husband Tomasz is a tram driver / Piotr isn't a tram driver any more
My husband Tomasz is a tram driver / Tomasz isn't a member of the choir any more
陈默在浙大教书 / 林芳不在浙大了，她现在在复旦教书
陈默在浙大认识了林芳 / 陈默不在浙大了，他现在在复旦教书
每周五必须盘点一次库存 / 仓库打扫是每周一，不是每周五
The autoclave must be descaled every Friday / The boiler must be descaled every Monday, not Friday
小满的游泳课是周六 / 小满的钢琴课现在是周三，不是周六了
我喝美式，不加糖 / 我不喝奶茶了，现在喝普洱
我老公喝美式 / 我不喝咖啡了
I own a coffee machine / I gave up coffee
I drink espresso / My sister doesn't drink coffee any more
My grandmother is called Rosa / Rosa died last week
Our cat is called Biscuit / My phone died last week
我们的猫叫饼干 / 我们的狗死了
我用有赞收银 / 我们不用微盟了
We use Deputy for the rota / Let's drop the subject and go home
I drink tea and coffee / I don't drink coffee any more
我喝咖啡和茶 / 我不喝咖啡了
My piano lesson is on Monday / My swimming lesson is on Wednesday, not Monday
The Oslo flight is on 3 December / The Lisbon flight moved to 4 December
I work at ScotRail / I don't work at Acme
""".strip().split("\n")


def told(folder, before, after, **wish):
    """What became of a statement that was kept two days after another."""
    keep(new_store(folder), before, **wish)
    return keep(open_store(folder / ".memory", LATER), after)


@pytest.mark.parametrize("pair", UPDATES + EVERYDAY)
def test_a5_a_natural_update_replaces_what_it_ends(tmp_path, pair):
    """Switched, moved, postponed, left, sold, divorced, no longer; 换成, 搬到, 推迟到, 离职, 戒了, 不…了."""
    before, after = pair.split(" / ")
    receipt = told(tmp_path, before, after)
    assert len(receipt.replaced) == 1, receipt
    assert receipt.replaced[0].status == "superseded"


@pytest.mark.parametrize("pair", APART + NEAR_MISSES)
def test_d30_a_change_of_something_else_replaces_nothing(tmp_path, pair):
    """Another person, another thing, what happened once, what is only wished for: both stay."""
    before, after = pair.split(" / ")
    receipt = told(tmp_path, before, after)
    assert receipt.replaced == (), receipt
    assert len(active(open_store(tmp_path / ".memory", LATER))) == 2


def test_without_a_word_of_change_nothing_is_replaced(tmp_path):
    """Two cats and three cats are two statements until one says "now"."""
    assert told(tmp_path, "I have two cats", "We have three cats at the farm").replaced == ()


def test_a_pinned_memory_is_never_replaced_silently(tmp_path):
    """Both stay, the newer first, and each names the other."""
    receipt = told(tmp_path, "We use Jenkins for CI", "We switched from Jenkins to GitHub Actions", pin=True)
    assert (receipt.action, receipt.replaced) == ("written", ())
    store = open_store(tmp_path / ".memory", LATER)
    with store.reading() as index:
        first, second = ask(index, "do we use Jenkins?", now=store.now, top_k=2).hits
    assert first.document.text == "We switched from Jenkins to GitHub Actions"
    assert (first.conflicts_with, second.conflicts_with) == ((second.document.key,), (first.document.key,))


def test_of_two_that_may_be_meant_none_is_replaced(tmp_path):
    """Two gym sessions, one of them moved: all are told, as conflicting."""
    store = new_store(tmp_path)
    keep(store, "A gym session with Ola is on Tuesday at 18:00")
    keep(store, "A gym session with Petra is on Monday at 19:00")
    receipt = keep(open_store(tmp_path / ".memory", LATER), "The gym session moved to 20:00")
    assert receipt.replaced == ()
    assert receipt.memory.attribute.startswith("disputed:")
    assert len(active(open_store(tmp_path / ".memory", LATER))) == 3


def test_a_memory_that_says_more_than_what_is_over_is_kept(tmp_path):
    """Replacing it would hide who keeps the machines."""
    receipt = told(tmp_path, "We use Jenkins for CI, and Ola keeps the build machines running", "We dropped Jenkins")
    assert receipt.replaced == ()
    assert receipt.memory.attribute.startswith("disputed:")


@pytest.mark.parametrize("who", [{"kind": "belief", "origin": ASSISTANT}, {"origin": OTHER, "owner": "Ben"}])
def test_a_guess_or_another_persons_words_replace_nothing_of_the_owners(tmp_path, who):
    """Only the owner ends what the owner said."""
    store = new_store(tmp_path)
    add(store, memory("We use Jenkins for CI"))
    (receipt,) = add(store, memory("We switched from Jenkins to GitHub Actions", created_at=LATER, **who))
    assert receipt.replaced == ()


def test_an_older_statement_that_arrives_late_ends_nothing(tmp_path):
    """An import of last year's words."""
    store = new_store(tmp_path)
    add(store, memory("We use Jenkins for CI"))
    (receipt,) = add(store, memory("We switched from Jenkins to Travis", created_at="2025-05-06T09:00:00Z"))
    assert receipt.replaced == ()


def test_a_correction_within_a_session_leaves_the_right_number(tmp_path):
    """用户：新地址是江南大道17号 … 不对，不是17号，是71号."""
    store = new_store(tmp_path)
    said = ("我上周搬到滨江了，新地址是江南大道17号。", "不对，不是17号，是71号。")
    take_turns(store, [turn(text, position=i) for i, text in enumerate(said)], BENCH)
    texts = active(store)
    assert any("71号" in text for text in texts)
    assert not any("17号" in text for text in texts)


def test_health_names_what_was_stored_before_updates_were_known(tmp_path):
    """Two statements of an older store that contradict each other, without an attribute."""
    store = new_store(tmp_path)
    with store.writing() as writer:
        old = writer.add(memory("We use React")).memory
        writer.put(old.replace(id=writer.new_id(), text="We decided not to use React after all", created_at=LATER))
    (found,) = [f for f in health.analyse(open_store(tmp_path / ".memory", LATER)).findings if f.name == "conflicts"]
    assert found.ids == (old.id,)


@pytest.mark.parametrize(
    ("first", "then", "both"),
    [
        ("My car is a red Golf", "My car is now clean", True),
        ("The project is called Falcon", "The project is now late", True),
        ("Anna is the project lead", "Anna is the design lead", True),
        ("My shoe size is 39", "My shoe size is 40", False),
        ("I drive a Golf", "I drive a Tesla", False),
        ("My sister Ada is a nurse", "My sister Ada is a doctor now", False),
    ],
)
def test_a_value_ends_only_what_answers_the_same_question(tmp_path, first, then, both):
    """A name, a state and a second role stand beside each other."""
    store = new_store(tmp_path)
    keep(store, first)
    keep(open_store(store.paths.root, "2026-05-09T09:00:00Z"), then)
    assert (first in active(open_store(store.paths.root))) is both
