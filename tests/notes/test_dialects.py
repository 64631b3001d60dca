"""What a dialect disables is not judged, each in its dialect only; formulas in the tags of blog engines are read."""

from __future__ import annotations

import pytest

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.text import fences
from pcaproofs.notes.text.dialects import DIALECTS, TAGS, TEX_DIALECTS
from pcaproofs.notes.text.fences import OPENINGS
from pcaproofs.notes.text.source import Source

from .reading import note, shown

COLUMN = "Let $x \\in \\mathbb{R}^p$.\n\n"
FALSE = "$$x^T x = 2 x^T x$$"
TRUE = "x^{\\top} x = x^{\\top} x"
TEX = "\\documentclass{article}\\begin{document}\nLet $x \\in \\mathbb{R}^p$.\n"


def _note(file: str, text: str) -> Note:
    return read(Source(file, COLUMN + text))


def _verdicts(found: Note) -> list[str]:
    return [v.verdict for v in check_note(found)[1] if v.formula.display]


@pytest.mark.parametrize("row", DIALECTS, ids=lambda row: f"{row.name} {row.opens[:12]}")
def test_the_example_of_a_dialect_is_not_judged_and_is_named(row) -> None:  # type: ignore[no-untyped-def]
    found = _note(row.file, row.example)
    assert set(_verdicts(found)) <= {"proved"}
    assert [name for _, name in found.disabled] == [row.name]
    (said,) = found.remarks()
    assert said.startswith("disabled, not judged: 1 place: line ")
    assert found.passed_over == ()
    assert _verdicts(_note(row.file, row.example + "\n" + FALSE))[-1] == "refuted"


@pytest.mark.parametrize("row", TEX_DIALECTS, ids=lambda row: row.name)
def test_what_latex_skips_is_not_judged_and_is_named(row) -> None:  # type: ignore[no-untyped-def]
    found = note(TEX + row.example, "tex")
    assert _verdicts(found) == []
    assert {name for _, name in found.disabled} == {row.name}


@pytest.mark.parametrize("tag", TAGS, ids=lambda tag: tag.example[:16])
def test_a_formula_between_tags_is_read(tag) -> None:  # type: ignore[no-untyped-def]
    assert shown(note(f"so\n\n{tag.example}\n\nand")) == [TRUE]
    assert shown(note(f"so\n\n{tag.example.replace('x^T x = x^T x', '$$a = b$$')}\n\nand")) == ["a = b"]


