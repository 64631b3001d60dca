"""What a row of the tables of derivations has: a student's text, and what it has to get."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Derivation:
    """A student's text.

    goal, steps, sound: the shares to be earned. rows: the verdicts of what its displays say, in order, with dashes in
    place of spaces. marked: a part of the formula of each row that counts as a mistake. says: parts of what is told.
    """

    text: str
    rows: str
    goal: float = 1.0
    steps: float = 1.0
    sound: float = 1.0
    marked: tuple[str, ...] = ()
    ending: str = ".md"
    says: tuple[str, ...] = ()


def task_to_show(given: list[str], show: str, *, least_steps: int = 2) -> dict[str, Any]:
    """A task without milestones, in which a step may use two facts."""
    return {
        "given": given,
        "letters": [],
        "show": show,
        "milestones": {},
        "largest_step": 2,
        "least_steps": least_steps,
    }


def wrong(text: str, rows: str, *, steps: float = 0.0, sound: float = 0.0, **more: tuple[str, ...]) -> Derivation:
    """A text that does not reach the goal."""
    return Derivation(text, rows, goal=0.0, steps=steps, sound=sound, **more)  # type: ignore[arg-type]


def notebook(*cells: tuple[str, str]) -> str:
    """A notebook of cells, each (kind, text)."""
    made = [
        {"cell_type": kind, "metadata": {}, "source": text} | ({"outputs": []} if kind == "code" else {})
        for kind, text in cells
    ]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
