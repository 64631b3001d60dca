"""Sentences as LaTeX; statements and proofs to paste into a document of one's own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pcaproofs.formula.latex import latex
from pcaproofs.formula.line_breaks import LINE, height, width
from pcaproofs.formula.tree import Formula
from pcaproofs.report.derivation.wording import statement
from pcaproofs.report.documents.running_text import escape
from pcaproofs.report.sentences import Anchor, Cite, ClaimId, InlineCode, Run, Sentence, Strong, Typed

if TYPE_CHECKING:
    from pcaproofs.report.derivation.proof_blocks import ProofBlock
    from pcaproofs.report.page import ClaimPage, PartPage

SIGNS = {"−": "-", "≥": r"\ge"}  # of steps


def code(text: str) -> str:
    """A name or digest in typewriter type."""
    return rf"\texttt{{{escape(text)}}}"


def place(name: str) -> str:
    """An anchor for links."""
    return rf"\pcaplace{{{name}}}"


def cite(key: str, words: str = "") -> str:
    """A reference to the bibliography, perhaps with a place in the work."""
    return rf"\pcacite[{{, {escape(words)}}}]{{{key}}}" if words else rf"\pcacite{{{key}}}"


def in_latex(text: Sentence, claim: Callable[[str], str] = code) -> str:
    """A sentence as LaTeX text; claim: converts a reference to a claim."""
    return "".join(_run(run, claim) for run in text.runs)


def _run(run: Run, claim: Callable[[str], str]) -> str:
    match run:
        case str():
            return escape(run)
        case Formula():
            return f"${latex(run)}$"
        case ClaimId(id):
            return claim(id)
        case InlineCode(text):
            return code(text)
        case Typed(source):
            return source
        case Cite(key):
            return cite(key)
        case Strong(text):
            return rf"\textbf{{{escape(text)}}}"
        case Anchor(name):
            return place(name)


def statement_latex(page: ClaimPage) -> str:
    """The statement to paste into a document of one's own, which needs amsmath and amssymb."""
    shown = [f"\\[\n{latex(x)}\n\\]" if isinstance(x, Formula) else in_latex(x) for x in statement(page)]
    return "\n".join([f"% {page.id}: {page.report.verdict} (pcaproofs)", *shown]) + "\n"


def proof_latex(page: ClaimPage, which: str, part: PartPage) -> str:
    """The proof of a statement to paste into a document of one's own, each chain as an align* with its reasons."""
    out = [f"% {page.id}{f' {which}' if which else ''}: {part.verdict} (pcaproofs)"]
    if part.needed:
        out.append(f"Write {', '.join(f'${latex(name)} = {latex(meaning)}$' for name, meaning in part.needed)}.")
    for block in part.blocks:
        words = " ".join(x for x in (rf"\emph{{{block.title}.}}" if block.title else "", in_latex(block.intro)) if x)
        shown = " \\\\\n".join(rows(block))
        out += [words, f"\\begin{{align*}}\n{shown}\n\\end{{align*}}" if shown else "", in_latex(block.outro)]
        if block.more:
            out.append(rf"\dots{{}} and {block.more} more.")
    return "\n".join(filter(None, out)) + "\n"


def rows(block: ProofBlock) -> list[str]:
    """A goal's lines as rows that are aligned at the relations, with the reasons in a column of their own."""
    beside = block.left is not None and width(block.left) <= LINE / 2 and height(block.left) == 1
    left = latex(block.left) if block.left is not None else ""
    out = [rf"& {left}"] if left and not beside else []
    for k, step in enumerate(block.steps):
        sign = "" if k == 0 and step.sign == "+" and not left else SIGNS.get(step.sign, step.sign)
        reason = rf" && \text{{{in_latex(step.reason)}}}" if step.reason else ""
        out.append(rf"{left if beside and k == 0 else ''} &{sign} {latex(step.term)}{reason}".lstrip())
    return out
