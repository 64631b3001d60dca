"""A citation brings the cited conclusion and nothing else: what the cited claim assumes has to be proved again."""

from __future__ import annotations

from typing import Any

import pytest
from letters import A, B, D, H, P, S, X, k, n, o, p, r, t, w, x, y, z
from sympy import Identity, MatrixSymbol, Symbol, Trace, sqrt

import pcaproofs.verify.claim as claim_module
from pcaproofs.language.conclusions import at_least, equal, minimises, same_optimisers
from pcaproofs.language.hypotheses import nonnegative, nonzero, orthogonal, positive, psd, symmetric, unit
from pcaproofs.language.nodes import basis, expectation, gradient, index, inner, inverse, sample, sqnorm
from pcaproofs.verify.citations import resolve
from pcaproofs.verify.claim import Claim, book, by, given, note
from pcaproofs.verify.layer_registry import LAYERS
from pcaproofs.verify.layers import run_layer
from pcaproofs.verify.mutants import swap
from pcaproofs.verify.run import run

u, v, s = (Symbol(name, real=True) for name in "uvs")
T, L, U = (MatrixSymbol(name, p, p) for name in "TLU")
K = MatrixSymbol("K", n, n)
M = MatrixSymbol("M", n, n)
e_a, e_b = basis(n, "a"), basis(n, "b")
i = basis(p, "i")
m = index("m")


def make(name: str, *parts: Any, **changes: Any) -> Claim:
    words: dict[str, Any] = {
        "prose": "A claim that was made up for a test.",
        "sources": [note("004", 69)],
        "numeric": "no data",
        "mutants": [swap(x, 2 * x)],
    }
    return claim_module.claim(f"test-citing.{name}", show=list(parts), **(words | changes))


def axiom(*parts: Any, exists: Any, name: str, **changes: Any) -> Claim:
    return make(name, *parts, declared="cited", cites=[book("a book")], mutants=[], exists=exists, **changes)


quotient = make("quotient", equal(u / t + u / t, 2 * u / t))
cancelled = make("cancelled", given(equal(u / t, v), equal(u, v * t)))
scaled = make("scaled", given(equal(u, v), equal(t * u, t * v), nonzero(t)))
undone = make("undone", equal(inverse(A) * A, Identity(p)))
rooted = make("rooted", equal(sqrt(t) ** 4, t**2), equal(2 * sqrt(t), sqrt(t) + sqrt(t)))
nested = make("nested", equal(2 / sqrt(t), 1 / sqrt(t) + 1 / sqrt(t)))
apart = make("apart", equal(e_a.T * H * e_b, -1 / n * Identity(1)))
squared = make("squared", given(at_least(inner(x, S * x), 0), equal(S, A.T * A)))
of_symmetric = make("of-symmetric", given(equal(inner(x, S * y), inner(S * x, y)), symmetric(S)))
of_psd = make("of-psd", given(at_least(inner(x, S * x), 0), psd(S)))
of_unit = make("of-unit", given(equal(inner(x, w) * inner(w, w), inner(x, w)), unit(w)))
least = make("least", minimises(sqnorm(x - y), {x: y}))
longest = make("longest", given(minimises(-inner(x, w), {x: w}, value=-1), unit(x), unit(w)))
same = make("same", same_optimisers([x], ("min", sqnorm(x)), ("min", 2 * sqnorm(x))))
slope = make("slope", equal(gradient(inner(x, y), x), y))
false = make("false", equal(S, S.T))
mean = make("mean", equal(expectation(inner(x, z), z), inner(x, expectation(z, z))))
row = make("row", equal(sample(X, k) + x, x + sample(X, k)))
positive_t = Symbol("t", positive=True)
of_positive = make("of-positive", at_least(positive_t * sqnorm(x), 0))

