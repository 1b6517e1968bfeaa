"""A date is written beside words only where it is certain: no house number, no formula, the year that is meant."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from memory_strategy.rules.dates import find_dates, with_dates

THURSDAY = datetime(2026, 11, 5, 10, 0, tzinfo=timezone(timedelta(hours=8)))

NO_DATE = """
我住幸福路12号
我的工号是10号
我的车位是B2层15号
我的幸运数字是7号
我家地址是江南大道17号
我家在江南大道17号，欢迎来玩
公司在中关村大街27号
我住5栋12号
我坐3排12号
他是7号，我是9号
我的学号是21号
我住在302室，门牌是16号
新地址是解放路88弄5号
不是17号，是18号
我球衣是10号
我的座位在8车12号
快递柜是3号
I live at 12 May Street
Her flat is at 4 March Road, Leeds
We live in June Avenue
Oct 31 == Dec 25
assert Dec 25 = Oct 31
The deadline is Thursday
I do yoga on Thursday
The office is at 7 April Court
our room is 12 April House
外卖送到文一西路18号
我的储物柜是23号
他住朝阳小区6号楼
快递放在8号柜了
考场在12号，座位是5号
地铁坐2号线到西湖站
我妈住院的床位是9号
My locker is number 12
The shop is on 3 May Lane
We stayed at 21 March House
if (Oct 31 == today) run()
v1.2 Mar 3.4
Our meeting room is June
The standup is Thursday
We always ship on Fridays
""".strip().split("\n")

DATED = """
We decided to cancel the contract before January | (2027-01)
we decided to sell the car before February | (2027-02)
My sister is getting married in June | (2027-06)
I bought the tickets for the concert in April | (2027-04)
周五我去不了了。 | (2026-11-06)
I can't make it on Friday | (2026-11-06)
We're expecting a second child in May | (2027-05)
We met in June | (2026-06)
I bought the bike in April | (2026-04)
She got married in June | (2026-06)
We moved in March | (2026-03)
I started the job in September | (2026-09)
We are moving in March | (2027-03)
He promised to pay by March | (2027-03)
The lease ends in February | (2027-02)
Tax is due in April | (2027-04)
Zosia's school play is on Dec 12 | (2026-12-12)
I have an exam on 20 January | (2027-01-20)
I passed the exam on 20 January | (2026-01-20)
I saw Petra on Monday | (2026-11-02)
See you on Monday | (2026-11-09)
We signed the contract on 3 March | (2026-03-03)
I'm flying to Oslo on 14 November | (2026-11-14)
The party was on 12 May | (2026-05-12)
12 May was a lovely day | (2026-05-12)
The conference is in October | (2027-10)
I've been ill since Monday | (2026-11-02)
Tom is visiting in August | (2027-08)
We agreed to meet on Friday | (2026-11-06)
The roof was repaired in August | (2026-08)
I'm excited for the trip in July | (2027-07)
I'm looking forward to the race in May | (2027-05)
My talk was accepted in May | (2026-05)
We launched on 1 September | (2026-09-01)
Rent is due on the 5 December | (2026-12-05)
I finished it before January | (2026-01)
I quit smoking in February | (2026-02)
We go to Crete in July | (2027-07)
I signed up for the course in January | (2027-01)
The baby is due in March | (2027-03)
I will know by Tuesday | (2026-11-10)
They told me on Tuesday | (2026-11-03)
我们决定1月之前取消合同 | (2027-01)
我妹妹六月结婚 | (2027-06)
我买了四月演唱会的票 | (2027-04)
我四月买了车 | (2026-04)
我们三月搬的家 | (2026-03)
我们打算三月搬家 | (2027-03)
下个月15号之前要交季度总结 | (2026-12-15)
基金申请截止2月1号 | (2027-02-01)
我15号要去北京 | (2026-11-15)
我知道15号，要交材料 | (2026-11-15)
12号来不了 | (2026-11-12)
周一我见了客户 | (2026-11-02)
周一要见客户 | (2026-11-09)
周三他没来 | (2026-11-04)
合同2月到期 | (2027-02)
我8月去了趟西藏 | (2026-08)
老二5月出生，预产期5月 | (2027-05)
我6月毕业的 | (2026-06)
我明年6月毕业 | (2027-06)
1月20号考试 | (2027-01-20)
1月20号考完试了 | (2026-01-20)
会议改到12号，下午三点 | (2026-11-12)
周五聚餐我不能去了 | (2026-11-06)
我们说好3月去看房 | (2027-03)
她3月升了职 | (2026-03)
婚礼定在5月2号 | (2027-05-02)
上周五交了报告 | (2026-10-30)
下周五交报告 | (2026-11-13)
房租每次都是月底交，10月底交了 | (2026-10-21..2026-10-31)
决定2月底关店 | (2027-02-21..2027-02-28)
2月底关了店 | (2026-02-21..2026-02-28)
10号交房租 | (2026-11-10)
昨天下午去了医院 | (2026-11-04)
我1月开始学琴 | (2027-01)
合同15号，要续签 | (2026-11-15)
高层15号开会 | (2026-11-15)
暑假7月去海边 | (2027-07)
7月去了海边 | (2026-07)
9号之前给我 | (2026-11-09)
他20号到 | (2026-11-20)
我们11月11号领证 | (2026-11-11)
我们9月9号领了证 | (2026-09-09)
周六爬了山 | (2026-10-31)
周六去爬山 | (2026-11-07)
We're having the party in August | (2027-08)
They got engaged in August | (2026-08)
I'll renew the passport before February | (2027-02)
My visa expires in December | (2026-12)
Mum was in hospital in April | (2026-04)
The exhibition opens on 3 February | (2027-02-03)
The exhibition opened on 3 February | (2026-02-03)
Ola is coming on Saturday | (2026-11-07)
Ola came on Saturday | (2026-10-31)
I am supposed to call the bank on Monday | (2026-11-09)
I called the bank on Monday | (2026-11-02)
The new boiler gets installed on 20 November | (2026-11-20)
The boiler was installed on 20 October | (2026-10-20)
He wants to move out in January | (2027-01)
We agreed to pay half in March | (2027-03)
Let's meet on Tuesday | (2026-11-10)
I've booked the dentist for Monday | (2026-11-09)
She retires in September | (2027-09)
She retired in September | (2026-09)
I read that book in July | (2026-07)
I went to Rome in March and loved it | (2026-03)
The course starts in February | (2027-02)
The warranty ran out in June | (2026-06)
I have to hand in the thesis by June | (2027-06)
Kasia can't come on Sunday | (2026-11-08)
We didn't go in May | (2026-05)
The election is on 14 March | (2027-03-14)
I'm running a marathon in April | (2027-04)
I ran a marathon in April | (2026-04)
周日我来不了 | (2026-11-08)
周日我们去了动物园 | (2026-11-01)
我爸12月做手术 | (2026-12)
我爸3月做了手术 | (2026-03)
签证2月到期 | (2027-02)
8号要交房租 | (2026-11-08)
老板说20号之前要定下来 | (2026-11-20)
我4月入职的 | (2026-04)
我打算4月入职 | (2027-04)
他们5月领的证 | (2026-05)
他们5月领证 | (2027-05)
演唱会在3月12号 | (2027-03-12)
演唱会门票3月5号开抢 | (2027-03-05)
6月的时候我们去过一次 | (2026-06)
明年3月交房 | (2027-03)
预产期是2月14号 | (2027-02-14)
我9月就离职了 | (2026-09)
周六下午家长会 | (2026-11-07)
周二开的会没结果 | (2026-11-03)
答辩推迟到1月10号了 | (2027-01-10)
我们12月去日本 | (2026-12)
我们7月去的日本 | (2026-07)
寒假作业1月20号交 | (2027-01-20)
合同已经在8月签了 | (2026-08)
年会改到1月8号 | (2027-01-08)
我不能参加周五的聚餐了 | (2026-11-06)
16号来客人 | (2026-11-16)
上个月28号交的钱 | (2026-10-28)
""".strip().split("\n")


@pytest.mark.parametrize("text", NO_DATE)
def test_what_is_no_date_is_left_as_it_is(text):
    """A house, a seat, a shirt, a street, a formula; a weekday said on that weekday may be today or in a week."""
    assert with_dates(text, THURSDAY) == text


@pytest.mark.parametrize("line", DATED)
def test_the_clause_tells_which_year_and_week_is_meant(line):
    """Only a clear past looks back; what is decided, booked, expected or cannot be made is still to come."""
    text, meant = line.rsplit(" | ", 1)
    assert meant in with_dates(text, THURSDAY).replace("（", "(").replace("）", ")")


def test_a_weekday_said_on_that_day_is_found_and_not_written():
    """The rules still see a plan in "the deadline is Thursday"."""
    (found,) = find_dates("The deadline is Thursday", THURSDAY)
    assert found.since == "2026-11-05"
    assert with_dates("The deadline is Thursday", THURSDAY) == "The deadline is Thursday"


def test_an_arrow_is_a_move_and_no_formula():
    """Both days of a move are dated."""
    assert with_dates("5 May -> 9 May", THURSDAY).count("(2027-05-0") == 2


SATURDAY = datetime(2026, 3, 7, 10, 0, tzinfo=timezone(timedelta(hours=8)))

WHOLE = """
牙医约在3月12日九点 | 牙医约在3月12日（2026-03-12）九点
3月12日10点开会 | 3月12日（2026-03-12）10点开会
三月十二号九点开会 | 三月十二号（2026-03-12）九点开会
4月1日（周三）一起吃饭 | 4月1日（2026-04-01）（周三）一起吃饭
4月1日（周四）一起吃饭 | 4月1日（2026-04-01）（周四）一起吃饭
周三（4月1日）一起吃饭 | 周三（2026-04-01）（4月1日）一起吃饭
Dinner is on 1 April (Wednesday) | Dinner is on 1 April (2026-04-01) (Wednesday)
Dinner is on Thursday 9 April | Dinner is on Thursday (2026-04-09) 9 April
Friday's meeting is at 3 | Friday's (2026-03-13) meeting is at 3
I have Friday-night drinks with Ann | I have Friday-night (2026-03-13) drinks with Ann
the meeting is Thursday week | the meeting is Thursday week (2026-03-19)
周五去北京，周日回来 | 周五（2026-03-13）去北京，周日（2026-03-08）回来
会议改到周三，不是周四 | 会议改到周三（2026-03-11），不是周四
The meeting is now on Thursday | The meeting is now on Thursday (2026-03-12)
The driving lesson is on Monday | The driving lesson is on Monday (2026-03-09)
Why not meet on Friday? | Why not meet on Friday (2026-03-13)?
I saw Ann on Monday and Bob on Tuesday | I saw Ann on Monday (2026-03-02) and Bob on Tuesday (2026-03-03)
The flight was rebooked to 25 April | The flight was rebooked to 25 April (2026-04-25)
""".strip().split("\n")

COMES_ROUND = """
小满的游泳课现在是周三，不是周六了
小满的游泳课现在是周三
The swimming lesson is on Wednesday from now on
From now on, the swimming lesson is on Wednesday
every Monday, not Friday
My piano lessons are on Wednesday
The swimming lesson is on Wednesday now
我不是周六来
a week on Thursday we move
""".strip().split("\n")


@pytest.mark.parametrize("line", WHOLE)
def test_a_date_breaks_no_word_and_is_written_once(line):
    """12日九点 stays whole, a weekday in brackets belongs to the date before it, a denied one has none."""
    text, kept = line.split(" | ")
    assert with_dates(text, SATURDAY) == kept
    assert with_dates(kept, SATURDAY) == kept


@pytest.mark.parametrize("text", COMES_ROUND)
def test_a_timetable_and_a_denied_weekday_have_no_date(text):
    """What holds from now on, and what is not so, mean no single day."""
    assert with_dates(text, SATURDAY) == text


def test_a_second_weekday_goes_the_way_of_the_first():
    """Nobody marries next Tuesday and flew last Wednesday."""
    said = "My sister is getting married on Tuesday and flies to Japan on Wednesday"
    assert [m.since for m in find_dates(said, SATURDAY)] == ["2026-03-10", "2026-03-11"]
