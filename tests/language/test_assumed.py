"""What is taken for granted is said: what is held fixed, which entries exist, what is different, what may not be 0."""

from __future__ import annotations

from typing import Any

import pytest
from letters import A, B, G, O, P, S, U, X, d, i, j, k, lam, m, n, p, r, t, w, x
from sympy import Abs, Eq, Identity, MatrixSymbol, OneMatrix, Symbol, Trace, sqrt

from pcaproofs import (
    at_least,
    basis,
    directional,
    equal,
    expectation,
    gradient,
    inner,
    inverse,
    leading,
    minimises,
    partial_total,
    psd,
    sample,
    sqnorm,
    unit,
)
from pcaproofs.language.conclusions import same_optimisers
from pcaproofs.language.reader import read
from pcaproofs.language.refusals import Unreadable

Y, Z = (MatrixSymbol(name, p, p) for name in "YZ")
slope = equal(gradient(sqnorm(Y), A), O)
lagrangian = inner(w, S * w) - lam * (sqnorm(w) - 1)

# what gives Y as a function of A: nobody would hold Y fixed where A varies
FUNCTIONS: list[tuple[str, list[Any]]] = [
    ("left", [equal(Y, A)]),
    ("right", [equal(A, Y)]),
    ("difference", [equal(Y - A, O)]),
    ("difference, turned", [equal(O, A - Y)]),
    ("transposed", [equal(Y.T, A.T)]),
    ("multiple", [equal(2 * Y, A)]),
    ("part of a sum", [equal(B - n * Y, A * B)]),
    ("two steps", [equal(Y, Z), equal(Z - A * B, O)]),
    ("two steps, turned", [equal(Z - A * B, O), equal(Z, Y)]),
    ("by an inverse", [equal(Y, inverse(A))]),
    ("by a factor", [equal(Y, P), psd(A), equal(P, A * A)]),
]


@pytest.mark.parametrize("given", [row[1] for row in FUNCTIONS], ids=[row[0] for row in FUNCTIONS])
@pytest.mark.parametrize("last", [False, True], ids=["derivative last", "derivative first"])
def test_a_function_of_the_variable_is_not_held_fixed(given: list[Any], last: bool) -> None:
    hypothesis = equal(gradient(sqnorm(Y), A), G)
    order = [hypothesis, *given] if last else [*given, hypothesis]
    with pytest.raises(Unreadable, match="depends on A"):
        read(equal(G, O), order)
    with pytest.raises(Unreadable, match="depends on A"):
        read(slope, given)


@pytest.mark.parametrize(
    "conclusion",
    [
        minimises(sqnorm(Y - B), {A: Y}),
        same_optimisers([A], ("min", sqnorm(A - Y)), ("max", -sqnorm(A - Y))),
        equal(directional(sqnorm(Y), A, B), 0),
        equal(expectation(gradient(sqnorm(Y) * sqnorm(x), A), x), O),
    ],
    ids=["optimum", "two problems", "direction", "expectation"],
)
def test_a_function_of_the_variable_of_an_optimum_is_not_held_fixed(conclusion: Any) -> None:
    with pytest.raises(Unreadable, match="Y depends on A"):
        read(conclusion, [equal(2 * Y - A, O)])


SQUARE = "Y A = I as A Y = I, both being square"

