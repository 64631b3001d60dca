"""The task: the given facts, the letters, and the goals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from pcaproofs.homework.rows import WrittenStatement, bound_in, free_indices, is_of_every, rows_of, statements_of
from pcaproofs.notes.checking import facts_of_note
from pcaproofs.notes.formulas.blocks import Formula, Note, read
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import INDICES, VECTORS, bare, is_identity, is_ones, is_zero, key, letters_in
from pcaproofs.notes.formulas.surface import (
    Big,
    Chain,
    Dots,
    Listed,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Problem,
    Product,
    Quantified,
    Sentence,
    Transpose,
    Words,
    children,
    nodes,
)
from pcaproofs.notes.formulas.surface import with_children as rebuilt
from pcaproofs.notes.judging.definitions import defined
from pcaproofs.notes.prose.facts import Arranged, Fact, HasKind, HasShape, IsFamily, Satisfies, Stands
from pcaproofs.notes.scope.declared import facts_of_formulas
from pcaproofs.notes.scope.scope_file import WrongScope, scope_of_comments, scope_of_text
from pcaproofs.notes.scope.table import Table, implied
from pcaproofs.notes.scope.uses import kind_by_look
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
        names=_names(formulas),
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


# Matches a student's letters with those of the task, and finds undeclared letters


OF_NEW_LETTERS = HasShape | HasKind | IsFamily | Arranged  # facts that a student may declare about a new letter


@dataclass(frozen=True)
class Letters:
    """The letters of a student's note.

    note: the note, rewritten in the task's letters. alias: key of a student's letter -> key of the task's letter.
    facts: declarations of the student's own letters. properties: what else is said of them. declared: the keys of these
    letters. like: undeclared letter -> the letter of the task that it may stand for.
    """

    note: Note
    alias: Mapping[str, Name] = field(default_factory=dict)
    facts: tuple[Fact, ...] = ()
    declared: frozenset[str] = frozenset()
    like: Mapping[str, str] = field(default_factory=dict)
    properties: tuple[Fact, ...] = ()

    def own(self, name: str) -> str:
        """The student's notation for a letter of the task."""
        return next((own for own, x in self.alias.items() if key(x) == name), name)


def renamed(note: Note, task: DerivationTask, defined: frozenset[str]) -> Letters:
    """Matches the letters of a note with those of a task. defined: the keys of letters that its formulas define.

    A declared letter that the task lacks is matched with a letter of the task that has the same kind, that the note
    does not use, and that no given fact defines. Letters with the same properties are preferred, then earlier ones.
    """
    facts = _facts_of_note(note)
    names = _names(note.formulas)
    new = [x for k, x in names.items() if k not in task.names and k not in defined]
    said = {key(bare(f.letter)) for f in facts} | _variables(note.formulas)
    alias = dict(_sizes_of_facts(facts, task)) | dict(_in_other_fonts(new, said, task))
    alias |= {k: v for k, v in _by_facts(note, task, {*names, *defined}).items() if k not in alias}
    unused = [x for k, x in task.names.items() if k not in names and k not in {key(v) for v in alias.values()}]
    by_given = [x.left for x in task.given if x.sign == "=" and isinstance(x.left, Name)]
    like: dict[str, str] = {}
    for name in new:
        if key(name) in alias or _is_size(name, facts):
            continue
        fits = [x for x in unused if _kind(name, facts, note) == _kind_in(x, task)]
        if not fits:
            continue
        found = max(
            fits,
            key=lambda x: (
                _is_square(name, facts) == _is_square(x, task.said),
                len(_properties(name, facts) & _properties_in(x, task)),
                x not in by_given,
            ),
        )
        if key(name) in said:
            alias[key(name)] = found
            unused.remove(found)
            alias |= {k: v for k, v in _unified(name, found, facts, task) if k not in alias and k not in task.names}
        else:
            like[key(name)] = key(found)
    return with_alias(note, task, facts, alias, like)


def _in_other_fonts(new: Sequence[Name], declared: set[str], task: DerivationTask) -> Iterator[tuple[str, Name]]:
    """The letters of the task that a note writes in another font or with an arrow, without a declaration."""
    for name in new:
        found = [x for x in task.names.values() if (x.base, x.subscript) == (name.base, name.subscript)]
        alike = [x for x in new if (x.base, x.subscript) == (name.base, name.subscript)]
        plain = name.mark == "" and name.upper is None and not name.primes and set(name.accents) <= {*VECTORS}
        if plain and len(found) == len(alike) == 1 and key(name) not in declared:
            yield key(name), found[0]


