"""Goals that vanish because they do so times a factor, whether or not this factor is zero.

g = 0 of a number g        if ‖Y‖·g = 0 for norms ‖Y‖ such that each term of g has ‖Y‖ or Y: ‖g·Y‖² = g²‖Y‖² = 0 gives
g·Y = 0, and then g² = Σ term·g = 0
M = 0                      if Σ ‖F·M‖² = 0 for the factors F of positive semidefinite matrices, and FM = 0 gives M = 0
AC = CB                    if A³C = CB³ for symmetric A and B, also for other odd powers and C = I: M = AC − CB has
‖AM‖² + tr(MᵀAMB) + ‖MB‖² = tr Mᵀ(A³C − CB³) = 0
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import pairwise, product
from math import isqrt
from operator import mul

from pcaproofs.kernel import Letter, Monomial, Polynomial, Proof, Scalars, Word, flip, identity, number, sum_of, times
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import ProofContext, Squares
from pcaproofs.prover.search.membership import combine
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.matches import Match
from pcaproofs.prover.search.rewriting.rules import Rule
from pcaproofs.terms import Rational, over

MAX_TERMS = 12  # of a goal
MAX_FACTORS = 4
COMBINED_SECONDS = 0.1  # of linear algebra for a sum of squares that vanishes


def by_norms(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal, a number, is zero if it is so times each of the norms that its terms have, which may be zero."""
    if goal.shape != (1, 1) or len(goal.terms) > MAX_TERMS:
        return None
    steps = Cofactors()
    vanishing = dict(_vanishing(context, goal))
    for (scalars, _), c in goal.terms.items():
        for atom, k in scalars:
            if isinstance(atom, str) or k < 0:
                continue
            if (found := vanishing.get(atom)) is not None:
                others = times(scalars, ((atom, -1),))
                part = found if isinstance(found, Cofactors) else found.times_column(atom)
                steps.merge(_scaled(part, others), c)
                break
        else:
            return None
    ((fact, m),) = context.derive_squares(((("1", ()), goal),), steps)
    return context.proof(Cofactors.of_fact(fact, m), goal.shape)


class _Column:
    """The fact g·Y = 0 of a column or matrix Y."""

    def __init__(self, fact: str, p: Polynomial, y: Letter):
        self.rule, self.y = Rule(fact, False, p, (), (), 1), y

    def times_column(self, atom: Word) -> Cofactors:
        """g·atom as a multiple of g·Y, for an atom that has Y."""
        word = next(w for w in (atom, flip(atom)) if self.y in w)
        i, out = word.index(self.y), Cofactors()
        if word[0].rows == 1:
            out.add(Match(self.rule, (), word[:i], word[i + 1 :]), 1)
        else:
            out.add(Match(self.rule, (), (), word[i + 1 :] + word[:i], True), 1)
        return out


def _vanishing(context: ProofContext, goal: Polynomial) -> Iterator[tuple[Word, Cofactors | _Column]]:
    """The atoms a of the goal g with a·g = 0: norms ‖Y‖, and atoms that have Y."""
    atoms = dict.fromkeys(a for scalars, _ in goal.terms for a, _ in scalars if not isinstance(a, str))
    for p in context.known_equations():
        for r, y in _norms(p):
            if r not in atoms:
                continue
            product = Polynomial(1, 1, [((((r, 1),), ()), 1)]) * goal
            rest, cofactors = context.reduce(product)
            if rest.terms:
                continue
            fact, _ = context.derive(product, cofactors)
            yield r, Cofactors.of_fact(fact, product)
            column = Polynomial(y.rows, y.cols, [(((), (y,)), 1)]) * goal
            square, cofactors = context.reduce(column.norm2())
            if square.terms:
                continue
            ((name, m),) = context.derive_squares(((("1", ()), column),), cofactors)
            for atom in atoms:
                if atom != r and any(y in w for w in (atom, flip(atom))):
                    yield atom, _Column(name, m, y)


def _norms(p: Polynomial) -> Iterator[tuple[Word, Letter]]:
    """r and Y of an equation r² = ‖Y‖²."""
    if p.shape != (1, 1) or len(p.terms) != 2:
        return
    (((one, _), c), ((other, _), d)) = p.terms.items()
    for first, second in ((one, other), (other, one)):
        if c == -d and len(first) == len(second) == 1 and first[0][1] == 2 and second[0][1] == 1:
            r, word = first[0][0], second[0][0]
            if isinstance(r, str) or isinstance(word, str):
                continue
            if len(r) == 1 and len(word) == 2 and word[0] is word[1].T:
                yield r, word[1]


