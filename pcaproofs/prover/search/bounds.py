"""f ≥ 0 if f is not a sum of squares: inequalities between roots, by comparing their squares.

u ≥ v follows from u ≥ 0 and u² ≥ v²; so ‖x‖‖y‖ ≥ xᵀy follows from ‖x‖²‖y‖² ≥ (xᵀy)². In the kernel: if f = u − v
were negative, then 2uf = f² + (u² − v²) could not hold, whose left side is ≤ 0. u is what f has of products of scalars
that are known to be ≥ 0. u² − v² ≥ 0 is proved in the same way, up to MAX_DEPTH times.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations

from pcaproofs.kernel import Atom, Monomial, Polynomial, Weight, Word, flip, number
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import AnySquares, ProofContext
from pcaproofs.prover.search.membership import combine
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.order import Ordering
from pcaproofs.prover.search.sos.denominators import squares_of_multiple, squares_over_denominators
from pcaproofs.prover.search.sos.inverted import folded, squares_with_inverses
from pcaproofs.prover.search.sos.squares import find_squares
from pcaproofs.prover.search.sos.tensor_squares import find_tensor_squares
from pcaproofs.prover.search.vanishing import add_bounded_roots
from pcaproofs.terms import Rational

MAX_DEPTH = 2  # of squaring: once for the roots in a sum, once for those in a product
MAX_TERMS = 30  # of f, the square of which is multiplied out
ROOT_SECONDS = 0.05  # for the sum of squares then
MAX_ROOT_TERMS = 6  # of f with a root that is compared with the rest of f first
MAX_NORMS = 6  # products of norms that are compared with inner products
MAX_PAIRS = 6  # of monomials into which f is split
SQUARES_SECONDS = 0.5  # for the sum of squares at each depth
MEMBERSHIP_SECONDS, MEMBERSHIP_SLACKS = 0.1, (0, 12)  # for u² = v² by linear algebra
ONE: Monomial = ((), ())

Found = tuple[AnySquares, Cofactors]


def find_bound(
    context: ProofContext, f: Polynomial, deadline: Deadline, depth: int = MAX_DEPTH, *, tried: bool = False
) -> Found | None:
    """Squares and cofactors with f = Σ squares + Σ cofactors, where weights may be inequalities derived on the way.

    tried: whether f is already known not to be a sum of squares of matrices or tensors in this context.
    """
    rest, cofactors = context.reduce(f)
    if not rest.terms:
        return (), cofactors
    if len(rest.terms) > MAX_TERMS or deadline.passed():
        return None
    if not tried and (found := _as_squares(context, rest, deadline)) is not None:
        cofactors.merge(found[1], 1)
        return found[0], cofactors
    for slack in MEMBERSHIP_SLACKS if depth == 0 else ():
        if (zero := combine(context, rest, deadline.within(MEMBERSHIP_SECONDS), slack)) is not None:
            cofactors.merge(zero, 1)
            return (), cofactors
    if depth > 0 and (name := _by_own_square(context, rest, deadline, depth)) is not None:
        return ((("1", ((name, 1),)), number(1)),), cofactors
    if depth > 0 and (names := _by_pairs(context, rest, deadline, depth)):
        return tuple((("1", ((name, 1),)), number(1)) for name in names), cofactors
    return None


def _as_squares(context: ProofContext, f: Polynomial, deadline: Deadline) -> Found | None:
    """f as squares of matrices or of tensors, beside inverses, or over denominators."""
    most = SQUARES_SECONDS * context.effort
    if (found := squares_of_multiple(context, f, deadline.within(most))) is not None:
        return found
    if (
        found := find_squares(context, f, deadline.within(most)) or find_tensor_squares(context, f, deadline)
    ) is not None:
        return found
    other = folded(context, deadline)
    if other is not None and (found := squares_with_inverses(other, f, deadline.within(most))) is not None:
        context.adopt(other, found[1].facts())
        return found
    return squares_over_denominators(context, f, deadline.within(most))


def with_norms(context: ProofContext, f: Polynomial, deadline: Deadline) -> ProofContext | None:
    """A context that also knows r ≥ ±t and rs ≥ ±⟨Y, W⟩ of norms r = ‖Y‖, s = ‖W‖ and |t|, one of which f has.

    And r ≥ ±⟨Y, W⟩ where a hypothesis is 1 ≥ ‖W‖² or 1 ≥ ‖W‖. None without norms.
    """
    other = reordered(context, deadline)
    signs = known_signs(context)
    pairs = [pair for p in context.known_equations() for pair in _norms_of(p)]
    found = [(r, y) for r, y in pairs if r is not None and signs.get((r, 1), ("", 0))[1] == 1]
    add_bounded_roots(other)
    short = [y for _, p in other.signed.values() for one, y in _norms_of(p) if one is None]
    goals = [_product(r, y, None, w) for r, y in found for w in (None, *short)]
    goals += [_product(r, y, s, w) for k, (r, y) in enumerate(found) for s, w in found[:k]]
    inside = {atom for scalars, _ in other.reduce(f)[0].terms for atom, _ in scalars}
    goals = [pair for pair in goals if pair and any(atom in inside for (s, _) in pair[0].terms for atom, _ in s)]
    before = len(other.signed)
    for p, q in [pair for pair in goals if pair][:MAX_NORMS]:
        for f in (p - q, p + q):
            if not deadline.passed() and (name := _by_own_square(other, f, deadline, 1)) is not None:
                rest, cofactors = other.reduce(f)
                if rest.terms != f.terms:
                    cofactors.scale(-1)
                    name = other.derive_bound(rest, cofactors, ((("1", ((name, 1),)), number(1)),))
                other.signed = {**other.signed, name: (">=", rest)}
    return other if len(other.signed) > before else None


def _norms_of(p: Polynomial) -> Iterator[tuple[Word | None, Word]]:
    """The r and Y of r² = ‖Y‖² for a product Y, or of r² = t² for a number t; None and Y of 1 ≥ ‖Y‖²."""
    if p.shape != (1, 1) or len(p.terms) != 2 or any(word or len(scalars) > 1 for scalars, word in p.terms):
        return
    for ((first, _), c), ((second, _), d) in permutations(p.terms.items()):
        atom, k = second[0] if second else ("", 0)
        if c != -d or isinstance(atom, str) or k != (2 if len(atom) == 1 else 1):
            continue
        half = (len(atom) + 1) // 2
        if len(atom) > 1 and atom[:half] != flip(atom[half:]):
            continue
        if not first:
            yield from [(None, atom[-half:])] if c == 1 else []
        elif not isinstance(root := first[0][0], str) and (len(root), first[0][1]) == (1, 2):
            yield root, atom[-half:]


def _product(r: Word, y: Word, s: Word | None, w: Word | None) -> tuple[Polynomial, Polynomial] | None:
    """r·s and ⟨Y, W⟩; s and W may be 1."""
    if (y[0].rows, y[-1].cols) != ((1, 1) if w is None else (w[0].rows, w[-1].cols)):
        return None
    above = _number(r) if s is None else _number(r) * _number(s)
    if len(y) == 1 and y[0].rows == y[0].cols == 1:
        return above, _number(y) if w is None else _number(y) * _number(w)
    assert w is not None
    return above, Polynomial(y[-1].cols, w[-1].cols, [(((), flip(y) + w), 1)]).trace()


def _number(t: Word) -> Polynomial:
    return Polynomial(1, 1, [((((t, 1),), ()), 1)])


def _by_pairs(context: ProofContext, f: Polynomial, deadline: Deadline, depth: int) -> list[str]:
    """The names of lemmas c(u − v) ≥ 0 with sum f, where u and v are monomials; [] if they are not found.

    ‖x‖‖y‖ + ‖x‖‖z‖ − xᵀy − xᵀz is such a sum: it is no difference of which the squares can be compared.
    """
    signs = known_signs(context)
    above = [m for m, c in f.terms.items() if _weight(m, c, signs) is not None]
    below = [m for m in f.terms if m not in above]
    if not 1 < len(below) == len(above) <= MAX_PAIRS:
        return []
    names: list[str] = []
    for v in below:
        for u in [u for u in above if f.terms[u] == -f.terms[v]]:
            pair = Polynomial(1, 1, [(u, f.terms[u]), (v, f.terms[v])])
            if (name := _by_own_square(context, pair, deadline, depth)) is not None:
                above.remove(u)
                names.append(name)
                break
        else:
            return []
    return names


def find_root_above(context: ProofContext, f: Polynomial, deadline: Deadline) -> Found | None:
    """Squares and cofactors with f = Σ squares + Σ cofactors, by r² ≥ v² for f = r − v, where f has one root r."""
    rest, cofactors = context.reduce(f)
    signs = known_signs(context)
    squared = {s for p in context.known_equations() for s, word in p.terms if not word}
    roots = [m for m in rest.terms if len(m[0]) == 1 and not m[1] and m[0][0][1] == 1 and ((m[0][0][0], 2),) in squared]
    weights = {m: w for m in roots if (w := _weight(m, rest.terms[m], signs)) is not None}
    if len(weights) != 1 or len(rest.terms) > MAX_ROOT_TERMS:
        return None
    u = Polynomial(1, 1, [(m, rest.terms[m]) for m in weights])
    v = u - rest
    found = squares_of_multiple(context, u * u - v * v, deadline) or find_squares(
        context, u * u - v * v, deadline.within(ROOT_SECONDS * context.effort)
    )
    if found is None:
        return None
    name = _from_squares(context, rest, u, weights, found)
    return ((("1", ((name, 1),)), number(1)),), cofactors


def _by_own_square(context: ProofContext, f: Polynomial, deadline: Deadline, depth: int) -> str | None:
    """The name of the lemma f ≥ 0, by u² ≥ v² for f = u − v."""
    signs = known_signs(context)
    weights = {m: w for m, c in f.terms.items() if (w := _weight(m, c, signs)) is not None}
    if not weights and (c := f.terms.get(ONE, 0)) > 0:
        weights = {ONE: (str(c), ())}
    if not weights:
        return None
    u = Polynomial(1, 1, [(m, f.terms[m]) for m in weights])
    v = u - f
    found = find_bound(context, u * u - v * v, deadline, depth - 1)
    return None if found is None else _from_squares(context, f, u, weights, found)


def _from_squares(
    context: ProofContext, f: Polynomial, u: Polynomial, weights: dict[Monomial, Weight], found: Found
) -> str:
    """The name of the lemma f ≥ 0 for f = u − v, from squares and cofactors of u² − v²; weights: of the terms of u."""
    squares, cofactors = found
    if len(weights) == 1:
        ((rational, names),) = weights.values()
        factor: Weight = (str(2 * Fraction(rational)), names)
    else:
        sums = tuple((weight, number(1)) for weight in weights.values())
        factor = ("2", ((context.derive_bound(u, Cofactors(), sums), 1),))
    return context.derive_bound(f, cofactors, ((("1", ()), f), *squares), factor)


def reordered(context: ProofContext, deadline: Deadline) -> ProofContext:
    """A context of the same facts that rewrites r² as x, where r² = x and r ≥ 0, and Aᵀ as A in every trace.

    This one, if no equation is r² = x or Aᵀ = A.
    """
    signs = known_signs(context)
    roots: dict[str, int] = {}
    for p in context.known_equations():
        for scalars, word in p.terms:
            if word or len(scalars) != 1 or len(p.terms) == 1:
                continue
            ((atom, k),) = scalars
            if k == 2 and signs.get((atom, 1), ("", -1))[1] == 1 and not isinstance(atom, str):
                others = [m for m in p.terms if m != (scalars, word)]
                roots[atom[0].name] = 1 + max(context.order.degree(m) for m in others)
    if not roots and not any(map(_is_symmetry, context.known_equations())):
        return context
    words = context.statement_words
    other = ProofContext(context.known, deadline, Ordering(roots, counts_transposes=True), context.serial, words)
    other.effort = context.effort
    return other


def _is_symmetry(p: Polynomial) -> bool:
    """Whether an equation is Aᵀ = A."""
    words = [word for scalars, word in p.terms if not scalars]
    return len(p.terms) == len(words) == 2 and len(words[0]) == len(words[1]) == 1 and words[0][0].T is words[1][0]


def known_signs(context: ProofContext) -> dict[tuple[Atom, int], tuple[str, int]]:
    """The facts that s·x is ≥ 0 or > 0 for a letter, a dimension or its inverse x, each with s, which is 1 or -1."""
    found: dict[tuple[Atom, int], tuple[str, int]] = {}
    for name, (relation, p) in context.signed.items():
        if relation in (">=", ">") and len(p.terms) == 1:
            (((scalars, word), c),) = p.terms.items()
            if abs(c) == 1 and not word and len(scalars) == 1:
                found.setdefault(scalars[0], (name, int(c)))
    return found


def _weight(monomial: Monomial, c: Rational, signs: dict[tuple[Atom, int], tuple[str, int]]) -> Weight | None:
    """c times the monomial as a product of scalars known to be ≥ 0, one of them a letter; None if it is not one."""
    scalars, word = monomial
    names: list[tuple[str, int]] = []
    for atom, k in scalars:
        sign = signs.get((atom, 1 if k > 0 else -1))
        if sign is None:
            return None
        names.append((sign[0], abs(k)))
        c *= sign[1] ** abs(k)
    return (str(c), tuple(names)) if c > 0 and not word and any(not isinstance(a, str) for a, _ in scalars) else None


def find_two_bounds(context: ProofContext, f: Polynomial, deadline: Deadline) -> Cofactors | None:
    """Cofactors with f = Σ cofactors, from f ≥ 0 and f ≤ 0."""
    rest, cofactors = context.reduce(f)
    if not rest.terms:
        return cofactors
    names = []
    for sign in (1, -1):
        name = _by_own_square(context, rest.scaled(sign), deadline, 1)
        if name is None:
            return None
        names.append(name)
    once = tuple((("1", ((name, 1),)), number(1)) for name in names)
    new = context.derive_squares(once, Cofactors(), (rest, rest.scaled(-1)))
    cofactors.merge(Cofactors.of_fact(*new[0]), 1)
    return cofactors
