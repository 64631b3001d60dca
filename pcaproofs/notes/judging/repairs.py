"""Changes of one symbol that could make a false relation true.

A square, a sign, a factor 2, n or 1/n, a size, n - 1 below a fraction, a transpose, an inverse, the order of two
factors, an index, another letter, a factor left out or put in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any

from pcaproofs.notes.formulas.spelling import INDICES, bare, is_capital, is_identity, is_ones, is_zero, key
from pcaproofs.notes.formulas.surface import (
    Bars,
    Big,
    Chain,
    Frac,
    Group,
    Inner,
    Matrix,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Product,
    Root,
    Sum,
    Trace,
    Transpose,
    children,
    nodes,
    with_children,
)
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.terms import Term
from pcaproofs.prover.refute import Point

try:
    import numpy as np
except ModuleNotFoundError:  # in a browser; then no formula has a value
    np = None  # type: ignore[assignment]


# The values of formulas at a point, from their surface trees, without typing them

CLOSE = 1e-7  # of the larger of the two sides and 1
SINGULAR = 1e9  # the condition number of a matrix without an inverse


class NoValue(Exception):  # noqa: N818
    """A formula has notation that is not evaluated here, or no value at this point."""


class Clash(Exception):  # noqa: N818
    """Two sizes do not fit."""


@dataclass(frozen=True)
class OfAnySize:
    """A multiple of the identity; its size is that of the matrix beside it."""

    factor: float


Value = Any  # a float, an array with two axes, or OfAnySize


@dataclass
class Values:
    """The values of formulas at a point; letters and defined: by the keys of the names.

    A family is the matrix whose rows are its members, by "family x".
    """

    letters: dict[str, Value]
    defined: Mapping[str, Node] = field(default_factory=dict)
    indices: Mapping[str, int] = field(default_factory=dict)  # key of an index that a sum binds -> its value
    known: dict[Node, Value] = field(default_factory=dict)  # a change leaves most parts as they are

    def fails(self, stated: Stated) -> bool | None:
        """Whether a relation fails at the point; None if it has no value there. A clash of sizes is a failure."""
        if np is None:
            return None
        try:
            with np.errstate(all="ignore"):
                return not _holds(self.of(stated.left), stated.sign, self.of(stated.right))
        except Clash:
            return True
        except (NoValue, ArithmeticError, ValueError, np.linalg.LinAlgError):
            return None

    def of(self, node: Node) -> Value:
        """The value of a formula. Raises NoValue, Clash."""
        if node not in self.known:
            if (read := READERS.get(type(node))) is None:
                raise NoValue(type(node).__name__)
            self.known[node] = read(self, node)
        return self.known[node]

    def _letter(self, name: Name) -> Value:
        found = key(name)
        if found in self.letters:
            return self.letters[found]
        if isinstance(name.subscript, Name) and (k := self.indices.get(key(name.subscript))) is not None:
            row = self.members(name)[k]
            return float(row[0]) if len(row) == 1 else row.reshape(-1, 1)
        if is_zero(name):
            return 0.0
        if is_identity(name):
            size = self.letters.get(key(name.subscript)) if isinstance(name.subscript, Name) else None
            return np.eye(int(size)) if isinstance(size, float) and size > 1 else OfAnySize(1.0)
        if is_ones(name) or found not in self.defined:
            raise NoValue(found)
        rest = {x: body for x, body in self.defined.items() if x != found}
        self.letters[found] = out = Values(self.letters, rest).of(self.defined[found])
        return out

    def members(self, name: Name) -> Value:
        """The members of a family, or the entries of a column, as the rows of a matrix."""
        base = key(bare(name))
        whole = self.letters.get(f"family {base}", self.letters.get(base))
        if whole is None or not (f"family {base}" in self.letters or _is_column(whole)):
            raise NoValue(base)
        return np.atleast_2d(whole)


def _product_at(at: Values, node: Product) -> Value:
    out = at.of(node.factors[0])
    for factor, mark in zip(node.factors[1:], node.marks, strict=True):
        other = at.of(factor)
        if mark not in ("", "·"):
            raise NoValue(mark)
        is_inner = mark == "·" and _is_column(out) and _is_column(other)
        out = _times(_transposed(out) if is_inner else out, other)
    return out


def _big(at: Values, node: Big) -> Value:
    lower = node.lower.terms[0] if isinstance(node.lower, Chain) else node.lower
    inside = [x for x in nodes(node.body) if isinstance(x, Name) and x.subscript == lower]
    lengths = {len(at.members(x)) for x in inside}
    if node.sign != "∑" or not isinstance(lower, Name) or len(lengths) != 1 or key(lower) in at.indices:
        return _no(node)
    if isinstance(node.upper, Name) and at.letters.get(key(node.upper)) not in (None, *lengths):
        return _no(node)  # over a part of a family
    out = None
    for k in range(lengths.pop()):
        one = Values(at.letters, at.defined, {**at.indices, key(lower): k}).of(node.body)
        out = one if out is None else _plus(out, one)
    return out


def _sum(at: Values, node: Sum) -> Value:
    out = None
    for term, sign in zip(node.terms, node.signs, strict=True):
        if sign not in ("", "+", "-"):
            raise NoValue(sign)
        one = _times(-1.0, at.of(term)) if sign == "-" else at.of(term)
        out = one if out is None else _plus(out, one)
    return out


def _fraction(at: Values, node: Frac) -> Value:
    below = at.of(node.bottom)
    return _times(_power(below, -1.0), at.of(node.top)) if isinstance(below, float) else _no(node)


def _norm(at: Values, node: Norm) -> Value:
    found = at.of(node.body)
    is_known = node.subscript in (None, Num("2")) and (isinstance(found, float) or _is_column(found))
    return float(np.linalg.norm(found)) if is_known else _no(node)


def _bars(at: Values, node: Bars) -> Value:
    found = at.of(node.body)
    return abs(found) if isinstance(found, float) else float(np.linalg.det(_square(found)))


def _matrix(at: Values, node: Matrix) -> Value:
    rows = [[at.of(x) for x in row] for row in node.rows]
    cells = [x for row in rows for x in row]
    is_open = [isinstance(x, OfAnySize) or (isinstance(x, float) and x == 0) for x in cells]  # of an unknown size
    if node.brackets == "{" or (any(is_open) and not all(isinstance(x, float) for x in cells)):
        return _no(node)
    out = np.block(rows)
    return float(out[0, 0]) if out.shape == (1, 1) else out


READERS: dict[type[Node], Callable[[Values, Any], Value]] = {
    Name: Values._letter,
    Num: lambda at, x: float(x.text),
    Group: lambda at, x: at.of(x.body),
    Transpose: lambda at, x: _transposed(at.of(x.base)),
    Product: _product_at,
    Big: _big,
    Sum: _sum,
    Power: lambda at, x: _power(at.of(x.base), at.of(x.exponent)),
    Frac: _fraction,
    Root: lambda at, x: float(np.sqrt(_number(at.of(x.body)))) if x.degree is None else _no(x),
    Norm: _norm,
    Inner: lambda at, x: _number(_times(_transposed(at.of(x.left)), at.of(x.right))),
    Trace: lambda at, x: float(np.trace(_square(at.of(x.body)))),
    Bars: _bars,
    Matrix: _matrix,
}


def values_at(
    point: Point, names: Mapping[str, str], defined: Mapping[str, Node], linked: Mapping[str, Term]
) -> Values:
    """The values at a point; names: of the letters there. A size that has no value there has none here.

    linked: the matrix whose rows are the members of a family, or the transpose of one.
    """
    letters = dict[str, Value](zip(point.dimensions, map(float, point.dimensions.values()), strict=True))
    for found, name in names.items():
        if (m := point.letters.get(name)) is not None and m and m[0]:
            if np is None:
                break
            array = np.array([[float(x) for x in row] for row in m])
            letters[found] = float(array[0, 0]) if array.shape == (1, 1) else array
    for family, whole in linked.items():
        matrix = whole.parts[0] if whole.op == "transpose" else whole
        value = letters.get(str(matrix.data[0])) if matrix.op == "letter" else None
        if value is not None and np is not None:
            letters[family] = np.atleast_2d(value) if matrix is whole else np.atleast_2d(value).T
    return Values(letters, defined)


def _no(node: Node) -> Value:
    raise NoValue(type(node).__name__)


def _holds(left: Value, sign: str, right: Value) -> bool:
    if sign in ("=", ":=", "≡"):
        if isinstance(left, OfAnySize) and isinstance(right, OfAnySize):
            return left == right
        difference = _plus(left, _times(-1.0, right))
        most = max(1.0, *(float(np.max(np.abs(x))) for x in (left, right) if not isinstance(x, OfAnySize)))
        if not np.isfinite(most):
            raise NoValue("too large")
        size = abs(difference.factor) if isinstance(difference, OfAnySize) else np.max(np.abs(difference))
        return bool(size <= CLOSE * most)
    if sign not in ("≤", "≥", "<", ">"):
        raise NoValue(sign)
    x, y = _number(left), _number(right)
    low, high = (x, y) if sign in ("≤", "<") else (y, x)
    return low <= high + CLOSE * max(1.0, abs(x), abs(y))


def _number(a: Value) -> float:
    if not isinstance(a, float):
        raise NoValue("a matrix for a number")  # ≥ 0 may say that it is positive semidefinite
    return a


def _is_column(a: Value) -> bool:
    return isinstance(a, np.ndarray) and a.shape[1] == 1


def _square(a: Value) -> Any:
    if isinstance(a, OfAnySize):
        raise NoValue("an identity without a size")
    m = np.atleast_2d(a)
    if m.shape[0] != m.shape[1]:
        raise Clash
    return m


def _transposed(a: Value) -> Value:
    return a.T if isinstance(a, np.ndarray) else a


def _plus(a: Value, b: Value) -> Value:
    if isinstance(b, OfAnySize) or (isinstance(b, float) and not isinstance(a, OfAnySize)):
        a, b = b, a
    if isinstance(a, OfAnySize):
        if isinstance(b, OfAnySize):
            return OfAnySize(a.factor + b.factor)
        return _square(b) + a.factor * np.eye(len(_square(b))) if isinstance(b, np.ndarray) else a.factor + b
    if isinstance(a, float):
        if a == 0 or isinstance(b, float):
            return a + b  # 0 is a matrix of any size
        raise Clash
    if a.shape != b.shape:
        raise Clash
    return a + b


def _times(a: Value, b: Value) -> Value:
    if isinstance(a, OfAnySize):
        return OfAnySize(a.factor * b) if isinstance(b, float) else _scaled(a.factor, b)
    if isinstance(b, OfAnySize) or isinstance(a, float) or isinstance(b, float):
        return _times(b, a) if isinstance(b, OfAnySize) else a * b
    if a.shape[1] != b.shape[0]:
        raise Clash
    out = a @ b
    return float(out[0, 0]) if out.shape == (1, 1) else out


def _scaled(factor: float, b: Value) -> Value:
    return OfAnySize(factor * b.factor) if isinstance(b, OfAnySize) else factor * b


def _power(a: Value, exponent: Value) -> Value:
    if not isinstance(exponent, float):
        raise NoValue("an exponent")
    if isinstance(a, float):
        if (a == 0 and exponent < 0) or (a < 0 and exponent != int(exponent)):
            raise NoValue("no number")
        return a**exponent
    if exponent != int(exponent):
        raise NoValue("a root of a matrix")
    if isinstance(a, OfAnySize):
        return OfAnySize(a.factor ** int(exponent))
    if _is_column(a):
        raise NoValue("a power of a column")
    m = _square(a)
    if exponent < 0 and not np.linalg.cond(m) < SINGULAR:
        raise NoValue("no inverse")
    return np.linalg.matrix_power(m, int(exponent))


# Changes of one symbol that could make a false relation true

MOST_PROOFS = 8  # changes whose proofs are tried
MOST_UNKNOWN = 90  # changes without values at the points that are typed
MOST_CHANGES = 2000  # of a relation, the likely ones first
MOST_LETTERS = 12  # that a change may put in

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
LIKELY = 3  # the rank of the slips that are common

ONE, TWO, THREE = Num("1"), Num("2"), Num("3")
OPPOSITE = {"+": "-", "-": "+"}
MINUS_ONE = Sum((ONE,), ("-",))


@dataclass(frozen=True)
class _Letters:
    """The letters and indices of a relation, which may stand for each other; sizes, numbers: the names of these.

    factors: what may be put in beside others: its letters, and the inverses of letters that it has.
    """

    sizes: tuple[str, ...]
    names: tuple[Name, ...]
    factors: tuple[Node, ...]
    indices: tuple[Name, ...]
    numbers: frozenset[str]
    throughout: bool


@dataclass(frozen=True)
class _Change:
    """A part and what stands in place of it. rank: how unlikely this slip is."""

    rank: int
    old: Node
    new: Node
    whole: Node


def repairs(
    stated: Stated,
    sizes: Sequence[str],
    others: Sequence[Name] = (),
    numbers: AbstractSet[str] = frozenset(),
    *,
    throughout: bool = False,
) -> Iterator[tuple[int, Node, Node, Stated]]:
    """The rank, the old part, the new part, and the changed relation; likely slips come first.

    others: letters behind its definitions and hypotheses, which a change may put in. numbers: the keys of those that
    are numbers; none of them is written for a matrix. throughout: whether a letter may be another one in all places.
    """
    found = [x for side in stated.sides for x in nodes(side) if isinstance(x, Name)]
    plain = [x for x in found if not (is_ones(x) or is_identity(x) or is_zero(x)) and x.base not in sizes]
    valued = [x for x in stated.sides if isinstance(x, Name) and found.count(x) == 1]  # P = PPᵀ says nothing of P
    names = tuple(dict.fromkeys(x for x in (*plain, *others) if x.base not in INDICES and x not in valued))
    parts = (x for side in stated.sides for x in nodes(side))
    inverses = [x for x in parts if isinstance(x, Power) and x.exponent == MINUS_ONE and isinstance(x.base, Name)]
    letters = _Letters(
        () if stated.right == Num("0") else tuple(sizes),
        names[:MOST_LETTERS],
        (*names[:MOST_LETTERS], *dict.fromkeys(inverses)),
        tuple(dict.fromkeys(x.subscript for x in plain if isinstance(x.subscript, Name))),
        frozenset(numbers),
        throughout,
    )
    changes = [(x, Stated(stated.left, stated.sign, x.whole, stated.span, stated.quantified)) for x in
               _changed(stated.right, letters, top=True)]  # fmt: skip
    if not isinstance(stated.left, Name):
        changes += [(x, Stated(x.whole, stated.sign, stated.right, stated.span, stated.quantified)) for x in
                    _changed(stated.left, letters, top=True)]  # fmt: skip
    if stated.sign != "=":  # a side with another sign may say less
        changes = [x for x in changes if not (isinstance(x[0].new, Sum) and x[0].new.terms == (x[0].old,))]
    changes.sort(key=lambda x: x[0].rank)
    for x, changed in changes[:MOST_CHANGES]:
        is_part = x.whole is not x.new and isinstance(x.old, Product) and x.new == _rest(x.old)
        if not is_part and _plain(changed.left) == _plain(changed.right):
            continue
        is_squared = isinstance(x.new, Power) and x.new.base == x.old
        is_filler = x.rank > LIKELY or is_squared  # S² = SS for S² = S
        if not (x.rank and _cancels(x.whole)) and not (is_filler and _written_out(changed)):
            yield x.rank, x.old, x.new, changed


def _rest(term: Product) -> Node:
    """A product without its first factor."""
    return Product(term.factors[1:], term.marks[1:]) if len(term.factors) > 2 else term.factors[1]


def _plain(node: Node) -> Node:
    """A formula without brackets: AB = (AB) says nothing."""
    while isinstance(node, Group):
        node = node.body
    parts = [_plain(x) for x in children(node)]
    return with_children(node, parts) if parts else node


def _written_out(stated: Stated) -> bool:
    """Whether the two sides are one product, with its powers written out."""
    left, right = (_factors(_plain(x)) for x in stated.sides)
    return left == right


def _factors(node: Node) -> list[Node]:
    match node:
        case Product(factors):
            return [x for factor in factors for x in _factors(factor)]
        case Power(base, Num("2" | "3" as exponent)):
            return _factors(base) * int(exponent)
    return [node]


def _cancels(node: Node) -> bool:
    """Whether two terms of a sum cancel, so that nothing is left of them: (A − AI)x."""
    for one in nodes(node):
        if isinstance(one, Sum) and len(one.terms) > 1:
            terms = [(_without_identity(_plain(x)), sign or "+") for x, sign in zip(one.terms, one.signs, strict=True)]
            if any((x, OPPOSITE.get(sign)) in terms for x, sign in terms):
                return True
    return False


def _without_identity(node: Node) -> Node:
    """A product without the factor I."""
    if not isinstance(node, Product):
        return node
    return _product([x for x in node.factors if not (isinstance(x, Name) and is_identity(x))] or node.factors[:1])


def which(old: Node, stated: Stated) -> str:
    """Which one a part is, by its place, of those that a relation has several times: "the second "; else nothing."""
    places = sorted({x.span for side in stated.sides for x in nodes(side) if x == old})
    if len(places) < 2 or old.span not in places or (k := places.index(old.span)) >= len(_ORDINALS):
        return ""
    return f"the {_ORDINALS[k]} "


def _changed(node: Node, letters: _Letters, *, top: bool = False, is_factor: bool = False) -> Iterator[_Change]:
    """The changes of a formula; exponents, bounds of sums, indices and the names of norms stay.

    top: whether it is a side of the relation. is_factor: whether it is a factor, beside which its product puts others.
    """
    for rank, new in _instead(node, letters, top=top):
        yield _Change(rank, node, new, new)
    if not is_factor and not isinstance(node, Product | Sum | Chain | Num):
        for one in letters.factors:
            yield from (_Change(5, node, new, new) for new in (_product((node, one)), _product((one, node))))
    parts = list(children(node))
    for k, part in enumerate(parts):
        if isinstance(node, Name) or (isinstance(node, Power) and k == 1):
            continue
        if isinstance(node, Big | Norm) and part is not node.body:
            continue
        inner = list(_changed(part, letters, is_factor=isinstance(node, Product)))
        if isinstance(node, Sum) and len(parts) > 1:
            inner += (_Change(rank, part, new, new) for rank, new in _with_factor(part, letters.sizes))
        if isinstance(part, Norm | Inner | Product | Group | Name) and isinstance(node, Power | Transpose):
            inner = [x for x in inner if x.old is not part or isinstance(x.new, Name)]
        for x in inner:
            yield _Change(x.rank, x.old, x.new, with_children(node, [*parts[:k], x.whole, *parts[k + 1 :]]))


def _instead(node: Node, letters: _Letters, *, top: bool) -> Iterator[tuple[int, Node]]:
    """What may stand in place of a part, with the rank of the slip. top: whether it is a side of the relation."""
    match node:
        case Norm() | Inner() | Group():
            yield 0, Power(node, TWO)
            if isinstance(node, Group) and not top:
                yield 4, Transpose(node)
                yield 4, Power(node, MINUS_ONE)
        case Transpose(base):
            yield 0, base
        case Power(base, exponent):
            yield from ((rank, Power(base, new) if new else base) for rank, new in _other_exponents(exponent))
            if exponent == MINUS_ONE:
                yield 3, Transpose(base)
        case Sum(terms, signs):
            yield from ((0, Sum(terms, x) if x else terms[0]) for x in _other_signs(signs))
            if signs[0] == "+":  # nothing stands before it
                yield from ((5, Sum((x, *terms), ("", *signs))) for x in letters.names)
        case Name():
            yield from _other_names(node, letters)
        case Product():
            yield from _other_products(node, letters)
        case Frac(above, below):
            yield from ((1, Frac(above, new)) for new in _other_counts(below, letters.sizes))
            yield from ((rank, Frac(new, below)) for rank, new in _with_factor(above, ()))
            yield from ((rank, Frac(above, new)) for rank, new in _with_factor(below, ()))
    if top:
        yield from () if isinstance(node, Sum | Num) else [(1, Sum((node,), ("-",)))]
        yield from _other_throughout(node, letters) if letters.throughout else ()
        yield from _with_factor(Group(node) if isinstance(node, Sum) and len(node.terms) > 1 else node, letters.sizes)


def _other_throughout(node: Node, letters: _Letters) -> Iterator[tuple[int, Node]]:
    """A side with another letter of the same look in all places of one."""
    found = [x for x in nodes(node) if isinstance(x, Name)]
    for name in dict.fromkeys(x for x in found if found.count(x) > 1 and x in letters.names):
        yield from ((4, _throughout(node, name, x)) for x in letters.names if x != name and _are_alike(x, name))


def _throughout(node: Node, name: Name, other: Name) -> Node:
    """A formula with another letter in all places of one: UUᵀ for VVᵀ."""
    if node == name:
        return replace(other, span=node.span)
    parts = [_throughout(x, name, other) for x in children(node)]
    return with_children(node, parts) if parts else node


def _other_exponents(exponent: Node) -> Iterator[tuple[int, Node | None]]:
    """Another exponent, or none."""
    if exponent == TWO:
        yield from ((0, None), (3, THREE))
    elif exponent == THREE:
        yield 0, TWO
    elif exponent == MINUS_ONE:
        yield 1, None


def _other_counts(below: Node, sizes: Sequence[str]) -> Iterator[Node]:
    """n - 1 in place of n, and the other way round."""
    match below:
        case Name(base) if base in sizes:
            yield Sum((below, ONE), ("", "-"))
        case Sum((Name(base) as size, Num("1")), ("", "-")) if base in sizes:
            yield size


def _other_signs(signs: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The signs of a sum, with one of them changed that is written; none for −x."""
    if signs == ("-",):
        yield ()
    for k in range(len(signs) if len(signs) > 1 else 0):
        flipped = OPPOSITE.get(signs[k])
        if flipped is not None:
            yield (*signs[:k], flipped, *signs[k + 1 :])


