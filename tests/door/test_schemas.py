"""The JSON Schemas describe what is printed: every key has a type, and none is missing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.cli.common import schema_text
from pcaproofs.typed import ask

NOTE = r"""
Let $x, y, w \in \mathbb{R}^p$, and let $X$ be an $n \times p$ matrix. Let $w$ be a unit vector.

$$\|x + y\|^2 = \|x\|^2 + \|y\| + 2\langle x, y\rangle$$
$$\|x - (x \cdot w) w\|^2 = \|x\|^2 - (x \cdot w)^2$$
$$\|x - (x \cdot y) y\|^2 = \|x\|^2 - (x \cdot y)^2$$
$$X 1_n = 0$$
$$0 \le \operatorname{tr}(X^T X) = \operatorname{tr}(X X^T)$$
$$\min_b \|y - X b\|^2$$
$$e^X = \foo{x} + +$$

<!-- pcaproofs: ignore PCA310 -->
$$x = y$$

\begin{tikzpicture} $x$ \end{tikzpicture} We see that x^2 + y^2 >= 0 holds.

$$ A = B
"""


def validator(name: str) -> Any:
    schema = json.loads(schema_text(name))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def printed(*args: str) -> Any:
    return json.loads(CliRunner().invoke(main, args).stdout)


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    """What each command prints."""
    folder = tmp_path_factory.mktemp("schemas")
    (folder / "notes.md").write_text(NOTE, encoding="utf-8")
    cell = {"cell_type": "markdown", "source": "Let $w$ be a unit vector.\n\n$$w^T w = 1$$", "metadata": {}}
    notebook = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    (folder / "notes.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    certificates = str(folder / "certificates")
    claims = ("centering", "moments.covariance-psd")
    out: dict[str, list[Any]] = {
        "check": [printed("check", str(folder / "notes.md"), str(folder / "notes.ipynb"), "--json")],
        "prove": [printed("prove", *claims, "--json", "--certificates", certificates)],
        "claims": [printed("claims", "--json")],
    }
    files = sorted((folder / "certificates").glob("*.json"))
    (folder / "none.json").write_text("{}", encoding="utf-8")
    out["verify"] = [printed("verify", *map(str, files), str(folder / "none.json"), "--json")]
    out["certificate"] = [json.loads(path.read_text(encoding="utf-8")) for path in files]
    out["row"] = [
        ask(text, given).to_json()
        for text, given in (
            ("tr(AB) = tr(BA)", ()),
            ("x'x = 1", ("x is a unit vector",)),
            ("||x - (x'w) w||^2 = ||x||^2 - (x'w)^2", ()),
            ("(A+B)^2 = A^2 + 2 A B + B^2", ()),
            ("A + x = B", ("x in R^2", "A in R^{2 x 3}")),
            ("y = X b", ()),
            ("rank(x y') <= 1", ()),
            ("e^A = B", ()),
            ("0 <= x'x <= ||x||^2", ()),
        )
    ]
    out["prove"] += out["row"]
    return out


NAMES = ["check", "prove", "claims", "verify", "certificate", "row"]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_printed_is_valid(name: str, outputs: dict[str, list[Any]]) -> None:
    assert outputs[name]
    for data in outputs[name]:
        validator(name).validate(data)


@pytest.mark.parametrize("name", NAMES)
def test_a_key_that_is_missing_or_unknown_is_found(name: str, outputs: dict[str, list[Any]]) -> None:
    """Where a dictionary of a fixed form lacks a key, or has one more, it is not valid."""
    check = validator(name)
    data = outputs[name][0]
    for key in data.keys() - {"text", "given", "read_as"}:  # which a row of a note has not
        assert not check.is_valid({k: x for k, x in data.items() if k != key}), key
    assert not check.is_valid(data | {"more": 1})


def test_the_note_has_rows_of_many_kinds(outputs: dict[str, list[Any]]) -> None:
    """Else the test above would be about little."""
    note = outputs["check"][0]["files"][0]
    assert len({row["rule"] for row in note["lines"]}) >= 6
    assert note["findings"]
    assert note["faults"]
    assert {x["verdict"] for x in outputs["verify"][0]["files"]} == {"proved", "refused"}


@pytest.mark.parametrize("command", ["check", "prove", "claims", "verify"])
def test_a_command_prints_its_schema(command: str) -> None:
    assert CliRunner().invoke(main, [command, "--json-schema"]).stdout == schema_text(command)


def test_the_schema_is_shipped() -> None:
    folder = Path(__file__).parents[2] / "pcaproofs"
    assert (folder / "output.schema.json").is_file()
    assert (folder / "notes" / "reading.schema.json").is_file()
