"""The verdict of each row of a note."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from pcaproofs.notes.faults import FAULT
from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.text.source import Span
from pcaproofs.plain_names import plain_statement
from pcaproofs.statement_text import write

VERDICTS = (
    "proved", "needs", "refuted", "ill-typed", "undecided", "unsupported", "unread", "definition", "condition",
    "problem",
)  # fmt: skip
WORST = ("refuted", "ill-typed", "unread", "unsupported", "undecided", "needs", "condition", "proved", "definition")
UNSAID = ", which the note does not say"


@dataclass(frozen=True)
class RowVerdict:
    """The verdict of a row, and its evidence.

    reason: one line. reading: the typed statements, a line each. needs: hypotheses that would make it true.
    repair: a change of one symbol that makes it provable, in words and as an edit: a span of the note and the text to
    write there. certificate: the result of the proof, with one part for each statement if they are several. uses:
    places of the definitions and conditions that were used.
    statement: the kernel's statement, of what was proved or tried.
    """

    formula: Formula
    verdict: str
    reason: str = ""
    reading: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    counterexample: Any = None
    repair: str = ""
    edit: tuple[Span, str] | None = None
    certificate: Any = None
    uses: tuple[Span, ...] = ()
    statement: Any = None

    def to_json(self, note: Note) -> dict[str, Any]:
        """The verdict as plain data for JSON."""
        place = note.place(self.formula)
        out: dict[str, Any] = {"line": place.line, "column": place.column}
        if place.cell is not None:
            out["cell"] = place.cell
        out |= {"latex": note.latex(self.formula), "display": self.formula.display, "verdict": self.verdict}
        out |= {"reason": self.reason, "needs": list(self.needs), "reading": list(self.reading)}
        out["counterexample"] = self.counterexample.to_json() if self.counterexample is not None else None
        out["certificate"] = self.certificate.to_json()["certificate"] if self.certificate is not None else None
        statement = self.statement if self.certificate is None else self.certificate.statement
        out["statement"] = write(plain_statement(statement)) if statement is not None else None
        parts = self.certificate.parts if self.certificate is not None else ()
        if parts:  # f > g is f ≥ g and f ≠ g
            out["parts"] = [
                {"statement": write(plain_statement(x.statement)), "certificate": x.to_json()["certificate"]}
                for x in parts
            ]
        out["repair"] = self.repair or None
        used = [note.source.place(span[0]) for span in self.uses]
        out["uses"] = [{"line": x.line} | ({"cell": x.cell} if x.cell is not None else {}) for x in used]
        return out

    @property
    def is_fault(self) -> bool:
        """Whether a bug of the reader prevented a verdict."""
        return self.verdict == "unread" and FAULT in self.reason


def worst(found: list[RowVerdict]) -> RowVerdict:
    """The verdict of a row with several statements: the worst of theirs; it needs what each of them needs."""
    out = min(found, key=lambda x: WORST.index(x.verdict) if x.verdict in WORST else len(WORST))
    lacking = [x for x in found if x.verdict == "needs"] if out.verdict == "needs" else []
    if len(lacking) < 2:
        return out
    if common := tuple(x for x in out.needs if all(x in other.needs for other in lacking)):
        return replace(out, needs=common) if common == out.needs else _needing(lacking, common)
    return _needing(lacking, tuple(" and ".join(dict.fromkeys(x)) for x in product(*(x.needs for x in lacking))))


def _needing(lacking: list[RowVerdict], needs: tuple[str, ...]) -> RowVerdict:
    """The verdict of a row of which several statements lack something."""
    said = UNSAID if all(UNSAID in x.reason for x in lacking) else ""
    return replace(lacking[0], needs=needs, reason=f"holds if {' or if '.join(needs)}{said}", repair="", edit=None)
