"""NumPy for the chapters of claims, imported where a numeric property first uses it: no other layer needs it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["np"]

if TYPE_CHECKING:
    import numpy as np
else:

    class _AtFirstUse:
        """Has the attributes of NumPy."""

        def __getattr__(self, name: str) -> Any:
            import numpy

            return getattr(numpy, name)

    np = _AtFirstUse()
