"""Chinese time expressions: 下周三, 上个月5号, 三天后, 去年冬天, 最近三天, 国庆.

Patterns run over text folded to simplified characters and ASCII figures, position for position (see `view`).
Weeks are calendar weeks, Monday to Sunday: 下周三 is the Wednesday of the next one, on whatever day it is said.
Refuses the lunar calendar, 几天前, and dates counted from another event. Surprising: most of a pattern is what must
*not* stand around it, since words are not spaced (目前天气 holds 前天, 下周一起 holds 下周一, 雨后天晴 holds 后天).
"""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import Match, Optional, Tuple

from .spans import (
    WEEK,
    YEAR,
    Reading,
    Rule,
    Span,
    compiled,
    day_span,
    month_span,
    months_from,
    number,
    offset_span,
    part_of_month,
    part_of_year,
    pick_weekday,
    pick_year,
    quarter_from,
    season_span,
    shifted,
    week_span,
    weekday_span,
    year_number,
    year_span,
)
from .view import View

_DAYS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_WEEKS = {"上上": -2, "上": -1, "这": 0, "本": 0, "今": 0, "下": 1, "下下": 2}
_YEARS = {"大前": -3, "前": -2, "去": -1, "今": 0, "本": 0, "明": 1, "后": 2}
_UNITS = {"天": "day", "日": "day", "周": "week", "星期": "week", "礼拜": "week", "月": "month", "年": "year"}
_WEEKDAYS = {c: i for i, c in enumerate("一二三四五六日末")}
_WEEKDAYS["天"] = 6
_PARTS = {"初": "early", "上旬": "early", "中": "mid", "中旬": "mid", "底": "late", "末": "late", "下旬": "late"}
# Fixed-date holidays only: 春节 and 中秋 move with the moon, and are left alone.
_HOLIDAYS = {
    "元旦": (1, 1), "情人节": (2, 14), "妇女节": (3, 8), "愚人节": (4, 1), "劳动节": (5, 1), "五一": (5, 1),
    "儿童节": (6, 1), "六一": (6, 1), "教师节": (9, 10), "国庆": (10, 1), "万圣节": (10, 31),
    "双十一": (11, 11), "双11": (11, 11), "平安夜": (12, 24), "圣诞": (12, 25),
}  # fmt: skip

_N = r"(?:\d{1,4}|[一二两三四五六七八九十百]{1,5})"
_M = r"(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])"
_D = r"(?:3[01]|[12]\d|0?[1-9]|三十一?|二?十[一二三四五六七八九]?|[一二三四五六七八九])"
_PART = r"(?:[上中下]旬|[初底末])"
_HOLIDAY = r"(?:元旦|情人节|妇女节|愚人节|劳动节|五一|儿童节|六一|教师节|国庆|万圣节|双十一|双11|平安夜|圣诞)节?"
_YEAR_TAIL = (
    rf"(?:的?(?:(?P<m>{_M})月(?:份|(?P<d>{_D})[日号]?|(?P<mp>{_PART}))?(?![饼球])|(?P<s>[春夏秋冬])[天季]"
    rf"|(?P<h>{_HOLIDAY})|年?(?P<yp>[初底末])|第?(?P<q>[一二三四1-4])季度))?"
)

# Before N号: what has a number and no day. 知道15号 and 管理层15号 do speak of a day, 江南大道17号 and B2层15号 do not.
_NO_DAY = (
    r"(?:[路街巷弄]|(?<![知报渠频])道|胡同|[\dA-Za-z一二三四五六七八九十号][层楼栋幢座室排区]|单元|公寓|门牌|小区|花园|新村)\s*$"
    r"|(?:工号|学号|车位|车库|房号|房间|包间|包厢|宿舍|座位|座号|位子|铺位|床位|门牌号?|编号|序号|号码|号牌|数字|储物柜|快递柜"
    r"|柜子|柜台|窗口|站台|登机口|检票口|车厢|球衣|背号|球员|选手|考场|考号|桌号|桌子|地址|住址|排队|排到|叫到|抽到|抽中)"
    r"(?:号码?)?[^,，。；;、]{0,5}$"
    r"|(?:住在?|位于|家在|坐在?|穿|排在?|不是|[我你您他她它这那]们?[就又还]?是|不是\d{1,2}号[,，]?而?是)\s*$"
)


