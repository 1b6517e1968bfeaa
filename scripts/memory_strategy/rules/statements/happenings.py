"""What is going to happen and what happened: plans, appointments, events. Dated, or it is not worth a line.

A plan without a date is kept where somebody says that they plan; an event without one where it changes a life.
"""

from __future__ import annotations

from typing import Tuple

from .pattern import Rule

_PLAN, _EVENT = ("plan",), ("event",)
# "I will try again tomorrow" is dated and says nothing.
_TRIVIAL_ZH = (
    r"(?!.{0,8}(?:试试|看看|问问|再说|再聊|继续(?:吧|$)|[和跟向找问对给]你|告诉你|回复你|联系你|睡|休息一下|聊聊"
    r"|谈谈|谈论一下|聊一下|去?吃(?:晚|午|早)?饭))"
)
_TRIVIAL_EN = (
    r"(?! (?:try|check|look|see|think|let you|get back|tell you|ask you|continue|be back|do it|do that|send you"
    r"|give it|test it|let|keep you))"
)
_WENT_ZH = (
    r"去了?|参加了?|看了|听了|买了|卖了|吃了|做了|完成了|学了|学会了|学到了|遇到了|见了|见到了|搬了|收到了|丢了"
    r"|弄丢了|修好?了|跑了|爬了|骑了|游了|打了|拍了|考了|考过了|通过了|拿到了|获得了|得了|赢了|输了|领养了|生了|办了"
    r"|开了|写了|写完了?"
    r"|读了|读完了?|看完了?|出差|旅行了?|旅游了?|体检了?|面试了?|报名了?|注册了|订了|预订了|预约了|约了|签了|结束了"
    r"|开始了?|换了|坏了|摔了|住了|回了|到了|拜访了|探望了|种了|画了|发布了|上线了|发了|交了|还了|装了|退了|取消了"
    r"|庆祝了|认识了|聊了"
)
_WENT_EN = (
    r"went|paid|visited|attended|bought|sold|finished|completed|started|joined|quit|left|met|flew|drove|ran|won|lost"
    r"|broke|got|moved|saw|watched|read|cooked|baked|made|hiked|learned|learnt|adopted|painted|hosted"
    r"|signed up|signed|renewed|booked|ordered|had|took|passed|failed|graduated|published|released|shipped|deployed"
    r"|launched|celebrated|participated|volunteered|tried|returned|came back|travelled|traveled|camped|ate"
    r"|interviewed|presented|gave|received|registered|applied|submitted|fixed|repaired|installed|planted|ran into"
    r"|caught|fell|injured|donated|performed|opened|closed|began|took part|handed in|spoke|enrolled|cancelled"
    r"|canceled|stayed|spent|wrote|built|played|went to see"
)
_PLANS_ZH = (
    r"要|会|将|打算|准备|计划|想|得|需要|必须|约了|预约了?|安排了|有(?:个|一个|场|一场)?(?=[^,。]{0,6}(?:会|约|课"
    r"|考试|面试|手术|航班|演出|比赛|活动|聚会|婚礼|讲座|体检))|去|飞|到(?!了)|开始|参加|交|出发|回(?!了|来了)|开会"
    r"|考试|面试|出差|手术|搬家|结婚|领证|做|看(?!来|起来|到)|见|办|拍|考|打(?!算)|签|还(?!是|有|没)|取|接|送|复查"
    r"|拆线|体检|答辩|过生日|入职|休假|放假|请假|生产|毕业|开学|上班|发布|上线"
)

