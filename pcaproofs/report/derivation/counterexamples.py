"""A counterexample as one checks it by hand: sizes, matrices, that the hypotheses hold, and what fails."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.latex import fraction, latex, width
from pcaproofs.formula.names import letter_latex
from pcaproofs.kernel import Compare, Statement
from pcaproofs.prover.refute.evaluate import evaluate
from pcaproofs.report.derivation.facts import SIGNS
from pcaproofs.report.documents.running_text import escape, prose

WIDE = 44  # glyphs of a side that is written before its value; of a wider one only the value is


def written_out(counterexample: Any, names: Mapping[str, str], statement: Statement | None = None) -> str:
    """All of a counterexample, in a few sentences; as plain text where its entries are no fractions."""
    try:
        sizes = [f"${name} = {size}$" for name, size in counterexample.dimensions.items()]
        letters = [f"${letter_latex(name, names)} = {_matrix(m)}$" for name, m in counterexample.letters.items()]
        held = _hypotheses(counterexample, statement, names) if statement else []
        failure = _failure(counterexample, statement, names)
    except (TypeError, ValueError, ArithmeticError, KeyError):
        return escape(counterexample.text())
    where = ", ".join(sizes + letters)
    out = [f"Take {where}."] if where else []
    if held:
        out.append(f"What is assumed holds: {', '.join(held)}.")
    return " ".join([*out, f"{failure}."])


def _hypotheses(counterexample: Any, statement: Statement, names: Mapping[str, str]) -> list[str]:
    """Each hypothesis with the values of its sides."""
    notation = KernelNotation(statement, None, names)
    out = []
    for _, h in statement.hypotheses:
        left, right = (evaluate(e, counterexample.point) for e in (h.left, h.right))
        sides = latex(notation.form(h.left)), latex(notation.form(h.right))
        if sides[0] == sides[1]:  # the definition of what is written in the same way
            continue
        if h.relation == "=":
            shown = sides[0] if sides[0] == _matrix(left) else f"{sides[0]} = {_matrix(left)}"
            out.append(f"${shown}$" if sides[1] == _matrix(right) else f"${shown} = {sides[1]}$")
        else:
            shown = sides[0] if sides[0] == _matrix(left) else f"{sides[0]} = {_matrix(left)}"
            out.append(f"${shown} {SIGNS[h.relation]} {_matrix(right)}$")
    return out


def _failure(counterexample: Any, statement: Statement | None, names: Mapping[str, str]) -> str:
    failure: str = counterexample.failure()
    if not failure.startswith("left = "):
        return prose(failure[:1].upper() + failure[1:])
    left, right = _matrix(counterexample.left), _matrix(counterexample.right)
    c = statement.conclusion if statement else None
    if statement is None or not isinstance(c, Compare):
        return f"The left side is ${left}$, the right side ${right}$"
    notation = KernelNotation(statement, None, names)
    said = []
    for side, e, value in (("left", c.left, left), ("right", c.right, right)):
        shown = latex(notation.form(e))
        known = shown in (value, "0") or width(shown) > WIDE
        said.append(f"the {side} side is ${value}$" if known else f"${shown} = {value}$")
    return f"But {said[0]}, and {said[1]}"


def _matrix(rows: Sequence[Sequence[Any]]) -> str:
    entries = [[_entry(x) for x in row] for row in rows]
    if len(entries) == len(entries[0]) == 1:
        return entries[0][0]
    if len(entries[0]) == 1:
        return rf"({', '.join(row[0] for row in entries)})^\top"
    return r"\bigl(\begin{smallmatrix}" + r" \\ ".join(" & ".join(row) for row in entries) + r"\end{smallmatrix}\bigr)"


def _entry(x: Any) -> str:
    return fraction(Fraction(x)).replace(r"\frac", r"\tfrac")
