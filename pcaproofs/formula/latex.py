"""Formulas as LaTeX, without delimiters; it needs amsmath and amssymb."""

from __future__ import annotations

import re
from functools import lru_cache

from pcaproofs.formula import boxes
from pcaproofs.formula.boxes import Box, Fenced, Fraction, Gap, Glyph, Line, Mark, Scripts, Tabular, UnderOver
from pcaproofs.formula.characters import FONTS, MATH, SIGNS, SPECIAL
from pcaproofs.formula.from_unicode import formula as run_of_unicode
from pcaproofs.formula.layout import box as laid_out
from pcaproofs.formula.sizes import shown
from pcaproofs.formula.tree import Formula

_GAPS = {"": " ", "none": "{}", "thin": r"\,", "space": r"\ ", "quad": r"\quad ", "factors": " ", "touching": " "}
_DELIMITERS = {"‖": (r"\lVert", r"\rVert"), "|": (r"\lvert", r"\rvert"), "⟨": (r"\langle",), "⟩": (r"\rangle",)}
_DELIMITERS |= {"{": (r"\{",), "}": (r"\}",)}


@lru_cache(maxsize=1 << 14)
def latex(form: Formula, *, sizes: bool = False) -> str:
    """A formula in LaTeX; sizes: whether to print the size of every identity and zero, even if it is clear."""
    return of_box(laid_out(form if sizes else shown(form))).strip()


@lru_cache(maxsize=1 << 15)
def of_box(box: Box) -> str:
    """A box in LaTeX."""
    match box:
        case Glyph():
            return _glyph(box)
        case boxes.Digits(text):
            return text
        case boxes.OperatorName(text, limits):
            return _operator(text, limits)
        case Mark(char, between, room):
            sign = SIGNS.get(char) or MATH.get(char) or char
            return rf" \;{sign}\; " if room == "wide" else f" {sign} " if between and not room else sign
        case Gap(width):
            return _GAPS[width]
        case Line(parts):
            return _joined([of_box(part) for part in parts])
        case Fraction(top, bottom, small):
            return rf"\{'t' if small else ''}frac{{{of_box(top)}}}{{{of_box(bottom)}}}"
        case Scripts():
            return _scripts(box)
        case UnderOver(base, below, above):
            return f"{of_box(base)}_{{{of_box(below)}}}" + (f"^{{{of_box(above)}}}" if above else "")
        case Fenced():
            return _fence(box)
        case boxes.Radical(body, degree):
            return rf"\sqrt{f'[{of_box(degree)}]' if degree else ''}{{{of_box(body)}}}"
        case boxes.Whole(body):
            return f"{{{of_box(body)}}}"
        case boxes.Accent(accent, body):
            wide = "overline" if accent == "bar" and isinstance(body, Line) else accent
            return rf"\{wide}{{{of_box(body)}}}"
        case Tabular():
            return _grid(box)
        case boxes.Half(char):
            return rf"\big{'l' if char == '(' else 'r'}{char}"
    raise TypeError(f"got {box!r}, but should be a box")


def _glyph(glyph: Glyph) -> str:
    char, style = glyph.char, glyph.style
    if style == "text":
        return rf"\text{{{char}}}"
    if style == "word" and not char.isascii():
        out = run_of_unicode(char)
    elif len(char) > 1 and style in ("sans", "word"):
        out = "".join(SPECIAL.get(c, c) for c in char)
    else:
        out = SIGNS.get(char) or MATH.get(char) or char
    if style in FONTS and (style != "word" or char.isascii()) and not out.startswith("\\mathbb"):
        out = rf"\{FONTS[style]}{{{out}}}"
    return rf"\{glyph.accent} {out}" if glyph.accent else out


def _operator(text: str, limits: bool) -> str:
    name = MATH.get(text, text).replace(" ", r"\,")
    return rf"\operatorname{'*' if limits else ''}{{{name}}}"


def _joined(parts: list[str]) -> str:
    """Side by side, with a space between a command and a letter or a digit."""
    out = ""
    for part in parts:
        if part[:1].isalnum() and re.search(r"\\[A-Za-z]+$", out):
            out += " "
        out += part
    return out


def _scripts(box: Scripts) -> str:
    out = of_box(box.base) + (f"_{{{of_box(box.below)}}}" if box.below else "")
    if box.above is None:
        return out
    above = of_box(box.above)
    in_braces = box.base == Glyph("ℝ") or (isinstance(box.base, Fenced) and box.base.left == "‖")
    is_one = above in (r"\top", r"\star") or (len(above) == 1 and not in_braces)
    return f"{out}^{above}" if is_one and not isinstance(box.above, Line) else f"{out}^{{{above}}}"


def _fence(box: Fenced) -> str:
    left, right = _DELIMITERS.get(box.left, (box.left,))[0], _DELIMITERS.get(box.right, (box.right,))[-1]
    space = " " if left[-1].isalpha() else ""
    inside = of_box(box.body)
    if box.big and not (
        "smallmatrix" in inside and ("frac{" in inside or inside.count(r"\\") > 1)
    ):  # the fixed size of \bigl is too small for rows of fractions, and for three rows
        return rf"\bigl{left}{inside}\bigr{right}"
    if box.stretches and (box.big or tall(box.body)):
        return rf"\left{left}{space}{inside}\right{right}"
    return f"{left}{space}{inside}{right}"


@lru_cache(maxsize=1 << 14)
def tall(box: Box) -> bool:
    """Whether a box is higher than a line of text, so that brackets around it have to stretch."""
    match box:
        case Fraction(_, _, small):
            return not small
        case UnderOver(base):
            return base == Glyph("∑")
        case Line(parts):
            return any(map(tall, parts))
        case Scripts(base):
            return tall(base)
        case Fenced(_, body, _, big):
            return not big and tall(body)
        case boxes.Radical(body) | boxes.Whole(body) | boxes.Accent(_, body):
            return tall(body)
    return False


def _grid(grid: Tabular) -> str:
    rows = [[re.sub("  +", " ", of_box(cell)).strip() for cell in row] for row in grid.rows]
    match grid.kind:
        case "stack":
            return r"\substack{" + r" \\ ".join(cell for (cell,) in rows) + "}"
        case "small":
            return r"\begin{smallmatrix}" + r" \\ ".join(map(" & ".join, rows)) + r"\end{smallmatrix}"
        case "aligned":
            return aligned([f"{left} &{right}".lstrip() for left, right in rows])
    cells = r" \\ ".join(map(" & ".join, rows))
    return rf"\begin{{{grid.kind}}} {cells} \end{{{grid.kind}}}"


def aligned(rows: list[str]) -> str:
    """Rows of LaTeX, aligned at their &."""
    return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"
