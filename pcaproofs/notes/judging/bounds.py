"""Restrictions of proofs: letters that are only inferred to be numbers, and inverses of square matrices only."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from pcaproofs.language.conclusions import unequal
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import COUNTS, family_listed, is_ones, key, letters_in
from pcaproofs.notes.formulas.surface import Blank, Chain, Group, Listed, Name, Node, Power, Sum, nodes
from pcaproofs.notes.judging.proving import MOST, PATIENT, QUICK, Case, Settled
from pcaproofs.notes.prose.sentences import sentences
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.uses import ENTRYWISE, look
from pcaproofs.notes.searching import Offer, from_fewest, hypotheses
from pcaproofs.notes.typing.expressions import LAYOUTS
from pcaproofs.notes.typing.matrices import WRITTEN
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import RELATIONS, Statements, lengths_of_ones
from pcaproofs.notes.typing.sums import FACTOR
from pcaproofs.notes.typing.terms import Dim, Relation, Term, Unknown, Unsupported, Untyped, letters_of, terms
from pcaproofs.prover.parts import parts_of

_SUMS = ("sum", "total", "identity")


def unsaid_numbers(used: dict[str, Symbol]) -> list[str]:
    """The letters of a statement that are read as numbers although the note does not declare them."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "number" and symbol.strength in ("agreed", "convention") and not symbol.is_family
    )


def matrices_as_numbers(used: dict[str, Symbol]) -> list[str]:
    """The letters of a statement that look like matrices or are bold, and that only formulas make numbers."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "number"
        and symbol.strength in ("agreed", "convention")
        and not symbol.is_family
        and (look(symbol.name) == "matrix" or symbol.name.font == "bold")
        and symbol.name.base not in COUNTS
    )


def small_matrices(used: dict[str, Symbol]) -> list[str]:
    """The small letters of a statement that only formulas make matrices."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "matrix" and symbol.strength == "agreed" and look(symbol.name) != "matrix"
    )


def inverted_numbers(used: dict[str, Symbol], tree: Node) -> list[str]:
    """The letters M of M⁻¹ that only formulas make numbers: for sizes other than n, N and T this is not written."""
    inverted = {key(x.base) for x in nodes(tree) if isinstance(x, Power) and isinstance(x.exponent, Sum)}
    return sorted(
        found
        for found, symbol in used.items()
        if found in inverted and symbol.kind == "number" and not symbol.is_pinned and symbol.name.base in "MKLD"
    )


def inverted_columns(used: dict[str, Symbol], tree: Node) -> list[str]:
    """The capital letters X of (XᵀX)⁻¹ that only other rows make columns: an inverse is not written for a number."""
    inverted = {
        key(x)
        for node in nodes(tree)
        if isinstance(node, Power) and isinstance(node.base, Group) and isinstance(node.exponent, Sum)
        for x in nodes(node.base)
        if isinstance(x, Name)
    }
    return sorted(
        found
        for found, symbol in used.items()
        if found in inverted and symbol.kind == "column" and not symbol.is_pinned and look(symbol.name) == "matrix"
    )


def unlikely_numbers(used: dict[str, Symbol]) -> list[str]:
    """The letters of a statement that look like columns or matrices, and which only other rows make numbers."""
    return sorted(
        key(symbol.name)
        for symbol in used.values()
        if symbol.kind == "number" and symbol.strength == "agreed" and look(symbol.name) != "number"
    )


def inverts_both(relation: Relation, same: Callable[[Dim, Dim], bool]) -> bool:
    """Whether a relation has (XᵀX)⁻¹ and (XXᵀ)⁻¹, which both exist only for a square X; same: whether sizes agree."""
    found = [x.parts[0] for side in (relation.left, relation.right) for x in terms(side) if x.op == "inverse"]
    grams = [x for x in found if _is_gram(x)]
    return any(
        letters_of(one) == letters_of(other) and not same(one.shape[0], other.shape[0])
        for k, one in enumerate(grams)
        for other in grams[:k]
    )


