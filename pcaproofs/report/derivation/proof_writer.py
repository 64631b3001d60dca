"""Certificates in readable form: for each goal a chain of equations, or the list of its terms."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import add
from typing import Any

from pcaproofs.certificates import facts_of
from pcaproofs.formula import algebra
from pcaproofs.formula.abbreviations import Abbreviations
from pcaproofs.formula.from_kernel import KernelNotation
from pcaproofs.formula.line_breaks import LINE, broken, height, width
from pcaproofs.formula.names import named
from pcaproofs.formula.tree import Brackets, Formula, Name, Sum, Trace, Zero, parts
from pcaproofs.goals import (
    ENOUGH,
    MAIN,
    TRANSFORM,
    VALUE,
    GoalKind,
    GoalName,
    parse,
)
from pcaproofs.kernel import (
    Certificate,
    Cofactor,
    Expression,
    Lemma,
    Optimum,
    Polynomial,
    Proof,
    Statement,
    Weight,
    goals,
    squared_norm,
    weigh,
)
from pcaproofs.report.derivation.chains import ChainLine, Chains, TooLong, uses
from pcaproofs.report.derivation.facts import AT_BEST, BEST, F, PrintedFact, known
from pcaproofs.report.derivation.goal_sides import GoalSides
from pcaproofs.report.derivation.inlined import inlined
from pcaproofs.report.derivation.optimality import is_equation, is_multiple, read_off
from pcaproofs.report.derivation.proof_blocks import AuthorsText, ProofBlock, Step
from pcaproofs.report.derivation.worked_lines import worked_chain
from pcaproofs.report.sentences import NOTHING, Sentence, fill, joined, listed, sentence
from pcaproofs.terms import from_polynomial, is_positive

LONGEST = 24  # terms of a proof that are shown
SHORT = 26  # glyphs of a difference that is printed inside a term; a longer one gets a name

FREE = sentence("Both sides, multiplied out, are the same polynomial: nothing is used but the rules of matrix algebra.")

_TITLES = {
    GoalKind.FEASIBLE: "Feasible",
    GoalKind.BETTER: "Optimal",
    GoalKind.VALUE: "Value",
    GoalKind.EXACTLY: "Only if",
    GoalKind.ENOUGH: "If",
}


class ProofWriter:
    """Writes out the certificate of one statement.

    names: short names of its letters. written: the author's text.
    """

    def __init__(
        self,
        statement: Statement,
        certificate: Certificate,
        short: Abbreviations,
        names: dict[str, str],
        written: AuthorsText | None = None,
    ):
        self.statement, self.certificate, self.written = statement, certificate, written or AuthorsText()
        self.print = KernelNotation(statement, short, names)
        self.named: dict[Formula, Name] = {}  # what each E_k stands for
        self.worth: tuple[Polynomial, Sentence] | None = None  # f* − its value, and that it is its value, once shown
        self.facts = known(statement, certificate, self.print, self.written.origins)
        for name, fact in self.facts.items():
            if name in self.written.hypotheses and not fact.claim and _width(fact.written) > LINE:
                self.facts[name] = replace(fact, written=self.written.hypotheses[name])
        self.scope, todo = goals(statement, certificate)
        self.todo = {parse(name): (relation, p, given) for name, relation, p, given in todo}
        self.chains = Chains(self.scope, self.print)
        self.sides = GoalSides(statement, certificate, self.scope, self.print, self.written.sides)

    def blocks(self) -> list[ProofBlock]:
        """The proof of every goal, in the certificate's order; lists are cut after LONGEST terms in total."""
        out: list[ProofBlock] = []
        for goal, proof in sorted(((parse(x), y) for x, y in self.certificate.proofs), key=lambda x: _place(x[0])):
            _, p, given = self.todo[goal]
            self.given = dict(given)
            if goal.kind is GoalKind.FEASIBLE and self.facts[goal.subject].claim:
                continue  # an equation that holds for every choice, by that claim
            blocks = read_off(self, goal, proof) or self._written_out(goal, proof, p)
            if goal.kind is GoalKind.FEASIBLE:
                blocks = self._feasible(goal, blocks, out[-1] if out else None)
            elif goal == VALUE and p.terms and isinstance(c := self.statement.conclusion, Optimum) and c.value:
                value = self.written.sides.get("value", self.print.form(c.value))  # else it is so by definition
                self.worth = p, sentence(algebra.relation(BEST, "=", value))
            out += blocks
        if isinstance(self.statement.conclusion, Optimum):
            out = self._with_equality(out)
            if any(x in (F, BEST) for block in out for form in block.formulas() for x in parts(form)):
                out.insert(0, ProofBlock("", self.sides.letters()))
        return _shortened(out)

    def _with_equality(self, blocks: list[ProofBlock]) -> list[ProofBlock]:
        """The blocks with "Only if" and "If" as one sentence, where each only says that the squares vanish."""
        titles = [self.title(GoalName(kind)) for kind in (GoalKind.EXACTLY, GoalKind.ENOUGH)]
        last = [block for block in blocks if block.title in titles]
        if not last or any(block.steps or block.outro for block in last) or blocks[-len(last) :] != last:
            return blocks
        where = listed([fact.written for name, fact in self.facts.items() if is_equation(name)])
        said = fill("{} exactly where what is squared above is zero, which is to say {}.", AT_BEST, where)
        return [*blocks[: -len(last)], ProofBlock("Equality", said)]

    def _feasible(self, goal: GoalName, blocks: list[ProofBlock], before: ProofBlock | None) -> list[ProofBlock]:
        """That the claimed optimum fulfils one of the constraints: in a sentence, where it takes one line."""
        block, fact = blocks[0], self.facts[goal.subject].written
        if len(blocks) == len(block.steps) == 1 and block.left:
            why = block.steps[0].reason
            same = algebra.relation(block.left, "=", block.steps[0].term) in why.formulas()
            by = " by assumption" if same else ", as one sees by multiplying out" if not any(why.formulas()) else ""
            who = "It" if before and not before.steps else "The claimed optimum"
            said = fill(f"{who} fulfils {{}}{by or ', since {}'}.", fact, *([] if by else [why]))
            blocks = [ProofBlock(block.title, said)]
        if before is None:
            return blocks
        intro = sentence("And there") if blocks[0].steps else blocks[0].intro
        return [replace(blocks[0], title="", intro=intro), *blocks[1:]]

    def _written_out(self, goal: GoalName, proof: Proof, p: Polynomial) -> list[ProofBlock]:
        """A goal's proof as found, or without the lemmas that are sums of facts, whichever takes fewer lines."""
        direct = inlined(proof)
        if str(goal) in self.written.lines or direct == proof:
            return self._blocks_of(goal, proof, p)
        before = self.facts, self.given, self.named
        written: list[tuple[list[ProofBlock], Any]] = []
        for each in (direct, proof):
            self.facts, self.given, self.named = dict(before[0]), dict(before[1]), dict(before[2])
            written.append((self._blocks_of(goal, each, p), (self.facts, self.given, self.named)))
        blocks, (self.facts, self.given, self.named) = min(written, key=lambda x: _effort(x[0]))
        return blocks

    def _blocks_of(self, goal: GoalName, proof: Proof, p: Polynomial) -> list[ProofBlock]:
        """The lemmas of a goal's proof, and its chain or list."""
        is_worked = str(goal) in self.written.lines
        before = [] if is_worked else [self.lemma(lemma) for lemma in proof.lemmas]
        if (
            before
            and goal == MAIN
            and self._is_goal(proof.lemmas[-1], p)
            and (end := self._ending_with_lemma(p, before, proof.lemmas[-1]))
        ):
            return end
        return [*before, self.chain(goal, proof, p) or self.term_list(goal, proof)]

    def _is_goal(self, lemma: Lemma, p: Polynomial) -> bool:
        """Whether a lemma states the goal: left minus right is zero, or is what one of its squares squares."""
        names = [f"{lemma.name}.{k}" for k in range(len(lemma.squares))] if lemma.value is None else [lemma.name]
        return any(self.given[x][0] == "=" and is_multiple(p, self.given[x][1]) for x in names)

    def _ending_with_lemma(self, p: Polynomial, lemmas: Sequence[ProofBlock], stated: Lemma) -> list[ProofBlock] | None:
        """The lemmas of a proof whose last lemma is the goal, or has it; that lemma ends the proof without a name."""
        ends, last = self.sides.of(MAIN, p), lemmas[-1]
        if ends is None or last.left is None:
            return None
        _, (_, first), (_, second) = ends
        also = "in particular" if stated.squares[1:] else "which is to say"
        so = fill(f"{{}}, {also} {{}}.", last.outro.without_end(), algebra.relation(first[0], "=", second[0]))
        return [*lemmas[:-1], replace(last, title="", intro=NOTHING, outro=so)]

    def citing(self) -> Sentence:
        """The facts that the certificate cites, for a claim about its own assumptions."""
        cited = facts_of(self.certificate)
        shown = [fact.written for name, fact in self.facts.items() if name in cited]
        if not shown:
            return fill("The proof uses no hypothesis. {}", FREE)
        return fill("The proof uses only {}.", listed([*dict.fromkeys(shown)]))

    def definitions(self) -> list[tuple[Name, Formula]]:
        """The names given to long inverses and differences, with their definitions."""
        return [*self.print.definitions(), *((name, meaning) for meaning, name in self.named.items())]

    # ------------------------------------------------------------------------------------------------ chains
    def chain(self, goal: GoalName, proof: Proof, p: Polynomial) -> ProofBlock | None:
        """The proof of a goal as a chain if it is shorter than the list; equations start at their longer side."""
        ends = self.sides.of(goal, p)
        if ends is None:
            return None
        intro, first, last = ends
        if str(goal) in self.written.lines:
            return worked_chain(self, goal, intro, (first[1][0], last[1][0]), proof, first[0])
        relation, terms = self.todo[goal][0], [self.step(c) for c in proof.cofactors]
        used = uses(proof.cofactors, self.given, self.scope, p, {k: f.reason for k, f in self.facts.items()})
        squares = [self._square(w, m) for w, m in proof.squares]
        try:
            if relation == "=":
                way = self.chains.lines_from_start if goal in (TRANSFORM, VALUE, ENOUGH) else self.chains.lines_between
                shown = way(first, used, last)
            else:
                total = self.sum_of_squares(proof.squares, p)
                end = algebra.plus([self.squared(w, m) for w, m in proof.squares])
                shown = self.chains.lines_from_start(first, used, (total, [end]))
        except TooLong:
            return None
        steps = [self._line(line, proof.cofactors, terms) for line in shown[1:]]
        if relation != "=" and squares:
            steps.append(self.not_negative(proof.squares))
        if not steps:
            return None
        if _lines_of([s.term for s in steps]) > max(7, 2 * _lines_of([s.term for s in (*squares, *terms)]) + 3):
            return None
        return ProofBlock(self.title(goal), intro, steps, left=broken(shown[0].form), value=_value(shown[0]))

    def not_negative(self, squares: Sequence[tuple[Weight, Expression]]) -> Step:
        why = list(dict.fromkeys(w for weight, _ in squares if (w := self._weight(weight)[1])))
        real = [m for _, m in squares if m != ("number", "1")]
        words = ["a square" if len(real) == 1 else "a sum of squares"] if real else []
        return Step("≥", algebra.number(0), joined(", ", [*words, *why]))

    def _line(self, line: ChainLine, cofactors: Sequence[Cofactor], terms: Sequence[Step]) -> Step:
        by = [(t.sign, t.term) for c, t in zip(cofactors, terms, strict=True) if c.fact == line.fact]
        return Step("=", broken(line.form), line.reason, tuple(by), _value(line))

    def sum_of_squares(self, squares: Sequence[tuple[Weight, Expression]], p: Polynomial) -> Polynomial:
        each = [weigh(w, self.given) * squared_norm(m, self.scope) for w, m in squares]
        return reduce(add, each, Polynomial(p.rows, p.cols))

    # ------------------------------------------------------------------------------------------------ lists
    def term_list(self, goal: GoalName, proof: Proof) -> ProofBlock:
        """The proof of a goal as a list of terms."""
        title, intro = self.title(goal), self.sides.words(goal, self.facts)
        steps = [self._square(w, m) for w, m in proof.squares] + [self.step(c) for c in proof.cofactors]
        if not steps:
            if goal.kind is GoalKind.FEASIBLE:
                return ProofBlock(
                    title,
                    fill(
                        "The claimed optimum fulfils {}, as one sees by multiplying out.",
                        self.facts[goal.subject].written,
                    ),
                )
            return ProofBlock(title, FREE if goal == MAIN else fill("{} vanishes once it is multiplied out.", intro))
        return ProofBlock(title, fill(f"{{}} is {_ending(steps)}", intro), steps)

    def _short(self, form: Formula) -> Formula:
        """A difference, or a name for it if it is long."""
        if width(form) <= SHORT:
            return form
        return self.named.setdefault(form, named("E", str(len(self.named) + 1), None))

    def step(self, c: Cofactor) -> Step:
        fact = self.facts[c.fact]
        middle = self._short(fact.difference)
        middle = algebra.transposed(middle) if c.transposed else middle
        inner = algebra.times([self.print.form(c.left), middle, self.print.form(c.right)])
        if c.outer is None:
            return _step(inner, fact.reason)
        return _step(algebra.times([self.print.form(c.outer), Trace(inner)]), fact.reason)

    def _weight(self, weight: Weight) -> tuple[Formula, Sentence]:
        rational, powers = weight
        used = [(self.facts[name], power) for name, power in powers if name in self.facts]
        factors = [self._short(f.difference) for f, power in used for _ in range(power)]
        why = joined(", ", [f.reason for f, _ in used])
        return algebra.times([self.print.form(("number", rational)), *factors]), why

    def squared(self, weight: Weight, matrix: Expression) -> Formula:
        return algebra.times([self._weight(weight)[0], self.print.norm2(matrix)])

    def _square(self, weight: Weight, matrix: Expression) -> Step:
        why = self._weight(weight)[1]
        said = sentence("a square, ≥ 0")
        return _step(self.squared(weight, matrix), fill("{} as {}", said, why) if why else said)

    # ------------------------------------------------------------------------------------------------ lemmas
    def lemma(self, lemma: Lemma) -> ProofBlock:
        """A lemma as a chain that ends in zero, or as a list; later steps may use it as a fact."""
        title = lemma.name.capitalize()
        steps = [self.step(c) for c in lemma.cofactors]
        if lemma.squares and lemma.value is not None:
            form = algebra.times([self._weight(lemma.factor)[0], self.print.form(lemma.value)])
            steps = [self._square(w, m) for w, m in lemma.squares] + steps
            why = joined(", ", ["so it is at least zero", *dict.fromkeys([self._weight(lemma.factor)[1]])])
            self.learn(lemma)
            return ProofBlock(title, fill(f"{{}} is {_ending(steps)}", form), steps, fill("{}.", why))
        if lemma.squares:
            total = reduce(add, [weigh(w, self.given) * squared_norm(m, self.scope) for w, m in lemma.squares])
            form = algebra.plus([self.squared(w, m) for w, m in lemma.squares])
            several = len(lemma.squares) > 1
            intro = "A sum of squares, " if several else "A square, "
            outro = sentence("so each square is zero." if several else "so what is squared is zero.")
        else:
            assert lemma.value is not None
            factor, why = self._weight(lemma.factor)
            value = self.scope.expand(lemma.value)
            total = weigh(lemma.factor, self.given, ("!=", ">")) * value
            form = algebra.times([factor, self.print.form(lemma.value)])
            intro, outro = "", sentence("so it is zero.")
            if lemma.factor != ("1", ()):
                reason = joined(", ", ["and the factor is not zero", *([why] if why else [])])
                outro = fill("{}; hence what it multiplies is zero.", reason)
        block = self._zero(title, form, total, lemma.cofactors, steps, outro)
        if block is None:
            said = fill(f"{intro}{{}}{',' if intro else ''} is {_ending(steps)}", form)
            block = ProofBlock(title, said, steps, outro)
        else:
            block.intro = sentence("For")
        self.learn(lemma)
        block.intro = fill("{}. {}", self._conclusion_of(lemma), block.intro)
        return block

    def _conclusion_of(self, lemma: Lemma) -> Sentence:
        """The conclusion of a lemma: a value, or the matrices of its squares, are zero."""
        zero = [m for _, m in lemma.squares] if lemma.value is None else [lemma.value]
        return listed([self._is_zero(m) for m in zero])

    def _is_zero(self, m: Expression) -> Formula:
        """The equation that a matrix is zero; a row is written as a column: Fw = 0 instead of wᵀFᵀ = 0."""
        form = self.print.column(m)
        return algebra.relation(form if width(form) <= LINE else self._short(form), "=", algebra.number(0))

    def _zero(
        self,
        title: str,
        form: Formula,
        p: Polynomial,
        cofactors: Sequence[Cofactor],
        terms: Sequence[Step],
        outro: Sentence,
    ) -> ProofBlock | None:
        """A chain that ends in zero."""
        used = uses(cofactors, self.given, self.scope, p, {k: f.reason for k, f in self.facts.items()})
        try:
            shown = self.chains.lines_from_start((p, [form]), used, (Polynomial(p.rows, p.cols), [Zero()]))
        except TooLong:
            return None
        most = max(7, 2 * _lines_of([t.term for t in terms]) + 3)
        if len(shown) < 2 or _lines_of([broken(x.form) for x in shown]) > most:
            return None
        steps = [self._line(line, cofactors, terms) for line in shown[1:]]
        return ProofBlock(title, Sentence(), steps, outro, left=broken(shown[0].form), value=_value(shown[0]))

    def learn(self, lemma: Lemma) -> None:
        """Makes a lemma's conclusion available to later steps."""
        for k, (w, m) in enumerate(lemma.squares if lemma.value is None else ()):
            form, value = self.print.form(m), self.scope.expand(m)
            if not is_positive(w, self.given):
                form, value = algebra.times([self._weight(w)[0], form]), weigh(w, self.given) * value
            self.facts[f"{lemma.name}.{k}"] = PrintedFact(form, fill(f"{lemma.name}: {{}}", self._is_zero(m)))
            self.given[f"{lemma.name}.{k}"] = ("=", value)
        if lemma.value is not None:
            self.facts[lemma.name] = PrintedFact(self.print.form(lemma.value), sentence(lemma.name))
            self.given[lemma.name] = (">=" if lemma.squares else "=", self.scope.expand(lemma.value))

    def title(self, goal: GoalName) -> str:
        if not isinstance(self.statement.conclusion, Optimum):
            return ""
        return _TITLES[goal.kind]


