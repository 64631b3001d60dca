"""Sums over pairs of indices: over i ≠ j, i < j, i ≤ j, and over the j that are not i.

Σ_{i≠j} f(i, j) is the sum over all i and j without that over i = j. A sum over i < j is read only where f(i, j) =
f(j, i) is proved: it is half of the sum over i ≠ j.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace

from pcaproofs.language.conclusions import equal
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Big, Chain, Group, Listed, Name, Node, Num, Product, Sentence, Sum, nodes
from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.searching import provable
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.building import Builder
from pcaproofs.notes.typing.dimensions import Clash, Dim, Reason, Unknown
from pcaproofs.notes.typing.naming import Index, Naming
from pcaproofs.notes.typing.shaping import SCALAR
from pcaproofs.notes.typing.terms import Term, Unsupported

SYMMETRY = 0.03  # seconds' worth of steps of a proof of f(i, j) = f(j, i)
_TURNED = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "≠": "≠"}


@dataclass(frozen=True)
class Pair:
    """What a sum over pairs runs over: first `sign` second, up to `last` if it is written, and what is summed.

    is_double: whether both indices run; else the second one is what it is outside.
    """

    first: Name
    second: Name
    sign: str
    last: Node | None
    body: Node
    is_double: bool = True


def pair_of(node: Big, outside: frozenset[str]) -> Pair | None:
    """The pair of indices of a sum, if it has a condition on two; outside: the keys of indices that run outside."""
    if node.lower is None:
        return None
    if (found := _condition(node.lower, node.upper)) is not None:
        first, second, sign, last = found
        if key(first) in outside:
            first, second, sign = second, first, _TURNED[sign]
        if key(first) in outside:
            return None
        return Pair(first, second, sign, last, node.body, key(second) not in outside)
    outer, inner = _index(node.lower), _inner(node.body)
    if outer is None or inner is None or inner[0].lower is None:
        return None
    big, factors = inner
    body = big.body if not factors else Product((*factors, big.body), ("",) * len(factors), span=node.body.span)
    found = _range(big.lower, big.upper) or _condition(big.lower, big.upper)  # type: ignore[arg-type]
    if found is not None:
        first, second, sign, last = found
        if first == outer:
            first, second, sign = second, first, _TURNED[sign]
        ends = {node.upper, last} - {None}
        before_last = Sum((last, Num("1")), ("", "-")) if last is not None else None
        if second != outer or sign == "≠" or (len(ends) > 1 and not (sign == ">" and node.upper == before_last)):
            return None
        return Pair(first, second, sign, last or node.upper, body)
    return None


def _condition(lower: Node, upper: Node | None) -> tuple[Name, Name, str, Node | None] | None:
    """Two indices, the sign between them, and their last value, by what stands below and above a sum."""
    match lower:
        case Group(body):
            return _condition(body, upper)
        case Chain(terms=(Name() as a, Name() as b), signs=(sign,)) if sign in _TURNED:
            return a, b, sign, upper
        case Chain(terms=(Name() as a, Name() as b, Num("1")), signs=("≠" as sign, "=")):
            return a, b, sign, upper
        case Chain(terms=(Num("1"), Name() as a, Name() as b, last), signs=("≤", "<" | "≤" as sign, "≤")):
            return (a, b, sign, last) if upper is None else None
        case Chain(terms=(Listed(items=(a, b)), Name() as c, Name() as d), signs=(":" | "|", sign)) if sign in _TURNED:
            return (c, d, sign, upper) if {a, b} == {c, d} else None
        case Sentence(parts=(where, Chain(terms=(Name() as a, Name() as b), signs=(sign,)))) if sign in _TURNED:
            return (a, b, sign, upper) if _runs(where) and _runs(where) <= {a, b} else None
        case Listed(items=(where, Chain(terms=(Name() as a, Name() as b), signs=(sign,)))) if sign in _TURNED:
            return (a, b, sign, upper) if _runs(where) and _runs(where) <= {a, b} else None
    return None


def _range(lower: Node, upper: Node | None) -> tuple[Name, Name, str, Node | None] | None:
    """An index that runs from, or up to, what another one is."""
    match lower, upper:
        case Chain(terms=(Name() as j, Sum(terms=(Name() as i, Num("1")), signs=("", "+"))), signs=("=",)), Name():
            return j, i, ">", upper
        case Chain(terms=(Name() as j, Name() as i), signs=("=",)), Name():
            return j, i, "≥", upper
        case Chain(terms=(Name() as j, Num("1")), signs=("=",)), Sum(terms=(Name() as i, Num("1")), signs=("", "-")):
            return j, i, "<", None
        case Chain(terms=(Name() as j, Num("1")), signs=("=",)), Name() as i:
            return j, i, "≤", None
    return None


def _runs(where: Node) -> set[Node]:
    """The indices of i = 1, of i, j = 1, and of i, j; none for anything else."""
    match where:
        case Chain(terms=(names, Num("1")), signs=("=",)):
            where = names
    found = {*where.items} if isinstance(where, Listed) else {where}
    return found if all(isinstance(x, Name) for x in found) else set()


def _index(lower: Node) -> Name | None:
    """The index that runs from 1 on, or over everything."""
    match lower:
        case Name():
            return lower
        case Chain(terms=(Name() as name, Num("1")), signs=("=",)):
            return name
    return None


def _inner(body: Node) -> tuple[Big, tuple[Node, ...]] | None:
    """The sum in a body, and the factors before it."""
    match body:
        case Group(body=inside):
            return _inner(inside)
        case Big(sign="∑"):
            return body, ()
        case Product(factors=(*before, Big(sign="∑") as big), marks=marks) if not any(marks):
            return big, tuple(before)
    return None


class Pairs(Naming):
    """Types sums over pairs of indices."""

    paired: frozenset[str] = frozenset()  # keys of indices that ran in a sum over pairs of this statement
    awaited: frozenset[str] = frozenset()  # keys of indices that a sum leaves out, and that have to be free elsewhere

    def over_pairs(self, found: Pair, node: Big) -> Term:
        """A sum over pairs. Raises Unsupported where only some pairs count and the terms are not symmetric."""
        used = {key(x) for x in nodes(found.body) if isinstance(x, Name)}
        if key(found.first) not in used:
            found = replace(found, first=found.second, second=found.first, sign=_TURNED[found.sign])
        first, second = found.first, found.second
        if key(first) not in used or key(first) in self.bound:
            raise Unsupported(node.span, "a sum over pairs of which the terms have no index")
        if key(second) not in used:
            found = replace(found, is_double=False)
            self.awaited |= {key(second)} - self.bound.keys()
        elif key(second) in {*self.free, *self.bound}:
            found = replace(found, is_double=False)
        if not found.is_double and found.sign != "≠":
            raise Unsupported(node.span, f"a sum over {self.shown(node.lower.span) if node.lower else 'a part'}")
        length: Dim = Unknown(key(first), plural=True) if found.last is None else self.length(found.last)
        if not found.is_double:
            outer = self.bound.get(key(second)) or Index(key(second), self.free.get(key(second), length))
            self.same_length(outer.length, length, node)
            with self.binding(first, length) as i:
                body = self.as_number(self.expression(found.body))
            every = self.summed(body, (i,), node)
            with self.running({key(first): outer}):
                return self.add((every, self.as_number(self.expression(found.body))), ("+", "-"), node.span)
        with ExitStack() as stack:
            i = stack.enter_context(self.binding(first, length))
            j = stack.enter_context(self.binding(second, length))
            body = self.as_number(self.expression(found.body))
            with self.running({key(first): j, key(second): i}):
                turned = self.expression(found.body)
            with self.running({key(first): i, key(second): i}):
                on_diagonal = self.as_number(self.expression(found.body))
            if found.sign != "≠":
                self.need_symmetric(body, turned, node)
        self.paired |= {key(first), key(second)}
        every, same = self.summed(body, (i, j), node), self.summed(on_diagonal, (i,), node)
        if found.sign == "≠":
            return self.add((every, same), ("+", "-"), node.span)
        self.defaults.setdefault("a sum over i < j of what is symmetric in i and j is half of that over i ≠ j")
        both = self.add((every, same), ("+", "-" if found.sign in "<>" else "+"), node.span)
        return self.multiply(Term("number", SCALAR, data=("1/2",), span=node.span), both, "", node.span)

    def summed(self, body: Term, indices: tuple[Index, ...], node: Big) -> Term:
        """The sum of a term over all values of indices."""
        out = body
        for index in reversed(indices):
            out = Term("total", body.shape, (out,), (index.name, index.length, 0, None), node.span)
        return out

    def same_length(self, one: Dim, other: Dim, node: Big) -> None:
        """Make two lengths one. Raises Unsupported."""
        try:
            self.sizes.unify(one, other, Reason(node.span, "a sum over pairs", frozenset()))
        except Clash:
            raise Unsupported(node.span, "a sum over pairs of indices of two lengths") from None

    def need_symmetric(self, body: Term, turned: Term, node: Big) -> None:
        """Raises Unsupported unless f(i, j) = f(j, i) is proved."""
        builder = Builder(self.sizes, {}, frozenset(self.indices))
        known = [
            builder.named("symmetric", self.letters[found])
            for found, symbol in self.used.items()
            for fact in symbol.facts
            if isinstance(fact, Satisfies) and fact.hypothesis == "symmetric" and not fact.others
            if found in self.letters and self.sizes.same(*self.letters[found].shape) and found not in self.varied
        ]
        with suppress(TypeError, ValueError, NotImplementedError):
            if provable(equal(builder.term(body), builder.term(turned)), known, SYMMETRY):
                return
        raise Unsupported(node.span, "a sum over pairs i < j of what is not symmetric in i and j")

    def need_awaited(self, span: Span) -> None:
        """Raises Unsupported for Σ_{i≠j} a_i without another j: whether j runs too is not said."""
        if self.awaited - self.free.keys():
            raise Unsupported(span, "a sum over pairs of which the terms have one index only")

    def length(self, node: Node) -> Dim:
        """How many there are."""
        raise NotImplementedError

    @contextmanager
    def running(self, indices: dict[str, Index]) -> Iterator[None]:
        """A context in which indices are others."""
        before, self.bound = self.bound, {**self.bound, **indices}
        try:
            yield
        finally:
            self.bound = before
