"""What has come about: turns in people's lives, habits taken up, who approved what, what is due when, who is in charge.

Owns: the plain statements of a day that carry no "I like" and no "I am". They are tried last, so that every older table
wins. Refuses: what has neither a name, a date nor a thing that can be named.
One surprising fact: most of them are said of somebody without "my" ("Beata approved NordMix", 陈静换工作了), so each rule wants
a name: a capital, or a Chinese surname, title or role.
"""

from __future__ import annotations

from typing import Tuple

from .agreements import SURNAMES
from .pattern import Rule

_LIFE, _EVENT, _PLAN, _HABIT, _DECISION = ("life_change",), ("event",), ("plan",), ("habit",), ("decision",)
_DUE, _CONTACT, _PRACTICE, _WORK = ("constraint",), ("contact",), ("practice",), ("project_fact",)
_NO_NAME_ZH = (
    r"(?!金[融牛发色]|钟[点表]|高[中三一二级管层考速温]|马[大上来路]|石[油家]|方[向便法案式]|江[南苏西边]|万[年一]"
    r"|程序|任[务何意]|武[汉术]|唐山|黎明|顾[问客]"
    r"|白[天人色]|段子|史上|黄[金色]|余额|张[开口]|周[一二三四五六日天末期]|全[部家体]|严[重格]|田地|陈[述旧]"
    r"|许[多可]|毛[病衣]|夏天|林[业子]|于是|何[时必]|向[来导]"
    r"|付[款费]|徐州|苏州|郑州|杭州|温[度暖]|安[排全])"
)
_WHO_ZH = (
    rf"(?:{_NO_NAME_ZH}[{SURNAMES}][\u4e00-\u9fff]{{1,2}}?|[老小阿](?![师板外家时心区朋友学孩])[\u4e00-\u9fff]"
    r"|[\u4e00-\u9fff][总工哥姐](?![是部作]))"
)
_BODY_ZH = (
    r"(?:大?老板|领导|客户|甲方|乙方|公司|总部|经理|总监|董事会|银行|房东|财务|法务|人事|老师|导师|学校|医院|物业"
    r"|供应商|委员会|业主|家里)"
)
_GIVES_WAY_ZH = r"(?:同意|批准|批了|答应|通过|否决|拒绝|驳回|签字|确认|拍板|点头|认可|接受|审批)"
_DATE_ZH = r"[^,。]*(?:[\d一二三四五六七八九十]|月底|年底|[周下本])[^,。]*"
_SHOWS_EN = (
    r"play|concert|recital|match|game|tournament|party|ceremony|graduation|wedding|funeral|exam|test|interview"
    r"|appointment"
    r"|meeting|surgery|operation|check-?up|flight|train|trip|visit|deadline|presentation|demo|review|hearing"
    r"|conference|workshop"
    r"|class|lesson|course|camp|race|marathon|show|exhibition|dinner|lunch|call|inspection|handover|move|delivery"
    r"|opening|closing"
    r"|anniversary|reunion|festival|competition|performance|viewing|semester|term|holiday|vacation"
)
_NAME_EN = (
    r"(?!(?:the|it|this|that|these|those|he|she|they|we|you|i|what|who|which|there|here|everyone|everybody|someone"
    r"|nobody|people"
    r"|and|but|so|also|then|when|if|my|our|his|her|their|your|all|some|many|yes|no|ok|okay|please|just|well|oh|hey"
    r"|hi|thanks|not"
    r"|life|time|god|music|nature|things|money|art|love|work)\b)[a-z][\w'-]+(?: (?!(?:and|or|just|has|finally"
    r"|already)\b)[a-z][\w'-]+)?"
)
_BODY_EN = (
    r"the (?:board|bank|client|customer|council|landlord|committee|insurance(?: company)?|insurer|city|court|school"
    r"|supplier|vendor"
    r"|team|manager|director|ceo|university|embassy|agency|management|doctor|owner|judge|publisher|editor)"
)
_GIVES_WAY_EN = (
    r"(?: has| have)?(?: finally| already| just| also)? (?:approved|signed off on|agreed (?:to|on)|confirmed"
    r"|rejected|declined|vetoed"
    r"|accepted|authori[sz]ed|granted|denied|turned down|cancell?ed|signed|endorsed|okayed)"
    r" (?P<value>(?!it\b|that\b|this\b|me\b(?! an?\b| the\b)|you\b|them\b|him\b|her\b|us\b(?! an?\b| the\b))[^;]{2,80})"
)
_TEAMS_EN = (
    r"team|department|dept|group|division|unit|warehouse|store|shop|studio|clinic|lab|school|restaurant|caf[ée]"
    r"|bakery|company|business"
    r"|firm|agency|office|hotel|hostel|farm|bar|practice|program(?:me)?|project|operations|infrastructure|platform"
    r"|site|club|choir"
    r"|newsletter|blog|podcast|channel|sales|marketing|finance|support|logistics|production|hr|software|systems?"
    r"|gallery|nursery"
    r"|kitchen|workshop|garage|library|charity|branch|factory|plant|ward|account|budget|payroll|community|nonprofit"
)
_HABITS_EN = (
    r"(?:taking|going|doing|learning|playing|eating|drinking|using|wearing|working|studying|teaching|training"
    r"|cooking|baking"
    r"|writing|practi[cs]ing|attending|volunteering|swimming|cycling|lifting|meditating|smoking|commuting|dating"
    r"|running|running a"
    r"|seeing a|painting|drawing|knitting|gardening|journaling|coaching|collecting|investing|saving|fasting|jogging"
    r"|walking|climbing"
    r"|biking|dancing|singing|therapy|physio(?:therapy)?|yoga|pilates|piano|guitar|a (?:new )?(?:diet|course|blog"
    r"|business|company|job"
    r"|podcast|garden|class|project|band|book club|hobby|degree|routine|channel|shop|store|workout))\b"
)

