"""What a newcomer's shell may do to a command: streams that are closed, other encodings, no colours, no folder."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name != "posix", reason="these are shells of POSIX")
NOTE = "$$1 + 1 = 3$$\n"
LONG = "+".join(["A"] * 300)
# The line -> its exit code, and how all that it prints begins; {} is the command
LINES = {
    "a statement longer than the name of a file may be": ("{} prove '" + LONG + " = 300 A'", 0, "proved  A \\+ A"),
    "a long text that states nothing": ("{} prove '" + LONG + "'", 2, "pcaproofs: got A\\+A.*no relation sign"),
    "words": ("{} prove 'A is symmetric'", 2, "pcaproofs: got A is symmetric, which has no relation sign"),
    "nothing": ("{} prove ''", 2, "pcaproofs: got an empty text, but should be "),
    "a statement without a right side": ("{} prove 'A = '", 2, r"pcaproofs: got the end, but .*, column 5\]"),
    "a statement without a left side": ("{} prove ' <= A'", 2, r"pcaproofs: got <=, but .*, column 2\]"),
    "a sign alone": ("{} prove '='", 2, r"pcaproofs: got =, but .*, column 1\]"),
    "a command with a slip, and a statement": ("{} prov 'A = A'", 2, "pcaproofs: got prov, but .* command prove"),
    "help as git has it": ("{} help", 0, "Usage: pcaproofs "),
    "help of a command": ("{} help check", 0, "Usage: pcaproofs check "),
    "a link to itself": ("ln -s a.md a.md; {} check a.md", 2, "pcaproofs: got a link without a file"),
    "a name that is no UTF-8": (
        "cp note.md $'\\xff.md'; {} check $'\\xff.md' --no-cache", 1, r"\\udcff\.md:1:3  error"
    ),
    "a name that is no UTF-8, JSON": (
        "cp note.md $'\\xff.md'; {} check $'\\xff.md' --json | {python} -m json.tool >/dev/null", 0, "$"
    ),
    "no standard input, a statement": ("{} prove - <&-", 2, "pcaproofs: got an empty text"),
    "no standard input, a note": ("{} check - <&-", 0, "pcaproofs: got no displayed formulas"),
    "no standard output": ("{} check note.md --no-cache >&-", 1, "$"),
    "no standard error": ("{} check note.md --no-cache 2>&-", 1, "note.md:1:3  error"),
    "a folder that is gone": ("mkdir a && cd a && rmdir ../a && {} prove 'A = A'", 2, "pcaproofs: got a folder that"),
    "an encoding without the characters": (
        "PYTHONIOENCODING=latin-1 {} claims centering.idempotent", 0, "centering.idempotent  proved"
    ),
    "an encoding without the characters, JSON": (
        "PYTHONIOENCODING=latin-1 {} prove 'A <= 0' --json | {python} -m json.tool >/dev/null", 0, "$"
    ),
}  # fmt: skip


def shell(folder: Path, line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    script = f"#!{sys.executable}\nfrom pcaproofs.__main__ import main\nif __name__ == '__main__':\n    main()\n"
    command = folder / "pcaproofs"
    command.write_text(script, encoding="utf-8")
    command.chmod(0o755)
    (folder / "note.md").write_text(NOTE, encoding="utf-8")
    line = line.replace("{}", str(command)).replace("{python}", sys.executable)
    kept = {name: x for name, x in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR", "TERM")}
    return subprocess.run(
        ["bash", "-c", line],
        cwd=folder,
        env={**kept, "TERM": "xterm", **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
    )


@pytest.mark.parametrize("case", LINES)
def test_a_line_is_answered_in_lines(case: str, tmp_path: Path) -> None:
    line, code, said = LINES[case]
    done = shell(tmp_path, line)
    assert done.returncode == code, done.stdout[-2000:]
    assert re.match(said, done.stdout), done.stdout[-2000:]
    assert code != 2 or done.stdout.count("\n") == 1


IN_COLOURS = {  # the environment, whether standard output is a terminal, whether there are colours
    "a terminal": ({}, True, True),
    "a pipe": ({}, False, False),
    "NO_COLOR": ({"NO_COLOR": "1"}, True, False),
    "NO_COLOR is empty": ({"NO_COLOR": ""}, True, True),
    "a terminal without colours": ({"TERM": "dumb"}, True, False),
    "FORCE_COLOR": ({"FORCE_COLOR": "1"}, False, True),
    "both": ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
}


@pytest.mark.parametrize("command", ["prove '1 = 2'", "check note.md --no-cache", "claims centering.idempotent"])
@pytest.mark.parametrize("case", IN_COLOURS)
def test_colours_are_those_that_were_asked_for(case: str, command: str, tmp_path: Path) -> None:
    environment, is_terminal, is_coloured = IN_COLOURS[case]
    pty = "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(['bash', '-c', sys.argv[1]])))"
    line = f"{{}} {command}"
    if is_terminal:
        line = f'{{python}} -c "{pty}" "{line}" </dev/null'
    said = shell(tmp_path, line, **environment).stdout
    assert re.search("refuted|error|proved", said), said
    assert bool(re.search("\x1b\\[[0-9;]*3[0-9]m", said)) == is_coloured, said
