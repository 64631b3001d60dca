"""The verdicts of the notes in `labelled` and `own`, found once for all processes."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import read_note
from tests.notes.checking import Checked, CheckedFile


@pytest.fixture(scope="session")
def checked_file(once: Callable[..., Any]) -> CheckedFile:
    """A function of a note beside the tests: the note and its verdicts, which the first process that asks finds."""

    def check(file: Path) -> Checked:
        note = read_note(file)
        return note, check_note(note)[1]

    @cache
    def checked_file(file: Path) -> Checked:
        found: Checked = once(f"checked {file.parent.name} {file.name}", lambda: check(file))
        return found

    return checked_file
