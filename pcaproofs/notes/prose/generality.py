"""Whether a sentence speaks of every matrix of a kind: "every symmetric matrix satisfies ⟦0⟧"."""

from __future__ import annotations

import re
from collections.abc import Collection

from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Name, nodes
from pcaproofs.notes.prose.clauses import sentence_of
from pcaproofs.notes.prose.sentences import Sentence

_KIND = r"(?:[a-z-]+ ){0,3}(?:matrix|vector|column|basis|projection|decomposition)(?![\w-])"
_GENERAL = re.compile(
    r"(?<![\w-])(?:every|any|each|all|always|generally|general|arbitrary|whenever|recall|definitions?|define[ds]?"
    r"|matrices|theorems?|lemma|propert(?:y|ies)|rules?|laws?|identit(?:y|ies)(?! matri)|by definition"
    rf"|(?:for|if|of|when|that|given|where|let|with) an? {_KIND})(?![\w-])|^an? {_KIND}"
)
_OF_LETTER = re.compile(r"(?<![\w-])(?:all|any|every|each|arbitrary) (?:[a-z-]+ ){0,2}⟦(?P<letter>\d+)⟧")


def speaks_of_all(note: Note, formula: Formula, letters: Collection[str]) -> bool:
    """Whether the sentence of a formula is general; letters: the keys of those whose values an example gives.

    "for all x" does not make it general in A.
    """
    if (sentence := sentence_of(note, formula)) is None:
        return False
    text = _OF_LETTER.sub(lambda m: m[0] if _mentions(sentence, int(m["letter"]), letters) else "", sentence.text)
    return _GENERAL.search(text) is not None


def _mentions(sentence: Sentence, thing: int, letters: Collection[str]) -> bool:
    """Whether a formula in a sentence contains one of the letters."""
    names = (x for tree in sentence.things[thing].trees for x in nodes(tree) if isinstance(x, Name))
    return any(key(x) in letters for x in names)
