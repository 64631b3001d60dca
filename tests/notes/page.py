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

from pcaproofs.notes.checking import table_of
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.judging.scoped import ScopedJudge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.text.source import Source
from pcaproofs.report.latex.book import document
from pcaproofs.verify.claim import Claim
from pcaproofs.verify.discovery import own_project
from pcaproofs.verify.run import run

_CLAIM = re.compile(r"\\begin\{pcaclaim\}\{([^}]*)\}\{[^}]*\}\{[^}]*\}\{([^}]*)\}(.*?)\\end\{pcaclaim\}", re.DOTALL)
_REMARK = re.compile(r"\\begin\{pcaremark\}.*?\\end\{pcaremark\}", re.DOTALL)  # what the claim says in words
_OF_OPTIMUM = re.compile(r"(?:with m..imum|attained exactly where)\s$")  # before a short formula in the sentence
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


class Printed:
    """A page whose formulas are judged in their order, as far as they are asked for.

    verdicts: of its first formulas. claims: what is printed of each claim, by its id.
    """

    def __init__(self, text: str):
        self.text = text
        self.note = read(Source("page.tex", text, "tex"))
        self.judge = ScopedJudge(self.note, table_of(self.note))
        self.verdicts = list[RowVerdict]()
        self.claims = {match[1]: match for match in _CLAIM.finditer(text)}

    def verdict(self, k: int) -> RowVerdict:
        """The verdict of a formula, after all that stand before it."""
        while len(self.verdicts) <= k:
            self.verdicts.append(self.judge.row(len(self.verdicts)))
        return self.verdicts[k]

    def statements(self, claim: str) -> Iterator[Row]:
        """The statements of a claim, in order, with the verdicts of the page."""
        match, formulas = self.claims[claim], self.note.formulas
        remark = _REMARK.search(self.text, match.start(), match.end())
        begins = match.start() if remark is None else remark.end()
        for k in (k for k, x in enumerate(formulas) if begins <= x.span[0] < match.end()):
            formula, found = formulas[k], self.verdict(k)
            start = self.note.fences[formula.fences[0]].whole[0]
            before = self.text[:start][-60:]
            is_stated = self.text.startswith(r"\pcafit", start) or _OF_OPTIMUM.search(before) is not None
            # of argmin f = argmin g in two rows the second one states something
            goes_on = k + 1 < len(formulas) and formula.fences == formulas[k + 1].fences
            if is_stated and not (goes_on and found.verdict == "problem"):
                shown = " ".join(self.text[slice(*formula.span)].split())
                yield Row(match[1], match[2], found.verdict, found.reason, shown)


def statements(text: str) -> Iterator[Row]:
    """The statements on a page, in order, with the verdicts of the page."""
    printed = Printed(text)
    return (row for claim in printed.claims for row in printed.statements(claim))


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
