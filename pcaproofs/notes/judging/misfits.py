"""Typing a single statement of a note, and why sizes that clash may not be what the note means."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import bare, is_identity, letter_text
from pcaproofs.notes.formulas.surface import Chain, Group, Matrix, Name, Node, Num, Product, nodes
from pcaproofs.notes.judging.bounds import (
    unlikely_numbers,
)
from pcaproofs.notes.judging.examples import is_declared_anew, is_of_example, is_written
from pcaproofs.notes.judging.state import Judge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.facts import HasShape
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.uses import two_indices
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.expressions import ONES
from pcaproofs.notes.typing.matrices import TUPLE, WRITTEN, may_be_written
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import Statements, suppose_sizes
from pcaproofs.notes.typing.terms import Unsupported, Untyped
from pcaproofs.notes.typing.types import Definition

UNSAID_LETTER = "but the note does not say what"
ANEW = "sizes that other sections say do not fit, so that their letters are taken anew"


@lru_cache(maxsize=4)
def _broadcasts(text: str) -> bool:
    """Whether a note speaks of broadcasting: X − μ takes μ from each row."""
    return re.search(r"\bbroadcast", text, re.IGNORECASE) is not None


def new_typing(judge: Judge, *, general: bool = False) -> Statements:
    """The typing of a new statement; general: letters do not stand for the cells that an example gives them."""
    typing = Statements(judge.table, judge.formula.span[0], judge.note.source.text)
    here = judge.formula.span[0]
    known = judge.ledger.definitions.items()
    holding = {
        left: x
        for left, x in known
        if x.holds(here)
        and not is_declared_anew(judge, left, x)
        and not is_of_example(judge, x)
        and not has_other_letters(judge, x)
    }
    typing.definitions = {left: x for left, x in holding.items() if not (general and is_written(x))}
    typing.is_general = general
    if judge.is_loose:
        typing.is_loose, typing.other_kind = True, judge.other_kind
        typing.numbers = judge.blamed if judge.other_kind == "blamed" else frozenset()
        typing.defaults.setdefault(ANEW)
    typing.no_sizes = judge.no_sizes
    typing.is_at_point = judge.is_statement and judge.formula.display
    suppose_sizes(typing, judge.ledger.conditions, judge.table.sizes, judge.theorem_begins())
    return typing


def has_other_letters(judge: Judge, definition: Definition) -> bool:
    """Whether a letter of a definition was introduced again behind it: "let X be another matrix" after S = XᵀX."""
    validity, here = judge.table.validity, judge.formula.span[0]
    found = definition.names & validity.renewed
    return any(validity.is_introduced_again(x, definition.span[0], here, or_denied=False) for x in found)


def typed(judge: Judge, read: Callable[[Statements], object], reason: str, verdict: str) -> RowVerdict:
    """The verdict of a formula that only needs to be typed."""
    typing = new_typing(judge)
    if not isinstance(judge.formula.tree, Unread):
        typing.typed += (judge.formula.tree,)
    try:
        read(typing)
    except (Untyped, Unsupported, Misfit) as error:
        return failed(judge, typing, error)
    return judge.verdict(verdict, reason)


def failed(judge: Judge, typing: Statements, error: Exception) -> RowVerdict:
    """The verdict of a formula that could not be typed."""
    if isinstance(error, Unsupported):
        return judge.verdict("unsupported", error.what)
    if isinstance(error, Misfit):
        judge.is_misfit = True
        open_letters = [x for x in sorted(error.blamed) if not judge.is_pinned(typing, x)]
        if not judge.is_loose:
            judge.blamed = frozenset(open_letters) - judge.table.transposed
        doubt = misfit_doubt(judge, typing, open_letters)
        if doubt:
            return judge.verdict("unread", f"{error.says}; {doubt}")
        if is_here(judge, error.span):
            return judge.verdict("ill-typed", error.says)
        reason = f"the row that it continues does not fit: {error.says}"
        return own_misfit(judge) or judge.verdict("undecided", reason)
    judge.is_misfit = True
    if isinstance(error, Untyped) and not judge.is_loose:
        judge.lacks = error.lacks
    return judge.verdict("unread", str(error))


def is_here(judge: Judge, place: Span) -> bool:
    """Whether a place stands in the current row, and not in the one that it continues."""
    start, end = judge.formula.span
    return start <= place[0] < end


def own_misfit(judge: Judge) -> RowVerdict | None:
    """The verdict of a side of the current row that does not fit by itself."""
    tree = judge.formula.tree
    for term in tree.terms if isinstance(tree, Chain) else ():
        typing = new_typing(judge)
        try:
            typing.expression(term)
        except Misfit as error:
            if is_here(judge, error.span):
                return failed(judge, typing, error)
        except (Untyped, Unsupported):
            continue
    return None


def misfit_doubt(judge: Judge, typing: Statements, open_letters: Sequence[str]) -> str:
    """Why two sizes that clash may not be what the note means; "" if nothing speaks for that."""
    if not judge.formula.display and judge.said != "concluded":
        return "and the sentence does not say that it holds"
    if _broadcasts(judge.note.source.text):
        return "but the note speaks of broadcasting"
    if _are_side_by_side(judge.formula.tree):
        return "but they may be several equations side by side"
    if _is_list(judge.formula.tree):
        return "but it may be a list"
    if len(numbered := _numbered_identities(typing.typed)) > 1:
        return f"but {letter_text(numbered[0])} may be a letter"
    if isinstance(judge.formula.tree, Chain) and any(map(_is_entry, judge.formula.tree.terms)):
        return "but an entry may stand for its matrix"
    if not isinstance(judge.formula.tree, Unread) and any(map(_is_in_braces, nodes(judge.formula.tree))):
        return "but braces may hold a set"
    if any(map(may_be_written, typing.typed)):
        return "but brackets may hold all entries of a matrix"
    if {ONES, TUPLE, WRITTEN} & typing.defaults.keys():
        return "but a tuple or 1 may be something else"
    if any(x.sign == "=" for x in judge.unused_sizes()):
        return "but the note says something of sizes before it"
    entries = [f"family {x}" for x in sorted(typing.by_entries)]
    if found := open_letters or entries or unlikely_numbers(typing.used):
        return f"{UNSAID_LETTER} {letter_text(found[0])} is"
    families = [*typing.used.values(), *(symbol for symbol, _ in typing.linked.values())]
    rows = [x for x in families if is_row_of_matrix(judge, x)]
    return f"but {unicode(rows[0].name)} may be written as a row" if rows else ""


def is_row_of_matrix(judge: Judge, symbol: Symbol) -> bool:
    """Whether words call the members of a family rows of a matrix, and no formula says their shape."""
    said = judge.table.arranged_last(bare(symbol.name), judge.formula.span[0])
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


def _is_entry(node: Node) -> bool:
    """Whether a term is an entry with two running indices, δ_{ij} or (AB)_{ij}."""
    both = two_indices(node) if isinstance(node, Name) else None
    return both is not None and all(isinstance(x, Name) for x in both)


def _is_in_braces(node: Node) -> bool:
    return isinstance(node, Group) and node.opening == "{"