def _is_gram(term: Term) -> bool:
    """Whether a term is a product of letters and their transposes, without a sum."""
    return term.op == "product" and not any(x.op in _SUMS for x in terms(term))


def sizes_elsewhere(typing: Statements, relation: Relation) -> frozenset[str]:
    """The sizes of other sections that a relation has as numbers, and as the size of nothing.

    "Let r be a number" need not be seen: r may be any number where only another section sums up to r.
    """
    if not typing.size_values:
        return frozenset()
    every = [x for side in (relation.left, relation.right) for x in terms(side)]
    shapes = {typing.sizes.find(n) for x in (*every, *typing.letters.values()) for n in x.shape}
    used = typing.size_values - {str(n) for n in shapes}
    return frozenset(x for x in used if not typing.table.is_size_here(x, typing.offset))


# Refuting statements about matrices whose sizes a note does not say: "let Q be a matrix with orthonormal columns".
#
# Such a statement is about all sizes, so it may be refuted at any of them that the other formulas of the note admit:
# QQᵀ = I fails for a 2×1 matrix Q unless some formula, such as Q + I, needs a square one. Where the other formulas are
# not all read, all sizes are taken to be equal, which suits every formula.


# "we consider square matrices", and mostly "an orthonormal matrix"; not "a square matrix ⟦A⟧"
_SQUARE = re.compile(
    r"(?<![\w-])square(?![\w-])(?! roots?| loss| error)(?! matri(?:x|ces)(?: (?:of|with) the same size)? ⟦)"
    r"|(?<![\w-])orthonormal matri(?:x|ces)(?![\w-])|(?<![\w-])same (?:sizes?|shapes?|dimensions?)(?![\w-])"
)


def unsaid(typing: Statements) -> list[str]:
    """The matrices of a statement whose sizes the note does not say."""
    return [
        found
        for found, symbol in typing.used.items()
        if symbol.kind == "matrix" and symbol.rows is None and found in typing.letters and " " not in found
    ]


def may_differ(note: Note, typing: Statements, letters: Iterable[str]) -> bool:
    """Whether sizes that are not known to be equal in a statement may differ: all formulas with its letters admit it.

    typing: of the statement, which is read together with these formulas.
    """
    if any(_SQUARE.search(s.text) is not None for s in sentences(note)):
        return False
    dims = [x for found in letters if found in typing.letters for x in typing.letters[found].shape]
    before = [typing.sizes.find(x) for x in dims]
    for tree in _with_letters(note, letters, typing.table.sizes):
        try:
            _read(typing, tree)
        except (Untyped, Unsupported, Misfit, RecursionError):
            return False
    after = [typing.sizes.find(x) for x in dims]
    return _partition(before) == _partition(after) and not any(
        isinstance(x, Unknown) and not isinstance(y, Unknown) for x, y in zip(before, after, strict=True)
    )


def make_equal(typing: Statements) -> None:
    """Make all sizes of a statement equal that are no numbers."""
    found = list(dict.fromkeys(typing.sizes.find(x) for t in typing.letters.values() for x in t.shape))
    open_sizes = [x for x in found if not isinstance(x, int)]
    for other in open_sizes[1:]:
        typing.sizes.suppose(open_sizes[0], other)


def _partition(dims: list[Dim]) -> list[int]:
    """For each size the first place of an equal one."""
    return [dims.index(x) for x in dims]


def _with_letters(note: Note, letters: Iterable[str], sizes: frozenset[str]) -> Iterator[Node]:
    """The formulas that contain some letters, or letters beside these in other formulas; a bare letter says nothing.

    Blank stands for each formula that is not read.
    """
    trees = [f.tree for f in note.formulas]
    seen, found = set[int](), set(letters)
    changed = True
    while changed:
        changed = False
        for k, tree in enumerate(trees):
            if k in seen or isinstance(tree, Name) or _is_list(tree):
                continue
            its = found if isinstance(tree, Unread) else letters_in(tree) - sizes
            if its & found:
                seen.add(k)
                found |= its
                changed = True
                yield tree if not isinstance(tree, Unread) else Blank()


