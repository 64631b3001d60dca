"""Typing, proving and refuting a single statement of a note."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from pcaproofs.kernel import KernelError, Statement
from pcaproofs.language.derived import THEOREM
from pcaproofs.language.reader import Reading
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.conventions import KERNEL
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import (
    bare,
    is_identity,
    is_kronecker,
    is_ones,
    is_word,
    is_zero,
    key,
    letter_text,
    letters_in,
)
from pcaproofs.notes.formulas.surface import (
    Chain,
    Group,
    Moment,
    Name,
    Node,
    Norm,
    Num,
    Operator,
    Power,
    Product,
    Sum,
    Transpose,
    nodes,
)
from pcaproofs.notes.judging.conditions import is_for_all_that_follows, said_elsewhere
from pcaproofs.notes.judging.known_conditions import IDENTITY, claims_for, conditions_for, related
from pcaproofs.notes.judging.misfits import (
    inferred,
    inverted_columns,
    inverted_numbers,
    is_here,
    make_equal,
    matrices_as_numbers,
    may_differ,
    new_typing,
    small_matrices,
    unsaid,
    unsaid_numbers,
    written_examples,
    written_values,
)
from pcaproofs.notes.judging.proving import ATTACK, HINT, SPECTRAL, Case, Concluded, Settled, is_named_as_mean, reading
from pcaproofs.notes.judging.state import Judge
from pcaproofs.notes.judging.verdicts import UNSAID, RowVerdict, Using, of_definition, of_hypotheses
from pcaproofs.notes.prose.clauses import is_of_equivalence, place_in_sentence
from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.scope.uses import names_frobenius
from pcaproofs.notes.searching import FIRST, Sizes, failing_point, fails_at, points_of, reading_of
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.text.tokens import whole_commands
from pcaproofs.notes.typing.expressions import (
    COLUMNS,
    FROBENIUS,
    LOGARITHMS,
    NATURAL,
    NORMAL,
    QUOTIENT,
    SLASH,
    VARIANCE,
    WHOLE,
)
from pcaproofs.notes.typing.ledger import Stated, names_in, pair_of_orthogonal
from pcaproofs.notes.typing.letters import BY_NAMES, CIRCLE, DEPENDS, IN_BOLD, OF_NUMBERS, REAL
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import AVERAGES, Statements, has_unsaid_length, sizes_to_try
from pcaproofs.notes.typing.terms import SCALAR, Relation, Unsupported, Untyped, letters_of, terms
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute import Counterexample, Point
from pcaproofs.prover.result import Result, example_text

PROVED = " it is proved"
# conventions that a proof names among what it takes for granted; those of the first may be read otherwise
_GUESSED = (QUOTIENT, SLASH, VARIANCE, WHOLE)
_GRANTED = (*_GUESSED, NORMAL, LOGARITHMS, NATURAL)
MENDED = 0.1  # seconds' worth of steps at most of a proof of a changed relation
MISFIT = "the sizes that the note says do not fit"
MAY_SAY = "it may say what"
FIRST_STEP = "it is the first to speak of"
UNSAID_SIZES = "the note does not say of what sizes its matrices are"
FROM_FALSE = "it follows from"  # how the reason begins of what is proved from a false row
_STEP = re.compile(
    r"(?<![\w-])(?:after|setting|sol(?:v|ut)\w+|minim\w+|maxim\w+|optim\w+|stationar\w+|fitted"
    r"|least[ -]squares)(?![\w-])"
)


def settle(judge: Judge, case: Case, *, conditions: bool = False, most: float = SPECTRAL) -> Any:
    """The result for a case; if the language lacks something, the verdict says so."""
    try:
        return case.settle_with_conditions() if conditions else case.settle(most)
    except Unsupported as error:
        return judge.verdict("unsupported", error.what)
    except (
        TypeError,
        ValueError,
        NotImplementedError,
    ) as error:  # raised by SymPy for expressions that it cannot combine
        return judge.verdict("unsupported", " ".join(str(error).split()))


def proved(judge: Judge, typing: Statements, settled: Settled) -> RowVerdict:
    """The kernel's verdict with the conditions used; a conclusion that needs a false row is undecided."""
    result = settled.result
    if (why := denied_by_words(judge, settled)) is not None:
        return judge.verdict("undecided", why)
    if result.verdict != "proved":  # it follows, but from hypotheses of which no example is found
        return replace(judge.verdict("undecided", result.reason), using=said_of(judge, settled))
    assert result.statement is not None
    reason = extent(result.statement, typing.supposed)
    if values := written_values(judge, typing):
        reason += f", for {values} alone"
    unsaid = list(map(letter_text, unsaid_numbers(typing.used)))
    tree = judge.formula.tree
    inverted = [] if isinstance(tree, Unread) else inverted_numbers(typing.used, tree)
    if unlikely := matrices_as_numbers(typing.used) or inverted:
        which = letter_text(unlikely[0])
        return judge.verdict("undecided", f"proved only if {which} is a number, which the note does not say")
    if not isinstance(tree, Unread) and (columns := inverted_columns(typing.used, tree)):
        which = letter_text(columns[0])
        return judge.verdict("undecided", f"proved only if {which} is a column, which the note does not say")
    if unsaid and not result.statement.letters and not typing.defined_by:
        return judge.verdict("undecided", f"the note does not say what {unsaid[0]} is, and nothing is left of it")
    if theorems := [x for x in result.assumed if x.startswith(THEOREM)]:
        reason += f", by {', '.join(theorems)}"
    found = RowVerdict(
        judge.formula,
        "proved",
        reason,
        reading(
            result,
            (*typing.defaults, *(f"{x} is a number, which the note does not say" for x in unsaid)),
        ),
        using=using(judge, typing, settled),
        certificate=result,
    )
    others = [proved(judge, typing, x) for x in settled.others]
    return next((x for x in others if x.verdict != "proved"), together(found, *others) if others else found)


