"""However an index came about, it answers alike."""

from __future__ import annotations

from typing import List

from hypothesis import given
from hypothesis import strategies as st

from memory_strategy.index import Index
from memory_strategy.model import Document, parse_time
from memory_strategy.retrieve import ask

NOW = parse_time("2026-05-20T12:00:00Z")
WORDS = st.lists(st.sampled_from("tea green black 蓝色 文件夹 合同 A-7 run running".split()), min_size=1, max_size=6)


@st.composite
def documents(draw: st.DrawFn) -> List[Document]:
    """Up to a dozen turns and memories."""
    made = []
    for n in range(draw(st.integers(1, 12))):
        sort = draw(st.sampled_from(["turn", "memory"]))
        made.append(Document(key=f"{sort}-{n:026d}", sort=sort, text=" ".join(draw(WORDS)), session=draw(st.sampled_from(["s", "t"])),
                             position=n, status=draw(st.sampled_from(["active", "archived"])), time="2026-05-01T00:00:00Z"))  # fmt: skip
    return made


def answers(index: Index) -> list:
    index_answers = [ask(index, query, now=NOW) for query in ("green tea", "蓝色合同", "A-7 running", "文件夹")]
    return [[(h.document.key, round(h.relevance, 6)) for h in a.hits] for a in index_answers]


@given(documents(), st.randoms(use_true_random=False))
def test_an_index_built_at_once_and_one_that_grew_answer_alike(made, chance):
    """Additions in any order, changes and removals on the way leave no trace."""
    full = Index.in_memory()
    full.apply(made)
    grown = Index.in_memory()
    order = list(made)
    chance.shuffle(order)
    for document in order:
        grown.apply([Document(**{**document.__dict__, "text": "something else 旧"})])
        grown.apply([Document(key="gone", sort="turn", text=document.text, session="s", position=99)])
        grown.apply([document], ["gone"])
    assert grown.check() == [] and full.check() == []
    assert answers(grown) == answers(full)
    full.close()
    grown.close()


@given(st.text(), st.text())
def test_any_text_is_kept_whole_and_any_question_is_answered(text, question):
    """No Unicode breaks storing, finding or asking."""
    text, question = (t.encode("utf-8", "replace").decode() for t in (text, question))
    index = Index.in_memory()
    document = Document(key="01K6ABCDEFGHJKMNPQRSTVWXYZ", sort="memory", text=text)
    index.apply([document])
    assert index.get(document.key) == document and index.finds(document.key, text)
    ask(index, question, now=NOW, explain=True, budget=200)
    index.close()
