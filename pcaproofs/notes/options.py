"""What an author switches off, and where: [tool.pcaproofs] in pyproject.toml, comments in a note, a baseline.

    [tool.pcaproofs]
    select = ["PCA2", "fails"]      # list only these; codes, beginnings of codes or names
    ignore = ["PCA320"]
    per-file-ignores = { "drafts/*.md" = ["PCA3"] }
    exclude = ["vendored/*"]
    fail-on = "error"               # or "warning", or a list of codes
    baseline = "pcaproofs-baseline.json"
    reading = "reading.json"

The file is the nearest one above the note that has this table; globs and files in it are relative to its folder.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pcaproofs.notes.rules import WrongRule, codes
from pcaproofs.notes.text.source import Span

if TYPE_CHECKING:
    from pcaproofs.notes.formulas.blocks import Note

CONFIGURED = "pyproject.toml"
LEVELS = ("error", "warning")
LARGEST = 64 << 20  # bytes of a baseline
_LONG = 1000  # characters of a line that are looked at beside a comment
Key = tuple[str, str, str]  # of a finding in a baseline: file, rule, formula


class WrongOption(ValueError):  # noqa: N818
    """An option that is not understood; the message is one line with the place."""


@dataclass(frozen=True)
class Options:
    """What is listed, what fails, and what is switched off. root: the folder to which globs are relative.

    select: codes that are listed; None: those with a severity. fail_on: error, warning, or codes.
    """

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()
    exclude: tuple[str, ...] = ()
    fail_on: tuple[str, ...] = ("error",)
    baseline: Path | None = None
    reading: Path | None = None
    root: Path = Path()

    def ignored_in(self, file: Path) -> frozenset[str]:
        """The codes that are switched off in a file."""
        its = (codes for glob, codes in self.per_file_ignores if self._matches(file, glob))
        return frozenset(self.ignore).union(*its)

    def excludes(self, file: Path) -> bool:
        """Whether a file is not checked."""
        return any(self._matches(file, glob) for glob in self.exclude)

    def fails(self, code: str, severity: str) -> bool:
        """Whether a finding makes the check fail."""
        levels = LEVELS[:2] if "warning" in self.fail_on else LEVELS[:1] if "error" in self.fail_on else ()
        return severity in levels or code in self.fail_on

    def _matches(self, file: Path, glob: str) -> bool:
        name = relative(file, self.root)
        return fnmatch(name, glob) or fnmatch(file.name, glob) or fnmatch(name, f"{glob.rstrip('/')}/*")


def relative(file: Path, folder: Path) -> str:
    """A file seen from a folder, with slashes."""
    whole, root = file.resolve(), folder.resolve()
    return (whole.relative_to(root) if whole.is_relative_to(root) else whole).as_posix()


def failing(said: Iterable[str]) -> tuple[str, ...]:
    """The words error and warning as they are, and rules as codes. Raises WrongRule."""
    out: list[str] = []
    for x in said:
        out += [x] if x in LEVELS else codes([x])
    return tuple(out)


def options_for(file: Path) -> Options:
    """The options for a note, by the nearest pyproject.toml above it with a table for them. Raises WrongOption."""
    for folder in file.resolve().parents:
        path = folder / CONFIGURED
        try:
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
        except (OSError, UnicodeDecodeError):
            continue
        if re.search(r"\bpcaproofs\b", text) is None:
            continue
        import tomllib

        try:
            tools = tomllib.loads(text).get("tool", {})
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise WrongOption(f"got no TOML ({error}), but should be TOML [{path}]") from None
        if isinstance(tools, dict) and "pcaproofs" in tools:
            return _options(tools["pcaproofs"], path, text)
    return Options(root=file.resolve().parent)


def _codes(found: Any) -> tuple[str, ...]:
    return codes(_strings(found))


def _strings(found: Any) -> list[str]:
    if not (isinstance(found, list) and all(isinstance(x, str) for x in found)):
        raise WrongRule(f"got {_shown(found)}, but should be a list of strings")
    return found


def _string(found: Any) -> str:
    if not isinstance(found, str):
        raise WrongRule(f"got {_shown(found)}, but should be a string")
    return found


def _table(found: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
    if not isinstance(found, dict):
        raise WrongRule(f"got {_shown(found)}, but should be a table of globs")
    return tuple((glob, _codes(rules)) for glob, rules in found.items())


_KEYS: Mapping[str, Callable[[Any], Any]] = {
    "select": _codes,
    "ignore": _codes,
    "per-file-ignores": _table,
    "exclude": lambda found: tuple(_strings(found)),
    "fail-on": lambda found: failing([found] if isinstance(found, str) else _strings(found)),
    "baseline": _string,
    "reading": _string,
}


def _options(found: Any, path: Path, text: str) -> Options:
    """A table as options. Raises WrongOption."""
    if not isinstance(found, dict):
        raise WrongOption(f"got {_shown(found)}, but should be a table [{path}:{_line(text, 'pcaproofs')}]")
    out: dict[str, Any] = {}
    for key, value in found.items():
        try:
            if key not in _KEYS:
                raise WrongRule(f"got the key {key[:40]}, but should be one of {', '.join(_KEYS)}")
            out[key.replace("-", "_")] = _KEYS[key](value)
        except WrongRule as error:
            raise WrongOption(f"{error} [{path}:{_line(text, key)}]") from None
    files = {key: path.parent / out[key] for key in ("baseline", "reading") if key in out}
    return Options(root=path.parent, **(out | files))


def _line(text: str, key: str) -> int:
    """The line of a key of the table, as well as a search in the text can tell."""
    start = max(text.find("tool.pcaproofs"), 0)
    found = re.compile(rf"""["']?{re.escape(key)}["']?\s*[=\]]""").search(text, start)
    return text.count("\n", 0, found.start() if found else start) + 1


def _shown(found: Any) -> str:
    return repr(found)[:40]


# -------------------------------------------------------------------------------------------------------- comments
_IGNORE = r"pcaproofs:\s*ignore(?P<{0}_file>-file)?(?![\w-])(?P<{0}>{1})"
_COMMENT = re.compile(
    rf"<!--\s*{_IGNORE.format('html', '.{0,2000}?')}-->|\{{/\*\s*{_IGNORE.format('mdx', '.{0,2000}?')}\*/\}}"
    rf"|(?<![\\%])%+[ \t]*{_IGNORE.format('tex', '(?-s:.*)')}",
    re.DOTALL,
)
_CODE = re.compile(  # code, in which a comment is only shown; a block {math} is a formula
    r"^[ \t>]*(?P<mark>```+|~~~+)(?![ \t]*\{?math)[^\n]*\n.*?(?:^[ \t>]*(?P=mark)|\Z)"
    r"|(?<!`)(?P<ticks>`+)(?!`)(?:(?!\n\n).){0,1000}?(?<!`)(?P=ticks)(?!`)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Ignore:
    """A comment that switches off rules in some lines. rules: each word of it with the codes that it means.

    lines: counted from 1 through the whole text; None for all. wrong: what names no rule.
    """

    span: Span
    rules: tuple[tuple[str, tuple[str, ...]], ...]
    lines: range | None
    wrong: str = ""


def ignores(note: Note) -> Iterator[Ignore]:
    """The comments of a note that switch off rules.

    A comment behind a formula is about its line, or about the display that ends there; one in a line of its own is
    about the next line, or the display that begins there. `# …` in it is a remark.
    """
    text, is_tex = note.source.as_written, note.source.syntax == "tex"
    if "pcaproofs:" not in text:
        return
    shown = _Spans([] if is_tex else [x.span() for x in _CODE.finditer(text)])
    displays = _Spans([fence.whole for fence in note.fences if fence.kind != "definition"])
    for found in _COMMENT.finditer(text):
        kind, place = next(kind for kind in ("html", "mdx", "tex") if found[kind] is not None), found.start()
        starts = not _before(text, place).strip(" \t>")
        is_comment = is_tex if kind == "tex" else not is_tex
        if not is_comment and kind == "tex":  # in Markdown: of MyST, or in a formula
            is_comment = starts or displays.around(place) is not None
        if shown.around(place) is not None or not is_comment:
            continue
        rules, wrong = [], ""
        for word in re.split(r"[,\s]+", found[kind].partition("#")[0].strip()):
            try:
                rules.append((word, codes([word])))
            except WrongRule as error:
                wrong = wrong or str(error)
        lines = None if found[f"{kind}_file"] else _lines(note, displays, *found.span())
        yield Ignore(found.span(), tuple(rules), lines, wrong)


class _Spans:
    """Spans in the order of a text, none within another."""

    def __init__(self, found: list[Span]):
        self.found, self.starts = found, [start for start, _ in found]

    def around(self, offset: int) -> Span | None:
        """The span that contains an offset, not at its start."""
        before = self.before(offset)
        return before if before is not None and offset < before[1] else None

    def before(self, offset: int) -> Span | None:
        """The last span that begins before an offset."""
        k = bisect_left(self.starts, offset)
        return self.found[k - 1] if k else None

    def after(self, offset: int) -> Span | None:
        """The first span that begins at an offset or behind it."""
        k = bisect_left(self.starts, offset)
        return self.found[k] if k < len(self.found) else None


def _before(text: str, offset: int) -> str:
    """What stands before an offset in its line, at most _LONG characters of it."""
    return text[max(0, offset - _LONG) : offset].rpartition("\n")[2]


def _lines(note: Note, displays: _Spans, start: int, end: int) -> range:
    """The lines that a comment is about."""
    text, line = note.source.as_written, note.source.line
    before, behind = _before(text, start), text[end : end + _LONG].partition("\n")[0]
    first = last = start
    is_inside = displays.around(start) is not None
    if not before.strip(" \t>") and not behind.strip():  # alone in its line
        rest = re.compile(r"\S").search(text, end)
        first = last = rest.start() if rest else len(text)
        if (
            not is_inside
            and (display := displays.after(text.rfind("\n", 0, first) + 1))
            and line(display[0]) == line(first)
        ):
            last = display[1]
    elif not is_inside and (display := displays.before(start)) and display[1] > start - len(before):  # behind a display
        first = display[0]
    return range(line(first), line(last) + 1)


# ------------------------------------------------------------------------------------------------------- baselines
def read_baseline(path: Path) -> Counter[Key]:
    """The findings of a baseline, and how often each stands there. Raises WrongOption."""
    import json

    try:
        if path.stat().st_size > LARGEST:
            raise WrongOption(f"got {path.stat().st_size} bytes, but should be at most {LARGEST} [{path}]")
        data = json.loads(path.read_bytes())
        found = [(x["file"], x["rule"], x["formula"]) for x in data["findings"]]
        if data["version"] != 1 or not all(isinstance(x, str) for key in found for x in key):
            raise ValueError
    except (ValueError, KeyError, TypeError, RecursionError):
        what = f"a file that `pcaproofs check --write-baseline {path.name}` writes"
        raise WrongOption(f"got no baseline, but should be {what} [{path}]") from None
    except OSError as error:
        raise WrongOption(f"got {error.strerror or error}, but should be a baseline [{path}]") from None
    return Counter(found)


def baseline_text(found: Iterable[Key]) -> str:
    """A baseline as JSON, a finding a line, so that a change of one is a change of one line."""
    import json

    rows = [json.dumps(dict(zip(("file", "rule", "formula"), key, strict=True)), ensure_ascii=False) for key in found]
    return '{"version": 1, "findings": [\n' + ",\n".join(sorted(rows)) + "\n]}\n"


def with_given(options: Options, **given: Any) -> Options:
    """Options with those of the command line, which go before those of the file."""
    return replace(options, **{key: value for key, value in given.items() if value is not None})
