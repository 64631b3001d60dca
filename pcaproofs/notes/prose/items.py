"""Formulas that are items of a list: "- Transposes: $(AB)^T = B^T A^T$" claims something although no verb says so."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.surface import Chain, Name, Node, Num
from pcaproofs.notes.prose.falsehood import FALSE
from pcaproofs.notes.prose.sentences import Sentence, sections, sentences

_BULLET = re.compile(r"[ \t>]*(?:[-*+]|\(?[\divx]+[.)])[ \t]+(?:\*\*|__|[*_])?|.*\\item(?:\[[^\]]*\])?\s*")
_TITLED = re.compile(r"(?:[a-z][a-z ,'()-]*: )?⟦0⟧[.,;]?(?: for all ⟦\d+⟧[.,;]?)?")
# words of a title, of the heading, or right before the list, after which its formulas need not hold
_OPEN = re.compile(
    rf"(?<![\w-])(?:not|no|never|{FALSE}|errors?|counterexamples?|which"
    r"|whether|exercises?|questions?|problems?|quiz|prove|disprove|show|true or|check|verify|if|when|where|with|only"
    r"|unless|let|lets|given|assum\w+|suppos\w+|such that|satisf\w+|conditions?|constraints?|requir\w+|subject|hold"
    r"|holds|must|should|need\w*|definition\w*|defin\w+|denot\w+|notation|axioms?|properties of an?|examples?|called"
    r"|call|say|model|assumptions?|hypothes\w+|find|solve|minimi\w+|maximi\w+|choose|set|pick|want)(?![\w-])"
)


def is_claim_of_item(note: Note, sentence: Sentence) -> bool:
    """Whether a sentence is an item of a list that is a formula alone, perhaps behind a title, and claims it."""
    if sentence.asks or not _TITLED.fullmatch(sentence.text) or not all(map(_is_claim, sentence.things[0].trees)):
        return False
    text, start = note.source.text, sentence.places[0]
    if _BULLET.fullmatch(text[text.rfind("\n", 0, start) + 1 : start]) is None:
        return False
    title = sentence.text.partition("⟦")[0]
    return not any(_OPEN.search(said) for said in (title, _heading(note, start), _lead(note, sentence)))


def _is_claim(tree: Node) -> bool:
    """Whether a formula is an equation or inequality that neither defines a letter nor looks like a condition."""
    if not isinstance(tree, Chain) or not {*tree.signs} <= {"=", "≤", "≥"}:
        return False
    return not any(isinstance(x, Name | Num) for x in tree.terms)


def _heading(note: Note, start: int) -> str:
    """The heading of the section of an offset in small letters, if it has one."""
    first = max((s for s, _ in sections(note) if s <= start), default=0)
    line = note.source.text[first:].lstrip().partition("\n")[0].lower()
    return line if line.startswith(("#", "\\")) else ""


def _lead(note: Note, sentence: Sentence) -> str:
    """What stands right before the list: a sentence with a colon or a question, else nothing."""
    found = sentences(note)
    here = next(k for k, x in enumerate(found) if x is sentence)
    for before in reversed(found[:here]):
        text, start = note.source.text, before.places[0]
        if _BULLET.fullmatch(text[text.rfind("\n", 0, start) + 1 : start]) is None:
            return before.text if before.asks or before.text.endswith(":") else ""
    return ""
