"""Moments over several random letters: x = Pz and y = Qz for one random column z and any matrices P and Q.

The entries of z may be those of x and of y together, with P and Q as the matrices that select them. So a statement that
holds for all P, Q and z holds for every joint distribution of x and y.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.notes.formulas.spelling import letter_text
from pcaproofs.notes.typing.dimensions import Unknown
from pcaproofs.notes.typing.terms import Relation, Term

JOINT = "joint"
PART = "part_"
ONE_COLUMN = "are parts of one random column, each by a matrix"


@dataclass(frozen=True)
class Joint:
    """A random column, and for each of several random letters x the matrix P with x = Pz."""

    column: Term
    parts: dict[str, Term]

    def says(self) -> str:
        """The assumption in words."""
        return f"{' and '.join(map(letter_text, self.parts))} {ONE_COLUMN}"

    def letters(self) -> frozenset[str]:
        """The keys of the column and of the matrices."""
        return frozenset({JOINT, *(str(x.data[0]) for x in self.parts.values())})


def joint_of(letters: Sequence[Term], before: Joint | None = None) -> Joint:
    """One random column for several random letters, also for those that are parts already."""
    column = Term("letter", (Unknown(JOINT, plural=True), 1), data=(JOINT,)) if before is None else before.column
    size = column.shape[0]
    parts = {} if before is None else dict(before.parts)
    parts |= {
        str(x.data[0]): Term("letter", (x.shape[0], size), data=(f"{PART}{str(x.data[0]).strip(chr(92))}",))
        for x in letters
        if str(x.data[0]) not in parts
    }
    return Joint(column, parts)


def over_joint(relation: Relation, joint: Joint) -> Relation:
    """A relation in which the moments over each of the letters are moments over their joint column."""
    return replace(relation, left=_in_term(relation.left, joint), right=_in_term(relation.right, joint))


def _in_term(term: Term, joint: Joint, *, inside: bool = False) -> Term:
    if term.op == "expectation":
        body, over = term.parts
        if str(over.data[0]) in {*joint.parts, JOINT}:
            return replace(term, parts=(_in_term(body, joint, inside=True), joint.column))
        return term
    if inside and term.op == "letter" and str(term.data[0]) in joint.parts:
        part = joint.parts[str(term.data[0])]
        return Term("product", term.shape, (part, joint.column), span=term.span)
    parts = tuple(_in_term(x, joint, inside=inside) for x in term.parts)
    return replace(term, parts=parts) if parts else term
