"""The symbol table of a statement that is read.

`SymbolTable.read` calls the function that a node's class has in READERS of nodes.py. The reader does not
rely on SymPy's shapes and simplifications: each function types its node itself, and a node without a function is
refused by name. A symbol that a sum or an expectation binds has no kernel name while the body is read. It is a running
column if an index or a random vector is allowed at its place, and is refused elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import sympy as sp

from pcaproofs.kernel import Compare, Dimension, Expression, IllTyped, Polynomial, Scope, Statement
from pcaproofs.language import entrywise, kronecker, nodes
from pcaproofs.language.derived import (
    THEOREM,
    VALUED,
    Kind,
    Meaning,
    Naming,
    basis_name,
    definition,
    place_of,
    same_place,
)
from pcaproofs.language.express import name_text, text
from pcaproofs.language.refusals import SameName, Unreadable, instead_of_node, short
from pcaproofs.language.sizes import Terms, can_be_summed, is_at_least, is_sum, named
from pcaproofs.language.symbolic_parts import parts_in
from pcaproofs.lookalikes import skeleton
from pcaproofs.terms import HUGE, ONE, ZERO, Shape, is_ones, joined, ones_column, ones_name, shape_of, term_count, walk

# For the search for points: a hypothesis's kind and its letters, such as ("unit", ("w",)); the kind of a determinant or
# the like, its letter and of what it is one; ("plain", (name,)) for an author's letter that is named like one of these.
Hint = tuple[str, tuple[Any, ...]]
MATRIX, SCALAR, DIMENSION, INDEX, RANDOM = "a matrix", "a scalar", "a dimension", "an index", "a random vector"
BY_NORMAL_FORM = (Kind.INVERSE, Kind.RECIPROCAL, Kind.ROOT, Kind.PSEUDO_INVERSE, Kind.LOGARITHM, Kind.ADJUGATE)
MAX_COMPARED = 60  # terms of an expression that is compared with others multiplied out
DIGITS = 8  # of a decimal that is read as a fraction
SHOWN = {"=": "=", ">=": "≥", ">": ">", "!=": "≠"}
_SHAPED = (sp.MatrixSymbol, sp.Identity, sp.OneMatrix, sp.ZeroMatrix, nodes.Basis, nodes.Leading)
_SUMS = (nodes.ScalarSum, nodes.MatrixSum, *nodes.PART_SUMS)
_OF_DIMENSIONS = sp.Symbol("n", integer=True, positive=True).assumptions0
_OF_INDICES = nodes.index("k").assumptions0
_OF_NUMBERS = ("integer", "rational", "irrational", "algebraic", "transcendental", "noninteger")  # known of no real


@dataclass(frozen=True)
class Binding:
    """A symbol that a sum or an expectation binds: its running column, the column's length, INDEX or RANDOM."""

    column: Expression
    size: Dimension
    use: str


@dataclass(frozen=True)
class Varied:
    """An expression in which some letters vary: one that is differentiated, or an objective.

    where: the SymPy text, for messages. beside: the other expressions of an optimum, such as its value. These may
    contain letters that the constraints connect with a variable; they are not refused, only reported. moved: derived
    letters that are functions of the variables, and vary with them.
    """

    variables: tuple[str, ...]
    body: Expression
    where: str
    beside: tuple[Expression, ...] = ()
    moved: frozenset[str] = frozenset()


