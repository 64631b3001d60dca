"""Derivations as people write them: left = … = … = right, every line recomputed from the one before it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod

from pcaproofs.formula.factoring import Factoring
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.latex import LINE, latex, lines, width
from pcaproofs.formula.tree import Formula, Product, Sum
from pcaproofs.kernel import Cofactor, Known, Polynomial, Scope

ROWS = 2  # rows that a line of a chain may have; a longer one is shown as a list of terms
STEPS = 12  # steps that a chain may have
MOVES = 4  # of the next steps those which leave fewest terms, whose lines are then compared
ATOMS = 80  # terms of one fact that are still told apart
WIDEST = 1.3 * LINE
COLLECTED = "collected"
_DONE = {  # what makes the first line of what it starts with
    r"\nabla": "differentiated",
    r"\partial": "differentiated",
    "D_{": "differentiated",
    r"\mathbb{E}": r"$\mathbb{E}$ is linear",
    r"\sum": "sums as products",
    "": "multiplied out",
}

Side = tuple[Polynomial, Sequence[Formula]]  # a side of an equation, and how it is written, the author's way first


class TooLong(ValueError):  # noqa: N818
    """A chain that would be harder to read than the list of its terms."""


@dataclass(frozen=True)
class Use:
    """One fact with all that it contributes to left − right, a multiple of it each."""

    fact: str
    reason: str
    multiples: tuple[Polynomial, ...]

    @cached_property
    def adds(self) -> Polynomial:
        first = self.multiples[0]
        return Polynomial(first.rows, first.cols, [term for m in self.multiples for term in m.terms.items()])

    @cached_property
    def less(self) -> Polynomial:
        return self.adds.scaled(-1)

    def split(self, p: Polynomial) -> list[tuple[Use, Use | None]]:
        """What of it may be used at once, and what is left: all of it, or the multiples of which p has a term."""
        here = tuple(m for m in self.multiples if any(p.terms.get(term) == v for term, v in m.terms.items()))
        there = tuple(m for m in self.multiples if m not in here)
        out: list[tuple[Use, Use | None]] = [(self, None)]
        if here and there:
            out.append((replace(self, multiples=here), replace(self, multiples=there)))
        return out


@dataclass(frozen=True)
class Line:
    """What stands after a relation sign, the reason for it, and the fact that it rests on, if it rests on one."""

    form: Formula
    reason: str
    fact: str = ""


class Chains:
    """Builds the chains of one statement."""

    def __init__(self, scope: Scope, notation: KernelNotation):
        self.scope, self.print = scope, notation
        self.factoring = Factoring(scope)

    def short(self, p: Polynomial) -> Formula:
        """A polynomial as it is printed in the middle of a chain."""
        return self.print.form(self.factoring.expression(p))

    def length(self, p: Polynomial) -> float:
        """How long that is."""
        return self.factoring.length(p)

    def between(self, left: Side, used: Sequence[Use], right: Side) -> list[Line]:
        """The chain from one side of an equation to the other, from the side which has more to say."""
        if self.length(right[0]) > 1.15 * self.length(left[0]):
            return self.down(right, [_negative(use) for use in used], left)
        return self.down(left, used, right)

    def down(self, start: Side, used: Sequence[Use], end: Side) -> list[Line]:
        """From what is written first, one fact after the other, to the end; the first line is what it starts with.

        Each line is the one before it less what its fact contributes. Facts are used at the start or, backwards, at the
        end, wherever what is left is shortest. Raises TooLong, and ValueError where both do not meet, which the kernel
        excludes.
        """
        (p, starts), (q, ends) = start, end
        out = [Line(starts[0], "")]
        for form in starts[1:]:
            _append(out, Line(form, _done(starts[0])))
        line, direct = self.short(p), not used and _terms(starts[-1]) == _terms(ends[-1])
        if not direct and (len(starts) == 1 or _terms(line) != _terms(starts[-1])):
            _append(out, Line(line, _done(starts[-1])))
        below: list[tuple[Polynomial, Use]] = []  # from where both ends meet down to the end, backwards
        left = [use for use in used if use.adds.terms]
        for _ in range(STEPS):
            if not left:
                break
            moves = [
                (whole, *part, down)
                for whole in left
                for down in (True, False)
                for part in whole.split(p if down else q)
            ]
            after = [p + use.less if down else q + use.adds for _, use, _, down in moves]
            few = sorted(range(len(moves)), key=lambda k: len(after[k].terms))[:MOVES]
            best = min(few, key=lambda k: self.length(after[k]))
            whole, use, rest, down = moves[best]
            left = [x for use in left for x in ([use] if use is not whole else [rest] if rest else [])]
            if down:
                p = after[best]
                _append(out, Line(self.short(p), use.reason, use.fact))
            else:
                below.append((q, use))
                q = after[best]
        if left:
            raise TooLong
        if p != q:
            raise ValueError(f"got {latex(self.short(p))}, but should be {latex(self.short(q))} [inside a chain]")
        for p, use in reversed(below):
            _append(out, Line(self.short(p), use.reason, use.fact))
        if len(out) > 1 and _terms(out[-1].form) == _terms(ends[-1]):
            out[-1] = Line(ends[-1], out[-1].reason, out[-1].fact)  # the same terms, as the author writes them
        else:
            _append(out, Line(ends[-1], COLLECTED if len(out) > 1 else _done(starts[-1])))
        for form in reversed(ends[:-1]):
            _append(out, Line(form, _done(ends[0])))
        if any(len(rows := lines(line.form, LINE)) > ROWS or max(map(width, rows)) > WIDEST for line in out):
            raise TooLong
        return out


def _append(out: list[Line], line: Line) -> None:
    """Adds a line that is not printed like the one before it."""
    if latex(line.form) != latex(out[-1].form):
        out.append(line)


def _terms(form: Formula) -> int:
    """How many terms are added up, in brackets too."""
    match form:
        case Sum(terms):
            return sum(map(_terms, terms))
        case Product(_, factors):
            return max([1, *map(_terms, factors)])
    return 1


def _done(start: Formula) -> str:
    """What is done to a formula to come to its first line."""
    shown = latex(start)
    if "f" in (shown, *shown.split()) or shown in ("g", r"f^\star"):
        return "by definition"
    return next(words for mark, words in _DONE.items() if mark in shown)


def _negative(use: Use) -> Use:
    return replace(use, multiples=tuple(m.scaled(-1) for m in use.multiples))


def multiples(c: Cofactor, known: Known, scope: Scope, shape: Polynomial) -> list[Polynomial]:
    """What a cofactor adds to a goal of the shape of another polynomial, as the kernel computes it, term by term."""
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
    cofactors: Sequence[Cofactor], known: Known, scope: Scope, shape: Polynomial, why: Mapping[str, str]
) -> list[Use]:
    """The cofactors taken together by fact, in the order in which they first occur."""
    found: dict[str, list[Polynomial]] = {}
    for c in cofactors:
        found.setdefault(c.fact, []).extend(multiples(c, known, scope, shape))
    return [Use(fact, why[fact], tuple(each)) for fact, each in found.items() if each]
