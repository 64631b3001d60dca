"""Pieces of scripts: steps with the statement that they prove, conjunctions, intro patterns."""

from __future__ import annotations

from collections.abc import Sequence


def step(have: str, first: str, steps: Sequence[str]) -> list[str]:
    """A statement with the steps that prove it; first: a tactic before them."""
    if len(steps) == 1:
        return [f"have {have} by {first}; {steps[0]}" if first else f"have {have} by {steps[0]}"]
    return [f"have {have}.", *alone(first, steps)]


def alone(first: str, steps: Sequence[str]) -> list[str]:
    """The steps that prove the goal in front; first: a tactic before them."""
    if len(steps) == 1:
        return [f"{first}; {steps[0]}" if first else steps[0]]
    return ["{", *([f"{first}."] if first else []), *steps, "}"]


def conjunction(proofs: Sequence[str]) -> str:
    """The proof of a conjunction, nested to the right."""
    if not proofs:
        return "I"
    *first, result = proofs
    for proof in reversed(first):
        result = f"(conj {proof} {result})"
    return result


def nested(names: Sequence[str]) -> str:
    """An intro pattern for a tuple, nested to the left."""
    result = names[0]
    for name in names[1:]:
        result = f"[{result} {name}]"
    return result


def nested_right(names: Sequence[str]) -> str:
    """An intro pattern for a conjunction."""
    if len(names) < 2:
        return names[0] if names else ""
    return f"[{names[0]} {nested_right(names[1:])}]"
