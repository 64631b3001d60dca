"""The letters and hypotheses of a statement, collected while it is read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from pcaproofs.kernel import Compare, Dimension, Expression, Scope, Statement
from pcaproofs.language.derived import VALUED, Derived, Kind, Notation, basis_name, definition, place_of, same_place
from pcaproofs.language.express import name_text, text
from pcaproofs.language.names import MATRIX, SCALAR, Bound, Names, Unreadable, check_scalar
from pcaproofs.language.sizes import is_at_least
from pcaproofs.terms import HUGE, Shape, joined, ones_column, ones_name, shape_of, term_count, walk

# For the search for points: a hypothesis's kind and its letters, such as ("unit", ("w",)); the kind of a determinant or
# the like, its letter and of what it is one; ("plain", (name,)) for an author's letter that is named like one of these.
Hint = tuple[str, tuple[Any, ...]]
ZERO: Expression = ("number", "0")
BY_NORMAL_FORM = (Kind.INVERSE, Kind.RECIPROCAL, Kind.ROOT, Kind.PSEUDO_INVERSE, Kind.LOGARITHM, Kind.ADJUGATE)
MAX_COMPARED = 60  # terms of an expression that is compared with others multiplied out


class Letters(Names):
    """Collects the letters and hypotheses of one statement; `statement` makes the kernel's Statement of them."""

    def __init__(self) -> None:
        super().__init__()
        self.letters: dict[str, tuple[Dimension, Dimension]] = {}
        self.ones: set[Dimension] = set()
        self.hypotheses: dict[str, Compare] = {}
        self.hints: list[Hint] = []
        self.depends: dict[str, set[str]] = {}  # derived letter -> the letters of which it is a function
        self.by_entries = False  # whether entries in the same row or column are compared
        self.apart: list[tuple[Any, Any]] = []  # indices that are different
        self.bases: dict[Dimension, list[str]] = {}  # length -> labels of basis vectors that are different
        self.sums: list[tuple[Expression, str, Dimension, Expression]] = []  # value, running column, length, body
        self.functions: list[tuple[Expression, Kind, Expression | None]] = []  # value, determinant or adjugate, of what
        self.derived: dict[str, Derived] = {}
        self.optimised: set[str] = set()  # scalars that an optimum varies; their reciprocals vary with them
        self._function_letters: dict[tuple[Kind, Expression], str] = {}

    def matrix_letter(self, symbol: Any) -> Expression:
        """A matrix symbol; the running column if a sum or an expectation binds it."""
        if symbol in self.bound:
            return self.bound[symbol].column
        name = self.name_of(symbol, MATRIX)
        self.letters[name] = (self.dimension(symbol.shape[0]), self.dimension(symbol.shape[1]))
        return ("letter", name)

    def scalar_letter(self, symbol: Any) -> Expression:
        """A scalar symbol, with the sign that SymPy assumes of it as a hypothesis; or a dimension."""
        if symbol not in self.bound and self.is_dimension(symbol):
            return ("size", str(self.dimension(symbol)))
        name = self.name_of(symbol, SCALAR)
        check_scalar(symbol)
        if name not in self.letters:
            self.letters[name] = (1, 1)
            signs = (
                ("positive", ">", symbol.is_positive),
                ("nonnegative", ">=", symbol.is_nonnegative and not symbol.is_positive),
                ("nonzero", "!=", symbol.is_nonzero and not symbol.is_positive and not symbol.is_negative),
            )
            if symbol.is_nonpositive:
                self.add(("mul", ("number", "-1"), ("letter", name)), ">" if symbol.is_negative else ">=", ZERO)
            for kind, relation, holds in signs:
                if holds:
                    self.add(("letter", name), relation, ZERO)
                    self.hints.append((kind, (name,)))
        return ("letter", name)

    def ones_column(self, n: Dimension) -> Expression:
        """The column of n ones."""
        self.ones.add(n)
        return ones_column(n)

    def standard_column(self, k: Any, n: Dimension, what: str = "entries") -> Expression:
        """e_k of length n for an index k that is bound, a number, or free; the number 1 if n = 1."""
        label = self.index_column(k, n, what)
        if isinstance(label, Bound):
            return label.column
        return ("number", "1") if n == 1 else self.basis_vector(n, label, distinct=label.isdigit())

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
            self.define(name, Derived(Kind.BASIS, label=label))
        elif self.letters[name] != (n, 1):
            raise Unreadable(f"got the index {label} for lengths {self.letters[name][0]} and {n}, but should be one")
        if distinct and label not in self.bases.setdefault(n, []):
            for other in self.bases[n]:
                self.add(("mul", ("t", ("letter", basis_name(other))), e), "=", ZERO)
            self.bases[n].append(label)
        return e

    def same_places(self) -> None:
        """Adds eᵢeᵢᵀeⱼ = eⱼeᵢᵀeⱼ for basis vectors that may be the same: they are, or both sides are zero."""
        names = [name for name, d in self.derived.items() if d.kind is Kind.BASIS and name in self.letters]
        for a, b in combinations(names if self.by_entries else [], 2):
            apart = all(self.derived[x].label in self.bases.get(self.letters[x][0], ()) for x in (a, b))
            if self.letters[a] == self.letters[b] and not apart:
                h = same_place(a, b)
                self.add(h.left, h.relation, h.right)
                self.hints.append(("places", (a, b)))

    def different_places(self, i: Any, j: Any) -> None:
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

    def late_places(self) -> None:
        """Adds n ≥ k + 1 for an entry k, unless n is certain to be that large because of distinct basis vectors."""
        for n, labels in self.bases.items():
            least = max((place + 1 for place in map(place_of, labels) if place is not None), default=0)
            if least > len(labels) and not is_at_least(n, least):
                self.add(("size", str(n)), ">=", ("number", str(least)))

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

    def add(self, left: Expression, relation: str, right: Expression) -> str:
        """Adds a hypothesis; its name is its printed text, which is the result.

        Raises Unreadable for a hypothesis of more than HUGE terms.
        """
        if term_count(left) + term_count(right) > HUGE:
            raise Unreadable(f"got a hypothesis of more than {HUGE} terms, but should be small enough to multiply out")
        shown = {"=": "=", ">=": "≥", ">": ">", "!=": "≠"}[relation]
        name, k, h = f"{text(left)} {shown} {text(right)}", 1, Compare(left, relation, right)
        if relation == ">" and left[0] == "size":  # the kernel has a built-in fact with this name
            name += " (given)"
        while self.hypotheses.setdefault(name, h) != h:  # A(BC) and (AB)C are printed alike
            name, k = f"{text(left)} {shown} {text(right)} ({k + 1})", k + 1
        return name

    def define(self, name: str, derived: Derived) -> None:
        """Records the meaning of a letter, and adds its defining hypotheses."""
        self.derived[name] = derived
        for h in definition(name, derived, self.letters[name]):
            self.add(h.left, h.relation, h.right)

    def function_letter(self, kind: Kind, of: Expression, name: str, shape: Shape) -> tuple[str, bool]:
        """The letter for a function of an expression, and whether it is new; a new letter gets its definition."""
        key = (kind, of)
        if key not in self._function_letters and (same := self._same_function(kind, of)) is not None:
            self._function_letters[key] = same
        if key in self._function_letters:
            return self._function_letters[key], False
        base, k = name.replace(" ", ""), 1
        while name in self.letters or name != name.replace(" ", "") or name in self.symbols:
            name, k = (base if k == 1 else f"{base}_{k}"), k + 1
        self._function_letters[key] = name
        self.reserve(name, f"the {kind.value} of {text(of)}")
        self.letters[name] = shape
        self.depends[name] = self.names_in(of)
        if kind in VALUED:
            self.hints.append((kind.value, (name, of)))
        self.define(name, Derived(kind, of))
        return name, True

    def _same_function(self, kind: Kind, of: Expression) -> str | None:
        """The letter for the same function of an expression that is equal to `of` when both are multiplied out."""
        if kind not in BY_NORMAL_FORM or term_count(of) > MAX_COMPARED:
            return None
        shape, others = self.shape(of), [(e, name) for (k, e), name in self._function_letters.items() if k is kind]
        others = [(e, name) for e, name in others if self.shape(e) == shape and term_count(e) <= MAX_COMPARED]
        if not others:
            return None
        scope = self.scope()
        value = scope.expand(of)
        return next((name for e, name in others if scope.expand(e) == value), None)

    def inverse_letter(self, of: Expression) -> Expression:
        """The letter of an inverse, and the assumption that the matrix is invertible."""
        known = self.known_inverse(of)
        if known is not None:
            return known
        name, new = self.function_letter(Kind.INVERSE, of, Notation.INVERSE.write(as_base(of)), self.shape(of))
        if new:
            self.assumed.append(f"{self.as_written(of)} is invertible")
            if of[0] == "letter":
                self.hints.append(("inverse", (name, of[1])))
        return ("letter", name)

    def as_written(self, e: Expression) -> str:
        """An expression in readable form."""
        return text(e)

    def known_inverse(self, of: Expression) -> Expression | None:
        """The letter of an inverse that the statement has already, or None."""
        name = self._function_letters.get((Kind.INVERSE, of))
        return None if name is None else ("letter", name)

    def names_in(self, e: Expression) -> set[str]:
        """The letters in an expression, and those of which derived letters in it are functions."""
        own = {x[1] for x in walk(e) if x[0] in ("letter", "inverse")}
        return own.union(*(self.depends.get(name, ()) for name in own))

    def shape(self, e: Expression) -> tuple[Dimension, Dimension]:
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

    def statement(self, conclusion: Any) -> Statement:
        """The kernel's statement with all letters and hypotheses so far."""
        letters = tuple((name, *shape) for name, shape in self.letters.items())
        known = {n for shape in self.letters.values() for n in shape}
        ones = tuple(
            sorted(self.ones | (self.used_sizes - known), key=str)
        )  # the kernel knows a dimension by a letter of that length, or from here
        return Statement(letters, conclusion, tuple(self.hypotheses.items()), ones)


def as_base(e: Expression) -> str:
    """An expression as the base of ⁻¹ or ⁺ in the name of a letter."""
    return text(e) if e[0] == "letter" else f"({text(e)})"
