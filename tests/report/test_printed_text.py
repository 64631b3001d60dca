"""What the terminal prints of a statement is what the kernel holds: its lines are read back and compared as values."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from letters import A, X, a, p, t, w, x
from sympy import Eq, Identity, Integer, Symbol

from pcaproofs.kernel import Compare, Optimum, SameOptimisers, Scope
from pcaproofs.language.conclusions import at_least, minimises, same_optimisers
from pcaproofs.language.express import name_text
from pcaproofs.language.hypotheses import psd
from pcaproofs.language.nodes import index, inner, sample, sqnorm
from pcaproofs.language.readable_statement import ReadableStatement
from pcaproofs.language.reader import read
from pcaproofs.verify.citations import resolve
from pcaproofs.verify.discovery import chapters, find

from .derivation.test_printed_conclusions import sized
from .derivation.test_printed_hypotheses import readable, tables
from .random_points import plus, point, scaled
from .reading_back import Reader, spelled

ENGLISH = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi"
)
GREEK = dict(zip("αβγδεζηθικλμνξπρστυφχψ", ENGLISH.split(), strict=True))
GREEK |= {a.upper(): name.capitalize() for a, name in GREEK.items()}
SIGNS = {"=": "=", "≥": ">=", ">": ">", "≠": "!="}
SENSES = {"minimises": "min", "maximises": "max"}
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
TOKEN = re.compile(
    r"(?P<ones>𝟏_[A-Za-z0-9]+)|(?P<name>E\[[^\]]*\]|[A-Za-zα-ωΑ-Ω]+(?:_[A-Za-z0-9]+)?[₀-₉]*)"
    r"|(?P<up>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)|(?P<ratio>\d+/\d+)|(?P<other>.)"
)
PLAIN = {"‖": r"\lVert ", "ᵀ": r"^\top ", "⁺": "^+", "∇": r"\nabla ", "√": r"\sqrt "}


def latex_of(text: str, names: dict[str, str]) -> str:
    """A line of text in the LaTeX that the reader of formulas reads."""
    out = []
    for m in TOKEN.finditer(text):
        if m["up"]:
            out.append("^{" + m["up"].translate(SUPERSCRIPTS) + "}")
        elif m["ones"]:
            out.append(rf"\mathbf{{1}}_{{{m['ones'][2:]}}}")
        elif m["ratio"]:
            out.append(r"\frac{{{}}}{{{}}}".format(*m["ratio"].split("/")))
        elif m["name"]:
            out.append(_name(m["name"], names) + " ")
        else:
            closing = m["other"] == "‖" and text[m.end() :][:1] in ("²", "⁴", "⁶")  # no norm stands without a power
            out.append(r"\rVert " if closing else PLAIN.get(m["other"], m["other"]))
    return "".join(out)


def _name(word: str, names: dict[str, str]) -> str:
    if word == "tr":
        return r"\operatorname{tr}"
    if match := re.fullmatch(r"I_(\w+)", word):
        return f"I_{{{match[1]}}}"
    if word in names:
        return names[word]
    base = word.rstrip("₀₁₂₃₄₅₆₇₈₉")
    digits = word[len(base) :].translate(str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789"))
    return spelled(GREEK.get(base, base) + digits)


class Read:
    """The lines of one statement, read back."""

    def __init__(self, text: ReadableStatement):
        self.text, self.statement = text, text.statement
        self.points = [point(self.statement, seed) for seed in (1, 2)]
        kept = {name: name for name, _, _ in self.statement.letters}
        self.words = {shown: kernel for kernel, shown in text.factors.items()}
        assert len(self.words) == len(text.factors)
        assert not self.words.keys() & kept.keys()
        sizes = {n: n for n in Scope(self.statement).sizes}
        self.names = {spelled(name): name for name in kept} | {spelled(n): n for n in sizes}
        self.names |= {spelled(shown): kernel for shown, kernel in self.words.items()}
        # diag(x) and (Ax) are letters, the longer ones first: diag((Ax)) before (Ax)
        self.whole = sorted(
            (x for x in kept if x.endswith(")") and x not in self.words.values()),
            key=len,
            reverse=True,
        )
        self.names |= {spelled(f"whole_{k}"): name for k, name in enumerate(self.whole)}

    def as_words(self, line: str) -> str:
        for k, name in enumerate(self.whole):
            line = line.replace(name, f"whole_{k}")
        return line

    def value(self, line: str) -> tuple[str, tuple[Any, ...]]:
        left, sign, right = re.split(r" (=|≥|>|≠) ", self.as_words(line))
        written = {name: spelled(name) for name in self.names.values()}
        sides = [latex_of(x, written) for x in (left, right)]
        return SIGNS[sign], tuple(
            _frozen(plus(a, scaled(-1, b)))
            for at in self.points
            for a, b in [[Reader(x, at, self.names, {}).whole() for x in sides]]
        )

    def kernel(self, h: Compare) -> tuple[str, tuple[Any, ...]]:
        values = (plus(at.value(h.left), scaled(-1, at.value(h.right))) for at in self.points)
        return h.relation, tuple(map(_frozen, values))

    def optimum(self, c: Optimum) -> None:
        first, _, exactly = self.text.conclusion().partition("; ")
        witness, sense, objective = re.split(r" (minimises|maximises) ", first)
        objective, equals, value = objective.partition(" = ")
        assert (SENSES[sense], self.side(objective)) == (c.sense, self.held(c.objective))
        assert (self.side(value) if equals else None) == (self.held(c.value) if c.value is not None else None)
        said = dict(x.split(" = ") for x in re.split(r", (?=\S+ = )", witness))
        assert list(said) == [name_text(name) for name, _ in c.at]
        assert [self.side(x) for x in said.values()] == [self.held(e) for _, e in c.at]
        if c.exactly:
            who, _, equations = exactly.partition(" is best ⟺ ")
            assert who == self.tuple([name for name, _ in c.at])
            assert list(map(self.value, equations.split(" and "))) == list(map(self.kernel, c.exactly))
        else:
            assert not exactly

    def best(self, text: str) -> tuple[str, str, list[Any]]:
        who, sense, objective = re.split(r" (minimises|maximises) ", text)
        return who, SENSES[sense], self.side(objective)

    def tuple(self, names: Sequence[str]) -> str:
        return name_text(names[0]) if len(names) == 1 else f"({', '.join(map(name_text, names))})"

    def side(self, text: str) -> list[Any]:
        text = latex_of(self.as_words(text), {name: spelled(name) for name in self.names.values()})
        return [sized(Reader(text, at, self.names, {}).whole()) for at in self.points]

    def held(self, e: Any) -> list[Any]:
        return [sized(at.value(e)) for at in self.points]

    def compare(self) -> None:
        lines = [re.sub(r"  \(not used\)$", "", line) for line in self.text.lines()]
        said = [re.sub(r"^(given|where|by [\w.-]+:|with .*? from [\w.-]+:| ) ", "", x) for x in lines if x[-1] != ":"]
        printed = Counter(map(self.value, said))
        assert printed == Counter(self.kernel(h) for _, h in self.statement.hypotheses)
        match self.statement.conclusion:
            case Compare() as c:
                assert self.value(self.text.conclusion()) == self.kernel(c)
            case Optimum() as c:
                self.optimum(c)
            case SameOptimisers() as c:
                said = [self.best(x) for x in self.text.conclusion().split(" ⟺ ")]
                assert said == [(self.tuple(c.variables), sense, self.held(f)) for sense, f in (c.first, c.second)]
        hidden = {
            x for x, _, _ in self.statement.letters if re.match(r"√|e_|\(|diag\(|E\[|det\(|adj\(|.*[⁻⁺]|1/", x)
        } | set(self.text.cited)
        shapes = {spelled(x): (str(r), str(c)) for x, r, c in self.statement.letters if x not in hidden}
        shown = re.findall(r"(\S+) \((?:(\w+)×(\w+)|real)\)", self.text.letters())
        assert {_name(x, {}): (r or "1", c or "1") for x, r, c in shown} == shapes
        sizes = re.search(r"integers (.*?) ≥ 1", self.text.letters())
        assert set(sizes[1].split(", ") if sizes else []) == {n for n in Scope(self.statement).sizes if not n.isdigit()}


def _frozen(a: Any) -> Any:
    return tuple(map(tuple, a))


@pytest.mark.parametrize("chapter", chapters())
def test_every_claim_is_printed_as_the_kernel_holds_it(chapter):
    for claim in find([chapter.replace("_", "-")]):
        for part in claim.parts:
            found = resolve(part, claim.id)
            Read(ReadableStatement(found.reading.statement, found.reading, found.origins)).compare()


@pytest.mark.parametrize("rows", tables())
def test_every_statement_of_the_tables_is(rows):
    for _, conclusion, assuming, *_ in filter(readable, rows):
        reading = read(conclusion, tuple(assuming))
        if not any("′" in size for size in Scope(reading.statement).sizes):  # p′ + 1 is no word to this reader
            Read(ReadableStatement(reading.statement, reading)).compare()


g = Symbol("g", positive=True)
STATEMENT = read(
    at_least(g / sqnorm(w), inner(sample(X, index("k")), w)),
    (psd(A - (g + t) * Identity(p)), psd(t * Identity(p) - A), Eq(A * w, t * w)),
).statement


def test_factors_have_short_names_and_every_line_is_there():
    text = ReadableStatement(STATEMENT)
    assert list(text.factors.values()) == ["F_1", "F_2"]
    assert not any("√" in line for line in (text.letters(), text.conclusion(), *text.lines()))
    assert any("F₂ᵀ F₂" in line for line in text.lines())
    assert "for any unit vectors e_k of length n:" in list(text.lines())
    assert text.letters() == "for all integers n, p ≥ 1, t (real), g (real), A (p×p), w (p×1), X (n×p)"


def test_the_comparison_fails_for_a_lost_or_changed_line(monkeypatch):
    Read(ReadableStatement(STATEMENT)).compare()
    whole = ReadableStatement.lines
    count = len(list(whole(ReadableStatement(STATEMENT))))

    def fails(change):
        monkeypatch.setattr(ReadableStatement, "lines", lambda self: change(list(whole(self))))
        with pytest.raises(AssertionError):
            Read(ReadableStatement(STATEMENT)).compare()

    for k in range(count):
        if list(whole(ReadableStatement(STATEMENT)))[k][-1] != ":":
            fails(lambda lines, k=k: lines[:k] + lines[k + 1 :])
    for old, new in (("> 0", "≥ 0"), ("- A", "+ A"), ("A w = t w", "A w = g w")):
        assert any(old in line for line in whole(ReadableStatement(STATEMENT)))
        fails(lambda lines, old=old, new=new: [line.replace(old, new) for line in lines])


OPTIMUM = read(
    minimises(sqnorm(x - a) + t**2, {x: a, t: Integer(0)}, value=0 * t, exactly=(Eq(x, a), Eq(t, 0)))
).statement
SAME = read(
    same_optimisers([w], ("min", sqnorm(X - X * w * w.T)), ("max", inner(w, X.T * X * w))), (Eq(sqnorm(w), 1),)
).statement
CHANGES = [
    (OPTIMUM, "minimises", "maximises"),
    (OPTIMUM, "x = a,", "x = -a,"),
    (OPTIMUM, ", t = 0 ", ", t = 1 "),
    (OPTIMUM, "x = a, t = 0 ", "t = 0, x = a "),
    (OPTIMUM, "x - a", "x + a"),
    (OPTIMUM, " = 0;", ";"),
    (OPTIMUM, " = 0;", " = 1;"),
    (OPTIMUM, "(x, t)", "x"),
    (OPTIMUM, " and t = 0", ""),
    (OPTIMUM, "⟺ x = a", "⟺ x = -a"),
    (SAME, "minimises", "maximises"),
    (SAME, "maximises", "minimises"),
    (SAME, "w minimises", "X minimises"),
    (SAME, "X - X", "X + X"),
    (SAME, "maximises tr", "maximises 2 tr"),
]


def test_optima_are_written_completely():
    written = "x = a, t = 0 minimises t² + ‖x - a‖² = 0; (x, t) is best ⟺ x = a and t = 0"
    assert ReadableStatement(OPTIMUM).conclusion() == written
    assert ReadableStatement(SAME).conclusion() == "w minimises ‖X - X w wᵀ‖² ⟺ w maximises tr(wᵀ Xᵀ X w)"


@pytest.mark.parametrize(("statement", "old", "new"), CHANGES)
def test_the_comparison_fails_for_a_changed_optimum(statement, old, new, monkeypatch):
    Read(ReadableStatement(statement)).compare()
    whole = ReadableStatement(statement).conclusion()
    assert old in whole, whole
    monkeypatch.setattr(ReadableStatement, "conclusion", lambda self: whole.replace(old, new, 1))
    with pytest.raises((AssertionError, ValueError)):
        Read(ReadableStatement(statement)).compare()
