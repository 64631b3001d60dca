"""The function `prove`: reads a statement, searches for a proof and for a counterexample, and lets the kernel check."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from sympy import Basic

from pcaproofs.kernel import Certificate, IllTyped, KernelError, Statement, check
from pcaproofs.language.conclusions import ForAll, SymbolicComparison, SymbolicExistence, SymbolicIff
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.names import Unreadable
from pcaproofs.language.reader import AlreadyTrue, NeverTrue, Reading, read
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.existence import prove_existence
from pcaproofs.prover.induction import by_induction
from pcaproofs.prover.needs import find_needs
from pcaproofs.prover.parts import Part, explained, parts_of, together, unfolded
from pcaproofs.prover.result import Result
from pcaproofs.prover.search.context import Contradiction
from pcaproofs.prover.search.inconsistency import contradiction
from pcaproofs.prover.search.numbering import numbered
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.reformulations import equivalents
from pcaproofs.prover.search.strategy import Contexts, certify
from pcaproofs.prover.search.unproved import Unproved

FAULT = "the search failed"
CONTRADICTORY = "the hypotheses contradict each other"
NO_EXAMPLE = "no example of the hypotheses was found"
EXAMPLE_SECONDS = 0.1  # for a point at which the hypotheses of a proved statement hold
WHOLE_SECONDS = 2.0  # for pinv(M) = X, before its four equations are tried one by one
DOUBT_SECONDS = 0.3  # for a contradiction among them if no such point is found


@dataclass(frozen=True)
class Round:
    """The budgets of one round, in seconds' worth of counted steps.

    doubt: for a contradiction among the hypotheses. proof: for a proof. attack: for a counterexample.
    """

    doubt: float
    proof: float
    attack: float


# Proof and counterexample are tried in turn with growing budgets, because it is unknown which exists. According to
# `benchmarks/rounds.py` the rounds prove 369, 14, 4, 1 and 0 of the 388 parts of the catalogue.
ROUNDS = (
    Round(doubt=0.0, proof=0.03, attack=0.03),
    Round(doubt=0.0, proof=0.15, attack=0.15),
    Round(doubt=0.2, proof=0.6, attack=0.6),
    Round(doubt=0.0, proof=1.5, attack=2.0),
    Round(doubt=1.0, proof=60.0, attack=0.0),  # the rest of the caller's seconds
)


# If the caller asks for more than the usual seconds, the limits of all searches are doubled until they are used up.
USUAL_SECONDS, DEEP_SECONDS = 10.0, 4.0
DEEPENINGS = (2, 4, 8, 16, 32, 64, 128)


def prove(
    conclusion: Any, assuming: Iterable[Any] = (), *, seconds: float = 10.0, refute: bool = True, needs: bool = True
) -> Result:
    """Proves a SymPy statement about matrices for every dimension, or refutes it by an exact counterexample.

    conclusion: Eq(lhs, rhs), Ge(f, g), minimises(…), maximises(…) or same_optimisers(…); a named property such as
    symmetric(S), projector(P) or psd(S); exists(X, …); or a list of conclusions, of which each is proved.
    assuming: named hypotheses (symmetric(S), unit(w), …), Eq, Ge, Gt, Ne.
    seconds: the budget; counted in steps, so that the answer is the same on every machine. The search usually ends
    before 10. If there are more seconds, all are used until there is an answer.
    refute: whether to search for counterexamples, and for a point at which the hypotheses of a proved statement hold.
    needs: whether to search for hypotheses that would make an unproved statement provable.
    Raises nothing: the verdict says whether a statement is false, ill-typed or not understood. Only the kernel
    gives the verdict "proved".
    """
    try:
        assuming = hypotheses_of(assuming)
        if isinstance(conclusion, SymbolicExistence):
            return prove_existence(conclusion, assuming, prove, seconds=seconds, refute=refute)
        if (parts := parts_of(conclusion, assuming)) is not None:
            return _all_of(parts, assuming, seconds / max(1, len(parts)), refute, needs)
        reading = read(conclusion, assuming, powers=True)
    except AlreadyTrue as error:
        return Result("undecided", str(error))
    except (IllTyped, NeverTrue) as error:
        return Result("ill-typed", str(error))
    except KernelError as error:
        return Result("unsupported", str(error))
    except RecursionError:
        return Result("undecided", "the statement is too deep to be read")
    except Exception as error:  # raised by SymPy for a malformed expression
        return Result("unsupported", f"got something that is no SymPy statement: {' '.join(str(error).split())}")
    try:
        if reading.sequences:
            return by_induction(reading, conclusion, assuming, search=search, seconds=seconds, refute=refute)
        return _whole_or_unfolded(reading, conclusion, assuming, seconds=seconds, refute=refute, needs=needs)
    except Exception as error:  # a bug of the search, which callers should not have to handle
        return Result("undecided", f"{FAULT}: {error!r}", statement=reading.statement, assumed=reading.assumed)


def hypotheses_of(assuming: Any) -> tuple[Any, ...]:
    """The assumptions as a tuple, of one that is not in a list too. Raises Unreadable for what is no list."""
    if isinstance(assuming, Named | SymbolicComparison | SymbolicExistence | SymbolicIff | ForAll | Basic):
        return (assuming,)
    if isinstance(assuming, str | dict) or not isinstance(assuming, Iterable):
        raise Unreadable(f"got the assumptions {assuming}, but should be a list, such as [symmetric(A)]")
    return tuple(assuming)


def _all_of(parts: list[Part], assuming: tuple[Any, ...], seconds: float, refute: bool, needs: bool) -> Result:
    """The result for several statements; each has its share of the seconds."""
    options: dict[str, Any] = {"seconds": seconds, "refute": refute, "needs": needs}
    return together([explained(prove(part.conclusion, (*assuming, *part.given), **options), part) for part in parts])


def _whole_or_unfolded(reading: Reading, conclusion: Any, assuming: tuple[Any, ...], **options: Any) -> Result:
    """The result for the statement as it stands; if none is found at once, that for the equations that say the same."""
    if (parts := unfolded(conclusion)) is None:
        return prove_reading(reading, **options)
    seconds = options["seconds"]
    quick = prove_reading(reading, **{**options, "seconds": min(WHOLE_SECONDS, seconds)})
    if quick.verdict != "undecided" or quick.reason.startswith(CONTRADICTORY):
        return quick
    by_parts = _all_of(parts, assuming, seconds / len(parts), options["refute"], needs=False)
    return by_parts if by_parts.verdict == "proved" else prove_reading(reading, **options)


def prove_reading(
    reading: Reading,
    *,
    seconds: float = 10.0,
    refute: bool = True,
    needs: bool = True,
) -> Result:
    """The result of `prove` for a statement that has been read already."""
    base = Result("undecided", statement=reading.statement, assumed=reading.assumed)
    problem = Problem(reading.statement)
    deadline = Deadline(seconds)
    attempt = Attempt([problem, *map(Problem, equivalents(reading.statement))])
    for stage in ROUNDS:
        doubt = min(stage.doubt, seconds) if reading.statement.hypotheses else 0
        if doubt and (absurd := contradiction(problem, doubt)):
            return replace(base, reason=_absurd(absurd))
        if (proved := attempt.proof(deadline.within(stage.proof))) is not None:
            return _proved(base, proved, reading, problem, refute)
        if attempt.absurd:
            return replace(base, reason=_absurd(attempt.absurd))
        attack = deadline.within(stage.attack).left() if refute and stage.attack else 0
        if attack and (example := _counterexample(reading, attack)) is not None:
            missing = find_needs(reading, search) if needs else ()
            return replace(base, verdict="refuted", counterexample=example, needs=missing)
    if seconds > USUAL_SECONDS:
        for deeper in DEEPENINGS:
            if (proved := attempt.deeper(deadline.within(deeper * DEEP_SECONDS), deeper)) is not None:
                return _proved(base, proved, reading, problem, refute)
            if attempt.absurd:
                return replace(base, reason=_absurd(attempt.absurd))
            attack = deadline.within(deeper * DEEP_SECONDS / 2).left() if refute else 0
            if attack and (example := _counterexample(reading, attack, deeper)) is not None:
                missing = find_needs(reading, search) if needs else ()
                return replace(base, verdict="refuted", counterexample=example, needs=missing)
    missing = find_needs(reading, search) if needs else ()
    note = NO_EXAMPLE if refute and not _has_example(reading) else ""
    return replace(base, reason=str(attempt.obstacle), needs=missing, note=note)


@dataclass(frozen=True)
class Checked:
    """A certificate that the kernel has checked, and the verdict that the kernel gave."""

    statement: Statement
    certificate: Certificate
    verdict: str


class Attempt:
    """The search for a proof of one of several equivalent problems, called with a larger budget in every round.

    obstacle: why the first problem has no proof yet. absurd: the hypotheses from which 1 = 0 follows, if that was
    found.
    """

    def __init__(self, problems: list[Problem]):
        self.problems = problems
        self.obstacle: Exception = Unproved("no time")
        self.absurd = ""
        self._is_exhausted = False
        self._contexts: list[Contexts] = [{} for _ in problems]

    def proof(self, clock: Deadline) -> Checked | None:
        """The certificate of one of the problems, or None.

        A search that ends within its budget has tried everything, so later rounds skip it.
        """
        for i, problem in enumerate([] if self._is_exhausted else self.problems):
            answer = search_problem(problem, clock.left() / (len(self.problems) - i))
            if isinstance(answer, Checked):
                return answer
            if isinstance(answer, Contradiction):
                self.absurd = str(answer)
                return None
            if i == 0:
                self.obstacle = answer
        self._is_exhausted = self._is_exhausted or not clock.passed()
        return None

    def deeper(self, clock: Deadline, effort: int) -> Checked | None:
        """The same with the limits of all tactics multiplied, from the facts that earlier calls of this found."""
        for i, problem in enumerate(self.problems):
            share = clock.left() / (len(self.problems) - i)
            answer = search_problem(problem, share, effort, self._contexts[i]) if share else None
            if isinstance(answer, Checked):
                return answer
            if isinstance(answer, Contradiction):
                self.absurd = str(answer)
                return None
            if i == 0 and answer is not None:
                self.obstacle = answer
        return None


def _proved(base: Result, proved: Checked, reading: Reading, problem: Problem, refute: bool) -> Result:
    """The kernel's verdict, unless the hypotheses contradict each other."""
    result = replace(base, statement=proved.statement, certificate=proved.certificate, verdict=proved.verdict)
    if not refute or _has_example(reading):
        return result
    if absurd := contradiction(problem, DOUBT_SECONDS):
        return replace(base, statement=proved.statement, reason=_absurd(absurd))
    return replace(result, note=NO_EXAMPLE)


