"""What was said of a note that has not changed since, with the evidence, which is checked again; without SymPy.

A record rests on all that a check reads: the program, the note with its macros and scope file, the options, the
baseline and the reading. It has what was printed, the certificates of the proofs and the counterexamples: the kernel
checks each certificate again, and `pcaproofs.failing` evaluates each counterexample again. What it cannot evaluate is
not kept. Where anything does not fit, there is no record, and the note is checked.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pcaproofs import kept
from pcaproofs.notes.text.source import Source, path_beside

if TYPE_CHECKING:
    from pcaproofs.notes.judging.verdicts import RowVerdict
    from pcaproofs.notes.options import Options


def name_of(source: Source, path: Path, options: Options, asked: object) -> str:
    """The name of the record of a note. asked: what else the output depends on."""
    read = [_content(x) for x in (path_beside(path), options.baseline, options.reading)]
    return kept.digest("check", kept.program(), os.getcwd(), path.resolve(), source, options, read, asked)


def _content(path: Path | None) -> bytes | None:
    with suppress(OSError):
        return path.read_bytes() if path is not None and path.is_file() else None
    return None


def known(folder: Path | None, name: str) -> dict[str, Any] | None:
    """What a record says; None if there is none, or its evidence does not hold."""
    data = kept.read(folder, name)
    return data["told"] if data is not None and _holds(data["evidence"]) else None


def keep(folder: Path | None, name: str, told: dict[str, Any], rows: Sequence[RowVerdict]) -> None:
    """Keeps what is said of a note with the evidence of its rows, if that can be checked again."""
    from pcaproofs.certificates import to_json

    evidence = [to_json(x) for row in rows for link in row.links or (row,) for x in _evidence(link)]
    if _holds(evidence):
        kept.write(folder, name, {"told": told, "evidence": evidence})


def _evidence(row: RowVerdict) -> Iterator[tuple[Any, ...]]:
    """The proofs and the counterexample of a verdict, each behind its statement; nothing that holds if it lacks one."""
    if row.verdict == "proved":
        for x in row.results():
            yield x.induction or (x.statement, x.certificate)
    elif (example := row.counterexample) is not None:
        letters = tuple((name, tuple(tuple(map(str, line)) for line in m)) for name, m in example.letters.items())
        yield row.statement, tuple(example.dimensions.items()), letters
    elif row.verdict in ("refuted", "needs"):
        yield ()


def _holds(evidence: Sequence[Sequence[Any]]) -> bool:
    """Whether the kernel accepts each certificate, and each statement with a point fails there."""
    from pcaproofs.certificates import from_json
    from pcaproofs.failing import fails
    from pcaproofs.kernel import KernelError, check

    try:
        for statement, *rest in evidence:
            if len(rest) == 1:
                check(from_json(statement), from_json(*rest))
            elif not fails(statement, *map(dict, rest)):
                return False
    except (KernelError, TypeError, ValueError):
        return False
    return True
