"""The statements of a note, row by row."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pcaproofs.homework.statements import SAME_OPTIMISERS, SAME_VALUES, WrittenStatement
from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import family_listed
from pcaproofs.notes.formulas.surface import (
    Arrow,
    Because,
    Blank,
    Chain,
    Dots,
    Listed,
    Name,
    Node,
    Problem,
    Quantified,
    Sentence,
    SubjectTo,
    Words,
)
from pcaproofs.notes.scope.declared import space_of
from pcaproofs.notes.typing.statements import ORDER, RELATIONS

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
