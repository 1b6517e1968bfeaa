"""Whom a clause is about: the user, somebody in the user's life, or nobody named.

Owns: `subject_of`, the words for relatives and other people, and what 他/她/he/she points back at (D27). Refuses:
guessing; a pronoun that fits nobody named before is nobody.
One surprising fact: in 我室友对虾过敏 the words 我…过敏 are all there, and the user has no allergy.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import List

from .clauses import Piece, compiled

USER, PERSON, PRONOUN, MINE, NONE = "user", "person", "pronoun", "mine", "none"


@dataclass(frozen=True)
class Subject:
    """Who, under which name, and where in the clause the subject begins and what is said of it (predicate) begins."""

    kind: str
    name: str = ""
    start: int = 0
    end: int = 0
    gender: str = ""  # "f", "m" or ""
    label: str = ""  # how a sentence names them: "My sister Ines", 我姐姐
    thing: str = ""  # for "mine": what of the user's it is


_FEMALE_ZH = (
    "姐姐|妹妹|姐|妹|妈妈|妈|母亲|老妈|奶奶|外婆|姥姥|女儿|老婆|妻子|太太|女朋友|女友|闺蜜|阿姨|姑姑|姨妈|婶婶|舅妈"
    "|表姐|表妹|堂姐|堂妹|未婚妻|岳母|婆婆|孙女|侄女|儿媳"
)
_MALE_ZH = (
    "哥哥|弟弟|哥|弟|爸爸|爸|父亲|老爸|爷爷|外公|姥爷|儿子|老公|丈夫|男朋友|男友|叔叔|舅舅|姑父|伯伯|表哥|表弟|堂哥"
    "|堂弟|未婚夫|岳父|公公|孙子|侄子|女婿"
)
_OTHER_ZH = (
    "室友|舍友|同事|同学|朋友|好友|老板|领导|上司|经理|主管|组长|客户|老师|导师|教授|邻居|房东|对象|爱人|伴侣|先生"
    "|孩子|宝宝|师傅|徒弟|牙医|医生|大夫|律师"
    "|会计|教练|理发师|保姆|阿姨|搭档|合伙人|队友|同桌|助理|秘书|联系人|爸妈|父母|家人|老家亲戚|亲戚|双胞胎|狗狗|狗"
    "|猫咪|猫|兔子|仓鼠|鹦鹉"
)
_FEMALE_EN = (
    "sister|mother|mom|mum|mama|wife|girlfriend|daughter|aunt|grandmother|grandma|granny|niece|fiancée|fiancee"
    "|mother-in-law|sister-in-law|stepmother|landlady|granddaughter"
)
_MALE_EN = (
    "brother|father|dad|papa|husband|boyfriend|son|uncle|grandfather|grandpa|nephew|fiancé|fiance|father-in-law"
    "|brother-in-law|stepfather|grandson"
)
_OTHER_EN = (
    "roommate|flatmate|housemate|colleague|coworker|co-worker|classmate|friend|boss|manager|supervisor|client"
    "|customer|teacher|professor|mentor|neighbou?r|landlord|partner|spouse"
    "|kid|child|baby|cousin|parents|dentist|doctor|gp|lawyer|accountant|vet|therapist|mechanic|plumber|electrician"
    "|hairdresser|barber|trainer|tutor|coach|nanny|babysitter"
    "|pediatrician|paediatrician|psychiatrist|physio|advisor|adviser|assistant|teammate|cofounder|co-founder|dog"
    "|cat|puppy|kitten|rabbit|hamster|parrot|horse"
)
RELATIONS_ZH = f"{_OTHER_ZH}|{_FEMALE_ZH}|{_MALE_ZH}"
RELATIONS_EN = f"{_FEMALE_EN}|{_MALE_EN}|{_OTHER_EN}"
# One name for one person: 我爸 and 我父亲 must meet under one subject, or a change would not supersede.
_SAME = dict(
    pair.split("=")
    for pair in "爸=爸爸 老爸=爸爸 父亲=爸爸 妈=妈妈 老妈=妈妈 母亲=妈妈 姐=姐姐 妹=妹妹 哥=哥哥 弟=弟弟 妻子=老婆"
    " 太太=老婆 丈夫=老公 女友=女朋友 男友=男朋友 "
    "mum=mother mom=mother mama=mother dad=father papa=father grandma=grandmother granny=grandmother"
    " grandpa=grandfather".split()
)

TIME_ZH = (
    r"(?:(?:从|在|自)?(?:大?后天|大?前天|今天|明天|昨天|今晚|明晚|昨晚|今早|明早|今年|明年|去年|前年|现在|目前|最近"
    r"|近期|早上|上午|中午|下午|晚上|凌晨|傍晚|周末|平时"
    r"|[这本上下]{1,2}个?(?:周|星期|礼拜)(?:[一二三四五六日天末]|[1-7])?|(?:周|星期|礼拜)[一二三四五六日天末]"
    r"|[这本上下]个?(?:月|季度|学期)(?:初|中|底|末)?"
    r"|\d{4}年|(?:\d{1,2}|[一二三四五六七八九十]{1,2})月(?:份|底|初)?|(?:\d{1,2}|[一二三四五六七八九十]{1,3})[日号]"
    r"|[一二三四五六七八九十\d]{1,3}[:点]\d{0,2}分?半?|春节|国庆|元旦|中秋|五一|暑假|寒假"
    r"|[一二两三四五六七八九十几\d]{1,3}(?:天|周|个月|年|小时|个?星期|个?礼拜)(?:前|后|之后|以后|内)|过(?:几|两)天"
    r"|月底|年底|年初|刚才|刚刚|刚|不久前|前几天|这几天|前段时间)(?:的时候)?[的,]?){0,4}"
)
_OPENS_ZH = (
    r"(?:(?:另外|还有|其实|而且|因为|由于|所以|不过|但是|但|可是|只是|然后|于是|话说|说实话|老实说|总之|首先|其次"
    r"|最后|顺便说一下|顺便|补充一下|毕竟|也|我觉得|我想说的是|医生说|大夫说)[,:\s]*"
    r"|(?:对了|嗯|哦|好的?|行|是的|对|没有|不是|你好啊?|您好|嗨|哈|那|啊|唉|可)[,:\s!~、。]+|(?:可|那|啊"
    r"|唉)(?=我)){0,4}"
)
_WITH_ZH = (
    r"(?:(?:和|跟|与|同)(?:我的?|几个)?[^,。我]{1,8}?(?:一起|一块儿?|都|两个人?|(?=去了?|在|住|要|昨|今|明|下|上"
    r"|打算|计划|准备|约|\d|[一二三四五六七八九十])))?"
)
_OPENS_EN = (
    r"(?:(?:oh|hey|hi|hello|so|and|but|also|well|actually|by the way|btw|fyi|yes|yeah|yep|no|nope|ok|okay|thanks"
    r"|thank you|because|since|just so you know|for context|for reference"
    r"|in fact|to be honest|honestly"
    r"|in the end|eventually|ultimately|plus|additionally|sure|great|hmm|um|though|although|however|besides|anyway"
    r"|first|second|finally|then|yet|while|as you know|i think|i believe|i guess|maybe|perhaps|i'd say|note that"
    r"|my doctor (?:said|says)(?: that)?)[,!:.\s]+){0,4}"
)
TIME_EN = (
    r"(?:(?:(?:(?:last|next|this|every) (?:week(?:end)?|month|year|night|summer|winter|spring|autumn|fall|morning"
    r"|afternoon|evening|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july"
    r"|august|september|october|november|december))"
    r"|yesterday|today|tomorrow|tonight|these days|nowadays|currently|now|recently|lately|on (?:(?:mon|tues|wednes"
    r"|thurs|fri|satur|sun)day|\w+ \d{1,2})|in (?:\d{4}|january|february|march|april|may|june|july|august|september"
    r"|october|november|december)"
    r"|(?:a|two|three|four|\d+) (?:days?|weeks?|months?|years?) ago|a (?:few|couple of) (?:days|weeks|months"
    r"|years) ago|at (?:work|home|school))[,\s]+){0,2}"
)
_NAME_END_ZH = (
    r"(?=对|是|在|住|喜欢|不喜欢|不吃|讨厌|叫|的生日|的电话|的邮箱|的手机|的微信|不能|不会|不喝|去|来|跟|和|从|要"
    r"|会|有|也|很|最|今年|\d|[一二三四五六七八九十]+岁|下周|明天|昨天|上周|\s*[,。]|$)"
)


_SUBJECT_ZH = (
    rf"{_OPENS_ZH}(?P<at>{TIME_ZH}"
    rf"(?:(?P<own>(?:我们?|咱们?|俺)?(?:家)?(?:的)?)(?:大|小|最好的)?(?P<rel>{RELATIONS_ZH})(?!的(?!生日|电话|邮箱"
    rf"|手机|微信|名字|地址))"
    rf"(?P<name>[a-z][a-z]{{1,15}}|(?![对是在住喜爱不讨叫的也很都最要会有刚昨今明下上去来从了打说做走回送买带给请帮让问教写看听吃喝睡病生过那这就已还又把被没特身工找陪接开养想]|周[一二三四五六日天末](?:[去来要会在飞回到早上下中晚凌有做参开]|$))"
    rf"(?:(?![我你他她它了吗的])[\u4e00-\u9fff]){{2,3}}?{_NAME_END_ZH})?"
    rf"|(?P<pronoun>他|她|它)(?!们)"
    rf"|(?P<user>(?:我|咱|俺)(?:们(?!的)|(?!们)(?!的(?!名字|全名|中文名|英文名|生日|工作|职业|本职|老家|母语|兴趣"
    rf"|爱好|最爱|预算)|家的|说过|觉得你))|本人|用户|主人)(?P<with>{_WITH_ZH})))"
)


# A name that nothing introduces, before the few predicates that only people have.
_NAMED_ZH = (
    rf"{_OPENS_ZH}(?P<at>(?P<name>(?!今|明|昨|后天|前天|现在|目前"
    rf"|[我你他她它这那大哪谁有没是不对在很都])[\u4e00-\u9fff]{{2,4}}?|[a-z]{{2,15}})"
    rf"(?=对[^,。]{{1,8}}过敏|住在|的(?:生日|电话|手机|邮箱|微信)|是我的?(?:{RELATIONS_ZH})(?!的)"
    rf"|在[^,。]{{2,10}}(?:工作|上班)))"
)


_SUBJECT_EN = (
    rf"{_OPENS_EN}(?P<at>{TIME_EN}"
    rf"(?:(?P<user>(?:my (?:\w+ )?\w+ and )?(?:i|we)(?! (?:think|believe|guess|suppose|reckon)"
    rf"(?! (?:about|in|of|so)\b)\b)|the user|user)(?=['\s])(?P<with> and my \w+)?(?: both| all)?"
    rf"|(?:my|our)(?: (?:older|younger|elder|big|little|best|new|old|twin|late|close|good|eldest|youngest|first|second|third|middle|ex"
    rf"|current|family))* (?P<rel>{RELATIONS_EN})\b(?! and )(?:,? (?P<name>[a-z][\w.-]*))?,?(?=['\s])"
    rf"|(?P<pronoun>he|she)(?=['\s])"
    rf"|my (?P<thing>[a-z][\w' -]{{1,30}}?)(?=\s(?:is|are|was|has|have|runs|weighs|costs|uses|starts|ends|moved)\b"
    rf"|'s\s)))"
)


_NAMED_EN = (
    rf"{_OPENS_EN}(?P<at>(?P<name>(?!(?:this|that|it|what|who|there|here|he|she|which|everyone|nobody|someone|today"
    rf"|yesterday)\b)[a-z]{{2,15}})(?='s (?:birthday|phone|number|email|address|allergic)"
    r"|\s(?:is allergic|is my|lives in|works (?:at|for|as))\b))"
)


def is_latin(seen: str) -> bool:
    """Whether a clause is to be read by the English rules: it holds no Chinese character."""
    return seen.isascii() or compiled(r"[\u3400-\u9fff]").search(seen) is None


def subject_of(clause: Piece) -> Subject:
    """Whom the clause is about; kind "none" when it does not begin with anybody."""
    seen = clause.seen
    match = compiled(_SUBJECT_EN).match(seen) if is_latin(seen) else compiled(_SUBJECT_ZH).match(seen)
    if not match and not is_latin(seen):
        match = compiled(_NAMED_ZH).match(seen)
    elif not match:
        match = compiled(_NAMED_EN).match(seen)
        if match and not clause.text[match.start("name")].isupper():
            match = None
    return _subject(match, clause) if match else _nobody(clause)


def _nobody(clause: Piece) -> Subject:
    """No subject, and where something begins to be said: behind "so" or 另外."""
    match = compiled(_OPENS_EN if is_latin(clause.seen) else _OPENS_ZH).match(clause.seen)
    return Subject(NONE, end=match.end() if match else 0)


def _subject(match: re.Match[str], clause: Piece) -> Subject:
    groups = match.groupdict()
    start, end = match.start("at"), match.end()
    if groups.get("user"):
        return Subject(USER, "user", start, end, label=_own_word(groups["user"]))
    if groups.get("pronoun"):
        word = groups["pronoun"]
        return Subject(PRONOUN, word, start, end, {"他": "m", "她": "f", "he": "m", "she": "f"}.get(word, ""))
    if groups.get("thing"):
        return Subject(MINE, "user", start, end, thing=clause.text[match.start("thing") : match.end("thing")])
    name_start, name_end = match.span("name")
    name = clause.text[name_start:name_end] if name_start >= 0 else ""
    relation = groups.get("rel") or ""
    if relation and name and is_latin(clause.seen) and (not name[:1].isupper()):
        name, end = "", match.end("rel")  # "my sister likes": the next word is no name
    if relation and not name and not groups.get("own", "my"):
        return Subject(NONE)  # 同事… without 我: nobody's
    gender = _gender(relation)
    label = clause.text[match.start("at") : end].strip(" ,，")
    return Subject(PERSON, name or _SAME.get(relation, relation), start, end, gender, label)


def _own_word(words: str) -> str:
    """How the user speaks of themselves, for a clause that goes on with it: 我们 is not 我."""
    if "们" in words:
        return words[: words.index("们") + 1]
    if words.isascii():
        return "we" if words == "we" else "I"
    return "我"


def _gender(relation: str) -> str:
    if relation and compiled(rf"(?:{_FEMALE_ZH}|{_FEMALE_EN})").fullmatch(relation):
        return "f"
    return "m" if relation and compiled(rf"(?:{_MALE_ZH}|{_MALE_EN})").fullmatch(relation) else ""


_MANY = frozenset("parents 爸妈 父母 家人 亲戚 老家亲戚 双胞胎".split())
_PETS = frozenset("狗 狗狗 猫 猫咪 兔子 仓鼠 鹦鹉".split())


def fits(pronoun: Subject, person: Subject) -> bool:
    """Whether 他/她/它/he/she may point at this person or animal."""
    if person.kind != PERSON or person.name in _MANY or (pronoun.name == "它" and person.name not in _PETS):
        return False
    return not person.gender or not pronoun.gender or person.gender == pronoun.gender


_OTHERS_EN = (
    rf"\b(?:{RELATIONS_EN})\b|\b(?:with|met|meet|meeting|saw|visited|called|hired|about|and) (?P<name>[a-z]{{2,15}})\b"
)


def people_in(clause: Piece) -> List[Subject]:
    """Everybody whom a clause names: its subject, and others, who have no label and whom no pronoun is replaced by.

    "My daughter's teacher called" names two, and "she" after it may be either.
    """
    subject = subject_of(clause)
    found = [subject] if subject.kind == PERSON else []
    begin = subject.end if subject.kind == PERSON else 0
    latin = is_latin(clause.seen)
    for match in compiled(_OTHERS_EN if latin else RELATIONS_ZH).finditer(clause.seen, begin):
        name = match.groupdict().get("name")
        if not name:
            relation = match.group()
            found.append(Subject(PERSON, _SAME.get(relation, relation), gender=_gender(relation)))
        elif clause.text[match.start("name")].isupper():
            found.append(Subject(PERSON, clause.text[match.start("name") : match.end("name")]))
    return found
