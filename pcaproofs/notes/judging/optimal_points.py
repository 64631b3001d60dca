"""Judging statements about optimisers: x ∈ argmin f, argmin f = x, w is optimal exactly if f(w) = c."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import (
    Blank,
    Chain,
    Listed,
    Name,
    Node,
    Problem,
)
from pcaproofs.notes.judging.known_conditions import conditions_for
from pcaproofs.notes.judging.misfits import failed
from pcaproofs.notes.judging.optima import Optimiser, optimiser
from pcaproofs.notes.judging.optima import case as optimum_case
from pcaproofs.notes.judging.problems import binding, problem, restated, values
from pcaproofs.notes.judging.proofs import proved, settle, unproved
from pcaproofs.notes.judging.proving import Settled
from pcaproofs.notes.judging.state import Context, Judge
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.terms import Unsupported, Untyped


def beside_problem(judge: Judge, stated: Stated) -> RowVerdict:
    """x ∈ argmin f, argmin f = argmin g."""
    left, right = stated.left, stated.right
    if isinstance(right, Problem) and stated.sign == "∈":
        try:
            return optimum(judge, optimiser(left, right, stated.span, 0))
        except Unsupported as error:
            return judge.verdict("unsupported", error.what)
    both = isinstance(left, Problem) and isinstance(right, Problem) and stated.sign == "="
    if both and {left.sense, right.sense} <= {"argmin", "argmax"}:  # type: ignore[attr-defined]
        judge.context = Context(problem=left)  # type: ignore[arg-type]
        return problem(judge, right, "⇔")  # type: ignore[arg-type]
    if isinstance(left, Problem) and isinstance(right, Problem) and stated.sign == "=":
        return values(judge, left, right)
    if isinstance(left, Problem) and left.sense.startswith("arg") and stated.sign == "=":
        return only_optimiser(judge, left, right, stated)
    if isinstance(right, Problem) and right.sense.startswith("arg") and names_optimiser(judge, stated):
        found = restated(judge, right)
        return judge.verdict("definition", "an optimiser") if found.verdict == "problem" else found
    return judge.verdict("unsupported", "the value of a problem")


def names_optimiser(judge: Judge, stated: Stated) -> bool:
    """Whether w = argmax f is the first fact about w in the note."""
    name = stated.left
    if not isinstance(name, Name) or stated.sign not in ("=", ":=") or judge.is_said_to_be(name):
        return False
    return judge.first.get(key(name), judge.formula.span[0]) == judge.formula.span[0]


def only_optimiser(judge: Judge, problem: Problem, point: Node, stated: Stated) -> RowVerdict:
    """The verdict of argmin f = x: x is the only optimiser.

    It is never refuted, because authors also write = for one of several optimisers.
    """
    name = problem.variables
    if not isinstance(name, Name) or any(isinstance(x, Satisfies) for x in judge.table.at(name, stated.span[0]).facts):
        return judge.verdict("unsupported", "the optimiser of a problem with several variables, or with constraints")
    only = Chain((name, point), ("=",), span=stated.span)
    found = optimum(judge, Optimiser((point,), problem, stated.span, 0), exactly=[only], is_refuted=False)
    judge.optimiser = None
    return found


def words_since(judge: Judge, statement: Optimiser) -> str:
    """The words between an earlier statement and the current formula."""
    return judge.note.source.text[statement.end : judge.note.fences[judge.formula.fences[0]].whole[0]][:400]


def optimum(
    judge: Judge,
    statement: Optimiser,
    value: Node | None = None,
    exactly: Sequence[Chain] = (),
    *,
    is_refuted: bool = True,
) -> RowVerdict:
    """The verdict of a statement about optimisers; the following statements are about the same problem."""
    typing = binding(judge, statement.problem)
    try:
        case = optimum_case(typing, statement, value, exactly)
    except (Untyped, Unsupported, Misfit) as error:
        return failed(judge, typing, error)
    judge.optimiser = replace(statement, end=judge.note.fences[judge.formula.fences[-1]].whole[1])
    sides = (*statement.points, statement.problem.body, *statement.problem.constraints)
    case.extra = conditions_for(judge, typing, Stated(Listed(sides), "=", value or Blank(), judge.formula.span))
    case.is_statement = judge.is_statement
    settled = settle(judge, case)
    if isinstance(settled, Settled) and settled.result.verdict == "undecided" and case.extra:
        settled = settle(judge, case, conditions=True) or settled
    if isinstance(settled, RowVerdict):
        return settled
    if settled.result.verdict == "proved":
        return proved(judge, typing, settled)
    if settled.result.verdict in ("unsupported", "ill-typed"):
        return judge.verdict("unsupported", settled.result.reason)
    if not judge.is_understood or not is_refuted:
        return judge.verdict("undecided", "not proved that it is optimal")
    stated = Stated(Listed(sides), "∈", Blank(), judge.formula.span)
    return unproved(judge, case, typing, frozenset(typing.letters), stated)
