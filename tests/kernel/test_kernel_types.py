"""Ill-typed expressions: the message names the two dimensions that clash, and the smallest sub-expression that does."""

import pytest
from kernel_notation import ONE, add, eye, mul, num, power, statement, sub, t, tr, x

from pcaproofs.kernel import Compare, Expression, IllTyped, Letter, Polynomial, Scope, identity, letter, number

A, B, C, v, s = (x(name) for name in "ABCvs")
SCOPE = Scope(statement("A n p, B n p, C p p, v p 1, s 1 1, F 2 3", Compare(ONE, "=", ONE), "n"))
CLASHES: dict[str, tuple[Expression, str]] = {
    "product": (mul(A, B), "got n×p times n×p: p and n clash [in (A·B)]"),
    "product within a sum": (add(C, mul(num(2), C, B)), "got p×p times n×p: p and n clash [in (2·C·B)]"),
    "only the factors up to the wrong one": (mul(A, t(A), v, s), "got n×n times p×1: n and p clash [in (A·Aᵀ·v)]"),
    "rows of a sum": (sub(A, t(B)), "got n×p plus p×n: n and p clash"),
    "columns of a sum": (add(C, v), "got p×p plus p×1: p and 1 clash [in (C + v)]"),
    "only the terms up to the wrong one": (add(v, v, s, v), "got p×1 plus 1×1: p and 1 clash [in (v + v + s)]"),
    "a number is not a matrix": (add(ONE, C), "got 1×1 plus p×p: 1 and p clash [in (1 + C)]"),
    "trace": (mul(s, tr(A)), "got the trace of n×p: n and p clash [in tr(A)]"),
    "power": (add(A, power(A, 2)), "got a power of n×p: n and p clash [in pow(A, 2)]"),
    "power 0": (power(v, 0), "got a power of p×1: p and 1 clash [in pow(v, 0)]"),
    "fixed sizes": (mul(x("F"), x("F")), "got 2×3 times 2×3: 3 and 2 clash [in (F·F)]"),
    "a name is not a number": (mul(x("F"), eye("n")), "got 2×3 times n×n: 3 and n clash"),
    "a row is not a column": (mul(v, v), "got p×1 times p×1: 1 and p clash [in (v·v)]"),
    "below a transpose": (t(t(mul(v, v))), "[in (v·v)]"),
    "inside a derivative": (("derivative", tr(A), "A", B), "got the trace of n×p: n and p clash [in tr(A)]"),
    "direction": (("derivative", tr(C), "C", v), "got p×1 plus p×p: 1 and p clash [in derivative(tr(C), C, v)]"),
    "gradient": (
        ("gradient", mul(C, v), "v"),
        "got p×1, but what has a gradient should be a scalar [in gradient((C·v), v)]",
    ),
    "unknown letter": (mul(A, x("Q")), "got Q, but known are 1[n], A, B, C, F, n, p, s, v"),
}


@pytest.mark.parametrize("row", CLASHES)
def test_a_clash_of_dimensions_is_reported(row: str) -> None:
    e, says = CLASHES[row]
    with pytest.raises(IllTyped) as error:
        SCOPE.expand(e)
    assert says in str(error.value)
    assert str(error.value).count("[in ") <= 1


FITTING: dict[str, tuple[Expression, tuple[str | int, str | int]]] = {
    "scalar on the left": (mul(s, A), ("n", "p")),
    "scalar on the right": (mul(A, s), ("n", "p")),
    "scalar in the middle": (mul(A, s, C), ("n", "p")),
    "trace times a column": (mul(tr(C), v), ("p", 1)),
    "a 1×1 product times a matrix": (mul(t(v), v, A), ("n", "p")),
    "row": (t(v), (1, "p")),
    "gradient": (("gradient", tr(mul(A, t(A))), "A"), ("n", "p")),
    "derivative": (("derivative", mul(t(v), C), "v", v), (1, "p")),
    "zero": (("zero", 2, "n"), (2, "n")),
    "ones": (x("1[n]"), ("n", 1)),
}


@pytest.mark.parametrize("row", FITTING)
def test_expressions_have_their_shapes(row: str) -> None:
    e, shape = FITTING[row]
    assert SCOPE.expand(e).shape == shape


def test_letters_are_one_object_for_each_name_and_shape() -> None:
    assert letter("A", "n", "p") is letter("A", "n", "p")
    assert letter("A", "n", "p") is not letter("A", "p", "n")
    assert letter("A", "n", "p").T.T is letter("A", "n", "p")
    assert [repr(a) for a in sorted([letter("B", 1, 1), letter("A", 1, 1).T, letter("A", 1, 1)])] == ["A", "A'", "B"]


@pytest.mark.parametrize("like_one", [1.0, True])
def test_a_value_that_only_equals_one_is_not_a_dimension(like_one: int) -> None:
    """Though 1 == 1.0 == True, and a letter of dimension 1 was made before."""
    assert isinstance(letter("A", 1, 1), Letter)
    with pytest.raises(IllTyped):
        letter("A", like_one, 1)


def test_numbers_and_identities() -> None:
    assert number("n") == identity("n").trace()
    assert number(3) == identity(3).trace()
    assert number(0) == Polynomial(1, 1)
    assert identity(1) == number(1)
    assert (identity("n") == number(1)) is False


def test_only_a_scalar_has_an_inverse() -> None:
    zero = ("zero", "p", 1)
    for relation, right in (("!=", ("number", "0")), (">", ("number", "0")), ("!=", zero)):
        scope = Scope(statement("v p 1", Compare(ONE, "=", ONE), odd=Compare(v, relation, right)))
        with pytest.raises(IllTyped, match="got inverse"):
            scope.expand(("inverse", "v", 1))
