"""Exercises written by a program: Markdown with inserted values, parsed like documents."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from sympy import sympify

from pcaproofs.report.documents.model import Block, Computed, ExerciseBlock
from pcaproofs.report.documents.parser import Reader
from pcaproofs.report.exercises.numbers import Rows

TEXTS = Path(__file__).with_name("numbers.md")


def exercise(kind: str, question: Sequence[Block], answer: Sequence[Block], hint: str = "") -> ExerciseBlock:
    """An exercise; its number is added when it is printed."""
    return ExerciseBlock(kind, tuple(question), written(hint) if hint else (), tuple(answer))


def written(text: str) -> tuple[Block, ...]:
    """Blocks from Markdown, with $symbols$ and the roles of documents."""
    document = Reader(TEXTS).document(f"# Exercise\n\n{text.strip()}\n")
    return tuple(block for block in document.blocks if not isinstance(block, Computed))


def calculation(name: str, values: Mapping[str, Any]) -> ExerciseBlock:
    """A calculation of numbers.md with these values between << and >>. Raises KeyError for a missing value."""
    kind, *texts = _texts()[name]
    question, hint, answer = (re.sub("<<(.*?)>>", lambda place: printed(values[place[1]]), text) for text in texts)
    return exercise(kind, written(question), written(answer), hint)


@cache
def _texts() -> dict[str, tuple[str, str, str, str]]:
    """Kind, question, hint and answer of each calculation."""
    out = {}
    for section in TEXTS.read_text(encoding="utf-8").split("\n## ")[1:]:
        heading, text = section.split("\n", 1)
        name, _, kind = heading.partition(": ")
        question, answer = text.split("\n### Answer\n")
        question, hint = question.split("\n### Hint\n")
        out[name] = (kind or "numbers", question, hint, answer)
    return out


def printed(value: Any) -> str:
    """A value in a sentence: "the rows $(1,2)$ and $(3,4)$", "$(1,2)$", "$0.5$ and $2$"; words are unchanged."""
    if isinstance(value, str):
        return value
    if isinstance(value, Rows):
        return f"the rows {_listed(value)}"
    if isinstance(value, list):
        return _listed(value)
    if hasattr(value, "shape"):
        return f"$({','.join(map(number, value))})$"
    return f"${number(value)}$"


def _listed(values: Sequence[Any]) -> str:
    """The values as a, b and c."""
    words = [printed(x) for x in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def number(x: Any) -> str:
    """An exact number in LaTeX: a decimal with at most four digits after the point, otherwise a fraction."""
    exact = sympify(x)
    if not exact.is_Rational:
        raise ValueError(f"got {exact}, but should be a rational number")
    sign, top, bottom = "-" if exact < 0 else "", abs(int(exact.p)), int(exact.q)
    if 10**4 % bottom:
        return rf"{sign}\tfrac{{{top}}}{{{bottom}}}"
    whole, rest = divmod(top * 10**4 // bottom, 10**4)
    return f"{sign}{whole}" + (f".{rest:04d}".rstrip("0") if rest else "")