ZH: Tuple[Rule, ...] = (
    Rule(
        "life_change",
        rf"(?P<who>{_WHO_ZH})<adv>(?:<when>)<adv>(?:也|都|刚|要|快要|准备)*(?:换了?(?:工作|部门|岗位)|离职|辞职|升职"
        r"|升了|结婚|离婚|订婚|怀孕|生了"
        r"|生(?:孩子|娃)|搬家|搬到|退休|回国|出国|去世|过世|住院|出院|做手术|毕业|转岗|调走|调到|跳槽|入职"
        r"|考上)(?P<value>[^,。吗呢]{0,14})$",
        _EVENT, "contacts", ("换", "职", "婚", "孕", "生", "搬", "退休", "国", "世", "院", "手术",
         "毕业", "转岗", "调", "跳槽", "考上", "升"),
        who=("none",), personal=False,
    ),
    Rule(
        "approval",
        rf"(?P<who>{_WHO_ZH}|{_BODY_ZH})(?:那边)?(?:<when>)(?:已经|终于|刚刚?|也|都|最终|最后"
        rf"|今天)*{_GIVES_WAY_ZH}了?(?P<value>[^,。吗呢你]{{2,30}})$",
        _DECISION, "decisions", ("同意", "批", "答应", "通过", "否决", "拒绝", "驳回", "签字", "确认", "拍板", "点头", "认可", "接受"),
        who=("none",), personal=False,
    ),
    Rule(
        "approval",
        rf"(?:<when>)(?:已经|终于|刚刚?|也|都|最终|最后)*{_GIVES_WAY_ZH}了?(?P<value>[^,。吗呢你]{{2,30}})$",
        _DECISION, "decisions", ("同意", "批", "答应", "否决", "拒绝", "驳回", "签字", "拍板", "点头"), who=("person",), personal=False,
    ),
    Rule(
        "decision",
        r"<adv>(?:<when>)(?:一起|已经|最后|终于)*(?:商量好了?|说好了?|谈妥了?|谈好了?|约定好?了?|讲好了?"
        r"|商议好了?)(?P<value>(?!吗|没)[^,。]{0,40})$",
        _DECISION, "decisions", ("商量好", "说好", "谈妥", "谈好", "约定", "讲好", "商议好"), who=("user",), personal=False,
    ),
    Rule(
        "deadline",
        rf"(?P<thing>(?![^,。]*[你我他她这那谁])[^,。:]{{2,16}}?)(?:的)?(?:报名)?(?:截止(?:日期|时间|日)?|最后期限"
        r"|到期日?|截稿日?)"
        rf"(?:是|到|在|为|定在|:)?\s*(?P<value>{_DATE_ZH})$",
        _DUE, "projects", ("截止", "最后期限", "到期", "截稿"), who=("none",), kind="event", attribute="schedule:{thing}",
        value="{value}", dated="any", personal=False,
    ),
    Rule(
        "deadline",
        r"(?P<thing>(?![^,。]*[你他她这那谁])[^,。:]{2,12}?)(?P<value>(?:\d{4}年)?(?:\d{1,2}"
        r"|[一二三四五六七八九十]{1,2})月(?:份|底|初|\d{1,2}[日号]?|[一二三四五六七八九十]{1,3}[日号])?)"
        r"(?:就|会|要|之?前|正式)*(?:到期|截止|过期|交房|交付|交货|开学|开业|竣工|验收|开庭|截稿|上线|开工"
        r"|年检)(?:了)?$",
        _DUE, "projects", ("到期", "截止", "过期", "交", "开学", "开业", "竣工", "验收", "开庭", "截稿", "上线", "开工", "年检"),
        who=("none", "user"), kind="event", attribute="schedule:{thing}", value="{value}", dated="any", personal=False,
    ),
    Rule(
        "deadline",
        r"(?=[今明后大下这本周星礼月年\d一二三四五六七八九十])(?:<when>)(?:之前|以前|前)?(?:要|得|必须|需要"
        r"|务必)(?:交|提交|完成|还|付|签|办|缴|报|上交|搞定|做完|写完"
        r"|交付|验收|上线|续费|续签)(?P<value>[^,。吗你]{1,24})$",
        _PLAN, "projects", ("要", "得", "必须", "需要", "务必"), who=("none",), kind="event", dated="future", personal=False,
    ),
    Rule(
        "plan",
        r"(?=[今明后大下这本周星礼\d一二三四五六七八九十])(?:<when>)(?!(?:来|去)?(?:聊|试|看看|说))(?:要(?:去|和|跟"
        r"|做|参加|开|考|见|接|送|陪|带)|得(?:去|和|跟)|约了|和|跟|去(?:医院|看牙|体检|面试"
        r"|开会|接|机场))(?![^,。]*(?:你|什么|哪|吗|呢|天气))[^,。]{2,30}$",
        _PLAN, "daily", ("要", "得", "约了", "和", "跟", "去"), who=("none",), kind="event", dated="future", personal=False,
    ),
    Rule(
        "intention",
        rf"(?P<who>{_WHO_ZH}|{_BODY_ZH})(?:那边)?(?:也|都|好像|可能|似乎|听说|据说|应该|最近|已经|还|<when>)*(?:打算|准备|计划|考虑)(?:在)?"
        r"(?P<value>(?![^,。]*(?:怎么|什么|吗|哪))[^,。你]{2,30})$",
        _PLAN, "projects", ("打算", "准备", "计划", "考虑"), who=("none",), personal=False,
    ),
    Rule(
        "habit",
        r"<adv>(?:<when>)(?:又|重新|刚)*(?:开始(?!了$)|坚持|养成了?)(?P<object>(?:每天|每周|每晚|吃|服用|学|练|跑步"
        r"|健身|用|写|读|记账|早起|减肥|打|游泳|补|喝|做|戒|上|走路|骑)"
        r"(?![^,。]*(?:时候|觉得))[^,。吗]{0,20})$",
        _HABIT, "preferences", ("开始", "坚持", "养成"),
    ),
    Rule(
        "duty",
        r"<adv>(?:在[^,。]{2,12}?)?(?:负责(?!任|把|到)|主管|分管|主持|统管|打理|经营着?|管理着?"
        r"|带着?(?=[^,。]{0,6}(?:团队|部门|组|班|徒弟)))(?P<value>(?![你他她它这那])[^,。了吗]{2,20})$",
        _WORK, "core", ("负责", "主管", "分管", "主持", "统管", "打理", "经营", "管理", "带"), who=("user",),
    ),
    Rule(
        "role",
        rf"(?P<who>{_WHO_ZH})(?:现在)?是(?P<value>(?![你他她谁])[^,。]{{0,14}}?(?:总监|经理|主管|负责人|工程师|医生"
        r"|老师|律师|会计|顾问|客户|供应商|校长|主任|教授|店长"
        r"|代表|助理|秘书|ceo|cto|创始人|合伙人|老板|房东|邻居|联系人|对接人|组长|院长|总裁|董事长|股东))$",
        _CONTACT, "contacts", ("是",), who=("none",), attribute="role:{who}", value="{value}",
    ),
    Rule(
        "practice",
        r"(?:我们?)?(?:公司|团队|组里|项目组|部门|学校)?(?:规定|约定|要求)(?:所有|大家"
        r"|每个)?(?P<value>(?![你我])[^,。]{2,12}?(?:要|必须|不能|不得|不许|一律|统一|先|都)[^,。]{2,30})$",
        _PRACTICE, "patterns", ("规定", "约定", "要求"), who=("none", "user"), personal=False,
    ),
)  # fmt: skip

