"""What holds at work and with suppliers: whom one answers to, what customers want, terms, prices, what was put off.

Owns: plain business statements without a subject of their own. Refuses: decisions and system facts (`projects`).
One surprising fact: they name no person as subject, so each carries its own guard against orders to the agent.
"""

from __future__ import annotations

from typing import Tuple

from .pattern import Rule

_FACT, _CONTACT, _DECISION, _PRACTICE = ("project_fact",), ("contact",), ("decision",), ("practice",)
SURNAMES = (
    "王李张刘陈杨赵黄周吴徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范"
    "金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤"
)
_NO_NAME = (
    r"(?!金[融牛发色]|钟[点表]|秦始|白羊|白领|高[中三一二级管层考]|马[大上来]|石[油家]|方[向便]|江[南苏西]|黄种|万[年金]|向往|程序|任[务何]"
    r"|武[汉术]|唐山|金华|严[重肃]|黎明|顾[问客]|田径|夏天|白[天人]|孔雀|莫名|段子|史上|温|汤|毛|钱|何|余|于|付|叶酸|全"
    r"|[\u4e00-\u9fff]*(?:[人的手生员师家座党迷控派族者长工商客军民男女狗型系区市省县村级户了]$))"
)
NAME_ZH = rf"{_NO_NAME}[{SURNAMES}][\u4e00-\u9fff]"
_ROLES_ZH = r"联系人|对接人|负责人|接口人|经办人"
_MONEY_ZH = r"房租|租金|工资|月薪|底薪|物业费|学费|会费|单价|报价|水电费|运费|押金|年费|月费"
_NO_PROBLEM = (
    r"(?!(?:problem|thanks?|worries|idea|time|luck|change|difference|errors?|issues?|need|more|rush|plans?|one|way|big"
    r"|reply|answer|output|result|response|comment|excuse|questions?|reason|objections?|preference|news|emojis?|tables?|bullets?"
    r"|bullet points|markdown|jargon|headings|lists?)\b)"
)

