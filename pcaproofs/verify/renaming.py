"""Whether what a claim says may be said in other letters: shapes, signs and bound variables have to survive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import sympy as sp

from pcaproofs.language import nodes
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.reader import expressions_in
from pcaproofs.verify.claim import By, Claim

_BINDERS = (
    nodes.ScalarSum,
    nodes.MatrixSum,
    nodes.ScalarExpectation,
    nodes.MatrixExpectation,
    nodes.ScalarGradient,
    nodes.MatrixGradient,
    nodes.ScalarDirectional,
    nodes.MatrixDirectional,
)

# what SymPy may assume of a symbol, and the named hypotheses from which it follows
_SIGNS: dict[str, tuple[str, ...]] = {
    "positive": ("positive",),
    "nonnegative": ("positive", "nonnegative"),
    "nonzero": ("positive", "nonzero"),
    "negative": (),
    "nonpositive": (),
    "integer": (),
}


def check_renaming(claim: Claim, renaming: Mapping[Any, Any], given: Iterable[Any], where: str) -> None:
    """Raises ValueError unless every instance of the claim in the new letters is an instance of the claim.

    given: what is assumed where the claim is used; a letter with a sign may become what has that sign there.
    """

    def refused(message: str) -> ValueError:
        return ValueError(f"got a claim that leans on {claim.id} with {message} [{where}]")

    new = {old: sp.sympify(value) for old, value in renaming.items()}
    said = list(expressions_in(x for p in claim.parts for x in (p.conclusion, *p.assuming) if not isinstance(x, By)))
    letters = {a for e in said for a in e.atoms(sp.MatrixSymbol, sp.Symbol)} | set(new)
    signs = {(h.kind, h.args) for h in given if isinstance(h, Named)}
    for old in sorted(letters, key=str):
        if not isinstance(old, sp.MatrixSymbol | sp.Symbol):
            raise refused(f"{old} renamed, but should be a letter or a dimension")
        image = new.get(old, old.xreplace(new))
        if tuple(s.xreplace(new) for s in _shape(old)) != _shape(image):
            raise refused(f"{image} for {old}, but should be of its shape")
        for kind, from_kinds in _SIGNS.items():
            if isinstance(old, sp.Symbol) and getattr(old, f"is_{kind}"):
                known = isinstance(image, sp.Symbol | sp.Rational) and getattr(image, f"is_{kind}")
                if not known and not any((given_kind, (image,)) in signs for given_kind in from_kinds):
                    raise refused(f"{image} for {old}, but should be {kind}")
    bound = {node.args[1] for e in said for node in sp.preorder_traversal(e) if isinstance(node, _BINDERS)}
    for variable in sorted(bound, key=str):
        captured = new.get(variable, variable.xreplace(new))
        for old in sorted(letters - {variable}, key=str):
            if new.get(old, old.xreplace(new)).has(captured):
                raise refused(f"{captured}, which is bound there, in what {old} becomes")


def _shape(x: Any) -> tuple[Any, ...]:
    shape = tuple(getattr(x, "shape", (1, 1)))
    return tuple(map(sp.sympify, shape))
