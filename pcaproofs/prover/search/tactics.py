"""The tactics of the search: ways to prove one goal from a context.

A tactic returns a proof of the goal, or None. The facts that it derives stay in the context for later tactics. They are
ordered by cost: `by_reduction` proves four fifths of the goals of this package's claims, and linear algebra comes last
since its matrices grow with the number of derived facts. The tactics are not complete, and none could be: whether an
identity follows from others is undecidable already for words (Post 1947).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial, reduce
from operator import mul

from pcaproofs.kernel import Atom, Letter, Monomial, Polynomial, Proof, Weight, Word, number
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.bounds import find_bound, find_root_above, find_two_bounds, reordered, with_norms
from pcaproofs.prover.search.conjectures import add_bases, add_conjectures
from pcaproofs.prover.search.context import AnySquares, ProofContext, signs_of
from pcaproofs.prover.search.entries import in_entries
from pcaproofs.prover.search.inverses import by_inverses, by_push_through
from pcaproofs.prover.search.membership import combine
from pcaproofs.prover.search.ranks import squares_of_projectors
from pcaproofs.prover.search.rewriting.cofactors import Cofactors
from pcaproofs.prover.search.rewriting.completion import complete
from pcaproofs.prover.search.rewriting.matches import Match
from pcaproofs.prover.search.rewriting.rules import Rule
from pcaproofs.prover.search.saturation import saturate
from pcaproofs.prover.search.sos.blocks import Block
from pcaproofs.prover.search.sos.completed_square import squares_after_completing
from pcaproofs.prover.search.sos.denominators import squares_of_multiple, squares_over_denominators
from pcaproofs.prover.search.sos.inverted import folded, split_with_inverses, squares_with_inverses
from pcaproofs.prover.search.sos.modulo_facts import squares_modulo_facts
from pcaproofs.prover.search.sos.multipliers import ONE
from pcaproofs.prover.search.sos.squares import find_squares, squares_of_words
from pcaproofs.prover.search.sos.tensor_squares import find_tensor_squares
from pcaproofs.prover.search.vanishing import (
    add_bounded_roots,
    add_known_roots,
    add_ordered_roots,
    by_even_powers,
    by_factors,
    by_norms,
    by_odd_powers,
)
from pcaproofs.terms import is_ones, over

Tactic = Callable[[ProofContext, Polynomial, Deadline], Proof | None]

MAX_SQUARED_TERMS = 40  # of a goal whose squared norm is tried
MAX_VANISHING_TERMS = 2  # of a goal that is looked for among vanishing squares, each monomial as a square
MEMBERSHIP_SECONDS = 0.5  # for linear algebra before completion
SHARE, SHARE_SECONDS = 3, 0.3  # of the time left, and most of it, for what comes before all squares are tried
MANY_SIGNS = 8  # inequalities; of fewer, the search for squares finds such a proof as soon
SQUARES_SECONDS = 1.0  # for one search for squares
ROOTS_SECONDS = 0.1  # for squares beside roots that are known or bounded
COMPLETION_SECONDS = 0.3  # between two searches for squares
COMPLETION_DEGREE = 40  # of that completion; far above the degrees of statements, so that the steps are the bound
SLACKS = (4, 8)  # degrees above the goal's up to which linear algebra looks for cofactors; then context.degree_bound


def first_proof(tactics: Sequence[Tactic], context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The proof of the first tactic that has one."""
    return next((proof for tactic in tactics if (proof := tactic(context, goal, deadline))), None)


