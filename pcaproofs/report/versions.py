"""The versions of the software that made a report."""

from __future__ import annotations

import platform
from functools import cache

from pcaproofs import __version__

_LIBRARIES = ("sympy", "numpy", "hypothesis", "mpmath", "jinja2", "markdown-it-py", "mdit-py-plugins", "igraph")


@cache
def versions() -> tuple[tuple[str, str], ...]:
    """Name and version of pcaproofs, of Python, and of each library whose version may change a report."""
    from importlib.metadata import PackageNotFoundError, version

    out = [("pcaproofs", __version__), ("Python", platform.python_version())]
    for name in _LIBRARIES:
        try:
            out.append((name, version(name)))
        except PackageNotFoundError:  # igraph comes with an extra
            continue
    return tuple(out)
