"""The state of a note when a row is judged: known facts, and open questions about letters."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import INDICES, bare, family_listed, index_of, is_capital, key, letters_in
from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Gradient,
    Group,
    Listed,
    Name,
    Node,
    Num,
    Partial,
    Power,
    Problem,
    Product,
    Transpose,
    nodes,
)
from pcaproofs.notes.formulas.surface import Matrix as Cells
from pcaproofs.notes.judging.proving import UNTRIED, Case
from pcaproofs.notes.judging.verdicts import RowVerdict, Using
from pcaproofs.notes.prose.clauses import existential, is_decomposition, is_range, sentence_of
from pcaproofs.notes.prose.facts import Arranged, Cue, Fact, HasKind, HasShape, IsFamily, Satisfies
from pcaproofs.notes.prose.sentences import sentences
from pcaproofs.notes.scope.declared import OF_BLOCKS
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.standing import Doubt, Standing
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.scope.uses import subtracted, two_indices
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.ledger import Ledger, Stated, is_restricted, names_in
from pcaproofs.notes.typing.statements import Statements, least_size, unused_sizes
from pcaproofs.notes.typing.types import with_name
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.matrix import Matrix

if TYPE_CHECKING:
    from pcaproofs.notes.judging.problems import Optimiser


# Which of the derivatives that a note has found are zero, where it says that it sets them to zero

_OPENING = re.compile(r"(?:[\s$.,:>]|\\\[|\\begin\{\w+\*?\})*$")  # what stands between words and a display


@dataclass(frozen=True)
class Derived:
    """A derivative with a value: head = …; zero says that the value is 0."""

    head: Node
    zero: Stated

    @property
    def kinds(self) -> tuple[str, ...]:
        """What a note calls it: a gradient is a derivative too; nothing if it is a second derivative."""
        found = list(nodes(self.head))
        twice = (x for x in found if isinstance(x, Power) and isinstance(x.base, Gradient))
        if any(twice) or any(isinstance(x, Partial) and x.order is not None for x in found):
            return ()
        if any(isinstance(x, Gradient) for x in found):
            return ("gradient", "derivative")
        return ("derivative",) if any(isinstance(x, Partial) for x in found) else ()

    @property
    def variables(self) -> frozenset[str]:
        """The letters in which it is taken."""
        found: set[str] = set()
        for node in nodes(self.head):
            written = node.variables if isinstance(node, Partial) else ()
            written = (node.variable,) if isinstance(node, Gradient) and node.variable is not None else written
            found |= {key(x) for part in written for x in nodes(part) if isinstance(x, Name)}
        return frozenset(found)

    @property
    def function(self) -> frozenset[str]:
        """The letters of what is differentiated: L of ∇_w L(w, λ)."""
        return frozenset(key(x) for x in nodes(self.head) if isinstance(x, Name)) - self.variables


def of_named(derived: Mapping[Span, Sequence[Derived]], named: Sequence[Name]) -> Mapping[Span, Sequence[Derived]]:
    """The derivatives of the functions that words name, or all of them if they name none."""

    def is_of(found: Derived) -> bool:
        return any(x in named and key(x) not in found.variables for x in nodes(found.head) if isinstance(x, Name))

    chosen = {span: [x for x in its if is_of(x)] for span, its in derived.items()}
    return chosen if any(chosen.values()) else derived


def set_to_zero(note: Note, derived: Mapping[Span, Sequence[Derived]], k: int, what: str) -> Iterator[Stated]:
    """What is zero in formula k: what is directly above it, or the last gradient or derivative; see `sets_to_zero`.

    A formula in a sentence counts in its own paragraph alone: elsewhere it may be a rule, such as ∇(aᵀx) = a. Of two
    derivatives in one letter neither is imposed, since it is not clear which one is meant, and at a stationary point
    none of several; but the last one is, if it stands in the sentence that says so.
    """
    is_point = what == "point"
    are_many = is_point or what == "all" or what.endswith("s")
    above = list(_above(note, derived, k)) if are_many else []
    clear = [x for x in above if not any(y.head != x.head and y.variables & x.variables for y in above)]
    own = sentence_of(note, note.formulas[k])
    if above and (not clear or (is_point and len({x.function for x in above}) > 1)):
        clear = above[:1] if own is not None and own.places[0] <= above[0].zero.span[0] else []
    if clear:
        yield from (x.zero for x in clear)
        return
    if is_point:
        return
    for formula in reversed(note.formulas[:k]):
        found = [x for x in derived.get(formula.span, ()) if what.removesuffix("s") in x.kinds]
        if found and (formula.display or (not are_many and _is_in_paragraph(note, formula, k))):
            yield found[-1].zero
            return


def _above(note: Note, derived: Mapping[Span, Sequence[Derived]], k: int) -> Iterator[Derived]:
    """The derivatives of the displays directly above formula k, and of the formulas in its paragraph."""
    for formula in reversed(note.formulas[:k]):
        if formula.display and formula.span not in derived:
            return
        if formula.display or _is_in_paragraph(note, formula, k):
            yield from derived.get(formula.span, ())


def _is_in_paragraph(note: Note, formula: Formula, k: int) -> bool:
    """Whether no blank line stands between a formula and the words right before formula k."""
    between = note.source.text[formula.span[1] : note.fences[note.formulas[k].fences[0]].whole[0]]
    return re.search(r"\n[ \t>]*\n", _OPENING.sub("", between)) is None


# The state of a note when a row is judged: known facts, and open questions about letters

_EIGENVALUES = re.compile(r"\b(?:eigen|singular )values?\b", re.IGNORECASE)
_OF_FAMILIES = ("centered", "orthonormal", "eigenpair")  # properties of a family that are hypotheses
_LET = re.compile(r"(?<![\w-])(?:[Ll]et|[Ww]here|[Ww]ith|[Gg]iven|[Tt]ake|[Pp]ut)(?: now)?[ \n:,$]*$")
_EXTREME = re.compile(r"(?<!\w)(?:greatest|largest|biggest|top|leading|maxim\w+|smallest|least|minim\w+)(?!\w)", re.I)


@dataclass
class Context:
    """The row before in the same chain, which the current row can continue."""

    head: Node | None = None  # the first term of the chain
    last: Node | None = None  # its last term
    problem: Problem | None = None
    imposed: tuple[Stated, ...] = ()
    is_broken: bool = False  # the row before was not read


@dataclass(frozen=True)
class Order:
    """The order λ_1 ≥ … ≥ λ_p: each member has this relation to all later members."""

    sign: str
    span: Span
    chain: Node


class Judge:
    """The state of judging one note; since: where the theorem begins that is judged."""

    def __init__(self, note: Note, table: Table, since: int = 0):
        self.note, self.table, self.ledger = note, table, Ledger(moments=table.moments, held=table.held)
        self.since = since
        self.whole: Iterable[Fact] = [f for found in table.facts.values() for f in found]  # of the whole note
        self.mentions = _mentions(note, since, table.arrays)
        self.first = {found: places[0] for found, places in self.mentions.items()}  # letter -> where it first stands
        self.standing = Standing(note, table)
        trees = (f.tree for f in note.formulas if not isinstance(f.tree, Unread))
        self.subtracted = frozenset(subtracted(trees))  # letters and products of which the note takes the difference
        self.existential = existential(note)  # letters that the note only says to exist
        self.formula: Formula = note.formulas[0] if note.formulas else Formula(True, (0, 0), Blank())
        self.context = Context()
        self.said: Cue = ""  # what the words before the row say of it: that it is assumed, concluded, defined, false, …
        self.constraints: set[Node] = set()
        self.feasible: set[Span] = set()  # the rows of problems, whose constraints what follows satisfies
        self.derivatives: set[Node] = set()
        self.doubted: set[Node] = set()  # expressions that the note claims to be a derivative, without a proof
        self.derived: dict[Span, list[Derived]] = {}  # the derivatives that each formula has found
        self.is_from_words = False  # whether the premise of an implication is expressed in words
        self.is_premise = False  # whether the current statement is the premise of an implication
        self.claims: list[Stated] = []  # what earlier displays assert, if it is not false
        self.beside: set[Span] = set()  # of these, what sentences of the section assert
        self.carrying: set[Span] = set()  # of these, the chains that are proved
        self.telling: set[Span] = set()  # of these, those that may say what a letter is, of which nothing else does
        self.open: set[Span] = set()  # the displays that assert something and are not proved
        self.asserted: tuple[Stated, ...] = ()  # what the last display asserts, if it is not false
        self.used_by: dict[Span, tuple[Using, ...]] = {}  # what the proof of each display used
        self.granted: dict[Span, str] = {}  # conditions that only the order of the rows says, with their words
        self.concluded: tuple[Stated, ...] = ()  # the premises of the current conclusion
        self.is_followed = False  # whether the row below draws a conclusion from it
        self.rests_on_open = False  # whether the current row sets a derivative to zero of which nothing is proved
        self.until: int | None = None  # where a hypothesis of the current row ends
        self.is_below = False  # whether only space separates the current row from the one before
        self.run_ends = 0  # the end of the directly adjacent rows
        self.unused: list[Formula] = []  # unused formulas that may restrict letters
        self.no_sizes: frozenset[str] = frozenset()  # sizes of other sections that are numbers in the current row
        self.links: tuple[Stated, ...] = ()  # the relations of the current chain
        self.unfit: tuple[
            Stated, ...
        ] = ()  # the first relation of the current row without a type, and all of its chain
        self.clashes: list[Stated] = []  # the values of letters whose sizes do not fit those of the current relation
        self.is_part = False  # whether the current statement is only a part of what its row says
        self.parameters: frozenset[str] = frozenset()  # of the function at the beginning of the current chain
        self.false: set[Span] = set()  # the rows that are false
        self.mended: dict[
            Node, Node
        ] = {}  # last term of a reported row -> that term with the change that mends the row
        self.accused: set[Span] = set()  # the rows that are reported, as errors or warnings
        self.optimiser: Optimiser | None = None  # the last statement that a point is optimal
        self.is_statement = False  # whether the rows are those of one theorem
        self.apart: frozenset[Name] = frozenset()  # x′ beside x where a relation holds up to terms without x
        self.is_misfit = False  # whether a formula of the current row has no type
        self.ignores_facts = False  # whether a row is read as if the note said nothing of its letters
        self.other_kind = ""  # the kind of letters of which nothing is said: column, unit, response, number, blamed
        self.lacks = ""  # what the language lacks if the current row is meant as it is written
        self.blamed: frozenset[str] = frozenset()  # letters whose sizes do not fit, and which may be numbers
        self.remarks: tuple[Node | Unread, ...] = ()  # beside the current row and the rows that it continues
        self.arranged: dict[str, tuple[Name, str, int]] = {}  # x -> X, by what it holds x_i in an earlier proof, where
        self.supposed: dict[str, tuple[Name, str]] = {}  # the first two for the row that is judged
        self.redefined = set[str]()  # letters that a section defines in two ways
        self.squares = set[str]()  # the letters with two indices of which the note says what their squares are
        self.is_for_proofs = False  # whether nothing is searched against its rows
        self.is_understood = False  # whether all words of the theorem are
        self.orders: dict[str, Order] = {}  # key of a family of numbers -> the order of its members
        self.optimisers: dict[Node, tuple[Problem, Span]] = {}  # of which the note says what problem they solve
        self.last_problem: tuple[Problem, int] | None = None  # the last one in a display, and the number of its formula

    @cached_property
    def sentence_starts(self) -> list[int]:
        """Where the sentences of the note begin."""
        return [s.places[0] for s in sentences(self.note)]

    @cached_property
    def given_at(self) -> dict[Node, list[int]]:
        """Where a formula begins with each left side of an equation."""
        out: dict[Node, list[int]] = {}
        for formula in self.note.formulas:
            if isinstance(formula.tree, Chain) and formula.tree.signs[0] in ("=", ":="):
                out.setdefault(formula.tree.terms[0], []).append(formula.span[0])
        return out

    def verdict(self, verdict: str, reason: str = "") -> RowVerdict:
        """A verdict of the current row."""
        return RowVerdict(self.formula, verdict, reason)

    def unused_sizes(self) -> tuple[Stated, ...]:
        """Unused statements of the section about sizes that may still hold."""
        here = self.formula.span[0]
        since = self.table.section(here)[0]
        found = unused_sizes(self.ledger.conditions, self.table.sizes, since, here)
        begins = self.theorem_begins()
        return tuple(x for x in found if x.sign != "=" or begins is None or x.span[0] < begins)

    def theorem_begins(self) -> int | None:
        """Where the theorem begins whose statement is judged; None outside theorems."""
        return self.since if self.is_statement else None

    def is_pinned(self, typing: Statements, found: str) -> bool:
        """Whether the note itself declares a letter."""
        symbol = typing.used.get(found)
        if found in typing.projectors:
            return self.table.has_projections
        if symbol is None:
            return found in self.table.sizes
        is_column = key(symbol.name) in typing.used or self.table.is_column(symbol.name, self.formula.span[0])
        if symbol.is_family and is_column:
            return False  # the u_i may be the entries of the column u
        return symbol.is_pinned and self.table.is_firm(symbol, self.formula.span[0])

    def is_restricted(self, case: Case, stated: Stated) -> bool:
        """Whether an earlier condition is about a letter of a statement that is tried without it."""
        if self.is_statement:
            here = self.formula.span[0]
            conditions = [x for x in self.ledger.conditions if not self.is_range(x) and least_size(x) == 1]
            letters = self.ledger.reached(stated.letters()) - self.table.sizes
            own = [x for x in conditions if x.span[0] >= self.since]
            letters = letters.union(*(x.letters() - self.table.sizes for x in own))
            holding = [x for x in conditions if x.holds(here) and (x in own or x.letters() & letters)]
            unused = any(self.speaks_of(x, letters) for x in self.unused)
            return unused or not {x.span for x in holding} <= {span for _, span in case.extra}
        tried = {span for _, span in case.extra}
        letters = self.ledger.reached(stated.letters())
        letters = letters.union(*(x.letters() for x in self.ledger.conditions if x.span in tried))
        said = [f for symbol in case.typing.used.values() for f in symbol.facts if isinstance(f, Satisfies)]
        letters = letters.union(*(letters_in(x) for f in said for x in f.others)) - self.table.sizes
        letters = self.ledger.with_held(letters)
        return any(self.speaks_of(x, letters) for x in self.unused) or any(
            x.span not in tried and self.ledger.reached(x.letters()) & letters for x in self.ledger.conditions
        )

    def may_restrict(self, found: RowVerdict) -> bool:
        """Whether an unused formula may restrict letters: a problem, or a formula that is not understood."""
        if isinstance(self.formula.tree, Problem):
            return True
        if not isinstance(self.formula.tree, Unread) and is_range(self.formula.tree):
            inner = [x for x in nodes(self.formula.tree) if isinstance(x, Name) and key(x) not in self.table.sizes]
            if all(key(x) in INDICES for x in inner):
                return False  # what it says of indices beside it is a condition
        is_not_used = self.said == "assumed" and self.until == self.formula.span[1]  # elsewhere, or for all values
        if is_not_used and found.verdict != "definition" and not isinstance(self.formula.tree, Name | Listed):
            return True
        if self.formula.display:
            return found.verdict in ("unread", "unsupported") and self.said in ("assumed", "problem")
        return found.verdict in ("unread", "unsupported", "undecided") and self.said not in ("concluded", "false")

    def speaks_of(self, formula: Formula, letters: frozenset[str]) -> bool:
        """Whether a formula contains one of the letters with the same meaning; for a problem, as a variable."""
        start, end = formula.span
        match formula.tree:
            case Unread():
                shown = self.note.source.text[start:end]
                found = {x for x in letters if x.rpartition(" ")[2].lstrip("\\")[:1] in shown}
            case Problem(variables=variables, constraints=constraints):
                named = (variables, *constraints) if variables is not None else constraints
                found = {key(x) for node in named for x in nodes(node) if isinstance(x, Name)} & letters
            case tree:
                names = [x for x in nodes(tree) if isinstance(x, Name)]
                of_entries = {key(bare(x)) for x in names if two_indices(x) is not None}  # K_ij = k(x_i, x_j) is of K
                found = ({*map(key, names)} | self.ledger.with_held(frozenset(of_entries))) & letters
        again, here = self.table.validity.is_introduced_again, self.formula.span[0]
        return any(not again(x, start, here, or_denied=True) for x in found)

    def has_unread_value(self, letters: frozenset[str]) -> bool:
        """Whether an equation that says what one of some letters is, or its entries, is not read."""
        for formula in self.unused:
            match formula.tree:
                case Chain((Name() as left, value, *_), ("=" | ":=", *_)):
                    is_any = isinstance(value, Product) and isinstance(value.factors[-1], Group)  # ϕ_i = ϕ(x_i)
                    if not is_any and self.speaks_of(replace(formula, tree=left), letters):
                        return True
        return False

    def are_blocks_of_more(self, letters: frozenset[str]) -> bool:
        """Whether some letters are blocks of a matrix of which the note says more: that it is orthogonal."""
        here = self.formula.span[0]
        for left, known in self.ledger.definitions.items():
            if isinstance(left, Name) and isinstance(known.body, Cells) and key(left) not in letters:
                cells = [(j == k, cell) for j, row in enumerate(known.body.rows) for k, cell in enumerate(row)]
                on, beside = (
                    {key(x) for at, cell in cells if at is which for x in nodes(cell) if isinstance(x, Name)}
                    for which in (True, False)
                )
                facts = [f for f in self.table.at(left, here).facts if isinstance(f, Satisfies)]
                is_more = any(f.hypothesis not in OF_BLOCKS for f in facts) or bool(facts and beside & letters)
                if (on | beside) & letters and (is_more or self.standing.unread_clause(left, here) is not None):
                    return True
        return False

    def doubt_of(self, typing: Statements, found: str, value: Matrix | None = None) -> Doubt | None:
        """Why the note may say more of a letter than was read; None if a statement is about all its values.

        value: that of the letter at a point where the statement fails.
        """
        symbol = typing.used.get(found)
        if found in self.existential or (symbol is None and found not in {*typing.roots, *typing.projectors}):
            return None
        if typing.joint is not None and found in typing.joint.letters():
            return Doubt("the note may say more of the joint distribution of {}", tells=False)
        if found in typing.projectors:
            return None if self.table.has_projections else Doubt("{} is not declared", tells=False)
        if symbol is None:
            return Doubt("{} is built from other letters", tells=False)
        lower = replace(bare(symbol.name), base=symbol.name.base.lower())  # λ beside Λ, whose entries they may be
        entries = key(lower)
        is_alone = not any(x.removeprefix("family ") == entries for x in (*typing.used, *typing.linked))
        is_alone = is_alone and self.has_factors_of(symbol.name, typing.used)
        if _is_untried(symbol, value if is_alone and not is_decomposition(self.note, self.formula) else None):
            return Doubt("examples may lack a property of {}", tells=False)
        if self.is_understood and symbol.kind != "random column" and is_declared_by_formula(symbol):
            return None
        if self.has_members_described(symbol):
            return Doubt("the note says more of the members of {}", tells=False)
        if self.is_eigenvalue_alone(typing, symbol):
            return Doubt("{} is an eigenvalue of a matrix that is not in the row", tells=False)
        is_observed, is_bounded = found in typing.models, self.is_bounded(symbol.name)
        doubt = self.standing.doubt(symbol, self.formula.span, is_observed=is_observed, is_bounded=is_bounded)
        if doubt is not None and found.startswith("family ") and not symbol.facts:
            return doubt._replace(tells=False)  # Σ λ_i, where the λ_i may be the eigenvalues of a matrix
        if symbol.is_family and symbol.name.base in "λσ" and _EIGENVALUES.search(self.note.source.text):
            return Doubt("the {} may be the eigenvalues of a matrix", tells=False)
        return doubt or self.taken_anew(symbol)

    def has_factors_of(self, name: Name, used: Container[str]) -> bool:
        """Whether a statement has all letters of each earlier product with a letter in its middle: U, V of UDVᵀ."""
        earlier = (f.tree for f in self.note.formulas if f.span[0] < self.formula.span[0])
        sides = (side for tree in earlier if isinstance(tree, Chain) for side in tree.terms)
        products = (x for x in sides if isinstance(x, Product) and len(x.factors) > 2 and name in x.factors)
        factors = (x.base if isinstance(x, Transpose) else x for product in products for x in product.factors)
        return all(key(x) in used for x in factors if isinstance(x, Name))

    def is_bounded(self, name: Name) -> bool:
        """Whether a formula says of a number that it is positive, or bounds it otherwise: λ > 0."""
        found = (x for x in self.ledger.conditions if x.sign in ("<", ">", "≤", "≥"))
        return any(x.left == name and isinstance(x.right, Num) for x in found)

    def taken_anew(self, symbol: Symbol) -> Doubt | None:
        """Why the current row may mean another letter than the one of which the facts are; None if nothing says so."""
        here, letter = self.formula.span[0], key(symbol.name)
        if any(isinstance(f, Arranged) and self.table.is_of_part(f, here) for f in symbol.facts):
            return Doubt("{} has only some members of a family", tells=False)
        if self.table.validity.has_unknown_meaning(letter, here) or self.table.is_suspended(letter, here):
            return Doubt("{} may be taken anew", tells=True)
        is_sized = symbol.kind == "random column" or self.table.is_unsized(symbol, here)
        if is_sized or self.table.is_firm(symbol, here):
            return None
        return Doubt("{} may be something else in this section", tells=True)

    def names_extreme_eigenvalue(self, letters: Container[str]) -> bool:
        """Whether one of some letters is said to be the greatest or least eigenvalue of a matrix."""
        said = [f for f in self.table.eigenpairs if len(f.others) == 2 and f.start <= self.formula.span[0]]
        values = [(f, f.others[1]) for f in said]
        text = self.note.source.text
        return any(
            isinstance(x, Name) and key(x) in letters and _EXTREME.search(text[f.span[0] : f.span[1]])
            for f, x in values
        )

    def is_eigenvalue_alone(self, typing: Statements, symbol: Symbol) -> bool:
        """Whether a letter is an eigenvalue of a matrix that is not in the statement, and may restrict it."""
        for fact in self.table.eigenpairs:
            if len(fact.others) != 2:
                continue
            matrix, value = fact.others
            is_its = isinstance(value, Name) and key(bare(value)) == key(bare(symbol.name))
            if (
                is_its
                and fact.start <= self.formula.span[0]
                and not (isinstance(matrix, Name) and key(matrix) in typing.used)
            ):
                return True
        return False

    def has_members_described(self, symbol: Symbol) -> bool:
        """Whether the note says something of the members of a family, or of the rows or columns of a matrix.

        Most of it is no hypothesis of a statement: that all members are unit vectors, or that the first one is 0.
        """
        arranged = (f.family for f in symbol.facts if isinstance(f, Arranged) and f.family is not None)
        families = [*arranged, *((symbol.name,) if symbol.is_family else ())]
        if is_capital(symbol.name) and symbol.name.subscript is None:  # w_i may be a column of W
            families.append(replace(symbol.name, base=symbol.name.base.lower()))
        bases = {key(bare(x)) for x in families}
        here = self.formula.span[0]
        said = [f for x in bases for f in (*self.table.facts.get(x, ()), *self.table.members.get(x, ()))]
        said = [f for f in said if f.start <= here < (here + 1 if f.until is None else f.until)]
        facts = [f for f in said if isinstance(f, Satisfies)]
        if any(f.hypothesis not in _OF_FAMILIES for f in facts):
            return True
        if any(f.hypothesis == "eigenpair" and is_restricted(self.note.source.text, f.span, [], {}) for f in facts):
            return True  # "the first ⟦u_i⟧ are eigenvectors"
        listed = (x for x in families if x != symbol.name and self.table.at(x, here).is_family)
        if any(self.standing.unread_clause(x, here) for x in listed):
            return True
        numbered = (x for c in self.ledger.conditions for x in names_in(c).values() if isinstance(x.subscript, Num))
        return any(key(bare(x)) in bases for x in numbered)

    def is_range(self, condition: Stated) -> bool:
        """Whether a condition only gives the range of an index: 1 ≤ i, i ≤ n."""
        sides = [x for x in condition.sides if not isinstance(x, Num)]
        plain = all(isinstance(x, Name) and x == Name(x.base) for x in sides)
        keys = {key(x) for x in sides} - self.table.sizes
        indices = all(x in INDICES and not self.is_number(x) for x in keys)
        return condition.sign in ("≤", "<", "≥", ">") and plain and bool(keys) and indices

    def is_number(self, found: str) -> bool:
        """Whether a formula declares a letter, such as k ∈ ℝ, so that it is not an index."""
        return any(isinstance(f, HasShape) and f.strength == "declared" for f in self.table.facts.get(found, ()))

    def is_let(self) -> bool:
        """Whether "let", "where", "with" or the like stands right before the formula."""
        here = self.formula.span[0]
        return self.said == "assumed" and _LET.search(self.note.source.text[max(0, here - 24) : here]) is not None

    def is_said_to_be(self, name: Name) -> bool:
        """Whether a sentence or a declaration is about a letter."""
        here = self.formula.span[0]
        facts = self.table.at(name, here).facts
        said = any(isinstance(f, HasShape | HasKind | Satisfies | IsFamily) for f in facts)
        return said or self.standing.unread_clause(name, here) is not None

    def is_declared_free(self, name: Name) -> bool:
        """Whether the note declares a letter, or the family of which it is a member, and leaves it free."""
        if key(name) in self.table.sizes:
            return True
        symbols = [self.table.at(x, self.formula.span[0]) for x in (name, bare(name))]
        return any(map(self.standing.is_declared, symbols))

    def is_array(self, name: Name) -> bool:
        """Whether a name is a coefficient with two running indices, so that an equation defines all of them."""
        both = two_indices(name)
        if both is None or key(bare(name)) not in self.table.arrays or both[0] == both[1]:
            return False
        return all(isinstance(x, Name) and key(x) not in self.table.sizes for x in both)

    def defines_all(self, name: Name, body: Node) -> bool:
        """Whether an equation for a member of a family defines all of them: x'_i = x_i − μ, but not σ_p = ‖w‖."""
        index = index_of(name)
        if not isinstance(index, Name) or key(index) in self.table.sizes or index.base.isupper():
            return False  # σ_X is the σ of X
        return self.table.at(bare(name), self.formula.span[0]).is_family and key(index) in letters_in(body)


