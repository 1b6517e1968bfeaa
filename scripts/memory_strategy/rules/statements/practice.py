"""How to work: lessons learned, working practice, and feedback on the agent's own answers."""

from __future__ import annotations

from typing import Tuple

from .pattern import Rule

_LESSON, _PRACTICE = ("lesson",), ("practice",)

LESSONS_ZH: Tuple[Rule, ...] = (
    Rule(
        "practice",
        r"(?:以后|今后|往后|从现在(?:开始|起)|从今天(?:开始|起)|从下周起)(?P<thing>(?![^,。]*(?:回答|回复|说话|输出"
        r"|你|给我|跟我|中文|英文|英语))[^,。]{2,12}?)"
        r"(?:都|统一|一律|全部?|就|要|改)*用\s*(?P<value>(?!中文|英文|英语|表格|列表|要点)[^,。了吗]{2,24})(?:了)?$",
        _PRACTICE, "patterns", ("用",), who=("none", "user"), attribute="fact:{thing}", value="{value}", personal=False,
    ),
    Rule(
        "lesson",
        r"(?:这次|今天|上次|项目)?(?:的)?(?:我(?:的|们的)?)?(?:最大的)?(?:经验|教训|经验教训|心得|踩坑(?:记录"
        r"|总结)?|避坑|血泪教训|总结)(?:就?是|:|,)+\s*(?P<value>(?!什么|吗)[^。]{4,})",
        _LESSON, "patterns", ("经验", "教训", "心得", "踩坑", "避坑", "总结"), who=("none", "user"), personal=False,
    ),
    Rule(
        "lesson",
        r"[^,。]{0,16}?(?:踩了?(?:个|过|一个|到)?[^,。]{0,4}坑|吃了?(?:个|大)?亏|掉(?:进)?了?坑)(?P<value>[^。]*)",
        _LESSON, "patterns", ("坑", "吃了", "吃亏"), who=("none", "user"), personal=False,
    ),
    Rule(
        "lesson",
        r"<adv>(?:<when>)?(?:学到了?|明白了|意识到|才(?:知道|发现|明白)|发现了?(?:一个规律)?"
        r"|总结出)(?!了?一[家本部个间]|了?$)(?P<value>[^。]{6,}(?:会|要|得|必须|需要|不能|应该|因为|导致|才"
        r"|就)[^。]+)",
        _LESSON, "patterns", ("学到", "明白", "意识到", "才", "发现", "总结"), who=("none", "user"), personal=False,
    ),
    Rule(
        "lesson",
        r"原来(?!如此|的|这样|你|是你|是这|有)(?P<value>[^。]{4,}(?:会|要|得|必须|需要|不能|是因为|导致|才|默认"
        r"|的)[^。]*)",
        _LESSON, "patterns", ("原来",), who=("none",), personal=False,
    ),
    Rule(
        "practice",
        r"(?:下次|以后|今后|往后)(?:(?:部署|发布|上线|写|做|提交|遇到|改|测试|合并|迁移|重启|升级|备份|开会|评审|用"
        r"|跑|配置|调试|发版|出差|排查)[^,。]{0,20}?,?)?(?:要|别|不要|记得|得|先|必须|应该|一定|务必"
        r"|都要)+(?P<value>(?!再|你|给我|回答|回复|叫我|说|帮|聊)[^。]{3,})",
        _PRACTICE, "patterns", ("下次", "以后", "今后", "往后"), who=("none",), personal=False,
    ),
    Rule(
        "practice",
        r"(?:[^,。我你他她请]{0,12}(?:时候?|之?前|之?后|之前),?)?(?:切记|务必|千万(?:别|不要)|一定要(?:先)?"
        r"|永远不要|必须先|注意:)(?P<value>(?!你|给我|帮|回答|好好|保重|注意)[^。]{3,})",
        _PRACTICE, "patterns", ("切记", "务必", "千万", "一定要", "永远不要", "必须先", "注意:"), who=("none",),
        personal=False,
    ),
    Rule(
        "practice",
        r"(?![^,。]*(?:这个|这里|那个|你|我|请))[^,。]{4,24}需要(?:先)?(?:验证|确认|检查|核对|测试|备份|复核"
        r"|校验)(?P<value>[^。]{2,})",
        _PRACTICE, "patterns", ("需要",), who=("none",), personal=False,
    ),
)  # fmt: skip
LESSONS_EN: Tuple[Rule, ...] = (
    Rule(
        "practice",
        r"(?:from now on|going forward|in (?:the )?future|as of (?:today|now|\w+day)|starting (?:today|now"
        r"|\w+day)),? (?:please |always |we(?:'ll)? "
        r"|let's |i(?:'ll)? )*(?P<value>(?:run|use|deploy|build|test|commit|push|merge|lint|format|install|ship"
        r"|store|log|pin|tag|branch|back up"
        r"|review|release|track|manage|host|bill|invoice|order|book|pay)\b (?!(?:bullet|table|markdown|emoji|short"
        r"|long|formal|simple|plain|english"
        r"|french|german|chinese|my (?:name|first)|me\b|more\b|fewer\b|less\b)\w*)[^;]*? (?:with|instead of|for|via"
        r"|through|before|after|on|every|in) [^;]{2,60})",
        _PRACTICE, "patterns", ("from now on", "going forward", "future", "as of ", "starting "), who=("none", "user"),
        personal=False,
    ),
    Rule(
        "lesson",
        r"(?:the |my |main |key |big )*(?:lessons? ?(?:learn(?:ed|t))?|takeaways?|moral|gotcha|pitfall"
        r"|rule of thumb|post-?mortem|root cause|pro tip)(?: here| of the story| today| this week"
        r"| the hard way)?(?: is| was|:"
        r"|,)+(?: that)? (?P<value>(?!what\b)[^;]{6,})",
        _LESSON, "patterns",
        ("lesson", "takeaway", "moral", "gotcha", "pitfall", "rule of thumb", "mortem", "root cause", "tip"),
        who=("none", "mine"), personal=False,
    ),
    Rule(
        "lesson",
        r"(?:'ve| have)?<adve>(?: finally| again)? (?:learned|learnt|realised|realized|discovered|found out"
        r"|figured out) (?:the hard way )?that (?P<value>[^;]{8,})",
        _LESSON, "patterns", ("learn", "reali", "discovered", "found out", "figured out"), who=("user",),
        personal=False,
    ),
    Rule(
        "lesson",
        r"<adve> (?:learned|learnt) (?:it |this )?the hard way[,:]? (?P<value>[^;]{6,})",
        _LESSON, "patterns", ("hard way",), who=("user",), personal=False,
    ),
    Rule(
        "lesson",
        r"(?:so |and )?(?:it )?turns out(?: that)?,? (?P<value>(?!(?:i|you|it) (?:was|were|is) (?:wrong|right|fine)"
        r"|he\b|she\b|they\b|we\b|i\b|you\b|fine|ok)(?:\S+ ){3,}\S+)",
        _LESSON, "patterns", ("turns out",), who=("none",), personal=False,
    ),
    Rule(
        "lesson",
        r"(?:the )?(?:trick|fix|workaround|solution|catch)(?: is| was|:)(?: that| to)? (?P<value>(?!not working"
        r"|wrong)(?:\S+ ){3,}\S+)",
        _LESSON, "patterns", ("trick", "fix", "workaround", "solution", "catch"), who=("none",), personal=False,
    ),
    Rule(
        "practice",
        r"next time,?(?: (?:i|we)(?:'ll| will| should| must| need to| have to)?| let's| remember to| make sure to"
        r"| always| never| don't| do not)? (?P<value>(?!you|can|could|please|tell|say|answer|reply|respond|explain"
        r"|summari[sz]e"
        r"|format|speak|talk|give me"
        r"|be\b|use (?:bullet|table|markdown|emoji)|write (?:to me|shorter|longer)|keep (?:it|your))(?:\S+ ){2,}\S+)",
        _PRACTICE, "patterns", ("next time",), who=("none",), personal=False,
    ),
    Rule(
        "practice",
        r"(?:always|never) (?!\w+ (?:this|that|it|them|those|these)\b(?:$|,| (?:for me|again|here|ever)))"
        r"(?!mind|said|say never|been|ever|have i|has|had|the|a |wrong|happy|nice)(?P<value>(?:use"
        r"|run|check|test|commit|deploy|push|merge|back|write|keep|verify|validate|pin|review|restart|rebase|squash"
        r"|lock|log|close|read|ask before|store|hardcode|trust|edit|delete|touch|mix|force|skip|build|update|tag"
        r"|name|put|add|set|leave|open|call|double-check|make sure|start|stop|sign|rotate|rebuild)\b(?:\s\S+){1,}.*)",
        _PRACTICE, "patterns", ("always", "never"), who=("none",), personal=False,
    ),
    Rule(
        "practice",
        r"(?:[a-z]{2,4},? ){0,3}(?:the|our) (?:rule|convention|policy) (?:for|of|in|on) (?:this|the|our) (?P<thing>[\w ]{3,20})"
        r"(?::| is(?: to| that)?) (?P<value>[^;]{5,100})$",
        ("practice",), "projects", ("rule ", "convention ", "policy "), who=("none",), personal=False,
    ),
)  # fmt: skip

