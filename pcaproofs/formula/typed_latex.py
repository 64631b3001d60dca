r"""Conversion of LaTeX that authors type: formulas to MathML Core by the library math-core, sentences to HTML.

This module rewrites the few commands that the library does not read, or that browsers show wrongly: \substack,
smallmatrix, \bigl( and \bigr), an operator that is a letter. Any other unknown LaTeX raises `NoMathML`;
nothing is copied without being read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, lru_cache
from html import escape
from typing import Any

NO_LIBRARY = "the library {} is missing; install pcaproofs with its extra, pip install 'pcaproofs[report]'"

LONG, PAPER = 26, 54  # glyphs of a formula that fit on a line of a phone and of a printed page
_MACROS = {"surd": r"\text{√}"}
_MARKS = {
    r"\textbackslash{}": "\\",
    r"\textasciicircum{}": "^",
    r"\textasciitilde{}": "~",
    r"\textless{}": "<",
    r"\textgreater{}": ">",
    r"\textbar{}": "|",
    r"\textquotedbl{}": '"',
    r"\dots{}": "…",
    r"\allowbreak{}": "\u200b",
    r"\dots": "…",
    r"\ ": "\u00a0",
    r"\,": "\u202f",
    "---": "—",
    "--": "–",
    "``": "“",
    "''": "”",
    "`": "‘",
    "'": "’",
    "~": "\u00a0",
} | {rf"\{c}": c for c in "{}$&%#_"}
_TAGS = {"texttt": "code", "textbf": "strong", "textit": "em", "emph": "em", "textsf": "span"}
_SAID = re.compile("|".join([r"\$[^$]*\$", r"\\ensuremath\{", rf"\\(?:{'|'.join(_TAGS)})\{{", *map(re.escape, _MARKS)]))


class MissingLibrary(RuntimeError):  # noqa: N818
    """A library of the extra `report` is not installed; the message says in one line what to install."""


class NoMathML(ValueError):  # noqa: N818
    """LaTeX that is not understood; the message is one line."""


@cache
def _converter() -> Any:
    try:
        from math_core import LatexToMathML
    except ImportError:
        raise MissingLibrary(NO_LIBRARY.format("math-core")) from None
    return LatexToMathML(macros=_MACROS, annotation=True, fancy_error=False)


@cache
def mathml(latex: str, *, display: bool = False) -> str:
    """A formula without its delimiters as <math>, with the LaTeX as its annotation; raises NoMathML, MissingLibrary."""
    converter = _converter()
    source = " ".join(latex.split())
    from math_core import LatexError

    try:
        shown = converter.convert_with_local_state(_readable(source), displaystyle=display)
    except LatexError as error:
        reason = str(error).strip().splitlines()[-1]
        raise NoMathML(f"got the formula {source[:60]}, but should be LaTeX that MathML has: {reason}") from None
    # gathered, which only stands for \substack, is script size below an operator
    shown = re.sub(
        r'<mtable displaystyle="true" scriptlevel="0">(?=<mtr><mtd>)', '<mtable class="stack" scriptlevel="1">', shown
    )
    shown = shown.replace('<mtable displaystyle="false" scriptlevel="0">', '<mtable class="small">')
    annotation = '<annotation encoding="application/x-tex">'
    head, _, _ = shown.partition(annotation)
    return f"{head}{annotation}{escape(source, quote=False)}</annotation></semantics></math>"


def _readable(latex: str) -> str:
    """The formula, rewritten for the library."""
    latex = re.sub(r"\\bigl\(\\begin\{smallmatrix\}(.*?)\\end\{smallmatrix\}\\bigr\)", _brackets, latex)
    latex = latex.replace("{smallmatrix}", "{matrix}")
    latex = re.sub(
        r"\\big[lr](?![a-z])", "", latex
    )  # a browser would enlarge only one of the two brackets before a subscript or superscript
    latex = re.sub(r"\\operatorname\{(\\math\w+\{\w+\})\}", r"\1", latex)
    while r"\substack{" in latex:
        start = latex.index(r"\substack{")
        inside, end = _group(latex, start + len(r"\substack"))
        latex = rf"{latex[:start]}\begin{{gathered}}{inside}\end{{gathered}}{latex[end:]}"
    return latex


def _brackets(match: re.Match[str]) -> str:
    return rf"\begin{{pmatrix}}{match[1]}\end{{pmatrix}}"


def _group(text: str, start: int) -> tuple[str, int]:
    """The text between the brace at `start` and its partner, and the position after the partner."""
    depth = 0
    k = start
    while k < len(text):
        if text[k] == "\\":
            k += 1
        elif text[k] == "{":
            depth += 1
        elif text[k] == "}":
            depth -= 1
            if depth == 0:
                return text[start + 1 : k], k + 1
        k += 1
    raise NoMathML(f"got {text[start:][:40]}, but should have a closing brace")


@lru_cache(maxsize=1 << 14)
def width(latex: str) -> float:
    """The approximate width, in letters, of a formula that an author typed."""
    latex = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", lambda m: max(m[1], m[2], key=len), latex)
    latex = re.sub(r"\\sum_\{[^{}]*\}\^\{[^{}]*\}", "ΣΣ ", latex)
    latex = re.sub(r"\\text\{([^{}]*)\}", r"\1", latex)
    latex = re.sub(r"\\operatorname\*?\{([^{}]*)\}", r"\1", latex)
    latex = re.sub(r"\\(left|right|mathbf|mathbb|mathrm|quad|big|,|;)", "", latex)
    latex = re.sub(r"\\[A-Za-z]+", "x", latex)
    latex = re.sub(r"\s*([-+=])\s*", r"  \1", latex)
    small = sum(len(m[1]) - 0.6 * len(m[1]) for m in re.finditer(r"[\^_]\{([^{}]*)\}", latex))
    latex = re.sub(r"[\^_]\{[^{}]*\}", "", latex)
    latex = re.sub(r"[\^_].", "s", latex)
    return len(re.sub(r"[{}\\]", "", latex).replace(" ", "")) + 0.9 * latex.count("  ") + small


def inline(latex: str) -> str:
    """A formula in a sentence. A formula that may be wider than a phone gets a scroll bar: formulas do not wrap."""
    shown = fitted(mathml(latex), width(latex))
    return f'<span class="long">{shown}</span>' if width(latex) > LONG else shown


def fitted(shown: str, glyphs: float) -> str:
    """The <math> element, with its width if it may shrink on a phone, and with its scale factor in print."""
    if glyphs <= LONG:
        return shown
    fit = f";--fit:{PAPER / glyphs:.2f}" if glyphs > PAPER else ""
    return shown.replace("<math", f'<math style="--glyphs:{glyphs:.0f}{fit}"', 1)


def html_of(latex: str, formula: Callable[[str], str] = inline) -> str:
    """LaTeX text as HTML; `formula` converts formulas between dollars. Raises NoMathML at an unknown command."""
    out, k = [], 0
    for match in _SAID.finditer(latex):
        if match.start() < k:  # inside a group that was already read
            continue
        out.append(_text(latex[k : match.start()]))
        said, k = match[0], match.end()
        if said.startswith("$"):
            out.append(formula(said[1:-1]))
        elif said.endswith("{") and said != r"\{":
            inside, k = _group(latex, match.end() - 1)
            tag = _TAGS.get(said[1:-1])
            out.append(f"<{tag}>{html_of(inside, formula)}</{tag}>" if tag else formula(inside))
        else:
            out.append(escape(_MARKS[said]))
    return "".join([*out, _text(latex[k:])])


def _text(text: str) -> str:
    text = text.replace("{}", "")
    if re.search(r"[\\{}$]", text):
        raise NoMathML(f"got the text {text.strip()[:60]}, but should have no other commands than prose has")
    return escape(text)
