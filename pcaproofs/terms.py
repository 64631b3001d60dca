"""Functions on kernel expressions: their parts, letters and shapes, substitution, building from polynomials."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from pcaproofs.kernel import (
    Coefficient,
    Compare,
    Dimension,
    Expression,
    Known,
    Letter,
    Monomial,
    Optimum,
    Polynomial,
    SameOptimisers,
    Statement,
    Weight,
    Word,
)

Shape = tuple[Dimension, Dimension]

Rational = Fraction | int

HUGE = 20_000  # terms; nothing this large is multiplied out
ZERO: Expression = ("number", "0")
ONE: Expression = ("number", "1")


def over(a: Rational, b: Rational) -> Rational:
    """a/b, as an int if it is an integer, because int is many times faster. Raises ZeroDivisionError."""
    quotient = Fraction(a, b)
    return quotient.numerator if quotient.denominator == 1 else quotient


# ------------------------------------------------------------------------------------------------------- looking
def parts(e: Expression) -> Iterator[Expression]:
    """The direct subexpressions of an expression, in order."""
    return (part for part in e[1:] if isinstance(part, tuple))


def walk(e: Expression) -> Iterator[Expression]:
    """An expression and all its subexpressions, outer ones first."""
    pending = [e]
    while pending:
        e = pending.pop()
        yield e
        pending += [part for part in e[:0:-1] if isinstance(part, tuple)]


def is_positive(weight: Weight, known: Known) -> bool:
    """Whether the known facts about its factors make a certificate's weight > 0, and not only >= 0."""
    rational, factors = weight
    return Fraction(rational) > 0 and all(known[name][0] == ">" for name, _ in factors)


def norm2(e: Expression) -> Expression:
    """The value of a certificate's square: tr(eᵀe), or for a tensor the sum over all pairs of its parts."""
    if e[0] != "tensor":
        return ("tr", ("mul", ("t", e), e))
    terms: list[Expression] = []
    for i, (kind, m, n) in enumerate(e[1:]):
        for j, (other, a, b) in enumerate(e[1 : i + 2]):
            twice: tuple[Expression, ...] = () if i == j else (("number", "2"),)
            if kind != other:
                terms.append(("mul", *twice, ("tr", ("mul", ("t", ("mul", m, b)), ("mul", a, n)))))
            else:
                terms.append(("mul", *twice, ("tr", ("mul", ("t", m), a)), ("tr", ("mul", ("t", n), b))))
    return ("add", *terms) if len(terms) > 1 else terms[0]


def sides(x: Statement | Compare | Optimum | SameOptimisers) -> Iterator[Expression]:
    """Every expression of a statement, its hypotheses first, or of a conclusion."""
    match x:
        case Statement(_, conclusion, hypotheses):
            for _, h in hypotheses:
                yield from sides(h)
            yield from sides(conclusion)
        case Compare(left, _, right):
            yield from (left, right)
        case Optimum(_, objective, at, value, exactly):
            yield objective
            yield from (e for _, e in at)
            yield from () if value is None else (value,)
            for h in exactly:
                yield from sides(h)
        case SameOptimisers(_, first, second):
            yield from (first[1], second[1])


def ones_name(n: Dimension) -> str:
    """The name of the column of n ones."""
    return f"1[{n}]"


def ones_column(n: Dimension) -> Expression:
    """The column of n ones."""
    return ("letter", ones_name(n))


def is_ones(name: str) -> bool:
    """Whether a letter is 1[n], the column of n ones."""
    return name.startswith("1[")


def length_of_ones(name: str) -> Dimension:
    """n of 1[n]."""
    inside = name[2:-1]
    return int(inside) if inside.isdigit() else inside


def letters_in(*expressions: Expression, ones: bool = True) -> set[str]:
    """The names of the letters in expressions, with those of 1/x (where x may be a dimension) and of derivatives.

    ones: whether to include columns of ones, 1[n].
    """
    found = set()
    for e in (e for whole in expressions for e in walk(whole)):
        if e[0] in ("letter", "inverse"):
            found.add(e[1])
        elif e[0] in ("gradient", "derivative"):
            found.add(e[2])
    return found if ones else {name for name in found if not is_ones(name)}


def dimensions_in(*expressions: Expression) -> set[str]:
    """The named dimensions on which a value depends besides the shapes of its letters.

    Includes the x of 1/x, which may also be a scalar letter.
    """
    found: set[Any] = set()
    for e in (e for whole in expressions for e in walk(whole)):
        if e[0] == "letter" and is_ones(e[1]):
            found.add(length_of_ones(e[1]))
        elif e[0] in ("size", "eye", "zero", "inverse"):
            found.update(e[1:])
    return {n for n in found if isinstance(n, str)}


