"""Certificates as people read them: for each goal what it equals, term by term, with the fact that each term uses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from pcaproofs.kernel import Certificate, Cofactor, Compare, Expression, Lemma, Optimum, SameOptimisers, Statement
from pcaproofs.report import forms
from pcaproofs.report.abbreviations import Abbreviations
from pcaproofs.report.emit import latex, signed, width
from pcaproofs.report.forms import Enclosed, Form, Name, Sum
from pcaproofs.report.kernel_notation import KernelNotation

LONGEST = 24  # lines of a proof that are shown
SHORT = 26  # glyphs of a difference that may stand inside a term; a longer one gets a name

FREE = "Both sides, multiplied out, are the same polynomial: nothing is used but the rules of matrix algebra."


@dataclass(frozen=True)
class Step:
    """One term and what makes it zero, or not negative."""

    sign: str
    term: str
    reason: str


@dataclass
class Block:
    """The proof of one goal or lemma: words, the terms, and how many more there are."""

    title: str
    intro: str
    steps: list[Step] = field(default_factory=list)
    outro: str = ""
    more: int = 0


@dataclass(frozen=True)
class Fact:
    """Something of the form difference = 0 (or >= 0): the difference, and the fact as it is written."""

    difference: Form
    written: str


class Prover:
    """Writes out the certificate of one statement."""

    def __init__(self, statement: Statement, certificate: Certificate, short: Abbreviations, names: dict[str, str]):
        self.statement, self.certificate = statement, certificate
        self.print = KernelNotation(statement, short, names)
        self.named: dict[str, str] = {}  # the definition of each E_k
        self.facts = self._known()

    def blocks(self) -> list[Block]:
        """The proof of every goal, in the certificate's order, cut after LONGEST lines in all."""
        out: list[Block] = []
        for goal, proof in self.certificate.proofs:
            for lemma in proof.lemmas:
                out.append(self._lemma(lemma))
            title, intro = self._goal(goal)
            steps = [self._square(w, m) for w, m in proof.squares] + [self._step(c) for c in proof.cofactors]
            if not steps:
                out.append(Block(title, FREE if goal == "main" else f"{intro} vanishes once it is multiplied out."))
                continue
            ending = "the sum of" if len(steps) > 1 else "equal to"
            out.append(Block(title, f"{intro} is {ending}", steps))
        return _cut(out)

    def definitions(self) -> list[tuple[str, str]]:
        return [(name, meaning) for meaning, name in self.named.items()]

    # ------------------------------------------------------------------------------------------------ facts
    def _compare(self, c: Compare) -> Fact:
        left, right = self.print.form(c.left), self.print.form(c.right)
        sign = {"=": "=", ">=": r"\ge", ">": ">", "!=": r"\ne"}[c.relation]
        difference = forms.plus([left, forms.negative(right)])
        return Fact(difference, f"${latex(left)} {sign} {latex(right)}$")

    def _known(self) -> dict[str, Fact]:
        facts = {name: self._compare(h) for name, h in self.statement.hypotheses}
        for n in self.statement.ones:
            one, size = ("letter", f"1[{n}]"), ("size", n) if isinstance(n, str) else ("number", str(n))
            facts[f"ones {n}"] = self._compare(Compare(("mul", ("t", one), one), "=", size))
        sizes = {x for _, *shape in self.statement.letters for x in shape if isinstance(x, str)}
        for n in sorted(sizes | {x for x in self.statement.ones if isinstance(x, str)}):
            facts[f"{n} > 0"] = Fact(Name(n), f"${n} > 0$")
            facts[f"{n} >= 1"] = Fact(forms.plus([Name(n), forms.number(-1)]), rf"${n} \ge 1$")
            facts[f"1/{n} > 0"] = Fact(forms.times([], [Name(n)]), f"${n} > 0$")
        for name, e in self.certificate.lets:
            value = self.print.form(e)
            letter = Name(rf"\mathsf{{{name}}}".replace("_", r"\_"), "?", "?")
            difference = forms.plus([letter, forms.negative(value)])
            facts[f"let {name}"] = Fact(difference, f"${letter.latex} = {latex(value)}$")
        c = self.statement.conclusion
        if isinstance(c, Optimum):
            gap = Name(r"\Delta")
            facts["optimal"] = Fact(gap, "the point is optimal")
            facts |= {f"exactly {k}": self._compare(e) for k, e in enumerate(c.exactly)}
        return facts

    def _short(self, form: Form) -> Form:
        """A difference as it stands, or a name for it where it is long."""
        meaning = latex(form)
        if width(meaning) <= SHORT:
            return form
        if meaning not in self.named:
            self.named[meaning] = f"E_{{{len(self.named) + 1}}}"
        return Name(self.named[meaning], "?", "?")

    # ------------------------------------------------------------------------------------------------ steps
    def _step(self, c: Cofactor) -> Step:
        fact = self.facts.get(c.fact)
        if fact is None:
            return Step("+", r"\cdot", c.fact.replace("_", r"\_"))
        middle = self._short(fact.difference)
        middle = forms.transposed(middle) if c.transposed else middle
        inner = forms.times([self.print.form(c.left), middle, self.print.form(c.right)])
        if c.outer is None:
            return _step(inner, fact.written)
        return _step(forms.times([self.print.form(c.outer), forms.trace(inner)]), fact.written)

    def _weight(self, weight: tuple[str, tuple[tuple[str, int], ...]]) -> tuple[Form, str]:
        rational, powers = weight
        known = [(self.facts[name], power) for name, power in powers if name in self.facts]
        factors = [self._short(f.difference) for f, power in known for _ in range(power)]
        why = ", ".join(f.written for f, _ in known)
        return forms.times([self.print.form(("number", rational)), *factors]), why

    def _square(self, weight: tuple[str, tuple[tuple[str, int], ...]], matrix: Expression) -> Step:
        factor, why = self._weight(weight)
        term = forms.times([factor, self.print.norm2(matrix)])
        return _step(term, r"a square, $\ge 0$" + (f" as {why}" if why else ""))

    def _lemma(self, lemma: Lemma) -> Block:
        steps = [self._step(c) for c in lemma.cofactors]
        title = lemma.name.capitalize()
        if lemma.squares:
            squares = [self._square(w, m) for w, m in lemma.squares]
            for k, (_, m) in enumerate(lemma.squares):
                form = self.print.form(m)
                self.facts[f"{lemma.name}.{k}"] = Fact(form, f"{lemma.name}: ${latex(self._short(form))} = 0$")
            total = " + ".join(s.term for s in squares)
            return Block(title, f"A sum of squares, ${total}$, is equal to", steps, "so each square is zero.")
        assert lemma.value is not None
        value = self.print.form(lemma.value)
        factor, why = self._weight(lemma.factor)
        self.facts[lemma.name] = Fact(value, f"{lemma.name}")
        shown = latex(forms.times([factor, value]))
        ending = "the sum of" if len(steps) > 1 else "equal to"
        outro = "so it is zero."
        if lemma.factor != ("1", ()):
            outro = f"and the factor is not zero{', ' + why if why else ''}; hence what it multiplies is zero."
        return Block(title, rf"${shown}$ is {ending}", steps, outro)

    # ------------------------------------------------------------------------------------------------ goals
    def _goal(self, goal: str) -> tuple[str, str]:
        c = self.statement.conclusion
        kind, _, rest = goal.partition(" ")
        if kind == "main" or not isinstance(c, Optimum | SameOptimisers):
            return "", "Left minus right"
        if isinstance(c, SameOptimisers):
            return "", f"{self._transform(c)}"
        if kind == "feasible:":
            fact = self.facts.get(rest)
            return "Feasible", f"At the claimed optimum left minus right of {fact.written if fact else rest}"
        if kind == "better":
            any_point, best = "the objective at any feasible point", "its value at the claimed optimum"
            if c.sense == "min":
                return "Best", f"{any_point.capitalize()} minus {best}"
            return "Best", f"{best.capitalize().replace('Its', 'The')} minus {any_point}"
        if kind == "value":
            return "Value", "The objective at the claimed optimum minus the stated value"
        if kind == "exactly":
            fact = self.facts.get(goal)
            which = fact.written if fact else "the equation"
            return "Only if", f"At an optimal point, where the gap $\\Delta$ is zero, left minus right of {which}"
        return "If", "Where the equations hold, the gap to the optimum"

    def _transform(self, c: SameOptimisers) -> str:
        assert self.certificate.transform is not None
        weight, constant, k, _ = self.certificate.transform
        factor, _ = self._weight(weight)
        f = Name("f")
        power: Form = f if k == 1 else Enclosed("", (f,), f"^{{{k}}}")
        sign = 1 if c.first[0] == c.second[0] else -1
        right = forms.plus([self.print.form(constant), forms.times([forms.number(sign), factor, power])])
        return (
            f"With $f$ the first objective and $g$ the second, $g = {latex(right)}$, in which nothing but $f$ depends "
            "on the variables; so what is best for one is best for the other. The difference of its two sides"
        )


def _step(form: Form, reason: str) -> Step:
    """A term of a sum; what is a sum itself stands in brackets."""
    if isinstance(form, Sum):
        return Step("+", rf"\bigl({latex(form)}\bigr)", reason)
    return Step(*signed(form), reason)


def _cut(blocks: Sequence[Block]) -> list[Block]:
    """The first LONGEST lines; the last block that is shown says how many more there are."""
    out: list[Block] = []
    room = LONGEST
    hidden = 0
    for block in blocks:
        if hidden or room <= 0 or (len(block.steps) > room and room < 3):
            hidden += max(len(block.steps), 1)
            continue
        if len(block.steps) > room:
            hidden += len(block.steps) - room
            block.steps, block.outro = block.steps[:room], ""
        room -= max(len(block.steps), 1)
        out.append(block)
    if hidden:
        out[-1].more = hidden
    return out
