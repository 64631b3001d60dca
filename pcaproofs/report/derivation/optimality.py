"""The proofs of an optimum's equations that rest on the squares in the proof that nothing is better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pcaproofs.formula import algebra
from pcaproofs.formula.line_breaks import LINE, width
from pcaproofs.goals import BETTER, ENOUGH, OPTIMAL, GoalKind, GoalName, is_about_the_optimum
from pcaproofs.kernel import Lemma, Polynomial, Proof
from pcaproofs.report.derivation.block import Block
from pcaproofs.report.derivation.facts import AT_BEST
from pcaproofs.report.sentences import NOTHING, listed, say, sentence

if TYPE_CHECKING:
    from pcaproofs.report.derivation.blocks import Prover

ONE = ("number", "1")  # in the place of a square, where it is the weight that is not negative


def read_off(prover: Prover, goal: GoalName, proof: Proof) -> list[Block] | None:
    """The proof of EXACTLY or ENOUGH by the squares in the proof of BETTER; None if it is another proof."""
    better = dict(prover.certificate.proofs).get(str(BETTER))
    if better is None or not better.squares:
        return None
    for lemma in better.lemmas:
        prover.learn(lemma)
    if goal.kind is GoalKind.EXACTLY:
        vanish = [lemma for lemma in proof.lemmas if lemma.squares == better.squares]
        return _only_if(prover, goal, proof, vanish[0], better) if vanish else None
    own = proof.lemmas[len(better.lemmas) :]
    inside = [lemma for lemma in own if any(lemma.value == m for _, m in better.squares)]
    same = proof.cofactors[: len(better.cofactors)] == better.cofactors
    rest = [c.fact for c in proof.cofactors[len(better.cofactors) :]]
    if goal == ENOUGH and same and own and rest == [lemma.name for lemma in inside]:
        return _if(prover, own, inside)
    return None


def _only_if(prover: Prover, goal: GoalName, proof: Proof, vanish: Lemma, better: Proof) -> list[Block]:
    prover.learn(vanish)
    p = prover.todo[goal][1]
    zero = {k: prover.print.form(m) for k, (_, m) in enumerate(vanish.squares) if m != ONE}
    shown = {k: algebra.relation(form, "=", algebra.number(0)) for k, form in zero.items()}
    for k, relation in shown.items():
        prover.facts[f"{vanish.name}.{k}"] = replace(prover.facts[f"{vanish.name}.{k}"], written=sentence(relation))
    known = {lemma.name for lemma in (*better.lemmas, vanish)}
    lemmas = [prover.lemma(lemma) for lemma in proof.lemmas if lemma.name not in known]
    said = say("Where {}, what is squared above is zero", AT_BEST)
    if any(is_multiple(p, prover.given[f"{vanish.name}.{k}"][1]) for k in shown):
        return [Block(prover.title(goal), say("{}, which is to say {}.", said, prover.facts[str(goal)].written))]
    block = prover.chain(goal, proof, p) or prover.list(goal, proof)
    said = (
        say("{}: {}.", said, listed(list(shown.values())))
        if max(map(width, shown.values())) <= LINE
        else say("{}.", said)
    )
    block.intro = say("{} Hence", said)
    return [*lemmas, block]


def _if(prover: Prover, lemmas: Sequence[Lemma], inside: Sequence[Lemma]) -> list[Block]:
    title = prover.title(ENOUGH)
    equations = {name for name in prover.facts if _is_equation(name)}
    if all({c.fact for c in lemma.cofactors} <= equations and len(lemma.cofactors) == 1 for lemma in lemmas):
        said = listed([prover.facts[name].written for name in sorted(equations)])
        return [Block(title, say("Where {}, what is squared above is zero, and so {}.", said, AT_BEST))]
    blocks = [prover.lemma(lemma) for lemma in lemmas]
    zero = sentence("Where the equations hold, what is squared above is zero:")
    out: list[Block] = []
    for lemma, block in zip(lemmas, blocks, strict=True):
        if lemma in inside:
            if len(lemma.cofactors) == 1 and {c.fact for c in lemma.cofactors} <= equations:
                continue  # the equation itself
            block.title, block.intro, block.outro = title, zero, NOTHING
            title, zero = "", sentence("and")
        out.append(block)
    return out


def _is_equation(fact: str) -> bool:
    """Whether a fact is one of the equations of an optimum."""
    return fact != OPTIMAL and is_about_the_optimum(fact)


def is_multiple(p: Polynomial, q: Polynomial) -> bool:
    """Whether p is q or −q."""
    return p.shape == q.shape and (p == q or p == q.scaled(-1))
