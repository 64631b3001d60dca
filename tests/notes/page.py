"""Whether the printed page says all that its claims need: their statements are read and judged as in any note.

    python -m tests.notes.page [CHAPTER…]

prints each statement that gets from the page alone another verdict than its claim carries: of the whole book, as
`pcaproofs check build/report/pcaproofs.tex` judges it, or of some chapters alone.
"""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.text.source import Source
from pcaproofs.report.latex.book import document
from pcaproofs.verify.claim import Claim
from pcaproofs.verify.discovery import own_project
from pcaproofs.verify.run import run

_CLAIM = re.compile(r"\\begin\{pcaclaim\}\{([^}]*)\}\{[^}]*\}\{[^}]*\}\{([^}]*)\}(.*?)\\end\{pcaclaim\}", re.DOTALL)
_REMARK = re.compile(r"\\begin\{pcaremark\}.*?\\end\{pcaremark\}", re.DOTALL)  # what the claim says in words
_OF_OPTIMUM = re.compile(r"(?:value being|is optimal if and only if)\s$")  # before a short formula in the sentence
_FITS = {"proved": {"proved"}, "refuted": {"refuted", "needs"}}
_WRONG = {"proved": {"refuted", "ill-typed", "needs"}, "refuted": {"proved"}}


@dataclass(frozen=True)
class Row:
    """A statement of a claim: what the claim carries, and the verdict from the page."""

    claim: str
    carried: str
    verdict: str
    reason: str
    latex: str

    @property
    def fits(self) -> bool:
        """Whether the two verdicts are one; a false statement may be true under one more hypothesis."""
        return self.verdict in _FITS.get(self.carried, {self.verdict})

    @property
    def contradicts(self) -> bool:
        """Whether one verdict denies the other."""
        return self.verdict in _WRONG.get(self.carried, {"refuted", "ill-typed"})


def chapters() -> list[str]:
    """The names of the chapters that have claims, in order."""
    return list(dict.fromkeys(claim.chapter for claim in own_project().claims()))


def claims_of(chapter: str) -> list[Claim]:
    """The claims of a chapter, in order."""
    return [claim for claim in own_project().claims() if claim.chapter == chapter]


def page(chapters: Sequence[str]) -> str:
    """The LaTeX document of some chapters."""
    return document([run(claim, ("kernel",)) for chapter in chapters for claim in claims_of(chapter)])


def statements(text: str) -> Iterator[Row]:
    """The statements on a page, in order, with the verdicts of the page."""
    note = read(Source("page.tex", text, "tex"))
    verdicts = check_note(note)[1]
    for match in _CLAIM.finditer(text):
        remark = _REMARK.search(text, match.start(), match.end())
        begins = match.start() if remark is None else remark.end()
        inside = [k for k, f in enumerate(note.formulas) if begins <= f.span[0] < match.end()]
        for k in inside:
            formula, found = note.formulas[k], verdicts[k]
            start = note.fences[formula.fences[0]].whole[0]
            is_stated = text[start:].startswith(r"\pcafit") or _OF_OPTIMUM.search(text[:start][-60:]) is not None
            # of argmin f = argmin g in two rows the second one states something
            goes_on = k + 1 < len(note.formulas) and formula.fences == note.formulas[k + 1].fences
            if is_stated and not (goes_on and found.verdict == "problem"):
                shown = " ".join(text[slice(*formula.span)].split())
                yield Row(match[1], match[2], found.verdict, found.reason, shown)


def main() -> None:
    """Print what differs, how many statements were compared, and in what processor time."""
    text = page(sys.argv[1:] or chapters())
    start, rows = time.process_time(), list(statements(text))
    print(f"{len(rows)} statements, {time.process_time() - start:.0f} s of processor time", flush=True)
    for row in (x for x in rows if not x.fits):
        mark = "!" if row.contradicts else " "
        said = f"{row.claim}: {row.carried}, but from the page {row.verdict}"
        print(f"{mark} {said}: {row.latex[:120]}    {row.reason}", flush=True)


if __name__ == "__main__":
    main()
