"""How a clause is meant: asked, requested, supposed, reported, doubted, made up, or said.

Owns: the judgements that every rule shares (D28, D29). Refuses: deciding what is kept.
All but `own_part` take the folded view of a clause or sentence (`clauses.view`): lower case, simplified, quotes masked.
One surprising fact: most false memories come from moods, not from topics; "if I moved to Lisbon" has every word of a
move.
"""

from __future__ import annotations

from typing import Optional, Tuple

from .clauses import Piece, clauses_of, compiled

_ASKS_ZH = (
    r"什么(?!都|也|的$|时候都)|怎么(?!都|也|样都)|为何|为啥|哪(?:里|儿|个|些|种|家|天|位)(?!都|也)|多少|几(?:个|点"
    r"|号|岁|次|天)[^,。]{0,6}[?]"
    r"|谁(?!都|也)|如何|是不是|有没有|能不能|可不可以|要不要|会不会|该不该|好不好|行不行|对不对|是否|能否|可否"
)
_INDIRECT_ZH = r"不知道|不清楚|不确定|想知道|想问|请问|请教|好奇|问一下|问下|拿不准"
_ASKING_STARTS_EN = (
    r"^(?:(?:so|and|but|ok|okay|well|hey|hi|thanks)[, ]+)*(?:"
    r"(?:can|could|would|will|do|does|did|have|has|are|is|was|were|should|shall|may|am) (?:you|i|we|it|this|that|he"
    r"|she|they|there|my|the|any|someone)\b"
    r"|(?:what|who|whom|whose|which|why|how)(?:'s|'re|'d)?\b|(?:when|where) (?:is|are|was|did|do|does|can|should"
    r"|will)\b|any (?:idea|chance|tips)\b)"
)
_INDIRECT_EN = (
    r"\b(?:wonder(?:ing)?|curious|not sure|no idea|don't know|do not know|unsure|want to know|like to know)\b"
    r"(?! i)[^,.]{0,20}\b(?:if|whether|what|why|how|when|where|which|who)\b"
)


def asks(clause: str, marked: bool = False) -> bool:
    """Whether the clause asks by its own words; `marked` tells that a question mark follows it."""
    if compiled(r"\?\s*$").search(clause):
        return True
    if compiled(_ASKS_ZH).search(clause) and not compiled(r"(?:不管|无论|不论|没什么|没有什么)").search(clause):
        return True
    if compiled(r"(?:吗|嘛|么|没有?|吧)[!~。\s]*$").search(clause) and (
        marked or clause.rstrip("!~。 ").endswith("吗")
    ):
        return True
    if compiled(_INDIRECT_ZH).search(clause) or compiled(_ASKING_STARTS_EN).search(clause):
        return True
    return bool(compiled(_INDIRECT_EN).search(clause))


def has_question_mark(sentence: str) -> bool:
    """Whether the sentence ends in a question mark."""
    return compiled(r"\?[!?\s\"”」』)]*$").search(sentence) is not None


def asks_inside(text: str) -> bool:
    """Whether an asked-for text is really a question: “记住多少”, "remember what I said"."""
    if has_question_mark(text) or asks(text):
        return True
    return compiled(r"^(?:what|who|whom|whose|which|why|how|when|where|if|whether|me\b)").match(text) is not None


_REQUEST_ZH = (
    r"^(?:那|就|也|再|先|所以|好的?|嗯)?(?:请|麻烦|拜托|劳驾|帮|给我|替我|你(?:能|可以|帮|看|来|给|觉得|说|再|把|先"
    r"|要|也)|您|能帮|可以帮"
    r"|告诉我|看看|看一下|推荐|想让你|需要你|我(?:想|要|需要|希望)(?:让)?你|让我们|咱们来|我们来|有(?:没有|什么)"
    r"|给个|来个|试试|继续"
    r"|翻译|总结|解释|分析|检查|查|写(?:一|个|篇)|生成|改一下|列(?:出|一))"
)
_REQUEST_EN = (
    r"^(?:(?:so|and|then|but|ok|okay|now|also|just)[, ]+)*(?:please|pls|kindly|can you|could you|would you|will you"
    r"|let me|let's|help"
    r"|show|give|tell|explain|write|translate|fix|run|check|summari[sz]e|make|create|find|open|push|reformat|generate"
    r"|list|add|remove|update|delete|try|look|send|suggest|recommend|compare|draft|rewrite|convert|refactor|review"
    r"|search|what|how|why|any|should|i need you|i want you|i'd like you|i would like you|want to)\b"
)


