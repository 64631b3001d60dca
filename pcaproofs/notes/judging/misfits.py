"""Typing a single statement of a note, and why sizes that clash may not be what the note means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.letter_text import letter_text
from pcaproofs.notes.formulas.spelling import bare, is_identity
from pcaproofs.notes.formulas.surface import (
    Chain,
    Group,
    Matrix,
    Name,
    Node,
    Num,
    Product,
    nodes,
)
from pcaproofs.notes.formulas.unicode_printer import unicode
from pcaproofs.notes.judging.bounds import (
    unlikely_numbers,
)
from pcaproofs.notes.judging.examples import is_written
from pcaproofs.notes.judging.known_conditions import KnownConditions
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.facts import HasShape
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.cells import TUPLE
from pcaproofs.notes.typing.naming import Definition
from pcaproofs.notes.typing.products import ONES
from pcaproofs.notes.typing.shaping import Misfit
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.supposed_sizes import suppose_sizes
from pcaproofs.notes.typing.terms import Unsupported, Untyped
from pcaproofs.notes.typing.written_entries import WRITTEN, may_be_written

ANEW = "sizes that other sections say do not fit, so that their letters are taken anew"


@lru_cache(maxsize=4)
def _broadcasts(text: str) -> bool:
    """Whether a note speaks of broadcasting: X − μ takes μ from each row."""
    return re.search(r"\bbroadcast", text, re.IGNORECASE) is not None


class Misfits(KnownConditions):
    """Types the statements of one note."""

    def typing(self, *, general: bool = False) -> Statements:
        """The typing of a new statement; general: letters do not stand for the cells that an example gives them."""
        typing = Statements(self.table, self.formula.span[0], self.note.source.text)
        here = self.formula.span[0]
        known = self.ledger.definitions.items()
        holding = {
            left: x
            for left, x in known
            if x.holds(here)
            and not self.is_declared_anew(left, x)
            and not self.is_of_example(x)
            and not self.has_other_letters(x)
        }
        typing.definitions = {left: x for left, x in holding.items() if not (general and is_written(x))}
        typing.is_general = general
        if self.is_loose:
            typing.is_loose, typing.other_kind = True, self.other_kind
            typing.numbers = self.blamed if self.other_kind == "blamed" else frozenset()
            typing.defaults.setdefault(ANEW)
        typing.no_sizes = self.no_sizes
        typing.is_at_point = self.is_statement and self.formula.display
        suppose_sizes(typing, self.ledger.conditions, self.table.sizes, self.theorem_begins())
        return typing

    def has_other_letters(self, definition: Definition) -> bool:
        """Whether a letter of a definition was introduced again behind it: "let X be another matrix" after S = XᵀX."""
        validity, here = self.table.validity, self.formula.span[0]
        found = definition.names & validity.renewed
        return any(validity.is_introduced_again(x, definition.span[0], here, or_denied=False) for x in found)

    def typed(self, read: Callable[[Statements], object], reason: str, verdict: str) -> RowVerdict:
        """The verdict of a formula that only needs to be typed."""
        typing = self.typing()
        if not isinstance(self.formula.tree, Unread):
            typing.typed += (self.formula.tree,)
        try:
            read(typing)
        except (Untyped, Unsupported, Misfit) as error:
            return self.failed(typing, error)
        return self.verdict(verdict, reason)

    def failed(self, typing: Statements, error: Exception) -> RowVerdict:
        """The verdict of a formula that could not be typed."""
        if isinstance(error, Unsupported):
            return self.verdict("unsupported", error.what)
        if isinstance(error, Misfit):
            self.is_misfit = True
            open_letters = [x for x in sorted(error.blamed) if not self.is_pinned(typing, x)]
            if not self.is_loose:
                self.blamed = frozenset(open_letters) - self.table.transposed
            doubt = self.doubt(typing, open_letters)
            if doubt:
                return self.verdict("unread", f"{error.says}; {doubt}")
            if self.is_here(error.span):
                return self.verdict("ill-typed", error.says)
            reason = f"the row that it continues does not fit: {error.says}"
            return self.own_misfit() or self.verdict("undecided", reason)
        self.is_misfit = True
        if isinstance(error, Untyped) and not self.is_loose:
            self.lacks = error.lacks
        return self.verdict("unread", str(error))

    def is_here(self, place: Span) -> bool:
        """Whether a place stands in the current row, and not in the one that it continues."""
        start, end = self.formula.span
        return start <= place[0] < end

    def own_misfit(self) -> RowVerdict | None:
        """The verdict of a side of the current row that does not fit by itself."""
        tree = self.formula.tree
        for term in tree.terms if isinstance(tree, Chain) else ():
            typing = self.typing()
            try:
                typing.expression(term)
            except Misfit as error:
                if self.is_here(error.span):
                    return self.failed(typing, error)
            except (Untyped, Unsupported):
                continue
        return None

    def doubt(self, typing: Statements, open_letters: Sequence[str]) -> str:
        """Why two sizes that clash may not be what the note means; "" if nothing speaks for that."""
        if not self.formula.display and self.said != "concluded":
            return "and the sentence does not say that it holds"
        if _broadcasts(self.note.source.text):
            return "but the note speaks of broadcasting"
        if _are_side_by_side(self.formula.tree):
            return "but they may be several equations side by side"
        if _is_list(self.formula.tree):
            return "but it may be a list"
        if len(numbered := _numbered_identities(typing.typed)) > 1:
            return f"but {letter_text(numbered[0])} may be a letter"
        if not isinstance(self.formula.tree, Unread) and any(map(_is_in_braces, nodes(self.formula.tree))):
            return "but braces may hold a set"
        if any(map(may_be_written, typing.typed)):
            return "but brackets may hold all entries of a matrix"
        if {ONES, TUPLE, WRITTEN} & typing.defaults.keys():
            return "but a tuple or 1 may be something else"
        if any(x.sign == "=" for x in self.unused_sizes()):
            return "but the note says something of sizes before it"
        entries = [f"family {x}" for x in sorted(typing.by_entries)]
        if found := open_letters or entries or unlikely_numbers(typing.used):
            return f"but the note does not say what {letter_text(found[0])} is"
        families = [*typing.used.values(), *(symbol for symbol, _ in typing.linked.values())]
        rows = [x for x in families if self.is_row_of_matrix(x)]
        return f"but {unicode(rows[0].name)} may be written as a row" if rows else ""

    def is_row_of_matrix(self, symbol: Symbol) -> bool:
        """Whether words call the members of a family rows of a matrix, and no formula says their shape."""
        said = self.table.arranged_last(bare(symbol.name), self.formula.span[0])
        shaped = any(isinstance(f, HasShape) and f.strength == "declared" for f in symbol.facts)
        return said is not None and said.by == "rows" and said.strength == "prose" and not shaped


def _are_side_by_side(tree: Node | Unread) -> bool:
    """Whether a chain may be equations without anything between: u = [1; 2] v = [3; 4]."""
    if not isinstance(tree, Chain) or len(tree.terms) < 3 or {*tree.signs} != {"="}:
        return False
    return isinstance(tree.terms[0], Name) and all(
        isinstance(x, Product)
        and len(x.factors) == 2
        and isinstance(x.factors[0], Matrix | Num)
        and isinstance(x.factors[1], Name)
        for x in tree.terms[1:-1]
    )


def _is_list(tree: Node | Unread) -> bool:
    """Whether a row without a relation is made of matrices of numbers, which may be apart."""
    return isinstance(tree, Product) and all(isinstance(x, Matrix) for x in tree.factors)


def _numbered_identities(typed: Iterable[Node]) -> list[Name]:
    """I_1, I_2, …, where they have several numbers."""
    found = {x.subscript: x for side in typed for x in nodes(side) if isinstance(x, Name) and is_identity(x)}
    return [x for x in found.values() if isinstance(x.subscript, Num)]


def _is_in_braces(node: Node) -> bool:
    return isinstance(node, Group) and node.opening == "{"
