"""Readings as files: what the rows of a note state, written for others to complete, and taken from others.

A row whose statement or hypotheses a file changes is judged as the file has it, and its verdict says so. The others
keep the verdict of the note. reading.schema.json describes the format.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.text import text as formula_text
from pcaproofs.kernel import Compare, Expression, KernelError, Optimum, SameOptimisers, Scope, Statement
from pcaproofs.language.readable_statement import ReadableStatement, factor_names
from pcaproofs.notes.findings import Report
from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.judging.proofs import extent
from pcaproofs.notes.judging.proving import ATTACK, STATED, reading
from pcaproofs.notes.judging.verdicts import RowVerdict, Using, worst
from pcaproofs.notes.options import Options, WrongOption, relative
from pcaproofs.notes.searching import settled
from pcaproofs.plain_names import plain_statement
from pcaproofs.prover.result import Result, example_text
from pcaproofs.statement_text import read, write, written
from pcaproofs.terms import term_count

LARGEST = 64 << 20  # bytes of a file
MOST_TERMS = 10_000  # of a statement that is multiplied out
HIGHEST, WIDEST = 64, 999  # an exponent, a size that is a number
GIVEN = "reading"  # who says a hypothesis of a reading
Place = tuple[int | None, int, int]
_KINDS = {"object": dict, "array": list, "string": str, "integer": int, "null": type(None)}
_BEGINS = ("for all integers", "for all real", "with columns of ones", "for all members", "the first", "the next")


class WrongReading(WrongOption):
    """A reading that cannot be taken; the message is one line with the place."""


def schema_text() -> str:
    """The JSON Schema of a reading."""
    return files("pcaproofs.notes").joinpath("reading.schema.json").read_text(encoding="utf-8")


@cache
def _schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(schema_text())
    return found


# --------------------------------------------------------------------------------------------------------- writing
def written_reading(reports: Iterable[Report], path: Path) -> str:
    """The readings of some notes as the text of a file."""
    listed = [{"file": relative(r.path, path.parent), "rows": [row(r.note, v) for v in r.verdicts]} for r in reports]
    return json.dumps({"version": 1, "files": listed}, ensure_ascii=False, indent=1) + "\n"


def row(note: Note, verdict: RowVerdict) -> dict[str, Any]:
    """The reading of a row."""
    cell, line, column = _place(note, verdict.formula)
    out: dict[str, Any] = {"line": line, "column": column} | ({} if cell is None else {"cell": cell})
    parts = [part for one in verdict.links or (verdict,) for part in _parts(note, one)]
    return out | {"latex": note.latex(verdict.formula), "parts": parts}


def _place(note: Note, formula: Formula) -> Place:
    place = note.place(formula)
    return place.cell, place.line, place.column


def _parts(note: Note, one: RowVerdict) -> Iterator[dict[str, Any]]:
    """The statements of one relation; f > g is f ≥ g and f ≠ g."""
    for text, found in one.statements(note):
        unread = None if one.verdict in ("proved", "refuted", "needs") else f"{one.verdict}: {one.reason}"
        if found is None:
            yield {"text": text, "statement": None, "hypotheses": [], "built_in": [], "unread": unread}
            continue
        plain = plain_statement(found)
        lines = [x for x in write(plain) if not x.startswith("given ")]
        notation = KernelNotation(found, None, factor_names([found]))
        said = [formula_text(notation.comparison(h)) for _, h in found.hypotheses]
        hypotheses = [_hypothesis(note, h, x, one.using) for (_, h), x in zip(plain.hypotheses, said, strict=True)]
        built_in = [x.text for x in one.using if not any(h in x.text for h in said)]
        yield {"text": text, "statement": lines, "hypotheses": hypotheses, "built_in": built_in, "unread": unread}


def _hypothesis(note: Note, h: Compare, shown: str, using: Sequence[Using]) -> dict[str, Any]:
    """A hypothesis with the line and the words of the note that say it."""
    text = f"{written(h.left)} {h.relation} {written(h.right)}"
    place = next((x for x in using if shown in x.text and x.place is not None), None)
    if place is None or place.place is None:
        return {"text": text, "line": None, "words": None}
    return {"text": text, "line": note.source.place(place.place[0]).line, "words": place.words(note)}


# --------------------------------------------------------------------------------------------------------- reading
def read_reading(path: Path) -> dict[str, dict[Place, tuple[str, dict[str, Any]]]]:
    """The rows of each file of a reading, with where each stands in it. Raises WrongReading."""
    try:
        size = path.stat().st_size
        data: Any = json.loads(path.read_bytes()) if size <= LARGEST else None
    except OSError as error:
        raise WrongReading(f"got {error.strerror or error}, but should be a reading [{path}]") from None
    except RecursionError:
        raise WrongReading(f"got a value that is nested too deep, but should be a reading [{path}]") from None
    except ValueError as error:
        said = " ".join(str(error).split())[:100]
        raise WrongReading(f"got no JSON ({said}), but should be a reading [{path}]") from None
    if size > LARGEST:
        raise WrongReading(f"got {size} bytes, but should be at most {LARGEST} [{path}]")
    if (wrong := next(_faults(data, _schema(), ""), None)) is not None:
        raise WrongReading(f"{wrong[0]} [{path}{wrong[1] and ': '}{wrong[1]}]")
    out: dict[str, dict[Place, tuple[str, dict[str, Any]]]] = {}
    for k, file in enumerate(data["files"]):
        its = out.setdefault(file["file"], {})
        for n, entry in enumerate(file["rows"]):
            place = entry.get("cell"), entry["line"], entry["column"]
            at = f"{path}: files[{k}].rows[{n}]"
            if place in its:
                raise WrongReading(f"got the row of line {entry['line']} twice, but should be once [{at}]")
            its[place] = at, entry
    return out


def _faults(value: Any, schema: Mapping[str, Any], at: str) -> Iterator[tuple[str, str]]:
    """What in a value breaks a schema, with its place; only the words of schemas that ours uses are known."""
    if "const" in schema:
        if type(value) is not type(schema["const"]) or value != schema["const"]:
            yield f"got {_shown(value)}, but should be {schema['const']}", at
        return
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(isinstance(value, _KINDS[kind]) and not isinstance(value, bool) for kind in kinds):
        yield f"got {_shown(value)}, but should be of type {' or '.join(kinds)}", at
        return
    if isinstance(value, int) and value < schema.get("minimum", value):
        yield f"got {_shown(value)}, but should be at least {schema['minimum']}", at
    if isinstance(value, str | list) and len(value) > (most := schema.get("maxLength", schema.get("maxItems", 0))):
        yield f"got {len(value)} items or characters, but should be at most {most}", at
        return
    if isinstance(value, list):
        for k, item in enumerate(value):
            yield from _faults(item, schema["items"], f"{at}[{k}]")
    if isinstance(value, dict):
        known = schema["properties"]
        yield from ((f"got no {key}", at) for key in schema["required"] if key not in value)
        yield from (
            (f"got the key {_shown(key)}, but should be one of {', '.join(known)}", at)
            for key in value
            if key not in known
        )
        for key in known.keys() & value.keys():
            yield from _faults(value[key], known[key], f"{at}{at and '.'}{key}")


def _shown(value: Any) -> str:
    if isinstance(value, dict | list):
        return "an object" if isinstance(value, dict) else "an array"
    said = (
        json.dumps(value, ensure_ascii=False) if not isinstance(value, int) or abs(value) < 10**40 else "a large number"
    )
    return said if len(said) <= 60 else f"{said[:59]}…"


def with_reading(note: Note, verdicts: Sequence[RowVerdict], options: Options, path: Path) -> tuple[RowVerdict, ...]:
    """The verdicts of a note, those of the rows that the reading of its author changes by the reading.

    path: of the note. Raises WrongReading.
    """
    if options.reading is None:
        return tuple(verdicts)
    rows = dict(read_reading(options.reading).get(relative(path, options.reading.parent), {}))
    out = [
        _judged(note, v, *rows.pop(place), options.reading) if (place := _place(note, v.formula)) in rows else v
        for v in verdicts
    ]
    for (_, line, column), (at, _) in rows.items():
        raise WrongReading(f"got a row at line {line}, column {column}, where {note.source.file} has none [{at}]")
    return tuple(out)


def _judged(note: Note, verdict: RowVerdict, at: str, entry: Mapping[str, Any], path: Path) -> RowVerdict:
    """The verdict of a row by a reading, or the one that it has if the reading does not change it."""
    if entry["latex"] != note.latex(verdict.formula):
        what = " ".join(note.latex(verdict.formula).split())[:60]
        raise WrongReading(f"got {_shown(entry['latex'])}, but {note.place(verdict.formula)} has {what} [{at}]")
    own = [(_essence(x), one) for one in verdict.links or (verdict,) for x in _parts(note, one)]
    wanted = [_essence(x) for x in entry["parts"]]
    if [x for x, _ in own] == wanted:
        return verdict
    found = list[RowVerdict]()
    for k, (essence, part) in enumerate(zip(wanted, entry["parts"], strict=True)):
        kept = next((one for x, one in own if x == essence), None)
        found.append(kept or _part(verdict, part, f"{at}.parts[{k}]", path))
    found = found or [replace(verdict, verdict="unread", reason="the reading says nothing", links=())]
    return replace(worst(found), given_by=path.name)


def _essence(part: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a part states; where there is no statement, the formula that it is about."""
    if part["statement"] is None:
        return None, part.get("text")
    return part["statement"], [h["text"] for h in part["hypotheses"]]


