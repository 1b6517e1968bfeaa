"""What somebody likes, dislikes, prefers and usually does. Polarity is the value, so that a change supersedes (D29)."""

from __future__ import annotations

from typing import Tuple

from .pattern import Rule

_PREF, _HABIT = ("preference",), ("habit",)
# "I like that better": an object that only this moment knows is no preference (D28).
_NO_OBJECT_ZH = r"(?!这(?!类)|那(?!种|类)|里面|它|他|她|你|您|刚才|上面|以上|第[一二三]|的$|前面|了$|什么|去哪|一下)"
_NO_OBJECT_EN = (
    r"(?!(?:either|neither|that|this|these|those|it|them|him|her|you|your|yours|how|what|when|where|which|why|the (?:way|first"
    r"|second|third|last|other|latter|former|idea|sound|look|new version|one|result|suggestion|answer|changes?"
    r"|approach)"
    r"|one|both|all of|any|to (?:see|know|hear|have you|ask|thank|add|point|say|think that|mention|share|talk|get"
    r"|be able)|every(?:thing)? (?:you|about)|if|my (?:new|current) (?:code|draft)|me|us)\b)"
)
_EAT_ZH = "吃|喝|抽|碰|沾"
_HABITS_EN = (
    r"work|wake|get up|go|eat|drink|have|take|use|run|walk|cycle|bike|drive|write|read|code|start|sleep|travel"
    r"|order|buy|cook|commit|test|deploy|listen|watch|wear|sit|book|fly|choose"
    r"|check|meet|train|exercise|study|keep|pay|skip|swim|play|meditate|practi[cs]e|journal|commute|shop|bake|paint"
    r"|draw|garden|answer emails|do (?:yoga|my)|spend|visit|call"
)

