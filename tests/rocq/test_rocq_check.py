"""Rocq itself on what is exported."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from rocq_agreement import disagreements, gradients, negative_factors, random_identities, tampered, written, zeros
from rocq_statements import identities, known_at_a_size, refuted, sizes, statements

from pcaproofs import prove
from pcaproofs.certificates import write_certificate
from pcaproofs.kernel import Certificate, Compare, Proof, Statement
from pcaproofs.kernel import check as kernel_check
from pcaproofs.rocq import run
from pcaproofs.rocq.export import export
from pcaproofs.rocq.items import RocqTheorem, distinct, item_of_file, items_of_claims, with_refutation, with_theorem
from pcaproofs.rocq.run import check as check_items
from pcaproofs.verify.discovery import claims_in_file, find

needs_rocq = pytest.mark.skipif(shutil.which("coqc") is None, reason="coqc is not installed")


EVERY_KIND = [
    "affine.decomposition",
    "affine.optimum-at-mean",
    "centering.entries",
    "centering.nearest",
    "spectral.spectral-theorem",
]
REFUTED = [
    "moments.covariance-pd",
    "svd.strictly-decreasing",
    "equivalence.any-scale-solves",
    "stationarity.maximise-lagrangian",
    "explained.discriminability",
]


def check(folder: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([folder / "check.sh"], capture_output=True, text=True, **options)


@needs_rocq
def test_rocq_accepts_what_is_exported(folder: Path, tmp_path: Path) -> None:
    """Theorems of every kind, cited ones and counterexamples too, in a folder that knows nothing of this package."""
    export(folder, distinct(items_of_claims(find([*EVERY_KIND, *REFUTED]))))
    elsewhere = shutil.copytree(folder, tmp_path / "else where")
    rocq = Path(str(shutil.which("coqc"))).parent
    done = check(elsewhere, cwd="/", env={"PATH": f"{rocq}:/usr/bin:/bin", "HOME": str(tmp_path)})
    assert re.match(
        r"\d+ wrong variants refused\n\d+ theorems checked by .* closed under the global context\n", done.stdout
    )
    assert (done.returncode, done.stderr) == (0, "")
    said = (folder / "claims.tsv").read_text()
    assert all(re.search(rf"^{id_}\t.*\ttheorem$", said, re.MULTILINE) for id_ in [*EVERY_KIND, *REFUTED])


def test_what_was_accepted_counts_for_the_same_theorem_and_only_in_a_signed_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "store", lambda: tmp_path)
    monkeypatch.setattr(run, "version", lambda: "Rocq 9.0")
    one, other = (
        RocqTheorem("a.b", "a", name, (), "proved", text=f"Theorem {name} : True.") for name in ("one", "other")
    )
    run._remember(one)
    assert run.stored(one) == run.RocqVerdict(True, "Rocq 9.0", stored=True)
    assert run.stored(other) is None
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes().replace(b"9.0", b"9.1"))
    assert run.stored(one) is None


FAKE_ROCQ = """#!/bin/sh
case "$1" in
    --version) echo "a program that does nothing" ;;
    -where) echo "$0.lib" ;;
    *) for file; do :; done; echo "$file" >>"$0.log"; touch "${file}o"; echo "Closed under the global context" ;;
