"""Relations of a note that restrict letters and claim nothing."""

from __future__ import annotations

from collections.abc import Iterable

from pcaproofs.notes.formulas.spelling import INDICES, bare, is_kronecker, key
from pcaproofs.notes.formulas.surface import Chain, Matrix, Name, Num, Product, nodes
from pcaproofs.notes.judging.state import Judge
from pcaproofs.notes.prose.facts import Satisfies, Stands
from pcaproofs.notes.prose.population import is_of_population
from pcaproofs.notes.scope.standing import alone
from pcaproofs.notes.scope.uses import two_indices
from pcaproofs.notes.typing.ledger import Stated, names_in

ORDERS = ("≤", "<", "≥", ">")


def is_condition(judge: Judge, stated: Stated, *, begins: bool) -> bool:
    """Whether a relation restricts letters and claims nothing.

    It does if the words before it impose it, if it is a relation of sizes or a constraint of an earlier problem, or
    if it is a separate display that looks like a condition and is the first to use a letter.
    """
    letters = names_in(stated)
    is_conclusion = judge.is_statement and judge.formula.display
    is_of_sizes = stated.letters() <= judge.table.sizes - judge.no_sizes  # and of no matrix of a size
    if not stated.letters():
        return False
    if (judge.said == "assumed" and (begins or stated.sign in ORDERS)) or (is_of_sizes and not is_conclusion):
        return True
    if Chain((stated.left, stated.right), (stated.sign,)) in judge.constraints:
        return True
    if judge.said in ("concluded", "false") or judge.concluded or is_conclusion:
        return False
    if not _is_restriction(stated) or _is_update(stated):
        return False
    here = judge.formula.span[0]
    bare_sides = [alone(side, judge.table.sizes) for side in stated.sides]
    solved = {key(x) for side in bare_sides for x in side} if not all(bare_sides) else set()
    is_first = any(
        judge.first.get(x, 0) >= here
        and x not in INDICES
        and bare(letters[x]) not in judge.ledger.definitions
        and is_introduced(judge, letters[x], letters.values())
        and (x in solved or not judge.is_said_to_be(letters[x]))
        for x in letters
    )
    return begins and judge.formula.display and is_first


def is_introduced(judge: Judge, name: Name, letters: Iterable[Name]) -> bool:
    """Whether an equation can introduce one of its letters: the note neither leaves it free nor defines it."""
    here = judge.formula.span[0]
    if judge.is_declared_free(name) or key(name) in judge.table.mentioned or is_kronecker(name):
        return False
    if two_indices(name) is not None and judge.table.capital_of(bare(name), here) is not None:
        return False  # an entry of a matrix that is known
    if judge.table.unit_vectors(bare(name), here) is not None:
        return False
    symbol = judge.table.at(name, judge.formula.span[0])
    said = [f for f in symbol.facts if isinstance(f, Stands) and f.role in ("mean", "covariance")]
    if any(f.role == "mean" or is_of_population(judge.note, f, x) for f in said for x in letters):
        return False
    return not any(isinstance(f, Satisfies) and f.hypothesis in ("unit", "eigenpair") for f in symbol.facts)


def _is_restriction(stated: Stated) -> bool:
    """Whether a relation looks like a condition: a side is constant, a letter, or a product of two letters (λw)."""
    if stated.sign != "=":
        return {type(side) for side in stated.sides} <= {Name, Num}
    return any(
        isinstance(side, Num | Name)
        or (isinstance(side, Matrix) and all(isinstance(x, Num) for row in side.rows for x in row))
        or (isinstance(side, Product) and len(side.factors) == 2 and all(isinstance(x, Name) for x in side.factors))
        for side in stated.sides
    )


def _is_update(stated: Stated) -> bool:
    """Whether a letter equals an expression that contains it, as in a step of an algorithm: w = Sw."""
    pairs = (stated.sides, stated.sides[::-1])
    return stated.sign == "=" and any(isinstance(x, Name) and x != y and x in nodes(y) for x, y in pairs)
