"""The task: the given facts, the letters, and the goals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pcaproofs.homework.rows import is_of_every, statements_of
from pcaproofs.homework.statements import WrittenStatement, bound_in, free_indices
from pcaproofs.notes.formulas.blocks import Formula, Note, read
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import INDICES, bare, is_identity, is_ones, is_zero, key, letters_in
from pcaproofs.notes.formulas.surface import (
    Big,
    Chain,
    Dots,
    Listed,
    Name,
    Node,
    Norm,
    Num,
    Quantified,
    Sentence,
    Words,
    children,
    nodes,
)
from pcaproofs.notes.judging.definitions import defined
from pcaproofs.notes.prose.facts import Fact, HasShape, IsFamily, Satisfies
from pcaproofs.notes.scope.declared import facts_of_formulas
from pcaproofs.notes.scope.scope_file import WrongScope, scope_of_text
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.text.source import Source
from pcaproofs.notes.typing.agreement import agree
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.terms import Dim, Unsupported, Untyped
from pcaproofs.notes.typing.types import Definition

EVERYWHERE = 1 << 62


def restricted_indices(tree: Node | Unread, table: Table) -> Iterator[str]:
    """The indices of a given formula that it restricts: all that stand alone in it, except in i = 1, …, n and ∀ i."""
    if isinstance(tree, Unread):
        return
    match tree:
        case Quantified(variables=Name(), body=body):
            yield from restricted_indices(body, table)
            return
        case Chain(terms=(Name() as name, Listed(items=(Num("1"), Dots(), Name() as last))), signs=("=",)):
            lengths = {key(f.last) for facts in table.facts.values() for f in facts if isinstance(f, IsFamily)}
            if lengths != {key(last)}:
                yield key(name)
            return
        case Big():
            return
        case Name(base=base, subscript=None) if base in INDICES:
            yield key(tree)
            return
    parts = [x for x in children(tree) if not (isinstance(tree, Name) and x is tree.subscript)]
    if isinstance(tree, Sentence):
        parts = [x for x, before in zip(parts, (None, *parts), strict=False) if not is_of_every(before, x)]
    for part in parts:
        yield from restricted_indices(part, table)


def semidefinite_letter(tree: Node | Unread) -> Fact | None:
    """What S ⪰ 0 or S ≻ 0 says of the letter S."""
    match tree:
        case Chain(terms=(Name() as letter, Num("0")), signs=("⪰" | "≻" as sign,)):
            hypothesis = "psd" if sign == "⪰" else "positive_definite"
            return Satisfies(
                letter=letter, span=(0, 0), strength="file", start=0, end=EVERYWHERE, hypothesis=hypothesis
            )
    return None


_IF = re.compile(r"\b(?:if|when|whenever|unless|provided)\b", re.IGNORECASE)


class WrongTask(ValueError):  # noqa: N818
    """A task that cannot be understood. key: the key of the assignment's table; message: got …, but should be …."""

    def __init__(self, key: str, message: str):
        super().__init__(message)
        self.key = key


@dataclass(frozen=True)
class MilestoneFact:
    """An intermediate result. required: whether the goal counts only with it. visible: whether students may see it."""

    name: str
    statement: WrittenStatement
    required: bool = False
    visible: bool = True


@dataclass(frozen=True)
class DerivationTask:
    """The given facts and the goals.

    given: the facts, in order. definitions: functions with parameters, which are expanded everywhere. said: the
    declarations of letters. goals: the statements to be shown, all of them. names: key -> letter. restricted: the keys
    of indices that a given formula restricts, as "for i > 1" does.
    """

    given: tuple[WrittenStatement, ...]
    definitions: Mapping[Node, Definition]
    said: tuple[Fact, ...]
    goals: tuple[WrittenStatement, ...]
    milestones: tuple[MilestoneFact, ...] = ()
    largest_step: int = 2
    least_steps: int = 2
    names: Mapping[str, Name] = field(default_factory=dict)
    table: Table | None = field(default=None, compare=False)
    restricted: frozenset[str] = frozenset()

    @cached_property
    def index(self) -> Name | None:
        """The only free index of the goal, or else of the first fact that has only one."""
        found = (free_indices(x) for x in (*self.goals, *self.given) if x.kind == "relation")
        return next((x[0] for x in found if len(x) == 1), None)

    @cached_property
    def definitions_given(self) -> frozenset[int]:
        """The numbers of the facts that say what a letter abbreviates: S = …, where only this fact is about S."""
        lefts = [key(bare(x.left)) if x.sign == "=" and isinstance(x.left, Name) else "" for x in self.given]
        return frozenset(
            k
            for k, left in enumerate(lefts)
            if left
            and not isinstance(self.given[k].right, Num)
            and left not in letters_in(self.given[k].right)
            and lefts.count(left) == 1
        )


