"""README, docs and the other documents: their Python runs, what it prints is what they say, and every path exists."""

from __future__ import annotations

import html
import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.notes.options import options_for

ROOT = Path(__file__).parents[2]
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "tests" / "README.md"]
OWN_TEST = {
    "grading.md"
}  # tests/grading/examples/test_docs.py runs its commands, and reads its Python as students' files


def blocks(path: Path, kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", path.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)


def pattern(comment: str) -> str:
    """A comment as a pattern of the printed line's beginning; … stands for anything."""
    return ".*".join(re.escape(part) for part in comment.split("…"))


@pytest.mark.parametrize(
    "path", [p for p in DOCUMENTS if blocks(p, "python") and p.name not in OWN_TEST], ids=lambda p: p.name
)
def test_python_in_a_document_runs_and_prints_the_text_of_its_comments(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {}
    for block in blocks(path, "python"):
        exec(compile(block, str(path), "exec"), names)
        printed = capsys.readouterr().out.splitlines()
        expected = re.findall(r"^print\(.*\)  # (.*)$", block, re.MULTILINE)
        assert len(printed) == len(expected)
        for line, comment in zip(printed, expected, strict=True):
            assert re.match(pattern(comment), line), f"{path.name}: got {line}, but should be {comment}"


PLACE = re.compile(r"`((?:pcaproofs|tests|docs|derivations|examples|benchmarks)(?:/[\w.*-]+)*/?)`")


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_every_file_named_in_a_document_exists(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    missing = [
        place
        for place in PLACE.findall(text)
        if not (list(ROOT.glob(place)) if "*" in place else (ROOT / place).exists())
    ]
    missing = [place for place in missing if "NAME" not in place]  # what a reader is about to write
    links = [link.split("#")[0] for link in re.findall(r"\]\(((?!https?:)[^)]+)\)", text)]
    missing += [link for link in links if link and not (path.parent / link).exists()]
    assert missing == []


def test_the_picture_of_the_readme_is_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "picture.py"))["picture"]()
    kept = (ROOT / "docs" / "proof.svg").read_text(encoding="utf-8")
    assert "‖x‖² = ‖x - P x‖² + ‖P x‖²" in " ".join(words(made))
    assert words(kept) == words(made), "run python docs/picture.py"


def test_the_page_of_errata_is_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "docs" / "errata.py"))["page"]()
    assert (ROOT / "docs" / "errata.md").read_text(encoding="utf-8") == made, "run python docs/errata.py"
    assert made.count(", refuted. ") == made.count("- **Line") > 20


def words(svg: str) -> list[str]:
    """The texts of a picture, which another version of rich may draw in another way."""
    return [html.unescape(text).replace("\xa0", " ") for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg)]


def test_the_command_of_the_readme_is_the_one_that_ci_runs() -> None:
    commands = [c for c in blocks(ROOT / "README.md", "sh") if "pytest" in c]
    assert len(commands) == 1
    assert "grep -m1 -E '^python3 -m venv .*pytest' README.md" in (ROOT / ".ci" / "run").read_text()


def test_the_note_of_the_readme_gets_its_verdicts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (written,) = blocks(ROOT / "README.md", "markdown")
    (said,) = (block for block in blocks(ROOT / "README.md", "text") if "notes.md" in block)
    (tmp_path / "notes.md").write_text(written, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["check", "notes.md"]).output == said


FILES_AND_COMMANDS = re.compile(r'^```(?:\w+ title="(\S+)"|console)\n(.*?)^```', re.DOTALL | re.MULTILINE)


def test_the_guide_for_authors_prints_what_is_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files are written, and its commands are run, in the order of the text."""
    text = (ROOT / "docs" / "checking.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    commands = 0
    for name, block in FILES_AND_COMMANDS.findall(text):
        if name:
            Path(name).write_text(block, encoding="utf-8")
            continue
        for command in re.findall(r"^\$ pcaproofs (.*)\n", block, re.MULTILINE):
            commands += 1
            printed = CliRunner().invoke(main, command.split()).output
            assert f"$ pcaproofs {command}\n{printed}" in block + "\n", command
    assert commands >= 4
    assert options_for(tmp_path / "notes.md").fail_on == ("warning",)
    assert len(text.splitlines()) <= 150


def test_every_extra_that_a_document_installs_is_declared() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    named = {
        name for p in DOCUMENTS for name in re.findall(r"(?:-e '\.|pcaproofs)\[(\w+)\]", p.read_text(encoding="utf-8"))
    }
    assert named <= set(extras)
