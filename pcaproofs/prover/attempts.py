"""The search for a proof of one statement, in several forms and orders, each with a budget; the kernel checks."""

from __future__ import annotations

from dataclasses import dataclass

from pcaproofs.kernel import Certificate, KernelError, Statement, check
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import Contradiction
from pcaproofs.prover.search.inconsistency import is_proved
from pcaproofs.prover.search.letter_orders import Reordered, orders
from pcaproofs.prover.search.numbering import numbered
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.strategy import Contexts, certify
from pcaproofs.prover.search.unproved import Unproved


@dataclass(frozen=True)
class CheckedProof:
    """A certificate that the kernel has checked, and the verdict that the kernel gave."""

    statement: Statement
    certificate: Certificate
    verdict: str


class ProofAttempt:
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
        self._orders: list[Reordered] | None = None

    def proof(self, clock: Deadline) -> CheckedProof | None:
        """The certificate of one of the problems, or None.

        A search that ends within its budget has tried everything, so later rounds skip it.
        """
        for i, problem in enumerate([] if self._is_exhausted else self.problems):
            answer = search_problem(problem, clock.left() / (len(self.problems) - i))
            if isinstance(answer, CheckedProof):
                return answer
            if isinstance(answer, Contradiction):
                self.absurd = str(answer)
                return None
            if i == 0:
                self.obstacle = answer
        self._is_exhausted = self._is_exhausted or not clock.passed()
        return None

    def in_other_orders(self, clock: Deadline, seconds: float) -> CheckedProof | None:
        """The certificate of the first problem, found with its letters in another order, or None."""
        if self._orders is None:
            self._orders = list(orders(self.problems[0].statement))
        for order in list(self._orders):
            within = clock.within(seconds)
            answer = search_problem(Problem(order.statement), within.left())
            if isinstance(answer, CheckedProof):
                statement, certificate = self.problems[0].statement, order.restored(answer.certificate)
                return CheckedProof(statement, certificate, check(statement, certificate))
            if isinstance(answer, Contradiction):
                self.absurd = str(answer)
                return None
            if not within.passed():
                self._orders.remove(order)
        return None

    def deeper(self, clock: Deadline, effort: int) -> CheckedProof | None:
        """The same with the limits of all tactics multiplied, from the facts that earlier calls of this found."""
        for i, problem in enumerate(self.problems):
            share = clock.left() / (len(self.problems) - i)
            answer = search_problem(problem, share, effort, self._contexts[i]) if share else None
            if isinstance(answer, CheckedProof):
                return answer
            if isinstance(answer, Contradiction):
                self.absurd = str(answer)
                return None
            if i == 0 and answer is not None:
                self.obstacle = answer
        return None


def search(statement: Statement, seconds: float) -> Certificate | Exception:
    """A certificate that the kernel accepts, or what stood in the way: Unproved or Contradiction."""
    found = search_problem(Problem(statement), seconds)
    return found.certificate if isinstance(found, CheckedProof) else found


def search_problem(
    problem: Problem, seconds: float, effort: int = 1, contexts: Contexts | None = None
) -> CheckedProof | Exception:
    """The result of `search` for a problem that was set up before; effort and contexts as for `certify`."""
    try:
        certificate = numbered(certify(problem, seconds, effort, contexts))
        verdict = check(problem.statement, certificate)
    except Unproved as error:
        return error
    except Contradiction as error:
        return error if is_proved(problem.statement, error) else Unproved("what was found does not hold: 1 = 0")
    except KernelError as error:
        return Unproved(f"what was found does not hold: {error}")
    except RecursionError:
        return Unproved("the statement is too deep")
    return CheckedProof(problem.statement, certificate, verdict)
