"""Chains of equations: every line is recomputed, short, and the same each time; no chain can be made to lie."""

from __future__ import annotations

import dataclasses
import random

import pytest
from hypothesis import settings
from letters import A, H, P, a, d, lam, p, w, x
from sympy import Eq, Identity, MatrixSymbol, Trace

from pcaproofs import prove
from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.factoring import Factoring
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.from_sympy import FromSymPy
from pcaproofs.formula.latex import latex
from pcaproofs.formula.line_breaks import lines
from pcaproofs.kernel import Compare, Polynomial, Scope, Statement, goals
from pcaproofs.language.conclusions import at_least, equal, minimises
from pcaproofs.language.hypotheses import orthonormal, projector, psd, unit
from pcaproofs.language.nodes import inner, sqnorm
from pcaproofs.language.readable_statement import factor_names
from pcaproofs.report.derivation import chains
from pcaproofs.report.derivation.chains import Chains, uses
from pcaproofs.report.derivation.proof_blocks import ProofBlock
from pcaproofs.report.derivation.proof_writer import FREE, ProofWriter
from pcaproofs.report.sentences import ClaimId

from ..printed import in_tex, sentence_of

B = MatrixSymbol("B", p, d)
T = r"^\top"


def blocks(conclusion, *assuming) -> list[ProofBlock]:
    result = prove(conclusion, assuming=list(assuming))
    assert result.verdict == "proved"
    return ProofWriter(result.statement, result.certificate, Abbreviations(), factor_names([result.statement])).blocks()


def shown(block: ProofBlock) -> list[tuple[str, str, str]]:
    lines = ((s.sign, latex(s.term), in_tex(s.reason)) for s in block.steps)
    return [(latex(block.left), "", ""), *lines]


ONES = rf"\mathbf{{1}}_{{n}} \mathbf{{1}}_{{n}}{T}"
TWICE = rf"I + \frac{{1}}{{n^2}}\,\lVert \mathbf{{1}}_{{n}}\rVert^{{2}} {ONES} - \frac{{2}}{{n}} {ONES}"
PROOFS = {
    "centring twice": (
        Eq(H * H, H),
        (),
        [
            ("H^2", "", ""),
            ("=", TWICE, "multiplied out"),
            ("=", "H", rf"$\mathbf{{1}}_{{n}}{T} \mathbf{{1}}_{{n}} = n$"),
        ],
    ),
    "from the longer side": (
        equal(sqnorm(x), sqnorm(x - P * x) + sqnorm(P * x)),
        (projector(P),),
        [
            (r"\lVert x - P x\rVert^{2} + \lVert P x\rVert^{2}", "", ""),
            ("=", rf"x{T} (I + 2 P{T} P - 2 P) x", "multiplied out"),
            ("=", rf"x{T} (I + 2 P^2 - 2 P) x", rf"$P{T} = P$"),
            ("=", r"\lVert x\rVert^{2}", "$P^2 = P$"),
        ],
    ),
    "an inequality": (
        at_least(lam, inner(x, A * x)),
        (unit(x), psd(lam * Identity(p) - A)),
        [
            (rf"\lambda - x{T} A x", "", ""),
            ("=", rf"x{T} (\lambda I - A) x", r"$\lVert x\rVert^{2} = 1$"),
            ("=", r"\lVert F x\rVert^{2}", rf"$\lambda I - A = F{T} F$"),
            ("≥", "0", "a square"),
        ],
    ),
    "a trace": (
        Eq(Trace(B * B.T), d),
        (orthonormal(B),),
        [
            (rf"\operatorname{{tr}}(B B{T})", "", ""),
            ("=", r"\lVert B\rVert_{F}^{2}", "rules of the trace"),
            ("=", "d", rf"$B{T} B = I_{{d}}$"),
        ],
    ),
}


@pytest.mark.parametrize("name", PROOFS)
def test_a_proof_reads_as_a_chain(name):
    conclusion, assuming, wanted = PROOFS[name]
    (block,) = blocks(conclusion, *assuming)
    assert shown(block) == wanted