def together(*proofs: RowVerdict) -> RowVerdict:
    """The verdict of a row that says several things, each of which is proved."""
    certificates = [x.certificate for x in proofs if x.certificate is not None]
    parts = tuple(x for one in certificates for x in one.parts or (one,))
    return replace(
        proofs[0],
        reason=max((x.reason for x in proofs), key=len),
        reading=tuple(dict.fromkeys(line for x in proofs for line in x.reading)),
        using=tuple(dict.fromkeys(said for x in proofs for said in x.using)),
        certificate=Result("proved", parts=parts),
    )


def using(judge: Judge, typing: Statements, settled: Settled) -> tuple[Using, ...]:
    """What a proof has used and its own row does not say: hypotheses, definitions, what is taken for granted."""
    known, said = typing.definitions.items(), of_hypotheses(settled.result, settled.using)
    spans = {*typing.defined_by}.union(*(typing.behind.get(x.place, ()) for x in said if x.place is not None))
    defined = [of_definition(judge.note, left, x) for left, x in known if x.span in spans]
    found = [*said_of(judge, settled), *(replace(x, is_open=x.place in judge.open) for x in defined)]
    found = [x for x in found if x.place is None or not is_here(judge, x.place)]
    found.sort(key=lambda x: (x.place is None, x.place or (0, 0)))
    kinds = [f"{letter_text(x)} is a matrix" for x in small_matrices(typing.used)]  # only formulas say so
    shown = (BY_NAMES, OF_NUMBERS, REAL, DEPENDS)
    kinds += [x.removesuffix(BY_NAMES) for x in typing.defaults if x.endswith(shown) or x in _GRANTED]
    bodies = [x for x in (judge.formula.tree, *(d.body for _, d in known if d.span in spans)) if isinstance(x, Node)]
    has_kernel = any(isinstance(x, Group) and x.how == KERNEL for tree in bodies for x in nodes(tree))
    kinds += ["a kernel is the product of ϕ at both arguments, as the note says"] * has_kernel
    kinds += [CIRCLE.replace("#", letter_text(x)) for x in typing.angles]
    kinds += [f"{unicode(x.name)} is random" for k, x in typing.used.items() if k in judge.table.supposed_random]
    numbers = [x.name for found, x in typing.used.items() if x.kind == "number" and found in judge.table.transposed]
    kinds += [f"{unicode(x)} is a number" for x in numbers]  # though the note transposes it
    kinds += [x for x in typing.defaults if x.startswith(IDENTITY)]
    kinds += ["I is 1×1 beside a number"] * any(typing.sizes.find(x) == 1 for x in typing.units)
    granted = (Using(x) for x in settled.result.assumed if not x.startswith(THEOREM))
    return tuple(dict.fromkeys((*found, *map(Using, kinds), *granted)))


def said_of(judge: Judge, settled: Settled) -> tuple[Using, ...]:
    """The hypotheses of other places of the note that a proof has used, or that hold at a counterexample."""
    known = zip(settled.using, of_hypotheses(settled.result, settled.using), strict=True)
    found = [as_written(judge, x) if offer.is_condition else granted(judge, x) for offer, x in known]
    found += [x for row in found if row.place is not None for x in judge.used_by.get(row.place, ())]
    return tuple(dict.fromkeys(x for x in found if x.place is None or not is_here(judge, x.place)))


def granted(judge: Judge, using: Using) -> Using:
    """A hypothesis in the words for what only the order of the rows says; any other one as it is."""
    if using.place in judge.granted:
        return Using(judge.granted[using.place])
    return replace(using, is_open=using.place in judge.open)


def as_written(judge: Judge, using: Using) -> Using:
    """A condition or an earlier row as the note writes it, if its place has only one; else as the kernel has it."""
    if using.place in judge.granted:
        return granted(judge, using)
    defined = (Stated(left, "=", x.body, x.span) for left, x in judge.ledger.definitions.items() if not x.parameters)
    known = (*judge.ledger.conditions, *judge.claims, *defined)
    its = [x for x in known if x.span == using.place]
    its = [x for x in its if x.left != Num("1")] if len(its) > 1 else its  # 1 ≤ j of 1 ≤ j ≤ k
    said = {unicode(Chain(x.sides, (x.sign,))) + for_pairs(judge, x) for x in its}
    said |= {unicode(x.chain) for x in judge.orders.values() if x.span == using.place}
    return replace(using, text=said.pop() if len(said) == 1 else using.text, is_open=using.place in judge.open)


def for_pairs(judge: Judge, stated: Stated) -> str:
    """The words "for i ≠ j" behind a condition on any two members of a family."""
    pair = pair_of_orthogonal(judge.note.source.text, stated)
    return "" if pair is None else f" for {unicode(pair[0])} ≠ {unicode(pair[1])}"


