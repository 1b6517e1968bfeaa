"""What a person wishes of the memory itself: not to keep this, to end here, to tidy up now.

Owns: `do_not_keep`, `session_signal`. Refuses: orders about logs and files, which sound alike ("don't save this file").
One surprising fact: one such sentence speaks for its whole turn; to drop a neighbour too many is the safe side.
"""

from __future__ import annotations

import re

from ..text.sentences import sentences
from . import mood
from .clauses import compiled, piece

_STOP = r"\s*(?=[-,;:。.!?~()–—]|$)"
_NOT_ZH = (
    r"(?<!其他)(?<!其它)(?<!别的)(?<!剩下的)(?<!其余)(?<!其余的)(?:不用|不必|无需|不需要|别|不要|甭|没必要|不准|不许|勿"
    r"|不可以?|不能|不想让?你|不希望你)(?:再|你|给我|帮我|替我|都|特意|专门|真的?|去|给|把[^,。]{1,12}?)*"
)
_MEMORY_ZH = r"(?:你的?|长期)?(?:记忆|备忘录?|笔记|日记|记录|档案|小本本)(?:里面?|中)?"
_ASIDE_ZH = (
    r"(?:所以|但是?|不过|可是?|请|麻烦|你|您|记得|千万|一定要?|务必|要|得|先|暂时|[帮替给跟和对][我你他她]|只|就|都|还|需要|必须"
    r"|是|我|这(?:个|件|条)?(?:事|话|消息)?[儿情]?|此事)*"
)
_NOT_KEPT_ZH = (
    rf"{_NOT_ZH}(?:[往在]{_MEMORY_ZH}[写记存放加塞]|(?:写|放|加|存|记|录)(?:进去?|入|到|在){_MEMORY_ZH}|写(?:下来?|进去)"
    r"|记(?:住|录|下来?|进记忆|到记忆里?)?|存(?:下来|档|进记忆|到记忆里?)?|保存(?:下来)?|写进记忆"
    r"|(?:留下?|做)(?:个|任何|什么)?(?:记录|笔记|备忘|存档|底|痕迹))"
    r"(?:这(?:个|条|些|点|句话?|段话?|件?事情?|事儿|话|部分)|它|刚才[^,。]{0,6}|我[^,。]{0,4}(?:说|讲|告诉你)的[^,。]{0,6}"
    r"|我的?(?:工资|薪水|收入|病情?|秘密|隐私|私事|家事))?(?:了|啊|哦|吧|哈|呀|嘛|好吗|行吗|可以吗|好不好|吗)*"
    rf"(?:{_STOP}|\s*(?=因为|谢谢|否则|不然))"
)
_PRIVATE_ZH = (
    rf"{_NOT_ZH}(?:对外|往外|到处)?(?:外传|说出去|传出去|讲出去|泄露|透露|声张|张扬|(?<=外)[说讲传]"
    r"|告诉(?:(?:任何|其他|其它|别|他|外|第三个)?人|大家|谁|[他她](?:们)?|我(?:们?的?[妈爸老家同领女男弟妹哥姐婆公爷奶儿])[^,。]{0,4})|[跟和对](?:别人|任何人|其他人|外人|人)[说讲提])"
    rf"(?:了|啊|哦|吧|哈|呀|好吗|行吗)*{_STOP}"
    rf"|(?:^|[,;:。!~])\s*{_ASIDE_ZH}(?:保密(?:一下)?(?:哦|啊|吧|哈|呀|好吗|行吗)*{_STOP}"
    r"|(?:私下|悄悄|偷偷)里?地?(?:[跟和对]你)?(?:说|讲|告诉你)"
    rf"|(?:个|我的?|我们的?)?(?:秘密|隐私|机密)(?:哦|啊|哈)?{_STOP})"
    r"|你知我知|(?<![没不])[只就](?:有|让)?(?:你|咱们?俩?|我们俩?|你我)(?:自己|一个人|两个)?知道"
)
_OBJECT_EN = (
    r"(?: (?:(?:this|that|it|these|those|anything|everything|any of (?:this|that|it)|all (?:this|that)|a word(?: of (?:this|it))?)"
    r"|what i (?:just |have |have just )?(?:said|say|told you|tell you)|(?:about )?(?:this|that|it|her|him|them)"
    r"|my (?:salary|income|pay|illness|diagnosis|secret|name|address|age|condition)))"
)
_TAIL_EN = (
    r"(?: (?:down|message|part|bit|one|conversation|information|fact|secret|news|anywhere|at all|ever|either|though|for me|for later"
    r"|(?:to|in|into|from|on) (?:your |the |my |any )?(?:memory|memories|notes?|records?|file|log|history|journal)|please|thanks"
    r"|thank you|ok|okay|so|will you|would you))*"
    r"(?:\s*(?=[-,;:.!?()–—]|$)|\s(?=(?:because|since|as it|but|or|and|if|while|until|unless)\b))"
)
_NOT_EN = (
    r"\b(?:don't|do not|dont|never|no need to|you (?:don't|do not) (?:need|have) to|not necessary to|(?:can|could|would|will) you"
    r"(?: please)? not|please not|rather you (?:didn't|did not|don't)|(?:i|we) (?:don't|do not) want you to"
    r"|you (?:should|must)(?: not|n't))"
    r"(?: (?:ever|please|bother to|actually|even|go and|try to|also|you))*"
)
_NOT_KEPT_EN = (
    rf"{_NOT_EN} (?:(?:remember|save|store|record|keep|log|memori[sz]e|note|write down|retain|write|jot|put|add|commit|file)"
    rf"(?<! write)(?<! put)(?<! add)(?<! jot)(?<! file){_OBJECT_EN}|(?:write|jot|note){_OBJECT_EN} down"
    rf"|(?:put|add|file|commit|write|enter){_OBJECT_EN} (?:down|away|(?:in|into|to|on) (?:your |the |my )?(?:memory|notes?|records?"
    r"|file|writing))"
    r"|(?:keep|make|take) (?:any |a )?(?:notes?|records?|logs?)(?: (?:of|about) (?:this|that|it))?){_TAIL}"
    r"|(?:^|[,;:.!]\s*)(?:(?:so|and|but|just|please|ok|okay)[, ]+)*(?:don't|do not|dont|never|please not)(?: ever| please)?"
    r" (?:remember|store|record|memori[sz]e|save|write down)\s*(?=[,;:.!]|$)"
    r"|\b(?:this|that|it)(?:'s| is| should| must| may| has)(?: not|n't)(?: to)? (?:be )?(?:saved|stored|recorded|remembered|written down"
    r"|logged|kept|noted)\b|\b(?:i|we) do(?: not|n't) want (?:this|that|it)(?: to be)? (?:saved|stored|recorded|remembered"
    r"|written down|logged"
    r"|kept)\b"
    rf"|\b(?:off the record|not for the record)\b|\bno need to (?:remember|save|note)\s*(?=[,;:.!]|$)"
    r"|\b(?:keep|leave) (?:this|that|it|these|those) (?:out of (?:your |the )?(?:memory|memories|notes?|records?))\b"
).replace("{_TAIL}", _TAIL_EN)
_PRIVATE_EN = (
    r"\bkeep (?:this|that|it|these|what i [\w ]{2,20}?)(?: strictly| just| all)? (?:to yourself|between (?:us|you and me|ourselves"
    rf"|the two of us)|private|confidential|quiet|secret|a secret|under wraps|under your hat){_TAIL_EN}"
    r"|\b(?:can|could|would|will) you keep a secret\b"
    r"|\b(?:this|that|it)(?:'s| is| stays?| must stay| must remain| remains| has to stay| should stay)(?: just| strictly| only| a)*"
    rf" (?:private|confidential|secret|between (?:us|you and me|ourselves|the two of us)){_TAIL_EN}"
    r"|(?:^|[,;:.!]\s*)(?:(?:so|and|but|please|well|ok|okay)[, ]+)*(?:just |strictly |only )?(?:between (?:us|you and me|ourselves"
    r"|the two of us)|confidential(?:ly)?|in (?:strict )?confidence)\s*(?=[-,;:.!–—]|$)"
    r"|\bin (?:strict|the strictest) confidence\b|\b(?:treat|consider) (?:this|that|it) as (?:confidential|private|secret)\b"
    r"|\b(?:don't|do not|dont|never|not to|mustn't|must not)(?: ever| please)? (?:tell (?:anyone|anybody|any ?one else|a soul|others"
    r"|people|him|her|them|my \w+)|(?:mention|repeat|share|tell|pass on|breathe)"
    rf"(?: (?:this|that|it|these|a word|on))+(?: (?:to|with) (?:anyone|anybody|a soul|others|people|my \w+|him|her|them))?)"
    rf"(?: (?:else|about|of|this|that|it))*{_TAIL_EN}"
)

