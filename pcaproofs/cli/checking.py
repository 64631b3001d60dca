"""The command check: a verdict for every row of lecture notes."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pcaproofs.cli.messages import complain

if TYPE_CHECKING:
    from pcaproofs.notes.formulas.blocks import Note
    from pcaproofs.notes.judging.verdicts import RowVerdict
    from pcaproofs.notes.scope.table import Table
    from pcaproofs.notes.text.source import Place

LONGEST = 1000  # characters of a formula that is printed
INTERRUPTED = 130  # exit code, as shells have it
_FALSE = ("refuted", "ill-typed")
_WARNED = ("needs", "unread")  # with --strict
_QUIET = (
    "definition",
    "condition",
    "problem",
    "unsupported",
    "unread",
    "undecided",
)  # verdicts of inline formulas that are not listed


@dataclass(frozen=True)
class Cache:
    """Whether results of searches are kept for the next run, and in which folder; None: the user's."""

    folder: Path | None
    is_used: bool


@click.command(
    epilog="Examples: pcaproofs check notes.md · pcaproofs check chapters/*.tex --json · "
    "pcaproofs check notes.md --readings · pcaproofs check notes.md --scope · pcaproofs check notes.md --annotate pages"
)
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="print one JSON object instead of lines")
@click.option(
    "--sarif", "as_sarif", is_flag=True, help="print a SARIF 2.1.0 log, the format of editors and code-hosting sites"
)
@click.option(
    "--annotate",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="also write an HTML page of each note with its verdicts, and for .tex a document with margin notes",
)
@click.option("--watch", is_flag=True, help="check a note again after each change, until interrupted")
@click.option("--scope", is_flag=True, help="print the meaning of each letter and its source line; judge nothing")
@click.option("--init", is_flag=True, help="write a scope file to fill in beside each note; judge nothing")
@click.option(
    "--cache-dir",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="the folder that keeps the results of searches for the next check; by default in the user's cache",
)
@click.option("--no-cache", is_flag=True, help="search everything anew, and keep nothing")
@click.option(
    "--strict", is_flag=True, help="exit with 1 also if a row needs a hypothesis or mathematics of the note is not read"
)
@click.option("--readings", is_flag=True, help="print below each verdict the sizes, hypotheses and statement as read")
def check(
    files: tuple[Path, ...],
    as_json: bool,
    as_sarif: bool,
    annotate: Path | None,
    watch: bool,
    scope: bool,
    init: bool,
    readings: bool,
    strict: bool,
    cache_dir: Path | None,
    no_cache: bool,
) -> None:
    """Check the formulas of lecture notes.

    A note is a file in Markdown, LaTeX or Quarto, or a Jupyter notebook. The output has a line for each row of a
    display: file:line:column, verdict, formula, reason. It lists formulas within sentences if they are proved, refuted,
    ill-typed or need a hypothesis.

    You can declare the letters of notes.md in notes.scope beside it, or in a comment of the note:
    <!-- pcaproofs: X is n×p; w is unit -->, in LaTeX % pcaproofs: X is n×p; w is unit.

    Exit code 0 if no row is refuted or ill-typed, 1 if a row is or a display does not close, 2 if a file could not be
    read or checked, 130 if it is interrupted. With --strict it is 1 also if a row needs a hypothesis or is unread, or
    if something looks like mathematics and is not read.
    """
    modes = [
        f"--{name}" for name, on in [("json", as_json), ("sarif", as_sarif), ("scope", scope), ("init", init)] if on
    ]
    if len(modes) > 1 or (modes and watch):
        raise click.UsageError(f"got {' and '.join([*modes, *['--watch'] * watch])}, but should be one of them")
    if scope or init:
        sys.exit(max((_print_or_write_scope(file, init=init, several=len(files) > 1) for file in files), default=0))
    gc.set_threshold(50_000, 20, 50)  # formula trees contain no cycles; searching for cycles took 5 % of the time
    cache = Cache(cache_dir, is_used=not no_cache)
    code = INTERRUPTED
    try:
        before = _state(files)  # taken before the files are read, so that no change is missed
        code = _check(files, modes, annotate, cache, readings=readings, strict=strict)
        while watch:
            before = _changed(files, before)
            click.echo("")
            code = INTERRUPTED
            code = _check(files, modes, annotate, cache, readings=readings, strict=strict)
    except KeyboardInterrupt:  # ends --watch with the code of the last check, if that has ended
        if not watch:
            complain("got an interrupt, but should be the end of the check")
    sys.exit(code)


