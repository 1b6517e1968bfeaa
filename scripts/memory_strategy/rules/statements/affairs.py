"""The small print of a life: bodies and sizes, debts, shifts, what was bought, lost, moved, hired; how a place does things.

Owns: plain statements without a feeling in them. They are tried last of all. Refuses: orders to the assistant.
One surprising fact: "I sold my old bike" has no date, and a story of the day without one is rarely worth a line; here the
verb decides, and only verbs whose outcome lasts are in the lists.
"""

from __future__ import annotations

from typing import Tuple

from .pattern import Rule

_EVENT, _PLAN, _HABIT, _LIMIT = ("event",), ("plan",), ("habit",), ("constraint",)
_CONTACT, _PRACTICE, _FACT, _HAS = ("contact",), ("practice",), ("project_fact",), ("possession",)
_THING_ZH = (
    r"(?![^,。]*(?:[你我他她谁把帮这那]|请(?!求|假)|标题|字体|代码块|文件|颜色|图|段|按钮|背景|页面|界面|字号|文章"
    r"|标题|全文|函数|程序|循环|如果|什么|哪|回答|回复|输出|天气))"
)
_WHEN_ZH = (
    r"(?:今天|明天|后天|大后天|今晚|明晚|明早|[这本下上]{1,2}个?(?:周|星期|礼拜)[一二三四五六日天末]?|(?:周|星期"
    r"|礼拜)[一二三四五六日天末]|[这本下]个?月(?:初|中|底|末)?"
    r"|月底|年底|(?:\d{4}年)?(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:份|底|初)?|\d{1,2}[日号]"
    r"|[一二三四五六七八九十]{1,3}[日号]|早上|上午|中午|下午|晚上|[\d一二三四五六七八九十两]{1,3}点半?){1,4}"
)
_DONE_ZH = (
    r"(?:买|卖|卖掉|丢|弄丢|报|报名|领养|订|签|拿到|收到|注册|开通|退|退掉|招|聘|雇|辞退|租|修好|装修好|拿下|发表"
    r"|提交|申请|交|考|通过|写完|做完|读完|搬完|捐|借给)了"
)
_SHOPS_ZH = r"店|公司|工作室|厂|馆|民宿|餐厅|诊所|网店|超市|酒吧|农场|培训班|咖啡厅?|事务所"
_TRIVIAL_EN = (
    r"(?!(?:it|that|this|them|a (?:bit|lot|few|chance|look|feeling|minute|moment|problem|question|break)"
    r"|the (?:point|idea|chance|feeling))\b)"
)
_DONE_EN = (
    r"sold|bought|hired|founded|opened|launched|adopted|rescued|signed up for|signed with|signed|enrolled in"
    r"|enrolled at|applied for"
    r"|applied to|failed|crashed|injured|broke|rented|leased|renewed|cancelled|canceled|booked|ordered"
    r"|registered for|registered"
    r"|subscribed to|inherited|donated|finished|completed|published|released|became|won|lost|quit|retired from"
    r"|dropped out of"
    r"|graduated from|graduated|moved into|moved out of|broke up with|got engaged to|founded|planted|built|renovated"
    r"|designed|recorded"
)
_OBJECT_EN = r"(?:an?|my|our|the|his|her|two|three|four|some new|another|first|second)"

