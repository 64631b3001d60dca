"""The part of docs/grading.md on platforms: its commands exist, its adjust.toml is read, and it names everything."""

import re
import shlex
from pathlib import Path

import click
import pytest

from pcaproofs.cli import main
from pcaproofs.cli.grading import FORMATS
from pcaproofs.cli.kits import PLATFORMS as CHOICES
from pcaproofs.grading.assignment import loads as assignment_of
from pcaproofs.grading.assignment.reference import EXAMPLE
from pcaproofs.grading.cells import VARIABLE
from pcaproofs.grading.platforms.formats import FORMATS as WRITERS
from pcaproofs.grading.platforms.kits import PLATFORMS
from pcaproofs.grading.results.adjust import LATE_KEYS, PART_KEYS, STUDENT_KEYS, loads
from pcaproofs.grading.submission.people import Person

TEXT = (Path(__file__).parents[3] / "docs" / "grading.md").read_text(encoding="utf-8")
PART = TEXT.partition("\n## Platforms\n")[2].partition("\n## ")[0]
COMMANDS = re.findall(r"^(pcaproofs .*)$|`(pcaproofs [a-z-]+ [^`]*)`", PART, flags=re.MULTILINE)


@pytest.mark.parametrize("line", sorted({first or second for first, second in COMMANDS}))
def test_its_commands_exist(line: str) -> None:
    command: click.Command = main
    words = shlex.split(line)[1:]
    while isinstance(command, click.Group):
        command = command.commands[words.pop(0)]
    command.make_context(line, words)


def test_its_adjust_toml_is_read() -> None:
    (text,) = re.findall(r"```toml\n(.*?)```", PART, flags=re.DOTALL)
    found = loads(
        text, "adjust.toml", assignment_of(EXAMPLE), {"a": Person("Ada Lovelace"), "b": Person("Ben", "4712")}
    )
    assert found.keys() == {"a", "b"}
    for key in (*LATE_KEYS, *STUDENT_KEYS, *PART_KEYS):
        assert re.search(rf"\b{key}\b", PART), key


def test_every_platform_is_described() -> None:
    assert tuple(PLATFORMS) == CHOICES
    assert set(WRITERS) == set(FORMATS)
    assert len(COMMANDS) > 10
    for name in PLATFORMS:
        assert f"--for {name}" in PART
    assert VARIABLE in PART
