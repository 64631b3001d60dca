"""The exception of the search for a goal without a proof."""

from __future__ import annotations


class Unproved(Exception):  # noqa: N818
    """No certificate was found; the message names the goal and its remaining expression."""