def read_task(payload: Mapping[str, Any]) -> DerivationTask:
    """A task from the texts of an assignment. Raises WrongTask."""
    found = [("given", text, _formula(text, "given")) for text in payload["given"]]
    shown = _formula(payload["show"], "show")
    milestones = {
        name: (_formula(item["show"], f"milestones.{name}"), item) for name, item in payload["milestones"].items()
    }
    formulas = (*(f for _, _, f in found), shown, *(f for f, _ in milestones.values()))
    note = Note(Source("the assignment", ""), (), formulas)
    said = (*_said(note, [f for _, _, f in found]), *_letters(payload["letters"]))
    table = _table(note, said)
    given, definitions = _facts(table, found)
    shapes = tuple(_shapes(table, given, said, definitions))
    said = (*said, *shapes)
    table = _table(note, said)
    task = DerivationTask(
        given=tuple(given),
        definitions=definitions,
        said=said,
        goals=_goals(shown, "show"),
        milestones=tuple(
            MilestoneFact(name, _goals(f, f"milestones.{name}")[0], item["required"], item["visible"])
            for name, (f, item) in milestones.items()
        ),
        largest_step=payload["largest_step"],
        least_steps=payload["least_steps"],
        names={key(x): x for x in _names(formulas)},
        table=table,
        restricted=frozenset(x for _, _, f in found for x in restricted_indices(f.tree, table)),
    )
    _check(task, table)
    return task


def everywhere(fact: Fact) -> Fact:
    """The fact, valid everywhere in every note."""
    return replace(fact, span=(0, 0), strength="file", start=0, end=EVERYWHERE, until=None)


def _formula(text: str, where: str) -> Formula:
    note = read(Source("the assignment", f"$${text}$$"))
    if len(note.formulas) != 1:
        raise WrongTask(where, f"got {len(note.formulas)} formulas in {text!r}, but should be one")
    (formula,) = note.formulas
    if isinstance(formula.tree, Unread):
        raise WrongTask(where, f"got {formula.tree.got} in {text!r}, but should be {formula.tree.expected}")
    return formula


def _said(note: Note, found: Sequence[Formula]) -> tuple[Fact, ...]:
    given = replace(note, formulas=tuple(found))
    semidefinite = (x for f in found if (x := semidefinite_letter(f.tree)) is not None)
    return tuple(map(everywhere, (*facts_of_formulas(given), *semidefinite)))


def _letters(lines: Sequence[str]) -> tuple[Fact, ...]:
    try:
        return tuple(everywhere(fact) for line in lines for fact in scope_of_text(line, "letters"))
    except WrongScope as error:
        raise WrongTask("letters", str(error).rpartition(" [")[0]) from None


def _table(note: Note, facts: Sequence[Fact]) -> Table:
    table = Table(note, facts)
    table.validity = table.validity.without_renewals()
    agree(table)
    return table


def _facts(
    table: Table, found: Sequence[tuple[str, str, Formula]]
) -> tuple[list[WrittenStatement], dict[Node, Definition]]:
    """The facts and the functions that are defined."""
    given: list[WrittenStatement] = []
    definitions: dict[Node, Definition] = {}
    for where, text, formula in found:
        rows = statements_of(formula.tree)  # type: ignore[arg-type]
        if rows.imposed and any(_IF.search(x.text) for x in nodes(formula.tree) if isinstance(x, Words)):  # type: ignore[arg-type]
            raise WrongTask(where, f"got a condition in {text!r}, but should be a formula that always holds")
        for statement in (*rows.statements, *rows.imposed):
            left, parameters = defined(statement.left)
            if left is not None and parameters and statement.sign == "=":
                definitions[left] = Definition(parameters, statement.right, 0, (0, 0))
            else:
                given.append(statement)
        is_declared = rows.remark == "a declaration" or semidefinite_letter(formula.tree) is not None
        if rows.remark and not is_declared:
            raise WrongTask(where, f"got {text!r}, {rows.remark}, but should be a relation or a declaration")
        if not rows.statements and not is_declared:
            raise WrongTask(where, f"got {text!r}, but should be a relation or a declaration")
    return given, definitions


def _goals(formula: Formula, where: str) -> tuple[WrittenStatement, ...]:
    rows = statements_of(formula.tree)  # type: ignore[arg-type]
    if rows.remark or not rows.statements:
        told = rows.remark or "which asserts nothing"
        raise WrongTask(where, f"got {told}, but should be a relation, an equivalence of two problems or w ∈ argmin …")
    return rows.statements


