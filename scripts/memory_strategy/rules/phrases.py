"""The words of triggers: the phrases with their scores, what may stand before them, what points behind them.

Owns: the tables. Refuses: deciding whether a phrase is meant (`triggers`).
One surprising fact: patterns meet the folded text, so 記下來, 记下来 and ＲＥＭＥＭＢＥＲ need one spelling here.
"""

from __future__ import annotations

from typing import Tuple

# (pattern, score, place): place "core" is MEMORY.md. Longer phrases stand before their own beginnings.
PHRASES_ZH: Tuple[Tuple[str, int, str], ...] = (
    (r"永久(?:保存|记住|记录|保留)(?:下来)?|永远记住|长期保存", 5, "core"),
    (
        r"这(?:一点|条|个)?是(?:一)?个?(?:很|非常|特别)?(?:重点|重要的?信息)|这(?:一点|条|个)?(?:很|非常|特别)重要",
        5,
        "core",
    ),
    (r"(?:别|不要|不能|勿|千万别|千万不要|可别)(?:让我|叫我)?忘(?:了|记(?!录)(?:了)?)|勿忘", 4, ""),
    (
        r"(?:记|存|保存|记录|写|抄)下来|记着(?=[,:\s]|$|我(?!的日子))|(?<=帮我)记着|记住(?:这(?:个|些|一?点|条)(?!词|字|命令|按钮|功能|短语|单词|的))?|记一下|记下"
        r"|记一笔|记录一下|做个?(?:记录|笔记|备忘)|存一下|保存一下|牢记|谨记|备忘(?=[:,])",
        4,
        "",
    ),
    (r"(?:加|写|存|记|放|添加|保存)(?:到|进|入|在)(?:你的?|长期)?(?:记忆|备忘录?|小本本)(?:里|中)?", 4, ""),
    (r"记得", 4, ""),
)
PHRASES_EN: Tuple[Tuple[str, int, str], ...] = (
    (
        r"(?:save|store|keep|remember|record) (?:this|that|it) (?:permanently|forever|for good)|remember forever"
        r"|never forget (?:this|that)",
        5,
        "core",
    ),
    (
        r"(?:this|that) is (?:(?:very|really|super) )?important|(?:this|that)'s (?:(?:very|really|super) )?important"
        r"|this is (?:a )?key(?: point| fact)?",
        5,
        "core",
    ),
    (
        r"(?:don't|do not|dont) (?:you )?forget|keep (?:this |that |it )?in mind|bear (?:this |that |it )?in mind"
        r"|for the record|for future reference",
        4,
        "",
    ),
    (
        r"make a (?:mental )?note(?: of (?:this|that|it))?|take (?:a )?note(?: of (?:this|that|it))?|note to self"
        r"|keep a (?:note|record)",
        4,
        "",
    ),
    (
        r"(?:note|jot|write) (?:this |that |it )?down|note (?:this|that|it)\b|note(?=\s*:)|(?:save|store"
        r"|record) (?:this|that|it)(?: (?:down|to|in) (?:your )?memory)?(?=[\s]*(?:[,.:;!]|$))",
        4,
        "",
    ),
    (r"(?:add|commit|save) (?:this|that|it) to (?:your )?memory|remember", 4, ""),
)

# What may stand between the start of the clause and the phrase: politeness, addressing the agent, pointing words.
MAY_PRECEDE_ZH = (
    r"(?:[\s,:~!、]|好的?|嗯|对了|那么?|哦|谢谢你?|另外|还有|以及|最后|顺便|请|麻烦|拜托|务必|一定要?|千万|帮我"
    r"|帮忙|给我|替我|帮|你们?|您|要|得|必须|需要|先|也|都"
    r"|能不能|可不可以|可否|能否|能|可以|我要你|我想让你|我希望你|我需要你|把(?:这|它|上面|以上|刚才|下面"
    r"|以下)[^,;。]{0,8}?|这(?:个|些|点|条|件事|句话)?|以上|上面|下面|以下|重要|重点"
    r"|所以|因此|但是?|不过|的|内容|信息|话)*"
)
MAY_PRECEDE_EN = (
    r"(?:[\s,:!\-]|ok(?:ay)?|so|and|also|but|oh|hey|hi|thanks|thank you|great|please|pls|kindly|now|then|just"
    r"|always|you (?:should|must|need to|can)"
    r"|i(?:'d)? (?:need|want|like|would like) you to|(?:can|could|would|will) you|do|let's|one more thing|finally"
    r"|btw|by the way|fyi|important|to|for me)*"
)
SAYS = (
    r"(?:说|讲|写|喊|念|叫|提到|道|say|says|said|tell|told|tells|write|writes|wrote|type|asks?|asked|called|word"
    r"|phrase)[\s:,]*$"
)

HINTS = (
    "记", "忘", "永", "重点", "重要", "存", "抄", "备忘", "写进", "写下", "remember", "note", "forget", "mind", "save", "store", "record",
    "important", "key", "memory", "jot", "write", "keep", "reference",
)  # fmt: skip

# 这个/一下/哦 behind the phrase, then the sign that opens the content; "that X" opens it too.
POINTING = (
    r"(?:\s*(?:一下|下来|住|好了?|了|哦|噢|啊|呀|哈|吧|喔))*"
    r"(?:\s*(?:这(?:个|些|一?点|条|句话|件事|里)(?:信息|事情|内容)?|它|(?:以下|下面|下列)(?:的|这)?(?:几[点条件]"
    r"|内容|信息|事项|些)?)(?=\s*(?:[,:;。!?吗]|$)))?(?:\s*(?:一下|哦|啊|吧))*"
    r"(?:\s*(?:of )?(?:this|that|it|down|please|for me|for (?:next time|later|the future)"
    r"|the following(?: things?)?|permanently|forever)(?=\s*(?:[,.:;!?\-]|$)|\s+(?:down|please|for me|for later"
    r"|permanently|forever)\b))*"
    r"(?:\s+(?:down|please|for me|for later))*[\s,:;。!\-—]*(?:that\s+(?!(?:one|is|was)\b)|to\s+)?"
)
