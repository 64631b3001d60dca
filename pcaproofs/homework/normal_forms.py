"""Normal forms, by which two formulas count as equal: multiplied out, or up to the order of terms and factors."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

from pcaproofs.homework.rows import WrittenStatement
from pcaproofs.homework.theory import Needs, Theory, TypedStatement, key_of
from pcaproofs.kernel import KernelError, Polynomial, Scalars, sum_of, times
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Big, Chain, Group, Name, Node, Num, Problem, Product, Sum, children, nodes

Key = tuple[Any, ...]


def of_relation(typed: TypedStatement) -> Key:
    """A normal form of relations up to moving terms across and a constant factor.

    An identity, whose sides are equal when multiplied out, is represented by its two sides as written.
    """
    statement = typed.statement
    if statement.kind == "problems":
        first, second = nodes_of(typed, by_writing=False)
        return ("problems", statement.sign, frozenset((first, second)))
    if typed.polynomials is None or statement.kind != "relation":
        return of_writing(statement)
    difference = difference_of(typed)
    if difference is None or not difference.terms:
        return of_writing(statement)
    sign = {"≤": "≥", "<": ">"}.get(statement.sign, statement.sign)
    return ("relation", sign, key_of(_scaled(difference, sign)))


def difference_of(typed: TypedStatement) -> Polynomial | None:
    """The difference of the sides of a relation, the greater one first; None if it has none."""
    assert typed.polynomials is not None
    left, right = typed.polynomials
    if typed.statement.sign in ("≤", "<"):
        left, right = right, left
    try:
        return left - right
    except KernelError:  # the shapes are equal only by a hypothesis
        return None


def _scaled(p: Polynomial, sign: str) -> Polynomial:
    coefficient = Fraction(min(p.terms.items(), key=lambda x: repr(x[0]))[1])
    return p.scaled(1 / (coefficient if sign == "=" else abs(coefficient)))


def primitive(p: Polynomial, sign: str = "=") -> Key:
    """A key that a polynomial shares with its multiples by numbers and by powers of sizes."""
    if not p.terms:
        return key_of(p)
    powers = [{atom: k for atom, k in scalars if isinstance(atom, str)} for scalars, _ in p.terms]
    least = {atom: min(x.get(atom, 0) for x in powers) for atom in sorted({y for x in powers for y in x})}
    shifts: Scalars = tuple((atom, -k) for atom, k in least.items() if k)
    moved = Polynomial(p.rows, p.cols, (((times(s, shifts), word), c) for (s, word), c in p.terms.items()))
    return key_of(_scaled(moved, sign))


def nodes_of(typed: TypedStatement, *, by_writing: bool) -> tuple[Key, Key]:
    """Keys of the sides of a statement; equal values, or equal notation, have equal keys."""
    statement = typed.statement
    senses = [
        (x.sense.removeprefix("arg"), typed.feasible) if isinstance(x, Problem) else () for x in _sides(statement)
    ]
    if by_writing or typed.polynomials is None:
        texts = [written(x.body if isinstance(x, Problem) else x) for x in _sides(statement)]
        return ((*senses[0], texts[0]), (*senses[1], texts[1]))
    first, second = typed.polynomials
    return ((*senses[0], key_of(first)), (*senses[1], key_of(second)))


def _sides(statement: WrittenStatement) -> tuple[Node, Node]:
    return statement.left, statement.right


def of_writing(statement: WrittenStatement) -> Key:
    """A normal form of statements up to the order of factors and terms."""
    sides = (written(statement.left), written(statement.right))
    return ("written", statement.sign, frozenset(sides) if statement.sign == "=" else sides)


def is_trivial(typed: TypedStatement) -> bool:
    """Whether both sides are equal up to the order of numbers and terms, brackets, and terms that cancel."""
    statement, sides = typed.statement, typed.polynomials
    if sides is not None and key_of(sides[0]) != key_of(sides[1]):  # PQ and QP are written with the same factors
        return False
    if statement.kind == "problems":
        assert isinstance(statement.left, Problem)
        assert isinstance(statement.right, Problem)
        senses = {x.sense.removeprefix("arg") for x in (statement.left, statement.right)}
        return len(senses) == 1 and written(statement.left.body) == written(statement.right.body)
    return statement.kind == "relation" and written(statement.left) == written(statement.right)


def written(node: Node) -> str:
    """A formula with factors and terms in a fixed order, without brackets and without terms that cancel."""
    match node:
        case Group(body):
            return written(body)
        case Num(text):
            return str(Fraction(text))
        case Sum():
            return _total(node)
        case Product(marks=marks) if {*marks} & {"/", "÷"}:  # "a/b" as written; no order and no number is taken out
            signs = ("", *("/" if mark == "÷" else mark for mark in marks))
            return "·".join(f"{sign}{written(x)}" for sign, x in zip(signs, node.factors, strict=True))
        case Product():
            number, rest = _factors(node)
            return _times(number, rest)
        case Name():
            return key(node)
        case Big(sign=sign, body=body, lower=lower):
            index = sorted(key(x) for x in nodes(lower) if isinstance(x, Name)) if lower is not None else []
            return f"{sign}[{','.join(index)}]({written(body)})"
        case Chain():
            return latex(node)
    inside = ",".join(written(x) for x in children(node))
    return f"{type(node).__name__}({inside})" if inside else latex(node)


def terms_of(node: Node, sign: int = 1) -> Iterator[tuple[int, Node]]:
    """The terms of a sum with their signs; of anything else, itself."""
    return _terms(node, sign)


def _total(node: Node) -> str:
    terms: dict[str, Fraction] = {}
    for sign, term in _terms(node, 1):
        number, rest = _factors(term)
        name = "·".join(sorted(rest))
        terms[name] = terms.get(name, Fraction(0)) + sign * number
    kept = {name: c for name, c in terms.items() if c}
    if not kept:
        return "0"
    if len(kept) == 1:
        ((name, c),) = kept.items()
        return _times(c, [name] if name else [])
    return f"({' + '.join(f'{c}*{name}' for name, c in sorted(kept.items()))})"


def _terms(node: Node, sign: int) -> Iterator[tuple[int, Node]]:
    match node:
        case Group(body):
            yield from _terms(body, sign)
        case Sum(terms, signs):
            for term, own in zip(terms, signs, strict=True):
                yield from _terms(term, -sign if own == "-" else sign)
        case _:
            yield sign, node


def _factors(node: Node) -> tuple[Fraction, list[str]]:
    """The number in front of a product, and its other factors."""
    match node:
        case Group(body):
            return _factors(body)
        case Num(text):
            return Fraction(text), []
        case Product(factors, marks) if not {*marks} & {"/", "÷"}:
            number, rest = Fraction(1), list[str]()
            for factor in factors:
                c, more = _factors(factor)
                number, rest = number * c, rest + more
            return number, rest
        case Sum(terms=(one,), signs=(sign,)):
            number, rest = _factors(one)
            return (-number if sign == "-" else number), rest
    found = written(node)
    return (Fraction(0), []) if found == "0" else (Fraction(1), [found])


def _times(number: Fraction, rest: list[str]) -> str:
    name = "·".join(sorted(rest))
    if not number:
        return "0"
    return name if number == 1 and name else f"{number}*{name}" if name else str(number)


# Whether a step only restates a goal or a fact, although it is a different formula.
#
# Two relations say the same if the differences of their sides, multiplied out, are multiples of each other. Yet for
# ‖x‖² = ‖Px‖² + ‖x − Px‖² this difference is 2xᵀPx − 2xᵀPᵀPx, so xᵀPᵀPx = xᵀPx says the same, and is a step of every
# proof: ‖x‖² cancels on the way. Therefore, if something cancels in a goal, only relations with the same terms restate
# it. If nothing cancels, a step also restates a goal if each follows from the other with fewer facts than the goal
# needs: wᵀSw + wᵀw = λ + 1 restates wᵀSw = λ if wᵀw = 1.
#
# A step restates a fact if the differences of their sides are multiples of each other: nS = Σ xᵢxᵢᵀ restates S = (1/n)
# Σ xᵢxᵢᵀ. It is a step, but it does not replace the fact in the size of another step.


CANCELS = "its terms"  # what a form has if something cancels


def form_of(theory: Theory, typed: TypedStatement) -> Key:
    """A key that a relation shares with those that restate it; of problems and optima, their normal form."""
    found = of_relation(typed)
    if found[0] != "relation":
        return found
    difference = difference_of(typed)
    assert difference is not None
    out = ("relation", found[1], primitive(difference, found[1]))
    parts = _terms_of_statement(theory, typed.statement)
    if parts is None or {m for p in parts for m in p.terms} == {*difference.terms}:
        return out
    return (*out, CANCELS, frozenset(map(primitive, parts)))


def of_fact(typed: TypedStatement) -> Key:
    """A key that an equation shares with its multiples and its transpose; empty if it has none."""
    if typed.polynomials is None or typed.statement.kind != "relation" or typed.statement.sign != "=":
        return ()
    difference = difference_of(typed)
    if difference is None or not difference.terms:
        return ()
    return (frozenset(map(primitive, (difference, difference.T))),)


def is_the_same_but_for_facts(theory: Theory, first: WrittenStatement, second: WrittenStatement, needs: Needs) -> bool:
    """Whether two relations of one shape follow from each other with all of some facts but one."""
    there, back = theory.attempt(first, [second], at_point=True), theory.attempt(second, [first], at_point=True)
    if there is None or back is None:
        return False
    if there.polynomials is None or back.polynomials is None or there.polynomials[0].shape != back.polynomials[0].shape:
        return False
    return any(
        x.lemmas and y.lemmas and x.holds(some, x.lemmas) and y.holds(some, y.lemmas)
        for some in combinations(sorted(needs), max(0, len(needs) - 1))
        for x, y in [(there, back)]
    )


def _terms_of_statement(theory: Theory, statement: WrittenStatement) -> list[Polynomial] | None:
    """The terms of both sides, each multiplied out, without those that are on both sides."""
    found: dict[Key, list[Polynomial]] = {}
    for side, sign in ((statement.left, 1), (statement.right, -1)):
        for each, term in terms_of(side, sign):
            typed = theory.attempt(WrittenStatement(term, "=", term, statement.span, statement.quantified))
            if typed is None or typed.polynomials is None:
                return None
            p = typed.polynomials[0].scaled(each)
            found.setdefault(primitive(p), []).append(p)
    totals = (sum_of(*parts[0].shape, parts) for parts in found.values())
    return [p for p in totals if p.terms]
