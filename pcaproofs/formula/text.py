"""Formulas as one line of Unicode text."""

from __future__ import annotations

from functools import lru_cache

from pcaproofs.formula import boxes
from pcaproofs.formula.boxes import Box, Fence, Fraction, Gap, Glyph, Grid, Limits, Line, Mark, Scripts
from pcaproofs.formula.characters import ABOVE, BELOW
from pcaproofs.formula.layout import box as laid_out
from pcaproofs.formula.sizes import shown
from pcaproofs.formula.tree import Formula

_ABOVE = {v.strip(): k for k, v in ABOVE.items() if len(k) == 1} | {"⊤": "ᵀ", "−": "⁻"}
_BELOW = {v: k for k, v in BELOW.items()} | {"+": "₊"}
_ACCENTS = {"bar": "\u0304"}
_GAPS = {"": " ", "none": "", "thin": " ", "space": " ", "quad": "  "}


def text(form: Formula, *, sizes: bool = False) -> str:
    """A formula as text; sizes: whether to print the size of every identity and zero, even if it is clear."""
    return " ".join(of_box(laid_out(form if sizes else shown(form))).split())


@lru_cache(maxsize=1 << 14)
def of_box(box: Box) -> str:
    """A box as text."""
    match box:
        case Glyph(char, style, accent):
            return ("𝟏" if style == "bold" and char == "1" else char) + _ACCENTS.get(accent, "")
        case boxes.Digits(text) | boxes.Operator(text):
            return text
        case Mark(char, between, room):
            return f" {char} " if between and room != "none" else char
        case Gap(width):
            return _GAPS[width]
        case Line(parts):
            return "".join(map(of_box, parts))
        case Fraction(top, bottom):
            return f"{_single(top)}/{_single(bottom)}"
        case Scripts(base, below, above):
            return of_box(base) + _script(below, _BELOW, "_") + _script(above, _ABOVE, "^")
        case Limits(base, below, above):
            return of_box(base) + f"_{{{of_box(below)}}}" + (_script(above, _ABOVE, "^") if above else "")
        case Fence(left, body, right):
            return left + of_box(body) + right
        case boxes.Radical(body):
            return f"√{_single(body)}"
        case Grid(rows, kind):
            apart = {"small": "; ", "stack": ", ", "aligned": " "}[kind]
            return apart.join(", ".join(filter(None, map(of_box, row))) for row in rows)
        case boxes.Half(char):
            return char
    raise TypeError(f"got {box!r}, but should be a box")


def _single(box: Box) -> str:
    """A part of a fraction or of a root, in parentheses if it is longer than one sign."""
    simple = isinstance(box, Glyph | boxes.Digits | Scripts | Fence)
    return of_box(box) if simple else f"({of_box(box)})"


def _script(box: Box | None, characters: dict[str, str], mark: str) -> str:
    if box is None:
        return ""
    said = of_box(box)
    if all(c in characters for c in said):
        return "".join(characters[c] for c in said)
    return f"{mark}{said}" if len(said) == 1 else f"{mark}{{{said}}}"
