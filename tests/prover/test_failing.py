"""The small evaluator of counterexamples: it confirms what the search found, and nothing at which nothing fails."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import prove_false
import prove_true_algebra
import prove_true_methods
import prove_true_optimisers
import prove_true_statistics
import pytest
from letters import A, B, Eq, S, w, x

from pcaproofs.certificates import to_json
from pcaproofs.failing import fails
from pcaproofs.kernel import KernelError
from pcaproofs.language.conclusions import minimises
from pcaproofs.language.hypotheses import symmetric, unit
from pcaproofs.language.nodes import gradient, inner, sqnorm
from pcaproofs.language.reader import read
from pcaproofs.prover.prove import prove
from pcaproofs.prover.refute import points
from pcaproofs.prover.refute.problem import names_of_sizes

Letters = dict[str, Any]


def plain(letters: Letters) -> Letters:
    return {name: [[str(x) for x in row] for row in m] for name, m in letters.items()}


FALSE = [*prove_false.TABLE[::4], *prove_true_methods.FALSE_TABLE[::6]]


def test_most_counterexamples_of_the_search_are_confirmed() -> None:
    found = [r for _, conclusion, assuming in FALSE if (r := prove(conclusion, assuming, needs=False)).statement]
    examples = [(r.statement, r.counterexample) for r in found if r.counterexample is not None]
    confirmed = [fails(to_json(s), e.dimensions, plain(e.letters)) for s, e in examples]
    assert len(confirmed) >= 30
    assert sum(confirmed) >= 0.8 * len(confirmed)


TRUE = [*prove_true_algebra.TABLE[::5], *prove_true_statistics.TABLE[::5], *prove_true_optimisers.TABLE[::3]]


def test_no_true_statement_fails_where_its_hypotheses_hold() -> None:
    count = 0
    for _, conclusion, assuming in TRUE:
        try:
            reading = read(conclusion, tuple(assuming))
        except KernelError:  # of several parts
            continue
        sizes = dict.fromkeys(names_of_sizes(reading.statement), 2)
        for point in points(reading.statement, reading.hints, dimensions=sizes, count=2, first=8):
            assert not fails(to_json(reading.statement), point.dimensions, plain(point.letters))
            count += 1
    assert count >= 50


def statement(conclusion: Any, *given: Any) -> Any:
    return to_json(read(conclusion, given).statement)


ONE, SWAP = [["1", "0"], ["0", "1"]], [["0", "1"], ["1", "0"]]
SQUARE: Letters = {"A": [["0", "1"], ["0", "0"]], "B": [["0", "0"], ["1", "0"]], "S": ONE}
COLUMNS: Letters = {"x": [["3/5"], ["4/5"]], "w": [["1"], ["0"]]}
AT: list[tuple[str, Any, Letters, bool]] = [
    ("products do not commute", statement(Eq(A * B, B * A)), SQUARE, True),
    ("they do at the identity", statement(Eq(A * B, B * A)), {"A": ONE, "B": SWAP}, False),
    ("a hypothesis fails there", statement(Eq(A * B, B * A), symmetric(A)), SQUARE, False),
    ("two unit vectors", statement(Eq(x, w), unit(x), unit(w)), COLUMNS, True),
    ("the gradient of ‖x‖² is 2x", statement(Eq(gradient(sqnorm(x), x), 2 * x)), COLUMNS, False),
    ("and not x", statement(Eq(gradient(sqnorm(x), x), x)), COLUMNS, True),
    ("the gradient of xᵀ A x", statement(Eq(gradient(inner(x, A * x), x), A * x)), SQUARE | COLUMNS, True),
    ("of a symmetric matrix", statement(Eq(gradient(inner(x, S * x), x), 2 * S * x)), SQUARE | COLUMNS, False),
    ("w is no minimum", statement(minimises(sqnorm(x), {x: w})), COLUMNS | {"w": [["2"], ["0"]]}, True),
    ("x = w is one", statement(minimises(sqnorm(x - w), {x: w})), COLUMNS, False),
]


@pytest.mark.parametrize(("data", "letters", "expected"), [x[1:] for x in AT], ids=[x[0] for x in AT])
def test_a_statement_fails_exactly_where_its_values_say(data: Any, letters: Letters, expected: bool) -> None:
    assert fails(data, {"p": 2}, letters) == expected


FALSE_THERE: Callable[[], Any] = lambda: statement(Eq(A * B, B * A))  # noqa: E731
MALFORMED: dict[str, tuple[Any, Any, Any]] = {
    "no statement": (None, {"p": 2}, SQUARE),
    "another record": ({**FALSE_THERE(), "is": "Compare"}, {"p": 2}, SQUARE),
    "no sizes": (FALSE_THERE(), {}, SQUARE),
    "a size 0": (FALSE_THERE(), {"p": 0}, {"A": [], "B": []}),
    "a size true": (FALSE_THERE(), {"p": True}, {"A": [["1"]], "B": [["1"]]}),
    "a huge size": (FALSE_THERE(), {"p": 10**9}, SQUARE),
    "no letters": (FALSE_THERE(), {"p": 2}, {}),
    "another shape": (FALSE_THERE(), {"p": 2}, {"A": [["1"]], "B": [["1"]]}),
    "rows of two lengths": (FALSE_THERE(), {"p": 2}, {**SQUARE, "A": [["0", "1"], ["0"]]}),
    "words": (FALSE_THERE(), {"p": 2}, {**SQUARE, "A": [["a", "b"], ["c", "d"]]}),
    "not a number": (FALSE_THERE(), {"p": 2}, {**SQUARE, "A": [["nan", "1"], ["0", "0"]]}),
    "another relation": (
        {**FALSE_THERE(), "conclusion": {**FALSE_THERE()["conclusion"], "relation": "≈"}},
        {"p": 2},
        SQUARE,
    ),
    "an unknown operation": (
        {**FALSE_THERE(), "conclusion": {**FALSE_THERE()["conclusion"], "left": ["exp", ["letter", "A"]]}},
        {"p": 2},
        SQUARE,
    ),
}


@pytest.mark.parametrize(("data", "sizes", "letters"), MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_malformed_is_not_confirmed(data: Any, sizes: Any, letters: Any) -> None:
    assert fails(FALSE_THERE(), {"p": 2}, SQUARE)
    assert not fails(data, sizes, letters)
