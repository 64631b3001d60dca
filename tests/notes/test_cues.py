"""Sentences of notes, and what the words beside a formula say of it."""

from __future__ import annotations

import pytest

from pcaproofs.notes.prose.clauses import cue
from pcaproofs.notes.prose.phrases import facts_of_prose
from pcaproofs.notes.prose.sentences import LONGEST, sentences

from .reading import note

# the last formula of each is $F$ or, in a display, $$F$$
CUES = {
    "Let $F$.": "assumed",
    "Let $a$ and $F$.": "assumed",
    "Suppose that $F$ holds.": "assumed",
    "Assume, as before, $F$.": "assumed",
    "a vector $w$ such that $F$": "assumed",
    "with $F$ we are done": "assumed",
    "subject to $F$": "assumed",
    "Without loss of generality we may assume $F$.": "assumed",
    "Suppose that $A$ is symmetric, that is, $F$.": "assumed",
    "where $F$": "assumed",
    "$$a$$ where $$F$$": "assumed",
    "We define\n\n$$F$$\n\nand go on.": "defined",
    "Here, $$F$$ is called the scatter matrix.": "defined",
    "$F$ is known as the scatter matrix": "defined",
    "We write $F$.": "defined",
    "We want to maximise $F$.": "problem",
    "This is the optimisation problem\n\n$$F$$": "problem",
    "So $F$.": "concluded",
    "Hence we have\n$$F$$": "concluded",
    "Let $A$ be symmetric, then $F$.": "concluded",
    "We need to ensure $F$.": "concluded",
    "because $F$": "concluded",
    "We show $F$.": "concluded",
    "We set the derivative to zero and obtain $$F$$": "concluded",
    "If $a$ then $F$": "concluded",
    "It is wrong that $F$.": "false",
    "A common mistake is $F$.": "false",
    "$F$ is wrong.": "false",
    "$F$ does not hold in general.": "false",
    "As $c$ does not depend on $w$, $$F$$": "",
    "Because $c$ does not depend on $w$, $$F$$": "concluded",
    "It does not hold that for every $w$, $$F$$": "false",
    "As it does not hold for all $w$, $$F$$": "false",
    "As if it did not depend on $w$, $$F$$": "false",
    "In general not $F$.": "false",
    "The trace does not depend on the order:\n$$F$$": "",
    "The sign doesn't matter, and so $F$.": "concluded",
    "What does not change is never true: $F$.": "false",
    "A common mistake is to forget the factor $n$ here:\n$$F$$": "false",
    "$F$, which does not hold in general.": "false",
    "One has $F$, which usually cannot hold.": "false",
    "The model is $F$.": "assumed",
    "The normal equations are\n$$F$$": "assumed",
    "It is the key of what is done here:\n\n$$F$$": "concluded",
    "This is not only short: it says $F$.": "",
    "The sky is blue.\n\n$$F$$": "",
    "$F$": "",
    "Suppose $a$. The sum $F$": "",
}


@pytest.mark.parametrize("text", CUES)
def test_words_beside_a_formula(text: str) -> None:
    read = note(text)
    assert cue(read, read.formulas[-1]) == CUES[text]


def _said(text: str, syntax: str = "markdown") -> list[str]:
    return [sentence.text for sentence in sentences(note(text, syntax))]


SENTENCES = {
    "one after the other": ("A cat. It sleeps! Why?", ["a cat.", "it sleeps!", "why?"]),
    "abbreviations": ("Use it, i.e. now, e.g. Fig. 2 or s.t. this.", ["use it, i.e. now, e.g. fig. 2 or s.t. this."]),
    "over a display": ("Let\n\n$$a$$\n\nbe small. Yes.", ["let ⟦0⟧ be small.", "yes."]),
    "a display ends it": ("We have\n$$a$$\nThis is it.", ["we have ⟦0⟧", "this is it."]),
    "a display with a full stop": ("We have $$a.$$ and more", ["we have ⟦0⟧", "and more"]),
    "items of a list": ("Let\n\n* $a$ be\n* $b$ be\n\nEnd", ["let", "⟦0⟧ be", "⟦0⟧ be", "end"]),
    "headings are none": ("# A title\n\ntext\n\nanother\n---\nmore", ["text", "more"]),
    "emphasis and links": ("the **bold** _word_ [link](http://a.b) `code`", ["the bold word link"]),
    "comments and code": ("a <!-- b. --> c\n\n```\nd\n```\ne", ["a c", "e"]),
    "quotations": ("> one\n> two", ["one two"]),
    "tags": ("<p>one <b>two</b></p><p>three</p>", ["one two", "three"]),
    "bare letters": ("where n is $n$, and A is $A$. A cat", ["where ⟦0⟧ is ⟦1⟧, and ⟦2⟧ is ⟦3⟧.", "a cat"]),
    "brackets that look like a placeholder": ("a ⟦7⟧ b $a$", ["a 7 b ⟦0⟧"]),
    "abbreviations in brackets": ("they are (i.i.d.) random $a$", ["they are random ⟦0⟧"]),
    "abbreviations with more in brackets": ("they (all i.i.d.) are $a$", ["they (all i.i.d.) are ⟦0⟧"]),
    "i.e. with a letter i": ("the $i$, i.e. this", ["the ⟦0⟧, i.e. this"]),
    "Quarto's labels": ("So {#eq-a} we", ["so we"]),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_sentences_of_markdown(name: str) -> None:
    text, expected = SENTENCES[name]
    assert _said(text) == expected


def test_sentences_of_latex() -> None:
    text = (
        "\\documentclass{article}\\title{T}\\begin{document}\\section{A title} Let \\emph{now}~$a$ be \\textbf{small} "
        "\\cite{x}.\\footnote{No.} By \\eqref{e}, yes. % no\n\\begin{itemize}\\item one\\item two\\end{itemize}"
        "\\[ b \\]\nwhere $c$.\n\\end{document} gone"
    )
    assert _said(text, "tex") == ["let now ⟦0⟧ be small .", "by , yes.", "one", "two", "⟦0⟧ where ⟦1⟧."]


def test_a_part_of_a_sentence_has_its_place() -> None:
    text = "One. The *big* matrix $X$\nis here."
    (_, said) = sentences(note(text))
    start = said.text.index("big")
    assert text[slice(*said.span(start, said.text.index("⟧") + 1))] == "big* matrix $X$"


LONG = [
    "unit ",
    "Let $w$ be a unit vector, and ",
    "a symmetric, ",
    "the mean of the ",
    "*",
    "[",
    "> ",
    "⟦3⟧ ",
    "2 x ",
    "`",
]


@pytest.mark.parametrize("words", LONG)
def test_an_overlong_sentence_is_read_in_parts(words: str) -> None:
    """What a sentence says is searched for at each of its words, so its length is bounded."""
    read = note(words * 300 + "$a$")
    assert all(len(sentence.text) <= LONGEST for sentence in sentences(read))
    facts_of_prose(read)
