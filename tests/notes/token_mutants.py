"""Rows that are proved, changed in one token of their source, and which of them stay proved.

As a script: `python -m tests.notes.token_mutants [-n COUNT] NOTE …` tries up to COUNT changes of every row, each in a
note of its own, and prints those that stay proved with what was read.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

from pcaproofs.notes.checking import check_note
from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.judging.verdicts import RowVerdict
from pcaproofs.notes.text.source import read_source

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


def proved(note: Note) -> list[RowVerdict]:
    """The displays that are proved."""
    return [x for x in check_note(note)[1] if x.formula.display and x.verdict == "proved"]


def changed(note: Note, new: dict[int, str]) -> Note:
    """A note with other rows, by the offsets of those that they replace."""
    text = note.source.text
    spans = {x.span[0]: x.span for x in note.formulas}
    for start in sorted(new, reverse=True):
        text = text[:start] + new[start] + text[spans[start][1] :]
    return read(replace(note.source, text=text))


def stays_proved(note: Note, start: int, row: str) -> RowVerdict | None:
    """The verdict of a row that is still proved after the change."""
    return next((x for x in proved(changed(note, {start: row})) if x.formula.span[0] == start), None)


def suspects(note: Note, random: Random) -> Iterator[tuple[int, str]]:
    """Rows that may stay proved after a change: all rows are changed at once, since a change seldom helps another."""
    text, new = note.source.text, dict[int, str]()
    for x in proved(note):
        if found := sorted(set(mutants(text, *x.formula.span))):
            new[x.formula.span[0]] = random.choice(found)
    moved = dict[int, int]()
    shift = 0
    ends = {x.span[0]: x.span[1] for x in note.formulas}
    for start in sorted(new):
        moved[start + shift] = start
        shift += len(new[start]) - (ends[start] - start)
    for x in proved(changed(note, new)):
        if (start := moved.get(x.formula.span[0])) is not None:
            yield start, new[start]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", dest="count", type=int, default=10)
    parser.add_argument("notes", nargs="+", type=Path)
    arguments = parser.parse_args()
    for file in arguments.notes:
        note = read(read_source(file))
        for x in proved(note):
            found = sorted(set(mutants(note.source.text, *x.formula.span)))
            for row in Random(1).sample(found, min(arguments.count, len(found))):
                if (stays := stays_proved(note, x.formula.span[0], row)) is not None:
                    print(f"{file.name} | {one_line(row)} | {' ; '.join(stays.reading)[:300]}", flush=True)


def one_line(row: str) -> str:
    """A row with single spaces."""
    return " ".join(row.split())


if __name__ == "__main__":
    main()
