"""Sums, products and fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from pcaproofs.formula import tree
from pcaproofs.formula.algebra import is_negative, is_scalar, negative
from pcaproofs.formula.boxes import (
    Box,
    Digits,
    Fenced,
    Fraction,
    Gap,
    Glyph,
    Half,
    Line,
    Mark,
    OperatorName,
    Scripts,
    UnderOver,
    line,
)
from pcaproofs.formula.layout.dispatch import ATOM, PRODUCT, SUM, bound_box, box, lays_out, part
from pcaproofs.formula.tree import Entry, Formula, Name, Product, Sum
from pcaproofs.terms import Rational

_OPERATORS = (tree.Total, tree.Gradient, tree.PartialDerivative, tree.Directional)


@lays_out(Sum)
def _sum(form: Sum) -> tuple[Box, int]:
    return line(_terms(form.terms)), SUM


def _terms(terms: Iterable[Formula], *, continued: bool = False) -> Iterator[Box]:
    for k, term in enumerate(terms):
        sign, body = signed(term)
        if k or continued:
            yield Mark(sign)
        elif sign == "−":
            yield Mark(sign, between=False)
        yield body


def signed(term: Formula) -> tuple[str, Box]:
    """A term's sign and what follows it."""
    if is_negative(term):
        return "−", part(negative(term), PRODUCT)
    return "+", box(term)


@lays_out(Product)
def _product(form: Product) -> tuple[Box, int]:
    sign = form.coefficient < 0
    size: Rational = -form.coefficient if sign else form.coefficient
    factors = list(form.factors)
    parts: list[Box] = []
    if size.denominator > 1 or form.over:
        top = _on_top(factors)
        factors = [f for f in factors if f not in top]
        parts.append(_fraction(size, top, form.over))
    elif size != 1 or not factors:
        parts.append(Digits(str(size)))
    if not parts and len(factors) == 1:
        only, binding = bound_box(factors[0])
        body = only if binding >= PRODUCT else Fenced("(", only, ")")
        return (body, binding if body is only else ATOM) if not sign else (_minus(body), SUM)
    if not factors and isinstance(parts[0], Digits) and not sign:
        return parts[0], ATOM
    parts += _factors(factors, alone=len(factors) == 1 and not parts)
    return (_minus(_beside(parts)), SUM) if sign else (_beside(parts), PRODUCT)


def _minus(body: Box) -> Box:
    return line([Mark("−", between=False), body])


def _on_top(factors: Sequence[Formula]) -> list[Formula]:
    """The scalar letters in the numerator: all if no other factors remain, else only a single one."""
    top: list[Formula] = [f for f in factors if isinstance(f, Name | Entry) and is_scalar(f)]
    return [] if 1 < len(top) < len(factors) else top


def _fraction(size: Rational, top: Sequence[Formula], over: Sequence[Formula]) -> Box:
    above = _powers(top)
    if size.numerator != 1 or not above:
        above.insert(0, Digits(str(size.numerator)))
    below = ([Digits(str(size.denominator))] if size.denominator > 1 else []) + _powers(over)
    if len(over) == len(below) == 1:
        below = [box(over[0])]
    return Fraction(_beside(above, plain=True), _beside(below, plain=True))


def _powers(factors: Sequence[Formula]) -> list[Box]:
    counts = Counter(factors)
    return [Scripts(part(f, ATOM), None, Digits(str(k))) if k > 1 else part(f, ATOM) for f, k in counts.items()]


def _factors(factors: Sequence[Formula], *, alone: bool) -> Iterator[Box]:
    """The factors, in brackets where they need them."""
    matrices = [f for f in factors if not (isinstance(f, Name | Entry) and is_scalar(f))]
    for k, factor in enumerate(factors):
        last = isinstance(factor, _OPERATORS) and k == len(factors) - 1
        together = isinstance(factor, Product) and factor.grouped and len(matrices) == 1
        yield part(factor, PRODUCT if alone or last or together else ATOM)


def _beside(parts: Sequence[Box], *, plain: bool = False) -> Box:
    """Factors side by side, with a thin space where two would collide."""
    out: list[Box] = [parts[0]]
    for factor in parts[1:]:
        crowded = not plain and _crowds(factor) and not isinstance(out[-1], Digits)
        out += [Gap("thin" if crowded else ""), factor]
    return line(out)


def _crowds(first: Box) -> bool:
    """Whether a box begins with the bar of a norm, or with an operator."""
    match first:
        case Scripts(base) | UnderOver(base):
            return _crowds(base)
        case Line((leftmost, *_)):
            return _crowds(leftmost)
        case Fenced(left):
            return left == "‖"
    return isinstance(first, OperatorName) or first == Glyph("∑")


@lays_out(tree.Continued)
def _continued(form: tree.Continued) -> tuple[Box, int]:
    return line(_terms(form.terms, continued=True)), SUM


@lays_out(tree.Opened)
def _opened(form: tree.Opened) -> Box:
    return Line((box(form.product), Gap(), Half("("), box(form.body)))


@lays_out(tree.Closed)
def _closed(form: tree.Closed) -> tuple[Box, int]:
    return Line((box(form.body), Half(")"))), SUM
