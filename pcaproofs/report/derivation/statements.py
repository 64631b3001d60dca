"""A claim's statements: letters, hypotheses in words and symbols, conclusions as displays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from pcaproofs.formula import algebra
from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.common_subexpressions import shorter
from pcaproofs.formula.from_kernel import SIGNS
from pcaproofs.formula.from_sympy import FromSymPy
from pcaproofs.formula.latex import latex
from pcaproofs.formula.line_breaks import LINE, relation, width
from pcaproofs.formula.names import letter, named
from pcaproofs.formula.tree import Aligned, CommaList, Formula, Row
from pcaproofs.formula.tree import Best as BestPoints
from pcaproofs.kernel import Statement
from pcaproofs.language import nodes
from pcaproofs.language.conclusions import SymbolicComparison, SymbolicOptimum, SymbolicSameOptimisers
from pcaproofs.language.reader import Reading
from pcaproofs.language.symbolic_parts import expressions_in
from pcaproofs.report.derivation.hypotheses import ABOVE, BELOW, INDEX, RELATIONS, Hypotheses, PrintedHypothesis
from pcaproofs.report.derivation.introduction import introduction, spaces, unit_vectors
from pcaproofs.report.sentences import NOTHING, ClaimId, Sentence, Typed, fill, joined, listed, sentence
from pcaproofs.verify.citations import stated_as
from pcaproofs.verify.claim import Claim, Part

OPERATOR, SPACE = 7, 4  # glyphs of argmin, and of ∈ with the space of a variable
INLINE = 30  # glyphs of a formula that stands in the sentence after a display


Display = tuple[Sentence, Formula]  # words, and what is displayed after them


@dataclass(frozen=True)
class PrintedStatement:
    """One statement: its assumptions besides those of the claim, and its displays, each after some words.

    shown: all its assumptions, with the names of the kernel's hypotheses, wherever they are printed. ranges: the ranges
    of its free indices and the size of the statement, such as "for 1 ≤ k ≤ n". end: what ends its sentence, a semicolon
    where the assumptions of the sentence are those of the next statement too.
    """

    assuming: tuple[Sentence, ...]
    displays: tuple[tuple[Sentence, Formula], ...]
    shown: tuple[PrintedHypothesis, ...] = ()
    ranges: Sentence = NOTHING
    end: str = "."

    def laid_out(self) -> tuple[list[Display], Sentence]:
        """What is displayed, each after some words, and the end of the sentence with the short formulas in it."""
        shown, within = list[Display](), list[Sentence]()
        for k, (words, form) in enumerate(self.displays):
            if k and words and width(form) <= INLINE:
                within.append(fill("{} {}", words, form))
            else:
                shown.append((joined(", ", [*within, words]) if within else words, form))
                within = []
        return shown, fill(f"{{}}{self.end}", joined(", ", within)) if within else NOTHING

    def printed(self) -> tuple[object, ...]:
        """A key that differs for statements that are printed differently; equal print does not mean equal formulas."""
        return (self.assuming, self.shown, self.ranges, *((words, latex(form)) for words, form in self.displays))


class StatementPrinter:
    """Prints the statements of one claim with one set of abbreviations; readings: those of its parts, if they exist."""

    def __init__(self, claim: Claim, names: Mapping[str, str], readings: Sequence[Reading] = ()):
        proved: list[Statement | None] = [x.statement for x in readings]
        proved = proved or [None] * len(claim.parts)
        resolved = [
            stated_as(p, claim.id, s) if p.cited or not readings else None
            for p, s in zip(claim.parts, proved, strict=True)
        ]
        given = readings or [x.reading for x in resolved if x]
        read = [x.reading if x else reading for x, reading in zip(resolved, given, strict=True)]
        self.claim, self.names = claim, names
        self.taken = [FromSymPy(names=names).name(name) for r in read for name, _, _ in r.statement.letters]
        self.short = Abbreviations(self.taken)
        said = [e for p in claim.parts for e in expressions_in((p.conclusion, *p.plain))]
        self.samples = {
            x for e in said for x in sp.sympify(e).atoms(nodes.Sample) if isinstance(x.args[0], sp.MatrixSymbol)
        }
        plain = FromSymPy(names=names)
        for x in self.samples:
            key = (replace(plain.name(x.args[0].name), shape=None), named("e", str(x.args[1]), None))
            self.short.samples[key] = plain.form(x)
        self.notation = FromSymPy(self.short, names)
        self.parts = {
            id(part): Hypotheses(reading, self.notation, names, x.origins, x.support, x.created())
            if x
            else Hypotheses(reading, self.notation, names)
            for part, reading, x in zip(claim.parts, read, resolved, strict=True)
        }
        shown = [h.shown() for h in self.parts.values()]
        bound = {name for h in self.parts.values() for name in h.variables}
        self.exists = [FromSymPy(names=names).name(x.name) for x in claim.exists]
        self.common = tuple(
            x.text
            for x in shown[0]
            if x.place == ABOVE and x.text and all(x in other for other in shown[1:]) and not self._about(x, bound)
        )

    def _about(self, x: PrintedHypothesis, bound: set[str]) -> bool:
        """Whether a hypothesis of the first part mentions a letter that is a variable of an optimum in another part."""
        first = next(iter(self.parts.values()))
        return any(first.mentions(name) & bound for name in x.names)

    def form(self, x: Any) -> Formula:
        return self.notation.form(x)

    def given(self) -> Sentence:
        """The sentence that introduces dimensions and letters; empty if there are none."""
        where = [sentence(algebra.relation(name, "=", meaning)) for name, meaning in self.short.used.items()]
        where += [fill("{} is the {}-th column of {}", b, b.index or "", B) for b, B in self.short.columns.items()]
        every = list(self.parts.values())
        return introduction(every, where + unit_vectors(every, self.samples), self.exists)

    def then(self) -> Sentence:
        """The words between the shared hypotheses and the statements."""
        if again := dict.fromkeys(part.of[0] for part in self.claim.parts if part.of[0]):
            return fill(
                "The statements of {} have proofs that use no other hypotheses than those listed below.",
                listed([ClaimId(id) for id in again]),
            )
        if not self.exists:
            return sentence("Then")
        return fill(
            "Then there are {} with", listed(spaces(list(self.parts.values()), lambda name: name in self.exists))
        )

    @property
    def _first(self) -> Hypotheses:
        return next(iter(self.parts.values()))

    def hypothesis(self, h: Any) -> Sentence:
        """See Hypotheses.hypothesis."""
        return self._first.hypothesis(h)

    def stated(self, part: Part) -> PrintedStatement:
        """A part with its own hypotheses; hypotheses about the variables of an optimum are in its feasible set."""
        here = self.parts[id(part)]
        here.notation = self.notation
        shown = here.shown()
        own = tuple(x.text for x in shown if x.place == ABOVE and x.text and x.text not in self.common)
        below = [f for x in shown if x.place == BELOW for f in x.text.formulas()]
        at = [fill("at {}", Typed(f"${part.size}$"))] if part.size else []
        at += [fill("for {}", x.text) for x in shown if x.place == INDEX]
        return PrintedStatement(own, tuple(self._conclusion(part, below)), shown, joined(", ", at))

    def literally(self, part: Part) -> PrintedStatement:
        """A part without abbreviations and with inner products in brackets, if another part is printed alike."""
        usual = self.notation
        self.notation = FromSymPy(names=usual.names, brackets=True)
        try:
            return self.stated(part)
        finally:
            self.notation = usual

    def _conclusion(self, part: Part, below: Sequence[Formula]) -> list[tuple[Sentence, Formula]]:
        c = part.conclusion
        if isinstance(c, SymbolicOptimum):
            return self._best(c, part, below)
        if isinstance(c, SymbolicSameOptimisers):
            return [(NOTHING, self._same(c, below))]
        (left, right), named = shorter(self.sides(c), self.taken)
        sign = SIGNS[c.relation] if isinstance(c, SymbolicComparison) else RELATIONS[type(c)]
        out: list[tuple[Sentence, Formula]] = [(NOTHING, relation(left, sign, right))]
        if named:
            out.append((sentence("where"), Aligned(tuple(Row(meaning, name, "=") for name, meaning in named))))
        return out

    def _same(self, c: SymbolicSameOptimisers, below: Sequence[Formula]) -> Formula:
        """Two problems with the same solutions, on two lines if they are long."""
        sides = [self._points(c.variables, below, sense, self.form(f)) for sense, f in (c.first, c.second)]
        one, other = sides
        feasible = sum(map(width, (*below, *one.variables))) + SPACE * len(one.variables)
        if sum(width(x.objective) for x in sides if x.objective) + OPERATOR * 2 + feasible > LINE:
            return Aligned((Row(one), Row(other, sign="=", indent=1)))
        return algebra.relation(one, "=", other, wide=True)

    def written(self, c: Any) -> dict[str, Formula]:
        """The author's expressions in a conclusion, by the names of its parts."""
        match c:
            case sp.Eq() | SymbolicComparison():
                return dict(zip(("left", "right"), self.sides(c), strict=True))
            case SymbolicOptimum(value=value) if value is not None:
                return {"value": self.form(value)}
            case SymbolicSameOptimisers():
                return {"second": self.form(c.second[1])}
        return {}

    def sides(self, c: Any) -> tuple[Formula, Formula]:
        """Both sides of a comparison."""
        left, right = (c.left, c.right) if isinstance(c, SymbolicComparison) else (c.lhs, c.rhs)
        if (a := self.form(left)) != (b := self.form(right)):
            return a, b
        whole = FromSymPy(names=self.notation.names, literal=True)  # with abbreviations both sides might look alike
        return (whole.form(left) if a == whole.form(right) else a), whole.form(right)

    def _best(self, c: SymbolicOptimum, part: Part, below: Sequence[Formula]) -> list[tuple[Sentence, Formula]]:
        variables = [x for x, _ in c.at]
        at = tuple(self.form(value) for _, value in c.at)
        witness = at[0] if len(at) == 1 else CommaList(at, enclosed=True)
        best = self._points(variables, below, c.sense, self.form(c.objective))
        out: list[tuple[Sentence, Formula]] = [
            (NOTHING, algebra.relation(witness, "∈", best, wide=True)),
            *self._slack(c, part),
        ]
        if c.value is not None:
            out.append((sentence(f"with {c.sense}imum"), self.form(c.value)))
        if c.exactly:
            equations = tuple(algebra.relation(self.form(e.lhs), "=", self.form(e.rhs)) for e in c.exactly)
            shown = equations[0] if len(equations) == 1 else CommaList(equations, "quad")
            out.append((sentence("attained exactly where"), shown))
        return out

    def _slack(self, c: SymbolicOptimum, part: Part) -> list[tuple[Sentence, Formula]]:
        """The words for slack variables a, b with ab = 1 and b ≥ 0, which say a > 0: the kernel has only = and ≥."""
        assumed = part.plain
        compared = [h for h in assumed if isinstance(h, SymbolicComparison)]
        at_least = {h.left for h in compared if h.relation == ">=" and h.right == 0}
        products = [h.lhs for h in assumed if isinstance(h, sp.Eq) and h.rhs == 1 and isinstance(h.lhs, sp.Mul)]
        variables = {x for x, _ in c.at}
        out: list[Display] = []
        for a, b in (x.args for x in products if len(x.args) == 2 and set(x.args) <= variables):
            for one, slack in ((a, b), (b, a)):
                if slack in at_least:
                    s, positive = self.form(slack), self.form(one)
                    inverse = algebra.relation(algebra.times([positive, s]), "=", algebra.number(1))
                    sign = algebra.relation(s, "≥", algebra.number(0))
                    words = fill("where the slack variable {}, with {} and {}, says that", s, inverse, sign)
                    out.append((words, algebra.relation(positive, ">", algebra.number(0))))
        return out

    def _points(self, variables: Sequence[Any], below: Sequence[Formula], sense: str, objective: Formula) -> BestPoints:
        """argmin or argmax of an objective over the variables with the constraints on them."""
        names = tuple(letter(x.name, self.names, self.notation.shape(x)) for x in variables)
        return BestPoints(sense, names, tuple(below), objective)
