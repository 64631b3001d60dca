"""Authors of submissions, from the names that learning platforms give to files and folders.

Moodle names a folder `Ada Lovelace_4711_assignsubmission_file_`, Canvas a file `lovelaceada_4711_88123_pca.py` (with
`LATE` before the number of a late student). Gradescope numbers the folders and lists the people in
`submission_metadata.yml`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

MOODLE = re.compile(r"(?P<name>[^_/\\]+)_(?P<id>\d+)_assignsubmission_(file|onlinetext)_?.*", re.DOTALL)
CANVAS = re.compile(r"(?P<name>[^_/\\]+)_(?:LATE_)?(?P<id>\d+)_\d+_.+", re.DOTALL)
METADATA = "submission_metadata.yml"


@dataclass(frozen=True)
class Person:
    """A name and a number; either is empty if unknown."""

    name: str = ""
    number: str = ""


Roster = Mapping[str, Person]
"""People by the names of their submissions."""


def person_of(submission: str) -> Person:
    """The author of a submission, from the name that a learning platform gave it."""
    found = MOODLE.fullmatch(submission) or CANVAS.fullmatch(submission)
    return Person(found["name"], found["id"]) if found else Person()


def roster_of(metadata: bytes) -> Roster:
    """The people in the metadata that Gradescope exports; empty for other content."""
    return dict(_gradescope(metadata.decode("utf-8", "replace").splitlines()))


def _gradescope(lines: Sequence[str]) -> Iterator[tuple[str, Person]]:
    """Folders with their people; for a group, the names of all and the number of the first."""
    folder, names, numbers, inside = "", list[str](), list[str](), False

    def person() -> tuple[str, Person]:
        return folder, Person(", ".join(names), numbers[0] if numbers else "")

    for line in lines:
        if top := re.fullmatch(r"['\"]?([^\s:'\"]+)['\"]?:\s*", line):
            if names:
                yield person()
            folder, names, numbers, inside = top[1], [], [], False
        elif re.match(r" {2}\S", line) and not line.startswith("  - "):
            inside = line.startswith("  :submitters:")
        elif inside and (part := re.fullmatch(r" {2}(?:- |  ):(name|sid): +(.+?)\s*", line)):
            value = part[2].strip("'\"")
            if value and value != "null":
                (names if part[1] == "name" else numbers).append(value)
    if names:
        yield person()