def with_fewest_definitions(
    judge: Judge, typing: Statements, settled: Settled, stated: Stated
) -> tuple[Statements, Settled]:
    """A proof in which letters are not what their definitions say, as far as there is one.

    So a statement about all H does not rest on what H was in another section.
    """
    if not typing.definitions and not (judge.is_statement and judge.formula.display):
        return typing, settled  # of a theorem what its conditions say was typed too
    kept = list(typing.defined_by) if not written_examples(judge, typing) else []
    for left_out in [kept, *([x] for x in kept if len(kept) > 1)]:
        rest = [x for x in kept if x not in left_out]
        other = new_typing(judge)
        other.definitions = {x: d for x, d in other.definitions.items() if d.span in rest}
        other.varied |= typing.varied
        try:
            found = Case(other, relation_of(related(judge, other, stated))).settle(FIRST)
        except (Untyped, Unsupported, Misfit, TypeError, ValueError, NotImplementedError):
            continue
        supposed = {*typing.supposed, *typing.defaults, *unsaid_numbers(typing.used), *settled.result.assumed}
        if (
            found.result.verdict == "proved"
            and {*other.supposed, *other.defaults, *unsaid_numbers(other.used), *found.result.assumed} <= supposed
            and proved(judge, other, found).verdict == "proved"
        ):
            typing, settled, kept = other, found, rest
        if not kept:
            break
    return typing, settled


def denied_by_words(judge: Judge, settled: Settled) -> str | None:
    """The reason why a proof does not support its row: words deny the row, or it follows from a false one."""
    place = judge.note.source.place
    if judge.said == "false":
        is_side = is_of_equivalence(judge.note, judge.formula)
        says = "the sentence says when it holds" if is_side else "the words beside it say that it is false"
        return f"proved as it is read, but {says}"
    if (false := min(judge.false.intersection(settled.used), default=None)) is not None:
        return f"{FROM_FALSE} {place(false[0]).said}, which is false"
    return None


def opened(judge: Judge, stated: Stated, typing: Statements) -> tuple[Node, ...]:
    """The sides of a relation, and the definitions of the names in it."""
    bodies = (x.body for x in judge.ledger.definitions.values() if x.span in typing.defined_by)
    return (*stated.sides, *bodies)


def it(judge: Judge, stated: Stated) -> str:
    """What a hint is about: "it" for the only statement of a row, else the statement."""
    if judge.is_part or len(judge.links) > 1:
        return f"{unicode(stated.left)} {stated.sign} {unicode(stated.right)}"
    return "it"


def repairs_of(
    judge: Judge, case: Case, stated: Stated, at: Sequence[Point], *, claimed: bool = False
) -> Iterator[tuple[int, Node, Node, Stated, Settled]]:
    """The changes of one symbol that make a relation provable, the likely ones first.

    Their ranks, the old part, the new part, the changed relation, a proof.
    at: points at which all hypotheses hold; no proof of a relation that fails there is tried.
    """
    from pcaproofs.notes.judging.repairs import LIKELY, MOST_PROOFS, MOST_UNKNOWN, repairs, values_at  # needs numpy

    sizes = [x for x in sorted(judge.table.sizes) if len(x) == 1 and x in at[0].dimensions]
    names, points = case.builder().spelled, list[Point]()
    defined = {key(name): d.body for name, d in judge.ledger.definitions.items() if not d.parameters}
    linked = {found: whole for found, (_, whole) in case.typing.linked.items()}
    values = [values_at(point, names, defined, linked) for point in at]
    unknown = proofs = 0
    others = [x.name for x in case.typing.used.values() if not x.is_family]
    numbers = {found for found, term in case.typing.letters.items() if case.typing.is_scalar(term)}
    for rank, old, new, changed in repairs(stated, sizes, others, numbers):
        if rank > LIKELY and not is_here(judge, old.span):
            continue
        if any(x.fails(changed) for x in values):
            continue
        if any(x.fails(changed) is None for x in values):
            unknown += 1
            if unknown > MOST_UNKNOWN or not may_hold(judge, changed, names, at):
                continue
        if (read := read_anew(judge, changed, claimed=claimed)) is None or fails_at(read[1], at):
            continue
        if proofs == MOST_PROOFS:
            return
        proofs += 1
        if fails_at(read[1], points):
            continue
        if (point := failing_point(read[1])) is not None:
            points.append(point)
            values.append(values_at(point, names, defined, linked))
        elif (proof := proof_of(read[0])) is not None:
            yield rank, old, new, changed, proof


def may_hold(judge: Judge, stated: Stated, names: Mapping[str, str], at: Sequence[Point]) -> bool:
    """Whether a changed relation has a type and fails at none of some points, typed without the note's conditions.

    names: the letters' names at the points; True where the relation has other letters or sizes.
    """
    typing = new_typing(judge)
    try:
        case = Case(typing, relation_of(related(judge, typing, stated)), names=names)
        return not fails_at(reading_of(case.conclusion(case.builder()), ()), at)
    except (Untyped, Unsupported, Misfit):
        return False
    except (KernelError, TypeError, ValueError, NotImplementedError):
        return True


def read_anew(judge: Judge, stated: Stated, *, claimed: bool = False) -> tuple[Case, Reading] | None:
    """A changed relation as a case, and as a statement with all hypotheses; None if it has no type."""
    typing = new_typing(judge)
    try:
        extra = conditions_for(judge, typing, stated)
        extra += claims_for(judge, typing, stated, telling=True) if claimed else []
        case = Case(typing, relation_of(related(judge, typing, stated)), extra=extra)
        return case, reading_of(*case.in_full())
    except (KernelError, Untyped, Unsupported, Misfit, TypeError, ValueError, NotImplementedError):
        return None


