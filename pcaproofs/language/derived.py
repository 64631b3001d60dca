"""Derived letters: those that stand for an inverse, a root, a moment, a basis vector or a running column.

A `Reading` carries what each of its letters stands for. A statement from a certificate file, and letters that a
citation or the search has added, have no reading, only names and hypotheses. There `read_back` recovers the same data.
`Naming` writes the names of derived letters and takes them apart; no other module does either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from pcaproofs.kernel import Compare, Dimension, Expression, Statement
from pcaproofs.language.express import text
from pcaproofs.terms import ONE, ZERO, Shape, is_ones, ones_column

THEOREM = "the theorem "  # the beginning of an assumption that is a theorem


class Naming(Enum):
    """The ways in which a derived letter is named after its argument."""

    ROOT = "√{}"
    INVERSE = "{}⁻¹"
    PSEUDO_INVERSE = "{}⁺"
    EXPECTATION = "E[{}]"
    RUNNING = "row[{}]"
    RANDOM = "random[{}]"
    RECIPROCAL = "1/({})"
    BASIS = "e_{}"
    LEADING = "I[{}]"
    DIAGONAL = "diag({})"
    DETERMINANT = "det({})"
    ADJUGATE = "adj({})"
    LOGARITHM = "log({})"

    def write(self, inside: str) -> str:
        """The name of the letter with this argument."""
        return self.value.format(inside)


@dataclass(frozen=True)
class NameParts:
    """The parts of a derived letter's name; number is "2" for a second letter of the same name, "" for the first."""

    notation: Naming
    inside: str
    number: str = ""


_NUMBERED = (Naming.ROOT, Naming.INVERSE, Naming.PSEUDO_INVERSE)
_PATTERNS = {n: re.compile(re.escape(n.value).replace(r"\{\}", "(.+)") + "′*") for n in Naming}
_PATTERNS |= {n: re.compile(re.escape(n.value).replace(r"\{\}", "(.+?)") + r"(?:_(\d+))?") for n in _NUMBERED}


@lru_cache(maxsize=4096)
def take_apart(name: str) -> NameParts | None:
    """The parts of a name by its outermost notation; None for the name of an ordinary letter."""
    for notation, pattern in _PATTERNS.items():
        if match := pattern.fullmatch(name):
            return NameParts(notation, match[1], (match[2] or "") if notation in _NUMBERED else "")
    return None


def leading_name(m: Dimension, n: Dimension, after: Dimension = 0) -> str:
    """The name of the first m rows of the identity matrix of size n, or of m rows after others."""
    return Naming.LEADING.write(f"{m}×{n}>{after}" if after else f"{m}×{n}")


def leading_after(name: str) -> Dimension:
    """How many rows of the identity matrix are before those of a letter with such a name."""
    _, _, after = name.removesuffix("]").partition(">")
    return int(after or 0) if not after or after.isdigit() else after


def is_leading(name: str) -> bool:
    """Whether a name is that of rows of an identity matrix."""
    return _notation(name) is Naming.LEADING


def is_given(name: str) -> bool:
    """Whether a letter of this name has a value at each size: rows of an identity matrix, or ones."""
    return is_leading(name) or is_ones(name)


def basis_name(label: str) -> str:
    """The name of the standard basis vector with that label."""
    return Naming.BASIS.write(label)


class Kind(Enum):
    """The kinds of derived letters."""

    RECIPROCAL = "reciprocal"  # c with f·c = 1, of a scalar f
    DIVISOR = "divisor"  # the same, where the search adds it
    INVERSE = "inverse"  # of a square matrix
    ROOT = "root"  # r ≥ 0 with r² = x, of a scalar x
    PSEUDO_INVERSE = "pseudo-inverse"  # of any matrix
    FACTOR = "factor"  # F with S = FᵀF, of a positive semidefinite S
    MEAN = "mean"  # E[z] of a random vector z
    SECOND_MOMENT = "second moment"  # E[zzᵀ]
    COVARIANCE_FACTOR = "covariance factor"  # F with E[zzᵀ] − E[z]E[z]ᵀ = FᵀF
    BASIS = "basis"  # a standard basis vector
    LEADING = "leading"  # the first m rows of an identity matrix, or m rows after others
    DIAGONAL = "diagonal"  # the diagonal matrix of a column
    DETERMINANT = "determinant"  # of a square matrix that is a letter
    ADJUGATE = "adjugate"  # of a square matrix
    LOGARITHM = "logarithm"  # of a positive scalar
    POWER = "power"  # cⁿ of a scalar c, n a dimension
    NAMED = "matrix"  # a letter for a sum or a product
    RUNNING = "running"  # the column over which a sum or an expectation runs; no finished statement contains it


VALUED = (Kind.DETERMINANT, Kind.ADJUGATE, Kind.LOGARITHM, Kind.POWER)  # no equation defines them


@dataclass(frozen=True)
class Meaning:
    """What a derived letter stands for.

    of: the expression of which it is a function. label: for BASIS the vector's label; for moments the random vector;
    for RUNNING the index or the random vector.
    """

    kind: Kind
    of: Expression | None = None
    label: str = ""


