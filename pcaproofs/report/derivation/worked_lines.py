"""The proof of a goal by the lines that its author wrote."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from pcaproofs.formula import algebra
from pcaproofs.formula.line_breaks import broken
from pcaproofs.formula.tree import Formula
from pcaproofs.goals import TRANSFORM, GoalName
from pcaproofs.kernel import Proof
from pcaproofs.report.derivation.block import Block, Step, WorkedLine
from pcaproofs.report.sentences import ClaimId, Part, Sentence, Typed, joined, say, sentence
from pcaproofs.verify.worked import facts_in

if TYPE_CHECKING:
    from pcaproofs.report.derivation.blocks import Prover


def told(prover: Prover, goal: GoalName, intro: Sentence, sides: tuple[Formula, Formula], proof: Proof) -> Block:
    """The chain of an author's lines, and what an inequality or the transform of an objective ends with.

    sides: how the chain starts, and how an equation ends.
    """
    lines = prover.written.lines[str(goal)]
    steps = [Step("=", broken(x.form), _why(prover, x), _terms_of(prover, x)) for x in lines]
    relation, p, _ = prover.todo[goal]
    if relation != "=" and lines[-1].proved.expression == ("number", "0"):
        steps[-1] = replace(steps[-1], sign="≥")
        squares = [(w, m) for w, m in lines[-1].proved.proof.squares if m != ("number", "1")]
        cited = [k for k in facts_in(lines[-1].proved.proof) if k in prover.written.origins]
        if squares and cited:  # what is left of the line before when the claims have been used
            end = algebra.plus([prover.squared(w, m) for w, m in squares])
            steps[-1:] = [Step("≥", broken(end), _reasons(prover, cited)), prover.not_negative(squares)]
    elif relation != "=":
        if prover.total(proof.squares, p) != prover.scope.expand(lines[-1].proved.expression):
            end = algebra.plus([prover.squared(w, m) for w, m in proof.squares])
            rest = proof.cofactors[sum(len(x.proved.proof.cofactors) for x in lines) :]
            steps.append(Step("=", broken(end), _reasons(prover, [c.fact for c in rest])))
        steps.append(prover.not_negative(proof.squares))
    elif goal == TRANSFORM and lines[-1].form != sides[1]:
        steps.append(Step("=", broken(sides[1]), sentence("by definition")))
    return Block(prover.title(goal), intro, steps, left=broken(sides[0]))


def _why(prover: Prover, line: WorkedLine) -> Sentence:
    """The author's words and the claims that a line cites, or else what it uses."""
    used = facts_in(line.proved.proof)
    cited = [name for name in (*prover.facts, *prover.written.origins) if name in used]
    if line.words:
        cited = [x for x in cited if x in prover.written.origins]
    return _reasons(prover, cited, Typed(line.words) if line.words else None) or sentence("multiplied out")


def _reasons(prover: Prover, names: Iterable[str], first: Part | None = None) -> Sentence:
    """Some words, and facts by their names: as they are written, or by the claims that they come from."""
    why: list[Sentence] = [sentence(first)] if first is not None else []
    for name in names:
        if name in prover.written.origins:
            why.append(say("by {}", ClaimId(prover.written.origins[name])))
        elif name in prover.facts:
            why.append(prover.facts[name].written)
    return joined(", ", dict.fromkeys(why))


def _terms_of(prover: Prover, line: WorkedLine) -> tuple[tuple[str, Formula], ...]:
    facts = prover.facts.keys() - prover.written.origins.keys()
    terms = [prover.step(c) for c in line.proved.proof.cofactors if c.fact in facts]
    return tuple((t.sign, t.term) for t in terms)
