"""Encoding of nested values: JSON for the structure, followed by the bytes of the arrays.

Lists of numbers become arrays. Student code can send anything in this form, so the judge checks what it decodes.
"""

import json
from typing import Any

import numpy as np

from .records import DTYPES
from .values import plain

MAX_DEPTH = 20
MAX_PARTS = 10_000
MAX_HEAD = 1 << 20
"""Maximum number of bytes of JSON."""
_LISTED: tuple[type, ...] = (list, tuple, range, type({}.keys()), type({}.values()))
_array, _frombuffer, _dumps = np.array, np.frombuffer, json.dumps
_ndarray, _generic = np.ndarray, np.generic


def packed(value: Any) -> Any:
    """A value encoded as an array of bytes; raises TypeError for types that cannot be encoded."""
    packer = _Packer()
    head = _dumps(packer.tree(value, 0)).encode()
    if len(head) > MAX_HEAD:
        raise TypeError("got a value of more parts than an answer may have")
    data = b"".join([len(head).to_bytes(8, "little"), head, *packer.arrays])
    return _frombuffer(data, dtype=np.uint8)


class _Packer:
    def __init__(self) -> None:
        self.arrays: list[bytes] = []
        self._parts = 0

    def tree(self, value: Any, depth: int) -> list[Any]:
        """A value as lists and texts for JSON; its arrays are collected in `arrays`."""
        self._parts += 1
        if depth > MAX_DEPTH or self._parts > MAX_PARTS:
            raise TypeError("got a value of more parts than an answer may have")
        if isinstance(value, _generic):
            value = value.item()
        for kind, name in ((type(None), "none"), (bool, "bool"), (str, "text")):
            if isinstance(value, kind):
                return [name, value if kind is not str else str(value)]
        if isinstance(value, int):
            return ["int", str(int(value))]
        if isinstance(value, float):
            return ["float", float(value).hex()]
        if isinstance(value, complex):
            return ["complex", value.real.hex(), value.imag.hex()]
        if isinstance(value, dict):
            pairs = [[self.tree(key, depth + 1), self.tree(item, depth + 1)] for key, item in value.items()]
            return ["dict", pairs]
        if isinstance(value, (set, frozenset)):
            return ["set", [self.tree(item, depth + 1) for item in sorted(value, key=repr)]]
        if isinstance(value, _LISTED):
            return self._listed(value, depth)
        return self._array(value, depth)

    def _listed(self, value: Any, depth: int) -> list[Any]:
        items = list(value)
        rows = [list(item) if isinstance(item, (list, tuple)) else [item] for item in items]
        flat = [number for row in rows for number in row]
        numbers = bool(flat) and all(isinstance(number, (int, float, complex, _generic)) for number in flat)
        even = len({(isinstance(item, (list, tuple)), len(row)) for item, row in zip(items, rows, strict=True)}) == 1
        if isinstance(value, (list, range)) and numbers and even:
            return self._array(_array(items), depth)
        return ["list", [self.tree(item, depth + 1) for item in items]]

    def _array(self, value: Any, depth: int) -> list[Any]:
        if isinstance(value, _ndarray) and value.dtype.kind in "OU":
            return self._listed(tuple(value.tolist()) if value.ndim else (value.item(),), depth)
        if not (hasattr(value, "__array__") or hasattr(value, "toarray")):
            kinds = "numbers, texts, arrays, or lists, tuples, sets and dicts of them"
            raise TypeError(f"got {type(value).__name__}, but should be made of {kinds}")
        array = plain(value)
        self.arrays.append(array.tobytes())
        return ["array", DTYPES.index(array.dtype.str), list(array.shape)]
