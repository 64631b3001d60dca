"""Relations of a note that define or restrict a letter and claim nothing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import (
    INDICES,
    bare,
    family_listed,
    index_of,
    is_capital,
    is_identity,
    is_kronecker,
    is_ones,
    is_zero,
    key,
    letters_in,
)
from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Dots,
    Group,
    Listed,
    Matrix,
    Name,
    Node,
    Num,
    Power,
    Product,
    Sum,
    Transpose,
    every,
    nodes,
)
from pcaproofs.notes.judging.misfits import failed, new_typing
from pcaproofs.notes.judging.proofs import proved, settle
from pcaproofs.notes.judging.proving import Case
from pcaproofs.notes.judging.state import Judge, is_declared_by_formula
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.clauses import (
    cue,
    fixes_index,
    hypothesis_ends,
    may_depend,
    place_in_sentence,
    restricts_behind,
)
from pcaproofs.notes.prose.facts import DIAGONAL, Satisfies
from pcaproofs.notes.scope.declared import arranged, space_of
from pcaproofs.notes.scope.uses import two_indices
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.ledger import ANY_LENGTH, Stated, differences, is_restricted
from pcaproofs.notes.typing.letters import entries_of
from pcaproofs.notes.typing.matrices import diagonal_series, written_by_entries
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.terms import Unsupported, Untyped
from pcaproofs.notes.typing.types import Definition

UNSOLVED = "an equation that need not hold, as the note takes the difference of its sides"
NEAR = 800  # maximal distance in characters from the use of a letter to a later definition
_ONWARD = re.compile(r"\b(?:Define|Set|Put)\b[ ,:\n$\\(]*$")
_BEHIND = re.compile(r"\b(?:[Ww]here|[Hh]ere|with)\b[ ,:\n$]*$")


def foresee(judge: Judge) -> None:
    """Record definitions that directly follow the first use of a letter: "where S = …", "here S = …"."""
    for formula in judge.note.formulas:
        tree = formula.tree
        if not isinstance(tree, Chain) or isinstance(tree.terms[0], Blank) or tree.signs[0] not in ("=", ":="):
            continue
        if _is_number(tree.terms[1]):
            continue  # "with α = −1 for example": an example, which says nothing of the formulas before it
        said = judge.note.source.text[max(0, formula.span[0] - 24) : formula.span[0]]
        if _ONWARD.search(said):
            continue  # "Define x = Aᵀy": holds from here on, while x before it may be arbitrary
        if cue(judge.note, formula) != "defined" and not (_BEHIND.search(said) or is_explained(judge.note, formula)):
            continue
        if hypothesis_ends(judge.note, formula) is not None:
            continue  # "if there is a c with x = cu, then …"
        judge.formula, judge.said = formula, "defined"
        name = tree.terms[0]
        is_near = isinstance(name, Name) and judge.first.get(key(name), 0) >= explained_from(judge, formula)
        stated = Stated(name, tree.signs[0], tree.terms[1], formula.span)
        if isinstance(name, Name) and is_near and not is_given_before(judge, name, formula):
            definition(judge, stated)


_WHERE = re.compile(r"(?:^|⟧,? )where ⟦[^.;]*⟧,? and $")  # "where ⟦X⟧ has the rows ⟦x_i⟧ and ⟦S = …⟧"


def is_explained(note: Note, formula: Formula) -> bool:
    """Whether an equation is the last of what a sentence says behind "where"."""
    place = place_in_sentence(note, formula)
    return place is not None and _WHERE.search(place[0].text[: place[1]]) is not None


def explained_from(judge: Judge, formula: Formula) -> int:
    """Where the text begins that "where S = …" explains: its sentence and the one before it; of a display its section.

    "We show that S² = S. The smoother is given by S = …" defines S for the display before it.
    """
    if formula.display and cue(judge.note, formula) == "defined":
        return judge.table.section(formula.span[0])[0]
    starts = judge.sentence_starts
    k = bisect_right(starts, formula.span[0]) - 1
    return max(starts[k - 1] if k > 0 else 0, formula.span[0] - NEAR)


def is_given_before(judge: Judge, name: Name, formula: Formula) -> bool:
    """Whether an earlier equation already defines a letter, so that the formula defines it again."""
    return any(place < formula.span[0] for place in judge.given_at.get(name, ()))


def renew(judge: Judge) -> None:
    """Forget the definitions and conditions of letters that the note has introduced again."""
    here, validity = judge.formula.span[0], judge.table.validity
    if not validity.renewed:
        return

    def again(letter: str, span: Span) -> bool:
        return validity.is_introduced_again(letter, span[0], here, or_denied=True)

    judge.ledger.definitions = {
        left: x
        for left, x in judge.ledger.definitions.items()
        if not any(again(key(y), x.span) for y in _names_of(left))
    }
    reached = judge.ledger.reach()
    judge.ledger.conditions = [
        x
        for x in judge.ledger.conditions
        if not any(again(letter, x.span) for letter in (reached(x.letters()) - x.indices) & validity.renewed)
    ]


def _names_of(left: Node) -> list[Name]:
    """The letter that a definition is of, or those of log p(x ∣ μ)."""
    return [name_of(left)] if isinstance(left, Name | Power) else [x for x in nodes(left) if isinstance(x, Name)]


def definition(judge: Judge, stated: Stated) -> RowVerdict | None:
    """The verdict if an equation defines its left side, or the letter whose inverse that is, else None."""
    stated = _by_inverse(stated)
    left, parameters = defined(stated.left)
    if left is None or stated.sign not in ("=", ":=") or is_of_sizes(judge, stated):
        return None
    is_grid = (_is_listed(stated.right) or _is_grid(stated)) and not is_claimed_grid(judge, left, stated)
    if is_grid and is_definable(judge, left, stated.right):
        judge.ledger.definitions.pop(left, None)  # the previous definition of the letter ends here
        if not judge.is_premise and judge.said != "false":
            return written_out(judge, left, parameters, stated)
    is_new = isinstance(left, Name) and judge.standing.first.get(key(left), stated.span[0]) >= stated.span[0]
    names_function = bool(parameters) and is_new and isinstance(stated.left, Product)  # "for ⟦f(x) = …⟧ we get"
    is_supposed = judge.until is not None and not names_function and not is_named(judge, left, stated.right)
    if judge.is_premise or is_supposed or judge.said == "false":
        return elsewhere(judge)
    if is_end(judge, left, stated.right):
        return None if judge.formula.display else elsewhere(judge)
    if left in judge.ledger.definitions:
        return defined_before(judge, left, parameters, stated)
    if isinstance(left, Name) and judge.formula.display and entries_of(judge.ledger.definitions, left) is not None:
        return None  # a claim about the matrix whose entries are known
    if not is_definable(judge, left, stated.right) or has_eigenvectors(judge, left, stated.right):
        return None
    if isinstance(left, Name) and is_entry_of_known(judge, left, stated):
        return None
    if isinstance(left, Power) and two_indices(name_of(left)) is not None:
        judge.squares.add(key(name_of(left)))
    if (index := _on_diagonal(judge, left)) is not None:
        return by_diagonal(judge, replace(bare(name_of(left)), mark=DIAGONAL), index, stated)
    return of_letter(judge, left, parameters, stated)


_TAKES = re.compile(r"(?<![\w-])(?:let|take|use|put|set|define|choose|consider)(?: the [a-z]+)? $")


def end_of_entries(judge: Judge, stated: Stated) -> None:
    """End the definition of k_ij where words define it anew: "next we take ⟦k_ij = …⟧"."""
    left, definitions = stated.left, judge.ledger.definitions
    if not isinstance(left, Name) or two_indices(left) is None or bare(left) not in definitions:
        return
    known, place = definitions[bare(left)], place_in_sentence(judge.note, judge.formula)
    if place is None or not known.parameters or known.span == stated.span:
        return
    if _TAKES.search(place[0].text[: place[1]]):
        del definitions[bare(left)]


def is_entry_of_known(judge: Judge, left: Name, stated: Stated) -> bool:
    """Whether a letter is an entry of a matrix that is defined, c_ij of C = AB, or of one on the right: b_ij = b_ji."""
    name, known = bare(left), judge.ledger.definitions
    if two_indices(left) is None:
        return False
    capital = replace(name, base=name.base.upper())
    is_claim = capital in known and not known[capital].parameters and judge.formula.display
    is_known = name in known and known[name].span != stated.span
    return is_known or is_claim or key(name) in letters_in(stated.right)


def is_claimed_grid(judge: Judge, left: Node, stated: Stated) -> bool:
    """Whether a display writes a letter that its section defines by another expression as blocks of known letters."""
    known, here = judge.ledger.definitions.get(left), judge.formula.span[0]
    if known is None or known.span == stated.span or known.span[0] < judge.table.section(here)[0]:
        return False
    letters = letters_in(stated.right) - judge.table.sizes
    is_of_known = bool(letters) and all(judge.standing.first.get(x, here) < here for x in letters)
    return is_of_known and judge.formula.display and not isinstance(known.body, Matrix)


_IF = re.compile(r"(?<![\w-])(?:if|when|suppose|assume)(?![\w-])[^⟦]*(?:⟦\d+⟧,? and (?:if )?)?$")


def is_named(judge: Judge, left: Node, right: Node) -> bool:
    """Whether a supposition gives a name to what is known: "if z = Wᵀx, then", where z is new and x is not."""
    here, letters = judge.formula.span[0], letters_in(right) - judge.table.sizes
    place = place_in_sentence(judge.note, judge.formula)
    if place is None or not _IF.search(place[0].text[: place[1]]):
        return False  # "for each ⟦x = a⟧"
    is_new = isinstance(left, Name) and judge.standing.first.get(key(left), here) >= here
    return is_new and any(judge.standing.first.get(x, here) < here for x in letters)


def of_letter(judge: Judge, left: Name | Power, parameters: tuple[Name, ...], stated: Stated) -> RowVerdict | None:
    """The verdict if an equation defines a letter or all members of its family, else None."""
    name = bare(name_of(left)) if isinstance(left, Name) and judge.is_array(left) else name_of(left)
    if name != left and isinstance(left, Name):
        if name in judge.ledger.definitions:
            same = judge.ledger.definitions[name].span == stated.span
            return judge.verdict("definition", f"{unicode(stated.left)} is defined") if same else None
        if judge.first.get(key(name), 0) < judge.formula.span[0] and judge.said != "defined":
            return None
    new = judge.first.get(key(left), judge.first.get(key(name), 0)) >= judge.formula.span[0]
    new = new and not (isinstance(left, Name) and has_entries_before(judge, left))
    if key(name) in letters_in(stated.right) or not (new or stated.sign == ":=" or judge.said == "defined"):
        return None
    return define(judge, left, parameters, stated)


def has_entries_before(judge: Judge, name: Name) -> bool:
    """Whether an equation for K_ij stands before K = XXᵀ, which then may say what the entries are."""
    here = judge.formula.span[0]
    if not is_capital(name) or judge.standing.first.get(key(name), here) >= here:
        return False
    lefts = (x.terms[0] for x in every(judge.table.trees, Chain) if x.span[0] < here and x.signs[0] in ("=", ":="))
    return any(isinstance(x, Name) and two_indices(x) is not None and bare(x) == name for x in lefts)


def by_diagonal(judge: Judge, diagonal: Name, index: Name, stated: Stated) -> RowVerdict | None:
    """The verdict of an equation that says what the entries D_ii of a diagonal matrix are, if it is the first one."""
    known = judge.ledger.definitions.get(diagonal)
    if judge.said == "concluded" or (known is not None and known.span != stated.span):
        return None
    judge.ledger.define(diagonal, Definition((index,), stated.right, stated.span[0], stated.span))
    return judge.verdict("definition", f"{unicode(stated.left)} is defined")


def _on_diagonal(judge: Judge, name: Name | Power) -> Name | None:
    """The index i of D_ii for a matrix that the note says to be diagonal."""
    match two_indices(name) if isinstance(name, Name) else None:
        case (Name() as first, second) if first == second and first.base in INDICES:
            facts = judge.table.at(bare(name_of(name)), judge.formula.span[0]).facts
            return first if any(isinstance(f, Satisfies) and f.hypothesis == DIAGONAL for f in facts) else None
    return None


def _by_inverse(stated: Stated) -> Stated:
    """P = (A + xxᵀ)⁻¹ for P⁻¹ = A + xxᵀ; any other equation as it is."""
    match stated.left:
        case Power(base=Name() as name, exponent=Sum((Num("1"),), ("-",)) as exponent) if not isinstance(
            stated.right, Name | Power | Num
        ):
            inverse = Power(Group(stated.right, "(", ")", span=stated.right.span), exponent, span=stated.right.span)
            return replace(stated, left=name, right=inverse)
    return stated


def defined_before(judge: Judge, left: Name | Power, parameters: tuple[Name, ...], stated: Stated) -> RowVerdict | None:
    """The verdict if an equation is the definition of its left side, or one for other kinds of arguments."""
    known = judge.ledger.definitions[left]
    if have_other_kinds(judge, known.parameters, parameters):
        return definition_anew(judge, stated)
    return judge.verdict("definition", f"{unicode(stated.left)} is defined") if known.span == stated.span else None


def need_not_hold(judge: Judge, stated: Stated) -> bool:
    """Whether an equation is to be solved: the note also speaks of y − Ax; but BᵀB = I is a constraint."""
    is_of_value = any(isinstance(x, Name) and not (is_identity(x) or is_ones(x) or is_zero(x)) for x in stated.sides)
    return stated.sign == "=" and is_of_value and frozenset(stated.sides) in judge.subtracted


def is_end(judge: Judge, left: Name | Power, right: Node) -> bool:
    """Whether an argument concludes that a letter is zero, which defines no letter: "therefore ⟦x = 0⟧"."""
    is_nothing = right == Num("0") or (isinstance(right, Name) and is_zero(right))
    is_new = left not in judge.ledger.definitions and not judge.is_statement  # a theorem may claim it
    return is_nothing and judge.said == "concluded" and is_new


def is_of_sizes(judge: Judge, stated: Stated) -> bool:
    """Whether an equation is between two sizes: n = p restricts matrices and defines no letter."""
    return {key(side) for side in stated.sides} <= judge.table.sizes


def elsewhere(judge: Judge) -> RowVerdict | None:
    """The verdict of what is said to be defined so in other notes or in another section, else None."""
    if judge.said == "concluded" and judge.until is None and not judge.is_premise:
        return judge.verdict("undecided", "the end of an argument, which defines no letter")
    if judge.said == "defined" and judge.until == judge.formula.span[1]:
        return judge.verdict("undecided", "the words beside it do not say that it is defined so here")
    return None


def is_other_value(judge: Judge, stated: Stated) -> bool:
    """Whether an equation may give a letter another value than its definition does.

    It may if the sentence does not assert the equation, or if the definition is in an earlier section. Then
    neither the equation nor the definition is used.
    """
    known = judge.ledger.definitions.get(stated.left)
    if known is None or stated.sign not in ("=", ":=") or judge.said == "false" or not isinstance(stated.left, Name):
        return False
    if isinstance(stated.right, Num) or known.parameters:
        return False
    start = judge.table.section(stated.span[0])[0]
    is_said = judge.said == "concluded" if not judge.formula.display else judge.said not in ("assumed", "problem")
    return known.span[0] < start or not is_said


def written_out(judge: Judge, left: Name | Power, parameters: tuple[Name, ...], stated: Stated) -> RowVerdict:
    """The verdict of an equation that gives the cells of a letter; they hold up to the end of the section.

    A list of names of entries, x = (x_1, …, x_n), is a declaration, and so are cells that cannot be read.
    """
    declared = judge.verdict("definition", "a declaration")
    if arranged(stated.right) is not None or _names_entries(stated.right) or _is_grid(stated):
        return declared
    found = define(judge, left, parameters, stated)
    if found.verdict == "ill-typed" and is_example(judge, left, stated):
        judge.ledger.define(left, Definition(parameters, stated.right, stated.span[0], stated.span))
        found = judge.verdict("definition", f"{unicode(stated.left)} is an example")
    if found.verdict == "ill-typed":
        return found
    if found.verdict == "definition" and not any(isinstance(x, Dots) for x in nodes(stated.right)):
        here = stated.span[0]
        ends = min((end for start, end in judge.table.sections if start <= here < end), default=None)
        ends = ends if judge.until is None else judge.until
        for name, x in judge.ledger.definitions.items():
            if x.span == stated.span:
                judge.ledger.definitions[name] = replace(x, until=ends)
    return found if found.verdict == "definition" else declared


def is_example(judge: Judge, left: Name | Power, stated: Stated) -> bool:
    """Whether a matrix of numbers is an example of a letter that is m×n, or of another size far away."""
    numbers = isinstance(stated.right, Matrix) and all(
        isinstance(x, Num) or (isinstance(x, Sum) and len(x.terms) == 1 and isinstance(x.terms[0], Num))
        for row in stated.right.rows
        for x in row
    )
    symbol = judge.table.at(name_of(left), stated.span[0])
    is_far = symbol.span[1] < stated.span[0] - NEAR or symbol.span[0] > stated.span[1] + NEAR
    return numbers and (is_far or any(isinstance(x, Name) for x in (symbol.rows, symbol.columns)))


def definition_anew(judge: Judge, stated: Stated) -> RowVerdict | None:
    """The verdict of a new definition of a letter: words announce it, or it is the first use in a new section."""
    left, parameters = defined(stated.left)
    known = judge.ledger.definitions.get(left) if left is not None else None
    if left is None or stated.sign not in ("=", ":=") or judge.until is not None or is_of_sizes(judge, stated):
        return None
    if known is None and not (isinstance(left, Name) and judge.is_let()):
        return None
    if known is not None and any(x in judge.ledger.definitions for x in parameters):
        return None  # f(x̂) of a letter that the note defines is a value of f
    start = judge.table.section(stated.span[0])[0]
    places = judge.mentions.get(key(left), [])
    is_first = known is not None and known.span[0] < start and not any(start <= x < stated.span[0] for x in places)
    is_other = known is not None and have_other_kinds(judge, known.parameters, parameters)
    is_anew = is_other or stated.sign == ":=" or judge.said == "defined" or judge.is_let()
    if not is_anew and not (is_first and judge.said == ""):
        return None
    if isinstance(stated.right, Num):
        return None
    letters = replace(stated, left=stated.right).letters() - judge.table.sizes
    has_new = any(judge.first.get(x, 0) >= stated.span[0] for x in letters)
    if has_new and not (judge.said == "defined" or is_other or isinstance(stated.left, Product)):
        return None  # S = PΛP' says what P and Λ are; J(w) = … with a new λ is another J
    found = define(judge, left, parameters, stated)
    if found.verdict != "definition":
        return found
    letter = key(name_of(left))
    judge.ledger.conditions = [x for x in judge.ledger.conditions if letter not in x.letters()]
    judge.claims = [x for x in judge.claims if letter not in x.letters()]
    judge.asserted = tuple(x for x in judge.asserted if letter not in x.letters())
    if known is None:
        return found
    if known.span[0] >= start and judge.said == "defined" and not (judge.is_let() or stated.sign == ":="):
        judge.redefined.add(letter)  # perhaps by others, or only later
    line = judge.note.source.place(known.span[0]).said
    return judge.verdict("definition", f"{unicode(stated.left)} is defined anew; {line} says something else")


def is_value(judge: Judge, stated: Stated) -> bool:
    """Whether a relation says what a function of the note is at points of the note: f(x̂) = 1."""
    name, parameters = defined(stated.left)
    known = judge.ledger.definitions
    return bool(parameters) and name in known and all(x in known for x in parameters)


def have_other_kinds(judge: Judge, known: tuple[Name, ...], parameters: tuple[Name, ...]) -> bool:
    """Whether a function has other kinds of arguments than where it is defined: L(w, λ) and L(W, λ), L(w, b, λ)."""
    if not known or not parameters or judge.said == "false":
        return False
    here = judge.formula.span[0]
    kinds, others = ([judge.table.at(x, here).kind for x in names] for names in (known, parameters))
    return len(kinds) != len(others) or any({x, y} == {"column", "matrix"} for x, y in zip(kinds, others, strict=True))


def is_definable(judge: Judge, left: Name | Power, body: Node) -> bool:
    """Whether a name can be defined: it is not a constant, a power of a free letter, or a letter of a premise."""
    name = name_of(left)
    if is_ones(name) or is_zero(name) or is_identity(name) or is_kronecker(name) or is_kronecker(body):
        return False
    if isinstance(body, Num) and judge.said != "defined":
        return False
    is_claim = isinstance(body, Name) and judge.said in ("", "concluded") and judge.is_said_to_be(body)
    if is_claim and (judge.is_said_to_be(name) or judge.is_said_to_be(bare(name))):
        return False  # that two letters are equal, which the note has introduced
    is_power = isinstance(left, Power)
    if is_power and (judge.is_declared_free(name) or name in judge.ledger.definitions):
        return False
    is_conclusion = judge.is_statement and judge.formula.display
    if is_conclusion and is_declared_by_formula(judge.table.at(name, judge.formula.span[0])):
        return False
    if is_power and judge.is_said_to_be(name):
        return False
    return not any(key(name) in x.letters() for x in judge.concluded)


def has_eigenvectors(judge: Judge, left: Node, body: Node) -> bool:
    """Whether the body of a definition contains eigenvectors of the letter, as a sentence says: S = Σ λᵢvᵢvᵢᵀ."""
    if judge.said == "defined" or key(left) not in judge.table.mentioned:
        return False
    said = [f for x in letters_in(body) for f in judge.table.facts.get(x, ()) if f.span[0] < judge.formula.span[0]]
    said += [f for x in letters_in(body) for f in judge.table.members.get(x, ()) if f.span[0] < judge.formula.span[0]]
    return any(isinstance(f, Satisfies) and f.hypothesis == "eigenpair" and f.others[0] == left for f in said)


def define(judge: Judge, left: Name | Power, parameters: tuple[Name, ...], stated: Stated) -> RowVerdict:
    """The verdict of a definition; it is recorded if it can be typed."""
    if isinstance(left, Name) and (judge.is_array(left) or runs_over(judge, left, two_indices(left) or (), stated)):
        parameters = two_indices(left)  # type: ignore[assignment]
        left = bare(left)
    elif isinstance(left, Name) and (
        judge.defines_all(left, stated.right) or runs_over(judge, left, (index_of(left),), stated)
    ):
        parameters = (left.subscript,)  # type: ignore[assignment]
        left = bare(left)
    indices = [key(x) for x in parameters if left != stated.left and not isinstance(stated.left, Product)]
    if fixes_index(judge.note, stated.span, indices) or may_depend(judge.note, stated.span, indices):
        return judge.verdict("condition", "an equation for one index, or with letters that may depend on it")
    if indices and is_for_some_entries(judge, stated, indices):
        return judge.verdict("undecided", "an equation for some values of its indices, or one that is not asserted")
    typing = new_typing(judge)
    try:
        with ExitStack() as stack:
            if stated.quantified is not None:
                typing.quantify(stack, stated.quantified)
            is_whole = isinstance(stated.left, Name) and left == stated.left
            if is_whole and judge.table.is_declared(stated.left, stated.span[0]):  # type: ignore[arg-type]
                typing.relation(stated.left, "=", stated.right, stated.span)
            else:
                typing.expression(stated.right)
    except (Untyped, Unsupported, Misfit) as error:
        return failed(judge, typing, error)
    special = parameters != () and isinstance(stated.left, Product) and is_special(judge, parameters, stated)
    judge.ledger.define(
        left,
        Definition(
            parameters, stated.right, stated.span[0], stated.span, is_special=special, squared=_squared(stated.left)
        ),
    )
    return judge.verdict("definition", f"{unicode(stated.left)} is defined")


_SAYS_ENTRIES = re.compile(
    r"(?:^|: |⟦\d+⟧,? |(?<![\w-])(?:let|with|where|define|put|set|denote|write|entries|elements|by|and|has|have|having"
    r"|matrix|namely|take|is|are)(?: the)?,? )$"
)
_HEDGED = re.compile(
    r"(?<![\w-])(?:if|when|whenever|instead|unlike|some|for example|e\.g\.|such as|would|could|might|may|often|usually"
    r"|sometimes|not|never|rather|previous(?:ly)?|special|generali[sz]\w+)(?![\w-])"
)


def is_for_some_entries(judge: Judge, stated: Stated, indices: Sequence[str]) -> bool:
    """Whether words restrict an equation for k_ij to some i and j, "for i ≠ j", or do not assert it: "instead of"."""
    text, any_length = judge.note.source.text, dict.fromkeys(indices, ANY_LENGTH)
    if is_restricted(text, stated.span, [*indices], any_length) or restricts_behind(judge.note, stated.span):
        return True
    place = place_in_sentence(judge.note, judge.formula)
    if place is None or len(indices) == 1:
        return False
    sentence, start = place
    before = sentence.text[:start]
    is_said = judge.formula.display or (_SAYS_ENTRIES.search(before) is not None and not sentence.asks)
    return not is_said or _HEDGED.search(before) is not None


_FOLLOWS = re.compile(
    r"(?<![\w-])(?:if|when|whenever|then|so|hence|thus|therefore|follows|implies)(?![\w-])", re.IGNORECASE
)


def is_special(judge: Judge, parameters: tuple[Name, ...], stated: Stated) -> bool:
    """Whether an equation says what a function is at certain arguments: r(H) = tr(H) of the hat matrix H, r(X) = p.

    They are if the right side lacks one of them, if one is a matrix that is defined or of a special kind, or if the
    equation is a conclusion: "if A is idempotent, then r(A) = tr(A)".
    """
    place = place_in_sentence(judge.note, judge.formula)
    follows = place is not None and _FOLLOWS.search(place[0].text[: place[1]]) is not None
    if judge.said == "concluded" and not judge.formula.display and follows:
        return True
    inside = letters_in(stated.right)
    for name in parameters:
        facts = judge.table.at(name, stated.span[0]).facts
        is_kind = name in judge.ledger.definitions or any(isinstance(f, Satisfies) for f in facts)
        if key(name) not in inside or (is_capital(name) and is_kind):
            return True
    return False


def runs_over(judge: Judge, left: Name, indices: Sequence[Node | None], stated: Stated) -> bool:
    """Whether the right side of a definition contains the indices of the left side: s_jk = Σᵢ xᵢⱼ xᵢₖ."""
    below = Stated(stated.right, "=", stated.right, stated.span).indices & INDICES
    keys = [key(x) for x in indices if isinstance(x, Name)]
    return (
        0 < len(keys) == len(indices) == len({*keys})
        and {*keys} <= below - judge.table.sizes
        and bare(left) not in judge.ledger.definitions
        and (len(keys) == 2 or not judge.table.is_declared(bare(left), stated.span[0]))
    )


def membership(judge: Judge, stated: Stated) -> RowVerdict:
    """x ∈ ℝ^p declares x."""
    known = isinstance(stated.left, Name | Listed) or family_listed(stated.left) is not None
    if known and space_of(stated.right) is not None:
        return judge.verdict("definition", "a declaration")
    if space_of(stated.right) is None:
        return judge.verdict("unsupported", "membership in a set")
    return judge.verdict("definition", "a declaration")


def abbreviation(judge: Judge, stated: Stated) -> RowVerdict | None:
    """A new letter in the only place in which two sides differ abbreviates the other side's part."""
    places = differences(stated.left, stated.right)
    if stated.sign != "=" or len(places) != 1:
        return None
    body, name = places[0]
    if not isinstance(name, Name) or isinstance(body, Name | Num) or key(name) in letters_in(stated.left):
        return None
    if is_kronecker(name) or is_identity(name) or is_ones(name):
        return None
    if judge.first.get(key(name), 0) < judge.formula.span[0] or judge.is_declared_free(name):
        return None
    if judge.table.mentioned & {key(name), key(bare(name))}:  # λ of an eigenpair
        return None
    if name.base in _NUMBERS and not is_scalar_body(judge, body):
        return None
    if name != stated.right and max(judge.mentions.get(key(name), [0])) <= stated.span[0]:
        return None  # nothing else in the note speaks of it
    known = [f for x in (name, bare(name)) for f in judge.table.at(x, stated.span[0]).facts]
    if any(0 < f.span[1] <= stated.span[0] for f in known):
        return None  # the note has introduced it before, or the family of which it is a member
    judge.ledger.define(name, Definition((), body, stated.span[0], stated.span))
    typing = new_typing(judge)
    try:
        relation = typing.relation(stated.left, stated.sign, stated.right, stated.span)
    except (Untyped, Unsupported, Misfit):
        return None
    settled = settle(judge, Case(typing, lambda b: b.relation(relation)))
    if isinstance(settled, RowVerdict) or settled.result.verdict != "proved":
        return None
    if name == stated.right:
        return judge.verdict("definition", f"{unicode(name)} is defined")
    found = proved(judge, typing, settled)
    return replace(found, reason=f"{found.reason}, with {unicode(name)} = {unicode(body)}")