@dataclass(eq=False)
class SymbolTable:
    """What is known of the names of one statement, collected while it is read."""

    # names
    symbols: dict[str, Any] = field(default_factory=dict)  # name -> the SymPy object it stands for, or a meaning
    shown: dict[str, Any] = field(default_factory=dict)  # how a name looks to a reader -> the same object
    uses: dict[str, str] = field(default_factory=dict)  # name -> MATRIX, SCALAR, …
    written: Collection[str] = ()  # all names in the statement
    labels: set[str] = field(default_factory=set)  # of basis vectors that the author names
    bound: dict[Any, Binding] = field(default_factory=dict)  # by sums and expectations where the reader stands
    lengths: set[Any] = field(default_factory=set)  # symbols that occur as the length of something
    used_sizes: set[str] = field(default_factory=set)  # the kernel names of dimensions
    lengths_read: dict[Any, str] = field(default_factory=dict)  # these names of symbols that were read
    size_sums: dict[str, None] = field(default_factory=dict)  # those that are sums of others
    # the statement
    letters: dict[str, Shape] = field(default_factory=dict)
    ones: set[Dimension] = field(default_factory=set)  # lengths of columns of ones
    hypotheses: dict[str, Compare] = field(default_factory=dict)
    hints: list[Hint] = field(default_factory=list)
    assumed: list[str] = field(default_factory=list)  # to give the statement a meaning, in words
    # derived letters
    derived: dict[str, Meaning] = field(default_factory=dict)
    depends: dict[str, set[str]] = field(default_factory=dict)  # derived letter -> letters of which it is a function
    function_letters: dict[tuple[Kind, Expression], str] = field(default_factory=dict)
    functions: list[tuple[Expression, Kind, Expression | None]] = field(default_factory=list)  # value, kind, of what
    grids: dict[Expression, tuple[tuple[Expression, ...], ...]] = field(default_factory=dict)  # block matrix -> blocks
    # indices, sums and expectations
    bases: dict[Dimension, list[str]] = field(default_factory=dict)  # length -> labels of different basis vectors
    by_entries: bool = False  # whether entries in the same row or column are compared
    apart: list[tuple[Any, Any]] = field(default_factory=list)  # indices that are different
    sums: list[tuple[Expression, str, Dimension, Expression]] = field(default_factory=list)  # value, column, n, body
    random: dict[Any, str] = field(default_factory=dict)  # random vector -> its name
    nested: set[tuple[str, str]] = field(default_factory=set)  # names of first rows of I, the first within the second
    # powers Aᵏ
    k: Any = None  # the symbol that is an exponent
    sequences: dict[str, tuple[Expression, Expression]] = field(default_factory=dict)  # letter -> member 0, and i + 1
    # derivatives and optima
    varied: list[Varied] = field(default_factory=list)
    optimised: set[str] = field(default_factory=set)  # scalars that an optimum varies; their reciprocals vary with them

    def read(self, e: Any) -> Expression:
        """The kernel expression of a SymPy expression. Raises Unreadable or IllTyped, naming the smallest node."""
        e = sp.sympify(e)
        if kronecker.is_one_number(e):
            e = kronecker.number(e)
        if entrywise.is_number(e):
            e = entrywise.number(e)
        if (spelled := SPELLED.get(type(e))) is not None:
            e = spelled(e)
        reader = nodes.READERS.get(type(e)) or next(filter(None, map(nodes.READERS.get, type(e).__mro__)), None)
        if reader is None:
            raise Unreadable(f"got {type(e).__name__} ({short(e)}), but it has no meaning here{instead_of_node(e)}")
        try:
            return reader(self, e)
        except (Unreadable, IllTyped) as error:
            if "[in " in str(error) or not e.args or isinstance(e, sp.MatrixSymbol):
                raise
            raise type(error)(f"{error} [in {short(e)}]") from None

    # ------------------------------------------------------------------------------------------------- names
    def find_dimensions(self, expressions: Iterable[Any]) -> None:
        """Collects the symbols that are lengths, so that each is read as a dimension wherever it occurs."""
        for node in parts_in(expressions):
            lengths: Iterable[Any] = ()
            if isinstance(node, nodes.Basis):
                self.labels.add(str(node.args[1].name))
            if isinstance(node, _SHAPED):
                lengths = node.shape
            elif isinstance(node, _SUMS):
                lengths = node.args[2:]
            elif isinstance(node, sp.Sum):
                lengths = (limit[2] + 1 - limit[1] for limit in node.limits if len(limit) == 3)
            self.lengths.update(x for n in lengths for x in getattr(n, "free_symbols", ()))

    def name_of(self, symbol: Any, use: str) -> str:
        """The kernel name of a symbol.

        Raises Unreadable if the symbol is bound here or was used as something else, SameName if another symbol has this
        name or looks the same.
        """
        for other, bound in self.bound.items():
            if other == symbol or (other.name == symbol.name and not isinstance(other, sp.Dummy)):
                raise Unreadable(f"got {symbol} as {use}, but here {other} is bound as {bound.use}")
        name = kernel_name(symbol)
        if name not in self.symbols and (not name.isprintable() or not name or is_ones(name)):
            raise Unreadable(
                f"got a symbol named {name!r}, but a name should be printable, not empty, not written as the ones are"
            )
        if self.symbols.setdefault(name, symbol) != symbol:
            raise SameName(f"got two different symbols that are both written {name}, but should be one name each")
        twin = self.shown.setdefault(skeleton(name_text(name)), symbol)
        if twin != symbol:
            raise SameName(f"got {twin} and {name}, which are both written {name_text(name)}; give one another name")
        if self.uses.setdefault(name, use) != use:
            raise Unreadable(f"got {name} as {use} and as {self.uses[name]}, but should be one of them")
        return name

    def reserve(self, name: str, meaning: str) -> None:
        """Reserves a name for a derived letter. Raises Unreadable if a symbol of the author's has it."""
        if self.symbols.setdefault(name, meaning) != meaning:
            raise Unreadable(f"got a symbol that is written {name}, which here is {meaning}; give it another name")

    @contextmanager
    def binding(self, symbol: Any, column: Expression, size: Dimension, use: str) -> Iterator[None]:
        """A context in which the symbol is bound to a running column; an inner binding hides an outer one."""
        outer = self.bound.get(symbol)
        self.bound[symbol] = Binding(column, size, use)
        try:
            yield
        finally:
            del self.bound[symbol]
            if outer is not None:
                self.bound[symbol] = outer

    def dimension(self, n: Any) -> Dimension:
        """A length: an integer ≥ 1, or the name of a symbol for any such integer.

        Raises Unreadable for a symbol of which SymPy assumes more than that, such as even.
        """
        if not self.bound and (known := self.lengths_read.get(n)) is not None:
            return known
        if isinstance(n, sp.Integer | int) and int(n) >= 1:
            return int(n)
        if isinstance(n, sp.Add | sp.Mul):
            return self._sum_of_dimensions(n)
        if not isinstance(n, sp.Symbol):
            raise Unreadable(f"got dimension {n}, but should be a symbol or an integer >= 1")
        if odd := [fact for fact, known in n.assumptions0.items() if _OF_DIMENSIONS.get(fact) != known]:
            raise Unreadable(
                f"got dimension {n}, of which SymPy assumes {_fact(n, odd)}, but should be any integer >= 1"
            )
        if n.is_nonnegative and not n.is_positive:
            raise Unreadable(f"got dimension {n}, which may be 0 for SymPy, but should be declared positive")
        if not can_be_summed(n.name):
            raise Unreadable(f"got dimension {n}, but its name should not have the signs of sums and parts, (, + and >")
        name = self.name_of(n, DIMENSION)
        if name not in self.used_sizes:
            self.used_sizes.add(name)
            if not (n.is_positive and n.is_integer):
                said = "≥ 1" if n.is_integer else "is an integer ≥ 1"
                self.assumed.append(f"{name_text(name)} {said}")
        self.lengths_read[n] = name
        return name

    def _sum_of_dimensions(self, n: Any) -> Dimension:
        """A length such as m + n, n + 1 or 2n. Raises Unreadable for anything else."""
        terms: Terms = Counter()
        for term, k in sp.expand(n).as_coefficients_dict().items():
            if not (k.is_Integer and k > 0 and (term == 1 or isinstance(term, sp.Symbol))):
                raise Unreadable(f"got dimension {n}, but should be a symbol, an integer >= 1 or a sum of these")
            terms["" if term == 1 else str(self.dimension(term))] += int(k)
        return self.known_size(named(terms))

    def known_size(self, n: Dimension) -> Dimension:
        """A dimension that may be a sum of known ones, which becomes known too."""
        if isinstance(n, str) and is_sum(n) and n not in self.size_sums:
            self.reserve(n, "a sum of dimensions")
            self.size_sums[n] = None
            self.used_sizes.add(n)
        return n

    def is_dimension(self, symbol: Any) -> bool:
        """Whether a symbol that is used as a number is read as a dimension."""
        return symbol in self.lengths or bool(symbol.is_integer and symbol.is_positive)

    def index_column(self, k: Any, n: Dimension, what: str) -> Binding | str:
        """An index into n samples or entries: its binding, or the label of a standard basis vector.

        Raises Unreadable or IllTyped for an index of another range.
        """
        if k in self.bound:
            bound = self.bound[k]
            if bound.use != INDEX:
                raise Unreadable(f"got {k} as an index, but here it is bound as {bound.use}")
            if bound.size != n:
                raise IllTyped(f"got {n} {what} in a sum over {bound.size}: {bound.size} and {n} clash")
            return bound
        if k.is_Integer:
            return entry_label(int(k), n)
        if not isinstance(k, sp.Symbol) or k.name.isdigit():
            raise Unreadable(f"got the index {k}, but should be a number or a symbol that is not written as one")
        if odd := [fact for fact, known in k.assumptions0.items() if _OF_INDICES.get(fact) != known]:
            raise Unreadable(
                f"got the index {k}, of which SymPy assumes {_fact(k, odd)}, but should be any integer >= 0"
            )
        return self.name_of(k, INDEX)

    # ------------------------------------------------------------------------------------------------- letters
    def scalar_letter(self, symbol: Any) -> Expression:
        """A scalar symbol, with the sign that SymPy assumes of it as a hypothesis; or a dimension."""
        if symbol not in self.bound and self.is_dimension(symbol):
            return ("size", str(self.dimension(symbol)))
        name = self.name_of(symbol, SCALAR)
        _check_scalar(symbol)
        letter: Expression = ("letter", name)
        if name not in self.letters:
            self.letters[name] = (1, 1)
            if symbol.is_nonpositive:
                self.add(minus(letter), ">" if symbol.is_negative else ">=", ZERO)
            for kind, relation, holds in (
                ("positive", ">", symbol.is_positive),
                ("nonnegative", ">=", symbol.is_nonnegative and not symbol.is_positive),
                ("nonzero", "!=", symbol.is_nonzero and not symbol.is_positive and not symbol.is_negative),
            ):
                if holds:
                    self.add(letter, relation, ZERO)
                    self.hints.append((kind, (name,)))
        return letter

    def ones_column(self, n: Dimension) -> Expression:
        """The column of n ones."""
        self.ones.add(n)
        return ones_column(n)

    def standard_column(self, k: Any, n: Dimension, what: str = "entries") -> Expression:
        """e_k of length n for an index k that is bound, a number, or free; the number 1 if n = 1."""
        label = self.index_column(k, n, what)
        if isinstance(label, Binding):
            return label.column
        return ONE if n == 1 else self.basis_vector(n, label, distinct=label.isdigit())

    def basis_vector(self, n: Dimension, label: str, *, distinct: bool) -> Expression:
        """The standard basis vector of this label and length n; distinct: orthogonal to every other such vector."""
        if label.isdigit() and self.letters.get(basis_name(label), (n, 1)) != (n, 1):
            label = f"{label}of{n}"
        name = basis_name(label)
        self.reserve(name, f"the basis vector {label}")
        e: Expression = ("letter", name)
        if name not in self.letters:
            self.letters[name] = (n, 1)
            self.hints.append(("basis", (name,)))
            self.ones.add(n)
            self.define(name, Meaning(Kind.BASIS, label=label))
        elif self.letters[name] != (n, 1):
            raise Unreadable(f"got the index {label} for lengths {self.letters[name][0]} and {n}, but should be one")
        if distinct and label not in self.bases.setdefault(n, []):
            for other in self.bases[n]:
                self.add(("mul", ("t", ("letter", basis_name(other))), e), "=", ZERO)
            self.bases[n].append(label)
        return e

    def function_letter(self, kind: Kind, of: Expression, name: str, shape: Shape) -> tuple[str, bool]:
        """The letter for a function of an expression, and whether it is new; a new letter gets its definition."""
        key = (kind, of)
        if key not in self.function_letters and (same := self._same_function(kind, of)) is not None:
            self.function_letters[key] = same
        if key in self.function_letters:
            return self.function_letters[key], False
        base, k = name.replace(" ", ""), 1
        while name in self.letters or name != name.replace(" ", "") or name in self.symbols:
            name, k = (base if k == 1 else f"{base}_{k}"), k + 1
        self.function_letters[key] = name
        self.reserve(name, f"the {kind.value} of {text(of)}")
        self.letters[name] = shape
        self.depends[name] = self.names_in(of)
        if kind in VALUED:
            self.hints.append((kind.value, (name, of)))
        self.define(name, Meaning(kind, of))
        return name, True

    def named(self, of: Expression) -> Expression:
        """A letter that is equal to an expression; a letter is its own."""
        if of[0] == "letter":
            return of
        return ("letter", self.function_letter(Kind.NAMED, of, f"({text(of)})", self.shape(of))[0])

    def _same_function(self, kind: Kind, of: Expression) -> str | None:
        """The letter for the same function of an expression that is equal to `of` when both are multiplied out."""
        if kind not in BY_NORMAL_FORM or term_count(of) > MAX_COMPARED:
            return None
        shape = self.shape(of)
        others = [(e, name) for e, name in self.letters_of(kind) if term_count(e) <= MAX_COMPARED]
        others = [(e, name) for e, name in others if self.shape(e) == shape]
        if not others:
            return None
        scope = self.scope()
        value = scope.expand(of)
        return next((name for e, name in others if scope.expand(e) == value), None)

    def letters_of(self, kind: Kind) -> list[tuple[Expression, str]]:
        """The letters of one kind: of what each is a function, and its name."""
        return [(of, name) for (each, of), name in self.function_letters.items() if each is kind]

    def argument(self, e: Expression, *kinds: Kind) -> Expression | None:
        """Of what a letter of one of these kinds is a function; None for any other expression."""
        derived = self.derived.get(e[1]) if e[0] == "letter" else None
        return derived.of if derived is not None and derived.kind in kinds else None

    def inverse_letter(self, of: Expression, *, is_said: bool = False) -> Expression:
        """The letter of an inverse, and the assumption that the matrix is invertible, unless this is said already."""
        known = self.known_inverse(of)
        if known is not None:
            return known
        name, new = self.function_letter(Kind.INVERSE, of, Naming.INVERSE.write(as_base(of)), self.shape(of))
        if new:
            self.assumed += [] if is_said else [f"{self.as_written(of)} is invertible"]
            if of[0] == "letter":
                self.hints.append(("inverse", (name, of[1])))
        return ("letter", name)

    def known_inverse(self, of: Expression) -> Expression | None:
        """The letter of an inverse that the statement has already, or None."""
        name = self.function_letters.get((Kind.INVERSE, of))
        return None if name is None else ("letter", name)

    def as_written(self, e: Expression) -> str:
        """An expression in readable form; a block matrix is shown by its blocks."""
        grid = self.grids.get(e)
        return text(e) if grid is None else f"[{'; '.join(', '.join(map(self.as_written, row)) for row in grid)}]"

    # ------------------------------------------------------------------------------------------------- hypotheses
    def add(self, left: Expression, relation: str, right: Expression) -> str:
        """Adds a hypothesis; its name is its printed text, which is the result.

        Raises Unreadable for a hypothesis of more than HUGE terms.
        """
        if term_count(left) + term_count(right) > HUGE:
            raise Unreadable(f"got a hypothesis of more than {HUGE} terms, but should be small enough to multiply out")
        name, k, h = f"{text(left)} {SHOWN[relation]} {text(right)}", 1, Compare(left, relation, right)
        if relation == ">" and left[0] == "size":  # the kernel has a built-in fact with this name
            name += " (given)"
        while self.hypotheses.setdefault(name, h) != h:  # A(BC) and (AB)C are printed alike
            name, k = f"{text(left)} {SHOWN[relation]} {text(right)} ({k + 1})", k + 1
        return name

    def equate(self, left: Expression, right: Expression) -> None:
        """Adds left = right as a hypothesis."""
        self.add(left, "=", right)

    def suppose(self, hypotheses: Iterable[Compare]) -> None:
        """Adds hypotheses of the kernel."""
        for h in hypotheses:
            self.add(h.left, h.relation, h.right)

    def define(self, name: str, derived: Meaning) -> None:
        """Records the meaning of a letter, and adds its defining hypotheses."""
        self.derived[name] = derived
        self.suppose(definition(name, derived, self.letters[name]))

    def signs(self, e: Expression) -> set[str]:
        """The relations in which hypotheses compare an expression with 0."""
        return {h.relation for h in self.hypotheses.values() if h.left == e and h.right == ZERO}

    def take_theorem(self, theorem: str) -> None:
        """Records that the reading uses a theorem, which no certificate proves."""
        if f"{THEOREM}{theorem}" not in self.assumed:
            self.assumed.append(f"{THEOREM}{theorem}")

    def finish_places(self) -> None:
        """Adds what is known of basis vectors of one length: which are different, which may be the same, how many."""
        for pair in self.apart:
            self._different_places(*pair)
        names = [name for name, d in self.derived.items() if d.kind is Kind.BASIS and name in self.letters]
        for a, b in combinations(names if self.by_entries else [], 2):
            apart = all(self.derived[x].label in self.bases.get(self.letters[x][0], ()) for x in (a, b))
            if self.letters[a] == self.letters[b] and not apart:
                self.suppose([same_place(a, b)])
                self.hints.append(("places", (a, b)))
        for n, labels in self.bases.items():  # n ≥ k + 1 for an entry k, unless n is that large anyway
            least = max((place + 1 for place in map(place_of, labels) if place is not None), default=0)
            if least > len(labels) and not is_at_least(n, least):
                self.add(("size", str(n)), ">=", ("number", str(least)))

    def _different_places(self, i: Any, j: Any) -> None:
        """Adds eᵢᵀeⱼ = 0 and eᵢᵀDeⱼ = 0 of diagonal D for different i and j, which should be indices of one length.

        Raises Unreadable if they are not.
        """
        names = [basis_name(str(getattr(x, "name", x))) for x in (i, j)]
        if any(name not in self.letters for name in names) or self.letters[names[0]] != self.letters[names[1]]:
            raise Unreadable(f"got {i} ≠ {j}, but both should be indices of rows or columns of one length")
        first, second = (("letter", name) for name in names)
        self.add(("mul", ("t", first), second), "=", ZERO)
        for name, derived in self.derived.items():
            if derived.kind is Kind.DIAGONAL and self.letters.get(name, (0, 0))[0] == self.letters[names[0]][0]:
                self.add(("mul", ("t", first), ("letter", name), second), "=", ZERO)

    def places_assumed(self) -> list[str]:
        """The assumptions about basis vectors of one length: their labels differ, and the length is large enough."""
        assumed = []
        for n, labels in self.bases.items():
            names = sorted(label for label in labels if place_of(label) is None)
            numbers = [str(k) for k in sorted(k for k in map(place_of, labels) if k is not None)]
            assumed += [f"{a} ≠ {b}" for i, a in enumerate(names) for b in (*names[i + 1 :], *numbers)]
            least = max(len(labels), *(int(label) + 1 for label in numbers), 1)
            if isinstance(n, str) and not is_at_least(n, least):
                entries = [*names, *numbers]
                which = f"entries {', '.join(entries[:-1])} and {entries[-1]}" if entries[1:] else f"entry {entries[0]}"
                assumed.append(f"{name_text(n)} ≥ {least} ({which})")
        return assumed

    # ------------------------------------------------------------------------------------------------- expressions
    def names_in(self, e: Expression) -> set[str]:
        """The letters in an expression, and those of which derived letters in it are functions."""
        own = {x[1] for x in walk(e) if x[0] in ("letter", "inverse")}
        return own.union(*(self.depends.get(name, ()) for name in own))

    def shape(self, e: Expression) -> Shape:
        """The shape of an expression that was read."""
        return shape_of(e, self.letters | {ones_name(n): (n, 1) for n in self.ones})

    def product_shape(self, factors: Sequence[Expression]) -> Shape | None:
        """The shape of a product; None if two factors do not fit."""
        shape: Shape | None = self.shape(factors[0])
        for factor in factors[1:]:
            shape = shape and joined(shape, self.shape(factor))
        return shape

    def scope(self) -> Scope:
        """The kernel's scope of the letters so far, for multiplying out."""
        return Scope(self.statement(Compare(ZERO, "=", ZERO)))

    def multiplied_out(self, e: Expression) -> Polynomial:
        """The polynomial of an expression. Raises Unreadable for one that is huge."""
        if term_count(e) > HUGE:
            raise Unreadable(f"got a product of more than {HUGE} terms, but should be small enough to multiply out")
        return self.scope().expand(e)

    def statement(self, conclusion: Any) -> Statement:
        """The kernel's statement with all letters and hypotheses so far."""
        letters = tuple((name, *shape) for name, shape in self.letters.items())
        known = {n for shape in self.letters.values() for n in shape}
        # the kernel knows a dimension by a letter of that length, or from here
        ones = tuple(sorted(self.ones | (self.used_sizes - known), key=str))
        return Statement(letters, conclusion, tuple(self.hypotheses.items()), ones)


