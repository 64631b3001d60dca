"""The command check."""

from __future__ import annotations

import functools
import html
import json
import os
import pkgutil
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from pcaproofs.cli import main
from pcaproofs.cli.checking import INTERRUPTED
from pcaproofs.notes.faults import FAULT, RAISES, fault

OWN = Path(__file__).parents[1] / "notes" / "own"
NOTE = r"""# Lengths

Let $x, y \in \mathbb{R}^p$.

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2 + 2 x^T y$$

$$\|x + y\|^2 = \|x\|^2 + \|y\| + 2 x^T y$$

$$x^T x = x^T$$
"""


@pytest.fixture(scope="module")
def note(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("notes") / "lengths.md"
    path.write_text(NOTE, encoding="utf-8")
    return path


class Clock:
    """In place of the module time."""

    def __init__(self, monotonic: Callable[[], float]):
        self.monotonic = monotonic


def run(*arguments: object) -> tuple[int, str, str]:
    result = CliRunner().invoke(main, ["check", *map(str, arguments)])
    return result.exit_code, result.stdout, result.stderr


def without_conventions(out: str) -> list[str]:
    """The lines of an output except the one that names the conventions of its note."""
    return [line for line in out.splitlines() if not line.startswith("conventions: ")]


def words(out: str) -> list[str]:
    """The second column of the lines about rows: the severity or the verdict."""
    return [line.split()[1] for line in without_conventions(out)[:-1]]


def test_each_row_that_needs_the_authors_eye_has_a_line_with_its_place(note: Path) -> None:
    code, out, error = run(note)
    assert (code, error) == (1, "")
    *found, conventions, totals = out.splitlines()
    assert [line.split()[:2] for line in found] == [[f"{note}:7:3", "error"], [f"{note}:9:3", "error"]]
    assert conventions == "conventions: ‖·‖ is the Euclidean norm; ᵀ is the transpose"
    assert [line.split()[-1] for line in found] == ["[PCA310]", "[PCA201]"]
    assert totals == "3 rows: 1 proved, 2 errors"


def test_all_lists_the_other_rows_with_their_reasons(note: Path) -> None:
    code, out, _ = run(note, "--all")
    assert code == 1
    found = [line.split()[:2] for line in without_conventions(out)[:-1]]
    assert found == [[f"{note}:5:3", "proved"], [f"{note}:7:3", "error"], [f"{note}:9:3", "error"]]
    assert out.splitlines()[0].endswith("    all dimensions")


COUNTED = {  # a note: the line of totals
    "$$1 = 1$$": "1 row: 1 proved",
    "$$1 + 1 = 3$$ <!-- pcaproofs: ignore fails -->": "1 row: 1 switched off",
    "$$X = [1, 2$$": "1 row: 1 not judged (--all)",
    "We put $x = 3$.": "0 rows",
    "Let $X$ be n×p.\n\n$$S = X^T X$$\n\n$$T = X X^T$$\n\n$$S^T = S$$\n\n$$X = X$$\n\n$$[X = X$$\n\n$$X X = 0$$": (
        "6 rows: 2 proved (1 under hypotheses of the note), 1 error, 2 definitions and problems, 1 not judged (--all)"
    ),
    "Let $w$ be a unit vector.\n\nSome people rotate things first.\n\n$$w^T w = 1$$": (
        "1 row: 1 proved (1 under hypotheses of the note, 1 of them after other words)"
    ),
}


@pytest.mark.parametrize(("text", "totals"), COUNTED.items(), ids=map(str, range(len(COUNTED))))
def test_the_last_line_counts_the_rows(tmp_path: Path, text: str, totals: str) -> None:
    (tmp_path / "a.md").write_text(text, encoding="utf-8")
    assert run(tmp_path / "a.md")[1].splitlines()[-1] == totals


def test_several_notes_have_one_line_of_totals(note: Path) -> None:
    assert [line for line in run(note, note)[1].splitlines() if "rows" in line] == ["6 rows: 2 proved, 4 errors"]


def test_the_severity_has_a_colour_on_a_terminal_only(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def out() -> str:
        return CliRunner().invoke(main, ["check", str(note)], color=True).stdout

    assert "\x1b[31m" in out()
    assert "\x1b" not in run(note)[1]


def test_progress_is_shown_on_a_terminal_after_two_seconds(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(9))
    monkeypatch.setattr("pcaproofs.cli.checking.time", Clock(lambda: float(next(seconds))))
    for is_terminal, said in ((False, []), (True, ["3 of 4", "4 of 4"])):
        monkeypatch.setattr("pcaproofs.cli.checking.is_terminal", lambda is_terminal=is_terminal: is_terminal)
        _, out, error = run(note, "--no-cache")
        assert re.findall(r"(\d of \d) formulas", error) == said
        assert error.endswith("\r") == bool(said)
        assert "formulas" not in out


def test_standard_input_is_a_note(note: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def piped(text: str, *arguments: str) -> tuple[int, str, str]:
        done = CliRunner().invoke(main, ["check", "-", *arguments], input=text)
        return done.exit_code, done.stdout, done.stderr

    code, out, _ = piped(NOTE)
    assert (code, out.splitlines()[0].split()[0]) == (1, "<stdin>:7:3")
    assert out.replace("<stdin>", str(note)).split() == run(note)[1].split()
    (tmp_path / "a.scope").write_text("w is unit\n")
    monkeypatch.chdir(tmp_path)
    row = r"\|x - w w^T x\|^2 = \|x\|^2 - (w^T x)^2"
    tex = f"% $1 = 2$\nLet $x, w \\in \\mathbb{{R}}^p$. \\[{row}\\]\n"
    code, out, _ = piped(tex, "--stdin-filename", "a.tex", "--all")
    assert (code, out.split()[:2]) == (0, ["a.tex:2:32", "proved"])
    assert "column p×1, unit" in piped(tex, "--stdin-filename", "a.tex", "--scope")[1]
    assert json.loads(piped(NOTE, "--json")[1])["files"][0]["file"] == "<stdin>"
    assert CliRunner().invoke(main, ["check", "/dev/stdin"], input=NOTE).stdout == piped(NOTE)[1]
    for wrong in (("--watch",), ("--init",)):
        assert piped(NOTE, *wrong)[0] == 2
    code, out, said = piped("\0")
    assert (code, out, said.count("\n")) == (2, "", 1)


def test_check_prints_json(note: Path) -> None:
    code, out, _ = run(note, "--json")
    data = json.loads(out)["files"][0]
    assert code == 1
    assert data["summary"] == {"rows": 3, "proved": 1, "refuted": 1, "ill-typed": 1}
    first, second, _ = data["lines"]
    assert {"line", "column", "latex", "verdict", "reason", "needs", "counterexample", "certificate"} <= first.keys()
    assert first["certificate"] is not None
    assert second["counterexample"] is not None


def test_check_prints_readings_and_scope(note: Path) -> None:
    assert "for all integers p ≥ 1, x (p×1), y (p×1)" in run(note, "--readings")[1]
    lines = run(OWN / "blog.md", "--readings", "--all")[1].splitlines()
    assert "    given ‖w‖² = 1" in lines
    code, out, _ = run(note, "--scope")
    assert code == 0
    assert "column p×1" in out
    assert "mathbb" not in out


def test_without_numpy_rows_are_judged(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser; numpy rounds some proofs, which are then not found."""
    for name in [
        x for x in sys.modules if x == "numpy" or x.startswith(("numpy.", "pcaproofs.prover.search.sos.proj"))
    ]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    code, out, _ = run(note, "--no-cache")
    assert (code, words(out)) == (1, ["error", "error"])


def test_a_missing_library_is_no_bug_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(RAISES, raising=False)
    assert fault(ModuleNotFoundError("No module named 'numpy'", name="numpy")) == "no numpy, which is not installed"
    assert FAULT in fault(ModuleNotFoundError("No module named 'pcaproofs.x'", name="pcaproofs.x"))


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("missing.md", None, "pcaproofs: no such file: "),
        ("picture.md", b"\x89PNG\0\0", "binary"),
        ("notes.pdf", b"%PDF-1.4", "suffix|file .pdf"),
    ],
)
def test_a_bad_file_is_one_line(tmp_path: Path, name: str, content: bytes | None, says: str) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    code, out, err = run(tmp_path / name)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert any(word in err for word in says.split("|"))


def test_nothing_wrong_is_exit_code_0(tmp_path: Path) -> None:
    path = tmp_path / "right.md"
    path.write_text(NOTE[: NOTE.index("$$\\|x + y\\|^2 = \\|x\\|^2 + \\|y\\| +")], encoding="utf-8")
    assert run(path)[0] == 0


def test_a_scope_file_beside_a_note_and_a_comment_in_it_say_what_letters_are(tmp_path: Path) -> None:
    path = tmp_path / "unit.md"
    row = r"$$\|x - w w^T x\|^2 = \|x\|^2 - (w^T x)^2$$"
    path.write_text(rf"Let $x, w \in \mathbb{{R}}^p$.{2 * chr(10)}{row}{chr(10)}", encoding="utf-8")
    assert "[PCA320]" in run(path)[1]
    (tmp_path / "unit.scope").write_text("w is unit  # always\n")
    assert without_conventions(run(path)[1]) == ["1 row: 1 proved (1 under hypotheses of the note)"]
    assert "column p×1, unit" in run(path, "--scope")[1]
    (tmp_path / "unit.scope").write_text("w is blue\n")
    code, out, error = run(path)
    assert (code, out) == (2, "")
    assert error.startswith("pcaproofs: got blue, but should be n×p, a number")
    (tmp_path / "unit.scope").unlink()
    path.write_text(path.read_text(encoding="utf-8") + "\n<!-- pcaproofs: w is unit -->\n", encoding="utf-8")
    assert without_conventions(run(path)[1]) == ["1 row: 1 proved (1 under hypotheses of the note)"]


def test_init_writes_a_scope_file_to_fill_in(tmp_path: Path) -> None:
    path = tmp_path / "n.md"
    path.write_text("Let $w$ be a unit vector.\n\n$$w^T S w = a$$\n", encoding="utf-8")
    assert run(path, "--init") == (0, f"{tmp_path / 'n.scope'}\n", "")
    said, _, unsaid = (tmp_path / "n.scope").read_text(encoding="utf-8").partition("\n\n")
    assert said.splitlines() == ["# The note says:", "# w is a column", "# w is unit"]
    assert "# S is a matrix" in unsaid.splitlines()
    assert all(line.startswith("#") for line in unsaid.splitlines())
    code, _, error = run(path, "--init")
    assert code == 2
    assert "but should be a new file" in error


def test_check_prints_sarif(note: Path) -> None:
    code, out, _ = run(note, "--sarif")
    assert code == 1
    assert [x["ruleId"] for x in json.loads(out)["runs"][0]["results"]] == ["PCA400", "PCA310", "PCA201"]


def test_check_writes_annotated_pages(note: Path, tmp_path: Path) -> None:
    code, out, _ = run(note, note, "--annotate", tmp_path)
    assert code == 1
    assert len(without_conventions(out)) == 5
    first, second = (tmp_path / name for name in ("lengths.md.html", "lengths.md-2.html"))
    assert first.read_bytes() == second.read_bytes()
    page = first.read_text(encoding="utf-8")
    assert '<mark class="proved">\\|x + y\\|^2 = \\|x\\|^2 + \\|y\\|^2 + 2 x^T y</mark>' in page
    assert "example: <code>" in page
    assert all(name in page for name in ("✓ proved", "✗ refuted", "△ ill-typed"))


def test_a_page_shows_every_character_of_a_note(tmp_path: Path) -> None:
    text = 'A <b>bold</b> & "quoted" note.\n\n$$\na < b \\\\\nb & < c\n$$\n'
    (tmp_path / "odd.md").write_text(text, encoding="utf-8")
    run(tmp_path / "odd.md", "--annotate", tmp_path)
    page = (tmp_path / "odd.md.html").read_text(encoding="utf-8")
    lines = re.findall(r'<div class="source">(.*?)</div>', page, re.DOTALL)
    assert "\n".join(html.unescape(re.sub(r"</?mark.*?>", "", line)) for line in lines) == text


def test_guessed_macros_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "n.md"
    path.write_text("\\newcommand{\\own}[1]{#1}\n\n$$\\norm{\\vx{i}} = \\own{\\norm{\\vx{i}}}$$\n")
    said = [r"\norm{#1} = \lVert #1\rVert", r"\vx{#1} = \mathbf{x}_{#1}"]
    assert run(path)[1].splitlines() == [
        r"conventions: \norm, \vx as the names suggest, since no file defines them; ‖·‖ is the Euclidean norm",
        "1 row: 1 proved",
    ]
    places = zip((f"{path}:3:3", f"{path}:3:9"), said, strict=True)
    lines = [f"{place}  guessed     {what}    no file defines it" for place, what in places]
    assert run(path, "--scope")[1].splitlines()[-2:] == lines
    listed = run(path, "--select", "guessed-macro")[1].splitlines()
    rows = [re.split("  +", line)[1:] for line in listed[:2]]
    assert rows == [["guessed-macro", x, "no file defines it"] for x in said]
    guessed = json.loads(run(path, "--json")[1])["files"][0]["guessed"]
    assert [f"{x['line']}:{x['column']} {x['macro']} = {x['meaning']}" for x in guessed] == [
        f"3:3 {said[0]}",
        f"3:9 {said[1]}",
    ]


@pytest.mark.parametrize("options", [("--json", "--sarif"), ("--json", "--watch"), ("--scope", "--init")])
def test_one_output_at_a_time(note: Path, options: tuple[str, ...]) -> None:
    code, _, said = run(note, *options)
    assert code == 2
    assert f"got {' and '.join(options)}, but should be one of them" in said


def test_a_note_is_checked_again_when_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("$$1 + 1 = 3$$\n")
    code = "import sys; from pcaproofs.cli import main; main(['check', sys.argv[1], '--watch'])"
    heard = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)  # which a run in the background ignores
    process = subprocess.Popen(
        [sys.executable, "-c", code, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heard
    )
    assert process.stdout is not None

    def lines(count: int) -> list[str]:
        return [process.stdout.readline() for _ in range(count)]  # type: ignore[union-attr]

    assert [x.partition("a.md")[2][:4] for x in lines(2)] == [":1:3", ""]
    path.write_text("\n$$1 + 1 = 3$$\n")
    assert [x.partition("a.md")[2][:4] for x in lines(3)] == ["", ":2:3", ""]
    path.write_text("\n$$2 + 2 = 4$$\n")
    assert lines(2) == ["\n", "1 row: 1 proved\n"]
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30) == ("", "")
    assert process.returncode in (0, INTERRUPTED)  # the second if the process has not ended the check yet


def test_an_interrupted_check_has_an_exit_code_of_its_own(note: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pcaproofs.notes.checking.table_of", interrupted)
    code, out, said = run(note, "--no-cache")
    assert (code, out, said.count("\n")) == (INTERRUPTED, "", 1)


def test_faults_of_a_file_are_a_line_each_and_the_rest_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "odd.md"
    path.write_bytes("Müller.\n\n$$1 + 1 = 2$$\n\n$$1 + 1\n".encode("cp1252"))
    code, out, said = run(path)
    assert (code, words(out), out.splitlines()[-1]) == (
        1,
        ["error"],
        "2 rows: 1 proved, 1 error, 1 definition or problem",
    )
    encoding = said.strip().removeprefix("pcaproofs: ")
    assert "UTF-8" in encoding
    assert out.splitlines()[0] == f"{path}:5:1  error  $$1 + 1    got $$, but should be closed by $$ [PCA111]"
    fence = f"got $$, but should be closed by $$ [{path}:5:1]"
    assert json.loads(run(path, "--json")[1])["files"][0]["faults"] == [encoding, fence]
    (invocation,) = json.loads(run(path, "--sarif")[1])["runs"][0]["invocations"]
    assert [x["message"]["text"] for x in invocation["toolExecutionNotifications"]] == [encoding, fence]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_what_is_no_file_of_its_own_is_one_line(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    code, out, said = run(tmp_path / "pipe.md", ".")
    assert (code, out, said.count("\n")) == (2, "", 2)


@pytest.mark.parametrize("part", ["formulas.blocks.parse", "judging.rows.of_row", "judging.rows.chain"])
def test_a_bug_of_the_reader_is_the_line_of_its_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    (tmp_path / "a.md").write_text("$$1 + 1 = 2$$\n\n$$2 + 2 = 5$$\n\n$$2 + 2 = 4$$\n", encoding="utf-8")
    assert run(tmp_path / "a.md")[0] == 1
    calls = []
    module, _, name = f"pcaproofs.notes.{part}".rpartition(".")
    plain = getattr(pkgutil.resolve_name(module), name)

    def failing(*args: object, **more: object) -> object:
        calls.append(args)
        if len(calls) == 2:
            raise ZeroDivisionError("one\ntwo")
        return plain(*args, **more)

    monkeypatch.setattr(f"pcaproofs.notes.{part}", failing)
    with monkeypatch.context() as patched:
        patched.delenv(RAISES)
        code, out, _ = run(tmp_path / "a.md", "--all")
    assert code == 2
    assert words(out) == ["proved", "error", "proved"]
    assert out.splitlines()[1].endswith("[PCA900]")
    assert "got a bug of pcaproofs (ZeroDivisionError: one two), but should be" in out
    calls.clear()
    assert isinstance(
        CliRunner().invoke(main, ["check", str(tmp_path / "a.md"), "--no-cache"]).exception, ZeroDivisionError
    )


def test_a_bug_about_a_whole_note_is_one_line_and_the_others_are_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object) -> None:
        raise ZeroDivisionError("one\ntwo")

    for name in "ab":
        (tmp_path / f"{name}.md").write_text("$$1 + 1 = 2$$\n", encoding="utf-8")
    monkeypatch.delenv(RAISES)
    with monkeypatch.context() as patched:
        patched.setattr("pcaproofs.notes.checking.table_of", failing)
        code, out, said = run(tmp_path / "a.md", tmp_path / "b.md")
    assert (code, out, said.count("ZeroDivisionError: one two"), said.count("\n")) == (2, "", 2, 2)


def test_an_environment_that_does_not_close_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.tex"
    path.write_text("\\begin{align}\nx &= x\n", encoding="utf-8")
    (line, _) = run(path)[1].splitlines()
    what = "got \\begin{align}, but should be closed by \\end{align} [PCA111]"
    assert line == f"{path}:1:1  error  \\begin{{align}}    {what}"


def test_a_long_formula_is_cut(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(f"$${'{' * 10000}x{'}' * 10000}$$\n", encoding="utf-8")
    line, _ = run(path, "--all")[1].splitlines()
    assert "{{{…    got " in line
    assert len(line) < 1300


def test_a_note_does_not_command_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("$$x = (\x1b[2Jx$$\n\n<!-- pcaproofs: ignore \x1b[2J -->\n", encoding="utf-8")
    out = run(path, "--all")[1]
    assert "\x1b" not in out
    assert out.count("\\x1b[2J") >= 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("$$1 + 1 = 2$$\n", encoding="utf-8")
    code = "from pcaproofs.cli import main; main()"  # in a process, since standard output itself is full
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-c", code, "check", path], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (2, "pcaproofs: got a full disk, but should be space for the output\n")


def test_an_annotated_page_says_that_a_proof_rests_on_a_row_that_is_not_proved(tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("We have $$S^2 = S.$$\n\nHence $$S^3 = S$$\n", encoding="utf-8")
    CliRunner().invoke(main, ["check", str(tmp_path / "note.md"), "--annotate", str(tmp_path / "pages")])
    (page,) = (tmp_path / "pages").iterdir()
    text = page.read_text(encoding="utf-8")
    assert "all dimensions, from a row that is not proved" in text
    assert re.search(r"using <code>S² = S</code>.*, not proved", text)
