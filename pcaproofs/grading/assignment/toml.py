"""Writing TOML so that tomllib reads the same values back."""

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any


def to_toml(table: Mapping[str, Any]) -> str:
    """A table as TOML: plain values first, then tables and arrays of tables, each with a heading."""
    return "\n".join(_lines(table, ())).strip() + "\n"


def _lines(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    later = []
    for key, value in table.items():
        if isinstance(value, Mapping) or _is_tables(value):
            later.append((key, value))
        else:
            yield f"{_key(key)} = {_value(value)}"
    for key, value in later:
        heading = ".".join(map(_key, (*path, key)))
        if isinstance(value, Mapping):
            yield f"\n[{heading}]"
            yield from _dotted(value, ())
        else:
            for item in value:
                yield f"\n[[{heading}]]"
                plain = {name: inner for name, inner in item.items() if not isinstance(inner, Mapping)}
                yield from _dotted(plain, ())
                for name, inner in item.items():
                    if isinstance(inner, Mapping):
                        yield f"[{heading}.{_key(name)}]"
                        yield from _dotted(inner, ())


def _dotted(table: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    """One line for each value; nested tables become dotted keys."""
    for key, value in table.items():
        if isinstance(value, Mapping) and value:
            yield from _dotted(value, (*path, key))
        else:
            yield f"{'.'.join(map(_key, (*path, key)))} = {_value(value)}"


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, Mapping) for item in value)


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _text(key)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(key)} = {_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return repr(value)
