"""Densities: c·exp(f) is compared by its exponent, and what stands beside ∝ or "+ const" up to what lacks a letter.

c exp(f) = c exp(g) says f = g. p(x) ∝ c exp(f) ∝ d exp(g) says that f − g does not depend on x, if c and d do not: with
another letter x′ of the same size, f(x) − f(x′) = g(x) − g(x′). So does f = g + const, for a column or a number x that
the row does not name. No integral is computed, so a density may have any factor. One with |Σ| has a symmetric Σ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import bare, is_capital, key
from pcaproofs.notes.formulas.surface import (
    Bars,
    Chain,
    Frac,
    Group,
    Listed,
    Name,
    Node,
    Num,
    Operator,
    Power,
    Product,
    Sentence,
    Sum,
    children,
    nodes,
    with_children,
)
from pcaproofs.notes.judging.misfits import failed, new_typing
from pcaproofs.notes.judging.state import Judge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.terms import Unsupported, Untyped
from pcaproofs.notes.typing.types import Definition

EXPONENTS = "exponents are compared, as exp is one-to-one"
_CONSTANTS = frozenset({"const", "constant", "cst", "Const", "constants", "consts"})
Signed = tuple[str, Node]


@dataclass(frozen=True)
class Weighed:
    """c·exp(f): factors, each with whether it is below a bar, and the terms of f with their signs."""

    factors: tuple[tuple[Node, bool], ...] = ()
    exponent: tuple[Signed, ...] = ()

    def depending(self, variables: Sequence[Name]) -> Counter[tuple[Node, bool]]:
        """The factors that contain one of some letters."""
        return Counter(x for x in self.factors if any(y in variables for y in nodes(x[0])))


def weighed(node: Node, *, euler: bool, below: bool = False) -> Weighed:
    """An expression as c·exp(f); f has no terms if there is no exponential in it. euler: whether e^f is exp(f)."""
    if (f := _exponent(node, euler=euler)) is not None:
        return Weighed(exponent=tuple(_terms(f, flipped=below)))
    match node:
        case Group(body=Product() | Frac() | Operator() as body):
            return weighed(body, euler=euler, below=below)
        case Product(factors, marks) if {*marks} <= {"", "·", "×"}:
            return _together([weighed(x, euler=euler, below=below) for x in factors])
        case Frac(top, bottom):
            parts = ((top, below), (bottom, not below))
            return _together([weighed(x, euler=euler, below=side) for x, side in parts])
    return Weighed(() if node == Num("1") else ((node, below),))


def _exponent(node: Node, *, euler: bool) -> Node | None:
    match node:
        case Operator(name="exp", body=f, subscript=None):
            return f
        case Power(base=Name("e", subscript=None), exponent=f) if euler:
            return f
    return None


def _together(parts: Sequence[Weighed]) -> Weighed:
    return Weighed(tuple(x for p in parts for x in p.factors), tuple(x for p in parts for x in p.exponent))


def _terms(node: Node, *, flipped: bool = False) -> Iterator[Signed]:
    """The terms of a sum with their signs."""
    match node:
        case Group(body=Sum() as inside):
            yield from _terms(inside, flipped=flipped)
        case Sum(terms, signs) if {*signs} <= {"", "+", "-"}:
            yield from (("-" if (sign == "-") != flipped else "+", x) for sign, x in zip(signs, terms, strict=True))
        case _:
            yield "-" if flipped else "+", node


def _sum(terms: Sequence[Signed], like: Node) -> Node:
    """A sum of terms, at the place of another node."""
    if not terms:
        return Num("0", span=like.span)
    if len(terms) == 1 and terms[0][0] == "+":
        return terms[0][1]
    grouped = [Group(x, span=x.span) if isinstance(x, Sum) else x for _, x in terms]
    signs = tuple("" if sign == "+" and k == 0 else sign for k, (sign, _) in enumerate(terms))
    return Sum(tuple(grouped), signs, span=like.span)


@dataclass(frozen=True)
class Reduced:
    """What a relation between densities says of their exponents, and in which sense. apart: the letters x′."""

    stated: Stated
    granted: str
    apart: frozenset[Name] = frozenset()


def of_density(judge: Judge, stated: Stated, head: Node) -> Reduced | RowVerdict | None:
    """What a relation between densities says of their exponents, or the verdict of one that says what a density is."""
    if stated.sign not in ("=", "∝", ":=", "≡"):
        return None
    known = judge.ledger.definitions
    constants = [x for side in stated.sides for _, x in _terms(side) if _is_constant(x)]
    left, right = (weighed(side, euler=judge.has_euler) for side in stated.sides)
    is_of_exponentials = bool(left.exponent or right.exponent)
    function = _function(judge, stated.left)
    is_of_density = function is not None and function not in nodes(stated.right)
    if is_of_density and isinstance(stated.left, Operator) and not constants and stated.left not in known:
        return _logarithm(judge, stated)
    if not (constants or is_of_exponentials or stated.sign == "∝"):
        return None
    if is_of_density and stated.left not in known:
        _keep_covariances(judge, stated)
        return judge.verdict("definition", f"it says what {unicode(stated.left)} is")
    if constants:
        return _up_to_constants(judge, stated, head)
    if stated.sign == "∝":
        variables = variables_of(head)
        if not (is_of_exponentials and variables) or _depends(judge, stated, variables):
            return None
        if left.depending(variables) != right.depending(variables):
            return None
        return apart(stated, variables, left.exponent, right.exponent)
    if not (left.exponent and right.exponent) or Counter(left.factors) != Counter(right.factors):
        return None
    sides = [_sum(x.exponent, side) for x, side in zip((left, right), stated.sides, strict=True)]
    return Reduced(replace(stated, sign="=", left=sides[0], right=sides[1]), EXPONENTS)


def _keep_covariances(judge: Judge, stated: Stated) -> None:
    """Impose that Σ is symmetric where a density or its logarithm has |Σ| beside Σ⁻¹."""
    inside = [*nodes(stated.right)]
    for node in inside:
        body = node.body if isinstance(node, Bars) or (isinstance(node, Operator) and node.name == "det") else None
        if isinstance(body, Name) and is_capital(body) and inside.count(body) > 1:
            judge.ledger.symmetric(body, stated)


def _logarithm(judge: Judge, stated: Stated) -> RowVerdict:
    """The verdict of log p(x ∣ μ) = f, which says what the logarithm is, for its derivatives."""
    typing = new_typing(judge)
    try:
        typing.expression(stated.right)
    except (Untyped, Unsupported, Misfit) as error:
        return failed(judge, typing, error)
    _keep_covariances(judge, stated)
    judge.ledger.define(stated.left, Definition((), stated.right, stated.span[0], stated.span))
    return judge.verdict("definition", f"{unicode(stated.left)} is defined")


def _up_to_constants(judge: Judge, stated: Stated, head: Node) -> Reduced | None:
    """f = g + const, up to what does not depend on the letters of the density at the head, else on the first letter."""
    left, right = ([x for x in _terms(side) if not _is_constant(x[1])] for side in stated.sides)
    variables = variables_of(head)
    if not variables:
        kinds = ("column", "number", "random column")
        found = dict.fromkeys(x for _, side in right for x in nodes(side) if isinstance(x, Name))
        known = (x for x in found if judge.table.at(x, stated.span[0]).kind in kinds)
        variables = tuple(x for x in known if any(x in nodes(side) for _, side in left))[:1]
    return apart(stated, variables, left, right) if variables and not _depends(judge, stated, variables) else None


def _depends(judge: Judge, stated: Stated, variables: Sequence[Name]) -> bool:
    """Whether another letter of a relation depends on some letters: z in zᵀz where z = Ax, an entry x_i of x."""
    keys, parts = {key(x) for x in variables}, {(bare(x), x.subscript is None) for x in variables}
    others = {x for side in stated.sides for x in nodes(side) if isinstance(x, Name) and x not in variables}
    given = [x for x in (*judge.ledger.conditions, *judge.claims) if x.sign == "=" and keys & x.letters()]
    reach = judge.ledger.reach()
    return any(
        keys & reach(frozenset({key(x)}))
        or (bare(x), x.subscript is not None) in parts
        or any(x in y.sides for y in given)
        for x in others
    )


def apart(stated: Stated, variables: Sequence[Name], left: Sequence[Signed], right: Sequence[Signed]) -> Reduced:
    """f(x) − f(x′) = g(x) − g(x′), which says that f − g does not depend on x."""
    sides = []
    for terms, side in ((left, stated.left), (right, stated.right)):
        depending = [x for x in terms if any(y in variables for y in nodes(x[1]))]
        other = [("-" if sign == "+" else "+", _primed(x, variables)) for sign, x in depending]
        sides.append(_sum([*depending, *other], side))
    shown = ", ".join(map(unicode, variables))
    primed = frozenset(replace(x, primes=x.primes + 1) for x in variables)
    return Reduced(replace(stated, sign="=", left=sides[0], right=sides[1]), f"up to terms without {shown}", primed)


def _primed(node: Node, variables: Sequence[Name]) -> Node:
    if node in variables:
        assert isinstance(node, Name)
        return replace(node, primes=node.primes + 1)
    return with_children(node, [_primed(x, variables) for x in children(node)])


def variables_of(head: Node) -> tuple[Name, ...]:
    """The letters of which p(x), p(x, y), p(x ∣ y), p(x; y) or the logarithm of one of these is a density."""
    match head:
        case Operator(name="log" | "ln", body=body):
            return variables_of(body)
        case Product(factors=(Name(), Group(body, opening="(" | "["))):
            body = body.parts[0] if isinstance(body, Sentence) else body
            body = body.terms[0] if isinstance(body, Chain) and body.signs[0] == "∣" else body
            items = body.items if isinstance(body, Listed) else (body,)
            return tuple(x for x in items if isinstance(x, Name)) if all(isinstance(x, Name) for x in items) else ()
    return ()


def _function(judge: Judge, node: Node) -> Name | None:
    """The function p of p(x) or log p(x), if the note does not define it."""
    match node:
        case Operator(name="log" | "ln", body=body):
            return _function(judge, body)
        case Product(factors=(Name() as name, Group(opening="(" | "[")), marks=("",)):
            return name if name not in judge.ledger.definitions and variables_of(node) else None
    return None


def _is_constant(node: Node) -> bool:
    """Whether a term is a word for a constant."""
    return isinstance(node, Name) and node.base in _CONSTANTS and node.subscript is None
