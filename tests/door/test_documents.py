"""Verdicts in documents that others build: a Sphinx extension, a pandoc filter, a LaTeX package."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.text.source import Source
from pcaproofs.pandoc import marked
from pcaproofs.report.margin import package, with_margin_marks
from pcaproofs.report.marks import mark, matched

PAGE = r"""# Notes

Let $w, x \in \mathbb{R}^p$, and let $w$ be a unit vector.

$$\|x - (x^\top w) w\|^2 = \|x\|^2 - (x^\top w)^2$$

1. A false one:

   $$x^\top w = w^\top x + 1$$

\begin{align}
\|x + w\|^2 &= \|x\|^2 + 2 x^\top w + \|w\|^2 \\
 &= 3
\end{align}
"""
VERDICTS = ["proved", "refuted", "proved", "refuted"]  # of the rows


def checked(text: str, name: str = "a.md") -> tuple[Any, Any]:
    note = read(Source(name, text, "tex" if name.endswith(".tex") else "markdown"))
    return note, check_note(note)[1]


MATCHES = {  # what a program knows of the displays -> the verdicts beside each
    "as they are written": (
        [r"\|x - (x^\top w) w\|^2 = \|x\|^2 - (x^\top w)^2", "x^\\top w  =\n w^\\top x + 1"],
        ["proved", "refuted"],
    ),
    "an environment with its name": (
        ["\\begin{align}\n\\|x + w\\|^2 &= \\|x\\|^2 + 2 x^\\top w + \\|w\\|^2 \\\\\n &= 3\n\\end{align}"],
        ["proved refuted"],
    ),
    "with a label": ([r"x^\top w = w^\top x + 1 \label{eq:1}"], ["refuted"]),
    "another formula": ([r"x^\top w = w^\top x + 2"], [""]),
    "more of one text than the note has": ([r"x^\top w = w^\top x + 1"] * 2, ["", ""]),
}


@pytest.mark.parametrize("case", MATCHES)
def test_a_display_gets_the_verdicts_of_its_own_rows_or_none(case: str) -> None:
    displays, wanted = MATCHES[case]
    note, verdicts = checked(PAGE)
    assert [" ".join(v.verdict for v in rows) for rows in matched(note, verdicts, displays)] == wanted


def test_displays_of_one_text_get_their_verdicts_in_order() -> None:
    row = "$$x^T y = 0$$\n\n"
    text = f"Let $x, y \\in \\mathbb{{R}}^p$.\n\n{row}# Next\n\nLet $x \\perp y$ in $\\mathbb{{R}}^p$.\n\n{row}"
    note, verdicts = checked(text)
    found = matched(note, verdicts, ["x^T y = 0"] * 2)
    assert [rows[0].formula.span for rows in found] == [v.formula.span for v in verdicts if v.formula.display]


def test_a_mark_unfolds_to_reading_hypotheses_and_proof() -> None:
    note, verdicts = checked(PAGE)
    row = next(v for v in verdicts if v.formula.display)
    found = mark(note, row)
    said = ["".join(x if isinstance(x, str) else x.text for x in paragraph) for paragraph in found.fold]
    assert found.title.startswith("✓ proved: all dimensions; using ‖w‖² = 1 (line 3")
    assert said[0].startswith("Read as: for all integers p ≥ 1, w (p×1), x (p×1); given ‖w‖² = 1")
    assert said[1].startswith("Using ‖w‖² = 1 (line 3: ")
    assert "w be a unit vector" in said[1]
    assert said[2].startswith("Proof.")
    assert r"\lVert w\rVert^{2} = 1" in said[3]


def test_a_filter_puts_each_mark_behind_the_block_of_its_display() -> None:
    inline = {"t": "Math", "c": [{"t": "InlineMath"}, r"x, y \in \mathbb{R}^p"]}
    shown = [{"t": "Math", "c": [{"t": "DisplayMath"}, f"x^T y = y^T x{more}"]} for more in ("", " + 1")]
    lines = [{"t": "Para", "c": [{"t": "Str", "c": "Let"}, {"t": "Space"}, inline, {"t": "Str", "c": "."}]}]
    document = {
        "pandoc-api-version": [1, 22],
        "meta": {},
        "blocks": [
            *lines,
            {"t": "Para", "c": [shown[0]]},
            {"t": "BulletList", "c": [[{"t": "Plain", "c": [shown[1]]}]]},
        ],
    }
    style, _, first, mark_of_first, *_, items = marked(document, "html")["blocks"]
    assert style["c"][1].startswith("<style>")
    assert first["c"] == [shown[0]]
    assert 'class="pcaproofs proved"' in mark_of_first["c"][1]
    assert 'class="pcaproofs refuted"' in items["c"][0][1]["c"][1]
    told = marked(document, "latex")
    assert [x["c"][1] for x in told["blocks"] if x["t"] == "RawBlock"] == [
        r"\pcaproofs{\textcolor{teal}{proved: all dimensions}}"
    ]
    assert (
        marked({**document, "meta": {"pcaproofs": {"t": "MetaString", "c": "off"}}}, "html")["blocks"]
        == document["blocks"]
    )


@pytest.mark.skipif(shutil.which("pandoc") is None, reason="no pandoc here")
def test_pandoc_takes_the_filter(tmp_path: Path) -> None:
    (tmp_path / "filter").write_text(f"#!{sys.executable}\nfrom pcaproofs.pandoc import main\nmain()\n")
    (tmp_path / "filter").chmod(0o755)
    (tmp_path / "a.md").write_text(PAGE, encoding="utf-8")
    command = ["pandoc", "a.md", "--filter", "./filter", "--mathml"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    marks = [line.partition('class="pcaproofs ')[2].split('"')[0] for line in done.stdout.splitlines()]
    assert [x for x in marks if x] == VERDICTS
    assert done.stderr.count("pcaproofs: error") == VERDICTS.count("refuted")


RST = r"""
More
====