def is_scalar_body(judge: Judge, body: Node) -> bool:
    """Whether an expression is a number by itself."""
    typing = new_typing(judge)
    try:
        return typing.is_scalar(typing.expression(body))
    except (Untyped, Unsupported, Misfit):
        return False


_NUMBERS = "λκνσ"  # letters that stand for eigenvalues and singular values


def defined(left: Node) -> tuple[Name | Power | None, tuple[Name, ...]]:
    """The name that an equation defines by its left side, and the parameters: S, σ², f in f(w)."""
    match left:
        case Name():
            return left, ()
        case Power(base=Name(), exponent=Num()):
            return left, ()
        case Product(factors=(Name() as name, Group(body, opening="(")), marks=("",)):
            parameters = [_root_of(x) for x in (body.items if isinstance(body, Listed) else (body,))]
            if all(isinstance(x, Name) for x in parameters):
                return name, tuple(x for x in parameters if isinstance(x, Name))
    return None, ()


def _root_of(node: Node) -> Node:
    """The letter of a parameter, σ of ℓ(μ, σ²)."""
    return node.base if isinstance(node, Power) and node.exponent == Num("2") else node


def _squared(left: Node) -> tuple[int, ...]:
    """The places of the parameters of a function that are written as squares."""
    match left:
        case Product(factors=(Name(), Group(body, opening="("))):
            return tuple(
                k for k, x in enumerate(body.items if isinstance(body, Listed) else (body,)) if _root_of(x) != x
            )
    return ()


