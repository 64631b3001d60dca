"""Proofs that two objectives have the same optimisers: the second is a monotone transform of the first."""

from __future__ import annotations

from pcaproofs.kernel import (
    Known,
    Polynomial,
    SameOptimisers,
    Transform,
    Weight,
    number,
)
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.unproved import Unproved
from pcaproofs.terms import from_polynomial, over


def find_transform(problem: Problem) -> Transform:
    """(weight, constant, power, hypothesis) with second = ± weight·first^power + constant. Raises Unproved.

    The powers are 1 and, if a hypothesis says that the first objective is ≥ 0, 2.
    """
    c, scope, known = problem.statement.conclusion, problem.scope, problem.known
    assert isinstance(c, SameOptimisers)
    context = ProofContext(known)
    first, second = scope.expand(c.first[1]), scope.expand(c.second[1])
    sign = 1 if c.first[0] == c.second[0] else -1
    variables = set(c.variables)
    roots = [n for n, (r, s) in known.items() if r in (">=", ">") and s == first]
    for power, hypothesis in [(1, ""), *((2, n) for n in roots)]:
        f, _ = context.reduce(first**power)
        g, _ = context.reduce(second)
        for weight, factor in _ratios(known, f, g, sign, variables):
            rest, _ = context.reduce(g - (factor * f).scaled(sign))
            if not rest.names() & variables:
                return (weight, from_polynomial(rest), power, hypothesis)
    raise Unproved("transform: neither objective is a positive multiple of the other up to a constant")


def _ratios(
    known: Known, f: Polynomial, g: Polynomial, sign: int, variables: set[str]
) -> list[tuple[Weight, Polynomial]]:
    """Positive factors c such that g may be ± c·f + constant: ratios of coefficients, times positive scalars."""
    out: list[tuple[Weight, Polynomial]] = []
    positive = [(name, s) for name, (r, s) in known.items() if r == ">"]
    scalings: list[tuple[tuple[tuple[str, int], ...], Polynomial]] = [((), number(1))]
    scalings += [(((name, 1),), s) for name, s in positive]
    for signs, s in scalings:
        scaled = s * f
        for m, c in scaled.terms.items():
            if m in g.terms and Polynomial(1, 1, [(m, c)]).names() & variables:
                ratio = over(sign * g.terms[m], c)
                if ratio > 0 and not any(w == (str(ratio), signs) for w, _ in out):
                    out.append(((str(ratio), signs), s.scaled(ratio)))
    return out
