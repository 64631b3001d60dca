"""docs/certificates.md: its tables and examples hold of the kernel, of the second checker and of checker.js."""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import fields
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from three_checkers import (
    CHECKER,
    NODE,
    NOWHERE,
    InMemory,
    by_kernel,
    by_second,
    in_javascript,
    needs_node,
    said,
    text_of,
)

from pcaproofs.certificates import NoCertificate, digest, from_json, read_data
from pcaproofs.crosscheck.records import FIELDS, WEIGHT
from pcaproofs.kernel import (
    _RECORDS,
    RULES,
    Certificate,
    Compare,
    Dimension,
    Expression,
    Proof,
    Statement,
    Weight,
    check,
    goals,
)

PAGE = (Path(__file__).parents[2] / "docs" / "certificates.md").read_text(encoding="utf-8")
EMPTY = Certificate((("main", Proof()),))
S = ("letter", "s")


def table(*head: str) -> list[list[str]]:
    """The cells of the table with this head."""
    rows = PAGE.split("| " + " | ".join(head) + " |\n")[1].split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row[1:-1])] for row in rows]


def code(cell: str) -> str:
    """The code in a cell, with its blanks."""
    found = re.fullmatch(r"`(.*)`", cell)
    return found[1] if found and cell != "``" else ""


def example() -> Any:
    return json.loads(PAGE.split("```json\n")[1].split("```")[0])


def agreed(texts: list[str], folder: Path) -> list[bool]:
    """Whether each file is accepted, by all three checkers; the kernel and checker.js agree on code and step."""
    found = [said(one) for one in in_javascript(texts, folder)]
    assert found == [by_kernel(text) for text in texts]
    accepted = [verdict for verdict, _, _ in found]
    assert [by_second(text) for text in texts if by_kernel(text)[0]] == [True] * sum(accepted)
    return accepted


@needs_node
def test_the_example_is_accepted_and_its_change_refused(tmp_path: Path) -> None:
    data = example()
    good = json.dumps(data)
    statement, certificate = from_json(data["statement"]), from_json(data["certificate"])
    assert check(statement, certificate) == "proved"
    data["certificate"]["proofs"][0][1]["cofactors"][1]["left"] = ["mul", ["number", "2"], ["eye", "p"]]
    assert agreed([good, json.dumps(data)], tmp_path) == [True, False]
    assert by_kernel(json.dumps(data))[2]["goal"] == "main"
    (first,) = in_javascript([good], tmp_path)
    assert first["sha256"] == digest(statement, certificate)
    assert f"`{first['sha256']}`" in PAGE


@needs_node
def test_json_is_read_as_the_table_says(tmp_path: Path) -> None:
    """A value stands where it has no right form: what is read is refused as a record, the rest is no certificate."""
    rows = table("JSON", "is")
    template = text_of(Statement((), Compare(S, "=", S)), EMPTY).replace('"letters": []', '"letters": HERE')
    texts = [template.replace("HERE", code(cell)) for cell, _ in rows]
    wanted = [1 if verdict == "read" else 2 for _, verdict in rows]
    for (_, verdict), text in zip(rows, texts, strict=True):
        try:
            read_data(InMemory(text.encode()))  # type: ignore[arg-type]
            assert verdict == "read"
        except NoCertificate:
            assert verdict.startswith("refused")
    assert [found["code"] for found in in_javascript(texts, tmp_path)] == wanted
    assert {*wanted} == {1, 2}


def form_of(declared: Any) -> str:
    """The form, in the words of the page, of a type that the kernel declares."""
    named = {str: "text", int: "integer", bool: "flag", NoneType: "null"} | {
        record: record.__name__ for record in _RECORDS
    }
    special = [(Expression, "expression"), (Dimension, "dimension"), (Weight, "weight")]
    for kind, name in special:
        if declared == kind:
            return name
    if get_origin(declared) is UnionType:
        return " or ".join(map(form_of, get_args(declared)))
    if get_origin(declared) is tuple:
        parts = get_args(declared)
        return f"list of {form_of(parts[0])}" if parts[-1] is Ellipsis else f"({', '.join(map(form_of, parts))})"
    return named[declared]


def form_of_second(form: Any) -> str:
    """The same of a type of the second checker."""
    if isinstance(form, dict):
        return f"{form_of_second(form['or nothing'])} or null"
    if isinstance(form, list):
        return f"list of {form_of_second(form[0])}"
    if isinstance(form, tuple):
        return "weight" if form == WEIGHT else f"({', '.join(map(form_of_second, form))})"
    return str(form).replace("|", " or ")


def test_the_records_are_those_of_the_kernel_and_of_the_second_checker() -> None:
    rows = {(record, field): form for record, field, form in table("record", "field", "form")}
    declared = {record: get_type_hints(record) for record in _RECORDS}
    assert rows == {(r.__name__, f.name): form_of(declared[r][f.name]) for r in _RECORDS for f in fields(r)}
    assert rows == {(r, name): form_of_second(form) for r, each in FIELDS.items() for name, form in each.items()}


