"""The statements of rows: relations, links of two problems, optima."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.spelling import INDICES, index_of, key, letters_in
from pcaproofs.notes.formulas.surface import (
    Big,
    Chain,
    Gradient,
    Name,
    Node,
    Num,
    Partial,
    Problem,
    children,
    nodes,
    with_children,
)
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.types import with_name

SAME_OPTIMISERS, SAME_VALUES = "⇔", "values"


@dataclass(frozen=True)
class WrittenStatement:
    """left sign right. quantified: the variables of a ∀ around it.

    Two problems have the sign SAME_OPTIMISERS or SAME_VALUES; an optimum has the sign ∈ and a problem on its right.
    """

    left: Node
    sign: str
    right: Node
    span: Span
    quantified: Node | None = None

    @property
    def kind(self) -> str:
        """The kind of the statement: relation, problems or optimum."""
        if isinstance(self.left, Problem) and isinstance(self.right, Problem):
            return "problems"
        return "optimum" if isinstance(self.right, Problem) else "relation"

    def letters(self) -> frozenset[str]:
        """The keys of all names in the statement, each also without its index."""
        return letters_in(self.left) | letters_in(self.right)

    def is_derived(self) -> bool:
        """Whether the statement contains a derivative."""
        return is_derivative(self.left) or is_derivative(self.right)

    def is_set_to_zero(self) -> bool:
        """Whether the statement says that a derivative is zero, so that it holds at one point only."""
        return self.is_derived() and Num("0") in (self.left, self.right)

    def text(self) -> str:
        """The statement as LaTeX."""
        sign = r"\iff" if self.sign == SAME_OPTIMISERS else "="
        if self.kind == "problems":
            return f"{latex(self.left)} {sign} {latex(self.right)}"
        return latex(Chain((self.left, self.right), (self.sign,)))


def is_derivative(formula: Node) -> bool:
    """Whether a formula contains a derivative."""
    return any(isinstance(x, Gradient | Partial) for x in nodes(formula))


def bound_in(statement: WrittenStatement) -> frozenset[str]:
    """The keys of the variables of the problems in a statement."""
    problems = [x for side in (statement.left, statement.right) for x in nodes(side) if isinstance(x, Problem)]
    below = [problem.variables for problem in problems if problem.variables is not None]
    return frozenset(key(x) for node in below for x in nodes(node) if isinstance(x, Name))


def free_indices(statement: WrittenStatement) -> list[Name]:
    """The indices of a statement that no sum binds: i of ‖x_i‖² = 1."""
    found: dict[str, Name] = {}

    def walk(node: Node, bound: frozenset[str]) -> None:
        if isinstance(node, Big) and node.lower is not None:
            bound |= {key(x) for x in nodes(node.lower) if isinstance(x, Name)}
            walk(node.body, bound)
            return
        if isinstance(node, Name):
            index = index_of(node)
            if isinstance(index, Name) and index.base in INDICES and key(index) not in bound:
                found.setdefault(key(index), index)
            return
        for part in children(node):
            walk(part, bound)

    for side in (statement.left, statement.right):
        walk(side, frozenset())
    return list(found.values())


def in_index(statement: WrittenStatement, index: Name | None, restricted: frozenset[str]) -> WrittenStatement:
    """A relation with its only free index renamed, as in Su_k = λ_k u_k for Su_i = λ_i u_i.

    It stays as it is if it contains the new index, or if one of the two has only some values. index: the new one.
    """
    found = free_indices(statement)
    if index is None or statement.kind != "relation" or len(found) != 1 or found[0].subscript is not None:
        return statement
    (old,) = found
    sides = (statement.left, statement.right)
    names = {key(x) for side in sides for x in nodes(side) if isinstance(x, Name)}
    if key(index) in names or {key(old), key(index)} & restricted:
        return statement
    left, right = (with_name(side, old, index) for side in sides)
    return replace(statement, left=left, right=right)


def summed(statement: WrittenStatement) -> WrittenStatement | None:
    """The sum of an equation over its only free index; None if it has none or several."""
    indices = free_indices(statement)
    if statement.kind != "relation" or statement.sign != "=" or len(indices) != 1:
        return None
    left, right = (Big("∑", side, lower=indices[0]) for side in (statement.left, statement.right))
    return WrittenStatement(left, "=", right, statement.span)


def instances(statement: WrittenStatement, goal: WrittenStatement) -> list[WrittenStatement]:
    """A relation as lemmas for a goal: as it is, summed over its free index, and at the point that is to be optimal."""
    out = [statement]
    if (total := summed(statement)) is not None:
        out.append(total)
    varied = goal.right.variables if isinstance(goal.right, Problem) and goal.kind == "optimum" else None
    if isinstance(varied, Name) and not statement.is_derived():
        left, right = (_with(side, varied, goal.left) for side in (statement.left, statement.right))
        out.append(replace(statement, left=left, right=right))
    return out


def _with(node: Node, name: Name, value: Node) -> Node:
    """A formula with a value in place of a letter."""
    if node == name:
        return value
    parts = [_with(x, name, value) for x in children(node)]
    return with_children(node, parts) if parts else node
