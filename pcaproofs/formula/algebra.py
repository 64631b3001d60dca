"""Building formulas in the usual form: sums and products flattened, signs and numbers in front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from pcaproofs.formula.characters import MATH
from pcaproofs.formula.tree import (
    ONE,
    SCALAR,
    Best,
    Brackets,
    Diag,
    Directional,
    Entry,
    Expectation,
    Eye,
    Formula,
    Function,
    Gradient,
    Hadamard,
    Inner,
    Kron,
    LeadingRows,
    Name,
    Norm,
    Ones,
    PartialDerivative,
    Penrose,
    Power,
    Product,
    Relation,
    Root,
    Shape,
    Sign,
    Stacked,
    Sum,
    Total,
    Trace,
    Transpose,
    Zero,
)
from pcaproofs.terms import Rational

_NUMBERS = (Norm, Trace, Inner, Root)


def number(value: Rational) -> Product:
    """A number; an integer if possible, because integers are many times faster than fractions."""
    return Product(value.numerator if value.denominator == 1 else value)


def power(base: Formula, k: int) -> Formula:
    """base to the k-th; zero is zero, and the square of a squared norm is its fourth power."""
    if isinstance(base, Zero) and k > 0:
        return base
    if isinstance(base, Norm):
        return replace(base, power=base.power * k)
    return Power(base, number(k))


def relation(left: Formula, sign: Sign, right: Formula, *, wide: bool = False) -> Relation:
    """left sign right."""
    return Relation((left, right), (sign,), wide)


def transposed(form: Formula) -> Formula:
    """The transpose; scalars and identities are their own."""
    match form:
        case Name(shape=shape) if shape == SCALAR:
            return form
        case Zero(shape):
            return Zero(shape and shape[::-1])
        case Function(name) if name != "adj":
            return form
        case Eye() | Product(factors=()) | Norm() | Trace() | Inner() | Root() | Expectation(scalar=True) | Diag():
            return form
        case Transpose(base):
            return base
        case Product(c, factors, over, grouped) if not grouped and all(map(is_scalar, factors[:-1])):
            return Product(c, (*factors[:-1], transposed(factors[-1])), over)
    return Transpose(form)


def shape(form: Formula) -> Shape | None:
    """Rows and columns; None if the formula does not determine them: a zero, a derivative, a name of unknown shape."""
    match form:
        case Name() | Entry():
            return form.shape
        case Eye(n):
            return None if n is None else (n, n)
        case Ones(n):
            return n, ONE
        case Sum(terms):
            return next((s for s in map(shape, terms) if s), None)
        case Product(_, factors, _, grouped):
            return SCALAR if grouped else _of_product([shape(f) for f in factors])
        case Transpose(base) | Penrose(base):
            inside = shape(base)
            return inside[::-1] if inside else None
        case Power(base):
            return shape(base)
        case Expectation(body, scalar):
            return SCALAR if scalar else shape(body)
        case Total(_, _, body) | Brackets(body) | Function("adj", body):
            return shape(body)
        case LeadingRows(rows, size):
            return rows, size
        case Diag(body):
            inside = shape(body)
            return (inside[0], inside[0]) if inside else None
    return SCALAR if isinstance(form, (*_NUMBERS, Function)) else None


def _of_product(shapes: Sequence[Shape | None]) -> Shape | None:
    out: Shape | None = SCALAR
    for one in shapes:
        if out is None or one is None:
            return None
        if out[1] == one[0]:
            out = (out[0], one[1])
        elif out == SCALAR:
            out = one
    return out


def is_scalar(form: Formula) -> bool:
    """Whether the formula is known to be 1×1."""
    match form:
        case Name():
            return form.scalar
        case Norm() | Trace() | Inner() | Root() | Expectation(scalar=True):
            return True
        case Product(grouped=True) | Product(factors=()):
            return True
        case Power(base):
            return is_scalar(base)
    return False


def times(factors: Iterable[Formula], over: Iterable[Formula] = (), *, grouped: bool = False) -> Formula:
    """The product, flattened, numbers in front and identities next to anything else dropped."""
    below = list(over)
    coefficient, flat = _flattened(factors, below)
    if isinstance(flat, Zero):
        return flat
    if coefficient == 0:
        return Zero()
    flat = _without_identities(flat)
    for k, f in enumerate(flat) if len(flat) > 1 else ():
        if isinstance(f, Sum) and all(map(is_negative, f.terms)):  # -(g + t) A, and not (-g - t) A
            coefficient, flat[k] = -coefficient, negative(f)
    for f in list(flat) if below else ():
        if f in below and is_scalar(f):
            below.remove(f)
            flat.remove(f)
    flat.sort(key=lambda f: not (isinstance(f, Name | Entry) and f.shape == SCALAR))  # scalar letters first
    flat = [x for f, same in groupby(flat) for x in _repeated(f, len(list(same)))]
    if coefficient == 1 and not below and len(flat) == 1:
        return flat[0]
    return Product(coefficient, tuple(flat), tuple(below), grouped)


def _repeated(f: Formula, k: int) -> list[Formula]:
    """A factor repeated k times; a number becomes a power, as c² in (cq)ᵀV(cq)."""
    return [power(f, k)] if k > 1 and isinstance(f, Name) and f.shape == SCALAR else [f] * k


def _flattened(factors: Iterable[Formula], below: list[Formula]) -> tuple[Rational, list[Formula] | Zero]:
    """The number and the flattened factors, or zero if a factor is zero; divisors are added to `below`."""
    coefficient: Rational = 1
    flat: list[Formula] = []
    for factor in factors:
        match factor:
            case Zero():
                return 0, factor
            case Product(c, inner, under, True) if inner:
                coefficient *= c
                below += under
                flat.append(Product(1, inner, (), True) if len(inner) > 1 else inner[0])
            case Product(c, inner, under):
                coefficient *= c
                below += under
                flat += inner
            case _:
                flat.append(factor)
    return coefficient, flat


def _without_identities(factors: list[Formula]) -> list[Formula]:
    """The factors without identities, unless all matrix factors are identities."""
    matrices = [f for f in factors if not isinstance(f, Eye)]
    if len(matrices) < len(factors) and not all(shape(f) == SCALAR for f in matrices):
        return matrices
    return factors


def plus(terms: Iterable[Formula]) -> Formula:
    """The sum, flattened, in an order that reads well."""
    flat: list[Formula] = []
    for term in terms:
        flat += term.terms if isinstance(term, Sum) else () if isinstance(term, Zero) else (term,)
    if not flat:
        return Zero()
    return flat[0] if len(flat) == 1 else Sum(tuple(sorted(flat, key=_order)))


def negative(form: Formula) -> Formula:
    """The negative of a formula; for a sum, of each term."""
    if isinstance(form, Sum):
        return plus(map(negative, form.terms))
    return times([number(-1), form])


def is_negative(form: Formula) -> bool:
    """Whether a term is subtracted."""
    return isinstance(form, Product) and form.coefficient < 0


_OPERATORS = (Total, Gradient, PartialDerivative, Directional)
_SINGLE = {Name: 2, Entry: 2, Ones: 3, Eye: 1, Transpose: 4, Power: 4, Penrose: 4} | dict.fromkeys(
    (*_NUMBERS, Function, Expectation, Best), 5
)


def _order(term: Formula) -> tuple[bool, int, int, str]:
    """Positive terms first; then sums over samples, samples, identities, letters, transposes, products, numbers."""
    factors = term.factors if isinstance(term, Product) else (term,)
    if not factors:
        rank = 9
    elif any(isinstance(f, _OPERATORS) for f in factors):
        rank = 0
    elif len(factors) > 1:
        rank = 6
    else:
        rank = 1 if getattr(factors[0], "sample", False) else _SINGLE.get(type(factors[0]), 6)
    return is_negative(term), rank, len(factors), spelling(term)


def spelling(form: Formula) -> str:
    """A string to sort by: a letter before its transpose, Greek letters by their names between capitals and others."""
    match form:
        case Name(base, index, accent, star):
            head = MATH.get(base) or (base if len(base) == 1 else rf"\mathrm{{{base}}}")
            below = f"_{{{spelling(index)}}}" if index else ""
            return f"{accent and chr(92) + accent + ' '}{head}{below}{'^' if star else ''}"
        case Transpose(base) | Penrose(base):
            return f"{spelling(base)}~{_MARKS[type(form)]}"
        case Power(base, exponent):
            return f"{spelling(base)}~{spelling(exponent)}"
        case LeadingRows(rows, size, after):
            return f"I_{spelling(rows)} {spelling(size)}{f' {spelling(after)}' if after else ''}"
        case Product(coefficient, (), ()):
            return str(coefficient)
        case Product(_, factors):
            return " ".join(map(spelling, factors))
        case Sum(terms):
            return "(" + " ".join(map(spelling, terms))
        case Inner(left, right) | Kron(left, right) | Hadamard(left, right):
            return f"{_MARKS[type(form)]}{spelling(left)} {spelling(right)}"
        case Entry(matrix, index):
            return rf"\bigl({spelling(matrix)}_{spelling(index)}"
        case (
            Norm(body)
            | Trace(body)
            | Expectation(body)
            | Root(body)
            | Diag(body)
            | Stacked(body)
            | Total(_, _, body)
            | Function(_, body)
        ):
            return _MARKS[type(form)] + spelling(body)
        case Gradient(letter, body) | PartialDerivative(letter, body) | Directional(letter, body):
            return f"{_MARKS[type(form)]}_{{{spelling(letter)}}}({spelling(body)}"
    return "~"


_MARKS = {Transpose: r"\top", Penrose: "+", Norm: r"\lVert", Trace: "(", Expectation: "[", Root: ""}
_MARKS |= {
    Function: "det(",
    Inner: r"\langle",
    Kron: "~",
    Hadamard: "~~",
    Diag: "diag(",
    Stacked: "vec(",
    Total: r"\sum",
    Gradient: r"\nabla",
    PartialDerivative: r"\frac",
    Directional: "D",
}
