"""Changes of one symbol that could make a false relation true.

A square, a sign, a factor 2, n or 1/n, a size, n - 1 below a fraction, a transpose, an inverse, the order of two
factors, an index, another letter, a factor left out or put in.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from pcaproofs.notes.formulas.spelling import INDICES, is_capital, is_identity, is_ones, is_zero, key
from pcaproofs.notes.formulas.surface import (
    Big,
    Frac,
    Group,
    Inner,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Product,
    Sum,
    Transpose,
    children,
    nodes,
    with_children,
)
from pcaproofs.notes.typing.ledger import Stated

MOST_PROOFS = 4  # changes whose proofs are tried
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
    """The letters and indices of a relation, which may stand for each other; sizes, numbers: the names of these."""

    sizes: tuple[str, ...]
    names: tuple[Name, ...]
    indices: tuple[Name, ...]
    numbers: frozenset[str]


@dataclass(frozen=True)
class _Change:
    """A part and what stands in place of it. rank: how unlikely this slip is."""

    rank: int
    old: Node
    new: Node
    whole: Node


def repairs(
    stated: Stated, sizes: Sequence[str], others: Sequence[Name] = (), numbers: AbstractSet[str] = frozenset()
) -> Iterator[tuple[int, Node, Node, Stated]]:
    """The rank, the old part, the new part, and the changed relation; likely slips come first.

    others: letters behind its definitions and hypotheses, which a change may put in. numbers: the keys of those that
    are numbers; none of them is written for a matrix.
    """
    found = [x for side in stated.sides for x in nodes(side) if isinstance(x, Name)]
    plain = [x for x in found if not (is_ones(x) or is_identity(x) or is_zero(x)) and x.base not in sizes]
    letters = _Letters(
        () if stated.right == Num("0") else tuple(sizes),
        tuple(dict.fromkeys(x for x in (*plain, *others) if x.base not in INDICES))[:MOST_LETTERS],
        tuple(dict.fromkeys(x.subscript for x in plain if isinstance(x.subscript, Name))),
        frozenset(numbers),
    )
    changes = [(x, Stated(stated.left, stated.sign, x.whole, stated.span, stated.quantified)) for x in
               _changed(stated.right, letters, top=True)]  # fmt: skip
    if not isinstance(stated.left, Name):
        changes += [(x, Stated(x.whole, stated.sign, stated.right, stated.span, stated.quantified)) for x in
                    _changed(stated.left, letters, top=True)]  # fmt: skip
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


def _changed(node: Node, letters: _Letters, *, top: bool = False) -> Iterator[_Change]:
    """The changes of a formula; exponents, bounds of sums, indices and the names of norms stay."""
    for rank, new in _instead(node, letters, top=top):
        yield _Change(rank, node, new, new)
    parts = list(children(node))
    for k, part in enumerate(parts):
        if isinstance(node, Name) or (isinstance(node, Power) and k == 1):
            continue
        if isinstance(node, Big | Norm) and part is not node.body:
            continue
        inner = list(_changed(part, letters))
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
            yield from ((0, Sum(terms, other)) for other in _other_signs(signs))
            if signs[0] == "+":  # nothing stands before it
                yield from ((5, Sum((x, *terms), ("", *signs))) for x in letters.names)
        case Name():
            yield from _other_names(node, letters)
        case Product():
            yield from _other_products(node, letters)
        case Frac(above, below):
            yield from ((1, Frac(above, new)) for new in _other_counts(below, letters.sizes))
    if top:
        yield from _with_factor(Group(node) if isinstance(node, Sum) and len(node.terms) > 1 else node, letters.sizes)


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
    """The signs of a sum, with one of them changed that is written."""
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
        yield from ((5, _product((*node.factors[:k], x, *node.factors[k:]))) for x in letters.names)


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
    for other in letters.names:
        yield from ((5, _product(x)) for x in ((name, other), (other, name)))
    if isinstance(name.subscript, Name):
        yield from ((2, replace(name, subscript=x)) for x in letters.indices if x != name.subscript)
    for other in letters.names:
        is_alike = (key(other) in letters.numbers) == (key(name) in letters.numbers)
        if other != name and other.subscript == name.subscript and is_alike:
            yield (3 if _look(other) == _look(name) else 5), replace(other, span=name.span)


def _look(name: Name) -> tuple[bool, bool, str]:
    return is_capital(name), name.base.isascii(), name.font
