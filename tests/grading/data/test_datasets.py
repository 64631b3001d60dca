"""The data: what each is for holds for every seed, and the hidden ones depend on the seed alone."""

import numpy as np
import pytest

from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.data.datasets import DataSet, datasets

ALL = frozenset(SITUATIONS)
SEEDS = range(4)


def by_situation(seed: int) -> dict[str, list[DataSet]]:
    found: dict[str, list[DataSet]] = {}
    for data in datasets(seed, ALL):
        found.setdefault(data.situation, []).append(data)
    return found


def variances(data: DataSet) -> np.ndarray:
    return np.linalg.eigvalsh(np.cov(data.real, rowvar=False))[::-1]


@pytest.mark.parametrize("standardised", [False, True])
def test_ordinary_data_tell_the_frequent_mistakes(standardised: bool) -> None:
    for seed in SEEDS if not standardised else range(1):
        ordinary = datasets(seed, standardised=standardised)
        assert [data.visible for data in ordinary] == [True, True, False, False, False]
        for data in ordinary:
            X, k = data.real, data.k
            n, p = X.shape
            assert n > p > k >= 1
            spectrum = variances(data)
            assert data.name == "close variances" or np.all(spectrum[:-1] > 1.3 * spectrum[1:])  # nothing near a tie
            assert np.all(np.abs(X.mean(axis=0)) > 0.3 * X.std(axis=0))  # not centred
            Z = X / X.std(axis=0) if standardised and not data.visible else X
            for C in (np.cov(Z.T), np.cov(Z.T, ddof=0), (Z - Z.mean(axis=0)).T @ (Z - Z.mean(axis=0))):
                errors = 4e-16 * np.random.default_rng(1).uniform(-1, 1, size=(4, p, p))  # as other processors round
                for error in (0.0, *errors):
                    unsorted = np.linalg.eig(C * (1 + error))[0][:k].real
                    assert not np.allclose(unsorted, np.linalg.eigvalsh(C)[::-1][:k], rtol=0.01)


@pytest.mark.parametrize("standardised", [False, True])
def test_close_variances_are_close_and_their_order_is_certain(standardised: bool) -> None:
    for seed in SEEDS:
        (data,) = (each for each in datasets(seed, standardised=standardised) if each.name == "close variances")
        X = data.real
        first, second, third, fourth, *rest = np.linalg.eigvalsh(np.corrcoef(X.T) if standardised else np.cov(X.T))[
            ::-1
        ]
        assert data.k == 3
        np.testing.assert_allclose([second / first, fourth / third], [0.94, 0.93], rtol=1e-9)
        assert third < 0.9 * second
        assert max(rest) < 0.2 * fourth


def test_there_are_data_for_every_seed() -> None:
    for seed in (116, 2**127):  # of the first, 10 000 draws held no data that told unsorted z-scores and data
        for standardised in (False, True):
            assert len(datasets(seed, standardised=standardised)) == 5


def test_each_situation_is_what_it_says() -> None:
    for seed in SEEDS:
        found = by_situation(seed)
        assert set(found) == {"", *SITUATIONS}
        (few,) = found["data.few-samples"]
        assert few.X.shape[0] < few.X.shape[1]
        flat, square = found["data.rank-deficient"]
        assert square.X.shape[0] == square.X.shape[1]
        assert np.linalg.matrix_rank(flat.real - flat.real.mean(axis=0)) == flat.k < flat.X.shape[1]
        assert found["data.integers"][0].X.dtype == np.int64
        assert found["data.float32"][0].X.dtype == np.float32
        assert np.abs(found["data.far-away"][0].real).min() > 9e5
        assert found["data.all-components"][0].k == found["data.all-components"][0].X.shape[1]
        assert 0.0 in found["data.constant-feature"][0].real.std(axis=0)
        (tall,) = (data for data in found[""] if data.name == "tall")
        for name in ("shift", "rotation", "scale", "permutation"):
            (moved,) = found[f"equivariance.{name}"]
            assert moved.motion is not None
            assert moved.base == "tall"
            np.testing.assert_array_equal(moved.motion.data(tall.real), moved.X)
            assert not np.allclose(moved.real, tall.real)


@pytest.mark.parametrize("standardised", [False, True])
def test_of_many_samples_some_are_there_twice_and_one_is_far_out_in_small_units(standardised: bool) -> None:
    for seed in SEEDS:
        (data,) = (each for each in datasets(seed, standardised=standardised) if each.name == "many samples")
        X = data.real
        assert len(X) > 100
        assert len(np.unique(X, axis=0)) == len(X) - 12
        assert np.abs((X - X.mean(axis=0)) / X.std(axis=0)).max() > 4
        assert X.std(axis=0).max() < 1