def _day_word(match: Match[str], view: View) -> Reading:
    return Reading(match.start(), match.end(), day_span(view.today, _DAYS[match.group().rstrip("天日晚夜早晨儿个")]))


def _weekday(match: Match[str], view: View) -> Optional[Reading]:
    if match["unit"] == "周" and match["w"] == "天":
        return None
    weekday = _WEEKDAYS[match["w"]]
    last = _WEEKDAYS[match["to"]] if match["to"] else None
    start, end = match.span()
    if match["p"]:
        week = _WEEKS[match["p"]]
        span = weekday_span(view.today, week, weekday)
        if last is not None:
            span = (span[0], weekday_span(view.today, week, last)[1])
        return Reading(start, end, span, week=week) if span[0] <= span[1] else None
    if last is not None or view.is_habit(start, end):
        return None
    return Reading(start, end, pick_weekday(view.today, view.lean(start, end), weekday), repeats=WEEK)


def _week(match: Match[str], view: View) -> Reading:
    return Reading(match.start(), match.end(), week_span(view.today, _WEEKS[match["p"]]), week=_WEEKS[match["p"]])


def _month_word(match: Match[str], view: View) -> Reading:
    span = months_from(view.today, _WEEKS[match["p"]] if match["p"] else 0)
    if match["d"]:
        day = span[0].replace(day=number(match["d"]) or 0)
        span = (day, day)
    elif match["part"]:
        span = part_of_month(span, _PARTS[match["part"]])
    return Reading(match.start(), match.end(), span)


def _in_year(match: Match[str], year: int) -> Optional[Span]:
    """The part of `year` that the tail of a year expression names; the whole year without one."""
    if match["m"]:
        return _month_day(year, match["m"], match["d"], match["mp"])
    if match["s"]:
        return season_span(year, "春夏秋冬".index(match["s"]))
    if match["h"]:
        return day_span(date(year, *_holiday(match["h"])))
    if match["yp"]:
        return part_of_year(year, _PARTS[match["yp"]])
    if match["q"]:
        return quarter_from(date(year, 1, 1), (number(match["q"]) or 1) - 1)
    return year_span(year)


def _month_day(year: int, month: str, day: Optional[str], part: Optional[str]) -> Span:
    span = month_span(year, number(month) or 0)
    if day:
        return day_span(span[0].replace(day=number(day) or 0))
    return part_of_month(span, _PARTS[part]) if part else span


def _holiday(name: str) -> Tuple[int, int]:
    return _HOLIDAYS.get(name) or _HOLIDAYS[name[:-1]]


def _year_word(match: Match[str], view: View) -> Optional[Reading]:
    year = view.today.year + _YEARS[match["p"]]
    span = _in_year(match, year)
    if span and match["s"] and match["p"] == "去" and span[1] >= view.today:
        span = _in_year(match, year - 1)  # said in January, 去年冬天 is not the winter that is still going on
    return span and Reading(match.start(), match.end(), span)


def _year_number(match: Match[str], _view: View) -> Optional[Reading]:
    year = year_number(match["y"])
    span = year and _in_year(match, year)
    return Reading(match.start(), match.end(), span, relative=False) if span else None


def _year_end(match: Match[str], view: View) -> Reading:
    return Reading(match.start(), match.end(), part_of_year(view.today.year, _PARTS[match["part"]]))


def _month_number(match: Match[str], view: View) -> Optional[Reading]:
    start, end = match.span()
    if view.is_habit(start, end, yearly=True):
        return None
    lean = view.lean(start, end)
    last = match["d2"]

    def make(year: int) -> Span:
        span = _month_day(year, match["m"], match["d"], match["part"])
        return (span[0], span[0].replace(day=number(last) or 0)) if last else span

    span = pick_year(view.today, lean, make)
    return Reading(start, end, span, repeats=YEAR) if span and span[0] <= span[1] else None


def _holiday_word(match: Match[str], view: View) -> Optional[Reading]:
    start, end = match.span()
    if view.is_habit(start, end):
        return None
    month, day = _holiday(match["h"])
    span = pick_year(view.today, view.lean(start, end), lambda year: day_span(date(year, month, day)))
    return span and Reading(start, end, span, repeats=YEAR)