def _by_facts(note: Note, task: DerivationTask, known: set[str]) -> dict[str, Name]:
    """The letters of the task that a note renames in a fact: X = PΣQᵀ where X = UDVᵀ is given."""
    out: dict[str, Name] = {}
    for statement in (x for row in rows_of(note) for x in row.statements if x.kind == "relation"):
        for fact in (x for x in task.given if x.sign == statement.sign == "="):
            found = _renaming(Chain((statement.left, statement.right), ("=",)), Chain((fact.left, fact.right), ("=",)))
            new = {k: v for k, v in found.items() if k != key(v) and v.base not in INDICES}  # an index is no letter
            if not new or len(new) == len(found) or any(k in task.names or key(v) in known for k, v in new.items()):
                continue
            if all(out.get(k, v) == v for k, v in new.items()):
                out |= new
    return out


def _renaming(formula: Node, other: Node) -> dict[str, Name]:
    """The letters of a formula and those with which it is another formula; empty if there are none."""
    names, others = (
        [bare(x) for x in nodes(tree) if isinstance(x, Name) and not is_identity(x)] for tree in (formula, other)
    )
    pairs = dict(zip(map(key, names), others, strict=False))
    if len(names) != len(others) or len({key(x) for x in pairs.values()}) < len(pairs):
        return {}
    return pairs if in_letters(formula, {k: v for k, v in pairs.items() if k != key(v)}) == other else {}


def _trees(formulas: Sequence[Formula]) -> list[Node]:
    """The formulas that are read."""
    return [f.tree for f in formulas if not isinstance(f.tree, Unread)]


def _rewritten(note: Note, alias: Mapping[str, Name]) -> Note:
    formulas = (x if isinstance(x.tree, Unread) else replace(x, tree=in_letters(x.tree, alias)) for x in note.formulas)
    return replace(note, formulas=tuple(formulas))


def _about(name: Name, facts: Sequence[Fact]) -> list[Fact]:
    """The facts about a letter, and about its members."""
    return [f for f in facts if key(bare(f.letter)) == key(name)]


def with_alias(
    note: Note, task: DerivationTask, facts: Sequence[Fact], alias: Mapping[str, Name], like: Mapping[str, str]
) -> Letters:
    """A note with the task's letters in place of the student's."""
    kept = tuple(
        _in_letters(everywhere(f), alias)
        for f in facts
        if isinstance(f, OF_NEW_LETTERS) and not {key(f.letter), key(bare(f.letter))} & {*task.names, *alias}
    )
    declared = frozenset(key(bare(f.letter)) for f in kept)
    said = tuple(
        everywhere(f) for f in facts if isinstance(f, Satisfies) and not f.others and key(bare(f.letter)) in declared
    )
    return Letters(_rewritten(note, alias), dict(alias), kept, declared, dict(like), said)


def more_alias(letters: Letters, own: Name, of: Name) -> Letters:
    """The letters, with one more match."""
    alias = {key(own): of}
    facts = tuple(_in_letters(f, alias) for f in letters.facts if key(bare(f.letter)) != key(own))
    return replace(
        letters,
        note=_rewritten(letters.note, alias),
        alias={**letters.alias, **alias},
        facts=facts,
        declared=letters.declared - {key(own)},
    )


def in_letters(node: Node, alias: Mapping[str, Name]) -> Node:
    """A formula with letters replaced; indices stay."""
    if not alias:
        return node
    if isinstance(node, Name):
        if key(node) in alias:
            return replace(alias[key(node)], span=node.span)
        if node.subscript is not None:
            new = alias.get(key(bare(node)), node)
            return replace(new, subscript=in_letters(node.subscript, alias), span=node.span)
        return node
    parts = [in_letters(x, alias) for x in children(node)]
    return rebuilt(node, parts) if parts else node


def undeclared(
    statement: WrittenStatement, task: DerivationTask, letters: Letters, defined: frozenset[str]
) -> list[str]:
    """The keys of the letters of a statement that neither the task nor the note declares."""
    known = {*task.names, *defined, *letters.declared}
    found = dict.fromkeys(key(x) for side in (statement.left, statement.right) for x in names_in(side, defined))
    sizes = {key(x) for f in letters.facts for x in _sizes_of(f)}
    return [x for x in found if x not in known and x not in sizes]


def _facts_of_note(note: Note) -> tuple[Fact, ...]:
    try:
        return (*facts_of_note(note), *scope_of_comments(note.source))
    except WrongScope:
        return facts_of_note(note)


def _in_letters(fact: Fact, alias: Mapping[str, Name]) -> Fact:
    match fact:
        case HasShape():
            return replace(fact, rows=in_letters(fact.rows, alias), columns=in_letters(fact.columns, alias))
        case IsFamily():
            return replace(fact, last=in_letters(fact.last, alias))
        case Arranged() if fact.family is not None:
            return replace(fact, family=in_letters(fact.family, alias))  # type: ignore[arg-type]
    return fact