def mend_of_sizes(judge: Judge, others: Sequence[Name] = ()) -> Change | None:
    """The change of one symbol with which a row whose sizes do not fit is proved; None if there is none.

    others: letters that it may put in.
    """
    from pcaproofs.notes.judging.repairs import LIKELY, MOST_PROOFS, MOST_UNKNOWN, repairs, which

    if not judge.unfit or not judge.formula.display:
        return None
    stated, judge.links = judge.unfit[0], judge.unfit[1:]
    typings = proofs = 0
    for rank, old, new, one in repairs(stated, (), others, throughout=bool(others)):
        if rank == 0 and not isinstance(old, Transpose):
            continue  # signs and squares
        if typings == MOST_UNKNOWN:
            return None
        typings, judge.clashes = typings + 1, []
        if (read := read_anew(judge, one)) is None or judge.clashes or failing_point(read[1]) is not None:
            continue
        if proofs == MOST_PROOFS:
            return None
        proofs += 1
        if (proof := proof_of(read[0])) is not None and mends_row(judge, stated, one):
            words = f"with {unicode(new)} in place of {which(old, stated)}{unicode(old)}{PROVED}"
            judge.mended[stated.right] = one.right
            return Change(old, new, words, proof.used, is_of_row=True, is_likely=rank <= LIKELY, mended=one)
    return None


def mends_row(judge: Judge, stated: Stated, changed: Stated) -> bool:
    """Whether the other links of a chain are proved too when a change is made in one of its links."""
    sides = dict(zip(map(id, stated.sides), changed.sides, strict=True))
    for other in judge.links:
        if other.sides != stated.sides:
            left, right = (sides.get(id(x), x) for x in other.sides)
            read = read_anew(judge, replace(other, left=left, right=right))
            if read is None or proof_of(read[0]) is None:
                return False
    return True


def on_open(judge: Judge, stated: Stated) -> str | None:
    """Why a relation may hold that sets a derivative to zero of which nothing is proved; later rows may use it."""
    if not judge.rests_on_open:
        return None
    judge.ledger.condition(stated)
    judge.open.add(judge.formula.span)
    return "what is set to zero is not proved"


def asserts_nothing(judge: Judge, typing: Statements, relation: object, stated: Stated) -> str | None:
    """Why a relation that is not proved need not hold: it gives a letter a value, or its row says no more."""
    if is_of_equivalence(judge.note, judge.formula):
        return "the sentence says when it holds"
    if not judge.formula.display and judge.said not in ("concluded", "false"):
        return "the sentence does not say that it holds"
    names = names_in(stated).keys()
    if not names and (not judge.formula.display or all(map(_is_number, stated.sides))):
        return "it may be about other numbers or say what cannot be"
    is_whole = judge.is_statement and judge.is_understood and judge.formula.display
    is_of_numbers = not isinstance(relation, Relation) or typing.is_scalar(relation.left)
    if is_of_numbers and names and names <= judge.table.sizes - judge.no_sizes and not is_whole:
        return "it is about sizes alone"  # what is said of matrices may restrict their sizes
    if any(isinstance(x, Num) and "." in x.text for side in opened(judge, stated, typing) for x in nodes(side)):
        return "its decimals may be rounded"
    if stated.left in judge.ledger.definitions and not names_in(Stated(stated.right, "=", stated.right, (0, 0))):
        return "its letter may be taken anew"
    if isinstance(relation, Relation) and is_instance(relation):
        return "it may say what its letters are"
    return gives_value(judge, stated, is_of_numbers=is_of_numbers)


def gives_value(judge: Judge, stated: Stated, *, is_of_numbers: bool) -> str | None:
    """Why an equation that is not proved may say what a letter is, or a moment of one, of which nothing else does."""
    match stated.left:
        case Product(factors=(Name() as function, Group())) if known := judge.ledger.definitions.get(function):
            new = letters_in(stated.right) - known.letters - letters_in(stated.left) - judge.table.sizes
            if new and stated.sign == "=":
                return f"{MAY_SAY} {unicode(stated.left)} is"  # L(w) = ‖Xw − y‖² + λ‖w‖², after L(w) = ‖Xw − y‖²
    for side in stated.sides if stated.sign == "=" else ():
        other = stated.right if side is stated.left else stated.left
        is_moment = isinstance(side, Moment) and isinstance(side.body, Name)  # Var[β̂] = σ²(XᵀX)⁻¹
        is_square = is_of_numbers and isinstance(side, Power) and isinstance(side.exponent, Num)  # s² = eᵀe/n
        name = side.body if is_moment else side.base if is_square else side  # type: ignore[attr-defined]
        if not isinstance(name, Name) or is_constant(name) or any(x == name for x in nodes(other)):
            continue  # x = (wᵀx)w says nothing of what x is
        told = [x.left for x in judge.ledger.conditions if name in nodes(x.left)]
        is_told = name in judge.ledger.definitions or any(x == name or isinstance(x, Moment) for x in told)
        if is_moment and is_told:
            continue
        if not is_known_size(judge, name, other) and not judge.table.facts_at(name, judge.formula.span[0]):
            return f"{MAY_SAY} {unicode(side if is_moment else name)} is"
    return None


def unknown_value(judge: Judge, typing: Statements, stated: Stated) -> str | None:
    """Why a relation may hold that has a new letter: ŷ where y is known, P_{k−1} where P_k is, or + C."""
    first, here = judge.standing.first, judge.formula.span[0]
    squared = next((x for side in stated.sides for x in nodes(side) if key(x) in judge.squares), None)
    if squared is not None:
        return f"the note says only what the square of {unicode(squared)} is"
    names = names_in(stated).values()
    whole = {x.base: x.font for x in names if x.subscript is None}
    is_linked = any(x.endswith(IN_BOLD) for x in typing.defaults)
    twice = sorted(x.base for x in names if x.subscript is not None and whole.get(x.base, x.font) != x.font)
    if twice and not is_linked:
        return f"{twice[0]} is written in two ways"  # a bold A with entries A_ij
    for found, name in names_in(stated).items():
        is_new = first.get(found, here) >= here and name not in judge.ledger.definitions
        plain = key(replace(name, accents=()))
        belongs = name.accents and first.get(plain, math.inf) < first.get(found, here)
        may_be_transpose = name.primes == 1 and first.get(key(replace(name, primes=0)), here) < here
        is_constant_term = isinstance(stated.right, Sum) and name in stated.right.terms and name.base in "cC"
        is_step = isinstance(name.subscript, Sum) and _has_step_before(first, name, here)
        if (
            may_be_transpose
            and name not in judge.apart
            and name not in judge.ledger.definitions
            and not judge.table.facts_at(name, here)
        ):
            return f"{unicode(name)} is not declared"
        if is_new and is_step and not judge.table.facts_at(name, here):
            return f"{FIRST_STEP} {unicode(name)}"
        if is_new and is_word(name):
            return f"{MAY_SAY} {unicode(name)} is"
        is_mean = is_named_as_mean(judge.table.at(name, here)) and plain in judge.table.families
        if is_new and ((belongs and not is_mean) or is_constant_term) and not judge.table.facts_at(name, here):
            return f"{unicode(name)} is not declared"
    return None


