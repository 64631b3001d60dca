"""Formats of notes: what converters and readers make of formulas, and how their output is checked."""

import json

from .row import Row
from .ways import check, told

THEOREM = r"""\newtheorem{theorem}{Theorem}
Let $A \in \mathbb{R}^{n\times n}$ and $w\in\mathbb{R}^n$.
\begin{theorem} Let $A$ be symmetric. Then \[w^\top A^\top = w^\top A.\]\end{theorem}
We go on. \[A^\top w = A w\]"""
ALIGN = r"""Let $A, B \in \mathbb{R}^{n\times n}$.
\begin{align} (AB)^\top &= B^\top A^\top \label{eq:1}\\ \det(2A) &= 2\det A \nonumber\end{align}
It follows from \eqref{eq:1}."""
ALIGNED = r"""Let $A, B \in \mathbb{R}^{n\times n}$. $$\begin{aligned}
 (AB)^\top &= B^\top A^\top \label{eq:1}\\ \det(2A) &= 2\det A \nonumber\end{aligned}$$"""
MACROS = r"""\newcommand{\tr}{\operatorname{tr}}\newcommand{\T}{^{\mathsf T}}
Let $A, B$ be $n \times n$ matrices.
\[\tr(A\T B)=\tr(B\T A)\]"""
TEX = ("pandoc", "-f", "latex", "-t")
PANDOC = "https://pandoc.org/MANUAL.html"
KRAMDOWN = "https://kramdown.gettalong.org/syntax.html#math-blocks"
DOLLARMATH = "https://mdit-py-plugins.readthedocs.io/en/latest/#dollarmath"
JUPYTEXT = "https://jupytext.readthedocs.io/en/latest/formats-scripts.html"
FORMAT = "https://nbformat.readthedocs.io/en/latest/format_description.html"
PERCENT = "# %% [markdown]\n# Let $A, B$ be square.\n#\n# $$\n# AB = BA\n# $$\n# %%\nk = 2"
CELLS = 'm = lambda **k: dict(cell_type="markdown", metadata={}, source="$$A + B = B + A$$", **k)\n'


def pandoc(to: str, given: str, says: str, name: str, does: str, gives: str, ours: str) -> Row:
    suffix = ".ipynb" if to.startswith("ipynb") else ".md"
    run = told(suffix, gives.split()[1]) if gives.startswith("names") else check(suffix)
    title = f"pandoc -t {to}: {name}"
    return Row(title, "pandoc", "2.17", PANDOC, given, says, does, run, gives, ours, (*TEX, to))


def notebook(text: str) -> str:
    cell = {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True), "id": ""}
    return json.dumps({"cells": [cell], "nbformat": 4, "nbformat_minor": 5, "metadata": {}}, indent=1)


