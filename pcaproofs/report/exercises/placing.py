"""The places of exercises: the end of the section with the claim that the exercise is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from pcaproofs.report.documents.model import Block, ClaimBlock, ExerciseBlock, Heading, Prose
from pcaproofs.report.documents.parser import lines
from pcaproofs.report.documents.writing import paragraph
from pcaproofs.report.sentences import ClaimId, fill

if TYPE_CHECKING:
    from markdown_it.token import Token

    from pcaproofs.report.page import ClaimPage


def placed(
    blocks: Sequence[Block],
    exercises: Sequence[ExerciseBlock],
    more: Callable[[Sequence[str]], Sequence[ExerciseBlock]],
) -> list[Block]:
    """The blocks of a document with these exercises at the ends of its sections of level 2.

    An exercise is in the section that is the home of the first claim that its answer names, or in the last section.
    more: returns exercises on some of the claims of a section that would have none.
    """
    sections = list(_sections(blocks))
    homes = [[b.id for b in section if isinstance(b, ClaimBlock) and b.home] for section in sections]
    found: list[list[ExerciseBlock]] = [[] for _ in sections]
    for exercise in exercises:
        named = next(iter(claims_of(exercise)), "")
        found[next((k for k, ids in enumerate(homes) if named in ids), -1)].append(exercise)
    out: list[Block] = []
    for section, ids, here in zip(sections, homes, found, strict=True):
        out += [*section, *(here or more(ids))]
    return out


def by_number(blocks: Sequence[Block], pages: Mapping[str, ClaimPage]) -> list[Block]:
    """The blocks with claims to be proved by their numbers: unlike a sheet, a book already has statement and proof."""
    return [_by_number(x, pages) if isinstance(x, ExerciseBlock) and x.kind == "proof" else x for x in blocks]


def _by_number(exercise: ExerciseBlock, pages: Mapping[str, ClaimPage]) -> ExerciseBlock:
    id = next(claims_of(exercise))
    asked = fill("Cover the proof of {} ({}), and prove the claim yourself.", ClaimId(id), pages[id].name)
    told = fill("One proof stands below {}.", ClaimId(id))
    return replace(exercise, question=(paragraph(asked),), answer=(paragraph(told),))


def claims_of(exercise: ExerciseBlock) -> Iterator[str]:
    """The claims that an exercise names or shows, those of its answer first."""
    for block in (*exercise.answer, *exercise.question, *exercise.hint):
        if isinstance(block, ClaimBlock):
            yield block.id
        elif isinstance(block, Prose):
            yield from _named(block.tokens)


def _named(tokens: Sequence[Token]) -> Iterator[str]:
    return (t.meta["id"] for _, t in lines(tokens, 0) if t.type == "myst_role" and t.meta["name"] == "claim")


def _sections(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """The blocks before the first heading of level 2, then each such heading with the blocks after it."""
    section: list[Block] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 2:
            yield section
            section = []
        section.append(block)
    yield section
