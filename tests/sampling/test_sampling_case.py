"""A case draws what is asked for and nothing else, keeps it, and prints it under its name."""

import numpy as np
import pytest
from hypothesis import given, settings

from pcaproofs.sampling import cases, factored, norm, same

CHECK = settings(max_examples=60, deadline=None, derandomize=True)


@CHECK
@given(cases())
def test_letters_fit_and_satisfy_their_equations(case):
    n, p, d = case.n, case.p, case.d
    assert 1 <= d <= min(n, p)
    shapes = {"X": (n, p), "Xc": (n, p), "B": (p, d), "Q": (d, d), "P": (p, p), "S": (p, p), "V": (p, p), "A": (p, p)}
    shapes |= {"w": (p,), "a": (p,), "x": (p,), "y": (p,), "z": (n,), "v": (n,), "c": (d,)}
    for name, shape in shapes.items():
        letter = getattr(case, name)
        assert letter.shape == shape, name
        assert letter is getattr(case, name), name
        assert not letter.flags.writeable, name
    steps = factored(p, d)
    same(case.B.T @ case.B, np.eye(d), steps=steps)
    same(case.Q.T @ case.Q, np.eye(d), steps=steps)
    same(case.P @ case.P, case.P, steps=steps, scale=float(p))
    same(norm(case.w), 1.0, steps=4)
    assert np.array_equal(case.S, case.S.T)
    assert case.z.sum() == 0
    assert not case.Xc.sum(axis=0).any()
    S, w, value = case.eigenpair
    same(S @ w, value * w, steps=steps, scale=max(norm(S), 100.0))


def shrunk(body):
    """The notes Hypothesis leaves under a property that fails: what was drawn in the simplest failure."""

    @settings(max_examples=500, deadline=None, derandomize=True, database=None)
    @given(cases())
    def property_(case):
        body(case)

    with pytest.raises(AssertionError) as caught:
        property_()
    # Hypothesis marks letters whose value does not matter with a comment.
    return [line.split("  #")[0] for line in caught.value.__notes__ if line.startswith("Draw")]


def test_a_property_of_X_alone_shrinks_and_prints_X_alone():
    def small(case):
        assert np.trace(case.X.T @ case.X) < 7

    assert shrunk(small) == ["Draw 1 (n): 1", "Draw 2 (p): 1", "Draw 3 (X): array([[3.]])"]


def test_a_false_claim_about_a_unit_vector_ends_in_the_first_axis():
    def false(case):
        assert case.w.sum() < 1

    assert shrunk(false) == ["Draw 1 (p): 1", "Draw 2 (w): array([1.])"]


def test_a_false_claim_about_projectors_ends_small():
    def false(case):
        assert not case.P.any()

    assert shrunk(false) == ["Draw 1 (p): 1", "Draw 2 (P): array([[1.]])"]


@CHECK
@given(cases(max_n=3, max_p=2, kinds=("centred",)))
def test_sizes_and_kinds_can_be_chosen(case):
    assert case.n <= 3
    assert case.p <= 2
    assert not case.X.sum(axis=0).any()
