"""Writing and compiling: with a real TeX no reference is undefined and nothing runs into the margin."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from pcaproofs.report import FORMATS, NO_TEX, NoTeX, TeXFailed, engine, ready, write_report
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.edition import Edition
from pcaproofs.report.latex import compile as tex
from pcaproofs.report.page import ClaimPage, claim_page
from pcaproofs.verify.discovery import find
from pcaproofs.verify.layer_registry import LAYERS
from pcaproofs.verify.run import run

from ..conftest import leftovers
from .printed_pages import bad_breaks, rows

ENGINES = {"8-bit": ["pdflatex"], "Unicode": ["xelatex", "lualatex"]}
WITHOUT_PDF = {"pdflatex": "-draftmode", "lualatex": "--draftmode", "xelatex": "-no-pdf"}
SMALL = 0.9  # of its size, to which a formula may shrink
WIDE = 5.0  # points that a line may run into the margin
KINDS = {  # a claim of each kind of statement and verdict
    "an equality": "centering.idempotent",
    "an inequality": "trace-objective.rayleigh",
    "an optimum": "projection.nearest",
    "the same optimisers": "equivalence.subspace",
    "refuted": "affine.square-of-sum-as-printed",
    "refuted without sizes": "deflation.worked-example-as-printed",
    "cited": "spectral.spectral-theorem",
    "sizes": "spectral.characteristic-polynomial",
    "without sizes": "deflation.worked-example",
    "about certificates": "affine.coordinate-free",
}


@pytest.fixture(scope="module")
def few(pages) -> list[ClaimPage]:
    return pages[:3]


@pytest.fixture(scope="module")
def few_pdf(few, tmp_path_factory) -> list[Path]:
    """The PDF of the few, with its source, in a folder that did not exist."""
    return write_report(few, tmp_path_factory.mktemp("pdf") / "new" / "folder", "pdf")


def _found(name: str) -> bool:
    """Whether an engine works; Debian's lualatex may be there without what it needs."""
    files = ["kpsewhich", "fontspec.sty", "luaotfload-main.lua" if name == "lualatex" else "article.cls"]
    return bool(shutil.which(name)) and subprocess.run(files, capture_output=True, check=False).returncode == 0


def engines(kind: str = "8-bit") -> str:
    """An engine of a kind; skips where there is none."""
    names = [name for name in ENGINES[kind] if _found(name)]
    if not names:
        pytest.skip(f"{' and '.join(ENGINES[kind])} not installed")
    return names[0]


def run_tex(name: str, source: Path, *options: str) -> None:
    command = [name, "-interaction=nonstopmode", "-halt-on-error", *options, source.name]
    done = subprocess.run(command, cwd=source.parent, capture_output=True, check=False)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]


def compiled(name: str, source: Path, small: float = SMALL) -> str:
    """The log of a document that has to compile, without undefined references and with nothing wide."""
    if not source.with_suffix(".aux").exists():  # then once for the references alone
        run_tex(name, source, WITHOUT_PDF[name])
    run_tex(name, source)
    log = source.with_suffix(".log").read_text(encoding="utf-8", errors="replace")
    assert not re.findall(r"undefined references|Reference .* undefined|multiply defined|Missing character", log)
    assert "invalid in math" not in log
    wide = [float(pt) for pt in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log)]
    assert not [pt for pt in wide if pt > WIDE]
    assert not [x for x in re.findall(r"pcaproofs: ([\d.]+)pt on ([\d.]+)pt", log) if float(x[1]) < small * float(x[0])]
    return log


@pytest.fixture(scope="module")
def whole(report_text, tmp_path_factory) -> Path:
    """The whole report beside its references, which every engine writes and reads alike."""
    source = tmp_path_factory.mktemp("whole") / "report.tex"
    source.write_text(report_text, encoding="utf-8")
    name = next((name for kind in ENGINES for name in ENGINES[kind] if _found(name)), None)
    if name:
        run_tex(name, source, WITHOUT_PDF[name])
    return source


@pytest.mark.parametrize("kind", ENGINES)
def test_the_whole_report_compiles(whole, tmp_path, kind):
    name = engines(kind)
    source = shutil.copytree(whole.parent, tmp_path / "copied") / whole.name
    compiled(name, source)
    if kind == "8-bit" and shutil.which("pdftotext"):  # in other fonts pages break elsewhere
        run_tex(name, source)  # with the table of contents, which moves the pages
        found = list(rows(source.with_suffix(".pdf")))
        assert bad_breaks(found) == []
        assert len(found) < 180
        assert found[-1][0][1] == "B Formulas"  # one page, the last


def test_the_pdf_is_tagged_on_demand(few_pdf, tmp_path):
    """By TeX Live 2022 and later; without \\pcatagged it is not."""
    if not shutil.which("pdfinfo") or not _found("pdflatex"):
        pytest.skip("pdflatex and pdfinfo are not installed")
    source = tmp_path / "tagged.tex"
    source.write_text("\\def\\pcatagged{}\n" + few_pdf[0].read_text(encoding="utf-8"), encoding="utf-8")
    run_tex("pdflatex", source)
    told = [
        subprocess.run(["pdfinfo", file], capture_output=True, text=True, check=True).stdout
        for file in (source.with_suffix(".pdf"), few_pdf[1])
    ]
    assert [re.findall(r"Tagged: +(\w+)", x) for x in told] == [["yes"], ["no"]]


