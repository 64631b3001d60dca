"""Proofs that use what was shown: lines that an earlier claim of the book replaces.

The lines from one to another say that their difference is zero. Where the difference is a sum of a few multiples
a·(left − right)·b of an equation that an earlier claim proved, whose hypotheses are among those of the statement, one
line says so "by" that claim, if a reader sees the terms of the equation in the two lines. The kernel's polynomials
decide whether it is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from pcaproofs.formula.text import text
from pcaproofs.formula.tree import Relation, Sum, Zero
from pcaproofs.kernel import Coefficient, Compare, KernelError, Polynomial, Scalars, Scope, Statement, Word, flip, times
from pcaproofs.report.derivation.proof_blocks import ProofBlock, Step
from pcaproofs.report.sentences import ClaimId, Sentence, fill

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage, PartPage
    from pcaproofs.verify.discovery import Project

MOST = 2  # multiples of an equation that one line may use


@dataclass(frozen=True)
class Earlier:
    """An equation that was proved: its claim, and the number of the part if the claim has several.

    terms: of both its sides, as they are printed.
    """

    claim: str
    part: str
    statement: Statement
    terms: tuple[str, ...]

    @property
    def reason(self) -> Sentence:
        return fill("by {} {}", ClaimId(self.claim), self.part) if self.part else fill("by {}", ClaimId(self.claim))


def referring_back(pages: Sequence[ClaimPage], project: Project | None = None) -> list[ClaimPage]:
    """The pages of a report, with proofs that use earlier claims where that is shorter.

    project: its documents, by default those that come with pcaproofs, say what comes earlier. A claim that is used has
    to be earlier in the files of claims too, so no two proofs use each other.
    """
    from pcaproofs.report.documents.chapters import report_chapters
    from pcaproofs.report.documents.reading import documents

    chapters = report_chapters([page.id for page in pages], documents(project))
    order = {id: k for k, id in enumerate(id for chapter in chapters for id in chapter.ids)}
    known, out = list[Earlier](), list(pages)
    for k, page in enumerate(pages):
        here = [x for x in known if order[x.claim] < order[page.id]]
        parts = [
            _shortened(part, proven.statement, here) if part.verdict == "proved" else part
            for part, proven in zip(page.parts, page.report.proven, strict=True)
        ]
        changed = any(a is not b for a, b in zip(parts, page.parts, strict=True))
        out[k] = replace(page, parts=parts) if changed else page
        known += _equations(page)
    return out


def _equations(page: ClaimPage) -> Iterator[Earlier]:
    """The equations of a claim that is proved without the help of an axiom."""
    if page.report.verdict != "proved" or page.about_others or any(x.declared == "cited" for x in page.report.uses()):
        return
    for k, (part, proven) in enumerate(zip(page.parts, page.report.proven, strict=True), 1):
        c, shown = proven.statement.conclusion, part.stated.displays[0][1]
        if isinstance(c, Compare) and c.relation == "=" and isinstance(shown, Relation):
            sides = [x for side in shown.terms for x in (side.terms if isinstance(side, Sum) else (side,))]
            terms = tuple(text(x).lstrip("−- ") for x in sides if not isinstance(x, Zero))
            yield Earlier(page.id, f"({k})" if page.parts[1:] else "", proven.statement, terms)


def _shortened(part: PartPage, statement: Statement, known: Sequence[Earlier]) -> PartPage:
    lines = [block for block in part.blocks if block.value is not None and _may_be_shorter(block)]
    if not lines:
        return part
    scope = Scope(statement)
    equations = list(_holding(statement, scope, known))
    blocks = [_with_claims(block, scope, equations) if block in lines else block for block in part.blocks]
    return replace(part, blocks=blocks) if blocks != part.blocks else part


def _may_be_shorter(block: ProofBlock) -> bool:
    return len(block.steps) > 1 or any(_facts(step) > 1 for step in block.steps)


def _facts(step: Step) -> int:
    return sum(isinstance(run, Relation) for run in step.reason.runs)


def _holding(statement: Statement, scope: Scope, known: Sequence[Earlier]) -> Iterator[tuple[Earlier, Polynomial]]:
    """The earlier equations whose letters and hypotheses the statement has, as differences that are not zero."""
    letters = {name: (rows, cols) for name, rows, cols in statement.letters}
    held = [(h.relation, scope.difference(h.left, h.right)) for _, h in statement.hypotheses]

    def is_held(h: Compare) -> bool:
        p = scope.difference(h.left, h.right)
        same = [p, p.T, p.scaled(-1), p.T.scaled(-1)] if h.relation in ("=", "!=") else [p]
        return not p.terms or any((h.relation, q) in held for q in same)

    for x in known:
        if not all(letters.get(name) == (rows, cols) for name, rows, cols in x.statement.letters):
            continue
        c = x.statement.conclusion
        assert isinstance(c, Compare)
        try:
            p = scope.difference(c.left, c.right)
            if p.terms and not is_held(c) and all(is_held(h) for _, h in x.statement.hypotheses):
                yield x, p
        except KernelError:  # a dimension that the statement does not have
            continue


def _with_claims(block: ProofBlock, scope: Scope, known: Sequence[tuple[Earlier, Polynomial]]) -> ProofBlock:
    """A chain with as many of its lines as possible replaced by lines that rest on an earlier claim."""
    steps, k = list[Step](), 0
    try:
        values = [x if x is None else scope.expand(x) for x in (block.value, *(step.value for step in block.steps))]
    except KernelError:  # an abbreviation of the certificate
        return block
    shown = [text(x) for x in (block.left, *(step.term for step in block.steps)) if x is not None]
    while k < len(block.steps):
        end, reason = k + 1, None
        for last in range(len(block.steps), k, -1):
            between = block.steps[k:last]
            facts = sum(map(_facts, between))
            p, q = values[k], values[last]
            if facts < (2 if len(between) == 1 else 1) or not all(map(_is_replaced, between)) or p is None or q is None:
                continue
            seen = shown[k] + " " + shown[last]
            near = ((x, e) for x, e in reversed(known) if all(term in seen for term in x.terms))
            if found := next((x for x, e in near if _is_sum_of_multiples(p - q, e)), None):
                end, reason = last, found.reason
                break
        step = block.steps[end - 1]
        steps.append(step if reason is None else replace(step, reason=reason, by=()))
        k = end
    return replace(block, steps=steps) if len(steps) < len(block.steps) or steps != block.steps else block


def _is_replaced(step: Step) -> bool:
    """Whether a claim may stand for a line: an equality without words of an author or another claim."""
    said = [run for run in step.reason.runs if not isinstance(run, Relation)]
    return step.sign == "=" and step.value is not None and all(isinstance(x, str) for x in said)


def _is_sum_of_multiples(p: Polynomial, equation: Polynomial) -> bool:
    if not p.terms:
        return False
    for e in (equation, equation.T):
        rest = p
        for _ in range(MOST):
            multiple = next(_multiples(rest, e), None)
            if multiple is None:
                break
            rest = rest - multiple
            if not rest.terms:
                return True
    return False


def _multiples(p: Polynomial, e: Polynomial) -> Iterator[Polynomial]:
    """The multiples a·e·b, or scalars times traces of e·b, whose subtraction leaves fewer terms of p."""
    most = max(len(word) for _, word in e.terms)
    for (scalars, word), c in e.terms.items():
        if len(word) < most or not word:
            continue
        inverse = tuple((atom, -power) for atom, power in scalars)
        for made in _at(p, e, word):
            for shift, multiple in made:
                scaled = Polynomial(1, 1, [((times(shift[0], inverse), ()), Fraction(shift[1]) / c)]) * multiple
                if scaled.shape == p.shape and len((p - scaled).terms) < len(p.terms):
                    yield scaled


def _at(p: Polynomial, e: Polynomial, word: Word) -> Iterator[list[tuple[tuple[Scalars, Coefficient], Polynomial]]]:
    """For each place of a word in p: what is left of the scalars with the coefficient, and e in the place."""
    n = len(word)
    for (scalars, whole), c in p.terms.items():
        for k in range(len(whole) - n + 1):
            if whole[k : k + n] == word:
                yield [((scalars, c), _of(whole[:k], p.rows, e.rows) * e * _of(whole[k + n :], e.cols, p.cols))]
        for atom, power in scalars:
            if isinstance(atom, str) or power < 1:
                continue
            others = times(scalars, ((atom, -1),))
            for turned in (atom, flip(atom)):
                for k in range(len(turned)):
                    rest = turned[k:] + turned[:k]
                    if rest[:n] == word and _composes(rest):
                        closed = (e * _of(rest[n:], e.cols, e.rows)).trace()
                        yield [((others, c), closed * _of(whole, p.rows, p.cols))]


def _composes(word: Word) -> bool:
    return all(a.cols == b.rows for a, b in pairwise(word)) and word[0].rows == word[-1].cols


def _of(word: Word, rows: int | str, cols: int | str) -> Polynomial:
    """A word as a polynomial; without letters the identity."""
    return Polynomial(rows, cols, [(((), word), 1)])
