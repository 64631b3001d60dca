"""Decoding nested values (lists, dicts, texts, arrays) from untrusted bytes; `worker.nested` encodes them."""

import json
import math
from typing import Any

import numpy as np

from pcaproofs.grading.protocol import Array, RoleError
from pcaproofs.grading.sandbox.worker.nested import MAX_DEPTH, MAX_HEAD, MAX_PARTS
from pcaproofs.grading.sandbox.worker.records import DTYPES, MAX_DIMENSIONS

Value = Any
"""None, a bool, a number, a text, an array, or a list, frozenset or dict of them."""
_LONGEST_NUMBER = 400


class NestedError(ValueError):
    """The bytes are not an encoded value."""


def unpacked(value: Array | RoleError) -> Value | RoleError:
    """The value encoded in an array of bytes, or a RoleError if there is none or it cannot be decoded."""
    if isinstance(value, RoleError):
        return value
    try:
        return _Reader(value.tobytes()).value()
    except (NestedError, ValueError, TypeError, RecursionError, OverflowError, MemoryError, IndexError, KeyError):
        return RoleError("ValueError", 0, "the value cannot be read")


class _Reader:
    def __init__(self, data: bytes) -> None:
        length = int.from_bytes(data[:8], "little")
        if length > min(MAX_HEAD, len(data)):
            raise NestedError("the head is longer than it may be")
        self._tree = json.loads(data[8 : 8 + length])
        self._rest = memoryview(data)[8 + length :]
        self._parts = 0

    def value(self) -> Value:
        """The value; raises NestedError, ValueError, TypeError."""
        return self._of(self._tree, 0)

    def _of(self, tree: Any, depth: int) -> Value:
        self._parts += 1
        if depth > MAX_DEPTH + 1 or self._parts > MAX_PARTS or not isinstance(tree, list):
            raise NestedError("the value has more parts than it may have")
        kind, *content = tree
        if kind == "array":
            return self._array(*content)
        if kind == "complex":
            return complex(_float(content[0]), _float(content[1]))
        (inner,) = content
        if kind == "dict":
            return {self._key(key, depth): self._of(item, depth + 1) for key, item in inner}
        if kind == "list":
            return [self._of(item, depth + 1) for item in inner]
        if kind == "set":
            return frozenset(self._key(item, depth) for item in inner)
        if kind == "int" and isinstance(inner, str) and len(inner) <= _LONGEST_NUMBER:
            return int(inner)
        if kind == "float":
            return _float(inner)
        if (kind == "text" and isinstance(inner, str)) or (kind == "bool" and isinstance(inner, bool)):
            return inner
        if kind == "none" and inner is None:
            return None
        raise NestedError(f"there is no kind {kind!r}")

    def _key(self, tree: Any, depth: int) -> Value:
        """A hashable value, for a set or the keys of a dict."""
        value = self._of(tree, depth + 1)
        if isinstance(value, list):
            return tuple(map(repr, value))
        if isinstance(value, dict | np.ndarray):
            raise NestedError("a key is a dict or an array")
        return value

    def _array(self, dtype: int, shape: list[int]) -> Array:
        if isinstance(dtype, bool) or not 0 <= dtype < len(DTYPES) or len(shape) > MAX_DIMENSIONS:
            raise NestedError("an array has no such type or shape")
        if not all(isinstance(length, int) and 0 <= length < 2**40 for length in shape):
            raise NestedError("an array has no such shape")
        size = math.prod(shape) * np.dtype(DTYPES[dtype]).itemsize
        if size > len(self._rest) or math.prod(max(length, 1) for length in shape) > 2**40:
            raise NestedError("an array is larger than its bytes")
        part, self._rest = self._rest[:size], self._rest[size:]
        array: Array = np.frombuffer(part, DTYPES[dtype]).reshape(shape)
        return array.view(np.uint8).astype(np.bool_) if DTYPES[dtype] == "|b1" else array


def _float(text: Any) -> float:
    if not isinstance(text, str) or len(text) > 40:
        raise NestedError("a number is too long")
    return float.fromhex(text)
