"""What a report says of itself; the citation file of the repository."""

import re
import tomllib
from pathlib import Path

import pytest

from pcaproofs import __version__
from pcaproofs.report.documents.bibliography import bibliography, cited_keys
from pcaproofs.report.documents.model import DocumentError
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.documents.terms import index, terms
from pcaproofs.report.edition import Edition, bibtex
from pcaproofs.report.latex.book import Book
from pcaproofs.verify.discovery import Project, own_project

ROOT = Path(__file__).parents[2]
CFF = ("cff-version", "message", "title", "authors", "version", "license", "type")


def test_the_citation_file_agrees_with_the_package():
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    keys = re.findall(r"^([a-z-]+):", text, re.MULTILINE)
    assert set(CFF) <= set(keys)
    assert len(keys) == len(set(keys))
    values = dict(re.findall(r"^([a-z-]+): (.+)$", text, re.MULTILINE))
    assert (values["version"], values["license"]) == (__version__, said["license"])
    assert values["title"] == own_project().title
    assert f"  - name: {said['authors'][0]['name']}" in text
    assert values["cff-version"] == "1.2.0"


@pytest.mark.parametrize(
    ("date", "year"), [("", ""), ("May 2031", "2031"), ("2031-05-01", "2031"), ("12 May", ""), ("no. 12031", "")]
)
def test_a_citation_has_the_year_of_the_date(date, year):
    made = bibtex(own_project(), Edition(date=date))
    assert re.findall(r"year = {(.*)}", made) == ([year] if year else [])
    assert made.count("{") == made.count("}")


def test_another_project_is_not_cited_as_ours():
    made = bibtex(Project("Ridge", ()), Edition(address="https://example.org/ridge"))
    assert "developers" not in made
    assert "https://example.org/ridge" in made


def test_each_cited_book_is_in_the_bibliography_under_its_name(pages):
    known = bibliography()
    cited = [s for p in pages for s in (*p.report.claim.cites, *p.report.claim.sources) if s.book]
    assert cited
    for source in cited:
        assert source.key in known, source.book
        family = known[source.key].authors.split(" and ")[0].split(",")[0].split()[-1]
        assert source.book.startswith(family)
    assert set(cited_keys(pages, documents())) == set(known)  # and nothing is listed that nobody cites


BROKEN = {
    "no JSON": ("[{]", "got no JSON"),
    "no list": ("{}", "got entry 1 without id"),
    "no title": (
        '[{"id": "A", "type": "book", "author": [{"family": "B"}], "issued": {"date-parts": [[1]]}}]',
        "title",
    ),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_bibliography_is_one_line_with_its_place(case, tmp_path):
    text, said = BROKEN[case]
    (tmp_path / "references.json").write_text(text)
    with pytest.raises(DocumentError, match=said) as raised:
        bibliography(Project("T", (), (tmp_path / "a.md",)))
    assert "references.json:1]" in str(raised.value)
    assert "\n" not in str(raised.value)


def test_terms_are_in_the_index_where_they_occur(report_text):
    index = report_text.split(r"\pcaback{Index}")[1]
    listed = re.findall(r"^\\hangindent=1.5em (.*?): \\hyperref", index, re.MULTILINE)
    assert set(listed) <= set(terms(own_project()))
    assert listed == sorted(listed, key=str.lower)
    assert len(listed) > 30


def test_a_term_is_found_as_a_word_and_is_explained_where_it_is_emphasised(tmp_path):
    from pcaproofs.report.documents.chapters import ReportChapter
    from pcaproofs.report.documents.numbering import numbering
    from pcaproofs.report.documents.parser import Reader

    text = "# T\n\nRanks here.\n\n## One\n\nFrank has none.\n\n## Two\n\nThe *rank* of a matrix.\n"
    document = Reader(Path("a.md")).document(text)
    given = [ReportChapter("a", document, ())]
    ((term, places),) = index(["rank", "score"], given, numbering(given, [document], ("a",)), {})
    assert term == "rank"
    assert [(x.number, x.defining) for x in places] == [("", False), ("0.2", True)]


def test_a_pdf_without_a_known_site_has_no_link_to_it(pages):
    few = pages[:2]
    assert r"\pcafile" not in Book(few, []).document()
    there = Book(few, []).document(Edition(address="https://example.org/pca"))
    assert r"\href{https://example.org/pca/\pcafile\#claim-\thepcaclaim}" in there
