"""A claim's statement and proofs in sentences and displays, for whoever shows them as running text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pcaproofs.formula.latex import LINE, width

if TYPE_CHECKING:
    from pcaproofs.report.derivation.blocks import Block
    from pcaproofs.report.page import ClaimPage, PartPage


def statement(page: ClaimPage) -> Iterator[tuple[str, bool]]:
    """Letters, hypotheses and conclusions: LaTeX text, or a formula where the flag says that it is displayed."""
    if page.given:
        yield page.given, False
    if page.hypotheses:
        yield f"Suppose that {_listed(page.hypotheses)}.", False
    worded = any(assuming for _, assuming, _ in page.groups)
    if (page.hypotheses and not worded) or page.then != "Then":
        yield page.then, False
    for which, assuming, numbered in page.groups:
        if assuming:
            yield f"{which} If {_listed(assuming)}, then".strip(), False
        for number, stated in numbered:
            before = [number] if number else []
            if page.hypotheses and worded and not assuming:
                before.append("Then")
            for words, formula in stated.displays:
                if said := " ".join([*before, *([words] if words else [])]):
                    yield said, False
                yield formula, True
                before = []
    if page.uses:
        yield page.uses, False


def statement_latex(page: ClaimPage) -> str:
    """The statement to paste into a document of one's own, which needs amsmath and amssymb."""
    shown = [f"\\[\n{latex}\n\\]" if displayed else latex for latex, displayed in statement(page)]
    return "\n".join([f"% {page.id}: {page.report.verdict} (pcaproofs)", *shown]) + "\n"


def proof_latex(page: ClaimPage, which: str, part: PartPage) -> str:
    """The proof of a statement to paste into a document of one's own, each chain as an align* with its reasons."""
    out = [f"% {page.id}{f' {which}' if which else ''}: {part.verdict} (pcaproofs)"]
    if part.needed:
        out.append(f"Write {', '.join(f'${name} = {meaning}$' for name, meaning in part.needed)}.")
    for block in part.blocks:
        words = " ".join(x for x in (rf"\emph{{{block.title}.}}" if block.title else "", block.intro) if x)
        shown = " \\\\\n".join(rows(block))
        out += [words, f"\\begin{{align*}}\n{shown}\n\\end{{align*}}" if shown else "", block.outro]
        if block.more:
            out.append(rf"\dots{{}} and {block.more} more.")
    return "\n".join(filter(None, out)) + "\n"


def rows(block: Block) -> list[str]:
    """A goal's lines as the rows of an alignment at the relations, the reasons in a column of their own."""
    beside = block.left if width(block.left) <= LINE / 2 and r"\\" not in block.left else ""
    out = [rf"& {block.left}"] if block.left and not beside else []
    for k, step in enumerate(block.steps):
        sign = "" if k == 0 and step.sign == "+" and not block.left else step.sign
        reason = rf" && \text{{{step.reason}}}" if step.reason else ""
        out.append(rf"{beside if k == 0 else ''} &{sign} {step.term}{reason}".lstrip())
    return out


def _listed(items: Sequence[str]) -> str:
    return ", and ".join([", ".join(items[:-1]), items[-1]] if len(items) > 1 else items)