BREAKS = {
    "a full page": ([["Some text."] * 40, ["The last page."]], []),
    "a page that is nearly empty": ([["Some text."] * 9, ["The end."]], ["page 1 is nearly empty, up to: Some text."]),
    "an empty page": ([[], ["The end."]], ["page 1 is empty"]),
    "a last line": (
        [["(2) a = b", "Proof of (1). Let f be.", *["Some text."] * 40], ["The end."]],
        ["page 1 begins with a last line: (2) a = b"],
    ),
    "a heading at the end": (
        [[*["Some text."] * 40, "Claim 3.5 Pythagoras proved"], ["The end."]],
        ["page 1 ends with a heading: Claim 3.5 Pythagoras proved"],
    ),
    "a table of contents": ([[*["Some text."] * 40, "5.5 Three remarks . . . . 80"], ["The end."]], []),
}


@pytest.mark.parametrize("case", BREAKS)
def test_a_bad_page_break_is_found(case):
    pages, found = BREAKS[case]
    assert bad_breaks([[(72 + 16.0 * k, text) for k, text in enumerate(page, 1)] for page in pages]) == found


def test_all_evidence_of_every_kind_of_claim_compiles(tmp_path):
    name = engines()
    made = [claim_page(run(find([id])[0], LAYERS)) for id in KINDS.values()]
    (source,) = write_report(made, tmp_path)
    text = source.read_text(encoding="utf-8")
    assert "$$" not in text
    text += "".join(path.read_text(encoding="utf-8") for path in write_report(made, tmp_path, "fragment"))
    for words in ("random examples agree", "of the statement rejected", "explicit matrices agree", "Take "):
        assert words in text
    compiled(name, source)


TEACHER = r"""\documentclass[a4paper]{article}
\usepackage[margin=30mm]{geometry}
\usepackage{amsthm}
\newtheorem{theorem}{Theorem}
\newcommand{\fit}{mine}\newcommand{\step}{mine}\newcommand{\verdict}{mine}\newcounter{claim}
\usepackage{pcaproofs}
%s
\begin{document}
\section{Mine}\label{claim:mine}
\begin{theorem}\label{trace}My own.\end{theorem}
\input{trace-objective.rayleigh}
As \pcaref{trace-objective.rayleigh} says, see Section~\ref{claim:mine} and Theorem~\ref{trace}.
\input{affine}
\end{document}
"""


@pytest.fixture(scope="module")
def fragments(pages, tmp_path_factory) -> Path:
    """A folder with the fragments of all claims and chapters."""
    folder = tmp_path_factory.mktemp("fragments")
    write_report(pages, folder, "fragment")
    return folder


@pytest.mark.parametrize("links", ["", r"\usepackage{hyperref}"], ids=["plain", "hyperref"])
def test_fragments_stand_in_a_document_of_ones_own(pages, fragments, tmp_path, links):
    shutil.copytree(fragments, tmp_path, dirs_exist_ok=True)
    written = sorted(tmp_path.iterdir())
    chapters = [document.chapter for document in documents()]
    assert {path.name for path in written} == {
        "pcaproofs.sty",
        *(f"{x}.tex" for x in [*chapters, *(p.id for p in pages)]),
    }
    for path in written:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".tex":
            assert not re.search(r"\\documentclass|\\usepackage(?!\{pcaproofs\})|\\begin\{document\}|\\chapter", text)
            assert all(label.startswith("pcaproofs:") for label in re.findall(r"\\label\{(.*?)\}", text))
    mine = tmp_path / "lecture.tex"
    mine.write_text(TEACHER % links, encoding="utf-8")
    log = compiled(engines(), mine)
    assert "pcaproofs.sty" in log
    labels = (tmp_path / "lecture.aux").read_text(encoding="utf-8")
    assert "pcaproofs:affine.decomposition" in labels
    assert "explained.uncentred-scores-reconstruct" in (tmp_path / "affine.tex").read_text(encoding="utf-8")
    assert "explained." not in labels  # what is referred to and not in this document is named without a number


@pytest.mark.skipif(engine() is None, reason="no TeX engine is installed")
def test_a_pdf_the_same_each_time(few, few_pdf, tmp_path):
    source, pdf = few_pdf
    first = pdf.read_bytes()
    assert first.startswith(b"%PDF")
    assert leftovers(source.parent) == []
    assert write_report(few, tmp_path / "again", "pdf")[1].read_bytes() == first


