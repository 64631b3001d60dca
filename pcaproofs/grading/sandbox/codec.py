"""Encoding of jobs for the worker, and decoding of its answers, which are untrusted bytes."""

import json
import math
import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import PurePosixPath
from typing import TypeVar

import numpy as np

from pcaproofs.grading.protocol import Array, Drop, Job, Limits, RoleError, StudentError, Supplied
from pcaproofs.grading.sandbox.worker.records import DTYPES, HEADER, MAGIC, MAX_DIMENSIONS, MAX_TEXT, Tag

_Note = TypeVar("_Note", Drop, Supplied)
_MAX_NOTES = 2000
_MAX_NOTE_LENGTH = 500
_SUSPECT = re.compile(r"[^\t\n\x20-\x7e]")
_UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
"""Unicode categories of invisible characters, which change how others are displayed: controls, text direction, joiners,
tags, surrogates, line separators.
"""


class ForgedError(Exception):
    """The bytes are not an answer that our worker code writes."""


def clean(text: str) -> str:
    """The student's text without invisible and control characters, which could disturb a terminal or a page."""
    return _SUSPECT.sub(_seen, text.replace("\r\n", "\n"))


def _seen(match: re.Match[str]) -> str:
    return "�" if unicodedata.category(match[0]) in _UNSEEN else match[0]


def encode(jobs: Sequence[Job], limits: Limits) -> list[bytes]:
    """Jobs as bytes: first the part that all of them share, then the call and data of each.

    The parts are sent one at a time, so that a run has no access to data of later runs. Raises ValueError for jobs of
    several submissions and for data that cannot be encoded.
    """
    first = jobs[0]
    for job in jobs:
        if (job.source, job.filename, job.files, job.prelude) != (
            first.source, first.filename, first.files, first.prelude,
        ):  # fmt: skip
            raise ValueError("got jobs of several submissions, but should be of one")
    head = {
        "source": first.source,
        "filename": first.filename,
        "cells": first.cells,
        "lenient": first.lenient,
        "side_effects": first.side_effects,
        "skip": [(drop.number, drop.kind, drop.message) for drop in first.skip if drop.number >= 0 and not drop.file],
        "prelude": first.prelude,
        "folder": first.folder and _inside(first.folder),
        "hints": dict(first.hints),
        "files": [(_inside(name), len(data)) for name, data in first.files.items()],
        "runs": len(jobs),
        "room": limits.result,
        "cpu": limits.cpu,
    }
    return [b"".join([_framed(head), *first.files.values()]), *map(_encode_run, jobs)]


def _framed(head: object) -> bytes:
    text = json.dumps(head).encode()
    return len(text).to_bytes(8, "little") + text


def _encode_run(job: Job) -> bytes:
    heads: list[dict[str, object]] = []
    payloads: list[bytes] = []
    for name, array in job.arrays.items():
        plain = np.ascontiguousarray(array).reshape(np.shape(array))
        if plain.dtype.str not in DTYPES:
            raise ValueError(f"got an array of {plain.dtype}, but should be one of {', '.join(DTYPES)} [{name}]")
        heads.append({"name": _identifier(name), "dtype": plain.dtype.str, "shape": list(plain.shape)})
        payloads.append(plain.tobytes())
    run = {
        "call": job.call,
        "roles": list(job.roles.values()),
        "nested": [number for number, role in enumerate(job.roles) if role in job.nested],
        "scalars": {_identifier(name): value for name, value in job.scalars.items()},
        "arrays": heads,
    }
    return b"".join([_framed(run), *payloads])


def _identifier(name: str) -> str:
    if not name.isidentifier():
        raise ValueError(f"got name {name!r}, but should be an identifier")
    return name


def _inside(name: str) -> str:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in name:
        raise ValueError(f"got file name {name!r}, but should be relative and without '..'")
    return name


@dataclass
class RunAnswer:
    """What has been received of one run."""

    role_names: list[str]
    array_names: list[str]
    roles: dict[str, Array | RoleError] = field(default_factory=dict)
    touched: list[str] = field(default_factory=list)
    error: StudentError | None = None