_HINTS = (
    *"记記存写寫传傳密告說说讲知留做秘隐隱录錄外往",
    "n't", "n’t", "dont", "not ", "never", "no need", "off the record", "between", "yourself", "private", "confiden", "secret",
    "keep ", "leave ",
)  # fmt: skip
# Who speaks of themselves has a bad memory: "I still don't remember this".
_OWN_LACK = r"\b(?:i|we|they|he|she|who|people)(?: (?:really|still|just|honestly|also|simply|often|usually|can|could|do|always))*\s*$"
# "She said: don't remember this" hands on a wish; "as I said, don't record this" and 跟你说，别记 are one's own.
_HANDED_ON = (
    r"\b(?:say|says|said|tell|told|tells|asks?|asked|wrote|type|word|phrase)(?: (?:me|us|him|her|them|you|to))?\s*:?\s*$"
    r"|(?<!我)(?<!你)(?<!下)(?<!悄)(?<!实)(?:说|讲|写|喊|念|叫|提到|道)\s*:?\s*$|(?:[他她们人](?:让|叫|要)我?|[说讲]了?:)$"
)
_ASKED_POLITELY = r"(?:能不能|可不可以|可以|能|能否|请|好吗|行吗|可以吗|好不好)|\b(?:can|could|would|will) you\b"


