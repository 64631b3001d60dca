"""The exception for statements and certificates without a translation."""

from __future__ import annotations


class NotTranslated(ValueError):  # noqa: N818
    """A statement or certificate contains something without a translation; the message names it."""
