r"""The surface tree: the syntax tree of a formula, before the kinds of its letters are known.

A node has its place in the note (`span`) and, if there are several notations, the one used (`how`); equality ignores
both. Decisions that need types are made later: juxtaposition is a flat product, so f(w), λ(p − 1) and P_U(x) are all a
letter beside a group; x^k is a superscript; |A| is an expression in bars.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from operator import is_
from typing import Any, ClassVar, TypeVar

from pcaproofs.notes.text.source import Span
from pcaproofs.records import record

N = TypeVar("N", bound="Node")


@record(frozen=True, kw_only=True)
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


@record(frozen=True)
class Name(Node):
    r"""A letter or a word, `\bar{\mathbf{x}}_{i}'`; accents: the inner first; mark: * ⊥ ∩ + † ∘; upper: of w^{(t)}."""

    base: str
    font: str = field(default="", kw_only=True)
    accents: tuple[str, ...] = field(default=(), kw_only=True)
    primes: int = field(default=0, kw_only=True)
    subscript: Node | None = field(default=None, kw_only=True)
    mark: str = field(default="", kw_only=True)
    upper: Node | None = field(default=None, kw_only=True)


@record(frozen=True)
class Num(Node):
    """A number as it is written, `0.95`."""

    text: str


@record(frozen=True)
class Dots(Node):
    r"""Dots of any kind, `\dots`."""


@record(frozen=True)
class Blank(Node):
    """Nothing, where something could stand: `= b`, an empty cell."""


@record(frozen=True)
class Words(Node):
    r"""Prose in a formula, `\text{by linearity}`."""

    text: str


@record(frozen=True)
class Group(Node):
    """Something in brackets ( [ or {: `(a + b)`, `[a, b)`."""

    body: Node
    opening: str = "("
    closing: str = ")"


UPPER_INDEX = Group(Blank())  # above a letter whose index is written there, as in x^{(i)}


@record(frozen=True)
class Listed(Node):
    r"""At least two items separated by commas, `x_1, \dots, x_n`."""

    items: tuple[Node, ...]


@record(frozen=True)
class SetOf(Node):
    r"""The set of the elements that satisfy a condition, `\{x \mid x > 0\}`."""

    element: Node
    condition: Node


@record(frozen=True)
class Sum(Node):
    r"""Terms with their signs, `-a + b \pm c`; the first sign may be empty."""

    terms: tuple[Node, ...]
    signs: tuple[str, ...]


@record(frozen=True)
class Product(Node):
    r"""At least two factors and the marks between them, `(x \cdot w) w`."""

    factors: tuple[Node, ...]
    marks: tuple[str, ...]


@record(frozen=True)
class Frac(Node):
    r"""A fraction with a bar, `\frac{1}{n}`."""

    top: Node
    bottom: Node


@record(frozen=True)
class Root(Node):
    r"""A root, `\sqrt[3]{2}`."""

    body: Node
    degree: Node | None = None


@record(frozen=True)
class Transpose(Node):
    r"""The transpose in any spelling, `X^{\top}`."""

    base: Node


@record(frozen=True)
class Power(Node):
    """Something raised: a power or an upper index, `A^{-1}`, `X^{i}`."""

    base: Node
    exponent: Node


@record(frozen=True)
class Marked(Node):
    """A mark on what is no name: a pseudo-inverse, an optimum, `(AB)^{+}`."""

    base: Node
    mark: str


@record(frozen=True)
class Indexed(Node):
    """An index on what is no name, `(XX^T)_{ij}`."""

    base: Node
    index: Node


@record(frozen=True)
class Accented(Node):
    r"""An accent on what is no name, `\overline{Xw}`."""

    accent: str
    body: Node


@record(frozen=True)
class Norm(Node):
    r"""An expression in double bars with the subscript of the second one, `\lVert x\rVert_{2}`."""

    body: Node
    subscript: Node | None = None


@record(frozen=True)
class Bars(Node):
    r"""An expression in single bars, `\lvert A\rvert`: an absolute value, a determinant or a size."""

    body: Node


@record(frozen=True)
class Inner(Node):
    r"""An inner product, `\langle x, y\rangle`."""

    left: Node
    right: Node


@record(frozen=True)
class Big(Node):
    """Σ, ∏, ⋃, ⋂ or ∫ with what is below and above; the body is a term and extends as far as its index is used."""

    sign: str
    body: Node
    lower: Node | None = None
    upper: Node | None = None


@record(frozen=True)
class Trace(Node):
    """A trace; how: the bracket, empty if there is none."""

    body: Node


@record(frozen=True)
class Moment(Node):
    """E, Var, Cov, Std, Corr, or ⟨⟩ for angle brackets around one thing; subscript: over what."""

    kind: str
    body: Node
    subscript: Node | None = None


@record(frozen=True)
class Operator(Node):
    r"""Another named function and its argument, `\operatorname{diag}(a, b)`."""

    name: str
    body: Node
    subscript: Node | None = None


@record(frozen=True)
class Gradient(Node):
    r"""∇ and its variable, if it is written: a factor beside what it acts on, `\nabla_{w}`."""

    variable: Node | None = None


@record(frozen=True)
class Partial(Node):
    """A derivative in variables; body: Blank if it stands beside what it acts on; how: ∂ or d."""

    body: Node
    variables: tuple[Node, ...]
    order: Node | None = None


@record(frozen=True)
class Matrix(Node):
    """Cells in rows; brackets: ( [ { or none; cases are { without a right bracket, written {."""

    rows: tuple[tuple[Node, ...], ...]
    brackets: str = "("


@record(frozen=True)
class Chain(Node):
    r"""Relations, ∈ among them, `A = B \le C`: terms[0] signs[0] terms[1] and so on."""

    terms: tuple[Node, ...]
    signs: tuple[str, ...]


@record(frozen=True)
class Quantified(Node):
    r"""∀, ∃ or ∃! with variables and body, `\forall i\ x_i = 0`; how: `after` if the quantifier comes last."""

    sign: str
    variables: Node
    body: Node


@record(frozen=True)
class Problem(Node):
    r"""sense: min, max, argmin, argmax, inf or sup, as in `\max_{w} f \quad \text{s.t.}\ g = 1`."""

    sense: str
    body: Node
    variables: Node | None = None
    constraints: tuple[Node, ...] = ()


@record(frozen=True)
class SubjectTo(Node):
    """Constraints on an expression that is no problem."""

    body: Node
    constraints: tuple[Node, ...]


@record(frozen=True)
class Because(Node):
    r"""The reason for the statement before it, `\because n > 0`."""

    body: Node


@record(frozen=True)
class Sentence(Node):
    r"""Statements and words one after the other, `a = b \text{ and } c = d`."""

    parts: tuple[Node, ...]


@record(frozen=True)
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


def every(trees: Iterable[Node], kind: type[N]) -> Iterator[N]:
    """The nodes of a kind in some formulas, each before those below it."""
    return (x for tree in trees for x in tree.within if isinstance(x, kind))


def names(node: Node) -> Iterator[Name]:
    """The letters and words in a formula."""
    return (x for x in node.within if isinstance(x, Name))


def items(node: Node) -> tuple[Node, ...]:
    """The items of a list; a node that is none is the only item."""
    return node.items if isinstance(node, Listed) else (node,)


def links(chain: Chain) -> Iterator[tuple[Node, str, Node]]:
    """Each relation of a chain, between its two sides."""
    return zip(chain.terms, chain.signs, chain.terms[1:], strict=False)


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


def with_runs(node: Product, found: Callable[[Sequence[Node], Sequence[str]], tuple[int, Node] | None]) -> Node:
    """A product with other factors in place of runs of its own.

    found: for the factors from a place on, and the marks behind them, the length of the run that begins there and the
    factor in its place; None if none does.
    """
    factors, marks, k = list[Node](), list[str](), 0
    while k < len(node.factors):
        size, factor = found(node.factors[k:], node.marks[k:]) or (1, node.factors[k])
        factors.append(factor)
        k += size
        marks += node.marks[k - 1 : k]
    if all(map(is_, factors, node.factors)):
        return node
    return replace(node, factors=tuple(factors), marks=tuple(marks)) if marks else factors[0]


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


# what the parts of a formula make together

STATED = (Chain, Quantified, SubjectTo, Because, Sentence, Words)
STROKE = "stroke"  # how an empty cell is written that shows the extent of a row or column


def merge(items: list[Node], parts: list[Node]) -> None:
    """Add the items between commas to the parts of a sentence, combined, and begin again."""
    parts += _merged(items)
    items.clear()


def _merged(items: list[Node]) -> list[Node]:
    """Statements with commas between them: x₁, …, xₙ ∈ S is one, and so are i = 1, …, n and 1 ≤ i, j ≤ n."""
    if len(items) > 1 and not any(isinstance(x, STATED) for x in items):
        return [listed(items)]
    out, pending = list[Node](), list[Node]()
    for item in [*items, None]:
        if item is not None and not isinstance(item, STATED):
            pending.append(item)
            continue
        if pending and out and isinstance(last := out[-1], Chain) and _continues(pending):
            more = listed([last.terms[-1], *pending])
            out[-1] = replace(last, terms=(*last.terms[:-1], more), span=(last.span[0], more.span[1]))
        elif out and item is not None and (both := _bounded(out[-1], pending, item)) is not None:
            out.pop()
            item = both
        elif pending and isinstance(item, Chain) and not isinstance(item.terms[0], Blank):
            first = listed([*pending, item.terms[0]])
            item = replace(item, terms=(first, *item.terms[1:]), span=(first.span[0], item.span[1]))
        else:
            out += pending
        out += [] if item is None else [item]
        pending = []
    return out


def _continues(pending: list[Node]) -> bool:
    """Whether the part after a relation continues with …, n or 2, …, n."""
    return isinstance(pending[0], Dots) or (isinstance(pending[0], Num) and any(isinstance(x, Dots) for x in pending))


def _bounded(before: Node, between: list[Node], item: Node) -> Chain | None:
    """1 ≤ i, j and k ≤ n as one chain about i, j and k."""
    match before, item:
        case Chain(terms=(Num() as least, first), signs=(sign,)), Chain(terms=(last, *rest), signs=signs):
            names = [first, *between, last]
            if {sign, *signs} <= {"≤", "<"} and all(isinstance(x, Name) and x == Name(x.base) for x in names):
                return Chain((least, listed(names), *rest), (sign, *signs), span=(before.span[0], item.span[1]))
    return None


def listed(items: list[Node]) -> Node:
    """Items with commas between them; a single one stays."""
    return items[0] if len(items) == 1 else Listed(tuple(items), span=(items[0].span[0], items[-1].span[1]))


def constrained(body: Node, constraints: tuple[Node, ...], span: Span) -> Node:
    """Adds constraints to the problem at the end of a formula, or to the formula."""
    whole = (body.span[0], span[1])
    match body:
        case Problem(constraints=()):
            return replace(body, constraints=constraints, span=whole)
        case Chain(terms) | Sum(terms) if _ends_in_problem(body):
            return replace(body, terms=(*terms[:-1], constrained(terms[-1], constraints, span)), span=whole)
        case Product(factors) if _ends_in_problem(body):
            return replace(body, factors=(*factors[:-1], constrained(factors[-1], constraints, span)), span=whole)
    return SubjectTo(body, constraints, span=whole)


def _ends_in_problem(node: Node) -> bool:
    match node:
        case Chain(terms) | Sum(terms) | Product(terms):
            return _ends_in_problem(terms[-1])
    return isinstance(node, Problem) and not node.constraints


def product(factors: Sequence[Node], marks: Sequence[str], span: Span) -> Node:
    """Factors side by side; a single one stays."""
    return Product(tuple(factors), tuple(marks), span=span) if marks else factors[0]


def spliced(factors: list[Node], marks: list[str], span: Span) -> Node:
    """A product in which products in invisible braces are merged."""
    out, between = list[Node](), list[str]()
    for factor, mark in zip(factors, ["", *marks], strict=True):
        inner = factor if isinstance(factor, Product) else Product((factor,), ())
        between += [mark, *inner.marks]
        out += inner.factors
    return product(out, between[1:], span)


def runs_on(terms: list[Node], term: Node) -> int | None:
    """The last of the terms before one whose large operator at the end binds a free index of this term."""
    for k in range(len(terms) - 1, max(-1, len(terms) - 10), -1):
        match terms[k]:
            case (Big() as last) | Product(factors=(*_, Big() as last)) if index_names(last) & free(term):
                return k
    return None


def extended(before: Node, sign: str, term: Node) -> Node:
    """The term before with its large operator's body extended by another term."""
    span = (before.span[0], term.span[1])
    if isinstance(before, Product):
        return replace(before, factors=(*before.factors[:-1], extended(before.factors[-1], sign, term)), span=span)
    assert isinstance(before, Big)
    body = before.body
    old = body if isinstance(body, Sum) else Sum((body,), ("",))
    longer = Sum((*old.terms, term), (*old.signs, sign), span=(body.span[0], term.span[1]))
    return replace(before, body=longer, span=span, how="extended")


def raised(base: Node, above: Node) -> Node:
    """A base with a superscript."""
    match base, above:
        case _, Transpose(Blank()):
            return Transpose(base, span=base.span, how=above.how)
        case Name(upper=None), Transpose(Group(opening="(") as index):
            return Transpose(raised(base, index), span=base.span, how=above.how)
        case _, Product((Group(opening="(") as index, Name() as sign), ("",)) if _transposes(sign):
            return Transpose(raised(base, index), span=base.span, how=sign.base)
        case Name(), Product((Group(opening="(") as index, Num() as exponent), ("",)):
            return Power(raised(base, index), exponent, span=base.span)
        case _, Name("T" | "H" as said, font="roman" | "sans" as font) if above == Name(said, font=font):
            return Transpose(base, span=base.span, how=f"{font} {said}")  # in braces of its own
        case Name(mark="", upper=None), Marked(Blank(), mark):
            return replace(base, mark=mark)
        case _, Marked(Blank(), mark):
            return Marked(base, mark, span=base.span)
        case Name(upper=None), Marked(Group(opening="(") as index, mark):
            if {*mark} == {"'"} and not base.primes:
                return replace(base, upper=index, primes=len(mark))
            return Marked(raised(base, index), mark, span=base.span)
        case Name(upper=None), Group(opening="("):
            return replace(base, upper=above)
        case Name(upper=None), Product() | Words() | Name() if base.base != "e" and _is_word(above):
            return replace(base, upper=above)
    return Power(base, above, span=base.span)


def _is_word(above: Node) -> bool:
    """Whether a word stands above a name, as in β^{new}: in a font, or three letters or more; two may be indices."""
    match above:
        case Words(text) | Name(text, how="text" | "word"):
            return len(text.strip()) > 1 and text.strip().isalpha()
        case Product(factors, marks):
            letters = [x.base for x in factors if isinstance(x, Name) and x == Name(x.base)]
            return (
                not any(marks)
                and 2 < len(letters) == len(factors)
                and all(x.isascii() and len(x) == 1 for x in letters)
            )
    return False


def _transposes(name: Name) -> bool:
    """Whether a letter behind an index in brackets above a name denotes a transpose: x^{(i)T}."""
    return name == Name("⊤") or name in [Name("T", font=font) for font in ("", "roman", "sans")]


def cells(rows: list[tuple[Node, ...]], *, is_full: bool) -> list[tuple[Node, ...]]:
    """The rows of a matrix without empty ones, and without rows and columns that contain only strokes and dots.

    is_full: whether shorter rows get empty cells at their end.
    """
    found = [x for x in rows if len(x) > 1 or not isinstance(x[0], Blank) or x[0].how == STROKE] or rows
    if len({*map(len, found)}) == 1 and any(x.how == STROKE for row in found for x in row):
        kept = [row for row in found if not _is_of_strokes(row)] or found
        columns = [column for column in zip(*kept, strict=True) if not _is_of_strokes(column)]
        found = [*zip(*columns, strict=True)] or found
    width = max(map(len, found)) if is_full else 0
    return [(*row, *(Blank(span=(row[-1].span[1],) * 2) for _ in range(width - len(row)))) for row in found]


def _is_of_strokes(cells: tuple[Node, ...]) -> bool:
    return all(isinstance(x, Dots | Blank) for x in cells) and any(x.how == STROKE for x in cells)


def derivative(top: Node, bottom: Node, d: Name) -> Partial | None:
    """The derivative that a fraction denotes: its numerator begins with d, its denominator has d before variables."""
    first, *rest = top.factors if isinstance(top, Product) else (top,)
    order = first.exponent if isinstance(first, Power) and first.base == d else None
    below = bottom.factors if isinstance(bottom, Product) and not any(bottom.marks) else (bottom,)
    if (order is None and first != d) or len(below) % 2 or any(x != d for x in below[::2]):
        return None
    marks = top.marks[1:] if isinstance(top, Product) else ()
    body = product(rest, marks, (rest[0].span[0], rest[-1].span[1])) if rest else Blank()
    return Partial(body, below[1::2], order)
