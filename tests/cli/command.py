"""The command line without a process of its own."""

from __future__ import annotations

from dataclasses import dataclass

from click.testing import CliRunner

from pcaproofs.cli import main


@dataclass(frozen=True)
class Done:
    """What a command printed, and its exit code."""

    returncode: int
    stdout: str
    stderr: str


def run(*args: str) -> Done:
    """Runs `pcaproofs` with these arguments; an error that it lets through is raised."""
    result = CliRunner().invoke(main, args, prog_name="pcaproofs")
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(result.exit_code, result.stdout, result.stderr)
