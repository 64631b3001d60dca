"""What `prove` says of "there is X with …": values are found, checked twice, and never where there is none."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp
from letters import A, B
from prove_existence import DISPROVED, PROVED, REFUTED, TRUE, UNDECIDED, UNREADABLE
from test_words import assert_certified

from pcaproofs.certificates import certificate_data
from pcaproofs.crosscheck import crosscheck
from pcaproofs.language.conclusions import SymbolicExistence, equal, exists
from pcaproofs.prover.prove import prove
from pcaproofs.prover.result import equation_text
from pcaproofs.verify.second_opinion import second_opinion


@pytest.mark.parametrize(("claimed", "assuming", "value"), TRUE.values(), ids=list(TRUE))
def test_true_statements_are_proved(claimed: SymbolicExistence, assuming: list[Any], value: str) -> None:
    """The statement that is proved has the value as an assumption, and SymPy finds no fault in it."""
    result = prove(claimed, assuming)
    assert f"proved · with {value}" in str(result)
    assert_certified(result)
    assert " and ".join(equation_text(*pair) for pair in result.witness) == value
    for part in result.parts or (result,):
        names = {name for name, *_ in part.statement.letters}
        assert {x.name for x, _ in result.witness} <= names
        crosscheck(certificate_data(part.statement, part.certificate))
    written = claimed.statement if isinstance(claimed.statement, list) else [claimed.statement]
    for conclusion in written if not assuming else ():
        if isinstance(conclusion, sp.Eq):
            assert second_opinion(conclusion, [equal(*pair) for pair in result.witness], points=2).agrees


@pytest.mark.parametrize(("conclusion", "assuming"), PROVED.values(), ids=list(PROVED))
def test_part_of_a_larger_statement(conclusion: Any, assuming: list[Any]) -> None:
    result = prove(conclusion, assuming)
    assert result.verdict == "proved"
    assert_certified(result)


@pytest.mark.parametrize(
    ("conclusion", "assuming"), [*REFUTED.values(), *DISPROVED.values()], ids=[*REFUTED, *DISPROVED]
)
def test_false_statements_are_refuted(conclusion: Any, assuming: list[Any]) -> None:
    result = prove(conclusion, assuming, needs=False)
    assert (result.verdict, result.witness) == ("refuted", ())


@pytest.mark.parametrize(("conclusion", "assuming"), UNDECIDED.values(), ids=list(UNDECIDED))
def test_false_but_not_known_to_be(conclusion: Any, assuming: list[Any]) -> None:
    result = prove(conclusion, assuming, needs=False, seconds=1.0)
    assert (result.verdict, result.witness) == ("undecided", ())


@pytest.mark.parametrize(("conclusion", "assuming", "words"), UNREADABLE.values(), ids=list(UNREADABLE))
def test_malformed_statements_are_refused(conclusion: Any, assuming: list[Any], words: str) -> None:
    result = prove(conclusion, assuming, needs=False)
    assert result.verdict in ("unsupported", "ill-typed", "undecided")
    assert words in result.reason


@pytest.mark.parametrize("name", ["a solution", "a symmetric part of what is not", "a commutator", "a multiple"])
def test_at_a_counterexample_SymPy_finds_no_value_either(name: str) -> None:
    claimed, assuming = REFUTED[name]
    example = prove(claimed, assuming, needs=False).counterexample
    assert example is not None
    sizes = (
        {n: example.dimensions[str(n)] for n in claimed.letters[0].shape}
        if hasattr(claimed.letters[0], "shape")
        else {}
    )
    sizes |= {n: k for n in A.shape for name, k in example.dimensions.items() if str(n) == name}
    sides = [side.xreplace(sizes) for side in (claimed.statement.lhs, claimed.statement.rhs)]
    values = {
        x: sp.ImmutableMatrix(example.letters[x.name])
        for side in sides
        for x in side.atoms(sp.MatrixSymbol)
        if x.name in example.letters
    }
    letter = claimed.letters[0].xreplace(sizes)
    unknown = sp.ImmutableMatrix(letter) if hasattr(letter, "shape") else letter
    left, right = (sp.Matrix(side.xreplace({**values, letter: unknown}).doit()) for side in sides)
    symbols = list(unknown) if hasattr(letter, "shape") else [letter]
    assert sp.linsolve(list(left - right), symbols) == sp.EmptySet


def test_a_certificate_and_the_value_are_in_the_data() -> None:
    data = prove(exists(B, equal(A * B, A * A))).to_json()
    assert (data["verdict"], data["witness"]) == ("proved", "B = A")
    assert data["certificate"] is not None
