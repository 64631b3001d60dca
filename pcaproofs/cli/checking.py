"""The command check: a verdict for every row of lecture notes."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from contextlib import redirect_stderr
from dataclasses import dataclass, field, replace
from functools import partial
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pcaproofs.cli.common import DASK, examples, json_schema, workers
from pcaproofs.cli.messages import complain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from concurrent.futures import Executor

    from pcaproofs.notes.findings import Report
    from pcaproofs.notes.formulas.blocks import Note
    from pcaproofs.notes.judging.verdicts import RowVerdict
    from pcaproofs.notes.options import Options
    from pcaproofs.notes.scope.table import Table
    from pcaproofs.notes.text.source import Place, Source

INTERRUPTED = 130  # exit code, as shells have it
STDIN = "-"
_STRICT = ("error", "warning", "PCA101", "PCA110")  # with --strict, mathematics that is not read fails too
_COLOURS = {"error": "red", "warning": "yellow", "proved": "green"}
_PATIENCE = 2.0  # seconds after which a terminal shows progress


@dataclass(frozen=True)
class Cache:
    """Whether results of searches are kept for the next run, and in which folder; None: the user's."""

    folder: Path | None
    is_used: bool


@dataclass(frozen=True)
class Outputs:
    """What is printed and written. modes: --json or --sarif; is_all: every row."""

    modes: tuple[str, ...] = ()
    is_all: bool = False
    readings: bool = False
    annotate: Path | None = None
    reading: Path | None = None


@dataclass(frozen=True)
class Told:
    """What is said of a note.

    complaint: about the file as a whole. lines: the texts, and whether each is for the error stream. counts: the
    findings by kind. code: the exit code. data: the part of --json, or else of --sarif.
    """

    complaint: str = ""
    lines: Sequence[Sequence[Any]] = ()
    counts: dict[str, int] = field(default_factory=dict)
    code: int = 0
    data: Any = None


def _codes_of(read: str) -> Any:
    """Reads the rules of an option; raises BadParameter for what names none."""

    def reader(ctx: click.Context, parameter: click.Parameter, value: str | None) -> tuple[str, ...] | None:
        from pcaproofs.notes import options, rules

        if value is None:
            return None
        try:
            words = [x for x in value.replace(",", " ").split() if x]
            return options.failing(words) if read == "failing" else rules.codes(words)
        except rules.WrongRule as error:
            raise click.BadParameter(str(error)) from None

    return reader


