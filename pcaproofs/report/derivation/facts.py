"""What a proof may use, by the names that certificates have for it: as differences, and as they are written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pcaproofs.formula import tree
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.latex import latex
from pcaproofs.formula.tree import Formula, Name
from pcaproofs.goals import OPTIMAL, exactly
from pcaproofs.kernel import Certificate, Compare, Optimum, Statement
from pcaproofs.terms import ones_column

SIGNS = {"=": "=", ">=": r"\ge", ">": ">", "!=": r"\ne"}


@dataclass(frozen=True)
class Fact:
    """Something of the form difference = 0 (or >= 0): the difference, and the fact as it is written.

    claim: the id of the claim whose conclusion it is; "" for what is assumed.
    """

    difference: Formula
    written: str
    claim: str = ""

    @property
    def reason(self) -> str:
        """The fact as the reason of a step, with the claim that supplies it."""
        return self.written + (rf", by \texttt{{{self.claim}}}" if self.claim else "")


def compared(c: Compare, notation: KernelNotation, claim: str = "") -> Fact:
    """A comparison as a fact."""
    left, right = notation.form(c.left), notation.form(c.right)
    difference = tree.plus([left, tree.negative(right)])
    return Fact(difference, f"${latex(left)} {SIGNS[c.relation]} {latex(right)}$", claim)


def known(
    statement: Statement, certificate: Certificate, notation: KernelNotation, origins: Mapping[str, str]
) -> dict[str, Fact]:
    """The hypotheses of a statement, what the kernel knows of dimensions, and the abbreviations of its certificate.

    origins: of each hypothesis that a claim supplied, the id of that claim.
    """
    facts = {name: compared(h, notation, origins.get(name, "")) for name, h in statement.hypotheses}
    for n in statement.ones:
        one, size = ones_column(n), ("size", n) if isinstance(n, str) else ("number", str(n))
        facts[f"ones {n}"] = compared(Compare(("mul", ("t", one), one), "=", size), notation)
    sizes = {x for _, *shape in statement.letters for x in shape if isinstance(x, str)}
    for n in sorted(sizes | {x for x in statement.ones if isinstance(x, str)}):
        facts[f"{n} > 0"] = Fact(Name(n), f"${n} > 0$")
        facts[f"{n} >= 1"] = Fact(tree.plus([Name(n), tree.number(-1)]), rf"${n} \ge 1$")
        facts[f"1/{n} > 0"] = Fact(tree.times([], [Name(n)]), f"${n} > 0$")
    for name, e in certificate.lets:
        value = notation.form(e)
        letter = Name(rf"\mathsf{{{name}}}".replace("_", r"\_"), "?", "?")
        difference = tree.plus([letter, tree.negative(value)])
        facts[f"let {name}"] = Fact(difference, f"${letter.latex} = {latex(value)}$")
    c = statement.conclusion
    if isinstance(c, Optimum):
        f, best = Name("f"), Name(r"f^\star")
        gap = [f, tree.negative(best)] if c.sense == "min" else [best, tree.negative(f)]
        facts[OPTIMAL] = Fact(tree.plus(gap), r"$f = f^\star$")
        facts |= {str(exactly(k)): compared(e, notation) for k, e in enumerate(c.exactly)}
    return facts
