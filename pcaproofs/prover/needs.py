"""The search for standard hypotheses that would make a statement provable."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pcaproofs.kernel import Certificate, Compare, Expression, KernelError, Statement
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.reader import Reading, read
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.prover.effort import Deadline
from pcaproofs.terms import zero

Search = Callable[[Statement, float], Certificate | Exception]
OF_MATRICES = ("symmetric", "unit", "orthonormal", "centered", "psd", "projector", "orthogonal")
OF_SCALARS = ("nonnegative", "nonzero", "positive")
_OTHERS = "it is about several letters, and one letter does not determine the others"
_STRONG = "a weaker one of those suggested mostly does, and each that is tried costs time"
NOT_SUGGESTED = {
    **dict.fromkeys(("eigenpair", "eigen", "svd"), _OTHERS),
    **dict.fromkeys(("idempotent", "skew", "normal", "diagonal_matrix", "permutation", "stochastic"), _STRONG),
    **dict.fromkeys(("invertible", "positive_definite"), "a statement that needs an inverse has it written"),
}


def find_needs(reading: Reading, search: Search, seconds: float = 1.0) -> tuple[str, ...]:
    """Standard hypotheses, each of which alone makes the statement provable."""
    deadline = Deadline(seconds)
    found: list[str] = []
    settled: set[str] = set()
    for patience in (0.03, 0.2):  # easy proofs of all candidates before hard ones
        for name, hypothesis in _candidates(reading):
            if deadline.passed():
                break
            if name in settled:
                continue
            try:
                more = read(reading.source, (*reading.hypotheses, hypothesis))
            except KernelError:
                continue
            if isinstance(search(more.statement, patience), Certificate) and _possible(more, search, name):
                found.append(hypothesis.words())
                settled.add(name)
    return tuple(found)


def _candidates(reading: Reading) -> Iterator[tuple[str, Named]]:
    import sympy as sp

    given = {(h.kind, h.args) for h in reading.hypotheses if isinstance(h, Named)}
    letters = {name for name, *_ in reading.statement.letters}
    symbols: dict[str, Any] = {}
    for thing in expressions_in((reading.source, *reading.hypotheses)):
        for node in sp.preorder_traversal(thing):
            if isinstance(node, sp.MatrixSymbol | sp.Symbol) and str(node.name) in letters:
                symbols.setdefault(str(node.name), node)
    for kind in (*OF_MATRICES, *OF_SCALARS):
        for name in sorted(symbols):
            if (kind, (symbols[name],)) not in given and _fits(kind, symbols[name]):
                yield name, Named(kind, (symbols[name],))


def _fits(kind: str, x: Any) -> bool:
    if not hasattr(x, "shape"):
        return kind in OF_SCALARS
    rows, cols = x.shape
    if kind == "unit":
        return bool(cols == 1 and rows != 1)
    if kind == "orthonormal":
        return bool(rows != cols and cols != 1)
    if kind == "centered":
        return bool(rows != cols)
    return kind in OF_MATRICES and bool(rows == cols)


def _possible(reading: Reading, search: Search, name: str) -> bool:
    """Whether some point satisfies the hypotheses, and the letter can have more than one value.

    A hypothesis that contradicts the others would prove anything. One that forces the letter to be 0 or I is useless.
    """
    from pcaproofs.prover.refute import satisfiable

    if satisfiable(reading.statement, reading.hints, 0.2) is None:
        return False
    ((rows, cols),) = [shape for letter, *shape in reading.statement.letters if letter == name]
    values: list[Expression] = [zero(rows, cols)]
    values += [("number", "1") if rows == 1 else ("eye", rows)] if rows == cols else []
    return not any(
        isinstance(
            search(replace(reading.statement, conclusion=Compare(("letter", name), "=", value)), 0.1), Certificate
        )
        for value in values
    )
