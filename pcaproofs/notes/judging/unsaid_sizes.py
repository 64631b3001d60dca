"""Refuting statements about matrices whose sizes a note does not say: "let Q be a matrix with orthonormal columns".

Such a statement is about all sizes, so it may be refuted at any of them that the other formulas of the note admit:
QQᵀ = I fails for a 2×1 matrix Q unless some formula, such as Q + I, needs a square one. Where the other formulas are
not all read, all sizes are taken to be equal, which suits every formula. The length of 𝟏 is not said either: a row is
not proved for one length if another formula of the note gives it another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import family_listed, is_ones, letters_in
from pcaproofs.notes.formulas.surface import Blank, Chain, Listed, Name, Node, nodes
from pcaproofs.notes.prose.sentences import sentences
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import RELATIONS, Statements, lengths_of_ones
from pcaproofs.notes.typing.terms import Dim, Relation, Unknown, Unsupported, Untyped

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
