"""Means of random letters: "i.i.d. with mean μ" speaks of an expectation, not of the mean of the samples."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.formulas.blocks import Note, once
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


@once
def _random(note: Note) -> frozenset[str]:
    """The families and matrices of which a sentence of the note says that they are random."""
    out, meant = set[str](), set[str]()  # meant: the letters to which "they" refers
    for sentence in sentences(note):
        named = {*_letters(sentence)}
        if _RANDOM.search(sentence.text):
            out |= named | (meant if not named or _GO_ON.match(sentence.text) else set())
        meant = named or meant
    return frozenset(out)


_CONSTANT = r"(?:an? |the )?(?:known |given )?(?:constants?|fixed|deterministic|non-?random)(?![\w-])"
_SAID_CONSTANT = re.compile(
    rf"((?:⟦\d+⟧(?:, and |, | and )?)+) (?:be |is |are |being )?{_CONSTANT}"
    rf"|{_CONSTANT} (?:(?:vectors?|columns?|matrix|matrices|numbers?|scalars?) )?((?:⟦\d+⟧(?:, and |, | and )?)+)"
)


@once
def said_constant(note: Note) -> frozenset[str]:
    """The letters of which a sentence of the note says that they are constant, fixed or deterministic."""
    out = set[str]()
    for sentence in sentences(note):
        for match in _SAID_CONSTANT.finditer(sentence.text):
            things = [sentence.things[int(k)] for k in re.findall(r"\d+", match[1] or match[2])]
            out |= {key(x) for x in every((tree for thing in things for tree in thing.trees), Name)}
    return frozenset(out)


def _letters(sentence: Sentence) -> Iterator[str]:
    """The families and the matrices that a sentence names outside displays."""
    names = every((tree for thing in sentence.things if not thing.display for tree in thing.trees), Name)
    return (key(bare(x)) for x in names if x.subscript is not None or is_capital(x))
