"""Displays that macros, environments, packages and converters write; what is not read is named."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.notes.formulas.blocks import read_note
from pcaproofs.notes.text.dialects import CONVERTED

from .checking import rows, rows_using
from .reading import note, shown

DISPLAYS = {  # LaTeX, the formulas of it
    "two macros": (r"\newcommand{\be}{\begin{equation}}\newcommand{\ee}{\end{equation}} \be a = b \ee", ["a = b"]),
    "by def, rows": (r"\def\ba{\begin{align*}}\def\ea{\end{align*}} \ba a &= b \\ &= c \ea", ["a = b", "= c"]),
    "closed by the plain command": (r"\newcommand\beq{\begin{equation}} \beq a = b \end{equation}", ["a = b"]),
    "dollars": (r"\def\bd{$$}\def\ed{$$} \bd a = b \ed and $c$", ["a = b", "$c$"]),
    "brackets": (r"\newcommand{\eq}{\[}\newcommand{\qe}{\]} \eq a = b \qe", ["a = b"]),
    "a macro of a macro": (
        r"\def\be{\begin{equation}}\def\ee{\end{equation}}\newcommand{\start}{\par\be} \start a = b \ee",
        ["a = b"],
    ),
    "with a label": (
        r"\newcommand{\be}[1]{\begin{equation}\label{#1}}\def\ee{\end{equation}} \be{q} a = b \ee",
        ["a = b"],
    ),
    "an environment": (
        r"\newenvironment{eqn}{\begin{equation}}{\end{equation}} \begin{eqn} a = b \end{eqn}",
        ["a = b"],
    ),
    "an environment in a box, with an argument": (
        r"\newenvironment{boxed}[1]{\begin{tcolorbox}[title=#1]\begin{align*}}{\end{align*}\end{tcolorbox}}"
        r" \begin{boxed}{so} a &= b \\ &= c \end{boxed}",
        ["a = b", "= c"],
    ),
    "an environment with a star": (
        r"\newenvironment{eqn*}{\csname align*\endcsname}{\csname endalign*\endcsname} \begin{eqn*} a = b \end{eqn*}",
        ["a = b"],
    ),
    "by the commands of an environment": (
        r"\newenvironment{eqn}{\align}{\endalign} \begin{eqn} a &= b \\ &= c \end{eqn}",
        ["a = b", "= c"],
    ),
    "of xparse": (
        r"\NewDocumentEnvironment{eqn}{O{} m}{\begin{align}\label{#2}}{\end{align}} \begin{eqn}{q} a = b \end{eqn}",
        ["a = b"],
    ),
    "empheq": (r"\begin{empheq}[box=\fbox]{align} a &= b \\ &= c \end{empheq}", ["a = b", "= c"]),
    "dmath": (r"\begin{dmath} a = b \end{dmath}", ["a = b"]),
    "within subequations": (r"\begin{subequations} \begin{align} a &= b \end{align} \end{subequations}", ["a = b"]),
    "cases with numbers": (
        r"\begin{numcases}{f =} a & $x > 0$ \\ b & $x < 0$ \end{numcases}",
        [r"f = \begin{cases} a & x > 0 \\ b & x < 0 \end{cases}"],
    ),
    "no display": (r"\newenvironment{claim}{\begin{quote}}{\end{quote}} \begin{claim} So $a$. \end{claim}", ["$a$"]),
}


@pytest.mark.parametrize("name", DISPLAYS)
def test_displays_of_own_macros_and_of_packages_are_read(name: str) -> None:
    text, expected = DISPLAYS[name]
    found = note(text, "tex")
    assert shown(found) == expected
    assert found.complaints() == []
    assert found.passed_over == ()


def test_a_display_of_own_macros_that_does_not_close_is_named() -> None:
    found = note(r"\def\be{\begin{equation}} \be a = b" + "\n\nand $c$", "tex")
    (line,) = found.faults()
    assert line.startswith(r"got \be, but should be closed")
    assert shown(found)[-1] == "$c$"


def test_macros_of_an_input_open_displays(tmp_path: Path) -> None:
    (tmp_path / "mine.tex").write_text("\\def\\be{\\begin{equation}}\\def\\ee{\\end{equation}}\n", encoding="utf-8")
    (tmp_path / "n.tex").write_text(
        "\\input{mine}\n\\begin{document}\n\\be a = b \\ee\n\\end{document}", encoding="utf-8"
    )
    assert shown(read_note(tmp_path / "n.tex")) == ["a = b"]


MARKDOWN = {  # Markdown, the formulas of it
    "a block with attributes": ("```math {#eq-a}\na = b\n```", ["a = b"]),
    "a block with a class": ("```{.math #a}\na = b\n```", ["a = b"]),
    "three dollars": ("$$$\na = b\n$$$\n\nso $$$c$$$ is", ["a = b", "$c$"]),
    "reStructuredText in MyST": (
        "```{eval-rst}\n.. math::\n   :label: q\n\n   a = b\n\nand\n\n.. math:: c = d\n```\n\n$e$ is\n",
        ["a = b", "c = d", "$e$"],
    ),
    "a link": (r"by [\[eq:1\]](#eq:1){reference-type='eqref'} and [\[a\]][b], $c$", ["$c$"]),
    "references": (r"see \[2\], \[3, 4\] and \[Smith 2020\], $c$", ["$c$"]),
    "a formula in a sentence": (r"so \[a = b\] and \[X\]", ["a = b", "X"]),
    "doubled backslashes": ("so \\\\(x \\\\in \\\\mathbb{R}^p\\\\)\n\n\\\\[ \\\\|x\\\\|^2 = 1 \\\\]",
        [r"$x \in \mathbb{R}^{p}$", r"\lVert x\rVert^{2} = 1"]),
    "backslashes doubled before signs": (r"so \\( \\|x\\| = \sqrt{2} \\)", [r"$\lVert x\rVert = \sqrt{2}$"]),
    "bars between dollars": (r"$$ \\|x\\| = 1 $$", [r"\lVert x\rVert = 1"]),
    "a row before a bar": ("$$\\begin{aligned} a &= |b| \\\\|c| &= d \\end{aligned}$$",
        [r"a = \lvert b\rvert", r"\lvert c\rvert = d"]),
    "ends of rows before letters": ("$$\\begin{aligned} a &= b \\\\c &= d \\end{aligned}$$", ["a = b", "c = d"]),
    "spaces of Unicode": ("$$a\u00a0=\u2009b\u202f+\u3000c$$", ["a = b + c"]),
}  # fmt: skip


@pytest.mark.parametrize("name", MARKDOWN)
def test_displays_of_dialects_of_markdown_are_read(name: str) -> None:
    text, expected = MARKDOWN[name]
    found = note(text)
    assert shown(found) == expected
    assert found.complaints() == []
    assert found.passed_over == ()


PASSED = {  # syntax, text, what is named
    "another name of an environment": ("tex", r"\let\be\equation \let\ee\endequation \be a = b \ee", [r"\be"]),
    "undefined macros": ("tex", "\\be\na = b\n\\ee", [r"\be"]),
    "an unknown environment": ("tex", r"\begin{eqn} x^2 &= y \\ &= z \end{eqn}", [r"\begin{eqn}"]),
    "scripts alone": ("tex", r"\begin{eqn} X^T X = X X^T \end{eqn}", [r"\begin{eqn}"]),
    "commands in the text": ("tex", r"so \|x\| = 1 holds", [r"\|"]),
    "a formula that does not close": ("markdown", r"so \( \frac{a}{b} = c holds", [r"\frac"]),
    "unknown tags": ("markdown", "{% eqn %} x^2 = y {% endeqn %}", ["{% eqn %}"]),
    "an unknown shortcode": ("markdown", "{{< eqn >}} x^2 = y {{< /eqn >}}", ["{{< eqn >}}"]),
    "a component": ("markdown", '<Tex math="\\sqrt{x} = y" />', [r"\sqrt"]),
    "LaTeX in a block of code": ("markdown", "```latex\n\\sqrt{x} = y\n```", [r"\sqrt"]),
    "MathML": ("markdown", "<math><mi>x</mi><mo>=</mo></math>", ["<math>"]),
    "a table": ("tex", r"\begin{tabular}{ll} a & b = c \\ \end{tabular}", []),
    "names of files": ("tex", r"\includegraphics[width=0.5\textwidth]{a_b} \label{x^2=y} and k = 2", []),
    "the preamble": (
        "tex",
        r"\newcommand{\f}{\alpha = 2}\setlength{\x}{1} \alpha = 1 \begin{document} so \end{document}",
        [],
    ),
    "a pair of commands for a list": (
        "tex",
        r"\newcommand{\bi}{\begin{itemize}}\def\ei{\end{itemize}} \bi k = 1 \ei",
        [],
    ),
    "escaped signs": ("tex", r"\begin{thebibliography}{9} A = B \& C \end{thebibliography}", []),
    "addresses": ("markdown", "so [b](https://a.b/\\frac{a}{b}=c) is", []),
    "items": ("tex", r"\begin{itemize} \item $a$ = $b$ \end{itemize}", []),
    "code": ("markdown", "`\\frac{a}{b} = c`\n\n```python\nx = r'\\alpha'\n```\n\n    y = 2", []),
    "code of Jekyll": ("markdown", "{% highlight python %} x = a^b {% endhighlight %}", []),
    "a comment": ("markdown", "<!-- \\alpha = 1 -->", []),
    "front matter": ("markdown", "---\ntitle: \\alpha = 1\n---\n", []),
}


@pytest.mark.parametrize("name", PASSED)
def test_what_looks_like_mathematics_and_is_not_read_is_named(name: str) -> None:
    syntax, text, expected = PASSED[name]
    found = note(text, syntax)
    assert [said for _, said in found.passed_over] == expected


def test_what_is_not_read_counts_with_strict_only(tmp_path: Path) -> None:
    path = tmp_path / "n.tex"
    path.write_text("\\be\na = b\n\\ee\n\n\\iffalse $a$ \\fi\n", encoding="utf-8")
    run = CliRunner().invoke(main, ["check", "--no-cache", str(path)])
    assert run.exit_code == 0
    assert f"not read: 1 place: line 1 (\\be) [{path}]" in run.stderr
    assert f"disabled, not judged: 1 place: line 5 (untaken branch) [{path}]" in run.stderr
    run = CliRunner().invoke(main, ["check", "--no-cache", "--strict", "--json", str(path)])
    assert run.exit_code == 1
    (data,) = json.loads(run.stdout)["files"]
    assert data["not_read"] == [{"line": 1, "column": 1, "what": r"\be"}]
    assert data["disabled"] == [{"line": 5, "column": 1, "what": "untaken branch"}]
    assert data["summary"] == {"rows": 0, "not read": 1, "disabled": 1}
    path.write_text(f"% pcaproofs: ignore not-read\n{path.read_text(encoding='utf-8')}", encoding="utf-8")
    assert CliRunner().invoke(main, ["check", "--no-cache", "--strict", str(path)]).exit_code == 0
    (tmp_path / "n.md").write_text(LOST["italics"], encoding="utf-8")
    for strict, code in (([], 0), (["--strict"], 1)):
        assert CliRunner().invoke(main, ["check", "--no-cache", *strict, str(tmp_path / "n.md")]).exit_code == code


LOST = {  # text as a converter writes it
    "italics": "Let *A* be, then *A*<sup>2</sup> = *A**B*.",
    "italics only": "so tr (*A**B*) = tr (*B**A*) or `tr`",
    "doubled backslashes": "$$\\\\begin{aligned} a &= b \\\\\\\\ &= \\\\alpha \\\\end{aligned}$$",
}


@pytest.mark.parametrize("name", LOST)
def test_formulas_that_a_converter_lost_are_named_once(name: str) -> None:
    found = note(LOST[name])
    (line,) = found.faults()
    assert line == f"{CONVERTED} [n.md]"


def test_markdown_with_doubled_backslashes_for_a_site_is_no_converted_file() -> None:
    text = "so \\\\(a\\\\) is\n\n$$\\\\alpha = \\\\beta$$\n\n2 *x* is a *y*, and `*A**B*` is code"
    assert note(text).faults() == []
    assert shown(note(text)) == ["$a$", r"\alpha = \beta"]


def test_a_python_file_is_refused_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "n.py"
    path.write_text("# %% [markdown]\n# $a$\n", encoding="utf-8")
    run = CliRunner().invoke(main, ["check", str(path)])
    assert run.exit_code == 2
    assert "jupytext --to md n.py" in run.stderr


SAID = "Let $A$ be symmetric. Then $$w^\\top A^\\top = w^\\top A.$$"
THEOREM = f"**Theorem 1**. *{SAID}*"
QUOTED = "> Let $A$ be symmetric. Then\n>\n> $$w^\\top A^\\top = w^\\top A.$$\n"
CONVERTED_NOTES = {  # what pandoc 2.17 and authors of sites write; the verdicts of the rows
    "a block": (f"::: theorem\n{THEOREM}\n:::\n\n", ["proved using", "undecided"]),
    "a class": (f"::: {{.theorem}}\n{THEOREM}\n:::\n\n", ["proved using", "undecided"]),
    "HTML": (f'<div class="theorem">\n\n{THEOREM}\n\n</div>\n\n', ["proved using", "undecided"]),
    "no block, as in a notebook": (f"{THEOREM}\n\n", ["proved using", "proved using"]),
    "a proof that uses the theorem": (
        f"**Theorem 1** (Transposes). *{SAID}*\n\n*Proof.* We have $$A^\\top w = A w.$$ \u25fb\n\n",
        ["proved using", "proved using", "proved using"],
    ),
    "a proof in a block": (
        f"::: theorem\n{THEOREM}\n:::\n\n::: proof\n*Proof.* We have $$A^\\top w = A w.$$ \u25fb\n:::\n\n",
        ["proved using", "proved using", "undecided"],
    ),
    "blocks in a section": (
        f"<section class='lemma' id='a'>\n<div>\n{SAID}\n</div>\n<div class='x'>\n\n"
        "$$w^\\top A^\\top = w^\\top A.$$\n</div>\n</section>\n\n",
        ["proved using", "proved using", "undecided"],
    ),
    "an identifier": (f'<div id="thm-a">\n{SAID}\n</div>\n\n', ["proved using", "undecided"]),
    "kramdown": (QUOTED + "{: .theorem}\n\n", ["proved using", "proved using"]),
    "kramdown, before the block": ("{: .theorem}\n" + QUOTED + "\n", ["proved using", "proved using"]),
    "a block without a meaning": (f"<div>\n{SAID}\n</div>\n\n", ["proved using", "proved using"]),
}


@pytest.mark.parametrize("name", CONVERTED_NOTES)
def test_the_hypotheses_of_a_theorem_end_with_its_block_or_are_named(name: str) -> None:
    text, verdicts = CONVERTED_NOTES[name]
    letters = "Let $A \\in \\mathbb{R}^{n \\times n}$ and $w \\in \\mathbb{R}^n$.\n\n"
    assert rows_using(f"{letters}{text}We go on.\n\n$$A^\\top w = A w$$\n") == verdicts


TITLES = ["## Length", "# Uncentred data", "### About $x$"]


@pytest.mark.parametrize("title", TITLES)
def test_the_title_of_a_block_suspends_nothing(title: str) -> None:
    text = (
        f"Let $x \\in \\mathbb{{R}}^p$.\n\n::: {{#thm-a}}\n{title}\n\n$$x^T x = 2 x^T x$$\n:::\n\n$$x^T x = 3 x^T x$$"
    )
    assert rows(text) == ["refuted", "refuted"]
