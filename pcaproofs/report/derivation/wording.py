"""A claim's statement as running text: sentences and displays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pcaproofs.formula.tree import Formula
from pcaproofs.report.sentences import Part, Sentence, fill, joined, listed, sentence

if TYPE_CHECKING:
    from pcaproofs.report.derivation.groups import InRange
    from pcaproofs.report.page import ClaimPage

THEN = sentence("Then")


def statement(page: ClaimPage) -> Iterator[Sentence | Formula]:
    """Letters, hypotheses and conclusions: sentences, and formulas that are displayed."""
    if page.given:
        yield page.given
    if page.hypotheses:
        yield fill("{} {}.", page.suppose, listed(page.hypotheses, ", and "))
    worded = any(group.assuming for group in page.groups)
    if (page.hypotheses and not worded) or page.leading != THEN:
        yield page.leading
    for group in page.groups:
        if group.assuming:
            said = fill("{} {}, then", group.opening, listed(group.assuming, ", and "))
            yield joined(" ", [*filter(None, [group.which]), said])
        then = bool(page.hypotheses) and worded and not group.assuming
        for run in group.runs:
            yield from _run(run, then=then and not run.opening)
    if page.uses:
        yield page.uses


def _run(run: InRange, *, then: bool) -> Iterator[Sentence | Formula]:
    """Statements with the same ranges; then: whether each begins with "Then"."""
    if run.opening:
        yield joined(" ", [*filter(None, [run.which]), run.opening])
    for number, stated in run.statements:
        before: list[Part] = [*filter(None, [number]), *(["Then"] if then else [])]
        displays, end = stated.laid_out()
        for words, formula in displays:
            if said := joined(" ", [*before, *([words] if words else [])]):
                yield said
            yield formula
            before = []
        if end:
            yield end