def _has_example(reading: Reading) -> bool:
    """Whether a point was found at which every hypothesis holds."""
    from pcaproofs.prover.refute import satisfiable

    statement = reading.statement
    return not statement.hypotheses or satisfiable(statement, reading.hints, EXAMPLE_SECONDS) is not None


def _absurd(why: str) -> str:
    return f"{CONTRADICTORY}, so everything follows: {why}"


def _counterexample(reading: Reading, seconds: float, effort: int = 1) -> Any:
    from pcaproofs.prover.refute import refute as find_counterexample

    return find_counterexample(reading.statement, reading.hints, seconds=seconds, effort=effort)


def search(statement: Statement, seconds: float) -> Certificate | Exception:
    """A certificate that the kernel accepts, or what stood in the way: Unproved or Contradiction."""
    found = search_problem(Problem(statement), seconds)
    return found.certificate if isinstance(found, Checked) else found


def search_problem(
    problem: Problem, seconds: float, effort: int = 1, contexts: Contexts | None = None
) -> Checked | Exception:
    """The result of `search` for a problem that was set up before; effort and contexts as for `certify`."""
    try:
        certificate = numbered(certify(problem, seconds, effort, contexts))
        verdict = check(problem.statement, certificate)
    except (Unproved, Contradiction) as error:
        return error
    except KernelError as error:
        return Unproved(f"what was found does not hold: {error}")
    except RecursionError:
        return Unproved("the statement is too deep")
    return Checked(problem.statement, certificate, verdict)


__all__ = ["prove", "prove_reading", "search"]
