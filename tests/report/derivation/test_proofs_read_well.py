"""Proofs as they are printed: short, without lines that say nothing, and measured by docs/proofs.py."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from pcaproofs.formula import algebra
from pcaproofs.formula.text import text
from pcaproofs.formula.tree import Name, Norm, Zero, parts
from pcaproofs.report.derivation.proof_blocks import ProofBlock, Step
from pcaproofs.report.sentences import sentence

MEASURES = runpy.run_path(str(Path(__file__).parents[3] / "docs" / "proofs.py"))
ONE, X = algebra.number(1), Name("x")
SAME = sentence(algebra.relation(ONE, "=", ONE))
LINES = [Step("=", ONE, sentence("collected")), Step("=", X, sentence("collected"))]
FAULTY = {
    "1 = 1": ProofBlock("", sentence(""), [Step("=", X, SAME)], left=ONE),
    "‖1‖ of a number": ProofBlock("", sentence(""), [Step("=", Norm(ONE, power=2), sentence(""))], left=X),
    "line twice": ProofBlock("", sentence(""), LINES, left=X),
    "by way of 0": ProofBlock("", sentence(""), [Step("=", Zero(), sentence("collected")), *LINES[1:]], left=ONE),
    "more lines": ProofBlock("", sentence(""), LINES, more=3),
    "lemma without statement": ProofBlock("Lemma 1", sentence(""), LINES, left=ONE),
}


@pytest.mark.parametrize("fault", FAULTY)
def test_each_fault_is_found(fault):
    assert fault in set(MEASURES["faults"](FAULTY[fault]))


def test_no_proof_has_a_fault(pages):
    found = {page.id: dict(MEASURES["measure"](page).faults) for page in pages}
    assert {id: faults for id, faults in found.items() if faults} == {}
    assert [page.id for page in pages if MEASURES["measure"](page).reasons["none"]] == []  # each step says why


def test_a_proof_has_one_lemma_at_most(pages):
    """More of them are put in where they are used."""
    counts = [[b.title for b in part.blocks].count("Lemma 1") for page in pages for part in page.parts]
    others = [b.title for page in pages for part in page.parts for b in part.blocks if b.title.startswith("Lemma")]
    assert set(others) == {"Lemma 1"}
    assert max(counts) == 1


def test_chains_are_short_and_lines_fit(pages):
    measures = [MEASURES["measure"](page) for page in pages]
    chains = [n for m in measures for n in m.chains]
    assert len(chains) > 300
    assert sum(n <= MEASURES["SHORT"] for n in chains) >= 0.95 * len(chains)
    assert max(m.widest for m in measures) <= 1.3 * MEASURES["LINE"]


def test_samples_keep_their_letter(pages):
    """What a claim calls xₖ is not written as Xᵀeₖ in its proofs."""
    seen, found = 0, []
    for page in pages:
        named = {text(x) for part in page.parts for _, form in part.stated.displays for x in parts(form)}
        for form in (x for part in page.parts for block in part.blocks for x in block.formulas()):
            for x in re.finditer(r"\b([A-Z])ᵀ e(\w)", text(form)):
                seen += 1
                found += [page.id] if f"{x[1].lower()}{x[2]}" in named else []
    assert found == []
    assert seen  # some rows have no name


def test_a_number_that_stands_twice_in_a_product_is_a_power():
    c, a = Name("c"), Name("A", shape=(Name("p"), Name("p")))
    assert text(algebra.times([c, a, c])) == "c² A"
    assert text(algebra.times([a, a])) == "A A"
