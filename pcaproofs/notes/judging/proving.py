"""From a typed statement to its verdict: a proof, or a refutation where one is allowed.

A proof may use the facts about the letters, and then earlier conditions. A refutation is searched only if the note
declares every letter; inferred facts never refute an author.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pcaproofs.kernel import KernelError
from pcaproofs.language.statement_text import StatementText
from pcaproofs.notes.formulas.spelling import spelled
from pcaproofs.notes.judging.given_facts import Given, GivenFacts
from pcaproofs.notes.judging.lacking import lacking, of_distinct_indices
from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.scope.suspension import Doubt
from pcaproofs.notes.searching import (
    checked,
    is_readable,
    may_hold,
    needs,
    provable,
    reading_of,
    refuted,
    some_points,
    without_idle,
)
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.building import Builder
from pcaproofs.notes.typing.functions import RANK
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.terms import Relation
from pcaproofs.prover.refute import Counterexample, Point
from pcaproofs.prover.result import Result

# seconds' worth of steps: a proof, one from conditions, a refutation, an example that is only a hint
QUICK, PATIENT, ATTACK, HINT = 0.03, 0.06, 0.4, 0.05
FEW, MOST = 2, 6  # earlier conditions that a proof may use, the last ones
STATED = 0.6  # a proof of what a theorem states
RANKS = 0.15  # a proof about ranks, which is about several pseudo-inverses
OF_ALL = 0.25  # a proof from conditions on all members of a family
SPECTRAL = 0.8  # a proof about a matrix and its eigenvalues, which needs eigenvectors that the statement lacks
# properties that a refutation cannot assume; statements about such letters are not refuted
UNTRIED = ("diagonal", "invertible", "rank")

_LOOK_LATIN = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")  # Greek capitals that look like Latin ones


@dataclass
class Settled:
    """The result for a statement.

    used: the conditions of the note that the proof may have used. doubt: a hypothesis that it needs, and the place of
    a sentence behind it that may end it.
    """

    result: Result
    hypotheses: tuple[Any, ...]
    used: tuple[Span, ...] = ()
    doubt: Doubt | None = None


@dataclass
class Case(GivenFacts):
    """A statement to be settled: its typing, how the conclusion is built, its own premises, earlier conditions."""

    typing: Statements
    conclusion: Callable[[Builder], Any]
    premises: Sequence[Relation] = ()
    extra: Sequence[tuple[Relation, Span]] = field(default=())
    is_statement: bool = False  # of a theorem, whose conditions are few and all relevant
    is_spectral: bool = field(default=False, init=False)  # whether eigenvectors were looked up for it
    names: Mapping[str, str] = field(default_factory=dict)  # letter -> its name in other statements, which it keeps

    def builder(self) -> Builder:
        """A builder with a name for every letter; two letters of one spelling get their fonts too."""
        out: dict[str, str] = {}
        taken = {size: size for size in map(str, self.typing.table.sizes)}
        taken |= {name: found for found, name in self.names.items()}
        out |= {found: root.name for found, root in self.typing.roots.items()}
        taken |= {root.name: found for found, root in self.typing.roots.items()}
        for found, symbol in self.typing.used.items():
            if found in self.names:
                out[found] = self.names[found]
                continue
            name = spelled(symbol.name)
            if found.startswith("family "):
                is_new = name[0].upper() != name[0] and name[0].upper() not in _LOOK_LATIN
                name = name[0].upper() + name[1:] if is_new else f"{name}s"
            while name in taken and taken[name] != found:
                longer = spelled(symbol.name, font=True)
                name = longer if longer != name and longer not in taken else f"{name}~"
            taken[name] = found
            out[found] = name
        return Builder(self.typing.sizes, out, frozenset(self.typing.indices) | self.typing.table.sizes)

    def settle(self) -> Settled:
        """A proof from the facts about the letters."""
        given = self.given()
        b = self.builder()
        conclusion, patience = self.conclusion(b), self.patience()
        base = tuple(x.build(b) for x in given)
        sure, doubt = self.apart_from_doubtful(given, base)
        found = checked(conclusion, sure, patience)
        if doubt is None or found.verdict == "proved":
            return Settled(found, sure if found.verdict == "proved" else base)
        return Settled(checked(conclusion, base, patience), base, doubt=doubt)

    def apart_from_doubtful(self, given: Sequence[Given], built: Sequence[Any]) -> tuple[tuple[Any, ...], Doubt | None]:
        """The hypotheses that surely hold still, of those that are built, and why the first of the others may not."""
        typing = self.typing
        doubts = [x.place and typing.table.doubt(x.letters, x.place, typing.offset) for x in given]
        sure = tuple(x for x, doubt in zip(built, doubts, strict=True) if not doubt)
        return sure, next((x for x in doubts if x), None)

    def patience(self) -> float:
        """The seconds' worth of steps of a proof from the facts about the letters."""
        if self.is_statement and not self.extra:
            return STATED
        if self.is_spectral:
            return SPECTRAL
        if RANK in self.typing.defaults:
            return RANKS
        return OF_ALL if self.has_eigenvectors() else QUICK

    def settle_with_conditions(self) -> Settled | None:
        """A proof that also uses earlier conditions, as few as possible; None if there is none."""
        given = self.given()
        b = self.builder()
        conclusion, base = self.conclusion(b), tuple(x.build(b) for x in given)
        sure, doubt = self.apart_from_doubtful(given, base)
        extra = self.imposed(b)
        doubts = [x for _, span in extra if (x := self.typing.doubts.get(span)) is not None]
        if doubt is None and not doubts:
            return self.from_conditions(conclusion, base, extra)
        surely = [pair for pair in extra if pair[1] not in self.typing.doubts]
        if (found := self.from_conditions(conclusion, sure, surely)) is not None:
            return found
        found = self.from_conditions(conclusion, base, extra)
        return found and replace(found, doubt=next((x for x in (*doubts, doubt) if x is not None), None))

    def from_conditions(self, conclusion: Any, base: tuple[Any, ...], extra: list[tuple[Any, Span]]) -> Settled | None:
        """A proof from hypotheses and as few as possible of the last conditions; None if there is none."""
        of_all = OF_ALL if any(relation.of_all for relation, _ in self.extra) else PATIENT
        most, patience = (len(self.extra), STATED) if self.is_statement else (MOST, of_all)
        extra = extra[-most:]
        if not extra:
            return None
        if extra[:-FEW] and provable(conclusion, (*base, *(h for h, _ in extra[-FEW:])), of_all):
            extra = extra[-FEW:]
        elif not provable(conclusion, (*base, *(h for h, _ in extra)), patience):
            return None
        needed = without_idle(conclusion, base, extra, QUICK)
        more = (*base, *(h for h, _ in needed))
        again = checked(conclusion, more, patience)
        return Settled(again, more, tuple(span for _, span in needed)) if again.verdict == "proved" else None

    def imposed(self, b: Builder) -> list[tuple[Any, Span]]:
        """The earlier conditions that can be expressed together with the conclusion, which is built first.

        f ≠ g comes last: whether i ≠ j is about indices is known when all columns e_i are built.
        """
        out = dict[int, list[tuple[Any, Span]]]()
        for k, (relation, span) in sorted(enumerate(self.extra), key=lambda x: x[1][0].sign == "≠"):
            found = [b.of_all(relation)] if relation.of_all else []
            if not (found and is_readable(found[0])):
                found = [b.sums_of(relation)] if relation.of_all else []
                found = [*filter(is_readable, found), b.imposed(replace(relation, of_all=()))]
            out[k] = [(said, span) for said in found if said is not None]
        return [pair for k in sorted(out) for pair in out[k]]

    def points(self, example: Counterexample) -> list[Point]:
        """Points at which the facts and conditions hold; the first one is a counterexample of the statement."""
        conclusion, hypotheses = self.in_full()
        return some_points(reading_of(conclusion, hypotheses), example)

    def may_hold(self, at: Sequence[Point]) -> bool:
        """Whether the statement fails at none of some points at which the facts and conditions hold."""
        return may_hold(*self.in_full(), at)

    def in_full(self) -> tuple[Any, tuple[Any, ...]]:
        """The conclusion, and all facts and conditions as hypotheses."""
        given = self.given()
        b = self.builder()
        conclusion = self.conclusion(b)
        return conclusion, (*(x.build(b) for x in given), *(h for h, _ in self.imposed(b)))

    def is_exact(self, b: Builder) -> bool:
        """Whether the earlier conditions can be expressed exactly, so that counterexamples satisfy them."""
        return all(is_readable(b.of_all(relation)) for relation, _ in self.extra if relation.of_all)

    def attack(self, sizes: tuple[int, ...] = (1, 2, 3), seconds: float = ATTACK) -> Result:
        """A refutation at some sizes under all conditions of the note, and the missing hypotheses."""
        given = self.given()
        b = self.builder()
        conclusion = self.conclusion(b)
        try:
            statement = reading_of(conclusion, (*(x.build(b) for x in given), *(h for h, _ in self.imposed(b))))
        except KernelError:  # an earlier condition has a random vector outside an expectation
            return Result("undecided", "neither proved nor refuted")
        example = refuted(statement, seconds, sizes) if self.is_exact(b) else None
        result = Result("undecided", "neither proved nor refuted", statement.statement, assumed=statement.assumed)
        if example is None:
            return of_distinct_indices(self.typing, b, statement, result) if self.is_exact(b) else result
        missing = needs(statement, seconds) or lacking(self.typing, b, statement)
        if any(isinstance(f, Satisfies) and f.hypothesis == "ones" for x in self.typing.used.values() for f in x.facts):
            missing = ()  # a matrix of ones is given, and has no further property
        return replace(result, verdict="refuted", reason="", counterexample=example, needs=missing)


def reading(result: Result, defaults: Iterable[str]) -> tuple[str, ...]:
    """The reading: the letters with their sizes, the hypotheses, the conclusion, the implicit assumptions."""
    if result.statement is None:
        return ()
    text = StatementText(result.statement)
    taken = [f"taken for granted: {x}" for x in (*defaults, *result.assumed)]
    return tuple(x for x in (text.letters(), *text.lines(), text.conclusion(), *taken) if x)