decomposed = [equal(S, P * L * P.T), equal(P.T * P, Identity(p)), equal(P * P.T, Identity(p))]
diagonal = equal(L * i, inner(i, L * i) * i)
theorem = axiom(*decomposed, diagonal, exists=[P, L], name="theorem", assuming=[symmetric(S)])
root = axiom(equal(S, P.T * P), exists=[P], name="root", assuming=[symmetric(S)])  # false, but as a book might say
largest = axiom(equal(A * x, t * x), equal(sqnorm(x), 1), exists=[x, t], name="largest", assuming=[symmetric(A)])
trace = make(
    "trace", equal(Trace(S), Trace(L)), assuming=[symmetric(S), by(theorem)], mutants=[swap(Trace(L), Trace(2 * L))]
)

# (what is false, or would not be proved; the claims that it cites besides; the words of the refusal)
ABUSES: dict[str, tuple[Any, list[Any], str]] = {
    # a condition under which the cited claim has a meaning
    "t is not 0": (equal(u, 0), [equal(t * u, 0), by(quotient)], "quotient, which assumes t ≠ 0"),
    "A is invertible": (equal(x, o), [equal(A * x, o), by(undone)], "undone, which assumes A A⁻¹ = I"),
    "t is not negative": (at_least(t, 0), [by(rooted)], "rooted, which assumes t ≥ 0"),
    "n is at least 2": (at_least(n, 2), [by(apart)], "apart, which assumes"),
    "t is positive, by its symbol": (at_least(v, 0), [by(of_positive, {positive_t: v})], "which assumes v > 0"),
    "a root of a root": (at_least(t, 0), [by(nested)], "nested, which assumes"),
    "positive semidefinite": (at_least(inner(x, A * x), 0), [symmetric(A), by(of_psd, {S: A})], "assumes psd(A)"),
    "w is a unit vector": (equal(inner(w, w), 1), [equal(x, w), by(of_unit)], "of-unit, which assumes unit(w)"),
    # the same after renaming, where SymPy simplifies the condition away
    "t/t is cancelled": (equal(v, s), [equal(v * t, s * t), by(cancelled, {u: v * t, v: s})], "assumes t ≠ 0"),
    "t becomes 0": (equal(u, 0), [by(quotient, {t: 0})], "quotient"),
    "t becomes t - t": (equal(u, v), [by(scaled, {t: t - t})], "scaled, which assumes nonzero(0)"),
    "u becomes 0": (equal(t * s, s), [by(quotient, {u: 0})], "quotient, which assumes t ≠ 0"),
    "t becomes an expression": (equal(v, s), [by(quotient, {t: v - s})], "which assumes v - s ≠ 0"),
    # letters, indices, dimensions and basis vectors
    "not symmetric": (equal(A, A.T), [by(of_symmetric, {S: A})], "which assumes symmetric(A)"),
    "two labels become one": (equal(n, 1), [by(apart, {e_b: e_a})], "apart, which assumes"),
    "two indices that may be one": (
        equal(sample(X, k).T * sample(X, m), 0),
        [equal(H, M), by(apart, {e_a: basis(n, "k"), e_b: basis(n, "m")})],
        "apart, which assumes",
    ),
    "n becomes 1": (equal(u, 0), [by(apart, {n: 1})], "1 for n, but should be a dimension"),
    "p becomes no dimension": (equal(x, x), [by(undone, {p: t})], "t for p, but should be a dimension"),
    "an index becomes a number": (equal(X, 2 * X), [by(row, {k: 3})], "3 for the index k, but should be an index"),
    "another shape": (equal(X, X), [by(of_symmetric, {x: r})], "should be of its shape"),
    "a letter that it does not have": (equal(X, X), [by(of_symmetric, {B: A})], "B renamed, which does not occur"),
    "an expression is renamed": (equal(X, X), [by(of_symmetric, {S * y: x})], "should be a letter or a dimension"),
    "a bound random vector": (equal(X, X), [by(mean, {z: x})], "z renamed, which is bound there"),
    "what a derivative holds fixed": (
        equal(gradient(sqnorm(x), x), x),
        [by(slope, {y: x})],
        "x, which is bound there, in what y becomes",
    ),
    "a derivative in an expression": (equal(x, y), [by(slope, {x: A * x})], "should stay a letter"),
    "two symbols written alike": (
        equal(Trace(S), 0),
        [symmetric(S), by(of_symmetric, {x: MatrixSymbol("S", p, 1)})],
        "two different symbols that are both written S",
    ),
    # conclusions that no certificate cites, claims that are not proved
    "an optimum at a choice that is not feasible": (
        at_least(sqnorm(A), p),
        [by(longest, {x: A * y})],
        "longest, which assumes unit(A*y)",
    ),
    "the same optimisers": (equal(x, y), [by(same)], "same with a statement that two problems have the same"),
    "a part that it does not have": (equal(x, y), [by(squared, parts=[2])], "its part 2, but the parts are 1 to 1"),
    "a claim that is false": (equal(S * S, S.T * S), [by(false)], "it cites test-citing.false, which is not proved"),
    # what an axiom says exists
    "every symmetric matrix is 2I": (
        equal(S, 2 * Identity(p)),
        [symmetric(S), by(theorem, {L: 2 * Identity(p)})],
        "theorem with L renamed, which exists there",
    ),
    "the same, as a new letter": (
        equal(S, 2 * Identity(p)),
        [symmetric(S), by(theorem, new={L: 2 * Identity(p)})],
        "2*I for L, but should be a new letter",
    ),
    "the same, assumed of it": (
        equal(S, 2 * Identity(p)),
        [symmetric(S), equal(L, 2 * Identity(p)), by(theorem)],
        "L for L, but should be a new letter, of which nothing is assumed",
    ),
    "the same, by another citation": (
        equal(S, 2 * Identity(p)),
        [symmetric(S), by(axiom(equal(U, 2 * Identity(p)), exists=[U], name="two"), new={U: L}), by(theorem)],
        "theorem with L for L, but should be a new letter",
    ),
    "two symmetric matrices are equal": (
        equal(S, T),
        [symmetric(S), symmetric(T), by(theorem), by(theorem, {S: T})],
        "theorem with P for P, but should be a new letter",
    ),
    "two axioms about one letter": (
        equal(S, S * S),
        [symmetric(S), by(root), by(theorem, new={L: D})],
        "theorem with P for P, but should be a new letter",
    ),
    "two letters become one": (
        equal(S, P * P * P.T),
        [symmetric(S), by(theorem, new={L: P})],
        "P for L, but should be a new letter",
    ),
    "P depends on itself": (
        equal(S, S * S),
        [symmetric(P * S * P.T), by(theorem, {S: P * S * P.T})],
        "P for P, but should be a new letter",
    ),
    "the matrix itself": (
        equal(S * S, Identity(p)),
        [symmetric(S), by(theorem, new={P: S})],
        "S for P, but should be a new letter",
    ),
    "not symmetric, an axiom": (equal(S, S.T), [by(theorem)], "theorem, which assumes symmetric(S)"),
    "of another shape": (equal(S, S.T), [symmetric(S), by(theorem, new={P: X})], "X for P, but should be of its shape"),
    "it exists, but it is a variable": (
        minimises(sqnorm(P - S), {P: S}),
        [symmetric(S), by(theorem)],
        "P for P, but should be no variable",
    ),
    "it depends on a variable": (
        minimises(sqnorm(S - P * L * P.T), {S: Identity(p)}),
        [symmetric(S), by(theorem)],
        "which depends on the variable S",
    ),
    "what exists depends on a variable": (
        minimises(t, {A: Identity(p)}),
        [symmetric(A), by(largest)],
        "which depends on the variable A",
    ),
    "a reciprocal depends on a variable": (
        minimises(sqnorm(x - y), {x: y}),
        [by(quotient, {t: sqnorm(x) + 1})],
        "(1+‖x‖²)⁻¹, which depends on the variable x",
    ),
    "a positive symbol": (
        equal(A * x, o),
        [symmetric(A), by(largest, new={t: Symbol("l", positive=True)})],
        "l for t, but should be a symbol of which no more is known",
    ),
    "a proved claim has no new letters": (equal(S, L), [by(undone, new={A: L})], "it says of no A that it exists"),
    "through a claim that cites it": (
        equal(Trace(S), Trace(B)),
        [symmetric(S), by(trace, {L: B})],
        "assumes S = P B Pᵀ",
    ),
    "the same, without the axiom": (equal(Trace(S), Trace(L)), [symmetric(S), by(trace)], "trace, which assumes S = P"),
}


