"""Printed conclusions are the kernel's: equations, inequalities and optima are read back and compared as values.

Both sides of a relation are compared, so that identities, whose difference is 0, are told apart as well.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from letters import A, X, a, d, k, n, p, w, z
from made_up_claims import made_up
from sympy import Eq, Identity, Integer, MatrixSymbol, Symbol, Trace

from pcaproofs.kernel import Compare, Optimum, SameOptimisers
from pcaproofs.language.conclusions import at_least, equal, maximises, minimises, same_optimisers
from pcaproofs.language.nodes import expectation, inner, sample, sqnorm, total
from pcaproofs.language.readable_statement import factor_names
from pcaproofs.report.derivation.statements import StatementPrinter
from pcaproofs.verify.citations import resolve
from pcaproofs.verify.claim import Claim, Part
from pcaproofs.verify.discovery import chapters, find

from ..printed import in_tex, printed
from ..random_points import Matrix, eye, plus, scaled, transposed
from ..reading_back import Eye, Reader, spelled
from .test_printed_hypotheses import SIGNS, Printed, readable, tables

RELATION = re.compile(r"\s(=|>|<|\\ge|\\le|\\ne)\s")
ARG = r"\operatorname*{arg\,"
LEFT_OUT = {"expectation.two-variables"}  # E[E[xᵀy]] does not say which expectation is over x


class Conclusion(Printed):
    """One printed conclusion, read back."""

    def __init__(self, *args: Any):
        super().__init__(*args)
        for at in self.points:
            for name, value in at.letters.items():
                if moment := re.fullmatch(r"E\[(\w+?)(\1ᵀ)?\]", name):
                    self.names.setdefault(spelled(moment[1]), moment[1])
                    at.letters[name] = plus(value, transposed(value)) if moment[2] else value
        self.displays = [(words, flat(formula)) for words, formula in self.stated.displays]
        for words, formula in self.stated.displays:
            if words == "where":
                for row in re.sub(r"\\(begin|end)\{aligned\}", "", formula).split(r"\\"):
                    name, meaning = row.split("&=")
                    self.definitions[name.strip()] = meaning

    def side(self, text: str, expression: Any) -> bool:
        """Whether a formula has the value of an expression of the kernel at every point."""
        return all(a == b for a, b in zip(self.read(text, expression), self.held(expression), strict=True))

    def read(self, text: str, like: Any) -> list[Matrix]:
        values = (Reader(text, at, self.names, self.definitions).whole() for at in self.points)
        return [sized(v, at.value(like)) for v, at in zip(values, self.points, strict=True)]

    def held(self, e: Any) -> list[Matrix]:
        return [sized(at.value(e)) for at in self.points]

    def compare(self) -> None:
        match self.statement.conclusion:
            case Compare() as c:
                (_, formula), *_ = self.displays
                self.relation(formula, c)
            case Optimum() as c:
                self.optimum(c)
            case SameOptimisers() as c:
                self.same(c)

    def relation(self, formula: str, c: Compare) -> None:
        left, sign, right = RELATION.split(formula)
        if sign in ("<", r"\le"):
            left, right = right, left
        assert SIGNS[sign] == c.relation, f"{formula!r} is no {c.relation}"
        ways = [(c.left, c.right)]
        if sign in ("=", r"\ne"):
            ways += [(b, a) for a, b in ways]
            ways += [(("t", a), ("t", b)) for a, b in ways]
        assert any(self.side(left, a) and self.side(right, b) for a, b in ways), f"{formula!r} is not {c}"

    def optimum(self, c: Optimum) -> None:
        (_, first), *others = self.displays
        witness, _, best = first.partition(r" \;\in\; ")
        sense, variables, objective, rest = arg(best)
        assert (sense, rest) == (c.sense, "")
        assert self.side(objective, c.objective), f"{objective!r} is not {c.objective}"
        assert [self.names[x] for x in variables] == [name for name, _ in c.at]
        said = witnesses(witness) if len(variables) > 1 else [witness]
        for text, (name, value) in zip(said, c.at, strict=True):
            assert self.side(text, value), f"{name} = {text!r} is not {value}"
        told = {"value": False, "exactly": False}
        for words, formula in others:
            if m := re.fullmatch("with (min|max)imum", words):
                assert (m[1], told["value"], c.value is None) == (sense, False, False)
                assert self.side(formula, c.value), f"the value {formula!r} is not {c.value}"
                told["value"] = True
            elif words == "attained exactly where":
                for text, h in zip(formula.split(r",\quad "), c.exactly, strict=True):
                    self.relation(text, h)
                told["exactly"] = True
            else:
                self.slack(words, formula)
        assert told == {"value": c.value is not None, "exactly": bool(c.exactly)}

    def slack(self, words: str, formula: str) -> None:
        """That λμ = 1 and μ ≥ 0, which the kernel holds, say that λ > 0."""
        m = re.fullmatch(
            r"where the slack variable \$(.*?)\$, with \$(.*?) = 1\$ and \$(.*?) \\ge 0\$, says that", words
        )
        assert m, words
        assert (m[1], formula) == (m[3], f"{m[2].removesuffix(m[1]).strip()} > 0")
        for text in (f"{m[2]} = 1", rf"{m[3]} \ge 0"):
            left, sign, right = RELATION.split(text)
            values = self.values(left, right)
            held = [h for _, h in self.statement.hypotheses if h.relation == SIGNS[sign]]
            assert any(self.kernel(h.left, h.right) == values for h in held), text

    def same(self, c: SameOptimisers) -> None:
        ((_, formula),) = self.displays
        sense, variables, objective, rest = arg(formula)
        assert self.one(sense, variables, objective, c.variables, c.first)
        sense, variables, objective, rest = arg(rest)
        assert self.one(sense, variables, objective, c.variables, c.second)
        assert not rest

    def one(self, sense: str, variables: list[str], objective: str, over: Any, held: tuple[str, Any]) -> bool:
        return (sense, tuple(self.names[x] for x in variables)) == (held[0], over) and self.side(objective, held[1])


def flat(formula: str) -> str:
    """A display on one line, without its alignment; what stands below argmin keeps its line breaks."""
    if ARG in formula or r",\quad" in formula:
        return re.sub(r"\s+", " ", re.sub(r"\\(begin|end)\{aligned\}|&(\\quad)?", "", formula)).strip()
    return re.sub(r"\s+", " ", re.sub(r"\\(begin|end)\{aligned\}|&|\{\}|\\\\|\\qquad|\\quad", " ", formula)).strip()


def arg(formula: str) -> tuple[str, list[str], str, str]:
    """The sense, variables and objective of an argmin, and what follows it after an equals sign."""
    m = re.match(r"\s*\\operatorname\*\{arg\\,(min|max)\}_\{", formula)
    assert m, formula
    depth, k = 1, m.end()
    while depth:
        depth += {"{": 1, "}": -1}.get(formula[k], 0)
        k += 1
    below = formula[m.end() : k - 1].removeprefix(r"\substack{").split(r" \\")[0]
    objective, found, rest = formula[k:].partition(ARG)
    objective, equals, after = re.sub(r"\\\\|\\;|^\\ ", " ", objective).partition(" = ")
    assert not after.strip()
    assert bool(found) == bool(equals), formula
    return m[1], re.findall(r"(\S+) \\in \\mathbb", below), objective, found + rest


def witnesses(text: str) -> list[str]:
    """The parts of (a, b, c)."""
    out, depth = [""], 0
    for c in text[1:-1]:
        depth += {"(": 1, ")": -1, "{": 1, "}": -1}.get(c, 0)
        if c == "," and not depth and not out[-1].endswith("\\"):
            out.append("")
        else:
            out[-1] += c
    return out


def sized(value: Any, like: Matrix | None = None) -> Matrix:
    """A multiple of an identity in the size of the other; a zero of any shape as 0."""
    out = scaled(value.c, eye(len(like or [[]]))) if isinstance(value, Eye) else value
    return out if any(map(any, out)) else [[0]]


def check(claim: Claim) -> None:
    resolved = [resolve(part, claim.id) for part in claim.parts]
    statements = StatementPrinter(
        claim, factor_names([x.reading.statement for x in resolved]), [x.reading for x in resolved]
    )
    for part in claim.parts:
        statements.stated(part)  # so that every abbreviation is known
    for part, x in zip(claim.parts, resolved, strict=True):
        Conclusion(statements, part, x.reading, dict(x.origins)).compare()


@pytest.mark.parametrize("chapter", chapters())
def test_every_claim_is_printed_with_the_conclusion_of_the_kernel(chapter):
    for claim in find([chapter.replace("_", "-")]):
        check(claim)


@pytest.mark.parametrize("rows", tables())
def test_every_statement_of_the_tables_is(rows):
    for name, conclusion, assuming, *_ in filter(readable, rows):
        claim = made_up(Part(conclusion, tuple(assuming)), name=f"made-up.{name}")
        if name in LEFT_OUT:
            with pytest.raises(ValueError, match="too many values"):
                check(claim)
        else:
            check(claim)


# ------------------------------------------------------------------------------------------- the comparison can fail
B, x = MatrixSymbol("B", p, d), MatrixSymbol("x", p, 1)
t, l, m = (Symbol(s, real=True) for s in ("t", "lambda", "mu"))
S = expectation(z * z.T, z)
CHANGES: dict[str, tuple[Any, tuple[Any, ...], tuple[tuple[str, str], ...]]] = {
    "identity": (
        equal((A + B * B.T) * A, A * A + B * B.T * A),
        (),
        (("+ B B", "- B B"), ("A^2", "A"), (" + B B^\\top A", ""), ("=", r"\ge")),
    ),
    "inequality": (
        at_least(sqnorm(w) * sqnorm(x), inner(w, x) ** 2),
        (),
        (
            (r"\ge", "="),
            (r"\ge", r"\le"),
            (r"(w^\top x)^2", r"w^\top x"),
            (r"\lVert x\rVert^{2}", r"\lVert x\rVert^{4}"),
        ),
    ),
    "sum": (
        equal(total(sqnorm(sample(X, k) - a), k, n), Trace(X * X.T) + n * sqnorm(a)),
        (),
        ((r"x_{k} - a", r"x_{k} + a"), (r"\sum_{k=1}^{n}", ""), ("+ n", "+ 2 n"), (r"^{n}", "^{p}")),
    ),
    "expectation": (
        equal(expectation(inner(w, z) ** 2, z), inner(w, S * w)),
        (),
        ((r"w^\top z", r"z"), ("(w^\\top z)^2", "w^\\top z"), (" w", " x"), (r"z z^\top", "z")),
    ),
    "optimum": (
        minimises(sqnorm(x - a) + t**2, {x: a, t: Integer(0)}, value=0 * t, exactly=(Eq(x, a), Eq(t, 0))),
        (),
        (
            ("arg\\,min", "arg\\,max"),
            (r"(a, 0) \;\in", r"(-a, 0) \;\in"),
            (r"(a, 0) \;\in", r"(a, 1) \;\in"),
            (r"x \in \mathbb{R}^{p}", r"a \in \mathbb{R}^{p}"),
            ("x - a", "x + a"),
            ("t^2 + ", ""),
            ("x = a", "x = -a"),
            ("t = 0", "t = 1"),
            (r",\quad t = 0", ""),
            ("minimum", "maximum"),
        ),
    ),
    "greatest value": (
        maximises(-sqnorm(x - a), {x: a}, value=0 * t),
        (),
        (("arg\\,max", "arg\\,min"), ("maximum", "minimum"), ("0", "1"), ("-\\lVert", "\\lVert")),
    ),
    "slack variable": (
        maximises(-(l**2) - m**2, {l: Integer(1), m: Integer(1)}),
        (Eq(l * m, 1), at_least(m, 0)),
        ((r"\lambda \mu = 1", r"\lambda \mu = 2"), (r"\lambda > 0", r"\mu > 0"), (r"$\mu \ge 0$", r"$\lambda \ge 0$")),
    ),
    "same optimisers": (
        same_optimisers([w], ("min", sqnorm(X - X * w * w.T)), ("max", inner(w, X.T * X * w))),
        (Eq(sqnorm(w), 1),),
        (
            ("arg\\,min", "arg\\,max"),
            ("arg\\,max", "arg\\,min"),
            (r"X - X", r"X + X"),
            (r" X w", " w"),
            (r"_{\substack{w ", r"_{\substack{X "),
        ),
    ),
}


@pytest.mark.parametrize("kind", CHANGES)
def test_the_comparison_fails_for_a_changed_conclusion(kind, monkeypatch):
    conclusion, assuming, changes = CHANGES[kind]
    claim = made_up(Part(conclusion, assuming))
    check(claim)
    whole = StatementPrinter.stated

    def fails(change):
        def stated(self, part):
            out = whole(self, part)
            return replace(out, displays=change(printed(out).displays))

        monkeypatch.setattr(StatementPrinter, "stated", stated)
        with pytest.raises((AssertionError, LookupError, ValueError)):
            check(claim)

    shown = printed(whole(StatementPrinter(claim, {}), claim.parts[0])).displays
    for lost in range(1, len(shown)):
        if "slack" not in shown[lost][0]:  # which only explains
            fails(lambda displays, lost=lost: displays[:lost] + displays[lost + 1 :])
    for old, new in changes:
        changed = tuple((words.replace(old, new), text.replace(old, new)) for words, text in shown)
        assert changed != shown, (old, shown)
        fails(lambda displays, changed=changed: changed)


def test_an_identity_that_stands_alone_shows_its_size():
    """tr(I) would be any number."""
    (_, display), *_ = (
        StatementPrinter(claim := made_up(Part(equal(Trace(Identity(p)), p))), {}).stated(claim.parts[0]).displays
    )
    assert in_tex(display) == r"\operatorname{tr}(I_{p}) = p"
