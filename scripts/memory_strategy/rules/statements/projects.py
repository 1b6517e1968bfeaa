"""Projects: facts about systems, and what was decided."""

from __future__ import annotations

from typing import Tuple

from .pattern import Rule

_FACT, _DECISION = ("project_fact",), ("decision",)
_SYSTEM_ZH = (
    r"端口|服务器|数据库|域名|仓库|主?分支|接口|版本号?|环境|上线窗口|发布窗口|维护窗口|部署窗口|部署|地址|路径"
    r"|目录|账号|配置|超时(?:时间)?|缓存|队列|后端|前端|服务|项目|网关|集群|镜像|流水线|日志|表名|主键|编码|时区"
    r"|框架|技术栈|依赖|协议|网址|入口|备份|密钥位置|工单系统|代码库|发版日|迭代周期"
)
_SYSTEM_EN = (
    r"ports?|servers?|database|db|api|endpoint|repo|repository|branch|deploy(?:ment)? window|release window"
    r"|maintenance window|deployment|staging|production|prod|config|timeout|cache|queue|domain|url|host|hostname"
    r"|version|ci|pipeline|cluster|bucket"
    r"|schema|service|backend|frontend|project|sprint|release|code ?base|stack|framework|table|timezone|wifi|office"
    r"|codename|main language|base image|docs|dashboard|logs|backups?|ticket system|tracker|linter|formatter|package manager"
    r"|build system|default branch|line length|rate limit|retention"
)
_NO_STATE_ZH = r"(?!什么|多少|哪|否|怎么|不是|有问题|坏的|空的|对的|错的|一样|可以|正常|吗|这样)"
_NO_STATE_EN = (
    r"(?!(?:down|broken|failing|slow|not|crash\w*|returning|empty|wrong|red|green|up|stuck|dead|full|unavailable"
    r"|timing|giving|throwing|fine|ok|okay|great|done|ready|running (?:out|slow)|too|so|there|here|what|where|how"
    r"|causing|still|now (?:down|broken)|a mess|missing|unreachable|hanging)\b)"
)
_THING_ZH = r"(?![^,。]*(?:[你他她谁]|这个|那个|该|如果|什么|哪))"