ZH: Tuple[Rule, ...] = (
    Rule(
        "condition",
        r"<adv>(?:没有?|无)(?:任何|什么)?(?P<value>[^,。]{0,6}过敏(?:史)?|[^,。]{0,8}病史|忌口|慢性病)$",
        _LIMIT, "preferences", ("没", "无"), who=("user", "person"),
    ),
    Rule(
        "condition",
        r"<adv>(?:的)?(?P<value>(?:血压|血糖|血脂|尿酸|胆固醇|视力|听力)[^,。]{0,4}(?:高|低|差|不好)"
        r"|[^,。]{1,6}(?:做过|动过)[^,。]{0,6}手术"
        r"|(?:做过|动过)[^,。]{0,8}手术)(?:了)?$",
        _LIMIT, "preferences", ("血", "尿酸", "胆固醇", "视力", "听力", "手术"), who=("user", "person"),
    ),
    Rule(
        "blood_type",
        r"<adv>是(?P<value>(?:rh ?)?(?:ab|a|b|o)型(?:血)?)(?:的)?$",
        _LIMIT, "core", ("型",), who=("user", "person"), attribute="blood type", value="{value}",
    ),
    Rule(
        "measure",
        r"<adv>(?:的)?(?P<thing>身高|体重|鞋码|腰围|尺码)(?:是|为|大概"
        r"|有)*\s*(?P<value>[\d一二三四五六七八九十百][^,。]{0,10})$"
        r"|<adv>(?:的?鞋)?穿\s*(?P<value2>(?:\d{2}|[smlx]{1,4})\s*码)(?:的)?[^,。]{0,4}$",
        _LIMIT, "core", ("身高", "体重", "码", "腰围"), who=("user", "person"), attribute="measure:{thing}", value="{value}",
    ),
    Rule(
        "debt",
        r"(?P<who>(?!你)[\u4e00-\u9fffa-z]{0,4}?)(?:还)?欠(?P<value>[^,。吗]{0,6}[\d一二两三四五六七八九十百千万][^,。]{0,6})$",
        _LIMIT, "contacts", ("欠",), who=("user", "person", "none"), personal=False,
    ),
    Rule(
        "duty",
        rf"<adv>(?:在[^,。]{{1,8}})?(?:管着|开了?"
        rf"|经营)(?:着)?(?P<value>(?:一?[家间个所])?[^,。你吗]{{0,10}}?(?:{_SHOPS_ZH}|团队|部门|小组))$",
        _FACT, "core", ("管着", "开", "经营"), who=("user", "person"),
    ),
    Rule(
        "duty",
        r"<adv>(?:在[^,。]{1,10})?教(?P<value>(?!我|你|他|她|训|会|过|书$|人)[^,。了吗]{2,12})$",
        _FACT, "core", ("教",), who=("user", "person"),
    ),
    Rule(
        "school",
        r"<adv>(?:在(?P<value>[^,。]{2,10}?))?(?:上|读|念)(?P<object>小学|初[一二三中]|高[一二三中]|幼儿园"
        r"|大[一二三四学]|[一二三四五六]年级|研[一二三])(?:了)?$",
        _FACT, "core", ("上", "读", "念"), who=("user", "person"),
    ),
    Rule(
        "age",
        r"(?:的)?(?:今年|都|已经|快)+(?P<value>\d{1,3}|[一二三四五六七八九十]{2,4})了$",
        ("identity",), "core", ("今年",), who=("user", "person"), attribute="age", value="{value}",
    ),
    Rule(
        "changed",
        r"<adv>(?:<when>)(?:又|刚|已经)*换了?(?P<thing>手机号码?|电话(?:号码)?|号码|号|邮箱|微信号?|车|住处|房子"
        r"|手机|电脑|地址|银行卡|医生|学校)了$",
        _CONTACT, "core", ("换",), who=("user", "person"),
    ),
    Rule(
        "event",
        rf"<adv>(?:<when>)(?:刚刚?|又|终于|已经|正式)*(?:把(?P<object>[^,。]{{1,10}}?))?{_DONE_ZH}(?P<value>(?!吗|没"
        rf"|呢)(?:(?<=掉了)|(?<=卖了)|(?<=丢了)|(?<=退了)|[^,。吗]{{2,24}}))$",
        _EVENT, "daily", ("了",), kind="event",
    ),
    Rule(
        "experience",
        r"<adv>(?:从来|一直|还)*没有?(?P<value>(?:去|吃|喝|坐|看|学|玩|养|开|用|做)过[^,。这那吗]{1,14})$",
        _EVENT, "daily", ("没",),
    ),
    Rule(
        "experience",
        r"<adv>(?:在[^,。]{2,14}?)?(?:工作|上班|生活|住|教书|创业)了?(?P<value>(?:快|将近|大概|差不多)*(?:\d+"
        r"|[一二三四五六七八九十几两]+)年多?)(?:了)?$",
        _HABIT, "core", ("年",),
    ),
    Rule(
        "study",
        r"<adv>(?:<when>)<adv>(?:正)?在(?:准备|自)?(?P<value>(?:学习?|练习?|备考|准备|装修|写|读|研究|治疗|减肥"
        r"|找工作|找房)(?![^,。]*(?:怎么|什么|如何|要不要|是不是|为什么|中$))[^,。吗]{1,16})$",
        _PLAN, "daily", ("在",), who=("user", "person"),
    ),
    Rule(
        "learned",
        r"<adv>(?:<when>)(?:刚刚?|终于|已经)*学会了(?P<value>(?!很多|不少|如何和你)[^,。]{2,20})$",
        _EVENT, "daily", ("学会了",), kind="event",
    ),
    Rule(
        "project_fact",
        r"(?<=们)(?P<thing>[^,。你]{0,8}?)(?:统一|一律|全部?|都)(?:改)?用\s*(?P<value>[^,。了吗你]{2,30})$",
        _FACT, "projects", ("用",), who=("user",), personal=False,
    ),
    Rule(
        "practice",
        rf"(?P<thing>{_THING_ZH}[^,。:]{{2,12}}?)(?:必须|一律|不得|不许|统一)(?!的|是|有)(?P<value>[^,。吗]{{3,30}})$",
        _PRACTICE, "patterns", ("必须", "一律", "不得", "不许", "统一"), who=("none",), personal=False,
    ),
    Rule(
        "project_fact",
        rf"(?P<thing>{_THING_ZH}[^,。:]{{2,10}}?)每(?:天|周|月|晚|个?星期|个月|季度|年)(?P<value>[^,。吗]{{2,20}})$",
        _FACT, "projects", ("每",), who=("none",), personal=False,
    ),
    Rule(
        "moved",
        r"(?:我们?)?(?P<thing>公司|办公室|单位|学校|店里?|工厂|总部|仓库|诊所)(?:已经|刚|上周|上个月|最近)*搬(?:到"
        r"|去|回)了?(?P<value>(?!哪)[^,。吗]{2,12}?)(?:了)?$",
        _FACT, "projects", ("搬",), who=("none", "user"), attribute="place:{thing}", value="{value}",
    ),
    Rule(
        "switched",
        rf"(?P<thing>{_THING_ZH}[^,。]{{2,10}}?)(?:已经|现在)?(?:改成|改为|变更为|调整为"
        rf"|更名为)了?(?P<value>(?![^,。]*色$)[^,。了吗]{{2,16}})(?:了)?$",
        _FACT, "projects", ("改成", "改为", "变更为", "调整为", "更名为"), who=("none",), attribute="fact:{thing}", value="{value}",
        personal=False,
    ),
    Rule(
        "schedule",
        rf"(?P<thing>{_THING_ZH}[^,。:]{{2,12}}?)(?:改|定|安排|推迟|提前|约|放|挪|延期?)(?:到|在"
        rf"|至)了?(?P<value>{_WHEN_ZH}[^,。吗]{{0,8}})(?:了)?$",
        _PLAN, "projects", ("到", "在", "至"), who=("none", "user"), kind="event", attribute="schedule:{thing}", value="{value}",
        dated="any",
    ),
    Rule(
        "deadline",
        rf"(?P<thing>{_THING_ZH}[^,。:]{{2,10}}?)(?P<value>{_WHEN_ZH})(?:之前|以前|前)(?:要|得|必须|需要)*(?:交|提交"
        rf"|完成|还|付|签|办|缴|报|上交|做完|写完|寄|发)[^,。吗]{{0,8}}$",
        _LIMIT, "projects", ("前",), who=("none",), kind="event", attribute="schedule:{thing}", value="{value}", dated="any",
        personal=False,
    ),
    Rule(
        "plan",
        rf"(?P<thing>{_THING_ZH}[^,。:]{{2,10}}?)(?P<value>{_WHEN_ZH})(?:就)?(?:要|会|将)(?!去?(?:下雨|下雪"
        rf"|降温))(?P<object>[^,。吗]{{2,14}})$",
        _PLAN, "daily", ("要", "会", "将"), who=("none",), kind="event", dated="future",
    ),
    Rule(
        "plan",
        rf"(?P<value>{_WHEN_ZH})(?:要|有|去)?(?P<object>[^,。你我]{{0,4}}?(?:体检|复查|面试|考试|手术|家长会|婚礼"
        rf"|交房|聚餐|看牙|答辩|开庭|出差|约了[^,。]{{2,14}}))$",
        _PLAN, "daily", who=("none",), kind="event", dated="future",
    ),
    Rule(
        "event",
        r"<adv>(?:<when>)<adv>花了?(?P<object>[\d一二三四五六七八九十百千万两几多.]+(?:块|元|万|千|百)钱?)(?:买|租|换|订|修|装|报)了?[^,。吗]{1,24}$",
        _EVENT, "daily", ("花",), kind="event",
    ),
    Rule(
        "event",
        r"<adv>(?:<when>)<adv>把(?P<object>[^,。你这那它他她]{2,20}?)(?:做|写|弄|交|办|修|搬|改|签|收拾|整理)?(?:完|好|掉)了$",
        _EVENT, "daily", ("把",), kind="event", dated="any",
    ),
    Rule(
        "event",
        r"<adv>(?:<when>)(?:要|就要)?过(?P<object>[^,。]{0,6}(?:大寿|生日|满月|周岁))$",
        _PLAN, "contacts", ("过",), who=("user", "person"), kind="event", dated="future",
    ),
    Rule(
        "gave_up",
        r"<adv>从?(?:<when>)(?:起|开始)[就都]?(?P<value>不再?(?:吃|喝|抽|碰)[^,。吗]{1,10}?)了?$",
        _HABIT, "preferences", ("起", "开始"),
    ),
    Rule(
        "intention", r"<adv>想(?:去|报班)?学(?P<value>(?!一下|点|习怎)[^,。吗么]{1,12})$", _PLAN, "daily", ("想",),
    ),
)  # fmt: skip

