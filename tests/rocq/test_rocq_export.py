"""Writing theorems, which needs no Rocq."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pcaproofs.kernel import Certificate, Compare, Proof, Statement
from pcaproofs.rocq.export import export
from pcaproofs.rocq.items import RocqTheorem, distinct, items_of_claims, with_theorem
from pcaproofs.rocq.names import RESERVED, Identifiers
from pcaproofs.verify.discovery import find

sys.path.insert(0, str(Path(__file__).parents[1] / "cli"))
from command import run


def test_every_certificate_of_a_chapter_is_translated(tmp_path: Path) -> None:
    done = run("export", "--rocq", str(tmp_path), "affine")
    assert (done.returncode, done.stderr) == (0, "")
    statements = (tmp_path / "chapters" / "Affine" / "Statements.v").read_text()
    assert "(* Claim 4.4, affine.decomposition\n" in statements
    proofs = (tmp_path / "chapters" / "Affine" / "Proofs.v").read_text()
    assert "Theorem affine_decomposition_holds : affine_decomposition.\n" in proofs
    assert statements.count("\nDefinition ") == proofs.count("\nTheorem ")
    assert proofs.count("\nQed.") == proofs.count("\nTheorem ") + proofs.count("\nLemma ")
    assert "affine.square-of-sum-as-printed" in (tmp_path / "claims.tsv").read_text()


def test_the_export_is_deterministic() -> None:
    claims = find(["affine.decomposition", "trace-objective.ky-fan"])
    assert items_of_claims(claims) == items_of_claims(claims)


def test_a_file_that_the_kernel_refuses_is_not_exported(tmp_path: Path) -> None:
    file = tmp_path / "wrong.json"
    file.write_text(json.dumps({"format": "pcaproofs certificate 1", "statement": {}, "certificate": {}}))
    done = run("export", "--rocq", str(tmp_path / "out"), str(file))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert not (tmp_path / "out").exists()


NAMES = [
    ("lambda", "lambda"),
    ("λ", "lambda"),
    ("let", "let_"),
    ("Axiom", "Axiom_"),
    ("K", "K_"),
    ("√S", "root_S"),
    ("1[n]", "x1_n"),
    ("x'", "x"),
    ("pc_ds", "xpc_ds"),
    ("*)", "x"),
]


@pytest.mark.parametrize(("name", "identifier"), NAMES)
def test_a_name_becomes_an_identifier(name: str, identifier: str) -> None:
    assert Identifiers()[name] == identifier


def test_no_two_names_share_an_identifier() -> None:
    names = Identifiers()
    found = [names[name] for name, _ in NAMES]
    assert len(set(found)) == len(found)
    assert not set(found) & RESERVED


def test_export_names_the_claims_that_it_does_not_translate() -> None:
    power = ("pow", ("letter", "A"), 51)
    high = Statement((("A", "p", "p"),), Compare(power, "=", power))
    item = with_theorem(RocqTheorem("file", "given", "given_x", (), "proved"), high, Certificate((("main", Proof()),)))
    assert item.refused == "not translated: the power 51 of a matrix"


def test_equal_names_get_numbers() -> None:
    item = RocqTheorem("a", "given", "given_a", (), "proved")
    assert [x.name for x in distinct([item, item])] == ["given_a", "given_a_2"]


def test_the_export_is_imported_only_on_demand() -> None:
    code = "import pcaproofs, pcaproofs.cli, pcaproofs.verify.run, sys; print('pcaproofs.rocq' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_an_export_works_from_an_installed_wheel(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling builds the wheel, and is not installed here")
    root = Path(__file__).parents[2]
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    code = "import sys; from pcaproofs.cli import main; print(sys.modules['pcaproofs'].__file__); main(sys.argv[1:])"
    command = [sys.executable, "-c", code, "export", "--rocq", "out", "centering.idempotent"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, env=environment)
    assert done.stdout.startswith(str(tmp_path / "installed")), done.stderr
    assert (tmp_path / "out" / "library" / "normal_forms.v").exists()
    assert os.access(tmp_path / "out" / "check.sh", os.X_OK)
    statements = (tmp_path / "out" / "chapters" / "Centering" / "Statements.v").read_text()
    assert re.search(r"Claim 2\.\d+, centering.idempotent", statements)


def test_certificates_already_made_are_only_checked(tmp_path: Path) -> None:
    assert (
        run("prove", "centering.idempotent", "--layers", "kernel", "--certificates", str(tmp_path / "made")).returncode
        == 0
    )
    done = run("export", "--rocq", str(tmp_path / "out"), str(tmp_path / "made"))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Definition given_centering_idempotent : Prop" in (tmp_path / "out/chapters/Given/Statements.v").read_text()


def test_claims_of_another_project_are_exported(tmp_path: Path) -> None:
    project = Path(__file__).parents[2] / "examples" / "ridge"
    # in processes of their own, since a process has one module of a name, and other tests have copies of this one
    export = "from pcaproofs.cli import main; main()", "export", "--rocq", str(tmp_path), str(project)
    done = subprocess.run([sys.executable, "-c", *export], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    claims = {row.split("\t")[0] for row in (tmp_path / "claims.tsv").read_text().splitlines()[1:]}
    ids = """
