"""Numbered members of a family: v_1, v_2 and v_p of v_1, …, v_p, and the order of λ_1 ≥ … ≥ λ_p.

A row is read in this way only if it was not proved with v_1 as a separate letter. Only a proof counts for this reading;
otherwise the row is judged as if v_1 were unrelated to the family.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import NamedTuple

from pcaproofs.notes.formulas.spelling import bare, key
from pcaproofs.notes.formulas.surface import Big, Blank, Chain, Dots, Listed, Name, Node, Num, index_names, nodes
from pcaproofs.notes.judging.known_conditions import conditions_for, related
from pcaproofs.notes.judging.misfits import new_typing
from pcaproofs.notes.judging.proofs import proved, relation_of, settle, unproved
from pcaproofs.notes.judging.proving import Case, Settled
from pcaproofs.notes.judging.state import Context, Judge, Order
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.clauses import place_in_sentence
from pcaproofs.notes.prose.facts import Arranged, HasKind, HasShape, IsFamily, Satisfies, Stands
from pcaproofs.notes.scope.uses import summed
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.letters import BY_NAMES, LAST
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.terms import SCALAR, Relation, Term, Unsupported, Untyped, terms
from pcaproofs.notes.typing.types import Definition

_ORDERS = frozenset({"≥", ">", "≤", "<"})


def order_of(chain: Chain) -> tuple[Name, str] | None:
    """The letter and the relation of λ_1 ≥ λ_2 ≥ … ≥ λ_p, perhaps with numbers behind it; None for anything else."""
    named = [x for x in chain.terms if not isinstance(x, Dots)]
    members = [x for x in named if isinstance(x, Name)]
    if len({*chain.signs}) != 1 or chain.signs[0] not in _ORDERS or not any(isinstance(x, Dots) for x in chain.terms):
        return None
    numbers = [x.subscript for x in members[:-1]]
    is_counted = all(x == Num(str(k)) for k, x in enumerate(numbers, 1))
    if len(members) < 2 or named[: len(members)] != members or len({*map(bare, members)}) != 1 or not is_counted:
        return None
    return (bare(members[0]), chain.signs[0]) if isinstance(members[-1].subscript, Name | Num) else None


def ordered(judge: Judge, chain: Chain) -> None:
    """Keep the order of a family that a row imposes, and that its members are not negative."""
    found = order_of(chain)
    if judge.said in ("concluded", "false"):
        return
    if found is not None:
        judge.orders[key(found[0])] = Order(found[1], judge.formula.span, chain)
    bound = (
        chain.terms[-1] if {*chain.signs} <= {"≥", ">"} else chain.terms[0] if {*chain.signs} <= {"≤", "<"} else None
    )
    members = {bare(x) for x in chain.terms if isinstance(x, Name) and x.subscript is not None}
    if bound == Num("0") and len(members) == 1:
        member = replace(members.pop(), subscript=Name("i"))
        judge.ledger.condition(Stated(member, "≥", Num("0"), bound.span, until=judge.until))


def of_members(judge: Judge, stated: Stated) -> RowVerdict | None:
    """The verdict of a row in which v_1 is the first of v_1, …, v_p, if it is proved; else None."""
    names = [x for side in stated.sides for x in nodes(side) if isinstance(x, Name)]
    if not any(map(partial(is_numbered, judge), names)):
        return None
    typing = new_typing(judge)
    typing.numbered = True
    try:
        relation = related(judge, typing, stated)
    except (Untyped, Unsupported, Misfit):
        return None
    found = [x for side in (relation.left, relation.right) for x in terms(side) if _is_numbered(x)]
    if not found:
        return None
    case = Case(typing, relation_of(relation))
    settled = settle(judge, case)
    if isinstance(settled, Settled) and settled.result.verdict == "undecided":
        order, settled = [*in_order(judge, typing, found)], None
        for extra in (order, [*conditions_for(judge, typing, stated), *order]):
            case.extra = extra
            settled = settled or (settle(judge, case, conditions=True) if extra else None)
    is_proved = isinstance(settled, Settled) and settled.result.verdict == "proved"
    return proved(judge, typing, settled) if is_proved else None


def of_rows(judge: Judge, stated: Stated) -> RowVerdict | None:
    """The verdict of a row in which x_1, …, x_n are the rows or columns of X, or y_i an entry of y; None if not proved.

    All rows of a section have to agree on whether X has them as rows; in others a proof may have them as columns.
    """
    names = [x for side in stated.sides for x in nodes(side) if isinstance(x, Name)]
    whole = {x: None for x in names if x.subscript is None}
    bound = frozenset(b for side in stated.sides for x in nodes(side) if isinstance(x, Big) for b in index_names(x))
    below = {bare(x): None for x in names if isinstance(x.subscript, Name) and x.subscript.base in bound}
    entries = {key(x): (x, "entries") for x in below if x in whole and not x.base.isupper()}
    capitals = ((x, replace(x, base=x.base.upper())) for x in below if key(x) not in entries)
    found = {key(x): capital for x, capital in capitals if capital in whole and capital != x}
    said = (f for capital in found.values() for f in judge.table.facts.get(key(capital), ()))
    if any(isinstance(f, Arranged) for f in said) or not judge.ledger.definitions.keys().isdisjoint(found.values()):
        return None  # the note says what the matrix contains, perhaps only some of its members
    section = judge.table.section(judge.formula.span[0])[0]
    known = {judge.arranged[x][1] for x in found if x in judge.arranged}
    fixed = {judge.arranged[x][1] for x in found if x in judge.arranged and judge.arranged[x][2] == section}
    ways = sorted(fixed) or ("rows", "columns") if found else ("rows",) if entries else ()
    reported = None
    for by in ways if len(fixed) < 2 else ():
        judge.supposed = {x: (capital, by) for x, capital in found.items()} | entries
        try:
            verdict = _with_rows(judge, stated, is_known=known == {by} or not found)
        finally:
            judge.supposed = {}
        if verdict is not None and verdict.verdict == "proved":
            judge.arranged |= {x: (capital, by, section) for x, capital in found.items()}
            return verdict
        reported = reported or verdict
    return reported


def _with_rows(judge: Judge, stated: Stated, *, is_known: bool) -> RowVerdict | None:
    """The verdict of a row with what is supposed of rows and entries, if it is proved, or with one change.

    is_known: whether a proof of an earlier row has supposed it of rows, or nothing is supposed of rows.
    """
    typing = new_typing(judge)
    try:
        relation = related(judge, typing, stated)
        conditions = conditions_for(judge, typing, stated)
    except (Untyped, Unsupported, Misfit):
        return None
    if not any(x.endswith(BY_NAMES) for x in typing.defaults):
        return None
    case = Case(typing, relation_of(relation))
    settled = settle(judge, case)
    if isinstance(settled, Settled) and settled.result.verdict != "proved" and conditions:
        case.extra = conditions
        settled = settle(judge, case, conditions=True)
    if isinstance(settled, Settled) and settled.result.verdict == "proved":
        return proved(judge, typing, settled)
    found = unproved(judge, case, typing, relation, stated) if is_known and judge.formula.display else None
    return replace(found, is_warning=True) if found is not None and found.severity and found.repair else None


def is_numbered(judge: Judge, node: Name) -> bool:
    """Whether a name may be a numbered member of a family: the note has no separate facts about it."""
    if not isinstance(node.subscript, Num | Name):
        return False
    here = judge.formula.span[0]
    symbol = judge.table.at(bare(node), here)
    is_listed = symbol.is_family and symbol.length is not None
    if not (is_listed or (isinstance(node.subscript, Num) and judge.table.is_held(bare(node), here))):
        return False
    if isinstance(node.subscript, Name) and node.subscript != symbol.length:
        return False
    own = judge.table.at(node, here).facts
    if any(isinstance(f, HasShape | HasKind | Satisfies | Stands) for f in own):
        return False
    listed = [f.span[0] for f in symbol.facts if isinstance(f, IsFamily)]
    return not any(judge.table.validity.facts_ended(key(node), start, here) for start in listed)


def in_order(judge: Judge, typing: Statements, found: list[Term]) -> Iterator[tuple[Relation, Span]]:
    """The consequences of the order of a family for its members in a statement, from the first to the last.

    That λ_1 is the greatest of all is λ_1 I − diag(λ) ⪰ 0.
    """
    here = judge.formula.span[0]
    members: dict[str, dict[object, Term]] = {}
    for term in found:
        if term.op == "entry" and term.parts[0].op == "letter":
            members.setdefault(str(term.parts[0].data[0]).removeprefix("family "), {})[term.data[0]] = term
    for family, numbered in members.items():
        order = judge.orders.get(family)
        if order is None or judge.table.validity.supposition_ended(order.span[0], here):
            continue
        if judge.table.validity.facts_ended(family, order.span[0], here):
            continue
        in_turn = sorted(numbered, key=lambda k: (isinstance(k, str), str(k) if isinstance(k, str) else f"{k:09}"))
        for first, second in combinations(in_turn, 2):
            sign = {">": "≥", "<": "≤"}.get(order.sign, order.sign) if second == LAST else order.sign
            yield Relation(numbered[first], sign, numbered[second], order.span), order.span
        for at in {0, LAST} & numbered.keys():
            (column,), is_least = numbered[at].parts, (at == LAST) == (order.sign in (">", "≥"))
            size, span = column.shape[0], order.span
            all_of_it = typing.multiply(numbered[at], Term("identity", (size, size), span=span), "", span)
            parts = (all_of_it, Term("diagonal", (size, size), (column,), span=span))
            gap = typing.add(parts[::-1] if is_least else parts, ("+", "-"), span)
            yield Relation(gap, "⪰", Term("number", SCALAR, data=("0",)), span), span


def _is_numbered(term: Term) -> bool:
    """Whether a term is a member by its number, or the last one."""
    return (
        term.op in ("member", "entry")
        and len(term.data) == 1
        and (isinstance(term.data[0], int) or term.data == (LAST,))
    )


# Rows in index notation, which may be meant with sums over repeated indices


class Ledgered(NamedTuple):
    """What is known before a row."""

    definitions: dict[Node, Definition]
    conditions: list[Stated]
    context: Context


def with_repeated_summed(
    judge: Judge, judged: Callable[[Judge, Node], RowVerdict], found: RowVerdict, before: Ledgered
) -> RowVerdict:
    """A verdict; of index notation that with sums over its repeated indices, unless it is proved without them.

    What is false with and without sums is false; what is false only without them is undecided.
    """
    tree = judge.formula.tree
    if found.verdict not in ("refuted", "needs", "undecided", "definition", "unsupported"):
        return found
    if (
        not isinstance(tree, Chain)
        or (read := summed(tree, _goes_on_from(tree, before.context), _fixed(judge))) is None
    ):
        return found
    after = Ledgered(judge.ledger.definitions, judge.ledger.conditions, judge.context)
    _set(judge, Ledgered(dict(before.definitions), list(before.conditions), before.context))
    anew = judged(judge, read[0])
    is_false = found.verdict in ("refuted", "needs")
    is_as_false = anew.verdict == found.verdict in ("refuted", "definition") or (anew.verdict == "needs" and is_false)
    if anew.verdict == "proved" or is_as_false:
        said = f"with a sum over {', '.join(read[1])}, which the row has twice in a product"
        return replace(anew, reason=f"{anew.reason}, {said}", reading=(*anew.reading, said))
    _set(judge, after)
    if is_false:
        return judge.verdict("undecided", f"not proved, and {', '.join(read[1])} may be summed over")
    return found


def _set(judge: Judge, known: Ledgered) -> None:
    judge.ledger.definitions, judge.ledger.conditions, judge.context = known


def _goes_on_from(tree: Chain, before: Context) -> list[Node]:
    """The row that a row continues."""
    return [x for x in (before.head, before.last) if x is not None and isinstance(tree.terms[0], Blank)]


def _fixed(judge: Judge) -> frozenset[str]:
    """The letters that formulas beside the row in its sentence speak of, alone or as ranges: "for each i"."""
    if (found := place_in_sentence(judge.note, judge.formula)) is None:
        return frozenset()
    return frozenset(x for thing in found[0].things if not thing.display for tree in thing.trees for x in _alone(tree))


def _alone(tree: Node) -> Iterator[str]:
    match tree:
        case Name(subscript=None):
            yield tree.base
        case Listed(items) | Chain(terms=items):
            for item in items:
                yield from _alone(item)
