"""The proofs of a certificate at a point: every step is an identity there."""

from __future__ import annotations

from typing import Any

from pcaproofs.crosscheck.facts import add_fact, is_positive, weight_value
from pcaproofs.crosscheck.goals import goals_of
from pcaproofs.crosscheck.point import Facts, RandomPoint
from pcaproofs.crosscheck.records import fields, need, rational
from pcaproofs.crosscheck.values import Value


def check_members(point: RandomPoint, sequences: Any) -> None:
    """Raises Refused unless every member of a sequence has the shape of its letter."""
    for name, *members in sequences:
        need(name[:2] != "1[" and name in point.letters, "got a sequence of what is no letter")
        for e in members:
            need(point.value(e, point.letters)[:2] == point.letters[name][:2], "got a member of another shape")


def check_proofs(point: RandomPoint, free: set[str]) -> None:
    """Raises Refused unless every goal has one proof and all its steps hold at the point."""
    goals = goals_of(point, free)
    need(sorted(name for name, _ in point.proofs) == sorted(goals), "got proofs of other goals")
    for name, proof in point.proofs:
        relation, value, given = goals[name]
        cofactors, squares, lemmas = fields(proof)
        point.work(len(given))
        known = dict(given)
        for lemma in lemmas:
            _lemma(point, lemma, known)
        need(relation == ">=" or not squares, "got squares in the proof of an equality")
        rest = point.plus(value, _sum_of_squares(point, squares, known), -1) if squares else value
        _settle(point, rest, cofactors, known)


def _lemma(point: RandomPoint, lemma: Any, known: Facts) -> None:
    name, cofactors, value, factor, squares = fields(lemma)
    rational(factor[0])
    if value is None:
        total = _sum_of_squares(point, squares, known)
        new = {f"{name}.{i}": ("=", _vanishing(point, w, e, known)) for i, (w, e) in enumerate(squares)}
    elif squares:
        new = {name: (">=", point.value(value, point.letters))}
        own = [w for w, e in squares if e == value]  # otherwise value < 0 would give 0 >= factor·value >= w·value² > 0
        need(any(is_positive(w, known) for w in [factor, *own]), "got an inequality by what may be 0")
        left = point.times(weight_value(point, factor, known, (">=", ">")), new[name][1])
        total = point.plus(left, _sum_of_squares(point, squares, known), -1)
    else:
        new = {name: ("=", point.value(value, point.letters))}
        total = point.times(weight_value(point, factor, known, ("!=", ">")), new[name][1])
    _settle(point, total, cofactors, known)
    for fact, (relation, x) in new.items():
        add_fact(point, known, fact, relation, x)


def _vanishing(point: RandomPoint, weight: Any, e: Any, known: Facts) -> Value:
    """The value that is zero if weight·‖M‖² is zero: M if weight > 0, else weight·M."""
    m = point.value(e, point.letters)
    return m if is_positive(weight, known) else point.times(weight_value(point, weight, known, (">=", ">")), m)


def _sum_of_squares(point: RandomPoint, squares: Any, known: Facts) -> Value:
    total = point.scalar(0)
    for weight, e in squares:
        if e[:1] == ["tensor"]:
            norm = _tensor(point, e[1:])
        else:
            root = point.value(e, point.letters)
            norm = point.inner_product(root, root)
        total = point.plus(total, point.times(weight_value(point, weight, known, (">=", ">")), norm))
    return total


def _tensor(point: RandomPoint, parts: Any) -> Value:
    """The squared norm of a sum of tensors M_ik·N_lj ("kron") or M_il·N_kj ("swap")."""
    of = [(kind, point.value(m, point.letters), point.value(n, point.letters)) for kind, m, n in parts]
    need(all(kind in ("kron", "swap") for kind, _, _ in of), "got a tensor of no kind")
    need(len({(m[:2], n[:2]) for _, m, n in of}) <= 1, "got tensors of different shapes")
    if any(kind == "swap" for kind, _, _ in of):
        need(all(m[1] == n[0] for _, m, n in of), "got a swap of what is no product")
    total = point.scalar(0)
    for kind, m, n in of:
        for other, a, b in of:
            if kind == other:
                inner = point.times(point.inner_product(m, a), point.inner_product(n, b))
            else:
                inner = point.inner_product(point.times(m, b), point.times(a, n))
            total = point.plus(total, inner)
    return total


def _settle(point: RandomPoint, total: Value, cofactors: Any, known: Facts) -> None:
    """Refuses unless the total is the sum of the cofactors."""
    for cofactor in cofactors:
        name, transposed, left, right, outer = fields(cofactor)
        relation, fact = known[name]
        need(relation == "=" and type(transposed) is bool, "got a cofactor of what is no equation")
        fact = point.transposed(fact) if transposed else fact
        term = point.times(point.times(point.value(left, point.letters), fact), point.value(right, point.letters))
        if outer is not None:
            term = point.times(point.trace(term), point.value(outer, point.letters))
        total = point.plus(total, term, -1)
    need(point.is_zero(total), "got a step that does not hold")
