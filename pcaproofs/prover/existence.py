"""The function that proves "there is X with …": a value W of X is searched for, and X = W is one more assumption.

A value W is accepted only if it exists whatever the other letters are: proving the statement for it may take nothing
for granted that the statement does not take for granted anyway, such as that another matrix is invertible. What proves
the statement then is the certificate of its property under X = W.
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
from pcaproofs.language.names import Unreadable, kernel_name
from pcaproofs.language.predicates import simplified
from pcaproofs.language.reader import check_bound, expressions_in, read
from pcaproofs.language.refusals import KNOWN
from pcaproofs.language.renaming import renamed
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.parts import Part, parts_of
from pcaproofs.prover.result import Result, equation_text
from pcaproofs.prover.witnesses import by_equations, by_sum, words
from pcaproofs.terms import letters_in

Prove = Callable[..., Result]
TRIAL_SECONDS = 0.2  # for each of these, and for the facts by which a sum is found
REFUTING_SECONDS = 0.5  # for a point where there is none


def prove_existence(
    claimed: SymbolicExistence, assuming: tuple[Any, ...], prove: Prove, *, seconds: float, refute: bool
) -> Result:
    """The result for "there is X with …"; prove: the function `prove`. Raises Unreadable and IllTyped as `read`."""
    check_bound(claimed, assuming)
    x, deadline = claimed.letter, Deadline(seconds)
    parts = parts_of(claimed.statement, assuming) or [Part(claimed.statement)]
    _check(x, parts, assuming)
    granted = _granted(claimed, assuming, parts)
    equations = [(p.conclusion.lhs, p.conclusion.rhs) for p in parts if isinstance(p.conclusion, sp.Eq) and not p.given]

    def tried(value: Any, most: float, *, refute: bool = False) -> Result:
        left = deadline.within(most).left()
        result = prove(claimed.statement, (*assuming, equal(x, value)), seconds=left, refute=refute, needs=False)
        if beyond := [item for item in result.assumed if item not in granted]:
            return Result(
                "undecided", f"for {equation_text(x, value)} it is taken for granted that {', '.join(beyond)}"
            )
        return result

    if refute and (example := _unsolvable(claimed, assuming, equations, deadline.within(REFUTING_SECONDS))) is not None:
        return replace(example, assumed=granted)
    for value in _proposed(claimed, assuming, equations, deadline):
        if deadline.passed():
            break
        if tried(value, TRIAL_SECONDS, refute=True).verdict == "proved":
            return replace(tried(value, seconds, refute=refute), witness=(x, value))
    return Result("undecided", f"no {x} was found")


def _check(x: Any, parts: list[Part], assuming: tuple[Any, ...]) -> None:
    """Raises Unreadable for a letter of which SymPy assumes a sign, which would be assumed of the value too.

    And for what is no equation, inequality or named property.
    """
    own = read(equal(x, x)).statement
    if kernel_name(x) not in {name for name, *_ in own.letters}:
        raise Unreadable(f"got {x} as what there is, but should be a letter for matrices or numbers")
    if any(kernel_name(x) in letters_in(h.left, h.right) for _, h in own.hypotheses):
        raise Unreadable(
            f"got {x} with a sign by SymPy, but should have none; put it into the statement: positive({x})"
        )
    for part in parts:
        if not isinstance(part.conclusion, Relational | SymbolicComparison):
            read(part.conclusion, assuming)  # which says what is wrong with most of these
            raise Unreadable(f"got {type(part.conclusion).__name__} as what {x} is for, but should be {KNOWN}")


def _unsolvable(
    claimed: SymbolicExistence, assuming: tuple[Any, ...], equations: list[tuple[Any, Any]], clock: Deadline
) -> Result | None:
    """A counterexample: a point where no value satisfies the equations, as far as these are linear."""
    from pcaproofs.prover.refute.unsolvable import unsolvable

    try:
        reading = read(equal(0, 0), [*assuming, *(equal(left, right) for left, right in equations)])
    except KernelError:  # what is no hypothesis, though it can be shown
        return None
    name = kernel_name(claimed.letter)
    depending = (d for d in reading.derived.values() if d.of is not None and name in letters_in(d.of))
    if name not in {x for x, *_ in reading.statement.letters} or any(depending):
        return None
    example = unsolvable(reading.statement, name, reading.hints, seconds=clock.left())
    return None if example is None else Result("refuted", counterexample=example)


def _proposed(
    claimed: SymbolicExistence, assuming: tuple[Any, ...], equations: list[tuple[Any, Any]], deadline: Deadline
) -> Iterator[Any]:
    """Values to be tried, those that are found by solving first."""
    x = claimed.letter
    known = [one for item in assuming for one in simplified(item)]
    found = words(expressions_in([*known, claimed.statement]), x)
    solved = list(by_equations(equations, x))
    if (value := by_sum(equations, assuming, x, found, deadline.within(TRIAL_SECONDS))) is not None:
        yield value
    yield from solved
    yield from found


def _granted(claimed: SymbolicExistence, assuming: tuple[Any, ...], parts: list[Part]) -> tuple[str, ...]:
    """What the statement takes for granted of other letters than X, which has a name of its own for that."""
    x = claimed.letter
    written = expressions_in([claimed.statement, *assuming])
    names = {str(getattr(s, "name", s)) for e in written for s in getattr(e, "free_symbols", ())}
    name = next(name for k in count(1) if (name := f"{x.name}_{k}") not in names)
    other = sp.MatrixSymbol(name, *x.shape) if hasattr(x, "shape") else sp.Symbol(name, **x.assumptions0)
    found: dict[str, None] = {}
    for part in parts:
        given = [renamed(item, {x: other}) for item in part.given]
        found |= dict.fromkeys(read(renamed(part.conclusion, {x: other}), [*assuming, *given]).assumed)
    return tuple(found)
