"""Trigger phrases, and the ways in which they are not meant (D28)."""

from __future__ import annotations

import pytest

from memory_strategy.rules.triggers import do_not_keep, find_trigger, session_signal

LIVE = [
    # sentence, score, place, content
    ("记下来：第三方API字段映射需要验证实际返回格式", 4, "", "第三方API字段映射需要验证实际返回格式"),
    ("記下來：發票開給總公司", 4, "", "發票開給總公司"),
    ("记住：上线窗口是周五。", 4, "", "上线窗口是周五"),
    ("记住 上线窗口是周五", 4, "", "上线窗口是周五"),
    ("请记住这个：我的车牌是浙A12345", 4, "", "我的车牌是浙A12345"),
    ("帮我记一下，钥匙在门垫下面", 4, "", "钥匙在门垫下面"),
    ("别忘了用 uv 装依赖", 4, "", "用 uv 装依赖"),
    ("不要忘記下周一交房租", 4, "", "下周一交房租"),
    ("记得带伞", 4, "", "带伞"),
    ("我对芒果过敏，记下来", 4, "", "我对芒果过敏"),
    ("我对芒果过敏，别忘了哦！", 4, "", "我对芒果过敏"),
    ("把我的新邮箱是 lin@example.test 记下来", 4, "", "我的新邮箱是 lin@example.test"),
    ("记住我不吃香菜，能推荐个菜吗？", 4, "", "我不吃香菜"),
    ("永久保存：我的血型是O型", 5, "core", "我的血型是O型"),
    ("这是一个重点：发布前必须跑回归测试", 5, "core", "发布前必须跑回归测试"),
    (
        "Please remember my new dentist is Dr. Quill, Thursday 14:30.",
        4,
        "",
        "my new dentist is Dr. Quill, Thursday 14:30",
    ),
    ("Remember that the port is 8081.", 4, "", "the port is 8081"),
    ("Don't forget to configure the proxy.", 4, "", "configure the proxy"),
    ("Please note that we ship on Fridays.", 4, "", "we ship on Fridays"),
    ("Keep in mind that I'm colour-blind.", 4, "", "I'm colour-blind"),
    ("For the record, I live in Graz.", 4, "", "I live in Graz"),
    ("I live in Graz, please remember that.", 4, "", "I live in Graz"),
    ("Save this permanently: the VAT number is PT123.", 5, "core", "the VAT number is PT123"),
    ("This is important: we never deploy on Fridays.", 5, "core", "we never deploy on Fridays"),
    ("Can you remember that my dog is called Rex?", 4, "", "my dog is called Rex"),
]
BACK = [
    "记住这个",
    "记下来",
    "请帮我记下来。",
    "这是一个重点",
    "Remember this.",
    "Please note it.",
    "Make a note of this!",
]
DEAD = [
    "不用记下来", "别记", "没必要记住", "don't remember this", "no need to note that",
    "“记下来”这个词怎么翻译", "别忘了“记下来”这个词怎么翻译", "记下来这个词是什么意思", '"Remember this" is a song title.',
    "如果我说记下来，你会怎么做", "要是我说：记住这个，你能做到吗？", "If I say remember this, what do you do?",
    "你能记住多少东西？", "你记住了吗？", "你还记得我的生日吗", "你记得我对什么过敏吗？", "Do you remember my birthday?",
    "can you remember what I said?", "Remember when we went to Rome?", "他让我记住这个密码", "他说：记住这个",
    "she told me to remember this", "He asked me to note that the port is 8081.", "我记住了", "我记得你说过", "好的，记住了",
    "记住的内容在哪里看", "这是一个重点项目", "This is important to me.", "This is important: please write carefully.",
    "这很重要，麻烦写仔细点", "I remember that trip.", "I can't remember this.", "Remember, you can do this!",
]  # fmt: skip


@pytest.mark.parametrize("sentence, score, place, content", LIVE)
def test_a_trigger_says_what_to_keep_how_much_it_is_worth_and_where(sentence, score, place, content):
    """S4's table and its variants, simplified, traditional, full width and English."""
    found = find_trigger(sentence)
    assert found is not None
    assert (found.score, found.place) == (score, place)
    assert sentence[slice(*found.content)] == content
    assert sentence[found.start : found.end] == found.phrase


@pytest.mark.parametrize("sentence", BACK)
def test_a_trigger_without_content_points_back(sentence):
    """ "Remember this" is about what was said before it."""
    found = find_trigger(sentence)
    assert found is not None and found.content == (0, 0) and not found.forward


def test_a_trigger_that_ends_in_a_colon_points_at_the_lines_below():
    """A list may follow."""
    found = find_trigger("请记住以下几点：")
    assert found is not None and found.forward
    found = find_trigger("Remember the following:")
    assert found is not None and found.forward


