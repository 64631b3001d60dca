"""The content of a report on a claim: statement, proof and evidence as sentences and formulas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING

from pcaproofs import certificates
from pcaproofs.certificates import facts_of
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.from_sympy import Unprintable
from pcaproofs.formula.line_breaks import LINE, height, width
from pcaproofs.formula.tree import CommaList, Formula, Name, Relation
from pcaproofs.formula.tree import parts as parts_of
from pcaproofs.language.derived import THEOREM
from pcaproofs.language.readable_statement import factor_names
from pcaproofs.report import evidence
from pcaproofs.report.derivation.counterexamples import written_out
from pcaproofs.report.derivation.facts import compared
from pcaproofs.report.derivation.groups import InRange, StatementGroup
from pcaproofs.report.derivation.hypotheses import ABOVE
from pcaproofs.report.derivation.kernel_statements import conclusion
from pcaproofs.report.derivation.proof_blocks import AuthorsText, ProofBlock, WorkedLine
from pcaproofs.report.derivation.proof_writer import ProofWriter
from pcaproofs.report.derivation.statements import PrintedStatement, StatementPrinter
from pcaproofs.report.derivation.wording import THEN
from pcaproofs.report.documents.running_text import prose
from pcaproofs.report.sentences import (
    NOTHING,
    ClaimId,
    Sentence,
    Typed,
    capitalised,
    combined,
    fill,
    joined,
    listed,
    sentence,
)
from pcaproofs.report.theorems import theorems
from pcaproofs.report.titles import title
from pcaproofs.verify.citations import resolve
from pcaproofs.verify.claim import Part
from pcaproofs.verify.proving import Proven
from pcaproofs.verify.run import ClaimReport

if TYPE_CHECKING:
    from pcaproofs.report.theorems import Theorem

TITLES = {
    "moments": "Mean and covariance",
    "centering": "Centring",
    "projection": "Orthogonal projections",
    "affine": "The best affine subspace",
    "equivalence": "Least error is most variance",
    "matrix-form": "The objective in matrix form",
    "stationarity": "Stationary points",
    "spectral": "Eigenvalues and eigenvectors",
    "trace-objective": "The trace objective",
    "svd": "The singular value decomposition",
    "deflation": "One component after another",
    "explained": "Explained variance",
    "algorithms": "Algorithms",
}
_WITHOUT = sentence("in any case")  # after statements with assumptions of their own
READILY = sentence("Readily:")
AT_A_SIZE = 8  # steps on a page of a proof about matrices of one size, entry by entry


@dataclass
class PartPage:
    """One statement of a claim with its proof; checked: that what is assumed holds at its counterexample."""

    stated: PrintedStatement
    verdict: str
    blocks: list[ProofBlock] = field(default_factory=list)
    definitions: list[tuple[Name, Formula]] = field(default_factory=list)
    instead: Sentence = NOTHING
    checked: Sentence = NOTHING
    of: tuple[str, str] = ("", "")  # the claim and the number of the statement that it is once more

    @property
    def needed(self) -> list[tuple[Formula, Formula]]:
        """The definitions that its lines use, directly or through others, and what introduces a letter in them."""
        said = {x for block in self.blocks for form in block.formulas() for x in parts_of(form)}
        used: list[tuple[Formula, Formula]] = []
        for name, meaning in reversed(self.definitions):
            if name in said:
                used.insert(0, (name, meaning))
                said |= set(parts_of(meaning))
        for x in self.stated.shown:
            if x.introduces in said and isinstance(x.formula, Relation):
                used.insert(0, (x.formula.terms[0], x.formula.terms[1]))
        return used

    @property
    def readily(self) -> Formula | None:
        """Its equation, if it is short and its proof is a single line."""
        (one, *others) = [form for _, form in self.stated.displays]
        lines = [len(block.steps) for block in self.blocks]
        short = not others and width(one) <= LINE / 2 and height(one) == 1
        return one if short and lines == [1] and self.blocks[0].left and isinstance(one, Relation) else None

    @property
    def words(self) -> Sentence:
        """The words of its proof, if the proof has no formulas."""
        if self.verdict == "cited":
            return self.instead
        alone = self.verdict.startswith("proved") and len(self.blocks) == 1 and not self.blocks[0].steps
        return self.blocks[0].intro if alone else Sentence()


@dataclass
class ClaimPage:
    """The content of the report on a claim."""

    report: ClaimReport
    name: str
    prose: Sentence
    given: Sentence
    shared: tuple[Sentence, ...]
    then: Sentence
    parts: list[PartPage]
    uses: Sentence
    evidence: list[tuple[str, Sentence]]
    theorems: list[Theorem] = field(default_factory=list)

    @property
    def hypotheses(self) -> tuple[Sentence, ...]:
        """What all parts assume."""
        return combined(self.shared)

    @property
    def _common(self) -> Sentence:
        """The ranges of indices, if all statements have the same ranges and no assumptions of their own."""
        (assuming, ranges), *others = {_assumed(part) for part in self.parts}
        return ranges if not others and not assuming else NOTHING

    @property
    def opening(self) -> Sentence:
        """The common ranges of indices, for a claim without hypotheses: "For 1 ≤ k ≤ n:"."""
        return fill("{}:", capitalised(self._common)) if self._common else NOTHING

    @property
    def suppose(self) -> Sentence:
        """The words before the hypotheses, with the ranges of indices, since a hypothesis may mention an index."""
        return fill("{}, suppose that", capitalised(self._common)) if self._common else sentence("Suppose that")

    @property
    def leading(self) -> Sentence:
        """The words between the hypotheses and the statements."""
        if self.hypotheses or not self._common:
            return self.then
        return self.opening if self.then == THEN else fill("{}, {}:", self.then, self._common)

    @property
    def about_others(self) -> bool:
        """Whether the claim is about proofs of other claims' statements, which are not printed again."""
        return all(part.of[0] and part.verdict.startswith("proved") for part in self.parts)

    @property
    def groups(self) -> list[StatementGroup]:
        """The statements in groups of neighbours with the same assumptions, divided by ranges of indices."""
        if self.about_others:
            return []
        out: list[StatementGroup] = []
        for (assuming, _), each in groupby(enumerate(self.parts, 1), lambda x: self._group_of(x[1])):
            members = list(each)
            which = self._numbers(members) if assuming else ""
            runs = [list(run) for _, run in groupby(members, lambda x: x[1].stated.ranges)]
            ranges = [NOTHING if self._common else run[0][1].stated.ranges for run in runs]
            opening = sentence("If") if assuming else NOTHING
            if assuming and ranges[0] and len(runs) == 1:
                opening, ranges = fill("{}, if", capitalised(ranges[0])), [NOTHING]
            if not assuming and out and out[-1].assuming:
                ranges = [said or _WITHOUT for said in ranges]
            shown = [self._run(run, said, which) for run, said in zip(runs, ranges, strict=True)]
            if assuming:
                _end_last(shown)
            out.append(StatementGroup(which, combined(assuming), opening, shown))
        return out

    def _group_of(self, part: PartPage) -> tuple[tuple[Sentence, ...], Sentence]:
        """The assumptions of a part, and its ranges if all parts with these assumptions have ranges.

        Then an assumption may mention an index, so the ranges have to come first.
        """
        assuming = part.stated.assuming
        every = all(x.stated.ranges for x in self.parts if x.stated.assuming == assuming)
        return assuming, part.stated.ranges if assuming and every else NOTHING

    def _numbers(self, members: Sequence[tuple[int, PartPage]]) -> str:
        """The numbers of some statements, "(1)" or "(1)–(3)"; "" if the claim has only one statement."""
        first, last = f"({members[0][0]})", f"({members[-1][0]})"
        return "" if len(self.parts) == 1 else first if first == last else f"{first}–{last}"

    def _run(self, members: Sequence[tuple[int, PartPage]], ranges: Sentence, text: str) -> InRange:
        which = self._numbers(members)
        here = {k for k, _ in members}
        lines = [line for line in self.lines if line[0][0] in here]
        numbered = [(self._numbers(line), _in_one_line([part for _, part in line])) for line in lines]
        for k, (number, stated) in reversed([*enumerate(numbered)][1:]):
            if stated.displays[0][0] == numbered[k - 1][1].displays[0][0] == READILY:
                numbered[k] = number, replace(stated, displays=((NOTHING, stated.displays[0][1]),))
        if len(lines) == 1 and (ranges or text == which):
            numbered = [("", numbered[0][1])]
        return InRange(which if ranges else "", ranges, numbered)

    @property
    def lines(self) -> list[list[tuple[int, PartPage]]]:
        """The numbered parts by lines: neighbours that are readily seen share one, unless all of them are."""
        out: list[list[tuple[int, PartPage]]] = []
        mixed = any(part.readily is None for part in self.parts)
        for x in enumerate(self.parts, 1):
            with_it = [*(out[-1] if out else []), x]
            shown = [part.readily for _, part in with_it if _assumed(part) == _assumed(x[1])]
            room = LINE - 2 * len(with_it) - sum(width(form) for form in shown if form)
            if mixed and out and None not in shown and len(shown) == len(with_it) and room > 0:
                out[-1] = with_it
            else:
                out.append([x])
        return out

    @property
    def kind(self) -> str:
        """What its heading calls it."""
        return "False statement" if self.is_false else "Claim"

    @property
    def is_false(self) -> bool:
        """Whether it is a statement that a counterexample refutes."""
        return self.report.verdict == "refuted" and all(part.verdict == "refuted" for part in self.parts)

    @property
    def proofs(self) -> list[tuple[str, PartPage]]:
        """The parts with their proofs; parts whose proofs have the same words, or that share a line, are combined."""
        if self.about_others:
            blocks = [ProofBlock("", said) for said in self._of_others()]
            return [("", PartPage(self.parts[0].stated, self.parts[0].verdict, blocks))]
        groups: list[tuple[list[int], PartPage]] = []
        for line in self.lines:
            numbers, part = [k for k, _ in line], line[0][1]
            same = [g for g in groups if part.words and g[1].words == part.words]
            if len(line) > 1:
                blocks = [replace(x.blocks[0], intro=sentence(f"({k})")) for k, x in line]
                named = {name: meaning for _, x in line for name, meaning in x.definitions}
                groups.append((numbers, replace(part, blocks=blocks, definitions=list(named.items()))))
            elif same:
                same[0][0].extend(numbers)
            else:
                groups.append((numbers, part))
        shown = [[f"({k})" for k in numbers] for numbers, _ in groups]
        joined = [" and ".join(([", ".join(x[:-1])] if x[1:] else []) + x[-1:]) for x in shown]
        whole = len(self.parts) == 1 or (len(groups) == 1 and self.parts[0].verdict == "cited")
        return [("" if whole else which, part) for which, (_, part) in zip(joined, groups, strict=True)]

    def _of_others(self) -> Iterator[Sentence]:
        """The sentences about proofs of other claims' statements; claims with the same sentence are combined."""
        where: dict[Sentence, dict[str, list[str]]] = {}
        for part in self.parts:
            id, number = part.of
            where.setdefault(part.words, {}).setdefault(id, []).append(number)
        for words, places in where.items():
            named = [fill("{} {}", ClaimId(id), listed(x)) if x[0] else ClaimId(id) for id, x in places.items()]
            yield fill("{}: {}", joined("; ", named), words)

    @property
    def id(self) -> str:
        return self.report.claim.id


