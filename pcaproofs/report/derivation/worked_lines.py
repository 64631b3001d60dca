"""The proof of a goal by the lines of its author."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pcaproofs.formula import algebra
from pcaproofs.formula.line_breaks import broken
from pcaproofs.formula.tree import Formula
from pcaproofs.goals import TRANSFORM, GoalName
from pcaproofs.kernel import Proof
from pcaproofs.report.derivation.proof_blocks import Block, Step, WorkedLine
from pcaproofs.report.sentences import ClaimId, Part, Sentence, Typed, fill, joined, sentence
from pcaproofs.verify.worked import facts_in

if TYPE_CHECKING:
    from pcaproofs.report.derivation.proof_writer import ProofWriter


def worked_chain(
    writer: ProofWriter, goal: GoalName, intro: Sentence, sides: tuple[Formula, Formula], proof: Proof
) -> Block:
    """The chain of an author's lines, with the last step of an inequality or of the transform of an objective.

    sides: the start of the chain, and the end of an equation.
    """
    lines = writer.written.lines[str(goal)]
    steps = [Step("=", broken(x.form), _why(writer, x), _terms_of(writer, x)) for x in lines]
    relation, p, _ = writer.todo[goal]
    if relation != "=" and lines[-1].proved.expression == ("number", "0"):
        steps[-1] = replace(steps[-1], sign="≥")
        squares = [(w, m) for w, m in lines[-1].proved.proof.squares if m != ("number", "1")]
        cited = [k for k in facts_in(lines[-1].proved.proof) if k in writer.written.origins]
        if squares and cited:  # what is left of the line before when the claims have been used
            end = algebra.plus([writer.squared(w, m) for w, m in squares])
            steps[-1:] = [Step("≥", broken(end), _reasons(writer, cited)), writer.not_negative(squares)]
    elif relation != "=":
        if writer.sum_of_squares(proof.squares, p) != writer.scope.expand(lines[-1].proved.expression):
            end = algebra.plus([writer.squared(w, m) for w, m in proof.squares])
            rest = proof.cofactors[sum(len(x.proved.proof.cofactors) for x in lines) :]
            steps.append(Step("=", broken(end), _reasons(writer, [c.fact for c in rest])))
        steps.append(writer.not_negative(proof.squares))
    elif goal == TRANSFORM and lines[-1].form != sides[1]:
        steps.append(Step("=", broken(sides[1]), sentence("by definition")))
    return Block(writer.title(goal), intro, steps, left=broken(sides[0]))


def _why(writer: ProofWriter, line: WorkedLine) -> Sentence:
    """The author's words and the claims that a line cites; otherwise the facts that it uses."""
    used = facts_in(line.proved.proof)
    cited = [name for name in (*writer.facts, *writer.written.origins) if name in used]
    if line.words:
        cited = [x for x in cited if x in writer.written.origins]
    return _reasons(writer, cited, Typed(line.words) if line.words else None) or sentence("multiplied out")


def _reasons(writer: ProofWriter, names: Iterable[str], first: Part | None = None) -> Sentence:
    """Some words, followed by facts: as printed, or by the claims that supply them."""
    why: list[Sentence] = [sentence(first)] if first is not None else []
    for name in names:
        if name in writer.written.origins:
            why.append(fill("by {}", ClaimId(writer.written.origins[name])))
        elif name in writer.facts:
            why.append(writer.facts[name].written)
    return joined(", ", dict.fromkeys(why))


def _terms_of(writer: ProofWriter, line: WorkedLine) -> tuple[tuple[str, Formula], ...]:
    facts = writer.facts.keys() - writer.written.origins.keys()
    terms = [writer.step(c) for c in line.proved.proof.cofactors if c.fact in facts]
    return tuple((t.sign, t.term) for t in terms)