def name_of(left: Node) -> Name:
    """The letter of a defined name: σ of σ²."""
    name = left.base if isinstance(left, Power) else left
    assert isinstance(name, Name)
    return name


def _is_number(node: Node) -> bool:
    """Whether a node is a number, perhaps with a sign."""
    return isinstance(node, Num) or (isinstance(node, Sum) and all(isinstance(x, Num) for x in node.terms))


def _is_listed(node: Node) -> bool:
    """Whether a node lists the columns or entries of a matrix, or is a set of letters: it is only a declaration."""
    node = node.base if isinstance(node, Transpose) else node
    return isinstance(node, Matrix) or (isinstance(node, Group) and isinstance(node.body, Listed))


def _is_grid(stated: Stated) -> bool:
    """Whether the right side is a matrix that is written by one entry, (a_ij)."""
    return written_by_entries(stated.right, stated.left) is not None


def _names_entries(node: Node) -> bool:
    """Whether cells with dots contain only indexed letters: x = (x_1, …, x_n)."""
    node = node.base if isinstance(node, Transpose) else node
    if isinstance(node, Matrix):
        if diagonal_series(node.rows) is not None:
            return False
        cells = [x for row in node.rows for x in row]
    else:
        cells = list(node.body.items) if isinstance(node, Group) and isinstance(node.body, Listed) else []
    named = [x for x in cells if not isinstance(x, Dots | Blank)]
    plain = (x.base if isinstance(x, Transpose | Power) else x for x in named)
    return len(named) < len(cells) and all(isinstance(x, Name) for x in plain)
