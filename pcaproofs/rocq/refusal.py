"""What is not carried over."""

from __future__ import annotations


class NotCarriedOver(ValueError):  # noqa: N818
    """A statement or certificate uses what has no translation; the message names it."""
