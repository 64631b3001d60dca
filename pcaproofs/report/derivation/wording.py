"""A claim's statement and proofs in sentences and displays, for whoever shows them as running text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pcaproofs.formula.tree import Formula
from pcaproofs.report.sentences import Part, Sentence, joined, listed, say, sentence

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage

THEN = sentence("Then")


def statement(page: ClaimPage) -> Iterator[Sentence | Formula]:
    """Letters, hypotheses and conclusions: sentences, and formulas that are displayed."""
    if page.given:
        yield page.given
    if page.hypotheses:
        yield say("Suppose that {}.", listed(page.hypotheses, ", and "))
    worded = any(assuming for _, assuming, _ in page.groups)
    if (page.hypotheses and not worded) or page.then != THEN:
        yield page.then
    for which, assuming, numbered in page.groups:
        if assuming:
            yield say("{} If {}, then" if which else "{}If {}, then", which, listed(assuming, ", and "))
        for number, stated in numbered:
            before: list[Part] = [number] if number else []
            if page.hypotheses and worded and not assuming:
                before.append("Then")
            for words, formula in stated.displays:
                if said := joined(" ", [*before, *([words] if words else [])]):
                    yield said
                yield formula
                before = []
    if page.uses:
        yield page.uses
