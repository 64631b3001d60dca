"""Determinants and adjugates for Rocq: as they were written, with the theorems on which a claim rests proved there."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import pcaproofs.cookbook
from pcaproofs.report.evidence import rows
from pcaproofs.rocq.items import RocqTheorem, distinct, items_of_claims
from pcaproofs.rocq.layer import layer
from pcaproofs.rocq.run import RocqVerdict
from pcaproofs.rocq.run import check as check_items
from pcaproofs.verify.discovery import claims_in_file, find
from pcaproofs.verify.run import run as run_claim

needs_rocq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")
FOLDER = Path(pcaproofs.cookbook.__file__).parent


@pytest.fixture(scope="module")
def items() -> list[RocqTheorem]:
    """The theorems of claims that rest on theorems about determinants."""
    claims = [*find(["spectral.det-is-product"])]
    for name in ("determinants", "spectra", "special_matrices"):
        claims += claims_in_file(FOLDER / f"{name}.py")
    claims += [claim for claim in claims_in_file(FOLDER / "blocks.py") if claim.id == "blocks.eq-402"]
    return [item for item in distinct(items_of_claims(claims)) if item.by_theorems]


TEXTS = {
    "spectral_det_is_product_1": r"\det A = \det Lambda",
    "spectral_det_is_product_3": r"(\det M) *: w = (\adj M) *m M *m w",
    "determinants_eq_19": r"\det (c *: A) = c ^+ n * (\det A)",
    "determinants_eq_20": r"\det (A^T) = \det A",
    "determinants_eq_21": r"\det (A *m B) = \det A * (\det B)",
    "determinants_eq_24": r"\det (u *m v^T + 1%:M) = 1 + (u^T *m v) 0 0",
    "determinants_eq_461_1": r"\det (A^T) = \det (- A)",
    "determinants_of_orthogonal": r"(\det Q) ^+ 2 = 1",
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_determinant_is_printed_as_it_was_written(name: str, items: list[RocqTheorem]) -> None:
    (item,) = [item for item in items if item.name == name]
    assert item.text.endswith(f"\n  {TEXTS[name]}")
    assert "\\det" not in item.text.removesuffix(TEXTS[name])  # no theorem is a hypothesis


REFUSED = {
    "determinants_eq_27": "the theorem det(I_4+A) = ",
    "determinants_eq_41": "the derivative of a determinant",
    "determinants_eq_43": "the derivative of a determinant",
    "blocks_eq_402": "the theorem on the determinant of a sum",
    "determinants_eq_516": "the determinant of a Kronecker product",
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_statement_that_the_library_does_not_prove_is_refused_by_name(name: str, items: list[RocqTheorem]) -> None:
    (item,) = [item for item in items if item.name == name]
    assert item.refused.startswith(f"not translated: {REFUSED[name]}")
    assert not item.text
    assert not item.missing


# the end of a theorem, and a false one in its place
FALSE = {
    "spectral_det_is_product_1": (r"\det A = \det Lambda", r"\det A = \det T_"),
    "spectral_det_is_product_2": (r"\det S_ = \det Lambda", r"\det S_ = - \det Lambda"),
    "spectral_det_is_product_3": (r"(\adj M) *m M *m w", r"(\adj M) *m w"),
    "determinants_eq_19": ("c ^+ n", "c ^+ n.+1"),
    "determinants_eq_21": (r"\det (A *m B)", r"\det (A + B)"),
    "determinants_eq_22": (r"\det A_inv =", r"\det A ="),
    "determinants_eq_24": ("(u^T *m v) 0 0", "(u^T *m u) 0 0"),
    "determinants_eq_25": (r"1 + \det A + \tr (A)", r"1 + \det A - \tr (A)"),
    "determinants_eq_26": (r"2%:R^-1 * \tr (A)", r"3%:R^-1 * \tr (A)"),
    "determinants_eq_264": (r"\det ((u - A *m 'e_i) *m 'e_i^T + A)", r"\det ((u - A *m 'e_i) *m 'e_i^T - A)"),
    "determinants_eq_461_2": (r"(- 1 : K) ^+ n * ", ""),
    "determinants_of_orthogonal": ("^+ 2 = 1", "= 1"),
    "determinants_eq_487": (r"A *m A - ", r"A *m A + "),
}


@needs_rocq
def test_the_theorems_are_accepted_and_false_ones_refused(items: list[RocqTheorem]) -> None:
    right = [item for item in items if item.text]
    by_name = {item.name: item for item in right}
    wrong = []
    for name, (part, other) in FALSE.items():
        text = by_name[name].text
        assert text.count(part) >= 1, name
        before, _, after = text.rpartition(part)
        wrong.append(replace(by_name[name], name=f"{name}_wrong", text=before + other + after))
    said = check_items([*(item for item in right if not item.same_as), *wrong])
    assert {name: x.reason for name, x in said.items() if not x.accepted and not name.endswith("_wrong")} == {}
    assert [item.name for item in wrong if said[item.name].accepted] == []
    assert len(right) > 20
    parts = [item for item in right if item.source == "spectral.det-is-product"]
    assert "what it needs of theorems about determinants is proved by Rocq" in layer(parts, said, 0).note


def test_the_page_of_an_accepted_claim_names_the_theorems_that_rocq_proves() -> None:
    report = run_claim(find(["spectral.det-is-product"])[0], ("kernel",))
    parts = distinct(items_of_claims([report.claim]))
    for accepted in (True, False):
        found = {item.name: RocqVerdict(accepted, "Rocq 8.16.1", reason="refused") for item in parts}
        other = replace(report, layers=(*report.layers, layer(parts, found, 0.0)))
        (said,) = [str(value.runs[0]) for label, value in rows(other) if label == "Taken for granted"]
        assert "the theorem det(AB) = det(A)·det(B)" in said
        assert ("is proved by Rocq 8.16.1" in said) == accepted
