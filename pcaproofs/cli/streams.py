"""The standard streams of a command: open, in UTF-8, with the colours that the environment asks for."""

from __future__ import annotations

import io
import os
import sys


def prepare() -> None:
    """Opens the streams that the shell has closed, and writes UTF-8 also in locales that lack its characters."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # names of files may have any bytes


def colours() -> bool | None:
    """Whether there are colours; None: on terminals only. As https://no-color.org, with FORCE_COLOR as its opposite."""
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return True if os.environ.get("FORCE_COLOR") else None
