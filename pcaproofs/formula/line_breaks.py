"""The width of formulas, and breaking long formulas into several lines; the result is a formula again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from pcaproofs.formula import algebra, boxes
from pcaproofs.formula.boxes import Box, Fenced, Fraction, Glyph, Line, Mark, Scripts, Tabular, UnderOver
from pcaproofs.formula.layout import box as laid_out
from pcaproofs.formula.layout.products import signed
from pcaproofs.formula.sizes import shown, sizeless
from pcaproofs.formula.tree import Aligned, Closed, Continued, Formula, Opened, Product, Relation, Row, Sign, Sum

LINE = 60  # glyphs that fit on a line of a display


def width(form: Formula) -> float:
    """The approximate width of a formula in letters; for several lines, that of the widest line."""
    if isinstance(form, Aligned):
        return max(width_of_box(laid_out(shown(row))) for row in form.rows)
    return width_of_box(laid_out(shown(form)))


def height(form: Formula) -> int:
    """The number of lines of a formula."""
    return len(form.rows) if isinstance(form, Aligned) else 1


@lru_cache(maxsize=1 << 15)
def width_of_box(box: Box) -> float:
    """The approximate width of a box in letters."""
    match box:
        case Glyph(char, _, accent):
            return len(char) + bool(accent)
        case boxes.Digits(text) | boxes.OperatorName(text):
            return 2 if text == "𝔼" else len(text.replace(" ", ""))
        case Mark(char):
            return 1.9 if char in "+−=" else 1
        case boxes.Gap():
            return 0
        case Line(parts):
            return sum(map(width_of_box, parts))
        case Fraction(top, bottom, small):
            both = width_of_box(top), width_of_box(bottom)
            return 1 + sum(both) if small else max(both)
        case Scripts(base, below, above):
            return width_of_box(base) + _script(below) + (_above(above, base) if above else 0)
        case UnderOver(base, below, _):
            return 2.9 if base == Glyph("∑") else width_of_box(base) + width_of_box(below)
        case Fenced(_, body, _, big):
            return width_of_box(body) + (4 if big else 2)
        case boxes.Radical(body):
            return 1 + width_of_box(body)
        case Tabular(rows):
            return max(sum(map(width_of_box, row)) for row in rows)
    return 2


def _script(box: Box | None) -> float:
    return 0.4 * width_of_box(box) if box else 0


def _above(box: Box, base: Box) -> float:
    single = isinstance(box, Glyph | Mark) or (isinstance(box, boxes.Digits) and len(box.text) == 1)
    return 1 if single and not isinstance(base, Fenced) else _script(box)


def relation(left: Formula, sign: Sign, right: Formula) -> Formula:
    """left sign right, on several lines if it is long."""
    if width(left) + width(right) + 3 <= LINE:
        return algebra.relation(left, sign, right)
    if width(left) <= LINE / 2:
        first, *more = lines(right, LINE - width(left) - 3)
        return Aligned((Row(first, left, sign), *(Row(row, indent=1) for row in more)))
    above, below = lines(left, LINE), lines(right, LINE - 6)
    shown = [Row(above[0]), *(Row(row, indent=2) for row in above[1:])]
    shown += [Row(below[0], sign=sign, indent=1), *(Row(row, indent=3) for row in below[1:])]
    return Aligned(tuple(shown))


def broken(form: Formula, room: float = LINE) -> Formula:
    """A formula on as many lines as it needs."""
    first, *more = lines(form, room)
    return Aligned((Row(first), *(Row(row, indent=1) for row in more))) if more else first


def narrowed(form: Formula, room: float) -> Formula:
    """A formula on more lines, for a narrow column: each relation begins a line, and sums are divided.

    A formula that fits is returned unchanged. Only sums are divided, so a line may still be too wide.
    """
    if width(form) <= room:
        return form
    match form:
        case Relation(terms, signs):
            rows = _rows("", terms[0], room, 0)
            for sign, term in zip(signs, terms[1:], strict=True):
                rows += _rows(sign, term, room - 4, 1)
        case Aligned(given):
            rows = []
            for row in given:
                if row.left is not None:
                    rows += _rows("", row.left, room, 0)
                signed_ones = any(x.sign for x in given)
                indent = 1 if row.sign else 0 if row is given[0] else 1 + signed_ones
                rows += _rows(row.sign, row.body, room - 4, indent)
        case _:
            rows = _rows("", form, room, 0)
    return Aligned(tuple(rows)) if len(rows) > 1 else form


def _rows(sign: Sign | Literal[""], form: Formula, room: float, indent: int) -> list[Row]:
    """A sign and the following formula, on as many lines as needed."""
    if isinstance(form, Continued):
        cut = [x if isinstance(x, Continued) else Continued(_terms_of(x)) for x in _cut(form.terms, room)]
        return [Row(x, sign=sign, indent=indent) for x in cut]
    first, *more = lines(form, room)
    return [Row(first, sign=sign, indent=indent), *(Row(x, indent=indent + 1) for x in more)]


def _terms_of(form: Formula) -> tuple[Formula, ...]:
    return form.terms if isinstance(form, Sum) else (form,)


def lines(form: Formula, room: float) -> list[Formula]:
    """A sum, or a product whose last factor is a sum, divided before signs so that each line fits."""
    match form:
        case Sum(terms):
            return _cut(terms, room)
        case Product(_, (*others, Sum(terms))) if others and width(form) > room:
            before = replace(form, factors=tuple(others))
            rows = _cut(terms, room - width(before) - 2)
            if len(rows) > 1:
                return [Opened(before, rows[0]), *rows[1:-1], Closed(rows[-1])]
    return [form]


def _cut(terms: Sequence[Formula], room: float) -> list[Formula]:
    rows: list[list[Formula]] = []
    filled = 0.0
    for term in terms:
        sign, body = signed(sizeless(term))
        wide = width_of_box(body)
        if rows and filled + wide + 3 <= room:
            rows[-1].append(term)
            filled += wide + 1.9
        else:
            filled = wide + (1.9 if rows or sign == "−" else 0)
            rows.append([term])
    first, *more = rows
    return [Sum(tuple(first)) if len(first) > 1 else first[0], *(Continued(tuple(row)) for row in more)]
