"""The sheet of formulas: complete statements, only those that are proved, each with a link to its claim."""

import dataclasses
from pathlib import Path

import pytest

from pcaproofs.formula.tree import CommaList, Name, Relation, parts
from pcaproofs.report.documents.model import Computed, DocumentError
from pcaproofs.report.documents.parser import Reader, lines
from pcaproofs.report.documents.reading import documents
from pcaproofs.report.formula_sheet import _letters, _row, sheet

FORMULAS = next(d for d in documents() if d.chapter == "formulas")
BLOCKS = [b for b in FORMULAS.blocks if isinstance(b, Computed)]


SIZES = {"n", "p", "d", "e", "m", "q"}  # "any positive integers"
BOUND = {"y", "t", "x", "B", "Y", "F", "K"}  # below some argmin or argmax, and "for some F"


def block(text: str) -> Computed:
    (found,) = Reader(Path("made.md")).document(f"# T\n\n```{{formulas}} made\n{text}\n```\n").blocks
    return found


def listed(each: Computed) -> list[tuple[str, int]]:
    rows = [t.content.split() for t in each.said if t.type == "inline"]
    return [(id, int(k)) for id, *numbers in rows for k in numbers or ["1"]]


@pytest.fixture(scope="module")
def known(pages):
    return {page.id: page for page in pages}


def test_every_line_is_a_whole_statement_that_is_proved(known):
    rows = [x for each in BLOCKS for x in listed(each)]
    assert len(rows) >= 25
    assert len(set(rows)) == len(rows)
    for id, k in rows:
        page, row = known[id], _row(known[id], k)
        part = page.parts[k - 1]
        assert part.verdict == "proved"
        for said in (*page.hypotheses, *part.stated.assuming, part.stated.ranges):
            assert all(run in row.runs or isinstance(run, str) for run in said.runs)
        assert [form for _, form in part.stated.displays if form not in row.runs] == []
        assert len(row.runs) >= len(part.stated.displays)


def test_every_letter_of_a_line_is_introduced_as_its_claim_introduces_it(known):
    for each in BLOCKS:
        rows = [(known[id], k) for id, k in listed(each)]
        said = _letters(rows)
        introduced = {
            name.base
            for form in said.formulas()
            for term in ((form.terms[0] if isinstance(form, Relation) else form),)
            for name in (term.items if isinstance(term, CommaList) else (term,))
            if isinstance(name, Name)
        }
        for page, k in rows:
            used = {x.base for form in _row(page, k).formulas() for x in parts(form) if isinstance(x, Name) and x.shape}
            given = {x.base for form in page.given.formulas() for x in parts(form) if isinstance(x, Name) and x.shape}
            assert (used & given) - introduced - SIZES == set(), page.id
            assert used - given - introduced - SIZES <= BOUND, page.id


def test_what_is_not_proved_in_this_run_is_not_shown(known):
    page = known["centering.idempotent"]
    other = dataclasses.replace(page, parts=[dataclasses.replace(page.parts[0], verdict="undecided")])
    (title, rows) = sheet(block("- centering.symmetric\n- centering.idempotent"), {**known, page.id: other})
    ids = [t.meta["id"] for _, t in lines(rows.tokens, 0) if t.type == "myst_role"]
    assert ids == ["centering.symmetric"]
    assert sheet(block("- centering.idempotent"), {page.id: other}) == []
    assert sheet(block("- projection.mistyped-as-printed"), {}) == []
    assert title.tokens


REFUSED = {
    "a statement that is not there": ("- centering.idempotent 2", "no such statement"),
    "two meanings of a letter": ("- deflation.deflated-covariance 4\n- centering.centred-data 1", "two meanings of"),
    "two kinds of a letter": ("- projection.from-basis 4\n- centering.rank 3", "two kinds of B"),
    "a letter that needs more words": (
        "- moments.variance-along 1",
        "words .* about letters, which a line has no room for",
    ),
    "a formula of several lines": ("- affine.square-of-sum 2", "too long for a line"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_a_line_cannot_say_is_refused(case, known):
    text, message = REFUSED[case]
    with pytest.raises(DocumentError, match=message):
        sheet(block(text), known)


def test_each_line_links_to_its_claim(site_files):
    page = site_files["formulas.html"].decode()
    for each in BLOCKS:
        for id, _ in listed(each):
            assert f'.html#{id}" data-claim="{id}">' in page
