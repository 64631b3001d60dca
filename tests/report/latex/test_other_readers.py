"""The printed LaTeX in programs that are not TeX: pandoc and LaTeXML read all claims of it without an error."""

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pcaproofs.formula.latex import latex
from pcaproofs.report import write_report
from pcaproofs.report.documents.model import Heading, plain
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.latex.sheet import sheets

PANDOC = shutil.which("pandoc")
needs_pandoc = pytest.mark.skipif(PANDOC is None, reason="pandoc is not installed")


def by_pandoc(text: str) -> str:
    command = [str(PANDOC), "-f", "latex", "-t", "html", "--mathjax", "--wrap=none"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.fixture(scope="module")
def made(report_text) -> str:
    return by_pandoc(report_text)


def bare(text: str) -> str:
    return re.sub(r"\s", "", html.unescape(text))


@needs_pandoc
def test_pandoc_reads_the_book_with_every_claim_and_its_statements(made, pages):
    shown = bare(made)
    for page in pages:
        assert f'id="pcaproofs:{page.id}"' in made
        assert f"({page.report.verdict}, <code>{page.id}</code>)" in made
        if not page.about_others:
            stated = [form for line in page.lines for form in _displayed(page, line)]
            assert [x for x in map(latex, stated) if bare(x) not in shown] == [], page.id


def _displayed(page, line):
    return [form for group in page.groups for run in group.runs for _, s in run.statements for _, form in s.displays]


@needs_pandoc
def test_pandoc_reads_headings_figures_programs_and_false_statements(made, pages):
    words = [re.sub(r"<.*?>", "", x) for x in re.findall(r"<h\d[^>]*>(.*?)</h\d>", made)]
    wanted = [plain(b.tokens) for d in documents() for b in d.blocks if isinstance(b, Heading)]
    assert len(words) >= len(wanted) + len(documents())
    assert {x for x in wanted if x.isascii() and x.isalpha()} <= set(words)
    assert made.count("<strong>Figure.</strong>") == 15
    assert made.count("The following is false.") == sum(page.is_false for page in pages)
    assert "centred = X - mean" in made.replace("\xa0", " ")
    for left in ("=10000", r"\pca", "csname", "baselineskip", "pcaplain"):
        assert left not in made


@needs_pandoc
def test_pandoc_reads_a_sheet_of_exercises(pages):
    for text in sheets(["centering"], 1, pages).values():
        assert "<strong>Exercise.</strong>" in by_pandoc(text)


@needs_pandoc
def test_pandoc_refuses_what_is_left_open():
    with pytest.raises(AssertionError, match="unexpected"):
        by_pandoc(r"\documentclass{report}\begin{document}{\small \begin{quote}a\end{quote}")


@pytest.mark.skipif(shutil.which("latexml") is None, reason="latexml is not installed")
def test_latexml_reads_claims_without_an_error(pages, tmp_path):
    known = {page.id: page for page in pages}
    few = [known[id] for id in ("centering.idempotent", "affine.square-of-sum-as-printed", "projection.nearest")]
    (source,) = write_report(few, tmp_path)
    done = subprocess.run(
        ["latexml", f"--dest={tmp_path / 'made.xml'}", str(source)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert not re.findall(r"^(?:Error|Fatal).*", done.stderr, re.MULTILINE)
    found = Path(tmp_path, "made.xml").read_text(encoding="utf-8")
    assert [page.id for page in few if f">{page.id}<" not in found] == []