EN: Tuple[Rule, ...] = (
    Rule(
        "no_allergies",
        r" (?:have|has)(?: got)? no (?P<value>(?:known )?(?:food |drug )?allerg(?:y|ies)|chronic (?:illness"
        r"|conditions?)|dietary restrictions?)",
        _LIMIT, "preferences", (" no ",), who=("user", "person"),
    ),
    Rule(
        "condition",
        r"(?:'ve|'s)?<adve> (?:have|has|got) (?P<value>(?:high|low) (?:cholesterol|blood pressure|blood sugar|iron)"
        r"|a (?:slipped disc|bad hip"
        r"|heart murmur|nut allergy)|hay fever|sciatica|eczema|anemia|anaemia|tinnitus)\b",
        ("safety",), "preferences", ("have", "has", "got"),
    ),
    Rule(
        "medication",
        r"(?:<be>)<adve> (?:taking|on) (?P<value>(?:[\w-]+ ){0,3}?(?:supplements?|vitamins?|vitamin [a-k]\d*|iron"
        r"|magnesium|antibiotics|medication|meds|pills"
        r"|insulin|statins|painkillers|antidepressants|blood thinners|beta blockers|the pill))\b[^;]{0,40}",
        _LIMIT, "preferences", ("taking", " on "), who=("user", "person"),
    ),
    Rule(
        "measure",
        r"<adve> (?:wear|wears|take|takes) (?:a )?(?:shoe )?size (?P<value>[\w./]{1,5})[^;]{0,20}$"
        r"|(?:<be>)<adve> (?P<value2>\d[\d.,]* ?(?:cm|m|metres|meters"
        r"|feet|ft|kg|lbs|pounds))(?: tall)?$|<adve> weighs? (?P<value3>\d[^;]{1,14})$",
        _LIMIT, "core", ("size", "cm", " m", "ft", "feet", "kg", "lbs", "pounds", "weigh"), who=("user", "person"),
    ),
    Rule(
        "debt",
        r"(?P<who>[a-z][\w'-]+)? ?owes? (?P<value>[a-z][\w'-]+ (?:[$€£¥]? ?\d[^;]{0,30}))",
        _LIMIT, "contacts", (" owe",), who=("user", "person", "none"), personal=False,
    ),
    Rule(
        "workplace",
        r"<adve> works? (?P<value>(?:nights|(?:night |early |late )?shifts|weekends|mornings|part[- ]time"
        r"|full[- ]time|freelance|remotely|from home)\b[^;]{0,40})",
        _HABIT, "core", ("work",), who=("user", "person"),
    ),
    Rule(
        "event",
        r"(?:'ve| have| has|'s| was| were)?<adve>(?: (?:just|recently|finally|also|already))* (?:got|received"
        r"|been offered|was offered|given|offered|turned down"
        r"|accepted|awarded) (?:an?|my|the) (?:[\w-]+ ){0,2}?(?:promotion|raise|pay rise|bonus|job|offer|scholarship"
        r"|grant|visa|permit|diagnosis|divorce|licen[cs]e"
        r"|degree|certificate|award|place|mortgage|loan|refund|deal|contract|endorsement|sponsorship|internship"
        r"|tattoo|puppy|kitten|dog|cat)\b[^;]{0,80}",
        _EVENT, "daily",
        ("got", "received", "offered", "given", "turned down", "accepted", "awarded"), kind="event",
    ),
    Rule(
        "event",
        r"(?:'ve| have| has)?<adve>(?: (?:just|recently|finally|also|already"
        rf"|both))* (?:{_DONE_EN}) {_TRIVIAL_EN}{_OBJECT_EN}"
        r" (?!(?:great|good|amazing|nice|fun|wonderful|awesome|fantastic|lovely|blast|chat|look|feeling|talk|tough"
        r"|hard|rough|bad|best|dream|hope|mind|way)\b)[^;]{2,90}",
        _EVENT, "daily", kind="event",
    ),
    Rule(
        "event",
        r"(?:'ve| have| has)?<adve>(?: (?:just|recently|finally|also|already|both|even))* (?:participated in"
        r"|took part in|attended|visited|explored|won|hosted"
        r"|organi[sz]ed|set up|celebrated|got back from|left for|came back from|returned from|watched"
        r"|finished reading|reread|acquired|competed in"
        r"|performed (?:at|in)|spoke at|gave a talk|ran a|did a|lost my|put on a|threw a|joined an?"
        r"|started an?) (?!it\b|this\b|that\b|them\b|as\b|the "
        r"(?:best|same|video)|a (?:lot|bit|few|great job|good job|little|look))[^;]{3,90}",
        _EVENT, "daily", kind="event",
    ),
    Rule(
        "experience",
        r"(?:'ve| have|'s| has)<adve> (?P<value>(?:known|had|owned|lived|worked|played|used|studied"
        r"|taught) [^;]{1,50}? (?:for (?:over |about |almost |nearly |more than )?"
        r"(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|several|many) (?:days?|weeks?|months?|years?"
        r"|decades?)|since [^;]{3,30}))",
        _HABIT, "daily", (" for ", "since"),
    ),
    Rule(
        "experience",
        r" (?:haven't|have not|hasn't) (?P<value>(?:been to|tried|eaten|visited|ridden|driven|played) (?!it\b|that"
        r"|this|there|them)[^;]{2,50})",
        _EVENT, "daily", ("haven't", "have not", "hasn't"),
    ),
    Rule(
        "event",
        r"(?:.{0,8}\b)?(?:my|our) [\w' -]{2,24}? (?:broke down|was stolen|got stolen|was delivered|got approved"
        r"|was approved|was rejected|came through|flooded"
        r"|ran away|was cancell?ed|got cancell?ed|has arrived|arrived)\b[^;]{0,40}",
        _EVENT, "daily", ("broke", "stolen", "deliver", "approved", "rejected", "came through", "flooded", "ran away", "cancel", "arrived"),
        who=("mine", "none"), kind="event",
    ),
    Rule(
        "birthday",
        r" (?:was|were) born (?:on|in) (?P<value>[^,.]{3,24})",
        ("identity",), "core", ("born",), attribute="birthday", value="{value}",
    ),
    Rule(
        "life_change",
        r"(?:<be>)<adve> getting (?:a divorce|a dog|a cat|a puppy|surgery|braces)\b[^;]{0,40}",
        ("life_change",), "core", ("getting",), kind="event",
    ),
    Rule(
        "plan",
        r"<adve> (?:starts?|begins?|finish(?:es)?|leaves?|returns?|comes? (?:back|home|over)|go(?:es)? (?:back )?to"
        r"|arrives?|fl(?:y|ies)|moves?|retires?|graduates?)"
        r"\b[^;]{2,60}|(?:<be>)<adve> off (?:work|sick|on|from|to)?\b[^;]{2,50}",
        _PLAN, "daily", kind="event", dated="future",
    ),
    Rule(
        "plan",
        r"(?:the |my |our )(?P<thing>[a-z][\w' -]{2,24}?) (?:will be|is being|is going to be|is getting|gets"
        r"|will) (?P<value>[a-z]+[^;]{2,50})",
        _PLAN, "projects", (" will ", " is being", " going to", " getting", " gets"), who=("none", "mine"), kind="event", dated="future",
    ),
    Rule(
        "deadline",
        r"(?:the |our |my )(?P<thing>(?!(?:\w+ )?(?:token|session|cookie|cache|timer|build|script"
        r"|link)s?\b)[a-z][\w' -]{2,40}?) (?:closes|runs out|expires|is up|ends|opens|starts|begins|renews)(?: (?:on"
        r"|in|at|by))* (?P<value>[^;]{2,40})",
        _LIMIT, "projects", ("closes", "runs out", "expires", "is up", "ends", "opens", "starts", "begins", "renews"), who=("none", "mine"),
        kind="event", attribute="schedule:{thing}", value="{value}", dated="any",
    ),
    Rule(
        "schedule",
        r"(?:the |our |my )(?P<thing>[a-z][\w' -]{2,40}?) (?:was|is|has been|got)(?: now)? (?:moved|postponed"
        r"|rescheduled|pushed|brought forward)(?: back)? (?:to|until) (?P<value>[^;]{0,30}\d[^;]{0,20})",
        _PLAN, "projects", ("moved", "postponed", "rescheduled", "pushed", "brought"), who=("none", "mine"), kind="event",
        attribute="schedule:{thing}", value="{value}",
    ),
    Rule(
        "requirement",
        r"(?:the |our |my )?(?:customer|client|supplier|landlord|tax office|bank|school|insurance) (?:wants|needs"
        r"|requires|expects|insists on|asked for)"
        r" (?!me\b|you\b|us\b|help\b|to know)(?P<value>[^;]{3,80})",
        _FACT, "projects", ("wants", "needs", "requires", "expects", "insists", "asked"), who=("none",), personal=False,
    ),
    Rule(
        "project_fact",
        r"(?:the |our |all )?(?P<thing>(?!it\b|they\b|this\b|that\b|he\b|she\b|you\b|there\b|here\b|what\b|life\b"
        r"|time\b|(?:\w+ )?(?:loop|page|function|script|code)\b)[a-z][\w -]{2,24}?) (?:runs?|happens?|takes? place"
        r"|goes? out|go out"
        r"|are sent|is sent|meets?|rotates?|starts?|are due|is due) (?P<value>(?:every|each|daily|weekly|monthly"
        r"|nightly|on the (?:first|last|\d)|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?"
        r"|at \d)[^;]{0,50})$",
        _FACT, "projects", ("run", "happen", "take", "go", "sent", "meet", "rotate", "start", "due"), who=("none",), personal=False,
    ),
    Rule(
        "practice",
        r"(?:please )?use (?P<value>(?!this|that|it\b)[a-z][\w .+#-]{1,30}?) (?:in|for|across) (?:this|our|the"
        r"|all) (?:repo\w*|projects?|code ?base|team|company|docs|api|services?|reports?|invoices?)\b[^;]{0,40}",
        _PRACTICE, "patterns", ("use ",), who=("none",), personal=False,
    ),
    Rule(
        "experience",
        r"(?:'ve| have|'s| has) (?P<value>(?:never|always|only ever)(?: really)? (?:been to|tried|eaten|seen|ridden"
        r"|driven|had an?|owned|played|lived|worked|wanted|liked|loved|enjoyed|been (?:into"
        r"|afraid|interested|a fan)) (?!that|this|it\b|you|something)[^;]{2,60})",
        _EVENT, "daily", ("never", "always", "only ever"),
    ),
    Rule(
        "experience",
        r"(?:'ve| have|'s| has)<adve> been (?P<value>(?:learning|practi[cs]ing|training|studying|working on|taking"
        r"|playing|writing|reading|volunteering|teaching|cooking|painting|running|going to"
        r"|trying out|seeing|dating|coaching|mentoring|attending|collecting|building|looking (?:into|for)) (?!it\b"
        r"|that|this|so\b|too\b|hard\b|about\b|for\b|as usual|some(?:thing)?\b|a lot|her\b|his\b)[^;]{3,80})",
        _HABIT, "daily", ("been ",),
    ),
    Rule(
        "activity",
        r"(?:<be>)<adve>(?: (?:now|currently|still|also))* (?P<value>(?:doing (?!ok|okay|well|great|good|fine|better"
        r"|this|that|it\b|all|my best|alright|the same|everything|something|research|what|so|amazing|things)"
        r"|practi[cs]ing|playing(?! (?:around|it|with (?:it|the idea)))|coaching|mentoring|attending|fostering"
        r"|tutoring|mining|breeding|dating|seeing a|hosting|running (?:a|an|my|our|the) (?!errand)"
        r"|wrapping up|opening|launching|designing|recording|rehearsing|editing|translating|restoring"
        r"|reading (?!this|that|it\b|your|about this)) ?[^;]{3,70})",
        _PLAN, "daily",
        ("doing", "ing "),
    ),
    Rule(
        "likes",
        r"(?:<be>)<adve> (?:an? )?(?:(?:big|huge|great) )?fan of (?P<object>both [^;]{3,60})",
        ("preference",), "preferences", ("fan of both",),
    ),
)  # fmt: skip
