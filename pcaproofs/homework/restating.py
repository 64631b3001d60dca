"""Whether a step only restates a goal or a fact, although it is a different formula.

Two relations say the same if the differences of their sides, multiplied out, are multiples of each other. Yet for
‖x‖² = ‖Px‖² + ‖x − Px‖² this difference is 2xᵀPx − 2xᵀPᵀPx, so xᵀPᵀPx = xᵀPx says the same, and is a step of every
proof: ‖x‖² cancels on the way. Therefore, if something cancels in a goal, only relations with the same terms restate
it. If nothing cancels, a step also restates a goal if each follows from the other with fewer facts than the goal needs:
wᵀSw + wᵀw = λ + 1 restates wᵀSw = λ if wᵀw = 1.

A step restates a fact if the differences of their sides are multiples of each other: nS = Σ xᵢxᵢᵀ restates
S = (1/n) Σ xᵢxᵢᵀ. It is a step, but it does not replace the fact in the size of another step.
"""

from __future__ import annotations

from itertools import combinations

from pcaproofs.homework import normal_forms
from pcaproofs.homework.normal_forms import Key
from pcaproofs.homework.statements import WrittenStatement
from pcaproofs.homework.theory import Needs, Theory, TypedStatement
from pcaproofs.kernel import Polynomial, sum_of

CANCELS = "its terms"  # what a form has if something cancels


def form_of(theory: Theory, typed: TypedStatement) -> Key:
    """A key that a relation shares with those that restate it; of problems and optima, their normal form."""
    found = normal_forms.of_relation(typed)
    if found[0] != "relation":
        return found
    difference = normal_forms.difference_of(typed)
    assert difference is not None
    out = ("relation", found[1], normal_forms.primitive(difference, found[1]))
    parts = _terms(theory, typed.statement)
    if parts is None or {m for p in parts for m in p.terms} == {*difference.terms}:
        return out
    return (*out, CANCELS, frozenset(map(normal_forms.primitive, parts)))


def of_fact(typed: TypedStatement) -> Key:
    """A key that an equation shares with its multiples and its transpose; empty if it has none."""
    if typed.polynomials is None or typed.statement.kind != "relation" or typed.statement.sign != "=":
        return ()
    difference = normal_forms.difference_of(typed)
    if difference is None or not difference.terms:
        return ()
    return (frozenset(map(normal_forms.primitive, (difference, difference.T))),)


def is_the_same_but_for_facts(theory: Theory, first: WrittenStatement, second: WrittenStatement, needs: Needs) -> bool:
    """Whether two relations of one shape follow from each other with all of some facts but one."""
    there, back = theory.attempt(first, [second], at_point=True), theory.attempt(second, [first], at_point=True)
    if there is None or back is None:
        return False
    if there.polynomials is None or back.polynomials is None or there.polynomials[0].shape != back.polynomials[0].shape:
        return False
    return any(
        x.lemmas and y.lemmas and x.holds(some, x.lemmas) and y.holds(some, y.lemmas)
        for some in combinations(sorted(needs), max(0, len(needs) - 1))
        for x, y in [(there, back)]
    )


def _terms(theory: Theory, statement: WrittenStatement) -> list[Polynomial] | None:
    """The terms of both sides, each multiplied out, without those that are on both sides."""
    found: dict[Key, list[Polynomial]] = {}
    for side, sign in ((statement.left, 1), (statement.right, -1)):
        for each, term in normal_forms.terms_of(side, sign):
            typed = theory.attempt(WrittenStatement(term, "=", term, statement.span, statement.quantified))
            if typed is None or typed.polynomials is None:
                return None
            p = typed.polynomials[0].scaled(each)
            found.setdefault(normal_forms.primitive(p), []).append(p)
    totals = (sum_of(*parts[0].shape, parts) for parts in found.values())
    return [p for p in totals if p.terms]