def _has_step_before(first: Mapping[str, int], name: Name, here: int) -> bool:
    """Whether another member of a sequence occurs before."""
    return any(k.startswith(f"{key(bare(name))}_") and at < here for k, at in first.items())


def is_known_size(judge: Judge, side: Name, other: Node) -> bool:
    """Whether a side is a size of letters before: tr(P) = m says nothing of what m is, unlike rank(P) = m."""
    if any(isinstance(x, Operator) and x.name in ("rank", "rk") for x in nodes(other)):
        return False
    return key(side) in judge.table.sizes and judge.standing.first.get(key(side), math.inf) < judge.formula.span[0]


def is_constant(name: Name) -> bool:
    """Whether a name is an identity matrix, a column of ones, a zero or Kronecker's δ."""
    return is_identity(name) or is_ones(name) or is_zero(name) or is_kronecker(name)


def shown(judge: Judge, typing: Statements, found: str) -> str:
    """A letter as the note writes it."""
    symbol = typing.used.get(found)
    return unicode(symbol.name) if symbol is not None else letter_text(found)


def is_step_of_chain(judge: Judge, stated: Stated) -> bool:
    """Whether a relation continues a chain without a new letter."""
    head, last = judge.context.head, judge.context.last
    goes_on = last is not None and any(link.left == last for link in judge.links)  # else the row begins anew
    others = (x for link in judge.links for x in link.sides if link.sides[0] is not stated.left)
    before = [x for x in (*((head, last) if goes_on else ()), *others) if x is not None]
    names = {key(x) for node in before for x in nodes(node) if isinstance(x, Name)}
    return bool(before) and names_in(stated).keys() <= names


def doubts_of(judge: Judge, case: Case, relation: Relation | frozenset[str], stated: Stated) -> Iterator[str]:
    """Why a statement that fails may be no error: what the note may say beyond what was read of its letters."""
    typing = case.typing
    if judge.is_restricted(case, stated):
        yield "the note restricts its letters in a way that is not read"
    if judge.standing.equates_sizes(judge.formula.span[0]):
        yield "the note says in words that sizes are equal"
    if stated.sign in ("≤", "≥", "<", ">") and judge.names_extreme_eigenvalue(names_in(stated)):
        yield "an eigenvalue in it is the greatest or least one"
    for name in sorted(judge.redefined & names_in(stated).keys()):
        yield f"{name} is defined in two ways"
    if judge.is_from_words:
        yield "it follows from words"
    is_of_numbers = typing.size_values and isinstance(relation, Relation) and not letters_of(relation)
    if is_of_numbers and any(x.op == "cells" for x in terms(relation)):  # type: ignore[arg-type]
        yield "an example may give its sizes numbers"
    sizes = {typing.sizes.find(size) for term in typing.letters.values() for size in term.shape}
    if not sizes.isdisjoint(judge.standing.sorted_sizes):
        yield "the note restricts a size in words"
    if (place := place_in_sentence(judge.note, judge.formula)) is not None and _STEP.search(place[0].text[: place[1]]):
        yield "its sentence speaks of a step that is not read"
    if (why := inferred(typing)) is not None:
        yield why
    if typing.joint is not None:
        yield "the note may say more of the joint distribution of its letters"
    given = {y for x in judge.ledger.conditions if isinstance(x.left, Moment) for y in nodes(x.left)}
    guessed = {x.name for found, x in typing.used.items() if found in judge.table.guessed_random} - given
    yield from (f"the note does not say that {unicode(x)} is random" for x in sorted(guessed, key=unicode))
    means = [x.name for x in typing.used.values() if is_named_as_mean(x)]
    yield from (f"the note does not say what {unicode(x)} is" for x in means)
    yield from (f"{x.removesuffix(BY_NAMES)} in earlier proofs" for x in typing.defaults if x.endswith(BY_NAMES))
    yield from (f"{x.removesuffix(DEPENDS)} may be one number for all" for x in typing.defaults if x.endswith(DEPENDS))
    yield from (why for default, says, why in _CONVENTIONS if default in typing.defaults and not says(judge.note))
    if AVERAGES in typing.defaults or (isinstance(relation, Relation) and has_unsaid_length(relation, typing.sizes)):
        yield "the note does not say how many entries 𝟏 has"


_STACKS = re.compile(r"(?:stack|column|below each other|on top of)[^.]{0,60}vec\b|vec\b[^.]{0,80}(?:stack|column)")
_CONVENTIONS: tuple[tuple[str, Callable[[Note], bool], str], ...] = (
    (
        FROBENIUS,
        lambda note: names_frobenius(note.source.text),
        "the note does not say which norm of matrices it means",
    ),
    (
        COLUMNS,
        lambda note: _STACKS.search(note.source.text) is not None,
        "the note does not say whether vec has columns or rows below each other",
    ),
    (QUOTIENT, lambda note: False, "a matrix stands below a fraction's line"),
    (VARIANCE, lambda note: False, "the last letter in 𝒩 may be the deviation"),
    (SLASH, lambda note: False, "a/2b may be (a/2)b"),
    (WHOLE, lambda note: False, "its logarithm may be that of the first factor alone"),
)


