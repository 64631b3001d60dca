"""The verdict of each row of a note."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.text import text as formula_text
from pcaproofs.kernel import Statement
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.readable_statement import ReadableStatement, factor_names
from pcaproofs.notes.faults import FAULT
from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.printing import unicode
from pcaproofs.notes.formulas.spelling import INDICES
from pcaproofs.notes.formulas.surface import Listed, Name, Node, Product
from pcaproofs.notes.prose.facts import DIAGONAL
from pcaproofs.notes.rules import Rule, Severity, rule_of
from pcaproofs.notes.searching import NOTATION, NOTE, Offer
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.types import Definition
from pcaproofs.plain_names import plain_statement
from pcaproofs.prover.result import Result
from pcaproofs.statement_text import write

# What a proof used: each hypothesis with the place and the words that say it: ‖w‖² = 1 (line 3: “a unit vector”)

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
        said = offer.hypothesis
        is_by_factor = isinstance(said, Named) and said.kind == "psd"  # "P is positive semidefinite", not P = FᵀF
        found = [formula_text(notation.comparison(known[x])) for x in names if x in known and not is_by_factor]
        yield Using(offer.words or ", ".join(found) or _words(offer.hypothesis), offer.place, offer.by, offer.later)


def _words(hypothesis: Any) -> str:
    """A hypothesis of the language without equations of its own, such as that XᵀX is invertible."""
    said = hypothesis.words() if isinstance(hypothesis, Named) else str(hypothesis)
    return said.replace(".T", "ᵀ").replace("*", " ")


def of_statement(result: Result) -> Iterator[Using]:
    """All hypotheses of a statement, without places, but for those that give a letter its meaning."""
    assert result.statement is not None
    shown = ReadableStatement(result.statement)
    notation = KernelNotation(result.statement, None, shown.factors)
    for entry in shown.entries:
        for name in () if entry.kind in _MEANINGS else entry.names:
            yield Using(formula_text(notation.comparison(shown.known[name])))


def of_definition(note: Note, left: Node, definition: Definition) -> Using:
    """A definition that was put for its letter; its arguments stand below it unless the note has them in brackets."""
    parameters, shown = definition.parameters, unicode(left)
    if isinstance(left, Name) and left.mark == DIAGONAL:
        return Using(f"{shown_entry(left, parameters[0])} = {unicode(definition.body)}", definition.span, NOTE)
    in_brackets = "(" in note.source.text[slice(*definition.span)].partition("=")[0]
    is_indexed = all(x.base in INDICES | {*"nN"} for x in parameters) and not in_brackets
    if isinstance(left, Name) and parameters and is_indexed:
        below = parameters[0] if len(parameters) == 1 else Product(parameters, ("",) * (len(parameters) - 1))
        shown = unicode(replace(left, subscript=below))
    elif parameters:
        shown += f"({', '.join(map(unicode, parameters))})"
    return Using(f"{shown} = {unicode(definition.body)}", definition.span, NOTE)


def shown_entry(diagonal: Name, index: Name) -> str:
    """D_ii of a diagonal matrix."""
    return unicode(replace(diagonal, mark="", subscript=Listed((index, index))))


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


# The verdict of each row of a note

VERDICTS = (
    "proved", "needs", "refuted", "ill-typed", "undecided", "unsupported", "unread", "definition", "condition",
    "problem",
)  # fmt: skip
WORST = (
    "refuted", "ill-typed", "unread", "unsupported", "undecided", "needs", "condition", "proved", "definition",
    "problem",
)  # fmt: skip
ACCUSING = ("refuted", "ill-typed", "needs")
UNSAID = ", which the note does not say"


@dataclass(frozen=True)
class RowVerdict:
    """The verdict of a row, and its evidence.

    reason: one line. reading: the typed statements, a line each. needs: hypotheses that would make it true.
    repair: a change of one symbol that makes it provable, in words and as an edit: a span of the note and the text to
    write there. certificate: the result of the proof, with one part for each statement if they are several. using:
    what the proof used, or the hypotheses that hold at the counterexample.
    statement: the kernel's statement, of what was proved or tried.
    links: the verdicts of the relations of the row if it has several, in order; this one is the worst of them.
    link: the relation that this is the verdict of. is_warning: whether the note may say more of the letters than was
    read, so that what is found may be no error. given_by: the name of a file that gives the reading in place of
    the note.
    """

    formula: Formula
    verdict: str
    reason: str = ""
    reading: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    counterexample: Any = None
    repair: str = ""
    edit: tuple[Span, str] | None = None
    certificate: Any = None
    using: tuple[Using, ...] = ()
    statement: Any = None
    links: tuple[RowVerdict, ...] = ()
    link: Node | None = None
    is_warning: bool = False
    given_by: str = ""

    @property
    def severity(self) -> Severity:
        """error or warning, for what is found against a row; empty for others."""
        if self.verdict not in ACCUSING:
            return self.rule.severity
        return "warning" if self.is_warning else "error"

    @property
    def rule(self) -> Rule:
        """The rule that it belongs to."""
        return rule_of(self)

    def to_json(self, note: Note) -> dict[str, Any]:
        """The verdict as plain data for JSON."""
        place = note.place(self.formula)
        out: dict[str, Any] = {"line": place.line, "column": place.column}
        if place.cell is not None:
            out["cell"] = place.cell
        out |= {"latex": note.latex(self.formula), "display": self.formula.display, "verdict": self.verdict}
        out |= {
            "severity": self.severity or None,
            "rule": self.rule.code,
            "reason": self.reason,
            "needs": list(self.needs),
            "reading": list(self.reading),
        }
        out["counterexample"] = self.counterexample.to_json() if self.counterexample is not None else None
        parts = [part for one in self.links or (self,) for part in one._parts(note)]
        alone = parts[0] if len(parts) == 1 else {}
        out |= {"certificate": alone.get("certificate"), "statement": alone.get("statement"), "parts": parts}
        out["repair"] = self.repair or None
        out["using"] = [x.to_json(note) for x in self.using]
        out["reading_given_by"] = self.given_by or None
        return out

    def said(self, note: Note, *, places: bool = True) -> str:
        """The reason and what a proof used, in one line; of a false row the example and what holds at it.

        places: whether the lines of the note are named.
        """
        using = in_text(note, self.using, "although" if self.severity else "using", places=places)
        if self.counterexample is None or not using:
            return "; ".join(x for x in (self.reason, using) if x)
        where, colon, what = self.reason.partition(": ")  # the point, and what fails there
        return f"{where}, {using}{colon}{what}" if colon else f"{self.reason}, {using}"

    def _parts(self, note: Note) -> list[dict[str, Any]]:
        """Each statement of one relation with its certificate; f > g is f ≥ g and f ≠ g."""
        out = []
        for x, (text, statement) in zip(self.results(), self.statements(note), strict=True):
            out.append(
                {
                    "text": text,
                    "verdict": self.verdict,
                    "severity": self.severity or None,
                    "rule": self.rule.code,
                    "reason": self.reason,
                    "statement": write(plain_statement(statement)) if statement is not None else None,
                    "certificate": x.to_json()["certificate"],
                    "using": [x.to_json(note) for x in self.using],
                }
            )
        return out

    def statements(self, note: Note) -> list[tuple[str, Statement | None]]:
        """The text of the relation with each statement of it; None if it has none."""
        tree = self.link if self.link is not None else self.formula.tree
        text = note.latex(self.formula) if isinstance(tree, Unread) else unicode(tree)
        own = [x.statement or (self.statement if x.verdict != "proved" else None) for x in self.results()]
        return [(text, x) for x in own]

    def results(self) -> tuple[Result, ...]:
        """The result for each statement of the relation."""
        if self.certificate is None:
            return (Result(self.verdict, statement=self.statement),)
        return self.certificate.parts or (self.certificate,)

    @property
    def is_fault(self) -> bool:
        """Whether a bug of the reader prevented a verdict."""
        return self.verdict == "unread" and FAULT in self.reason


_SEVERITIES = ("error", "warning", "")


def worst(
    found: Sequence[RowVerdict], among: Sequence[RowVerdict] | None = None, *, is_chain: bool = False
) -> RowVerdict:
    """The verdict of a row with several statements: the worst of theirs, with all of them as its links.

    It needs what each of them needs. among: those that can be the verdict of the row; by default all. is_chain: whether
    they are the steps of a chain, of which an error comes first, then a warning.
    """

    def badness(x: RowVerdict) -> tuple[int, int]:
        return (_SEVERITIES.index(x.severity) if is_chain else 0, WORST.index(x.verdict))

    out = min(found if among is None else among, key=badness)
    links = tuple(link for x in found for link in x.links or (x,))
    if len(links) == 1:
        return out
    if out.verdict == "needs":
        return replace(_needing(out, [x for x in links if x.verdict == "needs"]), links=links)
    if out.verdict != "proved":
        return replace(out, links=links)
    proved = [x for x in links if x.verdict == "proved"]
    results = [part for x in proved for part in x.results()]
    return replace(
        out,
        reason="; ".join(dict.fromkeys(x.reason for x in proved)),
        reading=tuple(line for x in proved for line in x.reading),
        using=tuple(dict.fromkeys(one for x in proved for one in x.using)),
        certificate=Result("proved", parts=tuple(results)) if len(results) > 1 else results[0],
        links=links,
    )


def _needing(out: RowVerdict, lacking: Sequence[RowVerdict]) -> RowVerdict:
    """The verdict of a row of which several statements may lack something."""
    needs = tuple(x for x in out.needs if all(x in other.needs for other in lacking))
    if needs == out.needs:
        return out
    needs = needs or tuple(" and ".join(dict.fromkeys(x)) for x in product(*(x.needs for x in lacking)))
    said = UNSAID if all(UNSAID in x.reason for x in lacking) else ""
    return replace(lacking[0], needs=needs, reason=f"holds if {' or if '.join(needs)}{said}", repair="", edit=None)