@pytest.mark.parametrize("sentence", DEAD)
def test_d28_a_trigger_that_is_negated_quoted_supposed_asked_or_told_is_none(sentence):
    """The words alone ask for nothing."""
    assert find_trigger(sentence) is None


def test_a_request_put_as_a_question_is_doubtful():
    """Its content must be a statement that a rule knows."""
    found = find_trigger("你能记住我对花生过敏吗？")
    assert found is not None and found.doubtful


@pytest.mark.parametrize(
    "text",
    [
        "不用记下来", "别记这个，我随便说说", "这段不用记：我心情不好", "這個不用記", "我昨天喝多了，别存。",
        "不要保存",
        "Don't remember this: my PIN is odd.", "Off the record, I hate my job.", "Please don't save that.",
        "No need to note this.",
        "My colleague Dana said she is pregnant, but that is her news, so do not remember it.",
        "As I said, don't record this.",
        "Please do not write this down: my salary is 41000 pounds.", "Please don't note it down.",
        "Never write it down, please.",
        "Keep this to yourself, I'm applying for another job.", "Between you and me, I am leaving.",
        "This stays between us.",
        "I have a lump. Please don't tell anyone.", "I'm pregnant, this is private.", "Could you please not save this?",
        "Do not log this. I take pills.", "I owe Ned 900. Don't memorise that, ok?",
        "Don't store any of this because it is hers.",
        "I'd rather you didn't record this.", "Don't put this in your memory.",
        "It's confidential, but we are selling.",
        "If you can, don't write this down.", "Dana is ill. She asked me not to tell anybody.",
        "Can you keep a secret? I quit.",
        "I don't want this recorded.", "I don't want you to remember this.",
        "I'm broke. Please treat this as confidential.", "Don't keep a record of this.",
        "我弟弟驾照被吊销了，这事你别往记忆里写", "私下说，我在投别的公司的简历，不要记录",
        "这话别外传，老板要离婚了", "我怀孕了，请保密",
        "我欠了三万块，不要告诉别人", "她说她离婚了，这个别记", "请勿记录：我有抑郁症", "别写下来，我下月辞职",
        "别写进记忆，我得了痔疮",
        "不要保存这句话，我讨厌我上司", "这是秘密，我中奖了", "我跟你说，别记，我要辞职", "我工资三万，能不能别记？",
        "就你知道就好，我要跳槽",
        "我在看心理医生，别跟别人说", "悄悄告诉你，我要结婚了", "我要离职，千万别说出去", "不要存：我失恋了",
        "不要告诉我老婆，我买了相机",
    ],
)  # fmt: skip
def test_what_is_not_to_be_kept_is_recognised(text):
    """The speaker's word goes first."""
    assert do_not_keep(text)


@pytest.mark.parametrize(
    "text",
    [
        "不要记录日志到磁盘", "不要忘记交房租", "记下来：发票开给总公司。别的不用记。", "如果我说不用记，你会怎么做",
        "“不用记”是什么意思",
        "I don't remember this.", "Don't forget this.", "don't save this file yet", "Do you keep a record?", "我记不住",
        "I still don't remember it.", "She told me: don't remember this.", "Is this off the record?",
        "Don't tell me the answer.",
        "The gap between us and Acme is small.", "Our repository is private.", "I never write in cafés.",
        "不要告诉我答案",
        "我签了保密协议", "他私下说要裁员", "不要写注释", "别写了", "我负责数据保密工作", "Never commit to main.",
        "Do not add it to the cart.",
        "Don't keep it in the fridge.", "I keep a record of my runs.", "我做笔记用纸", "只有你知道答案吗？",
        "never store dates in UTC",
    ],
)  # fmt: skip
def test_what_only_sounds_like_it_is_kept(text):
    """Orders about logs and files, and a bad memory, are none."""
    assert not do_not_keep(text)


@pytest.mark.parametrize(
    "sentence, signal",
    [
        ("结束", "end"), ("就这样", "end"), ("结束今天的对话", "end"), ("好的，今天先到这里吧，再见", "end"), ("那就先这样，晚安", "end"),
        ("That's all, thanks!", "end"), ("Bye!", "end"), ("ok, see you tomorrow", "end"),
        ("立即整理", "consolidate"), ("请立即整理记忆", "consolidate"), ("Consolidate now", "consolidate"),
        ("tidy up your memory", "consolidate"),
        ("结束进程怎么写？", ""), ("就这样实现吧，用 Redis", ""), ("整理一下这份表格", ""), ("That's all I know about it.", ""), ("", ""),
    ],
)  # fmt: skip
def test_the_words_that_end_a_session_or_start_consolidation(sentence, signal):
    """S4's 结束, 就这样 and 立即整理, when they are the whole sentence."""
    assert session_signal(sentence) == signal
