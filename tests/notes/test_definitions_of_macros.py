"""Macros with parameters of other kinds, those of packages, and those of front matter, configurations and includes."""

from __future__ import annotations

from pathlib import Path

import pytest

from pcaproofs.notes.formulas.blocks import read_note

from .reading import note, shown

MACROS = {  # LaTeX, its formulas
    "an argument by xparse": (r"\NewDocumentCommand{\tp}{m}{#1^{\top}} $\tp{x}y$", [r"$x^{\top} y$"]),
    "without braces": (r"\NewDocumentCommand\tp{m}{#1^{\top}} $\tp{x}y$", [r"$x^{\top} y$"]),
    "a star": (
        r"\NewDocumentCommand{\n}{s m}{\IfBooleanTF{#1}{\lVert #2 \rVert_1}{\lVert #2 \rVert}} $\n{x} + \n*{x}$",
        [r"$\lVert x\rVert + \lVert x\rVert_{1}$"],
    ),
    "a default": (r"\NewDocumentCommand{\n}{O{2} m}{\lVert #2 \rVert_{#1}} $\n{x} + \n[1]{x}$",
        [r"$\lVert x\rVert_{2} + \lVert x\rVert_{1}$"]),
    "an optional argument": (r"\NewDocumentCommand{\s}{m o}{a\IfNoValueTF{#2}{}{_{#2}} + #1} $\s{b} + \s{c}[d]$",
        ["$a + b + a_{d} + c$"]),
    "only a value": (r"\NewDocumentCommand{\s}{m o}{#1\IfValueT{#2}{^{#2}}} $\s{b} + \s{c}[2]$", ["$b + c^{2}$"]),
    "other brackets": (r"\NewDocumentCommand{\ip}{d<> m}{#2 + #1} $\ip<a>{b}$", ["$b + a$"]),
    "renewed": (r"\NewDocumentCommand{\f}{m}{#1} \RenewDocumentCommand{\f}{m}{2 #1} $\f{a}$", ["$2 a$"]),
    "a robust command": (r"\DeclareRobustCommand{\f}[1]{2 #1} $\f{a}$", ["$2 a$"]),
    "signs around the arguments": (r"\def\ip<#1,#2>{#1^T #2} $\ip<a + b, c>$", [r"$a + b^{\top} c$"]),
    "a sign behind the argument": (r"\def\f#1.{2#1} $\f{a}. + b$", ["$2 a + b$"]),
    "braket": (r"so $\braket{x|y} + \braket{x}{y}$", [r"$\langle x, y\rangle + \langle x, y\rangle$"]),
    "an own braket": (r"\providecommand{\braket}[2]{#1 + #2} $\braket{x}{y}$", ["$x + y$"]),
    "physics": (r"\usepackage{physics} $\mel{x}{A}{y} + \ev{A}{x} + \comm{A}{B}$",
        [r"$\langle x, A y\rangle + \langle x, A x\rangle + ((A) (B) - (B) (A))$"]),
    "arrows of physics": (r"\usepackage{amsmath, physics} $\vb{x} \vdot \va{y} + \vu*{z}$",
        [r"$\mathbf{x} \cdot \vec{\mathbf{y}} + \hat{\mathbf{z}}$"]),
    "a gradient": (r"\usepackage{physics} $\grad f + \grad{g}$", [r"$\nabla f + \nabla g$"]),
    "a body of another name": (r"\newcommand{\comm}[2]{#1 + #2} \usepackage{physics} $\comm{A}{B}$", ["$A + B$"]),
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
    "physics that is not there": r"so $\mel{x}{A}{y}$",
}


@pytest.mark.parametrize("name", UNREAD)
def test_macros_that_are_not_understood_are_unread(name: str) -> None:
    assert shown(note(UNREAD[name], "tex")) == ["$!$"]


def test_the_package_physics_may_be_required_in_markdown() -> None:
    assert shown(note(r"$\require{physics}$ so $\ev{A}{x}$ is"))[-1] == r"$\langle x, A x\rangle$"


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


def test_a_comment_is_one_of_myst_in_a_project_of_myst(tmp_path: Path) -> None:
    (tmp_path / "n.md").write_text("so\n% $a$\n$b$ is", encoding="utf-8")
    assert shown(read_note(tmp_path / "n.md")) == ["$a$", "$b$"]
    (tmp_path / "myst.yml").write_text("version: 1\n", encoding="utf-8")
    assert shown(read_note(tmp_path / "n.md")) == ["$b$"]


def test_a_mdx_file_is_markdown(tmp_path: Path) -> None:
    (tmp_path / "n.mdx").write_text("import X from 'x'\n\n{/* $a$ */}\n\nso $b$ is <X />\n", encoding="utf-8")
    assert shown(read_note(tmp_path / "n.mdx")) == ["$b$"]
