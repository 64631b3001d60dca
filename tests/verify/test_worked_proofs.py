"""Worked proofs: lines that follow are accepted with what they cite, and any other line is refused by its number."""

from __future__ import annotations

from dataclasses import replace

import pytest
from letters import P, a, p, x, y, z
from made_up_claims import made_up
from sympy import Identity

from pcaproofs.kernel import check
from pcaproofs.language.conclusions import at_least, equal, minimises, same_optimisers
from pcaproofs.language.hypotheses import projector
from pcaproofs.language.nodes import inner, sqnorm
from pcaproofs.verify.claim import Part, by, given, step
from pcaproofs.verify.proving import Proven, prove_part

AWAY = Identity(p) - P
RIGHT_ANGLE = equal(inner(P * x, AWAY * x), 0)
LEGS = sqnorm(P * x) + sqnorm(x - P * x)
SQUARE = equal(sqnorm(x + y), sqnorm(x) + sqnorm(y) + 2 * inner(x, y))


right_angle = made_up(given(RIGHT_ANGLE, projector(P)), name="made-up.right-angle")
square_of_sum = made_up(given(SQUARE), name="made-up.square")
in_range = equal(P * y, y)
nearest = made_up(given(minimises(sqnorm(x - y), {y: P * x}), projector(P), in_range), name="made-up.nearest")
false = made_up(given(equal(inner(x, y), 0)), name="made-up.false")


def proven(part: Part) -> Proven:
    return prove_part(part, made_up(part, name="made-up.worked"))


def test_a_worked_proof_cites_what_its_lines_name_and_its_certificate_is_complete() -> None:
    steps = [step(LEGS + 2 * inner(P * x, AWAY * x)), step(LEGS, right_angle)]
    found = proven(given(equal(sqnorm(x), LEGS), projector(P), by(right_angle), steps=steps))
    assert (found.verdict, [c.id for c in found.used]) == ("proved", ["made-up.right-angle"])
    assert found.statement == proven(given(equal(sqnorm(x), LEGS), projector(P))).statement
    assert check(found.statement, found.certificate) == "proved"
    assert [len(lines) for lines in found.lines.values()] == [2]


def test_a_worked_proof_at_one_size_is_a_proof_at_sizes() -> None:
    part = given(SQUARE, steps=[step(sqnorm(x) + sqnorm(y) + 2 * inner(x, y))])
    assert [proven(replace(part, size=size)).verdict for size in ("", "p = 3")] == ["proved", "proved at sizes"]


def test_a_line_cites_an_identity_though_it_needs_nothing() -> None:
    whole = sqnorm(x) + sqnorm(y) + 2 * inner(x, y)
    cited = proven(given(SQUARE, by(square_of_sum), steps=[step(whole, square_of_sum)]))
    assert [c.id for c in cited.used] == ["made-up.square"]
    assert proven(given(SQUARE, by(square_of_sum), steps=[step(whole)])).used == ()


def test_the_squares_of_an_optimum_prove_its_equations() -> None:
    steps = {"better": [step(sqnorm(y - a) - sqnorm(a - a)), step(sqnorm(y - a))]}
    found = proven(given(minimises(sqnorm(y - a), {y: a}, value=0, exactly=[equal(y, a)]), steps=steps))
    assert found.verdict == "proved"
    proofs = dict(found.certificate.proofs)
    assert proofs["exactly 0"].lemmas[0].squares == proofs["better"].squares
    assert proofs["enough"].lemmas[0].value == proofs["better"].squares[0][1]


def test_inequalities_of_two_claims_are_added_up_with_squares() -> None:
    """‖x‖² ≥ ‖Px‖² and the same of y, with ‖z‖² beside them."""
    longer = made_up(given(at_least(sqnorm(x), sqnorm(P * x)), projector(P)), name="made-up.longer")
    both = at_least(sqnorm(x) + sqnorm(y) + sqnorm(z), sqnorm(P * x) + sqnorm(P * y))
    found = proven(given(both, projector(P), by(longer), by(longer, {x: y}), steps=[step(0, longer)]))
    assert (found.verdict, [c.id for c in found.used]) == ("proved", ["made-up.longer"])
    assert len(dict(found.certificate.proofs)["main"].squares) == 3
    more = at_least(sqnorm(x) + sqnorm(y) - sqnorm(z), sqnorm(P * x) + sqnorm(P * y))
    refused = proven(given(more, projector(P), by(longer), by(longer, {x: y}), steps=[step(0, longer)]))
    assert refused.verdict == "undecided"