.. pcaproofs: B is 3×3

Let :math:`A \in \mathbb{R}^{n\times n}` be symmetric.

.. math:: A^\top A = A A^\top
   :label: one

.. math::

   A + B = B
"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source of two pages, the second of which the first includes."""
    pytest.importorskip("sphinx", reason="Sphinx is not installed")
    pytest.importorskip("myst_parser", reason="MyST is not installed")
    folder = tmp_path_factory.mktemp("pages")
    settings = [
        'extensions = ["myst_parser", "pcaproofs.sphinx"]',
        'myst_enable_extensions = ["dollarmath", "amsmath"]',
    ]
    (folder / "conf.py").write_text("\n".join(settings), encoding="utf-8")
    (folder / "index.md").write_text(f"{PAGE}\n```{{toctree}}\nmore\n```\n", encoding="utf-8")
    (folder / "more.rst").write_text(RST, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("builder", "files", "mark"),
    [
        ("html", ("index.html", "more.html"), r'class="pcaproofs ([\w-]+)'),
        ("singlehtml", ("index.html",), r'class="pcaproofs ([\w-]+)'),
        ("latex", ("projectnamenotset.tex",), r"\\textcolor\{\w+\}\{([\w-]+)"),
    ],
)
def test_sphinx_marks_markdown_and_restructured_text(
    builder: str, files: tuple[str, ...], mark: str, pages: Path
) -> None:
    code = f"import sys; from sphinx.cmd.build import main; sys.exit(main(['-q', '-b', {builder!r}, '.', {builder!r}]))"
    done = subprocess.run([sys.executable, "-c", code], cwd=pages, capture_output=True, text=True, check=True)
    texts = [(pages / builder / name).read_text(encoding="utf-8") for name in files]
    found = [x.replace("-", "") for text in texts for x in re.findall(mark, text)]
    assert found == [*VERDICTS, "proved", "illtyped"]
    if builder == "latex":  # the lines of reStructuredText are not known
        assert len(re.findall(r"\{[\w-]+, line \d", texts[0])) == len(VERDICTS)
    assert "index.md:9: WARNING: error: fails at" in done.stderr
    assert "more.rst: WARNING: error: " in done.stderr
    if builder == "html":
        assert "pcaproofs.css" in texts[0]
        assert (pages / "html" / "_static" / "pcaproofs.css").is_file()