def _with_factor(term: Node, sizes: Sequence[str]) -> Iterator[tuple[int, Node]]:
    """A term with one factor more or less: n, 1/n or 2."""
    factors, marks = (term.factors, term.marks) if isinstance(term, Product) else ((term,), ())
    match factors[0]:
        case Frac(Num("1"), Name(base) as inverted) if base in sizes:
            yield 1, Product((inverted, *factors[1:]), marks) if marks else inverted
    for size in map(Name, sizes):
        for new, inverse in ((Frac(ONE, size), size), (size, Frac(ONE, size))):
            if factors[0] != inverse:  # the term without this factor follows below
                yield 1, Product((new, *factors), ("", *marks))
    if not isinstance(factors[0], Num) and factors[0] != Frac(ONE, TWO):
        yield 1, Product((TWO, *factors), ("", *marks))
    if len(factors) == 1 and isinstance(factors[0], Name | Frac) and _is_number(factors[0], sizes):
        yield 1, ONE
    if len(factors) > 1 and marks[0] == "" and _is_number(factors[0], sizes):
        yield 1, _rest(Product(factors, marks))


def _is_number(node: Node, sizes: Sequence[str]) -> bool:
    """Whether a factor is a number, a size or a fraction of these."""
    match node:
        case Num():
            return True
        case Name(base=base, subscript=None):
            return base in sizes
        case Frac(top, bottom):
            return _is_number(top, sizes) and _is_number(bottom, sizes)
    return False


