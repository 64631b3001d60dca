"""Values compared with a solution's: what is the same, what is free, what is said; and values as bytes."""

from typing import Any

import numpy as np
import pytest

from pcaproofs.grading.data.datasets import datasets as seeded
from pcaproofs.grading.judge import Facts
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.judge.values import Compared
from pcaproofs.grading.protocol import RoleError
from pcaproofs.grading.sandbox.nested import unpacked
from pcaproofs.grading.sandbox.worker.nested import packed

from .datasets import datasets

PLAIN = Facts(*datasets(0)["plain"])
A = np.arange(6.0).reshape(3, 2) + 1


def crossed(value: Any) -> Any:
    return unpacked(packed(value))


def difference(got: Any, wanted: Any, *up_to: str, tolerance: float = 0.0, facts: Facts = PLAIN) -> str:
    return Compared(facts, up_to, tolerance).difference(crossed(got), crossed(wanted), "K")


SAME: list[tuple[Any, Any]] = [
    (None, None), (True, np.bool_(True)), (3, 3), (3, 3.0), (np.float64(2), 2), (1 + 0j, 1), ("linear", "linear"),
    ([1, 2, 3], np.array([1.0, 2, 3])), (A, A.tolist()), (A.astype(np.float32), A), (A * (1 + 1e-7), A),
    ((A, 3, "x"), [A, 3, "x"]), ({"a": A, "b": None}, {"b": None, "a": A}), (A[:, :1], A[:, 0]), (A[:, 0], A[:, :1]),
    ({1, 2}, {2, 1}), (np.array([True, False]), [True, False]), (range(3), [0, 1, 2]), (A.shape, (3, 2)),
    ([np.nan, 1], np.array([np.nan, 1])), (np.array(5), 5), ([A, A[:2]], (A, A[:2])), (np.int64(7), 7),
    ({"shape": (3, 2)}, {"shape": [3, 2]}), (np.array(["a", "b"]), ["a", "b"]), ([], []), (10**30, 10**30),
    (A * 1j, A * 1j), ([[1, 2], [3, 4]], np.array([[1, 2], [3, 4]])), ((1, 2), np.array([1, 2])),
]  # fmt: skip

OTHER: list[tuple[Any, Any, str]] = [
    (None, 3, "K: got None, but should be 3"),
    (3, None, "K: got 3, but should be None"),
    (4, 3, "K: got 4, but should be 3"),
    (True, 1, "K: got True, but should be 1"),
    (1, True, "K: got 1, but should be True"),
    ("rbf", "linear", "K: got 'rbf', but should be 'linear'"),
    (A.T, A, "K: got shape (2, 3), but should be (3, 2)"),
    (A.ravel(), A, "K: got shape (6,), but should be (3, 2)"),
    (A + np.eye(3, 2), A, "K, entry 1, 1: got 2, but should be 1"),
    (A * (1 + 1e-3), A, "K, entry 3, 2: got 6.006, but should be 6"),
    (-A, A, "K, entry 3, 2: got -6, but should be 6"),
    (2 * A, A, "K, entry 3, 2"),
    (A[:, ::-1], A, "K, entry"),
    ((A, A[:2]), (A, A[:2], 1), "K: got 2 values, but should be 3"),
    ((A, 1, 2), (A, 1, 3), "K[2]: got 2, but should be 3"),
    ({"a": 1}, {"a": 1, "b": 2}, "K: got no key 'b', but should have it"),
    ({"a": 1, "c": 3}, {"a": 1}, "K: got 'c', but should be left out"),
    ({"a": (1, "x")}, {"a": (1, "y")}, "K['a'][1]: got 'x', but should be 'y'"),
    (A, "text", "K: got an array of shape (3, 2), but should be 'text'"),
    ("text", A, "K: got 'text', but should be an array of shape (3, 2)"),
    ([1, "x", A], [1, "x", "A"], "K[2]: got an array of shape (3, 2)"),
    ([np.nan, 1], [1.0, 1.0], "K, entry 1: got nan, but should be 1"),
    ([1.0, 1.0], [np.nan, 1], "K, entry 1: got 1, but should be nan"),
    ([np.inf, 1], [-np.inf, 1], "K, entry 1: got inf, but should be -inf"),
    (np.array([1, 2, 4]), np.array([1, 2, 3]), "K, entry 3: got 4, but should be 3"),
    (1000001, 1000000, "K: got 1000001, but should be 1000000"),
    (A + 1e-3j, A, "K, entry 1, 1"),
    ({1, 2}, {1, 3}, "K: got a set of 2"),
    (np.array([True, True]), np.array([True, False]), "K, entry 2: got True, but should be False"),
    (np.zeros((3, 2)), A, "K, entry 3, 2: got 0"),
]  # fmt: skip


