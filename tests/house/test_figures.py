"""The figures that documents say of the project itself are those of today."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from figures import MOST_BASES, bases

from pcaproofs.verify.discovery import own_project

ROOT = Path(__file__).parents[2]
WORDS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
)
NUMBERS = {word: number for number, word in enumerate([*WORDS.split(), "eighteen", "nineteen", "twenty"])}


def lines(place: str) -> int:
    """The lines of a file."""
    return len((ROOT / place).read_text(encoding="utf-8").splitlines())


def folders(place: str) -> int:
    """The folders in a folder."""
    return sum(path.is_dir() for path in (ROOT / place).iterdir())


@cache
def claims(place: str) -> list[str]:
    """The ids of an example's claims, imported by a process of its own: another test imports a copy of the module."""
    code = "import sys; from pcaproofs.verify.discovery import project_at; print(*project_at(sys.argv[1]).claims())"
    done = subprocess.run([sys.executable, "-c", code, str(ROOT / place)], check=True, capture_output=True, text=True)
    return re.findall(r"<claim (\S+)>", done.stdout)


def per_subject(place: str) -> set[int]:
    """How many claims the chapters of an example have."""
    return set(Counter(id.split(".")[0] for id in claims(place)).values())


def near(value: int, step: int) -> Callable[[int], bool]:
    """Whether a figure is the value rounded to a step."""
    return lambda said: said == round(value / step) * step


def at_most(value: int, step: int) -> Callable[[int], bool]:
    """Whether a figure is the value rounded up to a step."""
    return lambda said: said == -(-value // step) * step


KERNEL = at_most(lines("pcaproofs/kernel.py"), 100)
GALLERY = near(folders("examples/grading"), 1)
# the document, the words around the figure, and what says whether it is right
FIGURES = [
    ("README.md", "a set of some (.*) claims, and each", lambda said: near(len(own_project().claims()), 10)(said)),
    ("README.md", "a checker of (.*) lines", KERNEL),
    ("docs/index.md", "a checker of (.*) lines", KERNEL),
    ("docs/trust.md", r"The (\d+) lines of the kernel are", KERNEL),
    ("docs/trust.md", r"`library/vocabulary.v` \((.*) lines\)", near(lines("pcaproofs/rocq/library/vocabulary.v"), 10)),
    ("README.md", r"ridge regression; (\w+) assignments", GALLERY),
    ("docs/grading.md", r"assignments of (\w+) kinds", GALLERY),
    ("docs/grading.md", r"has (\w+) assignments, \w+ with", GALLERY),
    ("docs/claims.md", r"has (\w+) claims or \w+ about", lambda said: said == min(per_subject("examples/subjects"))),
    ("docs/claims.md", r"claims or (\w+) about", lambda said: said == max(per_subject("examples/subjects"))),
    (
        "docs/claims.md",
        r"about each of (\w+) subjects",
        lambda said: said == len({id.split(".")[0] for id in claims("examples/subjects")}),
    ),
    ("docs/claims.md", r"project: (\w+) claims about ridge", lambda said: said == len(claims("examples/ridge"))),
]


@pytest.mark.parametrize(("document", "words", "is_right"), FIGURES, ids=[f"{d}: {w}" for d, w, _ in FIGURES])
def test_a_figure_is_that_of_today(document: str, words: str, is_right: Callable[[int], bool]) -> None:
    (said,) = re.findall(words, " ".join((ROOT / document).read_text(encoding="utf-8").split()))
    assert is_right(NUMBERS[said] if said in NUMBERS else int(said)), f"{document}: got {said}, which is another figure"


def test_no_class_is_a_tower() -> None:
    assert {name: depth for name, depth in bases().items() if depth > MOST_BASES} == {}
