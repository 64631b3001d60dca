"""Writing theorems for the Rocq prover, and checking them there.

The export stands beside the check of the same certificates by the kernel, both with their start; the certificates are
those of every claim, or of one chapter, and are made first, which is not counted. Rocq's check of the whole catalogue,
its library and the wrong variants included, stands beside loading MathComp; it is left out where Rocq is not installed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from figure import Figure, paired, script, seconds
from figure import child_seconds as cpu

PCAPROOFS = [sys.executable, "-c", "from pcaproofs.cli import main; main()"]


def figures(smallest: bool) -> Iterator[Figure]:
    """The command export on a folder of certificates, beside the command verify."""
    with tempfile.TemporaryDirectory() as folder:
        made, out = Path(folder, "made"), Path(folder, "out")
        chapter = ["centering"] if smallest else []
        subprocess.run(
            [*PCAPROOFS, "prove", *chapter, "--layers", "kernel", "--certificates", made],
            check=True,
            capture_output=True,
        )
        files = [str(path) for path in sorted(made.glob("*.json"))]
        export, verify = [*PCAPROOFS, "export", "--rocq", str(out), str(made)], [*PCAPROOFS, "verify", *files]
        a, b, ratio = paired(lambda: cpu(export), lambda: cpu(verify), 1 if smallest else 3)
        what = f"{len(files)} certificates exported for Rocq"
        yield Figure(what, seconds(a), "pcaproofs verify", seconds(b), ratio)
    if not smallest and shutil.which("coqc"):
        yield catalogue()


def catalogue() -> Figure:
    """check.sh on a fresh export of everything."""
    with tempfile.TemporaryDirectory() as folder:
        said = subprocess.run([*PCAPROOFS, "export", "--rocq", folder], check=True, capture_output=True, text=True)
        load = Path(folder, "load.v")
        load.write_text("From mathcomp Require Import ssreflect ssrnum poly matrix mxalgebra.\n", encoding="utf-8")
        peer = min(cpu(["coqc", "-q", "-w", "none", str(load)]) for _ in range(3))
        ours = cpu([f"{folder}/check.sh"])
    what = f"{said.stdout.split()[0]} theorems checked by Rocq"
    return Figure(what, seconds(ours), "MathComp loaded by Rocq", seconds(peer), ours / peer)


if __name__ == "__main__":
    script(figures, __doc__)