def requests(clause: str) -> bool:
    """Whether the clause asks for something to be done."""
    return bool(compiled(_REQUEST_ZH).search(clause) or compiled(_REQUEST_EN).search(clause))


_SUPPOSES = (
    r"如果|要是|假如|假设|假使|倘若|若是|万一|要不是|就算|即使|比方说|打个比方|假装|扮演|的话$|的话[,，]"
    r"|\b(?:if|suppose|supposing|imagine|assuming|hypothetically|unless|pretend|i wish|wish i|let's say|would have"
    r"|could have"
    r"|role-?play)\b"
)


def supposes(clause: str) -> bool:
    """Whether the clause supposes: 如果…, if…, imagine…, I wish…"""
    return compiled(_SUPPOSES).search(clause) is not None


# A doctor's word about oneself is the patient's own fact; anybody else's is hearsay.
_REPORTS_ZH = (
    r"^(?!.{0,4}(?:医生|大夫|体检))[^,。]{0,8}?(?<!再)(?<!老实)(?<!比如)(?<!来)(?<!小)(?:说(?!明|不定|实话|起来|到"
    r"|服|一下|过的?$|英|中|法|德|日|西|普|粤)|告诉我|问我|以为|认为我|让我|叫我(?!.{1,8}(?:吧|就|$))|听说|据说"
    r"|觉得我|逼我|劝我|建议我|嫌我|夸我)"
)
_REPORTS_EN = (
    r"^(?:(?:and|but|so|then|well|yesterday|today)[, ]+)*(?!my (?:doctor|gp|dentist|physician|allergist))"
    r"(?:he|she|they|someone|somebody|people|everyone|everybody|my [\w ]{1,20}?|the [\w ]{1,20}?|[a-z]+|i)(?: also"
    r"| just| always|'ve| has| have)? "
    r"(?:said|says|say|told|tells|thinks?|thought|believes?|claims?|claimed|asked|asks|heard|wants me|wanted me"
    r"|suggested|suggests|mentioned|wrote|quoted|reckons?)\b"
    r"|\baccording to\b|\brumou?r\b"
)
_OWN_THOUGHT = (
    r"^(?:(?:and|but|so|well|actually|honestly)[, ]+)*i(?: also| just| always)? (?:think|believe|say|reckon)\b"
)


def reports(clause: str) -> bool:
    """Whether the clause hands on somebody's words: 他说…, she told me…"""
    if compiled(_REPORTS_ZH).search(clause):
        return True
    return bool(compiled(_REPORTS_EN).search(clause)) and not compiled(_OWN_THOUGHT).search(clause)


# 大概三十岁 rounds a number and doubts nothing.
_DOUBTS = (
    r"(?<!不)可能(?!性)|也许|大概(?![在是有要]?\s*[\d一二两三四五六七八九十几半百千万])|或许|说不定|好像|似乎|应该会"
    r"|没准|不太?确定|估计|据说|听说"
    r"|\b(?:maybe|perhaps|possibly|probably|might|i guess|i suppose|i think|not (?:certain|sure)|unsure|i'm thinking of"
    r"|could be|apparently|supposedly|allegedly|seemingly|it (?:seems|looks like)|seems? to|i heard|rumou?r has it)\b"
)


def doubts(clause: str) -> bool:
    """Whether the clause is said with doubt."""
    return compiled(_DOUBTS).search(clause) is not None


