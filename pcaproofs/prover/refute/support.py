"""The monomials of an expression: which letters are multiplied together."""

from __future__ import annotations

from functools import lru_cache, reduce

from pcaproofs.kernel import Expression
from pcaproofs.terms import is_ones, letters_in

Monomial = tuple[str, ...]  # the multiplied letters, sorted; a letter occurs twice if it is not linear
MAX_MONOMIALS = 400  # more are replaced by one in which nothing is linear
_ONE: frozenset[Monomial] = frozenset({()})


@lru_cache(maxsize=4096)
def support(e: Expression) -> frozenset[Monomial]:
    """A superset of the monomials of an expression: terms that cancel are kept."""
    match e:
        case ("letter", name) if not is_ones(name):
            return frozenset({(name,)})
        case ("inverse", name, _):
            return frozenset({(name, name)})
        case ("add", *parts):
            return frozenset().union(*map(support, parts))
        case ("mul", *parts):
            return reduce(_product, map(support, parts), _ONE)
        case ("pow", a, k):
            return reduce(_product, [support(a)] * min(k, 3), _ONE)
        case ("t" | "tr", a):
            return support(a)
        case ("derivative", f, name, h):
            return _product(_without(support(f), name), support(h))
        case ("gradient", f, name):
            return _without(support(f), name)
        case ("det" | "adjugate" | "log" | "size power", a, *_):
            names = letters_in(a, ones=False)
            return frozenset({tuple(sorted([*names, *names]))})
    return _ONE


def _product(left: frozenset[Monomial], right: frozenset[Monomial]) -> frozenset[Monomial]:
    result = frozenset(_capped(a + b) for a in left for b in right)
    if len(result) <= MAX_MONOMIALS:
        return result
    everything = {name for m in result for name in m}
    return frozenset({tuple(sorted([*everything, *everything]))})  # a safe overestimate: it is linear in no letter


def _capped(names: Monomial) -> Monomial:
    return tuple(sorted([*set(names), *{name for name in names if names.count(name) > 1}]))


def _without(monomials: frozenset[Monomial], name: str) -> frozenset[Monomial]:
    """Each monomial divided once by the name; one with the name twice is kept too, since twice stands for any power."""
    kept = set()
    for m in monomials:
        if name in m:
            at = m.index(name)
            kept.add(m[:at] + m[at + 1 :])
            if m.count(name) > 1:
                kept.add(m)
    return frozenset(kept or {()})
