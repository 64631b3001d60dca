"""What the search raises where it ends without a proof."""

from __future__ import annotations


class Unproved(Exception):  # noqa: N818
    """No certificate was found; the message names the goal, and what was left of it."""
