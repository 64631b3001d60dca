"""Writing theorems for the Rocq prover, beside the check of the same certificates by the kernel, both with their start.

The certificates are those of every claim, or of one chapter. They are made first, which is not counted.
"""

from __future__ import annotations

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


if __name__ == "__main__":
    script(figures, __doc__)
