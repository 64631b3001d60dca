"""A box never contradicts the line that it quotes, and a change that it states does what it says."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest

from pcaproofs.grading.data.datasets import datasets
from pcaproofs.grading.diagnosis import Mistake, example_of, picture_of, shrink
from pcaproofs.grading.diagnosis.shown import on_known_data

from ..table.explained import ENTRIES, Explained
from ..table.local import Entry, LocalRerun, run_all

_MEAN = r"mean|average|sum|sorted|center|centre|cov"
SHOWN = {
    "centred-along-wrong-axis": r"axis ?= ?(1|-1)|\(\w*,? ?1\)|keepdims|\.T|for |apply|\(\w+\)",
    "mean-added": r"\+|add",
    "grand-mean": _MEAN,
    "never-centred": r"@|dot|svd|cov|eig|matmul|einsum|pca|PCA|\*",
    "uncentred-projection": r"@|dot|matmul|einsum|transform",
    "covariance-of-samples": r"cov|@|dot|matmul",
    "rows-for-columns": r"\[|zip|for |take",
    "left-singular-vectors": r"svd|U|u\b",
    "argsort-of-vectors": r"argsort",
    "order-of-reversed": r"argsort",
    "swapped-unpacking": r"eig",
    "smallest-components": r"argsort|sort|eig|\[",
    "eig-unsorted": r"eig",
    "eig-for-symmetric": r"eig",
    "correlation-matrix": r"corr",
    "elementwise-product": r"\*",
    "fixed-number-of-components": r"\d",
    "fixed-number-of-features": r"\d",
    "fixed-number-of-samples": r"\d",
    "divisor-depends-on-data": r"if ",
    "half-precision": r"float16|half|f2",
    "median-for-mean": r"median",
}
"""By the name of a mistake, what the line beside it has to contain, as a regular expression."""
_CHANGE = re.compile(r"`([^`]*)` should be (?:`([^`]*)`|(left out))(?: in `([^`]*)`)?|(?:shown, )write `([^`]*)`")


Explain = Callable[[str], Explained]


def plain(text: str) -> str:
    return re.sub(r"[\s()]|np\.linalg\.|np\.", "", text.replace('"', "'")).rstrip(",")


def changed(source: str, mistake: Mistake) -> str | None:
    """Return the source after the change that a box states; None if it states none that can be made by hand."""
    found = _CHANGE.search(mistake.hint)
    if not found or not mistake.place:
        return None
    lines = source.split("\n")
    number = int(mistake.place.removeprefix("line ")) - 1
    old, new, _, within, whole = found.groups()
    line = lines[number]
    if whole:
        lines[number] = line[: len(line) - len(line.lstrip())] + whole
    elif old and line.count(old) == 1 and not within:
        lines[number] = line.replace(old, new if new is not None else "pass")
    elif old and within and line.count(within) == 1 and within.count(old) == 1:
        lines[number] = line.replace(within, within.replace(old, new or "pass"))
    else:
        return None
    return "\n".join(lines)


@pytest.mark.parametrize("name", ENTRIES)
def test_the_quoted_line_contains_what_the_sentence_says(name: str, explained: Explain) -> None:
    (entry, _), (_, found) = ENTRIES[name], explained(name)
    for mistake in found.mistakes if found else ():
        if not mistake.excerpt:
            continue
        if entry.samples == "rows" or "axis" not in SHOWN.get(mistake.name, ""):
            assert re.search(SHOWN.get(mistake.name, ""), mistake.excerpt), mistake
        change = _CHANGE.search(mistake.hint)
        if change and change[1] and mistake.hint.startswith("In the line shown"):
            assert plain(change[4] or change[1]) in plain(mistake.excerpt), mistake


@pytest.mark.parametrize("name", ENTRIES)
def test_obeying_all_boxes_gives_the_stated_result(name: str, explained: Explain) -> None:
    (entry, _), (runs, found) = ENTRIES[name], explained(name)
    mistakes: Sequence[Mistake] = found.mistakes if found else ()
    claimed = [each for each in mistakes if "everything is correct" in each.hint]
    if len(mistakes) > 1:
        assert not [each for each in claimed if "After this change" in each.hint]
    source: str | None = entry.source
    for mistake in sorted(mistakes, key=lambda each: each.place):
        source = changed(source, mistake) if source is not None else None
    if claimed and source is not None:
        again = run_all(replace(entry, source=source), [run.data for run in runs])
        assert all(run.ok for run in again), (source, mistakes)


@pytest.mark.parametrize("name", ENTRIES)
def test_an_example_shows_a_difference(name: str, explained: Explain) -> None:
    (entry, _), (runs, _) = ENTRIES[name], explained(name)
    small = on_known_data(runs) or shrink(runs, LocalRerun(entry))
    if small:
        example = example_of(small)
        assert str(example.expected) != str(example.got), example


ROWS = """
import numpy as np
def pca(X, k):
    A = X - X.mean(axis=0)
    return np.linalg.svd(A)[2][:, :k]
"""


def test_no_picture_says_that_a_wrong_axis_is_right() -> None:
    """In the plane the rows and the columns of Vᵀ agree where it is symmetric, which LAPACK decides."""
    entry = Entry(ROWS, "W = pca(X, k)", {"components": "W"})
    runs = run_all(entry, datasets(0))
    assert any(not run.ok for run in runs)
    picture = picture_of([run for run in runs if not run.ok] + [run for run in runs if run.ok])
    if picture:
        assert abs(np.dot(picture.theirs, picture.right)) < 0.9999
