"""Pictures drawn from numbers of the reference PCA, the same on pages and in TeX."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from pcaproofs.drawing.picture import Picture
from pcaproofs.drawing.svg import svg
from pcaproofs.drawing.tikz import tikz

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FIGURES", "Picture", "svg", "tikz"]

_ROOMS = {
    "plane": ("projection", "circle", "affine", "uncentred", "ellipse", "deflation"),
    "spectrum": ("weights", "scree"),
    "flowers": (
        "irises-petals",
        "irises-centred",
        "irises-diagonal",
        "irises-reconstruction",
        "irises-shapes",
        "irises-scores",
    ),
}


class _Figures(Mapping[str, "Callable[[], Picture]"]):
    """Figure name -> the function that draws it; NumPy is imported with the first drawing."""

    def __getitem__(self, name: str) -> Callable[[], Picture]:
        for module, names in _ROOMS.items():
            if name in names:
                return lambda: _drawn(module, name)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for names in _ROOMS.values() for name in names)

    def __len__(self) -> int:
        return sum(map(len, _ROOMS.values()))


@cache
def _drawn(module: str, name: str) -> Picture:
    from importlib import import_module

    picture: Picture = getattr(import_module(f"pcaproofs.report.figures.{module}"), name.replace("-", "_"))()
    return picture


FIGURES = _Figures()
