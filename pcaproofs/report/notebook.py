"""Claims, reports, certificates and results as Markdown with formulas between dollars, as notebooks show them."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from pcaproofs import certificates
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.latex import latex
from pcaproofs.formula.tree import Formula
from pcaproofs.formula.typed_latex import html_of
from pcaproofs.kernel import Compare, Statement
from pcaproofs.language.readable_statement import factor_names
from pcaproofs.report.derivation.counterexamples import written_out
from pcaproofs.report.derivation.wording import statement
from pcaproofs.report.latex.sentences import rows
from pcaproofs.report.sentences import Anchor, Cite, ClaimId, InlineCode, Run, Sentence, Strong, Typed, fill, joined
from pcaproofs.report.verdict_style import style_of
from pcaproofs.terms import ZERO, norm2

if TYPE_CHECKING:
    from pcaproofs.kernel import Certificate, Cofactor, Expression, Square
    from pcaproofs.prover.result import Result
    from pcaproofs.report.derivation.proof_blocks import ProofBlock
    from pcaproofs.verify.claim import Claim
    from pcaproofs.verify.run import ClaimReport


def claim_markdown(claim: Claim) -> str:
    """A claim with its verdict; the claim is proved if necessary."""
    from pcaproofs.verify.run import run

    return report_markdown(run(claim, ("kernel",)))


def report_markdown(report: ClaimReport) -> str:
    """A claim's statement, proof or counterexample, and evidence."""
    from pcaproofs.report.page import claim_page

    page = claim_page(report)
    out = [f"### {escape(page.name, quote=False)} · {verdict(report.verdict)}", f"`{page.id}`", in_markdown(page.prose)]
    out += [_display(x) if isinstance(x, Formula) else in_markdown(x) for x in statement(page)]
    for which, part in page.proofs:
        heading = "Proof" if part.verdict.startswith("proved") else part.verdict.capitalize()
        out.append(f"**{heading}{f' of {which}' if which else ''}.** {in_markdown(part.instead)}".rstrip())
        if part.needed:
            out.append(f"Write {', '.join(f'${latex(name)} = {latex(meaning)}$' for name, meaning in part.needed)}.")
        for block in part.blocks:
            out += _block(block)
    out.append("\n".join(f"- {label}: {in_markdown(value)}" for label, value in page.evidence))
    return "\n\n".join(filter(None, out)) + "\n"


def result_markdown(result: Result) -> str:
    """A result of `prove`, with the counterexample or the size of the certificate."""
    out = []
    if result.statement is not None:
        out += _statement(result.statement)
    said_of_it = [verdict(result.verdict)]
    if result.certificate is not None:
        said_of_it.append(_steps(certificates.size(result.certificate)))
    elif result.reason:
        said_of_it.append(escape(result.reason, quote=False))
    out.append(" · ".join(said_of_it))
    if result.counterexample is not None:
        names = factor_names([result.statement]) if result.statement is not None else {}
        out.append(in_markdown(joined(" ", filter(None, written_out(result.counterexample, names)))))
    if said := result.lacking():
        out.append(f"It {said}." if result.needs else f"P{said.removeprefix('p')}.")
    if result.assumed:
        out.append(f"Assumed: {', '.join(result.assumed)}.")
    if result.note:
        out.append(f"{result.note[0].upper()}{result.note[1:]}.")
    return "\n\n".join(out) + "\n"


def certificate_markdown(certificate: Certificate) -> str:
    """Every step of a certificate: each goal's cofactors, as they are multiplied out, and squares."""
    out = [f"**Certificate**, {_steps(certificates.size(certificate))}"]
    for name, e in certificate.lets:
        out.append(f"with `{name}` for ${_expression(e)}$")
    for goal, proof in certificate.proofs:
        steps = [step for lemma in proof.lemmas for step in _steps_of(lemma.name, lemma.squares, lemma.cofactors)]
        steps += _steps_of("", proof.squares, proof.cofactors)
        out.append(f"Goal `{goal}`: " + ("multiplied out, nothing is left" if not steps else "\n\n" + "\n".join(steps)))
    return "\n\n".join(out) + "\n"


