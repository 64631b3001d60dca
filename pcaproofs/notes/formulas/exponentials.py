"""Products with exponentials as c·exp(f)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pcaproofs.notes.formulas.surface import Frac, Group, Name, Node, Num, Operator, Power, Product, Sum, nodes

Signed = tuple[str, Node]
Factor = tuple[Node, bool]  # and whether it is below a bar


@dataclass(frozen=True)
class Weighed:
    """c·exp(f): factors, each with whether it is below a bar, and the terms of f with their signs."""

    factors: tuple[Factor, ...] = ()
    exponent: tuple[Signed, ...] = ()

    def depending(self, variables: Sequence[Name]) -> tuple[Factor, ...]:
        """The factors that contain one of some letters."""
        return tuple(x for x in self.factors if any(y in variables for y in nodes(x[0])))


def weighed(node: Node, *, euler: bool, below: bool = False) -> Weighed:
    """An expression as c·exp(f); f has no terms if there is no exponential in it. euler: whether e^f is exp(f)."""
    if (f := exponent_of(node, euler=euler)) is not None:
        return Weighed(exponent=tuple(terms_of(f, flipped=below)))
    match node:
        case Group(body=Product() | Frac() | Operator() as body):
            return weighed(body, euler=euler, below=below)
        case Product(factors, marks) if {*marks} <= {"", "·", "×"}:
            return _together([weighed(x, euler=euler, below=below) for x in factors])
        case Frac(top, bottom):
            parts = ((top, below), (bottom, not below))
            return _together([weighed(x, euler=euler, below=side) for x, side in parts])
    return Weighed(() if node == Num("1") else ((node, below),))


def exponent_of(node: Node, *, euler: bool) -> Node | None:
    """The f of exp(f), and of e^f with euler; None for other nodes."""
    match node:
        case Operator(name="exp", body=f, subscript=None):
            return f
        case Power(base=Name("e", subscript=None), exponent=f) if euler:
            return f
    return None


def _together(parts: Sequence[Weighed]) -> Weighed:
    return Weighed(tuple(x for p in parts for x in p.factors), tuple(x for p in parts for x in p.exponent))


def terms_of(node: Node, *, flipped: bool = False) -> Iterator[Signed]:
    """The terms of a sum with their signs."""
    match node:
        case Group(body=Sum() as inside):
            yield from terms_of(inside, flipped=flipped)
        case Sum(terms, signs) if {*signs} <= {"", "+", "-"}:
            yield from (("-" if (sign == "-") != flipped else "+", x) for sign, x in zip(signs, terms, strict=True))
        case _:
            yield "-" if flipped else "+", node


def sum_of(terms: Sequence[Signed], like: Node) -> Node:
    """A sum of terms, at the place of another node."""
    if not terms:
        return Num("0", span=like.span)
    if len(terms) == 1 and terms[0][0] == "+":
        return terms[0][1]
    grouped = [Group(x, span=x.span) if isinstance(x, Sum) else x for _, x in terms]
    signs = tuple("" if sign == "+" and k == 0 else sign for k, (sign, _) in enumerate(terms))
    return Sum(tuple(grouped), signs, span=like.span)
