"""Fisher's irises: four lengths in cm of 150 flowers, 50 of each of three species.

Measured by E. Anderson and printed by R. A. Fisher, "The use of multiple measurements in taxonomic problems", Annals of
Eugenics 7 (1936), 179–188, Table I. Measurements are facts, and no copyright is claimed; irises.csv is in the public
domain (CC0). Many copies differ from the printed table in flowers 35 and 38; this one does not.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from pcaproofs.reference.validate import Array

FEATURES = ("sepal length", "sepal width", "petal length", "petal width")
SPECIES = ("setosa", "versicolor", "virginica")


def irises(species: str = "") -> Array:
    """The 150×4 table of the irises, or the 50×4 table of one species. Raises ValueError for another species."""
    if species not in ("", *SPECIES):
        raise ValueError(f"got the species {species}, but should be one of {', '.join(SPECIES)}")
    rows = [row for row in _rows() if species in ("", row[-1])]
    return np.array([[float(x) for x in row[:-1]] for row in rows])


@cache
def _rows() -> tuple[tuple[str, ...], ...]:
    text = Path(__file__).with_name("irises.csv").read_text(encoding="utf-8")
    return tuple(tuple(line.split(",")) for line in text.splitlines()[1:])
