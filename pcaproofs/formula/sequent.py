"""A statement of the kernel as one formula: hypotheses ⊢ conclusion."""

from __future__ import annotations

from collections.abc import Sequence

from pcaproofs.formula.algebra import number, relation
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.tree import Best, Formula, Listed, Relation
from pcaproofs.kernel import Compare, Expression, Optimum, SameOptimisers, Scope, Statement
from pcaproofs.language.derived import Kind, definition, read_back
from pcaproofs.language.statement_text import factor_names


def sequent(statement: Statement) -> Formula:
    """Hypotheses ⊢ conclusion; all hypotheses, those on the variables of an optimum in its feasible set."""
    notation = KernelNotation(statement, None, factor_names([statement]))
    variables, scope = _variables(statement), Scope(statement)
    existence = _existence(statement, notation)
    given: list[Formula] = []
    below: list[Formula] = []
    for _, h in statement.hypotheses:
        varies = bool(variables & scope.difference(h.left, h.right).names())
        shown = existence.get(h, notation.comparison(h))
        place = below if varies else given
        if shown not in place:
            place.append(shown)
    goal = conclusion(statement, notation, below)
    return Relation((_several(given), goal), ("⊢",), wide=True) if given else goal


def conclusion(statement: Statement, notation: KernelNotation, constraints: Sequence[Formula]) -> Formula:
    """The conclusion of a statement; constraints: on the variables of an optimum."""
    c = statement.conclusion

    def best(names: Sequence[str], sense: str, objective: Expression, *, arg: bool = True) -> Formula:
        return Best(sense, tuple(map(notation.letter, names)), tuple(constraints), notation.form(objective), arg)

    if isinstance(c, Compare):
        return notation.comparison(c)
    if isinstance(c, SameOptimisers):
        return relation(best(c.variables, *c.first), "=", best(c.variables, *c.second), wide=True)
    assert isinstance(c, Optimum)
    names = [name for name, _ in c.at]
    points = best(names, c.sense, c.objective)
    out: list[Formula] = [relation(_tuple([notation.form(e) for _, e in c.at]), "∈", points, wide=True)]
    if c.value is not None:
        least = best(names, c.sense, c.objective, arg=False)
        out.append(relation(least, "=", notation.form(c.value)))
    if c.exactly:
        optimal = relation(_tuple([notation.letter(name) for name in names]), "∈", points)
        equations = _several([*constraints, *map(notation.comparison, c.exactly)])
        out.append(Relation((optimal, equations), ("⟺",), wide=True))
    return out[0] if len(out) == 1 else Listed(tuple(out), "quad")


def _existence(statement: Statement, notation: KernelNotation) -> dict[Compare, Formula]:
    """The conditions that the definitions of 1/f and √x imply: f ≠ 0, and x ≥ 0."""
    shapes = {name: (rows, cols) for name, rows, cols in statement.letters}
    out: dict[Compare, Formula] = {}
    for name, derived in read_back(statement).items():
        if derived.of is None or name not in shapes:
            continue
        if derived.kind in (Kind.RECIPROCAL, Kind.DIVISOR):
            said = relation(notation.form(derived.of), "≠", number(0))
        elif derived.kind is Kind.ROOT:
            said = relation(notation.form(derived.of), "≥", number(0))
        else:
            continue
        out |= dict.fromkeys(definition(name, derived, shapes[name]), said)
    return out


def _variables(statement: Statement) -> set[str]:
    c = statement.conclusion
    if isinstance(c, Optimum):
        return {name for name, _ in c.at}
    return set(c.variables) if isinstance(c, SameOptimisers) else set()


def _tuple(forms: Sequence[Formula]) -> Formula:
    return forms[0] if len(forms) == 1 else Listed(tuple(forms), enclosed=True)


def _several(forms: Sequence[Formula]) -> Formula:
    return forms[0] if len(forms) == 1 else Listed(tuple(forms), "space")
