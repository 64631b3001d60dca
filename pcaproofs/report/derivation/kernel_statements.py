"""The kernel's conclusion of a statement, for statements without a printable form of the author's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pcaproofs.formula import algebra
from pcaproofs.formula.from_kernel import SIGNS, KernelNotation
from pcaproofs.formula.line_breaks import relation
from pcaproofs.formula.tree import Best, CommaList, Formula
from pcaproofs.kernel import Compare, Expression, Optimum, Statement
from pcaproofs.report.sentences import Sentence, sentence


def conclusion(
    statement: Statement, notation: KernelNotation, constraints: Sequence[Formula]
) -> Iterator[tuple[Sentence, Formula]]:
    """Displays, each after some words; constraints: those on the variables of an optimum."""

    def compare(h: Compare) -> Formula:
        return relation(notation.form(h.left), SIGNS[h.relation], notation.form(h.right))

    def best(names: Sequence[str], sense: str, objective: Expression) -> Formula:
        return Best(sense, tuple(map(notation.letter, names)), tuple(constraints), notation.form(objective))

    c = statement.conclusion
    if isinstance(c, Compare):
        yield Sentence(), compare(c)
    elif isinstance(c, Optimum):
        names, at = [name for name, _ in c.at], tuple(notation.form(e) for _, e in c.at)
        witness = at[0] if len(at) == 1 else CommaList(at, enclosed=True)
        yield Sentence(), algebra.relation(witness, "∈", best(names, c.sense, c.objective), wide=True)
        if c.value is not None:
            yield sentence(f"with {c.sense}imum"), notation.form(c.value)
        if c.exactly:
            equations = tuple(map(compare, c.exactly))
            yield (
                sentence("attained exactly where"),
                equations[0] if len(equations) == 1 else CommaList(equations, "quad"),
            )
    else:
        one, other = (best(c.variables, *side) for side in (c.first, c.second))
        yield Sentence(), algebra.relation(one, "=", other, wide=True)
