"""The table of what becomes of the rows of notes."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_table_counts_each_display_row_once(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_text(
        "Let $x, y \\in \\mathbb{R}^p$.\n\n$$x^T y = y^T x$$\n\n$$x^T y = x$$\n\n$$x +$$\n", encoding="utf-8"
    )
    table = runpy.run_path(str(ROOT / "docs" / "rows.py"))["table"]
    head, _, line, total = [[x.strip() for x in row.strip("|").split("|")] for row in table([note])]
    found = dict(zip(head, line, strict=True))
    assert (found["note"], found["rows"], found["read"], found["proved"], found["ill-typed"]) == (
        "a.md",
        "3",
        "67 %",
        "1",
        "1",
    )
    assert total[1:] == line[1:]


def test_the_table_counts_what_is_read_with_a_scope_file(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_text("$$\\spur{A} = \\spur{A^T}$$\n\n$$a + b = b + a$$\n", encoding="utf-8")
    table = runpy.run_path(str(ROOT / "docs" / "rows.py"))["table"]
    assert [x.strip() for x in [*table([note])][-1].split("|")[2:5]] == ["2", "50 %", "50 %"]
    note.with_suffix(".scope").write_text("\\spur{x} = \\operatorname{tr}(x)", encoding="utf-8")
    assert [x.strip() for x in [*table([note])][-1].split("|")[2:5]] == ["2", "50 %", "100 %"]
