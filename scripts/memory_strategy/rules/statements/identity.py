"""Who somebody is: name, age, birthday, home, origin, work, languages."""

from __future__ import annotations

from typing import Tuple

from .pattern import Rule

_ID = ("identity",)
_NO_NAME = r"(?!你|他|她|它|了|过|外卖|车|什么|人|不|醒|上|做|去|来|大家|的|我|起|停|好|板)"
_NO_PEOPLE = (
    r"(?!好|男|女|病|老|成年|本|负责|新|懒|普通|什么|一个|个|自己|当事|主|路|中间|外|客|工|商|联系|有|家|爱|熟|证"
    r"|法|同|别|私|机器|局外|明白|性情|老实|聪明|大|狠|夜猫|早起的?)"
)

ZH: Tuple[Rule, ...] = (
    Rule(
        "name",
        rf"(?<!们)<adv>(?:的(?:中文|英文|真|全)?(?:名字?|姓名)(?:是|叫做?)|叫做?|名叫|名字(?:叫|是)|全名是"
        rf"|姓名是)(?P<value>{_NO_NAME}(?:[a-z][\w .·-]{{0,24}}|“?[\u4e00-\u9fff·\ue000]{{2,5}}”?))(?=\s*$|[,。(])",
        _ID, "core", ("叫", "名"), attribute="name", value="{value}",
    ),
    Rule(
        "name",
        r"<adv>是(?P<value>[a-z][a-z]{1,14}(?: [a-z]{2,15})?)$",
        _ID, "core", ("是",), attribute="name", value="{value}", proper=("value",),
    ),
    Rule(
        "name",
        r"<adv>是(?P<value>(?!小白|小学|小孩|小时|小组|小区|老师|老板|老人|老外|老年|大人|大学|大家|大[一二三四]"
        r"|大专)[小阿老][\u4e00-\u9fff]{1,2})$",
        _ID, "core", ("是",), attribute="name", value="{value}",
    ),
    Rule(
        "called",
        r"(?:以后|今后|请|麻烦|你们?|您|可以|就|大家都?|朋友们?都?|直接)*(?:叫|喊|称呼)我(?P<value>(?!去|来|做|别"
        r"|不|写|把|等|给|帮|一起|一声|的|过|先|吃|开|回|怎么)[^,。]{1,8}?)(?:吧|就好|就行|即可|好了|就可以了?)?$",
        _ID, "core", ("叫我", "称呼我", "喊我"), who=("none",), attribute="called", value="{value}", personal=False,
    ),
    Rule(
        "age",
        r"<adv>(?:刚|快|马上|才|就要?|满|刚满)*(?P<value>\d{1,3}|[一二三四五六七八九十]{1,3})岁(?:多|半)?(?:了)?$",
        _ID, "core", ("岁",), attribute="age", value="{value}",
    ),
    Rule(
        "birthday",
        r"<adv>(?:的)?生日(?:是)?(?:在)?(?P<value>[^,。]*(?:月|\d[-/.]\d)[^,。]{0,6})",
        _ID, "core", ("生日",), attribute="birthday", value="{value}",
    ),
    Rule(
        "birthday",
        r"<adv>(?:是)?(?P<value>\d{4}年[^,。]{0,8}|\d{1,2}月\d{1,2}[日号])(?:出生|生)的?$",
        _ID, "core", ("生",), attribute="birthday", value="{value}",
    ),
    Rule(
        "residence",
        r"<adv>(?:<when>)(?:从(?P<from><place>))?(?:已经|刚|要?)?搬(?:家)?(?:到|去|来|回|进)了?(?P<value>(?!哪|这"
        r"|那)<place>)(?=了|住|生活|定居|这边|\s*$|[,。])",
        _ID, "core", ("搬",), attribute="residence", value="{value}",
    ),
    Rule(
        "residence",
        r"<adv>(?:家)?(?:常)?(?:住|居住|定居)(?:在|于)?(?P<value>(?!院|酒店|民宿|哪|一起|这|那|得|过|不|宾馆|惯"
        r"|了)<place>)<end>",
        _ID, "core", ("住", "定居"), attribute="residence", value="{value}",
    ),
    Rule(
        "residence",
        r"<adv>(?:家)?(?:住|居住)在?(?P<value>[^,。;!?\s了的]{2,20}?(?:[路街道巷弄]|胡同)\d+(?:弄\d+)?号[^,。\s了的]{0,14})$",
        _ID, "core", ("住",), attribute="residence", value="{value}",
    ),
    Rule(
        "residence",
        r"(?:的)?家(?:现在|目前)?在(?P<value>(?!哪|这|那)<place>)<end>",
        _ID, "core", ("家",), attribute="residence", value="{value}",
    ),
    Rule(
        "residence",
        r"<adv>在(?P<value>(?!这|那|家|努力)<place>)(?:定居|生活|居住|长住)",
        _ID, "core", ("生活", "居住", "定居", "长住"), attribute="residence", value="{value}",
    ),
    Rule(
        "residence",
        r"<adv>(?:现在|已经)?不(?:再)?住(?:在)?(?P<value><place>)了?$",
        _ID, "core", ("不住", "不再住"), corrects="{value}",
    ),
    Rule(
        "origin",
        r"<adv>(?:的)?老家(?:是|在)(?P<value>(?!哪)<place>)<end>|<adv>(?:来自|出生(?:在"
        r"|于))(?P<value2>(?!哪)<place>)<end>",
        _ID, "core", ("老家", "来自", "出生"), attribute="origin", value="{value}",
    ),
    Rule(
        "origin",
        rf"<adv>是(?P<value>{_NO_PEOPLE}[\u4e00-\u9fff]{{2,6}})人$",
        _ID, "core", ("人",), attribute="origin", value="{value}",
    ),
    Rule(
        "job",
        r"<adv>(?:是|当|做)(?:一名|一个|一位|个|名|位|做)?(?P<value>[^,。了的]{0,10}?(?:<jobs>))(?:的)?$",
        _ID, "core", ("是", "做", "当"), attribute="job", value="{value}",
    ),
    Rule(
        "job",
        r"<adv>(?:是)?在(?P<place2>[^,。的了]{2,14}?)(?:做|当|担任|从事"
        r"|搞)(?P<value>[^,。了的]{0,10}?(?:<jobs>)[^,。了的]{0,3})(?:的)?$",
        _ID, "core", ("做", "当", "担任", "从事", "搞"), attribute="job", value="{value}",
    ),
    Rule(
        "job",
        r"<adv>(?:的)?(?:工作|职业|本职)是(?P<value>[^,。]{2,16})|<adv>从事(?P<value2>[^,。]{2,16})",
        _ID, "core", ("职业", "工作是", "本职", "从事"), attribute="job", value="{value}",
    ),
    Rule(
        "workplace",
        r"<adv>(?:<when>)在(?P<value>(?!努力|认真|拼命|这|那|哪|为|给|外面|当前|一家|某|同一|现在|考虑|找|忙|谈|想"
        r"|担心|一起|很|处理|公司)[^,。的了]{1,14}?)(?:工作|上班|任职|就职|实习)(?!的|很|太|中|时|了?之?后|日|量"
        r"|压力)",
        _ID, "core", ("工作", "上班", "任职", "就职", "实习"), attribute="workplace", value="{value}",
    ),
    Rule(
        "school",
        r"<adv>在(?P<value>[^,。的了]{2,14}?)(?:读书|上学|念书|读研|读博|上大学|读大[一二三四]|读本科|留学)",
        _ID, "core", ("读", "学", "念"), attribute="school", value="{value}",
    ),
    Rule(
        "job_change",
        r"<adv>(?:<when>)(?:换了?工作|跳槽(?:到|去)了?(?P<value>[^,。]{2,14})|入职了?(?P<value2>[^,。]{2,14})"
        r"|辞职了|离职了|退休了|失业了|毕业了|升职(?:做|当|成|为)?[^,。]{0,6}了|转岗(?:到|做)?[^,。]{0,10})",
        ("life_change",), "core", ("工作", "跳槽", "入职", "辞职", "离职", "退休", "失业", "毕业", "升职", "转岗"),
    ),
    Rule(
        "workplace_left",
        r"<adv>(?:已经)?不(?:再)?在(?P<value>[^,。]{2,14}?)(?:工作|上班|做)了?",
        _ID, "core", ("不在", "不再在"), corrects="{value}",
    ),
    Rule(
        "language",
        r"<adv>(?:的)?母语是(?P<value>[^,。]{2,8})|<adv>会(?:说|讲)(?P<value2>[^,。]{2,16})",
        _ID, "core", ("母语", "会说", "会讲"),
    ),
    Rule(
        "marital",
        r"<adv>(?:<when>)(?P<value>结婚|离婚|订婚|单身|已婚|未婚|怀孕)(?:了|中|\d+年了|着)?(?:[^,。]{0,6})$",
        _ID, "core", ("婚", "单身", "怀孕"), attribute="marital", value="{value}",
    ),
    Rule(
        "experience",
        r"<adv>(?:有|写了?|做了?|干了?|学了?|教了?)(?P<value>(?:\d+"
        r"|[一二三四五六七八九十几两]+)年多?)(?:的)?(?P<object>[^,。]{1,14})$",
        ("habit",), "preferences", ("年",),
    ),
)  # fmt: skip

