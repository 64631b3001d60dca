"""From a typed statement to its verdict: hypotheses by their provenance, a proof, a refutation where one is allowed.

A proof may use the facts about the letters, and then earlier conditions. A refutation is searched only if the note
declares every letter; inferred facts never refute an author.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from pcaproofs.language.hypotheses import KINDS
from pcaproofs.language.reader import read
from pcaproofs.language.statement_text import StatementText
from pcaproofs.notes.formulas.spelling import is_capital, key, spelled
from pcaproofs.notes.formulas.surface import Name
from pcaproofs.notes.judging.lacking import lacking, of_distinct_indices
from pcaproofs.notes.prose.facts import Arranged, Distinct, Satisfies, Stands
from pcaproofs.notes.prose.said_eigenvalues import is_named_here
from pcaproofs.notes.searching import checked, is_readable, provable, refuted, searched, without_idle
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.building import Builder, apart
from pcaproofs.notes.typing.members import free_indices, is_restricted
from pcaproofs.notes.typing.roots import root_hypotheses
from pcaproofs.notes.typing.shaping import SCALAR, Misfit
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.terms import Relation, Term, Unsupported, Untyped
from pcaproofs.prover.needs import find_needs
from pcaproofs.prover.result import Result

# seconds' worth of steps: a proof, one from conditions, a refutation, an example that is only a hint
QUICK, PATIENT, ATTACK, HINT = 0.03, 0.06, 0.4, 0.05
FEW, MOST = 2, 6  # earlier conditions that a proof may use, the last ones
STATED = 0.6  # a proof of what a theorem states
OF_ALL = 0.25  # a proof from conditions on all members of a family
SPECTRAL = 0.8  # a proof about a matrix and its eigenvalues, which needs eigenvectors that the statement lacks
SPECTRAL_THEOREM = "a symmetric matrix has orthonormal eigenvectors"
SQUARE = ("symmetric", "orthogonal", "projector", "psd", "idempotent", "skew", "normal", "positive_definite")
UNTRIED = (
    "diagonal",
    "invertible",
    "rank",
)  # properties that a refutation cannot assume; statements about such letters are not refuted

_LOOK_LATIN = frozenset("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ")  # Greek capitals that look like Latin ones


@dataclass
class Settled:
    """The result for a statement. uses: the conditions of the note that the proof may have used."""

    result: Result
    hypotheses: tuple[Any, ...]
    used: tuple[Span, ...] = ()
    said: tuple[Span, ...] = ()


@dataclass
class Case:
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
        given, said = self.given()
        b = self.builder()
        base = tuple(x(b) for x in given)
        return Settled(checked(self.conclusion(b), base, self.patience()), base, said=said)

    def patience(self) -> float:
        """The seconds' worth of steps of a proof from the facts about the letters."""
        if self.is_statement and not self.extra:
            return STATED
        if self.is_spectral:
            return SPECTRAL
        return OF_ALL if self.has_eigenvectors() else QUICK

    def settle_with_conditions(self) -> Settled | None:
        """A proof that also uses earlier conditions, as few as possible; None if there is none."""
        given, said = self.given()
        b = self.builder()
        conclusion, base = self.conclusion(b), tuple(x(b) for x in given)
        of_all = OF_ALL if any(relation.of_all for relation, _ in self.extra) else PATIENT
        most, patience = (len(self.extra), STATED) if self.is_statement else (MOST, of_all)
        extra = self.imposed(b)[-most:]
        if not extra:
            return None
        if provable(conclusion, (*base, *(h for h, _ in extra[-FEW:])), of_all):
            extra = extra[-FEW:]
        elif not extra[:-FEW] or not provable(conclusion, (*base, *(h for h, _ in extra)), patience):
            return None
        needed = without_idle(conclusion, base, extra, QUICK)
        more = (*base, *(h for h, _ in needed))
        again = checked(conclusion, more, patience)
        return Settled(again, more, tuple(span for _, span in needed), said) if again.verdict == "proved" else None

    def imposed(self, b: Builder) -> list[tuple[Any, Span]]:
        """The earlier conditions that can be expressed together with the conclusion, which is built first."""
        out: list[tuple[Any, Span]] = []
        for relation, span in self.extra:
            if relation.of_all and is_readable(said := b.of_all(relation)):
                out.append((said, span))
                continue
            if relation.of_all and is_readable(said := b.sums_of(relation)):
                out.append((said, span))
            if (said := b.imposed(replace(relation, of_all=()))) is not None:
                out.append((said, span))
        return out

    def is_exact(self, b: Builder) -> bool:
        """Whether the earlier conditions can be expressed exactly, so that counterexamples satisfy them."""
        return all(is_readable(b.of_all(relation)) for relation, _ in self.extra if relation.of_all)

    def attack(self, sizes: tuple[int, ...] = (1, 2, 3), seconds: float = ATTACK) -> Result:
        """A refutation at some sizes under all conditions of the note, and the missing hypotheses."""
        given, _ = self.given()
        b = self.builder()
        conclusion = self.conclusion(b)
        statement = read(conclusion, (*(x(b) for x in given), *(h for h, _ in self.imposed(b))))
        example = refuted(statement, seconds, sizes) if self.is_exact(b) else None
        result = Result("undecided", "neither proved nor refuted", statement.statement, assumed=statement.assumed)
        if example is None:
            return of_distinct_indices(self.typing, b, statement, result) if self.is_exact(b) else result
        needs = find_needs(statement, searched, seconds) or lacking(self.typing, b, statement)
        return replace(result, verdict="refuted", reason="", counterexample=example, needs=needs)

    def given(self) -> tuple[list[Callable[[Builder], Any]], tuple[Span, ...]]:
        """The facts about the letters and the statement's own premises, typed and ready to be built.

        Facts about a letter do not apply if a derivative varies it.
        """
        out: list[Callable[[Builder], Any]] = []
        said: list[Span] = []
        if self.typing.is_loose:
            return [*root_hypotheses(self.typing), *(_built(r) for r in self.premises)], ()
        self.link_families()
        linked = [(found, symbol) for found, (symbol, _) in self.typing.linked.items()]
        for found, symbol in [*self.typing.used.items(), *linked]:
            if found.startswith("array "):
                continue
            if found.startswith("family ") and found not in self.typing.varied:
                for pair in self.typing.table.eigenvectors(symbol.name, self.typing.offset):
                    relations = self.eigenvectors(pair, found)
                    out += [_of_all(r) for r in relations]
                    said += [pair.span] if relations and pair.span[1] else []
            for fact in symbol.facts if found not in self.typing.varied else ():
                if isinstance(fact, Satisfies) and fact.others and fact.hypothesis != "eigenpair":
                    out += [_built(r) for r in self.perpendicular(fact, found)]
                elif isinstance(fact, Satisfies) and (named := self.satisfied(fact, found)) is not None:
                    out.append(named)
                    said += [fact.span] if fact.span[1] else []  # the scope file has no place in the note
                elif isinstance(fact, Distinct):
                    out += [_built(r) for r in self.distinct(fact, found)]
                elif isinstance(fact, Stands) and (stands := self.moment(fact, found)) is not None:
                    out.append(_built(stands))
                    said.append(fact.span)
        out += [_named("projector", (self.typing.letters[found],)) for found in self.typing.projectors]
        out += root_hypotheses(self.typing)
        out += [_built(r) for r in self.premises]
        return out, tuple(dict.fromkeys(said))

    def link_families(self) -> None:
        """Look up families: rows or columns of matrices of the statement, or eigenvectors with its eigenvalues."""
        typing = self.typing
        for base in typing.table.eigenvectors_of(typing.used, typing.offset):
            self.is_spectral |= f"family {key(base)}" not in {*typing.used, *typing.linked}
            with suppress(Misfit, Untyped, Unsupported):
                typing.family(base, typing.table.at(base, typing.offset))
                if is_named_here(base):
                    typing.defaults.setdefault(SPECTRAL_THEOREM)
        for symbol in list(typing.used.values()):
            for fact in symbol.facts:
                if isinstance(fact, Arranged) and fact.family is not None and fact.start <= typing.offset:
                    with suppress(Misfit, Untyped, Unsupported):
                        typing.family(fact.family, typing.table.at(fact.family, typing.offset))

    def term_of(self, found: str) -> Term | None:
        """A letter of the statement, or the matrix whose rows are the members of a family."""
        linked = self.typing.linked.get(found)
        return linked[1] if linked is not None else self.typing.letters.get(found)

    def satisfied(self, fact: Satisfies, found: str) -> Callable[[Builder], Any] | None:
        """A property as a hypothesis; None if the letter's shape does not admit it."""
        term = self.term_of(found)
        if fact.hypothesis == "diagonal":  # the language has no diagonal matrices, but they are symmetric
            fact = replace(fact, hypothesis="symmetric")
        if fact.hypothesis not in KINDS or term is None:
            return None
        if fact.hypothesis == "orthonormal" and is_capital(fact.letter) and self.typing.sizes.find(term.shape[1]) == 1:
            fact = replace(fact, hypothesis="unit")  # a matrix with one column
        if found.startswith("family ") and fact.hypothesis == "orthonormal":
            if self.typing.sizes.same(*term.shape):  # as many vectors as entries
                fact = replace(fact, hypothesis="orthogonal")
            term = self.typing.transpose(term, term.span)
        elif found.startswith("family ") and fact.hypothesis != "centered":
            return None
        elif fact.hypothesis == "centered" and self.has_samples_in_columns(found):
            term = self.typing.transpose(term, term.span)
        try:
            with self.typing.sizes.attempt():
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

    def has_samples_in_columns(self, found: str) -> bool:
        """Whether the note says of a matrix that its columns are samples, whose mean is that of the rows."""
        symbol = self.typing.used.get(found)
        said = [] if symbol is None else [f.by for f in symbol.facts if isinstance(f, Arranged)]
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
            with typing.sizes.attempt():
                member = typing.member(replace(symbol.name, subscript=index), symbol.name, index, symbol)
                left = typing.multiply(typing.expression(matrix), member, "", whole.span)
                right = typing.multiply(typing.expression(value), member, "", whole.span)
                relation = typing.related(left, "=", right, whole.span)
        except (Misfit, Untyped, Unsupported):
            return []
        of_all = free_indices(relation)
        if is_restricted(typing.text, fact.span, list(of_all), {x: str(n) for x, n in of_all.items()}):
            return []
        return [replace(relation, of_all=tuple(of_all.items()))]

    def perpendicular(self, fact: Satisfies, found: str) -> list[Relation]:
        """u'v = 0 for a column u that is orthogonal to columns v of the statement."""
        term, typing = self.typing.letters.get(found), self.typing
        others = [typing.letters[key(x)] for x in fact.others if key(x) in typing.letters]
        if term is None or not all(map(typing.is_column, (term, *others))):
            return []
        zero, out = Term("number", SCALAR, data=("0",)), list[Relation]()
        for other in others:
            try:
                with typing.sizes.attempt():
                    product = typing.multiply(typing.transpose(term, term.span), other, "", term.span)
                    out.append(typing.related(product, "=", zero, term.span))
            except (Misfit, Untyped, Unsupported):
                continue
        return out

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
        term, typing = self.typing.letters.get(found), self.typing
        random = [x for x, symbol in typing.used.items() if symbol.kind == "random column" and x in typing.letters]
        if fact.role not in ("mean", "covariance") or term is None or found in random:
            return None
        if not random:
            return self.mean(found) if fact.role == "mean" else None
        if len(random) > 1 or (fact.of is not None and key(fact.of) != random[0]):
            return None
        of = typing.letters[random[0]]
        try:
            with typing.sizes.attempt():
                kind = "E" if fact.role == "mean" else "Cov"
                return typing.related(term, "=", typing.over_random(kind, [of], of, term.span), term.span)
        except (Misfit, Untyped, Unsupported):
            return None

    def mean(self, found: str) -> Relation | None:
        """n·μ = x_1 + … + x_n for a letter that is called the mean, if the statement has one family."""
        term = self.typing.letters.get(found)
        families = [t for x, t in self.typing.letters.items() if x.startswith("family ")]
        families += [whole for _, whole in self.typing.linked.values()]
        if found in self.typing.table.valued:  # a weighted mean, say
            return None
        if term is None or len(families) != 1:
            return None
        (whole,) = families
        ones = Term("ones", (whole.shape[0], 1))
        count = Term("size", SCALAR, data=(whole.shape[0],))
        try:
            with self.typing.sizes.attempt():
                total = self.typing.multiply(self.typing.transpose(whole, whole.span), ones, "", whole.span)
                return self.typing.related(self.typing.multiply(count, term, "", term.span), "=", total, term.span)
        except (Misfit, Untyped, Unsupported):
            return None

    def distinct(self, fact: Distinct, found: str) -> list[Relation]:
        """λ ≠ μ for numbers of the statement."""
        term = self.typing.letters.get(found)
        others = [self.typing.letters[key(x)] for x in fact.others if key(x) in self.typing.letters]
        if term is None or not all(map(self.typing.is_scalar, (term, *others))):
            return []
        return [Relation(term, "≠", other) for other in others]


def _built(relation: Relation) -> Callable[[Builder], Any]:
    return lambda b: b.relation(relation)


def _of_all(relation: Relation) -> Callable[[Builder], Any]:
    return lambda b: b.of_all(relation)


def _named(kind: str, terms: tuple[Term, ...]) -> Callable[[Builder], Any]:
    if kind == "nonzero":  # the language has it for numbers alone
        return lambda b: b.named(kind, *terms) if b.is_scalar(terms[0]) else apart(b.term(terms[0]), 0)
    return lambda b: b.named(kind, *terms)


def reading(result: Result, defaults: Iterable[str]) -> tuple[str, ...]:
    """The reading: the letters with their sizes, the hypotheses, the conclusion, the implicit assumptions."""
    if result.statement is None:
        return ()
    text = StatementText(result.statement)
    taken = [f"taken for granted: {x}" for x in (*defaults, *result.assumed)]
    return tuple(x for x in (text.letters(), *text.lines(), text.conclusion(), *taken) if x)
