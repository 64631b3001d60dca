"""Notes as they are written, with some wrong rows: each display has the verdict that its mark names.

"reported" is an error or a warning. Most wrong rows are reported, and none of the true ones.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.notes.checking import CheckedFile

FILES = sorted((Path(__file__).parent / "natural").iterdir())
_MARK = re.compile(r"<!-- ([\w-]+) -->")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_each_display_has_its_verdict(file: Path, checked_file: CheckedFile) -> None:
    note, found = checked_file(file)
    marks = {k: m[1] for k, line in enumerate(file.read_text().splitlines(), 1) if (m := _MARK.search(line))}
    shown = {note.place(x.formula).line: "reported" if x.severity else x.verdict for x in found if x.formula.display}
    assert shown == marks
