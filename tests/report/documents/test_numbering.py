"""The one numbering: a table of what documents there are and which claims were run, and the numbers of both outputs."""

import re
from pathlib import Path

import pytest

from pcaproofs.report.documents.chapters import report_chapters
from pcaproofs.report.documents.model import Document
from pcaproofs.report.documents.numbering import numbering
from pcaproofs.report.documents.parser import Reader
from pcaproofs.report.edition import Edition
from pcaproofs.report.html import site
from pcaproofs.report.latex.book import Book
from pcaproofs.verify.discovery import own_project

HOME = "\n```{claim} %s\n```\n"
TEXTS = {
    "start": "# Before\n\n## One\n",
    "a": "# A\n\n## One\n"
    + HOME % "a.x"
    + "\n### Inner\n\n## Two\n"
    + HOME % "a.y"
    + "\n```{figure} scree\nSo.\n```\n",
    "b": "# B\n" + HOME % "b.x",
    "after": "# After\n\n## One\n",
    "notes": "# Appendix: notes\n\n## One\n" + HOME % "a.misprint" + HOME % "b.misprint",
    "more": "# More\n",
}
ORDER = ("a", "b", "c")
EXPECTED = {  # claims that were run -> the numbers of some chapters, claims, sections and figures
    "everything": (
        ["a.x", "a.y", "a.misprint", "b.x", "b.misprint", "c.x"],
        {"start": "0", "a": "1", "b": "2", "after": "3", "c": "4", "notes": "A", "more": "B"},
        {"a.x": "1.1", "a.y": "1.2", "b.x": "2.1", "c.x": "4.1", "a.misprint": "A.1", "b.misprint": "A.2"},
        ["0.1", "1.1", "1.1.1", "1.2", "3.1", "A.1"],
        ["1.1"],
    ),
    "one chapter keeps its number": (["b.x"], {"b": "2"}, {"b.x": "2.1"}, [], []),
    "one claim keeps its number": (["a.y"], {"a": "1"}, {"a.y": "1.2"}, [], []),
    "a claim told in the appendix is numbered there": (
        ["b.x", "b.misprint"],
        {"b": "2", "notes": "A"},
        {"b.x": "2.1", "b.misprint": "A.2"},
        [],
        [],
    ),
    "a claim without a home comes last": (
        ["a.x", "a.y", "a.z"],
        {"a": "1"},
        {"a.z": "1.3"},
        ["1.1", "1.1.1", "1.2"],
        ["1.1"],
    ),
}


def documents() -> list[Document]:
    return [Reader(Path(f"{name}.md")).document(text) for name, text in TEXTS.items()]


@pytest.mark.parametrize("case", EXPECTED)
def test_numbers(case):
    ids, chapters, claims, sections, figures = EXPECTED[case]
    given = report_chapters(ids, documents())
    found = numbering(given, documents(), ORDER)
    shown = {c.name: found.chapters[c.name] for c in given}
    assert {name: shown[name] for name in chapters} == chapters
    assert {id: found.claims[id] for id in claims} == claims
    assert list(found.sections.values()) == sections
    assert list(found.figures.values()) == figures


def counted(tex: str) -> dict[str, str]:
    """The number that LaTeX gives each claim: its counters, as the document sets and steps them."""
    chapter = claim = 0
    appendix = False
    out = {}
    commands = (
        r"\\setcounter{(chapter|pcaclaim)}{(-?\d+)}|\\(appendix|chapter){|\\(appendix)\b|\\begin{pcaclaim}{(.*?)}"
    )
    for counter, value, named, bare, id in re.findall(commands, tex.split(r"\begin{document}")[1]):
        if counter == "chapter":
            chapter = int(value)
        elif counter == "pcaclaim":
            claim = int(value)
        elif bare:
            chapter, appendix = 0, True
        elif named:
            chapter, claim = chapter + 1, 0
        elif id:
            claim += 1
            out[id] = f"{chr(64 + chapter) if appendix else chapter}.{claim}"
    return out


@pytest.mark.parametrize("chapters", [(), ("affine",), ("svd", "moments"), ("claim",), ("algorithms",)], ids=str)
def test_book_and_site_have_the_same_numbers(pages, chapters):
    from pcaproofs.report.documents.reading import documents as shipped

    some = [p for p in pages if not chapters or p.report.claim.chapter in chapters]
    some = [p for p in pages if p.id == "affine.penalty"] if chapters == ("claim",) else some
    tex = Book(some, shipped(), own_project()).document(Edition(beside=("html", "pdf")))
    html = site([p.report for p in some], pages=some, edition=Edition(beside=("html", "pdf")))
    on_site = {}
    for name, content in html.items():
        for id, number in re.findall(
            r'<h3 id="([\w.-]+)-name">.*?id="claim-([\w.]+)"', content.decode() if name.endswith(".html") else ""
        ):
            on_site[id] = number
            assert f'{name}#{id}"'.encode() in html["claims.html"]
            assert f"pcaproofs.pdf#nameddest=pcaclaim.{number}" in content.decode()
    assert on_site == counted(tex)
    assert set(on_site) == {p.id for p in some}
    assert len(set(on_site.values())) == len(some)
    assert r"\href{\pcafile\#claim-\thepcaclaim}" in tex
    assert r"\renewcommand{\pcafile}{affine.html}" in tex or "affine" not in {p.report.claim.chapter for p in some}
