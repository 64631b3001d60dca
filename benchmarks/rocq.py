"""Writing theorems for the Rocq prover, and checking them there.

The export stands beside the check of the same certificates by the kernel, both with their start; the certificates are
those of every claim, or of one chapter, and are made first, which is not counted. Rocq's check of the library, of the
theorems and of their wrong variants stands beside loading MathComp; it is left out where Rocq is not installed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from figure import Figure, paired, script, seconds
from figure import child_seconds as cpu

from pcaproofs.rocq.run import GC, compiled_library
from pcaproofs.rocq.texts import COMPILED

MATHCOMP = "MathComp loaded by Rocq"
os.environ |= GC | os.environ
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
    if shutil.which("coqc"):
        yield from checked(chapter, smallest)


def checked(names: list[str], smallest: bool) -> Iterator[Figure]:
    """Rocq on a fresh export: on the library, on the theorems and on the wrong variants, which it has to refuse.

    The smallest size takes the library that was compiled before, where one was.
    """
    with tempfile.TemporaryDirectory() as folder:
        export = [*PCAPROOFS, "export", "--rocq", folder, *names]
        said = subprocess.run(export, check=True, capture_output=True, text=True)
        load = Path(folder, "load.v")
        load.write_text("From mathcomp Require Import all_ssreflect ssrnum poly matrix mxalgebra.\n", encoding="utf-8")
        options = ["-q", "-w", "none", "-Q", f"{folder}/library", "PCA"]
        peer = min(cpu(["coqc", *options, str(load)]) for _ in range(1 if smallest else 3))
        if smallest:
            shutil.copytree(compiled_library(), Path(folder, "library"), dirs_exist_ok=True)
        else:
            library = cpu(["coqc", "-noglob", *options, f"{folder}/library/{COMPILED}.v"])
            yield Figure("library compiled by Rocq", seconds(library), MATHCOMP, seconds(peer), library / peer)
        # check.sh finds the library compiled, and reads Mutants.v before the theorems
        contents = Path(folder, "contents.sh")
        whole = cpu([f"{folder}/check.sh"])
        text = contents.read_text(encoding="utf-8")
        contents.write_text(text + 'mutants="0"\n', encoding="utf-8")
        theorems = cpu([f"{folder}/check.sh"])
    count = said.stdout.split()[0]
    yield Figure(f"{count} theorems checked by Rocq", seconds(theorems), MATHCOMP, seconds(peer), theorems / peer)
    variants = whole - theorems
    yield Figure("wrong variants refused by Rocq", seconds(variants), MATHCOMP, seconds(peer), variants / peer)


if __name__ == "__main__":
    script(figures, __doc__)
