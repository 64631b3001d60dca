"""Missing hypotheses that a note has in another place: in a later section, or in the text around a theorem."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pcaproofs.language.hypotheses import KINDS, Named
from pcaproofs.notes.formulas.spelling import bare, spelled
from pcaproofs.notes.prose.facts import Fact, Satisfies
from pcaproofs.notes.prose.scopes import KEEPS


def said_elsewhere(hypotheses: Iterable[str], facts: Iterable[Fact]) -> list[int]:
    """The offsets at which a note says one of the hypotheses that each make a row true: "S is symmetric and λ ≠ μ"."""
    parts = [part for x in hypotheses for part in x.split(" and ")]
    found = [f for f in facts if isinstance(f, Satisfies) and any(_says(f, part) for part in parts)]
    return sorted(f.span[0] for f in found)


def is_for_all_that_follows(text: str, place: int) -> bool:
    """Whether the sentence around a place of a text says that it holds from there on: "Throughout, w is …"."""
    start = max(text.rfind(". ", 0, place), text.rfind("\n\n", 0, place), 0)
    return KEEPS.search(text[start : text.find(".", place)].lower()) is not None


def _says(fact: Satisfies, words: str) -> bool:
    """Whether a fact is a property of a letter in words, "w is a unit vector", or of the members of its family."""
    if fact.hypothesis not in KINDS or fact.others:
        return False
    names = [re.escape(spelled(fact.letter))]
    if fact.letter.subscript is not None:
        names.append(re.escape(spelled(bare(fact.letter))) + r"_\w+")
    pattern = re.escape(Named(fact.hypothesis, ("⟦⟧",)).words()).replace("⟦⟧", f"(?:{'|'.join(names)})")
    return re.fullmatch(pattern, words) is not None
