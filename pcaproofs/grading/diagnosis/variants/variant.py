"""The steps of a variant, in words."""

import re
from dataclasses import dataclass, fields
from functools import cache, cached_property
from operator import attrgetter
from typing import Literal

from pcaproofs.grading.judge.truth import Real


@dataclass(frozen=True)
class Failed:
    """Stands for a value whose computation raises an error."""

    sizes: frozenset[int] = frozenset()
    """Two lengths that do not fit, where the error is about these."""


_CORE = re.compile(r"size (\d+) is different from (\d+)|not aligned: (\d+) \(dim \d\) != (\d+) \(dim \d\)")
_SHAPE = re.compile(r"\((\d+,(?: ?\d+)?)\)")


def clashing(message: str) -> frozenset[int]:
    """The two lengths that do not fit, of what numpy says of a product or a sum; empty for any other text."""
    message = message[:500]
    if core := _CORE.search(message):
        return frozenset(int(size) for size in core.groups() if size)
    shapes = [[int(size) for size in shape.split(",") if size.strip()] for shape in _SHAPE.findall(message)]
    if len(shapes) != 2 or "broadcast" not in message:
        return frozenset()
    pairs = zip(reversed(shapes[0]), reversed(shapes[1]), strict=False)
    return next((frozenset(pair) for pair in pairs if pair[0] != pair[1] and 1 not in pair), frozenset())


Scale = Literal["n-1", "n", "scatter", "singular"]
Divisor = Literal["n-1", "n", "scatter"]
Value = Real | Failed | None
"""None if the variant does not determine the value."""


@dataclass(frozen=True)
class Variant:
    """The operation at each step. `VariantRun` computes them."""

    facing: str = "given"
    centre: str = "features"
    scale: str = "none"
    matrix: str = "covariance"
    solve: str = "sorted"
    select: str = "first"
    axes: str = "unit"
    show: str = "as used"
    """The components that are returned, if they differ from those that are used."""
    project: str = "centred"
    extent: str = "chosen"
    """The axes that scores are handed over for."""
    rescale: str = "not"
    variances: str = "eigenvalues"
    ratio: str = "of all"
    count: str = "enough"
    """The number of components that is returned for the requested share."""
    reconstruct: str = "mean back"
    projection: str = "outer"
    covariance: str = "divided"
    mean: str = "as used"
    turned: str = "none"
    """The role that is handed over on its side."""
    finish: str = "as is"

    def __hash__(self) -> int:
        return self._hash  # hashing many words is slow, and variants are looked up ten thousand times

    @cached_property
    def _hash(self) -> int:
        return hash(_steps(self))

    @cached_property
    def sign_matters(self) -> bool:
        """Whether the result depends on the signs of eigenvectors by more than the signs of its columns."""
        turned = "transposed" in (self.axes, self.project) or self.project == "rows" or self.extent == "all, transposed"
        reshaped = "reshaped" in self.axes or "reshaped" in self.show
        mixed = self.select.startswith("rows") or turned or reshaped or "rows" in (self.show, self.project)
        return mixed and not self.solve.startswith("literal")

    def turns(self, role: str) -> bool:
        """Whether a role's value is handed over on its side."""
        facing = self.facing == "turned" and role in ("centered", "scores", "reconstruction")
        return facing != (self.turned == role)


_steps = attrgetter(*(item.name for item in fields(Variant)))


@dataclass(frozen=True)
class Divisors:
    """The divisors of variances and covariances, and the requested share."""

    scale: Scale = "n-1"
    covariance: Divisor = "n-1"
    share: float = 0.95
    """The share of the variance that the component count should explain."""


@cache
def correct_variants(standardise: str, reconstruction: str) -> tuple[Variant, ...]:
    """The correct variants under an assignment's conventions."""
    scales = {"no": ("none",), "n": ("std n",), "n-1": ("std n-1",), "any": ("std n", "std n-1")}[standardise]
    back = {"data": "mean back", "centred": "no mean", "standardised": "neither"}[reconstruction]
    return tuple(Variant(scale=scale, reconstruct=back) for scale in scales)
