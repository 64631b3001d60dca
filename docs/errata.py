"""Makes docs/errata.md, what the notes print that is false, from the claims: python docs/errata.py."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pcaproofs.language.statement_text import StatementText
from pcaproofs.report.errata import misprints
from pcaproofs.verify.discovery import find
from pcaproofs.verify.run import Report, run

PAGE = Path(__file__).with_name("errata.md")
HEAD = """# What the notes print

The claims come from five lecture notes on PCA, 000 to 004. Where a note prints something that is false, or leaves out a
hypothesis without which it is false, a claim says so in our words, with an exact example at which it fails, and names
the claim that is true in its place. This page is computed from these claims by `python docs/errata.py`. Lines are those
of the notes' sources.
"""


def page() -> str:
    """The page as Markdown, the same for the same claims."""
    reports = [run(claim, ("kernel",)) for claim in find([]) if claim.declared == "refuted"]
    notes = sorted({source.note for report in reports for source in report.claim.said_in if source.note})
    return HEAD + "".join(f"\n## Note {note}\n\n{chr(10).join(entries(note, reports))}\n" for note in notes)


def entries(note: str, reports: Sequence[Report]) -> Iterator[str]:
    """What is false in one note, in the order of its lines."""
    for found in misprints(note, reports):
        report = found.report
        yield f"- **{found.lines[:1].upper()}{found.lines[1:]}**, {report.verdict}. {report.claim.prose}"
        for proven in report.proven:
            if proven.counterexample is not None:
                shown = StatementText(proven.statement, proven.reading, exists=report.claim.exists)
                yield f"    - `{shown.conclusion()}` fails at `{proven.counterexample.text()}`"
        if (repair := report.claim.repaired_by) is not None:
            yield f"    - True is `{repair.id}`: {repair.prose}"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