@pytest.mark.parametrize("name", ABUSES)
def test_an_abuse_of_a_citation_is_refused_by_name(name: str) -> None:
    show, assuming, says = ABUSES[name]
    report = run(make("abuse", given(show, *assuming)), LAYERS)
    assert report.verdict == "undecided"
    problem = report.proven[0].reason
    assert says in problem
    assert "\n" not in problem
    assert not report.passed
    assert problem in report.problem


# (conclusion, assumptions with the cited claims): the needs of a cited claim are proved, not found word by word
USES: dict[str, tuple[Any, list[Any]]] = {
    "t is positive": (equal(u / t, 2 * u / t - u / t), [positive(t), by(quotient)]),
    "t is not zero": (equal(u / t, 2 * u / t - u / t), [nonzero(t), by(quotient)]),
    "t + 1 is positive": (equal(2 * u / (t + 1), u / (t + 1) * 2), [nonnegative(t), by(quotient, {t: t + 1})]),
    "a sum of squares and 1": (equal(x, x), [by(quotient, {t: sqnorm(x) + 1})]),
    "positive semidefinite": (at_least(2 * inner(x, A * x), 0), [psd(A), by(of_psd, {S: A})]),
    "a fact about the variable": (minimises(inner(x, A * x), {x: 0 * x}), [psd(A), by(of_psd, {S: A})]),
    "a root of a square": (equal(x, x), [by(rooted, {t: sqnorm(x)})]),
    "a root that is there": (equal(4 * sqrt(t), 2 * (sqrt(t) + sqrt(t))), [by(rooted)]),
    "an inverse that is there": (equal(x, inverse(A) * y), [equal(A * x, y), by(undone)]),
    "n is at least 2": (equal(2 * e_a.T * H * e_b, -2 / n * Identity(1)), [at_least(n, 2), by(apart)]),
    "other basis vectors": (
        equal(2 * basis(n, "c").T * H * e_a, -2 / n * Identity(1)),
        [by(apart, {e_a: basis(n, "c"), e_b: e_a})],
    ),
    "a product is symmetric": (equal(inner(x, X.T * X * y), inner(X * x, X * y)), [by(of_symmetric, {S: X.T * X})]),
    "only one of its parts": (equal(sqrt(t) + sqrt(t), 2 * sqrt(t)), [by(rooted, parts=[2])]),
    "of the letters that exist": (equal(S * S, P * L * L * P.T), [symmetric(S), by(theorem)]),
    "with other names": (equal(K * K, K.T * K), [symmetric(K), by(theorem, {p: n, S: K})]),
    "two matrices, two sets of letters": (
        equal(S * T, P * L * P.T * U * D * U.T),
        [symmetric(S), symmetric(T), by(theorem), by(theorem, {S: T}, new={P: U, L: D})],
    ),
    "through a claim that cites it": (equal(Trace(S), Trace(L)), [symmetric(S), by(theorem), by(trace)]),
    "diagonal, for every i": (equal(L * i, inner(i, L * i) * i), [symmetric(S), by(theorem)]),
    "an expectation": (equal(inner(x, expectation(z, z)), expectation(inner(x, z), z)), [by(mean)]),
    "a claim about all rows": (equal(sample(X, m) + x, x + sample(X, m)), [by(row, {k: m})]),
    "an orthogonal matrix of the theorem's": (
        equal(sqnorm(P * x), sqnorm(x)),
        [
            symmetric(S),
            by(theorem),
            by(make("isometry", given(equal(sqnorm(A * y), sqnorm(y)), orthogonal(A))), {A: P, y: x}),
        ],
    ),
}


