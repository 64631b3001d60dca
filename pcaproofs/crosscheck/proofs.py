"""The proofs of a certificate at points: every step is an identity there."""

from __future__ import annotations

from typing import Any

from pcaproofs.crosscheck.facts import add_fact, is_positive, weight_value
from pcaproofs.crosscheck.goals import goals_of
from pcaproofs.crosscheck.point import Facts, RandomPoints
from pcaproofs.crosscheck.records import fields, need, rational
from pcaproofs.crosscheck.values import Value


def check_members(points: RandomPoints, sequences: Any) -> None:
    """Raises Refused unless every member of a sequence has the shape of its letter."""
    for name, *members in sequences:
        need(name[:2] != "1[" and name in points.letters, "got a sequence of what is no letter")
        for e in members:
            need(points.value(e, points.letters)[:2] == points.letters[name][:2], "got a member of another shape")


def check_proofs(points: RandomPoints, free: set[str]) -> None:
    """Raises Refused unless every goal has one proof and all its steps hold at the points."""
    goals = goals_of(points, free)
    need(sorted(name for name, _ in points.proofs) == sorted(goals), "got proofs of other goals")
    for name, proof in points.proofs:
        relation, value, given = goals[name]
        cofactors, squares, lemmas = fields(proof)
        points.work(len(given))
        known = dict(given)
        for lemma in lemmas:
            _lemma(points, lemma, known)
        need(relation == ">=" or not squares, "got squares in the proof of an equality")
        rest = points.plus(value, _sum_of_squares(points, squares, known), -1) if squares else value
        _settle(points, rest, cofactors, known)


def _lemma(points: RandomPoints, lemma: Any, known: Facts) -> None:
    name, cofactors, value, factor, squares = fields(lemma)
    rational(factor[0])
    if value is None:
        total = _sum_of_squares(points, squares, known)
        new = {f"{name}.{i}": ("=", _vanishing(points, w, e, known)) for i, (w, e) in enumerate(squares)}
    elif squares:
        new = {name: (">=", points.value(value, points.letters))}
        own = [w for w, e in squares if e == value]  # otherwise value < 0 would give 0 >= factor·value >= w·value² > 0
        need(any(is_positive(w, known) for w in [factor, *own]), "got an inequality by what may be 0")
        left = points.times(weight_value(points, factor, known, (">=", ">")), new[name][1])
        total = points.plus(left, _sum_of_squares(points, squares, known), -1)
    else:
        new = {name: ("=", points.value(value, points.letters))}
        total = points.times(weight_value(points, factor, known, ("!=", ">")), new[name][1])
    _settle(points, total, cofactors, known)
    for fact, (relation, x) in new.items():
        add_fact(points, known, fact, relation, x)


def _vanishing(points: RandomPoints, weight: Any, e: Any, known: Facts) -> Value:
    """The value that is zero if weight·‖M‖² is zero: M if weight > 0, else weight·M."""
    m = points.value(e, points.letters)
    return m if is_positive(weight, known) else points.times(weight_value(points, weight, known, (">=", ">")), m)


def _sum_of_squares(points: RandomPoints, squares: Any, known: Facts) -> Value:
    total = points.scalar(0)
    for weight, e in squares:
        if e[:1] == ["tensor"]:
            norm = _tensor(points, e[1:])
        else:
            root = points.value(e, points.letters)
            norm = points.inner_product(root, root)
        total = points.plus(total, points.times(weight_value(points, weight, known, (">=", ">")), norm))
    return total


def _tensor(points: RandomPoints, parts: Any) -> Value:
    """The squared norm of a sum of tensors M_ik·N_lj ("kron") or M_il·N_kj ("swap")."""
    of = [(kind, points.value(m, points.letters), points.value(n, points.letters)) for kind, m, n in parts]
    need(all(kind in ("kron", "swap") for kind, _, _ in of), "got a tensor of no kind")
    need(len({(m[:2], n[:2]) for _, m, n in of}) <= 1, "got tensors of different shapes")
    if any(kind == "swap" for kind, _, _ in of):
        need(all(m[1] == n[0] for _, m, n in of), "got a swap of what is no product")
    total = points.scalar(0)
    for kind, m, n in of:
        for other, a, b in of:
            if kind == other:
                inner = points.times(points.inner_product(m, a), points.inner_product(n, b))
            else:
                inner = points.inner_product(points.times(m, b), points.times(a, n))
            total = points.plus(total, inner)
    return total


def _settle(points: RandomPoints, total: Value, cofactors: Any, known: Facts) -> None:
    """Refuses unless the total is the sum of the cofactors."""
    for cofactor in cofactors:
        name, transposed, left, right, outer = fields(cofactor)
        relation, fact = known[name]
        need(relation == "=" and type(transposed) is bool, "got a cofactor of what is no equation")
        fact = points.transposed(fact) if transposed else fact
        before, after = points.value(left, points.letters), points.value(right, points.letters)
        if outer is None:
            term = points.product([before, fact, after])
        else:
            closed = points.trace_of_product(points.times(before, fact), after)
            term = points.times(closed, points.value(outer, points.letters))
        total = points.plus(total, term, -1)
    need(points.is_zero(total), "got a step that does not hold")
