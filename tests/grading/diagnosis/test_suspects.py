"""Lines that may hold a mistake, and the change that mends each."""

import pytest

from pcaproofs.grading.suspects import edited, suspects


@pytest.mark.parametrize(
    ("line", "mended"),
    [
        ("data = table[:, :2]", "data = table"),
        ("Z = (table[:, 0:3] - 1) @ np.eye(3)", "Z = (table - 1) @ np.eye(3)"),
        ("data = table[:2]", ""),
        ("data = table[:, 2:]", ""),
        ("data = other[:, :2]", ""),
    ],
)
def test_columns_that_are_left_out(line: str, mended: str) -> None:
    text = f"def pca(table):\n    {line}\n    return data\n"
    found = [edited(text, each.edits) for each in suspects(text) if each.name == "fixed-number-of-features"]
    assert (text.replace(line, mended) in found) == bool(mended)
