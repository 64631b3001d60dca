r"""The surface tree: the syntax tree of a formula, before the kinds of its letters are known.

A node has its place in the note (`span`) and, if there are several notations, the one used (`how`); equality ignores
both. Decisions that need types are made later: juxtaposition is a flat product, so f(w), λ(p − 1) and P_U(x) are all a
letter beside a group; x^k is a superscript; |A| is an expression in bars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from operator import is_
from typing import Any, ClassVar

from pcaproofs.notes.text.source import Span


@dataclass(frozen=True, kw_only=True)
class Node:
    """Any part of a formula; span: the offset of its first character in the note, and the offset after its last one."""

    span: Span = field(default=(0, 0), compare=False)
    how: str = field(default="", compare=False)
    holding: ClassVar[tuple[str, ...]] = ()  # the fields that can hold nodes

    def __init_subclass__(cls) -> None:
        """Finds the fields that can hold nodes, by their annotations."""
        cls.holding = tuple(name for name, kind in cls.__annotations__.items() if "Node" in kind)

    @cached_property
    def below(self) -> tuple[Node, ...]:
        """The children of the node, in the order of its fields; cached, because trees are walked very often."""
        return tuple(x for name in self.holding for x in _below(getattr(self, name)))

    @cached_property
    def within(self) -> tuple[Node, ...]:
        """The node and all nodes below it, each before those below it; cached as `below` is."""
        out, stack = list[Node](), [self]
        while stack:
            out.append(found := stack.pop())
            stack += found.below[::-1]
        return tuple(out)


@dataclass(frozen=True)
class Name(Node):
    r"""A letter or a word, `\bar{\mathbf{x}}_{i}'`; accents: the inner first; mark: * ⊥ ∩ + † ∘; upper: as in w^{(t)}."""

    base: str
    font: str = field(default="", kw_only=True)
    accents: tuple[str, ...] = field(default=(), kw_only=True)
    primes: int = field(default=0, kw_only=True)
    subscript: Node | None = field(default=None, kw_only=True)
    mark: str = field(default="", kw_only=True)
    upper: Node | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Num(Node):
    """A number as it is written, `0.95`."""

    text: str


@dataclass(frozen=True)
class Dots(Node):
    r"""Dots of any kind, `\dots`."""


@dataclass(frozen=True)
class Blank(Node):
    """Nothing, where something could stand: `= b`, an empty cell."""


@dataclass(frozen=True)
class Words(Node):
    r"""Prose in a formula, `\text{by linearity}`."""

    text: str


@dataclass(frozen=True)
class Group(Node):
    """Something in brackets ( [ or {: `(a + b)`, `[a, b)`."""

    body: Node
    opening: str = "("
    closing: str = ")"


UPPER_INDEX = Group(Blank())  # above a letter whose index is written there, as in x^{(i)}


@dataclass(frozen=True)
class Listed(Node):
    r"""At least two items separated by commas, `x_1, \dots, x_n`."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class SetOf(Node):
    r"""The set of the elements that satisfy a condition, `\{x \mid x > 0\}`."""

    element: Node
    condition: Node


@dataclass(frozen=True)
class Sum(Node):
    r"""Terms with their signs, `-a + b \pm c`; the first sign may be empty."""

    terms: tuple[Node, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Product(Node):
    r"""At least two factors and the marks between them, `(x \cdot w) w`."""

    factors: tuple[Node, ...]
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Frac(Node):
    r"""A fraction with a bar, `\frac{1}{n}`."""

    top: Node
    bottom: Node


@dataclass(frozen=True)
class Root(Node):
    r"""A root, `\sqrt[3]{2}`."""

    body: Node
    degree: Node | None = None


@dataclass(frozen=True)
class Transpose(Node):
    r"""The transpose in any spelling, `X^{\top}`."""

    base: Node


@dataclass(frozen=True)
class Power(Node):
    """Something raised: a power or an upper index, `A^{-1}`, `X^{i}`."""

    base: Node
    exponent: Node


@dataclass(frozen=True)
class Marked(Node):
    """A mark on what is no name: a pseudo-inverse, an optimum, `(AB)^{+}`."""

    base: Node
    mark: str


@dataclass(frozen=True)
class Indexed(Node):
    """An index on what is no name, `(XX^T)_{ij}`."""

    base: Node
    index: Node


@dataclass(frozen=True)
class Accented(Node):
    r"""An accent on what is no name, `\overline{Xw}`."""

    accent: str
    body: Node


@dataclass(frozen=True)
class Norm(Node):
    r"""An expression in double bars with the subscript of the second one, `\lVert x\rVert_{2}`."""

    body: Node
    subscript: Node | None = None


@dataclass(frozen=True)
class Bars(Node):
    r"""An expression in single bars, `\lvert A\rvert`: an absolute value, a determinant or a size."""

    body: Node


@dataclass(frozen=True)
class Inner(Node):
    r"""An inner product, `\langle x, y\rangle`."""

    left: Node
    right: Node


@dataclass(frozen=True)
class Big(Node):
    """Σ, ∏, ⋃, ⋂ or ∫ with what is below and above; the body is a term and extends as far as its index is used."""

    sign: str
    body: Node
    lower: Node | None = None
    upper: Node | None = None


@dataclass(frozen=True)
class Trace(Node):
    """A trace; how: the bracket, empty if there is none."""

    body: Node


@dataclass(frozen=True)
class Moment(Node):
    """E, Var, Cov, Std, Corr, or ⟨⟩ for angle brackets around one thing; subscript: over what."""

    kind: str
    body: Node
    subscript: Node | None = None


@dataclass(frozen=True)
class Operator(Node):
    r"""Another named function and its argument, `\operatorname{diag}(a, b)`."""

    name: str
    body: Node
    subscript: Node | None = None


@dataclass(frozen=True)
class Gradient(Node):
    r"""∇ and its variable, if it is written: a factor beside what it acts on, `\nabla_{w}`."""

    variable: Node | None = None


@dataclass(frozen=True)
class Partial(Node):
    """A derivative in variables; body: Blank if it stands beside what it acts on; how: ∂ or d."""

    body: Node
    variables: tuple[Node, ...]
    order: Node | None = None


@dataclass(frozen=True)
class Matrix(Node):
    """Cells in rows; brackets: ( [ { or none; cases are { without a right bracket, written {."""

    rows: tuple[tuple[Node, ...], ...]
    brackets: str = "("


@dataclass(frozen=True)
class Chain(Node):
    r"""Relations, ∈ among them, `A = B \le C`: terms[0] signs[0] terms[1] and so on."""

    terms: tuple[Node, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Quantified(Node):
    r"""∀, ∃ or ∃! with variables and body, `\forall i\ x_i = 0`; how: `after` if the quantifier comes last."""

    sign: str
    variables: Node
    body: Node


@dataclass(frozen=True)
class Problem(Node):
    r"""sense: min, max, argmin, argmax, inf or sup, as in `\max_{w} f \quad \text{s.t.}\ g = 1`."""

    sense: str
    body: Node
    variables: Node | None = None
    constraints: tuple[Node, ...] = ()


@dataclass(frozen=True)
class SubjectTo(Node):
    """Constraints on an expression that is no problem."""

    body: Node
    constraints: tuple[Node, ...]


@dataclass(frozen=True)
class Because(Node):
    r"""The reason for the statement before it, `\because n > 0`."""

    body: Node


@dataclass(frozen=True)
class Sentence(Node):
    r"""Statements and words one after the other, `a = b \text{ and } c = d`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Arrow(Node):
    """Statements with ⇒, ⇐ or ⇔: terms[0] signs[0] terms[1] …; terms[0] is Blank if the arrow comes first."""

    terms: tuple[Node, ...]
    signs: tuple[str, ...]


def as_written(name: Name) -> Name:
    """A letter with its upper index as it is written: above it, and a second index below."""
    if name.upper != UPPER_INDEX or name.subscript is None:
        return name
    above, below = name.subscript.items if isinstance(name.subscript, Listed) else (name.subscript, None)
    return replace(name, upper=Group(above), subscript=below)


def children(node: Node) -> Iterator[Node]:
    """The children of a node, in the order of their fields."""
    return iter(node.below)


def nodes(node: Node) -> Iterator[Node]:
    """A node and all nodes below it, each before those below it."""
    return iter(node.within)


def _below(value: object) -> tuple[Node, ...]:
    """The nodes in a field."""
    if isinstance(value, Node):
        return (value,)
    return tuple(x for part in value for x in _below(part)) if isinstance(value, tuple) else ()


def with_children(node: Node, parts: Sequence[Node]) -> Node:
    """A node with other children, in the order of `children`; the node itself if they are its own."""
    if all(map(is_, parts, node.below)):
        return node
    rest = iter(parts)

    def value(old: object) -> Any:
        if isinstance(old, Node):
            return next(rest)
        return tuple(map(value, old)) if isinstance(old, tuple) else old

    return replace(node, **{name: value(getattr(node, name)) for name in node.holding})


def rebuilt(node: Node, change: Callable[[Node], Node]) -> Node:
    """A tree in which each node is changed, after those below it."""
    return change(with_children(node, [rebuilt(x, change) for x in node.below]) if node.below else node)


def index_names(big: Big) -> frozenset[str]:
    """The letters below a large operator that it binds: i of i = 1, 1 ≤ i ≤ n, i ∈ S, i, j."""
    return frozenset() if big.lower is None else frozenset(_bound(big.lower))


def _bound(lower: Node) -> set[str]:
    match lower:
        case Name(subscript=None):
            return {lower.base}
        case Listed(items) | Sentence(items) | Product(factors=items):
            return set().union(*map(_bound, items))
        case Chain(terms=(_, one, other, _), signs=("≤", "<" | "≤", "≤")):  # of 1 ≤ i < j ≤ n
            return _bound(one) | _bound(other)
        case Chain(terms, signs):
            return _bound(terms[1 if len(terms) > 2 and signs[0] in ("≤", "<") else 0])
        case Group(body):
            return _bound(body)
    return set()


@lru_cache(maxsize=1 << 12)
def free(node: Node) -> frozenset[str]:
    """The bases of the letters in a formula and its indices, except those that a large operator in it binds."""
    found = frozenset({node.base} if isinstance(node, Name) else ()).union(*map(free, node.below))
    match node:
        case Big():
            return found - index_names(node)
        case Quantified(variables=variables):
            return found - _bound(variables)
    return found