FACTS_ZH: Tuple[Rule, ...] = (
    Rule(
        "project_fact",
        rf"(?:我们?的?|咱们的?)?(?P<thing>{_THING_ZH}[^,。:?!]{{0,16}}?(?:{_SYSTEM_ZH}))(?:号|名)?(?:现在|目前|默认"
        rf"|统一|都|仍然|一律|已经)*(?:是|为|用的?是?|采用|改成了?|改为了?|改到了?|改在|推迟到了?|提前到了?|换成了?"
        rf"|升级到了?|:|=|设为|设成|设置为|放在|跑在|部署在|托管在|走|监听|位于"
        rf"|叫做?)\s*(?P<value>{_NO_STATE_ZH}[^,。]{{1,40}})$",
        _FACT, "projects",
        ("是", "为", "用", "采用", "改", "换成", "升级", ":", "=", "设", "放在", "在", "走", "监听", "位于", "叫"),
        who=("none", "user"), attribute="fact:{thing}", value="{value}", personal=False,
    ),
    Rule(
        "project_fact",
        rf"(?P<thing>{_THING_ZH}[^,。:?!我]{{0,12}}?(?:{_SYSTEM_ZH}))(?:必须|需要|只能|不能|不支持|支持|依赖|要求"
        rf"|默认|限制)(?P<value>(?!你|我|吗)[^,。]{{2,30}})$",
        _FACT, "projects", ("必须", "需要", "只能", "不能", "支持", "依赖", "要求", "默认", "限制"), who=("none",),
        personal=False,
    ),
    Rule(
        "project",
        r"(?:<adv>)(?:<when>)(?:正)?在?(?:做|开发|负责|维护|写|搞)(?:一个|个|的是|的项目是"
        r"|着)?(?P<value>[^,。]{2,20}?(?:项目|系统|平台|应用|app|网站|小程序|插件|框架|工具|产品|模块|论文|毕设"
        r"|小说|课题))[^,。]{0,10}$",
        _FACT, "projects", ("做", "开发", "负责", "维护", "写", "搞"), who=("user",),
    ),
)  # fmt: skip
FACTS_EN: Tuple[Rule, ...] = (
    Rule(
        "project_fact",
        rf"(?:.{{0,12}}\b)?(?:the|our|my|this project's|this repo's) (?P<thing>(?:[\w'/.-]+ ){{0,4}}?"
        rf"(?:{_SYSTEM_EN}))(?: (?:for|of|in|on) (?P<of>(?:the )?[\w ./-]{{2,24}}?))?(?:'s| is| are| uses?| runs on"
        rf"| runs| listens on| lives in| lives at| points to| depends on| must| deploys to| connects to"
        rf"| only accepts| expects| requires| supports| defaults to| was changed to| has moved to"
        rf"| moved to)(?: (?:now|always|on|at|set to|called|hosted on"
        rf"|located at))* (?P<value>{_NO_STATE_EN}[^;]{{1,80}})",
        _FACT, "projects", ("the ", "our ", "my ", "this "), who=("none", "mine"), attribute="fact:{thing}",
        value="{value}", personal=False,
    ),
    Rule(
        "project_fact",
        r"(?:this|our|the) (?:repo|repository|project|code ?base|team|company) (?:uses|runs|targets|follows"
        r"|is written in|is built with|requires|supports|lives at|deploys) (?P<value>[^;]{2,80})",
        _FACT, "projects", ("repo", "project", "code", "team", "company"), who=("none",), personal=False,
    ),
    Rule(
        "project_fact",
        r" (?:use|deploy|release|host|store|build|test|ship) (?P<value>(?!this|that|it\b|them\b"
        r"|the following)[^;]{3,60}?(?: (?:for|in|on|to|every|with|from|at|under) [^;]{2,40}))$",
        _FACT, "projects", ("we ",), who=("user",), personal=False,
    ),
    Rule(
        "project",
        r"(?:'m|'re| am| are)<adve> (?:building|developing|working on|writing|maintaining"
        r"|designing) (?P<value>(?!this|that|it\b|them\b|something)(?:an?|the|our|my) [^;]{3,60})",
        _FACT, "projects", ("building", "developing", "working on", "writing", "maintaining", "designing"),
        who=("user",),
    ),
    Rule(
        "project_fact",
        r"(?<=we) use (?P<value>[a-z][\w.+#-]*(?: \d[\w.]*)?(?: and [\w.+#-]+(?: \d[\w.]*)?)?)(?: for [\w ]{3,30})?$",
        ("project_fact",), "projects", ("we use ",), who=("user",), proper=("value",), personal=False,
    ),
)  # fmt: skip

