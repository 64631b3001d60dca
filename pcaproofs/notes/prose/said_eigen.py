"""Reads eigenvectors with their eigenvalues, and decompositions of matrices, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.surface import Chain, Dots, Frac, Name, Node, Num, Power, Product, Transpose
from pcaproofs.notes.formulas.surface import Sentence as Parts
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.letters import families, things
from pcaproofs.notes.prose.noun_phrases import LETTER, LETTERS
from pcaproofs.notes.prose.sentences import Sentence

_VALUES = (
    rf"(?:the |its |their |distinct |different |two |real |positive |corresponding |associated |respective "
    rf"|largest |biggest |greatest |smallest |maximum |maximal |top |leading |first "
    rf"|second )*eigenvalues? (?P<values>{LETTERS})"
)
_VECTORS = (
    rf"(?:the |its |their |a |an |two |unit |orthonormal |corresponding |associated |normali[sz]ed "
    rf"|respective )*(?:(?P<whole>(?<=orthonormal )basis) of )?eigenvectors? (?P<vectors>{LETTERS})"
)
_OF_A = (
    r"(?: (?:of|for) (?:the |a )?(?:(?:real |symmetric |covariance |scatter |sample |empirical |⟦\d+⟧ )*(?:matrix"
    r"|covariance) )?(?P<a{}>⟦\d+⟧))?"
)
_TO = (
    r",? (?:with|for|to|and|belonging to|(?:that )?corresponds? to|corresponding to|associated with|whose"
    r"|having)(?: (?:the|its|their|a|an))?(?: (?:corresponding|associated|respective))? "
)
COMPLETE = "complete"  # of eigenvectors: as many as the matrix has rows
_EIGEN = [
    re.compile(
        rf"{_VECTORS}{_OF_A.format(1)}(?P<are> (?:are|being|be) (?:mutually )?orthonormal)?"
        rf"{_TO}{_VALUES}{_OF_A.format(2)}"
    ),
    re.compile(rf"{_VALUES}{_OF_A.format(1)}{_TO}{_VECTORS}{_OF_A.format(2)}"),
    re.compile(
        rf"(?P<vectors>{LETTERS}) (?:is|are|be|being|denotes?) (?:an |a |the |unit |normali[sz]ed "
        rf"|orthonormal )*eigenvectors?{_OF_A.format(1)}{_TO}{_VALUES}{_OF_A.format(2)}"
    ),
    re.compile(
        rf"(?P<vectors>{LETTERS}) (?:are|be|being|forms?|denotes?) (?:an |the )?(?:complete )?(?:orthonormal )?"
        rf"(?P<basis>basis) (?:of|consisting of|of unit) eigenvectors{_OF_A.format(1)}{_TO}{_VALUES}{_OF_A.format(2)}"
    ),
    re.compile(
        rf"(?P<values>{LETTERS}) (?:is|are|be|being) (?:an |a "
        rf"|the )*eigenvalues?{_OF_A.format(1)}{_TO}{_VECTORS}{_OF_A.format(2)}"
    ),
]
_BEARER = re.compile(
    r"(?P<matrix>⟦\d+⟧)(?: (?:be|is|a|an|real|any|symmetric|positive|semidefinite|semi-definite|definite|square|matrix"
    r"|covariance|scatter|with|has|have|having|and|which|whose|it|its))+ $"
)
_PAIR = re.compile(
    rf"(?:(?P<before>{LETTER}) (?:is|be|are) (?:an |the |a )?)?eigenpairs?(?: (?P<after>{LETTER}))?{_OF_A.format(1)}"
)


_DECOMPOSITION = re.compile(
    r"(?:⟦\d+⟧ (?:is|be|denotes?|denote) (?:the|an|a|its|some) (?:(?:thin|compact|reduced|full|economy) )?)?"
    r"(?:(?P<svd>singular[ -]value decomposition|svd)|(?:eigen[ -]?(?:value )?|spectral "
    r"|orthogonal )(?:decomposition|diagonali[sz]ation))(?![\w-])"
    r"[^⟦.;]{0,40}(?:⟦\d+⟧[^⟦.;]{0,25})?"
)


_IF = re.compile(r"(?:^|[,;] (?:and )?)(?:if|when) $")
_NAMING = re.compile(
    r"⟦(\d+)⟧ (?:is|denotes) (?:the|an?|its) (?:(?:thin|compact|reduced|full|economy) )?"
    r"(?:(?P<svd>singular[ -]value decomposition|svd)|spectral decomposition|eigen[ -]?(?:value )?decomposition)"
    r"(?![\w-])(?! (?:with|for which|where|in which|having|such))"
)
_SYMMETRIC = re.compile(r"(?<![\w-])(?:symmetric|(?:sample |empirical )?covariance|scatter|gram) matrix(?![\w-])")


def read_eigen(reader: FactReader) -> None:
    """Add the eigenpairs and the factors of decompositions in a sentence."""
    _eigenpairs(reader)
    _decompositions(reader)


def _eigenpairs(reader: FactReader) -> None:
    for pattern in _EIGEN:
        for match in pattern.finditer(reader.sentence.text):
            vectors, values = reader.letters(match["vectors"]), reader.letters(match["values"])
            matrix = reader.one(match["a1"] or match["a2"]) or reader.matrix_before(match.start())
            matrix = matrix or bearer(reader, match.start())
            if matrix is None or len(vectors) != len(values):
                continue
            is_claim = pattern in _EIGEN[2:]
            if reader.holds(match.start(), match.end(), claimed=not is_claim):
                said = match.groupdict()
                for named in zip(vectors, values, strict=True):
                    vector, value = _members(reader, match, *named)
                    reader.satisfies(vector, "eigenpair", match.span(), (matrix, value))
                    if vector != named[0] and (said.get("are") or said.get("whole")):
                        reader.satisfies(named[0], "orthonormal", match.span())
                    if vector != named[0] and (said.get("basis") or said.get("whole")):
                        reader.satisfies(named[0], COMPLETE, match.span())
    for match in _PAIR.finditer(reader.sentence.text):
        pair = reader.letters(match["before"] or match["after"] or "")
        matrix = reader.one(match["a1"])
        if matrix is not None and len(pair) == 2 and reader.holds(match.start(), match.end()):
            value, vector = pair if _is_number(pair[0]) else pair[::-1]
            reader.satisfies(vector, "eigenpair", match.span(), (matrix, value))


def _members(reader: FactReader, match: re.Match[str], vector: Name, value: Name) -> tuple[Name, Name]:
    """q_i and λ_i for eigenvectors and eigenvalues that are listed as families; else the letters as they are."""
    lists = [things(reader.sentence, match[name]) for name in ("vectors", "values")]
    listed = [len(found) == 1 and any(map(_is_family, found[0].trees)) for found in lists]
    if not all(listed):
        return vector, value
    return replace(vector, subscript=Name("i")), replace(value, subscript=Name("i"))


def _is_family(tree: Node) -> bool:
    """Whether a formula lists x_1, …, x_n, perhaps in an order: λ_1 ≥ … ≥ λ_n ≥ 0."""
    if isinstance(tree, Chain) and any(isinstance(x, Dots) for x in tree.terms):
        first = tree.terms[0]
        return isinstance(first, Name) and first.subscript == Num("1")
    return any(True for _ in families(tree))


def bearer(reader: FactReader, end: int) -> Name | None:
    """The square matrix of "S ∈ ℝ^{p×p} be symmetric with …", right before eigenvectors or eigenvalues."""
    match = _BEARER.search(reader.sentence.text[:end])
    if match is None:
        return None
    (thing,) = things(reader.sentence, match["matrix"])
    shape = [x for tree in thing.trees if isinstance(tree, Chain) for x in tree.terms[1:]]
    sides = [x.exponent for x in shape if isinstance(x, Power)]
    is_square = any(isinstance(x, Product) and len(x.factors) == 2 and x.factors[0] == x.factors[1] for x in sides)
    return reader.one(match["matrix"]) if is_square else None


def _is_number(letter: Node) -> bool:
    return isinstance(letter, Name) and letter.base in "λμστκρνα"


def _decompositions(reader: FactReader) -> None:
    """X = UΣVᵀ: orthonormal columns and a diagonal matrix; S = VΛVᵀ: an orthogonal one and a diagonal one."""
    for match in _DECOMPOSITION.finditer(reader.sentence.text):
        if not reader.holds(match.start(), match.end(), claimed=True):
            continue
        reader.is_naming = names_factors(reader.note, reader.sentence, match.start())
        after = re.match(LETTER, reader.sentence.text[match.end() :])
        for placed in [*re.findall(LETTER, match[0]), *([after[0]] if after else [])]:
            thing = things(reader.sentence, placed)[0]
            for left, middle, right in (x for tree in thing.trees for x in _three(tree)):
                if (match["svd"] or left == right) and not left.base.islower():
                    for name in {left: None, right: None}:
                        reader.satisfies(name, "orthonormal" if match["svd"] else "orthogonal", match.span())
                    reader.satisfies(middle, "diagonal", match.span())
        reader.is_naming = False


def names_factors(note: Note, sentence: Sentence, start: int) -> bool:
    """Whether "if" before a formula at a place supposes nothing: "if X = UDVᵀ is the singular value decomposition".

    Such a decomposition always exists, so that its factors stay. A spectral decomposition exists if the matrix is
    symmetric: the sentence calls it a covariance matrix or the like, or it was XᵀX before, perhaps times a number.
    """
    match = _NAMING.match(sentence.text, start)
    if match is None or _IF.search(sentence.text[:start]) is None:
        return False
    if match["svd"] or _SYMMETRIC.search(sentence.text):
        return True
    trees = sentence.things[int(match[1])].trees
    left = trees[0].terms[0] if trees and isinstance(trees[0], Chain) else None
    before = [f.tree for f in note.formulas if f.span[0] < sentence.places[0]]
    return any(isinstance(x, Chain) and x.terms[0] == left and _is_gram(x.terms[1]) for x in before)


def _is_gram(node: Node) -> bool:
    """Whether an expression is XᵀX or XXᵀ, perhaps times a number."""
    if not isinstance(node, Product) or len(node.factors) < 2:
        return False
    *numbers, a, b = node.factors
    is_one = a == Transpose(b) or b == Transpose(a)
    return is_one and all(isinstance(x, Num | Frac) for x in numbers)


def _three(tree: Node) -> Iterator[tuple[Name, Name, Name]]:
    """The factors of A = U Σ Vᵀ."""
    match tree:
        case Parts(parts):
            for part in parts:
                yield from _three(part)
        case Chain((_, Product((Name() as left, Name() as middle, Transpose(Name() as right)), _), *_), ("=", *_)):
            yield left, middle, right
