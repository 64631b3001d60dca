"""What was said of a note, or of claims of ours, that have not changed since, without SymPy.

A record rests on all that a command reads: the program, which contains our claims; the note with its macros and scope
file, the options, the baseline and the reading. It has what was printed and the evidence: the kernel checks each
certificate again, and `pcaproofs.failing` evaluates each counterexample again. What it cannot evaluate is not kept.
Where anything does not fit, there is no record, and the command does its work.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pcaproofs import kept
from pcaproofs.notes.text.source import Source, path_beside

if TYPE_CHECKING:
    from pcaproofs.notes.judging.verdicts import RowVerdict
    from pcaproofs.notes.options import Options
    from pcaproofs.prover.refute import Counterexample
    from pcaproofs.verify.run import ClaimReport


def name_of(source: Source, path: Path, options: Options, asked: object) -> str:
    """The name of the record of a note. asked: what else the output depends on."""
    read = [_content(x) for x in (path_beside(path), options.baseline, options.reading)]
    return kept.digest("check", kept.program(), os.getcwd(), path.resolve(), source, options, read, asked)


def _content(path: Path | None) -> bytes | None:
    with suppress(OSError):
        return path.read_bytes() if path is not None and path.is_file() else None
    return None


def known(folder: Path | None, name: str) -> tuple[Any, int] | None:
    """What a record says, and how much evidence it has, which holds; None if there is none."""
    data = kept.read(folder, name)
    return (data["told"], len(data["evidence"])) if data is not None and _holds(data["evidence"]) else None


def keep(folder: Path | None, name: str, told: Any, evidence: Iterable[tuple[Any, ...]]) -> None:
    """Keeps what is said together with its evidence, if that can be checked again."""
    from pcaproofs.certificates import to_json

    found = [to_json(x) for x in evidence]
    if _holds(found):
        kept.write(folder, name, {"told": told, "evidence": found})


def evidence_of_rows(rows: Iterable[RowVerdict]) -> Iterator[tuple[Any, ...]]:
    """The proofs and the counterexamples of verdicts, each behind its statement."""
    for row in (link for x in rows for link in x.links or (x,)):
        if row.verdict == "proved":
            for x in row.results():
                yield x.induction or (x.statement, x.certificate)
        elif row.verdict in ("refuted", "needs") or row.counterexample is not None:
            yield _example(row.statement, row.counterexample)


def evidence_of_claims(reports: Iterable[ClaimReport]) -> Iterator[tuple[Any, ...]]:
    """The proofs and the counterexamples of claims, each behind its statement; an axiom has none."""
    for proven in (x for report in reports for x in report.proven):
        if proven.certificate is not None:
            yield proven.statement, proven.certificate
        elif proven.verdict != "cited":
            yield _example(proven.reading.statement, proven.counterexample)


def _example(statement: Any, example: Counterexample | None) -> tuple[Any, ...]:
    """A counterexample as data behind its statement; nothing that holds if there is none."""
    if example is None:
        return ()
    letters = tuple((name, tuple(tuple(map(str, line)) for line in m)) for name, m in example.letters.items())
    return statement, tuple(example.dimensions.items()), letters


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
