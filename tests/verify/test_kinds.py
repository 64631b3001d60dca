"""Claims about some sizes only, and claims about what certificates cite."""

from __future__ import annotations

from typing import Any

import pytest
from letters import P, p, x, y
from sympy import Identity, Symbol, Trace

import pcaproofs.verify.claim as claim_module
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import projector, symmetric
from pcaproofs.language.nodes import sqnorm
from pcaproofs.prover.refute.relation import Relation
from pcaproofs.prover.refute.scalars import scalar_points
from pcaproofs.verify.claim import Claim, at_sizes, citing_only, given, note
from pcaproofs.verify.mutants import citing, right_times
from pcaproofs.verify.mutants_layer import mutants_layer
from pcaproofs.verify.run import run, summary


def make(show: Any, **changes: Any) -> Claim:
    parts: dict[str, Any] = {
        "prose": "A claim that was made up for a test.",
        "sources": [note("004", 69)],
        "numeric": "no data",
        "mutants": [right_times(2)],
    }
    return claim_module.claim("test-kinds.claim", show=show, **(parts | changes))


def squares(size: int) -> list[Any]:
    letters = [Symbol(f"s{i}", real=True) for i in range(size)]
    return [given(equal(sum(letters) ** 2, sum(a * b for a in letters for b in letters)))]


SIZED = [
    (at_sizes("p", (1, 2, 4), squares), "proved at sizes", "proved at sizes", "p = 1, 2, 4", True),
    (at_sizes("p", (1, 2, 4), squares), "proved", "proved at sizes", "p = 1, 2, 4", False),
    ([*at_sizes("p", (2,), squares), equal(P * P.T.T, P * P)], "proved at sizes", "proved at sizes", "p = 2", True),
    ([equal(P * P.T.T, P * P), *at_sizes("p", (2,), squares)], "proved at sizes", "proved at sizes", "p = 2", True),
    (
        at_sizes("p", (1, 2), lambda k: [given(equal(k * Symbol("t"), Symbol("t")))]),
        "proved at sizes",
        "refuted",
        "",
        False,
    ),
]


@pytest.mark.parametrize(("show", "declared", "verdict", "dimensions", "passed"), SIZED)
def test_a_claim_about_sizes_says_at_which(
    show: Any, declared: str, verdict: str, dimensions: str, passed: bool
) -> None:
    shown = [part if isinstance(part, claim_module.Part) else given(part) for part in show]
    report = run(make(shown, declared=declared), ("kernel",))
    assert (report.verdict, report.dimensions, report.passed) == (verdict, dimensions, passed)
    assert summary([report])[verdict] == 1
    record = report.to_json()
    assert record["dimensions"] == dimensions
    assert (record["certificate"] is not None) == verdict.startswith("proved")


once = make(given(equal(P * P.T * x, P * x), projector(P)))
twice = make(given(equal(sqnorm(P * x - x), sqnorm(x) - sqnorm(P * x)), projector(P)))
counting = make(given(equal(Trace(Identity(p) - P), p - Trace(P * P)), projector(P)))
plain_claim = make(given(equal(x.T * P * y, y.T * P.T * x)))

CITING = [
    ([once, twice], (projector(P),), "proved", ""),
    ([once, twice], (symmetric(P),), "refuted", "its certificate cites P² = P"),
    ([once], (), "refuted", "its certificate cites Pᵀ = P, P² = P"),
    ([counting], (projector(P),), "refuted", "its certificate cites the dimension p"),
    ([plain_claim], (), "proved", ""),
]


@pytest.mark.parametrize(("claims", "facts", "verdict", "reason"), CITING)
def test_a_claim_about_certificates_reads_what_they_cite(
    claims: list[Claim], facts: tuple[Any, ...], verdict: str, reason: str
) -> None:
    report = run(make(citing_only(claims, *facts)), ("kernel",))
    assert report.verdict == verdict
    assert reason in [proven.reason for proven in report.proven]


def test_a_mutant_of_such_a_claim_allows_too_little() -> None:
    whole = make(citing_only([once, twice], projector(P)), mutants=[citing(symmetric(P)), citing()])
    assert mutants_layer(whole).status == "ok"
    enough = make(citing_only([plain_claim]), mutants=[citing()])
    assert mutants_layer(enough).status == "failed"


def test_points_of_numbers_are_found_by_backtracking() -> None:
    """An orthogonal 3×3 matrix by its entries: hopeless for values that are drawn all at once."""
    from itertools import combinations_with_replacement
    from random import Random

    from pcaproofs.language.reader import read

    q = [[Symbol(f"q{i}{j}", real=True) for j in range(3)] for i in range(3)]
    pairs = combinations_with_replacement(range(3), 2)
    orthogonal = [equal(sum(q[k][i] * q[k][j] for k in range(3)), int(i == j)) for i, j in pairs]
    statement = read(equal(q[0][0], 0), orthogonal).statement
    relations = [Relation(h, name) for name, h in statement.hypotheses]
    shapes = {name: (1, 1) for name, *_ in statement.letters}
    found = [point for point, _ in zip(scalar_points(shapes, relations, {}, Random(0)), range(5), strict=False)]
    assert len(found) == 5
    assert all(relation.holds({}, point) for point in found for relation in relations)
    assert not list(scalar_points({"A": (2, 2)}, [], {}, Random(0)))
