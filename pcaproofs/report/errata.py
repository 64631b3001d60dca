"""The false statements that the notes print: the refuted claims, by the notes and lines that they name.

An appendix lists them, note by note. In the chapters a mark in the margin leads to the entry of the appendix. It stands
beside the refuted claim if a chapter contains it, otherwise beside the true claim that replaces it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pcaproofs.formula.line_breaks import width
from pcaproofs.report.documents.model import Block, Computed, Document
from pcaproofs.report.documents.writing import items
from pcaproofs.report.sentences import NOTHING, Anchor, ClaimId, Sentence, Strong, fill
from pcaproofs.verify.run import ClaimReport

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage


SHORT = 40  # glyphs; a longer statement, or one with assumptions, is shown only at its claim


@dataclass(frozen=True)
class Misprint:
    """A refuted claim with the lines of one note that print it: "line 45", "lines 131 to 138"."""

    note: str
    lines: str
    report: ClaimReport

    @property
    def place(self) -> str:
        """The anchor of its entry in the appendix."""
        return f"slip-{self.note}-{self.report.claim.id}"

    @property
    def words(self) -> str:
        """The text of its mark in the margin."""
        return f"Note {self.note} prints something else, {self.lines}"


def misprints(note: str, reports: Iterable[ClaimReport]) -> list[Misprint]:
    """The refuted claims that a note prints, in the order of its lines."""
    found = []
    for report in reports:
        places = sorted({(x.first, x.last) for x in report.claim.sources if x.note == note})
        if places and report.claim.declared == "refuted":
            found.append((places, report))
    found.sort(key=lambda x: (x[0][0], x[1].claim.id))
    return [Misprint(note, _lines(places), report) for places, report in found]


def _lines(places: list[tuple[int, int]]) -> str:
    numbers = " and ".join(str(a) if a == b else f"{a} to {b}" for a, b in places)
    return f"line {numbers}" if numbers.isdigit() else f"lines {numbers}"


def marks(documents: Iterable[Document], pages: Mapping[str, ClaimPage]) -> dict[str, list[Misprint]]:
    """Claim -> the misprints that its margin marks: the claim itself is the misprint, or replaces it."""
    found = list(documents)
    in_chapters = {id for document in found if not document.appendix for id in document.homes()}
    out: dict[str, list[Misprint]] = {}
    for document in found:
        for block in document.blocks:
            if isinstance(block, Computed) and block.kind == "errata":
                for misprint in misprints(block.about, (page.report for page in pages.values())):
                    claim = misprint.report.claim
                    beside = claim if claim.id in in_chapters else claim.repaired_by
                    if beside is not None and beside.id in pages:
                        out.setdefault(beside.id, []).append(misprint)
    return out


def blocks(note: str, pages: Mapping[str, ClaimPage]) -> list[Block]:
    """The false statements of a note, each with its lines, its verdict and the claim that replaces it."""
    found = misprints(note, (page.report for page in pages.values()))
    return [items([entry(x, pages)] for x in found)] if found else []


def entry(misprint: Misprint, pages: Mapping[str, ClaimPage]) -> Sentence:
    """One misprint in a few sentences."""
    claim, repair = misprint.report.claim, misprint.report.claim.repaired_by
    first = Strong(f"{misprint.lines[:1].upper()}{misprint.lines[1:]}")
    page = pages[claim.id]
    forms = [form for part in page.parts for _, form in part.stated.displays]
    assumed = page.hypotheses or any(part.stated.assuming for part in page.parts)  # then the formula alone misleads
    printed = fill(": {}", forms[0]) if len(forms) == 1 and width(forms[0]) <= SHORT and not assumed else NOTHING
    instead = fill(" True instead: {}.", ClaimId(repair.id)) if repair else NOTHING
    verdict = fill("{}, {}", misprint.report.verdict, ClaimId(claim.id))
    return fill("{}{}{} ({}). {}{}", Anchor(misprint.place), first, printed, verdict, page.prose, instead)
