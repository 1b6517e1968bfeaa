"""Words that stand for one another in questions about a life: kin, roles, animals, and what a profile holds.

Owns: the table, in both languages, and the look-up. Refuses: a thesaurus; only what people ask an assistant about
themselves, where the asker's word and the teller's differ as a rule (mum and mother, boss and manager, 老婆 and 爱人).
What stands before ">" means all of its line, what stands after it only that: a pet may be a dog, a dog is no cat.
One surprising fact: lines overlap on purpose. "Spouse" stands in two, so it means either, while wife and husband,
which share it, never mean each other.
"""

from __future__ import annotations

import functools
import re
from typing import Dict, FrozenSet, Iterable, List, NamedTuple, Set, Tuple

from ..text.tokenise import terms

# Whom a question may be about: a memory that names none of a line's words speaks of somebody else.
_SUBJECTS = """
mother mum mom mama mommy mummy 妈妈 妈 母亲 老妈
father dad daddy papa 爸爸 爸 父亲 老爸
parent parents 父母 爸妈 > mother father mum mom dad 爸 妈 父亲 母亲
wife spouse partner 妻子 老婆 爱人 太太 媳妇 内人 妻
husband spouse partner 丈夫 老公 爱人 先生 夫
girlfriend partner 女朋友 女友 对象
boyfriend partner 男朋友 男友 对象
fiance fiancee 未婚妻 未婚夫
sister sibling siblings 姐姐 姐 大姐 二姐
sister sibling siblings 妹妹 妹 小妹
brother sibling siblings 哥哥 哥 大哥 二哥
brother sibling siblings 弟弟 弟 小弟
son child children kid kids boy 儿子 孩子 小孩 宝宝
daughter child children kid kids girl 女儿 闺女 孩子 小孩 宝宝
baby child 宝宝 孩子
grandmother grandma granny nana 奶奶 祖母
grandmother grandma granny nana 外婆 姥姥 外祖母
grandfather grandpa granddad 爷爷 祖父
grandfather grandpa granddad 外公 姥爷 外祖父
grandson granddaughter grandchild grandchildren 孙子 孙女 外孙 外孙女
uncle 叔叔 叔 伯伯 伯父 姑父 姨父
uncle 舅舅 舅
aunt auntie 姑姑 姑妈
aunt auntie 姨妈 姨 小姨
aunt auntie 舅妈 婶婶 伯母
cousin 表哥 堂哥
cousin 表姐 堂姐
cousin 表弟 堂弟
cousin 表妹 堂妹
nephew 侄子 外甥
niece 侄女 外甥女
岳母 丈母娘
岳父 丈人
婆婆
公公
family relatives 家人 亲戚
friend friends buddy 朋友 闺蜜 哥们
boss manager supervisor 老板 领导 上司 经理 主管
colleague colleagues coworker coworkers teammate 同事
assistant secretary 助理 秘书
teacher tutor 老师 班主任
doctor physician gp 医生 大夫
dentist 牙医 牙科
therapist psychologist counsellor 心理咨询师 咨询师
lawyer attorney solicitor 律师
accountant bookkeeper 会计
landlord landlady 房东
tenant lodger 租客 房客
roommate flatmate housemate 室友 舍友
neighbour neighbor neighbours neighbors 邻居
nanny babysitter childminder 保姆 阿姨
coach trainer 教练
client customer 客户 甲方
dog dogs puppy 狗 小狗 狗狗
cat cats kitten kitty 猫 小猫 猫咪
pet pets 宠物 > dog cat rabbit hamster parrot 狗 猫 兔子
rabbit bunny 兔子
hamster 仓鼠
parrot 鹦鹉
horse pony 马
"""
# What it asks of them, or of the asker.
_MATTERS = """
university college uni 大学 本科 母校
school 学校 小学 中学 高中
company employer firm workplace 公司 单位
car vehicle drive driving 车 汽车 轿车
bicycle bike 自行车 单车
phone telephone mobile cellphone cell 电话 手机 手机号
address 地址 住址
email mail 邮箱 邮件
pay paid pays paying 付 付款
salary pay wage wages income earn earns earning 工资 薪水 收入 月薪 年薪
password passcode 密码
rent 房租 租金
house home flat apartment 房子
holiday holidays vacation 假期 度假
trip travel journey 旅行 旅游 出差
wedding marry married marriage 婚礼 结婚 结的婚 结了婚
divorce divorced 离婚
movie film movies films 电影
deadline due finish finished deliver delivered ready handed 截止 期限 完工 交付
meeting meetings meet meets 会议 例会 开会
appointment appointments 预约
scared afraid fear fears frightened 怕 害怕
start starts started begin begins 开始
end ends ended expire expires expired 到期 过期 结束
quit stop stopped gave 戒 戒掉
choose chose chosen pick picked decide decided decision decisions 决定 选择 选定
buy bought purchase purchased 买 购买
use uses using used switched 用 使用 换成
lead leads leader runs head charge responsible 负责 负责人
medicine medication pill pills tablet tablets drug drugs 药 药片
illness sick ill disease condition 病 疾病
allergic allergy allergies 过敏
meat vegetarian vegan 肉 吃素 素食
smoke smoking smoker 烟 抽烟 吸烟
"""


