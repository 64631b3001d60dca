"""The statements of a note, row by row: relations, links of two problems, optima."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.spelling import INDICES, family_listed, index_of, key, letters_in
from pcaproofs.notes.formulas.surface import (
    Arrow,
    Because,
    Big,
    Blank,
    Chain,
    Dots,
    Gradient,
    Listed,
    Name,
    Node,
    Num,
    Partial,
    Problem,
    Quantified,
    Sentence,
    SubjectTo,
    Words,
    children,
    nodes,
    with_children,
)
from pcaproofs.notes.scope.declared import space_of
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.statements import ORDER, RELATIONS
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


# The statements of a note, row by row


_ASSUMING = ("where", "with", "if", "for", "given", "such that", "when", "subject to", "whenever", "let", "assuming")
_EVERY = re.compile(r"\bfor (?:all|any|each|every)$", re.IGNORECASE)


@dataclass(frozen=True)
class DerivationRow:
    """A formula of a note and its statements.

    imposed: the conditions of its statements ("A = B if C"). remark: the reason why it asserts nothing, or why a part
    is not understood. before: the term that it continues if it begins with a relation.
    """

    formula: Formula
    statements: tuple[WrittenStatement, ...] = ()
    imposed: tuple[WrittenStatement, ...] = ()
    remark: str = ""


def statements_of(tree: Node) -> DerivationRow:
    """The statements of a formula that does not continue another one."""
    return _Reader().row(Formula(True, tree.span, tree))


def rows_of(note: Note) -> tuple[DerivationRow, ...]:
    """The rows of a note, including formulas in sentences, in order.

    A row that begins with a relation or an arrow continues the display before it, even if words stand between them.
    """
    displays, inline = _Reader(), _Reader()
    out = []
    for formula in note.formulas:
        if formula.display:
            out.append(displays.row(formula))
        else:
            inline.last = inline.problem = None
            out.append(inline.row(formula))
    return tuple(out)


def is_of_every(before: Node | None, part: Node) -> bool:
    """Whether a part of a sentence only says that it holds for all values of an index: "for all" and i."""
    return isinstance(part, Name) and isinstance(before, Words) and _EVERY.search(before.text.rstrip(" ~")) is not None


class _Reader:
    """Reads rows in order. last, problem: the term and the problem that the next row continues."""

    def __init__(self) -> None:
        self.last: Node | None = None
        self.problem: Problem | None = None
        self.remarks: list[str] = []
        self.imposed: list[WrittenStatement] = []
        self.quantified: Node | None = None

    def row(self, formula: Formula) -> DerivationRow:
        if isinstance(formula.tree, Unread):
            self.last = self.problem = None
            return DerivationRow(formula, remark=f"got {formula.tree.got}, but should be {formula.tree.expected}")
        self.remarks, self.imposed, self.quantified = [], [], None
        found = tuple(self.tree(formula.tree))
        return DerivationRow(formula, found, tuple(self.imposed), "; ".join(dict.fromkeys(self.remarks)))

    def remark(self, what: str) -> None:
        self.remarks.append(what)

    def tree(self, tree: Node) -> Iterator[WrittenStatement]:
        match tree:
            case Chain():
                yield from self.chain(tree)
            case Arrow():
                yield from self.arrow(tree)
            case Problem():
                self.problem, self.last = tree, None
                self.remark("a problem")
            case Quantified(sign="∀", variables=variables, body=body) if not isinstance(body, Blank):
                self.quantified = variables
                yield from self.tree(body)
            case Quantified(sign=sign):
                self.remark(f"the quantifier {sign}")
            case Sentence(parts):
                yield from self.sentence(parts)
            case SubjectTo(body, constraints):
                yield from self.sentence((body, Words("with"), *constraints))
            case Because(body):
                yield from self.tree(body)
            case Words():
                self.remark("words")
            case _:
                self.last, self.problem = tree, None
                self.remark("an expression")

    def chain(self, chain: Chain) -> Iterator[WrittenStatement]:
        terms, signs = list(chain.terms), list(chain.signs)
        if any(isinstance(x, Dots) for x in terms):
            self.remark("dots between relations")
            return
        if isinstance(terms[0], Blank):
            before = self.problem if isinstance(terms[1], Problem) else self.last
            if before is None:
                self.remark(f"got {signs[0]} at the beginning, but nothing stands before it")
                terms, signs = terms[1:], signs[1:]
            else:
                terms[0] = before
        for left, sign, right in zip(terms, signs, terms[1:], strict=False):
            if not isinstance(right, Blank):
                yield from self.link(left, sign, right, chain)
        last = next((x for x in reversed(terms) if not isinstance(x, Blank)), None)
        if isinstance(last, Problem):
            self.problem, self.last = last, None
        elif "∈" not in signs:
            self.last, self.problem = last, None

    def link(self, left: Node, sign: str, right: Node, chain: Chain) -> Iterator[WrittenStatement]:
        span = chain.span
        if isinstance(right, Problem) and (sign == "∈" or isinstance(left, Problem)):
            if isinstance(left, Problem):
                sets = left.sense.startswith("arg") and right.sense.startswith("arg")
                yield WrittenStatement(left, SAME_OPTIMISERS if sets else SAME_VALUES, right, span)
            else:
                yield WrittenStatement(left, "∈", right, span, self.quantified)
        elif isinstance(left, Problem) or isinstance(right, Problem):
            self.remark("a problem beside what is none")
        elif sign == "∈":
            known = space_of(right) is not None
            self.remark("a declaration" if known else "membership in a set")
        elif sign not in RELATIONS or sign in ORDER:  # of which each is several statements
            self.remark(f"the relation {sign}")
        elif isinstance(left, Listed) or isinstance(right, Listed) or family_listed(left) is not None:
            self.remark("a declaration")
        else:
            yield WrittenStatement(left, RELATIONS[sign], right, span, self.quantified)

    def arrow(self, arrow: Arrow) -> Iterator[WrittenStatement]:
        for k, term in enumerate(arrow.terms):
            sign = arrow.signs[k - 1] if k else ""
            if isinstance(term, Problem):
                if sign and self.problem is not None:
                    yield WrittenStatement(self.problem, SAME_OPTIMISERS, term, arrow.span)
                elif sign:
                    self.remark(f"got {sign} before a problem, but no problem stands before it")
                self.problem, self.last = term, None
            elif not isinstance(term, Blank | Words):
                yield from self.tree(term)

    def sentence(self, parts: tuple[Node, ...]) -> Iterator[WrittenStatement]:
        """The statements of a sentence; those after "if" or "with" are conditions of the others."""
        assuming = False
        for before, part in zip((None, *parts), parts, strict=False):
            if is_of_every(before, part):
                continue
            if isinstance(part, Words):
                said = part.text.strip(" ,:.~").lower()
                assuming = assuming or any(said.startswith(x) or said.endswith(x) for x in _ASSUMING)
            elif assuming:
                last, problem = self.last, self.problem
                self.imposed += self.tree(part)
                self.last, self.problem = last, problem
            else:
                yield from self.tree(part)