def _offset(match: Match[str], view: View) -> Optional[Reading]:
    start, end, unit = match.start(), match.end(), match["unit"]
    back = match["way"] in ("前", "以前", "之前")
    if match["half"]:  # half a month is about a fortnight, half a year is six months
        if unit == "月":
            middle = day_span(view.today, -15 if back else 15)[0]
            return Reading(start, end, (day_span(middle, -2)[0], day_span(middle, 2)[0]))
        return Reading(start, end, months_from(view.today, -6 if back else 6))
    count = number(match["n"])
    if not count or (unit == "年" and count > 150):  # 2000年前: before that year, or history
        return None
    if (
        back
        and unit == "月"
        and "个" not in match.group()
        and count <= 12
        and (match["n"].isdigit() or match["way"] != "前")
    ):
        return None  # 1月之前: before January; 一月前 is a month ago
    if match["way"][-1] in "内里":
        last = shifted(view.today, count, _UNITS[unit])
        return Reading(start, end, (view.today, last)) if view.lean(start, end) != "past" else None
    return Reading(start, end, offset_span(view.today, -count if back else count, _UNITS[unit]))


def _in_some(match: Match[str], view: View) -> Optional[Reading]:
    count = number(match["n"])
    return Reading(match.start(), match.end(), offset_span(view.today, count, _UNITS[match["unit"]])) if count else None


def _recent(match: Match[str], view: View) -> Optional[Reading]:
    start, end, unit = match.start(), match.end(), _UNITS[match["unit"]]
    count = number(match["n"]) if match["n"] else None
    if match["half"]:
        count, unit = (15, "day") if unit == "month" else (6, "month")
    if not count:
        return None
    if match["p"] in ("未来", "接下来", "今后"):
        return Reading(start, end, (view.today, shifted(view.today, count, unit)))
    return Reading(start, end, (shifted(view.today, -count, unit), view.today))


def _these_days(match: Match[str], view: View) -> Reading:
    reach = (number(match["n"]) or 2) - 1
    lean = view.lean(*match.span())
    before, after = (0 if lean == "future" else -reach), (0 if lean == "past" else reach)
    return Reading(match.start(), match.end(), (day_span(view.today, before)[0], day_span(view.today, after)[0]))


def _quarter(match: Match[str], view: View) -> Reading:
    return Reading(match.start(), match.end(), quarter_from(view.today, _WEEKS[match["p"]]))


def _day_of_month(match: Match[str], view: View) -> Optional[Reading]:
    """15号 alone: in the month before, this one or the next, by tense; else the nearest. A house, a seat, a shirt is none."""
    if compiled(_NO_DAY).search(view.text[max(0, match.start() - 16) : match.start()]):
        return None
    day, lean = number(match["d"]) or 0, view.lean(*match.span())
    found = []
    for offset in (-1, 0, 1):
        first, last = months_from(view.today, offset)
        if day <= last.day:
            found.append(first.replace(day=day))
    if lean == "past":
        found = [d for d in found if d <= view.today][-1:]
    elif lean == "future":
        found = [d for d in found if d >= view.today][:1]
    best = min(found, key=lambda d: abs((d - view.today).days), default=None)
    return Reading(match.start(), match.end(), (best, best)) if best else None


