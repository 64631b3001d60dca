"""The proof of a goal by the lines of its author."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pcaproofs.formula import algebra
from pcaproofs.formula.line_breaks import LINE, broken, width
from pcaproofs.formula.tree import Formula
from pcaproofs.goals import TRANSFORM, GoalName
from pcaproofs.kernel import Expression, Polynomial, Proof
from pcaproofs.report.derivation.chains import Move, TooLong, uses
from pcaproofs.report.derivation.optimality import is_multiple
from pcaproofs.report.derivation.proof_blocks import ProofBlock, Step, WorkedLine
from pcaproofs.report.sentences import ClaimId, Part, Sentence, Typed, fill, joined, listed, sentence
from pcaproofs.terms import from_polynomial
from pcaproofs.verify.worked import facts_in

if TYPE_CHECKING:
    from pcaproofs.report.derivation.proof_writer import ProofWriter

FACTS = 2  # facts that a line may use; a line that uses more is led to by lines in between


def worked_chain(
    writer: ProofWriter,
    goal: GoalName,
    intro: Sentence,
    sides: tuple[Formula, Formula],
    proof: Proof,
    start: Polynomial,
) -> ProofBlock:
    """The chain of an author's lines, with the last step of an inequality or of the transform of an objective.

    sides: the start of the chain, and the end of an equation. start: the value of the chain's start.
    """
    lines = writer.written.lines[str(goal)]
    steps, before = list[Step](), start
    for x in lines:
        value = writer.scope.expand(x.proved.expression)
        steps += _steps(writer, x, before, value)
        before = value
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
    return ProofBlock(writer.title(goal), intro, steps, left=broken(sides[0]), value=from_polynomial(start))


def _steps(writer: ProofWriter, line: WorkedLine, before: Polynomial, value: Polynomial) -> list[Step]:
    """A line by what was shown of the optimum's value, or from the line before with at most FACTS facts at a time."""
    whole = Step("=", broken(line.form), _why(writer, line), _terms_of(writer, line), line.proved.expression)
    proof, names = line.proved.proof, facts_in(line.proved.proof)
    is_cited = names & writer.written.origins.keys()
    if writer.worth is not None and not is_cited and is_multiple(before - value, writer.worth[0]):
        return [replace(whole, reason=writer.worth[1])]
    if line.words or len(names) <= FACTS or proof.lemmas or proof.squares or is_cited:
        return [whole]
    used = uses(proof.cofactors, writer.given, writer.scope, value, {k: f.reason for k, f in writer.facts.items()})
    try:
        moves = writer.chains.moves(before, used, value)
    except (TooLong, ValueError):
        return [whole]
    out = list[Step]()
    for end in _ends(writer, moves):
        facts = dict.fromkeys(move.use.fact for move in moves[end[0] : end[1]])
        reached = moves[end[1] - 1].reached
        form = writer.chains.short(reached) if end[1] < len(moves) else line.form
        by = tuple((t.sign, t.term) for c in proof.cofactors if c.fact in facts for t in [writer.step(c)])
        out.append(Step("=", broken(form), _reasons(writer, facts), by, from_polynomial(reached)))
    return out if max(width(step.term) for step in out[:-1] or out) <= LINE else [whole]


def _ends(writer: ProofWriter, moves: Sequence[Move]) -> list[tuple[int, int]]:
    """The moves in as few lines as possible, each of at most FACTS facts; the lines with the shortest ends.

    What a letter such as F of S = FᵀF is introduced by has a line of its own, so that the line before it shows S.
    """
    best: dict[int, tuple[int, float, list[tuple[int, int]]]] = {0: (0, 0.0, [])}
    known = dict(writer.statement.hypotheses)
    for end in range(1, len(moves) + 1):
        length = writer.chains.length(moves[end - 1].reached)
        ways = []
        for start in range(end):
            facts = {move.use.fact for move in moves[start:end]}
            roots = {fact for fact in facts if fact in known and _is_square(known[fact].right)}
            if len(facts) <= FACTS and roots in (set(), facts):
                count, before, ends = best[start]
                ways.append((count + 1, before + length, [*ends, (start, end)]))
        best[end] = min(ways)
    return best[len(moves)][2]


def _is_square(e: Expression) -> bool:
    """Whether it is FᵀF."""
    return e[0] == "mul" and len(e) == 3 and e[1] == ("t", e[2])


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
    names = list(names)
    why += [writer.facts[x].written for x in names if x in writer.facts and x not in writer.written.origins]
    if claims := list(dict.fromkeys(ClaimId(writer.written.origins[x]) for x in names if x in writer.written.origins)):
        why.append(fill("by {}", listed(claims)))
    return joined(", ", dict.fromkeys(why))


def _terms_of(writer: ProofWriter, line: WorkedLine) -> tuple[tuple[str, Formula], ...]:
    facts = writer.facts.keys() - writer.written.origins.keys()
    terms = [writer.step(c) for c in line.proved.proof.cofactors if c.fact in facts]
    return tuple((t.sign, t.term) for t in terms)
