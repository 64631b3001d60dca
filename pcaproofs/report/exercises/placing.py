"""The places of exercises: the end of the section with the claim that the exercise is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pcaproofs.report.documents.model import Block, ClaimBlock, ExerciseBlock, Heading, Prose
from pcaproofs.report.documents.parser import lines

if TYPE_CHECKING:
    from markdown_it.token import Token


def placed(blocks: Sequence[Block], exercises: Sequence[ExerciseBlock]) -> list[Block]:
    """The blocks of a document with these exercises at the ends of its sections of level 2.

    An exercise is in the section that is the home of the first claim that its answer names, or in the last section.
    None asks for a proof that stands in the document.
    """
    sections = list(_sections(blocks))
    homes = [[b.id for b in section if isinstance(b, ClaimBlock) and b.home] for section in sections]
    found: list[list[ExerciseBlock]] = [[] for _ in sections]
    for exercise in exercises:
        if exercise.kind == "proof":
            continue
        named = next(iter(claims_of(exercise)), "")
        found[next((k for k, ids in enumerate(homes) if named in ids), -1)].append(exercise)
    out: list[Block] = []
    for section, here in zip(sections, found, strict=True):
        out += [*section, *here]
    return out


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