def test_an_optimum_is_a_chain_for_each_of_its_goals():
    letters, value, best, *_ = blocks(minimises(sqnorm(x - a), {a: x}, value=0))
    assert (letters.title, value.title, best.title) == ("", "Value", "Optimal")
    assert in_tex(letters.intro).endswith("its value at $a = x$.")
    assert shown(best) == [
        (r"f - f^\star", "", ""),
        ("=", r"\lVert x - a\rVert^{2} - \lVert x - x\rVert^{2}", "by definition"),
        ("=", r"\lVert a\rVert^{2} + \lVert x\rVert^{2} - 2 a^\top x", "multiplied out"),
        ("=", r"\lVert x - a\rVert^{2}", "collected"),
        ("≥", "0", "a square"),
    ]
    assert latex(value.left) == r"f^\star"
    assert latex(value.steps[-1].term) == "0"


def test_a_proof_by_multiplying_out_has_words_or_one_line():
    assert [b.intro for b in blocks(equal(A, A))] == [FREE]
    (block,) = blocks(equal(inner(x, w), inner(w, x)))
    assert shown(block) == [(rf"x{T} w", "", ""), ("=", rf"w{T} x", "multiplied out")]


def test_a_line_knows_the_terms_that_it_drops():
    (block,) = blocks(Eq(H * H, H))
    (sign, term), *others = block.steps[-1].by
    assert others == []
    assert (sign, r"\mathbf{1}_{n}^\top \mathbf{1}_{n} - n" in latex(term)) == ("+", True)


def _setting(statement: Statement, certificate) -> tuple[Chains, list]:
    scope, todo = goals(statement, certificate)
    ((_, _, polynomial, known),) = todo
    ((_, proof),) = certificate.proofs
    c = statement.conclusion
    used = uses(proof.cofactors, known, scope, polynomial, {name: sentence_of(name) for name in known})
    print_ = KernelNotation(statement, None, {})
    sides = [(scope.expand(e), [print_.form(e)]) for e in (c.left, c.right)]
    return Chains(scope, print_), [sides[0], used, sides[1]]


def test_a_chain_with_a_wrong_step_is_refused():
    result = prove(Eq(H * H, H))
    made, (left, used, right) = _setting(result.statement, result.certificate)
    assert made.lines_from_start(left, used, right)
    doubled = [dataclasses.replace(u, multiples=u.multiples * 2) for u in used]
    for wrong in (doubled, []):
        with pytest.raises(ValueError, match="inside a chain"):
            made.lines_from_start(left, wrong, right)


def test_each_line_is_the_line_before_minus_the_terms_of_its_fact(reports, pages, monkeypatch):
    """Recomputed here from the polynomials of the lines, in the chains of every second claim; and the same once more.

    In the thorough profile of every claim.
    """
    checked = []
    original = Chains.lines_from_start

    def lines_from_start(self, start, used, end):
        out = original(self, start, used, end)
        adds = {u.fact: u.multiples for u in used}
        assert all(line.fact in adds for line in out if line.fact)
        total = Polynomial(start[0].rows, start[0].cols)
        for use in used:
            total = total + use.adds
        assert start[0] - total == end[0]
        checked.append(len(out))
        return out

    monkeypatch.setattr(Chains, "lines_from_start", lines_from_start)
    from pcaproofs.report.page import claim_page

    step = 1 if settings().max_examples > 100 else 2
    again = [claim_page(report) for report in reports[::step]]
    for one, other in zip(again, pages[::step], strict=True):
        reasons = [
            run for part in other.parts for block in part.blocks for step in block.steps for run in step.reason.runs
        ]
        back = {run.id for run in reasons if isinstance(run, ClaimId)} - {claim.id for claim in other.report.uses()}
        assert one == other or back, one.id  # lines that refer back are made from all pages together
    made = [b for page in again for part in page.parts for b in part.blocks]
    assert len(checked) > 300 / step
    assert sum(bool(b.left) for b in made) > 10 * sum(bool(b.steps) and not b.left for b in made)


def test_chains_that_are_too_long_are_lists(monkeypatch):
    monkeypatch.setattr(chains, "WIDEST", 5.0)
    (block,) = blocks(*PROOFS["an inequality"][:1], *PROOFS["an inequality"][1])
    assert block.left is None
    assert block.steps[0].sign == "+"
    assert in_tex(block.intro) == "Left minus right is the sum of"


