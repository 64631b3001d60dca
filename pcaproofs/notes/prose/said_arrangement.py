"""Reads the content of rows and columns of matrices: "each row of ⟦X⟧ is a sample"."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.surface import Name
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.letters import base, families, letters, things, transposed
from pcaproofs.notes.prose.noun_phrases import FEATURES, LETTER, LETTERS, SAMPLES
from pcaproofs.notes.prose.sentences import Thing

_ONE = rf"(?:a |one |an |the |its |our |single |different |individual )*(?:{SAMPLES})"
_ONE_FEATURE = rf"(?:a |one |an |the |single |different )*(?:{FEATURES})"
_HOLDS = (
    r"(?:is|are|being|be|contains?|containing|holds?|holding|represents?|representing|corresponds? to"
    r"|corresponding to|stores?|storing|consists? of|comprises?|give|gives|as)"
)
_ROWS_ARE = re.compile(
    rf"(?:each |every |one |the |its |whose |and |different )*(?P<side>row|column)s?(?: vectors?)?(?: (?:of"
    rf"|in) (?:the )?(?:data )?(?:matrix )?(?P<matrix>{LETTER}))?(?: of the data matrix)? {_HOLDS} "
    rf"(?:(?:the |a |one )?(?:vectors? |transposed |data |samples? |observations? |transposes of |cent(?:ered"
    rf"|red) )*(?P<members>{LETTERS})|(?P<samples>{_ONE})|(?P<features>{_ONE_FEATURE}))(?![\w-])"
)
_PER_ROW = re.compile(
    rf"(?:(?P<sample>(?:one|a|each|an) (?:{SAMPLES}))|(?P<feature>(?:one|a|each) (?:{FEATURES}))) (?:per|in each"
    rf"|for each|as a|in every|to each|is a|is one) (?P<side>row|column)(?![\w-])"
)
_AS_ROWS = re.compile(
    rf"(?:(?P<members>{LETTERS})|(?P<sample>(?:the |its |our |cent(?:ered|red) )*(?:{SAMPLES}|data|vectors))"
    rf"|(?P<feature>(?:{FEATURES})))"
    rf"(?: (?:are|is|being))?(?: (?:stored|arranged|stacked|collected|put|placed|written|organi[sz]ed|laid out"
    rf"|stack|collect|store|arrange|form))?"
    rf" (?:in|as|into|along|are|is|form|row-wise in) (?:the |its |their )?(?P<side>row|column)"
    rf"(?:s| vectors(?= of))(?! vectors)(?: of (?:the |an? )?(?:data )?(?:matrix )?(?P<matrix>{LETTER}))?(?![\w-])"
)

_WITH = re.compile(
    rf"(?:(?P<matrix>{LETTER}),? )?(?:with|having|has) (?:the )?(?P<side>row|column)s?(?: vectors?)?"
    rf" (?P<members>{LETTERS})(?![\w-])"
)
_NTH = re.compile(  # "⟦w_k⟧ is the ⟦k⟧-th row of ⟦W⟧", perhaps "as a column"
    rf"(?P<members>{LETTER}),? (?:is|be|denotes?|being|denoting|for) the (?P<index>⟦\d+⟧) ?-? ?(?:th|st|nd|rd)? ?"
    rf"(?P<side>row|column)(?: vector)? of (?:the )?(?:data )?(?:matrix )?(?P<matrix>{LETTER})"
)


def read_arrangement(reader: FactReader) -> None:
    """Add the facts of a sentence about rows and columns of matrices."""
    for pattern in (_ROWS_ARE, _PER_ROW, _AS_ROWS, _WITH, _NTH):
        for match in pattern.finditer(reader.sentence.text):
            if not reader.holds(match.start(), match.end(), claimed=True):
                continue
            said = match.groupdict()
            by = f"{said['side']}s"
            if said.get("features") or said.get("feature"):
                by = "columns" if by == "rows" else "rows"
            found = things(reader.sentence, said.get("members") or "")
            if said.get("index") and not _is_nth(found[0], things(reader.sentence, said["index"])[0]):
                continue
            members = [name for thing in found for name in letters(thing) or (transposed(thing),)]
            family = next((base(name) for name in members if name is not None), None)
            if said.get("members") and (family is None or not _is_member(members)):
                continue
            matrix = reader.one(said.get("matrix")) or _matrix_of(reader, match.start())
            if matrix is not None:
                known = [
                    name for name in reader.data if name.base.islower() and said.get("sample", said.get("samples"))
                ]
                family = family or (base(known[-1]) if known else None)
                listed = (f.last for thing in found for tree in thing.trees for f in families(tree))
                reader.arranged(matrix, by, family, next(listed, None), match.span())


def _is_nth(member: Thing, index: Thing) -> bool:
    """Whether a letter has an index: w_k, or w_kᵀ, with k."""
    names = letters(member) or (transposed(member),)
    return len(index.trees) == 1 and names[0] is not None and names[0].subscript == index.trees[0]


def _is_member(members: list[Name | None]) -> bool:
    """Whether letters look like columns: x_i, x_1, …; not X."""
    return all(name is not None and name.base.islower() for name in members)


def _matrix_of(reader: FactReader, k: int) -> Name | None:
    """The last matrix before a place in the sentence, or the data matrix."""
    known = [name for name in reader.data if not name.base.islower()]
    return reader.matrix_before(k) or (known[-1] if known else None)
