"""What must not, cannot or may only be: allergies, diets, health, budgets, rules somebody lives by."""

from __future__ import annotations

from typing import Tuple

from .pattern import Rule

_SAFE, _LIMIT = ("safety",), ("constraint",)
_CANNOT_ZH = (
    "吃|喝|碰|坐|晒|熬夜|饮酒|吸烟|抽烟|加班|出差|喝酒|运动|跑步|接电话|接听|开车|久坐|乘|闻|接触|用(?=青霉素"
    "|阿司匹林|手)|穿|打针|捐"
)
_CANNOT_EN = (
    r"eat|drink|have|take|fly|drive|swim|wear|tolerate|digest|lift|climb|stand for|travel|work (?:on|after|before"
    r"|weekends|nights|past)|do (?:mornings|evenings|weekends|fridays|mondays)|sit for|smoke|be near"
)
_DIETS_EN = (
    r"vegan|vegetarian|pescatarian|teetotal(?:ler)?|lactose[- ]intolerant|gluten[- ]intolerant|gluten[- ]free"
    r"|dairy[- ]free|coeliac|celiac|keto|halal|kosher"
)

ZH: Tuple[Rule, ...] = (
    Rule(
        "blood_type",
        r"(?:<adv>)(?:我的?)?(?:的)?血型(?:是|为|:)?\s*(?P<value>(?:rh ?)?(?:阴性|阳性)?(?:ab|a|b"
        r"|o)(?:型)?[^,。]{0,6})$",
        _LIMIT, "core", ("血型",), who=("user", "person", "none"), attribute="blood type", value="{value}",
    ),
    Rule(
        "allergy",
        r"<adv>(?:的)?对(?P<object>[^,。]{1,12}?)(?:都|会|也|严重|有些|有点|轻度|重度|有|很"
        r"|非常)*(?<!不)(?<!没)(?<!没有)过敏(?!原|药|体质)",
        _SAFE, "preferences", ("过敏",), attribute="allergy:{object}", value="yes",
    ),
    Rule(
        "allergy_over",
        r"<adv>(?:的)?对(?P<object>[^,。]{1,12}?)(?:已经|现在)?(?:不|没有?)(?:再)?过敏"
        r"|<adv>(?:并)?(?:没有?|不)(?:再)?对(?P<object2>[^,。]{1,12}?)过敏",
        _LIMIT, "preferences", ("过敏",), attribute="allergy:{object}", value="no",
    ),
    Rule(
        "allergy",
        r"<adv>(?:有)?(?P<object>(?!不|没|对|会|药)[^,。对不没]{1,6}?)过敏(?:症|体质)?(?!原|药|了?吗)",
        _SAFE, "preferences", ("过敏",), attribute="allergy:{object}", value="yes",
    ),
    Rule(
        "condition",
        r"<adv>(?:患)?(?:有|得了|确诊了?|是)(?:轻度|重度|一点|严重的?)?(?P<value>糖尿病|高血压|低血压|低血糖|哮喘"
        r"|痛风|癫痫|心脏病|胃病|胃炎|胃溃疡|抑郁症|焦虑症|色盲|色弱|夜盲|乳糖不耐(?:受|症)?|麸质不耐受?|鼻炎"
        r"|偏头痛|腰椎间盘突出|近视|洁癖|恐高症?|幽闭恐惧症?|甲减|甲亢)",
        _SAFE, "preferences",
        ("病", "压", "血糖", "哮喘", "痛风", "癫痫", "胃", "症", "色", "不耐", "炎", "头痛", "突出", "近视", "洁癖",
         "恐", "甲"),
    ),
    Rule(
        "condition",
        r"<adv>(?:是)?(?P<value>乳糖不耐(?:受|症)?|麸质不耐受?|恐高|晕车|晕船|色盲|色弱|左撇子|怀孕|低血糖)(?:了|,"
        r"|$)",
        _SAFE, "preferences", ("不耐", "恐高", "晕", "色", "左撇子", "怀孕", "低血糖"),
    ),
    Rule(
        "diet",
        r"<adv>(?:是|吃)(?:个|一个|一名)?(?P<value>全?素|纯素|清真|素食|素食主义者|素食者|纯素食者|蛋奶素"
        r"|生酮)(?:的|者|主义者|饮食)?(?:了)?$",
        _LIMIT, "preferences", ("素", "清真", "生酮"), attribute="diet", value="{value}",
    ),
    Rule(
        "cannot",
        rf"<adv>(?:是)?(?:不能|不可以|不得|没法|无法|不方便|不便)(?:再)?(?P<object>(?:{_CANNOT_ZH})[^,。]{{0,14}})",
        _LIMIT, "preferences", ("不能", "不可以", "不得", "没法", "无法", "不方便", "不便"),
    ),
    Rule(
        "only",
        r"<adv>(?P<verb>只(?:能|可以|肯)?(?:喝|吃|用|买|穿|坐|住|看|听|接受|在"
        r"|有[^,。]{1,8}才?有空))(?P<object>[^,。]{1,14})$",
        _LIMIT, "preferences", ("只",), attribute="{verb}", value="{object}",
    ),
    Rule(
        "budget",
        r"(?:我们?|用户|这次|这个)?[^,。]{0,8}(?:的)?预算(?:是|为|在|大概|大约|差不多|控制在|不(?:能)?超过|最多"
        r"|只有|有|上限|上限是)*(?P<value>[^,。]*[\d一二两三四五六七八九十百千万][^,。]*)",
        _LIMIT, "preferences", ("预算",), who=("user", "none"), attribute="budget", value="{value}",
    ),
)  # fmt: skip

