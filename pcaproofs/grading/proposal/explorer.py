"""Making many calls of a solution in its own process; this file is sent there as text.

It imports only the standard library and NumPy. Its output is untrusted like every other value of a solution, and
decoded by `probe`.
"""

import json
from typing import Any

import numpy as np

MOST_PARTS = 40
MOST_NUMBERS = 20_000


def explore(scope: dict[str, Any], attempts: str, filename: str) -> Any:
    """The results of all attempts, each a statement and an expression, encoded as one array.

    Each attempt gets fresh copies of the arrays.
    """
    told: list[dict[str, Any]] = []
    payload: list[bytes] = []
    for before, expression, variables, numbers in json.loads(attempts):
        names = {**scope, **numbers}
        for variable, key in variables.items():
            names[variable] = scope[key].copy()
        try:
            with np.errstate(all="ignore"):
                exec(before, names)
                value = eval(expression, names)
                parts = list(_parts(value, [], 0))[:MOST_PARTS]
                described = [_described(path, part, payload) for path, part in parts]
            told.append({"parts": described})
        except BaseException as error:
            told.append({"error": _words(error, filename)})
    head = json.dumps(told).encode()
    return np.frombuffer(len(head).to_bytes(8, "little") + head + b"".join(payload), np.uint8)


def _parts(value: Any, path: list[Any], depth: int) -> Any:
    """The parts of a value with their positions: items of tuples, dictionaries and objects with fields."""
    if depth < 2 and isinstance(value, dict):
        for key, item in value.items():
            if isinstance(key, str):
                yield from _parts(item, [*path, ["key", key]], depth + 1)
        return
    if depth < 2 and isinstance(value, tuple | list) and value and not _is_array(value):
        for index, item in enumerate(value):
            yield from _parts(item, [*path, ["item", index, len(value)]], depth + 1)
        return
    if depth < 2 and type(value).__module__.partition(".")[0] not in ("builtins", "numpy", "pandas", "scipy", "types"):
        for name in dir(value):
            if name[0] != "_":
                try:
                    item = getattr(value, name)
                except Exception:  # other properties may still work
                    continue
                if not callable(item):
                    yield from _parts(item, [*path, ["field", name]], depth + 1)
        return
    yield path, value


def _is_array(value: Any) -> bool:
    """Whether a list is a single array: rows of equal length, or numbers."""
    if not isinstance(value, list):
        return False
    try:
        shapes = {np.shape(item) for item in value}
    except ValueError:  # ragged
        return False
    return len(shapes) == 1 and len(next(iter(shapes))) < 2 and not any(isinstance(item, dict) for item in value)


def _described(path: list[Any], value: Any, payload: list[bytes]) -> dict[str, Any]:
    densify = getattr(value, "toarray", None)
    try:
        array = np.array(densify() if callable(densify) else value)
        array = array.astype(np.float64) if array.dtype.kind == "O" and value is not None else array
        if array.dtype.kind in "biufc" and array.size <= MOST_NUMBERS:
            kind = "c16" if array.dtype.kind == "c" else "f8"
            array = np.ascontiguousarray(array.astype(f"<{kind}")).reshape(array.shape)
            payload.append(array.tobytes())
            return {"path": path, "shape": list(array.shape), "kind": kind}
    except Exception:
        return {"path": path, "type": type(value).__name__}
    return {"path": path, "type": type(value).__name__}


def _words(error: BaseException, filename: str) -> str:
    """An error message with the line of the solution."""
    line, trace = 0, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    text = " ".join(str(error).split())[:200]
    return f"{type(error).__name__}{': ' if text else ''}{text}{f' [line {line}]' if line else ''}"
