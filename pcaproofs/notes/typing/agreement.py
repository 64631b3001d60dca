"""Kinds of letters on which all rows agree, if the note does not declare them and their appearance misleads.

A letter that looks like a column is one as long as every row that uses it can be typed. If some cannot, and all can
with another kind, the letter has this kind. Such a kind never makes a row ill-typed or refuted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from itertools import combinations, pairwise, product
from math import inf

from pcaproofs.notes.faults import fault
from pcaproofs.notes.formulas.spelling import bare, is_capital, is_identity, is_ones, key
from pcaproofs.notes.formulas.surface import (
    Big,
    Blank,
    Chain,
    Gradient,
    Group,
    Inner,
    Listed,
    Name,
    Node,
    Norm,
    Partial,
    Problem,
    Product,
    Quantified,
    Transpose,
    children,
    names,
    nodes,
)
from pcaproofs.notes.prose.facts import HasKind
from pcaproofs.notes.scope.table import ENTRIES, Table
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import NO_ORDER, RELATIONS, Statements
from pcaproofs.notes.typing.terms import Unsupported, Untyped
from pcaproofs.notes.typing.types import Definition

KINDS = (ENTRIES, "number", "column", "matrix")
MOST = 12  # letters of a note for which other kinds are tried
MOST_PAIRS = 6  # pairs of letters for which other kinds are tried at once
_PHASES = ((False, "matrix"), (True, "number"), (False, ""), (True, ""))  # whether of capitals, and a kind of none


def agree(table: Table) -> None:
    """Assign the kinds on which the rows agree to the letters of a table."""
    _Agreement(table).run()


class _Agreement:
    """The rows of a note with their faults. Each fault is computed once for each assignment of kinds."""

    def __init__(self, table: Table):
        self.table, self.links = table, list(_links(table))
        self.objectives = frozenset(_objectives(table))
        self.functions = dict(reversed([*_definitions(table, self.links)]))  # the first one of each
        self.samples = frozenset(_with_lengths(table))
        self.no_numbers = table.transposed | frozenset(_behind_capitals(table))
        self.known: dict[tuple[int, frozenset[tuple[str, str]]], int] = {}

    def run(self) -> None:
        """Settle the letters of the rows that do not fit: one by one, then in pairs, the small letters first.

        That a capital letter is a column is supposed after that, y = Xβ + ε, and last that a small one is a matrix or
        a capital one a number.
        """
        failing = [k for k, x in enumerate(self.links) if any(_open_letters(self.table, x)) and self.fault(k) == 2]
        for capitals, without in _PHASES:
            tried, pairs = set[str](), 0
            for k in failing:
                letters = {key(x): is_capital(x) for x in _open_letters(self.table, self.links[k])}
                for found in letters:
                    is_new = letters[found] == capitals and found not in tried and len(tried) < MOST
                    if is_new and self.fault(k) == 2:
                        tried.add(found)
                        self.settle((found,), without)
            if not (without or capitals):
                continue
            for k in failing:
                letters = {key(x): is_capital(x) for x in _open_letters(self.table, self.links[k])}
                for pair in combinations(letters, 2):
                    if any(map(letters.__getitem__, pair)) == capitals and pairs < MOST_PAIRS and self.fault(k) == 2:
                        pairs += 1
                        self.settle(pair, without)

    def settle(self, found: tuple[str, ...], without: str) -> None:
        """Give letters the kinds, but one, with which most of their rows can be typed; their own if none is better."""
        rows = [k for k, x in enumerate(self.links) if x.letters() & {*found}]
        none: tuple[str | None, ...] = (None,) * len(found)
        best, least = none, inf
        for kinds in (none, *product(*map(self.kinds, found))):
            if without in kinds:
                continue
            self.assume(found, kinds)
            count = 0
            for k in rows:
                if count < least:
                    count += self.fault(k)
            if count < least:
                least, best = count, kinds
        self.assume(found, best)

    def kinds(self, letter: str) -> tuple[str, ...]:
        """The kinds that a letter may have: what is printed in bold is no number, and has samples x_i."""
        is_bold = letter.startswith(r"\mathbf")
        has_members = letter in self.table.families and letter in self.table.alone and letter not in self.samples
        if any(
            isinstance(f, HasKind) for f in self.table.facts.get(letter, ())
        ):  # "a vector x", of which x_i are entries
            return (ENTRIES,) if has_members and not is_bold else ()
        none = {"number"} if is_bold or letter in self.no_numbers else set[str]()
        none |= {ENTRIES} if is_bold or not has_members else set()
        return tuple(x for x in KINDS if x not in none)

    def assume(self, found: tuple[str, ...], kinds: tuple[str | None, ...]) -> None:
        """Set the kinds of letters."""
        for letter, kind in zip(found, kinds, strict=True):
            self.table.assume(letter, kind)

    def fault(self, k: int) -> int:
        """The fault of a row with the kinds that are assumed now: 2 if it does not fit."""
        at = k, frozenset(self.table.agreed.items())
        if at not in self.known:
            self.known[at] = _fault(self.table, self.links[k], self.objectives, self.functions)
        return self.known[at]


def _with_lengths(table: Table) -> Iterator[str]:
    """The letters whose members have a transpose or a norm, so that they are no numbers: x_i of x_iᵀx_i."""

    def members(node: Node) -> Iterator[str]:
        if isinstance(node, Name):
            yield from (key(bare(node)),) if node.subscript is not None else ()
        elif not isinstance(node, Big):
            for part in children(node):
                yield from members(part)

    for node in (x for tree in table.trees for x in nodes(tree) if isinstance(x, Norm | Transpose | Inner)):
        yield from members(node)


def _behind_capitals(table: Table) -> Iterator[str]:
    """The letters that stand behind capitals in products, and before none: θ of Xθ, since numbers are written first."""
    found = [x.factors for tree in table.trees for x in nodes(tree) if isinstance(x, Product)]
    pairs = [(x, y) for factors in found for x, y in pairwise(factors) if isinstance(x, Name)]
    before = {key(x) for x, y in pairs if isinstance(y, Group) or (isinstance(y, Name) and is_capital(y))}
    families = {
        key(bare(x)) for tree in table.trees for x in nodes(tree) if isinstance(x, Name) and x.subscript is not None
    }
    for first, second in pairs:
        if isinstance(second, Name) and is_capital(first) and not is_capital(second):
            yield from {key(second)} - before - families  # v_j may be numbers where v is a column


def _links(table: Table) -> Iterator[Stated]:
    """The links of all chains; one that begins with a relation goes on from the last term of the tree before it."""
    last: Node = Blank()
    for tree in table.trees:
        quantified = tree.variables if isinstance(tree, Quantified) else None
        problems = [x for x in nodes(tree) if isinstance(x, Problem)]
        inside = {id(x) for problem in problems for x in nodes(problem)}
        for chain in (x for x in nodes(tree) if isinstance(x, Chain) and id(x) not in inside):
            first, *others = chain.terms
            terms = (last if isinstance(first, Blank) and chain is tree else first, *others)
            for left, sign, right in zip(terms, chain.signs, others, strict=False):
                if sign in RELATIONS and not isinstance(left, Blank) and not isinstance(right, Blank):
                    yield Stated(left, sign, right, chain.span, quantified)
        last = tree.terms[-1] if isinstance(tree, Chain) else tree


def _definitions(table: Table, links: Iterable[Stated]) -> Iterator[tuple[Name, Definition]]:
    """The functions of a note with what they are at letters: h of h(x) = wᵀx."""
    for link in links:
        match link.left:
            case Product(factors=(Name() as name, Group(body))) if _function(table, link.left) is not None:
                parameters = body.items if isinstance(body, Listed) else (body,)
                named = tuple(x for x in parameters if isinstance(x, Name))
                if link.sign in ("=", ":=") and len(named) == len(parameters):
                    yield name, Definition(named, link.right, link.span[0], link.span)


def _fault(table: Table, link: Stated, objectives: frozenset[Name], functions: Mapping[Name, Definition]) -> int:
    """0 for a row that fits, 1 for one that the language lacks, 2 for one that does not fit."""
    typing = Statements(table, link.span[0], table.note.source.text)
    typing.definitions = {name: x for name, x in functions.items() if x.span != link.span}
    try:
        with ExitStack() as stack:
            if link.quantified is not None:
                typing.quantify(stack, link.quantified)
            if (function := _function(table, link.left)) is not None:
                rows, columns = typing.found(typing.expression(link.right))
                if function in objectives and 1 not in (rows, columns):
                    return 2
            else:
                typing.relation(link.left, link.sign, link.right, link.span)
    except Unsupported as error:
        inside = [x for side in link.sides for x in names(side)]
        is_of_members = any(x.subscript is not None for x in inside) and not any(map(is_capital, inside))  # w_i ≥ 0
        return 2 if error.what == NO_ORDER.format(link.sign) and is_of_members else 1
    except (Misfit, Untyped):
        return 2
    except Exception as error:  # one row, which its judge reports, does not stop the others
        fault(error)
        return 1
    return 0


def _function(table: Table, node: Node) -> Name | None:
    """f of f(x) for a function of the note, of which only a definition says what it is."""
    match node:
        case Product(factors=(Name() as name, Group(opening="(")), marks=("",)):
            return name if table.is_function(name, node.span[0]) else None
    return None


def _objectives(table: Table) -> Iterator[Name]:
    """The functions that the note differentiates or optimises, whose values are no matrices."""
    for node in (x for tree in table.trees for x in nodes(tree)):
        match node:
            case Partial(body=Name() as name) | Problem(body=Name() as name):
                yield name
            case Partial(body=Product(factors=(Name() as name, *_))):
                yield name
            case Problem(body=Product(factors=(Name() as name, *_))):
                yield name
            case Product(factors=(Gradient() | Partial(body=Blank()), Name() as name, *_)):
                yield name


def _open_letters(table: Table, link: Stated) -> Iterator[Name]:
    """The letters of a link of which nothing but their look says what they are, or only that they are columns."""
    sides = link.sides if _function(table, link.left) is None else (link.right,)
    for name in (x for side in sides for x in names(side) if key(x) not in link.indices):
        plain = bare(name) if table.at(bare(name), link.span[0]).is_family else name
        symbol = table.at(plain, link.span[0])
        is_vector = symbol.kind == "column" and symbol.rows is None and symbol.is_family
        is_open = symbol.strength == "convention" or is_vector
        if is_open and not (is_ones(plain) or is_identity(plain)):
            yield plain
