"""What is exported has names that `verify` accepts, whatever its author called it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from letters import A, S, n, p, w
from sympy import MatrixSymbol, Symbol
from test_certificate_files import ALIKE, HIDDEN

from pcaproofs import equal, inner, inverse, prove, psd, sqnorm, symmetric
from pcaproofs.certificates import certificate_data, check_twice, digest, write_certificate
from pcaproofs.kernel import Certificate, Cofactor, Compare, KernelError, Proof, Statement, check
from pcaproofs.lookalikes import is_plain, outline
from pcaproofs.plain_names import check_names, names_of, plain

Y = MatrixSymbol("Y", p, p)
LAMBDA, PRIMED, WORD = MatrixSymbol("Λ'", p, p), Symbol("m'", positive=True, integer=True), MatrixSymbol("tr", p, p)

USERS = {
    "inverse": (equal(inverse(A) * A * Y, Y), []),
    "root": (equal(S * A, A.T * S), [psd(S), symmetric(A * S), equal(S * A, (S * A).T)]),
    "reciprocal": (equal(sqnorm(w) / sqnorm(w), 1), []),
    "n - 1": (equal((n - 1) * (1 / (n - 1)), 1), []),
    "a word of the text": (equal(WORD * A, (A.T * WORD.T).T), []),
    "prime and Greek": (equal((LAMBDA * A).T, A.T * LAMBDA.T), []),
    "primed dimension": (equal(inner(MatrixSymbol("l", PRIMED, 1), MatrixSymbol("I", PRIMED, 1)), 0), None),
    "look alike": (
        equal(MatrixSymbol("l", p, p) * MatrixSymbol("I", p, p), MatrixSymbol("l", p, p) * MatrixSymbol("I", p, p) * 1),
        [],
    ),
    "script": (equal((MatrixSymbol("ℬ", p, p) * A).T, A.T * MatrixSymbol("ℬ", p, p).T), []),
}


@pytest.mark.parametrize("name", [name for name, (_, assuming) in USERS.items() if assuming is not None])
def test_a_statement_proved_by_a_user_can_be_exported_and_verified(name: str, tmp_path: Path) -> None:
    result = prove(*USERS[name], refute=False)
    assert result.verdict == "proved", result
    write_certificate(tmp_path / "x.json", result.statement, result.certificate)
    verdict, about = check_twice(tmp_path / "x.json")
    assert verdict == "proved"
    check_names(about)


def test_facts_about_a_dimension_follow_its_name() -> None:
    """n′ is called otherwise in the file, and so is what holds of every dimension."""
    v = ("letter", "v")
    shorter = Compare(("mul", ("size", "n′"), ("mul", ("t", v), v)), ">=", ("mul", ("t", v), v))
    statement = Statement((("v", "n′", 1),), shorter, (), ("n′",))
    certificate = Certificate((("main", Proof(squares=((("1", (("n′ >= 1", 1),)), v),))),))
    assert check(statement, certificate) == "proved"
    assert check(*plain(statement, certificate)) == "proved"
    ones = Statement(
        (), Compare(("mul", ("t", ("letter", "1[n′]")), ("letter", "1[n′]")), "=", ("size", "n′")), (), ("n′",)
    )
    one = ("number", "1")
    cited = Certificate((("main", Proof((Cofactor("ones n′", False, one, one),))),))
    assert check(*plain(ones, cited)) == "proved"


@pytest.mark.parametrize("name", HIDDEN)
def test_export_renames_letters_that_look_alike(name: str) -> None:
    assert not is_plain(name)
    if name.isprintable() and name and not name.startswith("1["):
        statement = Statement(((name, 1, 1), ("F1", 1, 1)), Compare(("letter", name), "=", ("letter", name)))
        certificate = Certificate((("main", Proof()),))
        new, kept = plain(statement, certificate)
        assert [x for x, *_ in new.letters] == ["F2", "F1"]
        assert check(new, kept) == "proved"
        letters = certificate_data(statement, certificate)["statement"]["letters"]
        assert json.dumps(name) not in json.dumps(letters)
        assert digest(statement, certificate) == digest(new, kept)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_told_apart_at_export(one: str, other: str) -> None:
    assert is_plain(one)
    assert is_plain(other)
    assert outline(one) == outline(other)
    statement = Statement(((one, 1, 1), (other, 1, 1)), Compare(("letter", one), "=", ("letter", one)))
    with pytest.raises(KernelError, match="look alike"):
        check_names(statement)
    new, _ = plain(statement, Certificate((("main", Proof()),)))
    check_names(new)
    assert names_of(new) == [one, "F1"]


@pytest.mark.parametrize("name", ["X", "lambda1", "λ₁", "Σ", "e_k", "e_1", "x_ij", "a11", "Lambda", "w₁₂"])
def test_names_of_mathematics_are_plain(name: str) -> None:
    assert is_plain(name)
