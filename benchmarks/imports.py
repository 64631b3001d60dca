"""What a right submission costs that imports SciPy, pandas and Matplotlib, beside a process that imports them.

The assignment names the packages, so that they are imported once, before any submission; those that are installed here
count. Ours is what one more submission of a class costs, graded in full and isolated, in processor time; the peer's
process only imports and calls once.
"""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from figure import Figure, child_seconds, script, seconds
from grading import GOOD

from pcaproofs.grading import probe
from pcaproofs.grading.assignment.reference import EXAMPLE

IMPORTS = {
    "scipy": "import scipy.linalg",
    "pandas": "import pandas as pd",
    "matplotlib": "import matplotlib.pyplot as plt",
}
CALL = "\nprint(pca(np.eye(5), 2))\n"


def grade(count: int, packages: list[str], source: str) -> float:
    """Return the processor seconds of the command for a class, start and all."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "hw.toml").write_text(f"packages = {packages!r}\n{EXAMPLE}".replace("'", '"'))
        Path(folder, "in").mkdir()
        for number in range(count):
            Path(folder, "in", f"s{number:04}.py").write_text(f"{source}\n# {number}\n")
        command = [sys.executable, "-c", "from pcaproofs.cli import main; main()", "grade", "in", "-a", "hw.toml"]
        return child_seconds([*command, "-o", "out", "-j", "1"], cwd=folder)


def figures(smallest: bool) -> Iterator[Figure]:
    """One more submission, without any of these packages and with all of them."""
    installed = [name for name in IMPORTS if importlib.util.find_spec(name)]
    few, many, rounds = (2, 6, 1) if smallest else (5, 65, 5)
    for packages in [[], installed] if installed else [[]]:
        source = "\n".join([*(IMPORTS[name] for name in packages), GOOD])
        ours = max((grade(many, packages, source) - grade(few, packages, source)) / (many - few), 1e-3)
        theirs = median(child_seconds([sys.executable, "-c", source + CALL]) for _ in range(rounds))
        named = f"importing {', '.join(packages)}" if packages else "importing numpy alone"
        yield Figure(
            f"a right submission {named}, {probe().level}", seconds(ours), "process", seconds(theirs), ours / theirs
        )


if __name__ == "__main__":
    script(figures, __doc__)
