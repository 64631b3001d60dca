"""Writes docs/errata.md, the errors in the notes, from the claims: python docs/errata.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pcaproofs.language.readable_statement import ReadableStatement
from pcaproofs.report.errata import misprints
from pcaproofs.verify.discovery import find
from pcaproofs.verify.run import ClaimReport, run

PAGE = Path(__file__).with_name("errata.md")
HEAD = """# Errors in five sets of notes

The claims are based on five lecture notes on PCA, numbered 000 to 004. Some statements in these notes are false, or
need a hypothesis that the note omits. For each of them a claim states the error in our words, gives an exact
counterexample, and names the claim with the correct statement. `python docs/errata.py` computes this page from the
claims. The line numbers refer to the sources of the notes.
"""


def page() -> str:
    """The page as Markdown, the same for the same claims."""
    reports = [run(claim, ("kernel",)) for claim in find([]) if claim.declared == "refuted"]
    notes = sorted({source.note for report in reports for source in report.claim.sources if source.note})
    return HEAD + "".join(f"\n## Note {note}\n\n{chr(10).join(entries(note, reports))}\n" for note in notes)


def entries(note: str, reports: Sequence[ClaimReport]) -> Iterator[str]:
    """The errors in one note, in the order of its lines."""
    for found in misprints(note, reports):
        report = found.report
        yield f"- **{found.lines[:1].upper()}{found.lines[1:]}**, {report.verdict}. {report.claim.prose}"
        for proven in report.proven:
            if proven.counterexample is not None:
                shown = ReadableStatement(proven.statement, proven.reading, exists=report.claim.exists)
                yield f"    - `{shown.conclusion()}` fails at `{proven.counterexample.text()}`"
        if (repair := report.claim.repaired_by) is not None:
            yield f"    - Correct: `{repair.id}`. {repair.prose}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
