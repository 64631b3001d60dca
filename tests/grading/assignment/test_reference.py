"""The reference in docs/grading.md: it is what the code says, and it leaves out nothing."""

import re
import typing
from dataclasses import fields

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.grading.assignment import CRITERIA, ROLES, AssignmentError, keys, loads
from pcaproofs.grading.assignment.names import GIVEN, PARAMETERS, SITUATIONS
from pcaproofs.grading.assignment.reference import DOCUMENT, convention_rows, documented, reference
from pcaproofs.grading.assignment.table import top_table
from pcaproofs.grading.data.datasets import NAMES
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.protocol import Limits

TEXT = reference()


def test_the_document_is_up_to_date() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert documented(text) == text, "run python -m pcaproofs.grading.assignment.reference"
    with pytest.raises(ValueError, match="but should have both"):
        documented("# nothing")


def test_nothing_is_left_out() -> None:
    tables = (keys.TOP, keys.TASK, keys.RUBRIC, keys.VALUE, keys.DATA)
    names = {name for table in tables for name in table}
    names |= {*CRITERIA, *ROLES, *GIVEN, *(field.name for kind in (Conventions, Limits) for field in fields(kind))}
    assert [name for name in names if f"| `{name}` |" not in TEXT] == []
    assert [name for name in NAMES if f"| {name} |" not in TEXT] == []
    values = {value for kind in typing.get_type_hints(Conventions).values() for value in typing.get_args(kind)}
    assert [value for value in values if not re.search(rf"[| ]{re.escape(str(value))}[ |]", TEXT)] == []
    assert set(keys.ROLES) == set(ROLES)
    assert set(keys.PARAMETERS) == set(PARAMETERS)


def test_every_situation_says_on_which_data() -> None:
    for name in SITUATIONS:
        (row,) = re.findall(rf"^\| `{re.escape(name)}` \|.*$", TEXT, re.M)
        assert any(data in row for data in NAMES), row


WHOLE = 'file = "a.py"\ncall = "Z = f(X, k)"\nroles = { scores = "Z" }\ncriteria = { scores.centred = 1 }\n'
ALONE = ("files", "solution", "data", "own_data_only", "student_version", "task", "given", "values", "packages")


def test_the_examples_of_keys_can_be_read() -> None:
    for table in (keys.TOP, keys.TASK):
        for name, key in table.items():
            if name in ALONE or f"\n{name} =" in f"\n{WHOLE}":
                continue
            assert loads(f"{key.example}\n{WHOLE}")
    rows = 'roles = { scores = "Z", components = "W" }'
    for key in keys.RUBRIC.values():
        text = WHOLE.replace('roles = { scores = "Z" }', rows).replace("{ scores.centred = 1 }", "{ runs = 1 }")
        assert loads(f"{text}[conventions]\n").tasks
        assert loads(text.replace("criteria = { runs = 1 }\n", f"[criteria]\n{key.example}\n")).tasks


TABLES = (keys.TOP, keys.TASK, keys.DERIVATION, keys.MILESTONE, keys.RUBRIC, keys.VALUE, keys.DATA)
ROWS = [(name, row) for table in TABLES for name, row in table.items() if row.value.read is not keys._elsewhere]


@pytest.mark.parametrize(("name", "row"), ROWS, ids=[f"{name}: {row.example}" for name, row in ROWS])
def test_the_row_of_a_key_reads_its_example_and_refuses_another_kind_of_value(name: str, row: keys.Key) -> None:
    table = top_table(row.example, "hw.toml")
    while name not in table:
        table = table.table(next(iter(table)))
    read = row.value.read(table, name)
    assert row.value.default != f"`{str(read).lower() if isinstance(read, bool) else read}`"
    with pytest.raises(AssignmentError, match=r"^hw\.toml:\d+: got .*, but should be "):
        row.value.read(table.inner({name: [0]}), name)


def test_names_lists_roles_criteria_and_conventions() -> None:
    told = CliRunner().invoke(main, ["assignment", "--names"]).output
    for name in (*ROLES, *CRITERIA, *(name for name, *_ in convention_rows())):
        assert name in told
    assert "decreasing | increasing | any" in told
    short = CliRunner().invoke(main, ["assignment", "--help"]).output
    assert len(short.splitlines()) < 90
    assert "largest-positive" not in short
