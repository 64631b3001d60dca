"""What a formula is to a printer: sums, products and brackets, whether it came from SymPy or from the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pcaproofs.language.rationals import Rational

TRANSPOSE = r"\top"


@dataclass(frozen=True)
class Formula:
    """Any part of a formula."""


@dataclass(frozen=True)
class Name(Formula):
    """A letter in LaTeX with its dimensions as text; samples x_k go before other letters in a sum."""

    latex: str
    rows: str = "1"
    cols: str = "1"
    sample: bool = False

    @property
    def scalar(self) -> bool:
        return self.rows == self.cols == "1"


@dataclass(frozen=True)
class Eye(Formula):
    """The identity of some size."""

    size: str


@dataclass(frozen=True)
class Ones(Formula):
    """The column of n ones."""

    size: str


@dataclass(frozen=True)
class Zero(Formula):
    """Zero of any shape."""


@dataclass(frozen=True)
class Sum(Formula):
    """At least two terms."""

    terms: tuple[Formula, ...]


@dataclass(frozen=True)
class Product(Formula):
    """coefficient × factors / over; `grouped` keeps a 1×1 product together inside a longer one."""

    coefficient: Rational = 1
    factors: tuple[Formula, ...] = ()
    over: tuple[Formula, ...] = ()
    grouped: bool = False


@dataclass(frozen=True)
class Raised(Formula):
    """A base with a superscript: a power, a transpose, an inverse."""

    base: Formula
    script: str


@dataclass(frozen=True)
class Enclosed(Formula):
    """Something in delimiters, like a norm, a trace or an expectation; `scalar` where it is a number."""

    before: str
    parts: tuple[Formula, ...]
    after: str
    power: int = 0
    operator: str = ""
    marks: str = ""
    scalar: bool = True


@dataclass(frozen=True)
class Applied(Formula):
    """A prefix operator: Σ_k, ∇_w, ∂/∂λ."""

    operator: str
    body: Formula
    after: str = ""


def norm2(body: Formula, *, column: bool) -> Formula:
    """‖body‖², with an F for a matrix."""
    return Enclosed(r"\lVert", (body,), r"\rVert", 2, marks="" if column else "F")


def norm(body: Formula, *, column: bool) -> Formula:
    """‖body‖, with an F for a matrix."""
    return Enclosed(r"\lVert", (body,), r"\rVert", 1, marks="" if column else "F")


def trace(body: Formula) -> Formula:
    return Enclosed("(", (body,), ")", operator=r"\operatorname{tr}")


def power(base: Formula, k: int) -> Formula:
    """base to the k-th; the fourth power of a norm, and not the square of its square."""
    if isinstance(base, Enclosed) and base.power:
        return replace(base, power=base.power * k)
    return Raised(base, str(k))


def number(value: Rational) -> Product:
    """A number; one that is whole as an integer, which is many times faster than a fraction."""
    return Product(value.numerator if value.denominator == 1 else value)


def transposed(form: Formula) -> Formula:
    """The transpose; scalars and identities are their own."""
    match form:
        case Name(scalar=True) | Eye() | Zero() | Product(factors=()) | Enclosed(scalar=True):
            return form
        case Raised(base, script) if script == TRANSPOSE:
            return base
        case Product(c, factors, over, grouped) if not grouped and all(map(is_scalar, factors[:-1])):
            return Product(c, (*factors[:-1], transposed(factors[-1])), over)
    return Raised(form, TRANSPOSE)


Shape = tuple[str, str]


def shape(form: Formula) -> Shape | None:
    """Rows and columns, or None where the form does not tell: a zero, a derivative, a name of unknown shape."""
    match form:
        case Name(_, rows, cols):
            return None if "?" in (rows, cols) else (rows, cols)
        case Eye(n):
            return n, n
        case Ones(n):
            return n, "1"
        case Sum(terms):
            return next((s for s in map(shape, terms) if s), None)
        case Product(_, factors, _, grouped):
            return ("1", "1") if grouped else _of_product([shape(f) for f in factors])
        case Raised(base, script):
            inside = shape(base)
            return inside[::-1] if inside and script in (TRANSPOSE, "+") else inside
        case Enclosed():
            return ("1", "1") if form.scalar else shape(form.parts[0])
        case Applied(operator, body) if operator.startswith(r"\sum"):
            return shape(body)
    return None


def _of_product(shapes: Sequence[Shape | None]) -> Shape | None:
    out: Shape | None = ("1", "1")
    for one in shapes:
        if out is None or one is None:
            return None
        if out[1] == one[0]:
            out = (out[0], one[1])
        elif out == ("1", "1"):
            out = one
    return out


def is_scalar(form: Formula) -> bool:
    """Known to be 1×1 at a glance."""
    match form:
        case Name():
            return form.scalar
        case Enclosed(before, _, _, _, operator):
            return form.scalar and (before == r"\lVert" or bool(operator))
        case Product(grouped=True) | Product(factors=()):
            return True
        case Raised(base, script):
            return script != TRANSPOSE and is_scalar(base)
    return False


def times(factors: Iterable[Formula], over: Iterable[Formula] = (), *, grouped: bool = False) -> Formula:
    """The product, flattened, numbers in front and identities next to anything else dropped."""
    coefficient: Rational = 1
    below, flat = list(over), list[Formula]()
    for factor in factors:
        match factor:
            case Zero():
                return factor
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
    if coefficient == 0:
        return Zero()
    matrices = [f for f in flat if not isinstance(f, Eye)]
    if len(matrices) < len(flat) and not all(shape(f) == ("1", "1") for f in matrices):
        flat = matrices  # I times a matrix is that matrix, but a multiple of I is no number
    for k, f in enumerate(flat) if len(flat) > 1 else ():
        if isinstance(f, Sum) and all(map(is_negative, f.terms)):  # -(g + t) A, and not (-g - t) A
            coefficient, flat[k] = -coefficient, negative(f)
    for f in list(flat) if below else ():
        if f in below and is_scalar(f):
            below.remove(f)
            flat.remove(f)
    flat.sort(key=lambda f: not (isinstance(f, Name) and f.scalar))  # scalar letters first
    if coefficient == 1 and not below and len(flat) == 1:
        return flat[0]
    return Product(coefficient, tuple(flat), tuple(below), grouped)


def plus(terms: Iterable[Formula]) -> Formula:
    """The sum, flattened, in an order that reads well."""
    flat: list[Formula] = []
    for term in terms:
        flat += term.terms if isinstance(term, Sum) else () if isinstance(term, Zero) else (term,)
    if not flat:
        return Zero()
    return flat[0] if len(flat) == 1 else Sum(tuple(sorted(flat, key=_place)))


def negative(form: Formula) -> Formula:
    if isinstance(form, Sum):
        return plus(map(negative, form.terms))
    return times([number(-1), form])


def is_negative(form: Formula) -> bool:
    return isinstance(form, Product) and form.coefficient < 0


def _place(term: Formula) -> tuple[bool, int, int, str]:
    """Positive terms first; then sums over samples, samples, identities, letters, transposes, products, numbers."""
    factors = term.factors if isinstance(term, Product) else (term,)
    ranks = {Applied: 0, Name: 2, Ones: 3, Eye: 1, Raised: 4, Enclosed: 5}
    if not factors:
        rank = 9
    elif any(isinstance(f, Applied) for f in factors):
        rank = 0
    elif len(factors) == 1:
        rank = ranks.get(type(factors[0]), 6)
        rank = 1 if isinstance(factors[0], Name) and factors[0].sample else rank
    else:
        rank = 6
    return is_negative(term), rank, len(factors), _spelling(term)


def _spelling(form: Formula) -> str:
    """A name to sort by: a letter before its transpose."""
    match form:
        case Name(latex):
            return latex
        case Raised(base, script):
            return f"{_spelling(base)}~{script}"
        case Product(_, factors):
            return " ".join(map(_spelling, factors))
        case Sum(terms):
            return "(" + " ".join(map(_spelling, terms))
        case Enclosed(before, parts):
            return before + " ".join(map(_spelling, parts))
        case Applied(operator, body):
            return operator + _spelling(body)
    return "~"
