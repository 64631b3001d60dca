"""How to read a report: the sections of guide.md, the layers that ran, and the cited claims."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pcaproofs.report import evidence
from pcaproofs.report.documents.model import Heading, Prose
from pcaproofs.report.documents.reading import read_document
from pcaproofs.report.sentences import Sentence, joined

if TYPE_CHECKING:
    from markdown_it.token import Token

    from pcaproofs.verify.run import ClaimReport

VERDICTS, EVIDENCE, CITED = (
    "How to read a verdict",
    "Other evidence",
    "What is cited",
)  # sections to which more is added
NOTHING = "Nothing in this book is."


def sections() -> Iterator[tuple[str, list[list[Token]]]]:
    """The sections of the guide, each with its title and its paragraphs."""
    title, said = "", list[list["Token"]]()
    for block in read_document(Path(__file__).parent / "guide.md").blocks:
        match block:
            case Heading(_, text):
                if title:
                    yield title, said
                title, said = text, []
            case Prose(tokens):
                said.append(list(tokens))
    yield title, said


def ran(reports: Sequence[ClaimReport]) -> str:
    """A sentence about the layers that ran besides the kernel."""
    layers = sorted({layer.name for r in reports for layer in r.layers if layer.name != "kernel"})
    return f"In this run: {', '.join(layers)}." if layers else "In this run only the proofs were made."


def cited(reports: Sequence[ClaimReport]) -> list[tuple[ClaimReport, Sentence, list[str]]]:
    """The axioms, their textbooks, and the ids of the claims whose proofs use them, directly or indirectly."""
    uses = {r.claim.id: {c.id for c in r.uses()} for r in reports}
    out = []
    for report in (r for r in reports if r.verdict == "cited"):
        found = {report.claim.id}
        while more := {id for id, used in uses.items() if used & found} - found:
            found |= more
        users = [id for id in uses if id in found and id != report.claim.id]
        out.append((report, joined("; ", map(evidence.source, report.claim.cites)), users))
    return out