class AnswerDecoder:
    """Decodes a child's records as they arrive; every length is checked before memory is used for it."""

    def __init__(self, jobs: Sequence[Job], limits: Limits) -> None:
        self.parts = [RunAnswer(list(jobs[0].roles), list(jobs[0].arrays))]
        """The runs that have begun, in order."""
        self.source_error: StudentError | None = None
        self.ready = self.loaded = self.ended = False
        self.unfit = ""
        self.dropped: list[Drop] = []
        self.supplied: list[Supplied] = []
        self._jobs = jobs
        self._room = limits.result
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Decode further bytes; raises ForgedError."""
        self._buffer += data
        while len(self._buffer) >= HEADER.size:
            if self.ended:
                raise ForgedError("got bytes after the end of the answer")
            kind, dtype, index, length, shape = self._header()
            if len(self._buffer) < HEADER.size + length:
                return
            with memoryview(self._buffer) as view:
                payload = bytes(view[HEADER.size : HEADER.size + length])
            del self._buffer[: HEADER.size + length]
            self._room -= length
            self._take(kind, dtype, index, payload, shape)
        if self._buffer and self.ended:
            raise ForgedError("got bytes after the end of the answer")

    def _header(self) -> tuple[Tag, str, int, int, tuple[int, ...]]:
        magic, number, dtype, dimensions, index, length, *shape = HEADER.unpack_from(self._buffer)
        if magic != MAGIC:
            raise ForgedError(f"got a record that starts with {magic!r}")
        try:
            kind = Tag(number)
        except ValueError:
            raise ForgedError(f"got a record of kind {number}") from None
        if (kind in (Tag.READY, Tag.UNFIT)) == (self.ready or bool(self.unfit)):
            raise ForgedError(f"got {kind.name} out of turn")
        if kind is not Tag.ARRAY:
            if length > MAX_TEXT:
                raise ForgedError(f"got a text of {length} bytes, but should be at most {MAX_TEXT}")
            return kind, "", index, length, ()
        if dtype >= len(DTYPES) or dimensions > MAX_DIMENSIONS or any(shape[dimensions:]):
            raise ForgedError(f"got an array of type {dtype} with {dimensions} dimensions")
        shape = shape[:dimensions]
        size = math.prod(shape) * np.dtype(DTYPES[dtype]).itemsize
        if size != length:
            raise ForgedError(f"got {length} bytes for an array that has {size}")
        if length > self._room:
            raise ForgedError(f"got an array of {length} bytes, but should be at most {self._room}")
        # a shape such as (0, 2**60) has no bytes but overflows later arithmetic; so do many such factors together
        if math.prod(max(length, 1) for length in shape) > max(self._room, 1):
            raise ForgedError(f"got an array of shape {tuple(shape)}")
        return kind, DTYPES[dtype], index, length, tuple(shape)

    def _take(self, kind: Tag, dtype: str, index: int, payload: bytes, shape: tuple[int, ...]) -> None:
        take: Mapping[Tag, Callable[[], None]] = {
            Tag.READY: lambda: setattr(self, "ready", True),
            Tag.UNFIT: lambda: setattr(self, "unfit", payload.decode(errors="replace") or "unknown"),
            Tag.END: lambda: setattr(self, "ended", True),
            Tag.ARRAY: lambda: self._set_role(index, _to_array(payload, dtype, shape)),
            Tag.ROLE_ERROR: lambda: self._set_role(index, RoleError(*_unpack_error(payload))),
            Tag.SOURCE_ERROR: lambda: self._set_error(kind, payload),
            Tag.CALL_ERROR: lambda: self._set_error(kind, payload),
            Tag.TOUCHED: lambda: self._set_touched(index),
            Tag.NEXT: lambda: self._begin(index),
            Tag.LOADED: self._set_loaded,
            Tag.DROPPED: lambda: self._note(self.dropped, _unpack_note(Drop, payload)),
            Tag.SUPPLIED: lambda: self._note(self.supplied, _unpack_note(Supplied, payload)),
        }
        take[kind]()

    def _begin(self, number: int) -> None:
        if self.source_error or number != len(self.parts) or number >= len(self._jobs):
            raise ForgedError(f"got the beginning of run {number} out of turn")
        job = self._jobs[number]
        self.parts.append(RunAnswer(list(job.roles), list(job.arrays)))

    def _set_loaded(self) -> None:
        if self.loaded or len(self.parts) > 1:
            raise ForgedError("got the end of loading twice")
        self.loaded = True

    def _note(self, notes: list[_Note], note: _Note) -> None:
        if self.loaded or len(notes) >= _MAX_NOTES:
            raise ForgedError("got what was left out, out of turn")
        notes.append(note)

    def _set_touched(self, index: int) -> None:
        part = self.parts[-1]
        part.touched.append(_named(part.array_names, index))
        if len(part.touched) > len(part.array_names):
            raise ForgedError("got more changed arrays than there are")

    def _set_role(self, index: int, value: Array | RoleError) -> None:
        part = self.parts[-1]
        name = _named(part.role_names, index)
        if name in part.roles:
            raise ForgedError(f"got two values for {name}")
        part.roles[name] = value

    def _set_error(self, kind: Tag, payload: bytes) -> None:
        error = StudentError(*_unpack_error(payload))
        if self.source_error or self.parts[-1].error:
            raise ForgedError("got two errors")
        if kind is Tag.CALL_ERROR:
            self.parts[-1].error = error
        elif len(self.parts) > 1:
            raise ForgedError("got an error of the source after a run")
        else:
            self.source_error = error


def _to_array(payload: bytes, dtype: str, shape: tuple[int, ...]) -> Array:
    array: Array = np.frombuffer(payload, dtype).reshape(shape)
    if dtype == "|b1":
        return array.view(np.uint8).astype(np.bool_)  # a bool byte other than 0 and 1 is invalid in numpy
    return array


def _named(names: list[str], index: int) -> str:
    if index >= len(names):
        raise ForgedError(f"got index {index}, but should be below {len(names)}")
    return names[index]


def _unpack_error(payload: bytes) -> tuple[str, int, str, str]:
    parts = payload.decode("utf-8", "replace").split("\0")
    if len(parts) != 4 or not re.fullmatch(r"[0-9]{1,9}", parts[1]):
        raise ForgedError("got an error that is not one")
    return clean(parts[0]), int(parts[1]), clean(parts[2]), clean(parts[3])


def _unpack_note(kind: type[_Note], payload: bytes) -> _Note:
    """A `Drop` or `Supplied` from JSON; the type of every value is checked. Raises ForgedError."""
    try:
        values = json.loads(payload)
        types = [each.type for each in fields(kind)]
        if [type(value) for value in values] != types:
            raise ValueError
    except (ValueError, TypeError, RecursionError):
        raise ForgedError("got a note that is none") from None
    return kind(*[clean(value)[:_MAX_NOTE_LENGTH] if isinstance(value, str) else value for value in values])  # type: ignore[arg-type]