def _shapes(
    table: Table, given: Sequence[WrittenStatement], facts: Sequence[Fact], definitions: Mapping[Node, Definition]
) -> list[Fact]:
    """The shapes of letters that are defined and not declared, such as S in S = …."""
    has = {key(bare(f.letter)) for f in facts if isinstance(f, HasShape)}
    out: list[Fact] = []
    for statement in given:
        left = statement.left
        if statement.sign != "=" or not isinstance(left, Name) or key(left) in has or left.subscript is not None:
            continue
        typing = Statements(table, 0, "")
        typing.definitions = dict(definitions)
        try:
            term = typing.expression(statement.right)
        except (Untyped, Unsupported, Misfit):
            continue
        rows, columns = (_size(typing.sizes.find(x), table) for x in term.shape)
        if rows is not None and columns is not None:
            out.append(
                HasShape(letter=left, span=(0, 0), strength="file", start=0, end=EVERYWHERE, rows=rows, columns=columns)
            )
    return out


def _size(found: Dim, table: Table) -> Node | None:
    if isinstance(found, int):
        return Num(str(found))
    names = {key(x): x for facts in table.facts.values() for f in facts for x in _sizes(f)}
    return names.get(found) if isinstance(found, str) else None


def _sizes(fact: Fact) -> list[Name]:
    return [x for size in _sized(fact) for x in nodes(size) if isinstance(x, Name)]


def _sized(fact: Fact) -> tuple[Node, ...]:
    if isinstance(fact, HasShape):
        return fact.rows, fact.columns
    last = getattr(fact, "last", None)
    return (last,) if isinstance(last, Node) else ()


def _names(formulas: Sequence[Formula]) -> list[Name]:
    """The letters of formulas, without indices and constants."""
    out: dict[str, Name] = {}
    for formula in formulas:
        assert not isinstance(formula.tree, Unread)
        for name in names_in(formula.tree):
            out.setdefault(key(name), name)
    return list(out.values())


def names_in(tree: Node, without: frozenset[str] = frozenset()) -> list[Name]:
    """The letters of a formula, each without its index; no running indices, no constants, no sets of numbers.

    without: the keys of indexed names to leave out, such as e_1 if it has a separate meaning.
    """
    running = {
        key(x)
        for big in nodes(tree)
        if isinstance(big, Big) and big.lower is not None
        for x in nodes(big.lower)
        if isinstance(x, Name)
    }
    out: dict[str, Name] = {}

    def walk(node: Node) -> None:
        if isinstance(node, Name):
            if key(node) in without:
                return
            plain = bare(node)
            if not (is_ones(plain) or is_identity(plain) or is_zero(plain) or plain.font == "blackboard"):
                out.setdefault(key(plain), plain)
            return
        for part in _parts(node):
            walk(part)

    walk(tree)
    return [x for k, x in out.items() if k not in running or (x.base not in INDICES)]


def _parts(node: Node) -> list[Node]:
    if isinstance(node, Big):
        return [x for x in (node.body, node.upper) if x is not None]
    if isinstance(node, Norm):  # the subscript names the norm
        return [node.body]
    return list(children(node))


def _check(task: DerivationTask, table: Table) -> None:
    """Raise WrongTask for a formula that cannot be typed."""
    named = [("given", x) for x in task.given] + [("show", x) for x in task.goals]
    named += [(f"milestones.{x.name}", x.statement) for x in task.milestones]
    for where, statement in named:
        typing = Statements(table, 0, statement.text())
        typing.definitions = dict(task.definitions)
        try:
            if statement.kind == "relation":
                _check_index(typing, statement, where)
                typing.relation(statement.left, statement.sign, statement.right, (0, 0))
            else:
                for side in (statement.left, statement.right):
                    typing.problem(side) if side is not statement.left or statement.kind == "problems" else None  # type: ignore[arg-type]
        except (Untyped, Unsupported, Misfit) as error:
            says = error.what if isinstance(error, Unsupported) else getattr(error, "says", str(error))
            raise WrongTask(where, f"got {statement.text()!r}, but should have a meaning here: {says}") from None
    known = letters_in_all(task)
    if not known & {x for goal in task.goals for x in goal.letters() | bound_in(goal)}:
        raise WrongTask("show", "got a goal without a letter of what is given, but should be about it")


def _check_index(typing: Statements, statement: WrittenStatement, where: str) -> None:
    try:
        with ExitStack() as stack:
            typing.quantify(stack, statement.quantified) if statement.quantified is not None else None
    except Unsupported:
        told = f"got {statement.text()!r} for some values of an index, but should hold for all"
        raise WrongTask(where, told) from None


def letters_in_all(task: DerivationTask) -> frozenset[str]:
    """The keys of the letters that the given facts contain or declare."""
    out = frozenset[str]()
    for statement in task.given:
        out |= statement.letters()
    for definition in task.definitions.values():
        out |= letters_in(definition.body)
    return out | {key(bare(f.letter)) for f in task.said}
