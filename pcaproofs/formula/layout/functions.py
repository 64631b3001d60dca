"""Powers, norms, named functions, sums over an index, derivatives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.formula import tree
from pcaproofs.formula.boxes import (
    Box,
    Digits,
    Fenced,
    Fraction,
    Gap,
    Glyph,
    Line,
    Mark,
    OperatorName,
    Radical,
    Scripts,
    UnderOver,
)
from pcaproofs.formula.characters import ABOVE
from pcaproofs.formula.layout.dispatch import ATOM, PRODUCT, SUM, box, lays_out, part
from pcaproofs.formula.layout.letters import name
from pcaproofs.formula.tree import Formula, Name


@lays_out(tree.Power)
def _power(form: tree.Power) -> Box:
    return _raised(form.base, box(form.exponent))


def _raised(base: Formula, above: Box) -> Box:
    inside = part(base, ATOM)
    already = isinstance(base, Name) and any(c in ABOVE for c in base.base)
    if already or (isinstance(inside, Scripts) and inside.above is not None):
        inside = Fenced("(", inside, ")")
    if isinstance(inside, Scripts) and inside.above is None:
        return replace(inside, above=above)
    return Scripts(inside, None, above)


@lays_out(tree.Norm)
def _norm(form: tree.Norm) -> Box:
    fence = Fenced("‖", box(form.body), "‖")
    if not form.frobenius and form.power == 1:
        return fence
    return Scripts(fence, Glyph("F") if form.frobenius else None, Digits(str(form.power)) if form.power > 1 else None)


def _function(called: str, body: Formula, left: str = "(", right: str = ")") -> Box:
    return Line((OperatorName(called), Fenced(left, box(body), right)))


@lays_out(tree.Inner)
def _inner(form: tree.Inner) -> Box:
    both = Line((box(form.left), Mark(",", room="none"), Gap("thin"), box(form.right)))
    return Line((Gap("none"), Fenced("⟨", both, "⟩")))


@lays_out(tree.Total)
def _total(form: tree.Total) -> tuple[Box, int]:
    below = Line((name(form.index), Mark("=", room="none"), box(form.first)))
    return Line((UnderOver(Glyph("∑"), below, box(form.last)), Gap(), part(form.body, PRODUCT))), PRODUCT


def _derivative(operator: Box, body: Formula, after: Sequence[Box] = ()) -> tuple[Box, int]:
    inside = [box(body)] if isinstance(body, Name) else [Gap("none"), Fenced("(", box(body), ")")]
    return Line((operator, *inside, *after)), PRODUCT


@lays_out(tree.PartialDerivative)
def _partial(form: tree.PartialDerivative) -> tuple[Box, int]:
    below = Line((Glyph("∂"), Gap(), box(form.letter)))
    return _derivative(Fraction(Glyph("∂"), below), form.body)


@lays_out(tree.Directional)
def _directional(form: tree.Directional) -> tuple[Box, int]:
    return _derivative(Scripts(Glyph("D"), box(form.letter)), form.body, [Fenced("[", box(form.direction), "]")])


@lays_out(tree.Transpose)
def _transpose(form: tree.Transpose) -> Box:
    return _raised(form.base, Glyph("⊤"))


@lays_out(tree.Penrose)
def _pseudo_inverse(form: tree.Penrose) -> Box:
    return _raised(form.base, Mark("+", room="none"))


@lays_out(tree.Trace)
def _trace(form: tree.Trace) -> Box:
    return _function("tr", form.body)


@lays_out(tree.Diag)
def _diagonal(form: tree.Diag) -> Box:
    return _function("diag", form.body)


@lays_out(tree.Stacked)
def _vec(form: tree.Stacked) -> Box:
    return _function("vec", form.body)


@lays_out(tree.Kron, tree.Hadamard)
def _kronecker(form: tree.Kron | tree.Hadamard) -> tuple[Box, int]:
    kinds = (tree.Kron, tree.Hadamard)
    left, right = (part(x, ATOM) if isinstance(x, kinds) else part(x, PRODUCT) for x in vars(form).values())
    return Line((left, Mark("⊗" if isinstance(form, tree.Kron) else "∘"), right)), SUM


@lays_out(tree.Function)
def _named_function(form: tree.Function) -> Box:
    return _function(form.name, form.body)


@lays_out(tree.Expectation)
def _expectation(form: tree.Expectation) -> Box:
    return _function("𝔼", form.body, "[", "]")


@lays_out(tree.Root)
def _root(form: tree.Root) -> Box:
    return Radical(box(form.body))


@lays_out(tree.Gradient)
def _gradient(form: tree.Gradient) -> tuple[Box, int]:
    return _derivative(Scripts(Glyph("∇"), box(form.letter)), form.body)
