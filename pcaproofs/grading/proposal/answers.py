"""Decoding the output of `explorer`. It is untrusted: names in it become code only as constants or identifiers."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pcaproofs.grading.protocol import Array

_MOST = 4000


@dataclass(frozen=True)
class AnswerPart:
    """A part of a returned value, with its position."""

    path: tuple[tuple[str, str | int], ...]
    value: Array | None
    """None if it is not numeric."""
    type: str = ""
    siblings: int = 0
    """For an item of a returned tuple: the number of items."""

    def expression(self, of: str) -> str:
        """The expression for this part of a variable."""
        text = of
        for kind, name in self.path:
            text += f".{name}" if kind == "field" else f"[{name!r}]"
        return text


@dataclass(frozen=True)
class SolutionAnswer:
    """The result of an attempt: parts, or an error message."""

    parts: tuple[AnswerPart, ...] = ()
    error: str = ""


def read_answers(data: bytes, count: int) -> list[SolutionAnswer]:
    """The answers to `count` attempts; raises ValueError for bytes that are not an answer."""
    size = int.from_bytes(data[:8], "little")
    try:
        told = json.loads(data[8 : 8 + size])
        stream = _Stream(data, 8 + size)
        answers = [_answer(each, stream) for each in told]
    except (KeyError, TypeError, IndexError, RecursionError) as error:
        raise ValueError(f"got {type(error).__name__} in what the solution returned") from None
    if len(answers) != count:
        raise ValueError(f"got {len(answers)} answers, but should be {count}")
    return answers


class _Stream:
    def __init__(self, data: bytes, at: int) -> None:
        self._data, self._at = data, at

    def take(self, size: int) -> bytes:
        part = self._data[self._at : self._at + size]
        if len(part) != size:
            raise ValueError("got fewer numbers than promised")
        self._at += size
        return part


def _answer(told: dict[str, Any], stream: _Stream) -> SolutionAnswer:
    if "error" in told:
        return SolutionAnswer(error=_line(str(told["error"])))
    return SolutionAnswer(tuple(_part(each, stream) for each in told["parts"]))


def _part(told: dict[str, Any], stream: _Stream) -> AnswerPart:
    value = None
    if "shape" in told:
        shape: Sequence[int] = [int(length) for length in told["shape"]]
        dtype = np.dtype({"f8": "<f8", "c16": "<c16"}[told["kind"]])
        if min(shape, default=1) < 0:
            raise ValueError("got a negative length")
        value = np.frombuffer(stream.take(dtype.itemsize * int(np.prod(shape, dtype=np.int64))), dtype).reshape(shape)
    path: list[tuple[str, str | int]] = []
    siblings = 0
    for step in told["path"]:
        kind, name = step[0], step[1]
        if kind == "item":
            name = int(name)
            siblings = siblings or int(step[2])
        elif kind == "field" and not str(name).isidentifier():
            raise ValueError("got a field that is no name")
        elif kind not in ("key", "field"):
            raise ValueError("got an unknown place")
        path.append((kind, name if kind == "item" else str(name)))
    return AnswerPart(tuple(path), value, _line(str(told.get("type", ""))), siblings)


def _line(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())[:300]