ZH: Tuple[Rule, ...] = (
    Rule(
        "favourite",
        r"<adv>(?:最?(?:喜欢|爱)(?:吃|喝|看|听|用|去|玩)?的(?P<object>[^,。是]{1,10})(?:是|就是|,)|(?:的)?最爱(?:是"
        r"|就是))(?P<value>(?!什么|哪)[^,。]{1,24})",
        _PREF, "preferences", ("最", "喜欢", "爱"), attribute="favourite:{object}", value="{value}",
    ),
    Rule(
        "dislikes",
        rf"<adv>(?:不(?:太|大|怎么|是很|是太|是特别|再|那么)?(?:喜欢|爱(?!护))|不感兴趣|讨厌|反感|受不了|厌恶|痛恨"
        rf"|忍不了)(?:{_EAT_ZH}|看|听|用)?(?P<object>{_NO_OBJECT_ZH}[^,。]{{1,20}}?)(?:了)?$",
        _PREF, "preferences", ("喜欢", "爱", "讨厌", "反感", "受不了", "厌恶", "痛恨", "忍不了"),
        attribute="likes:{object}", value="no",
    ),
    Rule(
        "dislikes",
        rf"<adv>对(?P<object>{_NO_OBJECT_ZH}[^,。]{{1,14}}?)(?:不(?:太|怎么|是很)?感|没(?:什么|有)?|毫无)(?:兴趣"
        rf"|好感)",
        _PREF, "preferences", ("兴趣", "好感"), attribute="likes:{object}", value="no",
    ),
    Rule(
        "avoids",
        rf"<adv>(?:从来?|再也|一直|都|已经|<when>)*不(?:怎么|太|再|能|太能|大能"
        rf"|怎么能)?(?:{_EAT_ZH})(?P<object>(?!了|下|亏|这|完|惯|到|透|起|消|出|得|的$|饭了?$"
        rf"|上)[^,。]{{1,10}}?)(?:了|的)?$",
        _PREF, "preferences", ("不吃", "不喝", "不抽", "不碰", "不沾", "不怎么", "不太", "不再"),
        attribute="likes:{object}", value="no",
    ),
    Rule(
        "quit",
        r"<adv>(?:<when>)(?:已经)?(?:戒|戒掉)了?(?P<object>烟|酒|糖|咖啡|奶茶|甜食|可乐|游戏|肉)(?:了)?",
        _PREF, "preferences", ("戒",), attribute="likes:{object}", value="no",
    ),
    Rule(
        "likes_over",
        r"<adv>(?:不再|没那么)(?:喜欢|爱)(?:吃|喝|看|听|用)?(?P<object>[^,。]{1,14}?)(?:了)?$",
        _PREF, "preferences", ("不再", "没那么"), attribute="likes:{object}", value="no",
    ),
    Rule(
        "prefers",
        rf"<adv>(?:(?:更|比较|还是更?)(?:喜欢|爱|习惯|想用|愿意用|倾向于?|偏向|偏好)|喜欢用|宁愿|宁可|倾向于?|偏好"
        rf"|偏向|偏爱)(?:用|吃|喝|看|听|坐|住)?(?P<object>{_NO_OBJECT_ZH}[^,。]{{1,20}}?)(?:而不是|多于|胜过|多过"
        rf"|,不|$)",
        _PREF, "preferences", ("更", "比较", "还是", "宁", "倾向", "偏"), attribute="likes:{object}", value="yes",
    ),
    Rule(
        "likes",
        rf"<adv>(?:喜欢上了?|喜欢|喜爱|热爱|钟爱|爱上了|迷上了|酷爱|爱(?!人|你|国|上|情|护|心|好|怎么"
        rf"|莫能))(?:的(?:就)?是|吃|喝|看|听|用)?(?P<object>{_NO_OBJECT_ZH}[^,。]{{1,30}}?)(?:了)?$",
        _PREF, "preferences", ("喜欢", "爱", "迷上"), attribute="likes:{object}", value="yes",
    ),
    Rule(
        "likes",
        rf"<adv>对(?P<object>{_NO_OBJECT_ZH}[^,。]{{1,14}}?)(?:很|非常|特别|挺|蛮|一直|都|也|比较)*(?:感兴趣|有兴趣"
        rf"|着迷|上瘾)",
        _PREF, "preferences", ("兴趣", "着迷", "上瘾"), attribute="likes:{object}", value="yes",
    ),
    Rule(
        "hobby",
        r"<adv>(?:的)?(?:兴趣)?爱好(?:是|有|包括)(?P<value>[^,。]{2,24})",
        _PREF, "preferences", ("爱好",),
    ),
    Rule(
        "taste",
        r"<adv>(?:喝|吃)(?P<object>[^,。]{1,8}?)(?:都|从来|一般|习惯|喜欢|要|得)?(?P<value>(?:不|少|多|半|加|放"
        r"|去)(?:加|放)?(?:糖|冰|奶|盐|辣|葱|姜|蒜|醋|香菜)[^,。]{0,4})$",
        _PREF, "preferences", ("喝", "吃"), attribute="taste:{object}", value="{value}",
    ),
    Rule(
        "habit",
        r"<adv>(?:习惯|一般|通常|平时|平常|经常|常常|总是|从不|从来不|几乎不|很少|偶尔|每(?:天|晚|早"
        r"|周[一二三四五六日天末]?|个?星期[一二三四五六日天]?|个?周末|个?月|年|隔))(?:了|于|在|都|会|就|里|早上"
        r"|晚上|下午)*(?P<object>(?!好|被|说|这样|这么|那么|性)[^,。]{2,30})$",
        _HABIT, "preferences",
        ("习惯", "一般", "通常", "平", "经常", "常常", "总是", "从不", "从来", "几乎", "很少", "偶尔", "每"),
    ),
    Rule(
        "habit",
        r"(?:一般|通常|平时|经常|每(?:天|晚|早上?|周[一二三四五六日天末]?|个?周末|个?月))(?:都|会|就|要|才|早上"
        r"|晚上|[\d一二三四五六七八九十两]+[点:]半?)*(?P<object>[^,。]{2,30})$",
        _HABIT, "preferences", ("一般", "通常", "平时", "经常", "每"), who=("user", "person"),
    ),
    Rule(
        "uses",
        r"<adv>(?:主要|日常|写代码|办公|开发|平时)*用的?(?:是|都是|一直是)(?P<value>[^,。]{1,24})|<adv>(?:主要|日常"
        r"|一直|都)用(?P<value2>[^,。了]{1,24}?)(?:写|做|办公|开发|编程|记|管理|来)",
        _PREF, "preferences", ("用",),
    ),
    Rule(
        "nature",
        r"<adv>是(?:一?个)?(?P<value>夜猫子|早鸟|早起的人|晚睡的人|慢性子|急性子|吃货|路痴|[内外]向的人|素食(?:主义)?者)$",
        ("habit",), "preferences", ("是",),
    ),
)  # fmt: skip