@pytest.mark.parametrize(("got", "wanted"), SAME, ids=range(len(SAME)))
def test_equal_values_do_not_differ(got: Any, wanted: Any) -> None:
    assert difference(got, wanted) == ""


@pytest.mark.parametrize(("got", "wanted", "words"), OTHER, ids=range(len(OTHER)))
def test_a_difference_is_described_in_one_line(got: Any, wanted: Any, words: str) -> None:
    said = difference(got, wanted)
    assert said.startswith(words)
    assert "\n" not in said


def axes(name: str) -> tuple[Facts, Real, Real]:
    """A data set's facts, its k leading axes and its scores."""
    X, k = datasets(0)[name]
    facts = Facts(X, k)
    W = facts.decomposed[2][:k].T
    return facts, W, facts.centred @ W


TURN = np.array([[0.6, 0.8], [-0.8, 0.6]])
FREE: list[tuple[tuple[str, ...], Any, Any]] = [
    (("sign",), A * [1, -1], A),
    (("sign",), -A[:, 0], A[:, 0]),
    (("sign",), (A * [-1, 1], 3.0), (A, 3.0)),
    (("order",), A[:, ::-1], A),
    (("order",), [3.0, 1.0, 2.0], [1.0, 2.0, 3.0]),
    (("order", "sign"), A[:, ::-1] * [1, -1], A),
    (("scale",), 7 * A, A),
    (("scale", "sign"), A * [2, -2], A),
]
HELD: list[tuple[tuple[str, ...], Any, Any]] = [
    (("sign",), A * [[1], [-1], [1]], A),
    (("sign",), np.abs(A - 3), A - 3),
    (("sign",), 2 * A, A),
    (("sign",), A[:, ::-1], A),
    (("order",), -A[:, ::-1], A),
    (("order",), A[:, [0, 0]], A),
    (("order",), A[::-1], A),
    (("order",), [3.0, 1.0, 1.0], [1.0, 2.0, 3.0]),
    (("scale",), -A, A),
    (("scale",), 0 * A, A),
    (("scale",), A * [1, 2], A),
    (("scale", "sign", "order"), A * [[1], [2], [1]], A),
]


@pytest.mark.parametrize(("up_to", "got", "wanted"), FREE, ids=range(len(FREE)))
def test_values_equal_up_to_a_named_freedom_do_not_differ(up_to: tuple[str, ...], got: Any, wanted: Any) -> None:
    assert difference(got, wanted, *up_to) == ""
    assert difference(got, wanted) != ""


@pytest.mark.parametrize(("up_to", "got", "wanted"), HELD, ids=range(len(HELD)))
def test_a_named_freedom_does_not_excuse_other_differences(up_to: tuple[str, ...], got: Any, wanted: Any) -> None:
    assert difference(got, wanted, *up_to) != ""


def test_rows_are_the_vectors_where_that_is_said() -> None:
    rows, columns = A * [[-1], [1], [-1]], A * [1, -1]
    assert Compared(PLAIN, ("sign",), rows=True).difference(rows, A, "K") == ""
    assert Compared(PLAIN, ("sign",), rows=True).difference(columns, A, "K") != ""
    assert Compared(PLAIN, ("order",), rows=True).difference(A[::-1], A, "K") == ""
    facts, W, Z = axes("tie inside")
    for wanted in (W, Z):
        assert Compared(facts, ("rotation",), rows=True).difference((wanted @ TURN).T, wanted.T, "K") == ""


def test_columns_turn_inside_a_tie_and_nowhere_else() -> None:
    for name, turns in {"tie inside": True, "plain": False}.items():
        facts, W, Z = axes(name)
        for wanted in (W, Z):
            assert (difference(wanted @ TURN, wanted, "rotation", facts=facts) == "") == turns
            assert difference(wanted @ TURN, wanted, "sign", facts=facts) != ""
            assert difference(wanted * [1, -1], wanted, "rotation", facts=facts) == ""
            assert difference(wanted @ [[1, 0.6], [0, 0.8]], wanted, "rotation", facts=facts) != ""


def test_a_tie_at_the_border_takes_any_axis_of_its_space() -> None:
    facts, W, Z = axes("tie across")
    third = facts.decomposed[2][2]
    fourth = facts.decomposed[2][3]
    for change, right in ((third, True), (fourth, False)):
        turned = np.column_stack([W[:, 0], 0.6 * W[:, 1] + 0.8 * change])
        assert (difference(turned, W, "rotation", facts=facts) == "") == right
        assert (difference(facts.centred @ turned, Z, "rotation", facts=facts) == "") == right


