"""A claim's statement as LaTeX to paste into a document of one's own, from the same strings that are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pcaproofs.report.pages import ClaimPage


def statement_latex(page: ClaimPage) -> str:
    """Letters, hypotheses and conclusions; needs amsmath and amssymb."""
    said = []
    given = " and ".join(x for x in (page.dimensions.strip("$") and page.dimensions, page.letters) if x)
    if given:
        said.append(f"For all {given}" + (f", where {page.clause}" if page.clause else "") + ".")
    if page.hypotheses:
        said.append(f"Suppose that {_listed(page.hypotheses)}.")
    worded = any(part.stated.assuming for part in page.parts)
    if page.hypotheses and not worded:
        said.append("Then")
    for k, part in enumerate(page.parts, 1):
        number = f"({k})" if len(page.parts) > 1 else ""
        if part.stated.assuming:
            said.append(f"{number} If {_listed(part.stated.assuming)}, then".strip())
        elif page.hypotheses and worded:
            said.append(f"{number} Then".strip())
        elif number:
            said.append(number)
        for words, formula in part.stated.displays:
            said += [words] if words else []
            said.append(f"\\[\n{formula}\n\\]")
    return f"% {page.id}: {page.report.verdict} (pcaproofs)\n" + "\n".join(said) + "\n"


def _listed(items: tuple[str, ...] | list[str]) -> str:
    return ", and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
