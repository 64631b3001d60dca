"""The SymPy symbols of claims and their kernel names."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import sympy as sp

from pcaproofs.language import nodes
from pcaproofs.language.conclusions import equal
from pcaproofs.language.reader import read
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.verify.substitution import Refused


class Symbols:
    """The SymPy symbols of a part and of the claims that it cites, by their kernel names."""

    def __init__(self, things: Iterable[Any]):
        self.known: dict[str, Any] = {}
        self.add(things)

    def add(self, things: Iterable[Any]) -> None:
        """Adds the symbols of expressions. Raises Refused if two different symbols have one name."""
        for x in symbols_in(things):
            if not isinstance(x, nodes.Basis) and self.known.setdefault(written(str(x.name)), x) != x:
                raise Refused(f"two different symbols that are both written {x}")


def symbols_in(things: Iterable[Any]) -> list[Any]:
    """The letters, scalars, dimensions, indices and basis vectors in conclusions and hypotheses, sorted."""
    found: set[Any] = set()
    for e in expressions_in(things):
        found |= sp.sympify(e).atoms(sp.MatrixSymbol, sp.Symbol, nodes.Basis)
        found |= {n for x in e.atoms(sp.MatrixSymbol, nodes.Basis) for n in x.shape if isinstance(n, sp.Symbol)}
    return sorted(found, key=lambda x: (type(x).__name__, str(x), sp.default_sort_key(x)))


@lru_cache(maxsize=1024)
def written(name: str) -> str:
    """The kernel name of a symbol of this name."""
    x = sp.MatrixSymbol(name, 2, 2)
    return str(read(equal(x, x)).statement.letters[0][0])
