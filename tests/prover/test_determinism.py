"""The same statement has the same certificate, byte for byte, whatever order Python hashes strings in."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
import sys
sys.path[:0] = sys.argv[1:]
import prove_true_algebra, prove_true_geometry, prove_true_inequalities, prove_true_optimisers, prove_true_statistics
import prove_true_methods
from pcaproofs.prover.prove import prove
tables = prove_true_algebra, prove_true_geometry, prove_true_statistics, prove_true_inequalities, prove_true_optimisers
tables = *tables, prove_true_methods
for name, conclusion, assuming in [row for module in tables for row in module.TABLE[::40]]:
    result = prove(conclusion, assuming, refute=False, needs=False, seconds=60)
    print(name, result.verdict, result.certificate)
"""


def answers(seed: str) -> bytes:
    here = Path(__file__).parent
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, str(here), str(here.parent)],
        env=environment,
        capture_output=True,
        check=True,
        timeout=120,
    ).stdout


def test_certificates_do_not_depend_on_the_hash_seed():
    first, second = answers("1"), answers("2")
    for a, b in zip(first.splitlines(), second.splitlines(), strict=True):
        assert a == b
    assert b"proved" in first


def test_lemmas_are_numbered_as_they_stand():
    """Which lemmas the search tried besides is a matter of time, and must not show."""
    from prove_true_optimisers import TABLE

    from pcaproofs.prover.prove import prove

    seen = 0
    for _, conclusion, assuming in TABLE[::4]:
        certificate = prove(conclusion, assuming, refute=False, needs=False).certificate
        for _, proof in certificate.proofs if certificate else ():
            names = [lemma.name for lemma in proof.lemmas]
            assert names == [f"lemma {k}" for k in range(1, len(names) + 1)]
            seen += len(names)
    assert seen