_PAST = (
    r"以前|曾经|小时候|从前|当年|过去(?:常|总|我)|原先|那时候?"
    r"|\b(?:used to|formerly|back then|as a (?:kid|child)|when i was|once upon)\b"
)


def is_over(clause: str) -> bool:
    """Whether the clause tells how things were, and no longer are: 以前…, I used to…"""
    return compiled(_PAST).search(clause) is not None


_FILLER = (
    r"(?:好的?|嗯|哦|噢|啊|哈|嘿|嗨|喂|行|可以|没问题|是的|对的?|对了|没有|不是|不对|谢谢(?:你|您|啦|了)?|多谢|感谢"
    r"|非常感谢(?:你|你的帮助)?|辛苦了"
    r"|你好啊?|您好|大家好|早上?好|早安|晚上?好|下午好|晚安|再见|拜拜|朋友|在吗|在不在|明白了?|知道了|收到|懂了"
    r"|了解|太好了|不错|不客气"
    r"|很高兴认识你|顺便(?:说|问)?一?[下句]?|话说|说起来|其实|另外|还有|那|那么|首先|最后|总之|补充一下|我没事|没事"
    r"|没关系"
    r"|ok(?:ay)?|yes|yeah|yep|no|nope|sure|thanks?(?: you)?(?: so much| a lot| again)?|thx|great|cool|nice|awesome"
    r"|perfect|wow|hi|hey|hello"
    r"|good (?:morning|evening|afternoon|night)|please|pls|sorry|well|so|oh|hmm+|um+|btw|by the way|fyi|right"
    r"|got it|i see|actually|also|and|but"
    r"|no problem|you're welcome|bye|goodbye|here is the \w+|here you go|there you go|for context|just so you know"
    r"|to be honest|honestly)"
)


def is_filler(clause: str) -> bool:
    """Whether the clause is a greeting, thanks, a yes or a no, or an opening word."""
    return (
        compiled(rf"[\s,.!~。、]*(?:{_FILLER}(?: there| all| everyone| \w+(?=!))?[\s,.!~。、]*)+").fullmatch(clause)
        is not None
    )


