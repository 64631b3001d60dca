"""From a typed statement to its verdict: a proof, or a refutation where one is allowed.

A proof may use the facts about the letters, and then earlier conditions. A refutation is searched only if the note
declares every letter; inferred facts never refute an author.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from pcaproofs.kernel import KernelError
from pcaproofs.language.statement_text import StatementText
from pcaproofs.notes.formulas.spelling import spelled
from pcaproofs.notes.judging.given_facts import Given, GivenFacts, is_diagonal
from pcaproofs.notes.judging.lacking import lacking, of_distinct_indices
from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.searching import (
    FIRST,
    Offer,
    failing_point,
    from_fewest,
    hypotheses,
    is_readable,
    needs,
    reading_of,
    refuted,
    said_names,
)
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.building import Builder
from pcaproofs.notes.typing.expressions import RANK
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.terms import Relation
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute import Counterexample
from pcaproofs.prover.result import Result

# seconds' worth of steps: a proof, one from conditions, a refutation, an example that is only a hint
QUICK, PATIENT, ATTACK, HINT = 0.012, 0.03, 0.4, 0.05
FEW, MOST = 2, 6  # earlier conditions that a proof may use, the last ones
STATED = 0.1  # a proof of what a theorem states
RANKS = 0.15  # a proof about ranks, which is about several pseudo-inverses
OF_ALL = 0.1  # a proof from conditions on all members of a family
SPECTRAL = 0.55  # a proof about a matrix and its eigenvalues, which needs eigenvectors that the statement lacks
# properties that a refutation cannot assume; statements about such letters are not refuted
UNTRIED = ("diagonal", "rank")

_LOOK_LATIN = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")  # Greek capitals that look like Latin ones


@dataclass
class Settled:
    """The result for a statement.

    used: the places of the conditions of the note that the proof uses. using: the hypotheses of the note that it uses,
    facts and conditions, each with its names in the statement. lacks: the search for the hypotheses that a statement
    lacks which fails at a point. is_partial: whether some hypotheses could not be read together with the statement.
    """

    result: Result
    used: tuple[Span, ...] = ()
    using: Mapping[Offer, tuple[str, ...]] = field(default_factory=dict)
    lacks: Callable[[], tuple[str, ...]] = tuple
    is_partial: bool = False


@dataclass
class Case(GivenFacts):
    """A statement to be settled: its typing, how the conclusion is built, its own premises, earlier conditions."""

    typing: Statements
    conclusion: Callable[[Builder], Any]
    premises: Sequence[Relation] = ()
    extra: Sequence[tuple[Relation, Span]] = field(default=())
    is_statement: bool = False  # of a theorem, whose conditions are few and all relevant
    is_spectral: bool = field(default=False, init=False)  # whether eigenvectors were looked up for it
    is_diagonal: bool = False  # whether also a single diagonal matrix is more than symmetric
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

    def settle(self, most: float = SPECTRAL) -> Settled:
        """A proof from the facts about the letters; most: the seconds' worth of steps at most."""
        given = self.given()
        b = self.builder()
        conclusion, patience = self.conclusion(b), min(self.patience(), most)
        found, needed = from_fewest(conclusion, self.facts(b, given), patience, FIRST)
        return Settled(found, using=needed)

    def facts(self, b: Builder, given: Sequence[Given]) -> list[Offer]:
        """The facts about the letters as hypotheses."""
        doubt, offset = self.typing.table.doubt, self.typing.offset
        laters = [x.place and doubt(x.letters, x.place, offset) for x in given]
        return [Offer(x.build(b), x.place, x.by, later) for x, later in zip(given, laters, strict=True)]

    def patience(self) -> float:
        """The seconds' worth of steps of a proof from the facts about the letters."""
        if self.is_statement and not self.extra:
            return STATED
        if self.is_spectral:
            return SPECTRAL
        if RANK in self.typing.defaults:
            return RANKS
        return OF_ALL if self.has_eigenvectors() else QUICK

    def settle_with_conditions(self, limit: float = SPECTRAL) -> Settled | None:
        """A proof that also uses earlier conditions, as few as possible; None if there is none.

        limit: the seconds' worth of steps at most.
        """
        given = self.given()
        b = self.builder()
        conclusion = self.conclusion(b)
        base, extra = self.facts(b, given), self.imposed(b)
        with suppress(KernelError):
            if failing_point(reading_of(conclusion, hypotheses((*base, *extra)))) is not None:
                return None
        return self.from_conditions(conclusion, base, extra, limit)

    def from_conditions(
        self, conclusion: Any, base: Sequence[Offer], extra: Sequence[Offer], limit: float
    ) -> Settled | None:
        """A proof from hypotheses and as few as possible of the last conditions; None if there is none."""
        of_all = OF_ALL if any(relation.of_all for relation, _ in self.extra) else PATIENT
        most, patience = (len(self.extra), STATED) if self.is_statement else (MOST, of_all)
        extra = extra[-most:]
        if not extra:
            return None
        tries = [(extra[-FEW:], of_all)] if extra[:-FEW] else []
        for some, seconds in (*tries, (extra, patience)):
            found, needed = from_fewest(conclusion, (*base, *some), min(seconds, limit), FIRST)
            if found.verdict == "proved":
                used = tuple([x.place for x in needed if x in some and x.place is not None])
                return Settled(found, used, needed)
        return None

    def fails(self) -> bool:
        """Whether the statement fails at a point at which all facts and conditions hold, which few steps find."""
        given = self.given()
        b = self.builder()
        conclusion = self.conclusion(b)
        offers = [*self.facts(b, given), *self.imposed(b)]
        with suppress(KernelError):
            return self.is_exact(b) and failing_point(reading_of(conclusion, hypotheses(offers))) is not None
        return False

    def imposed(self, b: Builder) -> list[Offer]:
        """The earlier conditions that can be expressed together with the conclusion, which is built first.

        f ≠ g comes last: whether i ≠ j is about indices is known when all columns e_i are built.
        """
        out = dict[int, list[Offer]]()
        for k, (relation, span) in sorted(enumerate(self.extra), key=lambda x: x[1][0].sign == "≠"):
            found = [b.of_all(relation)] if relation.of_all else []
            if not (found and is_readable(found[0])):
                found = [b.sums_of(relation)] if relation.of_all else []
                found = [*filter(is_readable, found), b.imposed(replace(relation, of_all=()))]
            later = self.typing.doubts.get(span)
            out[k] = [Offer(said, span, later=later) for said in found if said is not None]
        return [x for k in sorted(out) for x in out[k]]

    def values(self, example: Counterexample) -> dict[str, Matrix]:
        """The values of its letters at a point."""
        b = self.builder()
        named = {found: example.letters.get(b.name(found)) for found in self.typing.used}
        return {found: value for found, value in named.items() if value is not None}

    def is_beside_diagonal(self, example: Counterexample) -> bool:
        """Whether a diagonal matrix has another entry than 0 beside the diagonal at a point."""
        values, used = self.values(example), self.typing.used
        return any(is_diagonal(used[x]) and not mx.is_diagonal(m) for x, m in values.items())

    def in_full(self) -> tuple[Any, tuple[Any, ...]]:
        """The conclusion, and all facts and conditions as hypotheses."""
        given = self.given()
        b = self.builder()
        conclusion = self.conclusion(b)
        offers = [Offer(x.build(b)) for x in given] + self.imposed(b)
        return conclusion, hypotheses(read_with(conclusion, offers))

    def is_exact(self, b: Builder) -> bool:
        """Whether the earlier conditions can be expressed exactly, so that counterexamples satisfy them."""
        return all(is_readable(b.of_all(relation)) for relation, _ in self.extra if relation.of_all)

    def attack(self, sizes: tuple[int, ...] = (1, 2, 3), seconds: float = ATTACK) -> Settled:
        """A refutation at some sizes under all conditions of the note; none is searched without sizes."""
        given = self.given()
        b = self.builder()
        conclusion = self.conclusion(b)
        every = [*self.facts(b, given), *self.imposed(b)]
        offers = read_with(conclusion, every)
        try:
            statement = reading_of(conclusion, hypotheses(offers))
        except KernelError:
            return Settled(Result("undecided", "neither proved nor refuted"))
        found = Settled(
            Result("undecided", "neither proved nor refuted", statement.statement, assumed=statement.assumed),
            is_partial=len(offers) < len(every),
        )
        found.using = said_names(conclusion, [x for x in offers if x.by])
        if not sizes or not self.is_exact(b):
            return found
        if (example := refuted(statement, seconds, sizes)) is None:
            found.result = of_distinct_indices(self.typing, b, statement, found.result)
            return found
        if not self.is_diagonal and self.is_beside_diagonal(example):
            return replace(self, is_diagonal=True).attack(sizes, seconds)
        found.result = replace(found.result, verdict="refuted", reason="", counterexample=example)
        facts = [x for symbol in self.typing.used.values() for x in symbol.facts]
        if not any(isinstance(x, Satisfies) and x.hypothesis == "ones" for x in facts):  # which have no other property
            found.lacks = lambda: needs(statement, seconds, example) or lacking(self.typing, b, statement, example)
        return found


def read_with(conclusion: Any, offers: Sequence[Offer]) -> list[Offer]:
    """The hypotheses that can be read together with a conclusion: not those on moments of letters that it has alone."""

    def can_read(some: Sequence[Offer]) -> bool:
        with suppress(KernelError):
            reading_of(conclusion, hypotheses(some))
            return True
        return False

    return list(offers) if can_read(offers) else [x for x in offers if can_read([x])]


def reading(result: Result, defaults: Iterable[str]) -> tuple[str, ...]:
    """The reading: the letters with their sizes, the hypotheses, the conclusion, the implicit assumptions."""
    if result.statement is None:
        return ()
    text = StatementText(result.statement)
    taken = [f"taken for granted: {x}" for x in (*defaults, *result.assumed)]
    return tuple(x for x in (text.letters(), *text.lines(), text.conclusion(), *taken) if x)
