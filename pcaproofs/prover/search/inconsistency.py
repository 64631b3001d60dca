"""Whether hypotheses contradict each other: 1 = 0 follows from them, or a sum of squares is negative."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pcaproofs.goals import MAIN
from pcaproofs.kernel import Certificate, Compare, KernelError, Polynomial, Proof, Statement, check, flip, goals, number
from pcaproofs.language.rationals import over
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import Contradiction, Facts
from pcaproofs.prover.search.integers import no_integers
from pcaproofs.prover.search.membership import combine
from pcaproofs.prover.search.rewriting.completion import complete
from pcaproofs.prover.search.rewriting.rewriter import Rule, Steps
from pcaproofs.prover.search.saturation import citing, sharpen
from pcaproofs.prover.search.sos.squares import find_squares
from pcaproofs.terms import from_polynomial

FALSE = Compare(("number", "1"), "=", ("number", "0"))


def contradiction(statement: Statement, seconds: float) -> str | None:
    """In one line, which hypotheses contradict each other; None where that was not found.

    The kernel has accepted the proof of what is said, save of dimensions: it does not know that they are integers.
    """
    deadline = Deadline(seconds)
    _, ((_, _, one, known),) = goals(replace(statement, conclusion=FALSE), Certificate(()))
    try:
        facts = Facts(known, deadline)
        _on_columns(facts, deadline)
        if found := _by_squares(statement, facts, deadline.within(seconds / 2)):
            return found
        if found := _by_numbers(statement, facts, one, deadline):
            return found
        if found := _by_integers(facts):
            return found
        sharpen(facts, deadline)
        complete(facts, deadline, lambda: False, 40)
        return _by_integers(facts)
    except Contradiction as found:
        return str(found) if _holds(statement, FALSE, found.proof(one)) else None
    return None


def _by_integers(facts: Facts) -> str | None:
    """What the hypotheses say of dimensions has no solution in integers."""
    given = [(relation, p) for relation, p in facts.known.values() if relation != "="]
    return no_integers([*given, *(("=", p) for p in facts.polynomials.values())])


def _on_columns(facts: Facts, deadline: Deadline) -> None:
    """What equations with an identity in them say of columns of known length: an inverse of I - 11ᵀ/n makes 1 zero."""
    lengths = [p for p in facts.polynomials.values() if p.shape == (1, 1)]
    atoms = {atom for p in lengths for scalars, _ in p.terms for atom, _ in scalars if not isinstance(atom, str)}
    columns = sorted(word[1] for word in atoms if len(word) == 2 and word[0].T is word[1] and word[1].cols == 1)
    for name, p in list(facts.polynomials.items()):
        if p.shape == (1, 1) or not any(not word for _, word in p.terms):
            continue
        for x in columns:
            if x.rows == p.cols and not deadline.passed():
                rule, steps = Rule(name, False, p, (), (), 1), Steps()
                steps.add(rule, 1, (), (), (x,), False)
                rest, reduction = facts.reduce(p * Polynomial(x.rows, 1, [(((), (x,)), 1)]))
                steps.merge(reduction, -1)
                if rest.terms:
                    length = facts.reduce(rest.norm2())  # before rest is known to be zero
                    _has_length(facts, rest, facts.derive(rest, steps)[0], *length)


def _has_length(facts: Facts, p: Polynomial, name: str, length: Polynomial, reduction: Steps) -> None:
    """‖p‖² = 0, as p = 0."""
    steps = Steps()
    for monomial, c in p.terms.items():
        rule = Rule(name, False, p, *monomial, c)
        steps.add(rule, c, monomial[0], flip(monomial[1]), (), False)
    steps.merge(reduction, -1)
    if length.terms:
        facts.derive(length, steps)


def _by_numbers(statement: Statement, facts: Facts, one: Polynomial, deadline: Deadline) -> str | None:
    """g = c with a number c that is not zero, although g = 0 follows from the other hypotheses."""
    for name, p in list(facts.polynomials.items()):
        c = p.terms.get(((), ()))
        if p.shape != (1, 1) or c is None or name not in facts.known or deadline.passed():
            continue
        others = Facts({k: v for k, v in facts.known.items() if k != name}, deadline)
        steps = combine(others, p - one.scaled(c), deadline.within(0.2), slack=0)
        if steps is None or not steps.facts() <= facts.known.keys():
            continue
        total = citing(name, p)  # p - (p - c) = c
        total.merge(steps, -1)
        total.scale(over(1, c))
        if _holds(statement, FALSE, facts.proof(total, (1, 1))):
            return f"1 = 0 follows from {', '.join(sorted(total.facts()))}"
    return None


def _by_squares(statement: Statement, facts: Facts, deadline: Deadline) -> str | None:
    """g < 0 although g is a sum of squares."""
    for text, f, given in _impossible(facts):
        if deadline.passed():
            return None
        found = find_squares(facts, f, deadline)
        if found is None:
            continue
        proof = facts.proof(found[1], (1, 1), found[0])
        conclusion = Compare(from_polynomial(f), ">=", ("number", "0"))
        weights = {name for (_, names), _ in found[0] for name, _ in names}
        used = sorted((facts.closure(found[1].facts()) | weights | given) & facts.known.keys())
        if _holds(statement, conclusion, proof):
            return f"{text} follows from {', '.join(used)}"
    return None


def _impossible(facts: Facts) -> Iterator[tuple[str, Polynomial, set[str]]]:
    """Scalars that cannot be >= 0: what was said, the scalar, and the hypothesis that forbids it."""
    yield "-1 ≥ 0", number(-1), set()
    for name, (relation, g) in facts.known.items():
        if relation == ">" and g.names():
            yield f"the opposite of {name}", g.scaled(-1), {name}
        elif relation == "!=" and not facts.reduce(g)[0].terms:
            yield f"the opposite of {name}", g, {name}


def _holds(statement: Statement, conclusion: Compare, proof: Proof) -> bool:
    try:
        check(replace(statement, conclusion=conclusion), Certificate(((str(MAIN), proof),)))
    except KernelError:
        return False
    return True