ZH: Tuple[Rule, ...] = (
    Rule(
        "plan",
        rf"<adv><when><adv>(?:<when>)?{_TRIVIAL_ZH}(?:(?:要|就要|快要|会|将|打算|准备)[^,。]{{1,40}}"
        rf"|(?:{_PLANS_ZH})(?!了|过)(?![^,。]*(?:过|了)$)[^,。]{{0,40}})",
        _PLAN, "daily", kind="event", dated="future",
    ),
    Rule(
        "plan",
        rf"<adv>{_TRIVIAL_ZH}(?:想|打算|计划|准备|约|要)[^,。]{{0,12}}<when>[^,。]{{2,40}}",
        _PLAN, "daily", kind="event", dated="future",
    ),
    Rule(
        "cancelled",
        r"<adv>(?:<when>)<adv>不(?:去|来|参加|开|办|考|走|飞|回|搬)[^,。]{0,14}了$",
        _PLAN, "daily", ("不",), kind="event", dated="future",
    ),
    Rule(
        "reminder",
        r"(?:请|麻烦|记得|到时候?|帮我)*(?:<when>)提醒我(?P<object>[^,。]{2,40})",
        _PLAN, "daily", ("提醒我",), who=("none",), kind="event", dated="future", personal=False,
    ),
    Rule(
        "intention",
        rf"<adv>(?:<when>)<adv>(?:正)?(?:在)?{_TRIVIAL_ZH}(?:打算|计划|准备(?!好)|决心|下定决心)(?!要不要"
        rf"|的)(?P<object>[^,。]{{2,30}})",
        _PLAN, "daily", ("打算", "计划", "准备", "决心"),
    ),
    Rule(
        "appointment",
        r"(?P<at>.{0,14})(?:约|预约|挂)了(?P<object>[^,。]{2,20})",
        _PLAN, "daily", ("约了", "挂了"), who=("user", "person"), kind="event", dated="future",
    ),
    Rule(
        "event",
        rf"<adv>(?:<when>)<adv>(?:<when>)(?:又|才|刚|刚刚|一起|终于|终|自己|独自|第一次|在[^,。]{{1,14}}?"
        rf"|从[^,。]{{1,10}}?|带着?[^,。]{{1,8}}?|陪[^,。]{{1,8}}?|把[^,。]{{1,14}}?|跟[^,。]{{1,10}}?"
        rf"|和[^,。]{{1,10}}?|被[^,。]{{1,10}}?){{0,3}}(?:{_WENT_ZH})[^,。]{{0,60}}",
        _EVENT, "daily", kind="event", dated="past",
    ),
    Rule(
        "event",
        r"<adv>(?:终于)?(?:领证了|生了(?:个|一个)?(?:儿子|女儿|宝宝|孩子)|考上了?[^,。]{2,14}|考过了?[^,。]{2,14}"
        r"|拿到了?[^,。]{0,10}(?:驾照|offer|证书|签证|学位|奖)|做了?[^,。]{0,8}手术|出了?车祸|骨折了?|买房了|买车了"
        r"|买了(?:一套|套)?房|去世了|确诊)[^,。]{0,14}",
        _EVENT, "daily", kind="event",
    ),
    Rule(
        "milestone",
        r"(?:<when>)(?:我们|团队|项目|系统|公司)?[^,。我你]{0,12}?(?:已经|刚|刚刚|正式|成功)*(?:发布|上线|部署|合并"
        r"|交付|迁移|回滚|切换)(?:了|完)(?P<object>[^,。]{0,24})",
        ("event", "work_done"), "daily", ("发布", "上线", "部署", "合并", "交付", "迁移", "回滚", "切换"),
        who=("user", "none"), kind="event", personal=False, dated="past",
    ),
    Rule(
        "milestone",
        r"(?:<when>)(?:我们|团队)?(?:已经|刚|刚刚|正式|成功)*(?:发布|上线|部署|合并"
        r"|交付)了(?P<object>[^,。]{0,10}v?\d[\w.]*[^,。]{0,12})",
        ("event", "work_done"), "daily", ("发布", "上线", "部署", "合并", "交付"), who=("user", "none"),
        kind="event", personal=False,
    ),
    Rule(
        "schedule",
        r"(?:我的?|我们的?|咱们的?)?(?P<thing>(?![^,。]*(?:[这那你他她]|今天|昨天|时间$))[^,。]{0,14}?(?:会|会议"
        r"|考试|面试|航班|手术|婚礼|活动|聚会|讲座|截止日期|截止时间|答辩|演出|比赛|复查|体检|预约|课|火车|飞机"
        r"|签证|合同|到期日))(?:是|定在|安排在|改到了?|改在|推迟到了?|提前到了?|在|约在)(?P<value>[^,。]{2,24})",
        _PLAN, "daily", ("是", "在", "到"), who=("user", "none"), kind="event", attribute="schedule:{thing}",
        value="{value}", dated="any",
    ),
)  # fmt: skip

