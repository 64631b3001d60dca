"""Densities: c·exp(f) is compared by its exponent, and what stands beside ∝ or "+ const" up to what lacks a letter.

c exp(f) = c exp(g) says f = g. p(x) ∝ c exp(f) ∝ d exp(g) says that f − g does not depend on x, if c and d do not: with
another letter x′ of the same size, f(x) − f(x′) = g(x) − g(x′). So does f = g + const, for a column or a number x that
the row does not name. That other letters do not depend on x is taken for granted, and said. Exponents are numbers; the
exponential of a matrix is not read. No integral is computed, so a density may have any factor. One with |Σ| has a
symmetric Σ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pcaproofs.notes.formulas.exponentials import Factor, Signed, exponent_of, sum_of, terms_of, weighed
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import bare, is_capital, key
from pcaproofs.notes.formulas.surface import (
    Bars,
    Big,
    Chain,
    Frac,
    Group,
    Listed,
    Name,
    Node,
    Operator,
    Product,
    Sentence,
    Sum,
    children,
    names,
    nodes,
    with_children,
)
from pcaproofs.notes.judging.known_conditions import related
from pcaproofs.notes.judging.misfits import failed, new_typing
from pcaproofs.notes.judging.state import Judge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.typing.expressions import normal_density
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.terms import Unsupported, Untyped
from pcaproofs.notes.typing.types import Definition

EXPONENTS = "exponents are compared, as exp is one-to-one"
_CONSTANTS = frozenset({"const", "constant", "cst", "Const", "constants", "consts"})


@dataclass(frozen=True)
class Reduced:
    """What a relation between densities says of their exponents, and in which sense.

    apart: the letters x′. is_guess: whether nothing says in which letters. is_weak: whether a factor may be zero.
    """

    stated: Stated
    granted: str
    apart: frozenset[Name] = frozenset()
    is_guess: bool = False
    is_weak: bool = False


def of_density(judge: Judge, stated: Stated, head: Node) -> list[Reduced] | RowVerdict:
    """What a relation between densities says of their exponents, or the verdict of one that says what a density is.

    Nothing if it is not about densities; several readings where nothing says in which letter it holds.
    """
    found = _reduced(judge, stated, head)
    return found if isinstance(found, RowVerdict) else [x for x in found if _is_of_numbers(judge, x.stated)]


def _is_of_numbers(judge: Judge, stated: Stated) -> bool:
    """Whether both sides are numbers, of which none may be the imaginary unit."""
    units = (x for side in stated.sides for x in _factors(side) if isinstance(x, Name) and x.subscript is None)
    if any(x.base in ("i", "j") and not x.accents for x in units):
        return False
    typing = new_typing(judge)
    try:
        relation = related(judge, typing, stated)
    except (Untyped, Unsupported, Misfit):
        return False
    return typing.is_scalar(relation.left) and typing.is_scalar(relation.right)


def _factors(node: Node) -> Iterator[Node]:
    """The terms of an expression, and the factors of these."""
    match node:
        case Product(factors):
            yield from (x for factor in factors for x in _factors(factor))
        case Sum(terms):
            yield from (x for term in terms for x in _factors(term))
        case Group(body=body):
            yield from _factors(body)
        case Frac(top, bottom):
            yield from (*_factors(top), *_factors(bottom))
        case _:
            yield node


def _reduced(judge: Judge, stated: Stated, head: Node) -> list[Reduced] | RowVerdict:
    if stated.sign not in ("=", "∝", ":=", "≡"):
        return []
    start = judge.table.section(stated.span[0])[0]
    known = {left for left, x in judge.ledger.definitions.items() if x.span[0] >= start}  # else it is defined anew
    constants = [x for side in stated.sides for _, x in terms_of(side) if _is_constant(x)]
    euler = judge.table.has_euler
    left, right = (weighed(side, euler=euler) for side in stated.sides)
    parts = [x for side in stated.sides for x in nodes(side)]
    is_of_exponentials = any(exponent_of(x, euler=euler) is not None or normal_density(x) for x in parts)
    function = _function(judge, stated.left)
    is_of_density = function is not None and not _applies(stated.right, function)
    if is_of_density and isinstance(stated.left, Operator) and not constants and stated.left not in known:
        return [] if stated.left.body in known else _logarithm(judge, stated)
    if not (constants or is_of_exponentials or stated.sign == "∝"):
        return []
    if is_of_density and stated.left not in known:
        _keep_covariances(judge, stated)
        if stated.sign in ("=", ":=") and _has_logarithm(judge, stated.right):
            judge.ledger.define(stated.left, Definition((), stated.right, stated.span[0], stated.span))
        return judge.verdict("definition", f"it says what {unicode(stated.left)} is")
    if constants:
        return _up_to_constants(judge, stated, head)
    if stated.sign == "∝":
        variables = variables_of(head)
        if not (is_of_exponentials and variables) or _depends(judge, stated, head, variables):
            return []
        if not _are_equal(judge, left.depending(variables), right.depending(variables)):
            return []
        if not _are_numbers(judge, {*left.factors} ^ {*right.factors}):
            return []
        return [apart(judge, stated, variables, left.exponent, right.exponent)]
    if not (left.exponent and right.exponent and _are_equal(judge, left.factors, right.factors)):
        return []
    sides = [sum_of(x.exponent, side) for x, side in zip((left, right), stated.sides, strict=True)]
    is_weak = any(names_in_factor(x) for x, _ in left.factors)
    return [Reduced(replace(stated, sign="=", left=sides[0], right=sides[1]), EXPONENTS, is_weak=is_weak)]


def _are_equal(judge: Judge, left: Sequence[Factor], right: Sequence[Factor]) -> bool:
    """Whether two products have the same factors, in the same order unless all are numbers."""
    return left == right or (Counter(left) == Counter(right) and _are_numbers(judge, left))


def _are_numbers(judge: Judge, factors: Iterable[Factor]) -> bool:
    """Whether each factor is a number by itself; 2π is, and what has no other letters."""
    for node, _ in factors:
        typing = new_typing(judge)
        try:
            if names_in_factor(node) and not typing.is_scalar(typing.expression(node)):
                return False
        except (Untyped, Unsupported, Misfit):
            return False
    return True


def names_in_factor(node: Node) -> bool:
    """Whether a factor has a letter other than π."""
    return any(isinstance(x, Name) and x.base != "π" for x in nodes(node))


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


def _has_logarithm(judge: Judge, value: Node) -> bool:
    """Whether the logarithm of a density can be read."""
    typing = new_typing(judge)
    try:
        return typing.is_scalar(typing.expression(Operator("ln", Group(value, span=value.span), span=value.span)))
    except (Untyped, Unsupported, Misfit):
        return False


def _up_to_constants(judge: Judge, stated: Stated, head: Node) -> list[Reduced]:
    """f = g + const, up to what does not depend on the letters of the density at the head, else on one letter."""
    left, right = ([x for x in terms_of(side) if not _is_constant(x[1])] for side in stated.sides)
    tried = [x] if (x := variables_of(head)) else [(x,) for x in _candidates(judge, stated)]
    is_guess = not variables_of(head)
    found = (x for x in tried if not _depends(judge, stated, head, x))
    return [replace(apart(judge, stated, x, left, right), is_guess=is_guess) for x in found]


def _candidates(judge: Judge, stated: Stated) -> list[Name]:
    """The letters in all terms beside a constant, which has those without it: columns first, then numbers."""
    found: list[Name] | None = None
    for side in stated.sides:
        if any(_is_constant(x) for _, x in terms_of(side)):
            for _, term in terms_of(side):
                if not _is_constant(term):
                    inside = [*names(term)]
                    found = [x for x in (dict.fromkeys(inside) if found is None else found) if x in inside]
    kinds = ("column", "random column", "number")
    known = [(kind, x) for x in found or () if (kind := judge.table.at(x, stated.span[0]).kind) in kinds]
    return [x for _, x in sorted(known, key=lambda y: kinds.index(y[0])) if key(x) not in judge.table.sizes]


def _depends(judge: Judge, stated: Stated, head: Node, variables: Sequence[Name]) -> bool:
    """Whether another letter of a relation is known to depend on some: z in zᵀz where z = Ax, an entry x_i of x.

    Letters on which the density is conditioned do not.
    """
    given = {*names(head)} - {*variables}
    others = {x for side in stated.sides for x in names(side) if not _is_constant(x)} - {*variables}
    summed = {x for side in stated.sides for y in nodes(side) if isinstance(y, Big) and y.lower for x in nodes(y.lower)}
    keys, bases = {key(x) for x in variables}, {key(bare(x)) for x in variables}
    reach = judge.ledger.reach()
    equations = [x for x in (*judge.ledger.conditions, *judge.claims) if x.sign == "=" and keys & x.letters()]
    terms = {x for y in equations for side in y.sides for _, x in terms_of(side)}
    for x in others:
        reached = reach(frozenset({key(x)})) - {key(x)}
        if any(_is_part(x, y, summed) for y in variables if x not in given or x.subscript in summed):
            return True
        if keys & reached or (x not in given and (x in terms or any(is_of(y, bases) for y in reached))):
            return True
    return False


def is_of(letter: str, bases: Collection[str]) -> bool:
    """Whether the key of a letter is that of one of some families, or of one of its members."""
    return any(letter == x or letter.startswith(f"{x}_") for x in bases)


def _is_part(other: Name, variable: Name, summed: Collection[Node]) -> bool:
    """Whether a letter may be a part of another one, or made of it: x_i, x̄, bold x or rows x_i of X."""
    if other.base.lower() != variable.base.lower():
        return False
    if other.base != variable.base:  # the rows x_i of X
        return is_capital(variable) or variable.subscript is not None
    if other.subscript is not None and variable.subscript is not None:
        return other.subscript in summed or (other.font, other.accents) != (variable.font, variable.accents)
    is_estimate = {*other.accents} <= {"hat", "tilde"}
    return other.subscript != variable.subscript or other.font != variable.font or not is_estimate


def apart(
    judge: Judge, stated: Stated, variables: Sequence[Name], left: Sequence[Signed], right: Sequence[Signed]
) -> Reduced:
    """f(x) − f(x′) = g(x) − g(x′), which says that f − g does not depend on x."""
    sides = []
    for terms, side in ((left, stated.left), (right, stated.right)):
        depending = [x for x in terms if any(y in variables for y in nodes(x[1]))]
        primed = [("-" if sign == "+" else "+", _primed(x, variables)) for sign, x in depending]
        sides.append(sum_of([*depending, *primed], side))
    shown = ", ".join(map(unicode, variables))
    inside = dict.fromkeys(x for side in stated.sides for x in names(side))
    below = {x for y in nodes(Chain(stated.sides, ("=",))) for x in _indices(y)}
    other = (x for x in inside if not ({*nodes(x)} & {*variables} or x in below or _is_constant(x)))
    fixed = [unicode(x) for x in other if key(x) not in judge.table.sizes and x.base not in ("e", "π")]
    granted = f"up to terms without {shown}"
    if fixed:
        granted += f", on which {', '.join(fixed)} {'do' if len(fixed) > 1 else 'does'} not depend"
    return Reduced(
        replace(stated, sign="=", left=sides[0], right=sides[1]), granted, frozenset(_again(x) for x in variables)
    )


def _indices(node: Node) -> Iterator[Node]:
    """The letters below another letter or a Σ."""
    below = node.subscript if isinstance(node, Name) else node.lower if isinstance(node, Big) else None
    return nodes(below) if below is not None else iter(())


def _primed(node: Node, variables: Sequence[Name]) -> Node:
    if node in variables:
        assert isinstance(node, Name)
        return _again(node)
    return with_children(node, [_primed(x, variables) for x in children(node)])


def _again(name: Name) -> Name:
    return replace(name, primes=name.primes + 1)


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
        case Product(factors=(Name() as name, Group(opening="(" | "[")), marks=("",)) if normal_density(node) is None:
            return name if name not in judge.ledger.definitions and variables_of(node) else None
    return None


def _applies(node: Node, function: Name) -> bool:
    """Whether a function of something stands in an expression; p in |Σ|^{−p/2} is a size."""
    return any(
        isinstance(x, Product) and any(y == function and isinstance(z, Group) for y, z in pairwise(x.factors))
        for x in nodes(node)
    )


def _is_constant(node: Node) -> bool:
    """Whether a term is a word for a constant."""
    return isinstance(node, Name) and node.base in _CONSTANTS and node.subscript is None