def do_not_keep(text: str) -> bool:
    """Whether the speaker asks that what is said here is not kept: 不用记下来, "don't remember this", "off the record".

    What is confided counts too (别外传, "keep this to yourself"): a memory is told to whoever asks for it.
    """
    lowered = text.lower()
    if not any(hint in lowered for hint in _HINTS):
        return False
    return any(_is_wish(piece(sentence).seen) for sentence in sentences(text))


def _is_wish(seen: str) -> bool:
    if any(_is_meant(seen, m, True) for p in (_NOT_KEPT_ZH, _NOT_KEPT_EN) for m in compiled(p).finditer(seen)):
        return True
    return any(_is_meant(seen, m, False) for p in (_PRIVATE_ZH, _PRIVATE_EN) for m in compiled(p).finditer(seen))


def _is_meant(seen: str, match: re.Match[str], may_be_handed_on: bool) -> bool:
    """Whether the words are a wish and neither asked about, supposed nor another's; only their own clause decides."""
    clause = compiled(r"[,;。!?]|\.\s|\s[-–—]+\s").split(seen[: match.start()])[-1]
    tail = compiled(r"[,;:。!?]|\.\s|$").search(seen, match.end())
    asked = tail is not None and tail.group() == "?" and not compiled(_ASKED_POLITELY).search(clause + match.group())
    if asked or mood.supposes(clause) or compiled(_OWN_LACK).search(clause):
        return False
    return not (may_be_handed_on and compiled(_HANDED_ON).search(clause))


_POLITE = (
    r"(?:[\s,!~。.]|好的?|嗯|那就?|行|ok(?:ay)?|谢谢你?|辛苦了|感谢|多谢|今天|就|先|我们?|请|thanks?(?: you)?|great"
    r"|well|so|and|for now|for today|everyone)*"
)
_ENDS = (
    r"(?:结束|就这样|先这样|就到这(?:里|儿)?|到这(?:里|儿)?|到此为止|再见|拜拜|晚安|下次(?:再)?聊|(?:明天|回头"
    r"|改天)(?:再)?(?:见|聊)|没(?:有)?(?:别的|其他)?事(?:情)?了|收工|下班了|不聊了"
    r"|结束(?:今天|这次|本次)?的?(?:对话|会话|聊天)"
    r"|that(?:'s| is| will be) (?:all|it)|bye(?:[ -]bye)?|goodbye|see you(?: (?:later|tomorrow|soon))?|good ?night"
    r"|we're done|i'm done|i am done|talk (?:to you )?(?:later|soon|tomorrow)|end (?:the )?(?:session|conversation"
    r"|chat)|signing off|let's stop here|ttyl)"
)
_TIDIES = (
    r"(?:立即|立刻|马上|现在|开始|帮我)*整理(?:一下)?(?:今天的?)?(?:记忆|对话|会话)?(?:吧|一下)?"
    r"|(?:please )?(?:consolidate|tidy up|organi[sz]e)(?: (?:your|my|the|our))?(?: (?:memory|memories"
    r"|session))?(?: (?:now|right now|immediately))?"
)


def session_signal(sentence: str) -> str:
    """ "end" when the sentence closes the session, "consolidate" when it asks to tidy memory up now, else ""."""
    if len(sentence) > 60:
        return ""
    seen = piece(sentence.strip()).seen
    match = compiled(rf"{_POLITE}(?:{_TIDIES}){_POLITE}").fullmatch(seen)
    if match and compiled(r"立即|立刻|马上|现在|记忆|now|immediately|memor").search(seen):
        return "consolidate"
    return "end" if compiled(rf"(?:{_POLITE}{_ENDS}(?:吧|了|啦|哈)*)+{_POLITE}").fullmatch(seen) else ""
