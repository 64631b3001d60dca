"""Checks of statements that the language reads: by `prove`, and by the second opinion."""

from __future__ import annotations

from typing import Any

from pcaproofs.prover.prove import prove
from pcaproofs.verify.second_opinion import second_opinion


def check_proved(conclusion: Any, assuming: list[Any]) -> None:
    """Fails unless a statement is proved and the second opinion agrees with it."""
    result = prove(conclusion, assuming)
    assert result.verdict == "proved", str(result)
    assert second_opinion(conclusion, assuming).agrees


def check_refuted(conclusion: Any, assuming: list[Any]) -> None:
    """Fails unless a statement is refuted and the second opinion disagrees with it."""
    result = prove(conclusion, assuming, needs=False)
    assert result.verdict == "refuted", str(result)
    assert not second_opinion(conclusion, assuming).agrees
