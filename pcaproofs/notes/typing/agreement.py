"""Kinds of letters on which all rows agree, if the note does not declare them and their appearance misleads.

A letter that looks like a column is one as long as every row that uses it can be typed. If some cannot, and all can
with another kind, the letter has this kind. Such a kind never makes a row ill-typed or refuted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import combinations, product
from math import inf

from pcaproofs.notes.formulas.spelling import bare, is_capital, is_identity, is_ones, key
from pcaproofs.notes.formulas.surface import Blank, Chain, Name, Problem, Quantified, nodes
from pcaproofs.notes.prose.facts import Kind
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shaping import Misfit
from pcaproofs.notes.typing.statements import RELATIONS, Statements
from pcaproofs.notes.typing.terms import Unsupported, Untyped

KINDS: tuple[Kind, ...] = ("number", "column", "matrix")
MOST = 12  # letters of a note for which other kinds are tried
MOST_PAIRS = 6  # pairs of letters for which other kinds are tried at once


def agree(table: Table) -> None:
    """Assign the kinds on which the rows agree to the letters of a table."""
    links = list(_links(table))
    failing = [link for link in links if not _is_typed(table, link)]
    tried: set[str] = set()
    for link in failing:
        for name in sorted(_open_letters(table, link), key=is_capital):
            if key(name) in tried or len(tried) >= MOST or _is_typed(table, link):
                continue
            tried.add(key(name))
            _settle(table, (key(name),), links)
    pairs = 0
    for link in failing:
        letters = dict.fromkeys(key(x) for x in _open_letters(table, link))
        for pair in combinations(letters, 2):
            if pairs < MOST_PAIRS and not _is_typed(table, link):
                pairs += 1
                _settle(table, pair, links)


def _settle(table: Table, found: tuple[str, ...], links: list[Stated]) -> None:
    """Give letters the kinds with which most of their rows can be typed; their own if no others are better."""
    theirs = [x for x in links if x.letters() & {*found}]

    def failures(kinds: tuple[Kind | None, ...], most: float) -> int:
        """What the faults of the rows come to; where that is `most` or more, the rest of them is not counted."""
        for letter, kind in zip(found, kinds, strict=True):
            table.assume(letter, kind)
        count = 0
        for row in theirs:
            if count >= most:
                break
            count += _fault(table, row)
        return count

    best: tuple[Kind | None, ...] = (None,) * len(found)
    least = failures(best, inf)
    for kinds in product(*(_kinds(table, x) for x in found)):
        count = failures(kinds, least)
        if count < least:
            least, best = count, kinds
    for letter, kind in zip(found, best, strict=True):
        table.assume(letter, kind)


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


def _is_typed(table: Table, link: Stated) -> bool:
    """Whether a row fits; what the language lacks does."""
    return _fault(table, link) < 2


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
    return 0


def _open_letters(table: Table, link: Stated) -> Iterator[Name]:
    """The letters of a link of which nothing but their look says what they are."""
    indices = link.indices
    for side in (link.left, link.right):
        for name in (x for x in nodes(side) if isinstance(x, Name)):
            if key(name) in indices:
                continue
            plain = name if not table.at(bare(name), link.span[0]).is_family else bare(name)
            if not (is_ones(plain) or is_identity(plain)) and table.at(plain, link.span[0]).strength == "convention":
                yield plain
