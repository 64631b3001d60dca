"""Blocks of documents that a report computes from its claims."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pcaproofs.report import errata
from pcaproofs.report.documents.model import Block, Computed, Written

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage


SEED = 0
"""Of the exercises of a book; sheets have others."""


def computed(block: Computed, pages: Mapping[str, ClaimPage]) -> list[Block]:
    """What stands in the place of a directive of COMPUTED, in a report that has these pages."""
    match block.kind:
        case "errata":
            return errata.blocks(block.about, pages)
        case "exercises":
            from pcaproofs.report.exercises import exercises  # which imports the catalogue of misconceptions

            return [*exercises(block.about, SEED, pages)]
    raise ValueError(f"got {block.kind}, but should be of COMPUTED")


def expanded(blocks: tuple[Written, ...], pages: Mapping[str, ClaimPage]) -> list[Block]:
    """Blocks with what is computed in its places."""
    out: list[Block] = []
    for block in blocks:
        out += computed(block, pages) if isinstance(block, Computed) else [block]
    return out
