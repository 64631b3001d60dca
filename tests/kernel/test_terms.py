"""The toolkit on expressions agrees with the kernel, which multiplies them out."""

from __future__ import annotations

import pytest

from pcaproofs.kernel import Certificate, Cofactor, Compare, Optimum, SameOptimisers, Scope, Statement
from pcaproofs.terms import (
    MOST_TERMS,
    dimensions_in,
    from_polynomial,
    letters_in,
    rebuilt,
    renamed,
    shape_of,
    sides,
    substituted,
    term_count,
    unfolded,
    walk,
)

X, A, B, v, c = (("letter", name) for name in ("X", "A", "B", "v", "c"))
ones = ("letter", "1[n]")
SHAPES = {"X": ("n", "p"), "A": ("p", "p"), "B": ("p", "d"), "v": ("p", 1), "c": (1, 1)}
POSITIVE = Compare(c, ">", ("number", "0"))
STATEMENT = Statement(
    tuple((name, *shape) for name, shape in SHAPES.items()), Compare(X, "=", X), (("c > 0", POSITIVE),), ("n",)
)
MEAN = ("mul", ("t", X), ones, ("inverse", "n", 1))
QUADRATIC = ("mul", ("t", v), A, v)

EXPRESSIONS = [
    X,
    MEAN,
    QUADRATIC,
    ("add", A, ("mul", ("number", "-1"), v, ("t", v)), ("mul", c, ("eye", "p"))),
    ("mul", QUADRATIC, X, B),
    ("mul", ("tr", ("mul", ("t", X), X)), ("pow", ("add", A, ("t", A)), 2)),
    ("gradient", ("mul", ("t", v), A, v), "v"),
    ("derivative", ("mul", X, A, B), "A", ("mul", v, ("t", v))),
    ("mul", ("size", "n"), ("inverse", "c", 2), ("zero", "p", 3)),
    ("add", ("mul", c, ("number", "1/2")), ("number", "0")),
]


@pytest.mark.parametrize("e", EXPRESSIONS, ids=str)
def test_shapes_are_those_of_the_kernel(e) -> None:
    assert shape_of(e, SHAPES) == Scope(STATEMENT).expand(e).shape


@pytest.mark.parametrize("e", EXPRESSIONS, ids=str)
def test_a_polynomial_becomes_an_expression_and_comes_back(e) -> None:
    scope = Scope(STATEMENT)
    p = scope.expand(e)
    assert scope.expand(from_polynomial(p)) == p
    assert len(p.terms) <= term_count(e)
    assert p.names() <= letters_in(e)


def test_the_number_of_terms_of_a_power_fills_no_memory() -> None:
    large = ("pow", ("pow", ("add", c, ("number", "1")), 10**8), 10**8)
    assert term_count(large) == MOST_TERMS
    assert term_count(("pow", c, 10**8)) == 1


@pytest.mark.parametrize(
    ("e", "letters", "dimensions"),
    [
        (MEAN, {"X", "1[n]", "n"}, {"n"}),
        (("inverse", "c", 1), {"c"}, {"c"}),
        (("gradient", ("number", "0"), "v"), {"v"}, set()),
        (("mul", ("eye", "p"), ("zero", "p", 2), ("letter", "1[3]")), {"1[3]"}, {"p"}),
    ],
)
def test_letters_and_dimensions(e, letters, dimensions) -> None:
    assert letters_in(e) == letters
    assert letters_in(e, ones=False) == {name for name in letters if not name.startswith("1[")}
    assert dimensions_in(e) == dimensions


def test_a_letter_is_replaced_wherever_it_stands_for_a_matrix() -> None:
    sum_ = ("add", A, ("eye", "p"))
    assert substituted(QUADRATIC, {"A": sum_}) == ("mul", ("t", v), sum_, v)
    assert substituted(("tr", A), {"B": sum_}) == ("tr", A)


def test_a_new_name_reaches_divisors_and_derivatives() -> None:
    e = ("mul", ("inverse", "c", 2), ("gradient", ("mul", ("t", v), v), "v"))
    new = ("mul", ("inverse", "s", 2), ("gradient", ("mul", ("t", ("letter", "w")), ("letter", "w")), "w"))
    assert renamed(e, {"c": "s", "v": "w"}) == new


def test_names_inside_definitions_are_unfolded() -> None:
    names = {("letter", "#1"): ("add", A, ("letter", "#2")), ("letter", "#2"): ("t", A)}
    assert unfolded(("tr", ("letter", "#1")), names) == ("tr", ("add", A, ("t", A)))


def test_the_sides_of_every_conclusion() -> None:
    assert list(sides(STATEMENT)) == [c, ("number", "0"), X, X]
    assert list(sides(Optimum("min", A, (("v", v),), X, (Compare(B, "=", MEAN),)))) == [A, v, X, B, MEAN]
    assert list(sides(SameOptimisers(("v",), ("min", A), ("max", B)))) == [A, B]


def test_every_tuple_of_a_certificate_is_rebuilt() -> None:
    certificate = Certificate((("main", (Cofactor("h", False, ("add", A, B), X),)),))
    turned = rebuilt(certificate, lambda x: ("add", *x[:0:-1]) if x[:1] == ("add",) else x)
    assert turned == Certificate((("main", (Cofactor("h", False, ("add", B, A), X),)),))


def test_walk_visits_everything_once() -> None:
    assert [e for e in walk(QUADRATIC) if e[0] == "letter"] == [v, A, v]
