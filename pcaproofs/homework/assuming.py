"""Whether the words before a statement assume it."""

from __future__ import annotations

import re

from pcaproofs.homework import normal_forms
from pcaproofs.homework.proposal import PROPERTIES
from pcaproofs.homework.rows import statements_of
from pcaproofs.homework.statements import WrittenStatement
from pcaproofs.notes.checking import facts_of_note
from pcaproofs.notes.formulas.blocks import Formula, Note, read
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.surface import Name, Num
from pcaproofs.notes.prose.clauses import cue
from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.text.source import Source

MOST_WORDS = 120  # characters before a formula in which words of assumption are searched
_SUPPOSED = re.compile(
    r"\b(?:suppos|assum)\w*\b(?:(?!\b(?:show|prov|then|have|get|obtain|claim|hence|so|thus|therefore|follow)\w*)[^.])*$",
    re.IGNORECASE,
)
_SAYS_ASSUMED = re.compile(  # words that suppose, unlike "for each i", "taking traces" and "scaling with D"
    r"\b(?:let|suppos|assum|given|where|if|when|provided|without loss|w\.?l\.?o\.?g|choos|choice|pick|take\b|consider"
    r"|such that|so that|satisf|require|constraint|subject to|hypothesis|condition|wish|want|set\b|put\b|fix)",
    re.IGNORECASE,
)
_WHERE = re.compile(r"\b(?:for|at|when|if|where|by|with)\s*(?:\$|\\\()?$", re.IGNORECASE)
_LET = re.compile(r"\b(?:let|consider|take|if|given)\b[^.]*$", re.IGNORECASE)
_LET_BE = re.compile(  # "let b be the minimiser, that is, …"
    r"\blet\b[^.]*\bbe\b[^.]*\b(?:that is|i\.e\.|in other words|which means|meaning)[, ]*(?:that)?\s*[$\\\[]*$",
    re.IGNORECASE,
)


def is_assumed(note: Note, formula: Formula, statement: WrittenStatement) -> bool:
    """Whether words assume a statement; within a sentence “let n = 10” and “for n > p” only choose an example."""
    sides = statement.left, statement.right
    chooses = any(isinstance(x, Name) for x in sides) and all(isinstance(x, Name | Num) for x in sides)
    if not formula.display and (statement.sign != "=" or chooses):
        return False
    if formula.display and _SAYS_ASSUMED.search(_before(note, formula).rpartition(".")[2]) is None:
        return False
    return cue(note, formula) == "assumed"


def is_point(note: Note, formula: Formula) -> bool:
    """Whether an equation in a sentence only says where something happens: "it is least for a = b"."""
    return not formula.display and _WHERE.search(_before(note, formula)) is not None


def is_chosen(note: Note, formula: Formula) -> bool:
    """Whether words choose what a formula in a sentence says: "let S = I"."""
    return cue(note, formula) == "assumed"


def is_supposed(note: Note, formula: Formula, statement: WrittenStatement) -> bool:
    """Whether the sentence before a statement says that it is assumed, or declares a letter with this property."""
    said = _before(note, formula)
    return _SUPPOSED.search(said) is not None or (
        _LET.search(said) is not None and _is_property(note, formula, statement)
    )


def is_meaning_of_declaration(note: Note, formula: Formula) -> bool:
    """Whether a statement says what a declaration means: "let b be the minimiser, that is, …"."""
    return _LET_BE.search(_before(note, formula)) is not None


def _is_property(note: Note, formula: Formula, statement: WrittenStatement) -> bool:
    """Whether words before a statement say of a letter what it says: "let w be an eigenvector of S"."""
    start = formula.span[0]
    for fact in facts_of_note(note):
        is_near = start - MOST_WORDS <= fact.span[0] < start
        if is_near and isinstance(fact, Satisfies) and fact.hypothesis in PROPERTIES:
            said = PROPERTIES[fact.hypothesis].format(*map(latex, (fact.letter, *fact.others)))
            tree = read(Source("", f"$${said}$$")).formulas[0].tree
            found = () if isinstance(tree, Unread) else statements_of(tree).statements
            if any(normal_forms.of_writing(x) == normal_forms.of_writing(statement) for x in found):
                return True
    return False


def _before(note: Note, formula: Formula) -> str:
    start = formula.span[0]
    return note.source.text[max(0, start - MOST_WORDS) : start]
