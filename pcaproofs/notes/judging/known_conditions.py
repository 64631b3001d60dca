"""The earlier conditions of a note that hold for a row, typed together with its statement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from contextlib import ExitStack
from dataclasses import replace

from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import key, letter_text, letters_in
from pcaproofs.notes.formulas.surface import (
    Gradient,
    Moment,
    Name,
    Num,
    Partial,
    Product,
    Transpose,
    free,
    nodes,
)
from pcaproofs.notes.judging.state import Judge
from pcaproofs.notes.prose.clauses import (
    fixed_before,
    fixes_index,
    may_depend,
    place_in_sentence,
    ranged,
    restricts_behind,
    sentence_of,
)
from pcaproofs.notes.prose.sentences import Sentence
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.ledger import OTHERS, Stated, has_indexed_letter, is_ordered, is_restricted, names_in
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import Statements, index_bound
from pcaproofs.notes.typing.terms import SCALAR, Relation, Term, Unknown, Unsupported, Untyped, free_indices

IDENTITY = "I is "  # and its size
MOST_CLAIMS = 4  # earlier rows of each kind that a proof may use


def related(judge: Judge, typing: Statements, stated: Stated) -> Relation:
    """A statement as a typed relation. Raises Untyped, Unsupported, Misfit."""
    with ExitStack() as stack:
        if stated.quantified is not None:
            typing.quantify(stack, stated.quantified)
        relation = typing.relation(stated.left, stated.sign, stated.right, stated.span)
    size_identities(typing)
    return relation


def size_identities(typing: Statements) -> None:
    """Give I the size that its statement has as a number, if no letter has another one: |σ²I| = σ^{2p}."""
    of_letters = {typing.sizes.find(n) for x in typing.letters.values() for n in x.shape}
    unsized = {x for x in map(typing.sizes.find, typing.unsized) if isinstance(x, Unknown)} - of_letters
    if len(unsized) == 1 and len(typing.size_values) == 1:
        (size,) = typing.size_values
        typing.sizes.unify(unsized.pop(), size)
        typing.default(f"{IDENTITY}{letter_text(size)}×{letter_text(size)}")


def conditions_for(
    judge: Judge, typing: Statements, stated: Stated, without: Sequence[Stated] = ()
) -> list[tuple[Relation, Span]]:
    """The earlier conditions about the letters of a statement, typed with it."""
    return typed_with(judge, typing, stated, judge.ledger.about(stated, judge.formula.span[0]), without)


def claims_for(
    judge: Judge, typing: Statements, stated: Stated, *, telling: bool = False, carried: bool = False
) -> list[tuple[Relation, Span]]:
    """The last rows that are not false, speak of letters of a statement and may carry it, typed with it.

    They are rows of its section that say what a letter is (with `telling` these alone), with `carried` the proved ones
    too, rows of its display, and, if its row says that it follows or no word stands between, the display above. Other
    rows may be separate statements.
    """
    start, letters = judge.table.section(judge.formula.span[0])[0], judge.ledger.reached(stated.letters())
    display = [judge.note.fences[k].whole for k in judge.formula.fences]
    above = judge.asserted if judge.said == "concluded" or judge.is_below else ()

    here = judge.formula.span[0]
    over = {x.span for x in judge.ledger.conditions if not x.holds(here)}

    def is_carried(claim: Stated) -> bool:
        rests = {x.place for x in judge.used_by.get(claim.span, ())}
        is_sure = rests.isdisjoint(over) and judge.table.doubt(claim.letters(), claim.span, here) is None
        return carried and claim.span in judge.carrying and is_sure

    def carries(claim: Stated) -> bool:
        is_beside = any(a <= claim.span[0] < b for a, b in display)
        is_said = claim.span in judge.telling or claim.span in judge.beside
        return is_said or (not telling and (is_beside or claim in above or is_carried(claim)))

    holding = (x for x in judge.claims if x.until is None or judge.formula.span[0] < x.until)
    holding = (x for x in holding if x.span[0] >= start or x.span in judge.telling)
    claims = [x for x in holding if x.sides != stated.sides and carries(x)]

    def others_of(claim: Stated) -> int:
        return len(judge.ledger.reached(claim.letters()) - letters)

    near = [x for x in claims if x.letters() & letters and others_of(x) <= OTHERS]
    said = judge.telling | judge.beside
    told = {x.left: x for x in near if x.span in said}  # the last one of each letter or moment
    others = [x for x in near if x.span not in said][-MOST_CLAIMS:]
    return typed_with(judge, typing, stated, [*sorted(told.values(), key=others_of)[:MOST_CLAIMS], *others])


def is_over(judge: Judge, condition: Stated) -> bool:
    """Whether a condition was supposed for an argument that has ended, or one of its letters is declared again."""
    start, here, validity = condition.span[0], judge.formula.span[0], judge.table.validity
    if validity.supposition_ended(start, here):
        return True
    return any(validity.facts_ended(x, start, here) for x in judge.ledger.reached(condition.letters()))


def typed_with(
    judge: Judge, typing: Statements, stated: Stated, conditions: Iterable[Stated], without: Sequence[Stated] = ()
) -> list[tuple[Relation, Span]]:
    """Those of some conditions that hold for a statement and have a type together with it."""
    defined_by, conditions = dict(typing.defined_by), [x for x in conditions if x not in without]
    if typing.ignores_facts:
        return []
    bounds = [(index_bound(typing, x.left, x.sign, x.right, x.span), x) for x in conditions]
    over = judge.table.validity.supposition_ended
    out = [(bound, x.span) for bound, x in bounds if bound is not None and not over(x.span[0], judge.formula.span[0])]
    conditions = [x for bound, x in bounds if bound is None]
    sentence = sentence_of(judge.note, judge.formula)
    begins = judge.formula.span[0] if sentence is None else sentence.places[0]
    for condition in conditions:
        here, has_ended = judge.formula.span[0], judge.table.validity.facts_ended
        if over(condition.span[0], here):
            continue
        letters = judge.ledger.reached(condition.letters())
        indices = condition.indices
        letters -= indices
        is_elsewhere = condition.ended(here) and condition.introduced.isdisjoint(judge.ledger.reached(stated.letters()))
        is_of_moment = typing.moments_given is None and isinstance(condition.left, Moment)  # the statement has none
        if is_elsewhere or is_of_moment or is_of_other_sizes(judge, condition):
            continue
        if condition.sign in ("≤", "<", "≥", ">") and (condition.letters() - condition.indices) & {*typing.indices}:
            continue  # the range of an index that is a size elsewhere
        if any(has_ended(x, condition.span[0], here) for x in letters):
            continue
        at_point = derives(condition) and (stated.right == Num("0") or not derives(stated))
        is_own = condition.until is not None and condition.span[0] >= begins  # "if WᵀW = I, this gradient is …"
        is_symmetry = isinstance(condition.left, Transpose) and condition.left.base == condition.right
        varied = typing.varied - typing.beside if is_symmetry else typing.varied
        if not is_own and has_letter_of(judge, condition, judge.parameters if at_point else varied):
            continue
        typing.defined_by = {}
        if (typed := typed_condition(judge, typing, condition)) is None:
            continue
        typing.behind.setdefault(condition.span, set()).update(typing.defined_by)
        whole, relation = typed
        is_open = whole is None and not relation.of_all and bool(free_indices(relation))
        if is_open and any(has_ended(x, condition.span[0], here) for x in indices):
            continue
        if whole is None and is_of_other_indices(judge, relation, condition):
            continue
        out.append((relation, condition.span))
        if (later := judge.table.doubt(condition.letters(), condition.span, here) or condition.ended(here)) is not None:
            typing.doubts[condition.span] = later
    typing.defined_by = defined_by  # the definitions in a condition are used if it is
    return out


def typed_condition(judge: Judge, typing: Statements, condition: Stated) -> tuple[Relation | None, Relation] | None:
    """A condition typed with a statement, first where it says that a family is orthonormal; None without a type."""
    try:
        with typing.attempt():
            whole = typing.orthonormal(condition) or typing.orthogonal(condition)
            relation = whole or psd(judge, typing, condition)
            return whole, relation or of_all(judge, related(judge, typing, condition), condition)
    except Misfit:
        judge.clashes += [condition] if condition.sign == "=" and isinstance(condition.left, Name) else []
    except (Untyped, Unsupported):
        pass
    return None


def is_of_other_sizes(judge: Judge, condition: Stated) -> bool:
    """Whether a condition is a range, or one on sizes before the theorem, perhaps in an example: "take n = 1"."""
    begins = judge.theorem_begins()
    is_before = begins is not None and condition.span[0] < begins
    return judge.is_range(condition) or (is_before and condition.letters() <= judge.table.sizes)


def psd(judge: Judge, typing: Statements, condition: Stated) -> Relation | None:
    """A ⪰ 0 for A = FᵀF where the note only says that there is such an F; None for other conditions."""
    match condition.right:
        case Product(factors=(Transpose(base=Name() as factor), second)) if (
            condition.sign == "=" and factor == second and key(factor) in judge.existential
        ):
            if key(factor) in letters_in(condition.left):
                return None
            square = typing.expression(condition.left)
            typing.need_square(square, condition.span)
            return Relation(square, "⪰", Term("number", SCALAR, data=("0",)), condition.span)
    return None


def has_letter_of(judge: Judge, condition: Stated, varied: AbstractSet[str]) -> bool:
    """Whether a condition has one of some letters, or a member of one that is a family: λ_1 is not λ."""
    names = names_in(condition).keys()
    return any(x in names or x in judge.table.families for x in condition.letters() & varied)


def is_of_other_indices(judge: Judge, relation: Relation, condition: Stated) -> bool:
    """Whether a condition of another display holds for some values of its free indices: "(i ≠ j)" beside it."""
    found = free_indices(relation)
    if relation.of_all or not found:
        return False
    fences = [judge.note.fences[k].whole for k in judge.formula.fences]
    if any(start <= condition.span[0] < end for start, end in fences):
        return False
    if judge.is_statement and are_fixed(judge, condition, frozenset(found)):
        return False
    lengths = {x: str(n) for x, n in found.items()}
    return is_ordered(judge.note.source.text, condition.span, list(found), lengths)


def are_fixed(judge: Judge, condition: Stated, indices: frozenset[str]) -> bool:
    """Whether a theorem fixes indices before it supposes a condition, and has the same ones in the current row."""
    here = sentence_of(judge.note, judge.formula)
    supposing = supposing_sentence(judge, condition)
    if supposing is None or not indices <= fixed(judge, condition):
        return False
    return here is None or here == supposing[0] or not indices & ranged(here)


def fixed(judge: Judge, condition: Stated) -> frozenset[str]:
    """The indices that a sentence fixes before it supposes a condition: "for 1 ≤ i ≤ p, suppose that …"."""
    supposing = supposing_sentence(judge, condition)
    return frozenset() if supposing is None else fixed_before(*supposing)


def supposing_sentence(judge: Judge, condition: Stated) -> tuple[Sentence, int] | None:
    """The sentence that supposes a condition, and the place of the condition there."""
    its = next((f for f in judge.note.formulas if f.span[0] <= condition.span[0] < f.span[1]), None)
    return None if its is None else place_in_sentence(judge.note, its)


def of_all(judge: Judge, relation: Relation, condition: Stated) -> Relation:
    """A condition for every value of its free indices; a condition with restricted indices stays unchanged."""
    found, signed = free_indices(relation), nonnegative(relation)
    if (
        (relation.sign != "=" and signed is None)
        or not found
        or set(found) & {x.partition(" ")[0] for x in judge.table.sizes}
    ):
        return relation
    if has_indexed_letter(relation, names_in(condition), frozenset(found)):
        return relation
    lengths = {x: str(n) for x, n in found.items()}
    text = judge.note.source.text
    tree = judge.formula.tree
    is_of_row = condition.until is not None and (isinstance(tree, Unread) or not free(tree).isdisjoint(found))
    is_of_row = is_of_row or restricts_behind(judge.note, condition.span)
    if is_of_row or is_restricted(text, condition.span, list(found), lengths):
        return relation  # "if a_ij = a_ji, then Aᵀ = A" is about all i and j
    if fixes_index(judge.note, condition.span, found) or may_depend(judge.note, condition.span, found):
        return relation
    if frozenset(found) & fixed(judge, condition):
        return relation
    return signed or replace(relation, of_all=tuple(found.items()))


def nonnegative(relation: Relation) -> Relation | None:
    """w_i ≥ 0 for all i as diag(w) ⪰ 0; None for other relations."""
    left, right = (relation.left, relation.right) if relation.sign in ("≥", ">") else (relation.right, relation.left)
    is_zero = right.op == "zero" or (right.op, right.data) == ("number", ("0",))
    if relation.sign not in ("≥", ">", "≤", "<") or not is_zero:
        return None
    if left.op != "entry" or len(left.data) != 1 or not isinstance(left.data[0], str):
        return None
    (column,) = left.parts
    diagonal = Term("diagonal", (column.shape[0],) * 2, (column,), span=relation.span)
    return Relation(diagonal, "⪰", Term("number", SCALAR, data=("0",)), relation.span)


def derives(stated: Stated) -> bool:
    """Whether a relation has a derivative on a side."""
    return any(isinstance(x, Gradient | Partial) for side in stated.sides for x in nodes(side))
