"""Proofs by induction as theorems, which Rocq proves by induction on k; wrong variants of each are refused."""

from __future__ import annotations

import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "kernel"))
from kernel_families import FAMILIES
from kernel_notation import eye, mul, num, x

from pcaproofs import prove
from pcaproofs.certificates import write_certificate
from pcaproofs.cookbook.powers import POWERS
from pcaproofs.kernel import Certificate, Compare, Family, Induction
from pcaproofs.rocq.export import export
from pcaproofs.rocq.induction import changed, variants
from pcaproofs.rocq.items import RocqTheorem, distinct, item_of_file, with_inductive_theorem
from pcaproofs.rocq.run import check as check_items

needs_rocq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")


def item_of(name: str, family: Family, induction: Induction) -> RocqTheorem:
    return with_inductive_theorem(
        RocqTheorem(name, "given", f"given_{name.replace(' ', '_')}", (name,), "proved"), family, induction
    )


TEXT = """forall (K : realFieldType) (n : nat)
    (A B Q : 'M[K]_n) (c p : K),
  (0 < n)%N ->
  A *m B = B *m A ->
  forall (P : nat -> 'M[K]_n),
  P 0%N = 1%:M ->
  (forall k, P k.+1 = A *m (P k)) ->
  forall k,
  (P k) *m B = B *m (P k)"""


def test_a_sequence_is_a_function_of_k() -> None:
    assert item_of("x", *FAMILIES["powers commute"]).text == TEXT


@needs_rocq
def test_rocq_accepts_inductions_and_refuses_their_variants() -> None:
    right = [item_of(case, *FAMILIES[case]) for case in FAMILIES]
    assert [item.refused for item in right if not item.text] == []
    wrong = []
    for case in FAMILIES:
        for k, v in enumerate(variants(list(changed(*FAMILIES[case])))):
            item = RocqTheorem(case, "given", f"wrong_{len(wrong)}", (f"{case} {k}: {v.change}",), "refused")
            wrong.append(replace(item, text=v.text, data=v.data, script=v.script))
    assert len(wrong) > 20
    said = check_items([*right, *wrong])
    assert {item.source: said[item.name].reason for item in right if not said[item.name].accepted} == {}
    assert [item.words for item in wrong if said[item.name].accepted] == []


@needs_rocq
def test_the_cookbooks_powers_are_theorems(tmp_path: Path) -> None:
    """From what `prove` finds, through the file, to Rocq. In a file det(A) is a scalar like any other."""
    items = []
    for k, power in enumerate(POWERS):
        found = prove(power.conclusion, assuming=power.assuming)
        assert found.induction is not None, power.prose
        path = tmp_path / f"power{k}.json"
        write_certificate(path, *found.induction)
        items.append(item_of_file(path))
    assert [item.refused for item in items if not item.text] == []
    said = check_items([item for item in distinct(items) if not item.same_as])
    assert {name: x.reason for name, x in said.items() if not x.accepted} == {}
    export(tmp_path / "out", distinct(items))
    assert "forall k," in (tmp_path / "out" / "chapters" / "Given" / "Statements.v").read_text()


GOOD, PROOF = FAMILIES["powers commute"]
ROOT = Compare(x("A"), "=", mul(("t", x("B")), x("B")))
REFUSED = {
    "a derivative": (
        replace(
            GOOD,
            statement=replace(
                GOOD.statement,
                hypotheses=(("d", Compare(("derivative", mul(x("c"), x("c")), "c", num(1)), "=", num(0))),),
            ),
        ),
        PROOF,
        "a derivative",
    ),
    "an abbreviation": (
        GOOD,
        replace(PROOF, certificates=(*PROOF.certificates[:2], replace(PROOF.certificates[2], lets=(("Z", x("A")),)))),
        "abbreviations",
    ),
    "a member by a root": (
        replace(
            GOOD,
            statement=replace(GOOD.statement, conclusion=Compare(x("P"), "=", x("P")), hypotheses=(("psd", ROOT),)),
            sequences=(("P", eye("n"), mul(x("B"), x("P"))),),
        ),
        Induction((), (Certificate(PROOF.certificates[0].proofs),)),
        "the root",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_induction_that_cannot_be_exported_is_refused_by_name(case: str) -> None:
    family, induction, says = REFUSED[case]
    assert says in item_of("x", family, induction).refused
