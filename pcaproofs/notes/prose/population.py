"""Means of random letters: "i.i.d. with mean μ" speaks of an expectation, not of the mean of the samples."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import bare, is_capital, key
from pcaproofs.notes.formulas.surface import Name, every
from pcaproofs.notes.prose.facts import Fact
from pcaproofs.notes.prose.sentences import Sentence, sentences

_RANDOM = re.compile(
    r"(?<![\w-])(?:i\.?i\.?d\.?|(?<!linearly )independent|identically|random|randomly|drawn|draws?|sampled from"
    r"|distributed|distributions?|gaussians?|normally|stochastic|noise|populations?|reali[sz]ations?)(?![\w-])"
)
_OF_POPULATION = re.compile(r"(?<![\w-])(?:population|true|theoretical|expectation|expected)(?![\w-])")
_OF_DATA = re.compile(
    r"(?<![\w-])(?:data|dataset|empirical|sample (?:mean|average|covariance)|column means?"
    r"|(?:mean-)?cent(?:red|ered))(?![\w-])"
)
_GO_ON = re.compile(r"(?:they|their|these|the (?:samples|observations|points|vectors|data|rows))(?![\w-])")


def is_of_population(note: Note, fact: Fact, letter: Name) -> bool:
    """Whether what a fact says of the mean of a family or of a matrix is about an expectation."""
    said = " ".join(note.source.text[slice(*fact.span)].lower().split())
    if _OF_DATA.search(said) is not None:
        return False
    return _OF_POPULATION.search(said) is not None or key(bare(letter)) in _random(note)


def _random(note: Note) -> frozenset[str]:
    """The families and matrices of which a sentence of the note says that they are random."""
    kept: dict[str, frozenset[str]] = note.__dict__  # as cached_property does it
    if "random in words" not in kept:
        kept["random in words"] = frozenset(_found(sentences(note)))
    return kept["random in words"]


def _found(said: tuple[Sentence, ...]) -> Iterator[str]:
    meant: tuple[str, ...] = ()  # the letters to which "they" refers
    for sentence in said:
        named = tuple(_letters(sentence))
        if _RANDOM.search(sentence.text):
            yield from named
            yield from meant if not named or _GO_ON.match(sentence.text) else ()
        meant = named or meant


def _letters(sentence: Sentence) -> Iterator[str]:
    """The families and the matrices that a sentence names outside displays."""
    names = every((tree for thing in sentence.things if not thing.display for tree in thing.trees), Name)
    return (key(bare(x)) for x in names if x.subscript is not None or is_capital(x))
