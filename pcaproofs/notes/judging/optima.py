"""Statements about optimisers: x ∈ argmin f, the optimal value, conditions for optimality."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pcaproofs.language.conclusions import maximises, minimises
from pcaproofs.notes.formulas.spelling import key
from pcaproofs.notes.formulas.surface import Chain, Group, Listed, Name, Node, Problem, nodes
from pcaproofs.notes.judging.proving import Case
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.terms import Unsupported, Untyped

if TYPE_CHECKING:
    from pcaproofs.notes.typing.building import Builder

_VALUE = re.compile(
    r"\W*(?:and |with |where |which has )?(?:the |its |a )?(?:least|greatest|smallest|largest|minimum|maximum|minimal"
    r"|maximal|optimal) value (?:being|is|of|equals)?\W*",
    re.IGNORECASE,
)
_EXACTLY = re.compile(
    r"\W*(?:and )?(?:a |any |every )?(?:feasible )?(?:choice )?\W*is optimal"
    r" (?:if and only if|exactly if|exactly when)\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Optimiser:
    """A statement that points are optimal for a problem; end: the offset after it."""

    points: tuple[Node, ...]
    problem: Problem
    span: Span
    end: int


def optimiser(left: Node, problem: Problem, span: Span, end: int) -> Optimiser:
    """The statement x ∈ argmin f. Raises Unsupported if the problem is not a set of optimisers."""
    if not problem.sense.startswith("arg"):
        raise Unsupported(span, "membership in what is no set of optimisers")
    body = left.body if isinstance(left, Group) and isinstance(left.body, Listed) else left
    return Optimiser(body.items if isinstance(body, Listed) else (body,), problem, span, end)


def says_value(words: str) -> bool:
    """Whether the words between a problem and a formula say that the formula is the optimal value."""
    return _VALUE.fullmatch(_plain(words)) is not None


def says_exactly(words: str) -> bool:
    """Whether the words between a problem and a formula say that the formula characterises the optimisers."""
    return _EXACTLY.fullmatch(_plain(words)) is not None


def _plain(words: str) -> str:
    words = re.sub(r"\$[^$]*\$|\\[a-zA-Z]+\*?(?:\{\})?", " ", words)
    return " ".join(re.sub(r"[{}~\\]", " ", words).split())


def case(typing: Statements, statement: Optimiser, value: Node | None = None, exactly: Sequence[Chain] = ()) -> Case:
    """The case to prove. Raises Untyped, Unsupported, Misfit.

    The variables of the problem are bound: facts about letters with the same names do not apply to them.
    """
    points = [typing.expression(x) for x in statement.points]
    term = typing.as_number(typing.expression(value)) if value is not None else None
    outer = {key(x) for at in (*statement.points, value) if at is not None for x in nodes(at) if isinstance(x, Name)}
    problem = typing.problem(statement.problem)
    variables = {str(x.data[0]) for x in problem.variables}
    if outer & variables:
        raise Unsupported(statement.span, "an optimiser or a value that is written with the variable of its problem")
    typing.varied |= variables
    if len(points) != len(problem.variables):
        raise Untyped(statement.span, f"{len(points)} values of {len(problem.variables)} variables", "one for each")
    for variable, point in zip(problem.variables, points, strict=True):
        typing.alike(variable, point, statement.span)
    if any(default.startswith("a norm has") for default in typing.defaults) and value is not None:
        raise Unsupported(statement.span, "the least value of a norm that is not squared")
    relations = [
        typing.relation(chain.terms[0], chain.signs[0], chain.terms[1], chain.span)
        for chain in exactly
        if len(chain.terms) == 2
    ]
    if len(relations) != len(exactly):
        raise Unsupported(statement.span, "a chain that singles out the optimisers")

    def build(b: Builder) -> object:
        at = {b.term(variable): b.term(point) for variable, point in zip(problem.variables, points, strict=True)}
        claim = minimises if problem.sense == "min" else maximises
        least = None if term is None else b.term(term)
        return claim(b.term(problem.objective), at, value=least, exactly=[b.relation(x) for x in relations])

    return Case(typing, build, problem.constraints)
