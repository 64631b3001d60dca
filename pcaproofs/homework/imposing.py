"""Facts and earlier steps as hypotheses; with a free index, as in y_i = A x_i + b, for every member of a family."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pcaproofs.homework import statements as st
from pcaproofs.homework.statements import WrittenStatement
from pcaproofs.notes.formulas.spelling import INDICES, bare, key, letters_in
from pcaproofs.notes.formulas.surface import Name, Node
from pcaproofs.notes.judging.definitions import name_of
from pcaproofs.notes.searching import is_readable
from pcaproofs.notes.typing.building import Builder
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import Statements, give_lengths
from pcaproofs.notes.typing.terms import Relation, Unsupported, Untyped, free_indices
from pcaproofs.notes.typing.types import Definition

if TYPE_CHECKING:
    from pcaproofs.homework.theory import Theory

_NOWHERE = (1 << 62, 1 << 62)  # no words of the student's are beside a fact


def with_indices(theory: Theory, restricted: frozenset[str]) -> Theory:
    """The theory, with the indices that its facts restrict. restricted: those that words beside a fact restrict."""
    found = [x for x in theory.facts if x.kind == "relation"]
    alone = {key(x) for fact in found for x in (fact.left, fact.right) if isinstance(x, Name) and x.base in INDICES}
    fixed = alone | restricted | {x.partition(" ")[0] for x in theory.table.sizes}
    indices = [{key(x) for x in st.free_indices(fact)} for fact in found]
    return replace(theory, restricted=frozenset(fixed), are_of_all=all(len(x) < 2 and not x & fixed for x in indices))


def hypothesis(
    theory: Theory,
    typing: Statements,
    statement: WrittenStatement,
    bound: frozenset[str] = frozenset(),
    varied: frozenset[str] = frozenset(),
) -> Relation | None:
    """A fact or an earlier step as a hypothesis; None if it contains variables or cannot be expressed.

    A letter that is defined by a variable w counts as a variable too: facts about it hold at only one point.
    """
    about = _opened(statement.letters(), typing.definitions)
    if statement.kind != "relation" or about & bound:
        return None
    if about & varied and not statement.is_derived():
        return None
    try:
        with typing.sizes.attempt(), ExitStack() as stack:
            if statement.quantified is not None:
                typing.quantify(stack, statement.quantified)
            if (whole := orthonormal(typing, statement)) is not None:
                return whole
            relation = typing.relation(statement.left, statement.sign, statement.right, statement.span)
            if theory.ones is not None:
                give_lengths(relation, typing.sizes, theory.ones)
            return of_all(relation, theory.restricted) if theory.are_of_all or statement in theory.facts else relation
    except (Untyped, Unsupported, Misfit):
        return None


def _opened(letters: frozenset[str], definitions: Mapping[Node, Definition]) -> frozenset[str]:
    """The letters, and all letters in their definitions."""
    bodies = [(key(bare(name_of(left))), letters_in(x.body)) for left, x in definitions.items()]
    while more := frozenset[str]().union(*(body for name, body in bodies if name in letters)) - letters:
        letters |= more
    return letters


def orthonormal(typing: Statements, statement: WrittenStatement) -> Relation | None:
    """What w_iᵀw_j = δ_ij says of all members; None of other statements."""
    if statement.quantified is not None:
        return None
    return typing.orthonormal(Stated(statement.left, statement.sign, statement.right, _NOWHERE))


def of_all(relation: Relation, restricted: frozenset[str]) -> Relation:
    """An equation with one free index for all values of it, unless the index is restricted.

    An equation with two free indices stays as it is, because it may hold for i ≠ j only.
    """
    found = free_indices(relation)
    if relation.sign != "=" or len(found) != 1 or found.keys() & restricted:
        return relation
    return replace(relation, of_all=tuple(found.items()))


def hypotheses_of(b: Builder, relation: Relation) -> tuple[Any, ...]:
    """A relation as hypotheses; for all members, or else for their sum and one of them; none if it cannot be said."""
    if relation.of_all and is_readable(said := b.of_all(relation)):
        return (said,)
    total = (b.sums_of(relation),) if relation.of_all else ()
    one = b.imposed(replace(relation, of_all=()))
    return tuple(x for x in (*total, one) if x is not None and is_readable(x))


def is_of_all(b: Builder, relation: Relation) -> bool:
    """Whether a relation has no free index, or is a hypothesis for all values of it."""
    return not free_indices(relation) or (bool(relation.of_all) and is_readable(b.of_all(relation)))
