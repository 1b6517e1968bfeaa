"""What a person wishes of the memory itself: not to keep this, to end here, to tidy up now.

Owns: `do_not_keep`, `session_signal`. Refuses: orders about logs and files, which sound alike ("don't save this file").
One surprising fact: one such sentence speaks for its whole turn; to drop a neighbour too many is the safe side.
"""

from __future__ import annotations

from ..text.sentences import sentences
from . import mood
from .clauses import compiled, piece
from .phrases import SAYS

_NOT_KEPT_ZH = (
    r"(?<!其他)(?<!其它)(?<!别的)(?<!剩下的)(?<!说)(?:不用|不必|无需|不需要|别|不要|甭|没必要|不准|不许)(?:再|你"
    r"|给我|帮我|替我|都|特意|专门|真的?|去|把[^,。]{1,12}?)*"
    r"(?:记(?:住|录|下来?|进记忆|到记忆里?)?|存(?:下来|档|进记忆|到记忆里?)?|保存(?:下来)?|写进记忆)(?:这(?:个|条"
    r"|些|点|句话?|段话?)|它|刚才[^,。]{0,6})?(?:了|啊|哦|吧|哈)*\s*(?=[,;:。!~]|$)"
)
_NOT_KEPT_EN = (
    r"(?<!i )(?<!we )(?<!they )\b(?:don't|do not|dont|never|no need to|you don't (?:need|have) to|please don't"
    r"|not necessary to)(?: (?:ever|please|bother to|actually))?"
    r" (?:remember|save|store|record|keep|log|memori[sz]e|note|write down)(?: (?:this|that|it|any of (?:this|that)"
    r"|what i (?:just )?said|these|anything))(?: (?:down|message|part|conversation|anywhere|to memory|in memory"
    r"|in your memory|please))*\s*(?=[,;:.!]|$)"
    r"|\boff the record\b|\bno need to (?:remember|save|note)\s*(?=[,;:.!]|$)"
)

_HINTS = (
    "记",
    "記",
    "存",
    "don't",
    "don’t",
    "dont",
    "do not",
    "never",
    "no need",
    "have to",
    "necessary",
    "off the record",
)


def do_not_keep(text: str) -> bool:
    """Whether the speaker asks that what is said here is not kept: 不用记下来, "don't remember this", "off the record"."""
    lowered = text.lower()
    if not any(hint in lowered for hint in _HINTS):
        return False
    for sentence in sentences(text):
        seen = piece(sentence).seen
        match = compiled(_NOT_KEPT_ZH).search(seen) or compiled(_NOT_KEPT_EN).search(seen)
        if match and not mood.has_question_mark(seen):
            head = seen[: match.start()]
            if not (mood.supposes(head) or mood.reports(seen) or compiled(SAYS).search(head)):
                return True
    return False


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