def _print_or_write_scope(file: Path, *, init: bool, several: bool) -> int:
    """Print the declarations of a note, or write a scope file to fill in; the exit code."""
    if (note := _read(file)) is None or (table := _table(note, file)) is None:
        return 2
    if init:
        return 0 if _init(note, table, file) else 2
    _print_scope(note, table, several=several)
    return 0


def _check(
    files: tuple[Path, ...],
    modes: list[str],
    annotate: Path | None,
    cache: Cache,
    *,
    readings: bool,
    strict: bool,
) -> int:
    """Check notes and print the verdicts; the exit code."""
    code = 0
    checked: list[tuple[Note, list[RowVerdict]]] = []
    for file in files:
        if (note := _read(file)) is None or (verdicts := _verdicts(note, file, cache, quiet=bool(modes))) is None:
            code = 2
            continue
        for fault in note.faults():
            complain(fault)
        shown = [v for v in verdicts if v.formula.display or v.verdict not in _QUIET or v.is_fault]
        checked.append((note, shown))
        if any(v.is_fault for v in shown):
            code = 2
        is_wrong = note.open_fences() or any(v.verdict in _FALSE for v in shown)
        if code == 0 and (is_wrong or (strict and (not note.is_read or any(v.verdict in _WARNED for v in shown)))):
            code = 1
        for said in [] if modes else note.remarks():
            complain(said)
        if not shown and not modes:
            complain(f"got no displayed formulas, and nothing to report on formulas in sentences [{file}]")
        for verdict in [] if modes else shown:
            _print(note, verdict, readings=readings)
        for line in [] if modes else _guesses(note):
            click.echo(line)
        if annotate is not None and not _annotated(note, shown, annotate, [n for n, _ in checked[:-1]]):
            code = 2
    if modes:
        import json

        from pcaproofs.notes.judging.sarif import sarif

        data = (
            {"files": [_data(note, shown) for note, shown in checked]}
            if "--json" in modes
            else sarif(checked, is_complete=code < 2)
        )
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))
    sys.stdout.flush()
    return code


def _annotated(note: Note, shown: list[RowVerdict], folder: Path, before: list[Note]) -> bool:
    """Write a note as an HTML page, and a LaTeX note also with margin notes; whether all files could be written."""
    from pcaproofs.files import write_atomically
    from pcaproofs.report.annotated import annotated
    from pcaproofs.report.margin import with_margin_marks

    name = Path(note.source.file).name
    again = sum(Path(other.source.file).name == name for other in before)
    stem = f"{name}-{again + 1}" if again else name
    written = {folder / f"{stem}.html": annotated(note, shown)}
    if name.endswith(".tex"):
        written[folder / f"{stem.removesuffix('.tex')}.checked.tex"] = with_margin_marks(note, shown)
    path = folder
    try:
        for path, text in written.items():
            write_atomically(path, text.encode())
    except OSError as error:
        complain(f"got {error.strerror or error}, but should be a file to write [{path}]")
        return False
    return True


def _state(files: tuple[Path, ...]) -> list[tuple[int, int] | None]:
    """Time and size of each note and of its scope file; None for a missing file."""
    watched = [path for file in files if file.name for path in (file, file.with_suffix(".scope"))]
    found = [path.stat() if path.exists() else None for path in watched]
    return [(x.st_mtime_ns, x.st_size) if x else None for x in found]


def _changed(files: tuple[Path, ...], before: list[tuple[int, int] | None]) -> list[tuple[int, int] | None]:
    """Wait for a change of the files, looking twice a second, and until they rest; the new state.

    An editor may empty a file before it writes the new text.
    """
    import time

    while (now := _state(files)) == before:
        time.sleep(0.5)
    while now != before:
        time.sleep(0.1)
        before, now = now, _state(files)
    return now


def _read(file: Path) -> Note | None:
    """Read a note; if that fails, print one line on the error stream and return None."""
    from pcaproofs.notes.checking import read_with_scope
    from pcaproofs.notes.text.source import NoNote

    try:
        return read_with_scope(file)
    except NoNote as error:
        complain(error)
    except FileNotFoundError:
        complain(f"no such file: {file}")
    except OSError as error:
        complain(f"cannot read {file}: {error.strerror or error}")
    return None


def _verdicts(note: Note, file: Path, cache: Cache, *, quiet: bool) -> list[RowVerdict] | None:
    """The verdicts of a note; if a scope file is wrong, or the reader has a bug, print one line and return None."""
    from pcaproofs.notes.faults import fault
    from pcaproofs.notes.searching import stored_in
    from pcaproofs.notes.stored import store_of

    try:
        if (table := _table(note, file)) is None:
            return None
        with stored_in(store_of(file, cache.folder) if cache.is_used else None):
            return _judged(note, table, str(file), quiet=quiet)
    except Exception as error:
        complain(f"got {fault(error)}, but should be verdicts [{file}]")
    return None