def by_factors(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """M = 0 because Σ ‖F·M‖² reduces to 0, over all or some factors F of matrices FᵀF, and then so does ‖M‖².

    Or Σ ‖F·M‖² + ‖M·Fᵀ‖² does, as where AM + MA = 0 for A = FᵀF.
    """
    if goal.shape == (1, 1) or len(goal.terms) > MAX_TERMS:
        return None
    factors = dict.fromkeys(
        b
        for p in context.known_equations()
        for _, word in p.terms
        if len(word) == 2
        for b in word[1:]
        if word[0] is b.T and b.spelling == b.name and b.cols == goal.rows and len(p.terms) > 1
    )
    if not factors:
        return None
    _add_overlaps(context)
    rest, first = context.reduce(goal)
    columns = [Polynomial(f.rows, f.cols, [(((), (f,)), 1)]) for f in list(factors)[:MAX_FACTORS]]
    products = [f * rest for f in columns]
    both = [[f * rest, rest * f.T] for f in columns] if rest.rows == rest.cols else []
    for chosen in [products, *([p] for p in products), *both, [p for pair in both for p in pair], [rest, *products]]:
        if not chosen:
            continue
        total = reduce(lambda a, b: a + b, [p.norm2() for p in chosen])
        left, cofactors = context.reduce(total)
        if left.terms or deadline.passed():
            continue
        context.derive_squares(tuple((("1", ()), p) for p in chosen), cofactors)
        left, cofactors = context.reduce(rest.norm2())
        if not left.terms:
            ((fact, m),) = context.derive_squares(((("1", ()), rest),), cofactors)
            first.merge(Cofactors.of_fact(fact, m), 1)
            return context.proof(first, goal.shape)
    return None


def by_odd_powers(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """M = 0 because a sum of squares of the AⁱMBʲ with i + j = m vanishes, for A and B with powers 2m + 1 in equations.

    It is Σ tr(MᵀAⁱMBʲ) over i + j = 2m, in which neighbours AⁱMBʲ and AⁱAMBʲ⁻¹ have the inner product 1/2.
    """
    if goal.shape == (1, 1) or len(goal.terms) > MAX_TERMS:
        return None
    powers = [
        (word[0], odd)
        for p in context.known_equations()
        for _, word in p.terms
        if len({*word}) == 1 < (odd := len(word) // (len(word) & -len(word)))  # of A⁶ it is 3, for by_even_powers
    ]
    powers += [pair for p in context.known_equations() for pair in _powers_beside(p)]
    letters = dict.fromkeys(x for x, _ in powers)
    own = [x for x in letters if x.spelling == x.name and not context.reduce(_of(x) - _of(x.T))[0].terms]
    if not own:
        return None
    _add_overlaps(context)
    rest, first = context.reduce(goal)
    lefts, rights = ([identity(n), *map(_of, (x for x in own if x.rows == n))] for n in rest.shape)
    for a, b in [pair for pair in product(lefts, [Polynomial(rest.cols, rest.cols), *rights]) if pair[0].names()]:
        for k in sorted({k for _, k in powers}):
            if deadline.passed():
                return None
            m = (k - 1) // 2
            every = [reduce(mul, [*[a] * (m - i), rest, *[b] * i]) for i in range(m + 1)]
            kept = [x for x in every if x.terms]
            squares = _independent(kept)
            total = sum_of(1, 1, [q.norm2().scaled(w) for w, q in squares])
            if (cofactors := _to_zero(context, total, deadline)) is None:
                continue
            found = context.derive_squares(tuple(((str(w), ()), q) for w, q in squares), cofactors)
            fact, last = found[-1]
            for x, (w, _), (name, q) in list(zip(kept, squares, found, strict=True))[-2::-1]:
                steps = Cofactors.of_fact(name, q)
                steps.merge(Cofactors.of_fact(fact, last), -1 / (2 * w))
                fact, last = context.derive(x, steps)[0], x
            for j in range(m, -1, -1):
                for x in (reduce(mul, [*[a] * j, rest]), reduce(mul, [rest, *[b] * j])):
                    if x.terms and (cofactors := _to_zero(context, x.norm2(), deadline)) is not None:
                        ((fact, _),) = context.derive_squares(((("1", ()), x),), cofactors)
                        if j == 0:
                            first.merge(Cofactors.of_fact(fact, x), 1)
                            return context.proof(first, goal.shape)
    return None


def by_even_powers(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal vanishes as A^m = B^m follows from A^2m = B^2m for positive semidefinite A and B."""
    if not any(_may_have_halves(p) for p in context.polynomials.values()) or not _add_halves(context, deadline):
        return None
    rest, steps = context.reduce(goal)
    if not rest.terms:
        return context.proof(steps, goal.shape)
    return by_factors(context, goal, deadline) or by_odd_powers(context, goal, deadline)


def _may_have_halves(p: Polynomial) -> bool:
    """Whether a polynomial is a difference of two words of 4k factors, such as A⁴ − B⁴."""
    return len(p.terms) == 2 and all(len(word) % 4 == 0 for _, word in p.terms)


def _add_halves(context: ProofContext, deadline: Deadline) -> bool:
    """Adds NᵀN = RᵀR for each equation (NᵀN)² = (RᵀR)²; whether there are any.

    M = NᵀN − RᵀR has ‖NM‖² + ‖RM‖² = tr(M·((NᵀN)² − (RᵀR)²)) = 0, and then ‖M‖² = 0.
    """
    todo, found = list(context.polynomials.values()), False
    square = {x for p in todo for word in _words(p) for x in word if x.rows == x.cols and len(word) > 3}
    symmetric = {y for x in square if not context.reduce(_of(x) - _of(x.T))[0].terms for y in (x, x.T)}
    while todo and not deadline.passed():
        p = todo.pop()
        halves = [_half(word, p, symmetric) for word in _words(p)]
        roots = [half for half in halves if half is not None]
        c, *others = p.terms.values() or [0]
        if not len(roots) == len(p.terms) == 2 or others != [-c] or p.shape == (1, 1):
            continue
        n, r = roots
        m, _ = context.reduce(n.T * n - r.T * r)
        steps = _to_zero(context, (n * m).norm2() + (r * m).norm2(), deadline) if m.terms else None
        if steps is None:
            continue
        context.derive_squares(((("1", ()), n * m), (("1", ()), r * m)), steps)
        if (steps := _to_zero(context, m.norm2(), deadline)) is not None:
            context.derive_squares(((("1", ()), m),), steps)
            todo.append(m)
            found = True
    return found


def _words(p: Polynomial) -> list[Word]:
    """The words without scalars of a polynomial."""
    return [word for scalars, word in p.terms if not scalars]


def _half(word: Word, p: Polynomial, symmetric: set[Letter]) -> Polynomial | None:
    """N of a word (NᵀN)² of a polynomial, or of I."""
    k = len(word) // 4
    n = word[k : 2 * k]
    plain = tuple(min(x, x.T) if x in symmetric else x for x in (*flip(n), *n) * 2)
    if len(word) != 4 * k or plain != tuple(min(x, x.T) if x in symmetric else x for x in word):
        return None
    return Polynomial(n[0].rows, n[-1].cols, [(((), n), 1)]) if n else identity(p.rows)


def _to_zero(context: ProofContext, p: Polynomial, deadline: Deadline) -> Cofactors | None:
    """Cofactors of which p is the sum, by rewriting and then by linear algebra."""
    rest, cofactors = context.reduce(p)
    if rest.terms:
        if (more := combine(context, rest, deadline.within(COMBINED_SECONDS), 0)) is None:
            return None
        cofactors.merge(more, 1)
    return cofactors


def _powers_beside(p: Polynomial) -> Iterator[tuple[Letter, int]]:
    """Letters with an odd power at an end of a word, as A in A³C."""
    for _, word in p.terms:
        for one in (word, word[::-1]):
            k = next((i for i, x in enumerate(one) if x != one[0]), len(one))
            k -= 1 - k % 2
            if k > 1:
                yield one[0], k


def _independent(parts: Sequence[Polynomial]) -> list[tuple[Fraction, Polynomial]]:
    """Σ weight·‖q‖² for Σ ‖x‖² + Σ ⟨x, y⟩ over the parts x, and neighbours x and y."""
    out, weight = list[tuple[Fraction, Polynomial]](), Fraction(1)
    for x, y in pairwise(parts):
        out.append((weight, x + y.scaled(1 / (2 * weight))))
        weight = 1 - 1 / (4 * weight)
    return [*out, (weight, parts[-1])] if parts else []


def _of(x: Letter) -> Polynomial:
    return Polynomial(x.rows, x.cols, [(((), (x,)), 1)])


def add_known_roots(context: ProofContext) -> bool:
    """Adds r = s for roots r ≥ 0 of s² where s ≥ 0 is known, as in |λ − σ| where λ ≥ σ; whether there are any.

    (r + s)(r − s)² = (r² − s²)(r − s) = 0, with weights r and s of squares: r(r − s) = 0 and s(r − s) = 0.
    """
    signs = [(name, p) for name, (relation, p) in context.signed.items() if relation in (">=", ">") and p.names()]
    roots = [(name, p) for name, p in signs if len(p.terms) == 1 and _is_root(context, p)]
    found = False
    for (root, r), (sign, s) in product(roots, signs):
        if root == sign or (r - s).terms.keys() <= {((), ())} or context.reduce(r - s)[0].terms == {}:
            continue
        left, _ = context.reduce(r * r - s * s)
        if left.terms:
            continue
        gap = r - s
        rest, cofactors = context.reduce((r + s) * gap * gap)
        if rest.terms:
            continue
        weights = [("1", ((name, 1),)) for name in (root, sign)]
        is_positive = [context.signed[name][0] == ">" for name in (root, sign)]  # then the kernel has gap = 0 at once
        values = [gap if sure else x * gap for sure, x in zip(is_positive, (r, s), strict=True)]
        context.derive_squares(tuple((w, gap) for w in weights), cofactors, values)
        rest, cofactors = context.reduce(gap * gap)
        if not rest.terms:
            context.derive_squares(((("1", ()), gap),), cofactors)
            found = True
    return found


def add_bounded_roots(context: ProofContext) -> bool:
    """Adds s² ≥ r² where s ≥ r is known of a root r ≥ 0: s² − r² = (s − r)² + 2r(s − r); whether there are any."""
    signs = [(name, p) for name, (relation, p) in context.signed.items() if relation in (">=", ">") and p.names()]
    roots = [(name, p) for name, p in signs if len(p.terms) == 1 and _is_root(context, p)]
    new = {}
    for (root, r), (sign, gap) in product(roots, signs):
        (monomial,) = r.terms
        if len(gap.terms) > 1 and gap.terms.get(monomial, 0) == -1:
            s = gap + r
            value, steps = context.reduce(s * s - r * r)
            steps.scale(-1)
            squares: Squares = ((("1", ()), gap), (("2", ((root, 1), (sign, 1))), number(1)))
            new[context.derive_bound(value, steps, squares)] = (">=", value)
    context.signed = {**context.signed, **new}
    return bool(new)


def add_ordered_roots(context: ProofContext) -> bool:
    """Adds r ≥ s where r² ≥ s² is known of a root r ≥ 0: 2r(r − s) = (r − s)² + (r² − s²); whether there are any."""
    signs = [(name, p) for name, (relation, p) in context.signed.items() if relation in (">=", ">") and p.names()]
    roots = [(name, p) for name, p in signs if len(p.terms) == 1 and _is_root(context, p)]
    new = {}
    for (root, r), (sign, p) in product(roots, signs):
        (square,) = (r * r).terms
        terms = dict(context.reduce(p)[0].terms)
        c = terms.pop(square, 0)
        ((below, d),) = terms.items() if c > 0 and len(terms) == 1 else [(((), ()), 0)]
        if sign in context.unrooted or d >= 0 or (s := _square_root(below, over(-d, c))) is None:
            continue
        gap, share = r - s, over(1, c)
        rest, steps = context.reduce(r.scaled(2) * gap - gap * gap - p.scaled(share))
        if not rest.terms:
            squares: Squares = ((("1", ()), gap), ((str(share), ((sign, 1),)), number(1)))
            new[context.derive_bound(gap, steps, squares, ("2", ((root, 1),)))] = (">=", gap)
            context.unrooted.add(sign)
    context.signed = {**context.signed, **new}
    return bool(new)


def _square_root(monomial: Monomial, c: Rational) -> Polynomial | None:
    """The number of which the square is c times a monomial."""
    scalars, word = monomial
    root = Fraction(isqrt(max(0, c.numerator)), isqrt(c.denominator))
    if word or c <= 0 or root * root != c or any(k % 2 for _, k in scalars):
        return None
    return Polynomial(1, 1, [((tuple((a, k // 2) for a, k in scalars), ()), root)])


def _is_root(context: ProofContext, r: Polynomial) -> bool:
    """Whether an equation gives the square of a number that is a letter."""
    (((scalars, _), c),) = r.terms.items()
    squares = {s for p in context.known_equations() for s, word in p.terms if not word}
    return c == 1 and len(scalars) == 1 and scalars[0][1] == 1 and ((scalars[0][0], 2),) in squares


def _add_overlaps(context: ProofContext) -> None:
    """Adds p − q = 0 of two equations with one leading term, such as A² = C and B² = C."""
    for name, p in list(context.polynomials.items()):
        rest, reduction = context.reduce(p) if p.shape != (1, 1) else (Polynomial(1, 1), Cofactors())
        if rest.terms:
            steps = Cofactors.of_fact(name, p)
            steps.merge(reduction, -1)
            context.derive(rest, steps)


def _scaled(steps: Cofactors, scalars: Scalars) -> Cofactors:
    out = Cofactors()
    out.merge(steps, 1)
    out.times(scalars)
    return out
