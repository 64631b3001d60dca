"""The function that proves "there is X with …": a value W of X is searched for, and X = W is one more assumption.

There may be several letters X. No value mentions one of them, so all values can be put in at once. A value W is
accepted only if it exists whatever the other letters are: proving the statement for it may take nothing for granted
that the statement does not take for granted anyway, such as that another matrix is invertible. What proves the
statement then is the certificate of its property under X = W.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from pcaproofs.kernel import KernelError
from pcaproofs.language.conclusions import SymbolicComparison, SymbolicExistence, equal
from pcaproofs.language.predicates import simplified
from pcaproofs.language.reader import read
from pcaproofs.language.refusals import KNOWN, Unreadable
from pcaproofs.language.symbolic_parts import check_bound, expressions_in, renamed
from pcaproofs.language.symbols import kernel_name
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.parts import ConclusionPart, parts_of
from pcaproofs.prover.result import Result
from pcaproofs.prover.witnesses import Values, by_equations, by_sum, words
from pcaproofs.terms import letters_in

Prove = Callable[..., Result]
TRIAL_SECONDS = 0.2  # for each of these, and for the facts by which a sum is found
REFUTING_SECONDS = 0.5  # for a point where there is none


def prove_existence(
    claimed: SymbolicExistence, assuming: tuple[Any, ...], prove: Prove, *, seconds: float, refute: bool
) -> Result:
    """The result for "there is X with …"; prove: the function `prove`. Raises Unreadable and IllTyped as `read`."""
    check_bound(claimed, assuming)
    deadline = Deadline(seconds)
    parts = parts_of(claimed.statement, assuming) or [ConclusionPart(claimed.statement)]
    _check(claimed.letters, parts, assuming)
    granted = _granted(claimed, assuming, parts)
    equations = [(p.conclusion.lhs, p.conclusion.rhs) for p in parts if isinstance(p.conclusion, sp.Eq) and not p.given]

    def tried(values: Values, most: float, *, refute: bool = False) -> Result:
        if any(value.free_symbols & {*claimed.letters} for _, value in values):
            return Result("undecided", "a value should mention none of the letters")
        left = deadline.within(most).left()
        given = (*assuming, *(equal(x, value) for x, value in values))
        result = prove(claimed.statement, given, seconds=left, refute=refute, needs=False)
        if beyond := [item for item in result.assumed if item not in granted]:
            return Result("undecided", f"for these values it is taken for granted that {', '.join(beyond)}")
        return result

    if refute and (example := _unsolvable(claimed, assuming, equations, deadline.within(REFUTING_SECONDS))) is not None:
        return replace(example, assumed=granted)
    for values in _proposed(claimed, assuming, equations, deadline):
        if deadline.passed():
            break
        if tried(values, TRIAL_SECONDS, refute=True).verdict == "proved":
            return replace(tried(values, seconds, refute=refute), witness=values)
    return Result("undecided", f"no {' and '.join(map(str, claimed.letters))} was found")


def _check(letters: tuple[Any, ...], parts: list[ConclusionPart], assuming: tuple[Any, ...]) -> None:
    """Raises Unreadable for a letter of which SymPy assumes a sign, which would be assumed of the value too.

    And for what is no equation, inequality or named property.
    """
    for x in letters:
        _check_letter(x)
    for part in parts:
        if not isinstance(part.conclusion, Relational | SymbolicComparison):
            read(part.conclusion, assuming)  # which says what is wrong with most of these
            what = " and ".join(map(str, letters))
            raise Unreadable(f"got {type(part.conclusion).__name__} as what {what} is for, but should be {KNOWN}")


def _check_letter(x: Any) -> None:
    own = read(equal(x, x)).statement
    if kernel_name(x) not in {name for name, *_ in own.letters}:
        raise Unreadable(f"got {x} in exists, but should be a letter for matrices or numbers")
    if any(kernel_name(x) in letters_in(h.left, h.right) for _, h in own.hypotheses):
        raise Unreadable(
            f"got {x} with a sign by SymPy, but should have none; put it into the statement: positive({x})"
        )


def _unsolvable(
    claimed: SymbolicExistence, assuming: tuple[Any, ...], equations: list[tuple[Any, Any]], clock: Deadline
) -> Result | None:
    """A counterexample: a point where no value of a single letter satisfies the equations, if these are linear."""
    from pcaproofs.prover.refute.unsolvable import unsolvable

    if len(claimed.letters) > 1:
        return None
    try:
        reading = read(equal(0, 0), [*assuming, *(equal(left, right) for left, right in equations)])
    except KernelError:  # what is no hypothesis, though it can be shown
        return None
    name = kernel_name(claimed.letters[0])
    depending = (d for d in reading.derived.values() if d.of is not None and name in letters_in(d.of))
    if name not in {x for x, *_ in reading.statement.letters} or any(depending):
        return None
    example = unsolvable(reading.statement, name, reading.hints, seconds=clock.left())
    return None if example is None else Result("refuted", counterexample=example)


def _proposed(
    claimed: SymbolicExistence, assuming: tuple[Any, ...], equations: list[tuple[Any, Any]], deadline: Deadline
) -> Iterator[Values]:
    """Values to be tried for all letters together, those that are found by solving first."""
    known = [one for item in assuming for one in simplified(item)]
    written = list(expressions_in([*known, claimed.statement]))
    found = {x: words(written, x, claimed.letters) for x in claimed.letters}
    if (values := by_sum(equations, assuming, found, deadline.within(TRIAL_SECONDS))) is not None:
        yield values
    yield from _one_by_one(claimed.letters, equations, found)


def _one_by_one(
    letters: tuple[Any, ...], equations: list[tuple[Any, Any]], found: dict[Any, list[Any]]
) -> Iterator[Values]:
    """Values of the first letter, each with values of the others that fit the equations with it."""
    if not letters:
        yield ()
        return
    x, others = letters[0], letters[1:]
    for value in (*by_equations(equations, x), *found[x]):
        if not value.free_symbols & set(letters):
            put = [tuple(side.xreplace({x: value}) for side in sides) for sides in equations] if others else []
            yield from (((x, value), *rest) for rest in _one_by_one(others, put, found))


def _granted(claimed: SymbolicExistence, assuming: tuple[Any, ...], parts: list[ConclusionPart]) -> tuple[str, ...]:
    """What the statement takes for granted of other letters than X, which has a name of its own for that."""
    written = expressions_in([claimed.statement, *assuming])
    names = {str(getattr(s, "name", s)) for e in written for s in getattr(e, "free_symbols", ())}
    others = {}
    for x in claimed.letters:
        name = next(name for k in count(1) if (name := f"{x.name}_{k}") not in names)
        names.add(name)
        others[x] = sp.MatrixSymbol(name, *x.shape) if hasattr(x, "shape") else sp.Symbol(name, **x.assumptions0)
    found: dict[str, None] = {}
    for part in parts:
        given = [renamed(item, others) for item in part.given]
        found |= dict.fromkeys(read(renamed(part.conclusion, others), [*assuming, *given]).assumed)
    return tuple(found)
