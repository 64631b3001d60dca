"""What a claim must have, how mutants change it, and how a verdict adds up."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from letters import H, M, P, S, X, a, k, n, nu, p, x, y
from sympy import Eq, Identity, MatrixSymbol, OneMatrix, Symbol, Trace

import pcaproofs.verify.claim as claim_module
from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.hypotheses import orthogonal, positive, symmetric, unit
from pcaproofs.language.nodes import basis, gradient, inner, sample, sqnorm, total
from pcaproofs.language.reader import read
from pcaproofs.prover.refute import Attack, least
from pcaproofs.verify.claim import Claim, ClaimError, Mutant, Part, book, by, given, note
from pcaproofs.verify.discovery import UnknownClaim, all_claims, claims_in_file, select
from pcaproofs.verify.layers import kernel_layer, numeric_layer, run_layer
from pcaproofs.verify.mutants import flip_sign, other_sense, right_times, swap, untransposed, without, without_equation
from pcaproofs.verify.mutants_layer import mutants_layer, only_scaled
from pcaproofs.verify.proving import LEAST_SECONDS, prove_part, prove_parts
from pcaproofs.verify.reference_pca import WRONG_IMPLEMENTATIONS
from pcaproofs.verify.run import run, summary


def make(**changes: Any) -> Claim:
    parts: dict[str, Any] = {
        "id": "test-claim.idempotent",
        "show": Eq(H * H, H),
        "prose": "Centring twice is the same as centring once.",
        "sources": [note("004", 69)],
        "numeric": "no data",
        "mutants": [swap(1 / n, 1)],
    }
    parts |= changes
    return claim_module.claim(parts.pop("id"), **parts)


WITHOUT_MEANING = {
    "shapes that clash": (lambda: equal(X * S * X, X), "p and n clash"),
    "one index for two lengths": (
        lambda: equal(basis(p, "i").T * S * basis(p, "i"), basis(n, "i").T * H * basis(n, "i")),
        "the index i for lengths",
    ),
}


@pytest.mark.parametrize(("show", "words"), WITHOUT_MEANING.values(), ids=WITHOUT_MEANING)
def test_a_statement_without_meaning_is_an_error_of_its_author_in_one_line(show: Any, words: str) -> None:
    with pytest.raises(ClaimError, match=words) as caught:
        run(make(show=show), ("kernel",))
    assert str(caught.value).endswith("test-claim.idempotent]")


def test_the_second_opinion_of_a_statement_without_meaning_fails() -> None:
    assert "text is not read" in run_layer(make(show=lambda: "H = H"), "sympy").note


def test_a_refuted_claim_names_the_failing_goal() -> None:
    assert "n = 1" in kernel_layer(make(show=Eq(H * H, 2 * Identity(n)))).note


def test_a_file_that_ends_the_program_is_an_error_of_its_author(tmp_path: Path) -> None:
    (tmp_path / "leaves.py").write_text("import sys\nsys.exit(0)\n", encoding="utf-8")
    with pytest.raises(ClaimError, match=r"SystemExit: 0 \[.*leaves.py:2\]"):
        claims_in_file(tmp_path / "leaves.py")


INCOMPLETE = [
    ({"id": "idempotent"}, "chapter.name"),
    ({"id": "other.idempotent"}, "after its file"),
    ({"show": []}, "show should have"),
    ({"prose": "Short."}, "prose should say"),
    ({"sources": []}, "sources should name"),
    ({"mutants": []}, "mutants should list"),
    ({"numeric": " "}, "numeric should be"),
    ({"unmutated": {1: " "}}, "unmutated should give a reason"),
    ({"numeric": lambda case, tested: None}, "wrong should name"),
    ({"declared": "true"}, "declared should be"),
    ({"declared": "refuted"}, "repaired_by should be"),
    ({"declared": "cited"}, "cites should name"),
]


@pytest.mark.parametrize(("changes", "words"), INCOMPLETE, ids=[words for _, words in INCOMPLETE])
def test_an_incomplete_claim_is_refused_by_name(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words) as caught:
        make(**changes)
    assert "idempotent]" in str(caught.value)


LATE = [
    ({"show": list}, "show should have", "parts"),
    ({"mutants": list}, "mutants should list", "mutants"),
]


@pytest.mark.parametrize(("changes", "words", "name"), LATE, ids=[words for _, words, _ in LATE])
def test_lazily_built_fields_are_checked_when_built(changes: dict[str, Any], words: str, name: str) -> None:
    late = make(**changes)
    with pytest.raises(ValueError, match=words) as caught:
        getattr(late, name)
    assert "idempotent]" in str(caught.value)


def test_a_verdict_is_computed_not_declared() -> None:
    false = make(show=Eq(H * H, 2 * H))
    report = run(false, ("kernel",))
    assert report.verdict != "proved"
    assert not report.passed
    assert summary([report])["failed"] == 1


def test_the_weakest_part_decides() -> None:
    assert run(make(show=[Eq(H * H, H), Eq(H * H, 2 * H)]), ("kernel",)).verdict != "proved"


def test_a_refuted_claim_passes_when_it_is_refuted() -> None:
    report = run(make(show=Eq(H * H, 2 * H), repaired_by=make()), ("kernel",))
    assert report.verdict == "refuted"
    assert report.passed
    assert report.proven[0].counterexample is not None


@pytest.mark.parametrize("layer", ["kernel", "sympy"])
def test_each_opinion_sees_a_false_statement(layer: str) -> None:
    assert run_layer(make(show=Eq(H * H, 2 * H)), layer).status == "failed"
    assert run_layer(make(), layer).status == "ok"


def test_a_mutant_that_is_true_or_changes_nothing_fails() -> None:
    harmless = Mutant("harmless", lambda part: Part(equal(H, H * H)))
    absent = swap(Symbol("absent"), 1)
    unread = Mutant("not in the language", lambda part: Part(equal(H, H.I)))
    survived = "not refuted; part 1 is proved, so the change is no mistake: "
    assert f"harmless: {survived}(-n⁻¹) 𝟏_n 𝟏_nᵀ + I_n = " in mutants_layer(make(mutants=[harmless])).note
    assert mutants_layer(make(mutants=[unread])).note == "not in the language: not refuted; part 1 is unsupported"
    assert "changes nothing" in mutants_layer(make(mutants=[absent])).note
    assert mutants_layer(make()).status == "ok"


Q, T = MatrixSymbol("Q", n, n), MatrixSymbol("T", n, n)
TWO_PARTS = [equal(Q.T * Q, Identity(n)), equal(Q * T.T, Q * T)]
ASSUMED = [orthogonal(Q), symmetric(T)]

# (mutants, reasons for parts that none hits, what the layer says)
PER_PART: list[tuple[list[Mutant], dict[int, str], str]] = [
    ([untransposed(Q), untransposed(T)], {}, "T is not transposed: not refuted"),
    ([untransposed(Q), without("symmetric")], {}, ""),
    ([untransposed(Q), right_times(2)], {}, "part 2: got no mutant"),
    ([untransposed(Q), right_times(-1)], {2: "it has no other letter"}, ""),
    ([untransposed(Q), without("symmetric")], {2: "it has no other letter"}, "part 2: without symmetric hits it"),
    ([untransposed(Q)], {2: "it has no other letter", 3: "there is no such part"}, "the parts are 1 to 2"),
    ([untransposed(Q), swap(T.T, T)], {2: "it has no other letter"}, "T.T becomes T: not refuted"),
    ([untransposed(Q), swap(Q * T, 2 * Q * T)], {}, "part 2: got no mutant"),
]


@pytest.mark.parametrize(("mutants", "reasons", "says"), PER_PART, ids=[str(k) for k in range(len(PER_PART))])
def test_each_part_falls_to_a_mutant_that_is_no_scale_change(
    mutants: list[Mutant], reasons: dict[int, str], says: str
) -> None:
    outcome = mutants_layer(make(show=TWO_PARTS, assuming=ASSUMED, mutants=mutants, unmutated=reasons))
    assert outcome.status == ("failed" if says else "ok"), outcome.note
    assert says in outcome.note
    if not says:
        assert outcome.data["killed"] == len(mutants)
        assert outcome.data["parts"]["1"] == untransposed(Q).name
        assert outcome.data["parts"]["2"] == (f"none: {reasons[2]}" if 2 in reasons else "without symmetric")


S2, w2 = MatrixSymbol("S", p, p), MatrixSymbol("w", p, 1)
SCALED_SIDES = [
    (equal(S2 * S2, S2), equal(S2 * S2, 2 * S2), True),
    (equal(S2 * S2, S2), equal(3 * S2 * S2, -2 * S2), True),
    (equal(S2 * S2, S2), equal(S2 * S2, 2 * S2.T), False),
    (equal(S2, inner(w2, w2) * S2), equal(S2, inner(w2, S2 * w2) * S2), False),
    (at_least(sqnorm(w2), 1), at_least(sqnorm(w2), 4), True),
    (at_least(sqnorm(w2), 1), at_least(1, sqnorm(w2)), False),
    (maximises(sqnorm(w2), {w2: S2 * x}), maximises(2 * sqnorm(w2), {w2: S2 * x}), True),
    (maximises(sqnorm(w2), {w2: S2 * x}), minimises(2 * sqnorm(w2), {w2: S2 * x}), False),
]


@pytest.mark.parametrize(("before", "after", "scaled"), SCALED_SIDES, ids=[str(k) for k in range(len(SCALED_SIDES))])
def test_a_scale_change_is_seen_by_multiplying_out(before: Any, after: Any, scaled: bool) -> None:
    assert only_scaled(read(before, ()).statement, read(after, ()).statement) is scaled


NUMERIC = [
    (lambda case, tested: tested.same(tested.center(case.X), case.X, steps=1), ["uncentred"], "should be"),
    (lambda case, tested: None, ["uncentred"], "compares nothing"),
    (lambda case, tested: tested.same(case.X, case.X, steps=1), ["uncentred"], "does not catch"),
    (lambda case, tested: tested.same(case.X, case.X, steps=1), ["no such"], "should be one of"),
]


@pytest.mark.parametrize(("numeric", "wrong", "words"), NUMERIC, ids=[words for *_, words in NUMERIC])
def test_a_numeric_layer_that_proves_nothing_fails(numeric: Any, wrong: list[str], words: str) -> None:
    outcome = numeric_layer(make(numeric=numeric, wrong=wrong))
    assert outcome.status == "failed"
    assert words in outcome.note


def test_every_wrong_pca_is_caught_by_some_claim() -> None:
    assert {name for claim in all_claims() for name in claim.wrong} == set(WRONG_IMPLEMENTATIONS)


def test_select_by_id_and_chapter() -> None:
    claims = all_claims()
    assert {c.id for c in select(["affine"], claims)} >= {"affine.decomposition", "affine.all-optima"}
    assert [c.id for c in select(["centering.action"], claims)] == ["centering.action"]
    with pytest.raises(UnknownClaim, match=r"centering\.action"):
        select(["centering.acton"], claims)


def test_parts_take_the_claims_assumptions_and_their_own() -> None:
    w = MatrixSymbol("w", p, 1)
    S = MatrixSymbol("S", p, p)
    c = make(show=[given(Eq(S.T, S), unit(w)), Eq(S.T, S)], assuming=[symmetric(S)])
    assert [len(part.assuming) for part in c.parts] == [2, 1]
    assert kernel_layer(c, prove_parts(c)).status == "ok"


def test_mutators_make_the_change_that_they_name() -> None:
    x, w = MatrixSymbol("x", p, 1), MatrixSymbol("w", p, 1)
    A = MatrixSymbol("A", p, p)
    line = Part(equal(sqnorm(x), inner(x, A.T * w)), (unit(w), symmetric(A)))
    least = Part(minimises(sqnorm(x - w), {x: w}, value=0))
    rows: list[tuple[Mutant, Part, Any]] = [
        (right_times(3), line, equal(sqnorm(x), 3 * inner(x, A.T * w))),
        (untransposed(A), line, equal(sqnorm(x), inner(x, A * w))),
        (flip_sign(sqnorm(x)), line, equal(-sqnorm(x), inner(x, A.T * w))),
        (swap(x, w, right=True), line, equal(sqnorm(x), inner(w, A.T * w))),
        (swap(p, n), Part(equal(Trace(A), p * Trace(Identity(p)))), equal(Trace(A), n * Trace(Identity(p)))),
        (other_sense(), least, maximises(sqnorm(x - w), {x: w}, value=0)),
        (other_sense(), Part(at_least(sqnorm(x), 0)), at_least(0, sqnorm(x))),
    ]
    for mutant, part, wanted in rows:
        changed = mutant.change(part)
        assert changed is not None, mutant.name
        assert repr(changed.conclusion) == repr(wanted), mutant.name
    assert [len(m.change(line).assuming) for m in (without("unit"), without("symmetric"))] == [1, 1]  # type: ignore[union-attr]
    assert without("psd").change(line) is None
    assert without_equation(Eq(x, w)).change(line) is None
    both = Part(same_optimisers([x], ("min", sqnorm(x)), ("min", 2 * sqnorm(x))))
    turned = other_sense().change(both)
    assert turned is not None
    assert turned.conclusion.second[0] == "max"


L = MatrixSymbol("L", p, p)
A = MatrixSymbol("A", n, n)
U, D = MatrixSymbol("U", n, n), MatrixSymbol("D", n, n)
AXIOM: dict[str, Any] = {
    "id": "test-claim.axiom",
    "show": [equal(S, P * L * P.T), equal(P.T * P, Identity(p)), equal(L.T, L)],
    "assuming": [symmetric(S)],
    "declared": "cited",
    "cites": [book("Horn and Johnson, Matrix Analysis, 2nd ed., Theorem 2.5.6")],
    "exists": [P, L],
}
RENAMED: dict[Any, Any] = {p: n, S: A}
NEW: dict[Any, Any] = {P: U, L: D}


def test_a_claim_that_uses_an_axiom_says_so_through_others() -> None:
    axiom = make(**AXIOM)
    square = make(
        id="test-claim.square", show=equal(A * A, U * D * D * U.T), assuming=[symmetric(A), by(axiom, RENAMED, new=NEW)]
    )
    report = run(square, ("kernel",))
    assert report.verdict == "proved"
    assert report.to_json()["cites"] == ["test-claim.axiom"]
    cube = make(show=equal(A**3, A * U * D * D * U.T), assuming=[symmetric(A), by(axiom, RENAMED, new=NEW), by(square)])
    cited = run(cube, ("kernel",))
    assert cited.to_json()["cites"] == ["test-claim.axiom"]
    assert {c.id for c in cited.uses()} <= {"test-claim.axiom", "test-claim.square"}


def test_a_claim_that_the_certificate_does_not_cite_is_not_listed() -> None:
    report = run(
        make(show=equal(A.T * A, A * A), assuming=[symmetric(A), by(make(**AXIOM), RENAMED, new=NEW)]), ("kernel",)
    )
    assert report.verdict == "proved"
    assert report.to_json()["cites"] == []


def test_citing_a_claim_needs_its_assumptions() -> None:
    resolved = make(show=equal(A, A * A), assuming=[by(make(**AXIOM), RENAMED, new=NEW)])
    report = run(resolved, ("kernel",))
    assert report.verdict == "undecided"
    assert "which assumes symmetric(A) [test-claim.idempotent]" in report.problem


def test_an_axiom_has_the_verdict_cited() -> None:
    report = run(make(**AXIOM), ("kernel",))
    assert report.verdict == "cited"
    assert report.passed


real = Symbol("t", real=True)
SCALED = {"show": at_least(nu * sqnorm(x), 0)}
COMMUTED = {"show": equal(x.T * y, y.T * x)}
SLOPE = {"show": equal(gradient(inner(a, x), x), a), "mutants": [swap(x, y)]}
SUMMED = {"show": equal(total(inner(a, sample(X, k)), k), inner(a, X.T * OneMatrix(n, 1)))}

# (the claim that is leant on, in which letters, what would follow although it is false, what is said instead)
RENAMINGS: list[tuple[dict[str, Any], dict[Any, Any], Any, str]] = [
    (SCALED, {nu: real}, at_least(real * sqnorm(x), 0), "which assumes t > 0"),
    (COMMUTED, {x: X, y: X * M}, equal(X.T * X * M, M.T * X.T * X), "should be of its shape"),
    (COMMUTED, {x.T * y: 3}, equal(3, y.T * x), "should be a letter"),
    (SLOPE, {a: M * x}, equal(gradient(inner(M * x, x), x), M * x), "bound there"),
    (SLOPE, {x: a}, equal(gradient(inner(a, a), a), a), "bound there"),
    (SUMMED, {a: sample(X, k)}, equal(total(sqnorm(sample(X, k)), k), sqnorm(X.T * OneMatrix(n, 1))), ""),
    (COMMUTED, {p: nu}, equal(x, x), "should be"),
]


@pytest.mark.parametrize(("base", "renaming", "false", "says"), RENAMINGS, ids=[str(row[1]) for row in RENAMINGS])
def test_a_citation_may_not_change_the_meaning_of_the_claim(
    base: dict[str, Any], renaming: dict[Any, Any], false: Any, says: str
) -> None:
    claim = make(**base)
    assert run(claim, ("kernel",)).verdict == "proved"
    report = run(make(show=false, assuming=[by(claim, renaming)]), ("kernel",))
    assert report.verdict == ("undecided" if says else "refuted")
    assert says in report.problem


def test_a_citation_may_substitute_letters_that_satisfy_the_hypotheses() -> None:
    mu = Symbol("mu", positive=True)
    for image, extra in ((mu, []), (real, [positive(real)])):
        resolved = make(show=at_least(image * sqnorm(y), 0), assuming=[*extra, by(make(**SCALED), {nu: image, x: y})])
        assert run(resolved, ("kernel",)).verdict == "proved"


def test_a_claim_that_cites_an_unproved_claim_is_not_proved() -> None:
    false = make(show=equal(M, M.T))
    resolved = make(show=equal(M * M, M.T * M), assuming=[by(false)])
    report = run(resolved, ("kernel",))
    assert report.verdict == "undecided"
    assert "which is not proved" in report.proven[0].reason


REFUTED = [(claim, k) for claim in all_claims() if claim.declared == "refuted" for k in range(len(claim.parts))]


@pytest.mark.parametrize(("claim", "k"), REFUTED, ids=[f"{claim.id}-{k}" for claim, k in REFUTED])
def test_the_example_of_a_refuted_claim_is_the_least_that_its_steps_find(claim: Claim, k: int) -> None:
    """No example has a smaller sum of dimensions or, at this sum, fewer nonzero entries."""
    found = prove_part(claim.parts[k], claim)
    if (example := found.counterexample) is None or claim.parts[k].citing is not None:
        return

    def size(x: Any) -> tuple[int, int]:
        return sum(x.dimensions.values()), sum(v != 0 for m in x.letters.values() for row in m for v in row)

    reading, most = found.reading, size(example)
    assert Attack(reading.statement, reading.hints, where=lambda d: sum(d.values()) < most[0])(LEAST_SECONDS) is None
    assert size(least(reading.statement, reading.hints, example, seconds=LEAST_SECONDS)) == most
