"""Which chapters a report has, by its claims and the documents that tell them."""

from pathlib import Path

import pytest

from pcaproofs.report.documents.chapters import report_chapters
from pcaproofs.report.documents.parser import Reader


def document(name: str, *homes: str, shown: str = "") -> object:
    text = f"# {name}\n\n" + "".join(f"```{{claim}} {id}\n```\n" for id in homes)
    again = f"```{{claim}} {shown}\n:show: prose\n```\n" if shown else ""
    return Reader(Path(f"{name}.md")).document(text + again)


STORY = [document("before", shown="b.one"), document("a", "a.one"), document("b", "b.one", shown="a.one")]
STORY += [document("after"), document("last", "a.two", "b.two")]
EVERY = ["a.one", "a.two", "b.one", "b.two"]

WHOLE = ["before", "a", "b", "after", "last"]

CHAPTERS = {
    "everything": (EVERY, {"before": [], "a": ["a.one"], "b": ["b.one"], "after": [], "last": ["a.two", "b.two"]}),
    "in the order of the documents": (EVERY[::-1], dict.fromkeys(WHOLE, ...)),
    "a chapter and its misprint, told elsewhere": (["a.one", "a.two"], {"a": ["a.one"], "last": ["a.two"]}),
    "a document that shows a missing claim": (["b.one"], {"b": ["b.one"]}),
    "the claims of the last document": (["a.two", "b.two"], {"last": ["a.two", "b.two"]}),
    "a claim that no document tells": ([*EVERY, "c.one"], dict.fromkeys([*WHOLE, "c"], ...)),
    "nothing": ([], {}),
}


@pytest.mark.parametrize("name", CHAPTERS)
def test_the_chapters_of_a_report(name):
    ids, expected = CHAPTERS[name]
    found = report_chapters(ids, STORY)
    assert [x.name for x in found] == list(expected)
    assert all(list(x.ids) == expected[x.name] for x in found if expected[x.name] is not ...)
    assert {id for x in found for id in x.ids} == set(ids)


def test_a_document_needs_all_claims_that_it_shows():
    assert {x.name: bool(x.document) for x in report_chapters(["a.one"], STORY)} == {"a": True}
    last = report_chapters(["a.one", "a.two"], STORY)[1].document
    assert last is not None
    assert last.homes() == ["a.two"]
    assert {x.name: bool(x.document) for x in report_chapters(["b.one"], STORY)} == {"b": False}