EN: Tuple[Rule, ...] = (
    Rule(
        "life_change",
        r"(?:<be>)<adve> (?:expecting|adopting|having) (?:(?:an?|our|my|their|her|another"
        r"|twins?)(?: \w+){0,2} ?)(?:child|baby|son"
        r"|daughter|girl|boy|kid|grandchild|twins)\b[^;]{0,60}|(?:<be>)<adve> expecting twins\b[^;]{0,40}",
        _LIFE, "contacts", ("expecting", "adopting", "having"),
    ),
    Rule(
        "life_change",
        r"(?:<be>)<adve> (?:getting (?:married|divorced|engaged|remarried|promoted|transferred)|moving (?:in with"
        r"|out of|to|house|back to)"
        r"|retiring|changing (?:jobs?|careers?|schools?)|starting (?:school|university|college|kindergarten"
        r"|a (?:new )?(?:job|business"
        r"|company|family|phd|degree))|going back to (?:school|work|university|college)|leaving (?:the company"
        r"|[a-z]+ (?:in|at the end)))"
        r"\b[^;]{0,80}",
        _LIFE, "core",
        ("getting", "moving", "retiring", "changing", "starting", "going back", "leaving"), kind="event",
    ),
    Rule(
        "plan",
        r"(?:<be>)<adve> (?:learning (?:to |how to )?[a-z]{3,}|training (?:for|to)|studying (?:for|to)"
        r"|saving (?:up )?for|looking for"
        r" (?:an? )?(?:new )?(?:job|flat|house|apartment|place|car|school|roommate|investors?)|recovering from"
        r"|applying (?:for|to)"
        r"|preparing for|on (?:medication|maternity leave|parental leave|sick leave|a diet|antibiotics|a waiting list)"
        r"|taking (?:an? [\w ]{3,20}(?:course|class)|lessons|medication|antibiotics)|renovating|organi[sz]ing"
        r"|volunteering|fundraising for)"
        r"\b[^;]{0,80}",
        _PLAN, "daily",
        ("learning", "training", "studying", "saving", "looking for", "recovering", "applying", "preparing", " on ", "taking",
         "renovating", "organi", "volunteering", "fundraising"),
    ),
    Rule(
        "plan",
        r"(?:<be>)<adve> (?:in|at) (?P<value>[a-z][\w'-]+(?: [a-z][\w'-]+)?) (?:on|from|until|till|next|this"
        r"|tomorrow|for)\b[^;]{2,50}",
        _PLAN, "daily", (" in ", " at "), who=("user", "person"), kind="event", proper=("value",), dated="future",
    ),
    Rule(
        "habit",
        r"(?:'ve|'s| have| has)?<adve> (?:started|begun|began|took up|taken up|gave up|given up|stopped|quit"
        r"|resumed|joined) (?:up )?"
        rf"(?P<object>{_HABITS_EN}(?! (?:what|that|this|it|how|people how)\b)[^;]{{0,60}})",
        _HABIT, "preferences", ("start", "beg", "t", "gave up", "given up", "stopped", "quit", "resumed"),
    ),
    Rule(
        "experience",
        r"(?:'ve|'s| have| has)<adve> been (?P<object>(?!thinking|wondering|waiting|meaning|trying|feeling"
        r"|looking forward|busy|crazy|keeping|great|good|it"
        r"|a while|so|too|there|on\b|up to)(?:\w+ing|married|together|friends|vegan|vegetarian|sober|in"
        r"|with)\b[^;]{0,60}? (?:for (?:over |about"
        r" |almost |nearly |more than )?(?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|several"
        r"|many) (?:days?|weeks?|months?|years?"
        r"|decades?)|since [^;]{3,30}))",
        _HABIT, "preferences", ("been ",),
    ),
    Rule(
        "approval",
        rf"(?P<who>{_NAME_EN}){_GIVES_WAY_EN}",
        _DECISION, "decisions",
        ("approved", "signed", "agreed", "confirmed", "rejected", "declined", "vetoed", "accepted", "authori", "granted",
         "denied", "turned down", "cancel", "endorsed", "okayed"),
        who=("none",), proper=("who",), personal=False,
    ),
    Rule(
        "approval",
        rf"(?P<who>{_BODY_EN}){_GIVES_WAY_EN}",
        _DECISION, "decisions",
        ("approved", "signed", "agreed", "confirmed", "rejected", "declined", "vetoed", "accepted", "authori", "granted",
         "denied", "turned down", "cancel", "endorsed", "okayed"),
        who=("none",), personal=False,
    ),
    Rule(
        "approval",
        _GIVES_WAY_EN, _DECISION, "decisions",
        ("approved", "signed", "agreed", "rejected", "declined", "vetoed", "authori", "granted", "denied", "turned down"),
        who=("person",), personal=False,
    ),
    Rule(
        "life_change",
        rf"(?P<who>{_NAME_EN})(?:'s| is| has| just| recently)*(?: (?:getting|got|gotten) (?:married|divorced|engaged"
        r"|promoted|fired|a new"
        r" job)| (?:passed away|died|retired|resigned|had a baby|gave birth|changed jobs|quit (?:his|her|their) job)"
        r"| (?:leaving|moving"
        r" out|retiring|resigning|expecting)(?= (?:in|on|at|next|this|the|us|a|our|for)\b|$))\b[^;]{0,60}",
        _EVENT, "contacts",
        ("got", "getting", "passed away", "died", "retir", "resign", "had a baby", "gave birth", "changed jobs", "quit", "leaving",
         "moving out", "expecting"), who=("none",), proper=("who",), personal=False,
    ),
    Rule(
        "deadline",
        r"(?:the |our |my )?(?:handover|delivery|submission|completion|opening|launch|release|closing|renovation"
        r"|inspection|start|end) of"
        r" (?:the )?(?P<thing>[^;]{3,40}?)(?: was| is| has been| got)?(?: now)? (?:postponed|moved|delayed"
        r"|rescheduled|pushed|brought forward"
        r"|planned|set|scheduled|due|on)(?: back)?(?: (?:to|for|until|on|by))? (?P<value>[^;]{2,40})",
        _DUE, "projects", (" of ",), who=("none", "mine"), kind="event", attribute="schedule:{thing}", value="{value}",
        dated="any", personal=False,
    ),
    Rule(
        "schedule",
        rf"(?:.{{0,8}}\b)?(?P<thing>(?:my|our|the|his|her|their"
        rf"|[a-z][\w-]+'s) (?:[\w'-]+ ){{0,4}}?(?:{_SHOWS_EN})(?: (?:with|for|of|at|to|in)"
        r" [\w' -]{2,30}?)?)(?:'s| is| was| are| starts?| ends?| begins?)(?: (?:on|at|in|due|now|from|set for"
        r"|scheduled for|moved to))*"
        r" (?P<value>[^;]{2,50})",
        _PLAN, "projects", (" is", "'s ", " was", " are", " start", " end", " begin"), who=("none", "mine"), kind="event",
        attribute="schedule:{thing}", value="{value}", dated="any",
    ),
    Rule(
        "schedule",
        rf"'s (?P<thing>(?:[\w'-]+ ){{0,3}}?(?:{_SHOWS_EN}))(?: is| was)(?: (?:on|at|in|due|now|set for"
        r"|scheduled for|moved to))*"
        r" (?P<value>[^;]{2,50})",
        _PLAN, "contacts", ("'s ",), who=("person",), kind="event", attribute="schedule:{thing}", value="{value}", dated="any",
    ),
    Rule(
        "schedule",
        r"(?P<thing>(?!how|what|when|any|no\b|let|great|good|nice|that|this"
        rf"|it)(?:[\w'-]+ ){{0,2}}?(?:{_SHOWS_EN})(?: (?:with|for|at|to)"
        r" [\w' -]{2,30}?)?)(?: is)?,? (?P<value>(?:on|at|tomorrow|today|this|next|due|moved to) [^;]{1,40}|tomorrow)$",
        _PLAN, "projects",
        (" on ", " at ", "tomorrow", "today", " this ", " next ", " due ", "moved"), who=("none",), kind="event", dated="future",
    ),
    Rule(
        "deadline",
        r"(?:.{0,8}\b)?(?:the |our |my )?(?P<thing>(?!it\b|this\b|that\b|they\b|you\b|we\b"
        r"|i\b)[a-z][\w' -]{2,40}?) (?:must|has to|have to|needs? to"
        r"|should) be (?:[a-z]+ ){1,3}?(?:by|before|until|no later than|on) (?P<value>[^;]{2,40})",
        _DUE, "projects", (" be ",), who=("none", "mine"), kind="event", attribute="schedule:{thing}", value="{value}",
        dated="future", personal=False,
    ),
    Rule(
        "deadline",
        r"(?:the |our |my )?(?P<thing>(?!it\b|this\b|that\b|they\b|you\b|we\b|i\b)[a-z][\w' -]{2,40}?)(?: is| are"
        r"|'s)(?: now)? (?:due|closing|ending"
        r"|up for renewal)(?: (?:on|by|in|at|before))? (?P<value>[^;]{2,40})"
        r"|(?:the )?deadline for (?P<thing2>(?:the )?[^;]{3,40}?)(?: is| was"
        r" (?:moved|extended|changed) to)(?: on)? (?P<value2>[^;]{2,40})",
        _DUE, "projects", (" due", "closing", "ending", "renewal", "deadline for"), who=("none", "mine"), kind="event",
        attribute="schedule:{thing}", value="{value}", dated="any", personal=False,
    ),
    Rule(
        "duty",
        r" (?:run|manage|lead|head|direct|coordinate|oversee|supervise|own|chair|look after"
        r"|co-?run) (?P<value>(?:the|our|an?|my|two|three"
        rf"|\d+)(?: [\w'-]+){{0,4}}? (?:{_TEAMS_EN})s?\b(?=\s*$|[,.;]| (?:here|at|for|in|of|and|with"
        rf"|on)\b)[^;]{{0,60}})",
        _WORK, "core", ("run", "manage", "lead", "head", "direct", "coordinate", "oversee", "supervise", "own", "chair", "look after"),
        who=("user", "person"),
    ),
    Rule(
        "duty",
        r"(?:<be>)<adve> (?:in charge of|responsible for|the head of|heading|managing|leading|running)"
        r" (?P<value>(?!this|that|it\b|out|late|errands|low|around|into|on\b|to\b)[^;]{3,60})$",
        _WORK, "core", ("in charge", "responsible", "head", "managing", "leading", "running"), who=("user", "person"),
    ),
    Rule(
        "duty",
        r"<adve> (?:teach|teaches|coach|coaches|tutor|tutors) (?P<value>(?!you|me|him|her|them|myself|us|how"
        r"|that)[a-z][^;]{2,50})",
        _WORK, "core", ("teach", "coach", "tutor"), who=("user", "person"),
    ),
    Rule(
        "role",
        r"(?:the |our )?(?P<of>[a-z][\w -]{1,24}?)(?:'s)? (?P<role>contact(?: person)?|project lead|lead"
        r"|account manager|project manager"
        r"|product owner|landlord|accountant|caretaker"
        r"|head teacher) is (?:now )?(?P<value>[a-z][\w'-]+(?: [a-z][\w'-]+)?)$",
        _CONTACT, "contacts", (" is ",), who=("none", "mine"), attribute="{role}:{of}", value="{value}", proper=("value",),
    ),
    Rule(
        "role",
        rf"(?P<who>{_NAME_EN}) is (?:now )?(?:the|our|an?"
        rf"|my)(?: new)? (?P<value>(?:[a-z][\w/-]* ){{0,3}}?(?:<jobse>(?!')|head of [\w ]{{2,20}}"
        r"|client|contact|landlord|landlady|neighbou?r|boss|supplier|customer|colleague|accountant|lead)\b[^;]{0,50})",
        _CONTACT, "contacts", (" is ",), who=("none",), proper=("who",), attribute="role:{who}", value="{value}",
    ),
    Rule(
        "practice",
        r"(?:all|every|each|any|no) (?P<thing>(?!you|i\b|we\b|they|problem|one|time|day|one|body|year|week"
        r"|month)[a-z][\w' -]{1,28}?) (?:must|needs?|requires?|has to|have to"
        r"|goes through|go through|may not|may only) (?P<value>[^;]{4,80})",
        _PRACTICE, "patterns", (" must ", " need", " require", "has to", "have to", " through", " may "), who=("none",),
        personal=False,
    ),
    Rule(
        "switched",
        r"(?:'ve| have)?<adve> (?:switched|moved|migrated|changed|went)(?: over)? from (?P<from>[\w .+#/-]{2,24}?) to"
        r" (?P<value>[\w .+#/-]{2,30}?)<ende>",
        _WORK, "projects", (" from ",), who=("user",), corrects="{from}",
    ),
)  # fmt: skip