def _end_last(runs: Sequence[InRange]) -> None:
    """Lets the sentence with the assumptions of some statements end after the last of them."""
    every = [run.statements for run in runs]
    for statements in every:
        statements[:] = [(number, replace(stated, end=";")) for number, stated in statements]
    number, last = every[-1][-1]
    every[-1][-1] = number, replace(last, end=".")


def _in_one_line(parts: Sequence[PartPage]) -> PrintedStatement:
    """Statements that are readily seen, beside each other; a statement alone as it is."""
    first = parts[0].stated
    if len(parts) == 1:
        return first
    shown = CommaList(tuple(part.readily for part in parts if part.readily), "quad")
    return replace(first, displays=((READILY, shown),))


def _assumed(part: PartPage) -> tuple[tuple[Sentence, ...], Sentence]:
    return part.stated.assuming, part.stated.ranges


def claim_page(report: ClaimReport) -> ClaimPage:
    """The page of a claim."""
    claim = report.claim
    names = factor_names([p.statement for p in report.proven])
    printed = StatementPrinter(claim, names, [p.reading for p in report.proven])
    plain = {*(x.base for x in printed.taken), "I", "H", "U", "L"}
    parts = [_part(printed, part, p, names) for part, p in zip(claim.parts, report.proven, strict=True)]
    shown = [page.stated.printed() for page in parts]
    for page, part in zip(parts, claim.parts, strict=True):
        if shown.count(page.stated.printed()) > 1:
            page.stated = printed.literally(part)
    written = theorems(report)
    again = all(part.of[0] for part in claim.parts)
    return ClaimPage(
        report,
        title(claim.id),
        sentence(Typed(prose(claim.marked or claim.prose, plain))),
        NOTHING if again else printed.given(),
        () if again else printed.common,
        printed.then(),
        parts,
        NOTHING if again else used(report, parts, printed),
        evidence.rows(report, [(name, file) for name, file, _ in written]),
        written,
    )


