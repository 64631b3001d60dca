"""Numbers of any size: none makes the judge fail, none is worth more than zeros, and right ones lose nothing."""

import functools
import warnings
from collections.abc import Callable

import numpy as np
import pytest

from pcaproofs.grading.data.datasets import DataSet, datasets, facts_for
from pcaproofs.grading.judge import CRITERIA, Conventions, examine
from pcaproofs.grading.judge.equivariance import TRANSFORMATIONS, compare
from pcaproofs.grading.judge.shapes import SHAPES, shape_of
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.judge.values import Compared
from pcaproofs.grading.running.run import right_value

SIZES = [float(f"1e{sign}{power}") for power in (8, 100, 160, 200, 300) for sign in "+-"]
DATA = {each.name: each for each in datasets(3)}
TOGETHER = sorted({criterion.roles for criterion in CRITERIA if len(criterion.roles) > 1})
ASKED = [(role,) for role in SHAPES] + TOGETHER
Shape = tuple[int, ...]


def conventions_of(role: str) -> Conventions:
    if role.startswith("kernel"):
        return Conventions(kernel="rbf", gamma=0.0)
    return Conventions(standardise="n" if role == "standardised" else "no")


def noise(role: str, shape: Shape) -> Real:
    return np.asarray(np.random.default_rng(sum(map(ord, role))).normal(size=shape))


NOTHING: dict[str, Callable[[str, Shape], Real]] = {
    "noise": noise,
    "constant": lambda role, shape: np.ones(shape),
    "one number a column": lambda role, shape: np.ones(shape) * np.arange(1, (shape or (1,))[-1] + 1),
    "one entry": lambda role, shape: (np.arange(np.prod(shape, dtype=int)) == 0).astype(float).reshape(shape),
}
OF_DIRECTIONS_ALONE = {"components.order", "scores.uncorrelated"}
"""These may hold by chance, and always do for one component; then they do at every size."""
OF_ONE_ENTRY = {"reconstruction.rank", "components.orthonormal", "components.order", "scores.uncorrelated"}


def passed(data: DataSet, roles: dict[str, Real], conventions: Conventions) -> set[str]:
    with warnings.catch_warnings(), np.errstate(all="warn"):
        warnings.simplefilter("error")
        found = examine(facts_for(data, conventions), roles, conventions)
    return {each.criterion for each in found if each.passed and not each.criterion.endswith(".form")}


@pytest.mark.parametrize("name", DATA)
@pytest.mark.parametrize("asked", ASKED, ids="+".join)
@pytest.mark.parametrize("what", NOTHING)
def test_what_holds_nothing_of_the_data_is_worth_no_more_than_zeros(what: str, asked: Shape, name: str) -> None:
    data, conventions = DATA[name], conventions_of(str(asked[0]))
    shapes = {str(role): shape_of(str(role), facts_for(data, conventions), conventions) for role in asked}
    zeros = passed(data, {role: np.zeros(shape) for role, shape in shapes.items()}, conventions)
    once = passed(data, {role: NOTHING[what](role, shape) for role, shape in shapes.items()}, conventions)
    allowed = zeros | (once & (OF_ONE_ENTRY if what == "one entry" else OF_DIRECTIONS_ALONE))
    for size in SIZES:
        roles = {role: NOTHING[what](role, shape) * size for role, shape in shapes.items()}
        may_be_variances = what == "one entry" and 1e-9 < size < 1e9  # (size, 0), and in order
        orders = {f"{role}.order" for role in asked if role != "components"} if may_be_variances else set()
        assert passed(data, roles, conventions) <= allowed | orders, size
    for odd in (np.inf, -np.inf, np.nan):
        assert passed(data, {role: np.full(shape, odd) for role, shape in shapes.items()}, conventions) == set()


@functools.cache
def sized(name: str, size: float) -> DataSet:
    data = DATA[name]
    return DataSet(name=name, X=data.real * size, k=data.k, purpose="", visible=True)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("role", SHAPES)
def test_right_answers_to_data_of_any_size_lose_nothing(role: str, size: float) -> None:
    conventions = conventions_of(role)
    judged = 0
    for name in DATA:
        data = sized(name, size)
        value = right_value(role, data, conventions)
        if not np.isfinite(value).all() or (not np.any(value) and np.any(right_value(role, DATA[name], conventions))):
            continue  # which float64 cannot represent
        facts = facts_for(data, conventions)
        with warnings.catch_warnings(), np.errstate(all="warn"):
            warnings.simplefilter("error")
            found = examine(facts, {role: value}, conventions)
        assert {each.criterion: each.detail for each in found if not each.passed} == {}
        judged += 1
    squared = role in ("covariance", "explained_variance", "eigenvalue_matrix", "reconstruction_error")
    assert judged == (0 if squared and not 1e-161 < size < 1e150 else len(DATA)) or role.startswith("kernel")


@pytest.mark.parametrize("size", SIZES)
def test_messages_have_the_numbers_that_were_returned(size: float) -> None:
    data = DATA["six points"]
    W = right_value("components", data, Conventions())
    Z = right_value("scores", data, Conventions()) * 2
    (said,) = [
        each.detail
        for each in examine(facts_for(data, Conventions()), {"components": W * size, "scores": Z * size}, Conventions())
        if each.criterion == "scores.agree"
    ]
    got, wanted = (float(part.split()[-1].rstrip(",")) for part in said.split(", but should be "))
    assert got / wanted == pytest.approx(2, rel=1e-4)
    assert 1e-2 < abs(wanted / size) < 1e2


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("up_to", [[], ["sign"], ["scale"], ["order"], ["rotation"], ["sign", "scale"]], ids=str)
def test_values_of_any_size_are_compared(up_to: list[str], size: float) -> None:
    facts = facts_for(DATA["six points"], Conventions())
    wanted = right_value("components", DATA["six points"], Conventions())
    comparison = Compared(facts, up_to)
    assert comparison.difference(wanted, wanted, "W") == ""
    assert comparison.difference(noise("x", wanted.shape) * size, wanted, "W")
    assert bool(comparison.difference(wanted * size, wanted, "W")) is ("scale" not in up_to)
    large = facts_for(sized("six points", size), Conventions())
    assert Compared(large, up_to).difference(wanted, wanted, "W") == ""
    assert Compared(large, up_to).difference(noise("x", wanted.shape), wanted, "W")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("role", ["components", "scores", "mean", "covariance", "reconstruction", "explained_variance"])
def test_answers_of_any_size_must_move_with_the_data(role: str, size: float) -> None:
    moved = next(each for each in datasets(3, frozenset({"equivariance.rotation"})) if each.motion)
    before = next(each for each in datasets(3) if each.name == moved.base)
    conventions = Conventions()
    one, other = (facts_for(each, conventions) for each in (before, moved))
    right = {role: right_value(role, before, conventions)}, {role: right_value(role, moved, conventions)}
    wrong = tuple({role: noise(str(number), each[role].shape) * size} for number, each in enumerate(right))
    assert moved.motion is not None
    turn = TRANSFORMATIONS["rotation"]
    assert compare(turn, moved.motion, (one, right[0]), (other, right[1]), conventions).passed
    assert not compare(turn, moved.motion, (one, wrong[0]), (other, wrong[1]), conventions).passed
    assert not compare(turn, moved.motion, (one, right[0]), (other, wrong[1]), conventions).passed