def doubts_about(
    judge: Judge,
    typing: Statements,
    stated: Stated,
    letters: Iterable[str],
    more: Sequence[str],
    values: Mapping[str, Matrix] = MappingProxyType({}),
) -> tuple[list[str], bool]:
    """What may make the letters of a statement others, with more doubts; and whether what fails is told nevertheless.

    values: those of the letters at a point where the statement fails.
    """
    found = {x: doubt for x in sorted(letters) if (doubt := judge.doubt_of(typing, x, values.get(x))) is not None}
    doubts = [*(doubt.text.format(shown(judge, typing, x)) for x, doubt in found.items()), *more]
    is_nothing = stated.right == Num("0") or (isinstance(stated.right, Name) and is_zero(stated.right))
    is_to_solve = bool(doubts) and is_nothing
    return doubts, not is_to_solve and all(x.tells for x in found.values())


def takes_sizes(
    judge: Judge, typing: Statements, relation: Relation | frozenset[str], stated: Stated, matrices: list[str]
) -> bool:
    """Whether a statement may be refuted although the note does not say the sizes of some matrices.

    If the formulas of the note do not admit that its sizes differ, they are made equal.
    """
    if not isinstance(relation, Relation) or judge.unused_sizes():
        return False
    together = new_typing(judge)
    related(judge, together, stated)
    if not may_differ(judge.note, together, matrices):
        make_equal(typing)
    return True


def unproved(
    judge: Judge, case: Case, typing: Statements, relation: Relation | frozenset[str], stated: Stated
) -> RowVerdict:
    """What is found against a statement that is not proved; relation: or the letters of what is judged."""
    if judge.is_for_proofs:
        return judge.verdict("undecided", "not proved")
    clashes = judge.clashes
    found = found_against(judge, case, typing, relation, stated)
    return (clashing(judge, stated, clashes) if found.verdict == "undecided" else None) or found


def clashing(judge: Judge, stated: Stated, clashes: Sequence[Stated]) -> RowVerdict | None:
    """The warning of a relation whose letters have other sizes than their values have, if a likely change mends it.

    P = VVᵀ for an m×m matrix P and A = UΣVᵀ with m rows, where P = UUᵀ is proved.
    """
    if not clashes:
        return None
    judge.unfit = stated, *judge.links
    others = [x for said in clashes for x in nodes(said.right) if isinstance(x, Name)]
    if (change := mend_of_sizes(judge, others)) is None:
        return None
    first, place = clashes[0], judge.note.source.place(clashes[0].span[0]).said
    why = f"its sizes do not fit those of {unicode(first.left)} = {unicode(first.right)} ({place})"
    return changed(judge, replace(judge.verdict("ill-typed", why), is_warning=True), change)


def found_against(
    judge: Judge, case: Case, typing: Statements, relation: Relation | frozenset[str], stated: Stated
) -> RowVerdict:
    """The verdict of a statement that is not proved: a counterexample, or why it may hold."""
    if continues_mistake(judge, stated):
        return judge.verdict(
            "undecided", "not proved, and the row above is false; with the change of that row it is proved"
        )
    why = on_open(judge, stated) or unknown_value(judge, typing, stated)
    if (why := why or asserts_nothing(judge, typing, relation, stated)) is not None:
        slip = solved_wrongly(judge, case, stated) if why.startswith(MAY_SAY) else None
        return slip or judge.verdict("undecided", f"not proved, and {why}")
    letters = letters_of(relation) if isinstance(relation, Relation) else relation - typing.varied
    more = list(doubts_of(judge, case, relation, stated))
    doubts, is_told = doubts_about(judge, typing, stated, letters, more)
    matrices = [x for x in unsaid(typing) if x not in judge.existential]
    if matrices and not takes_sizes(judge, typing, relation, stated, matrices):
        doubts.append(UNSAID_SIZES)
    sizes = Sizes(*sizes_to_try(typing, judge.unused_sizes()))
    if not sizes or judge.ignores_facts:
        stated_only = case.attack(Sizes(())) if judge.ignores_facts else None
        return undecided(judge, typing, stated_only, doubts or ([MISFIT] if judge.ignores_facts else []))
    own = case
    case, found = attacked(judge, case, stated, sizes, is_doubted=bool(doubts))
    is_claimed = len(case.extra) > len(own.extra)
    if found.result.counterexample is None and matrices and (read := read_anew(judge, stated)) is not None:
        case, is_told = read[0], False  # with sizes that differ
        found, doubts = case.attack(sizes, HINT), [*doubts, UNSAID_SIZES]
    if found.result.counterexample is None:
        return undecided(judge, typing, found, doubts)
    if found.is_partial:
        doubts, is_told = [*doubts, "the note says more of its random letters"], False
    elif UNSAID_SIZES not in doubts:
        values = case.values(found.result.counterexample)
        more = [*more, "the note says more of a letter than its value shows"] if found.is_plain else more
        doubts, is_told = doubts_about(judge, typing, stated, letters, more, values)
    change = change_of(judge, case, stated, found.result.counterexample, claimed=is_claimed)
    change = change if change is not None and keeps_doubted(judge, typing, stated, letters, change) else None
    if is_of_accused(judge, change):
        assert change is not None
        return judge.verdict("undecided", f"not proved, and the row above is false; {change.words}")
    doubts = [] if is_slip(judge, stated, change, doubts) else doubts
    reached = judge.ledger.reached(stated.letters())
    is_given = judge.has_unread_value(reached) or judge.are_blocks_of_more(reached)
    is_told_of_row = (is_told or (change is not None and change.is_of_row)) and not is_given
    if doubts and (is_supposed(judge, typing) or not is_told_of_row):
        return judge.verdict("undecided", f"not proved, and {doubts[0]}")
    if change is not None:
        judge.mended[stated.right] = change.last
    return failing_verdict(judge, case, found, doubts, change)