def _part(verdict: RowVerdict, part: Mapping[str, Any], at: str, path: Path) -> RowVerdict:
    """The verdict of one statement of a reading. What it finds false is a warning, since the note may say otherwise."""
    if part["statement"] is None:
        return replace(
            verdict, verdict="unread", reason=f"{path.name} gives no statement", links=(), given_by=path.name
        )
    try:
        statement = _statement(part)
        result = settled(statement, STATED, ATTACK)
    except (ValueError, ArithmeticError, MemoryError, RecursionError) as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise WrongReading(f"got a statement that is refused: {said[:300]} [{at}]") from None
    using = [Using(h["text"], by=GIVEN) for h in part["hypotheses"]]  # not its words, nor what it calls built in
    reason = result.reason
    if result.verdict == "proved":
        assert result.statement is not None
        reason = extent(result.statement, ())
    elif result.counterexample is not None:
        reason = "fails at " + example_text(statement, result.counterexample)
    reason = f"{reason}; reading given by {path.name}: {ReadableStatement(statement).conclusion()}"
    return RowVerdict(
        verdict.formula,
        result.verdict,
        reason,
        reading(Result(result.verdict, statement=statement), ()),
        counterexample=result.counterexample,
        certificate=result if result.verdict == "proved" else None,
        using=tuple(using),
        statement=statement,
        is_warning=True,
        given_by=path.name,
    )


