"""Multipliers: products of scalars that are known to be >= 0, as weights of squares."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from operator import mul

from pcaproofs.kernel import Atom, Monomial, Polynomial, Scalars, Weight, Word, flip, number, times
from pcaproofs.prover.search.context import ProofContext, reciprocals_in

MAX_MULTIPLIERS = 40
MAX_SINGLES_OF_TRIPLES = 4  # hypotheses; of more no products of three are tried


@dataclass(frozen=True)
class Multiplier:
    """A weight, as certificates write it, and the polynomial that it is."""

    weight: Weight
    polynomial: Polynomial

    @property
    def is_one(self) -> bool:
        """Whether the weight is a positive number, without hypotheses as factors."""
        return not self.weight[1]

    def quotients(self, context: ProofContext, monomials: Iterable[Monomial]) -> list[Monomial]:
        """The monomials divided by those of the weight, if the quotients are monomials."""
        out: dict[Monomial, None] = {}
        for scalars, _ in self.polynomial.terms:
            for target, word in monomials:
                rest = times(target, tuple((atom, -k) for atom, k in scalars))
                if all(isinstance(a, str) or k > 0 or a in context.units for a, k in rest):
                    out[rest, word] = None
        return list(out)


ONE = Multiplier(("1", ()), number(1))


def multipliers(
    context: ProofContext, f: Polynomial, *, positive_weights: bool, only_odd: bool = False
) -> list[Multiplier]:
    """One, then scalars that are known to be >= 0 (or > 0), then products of two and three of them.

    only_odd: none with a root or a reciprocal of which f has no odd power.
    Only multipliers that can occur in f. Products of hypotheses as weights are sufficient on a bounded feasible set
    (Schmüdgen 1991); more than three factors are not tried.
    """
    singles = [
        Multiplier(("1", ((name, 1),)), s)
        for name, (relation, s) in context.signed.items()
        if (relation == ">" or (relation == ">=" and not positive_weights)) and _is_relevant(context, f, s)
    ]
    singles = _odd(context, f, singles) if only_odd else singles
    out = [ONE, *singles]
    for size in (2, 3) if len(singles) <= MAX_SINGLES_OF_TRIPLES else (2,):
        for chosen in combinations(singles, size):
            names = tuple(x for multiplier in chosen for x in multiplier.weight[1])
            polynomial = reduce(mul, (multiplier.polynomial for multiplier in chosen))
            if not _is_number(polynomial):
                out.append(Multiplier(("1", names), polynomial))
    return out[:MAX_MULTIPLIERS]


def _is_relevant(context: ProofContext, f: Polynomial, s: Polynomial) -> bool:
    """Whether a scalar mentions letters, or dimensions that f mentions, or is 1/n and some fact has 1/n."""
    if not s.terms or s.names():
        return bool(s.terms)
    in_f = {a for scalars, _ in f.terms for a, _ in scalars}
    below = {a for p in context.known_equations() for scalars, _ in p.terms for a, k in scalars if k < 0}
    return all(a in in_f or (k < 0 and len(s.terms) == 1 and a in below) for scalars, _ in s.terms for a, k in scalars)


def _odd(context: ProofContext, f: Polynomial, singles: list[Multiplier]) -> list[Multiplier]:
    """The multipliers without a root or a reciprocal of which f has no odd power, and without r² ≥ s² beside r ≥ s."""
    known = [p for p in context.known_equations() if p.shape == (1, 1)]
    absent: set[Atom] = {
        a for p in known for scalars, _ in p.terms if len(scalars) == 1 for a, k in scalars if k == 2 and len(a) == 1
    }
    absent |= {c for p in known for c, _ in reciprocals_in(p)}
    absent -= {a for scalars, _ in f.terms for a, k in scalars if k % 2}
    return [
        x
        for x in singles
        if x.weight[1][0][0] not in context.unrooted
        and not any(a in absent for scalars, _ in x.polynomial.terms for a, k in scalars if k % 2)
    ]


def _is_number(p: Polynomial) -> bool:
    """Whether it is a number that is not zero, as n · 1/n is."""
    return p.terms.keys() == {((), ())}


def positive_content(context: ProofContext, f: Polynomial) -> tuple[Scalars, tuple[tuple[str, int], ...]]:
    """Scalars that are known to be positive and divide every term of f, and by what name they are known."""
    powers = [dict(scalars) for scalars, _ in f.terms]
    content: Scalars = ()
    names: list[tuple[str, int]] = []
    for name, (relation, s) in context.signed.items():
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


def square_content(f: Polynomial) -> Word | None:
    """An atom ‖x‖² that divides every term of f, which has other terms than such powers."""
    every = [dict(scalars) for scalars, _ in f.terms]
    for atom, k in every[0].items() if every else ():
        if isinstance(atom, str) or len(atom) % 2 or atom[0].rows != 1 or atom != flip(atom):
            continue
        if k > 0 and all(powers.get(atom, 0) > 0 for powers in every):
            return atom
    return None


def joined(more: tuple[tuple[str, int], ...], names: tuple[tuple[str, int], ...]) -> tuple[tuple[str, int], ...]:
    """The factors of a product of two weights."""
    powers = dict(more)
    for name, k in names:
        powers[name] = powers.get(name, 0) + k
    return tuple(powers.items())
