"""Names and scopes: the translation of SymPy's symbols into kernel names.

All methods that read nodes take the meaning of a symbol, an index or a label from this module. A symbol that a sum or
an expectation binds has no kernel name while the body is read. It is a running column if an index or a random vector
is allowed at its place, and is refused elsewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sympy as sp

from pcaproofs.kernel import Dimension, Expression, IllTyped, KernelError
from pcaproofs.language import nodes
from pcaproofs.language.express import name_text
from pcaproofs.language.index_nodes import PART_SUMS, Leading
from pcaproofs.language.sizes import Terms, can_be_summed, is_sum, named
from pcaproofs.lookalikes import skeleton
from pcaproofs.terms import is_ones

MATRIX, SCALAR, DIMENSION, INDEX, RANDOM = "a matrix", "a scalar", "a dimension", "an index", "a random vector"
_SHAPED = (sp.MatrixSymbol, sp.Identity, sp.OneMatrix, sp.ZeroMatrix, nodes.Basis, Leading)
_OF_DIMENSIONS = sp.Symbol("n", integer=True, positive=True).assumptions0
_OF_INDICES = nodes.index("k").assumptions0
_OF_NUMBERS = ("integer", "rational", "irrational", "algebraic", "transcendental", "noninteger")  # known of no real


class Unreadable(KernelError):  # noqa: N818
    """A node, a relation or a use of a name has no meaning in the language; the message names it."""


class SameName(Unreadable):
    """Two different symbols of one statement have one name, or names that look the same."""


def kernel_name(symbol: Any) -> str:
    """How the kernel spells the name of a symbol."""
    return str(symbol.name).replace("'", "′").replace(" ", "_").replace("∂", "d")


@dataclass(frozen=True)
class Bound:
    """A symbol that a sum or an expectation binds: its running column, the column's length, INDEX or RANDOM."""

    column: Expression
    size: Dimension
    use: str


class Names:
    """The names of one statement, and the symbols bound where the reader stands."""

    def __init__(self) -> None:
        self.symbols: dict[str, Any] = {}  # name -> the SymPy object it stands for
        self.shown: dict[str, Any] = {}  # how a name looks to a reader -> the same object
        self.uses: dict[str, str] = {}  # name -> MATRIX, SCALAR, …
        self.labels: set[str] = set()  # of basis vectors that the author names
        self.bound: dict[Any, Bound] = {}
        self.lengths: set[Any] = set()  # symbols that occur as the length of something
        self.used_sizes: set[str] = set()  # the kernel names of dimensions
        self.size_sums: dict[str, None] = {}  # those that are sums of others
        self.assumed: list[str] = []  # what was assumed to give the statement a meaning, in words

    def find_dimensions(self, expressions: Iterable[Any]) -> None:
        """Collects the symbols that are lengths, so that each is read as a dimension wherever it occurs."""
        for node in (node for expression in expressions for node in sp.preorder_traversal(expression)):
            lengths: Iterable[Any] = ()
            if isinstance(node, nodes.Basis):
                self.labels.add(str(node.args[1].name))
            if isinstance(node, _SHAPED):
                lengths = node.shape
            elif isinstance(node, (nodes.ScalarSum, nodes.MatrixSum, *PART_SUMS)):
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
        self.bound[symbol] = Bound(column, size, use)
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
                self.assumed.append(
                    f"{name_text(name)} ≥ 1" if n.is_integer else f"{name_text(name)} is an integer ≥ 1"
                )
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

    def index_column(self, k: Any, n: Dimension, what: str) -> Bound | str:
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
            return self.entry_label(int(k), n)
        if not isinstance(k, sp.Symbol) or k.name.isdigit():
            raise Unreadable(f"got the index {k}, but should be a number or a symbol that is not written as one")
        if odd := [fact for fact, known in k.assumptions0.items() if _OF_INDICES.get(fact) != known]:
            raise Unreadable(
                f"got the index {k}, of which SymPy assumes {_fact(k, odd)}, but should be any integer >= 0"
            )
        return self.name_of(k, INDEX)

    def entry_label(self, k: int, n: Dimension) -> str:
        """The label of the k-th basis vector, counted from 0. Raises IllTyped for a k outside of 0 to n − 1."""
        if k < 0 or (isinstance(n, int) and k >= n):
            raise IllTyped(f"got the index {k}, but should be from 0 to {n} - 1")
        return str(k)

    def basis_label(self, label: str, n: Dimension) -> str:
        """The label of a basis vector that the author names. Raises Unreadable for the name of a bound index."""
        if any(label == symbol.name for symbol in self.bound):
            raise Unreadable(f"got a basis vector e_{label}, but here {label} is bound by a sum or an expectation")
        if not label.replace("_", "").isalnum():
            raise Unreadable(f"got a basis vector named {label!r}, but a name should be of letters and digits")
        return self.entry_label(int(label), n) if label.isdigit() else label


def check_scalar(symbol: Any) -> None:
    """Raises Unreadable for a scalar symbol of which SymPy assumes more than a sign, or that is not real.

    SymPy would simplify by such an assumption, and the kernel's letter would not have it.
    """
    if symbol.is_extended_real is False or (symbol.is_complex and symbol.is_real is None):
        raise Unreadable(f"got {symbol}, which SymPy takes to be not real, but should be a real scalar")
    if odd := [fact for fact in _OF_NUMBERS if symbol.assumptions0.get(fact)] or symbol.is_infinite:
        what = odd[0] if isinstance(odd, list) else "infinite"
        raise Unreadable(f"got {symbol}, which SymPy takes to be {what}, but should be any real or a dimension > 0")


def _fact(symbol: Any, facts: list[str]) -> str:
    """The most specific of several assumptions, in words."""
    first = next((f for f in ("even", "odd", "prime", "composite", "negative", "positive") if f in facts), facts[0])
    return first if symbol.assumptions0[first] else f"not {first}"
