"""Checking a note: collects its facts, builds its symbol table, and judges its formulas."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from pcaproofs.notes.formulas.blocks import Note, read_note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import bare, key
from pcaproofs.notes.formulas.surface import Chain, Name, Node, Norm, Product, Transpose, every, nodes
from pcaproofs.notes.judging.scoped import ScopedJudge, part_of
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.facts import Fact, IsFamily
from pcaproofs.notes.prose.phrases import facts_of_prose
from pcaproofs.notes.prose.sentences import items, sections, sentences
from pcaproofs.notes.scope import uses
from pcaproofs.notes.scope.declared import facts_of_blocks, facts_of_formulas
from pcaproofs.notes.scope.scope_file import read_scope, scope_of_comments
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.scope.uses import has_given, speaks_of_complex, two_indices
from pcaproofs.notes.text.source import Source, path_beside, text_beside
from pcaproofs.notes.typing.agreement import agree
from pcaproofs.notes.typing.letters import entries_named


def table_of(note: Note, more: Iterable[Fact] = ()) -> Table:
    """The symbol table of a note, from its formulas, sentences, comments and further facts. Raises WrongScope."""
    parts = sections(note)
    table = Table(note, (*facts_of_note(note), *scope_of_comments(note.source), *more), parts)
    agree(table)
    return table


def facts_of_note(note: Note) -> tuple[Fact, ...]:
    """The facts about letters in the formulas and sentences of a note."""
    found = (*facts_of_formulas(note, sections(note)), *facts_of_prose(note))
    return (*found, *facts_of_blocks(note, found))


def scope_beside(file: Path, note: Source) -> tuple[Fact, ...]:
    """The facts of the scope file beside a note, notes.scope for notes.md, if there is one. Raises as read_scope."""
    path = path_beside(file)
    return read_scope(path, note) if path.is_file() else ()


def read_with_scope(file: Path) -> Note:
    """A note in the notation that the scope file beside it declares. Raises as read_note."""
    return read_note(file, scope=text_beside(file))


def check_note(note: Note, more: Iterable[Fact] = ()) -> tuple[Table, tuple[RowVerdict, ...]]:
    """The symbol table of a note and the verdicts of its formulas, in order."""
    table = table_of(note, more)
    return table, by_parts(note, table, ScopedJudge(note, table).run())


_OPEN = ("unread", "unsupported", "undecided")
BY_PART = "with the letters as this part of the note alone uses them"


def by_parts(note: Note, table: Table, found: tuple[RowVerdict, ...]) -> tuple[RowVerdict, ...]:
    """The verdicts of a note; what is open is proved, if it is with the letters as its section or item uses them.

    Another part may use x_i for samples where x has entries, or f for a function.
    """
    facts, out = tuple(fact for known in table.facts.values() for fact in known), list(found)
    accused = [x.formula.span for x in found if x.severity]
    for parts in (sections(note), items(note)):
        for start, end in parts if len(parts) > 1 else ():
            chosen = [k for k, x in enumerate(note.formulas) if start <= x.span[0] < end]
            if not any(_is_open(out[k]) for k in chosen):
                continue
            said = tuple(x for x in sentences(note) if start <= x.places[0] < end)
            view = part_of(note, tuple(note.formulas[k] for k in chosen), said)
            own = [f for f in facts if start <= f.span[0] < end]
            here = {key(f.letter) for f in own}
            alone = {*uses.alone(view.trees)}  # x of xᵀAx is no family here
            others = [f for f in facts if not (_of_members(f) and key(bare(f.letter)) in alone)]
            others = [f for f in others if here.isdisjoint((key(f.letter), key(_small(f.letter))))]
            part = Table(view, [*own, *others], parts)
            for letter, kind in table.agreed.items():  # no number is what is a matrix elsewhere
                part.assume(letter, kind if kind == "matrix" else None)
            agree(part)
            judge = ScopedJudge(view, part, is_for_proofs=True)
            last = max(j for j, k in enumerate(chosen) if _is_open(out[k]))
            for j, k in enumerate(chosen[: last + 1]):  # no row depends on those behind it
                anew = judge.row(j)
                places = [x.place[0] for x in anew.using if x.is_open and x.place is not None]
                rests_on_false = any(first <= x < last for x in places for first, last in accused)
                if anew.verdict == "proved" and _is_open(out[k]) and not rests_on_false:
                    out[k] = replace(anew, reason=f"{anew.reason}, {BY_PART}", reading=(*anew.reading, BY_PART))
    return tuple(out)


def _small(name: Name) -> Name:
    """w of W, which may hold the w_i."""
    return replace(name, base=name.base.lower())


def _of_members(fact: Fact) -> bool:
    return isinstance(fact, IsFamily) or fact.letter.subscript is not None


def _is_open(found: RowVerdict) -> bool:
    return found.formula.display and found.verdict in _OPEN and not isinstance(found.formula.tree, Unread)


_SIGNS = {
    "⪰⪯": "A ⪰ B says that A − B is symmetric and positive semidefinite",
    "≻≺": "A ≻ B says that A − B is symmetric and positive definite",
    "⊙": "A ⊙ B is the product entry by entry",
    "⊗": "A ⊗ B is the Kronecker product",
}


def _signs(node: Node) -> Sequence[str]:
    return node.signs if isinstance(node, Chain) else node.marks if isinstance(node, Product) else ()


def conventions_of(note: Note, table: Table) -> tuple[str, ...]:
    """What the reading of a note takes for granted, each in a few words, with the line that shows it."""
    found = {type(x) for tree in table.trees for x in nodes(tree)}
    guessed = list(dict.fromkeys(x.call.split("{")[0] for _, x in note.guesses()))
    out = [f"{', '.join(guessed)} as the names suggest, since no file defines them"] if guessed else []
    if Norm in found:
        out.append("‖·‖ is the Euclidean norm")
    if Transpose in found and not any(x.name.endswith("transpose") for x in note.conventions):
        out.append("ᵀ is the transpose")
    pairs = {
        bare(x) for x in every(table.trees, Name) if two_indices(x) is not None and key(bare(x)) not in table.facts
    }
    named = {x: replace(x, base=x.base.upper()) for x in pairs if x.base.islower()}
    out += sorted(entries_named(x) for x in named.values() if key(x) in table.facts)
    signs = {sign for tree in table.trees for x in nodes(tree) for sign in _signs(x)}
    signs |= {"⊙"} if "∘" in signs and "⊙" in table.products else set()
    out += [says for written, says in _SIGNS.items() if signs & {*written}]
    if speaks_of_complex(note.source.text):
        out.append("all letters are real")
    if has_given(table.trees):
        out.append("what stands behind ∣ in a moment is held constant")
    out += [x.text if x.line is None else f"{x.text} (line {x.line})" for x in note.conventions]
    for family, said in table.arranged.items():
        for fact in said[:1]:
            if family is None:
                continue
            place = note.source.place(fact.span[0]).said
            out.append(f"the {unicode(family)} are the {fact.by} of {unicode(fact.letter)} ({place})")
    return tuple(dict.fromkeys(out))