def test_sphinx_without_the_displays_of_a_page_says_so(pages: Path, tmp_path: Path) -> None:
    """MyST reads no dollars by default; what fails is told nevertheless, and the way to get marks."""
    (tmp_path / "conf.py").write_text('extensions = ["myst_parser", "pcaproofs.sphinx"]\n', encoding="utf-8")
    (tmp_path / "index.md").write_text(PAGE.partition("\n")[2], encoding="utf-8")  # without a heading
    code = "import sys; from sphinx.cmd.build import main; sys.exit(main(['-q', '.', 'html']))"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "index.md:8: WARNING: error: fails at" in done.stderr
    assert 'conf.py needs myst_enable_extensions = ["dollarmath", "amsmath"] [pcaproofs]' in done.stderr


TEX = r"""\documentclass{article}
\usepackage{amsmath,amssymb}
\begin{document}
Let $x, y \in \mathbb{R}^p$.
\[ x^\top y = y^\top x \]
and $\|x + y\| = \|x\| + \|y\|$ of course.

\begin{align*} x^\top y &= y^\top x + 1 \end{align*}
The end.
\end{document}
"""


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="no TeX here")
def test_a_document_without_marks_is_set_as_its_author_wrote_it(tmp_path: Path) -> None:
    """The pages are compared as TeX ships them out: with -output-format dvi, byte for byte but for names and dates."""
    note, verdicts = checked(TEX, "a.tex")
    with_marks = with_margin_marks(note, verdicts)
    (tmp_path / "pcaproofs.sty").write_text(package(), encoding="utf-8")
    texts = {
        "plain": TEX.replace("\\begin{document}", "\\usepackage{xcolor}\\begin{document}"),
        "off": with_marks.replace("\\usepackage{pcaproofs}", "\\usepackage[off]{pcaproofs}"),
        "final": with_marks.replace("{article}", "[final]{article}"),
        "shown": with_marks,
        "inside": with_marks.replace("Let $x, y", "\\pcaproofsmarksfalse Let $x, y"),
    }
    pages = {}
    for name, text in texts.items():
        (tmp_path / "a.tex").write_text(text, encoding="utf-8")
        command = ["pdflatex", "-output-format", "dvi", "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
        environment = {**os.environ, "SOURCE_DATE_EPOCH": "0", "FORCE_SOURCE_DATE": "1"}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, check=False)
        assert done.returncode == 0, done.stdout[-1500:]
        pages[name] = (tmp_path / "a.dvi").read_bytes()
    assert pages["off"] == pages["final"] == pages["inside"] == pages["plain"]
    assert b"refuted" in pages["shown"]


@pytest.mark.parametrize("document", ["", "[", "[]", "{}", '{"blocks": 1, "meta": {}}', "\xff"])
def test_a_filter_tells_what_is_no_document(document: str) -> None:
    code = "from pcaproofs.pandoc import main; main()"
    command, given = [sys.executable, "-c", code], document.encode("latin-1")
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    said = b"pcaproofs-pandoc: got no document of pandoc in JSON, but should be a filter: pandoc notes.md --filter "
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", said + b"pcaproofs-pandoc -o notes.html\n")


def test_a_filter_reads_and_writes_utf_8_in_each_locale() -> None:
    code = "from pcaproofs.pandoc import main; main()"
    shown = {"t": "Math", "c": [{"t": "DisplayMath"}, "λ + μ = μ + λ"]}
    document = {"pandoc-api-version": [1, 22], "meta": {}, "blocks": [{"t": "Para", "c": [shown]}]}
    given = json.dumps(document, ensure_ascii=False).encode()
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, input=given, env=environment, capture_output=True, check=True)
    assert "✓ proved" in done.stdout.decode()


@pytest.mark.skipif(shutil.which("latexmk") is None, reason="no TeX here")
def test_the_document_of_sphinx_with_marks_is_set(pages: Path) -> None:
    fonts = "-D latex_elements.fontpkg="  # Sphinx asks for fonts that a small TeX lacks
    code = f"import sys; from sphinx.cmd.build import main; sys.exit(main('-q -b latex {fonts} . set'.split()))"
    subprocess.run([sys.executable, "-c", code], cwd=pages, capture_output=True, check=True)
    command = ["latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", "projectnamenotset.tex"]
    done = subprocess.run(command, cwd=pages / "set", capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-1500:]
    assert (pages / "set" / "projectnamenotset.pdf").stat().st_size > 10_000