esac
"""


def test_the_library_is_compiled_where_it_is_missing_or_old(tmp_path: Path) -> None:
    export(tmp_path, items_of_claims(find(["affine.decomposition"])))
    (tmp_path / "Mutants.v").unlink(missing_ok=True)
    contents = tmp_path / "contents.sh"
    contents.write_text(contents.read_text() + 'mutants="0"\n')
    coqc = tmp_path / "tools" / "coqc"
    for part in ("algebra", "real_closed"):
        (tmp_path / "tools/coqc.lib/user-contrib/mathcomp" / part).mkdir(parents=True)
    coqc.write_text(FAKE_ROCQ)
    coqc.chmod(0o755)
    library = ["library/all_pca.v"]
    changed = tmp_path / "library" / "prelude.v"
    for compiled in (library, [], library):
        assert check(tmp_path, env={"PATH": f"{coqc.parent}:/usr/bin:/bin"}).returncode == 0
        log = tmp_path / "tools" / "coqc.log"
        assert log.read_text().split() == [*compiled, "Catalogue.v"]
        log.unlink()
        later = (tmp_path / "library" / "all_pca.vo").stat().st_mtime + 10
        if not compiled:
            os.utime(changed, (later, later))


@needs_rocq
def test_an_axiom_is_found(folder: Path) -> None:
    export(folder, items_of_claims(find(["affine.decomposition"])))
    proofs = folder / "chapters" / "Affine" / "Proofs.v"
    head = proofs.read_text().rsplit("move=> K", 1)[0]
    proofs.write_text(f"{head}Admitted.\n")
    done = check(folder)
    assert done.returncode == 1
    assert "rests on an axiom" in done.stderr


@needs_rocq
def test_a_wrong_proof_is_refused(folder: Path) -> None:
    export(folder, items_of_claims(find(["affine.decomposition"])))
    statements = folder / "chapters" / "Affine" / "Statements.v"
    changed = statements.read_text().replace("= n%:R * sqnorm", "= 2%:R * n%:R * sqnorm")
    assert changed != statements.read_text()
    statements.write_text(changed)
    done = check(folder)
    assert done.returncode == 1
    assert done.stderr.endswith("check.sh: chapters/Affine/Proofs.v is refused\n")


@needs_rocq
def test_a_wrong_variant_that_is_accepted_is_found(folder: Path) -> None:
    export(folder, items_of_claims(find(["centering.nearest", "centering.rank"])))
    mutants = folder / "Mutants.v"
    right, wrong = re.split(r"(?=Definition mutant_1 )", mutants.read_text(), maxsplit=1)
    control = right[right.index("Definition control_1 ") :].replace("control_1", "mutant_1")
    mutants.write_text(right + control + wrong)
    done = check(folder)
    assert done.returncode == 1
    assert done.stderr == "check.sh: a wrong variant is accepted: ACCEPTED mutant_1\n"


def test_a_missing_rocq_is_reported(folder: Path) -> None:
    export(folder, items_of_claims(find(["affine.decomposition"])))
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    for tool in ("dirname", "sh"):
        if not (tools / tool).exists():
            (tools / tool).symlink_to(str(shutil.which(tool)))
    done = subprocess.run([folder / "check.sh"], capture_output=True, text=True, env={**os.environ, "PATH": str(tools)})
    assert done.returncode == 2
    assert done.stderr.startswith("check.sh: coqc not found; on Debian: apt install coq ")
    assert done.stderr.count("\n") == 1


@needs_rocq
def test_statements_of_users_are_accepted(tmp_path: Path) -> None:
    items = []
    for name, conclusion, assuming in [*statements(), *identities(), *sizes()]:
        found = prove(conclusion, assuming=assuming)
        assert found.verdict == "proved", name
        path = tmp_path / f"{name}.json".replace(" ", "_")
        write_certificate(path, found.statement, found.certificate)
        items.append(item_of_file(path))
    items = [item for item in distinct(items) if not item.same_as]
    assert [item.refused for item in items if not item.text] == []
    said = check_items(items)
    assert {name: x.reason for name, x in said.items() if not x.accepted} == {}


# of the statements of other suites one of each kind whose reading adds letters or laws
KINDS = (
    *("adjugate-cube", "block-commuting-determinant", "kronecker-associative", "trace-first-entry", "trace-powers"),
    *("psd-power", "psd-unique-root", "psd-commuting", "cubes-of-symmetric", "sylvester-zero", "logarithm-most"),
    *("gaussian-precision", "lasso-at-zero", "projection-on-ball-by-norm", "soft-threshold-above"),
)


@needs_rocq
def test_statements_of_other_suites_are_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "prover"))
    rows = {name: (conclusion, assuming) for name, conclusion, assuming in import_module("prove_peers").TABLE}
    items = []
    for name in KINDS:
        found = prove(*rows[name], needs=False, refute=False)
        assert found.verdict == "proved", name
        proofs = [x.induction or (x.statement, x.certificate) for x in (found.parts or (found,))]
        for k, proof in enumerate([found.induction] if found.induction else proofs):
            path = tmp_path / f"{name}-{k}.json"
            write_certificate(path, *proof)
            items.append(item_of_file(path))
    items = [item for item in distinct(items) if not item.same_as]
    assert [item.refused for item in items if not item.text] == []
    said = check_items(items)
    assert {name: x.reason for name, x in said.items() if not x.accepted} == {}


@needs_rocq
def test_sums_are_accepted_as_they_are_written() -> None:
    items = items_of_claims(claims_in_file(Path(__file__).with_name("rocq_sums.py")))
    assert [item.refused for item in items if not item.text] == []
    assert [item.name for item in items if "\\sum_" not in item.text] == []
    nested = {item.source.split(".")[1] for item in items if re.search(r"\\sum_.*\\sum_", item.text)}
    assert nested == {"distances", "mixed", "inside", "triple"}
    said = check_items(items)
    assert {name: x.reason for name, x in said.items() if not x.accepted} == {}


@needs_rocq
def test_counterexamples_of_users_are_accepted() -> None:
    items = []
    for name, conclusion, assuming in refuted():
        found = prove(conclusion, assuming=assuming)
        assert found.counterexample is not None, name
        item = RocqTheorem(name, "given", f"not_{len(items)}", (name,), "refuted")
        items.append(with_refutation(item, found.statement, found.counterexample))
    assert [item.refused for item in items if not item.text] == []
    said = check_items(items)
    assert {name: x.reason for name, x in said.items() if not x.accepted} == {}


def test_a_counterexample_that_is_best_only_at_its_size_is_refused_by_name() -> None:
    conclusion, assuming = known_at_a_size()
    found = prove(conclusion, assuming=assuming)
    item = with_refutation(
        RocqTheorem("size", "given", "not_size", ("size",), "refuted"), found.statement, found.counterexample
    )
    reason = "a counterexample in which no bound shows that a choice is best for the first problem"
    assert (item.text, item.refused) == ("", f"not translated: {reason}")


@needs_rocq
def test_a_certificate_near_the_limits_is_refused_within_the_time_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = [("letter", name) for name in "xyz"]
    same = Compare(("pow", ("add", *some), 60), "=", ("pow", ("add", *some[::-1]), 60))
    statement = Statement(tuple((name, 1, 1) for name in "xyz"), same)
    certificate = Certificate((("main", Proof()),))
    assert kernel_check(statement, certificate) == "proved"
    item = with_theorem(RocqTheorem("big", "given", "given_big", ("big",), "proved"), statement, certificate)
    monkeypatch.setattr("pcaproofs.rocq.run.SECONDS", 1)
    assert check_items([item])["given_big"].reason == "a step of the proof takes more than 1 seconds"
    export(folder, [item])
    environment = {**os.environ, "PCAPROOFS_ROCQ_SECONDS": "4"}
    done = subprocess.run([folder / "check.sh"], capture_output=True, text=True, env=environment)
    assert (done.returncode, done.stderr) == (1, "check.sh: Catalogue.v takes more than 4 seconds\n")


@needs_rocq
def test_both_kernels_agree(folder: Path) -> None:
    right = [*written(), *negative_factors(written()), *gradients(), *zeros()]
    random = int(os.environ.get("PCAPROOFS_ROCQ_RANDOM", "4"))  # more with python tests/rocq/rocq_agreement.py COUNT
    cases = [*right, *random_identities(random, 1), *tampered(right, 1, 1)]
    counts, bad = disagreements(cases, folder / "library")
    assert bad == []
    assert min(counts["accepted"], counts["refused"]) > 20
    assert counts["not translated"] == 0
