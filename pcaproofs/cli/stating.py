"""The command prove for a statement that is typed as text."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pcaproofs.cli.common import fail, near_command
from pcaproofs.cli.messages import complain

if TYPE_CHECKING:
    from pcaproofs.typed import Answer

STDIN = "-"
CODES = {"proved": 0, "refuted": 1, "ill-typed": 1, "undecided": 3, "unsupported": 3}
COLOURS = {"proved": "green", "refuted": "red", "ill-typed": "magenta", "undecided": "yellow", "unsupported": "magenta"}
PATIENCE = 2.0  # seconds
_NAME = re.compile(r"[\w.-]+|.*(?:/|\.py$).*")
_LARGEST = 1 << 16  # bytes of standard input
_SIGN = re.compile(
    r"[=<>≤≥≠∈⇔⇒⟺⪰⪯≻≺]|\\(?:leq?|geq?|neq?|lt|gt|in|iff|implies|leqslant|geqslant|(?:succ|prec)(?:eq)?)(?![A-Za-z])"
)


def is_statement(name: str) -> bool:
    """Whether an argument is a statement: it has a relation sign, and is no file; or it is blank."""
    return name == STDIN or not name.strip() or (_SIGN.search(name) is not None and not os.path.exists(name))


def is_name(name: str) -> bool:
    """Whether an argument may be the name of a claim, a chapter, a module, a folder or a file."""
    return _NAME.fullmatch(name) is not None or os.path.exists(name)


def state(names: Sequence[str], given: Sequence[str], *, as_json: bool, certificates: Path | None) -> int:
    """Prints what is found of a statement; the exit code.

    names: the arguments, of which one is the statement. certificates: a folder for the certificate.
    """
    if len(names) != 1 or not is_statement(names[0]):
        near = near_command(names[0]) if names else ""
        got = f"{len(names)} arguments" if len(names) != 1 and not near else names[0]
        fail(f"got {got}, but should be one statement, such as 'tr(AB) = tr(BA)', in quotation marks{near}")
    text = _piped() if names[0] == STDIN else names[0]
    from pcaproofs.typed import WrongText, ask

    try:
        with searching(quiet=as_json):
            answer = ask(text, given)
    except WrongText as error:
        complain(error)
        return 2
    if certificates is not None:
        _write(answer, certificates)
    if as_json:
        import json

        click.echo(json.dumps(answer.to_json(), ensure_ascii=False, indent=1))
    else:
        _print(answer)
    return CODES[answer.verdict]


@contextmanager
def searching(*, quiet: bool) -> Iterator[None]:
    """Says after some seconds that the search goes on, if the error stream is a terminal."""
    if quiet or not sys.stderr.isatty():
        yield
        return
    told = threading.Event()

    def tell() -> None:
        told.set()
        click.echo("searching …", nl=False, err=True)

    timer = threading.Timer(PATIENCE, tell)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        if told.is_set():
            click.echo(f"\r{' ' * len('searching …')}\r", nl=False, err=True)


def _piped() -> str:
    content = sys.stdin.buffer.read(_LARGEST)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        fail(f"got the byte {content[error.start]:#x}, but should be UTF-8 [standard input]")


def _print(answer: Answer) -> None:
    """Prints the verdict, the reading, and what is said of it, each on its line."""
    click.echo(f"{click.style(answer.verdict, fg=COLOURS[answer.verdict], bold=True)}  {answer.formula}")
    for line in (*(f"read as: {x}" for x in answer.read_as), *answer.lines()):
        click.echo(f"  {line}")
    if answer.needs:
        click.echo(f"  try: --given '{answer.needs[0]}'")
    if answer.conventions:
        click.echo(f"  conventions: {'; '.join(answer.conventions)}")


def _write(answer: Answer, directory: Path) -> None:
    """Writes the certificates of a statement, one for each part of it."""
    from pcaproofs.certificates import write_certificate

    found = [x for x in answer.parts or (answer,) if x.statement is not None and x.certificate is not None]
    try:
        for k, x in enumerate(found, 1):
            name = "statement.json" if len(found) == 1 else f"statement.{k}.json"
            assert x.statement is not None
            assert x.certificate is not None
            write_certificate(directory / name, x.statement, x.certificate)
    except OSError as error:
        fail(f"cannot write {directory}: {error.strerror or error}")