@pytest.mark.parametrize("row", OPENINGS, ids=lambda row: row.name)
def test_the_example_of_an_opening(row, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    source = Source(row.file, row.example, "tex" if row.file.endswith("tex") else "markdown")
    found = fences.fences(source)
    assert [x.strip("$") for x in shown(read(source))] == ["a"]
    monkeypatch.setattr(fences, "OPENINGS", tuple(x for x in OPENINGS if x is not row))
    assert fences.fences(source).fences != found.fences


JUDGED = {  # in another dialect, or enabled: file, text
    "two percent signs in Quarto": ("n.qmd", f"%%\n{FALSE}\n%%"),
    "percent signs behind a number": ("n.md", f"up to 10%% and {FALSE} or 20%%"),
    "a percent sign without MyST": ("n.md", f"as\n% {FALSE}"),
    "a percent sign in Quarto": ("n.qmd", f"```{{python}}\nx\n```\n\n% {FALSE}"),
    "a comment of Hugo in Quarto": ("n.qmd", f"{{{{/* {FALSE} */}}}}"),
    "an escaped shortcode of Hugo": ("n.md", f"{{{{</* {FALSE} */>}}}}"),
    "a comment of Liquid in a notebook": ("n.ipynb", f"{{% comment %}}{FALSE}{{% endcomment %}}"),
    "a comment of MDX in Markdown": ("n.md", f"{{/* {FALSE} */}}"),
    "what is visible": ("n.qmd", f"::: {{.content-visible when-format='html'}}\n{FALSE}\n:::"),
    "what another format shows": ("n.qmd", f"::: {{.content-visible when-format='pdf'}}\n{FALSE}\n:::"),
    "what another format hides": ("n.qmd", f"::: {{.content-hidden when-format='pdf'}}\n{FALSE}\n:::"),
    "what depends on a profile": ("n.qmd", f"::: {{.content-visible when-profile='staff'}}\n{FALSE}\n:::"),
    "one tilde": ("n.md", f"~ {FALSE} ~"),
    "tildes in formulas": ("n.md", f"$a~~\\text{{or}}~~b$ {FALSE} $a~~b$"),
    "a relation that looks like a tag": ("n.md", f"the case a <s comes later; {FALSE}"),
    "a comment that does not close": ("n.md", f"%% so\n\n{FALSE}"),
    "code that shows a comment": ("n.md", f"`%%` and\n\n{FALSE}\n\n`%%`"),
}


@pytest.mark.parametrize("name", JUDGED)
def test_other_dialects_do_not_disable_it(name: str) -> None:
    found = _note(*JUDGED[name])
    assert _verdicts(found) == ["refuted"]
    assert found.disabled == ()


NESTED = {  # text, what is judged
    "a block in a hidden one": (f"::: {{.content-hidden}}\n:::: {{.note}}\n{FALSE}\n::::\n{FALSE}\n:::\n\n{FALSE}", 1),
    "lines of comments": (f"```{{note}}\nSo.\n```\n% {FALSE}\n% {FALSE}\n{FALSE}", 1),
    "a comment in a sentence": (f"so %%{FALSE}%% and {FALSE}", 1),
}


@pytest.mark.parametrize("name", NESTED)
def test_a_disabled_part_ends_where_it_is_closed(name: str) -> None:
    text, judged = NESTED[name]
    file = "n.md" if "comment" in name else "n.qmd"
    found = read(Source(file, COLUMN + text))
    assert len(found.rows) == judged
    assert len(found.disabled) == 1


CONDITIONS = {  # LaTeX, the formulas that are judged
    "the other branch": (r"\iffalse \[a\] \else \[b\] \fi \[c\]", ["b", "c"]),
    "the first branch": (r"\iftrue \[a\] \else \[b\] \fi \[c\]", ["a", "c"]),
    "nested": (r"\iffalse \ifnum1>0 \[a\] \else \[b\] \fi \[c\] \fi \[d\]", ["d"]),
    "an arrow is no condition": (r"\iffalse $a \iff b$ \fi \[c \iff d\]", [r"c \iff d"]),
    "a zero": ("\\if0\n\\[a\\]\n\\fi \\[b\\]", ["b"]),
    "a switch": (r"\newif\ifdraft \ifdraft \[a\] \else \[b\] \fi \drafttrue \ifdraft \[c\] \fi", ["b", "c"]),
    "a switch by let": (r"\let\iflong\iffalse \iflong \[a\] \fi \[b\]", ["b"]),
    "only TeX knows": (r"\ifx\a\b \[a\] \else \[b\] \fi", ["a", "b"]),
    "in a formula": (r"\begin{align} a &= b \iffalse \\ c &= d \fi \\ e &= f \end{align}", ["a = b", "e = f"]),
    "in a comment": ("% \\iffalse\n\\[a\\]\n% \\fi", ["a"]),
    "without an end": (r"\iffalse \[a\]", ["a"]),
    "an argument that is kept": (r"\newcommand{\keep}[1]{#1} \keep{\[a\]}", ["a"]),
    "an argument in braces": (r"\newcommand\hide[1]{} \hide{so {\[a\]} } \[b\]", ["b"]),
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_branches_that_are_never_taken_are_not_judged(name: str) -> None:
    text, expected = CONDITIONS[name]
    assert shown(note(text, "tex")) == expected


def test_offsets_and_the_text_as_written_stay() -> None:
    text = f"Let $x\u00a0\\in\u2009\\mathbb{{R}}^p$.\n\n%%\n{FALSE}\n%%\n\n{FALSE}"
    found = read(Source("n.md", text))
    assert [str(found.place(row)) for row in found.rows] == ["n.md:7:3"]
    assert found.source.as_written == text
    assert len(found.source.text) == len(text)
