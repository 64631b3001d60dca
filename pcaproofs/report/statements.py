"""A claim's statements: letters, hypotheses in words and symbols, conclusions as displays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from pcaproofs.language.conclusions import AtLeast, Best, SameBest
from pcaproofs.language.hypotheses import Named
from pcaproofs.report.abbreviations import Abbreviations
from pcaproofs.report.emit import LINE, aligned, latex, lines, relation, width
from pcaproofs.report.forms import Form
from pcaproofs.report.notation import Notation, Unprintable
from pcaproofs.report.shorter import shorter
from pcaproofs.verify.claim import By, Claim, Part

_SIGNS = {"=": "=", ">=": r"\ge", ">": ">", "!=": r"\ne"}
_RELATIONS = {sp.Eq: "=", sp.Ne: r"\ne", sp.Ge: r"\ge", sp.Gt: ">", sp.Le: r"\le", sp.Lt: "<"}


@dataclass(frozen=True)
class Stated:
    """One statement: what it assumes besides the claim, and its displays, each after some words."""

    assuming: tuple[str, ...]
    displays: tuple[tuple[str, str], ...]


class Statements:
    """Prints the statements of one claim with one set of abbreviations."""

    def __init__(self, claim: Claim, names: Mapping[str, str]):
        letters = _letters(claim)
        self.claim = claim
        self.taken = [Notation(names=names).name(x.name) for x in letters]
        self.short = Abbreviations(self.taken)
        self.notation = Notation(self.short, names)
        self.letters = [x for x in letters if not str(x.name).startswith("√")]
        first, *others = (Part(p.conclusion, plain(p)) for p in claim.parts)
        bound = {x for part in claim.parts for x in _variables(part.conclusion)}
        shared = [h for h in first.assuming if all(h in p.assuming for p in others)]
        self.common = tuple(h for h in shared if not (_symbols([h]) & bound))

    def form(self, x: Any) -> Form:
        return self.notation.form(x)

    def inline(self, x: Any) -> str:
        return latex(self.form(x))

    def quantified(self) -> str:
        """The matrices that the claim speaks of, with their shapes."""
        by_shape: dict[str, list[str]] = {}
        for x in self.letters:
            if isinstance(x, sp.MatrixSymbol):
                rows, cols = map(self.inline, x.shape)
                space = r"\mathbb{R}" if rows == cols == "1" else rf"\mathbb{{R}}^{{{rows}}}"
                space = space if cols == "1" else rf"\mathbb{{R}}^{{{rows}\times {cols}}}"
                by_shape.setdefault(space, []).append(self.notation.name(x.name))
        return ", ".join(rf"${_listed(names)} \in {space}$" for space, names in by_shape.items())

    def scalars(self) -> str:
        """The real scalars that it speaks of; a positive integer is a dimension."""
        found = [x for x in self.letters if isinstance(x, sp.Symbol) and not x.is_integer]
        return rf"${_listed([self.inline(x) for x in found])} \in \mathbb{{R}}$" if found else ""

    def dimensions(self) -> str:
        found = [x for x in self.letters if isinstance(x, sp.Symbol) and x.is_integer and x.is_positive]
        return f"${', '.join(self.inline(x) for x in found)}$"

    def hypothesis(self, h: Any) -> str:
        """In words and symbols: "w is a unit vector, ‖w‖² = 1"."""
        symbols = f"${self.symbols(h)}$"
        if isinstance(h, Named):
            words = Named(h.kind, tuple(f"${self.inline(x)}$" for x in h.args)).words()
            if h.kind in ("nonzero", "positive", "nonnegative"):
                return words
            some = f" for some ${self.inline(h.factor())}$" if h.factor() is not None else ""
            return f"{words}, {symbols}{some}"
        return symbols

    def symbols(self, h: Any) -> str:
        """A hypothesis as formulas."""
        if isinstance(h, Named):
            found = [(left, _SIGNS[sign], right) for left, sign, right in h.equations()]
        elif isinstance(h, AtLeast):
            found = [(h.left, r"\ge", h.right)]
        elif isinstance(h, Relational):
            found = [(h.lhs, _RELATIONS[type(h)], h.rhs)]
        else:
            raise Unprintable(f"got {h}, but should be a hypothesis")
        return r",\ ".join(f"{self.inline(a)} {sign} {self.inline(b)}" for a, sign, b in found)

    def stated(self, part: Part) -> Stated:
        """A part with its own hypotheses; those about the variables of an optimum are in its feasible set."""
        own = [h for h in plain(part) if h not in self.common]
        variables = _variables(part.conclusion)
        own = [h for h in own if not (_symbols([h]) & variables)]
        return Stated(tuple(self.hypothesis(h) for h in own), tuple(self._conclusion(part)))

    def literally(self, part: Part) -> Stated:
        """A part without abbreviations and with inner products in brackets, for one that is printed like another."""
        usual = self.notation
        self.notation = Notation(names=usual.names, brackets=True)
        try:
            return self.stated(part)
        finally:
            self.notation = usual

    def _conclusion(self, part: Part) -> list[tuple[str, str]]:
        c = part.conclusion
        if isinstance(c, Best):
            return self._best(c, part)
        if isinstance(c, SameBest):
            below = self._feasible(set(c.variables), list(c.variables), part)
            sides = [rf"{_arg(sense, below)}\ {self.inline(f)}" for sense, f in (c.first, c.second)]
            joined = rf"{sides[0]} \;=\; {sides[1]}"
            if width(joined) - width(below) > LINE:
                joined = rf"\begin{{aligned}} & {sides[0]} \\ &\quad = {sides[1]} \end{{aligned}}"
            return [("", joined)]
        (left, right), named = shorter(self.sides(c), self.taken)
        out = [("", relation(left, r"\ge" if isinstance(c, AtLeast) else _RELATIONS[type(c)], right))]
        if named:
            out.append(("where", aligned([f"{latex(name)} &= {latex(meaning)}" for name, meaning in named])))
        return out

    def written(self, c: Any) -> dict[str, Form]:
        """What an author wrote of a conclusion, by the names of its parts."""
        match c:
            case sp.Eq() | AtLeast():
                return dict(zip(("left", "right"), self.sides(c), strict=True))
            case Best(value=value) if value is not None:
                return {"value": self.form(value)}
            case SameBest():
                return {"second": self.form(c.second[1])}
        return {}

    def sides(self, c: Any) -> tuple[Form, Form]:
        """Both sides of a comparison."""
        left, right = (c.left, c.right) if isinstance(c, AtLeast) else (c.lhs, c.rhs)
        if (a := self.form(left)) != (b := self.form(right)):
            return a, b
        whole = Notation(names=self.notation.names)  # an abbreviation hides what is said
        return (whole.form(left) if a == whole.form(right) else a), whole.form(right)

    def _best(self, c: Best, part: Part) -> list[tuple[str, str]]:
        variables = [x for x, _ in c.at]
        below = self._feasible(set(variables), variables, part)
        at = [self.inline(value) for _, value in c.at]
        witness = at[0] if len(at) == 1 else f"({', '.join(at)})"
        objective = lines(self.form(c.objective), LINE - 20)
        shown = rf"{witness} \;\in\; {_arg(c.sense, below)}\ {' '.join(objective)}"
        out = [("", shown)]
        if c.value is not None:
            which = "least" if c.sense == "min" else "greatest"
            out.append((f"the {which} value being", self.inline(c.value)))
        if c.exactly:
            equations = r",\quad ".join(f"{self.inline(e.lhs)} = {self.inline(e.rhs)}" for e in c.exactly)
            names = ", ".join(map(self.inline, variables))
            out.append((f"and a feasible ${names}$ is optimal if and only if", equations))
        return out

    def _feasible(self, variables: set[Any], order: Sequence[Any], part: Part) -> str:
        """What stands below argmin: the variables and the constraints on them."""
        constraints = [self.symbols(h) for h in plain(part) if _symbols([h]) & variables]
        names = []
        for x in order:
            rows, cols = map(self.inline, x.shape) if hasattr(x, "shape") else ("1", "1")
            space = rf"\mathbb{{R}}^{{{rows}}}" if cols == "1" else rf"\mathbb{{R}}^{{{rows}\times {cols}}}"
            names.append(rf"{self.inline(x)} \in {space if rows != '1' or cols != '1' else chr(92) + 'mathbb{R}'}")
        rows_below = [", ".join(names), *(constraints)]
        stacked = r" \\ ".join(rows_below)
        return stacked if len(rows_below) == 1 else rf"\substack{{{stacked}}}"


def _arg(sense: str, below: str) -> str:
    return rf"\operatorname*{{arg\,{sense}}}_{{{below}}}"


def _listed(names: Sequence[str]) -> str:
    """Letters with commas, each a formula where a line could not hold them all."""
    return ("$, $" if len(names) > 8 else ", ").join(names)


def plain(part: Part) -> tuple[Any, ...]:
    """What a part assumes, without the claims that it leans on, which are no assumptions."""
    return tuple(h for h in part.assuming if not isinstance(h, By))


def _expressions(x: Any) -> list[Any]:
    """The SymPy expressions in a hypothesis or conclusion."""
    match x:
        case Named():
            return list(x.args)
        case AtLeast():
            return [x.left, x.right]
        case Best():
            pairs = [y for pair in x.at for y in pair]
            more = [y for e in x.exactly for y in (e.lhs, e.rhs)]
            return [x.objective, *pairs, *more, *([] if x.value is None else [x.value])]
        case SameBest():
            return [x.first[1], x.second[1], *x.variables]
    return [x]


def _symbols(things: Sequence[Any]) -> set[Any]:
    return {s for thing in things for e in _expressions(thing) for s in sp.sympify(e).atoms(sp.Symbol, sp.MatrixSymbol)}


def _variables(conclusion: Any) -> set[Any]:
    if isinstance(conclusion, Best):
        return {x for x, _ in conclusion.at}
    return set(conclusion.variables) if isinstance(conclusion, SameBest) else set()


def _letters(claim: Claim) -> list[Any]:
    found = _symbols([x for part in claim.parts for x in (part.conclusion, *plain(part))])
    return sorted(found, key=lambda x: (str(x.name).lower(), str(x.name)))