EN: Tuple[Rule, ...] = (
    Rule(
        "name",
        r"(?: name)?(?:'s| is)? ?(?:name(?:'s| is)|full name is|called"
        r"|known as)? (?P<value>[a-z][\w.-]+(?: [a-z][\w.-]+){0,2})<ende>",
        _ID, "core", ("name",), who=("none",), attribute="name", value="{value}", proper=("value",),
    ),
    Rule(
        "name",
        r"(?:.{0,20}\b)?my (?:full |first |real )?name(?:'s| is) (?P<value>[a-z][\w.-]*(?: [a-z]"
        r"[\w.-]*){0,2}?)<ende>",
        _ID, "core", ("my ",), who=("none",), attribute="name", value="{value}", proper=("value",),
    ),
    Rule(
        "called",
        r"(?:(?:please|just|you can|everyone|people|friends|they|they all|my friends"
        r"|can) ){0,2}calls? me (?P<value>[a-z][\w.-]*)<ende>",
        _ID, "core", ("call me", "calls me"), who=("none",), attribute="called", value="{value}", proper=("value",),
        personal=False,
    ),
    Rule(
        "called",
        r" go(?:es)? by (?P<value>[a-z][\w.-]*)<ende>",
        _ID, "core", ("go by", "goes by"), attribute="called", value="{value}", proper=("value",),
    ),
    Rule(
        "name",
        r"(?:'s| is| am|'m) (?:called |named )?(?P<value>(?!\w+(?:ish|ese|ian|ican)\b|ok\b|german\b|french\b"
        r"|dutch\b|greek\b|swiss\b|thai\b|muslim\b|jewish\b|catholic\b|god\b)[a-z][a-z'-]+(?: [a-z][a-z'-]+)?)$",
        _ID, "core", ("'m ", " am ", "'s ", " is "), attribute="name", value="{value}", proper=("value",),
    ),
    Rule(
        "age",
        r"(?:<be>)<adve> (?:almost |about |turning )?(?P<value>\d{1,3})(?: years old)?<ende>(?! (?:minutes|hours"
        r"|days|percent|km|miles))|<adve> (?:just )?turn(?:ed|s)? (?P<value2>\d{1,2})<ende>",
        _ID, "core", ("'m ", "am ", "is ", "'s ", "turn"), attribute="age", value="{value}",
    ),
    Rule(
        "birthday",
        r"(?: birthday|'s birthday)(?:'s| is)(?: on)? (?P<value>[^,.]{3,24})",
        _ID, "core", ("birthday",), who=("person",), attribute="birthday", value="{value}",
    ),
    Rule(
        "birthday",
        r"(?:.{0,12}\b)?my birthday(?:'s| is)(?: on)? (?P<value>[^,.]{3,24})",
        _ID, "core", ("my birthday",), who=("none",), attribute="birthday", value="{value}",
    ),
    Rule(
        "birthday",
        r" (?:was|were) born on (?P<value>[^,.]{3,24})",
        _ID, "core", ("born on",), attribute="birthday", value="{value}",
    ),
    Rule(
        "residence",
        r"(?:'ve|'s| have| has)?<adve> (?:moved|relocated)(?: back)?(?: (?:from (?P<from>[^,.]{2,20}?) to"
        r"|to)) (?P<value>[a-z][\w' -]{1,30}?)(?: (?:last|this|in|on|yesterday|two|three|a|\d|when|with|for|because"
        r"|after)\b.*)?$",
        _ID, "core", ("moved", "relocated"), attribute="residence", value="{value}", proper=("value",),
    ),
    Rule(
        "residence",
        r"(?:'ve|'s| have| has)?<adve> (?:moved|relocated)(?: in)? ?to (?P<value>\d{1,4}[a-z]? [a-z][\w' -]{3,40}?)<ende>",
        _ID, "core", ("moved", "relocated"), attribute="residence", value="{value}",
    ),
    Rule(
        "residence",
        r"<adve> (?:live|lives|reside|resides)(?: alone| together| with [\w ]{2,20}?)? (?:in|near|at"
        r"|on) (?P<value>(?:(?:no|nr|ul|al|pl|st)\. )?[a-z0-9][\w' -]{1,30}?)<ende>",
        _ID, "core", ("live", "reside"), attribute="residence", value="{value}",
    ),
    Rule(
        "residence",
        r"(?:<be>)<adve> (?:based|living|located) in (?P<value>[a-z][\w' -]{1,30}?)<ende>",
        _ID, "core", ("based in", "living in", "located in"), attribute="residence", value="{value}",
        proper=("value",),
    ),
    Rule(
        "residence",
        r"(?: (?:don't|do not|doesn't|does not)| no longer) lives? in (?P<value>[a-z][\w' -]{1,30}?)(?: any ?more"
        r"| now| these days)?$",
        _ID, "core", (" live",), corrects="{value}",
    ),
    Rule(
        "origin",
        r"(?:<be>)<adve> (?:originally )?from (?P<value>[a-z][\w' -]{2,24}?)(?: originally)?<ende>",
        _ID, "core", ("from",), attribute="origin", value="{value}", proper=("value",),
    ),
    Rule(
        "origin",
        r" (?:grew up|(?:was|were) born(?: and raised)?) in (?P<value>[a-z][\w' -]{2,24}?)<ende>",
        _ID, "core", ("grew up", "born"), attribute="origin", value="{value}", proper=("value",),
    ),
    Rule(
        "origin",
        r"(?:<be>)<adve> (?P<value>british|american|canadian|australian|irish|scottish|welsh|english|french|german"
        r"|dutch|italian|spanish|portuguese|chinese|japanese|korean|indian|brazilian|mexican|polish|swedish"
        r"|norwegian|danish|finnish|greek|swiss|austrian|turkish|russian|ukrainian|vietnamese|thai|nigerian"
        r"|egyptian|muslim|jewish|catholic|hindu|buddhist|christian)$",
        _ID, "core", attribute="origin", value="{value}", proper=("value",),
    ),
    Rule(
        "workplace",
        r"<adve> works? in (?P<value>finance|healthcare|education|tech|it|marketing|sales|law|logistics|retail"
        r"|hospitality|insurance|banking|publishing|construction|research|academia|hr|advertising|real estate"
        r"|the \w+ industry)<ende>",
        _ID, "core", (" in ",), attribute="workplace", value="{value}",
    ),
    Rule(
        "job",
        r"(?:<be>)<adve> (?:an?|the) (?P<value>(?:[a-z][\w/+#-]* ){0,4}?(?:<jobse>))s?<ende>",
        _ID, "core", (" a ", " an ", " the "), attribute="job", value="{value}",
    ),
    Rule(
        "job",
        r"<adve> works? as (?:an? |the )?(?P<value>[a-z][\w /+#-]{2,40}?)<ende>",
        _ID, "core", ("work as", "works as"), attribute="job", value="{value}",
    ),
    Rule(
        "workplace",
        r"<adve> works? (?:at|for) (?P<value>(?!the moment|least|all|it|this|that|me\b|you\b|us\b"
        r"|now)[a-z][\w &'-]{1,30}?)<ende>|(?:<be>)<adve> working (?:at|for) (?P<value2>(?!the moment"
        r"|home)[a-z][\w &'-]{1,30}?)<ende>",
        _ID, "core", ("work",), attribute="workplace", value="{value}",
    ),
    Rule(
        "workplace",
        r"(?:'ve| have)?<adve> (?:started|got|accepted|took) (?:a |my )?(?:new )?(?:job|position|role)(?: (?:at"
        r"|with) (?P<value>[a-z][\w &'-]{1,30}?))?<ende>",
        _ID, "core", ("job", "position", "role"),
    ),
    Rule(
        "workplace_left",
        r"(?:'ve| have)?<adve> left (?P<value>[a-z][\w &'-]{1,30}?)<ende>",
        _ID, "core", ("left",), proper=("value",),
    ),
    Rule(
        "school",
        r"<adve> (?:study|studies|major in|majoring in|(?:<be>) studying) (?P<value>[a-z][\w &'-]{2,40}?)(?: (?:at"
        r"|in) [\w ']+)?$",
        _ID, "core", ("study", "studies", "major"), who=("user", "person"),
    ),
    Rule(
        "language",
        r"<adve> speaks? (?P<value>(?!to|with|for|at|up|out|about|in|of)[a-z][\w ,]{2,40}?)(?=$| so\b)"
        r"|(?:.{0,6})native language is (?P<value2>[a-z]\w+)",
        _ID, "core", ("speak", "native language"),
    ),
    Rule(
        "marital",
        r"(?:<be>)<adve> (?P<value>married|single|divorced|engaged|pregnant|widowed|expecting|retired"
        r"|unemployed)(?: (?:to|with|since|for|again|now)\b.*)?$",
        _ID, "core",
        ("married", "single", "divorced", "engaged", "pregnant", "widowed", "expecting", "retired", "unemployed"),
        attribute="marital", value="{value}",
    ),
    Rule(
        "life_change",
        r"(?:'ve| have)?<adve> (?:got|get) (?P<value>married|divorced|engaged|promoted|laid off|fired|pregnant)\b",
        ("life_change",), "core", ("got ",),
    ),
)  # fmt: skip