def shape_of(e: Expression, letters: Mapping[str, Shape]) -> Shape:
    """The shape of a well-typed expression, without multiplying it out; raises KeyError for an unknown letter."""
    match e:
        case ("letter", str(name)):
            return (length_of_ones(name), 1) if is_ones(name) else letters[name]
        case ("eye", n):
            return (n, n)
        case ("zero", rows, cols):
            return (rows, cols)
        case ("t", a):
            rows, cols = shape_of(a, letters)
            return (cols, rows)
        case ("add", a, *_) | ("pow", a, _) | ("derivative", a, _, _):
            return shape_of(a, letters)
        case ("mul", first, *others):
            out = shape_of(first, letters)
            for factor in others:
                out = joined(out, shape_of(factor, letters)) or out
            return out
        case ("gradient", _, str(name)):
            return letters[name]
    return (1, 1)


def joined(a: Shape, b: Shape) -> Shape | None:
    """The shape of a product, where one factor may be a scalar; None if the factors do not fit."""
    if a[1] == b[0]:
        return (a[0], b[1])
    return b if a == (1, 1) else a if b == (1, 1) else None


MOST_TERMS = 1 << 64


def term_count(e: Expression) -> int:
    """The number of terms of an expression when it is multiplied out, before like terms are collected.

    The number for a power is at most MOST_TERMS, because the exact number could fill the memory.
    """
    match e:
        case ("add", *summands):
            return sum(map(term_count, summands))
        case ("mul", *factors):
            out = 1
            for factor in factors:
                out *= term_count(factor)
            return out
        case ("pow", a, int(k)):
            return min(int(term_count(a) ** min(k, 64)), MOST_TERMS)
        case ("t" | "tr", a):
            return term_count(a)
        case ("gradient" | "derivative", f, *_):
            return 4 * term_count(f)
    return 1


# ----------------------------------------------------------------------------------------------------- replacing
def substituted(e: Expression, values: Mapping[str, Expression]) -> Expression:
    """The expression with letters replaced; a letter in 1/x or of a derivative can become another letter only."""
    match e:
        case ("letter", str(name)):
            return values.get(name, e)
        case ("inverse", str(name), k):
            return ("inverse", _other_name(name, values), k)
        case ("gradient" | "derivative", f, str(name), *way):
            inside = [substituted(x, values) for x in (f, *way)]
            return (e[0], inside[0], _other_name(name, values), *inside[1:])
    return tuple([substituted(part, values) if isinstance(part, tuple) else part for part in e])


def _other_name(name: str, values: Mapping[str, Expression]) -> str:
    value = values.get(name, ())
    return str(value[1]) if value[:1] == ("letter",) else name


def renamed(e: Expression, names: Mapping[str, str]) -> Expression:
    """The expression with other names for some letters."""
    return substituted(e, {old: ("letter", new) for old, new in names.items()})


def unfolded(e: Expression, values: Mapping[Expression, Expression]) -> Expression:
    """The expression with parts replaced by their values, repeatedly."""
    if e in values:
        return unfolded(values[e], values)
    return tuple([unfolded(part, values) if isinstance(part, tuple) else part for part in e])


def rebuilt(x: Any, change: Callable[[Any], Any]) -> Any:
    """A record or tuple, such as a certificate, with `change` applied to every tuple inside, inner ones first."""
    if is_dataclass(x) and not isinstance(x, type):
        return type(x)(**{f.name: rebuilt(getattr(x, f.name), change) for f in fields(x)})
    return change(tuple([rebuilt(part, change) for part in x])) if isinstance(x, tuple) else x


# ------------------------------------------------------------------------------------------------------ building
def letter(x: Letter) -> Expression:
    """A letter or the transpose of one."""
    plain: Expression = ("letter", x.name)
    return plain if x.spelling == x.name else ("t", plain)


def product(factors: Sequence[Expression]) -> Expression:
    """The product of one factor or more."""
    return factors[0] if len(factors) == 1 else ("mul", *factors)


def zero(rows: Dimension, cols: Dimension) -> Expression:
    """The zero matrix of a shape, or the number 0."""
    return ZERO if (rows, cols) == (1, 1) else ("zero", rows, cols)


def from_polynomial(p: Polynomial) -> Expression:
    """An expression that expands to p: the sum of its terms."""
    terms = [from_monomial(m, c, p.rows) for m, c in p.terms.items()]
    if not terms:
        return zero(p.rows, p.cols)
    return terms[0] if len(terms) == 1 else ("add", *terms)


def from_monomial(monomial: Monomial, c: Coefficient, rows: Dimension) -> Expression:
    """The expression of a monomial with coefficient c; rows: of the polynomial, for a multiple of the identity."""
    scalars, word = monomial
    factors: list[Expression] = []
    for atom, power in scalars:
        if power < 0:
            factors.append(("inverse", atom if isinstance(atom, str) else atom[0].name, -power))
            continue
        if isinstance(atom, str):
            base: Expression = ("size", atom)
        else:
            base = product(_letters(atom)) if atom[0].rows == 1 else ("tr", product(_letters(atom)))
        factors.append(base if power == 1 else ("pow", base, power))
    factors += _letters(word)
    if not word and rows != 1:
        factors.append(("eye", rows))
    if c != 1 or not factors:
        factors.insert(0, ("number", str(c)))
    return product(factors)


def _letters(word: Word) -> list[Expression]:
    return [letter(x) for x in word]