ZH: Tuple[Rule, ...] = (
    Rule(
        "name",
        rf"<adv>是(?P<value>{NAME_ZH}[\u4e00-\u9fff])$",
        ("identity",), "core", ("是",), who=("user",), attribute="name", value="{value}",
    ),
    Rule(
        "known_as",
        rf"是(?P<value>{NAME_ZH}[\u4e00-\u9fff]?)$",
        ("relation",), "contacts", ("是",), who=("person",), attribute="name", value="{value}",
    ),
    Rule(
        "in_charge",
        rf"(?:现在|目前)?(?P<of>(?![^,。]*[你他她谁这那]边?个)[^,。我你他她]{{0,10}}?)(?:那边|这边|方面)?的?(?P<role>{_ROLES_ZH})(?:现在)?(?:是|叫|为"
        rf"|换成了?|改成了?)(?P<value>(?![谁哪什我你他她])[\u4e00-\u9fffa-z]{{2,6}}?)了?$",
        _CONTACT, "contacts", ("联系人", "对接人", "负责人", "接口人", "经办人"), who=("none",),
        attribute="{role}:{of}", value="{value}",
    ),
    Rule(
        "known_as",
        r"(?:店里的?|厂里的?|楼下的?|修[^,。]{1,4}的?)?(?P<role>师傅|房东|司机|保洁|阿姨|中介|房管|管家|快递小哥|水电工|电工)(?:姓|叫)"
        r"(?P<value>(?![我你他她什好上下完外]|车|醒|人)[\u4e00-\u9fff]{1,4})$",
        _CONTACT, "contacts", ("叫", "姓"), who=("none",),
    ),
    Rule(
        "price",
        rf"<when>(?:从<when>起)?(?P<thing>[^,。你他她这那]{{0,6}}(?:{_MONEY_ZH}))(?:会|要|将|已经)?(?:从[^,。]{{1,12}})?"
        rf"(?:涨|降|调整?|加|减)(?:价)?(?:到|为|至)了?(?P<value>[^,。]*[\d一二两三四五六七八九十百千万][^,。]*)$",
        ("constraint",), "core", ("涨", "降", "调", "加", "减"), who=("none", "user"), attribute="fact:{thing}",
        value="{value}",
    ),
    Rule(
        "decision",
        r"(?P<topic>(?![^,。]*(?:[你我他她谁这那]|时间|先|今天|明天))[^,。:]{2,14}?)\s*就定(?:为|成|在|个|用)?\s*"
        r"(?P<value>(?!了|下|不)[^,。]{2,30})$",
        _DECISION, "decisions", ("就定",), who=("none",), attribute="decision:{topic}", value="{value}", personal=False,
    ),
    Rule(
        "practice",
        r"(?P<thing>(?![^,。]*(?:回答|回复|输出|代码|答案|[你我他她这那]))[^,。]{2,20}?)\s*(?:以后)?(?:别|不要)再(?:买|选|订|采购"
        r"|进货?|找)(?P<value>[^,。你我]{1,16})$",
        _PRACTICE, "patterns", ("别再", "不要再"), who=("none",), personal=False,
    ),
    Rule(
        "project_fact",
        r"(?<=们)<adv>(?:统一|都)?用\s*(?P<value>[a-z][\w .+#-]{1,24}?)\s*(?:来)?(?P<of>[做跑管存画记写][^,。了吗]{2,14})$"
        r"|(?<=们)<adv>(?:统一|都)?用(?P<value2>[\u4e00-\u9fff]{2,5}?)(?:来)?(?:接单|记账|收款|排班|发货|报销|打卡|签约|管库存)$",
        _FACT, "projects", ("用",), who=("user",), personal=False,
    ),
    Rule(
        "event",
        r"<when>(?:又|刚)?去(?=[^,。]*[看谈见办验访参]了)(?![^,。]*(?:哪|什么|怎么|吗|没$))[^,。你他她它谁]{2,24}$",
        ("event",), "daily", ("去",), who=("none",), kind="event", dated="past",
    ),
)  # fmt: skip