def _value(line: ChainLine) -> Expression | None:
    return None if line.value is None else from_polynomial(line.value)


def _place(goal: GoalName) -> int:
    """The place of a goal in a proof: the value comes before that nothing is better."""
    return {GoalKind.FEASIBLE: 0, GoalKind.VALUE: 1}.get(goal.kind, 2)


def _effort(blocks: Sequence[ProofBlock]) -> tuple[int, float]:
    """The length of blocks for a reader: the number of lists, then the lines by width and the conclusions of lemmas."""
    lists = sum(block.left is None and bool(block.steps) for block in blocks)
    rows = sum(1 + width(step.term) / LINE for block in blocks for step in block.steps)
    return lists, rows + 2 * sum(bool(block.outro) for block in blocks)


def _width(text: Sentence) -> float:
    """The width of the widest formula in a sentence."""
    return max(map(width, text.formulas()), default=0)


def _ending(steps: Sequence[Step]) -> str:
    return "the sum of" if len(steps) > 1 else "equal to"


def _step(form: Formula, reason: Sentence) -> Step:
    """A term of a sum; a term that is a sum gets brackets."""
    if isinstance(form, Sum):
        return Step("+", Brackets(form), reason)
    if algebra.is_negative(form):
        return Step("−", _positive(form), reason)
    return Step("+", form, reason)


def _positive(term: Formula) -> Formula:
    """A subtracted term without its sign."""
    form = algebra.negative(term)
    return Brackets(form) if isinstance(form, Sum) else form


def _lines_of(terms: Sequence[Formula]) -> int:
    """The number of lines that terms take."""
    return sum(max(height(term), round(width(term) / LINE + 0.3)) for term in terms)


def _shortened(blocks: Sequence[ProofBlock]) -> list[ProofBlock]:
    """The blocks with only the first LONGEST terms of lists; the last block says how many more there are."""
    out: list[ProofBlock] = []
    room = LONGEST
    hidden = 0
    for block in blocks:
        if hidden or room <= 0 or (len(block.steps) > room and room < 3):
            hidden += max(len(block.steps), 1)
            continue
        if len(block.steps) > room:
            hidden += len(block.steps) - room
            block.steps, block.outro = block.steps[:room], Sentence()
        room -= max(len(block.steps), 1) if not block.left else 0
        out.append(block)
    if hidden:
        out[-1].more = hidden
    return out