def _is_list(tree: Node | Unread) -> bool:
    if isinstance(tree, Unread):
        return False
    return family_listed(tree) is not None or (
        isinstance(tree, Listed) and all(isinstance(x, Name) for x in tree.items)
    )


def _read(typing: Statements, tree: Node) -> None:
    """Type a formula together with those before. Raises Untyped, Unsupported, Misfit."""
    if isinstance(tree, Chain) and all(sign in RELATIONS for sign in tree.signs):
        for left, sign, right in zip(tree.terms, tree.signs, tree.terms[1:], strict=False):
            typing.relation(left, sign, right, tree.span)
    else:
        typing.expression(tree)


# Readings that are inferred from the use of letters, and therefore refute nothing.


_REASONS = (
    ({*LAYOUTS, *LAYOUTS.values()}, "notes write a matrix of derivatives or its transpose"),
    ({WRITTEN}, "it may say what a letter is"),
    ({ENTRYWISE}, "the note does not say what the members of its letters are"),
    ({*FACTOR.values()}, "notes give a variance the factor 1/n or 1/(n-1)"),
)


def inferred(typing: Statements) -> str | None:
    """The reason why a reading of a statement may not refute it; None if the note says all that the reading has."""
    if any(symbol.kind == "size" for symbol in typing.used.values()):
        return "a size of another section may be a whole number here too"
    return next((why for defaults, why in _REASONS if defaults & typing.defaults.keys()), None)


# Proofs that two sides differ: r = 0 for each number r with r²f = r²g; with f ≥ g this gives f > g.
#
# The kernel proves = and ≥ only. `pcaproofs.prover.parts` writes f ≠ g as such a statement.


def settle_apart(case: Case, relation: Relation) -> Settled | None:
    """A proof that the sides of a relation differ, from the facts and then also from earlier conditions; else None."""
    given = case.given()
    b = case.builder()
    try:
        sides = b.term(relation.left), b.term(relation.right)
        base, extra = case.facts(b, given), case.imposed(b)[-MOST:]
    except (Unsupported, TypeError, ValueError, NotImplementedError):
        return None
    parts = parts_of(unequal(*sides), hypotheses((*base, *extra)))
    assert parts is not None
    (part,) = parts
    own = [Offer(x, by="") for x in part.given]
    for some, seconds in ((), QUICK), *([(extra, PATIENT)] if extra else []):
        found, needed = from_fewest(part.conclusion, (*base, *own, *some), seconds, QUICK)
        if found.verdict == "proved":
            return Settled(found, tuple([x.place for x in needed if x in some and x.place is not None]), needed)
    return None


def has_other_length(note: Note, typing: Statements, relation: Relation) -> bool:
    """Whether another formula gives 𝟏 in a definition that a relation uses another length than it has there.

    In H = I − 𝟏𝟏ᵀ/p the row HH = H takes 𝟏 to have p entries. If the note also writes HX with X ∈ ℝ^{n×p}, it has n.
    """
    defined = [
        left
        for left, x in typing.definitions.items()
        if x.span in typing.defined_by and any(isinstance(y, Name) and is_ones(y) for y in nodes(x.body))
    ]
    here = {x for x in lengths_of_ones(relation, typing.sizes) if not isinstance(x, Unknown)}
    trees = [f.tree for f in note.formulas if not isinstance(f.tree, Unread)] if defined and len(here) == 1 else []
    for chain in (x for tree in trees for x in nodes(tree) if isinstance(x, Chain)):
        for left, sign, right in zip(chain.terms, chain.signs, chain.terms[1:], strict=False):
            if RELATIONS.get(sign) == "=" and any(x in defined for side in (left, right) for x in nodes(side)):
                other = Statements(typing.table, typing.offset, typing.text)
                other.definitions = typing.definitions
                with suppress(Untyped, Unsupported, Misfit):
                    found = lengths_of_ones(other.relation(left, "=", right, left.span), other.sizes)
                    if any(not isinstance(x, Unknown) and x not in here for x in found):
                        return True
    return False
