"""Points where equations have no solution: found where there are some, never where there is a solution everywhere."""

from __future__ import annotations

from typing import Any

import pytest
from letters import A, B, C, M, lam, mu, t

from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import invertible, symmetric
from pcaproofs.language.nodes import pinv, sqnorm
from pcaproofs.language.reader import read
from pcaproofs.prover.refute.unsolvable import unsolvable

# assumptions and equations, the letter, and the ranks without and with the right sides; None: there is a solution
ROWS: dict[str, tuple[list[Any], str, tuple[int, int] | None]] = {
    "zero": ([equal(A * M, B)], "M", (0, 1)),
    "two that contradict each other": ([equal(M, A), equal(M, B)], "M", (1, 2)),
    "a skew right side": ([equal(M + M.T, A)], "M", (3, 4)),
    "one that is not linear is left out": ([equal(M * M, A), equal(A * M, B)], "M", (0, 1)),
    "a number": ([equal(t * lam, mu)], "t", (0, 1)),
    "normal equations": ([equal(A.T * A * M, A.T * B)], "M", None),
    "an inverse that is assumed": ([invertible(A), equal(A * M, B)], "M", None),
    "what is in the range": ([equal(A * C, B), equal(A * M, B)], "M", None),
    "a symmetric right side": ([symmetric(A), equal(M + M.T, A)], "M", None),
    "not linear": ([equal(sqnorm(M), -1)], "M", None),
    "a projection": ([equal(M * A, A), equal(M, A * pinv(A))], "M", None),
}


@pytest.mark.parametrize(("assuming", "name", "ranks"), ROWS.values(), ids=list(ROWS))
def test_a_point_without_a_solution(assuming: list[Any], name: str, ranks: tuple[int, int] | None) -> None:
    reading = read(equal(0, 0), assuming)
    found = unsolvable(reading.statement, name, reading.hints, seconds=0.1)
    assert (found is None) == (ranks is None)
    if found is not None:
        assert (found.left[0][0], found.right[0][0]) == ranks
        assert name not in found.letters