@pytest.mark.parametrize("name", USES)
def test_assumptions_of_a_cited_claim_may_be_proved(name: str) -> None:
    show, assuming = USES[name]
    (proven,) = run(make("use", given(show, *assuming)), ["kernel"]).proven
    assert proven.verdict == "proved", proven.reason


def test_two_claims_that_cite_each_other_are_refused_in_one_line() -> None:
    claims: dict[str, Claim] = {}

    def citing_claim(name: str, on: str) -> Claim:
        return claim_module.claim(
            f"test-citing.{name}",
            show=lambda: given(equal(S, S.T), by(claims[on])),
            prose="A claim that was made up for a test.",
            sources=[note("004", 69)],
            numeric="no data",
            mutants=[swap(S.T, S * S)],
        )

    claims |= {
        "one": citing_claim("one", "two"),
        "two": citing_claim("two", "one"),
        "self": citing_claim("self", "self"),
    }
    for name, way in (("one", "two, test-citing.one"), ("self", "self, test-citing.self")):
        report = run(claims[name], LAYERS)
        assert report.verdict == "undecided"
        assert f"cites itself, through test-citing.{way}" in report.problem
        for layer in ("kernel", "sympy"):
            assert run_layer(claims[name], layer).status == "failed"


def test_a_part_names_the_letters_that_an_axiom_introduces() -> None:
    N = MatrixSymbol("N", n, n)
    part = given(equal(Trace(K), Trace(N)), symmetric(K), by(theorem, {p: n, S: K}, new={P: M, L: N}))
    (existing,) = resolve(part, "here").existing
    assert existing.axiom is theorem
    assert existing.letters == (M, N)
    assert existing.equations[0] == equal(K, M * N * M.T)
    statement = resolve(part, "here").reading.statement
    assert set(existing.facts) <= {name for name, _ in statement.hypotheses}
    assert len(existing.facts) == len(theorem.parts)


