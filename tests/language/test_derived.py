"""What letters stand for: as a reading carries it, and as it is found again in a statement without a reading."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp
from sympy import MatrixSymbol, Symbol

from pcaproofs import psd, unit
from pcaproofs.kernel import Compare, Statement
from pcaproofs.language import nodes
from pcaproofs.language.accounts import account, derived_letters
from pcaproofs.language.conclusions import at_least, equal
from pcaproofs.language.derived import Kind, Meaning, NameParts, Naming, read_back, take_apart
from pcaproofs.language.readable_statement import ReadableStatement
from pcaproofs.language.reader import read

n, p = sp.symbols("n p", integer=True, positive=True)
A, B, X, z, w = (
    MatrixSymbol("A", p, p),
    MatrixSymbol("B", n, p),
    MatrixSymbol("X", n, p),
    *(MatrixSymbol(name, p, 1) for name in "zw"),
)
t = Symbol("t", real=True)
S, LETTER = MatrixSymbol("S", p, p), ("letter", "A")

READ: dict[str, tuple[Callable[[], Any], tuple[Any, ...], dict[str, Meaning]]] = {
    "a reciprocal": (lambda: equal(1 / t, t), (), {"(t)⁻¹": Meaning(Kind.RECIPROCAL, ("letter", "t"))}),
    "an inverse": (lambda: equal(nodes.inverse(A), A), (), {"A⁻¹": Meaning(Kind.INVERSE, LETTER)}),
    "an inverse of an inverse": (
        lambda: equal(nodes.inverse(nodes.inverse(A)), A),
        (),
        {"A⁻¹": Meaning(Kind.INVERSE, LETTER), "A⁻¹⁻¹": Meaning(Kind.INVERSE, ("letter", "A⁻¹"))},
    ),
    "a root": (lambda: at_least(sp.sqrt(t)), (), {"√(t)": Meaning(Kind.ROOT, ("letter", "t"))}),
    "a pseudo-inverse": (lambda: equal(nodes.pinv(A), A), (), {"A⁺": Meaning(Kind.PSEUDO_INVERSE, LETTER)}),
    "the factor of a semidefinite matrix": (
        lambda: at_least(w.T * S * w),
        (psd(S),),
        {"√S": Meaning(Kind.FACTOR, ("letter", "S"))},
    ),
    "moments": (
        lambda: equal(nodes.expectation(z * z.T, z), A),
        (),
        {
            "E[z]": Meaning(Kind.MEAN, label="z"),
            "E[zzᵀ]": Meaning(Kind.SECOND_MOMENT, label="z"),
            "√Cov[z]": Meaning(Kind.COVARIANCE_FACTOR, label="z"),
        },
    ),
    "entries": (
        lambda: equal(A[0, 1], A[1, 0]),
        (),
        {"e_0": Meaning(Kind.BASIS, label="0"), "e_1": Meaning(Kind.BASIS, label="1")},
    ),
    "nothing": (lambda: equal(A * w, w), (unit(w),), {}),
}


@pytest.mark.parametrize(("conclusion", "assuming", "stands_for"), READ.values(), ids=READ)
def test_a_reading_carries_the_meaning_of_its_letters(
    conclusion: Callable[[], Any], assuming: tuple[Any, ...], stands_for: dict[str, Meaning]
) -> None:
    assert dict(read(conclusion(), assuming).derived) == stands_for


@pytest.mark.parametrize(("conclusion", "assuming", "stands_for"), READ.values(), ids=READ)
def test_a_statement_without_its_reading_gives_the_same_meanings(
    conclusion: Callable[[], Any], assuming: tuple[Any, ...], stands_for: dict[str, Meaning]
) -> None:
    assert read_back(read(conclusion(), assuming).statement) == stands_for


def test_a_name_without_its_definition_has_no_meaning() -> None:
    square = Compare(("pow", ("letter", "√(t)"), 2), "=", ("letter", "t"))
    letters = (("t", 1, 1), ("√(t)", 1, 1), ("A⁻¹", "n", "n"), ("e_1", "n", 1))
    assert read_back(Statement(letters, square)) == {}
    assert read_back(Statement(letters, square, (("given", square),))) == {"√(t)": Meaning(Kind.ROOT, ("letter", "t"))}


def test_a_symbol_that_is_named_like_an_inverse_is_the_author_s() -> None:
    c = Symbol("(t)⁻¹", real=True)
    reading = read(equal(c, t), (equal(t * c, 1),))
    assert dict(reading.derived) == {}
    assert [entry.kind for entry in account(reading.statement, reading)] == ["said"]
    assert "(t)⁻¹ (real)" in ReadableStatement(reading.statement, reading).letters()


def test_letters_that_were_added_to_a_reading_are_read_back() -> None:
    reading = read(equal(t, t))
    h = Compare(("mul", ("letter", "t"), ("letter", "1/(t)")), "=", ("number", "1"))
    wider = Statement((("t", 1, 1), ("1/(t)", 1, 1)), reading.statement.conclusion, (("t · 1/(t) = 1", h),))
    assert derived_letters(wider, reading) == {"1/(t)": Meaning(Kind.DIVISOR, ("letter", "t"))}


NAMES = {
    "√S": NameParts(Naming.ROOT, "S"),
    "√(x)_2": NameParts(Naming.ROOT, "(x)", "2"),
    "(A B)⁻¹": NameParts(Naming.INVERSE, "(A B)"),
    "√A⁻¹": NameParts(Naming.ROOT, "A⁻¹"),
    "A⁻¹⁺": NameParts(Naming.PSEUDO_INVERSE, "A⁻¹"),
    "E[zzᵀ]": NameParts(Naming.EXPECTATION, "zzᵀ"),
    "row[k]′": NameParts(Naming.RUNNING, "k"),
    "1/(x - 1)": NameParts(Naming.RECIPROCAL, "x - 1"),
    "e_12": NameParts(Naming.BASIS, "12"),
    "A": None,
    "lambda_1": None,
    "1[n]": None,
}


@pytest.mark.parametrize(("name", "parts"), NAMES.items(), ids=NAMES)
def test_a_name_taken_apart(name: str, parts: NameParts | None) -> None:
    assert take_apart(name) == parts


@pytest.mark.parametrize("notation", Naming, ids=lambda notation: notation.name)
def test_a_written_name_is_taken_apart_again(notation: Naming) -> None:
    assert take_apart(notation.write("x")) == NameParts(notation, "x")
