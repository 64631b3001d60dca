"""Questions about claims: whether a changed statement is true, which hypothesis is missing, how it is proved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from pcaproofs.formula.line_breaks import LINE, width
from pcaproofs.formula.tree import Relation, Zero
from pcaproofs.kernel import KernelError
from pcaproofs.report.documents.model import Block, ClaimBlock, ExerciseBlock, Prose
from pcaproofs.report.documents.writing import display, items, paragraph
from pcaproofs.report.exercises.model import exercise, written
from pcaproofs.report.exercises.restating import restated
from pcaproofs.report.page import claim_page
from pcaproofs.report.sentences import ClaimId, Sentence, capitalised, combined, fill, joined, sentence
from pcaproofs.verify.claim import Claim, ClaimError, Part
from pcaproofs.verify.run import run
from pcaproofs.verify.substitution import Refused

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage, PartPage

LONGEST_EXAMPLE = 5  # letters of a counterexample that a reader may be asked to check
TRIES = 4  # forms of a claim


def true_or_false(claims: Mapping[str, ClaimPage], ids: tuple[str, ...], draw: Random) -> list[ExerciseBlock]:
    """A statement of one of these claims, restated or changed by a mutant; the answer is its verdict."""
    for id in draw.sample(ids, len(ids)):
        claim = claims[id].report.claim
        found = _restated(claim, draw) if draw.random() < 1 / 3 else None
        for (_, part), kind in () if found else _changed(claim, draw):
            if not kind.startswith("without"):
                found = found or _false(claim, part)
        if found:
            return [found]
    return []


def _restated(claim: Claim, draw: Random) -> ExerciseBlock | None:
    """A question with a statement of a claim in another form, if that form is proved."""
    forms = [(k, form) for k, part in enumerate(claim.parts) if _is_plain(part) for form in restated(part)]
    for number, (part, words) in draw.sample(forms, len(forms))[:TRIES]:
        page = _page(claim, part, "proved")
        if page is not None and page.report.verdict == "proved" and _needs_thought(page):
            which = (
                fill("{}({})", ClaimId(claim.id), str(number + 1))
                if len(claim.parts) > 1
                else fill("{}", ClaimId(claim.id))
            )
            return _true_or_false(
                statement(page), (paragraph(fill("True, for all sizes: it is {} {}.", which, words)),)
            )
    return None


def _needs_thought(page: ClaimPage) -> bool:
    """Whether a proof has more than one line, and uses something."""
    steps = [step for block in page.parts[0].blocks for step in block.steps]
    return len(steps) > 1 and any(any(step.reason.formulas()) for step in steps)


def _false(claim: Claim, part: Part) -> ExerciseBlock | None:
    """A question with a changed statement of a claim, if the statement is refuted."""
    page = _page(claim, part, "refuted")
    if page is None or page.report.verdict != "refuted":
        return None
    said = fill("False. {} True instead: {}.", page.parts[0].instead, ClaimId(claim.id))
    return _true_or_false(statement(page), (paragraph(said),))


def _true_or_false(statement: list[Prose], answer: tuple[Block, ...]) -> ExerciseBlock:
    hint = "Try the smallest sizes: one sample, or one feature."
    return exercise("true or false", (*written("True or false?"), *statement), answer, hint)


def missing_hypothesis(claims: Mapping[str, ClaimPage], ids: tuple[str, ...], draw: Random) -> list[ExerciseBlock]:
    """One of these claims without a hypothesis, refuted; the answer is that hypothesis."""
    for id in draw.sample(ids, len(ids)):
        claim = claims[id].report.claim
        dropped = [x for x in _changed(claim, draw) if x[1].startswith("without")]
        for (number, part), _ in sorted(dropped, key=lambda x: "Eq(" in x[1]):  # what has a name teaches more
            page = _page(claim, part, "refuted")
            if page is None or page.report.verdict != "refuted":
                continue
            whole = _page(claim, claim.parts[number], "proved")
            if whole is None or whole.report.verdict != "proved":
                continue
            lost = [h for h in _hypotheses(whole) if h not in _hypotheses(page)]
            (*_, form) = [form for _, form in page.parts[0].stated.displays]
            if not lost or (not _hypotheses(page) and isinstance(form, Relation) and isinstance(form.terms[-1], Zero)):
                continue  # "which hypothesis is missing in x = 0" has any answer
            question = (*written("Which hypothesis is missing here?"), *statement(page))
            said = fill(
                "Missing: {}. Without it the statement is false. {}",
                joined(" and ", lost),
                page.parts[0].instead,
            )
            answer = (paragraph(fill("{} With it the statement is true: see {}.", said, ClaimId(id))),)
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
    return [replace(block, hint=(paragraph(fill("In words: {}", claims[id].prose)),))]


def _changed(claim: Claim, draw: Random) -> list[tuple[tuple[int, Part], str]]:
    """Each statement of a claim changed by each of its mutants, except mere factors, in a drawn order."""
    found = [
        ((k, changed), mutant.name)
        for mutant in claim.mutants
        if not mutant.name.startswith("the right side times")
        for k, part in enumerate(claim.parts)
        if _is_plain(part) and (changed := mutant.change(part)) is not None
    ]
    return draw.sample(found, len(found))


def _is_plain(part: Part) -> bool:
    """Whether a statement is about all sizes, and not about a certificate."""
    return not part.size and part.citing is None


def _page(claim: Claim, part: Part, likely: str) -> ClaimPage | None:
    """The page of one statement, proved or refuted; None if it is too long for an exercise.

    likely: the verdict that is tried first.
    """
    alone = replace(part, steps={})  # its author's lines prove the statement as it was
    try:
        page = claim_page(run(replace(claim, show=lambda: (alone,), repaired_by=None, declared=likely), ("kernel",)))
    except (ClaimError, KernelError, Refused):  # shapes clash now, or what is cited does not follow
        return None
    if not _fits(page.parts[0]):
        return None
    proven = page.report.proven[0]
    if proven.counterexample is not None and len(proven.counterexample.letters) > LONGEST_EXAMPLE:
        return None
    return page


def _fits(part: PartPage) -> bool:
    """Whether a statement is one formula that fits on a line."""
    forms = [form for _, form in part.stated.displays]
    return len(forms) == 1 and width(forms[0]) <= LINE


def _hypotheses(page: ClaimPage) -> list[Sentence]:
    return [*page.shared, *page.parts[0].stated.assuming]


def statement(page: ClaimPage) -> list[Prose]:
    """The statement of a page as blocks, without its name and verdict."""
    out = [paragraph(page.given)] if page.given else []
    assumed, ranges = combined(_hypotheses(page)), page.parts[0].stated.ranges
    then = fill("Then, {}:", ranges) if ranges else sentence("Then")
    if len(assumed) == 1:
        out.append(paragraph(fill("Suppose that {}. {}", assumed[0], then)))
    elif assumed:
        listing = [fill("{},", h) for h in assumed[:-1]] + [fill("{}.", assumed[-1])]
        out += [paragraph("Suppose that"), items([h] for h in listing), paragraph(then)]
    elif ranges:
        out.append(paragraph(capitalised(fill("{}:", ranges))))
    for words, form in page.parts[0].stated.displays:
        out += [paragraph(words)] if words else []
        out.append(display(form))
    return out
