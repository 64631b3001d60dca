"""From a typed statement to its verdict: a proof, or a refutation where one is allowed.

A proof may use the facts about the letters, and then earlier conditions. A refutation is searched only if the note
declares every letter; inferred facts never refute an author.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any

from pcaproofs.kernel import KernelError, Statement
from pcaproofs.language.hypotheses import KINDS, Named
from pcaproofs.language.readable_statement import ReadableStatement
from pcaproofs.language.reader import Reading
from pcaproofs.notes.formulas.blocks import Note, once
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import bare, is_capital, key, letter_text, spelled
from pcaproofs.notes.formulas.surface import Big, Frac, Listed, Moment, Name, Node, Num, Product, Transpose, every
from pcaproofs.notes.prose.facts import (
    COLUMNS_OF,
    COVARIANCE_IS,
    DIAGONAL,
    INDEPENDENT,
    MEAN_IS,
    Arranged,
    Distinct,
    Fact,
    IsFamily,
    Satisfies,
    Stands,
)
from pcaproofs.notes.prose.phrases import COMPLETE, is_named_here
from pcaproofs.notes.prose.population import is_of_population
from pcaproofs.notes.prose.sentences import sentences
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.searching import (
    FIRST,
    NOTATION,
    NOTE,
    REMEMBERED,
    SCOPE_FILE,
    Offer,
    Sizes,
    failing_point,
    from_fewest,
    hypotheses,
    is_readable,
    more_needs,
    needs,
    reading_of,
    refuted,
    said_names,
)
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.building import ORDERS, Builder, apart
from pcaproofs.notes.typing.expressions import RANK
from pcaproofs.notes.typing.ledger import is_restricted
from pcaproofs.notes.typing.letters import family, member, of_diagonal, root_hypotheses, unit_vector
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.sums import QUOTIENTS, is_part, leading
from pcaproofs.notes.typing.terms import SCALAR, Relation, Term, Unsupported, Untyped, free_indices, number
from pcaproofs.prover.exact import matrix as mx
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.needs_pairs import unbound_indices
from pcaproofs.prover.refute import Counterexample
from pcaproofs.prover.result import Result

# Hypotheses that would make a refuted row true: pairs of hypotheses, λ ≠ μ, i ≠ j

SECONDS = 0.6  # seconds' worth of steps for missing hypotheses
EXAMPLE = 0.4  # for an example with i = j
NEAR = 120  # characters around a row that may say that indices are distinct
_EIGENVALUES = ("λ", "μ", "κ", "ν")
_DISTINCT = re.compile(
    r"(?<![\w-])(?:distinct|differ\w*|unequal|others?|another|mutual\w*|pairwise|two|pairs?)(?![\w-])", re.IGNORECASE
)
_ENDS = re.compile(r"\$|\\\]|\\end\{|\\\\")


def lacking(typing: Statements, b: Builder, statement: Reading, example: Counterexample) -> tuple[str, ...]:
    """Hypotheses that make a statement true, if no single property of a letter does; it fails at the example."""
    used = typing.used
    families = {b.name(x): spelled(symbol.name) for x, symbol in used.items() if x.startswith("family ")}
    values = frozenset(b.name(x) for x, symbol in used.items() if symbol.name.base in _EIGENVALUES)
    return more_needs(statement, SECONDS, families, values, example)


def of_distinct_indices(typing: Statements, b: Builder, statement: Reading, result: Result) -> Result:
    """Whether a statement is true only for i ≠ j; if a sentence restricts the indices, it is taken literally."""
    indices = [i for i, _ in unbound_indices(statement.source)]
    if len(indices) != 2:
        return result
    start = typing.offset
    ends = _ENDS.search(typing.text[start:])
    span = (start, start + ends.start() if ends else start)
    near = typing.text[max(0, start - NEAR) : span[1] + NEAR]
    if is_restricted(typing.text, span, [i.name for i in indices], {}) or _DISTINCT.search(near):
        return result
    i, j = indices
    try:
        once = reading_of(statement.source.xreplace({j: i}), statement.hypotheses)
    except KernelError:
        return result
    example = refuted(once, EXAMPLE, Sizes())
    needs = lacking(typing, b, statement, example) if example is not None else ()
    said = tuple(x for x in needs if {f"{i} ≠ {j}", f"{j} ≠ {i}"} & {*x.split(" and ")})
    return replace(result, verdict="refuted", reason="", counterexample=example, needs=said) if said else result


# The facts about the letters of a statement as hypotheses of its proof, with the places in the note that say them

SPECTRAL_THEOREM = "a symmetric matrix has orthonormal eigenvectors"
SQUARE = (
    "square",
    "symmetric",
    "orthogonal",
    "projector",
    "psd",
    "idempotent",
    "skew",
    "normal",
    "positive_definite",
    "diagonal_matrix",
    "invertible",
)


@dataclass(frozen=True)
class Given:
    """A hypothesis that is ready to be built.

    place: where the note says it. letters: the keys of those it is about. by: who says it, NOTE, SCOPE_FILE or
    NOTATION; else it is a premise of the statement itself, or gives a letter its meaning. words: what is printed of it.
    """

    build: Callable[[Builder], Any]
    place: Span | None = None
    letters: frozenset[str] = frozenset()
    by: str = ""
    words: str = ""


def _given(build: Callable[[Builder], Any], fact: Fact) -> Given:
    """A hypothesis that a fact says; one of the scope file has no place in the note."""
    others = fact.others if isinstance(fact, Satisfies | Distinct) else ()
    names = [fact.letter, *(x for x in others if isinstance(x, Name))]
    letters = frozenset(key(x) for name in names for x in (name, bare(name)))
    is_in_note = fact.span[1] > 0
    return Given(build, fact.span if is_in_note else None, letters, NOTE if is_in_note else SCOPE_FILE)


def is_named_as_mean(symbol: Symbol) -> bool:
    """Whether a letter is x̄, and the note says nothing else of it."""
    return symbol.name.accents == ("bar",) and symbol.name.subscript is None and not symbol.facts


@once
def named_alone(note: Note) -> frozenset[Node]:
    """The letters that stand alone in sentences, which may say what they are: "let ⟦x̄⟧ be any point"."""
    return frozenset(
        tree for sentence in sentences(note) for x in sentence.things for tree in x.trees if len(x.trees) == 1
    )


def is_square(node: Node) -> bool:
    """Whether a value shows that it is positive semidefinite: XᵀX/n, a sum of (xᵢ − m)(xᵢ − m)ᵀ."""
    match node:
        case Product(factors):
            match [x for x in factors if not isinstance(x, Num | Frac)]:
                case [Big() as inside]:
                    return is_square(inside)
                case [first, second]:
                    return first == Transpose(second) or second == Transpose(first)
        case Frac(top):
            return is_square(top)
        case Big("∑", body):
            return is_square(body)
    return False


def properties(symbol: Symbol) -> Iterator[Satisfies]:
    """What the note says of a letter alone."""
    yield from (f for f in symbol.facts if isinstance(f, Satisfies) and not f.others and f.hypothesis in KINDS)


def _gives_space(fact: Fact) -> bool:
    """Whether a fact gives the space or the cone of a letter, as that a matrix is symmetric, and no constraint."""
    is_space = isinstance(fact, Satisfies) and fact.hypothesis in ("symmetric", "skew", "diagonal", "psd", "invertible")
    return is_space and not fact.others  # type: ignore[attr-defined]


def _built(relation: Relation) -> Callable[[Builder], Any]:
    return lambda b: b.relation(relation)


def _of_all(relation: Relation) -> Callable[[Builder], Any]:
    return lambda b: b.of_all(relation)


def is_diagonal(symbol: Symbol) -> bool:
    """Whether the note says that a letter is a diagonal matrix."""
    return any(isinstance(f, Satisfies) and f.hypothesis == "diagonal" for f in symbol.facts)


def _named(kind: str, terms: tuple[Term, ...]) -> Callable[[Builder], Any]:
    if kind == "nonzero":  # the language has it for numbers alone
        return lambda b: b.named(kind, *terms) if b.is_scalar(terms[0]) else apart(b.term(terms[0]), 0)
    return lambda b: b.named(kind, *terms)


# From a typed statement to its verdict: a proof, or a refutation where one is allowed

# seconds' worth of steps: a proof, one from conditions, a refutation, an example that is only a hint
QUICK, PATIENT, ATTACK, HINT = 0.03, 0.06, 0.4, 0.05
FEW, MOST = 2, 6  # earlier conditions that a proof may use, the last ones
STATED = 0.6  # a proof of what a theorem states
INVERSES = 0.3  # a proof about several inverses, or about ranks, which are those of pseudo-inverses
OF_ALL = 0.25  # a proof from conditions on all members of a family
SPECTRAL = 1.5  # a proof about a matrix and its eigenvalues, which needs eigenvectors that the statement lacks
# properties that a refutation cannot assume; statements about such letters are not refuted
UNTRIED = ("diagonal", "rank")

_LOOK_LATIN = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")  # Greek capitals that look like Latin ones


@dataclass
class Settled:
    """The result for a statement.

    used: the places of the conditions of the note that the proof uses. using: the hypotheses of the note that it uses,
    facts and conditions, each with its names in the statement. lacks: the search for the hypotheses that a statement
    lacks which fails at a point. is_partial: whether some hypotheses could not be read together with the statement.
    is_plain: whether what the note says of letters with values is left out. others: the proofs of the other statements
    that the same relation consists of.
    """

    result: Result
    used: tuple[Span, ...] = ()
    using: Mapping[Offer, tuple[str, ...]] = field(default_factory=dict)
    lacks: Callable[[], tuple[str, ...]] = tuple
    is_partial: bool = False
    is_plain: bool = False
    others: tuple[Settled, ...] = ()


@dataclass(frozen=True)
class Concluded:
    """A relation as the conclusion of a case; of A ⪰ 0 and A ≻ 0 the first of the statements that they consist of."""

    relation: Relation

    def __call__(self, b: Builder) -> Any:
        return b.concluded(self.relation)


def _letters(said: Any) -> frozenset[Any]:
    """The letters of a statement of the language."""
    found = frozenset[Any](getattr(said, "free_symbols", ()))
    return found.union(*map(_letters, said.args)) if isinstance(said, Named) else found


@dataclass
class Case:
    """A statement to be settled: its typing, how the conclusion is built, its own premises, earlier conditions."""

    typing: Statements
    conclusion: Callable[[Builder], Any]
    premises: Sequence[Relation] = ()
    extra: Sequence[tuple[Relation, Span]] = field(default=())
    is_statement: bool = False  # of a theorem, whose conditions are few and all relevant
    is_spectral: bool = field(default=False, init=False)  # whether eigenvectors were looked up for it
    is_plain: bool = False  # whether what the note says of letters with values is left out
    is_diagonal: bool = False  # whether also a single diagonal matrix is more than symmetric
    names: Mapping[str, str] = field(default_factory=dict)  # letter -> its name in other statements, which it keeps
    opened_as: dict[str, Term] = field(default_factory=dict, init=False)  # of the letters that are opened

    def builder(self) -> Builder:
        """A builder with a name for every letter; two letters of one spelling get their fonts too."""
        out: dict[str, str] = {}
        taken = {size: size for size in map(str, self.typing.table.sizes)}
        taken |= {name: found for found, name in self.names.items()}
        out |= {found: x.name for found, x in (*self.typing.roots.items(), *self.typing.diagonals.items())}
        angles = (str(x.data[0]) for both in self.typing.angles.values() for x in both)
        out |= {found: "_".join(found.replace("\\", "").split()) for found in angles}
        taken |= {name: found for found, name in out.items()}
        used = sorted(self.typing.used.items(), key=lambda x: x[0].startswith("family "))  # Σ before the σ_i
        for found, symbol in used:
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
        found, needed = from_fewest(conclusion, read_with(conclusion, self.facts(b, given)), patience, FIRST)
        return self.whole(Settled(found, using=needed), most)

    @cached_property
    def others(self) -> list[Case]:
        """The cases of the other statements of A ⪰ 0: Aᵀ = A; and of A ≻ 0: x = 0 for all x with xᵀAx = 0."""
        if not isinstance(self.conclusion, Concluded) or self.conclusion.relation.sign not in ORDERS:
            return []
        typing, relation = self.typing, self.conclusion.relation
        gap, span = relation.left, relation.span
        symmetric = Relation(gap, "=", typing.transpose(gap, span), span)
        out = [replace(self, conclusion=Concluded(symmetric))]
        if relation.sign == "≻":
            column = typing.new_column(gap.shape[0], span)
            form = typing.inner(column, typing.multiply(gap, column, "", span), span)
            premises = (*self.premises, Relation(form, "=", number(0), span))
            is_zero = Concluded(Relation(column, "=", typing.zero(span), span))
            out.append(replace(self, conclusion=is_zero, premises=premises))
        return out

    def whole(self, settled: Settled, limit: float) -> Settled:
        """A proof of the conclusion with those of the other statements that its relation consists of; else no proof."""
        others = self.others if settled.result.verdict == "proved" else []
        proofs = list[Settled]()
        for case in others:
            found = case.settle(limit)
            if found.result.verdict != "proved":
                found = case.settle_with_conditions(limit) or found
            if found.result.verdict != "proved":
                return Settled(replace(found.result, verdict="undecided"))
            proofs.append(found)
        used = tuple(dict.fromkeys(x for one in (settled, *proofs) for x in one.used))
        return replace(settled, used=used, others=tuple(proofs)) if proofs else settled

    def facts(self, b: Builder, given: Sequence[Given]) -> list[Offer]:
        """The facts about the letters as hypotheses."""
        doubt, offset = self.typing.table.doubt, self.typing.offset
        laters = [x.place and doubt(x.letters, x.place, offset) for x in given]
        return [Offer(x.build(b), x.place, x.by, later, x.words) for x, later in zip(given, laters, strict=True)]

    def patience(self) -> float:
        """The seconds' worth of steps of a proof from the facts about the letters."""
        if self.is_statement and not self.extra:
            return STATED
        if self.is_spectral:
            return SPECTRAL
        if not self.typing.defaults.keys().isdisjoint((RANK, QUOTIENTS)):
            return INVERSES
        return OF_ALL if self.has_eigenvectors() or self.typing.diagonals else QUICK

    def settle_with_conditions(self, limit: float = SPECTRAL) -> Settled | None:
        """A proof that also uses earlier conditions, as few as possible; None if there is none.

        limit: the seconds' worth of steps at most.
        """
        given = self.given()
        b = self.builder()
        conclusion = self.conclusion(b)
        base, extra = (read_with(conclusion, x) for x in (self.facts(b, given), self.imposed(b)))
        with suppress(KernelError):
            if failing_point(reading_of(conclusion, hypotheses((*base, *extra)))) is not None:
                return None
        sure, certain = ([x for x in offers if x.later is None] for offers in (base, extra))
        found = self.from_conditions(conclusion, sure, certain, limit)
        found = found or self.from_conditions(conclusion, base, extra, limit)
        found = found and self.whole(found, limit)
        return found if found is not None and found.result.verdict == "proved" else None

    def from_conditions(
        self, conclusion: Any, base: Sequence[Offer], extra: Sequence[Offer], limit: float
    ) -> Settled | None:
        """A proof from hypotheses and as few as possible of the last conditions; None if there is none."""
        of_all = OF_ALL if any(relation.of_all for relation, _ in self.extra) else PATIENT
        most, patience = (len(self.extra), STATED) if self.is_statement else (MOST, of_all)
        patience = SPECTRAL if self.is_spectral else patience
        extra = extra[-most:]
        if not extra:
            return None
        giving = {span for x, span in self.extra if x.sign == "=" and x.left.op == "letter"}  # a letter its value
        values = [x for x in extra if x.place in giving]
        tries: list[tuple[Sequence[Offer], float]] = [(values, of_all)] if 0 < len(values) < len(extra) else []
        near = [x for x in extra if _letters(x.hypothesis) <= _letters(conclusion)]
        tries += [(extra[-FEW:], of_all)] if extra[:-FEW] else []
        of_its_letters = [x for x in base if _letters(x.hypothesis) <= _letters(conclusion)]
        first = [(of_its_letters, near, patience)] if 0 < len(near) < len(extra) else []
        for facts, some, seconds in (*first, *((base, x, y) for x, y in tries), (base, extra, patience)):
            found, needed = from_fewest(conclusion, (*facts, *some), min(seconds, limit), FIRST)
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
            out[k] = [Offer(said, span, later=later, is_condition=True) for said in found if said is not None]
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

    def attack(self, sizes: Sizes, seconds: float = ATTACK) -> Settled:
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
        if self.opened_as and refuted(statement, seconds, sizes) is None:  # points that may lack a property of a value
            return replace(replace(self, is_plain=True).attack(sizes, seconds), is_plain=True)
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

    # facts about the letters

    def given(self) -> list[Given]:
        """The facts about the letters and the statement's own premises, typed.

        Facts about a letter do not apply if a derivative varies it.
        """
        own = [_built(r) for r in self.premises]
        if self.typing.ignores_facts:
            return [*map(Given, (*root_hypotheses(self.typing), *own))]
        self.link_families()
        linked = [(found, symbol) for found, (symbol, _) in self.typing.linked.items()]
        waiting, seen = [*self.typing.used.items(), *linked], set[str]()
        out = list[Given]()
        while waiting:
            for found, symbol in waiting:
                seen.add(found)
                if found in self.typing.beside:
                    symbol = replace(symbol, facts=tuple(filter(_gives_space, symbol.facts)))
                if found not in self.typing.varied - self.typing.beside and not found.startswith("array "):
                    out += self.of_letter(found, symbol)
            waiting = [x for x in self.typing.used.items() if x[0] not in seen]  # A of "u is an eigenvector of A"
        for found, symbol in self.opened():
            out += [x for fact in properties(symbol) for x in self.of_property(fact, found)]
            for fact in symbol.facts:
                if isinstance(fact, Stands) and (stands := self.moment(fact, found)) is not None:
                    out.append(replace(_given(_built(stands), fact), words=self.role_of(fact, symbol)))
        projectors = [_named("projector", (self.typing.letters[found],)) for found in self.typing.projectors]
        out += [Given(x, by=NOTATION) for x in projectors]
        # what diagonals and roots are comes first: a search that begins with it ends sooner
        return [*map(Given, root_hypotheses(self.typing)), *out, *map(Given, own)]

    def opened(self) -> Iterator[tuple[str, Symbol]]:
        """The letters whose values the statement may have, of which the note says more: a centred X = UDVᵀ."""
        typing = self.typing
        for name, known in list(typing.definitions.items()) if not self.is_plain else ():
            is_value = isinstance(name, Name) and not known.parameters and key(name) not in typing.letters
            if is_value and (known.span in typing.defined_by or known.letters <= typing.letters.keys()):
                found, symbol = key(name), typing.said(name)  # type: ignore[arg-type]
                its = (f for f in properties(symbol) if f.hypothesis != "psd" or not is_square(known.body))
                facts: list[Fact] = [*its]
                facts += [f for f in symbol.facts if isinstance(f, Stands) and f.role == "covariance"]
                symbol = replace(symbol, facts=tuple(facts))
                if facts:
                    with suppress(Misfit, Untyped, Unsupported):
                        self.opened_as[found] = typing.expression(name)
                        yield found, symbol

    def of_letter(self, found: str, symbol: Symbol) -> Iterator[Given]:
        """The facts about a letter as hypotheses."""
        if found.startswith("family "):
            for pair in self.typing.table.eigenvectors(symbol.name, self.typing.offset):
                matrix, value = pair.others[:2]
                said = f"the {unicode(value)} are the eigenvalues of {unicode(matrix)}"
                member = unicode(replace(symbol.name, subscript=Name("i")))
                all_of_them = f"{said}, with the eigenvectors {member}" if self.is_complete(symbol, matrix) else ""
                words = said if is_named_here(symbol.name) else all_of_them
                yield from (replace(_given(_of_all(r), pair), words=words) for r in self.eigenvectors(pair, found))
        for fact in symbol.facts:
            if isinstance(fact, Satisfies) and fact.strength != "file" and self.is_own(fact):
                continue  # "⟦xᵀAx ≥ 0⟧ for all ⟦x⟧" is no reason for itself
            if isinstance(fact, Satisfies):
                yield from self.of_property(fact, found)
            elif isinstance(fact, Arranged) and self.typing.table.is_of_part(fact, self.typing.offset):
                yield from (_given(_built(r), fact) for r in self.of_part(fact, found))
            elif isinstance(fact, Distinct):
                yield from (_given(_built(r), fact) for r in self.distinct(fact, found))
            elif isinstance(fact, Stands) and (stands := self.moment(fact, found)) is not None:
                yield replace(_given(_built(stands), fact), words=self.role_of(fact, symbol))
        if (mean := self.mean_by_name(found, symbol)) is not None:
            yield mean

    def is_own(self, fact: Satisfies) -> bool:
        """Whether a property is read from the statement itself: that of a moment, or one that begins with it."""
        start, end = fact.span
        is_form = fact.hypothesis == "psd" and self.typing.offset - start <= 2  # behind a dollar
        return start <= self.typing.offset < end and (is_form or fact.hypothesis in (MEAN_IS, COVARIANCE_IS))

    def of_property(self, fact: Satisfies, found: str) -> Iterator[Given]:
        """A property of a letter as hypotheses."""
        relations, entries = list[Relation](), replace(fact.letter, mark=DIAGONAL)
        if fact.hypothesis == COLUMNS_OF:
            yield from self.of_columns(fact, found)
        elif fact.hypothesis == DIAGONAL and fact.others:
            relations = self.on_diagonal(fact, found)
            yield from self.of_spectrum(fact, found)
        elif fact.hypothesis == DIAGONAL and entries in self.typing.definitions:
            relations = self.with_diagonal(entries, found)
        elif fact.hypothesis in (MEAN_IS, COVARIANCE_IS):
            relations = self.with_moment(fact, found, *fact.others)
        elif fact.hypothesis == INDEPENDENT:
            yield from self.independent(fact, found)
        elif fact.others and fact.hypothesis != "eigenpair":
            relations = self.perpendicular(fact, found)
        elif fact.hypothesis == "ones":
            relations = self.of_ones(found)
        elif fact.hypothesis == "centered" and self.is_random(found):
            relations = self.with_moment(fact, found, Num("0", span=fact.span))
        elif fact.hypothesis == "psd" and self.is_equation and self.is_diagonal_letter(found):
            return  # the signs on a diagonal matter to inequalities alone
        elif not self.is_of_population(fact) and (named := self.satisfied(fact, found)) is not None:
            member = unicode(replace(fact.letter, subscript=Name("i")))
            who = "its eigenvectors" if is_named_here(fact.letter) else f"the {member}"
            says = {
                "orthonormal": f"{who} are orthonormal",
                "positive": f"{member} > 0",
                "nonnegative": f"{member} ≥ 0",
            }
            is_of_members = found.startswith("family ")
            yield replace(_given(named, fact), words=says.get(fact.hypothesis, "") if is_of_members else "")
        words = self.words_of(fact)
        yield from (replace(_given(_built(r), fact), words=words) for r in relations)

    @property
    def is_equation(self) -> bool:
        """Whether the statement is an equation."""
        relation = getattr(self.conclusion, "relation", None)
        return relation is not None and relation.sign == "="

    def is_diagonal_letter(self, found: str) -> bool:
        """Whether the note says of a letter of the statement that it is a diagonal matrix."""
        symbol = self.typing.used.get(found)
        return symbol is not None and is_diagonal(symbol)

    def of_columns(self, fact: Satisfies, found: str) -> Iterator[Given]:
        """That the columns of a matrix are orthonormal, if they are columns of a matrix of which this is said."""
        whole, *count = fact.others
        facts = self.typing.table.at(whole, self.typing.offset).facts if isinstance(whole, Name) else ()
        said = {x.hypothesis for x in facts if isinstance(x, Satisfies) and not x.others}
        if said & {"orthonormal", "orthogonal"}:
            named = self.satisfied(replace(fact, hypothesis="orthonormal", others=()), found)
            yield from [_given(named, fact)] if named is not None else []
        term, typing = self.typing.letters.get(found), self.typing
        if count and term is not None and key(whole) in typing.letters:
            with suppress(Misfit, Untyped, Unsupported), typing.attempt():
                rows = typing.transpose(typing.letters[key(whole)], term.span)
                if any(typing.sizes.same(rows.shape[0], x) for x in (term.shape[1], typing.size(count[0]))):
                    return  # the row makes the part the whole
                first = leading(typing, rows, typing.size(count[0]), count[0])
                relation = typing.related(term, "=", typing.transpose(first, term.span), term.span)
                words = f"{unicode(fact.letter)} has the first {unicode(count[0])} columns of {unicode(whole)}"
                yield replace(_given(_built(relation), fact), words=words)

    def is_of_population(self, fact: Satisfies) -> bool:
        """Whether "zero mean" is said of random letters, so that their samples need not be centred."""
        return fact.hypothesis == "centered" and is_of_population(self.typing.table.note, fact, fact.letter)

    def link_families(self) -> None:
        """Look up families: rows or columns of matrices of the statement, or eigenvectors with its eigenvalues."""
        typing = self.typing
        for base in typing.table.eigenvectors_of(typing.used, typing.offset):
            self.is_spectral |= f"family {key(base)}" not in {*typing.used, *typing.linked}
            with suppress(Misfit, Untyped, Unsupported):
                family(typing, base)
                if is_named_here(base):
                    typing.defaults.setdefault(SPECTRAL_THEOREM)
        for symbol in list(typing.used.values()):
            for fact in symbol.facts:
                if isinstance(fact, Arranged) and fact.family is not None and fact.start <= typing.offset:
                    with suppress(Misfit, Untyped, Unsupported):
                        family(typing, fact.family)

    def term_of(self, found: str) -> Term | None:
        """A letter of the statement, or the matrix whose rows are the members of a family."""
        linked = self.typing.linked.get(found)
        return linked[1] if linked is not None else self.typing.letters.get(found) or self.opened_as.get(found)

    def satisfied(self, fact: Satisfies, found: str) -> Callable[[Builder], Any] | None:
        """A property as a hypothesis; None if the letter's shape does not admit it."""
        term = self.term_of(found)
        if term is not None:
            fact, term = self.in_language(fact, term)
        if fact.hypothesis not in KINDS or term is None:
            return None
        if found.startswith("family ") and fact.hypothesis == "orthonormal":
            if self.typing.sizes.same(*term.shape):  # as many vectors as entries
                fact = replace(fact, hypothesis="orthogonal")
            term = self.typing.transpose(term, term.span)
        elif found.startswith("family ") and fact.hypothesis != "centered":
            return self.of_signs(fact, term)
        elif fact.hypothesis == "centered" and self.has_samples_in_columns(found):
            term = self.typing.transpose(term, term.span)
        try:
            with self.typing.attempt():
                if not self.admits(term, fact.hypothesis):
                    return None
                others = [self.typing.expression(x) for x in fact.others]
                if fact.hypothesis == "eigenpair" and len(others) == 2:
                    self.typing.alike(self.typing.multiply(others[0], term, "", term.span), term, term.span)
                    self.typing.need_scalar(others[1], "an eigenvalue")
        except (Misfit, Untyped, Unsupported):
            return None
        if fact.hypothesis != "eigenpair":
            return _named(fact.hypothesis, (term,))
        return _named("eigenpair", (others[0], term, others[1])) if len(others) == 2 else None

    def of_signs(self, fact: Satisfies, numbers: Term) -> Callable[[Builder], Any] | None:
        """That no member of a family of numbers is negative, as a property of diag(d); None for other properties."""
        if fact.hypothesis not in ("positive", "nonnegative") or not self.typing.is_column(numbers):
            return None
        square = (numbers.shape[0],) * 2
        return _named("psd", (Term("diagonal", square, (numbers,), span=numbers.span),))

    def in_language(self, fact: Satisfies, term: Term) -> tuple[Satisfies, Term]:
        """A property of a matrix as one of the language, perhaps of its transpose; "square" is one of its shape."""
        if fact.hypothesis == "diagonal":  # one alone is symmetric, which is found sooner; two also commute
            diagonal = [x for x in self.typing.used.values() if is_diagonal(x)]
            is_exact = len(diagonal) > 1 or self.is_diagonal
            return replace(fact, hypothesis="diagonal_matrix" if is_exact else "symmetric"), term
        if fact.hypothesis == "orthonormal rows":
            return replace(fact, hypothesis="orthonormal"), self.typing.transpose(term, term.span)
        if fact.hypothesis == "orthogonal" and not fact.others and not self.typing.sizes.same(*term.shape):
            symbol = self.typing.table.at(fact.letter, self.typing.offset)  # D ∈ ℝ^{n×m}: its columns are orthonormal
            if symbol.rows is not None and symbol.columns is not None and symbol.rows != symbol.columns:
                return replace(fact, hypothesis="orthonormal"), term
        if fact.hypothesis == "square":
            self.make_square(term)
        is_full = fact.hypothesis == "invertible" and "full" in self.typing.text[fact.span[0] : fact.span[1]]
        if is_full and not self.typing.is_column(term) and not self.typing.sizes.same(*term.shape):
            return fact, self.typing.multiply(self.typing.transpose(term, term.span), term, "", term.span)
        is_one = (
            fact.hypothesis == "orthonormal" and is_capital(fact.letter) and self.typing.sizes.find(term.shape[1]) == 1
        )
        return (replace(fact, hypothesis="unit") if is_one else fact), term  # a matrix with one column

    def make_square(self, term: Term) -> None:
        """Make the sizes of a matrix equal that the note calls square, also if it writes them as n and p."""
        try:
            with self.typing.attempt():
                self.typing.need_square(term, term.span)
        except Misfit:
            rows, columns = map(self.typing.sizes.find, term.shape)
            self.typing.sizes.suppose(rows, columns)
            self.typing.supposed.append(f"{letter_text(str(rows))} = {letter_text(str(columns))}")

    def has_samples_in_columns(self, found: str) -> bool:
        """Whether the note says of a matrix that its columns are samples, whose mean is that of the rows.

        If it says nothing of X̄, what it says of X counts.
        """
        symbol = self.typing.used.get(found)
        said = [] if symbol is None else [f.by for f in symbol.facts if isinstance(f, Arranged)]
        if symbol is not None and not said:
            plain = replace(symbol.name, accents=())
            said = [f.by for f in self.typing.table.facts.get(key(plain), ()) if isinstance(f, Arranged)]
        return "columns" in said and "rows" not in said

    def has_eigenvectors(self) -> bool:
        """Whether the note says of a family in the statement that its members are eigenvectors."""
        typing = self.typing
        families = [symbol for found, symbol in typing.used.items() if found.startswith("family ")]
        families += [symbol for symbol, _ in typing.linked.values()]
        return any(typing.table.eigenvectors(x.name, typing.offset) for x in families)

    def eigenvectors(self, fact: Satisfies, found: str) -> list[Relation]:
        """S u_i = λ_i u_i for all members of a family of eigenvectors, if the eigenvalue has the index too."""
        typing, (matrix, value) = self.typing, fact.others
        symbol, whole = typing.linked.get(found) or (typing.used[found], typing.letters[found])
        index = value.subscript if isinstance(value, Name) else None
        if not isinstance(index, Name) or index.subscript is not None:
            return []
        try:
            with typing.attempt():
                one = member(typing, symbol.name, index, symbol)
                left = typing.multiply(typing.expression(matrix), one, "", whole.span)
                right = typing.multiply(typing.expression(value), one, "", whole.span)
                relation = typing.related(left, "=", right, whole.span)
                if self.is_complete(symbol, matrix):
                    typing.equate(whole.shape[0], whole.shape[1], whole, whole, whole.span)
        except (Misfit, Untyped, Unsupported):
            return []
        of_all = free_indices(relation)
        if is_restricted(typing.text, fact.span, list(of_all), {x: str(n) for x, n in of_all.items()}):
            return []
        return [replace(relation, of_all=tuple(of_all.items()))]

    def is_complete(self, symbol: Symbol, matrix: Node) -> bool:
        """Whether a family has all eigenvectors of a matrix whose size the note does not say, which is their number."""
        said = any(isinstance(f, Satisfies) and f.hypothesis == COMPLETE for f in symbol.facts)
        return said and isinstance(matrix, Name) and self.typing.table.at(matrix, self.typing.offset).rows is None

    def perpendicular(self, fact: Satisfies, found: str) -> list[Relation]:
        """u'v = 0 for a column u that is orthogonal to columns v of the statement."""
        term, typing = self.typing.letters.get(found), self.typing
        others = [typing.letters[key(x)] for x in fact.others if key(x) in typing.letters]
        if term is None or not all(map(typing.is_column, (term, *others))):
            return []
        zero, out = Term("number", SCALAR, data=("0",)), list[Relation]()
        for other in others:
            try:
                with typing.attempt():
                    product = typing.multiply(typing.transpose(term, term.span), other, "", term.span)
                    out.append(typing.related(product, "=", zero, term.span))
            except (Misfit, Untyped, Unsupported):
                continue
        return out

    def of_part(self, fact: Arranged, found: str) -> list[Relation]:
        """U = [u_1, …, u_d] for the first d of u_1, …, u_p."""
        typing, term = self.typing, self.typing.letters.get(found)
        if term is None or fact.family is None or fact.last is None:
            return []
        try:
            with typing.attempt():
                whole = family(typing, fact.family)
                size = typing.size(fact.last)
                if not is_part(typing, size, typing.sizes.find(whole.shape[0])):
                    return []
                members = leading(typing, whole, size, fact.last)
                value = members if fact.by == "rows" else typing.transpose(members, term.span)
                return [typing.related(term, "=", value, term.span)]
        except (Misfit, Untyped, Unsupported):
            return []

    def words_of(self, fact: Satisfies) -> str:
        """What is printed of a moment, and of a diagonal matrix whose entries a definition says; else ""."""
        if fact.hypothesis in (MEAN_IS, COVARIANCE_IS) or (fact.hypothesis == "centered" and not fact.others):
            kind, value = "Cov" if fact.hypothesis == COVARIANCE_IS else "E", next(iter(fact.others), Num("0"))
            return f"{kind}[{unicode(fact.letter)}] = {unicode(value)}"
        name, entries = unicode(fact.letter), replace(fact.letter, mark=DIAGONAL)
        if fact.hypothesis != DIAGONAL or not {entries, *fact.others[:1]} & self.typing.definitions.keys():
            return ""
        if not fact.others:
            return f"{name} is diagonal"
        numbers = fact.others[0]
        entry = replace(numbers, subscript=Name("i")) if isinstance(numbers, Name) else numbers
        return f"{name} has the diagonal {unicode(entry)}"

    def of_spectrum(self, fact: Satisfies, found: str) -> Iterator[Given]:
        """That the diagonal matrix D of S = VDVᵀ is positive semidefinite if the note says it of S."""
        whole, table = fact.others[-1], self.typing.table
        facts = table.at(whole, self.typing.offset).facts if isinstance(whole, Name) else ()
        is_psd = any(isinstance(f, Satisfies) and f.hypothesis in ("psd", "positive_definite") for f in facts)
        if len(fact.others) > 1 and is_psd and not self.is_equation:
            named = self.satisfied(replace(fact, hypothesis="psd", others=()), found)
            words = f"{unicode(fact.letter)} is positive semidefinite, as {unicode(whole)} is"
            yield from [replace(_given(named, fact), words=words)] if named is not None else []

    def on_diagonal(self, fact: Satisfies, found: str) -> list[Relation]:
        """D = diag(d_1, …, d_p) for a matrix and the numbers on its diagonal, if the statement has both."""
        numbers, typing, term = fact.others[0], self.typing, self.typing.letters.get(found)
        if not isinstance(numbers, Name) or not typing.table.is_diagonal_of(fact, numbers, typing.offset):
            return []
        column = typing.letters.get(f"family {key(numbers)}", typing.letters.get(key(numbers)))
        if column is None and numbers in typing.definitions:
            return self.with_diagonal(numbers, found)
        if term is None or column is None or not typing.is_column(column):
            return []
        try:
            with typing.attempt():
                diagonal = Term("diagonal", (column.shape[0], column.shape[0]), (column,), span=term.span)
                return [typing.related(term, "=", diagonal, term.span)]
        except (Misfit, Untyped, Unsupported):
            return []

    def with_diagonal(self, numbers: Name, found: str) -> list[Relation]:
        """D = diag(d_1, …, d_p) for a matrix and the numbers on its diagonal, which the note defines by an index."""
        typing, term, definition = self.typing, self.typing.letters.get(found), self.typing.definitions[numbers]
        if term is None or len(definition.parameters) != 1:
            return []
        (index,), size = definition.parameters, term.shape[0]
        try:
            with typing.attempt():
                typing.need_square(term, term.span)
                with typing.binding(index, size) as running:
                    entry = typing.opening_here(key(numbers), definition, definition.body, term.span)
                    e = unit_vector(typing, index, size)
                    column = typing.multiply(entry, e, "", term.span)
                whole = of_diagonal(typing, typing.over(column, running, span=term.span), term.span, found)
                diagonal = Term("diagonal", (size, size), (whole,), span=term.span)
                return [typing.related(term, "=", diagonal, term.span)]
        except (Misfit, Untyped, Unsupported):
            return []

    def of_ones(self, found: str) -> list[Relation]:
        """J = 𝟏𝟏ᵀ for a matrix of ones."""
        term, typing = self.typing.letters.get(found), self.typing
        if term is None:
            return []
        left, right = (Term("ones", (x, 1), span=term.span) for x in term.shape)
        product = typing.multiply(left, typing.transpose(right, term.span), "", term.span)
        return [typing.related(term, "=", product, term.span)]

    def admits(self, term: Term, hypothesis: str) -> bool:
        """Whether the shape of a letter admits a property; the shape is made square if necessary."""
        typing = self.typing
        if hypothesis == "nonzero":
            return True
        if hypothesis in ("positive", "nonnegative"):
            return typing.is_scalar(term)
        if hypothesis in ("unit", "eigenpair"):
            return typing.is_column(term)
        if typing.is_scalar(term) or (typing.is_column(term) and hypothesis != "centered"):
            return False
        if hypothesis in SQUARE:
            typing.need_square(term, term.span)
        return True

    def moment(self, fact: Stands, found: str) -> Relation | None:
        """The equation of a letter that is called the mean or the covariance matrix, if its data are known."""
        term, typing = self.term_of(found), self.typing
        random = [x for x, symbol in typing.used.items() if symbol.kind == "random column" and x in typing.letters]
        random = random if typing.moments_given is not None else []  # x = μ + Qz is one of its values
        if fact.role not in ("mean", "covariance") or term is None or found in random:
            return None
        if not random:
            return self.mean(fact, found) if fact.role == "mean" else None
        told = {key(fact.of)} if fact.of is not None else self.said_before(fact, random)
        if len(meant := [x for x in random if x in told]) != 1:
            return None
        try:
            with typing.attempt():
                of = Moment("E" if fact.role == "mean" else "Var", typing.used[meant[0]].name, span=term.span)
                return typing.related(term, "=", typing.expression(of), term.span)
        except (Misfit, Untyped, Unsupported):
            return None

    def said_before(self, fact: Stands, random: Sequence[str]) -> Collection[str]:
        """The letters that the sentence of a fact names before it; if it names none, some letters."""
        for sentence in sentences(self.typing.table.note):
            if sentence.places[0] <= fact.span[0] < sentence.end:
                before = [x for thing in sentence.things if thing.span[1] <= fact.span[0] for x in thing.trees]
                named = {key(x) for x in every(before, Name)} - self.typing.table.sizes
                return named or random
        return random

    def is_random(self, found: str) -> bool:
        """Whether a letter of the statement is a random column."""
        return found in self.typing.used and self.typing.used[found].kind == "random column"

    def independent(self, fact: Satisfies, found: str) -> Iterator[Given]:
        """Cov[x, y] = 0 for independent random columns of the statement, if one of its moments has several."""
        typing = self.typing
        if typing.joint is None:
            return
        for other in (x for x in fact.others if self.is_random(found) and self.is_random(key(x))):
            both = Listed((fact.letter, other), span=fact.span)
            with suppress(Misfit, Untyped, Unsupported), typing.attempt():
                moment = Moment("Cov", both, span=fact.span)
                relation = typing.relation(moment, "=", Num("0", span=fact.span), fact.span)
                words = f"Cov[{unicode(fact.letter)}, {unicode(other)}] = 0"
                yield replace(_given(_built(relation), fact), words=words)

    def with_moment(self, fact: Satisfies, found: str, value: Node) -> list[Relation]:
        """E[x] = 0, or Var[x] = σ²I, of a random column of the statement."""
        typing, kind = self.typing, "Var" if fact.hypothesis == COVARIANCE_IS else "E"
        if not self.is_random(found):
            return []
        try:
            with typing.attempt():
                moment = Moment(kind, typing.used[found].name, span=fact.span)
                return [typing.relation(moment, "=", value, fact.span)]
        except (Misfit, Untyped, Unsupported):
            return []

    def mean(self, fact: Stands, found: str) -> Relation | None:
        """n·μ = x_1 + … + x_n for a letter that is called the mean, if the statement has one family."""
        term = self.typing.letters.get(found)
        families = [t for x, t in self.typing.letters.items() if x.startswith("family ")]
        families += [whole for _, whole in self.typing.linked.values()]
        names = [s.name for x, s in self.typing.used.items() if x.startswith("family ")]
        names += [symbol.name for symbol, _ in self.typing.linked.values()]
        plain = replace(fact.letter, accents=())
        if not names and (column := self.typing.letters.get(key(plain))) is not None:  # x̄ of the entries of x
            families, names = [column], [plain]
        if any(is_of_population(self.typing.table.note, fact, x) or not self.is_mean_of(fact, x) for x in names):
            return None
        if found in self.typing.table.valued:  # a weighted mean, say
            return None
        if term is None or len(families) != 1:
            return None
        (whole,) = families
        ones = Term("ones", (whole.shape[0], 1))
        count = Term("size", SCALAR, data=(whole.shape[0],))
        try:
            with self.typing.attempt():
                total = self.typing.multiply(self.typing.transpose(whole, whole.span), ones, "", whole.span)
                return self.typing.related(self.typing.multiply(count, term, "", term.span), "=", total, term.span)
        except (Misfit, Untyped, Unsupported):
            return None

    def mean_by_name(self, found: str, symbol: Symbol) -> Given | None:
        """That x̄ is the mean of x_1, …, x_n, where x̄ stands in equations only."""
        name, plain = symbol.name, replace(symbol.name, accents=())
        if name in named_alone(self.typing.table.note) or not is_named_as_mean(symbol):
            return None
        whole = {f"family {key(plain)}", *({key(plain)} & self.typing.by_entries)}
        if not whole & {*self.typing.used, *self.typing.linked}:
            return None
        here = self.typing.offset
        stands = Stands(letter=name, span=(here, here), strength="convention", start=here, end=here, role="mean")
        if (relation := self.mean(stands, found)) is None:
            return None
        return Given(_built(relation), letters=frozenset({key(name)}), by=NOTATION, words=self.role_of(stands, symbol))

    def role_of(self, fact: Stands, symbol: Symbol) -> str:
        """What is printed of a mean: "x̄ is the mean of the xᵢ"; "" where its family is not clear."""
        names = [s.name for x, s in self.typing.used.items() if x.startswith("family ")]
        names += [s.name for s, _ in self.typing.linked.values()]
        names = names or [replace(symbol.name, accents=())]
        random = [s.name for s in self.typing.used.values() if s.kind == "random column"]
        if random:
            of = fact.of if isinstance(fact.of, Name) else random[0] if len(random) == 1 else None
            return f"{unicode(symbol.name)} = {'E' if fact.role == 'mean' else 'Cov'}[{unicode(of)}]" if of else ""
        if fact.role != "mean" or len(names) != 1:
            return ""
        member = unicode(replace(names[0], subscript=Name("i")))
        return f"{unicode(symbol.name)} is the mean of the {member}"

    def is_mean_of(self, fact: Stands, family: Name) -> bool:
        """Whether a mean may be that of a family: of several families, the one that its name or its sentence names."""
        table, found = self.typing.table, key(bare(family))
        said = [f for x in table.facts.values() for f in x if isinstance(f, IsFamily)]
        listed = [f for f in said if f.span[0] < fact.span[0]]
        others = {key(f.letter) for f in listed} - {found}
        if not others:
            return True
        plain = key(replace(fact.letter, accents=()))
        if fact.letter.accents and plain in {found, *others}:
            return plain == found
        text = table.note.source.text
        near = [f for f in listed if "." not in text[f.span[1] : fact.span[0]]]
        if near:
            return key(max(near, key=lambda f: f.span).letter) == found
        return isinstance(fact.of, Name) and key(bare(fact.of)).lower() == found.lower()

    def distinct(self, fact: Distinct, found: str) -> list[Relation]:
        """λ ≠ μ for numbers of the statement."""
        term = self.typing.letters.get(found)
        others = [self.typing.letters[key(x)] for x in fact.others if key(x) in self.typing.letters]
        if term is None or not all(map(self.typing.is_scalar, (term, *others))):
            return []
        return [Relation(term, "≠", other) for other in others]


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
    taken = [f"taken for granted: {x}" for x in (*defaults, *result.assumed)]
    return tuple(x for x in (*_lines(result.statement), *taken) if x)


@lru_cache(maxsize=REMEMBERED)
def _lines(statement: Statement) -> tuple[str, ...]:
    text = ReadableStatement(statement)
    return text.letters(), *text.lines(), text.conclusion()
