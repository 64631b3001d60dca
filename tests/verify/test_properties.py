"""Numeric properties: their cases are the same in every process and for every property, and of all sizes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pcaproofs.sampling import Case, cases, matrix
from pcaproofs.verify.drawing import SeededProvider, SharedValues, draws
from pcaproofs.verify.implementations import Implementation, UnderTest, under_test
from pcaproofs.verify.properties import SIZES, first_failure, pca_cases
from pcaproofs.verify.reference_pca import WRONG_IMPLEMENTATIONS, Reference

DIGEST = """
from hashlib import sha256
from pcaproofs.verify.properties import pca_cases
data = [array.tobytes() for case in pca_cases(40) for array in (case.X, case.B, case.P, case.V, case.w)]
print(sha256(b"".join(data)).hexdigest())
"""


def test_cases_do_not_depend_on_the_numbers_in_imported_modules(tmp_path: Path) -> None:
    (tmp_path / "constants.py").write_text(f"FOUND = {[k / 997 for k in range(-40, 1000)]}\n", encoding="utf-8")
    found = {
        subprocess.run([sys.executable, "-c", code + DIGEST], cwd=tmp_path, capture_output=True, text=True).stdout
        for code in ("", "import constants")
    }
    assert len(found) == 1
    assert found != {""}


PROVIDED: list[tuple[Any, Callable[[Any], bool]]] = [
    (st.integers(), lambda x: isinstance(x, int)),
    (st.integers(min_value=7), lambda x: x >= 7),
    (st.integers(-3, 3), lambda x: -3 <= x <= 3),
    (st.booleans(), lambda x: x in (False, True)),
    (st.floats(0.25, 8), lambda x: 0.25 <= x <= 8),
    (st.floats(max_value=-2, allow_nan=False, allow_infinity=False), lambda x: x <= -2),
    (st.text("ab", min_size=1, max_size=3), lambda x: 1 <= len(x) <= 3 and set(x) <= set("ab")),
    (st.binary(min_size=2, max_size=5), lambda x: 2 <= len(x) <= 5),
    (st.sampled_from(["one", "two"]), lambda x: x in ("one", "two")),
]


@pytest.mark.parametrize(("strategy", "holds"), PROVIDED, ids=[str(strategy) for strategy, _ in PROVIDED])
def test_drawn_values_come_from_the_strategy_and_are_reproducible(strategy: Any, holds: Callable[[Any], bool]) -> None:
    found = draws(strategy, 30)
    assert all(map(holds, found))
    assert found == draws(strategy, 30)
    assert len(set(found)) >= 2


def test_the_seeded_provider_provides_all_that_hypothesis_asks_for() -> None:
    assert not SeededProvider.__abstractmethods__


LETTERS = ("X", "Xc", "w", "a", "x", "y", "z", "v", "c", "B", "Q", "P", "S", "V", "A", "eigenpair")


def test_cases_cover_all_sizes_and_differ() -> None:
    found = list(pca_cases(40))
    assert {(case.n, case.p, case.d) for case in found} == set(SIZES)
    assert not found[0].X.any(), "the simplest comes first"
    assert sum(not case.X.any() for case in found) <= 3, "and not at every size"
    assert len({case.X.tobytes() for case in found}) > 35


def test_the_first_cases_are_the_same_however_many_follow() -> None:
    for few, many in zip(pca_cases(40), pca_cases(400), strict=False):
        assert few.X is many.X


def test_letters_have_the_shapes_of_a_case_drawn_by_hypothesis() -> None:
    def parts(value: Any) -> list[Any]:
        return list(value) if isinstance(value, tuple) else [value]

    wanted: dict[tuple[Any, ...], Any] = {}

    @settings(max_examples=40, derandomize=True, database=None, deadline=None)
    @given(cases())
    def drawn(case: Case) -> None:
        for name in LETTERS:
            wanted[case.n, case.p, case.d, name] = [np.shape(part) for part in parts(getattr(case, name))]

    drawn()
    compared = 0
    for case in pca_cases(20):
        for name in LETTERS:
            found = parts(getattr(case, name))
            if (shapes := wanted.get((case.n, case.p, case.d, name))) is not None:
                assert [np.shape(part) for part in found] == shapes, name
                compared += 1
            arrays = [part for part in found if isinstance(part, np.ndarray)]
            assert not any(array.flags.writeable for array in arrays), "one property could change what others read"
    assert compared >= 2 * len(LETTERS)


def test_a_strategy_with_few_values_gives_them_again_and_again() -> None:
    letters = SharedValues()
    assert [letters.value("one", st.just(1), k) for k in range(50)] == [1] * 50
    assert {letters.value("two", st.booleans(), k) for k in range(50)} == {False, True}


class Doubling(Implementation):
    def double(self, X: Any) -> Any:
        return 2 * X


class Tripling(Doubling):
    def double(self, X: Any) -> Any:
        return 3 * X


def doubling(**changes: Any) -> UnderTest:
    given: dict[str, Any] = {
        "wrong": {"times three": Tripling},
        "letters": {"X": lambda size: matrix(size.n, size.p), "c": lambda size: st.integers(1, size.n)},
        "sizes": [{"n": 2, "p": 3}, {"n": 4, "p": 1}],
    }
    return under_test(Doubling, **(given | changes))


def test_a_project_tests_its_own_implementation_on_its_own_letters() -> None:
    tested = doubling()
    found = list(tested.cases(6))
    assert [(case.n, case.p) for case in found] == [(2, 3), (4, 1)] * 3
    assert all(case.X.shape == (case.n, case.p) and 1 <= case.c <= case.n for case in found)
    assert not any(case.X.flags.writeable for case in found)
    assert len({case.X.tobytes() for case in found[::2]}) == 3

    def double(case: Any, tested: Any) -> None:
        tested.same(tested.double(case.X), case.X + case.X, steps=2)

    assert first_failure(double, tested.right, tested.cases(40)) == ""
    assert "should be" in first_failure(double, tested.wrong["times three"], tested.cases(40))
    with pytest.raises(AttributeError, match="got the letter y, but should be one of n, p, X, c"):
        _ = found[0].y


INCOMPLETE = [
    ({"wrong": {}}, "wrong should have"),
    ({"letters": {}}, "letters should have"),
    ({"sizes": []}, "sizes should have"),
    ({"sizes": [{"n": 1}, {"p": 1}]}, "sizes should all have n"),
    ({"sizes": [{"X": 1}]}, "letters should not be sizes too: X"),
]


@pytest.mark.parametrize(("changes", "words"), INCOMPLETE, ids=[words for _, words in INCOMPLETE])
def test_an_incomplete_implementation_under_test_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        doubling(**changes)


def _fields(tested: Reference, case: Case) -> dict[str, Any]:
    """What a property may ask of a tested."""
    result = tested.pca(case.X, case.d)
    return {
        "mean": tested.mean(case.X),
        "center": tested.center(case.X),
        "covariance": tested.covariance(case.X),
        "axes": abs(result.components),
        "projector": result.projector,
        "variances": result.explained_variance,
        "ratio": result.explained_variance_ratio,
        "scores": abs(result.scores),
        "reconstruction": result.reconstruction,
        "residual": tested.residual(case.X, case.d),
        "fewest": tested.fewest(case.X, 0.8),
    }


AXES = {"axes", "projector", "scores", "reconstruction"}
VARIANCES = {"variances", "ratio"}
# what each wrong PCA gets wrong, and nothing else
WRONG_IN = {
    "random axes": {*AXES, *VARIANCES, "residual"},
    "random axes, right variances": {*AXES, "residual"},
    "variances doubled": VARIANCES,
    "variances by another divisor": VARIANCES,
    "one component too many": {*AXES, *VARIANCES, "residual", "fewest"},
    "one component too few": {*AXES, *VARIANCES, "residual", "fewest"},
    "residual of the uncentred data": {"residual"},
    "residual by half": {"residual"},
}


@pytest.mark.parametrize("name", WRONG_IN)
def test_a_wrong_pca_is_wrong_in_what_its_name_says(name: str) -> None:
    found: set[str] = set()
    for case in pca_cases(40):
        right, wrong = _fields(Reference(), case), _fields(WRONG_IMPLEMENTATIONS[name](), case)
        for field, value in right.items():
            a, b = np.asarray(value), np.asarray(wrong[field])
            if a.shape != b.shape or np.abs(a - b).max(initial=0) > 1e-9 * (1 + np.abs(a).max(initial=0)):
                found.add(field)
    assert found == WRONG_IN[name]


def test_the_fewest_components_reach_the_share_and_one_fewer_does_not() -> None:
    for case in pca_cases(40):
        reached = np.cumsum(Reference().pca(case.X).explained_variance_ratio)
        for share in (0.3, 0.8, 0.95):
            k = Reference().fewest(case.X, share)
            assert k == 1 or reached[k - 2] < share
            assert reached[k - 1] >= share or k == len(reached)
