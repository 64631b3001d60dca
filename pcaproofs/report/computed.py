"""Blocks of documents that a report computes from its claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from pcaproofs.report import errata
from pcaproofs.report.documents.model import Block, ClaimBlock, Computed, ExerciseBlock, Written
from pcaproofs.report.documents.writing import paragraph
from pcaproofs.report.sentences import ClaimId, say

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage


SEED = 0
"""Of the exercises of a book; sheets have others."""


def expanded(blocks: tuple[Written, ...], pages: Mapping[str, ClaimPage]) -> list[Block]:
    """Blocks with what is computed from these pages: in the place of a directive, or at the ends of sections."""
    out: list[Block] = []
    chapters = []
    for block in blocks:
        if not isinstance(block, Computed):
            out.append(block)
        elif block.kind == "errata":
            out += errata.blocks(block.about, pages)
        else:
            chapters.append(block.about)
    for chapter in chapters:
        from pcaproofs.report.exercises import (
            exercises,
            on_some_claim,
            placed,
        )  # imports the catalogue of misconceptions

        out = placed(out, exercises(chapter, SEED, pages), lambda ids: on_some_claim(ids, SEED, pages))
    return [_by_number(x, pages) if isinstance(x, ExerciseBlock) and x.kind == "proof" else x for x in out]


def _by_number(exercise: ExerciseBlock, pages: Mapping[str, ClaimPage]) -> ExerciseBlock:
    """A claim to be proved by its number: statement and proof stand in the book already, unlike on a sheet."""
    claims = [b.id for b in (*exercise.question, *exercise.answer) if isinstance(b, ClaimBlock)]
    if not claims:
        return exercise
    id = claims[0]
    asked = say("Cover the proof of {} ({}), and prove the claim yourself.", ClaimId(id), pages[id].name)
    told = say("One proof stands below {}.", ClaimId(id))
    return replace(exercise, question=(paragraph(asked),), answer=(paragraph(told),))
