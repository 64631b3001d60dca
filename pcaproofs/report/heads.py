"""The head of a chapter: what one will be able to do, what is needed, and the claims on which the chapter rests."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pcaproofs.report.documents.model import ClaimBlock, Computed, Prose, Written
from pcaproofs.report.documents.parser import lines
from pcaproofs.report.documents.writing import block_quote, paragraph, tokens
from pcaproofs.report.sentences import NOTHING, ClaimId, Sentence, Strong, fill, listed
from pcaproofs.report.titles import title

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage


def head(block: Computed, blocks: Sequence[Written], pages: Mapping[str, ClaimPage]) -> Prose:
    """The head of the document with these blocks: the author's list, the author's words, and computed claims."""
    end = max(k for k, token in enumerate(block.said) if token.type == "bullet_list_close") + 1
    said = _claims(blocks, pages)
    opening, needed = paragraph(Sentence((Strong("After this chapter you can"),))), paragraph(" ", said)
    inside = next(t for t in needed.tokens if t.type == "inline")
    words = next((t.children for t in block.said[end:] if t.type == "inline"), None)
    inside.children = [
        *tokens(fill("{} ", Strong("You need"))),
        *(words or ()),
        *(inside.children or () if said else ()),
    ]
    return block_quote([*opening.tokens, *block.said[:end], *needed.tokens])


def _claims(blocks: Sequence[Written], pages: Mapping[str, ClaimPage]) -> Sentence:
    """The true claims of other chapters that the proofs use, and earlier ones to which the text goes back."""
    homes = [b.id for b in blocks if isinstance(b, ClaimBlock) and b.home]
    used = {c.id for id in homes if id in pages for c in pages[id].report.uses()} - {*homes}
    order = list(pages)
    first = min((order.index(id) for id in homes if id in order), default=0)
    named = {*order[:first]} & {*_named(blocks)} - {*homes, *used}
    said = [("The proofs use {}.", used), ("The text goes back to {}.", named)]
    shown = [
        (words, [id for id in order if id in ids and pages[id].report.verdict != "refuted"]) for words, ids in said
    ]
    out = [fill(words, listed([fill("{} ({})", ClaimId(id), title(id)) for id in ids])) for words, ids in shown if ids]
    return fill(" ".join(["{}"] * len(out)), *out) if out else NOTHING


def _named(blocks: Sequence[Written]) -> Iterator[str]:
    """The claims to which the text refers."""
    for block in blocks:
        if isinstance(block, Prose):
            for _, token in lines(block.tokens, 0):
                if token.type == "myst_role" and token.meta["name"] == "claim":
                    yield token.meta["id"]
