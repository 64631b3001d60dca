"""Formulas that a sentence takes as known: "since ⟦λ ≥ 0⟧", which words elsewhere may say."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.prose.clauses import place_in_sentence

_KNOWN = re.compile(
    r"(?<![\w-])(?:since|because|recall(?: that)?|as)(?: (?:we|all|both|the|each|every|know|have|that|now|here|then))* "
    r"(?:⟦\d+⟧(?:,? and|,) )*$"
)


def is_recalled(note: Note, formula: Formula) -> bool:
    """Whether the words right before a formula give it as a reason."""
    found = place_in_sentence(note, formula)
    return found is not None and _KNOWN.search(found[0].text[: found[1]]) is not None
