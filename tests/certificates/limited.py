"""Runs a checker on one file in a child process with limits of processor time and memory.

The children are forked from one process that has imported the checkers and nothing else, since starting Python anew
takes longer than most files. The limits are set after the fork, so they bound the work for one file and nothing else.

Most files are checked with a tenth of the kernel's budget and a quarter of the time: what is charged for ends ten times
as soon, so that work which is not charged for stands out more.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import traceback
from pathlib import Path

SECONDS, BYTES = 12, 500_000_000  # of processor time with the whole budget, and of memory
SHORT, SHARE = 3, 10  # seconds with one part in so many of the budget


class Checkers:
    """A process that runs `pcaproofs verify --statement` or the second checker on files, each in a child of its own."""

    def __init__(self, folder: Path):
        self.out, self.err = folder / "out", folder / "err"
        command = [sys.executable, __file__, str(self.out), str(self.err)]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def run(self, checker: str, path: Path, whole: bool = False) -> subprocess.CompletedProcess[str]:
        """What a child prints that runs "verify", "crosscheck" or, to test the limit, "allocate"; and its exit code.

        whole: with the kernel's whole budget.
        """
        assert self.server.stdin is not None
        assert self.server.stdout is not None
        self.server.stdin.write(json.dumps([checker, str(path), whole]) + "\n")
        self.server.stdin.flush()
        code = int(self.server.stdout.readline())
        out, err = (file.read_text(encoding="utf-8") for file in (self.out, self.err))
        return subprocess.CompletedProcess([checker, str(path)], code, out, err)

    def close(self) -> None:
        """Ends the process."""
        self.server.communicate()


def serve(out: str, err: str) -> None:
    """Forks a child for each line of standard input, and prints its exit code."""
    from pcaproofs import certificates, crosscheck, kernel, statement_text  # noqa: F401 (imported before the fork)
    from pcaproofs.cli import main

    def check(checker: str, path: str, whole: bool) -> None:
        seconds = SECONDS if whole else SHORT
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
        if not whole:
            kernel.BUDGET //= SHARE
        if checker == "verify":
            main(["verify", "--statement", path], prog_name="pcaproofs")
        if checker == "allocate":
            bytearray(BYTES)
        try:
            crosscheck.crosscheck(certificates.read_data(Path(path)))
        except (crosscheck.NotAccepted, certificates.NoCertificate) as error:
            print(str(error)[:200])

    for line in sys.stdin:
        if not (child := os.fork()):
            _run(lambda line=line: check(*json.loads(line)), out, err)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _run(work, out: str, err: str) -> None:  # type: ignore[no-untyped-def]
    """Runs work with its output in files, and ends the process as Python would."""
    for number, name in ((1, out), (2, err)):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    code = 0
    try:
        work()
    except SystemExit as error:
        code = int(error.code or 0)
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


if __name__ == "__main__":
    serve(*sys.argv[1:])
