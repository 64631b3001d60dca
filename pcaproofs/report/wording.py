"""A claim's statement in sentences and displays, for whoever shows it as running text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pcaproofs.report.pages import ClaimPage


def statement(page: ClaimPage) -> Iterator[tuple[str, bool]]:
    """Letters, hypotheses and conclusions: LaTeX text, or a formula where the flag says that it is displayed."""
    given = " and ".join(x for x in (page.dimensions if page.dimensions != "$$" else "", page.letters) if x)
    if given:
        yield f"For all {given}" + (f", where {page.clause}" if page.clause else "") + ".", False
    if page.hypotheses:
        yield f"Suppose that {_listed(page.hypotheses)}.", False
    worded = any(part.stated.assuming for part in page.parts)
    if page.hypotheses and not worded:
        yield "Then", False
    for k, part in enumerate(page.parts, 1):
        number = [f"({k})"] if len(page.parts) > 1 else []
        if part.stated.assuming:
            number.append(f"If {_listed(part.stated.assuming)}, then")
        elif page.hypotheses and worded:
            number.append("Then")
        if number:
            yield " ".join(number), False
        for words, formula in part.stated.displays:
            if words:
                yield words, False
            yield formula, True


def statement_latex(page: ClaimPage) -> str:
    """The statement to paste into a document of one's own, which needs amsmath and amssymb."""
    shown = [f"\\[\n{latex}\n\\]" if displayed else latex for latex, displayed in statement(page)]
    return "\n".join([f"% {page.id}: {page.report.verdict} (pcaproofs)", *shown]) + "\n"


def _listed(items: Sequence[str]) -> str:
    return ", and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
