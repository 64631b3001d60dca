"""What `prove` says of statements in words, and that every certificate for them is accepted."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from prove_words import FALSE, TRUE, TRUE_OF_ENTRIES, UNSUPPORTED
from words_false import EXISTENCE, PSEUDO_INVERSE, WORDS

from pcaproofs.kernel import check
from pcaproofs.prover.prove import prove
from pcaproofs.prover.result import Result

CHOSEN = slice(None, None, 1 if settings().max_examples > 100 else 3)  # all in the thorough profile
NEVER_PROVED = [*EXISTENCE[CHOSEN], *PSEUDO_INVERSE[CHOSEN], *WORDS[CHOSEN]]


def assert_certified(result: Result) -> None:
    """Every part that is called proved has a certificate that the kernel accepts."""
    for part in result.parts or (result,):
        if part.verdict == "proved":
            assert part.statement is not None
            assert part.certificate is not None
            assert check(part.statement, part.certificate) == "proved"


@pytest.mark.parametrize(("conclusion", "assuming"), TRUE.values(), ids=list(TRUE))
def test_true_statements_are_proved(conclusion: Any, assuming: list[Any]) -> None:
    result = prove(conclusion, assuming, needs=False)
    assert result.verdict == "proved", str(result)
    assert_certified(result)


@pytest.mark.parametrize(("conclusion", "assuming"), FALSE.values(), ids=list(FALSE))
def test_false_statements_are_refuted(conclusion: Any, assuming: list[Any]) -> None:
    result = prove(conclusion, assuming, needs=False)
    assert result.verdict == "refuted", str(result)
    assert result.counterexample is not None


@pytest.mark.parametrize(("conclusion", "assuming"), TRUE_OF_ENTRIES.values(), ids=list(TRUE_OF_ENTRIES))
def test_true_statements_about_entries_are_not_refuted(conclusion: Any, assuming: list[Any]) -> None:
    assert prove(conclusion, assuming, needs=False).verdict == "undecided"


@pytest.mark.parametrize(("conclusion", "assuming", "word"), UNSUPPORTED.values(), ids=list(UNSUPPORTED))
def test_unsupported_statements_are_refused(conclusion: Any, assuming: list[Any], word: str) -> None:
    result = prove(conclusion, assuming, needs=False)
    assert result.verdict in ("unsupported", "ill-typed")
    assert word in result.reason


def test_a_counterexample_to_strictness_shows_both_sides() -> None:
    conclusion, assuming = FALSE["a square"]
    example = prove(conclusion, assuming).counterexample
    assert example is not None
    assert example.text() == "t = 0: both sides are 0"


@pytest.mark.parametrize(("conclusion", "assuming"), NEVER_PROVED)
def test_what_is_false_is_not_proved(conclusion: Any, assuming: list[Any]) -> None:
    assert prove(conclusion, assuming, needs=False, seconds=0.3).verdict in ("refuted", "undecided")
