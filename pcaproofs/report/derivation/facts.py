"""The facts that a proof may use, by their names in certificates: as differences and as printed equations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pcaproofs.formula import algebra
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.tree import Formula, Name
from pcaproofs.goals import OPTIMAL, exactly
from pcaproofs.kernel import Certificate, Compare, Optimum, Statement
from pcaproofs.report.sentences import ClaimId, Sentence, fill, sentence
from pcaproofs.terms import ones_column

F, BEST = Name("f"), Name("f", star=True)  # the objective at any feasible point, and at the claimed optimum

AT_BEST = algebra.relation(F, "=", BEST)


def gap_of(f: Formula, best: Formula, sense: str) -> Formula:
    """The difference of the objective and its optimum, ≥ 0."""
    return algebra.plus([f, algebra.negative(best)] if sense == "min" else [best, algebra.negative(f)])


@dataclass(frozen=True)
class PrintedFact:
    """A fact difference = 0 (or >= 0): the difference, and the fact as printed.

    claim: the id of the claim that concludes it; "" for an assumption.
    """

    difference: Formula
    written: Sentence
    claim: str = ""

    @property
    def reason(self) -> Sentence:
        """The fact as the reason of a step, with the claim that supplies it."""
        return fill("{}, by {}", self.written, ClaimId(self.claim)) if self.claim else self.written


def compared(c: Compare, notation: KernelNotation, claim: str = "") -> PrintedFact:
    """A comparison as a fact."""
    left, right = notation.form(c.left), notation.form(c.right)
    difference = algebra.plus([left, algebra.negative(right)])
    written = notation.comparison(c)
    if left == right and (nonzero := _divisor(c, notation)) is not None:
        written = algebra.relation(nonzero, "≠", algebra.number(0))
    return PrintedFact(difference, sentence(written), claim)


def _divisor(c: Compare, notation: KernelNotation) -> Formula | None:
    """The f of a hypothesis f·(1/f) = 1, which would be printed as 1 = 1 and is printed as f ≠ 0."""
    match c.left:
        case ("mul", f, ("letter", name)) if notation.inverses.get(name) == f:
            return notation.form(f)
    return None


def known(
    statement: Statement, certificate: Certificate, notation: KernelNotation, origins: Mapping[str, str]
) -> dict[str, PrintedFact]:
    """The hypotheses of a statement, the kernel's facts about dimensions, and the abbreviations of its certificate.

    origins: hypothesis name -> the id of the claim that supplied it.
    """
    facts = {name: compared(h, notation, origins.get(name, "")) for name, h in statement.hypotheses}
    for n in statement.ones:
        column, length = ones_column(n), ("size", n) if isinstance(n, str) else ("number", str(n))
        facts[f"ones {n}"] = compared(Compare(("mul", ("t", column), column), "=", length), notation)
    sizes = {x for _, *shape in statement.letters for x in shape if isinstance(x, str)}
    for n in sorted(sizes | {x for x in statement.ones if isinstance(x, str)}):
        size, zero, one = notation.size(n), algebra.number(0), algebra.number(1)
        facts[f"{n} > 0"] = PrintedFact(size, sentence(algebra.relation(size, ">", zero)))
        difference = algebra.plus([size, algebra.number(-1)])
        facts[f"{n} >= 1"] = PrintedFact(difference, sentence(algebra.relation(size, "≥", one)))
        facts[f"1/{n} > 0"] = PrintedFact(algebra.times([], [size]), sentence(algebra.relation(size, ">", zero)))
    for name, e in certificate.lets:
        value = notation.form(e)
        letter = Name(name, shape=None, word=True)
        difference = algebra.plus([letter, algebra.negative(value)])
        facts[f"let {name}"] = PrintedFact(difference, sentence(algebra.relation(letter, "=", value)))
    c = statement.conclusion
    if isinstance(c, Optimum):
        gap = gap_of(F, BEST, c.sense)
        facts[OPTIMAL] = PrintedFact(gap, sentence(AT_BEST))
        facts |= {str(exactly(k)): compared(e, notation) for k, e in enumerate(c.exactly)}
    return facts