def definition(name: str, derived: Meaning, shape: Shape) -> list[Compare]:
    """The hypotheses that define a derived letter of this name and shape; moments are defined by `moments_equation`."""
    c: Expression = ("letter", name)
    of = derived.of
    if derived.kind is Kind.BASIS:
        return [Compare(("mul", ("t", c), c), "=", ONE), Compare(("mul", ("t", c), ones_column(shape[0])), "=", ONE)]
    if derived.kind is Kind.LEADING:
        return [
            Compare(("mul", c, ("t", c)), "=", ("eye", shape[0])),
            Compare(("mul", c, ones_column(shape[1])), "=", _ones(shape[0])),
        ]
    if of is None:
        return []
    match derived.kind:
        case Kind.DIAGONAL:
            ones = ones_column(shape[0])
            return [
                Compare(("t", c), "=", c),
                Compare(("mul", c, ones), "=", of),
                Compare(("tr", c), "=", ("mul", ("t", ones), of)),
            ]
        case Kind.RECIPROCAL | Kind.DIVISOR:
            return [Compare(("mul", of, c), "=", ONE)]
        case Kind.INVERSE:
            eye = ("eye", shape[0])
            return [Compare(("mul", of, c), "=", eye), Compare(("mul", c, of), "=", eye)]
        case Kind.ROOT:
            return [Compare(("pow", c, 2), "=", of), Compare(c, ">=", ZERO)]
        case Kind.PSEUDO_INVERSE:
            both = (("mul", of, c), ("mul", c, of))
            laws = [Compare(("mul", of, c, of), "=", of), Compare(("mul", c, of, c), "=", c)]
            return laws + [Compare(("t", e), "=", e) for e in both]
        case Kind.FACTOR:
            return [Compare(of, "=", ("mul", ("t", c), c))]
        case Kind.NAMED:
            return [Compare(c, "=", of)]
    return []


def same_place(a: str, b: str) -> Compare:
    """eᵢeᵢᵀeⱼ = eⱼeᵢᵀeⱼ, which holds of any two basis vectors of one length."""
    inner: Expression = ("mul", ("t", ("letter", a)), ("letter", b))
    return Compare(("mul", ("letter", a), inner), "=", ("mul", ("letter", b), inner))


def _ones(n: Dimension) -> Expression:
    return ONE if n == 1 else ones_column(n)


def moments_equation(second: str, mean: str, factor: str) -> Compare:
    """E[zzᵀ] = E[z]E[z]ᵀ + FᵀF, which holds for some F exactly if a random vector has these two moments."""
    m, f = ("letter", mean), ("letter", factor)
    return Compare(("letter", second), "=", ("add", ("mul", m, ("t", m)), ("mul", ("t", f), f)))


def moments_in(h: Compare) -> tuple[str, str, str] | None:
    """The names of second moment, mean and covariance factor if a hypothesis is their `moments_equation`, else None."""
    match h:
        case Compare(
            ("letter", str(second)),
            "=",
            ("add", ("mul", ("letter", str(mean)), _), ("mul", _, ("letter", str(factor)))),
        ):
            return (second, mean, factor) if h == moments_equation(second, mean, factor) else None
    return None


# ------------------------------------------------------------------------------------------------------ reading back
def read_back(statement: Statement) -> dict[str, Meaning]:
    """The derived letters of a statement that comes without a reading.

    A letter is derived if its name has the notation and its definition is among the hypotheses; the name alone is not
    enough.
    """
    shapes = {name: (rows, cols) for name, rows, cols in statement.letters}
    given = {h for _, h in statement.hypotheses}
    found: dict[str, Meaning] = {}
    for _, h in statement.hypotheses:
        for name, derived in _defined_by(h, shapes):
            if name in shapes and definition(name, derived, shapes[name])[:1] in ([], [h]):
                found.setdefault(name, derived)
    for name, shape in shapes.items():
        selecting = _by_name(name, shape)
        if selecting is not None and given.issuperset(definition(name, selecting, shape)):
            found[name] = selecting
    found |= {name: d for name in shapes if name not in found and (d := _computed(name, shapes, found)) is not None}
    return found


def _computed(name: str, shapes: Mapping[str, Shape], found: Mapping[str, Meaning]) -> Meaning | None:
    """A determinant or a power by its name alone, as no equation defines it; a logarithm by its notation."""
    parts = take_apart(name)
    if shapes[name] == (1, 1) and parts is not None:
        for inside in (parts.inside, f"({parts.inside})"):
            rows, cols = shapes.get(inside, (1, 2))
            if parts.notation is Naming.DETERMINANT and rows == cols:
                return Meaning(Kind.DETERMINANT, ("letter", inside))
        if parts.notation is Naming.LOGARITHM:
            spelled = {text(("letter", x)): x for x, of in shapes.items() if of == (1, 1)}
            of = spelled.get(parts.inside)
            return Meaning(Kind.LOGARITHM, None if of is None else ("letter", of), "" if of else parts.inside)
    power = re.fullmatch(r"(.+)\^(\w+)", name)
    sizes = {n for shape in shapes.values() for n in shape}
    if power is None or shapes[name] != (1, 1) or power[2] not in sizes:
        return None
    if shapes.get(power[1]) == (1, 1):
        return Meaning(Kind.POWER, ("pow", ("letter", power[1]), power[2]))
    if re.fullmatch(r"\d+|\(-1\)", power[1]):
        return Meaning(Kind.POWER, ("pow", ("number", power[1].strip("()")), power[2]))
    return Meaning(Kind.POWER, ("pow", ("size", power[1]), power[2])) if power[1] in sizes else None