# what is tied in another way is held fixed, and that is said
SAID: list[tuple[str, Any, list[Any], list[str]]] = [
    ("product", slope, [equal(Y * B, A * B)], ["holding Y fixed as A varies"]),
    ("inequality", slope, [at_least(Trace(Y), Trace(A))], ["holding Y fixed as A varies"]),
    ("two inequalities", slope, [at_least(sqnorm(Y), t), at_least(t, sqnorm(A))], ["holding Y fixed as A varies"]),
    (
        "an inverse by its equation",
        slope,
        [Eq(A * Y, Identity(p))],
        [SQUARE, "holding Y fixed as A varies"],
    ),
    ("nothing", slope, [equal(B, A)], []),
    ("only of it", slope, [unit(w)], []),
    (
        "stationarity",
        equal(S * w, lam * w),
        [unit(w), equal(gradient(lagrangian, w), 0)],
        ["holding S, λ fixed as w varies"],
    ),
    ("multiplier", equal(gradient(lagrangian, lam), 0), [unit(w)], []),
    ("both vary", minimises(sqnorm(P - U * U.T), {P: S, U: U * 0}), [equal(P, U * U.T)], []),
    ("a constraint", minimises(sqnorm(w), {w: x}), [equal(inner(x, w), 1), unit(x)], []),
    ("unconstrained", minimises(sqnorm(w - x), {w: x}), [unit(x)], []),
    # entries and labels
    ("one entry", at_least(r[0, 0] ** 2, 0), [], []),
    ("two entries", at_least((r[0, 0] - r[1, 0]) ** 2, 0), [], ["n ≥ 2 (entries 0 and 1)"]),
    ("a late entry", at_least(r[4, 0] ** 2, 0), [], ["n ≥ 5 (entry 4)"]),
    ("known length", at_least(MatrixSymbol("q", 3, 1)[2, 0] ** 2, 0), [], []),
    ("labels", equal(inner(basis(n, "i"), basis(n, "j")), 0), [], ["i ≠ j", "n ≥ 2 (entries i and j)"]),
    ("a label and an index", equal(inner(sample(X, i), sample(X, j)), 0), [], []),
    (
        "both, the index first",
        equal(inner(sample(X, i), X.T * basis(n, "j")) + inner(basis(n, "i"), r), 0),
        [],
        ["i ≠ j", "n ≥ 2 (entries i and j)"],
    ),
    ("a label and a number", at_least(inner(basis(n, "i"), r) * r[0, 0], 0), [], ["i ≠ 0", "n ≥ 2 (entries i and 0)"]),
    ("first rows", at_least(sqnorm(leading(m, n) * r), 0), [], ["m ≤ n"]),
    ("first two rows", at_least(sqnorm(leading(2, n) * r), 0), [], ["n ≥ 2"]),
    ("first rows of a sum", at_least(sqnorm(leading(m, m + n)), 0), [], []),
    ("slice", at_least(sqnorm(X[:m, :]), 0), [], ["m ≤ n"]),
    ("part of a sum", at_least(partial_total(r[k, 0], k, n, after=d, last=m), 0), [], ["m ≤ n", "d ≤ m"]),
    # what exists, and what is not 0
    ("inverse", equal(inverse(A), A), [], ["A is invertible"]),
    ("reciprocal", equal(1 / t, t), [], ["t ≠ 0"]),
    ("one less", equal(1 / (n - 1), t), [], ["n - 1 ≠ 0"]),
    ("root", at_least(sqrt(t), 0), [], ["t ≥ 0"]),
    ("root of a number", at_least(sqrt(2) * t, 0), [], []),
    ("absolute value of a product", at_least(Abs(lam * t), 0), [], []),
    ("root of a product", at_least(sqrt(lam * t), 0), [], ["λ t ≥ 0"]),
    ("moments", equal(expectation(x, x), w), [], ["x has finite second moments"]),
    (
        "integer",
        at_least(Symbol("q", integer=True) ** 2 + sqnorm(OneMatrix(Symbol("q", integer=True), 1)), 0),
        [],
        ["q ≥ 1"],
    ),
    ("undeclared", at_least(sqnorm(OneMatrix(Symbol("q"), 1)), 0), [], ["q is an integer ≥ 1"]),
    ("declared", at_least(sqnorm(OneMatrix(n, 1)), 0), [], []),
]


@pytest.mark.parametrize(("conclusion", "given", "said"), [pytest.param(*row[1:], id=row[0]) for row in SAID])
def test_conditions_taken_for_granted_are_listed(conclusion: Any, given: list[Any], said: list[str]) -> None:
    assert list(read(conclusion, given).assumed) == said


# symbols of which SymPy assumes what is not assumed here: as a dimension, as a number, as an index
KINDS = {
    "nonnegative": ({"integer": True, "nonnegative": True}, False, False, True),
    "even": ({"even": True, "positive": True}, False, False, False),
    "odd": ({"odd": True}, False, False, False),
    "prime": ({"prime": True}, False, False, False),
    "composite": ({"composite": True}, False, False, False),
    "positive integer": ({"integer": True, "positive": True}, True, True, False),
    "integer": ({"integer": True}, True, False, True),
    "negative integer": ({"integer": True, "negative": True}, False, False, False),
    "positive": ({"positive": True}, True, True, False),
    "irrational": ({"irrational": True}, False, False, False),
    "rational": ({"rational": True}, True, False, True),
    "imaginary": ({"imaginary": True}, False, False, False),
    "real": ({"real": True}, True, True, True),
    "any": ({}, True, True, True),
}


@pytest.mark.parametrize("name", KINDS)
def test_a_symbol_has_its_declared_meaning_or_is_refused(name: str) -> None:
    facts, *fits = KINDS[name]
    s = Symbol("s", **facts)
    statements = (
        lambda: at_least(sqnorm(OneMatrix(s, 1)), 0),
        lambda: at_least(s * sqnorm(x), 0),
        lambda: at_least(r[s, 0] ** 2, 0),
    )
    for make, fit in zip(statements, fits, strict=True):
        if fit:
            assert read(make())
        else:
            with pytest.raises((Unreadable, ValueError, TypeError)):  # or SymPy refuses it
                read(make())


BOTH = [
    ("index and number", at_least(Symbol("s") * r[Symbol("s"), 0], 0)),
    ("dimension and index", at_least(sqnorm(OneMatrix(Symbol("s"), 1)) * r[Symbol("s"), 0], 0)),
    ("random and free", equal(expectation(sqnorm(x), x), sqnorm(x))),
    ("free and random", equal(sqnorm(x), expectation(sqnorm(x), x))),
    ("random and varied", equal(gradient(expectation(sqnorm(x), x), x), 0)),
]


@pytest.mark.parametrize("conclusion", [row[1] for row in BOTH], ids=[row[0] for row in BOTH])
def test_a_name_has_one_use(conclusion: Any) -> None:
    with pytest.raises(Unreadable, match=r"as an? .* and as an? "):
        read(conclusion)
