"""What stands behind a verdict besides the proof: the layers that ran, the sources, the certificate's digest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pcaproofs.report.documents.running_text import escape

if TYPE_CHECKING:
    from pcaproofs.verify.claim import Source
    from pcaproofs.verify.layers import Layer
    from pcaproofs.verify.run import Report

DIGEST = 16  # digits of a SHA-256 that are shown


def plural(count: int, one: str, many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def source(s: Source) -> str:
    """A source in a sentence: note 004, lines 69–71."""
    if s.book:
        return escape(s.book)
    lines = f"line {s.first}" if s.first == s.last else f"lines {s.first}--{s.last}"
    return f"note {escape(s.note)}, {lines}" + (f" ({escape(s.about)})" if s.about else "")


def numeric_cell(report: Report) -> str:
    """The numeric evidence in a few words, for the table of claims."""
    layer = _layer(report, "numeric")
    if layer is None:
        return "not run"
    if layer.status == "skipped":
        return "none"
    if layer.status != "ok":
        return "failed"
    return rf"{plural(int(layer.data['examples']), 'example')}, ${layer.data['largest_error']}\,\varepsilon$"


def checked_by(report: Report) -> str:
    """The programs that accepted all statements of a claim in this run, or as stored by an earlier one."""
    by = ["kernel.py"] if report.verdict.startswith("proved") else []
    layer = _layer(report, "rocq")
    if layer is not None and layer.status == "ok" and all("accepted" in row for row in layer.data["theorems"]):
        by += layer.data["by"]
    return ", ".join(by)


def rows(report: Report, theorems: Sequence[tuple[str, str]] = ()) -> list[tuple[str, str]]:
    """What is known of a claim besides its proof, as labelled lines; theorems: name and file of each for Rocq."""
    out = [("Sources", "; ".join(map(source, report.claim.said_in)))] if report.claim.said_in else []
    if report.assumed:
        out.append(("Taken for granted", escape("; ".join(report.assumed))))
    if report.claim.cites:
        out.append(("Cites", "; ".join(map(source, report.claim.cites))))
    if used := report.uses():
        out.append(("Leans on", ", ".join(rf"\texttt{{{escape(c.id)}}}" for c in used)))
    if report.claim.repaired_by is not None:
        out.append(("True instead", rf"\texttt{{{escape(report.claim.repaired_by.id)}}}"))
    if digest := report.certificate_digest():
        out.append(("Certificate", rf"{plural(report.steps, 'step')}, SHA-256 \texttt{{{digest[:DIGEST]}}}\dots"))
    if theorems:
        names = ", ".join(rf"\texttt{{{escape(name)}}}" for name, _ in (theorems[0], theorems[-1])[: len(theorems)])
        names = names.replace(", ", " to ") if len(theorems) > 2 else names
        out.append(("For Rocq", rf"{names} in \texttt{{{escape(theorems[0][1])}}} of \texttt{{pcaproofs export}}"))
    if by := checked_by(report):
        out.append(("Checked by", escape(by)))
    for name, label in (("numeric", "Numeric"), ("sympy", "SymPy"), ("mutants", "Mutants")):
        if (layer := _layer(report, name)) is not None:
            out.append((label, _in_words(layer)))
    if report.problem:
        out.append(("Problem", escape(report.problem)))
    return out


def _layer(report: Report, name: str) -> Layer | None:
    return next((layer for layer in report.layers if layer.name == name), None)


def _in_words(layer: Layer) -> str:
    if layer.status != "ok":
        note = re.sub(r"(?<=property of )[a-z0-9-]+\.[a-z0-9-]+", r"\\texttt{\g<0>}", escape(layer.note))
        return f"{escape(layer.status)}: {note}"
    if layer.name == "numeric":
        caught = plural(int(layer.data["wrong_caught"]), "wrong implementation")
        error = rf"largest error ${layer.data['largest_error']}\,\varepsilon$"
        return f"{plural(int(layer.data['examples']), 'random example')} agree, {error}; {caught} caught"
    if layer.name == "mutants":
        return f"{plural(int(layer.data['killed']), 'false variant')} of the statement rejected"
    sizes = "; ".join(f"${', '.join(f'{k} = {v}' for k, v in s.items())}$" for s in layer.data.get("sizes", ()) if s)
    return f"explicit matrices agree at {sizes}" if sizes else "explicit matrices agree"
