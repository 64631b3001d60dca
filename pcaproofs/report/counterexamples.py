"""A counterexample as one checks it by hand: sizes, matrices, and what fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pcaproofs.report.emit import fraction
from pcaproofs.report.letters import letter_latex
from pcaproofs.report.prose import escape, prose


def written_out(counterexample: Any, names: Mapping[str, str]) -> str:
    """All of a counterexample, in a sentence or two; as plain text where its entries are no fractions."""
    try:
        sizes = [f"${name} = {size}$" for name, size in counterexample.dimensions.items()]
        letters = [f"${letter_latex(name, names)} = {_matrix(m)}$" for name, m in counterexample.letters.items()]
        left, right = _matrix(counterexample.left), _matrix(counterexample.right)
    except (TypeError, ValueError):
        return escape(counterexample.text())
    failure = counterexample.failure()
    if failure.startswith("left = "):
        failure = f"The left side is ${left}$, the right side ${right}$"
    else:
        failure = prose(failure[:1].upper() + failure[1:])
    where = ", ".join(sizes + letters)
    return f"Take {where}. {failure}." if where else f"{failure}."


def _matrix(rows: Sequence[Sequence[Any]]) -> str:
    entries = [[_entry(x) for x in row] for row in rows]
    if len(entries) == len(entries[0]) == 1:
        return entries[0][0]
    if len(entries[0]) == 1:
        return rf"({', '.join(row[0] for row in entries)})^\top"
    return r"\bigl(\begin{smallmatrix}" + r" \\ ".join(" & ".join(row) for row in entries) + r"\end{smallmatrix}\bigr)"


def _entry(x: Any) -> str:
    return fraction(Fraction(x)).replace(r"\frac", r"\tfrac")
