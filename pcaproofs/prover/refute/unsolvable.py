"""Points where the hypotheses hold, and equations that are linear in a letter have no solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.goals import GoalKind, GoalName
from pcaproofs.kernel import Compare, Statement
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.linear_algebra import Vector, eliminate
from pcaproofs.prover.refute.affine import Affine, NotAffine, row
from pcaproofs.prover.refute.computed import Hints
from pcaproofs.prover.refute.counterexample import Counterexample
from pcaproofs.prover.refute.evaluate import Letters, Sizes, size_of
from pcaproofs.prover.refute.oracle import PointOracle
from pcaproofs.prover.refute.problem import Problem
from pcaproofs.prover.refute.relation import Relation
from pcaproofs.prover.refute.search import attempts
from pcaproofs.terms import walk

TRUE = Compare(("number", "0"), "=", ("number", "0"))


def unsolvable(
    statement: Statement, name: str, hints: Hints = (), *, seconds: float, sizes: Sequence[int] = (1, 2, 3)
) -> Counterexample | None:
    """A point where no value of a letter satisfies the hypotheses that mention it, and all others hold; or None.

    Of the hypotheses that mention it those that are linear in it are used. No other letter may depend on it.
    """
    about = [Relation(h) for _, h in statement.hypotheses if name in Relation(h).names and _is_plain(h)]
    given = tuple((key, h) for key, h in statement.hypotheses if name not in Relation(h).names)
    others = replace(statement, hypotheses=given, conclusion=TRUE)
    shape = next((rows, cols) for x, rows, cols in statement.letters if x == name)
    judge, problem = PointOracle(others, hints), Problem(others, hints)
    for found in attempts(problem, sizes, Deadline(seconds)):
        dimensions = found.sampler.sizes
        rows, cols = (size_of(n, dimensions) for n in shape)
        system = _system(about, name, (rows, cols), dimensions, found.letters)
        ranks = [len(eliminate(system, width)[1]) for width in (rows * cols, rows * cols + 1)] if system else [0, 0]
        if ranks[0] < ranks[1] and judge.feasible(dimensions, found.letters):
            letters = {x: mx.exact(m) for x, m in found.letters.items() if x != name}
            left, right = (mx.exact(((rank,),)) for rank in ranks)
            return Counterexample(dict(dimensions), letters, GoalName(GoalKind.SOLVABLE, name), left, right)
    return None


def _is_plain(h: Compare) -> bool:
    """Whether it is an equation without derivatives and divisions, which are not evaluated with unknown entries."""
    parts = [e for side in (h.left, h.right) for e in walk(side)]
    return h.relation == "=" and not any(e[0] in ("derivative", "gradient", "inverse") for e in parts)


def _system(
    about: Sequence[Relation], name: str, shape: tuple[int, int], sizes: Sizes, letters: Letters
) -> list[Vector]:
    """The equations for the entries of the letter as rows [M | b]; those that are not linear are left out."""
    unknown = mx.build(*shape, lambda i, j: Affine(0, {i * shape[1] + j: 1}))
    rows: list[Vector] = []
    for relation in about:
        try:
            rows += [row(x, shape[0] * shape[1]) for x in relation.residual(sizes, {**letters, name: unknown})]
        except NotAffine:
            continue
    return rows
