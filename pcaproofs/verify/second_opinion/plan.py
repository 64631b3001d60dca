"""Sampling plans: how to draw letters so that hypotheses hold that each define or restrict one letter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from pcaproofs.language import nodes
from pcaproofs.language.hypotheses import Named, root_of
from pcaproofs.language.nodes import Diagonal
from pcaproofs.verify.second_opinion.entries import SIGNS, RandomEntries
from pcaproofs.verify.second_opinion.evaluate import evaluate_like
from pcaproofs.verify.second_opinion.signature import Signature, Sizes
from pcaproofs.verify.second_opinion.valuation import Valuation

_WEIGHTS = (sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(1, 6))


@dataclass(frozen=True)
class SamplingPlan:
    """How to draw the letters of a statement.

    shapes: letter -> symmetric, `centered`, projector, root (of a psd matrix), or a sign. frames: lists of letters
    whose columns are jointly orthonormal. defined: letter -> the expression it equals.
    means: random column -> its mean.
    """

    signature: Signature
    shapes: Mapping[Any, str]
    defined: Mapping[Any, Any]
    means: Mapping[Any, Any]
    frames: Sequence[Sequence[Any]]

    def draw(self, sizes: Sizes, indices: Mapping[Any, int], entries: RandomEntries) -> Valuation:
        """A valuation whose free entries are drawn from `entries`. Hypotheses that the plan does not cover may fail.

        Raises Undefined if an expression in a definition has no value there.
        """
        valuation = Valuation(sizes, {}, indices)
        for letters in self.frames:
            shapes = [_size(x, valuation) for x in letters]
            valuation = valuation.assign(
                dict(zip(letters, entries.frame(shapes[0][0], [cols for _, cols in shapes]), strict=True))
            )
        for x in self.signature.letters:
            if self.shapes.get(x) == "projector" and x not in self.defined:
                valuation = valuation.assign({x: entries.projector(_size(x, valuation)[0])})
            elif x not in self.defined and x not in valuation.letters:
                valuation = valuation.assign({x: entries.matrix(x, *_size(x, valuation), self.shapes.get(x, ""))})
        random = self.signature.random
        valuation = self._define(valuation, [x for x, e in self.defined.items() if not (random and e.has(*random))])
        for z in random:
            support = [entries.matrix(z, *_size(z, valuation), "", k) for k in range(3)]
            if z in self.means:  # the last outcome is solved for, so that the mean is right
                rest = support[0] * _WEIGHTS[0] + support[1] * _WEIGHTS[1]
                support[2] = (evaluate_like(self.means[z], rest, valuation) - rest) / _WEIGHTS[2]
            valuation = replace(
                valuation, outcomes={**valuation.outcomes, z: tuple(zip(_WEIGHTS, support, strict=True))}
            )
        return self._define(valuation, [x for x in self.defined if x not in valuation.letters])

    def _define(self, valuation: Valuation, letters: Iterable[Any]) -> Valuation:
        """The valuation with these letters set to their definitions, except those that use a letter not yet known."""
        for x in letters:
            e = self.defined[x]
            if not e.atoms(sp.MatrixSymbol, sp.Symbol) & (self.defined.keys() - valuation.letters.keys()):
                valuation = valuation.assign({x: evaluate_like(e, sp.zeros(*_size(x, valuation)), valuation)})
        return valuation


def _size(x: Any, valuation: Valuation) -> tuple[int, int]:
    return (1, 1) if isinstance(x, sp.Symbol) else (valuation.integer(x.shape[0]), valuation.integer(x.shape[1]))


def sampling_plan(signature: Signature, assuming: Iterable[Any]) -> SamplingPlan:
    """The plan for a statement. It ignores hypotheses of other forms: the caller checks them, and mostly they fail."""
    shapes: dict[Any, str] = {}
    defined: dict[Any, Any] = {}
    means: dict[Any, Any] = {}
    for x in signature.letters:
        if isinstance(x, sp.Symbol):
            shapes[x] = next((kind for kind in SIGNS if getattr(x, f"is_{kind}")), "")
    for item in assuming:
        if isinstance(item, Named):
            x = item.args[0]
            if item.kind == "psd":
                shapes[root_of(x)] = "root"
                _from_root(x, signature, defined)
            elif item.kind == "diagonal_matrix" and x in signature.letters:
                _define(x, Diagonal(item.factor()), defined)
            elif item.kind == "eigen" and x in signature.letters:
                _define(x, item.args[1] * item.args[2] * nodes.inverse(item.args[1]), defined)
            elif item.kind in ("symmetric", "centered", "projector", "positive", "nonnegative", "nonzero"):
                shapes[x] = item.kind
        elif isinstance(item, sp.Eq):
            _from_equation(item, signature, shapes, defined, means)
    frames = [letters for letters in signature.frames if not any(x in defined for x in letters)]
    return SamplingPlan(signature, shapes, _ordered(defined), means, frames)


def _from_root(e: Any, signature: Signature, defined: dict[Any, Any]) -> None:
    """Solves e = FᵀF for a letter that e is linear in: L - M = FᵀF defines L = FᵀF + M."""
    square = root_of(e).T * root_of(e)
    framed = {x for letters in signature.frames for x in letters}
    for term in sp.MatAdd.make_args(e):
        c, *factors = (1, term) if isinstance(term, sp.MatrixSymbol) else term.args
        x = factors[0] if len(factors) == 1 else None
        if x in signature.letters and x not in framed and c in (1, -1):
            rest = e - term
            if _define(x, square - rest if c == 1 else rest - square, defined):
                return


def _from_equation(
    item: Any, signature: Signature, shapes: dict[Any, str], defined: dict[Any, Any], means: dict[Any, Any]
) -> None:
    for x, e in ((item.lhs, item.rhs), (item.rhs, item.lhs)):
        if x in signature.letters and e == getattr(x, "T", None):
            shapes[x] = "symmetric"
            return
        is_mean = isinstance(x, nodes.MatrixExpectation) and x.args[0] == x.args[1] not in means
        if is_mean and not e.has(*signature.random) and (e not in signature.letters or e in defined):
            means[x.args[1]] = e
            return
        if x in signature.letters and _define(x, e, defined):
            return


def _define(x: Any, e: Any, defined: dict[Any, Any]) -> bool:
    """Records the definition x = e, unless x is defined already or e depends on x; whether it did."""
    if x in defined:
        return False
    todo, seen = [e], set()
    while todo:
        here = todo.pop()
        for y in here.atoms(sp.MatrixSymbol, sp.Symbol) if hasattr(here, "atoms") else ():
            if y == x:
                return False
            if y in defined and y not in seen:
                seen.add(y)
                todo.append(defined[y])
    defined[x] = e
    return True


def _ordered(defined: Mapping[Any, Any]) -> dict[Any, Any]:
    left, out = dict(defined), dict[Any, Any]()
    while left:
        ready = [x for x, e in left.items() if not e.atoms(sp.MatrixSymbol, sp.Symbol) & (left.keys() - {x})]
        for x in ready:
            out[x] = left.pop(x)
    return out