EN: Tuple[Rule, ...] = (
    Rule(
        "boss",
        r"(?: now)? reports? (?:directly )?to (?P<value>[a-z][\w'-]+(?: [a-z][\w'-]+)?)(?: now)?$",
        ("relation",), "contacts", ("report",), attribute="boss", value="{value}", proper=("value",),
    ),
    Rule(
        "location",
        r"(?:'m| am)<adve> in (?P<value>(?!excel\b|word\b|slack\b|vim\b|react\b|python\b|sales\b|zoom\b|teams\b|figma\b"
        r"|jira\b|chrome\b|safari\b|firefox\b|windows\b|linux\b|git\b|github\b|notion\b|chapter\b|part\b|phase\b|room\b"
        r"|january|february|march\b|april\b|may\b|june\b|july\b|august|september|october|november|december|it\b|hr\b|qa\b"
        r"|ops\b|god\b|class\b|grade\b|year\b|step\b|version\b|docker|java|pycharm|neovim|emacs|xcode|photoshop|google"
        r"|gmail|outlook|utc|gmt|cet|est\b|pst\b|engineering|marketing|finance|love)[a-z][a-z'-]{3,}(?: [a-z][a-z'-]+)?)"
        r"(?: now| today| this week)?$",
        ("event",), "daily", (" in ",), who=("user",), attribute="location", value="{value}", proper=("value",),
    ),
    Rule(
        "avoids",
        rf"no (?P<object>{_NO_PROBLEM}[a-z]{{4,}}(?: [a-z]{{3,}})?) for me(?: please| thanks| ever)?$",
        ("preference",), "preferences", (" for me",), who=("none",), attribute="likes:{object}", value="no",
    ),
    Rule(
        "in_charge",
        r"(?P<value>[a-z][\w'-]+(?: [a-z][\w'-]+)?) is the (?:one|person) (?:who|that) (?:owns|handles|runs|maintains"
        r"|leads|manages|looks after) (?P<thing>(?:the )?[^;,]{3,40})$",
        _CONTACT, "contacts", ("is the one", "is the person"), who=("none",), attribute="in charge of:{thing}",
        value="{value}", proper=("value",),
    ),
    Rule(
        "requirement",
        r"(?:the |our )?(?:customer|client|supplier|vendor) (?P<value>[a-z][\w&'-]*(?: [a-z][\w&'-]*)?) (?:wants|needs"
        r"|requires|expects|insists on|asked for) (?!me\b|you\b|us\b|help\b|to know)[^;]{3,80}",
        _FACT, "projects", ("customer", "client", "supplier", "vendor"), who=("none",), proper=("value",),
        personal=False,
    ),
    Rule(
        "project_fact",
        r"(?:and )?(?:my|our|the|all) (?P<thing>(?:[\w-]+ )?(?:api )?(?:keys|key|tokens|secrets|credentials))(?: is| are| live| lives)"
        r"(?: stored| kept| managed)? in (?P<value>[a-z][\w ./-]{2,40})$",
        _FACT, "projects", ("api key", "tokens", "secrets", "credentials"), who=("none", "mine"), attribute="place:{thing}",
        value="{value}", personal=False,
    ),
    Rule(
        "requirement",
        r"(?P<thing>(?!my\b|your|it\b|this\b|these\b|they\b)(?:the |our )?[a-z][\w -]{2,30}?) expires? (?:after|within"
        r"|in) (?P<value>\d[\w ]{2,20})$",
        _FACT, "projects", ("expire",), who=("none",), attribute="fact:{thing} expiry", value="{value}", personal=False,
    ),
    Rule(
        "decision",
        r"(?:.{0,10}\b)?let's (?:postpone|delay|push(?: back)?|put off|defer|move|hold off on) (?P<topic>(?!it\b|that\b"
        r"|this\b|them\b|on\b)[^;,]{3,40}?) (?:until|till|to) (?P<value>[^;,]{3,30})$",
        _DECISION, "decisions", ("let's",), who=("none",), attribute="schedule:{topic}", value="{value}", dated="future",
        personal=False,
    ),
    Rule(
        "practice",
        r"(?:please )?(?:don't|do not|never) (?!.*\b(?:this|that|these|it|here|my|your|you|me|answers?|repl(?:y|ies)"
        r"|responses?)\b)(?:use|store|deploy|merge|commit|push|trust|hardcode|log|mix|run|edit|touch) (?P<value>[^;]{4,60}?)"
        r",? ever$",
        _PRACTICE, "patterns", (" ever",), who=("none",), personal=False,
    ),
    Rule(
        "project_fact",
        r" (?:deploy|build|test|ship|monitor|release) with (?P<value>[a-z][\w.+#-]*(?: [\w.+#-]+)?)$",
        _FACT, "projects", (" with ",), who=("user",), proper=("value",), personal=False,
    ),
    Rule(
        "schedule",
        r"(?:the )(?P<thing>(?:[\w'-]+ ){0,2}?(?:flight|interview|exam|meeting|appointment|wedding|surgery|deadline|trip"
        r"|party|concert|conference|demo|launch|review|class|presentation|release|kickoff|call|hearing|workshop))"
        r"(?:'s| is| was| has been| got)?(?: (?:now|being))? (?:moved|moving|postponed|rescheduled|pushed)(?: back)? to "
        r"(?P<value>[^;]{2,40})",
        ("plan",), "daily", ("moved", "moving", "postponed", "rescheduled", "pushed"), who=("none",), kind="event",
        attribute="schedule:{thing}", value="{value}", dated="any",
    ),
)  # fmt: skip
