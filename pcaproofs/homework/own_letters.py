"""The letters and functions that a student defines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pcaproofs.homework.rows import Row
from pcaproofs.homework.task import Task
from pcaproofs.notes.formulas.spelling import INDICES, bare, key, letters_in
from pcaproofs.notes.formulas.surface import Name, Node, Num, Power
from pcaproofs.notes.judging.definitions import defined, name_of
from pcaproofs.notes.typing.types import Definition


def key_of_left(node: Node) -> str:
    """The key of the letter on the left of a definition."""
    return key(name_of(node)) if isinstance(node, Name | Power) else ""


def letters_defined(rows: Sequence[Row], task: Task) -> set[str]:
    """The keys of the letters and functions that rows define."""
    return {key_of_left(left) for left, _ in definitions_of(rows, task)}


def names_defined(rows: Sequence[Row], task: Task) -> list[tuple[Node, Node]]:
    """The letters that rows define, with their values; without functions."""
    return [(left, x.body) for left, x in definitions_of(rows, task) if not x.parameters]


def definitions_of(rows: Sequence[Row], task: Task) -> Iterator[tuple[Node, Definition]]:
    """The definitions of letters that the task lacks: a letter or a function alone on the left side."""
    seen: set[str] = set()
    numbered: set[str] = set()  # letters with a member that is defined by its number; they are not families
    for row in rows:
        for statement in row.statements[:1]:
            left, parameters = defined(statement.left)
            if left is None or statement.sign != "=" or statement.quantified is not None:
                continue
            name = name_of(left)
            plain, index = bare(name), name.subscript
            own = {key(name)} if isinstance(index, Num) else {key(name), key(plain)}
            if {key(name), key(plain)} & {*task.names, *seen} or own & letters_in(statement.right):
                continue
            if isinstance(index, Num):
                numbered.add(key(plain))
            elif key(plain) in numbered:
                continue
            seen |= own
            if isinstance(left, Name) and isinstance(index, Name) and index.base in INDICES and not parameters:
                left, parameters = plain, (index,)
            yield left, Definition(parameters, statement.right, 0, statement.span)