# --------------------------------------------------------------------------------------------------------- goal = 0
def by_reduction(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The normal form of the goal is zero."""
    rest, cofactors = context.reduce(goal)
    return None if rest.terms else context.proof(cofactors, goal.shape)


def by_bases(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The normal form of the goal is zero with Σ eᵢeᵢᵀ = I, where all basis vectors of a literal size occur."""
    return by_reduction(context, goal, deadline) if add_bases(context) else None


def by_entries(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is zero entry by entry, where the sizes of its letters are numbers and their bases are known."""
    found = in_entries(context, goal)
    return context.proof(found[1], goal.shape) if found is not None and not found[0].terms else None


def by_saturation(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The normal form of the goal is zero after saturation."""
    saturate(context, deadline)
    return by_reduction(context, goal, deadline)


def by_its_square(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """M = 0 because ‖M‖² reduces to 0, or s·‖M‖² does for a scalar s that is known to be nonzero."""
    if len(goal.terms) > MAX_SQUARED_TERMS:
        return None
    square = goal.norm2()
    rest, cofactors = context.reduce(square)
    if rest.terms and goal.shape == (1, 1):
        for name, s in context.nonzero.items():
            if s.names():
                rest, cofactors = context.reduce(s * square)
                if not rest.terms:
                    fact, _ = context.derive(square, cofactors, ("1", ((name, 1),)))
                    cofactors = Cofactors.of_fact(fact, square)
                    break
    return None if rest.terms else _from_square(context, goal, cofactors)


def by_cancellation(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """M = 0 because s·M reduces to 0, for a scalar s that is known to be nonzero."""
    return _cancelled(context, goal)


def by_reduction_of_roots(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The normal form of the goal is zero where roots of squares of what is ≥ 0 are known."""
    return by_reduction(context, goal, deadline) if add_known_roots(context) else None


def by_odd_powers_of_letters(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal vanishes by odd powers of A, where A = FᵀF stays a letter."""
    if not any(len(word) > 2 and len({*word}) == 1 for p in context.known_equations() for _, word in p.terms):
        return None
    if (other := folded(context, deadline, beside_inverses=False)) is None:
        return None
    for name, p in context.polynomials.items():  # A³ = B³, which may have been derived from A⁶ = B⁶
        if name not in context.known and len(p.terms) == 2 and p.shape != (1, 1):
            rest, reduction = other.reduce(p)
            if rest.terms and all(len({*word}) < 2 for _, word in rest.terms):
                other.adopt(context, [name])
                steps = Cofactors.of_fact(name, p)
                steps.merge(reduction, -1)
                other.derive(rest, steps)
    return by_odd_powers(other, goal, deadline)


def by_split_squares_with_inverses(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal follows from M = 0 of hypotheses Σ ‖M‖² = 0, where A = FᵀF stays a letter beside A⁻¹."""
    until = _share(context, deadline)
    if (other := folded(context, until)) is None or not split_with_inverses(other, until):
        return None

    def is_reached() -> bool:
        return not other.reduce(goal)[0].terms

    complete(other, _share(context, deadline), is_reached, COMPLETION_DEGREE)
    return by_reduction(other, goal, deadline)


def by_membership(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a combination of multiples of facts, none of higher degree than the goal."""
    found = combine(context, goal, deadline.within(MEMBERSHIP_SECONDS * context.effort), slack=0)
    return None if found is None else context.proof(found, goal.shape)


def by_conjectures(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal reduces to zero by equations that are conjectured and then proved."""
    return by_reduction(context, goal, deadline) if add_conjectures(context) else None


def by_completion(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal reduces to zero after completion (Knuth and Bendix 1970), which stops once it does."""
    context.fix_degree_bound()

    def is_reached() -> bool:
        return not context.reduce(goal)[0].terms

    done = complete(context, deadline, is_reached, context.degree_bound)
    return by_reduction(context, goal, deadline) if done else None


def by_saturation_again(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The square of the goal or a multiple of the goal is zero, after saturation of the facts of a completion."""
    saturate(context, deadline)
    return by_its_square(context, goal, deadline) or by_cancellation(context, goal, deadline)


def by_vanishing_squares(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """M = 0 because weight·‖M‖² + Σ squares = 0 with a positive weight; if M is a single word, also for its factors."""
    factors = _factors(context.reduce(goal)[0])
    if proof := _vanishing(context, goal, deadline.within(MEMBERSHIP_SECONDS * context.effort)):
        return proof
    if any(_vanishing(context, factor, deadline.within(MEMBERSHIP_SECONDS * context.effort)) for factor in factors):
        return context.proof(context.reduce(goal)[1], goal.shape)
    return None


def by_wide_membership(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal, a multiple of it or its square is a combination of multiples of facts, of growing degree."""
    for slack in (*SLACKS, context.degree_bound):
        if (found := combine(context, goal, deadline, slack)) is not None:
            return context.proof(found, goal.shape)
        if proof := _cancelled(context, goal, partial(combine, context, deadline=deadline, slack=slack)):
            return proof
        if goal.shape != (1, 1) and len(goal.terms) < MAX_SQUARED_TERMS:
            found = combine(context, goal.norm2(), deadline, slack)
            if found is not None:
                return _from_square(context, goal, found)
    return None


ZERO_TACTICS: tuple[Tactic, ...] = (
    by_reduction,
    by_bases,
    by_entries,
    by_push_through,
    by_saturation,
    by_its_square,
    by_cancellation,
    by_reduction_of_roots,
    by_inverses,
    by_norms,
    by_factors,
    by_odd_powers,
    by_even_powers,
    by_odd_powers_of_letters,
    by_split_squares_with_inverses,
    by_membership,
    by_conjectures,
    by_completion,
    by_saturation_again,
    by_conjectures,
)


def by_two_bounds(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal, a scalar, is ≥ 0 and ≤ 0, or its multiple is by a scalar that is known to be nonzero."""
    if goal.shape != (1, 1):
        return None
    context = reordered(context, deadline)
    add_conjectures(context)
    if (found := find_two_bounds(context, goal, deadline)) is not None:
        return context.proof(found, (1, 1))
    if any(k < 0 and not isinstance(a, str) for scalars, _ in goal.terms for a, k in scalars):  # 1/t has no known sign
        return _cancelled(context, goal, partial(find_two_bounds, context, deadline=deadline))
    return None


def by_weighted_squares(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """M = 0 for one monomial M, as weight·‖M‖² + Σ squares = 0, weight > 0; other weights may be 0, or sums."""
    if len(goal.terms) != 1:
        return None
    until = deadline.within(MEMBERSHIP_SECONDS * context.effort)
    for names, s in [((), number(1)), *_positive(context, sizes=True)]:
        found = find_squares(context, (s * goal.norm2()).scaled(-1), until, divided=False)
        if found is not None:
            squares, cofactors = found
            cofactors.scale(-1)
            every = ((("1", names), goal), *squares)
            new = context.derive_squares(every, cofactors, [goal, *(_weighted(context, w) * m for w, m in squares)])
            return context.proof(Cofactors.of_fact(*new[0]), goal.shape)
    return None


LAST_ZERO_TACTICS: tuple[Tactic, ...] = (
    by_vanishing_squares,
    by_two_bounds,
    by_wide_membership,
    by_weighted_squares,
)


# -------------------------------------------------------------------------------------------------------- goal >= 0
def by_fact(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is one of the inequalities that are known, where there are many, modulo equations."""
    for name, (relation, p) in context.signed.items() if len(context.signed) > MANY_SIGNS else ():
        if relation in (">=", ">") and p.shape == (1, 1):
            rest, cofactors = context.reduce(goal - p)
            if not rest.terms:
                return context.proof(cofactors, (1, 1), ((("1", ((name, 1),)), number(1)),))
    return None


def by_congruence(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is Σ c·aᵀe with c > 0, and aᵀe = ‖Me‖², because the diagonal matrix of a is MᵀM by hypotheses."""
    if len(goal.terms) > MAX_VANISHING_TERMS:
        return None
    squares, cofactors = list[tuple[Weight, Polynomial]](), Cofactors()
    for (scalars, _), c in goal.terms.items():
        if len(scalars) != 1 or c < 0 or scalars[0][1] != 1 or isinstance(scalars[0][0], str):
            return None
        found = next(_roots_of_entries(context, scalars[0][0]), None)
        if found is None:
            return None
        squares.append(((str(c), ()), found[0]))
        cofactors.merge(found[1], c)
    return context.proof(cofactors, (1, 1), tuple(squares)) if squares else None


def _roots_of_entries(context: ProofContext, atom: Word) -> Iterator[tuple[Polynomial, Cofactors]]:
    """M and the steps with aᵀe = ‖Me‖² + Σ steps, for D = diag(a) and VDVᵀ = FᵀF, or VDVᵀ = A = FᵀF: M = FV."""
    if len(atom) != 2:
        return
    pairs: list[tuple[str, Polynomial, Word, Word]] = []
    for name, p in context.polynomials.items():
        words = [word for s, word in p.terms if not s]
        if len(p.terms) == len(words) == 2:
            pairs += [(name, p, words[0], words[1]), (name, p, words[1], words[0])]
    grams: dict[Word, tuple[str, Polynomial, Letter]] = {}
    grams |= {a: (x, p, b[1]) for x, p, a, b in pairs if len(a) == 1 and len(b) == 2 and b[0] is b[1].T}
    for e, a in ((atom[1], atom[0].T), (atom[0].T, atom[1])):
        diagonals = {w[0] for _, _, w, v in pairs if len(w) == 2 and is_ones(w[1].name) and v == (a,)}
        for name, p, w, v in pairs:
            if len(w) != 3 or w[1] not in diagonals or w[0] is not w[2].T or p.terms[(), w] != -p.terms[(), v]:
                continue
            factor = grams.get(v) or ((name, p, v[1]) if len(v) == 2 and v[0] is v[1].T else None)
            if factor is None:
                continue
            column = (factor[2], w[0], e)
            m, whole = (Polynomial(y[0].rows, 1, [(((), y), 1)]) for y in (column, (w[2], w[0], e)))
            middle = Polynomial(w[1].rows, w[1].cols, [(((), (w[1],)), 1)])
            entry = Polynomial(1, 1, [((((atom, 1),), ()), 1)])
            rest, steps = context.reduce(entry - whole.T * middle * whole)
            used: list[tuple[str, Polynomial, Word]] = [(name, p, w)]
            used += [(factor[0], factor[1], (factor[2].T, factor[2]))] if len(v) == 1 else []
            for x, q, word in used:
                sign = over(1 if word is w else -1, q.terms[(), word])
                steps.add(Match(Rule(x, False, q, (), (), 1), (), (e.T, w[2]), (w[0], e)), sign)
            if not rest.terms:
                yield m, steps


def by_squares(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a weighted sum of squares, modulo its normal form."""
    found = find_squares(context, goal, deadline.within(SQUARES_SECONDS * context.effort))
    return None if found is None else context.proof(found[1], (1, 1), found[0])


def by_known_roots(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a weighted sum of squares, where roots of squares of what is ≥ 0 are known."""
    found = [add_known_roots(context), add_bounded_roots(context), add_ordered_roots(context)]
    return by_squares(context, goal, deadline.within(ROOTS_SECONDS * context.effort)) if any(found) else None


def by_squares_after_completion(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a sum of squares after saturation and a short completion."""
    if deadline.passed():
        return None
    before = len(context.polynomials)
    saturate(context, deadline.within(SQUARES_SECONDS * context.effort))
    saturate(context, deadline.within(SQUARES_SECONDS * context.effort), with_expansions=True)
    complete(context, deadline.within(COMPLETION_SECONDS * context.effort), lambda: False, COMPLETION_DEGREE)
    return by_squares(context, goal, deadline) if len(context.polynomials) > before else None


def by_sizes(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal t is ≥ 0 because n·t = ‖F‖² for a size n, as where tI = FᵀF."""
    products = [word for p in context.known_equations() for s, word in p.terms if not s and len(word) == 2]
    roots = {w[1]: Polynomial(w[1].rows, w[1].cols, [(((), w[1:]), 1)]) for w in products if w[0] is w[1].T}
    for name, (relation, s) in context.signed.items() if roots else ():
        if relation != ">" or s.names() or any(k < 0 for scalars, _ in s.terms for _, k in scalars):
            continue
        for root in roots.values():
            left, cofactors = context.reduce(s * goal - root.norm2())
            if not left.terms:
                bound = context.derive_bound(goal, cofactors, ((("1", ()), root),), ("1", ((name, 1),)))
                return context.proof(Cofactors(), (1, 1), ((("1", ((bound, 1),)), number(1)),))
    return None


def by_squares_modulo_facts(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a sum of monomials that are squares, after several uses of the facts."""
    found = squares_modulo_facts(context, goal, deadline.within(SQUARES_SECONDS * context.effort))
    return None if found is None else context.proof(found[1], (1, 1), found[0])


def by_completed_squares(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a sum of squares after completing the square of letters that it has as c‖Y‖² + ⟨Y, L⟩."""
    found = squares_after_completing(context, goal, deadline.within(SQUARES_SECONDS * context.effort))
    return None if found is None else context.proof(found[1], (1, 1), found[0])


def by_squares_with_inverses(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a sum of squares of words F·w, where A = FᵀF stays a letter beside A⁻¹."""
    until = _share(context, deadline)
    if (other := folded(context, until)) is None:
        return None
    found = squares_with_inverses(other, goal, until)
    return None if found is None else other.proof(found[1], (1, 1), found[0])


def by_squares_over_denominators(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a sum of squares times reciprocals that it has, after multiplication by what these are one over."""
    found = squares_over_denominators(context, goal, _share(context, deadline))
    return None if found is None else context.proof(found[1], (1, 1), found[0])


def by_squares_of_multiple(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal times its letters with reciprocals is a sum of squares."""
    found = squares_of_multiple(context, goal, _share(context, deadline))
    return None if found is None else context.proof(found[1], (1, 1), found[0])


def by_inequality(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a multiple of an inequality that is known, and a sum of squares without the letters of both.

    For letters that both have only by themselves, and that no equation has, as logarithms: log s ≤ log t + s/t − 1.
    """
    if not _alone(goal):
        return None
    rest, first = context.reduce(goal)
    equated = {name for p in context.known_equations() for name in p.names()}
    if not (alone := [m for m in _alone(rest) if not equated & Polynomial(1, 1, [(m, 1)]).names()]):
        return None
    until = _share(context, deadline)
    for name, (relation, p) in context.signed.items():
        share = over(rest.terms[alone[0]], p.terms[alone[0]]) if alone[0] in p.terms else 0
        if relation not in (">=", ">") or share <= 0 or len(p.terms) == 1 or until.passed():
            continue
        left, more = context.reduce(rest - p.scaled(share))
        if any(atom in dict(scalars) for scalars, _ in left.terms for ((atom, _),), _ in alone):
            continue
        steps = Cofactors()
        for part in (first, more):
            steps.merge(part, 1)
        own: AnySquares = (((str(share), ((name, 1),)), number(1)),)
        for known in (context, folded(context, until)):
            if known is None or (found := _squares_of_any_kind(known, left, until)) is None:
                continue
            context.adopt(known, found[1].facts() | signs_of(found[0]))
            steps.merge(found[1], 1)
            return context.proof(steps, (1, 1), (*own, *found[0]))
    return None


def _squares_of_any_kind(
    context: ProofContext, f: Polynomial, deadline: Deadline
) -> tuple[AnySquares, Cofactors] | None:
    return squares_with_inverses(context, f, deadline) or find_squares(context, f, deadline)


def _alone(p: Polynomial) -> list[Monomial]:
    """The monomials of a number that are a letter by itself, in no other monomial."""
    often = Counter(atom for scalars, _ in p.terms for atom, _ in scalars)
    single = [m for m in p.terms if len(m[0]) == 1 and m[0][0][1] == 1 and not isinstance(m[0][0][0], str)]
    return [m for m in single if len(m[0][0][0]) == 1 and often[m[0][0][0]] == 1]


def by_tensor_squares(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a weighted sum of squares of tensors."""
    found = find_tensor_squares(context, goal, deadline)
    return None if found is None else context.proof(found[1], (1, 1), found[0])


def by_bounds(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is u − v with u ≥ 0 and u² ≥ v²."""
    for known in dict.fromkeys((reordered(context, deadline), context)):
        if (found := find_bound(known, goal, deadline, tried=known is context)) is not None:
            return known.proof(found[1], (1, 1), found[0])
    return None


def by_root(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is r − v with a root r ≥ 0 and r² ≥ v²."""
    found = find_root_above(context, goal, _share(context, deadline))
    return None if found is None else context.proof(found[1], (1, 1), found[0])


def by_norms_taken(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a sum of squares of numbers once multiples of ‖x‖‖y‖ − xᵀy ≥ 0 and the like are taken from it."""
    until = _share(context, deadline)
    rest, steps = context.reduce(goal)
    if len(_roots_in(context, rest)) < 2 or (other := with_norms(context, goal, until)) is None:
        return None
    bounds = {name: p for name, (_, p) in other.signed.items() if name not in context.known}
    taken: AnySquares = ()
    for name, p in bounds.items():
        share = min((-over(c, d) for m, d in p.terms.items() if d < 0 and (c := -rest.terms.get(m, 0)) > 0), default=0)
        if share > 0:
            rest, more = context.reduce(rest - p.scaled(share))
            steps.merge(more, 1)
            taken = (*taken, ((str(share), ((name, 1),)), number(1)))
    halves = [tuple((a, k // 2) for a, k in s) for s, _ in rest.terms if not any(k % 2 for _, k in s)]
    block = Block(ONE, tuple(Polynomial(1, 1, [((s, ()), 1)]) for s in halves))
    found = squares_of_words(context, rest, Cofactors(), [[block]], until, positive_weights=False) if taken else None
    if found is None:
        return None
    context.adopt(other, bounds)
    steps.merge(found[1], 1)
    return context.proof(steps, (1, 1), (*taken, *found[0]))


def _roots_in(context: ProofContext, f: Polynomial) -> set[Atom]:
    """The letters r of equations r² = s that f has."""
    squared = {s for p in context.known_equations() for s, word in p.terms if not word}
    return {a for scalars, _ in f.terms for a, _ in scalars if ((a, 2),) in squared}


def by_norms_above(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a sum of squares, with ‖x‖‖y‖ − xᵀy ≥ 0 and the like among the weights."""
    if (other := with_norms(context, goal, _share(context, deadline))) is None:
        return None
    add_known_roots(other)
    found = find_squares(other, goal, deadline.within(SQUARES_SECONDS * context.effort))
    return None if found is None else other.proof(found[1], (1, 1), found[0])


def by_ranks(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """The goal is a sum of squares of differences of projectors."""
    found = squares_of_projectors(context, goal, deadline)
    return None if found is None else found[0].proof(found[2], (1, 1), found[1])


NONNEGATIVE_TACTICS: tuple[Tactic, ...] = (
    by_fact,
    by_congruence,
    by_sizes,
    by_known_roots,
    by_root,
    by_squares_of_multiple,
    by_completed_squares,
    by_ranks,
    by_inequality,
    by_norms_taken,
    by_squares_with_inverses,
    by_squares_over_denominators,
    by_squares,
    by_tensor_squares,
    by_norms_above,
    by_squares_after_completion,
    by_squares_modulo_facts,
    by_bounds,
)


# ------------------------------------------------------------------------------------------------------------- parts
def _share(context: ProofContext, deadline: Deadline) -> Deadline:
    """The deadline of a tactic that few statements need, but that comes early because those after it use all time."""
    return deadline.within(min(SHARE_SECONDS * context.effort, deadline.left() / SHARE))


def _cancelled(
    context: ProofContext, goal: Polynomial, prove: Callable[[Polynomial], Cofactors | None] = lambda p: None
) -> Proof | None:
    """M = 0 because s·M = 0, by reduction or by `prove`, for a scalar s that is known to be nonzero."""
    for name, s in context.nonzero.items():
        if not s.names():
            continue
        rest, cofactors = context.reduce(s * goal)
        found = prove(s * goal) if rest.terms else cofactors
        if found is not None:
            fact, _ = context.derive(goal, found, ("1", ((name, 1),)))
            return context.proof(Cofactors.of_fact(fact, goal), goal.shape)
    return None


def _from_square(context: ProofContext, goal: Polynomial, cofactors: Cofactors) -> Proof:
    """M = 0, given ‖M‖² = Σ cofactors."""
    ((fact, m),) = context.derive_squares(((("1", ()), goal),), cofactors)
    return context.proof(Cofactors.of_fact(fact, m), goal.shape)


def _vanishing(context: ProofContext, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """M = 0 because weight·‖M‖² + Σ squares = 0, for a positive weight."""
    if len(goal.terms) > MAX_VANISHING_TERMS:
        return None
    for names, s in [*_positive(context), ((), number(1))]:
        found = squares_modulo_facts(context, (s * goal.norm2()).scaled(-1), deadline, positive_weights=True)
        if found is not None:
            squares, cofactors = found
            cofactors.scale(-1)
            new = context.derive_squares(((("1", names), goal), *squares), cofactors)
            return context.proof(Cofactors.of_fact(*new[0]), goal.shape)
    return None


def _positive(context: ProofContext, *, sizes: bool = False) -> list[tuple[tuple[tuple[str, int], ...], Polynomial]]:
    """The scalars that are known to be > 0, each as the factors of a weight; sizes: whether sizes are among them."""
    known = context.signed.items()
    return [(((name, 1),), s) for name, (relation, s) in known if relation == ">" and (sizes or s.names())]


def _weighted(context: ProofContext, weight: Weight) -> Polynomial:
    """The number by which the kernel multiplies M in weight·M = 0: 1 for a weight that is known to be > 0."""
    if all(context.signed[name][0] == ">" for name, _ in weight[1]):
        return number(1)
    factors = [context.signed[name][1] ** k for name, k in weight[1]]
    return reduce(mul, factors, number(1).scaled(Fraction(weight[0])))


def _factors(p: Polynomial) -> Iterator[Polynomial]:
    """The proper suffixes and prefixes of a polynomial that is a single word."""
    if len(p.terms) == 1:
        (((_, word), _),) = p.terms.items()
        for i in range(1, len(word)):
            for part in (word[i:], word[:-i]):
                yield Polynomial(part[0].rows, part[-1].cols, [(((), part), 1)])
