"""Documents as LaTeX: claims stand where their directives do, and references lead to what is in the same report."""

from __future__ import annotations

from pathlib import Path

import pytest

from pcaproofs.report.documents.model import Document
from pcaproofs.report.documents.reading import read_document
from pcaproofs.report.latex.book import Book
from pcaproofs.report.page import ClaimPage

TEXT = """# The *mean* $\\mu$

It costs \\$5 & "more" {claim}`centering.idempotent`, {claim}`elsewhere <affine.decomposition>`,
{claim}`once more <centering.symmetric>`, which is {verdict}`centering.symmetric`;
**not** {verdict}`affine.decomposition`.

## Why $H$

1. One `x_1`
2. Two

```{claim} centering.symmetric
```
> Between.

```{claim} centering.symmetric
:show: statement
```
```{claim} centering.idempotent
```
```{figure} scree
Falling, see {claim}`centering.idempotent`.
```
```python
if x_1:  # 100 %
    print("{}")
```
"""


@pytest.fixture(scope="module")
def few(pages) -> dict[str, ClaimPage]:
    ids = ["centering.symmetric", "centering.idempotent", "centering.rank"]
    return {page.id: page for page in pages if page.id in ids}


def document(folder: Path, text: str = TEXT) -> Document:
    path = folder / "centering.md"
    path.write_text(text, encoding="utf-8")
    return read_document(path)


def body(pages: list[ClaimPage], *documents: Document) -> str:
    (chapter,) = Book(pages, documents).chapters()
    return chapter.body


def test_claims_stand_where_their_directives_do(few, tmp_path):
    text = body(list(few.values()), document(tmp_path))
    places = [r"\section{Why $H$}", r"\begin{enumerate}"]
    places += [r"\begin{pcaclaim}{centering.symmetric}", "Between.", r"H^\top = H}"]
    places += [r"\begin{pcaclaim}{centering.idempotent}", r"\pcafigure[", "print(", r"\begin{pcaclaim}{centering.rank}"]
    found = [text.index(place, text.index("Between.") if place.startswith("H^") else 0) for place in places]
    assert found == sorted(found)
    assert text.count(r"\begin{pcaclaim}{") == 3
    assert r"\pcaref{centering.symmetric}} (H is symmetric)" in text


def test_the_text_of_the_author_is_unchanged(few, tmp_path):
    text = body(list(few.values()), document(tmp_path))
    assert r"It costs \$5 \& ``more'' \pcaref{centering.idempotent}, elsewhere," in text
    assert r"\pcaref[{once more}]{centering.symmetric}" in text
    assert "\\pcaverdict{proved}{proved};\n\\textbf{not} \\pcaverdict{open}{not run}" in text
    assert r"\texttt{x\_1}" in text
    assert r"~~~~print(\textquotedbl{}\{\}\textquotedbl{})\strut\\" in text
    assert r"{Falling, see \pcaref{centering.idempotent}.}{scree}" in text


def test_the_title_comes_from_the_document(few, tmp_path):
    (chapter,) = Book(list(few.values()), [document(tmp_path)]).chapters()
    assert chapter.title == r"The \emph{mean} $\mu$"


def test_a_document_needs_all_of_its_claims(few, tmp_path):
    text = body([few["centering.symmetric"]], document(tmp_path))
    assert "Between." not in text
    assert text.count(r"\begin{pcaclaim}{") == 1


def test_a_claim_may_have_its_home_in_another_chapters_document(few, tmp_path):
    path = tmp_path / "moments.md"
    path.write_text("# Mine\n\n```{claim} centering.rank\n```\n", encoding="utf-8")
    first, second = Book(list(few.values()), [document(tmp_path), read_document(path)]).chapters()
    assert (first.name, second.name) == ("centering", "moments")
    assert [page.id for page in second.claims] == ["centering.rank"]
    assert r"\begin{pcaclaim}{centering.rank}" not in first.body