@lru_cache(maxsize=1)
def rules() -> Tuple[Rule, ...]:
    """The rules, each compiled on first use; the longest match at the leftmost place wins (see `find_dates`)."""
    this = r"(?:上上|下下|(?<![以之身路早晚天])上|(?<![一以之])下|这|(?<![日基根版书课样剧成文])本|今)"
    unit = r"(?:周|星期|礼拜)"
    span_unit = r"(?P<unit>天|日|周|星期|礼拜|月|年)"
    no_count = r"(?<![\d.\-~到至第每几数十百一二两三四五六七八九多])"
    day = (
        r"(?<![目以之提当眼从此面年月周天期拜午])大?前天(?!然)"
        r"|(?:(?<![以之今午雨饭然最日往随课酒病节年月周天期拜先])|(?<=[今明昨前]天))大?后天"
        r"(?![空黑亮晴性])(?!形成|培养|养成|获得|因素|环境|教育)"
        r"|(?<![如至])[昨今][天日](?!头条)|明[天日](?![使才真赋方])(?!气(?!温))"
        r"|[昨今][晚夜晨早]|明[早晚晨]|[昨今明]儿个?(?!童)|(?<![以之睡饭目考天年赛])前晚"
    )
    weekday = (
        rf"(?:(?P<p>{this})一?个?|(?<![一两二三四五六七八九十几每半整\d隔全逢单双首个上]))(?P<unit>{unit})"
        r"(?P<w>[二三四五六日末]|天(?!气)|一(?![起直共定些样般切句次个遍点边并块同带篇家本月期]|下(?![午班课])))"
        rf"(?:[到至~\-—–]{unit}?(?P<to>[一二三四五六日天]))?"
        r"(?![次遍趟个岁期]|回(?![来家去国到程校京沪]))(?!常|历(?!史)|报(?!告)|程|志)"
    )
    week = rf"(?P<p>{this})一?个?{unit}(?![期岁边围折转口游详密而])"
    month = rf"(?P<p>{this})(?:一?个)?月份?(?![球亮饼光台票薪])(?:的?(?:(?P<d>{_D})[日号]|(?P<part>{_PART})))?"
    bare_part = r"(?<![\d一二三四五六七八九十个上下本这每当])(?P<p>)(?P<d>)月(?P<part>[初底末])"
    year_word = (
        r"(?P<p>大前|(?<![年以之目当提几天])前|(?<!过)去|今|本|(?<!文)明|(?<![以之今然最往业])后)年"
        r"(?![轻级纪龄薪度终会糕])" + _YEAR_TAIL
    )
    year_end = r"(?<![\d年每去今明前后本])年(?P<part>[初底末])(?!终)"
    year_number_ = (
        r"(?<![\d.\-])(?P<y>(?:19|20)\d\d|\d\d(?=年\d{1,2}月)|[一二][九〇零][〇零一二三四五六七八九]{2})年(?!前|后|龄|级|代)"
        + _YEAR_TAIL.replace("的?", "度?的?", 1)
    )
    month_number = (
        rf"(?<![\d.个\-一二三四五六七八九十几年每历])(?P<m>{_M})月"
        rf"(?:份|(?P<d>{_D})(?:[日号](?:[到至~\-—–](?P<d2>{_D})[日号])?|(?![\d.个月年/日号一二三四五六七八九十]))|(?P<part>{_PART}))?"
        r"(?![饼球亮天租薪嫂票供费卡怀初龄花])(?:(?<=[日号])|(?![\d一二三四五六七八九十]))"
    )
    holiday = rf"(?<![\d王李张刘陈杨赵黄周吴徐孙马朱胡林何高罗年第])(?P<h>{_HOLIDAY})(?![路街道村大广哥弟姐班])"
    way = r"(?P<way>[之以]?[前后]|之?内|里(?![程头面]))(?![天期排半后])"
    offset = rf"{no_count}(?:(?P<half>半)个?|(?P<n>{_N})个?){span_unit}{way}"
    in_some = rf"再过(?P<n>{_N})个?{span_unit}"
    recent = (
        rf"(?:(?P<p>最近|过去|未来|接下来|今后|(?<![最附靠接将])近)的?这?(?:(?P<half>半)个?|(?P<n>{_N})个?){span_unit})"
        r"(?![前后])"
    )
    these = r"(?<![年月周])这(?P<n>[两三23])[天日](?![前后])"
    quarter = rf"(?P<p>{this})(?:一?个)?季度"
    number_day = (
        r"(?<![\d.\-尾编第门牌楼线月年日期个房单号一二三四五六七八九十])(?P<d>3[01]|[12]\d|[1-9])号"
        r"(?=[之以]?前|[上下中]午|晚|早|[要去交到来出]|开会|截|[，,。、]|$)(?!(?:出口|来电|交易))"
    )
    return (
        Rule(("天", "日", "晚", "夜", "早", "晨", "儿"), day, _day_word),
        Rule(("周", "星期", "礼拜"), weekday, _weekday),
        Rule(("周", "星期", "礼拜"), week, _week),
        Rule(("月",), month, _month_word),
        Rule(("月初", "月底", "月末"), bare_part, _month_word),
        Rule(("年",), year_word, _year_word),
        Rule(("年初", "年底", "年末"), year_end, _year_end),
        Rule(("年",), year_number_, _year_number),
        Rule(("月",), month_number, _month_number),
        Rule(("元", "节", "五一", "六一", "国庆", "双", "平", "圣"), holiday, _holiday_word),
        Rule(("前", "后", "内", "里"), offset, _offset),
        Rule(("再过",), in_some, _in_some),
        Rule(("最近", "过去", "未来", "接下来", "今后", "近"), recent, _recent),
        Rule(("这",), these, _these_days),
        Rule(("季度",), quarter, _quarter),
        Rule(("号",), number_day, _day_of_month),
    )