def checked_again(page: ClaimPage, report: ClaimReport) -> ClaimPage:
    """The page with the evidence of a report that has one more layer."""
    return replace(page, report=report, evidence=evidence.rows(report, [(n, file) for n, file, _ in page.theorems]))


def _part(printed: StatementPrinter, part: Part, proven: Proven, names: dict[str, str]) -> PartPage:
    try:
        stated, written = printed.stated(part), printed.written(part.conclusion)
    except Unprintable:  # then the kernel's reading is printed
        stated, written = _as_read(proven, names), {}
    page = PartPage(stated, proven.verdict, of=part.of)
    if proven.certificate is not None:
        origins = _origins(part, printed.claim.id) if proven.used else {}
        lines = {
            goal: [
                WorkedLine(printed.form(x.expression), x.words, y) for x, y in zip(part.steps[goal], each, strict=True)
            ]
            for goal, each in proven.lines.items()
        }
        shown = {name: x.short for x in stated.shown for name in x.names}
        writer = ProofWriter(
            proven.statement, proven.certificate, printed.short, names, AuthorsText(written, origins, lines, shown)
        )
        steps = certificates.size(proven.certificate)
        if part.citing is not None:
            page.blocks = [ProofBlock("", writer.citing())]
        else:
            page.blocks, page.definitions = writer.blocks(), writer.definitions()
            if part.size and (steps > AT_A_SIZE or any(_wide(s.term) for b in page.blocks for s in b.steps)):
                said = sentence(f"By a certificate of {steps} steps in the entries; the exported file shows it.")
                page.blocks, page.definitions = [ProofBlock("", said)], []
    elif proven.verdict == "cited":
        page.instead = joined("; ", map(evidence.source, printed.claim.cites))
    elif proven.counterexample is not None:
        plain = printed.parts[id(part)].about_unit_vectors()
        roots = printed.parts[id(part)].roots()
        page.instead, page.checked = written_out(
            proven.counterexample, names, proven.statement, plain, roots, printed.short
        )
    else:
        page.instead = sentence(proven.reason[:1].upper() + proven.reason[1:] or "There is no certificate.")
    return page


