"""Writing theorems, which needs no Rocq."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pcaproofs.kernel import Certificate, Compare, Proof, Statement
from pcaproofs.rocq.items import Item, carried, distinct, of_claims
from pcaproofs.rocq.names import RESERVED, Names
from pcaproofs.verify.discovery import find

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command import run


def test_every_certificate_of_a_chapter_is_carried_over(tmp_path: Path) -> None:
    done = run("export", "--rocq", str(tmp_path), "affine")
    assert (done.returncode, done.stderr) == (0, "")
    statements = (tmp_path / "chapters" / "Affine" / "Statements.v").read_text()
    assert "(* Claim 4.5, affine.decomposition\n" in statements
    proofs = (tmp_path / "chapters" / "Affine" / "Proofs.v").read_text()
    assert "Theorem affine_decomposition_holds : affine_decomposition.\n" in proofs
    assert statements.count("\nDefinition ") == proofs.count("\nTheorem ")
    assert proofs.count("\nQed.") == proofs.count("\nTheorem ") + proofs.count("\nLemma ")
    assert "affine.square-of-sum-as-printed" in (tmp_path / "claims.tsv").read_text()


def test_the_export_is_deterministic() -> None:
    claims = find(["affine.decomposition", "trace-objective.ky-fan"])
    assert of_claims(claims) == of_claims(claims)


def test_a_file_that_the_kernel_refuses_is_not_exported(tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps({"format": "pcaproofs certificate 1", "statement": {}, "certificate": {}}))
    done = run("export", "--rocq", str(tmp_path / "out"), str(file))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


X: tuple[object, ...] = ("letter", "x")
NAMES = [
    ("lambda", "lambda"),
    ("λ", "lambda"),
    ("let", "let_"),
    ("K", "K_"),
    ("√S", "root_S"),
    ("1[n]", "x1_n"),
    ("x'", "x"),
    ("pc_ds", "xpc_ds"),
    ("*)", "x"),
]


@pytest.mark.parametrize(("name", "identifier"), NAMES)
def test_a_name_becomes_an_identifier(name: str, identifier: str) -> None:
    assert Names()[name] == identifier


def test_no_two_names_share_an_identifier() -> None:
    names = Names()
    found = [names[name] for name, _ in NAMES]
    assert len(set(found)) == len(found)
    assert not set(found) & RESERVED


def test_what_is_not_carried_over_is_named() -> None:
    huge = Statement((("x", 1, 1),), Compare(("mul", ("number", "1000001"), X), "=", ("mul", ("number", "1000001"), X)))
    item = carried("file", "given", "given_x", (), "proved", huge, Certificate((("main", Proof()),)))
    assert item.refused == "not carried over: a number above 100000, such as 1000001"


def test_equal_names_get_numbers() -> None:
    item = Item("a", "given", "given_a", (), "proved")
    assert [x.name for x in distinct([item, item])] == ["given_a", "given_a_2"]


def test_nothing_of_it_is_imported_unless_asked_for() -> None:
    code = "import pcaproofs, pcaproofs.cli, pcaproofs.verify.run, sys; print('pcaproofs.rocq' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_the_library_is_package_data() -> None:
    from pcaproofs.rocq.texts import LIBRARY, library_text

    assert all(library_text(name).startswith("(*") for name in LIBRARY)