@needs_node
def test_the_records_are_those_of_the_third_checker() -> None:
    rows = {(record, field): form for record, field, form in table("record", "field", "form")}
    script = f"console.log(JSON.stringify(require({str(CHECKER)!r}).RECORDS))"
    found = json.loads(subprocess.run([str(NODE), "-e", script], check=True, capture_output=True, text=True).stdout)
    assert rows == {(record, name): form for record, each in found.items() for name, form in each.items()}


@needs_node
def test_numbers_are_read_as_the_table_says(tmp_path: Path) -> None:
    rows = table("rational", "is")
    statements = [
        Statement((("s", 1, 1),), Compare(("mul", ("number", code(cell)), S), "=", ("mul", S, ("number", code(cell)))))
        for cell, _ in rows
    ]
    assert agreed([text_of(s, EMPTY) for s in statements], tmp_path) == [verdict == "read" for _, verdict in rows]


def as_tuple(e: Any) -> Any:
    return tuple(map(as_tuple, e)) if isinstance(e, list) else e


def about(left: Any, right: Any) -> Statement:
    """left = right of the letters of the page's examples."""
    letters = (
        ("A", "n", "n"),
        ("B", "n", "n"),
        ("X", "n", "p"),
        ("u", "n", 1),
        ("v", "n", 1),
        ("s", 1, 1),
        ("t", 1, 1),
    )
    return Statement(letters, Compare(left, "=", right), (("s", Compare(S, "!=", ("number", "0"))),))


@needs_node
def test_expressions_are_equal_as_the_table_says(tmp_path: Path) -> None:
    pairs = [[as_tuple(json.loads(code(cell))) for cell in row] for row in table("left", "right")]
    assert len(pairs) > 12
    assert all(agreed([text_of(about(*pair), EMPTY) for pair in pairs], tmp_path))
    doubled = [text_of(about(("mul", ("number", "2"), left), right), EMPTY) for left, right in pairs]
    assert not any(agreed(doubled, tmp_path))


@needs_node
def test_expressions_are_refused_as_the_table_says(tmp_path: Path) -> None:
    wrong = [as_tuple(json.loads(code(cell))) for cell, _ in table("expression", "because")]
    texts = [text_of(about(e, e), EMPTY) for e in wrong]
    assert not any(agreed(texts, tmp_path))
    assert not any(map(by_second, texts))
    heads = {re.findall(r'\["(\w+)"', cell)[0] for cell, *_ in table("expression", "shape", "value")}
    used = {head for pair in table("left", "right") for cell in pair for head in re.findall(r'\["(\w+)"', cell)}
    assert heads == used


def test_the_rules_are_those_of_the_kernel() -> None:
    assert table("rule", "what it lets one conclude") == [[name, says] for name, says, _ in RULES]


def test_the_facts_are_those_of_the_kernel() -> None:
    lets = (("h", ("eye", "n")),)
    statement = Statement((), Compare(("eye", "n"), "=", ("eye", "n")), (("mine", Compare(S, ">=", S)),), ("n",))
    statement = Statement((("s", 1, 1),), statement.conclusion, statement.hypotheses, statement.ones)
    ((_, _, _, known),) = goals(statement, Certificate((("main", Proof()),), lets))[1]
    rows = table("fact", "relation", "polynomial", "for each")
    named = [(code(name), relation) for name, relation, *_ in rows[:-1]]
    assert [(name, fact[0]) for name, fact in known.items()] == [
        *((name.replace("let x", "let h"), relation) for name, relation in named),
        ("mine", ">="),
    ]


@needs_node
def test_names_are_accepted_as_the_table_says(tmp_path: Path) -> None:
    rows = table("names", "are")
    texts = []
    for cell, _ in rows:
        names = re.findall(r"`([^`]*)`", cell)
        letters = tuple((name, 1, 1) for name in names)
        texts.append(text_of(Statement(letters, Compare(("number", "0"), "=", ("number", "0"))), EMPTY))
    assert agreed(texts, tmp_path) == [verdict == "accepted" for _, verdict in rows]


@needs_node
@pytest.mark.parametrize("depth", [195, 196, 197, 198, 199, 200])
def test_data_are_as_deep_as_the_page_says(depth: int, tmp_path: Path) -> None:
    """The conclusion is at depth 1, its left side at 2; what is in it lies one deeper each."""
    e: Any = ("number", "1")
    for _ in range(depth - 3):
        e = ("t", e)
    text = text_of(Statement((), Compare(e, "=", ("number", "1"))), EMPTY)
    assert agreed([text], tmp_path) == [depth < 200]


def test_no_step_is_named_where_the_file_is_none() -> None:
    assert by_kernel("{}") == (False, 2, NOWHERE)
