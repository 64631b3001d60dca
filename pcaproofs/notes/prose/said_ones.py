"""The letters of a note that stand for a column or a matrix of ones, according to sentences and formulas."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Chain, Dots, Group, Listed, Matrix, Name, Node, Num, Transpose, nodes
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.letters import size
from pcaproofs.notes.prose.sentences import sentences

_ONES = (
    r"(?:(?:column |row )?vector (?:of|with) (?:all |only )?(?:ones|1s)"
    r"|all[- ]ones(?: column)?(?: vector)?|ones vector)"
)
_MATRIX = re.compile(
    r"(?P<letter>⟦\d+⟧) (?:is|be|denotes?|for|means|as) (?:the|a|an) (?:square )?(?P<size>⟦\d+⟧) (?:all[- ]ones matrix"
    r"|matrix (?:of|with)(?: all| only)? (?:ones|1s)"
    r"|matrix (?:all|each) of whose entries (?:are|is)(?: all)?(?: equal to)? (?:ones?|1)"
    r"|matrix (?:whose|with) (?:entries|elements) (?:(?:are )?all |are )?(?:equal to )?(?:ones?|1))(?=$|[.,;)]|"
    r" (?:so|then)(?![\w-]))"
)
_BEHIND = re.compile(rf"⟦(\d+)⟧,? (?:(?:is|be|denotes?|for|means|as|are) )?(?:the |a |an )?(?:\w+ )?{_ONES}")
_BEFORE = re.compile(rf"{_ONES}(?: of length ⟦\d+⟧)?,?(?: denoted(?: by)?| called)? ⟦(\d+)⟧")


def letters_of_ones(note: Note) -> frozenset[str]:
    """The keys of the letters that the note declares as columns of ones."""
    return frozenset((*_by_sentences(note), *_by_formulas(note)))


def read_ones(reader: FactReader) -> None:
    """Add the facts that letters are matrices of ones: "⟦J⟧ is the ⟦n × n⟧ matrix of ones"."""
    for match in _MATRIX.finditer(reader.sentence.text):
        letter = reader.one(match["letter"])
        shape = size(reader.sentence.things[int(match["size"][1:-1])])
        if letter is not None and shape is not None and reader.holds(match.start(), match.end()):
            reader.shape(letter, *shape, match.span())
            reader.satisfies(letter, "ones", match.span())


def _by_sentences(note: Note) -> Iterator[str]:
    for sentence in sentences(note):
        for pattern in (_BEHIND, _BEFORE):
            for match in pattern.finditer(sentence.text):
                for tree in sentence.things[int(match[1])].trees:
                    first = tree.terms[0] if isinstance(tree, Chain) else tree
                    if isinstance(first, Name):
                        yield key(first)


def _by_formulas(note: Note) -> Iterator[str]:
    """The letters that a formula gives the value (1, …, 1)ᵀ, and no formula another value or a space."""
    trees = [f.tree for f in note.formulas if not isinstance(f.tree, Unread)]
    found, others = set[str](), set[str]()
    for chain in (x for tree in trees for x in nodes(tree) if isinstance(x, Chain)):
        for left, sign, right in zip(chain.terms, chain.signs, chain.terms[1:], strict=False):
            if sign in ("=", ":=", "∈"):
                is_ones = sign != "∈" and isinstance(left, Name) and _is_ones(right)
                (found if is_ones else others).update(key(x) for x in _subjects(left))
    yield from sorted(found - others)


def _subjects(left: Node) -> Iterator[Name]:
    """The letters on the left of a relation: one, or several in a list."""
    yield from (x for x in (left.items if isinstance(left, Listed) else (left,)) if isinstance(x, Name))


def _is_ones(node: Node) -> bool:
    """Whether a node is (1, …, 1)ᵀ or a column of cells 1, with dots: without dots its length is known."""
    match node:
        case Transpose(base=Group(body=Listed(items)) | Matrix(rows=(items,))):
            cells = items
        case Matrix(rows) if all(len(row) == 1 for row in rows):
            cells = tuple(row[0] for row in rows)
        case _:
            return False
    is_filled = all(cell == Num("1") or isinstance(cell, Dots) for cell in cells)
    return is_filled and Num("1") in cells and any(isinstance(cell, Dots) for cell in cells)
