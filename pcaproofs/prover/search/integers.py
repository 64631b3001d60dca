"""The test whether equations and inequalities of dimensions have no solution in integers ≥ 1.

Exact but incomplete (no test is complete: Matiyasevich 1970). It uses roots of polynomials in one dimension, systems of
linear equations, remainders modulo small numbers, and enumeration of few values. It is not trusted: a solution
that it overlooks can only withdraw a proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import gcd, lcm, prod

from pcaproofs.kernel import Polynomial
from pcaproofs.language.express import text
from pcaproofs.prover.effort import spend
from pcaproofs.terms import from_polynomial

Powers = tuple[tuple[str, int], ...]
Terms = dict[Powers, int]  # an integer polynomial in dimensions
Constraint = tuple[str, Terms]  # = 0, >= 0, > 0 or != 0

MODULI, MAX_RESIDUES, MAX_VALUES, MAX_CASES = range(2, 17), 5_000, 300, 400
_HOLDS = {"=": lambda v: v == 0, ">=": lambda v: v >= 0, ">": lambda v: v > 0, "!=": lambda v: v != 0}


def no_integers(known: Iterable[tuple[str, Polynomial]]) -> str | None:
    """Which conditions on dimensions no integers ≥ 1 satisfy, in one line; None if that was not found."""
    found: dict[str, Constraint] = {}
    for relation, p in known:
        terms = _terms(p)
        if terms is not None and terms.keys() - {()} and not _always(relation, terms):
            shown = {"=": "=", ">=": "≥", ">": ">", "!=": "≠"}[relation]
            found[f"{text(from_polynomial(p))} {shown} 0"] = (relation, terms)
    if not found or not _unsolvable(list(found.values()), [MAX_CASES]):
        return None
    alone = [name for name, constraint in found.items() if _unsolvable([constraint], [MAX_CASES])]
    return f"no integers ≥ 1 satisfy {' and '.join(alone[:1] or found)}"


def _terms(p: Polynomial) -> Terms | None:
    """A scalar of dimensions alone, multiplied by its positive denominators; None for any other polynomial."""
    if p.shape != (1, 1) or any(word or any(not isinstance(a, str) for a, _ in scalars) for scalars, word in p.terms):
        return None
    powers: list[tuple[dict[str, int], Fraction]] = []
    for (scalars, _), c in p.terms.items():
        powers.append(({str(a): k for a, k in scalars}, Fraction(c)))
    names = sorted({name for each, _ in powers for name in each})
    least = {name: min(0, *(each.get(name, 0) for each, _ in powers)) for name in names}
    below = lcm(*(c.denominator for _, c in powers))
    out: Terms = {}
    for each, c in powers:
        key = tuple((name, k) for name in names if (k := each.get(name, 0) - least[name]))
        out[key] = int(c * below)
    return out


def _always(relation: str, terms: Terms) -> bool:
    """Whether a condition holds for all integers ≥ 1 by the signs of its terms, as n ≥ 1 does."""
    value = sum(terms.values())  # at 1, where it is least if every other coefficient is positive
    return relation != "=" and all(c > 0 for key, c in terms.items() if key) and _HOLDS[relation](value)


def _variables(constraints: Iterable[Constraint]) -> list[str]:
    return sorted({name for _, terms in constraints for key in terms for name, _ in key})


def _put(terms: Terms, values: Mapping[str, int]) -> Terms:
    out: Terms = {}
    for key, c in terms.items():
        rest = tuple((name, k) for name, k in key if name not in values)
        out[rest] = out.get(rest, 0) + c * prod(values[name] ** k for name, k in key if name in values)
    return {key: c for key, c in out.items() if c}


def _unsolvable(constraints: list[Constraint], cases: list[int]) -> bool:
    """Whether constraints certainly have no solution; cases: how many more cases to try, counted down."""
    cases[0] -= 1
    spend(500)
    if any(not (terms.keys() - {()}) and not _HOLDS[relation](terms.get((), 0)) for relation, terms in constraints):
        return True
    left = [(relation, terms) for relation, terms in constraints if terms.keys() - {()}]
    equations = [terms for relation, terms in left if relation == "="]
    if cases[0] <= 0 or not left:
        return False
    if _no_remainders(equations) or _no_linear_solution(equations):
        return True
    for name, values in _few(left):
        return all(_unsolvable([(relation, _put(terms, {name: v})) for relation, terms in left], cases) for v in values)
    return False


def _few(constraints: list[Constraint]) -> Iterator[tuple[str, list[int]]]:
    """A dimension with few possible values, or the only one with conditions; and values that represent all."""
    for relation, terms in constraints:
        if relation == "=" and len(names := _variables([(relation, terms)])) == 1:
            yield names[0], _roots(terms, names[0])
    for relation, terms in constraints:
        sign = 1 if all(c > 0 for key, c in terms.items() if key) else -1
        positive = {key: sign * c for key, c in terms.items()}
        if (relation == "=" or sign < 0) and relation != "!=" and all(c > 0 for key, c in positive.items() if key):
            for name in _variables([(relation, terms)]):
                most = -positive.get((), 0)  # c·nᵏ·… is at most this
                if most <= MAX_VALUES:
                    yield name, list(range(1, max(0, most) + 1))
    names = _variables(constraints)
    if len(names) == 1:  # beyond every root the signs stay as they are
        bounds = [1 + sum(map(abs, terms.values())) for _, terms in constraints]
        if max(bounds) <= MAX_VALUES:
            yield names[0], list(range(1, max(bounds) + 2))


def _roots(terms: Terms, name: str) -> list[int]:
    import sympy as sp

    x = sp.Symbol(name)
    p = sp.Poly(sum(c * x ** sum(k for _, k in key) for key, c in terms.items()), x)
    return sorted(int(root) for root in p.ground_roots() if root.is_Integer and root >= 1)


def _no_remainders(equations: list[Terms]) -> bool:
    """Whether the equations have no common solution modulo some small number."""
    names = _variables([("=", terms) for terms in equations])
    for terms in equations:
        if terms.get((), 0) % gcd(*(c for key, c in terms.items() if key)):
            return True
    for m in MODULI if names else ():
        if m ** len(names) > MAX_RESIDUES:
            return False
        tries = (dict(zip(names, values, strict=True)) for values in product(range(m), repeat=len(names)))
        if not any(all(_put(terms, at).get((), 0) % m == 0 for terms in equations) for at in tries):
            return True
    return False


def _no_linear_solution(equations: list[Terms]) -> bool:
    """Whether the linear equations have no common integer solution, by unimodular operations on columns.

    Source: Schrijver, Theory of Linear and Integer Programming, §4.1 (Hermite normal form).
    """
    linear = [terms for terms in equations if all(len(key) < 2 and all(k == 1 for _, k in key) for key in terms)]
    names = _variables([("=", terms) for terms in linear])
    rows = [[terms.get(((name, 1),), 0) for name in names] for terms in linear]
    wanted = [-terms.get((), 0) for terms in linear]
    known: list[Fraction] = []  # the new unknowns, one for each pivot column
    done = 0
    for i, row in enumerate(rows):
        while len(nonzero := [j for j in range(done, len(names)) if row[j]]) > 1:
            least = min(nonzero, key=lambda j: abs(row[j]))
            for j in nonzero:
                if j != least:
                    factor = row[j] // row[least]
                    for each in rows:
                        each[j] -= factor * each[least]
        rest = wanted[i] - sum(row[j] * v for j, v in enumerate(known))
        if not nonzero:
            if rest:
                return True
            continue
        for each in rows:
            each[done], each[nonzero[0]] = each[nonzero[0]], each[done]
        known.append(Fraction(rest) / row[done])
        if known[-1].denominator != 1:
            return True
        done += 1
    return False
