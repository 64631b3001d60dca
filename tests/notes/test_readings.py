"""Readings as files: what is written is read back, and what others change is judged and marked as theirs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.notes.checking import check_note, read_with_scope
from pcaproofs.notes.findings import report
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.options import Options
from pcaproofs.notes.readings import WrongReading, read_reading, row, with_reading, written_reading
from pcaproofs.notes.sarif import part_of
from pcaproofs.notes.text.source import MARKDOWN, TEX
from tests.notes.checking import CheckedFile

OWN = Path(__file__).parent / "own"
NOTE = r"""Let $x, w \in \mathbb{R}^p$ and let $S \in \mathbb{R}^{p\times p}$ be symmetric.

$$x^T S w = w^T S x$$

$$\|x - w w^T x\|^2 = \|x\|^2 - (w^T x)^2$$

$$\|x\|_7 = x^T w = w^T x$$
"""
HEAD = ["for all integers p >= 1", "for all real w (p×1), x (p×1)"]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The reading of NOTE as a file."""
    folder = tmp_path_factory.mktemp("written")
    (folder / "n.md").write_text(NOTE, encoding="utf-8")
    done = CliRunner().invoke(main, ["check", str(folder / "n.md"), "--write-reading", str(folder / "r.json")])
    assert (done.exit_code, done.stderr) == (1, "")
    return (folder / "r.json").read_text(encoding="utf-8")


@pytest.fixture
def written(made: str, tmp_path: Path) -> dict[str, Any]:
    """The reading of NOTE, which stands beside it."""
    (tmp_path / "n.md").write_text(NOTE, encoding="utf-8")
    found: dict[str, Any] = json.loads(made)
    return found


