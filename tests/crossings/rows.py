"""All rows, by subject."""

from . import rows_graders, rows_notes, rows_numerics, rows_proofs, rows_symbols
from .row import Row

SUBJECTS: dict[str, tuple[Row, ...]] = {
    "Formats of notes": rows_notes.ROWS,
    "Conventions of other libraries": rows_numerics.ROWS,
    "Graders and notebooks": rows_graders.ROWS,
    "Readers and printers of formulas": rows_symbols.ROWS,
    "Solvers and proof assistants": rows_proofs.ROWS,
}
ROWS = [row for rows in SUBJECTS.values() for row in rows]
