"""People in the user's life: who they are to the user, what they are called, how to reach them."""

from __future__ import annotations

from typing import Tuple

from ..subjects import RELATIONS_EN, RELATIONS_ZH
from .pattern import Rule

_CONTACT, _RELATION = ("contact",), ("relation",)
_WAYS_ZH = r"电话|手机号?|号码|电话号码|邮箱|邮件地址|微信号?|qq号?|地址|家庭住址|住址|收货地址"
_WAYS_EN = (
    r"phone|phone number|cell|mobile|mobile number|number|e-?mail|e-?mail address|address|home address|work address"
    r"|extension|slack|telegram|whatsapp|github|twitter|handle|username"
)

ZH: Tuple[Rule, ...] = (
    Rule(
        "reach",
        rf"(?:的)?(?:新)?(?P<way>{_WAYS_ZH})(?:现在)?(?:换成了?|改成了?|是|为|:)\s*(?P<value>(?!什么"
        rf"|多少)[^,。]{{3,40}})",
        _CONTACT, "contacts", ("电话", "手机", "号码", "邮箱", "邮件", "微信", "qq", "地址", "住址"),
        who=("person", "pronoun"), attribute="{way}", value="{value}",
    ),
    Rule(
        "reach",
        rf"(?:.{{0,6}})?我(?:们)?(?:家|公司)?的?(?:新)?(?P<way>{_WAYS_ZH})(?:现在)?(?:换成了?|改成了?|是|为"
        rf"|:)\s*(?P<value>(?!什么|多少)[^,。]{{3,40}})",
        _CONTACT, "contacts", ("电话", "手机", "号码", "邮箱", "邮件", "微信", "qq", "地址", "住址"), who=("none",),
        attribute="{way}", value="{value}",
    ),
    Rule(
        "reach",
        rf"(?P<person>(?![^,。的]*(?:服务|系统|接口|网站|项目|环境|仓库|数据库"
        rf"|公司))[\u4e00-\u9fffa-z]{{2,8}}?)(?:的)(?P<way>{_WAYS_ZH})(?:是|为|:)\s*(?P<value>(?!什么"
        rf"|多少)[^,。]*[\d@a-z][^,。]{{2,40}})",
        _CONTACT, "contacts", ("电话", "手机", "号码", "邮箱", "邮件", "微信", "qq", "地址", "住址"), who=("none",),
        attribute="{way}:{person}", value="{value}",
    ),
    Rule(
        "known_as",
        r"(?:的名字)?(?:<adv>)(?:叫做?|名叫|名字叫|名字是)(?P<value>(?!我|你|他|她|车|外卖|醒|什么|人)[^,。]{1,10})",
        _RELATION, "contacts", ("叫", "名"), who=("person",), attribute="name", value="{value}",
    ),
    Rule(
        "known_as",
        r"<adv>是(?P<value>[^,。]{0,6}(?:医生|老师|律师|师傅|教授|大夫|教练|先生|女士|小姐|经理|总))$",
        _CONTACT, "contacts", ("是",), who=("person",), attribute="name", value="{value}",
    ),
    Rule(
        "is_to_me",
        rf"<adv>是我(?:们)?(?:家)?的?(?P<value>(?:大|小|前|新|最好的)?(?:{RELATIONS_ZH}))(?!的)",
        _RELATION, "contacts", ("是我",), who=("person",), attribute="relation", value="{value}",
    ),
    Rule(
        "is_to_me",
        rf"(?P<person>(?![我你他她这那谁])[\u4e00-\u9fffa-z]{{2,8}}?)是我(?:们)?(?:家)?的?(?P<value>(?:大|小|前|新"
        rf"|最好的)?(?:{RELATIONS_ZH}))$",
        _RELATION, "contacts", ("是我",), who=("none",), attribute="relation:{person}", value="{value}",
    ),
    Rule(
        "family",
        r"<adv>有(?P<object>(?:[一两二三四五\d]个?|个)[^,。]{0,4}?(?:女儿|儿子|孩子|姐姐|妹妹|哥哥|弟弟|宝宝|室友"
        r"|孙子|孙女|双胞胎)[^,。]{0,14})$",
        _RELATION, "contacts", ("有",), who=("user", "person"),
    ),
    Rule(
        "in_charge",
        r"(?P<value>(?![我你他她这那谁])[\u4e00-\u9fffa-z]{2,8}?)(?:负责(?!人)|管|主管|对接(?!人))(?P<thing>[^,。了的]{2,16})$",
        _CONTACT, "contacts", ("负责", "对接"), who=("none",), attribute="in charge of:{thing}", value="{value}",
    ),
)  # fmt: skip

