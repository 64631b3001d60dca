"""The evidence for a verdict besides the proof: the layers that ran, the sources, the certificate's digest."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pcaproofs.formula.algebra import number, relation
from pcaproofs.formula.names import letter
from pcaproofs.formula.tree import CommaList
from pcaproofs.language.derived import THEOREM
from pcaproofs.report.sentences import (
    NOTHING,
    Cite,
    ClaimId,
    InlineCode,
    Sentence,
    Typed,
    fill,
    joined,
    sentence,
    with_claims,
)

if TYPE_CHECKING:
    from pcaproofs.verify.claim import Source
    from pcaproofs.verify.layers import Layer
    from pcaproofs.verify.run import ClaimReport

DIGEST = 16  # digits of a SHA-256 that are shown


def plural(count: int, one: str, many: str = "") -> str:
    """A number with its noun, such as 3 steps; many: the plural if it is not formed with s."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def source(s: Source) -> Sentence:
    """A source in a sentence: note 004, lines 69–71."""
    if s.book:
        return fill("{} {}", s.book, Cite(s.key)) if s.key else sentence(s.book)
    lines = f"line {s.first}" if s.first == s.last else f"lines {s.first}–{s.last}"
    return sentence(f"note {s.note}, {lines}" + (f" ({s.about})" if s.about else ""))


def numeric_cell(report: ClaimReport) -> Sentence:
    """The numeric evidence in a few words, for the table of claims."""
    layer = _layer(report, "numeric")
    if layer is None:
        return sentence("not run")
    if layer.status == "skipped":
        return sentence("none")
    if layer.status != "ok":
        return sentence("failed")
    return fill("{}, {}", plural(int(layer.data["examples"]), "example"), _roundings(layer))


def _roundings(layer: Layer) -> Typed:
    """The largest error in units of rounding."""
    return Typed(rf"${layer.data['largest_error']}\,\varepsilon$")


def cells(report: ClaimReport) -> dict[str, Sentence]:
    """The numbers of the evidence for a claim, for a table with one column each; "" if a layer did not run."""
    digest = report.certificate_digest()
    out = {"digest": sentence(InlineCode(digest[:DIGEST])) if digest else NOTHING}
    numeric, mutants = _layer(report, "numeric"), _layer(report, "mutants")
    ran = numeric is not None and numeric.status == "ok"
    out["examples"] = sentence(str(int(numeric.data["examples"]))) if ran and numeric else NOTHING
    out["error"] = sentence(_roundings(numeric)) if ran and numeric else NOTHING
    out["wrong"] = sentence(str(int(numeric.data["wrong_caught"]))) if ran and numeric else NOTHING
    killed = mutants is not None and mutants.status == "ok"
    out["variants"] = sentence(str(int(mutants.data["killed"]))) if killed and mutants else NOTHING
    return out


def remaining(rows: Sequence[tuple[str, Sentence]]) -> Sentence:
    """The rows of evidence that `cells` omits, in one sentence, including skipped and failed layers."""
    left_out = ("Certificate", "Checked by", "For Rocq")
    told = [(label, value) for label, value in rows if label not in left_out]
    told = [(label, value) for label, value in told if label not in ("Numeric", "Mutants") or not _counts(value)]
    return joined(". ", [fill("{}: {}", label, value) for label, value in told])


def _counts(value: Sentence) -> bool:
    return isinstance(value.runs[0], str) and value.runs[0][:1].isdigit()


def checked_by(report: ClaimReport) -> str:
    """The programs that accepted all statements of a claim, in this run or in a stored earlier run."""
    by = ["kernel.py"] if report.verdict.startswith("proved") else []
    return ", ".join([*by, *_rocq(report)])


def _rocq(report: ClaimReport) -> list[str]:
    """The versions of Rocq that accepted all statements of a claim."""
    layer = _layer(report, "rocq")
    accepted = layer is not None and layer.status == "ok" and all("accepted" in row for row in layer.data["theorems"])
    return list(layer.data["by"]) if layer is not None and accepted else []


def _granted(report: ClaimReport) -> Sentence:
    """The assumptions that were taken for granted, and whether Rocq proves the theorems among them."""
    said = "; ".join(report.assumed)
    if (by := _rocq(report)) and any(x.startswith(THEOREM) for x in report.assumed):
        said += f". What the statement needs of these theorems is proved by {', '.join(by)}"
    return sentence(said)


def rows(report: ClaimReport, theorems: Sequence[tuple[str, str]] = ()) -> list[tuple[str, Sentence]]:
    """The evidence for a claim besides its proof, as labelled lines; theorems: name and file of each for Rocq."""
    out = [("Sources", joined("; ", map(source, report.claim.sources)))] if report.claim.sources else []
    if report.assumed:
        out.append(("Taken for granted", _granted(report)))
    if report.claim.cites:
        out.append(("Cites", joined("; ", map(source, report.claim.cites))))
    if used := report.uses():
        out.append(("Uses", joined(", ", [ClaimId(c.id) for c in used])))
    if report.claim.repaired_by is not None:
        out.append(("True instead", sentence(ClaimId(report.claim.repaired_by.id))))
    if digest := report.certificate_digest():
        out.append(("Certificate", fill("{}, SHA-256 {}…", plural(report.steps, "step"), InlineCode(digest[:DIGEST]))))
    if theorems:
        ends = [InlineCode(name) for name, _ in (theorems[0], theorems[-1])[: len(theorems)]]
        names = joined(" to " if len(theorems) > 2 else ", ", ends)
        out.append(
            ("For Rocq", fill("{} in {} of {}", names, InlineCode(theorems[0][1]), InlineCode("pcaproofs export")))
        )
    if by := checked_by(report):
        out.append(("Checked by", sentence(by)))
    for name, label in (("numeric", "Numeric"), ("sympy", "SymPy"), ("mutants", "Mutants")):
        if (layer := _layer(report, name)) is not None:
            out.append((label, _in_words(layer)))
    if report.problem:
        out.append(("Problem", sentence(report.problem)))
    return out


def _layer(report: ClaimReport, name: str) -> Layer | None:
    return next((layer for layer in report.layers if layer.name == name), None)


def _in_words(layer: Layer) -> Sentence:
    if layer.status != "ok":
        ids = re.findall(r"property of ([a-z0-9-]+\.[a-z0-9-]+)", layer.note)
        return fill("{}: {}", layer.status, with_claims(layer.note, ids))
    if layer.name == "numeric":
        agree = f"{plural(int(layer.data['examples']), 'random example')} agree, largest error {{}}; "
        return fill(
            f"{agree}{plural(int(layer.data['wrong_caught']), 'wrong implementation')} caught", _roundings(layer)
        )
    if layer.name == "mutants":
        return sentence(f"{plural(int(layer.data['killed']), 'false variant')} of the statement rejected")
    sizes = [x for s in layer.data.get("sizes", ()) if (x := at_size(s))]
    return fill("explicit matrices agree at {}", joined("; ", sizes)) if sizes else sentence("explicit matrices agree")


def at_size(sizes: Mapping[str, int]) -> Sentence:
    """The sizes as a formula: n = 4, p = 2."""
    found = tuple(relation(letter(name, {}), "=", number(size)) for name, size in sizes.items())
    return sentence(CommaList(found)) if found else Sentence()
