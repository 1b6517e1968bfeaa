"""Names in a text: what is one, what only looks like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_strategy.rules.entities import LIMIT, entities

NAMED = {
    "Dr. Quill moved to Lisbon with Anna Smith.": ("Dr. Quill", "Lisbon", "Anna Smith"),
    "José García met Zoë in São Paulo": ("José García", "Zoë", "São Paulo"),
    "Biscuit barks. My dog is called Biscuit": ("Biscuit",),
    "Lena told me about the fair": ("Lena",),
    "I love New York and the University of Oslo": ("New York", "University of Oslo"),
    "Maybe we see Melanie's garden": ("Melanie",),
    "the API lives in src/store/index.py": ("API", "src/store/index.py"),
    "see load_config and os.path.join in v1.2.3": ("load_config", "os.path.join", "v1.2.3"),
    "we use PostgreSQL and GitHub": ("PostgreSQL", "GitHub"),
    "write to xia@lamp.example": ("xia@lamp.example",),
    "run `make check` first": ("make check",),
    "我叫林夏，在上海工作": ("林夏", "上海"),
    "用 ruff 检查 PostgreSQL 代码": ("ruff", "PostgreSQL"),
    "请把 Visual Studio Code 换成Neovim": ("Visual Studio Code", "Neovim"),
    "同事周启说老张和王医生要去北京大学开会": ("周启", "老张", "王医生", "北京大学"),
    "同學林夏住在臺南": ("林夏",),
    "小满喜欢《小王子》，和阿宝一起去杭州": ("小满", "小王子", "阿宝", "杭州"),
    "李老师在第二人民医院等王总": ("李老师", "第二人民医院"),
    "项目叫“灯塔”，电话13800138000": ("灯塔", "13800138000"),
    "她女儿圆圆今年三岁，猫叫年糕": ("圆圆", "年糕"),
    "参加了#读书会": ("读书会",),
    "以后叫我“阿夏”": ("阿夏",),
}

NAMELESS = (
    "I went to the store on Monday. It was great. Thanks!|What did we do in May?|ok|Yes, OK, I'm OK"
    "|done.Then we left|e.g. a walk, i.e. fresh air|3.5 is enough|He said: Never mind|the cat sat down"
    "|今天天气不错，马上就好|这个小程序的范围不大，任何人都可以用|小时候常常去小河边|他在家里做饭|叫我早点起床|叫外卖吧|朋友们都来了|老师说得对"
    "|高工资的工作|周末和周日都行|谢谢，许多事情何必多想|在学校里|去公园散步"
    "|密码是[secret:password]，别忘了|[private] 记下来"
).split("|")


@pytest.mark.parametrize("text", sorted(NAMED))
def test_names_are_found_in_order(text):
    """People, places, products, files, identifiers, titles and addresses, as written."""
    assert entities(text) == NAMED[text]


@pytest.mark.parametrize("text", NAMELESS)
def test_what_only_looks_like_a_name_is_none(text):
    """Sentence starts, weekdays, everyday words with a surname in them, and the marks of masking."""
    assert entities(text) == ()


def test_a_name_counts_once_whatever_its_spelling():
    """Case, width and script fold."""
    assert entities("用PostgreSQL，还是用postgresql，或者ＰostgreSQL") == ("PostgreSQL",)
    assert entities("《紅樓夢》就是《红楼梦》") == ("紅樓夢",)


def test_no_more_than_the_limit():
    """A list of forty names gives the first dozen."""
    text = "、".join(f"Tool{chr(65 + i % 26)}x{i}" for i in range(40)) + "都装好了"
    assert len(entities(text)) == LIMIT


@given(st.text(max_size=120))
def test_every_name_stands_in_the_text(text):
    """Names are runs of the text, never made up, each once."""
    found = entities(text)
    assert all(name and name in text for name in found)
    assert len(found) == len(set(found)) <= LIMIT


@pytest.mark.parametrize("piece", ["Anna ", "a_b", "a.", "A", "/a", "叫", "在", "小a", "@", "1.", "《"])
def test_a_long_text_of_near_misses_ends(piece):
    """A hundred thousand characters of a pattern's beginning are read in bounded steps."""
    assert isinstance(entities(piece * (100_000 // len(piece))), tuple)