def rows(data: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data["files"][0]["rows"]
    return found


def check(folder: Path, data: Any, *options: str) -> tuple[int, str, str]:
    text = data if isinstance(data, str) else json.dumps(data)
    (folder / "r.json").write_text(text, encoding="utf-8")
    done = CliRunner().invoke(main, ["check", str(folder / "n.md"), "--reading", str(folder / "r.json"), *options])
    return done.exit_code, done.stdout, done.stderr


def test_a_row_is_written_with_places_and_with_what_is_unread(written: dict[str, Any]) -> None:
    assert written["files"][0]["file"] == "n.md"
    first, _, last = rows(written)
    assert (first["line"], first["column"], first["latex"]) == (3, 3, "x^T S w = w^T S x")
    (part,) = first["parts"]
    assert part["statement"][-1] == "tr(xᵀ·S·w) = tr(wᵀ·S·x)"
    words = r"$S \in \mathbb{R}^{p\times p}$ be symmetric"
    assert part["hypotheses"] == [{"text": "Sᵀ = S", "line": 1, "words": words}]
    unread, proved = last["parts"]
    assert (unread["statement"], unread["unread"]) == (None, "unsupported: the norm with the subscript 7")
    assert (proved["statement"][-1], proved["unread"]) == ("tr(xᵀ·w) = tr(wᵀ·x)", None)


@pytest.mark.parametrize("path", sorted(x for x in OWN.iterdir() if x.suffix in MARKDOWN | TEX), ids=lambda x: x.name)
def test_what_is_written_and_read_back_has_the_same_verdicts(
    path: Path, tmp_path: Path, checked_file: CheckedFile
) -> None:
    note, verdicts = checked_file(path)
    kept = tmp_path / "r.json"
    kept.write_text(written_reading([report(note, verdicts, path=path)], kept), encoding="utf-8")
    options = Options(reading=kept)
    assert with_reading(note, verdicts, options, path) == verdicts

    # a hypothesis that always holds, and the statements are judged as they stand in the file
    data = json.loads(kept.read_text(encoding="utf-8"))
    tried = {
        (x.get("cell"), x["line"], x["column"]): x for x in rows(data) if all(part["statement"] for part in x["parts"])
    }
    for entry in tried.values():
        for part in entry["parts"]:
            part["hypotheses"].append({"text": "1 = 1"})
    kept.write_text(json.dumps(data), encoding="utf-8")
    again = with_reading(note, verdicts, options, path)
    for before, after in zip(verdicts, again, strict=True):
        place = note.place(before.formula)
        is_given = (place.cell, place.line, place.column) in tried and before.verdict in ("proved", "refuted", "needs")
        wanted = "refuted" if before.verdict == "needs" else before.verdict
        assert not is_given or (after.verdict, after.given_by) == (wanted, "r.json"), row(note, before)


def test_a_changed_row_is_judged_as_the_file_has_it_and_marked_everywhere(
    written: dict[str, Any], tmp_path: Path
) -> None:
    (part,) = rows(written)[1]["parts"]
    part["hypotheses"].append({"text": "wᵀ·w = 1", "line": 1, "words": "let w be a unit vector"})
    part |= {"built_in": ["\x1b[2J"], "text": "\x1b[2J", "unread": "\x1b[2J"}
    _, out, error = check(tmp_path, written, "--all", "--readings")
    assert error == ""
    first, second = (next(x for x in out.splitlines() if f"n.md:{n}:3" in x) for n in (3, 5))
    assert "reading" not in first
    said = "all dimensions; reading given by r.json: ‖x - w wᵀ x‖² = ‖x‖² - tr(wᵀ x)²; using wᵀ·w = 1 (reading)"
    assert (second.split()[1], second.partition("(wᵀx)²    ")[2]) == ("proved", said)
    assert "let w be a unit vector" not in out
    assert "\x1b" not in out
    assert out.splitlines()[-1] == (
        "3 rows: 2 proved (1 under hypotheses of the note, 1 by a reading from outside), 1 not judged"
    )
    data = json.loads(check(tmp_path, written, "--json")[1])["files"][0]["lines"]
    assert [x["reading_given_by"] for x in data] == [None, "r.json", None]
    assert data[1]["using"] == [{"text": "wᵀ·w = 1", "by": "reading"}]
    assert (data[1]["rule"], data[1]["certificate"] is not None) == ("PCA403", True)
    results = json.loads(check(tmp_path, written, "--sarif")[1])["runs"][0]["results"]
    assert [said in x["message"]["text"] for x in results] == [False, True, False]


def test_what_a_reading_finds_false_is_a_warning(written: dict[str, Any], tmp_path: Path) -> None:
    rows(written)[0]["parts"][0]["hypotheses"] = []  # S is any matrix
    code, out, _ = check(tmp_path, written, "--select", "fails")
    assert (code, out.split()[1]) == (0, "warning")
    assert "fails at p = 2, " in out
    assert "; reading given by r.json: tr(xᵀ S w) = tr(wᵀ S x) [PCA310]" in out


def test_hypotheses_without_an_example_are_contradictory(written: dict[str, Any], tmp_path: Path) -> None:
    texts = [{"text": "wᵀ·w = 1"}, {"text": "wᵀ·w = 2"}]
    rows(written)[1]["parts"][0]["hypotheses"] = texts
    code, out, _ = check(tmp_path, written)
    assert (code, out.split()[1]) == (0, "warning")
    assert "no example of the hypotheses was found; reading given by r.json: " in out
    assert out.splitlines()[0].endswith("[PCA330]")


PARTS = {  # of the third row, whose first relation is not read: the parts, the verdict
    "a statement for what is not read": (
        [{"statement": [*HEAD, "x = x"]}, {"statement": [*HEAD, "tr(xᵀ·w) = tr(wᵀ·x)"]}],
        "proved",
    ),
    "what is not read stays": (
        [{"text": "‖x‖₇ = xᵀw", "statement": None}, {"statement": [*HEAD, "w = w"]}],
        "unsupported",
    ),
    "another formula": ([{"text": "‖x‖₇ = xᵀx", "statement": None}, {"statement": [*HEAD, "w = w"]}], "unread"),
    "a false one": ([{"statement": [*HEAD, "x = x"]}, {"statement": [*HEAD, "x = w"]}], "refuted"),
    "nothing": ([], "unread"),
}


@pytest.mark.parametrize(("parts", "verdict"), PARTS.values(), ids=PARTS)
def test_a_row_has_the_worst_verdict_of_the_parts_that_are_given(
    written: dict[str, Any], tmp_path: Path, parts: list[dict[str, Any]], verdict: str
) -> None:
    rows(written)[2]["parts"] = [{"hypotheses": [], **part} for part in parts]
    _, out, error = check(tmp_path, written, "--json")
    last = json.loads(out)["files"][0]["lines"][-1]
    assert (last["verdict"], last["reading_given_by"], error) == (verdict, "r.json", "")


def test_an_editor_shows_who_gives_a_reading(written: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("pygls", reason="pygls is not installed: pip install 'pcaproofs[lsp]'")
    from lsprotocol import types

    from pcaproofs.lsp.documents import checked, hover

    rows(written)[1]["parts"][0]["hypotheses"].append({"text": "wᵀ·w = 1"})
    (tmp_path / "r.json").write_text(json.dumps(written), encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.pcaproofs]\nreading = "r.json"\n')
    uri = (tmp_path / "n.md").as_uri()
    shown = hover(uri, checked(uri, NOTE), types.Position(4, 5))
    assert shown is not None
    assert isinstance(shown.contents, types.MarkupContent)
    assert shown.contents.value.startswith("**proved** all dimensions; reading given by r.json: ")
    shown = hover(uri, checked(uri, NOTE.replace("w w^T x", "w x^T w")), types.Position(4, 5))  # while it is edited
    assert shown is not None
    assert "r.json" not in str(shown.contents)


def at(path: str, value: Any) -> Any:
    """A change of a reading at a place such as rows[0].line; … in place of a value removes it."""

    def change(data: dict[str, Any]) -> str:
        here: Any = data
        *steps, last = [int(x) if x.isdigit() else x for x in path.replace("[", ".").replace("]", "").split(".")]
        for step in steps:
            here = here[step]
        if value is ...:
            del here[last]
        else:
            here[last] = value
        return json.dumps(data)

    return change


PART = "files[0].rows[1].parts[0]"
WRONG = {  # what is done to a reading: the message, and where it says that it is
    "another version": (at("version", 2), "got 2, but should be 1", ": version"),
    "a version that looks right": (at("version", True), "got true, but should be 1", ": version"),
    "no files": (at("files", ...), "got no files", ""),
    "a list": (lambda data: "[]", "got an array, but should be of type object", ""),
    "no JSON": (lambda data: "{", "got no JSON (", ""),
    "binary": (lambda data: "\0", "got no JSON (", ""),
    "a deep one": (lambda data: "[" * 10**5 + "]" * 10**5, "got a value that is nested too deep", ""),
    "a huge number": (lambda data: f'{{"version": {"9" * 5000}, "files": []}}', "got no JSON (", ""),
    "a large number": (at("files[0].rows[1].line", 10**300), "got a row at line 1000", "files[0].rows[1]"),
    "a type": (
        at(f"{PART}.statement", "x = x"),
        'got "x = x", but should be of type array or null',
        f"{PART}.statement",
    ),
    "a line": (at(f"{PART}.statement[0]", 3), "got 3, but should be of type string", f"{PART}.statement[0]"),
    "a key": (at(f"{PART}.more", 3), 'got the key "more", but should be one of text, statement, ', PART),
    "a line below 1": (at("files[0].rows[1].line", 0), "got 0, but should be at least 1", "files[0].rows[1].line"),
    "a fraction": (at("files[0].rows[1].line", 1.5), "got 1.5, but should be of type integer", "files[0].rows[1].line"),
    "too many": (
        at("files[0].rows[1].parts", [{}] * 101),
        "got 101 items or characters, but should be at most 100",
        "parts",
    ),
    "too long": (
        at(f"{PART}.statement[0]", "x" * 10**5),
        "got 100000 items or characters, but should be at most 10000",
        "[0]",
    ),
    "a row that has moved": (
        at("files[0].rows[1].line", 6),
        "got a row at line 6, column 3, where ",
        "files[0].rows[1]",
    ),
    "a row that has changed": (at("files[0].rows[1].latex", "x = x"), 'got "x = x", but ', "files[0].rows[1]"),
    "a row twice": (
        lambda data: json.dumps({"version": 1, "files": [{"file": "n.md", "rows": rows(data) + rows(data)}]}),
        "got the row of line 3 twice, but should be once",
        "files[0].rows[3]",
    ),
    "no statement": (at(f"{PART}.statement", []), "got a statement that is refused: ", PART),
    "other words": (at(f"{PART}.statement", ["hello"]), "got a statement that is refused: ", PART),
    "a spelling": (
        at(f"{PART}.statement", [*HEAD, "x=x"]),
        "got a statement that is refused: got 'x=x', but should be 'x = x'",
        PART,
    ),
    "sizes that clash": (at(f"{PART}.statement", [*HEAD, "x = wᵀ"]), "got a statement that is refused: ", PART),
    "an unknown letter": (at(f"{PART}.statement", [*HEAD, "x = y"]), "got a statement that is refused: ", PART),
    "an exponent": (
        at(f"{PART}.statement", ["for all real a (1×1)", "a^1000000 = a"]),
        "got a statement that is refused: got an exponent 1000000, but should be at most 64",
        PART,
    ),
    "exponents of exponents": (
        at(f"{PART}.statement", ["for all real a (1×1), b (1×1)", "(((a + b)^60)^60)^60 = a"]),
        "got a statement that is refused: got an expression of more than 10000 terms",
        PART,
    ),
    "a size": (
        at(f"{PART}.statement", ["for all real A (99999×99999)", "A = A"]),
        "got a statement that is refused: got a size 99999, but should be at most 999",
        PART,
    ),
    "brackets": (
        at(f"{PART}.statement", ["for all real a (1×1)", "(" * 3000 + "a" + ")" * 3000 + " = a"]),
        "got a statement that is refused: got a statement nested too deeply",
        PART,
    ),
    "a hypothesis": (at(f"{PART}.hypotheses", [{"text": "w is unit"}]), "got a statement that is refused: ", PART),
    "two hypotheses in one": (
        at(f"{PART}.hypotheses", [{"text": "wᵀ·w = 1\ngiven x = 0"}]),
        'got a statement that is refused: got "wᵀ·w = 1\\ngiven x = 0", but should be one line',
        PART,
    ),
    "sequences": (
        at(
            f"{PART}.statement",
            [
                "for all real a (1×1)",
                "for all members a of sequences at one index",
                "the first a = 1",
                "the next a = a",
                "a = 1",
            ],
        ),
        "got a statement that is refused: got sequences, but should be a statement without them",
        PART,
    ),
}


@pytest.mark.parametrize(("change", "said", "place"), WRONG.values(), ids=WRONG)
def test_a_wrong_reading_is_one_line_with_the_place(
    written: dict[str, Any], tmp_path: Path, change: Any, said: str, place: str
) -> None:
    (tmp_path / "r.json").write_text(change(written), encoding="utf-8")
    note = read_with_scope(tmp_path / "n.md")
    verdicts = tuple(RowVerdict(x, "undecided") for x in note.formulas)  # a wrong reading is wrong for any verdicts
    with pytest.raises(WrongReading) as caught:
        with_reading(note, verdicts, Options(reading=tmp_path / "r.json"), tmp_path / "n.md")
    message = str(caught.value)
    assert message.startswith(said)
    assert message.isprintable()
    assert message.rpartition(" [")[2].startswith(f"{tmp_path / 'r.json'}")
    assert message.endswith(f"{place}]")


def test_a_wrong_reading_ends_the_check(written: dict[str, Any], tmp_path: Path) -> None:
    rows(written)[0]["line"] = 4
    code, out, error = check(tmp_path, written)
    assert (code, out) == (2, "")
    assert error == (
        f"pcaproofs: got a row at line 4, column 3, where {tmp_path / 'n.md'} has none [{tmp_path / 'r.json'}: "
        "files[0].rows[0]]\n"
    )


def test_a_missing_or_large_reading_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(WrongReading, match=r"^got No such file or directory, but should be a reading \[.*r.json\]$"):
        read_reading(tmp_path / "r.json")
    (tmp_path / "r.json").write_text("{}")
    monkeypatch.setattr("pcaproofs.notes.readings.LARGEST", 1)
    with pytest.raises(WrongReading, match=r"^got 2 bytes, but should be at most 1 \["):
        read_reading(tmp_path / "r.json")


def test_the_schema_is_printed() -> None:
    done = CliRunner().invoke(main, ["check", "--reading-schema"])
    schema = json.loads(done.stdout)
    assert (done.exit_code, schema["properties"]["version"]) == (0, {"const": 1})
    part = schema["properties"]["files"]["items"]["properties"]["rows"]["items"]["properties"]["parts"]["items"]
    assert part["required"] == ["statement", "hypotheses"]


def test_a_reading_of_other_notes_changes_nothing(written: dict[str, Any], tmp_path: Path) -> None:
    written["files"][0]["file"] = "other.md"
    rows(written)[0]["line"] = 99
    code, out, error = check(tmp_path, written)
    assert (code, error) == (1, "")
    assert out == CliRunner().invoke(main, ["check", str(tmp_path / "n.md")]).stdout


def test_a_log_names_who_gives_a_reading(written: dict[str, Any], tmp_path: Path) -> None:
    note = read_with_scope(tmp_path / "n.md")
    rows(written)[0]["parts"][0]["hypotheses"][0]["text"] = "S = Sᵀ"
    (tmp_path / "r.json").write_text(json.dumps(written), encoding="utf-8")
    options = Options(reading=tmp_path / "r.json")
    verdicts = with_reading(note, check_note(note)[1], options, tmp_path / "n.md")
    first, *_ = part_of(report(note, verdicts, options))["results"]
    assert (first["ruleId"], "reading given by r.json" in first["message"]["text"]) == ("PCA403", True)
