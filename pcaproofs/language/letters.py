"""The letters of a statement and what is known of them, collected while it is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from pcaproofs.kernel import Compare, Dimension, Expression, IllTyped, Scope, Statement
from pcaproofs.language import nodes
from pcaproofs.language.express import name_text, text
from pcaproofs.language.shapes import shape_of
from pcaproofs.language.size import HUGE, terms
from pcaproofs.lookalikes import skeleton

Hint = tuple[str, tuple[str, ...]]
ZERO: Expression = ("number", "0")


class Unreadable(IllTyped):
    """A node of SymPy that has no meaning here; the message names it."""


class Letters:
    """Collects letters and hypotheses while expressions are read."""

    def __init__(self) -> None:
        self.letters: dict[str, tuple[Dimension, Dimension]] = {}
        self.symbols: dict[str, Any] = {}  # name -> the SymPy object it stands for
        self.shown: dict[str, Any] = {}  # how a name looks -> the same
        self.sizes: set[Any] = set()
        self.ones: set[Dimension] = set()
        self.used_sizes: set[str] = set()
        self.hypotheses: dict[str, Compare] = {}
        self.hints: list[Hint] = []
        self.assumed: list[str] = []
        self.depends: dict[str, set[str]] = {}
        self.bound: dict[Any, Dimension] = {}  # running indices of sums, random vectors of expectations
        self.bases: dict[Dimension, list[str]] = {}
        self.derived: dict[tuple[str, Expression], str] = {}

    def find_dimensions(self, expressions: Iterable[Any]) -> None:
        """Every symbol that is the length of something, so that it is read as a dimension wherever it stands."""
        for expression in expressions:
            for node in sp.preorder_traversal(expression):
                if isinstance(node, sp.MatrixSymbol | sp.Identity | sp.OneMatrix | sp.ZeroMatrix | nodes.Basis):
                    self.sizes.update(n for n in node.shape if isinstance(n, sp.Symbol))
                elif isinstance(node, nodes.ScalarSum | nodes.MatrixSum):
                    self.sizes.update({node.args[2]} if isinstance(node.args[2], sp.Symbol) else ())

    def dimension(self, n: Any) -> Dimension:
        if isinstance(n, sp.Integer | int) and int(n) >= 1:
            return int(n)
        if isinstance(n, sp.Symbol) and n.is_positive is not False and n.is_integer is not False:
            _any_size(n)
            self.used_sizes.add(self.name_of(n))
            return self.name_of(n)
        raise Unreadable(f"got dimension {n}, but should be a symbol or an integer >= 1")

    def name_of(self, symbol: Any) -> str:
        """A kernel name, the same for the same symbol and for no other."""
        name = str(symbol.name).replace("'", "′").replace(" ", "_").replace("∂", "d")
        if name not in self.symbols and (not name.isprintable() or name.startswith("1[")):
            raise Unreadable(
                f"got a symbol named {name!r}, but a name should be printable, and not written as the ones are"
            )
        if self.symbols.setdefault(name, symbol) != symbol:
            raise Unreadable(f"got two different symbols that are both written {name}, but should be one name each")
        twin = self.shown.setdefault(skeleton(name_text(name)), symbol)
        if twin != symbol:
            raise Unreadable(f"got {twin} and {name}, which are both written {name_text(name)}; give one another name")
        return name

    def index_name(self, k: Any) -> str:
        """How an index is written, which a number and one symbol share with no other."""
        if str(k).isdigit() and not isinstance(k, sp.Integer):
            raise Unreadable(f"got a symbol that is written {k}, but should be told apart from a number")
        return str(k) if isinstance(k, sp.Integer) else self.name_of(k)

    def reserve(self, name: str, meaning: Any) -> None:
        """Keeps a name for a letter of ours, so that no symbol that is written alike is taken for it."""
        if self.symbols.setdefault(name, meaning) != meaning:
            raise Unreadable(f"got a symbol that is written {name}, which here is {meaning}; give it another name")

    def matrix_letter(self, symbol: Any) -> Expression:
        name = self.name_of(symbol)
        self.letters[name] = (self.dimension(symbol.shape[0]), self.dimension(symbol.shape[1]))
        return ("letter", name)

    def scalar_letter(self, symbol: Any) -> Expression:
        if symbol in self.sizes or (symbol.is_integer and symbol.is_positive):
            _any_size(symbol)
            name = self.name_of(symbol)
            self.used_sizes.add(name)
            return ("size", name)
        if symbol.is_integer:
            raise Unreadable(
                f"got {symbol}, which SymPy takes to be an integer, but should be a real or a dimension > 0"
            )
        if symbol.is_extended_real is False or (symbol.is_complex and symbol.is_real is None):
            raise Unreadable(f"got {symbol}, which SymPy takes to be not real, but should be a real scalar")
        name = self.name_of(symbol)
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
        self.ones.add(n)
        return ("letter", f"1[{n}]")

    def basis_vector(self, n: Dimension, label: str, *, distinct: bool) -> Expression:
        """e_label of length n; orthogonal to every other one that is known to be distinct."""
        name = f"e_{label}"
        self.reserve(name, f"the basis vector {label}")
        e: Expression = ("letter", name)
        if name in self.letters:
            if self.letters[name] != (n, 1):
                raise Unreadable(
                    f"got the index {label} for lengths {self.letters[name][0]} and {n}, but should be one"
                )
            return e
        self.letters[name] = (n, 1)
        self.hints.append(("basis", (name,)))
        self.add(("mul", ("t", e), e), "=", ("number", "1"))
        self.add(("mul", ("t", e), self.ones_column(n)), "=", ("number", "1"))
        if distinct:
            for other in self.bases.setdefault(n, []):
                self.add(("mul", ("t", ("letter", other)), e), "=", ZERO)
            self.bases[n].append(name)
        return e

    def add(self, left: Expression, relation: str, right: Expression) -> str:
        """Adds a hypothesis, named by what it says; returns the name."""
        if terms(left) + terms(right) > HUGE:
            raise Unreadable(f"got a hypothesis of more than {HUGE} terms, but should be small enough to multiply out")
        shown = {"=": "=", ">=": "≥", ">": ">", "!=": "≠"}[relation]
        name, k, h = f"{text(left)} {shown} {text(right)}", 1, Compare(left, relation, right)
        while self.hypotheses.setdefault(name, h) != h:  # products that are grouped differently look alike
            name, k = f"{text(left)} {shown} {text(right)} ({k + 1})", k + 1
        return name

    def derived_letter(
        self, kind: str, name: str, of: Expression, shape: tuple[Dimension, Dimension]
    ) -> tuple[str, bool]:
        """The letter that stands for a function of an expression, and whether it is new."""
        key = (kind, of)
        if key in self.derived:
            return self.derived[key], False
        base, k = name.replace(" ", ""), 1
        while name in self.letters or name != name.replace(" ", "") or name in self.symbols:
            name, k = (base if k == 1 else f"{base}_{k}"), k + 1
        self.derived[key] = name
        self.reserve(name, f"the {kind} of {text(of)}")
        self.letters[name] = shape
        self.depends[name] = self.names_in(of)
        return name, True

    def names_in(self, e: Expression) -> set[str]:
        own = {x[1] for x in walk(e) if x[0] in ("letter", "inverse")}
        return own.union(*(self.depends.get(name, ()) for name in own))

    def determined(self, name: str) -> set[str]:
        """The letters that a hypothesis `name` = … writes it in, and those that they are written in."""
        found: set[str] = set()
        new = {name}
        while new:
            found |= new
            x: Expression = ("letter", new.pop())
            for h in self.hypotheses.values():
                if h.relation == "=" and x in (h.left, h.right):
                    others = self.names_in(h.right if h.left == x else h.left)
                    new |= others - found if x[1] not in others else set()
        return found - {name}

    def shape(self, e: Expression) -> tuple[Dimension, Dimension]:
        return shape_of(e, self.letters | {f"1[{n}]": (n, 1) for n in self.ones})

    def scope(self) -> Scope:
        return Scope(self.statement(Compare(ZERO, "=", ZERO)))

    def statement(self, conclusion: Any) -> Statement:
        letters = tuple((name, *shape) for name, shape in self.letters.items())
        known = {n for shape in self.letters.values() for n in shape}
        ones = tuple(sorted(self.ones | (self.used_sizes - known), key=str))  # a length is known by what has it
        return Statement(letters, conclusion, tuple(self.hypotheses.items()), ones)


def _any_size(symbol: Any) -> None:
    """Refuses a symbol of which SymPy knows more than that it is an integer >= 1."""
    for kind in ("even", "odd", "prime", "composite"):
        if getattr(symbol, f"is_{kind}") is not None:
            raise Unreadable(f"got {symbol}, of which SymPy assumes {kind}, but should be any integer >= 1")


def walk(e: Expression) -> Iterable[Expression]:
    """An expression and all its parts."""
    yield e
    for part in e[1:]:
        if isinstance(part, tuple):
            yield from walk(part)
