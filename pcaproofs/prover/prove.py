"""`prove`: read, search, check; where there is no proof, attack."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from pcaproofs.kernel import Certificate, IllTyped, KernelError, Statement, check
from pcaproofs.language.reader import AlreadyTrue, NeverTrue, Reading, read
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.needs import find_needs
from pcaproofs.prover.result import Result
from pcaproofs.prover.search.context import Contradiction
from pcaproofs.prover.search.inconsistency import contradiction
from pcaproofs.prover.search.numbering import numbered
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.reformulations import equivalents
from pcaproofs.prover.search.strategy import certify
from pcaproofs.prover.search.unproved import Unproved

FAULT = "the search failed"
NO_EXAMPLE = "no example of the hypotheses was found"
EXAMPLE_SECONDS = 0.1  # for a point where the hypotheses of a proved statement hold
DOUBT_SECONDS = 0.3  # for a contradiction among them where no such point is found


@dataclass(frozen=True)
class Round:
    """Seconds' worth of steps at most for a contradiction among hypotheses, for a proof, and for a counterexample."""

    doubt: float
    proof: float
    attack: float


# What is easy is found early, whichever it is.
ROUNDS = (
    Round(doubt=0.0, proof=0.03, attack=0.03),
    Round(doubt=0.0, proof=0.15, attack=0.15),
    Round(doubt=0.2, proof=0.6, attack=0.6),
    Round(doubt=0.0, proof=1.5, attack=2.0),
    Round(doubt=1.0, proof=60.0, attack=0.0),
)


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
    base = Result("undecided", statement=reading.statement, assumed=reading.assumed)
    problem = Problem(reading.statement)
    deadline = Deadline(seconds)
    attempt = _Attempt([problem, *map(Problem, equivalents(reading.statement))])
    for stage in ROUNDS:
        doubt = min(stage.doubt, seconds) if reading.statement.hypotheses else 0
        if doubt and (absurd := contradiction(problem, doubt)):
            return replace(base, reason=_absurd(absurd))
        if (proved := attempt.proof(deadline.within(stage.proof))) is not None:
            statement, certificate = proved
            return _proved(replace(base, statement=statement, certificate=certificate), reading, problem, refute)
        if attempt.absurd:
            return replace(base, reason=_absurd(attempt.absurd))
        attack = deadline.within(stage.attack).left() if refute and stage.attack else 0
        if attack and (example := _counterexample(reading, attack)) is not None:
            missing = find_needs(reading, search) if needs else ()
            return replace(base, verdict="refuted", counterexample=example, needs=missing)
    missing = find_needs(reading, search) if needs else ()
    note = NO_EXAMPLE if refute and not _has_example(reading) else ""
    return replace(base, reason=str(attempt.obstacle), needs=missing, note=note)


class _Attempt:
    """The search for a proof of one of several equivalent problems, with more time in every round.

    obstacle: what stood in the way of the first. absurd: from which hypotheses 1 = 0 follows, if that was found.
    """

    def __init__(self, problems: list[Problem]):
        self.problems = problems
        self.obstacle: Exception = Unproved("no time")
        self.absurd = ""
        self._is_exhausted = False

    def proof(self, clock: Deadline) -> tuple[Statement, Certificate] | None:
        """The statement that was proved, and its certificate; None once a round ends before its time is over."""
        for i, problem in enumerate([] if self._is_exhausted else self.problems):
            answer = search_problem(problem, clock.left() / (len(self.problems) - i))
            if isinstance(answer, Certificate):
                return problem.statement, answer
            if isinstance(answer, Contradiction):
                self.absurd = str(answer)
                return None
            if i == 0:
                self.obstacle = answer
        self._is_exhausted = self._is_exhausted or not clock.passed()
        return None


def _proved(result: Result, reading: Reading, problem: Problem, refute: bool) -> Result:
    """As the kernel says, unless the hypotheses contradict each other."""
    assert result.statement is not None
    assert result.certificate is not None
    verdict = check(result.statement, result.certificate)
    if not refute or _has_example(reading):
        return replace(result, verdict=verdict)
    if absurd := contradiction(problem, DOUBT_SECONDS):
        return replace(result, certificate=None, reason=_absurd(absurd))
    return replace(result, verdict=verdict, note=NO_EXAMPLE)


def _has_example(reading: Reading) -> bool:
    """Whether a point was found where every hypothesis holds."""
    from pcaproofs.prover.refute import satisfiable

    statement = reading.statement
    return not statement.hypotheses or satisfiable(statement, reading.hints, EXAMPLE_SECONDS) is not None


def _absurd(why: str) -> str:
    return f"the hypotheses contradict each other, so everything follows: {why}"


def _counterexample(reading: Reading, seconds: float) -> Any:
    from pcaproofs.prover.refute import refute as find_counterexample

    return find_counterexample(reading.statement, reading.hints, seconds=seconds)


def search(statement: Statement, seconds: float) -> Certificate | Exception:
    """A certificate that the kernel accepts, or what stood in the way: Unproved or Contradiction."""
    return search_problem(Problem(statement), seconds)


def search_problem(problem: Problem, seconds: float) -> Certificate | Exception:
    """The same, of a statement that was read before."""
    try:
        certificate = numbered(certify(problem, seconds))
        check(problem.statement, certificate)
    except (Unproved, Contradiction) as error:
        return error
    except KernelError as error:
        return Unproved(f"what was found does not hold: {error}")
    except RecursionError:
        return Unproved("the statement is too deep")
    return certificate


__all__ = ["prove", "prove_reading", "search"]
