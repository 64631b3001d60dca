"""Fences, rows and macros of whole notes, with places; bad input is one line each."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pcaproofs.notes.formulas.blocks import read_note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.prose.sentences import sentences
from pcaproofs.notes.text.fences import _Finder, fences
from pcaproofs.notes.text.source import LARGEST, NoNote, Source

from .reading import note, shown

NOTES = {
    "dollars": ("Let $a = b$ be.\n\n$$\nc = d\n$$\n", ["$a = b$", "c = d"]),
    "three dollars are inline": ("the $$$ a $$$ of", ["$a$"]),
    "brackets, also escaped": ("\\[a\\] and \\(b\\) and \\\\[c\\\\]", ["a", "$b$", "c"]),
    "alone on a line": ("text\n\n$a = b$\n\ntext", ["a = b"]),
    "between backticks": ("so $`a`$ is", ["$a$"]),
    "a block called math": ("```math\na = b\n```\n", ["a = b"]),
    "a directive of MyST called math, with its options": (
        "```{math}\n:label: one\n:nowrap:\na = b\n```\n\n:::{math}\n:label: two\nc = d\n:::\n\n```{math} e = f\n```\n",
        ["a = b", "c = d", "e = f"],
    ),
    "a role of MyST called math": ("so {math}`a` is, but `b` is not", ["$a$"]),
    "dollars in the front matter are none": (
        "---\ntitle: For $5 $$\n---\n\n$$a = b$$\n\n---\n\n$c$\n",
        ["a = b", "c"],
    ),
    "a rule at the beginning is no front matter": ("---\n\nSo $a$.\n\n---\n", ["$a$"]),
    "characters without width": ("$$a\u200b = \ufeffb$$", ["a = b"]),
    "code is none": ("```\n$a$\n```\n`$b$` and $c$", ["$c$"]),
    "prices are none": ("costs $5 or $10, and $x$", ["$x$"]),
    "an environment by itself": ("\\begin{align}a &= b \\\\ &= c\\end{align}", ["a = b", "= c"]),
    "three columns": ("$$\\begin{eqnarray*}a &=& b \\\\ &=& c\\end{eqnarray*}$$", ["a = b", "= c"]),
    "two formulas in columns": ("$$\\begin{align}a &= b & c &= d\\end{align}$$", ["a = b", "c = d"]),
    "a formula that goes on in a further column": (
        r"\begin{align}a &= b & c &= d \\ &= e & &= f \\ &= g\end{align}",
        ["a = b", "= e", "= g", "c = d", "= f"],
    ),
    "a relation in a further column that no formula has": (
        r"\begin{align}a &= b &&= c \\ &= d &&= e\end{align}",
        ["a = b = c", "= d = e"],
    ),
    "inside HTML": ("<p>\n$$ a &lt; b $$\n</p><!-- $c$ -->", ["a < b"]),
    "inside a quotation": ("> $$\n> a\n> = b\n> $$\n", ["a = b"]),
    "a heading ends what does not close": ("$$ a\n\n# Next\n\n$b$", ["a", "b"]),
    "a relation in a column of its own": (r"\begin{align}a &= b &= \\ & c\end{align}", ["a = b = c"]),
    "a trailing relation": ("$$\\begin{aligned} a = \\\\ b \\end{aligned}$$", ["a = b"]),
    "a lone first row": ("$$ \\|x\\|^2 \\\\ = a + b $$", [r"\lVert x\rVert^{2} = a + b"]),
    "a bracket over two rows": ("$$ (a \\\\ + b) = c $$", ["(a + b) = c"]),
    "constraints in a display of their own": (
        "$$ \\max f $$\n$$ s.t. \\quad g = 1 $$",
        [r"\max f \quad \text{s.t.} \quad g = 1"],
    ),
    "constraints over two rows": (
        "$$\\begin{split}\\max_x f \\quad \\text{s.t.} \\quad & g = 1, \\\\ & h = 2\\end{split}$$",
        [r"\max_{x} f \quad \text{s.t.} \quad g = 1;\quad h = 2"],
    ),
    "a macro with arguments": (
        "$\\newcommand{\\ip}[2]{\\langle #1, #2\\rangle}$ $\\ip{a}{b}$",
        [r"$\langle a, b\rangle$"],
    ),
    "a macro with an optional argument": ("\\newcommand{\\n}[2][2]{\\|#2\\|_{#1}}\n\n$\\n{x}+\\n[1]{y}$",
        [r"\lVert x\rVert_{2} + \lVert y\rVert_{1}"]),
    "def, let and an operator": (
        "\\def\\v#1{\\mathbf{#1}}\n\\let\\w\\v\n\\DeclareMathOperator{\\img}{im}\n\n$\\w{x} + \\img(A)$",
        [r"\mathbf{x} + \operatorname{im}(A)"],
    ),
    "a paired delimiter, with a star and with a size": (
        "\\DeclarePairedDelimiter{\\nrm}{\\lVert}{\\rVert}\n\n$\\nrm{x} = \\nrm*{y} + \\nrm[\\big]{z}$",
        [r"\lVert x\rVert = \lVert y\rVert + \lVert z\rVert"],
    ),
    "a paired delimiter with two arguments": (
        "\\DeclarePairedDelimiterX{\\dt}[2]{\\langle}{\\rangle}{#1, #2}\n\n$\\dt{a}{b} + \\dt[\\big]{c}{d}$",
        [r"\langle a, b\rangle + \langle c, d\rangle"],
    ),
    "ends of rows with four backslashes": (
        "$$\\begin{align} a &= b \\\\\\\\ c &= d \\end{align}$$",
        ["a = b", "c = d"],
    ),
    "ends of rows of a matrix with four backslashes": (
        "$$\\begin{pmatrix} a \\\\\\\\ b \\end{pmatrix}$$",
        [r"\begin{pmatrix} a \\ b \end{pmatrix}"],
    ),
    "labels and tags say nothing": ("$$ a = b \\tag{1} \\label{eq:a} $$", ["a = b"]),
}  # fmt: skip


@pytest.mark.parametrize("name", NOTES)
def test_the_formulas_of_a_note_are_found(name: str) -> None:
    text, expected = NOTES[name]
    assert shown(note(text)) == expected


def test_tex_has_comments_and_verbatim_text() -> None:
    text = "a % $b$\n\\verb|$c$| \\begin{verbatim}$d$\\end{verbatim} $e$ 50\\% \\[f\\]"
    assert shown(note(text, "tex")) == ["$e$", "f"]


def test_overlays_of_slides_say_nothing() -> None:
    text = (
        "\\begin{eqnarray} a & = & b \\pause \\\\ \\invisible<1-2>{ c & = & \\frac{d}{e} \\\\ & = & f } "
        "\\\\ \\only<2>{g} &=& \\alert{h} \\onslide<3-> + \\{i\\} \\end{eqnarray} \\[ \\visible<1>{ a \\]"
    )
    read = note(text, "tex")
    assert shown(read)[:4] == ["a = b", r"c = \frac{d}{e}", "= f", r"g = h + \{i\}"]
    assert str(read.place(read.rows[1])) == f"n.tex:1:{text.index('c &') + 1}"


def test_groups_for_different_slides_in_one_place_are_not_read_as_a_product() -> None:
    (row,) = note("\\[\\only<1>{a = 1}\\only<2>{ a = 2}\\]", "tex").rows
    assert isinstance(row.tree, Unread)
    both = note("\\[\\visible<1->{a = 1 \\\\}\n\\visible<2->{ b = 2}\\]", "tex")
    assert shown(both) == ["a = 1", "b = 2"]


def test_the_label_of_an_equation_in_bookdown_says_nothing() -> None:
    assert shown(note("\\begin{align} a &= b (\\#eq:a-b) \\\\ &= c (\\#eq:c)\n\\end{align}")) == ["a = b", "= c"]
    (row,) = note("$$ a = b (\\#eq:open + c $$").rows
    assert isinstance(row.tree, Unread)


def test_further_columns_are_comments_and_are_read() -> None:
    (row,) = note("$$\\begin{align} a &= b & P(x) = x \\end{align}$$").rows
    assert len(row.comments) == 1


def test_places_are_lines_and_columns() -> None:
    read = note("x\n\n$$\n\\begin{align}\n a &= b \\\\\n   c &= d\n\\end{align}\n$$")
    assert [str(read.place(row)) for row in read.rows] == ["n.md:5:2", "n.md:6:4"]


def test_guessed_macros_are_reported_and_defined_ones_are_not() -> None:
    read = note("$\\def\\E{\\mathbb{E}}\\norm{x} = \\E x$")
    assert set(read.guessed) == {r"\norm"}


@pytest.mark.parametrize(
    ("used", "meant"),
    [
        (r"\matr{X}", r"\mathbf{X}"),
        (r"\vect{x}", r"\mathbf{x}"),
        (r"\bx", r"\mathbf{x}"),
        (r"\vw", r"\mathbf{w}"),
        (r"\mX", r"\mathbf{X}"),
    ],
)
def test_bold_letters_are_guessed_where_nothing_defines_them(used: str, meant: str) -> None:
    read = note(f"${used}^T a$")
    assert read.formulas[0].tree == note(f"${meant}^T a$").formulas[0].tree
    assert len(read.guessed) == 1
    defined = note(f"\\newcommand{{{used.partition('{')[0]}}}[1][]{{Q}} ${used}$", "tex")
    assert not defined.guessed


def test_a_chapter_has_the_macros_of_its_document_and_of_what_that_brings_in(tmp_path: Path) -> None:
    (tmp_path / "chapters").mkdir()
    (tmp_path / "own.sty").write_text("\\newcommand{\\lift}[1]{\\mathbb{#1}}\n", encoding="utf-8")
    (tmp_path / "more.tex").write_text("\\newcommand{\\gram}{X^\\top X}\n\\input{more}", encoding="utf-8")
    (tmp_path / "other.tex").write_text("\\begin{document}\\newcommand{\\gram}{Q}\\end{document}", encoding="utf-8")
    (tmp_path / "book.tex").write_text(
        "\\documentclass{book}\n\\usepackage{amsmath,own}\n% \\input{none}\n\\input{more}\n\\newcommand{\\s}{\\Sigma}\n"
        "\\begin{document}\n\\newcommand{\\s}{Z}\n\\include{chapters/pca}\n\\end{document}",
        encoding="utf-8",
    )
    chapter = tmp_path / "chapters" / "pca.tex"
    chapter.write_text("$\\s = \\gram + \\lift{A}$", encoding="utf-8")
    assert read_note(chapter).formulas[0].tree == note(r"$\Sigma = X^\top X + \mathbb{A}$").formulas[0].tree
    assert read_note(tmp_path / "book.tex").guessed == {}
    (tmp_path / "book.tex").write_bytes(b"\xff\xfe" * 2**19 + b"\\begin{document}")  # no document any more
    assert isinstance(read_note(chapter).formulas[0].tree, Unread)


def test_a_chapter_without_a_document_has_the_macros_of_files_beside_it(tmp_path: Path) -> None:
    (tmp_path / "my-macros.sty").write_text("\\newcommand{\\lift}[1]{\\mathbb{#1}}\n", encoding="utf-8")
    (tmp_path / "plots.sty").write_text("\\newcommand{\\gram}{Q}\n", encoding="utf-8")
    chapter = tmp_path / "pca.tex"
    chapter.write_text("$\\lift{A}$ $\\gram{1}$", encoding="utf-8")
    first, second = read_note(chapter).formulas
    assert first.tree == note(r"$\mathbb{A}$").formulas[0].tree
    assert isinstance(second.tree, Unread)


def test_a_chapter_has_the_macros_of_a_document_that_inputs_it_through_another_file(tmp_path: Path) -> None:
    chapters = tmp_path / "parts" / "one"
    chapters.mkdir(parents=True)
    (tmp_path / "preamble.tex").write_text("\\newcommand{\\lift}[1]{\\mathbb{#1}}\n", encoding="utf-8")
    (tmp_path / "book.tex").write_text(
        "\\input{preamble}\n\\begin{document}\n\\input{parts/one}\n\\end{document}", encoding="utf-8"
    )
    (tmp_path / "parts" / "one.tex").write_text("\\input{\\here/pca}", encoding="utf-8")
    (chapters / "pca.tex").write_text("$\\lift{A}$", encoding="utf-8")
    assert read_note(chapters / "pca.tex").formulas[0].tree == note(r"$\mathbb{A}$").formulas[0].tree


def test_the_star_of_a_delimiter_only_changes_sizes() -> None:
    text = (
        r"\DeclarePairedDelimiter\norm{\lVert}{\rVert} \let\oldnorm\norm \def\norm{\@ifstar{\oldnorm}{\oldnorm*}}"
        r" $\norm{x}$ $\norm*{x}$"
    )
    first, second = note(text, "tex").formulas
    assert first.tree == second.tree == note(r"$\lVert x\rVert$").formulas[0].tree


def test_a_sign_that_is_set_in_another_way_is_the_same_sign() -> None:
    text = r"\let\oldsum\sum \renewcommand{\sum}{\mathop{\oldsum}} $\sum_i x_i$ $\oldsum_i x_i$"
    first, second = note(text, "tex").formulas
    assert first.tree == second.tree == note(r"$\sum_i x_i$").formulas[0].tree


def test_a_notebook_has_cells(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "code", "source": "cost = '$x$'"},
        {"cell_type": "markdown", "source": ["one\n", "two $a$"]},
        {"cell_type": "markdown"},
    ]
    path = tmp_path / "n.ipynb"
    path.write_text(json.dumps({"cells": cells}))
    read = read_note(path)
    assert [(p.cell, p.line, p.column) for p in map(read.place, read.formulas)] == [(2, 2, 6)]


DEEP = 10_000
BAD = {
    "a display that does not close": ("$$ a\n\nthen $b$", 1),
    "a brace that does not close": ("$\\frac{a$ and $b$", 1),
    "braces in braces": (f"${'{' * DEEP}a{'}' * DEEP}$ and $b$", 1),
    "brackets in brackets": (f"${'(' * DEEP}a{')' * DEEP}$ and $b$", 1),
    "fractions in fractions": ("$" + "\\frac" * DEEP + "$ and $b$", 1),
    "sums in sums": ("$" + "\\sum" * 3000 + " a$ and $b$", 1),
    "roots and accents": ("$" + "\\hat\\sqrt" * 500 + " a$ and $b$", 1),
    "a macro that calls itself": ("$\\def\\a{\\a\\a}\\a$ and $b$", 1),
    "two macros that call each other": ("$\\def\\p{\\q}\\def\\q{\\p}\\p$ and $b$", 1),
    "a macro that doubles": ("$\\def\\a#1{#1#1}" + "\\a{" * 30 + "x" + "}" * 30 + "$ and $b$", 1),
    "an environment that does not close": ("$$\\begin{pmatrix} a $$ and $b$", 1),
    "a macro without its argument": ("$\\norm$ and $b$", 1),
    "quotations in quotations": (">" * DEEP + " $a$ and $b$", 0),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_the_rest_is_read(name: str) -> None:
    text, lines = BAD[name]
    read = note(text)
    assert len(read.complaints()) == lines
    assert shown(read)[-1] == "$b$"


def test_a_file_that_is_not_text_is_refused_in_one_line(tmp_path: Path) -> None:
    cases = {"a.md": b"\0\1", "b.md": b"%PDF-1.7", "c.ipynb": b"{}", "d.ipynb": b"[" * 20_000, "e.docx": b"x"}
    for name, content in cases.items():
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(NoNote) as error:
            read_note(path)
        assert "\n" not in str(error.value)


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.md"
    with path.open("wb") as file:
        file.truncate(LARGEST + 1)  # no byte of it is on the disk
    with pytest.raises(NoNote, match="bytes"):
        read_note(path)


def test_other_encodings_are_read(tmp_path: Path) -> None:
    path = tmp_path / "n.md"
    path.write_bytes("one\r\ncaf\u00e9 $a$".encode("cp1252"))
    read = read_note(path)
    assert shown(read) == ["$a$"]
    (line,) = read.complaints()
    assert line == f"got the byte 0xe9, read as Windows-1252, but should be UTF-8 [{path}:2:4]"
    path.write_text("caf\u00e9 $a$", encoding="utf-8-sig")
    assert read_note(path).complaints() == []


REPEATED = [
    "\\( a ",
    "$$ a ",
    "\\[ a\n# b\n",
    "`` a ` ",
    "$a$ ",
    "\\begin{align} a ",
    "<!-- ",
    "$` a ",
    "\\newcommand ",
]


@pytest.mark.parametrize("piece", REPEATED)
def test_fences_are_found_in_linear_time(piece: str) -> None:
    """Characters searched for closers, which is what could be quadratic, grow with the length."""

    def searched(times: int) -> int:
        finder = _Finder(Source("n.md", piece * times))
        list(finder.find())
        return finder.characters

    assert searched(2000) <= 2.5 * searched(1000) + 100


def test_blanked_text_keeps_its_length() -> None:
    text = "> $$ a % c\n> &gt; b $$"
    found = fences(Source("n.md", text))
    assert len(found.text) == len(text)


def test_the_title_of_a_slide_is_no_part_of_its_first_sentence() -> None:
    for head in (r"\begin{frame}{Some title}", r"\begin{frame}[t]{One}{Two}", r"\begin{frame}\frametitle{Title}"):
        found = sentences(note(head + " Let $w$ be a unit vector.\n\\[w^T w = 1\\]\\end{frame}", "tex"))
        assert found[0].text.startswith("let"), head


def test_a_bracket_that_markdown_escapes_is_no_formula() -> None:
    found = note("We call \\[U, S, V] = svd(x), which lies in \\[0, 1].\n\n\\[a = b\\]\n\n$$c = d$$\n")
    assert shown(found) == ["a = b", "c = d"]
    assert found.complaints() == []
    assert note("\\[a = b\n\n$$c = d$$\n").complaints() != []