_REPLY_ZH = r"回答|回复|解释|说话|输出|写(?:得|的)?|讲|总结|答复|措辞|语气|汇报"
FEEDBACK_ZH: Tuple[Rule, ...] = (
    Rule(
        "reply_style",
        rf"(?P<standing>以后|今后|下次|从现在开始|从今往后|每次)?[^,。]{{0,6}}?(?:(?:{_REPLY_ZH})[^,。]{{0,4}}?"
        rf"(?:得|的)?(?:请|要|再|尽量|可以|能不能)*(?:短|简短|简洁|简单|精炼|详细|具体|正式|口语|幽默|直接|温柔"
        r"|严肃|通俗|慢|快|客观|接地气|活泼|轻松|生动|自然|专业|有趣|朴实|平实|口语化)(?:一)?(?:点儿?|些|化)?)(?:吧"
        r"|就好|就行)?$",
        ("feedback",), "feedback",
        ("回答", "回复", "解释", "说话", "输出", "写", "讲", "总结", "答复", "措辞", "语气", "汇报"), who=("none",),
        personal=False,
    ),
    Rule(
        "reply_style",
        r"(?P<standing>以后|今后|下次|从现在开始|每次|一律|始终|总是)?[^,。]{0,6}?(?:都)?(?:请)?(?:一律|都"
        r"|始终)?用(?P<value>中文|英文|英语|简体(?:中文)?|繁体(?:中文)?|日语|粤语|表格|列表|要点"
        r"|markdown)(?:来)?(?:回答|回复|跟我(?:说|交流)|交流|沟通|输出)(?:我)?",
        ("feedback",), "feedback", ("用",), who=("none",), personal=False,
    ),
    Rule(
        "reply_style",
        r"(?P<standing>以后|今后|下次|从现在开始|每次)(?:请|都|也)*(?:别|不要|不用|少|不准|不许)(?:再)?(?:用|加|写"
        r"|说|发|给我|叫我|输出|带|放|使用)(?P<value>[^,。]{1,16})",
        ("feedback", "standing"), "feedback", ("别", "不要", "不用", "少", "不准", "不许"), who=("none",),
        personal=False,
    ),
    Rule(
        "reply_style",
        r"(?:请)?(?:别|不要|少)(?:再)?(?:用|加|发)(?:那么多|这么多|太多)?(?P<value>表格|表情(?:符号)?|emoji|敬语"
        r"|列表|英文|感叹号|标题|加粗|markdown|客套话|废话)",
        ("feedback",), "feedback", ("别", "不要", "少"), who=("none",), personal=False,
    ),
    Rule(
        "complaint",
        r"(?:你)?(?:的)?(?:这次|刚才|上次)?(?:的)?(?:回答|回复|解释|总结|答案|写得|写的|说得|说的)?(?:还是|有点"
        r"|实在|真的)?太(?P<value>长|啰嗦|短|简略|复杂|官方|笼统|生硬|慢|死板|正式|肉麻|客气|机械|抽象|文艺|书面"
        r"|夸张|浮夸|矫情|油腻|幼稚|学术)(?:了)$",
        ("feedback",), "feedback", ("太",), who=("none",), personal=False,
    ),
)  # fmt: skip
_STYLE_EN = (
    r"brief|concise|short|shorter|succinct|terse|detailed|specific|formal|casual|direct|polite|blunt|honest"
    r"|critical|precise|verbose|wordy|chatty|friendly"
)
FEEDBACK_EN: Tuple[Rule, ...] = (
    Rule(
        "complaint",
        r"(?:(?:your|that|this|the) (?:last |previous )?(?:answer|reply|response|explanation|summary"
        r"|message)s?(?:'s| is| was| are| were)|(?:that|it)(?:'s| is| was)|you(?:'re| are| were))?(?: (?:still|way"
        r"|a bit|far|much|just))* ?too (?P<value>long|verbose|short|wordy|vague|formal|technical|chatty|complicated"
        r"|brief|casual|slow|generic|polite)$",
        ("feedback",), "feedback", ("too ",), who=("none",), personal=False,
    ),
    Rule(
        "reply_style",
        rf"(?P<standing>always|from now on,?|in (?:the )?future,?|going forward,?|next time,?)?(?: ?(?:please"
        rf"|can you|try to))* ?(?:be|keep (?:it|your (?:answers|replies|responses)|answers|replies|responses"
        rf"|things)|make (?:it|your (?:answers|replies))) (?:(?:more|less|a bit|much|very"
        rf"|as) )*(?:{_STYLE_EN})(?: please| as possible| and [a-z ]+| with me)?$",
        ("feedback",), "feedback", ("be ", "keep ", "make "), who=("none",), personal=False,
    ),
    Rule(
        "reply_style",
        r"(?P<standing>always|from now on,?|in (?:the )?future,?|going forward,?|next time,?|never)(?: ?(?:please"
        r"|you should"
        r"|i want you to|i'd like you to))* ?(?:answer|reply|respond|explain|write|speak|talk|use|address|format"
        r"|give me|show me|start|end|include|call|summari[sz]e|ask)\b"
        r" (?P<value>(?!(?:this|that|it|them|those|these)(?: for me| again)?$)[^;]{2,80})",
        ("feedback", "standing"), "feedback", ("always", "from now on", "future", "going forward", "next time", "never"),
        who=("none",), personal=False,
    ),
    Rule(
        "reply_style",
        r"(?:please )?(?:stop|quit|avoid) (?:using|adding|apologi[sz]ing|repeating|saying|writing|asking"
        r"|giving)\b(?P<value>[^;]{0,60})",
        ("feedback",), "feedback", ("stop", "quit", "avoid"), who=("none",), personal=False,
    ),
    Rule(
        "reply_style",
        r"(?:please )?(?:don't|do not) (?:use|add|write|include|give me|end with|start with) (?P<value>(?:so many "
        r"|any |too many )?(?:emojis?|tables?|bullet points?|bullets|lists?|headings?|headers|markdown"
        r"|exclamation marks?|disclaimers?|apologies|filler|jargon|em[- ]dashes|preambles?|summar(?:y"
        r"|ies))\b[^;]{0,40})",
        ("feedback",), "feedback", ("don't", "do not"), who=("none",), personal=False,
    ),
)  # fmt: skip
