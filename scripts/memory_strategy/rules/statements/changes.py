"""What has become different: left and joined, switched from one thing to another, moved to another hour.

Owns: the rules whose words tell that an earlier statement is over. Refuses: plain statements, whose tables come later.
One surprising fact: who left a place names no new one, so the old value is in `corrects` and no attribute is claimed:
"I no longer work at Acme" must not replace "I work at Globex".
"""

from __future__ import annotations

from typing import Tuple

from .pattern import Rule

_ID, _FACT, _PREF = ("identity",), ("project_fact",), ("preference",)
_DATABASES = (
    r"mysql|mariadb|postgres(?:ql)?|sqlite|mongo(?:db)?|oracle|sql server|mssql|dynamodb|cassandra|cockroachdb"
    r"|clickhouse|tidb"
)
_EDITORS = (
    r"pycharm|neovim|vim|emacs|vs ?code|visual studio code|sublime(?: text)?|intellij|webstorm|goland|zed|helix|cursor"
    r"|nano|xcode|android studio"
)
_ROUND_EN = r"standup|stand-up|retro(?:spective)?|weekly sync|sync|planning|check-in|1:1|one-on-one|office hours"
_CLOCK_EN = r"(?:\d{1,2}[:.]\d\d(?: ?[ap]\.?m\.?)?|\d{1,2} ?[ap]\.?m\.?|noon)(?: (?:on|every) \w+)?"
_THING_ZH = r"(?![^,。]*(?:[你我他她谁把请帮这那]|标题|字体|代码|文件|颜色|图|段|按钮|背景|页面|界面|字|如果|什么|哪))"

ZH: Tuple[Rule, ...] = (
    Rule(
        "known_as",
        r"(?:现在|已经)?(?:换成了?|换了|变成了?|改成了?)(?P<value>(?![了一新女男个别另他她我你])[\u4e00-\u9fff]{2,4}?)了?$",
        ("relation",), "contacts", ("换", "变成", "改成"), who=("person",), attribute="name", value="{value}",
    ),
    Rule(
        "workplace_left",
        r"<adv>(?:<when>)从(?P<value>(?!这|那|家|公司|单位|原|上家)[^,。]{2,14}?)(?:离职|辞职|跳槽|走人)了?(?:出来了?)?$",
        _ID, "core", ("离职", "辞职", "跳槽", "走人"), corrects="{value}",
    ),
    Rule(
        "workplace",
        r"<adv>(?:<when>)<adv>(?:在|去了?|到了?|加入了?|入职了?)(?P<value>(?!家|外面|休息|找|这|那|哪|考虑"
        r"|想)[^,。的了]{2,12}?)(?:工作|上班)?了?$",
        _ID, "core", attribute="workplace", value="{value}", after="workplace_left",
    ),
    Rule(
        "switched",
        r"(?P<thing>(?![^,。]*[你我他她谁把这那])[^,。]{1,12}?)(?:这边|现在|已经|统一|都|全部?)*(?:从|由)(?P<from>[^,。]{1,16}?)"
        r"(?:换|切换?|迁移?)(?:成|为|到)了?(?P<value>[^,。了]{1,20}?)了?$",
        _FACT, "projects", ("从", "由"), who=("user", "none"), attribute="fact:{thing}", value="{value}",
        corrects="{from}", personal=False,
    ),
    Rule(
        "switched",
        rf"(?P<thing>{_THING_ZH}[^,。]{{2,12}}?)(?:现在|已经|统一|全部?|都|也)*(?:换成|换为|升级成|改用)了"
        rf"(?P<value>(?![^,。]*(?:色$|什么|哪))[^,。了]{{2,16}})$",
        _FACT, "projects", ("换成了", "换为了", "升级成了", "改用了"), who=("none",), attribute="fact:{thing}",
        value="{value}", personal=False,
    ),
    Rule(
        "switched",
        r"<adv>(?:<when>)(?:开始)?(?:就|都|全)?(?:改用|换成|转用|换用|换到)了?(?P<value>[^,。了]{1,16}?)了?$",
        _FACT, "projects", ("改用", "换", "转用"), who=("user", "none"), after="past", personal=False,
    ),
    Rule(
        "diet",
        r"<adv>(?:都|已经|<when>)*不(?:再)?吃(?P<value>全?素|清真|生酮)了$",
        ("constraint",), "preferences", ("吃素", "全素", "清真", "生酮"), attribute="diet", value="不吃{value}", corrects="{value}",
    ),
    Rule(
        "avoids",
        r"<adv>(?:都|已经|<when>)*不(?:再)?(?:吃|喝|抽)(?P<object>(?!了|下|亏|这|完|惯|到|饭|药|东西)[^,。]{1,10}?)了$",
        _PREF, "preferences", ("不吃", "不喝", "不抽", "不再"), attribute="likes:{object}", value="no", corrects="{object}",
    ),
)  # fmt: skip