_UNDECIDED_ZH = r"(?![^,。]*(?:不了$|权|因素|性|要不要|题|器|困难|不下来))"
DECISIONS_ZH: Tuple[Rule, ...] = (
    Rule(
        "decision",
        rf"<adv>(?:<when>)(?:讨论后|商量后|最终|最后|已经|一致|还是|经过[^,。]{{1,8}})*(?:决定(?:了)?|选定了?"
        rf"|选择(?:了)?|选用了?|采用(?:了)?|敲定了?|商定了?|拍板|确定(?:了)?(?=用|采用|选)|定了(?=用|选|采用"
        rf"|[^,。]{{2,}}))(?:要|用|采用)?(?P<value>{_UNDECIDED_ZH}(?!吃饭|睡觉|休息|先这样|你|吗|什么|困难|恐惧"
        rf"|是否|要不要|怎么|下来$)[^,。]{{2,50}})",
        _DECISION, "decisions", ("决定", "选", "采用", "敲定", "商定", "拍板", "确定", "定了"), who=("user",),
        personal=False,
    ),
    Rule(
        "decision",
        rf"(?:关于)?(?P<topic>(?![^,。]*(?:[你他她我谁]|论文|书|请|可以|应该|如何|怎么|为什么|还没|没有?|不能|由"
        rf"|让))[^,。:]{{0,14}}?)(?:这边|方面|这块)?(?:最终|最后|已经|一致|统一)*(?:决定(?!于|了?我)(?:了)?|选定了?"
        rf"|采用|敲定了?|(?<![制规肯稳镇])定了|定下来|拍板)(?:为|用|采用|是|:|,)*\s*(?P<value>{_UNDECIDED_ZH}(?!吗|什么|的|你"
        rf"|因素)[^,。]{{2,50}})",
        _DECISION, "decisions", ("决定", "选定", "采用", "敲定", "定了", "定下来", "拍板"), who=("none",),
        attribute="decision:{topic}", value="{value}", personal=False,
    ),
    Rule(
        "decision",
        r"(?:最终|关键|技术)?(?:决策|决定|结论|选型|方案)(?:是|为|:)\s*(?P<value>(?!什么|否)[^。]{2,80})",
        _DECISION, "decisions", ("决策", "决定", "结论", "选型", "方案"), who=("none",), personal=False,
    ),
)  # fmt: skip
DECISIONS_EN: Tuple[Rule, ...] = (
    Rule(
        "pin",
        r"(?:'ve| have)?<adve> (?:decided|agreed|chose) to pin (?P<topic>[\w.-]+) (?:to|at) (?P<value>[\w.]+)",
        _DECISION, "decisions", (" pin ",), who=("user",), attribute="decision:pin {topic}", value="{value}",
        personal=False,
    ),
    Rule(
        "decision",
        r"(?:'ve| have)?<adve>(?: finally| eventually| unanimously)? (?:decided|agreed)(?: with [^,;]{2,30}?)?(?: (?:that|to|on|against"
        r"|not to))\b (?P<value>[^;]{3,140})",
        _DECISION, "decisions", ("decided", "agreed"), who=("user",), personal=False,
    ),
    Rule(
        "decision",
        r"(?:'ve| have)?<adve>(?: finally| eventually)? (?:chose|chosen|picked|settled on|opted for|went with"
        r"|selected|standardi[sz]ed on|committed to) (?P<value>(?!it\b|that\b|this\b|them\b|him\b|her\b|you\b|to\b"
        r"|up\b|on\b|the (?:first|second|wrong|one))[^;]{2,60}?)(?: (?:for|as) (?P<topic>(?:the "
        r"|our )?[\w -]{2,30}))?(?=\s*$|,|\.| over | because | instead )",
        _DECISION, "decisions",
        ("chose", "picked", "settled", "opted", "went with", "selected", "standardi", "committed"), who=("user",),
        attribute="decision:{topic}", value="{value}", personal=False,
    ),
    Rule(
        "decision",
        r"(?:(?:'re| are) (?:going with|switching to|sticking with|standardi[sz]ing on)(?= )|(?:'ll"
        r"| will)<adve> (?:use|go with|switch to|adopt|stick with)) (?P<value>(?!it\b|that\b|this\b|them\b|you|your"
        r"|him\b|her\b|my\b|the (?:first|second|one|latter|former))[^;]{2,60}?)(?: (?:for|as) (?P<topic>(?:the "
        r"|our )?[\w -]{2,30}))?(?=\s*$|,|\.| over | because | instead )",
        _DECISION, "decisions", ("going with", "switching", "sticking", "standardi", "ll ", "will "), who=("user",),
        attribute="decision:{topic}", value="{value}", personal=False,
    ),
    Rule(
        "decision",
        r"(?:.{0,10}\b)?let's (?:go with|use|stick with|settle on|standardi[sz]e on) (?P<value>(?!it\b|that\b"
        r"|this\b|them\b|the (?:first|second|one|latter|former|other)|your|my\b)[^;]{2,60})",
        _DECISION, "decisions", ("let's",), who=("none",), personal=False,
    ),
    Rule(
        "decision",
        r"(?:the )?(?:final |key )?(?:decision|verdict|conclusion)(?: is|:| was)(?: that"
        r"| to)? (?P<value>[^;]{3,140})",
        _DECISION, "decisions", ("decision", "verdict", "conclusion"), who=("none",), personal=False,
    ),
    Rule(
        "decision",
        r"the (?:team|board|committee|group) (?:has )?(?:decided|agreed|chose|voted)(?: to| that"
        r"| on)? (?P<value>[^;]{3,140})",
        _DECISION, "decisions", ("team", "board", "committee", "group"), who=("none",), personal=False,
    ),
    Rule(
        "decision",
        r"let's (?:drop|ditch|leave|skip) (?P<was>[a-z][\w.+-]{1,20}(?: [\w.+-]+)?) and (?:go with|use|switch to|move to|take)"
        r" (?P<value>[a-z][\w .+-]{1,30}?)(?: instead)?$",
        ("decision",), "decisions", ("let's ",), who=("none",), corrects="{was}", personal=False, proper=("value",),
    ),
)  # fmt: skip
