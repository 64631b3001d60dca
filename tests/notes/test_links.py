"""Each relation of a row has its own verdict, statement and certificate, and the kernel accepts each."""

from __future__ import annotations

import pytest

from pcaproofs.certificates import from_json
from pcaproofs.kernel import check
from pcaproofs.notes.checking import check_note
from pcaproofs.notes.judging.verdicts import RowVerdict, worst
from tests.notes.reading import note

DECLARED = r"Let $w \in \mathbb{R}^p$ be a unit vector, $x \in \mathbb{R}^p$, and $X \in \mathbb{R}^{n \times p}$."
PROVED, REFUTED = "proved", "refuted"

ROWS = {  # name: the row, the verdict of the row, those of its relations
    "one": (r"\|w\|^2 = 1", PROVED, [("‖w‖² = 1", PROVED)]),
    "the second needs what the note says": (
        r"\|x+w\|^2 = \langle x+w, x+w\rangle = \|x\|^2 + 2 x^T w + 1",
        PROVED,
        [("‖x + w‖² = ⟨x + w, x + w⟩", PROVED), ("⟨x + w, x + w⟩ = ‖x‖² + 2xᵀw + 1", PROVED)],
    ),
    "the second is false": (
        r"\|x+w\|^2 = \langle x+w, x+w\rangle = \|x\|^2 + 2 x^T w + 2",
        REFUTED,
        [("‖x + w‖² = ⟨x + w, x + w⟩", PROVED), ("⟨x + w, x + w⟩ = ‖x‖² + 2xᵀw + 2", REFUTED)],
    ),
    "the first defines": (
        r"s := \|X x\|^2 = x^T X^T X x",
        PROVED,
        [("s := ‖Xx‖²", "definition"), ("‖Xx‖² = xᵀXᵀXx", PROVED)],
    ),
    "two statements": (
        r"\operatorname{tr}(X^T X) = \|X\|_F^2 \quad \text{and} \quad x^T x = \|x\|^2",
        PROVED,
        [("tr(XᵀX) = ‖X‖_F²", PROVED), ("xᵀx = ‖x‖²", PROVED)],
    ),
    "an implication": (
        r"X x = 0 \implies x^T X^T X x = 0",
        PROVED,
        [("Xx = 0", "condition"), ("xᵀXᵀXx = 0", PROVED)],
    ),
    "strict": (r"\|x\|^2 + 1 > 0", PROVED, [("‖x‖² + 1 > 0", PROVED)] * 2),  # ≥ and ≠
}


@pytest.mark.parametrize(("row", "verdict", "relations"), ROWS.values(), ids=ROWS)
def test_each_relation_has_its_verdict_and_a_certificate_that_the_kernel_accepts(
    row: str, verdict: str, relations: list[tuple[str, str]]
) -> None:
    found = note(f"{DECLARED}\n\n$${row}$$\n")
    (last,) = [v for v in check_note(found)[1] if v.formula.display]
    data = last.to_json(found)
    assert last.verdict == verdict
    assert [(x["text"], x["verdict"]) for x in data["parts"]] == relations
    statements = []
    for part in data["parts"]:
        assert (part["certificate"] is not None) == (part["verdict"] == PROVED)
        if part["certificate"] is not None:
            statement, certificate = (
                from_json(part["certificate"]["statement"]),
                from_json(part["certificate"]["certificate"]),
            )
            assert check(statement, certificate) == PROVED
            statements.append(statement.conclusion)
    assert len(set(statements)) == len(statements)  # none stands for another one
    only = data["parts"][0] if len(data["parts"]) == 1 else {"certificate": None, "statement": None}
    assert (data["certificate"], data["statement"]) == (only["certificate"], only["statement"])


@pytest.mark.parametrize(
    ("verdicts", "of_chain", "of_statements"),
    [
        ([("undecided", False), ("needs", False)], ("needs", "error"), ("undecided", "")),
        ([("refuted", True), ("needs", False)], ("needs", "error"), ("refuted", "warning")),
        ([("undecided", False), ("refuted", True), ("proved", False)], ("refuted", "warning"), ("refuted", "warning")),
        ([("unread", False), ("undecided", False)], ("unread", ""), ("unread", "")),
    ],
)
def test_a_reported_step_is_the_verdict_of_a_chain(
    verdicts: list[tuple[str, bool]], of_chain: tuple[str, str], of_statements: tuple[str, str]
) -> None:
    formula = note("$$x = x$$").formulas[0]
    found = [RowVerdict(formula, verdict, is_warning=is_warning) for verdict, is_warning in verdicts]
    chain, statements = worst(found, is_chain=True), worst(found)
    assert (chain.verdict, chain.severity) == of_chain
    assert (statements.verdict, statements.severity) == of_statements
