"""The kind of a letter according to its appearance, which is the weakest evidence."""

from pcaproofs.notes.formulas.spelling import COUNTS, INDICES, VECTORS
from pcaproofs.notes.formulas.surface import Name
from pcaproofs.notes.prose.facts import Kind


def look(name: Name) -> Kind:
    """The kind of a letter by its appearance only."""
    base = name.base
    if any(accent in VECTORS for accent in name.accents):
        return "column"
    if name.font == "bold":
        return "matrix" if base.isupper() else "column"
    if len(base) > 1:
        return "number"
    if base.isupper():
        return "matrix"
    if base in "μθ" or (base.isascii() and base not in INDICES | COUNTS | {"c"}):
        return "column"
    return "number"