def _statement(part: Mapping[str, Any]) -> Statement:
    """The statement of a part, with its hypotheses before the conclusion. Raises KernelError."""
    lines, texts = part["statement"], [h["text"] for h in part["hypotheses"]]
    if several := next((x for x in (*lines, *texts) if len(x.splitlines()) != 1), None):
        raise KernelError(f"got {_shown(several)}, but should be one line")
    head = next((k for k, x in enumerate(lines) if not x.startswith(_BEGINS)), len(lines))
    text = "\n".join([*lines[:head], *(f"given {x}" for x in texts), *lines[head:]])
    numbers = [(int(x), "an exponent", HIGHEST) for x in re.findall(r"\^-?(\d{1,18})", text)]
    numbers += [
        (int(x), "a size", WIDEST)
        for x in re.findall(r"(?<=[(×])(\d{1,18})(?=[×)])|1\[(\d{1,18})\]", text)
        for x in x
        if x
    ]
    for number, what, most in numbers:
        if number > most:
            raise KernelError(f"got {what} {number}, but should be at most {most}")
    found = read(text)
    if not isinstance(found, Statement):
        raise KernelError("got sequences, but should be a statement without them")
    scope = Scope(found)
    for left, right in _compared(found):
        if term_count(("add", left, right)) > MOST_TERMS:
            raise KernelError(f"got an expression of more than {MOST_TERMS} terms, but should be at most as many")
        scope.difference(left, right)
    return found


def _compared(statement: Statement) -> Iterator[tuple[Expression, Expression]]:
    """Expressions of a statement that must have one shape."""
    yield from ((h.left, h.right) for _, h in statement.hypotheses)
    match statement.conclusion:
        case Compare(left, _, right):
            yield left, right
        case Optimum(objective=f, at=at, value=value, exactly=exactly):
            yield f, ("number", "0") if value is None else value
            yield from ((("letter", name), e) for name, e in at)
            yield from ((e.left, e.right) for e in exactly)
        case SameOptimisers(first=(_, f), second=(_, g)):
            yield f, ("number", "0")
            yield g, ("number", "0")