EN: Tuple[Rule, ...] = (
    Rule(
        "allergy",
        r"(?:<be>)<adve>(?: (?:severely|badly|very|deathly|mildly|highly|slightly|extremely"
        r"|both))* allergic to (?P<object>[a-z][\w ,'-]{1,40}?)<ende>",
        _SAFE, "preferences", ("allergic",), attribute="allergy:{object}", value="yes",
    ),
    Rule(
        "allergy_over",
        r"(?:<be>|isn't|n't)<adve>(?: not| no longer|n't)(?: actually)? allergic to (?P<object>[a-z][\w"
        r" '-]{1,40}?)<ende>",
        _LIMIT, "preferences", ("allergic",), attribute="allergy:{object}", value="no",
    ),
    Rule(
        "allergy",
        r"(?:'ve|'s)?<adve> (?:have|has|got) (?:an? )?(?:severe |bad |serious "
        r"|mild )?(?P<object>(?!no\b)[a-z][\w -]{2,24}?) allerg(?:y|ies)<ende>",
        _SAFE, "preferences", ("allerg",), attribute="allergy:{object}", value="yes",
    ),
    Rule(
        "allergy",
        r"(?:'ve|'s)?<adve> (?:have|has|got) (?:an? )?(?:severe |bad |serious "
        r"|mild )?allergy to (?P<object>[a-z][\w -]{2,24}?)<ende>",
        _SAFE, "preferences", ("allergy to",), attribute="allergy:{object}", value="yes",
    ),
    Rule(
        "condition",
        r"(?:'ve|'s)?<adve> (?:have|has|was diagnosed with|were diagnosed with)(?: type \d)? (?P<value>diabetes"
        r"|asthma|epilepsy|migraines?|high blood pressure|celiac disease|coeliac disease|adhd|dyslexia|arthritis"
        r"|a heart condition|insomnia|vertigo|a bad (?:back|knee)|tinnitus|gout|autism|a pacemaker)\b",
        _SAFE, "preferences", ("have", "has", "diagnosed"),
    ),
    Rule(
        "condition",
        r"(?:'ve|'s| have| has)?<adve>(?: was| were| been| got)? diagnosed with (?P<value>[a-z][^;,]{2,40})",
        _SAFE, "preferences", ("diagnosed",),
    ),
    Rule(
        "blood_type",
        r"(?:.{0,12}\b)?my blood (?:type|group)(?:'s| is) (?P<value>(?:a|b|ab|o)\b[^;]{0,12})$",
        _LIMIT, "core", ("blood",), who=("none", "mine"), attribute="blood type", value="{value}",
    ),
    Rule(
        "condition",
        r"(?:<be>)<adve> (?:a )?(?P<value>diabetic|lactose[- ]intolerant|celiac|coeliac|colou?r[- ]?blind|deaf"
        r"|hard of hearing|left[- ]handed|dyslexic|epileptic|asthmatic|autistic|afraid of heights|claustrophobic)\b",
        _SAFE, "preferences", ("'m", "am ", "is ", "'s "),
    ),
    Rule(
        "diet",
        rf"(?:<be>)<adve> (?:an? )?(?:strict |lifelong )?(?P<value>{_DIETS_EN})\b",
        _LIMIT, "preferences", ("veg", "pesc", "teetotal", "intolerant", "free", "liac", "keto", "halal", "kosher"),
        attribute="diet", value="{value}",
    ),
    Rule(
        "diet",
        r"<adve> (?:went|became|turned|have gone|'ve gone) (?P<value>vegan|vegetarian|gluten-free|dairy-free"
        r"|keto)\b|<adve> (?:eats?|keeps?) (?P<value2>halal|kosher|vegan|vegetarian|gluten-free|keto)\b",
        _LIMIT, "preferences", ("vega", "vege", "gluten", "dairy", "keto", "halal", "kosher"), attribute="diet",
        value="{value}",
    ),
    Rule(
        "cannot",
        rf"<adve> (?:can't|cannot|can not|can no longer|may not|mustn't|must not|(?:am|'m|is|'s) not (?:allowed"
        rf"|able) to|(?:am|'m) unable to) (?P<object>(?:{_CANNOT_EN})\b[^,.]{{0,40}})",
        _LIMIT, "preferences", ("can't", "cannot", "can no", "may not", "must", "allowed", "able to"),
    ),
    Rule(
        "only",
        r" (?P<verb>only (?:drink|eat|use|buy|wear|fly|work|have time|accept|read)s?) (?P<object>[a-z][^,.]{2,40})$"
        r"|(?:'m| am) (?P<verb2>only (?:available|free|in the office)) (?P<object2>[^,.]{3,40})$",
        _LIMIT, "preferences", ("only",),
    ),
    Rule(
        "budget",
        r"(?:(?:my|our|the) (?:[a-z]+ )?budget(?: for [\w ]{2,24})?(?:'s| is)|(?:i|we) (?:have|'ve got) a budget of"
        r"|(?:i|we) (?:can't|cannot) spend more than)(?: (?:about|around|at most|up to|under|limited to"
        r"|capped at))? ?(?P<value>[^,;]*\d[^,;]*)",
        _LIMIT, "preferences", ("budget", "spend more"), who=("none", "user", "mine"), attribute="budget",
        value="{value}",
    ),
)  # fmt: skip