def is_supposed(judge: Judge, typing: Statements) -> bool:
    """Whether a statement has a reading that proofs alone may use: A/B, log ab, letters inside means as random."""
    is_guessed = not typing.defaults.keys().isdisjoint(_GUESSED)
    return is_guessed or not typing.used.keys().isdisjoint(judge.table.supposed_random)


def solved_wrongly(judge: Judge, case: Case, stated: Stated) -> RowVerdict | None:
    """The warning of a row that may say what a letter is, where earlier rows determine it and it has a likely slip."""
    name = stated.left if isinstance(stated.left, Name) else stated.right
    if not isinstance(name, Name) or is_supposed(judge, case.typing):
        return None
    stating = [x for x in (*judge.ledger.conditions, *judge.claims) if key(name) in x.letters()]
    is_defined = not judge.ledger.definitions.keys().isdisjoint({name, bare(name)})
    known = bool(stating) or is_defined
    if not (judge.formula.display and judge.standing.first.get(key(name), math.inf) < judge.formula.span[0] and known):
        return None
    failing = case.attack(Sizes(), HINT)
    if (example := failing.result.counterexample) is None:
        return None
    change = change_of(judge, case, stated, example, claimed=True)
    is_known = is_defined or (change is not None and change.is_likely and change.rests_on)
    if change is None or not (change.is_of_row and is_known):
        return None
    judge.mended[stated.right] = change.last
    return failing_verdict(judge, case, failing, [f"{MAY_SAY} {unicode(name)} is"], change)


def keeps_doubted(judge: Judge, typing: Statements, stated: Stated, letters: Iterable[str], change: Change) -> bool:
    """Whether a mended relation still has the letters of which the note may say more: else it says nothing of them.

    No inverse of a projector mends a relation: then it is I.
    """
    match change.new:
        case Power(base=Name() as name, exponent=Sum()):
            facts = judge.table.facts_at(name, judge.formula.span[0])
            if any(isinstance(x, Satisfies) and x.hypothesis in ("idempotent", "projector") for x in facts):
                return False
    doubted = {x for x in letters if (doubt := judge.doubt_of(typing, x, None)) is not None and not doubt.tells}
    return doubted & judge.ledger.reached(stated.letters()) <= judge.ledger.reached(change.mended.letters())


def is_slip(judge: Judge, stated: Stated, change: Change | None, doubts: Sequence[str]) -> bool:
    """Whether a step of a chain has a likely slip of its own, which says more than all doubts."""
    if change is None or not (change.is_of_row and change.is_likely and is_step_of_chain(judge, stated)):
        return False
    sides = (x.base if isinstance(x, Transpose) else x for x in (change.old, change.new))
    if doubts and next(sides) == next(sides):
        return False  # D for Dᵀ, where D may be symmetric
    return (judge.open | judge.false).isdisjoint(change.rests_on)  # else it may carry on a mistake of a row above


def continues_mistake(judge: Judge, stated: Stated) -> bool:
    """Whether a relation is proved once the reported row that it continues has its change."""
    mended = None if is_here(judge, stated.left.span) else judge.mended.get(stated.left)
    read = None if mended is None else read_anew(judge, replace(stated, left=mended))
    return read is not None and proof_of(read[0]) is not None


def attacked(judge: Judge, case: Case, stated: Stated, sizes: Sizes, *, is_doubted: bool) -> tuple[Case, Settled]:
    """A refutation of a case; if it is doubted, of that in which also rows hold that may say what its letters are."""
    claims = claims_for(judge, case.typing, stated, telling=True) if is_doubted and not judge.is_premise else []
    if claims:
        claimed = replace(case, extra=[*case.extra, *claims])
        if (found := claimed.attack(sizes, HINT)).result.counterexample is not None:
            return claimed, found
    found = case.attack(sizes, HINT if is_doubted else ATTACK)
    tries = ((x, x.attack(sizes, HINT)) for x in case.others if found.result.counterexample is None)
    return next(((x, y) for x, y in tries if y.result.counterexample is not None), (case, found))


def is_of_accused(judge: Judge, change: Change | None) -> bool:
    """Whether a change that mends a row stands in an earlier row that is reported."""
    if change is None or not change.is_of_row:
        return False
    return any(start <= change.old.span[0] < end for start, end in judge.accused)


def undecided(judge: Judge, typing: Statements, found: Settled | None, doubts: Sequence[str]) -> RowVerdict:
    """The verdict of a statement that is neither proved nor refuted; found: its reading."""
    reason = f"not proved, and {doubts[0]}" if doubts else "neither proved nor refuted"
    if found is None:
        return RowVerdict(judge.formula, "undecided", reason)
    read = reading(found.result, typing.defaults)
    return RowVerdict(judge.formula, "undecided", reason, read, statement=found.result.statement)


