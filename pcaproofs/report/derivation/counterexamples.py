"""A counterexample in the order of a check by hand: sizes, matrices, hypotheses, and the failing goal."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.algebra import number, relation, times
from pcaproofs.formula.from_kernel import SIGNS, KernelNotation
from pcaproofs.formula.latex import latex
from pcaproofs.formula.line_breaks import width
from pcaproofs.formula.names import letter
from pcaproofs.formula.tree import CommaList, Formula, Matrix, Relation, Sign, Transpose, Zero
from pcaproofs.kernel import Compare, Statement
from pcaproofs.prover.refute.evaluate import evaluate
from pcaproofs.report.documents.running_text import prose
from pcaproofs.report.sentences import NOTHING, Sentence, Typed, fill, joined, sentence

WIDE = 44  # glyphs; a side that is longer is printed as its value alone


def written_out(
    counterexample: Any,
    names: Mapping[str, str],
    statement: Statement | None = None,
    plain: Collection[str] = (),
    roots: Collection[str] = (),
    short: Abbreviations | None = None,
) -> tuple[Sentence, Sentence]:
    """A counterexample with the sides that differ, and that what is assumed holds; plain text if it has no fractions.

    plain: names of hypotheses that need no check, because the values of the letters show them, such as unit vectors eᵢ.
    roots: letters that only hypotheses introduce, such as F of S = FᵀF; their values belong to the check. short: the
    names that the statement has for expressions.
    """
    try:
        given = [relation(letter(n, names), "=", number(int(size))) for n, size in counterexample.dimensions.items()]
        notation = KernelNotation(statement, short, names) if statement else None
        every = _letters(counterexample, statement, names)
        indices = _indices(counterexample, statement, names, plain)
        every = {name: form for name, form in every.items() if name not in indices} | indices
        letters = [form for name, form in every.items() if name not in roots]
        held = _hypotheses(counterexample, statement, notation, plain) if statement and notation else []
        failure = _failure(counterexample, statement, notation)
    except (TypeError, ValueError, ArithmeticError, KeyError):
        return sentence(counterexample.text()), NOTHING
    out = [fill("Take {}.", joined(", ", [*given, *letters]))] if given or letters else []
    held = [form for name, form in every.items() if name in roots] + held
    checked = fill("What is assumed holds there: {}.", joined(", ", held)) if held else NOTHING
    return joined(" ", [*out, fill("{}.", failure)]), checked


def _letters(counterexample: Any, statement: Statement | None, names: Mapping[str, str]) -> dict[str, Formula]:
    """Each letter with its value."""
    notation = KernelNotation(statement, None, names) if statement else None
    out: dict[str, Formula] = {}
    for name, value in counterexample.letters.items():
        shown = notation.form(("letter", name)) if notation and name in notation.shapes else letter(name, names)
        out[name] = relation(shown, "=", _value(value))
    return out


def _indices(
    counterexample: Any, statement: Statement | None, names: Mapping[str, str], plain: Collection[str]
) -> dict[str, Formula]:
    """The indices of unit vectors in the place of the vectors: k = 2 for eₖ = (0, 1, 0)ᵀ, the last letters."""
    said = repr([h for name, h in statement.hypotheses if name in plain]) if statement else ""
    found = {x: y for x, y in counterexample.letters.items() if x.startswith("e_") and repr(("letter", x)) in said}
    out: dict[str, Formula] = {}
    for name in sorted(found):
        place = [row[0] for row in found[name]].index(1) + 1
        out[name] = relation(letter(name.removeprefix("e_"), names), "=", number(place))
    return out


def _hypotheses(
    counterexample: Any, statement: Statement, notation: KernelNotation, plain: Collection[str]
) -> list[Formula]:
    """Each hypothesis that needs a check, with the values of its sides."""
    out: list[Formula] = []
    for name, h in statement.hypotheses:
        if name in plain:
            continue
        values = [_value(evaluate(e, counterexample.point)) for e in (h.left, h.right)]
        left, right = notation.form(h.left), notation.form(h.right)
        if latex(left) == latex(right):  # a definition, both sides of which are printed alike
            continue
        shown = [left] if latex(left) == latex(values[0]) else [left, values[0]]
        if h.relation == "=":
            shown += [] if latex(right) == latex(values[1]) else [right]
            out.append(shown[0] if len(shown) == 1 else Relation(tuple(shown), _equal(shown)))
        else:
            signs = (*_equal(shown), SIGNS[h.relation])
            out.append(Relation((*shown, values[1]), signs))
    return out


def _equal(shown: Sequence[Formula]) -> tuple[Sign, ...]:
    """The signs of a = b = …."""
    return tuple("=" for _ in shown[1:])


def _failure(counterexample: Any, statement: Statement | None, notation: KernelNotation | None) -> Sentence:
    """The failing goal, with the values of both sides."""
    failure: str = counterexample.failure()
    if not failure.startswith("left = "):
        signed = re.sub(r"(?<![\w)])-(?=\d)", "−", failure)
        return sentence(Typed(prose(signed[:1].upper() + signed[1:])))
    values = _value(counterexample.left), _value(counterexample.right)
    c = statement.conclusion if statement else None
    if notation is None or not isinstance(c, Compare):
        return fill("The left side is {}, the right side {}", *values)
    said = []
    for side, e, value in zip(("left", "right"), (c.left, c.right), values, strict=True):
        shown = notation.form(e)
        known = latex(shown) in (latex(value), "0") or width(shown) > WIDE
        said.append(fill(f"the {side} side is {{}}", value) if known else sentence(relation(shown, "=", value)))
    return fill("But {}, and {}", *said)


def _value(rows: Sequence[Sequence[Any]]) -> Formula:
    """A number, a column as a transposed row, or a matrix with its common denominator in front."""
    whole = lcm(*(Fraction(x).denominator for row in rows for x in row))
    if whole > 1 and len(rows[0]) > 1:
        return times([number(Fraction(1, whole)), _value([[x * whole for x in row] for row in rows])])
    entries = tuple(tuple(_entry(x) for x in row) for row in rows)
    if len(entries) == len(entries[0]) == 1:
        return entries[0][0]
    if len(entries[0]) == 1:
        return Transpose(CommaList(tuple(row[0] for row in entries), enclosed=True))
    return Matrix(entries)


def _entry(x: Any) -> Formula:
    return number(Fraction(x)) if x else _ZERO


_ZERO = Zero()
