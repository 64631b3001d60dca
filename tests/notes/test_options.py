"""What an author switches off: comments in a note, [tool.pcaproofs], baselines, options of the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.notes.checking import check_note
from pcaproofs.notes.findings import report
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.options import Options, WrongOption, ignores, options_for
from pcaproofs.notes.text.source import Source, notebook

DECLARED = "Let $x, y \\in \\mathbb{R}^p$.\n\n"
WRONG = r"x^T x = x^T y"
IGNORE = "pcaproofs: ignore PCA310"
NEEDS = r"\|x - y y^T x\|^2 = \|x\|^2 - (y^T x)^2"

# name: file, the text behind the declaration, what is found: rules, with a minus if a comment switches them off
COMMENTS = {
    "behind a display": ("n.md", f"$${WRONG}$$ <!-- {IGNORE} -->", ["-PCA310"]),
    "by name": ("n.md", f"$${WRONG}$$ <!-- pcaproofs: ignore fails -->", ["-PCA310"]),
    "by the beginning of a code": ("n.md", f"$${WRONG}$$ <!-- pcaproofs: ignore PCA3 -->", ["-PCA310"]),
    "with a remark": ("n.md", f"$${WRONG}$$ <!-- {IGNORE} # see page 3 -->", ["-PCA310"]),
    "in the line before": ("n.md", f"<!-- {IGNORE} -->\n$${WRONG}$$", ["-PCA310"]),
    "with a blank line between": ("n.md", f"<!-- {IGNORE} -->\n\n$${WRONG}$$", ["-PCA310"]),
    "of several lines": ("n.md", f"<!--\n  {IGNORE}\n-->\n$${WRONG}$$", ["-PCA310"]),
    "before a display of several lines": ("n.md", f"<!-- {IGNORE} -->\n$$\n{WRONG}\n$$", ["-PCA310"]),
    "behind a display of several lines": ("n.md", f"$$\n{WRONG}\n$$ <!-- {IGNORE} -->", ["-PCA310"]),
    "for the next display only": ("n.md", f"<!-- {IGNORE} -->\n$${WRONG}$$\n\n$${WRONG}$$", ["-PCA310", "PCA310"]),
    "in a sentence": ("n.md", f"Then ${WRONG}$. <!-- {IGNORE} -->", ["-PCA310"]),
    "in a quotation": ("n.md", f"> <!-- {IGNORE} -->\n> $${WRONG}$$", ["-PCA310"]),
    "in a row of a display": (
        "n.md",
        f"$$\n\\begin{{aligned}}\n{WRONG} \\\\ % {IGNORE}\n{WRONG}\n\\end{{aligned}}\n$$",
        ["-PCA310", "PCA310"],
    ),
    "of MyST": ("n.md", f"% {IGNORE}\n$${WRONG}$$", ["-PCA310"]),
    "of MDX": ("n.mdx", f"{{/* {IGNORE} */}}\n\n$${WRONG}$$", ["-PCA310"]),
    "of Quarto": ("n.qmd", f"<!-- {IGNORE} -->\n\n$$\n{WRONG}\n$$ {{#eq-a}}", ["-PCA310"]),
    "of LaTeX": ("n.tex", f"\\[{WRONG}\\] % {IGNORE}", ["-PCA310"]),
    "of LaTeX in the line before": (
        "n.tex",
        f"%% {IGNORE}\n\\begin{{equation}}\n{WRONG}\n\\end{{equation}}",
        ["-PCA310"],
    ),
    "of a notebook": ("n.ipynb", f"<!-- {IGNORE} -->\n\n$${WRONG}$$", ["-PCA310"]),
    "for a whole file": (
        "n.md",
        f"$${WRONG}$$\n\n$${WRONG}$$\n\n<!-- pcaproofs: ignore-file PCA310 -->",
        ["-PCA310", "-PCA310"],
    ),
    "of two rules": ("n.md", f"$${WRONG}$$ and $${NEEDS}$$ <!-- {IGNORE}, PCA320 -->", ["-PCA310", "-PCA320"]),
    "of two rules, of which one is idle": (
        "n.md",
        f"$${WRONG}$$ <!-- {IGNORE} needs -->",
        ["-PCA310", "PCA001: needs finds nothing here"],
    ),
    "of a display that does not close": ("n.md", "<!-- pcaproofs: ignore PCA111 -->\n$$", ["-PCA111"]),
    "that is idle": ("n.md", f"<!-- {IGNORE} -->\n$$x^T y = y^T x$$", ["PCA001: PCA310 finds nothing here", "PCA400"]),
    "that is idle and is switched off": (
        "n.md",
        f"<!-- pcaproofs: ignore-file PCA001 -->\n\n<!-- {IGNORE} -->\n$$x^T y = y^T x$$",
        ["-PCA001: PCA310 finds nothing here", "PCA400"],
    ),
    "without a rule": (
        "n.md",
        f"$${WRONG}$$ <!-- pcaproofs: ignore -->",
        ["PCA310", "PCA001: got , but should be a rule such as PCA310 or fails"],
    ),
    "with an unknown rule": (
        "n.md",
        f"$${WRONG}$$ <!-- pcaproofs: ignore PCA999 -->",
        ["PCA310", "PCA001: got PCA999, but should be a rule such as PCA310 or fails"],
    ),
    "in code": ("n.md", f"`<!-- {IGNORE} -->`\n\n```\n<!-- {IGNORE} -->\n```\n\n$${WRONG}$$", ["PCA310"]),
    "that is no comment of the dialect": ("n.md", f"Of these 10 % {IGNORE}.\n\n$${WRONG}$$", ["PCA310"]),
    "of Markdown in LaTeX": ("n.tex", f"<!-- {IGNORE} -->\n\\[{WRONG}\\]", ["PCA310"]),
    "an escaped percent sign": ("n.tex", f"10 \\% {IGNORE}\n\\[{WRONG}\\]", ["PCA310"]),
}


@pytest.mark.parametrize(("name", "text", "wanted"), COMMENTS.values(), ids=COMMENTS)
def test_a_comment_switches_off_rules(name: str, text: str, wanted: list[str]) -> None:
    text = DECLARED + text
    if name.endswith("ipynb"):
        source = notebook(json.dumps({"cells": [{"cell_type": "markdown", "source": text}]}), name)
    else:
        source = Source(name, text, "tex" if name.endswith("tex") else "markdown")
    found = report(note := read(source), check_note(note)[1])
    said = [(x, f": {x.said}" if x.rule.code == "PCA001" else "") for x in found.findings]
    assert [f"{'-' if x.ignored else ''}{x.rule.code}{more}" for x, more in said] == wanted


HOSTILE = {  # a long text, and how many comments it has; what takes quadratic time does not end here
    "comments": (f"<!-- {IGNORE} -->\n" * 50_000, 50_000),
    "on one line": (f"<!-- {IGNORE} -->" * 50_000, 50_000),
    "that do not end": (f"<!-- {IGNORE} " * 50_000, 0),
    "percent signs": ("%" * 500_000 + f"pcaproofs:\n% {IGNORE}", 1),
    "code": (f"` {IGNORE}" * 50_000 + "\n<!-- pcaproofs: -->", 0),
}


@pytest.mark.parametrize(("text", "count"), HOSTILE.values(), ids=HOSTILE)
def test_many_comments_are_found_in_a_moment(text: str, count: int) -> None:
    assert len(list(ignores(Note(Source("n.md", text), (), ())))) == count


NOTE = f"{DECLARED}$${WRONG}$$\n\n$${NEEDS}$$\n\n$$x^T y = y^T x$$\n\n$$\\|x\\|_7 = 1$$\n"
# name: pyproject.toml, options of the command line, the rules that are listed, the exit code
CONFIGURED = {
    "nothing": ("", [], ["PCA310", "PCA320"], 1),
    "another tool": ("[tool.other]\nselect = 1", [], ["PCA310", "PCA320"], 1),
    "select": ('select = ["fails"]', [], ["PCA310"], 1),
    "select what has no severity": ('select = ["PCA102"]', [], ["PCA102"], 0),
    "select and fail": ('select = ["PCA102"]\nfail-on = ["unsupported"]', [], ["PCA102"], 1),
    "ignore": ('ignore = ["PCA3"]', [], [], 0),
    "files": ('per-file-ignores = { "notes/*.md" = ["PCA310"], "*.tex" = ["PCA320"] }', [], ["PCA320"], 1),
    "files by name": ('per-file-ignores = { "n.md" = ["PCA310", "PCA320"] }', [], [], 0),
    "files of a folder": ('per-file-ignores = { "notes" = ["PCA3"] }', [], [], 0),
    "exclude": ('exclude = ["notes/*"]', [], [], 0),
    "fail on a rule": ('fail-on = ["PCA201"]', [], ["PCA310", "PCA320"], 0),
    "fail on warnings": ('fail-on = "warning"', [], ["PCA310", "PCA320"], 1),
    "the command line goes first": ('select = ["fails"]\nignore = ["PCA310"]', ["--ignore", "shape"], ["PCA310"], 1),
    "select on the command line": ("", ["--select", "PCA320,PCA102"], ["PCA320", "PCA102"], 1),
    "fail on the command line": ('fail-on = ["PCA102"]', ["--fail-on", "error,PCA111"], ["PCA310", "PCA320"], 1),
    "strict": ('ignore = ["PCA3"]', ["--strict"], [], 0),
}


@pytest.mark.parametrize(("table", "given", "listed", "code"), CONFIGURED.values(), ids=CONFIGURED)
def test_options_select_and_fail(tmp_path: Path, table: str, given: list[str], listed: list[str], code: int) -> None:
    text = table if table.startswith("[") else f"[tool.pcaproofs]\n{table}\n"
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "n.md").write_text(NOTE, encoding="utf-8")
    done = CliRunner().invoke(main, ["check", str(tmp_path / "notes" / "n.md"), *given])
    lines = [x for x in done.stdout.splitlines() if "n.md:" in x]
    rules = {"3:3": "PCA310", "5:3": "PCA320", "7:3": "PCA400", "9:3": "PCA102"}
    assert [rules[line.partition("n.md:")[2].split()[0]] for line in lines] == listed
    assert done.exit_code == code


WRONG_TABLES = {  # the table: the message, with the line
    "selct = []": "got the key selct, but should be one of select, ignore, per-file-ignores, exclude, fail-on, ",
    'select = "PCA310"': "got 'PCA310', but should be a list of strings",
    "select = [1]": "got [1], but should be a list of strings",
    'ignore = ["PCA999"]': "got PCA999, but should be a rule such as PCA310 or fails",
    'fail-on = "never"': "got never, but should be a rule such as PCA310 or fails",
    "baseline = 3": "got 3, but should be a string",
    'per-file-ignores = ["PCA3"]': "got ['PCA3'], but should be a table of globs",
    'per-file-ignores = { "*" = "PCA3" }': "got 'PCA3', but should be a list of strings",
}


@pytest.mark.parametrize(("table", "said"), WRONG_TABLES.items())
def test_a_wrong_option_is_one_line_with_the_place(tmp_path: Path, table: str, said: str) -> None:
    path = tmp_path / "pyproject.toml"
    path.write_text(f'[project]\nname = "select"\n\n[tool.pcaproofs]\n{table}\n', encoding="utf-8")
    (tmp_path / "n.md").write_text(NOTE, encoding="utf-8")
    done = CliRunner().invoke(main, ["check", str(tmp_path / "n.md")])
    assert (done.exit_code, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(f"pcaproofs: {said}")
    assert done.stderr.endswith(f"[{path}:5]\n")


@pytest.mark.parametrize("text", ["[tool.pcaproofs", "tool.pcaproofs = 3", "[[tool.pcaproofs]]\nselect = []"])
def test_a_file_that_is_no_table_is_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    with pytest.raises(WrongOption, match=r"^got .*, but should be (TOML|a table) \[[^\n]*\]$"):
        options_for(tmp_path / "n.md")


def test_the_nearest_table_counts(tmp_path: Path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "pyproject.toml").write_text('[tool.pcaproofs]\nignore = ["PCA310"]')
    assert options_for(tmp_path / "a" / "b" / "n.md").ignore == ("PCA310",)
    (tmp_path / "a" / "pyproject.toml").write_text("[project]\nname = 'pcaproofs'")  # has no table
    assert options_for(tmp_path / "a" / "b" / "n.md").root == tmp_path
    (tmp_path / "a" / "b" / "pyproject.toml").write_text("[tool.pcaproofs]")
    assert options_for(tmp_path / "a" / "b" / "n.md").ignore == ()


def test_a_baseline_hides_what_it_lists_wherever_it_stands(tmp_path: Path) -> None:
    path, kept = tmp_path / "n.md", tmp_path / "known.json"
    path.write_text(NOTE, encoding="utf-8")
    run = CliRunner().invoke

    def check(*given: str) -> tuple[int, str]:
        done = run(main, ["check", str(path), "--baseline", str(kept), *given])
        return done.exit_code, done.output

    missing = f"pcaproofs: got No such file or directory, but should be a baseline [{kept}]\n"
    assert check() == (2, missing)
    assert check("--write-baseline") == (0, "")
    assert [x["rule"] for x in json.loads(kept.read_text(encoding="utf-8"))["findings"]] == ["PCA310", "PCA320"]
    code, said = check()
    assert (code, said.splitlines()[-1]) == (0, "4 rows: 1 proved, 2 switched off, 1 not judged (--all)")
    assert said.count("\n") == 2  # the other line names the conventions
    path.write_text(NOTE.replace("\n\n", "\n\nHere.\n\n"), encoding="utf-8")  # all lines move
    assert check()[0] == 0
    path.write_text(f"{NOTE}\n$${WRONG}$$\n", encoding="utf-8")  # the same formula once more
    code, said = check()
    assert (code, said.count("[PCA310]"), said.count("2 switched off")) == (1, 1, 1)
    for text in ("[]", '{"version": 2, "findings": []}', '{"version": 1, "findings": [{"file": 1}]}', "[" * 9**6):
        kept.write_text(text)
        code, said = check()
        assert (code, said.startswith("pcaproofs: got no baseline, but should be"), said.count("\n")) == (2, True, 1)


def test_a_baseline_has_to_be_named_to_be_written(tmp_path: Path) -> None:
    (tmp_path / "n.md").write_text(NOTE, encoding="utf-8")
    done = CliRunner().invoke(main, ["check", str(tmp_path / "n.md"), "--write-baseline"])
    assert (done.exit_code, done.stderr) == (2, "pcaproofs: got no --baseline, but should be the file to write\n")
    (tmp_path / "pyproject.toml").write_text('[tool.pcaproofs]\nbaseline = "known.json"\n')
    assert CliRunner().invoke(main, ["check", str(tmp_path / "n.md"), "--write-baseline"]).exit_code == 0
    assert CliRunner().invoke(main, ["check", str(tmp_path / "n.md")]).exit_code == 0


LEVELS = [  # fail_on, the severity of a finding, whether it fails
    (("error",), "error", True),
    (("error",), "warning", False),
    (("warning",), "error", True),
    (("warning",), "warning", True),
    (("PCA310",), "warning", True),
    (("PCA320",), "error", False),
    (("PCA310",), "", True),
    (("error",), "", False),
]


@pytest.mark.parametrize(("fail_on", "severity", "fails"), LEVELS)
def test_what_fails_is_a_level_or_a_rule(fail_on: tuple[str, ...], severity: str, fails: bool) -> None:
    assert Options(fail_on=fail_on).fails("PCA310", severity) == fails
