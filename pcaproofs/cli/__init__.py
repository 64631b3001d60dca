"""The group of all commands. A command's module is imported when the command runs, so that --help is fast."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from pcaproofs import __version__
from pcaproofs.cli.common import examples, fail
from pcaproofs.cli.interrupts import process, reported
from pcaproofs.cli.messages import complain
from pcaproofs.cli.streams import colours, prepare
from pcaproofs.files import other_copy

TASKS = {  # what one does; with which commands, in which module each is, and what the module says of it first
    "Prove": {
        "prove": ("proving", "Prove a statement of your own, or the claims of pcaproofs."),
        "claims": ("proving", "List claims with their titles, or show one in full."),
        "verify": ("verifying", "Check certificate files with the kernel."),
        "export": ("exporting", "Export claims and certificates for the Rocq prover."),
    },
    "Check lecture notes": {
        "check": ("checking", "Check the formulas of lecture notes."),
        "lsp": ("checking", "Run a language server for lecture notes in editors."),
    },
    "Serve language models": {"mcp": ("checking", "Run a Model Context Protocol server for language models.")},
    "Write derivations and exercises": {
        "report": ("reporting", "Prove claims, and write their derivations."),
        "exercises": ("exercising", "Write exercises about PCA and their solutions as LaTeX."),
    },
    "Grade code": {
        "assignment": ("kits", "Create, check and distribute assignments."),
        "grade": ("grading", "Grade students' submissions in a sandbox."),
        "self-check": ("assigning", "Check your own PCA, and print the feedback."),
    },
    "Keep results": {"cache": ("caching", "Show or remove what is kept for the next run.")},
}
_MODULES = {name: module for rows in TASKS.values() for name, (module, _) in rows.items()}


class _Commands(Mapping[str, click.Command]):
    """The commands by name, each imported when it is taken."""

    def __getitem__(self, name: str) -> click.Command:
        module = import_module(f"pcaproofs.cli.{_MODULES[name]}")
        found: click.Command = getattr(module, name.replace("-", "_"))
        return found

    def __contains__(self, name: object) -> bool:
        return name in _MODULES

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


class _ByTask(click.Group):
    """A group of commands whose help is sorted by task; a name that is no command is one of claims, for `prove`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Puts `prove` before arguments that name no command; without arguments or by `help`, help is asked for."""
        if not args or args[0] == "help":
            args = [*args[1:], "--help"]
        elif args[0] not in self.commands and args[0] not in ("--help", "--version", "-h"):
            args = ["prove", *args]
        return super().parse_args(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the commands of each task with their first sentences."""
        widest = max(map(len, self.commands))
        for task, rows in TASKS.items():
            with formatter.section(task):
                width = formatter.width - widest - 6
                short = {x: click.Command(x, help=said).get_short_help_str(width) for x, (_, said) in rows.items()}
                formatter.write_dl([(name.ljust(widest), said) for name, said in short.items()])

    def main(self, args: Any = None, *more: Any, **options: Any) -> Any:
        """Runs the command line; without arguments, that of this process."""
        if args is not None:
            return super().main(args, *more, **options)
        with process():
            prepare()
            try:
                folder = Path.cwd()
            except FileNotFoundError:
                fail("got a folder that has been removed, but should be one to work in")
            if said := other_copy(folder):
                complain(said)
            return super().main(args, *more, color=colours(), **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command; prints a ClaimError, a full disk or an interrupt as one line and exits."""
        try:
            with reported():
                return super().invoke(ctx)
        except ValueError as error:
            claim = sys.modules.get("pcaproofs.verify.claim")  # without it, no ClaimError can have been raised
            if claim is None or not isinstance(error, claim.ClaimError):
                raise
            fail(error)
        except OSError as error:
            if error.errno != errno.ENOSPC or error.filename is not None:
                raise
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the rest is not written at the end either
            fail("got a full disk, but should be space for the output")


@click.group(
    cls=_ByTask,
    commands=_Commands(),
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
