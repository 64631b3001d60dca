"""The command check: a verdict for every row of lecture notes."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pcaproofs.notes.blocks import Note
    from pcaproofs.notes.table import Table
    from pcaproofs.notes.verdicts import RowVerdict

_FALSE = ("refuted", "ill-typed")
_QUIET = ("definition", "condition", "problem", "unsupported", "unread", "undecided")  # of inline formulas


@click.command(
    epilog="Examples: pcaproofs check notes.md · pcaproofs check chapters/*.tex --json · "
    "pcaproofs check notes.md --readings · pcaproofs check notes.md --scope"
)
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="print one JSON object in place of the lines")
@click.option("--scope", is_flag=True, help="print what each letter is and which line says so, and judge nothing")
@click.option("--init", is_flag=True, help="write a scope file to fill in beside each note, and judge nothing")
@click.option("--readings", is_flag=True, help="print below each verdict what was read: sizes, hypotheses, statement")
def check(files: tuple[Path, ...], as_json: bool, scope: bool, init: bool, readings: bool) -> None:
    """Check the formulas of lecture notes: Markdown, LaTeX, Quarto or notebooks.

    Each row of a display gets a line: file:line:column, the verdict, the formula, the reason. Formulas within
    sentences get one if they are proved, refuted, ill-typed or need a hypothesis.

    What the letters of notes.md are may also be said in notes.scope beside it, or in a comment of the note:
    <!-- pcaproofs: X is n×p; w is unit -->, in LaTeX % pcaproofs: X is n×p; w is unit.

    Exit code 0 if nothing is refuted or ill-typed, 1 if something is, 2 if a file could not be read.
    """
    code = 0
    out: list[dict[str, Any]] = []
    for file in files:
        note = _read(file)
        if note is None:
            code = 2
            continue
        table = _table(note, file)
        if table is None or (init and not _init(note, table, file)):
            code = 2
        if table is None or init:
            continue
        if scope:
            _print_scope(note, table, several=len(files) > 1)
            continue
        verdicts = _judged(note, table, str(file), quiet=as_json)
        shown = [v for v in verdicts if v.formula.display or v.verdict not in _QUIET]
        if code == 0 and any(v.verdict in _FALSE for v in shown):
            code = 1
        if as_json:
            out.append(_data(note, str(file), shown))
        else:
            for verdict in shown:
                _print(note, verdict, readings=readings)
    if as_json and not (scope or init):
        import json

        click.echo(json.dumps({"files": out}, ensure_ascii=False, indent=1))
    elif not scope:
        sys.stdout.flush()
    sys.exit(code)


def _read(file: Path) -> Note | None:
    """A note; None after one line on the error stream if it cannot be read."""
    from pcaproofs.notes.blocks import read_note
    from pcaproofs.notes.source import NoNote

    try:
        return read_note(file)
    except NoNote as error:
        click.echo(f"pcaproofs: {error}", err=True)
    except OSError as error:
        click.echo(f"pcaproofs: got {error.strerror or error}, but should be a file to read [{file}]", err=True)
    return None


def _table(note: Note, file: Path) -> Table | None:
    """The symbol table of a note; None after one line on the error stream if a scope file or comment is wrong."""
    from pcaproofs.notes.checking import scope_beside, table_of
    from pcaproofs.notes.scope_file import WrongScope
    from pcaproofs.notes.source import NoNote

    try:
        return table_of(note, scope_beside(file))
    except (WrongScope, NoNote, OSError) as error:
        click.echo(f"pcaproofs: {error}", err=True)
    return None


def _init(note: Note, table: Table, file: Path) -> bool:
    """Write a scope file to fill in; whether it was not there before."""
    from pcaproofs.notes.checking import facts_of_note
    from pcaproofs.notes.scope_file import template

    path = file.with_suffix(".scope")
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(template(facts_of_note(note), table.open()))
    except OSError as error:
        click.echo(f"pcaproofs: got {error.strerror or error}, but should be a new file [{path}]", err=True)
        return False
    click.echo(str(path))
    return True


def _judged(note: Note, table: Table, file: str, *, quiet: bool) -> list[RowVerdict]:
    """The verdicts of a note, with progress on a terminal."""
    from pcaproofs.notes.checking import judge_of

    judge = judge_of(note, table)
    total = len(note.formulas)
    if quiet or not sys.stderr.isatty() or total < 20:
        return list(judge.run())
    with click.progressbar(range(total), label=file, file=sys.stderr) as steps:
        return [judge.row(k) for k in steps]


def _print(note: Note, verdict: RowVerdict, *, readings: bool) -> None:
    from pcaproofs.notes.grammar import Unread
    from pcaproofs.notes.printer import latex

    tree = verdict.formula.tree
    start, end = verdict.formula.span
    formula = " ".join(note.source.text[start:end].split()) if isinstance(tree, Unread) else latex(tree)
    reason = f"    {verdict.reason}" if verdict.reason else ""
    click.echo(f"{note.place(verdict.formula)}  {verdict.verdict:<11} {formula}{reason}")
    for line in verdict.reading if readings else ():
        click.echo(f"    {line}")


def _print_scope(note: Note, table: Table, *, several: bool) -> None:
    if several:
        click.echo(f"{note.source.file}:")
    rows = [line.split("\t") for line in table.lines()]
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(3)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _data(note: Note, file: str, verdicts: list[RowVerdict]) -> dict[str, Any]:
    """The verdicts of a file as plain data."""
    rows = [v for v in verdicts if v.formula.display]
    summary = {"rows": len(rows), **Counter(v.verdict for v in rows)}
    return {"file": file, "lines": [v.to_json(note) for v in verdicts], "summary": summary}