_EN_GO = (
    r"(?:'m|'re|'s| am| are| is)<adve> (?:going to|planning (?:to|on|a)|flying|travell?ing|moving|visiting|meeting"
    r"|leaving|starting|taking|having|getting|seeing|attending|driving|hosting|heading|presenting|running|speaking"
    r"|off to|due|booked|scheduled|back (?:on|in)|out (?:of office|on)|away|on (?:holiday|vacation|leave)|giving"
    r"|interviewing|working|joining|graduating|coming|arriving|returning)"
)
EN: Tuple[Rule, ...] = (
    Rule(
        "plan",
        rf"(?:{_EN_GO}|(?:'ll| will| plan to| intend to| hope to| want to| have to| has to| need to| must"
        rf"| should){_TRIVIAL_EN})\b[^;]{{2,100}}",
        _PLAN, "daily", kind="event", dated="future",
    ),
    Rule(
        "reminder",
        r"(?:please |can you |could you )?remind me (?:to|about|that|of) (?P<object>[^;]{3,80})",
        _PLAN, "daily", ("remind me",), who=("none",), kind="event", dated="future", personal=False,
    ),
    Rule(
        "appointment",
        r"(?:'ve| have| has|'ve got| have got)(?: (?:got|booked|scheduled))? (?:an?|my|the|his|her|another"
        r"|tickets?) [^;]{2,80}",
        _PLAN, "daily", ("have", "'ve", "has"), kind="event", dated="future",
    ),
    Rule(
        "intention",
        rf"(?: plans? to|(?:'m|'re|'s| am| are| is)<adve> planning (?:to|on|a trip)|<adve> intends? to|(?:'m|'re"
        rf"| am| are) going to (?:start|move|learn|quit|study|train|marry|buy|open|retire|adopt|switch|propose"
        rf"|apply))\b{_TRIVIAL_EN}[^;]{{3,80}}",
        _PLAN, "daily", ("plan", "intend", "going to"),
    ),
    Rule(
        "event",
        rf"(?:'ve|'d)?<adve>(?: (?:just|finally|also|then|even|nearly|almost|accidentally))* (?:{_WENT_EN}"
        rf"|was (?:promoted|hired|fired|laid off|diagnosed|admitted|accepted|invited))\b(?! (?:it|that|this"
        rf"|them)\s*$)[^;]{{2,160}}",
        _EVENT, "daily", kind="event", dated="past",
    ),
    Rule(
        "event",
        r"(?:'ve| have| has)?<adve> (?:graduated(?: from)?|passed (?:my|the)|adopted (?:a|an|two)|bought (?:a|our"
        r"|my first) (?:house|flat|apartment|car|home|boat)|gave birth|broke (?:my|his|her) (?:arm|leg|wrist|ankle"
        r"|foot)|ran (?:a|my first) (?:half )?marathon|won (?:a|the|first)|published (?:a|my)|retired from"
        r"|passed away|lost (?:my|his|her) (?:job|father|mother|dog|cat|wallet|passport|phone))\b[^;]{0,80}",
        _EVENT, "daily", kind="event",
    ),
    Rule(
        "milestone",
        r"(?:we|the team|our team|i)(?:'ve| have)?(?: just| finally)? (?:released|shipped|deployed|launched|merged"
        r"|migrated|rolled back)(?P<object> [^;]{2,80})",
        ("event", "work_done"), "daily",
        ("released", "shipped", "deployed", "launched", "merged", "migrated", "rolled back"), who=("none", "user"),
        kind="event", personal=False, dated="past",
    ),
    Rule(
        "schedule",
        r"(?:(?:my|our|the|his|her) )(?P<thing>(?:[\w'-]+ ){0,3}?(?:flight|interview|exam|meeting|appointment"
        r"|wedding|surgery|deadline|trip|party|concert|conference|demo|launch|review|visa|lease|contract|passport"
        r"|train|check-?up|lesson|class|standup|holiday|vacation|graduation|defen[cs]e|hearing|presentation))(?:'s"
        r"| is| was| has been| starts| ends| expires| begins| leaves)(?: (?:on|at|in|due|moved to|scheduled for"
        r"|set for|now|postponed to|rescheduled to|pushed to))* (?P<value>[^;]{2,40})",
        _PLAN, "daily",
        ("flight", "interview", "exam", "meeting", "appointment", "wedding", "surgery", "deadline", "trip", "party",
         "concert", "conference", "demo", "launch", "review", "visa", "lease", "contract", "passport", "train",
         "check", "lesson", "class", "standup", "holiday", "vacation", "graduation", "defen", "hearing",
         "presentation"), who=("none", "mine"), kind="event", attribute="schedule:{thing}", value="{value}",
        dated="any",
    ),
)  # fmt: skip
