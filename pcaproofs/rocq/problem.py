"""A statement prepared for its theorem: names, bound variables, abbreviations, hypotheses in MathComp's terms."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Protocol

from pcaproofs.kernel import Compare, Dimension, Expression, Optimum, SameOptimisers, Scope, Statement
from pcaproofs.language.derived import Kind, Meaning, read_back, running_label
from pcaproofs.rocq.names import Identifiers
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.terms import is_ones, letters_in, ones_name, parts, sides, walk

if TYPE_CHECKING:
    from pcaproofs.rocq.block import Translator
    from pcaproofs.rocq.environment import ProvedFact
    from pcaproofs.rocq.steps import Steps
    from pcaproofs.rocq.terms import RocqTerm

DIFFERENTIALS = ("gradient", "derivative")


class Binders(Protocol):
    """Translates operators that bind a letter. Their values are proved by steps, so these modules import `steps`."""

    def sum_letter(self, block: Translator, e: Expression) -> RocqTerm:
        """The variable whose value is a sum."""

    def function_letter(self, block: Translator, name: str) -> RocqTerm:
        """A letter that stands for a determinant, an adjugate, a power or a sum."""

    def function_node(self, block: Translator, e: Expression) -> RocqTerm:
        """A determinant or adjugate as it was written."""

    def differential_letter(self, block: Translator, e: Expression) -> RocqTerm:
        """The variable whose value is a gradient or derivative."""

    def derivative_fact(self, block: Steps, h: Compare, proof: str) -> ProvedFact:
        """A hypothesis about a gradient or derivative as an equation."""


@dataclass(frozen=True)
class Sum:
    """Σ body over a standard basis: index is the letter that runs in the body, n its length."""

    index: str
    n: Dimension
    body: Expression


@dataclass(frozen=True)
class Root:
    """A hypothesis square = FᵀF for a letter F that occurs nowhere else: square is positive semidefinite."""

    letter: str
    square: Expression


@dataclass(frozen=True)
class Functions:
    """Determinants, adjugates and powers of scalars: their letters, and theorems about these letters.

    laws: the names of hypotheses that are theorems. cited: those on which the proof rests. nodes: values, compared by
    identity, each with its kind and the matrix whose determinant or adjugate it was written as.
    """

    letters: Mapping[str, Meaning] = field(default_factory=dict)
    laws: frozenset[str] = frozenset()
    cited: frozenset[str] = frozenset()
    nodes: tuple[tuple[Expression, Kind, Expression], ...] = ()


NONE = Functions()


@dataclass
class Problem:
    """A statement with the names, types and abbreviations of its theorem."""

    statement: Statement
    binders: Binders
    written_sums: Sequence[tuple[Expression, Sum]] = ()
    functions: Functions = NONE
    roots_exist: bool = True  # a semidefinite matrix has a root, which needs square roots of scalars

    def __post_init__(self) -> None:
        s = self.statement
        self.scope = Scope(s)
        self.sums = {  # by identity: an equal expression elsewhere may not be written as a sum
            id(e): sum_ for e, sum_ in self.written_sums if not any(True for _ in differentials_in(sum_.body))
        }
        self.sum_lemmas: dict[int, Any] = {}
        self.nodes = {id(value): (kind, of) for value, kind, of in self.functions.nodes}
        self.names = Identifiers()
        self.shapes = {name: (rows, cols) for name, rows, cols in s.letters}
        self.variables = variables_of(s)
        self.fixed: list[tuple[str, Compare]] = []
        self.constraints: list[tuple[str, Compare]] = []
        check_once([name for name, _ in s.hypotheses])
        for name, h in s.hypotheses:
            (self.constraints if self._varies(h) else self.fixed).append((name, h))
        self.sizes = sorted({n for _, *shape in s.letters for n in shape if isinstance(n, str)} | _named(s.ones))
        for name in (*self.sizes, *self.shapes):
            self.names[name]
        running = dict.fromkeys(sum_.index for sum_ in self.sums.values())
        self.indices = {index: self.names.fresh(running_label(index)) for index in running}
        self.differentiated = any(True for e in self.expressions() for _ in differentials_in(e))
        self.bases = {} if self.differentiated else self._bases()
        self.roots = self._roots()
        self.differentials = self._differentials()
        self.types = "rcfType" if self.roots and self.roots_exist else "realFieldType"
        self.hypothesis = {name: f"pc_H{i}" for i, (name, _) in enumerate(self.fixed)}
        self.shared = self._shared()
        self._steps = 0
        self.data: list[str] = []  # definitions in front of the theorem

    def _varies(self, h: Compare) -> bool:
        """Whether a hypothesis is a constraint on the variables, after multiplying out."""
        written = (letters_in(h.left) | letters_in(h.right)) & set(self.variables)
        return bool(written) and bool(self.scope.difference(h.left, h.right).names() & written)

    def positive(self, n: Dimension) -> str:
        """The name of the hypothesis that a dimension is positive."""
        return f"pc_{self.size(n)}_gt0"

    def fresh(self, wish: str) -> str:
        """A name for a step of a proof."""
        self._steps += 1
        return f"pc_{wish}{self._steps}"

    def _shared(self) -> dict[Expression, str]:
        """Matrices with a usual name that occur at least twice in the statement and contain no bound letter."""
        counts: dict[Expression, int] = {}
        if not self.statement.ones:  # only H and means have usual names, and both need ones
            return {}
        bound = {*self.variables, *self.indices}.union(*(on for _, on in self.differentials.values()))
        bodies = [sum_.body for sum_ in self.sums.values()]
        for e in (*self.expressions(), *bodies):
            if id(e) not in self.sums:
                self._count(e, bound, counts)
        repeated = sorted((e for e, k in counts.items() if k > 1), key=_depth)  # the inner ones first
        return {e: self.names.fresh(usual_name(e)) for e in repeated}

    def _count(self, e: Expression, bound: set[str], counts: dict[Expression, int]) -> None:
        if id(e) in self.sums or e[0] in DIFFERENTIALS:
            return
        named = e[0] in ("add", "mul") and usual_name(e) and not letters_in(e) & bound
        if named and _long(e) and self.scope.expand(e).shape != (1, 1):
            counts[e] = counts.get(e, 0) + 1
        for x in parts(e):
            self._count(x, bound, counts)

    def expressions(self) -> Iterator[Expression]:
        """All expressions that the statement shows, hypotheses first."""
        for _, h in self.statement.hypotheses:
            yield from (h.left, h.right)
        yield from sides(self.statement.conclusion)

    # -------------------------------------------------------------------------------------------- types
    def size(self, n: Dimension) -> str:
        """A dimension."""
        return str(n) if isinstance(n, int) else self.names[n]

    def type_of(self, rows: Dimension, cols: Dimension) -> str:
        """The type of a matrix of that shape; a 1×1 matrix is a scalar."""
        if (rows, cols) == (1, 1):
            return "K"
        a, b = self.size(rows), self.size(cols)
        if cols == 1:
            return f"'cV[K]_{a}"
        if rows == 1:
            return f"'rV[K]_{b}"
        return f"'M[K]_{a}" if rows == cols else f"'M[K]_({a}, {b})"

    def letter_type(self, name: str) -> str:
        """The type of a letter."""
        return self.type_of(*self.shapes[name])

    # -------------------------------------------------------------------------------------------- basis vectors
    def _bases(self) -> dict[str, str]:
        """The letters that the hypotheses make standard basis vectors, and the names of their indices."""
        fixed = replace(self.statement, hypotheses=tuple(self.fixed))
        labels = {name: d.label for name, d in read_back(fixed).items() if d.kind is Kind.BASIS}
        return {x: self.names.fresh(labels[x]) for x in self.shapes if x in labels and x not in self.variables}

    def basis_fact(self, h: Compare) -> tuple[str, ...] | None:
        """The fact about basis vectors alone that a hypothesis states: unit e, ones e, or distinct e f."""
        match h:
            case Compare(("mul", ("t", ("letter", e)), ("letter", f)), "=", ("number", value)) if e in self.bases:
                if (f, value) == (e, "1"):
                    return "unit", e
                if (f, value) == (ones_name(self.shapes[e][0]), "1"):
                    return "ones", e
                if f in self.bases and f != e and value == "0":
                    return "distinct", e, f
        return None

    # -------------------------------------------------------------------------------------------- semidefinite
    def _roots(self) -> dict[str, Root]:
        found = {}
        for name, h in self.fixed:
            if h.relation == "=" and (root := self._root(h)) is not None:
                found[name] = root
        letters = [root.letter for root in found.values()]
        return {name: root for name, root in found.items() if letters.count(root.letter) == 1}

    def _root(self, h: Compare) -> Root | None:
        addends = h.right[1:] if h.right[0] == "add" else (h.right,)
        for k, e in enumerate(addends):
            if not (e[0] == "mul" and len(e) == 3 and e[1] == ("t", e[2]) and e[2][0] == "letter"):
                continue
            name, rest = e[2][1], (*addends[:k], *addends[k + 1 :])
            square = self.shapes.get(name, (1, 1))
            others = [h.left, *rest, *sides(self.statement.conclusion)]
            others += [x for _, g in self.statement.hypotheses if g is not h for x in (g.left, g.right)]
            if square[0] != square[1] or square[0] == 1 or any(name in letters_in(x) for x in others):
                continue
            less = tuple(("mul", ("number", "-1"), x) for x in rest)
            return Root(name, ("add", h.left, *less) if rest else h.left)
        return None

    # -------------------------------------------------------------------------------------------- derivatives
    def says_derivative(self, h: Compare) -> bool:
        """Whether a comparison is written as is_gradient f X G, no letter standing for the gradient."""
        if h.left[0] not in DIFFERENTIALS or h.relation != "=" or any(True for _ in differentials_in(h.right)):
            return False
        return not letters_in(h.left) & set(self.variables)

    def _differentials(self) -> dict[Expression, tuple[str, tuple[str, ...]]]:
        """Gradients and derivatives inside expressions: the letter for each, and the letters it is a function of."""
        if not self.differentiated:
            return {}
        whole = list(self.expressions())
        says = [h for _, h in self.statement.hypotheses if self.says_derivative(h)]
        c = self.statement.conclusion
        says += [c] if isinstance(c, Compare) and self.says_derivative(c) else []
        inside = [e for e in whole if not any(e is h.left for h in says)]
        inside += [x for h in says for x in parts(h.left)]
        nodes = list(dict.fromkeys(x for e in inside for x in differentials_in(e)))
        varying = set(self.variables)
        for e in (*nodes, *(h.left for h in says)):
            if any(True for x in parts(e) for _ in differentials_in(x)):
                varying.add(e[2])
        nodes.sort(key=_depth)
        found = {}
        for k, e in enumerate(nodes, 1):
            mentioned = letters_in(e) & varying
            found[e] = (self.names.fresh(f"D{k}"), tuple(name for name in self.shapes if name in mentioned))
        return found


def variables_of(statement: Statement) -> tuple[str, ...]:
    """The variables of an optimum."""
    match statement.conclusion:
        case Optimum(at=at):
            return tuple(name for name, _ in at)
        case SameOptimisers(variables=names):
            return tuple(names)
    return ()


def usual_name(e: Expression) -> str:
    """The usual name of an expression: H for the centring matrix, mu for a mean, else ""."""
    if e[0] not in ("add", "mul"):
        return ""
    inside = [x for x in walk(e) if x[0] in ("eye", "letter")]
    ones = [x for x in inside if x[0] == "letter" and is_ones(x[1])]
    if e[0] == "add":
        return "H" if len(ones) == 2 and len(inside) == 3 and any(x[0] == "eye" for x in inside) else ""
    plain = not any(x[0] == "number" for x in walk(e))
    return "mu" if e[-1] in ones and len(inside) == 2 and plain else ""


def _long(e: Expression) -> bool:
    return sum(1 for x in walk(e) if x[0] in ("letter", "eye", "inverse")) >= 3


def differentials_in(e: Expression) -> Iterator[Expression]:
    """Every gradient and derivative in an expression."""
    return (x for x in walk(e) if x[0] in DIFFERENTIALS)


def _depth(e: object) -> int:
    return 1 + max(map(_depth, e), default=0) if isinstance(e, tuple) else 0


def _named(sizes: Iterable[Dimension]) -> set[str]:
    return {n for n in sizes if isinstance(n, str)}


def check_once(names: Sequence[str]) -> None:
    """Raises NotTranslated if a name occurs twice; the kernel refuses that too."""
    if twice := [name for name in names if names.count(name) > 1]:
        raise NotTranslated(f"two named {twice[0]}")