def _other_products(node: Product, letters: _Letters) -> Iterator[tuple[int, Node]]:
    """A product with two neighbours in the other order, without one of its factors, or with one more."""
    for k, (a, b) in enumerate(zip(node.factors, node.factors[1:], strict=False)):
        if node.marks[k] != "" or a == b or any(isinstance(x, Num | Frac) for x in (a, b)):
            continue
        yield 2, Product((*node.factors[:k], b, a, *node.factors[k + 2 :]), node.marks)
    if any(node.marks):
        return
    for k in range(1, len(node.factors)):  # the first one if it is a number: _with_factor
        yield 4, _product((*node.factors[:k], *node.factors[k + 1 :]))
    if not isinstance(node.factors[0], Num | Frac):
        yield 4, _product(node.factors[1:])
    for k in range(len(node.factors) + 1):
        yield from ((5, _product((*node.factors[:k], x, *node.factors[k:]))) for x in letters.factors)


def _product(factors: Sequence[Node]) -> Node:
    """A product, of at least one factor."""
    return Product(tuple(factors), ("",) * (len(factors) - 1)) if len(factors) > 1 else factors[0]


def _other_names(name: Name, letters: _Letters) -> Iterator[tuple[int, Node]]:
    """A letter transposed or squared, with another index, or another letter of the same look."""
    if name.base in letters.sizes:
        yield from ((1, replace(name, base=x)) for x in letters.sizes if x != name.base)
        return
    if is_ones(name) or is_identity(name):
        return
    yield 2, Transpose(name)
    yield 3, Power(name, TWO)
    yield 4, Power(name, MINUS_ONE)
    if isinstance(name.subscript, Name):
        yield from ((2, replace(name, subscript=x)) for x in letters.indices if x != name.subscript)
    for other in letters.names:
        is_alike = (key(other) in letters.numbers) == (key(name) in letters.numbers)
        is_other = other != name and (other.base != name.base or other.font == name.font)  # not a bold A for A_ii
        if is_other and other.subscript == name.subscript and is_alike:
            yield (3 if _are_alike(other, name) else 5), replace(other, span=name.span)


def _are_alike(a: Name, b: Name) -> bool:
    """Whether two letters look alike: both capital, both Latin, in one font."""
    return (is_capital(a), a.base.isascii(), a.font) == (is_capital(b), b.base.isascii(), b.font)
