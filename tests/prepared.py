"""Commands that start soon: a process that has imported the libraries forks a child for each of them.

A child is as good as a process of its own unless imports or the start are what is tested: nothing was proved or read
before, and no module of a test or of a claim was imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import traceback
from importlib import import_module
from pathlib import Path

IMPORTED = ["pytest", "hypothesis.internal.observability", "pcaproofs.cli", "pcaproofs.prover.prove"]
IMPORTED += ["pcaproofs.notes.checking", "pcaproofs.verify.discovery", "pcaproofs.verify.run"]
TESTS = str(Path(__file__).parent)


class Prepared:
    """Runs `python -m pytest` and `pcaproofs` in folders."""

    def __init__(self, folder: Path):
        self.out, self.err = folder / "out", folder / "err"
        command = [sys.executable, __file__, str(self.out), str(self.err)]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def pytest(self, *args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        """What a run of pytest prints, and its exit code."""
        return self._run("pytest", "-p", "no:cacheprovider", *args, cwd=cwd)

    def pcaproofs(self, *args: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
        """What a command prints, and its exit code."""
        return self._run("pcaproofs", *args, cwd=cwd or Path.cwd())

    def _run(self, *command: str, cwd: Path) -> subprocess.CompletedProcess[str]:
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(json.dumps([str(cwd), *command]) + "\n")
        self.server.stdin.flush()
        code = int(self.server.stdout.readline())
        out, err = (file.read_text(encoding="utf-8") for file in (self.out, self.err))
        return subprocess.CompletedProcess(command, code, out, err)

    def close(self) -> None:
        """Ends the process."""
        self.server.communicate()


def serve(out: str, err: str) -> None:
    """Forks a child for each line of standard input, and prints its exit code."""
    sys.path.remove(TESTS)
    for name in IMPORTED:
        import_module(name)
    for line in sys.stdin:
        if not (child := os.fork()):
            _child(json.loads(line), out, err)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _child(command: list[str], out: str, err: str) -> None:
    """Runs a command with its output in files, and ends the process as Python would."""
    for number, name in ((1, out), (2, err)):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    code = 1
    try:
        os.chdir(command[0])
        code = _run(*command[1:])
    except SystemExit as error:
        code = int(error.code or 0)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _run(program: str, *args: str) -> int:
    import pytest

    from pcaproofs.cli import main

    if program == "pytest":
        sys.path.insert(0, os.getcwd())
        return int(pytest.main(["-W", "ignore::pytest.PytestAssertRewriteWarning", *args]))
    main(args, prog_name="pcaproofs")
    return 0


if __name__ == "__main__":
    serve(*sys.argv[1:])
