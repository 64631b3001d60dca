"""Numeric properties: their examples are the same in every process and for every property, and of all sizes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from pcaproofs.sampling import Case, same
from pcaproofs.verify import properties
from pcaproofs.verify.bench import WRONG, Bench
from pcaproofs.verify.discovery import find
from pcaproofs.verify.layers import numeric_layer

providers = pytest.importorskip("hypothesis.internal.conjecture.providers")


@pytest.mark.skipif(not hasattr(providers, "_get_local_constants"), reason="this Hypothesis looks at no modules")
def test_examples_do_not_depend_on_what_is_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    (claim,) = find(["projection.pythagoras"])
    first = numeric_layer(claim)
    found = providers.Constants()
    for k in range(-40, 1000):
        found.add(k)
        found.add(k / 997)
    monkeypatch.setattr(providers, "_get_local_constants", lambda: found)
    providers.CONSTANTS_CACHE.cache.clear()
    monkeypatch.setattr(properties, "_LETTERS", {})
    assert first.status == "ok"
    assert numeric_layer(claim).data == first.data


LETTERS = ("X", "Xc", "w", "a", "x", "y", "z", "v", "c", "B", "Q", "P", "S", "V", "A", "eigenpair")


def test_cases_are_of_all_sizes_and_differ() -> None:
    found = list(properties.shared(40))
    assert {(case.n, case.p, case.d) for case in found} == set(properties.SIZES)
    assert not found[0].X.any(), "the simplest comes first"
    assert sum(not case.X.any() for case in found) <= 3, "and not at every size"
    assert len({case.X.tobytes() for case in found}) > 35


def test_the_first_cases_are_the_same_however_many_follow() -> None:
    for few, many in zip(properties.shared(40), properties.shared(400), strict=False):
        assert few.X is many.X


def test_letters_have_the_shapes_of_a_case_drawn_alone() -> None:
    def parts(value: Any) -> list[Any]:
        return list(value) if isinstance(value, tuple) else [value]

    wanted: dict[tuple[Any, ...], Any] = {}

    def alone(case: Case) -> None:
        for name in LETTERS:
            wanted[case.n, case.p, case.d, name] = [np.shape(part) for part in parts(getattr(case, name))]

    properties._run(alone, 40, properties.cases())
    compared = 0
    for case in properties.shared(20):
        for name in LETTERS:
            found = parts(getattr(case, name))
            if (shapes := wanted.get((case.n, case.p, case.d, name))) is not None:
                assert [np.shape(part) for part in found] == shapes, name
                compared += 1
            arrays = [part for part in found if isinstance(part, np.ndarray)]
            assert not any(array.flags.writeable for array in arrays), "one property could change what others read"
    assert compared >= 2 * len(LETTERS)


def test_a_property_may_draw_letters_of_its_own() -> None:
    seen = []

    def property_of_its_own(case: Case, bench: Any) -> None:
        k = case.draw(st.integers(1, case.n), "k")
        seen.append((case.n, k))
        assert 1 <= k <= case.n
        same(k, min(k, 2), steps=1, scale=1)

    failure = properties.first_failure(property_of_its_own, object, 200)
    assert "2" in failure
    assert any(k > 2 for _, k in seen)
    assert (
        properties.first_failure(lambda case, bench: same(case.draw(st.just(1), "k"), 1, steps=1, scale=1), object, 20)
        == ""
    )


def _fields(bench: Bench, case: Case) -> dict[str, Any]:
    """What a property may ask of a bench."""
    result = bench.pca(case.X, case.d)
    return {
        "mean": bench.mean(case.X),
        "center": bench.center(case.X),
        "covariance": bench.covariance(case.X),
        "axes": abs(result.components),
        "projector": result.projector,
        "variances": result.explained_variance,
        "ratio": result.explained_variance_ratio,
        "scores": abs(result.scores),
        "reconstruction": result.reconstruction,
        "residual": bench.residual(case.X, case.d),
        "fewest": bench.fewest(case.X, 0.8),
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
    for case in properties.shared(40):
        right, wrong = _fields(Bench(), case), _fields(WRONG[name](), case)
        for field, value in right.items():
            a, b = np.asarray(value), np.asarray(wrong[field])
            if a.shape != b.shape or np.abs(a - b).max(initial=0) > 1e-9 * (1 + np.abs(a).max(initial=0)):
                found.add(field)
    assert found == WRONG_IN[name]


def test_the_fewest_components_reach_the_share_and_one_fewer_does_not() -> None:
    for case in properties.shared(40):
        reached = np.cumsum(Bench().pca(case.X).explained_variance_ratio)
        for share in (0.3, 0.8, 0.95):
            k = Bench().fewest(case.X, share)
            assert k == 1 or reached[k - 2] < share
            assert reached[k - 1] >= share or k == len(reached)
