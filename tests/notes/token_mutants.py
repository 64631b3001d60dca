"""Rows that are proved, changed in one token of their source, and which of them stay proved.

As a script: `python -m tests.notes.token_mutants [-n COUNT] NOTE …` tries up to COUNT changes of every row, each in a
note of its own, and prints those that stay proved with what was read.

`python -m tests.notes.token_mutants --recall [-n COUNT] [--silent] NOTE …` measures what is said of false changes. In
COUNT rounds one proved row of each display gets a sign, factor, transpose, exponent, inverse, letter or order changed,
left out or put in, such that `row_values.py` finds it false at points that satisfy the hypotheses of its proof. The
table counts by kind how many are reported as errors and as warnings (refuted, ill-typed, needs) there or in the next
row of the display, have an example within `undecided`, are unread, are passed over in silence, or stay proved. --silent
prints those that are not reported. Rows that are not evaluated (sums over families, problems, moments) are not changed.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.surface import Chain, Name, Node
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.text.source import read_source
from tests.notes.row_values import IllFormed, NoValue, World, joined, links, plain, worlds

NEAR = 600  # characters before a row whose letters are put in place of its own
_TOKEN = re.compile(r"\\[a-zA-Z]+|\\.|[A-Za-z]|\d+|\S")
_EXPONENT = re.compile(r"\s*(\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\\[a-zA-Z]+|.)")
_IN_WORDS = re.compile(r"\\(?:begin|end|text\w*|math\w+|operatorname|label|tag|mbox)\*?\{[^}]*$")
_LETTER = re.compile(r"(?<![\\A-Za-z{])[A-Za-z](?![A-Za-z])")
OTHERS = {"+": "-", "-": "+", "0": "1", "1": "2", "2": "3"}
OTHERS |= dict.fromkeys((r"\le", r"\leq"), r"\ge ") | dict.fromkeys((r"\ge", r"\geq"), r"\le ")


def mutants(text: str, start: int, end: int) -> Iterator[str]:
    """A row with one sign, number, exponent or letter changed; letters come from the formulas before it."""
    row = text[start:end]
    near = " ".join(re.findall(r"\$[^$]*\$", text[max(0, start - NEAR) : end + 2]))
    letters = sorted(set(_LETTER.findall(near)))
    for token in _TOKEN.finditer(row):
        a, b, found = token.start(), token.end(), token[0]
        if found in OTHERS:
            yield row[:a] + OTHERS[found] + row[b:]
        elif found == "^" and (exponent := _EXPONENT.match(row, b)):
            yield row[:a] + " " + row[exponent.end() :]
        elif found.isalpha() and not _IN_WORDS.search(row[:a]):
            yield from (row[:a] + x + row[b:] for x in letters if x != found and x.isupper() == found.isupper())


def proved(verdicts: Iterable[RowVerdict]) -> list[RowVerdict]:
    """The displays that are proved."""
    return [x for x in verdicts if x.formula.display and x.verdict == "proved"]


def changed(note: Note, new: dict[int, str]) -> Note:
    """A note with other rows, by the offsets of those that they replace."""
    text = note.source.text
    spans = {x.span[0]: x.span for x in note.formulas}
    for start in sorted(new, reverse=True):
        text = text[:start] + new[start] + text[spans[start][1] :]
    return read(replace(note.source, text=text))


def stays_proved(note: Note, start: int, row: str) -> RowVerdict | None:
    """The verdict of a row that is still proved after the change."""
    verdicts = check_note(changed(note, {start: row}))[1]
    return next((x for x in proved(verdicts) if x.formula.span[0] == start), None)


def suspects(note: Note, verdicts: Iterable[RowVerdict], random: Random) -> Iterator[tuple[int, str]]:
    """Rows that may stay proved after a change: all rows are changed at once, since a change seldom helps another."""
    text, new = note.source.text, dict[int, str]()
    for x in proved(verdicts):
        if found := sorted(set(mutants(text, *x.formula.span))):
            new[x.formula.span[0]] = random.choice(found)
    moved = dict[int, int]()
    shift = 0
    ends = {x.span[0]: x.span[1] for x in note.formulas}
    for start in sorted(new):
        moved[start + shift] = start
        shift += len(new[start]) - (ends[start] - start)
    for x in proved(check_note(changed(note, new))[1]):
        if (start := moved.get(x.formula.span[0])) is not None:
            yield start, new[start]


@dataclass(frozen=True)
class Change:
    """A row with one token changed: what was changed, its new text, and how the note reports it."""

    start: int
    kind: str
    row: str
    reported: str = ""
    verdict: RowVerdict | None = None


UNTOUCHED = "untouched"
TRIES = 4
REPORTED = ("error", "warning", "hint", "unread", "silent", "proved")


def changes(text: str, start: int, end: int) -> Iterator[tuple[str, str]]:
    """Changes of one token of a row with their kinds; true ones among them."""
    row = text[start:end].split("<!--")[0].rstrip(" %\n")
    rest = text[start + len(row) : end]
    atoms = [x for x in _ATOM.finditer(row) if not _IN_WORDS.search(row[: x.start()])]
    transposes = [x[0] for x in _TRANSPOSE.finditer(row)] or ["^T"]
    names = sorted({x[0] for x in atoms})
    for x in _CHANGED.finditer(row):
        a, b = x.span()
        if _IN_WORDS.search(row[:a]):
            continue
        if x["sign"]:
            yield "sign", row[:a] + OTHERS[x["sign"]] + row[b:] + rest
        elif x["transpose"]:
            yield "transpose", row[:a] + " " + row[b:] + rest
        elif x["inverse"]:
            yield "inverse", row[:a] + " " + row[b:] + rest
        elif x["square"]:
            yield "exponent", row[:a] + " " + row[b:] + rest
            yield "exponent", row[:a] + "^3 " + row[b:] + rest
        elif x["number"]:
            yield "factor", row[:a] + OTHERS.get(x["number"], "2") + row[b:] + rest
        elif x["closing"]:
            yield "inverse", row[:b] + "^{-1}" + row[b:] + rest
            yield "transpose", row[:b] + transposes[0] + row[b:] + rest
    for k, x in enumerate(atoms):
        a, b = x.span()
        if row[b:].lstrip()[:1] not in ("_", "^", "'"):
            yield "transpose", row[:b] + transposes[0] + row[b:] + rest
        if _BEGINS.search(row[:a]):
            yield "factor", row[:a] + "2 " + row[a:] + rest
        if row[b:].lstrip()[:1] not in ("_",):
            yield "left out", row[:a] + " " + row[b:] + rest
            yield from (("letter", row[:a] + y + " " + row[b:] + rest) for y in names if y != x[0])
        if k and not row[atoms[k - 1].end() : a].strip() and row[b:].lstrip()[:1] not in ("_", "^", "'"):
            before = atoms[k - 1]
            yield "order", row[: before.start()] + x[0] + " " + before[0] + " " + row[b:] + rest


_ATOM = re.compile(
    r"\\(?:mathbf|boldsymbol|bm|vec|hat|tilde|bar)\s*\{\\?[A-Za-z]+\}"
    r"|\\(?:beta|gamma|eta|theta|lambda|mu|Sigma|Lambda|[A-Za-z])(?![A-Za-z])|(?<![\\A-Za-z{^_])[A-Za-z](?![A-Za-z}])"
)
_BEGINS = re.compile(r"(?:^|[-+=&({\[|]|\\\||\\le|\\ge)\s*$")
_TRANSPOSE = re.compile(
    r"\^\s*(?:\{\s*)?(?:\\top|\\intercal|\\mathrm\s*T|T|t|⊤|\\prime)(?![A-Za-z])(?:\s*\})?|'|\\tran\b"
)
_CHANGED = re.compile(
    r"(?P<sign>[+-])(?!\s*1\s*\})"
    rf"|(?P<transpose>{_TRANSPOSE.pattern})"
    r"|(?P<inverse>\^\s*\{\s*-\s*1\s*\}|\\inv\b)|(?P<square>\^\s*(?:2|\{\s*2\s*\}))"
    r"|(?<![\^_{\d\\])(?P<number>\d)(?!\d)|(?P<closing>(?<!\\right)\)(?!\s*\^))"
)


def evaluated(verdicts: Iterable[RowVerdict]) -> dict[int, tuple[RowVerdict, Node | None, list[World]]]:
    """The proved rows that hold where their hypotheses do, by offset: with the row before, and such points."""
    out: dict[int, tuple[RowVerdict, Node | None, list[World]]] = {}
    defined, before = dict[str, Node](), None
    for x in verdicts:
        tree = x.formula.tree
        if x.verdict == "definition" and isinstance(tree, Chain) and isinstance(tree.terms[0], Name):
            defined[plain(unicode(tree.terms[0]))] = tree.terms[1]
        if not x.formula.display:
            continue
        found = links(tree, before)
        statements = [y.statement for y in x.results() if y.statement is not None]
        if x.verdict == "proved" and found is not None and statements:
            statement = joined(statements)
            points = [] if statement is None else list(worlds(statement, dict(defined)))
            try:
                if points and all(point.holds(*found) for point in points):
                    out[x.formula.span[0]] = (x, before, points)
            except (NoValue, IllFormed):
                pass
        before = tree
    return out


def is_false(tree: Node, before: Node | None, points: Sequence[World]) -> bool:
    """Whether a changed row fails at one of the points; a clash of sizes is a failure."""
    found = links(tree, before)
    if found is None:
        return False
    try:
        return not all(point.holds(*found) for point in points)
    except IllFormed:
        return True
    except (NoValue, ArithmeticError, ValueError):
        return False


def moved(note: Note, new: dict[int, str]) -> dict[int, int]:
    """The offsets of all displays in the note whose rows are changed, by those that they had."""
    spans = {x.span[0]: x.span[1] for x in note.formulas if x.display or x.span[0] in new}
    out, shift = dict[int, int](), 0
    for start in sorted(spans):
        out[start] = start + shift
        shift += len(new[start]) - (spans[start] - start) if start in new else 0
    return out


def recall(note: Note, verdicts: Sequence[RowVerdict], random: Random, rounds: int) -> Iterator[Change]:
    """False changes of proved rows, one of each display in each round, and how they are reported.

    Of each round come also the proved rows of displays that were not changed, with the kind UNTOUCHED.
    """
    rows = evaluated(verdicts)
    displays = {x.formula.span[0]: x.formula.fences for x in proved(verdicts)}
    queues: dict[tuple[int, ...], list[tuple[int, str, str]]] = {}
    for start, (x, _, _) in rows.items():
        found = sorted(set(changes(note.source.text, *x.formula.span)))
        kinds = sorted({kind for kind, _ in found})
        few = [(start, kind, random.choice([row for k, row in found if k == kind])) for kind in kinds]
        queues.setdefault(x.formula.fences, []).extend(few)
    for queue in queues.values():
        random.shuffle(queue)
    for _ in range(rounds):
        kept, kinds_of = dict[int, str](), dict[int, str]()
        for _ in range(TRIES):  # other changes of displays whose change is true
            filled = {displays[x] for x in kept}
            drawn = [queue.pop() for fences, queue in queues.items() if queue and fences not in filled]
            new = {start: row for start, _, row in drawn}
            at = moved(note, new)
            trees = {x.span[0]: x.tree for x in changed(note, new).formulas if x.display} if new else {}
            for start, kind, row in drawn:
                if at[start] in trees and is_false(trees[at[start]], *rows[start][1:]):
                    kept[start], kinds_of[start] = row, kind
        if not kept:
            continue
        at = moved(note, kept)
        judged = [x for x in check_note(changed(note, kept))[1] if x.formula.display]
        place = {x.formula.span[0]: k for k, x in enumerate(judged)}
        for start, fences in displays.items():
            if (k := place.get(at[start])) is None:
                continue
            if start in kept:
                same = [x for x in judged[k : k + 2] if x.formula.fences == judged[k].formula.fences]
                yield Change(start, kinds_of[start], kept[start], reported(same), judged[k])
            elif fences not in {displays[x] for x in kept}:
                yield Change(start, UNTOUCHED, "", judged[k].severity, judged[k])


def reported(rows: Sequence[RowVerdict]) -> str:
    """How a false row is reported, there or in the next row of its display."""
    for severity in ("error", "warning"):
        if any(x.severity == severity for x in rows):
            return severity
    if rows[0].verdict in ("proved", "unread"):
        return rows[0].verdict
    return "hint" if "it fails at" in rows[0].reason else "silent"


def table(found: Sequence[Change]) -> Iterator[str]:
    """How false changes are reported, by kind, and how many rows that were not changed are reported."""
    false = [x for x in found if x.kind != UNTOUCHED]
    yield f"{'':10} mutants " + "".join(f"{x:>9}" for x in REPORTED)
    for kind in (*sorted({x.kind for x in false}), "all"):
        here = Counter(x.reported for x in false if kind in (x.kind, "all"))
        yield f"{kind:10} {here.total():7} " + "".join(f"{here[x]:9}" for x in REPORTED)
    untouched = Counter(x.reported for x in found if x.kind == UNTOUCHED)
    yield (
        f"proved rows that were not changed: {untouched.total()}, reported as errors: {untouched['error']}, "
        f"as warnings: {untouched['warning']}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-n", dest="count", type=int, default=10)
    parser.add_argument("--recall", action="store_true")
    parser.add_argument("--silent", action="store_true")
    parser.add_argument("notes", nargs="+", type=Path)
    arguments = parser.parse_args()
    if arguments.recall:
        print("\n".join(table(list(_recalled(arguments.notes, arguments.count, arguments.silent)))))
        return
    for file in arguments.notes:
        note = read(read_source(file))
        for x in proved(check_note(note)[1]):
            found = sorted(set(mutants(note.source.text, *x.formula.span)))
            for row in Random(1).sample(found, min(arguments.count, len(found))):
                if (stays := stays_proved(note, x.formula.span[0], row)) is not None:
                    print(f"{file.name} | {one_line(row)} | {' ; '.join(stays.reading)[:300]}", flush=True)


def _recalled(files: Sequence[Path], rounds: int, is_shown: bool) -> Iterator[Change]:
    for file in files:
        note = read(read_source(file))
        for x in recall(note, check_note(note)[1], Random(file.name), rounds):
            if is_shown and x.kind != UNTOUCHED and x.reported not in ("error", "warning") and x.verdict is not None:
                said = f"{x.reported} | {x.kind} | {x.verdict.verdict}: {x.verdict.reason}"
                print(f"{file.name} | {one_line(x.row)[:150]} | {said[:200]}", flush=True)
            yield x


def one_line(row: str) -> str:
    """A row with single spaces."""
    return " ".join(row.split())


if __name__ == "__main__":
    main()