@dataclass(frozen=True)
class Change:
    """A change of one symbol with which a relation is proved: the old part, the new part, and what is said of it.

    rests_on: the places of the conditions that its proof uses. is_of_row: whether all of its row is then proved.
    is_likely: whether the slip is a common one, such as a sign, a transpose or a letter of the same look. mended: the
    relation with it.
    """

    old: Node
    new: Node
    words: str
    rests_on: tuple[Span, ...]
    is_of_row: bool
    is_likely: bool
    mended: Stated

    @property
    def last(self) -> Node:
        """The right side of the mended relation."""
        return self.mended.right


def change_of(
    judge: Judge, case: Case, stated: Stated, example: Counterexample, *, claimed: bool = False
) -> Change | None:
    """The change that mends a relation which fails at a point; None if there is none.

    claimed: whether what earlier rows claim holds at the point, and may be used.
    """
    from pcaproofs.notes.judging.repairs import LIKELY, which

    is_of_sizes = names_in(stated).keys() <= judge.table.sizes  # a factor p is no mend of np = n
    if stated.sign == "∈" or is_of_sizes:
        return None
    at = [example.point]
    if (read := read_anew(judge, stated, claimed=claimed)) is not None:
        at += points_of(read[1])
    what, first = it(judge, stated), None
    for rank, old, new, changed, proof in repairs_of(judge, case, stated, at, claimed=claimed):
        is_whole = what == "it" or (not judge.is_part and mends_row(judge, stated, changed))
        means = PROVED if is_whole else f", of the row only {what} is then proved"
        words = f"with {unicode(new)} in place of {which(old, stated)}{unicode(old)}{means}"
        found = Change(old, new, words, proof.used, is_whole, rank <= LIKELY, changed)
        if is_whole or judge.is_part:
            return found
        first = first or found
    return first


def failing_verdict(
    judge: Judge, case: Case, settled: Settled, doubts: Sequence[str], change: Change | None
) -> RowVerdict:
    """The verdict of a statement that fails at a point: with the hypotheses or the change that would mend it."""
    result = settled.result
    assert result.counterexample is not None
    of = f", for {values}" if (values := written_values(judge, case.typing)) else ""
    # a unit vector makes ‖y‖² out of ‖y‖; but where ‖y‖² is enough, the square was forgotten
    needs = () if change is not None and isinstance(change.old, Norm) else result.needs or settled.lacks()
    lasts, said = False, f"fails at {example_text(result.statement, result.counterexample)}"
    if needs:
        lasts, where = where_said(judge, needs)
        said = f"{said}; holds if {' or if '.join(needs)}{where}"
    reason = "; ".join((said + of, *doubts[:1]))
    found = RowVerdict(
        judge.formula,
        "needs" if needs else "refuted",
        reason,
        reading(result, case.typing.defaults),
        needs,
        result.counterexample,
        using=said_of(judge, settled),
        statement=result.statement,
        is_warning=lasts or bool(doubts),
    )
    return found if change is None else changed(judge, found, change)


def changed(judge: Judge, found: RowVerdict, change: Change) -> RowVerdict:
    """A verdict that also says with which change its row is proved."""
    place = whole_commands(judge.note.source.text, change.old.span)
    edit = place, key(change.new)
    return replace(found, reason=f"{found.reason}; {change.words}", repair=change.words, edit=edit)


def where_said(judge: Judge, needs: Sequence[str]) -> tuple[bool, str]:
    """Whether the note says a missing hypothesis for all that follows before the row; where it says it, in words."""
    source, others = judge.note.source, said_elsewhere(needs, judge.whole)
    if lasting := [x for x in others if x < judge.formula.span[0] and is_for_all_that_follows(source.text, x)]:
        return True, f", which {source.place(lasting[-1]).said} says for all that follows"
    return False, f", which the note says only in {source.place(others[0]).said}" if others else UNSAID


def extent(statement: Statement, supposed: Sequence[str]) -> str:
    """The range of a proof: all dimensions, all values of its letters, or a calculation."""
    letters = [(name, *shape) for name, *shape in statement.letters if not _is_unit(name)]
    if any(isinstance(size, str) for size in (*statement.ones, *(x for _, *shape in letters for x in shape))):
        return "all dimensions" + (f" with {' and '.join(supposed)}" if supposed else "")
    out = "all values" if letters else "by calculation"
    return out + (f", for {' and '.join(supposed)}" if supposed else "")


def proof_of(case: Case) -> Settled | None:
    """A proof of a case, from the facts about its letters or from earlier conditions too; None if none is found."""
    try:
        settled: Settled | None = case.settle(MENDED)
        if settled is not None and settled.result.verdict != "proved" and case.extra:
            settled = case.settle_with_conditions(MENDED)
    except (Unsupported, TypeError, ValueError, NotImplementedError):
        return None
    return settled if settled is not None and settled.result.verdict == "proved" else None


def _is_unit(name: str) -> bool:
    """Whether a letter is a column of an identity matrix, from which matrices of numbers are built."""
    return re.fullmatch(r"e_\d+(?:of\d+)?", name) is not None


def is_instance(relation: Relation) -> bool:
    """Whether a matrix with given entries is equated with letters or with an expression of other matrices."""
    sides = [list(terms(x)) for x in (relation.left, relation.right)]
    found = [x for side in sides for x in side]
    if not any(x.op in ("cells", "unit") for x in found):
        return False
    letters = [[x for x in side if x.op == "letter"] for side in sides]
    return any(x.shape != SCALAR for side in letters for x in side) or (any(letters) and not all(letters))


def _is_number(node: Node) -> bool:
    """Whether a side is one number, as in 0 = 1."""
    return isinstance(node, Num) or (isinstance(node, Sum) and len(node.terms) == 1 and isinstance(node.terms[0], Num))


def relation_of(relation: Relation) -> Callable[[Any], Any]:
    """The function that builds a relation as the conclusion of a case."""
    return Concluded(relation)
