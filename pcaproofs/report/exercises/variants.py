"""Questions about claims: whether a changed statement is true, which hypothesis is missing, how it is proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from pcaproofs.formula.line_breaks import LINE, width
from pcaproofs.kernel import KernelError
from pcaproofs.report.documents.model import Block, ClaimBlock, ExerciseBlock, Prose
from pcaproofs.report.documents.writing import display, items, paragraph
from pcaproofs.report.exercises.model import exercise, written
from pcaproofs.report.page import claim_page
from pcaproofs.report.sentences import ClaimId, Sentence, joined, say
from pcaproofs.verify.claim import Claim, ClaimError, Part
from pcaproofs.verify.run import run
from pcaproofs.verify.substitution import Refused

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage

LONGEST_EXAMPLE = 5  # letters of a counterexample that a reader may be asked to check


def true_or_false(claims: Mapping[str, ClaimPage], ids: tuple[str, ...], draw: Random) -> list[ExerciseBlock]:
    """A statement of one of these claims, as it is or changed by a mutant; the answer is its verdict."""
    for id in draw.sample(ids, len(ids)):
        claim = claims[id].report.claim
        original = draw.random() < 1 / 3
        for part, kind in _changed(claim, draw):
            if kind.startswith("without"):
                continue
            page = _page(claim, claim.parts[part[0]] if original else part[1])
            if page is None or page.report.verdict != ("proved" if original else "refuted"):
                continue
            question = (*written("True or false?"), *_statement(page))
            if original:
                answer: tuple[Block, ...] = (paragraph(say("True, for all sizes: see {}.", ClaimId(id))),)
            else:
                said = say("False. {} True instead: {}.", page.parts[0].instead, ClaimId(id))
                answer = (paragraph(said),)
            return [exercise("true or false", question, answer, "Try the smallest sizes: one sample, or one feature.")]
    return []


def missing_hypothesis(claims: Mapping[str, ClaimPage], ids: tuple[str, ...], draw: Random) -> list[ExerciseBlock]:
    """One of these claims without a hypothesis, refuted; the answer is that hypothesis."""
    for id in draw.sample(ids, len(ids)):
        claim = claims[id].report.claim
        dropped = [x for x in _changed(claim, draw) if x[1].startswith("without")]
        for (number, part), _ in sorted(dropped, key=lambda x: "Eq(" in x[1]):  # what has a name teaches more
            page, whole = _page(claim, part), _page(claim, claim.parts[number])
            if page is None or whole is None or page.report.verdict != "refuted" or whole.report.verdict != "proved":
                continue
            lost = [h for h in _hypotheses(whole) if h not in _hypotheses(page)]
            if not lost:
                continue
            question = (*written("Which hypothesis is missing here?"), *_statement(page))
            said = say(
                "Missing is: {}. Without it the statement is false. {}", joined(" and ", lost), page.parts[0].instead
            )
            answer = (paragraph(say("{} With it, it is {}.", said, ClaimId(id))),)
            hint = "Go through a proof, and watch for a step that you cannot justify."
            return [exercise("hypothesis", question, answer, hint)]
    return []


def prove_it(claims: Mapping[str, ClaimPage], ids: tuple[str, ...], draw: Random) -> list[ExerciseBlock]:
    """One of these claims, to be proved; the answer is its derivation."""
    id = draw.choice(ids)
    block = exercise(
        "proof",
        (*written("Prove this for all sizes."), ClaimBlock(id, ("hypotheses", "statement"), False, 0)),
        (ClaimBlock(id, ("derivation",), False, 0),),
    )
    return [replace(block, hint=(paragraph(say("In words: {}", claims[id].prose)),))]


def _changed(claim: Claim, draw: Random) -> list[tuple[tuple[int, Part], str]]:
    """Each statement of a claim changed by each of its mutants, but for mere factors; in an order drawn."""
    found = [
        ((k, changed), mutant.name)
        for mutant in claim.mutants
        if not mutant.name.startswith("the right side times")
        for k, part in enumerate(claim.parts)
        if not part.size and part.citing is None and (changed := mutant.change(part)) is not None
    ]
    return draw.sample(found, len(found))


def _page(claim: Claim, part: Part) -> ClaimPage | None:
    """The page of one statement, proved or refuted; None where it is too long for an exercise."""
    try:
        page = claim_page(run(replace(claim, show=lambda: (part,), repaired_by=None), ("kernel",)))
    except (ClaimError, KernelError, Refused):  # shapes clash now, or what is cited does not follow
        return None
    stated = page.parts[0].stated
    if len(stated.displays) > 1 or any(width(form) > LINE for _, form in stated.displays):
        return None
    proven = page.report.proven[0]
    if proven.counterexample is not None and len(proven.counterexample.letters) > LONGEST_EXAMPLE:
        return None
    return page


def _hypotheses(page: ClaimPage) -> list[Sentence]:
    return [*page.hypotheses, *page.parts[0].stated.assuming]


def _statement(page: ClaimPage) -> list[Prose]:
    """The statement of a page as blocks, without its name and verdict."""
    out = [paragraph(page.given)] if page.given else []
    assumed = _hypotheses(page)
    if len(assumed) == 1:
        out.append(paragraph(say("Suppose that {}. Then", assumed[0])))
    elif assumed:
        out += [paragraph("Suppose that"), items([h] for h in assumed), paragraph("Then")]
    for words, form in page.parts[0].stated.displays:
        ranges = page.parts[0].stated.ranges
        out += [paragraph(words)] if words else []
        out += [paragraph(say("{}:", ranges))] if ranges else []
        out.append(display(form))
    return out
