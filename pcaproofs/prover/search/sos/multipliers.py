"""Weights for squares: products of scalars that are known to be >= 0."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

from pcaproofs.kernel import Monomial, Polynomial, Scalars, Weight, number, times
from pcaproofs.prover.search.context import ProofContext

MAX_WEIGHTS = 40


@dataclass(frozen=True)
class Sign:
    """A weight with its polynomial."""

    weight: Weight
    factor: Polynomial

    @property
    def is_one(self) -> bool:
        return not self.weight[1]

    def quotients(self, context: ProofContext, monomials: Iterable[Monomial]) -> list[Monomial]:
        """The monomials divided by those of the weight, where that can be written."""
        out: dict[Monomial, None] = {}
        for scalars, _ in self.factor.terms:
            for target, word in monomials:
                rest = times(target, tuple((atom, -k) for atom, k in scalars))
                if all(isinstance(a, str) or k > 0 or a in context.units for a, k in rest):
                    out[rest, word] = None
        return list(out)


ONE = Sign(("1", ()), number(1))


def signs(context: ProofContext, f: Polynomial, *, positive_weights: bool) -> list[Sign]:
    """One, then known signs alone, then products of two and three: only what can occur in f or together with it."""
    singles: list[Sign] = []
    atoms = {a for scalars, _ in f.terms for a, _ in scalars}
    sizes = {a for a in atoms if isinstance(a, str)}
    hidden = {a for p in context.known_equations() for s, _ in p.terms for a, k in s if isinstance(a, str) and k < 0}
    for name, (relation, s) in context.known.items():
        if relation == ">" or (relation == ">=" and not positive_weights):
            mentioned = {x for scalars, _ in s.terms for x in scalars}
            below = {a for a, k in mentioned if k < 0 and len(s.terms) == 1} & hidden  # 1/n, which a fact brings in
            if not s.terms or (not s.names() and not {a for a, _ in mentioned} <= sizes | below):
                continue
            singles.append(Sign(("1", ((name, 1),)), s))
    out = [ONE]
    for size in (1, 2, 3):
        if size == 3 and len(singles) > 4:
            break
        for chosen in combinations(singles, size):
            names = tuple(x for sign in chosen for x in sign.weight[1])
            factor = reduce(lambda p, q: p * q, (sign.factor for sign in chosen))
            if size == 1 or _useful(factor):
                out.append(Sign(("1", names), factor))
    return out[:MAX_WEIGHTS]


def _useful(factor: Polynomial) -> bool:
    """Not n · 1/n."""
    return factor.terms.keys() != {((), ())} or factor.terms[((), ())] == 0


def positive_content(context: ProofContext, f: Polynomial) -> tuple[Scalars, tuple[tuple[str, int], ...]]:
    """Scalars that are known to be positive and divide every term of f, and by what name they are known."""
    powers = [dict(scalars) for scalars, _ in f.terms]
    content: Scalars = ()
    names: list[tuple[str, int]] = []
    for name, (relation, s) in context.known.items():
        ((scalars, word), c), *more = s.terms.items() or [(((), ()), 0)]
        if relation != ">" or more or word or len(scalars) != 1 or c != 1:
            continue
        ((atom, k),) = scalars
        if k == 1 or (k == -1 and isinstance(atom, str)):
            times_in_all = min(k * p.get(atom, 0) for p in powers)
            if times_in_all > 0 and all(atom != a for a, _ in content):
                content = times(content, ((atom, k * times_in_all),))
                names.append((name, times_in_all))
    return content, tuple(names)


def joined(more: tuple[tuple[str, int], ...], names: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The factors of a product of two weights."""
    powers = dict(more)
    for name, k in names:
        powers[name] = powers.get(name, 0) + k
    return tuple(powers.items())