EN: Tuple[Rule, ...] = (
    Rule(
        "workplace_left",
        r"(?: (?:don't|do not|doesn't)| no longer) works? (?:at|for|with) (?P<value>[a-z][\w &'-]{1,30}?)(?: any ?more"
        r"| now)?$|(?:'ve| have)?<adve> (?:left my job at|resigned from|quit(?: my job at)?) (?P<value2>(?!slack|facebook|twitter|instagram"
        r"|tiktok|reddit|linkedin|whatsapp|youtube|netflix|spotify|zoom|discord|duolingo|steam|weibo|wechat)[a-z]"
        r"[\w &'-]{1,30}?)<ende>",
        _ID, "core", ("work at", "work for", "work with", "works ", "left my job", "resigned", "quit"), proper=("value",),
        corrects="{value}",
    ),
    Rule(
        "workplace",
        r"(?:'ve| have)?<adve> joined (?:the )?[\w &/-]{2,30}? team at (?P<value>[a-z][\w&'-]*(?: [a-z][\w&'-]*)?)"
        r"(?=\s*$| as )",
        _ID, "core", ("joined",), attribute="workplace", value="{value}", proper=("value",),
    ),
    Rule(
        "workplace",
        r"(?:'ve| have)?<adve> joined (?P<value>[a-z][\w&'.-]*(?: [a-z][\w&'.-]*)?) as (?:an? |the )?[\w /-]{0,24}?"
        r"(?:<jobse>)\b",
        _ID, "core", ("joined",), attribute="workplace", value="{value}", proper=("value",),
    ),
    Rule(
        "workplace",
        r"(?:'ve| have)?<adve> (?:joined|started at|moved to) (?P<value>[a-z][\w&'.-]*(?: [a-z][\w&'.-]*)?)(?: now| last"
        r" \w+)?$|(?:<be>)<adve> (?:at|with) (?P<value2>[a-z][\w&'.-]*(?: [a-z][\w&'.-]*)?)(?: now)?$",
        _ID, "core", ("joined", "started at", "moved to", " at ", " with "), attribute="workplace", value="{value}",
        proper=("value",), after="workplace_left",
    ),
    Rule(
        "diet",
        r"(?:<be>)<adve>(?: not| no longer)(?: an?)? (?P<value>vegan|vegetarian|pescatarian|teetotal(?:ler)?|keto|halal"
        r"|kosher|gluten[- ]free|dairy[- ]free)(?: any ?more| any longer| now)$"
        r"|(?:<be>)<adve> no longer(?: an?)? (?P<value2>vegan|vegetarian|pescatarian|teetotal(?:ler)?|keto|halal"
        r"|kosher|gluten[- ]free|dairy[- ]free)\b",
        ("constraint",), "preferences", ("not ", "no longer"), attribute="diet", value="not {value}", corrects="{value}",
    ),
    Rule(
        "switched",
        rf"(?:'ve| have)?<adve> (?:switched|migrated|moved) (?P<of>(?:the |our )?[\w -]{{2,30}}?)(?: database| db)? from "
        rf"(?:{_DATABASES}) to (?P<value>{_DATABASES})\b",
        _FACT, "projects", (" from ",), who=("user",), attribute="database:{of}", value="{value}", personal=False,
    ),
    Rule(
        "project_fact",
        rf" use (?P<value>{_DATABASES}) (?:for|in) (?P<of>(?:the |our )?[\w -]{{2,30}}?)(?: database| db)?$",
        _FACT, "projects", (" use ",), who=("user",), attribute="database:{of}", value="{value}", personal=False,
    ),
    Rule(
        "switched",
        r"(?:'ve| have)?<adve> (?:switched|migrated) (?P<of>(?:the |our )?[\w -]{2,30}?) from (?P<from>[\w .+#-]{2,24}?)"
        r" to (?P<value>[\w .+#-]{2,24}?)<ende>",
        _FACT, "projects", (" from ",), who=("user",), attribute="fact:{of}", value="{value}", corrects="{from}",
        personal=False,
    ),
    Rule(
        "uses",
        rf"(?:'ve| have)?<adve> (?:uses?|codes? in|switched to|moved to) (?P<value>{_EDITORS})(?: now| last \w+| this \w+"
        rf"| these days)?$",
        _PREF, "preferences", ("use", "code", "switched to", "moved to"), attribute="uses:editor", value="{value}",
    ),
    Rule(
        "switched",
        r"(?:'ve| have)?<adve> (?:switched|moved over|changed) to (?P<value>[a-z0-9][\w .+#-]{1,30}?)(?: now| last \w+"
        r"| this \w+| \w+ (?:weeks|months|years) ago)?$",
        _PREF, "preferences", ("switched", "moved over", "changed"), after="past",
    ),
    Rule(
        "uses_now",
        r"(?: now)? use (?P<value>(?!it\b|this|that|them|the\b)[a-z0-9][\w.+#-]*(?: [\w.+#-]+)?) now$",
        _FACT, "projects", (" use ",), who=("user",), personal=False,
    ),
    Rule(
        "dropped",
        r"(?:'ve| have)?<adve> (?:dropped|ditched|got rid of|retired) (?P<value>[a-z0-9][\w.+#-]*)(?: last \w+"
        r"| this \w+| yesterday)?$",
        _FACT, "projects", ("dropped", "ditched", "got rid of", "retired"), who=("user",), corrects="{value}",
        after="uses_now", personal=False,
    ),
    Rule(
        "schedule",
        rf"(?:heads up[,:] )?(?:(?:my|our|the) )?(?P<thing>(?:daily |weekly |team )?(?:{_ROUND_EN}))(?: meeting)?"
        rf"(?:'s| is| has| was| got| will be)?"
        rf"(?: (?:now|at|been|moved|moving|shifted|pushed|to|from \S+(?: to)?))* (?P<value>{_CLOCK_EN})$",
        _FACT, "projects", ("stand", "retro", "sync", "planning", "check-in", "1:1", "one-on-one", "office hours"),
        who=("none", "mine"), attribute="schedule:{thing}", value="{value}", personal=False,
    ),
    Rule(
        "schedule",
        rf"(?:'ve| have)?<adve> (?:moved|pushed|shifted) (?:our |the )?(?P<thing>(?:daily |weekly |team )?(?:{_ROUND_EN}))"
        rf"(?: from \S+)? to (?P<value>{_CLOCK_EN})$",
        _FACT, "projects", ("moved", "pushed", "shifted"), who=("user",), attribute="schedule:{thing}", value="{value}",
        personal=False,
    ),
)  # fmt: skip
