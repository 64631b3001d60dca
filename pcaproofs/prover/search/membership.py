"""Cofactors by linear algebra: a test whether the goal is in the span of multiples of facts.

The multiples are the rows of a Macaulay matrix, whose columns are the monomials. It grows from the goal's monomials:
every multiple of a fact that has one of them is a row, and brings new monomials. Within its bounds this is complete,
whereas rewriting may fail (skew forms, two projectors, traces). It does not find cofactors of which no term
is connected with the goal, directly or through others.

The rows are reduced modulo a prime, which shows which of them the goal is a combination of. Only the coefficients of
these are lifted to the rationals, and the combination is compared with the goal.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping

from pcaproofs.kernel import Monomial, Polynomial
from pcaproofs.prover.effort import Deadline, spend
from pcaproofs.prover.exact.linear_algebra import solutions
from pcaproofs.prover.exact.modular import Echelon, Residues, rational, residue
from pcaproofs.prover.search.context import ProofContext
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.matches import Match, RuleIndex
from pcaproofs.prover.search.rewriting.rules import all_rules
from pcaproofs.prover.search.rewriting.scalar_matches import scalar_matches
from pcaproofs.terms import Rational

MAX_ROWS = 1500  # of the matrix of a goal
MAX_SPAN_ROWS = 500  # of the matrix of a span
MAX_TERMS = 120  # of a goal
MAX_SYSTEM = 60  # rows of a combination with larger coefficients

Row = dict[Monomial, Rational]


def combine(context: ProofContext, goal: Polynomial, deadline: Deadline, slack: int = 4) -> Cofactors | None:
    """Cofactors with goal = Σ cofactors, from multiples of degree at most the goal's plus slack; None if not found."""
    if not goal.terms or not context.polynomials or len(goal.terms) > MAX_TERMS:
        return None
    bound = max(context.order.degree(m) for m in goal.terms) + slack
    matrix = MacaulayMatrix(context, goal, bound)
    rest = matrix.residues(goal.terms)
    while rest and matrix.size < MAX_ROWS * context.effort and not deadline.passed() and matrix.grow(deadline):
        rest = matrix.echelon.reduced(rest)
    return None if rest else matrix.combination(goal.terms)


def _powers_of_sizes(monomial: Monomial) -> int:
    """How many sizes are factors of a monomial, or are below its line."""
    return sum([abs(k) for a, k in monomial[0] if isinstance(a, str)])


class MultipleSource:
    """Finds all multiples of facts that contain a given monomial."""

    def __init__(self, context: ProofContext):
        rules = [rule for name, p in context.polynomials.items() for rule in all_rules(name, p)]
        self._index = RuleIndex(rules)
        self._others = [rule for rule in rules if not rule.matches_by_letters]

    def matches(self, monomial: Monomial) -> list[Match]:
        """The multiples of facts with a term that divides the monomial."""
        return [*self._index.matches(monomial), *scalar_matches(self._others, monomial)]


class MacaulayMatrix:
    """Multiples of facts as rows over their monomials; it grows from the monomials of a polynomial.

    bound: the degree of its monomials. monomials: those that occur, in the order of their columns.
    """

    def __init__(self, context: ProofContext, start: Polynomial, bound: int):
        self._like, self._bound, self._degree = start, bound, context.order.degree
        # (n − 1)·r = 1 has a multiple at each monomial, again and again: sizes have no degree
        of_facts = [_powers_of_sizes(m) for p in context.polynomials.values() for m in p.terms]
        self._most_sizes = max(map(_powers_of_sizes, start.terms), default=0) + max(of_facts, default=0)
        self._source = MultipleSource(context)
        self._seen: set[Hashable] = set()
        self._rows: list[tuple[Match, Row]] = []  # those that are no combination of the ones before
        self.echelon = Echelon()
        self.monomials = sorted(start.terms, key=context.order.key)
        self._columns = {m: j for j, m in enumerate(self.monomials)}
        self._agenda = deque(self.monomials)

    @property
    def size(self) -> int:
        """The number of independent rows."""
        return len(self._rows)

    def grow(self, deadline: Deadline) -> bool:
        """Adds the multiples that contain the next monomial; False if there is none, or no time left."""
        if not self._agenda:
            return False
        for match in self._source.matches(self._agenda.popleft()):
            if deadline.passed():
                return False
            key = match.product
            if key in self._seen:  # it was found by another one of its monomials
                continue
            self._seen.add(key)
            row = match.multiple(self._like)
            new = [m for m in row if m not in self._columns]
            if not row or any(self._degree(m) > self._bound or _powers_of_sizes(m) > self._most_sizes for m in new):
                continue
            self._columns.update({m: j for j, m in enumerate(new, len(self._columns))})
            self.monomials += new
            self._agenda += new
            if self.echelon.insert(self.residues(row)):
                self._rows.append((match, row))
        return True

    def residues(self, terms: Mapping[Monomial, Rational]) -> Residues:
        """The coefficients modulo the prime, by columns. Raises KeyError for a monomial that does not occur."""
        columns = self._columns
        return {columns[m]: v for m, c in terms.items() if (v := residue(c))}

    def rest(self, terms: Mapping[Monomial, Rational]) -> Row:
        """What is probably left of a polynomial, the same for all that are equal by the rows; see `combination`."""
        return {self.monomials[j]: rational(v) for j, v in self.echelon.reduced(self.residues(terms)).items()}

    def combination(self, terms: Mapping[Monomial, Rational]) -> Cofactors | None:
        """Cofactors of which the polynomial is the sum; None if it is not in the span of the rows."""
        parts = self.echelon.parts(self.residues(terms))
        if parts is None:
            return None
        lifted: dict[int, Rational] | None = {i: rational(c) for i, c in sorted(parts.items())}
        if not self._is_sum(terms, lifted):
            lifted = self._solved(terms, sorted(parts))
        if lifted is None or not self._is_sum(terms, lifted):
            return None
        cofactors = Cofactors()
        for i, c in lifted.items():
            if c:
                cofactors.add(self._rows[i][0], c)
        return cofactors

    def _is_sum(self, terms: Mapping[Monomial, Rational], lifted: Mapping[int, Rational] | None) -> bool:
        left = dict(terms)
        for i, c in (lifted or {}).items():
            spend(len(self._rows[i][1]))
            for m, v in self._rows[i][1].items():
                left[m] = left.get(m, 0) - c * v
        return not any(left.values())

    def _solved(self, terms: Mapping[Monomial, Rational], support: list[int]) -> dict[int, Rational] | None:
        """The combination of these rows, which are independent, by elimination of rationals."""
        if len(support) > MAX_SYSTEM:
            return None
        monomials = dict.fromkeys([*terms, *(m for i in support for m in self._rows[i][1])])
        system = [[*(self._rows[i][1].get(m, 0) for i in support), terms.get(m, 0)] for m in monomials]
        space = solutions(system, len(support))
        return None if space is None else dict(zip(support, space[0], strict=True))


def span_of(context: ProofContext, f: Polynomial, deadline: Deadline) -> MacaulayMatrix:
    """The matrix that grows from f, up to the degree of f plus that of the facts, within the deadline."""
    degree = context.order.degree
    bound = max([degree(m) for m in f.terms] + [0])
    bound += max([degree(m) for p in context.known_equations() for m in p.terms] + [0])
    matrix = MacaulayMatrix(context, f, bound)
    while matrix.size < MAX_SPAN_ROWS * context.effort and not deadline.passed() and matrix.grow(deadline):
        pass
    return matrix
