"""`prove`: read, search, check; where there is no proof, attack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from pcaproofs.kernel import Certificate, IllTyped, KernelError, Statement, check
from pcaproofs.language.reader import AlreadyTrue, NeverTrue, Reader, Reading, read
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.needs import find_needs
from pcaproofs.prover.result import Result
from pcaproofs.prover.search.context import Contradiction
from pcaproofs.prover.search.inconsistency import contradiction
from pcaproofs.prover.search.numbering import numbered
from pcaproofs.prover.search.reformulations import equivalents
from pcaproofs.prover.search.strategy import certify
from pcaproofs.prover.search.unproved import Unproved

# seconds' worth of steps at most for a contradiction among the hypotheses, for a proof, and for a counterexample: what
# is easy is found early, whichever it is
FAULT = "the search failed"
NO_EXAMPLE = "no example of the hypotheses was found"
ROUNDS = ((0.0, 0.03, 0.03), (0.0, 0.15, 0.15), (0.2, 0.6, 0.6), (0.0, 1.5, 2.0), (1.0, 60.0, 0.0))


def prove(
    conclusion: Any, assuming: Iterable[Any] = (), *, seconds: float = 10.0, refute: bool = True, needs: bool = True
) -> Result:
    """Proves a SymPy statement about matrices for every dimension, or refutes it by an exact example.

    conclusion: Eq(lhs, rhs), Ge(f, g), or minimises(...), maximises(...), same_optimisers(...).
    assuming: named hypotheses (symmetric(S), unit(w), …), Eq, Ge, Gt, Ne. seconds: of work, on a usual machine; counted
    in steps, so that the answer is the same on every machine.
    The verdict "proved" is the kernel's; nothing is raised for a statement that is wrong or ill-typed.
    """
    try:
        reading = read(conclusion, tuple(assuming))
    except AlreadyTrue as error:
        return Result("undecided", str(error))
    except (IllTyped, NeverTrue) as error:
        return Result("ill-typed", str(error))
    except KernelError as error:
        return Result("unsupported", str(error))
    except RecursionError:
        return Result("undecided", "the statement is too deep to be read")
    except Exception as error:  # SymPy's, of what is put together wrongly
        return Result("unsupported", f"got something that is no SymPy statement: {' '.join(str(error).split())}")
    try:
        return prove_reading(reading, seconds=seconds, refute=refute, needs=needs)
    except Exception as error:  # a fault of the search, which nobody who asks has to handle
        return Result("undecided", f"{FAULT}: {error!r}", statement=reading.statement, assumed=reading.assumed)


def prove_reading(
    reading: Reading,
    *,
    seconds: float = 10.0,
    refute: bool = True,
    needs: bool = True,
) -> Result:
    """As prove, of a statement that was already read."""
    statement = reading.statement
    base = Result("undecided", statement=statement, assumed=reading.assumed)
    deadline = Deadline(seconds)
    found: Certificate | Exception = Unproved("no time")
    exhausted = False
    for doubt, patience, attack in ROUNDS:
        if doubt and statement.hypotheses and (absurd := contradiction(statement, min(doubt, seconds))):
            return replace(base, reason=_absurd(absurd))
        clock = deadline.within(patience)
        statements = [] if exhausted else [statement, *equivalents(statement)]
        for i, other in enumerate(statements):
            answer = search(other, clock.left() / (len(statements) - i))
            if isinstance(answer, Certificate):
                return _proved(replace(base, statement=other, certificate=answer), reading, refute)
            if isinstance(answer, Contradiction):
                return replace(base, reason=_absurd(str(answer)))
            found = answer if other is statement else found
        exhausted = exhausted or not clock.passed()
        if refute and attack and (example := _counterexample(reading, deadline.within(attack).left())) is not None:
            missing = find_needs(reading, search) if needs else ()
            return replace(base, verdict="refuted", counterexample=example, needs=missing)
    missing = find_needs(reading, search) if needs else ()
    note = NO_EXAMPLE if refute and not _has_example(reading) else ""
    return replace(base, reason=str(found), needs=missing, note=note)


def _proved(result: Result, reading: Reading, refute: bool) -> Result:
    """As the kernel says, unless the hypotheses contradict each other."""
    assert result.statement is not None
    assert result.certificate is not None
    verdict = check(result.statement, result.certificate)
    if not refute or _has_example(reading):
        return replace(result, verdict=verdict)
    if absurd := contradiction(reading.statement, 0.3):
        return replace(result, certificate=None, reason=_absurd(absurd))
    return replace(result, verdict=verdict, note=NO_EXAMPLE)


def _has_example(reading: Reading) -> bool:
    """Whether a point was found where every hypothesis holds."""
    from pcaproofs.prover.refute import satisfiable

    statement = reading.statement
    return not statement.hypotheses or satisfiable(statement, reading.hints, 0.1) is not None


def _absurd(why: str) -> str:
    return f"the hypotheses contradict each other, so everything follows: {why}"


def _counterexample(reading: Reading, seconds: float) -> Any:
    from pcaproofs.prover.refute import refute as find_counterexample

    return find_counterexample(reading.statement, reading.hints, seconds=seconds)


def search(statement: Statement, seconds: float) -> Certificate | Exception:
    """A certificate that the kernel accepts, or what stood in the way."""
    try:
        certificate = numbered(certify(statement, seconds))
        check(statement, certificate)
    except (Unproved, Contradiction) as error:
        return error
    except KernelError as error:
        return Unproved(f"what was found does not hold: {error}")
    except RecursionError:
        return Unproved("the statement is too deep")
    return certificate


__all__ = ["Reader", "find_needs", "prove", "prove_reading", "search"]
