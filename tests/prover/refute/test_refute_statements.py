"""Every false statement of the table is refuted, checkably; for no true one is anything found."""

from __future__ import annotations

import json

import pytest
from by_sympy import World, confirms
from refute_statements import FALSE, TRUE

from pcaproofs.kernel import Statement
from pcaproofs.prover.refute import fails, points, refute, satisfiable
from pcaproofs.prover.refute.problem import names_of_sizes


@pytest.mark.parametrize("name", FALSE)
def test_false_statement_is_refuted(name: str) -> None:
    statement = FALSE[name]()
    found = refute(statement, seconds=10)
    assert found is not None
    assert confirms(statement, found.dimensions, found.letters, found.goal), found.text()
    again = fails(statement, found.point)
    assert again == found
    json.dumps(found.to_json())


@pytest.mark.parametrize("name", TRUE)
def test_true_statement_is_not(name: str) -> None:
    statement = TRUE[name]()
    found = refute(statement, seconds=0.15)
    assert found is None, found and found.text()


def _sizes(statement: Statement, sizes: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(names_of_sizes(statement), sizes, strict=False))


@pytest.mark.parametrize("name", TRUE)
def test_points_are_genuine_and_varied(name: str) -> None:
    statement = TRUE[name]()
    found = list(points(statement, dimensions=_sizes(statement, (3, 2, 2)), count=3, seed=1))
    assert len(found) == 3
    assert len({tuple(sorted(p.letters.items())) for p in found}) == 3
    for p in found:
        world = World(p.dimensions, p.letters)
        assert all(world.holds(h) for _, h in statement.hypotheses)
        assert {n: world.letters[n].shape for n in p.letters} == {
            n: (world.size(r), world.size(c)) for n, r, c in statement.letters
        }


@pytest.mark.parametrize("name", ["pythagoras", "distinct-orthogonal", "hat-matrix", "svd"])
def test_a_satisfiable_statement_has_a_point(name: str) -> None:
    statement = TRUE[name]()
    point = satisfiable(statement)
    assert point is not None
    assert all(World(point.dimensions, point.letters).holds(h) for _, h in statement.hypotheses)


def test_same_question_same_answer() -> None:
    for name in ("projectors-commute", "gram-eigenvalue", "nearest-unique"):
        assert refute(FALSE[name]()) == refute(FALSE[name]())