def used(report: ClaimReport, parts: Sequence[PartPage], printed: StatementPrinter) -> Sentence:
    """A sentence that names the hypotheses that only some proofs use; empty if there are none.

    It is also empty if the reading applies theorems: these use hypotheses that the certificates do not name.
    """
    if any(x.startswith(THEOREM) for proven in report.proven for x in proven.reading.assumed):
        return Sentence()
    where: dict[Sentence, list[str]] = {}
    idle = set()
    for k, (page, proven) in enumerate(zip(parts, report.proven, strict=True), 1):
        if proven.certificate is None:
            continue
        cited = printed.parts[id(report.claim.parts[k - 1])].used(facts_of(proven.certificate), proven.used)
        for x in page.stated.shown:
            if x.place == ABOVE and x.text:
                found = where.setdefault(x.short, [])
                if cited & set(x.names):
                    found.append(f"({k})")
                else:
                    idle.add(x.short)
    by_parts: dict[tuple[str, ...], list[Sentence]] = {}
    for text, numbers in where.items():
        if text in idle and numbers:
            by_parts.setdefault(tuple(numbers), []).append(text)
    said = [
        fill("only {} need{} {}", listed(numbers), "" if numbers[1:] else "s", joined(", ", texts))
        for numbers, texts in by_parts.items()
    ]
    return fill("{}.", capitalised(listed(said, ", and "))) if said else NOTHING


def _wide(term: Formula) -> bool:
    """Whether a line is wider than a page, so that it would be printed small."""
    return width(term) > 1.5 * LINE


def _origins(part: Part, id: str) -> dict[str, str]:
    """Hypothesis name -> the id of the claim that supplied it."""
    return {name: claim.id for name, claim in resolve(part, id).origins.items()}


def _as_read(proven: Proven, names: dict[str, str]) -> PrintedStatement:
    """A statement in the kernel's form."""
    kernel = KernelNotation(proven.statement, None, names)
    shown = [compared(h, kernel).written for _, h in proven.statement.hypotheses]
    return PrintedStatement(tuple(shown), tuple(conclusion(proven.statement, kernel, ())))