ROWS = (
    pandoc(
        "markdown", ALIGN,
        ALIGNED + '\nIt follows from [\\[eq:1\\]](#eq:1){reference-type="eqref"\nreference="eq:1"}.',
        "aligned rows and a reference",
        "`align` becomes `aligned`; `\\eqref` becomes a link whose text is `\\[eq:1\\]`.",
        "proved, refuted", "Each row is judged; a link is no display.",
    ),
    pandoc(
        "commonmark_x", ALIGN,
        ALIGNED + '\nIt follows from [\\[eq:1\\]](#eq:1){reference-type="eqref"\nreference="eq:1"}.',
        "aligned rows and a reference", "The same as with `-t markdown`.", "proved, refuted", "The same.",
    ),
    pandoc(
        "gfm", ALIGN,
        "Let *A*, *B* ∈ ℝ<sup>*n* × *n*</sup>.\n" + ALIGNED.partition(". ")[2].replace("\\", "\\\\")
        + '\nIt follows from <a href="#eq:1" data-reference-type="eqref"\ndata-reference="eq:1">[eq:1]</a>.',
        "aligned rows", "Formulas become italics, and backslashes of a display are doubled.", "proved, refuted",
        "Doubled backslashes are read. Italics declare no letters, so that the false row is only a warning; one line "
        "names the conversions that keep formulas.",
    ),
    pandoc(
        "gfm", r"Let $A$ be square. \[\operatorname{tr}(A) = \operatorname{tr}(A^\top)\]",
        "Let *A* be square. tr (*A*) = tr (*A*<sup>⊤</sup>)",
        "a display without environment", "The formula becomes italics: no mathematics is left.",
        "names tex_math_dollars", "One line names the conversions that keep formulas.",
    ),
    pandoc(
        "gfm+tex_math_dollars", ALIGN,
        ALIGNED + '\nIt follows from <a href="#eq:1" data-reference-type="eqref"\ndata-reference="eq:1">[eq:1]</a>.',
        "aligned rows and a reference", "Formulas stay; `\\eqref` becomes a link in HTML.", "proved, refuted",
        "Each row is judged.",
    ),
    pandoc(
        "markdown", THEOREM,
        "Let $A \\in \\mathbb{R}^{n\\times n}$ and $w\\in\\mathbb{R}^n$.\n\n::: theorem\n**Theorem 1**. *Let "
        "$A$ be symmetric. "
        "Then\n$$w^\\top A^\\top = w^\\top A.$$*\n:::\n\nWe go on. $$A^\\top w = A w$$",
        "a theorem", "`::: theorem` … `:::`.", "proved, needs",
        "The hypotheses of the theorem end at `:::`; a warning names the one that the next row lacks.",
    ),
    pandoc(
        "commonmark_x", THEOREM,
        "Let $A \\in \\mathbb{R}^{n\\times n}$ and $w\\in\\mathbb{R}^n$.\n\n::: {.theorem}\n**Theorem 1**. *Let "
        "$A$ be symmetric. "
        "Then\n$$w^\\top A^\\top = w^\\top A.$$*\n:::\n\nWe go on. $$A^\\top w = A w$$",
        "a theorem", "`::: {.theorem}` … `:::`.", "proved, needs", "The same.",
    ),
    pandoc(
        "gfm+tex_math_dollars", THEOREM,
        "Let $A \\in \\mathbb{R}^{n\\times n}$ and $w\\in\\mathbb{R}^n$.\n\n<div "
        "class=\"theorem\">\n\n**Theorem 1**. *Let $A$ be "
        "symmetric. Then\n$$w^\\top A^\\top = w^\\top A.$$*\n\n</div>\n\nWe go on. $$A^\\top w = A w$$",
        "a theorem", '`<div class="theorem">` … `</div>`.', "proved, needs",
        "The hypotheses of the theorem end at `</div>`.",
    ),
    pandoc(
        "ipynb", r"Let $A$ be square. \[\operatorname{tr}(A) = \operatorname{tr}(A^\top)\]",
        notebook(r"Let $A$ be square. $$\operatorname{tr}(A) = \operatorname{tr}(A^\top)$$"),
        "a display", "Formulas stay in the text cells of a notebook; their ids change at each conversion.", "proved",
        "The cells are read together.",
    ),
    pandoc(
        "ipynb", THEOREM,
        notebook(
            "Let $A \\in \\mathbb{R}^{n\\times n}$ and $w\\in\\mathbb{R}^n$.\n\n**Theorem 1**. *Let $A$ be "
            "symmetric. Then\n"
            "$$w^\\top A^\\top = w^\\top A.$$*\n\nWe go on. $$A^\\top w = A w$$"
        ),
        "a theorem", "The environment is lost: a bold title and italics remain.", "proved, proved",
        "Nothing shows where the theorem ends: a proof behind it names the hypothesis that it uses, with its line.",
    ),
    pandoc(
        "markdown", MACROS,
        "Let $A, B$ be $n \\times n$ matrices.\n$$\\operatorname{tr}(A^{\\mathsf "
        "T}B)=\\operatorname{tr}(B^{\\mathsf T}A)$$",
        "macros", "Macros are expanded, and their definitions are left out.", "proved", "As in the source.",
    ),
    Row(
        "kramdown: `$$` in a sentence", "kramdown", "2.4", KRAMDOWN,
        r"The product $$x^\top y$$ of $$x, y\in\mathbb{R}^n$$.",
        r"<p>The product \(x^\top y\) of \(x, y\in\mathbb{R}^n\).</p>",
        "`$$…$$` within a paragraph is an inline formula.",
        check(".md", "{given}\n\n$$x^\\top y = y^\\top x$$"), "problem, definition, proved",
        "Such a formula declares letters, but it asserts nothing without a relation.",
    ),
    Row(
        "kramdown: bars in a table", "kramdown", "2.4", KRAMDOWN, "| $$|x|$$ | 1 |",
        "<table>\n  <tbody>\n    <tr>\n      <td>$$</td>\n      <td>x</td>\n      <td>$$</td>\n      "
        "<td>1</td>\n    </tr>\n"
        "  </tbody>\n</table>",
        "A bar in a formula ends the cell of a table.", check(".md", "{given}"), "problem",
        "The formula is read, and asserts nothing.",
    ),
    Row(
        "dollarmath: text after a display", "markdown-it-py", "0.7", DOLLARMATH,
        r'r"$$x^\top y = y^\top x$$ for all columns"',
        "text '$'\nmath_inline 'x^\\\\top y = y^\\\\top x'\ntext '$ for all columns'",
        "`$$a$$ text` is an inline formula between two lone dollars.",
        check(".md", "Let $x, y$ be columns.\n\n$$x^\\top y = y^\\top x$$ for all columns"), "proved",
        "It is a display.",
    ),
    Row(
        "dollarmath: a display below text", "markdown-it-py", "0.7", DOLLARMATH, r'"text\n$$\nA + B = B + A\n$$"',
        "text 'text'\nsoftbreak ''\ntext '$'\nmath_inline '\\nA + B = B + A\\n'\ntext '$'",
        "`$$` right below a line of text is an inline formula between two lone dollars.",
        check(".md", "Let $A, B$ be square.\ntext\n$$\nA + B = B + A\n$$"), "proved", "It is a display.",
    ),
    Row(
        "MyST: the directive `math` with rows", "MyST-Parser", "5.2",
        "https://myst-parser.readthedocs.io/en/latest/syntax/math.html",
        "Let $A$ be square.\n\n```{math}\n(A + A^\\top)^\\top &= A + A^\\top \\\\\n\\operatorname{tr} A &= "
        "2\\operatorname{tr} A\n```",
        '<document source="<stdin>"> <paragraph> Let <math> A be square. <math_block xml:space="preserve"> '
        "(A + A^\\top)^\\top &= A + A^\\top \\\\ \\operatorname{tr} A &= 2\\operatorname{tr} A",
        "The rows stay as they are, without `aligned`; without Sphinx the option `label` and the role `eq` are errors.",
        check(".md", "{given}"), "proved, refuted", "Each row is judged, also with `:label:`.",
    ),
    Row(
        "jupytext: percent script to Markdown", "jupytext", "1.19", JUPYTEXT,
        f"print(jupytext.writes(read({PERCENT!r}, 'py:percent'), 'md').strip())",
        "Let $A, B$ be square.\n\n$$\nAB = BA\n$$\n```python\nk = 2\n```",
        "A code cell follows the display without a blank line.", check(".md"), "refuted", "The display is judged.",
    ),
    Row(
        "jupytext: percent script", "jupytext", "1.19", JUPYTEXT, f"print({PERCENT!r})", PERCENT,
        "Formulas stand in comments of a `.py` file.", check(".py"),
        "got a Python file, but should be a note: jupytext --to md note.py",
        "The file is refused, and the message names the conversion.",
    ),
    Row(
        "nbformat: missing and repeated ids", "nbformat", "5.11", FORMAT,
        CELLS + 'nb = nbformat.from_dict(dict(nbformat=4, nbformat_minor=5, metadata={}, cells=[m(), m(id="a"), '
                'm(id="a")]))\n'
        'nbformat.validate(nb)\nprint(len({c["id"] for c in nb.cells}), nb.cells[1]["id"])',
        "3 a", "`validate` warns, and writes new ids into the notebook that it was given.",
        check(".ipynb",
        '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "markdown", "metadata":'
              ' {}, "source": "Let $A, B$ be square."}, {"cell_type": "markdown", "id": "a", "metadata": {}, "source": '
              '"$$A + B = B + A$$"}, {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "$$AB = BA$$"}]}'),
        "proved, refuted", "Ids are not needed: places are numbers of cells.",
    ),
    Row(
        "nbformat: an id in a 4.4 notebook", "nbformat", "5.11", FORMAT,
        CELLS + 'nb = nbformat.from_dict(dict(nbformat=4, nbformat_minor=4, metadata={}, cells=[m(id="a")]))\n'
        "try:\n    nbformat.validate(nb)\nexcept nbformat.ValidationError as e:\n    print(str(e).splitlines()[0])",
        "Additional properties are not allowed ('id' was unexpected)", "The notebook is invalid.",
        check(".ipynb",
        '{"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": [{"cell_type": "markdown", "id": "a",'
              ' "metadata": {}, "source": ["Let $A, B$ be square. $$A + B = B + A$$"]}]}'),
        "proved", "It is read.",
    ),
)  # fmt: skip
