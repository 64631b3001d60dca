"""Kinds of letters on which all rows agree, if the note does not declare them and their appearance misleads.

A letter that looks like a column is one as long as every row that uses it can be typed. If some cannot, and all can
with another kind, the letter has this kind. Such a kind never makes a row ill-typed or refuted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import combinations, product
from math import inf

from pcaproofs.notes.faults import fault
from pcaproofs.notes.formulas.spelling import bare, is_capital, is_identity, is_ones, key
from pcaproofs.notes.formulas.surface import Blank, Chain, Name, Problem, Quantified, nodes
from pcaproofs.notes.prose.facts import Kind
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import RELATIONS, Statements
from pcaproofs.notes.typing.terms import Unsupported, Untyped

KINDS: tuple[Kind, ...] = ("number", "column", "matrix")
MOST = 12  # letters of a note for which other kinds are tried
MOST_PAIRS = 6  # pairs of letters for which other kinds are tried at once


def agree(table: Table) -> None:
    """Assign the kinds on which the rows agree to the letters of a table."""
    _Agreement(table).run()


class _Agreement:
    """The rows of a note with their faults. Each fault is computed once for each assignment of kinds."""

    def __init__(self, table: Table):
        self.table, self.links = table, list(_links(table))
        self.known: dict[tuple[int, frozenset[tuple[str, Kind]]], int] = {}

    def run(self) -> None:
        """Settle the letters of the rows that do not fit: one by one, then in pairs, the small letters first.

        That a capital letter is no matrix is the last thing to suppose: y = Xβ + ε.
        """
        failing = [k for k, x in enumerate(self.links) if any(_open_letters(self.table, x)) and self.fault(k) == 2]
        tried: set[str] = set()
        pairs = 0
        for capitals in (False, True):
            for k in failing:
                letters = {key(x): is_capital(x) for x in _open_letters(self.table, self.links[k])}
                for found in letters:
                    is_new = letters[found] == capitals and found not in tried and len(tried) < MOST
                    if is_new and self.fault(k) == 2:
                        tried.add(found)
                        self.settle((found,))
            for k in failing:
                letters = {key(x): is_capital(x) for x in _open_letters(self.table, self.links[k])}
                for pair in combinations(letters, 2):
                    if any(map(letters.__getitem__, pair)) == capitals and pairs < MOST_PAIRS and self.fault(k) == 2:
                        pairs += 1
                        self.settle(pair, are_matrices=capitals)

    def settle(self, found: tuple[str, ...], *, are_matrices: bool = True) -> None:
        """Give letters the kinds with which most of their rows can be typed; their own if no others are better.

        are_matrices: whether they may be matrices.
        """
        rows = [k for k, x in enumerate(self.links) if x.letters() & {*found}]
        none: tuple[Kind | None, ...] = (None,) * len(found)
        best, least = none, inf
        for kinds in (none, *product(*(_kinds(self.table, x) for x in found))):
            if "matrix" in kinds and not are_matrices:
                continue
            self.assume(found, kinds)
            count = 0
            for k in rows:
                if count < least:
                    count += self.fault(k)
            if count < least:
                least, best = count, kinds
        self.assume(found, best)

    def assume(self, found: tuple[str, ...], kinds: tuple[Kind | None, ...]) -> None:
        """Set the kinds of letters."""
        for letter, kind in zip(found, kinds, strict=True):
            self.table.assume(letter, kind)

    def fault(self, k: int) -> int:
        """The fault of a row with the kinds that are assumed now: 2 if it does not fit."""
        at = k, frozenset(self.table.agreed.items())
        if at not in self.known:
            self.known[at] = _fault(self.table, self.links[k])
        return self.known[at]


def _kinds(table: Table, letter: str) -> tuple[Kind, ...]:
    """The kinds that a letter may have: what is transposed anywhere in the note, or printed in bold, is no number."""
    return KINDS[1:] if letter in table.transposed or letter.startswith(r"\mathbf") else KINDS


def _links(table: Table) -> Iterator[Stated]:
    for tree in table.trees:
        quantified = tree.variables if isinstance(tree, Quantified) else None
        problems = [x for x in nodes(tree) if isinstance(x, Problem)]
        inside = {id(x) for problem in problems for x in nodes(problem)}
        for chain in (x for x in nodes(tree) if isinstance(x, Chain) and id(x) not in inside):
            for left, sign, right in zip(chain.terms, chain.signs, chain.terms[1:], strict=False):
                if sign in RELATIONS and not isinstance(left, Blank) and not isinstance(right, Blank):
                    yield Stated(left, sign, right, chain.span, quantified)


def _fault(table: Table, link: Stated) -> int:
    """0 for a row that fits, 1 for one that the language lacks, 2 for one that does not fit."""
    typing = Statements(table, link.span[0], table.note.source.text)
    try:
        with ExitStack() as stack:
            if link.quantified is not None:
                typing.quantify(stack, link.quantified)
            typing.relation(link.left, link.sign, link.right, link.span)
    except Unsupported:
        return 1
    except (Misfit, Untyped):
        return 2
    except Exception as error:  # one row, which its judge reports, does not stop the others
        fault(error)
        return 1
    return 0


def _open_letters(table: Table, link: Stated) -> Iterator[Name]:
    """The letters of a link of which nothing but their look says what they are."""
    indices = link.indices
    for name in (x for side in link.sides for x in nodes(side) if isinstance(x, Name) and key(x) not in indices):
        plain = bare(name) if table.at(bare(name), link.span[0]).is_family else name
        if not (is_ones(plain) or is_identity(plain)) and table.at(plain, link.span[0]).strength == "convention":
            yield plain
