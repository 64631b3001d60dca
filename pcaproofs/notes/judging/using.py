"""What a proof used: each hypothesis with the place and the words that say it: ‖w‖² = 1 (line 3: “a unit vector”)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.text import text as formula_text
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.statement_text import StatementText, factor_names
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.surface import Node
from pcaproofs.notes.searching import NOTATION, NOTE, Offer
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.types import Definition
from pcaproofs.prover.result import Result

LONGEST = 60  # characters of a quotation
_MEANINGS = ("basis", "selection", "size", "theorem", "reciprocal", "inverse", "root", "pseudo-inverse", "moments")


@dataclass(frozen=True)
class Using:
    """A hypothesis that a proof used.

    place: where the note says it; None for one of its scope file or of a reading from outside, and for what the
    reading takes for granted. by: who says it: the note, its scope file, a reading, or the notation alone. later: the
    place of a sentence that may have ended it. is_open: whether it is a row of the note that is not proved.
    """

    text: str
    place: Span | None = None
    by: str = NOTATION
    later: Span | None = None
    is_open: bool = False

    def words(self, note: Note) -> str:
        """The words of the note that say it; none if it has no place."""
        return _quotation(note, self.place)

    def since(self, note: Note) -> str:
        """The words of the note that may have ended it; none if there are none."""
        return _quotation(note, self.later)

    def to_json(self, note: Note) -> dict[str, Any]:
        """The hypothesis as plain data for JSON."""
        out: dict[str, Any] = {"text": self.text, "by": self.by}
        if self.place is not None:
            at = note.source.place(self.place[0])
            out |= {"line": at.line} | ({"cell": at.cell} if at.cell is not None else {})
            out["words"] = self.words(note)
        if self.later is not None:
            out["after"] = self.since(note)
        if self.is_open:
            out["proved"] = False
        return out


def of_hypotheses(result: Result, offers: Mapping[Offer, tuple[str, ...]]) -> Iterator[Using]:
    """The hypotheses of the note that a proof has, as the kernel has them. offers: with their names there."""
    assert result.statement is not None
    known = dict(result.statement.hypotheses)
    notation = KernelNotation(result.statement, None, factor_names([result.statement]))
    for offer, names in offers.items():
        found = [formula_text(notation.comparison(known[x])) for x in names if x in known]
        yield Using(", ".join(found) or _words(offer.hypothesis), offer.place, offer.by, offer.later)


def _words(hypothesis: Any) -> str:
    """A hypothesis of the language without equations of its own, such as that XᵀX is invertible."""
    said = hypothesis.words() if isinstance(hypothesis, Named) else str(hypothesis)
    return said.replace(".T", "ᵀ").replace("*", " ")


def of_statement(result: Result) -> Iterator[Using]:
    """All hypotheses of a statement, without places, but for those that give a letter its meaning."""
    assert result.statement is not None
    shown = StatementText(result.statement)
    notation = KernelNotation(result.statement, None, shown.factors)
    for entry in shown.entries:
        for name in () if entry.kind in _MEANINGS else entry.names:
            yield Using(formula_text(notation.comparison(shown.known[name])))


def of_definition(left: Node, definition: Definition) -> Using:
    """A definition that was put for its letter."""
    return Using(f"{unicode(left)} = {unicode(definition.body)}", definition.span, NOTE)


def in_text(note: Note, using: Sequence[Using], before: str = "using", *, places: bool = True) -> str:
    """What a proof used in one line, those of one line of the note together; formulas are not quoted again.

    before: "although" for what holds at a counterexample. places: whether the lines of the note are named.
    """
    groups: dict[tuple[int, int, bool], list[Using]] = {}
    for x in using:
        if x.place is not None:
            at = note.source.place(x.place[0])
            groups.setdefault((at.cell or 0, at.line, x.is_open), []).append(x)
    said = [_group(note, found, places) for found in groups.values()]
    said += [f"{x.text} ({x.by})" for x in using if x.place is None and x.by not in (NOTE, NOTATION)]
    said = [f"{before} {', '.join(said)}"] if said else []
    granted = ", ".join(x.text for x in using if x.by == NOTATION)
    return "; ".join([*said, *([f"taken for granted: {granted}"] if granted else [])])


def _group(note: Note, found: Sequence[Using], places: bool) -> str:
    texts = ", ".join(dict.fromkeys(x.text for x in found))
    assert found[0].place is not None
    words = [f"“{x.words(note)}”" for x in found if not _is_formula(note, x.place)]
    where = [note.source.place(found[0].place[0]).said] if places else []
    where += ["not proved"] if any(x.is_open for x in found) else []
    quoted = ": ".join([x for x in (", ".join(where), ", ".join(dict.fromkeys(words))) if x])
    after = dict.fromkeys(f"“{x.since(note)}”" for x in found if x.later is not None)
    said = "; ".join([x for x in (quoted, f"after {', '.join(after)}" if after else "") if x])
    return f"{texts} ({said})" if said else texts


def _is_formula(note: Note, place: Span | None) -> bool:
    """Whether a place lies in a formula of the note."""
    return place is not None and any(f.span[0] <= place[0] and place[1] <= f.span[1] for f in note.formulas)


def _quotation(note: Note, place: Span | None) -> str:
    if place is None:
        return ""
    words = " ".join(note.source.text[slice(*place)].split())
    return words if len(words) <= LONGEST else f"{words[:LONGEST].rpartition(' ')[0] or words[:LONGEST]} …"
