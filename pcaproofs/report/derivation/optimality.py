"""The proofs of an optimum's equations that use the squares in the proof of BETTER."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pcaproofs.formula import algebra
from pcaproofs.formula.line_breaks import LINE, width
from pcaproofs.goals import BETTER, ENOUGH, OPTIMAL, GoalKind, GoalName, is_about_the_optimum
from pcaproofs.kernel import Lemma, Polynomial, Proof
from pcaproofs.report.derivation.facts import AT_BEST
from pcaproofs.report.derivation.proof_blocks import ProofBlock
from pcaproofs.report.sentences import NOTHING, fill, listed, sentence

if TYPE_CHECKING:
    from pcaproofs.report.derivation.proof_writer import ProofWriter

ONE = ("number", "1")  # in the place of a square, where it is the weight that is not negative


def read_off(writer: ProofWriter, goal: GoalName, proof: Proof) -> list[ProofBlock] | None:
    """The proof of EXACTLY or ENOUGH by the squares in the proof of BETTER; None for another kind of proof."""
    better = dict(writer.certificate.proofs).get(str(BETTER))
    if better is None or not better.squares:
        return None
    for lemma in better.lemmas:
        writer.learn(lemma)
    if goal.kind is GoalKind.EXACTLY:
        vanish = [lemma for lemma in proof.lemmas if lemma.squares == better.squares]
        return _only_if(writer, goal, proof, vanish[0], better) if vanish else None
    own = proof.lemmas[len(better.lemmas) :]
    inside = [lemma for lemma in own if any(lemma.value == m for _, m in better.squares)]
    same = proof.cofactors[: len(better.cofactors)] == better.cofactors
    rest = [c.fact for c in proof.cofactors[len(better.cofactors) :]]
    if goal == ENOUGH and same and own and rest == [lemma.name for lemma in inside]:
        return _if(writer, own, inside)
    return None


def _only_if(writer: ProofWriter, goal: GoalName, proof: Proof, vanish: Lemma, better: Proof) -> list[ProofBlock]:
    writer.learn(vanish)
    p = writer.todo[goal][1]
    zero = {k: writer.print.form(m) for k, (_, m) in enumerate(vanish.squares) if m != ONE}
    shown = {k: algebra.relation(form, "=", algebra.number(0)) for k, form in zero.items()}
    for k, relation in shown.items():
        writer.facts[f"{vanish.name}.{k}"] = replace(writer.facts[f"{vanish.name}.{k}"], written=sentence(relation))
    known = {lemma.name for lemma in (*better.lemmas, vanish)}
    lemmas = [writer.lemma(lemma) for lemma in proof.lemmas if lemma.name not in known]
    said = fill("Where {}, what is squared above is zero", AT_BEST)
    if any(is_multiple(p, writer.given[f"{vanish.name}.{k}"][1]) for k in shown):
        return [ProofBlock(writer.title(goal), fill("{}, which is to say {}.", said, writer.facts[str(goal)].written))]
    block = writer.chain(goal, proof, p) or writer.term_list(goal, proof)
    said = (
        fill("{}: {}.", said, listed(list(shown.values())))
        if max(map(width, shown.values())) <= LINE
        else fill("{}.", said)
    )
    block.intro = fill("{} Hence", said)
    return [*lemmas, block]


def _if(writer: ProofWriter, lemmas: Sequence[Lemma], inside: Sequence[Lemma]) -> list[ProofBlock]:
    title = writer.title(ENOUGH)
    equations = {name for name in writer.facts if is_equation(name)}
    if all({c.fact for c in lemma.cofactors} <= equations and len(lemma.cofactors) == 1 for lemma in lemmas):
        said = listed([writer.facts[name].written for name in sorted(equations)])
        return [ProofBlock(title, fill("Where {}, what is squared above is zero, and so {}.", said, AT_BEST))]
    blocks = [writer.lemma(lemma) for lemma in lemmas]
    zero = sentence("Where the equations hold, what is squared above is zero:")
    out: list[ProofBlock] = []
    for lemma, block in zip(lemmas, blocks, strict=True):
        if lemma in inside:
            if len(lemma.cofactors) == 1 and {c.fact for c in lemma.cofactors} <= equations:
                continue  # the equation itself
            block.title, block.intro, block.outro = title, zero, NOTHING
            title, zero = "", sentence("and")
        out.append(block)
    return out


def is_equation(fact: str) -> bool:
    """Whether a fact is one of the equations of an optimum."""
    return fact != OPTIMAL and is_about_the_optimum(fact)


def is_multiple(p: Polynomial, q: Polynomial) -> bool:
    """Whether p is q or −q."""
    return p.shape == q.shape and (p == q or p == q.scaled(-1))