def test_data_in_a_plane_have_a_feature_that_never_changes_where_nothing_is_divided_by_its_deviation() -> None:
    for standardised in (False, True):
        found = datasets(0, frozenset({"data.rank-deficient"}), standardised=standardised)
        (data,) = (each for each in found if each.name == "subspace")
        assert (0.0 in data.real.std(axis=0)) != standardised


TIES = {
    "ties": [4, 4, 4, 1],
    "tie inside": [9, 9, 4, 1],
    "tie at the border": [9, 4, 4, 1],
    "three equal": [4, 4, 4, 1],
}


@pytest.mark.parametrize("standardised", [False, True])
@pytest.mark.parametrize("name", TIES)
def test_ties_are_exact_and_turned_so_that_a_solver_for_any_matrix_skews_them(name: str, standardised: bool) -> None:
    for seed in SEEDS:
        found = datasets(seed, frozenset({"data.ties"}), standardised=standardised)
        (data,) = [each for each in found if each.name == name]
        X, k = data.real, data.k
        assert np.array_equal(X, np.round(X))
        Z = (X - X.mean(axis=0)) / (X.std(axis=0) if standardised else 1.0)
        S = Z.T @ Z
        assert np.count_nonzero(np.abs(S) > 1e-9) > len(S)  # not along the features
        values = np.linalg.eigvalsh(S)[::-1]
        np.testing.assert_allclose(values / values[-1], TIES[name], rtol=1e-12)
        assert name != "tie at the border" or TIES[name][k - 1] == TIES[name][k]
        for C in (S, S / len(X), np.cov(Z, rowvar=False)):
            values, vectors = np.linalg.eig(C)
            W = vectors[:, np.argsort(values)[::-1][:k]]
            skewed = np.abs(W.T @ W - np.eye(k)).max() > 1e-3
            assert skewed == (name != "tie at the border")


@pytest.mark.parametrize("standardised", [False, True])
@pytest.mark.parametrize("start", [np.ones(4), np.ones(4) + 0.01 * np.arange(4), np.eye(4)[0], np.arange(1.0, 5.0)])
def test_a_power_iteration_with_deflation_finds_ties_wherever_it_starts(start: np.ndarray, standardised: bool) -> None:
    for seed in SEEDS:
        for data in datasets(seed, frozenset({"data.ties"}), standardised=standardised):
            if data.situation:
                X, k = data.real, data.k
                C = np.corrcoef(X.T) if standardised else np.cov(X.T)
                total, largest = 0.0, np.linalg.eigvalsh(C)[::-1][:k].sum()
                for _ in range(k):
                    w = start / np.linalg.norm(start)
                    for _ in range(200):
                        w = C @ w / np.linalg.norm(C @ w)
                    total += w @ C @ w
                    C = C - (w @ C @ w) * np.outer(w, w)
                assert abs(total - largest) < 1e-4 * largest, (data.name, seed)


def test_only_the_situations_asked_for_are_there_and_change_nothing_else() -> None:
    few = {data.name: data for data in datasets(3, frozenset({"data.integers", "data.far-away"}))}
    every = {data.name: data for data in datasets(3, ALL)}
    assert set(few) == {"five points", "six points", "whole numbers", "tall", "many samples"} | {
        "close variances",
        "far away",
    }
    assert all(np.array_equal(few[name].X, every[name].X) for name in few)


def test_visible_data_are_fixed_and_small_and_hidden_data_change_with_the_seed() -> None:
    for first, second in zip(datasets(1, ALL), datasets(2, ALL), strict=True):
        assert first.name == second.name
        assert np.array_equal(first.X, second.X) == first.visible
        assert not first.visible or (first.X.size <= 32 and np.array_equal(first.X, np.round(first.X)))
    again = datasets.__wrapped__(1, ALL)
    assert all(np.array_equal(one.X, two.X) for one, two in zip(datasets(1, ALL), again, strict=True))


def test_the_first_data_can_be_done_by_hand() -> None:
    (data, *_) = datasets(0)
    centred = data.real - data.real.mean(axis=0)
    assert data.real.mean(axis=0).tolist() == [3, 2]
    assert (centred.T @ centred).tolist() == [[4, 4], [4, 10]]
    np.testing.assert_allclose((centred.T @ centred) @ [1, 2], 12 * np.array([1, 2]))
