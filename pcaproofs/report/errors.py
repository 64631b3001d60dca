"""The error of a report that cannot be written."""

from __future__ import annotations


class CannotWrite(RuntimeError):  # noqa: N818
    """A report cannot be written in this format here; the message is one line that names the remedy."""
