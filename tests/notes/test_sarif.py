"""Verdicts as SARIF: what the standard asks of a log, and places that are those of the formulas."""

from __future__ import annotations

import json

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import read
from pcaproofs.notes.judging.sarif import sarif
from pcaproofs.notes.judging.verdicts import VERDICTS
from pcaproofs.notes.text.source import Source, notebook

TEXT = r"""Let $x, y \in \mathbb{R}^p$.

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2 + 2 x^T y$$

$$\|x + y\|^2 = \|x\|^2 + \|y\| + 2 x^T y$$

$$S := x x^T$$
"""


def results(source: Source) -> list[dict]:
    note = read(source)
    verdicts = [v for v in check_note(note)[1] if v.formula.display]
    log = json.loads(json.dumps(sarif([(note, verdicts)])))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == list(VERDICTS)
    for result in run["results"]:
        assert (result["kind"] == "fail") == (result["level"] != "none")
        assert VERDICTS[result["ruleIndex"]] == result["ruleId"]
    return run["results"]


def test_sarif_fails_refuted_rows_and_passes_proved_ones() -> None:
    found = [(r["ruleId"], r["kind"], r["level"]) for r in results(Source("n.md", TEXT))]
    assert found == [
        ("proved", "pass", "none"),
        ("refuted", "fail", "error"),
        ("definition", "informational", "none"),
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
