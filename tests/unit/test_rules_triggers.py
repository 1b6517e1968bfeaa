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
        "不用记下来", "别记这个，我随便说说", "这段不用记：我心情不好", "這個不用記", "我昨天喝多了，别存。", "不要保存",
        "Don't remember this: my PIN is odd.", "Off the record, I hate my job.", "Please don't save that.", "No need to note this.",
    ],
)  # fmt: skip
def test_what_is_not_to_be_kept_is_recognised(text):
    """The speaker's word goes first."""
    assert do_not_keep(text)


@pytest.mark.parametrize(
    "text",
    [
        "不要记录日志到磁盘", "不要忘记交房租", "记下来：发票开给总公司。别的不用记。", "如果我说不用记，你会怎么做", "“不用记”是什么意思",
        "I don't remember this.", "Don't forget this.", "don't save this file yet", "Do you keep a record?", "我记不住",
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