def test_html_is_written_by_the_html_package(few, tmp_path):
    first, *others = write_report(few, tmp_path, "html")
    assert first.name == "index.html"
    assert {path.suffix for path in others} >= {".html", ".css"}


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_writes_files_that_name_the_claims(name, few, tmp_path, request):
    if name == "pdf" and engine() is None:
        pytest.skip("no TeX engine is installed")
    made = request.getfixturevalue("few_pdf") if name == "pdf" else None
    written = made or write_report(few, tmp_path / "new" / "folder", name)
    assert all(path.stat().st_size for path in written)
    if name == "epub":
        with ZipFile(written[0]) as book:
            texts = "".join(book.read(x).decode() for x in book.namelist())
    else:
        texts = "".join(path.read_text(encoding="utf-8") for path in written if path.suffix != ".pdf")
    assert [page.id for page in few if page.id not in texts] == []


def test_a_format_that_does_not_exist_is_refused_by_name(few, tmp_path):
    with pytest.raises(ValueError, match="got the format docx, but should be one of latex, pdf, html, epub, fragment"):
        write_report(few, tmp_path, "docx")


def test_latex_alone_unless_a_pdf_is_wanted(few, tmp_path):
    assert [p.name for p in write_report(few, tmp_path)] == ["pcaproofs.tex"]
    assert leftovers(tmp_path) == []


def test_a_date_only_where_it_is_asked_for(few, tmp_path):
    (source,) = write_report(few, tmp_path)
    dated = write_report(few, tmp_path / "dated", edition=Edition(date="1 May & 2 May 2031"))[0].read_text(
        encoding="utf-8"
    )
    assert r"1 May \& 2 May 2031" in dated
    assert not re.search(r"\\today|20\d\d-\d\d-\d\d|2031", source.read_text(encoding="utf-8"))


def test_the_document_names_the_versions_of_its_software(report_text):
    import sympy

    import pcaproofs

    assert f"pcaproofs {pcaproofs.__version__}" in report_text
    assert f"sympy {sympy.__version__}" in report_text
    assert f"Python {sys.version.split()[0]}" in report_text


def test_obstacles_are_found_before_anything_is_proved(tmp_path, monkeypatch):
    ready(tmp_path / "made" / "for it", "latex")
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        ready(tmp_path / "file" / "below", "latex")
    monkeypatch.setattr(tex.shutil, "which", lambda name: None)
    with pytest.raises(NoTeX, match="install") as raised:
        ready(tmp_path, "pdf")
    assert "\n" not in str(raised.value)
    assert str(raised.value) == NO_TEX


def test_without_the_library_that_lays_out_graphs_html_is_refused_and_latex_says_so(few, tmp_path, monkeypatch):
    from pcaproofs.formula.typed_latex import MissingLibrary
    from pcaproofs.report import write
    from pcaproofs.report.formats import html

    assert write.without_graph("latex") == ""
    monkeypatch.setattr(write, "find_spec", lambda name: None)
    monkeypatch.setattr(html, "find_spec", lambda name: None)
    with pytest.raises(MissingLibrary, match="igraph"):
        ready(tmp_path, "html")
    assert "igraph" in write.without_graph("pdf")
    assert write.without_graph("fragment") == ""


def test_a_failed_write_leaves_the_old_files(few, tmp_path, monkeypatch):
    (tmp_path / "pcaproofs.tex").write_text("before")
    monkeypatch.setattr("pcaproofs.files.os.replace", lambda *_: (_ for _ in ()).throw(OSError("disk full")))
    with pytest.raises(OSError, match="disk full"):
        write_report(few, tmp_path)
    assert (tmp_path / "pcaproofs.tex").read_text() == "before"
    assert leftovers(tmp_path) == []


@pytest.mark.skipif(engine() is None, reason="no TeX engine is installed")
def test_a_tex_error_is_one_line_with_its_place(tmp_path):
    source = tmp_path / "bad.tex"
    source.write_text(r"\documentclass{article}\begin{document}\nosuch\end{document}")
    with pytest.raises(TeXFailed, match="Undefined control sequence") as raised:
        tex.compile_pdf(source)
    assert "\n" not in str(raised.value)


def test_tex_runs_until_the_references_are_those_that_it_has_read(tmp_path, monkeypatch):
    references, runs = iter("1233"), []

    def run(command: list[str], folder: str) -> None:
        runs.append("-draftmode" in command)
        Path(folder, "report.aux").write_text(next(references))
        Path(folder, "report.pdf").write_text(f"%PDF of run {len(runs)}")

    monkeypatch.setattr(tex, "_run", run)
    source = tmp_path / "few.tex"
    source.write_text("")
    assert tex.compile_pdf(source, "pdflatex") == b"%PDF of run 4"
    assert runs == [True, False, False, False]


def test_latexmk_is_run_once(tmp_path, monkeypatch):
    runs = []

    def run(command: list[str], folder: str) -> None:
        runs.append((command[0], "-draftmode" in command))
        Path(folder, "report.pdf").write_text("%PDF")

    monkeypatch.setattr(tex, "_run", run)
    source = tmp_path / "few.tex"
    source.write_text("")
    assert tex.compile_pdf(source, "latexmk") == b"%PDF"
    assert runs == [("pdflatex", True), ("latexmk", False)]


def test_importing_it_is_cheap():
    code = "import sys, pcaproofs.report; print(sorted({'sympy', 'jinja2', 'numpy'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