EN: Tuple[Rule, ...] = (
    Rule(
        "known_as",
        r"(?:'s| is)(?: (?:called|named))? (?P<value>(?:dr\.?|mr\.?|mrs\.?|ms\.?|prof\.?"
        r"|professor) (?:(?:med|rer|nat|dr|dent|vet|jur|phil)\. )*[a-z][\w'-]+(?: [a-z][\w'-]+)?)(?P<more>,? [^;]{0,40})?",
        _CONTACT, "contacts", ("dr", "mr", "ms", "prof"), who=("person",), attribute="name", value="{value}",
        proper=("value",),
    ),
    Rule(
        "known_as",
        r"(?:'s name)?(?:'s| is)(?: now)?(?: (?:called|named))? (?P<value>(?!\w+(?:ish|ese|ian"
        r"|ican)\b)[a-z][\w'-]+(?: [a-z][\w'-]+)?)$",
        _RELATION, "contacts", ("'s", " is"), who=("person",), attribute="name", value="{value}", proper=("value",),
    ),
    Rule(
        "reach",
        rf"'s (?:new )?(?P<way>{_WAYS_EN})(?:'s| is|:) (?P<value>[^;]{{3,80}})",
        _CONTACT, "contacts", ("'s ",), who=("person",), attribute="{way}", value="{value}",
    ),
    Rule(
        "reach",
        rf"(?:.{{0,16}}\b)?(?:my|our) (?:new |home |work |office )?(?P<way>{_WAYS_EN})(?:'s| is"
        rf"|:) (?P<value>(?!not\b|broken|dead)[^;]{{3,80}})",
        _CONTACT, "contacts", ("my ", "our "), who=("none", "mine"), attribute="{way}", value="{value}",
    ),
    Rule(
        "reach",
        rf"(?:the )?(?P<person>[a-z][\w .]{{1,20}}?)'s (?P<way>{_WAYS_EN})(?:'s| is"
        rf"|:) (?P<value>[^;]*[\d@][^;]{{2,60}})",
        _CONTACT, "contacts", ("'s ",), who=("none",), attribute="{way}:{person}", value="{value}",
        proper=("person",),
    ),
    Rule(
        "reach",
        r"(?:call|reach|email|text|write to) (?P<person>me|[a-z][\w.]+(?: [a-z][\w.]+)?) (?:at"
        r"|on) (?P<value>[^;]*[\d@][^;]{2,40})",
        _CONTACT, "contacts", (" at ", " on "), who=("none",),
    ),
    Rule(
        "is_to_me",
        rf"(?:'s| is) my (?P<value>(?:older |younger |best |ex-?|new )?(?:{RELATIONS_EN}))\b",
        _RELATION, "contacts", (" my ",), who=("person",), attribute="relation", value="{value}",
    ),
    Rule(
        "family",
        r"(?:<adve> have|'ve got| has)<adve> (?P<object>(?:an?|one|two|three|four|five|\d+"
        r"|twin)(?: \w+){0,2}? (?:daughters?|sons?|kids?|child(?:ren)?|brothers?|sisters?|siblings?|twins"
        r"|grandchildren|roommates?|stepsons?|nieces?|nephews?)\b[^;]{0,50})",
        _RELATION, "contacts",
        ("daughter", "son", "kid", "child", "brother", "sister", "sibling", "twin", "roommate", "niece", "nephew"),
    ),
    Rule(
        "in_charge",
        r"(?P<value>[a-z][\w'-]+(?: [a-z][\w'-]+)?) (?:is in charge of|is responsible for|owns the|handles(?: the)?"
        r"|leads the|maintains the) (?P<thing>[^;]{3,40})",
        _CONTACT, "contacts", ("in charge", "responsible", "owns", "handles", "leads", "maintains"), who=("none",),
        attribute="in charge of:{thing}", value="{value}", proper=("value",),
    ),
    Rule(
        "known_as",
        r" (?:was|used to be) (?P<value>(?:mrs?|ms|miss|dr|prof|professor)\.? [a-z][\w'-]+)$",
        ("contact",), "contacts", (" was ", "used to be"), who=("person",), proper=("value",),
    ),
    Rule(
        "runs",
        r"<adve> (?:runs?|owns?|manages?) (?P<value>(?:an?|the|his|her|my|our) (?:[\w-]+ ){0,3}?(?:bakery|caf[eé]|shop|store|restaurant"
        r"|hotel|farm|company|business|bar|pub|clinic|studio|gallery|salon|garage|school|firm|agency|guesthouse|bookshop)\b[^;]{0,40})$",
        ("contact",), "contacts", (" run", " own", " manage"), who=("person",),
    ),
)  # fmt: skip
