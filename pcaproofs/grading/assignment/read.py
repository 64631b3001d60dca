"""Reading an assignment."""

from pathlib import Path

from .model import Assignment


def load(path: str | Path) -> Assignment:
    """Read an assignment file; raises AssignmentError, OSError."""
    raise NotImplementedError


def loads(text: str, name: str = "assignment") -> Assignment:
    """Read an assignment's text; raises AssignmentError."""
    raise NotImplementedError
