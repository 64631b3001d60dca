"""The context of a proof: the hypotheses, and the lemmas derived from them with their derivations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from itertools import count, islice, product

from pcaproofs.kernel import (
    Atom,
    Dimension,
    Known,
    Lemma,
    Letter,
    Monomial,
    Polynomial,
    Proof,
    Scalars,
    Square,
    Weight,
    Word,
    flip,
    times,
)
from pcaproofs.language.derived import is_given, is_leading
from pcaproofs.prover.effort import Deadline, spend
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.matches import Match, divides
from pcaproofs.prover.search.rewriting.order import USUAL, MonomialOrder, Ordering
from pcaproofs.prover.search.rewriting.rewriter import Rewriter
from pcaproofs.prover.search.rewriting.rules import Rule, leading_rules
from pcaproofs.prover.search.tensors import Tensor, expression
from pcaproofs.terms import Rational, from_polynomial, is_ones, over

Squares = tuple[tuple[Weight, Polynomial], ...]
AnySquares = tuple[tuple[Weight, Polynomial | Tensor], ...]
Shape = tuple[Dimension, Dimension]


class Contradiction(Exception):  # noqa: N818
    """The facts imply 1 = 0, so everything follows; the message names these facts, and `proof` proves any goal."""

    def __init__(self, context: ProofContext, name: str):
        self.context, self.name = context, name
        self.used = context.closure({name})
        super().__init__(f"1 = 0 follows from {', '.join(sorted(self.used & context.known.keys())) or name}")

    def proof(self, goal: Polynomial) -> Proof:
        """A proof that the goal is zero, from c = 0 or c·I = 0 with a number c ≠ 0."""
        p = self.context.polynomials[self.name]
        ((monomial, c),) = p.terms.items()
        traced = p.shape != (1, 1)
        size: Scalars = ((p.rows, -1),) if traced and isinstance(p.rows, str) else ()
        size = times(size, tuple((a, -k) for a, k in monomial[0]))
        by = c * p.rows if traced and isinstance(p.rows, int) else c
        rule, cofactors = Rule(self.name, False, p, *monomial, c), Cofactors()
        for (scalars, word), v in goal.terms.items():
            cofactors.add(Match(rule, times(scalars, size), word, (), traced), over(v, by))
        return self.context.proof(cofactors, goal.shape)


class ProofContext:
    """Facts as rewriting rules, with a log of lemmas; a proof contains the lemmas that it used."""

    def __init__(
        self,
        known: Known,
        deadline: Deadline | None = None,
        ordering: Ordering = USUAL,
        serial: Iterator[int] | None = None,
        statement_words: tuple[Polynomial, ...] = (),
    ):
        self.known = known
        self.serial = serial or count(1)  # numbers of lemmas, shared where lemmas are adopted
        self.polynomials = {name: p for name, (relation, p) in known.items() if relation == "="}
        self.nonzero = {name: p for name, (relation, p) in known.items() if relation in (">", "!=")}
        self.units: set[Atom] = set()  # scalar letters that may have negative powers
        for p in self.nonzero.values():
            if len(p.terms) == 1 and len(p.names()) == 1:
                ((scalars, _),) = p.terms
                self.units |= {
                    a for a, k in scalars if k == 1 and not isinstance(a, str) and len(a) == 1 and a[0].rows == 1
                }
        self.effort = 1  # factor for the limits of the tactics
        self.ordering = ordering
        self.order = MonomialOrder(self.polynomials.values(), ordering)
        self.lemmas: dict[str, Lemma] = {}
        self.needs: dict[str, set[str]] = {}
        self.owner: dict[str, str] = {}  # fact -> lemma that provides it
        self.statement_words = statement_words  # words whose squares are tried first
        self.degree_bound = 0  # of completion and of linear algebra; see fix_degree_bound
        self.split: set[tuple[str, bool]] = (
            set()
        )  # scalar facts that were already searched for squares, and whether widely
        self.unrooted: set[str] = set()  # facts r² ≥ s² from which r ≥ s was derived
        self.with_radical: set[str] = set()  # facts whose radical was derived
        self.normals: dict[tuple[Dimension, Dimension, Monomial], Polynomial] = {}
        self.remembered = 0  # how many rules there were when these were made
        self.rewriter = Rewriter([], self.order)
        if deadline is not None:
            self.rewriter.late = deadline.passed
        for name, p in sorted(self.polynomials.items(), key=lambda item: len(item[1].terms)):
            self._add_rules(name, p)
            self._watch_for_contradiction(name, p)
        self._clear_denominators()
        self._unfold()
        self._take_blocks()
        self._add_traces()
        self._add_symmetry()
        self._add_inner_products()
        self._add_numbers()
        self._simplify()
        self.signed: Known = dict(known)  # the hypotheses, and bounds of reciprocals that follow from them
        self._add_signs_of_reciprocals()

    def _clear_denominators(self) -> None:
        """Derives gᵏ·p = 0 of every equation p = 0 whose terms all have a reciprocal of g: a = b of (a − b)/g = 0."""
        reciprocals: dict[Atom, Polynomial] = {}  # c -> g of c·g = 1
        for p in self.polynomials.values():
            reciprocals |= {c: g.scaled(over(-1, p.terms[(), ()])) for c, g in islice(reciprocals_in(p), 1)}
        for name, p in [(name, p) for name, p in self.polynomials.items() if p.terms] if reciprocals else ():
            powers = [{atom: k for atom, k in scalars if atom in reciprocals} for scalars, _ in p.terms]
            common = {atom: max(x[atom] for x in powers) for atom in powers[0] if all(atom in x for x in powers)}
            if not common or p.terms.keys() & {((), ())}:
                continue
            multiplier: list[tuple[Scalars, Rational]] = [((), 1)]
            for atom, k in common.items():
                for _ in range(k):
                    parts = reciprocals[atom].terms.items()
                    multiplier = [(times(s, t), c * d) for s, c in multiplier for (t, _), d in parts]
            steps, whole = Cofactors(), []
            for scalars, c in multiplier:
                part = Cofactors.of_fact(name, p)
                part.times(scalars)
                steps.merge(part, c)
                whole += [((times(scalars, s), word), c * d) for (s, word), d in p.terms.items()]
            rest, reduction = self._without_rules_of(name).reduce(Polynomial(p.rows, p.cols, whole))
            if rest.terms and len(rest.terms) <= len(p.terms):
                steps.merge(reduction, -1)
                self.derive(rest, steps)

    def _unfold(self) -> None:
        """Derives every equation again with defined letters replaced: from S = FᵀF and SS⁻¹ = I, FᵀFS⁻¹ = I."""
        definitions = Rewriter([r for r in self.rewriter.rules if len(r.word) == 1 and not r.scalars], self.order)
        defining = {rule.fact for rule in definitions.rules}
        for name, p in list(self.polynomials.items()):
            if name in defining:
                continue
            rest, reduction = definitions.reduce(p)
            if rest != p and rest.terms:
                cofactors = Cofactors.of_fact(name, p)
                cofactors.merge(reduction, -1)
                self.derive(rest, cofactors)

    def _take_blocks(self) -> None:
        """Derives the blocks of all equations that are written with rows of an identity matrix."""
        for name, p in list(self.polynomials.items()) if self._rows_of_identities else ():
            self.take_blocks(name, p)

    @cached_property
    def _rows_of_identities(self) -> list[Letter]:
        found = {x for p in self.known_equations() for _, word in p.terms for x in word}
        return sorted({x if x.spelling == x.name else x.T for x in found if is_leading(x.name)}, key=lambda x: x.name)

    def take_blocks(self, name: str, p: Polynomial) -> None:
        """Derives the blocks CᵢMCⱼᵀ = 0 of an equation M = 0 that is written with rows Cᵢ of an identity matrix."""
        inside = {x.name for _, word in p.terms for x in word}
        if p.shape == (1, 1) or not any(map(is_leading, inside)) or all(map(is_given, p.names())):
            return
        above: list[Word] = [(c,) for c in self._rows_of_identities if c.cols == p.rows]
        beside: list[Word] = [(c.T,) for c in self._rows_of_identities if c.cols == p.cols]
        others = self._without_rules_of(name)
        for left, right in product(above or [()], beside or [()]):
            rows, cols = left[0].rows if left else p.rows, right[0].cols if right else p.cols
            block = Polynomial(rows, cols, [((s, left + w + right), c) for (s, w), c in p.terms.items()])
            rest, reduction = others.reduce(block)
            if rest.terms:
                cofactors = Cofactors.of_product(name, p, left, right)
                cofactors.merge(reduction, -1)
                self.derive(rest, cofactors)

    def _simplify(self) -> None:
        """Derives every equation again in its normal form by the others (inter-reduction)."""
        for name, p in list(self.polynomials.items()):
            # unfolded equations are rarely in normal form
            if p.shape == (1, 1) or (len(p.terms) > 1 and name in self.owner):
                rest, reduction = self._without_rules_of(name).reduce(p)
                if rest != p and rest.terms:
                    cofactors = Cofactors.of_fact(name, p)
                    cofactors.merge(reduction, -1)
                    self.derive(rest, cofactors)

    def _without_rules_of(self, name: str) -> Rewriter:
        """The rules of all facts but one, by which that one is reduced."""
        others = Rewriter([rule for rule in self.rewriter.rules if rule.fact != name], self.order)
        others.late = self.rewriter.late
        return others

    def _add_traces(self) -> None:
        """Derives the traces of equations between square matrices with an identity: p = d + e from QQᵀ + RRᵀ = I."""
        for name, p in list(self.polynomials.items()):
            if p.rows == p.cols != 1 and any(not word for _, word in p.terms):
                rest, reduction = self.reduce(p.trace())
                if rest.terms:
                    cofactors = Cofactors.of_trace(name, p)
                    cofactors.merge(reduction, -1)
                    self.derive(rest, cofactors)

    def _add_symmetry(self) -> None:
        """Derives p − pᵀ = 0 of every equation p = 0 in which other terms cancel: Sᵀ = S of S = A + FᵀF."""
        for name, p in list(self.polynomials.items()):
            difference = p - p.T if p.rows == p.cols != 1 else p
            if 0 < len(difference.terms) < len(p.terms):
                rest, reduction = self.reduce(difference)
                if rest.terms:
                    cofactors = Cofactors.of_fact(name, p)
                    cofactors.add(Match(Rule(name, True, p.T, (), (), 1), (), (), ()), -1)
                    cofactors.merge(reduction, -1)
                    self.derive(rest, cofactors)

    def _add_inner_products(self) -> None:
        """Derives xᵀp = 0 of every equation p = 0 between multiples of columns x, y: rewriting keeps scalars apart.

        Of other columns too, if a number is known in it: aᵀSb = λ of Sb = λPa where aᵀPa = 1.
        """
        known = dict(self._normalised())
        for name, p in list(self.polynomials.items()):
            if p.cols != 1 or p.rows == 1 or len(p.terms) < 2 or not any(s for s, _ in p.terms):
                continue
            words = [word for _, word in p.terms]
            is_of_columns = all(len(word) == 1 for word in words) and not any(is_ones(word[0].name) for word in words)
            for x in dict.fromkeys(word[0] for word in words) if is_of_columns else known.keys():
                whole = Polynomial(1, p.rows, [(((), (x.T,)), 1)]) * p if x.rows == p.rows else None
                if whole is None or not (is_of_columns or _words(whole) & known[x]):
                    continue
                reduced = self.reduce if is_of_columns else self._without_rules_of(name).reduce
                rest, reduction = reduced(whole)
                if rest.terms:
                    cofactors = Cofactors.of_product(name, p, (x.T,), ())
                    cofactors.merge(reduction, -1)
                    self.derive(rest, cofactors)

    def _normalised(self) -> Iterator[tuple[Letter, set[Word]]]:
        """The columns x of which the equations say what numbers xᵀMx are, with these products."""
        found: dict[Letter, set[Word]] = {}
        for p in self.known_equations():
            for atom in _words(p) if p.shape == (1, 1) else ():
                if len(atom) > 2 and atom[0] == atom[-1].T and atom[-1].cols == 1:
                    value, _ = self.reduce(Polynomial(1, 1, [((((atom, 1),), ()), 1)]))
                    if value.terms and not any(value.names()):
                        found.setdefault(atom[-1], set()).add(atom)
        yield from found.items()

    def _add_numbers(self) -> None:
        """Derives what equations s·W = 0 say of s: s = 0 if ‖W‖ = 1."""
        for name, p in list(self.polynomials.items()):
            if _is_multiple_of_a_word(p):
                others = Rewriter([rule for rule in self.rewriter.rules if rule.fact != name], self.order)
                if (number := self._number(name, p, others)) is not None:
                    self.derive(*number)

    def _add_rules(self, name: str, p: Polynomial) -> list[Rule]:
        spend(40 + 20 * len(p.terms))
        rules = leading_rules(name, p, self.order)
        for rule in rules:
            self.rewriter.add(rule)
        return rules

    def _watch_for_contradiction(self, name: str, p: Polynomial) -> None:
        # a number, or a dimension to some power: neither is zero
        if len(p.terms) == 1 and all(not word and all(isinstance(a, str) for a, _ in s) for s, word in p.terms):
            raise Contradiction(self, name)

    def fix_degree_bound(self) -> None:
        """Bounds degrees by three leading words of the rules so far; rules from completion do not raise the bound."""
        self.degree_bound = 3 * max([self.order.weight(r.word) for r in self.rewriter.rules] or [0]) + 8

    def known_equations(self) -> list[Polynomial]:
        """The hypotheses that are equations, unchanged."""
        return [p for relation, p in self.known.values() if relation == "="]

    def reduce(self, p: Polynomial) -> tuple[Polynomial, Cofactors]:
        """The normal form of a polynomial, and the cofactors that lead to it."""
        return self.rewriter.reduce(p)

    def normal(self, rows: Dimension, cols: Dimension, monomial: Monomial) -> Polynomial:
        """The normal form of one monomial, cached until a rule is added."""
        if self.remembered != len(self.rewriter.rules):
            self.remembered = len(self.rewriter.rules)
            self.normals.clear()
        key = (rows, cols, monomial)
        if key not in self.normals:
            self.normals[key] = self.reduce(Polynomial(rows, cols, [(monomial, 1)]))[0]
        return self.normals[key]

    def derive(
        self, p: Polynomial, cofactors: Cofactors, factor: Weight = ("1", ()), *, rules: bool = True
    ) -> tuple[str, list[Rule]]:
        """Adds a fact p = 0, where factor × p = Σ steps; gives its name and its rules."""
        name = f"lemma {next(self.serial)}"
        self.needs[name] = cofactors.facts()
        self.owner[name] = name
        self.polynomials[name] = p
        self.lemmas[name] = Lemma(name, cofactors.as_certificate(*p.shape), from_polynomial(p), factor)
        self._watch_for_contradiction(name, p)
        number = self._number(name, p)
        new = self._add_rules(name, p) if rules else []
        return name, new if number is None else [*new, *self.derive(*number, rules=rules)[1]]

    def _number(
        self, name: str, p: Polynomial, rewriter: Rewriter | None = None
    ) -> tuple[Polynomial, Cofactors, Weight] | None:
        """A consequence for scalars, and the factor that it is divided by; rewriter: all rules by default.

        s·tr W = 0 and s²·‖W‖² = 0 for s·W = 0, where s may be a sum and W may be I, if that says something of s alone,
        or of s and factors that are known to be nonzero.
        """
        factor: Weight = ("1", ())
        normal_form = (rewriter or self.rewriter).reduce
        is_multiple = _is_multiple_of_a_word(p)
        if p.rows == p.cols != 1 and (is_multiple or not any(word for _, word in p.terms)):
            trace, reduction = normal_form(p.trace())
            if not (is_multiple and _has_words(trace)) and trace.terms:
                steps = Cofactors.of_trace(name, p)
                steps.merge(reduction, -1)
                return trace, steps, factor
        if not is_multiple:
            return None
        trace, reduction = normal_form(p.norm2())
        if _has_words(trace):
            divided = self.cancelled(trace)
            if divided is None or _has_words(divided[0]):
                return None
            trace, factor = divided
        steps = Cofactors()
        for monomial, c in p.terms.items():
            rule, turned = Rule(name, False, p, *monomial, c), flip(monomial[1])
            left, right = (turned, ()) if p.cols == 1 else ((), turned)
            steps.add(Match(rule, monomial[0], left, right, traced=1 not in p.shape), c)
        steps.merge(reduction, -1)
        return (trace, steps, factor) if trace.terms else None

    def derive_squares(
        self, squares: Squares, cofactors: Cofactors, values: Sequence[Polynomial] = ()
    ) -> list[tuple[str, Polynomial]]:
        """Adds the facts M = 0, where Σ weight·‖M‖² = Σ steps.

        values: weight·M in place of each M, if the weights may be 0.
        """
        name = f"lemma {next(self.serial)}"
        self.needs[name] = cofactors.facts() | signs_of(squares)
        written: tuple[Square, ...] = tuple((w, from_polynomial(m)) for w, m in squares)
        self.lemmas[name] = Lemma(name, cofactors.as_certificate(1, 1), squares=written)
        new = []
        for i, m in enumerate(values or [m for _, m in squares]):
            fact = f"{name}.{i}"
            self.owner[fact] = name
            self.polynomials[fact] = m
            self._watch_for_contradiction(fact, m)
            self._add_rules(fact, m)
            new.append((fact, m))
        for fact, m in new:
            if not any(word for _, word in m.terms) and (number := self._number(fact, m)) is not None:
                self.derive(*number)
        return new

    def derive_bound(self, p: Polynomial, cofactors: Cofactors, squares: AnySquares, factor: Weight = ("1", ())) -> str:
        """Adds a fact p ≥ 0, where factor × p = Σ squares + Σ steps; gives its name, which is a weight from then on.

        The factor is > 0, or it is ≥ 0 and p with a positive weight is among the squares.
        """
        name = f"lemma {next(self.serial)}"
        self.needs[name] = cofactors.facts() | signs_of(squares) | signs_of(((factor, p),))
        self.owner[name] = name
        written = tuple((w, expression(m)) for w, m in squares)
        self.lemmas[name] = Lemma(name, cofactors.as_certificate(1, 1), from_polynomial(p), factor, written)
        return name

    def _add_signs_of_reciprocals(self) -> None:
        """Derives c ≥ 0 for c·s = 1, where s is a sum of squares with weights that are known to be ≥ 0.

        c = s·c² + c·(1 − c·s), so that no sign of s is needed as a lemma of its own. The sums of reciprocals come last.
        """
        equations = [(name, p) for name, p in self.polynomials.items() if p.shape == (1, 1)]
        for name, p in sorted(equations, key=lambda item: len(str(item[1].terms))):
            unit = p.terms.get(((), ()), 0)
            first = next((scalars for scalars, word in p.terms if scalars and not word), ())
            for atom, k in first if unit else ():
                if k != 1 or isinstance(atom, str) or len(atom) != 1:
                    continue
                squares = [
                    self._square(times(scalars, ((atom, 1),)), over(-c, unit))
                    for (scalars, word), c in p.terms.items()
                    if scalars or word
                ]
                if all(squares) and all((atom, 1) in scalars for scalars, _ in p.terms if scalars):
                    steps = Cofactors.of_fact(name, p)
                    steps.times(((atom, 1),))
                    steps.scale(over(1, unit))
                    value = Polynomial(1, 1, [((((atom, 1),), ()), 1)])
                    bound = self.derive_bound(value, steps, tuple(x for x in squares if x is not None))
                    self.signed = {**self.signed, bound: (">=", value)}
                    break

    def _square(self, scalars: Scalars, c: Rational) -> tuple[Weight, Polynomial] | None:
        """c times scalars as weight·‖M‖², with a weight that is known to be ≥ 0; None if it is none."""
        if c <= 0:
            return None
        signs = {
            next(iter(p.terms))[0]: name
            for name, (relation, p) in self.signed.items()
            if relation in (">=", ">") and len(p.terms) == 1 and next(iter(p.terms.values())) == 1
        }
        names: list[tuple[str, int]] = []
        roots: list[tuple[Atom, int]] = []
        word: Word = ()
        for atom, k in scalars:
            if k % 2 == 0:
                roots.append((atom, k // 2))
            elif (name := signs.get(((atom, 1 if k > 0 else -1),))) is not None:
                names.append((name, abs(k)))
            elif not word and k == 1 and not isinstance(atom, str) and len(atom) == 2 and atom[0] == atom[1].T:
                word = (atom[1],)
            else:
                return None
        rows, cols = (word[0].rows, word[0].cols) if word else (1, 1)
        return (str(c), tuple(names)), Polynomial(rows, cols, [((tuple(roots), word), 1)])

    def without(self, name: str, deadline: Deadline) -> ProofContext:
        """A context of all hypotheses except one; its lemmas can be adopted here."""
        known = {k: v for k, v in self.known.items() if k != name}
        return ProofContext(known, deadline, serial=self.serial, statement_words=self.statement_words)

    def skip(self, lemmas: int) -> None:
        """Skips that many lemma numbers, as if the lemmas had been derived."""
        for _ in range(lemmas):
            next(self.serial)

    def adopt(self, other: ProofContext, used: Iterable[str]) -> None:
        """Adds the lemmas of another context whose hypotheses are known here too."""
        for name in other.closure(used):
            if name in other.owner:
                self.owner[name] = other.owner[name]
        providing = {*self.owner.values()}
        for name, lemma in other.lemmas.items():
            if name in providing:
                self.lemmas[name], self.needs[name] = lemma, other.needs[name]

    def closure(self, context: Iterable[str]) -> set[str]:
        """The facts together with all facts from which they were derived."""
        seen: set[str] = set()
        stack = list(context)
        while stack:
            fact = stack.pop()
            if fact not in seen:
                seen.add(fact)
                if fact in self.owner:
                    stack += [self.owner[fact], *self.needs[self.owner[fact]]]
        return seen

    def proof(self, cofactors: Cofactors, shape: Shape, squares: AnySquares = ()) -> Proof:
        """The proof by these steps, with the lemmas that they use."""
        used = self.closure(cofactors.facts() | signs_of(squares))
        lemmas = tuple(lemma for name, lemma in self.lemmas.items() if name in used)
        written = tuple((w, expression(m)) for w, m in squares)
        return Proof(cofactors.as_certificate(*shape), written, lemmas)

    def cancelled(self, p: Polynomial) -> tuple[Polynomial, Weight] | None:
        """q and a factor with factor × q = p; the factor is a product of scalars known to be nonzero."""
        factors: list[tuple[str, int]] = []
        for name, g in self.nonzero.items():
            power = 0
            while (q := divide_exactly(p, g, self.order)) is not None and power < 8:
                p, power = q, power + 1
                if len(g.terms) == 1 and not any(s for s, _ in g.terms):
                    break
            if power:
                factors.append((name, power))
        return (p, ("1", tuple(factors))) if factors else None


def reciprocals_in(p: Polynomial) -> Iterator[tuple[Atom, Polynomial]]:
    """The letters c and sums f for which an equation between numbers is c·f + d = 0 with a number d ≠ 0."""
    others = [(scalars, c) for (scalars, word), c in p.terms.items() if scalars and not word]
    if p.shape != (1, 1) or ((), ()) not in p.terms or len(others) != len(p.terms) - 1 or not others:
        return
    for atom, k in others[0][0]:
        if k == 1 and not isinstance(atom, str) and len(atom) == 1 and all((atom, 1) in s for s, _ in others):
            yield atom, Polynomial(1, 1, [((times(s, ((atom, -1),)), ()), c) for s, c in others])


def _words(p: Polynomial) -> set[Word]:
    """The products of letters among the factors of a number."""
    return {x for s, word in p.terms for x in (word, *(a for a, _ in s if not isinstance(a, str))) if len(x) > 1}


def _is_multiple_of_a_word(p: Polynomial) -> bool:
    """Whether it is s·W for a word W and a number s that is not a product of dimensions."""
    if p.shape == (1, 1) or len({word for _, word in p.terms}) != 1 or () in {word for _, word in p.terms}:
        return False
    return any(not isinstance(atom, str) for scalars, _ in p.terms for atom, _ in scalars)


def _has_words(p: Polynomial) -> bool:
    """Whether a scalar has other factors than letters and dimensions."""
    return any(
        word or any(not isinstance(a, str) and (len(a) > 1 or a[0].rows != 1) for a, _ in s) for s, word in p.terms
    )


def signs_of(squares: AnySquares) -> set[str]:
    """The facts by which the weights have their signs."""
    return {name for (_, factors), _ in squares for name, _ in factors}


def divide_exactly(p: Polynomial, g: Polynomial, order: MonomialOrder) -> Polynomial | None:
    """The quotient q with g·q = p for a scalar g, by division of leading terms; None if g does not divide p."""
    names = {atom for scalars, _ in g.terms for atom, _ in scalars if not isinstance(atom, str)}
    if not p.terms or not names:  # dimensions are units already
        return None
    lead: Monomial = order.leading(g)
    quotient: list[tuple[Monomial, Rational]] = []
    rest = p
    for _ in range(len(p.terms) * 4):
        spend(20 * len(rest.terms))
        if not rest.terms:
            return Polynomial(p.rows, p.cols, quotient)
        target = next((m for m in sorted(rest.terms, key=order.key, reverse=True) if divides(lead[0], m[0])), None)
        if target is None:
            return None
        monomial = (reduce(times, [((a, -k),) for a, k in lead[0]], target[0]), target[1])
        if any(k < 0 and not isinstance(a, str) for a, k in monomial[0]):
            return None
        c = over(rest.terms[target], g.terms[lead])
        quotient.append((monomial, c))
        rest = rest - g * Polynomial(p.rows, p.cols, [(monomial, c)])
    return None
