"""Chains left = … = … = right, in which every line is computed from the previous line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod

from pcaproofs.formula import algebra
from pcaproofs.formula.factoring import Factoring
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.latex import latex
from pcaproofs.formula.line_breaks import LINE, lines, width
from pcaproofs.formula.text import text
from pcaproofs.formula.tree import (
    Directional,
    Expectation,
    Formula,
    Gradient,
    Name,
    PartialDerivative,
    Power,
    Product,
    Sum,
    Total,
    Trace,
    Transpose,
    Zero,
    contains,
)
from pcaproofs.kernel import Cofactor, Known, Polynomial, Scope
from pcaproofs.report.derivation.facts import BEST, F
from pcaproofs.report.sentences import Sentence, fill, sentence

ROWS = 2  # rows that a line of a chain may have; a longer one is shown as a list of terms
STEPS = 12  # steps that a chain may have
MOVES = 4  # candidates for the next step, those that leave fewest terms, whose lines are laid out and compared
ATOMS = 80  # terms of one fact; a fact with more is used as a whole
WIDEST = 1.3 * LINE
COLLECTED = "collected"
Side = tuple[Polynomial, Sequence[Formula]]  # a side of an equation, and how it is written, the author's way first


class TooLong(ValueError):  # noqa: N818
    """A chain that would be harder to read than the list of its terms."""


@dataclass(frozen=True)
class Use:
    """One fact with its multiples that occur in left − right."""

    fact: str
    reason: Sentence
    multiples: tuple[Polynomial, ...]

    @cached_property
    def adds(self) -> Polynomial:
        first = self.multiples[0]
        return Polynomial(first.rows, first.cols, [term for m in self.multiples for term in m.terms.items()])

    @cached_property
    def subtracts(self) -> Polynomial:
        return self.adds.scaled(-1)

    def split(self, p: Polynomial) -> list[tuple[Use, Use | None]]:
        """The parts that may form one step, each with the rest: all multiples, or those that contain a term of p."""
        here = tuple(m for m in self.multiples if any(p.terms.get(term) == v for term, v in m.terms.items()))
        there = tuple(m for m in self.multiples if m not in here)
        out: list[tuple[Use, Use | None]] = [(self, None)]
        if here and there:
            out.append((replace(self, multiples=here), replace(self, multiples=there)))
        return out


@dataclass(frozen=True)
class ChainLine:
    """A line after a relation sign, its reason, the fact that it uses, if any, and its value."""

    form: Formula
    reason: Sentence
    fact: str = ""
    value: Polynomial | None = None


class Chains:
    """Builds the chains of one statement."""

    def __init__(self, scope: Scope, notation: KernelNotation):
        self.scope, self.print = scope, notation
        self.factoring = Factoring(scope)

    def short(self, p: Polynomial) -> Formula:
        """A polynomial as a line in the middle of a chain."""
        return self.print.form(self.factoring.expression(p))

    def length(self, p: Polynomial) -> float:
        """The length of that line."""
        return self.factoring.length(p)

    def lines_between(self, left: Side, used: Sequence[Use], right: Side) -> list[ChainLine]:
        """The chain between the sides of an equation; it starts at the longer side."""
        if self.length(right[0]) > 1.15 * self.length(left[0]):
            return self.lines_from_start(right, [_negative(use) for use in used], left)
        return self.lines_from_start(left, used, right)

    def lines_from_start(self, start: Side, used: Sequence[Use], end: Side) -> list[ChainLine]:
        """The lines from the first side to the second, one fact at a time; the first line is the start.

        Each line is the previous one minus the contribution of its fact. Raises TooLong, and ValueError if the chain
        does not reach the second side, which the kernel excludes.
        """
        (p, starts), (q, ends) = start, end
        moves = self.moves(p, used, q)
        out = self._first_lines(p, starts, direct=not used and _terms(starts[-1]) == _terms(ends[-1]))
        for move in moves:
            _append(out, ChainLine(self.short(move.reached), move.use.reason, move.use.fact, move.reached))
        self._last_lines(out, starts, ends)
        reached, out = start[0], list(out)
        for k, line in enumerate(out):
            reached = line.value or reached
            out[k] = replace(line, value=reached)
        out = _around_zero(out)
        if any(len(rows := lines(x.form, LINE)) > ROWS or max(map(width, rows)) > WIDEST for x in out):
            raise TooLong
        return out

    def moves(self, p: Polynomial, used: Sequence[Use], q: Polynomial) -> list[Move]:
        """The facts in an order that leads from p to q, each with the polynomial after it.

        A fact is used at the start or at the end, whichever leaves fewer terms. Raises TooLong if that takes more than
        STEPS.
        """
        above: list[Move] = []
        below: list[Move] = []  # the steps from the end, last first
        left = [use for use in used if use.adds.terms]
        for _ in range(STEPS):
            if not left:
                break
            choice = self._best(left, p, q)
            left = [x for use in left for x in ([use] if use is not choice.whole else choice.rest)]
            if choice.forwards:
                p = choice.reached
                above.append(Move(choice.use, p))
            else:
                below.append(Move(choice.use, q))
                q = choice.reached
        if left:
            raise TooLong
        if p != q:
            raise ValueError(f"got {text(self.short(p))}, but should be {text(self.short(q))} [inside a chain]")
        return [*above, *reversed(below)]

    def _best(self, left: Sequence[Use], p: Polynomial, q: Polynomial) -> _Choice:
        """The next fact, or part of one, that leaves the fewest terms."""
        choices = [
            _Choice(whole, part, [rest] if rest else [], forwards, p + part.subtracts if forwards else q + part.adds)
            for whole in left
            for forwards in (True, False)
            for part, rest in whole.split(p if forwards else q)
        ]
        few = sorted(choices, key=lambda choice: len(choice.reached.terms))[:MOVES]
        return min(few, key=lambda choice: self.length(choice.reached))

    def _first_lines(self, p: Polynomial, starts: Sequence[Formula], *, direct: bool) -> list[ChainLine]:
        """The start in the author's form, in one or two ways, and in the form of the chain's middle lines."""
        out = [ChainLine(starts[0], Sentence())]
        for form in starts[1:]:
            _append(out, ChainLine(form, _operation(starts[0], form)))
        line = self.short(p)
        is_new = len(starts) == 1 and _letters(line) != _letters(starts[-1])
        if not direct and (is_new or _terms(line) != _terms(starts[-1])):
            _append(out, ChainLine(line, _operation(starts[-1], line)))
        return out

    def _last_lines(self, out: list[ChainLine], starts: Sequence[Formula], ends: Sequence[Formula]) -> None:
        """Adds the end in the author's form, in one or two ways."""
        if len(out) > 1 and _terms(out[-1].form) == _terms(ends[-1]):
            out[-1] = replace(out[-1], form=ends[-1])  # the same terms, as the author writes them
        else:
            _append(out, ChainLine(ends[-1], sentence(COLLECTED) if len(out) > 1 else _operation(starts[-1], ends[-1])))
        for form in reversed(ends[:-1]):
            _append(out, ChainLine(form, _operation(ends[0], form)))


