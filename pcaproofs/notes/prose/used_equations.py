"""Equations that a sentence uses for the formulas behind it: "using ⟦uᵀu = 1⟧, ⟦…⟧"; they may be what a row lacks."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.surface import Chain
from pcaproofs.notes.prose.sentences import Sentence

_USES = re.compile(
    r"(?<![\w-])(?:using|since|because|as|recall(?:ing)?|remember(?:ing)?|by|given|from|with)"
    r"(?: (?:that|the fact that|the identity|the relation|again))*,? ⟦(\d+)⟧"
)


def uses_equation(sentence: Sentence, start: int) -> bool:
    """Whether a sentence uses an equation, at the place of a formula in its text or before it."""
    return any(
        isinstance(tree, Chain) and "=" in tree.signs
        for match in _USES.finditer(sentence.text)
        if match.start(1) <= start + 1
        for tree in sentence.things[int(match[1])].trees
        if not sentence.things[int(match[1])].display
    )