def _by_name(name: str, shape: Shape) -> Meaning | None:
    """The meaning of a letter that is named as a basis vector, as rows of I, or as a diagonal matrix; else None."""
    if (label := _inside(name, Naming.BASIS)) is not None and shape[1] == 1 != shape[0]:
        return Meaning(Kind.BASIS, label=label)
    if (of := _inside(name, Naming.DIAGONAL)) is not None and shape[0] == shape[1]:
        return Meaning(Kind.DIAGONAL, ("letter", of))
    return Meaning(Kind.LEADING) if is_leading(name) else None


def looks_valued(name: str) -> bool:
    """Whether a name is written like that of a determinant, an adjugate, a logarithm or a power."""
    parts = take_apart(name)
    return "^" in name or (parts is not None and parts.notation.name in {kind.name for kind in VALUED})


def basis_place(name: str) -> int | None:
    """The number, from 0, of the standard basis vector that is named e_0 or e_0of3; None for any other name."""
    label = _inside(name, Naming.BASIS)
    return None if label is None else place_of(label)


def place_of(label: str) -> int | None:
    """The number in a label 0 or 0of3, where 3 is a length; None for any other label."""
    found = re.fullmatch(r"(\d+)(?:of.+)?", label)
    return int(found[1]) if found else None


def _defined_by(h: Compare, shapes: Mapping[str, Shape]) -> Iterator[tuple[str, Meaning]]:
    """The letters that a hypothesis defines by its form, if their names have the fitting notation."""
    for notations, c, derived in _forms(h, shapes):
        if _notation(c) in notations:
            if derived.kind is Kind.RECIPROCAL and _notation(c) is Naming.RECIPROCAL:
                derived = Meaning(Kind.DIVISOR, derived.of)
            yield c, derived
    if (moments := moments_in(h)) is not None and all(_notation(x) is Naming.EXPECTATION for x in moments[:2]):
        second, mean, factor = moments
        label = _inside(mean, Naming.EXPECTATION) or ""
        yield second, Meaning(Kind.SECOND_MOMENT, label=label)
        yield mean, Meaning(Kind.MEAN, label=label)
        yield factor, Meaning(Kind.COVARIANCE_FACTOR, label=label)


def _forms(h: Compare, shapes: Mapping[str, Shape]) -> Iterator[tuple[tuple[Naming | None, ...], str, Meaning]]:
    """The letters that an equation of this form may define: the possible notations, the name, the meaning."""
    match h:
        case Compare(("mul", of, ("letter", str(c))), "=", ("number", "1")):
            yield (Naming.INVERSE, Naming.RECIPROCAL), c, Meaning(Kind.RECIPROCAL, of)
        case Compare(("mul", of, ("letter", str(c))), "=", ("eye", n)) if shapes.get(c) == (n, n):
            yield (Naming.INVERSE,), c, Meaning(Kind.INVERSE, of)
        case Compare(("pow", ("letter", str(c)), 2), "=", of):
            yield (Naming.ROOT,), c, Meaning(Kind.ROOT, of)
        case Compare(("mul", of, ("letter", str(c)), _), "=", _):
            yield (Naming.PSEUDO_INVERSE,), c, Meaning(Kind.PSEUDO_INVERSE, of)
        case Compare(of, "=", ("mul", ("t", ("letter", str(f))), ("letter", _))):
            yield (Naming.ROOT,), f, Meaning(Kind.FACTOR, of)
        case Compare(("mul", ("letter", str(c)), of), "=", ("mul", *_, ("eye", _))):
            yield (Naming.ADJUGATE,), c, Meaning(Kind.ADJUGATE, of)
        case Compare(of, ">", ("number", "0")) if (c := Naming.LOGARITHM.write(text(of)).replace(" ", "")) in shapes:
            yield (Naming.LOGARITHM,), c, Meaning(Kind.LOGARITHM, of)
        case Compare(("letter", str(c)), "=", of) if c.startswith("(") and c == f"({text(of)})".replace(" ", ""):
            yield (None,), c, Meaning(Kind.NAMED, of)


def _notation(name: str) -> Naming | None:
    parts = take_apart(name)
    return parts.notation if parts is not None else None


def _inside(name: str, *notations: Naming) -> str | None:
    parts = take_apart(name)
    return parts.inside if parts is not None and parts.notation in notations else None


def is_root(name: str) -> bool:
    """Whether a name is √…: a scalar root, or the factor F of S = FᵀF."""
    return _notation(name) is Naming.ROOT


def running_label(name: str) -> str:
    """The k of a running column row[k], the z of random[z]; any other name unchanged."""
    return _inside(name, Naming.RUNNING, Naming.RANDOM) or name
