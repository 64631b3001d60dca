"""numpy for numeric properties, imported when one runs: chapters are read far more often than their numbers are."""

from __future__ import annotations

from typing import Any


class _Later:
    def __getattr__(self, name: str) -> Any:
        import numpy

        return getattr(numpy, name)


np = _Later()