def _table(note: Note, file: Path) -> Table | None:
    """The symbol table of a note; if a scope file or comment is wrong, print one line and return None."""
    from pcaproofs.notes.checking import scope_beside, table_of
    from pcaproofs.notes.faults import fault
    from pcaproofs.notes.scope.scope_file import WrongScope
    from pcaproofs.notes.text.source import NoNote

    try:
        return table_of(note, scope_beside(file, note.source))
    except (WrongScope, NoNote, OSError) as error:
        complain(error)
    except Exception as error:
        complain(f"got {fault(error)}, but should be the letters of a note [{file}]")
    return None


def _init(note: Note, table: Table, file: Path) -> bool:
    """Write a scope file to fill in; whether the file is new."""
    from pcaproofs.notes.checking import facts_of_note
    from pcaproofs.notes.helping import helping
    from pcaproofs.notes.scope.scope_file import template
    from pcaproofs.notes.suggesting import wanted

    path = file.with_suffix(".scope")
    judged = [] if path.exists() else _judged(note, table, str(file), quiet=True)
    asked = [(x.symbol, ", ".join(x.places)) for x in wanted(note, table, judged)]
    tried = [(x.statement, ", ".join(x.places)) for x in helping(note, table.sizes, judged)]
    text = template(facts_of_note(note), asked, table.open(), tried)
    try:
        with path.open("x", encoding="utf-8") as out:
            out.write(text)
    except OSError as error:
        complain(f"got {error.strerror or error}, but should be a new file [{path}]")
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
    from pcaproofs.notes.formulas.grammar import Unread
    from pcaproofs.notes.formulas.printing import unicode

    tree = verdict.formula.tree
    formula = " ".join(note.latex(verdict.formula).split()) if isinstance(tree, Unread) else unicode(tree)
    formula = formula if len(formula) <= LONGEST else f"{formula[: LONGEST - 1]}…"
    said = verdict.said(note)
    click.echo(f"{note.place(verdict.formula)}  {verdict.verdict:<11} {formula}{f'    {said}' if said else ''}")
    for line in verdict.reading if readings else ():
        click.echo(f"    {line}")


def _guesses(note: Note) -> list[str]:
    """A line for each macro that nothing defines."""
    return [f"{place}  {'guessed':<11} {x.call} = {x.meaning}    no file defines it" for place, x in note.guesses()]


def _print_scope(note: Note, table: Table, *, several: bool) -> None:
    if several:
        click.echo(f"{note.source.file}:")
    rows = [line.split("\t") for line in table.lines()]
    widths = [max((len(row[k]) for row in rows), default=0) for k in range(3)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
    for line in _guesses(note):
        click.echo(line)


def _data(note: Note, verdicts: list[RowVerdict]) -> dict[str, Any]:
    """The verdicts of a file as plain data."""
    rows = [v for v in verdicts if v.formula.display]
    summary = {"rows": len(rows), **Counter(v.verdict for v in rows)}
    lines = [v.to_json(note) for v in verdicts]
    summary |= {name: len(x) for name, x in (("not read", note.passed_over), ("disabled", note.disabled)) if x}
    more = {
        "guessed": [_placed(place, macro=x.call, meaning=x.meaning) for place, x in note.guesses()],
        "not_read": [_placed(note.source.place(offset), what=said) for offset, said in note.passed_over],
        "disabled": [_placed(note.source.place(offset), what=said) for offset, said in note.disabled],
    }
    return {"file": note.source.file, "lines": lines, "faults": note.faults(), **more, "summary": summary}


def _placed(place: Place, **said: str) -> dict[str, Any]:
    """Something that stands at a place of a note, as plain data."""
    cell = {} if place.cell is None else {"cell": place.cell}
    return {**cell, "line": place.line, "column": place.column, **said}


@click.command(epilog="Example: an editor starts pcaproofs lsp and communicates over standard input and output.")
def lsp() -> None:
    """Run a language server for lecture notes in editors.

    It shows verdicts as diagnostics, proofs on hover, and repairs as code actions. It needs the extra pcaproofs[lsp].
    """
    try:
        from pcaproofs.lsp import server
    except ModuleNotFoundError as error:
        complain(f"got no {error.name}, but should be installed: pip install 'pcaproofs[lsp]'")
        sys.exit(2)
    server().start_io()
