"""The rules of check: each has an example of which it is the only finding, and a page."""

from __future__ import annotations

import re
import runpy
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.notes import reference
from pcaproofs.notes.checking import check_note
from pcaproofs.notes.findings import report
from pcaproofs.notes.judging.verdicts import VERDICTS, RowVerdict
from pcaproofs.notes.rules import RULES, Rule, WrongRule, codes
from tests.notes.reading import note

ROOT = Path(__file__).parents[2]


NOT_YET = {"PCA330": "no verdict says that hypotheses have no example"}  # rule: why no note has this finding


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param(x, marks=[pytest.mark.xfail(strict=True, reason=NOT_YET[x.code])] if x.code in NOT_YET else [])
        for x in RULES
        if x.example
    ],
    ids=lambda x: x.code,
)
def test_the_example_of_a_rule_has_no_other_finding(rule: Rule) -> None:
    found = report(text := note(rule.example), check_note(text)[1])
    about_rows = [x for x in found.findings if x.rule.code != "PCA400" or rule.code == "PCA400"]
    assert [(x.rule.code, x.severity) for x in about_rows] == [(rule.code, rule.severity)]


def test_codes_and_names_are_unique_and_every_verdict_has_a_rule() -> None:
    assert len({x.code for x in RULES}) == len({x.name for x in RULES}) == len(RULES)
    assert [x.code for x in RULES] == sorted(x.code for x in RULES)
    formula = note("$$1 = 1$$").formulas[0]
    assert {RowVerdict(formula, x).rule for x in VERDICTS} <= set(RULES)


SAID = {  # what an author writes: the codes
    "PCA310": ("PCA310",),
    "fails": ("PCA310",),
    "PCA3": ("PCA301", "PCA310", "PCA320", "PCA330"),
    "PCA320, shape": ("PCA320", "PCA201"),
    "PCA": tuple(x.code for x in RULES),
}


@pytest.mark.parametrize(("said", "meant"), SAID.items())
def test_rules_are_named_by_codes_beginnings_and_names(said: str, meant: tuple[str, ...]) -> None:
    assert codes(said) == meant


@pytest.mark.parametrize("said", ["PCA999", "pca310", "", "P", "failing"])
def test_another_word_is_no_rule(said: str) -> None:
    with pytest.raises(WrongRule, match="but should be a rule such as PCA310 or fails"):
        codes(said)


def test_the_reference_is_up_to_date_and_has_an_anchor_for_each_rule() -> None:
    kept = (ROOT / "docs" / "checking-reference.md").read_text(encoding="utf-8")
    assert kept == runpy.run_path(str(ROOT / "docs" / "checking_reference.py"))["page"](), (
        "run python docs/checking_reference.py"
    )
    assert re.findall(r"^### .* \{#(.*)\}$", kept, re.MULTILINE) == [x.anchor for x in RULES]


def test_explain_prints_the_page_of_a_rule() -> None:
    done = CliRunner().invoke(main, ["check", "--explain", "PCA310"])
    assert (done.exit_code, done.stderr) == (0, "")
    title, _, meaning, *_ = done.stdout.splitlines()
    assert title == "PCA310 fails"
    assert meaning.startswith("The row is false: an exact example is shown")
    assert any(line.startswith("    notes.md:3:3  error") for line in done.stdout.splitlines())
    wrong = CliRunner().invoke(main, ["check", "--explain", "PCA999"])
    assert (wrong.exit_code, "got PCA999, but should be a rule" in wrong.stderr) == (2, True)


def test_a_table_of_rows_with_names_texts_and_examples_becomes_a_part_of_the_reference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    @dataclass(frozen=True)
    class Convention:
        name: str
        text: str
        example: str

    rows = [Convention("norm", "A norm is the Euclidean one.", r"$$\|x\|^2 = x^T x$$")]
    monkeypatch.setattr(reference, "LISTINGS", (reference.Listing("Conventions", "What is taken for granted.", rows),))
    monkeypatch.setattr(reference, "RULES", RULES[:1])
    end = reference.page().partition("## Conventions")[2]
    assert "**norm.** A norm is the Euclidean one." in end
    assert rows[0].example in end