@dataclass(frozen=True)
class Move:
    """A use of a fact, and the polynomial after it."""

    use: Use
    reached: Polynomial


@dataclass(frozen=True)
class _Choice:
    """Part of a fact that may be used next, and the rest; forwards from the start or backwards from the end."""

    whole: Use
    use: Use
    rest: Sequence[Use]
    forwards: bool
    reached: Polynomial


def _append(out: list[ChainLine], line: ChainLine) -> None:
    """Adds a line unless it is printed like the previous one."""
    if latex(line.form) != latex(out[-1].form):
        out.append(line)


def _around_zero(out: Sequence[ChainLine]) -> list[ChainLine]:
    """The lines without a 0 in the middle that no fact leads to or from, because then both sides are 0 at once."""
    kept: list[ChainLine] = []
    reason: Sentence | None = None  # of the 0 that was left out
    for k, line in enumerate(out):
        if 0 < k < len(out) - 1 and isinstance(line.form, Zero) and not line.fact and not out[k + 1].fact:
            reason = line.reason
            continue
        kept.append(line if reason is None else replace(line, reason=reason))
        reason = None
    return kept


def _letters(form: Formula) -> list[Formula]:
    """The factors of a product one after another, a power of a letter as often as it counts: PPx and P²x are alike."""
    match form:
        case Product(_, factors, over):
            return [*over, *(x for factor in factors for x in _letters(factor))]
        case Power(Name() as base, int(count)) if count > 0:
            return [base] * count
    return [form]


def _terms(form: Formula) -> int:
    """The number of terms in sums, including sums in brackets."""
    match form:
        case Sum(terms):
            return sum(map(_terms, terms))
        case Product(_, factors):
            return max([1, *map(_terms, factors)])
    return 1


def _operation(start: Formula, end: Formula) -> Sentence:
    """The reason of a line that uses no fact: the operation that leads from one formula to the other."""
    terms = start.terms if isinstance(start, Sum) else (start,)
    if any(x in (F, BEST, Name("g"), algebra.negative(F), algebra.negative(BEST)) for x in terms):
        return sentence("by definition")
    if contains(start, (Gradient, PartialDerivative, Directional)):
        return sentence("differentiated")
    if contains(start, (Expectation,)):
        return fill("{} is linear", Name("𝔼"))
    if contains(start, (Total,)):
        return sentence("sums as products")
    inside = isinstance(start, Trace) and isinstance(end, Trace) and (contains(start, (Sum,)) or contains(end, (Sum,)))
    if contains(start, (Trace,)) and not inside:
        return sentence("rules of the trace")
    return sentence("transposed" if isinstance(start, Transpose) else "multiplied out")


def _negative(use: Use) -> Use:
    return replace(use, multiples=tuple(m.scaled(-1) for m in use.multiples))


def multiples(c: Cofactor, known: Known, scope: Scope, shape: Polynomial) -> list[Polynomial]:
    """The terms that a cofactor adds to a goal, as the kernel computes them; `shape` has the shape of the goal."""
    _, fact = known[c.fact]
    fact = fact.T if c.transposed else fact
    rows, cols = shape.shape
    parts = [scope.expand(c.left), scope.expand(c.right), *([] if c.outer is None else [scope.expand(c.outer)])]
    if prod(len(p.terms) for p in parts) > ATOMS:
        each: Iterable[tuple[Polynomial, ...]] = [tuple(parts)]
    else:
        each = product(*([Polynomial(p.rows, p.cols, [term]) for term in p.terms.items()] for p in parts))
    terms = ([left * fact * right, *outer] for left, right, *outer in each)
    shaped = (term if not outer else term.trace() * outer[0] for term, *outer in terms)
    return [Polynomial(rows, cols, term.terms.items()) for term in shaped]


def uses(
    cofactors: Sequence[Cofactor], known: Known, scope: Scope, shape: Polynomial, why: Mapping[str, Sentence]
) -> list[Use]:
    """The cofactors grouped by fact, in order of first occurrence."""
    found: dict[str, list[Polynomial]] = {}
    for c in cofactors:
        found.setdefault(c.fact, []).extend(multiples(c, known, scope, shape))
    return [Use(fact, why[fact], tuple(each)) for fact, each in found.items() if each]
