"""Counterexamples in the student's letters: x_1 = 0, x_2 = 1 for the members of a family, i = 2 for an index."""

from __future__ import annotations

from collections.abc import Iterator

from pcaproofs.homework.letters import Letters
from pcaproofs.homework.theory import Theory
from pcaproofs.notes.typing.letters import ROOT, base_of
from pcaproofs.prover.exact.matrix import Matrix
from pcaproofs.prover.refute.counterexample import Counterexample, written


def counterexample_text(example: Counterexample, theory: Theory, letters: Letters) -> str:
    """A counterexample on one line, with formulas between dollars; letters that others determine are left out."""
    keys = {name: found for found, name in theory.names.items()}
    values = [f"${letters.own(name)} = {size}$" for name, size in example.dimensions.items()]
    for name, matrix in example.letters.items():
        values += _value(name, keys.get(name), matrix, letters)
    where = ", ".join(dict.fromkeys(values))
    return f"{where}: {example.failure()}" if where else example.failure()


def _value(name: str, found: str | None, matrix: Matrix, letters: Letters) -> Iterator[str]:
    if found is not None and found.startswith("family "):
        base = letters.own(found.removeprefix("family "))
        yield from (f"${base}_{{{k}}}$ = {written(tuple((x,) for x in row))}" for k, row in enumerate(matrix, 1))
    elif found is not None and found.startswith(ROOT):
        base, is_inverse = base_of(found)
        yield f"${letters.own(base)}^{{{'-' * is_inverse}1/2}}$ = {written(matrix)}"
    elif found is not None:
        yield f"${letters.own(found)}$ = {written(matrix)}"
    elif name.startswith("e_") and name[2:].isalpha() and sum(row[0] for row in matrix) == 1:
        yield f"${name[2:]} = {[row[0] for row in matrix].index(1) + 1}$"
    elif "(" not in name and not name.startswith("√"):  # the names of diag(λ) and of √S say their values
        yield f"{name} = {written(matrix)}"
