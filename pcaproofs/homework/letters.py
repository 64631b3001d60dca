"""Matches a student's letters with those of the task, and finds undeclared letters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pcaproofs.homework.rows import rows_of
from pcaproofs.homework.statements import WrittenStatement
from pcaproofs.homework.task import DerivationTask, everywhere, names_in
from pcaproofs.notes.checking import facts_of_note
from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import INDICES, VECTORS, bare, is_identity, key
from pcaproofs.notes.formulas.surface import (
    Chain,
    Name,
    Node,
    Norm,
    Num,
    Power,
    Problem,
    Product,
    Transpose,
    children,
    nodes,
)
from pcaproofs.notes.formulas.surface import with_children as rebuilt
from pcaproofs.notes.prose.facts import Arranged, Fact, HasKind, HasShape, IsFamily, Satisfies, Stands
from pcaproofs.notes.scope.scope_file import WrongScope, scope_of_comments
from pcaproofs.notes.scope.table import implied
from pcaproofs.notes.scope.uses import look

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
    facts = _facts(note)
    names = _names(note.formulas)
    new = [x for k, x in names.items() if k not in task.names and k not in defined]
    said = {key(bare(f.letter)) for f in facts} | _variables(note.formulas)
    alias = dict(_sizes(facts, task)) | dict(_in_other_fonts(new, said, task))
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


def _facts(note: Note) -> tuple[Fact, ...]:
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
    """Key -> letter of a note, in order of first use."""
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


def _sizes(facts: Sequence[Fact], task: DerivationTask) -> Iterator[tuple[str, Name]]:
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
    return look(name)


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
