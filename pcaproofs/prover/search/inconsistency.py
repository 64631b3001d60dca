"""The search for a contradiction among hypotheses: they imply 1 = 0 or that a sum of squares is negative."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pcaproofs.goals import MAIN
from pcaproofs.kernel import Certificate, Compare, KernelError, Polynomial, Proof, Statement, check, flip, number
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import Contradiction, ProofContext
from pcaproofs.prover.search.integers import no_integers
from pcaproofs.prover.search.membership import combine
from pcaproofs.prover.search.problem import FALSE, Problem
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.completion import complete
from pcaproofs.prover.search.rewriting.matches import Match
from pcaproofs.prover.search.rewriting.rules import Rule
from pcaproofs.prover.search.saturation import saturate
from pcaproofs.prover.search.sos.squares import find_squares
from pcaproofs.terms import from_polynomial, over


def contradiction(problem: Problem, seconds: float) -> str | None:
    """Which hypotheses contradict each other, in one line; None if no contradiction was found.

    The kernel has checked the proof, except for proofs about dimensions, which the kernel does not know to be integers.
    """
    deadline = Deadline(seconds)
    statement, one = problem.statement, number(1)
    try:
        context = ProofContext(problem.known, deadline)
        _on_columns(context, deadline)
        if found := _by_squares(statement, context, deadline.within(seconds / 2)):
            return found
        if found := _by_numbers(statement, context, one, deadline):
            return found
        if found := _by_integers(context):
            return found
        saturate(context, deadline)
        complete(context, deadline, lambda: False, 40)
        return _by_integers(context)
    except Contradiction as found:
        return str(found) if is_proved(statement, found) else None
    return None


def is_proved(statement: Statement, found: Contradiction) -> bool:
    """Whether the kernel accepts the proof that the hypotheses of the statement imply 1 = 0."""
    return _holds(statement, FALSE, found.proof(number(1)))


def _by_integers(context: ProofContext) -> str | None:
    """Which hypotheses about dimensions have no solution in integers, in one line, or None."""
    given = [(relation, p) for relation, p in context.known.values() if relation != "="]
    return no_integers([*given, *(("=", p) for p in context.polynomials.values())])


def _on_columns(context: ProofContext, deadline: Deadline) -> None:
    """Multiplies equations with an identity by columns of known length: an inverse of I − 11ᵀ/n would give 1 = 0."""
    lengths = [p for p in context.polynomials.values() if p.shape == (1, 1)]
    atoms = {atom for p in lengths for scalars, _ in p.terms for atom, _ in scalars if not isinstance(atom, str)}
    columns = sorted(word[1] for word in atoms if len(word) == 2 and word[0].T is word[1] and word[1].cols == 1)
    for name, p in list(context.polynomials.items()):
        if p.shape == (1, 1) or not any(not word for _, word in p.terms):
            continue
        for x in columns:
            if x.rows == p.cols and not deadline.passed():
                rule, cofactors = Rule(name, False, p, (), (), 1), Cofactors()
                cofactors.add(Match(rule, (), (), (x,)), 1)
                rest, reduction = context.reduce(p * Polynomial(x.rows, 1, [(((), (x,)), 1)]))
                cofactors.merge(reduction, -1)
                if rest.terms:
                    length = context.reduce(rest.norm2())  # before rest is known to be zero
                    _has_length(context, rest, context.derive(rest, cofactors)[0], *length)


def _has_length(context: ProofContext, p: Polynomial, name: str, length: Polynomial, reduction: Cofactors) -> None:
    """Adds ‖p‖² = 0 for a derived equation p = 0; length: the normal form of ‖p‖², and its reduction."""
    cofactors = Cofactors()
    for monomial, c in p.terms.items():
        rule = Rule(name, False, p, *monomial, c)
        cofactors.add(Match(rule, monomial[0], flip(monomial[1]), ()), c)
    cofactors.merge(reduction, -1)
    if length.terms:
        context.derive(length, cofactors)


def _by_numbers(statement: Statement, context: ProofContext, one: Polynomial, deadline: Deadline) -> str | None:
    """A contradiction g = c, with a number c ≠ 0, where g = 0 follows from the other hypotheses."""
    for name, p in list(context.polynomials.items()):
        c = p.terms.get(((), ()))
        if p.shape != (1, 1) or c is None or name not in context.known or deadline.passed():
            continue
        others = ProofContext({k: v for k, v in context.known.items() if k != name}, deadline)
        cofactors = combine(others, p - one.scaled(c), deadline.within(0.2), slack=0)
        if cofactors is None or not cofactors.facts() <= context.known.keys():
            continue
        total = Cofactors.of_fact(name, p)  # p - (p - c) = c
        total.merge(cofactors, -1)
        total.scale(over(1, c))
        if _holds(statement, FALSE, context.proof(total, (1, 1))):
            return f"1 = 0 follows from {', '.join(sorted(total.facts()))}"
    return None


def _by_squares(statement: Statement, context: ProofContext, deadline: Deadline) -> str | None:
    """A contradiction g < 0, where g is a sum of squares."""
    for text, f, given in _impossible(context):
        if deadline.passed():
            return None
        found = find_squares(context, f, deadline)
        if found is None:
            continue
        proof = context.proof(found[1], (1, 1), found[0])
        conclusion = Compare(from_polynomial(f), ">=", ("number", "0"))
        weights = {name for (_, names), _ in found[0] for name, _ in names}
        used = sorted((context.closure(found[1].facts()) | weights | given) & context.known.keys())
        if _holds(statement, conclusion, proof):
            return f"{text} follows from {', '.join(used)}"
    return None


def _impossible(context: ProofContext) -> Iterator[tuple[str, Polynomial, set[str]]]:
    """Scalars g that are not ≥ 0: a text for "g ≥ 0", g, and the hypothesis that it contradicts."""
    yield "-1 ≥ 0", number(-1), set()
    for name, (relation, g) in context.known.items():
        if relation == ">" and g.names():
            yield f"the opposite of {name}", g.scaled(-1), {name}
        elif relation == "!=" and not context.reduce(g)[0].terms:
            yield f"the opposite of {name}", g, {name}


def _holds(statement: Statement, conclusion: Compare, proof: Proof) -> bool:
    try:
        check(replace(statement, conclusion=conclusion), Certificate(((str(MAIN), proof),)))
    except KernelError:
        return False
    return True
