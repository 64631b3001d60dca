"""Formulas as one line of Unicode text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pcaproofs.formula import boxes
from pcaproofs.formula.boxes import Box, Fenced, Fraction, Gap, Glyph, Line, Mark, Scripts, Tabular, UnderOver
from pcaproofs.formula.characters import ABOVE, ACCENTS, BELOW, in_font
from pcaproofs.formula.layout import box as laid_out
from pcaproofs.formula.sizes import shown
from pcaproofs.formula.tree import Formula

_ABOVE = {v.strip(): k for k, v in ABOVE.items() if len(k) == 1} | {"⊤": "ᵀ", "−": "⁻", "*": "*"}
_BELOW = {v: k for k, v in BELOW.items()} | {"+": "₊"}
_ACCENTS = {command[1:]: sign for sign, command in ACCENTS.items()}
_MARKS = {"*": "∗"}
_GAPS = {"": " ", "none": "", "thin": " ", "space": " ", "quad": "  ", "factors": " ", "touching": ""}
_FACTORS = ("factors", "touching")
_ROWS = ("small", "stack", "aligned")  # grids without brackets


def text(form: Formula, *, sizes: bool = False) -> str:
    """A formula as text; sizes: whether to print the size of every identity and zero, even if it is clear."""
    return " ".join(of_box(laid_out(form if sizes else shown(form))).split())


@lru_cache(maxsize=1 << 14)
def of_box(box: Box) -> str:
    """A box as text."""
    match box:
        case Glyph(char, style, accent):
            return in_font(char, style) + _ACCENTS.get(accent, "")
        case boxes.Digits(text) | boxes.OperatorName(text):
            return text
        case Mark(char, between, room):
            return f" {_MARKS.get(char, char)} " if between and room != "none" else char
        case Gap(width):
            return _GAPS[width]
        case Line(parts):
            return "".join(_beside(parts))
        case Fraction(top, bottom):
            return f"{_single(top)}/{_single(bottom)}"
        case Scripts(base, below, above):
            return of_box(base) + _script(below, _BELOW, "_") + _script(above, _ABOVE, "^")
        case UnderOver(base, below, above):
            return of_box(base) + f"_{{{of_box(below)}}}" + (_script(above, _ABOVE, "^") if above else "")
        case Fenced(left, body, right):
            return left + of_box(body) + right
        case boxes.Radical(body, degree):
            return f"{_script(degree, _ABOVE, '^')}√{_single(body)}"
        case boxes.Whole(body):
            return of_box(body) if _is_primed(body) else _single(body, scripts=False)
        case boxes.Accent(accent, body):
            said = of_box(body)
            return said + _ACCENTS[accent] if len(said) == 1 or isinstance(body, boxes.Accent) else f"{accent}({said})"
        case Tabular(rows, kind):
            apart = {"stack": ", ", "aligned": " "}.get(kind, "; ")
            said = apart.join(", ".join(x for x in map(of_box, row) if x or kind not in _ROWS) for row in rows)
            return said if kind in _ROWS else f"[{said}]"
        case boxes.Half(char):
            return char
    raise TypeError(f"got {box!r}, but should be a box")


def _beside(parts: tuple[Box, ...]) -> Iterator[str]:
    """Boxes side by side; a fraction that is a factor takes parentheses, and so does the function of a derivative."""
    for k, part in enumerate(parts):
        around = parts[max(k - 1, 0) : k + 2]
        is_beside = any(isinstance(x, Gap) and x.width in _FACTORS for x in around)
        if k == 2 and _is_derivative(parts):
            yield _single(part)
        elif is_beside and isinstance(part, Fraction) and not _is_derivative(part.top):
            yield f"({of_box(part)})"
        else:
            yield of_box(part)


def _is_derivative(found: Box | tuple[Box, ...]) -> bool:
    """Whether boxes begin with ∂, perhaps with its order, and nothing or no space behind it."""
    first, *rest = found.parts if isinstance(found, Line) else found if isinstance(found, tuple) else (found,)
    sign = first.base if isinstance(first, Scripts) else first
    return sign == Glyph("∂") and rest[:1] in ([], [Gap("touching")])


def _single(box: Box, *, scripts: bool = True) -> str:
    """A part of a fraction or of a root, in parentheses if it is longer than one sign; scripts: may be part of one."""
    match box:
        case Glyph() | boxes.Digits() | Fenced() | boxes.Accent() | Mark():
            is_simple = True
        case Line() if _is_derivative(box):
            is_simple = scripts
        case Line((boxes.OperatorName() | Scripts(boxes.OperatorName()), Fenced())):
            is_simple = True
        case _:
            is_simple = isinstance(box, Tabular) or (isinstance(box, Scripts) and (scripts or box.above is None))
    return of_box(box) if is_simple else f"({of_box(box)})"


def _is_primed(box: Box) -> bool:
    """Whether primes alone stand above a box."""
    return isinstance(box, Line) and len(box.parts) > 1 and all(x == Mark("′", room="none") for x in box.parts[1:])


def _script(box: Box | None, characters: dict[str, str], mark: str) -> str:
    if box is None:
        return ""
    said = of_box(box)
    if said and all(c in characters for c in said):
        return "".join(characters[c] for c in said)
    return f"{mark}{said}" if len(said) == 1 else f"{mark}{{{said}}}"
