"""Relations of a note that define or restrict a letter and claim nothing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cached_property

from pcaproofs.notes.formulas.blocks import Formula, Note
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
    nodes,
)
from pcaproofs.notes.formulas.unicode_printer import unicode
from pcaproofs.notes.judging.conditions import Conditions
from pcaproofs.notes.judging.proving import Case
from pcaproofs.notes.judging.state import is_declared_by_formula
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.cues import hypothesis_ends
from pcaproofs.notes.prose.facts import Cue, Satisfies
from pcaproofs.notes.prose.fixed_indices import fixes_index, may_depend
from pcaproofs.notes.prose.sentences import sentences
from pcaproofs.notes.scope.declared import arranged, space_of
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.scope.uses import two_indices
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.cells import diagonal_series
from pcaproofs.notes.typing.ledger import Stated, differences
from pcaproofs.notes.typing.naming import Definition
from pcaproofs.notes.typing.shaping import Misfit
from pcaproofs.notes.typing.terms import Unsupported, Untyped
from pcaproofs.notes.typing.written_entries import written_by_entries

UNSOLVED = "an equation that need not hold, as the note takes the difference of its sides"
NEAR = 800  # maximal distance in characters from the use of a letter to a later definition
_ONWARD = re.compile(r"\b(?:Define|Set|Put)\b[ ,:\n$\\(]*$")
_BEHIND = re.compile(r"\b(?:[Ww]here|[Hh]ere|with)\b[ ,:\n$]*$")


class Definitions(Conditions):
    """Records definitions and conditions."""

    def __init__(self, note: Note, table: Table, cue: Callable[[Note, Formula], Cue] | None = None, since: int = 0):
        super().__init__(note, table, cue, since)
        self.foresee()

    def foresee(self) -> None:
        """Record definitions that directly follow the first use of a letter: "where S = …", "here S = …"."""
        for formula in self.note.formulas:
            tree = formula.tree
            if not isinstance(tree, Chain) or isinstance(tree.terms[0], Blank) or tree.signs[0] not in ("=", ":="):
                continue
            if _is_number(tree.terms[1]):
                continue  # "with α = −1 for example": an example, which says nothing of the formulas before it
            said = self.note.source.text[max(0, formula.span[0] - 24) : formula.span[0]]
            if _ONWARD.search(said):
                continue  # "Define x = Aᵀy": holds from here on, while x before it may be arbitrary
            if self.cue(self.note, formula) != "defined" and not _BEHIND.search(said):
                continue
            if hypothesis_ends(self.note, formula) is not None:
                continue  # "if there is a c with x = cu, then …"
            self.formula, self.said = formula, "defined"
            name = tree.terms[0]
            is_near = isinstance(name, Name) and self.first.get(key(name), 0) >= self.explained_from(formula)
            stated = Stated(name, tree.signs[0], tree.terms[1], formula.span)
            if isinstance(name, Name) and is_near and not self.is_given_before(name, formula):
                self.definition(stated)

    def explained_from(self, formula: Formula) -> int:
        """Where the text begins that "where S = …" explains: its sentence and the one before it."""
        starts = self.sentence_starts
        k = bisect_right(starts, formula.span[0]) - 1
        return max(starts[k - 1] if k > 0 else 0, formula.span[0] - NEAR)

    @cached_property
    def sentence_starts(self) -> list[int]:
        return [s.places[0] for s in sentences(self.note)]

    def is_given_before(self, name: Name, formula: Formula) -> bool:
        """Whether an earlier equation already defines a letter, so that the formula defines it again."""
        return any(place < formula.span[0] for place in self._given.get(name, ()))

    @cached_property
    def _given(self) -> dict[Node, list[int]]:
        """Where a formula begins with each left side of an equation."""
        out: dict[Node, list[int]] = {}
        for formula in self.note.formulas:
            if isinstance(formula.tree, Chain) and formula.tree.signs[0] in ("=", ":="):
                out.setdefault(formula.tree.terms[0], []).append(formula.span[0])
        return out

    def renew(self) -> None:
        """Forget the definitions and conditions of letters that the note has introduced again."""
        here, validity = self.formula.span[0], self.table.validity
        if not validity.renewed:
            return

        def again(letter: str, span: Span) -> bool:
            return validity.is_introduced_again(letter, span[0], here, or_denied=True)

        self.ledger.definitions = {
            left: x for left, x in self.ledger.definitions.items() if not again(key(name_of(left)), x.span)
        }
        reached = self.ledger.reach()
        self.ledger.conditions = [
            x
            for x in self.ledger.conditions
            if not any(again(letter, x.span) for letter in reached(x.letters() - x.indices) & validity.renewed)
        ]

    def definition(self, stated: Stated) -> RowVerdict | None:
        """The verdict if an equation defines its left side, else None."""
        left, parameters = defined(stated.left)
        if left is None or stated.sign not in ("=", ":=") or self.is_of_sizes(stated):
            return None
        if (_is_listed(stated.right) or _is_grid(stated)) and self.is_definable(left, stated.right):
            self.ledger.definitions.pop(left, None)  # the previous definition of the letter ends here
            if not self.is_premise and self.said != "false":
                return self.written_out(left, parameters, stated)
        if self.is_premise or self.until is not None or self.said == "false" or self.is_end(left, stated.right):
            return self.elsewhere()
        if left in self.ledger.definitions:
            return self.defined_before(left, parameters, stated)
        if not self.is_definable(left, stated.right) or self.has_eigenvectors(left, stated.right):
            return None
        if isinstance(left, Name) and two_indices(left) is not None and bare(left) in self.ledger.definitions:
            return None  # an entry of a matrix that is known
        name = bare(name_of(left)) if isinstance(left, Name) and self.is_array(left) else name_of(left)
        if name != left and isinstance(left, Name):
            if name in self.ledger.definitions:
                same = self.ledger.definitions[name].span == stated.span
                return self.verdict("definition", f"{unicode(stated.left)} is defined") if same else None
            if self.first.get(key(name), 0) < self.formula.span[0] and self.said != "defined":
                return None
        new = self.first.get(key(left), self.first.get(key(name), 0)) >= self.formula.span[0]
        if key(name) in letters_in(stated.right) or not (new or stated.sign == ":=" or self.said == "defined"):
            return None
        return self.define(left, parameters, stated)

    def defined_before(self, left: Name | Power, parameters: tuple[Name, ...], stated: Stated) -> RowVerdict | None:
        """The verdict if an equation is the definition of its left side, or one for other kinds of arguments."""
        known = self.ledger.definitions[left]
        if self.have_other_kinds(known.parameters, parameters):
            return self.definition_anew(stated)
        return self.verdict("definition", f"{unicode(stated.left)} is defined") if known.span == stated.span else None

    def need_not_hold(self, stated: Stated) -> bool:
        """Whether an equation is to be solved: the note also speaks of y − Ax."""
        return stated.sign == "=" and frozenset(stated.sides) in self.subtracted

    def is_end(self, left: Name | Power, right: Node) -> bool:
        """Whether an argument concludes that a letter is zero, which defines no letter: "therefore ⟦x = 0⟧"."""
        is_nothing = right == Num("0") or (isinstance(right, Name) and is_zero(right))
        is_new = left not in self.ledger.definitions and not self.is_statement  # a theorem may claim it
        return is_nothing and self.said == "concluded" and is_new

    def is_of_sizes(self, stated: Stated) -> bool:
        """Whether an equation is between two sizes: n = p restricts matrices and defines no letter."""
        return {key(side) for side in stated.sides} <= self.table.sizes

    def elsewhere(self) -> RowVerdict | None:
        """The verdict of what is said to be defined so in other notes or in another section, else None."""
        if self.said == "concluded" and self.until is None and not self.is_premise:
            return self.verdict("undecided", "the end of an argument, which defines no letter")
        if self.said == "defined" and self.until == self.formula.span[1]:
            return self.verdict("undecided", "the words beside it do not say that it is defined so here")
        return None

    def is_other_value(self, stated: Stated) -> bool:
        """Whether an equation may give a letter another value than its definition does.

        It may if the sentence does not assert the equation, or if the definition is in an earlier section. Then
        neither the equation nor the definition is used.
        """
        known = self.ledger.definitions.get(stated.left)
        if known is None or stated.sign not in ("=", ":=") or self.said == "false" or not isinstance(stated.left, Name):
            return False
        if isinstance(stated.right, Num) or known.parameters:
            return False
        start = self.table.section(stated.span[0])[0]
        is_said = self.said == "concluded" if not self.formula.display else self.said not in ("assumed", "problem")
        return known.span[0] < start or not is_said

    def written_out(self, left: Name | Power, parameters: tuple[Name, ...], stated: Stated) -> RowVerdict:
        """The verdict of an equation that gives the cells of a letter; they hold up to the end of the section.

        A list of names of entries, x = (x_1, …, x_n), is a declaration, and so are cells that cannot be read.
        """
        declared = self.verdict("definition", "a declaration")
        if arranged(stated.right) is not None or _names_entries(stated.right) or _is_grid(stated):
            return declared
        found = self.define(left, parameters, stated)
        if found.verdict == "ill-typed" and self.is_example(left, stated):
            self.ledger.define(left, Definition(parameters, stated.right, stated.span[0], stated.span))
            found = self.verdict("definition", f"{unicode(stated.left)} is an example")
        if found.verdict == "ill-typed":
            return found
        if found.verdict == "definition" and not any(isinstance(x, Dots) for x in nodes(stated.right)):
            here = stated.span[0]
            ends = min((end for start, end in self.table.sections if start <= here < end), default=None)
            ends = ends if self.until is None else self.until
            for name, x in self.ledger.definitions.items():
                if x.span == stated.span:
                    self.ledger.definitions[name] = replace(x, until=ends)
        return found if found.verdict == "definition" else declared

    def is_example(self, left: Name | Power, stated: Stated) -> bool:
        """Whether a matrix of numbers is an example of a letter that is m×n, or of another size far away."""
        numbers = isinstance(stated.right, Matrix) and all(
            isinstance(x, Num) or (isinstance(x, Sum) and len(x.terms) == 1 and isinstance(x.terms[0], Num))
            for row in stated.right.rows
            for x in row
        )
        symbol = self.table.at(name_of(left), stated.span[0])
        is_far = symbol.span[1] < stated.span[0] - NEAR or symbol.span[0] > stated.span[1] + NEAR
        return numbers and (is_far or any(isinstance(x, Name) for x in (symbol.rows, symbol.columns)))

    def definition_anew(self, stated: Stated) -> RowVerdict | None:
        """The verdict of a new definition of a letter: words announce it, or it is the first use in a new section."""
        left, parameters = defined(stated.left)
        known = self.ledger.definitions.get(left) if left is not None else None
        if left is None or stated.sign not in ("=", ":=") or self.until is not None or self.is_of_sizes(stated):
            return None
        if known is None and not (isinstance(left, Name) and self.is_let()):
            return None
        start = self.table.section(stated.span[0])[0]
        places = self.mentions.get(key(left), [])
        is_first = known is not None and known.span[0] < start and not any(start <= x < stated.span[0] for x in places)
        is_other = known is not None and self.have_other_kinds(known.parameters, parameters)
        is_anew = is_other or stated.sign == ":=" or self.said == "defined" or self.is_let()
        if not is_anew and not (is_first and self.said == ""):
            return None
        if isinstance(stated.right, Num):
            return None
        letters = letters_in(stated.right) - self.table.sizes
        if self.said != "defined" and not is_other and any(self.first.get(x, 0) >= stated.span[0] for x in letters):
            return None  # S = PΛP' says what P and Λ are
        found = self.define(left, parameters, stated)
        if found.verdict != "definition":
            return found
        letter = key(name_of(left))
        self.ledger.conditions = [x for x in self.ledger.conditions if letter not in x.letters()]
        if known is None:
            return found
        line = self.note.source.place(known.span[0]).said
        return self.verdict("definition", f"{unicode(stated.left)} is defined anew; {line} says something else")

    def have_other_kinds(self, known: tuple[Name, ...], parameters: tuple[Name, ...]) -> bool:
        """Whether a function has other kinds of arguments than where it is defined: L(w, λ) and L(W, λ), L(w, b, λ)."""
        if not known or not parameters or self.said == "false":
            return False
        here = self.formula.span[0]
        kinds, others = ([self.table.at(x, here).kind for x in names] for names in (known, parameters))
        return len(kinds) != len(others) or any(
            {x, y} == {"column", "matrix"} for x, y in zip(kinds, others, strict=True)
        )

    def is_definable(self, left: Name | Power, body: Node) -> bool:
        """Whether a name can be defined: it is not a constant, a power of a free letter, or a letter of a premise."""
        name = name_of(left)
        if is_ones(name) or is_zero(name) or is_identity(name) or is_kronecker(name) or is_kronecker(body):
            return False
        if isinstance(body, Num) and self.said != "defined":
            return False
        is_claim = isinstance(body, Name) and self.said in ("", "concluded") and self.is_said_to_be(body)
        if is_claim and (self.is_said_to_be(name) or self.is_said_to_be(bare(name))):
            return False  # that two letters are equal, which the note has introduced
        is_power = isinstance(left, Power)
        if is_power and (self.is_declared_free(name) or name in self.ledger.definitions):
            return False
        is_conclusion = self.is_statement and self.formula.display
        if is_conclusion and is_declared_by_formula(self.table.at(name, self.formula.span[0])):
            return False
        if is_power and self.is_said_to_be(name):
            return False
        return not any(key(name) in x.letters() for x in self.concluded)

    def has_eigenvectors(self, left: Node, body: Node) -> bool:
        """Whether the body of a definition contains eigenvectors of the letter, as a sentence says: S = Σ λᵢvᵢvᵢᵀ."""
        if self.said == "defined" or key(left) not in self.table.mentioned:
            return False
        said = [f for x in letters_in(body) for f in self.table.facts.get(x, ()) if f.span[0] < self.formula.span[0]]
        said += [f for x in letters_in(body) for f in self.table.members.get(x, ()) if f.span[0] < self.formula.span[0]]
        return any(isinstance(f, Satisfies) and f.hypothesis == "eigenpair" and f.others[0] == left for f in said)

    def define(self, left: Name | Power, parameters: tuple[Name, ...], stated: Stated) -> RowVerdict:
        """The verdict of a definition; it is recorded if it can be typed."""
        if isinstance(left, Name) and (self.is_array(left) or self.runs_over(left, two_indices(left) or (), stated)):
            parameters = two_indices(left)  # type: ignore[assignment]
            left = bare(left)
        elif isinstance(left, Name) and (
            self.defines_all(left, stated.right) or self.runs_over(left, (index_of(left),), stated)
        ):
            parameters = (left.subscript,)  # type: ignore[assignment]
            left = bare(left)
        indices = [key(x) for x in parameters if left != stated.left and not isinstance(stated.left, Product)]
        if fixes_index(self.note, stated.span, indices) or may_depend(self.note, stated.span, indices):
            return self.verdict("condition", "an equation for one index, or with letters that may depend on it")
        typing = self.typing()
        try:
            with ExitStack() as stack:
                if stated.quantified is not None:
                    typing.quantify(stack, stated.quantified)
                is_whole = isinstance(stated.left, Name) and left == stated.left
                if is_whole and self.table.is_declared(stated.left, stated.span[0]):  # type: ignore[arg-type]
                    typing.relation(stated.left, "=", stated.right, stated.span)
                else:
                    typing.expression(stated.right)
        except (Untyped, Unsupported, Misfit) as error:
            return self.failed(typing, error)
        special = parameters != () and isinstance(stated.left, Product) and self.is_special(parameters, stated)
        self.ledger.define(left, Definition(parameters, stated.right, stated.span[0], stated.span, is_special=special))
        return self.verdict("definition", f"{unicode(stated.left)} is defined")

    def is_special(self, parameters: tuple[Name, ...], stated: Stated) -> bool:
        """Whether an equation says what a function is at certain arguments: r(H) = tr(H) of the hat matrix H, r(X) = p.

        They are if the right side lacks one of them, if one is defined, if one is a matrix of a special kind, or if the
        equation is a conclusion.
        """
        if self.said == "concluded":  # "if A is idempotent, then r(A) = tr(A)"
            return True
        inside = letters_in(stated.right)
        for name in parameters:
            facts = self.table.at(name, stated.span[0]).facts
            is_kind = is_capital(name) and any(isinstance(f, Satisfies) for f in facts)
            if key(name) not in inside or name in self.ledger.definitions or is_kind:
                return True
        return False

    def runs_over(self, left: Name, indices: Sequence[Node | None], stated: Stated) -> bool:
        """Whether the right side of a definition contains the indices of the left side: s_jk = Σᵢ xᵢⱼ xᵢₖ."""
        below = Stated(stated.right, "=", stated.right, stated.span).indices & INDICES
        keys = [key(x) for x in indices if isinstance(x, Name)]
        return (
            0 < len(keys) == len(indices) == len({*keys})
            and {*keys} <= below - self.table.sizes
            and bare(left) not in self.ledger.definitions
            and not self.table.is_declared(bare(left), stated.span[0])
        )

    def membership(self, stated: Stated) -> RowVerdict:
        """x ∈ ℝ^p declares x."""
        known = isinstance(stated.left, Name | Listed) or family_listed(stated.left) is not None
        if known and space_of(stated.right) is not None:
            return self.verdict("definition", "a declaration")
        if space_of(stated.right) is None:
            return self.verdict("unsupported", "membership in a set")
        return self.verdict("definition", "a declaration")

    def abbreviation(self, stated: Stated) -> RowVerdict | None:
        """A new letter in the only place in which two sides differ abbreviates the other side's part."""
        places = differences(stated.left, stated.right)
        if stated.sign != "=" or len(places) != 1:
            return None
        body, name = places[0]
        if not isinstance(name, Name) or isinstance(body, Name | Num) or key(name) in letters_in(stated.left):
            return None
        if is_kronecker(name) or is_identity(name) or is_ones(name):
            return None
        if self.first.get(key(name), 0) < self.formula.span[0] or self.is_declared_free(name):
            return None
        if self.table.mentioned & {key(name), key(bare(name))}:  # λ of an eigenpair
            return None
        if name.base in _NUMBERS and not self.is_scalar_body(body):
            return None
        if name != stated.right and max(self.mentions.get(key(name), [0])) <= stated.span[0]:
            return None  # nothing else in the note speaks of it
        known = [f for x in (name, bare(name)) for f in self.table.at(x, stated.span[0]).facts]
        if any(0 < f.span[1] <= stated.span[0] for f in known):
            return None  # the note has introduced it before, or the family of which it is a member
        self.ledger.define(name, Definition((), body, stated.span[0], stated.span))
        typing = self.typing()
        try:
            relation = typing.relation(stated.left, stated.sign, stated.right, stated.span)
        except (Untyped, Unsupported, Misfit):
            return None
        settled = self.settle(Case(typing, lambda b: b.relation(relation)))
        if isinstance(settled, RowVerdict) or settled.result.verdict != "proved":
            return None
        if name == stated.right:
            return self.verdict("definition", f"{unicode(name)} is defined")
        found = self.proved(typing, settled)
        return replace(found, reason=f"{found.reason}, with {unicode(name)} = {unicode(body)}")

    def is_scalar_body(self, body: Node) -> bool:
        """Whether an expression is a number by itself."""
        typing = self.typing()
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
            arguments: Sequence[Node] = body.items if isinstance(body, Listed) else (body,)
            if all(isinstance(x, Name) for x in arguments):
                return name, tuple(x for x in arguments if isinstance(x, Name))
    return None, ()


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
