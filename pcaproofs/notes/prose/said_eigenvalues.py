"""Reads all eigenvalues of a matrix where no eigenvectors are named: "A is symmetric with eigenvalues λ_1, …, λ_n".

By the spectral theorem a symmetric matrix has orthonormal eigenvectors, v^λ_1, …, v^λ_n, which get a name here. The
note does not contain this name. It is used only for a matrix that the note calls symmetric (`Table.eigenvectors_of`).
"""

from __future__ import annotations

import re
from dataclasses import replace

from pcaproofs.notes.formulas.surface import Name
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.letters import Family, families, things, without_sizes
from pcaproofs.notes.prose.noun_phrases import LETTER
from pcaproofs.notes.prose.said_eigen import COMPLETE, bearer

_END = r"(?=$|[.,;:)]| (?:and|with|in|where|which|counted|ordered|arranged|sorted|so|be|then)(?![\w-])(?! ⟦))"
_MATRIX = (
    r"(?:(?:the |a )?(?:(?:real |symmetric |covariance |sample )*(?:matrix|covariance) )?(?P<matrix>⟦\d+⟧))" + _END
)
_ALONE = (
    re.compile(
        rf"(?:(?:the|its|all|real) )*eigenvalues (?P<values>{LETTER})(?: of {_MATRIX}|{_END})(?![^.;]*eigenvector)"
    ),
    re.compile(
        rf"(?P<values>{LETTER}) (?:be|are|denotes?) (?:(?:the|all|real) )*eigenvalues of {_MATRIX}(?![^.;]*eigenvector)"
    ),
)
_WITH = re.compile(
    r" (?:(?:be|is|an?|any|some|real|square|symmetric|positive|semi-?definite|definite|covariance|matrix|with|and|has"
    r"|have|having|which|the|its) )*"
)
_ENDS = re.compile(r"$|[.;]|, (?:where|so|then|we|and let)(?![\w-])| (?:⟦\d+⟧|counted with (?:their )?multiplicit)")
_SOME = re.compile(
    r"(?:largest|biggest|greatest|smallest|top|leading|first|last|distinct|different|nonzero|positive) $"
)


def read_eigenvalues(reader: FactReader) -> None:
    """Add the eigenpairs of matrices all of whose eigenvalues are listed in a sentence."""
    for pattern in _ALONE:
        for match in pattern.finditer(reader.sentence.text):
            before = reader.sentence.text[: match.start()]
            matrix = reader.one(match["matrix"]) or bearer(reader, match.start()) or _only_matrix(reader, match.start())
            found = [f for thing in things(reader.sentence, match["values"]) for t in thing.trees for f in families(t)]
            if matrix is None or len(found) != 1 or _SOME.search(before) or "eigenvector" in before:
                continue
            if reader.holds(match.start(), match.end()):
                _name_vectors(reader, matrix, found[0], match.span())
                if _ENDS.match(reader.sentence.text, match.end()):
                    reader.satisfies(Name("v", upper=replace(found[0].letter, subscript=None)), COMPLETE, match.span())


def _only_matrix(reader: FactReader, end: int) -> Name | None:
    """The only matrix that a sentence names before a place, if it is the last formula there."""
    named = {name for place, name in reader.matrices if place < end}
    text = without_sizes(reader.sentence)[:end]
    placed = re.findall(LETTER, text)
    between = re.sub(" +", " ", text.rpartition("⟧")[2])
    is_last = len(named) == 1 and placed and reader.letters(placed[-1]) == (*named,)
    return named.pop() if is_last and _WITH.fullmatch(between) else None


def _name_vectors(reader: FactReader, matrix: Name, values: Family, place: tuple[int, int]) -> None:
    value = replace(values.letter, subscript=None)
    vector, i = Name("v", upper=value), Name("i")
    reader.family(replace(values, letter=vector), place)
    reader.satisfies(replace(vector, subscript=i), "eigenpair", place, (matrix, replace(value, subscript=i)))
    reader.satisfies(vector, "orthonormal", place)


def is_named_here(base: Name) -> bool:
    """Whether eigenvectors have a name that the note does not contain."""
    return base.base == "v" and isinstance(base.upper, Name)
