"""The command line; commands import heavy modules inside their functions, so that --help is fast."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Any

import click

from pcaproofs.cli.assigning import assignment, self_check
from pcaproofs.cli.checking import check, lsp
from pcaproofs.cli.common import fail
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


class _DefaultProve(click.Group):
    """A group of commands that runs `prove` if no command is named."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0] not in self.commands and args[0] not in ("--help", "--version", "-h")):
            args = ["prove", *args]
        return super().parse_args(ctx, args)

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
    cls=_DefaultProve,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Examples: pcaproofs · pcaproofs prove centering · pcaproofs claims trace-objective.ky-fan · "
    "pcaproofs report -o build · pcaproofs verify certificates/*.json",
)
@click.version_option(package_name="pcaproofs")
def main() -> None:
    """Executable proofs about principal component analysis, valid in every dimension.

    Without a command, pcaproofs runs prove. Each command has its own --help.
    """


for command in (release, kit):
    assignment.add_command(command)
for command in (prove, check, lsp, claims, report, exercises, verify, export, grade, assignment, self_check):
    main.add_command(command)