# ---------------------------------------------------------------------------------------------------- factoring
LETTERS = (("A", "p", "p"), ("B", "p", "d"), ("X", "n", "p"), ("x", "p", 1), ("y", "p", 1), ("t", 1, 1))
STATEMENT = Statement(LETTERS, Compare(("letter", "t"), "=", ("letter", "t")), ones=("n",))


def _letter(name: str):
    return ("letter", name)


def _at(name: str):
    return ("t", ("letter", name))


SHORT = {
    "common letters": (
        ("mul", _letter("A"), _letter("B"), _at("B"), ("add", _letter("A"), ("mul", _at("X"), _letter("X")))),
        rf"A B B{T} (A + X{T} X)",
    ),
    "around": (
        ("add", ("mul", _at("x"), _letter("x")), ("mul", ("number", "-1"), _at("x"), _letter("A"), _letter("x"))),
        rf"x{T} (I - A) x",
    ),
    "a square": (("mul", _at("x"), _at("A"), _letter("A"), _letter("x")), r"\lVert A x\rVert^{2}"),
    "a trace turned": (("tr", ("mul", _letter("A"), _letter("B"), _at("B"))), rf"\operatorname{{tr}}(B{T} A B)"),
    "a common number": (
        ("mul", ("inverse", "n", 1), ("add", _letter("A"), ("eye", "p"), _at("A"))),
        rf"\frac{{1}}{{n}} (I + A + A{T})",
    ),
    "scalars of one matrix": (
        ("mul", ("add", _letter("t"), ("size", "n"), ("mul", _at("x"), _letter("y"))), _letter("B"), _at("B")),
        rf"(n + t + x{T} y) B B{T}",
    ),
    "the centring matrix": (
        (
            "add",
            ("mul", _at("X"), _letter("X")),
            ("mul", ("number", "-1"), ("inverse", "n", 1), _at("X"), _letter("1[n]"), _at("1[n]"), _letter("X")),
        ),
        rf"X{T} H X",
    ),
    "nothing": (("add", _letter("t"), ("mul", ("number", "-1"), _letter("t"))), "0"),
}


@pytest.mark.parametrize("name", SHORT)
def test_polynomials_are_written_short(name):
    expression, wanted = SHORT[name]
    scope = Scope(STATEMENT)
    notation = KernelNotation(STATEMENT, Abbreviations(), {})
    assert latex(notation.form(Factoring(scope).expression(scope.expand(expression)))) == wanted


def test_short_expressions_multiply_out_to_their_polynomials():
    scope = Scope(STATEMENT)
    rng = random.Random(5)
    sums = ("mul", _at("X"), _letter("1[n]"))
    pieces = [_letter("A"), _at("A"), ("mul", _letter("B"), _at("B")), ("mul", _at("X"), _letter("X"))]
    pieces += [("mul", _letter("x"), _at("y")), ("eye", "p"), ("mul", sums, ("t", sums))]
    scalars = [("letter", "t"), ("number", "-2/3"), ("size", "n"), ("inverse", "n", 2), ("mul", _at("x"), _letter("y"))]
    factoring = Factoring(scope)
    for _ in range(150):
        terms = [
            ("mul", rng.choice(scalars), *(rng.choice(pieces) for _ in range(rng.randint(1, 3))))
            for _ in range(rng.randint(1, 6))
        ]
        e = ("add", *terms) if len(terms) > 1 else terms[0]
        for q in (scope.expand(e), scope.expand(("tr", e)), scope.expand(("mul", _at("x"), e, _letter("y")))):
            assert scope.expand(factoring.expression(q)) == q


def test_a_long_bracket_is_cut_inside():
    terms = [MatrixSymbol(f"{c}{i}", p, 1) for c in "abcdefg" for i in range(1, 8)]
    form = FromSymPy().form(A * sum(terms[1:], terms[0]))
    first, *others = map(latex, lines(form, 60))
    assert first.startswith(r"A \bigl(")
    assert others[-1].endswith(r"\bigr)")
    assert all(row.startswith("+ ") for row in others)