def _explain(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
    """Prints the pages of the rules that are named, and ends."""
    if value is None:
        return
    from pcaproofs.notes.reference import explained
    from pcaproofs.notes.rules import BY_CODE, WrongRule, codes

    try:
        click.echo("\n\n".join(explained(BY_CODE[code]) for code in codes(value)))
    except WrongRule as error:
        raise click.BadParameter(str(error)) from None
    ctx.exit()


def _print_schema(ctx: click.Context, parameter: click.Parameter, value: bool) -> None:
    """Prints the JSON Schema of readings, and ends."""
    if value:
        from pcaproofs.notes.readings import schema_text

        click.echo(schema_text(), nl=False)
        ctx.exit()


_file = click.Path(path_type=Path, dir_okay=False)


@click.command(
    epilog=examples(
        "pcaproofs check notes.md",
        "pcaproofs check chapters/*.tex --json",
        "pcaproofs check notes.md --all --readings",
        "pcaproofs check notes.md --select PCA2,fails",
        "pcaproofs check --explain PCA310",
        "pcaproofs check notes.md --annotate pages",
    )
)
@click.argument("files", metavar="FILE…", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--all", "is_all", is_flag=True, help="list every row with its verdict and reason")
@click.option(
    "--select", metavar="RULES", callback=_codes_of("rules"), help="list only these rules: PCA310, PCA2, fails"
)
@click.option("--ignore", metavar="RULES", callback=_codes_of("rules"), help="switch these rules off")
@click.option(
    "--fail-on", metavar="error|warning|RULES", callback=_codes_of("failing"), help="what the exit code 1 is for"
)
@click.option(
    "--strict", is_flag=True, help="exit with 1 also for warnings, and if mathematics of the note is not read"
)
@click.option("--baseline", metavar="FILE", type=_file, help="do not list what this file lists")
@click.option("--write-baseline", is_flag=True, help="write what is listed to the file of --baseline, and exit with 0")
@click.option(
    "--explain", metavar="RULE", callback=_explain, is_eager=True, expose_value=False, help="print the page of a rule"
)
@click.option("--json", "as_json", is_flag=True, help="print one JSON object instead of lines")
@json_schema("check")
@click.option(
    "--sarif", "as_sarif", is_flag=True, help="print a SARIF 2.1.0 log, the format of editors and code-hosting sites"
)
@click.option(
    "--annotate",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="also write an HTML page of each note with its verdicts, and for .tex a document with margin notes",
)
@click.option("--reading", metavar="FILE", type=_file, help="judge the rows that this file changes as it has them")
@click.option("--write-reading", metavar="FILE", type=_file, help="write what each row states, for --reading")
@click.option(
    "--reading-schema",
    is_flag=True,
    callback=_print_schema,
    is_eager=True,
    expose_value=False,
    help="print the JSON Schema of the files of --reading",
)
@click.option("--watch", is_flag=True, help="check a note again after each change, until interrupted")
@click.option("--scope", is_flag=True, help="print the meaning of each letter and its source line; judge nothing")
@click.option("--init", is_flag=True, help="write a scope file to fill in beside each note; judge nothing")
@click.option(
    "--stdin-filename", metavar="NAME", type=_file, help="the name of the note that - reads from standard input"
)
@click.option(
    "--cache-dir",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="the folder that keeps the results of searches for the next check; by default in the user's cache",
)
@click.option("--no-cache", is_flag=True, help="search everything anew, and keep nothing")
@DASK
@click.option("--readings", is_flag=True, help="print below each row the sizes, hypotheses and statement as read")
def check(
    files: tuple[Path, ...],
    is_all: bool,
    select: tuple[str, ...] | None,
    ignore: tuple[str, ...] | None,
    fail_on: tuple[str, ...] | None,
    strict: bool,
    baseline: Path | None,
    write_baseline: bool,
    as_json: bool,
    as_sarif: bool,
    annotate: Path | None,
    reading: Path | None,
    write_reading: Path | None,
    watch: bool,
    scope: bool,
    init: bool,
    stdin_filename: Path | None,
    readings: bool,
    cache_dir: Path | None,
    no_cache: bool,
    address: str | None,
) -> None:
    """Check the formulas of lecture notes.

    A note is a file in Markdown, LaTeX or Quarto, or a Jupyter notebook; - is standard input. The output has a line for
    each row that needs your eye: file:line:column, error or warning, formula, reason, rule. --all lists the other rows.

    You can declare the letters of notes.md in notes.scope beside it, or in a comment of the note:
    <!-- pcaproofs: X is n×p; w is unit -->, in LaTeX % pcaproofs: X is n×p; w is unit. The comment
    <!-- pcaproofs: ignore PCA310 --> switches a rule off for its line or the next display, and [tool.pcaproofs] in
    pyproject.toml for files.

    Exit code 0 without an error, 1 with one, 2 if a file could not be read or checked, 130 if it is interrupted. With
    --strict it is 1 also for a warning, if a row is unread, or if something looks like mathematics and is not read.
    """
    modes = [
        f"--{name}" for name, on in [("json", as_json), ("sarif", as_sarif), ("scope", scope), ("init", init)] if on
    ]
    if len(modes) > 1 or (modes and watch):
        raise click.UsageError(f"got {' and '.join([*modes, *['--watch'] * watch])}, but should be one of them")
    files = tuple(Path(STDIN) if str(x) == "/dev/stdin" else x for x in files)
    is_piped = STDIN in map(str, files)
    if is_piped and (watch or init):
        raise click.UsageError(f"got - and {'--watch' if watch else '--init'}, but should be files")
    piped = _Piped(stdin_filename) if is_piped else None
    if scope or init:
        sys.exit(
            max((_print_or_write_scope(file, piped, init=init, several=len(files) > 1) for file in files), default=0)
        )
    if strict:
        fail_on = tuple(dict.fromkeys((*(fail_on or ()), *_STRICT)))
    if address is not None and (annotate or write_reading or write_baseline):
        raise click.UsageError("got --dask, but should be without --annotate, --write-reading and --write-baseline")
    given = {"select": select, "ignore": ignore, "fail_on": fail_on, "baseline": baseline, "reading": reading}
    run = _Run(
        files,
        Outputs(tuple(modes), is_all, readings, annotate, write_reading),
        Cache(cache_dir, is_used=not no_cache),
        {name: x for name, x in given.items() if x is not None},
        piped,
        is_strict=strict,
        is_baseline=write_baseline,
    )
    code = INTERRUPTED
    try:
        with workers(address) as run.executor:
            before = _state(files)  # taken before the files are read, so that no change is missed
            code = run.check()
            while watch:
                before = _changed(files, before)
                click.echo("")
                code = INTERRUPTED
                code = run.check()
    except KeyboardInterrupt:  # ends --watch with the code of the last check, if that has ended
        if not watch:
            complain("got an interrupt, but should be the end of the check")
    sys.exit(code)


class _Piped:
    """The note on standard input, which is read once. name: the one that its dialect is that of."""

    def __init__(self, name: Path | None):
        self.path, self.has_name = name or Path("<stdin>"), name is not None
        self._content: bytes | None = None

    def source(self) -> Source:
        """The note. Raises NoNote."""
        from pcaproofs.notes.text.source import LARGEST, source_of

        if self._content is None:
            self._content = sys.stdin.buffer.read(LARGEST + 1)
        return source_of(self.path, self._content)


def _print_or_write_scope(file: Path, piped: _Piped | None, *, init: bool, several: bool) -> int:
    """Print the declarations of a note, or write a scope file to fill in; the exit code."""
    from pcaproofs.notes.formulas.blocks import read
    from pcaproofs.notes.text.source import text_beside

    if (source := _source(file, piped)) is None:
        return 2
    note = read(replace(source, scope=text_beside(Path(source.file))))
    if (table := _table(note, Path(source.file))) is None:
        return 2
    if init:
        return 0 if _init(note, table, file) else 2
    _print_scope(note, table, several=several)
    return 0


@dataclass
class _Run:
    """One check of some notes. given: the options of the command line, which go before those of pyproject.toml."""

    files: tuple[Path, ...]
    outputs: Outputs
    cache: Cache
    given: dict[str, Any]
    piped: _Piped | None = None
    is_strict: bool = False
    is_baseline: bool = False
    told: list[Told] = field(default_factory=list)
    reports: list[Report] = field(default_factory=list)  # of the notes that were not kept
    code: int = 0
    baseline: Path | None = None  # the file of the last note
    executor: Executor | None = None  # judges the notes in other processes

    def check(self) -> int:
        """Check the notes and print what is found; the exit code."""
        self.code, self.told, self.reports = 0, [], []
        for asked in [self.begun(file) for file in self.files]:
            self.print(*asked())
        if self.outputs.reading is not None and self.code < 2:
            from pcaproofs.notes.readings import written_reading

            self.write(self.outputs.reading, written_reading(self.reports, self.outputs.reading))
        if self.is_baseline and self.baseline is not None and self.code < 2:
            from pcaproofs.notes.findings import baseline_of

            self.code = 0
            self.write(self.baseline, baseline_of(self.reports, self.baseline))
        elif self.outputs.modes:
            self.print_data()
        elif self.told:
            from pcaproofs.notes.rules import totals

            click.echo(totals(sum((Counter(x.counts) for x in self.told), Counter()), is_all=self.outputs.is_all))
        sys.stdout.flush()
        return self.code

    def begun(self, file: Path) -> Callable[[], tuple[Told | None, int]]:
        """A function with the result of `asked`, on which an executor begins to work now."""
        if self.executor is None or str(file) == STDIN:
            return partial(self.asked, file)
        from pcaproofs.kept import on_worker, program

        alone = replace(self, executor=None, piped=None, told=[], reports=[])
        future = self.executor.submit(on_worker, program(), os.getcwd(), _asked_elsewhere, alone, file)

        def result() -> tuple[Told | None, int]:
            told, code, said = future.result()
            click.echo(said, err=True, nl=False)
            return told, code

        return result

    def asked(self, file: Path) -> tuple[Told | None, int]:
        """What is said of a note, and the exit code; nothing, if it is excluded or cannot be checked."""
        from pcaproofs.notes.options import WrongOption, options_for, with_given

        path = self.piped.path if self.piped and str(file) == STDIN else file
        told = None
        try:
            if path.is_symlink() and not os.path.exists(path):
                raise WrongOption(f"got a link without a file, but should be a note [{path}]")
            options = with_given(options_for(path), **self.given)
            if self.is_baseline and options.baseline is None:
                raise WrongOption("got no --baseline, but should be the file to write")
            if options.excludes(path):
                complain(f"{path} is excluded [{options.root / 'pyproject.toml'}]")
                return None, 0
            self.baseline = options.baseline
            if (source := _source(file, self.piped)) is not None:
                told = self.told_of(source, path, options, quiet=bool(self.outputs.modes) or str(file) == STDIN)
        except (WrongOption, OSError) as error:
            complain(error)
        return told, 2 if told is None else told.code

    def print(self, told: Told | None, code: int) -> None:
        """Print what is said of a note."""
        self.code = max(self.code, code)
        if told is None:
            return
        self.told.append(told)
        if told.complaint:
            complain(told.complaint)
        for is_error, line in () if self.outputs.modes or self.is_baseline else told.lines:
            if is_error:
                complain(line)
            else:
                click.echo(line)
        if self.outputs.annotate is not None:
            *before, found = self.reports
            if not _annotated(found.note, found.verdicts, self.outputs.annotate, [x.note for x in before]):
                self.code = 2

    def told_of(self, source: Source, path: Path, options: Options, *, quiet: bool) -> Told | None:
        """What is said of a note, as it was kept or as it is found now; None if it cannot be checked."""
        if self.outputs.annotate or self.outputs.reading or self.is_baseline:
            return self.found(source, path, options, quiet=quiet)
        if not self.outputs.modes and not source.text.strip() and not path.with_suffix(".scope").exists():
            return Told(source.complaint, [(True, _nothing(source))], {"rows": 0})
        from pcaproofs import kept
        from pcaproofs.cli.unchanged import evidence_of_rows, keep, known, name_of

        folder = (self.cache.folder or kept.users_folder()) if self.cache.is_used else None
        asked = self.outputs.is_all, self.outputs.readings, self.is_strict, "--json" in self.outputs.modes
        given = source, path, options, asked
        name = name_of(*given) if folder is not None else ""
        if (found := known(folder, name)) is not None:
            return Told(**found[0])
        told = self.found(source, path, options, quiet=quiet)
        if told is not None and told.code < 2 and folder is not None and name == name_of(*given):  # nothing changed
            keep(folder, name, vars(told), evidence_of_rows(self.reports[-1].verdicts))
        return told

    def found(self, source: Source, path: Path, options: Options, *, quiet: bool) -> Told | None:
        """What is found in a note; None if it cannot be checked. Raises WrongOption or OSError for its options."""
        from pcaproofs.notes.checking import conventions_of
        from pcaproofs.notes.findings import report
        from pcaproofs.notes.formulas.blocks import read
        from pcaproofs.notes.readings import with_reading
        from pcaproofs.notes.sarif import part_of
        from pcaproofs.notes.text.dialects import CONVERTED
        from pcaproofs.notes.text.source import text_beside

        note = read(replace(source, scope=text_beside(path)))
        if (table := _table(note, path)) is None:
            return None
        if (verdicts := _verdicts(note, table, path, self.cache, quiet)) is None:
            return None
        listed = replace(options, baseline=None) if self.is_baseline else options
        found = report(note, with_reading(note, verdicts, options, path), listed, path)
        self.reports.append(found)
        conventions, complaint = conventions_of(note, table), note.source.complaint
        code = 2 if found.is_faulty else int(bool(found.failing or (self.is_strict and CONVERTED in complaint)))
        data = _data(found, conventions) if "--json" in self.outputs.modes else part_of(found)
        return Told(complaint, list(self.lines(found, conventions)), found.counts(), code, data)

    def lines(self, found: Report, conventions: tuple[str, ...]) -> Iterator[tuple[bool, str]]:
        """The lines about a note, and whether each is for the error stream."""
        from pcaproofs.notes.findings import columns

        yield from ((True, said) for said in found.note.remarks())
        if not found.findings:
            yield True, _nothing(found.note.source)
        listed = found.kept if self.outputs.is_all else found.listed
        for x, (place, word, said) in zip(listed, columns(found, listed), strict=True):
            styled = click.style(word, fg=_COLOURS.get(x.word), bold=bool(x.severity))
            yield False, f"{place}  {styled}  {said}".rstrip()
            if self.outputs.readings and x.row is not None:
                yield from ((False, f"    {line}") for line in x.row.reading)
        if conventions:
            yield False, f"conventions: {'; '.join(conventions)}"

    def print_data(self) -> None:
        """Print JSON or SARIF."""
        import json

        from pcaproofs.notes.sarif import log_of

        parts = [x.data for x in self.told]
        data = log_of(parts, is_complete=self.code < 2) if "--sarif" in self.outputs.modes else {"files": parts}
        click.echo(json.dumps(data, ensure_ascii=False, indent=1))

    def write(self, path: Path, text: str) -> None:
        """Write a file."""
        from pcaproofs.files import write_atomically

        try:
            write_atomically(path, text.encode())
        except OSError as error:
            complain(f"got {error.strerror or error}, but should be a file to write [{path}]")
            self.code = 2


def _asked_elsewhere(run: _Run, file: Path) -> tuple[Told | None, int, str]:
    """The same as `asked`, with what is said on the error stream, in a process of an executor."""
    with redirect_stderr(StringIO()) as said:
        return (*run.asked(file), said.getvalue())


def _annotated(note: Note, shown: Sequence[RowVerdict], folder: Path, before: list[Note]) -> bool:
    """Write a note as an HTML page, and a LaTeX note also with margin notes; whether all files could be written."""
    from pcaproofs.files import write_atomically
    from pcaproofs.report.annotated import annotated
    from pcaproofs.report.margin import package, with_margin_marks

    name = Path(note.source.file).name
    again = sum(Path(other.source.file).name == name for other in before)
    stem = f"{name}-{again + 1}" if again else name
    written = {folder / f"{stem}.html": annotated(note, shown)}
    if name.endswith(".tex"):
        written[folder / f"{stem.removesuffix('.tex')}.checked.tex"] = with_margin_marks(note, shown)
        written[folder / "pcaproofs.sty"] = package()
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


def _source(file: Path, piped: _Piped | None = None) -> Source | None:
    """Read the text of a note; if that fails, print one line on the error stream and return None."""
    from pcaproofs.notes.text.source import NoNote, read_source

    try:
        return piped.source() if piped is not None and str(file) == STDIN else read_source(file)
    except NoNote as error:
        complain(error)
    except FileNotFoundError:
        complain(f"no such file: {file}")
    except OSError as error:
        complain(f"cannot read {file}: {error.strerror or error}")
    return None


def _nothing(source: Source) -> str:
    return f"got no displayed formulas, and nothing to report on formulas in sentences [{source.file}]"


def _verdicts(note: Note, table: Table, file: Path, cache: Cache, quiet: bool) -> list[RowVerdict] | None:
    """The verdicts of a note; if the reader has a bug, print one line and return None."""
    from pcaproofs.notes.faults import fault
    from pcaproofs.notes.searching import stored_in
    from pcaproofs.notes.stored import store_of

    try:
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
    from pcaproofs.notes.asking import helping, wanted
    from pcaproofs.notes.checking import facts_of_note
    from pcaproofs.notes.scope.scope_file import template

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


def is_terminal() -> bool:
    """Whether somebody sees the error stream."""
    return sys.stderr.isatty()


def _judged(note: Note, table: Table, file: str, *, quiet: bool) -> list[RowVerdict]:
    """The verdicts of a note, with progress on a terminal if it takes long."""
    from pcaproofs.notes.checking import by_parts
    from pcaproofs.notes.judging.scoped import ScopedJudge

    judge, total = ScopedJudge(note, table), len(note.formulas)
    if quiet or not is_terminal():
        return list(by_parts(note, table, judge.run()))
    out: list[RowVerdict] = []
    begun, shown = time.monotonic(), ""
    for k in range(total):
        out.append(judge.row(k))
        if time.monotonic() - begun > _PATIENCE:
            shown = f"\r{file}: {k + 1} of {total} formulas"
            click.echo(shown, nl=False, err=True)
    if shown:
        click.echo(f"\r{' ' * len(shown)}\r", nl=False, err=True)
    return list(by_parts(note, table, tuple(out)))


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


def _data(found: Report, conventions: tuple[str, ...]) -> dict[str, Any]:
    """The findings of a note as plain data."""
    note = found.note
    rows = [v for v in found.verdicts if v.formula.display]
    summary = {"rows": len(rows), **Counter(v.verdict for v in rows)}
    lines = [x.row.to_json(note) | {"ignored": x.ignored or None} for x in found.findings if x.row is not None]
    summary |= {name: len(x) for name, x in (("not read", note.passed_over), ("disabled", note.disabled)) if x}
    more = {
        "guessed": [_placed(place, macro=x.call, meaning=x.meaning) for place, x in note.guesses()],
        "not_read": [_placed(note.source.place(offset), what=said) for offset, said in note.passed_over],
        "disabled": [_placed(note.source.place(offset), what=said) for offset, said in note.disabled],
        "findings": [x.to_json(note) for x in found.notes],
    }
    out = {"file": note.source.file, "conventions": list(conventions), "lines": lines, "faults": note.faults()}
    return {**out, **more, "summary": summary}


def _placed(place: Place, **said: str) -> dict[str, Any]:
    """Something that stands at a place of a note, as plain data."""
    cell = {} if place.cell is None else {"cell": place.cell}
    return {**cell, "line": place.line, "column": place.column, **said}


@click.command(epilog=examples("pcaproofs mcp --root notes/"))
@click.option(
    "--root",
    metavar="DIR",
    type=click.Path(path_type=Path, file_okay=False),
    help="the only folder of which files are read; without it none are",
)
def mcp(root: Path | None) -> None:
    """Run a Model Context Protocol server for language models.

    Its tools prove and refute statements, check notes and certificates, explain claims, and judge code in the sandbox.
    A program starts it and communicates over standard input and output. It needs the extra pcaproofs[mcp].
    """
    if root is not None and not root.is_dir():
        complain(f"got {root}, but should be a folder")
        sys.exit(2)
    try:
        from pcaproofs.agents import server
    except ModuleNotFoundError as error:
        complain(f"got no {error.name}, but should be installed: pip install 'pcaproofs[mcp]'")
        sys.exit(2)
    server(root).run()


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
