"""Verdicts as SARIF: what the standard asks of a log, and places that are those of the formulas."""

from __future__ import annotations

import json
from email.message import Message

import pytest

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.findings import report
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.rules import RULES
from pcaproofs.notes.sarif import log_of, part_of
from pcaproofs.notes.text.source import Source, notebook

TEXT = r"""Let $x, y \in \mathbb{R}^p$.

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2 + 2 x^T y$$

$$\|x + y\|^2 = \|x\|^2 + \|y\| + 2 x^T y$$

$$S := x x^T$$
"""


def results(source: Source) -> list[dict]:
    note = read(source)
    log = json.loads(json.dumps(log_of([part_of(report(note, check_note(note)[1]))])))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [x.code for x in RULES]
    for result in run["results"]:
        assert (result["kind"] == "fail") == (result["level"] != "none")
        assert RULES[result["ruleIndex"]].code == result["ruleId"]
    return run["results"]


def test_sarif_fails_refuted_rows_and_passes_proved_ones() -> None:
    found = [(r["ruleId"], r["kind"], r["level"]) for r in results(Source("n.md", TEXT))]
    assert found == [
        ("PCA400", "pass", "none"),
        ("PCA310", "fail", "error"),
        ("PCA500", "informational", "none"),
    ]


def test_a_region_holds_the_formula() -> None:
    lines = TEXT.split("\n")
    for result in results(Source("n.md", TEXT)):
        region = result["locations"][0]["physicalLocation"]["region"]
        assert region["startLine"] == region["endLine"]
        line = lines[region["startLine"] - 1]
        assert line[region["startColumn"] - 1 : region["endColumn"] - 1] == line.strip("$")


def test_in_a_notebook_the_cell_is_named() -> None:
    text = json.dumps({"cells": [{"cell_type": "code", "source": ""}, {"cell_type": "markdown", "source": TEXT}]})
    location = results(notebook(text, "n.ipynb"))[0]["locations"][0]
    assert location["logicalLocations"] == [{"fullyQualifiedName": "cell 2, line 3, column 3"}]
    assert "region" not in location["physicalLocation"]


def test_what_is_switched_off_is_suppressed() -> None:
    row = "$$\\|x + y\\|^2 = \\|x\\|^2$$"
    text = f"Let $x, y \\in \\mathbb{{R}}^p$.\n\n{row} <!-- pcaproofs: ignore fails -->\n\n{row}"
    first, second = results(Source("n.md", text))
    assert first["suppressions"] == [{"kind": "inSource", "justification": "comment in line 3"}]
    assert "suppressions" not in second


def test_a_rule_has_an_address_if_the_package_declares_its_documentation(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "helpUri" not in log_of([])["runs"][0]["tool"]["driver"]["rules"][0]
    declared = Message()
    declared["Project-URL"] = "Documentation, https://example.org/docs/"
    monkeypatch.setattr("importlib.metadata.metadata", lambda name: declared)
    rules = {x["id"]: x["helpUri"] for x in log_of([])["runs"][0]["tool"]["driver"]["rules"]}
    assert rules["PCA310"] == "https://example.org/docs/checking-reference/#pca310-fails"
