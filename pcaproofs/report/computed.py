"""Blocks of documents that a report computes from its claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pcaproofs.report import errata
from pcaproofs.report.documents.model import Block, Computed, Written
from pcaproofs.report.formula_sheet import sheet
from pcaproofs.report.heads import head

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage


SEED = 0
"""The seed of the exercises in a book."""


def expanded(blocks: tuple[Written, ...], pages: Mapping[str, ClaimPage]) -> list[Block]:
    """The blocks of a document with computed blocks in the place of directives, or at the ends of sections."""
    out: list[Block] = []
    chapters = []
    for block in blocks:
        if not isinstance(block, Computed):
            out.append(block)
        elif block.kind == "errata":
            out += errata.blocks(block.about, pages)
        elif block.kind == "head":
            out.append(head(block, blocks, pages))
        elif block.kind == "formulas":
            out += sheet(block, pages)
        else:
            chapters.append(block.about)
    for chapter in chapters:
        from pcaproofs.report.exercises import exercises, placed  # imports the catalogue of misconceptions

        out = placed(out, exercises(chapter, SEED, pages))
    return out
