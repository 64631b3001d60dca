"""Questions about the lines of a proof: which expression is missing, and which line has a wrong sign or number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.latex import latex
from pcaproofs.formula.line_breaks import LINE, height, width
from pcaproofs.formula.tree import Formula
from pcaproofs.kernel import Compare, Polynomial, Scope, Statement
from pcaproofs.language.readable_statement import factor_names
from pcaproofs.report.derivation.chains import Chains
from pcaproofs.report.derivation.counterexamples import written_out
from pcaproofs.report.derivation.proof_blocks import ProofBlock
from pcaproofs.report.derivation.statements import StatementPrinter
from pcaproofs.report.documents.model import ExerciseBlock, Prose
from pcaproofs.report.documents.writing import items, paragraph
from pcaproofs.report.exercises.model import exercise
from pcaproofs.report.exercises.variants import statement
from pcaproofs.report.sentences import ClaimId, Part, Sentence, Typed, fill, sentence
from pcaproofs.terms import from_polynomial

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage

FEWEST, MOST = 2, 7  # lines of a proof that an exercise is about
EFFORT = 0.3  # seconds' worth of steps to refute a wrong line


@dataclass(frozen=True)
class _Proof:
    """A chain of equalities that proves a statement of a claim."""

    page: ClaimPage
    statement: Statement
    block: ProofBlock

    @property
    def left(self) -> Formula:
        assert self.block.left is not None
        return self.block.left

    def asked(self, words: str, changed: int, term: Part) -> list[Prose]:
        """Some words, the statement, and the numbered lines of the proof, in one of them another expression."""
        rows = []
        for k, step in enumerate(self.block.steps):
            rows.append([fill("{} {}, {}", Typed("$=$"), term if k == changed else step.term, _why(step.reason))])
        said = fill(words, str(changed + 1)) if "{}" in words else sentence(words)
        return [paragraph(said), *statement(self.page), paragraph(fill("Proof. {}", self.left)), items(rows, "ordered")]


def complete_the_proof(claims: Mapping[str, ClaimPage], ids: Sequence[str], draw: Random) -> list[ExerciseBlock]:
    """A proof of one of these claims in which an expression is missing; the answer is the line of the proof."""
    for proof in _proofs(claims, ids, draw):
        steps = proof.block.steps
        told = {latex(proof.left), latex(steps[-1].term)}
        inner = [k for k, step in enumerate(steps[:-1]) if step.reason and latex(step.term) not in told]
        if inner:
            k = draw.choice(inner)
            question = proof.asked("Which expression is missing in line {} of the following proof?", k, Typed("$?$"))
            said = fill("It is {}, {}. See {}.", steps[k].term, _why(steps[k].reason), ClaimId(proof.page.id))
            hint = "The reason that is given says what to change in the line before, and the next line where it leads."
            return [exercise("gap", question, (paragraph(said),), hint)]
    return []


def find_the_wrong_line(claims: Mapping[str, ClaimPage], ids: Sequence[str], draw: Random) -> list[ExerciseBlock]:
    """A proof of one of these claims with one wrong sign or number; the answer is the line, and where it fails."""
    from pcaproofs.prover.refute import refute

    for proof in _proofs(claims, ids, draw):
        scope, notation = Scope(proof.statement), _notation(proof)
        chains = Chains(scope, notation)
        steps = proof.block.steps
        for k in draw.sample(range(len(steps) - 1), len(steps) - 1):
            value, before = steps[k].value, proof.block.value if k == 0 else steps[k - 1].value
            if value is None or before is None:
                continue
            right = scope.expand(value)
            if latex(chains.short(right)) != latex(steps[k].term):
                continue  # its form would give the wrong line away
            misprints = list(_misprints(right))
            for wrong in draw.sample(misprints, len(misprints)):
                form = chains.short(wrong)
                changed = Compare(before, "=", from_polynomial(wrong))
                false = replace(proof.statement, conclusion=changed)
                if width(form) > LINE or height(form) > 1 or (found := refute(false, seconds=EFFORT)) is None:
                    continue
                where, _ = written_out(found, factor_names([proof.statement]), false)
                question = proof.asked(
                    "One line of the following proof has a wrong sign or number. Which one?", k, form
                )
                said = fill(
                    "Line {} is wrong; it should be {}, {}. {} See {}.",
                    *(str(k + 1), steps[k].term, _why(steps[k].reason), where, ClaimId(proof.page.id)),
                )
                hint = "Put small numbers for the letters, or compare each line with the one after it."
                return [exercise("wrong line", question, (paragraph(said),), hint)]
    return []


def _proofs(claims: Mapping[str, ClaimPage], ids: Sequence[str], draw: Random) -> Iterator[_Proof]:
    """The proofs of these claims that consist of one short chain of equalities, in a drawn order."""
    found = [
        _Proof(replace(claims[id], parts=[part]), proven.statement, part.blocks[0])
        for id in ids
        for part, proven in zip(claims[id].parts, claims[id].report.proven, strict=True)
        if part.verdict == "proved" and len(part.blocks) == 1 and not part.needed and _is_short(part.blocks[0])
        and isinstance(proven.statement.conclusion, Compare)
    ]  # fmt: skip
    return iter(draw.sample(found, len(found)))


def _stands_alone(reason: Sentence) -> bool:
    """Whether a reason names neither another claim nor another statement, such as "(2)"."""
    return all(isinstance(x, Formula) or (isinstance(x, str) and "(" not in x) for x in reason.runs)


def _why(reason: Sentence) -> Sentence:
    return fill("by {}", reason) if reason and isinstance(reason.runs[0], Formula) else reason


def _is_short(block: ProofBlock) -> bool:
    forms = [block.left, *(step.term for step in block.steps)]
    return (
        FEWEST <= len(block.steps) <= MOST
        and all(step.reason and _stands_alone(step.reason) for step in block.steps)
        and not block.more
        and not block.intro
        and not block.outro
        and all(step.sign == "=" for step in block.steps)
        and all(x is not None and width(x) <= LINE and height(x) == 1 for x in forms)
    )


def _notation(proof: _Proof) -> KernelNotation:
    report = proof.page.report
    names = factor_names([p.statement for p in report.proven])
    printed = StatementPrinter(report.claim, names, [p.reading for p in report.proven])
    return KernelNotation(proof.statement, printed.short, names)


def _misprints(p: Polynomial) -> Iterator[Polynomial]:
    """The polynomials with another sign or number in one term."""
    for term, c in p.terms.items():
        for other in (-c, 2 * c, Fraction(c) / 2):
            yield p + Polynomial(p.rows, p.cols, [(term, other - c)])