def test_only_axioms_introduce_letters_and_nothing_else_is_assumed_of_them() -> None:
    with pytest.raises(ValueError, match="exists should be empty"):
        make("proved", equal(S, S), exists=[S])
    with pytest.raises(ValueError, match="nothing is assumed, not P"):
        axiom(*decomposed, exists=[P, L], name="assumed", assuming=[symmetric(S), orthogonal(P)])


def test_an_axiom_that_holds_for_all_letters_has_to_hold_at_points() -> None:
    true = axiom(at_least(sqnorm(x), 0), exists=[], name="true")
    wrong = axiom(*decomposed, exists=[], name="wrong", assuming=[symmetric(S)])  # for all P and Λ
    assert run_layer(true, "sympy").status == "ok"
    assert run_layer(wrong, "sympy").status == "failed"
    assert run_layer(theorem, "sympy").status == "skipped"


def test_a_fact_of_an_axiom_that_a_citation_needs_counts_as_cited() -> None:
    isometry = make("isometry", given(equal(sqnorm(A * y), sqnorm(y)), orthogonal(A)))
    part = given(equal(sqnorm(P * x), sqnorm(x)), symmetric(S), by(theorem), by(isometry, {A: P, y: x}, parts=[1]))
    report = run(make("through", part), ["kernel"])
    assert report.verdict == "proved"
    assert {c.id for c in report.uses()} <= {"test-citing.isometry", "test-citing.theorem"}
    assert report.to_json()["cites"] == ["test-citing.theorem"]
