"""Readings that are inferred from the use of letters, and therefore refute nothing."""

from __future__ import annotations

from pcaproofs.notes.scope.entrywise import ENTRYWISE
from pcaproofs.notes.typing.expressions import LAYOUTS
from pcaproofs.notes.typing.matrices import WRITTEN
from pcaproofs.notes.typing.statements import Statements
from pcaproofs.notes.typing.sums import FACTOR

_REASONS = (
    ({*LAYOUTS, *LAYOUTS.values()}, "notes write a matrix of derivatives or its transpose"),
    ({WRITTEN}, "it may say what a letter is"),
    ({ENTRYWISE}, "the note does not say what the members of its letters are"),
    ({*FACTOR.values()}, "notes give a variance the factor 1/n or 1/(n-1)"),
)


def inferred(typing: Statements) -> str | None:
    """The reason why a reading of a statement may not refute it; None if the note says all that the reading has."""
    if any(symbol.kind == "size" for symbol in typing.used.values()):
        return "a size of another section may be a whole number here too"
    return next((why for defaults, why in _REASONS if defaults & typing.defaults.keys()), None)
