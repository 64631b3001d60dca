"""What the search promises beyond the table: exactness, hints, sizes, simplicity, no false alarms."""

from __future__ import annotations

from dataclasses import replace

import pytest
from by_sympy import World, confirms
from hypothesis import given, settings
from hypothesis import strategies as st
from refute_statements import (
    FALSE,
    SQUARE,
    TRUE,
    A,
    B,
    I,
    P,
    Q,
    S,
    T,
    X,
    add,
    centered,
    eigen,
    eq,
    eye,
    ge,
    gt,
    lam,
    mul,
    norm2,
    num,
    one,
    orthogonal,
    orthonormal,
    over,
    power,
    projector,
    psd,
    size,
    state,
    sub,
    symmetric,
    tr,
    u,
    unit,
    v,
    w,
    x,
    y,
    zero,
)

from pcaproofs.goals import MAIN
from pcaproofs.kernel import Compare, Expression, SameOptimisers
from pcaproofs.prover.refute import Attack, Counterexample, Point, fails, points, refute, satisfiable

GIVEN: dict[str, list[Compare]] = {
    "nothing": [],
    "symmetric": [*symmetric(A), *symmetric(B)],
    "projectors": [*projector(A), *projector(B)],
    "orthogonal": [*orthogonal(A, "n"), *symmetric(B)],
    "commuting": [eq(mul(A, B), mul(B, A))],
    "inverse": [eq(mul(A, B), I), eq(mul(B, A), I)],
    "involution": [eq(mul(A, A), I), eq(T(B), mul(num(-1), B))],
    "eigenvector": [*eigen(A, w, lam), *unit(w), *symmetric(B)],
}
words = st.lists(st.sampled_from([A, B, T(A), T(B)]), min_size=1, max_size=3).map(lambda parts: mul(I, *parts))
sums = st.lists(st.tuples(st.integers(-2, 2), words), min_size=1, max_size=3).map(
    lambda terms: add(*(mul(num(c), word) for c, word in terms))
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(sums, sums, st.sampled_from(sorted(GIVEN)), st.sampled_from(["matrix", "trace", "at least"]))
def test_whatever_is_found_is_a_counterexample(left: Expression, right: Expression, given: str, kind: str) -> None:
    conclusion = {
        "matrix": eq(left, right),
        "trace": eq(tr(left), tr(right)),
        "at least": ge(tr(left), tr(right)),
    }[kind]
    statement = state(SQUARE + " w:n lam", conclusion, GIVEN[given])
    found = refute(statement, seconds=0.25)
    if found is not None:
        assert confirms(statement, found.dimensions, found.letters, found.goal), found.text()
        return
    for p in points(statement, dimensions={"n": 2}, count=4):  # where it is not refuted, no other point refutes it
        assert World(p.dimensions, p.letters).holds(conclusion)


@pytest.mark.parametrize(
    ("statement", "size_and_letters"),
    [
        (lambda: state(SQUARE, eq(mul(A, B), mul(B, A))), ({"n": 2}, 2)),
        (lambda: state("X:n×p", eq(mul(T(X), X), mul(size("p"), mul(T(X), X)))), ({"n": 1, "p": 2}, 1)),
        (lambda: FALSE["projectors-commute"](), ({"n": 2}, 5)),
        (lambda: FALSE["two-orthonormal"](), ({"n": 3, "d": 1, "k": 1}, 2)),
    ],
)
def test_counterexamples_are_small(statement: object, size_and_letters: tuple[dict[str, int], int]) -> None:
    found = refute(statement())  # type: ignore[operator]
    assert found is not None
    sizes, nonzero = size_and_letters
    assert found.dimensions == sizes
    assert sum(e != 0 for m in found.letters.values() for row in m for e in row) <= nonzero


def test_standard_basis_vectors_are_meant_literally() -> None:
    distinct = [*unit(u), *unit(v), eq(mul(T(u), v), num(0))]
    hints = [("basis", ("u",)), ("basis", ("v",))]
    entry = state("A:n×n u:n v:n", eq(mul(T(u), A, v), mul(T(v), A, u)), distinct)
    found = refute(entry, hints)
    assert found is not None
    for name in ("u", "v"):
        assert sorted(e for (e,) in found.letters[name]) == [0] * (len(found.letters[name]) - 1) + [1]
    assert found.letters["u"] != found.letters["v"]
    sums_to_one = state("u:n", eq(mul(T(one("n")), u), num(1)), unit(u))
    assert refute(sums_to_one, [("basis", ("u",))], seconds=0.3) is None
    assert refute(sums_to_one) is not None


def test_no_three_basis_vectors_in_two_dimensions() -> None:
    three = state("x:2 y:2 w:2", eq(x, y))
    assert satisfiable(three, [("basis", ("x", "y", "w"))], seconds=0.2) is None
    assert satisfiable(three, [("basis", ("x", "y"))]) is not None


def test_contradictory_hypotheses_have_no_point() -> None:
    assert satisfiable(state("A:n×n", eq(A, A), [eq(A, I), eq(A, zero("n", "n"))]), seconds=0.5) is None
    assert satisfiable(state("x:n", eq(x, x), [gt(num(0), norm2(x))]), seconds=0.5) is None


def test_numbers_beside_one_over_a_size_leave_the_size_an_integer() -> None:
    halved = eq(mul(x, over("n")), mul(num(2), x))  # x = 0, or n = 1/2
    assert refute(replace(state("x:1", eq(x, num(0)), [halved]), ones=("n",))) is None


def test_sizes_that_are_needed_are_tried() -> None:
    mean_zero = [*unit(w), eq(mul(T(one("n")), w), num(0))]
    point = satisfiable(state("w:n", eq(w, w), mean_zero), seconds=3)
    assert point is not None
    assert point.dimensions == {"n": 4}  # 2a² = 1 and 2(a² + ab + b²) = 1 have no rational solutions
    wide = refute(state("B:n×d", eq(mul(B, T(B)), I), orthonormal(B, "d")))
    assert wide is not None
    assert wide.dimensions["d"] < wide.dimensions["n"]


def test_an_attack_goes_on_where_it_stopped() -> None:
    """Many short calls meet the points that one long call meets, and no point twice."""
    mean_zero = [*unit(w), eq(mul(T(one("n")), w), num(0))]
    statement = state("w:n", eq(w, mul(num(2), w)), mean_zero)
    attack, calls = Attack(statement), 0
    while (found := attack(0.005)) is None and calls < 200:
        calls += 1
    assert calls > 1
    assert found == refute(statement)
    true = state("w:n", eq(w, w), mean_zero)
    attack = Attack(true)
    assert attack(0.0) is None
    assert not attack.has_example
    assert all(attack(0.02) is None for _ in range(20))
    assert attack.has_example
    impossible = Attack(state("A:n×n", eq(A, A), [eq(A, I), eq(A, zero("n", "n"))]))
    assert impossible(0.2) is None
    assert not impossible.has_example


def test_given_sizes_stay() -> None:
    found = refute(state("A:5×5 B:5×5", eq(mul(A, B), mul(B, A)), [*symmetric(A), *symmetric(B)]))
    assert found is not None
    assert found.dimensions == {}
    assert {len(m) for m in found.letters.values()} == {5}


def test_a_statement_about_sizes_alone() -> None:
    found = refute(state("x:n", eq(mul(size("n"), sub(size("n"), num(1)), sub(size("n"), num(2))), num(0))))
    assert found is not None
    assert (found.dimensions, found.left, found.right) == ({"n": 3}, ((6,),), ((0,),))
    assert refute(state("x:n", eq(mul(size("n"), over("n")), num(1)))) is None


def test_fails_needs_every_hypothesis() -> None:
    statement = state("S:n×n x:n", ge(mul(T(x), S, x), num(0)), symmetric(S))
    bad = ((-1, 0), (0, 0))
    at = {"x": ((1,), (0,))}
    found = fails(statement, Point({"n": 2}, {"S": bad, **at}))
    assert found is not None
    assert (found.goal, found.left, found.right) == (MAIN, ((-1,),), ((0,),))
    assert fails(statement, Point({"n": 2}, {"S": ((-1, 1), (0, 0)), **at})) is None
    assert fails(statement, Point({"n": 2}, {"S": ((1, 0), (0, 0)), **at})) is None


def test_a_counterexample_is_written_as_text_and_json() -> None:
    found = Counterexample({"n": 2}, {"w": ((1,), (1,)), "r": ((1, 2),), "M": ((1, 0), (0, 1))}, MAIN, ((2,),), ((1,),))
    assert found.text() == "n = 2, w = (1, 1)ᵀ, r = (1, 2), M = [[1, 0], [0, 1]]: left = 2, right = 1"
    assert found.to_json()["letters"] == {"w": [["1"], ["1"]], "r": [["1", "2"]], "M": [["1", "0"], ["0", "1"]]}
    better = refute(FALSE["mean-maximises"]())
    assert better is not None
    assert better.text().endswith("the objective is 1, better than 0 at the claimed optimum")


def test_generic_points_satisfy_all_hypotheses() -> None:
    ranks, units, definite = set(), set(), set()
    for p in points(state("P:n×n", eq(P, P), projector(P)), dimensions={"n": 3}, count=12):
        ranks.add(sum(p.letters["P"][i][i] for i in range(3)))
    assert ranks >= {1, 2}
    for p in points(state("w:n", eq(w, w), unit(w)), dimensions={"n": 3}, count=12):
        units.add(sum(e != 0 for (e,) in p.letters["w"]))
    assert units >= {2, 3}
    for p in points(state("S:n×n F:n×n", eq(S, S), psd(S, ("letter", "F"))), dimensions={"n": 2}, count=12):
        definite.add(World(p.dimensions, p.letters).letters["S"].rank())
    assert definite >= {1, 2}


def test_eigenvectors_of_a_covariance() -> None:
    """A rational spectrum has to be arranged: of most integer matrices it is not rational."""
    hypotheses = [
        eq(S, mul(over("n"), T(X), X)),
        *centered(X, "n", "p"),
        *unit(w),
        *eigen(S, w, lam),
        gt(lam, num(0)),
    ]
    statement = state("X:n×p S:p×p w:p lam", eq(norm2(mul(X, w)), lam), hypotheses)
    found = refute(statement)
    assert found is not None
    assert confirms(statement, found.dimensions, found.letters, found.goal)
    assert list(points(statement, dimensions={"n": 3, "p": 2}, count=2))


RESIDUAL, SPREAD = norm2(sub(x, mul(P, x))), norm2(mul(P, x))
LINE, ALONG = norm2(sub(X, mul(X, w, T(w)))), norm2(mul(X, w))


def test_problems_with_different_optimisers_are_told_apart() -> None:
    subspaces = state("P:n×n x:n", eq(P, P), projector(P))
    lines = state("X:n×p w:p", eq(w, w), unit(w))
    scaled = state("X:n×p w:p", eq(w, w))
    for base, variable, first, second, same in (
        (subspaces, "P", RESIDUAL, SPREAD, "max"),
        (lines, "w", LINE, ALONG, "max"),
        (scaled, "w", LINE, ALONG, None),
    ):
        for sense in ("min", "max"):
            conclusion = SameOptimisers((variable,), ("min", first), (sense, second))
            statement = type(base)(base.letters, conclusion, base.hypotheses, base.ones)
            found = refute(statement, seconds=0.3 if sense == same else 2)
            assert (found is None) == (sense == same)
            if found is not None:
                assert _told_apart(found, conclusion, dict(base.hypotheses).values())


def _told_apart(found: Counterexample, c: SameOptimisers, hypotheses: object) -> bool:
    """Both choices are feasible, and the objective for which the first is not best prefers the other one."""
    (name,) = c.variables
    here = World(found.dimensions, {n: m for n, m in found.letters.items() if not n.endswith("'")})
    there = World(found.dimensions, {**found.letters, name: found.letters[f"{name}'"]})
    sense, objective = c.second if found.goal.subject == "first" else c.first
    gain = (here.value(objective) - there.value(objective))[0, 0] * (1 if sense == "min" else -1)
    return gain > 0 and all(world.holds(h) for world in (here, there) for h in hypotheses)  # type: ignore[attr-defined]


def test_a_missing_hypothesis_is_noticed() -> None:
    full = TRUE["same-subspace"]()
    assert refute(full, seconds=0.2) is None
    dropped = type(full)(full.letters, full.conclusion, full.hypotheses[:1], full.ones)
    assert refute(dropped) is not None
    assert refute(state("Q:n×n x:n", eq(norm2(mul(Q, x)), norm2(x)), [eq(power(Q, 2), eye("n"))])) is not None
    assert refute(state("x:n y:n", eq(norm2(add(x, y)), add(norm2(x), norm2(y))))) is not None
