"""What typing one statement knows and collects, and the table of rules by which its nodes become terms.

Nothing is guessed: a node without a meaning raises Untyped, and a node that the language lacks raises Unsupported with
its name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain, count
from typing import TYPE_CHECKING, Any, TypeVar

from pcaproofs.notes.formulas.spelling import key, letter_text, letters_in, some_factors
from pcaproofs.notes.formulas.surface import Big, Name, Node, Num, children, index_names, nodes, with_children
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.shapes import Clash, Dimensions, Misfit, Shapes
from pcaproofs.notes.typing.terms import Dim, Shape, Term, Unknown, Unsupported, Untyped, indices_of, letters_of, refuse
from pcaproofs.records import record

if TYPE_CHECKING:
    from pcaproofs.notes.scope.evidence import Symbol
    from pcaproofs.notes.scope.table import Table


UNFIT = " as it is defined, since "  # its sizes do not fit here


@record(frozen=True)
class Index:
    """A running index: its name in the statement, and the length of what it indexes.

    after, last: it runs over the members after the first `after` up to number `last`.
    """

    name: str
    length: Dim
    after: Dim = 0
    last: Dim | None = None


@record(frozen=True)
class Definition:
    """The definition of a name or of a function with parameters, valid from `start`, and to `until` if known.

    squared: the places of the parameters that are written as squares, f(μ, σ²).
    """

    parameters: tuple[Name, ...]
    body: Node
    start: int
    span: Span
    until: int | None = None
    is_special: bool = False  # whether it says what a function is at its parameters alone, not at others
    squared: tuple[int, ...] = ()

    def holds(self, offset: int) -> bool:
        """Whether the definition is valid at an offset."""
        return self.until is None or offset < self.until

    @cached_property
    def letters(self) -> frozenset[str]:
        """The keys of the letters in its body, each also without its index."""
        return letters_in(self.body)

    @cached_property
    def names(self) -> frozenset[str]:
        """The keys of the letters in its body that are no parameters and no indices of sums."""
        bound = {index for x in nodes(self.body) if isinstance(x, Big) for index in index_names(x)}
        inside = (key(x) for x in nodes(self.body) if isinstance(x, Name))
        return frozenset(inside) - {key(x) for x in self.parameters} - bound


@record(frozen=True)
class RootOf:
    """A letter for A^{1/2}, for A^{-1/2} where it is inverse, or for the column of diag(c); name: in statements."""

    letter: Term
    base: Term
    is_inverse: bool
    name: str


@record(frozen=True)
class Joint:
    """A random column z, and for each of several random letters x the matrix P with x = Pz."""

    column: Term
    parts: dict[str, Term]

    def letters(self) -> frozenset[str]:
        """The keys of the column and of the matrices."""
        return frozenset(str(x.data[0]) for x in (self.column, *self.parts.values()))


RULES: dict[type[Node], Callable[[Any, Any], Term | None]] = {}
Rule = TypeVar("Rule", bound=Callable[..., Term | None])


def types(*kinds: type[Node]) -> Callable[[Rule], Rule]:
    """The decorator of a rule: a function of a `Types` and a node of one of some kinds, whose term it returns."""

    def rule(function: Rule) -> Rule:
        RULES.update(dict.fromkeys(kinds, function))
        return function

    return rule


@dataclass(eq=False)
class Types(Shapes):
    """One statement while it is typed: what the note says, what is asked for, and what is found on the way."""

    # what the note says
    table: Table
    offset: int  # where the statement stands
    text: str  # the text in which the spans are
    definitions: dict[Node, Definition] = field(default_factory=dict)
    supposed: list[str] = field(default_factory=list)  # equations of sizes that the sentence supposes, in words
    doubts: dict[Span, Span] = field(default_factory=dict)  # condition of the note -> sentence that may end it

    # how it is to be typed
    numbered: bool = False  # whether v_1 is the first member of v_1, …, v_p
    arranged: dict[str, tuple[Name, str]] = field(
        default_factory=dict
    )  # x -> X, and by what it is supposed to hold x_i
    is_general: bool = False  # whether sizes that are numbers are left open
    ignores_facts: bool = False  # whether a row is read as if the note said nothing of its letters
    other_kind: str = ""  # the kind of letters of which nothing is said: column, unit, response, number, blamed
    numbers: frozenset[str] = frozenset()  # letters that are taken for numbers if the kind is blamed
    no_sizes: frozenset[str] = frozenset()  # keys of sizes of other sections that are numbers here
    is_at_point: bool = False  # whether derivatives are those at a point of which a theorem speaks

    # what its letters are
    sizes: Dimensions = field(default_factory=Dimensions)
    letters: dict[str, Term] = field(default_factory=dict)  # key -> the letter with its shape
    used: dict[str, Symbol] = field(default_factory=dict)  # key -> what the table says of it
    linked: dict[str, tuple[Symbol, Term]] = field(default_factory=dict)  # family in a matrix of the note -> its rows
    roots: dict[str, RootOf] = field(default_factory=dict)  # key of a letter -> of which matrix it is the root
    of_entries: dict[Span, Term] = field(default_factory=dict)  # place of the definition of k_ij -> the matrix K
    angles: dict[str, tuple[Term, Term]] = field(default_factory=dict)  # θ -> the letters for cos θ and sin θ
    diagonals: dict[str, RootOf] = field(default_factory=dict)  # key of a letter -> the column c of diag(c) that it is
    projectors: dict[str, Span] = field(default_factory=dict)  # keys of letters that are projectors by their notation
    joint: Joint | None = None  # the column whose parts are the random letters of moments over several
    local: set[str] = field(default_factory=set)  # keys of letters that this statement itself declares
    models: set[str] = field(default_factory=set)  # keys of letters that are not what their definitions say here
    points: dict[Name, Definition] = field(default_factory=dict)  # x* of ∇f(x*), which is a letter there
    varied: set[str] = field(default_factory=set)  # keys of letters that a derivative, or their function, varies
    beside: set[str] = field(default_factory=set)  # of these, the parameters by which nothing is differentiated
    by_entries: set[str] = field(default_factory=set)  # keys of declared columns whose members are their entries
    size_values: set[str] = field(default_factory=set)  # keys of sizes that the statement has as numbers

    # its indices
    bound: dict[str, Index] = field(default_factory=dict)  # key of an index -> what it runs over
    taken: frozenset[str] = frozenset()  # the indices of the arguments of a definition that is opened
    free: dict[str, Dim] = field(default_factory=dict)  # key of an index that nothing binds -> length
    indices: set[str] = field(default_factory=set)  # the names of all indices in the statement

    # what is being read
    given: dict[str, Term] = field(default_factory=dict)  # key of a parameter -> what it stands for
    is_mean: bool = False  # whether a moment is being read
    opened: list[str] = field(default_factory=list)  # names whose definitions are being read
    exponents: int = 1  # the product of the exponents of the powers around what is being typed
    typed: list[Node] = field(default_factory=list)  # whose parts messages may name

    moments_given: frozenset[str] | None = None  # the letters behind ∣ in the moments typed so far

    # what it rests on
    defaults: dict[str, None] = field(default_factory=dict)  # what was taken for granted, in words
    defined_by: dict[Span, None] = field(default_factory=dict)  # the places of the definitions that were used
    units: list[Dim] = field(default_factory=list)  # the sizes of identity matrices that may be numbers
    unsized: list[Dim] = field(default_factory=list)  # the sizes of identity matrices whose size is not written
    behind: dict[Span, set[Span]] = field(default_factory=dict)  # condition -> the definitions of its letters
    partials: set[Span] = field(default_factory=set)  # the places of derivatives that are written ∂f/∂x
    turned: dict[Span, Term] = field(default_factory=dict)  # the place of a derivative -> its transpose

    def shown(self, span: Span) -> str:
        """A part of a formula that was typed, for messages; of another text, as the note writes it."""
        around = [x for x in self.table.trees if x.span[0] <= span[0] and span[1] <= x.span[1]]
        parts = [x for whole in (*reversed(self.typed), *around) for x in nodes(whole)]
        found = next((x for x in parts if x.span == span), None) or some_factors(parts, span)
        return letter_text(found if found is not None else " ".join(self.text[span[0] : span[1]].split()))

    def equal_sizes(self, a: Dim, b: Dim, span: Span, what: str, *shown: Node, of: Term | None = None) -> None:
        """Make two sizes equal, one of which is that of a term. Raises Unsupported, with `what` as in `refuse`."""
        try:
            self.sizes.unify(a, b, letters_of(of) if of else frozenset())
        except Clash:
            refuse(True, span, what, *shown)

    def said(self, name: Name) -> Symbol:
        """What the table says of a letter."""
        return self.table.at(name, self.offset)

    def is_declared(self, name: Name) -> bool:
        """Whether the note declares a letter."""
        return self.table.is_declared(name, self.offset)

    def default(self, says: str) -> None:
        """Note what is taken for granted."""
        self.defaults.setdefault(says)

    def expression(self, node: Node) -> Term:
        """The term of an expression. Raises Untyped, Unsupported, Misfit."""
        definition = None if isinstance(node, Name) else self.definitions.get(node)
        if definition is not None and not definition.parameters and key(node) not in self.opened:
            return self.opening(key(node), definition, definition.body, node.span)
        rule = RULES.get(type(node))
        term = None if rule is None else rule(self, node)
        if term is None:
            raise Untyped(node.span, f"{type(node).__name__.lower()} {self.shown(node.span)}".strip(), "an expression")
        return replace(term, span=node.span) if node.span != (0, 0) and term.span != node.span else term

    def value(self, node: Node) -> Term:
        """The term of a factor or an argument, where 0 is a number."""
        return self.as_number(self.expression(node))

    def opening(
        self, found: str, definition: Definition, body: Node, span: Span, given: Mapping[str, Term] | None = None
    ) -> Term:
        """The term of what a name stands for by its definition. Raises Unsupported where that does not fit."""
        before = self.bound, self.given, self.taken
        self.bound, self.given = {}, dict(given or {})
        self.taken = frozenset(index for term in self.given.values() for index in indices_of(term))
        try:
            return self.opening_here(found, definition, body, span)
        except Misfit as error:  # its letters have other sizes here
            raise Unsupported(span, f"{letter_text(found)}{UNFIT}{error.says}") from None
        finally:
            self.bound, self.given, self.taken = before

    def opening_here(self, found: str, definition: Definition, body: Node, span: Span) -> Term:
        """As `opening`, of a body with the indices of this place."""
        self.opened.append(found)
        try:
            with self.sizes.attempt():
                term = self.expression(body)
        finally:
            self.opened.pop()
        self.defined_by[definition.span] = None
        return replace(term, span=span)

    def size(self, node: Node) -> Dim:
        """A size: a number or a letter; sums and products of sizes are sizes of their own."""
        return int(node.text) if isinstance(node, Num) and node.text.isdigit() else key(node)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """A context that is undone if it is left by an exception, with the letters that were read first in it."""
        found: list[dict[Any, Any]] = [self.letters, self.used, self.defaults, self.defined_by]
        before = list(map(dict, found))
        try:
            with self.sizes.attempt():
                yield
        except BaseException:
            for now, known in zip(found, before, strict=True):
                now.clear()
                now.update(known)
            raise

    @contextmanager
    def binding(self, index: Name, length: Dim, after: Dim = 0, last: Dim | None = None) -> Iterator[Index]:
        """A context in which an index runs; an inner one of the same name gets another name in the statement."""
        name, taken = key(index), {*self.taken, *(x.name for x in self.bound.values())}
        while name in taken:
            name += "'"
        running = Index(name, length, after, last)
        before, self.bound = self.bound, {**self.bound, key(index): running}
        try:
            yield running
        finally:
            self.bound = before

    def over(self, body: Term, *indices: Index, span: Span) -> Term:
        """The sum of a term over all values of indices, the first of them outside."""
        for x in reversed(indices):
            body = Term("total", body.shape, (body,), (x.name, x.length, x.after, x.last), span)
        return body

    def new_column(self, size: Dim, span: Span) -> Term:
        """A column of which the note does not speak."""
        taken = {*self.letters, *(key(x) for tree in self.table.trees for x in nodes(tree) if isinstance(x, Name))}
        names = chain(map(Name, "xyzuvwh"), (Name("x", subscript=Num(str(k))) for k in count(1)))
        name = next(x for x in names if key(x) not in taken)
        return self.new_letter(key(name), self.said(name), (size, 1), span)

    def new_letter(self, found: str, symbol: Symbol, shape: Shape, span: Span) -> Term:
        """A letter by its key; symbol: what the table says of it."""
        self.used[found] = symbol
        self.letters[found] = Term("letter", shape, data=(found,), span=span)
        return self.letters[found]


def unknown(of: str) -> Unknown:
    """A size of a letter that is no number."""
    return Unknown(of, plural=True)


def with_name(node: Node, old: Name, new: Name | Num) -> Node:
    """A formula with one name in place of another."""
    if node == old:
        return replace(new, span=node.span)
    parts = [with_name(x, old, new) for x in children(node)]
    return with_children(node, parts) if parts else node
