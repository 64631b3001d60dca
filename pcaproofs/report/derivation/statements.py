"""A claim's statements: letters, hypotheses in words and symbols, conclusions as displays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.common_subexpressions import shorter
from pcaproofs.formula.from_sympy import Notation
from pcaproofs.formula.latex import LINE, aligned, latex, lines, relation, width
from pcaproofs.formula.tree import Formula
from pcaproofs.language import nodes
from pcaproofs.language.conclusions import AtLeast, Best, SameBest
from pcaproofs.language.reader import Reading, expressions_in
from pcaproofs.report.derivation.hypotheses import ABOVE, BELOW, INDEX, RELATIONS, Hypotheses, Shown
from pcaproofs.report.derivation.introduction import introduction, listed, space, spaces, unit_vectors
from pcaproofs.verify.citations import resolve
from pcaproofs.verify.claim import Cites, Claim, Part


@dataclass(frozen=True)
class Stated:
    """One statement: what it assumes besides the claim, and its displays, each after some words.

    shown: everything that it assumes, with the names of the kernel's hypotheses, wherever it is printed.
    """

    assuming: tuple[str, ...]
    displays: tuple[tuple[str, str], ...]
    shown: tuple[Shown, ...] = ()


class Statements:
    """Prints the statements of one claim with one set of abbreviations; readings: of its parts, if they were read."""

    def __init__(self, claim: Claim, names: Mapping[str, str], readings: Sequence[Reading] = ()):
        resolved = [resolve(p, claim.id) if _citing(p) or not readings else None for p in claim.parts]
        given: list[Reading | None] = [*readings] or [None] * len(resolved)
        found = zip(claim.parts, resolved, given, strict=True)
        read = [x.reading if x else _sourced(reading, part) for part, x, reading in found]
        self.claim, self.names = claim, names
        self.taken = [Notation(names=names).name(name) for r in read for name, _, _ in r.statement.letters]
        self.short = Abbreviations(self.taken)
        self.notation = Notation(self.short, names)
        self.parts = {
            id(part): Hypotheses(reading, self.notation, names, x.origins if x else {}, x.support if x else {})
            for part, reading, x in zip(claim.parts, read, resolved, strict=True)
        }
        shown = [h.shown() for h in self.parts.values()]
        bound = {name for h in self.parts.values() for name in h.variables}
        self.exists = [Notation(names=names).name(x.name) for x in claim.exists]
        self.common = tuple(
            x.text
            for x in shown[0]
            if x.place == ABOVE and x.text and all(x in other for other in shown[1:]) and not self._about(x, bound)
        )

    def _about(self, x: Shown, bound: set[str]) -> bool:
        """Whether a hypothesis of the first part mentions what is the variable of an optimum in another."""
        first = next(iter(self.parts.values()))
        return any(first.mentions(name) & bound for name in x.names)

    def form(self, x: Any) -> Formula:
        return self.notation.form(x)

    def inline(self, x: Any) -> str:
        return latex(self.form(x))

    def given(self) -> str:
        """The sentence that introduces dimensions and letters; empty where there are none."""
        said = [e for p in self.claim.parts for e in expressions_in((p.conclusion, *plain(p)))]
        samples = {x for e in said for x in sp.sympify(e).atoms(nodes.Sample) if isinstance(x.args[0], sp.MatrixSymbol)}
        where = [f"${name} = {meaning}$" for name, meaning in self.short.used.items()]
        every = list(self.parts.values())
        return introduction(every, where + unit_vectors(every, samples), self.exists)

    def then(self) -> str:
        """What leads from the hypotheses that all parts share to the statements."""
        if not self.exists:
            return "Then"
        return f"Then there are {listed(spaces(list(self.parts.values()), lambda name: name in self.exists))} with"

    @property
    def _first(self) -> Hypotheses:
        return next(iter(self.parts.values()))

    def hypothesis(self, h: Any) -> str:
        """See Hypotheses.hypothesis."""
        return self._first.hypothesis(h)

    def stated(self, part: Part) -> Stated:
        """A part with its own hypotheses; those about the variables of an optimum are in its feasible set."""
        here = self.parts[id(part)]
        here.notation = self.notation
        shown = here.shown()
        own = tuple(x.text for x in shown if x.place == ABOVE and x.text and x.text not in self.common)
        below = [x.text for x in shown if x.place == BELOW]
        (words, display), *others = self._conclusion(part, below)
        at = [f"at ${part.size}$"] if part.size else []
        at += [f"for ${x.text}$" for x in shown if x.place == INDEX]
        words = f"{', '.join(at)}{':' if at else ''} {words}".strip()
        return Stated(own, ((words, display), *others), shown)

    def literally(self, part: Part) -> Stated:
        """A part without abbreviations and with inner products in brackets, for one that is printed like another."""
        usual = self.notation
        self.notation = Notation(names=usual.names, brackets=True)
        try:
            return self.stated(part)
        finally:
            self.notation = usual

    def _conclusion(self, part: Part, below: Sequence[str]) -> list[tuple[str, str]]:
        c = part.conclusion
        if isinstance(c, Best):
            return self._best(c, part, below)
        if isinstance(c, SameBest):
            feasible = self._feasible(list(c.variables), below)
            sides = [rf"{argument_of_best(sense, feasible)}\ {self.inline(f)}" for sense, f in (c.first, c.second)]
            joined = rf"{sides[0]} \;=\; {sides[1]}"
            if width(joined) - width(feasible) > LINE:
                joined = rf"\begin{{aligned}} & {sides[0]} \\ &\quad = {sides[1]} \end{{aligned}}"
            return [("", joined)]
        (left, right), named = shorter(self.sides(c), self.taken)
        out = [("", relation(left, r"\ge" if isinstance(c, AtLeast) else RELATIONS[type(c)], right))]
        if named:
            out.append(("where", aligned([f"{latex(name)} &= {latex(meaning)}" for name, meaning in named])))
        return out

    def written(self, c: Any) -> dict[str, Formula]:
        """What an author wrote of a conclusion, by the names of its parts."""
        match c:
            case sp.Eq() | AtLeast():
                return dict(zip(("left", "right"), self.sides(c), strict=True))
            case Best(value=value) if value is not None:
                return {"value": self.form(value)}
            case SameBest():
                return {"second": self.form(c.second[1])}
        return {}

    def sides(self, c: Any) -> tuple[Formula, Formula]:
        """Both sides of a comparison."""
        left, right = (c.left, c.right) if isinstance(c, AtLeast) else (c.lhs, c.rhs)
        if (a := self.form(left)) != (b := self.form(right)):
            return a, b
        whole = Notation(names=self.notation.names)  # an abbreviation hides what is said
        return (whole.form(left) if a == whole.form(right) else a), whole.form(right)

    def _best(self, c: Best, part: Part, below: Sequence[str]) -> list[tuple[str, str]]:
        variables = [x for x, _ in c.at]
        feasible = self._feasible(variables, below)
        at = [self.inline(value) for _, value in c.at]
        witness = at[0] if len(at) == 1 else f"({', '.join(at)})"
        objective = lines(self.form(c.objective), LINE - 20)
        shown = rf"{witness} \;\in\; {argument_of_best(c.sense, feasible)}\ {' '.join(objective)}"
        out = [("", shown), *self._slack(c, part)]
        if c.value is not None:
            which = "least" if c.sense == "min" else "greatest"
            out.append((f"the {which} value being", self.inline(c.value)))
        if c.exactly:
            equations = r",\quad ".join(f"{self.inline(e.lhs)} = {self.inline(e.rhs)}" for e in c.exactly)
            names = ", ".join(map(self.inline, variables))
            out.append((f"and a feasible ${names}$ is optimal if and only if", equations))
        return out

    def _slack(self, c: Best, part: Part) -> list[tuple[str, str]]:
        """That ab = 1 and b ≥ 0 for two of the variables say that a > 0: the kernel's constraints are = and ≥ alone."""
        assumed = plain(part)
        at_least = {h.left for h in assumed if isinstance(h, AtLeast) and h.right == 0}
        products = [h.lhs for h in assumed if isinstance(h, sp.Eq) and h.rhs == 1 and isinstance(h.lhs, sp.Mul)]
        variables = {x for x, _ in c.at}
        out = []
        for a, b in (x.args for x in products if len(x.args) == 2 and set(x.args) <= variables):
            for one, slack in ((a, b), (b, a)):
                if slack in at_least:
                    s = self.inline(slack)
                    words = (
                        f"where the slack variable ${s}$, with ${self.inline(one)} {s} = 1$ and ${s} \\ge 0$, says that"
                    )
                    out.append((words, f"{self.inline(one)} > 0"))
        return out

    def _feasible(self, variables: Sequence[Any], below: Sequence[str]) -> str:
        """What stands below argmin: the variables and the constraints on them."""
        shapes = (map(self.inline, x.shape) if hasattr(x, "shape") else ("1", "1") for x in variables)
        return feasible_set([(self.inline(x), *shape) for x, shape in zip(variables, shapes, strict=True)], below)


def feasible_set(variables: Sequence[tuple[str, ...]], constraints: Sequence[str]) -> str:
    """What stands below argmin; variables: name, rows, columns, in LaTeX."""
    names = ", ".join(rf"{name} \in {space(*shape)}" for name, *shape in variables)
    stacked = r" \\ ".join([names, *constraints])
    return rf"\substack{{{stacked}}}" if constraints else names


def argument_of_best(sense: str, below: str) -> str:
    """argmin or argmax over a feasible set."""
    return rf"\operatorname*{{arg\,{sense}}}_{{{below}}}"


def plain(part: Part) -> tuple[Any, ...]:
    """What a part assumes, without the claims that it leans on, which are no assumptions."""
    return tuple(h for h in part.assuming if not isinstance(h, Cites))


def _sourced(reading: Reading | None, part: Part) -> Reading:
    """A reading that another process made, with what its author wrote, which processes do not pass on."""
    assert reading is not None
    return replace(reading, source=part.conclusion, hypotheses=part.assuming)


def _citing(part: Part) -> bool:
    return any(isinstance(h, Cites) for h in part.assuming)