# What is dictated, acted or translated is nobody's statement: it is told by the order before it, at a clause's start.
_TEXTS_EN = (
    r"stor(?:y|ies)|tales?|fables?|poems?|songs?|lyrics|novels?|scenes?|dialogues?|scripts?|screenplays?|plays?"
    r"|sketch(?:es)?"
    r"|letters?|e-?mails?|messages?|essays?|speech(?:es)?|bios?|posts?|articles?|tweets?|reviews?|monologues?"
    r"|diary(?: entry)?"
    r"|chapters?|captions?|toasts?|cvs?|resumes?|résumés?|personal statements?|testimonials?|ads?|profiles?"
    r"|characters?|jokes?"
    r"|paragraphs?|text messages?|conversations?|example sentences?"
)
_DICTATES_EN = (
    r"^(?:(?:so|and|then|but|ok|okay|now|also|hey|hi|great|well)[, ]+)*"
    r"(?:(?:please|pls|kindly|just|can you|could you|would you|will you|i want you to|i need you to|i'd like you to"
    r"|help me(?: to)?|let's|let us|you (?:should|must|will)|let me)[, ]+)*"
    r"(?:(?:write|draft|compose|make up|invent|continue|finish|create|tell(?: me)?|give me|generate|rewrite|polish"
    rf"|improve|proofread|edit|correct|summari[sz]e|reply to|answer)\b[^.:;!?]{{0,40}}?\b(?:{_TEXTS_EN})\b"
    r"|here(?:'s| is) (?:my|the|an?)(?: [\w-]+){0,3} (?:draft|essay|story|poem|lyrics|cover letter|letter|script"
    r"|chapter|transcript)\b"
    r"|(?:translate|paraphrase|rephrase|proofread|role-?play|pretend|imagine(?! dragons)|make believe|act as|act like"
    r"|you are now|play the (?:role|part)|take the (?:role|part)|dictation|transcribe)\b"
    r"|(?:write|rewrite|correct|summari[sz]e|edit|polish|type|quote|repeat(?: after me)?)\b"
    r"(?: (?:this|that|it|the following))?[^.:;!?]{0,24}:)"
)
_WITHIN_EN = (
    r"\b(?:for (?:the purposes? of )?(?:this|our) (?:exercise|scenario|role-?play|game|story|example)"
    r"|for the sake of (?:argument|the example)|in (?:this|our) (?:story|scenario|role-?play|exercise|fiction)"
    r"|in an? role-?play|as an example sentence|this is an? (?:story|fairy tale|role-?play|screenplay)"
    r"|fictional(?:ly)?)\b"
)
_TEXTS_ZH = (
    r"故事|小说|剧本|剧情|童话|寓言|诗|歌词?|台词|对话|独白|信(?![号息用任心])|邮件|作文|文章|演讲稿?|稿子?|日记"
    r"|段子|笑话|文案|简历"
    r"|自我介绍|情书|检讨|评论|帖子?|朋友圈|短信|消息|回复|总结|例句|句子|通知|人物|角色|请假条|祝福语?"
)
_MAKES_ZH = r"(?:写|编(?![程译码辑])|创作|续写|起草|拟|润色|改写)"
_DICTATES_ZH = (
    r"^(?:那|就|再|先|所以|好的?|嗯|现在|接下来|请|麻烦|拜托|你|您|能不能|可以|能|我(?:想|要|需要|希望)(?:让)?你"
    r"|我们来|咱们来|来|[,\s]){0,8}"
    rf"(?:(?:帮我|替我|给我|为我)?代?{_MAKES_ZH}(?!代码|程序|测试|文档|接口|脚本)[^,。:!?]{{0,16}}?(?:{_TEXTS_ZH})"
    rf"|(?:帮我|替我|给我)(?:{_MAKES_ZH}|翻译)|翻译(?!这行|工作|公司|是我|专业|行业|员|[和与])|角色扮演|扮演|假装"
    r"|假扮|假想|想象(?:一下)?(?:你|我|自己)"
    rf"|用[^,。]{{1,10}}造句|造句"
    r"|把[^。!?]{0,40}?(?:翻译|译成|润色|改写)"
    rf"|(?:{_MAKES_ZH}|校对|朗读|复述|听写|抄写)(?:一下)?[^,。!?]{{0,8}}:)"
)
_WITHIN_ZH = (
    r"(?:在|这是)(?:这个|我的|一个)?(?:故事|小说|剧本|设定|角色扮演)(?:里|中)|作为练习|以下是(?:小说|剧本|故事)"
    r"|剧情(?:是|:)|这是[我他她]?[写编]的(?:一个|一篇|一段)?(?:故事|小说|剧本|诗|童话)"
)


def _dictates(clause: str) -> bool:
    """Whether the clause opens a story, a part to play, a letter to draft or a text to translate."""
    return compiled(_DICTATES_EN).search(clause) is not None or compiled(_DICTATES_ZH).search(clause) is not None


def _is_staged(clause: str) -> bool:
    """Whether the clause says of itself that it is made up: "I am a lawyer for this exercise"."""
    return compiled(_WITHIN_EN).search(clause) is not None or compiled(_WITHIN_ZH).search(clause) is not None


def own_part(sentence: Piece) -> Tuple[Optional[Piece], bool]:
    """(what of the sentence the owner says of themselves, whether a story covers the rest of the turn).

    "Write a story: My name is Captain Blood. I hate the sea." has no sign at its end that would tell where it stops.
    """
    if _is_staged(sentence.seen):
        return None, True
    if _dictates(sentence.seen):
        return None, True
    for clause in clauses_of(sentence)[1:]:
        begin = clause.start - sentence.start
        if _dictates(sentence.seen[begin:]):
            own = sentence.part(0, begin)
            return (own if own.text.strip(" ,，;；") else None), True
    return sentence, False
