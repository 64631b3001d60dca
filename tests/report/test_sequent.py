"""A result in a notebook shows hypotheses ⊢ conclusion; each relation is read back and compared with the kernel's."""

from __future__ import annotations

import pytest
from letters import A, B, I, X, a, t, w, x
from sympy import Eq, Integer, Trace

from pcaproofs import prove
from pcaproofs.formula.latex import latex
from pcaproofs.formula.sequent import existence_sequent, sequent
from pcaproofs.formula.tree import Best, CommaList, Exists, Formula, Relation, contains
from pcaproofs.kernel import Compare, Statement
from pcaproofs.language.conclusions import at_least, equal, exists, minimises, same_optimisers
from pcaproofs.language.hypotheses import psd, symmetric, unit
from pcaproofs.language.nodes import inner, inverse, norm, pinv, sqnorm
from pcaproofs.language.reader import read
from pcaproofs.prover.search.rewriting.normal_form import normal_form
from pcaproofs.report.notebook import certificate_markdown

from .derivation.test_printed_conclusions import sized
from .derivation.test_printed_hypotheses import readable, tables
from .random_points import point
from .reading_back import Reader, spelled

SQUARES, VARIABLES = r"\ t^2 + \lVert x - a\rVert^{2}", r"x \in \mathbb{R}^{p}, t \in \mathbb{R}"
UNIT = r"\substack{w \in \mathbb{R}^{p} \\ \lVert w\rVert^{2} = 1}"
SHOWN = {
    "no hypothesis": (equal(A, A.T), (), r"A = A^\top"),
    "≥": (at_least(sqnorm(x), 0), (), r"\lVert x\rVert^{2} \ge 0"),
    "a hypothesis": (equal(w * w.T * w, w), (unit(w),), r"\lVert w\rVert^{2} = 1 \;\vdash\; w w^\top w = w"),
    "a reciprocal": (
        equal(x / sqnorm(x), x),
        (),
        r"\lVert x\rVert^{2} \ne 0 \;\vdash\; \frac{1}{\lVert x\rVert^{2}} x = x",
    ),
    "a root": (equal(norm(x), 1), (), r"\lVert x\rVert^{2} \ge 0 \;\vdash\; \lVert x\rVert = 1"),
    "an inverse": (
        equal(inverse(A) * A, I),
        (),
        r"A A^{-1} = I_{p},\ A^{-1} A = I_{p} \;\vdash\; A^{-1} A = I_{p}",
    ),
    "a factor": (at_least(Trace(A), 0), (psd(A),), r"A = F^\top F \;\vdash\; \operatorname{tr}(A) \ge 0"),
    "an optimum": (
        minimises(sqnorm(x - a) + t**2, {x: a, t: Integer(0)}, value=0 * t, exactly=(Eq(x, a), Eq(t, 0))),
        (),
        rf"(a, 0) \;\in\; \operatorname*{{arg\,min}}_{{{VARIABLES}}}{SQUARES},\quad "
        rf"\operatorname*{{min}}_{{{VARIABLES}}}{SQUARES} = 0,\quad "
        rf"(x, t) \in \operatorname*{{arg\,min}}_{{{VARIABLES}}}{SQUARES} \;\iff\; x = a,\ t = 0",
    ),
    "a feasible set": (
        same_optimisers([w], ("min", sqnorm(X - X * w * w.T)), ("max", inner(w, X.T * X * w))),
        (unit(w),),
        rf"\operatorname*{{arg\,min}}_{{{UNIT}}}\ \lVert X - X w w^\top\rVert_{{F}}^{{2}} \;=\; "
        rf"\operatorname*{{arg\,max}}_{{{UNIT}}}\ w^\top X^\top X w",
    ),
    "optimal if and only if": (
        minimises(sqnorm(x - w), {w: a}, exactly=(Eq(w, a),)),
        (unit(w), unit(a)),
        r"\lVert a\rVert^{2} = 1 \;\vdash\; a \;\in\; "
        rf"\operatorname*{{arg\,min}}_{{{UNIT}}}\ \lVert x - w\rVert^{{2}}"
        rf",\quad w \in \operatorname*{{arg\,min}}_{{{UNIT}}}\ \lVert x - w\rVert^{{2}}"
        r" \;\iff\; \lVert w\rVert^{2} = 1,\ w = a",
    ),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_statement_is_shown_completely(name):
    conclusion, assuming, shown = SHOWN[name]
    assert latex(sequent(read(conclusion, assuming).statement)) == shown


EXISTING = {
    "one equation": (
        [equal(A * B, A)],
        {B: I},
        [symmetric(A)],
        r"A^\top = A \;\vdash\; \exists B \in \mathbb{R}^{p\times p}:\ A B = A",
    ),
    "what is defined by the letter": (
        [equal(inverse(B) * A, A)],
        {B: I},
        [],
        r"\exists B \in \mathbb{R}^{p\times p}:\ B B^{-1} = I_{p},\ B^{-1} B = I_{p} \;\vdash\; B^{-1} A = A",
    ),
    "two letters and two equations": (
        [equal(t * B, A), equal(B * t, A)],
        {B: A, t: Integer(1)},
        [],
        r"\exists B \in \mathbb{R}^{p\times p}, t \in \mathbb{R}:\ t B = A,\ t B = A",
    ),
}


@pytest.mark.parametrize("name", EXISTING)
def test_there_are_letters_with_all_that_was_proved_and_without_their_values(name):
    conclusions, values, assuming, shown = EXISTING[name]
    given = [*assuming, *(equal(letter, value) for letter, value in values.items())]
    statements = [read(conclusion, given).statement for conclusion in conclusions]
    form = existence_sequent(statements, [letter.name for letter in values])
    assert latex(form) == shown
    for statement in statements:
        held = [h for _, h in statement.hypotheses if h.left not in [("letter", x.name) for x in values]]
        held.append(statement.conclusion)
        assert [h for h in held if not any(is_said(h, statement, x) for x in relations(form))] == []
    assert len(relations(form)) == len(held) + len(conclusions) - 1


def test_a_result_shows_what_there_is_and_the_value():
    shown = prove(exists(B, equal(A * B, A)))._repr_latex_()
    assert shown.startswith(r"$\displaystyle \exists B \in \mathbb{R}^{p\times p}:\ A B = A \qquad")
    assert r"\text{with } B = I_{p}" in shown


def relations(form: Formula) -> list[Relation]:
    """The equations and inequalities of a sequent, without those of optima."""
    match form:
        case Relation((given, goal), ("⊢",)):
            return relations(given) + relations(goal)
        case Exists(body=body):
            return relations(body)
        case CommaList(items):
            return [x for item in items for x in relations(item)]
    return [form] if isinstance(form, Relation) and not contains(form, (Best,)) else []


def is_said(h: Compare, statement: Statement, form: Relation) -> bool:
    """Whether a relation, read back, has the kernel's sign and its two sides."""
    at = point(statement, 1)
    sizes = {n for _, *shape in statement.letters for n in shape if isinstance(n, str)} | {*map(str, statement.ones)}
    names = {spelled(x): x for x in (*sizes, *(name for name, _, _ in statement.letters))}
    sides = [
        sized(Reader(latex(x), at, names, {}).whole(), at.value(e))
        for x, e in zip(form.terms, (h.left, h.right), strict=True)
    ]
    held = [sized(at.value(e)) for e in (h.left, h.right)]
    return sides == held and {"≥": ">=", "≠": "!="}.get(form.signs[0], form.signs[0]) == h.relation


@pytest.mark.parametrize("rows", tables())
def test_a_third_of_the_tables_is_shown_as_the_kernel_holds_it(rows):
    for name, conclusion, assuming, *_ in filter(readable, rows[::3]):
        statement = read(conclusion, tuple(assuming)).statement
        if any(not letter.isidentifier() or letter.startswith("e_") for letter, _, _ in statement.letters):
            continue  # a letter that stands for something, as in SHOWN
        goal = statement.conclusion
        held = [h for _, h in statement.hypotheses] + [goal]
        shown = relations(sequent(statement))
        if isinstance(goal, Compare):
            assert [h for h in held if not any(is_said(h, statement, x) for x in shown)] == [], name
            assert [latex(x) for x in shown if not any(is_said(h, statement, x) for h in held)] == [], name


def test_the_comparison_finds_wrong_text():
    statement = read(equal(A, B.T)).statement
    (form,) = relations(sequent(statement))
    assert is_said(statement.conclusion, statement, form)
    assert not is_said(read(equal(A, B)).statement.conclusion, statement, form)
    assert not is_said(read(at_least(Trace(A), 0)).statement.conclusion, statement, form)


def test_results_normal_forms_and_certificates_are_shown_by_the_same_printer():
    result = prove(Eq(w * w.T * w * w.T, w * w.T, evaluate=False), [unit(w)])
    written, read_as = result._repr_latex_().split(r" \\ ")  # as it was written, then as it was read
    assert r"\text{$w$ is a unit vector} \;\vdash\; w w^\top w w^\top = w w^\top" in written
    assert r"\text{read as } \lVert w\rVert^{2} = 1 \;\vdash\; w w^\top w w^\top = w w^\top" in read_as
    assert r"on the left $w w^\top$, on the right $1$" in certificate_markdown(result.certificate)
    form = normal_form(2 * x * x.T * pinv(X))
    assert form._repr_latex_() == r"$2 x x^\top X^+$"
    assert form == normal_form(x * x.T * pinv(X) + x * x.T * pinv(X))
