"""Rows about a letter that an example writes out: A = [2, 1; 1, 2].

A row without cells may be about every A. It is first read so; what is proved only for the example says so.
"""

from __future__ import annotations

from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.surface import Dots, Matrix, Name, Node, Num, nodes
from pcaproofs.notes.formulas.unicode_printer import unicode
from pcaproofs.notes.judging.state import State
from pcaproofs.notes.prose.facts import HasShape
from pcaproofs.notes.prose.passages import examples, theorems
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.typing.naming import Definition
from pcaproofs.notes.typing.statements import Statements

SHORT = 9  # cells of a matrix that a verdict writes out


class Examples(State):
    """Says of which values a verdict is."""

    def examples(self, typing: Statements) -> dict[Node, Definition]:
        """The definitions by cells that a statement uses, if neither its row nor the row before it contains cells."""
        if self.has_cells():
            return {}
        used = typing.defined_by
        return {left: x for left, x in self.ledger.definitions.items() if x.span in used and is_written(x)}

    def of_numeric_size(self, typing: Statements) -> list[Symbol]:
        """The letters of a statement without cells whose sizes are numbers."""
        return [] if typing.is_general or self.has_cells() else [x for x in typing.used.values() if x.has_numeric_size]

    def has_cells(self) -> bool:
        """Whether the row, or the row that it continues, contains a matrix by its cells."""
        trees = (self.formula.tree, self.context.head, self.context.last)
        return any(isinstance(x, Matrix) for t in trees if not isinstance(t, Unread | None) for x in nodes(t))

    def written_values(self, typing: Statements) -> str:
        """The letters with cells or numeric sizes of which a statement without cells speaks: "A = [2, 1; 1, 2]"."""
        found = [self.written_value(left, x) for left, x in self.examples(typing).items()]
        return " and ".join([*found, *map(_with_size, self.of_numeric_size(typing))])

    def is_of_example(self, definition: Definition) -> bool:
        """Whether a definition by cells is of an example that is over, or around a theorem in which the row stands."""
        if not is_written(definition):
            return False
        said, here = definition.span[0], self.formula.span[0]
        found = examples(self.note)
        is_over = any(start <= said < end <= here for start, end in found)
        return is_over or any(said < start <= here < end for start, end in theorems(self.note))

    def is_declared_anew(self, left: Node, definition: Definition) -> bool:
        """Whether a sentence gives a letter another size after an example has written out its cells."""
        if not isinstance(left, Name) or not isinstance(definition.body, Matrix):
            return False
        size = Num(str(len(definition.body.rows))), Num(str(len(definition.body.rows[0])))
        between = range(definition.span[1], self.formula.span[0])
        facts = self.table.facts_at(left, self.formula.span[0])
        return any(isinstance(f, HasShape) and f.span[0] in between and (f.rows, f.columns) != size for f in facts)

    def written_value(self, left: Node, definition: Definition) -> str:
        """A letter with its cells, or with their line if they are many."""
        cells = sum(len(row) for x in nodes(definition.body) if isinstance(x, Matrix) for row in x.rows)
        if cells <= SHORT:
            return f"{unicode(left)} = {unicode(definition.body)}"
        return f"the {unicode(left)} of {self.note.source.place(definition.span[0]).said}"


def is_written(definition: Definition) -> bool:
    """Whether a definition gives cells without dots."""
    inside = list(nodes(definition.body))
    return any(isinstance(x, Matrix) for x in inside) and not any(isinstance(x, Dots) for x in inside)


def _with_size(symbol: Symbol) -> str:
    assert symbol.rows is not None
    assert symbol.columns is not None
    return f"{unicode(symbol.name)} of size {unicode(symbol.rows)}×{unicode(symbol.columns)}"
