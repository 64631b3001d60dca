"""The whole command against the start of SymPy: pcaproofs prove (five claims) --layers kernel, and import sympy."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from figure import Figure, child_seconds, paired, script, seconds

CLAIMS = [
    "affine.optimum-at-mean",
    "equivalence.subspace",
    "stationarity.eigenvector",
    "trace-objective.ky-fan",
    "centering.idempotent",
]
PCAPROOFS = [sys.executable, "-c", "from pcaproofs.cli import main; main()"]
HELP, PROVE = [*PCAPROOFS, "--help"], [*PCAPROOFS, "prove", *CLAIMS, "--layers", "kernel", "-j", "1"]
PYTHON, SYMPY = [sys.executable, "-c", ""], [sys.executable, "-c", "import sympy"]


def figures(smallest: bool) -> Iterator[Figure]:
    """Whole processes, beside the least that they could do."""
    rounds = 1 if smallest else 7
    for what, ours, peer, theirs in (
        ("pcaproofs --help", HELP, "python -c ''", PYTHON),
        ("five claims by the kernel", PROVE, "import sympy", SYMPY),
    ):
        a, b, ratio = paired(lambda ours=ours: child_seconds(ours), lambda theirs=theirs: child_seconds(theirs), rounds)  # type: ignore[misc]
        yield Figure(what, seconds(a), peer, seconds(b), ratio)


if __name__ == "__main__":
    script(figures, __doc__)
