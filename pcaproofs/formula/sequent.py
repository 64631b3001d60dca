"""A statement of the kernel as one formula: hypotheses ⊢ conclusion; and several as: hypotheses ⊢ there is X with …."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.formula.algebra import number, relation
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.tree import Best, CommaList, Exists, Formula, Relation
from pcaproofs.kernel import Compare, Expression, Optimum, SameOptimisers, Scope, Statement
from pcaproofs.language.derived import Kind, definition, read_back
from pcaproofs.language.readable_statement import factor_names
from pcaproofs.terms import letters_in


def sequent(statement: Statement) -> Formula:
    """Hypotheses ⊢ conclusion; all hypotheses, those on the variables of an optimum in its feasible set.

    What the notation says by itself is left out: the definition of m + n, and diag(x)ᵀ = diag(x).
    """
    notation = KernelNotation(statement, None, factor_names([statement]))
    variables, scope = _variables(statement), Scope(statement)
    existence = _existence(statement, notation)
    given: list[Formula] = []
    below: list[Formula] = []
    for _, h in statement.hypotheses:
        varies = bool(variables & scope.difference(h.left, h.right).names())
        shown = existence.get(h, notation.comparison(h))
        place = below if varies else given
        if shown not in place and not _is_notation(shown):
            place.append(shown)
    return _under(given, conclusion(statement, notation, below))


def _is_notation(shown: Formula) -> bool:
    """Whether both sides of an equation are written alike."""
    return isinstance(shown, Relation) and shown.signs == ("=",) and shown.terms[0] == shown.terms[1]


def existence_sequent(statements: Sequence[Statement], letters: Sequence[str]) -> Formula:
    """Hypotheses ⊢ there are values of the letters with which all statements hold.

    statements: each with an equation letter = value for each of these letters, the first about it, which is left out.
    A hypothesis that not all statements share, or about a letter or what is defined by it, is part of what holds.
    """
    rest = [_without_values(s, letters) for s in statements]
    shared = [h for _, h in rest[0].hypotheses if all(h in [x for _, x in s.hypotheses] for s in rest)]
    given: list[Formula] = []
    held: list[Formula] = []
    for s in rest:
        notation = KernelNotation(s, None, factor_names([s]))
        existence, bound = _existence(s, notation), _depending(s, letters)
        own: list[Formula] = []
        for _, h in s.hypotheses:
            place = own if h not in shared or bound & letters_in(h.left, h.right) else given
            if (shown := existence.get(h, notation.comparison(h))) not in place:
                place.append(shown)
        held.append(_under(own, conclusion(s, notation, ())))
    notation = KernelNotation(rest[0], None, factor_names(rest))
    return _under(given, Exists(tuple(map(notation.letter, letters)), _several(held)))


def _without_values(statement: Statement, letters: Sequence[str]) -> Statement:
    """The statement without the first equation of the form letter = value for each of these letters."""
    values = [
        next(k for k, (_, h) in enumerate(statement.hypotheses) if h.left == ("letter", x) and h.relation == "=")
        for x in letters
    ]
    return replace(statement, hypotheses=tuple(h for k, h in enumerate(statement.hypotheses) if k not in values))


def _depending(statement: Statement, letters: Sequence[str]) -> set[str]:
    """These letters and those that are defined by them, such as X⁻¹."""
    found = set(letters)
    for name, derived in read_back(statement).items():
        if derived.of is not None and found & letters_in(derived.of):
            found.add(name)
    return found


def _under(given: Sequence[Formula], goal: Formula) -> Formula:
    return Relation((_several(given), goal), ("⊢",), wide=True) if given else goal


def conclusion(statement: Statement, notation: KernelNotation, constraints: Sequence[Formula]) -> Formula:
    """The conclusion of a statement; constraints: on the variables of an optimum."""
    c = statement.conclusion

    follow = _following(statement, _variables(statement))

    def best(names: Sequence[str], sense: str, objective: Expression, *, arg: bool = True) -> Formula:
        names = [name for name in names if name not in follow]
        return Best(sense, tuple(map(notation.letter, names)), tuple(constraints), notation.form(objective), arg)

    if isinstance(c, Compare):
        return notation.comparison(c)
    if isinstance(c, SameOptimisers):
        return relation(best(c.variables, *c.first), "=", best(c.variables, *c.second), wide=True)
    assert isinstance(c, Optimum)
    names = [name for name, _ in c.at]
    points = best(names, c.sense, c.objective)
    values = [notation.form(e) for name, e in c.at if name not in follow]
    out: list[Formula] = [relation(_tuple(values), "∈", points, wide=True)]
    if c.value is not None:
        least = best(names, c.sense, c.objective, arg=False)
        out.append(relation(least, "=", notation.form(c.value)))
    if c.exactly:
        optimal = relation(_tuple([notation.letter(name) for name in names if name not in follow]), "∈", points)
        equations = _several([*constraints, *map(notation.comparison, c.exactly)])
        out.append(Relation((optimal, equations), ("⟺",), wide=True))
    return out[0] if len(out) == 1 else CommaList(tuple(out), "quad")


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


def _following(statement: Statement, variables: set[str]) -> set[str]:
    """The variables that are roots, reciprocals or inverses of others, which determine them."""
    kinds = (Kind.ROOT, Kind.RECIPROCAL, Kind.DIVISOR, Kind.INVERSE)
    derived = {x: d.of for x, d in read_back(statement).items() if d.kind in kinds and d.of is not None}
    return {x for x, of in derived.items() if x in variables and letters_in(of) & variables}


def _variables(statement: Statement) -> set[str]:
    c = statement.conclusion
    if isinstance(c, Optimum):
        return {name for name, _ in c.at}
    return set(c.variables) if isinstance(c, SameOptimisers) else set()


def _tuple(forms: Sequence[Formula]) -> Formula:
    return forms[0] if len(forms) == 1 else CommaList(tuple(forms), enclosed=True)


def _several(forms: Sequence[Formula]) -> Formula:
    return forms[0] if len(forms) == 1 else CommaList(tuple(forms), "space")
