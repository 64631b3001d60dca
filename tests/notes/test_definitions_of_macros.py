"""Macros by the commands that define them, and those of front matter, configurations and includes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pcaproofs.notes.formulas.blocks import read_note

from .reading import note, shown

MACROS = {  # LaTeX, its formulas
    "an argument by xparse": (r"\NewDocumentCommand{\tp}{m}{#1^{\top}} $\tp{x}y$", [r"$x^{\top} y$"]),
    "without braces": (r"\NewDocumentCommand\tp{m}{#1^{\top}} $\tp{x}y$", [r"$x^{\top} y$"]),
    "renewed": (r"\NewDocumentCommand{\f}{m}{#1} \RenewDocumentCommand{\f}{m}{2 #1} $\f{a}$", ["$2 a$"]),
    "a robust command": (r"\DeclareRobustCommand{\f}[1]{2 #1} $\f{a}$", ["$2 a$"]),
    "an own braket": (r"\providecommand{\braket}[2]{#1 + #2} $\braket{x}{y}$", ["$x + y$"]),
}  # fmt: skip


@pytest.mark.parametrize("name", MACROS)
def test_macros_are_expanded(name: str) -> None:
    text, expected = MACROS[name]
    found = note(text, "tex")
    assert shown(found) == expected
    assert found.guessed == {}


UNREAD = {
    "a sign that lacks": r"\def\ip<#1,#2>{#1^T #2} $\ip(a, b)$",
    "an unknown kind of argument": r"\NewDocumentCommand{\f}{e{^_}}{a} $\f$",
    "a command that nothing defines": r"so $\mel{x}{A}{y}$",
    "a star": r"\NewDocumentCommand{\n}{s m}{\IfBooleanTF{#1}{a}{b} #2} $\n{x}$",
}


@pytest.mark.parametrize("name", UNREAD)
def test_macros_that_are_not_understood_are_unread(name: str) -> None:
    assert shown(note(UNREAD[name], "tex")) == ["$!$"]


FRONT = {
    "single quotes": "math:\n  '\\nrm': '\\lVert #1 \\rVert'\n",
    "double quotes": 'math:\n  "\\\\nrm": "\\\\lVert #1 \\\\rVert"\n',
    "plain": "title: A\nmath:\n  \\nrm: \\lVert#1\\rVert\nother: 1\n",
    "a macro with fields": "math:\n  \\nrm:\n    macro: '\\lVert #1 \\rVert'\n",
}


@pytest.mark.parametrize("name", FRONT)
def test_macros_of_the_front_matter_are_read(name: str) -> None:
    assert shown(note(f"---\n{FRONT[name]}---\n\n$\\nrm{{x}}$ is")) == [r"$\lVert x\rVert$"]


PROJECTS = {  # name of a file, its text, the note
    "MyST": ("myst.yml", "project:\n  math:\n    '\\nrm': '\\lVert #1 \\rVert'\n", "$\\nrm{x}$ is"),
    "Jupyter Book": (
        "_config.yml",
        'sphinx:\n  config:\n    mathjax3_config:\n      tex:\n        macros:\n          "R": "\\\\mathbb{R}"\n'
        '          nrm: ["\\\\lVert #1 \\\\rVert", 1]\n',
        "$\\nrm{x}$ is",
    ),
    "an include of Quarto": ("_macros.qmd", "$$\n\\newcommand{\\nrm}[1]{\\lVert #1 \\rVert}\n$$\n",
        "{{< include _macros.qmd >}}\n\n$\\nrm{x}$ is"),
    "a header of Quarto": ("m.tex", "\\newcommand{\\nrm}[1]{\\lVert #1 \\rVert}\n",
        "---\nformat:\n  pdf:\n    include-in-header: m.tex\n---\n\n$\\nrm{x}$ is"),
}  # fmt: skip


@pytest.mark.parametrize("name", PROJECTS)
def test_macros_of_the_project_are_read(name: str, tmp_path: Path) -> None:
    file, text, said = PROJECTS[name]
    (tmp_path / file).write_text(text, encoding="utf-8")
    (tmp_path / "chapters").mkdir()
    folder = tmp_path if "{{<" in said or "include" in said else tmp_path / "chapters"
    (folder / "n.md").write_text(said, encoding="utf-8")
    assert shown(read_note(folder / "n.md")) == [r"$\lVert x\rVert$"]


def test_a_mdx_file_is_markdown(tmp_path: Path) -> None:
    (tmp_path / "n.mdx").write_text("import X from 'x'\n\nso $b$ is <X />\n", encoding="utf-8")
    assert shown(read_note(tmp_path / "n.mdx")) == ["$b$"]