def _is_untried(symbol: Symbol, value: Matrix | None) -> bool:
    """Whether a letter has a property that examples may lack, and its value is not seen to have."""
    untried = {f.hypothesis for f in symbol.facts if isinstance(f, Satisfies) and f.hypothesis in UNTRIED}
    if untried == {"diagonal"} and value is not None:
        return not mx.is_diagonal(value)
    return bool(untried)


def is_declared_by_formula(symbol: Symbol) -> bool:
    """Whether a formula gives the shape of a letter: X ∈ ℝ^{n×p}."""
    return any(isinstance(f, HasShape) and f.strength == "declared" for f in symbol.facts)


def _mentions(note: Note, since: int, arrays: frozenset[str]) -> dict[str, list[int]]:
    """Where each name is used in a formula that says more than the name, in order; those from `since` on come first."""
    out: dict[str, list[int]] = {}
    for formula in sorted(note.formulas, key=lambda x: (x.span[0] < since, x.span)):
        tree = formula.tree
        if isinstance(tree, Unread | Name) or family_listed(tree) is not None:
            continue
        if isinstance(tree, Listed) and all(isinstance(x, Name) for x in tree.items):
            continue
        if isinstance(tree, Chain) and tree.signs[0] == "∈":
            continue
        if not formula.display and not any(isinstance(x, Chain | Problem) for x in nodes(tree)):
            continue
        for node in nodes(tree):
            if isinstance(node, Name | Power):
                out.setdefault(key(node), []).append(formula.span[0])
                if isinstance(node, Name) and (
                    key(bare(node)) in arrays or not isinstance(node.subscript, Product | Listed)
                ):
                    out.setdefault(key(bare(node)), []).append(formula.span[0])
    return out


def at_new_point(judge: Judge, stated: Stated) -> Stated:
    """A condition on β as one on β̂, where the formula that is judged is the first one to write this letter.

    With a mark the letter that was varied is the point at which the derivative is zero.
    """
    assert not isinstance(judge.formula.tree, Unread)
    for name in (x for x in nodes(judge.formula.tree) if isinstance(x, Name)):
        plain = replace(name, accents=(), mark="", upper=None)
        if name != plain and judge.first.get(key(name), 0) >= judge.formula.span[0]:
            stated = replace(stated, left=with_name(stated.left, plain, name))
    return stated