def _names(formulas: Sequence[Formula]) -> dict[str, Name]:
    """Key -> letter of formulas, without indices and constants, in order of first use."""
    out: dict[str, Name] = {}
    for name in (x for tree in _trees(formulas) for x in names_in(tree)):
        out.setdefault(key(name), name)
    return out


def _variables(formulas: Sequence[Formula]) -> set[str]:
    """The keys of the variables of problems."""
    below = [
        x.variables
        for tree in _trees(formulas)
        for x in nodes(tree)
        if isinstance(x, Problem) and x.variables is not None
    ]
    return {key(x) for node in below for x in names_in(node)}


def _sizes_of(fact: Fact) -> Iterator[Name]:
    if isinstance(fact, HasShape):
        yield from (x for size in (fact.rows, fact.columns) for x in nodes(size) if isinstance(x, Name))
    elif isinstance(fact, IsFamily) and isinstance(fact.last, Name):
        yield fact.last


def _is_size(name: Name, facts: Sequence[Fact]) -> bool:
    return any(key(x) == key(name) for f in facts for x in _sizes_of(f))


def _sizes_of_facts(facts: Sequence[Fact], task: DerivationTask) -> Iterator[tuple[str, Name]]:
    """Other names for sizes, from the student's declarations of letters of the task."""
    for fact in facts:
        for own, of in _pairs(fact, bare(fact.letter), task):
            if isinstance(own, Name) and isinstance(of, Name) and key(own) not in task.names:
                yield key(own), of


def _unified(name: Name, found: Name, facts: Sequence[Fact], task: DerivationTask) -> Iterator[tuple[str, Name]]:
    """Other names for sizes, from the match of a student's letter with the task's."""
    for fact in _about(name, facts):
        for own, of in _pairs(fact, found, task):
            if isinstance(own, Name) and isinstance(of, Name):
                yield key(own), of


def _pairs(fact: Fact, of: Name, task: DerivationTask) -> Iterator[tuple[Node, Node]]:
    """Pairs of a size that a fact gives and the corresponding size of the task's letter."""
    for known in _about(of, task.said):
        if isinstance(fact, HasShape) and isinstance(known, HasShape):
            yield from ((fact.rows, known.rows), (fact.columns, known.columns))
        elif isinstance(fact, IsFamily) and isinstance(known, IsFamily):
            yield fact.last, known.last


def _kind(name: Name, facts: Sequence[Fact], note: Note) -> str:
    """The kind of a student's letter: family, number, column or matrix."""
    said = _about(name, facts)
    indexed = any(f.letter.subscript is not None for f in said) or _is_indexed(name, note.formulas)
    if any(isinstance(f, IsFamily) for f in said) or indexed:
        return "family"
    for fact in said:
        if isinstance(fact, Stands) and fact.role == "covariance":
            return "matrix"
        if found := implied(fact):
            return found
    return kind_by_look(name)


def _is_indexed(name: Name, formulas: Sequence[Formula]) -> bool:
    return any(
        isinstance(x, Name) and isinstance(x.subscript, Name) and x.subscript.base in INDICES and bare(x) == name
        for tree in _trees(formulas)
        for x in nodes(tree)
    )


def _kind_in(name: Name, task: DerivationTask) -> str:
    """The kind of a letter of the task: family, number, column or matrix."""
    assert task.table is not None
    symbol = task.table.at(name, 0)
    return "family" if symbol.is_family else symbol.kind


def _is_square(name: Name, facts: Sequence[Fact]) -> bool:
    return any(f.rows == f.columns for f in _about(name, facts) if isinstance(f, HasShape))


def _properties(name: Name, facts: Sequence[Fact]) -> set[str]:
    said = _about(name, facts)
    return {f.hypothesis for f in said if isinstance(f, Satisfies)} | {f.role for f in said if isinstance(f, Stands)}


def _properties_in(name: Name, task: DerivationTask) -> set[str]:
    """The properties of a letter of the task; for example `unit` if ‖w‖ = 1 is given."""
    out = _properties(name, task.said)
    for statement in task.given:
        sides = statement.left, statement.right
        if statement.sign == "=" and Num("1") in sides and any(_is_length(x, name) for x in sides):
            out.add("unit")
        if statement.sign == "=" and bare(name) in sides:
            out.add("covariance")
    for problem in (x for goal in task.goals for side in (goal.left, goal.right) for x in nodes(side)):
        if isinstance(problem, Problem):
            said = [*problem.constraints, *([problem.variables] if problem.variables is not None else [])]
            for chain in (x for node in said for x in nodes(node) if isinstance(x, Chain)):
                if any(_is_length(x, name) for x in chain.terms):
                    out.add("unit")
    return out


def _is_length(node: Node, name: Name) -> bool:
    match node:
        case Norm(body):
            return body == name
        case Power(base=Norm(body)):
            return body == name
        case Product(factors=(Transpose(base), other)):
            return base == name == other
    return False
