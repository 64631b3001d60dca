"""Letters as the language and the kernel name them: lambda1 is λ with the index 1."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from pcaproofs.formula.tree import SCALAR, Name, Shape

_GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi"
_CHARACTERS = dict(zip([*_GREEK.split(), "omega"], "αβγδϵζηθικλμνξπρστυϕχψω", strict=True)) | {"lam": "λ"}
_CHARACTERS |= {k.capitalize(): v.upper() for k, v in _CHARACTERS.items() if v not in "ϵϕ"}
_CHARACTERS |= {"Epsilon": "Ε", "Phi": "Φ"}


def letter(name: str, names: Mapping[str, str], shape: Shape | None = SCALAR) -> Name:
    """A letter by its name; `names` contains replacements for some names."""
    return _named(names.get(name, name), shape)


def named(name: str, index: str = "", shape: Shape | None = SCALAR) -> Name:
    """A letter with an index."""
    return Name(name, Name(index) if index else None, shape=shape)


@lru_cache(maxsize=1 << 12)
def _named(name: str, shape: Shape | None) -> Name:
    if match := re.fullmatch(r"([A-Za-z]+?)_?(\d*)", name):
        return named(_CHARACTERS.get(match[1], match[1]), match[2], shape)
    if match := re.fullmatch(r"([^\W\d_])_?([A-Za-z0-9]+)", name):
        return named(match[1], match[2], shape)
    return Name(name, shape=shape)