def kernel_name(symbol: Any) -> str:
    """How the kernel spells the name of a symbol."""
    return str(symbol.name).replace("'", "′").replace(" ", "_").replace("∂", "d")


def minus(e: Expression) -> Expression:
    """−e."""
    return ("mul", ("number", "-1"), e)


def as_base(e: Expression) -> str:
    """An expression as the base of ⁻¹ or ⁺ in the name of a letter."""
    return text(e) if e[0] == "letter" else f"({text(e)})"


def entry_label(k: int, n: Dimension) -> str:
    """The label of the k-th basis vector, counted from 0. Raises IllTyped for a k outside of 0 to n − 1."""
    if k < 0 or (isinstance(n, int) and k >= n):
        raise IllTyped(f"got the index {k}, but should be from 0 to {n} - 1")
    return str(k)


def _check_scalar(symbol: Any) -> None:
    """Raises Unreadable for a scalar symbol of which SymPy assumes more than a sign, or that is not real.

    SymPy would simplify by such an assumption, and the kernel's letter would not have it.
    """
    if symbol.is_extended_real is False or (symbol.is_complex and symbol.is_real is None):
        raise Unreadable(f"got {symbol}, which SymPy takes to be not real, but should be a real scalar")
    odd = [fact for fact in _OF_NUMBERS if symbol.assumptions0.get(fact)] or ["infinite"] * bool(symbol.is_infinite)
    if odd:
        raise Unreadable(f"got {symbol}, which SymPy takes to be {odd[0]}, but should be any real or a dimension > 0")