@pytest.mark.parametrize("name", ["plain", "far away", "small", "large", "wide"])
def test_axes_by_another_route_are_within_rounding(name: str) -> None:
    facts, W, _ = axes(name)
    X = facts.X
    mean = X.mean(axis=0)
    other = np.linalg.eigh(X.T @ X - len(X) * np.outer(mean, mean))[1][:, ::-1][:, : facts.k]
    assert difference(other, W, "sign", facts=facts) == ""
    assert difference(W.astype(np.float32), W, "sign", facts=facts) == ""
    wrong = np.linalg.eigh(X.T @ X)[1][:, ::-1][:, : facts.k]
    assert difference(wrong, W, "sign", facts=facts) != ""


@pytest.mark.parametrize("vectors", [False, True])
def test_an_iteration_that_stops_as_usual_is_near_enough_where_variances_are_close(vectors: bool) -> None:
    (data,) = (each for each in seeded(0) if each.name == "close variances")
    facts = Facts(data.real, data.k)
    S, W = facts.scatter / facts.n, np.zeros((facts.p, 0))
    for _ in range(facts.k):
        w, old = np.ones(facts.p), np.zeros(facts.p)
        while not np.allclose(w, old):
            old, w = w, S @ w - W @ (W.T @ (S @ w))
            w /= np.linalg.norm(w)
        W = np.column_stack([W, w])
    V = facts.axes[: facts.k].T
    if vectors:
        assert not difference(W, V, "sign", facts=facts)
        return
    shown = (facts.X - facts.mean) @ W @ W.T + facts.mean
    assert not difference(shown, (facts.X - facts.mean) @ V @ V.T + facts.mean, facts=facts)
    assert difference(shown * 1.001, shown, facts=facts)


def test_a_tolerance_widens() -> None:
    assert difference(A * 1.009, A) != ""
    assert difference(A * 1.009, A, tolerance=0.01) == ""
    assert difference(np.round(np.pi * A, 2), np.pi * A, tolerance=1e-2) == ""


HUGE = [10**399, -(10**399), 1e307 * A, [10**399, 1], np.full((3, 2), np.inf), A * 1e300j, [[10**30] * 2] * 3, 2**64]


@pytest.mark.parametrize("got", HUGE, ids=range(len(HUGE)))
def test_numbers_of_any_size_are_only_wrong(got: Any) -> None:
    for wanted in (A, 3, 3.5, [1, 2], "x", {"a": 1}, True, None):
        for up_to in ((), ("sign",), ("rotation",), ("order", "sign")):
            said = Compared(PLAIN, up_to).difference(got, wanted, "K")
            assert said.startswith("K")
            assert "\n" not in said


def test_a_value_of_an_unsupported_type_is_refused() -> None:
    for value in (object(), {"f": print}, (x for x in "ab")):
        with pytest.raises(TypeError, match="but should be made of numbers, texts, arrays"):
            packed(value)
    deep: Any = 1
    for _ in range(40):
        deep = [deep, "x"]
    for value in (deep, ["x"] * 20_000, "x" * (2 << 20)):
        with pytest.raises(TypeError, match="more parts"):
            packed(value)


def framed(text: str, rest: bytes = b"") -> np.ndarray[Any, Any]:
    data = text.encode()
    return np.frombuffer(len(data).to_bytes(8, "little") + data + rest, dtype=np.uint8)


HOSTILE = [
    framed("[" * 100_000),
    framed('["array", 11, [1000000, 1000000]]'),
    framed('["array", 11, [-1]]'),
    framed('["array", 99, [1]]'),
    framed('["array", 11, [0, 1099511627776]]'),
    framed('["array", 11, 5]'),
    framed('["int", "' + "9" * 5000 + '"]'),
    framed('["float", "0x1p99999"]'),
    framed('["dict", [[["dict", []], ["none", null]]]]'),
    framed('["dict", 3]'),
    framed('{"a": 1}'),
    framed('["none"]'),
    framed('["text", 5]'),
    framed('["set", [["dict", []]]]'),
    framed("nonsense"),
    np.frombuffer((2**63).to_bytes(8, "little") + b"[]", dtype=np.uint8),
    np.zeros(0, dtype=np.uint8),
    np.zeros(3),
]


@pytest.mark.parametrize("data", HOSTILE, ids=range(len(HOSTILE)))
def test_bytes_that_no_honest_worker_writes_are_no_value(data: Any) -> None:
    value = unpacked(data)
    assert isinstance(value, RoleError)