# How people tell what a profile asks for ("what is my job": "I'm the manager of a bookshop", 我是书店店长), by the
# attributes of `question`.
_TELLING = {
    "job": "work job 上班 工作 店长 院长 校长 经理 老师 教师 医生 护士 律师 会计 司机 厨师 程序员 工程师 设计师 主管 老板",
    "workplace": "work job 上班 工作 任职 店长 院长 校长 经理 老师 教师 医生 护士 工程师 设计师 老板",
    "residence": "live address 住在 住址 地址 搬到 路 号",
    "birthday": "born birthday 生日 出生",
}


class Sense(NamedTuple):
    """What else a word may be called: `words` as written (unspaced languages), `stems` as the index holds them."""

    words: FrozenSet[str]
    stems: FrozenSet[str]
    is_subject: bool


@functools.lru_cache(maxsize=1)
def _table() -> Tuple[Dict[str, Set[str]], FrozenSet[str]]:
    table: Dict[str, Set[str]] = {}
    for block in (_SUBJECTS, _MATTERS):
        for line in block.strip().splitlines():
            general, _, special = line.partition(">")
            heads, words = set(general.split()), set(line.split()) - {">"}
            if not special:
                heads = words
            for word in words:
                table.setdefault(word, set()).update(words if word in heads else heads)
    subjects = frozenset(_SUBJECTS.split()) - {">", "partner"}  # a partner may be one at badminton
    return table, subjects


@functools.lru_cache(maxsize=512)
def sense_of(word: str) -> Sense:
    """The sense of a folded word; itself alone where the table has nothing."""
    table, subjects = _table()
    alike = table.get(word, {word})
    return Sense(
        frozenset(w for w in alike if not w.isascii()),
        frozenset(t for w in alike if w.isascii() for t in terms(w)),
        word in subjects,
    )


@functools.lru_cache(maxsize=1)
def _unspaced() -> re.Pattern[str]:
    known = sorted((w for w in _table()[0] if not w.isascii()), key=lambda w: (-len(w), w))
    return re.compile("|".join(known))


def other_words(words: Iterable[str], text: str, matters: bool = False) -> Dict[str, List[str]]:
    """{term of a question: terms of what else the person it means may be called}, for kin and roles alone unless
    `matters`: `words` are the question's folded words, `text` is the question, folded."""
    found: Dict[str, List[str]] = {}
    for word in (*(w for w in words if w.isascii()), *(m.group() for m in unspaced(text))):
        sense = sense_of(word)
        if sense.is_subject or (matters and len(sense.stems | sense.words) > 1):
            own = terms(word)
            others = {*sense.stems, *(w for w in sense.words if len(w) <= 2)}
            found[own[0] if own else word] = sorted(others.difference(own))
    return found


def telling_words(attributes: Iterable[str]) -> List[str]:
    """The terms that what is asked about oneself is often told with."""
    return sorted({term for attribute in attributes for term in terms(_TELLING.get(attribute, "")) if len(term) > 1})


def unspaced(text: str) -> Iterable[re.Match[str]]:
    """The words of the table that stand in an unspaced text, longest first where they overlap."""
    return _unspaced().finditer(text)
