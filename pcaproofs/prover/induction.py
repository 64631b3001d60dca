"""Statements about powers with symbolic exponents: the search for claims that make an induction succeed.

An induction often needs further claims, for example that a power commutes with its base. The search generates
candidates. It removes a needed candidate that fails at the start or in the step, until the remaining needed candidates
imply each other (Flanagan and Leino, Houdini, an annotation assistant for ESC/Java, FME 2001).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import is_dataclass, replace
from itertools import permutations, product
from typing import Any

import sympy as sp
from sympy.logic.boolalg import BooleanAtom

from pcaproofs.kernel import (
    Certificate,
    Compare,
    Expression,
    Family,
    Induction,
    KernelError,
    Polynomial,
    Scope,
    Statement,
    check,
    steps,
)
from pcaproofs.language.reader import Reading, read
from pcaproofs.language.symbolic_parts import renamed
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.result import Result

Search = Callable[[Statement, float], Certificate | Exception]
Prove = Callable[[Statement, float], Certificate | None]
ONE: Expression = ("number", "1")
FEW = 4  # number of exponents at which a counterexample is searched
FIRST = 0.005  # seconds' worth of steps for a counterexample at each of these before a proof is searched
QUICK = 0.05  # for one afterwards, and for an additional claim
SHORT = 0.3  # for conclusions from all claims together
LONG = 1.0  # for each needed claim


def by_induction(
    reading: Reading, conclusion: Any, assuming: tuple[Any, ...], *, search: Search, seconds: float, refute: bool
) -> Result:
    """The result for a statement about all powers; search: for a certificate of a statement within some seconds."""
    k = reading.exponent
    base = Result("undecided", assumed=reading.assumed, note=f"by induction on {k}")
    least = int(bool(k.is_positive))
    few = range(least, least + FEW)
    if refute and (found := _refuted(conclusion, assuming, k, few, FIRST)) is not None:
        return found
    family, deadline = Family(reading.statement, reading.sequences), Deadline(seconds)

    def prove(statement: Statement, most: float) -> Certificate | None:
        left = deadline.within(most).left()
        found = search(statement, left) if left else None
        return found if isinstance(found, Certificate) else None

    for candidates in _choices(family):
        if (induction := _carried(family, candidates, prove)) is not None:
            shown = steps(family, induction.claims)
            if refute and (doubt := _doubt(conclusion, assuming, k, least + 1, shown[-1])):
                return replace(base, reason=doubt, note="")
            parts = tuple(
                Result("proved", statement=s, certificate=c) for s, c in zip(shown, induction.certificates, strict=True)
            )
            return replace(base, verdict=check(family, induction), parts=parts, induction=(family, induction))
    if refute and (found := _refuted(conclusion, assuming, k, few, QUICK)) is not None:
        return found
    return replace(base, reason="no claims were found that pass from each exponent to the next", note="")


def _doubt(conclusion: Any, assuming: tuple[Any, ...], k: Any, value: int, statement: Statement) -> str:
    """Why the hypotheses contradict each other, if they do; an example at one exponent shows that they do not."""
    from pcaproofs.prover.refute import satisfiable
    from pcaproofs.prover.search.inconsistency import contradiction
    from pcaproofs.prover.search.problem import Problem

    try:
        reading = read(_at(conclusion, k, value), [_at(h, k, value) for h in assuming])
    except KernelError:
        return ""
    if not reading.statement.hypotheses or satisfiable(reading.statement, reading.hints, LONG / 10) is not None:
        return ""
    absurd = contradiction(Problem(statement), LONG / 2)
    return f"the hypotheses contradict each other, so everything follows: {absurd}" if absurd else ""


def _refuted(
    conclusion: Any, assuming: tuple[Any, ...], k: Any, values: Iterable[int], seconds: float
) -> Result | None:
    """A counterexample at one of the exponents, each with these seconds."""
    from pcaproofs.prover.refute import refute

    for value in values:
        try:
            reading = read(_at(conclusion, k, value), [_at(h, k, value) for h in assuming])
        except KernelError:  # what SymPy has evaluated, or what has no meaning at this exponent
            continue
        if (example := refute(reading.statement, reading.hints, seconds=seconds)) is not None:
            example = replace(example, exponents={str(k): value})
            return Result("refuted", f"{k} = {value}", reading.statement, None, example, assumed=reading.assumed)
    return None


def _at(item: Any, k: Any, value: int) -> Any:
    """A statement for one exponent."""
    changed = renamed(item, {k: sp.Integer(value)})
    return item if isinstance(changed, BooleanAtom) else changed


def _carried(family: Family, candidates: list[Compare], prove: Prove) -> Induction | None:
    """An induction on candidates that imply each other, if the statement follows from them."""
    alive = list(candidates)
    while (needed := _needed(family, alive, prove)) is not None:
        if isinstance(needed, int):
            del alive[needed]
            continue
        claims = tuple(alive[i] for i in sorted(needed))
        certificates = [prove(s, LONG) for s in steps(family, claims)]
        if None in certificates:
            return None
        return Induction(claims, tuple(c for c in certificates if c is not None))
    return None


def _needed(family: Family, alive: list[Compare], prove: Prove) -> set[int] | int | None:
    """The claims needed by the statement and by each other, or one that fails; None if nothing follows."""
    found = steps(family, alive)
    last = prove(found[-1], SHORT)
    if last is None:
        return None
    pending, needed = _used(last), set[int]()
    while pending - needed:
        i = min(pending - needed)
        if prove(found[i], QUICK) is None or (step := prove(found[len(alive) + i], QUICK)) is None:
            return i
        needed.add(i)
        pending |= _used(step)
    return needed


def _used(x: Any) -> set[int]:
    """The numbers of the claims that a certificate cites."""
    if isinstance(x, str):
        return {int(x.removeprefix("claim "))} if re.fullmatch(r"claim \d+", x) else set()
    parts = vars(x).values() if is_dataclass(x) else x if isinstance(x, tuple) else ()
    return set().union(*map(_used, parts))


# ------------------------------------------------------------------------------------------------------ candidates
def _choices(family: Family) -> Iterator[list[Compare]]:
    """Lists of candidates, short ones first: the conclusion, with conjugates, commuting products, frequent claims."""
    goal = family.statement.conclusion
    found = [goal] if isinstance(goal, Compare) else []
    yield found
    for more in (_conjugate(family), _commuting(family), _others(family), _with_transposes(family)):
        found = list(dict.fromkeys([*found, *_fitting(family, more)]))
        yield found


def _letters(family: Family) -> tuple[list[Expression], list[Expression]]:
    """The members of the sequences, and the other letters."""
    names = [name for name, *_ in family.sequences]
    plain: list[Expression] = [("letter", name) for name, *_ in family.statement.letters if name not in names]
    return [("letter", name) for name in names], plain


def _commuting(family: Family) -> Iterator[tuple[Expression, Expression]]:
    """P M = M Q for members P and Q of sequences and letters M."""
    members, plain = _letters(family)
    for p, q in [*zip(members, members, strict=True), *permutations(members, 2)]:
        yield from ((("mul", p, m), ("mul", m, q)) for m in plain)
        if p < q:
            yield ("mul", p, q), ("mul", q, p)


def _with_transposes(family: Family) -> Iterator[tuple[Expression, Expression]]:
    """The same for transposes of letters."""
    members, plain = _letters(family)
    for p, q in product(members, members):
        yield from ((("mul", p, ("t", m)), ("mul", ("t", m), q)) for m in plain)


def _conjugate(family: Family) -> Iterator[tuple[Expression, Expression]]:
    """P = M Q M⁻¹ for members P and Q of sequences and letters with MM⁻¹ = I."""
    members, _ = _letters(family)
    for _, h in family.statement.hypotheses:
        if h.relation == "=" and h.left[0] == "mul" and h.right[0] == "eye":
            first, *rest = h.left[1:]
            yield from ((p, ("mul", first, q, *rest)) for p, q in permutations(members, 2))


def _others(family: Family) -> Iterator[tuple[Expression, Expression]]:
    """For one member: symmetric, orthogonal, equal to a transpose; for two members: transposes, inverses, squares."""
    members, _ = _letters(family)
    letters = {name: shape for name, *shape in family.statement.letters}
    for p in members:
        rows, cols = letters[p[1]]
        one: Expression = ONE if rows == cols == 1 else ("eye", rows)
        yield ("t", p), p
        yield ("mul", ("t", p), p), one
        yield ("mul", p, ("t", p)), one
    for p, q in product(members, members):
        if p != q:
            rows, cols = letters[p[1]]
            yield ("t", p), q
            yield ("mul", p, q), ONE if rows == cols == 1 else ("eye", rows)
            yield ("mul", p, p), q


def _fitting(family: Family, pairs: Iterable[tuple[Expression, Expression]]) -> list[Compare]:
    """The equations whose sides have a meaning and one shape."""
    scope, found = Scope(family.statement), []
    for left, right in pairs:
        try:
            difference: Polynomial = scope.difference(left, right)
        except KernelError:
            continue
        if difference.terms:
            found.append(Compare(left, "=", right))
    return found