EN: Tuple[Rule, ...] = (
    Rule(
        "favourite",
        r"(?:.{0,12}\b)?my (?:all-time )?favou?rite (?P<object>[\w -]{2,24}?)(?:'s| is"
        r"| are) (?P<value>(?!not\b)[^,;]{1,40})",
        _PREF, "preferences", ("favorite", "favourite"), who=("none",), attribute="favourite:{object}",
        value="{value}",
    ),
    Rule(
        "favourite",
        r"'s favou?rite (?P<object>[\w ]{2,24}?) is (?P<value>[^,;]{1,40})",
        _PREF, "preferences", ("favorite", "favourite"), who=("person",), attribute="favourite:{object}",
        value="{value}",
    ),
    Rule(
        "dislikes",
        rf"<adve> (?:(?:don't|do not|doesn't|does not)(?: (?:really|particularly|much))? (?:like|enjoy|love"
        rf"|care for)|dislikes?|hates?|detests?|loathes?|can't stand|cannot stand"
        rf"|can't bear) (?P<object>{_NO_OBJECT_EN}[a-z0-9][^,;]{{1,40}}?)<ende>",
        _PREF, "preferences", ("like", "enjoy", "love", "care for", "hate", "detest", "loathe", "stand", "bear"),
        attribute="likes:{object}", value="no",
    ),
    Rule(
        "dislikes",
        rf"(?:'m| am|'s| is)(?: really)? not (?:a (?:big |huge |great )?fan of|into|keen on|fond of"
        rf"|crazy about) (?P<object>{_NO_OBJECT_EN}[a-z0-9][^,;]{{1,40}}?)<ende>",
        _PREF, "preferences", ("not ",), attribute="likes:{object}", value="no",
    ),
    Rule(
        "likes_over",
        r"(?:<adve> no longer (?:like|eat|drink|enjoy|use|smoke|play)s?| (?:gave up|quit|stopped)(?: (?:eating"
        r"|drinking|using|smoking|playing))?|'ve (?:given up|quit|stopped)(?: (?:eating|drinking|using"
        r"|smoking))?) (?P<object>(?:coffee|meat|smoking|alcohol|sugar|dairy|gluten|caffeine|(?<=eat )[^,;]{2,30}?"
        r"|(?<=drink )[^,;]{2,30}?|(?<=like )[^,;]{2,30}?|(?<=eating )[^,;]{2,30}?|(?<=drinking )[^,;]{2,30}?"
        r"|(?<=enjoy )[^,;]{2,30}?))<ende>",
        _PREF, "preferences", ("no longer", "gave up", "quit", "stopped", "given up"), attribute="likes:{object}",
        value="no",
    ),
    Rule(
        "likes_over",
        rf" (?:don't|do not|doesn't) (?:like|eat|drink|enjoy|love"
        rf"|smoke) (?P<object>{_NO_OBJECT_EN}[a-z][^,;]{{1,30}}?) (?:any ?more|now|these days)$",
        _PREF, "preferences", ("any", "now", "these days"), attribute="likes:{object}", value="no",
    ),
    Rule(
        "avoids",
        rf"<adve> (?:(?:don't|do not|doesn't|does not|never|rarely)(?: really)? (?:eat|drink|smoke|wear)"
        rf"|avoids?)s? ?(?P<object>{_NO_OBJECT_EN}[a-z][^,;]{{1,30}}?)<ende>",
        _PREF, "preferences", ("eat", "drink", "smoke", "wear", "avoid"), attribute="likes:{object}", value="no",
    ),
    Rule(
        "prefers",
        rf"(?:'d|<adve> would)?<adve> (?:prefers?|favou?rs?)(?: to (?:use|have|be|eat|drink|take|write|read"
        rf"|work))? (?P<object>{_NO_OBJECT_EN}[a-z0-9][^,;]{{1,50}}?)(?=\s(?:over|to|rather than|instead of|because"
        rf"|for|in|when)\b|\s*$|[,.;])",
        _PREF, "preferences", ("prefer", "favor", "favour"), attribute="likes:{object}", value="yes",
    ),
    Rule(
        "likes",
        rf"<adve> (?:likes?|loves?|enjoys?|adores?)(?: to(?= \w))? (?P<object>{_NO_OBJECT_EN}(?!(?:all )?the (?!"
        rf"(?:beach|sea|ocean|mountains?|outdoors|theat(?:re|er)|cold|heat|rain|snow|smell|taste|quiet|countryside"
        rf"|city|night)\b)|to\b\s*(?:$|[,.;])|that)[a-z0-9][^,;]{{1,50}}?)(?=\s*$|[,.;]|\s(?:because|but|so|though"
        rf"|when)\b)",
        _PREF, "preferences", ("like", "love", "enjoy", "adore"), attribute="likes:{object}", value="yes",
    ),
    Rule(
        "likes",
        rf"(?:<be>)<adve> (?:really |very |so |super )?(?:into|fond of|keen on|crazy about|an? (?:big |huge "
        rf"|great )?fan of|passionate about|interested in"
        rf"|obsessed with) (?P<object>{_NO_OBJECT_EN}[a-z0-9][^,;]{{1,40}}?)<ende>",
        _PREF, "preferences", ("into", "fond", "keen", "crazy", "fan of", "passionate", "interested", "obsessed"),
        attribute="likes:{object}", value="yes",
    ),
    Rule(
        "hobby",
        r"(?:.{0,12}\b)?my (?:main )?(?:hobby|hobbies|interests?)(?: is| are| include) (?P<value>[^;]{2,60})",
        _PREF, "preferences", ("hobb", "interest"), who=("none", "mine"),
    ),
    Rule(
        "taste",
        r"<adve> (?:takes?|drinks?|has|have) (?:my|his|her) (?P<object>coffee|tea|eggs|steak"
        r"|pizza) (?P<value>[a-z][^,;]{2,30})",
        _PREF, "preferences", ("coffee", "tea", "eggs", "steak", "pizza"), attribute="taste:{object}",
        value="{value}",
    ),
    Rule(
        "habit",
        rf"<adve>(?: tend to| try to)?(?: (?:usually|normally|typically|generally|always|often|never|rarely|mostly"
        rf"|tend to|sometimes|only))+ (?P<object>(?:{_HABITS_EN})s?\b[^;]{{3,60}})",
        _HABIT, "preferences",
        ("usually", "normally", "typically", "generally", "always", "often", "never", "rarely", "mostly", "tend to",
         "sometimes"),
    ),
    Rule(
        "habit",
        rf"<adve> (?P<object>(?:{_HABITS_EN})s?\b[^;]{{0,50}}? (?:every|each) (?:other )?(?:day|morning|evening"
        rf"|night|week(?:end)?|month|year|\w+day)s?|(?:{_HABITS_EN})s?\b[^;]{{0,50}}? (?:on (?:mon|tues|wednes"
        rf"|thurs|fri|satur|sun)days|(?:once|twice|three times) a (?:day|week|month)|from home|remotely"
        rf"|part[- ]time))\b",
        _HABIT, "preferences",
        ("every", "each", "days", " a day", " a week", " a month", "from home", "remotely", "part"),
    ),
    Rule(
        "uses",
        r"<adve> (?:uses?|runs?|codes? in|writes?(?: code)? in|programs? in|works? with"
        r"|switched to) (?P<value>(?!the (?:following|code|command|script)|this|that|it\b|them\b|your|a (?:lot|few)"
        r"|into|out|to\b)[a-z0-9][\w .+#-]{1,30}?)(?= (?:for|as|on|to|at|with|every|daily|instead)\b)",
        _PREF, "preferences",
        ("use", "run", "code in", "codes in", "write", "program", "works with", "work with", "switched"),
    ),
    Rule(
        "nature",
        r"(?:<be>)<adve> (?:an? )(?P<value>night owl|early bird|morning person|evening person|early riser|late riser"
        r"|(?:light|heavy) sleeper|introvert|extrovert|homebody)<ende>",
        ("habit",), "preferences", (" a", "'m a", "'s a"),
    ),
)  # fmt: skip
