"""Nothing but a result comes out of `prove`, and nothing but an opinion out of the second one, whatever is stated."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import sympy as sp
from hypothesis import settings
from letters import A, B, C, I, X, i, k, lam, n, nu, p, q
from sympy import Identity, MatrixSymbol, OneMatrix, Symbol, Trace, ZeroMatrix

import pcaproofs
from pcaproofs import Result, equal, inner, prove
from pcaproofs.language.reader import read
from pcaproofs.prover.prove import FAULT
from pcaproofs.verify.second_opinion import Opinion, second_opinion

Y = MatrixSymbol("Y", p, q)
x, y, r, one_by_one = (MatrixSymbol(*of) for of in (("x", p, 1), ("y", p, 1), ("r", n, 1), ("u", 1, 1)))
fixed = MatrixSymbol("F", 2, 3)
mu = Symbol("mu")
pytestmark = pytest.mark.filterwarnings("ignore")  # SymPy's, of what is put together wrongly
STATEMENTS = 150 if settings().max_examples > 1000 else 50  # of each part
VERDICTS = ("proved", "refuted", "ill-typed", "unsupported", "undecided")

LETTERS: list[Any] = [A, B, C, X, Y, x, y, r, one_by_one, fixed, lam, mu, nu, n, p, k, i]
SPECIAL: list[Any] = [
    *(Identity(p), Identity(n), ZeroMatrix(p, p), OneMatrix(n, 1), OneMatrix(1, 1), OneMatrix(2, 3), Identity(1)),
    *(sp.Integer(0), sp.Integer(-1), sp.Rational(1, 2), sp.pi, sp.oo, sp.nan, sp.zoo, sp.I, sp.Float(0.5), sp.true),
    *(0, 1, -2, 0.5, True, "A", "", None, (), [A], {A: B}, object),
    *(Symbol("m", integer=True), Symbol("e", even=True), Symbol("z", imaginary=True), Symbol("A"), sp.Dummy("k")),
    *(MatrixSymbol("Z", 0, p), MatrixSymbol("Z", n + 1, p), MatrixSymbol("Z", mu, mu), sp.ImmutableMatrix([[1, 2]])),
]
NO_MAKERS = ("__version__", "prove", "Result", "Answer", "WrongText")
MAKERS = [getattr(pcaproofs, name) for name in pcaproofs.__all__ if name not in NO_MAKERS]
SYMPY = [
    *(sp.Eq, sp.Ne, sp.Ge, sp.Gt, sp.Le, sp.Lt, sp.Add, sp.Mul, sp.Pow, sp.MatAdd, sp.MatMul, sp.MatPow, sp.sqrt),
    *(sp.Trace, sp.Transpose, sp.Inverse, sp.Determinant, sp.Abs, sp.DotProduct, sp.KroneckerDelta, sp.HadamardProduct),
    *(sp.log, sp.Not, sp.And, sp.Derivative, sp.Max, sp.conjugate, sp.Sum, sp.Q.symmetric, sp.Q.positive),
]


def grown(random: Random, depth: int) -> Any:
    """Something made by any constructor from anything; what a constructor refuses is made anew."""
    if depth <= 0 or random.random() < 0.15:
        return random.choice(LETTERS if random.random() < 0.75 else SPECIAL)
    for _ in range(20):
        make = random.choice(MAKERS if random.random() < 0.5 else SYMPY)
        args = [grown(random, depth - 1) for _ in range(random.choice((1, 2, 2, 3)))]
        try:
            if make is sp.Sum:
                return sp.Sum(args[0], (random.choice((k, i, mu)), *(args[1:] or (0,)), n - 1))
            if make.__name__ in ("minimises", "maximises"):
                return make(args[0], {random.choice(LETTERS): args[-1]}, value=random.choice((None, args[0])))
            if make is pcaproofs.same_optimisers:
                return make([random.choice(LETTERS)], ("min", args[0]), (random.choice(("max", "worst")), args[-1]))
            return make(*args)
        except Exception:  # SymPy's or ours: nothing was made
            continue
    return random.choice(LETTERS)


def statement(random: Random) -> tuple[Any, list[Any]]:
    kind = random.random()
    conclusion = grown(random, 3)
    if kind < 0.75:
        side = grown(random, 2)
        try:
            conclusion = random.choice((equal, equal, pcaproofs.at_least))(conclusion, random.choice((side, 0)))
        except Exception:
            conclusion = equal(A, B)
    return conclusion, [grown(random, 2) for _ in range(random.choice((0, 0, 1, 2)))]


@pytest.mark.parametrize("part", range(4))
def test_whatever_is_put_in_a_result_comes_out(part: int) -> None:
    seen = set()
    for seed in range(part * 150, part * 150 + STATEMENTS):
        random = Random(seed)
        conclusion, given = statement(random)
        result = prove(conclusion, given, seconds=0.05, needs=seed % 10 == 0)
        assert isinstance(result, Result)
        assert result.verdict in VERDICTS
        assert FAULT not in result.reason, (seed, conclusion, given, result.reason)
        assert "\n" not in str(result)
        assert result.to_json()["verdict"] == result.verdict
        assert result._repr_latex_().startswith("$")
        seen.add(result.verdict)
    assert seen >= {"refuted", "ill-typed", "unsupported"}


def test_whatever_is_read_the_second_opinion_is_an_opinion() -> None:
    asked = 0
    for seed in range(2 * STATEMENTS):
        conclusion, given = statement(Random(seed))
        try:
            read(conclusion, given)
        except Exception:
            continue
        asked += 1
        assert isinstance(second_opinion(conclusion, given, points=1), Opinion)
    assert asked > 10


ODD = [
    ("a scalar inside a product", equal(B * A * inner(x, y), I), [equal((x.T * y)[0, 0] * A * B, I)]),
    ("a derivative by a dimension", equal(pcaproofs.gradient(lam, p), 1), []),
    ("a reciprocal at zero", pcaproofs.minimises(lam, {lam: 1}), [pcaproofs.at_least(lam, 1), equal(1 / nu, nu)]),
    ("a scalar that is psd", equal(A, B), [pcaproofs.psd(lam)]),
    ("a dimension that is no length", equal(mu / (n - 1) * nu, mu), []),
    ("one hypothesis and no list", equal(A, B), pcaproofs.symmetric(A)),
    (
        "a determinant at its sign",
        pcaproofs.maximises(sp.log(sp.Determinant(A)) - Trace(A * B), {A: -pcaproofs.inverse(B)}),
        [pcaproofs.positive_definite(A), pcaproofs.positive_definite(B), pcaproofs.invertible(A)],
    ),
    ("a trace of a number", equal(Trace(Identity(p)) * mu, p), [pcaproofs.unit(3)]),
    ("a gradient at a sum", equal(pcaproofs.gradient(x.T * x, x + y), x), []),
]


@pytest.mark.parametrize(("conclusion", "given"), [row[1:] for row in ODD], ids=[row[0] for row in ODD])
def test_prove_never_raises_for_odd_statements(conclusion: Any, given: Any) -> None:
    result = prove(conclusion, given, seconds=0.5)
    assert result.verdict in VERDICTS
    assert str(result)
    assert FAULT not in result.reason