import sys
from pcaproofs.verify.discovery import project_at
print(*(claim.id for claim in project_at(sys.argv[1]).claims()))
"""
    said = subprocess.run([sys.executable, "-c", ids, str(project)], capture_output=True, text=True)
    assert claims == {*said.stdout.split()} != set()


def test_nothing_to_export_is_said(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    done = run("export", "--rocq", str(tmp_path / "out"), str(tmp_path / "none"))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_the_layer_needs_rocq(monkeypatch: pytest.MonkeyPatch) -> None:
    from pcaproofs.rocq import run as rocq

    monkeypatch.setenv("PATH", "")
    rocq.version.cache_clear()
    done = run("prove", "centering.idempotent", "--layers", "kernel,rocq")
    rocq.version.cache_clear()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pcaproofs: coqc not found; on Debian: apt install coq ")
    assert done.stderr.count("\n") == 1


def test_a_variant_differs_from_its_theorem_only_by_its_change(tmp_path: Path) -> None:
    """Mutants.v is refused for the change alone: Catalogue.v has the same theorem without it, which Rocq accepts."""
    items = distinct(
        items_of_claims(find(["centering", "projection", "trace-objective.ky-fan", "equivalence.subspace"]))
    )
    export(tmp_path, items)
    catalogue = (tmp_path / "Catalogue.v").read_text()
    some = [(x, x.wrong) for x in items if x.wrong is not None and not x.same_as]
    assert len({wrong.change for _, wrong in some}) > 3
    for right, wrong in some:
        assert re.search(rf"\(conj \w+\.{right.name}_holds$", catalogue, re.MULTILINE)
        data, script = changed_kinds(right.data, wrong.data), changed_kinds(right.script, wrong.script)
        assert right.lemmas == wrong.lemmas
        if "cofactor" in wrong.change:
            assert right.text == wrong.text
            assert "goals" in data <= {"premises", "goals"}
            assert script <= {"proves"}
        else:
            assert right.text != wrong.text
            assert data <= {"goals"}
            assert script <= {"pc_transform", "esym", "same"}


SEQUENT = ("head", "definitions", "premises", "goals")
KIND = re.compile(r"exact \((same)_|have (pc_transform)|@(proves) ")


def changed_kinds(right: Sequence[str], wrong: Sequence[str]) -> set[str]:
    """What the lines say that differ, and of a sequent which part does."""
    lines = [[line for step in some for line in step.splitlines()] for some in (right, wrong)]
    assert len(lines[0]) == len(lines[1])
    kinds = set()
    for a, b in zip(*lines, strict=True):
        parts = [line.split(" [t: ") for line in (a, b)]
        if len(parts[0]) == len(SEQUENT):
            kinds |= {kind for kind, x, y in zip(SEQUENT, *parts, strict=True) if x != y}
        elif a != b and b in (f"esym {a}", a.removeprefix("esym ")):
            kinds.add("esym")
        elif a != b:
            found = KIND.search(a)
            kinds.add(found[found.lastindex or 0] if found else "?")
    return kinds


def test_sums_that_are_equal_are_written_as_they_stand() -> None:
    """The kernel reads all of these sums as 0."""
    items = items_of_claims(find(["affine.cross-term"]))
    equations = [item.text.splitlines()[-1].strip().rstrip(".").split(" = ") for item in items]
    assert sum(left.startswith("\\sum_") and right.startswith("\\sum_") for left, right in equations) > 2
    assert [left for left, right in equations if left == right] == []
    assert any(right == "0" for _, right in equations)


def test_equal_statements_are_exported_once(tmp_path: Path) -> None:
    items = distinct(items_of_claims(find(["affine.decomposition", "affine.coordinate-free"])))
    again = [x for x in items if x.same_as == "affine_decomposition"]
    assert [x.source for x in again] == ["affine.coordinate-free"]
    export(tmp_path, items)
    rows = (tmp_path / "claims.tsv").read_text()
    assert "affine.coordinate-free\taffine_decomposition\tproved\ttheorem" in rows


def test_the_page_names_only_programs_that_accepted_the_claim() -> None:
    from pcaproofs.report.evidence import checked_by
    from pcaproofs.report.page import checked_again, claim_page
    from pcaproofs.report.sentences import sentence
    from pcaproofs.rocq.layer import layer
    from pcaproofs.rocq.run import RocqVerdict
    from pcaproofs.verify.run import run as run_claim

    report = run_claim(find(["centering.idempotent"])[0], ("kernel",))
    assert checked_by(report) == "kernel.py"
    items = distinct(items_of_claims([report.claim]))
    for accepted, by in ((True, "kernel.py, Rocq 8.16.1"), (False, "kernel.py")):
        found = {items[0].name: RocqVerdict(accepted, "Rocq 8.16.1", reason="refused")}
        other = replace(report, layers=(*report.layers, layer(items, found, 0.0)))
        assert checked_by(other) == by
        page = checked_again(claim_page(report), other)
        assert ("Checked by", sentence(by)) in page.evidence
        assert other.passed == accepted


def test_the_library_is_package_data() -> None:
    from pcaproofs.rocq.texts import LIBRARY, library_text

    assert all(library_text(name).startswith("(*") for name in LIBRARY)
