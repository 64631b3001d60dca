"""The command line; commands import heavy modules inside their functions, so that --help is fast."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import click

from pcaproofs import __version__
from pcaproofs.cli.assigning import assignment, self_check
from pcaproofs.cli.checking import check, lsp, mcp
from pcaproofs.cli.common import examples, fail
from pcaproofs.cli.exercising import exercises
from pcaproofs.cli.exporting import export
from pcaproofs.cli.grading import grade
from pcaproofs.cli.interrupts import process, reported
from pcaproofs.cli.kits import kit, release
from pcaproofs.cli.messages import complain
from pcaproofs.cli.proving import claims, prove
from pcaproofs.cli.reporting import report
from pcaproofs.cli.verifying import verify
from pcaproofs.files import other_copy
from pcaproofs.verify.claim import ClaimError

TASKS = (  # what one does, and with which commands
    ("Prove", ("prove", "claims", "verify", "export")),
    ("Check lecture notes", ("check", "lsp")),
    ("Serve language models", ("mcp",)),
    ("Write derivations and exercises", ("report", "exercises")),
    ("Grade code", ("assignment", "grade", "self-check")),
)


class _ByTask(click.Group):
    """A group of commands whose help is sorted by task; a name that is no command is one of claims, for `prove`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts `prove` before arguments that name no command; without arguments, the help is asked for."""
        if not args:
            args = ["--help"]
        elif args[0] not in self.commands and args[0] not in ("--help", "--version", "-h"):
            args = ["prove", *args]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the commands of each task with their first sentences."""
        widest = max(map(len, self.commands))
        for task, names in TASKS:
            with formatter.section(task):
                width = formatter.width - widest - 6
                rows = [(name.ljust(widest), self.commands[name].get_short_help_str(width)) for name in names]
                formatter.write_dl(rows)

    def main(self, args: Any = None, *more: Any, **options: Any) -> Any:
        """Runs the command line; without arguments, that of this process."""
        if args is not None:
            return super().main(args, *more, **options)
        with process():
            if said := other_copy(Path.cwd()):
                complain(said)
            return super().main(args, *more, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; prints a ClaimError, a full disk or an interrupt as one line and exits."""
        try:
            with reported():
                return super().invoke(ctx)
        except ClaimError as error:
            fail(error)
        except OSError as error:
            if error.errno != errno.ENOSPC or error.filename is not None:
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the rest is not written at the end either
            fail("got a full disk, but should be space for the output")


@click.group(
    cls=_ByTask,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "pcaproofs prove 'tr(AB) = tr(BA)'",
        "pcaproofs prove \"||x - (x'w) w||^2 = ||x||^2 - (x'w)^2\" --given 'w is a unit vector'",
        "pcaproofs claims trace-objective.ky-fan",
        "pcaproofs check notes.md",
        "pcaproofs report -o build/report --format html",
        "pcaproofs exercises projection affine -o week3 --seed 7",
        "pcaproofs assignment init solution.py -o hw.toml",
        "pcaproofs grade submissions/ -a hw.toml -o graded",
    ),
)
@click.version_option(__version__)
def main() -> None:
    """Executable proofs about principal component analysis, valid in every dimension.

    Each command has its own --help. `pcaproofs prove` proves all claims.
    """


for command in (release, kit):
    assignment.add_command(command)
for command in (prove, check, lsp, mcp, claims, report, exercises, verify, export, grade, assignment, self_check):
    main.add_command(command)
