r"""The surface tree: the syntax tree of a formula, before the kinds of its letters are known.

A node has its place in the note (`span`) and, if there are several notations, the one used (`how`); equality ignores
both. Decisions that need types are made later: juxtaposition is a flat product, so f(w), λ(p − 1) and P_U(x) are all a
letter beside a group; x^k is a superscript; |A| is an expression in bars.

| node        | meaning                                                       | in LaTeX                            |
| ----------- | ------------------------------------------------------------- | ----------------------------------- |
| Name        | a letter or a word, with all that belongs to its name         | `\bar{\mathbf{x}}_{i}'`, `b^{*}`    |
| Num         | digits                                                        | `0.95`                              |
| Dots        | dots of any kind                                              | `\dots`                             |
| Blank       | nothing, where something could stand: `= b`, an empty cell    |                                     |
| Words       | prose in a formula                                            | `\text{by linearity}`               |
| Group       | something in brackets                                         | `(a+b)`, `[a, b)`                   |
| Listed      | several things with commas                                    | `x_1, \dots, x_n`                   |
| SetOf       | those that have a property                                    | `\{x \mid x > 0\}`                  |
| Sum         | signed terms                                                  | `-a + b \pm c`                      |
| Product     | factors; between two of them a mark or nothing                | `(x \cdot w) w`                     |
| Frac, Root  | a fraction, a root                                            | `\frac{1}{n}`, `\sqrt{2}`           |
| Transpose   | the transpose in any spelling                                 | `X^{\top}`                          |
| Power       | something raised: a power, or an upper index                  | `A^{-1}`, `X^{i}`                   |
| Marked      | a mark on what is no name: pseudo-inverse, optimum, …         | `(AB)^{+}`                          |
| Indexed     | an index on what is no name                                   | `(X X^T)_{i j}`                     |
| Accented    | an accent on what is no name                                  | `\overline{X w}`                    |
| Norm, Bars  | between double bars, between single ones                      | `\lVert x\rVert_{2}`, `\lvert A\rvert` |
| Inner       | an inner product                                              | `\langle x, y\rangle`               |
| Big         | Σ, ∏, ⋃, ⋂, ∫ with what is below, above, and its body         | `\sum_{i=1}^{n} x_{i}`              |
| Trace       | a trace                                                       | `\operatorname{tr}(A)`              |
| Moment      | E, Var, Cov, Std, Corr, ⟨x⟩                                   | `\operatorname{Var}(X w)`           |
| Operator    | another function that has a name of its own                   | `\operatorname{diag}(a, b)`         |
| Gradient    | ∇, a factor beside what it acts on                            | `\nabla_{w}`                        |
| Partial     | a derivative; its body Blank: beside what it acts on          | `\frac{\partial f}{\partial w}`     |
| Matrix      | cells                                                         | `\begin{pmatrix} a & b\end{pmatrix}` |
| Chain       | terms with relation signs between them; ∈ is one of them      | `A = B \le C`                       |
| Quantified  | ∀, ∃, ∃! with its letters and what is said of them            | `\forall i\ x_{i} = 0`              |
| Problem     | min, max, argmin, argmax with variables and constraints       | `\max_{w} f \quad \text{s.t.}\ …`   |
| SubjectTo   | constraints on something that is no problem                   | `f \quad \text{s.t.}\ g = 1`        |
| Because     | the reason after ∵                                            | `\because n > 0`                    |
| Sentence    | statements and words one after the other                      | `a = b \text{ and } c = d`          |
| Arrow       | statements with ⇒, ⇐ or ⇔ between them                        | `A \iff B`                          |
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import is_
from typing import Any

from pcaproofs.notes.text.source import Span


@dataclass(frozen=True, kw_only=True)
class Node:
    """Any part of a formula; span: the offset of its first character in the note, and the offset after its last one."""

    span: Span = field(default=(0, 0), compare=False)
    how: str = field(default="", compare=False)

    @cached_property
    def below(self) -> tuple[Node, ...]:
        """The children of the node, in the order of its fields; cached, because trees are walked very often."""
        out: list[Node] = []
        for name in _PARTS.get(type(self)) or _parts(type(self)):
            _collect(getattr(self, name), out)
        return tuple(out)

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
    """A letter or a word. accents: from the inside out. mark: * ⊥ ∩ + † ∘ above. upper: a name above, as in w^{(t)}."""

    base: str
    font: str = field(default="", kw_only=True)
    accents: tuple[str, ...] = field(default=(), kw_only=True)
    primes: int = field(default=0, kw_only=True)
    subscript: Node | None = field(default=None, kw_only=True)
    mark: str = field(default="", kw_only=True)
    upper: Node | None = field(default=None, kw_only=True)


@dataclass(frozen=True)
class Num(Node):
    """A number as it is written."""

    text: str


@dataclass(frozen=True)
class Dots(Node):
    """Dots."""


@dataclass(frozen=True)
class Blank(Node):
    """Nothing."""


@dataclass(frozen=True)
class Words(Node):
    """Prose."""

    text: str


@dataclass(frozen=True)
class Group(Node):
    """Something in brackets: ( [ or {."""

    body: Node
    opening: str = "("
    closing: str = ")"


UPPER_INDEX = Group(Blank())  # above a letter whose index is written there, as in x^{(i)}


@dataclass(frozen=True)
class Listed(Node):
    """At least two items separated by commas."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class SetOf(Node):
    """The set of the elements that satisfy a condition."""

    element: Node
    condition: Node


@dataclass(frozen=True)
class Sum(Node):
    """Terms with their signs; the first one's may be empty."""

    terms: tuple[Node, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Product(Node):
    """At least two factors, and the marks between them."""

    factors: tuple[Node, ...]
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Frac(Node):
    """A fraction with a bar."""

    top: Node
    bottom: Node


@dataclass(frozen=True)
class Root(Node):
    """A root."""

    body: Node
    degree: Node | None = None


@dataclass(frozen=True)
class Transpose(Node):
    """The transpose."""

    base: Node


@dataclass(frozen=True)
class Power(Node):
    """Something raised."""

    base: Node
    exponent: Node


@dataclass(frozen=True)
class Marked(Node):
    """An expression with a mark as superscript."""

    base: Node
    mark: str


@dataclass(frozen=True)
class Indexed(Node):
    """An expression with an index as subscript."""

    base: Node
    index: Node


@dataclass(frozen=True)
class Accented(Node):
    """An expression with an accent."""

    accent: str
    body: Node


@dataclass(frozen=True)
class Norm(Node):
    """An expression in double bars, with the subscript of the second one."""

    body: Node
    subscript: Node | None = None


@dataclass(frozen=True)
class Bars(Node):
    """An expression in single bars: an absolute value, a determinant or a size."""

    body: Node


@dataclass(frozen=True)
class Inner(Node):
    """An inner product."""

    left: Node
    right: Node


@dataclass(frozen=True)
class Big(Node):
    """A large operator with its body, which is at least a term and extends as far as its index is used."""

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
    """A named function and its argument."""

    name: str
    body: Node
    subscript: Node | None = None


@dataclass(frozen=True)
class Gradient(Node):
    """∇ and its variable, if it is written."""

    variable: Node | None = None


@dataclass(frozen=True)
class Partial(Node):
    """A derivative in variables; how: ∂ or d."""

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
    """Relations: terms[0] signs[0] terms[1] and so on."""

    terms: tuple[Node, ...]
    signs: tuple[str, ...]


@dataclass(frozen=True)
class Quantified(Node):
    """A quantifier with its variables and body; how: `after` if the quantifier comes last."""

    sign: str
    variables: Node
    body: Node


@dataclass(frozen=True)
class Problem(Node):
    """sense: min, max, argmin, argmax, inf or sup."""

    sense: str
    body: Node
    variables: Node | None = None
    constraints: tuple[Node, ...] = ()


@dataclass(frozen=True)
class SubjectTo(Node):
    """Constraints on the expression before them."""

    body: Node
    constraints: tuple[Node, ...]


@dataclass(frozen=True)
class Because(Node):
    """The reason for the statement before it."""

    body: Node


@dataclass(frozen=True)
class Sentence(Node):
    """Statements and words."""

    parts: tuple[Node, ...]


@dataclass(frozen=True)
class Arrow(Node):
    """terms[0] signs[0] terms[1] …; terms[0] is Blank if the arrow comes first."""

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


_PARTS: dict[type, tuple[str, ...]] = {}
_WITHOUT_NODES = {"str", "int", "bool", "Span", "tuple[str, ...]"}


def _parts(kind: type[Node]) -> tuple[str, ...]:
    """The fields of a kind of node that can hold nodes, by their annotations."""
    if kind not in _PARTS:
        _PARTS[kind] = tuple(f.name for f in fields(kind) if f.type not in _WITHOUT_NODES)
    return _PARTS[kind]


def _collect(value: object, out: list[Node]) -> None:
    if isinstance(value, Node):
        out.append(value)
    elif isinstance(value, tuple):
        for one in value:
            _collect(one, out)


def nodes(node: Node) -> Iterator[Node]:
    """A node and all nodes below it, each before those below it."""
    return iter(node.within)


def with_children(node: Node, parts: list[Node]) -> Node:
    """A node with other children, in the order of `children`; the node itself if they are its own."""
    if all(map(is_, parts, node.below)):
        return node
    rest = iter(parts)

    def value(old: object) -> object:
        if isinstance(old, Node):
            return next(rest)
        return tuple(map(value, old)) if isinstance(old, tuple) else old

    names = [f.name for f in fields(node) if f.name not in ("span", "how")]
    found: dict[str, Any] = {name: value(getattr(node, name)) for name in names}
    return replace(node, **found)