def verdict(name: str) -> str:
    """A verdict's word in its colour."""
    return f'<span style="color:{style_of(name).light}">**{escape(name)}**</span>'


def in_markdown(text: Sentence) -> str:
    """A sentence as Markdown with HTML, its formulas between dollars."""
    return "".join(map(_run, text.runs))


def _run(run: Run) -> str:
    match run:
        case str():
            return escape(run.replace("'", "’"), quote=False)
        case Formula():
            return f"${latex(run)}$"
        case ClaimId(text) | InlineCode(text):
            return f"<code>{escape(text)}</code>"
        case Typed(source):
            return html_of(source, lambda formula: f"${formula}$")
        case Cite(key):
            return f"[{escape(key)}]"
        case Strong(text):
            return f"**{escape(text, quote=False)}**"
        case Anchor(name):
            return f'<a id="{escape(name)}"></a>'


def _statement(statement: Statement) -> list[str]:
    """Letters, every hypothesis and the conclusion as the kernel holds them."""
    from pcaproofs.formula.from_sympy import FromSymPy
    from pcaproofs.language.reader import Reading
    from pcaproofs.report.derivation.hypotheses import ABOVE, BELOW, INDEX, Hypotheses
    from pcaproofs.report.derivation.introduction import introduction, unit_vectors
    from pcaproofs.report.derivation.kernel_statements import conclusion

    names = factor_names([statement])
    found = Hypotheses(Reading(statement, (), (), None), FromSymPy(names=names), names)
    shown = [x for x in found.shown() if x.text]
    given = [x.text for x in shown if x.place == ABOVE]
    out = [x] if (x := introduction([found], unit_vectors([found]))) else []
    if given:
        out.append(fill("Suppose that {}.", joined(", ", given)))
    out += [fill("For {}:", x.text) for x in shown if x.place == INDEX]
    constraints = [form for x in shown if x.place == BELOW for form in x.text.formulas()]
    displays = conclusion(statement, found.kernel, constraints)
    return [*map(in_markdown, out), *(f"{in_markdown(words)}\n\n{_display(x)}".strip() for words, x in displays)]


def _display(form: Formula) -> str:
    return f"$$\n{latex(form)}\n$$"


def _block(block: ProofBlock) -> list[str]:
    """A goal's lines as one aligned display, the reasons on the right."""
    words = " ".join(x for x in (f"*{block.title}.*" if block.title else "", in_markdown(block.intro)) if x)
    out = [words]
    if joined := " \\\\\n".join(rows(block)):
        out.append(f"$$\n\\begin{{aligned}}\n{joined}\n\\end{{aligned}}\n$$")
    more = f"… and {block.more} more line{'' if block.more == 1 else 's'}" if block.more else ""
    return [*out, in_markdown(block.outro), more]


def _steps_of(name: str, squares: tuple[Square, ...], cofactors: tuple[Cofactor, ...]) -> list[str]:
    before = f"{name}: " if name else ""
    out = []
    for (rational, powers), matrix in squares:
        weight = " · ".join([rational, *(f"({fact})^{power}" for fact, power in powers)])
        out.append(f"- {before}a square: {escape(weight)} times ${_expression(norm2(matrix))}$")
    for c in cofactors:
        factors = [f"on the left ${_expression(c.left)}$", f"on the right ${_expression(c.right)}$"]
        factors += [f"its trace times ${_expression(c.outer)}$"] if c.outer is not None else []
        out.append(f"- {before}`{c.fact}`{', transposed' if c.transposed else ''}: {', '.join(factors)}")
    return out


_NO_STATEMENT = Statement((), Compare(ZERO, "=", ZERO))


def _expression(e: Expression) -> str:
    """An expression of a certificate, whose letters have shapes in its statement alone."""
    return latex(KernelNotation(_NO_STATEMENT, None, {}).form(e))


def _steps(count: int) -> str:
    return f"{count} step{'' if count == 1 else 's'}"