def test_a_square_of_a_cited_bound_proves_the_equations() -> None:
    """f − f* ≥ ‖y − Px‖²/2 is cited, and so y = Px where f = f*; without the square it would not follow."""
    gap = sqnorm(x - y) - sqnorm(x - P * x)
    bound = made_up(given(at_least(gap, sqnorm(y - P * x) / 2), projector(P), in_range), name="made-up.bound")
    best = minimises(sqnorm(x - y), {y: P * x}, exactly=[equal(y, P * x)])
    lines = {"better": [step(gap), step(0, bound)], "enough": [step(0, in_range)]}
    found = proven(given(best, projector(P), in_range, by(bound), steps=lines))
    assert (found.verdict, [c.id for c in found.used]) == ("proved", ["made-up.bound"])
    proofs = dict(found.certificate.proofs)
    assert proofs["exactly 0"].lemmas[0].squares == proofs["better"].squares
    assert [m == ("number", "1") for _, m in proofs["better"].squares] == [True, False]


def test_an_optimum_is_cited_for_a_choice_that_is_feasible() -> None:
    """That nothing is nearer than Px, for the point Pz of the subspace; and for a point that is not in it."""
    part = given(at_least(sqnorm(x - P * z), sqnorm(x - P * x)), projector(P), by(nearest, {y: P * z}))
    cited = given(part.conclusion, *part.assuming, steps=[step(0, nearest)])
    found = proven(cited)
    assert (found.verdict, [c.id for c in found.used]) == ("proved", ["made-up.nearest"])
    assert check(found.statement, found.certificate) == "proved"
    outside = given(at_least(sqnorm(x - z), sqnorm(x - P * x)), projector(P), by(nearest, {y: z}))
    assert "made-up.nearest, which assumes" in proven(outside).reason


REFUSED = {
    "a false line": (
        given(equal(sqnorm(x), LEGS), projector(P), steps=[step(LEGS + sqnorm(x)), step(LEGS)]),
        "line 1",
    ),
    "a line that needs more than it names": (
        given(equal(sqnorm(x), LEGS), projector(P), by(square_of_sum), steps=[step(LEGS, square_of_sum)]),
        "line 1",
    ),
    "a line that names what is not assumed": (
        given(equal(sqnorm(x), LEGS), projector(P), steps=[step(LEGS, right_angle)]),
        "should be assumed or cited",
    ),
    "lines that stop early": (
        given(equal(sqnorm(x), LEGS), projector(P), steps=[step(LEGS + 2 * inner(P * x, AWAY * x))]),
        "not the end",
    ),
    "an inequality whose last line is not >= 0": (
        given(at_least(sqnorm(x), sqnorm(y)), steps=[step(sqnorm(x) - sqnorm(y))]),
        "no sum of squares",
    ),
    "lines for a goal that there is not": (
        given(equal(sqnorm(x), LEGS), projector(P), steps={"better": [step(LEGS)]}),
        "better",
    ),
    "objectives that are not functions of each other": (
        given(
            same_optimisers([y], ("min", sqnorm(x - y)), ("max", inner(x, y))),
            steps={"transform": [step(sqnorm(x) - sqnorm(x - y))]},
        ),
        "transform",
    ),
    "a claim that is not proved": (
        given(equal(inner(x, y), 0), by(false), steps=[step(0 * inner(x, y), false)]),
        "made-up.false, which is not proved",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_step_that_does_not_follow_is_undecided_and_named(name: str) -> None:
    part, where = REFUSED[name]
    found = proven(part)
    assert found.verdict == "undecided"
    assert where in found.reason
    assert "\n" not in found.reason
