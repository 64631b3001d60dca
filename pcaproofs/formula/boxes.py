"""How a formula looks, decided once for all printers: signs, fractions, and as few brackets as reading needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from pcaproofs.formula import tree
from pcaproofs.formula.algebra import is_negative, is_scalar, negative
from pcaproofs.formula.characters import ABOVE
from pcaproofs.formula.tree import ONE, Entry, Eye, Formula, Name, Product, Sum, Zero
from pcaproofs.language.rationals import Rational

SUM, PRODUCT, ATOM = range(3)  # how tightly a formula binds


@dataclass(frozen=True)
class Box:
    """Any part of what is printed."""


@dataclass(frozen=True)
class Glyph(Box):
    """A letter or a sign that is none of the following."""

    char: str
    style: Literal["", "bold", "word", "sans"] = ""
    accent: str = ""


@dataclass(frozen=True)
class Digits(Box):
    """A whole number ≥ 0."""

    text: str


@dataclass(frozen=True)
class Operator(Box):
    """The name of an operator in upright letters; `limits`: what belongs to it stands below it."""

    text: str
    limits: bool = False


@dataclass(frozen=True)
class Mark(Box):
    """A sign such as + or =, between two formulas or before one; room around it: as usual, none, or more."""

    char: str
    between: bool = True
    room: Literal["", "none", "wide"] = ""


@dataclass(frozen=True)
class Gap(Box):
    """Room between two formulas; "" where there need be none, "none" where brackets do not belong to what is before."""

    width: Literal["", "none", "thin", "space", "quad"] = ""


@dataclass(frozen=True)
class Line(Box):
    """Boxes side by side."""

    parts: tuple[Box, ...]


@dataclass(frozen=True)
class Fraction(Box):
    """A fraction; small where a line has to stay low."""

    top: Box
    bottom: Box
    small: bool = False


@dataclass(frozen=True)
class Scripts(Box):
    """A box with a subscript and a superscript."""

    base: Box
    below: Box | None = None
    above: Box | None = None


@dataclass(frozen=True)
class Limits(Box):
    """An operator or ∑ with what stands below and above it."""

    base: Box
    below: Box
    above: Box | None = None


@dataclass(frozen=True)
class Fence(Box):
    """A box in delimiters, which stretch only around what is tall; big: a little larger than their text."""

    left: str
    body: Box
    right: str
    big: bool = False


@dataclass(frozen=True)
class Radical(Box):
    """A square root."""

    body: Box


@dataclass(frozen=True)
class Grid(Box):
    """Cells in rows: a small matrix, a stack below an operator, or lines that are aligned at the left of column two."""

    rows: tuple[tuple[Box, ...], ...]
    kind: Literal["small", "stack", "aligned"]


@dataclass(frozen=True)
class Half(Box):
    """One delimiter, a little larger than its text, whose partner stands on another line."""

    char: str


def shown(form: Formula) -> Formula:
    """The form in which an identity shows its size only where it stands alone, or is a factor of what stands alone."""
    if isinstance(form, Eye):
        return form
    if isinstance(form, Product) and any(isinstance(f, Eye) for f in form.factors):
        return replace(form, factors=tuple(f if isinstance(f, Eye) else sizeless(f) for f in form.factors))
    return sizeless(form)


_OPERATORS = (tree.Total, tree.Gradient, tree.Partial, tree.Directional)
_ALONE: tuple[type[Formula], ...] = (
    tree.Norm,
    tree.Trace,
    tree.Inner,
    tree.Expectation,
    tree.Root,
    tree.Listed,
    tree.Relation,
    tree.Matrix,
)
_ALONE += (tree.Row, tree.Best, tree.Aligned, tree.Brackets, tree.Gradient, tree.Partial, tree.Directional)


@lru_cache(maxsize=1 << 14)
def sizeless(form: Formula) -> Formula:
    """The form in which no identity and no zero shows its size, but for those that stand alone inside it."""
    match form:
        case Eye():
            return Eye(None)
        case Zero():
            return Zero()
        case Name() | tree.Ones() | tree.Space():
            return form
        case _ if isinstance(form, _ALONE):
            return mapped(form, shown)
    return mapped(form, sizeless)


def mapped(form: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """The same node of changed parts; sizes, indices and bound letters are no parts."""
    if isinstance(form, Name | tree.Ones | Eye | Zero | tree.Space):
        return form
    fields: dict[str, Any] = {k: v for k, v in vars(form).items() if k not in tree.NO_PARTS}
    return replace(form, **{k: _changed(v, change) for k, v in fields.items()})


def _changed(value: Any, change: Callable[[Formula], Formula]) -> Any:
    if isinstance(value, Formula):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_changed(x, change) for x in value)
    return value


def box(form: Formula) -> Box:
    """How a formula looks."""
    return _box(form)[0]


@lru_cache(maxsize=1 << 14)
def _box(form: Formula) -> tuple[Box, int]:
    """The box and how tightly it binds."""
    made = _BOXES[type(form)](form)
    return made if isinstance(made, tuple) else (made, ATOM)


def _part(form: Formula, at_least: int) -> Box:
    """A part of a formula, in brackets where it binds less tightly than it has to."""
    made, binding = _box(form)
    return made if binding >= at_least else Fence("(", made, ")")


# ---------------------------------------------------------------------------------------------------- letters
def _name(form: Name) -> Box:
    base: Box = Glyph(form.base, "sans" if form.word else "word" if len(form.base) > 1 else "", form.accent)
    index = None if form.index is None else _index(form.index)
    return Scripts(base, index, Glyph("⋆") if form.star else None) if index or form.star else base


def _index(index: Name) -> Box:
    """An index: a number, or letters side by side."""
    if index.index or index.accent or index.star:
        return _name(index)
    if index.base.isdigit():
        return Digits(index.base)
    return line([Digits(c) if c.isdigit() else Glyph(c) for c in index.base])


def _eye(form: Eye) -> Box:
    return Glyph("I") if form.size is None else Scripts(Glyph("I"), box(form.size))


def _zero(form: Zero) -> Box:
    if form.shape is None or form.shape == tree.SCALAR:
        return Digits("0")
    return Scripts(Digits("0"), _dimensions(form.shape))


def _dimensions(shape: tree.Shape) -> Box:
    rows, columns = map(box, shape)
    return rows if shape[1] == ONE else Line((rows, Mark("×", room="none"), columns))


def _entry(form: Entry) -> Box:
    return Scripts(Fence("(", box(form.matrix), ")", big=True), _index(form.index))


# ---------------------------------------------------------------------------------------------------- sums, products
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
        return "−", _part(negative(term), PRODUCT)
    return "+", box(term)


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
        only, binding = _box(factors[0])
        body = only if binding >= PRODUCT else Fence("(", only, ")")
        return (body, binding if body is only else ATOM) if not sign else (_minus(body), SUM)
    if not factors and isinstance(parts[0], Digits) and not sign:
        return parts[0], ATOM
    parts += _factors(factors, alone=len(factors) == 1 and not parts)
    return (_minus(_beside(parts)), SUM) if sign else (_beside(parts), PRODUCT)


def _minus(body: Box) -> Box:
    return line([Mark("−", between=False), body])


def _on_top(factors: Sequence[Formula]) -> list[Formula]:
    """The scalar letters that go on a fraction: all, if nothing else is left beside it, else the one that there is."""
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
    return [Scripts(_part(f, ATOM), None, Digits(str(k))) if k > 1 else _part(f, ATOM) for f, k in counts.items()]


def _factors(factors: Sequence[Formula], *, alone: bool) -> Iterator[Box]:
    """The factors, in brackets where they need them."""
    matrices = [f for f in factors if not (isinstance(f, Name | Entry) and is_scalar(f))]
    for k, factor in enumerate(factors):
        last = isinstance(factor, _OPERATORS) and k == len(factors) - 1
        together = isinstance(factor, Product) and factor.grouped and len(matrices) == 1
        yield _part(factor, PRODUCT if alone or last or together else ATOM)


def _beside(parts: Sequence[Box], *, plain: bool = False) -> Box:
    """Factors side by side, with a thin space where two would collide."""
    out: list[Box] = [parts[0]]
    for part in parts[1:]:
        crowded = not plain and _crowds(part) and not isinstance(out[-1], Digits)
        out += [Gap("thin" if crowded else ""), part]
    return line(out)


def _crowds(part: Box) -> bool:
    """Whether a box begins with the bar of a norm, or with an operator."""
    match part:
        case Scripts(base) | Limits(base):
            return _crowds(base)
        case Line((first, *_)):
            return _crowds(first)
        case Fence(left):
            return left == "‖"
    return isinstance(part, Operator) or part == Glyph("∑")


# ---------------------------------------------------------------------------------------------------- functions
def _power(form: tree.Power) -> Box:
    return _raised(form.base, box(form.exponent))


def _raised(base: Formula, above: Box) -> Box:
    inside = _part(base, ATOM)
    already = isinstance(base, Name) and any(c in ABOVE for c in base.base)
    if already or (isinstance(inside, Scripts) and inside.above is not None):
        inside = Fence("(", inside, ")")
    if isinstance(inside, Scripts) and inside.above is None:
        return replace(inside, above=above)
    return Scripts(inside, None, above)


def _norm(form: tree.Norm) -> Box:
    fence = Fence("‖", box(form.body), "‖")
    if not form.frobenius and form.power == 1:
        return fence
    return Scripts(fence, Glyph("F") if form.frobenius else None, Digits(str(form.power)) if form.power > 1 else None)


def _function(name: str, body: Formula, left: str = "(", right: str = ")") -> Box:
    return Line((Operator(name), Fence(left, box(body), right)))


def _inner(form: tree.Inner) -> Box:
    both = Line((box(form.left), Mark(",", room="none"), Gap("thin"), box(form.right)))
    return Line((Gap("none"), Fence("⟨", both, "⟩")))


def _total(form: tree.Total) -> tuple[Box, int]:
    below = Line((_name(form.index), Mark("=", room="none"), Digits("1")))
    return Line((Limits(Glyph("∑"), below, box(form.last)), Gap(), _part(form.body, PRODUCT))), PRODUCT


def _derivative(operator: Box, body: Formula, after: Sequence[Box] = ()) -> tuple[Box, int]:
    inside = [box(body)] if isinstance(body, Name) else [Gap("none"), Fence("(", box(body), ")")]
    return Line((operator, *inside, *after)), PRODUCT


def _partial(form: tree.Partial) -> tuple[Box, int]:
    below = Line((Glyph("∂"), Gap(), box(form.letter)))
    return _derivative(Fraction(Glyph("∂"), below), form.body)


def _directional(form: tree.Directional) -> tuple[Box, int]:
    return _derivative(Scripts(Glyph("D"), box(form.letter)), form.body, [Fence("[", box(form.direction), "]")])


# ---------------------------------------------------------------------------------------------------- displays
def _listed(form: tree.Listed) -> Box:
    parts = [_small(box(x)) if form.enclosed else box(x) for x in form.items]
    gaps: dict[str, Box] = {"": Gap(), "space": Gap("space"), "quad": Gap("quad")}
    out: list[Box] = [parts[0]]
    for part in parts[1:]:
        out += [Mark(",", room="none"), gaps[form.gap], part]
    return Fence("(", line(out), ")") if form.enclosed else line(out)


def _matrix(form: tree.Matrix) -> Box:
    rows = tuple(tuple(_small(box(x)) for x in row) for row in form.rows)
    return Fence("(", Grid(rows, "small"), ")", big=True)


def _small(entry: Box) -> Box:
    match entry:
        case Fraction():
            return replace(entry, small=True)
        case Line((*before, Fraction() as last)):
            return Line((*before, replace(last, small=True)))
    return entry


def _relation(form: tree.Relation) -> tuple[Box, int]:
    out: list[Box] = [box(form.terms[0])]
    for sign, term in zip(form.signs, form.terms[1:], strict=True):
        out += [Mark(sign, room="wide" if form.wide else ""), box(term)]
    return line(out), SUM


def _space(form: tree.Space) -> Box:
    return Glyph("ℝ") if form.shape == tree.SCALAR else Scripts(Glyph("ℝ"), None, _dimensions(form.shape))


def _best(form: tree.Best) -> tuple[Box, int]:
    names: list[Box] = []
    for x in form.variables:
        assert x.shape is not None
        names += [Mark(",", room="none"), Gap()] if names else []
        names += [box(x), Mark("∈"), _space(tree.Space(x.shape))]
    rows = tuple((row,) for row in (line(names), *map(box, form.constraints)))
    below = Grid(rows, "stack") if form.constraints else line(names)
    operator = Limits(Operator(f"arg {form.sense}", limits=True), below)
    return (operator if form.objective is None else Line((operator, Gap("space"), box(form.objective)))), PRODUCT


def _aligned(form: tree.Aligned) -> Box:
    rows = []
    for row in form.rows:
        indent: list[Box] = [Gap("quad")] * row.indent
        sign = [Mark(row.sign)] if row.sign else []
        rows.append((line([box(row.left)] if row.left else []), line([*indent, *sign, box(row.body)])))
    return Grid(tuple(rows), "aligned")


def _opened(form: tree.Opened) -> Box:
    return Line((box(form.product), Gap(), Half("("), box(form.body)))


def line(parts: Iterable[Box]) -> Box:
    """Boxes side by side; one alone as it is."""
    flat = tuple(parts)
    return flat[0] if len(flat) == 1 else Line(flat)


_BOXES: dict[type, Callable[[Any], Box | tuple[Box, int]]] = {
    Name: _name,
    Eye: _eye,
    tree.Ones: lambda f: Scripts(Glyph("1", "bold"), box(f.size)),
    Zero: _zero,
    Sum: _sum,
    Product: _product,
    tree.Power: _power,
    tree.Transpose: lambda f: _raised(f.base, Glyph("⊤")),
    tree.PseudoInverse: lambda f: _raised(f.base, Mark("+", room="none")),
    tree.Norm: _norm,
    tree.Trace: lambda f: _function("tr", f.body),
    tree.Inner: _inner,
    tree.Root: lambda f: Radical(box(f.body)),
    tree.Expectation: lambda f: _function("𝔼", f.body, "[", "]"),
    Entry: _entry,
    tree.Total: _total,
    tree.Gradient: lambda f: _derivative(Scripts(Glyph("∇"), box(f.letter)), f.body),
    tree.Partial: _partial,
    tree.Directional: _directional,
    tree.Brackets: lambda f: Fence("(", box(f.body), ")", big=True),
    tree.Listed: _listed,
    tree.Matrix: _matrix,
    tree.Relation: _relation,
    tree.Space: _space,
    tree.Best: _best,
    tree.Aligned: _aligned,
    tree.Row: lambda f: _aligned(tree.Aligned((f,))),
    tree.Continued: lambda f: (line(_terms(f.terms, continued=True)), SUM),
    tree.Opened: _opened,
    tree.Closed: lambda f: (Line((box(f.body), Half(")"))), SUM),
}