def _fact(symbol: Any, facts: list[str]) -> str:
    """The most specific of several assumptions, in words."""
    first = next((f for f in ("even", "odd", "prime", "composite", "negative", "positive") if f in facts), facts[0])
    return first if symbol.assumptions0[first] else f"not {first}"


def _decimal(e: Any) -> Any:
    """A short decimal as the fraction that its digits are. Raises Unreadable for a long one, which is rounded."""
    digits = f"{float(e):.{DIGITS}g}"
    if not e.is_finite or abs(float(digits) - float(e)) > 4e-16 * abs(float(e)):
        raise Unreadable(f"got the decimal {short(e)}, which is rounded; write a fraction, such as Rational(1, 2)")
    return sp.Rational(digits)


def _derivative(e: Any) -> Any:
    """SymPy's derivative of a number by one letter, once: the gradient, which has the shape of the letter."""
    f, *by = e.args
    if len(by) != 1 or by[0][1] != 1 or tuple(getattr(f, "shape", (1, 1))) != (1, 1):
        raise Unreadable(f"got Derivative ({short(e)}), but it has no meaning here{instead_of_node(e)}")
    return nodes.gradient(f, by[0][0])


SPELLED = {sp.Float: _decimal, sp.Derivative: _derivative}  # SymPy's spelling -> this language's
