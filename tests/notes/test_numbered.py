"""Numbered members of families: v_1 is the first of v_1, …, v_p, and λ_1 is at least λ_2 where the note says so."""

from __future__ import annotations

import pytest

from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Chain
from pcaproofs.notes.judging.indices import order_of
from tests.notes.checking import checked
from tests.notes.reading import tree

S = r"Let $S \in \mathbb{R}^{p \times p}$ be symmetric with orthonormal eigenvectors $v_1, \dots, v_p$ and eigenvalues "


@pytest.mark.parametrize(
    ("chain", "letter", "sign"),
    [
        (r"\lambda_1 \ge \dots \ge \lambda_p", r"\lambda", "≥"),
        (r"\lambda_1 \ge \lambda_2 \ge \dots \ge \lambda_p \ge 0", r"\lambda", "≥"),
        (r"\sigma_1 > \sigma_2 > \dots > \sigma_r", r"\sigma", ">"),
        (r"\lambda_1 \ge \lambda_p \ge \dots \ge \lambda_2", "", ""),
        (r"\lambda_1 \ge \dots \le \lambda_p", "", ""),
        (r"\lambda_1 \ge \dots \ge \mu_p", "", ""),
        (r"\lambda_2 \ge \dots \ge \lambda_p", "", ""),
        (r"\lambda_1 \ge \lambda_p", "", ""),
        (r"\lambda_1 = \dots = \lambda_p", "", ""),
    ],
)
def test_the_order_of_a_family(chain: str, letter: str, sign: str) -> None:
    read = tree(chain)
    assert isinstance(read, Chain)
    found = order_of(read)
    assert (key(found[0]), found[1]) == (letter, sign) if found is not None and letter else found is None


@pytest.mark.parametrize(
    ("said", "row", "verdict"),
    [
        (S + r"$\lambda_1, \dots, \lambda_p$.", r"\lambda_1 \ge \lambda_2", "undecided"),
        (S + r"$\lambda_1 \le \dots \le \lambda_p$.", r"\lambda_1 \ge \lambda_2", "undecided"),
        (S + r"$\lambda_1 \le \dots \le \lambda_p$.", r"\lambda_2 \ge \lambda_1", "proved"),
        (S + r"$\lambda_1 \ge \dots \ge \lambda_p$.", r"\lambda_2 \ge \lambda_5", "proved"),
        (S + r"$\lambda_1 \ge \dots \ge \lambda_p$.", r"S v_3 = \lambda_3 v_3", "proved"),
        (r"Let $v_1 \in \mathbb{R}^p$ be a unit vector.", "v_1^T v_1 = 1", "proved"),
        (r"Let $v_1, v_2 \in \mathbb{R}^p$.", "v_1^T v_2 = 0", "refuted"),
    ],
)
def test_each_row_with_numbered_vectors_gets_its_verdict(said: str, row: str, verdict: str) -> None:
    found = [v.verdict for v in checked(f"{said}\n\n$${row}$$") if v.formula.display]
    assert found == [verdict]
