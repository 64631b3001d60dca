"""A task proposed from an instructor's own derivation: its assumptions and declarations, and its last chain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pcaproofs.homework.rows import DerivationRow, rows_of
from pcaproofs.homework.statements import WrittenStatement
from pcaproofs.notes.checking import facts_of_note
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.prose.clauses import cue
from pcaproofs.notes.prose.facts import Satisfies

# what words say of a letter, as a formula
PROPERTIES = {
    "unit": r"\|{0}\| = 1",
    "symmetric": r"{0}^\top = {0}",
    "orthonormal": r"{0}^\top {0} = I",
    "idempotent": r"{0}^2 = {0}",
    "eigenpair": r"{1} {0} = {2} {0}",
}


def proposed(note: Note) -> tuple[list[str], str]:
    """The given facts and the goal as LaTeX; empty if the note does not contain them. The author should review them."""
    rows = rows_of(note)
    given = dict.fromkeys(" ".join(text.split()) for text in _given(note, rows))
    return list(given), _shown([x for row in rows if row.formula.display for x in row.statements])


def _given(note: Note, rows: Sequence[DerivationRow]) -> Iterator[str]:
    for row in rows:
        supposed = bool(row.statements) and cue(note, row.formula) in ("assumed", "defined")
        if row.remark == "a declaration" or supposed:
            yield note.latex(row.formula).strip(" .,;\n")
    for fact in facts_of_note(note):
        letter = latex(fact.letter)
        if isinstance(fact, Satisfies) and fact.hypothesis in PROPERTIES:
            yield PROPERTIES[fact.hypothesis].format(letter, *map(latex, fact.others))


def _shown(statements: Sequence[WrittenStatement]) -> str:
    """The statement that links the first and the last term of the last chain."""
    if not statements:
        return ""
    out = statements[-1]
    for before in reversed(statements[:-1]):
        if before.right != out.left or before.kind != out.kind or before.sign not in ("=", out.sign):
            break
        out = replace(out, left=before.left)
    return out.text()
