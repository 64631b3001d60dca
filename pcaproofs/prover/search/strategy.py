"""The strategy of the search: a certificate for a statement, one goal at a time, with cheap tactics first."""

from __future__ import annotations

from dataclasses import replace

from pcaproofs.goals import BETTER, feasible, is_about_the_optimum
from pcaproofs.kernel import Certificate, Goal, Polynomial, Proof, SameOptimisers
from pcaproofs.language.express import text
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import Contradiction, ProofContext
from pcaproofs.prover.search.let_products import certify_products
from pcaproofs.prover.search.optimality import read_off
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.saturation import saturate
from pcaproofs.prover.search.tactics import LAST_ZERO_TACTICS, NONNEGATIVE_TACTICS, ZERO_TACTICS, first_proof
from pcaproofs.prover.search.transforms import find_transform
from pcaproofs.prover.search.unproved import Unproved
from pcaproofs.terms import from_polynomial

MAX_SHOWN_CHARACTERS = 120


Contexts = dict[frozenset[str], ProofContext]


def certify(problem: Problem, seconds: float, effort: int = 1, contexts: Contexts | None = None) -> Certificate:
    """A certificate for the problem's statement, not checked yet. Raises Unproved, Contradiction or IllTyped.

    effort: factor for the limits of the tactics. contexts: those of an earlier call with less effort; the
    facts in them are kept, and new ones are added.
    """
    deadline = Deadline(seconds)
    if (found := certify_products(problem, deadline)) is not None:
        return found
    if problem.is_huge:
        raise Unproved("some product is too large to be multiplied out")
    if isinstance(problem.statement.conclusion, SameOptimisers):
        problem = replace(problem, transform=find_transform(problem))
    places = {str(feasible(name)): i for i, name in enumerate(problem.goals[0][3])}
    # the constraints in the order of the hypotheses, then the other goals in the kernel's order
    todo = sorted(problem.goals, key=lambda goal: places.get(goal[0], len(places)))
    contexts = {} if contexts is None else contexts
    for context in contexts.values():
        context.effort, context.rewriter.late = effort, deadline.passed
    words = problem.words if any(goal[1] == ">=" for goal in todo) else ()
    proofs: dict[str, Proof] = {}
    for goal in todo:
        better = proofs.get(str(BETTER))
        short = read_off(better, goal, problem.scope, deadline) if better else None
        proofs[goal[0]] = short or prove_goal(goal, deadline, contexts, words, effort)
    return Certificate(tuple(proofs.items()), transform=problem.transform)


def prove_goal(
    goal: Goal,
    deadline: Deadline,
    contexts: Contexts,
    statement_words: tuple[Polynomial, ...] = (),
    effort: int = 1,
) -> Proof:
    """A proof of one goal.

    contexts: those of earlier goals, by the names of the facts known in them. A goal with the same facts uses the
    context again, with all lemmas found so far. Raises Unproved or Contradiction.
    """
    name, relation, polynomial, known = goal
    key = frozenset(known)
    try:
        if key not in contexts:
            contexts[key] = ProofContext(known, deadline, statement_words=statement_words)
            contexts[key].effort = effort
        prove = prove_zero if relation == "=" else prove_nonnegative
        return prove(contexts[key], polynomial, deadline, name)
    except Contradiction as found:
        if any(map(is_about_the_optimum, found.used)):
            return found.proof(polynomial)  # no point is optimal, or none satisfies the equations: the goal is vacuous
        raise


def prove_zero(context: ProofContext, goal: Polynomial, deadline: Deadline, name: str) -> Proof:
    """A proof that the goal is zero. Raises Unproved, naming the goal, if no tactic finds one."""
    while True:
        if proof := first_proof(ZERO_TACTICS, context, goal, deadline):
            return proof
        before = len(context.lemmas)
        saturate(context, deadline, with_expansions=True)
        if len(context.lemmas) == before:
            break
    if proof := first_proof(LAST_ZERO_TACTICS, context, goal, deadline):
        return proof
    raise Unproved(f"{name}: left with {_equation(context.reduce(goal)[0])}")


def prove_nonnegative(context: ProofContext, goal: Polynomial, deadline: Deadline, name: str) -> Proof:
    """A proof that the goal is ≥ 0. Raises Unproved, naming the goal, if no tactic finds one."""
    if proof := first_proof(NONNEGATIVE_TACTICS, context, goal, deadline):
        return proof
    raise Unproved(f"{name}: no sum of squares found for {_equation(context.reduce(goal)[0])[:-4]}")


def _equation(p: Polynomial) -> str:
    shown = text(from_polynomial(p))
    return f"{shown} = 0" if len(shown) < MAX_SHOWN_CHARACTERS else f"{len(p.terms)} terms"
