"""Judging a note scope by scope: each theorem has its own letters, and uses those of the surrounding text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass, replace
from typing import TypeVar

from pcaproofs.notes.faults import fault
from pcaproofs.notes.formulas.blocks import Formula, Note, Scope, Scopes, cut, of_text, scopes
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import bare, key, letters_in
from pcaproofs.notes.formulas.surface import Big, Blank, Name, Node, index_names, nodes
from pcaproofs.notes.judging.rows import judge_of, row
from pcaproofs.notes.judging.state import Judge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.clauses import for_some, taken_over
from pcaproofs.notes.prose.facts import Arranged, Fact, HasKind, HasShape, IsFamily, Satisfies, Unclear
from pcaproofs.notes.prose.phrases import is_read
from pcaproofs.notes.prose.sentences import Sentence, sections, sentences
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.agreement import agree
from pcaproofs.notes.typing.ledger import Ledger
from pcaproofs.notes.typing.types import Definition

_RECALLS = re.compile(
    r"(?<!let\s)(?<![\w-])(?:the|this|our)\s+(?:(?!an?\s)[\w-]+\s+){0,2}$", re.IGNORECASE
)  # before a noun

T = TypeVar("T")


@dataclass
class _Part:
    """A scope that is being judged. numbers: number of a formula in the note -> its number in this scope."""

    judge: Judge
    numbers: dict[int, int]


class ScopedJudge:
    """Judges the formulas of a note in their order, each in its scope."""

    def __init__(self, note: Note, table: Table, *, is_for_proofs: bool = False):
        self.note, self.is_for_proofs = note, is_for_proofs
        self.scopes: Scopes = scopes(note)
        self.root = self.scopes.root
        self.scope_of = [self.scopes.at(formula.span[0]) for formula in note.formulas]
        self.formulas = _grouped(range(len(note.formulas)), self.scope_of.__getitem__)
        self.said = _grouped(sentences(note), lambda s: self.scopes.at(s.places[0]))
        self.products, self.summed = table.products, table.summed
        self.facts = tuple(fact for found in table.facts.values() for fact in found)
        self.facts_of = _grouped(
            self.facts, lambda fact: self.root if fact.strength == "file" else self.scopes.at(fact.span[0])
        )
        self.sections = sections(note)
        self.parts: dict[Scope, _Part] = {}
        if self.scopes.is_one:
            numbers = {k: k for k in range(len(note.formulas))}
            self.parts[self.root] = _Part(judge_of(note, table), numbers)
            self.parts[self.root].judge.is_for_proofs = is_for_proofs

    def run(self) -> tuple[RowVerdict, ...]:
        """The verdicts of all formulas, in order."""
        return tuple(self.row(k) for k in range(len(self.note.formulas)))

    def row(self, k: int) -> RowVerdict:
        """The verdict of a formula, after all earlier formulas of its scope and of the scopes that it uses."""
        try:
            part = self.part(self.scope_of[k])
        except Exception as error:
            return RowVerdict(self.note.formulas[k], "unread", f"got {fault(error)}, but should be a verdict")
        found = row(part.judge, part.numbers[k])
        if found.verdict == "definition" and self.is_statement(self.scope_of[k]):
            self.keep_definitions(self.scope_of[k], found.formula.span)
        return found

    def keep_definitions(self, scope: Scope, span: Span) -> None:
        """Let the text behind a theorem use a function that it defines, if its letters are those of the text."""
        own, outside = self.declared(scope), self.part(self.root).judge.ledger.definitions
        for name, known in self.parts[scope].judge.ledger.definitions.items():
            is_here = span[0] <= known.span[0] and known.span[1] <= span[1]
            if known.parameters and is_here and not own & _free_letters(name, known):
                outside.setdefault(name, known)

    def part(self, scope: Scope) -> _Part:
        """The judge of a scope; it starts with the statements so far of the scopes that it uses."""
        if scope not in self.parts:
            numbers, view = self.view(scope)
            since = 0 if scope is self.root else self.scopes.outermost(scope).start
            judge = judge_of(view, self.table(scope, view), since)
            judge.ledger, judge.whole = self.inherited(scope, judge.ledger), self.facts
            judge.is_for_proofs = self.is_for_proofs
            if self.is_statement(scope):
                judge.is_statement, judge.ledger.theorem = True, since
                judge.is_understood = self.is_understood(scope)
            self.parts[scope] = _Part(judge, numbers)
        return self.parts[scope]

    def inherited(self, scope: Scope, own: Ledger) -> Ledger:
        """The definitions and conditions that a scope uses; all that a theorem supposes holds in its proof."""
        out = Ledger(moments=own.moments, held=own.held)
        before = [self.outside(scope)] if scope.parent is not None else []
        after = [self.part(x).judge.ledger for followed in scope.follows for x in followed.within() if not x.proves]
        for ledger in (*before, *after):
            out.definitions |= ledger.definitions
            out.conditions += [x for x in ledger.conditions if x not in out.conditions]
        theirs = {x for followed in scope.follows for x in _conditions(self, followed)}
        out.conditions = [replace(x, until=None) if x in theirs else x for x in out.conditions]
        out.definitions |= own.definitions
        out.conditions += own.conditions
        return out

    def outside(self, scope: Scope) -> Ledger:
        """The statements so far of the surrounding scope, without those about letters that the theorem redeclares."""
        assert scope.parent is not None
        found = self.part(scope.parent).judge.ledger
        if scope.parent is not self.root:
            return found
        own = self.declared(scope)
        before = {name: x for name, x in found.definitions.items() if x.span[0] < scope.start}
        return Ledger(
            {name: x for name, x in before.items() if not own & _free_letters(name, x)},
            [x for x in found.conditions if not own & x.letters()],
        )

    def declared(self, scope: Scope) -> frozenset[str]:
        """The keys of the letters that a theorem, or a part of one, declares or calls into being ("for some F").

        Those of a proof include those of its theorem. Where it declares Λ_2 and does not use Λ, it counts as its own
        too: Λ_2 is no member of a Λ outside.
        """
        outermost = self.scopes.outermost(scope)
        its = [y for x in (outermost, *outermost.follows) for y in x.within()]
        facts = [fact for x in its for fact in self.facts_of.get(x, ())]
        found = [f for f in facts if isinstance(f, HasShape | IsFamily) or self.brings_in(f)]
        sizes = [x for f in found if isinstance(f, HasShape) for s in (f.rows, f.columns) for x in nodes(s)]
        own = {key(x) for x in (*(f.letter for f in found), *sizes) if isinstance(x, Name)}
        said = [s for x in its for s in self.said.get(x, ())]
        own |= {key(name) for s in said for _, name in for_some(s)}
        own |= {key(name) for s in said for name in taken_over(s)}
        names = [x for x in self.parts_of_formulas(its) if isinstance(x, Name)]
        return frozenset(own | ({key(bare(x)) for x in names if key(x) in own} - set(map(key, names))))

    def brings_in(self, fact: Fact) -> bool:
        """Whether a fact says what a letter is, and not only recalls it: "a matrix S", but not "the matrix S"."""
        before = self.note.source.text[max(fact.span[0] - 60, 0) : fact.span[0]]
        return isinstance(fact, HasKind) and _RECALLS.search(before) is None

    def bound(self, scope: Scope) -> frozenset[str]:
        """The keys of the indices of the sums and products of a theorem, which may be sizes in the text around it."""
        parts = self.parts_of_formulas(self.scopes.outermost(scope).within())
        return frozenset(index for x in parts if isinstance(x, Big) for index in index_names(x))

    def parts_of_formulas(self, its: Iterable[Scope]) -> Iterator[Node]:
        """All parts of the formulas of some scopes."""
        return (y for x in its for k in self.formulas.get(x, ()) for y in nodes(_tree(self.note.formulas[k])))

    def is_statement(self, scope: Scope) -> bool:
        """Whether a scope is a theorem or a part of one, and not a proof or remark."""
        return scope is not self.root and not scope.proves and not scope.is_remark

    def is_understood(self, scope: Scope) -> bool:
        """Whether every word of a theorem, up to the end of a part of it, is one of its hypotheses."""
        its = [x for x in scope.seen() if x is not self.root]
        facts = [f.span for x in its for f in self.facts_of.get(x, ()) if not isinstance(f, Unclear)]
        return all(is_read(s, facts) for x in its for s in self.said.get(x, ()))

    def view(self, scope: Scope) -> tuple[dict[int, int], Note]:
        """The part of the note of a scope: its formulas and sentences, and those of the theorem that it belongs to."""
        seen = self.seen(scope)
        chosen = sorted(k for x in seen for k in self.formulas.get(x, ()))
        said = tuple(sorted((s for x in seen for s in self.said.get(x, ())), key=lambda s: s.places[0]))
        view = part_of(self.note, tuple(self.note.formulas[k] for k in chosen), said)
        return {k: number for number, k in enumerate(chosen)}, view

    def table(self, scope: Scope, view: Note) -> Table:
        """The symbol table of a scope."""
        outermost = self.scopes.outermost(scope)
        facts = list[Fact]()
        for its in self.seen(scope):
            for fact in self.facts_of.get(its, ()):
                until = None if scope.proves and its is not scope else fact.until  # what the theorem supposes
                facts.append(replace(fact, start=max(fact.start, outermost.start), until=until))
        around = None
        if scope is not self.root:
            own = self.declared(scope) | self.bound(scope)
            around = self.part(self.root).judge.table
            used = {x for k in view.formulas for x in _letters(k)} - own
            arranged = {key(f.family) for f in facts if isinstance(f, Arranged) and f.family is not None}
            facts += [
                f
                for f in self.facts_of.get(self.root, ())
                if (key(f.letter) in used or key(bare(f.letter)) in used) and not _is_of_samples(f, own, arranged)
            ]
        table = Table(view, facts, cut(self.sections, outermost))
        table.products, table.summed = table.products | self.products, self.summed
        if around is not None:
            table.see(around, own)
            table.validity = table.validity.with_meanings_of(own)
        agree(table)
        return table

    def seen(self, scope: Scope) -> list[Scope]:
        """The scopes that a scope uses, without the text around its theorem."""
        return [scope] if scope is self.root else list(dict.fromkeys(x for x in scope.seen() if x is not self.root))


def part_of(note: Note, formulas: tuple[Formula, ...], said: tuple[Sentence, ...]) -> Note:
    """A note with some of its formulas and sentences alone."""
    view = replace(note, formulas=formulas)
    view.__dict__["of_text"] = of_text(note)
    view.__dict__["sentences"] = said
    view.__dict__["prose"] = " ".join(x.text for x in said)
    return view


def _grouped(items: Iterable[T], of: Callable[[T], Scope]) -> dict[Scope, list[T]]:
    out: dict[Scope, list[T]] = {}
    for item in items:
        out.setdefault(of(item), []).append(item)
    return out


def _tree(formula: Formula) -> Node:
    """The tree of a formula; a blank if it is unread."""
    return Blank() if isinstance(formula.tree, Unread) else formula.tree


def _letters(formula: Formula) -> frozenset[str]:
    return letters_in(_tree(formula))


def _free_letters(name: Node, definition: Definition) -> frozenset[str]:
    """The letters of a definition, without its parameters."""
    return (letters_in(name) | letters_in(definition.body)) - {key(x) for x in definition.parameters}


def _is_of_samples(fact: Fact, declared: Set[str], arranged: Set[str]) -> bool:
    """Whether a property is one of the samples x_i of another X than the one that a theorem declares.

    arranged: the families that the theorem puts into a matrix itself.
    """
    name = bare(fact.letter)
    if not isinstance(fact, Satisfies) or not name.base.islower() or key(name) in arranged:
        return False
    return key(replace(name, base=name.base.upper())) in declared


def _conditions(judge: ScopedJudge, scope: Scope) -> list[object]:
    return [c for x in scope.within() if x in judge.parts for c in judge.parts[x].judge.ledger.conditions]
