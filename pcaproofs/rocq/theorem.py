"""A statement with its certificate, as a definition for readers and a theorem that Rocq checks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pcaproofs.goals import BETTER, ENOUGH, MAIN, OPTIMAL, TRANSFORM, VALUE, GoalName, exactly, feasible
from pcaproofs.kernel import Certificate, Compare, Expression, Optimum, Proof, SameOptimisers, Statement
from pcaproofs.rocq import derivatives, determinants, terms
from pcaproofs.rocq.prepare import prepared
from pcaproofs.rocq.problem import NONE, Functions, Sum, check_once
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.statement import Written
from pcaproofs.rocq.steps import Steps
from pcaproofs.rocq.tactics import alone, nested, nested_right, step
from pcaproofs.rocq.terms import PRODUCT, ZERO, RocqTerm

Lemma = tuple[str, tuple[str, ...], str, tuple[str, ...]]  # name, definitions, statement, script


class Theorem:
    """definition: the statement as text. data: definitions for the proof. proof: the script that proves it."""

    def __init__(
        self,
        statement: Statement,
        certificate: Certificate,
        sums: Sequence[tuple[Expression, Sum]] = (),
        functions: Functions = NONE,
    ):
        self.problem = prepared(statement, sums, functions)
        check_once([name for name, _ in certificate.proofs])
        self.certificate, self.proofs = certificate, dict(certificate.proofs)
        self.conclusion = statement.conclusion
        self.written = Written(self.problem)
        self.definition = self.written.definition()
        self.unused = dict(self.proofs)
        self.proof = self._proof()
        if self.unused:
            raise NotTranslated(f"a proof of {next(iter(self.unused))}, which is no goal")
        self.data = self.problem.data
        self.lemmas = {lemma.name: lemma for lemma in self.problem.sum_lemmas.values()}

    def _proof(self) -> list[str]:
        p, c = self.problem, self.conclusion
        unnamed = self.written.unnamed()
        intro = ["K", *(p.names[n] for n in p.sizes), *(p.names[x] for x in p.shapes if x not in unnamed)]
        intro += [*p.bases.values(), *(p.differentials[e][0] for e in p.differentials)]
        intro += [p.positive(n) for n in p.sizes] + list(p.shared.values())
        intro += [derivatives.name_of_hypothesis(p.differentials[e][0]) for e in p.differentials]
        intro += [p.hypothesis[name] for name, h in p.fixed if self.written.hypothesis(name, h)]
        first, lines = f"move=> {' '.join(intro)}", list[str]()
        for name, root in p.roots.items():
            h = p.hypothesis[name]
            lines.append(f"have [{p.names[root.letter]} {h}_root] := psd_root {h}.")
        for e in p.differentials:
            lines += derivatives.equation(p, e)
        for law, said in p.fixed:
            if law in p.functions.cited:
                lines += determinants.proved(p, law, said)
        if isinstance(c, Compare):
            lines += self._compare(c)
        else:
            lines += self._optimum(c) if isinstance(c, Optimum) else self._same(c)
        return [f"{first}; {lines[0]}", *lines[1:]]

    def lemma_texts(self) -> tuple[Lemma, ...]:
        """Name, definitions, statement and script of each lemma that the script uses."""
        return tuple((x.name, x.data, x.statement, tuple(x.script)) for x in self.lemmas.values())

    def block(self, constraints: str = "") -> Steps:
        """A block with the hypotheses as facts; constraints: the prefix of the constraints' names, if they have any."""
        p = self.problem
        block = Steps(p)
        for name, h in p.fixed:
            block.known[name] = partial(block.hypothesis, name, h, p.hypothesis[name])
        if constraints:
            for i, (name, h) in enumerate(p.constraints):
                block.known[name] = partial(block.hypothesis, name, h, f"{constraints}{i}")
        return block

    def goal(self, block: Steps, name: GoalName, relation_: str, left: RocqTerm, right: RocqTerm) -> None:
        """One of the certificate's goals, with its proof."""
        if str(name) not in self.proofs:
            raise NotTranslated(f"a certificate without a proof of {name}")
        self.unused.pop(str(name), None)
        block.prove(relation_, left, right, self.proofs[str(name)])

    def _compare(self, c: Compare) -> list[str]:
        p, block = self.problem, self.block()
        for name, e in self.certificate.lets:
            value = block.term(e)
            letter = block.variable(name, block.typed(value), value.rows, value.cols)
            block.known[f"let {name}"] = partial(block.have, "=", letter, value, "erefl")
            block.extra[name] = (block.typed(value), value.rows, value.cols)
            block.lets[e] = name
        if p.says_derivative(c):
            name, steps = derivatives.shown(p, c.left)
            block.before += steps
            self.goal(block, MAIN, "=", block.term(derivatives.explicit(p, c.left)), block.term(c.right))
            said = derivatives.relation_text(block, c.left, "pc_X")
            return block.finish(f"eq_ind _ (fun pc_X => {said}) {name} _ {{}}")
        self.goal(block, MAIN, c.relation, block.term(c.left), block.term(c.right))
        return block.finish()

    def _optimum(self, c: Optimum) -> list[str]:
        p, values = self.problem, dict(c.at)
        block, parts = self.block(), ["split"]
        for name, h in p.constraints:
            self.goal(
                block, feasible(name), h.relation, block.term_with(values, h.left), block.term_with(values, h.right)
            )
        lines = alone("", block.finish())
        block = self.block("pc_C")
        self.goal(block, BETTER, ">=", *self.worse_and_better(block, c))
        lines += alone(self.anywhere(), block.finish())
        if c.value is not None:
            block = self.block()
            self.goal(block, VALUE, "=", block.term_with(values, c.objective), block.term(c.value))
            lines += alone("", block.finish())
            parts.append("idtac")
        if c.exactly:
            lines += self._exactly(c)
            parts.append(f"{self.anywhere()}; split")
        last = parts.pop()
        while parts:
            last = f"split; [{parts.pop()}|{last}]"
        return [f"move=> feasible f; {last}.", *lines]

    def anywhere(self) -> str:
        """The step that introduces the variables and their constraints."""
        p = self.problem
        given = nested_right([f"pc_C{i}" for i in range(len(p.constraints))]) or "_"
        return f"move=> {nested([p.names[x] for x in p.variables])} {given}"

    def worse_and_better(self, block: Steps, c: Optimum) -> tuple[RocqTerm, RocqTerm]:
        """The objective at any choice and at the witness, the greater one first."""
        here, best = block.term(c.objective), block.term_with(dict(c.at), c.objective)
        return (here, best) if c.sense == "min" else (best, here)

    def _exactly(self, c: Optimum) -> list[str]:
        block = self.block("pc_C")
        gap = self.worse_and_better(block, c)
        block.known[OPTIMAL] = partial(block.have, "=", *gap, "pc_O" if c.sense == "min" else "(esym pc_O)")
        for i, h in enumerate(c.exactly):
            self.goal(block, exactly(i), "=", block.term(h.left), block.term(h.right))
        there = alone("move=> pc_O", block.finish())
        block = self.block("pc_C")
        for i, h in enumerate(c.exactly):
            block.known[str(exactly(i))] = partial(block.hypothesis, "", h, f"pc_E{i}")
        self.goal(block, ENOUGH, "=", *self.worse_and_better(block, c))
        given = nested_right([f"pc_E{i}" for i in range(len(c.exactly))])
        return [*there, *alone(f"move=> {given}", block.finish("{}" if c.sense == "min" else "esym {}"))]

    def _same(self, c: SameOptimisers) -> list[str]:
        if self.certificate.transform is None:
            raise NotTranslated("a certificate without a transform")
        weight, constant, k, hypothesis = self.certificate.transform
        (a, first), (b, second) = c.first, c.second
        block = self.block("pc_C")
        w, _ = block.weight(weight, ">")
        f, g, rest = block.term(first), block.term(second), block.term(constant)
        times = terms.raw_times(w, terms.power(f, k))
        self.goal(block, TRANSFORM, "=", g, terms.plus(times if a == b else terms.negative(times), rest))
        sign = f"{w.bound(PRODUCT)} * f y ^+ {k}"
        transformed = f"{sign} + ({rest.text})" if a == b else f"- ({sign}) + ({rest.text})"
        lines = ["move=> feasible f g."]
        lines += step(f"pc_transform : forall y, feasible y -> g y = {transformed}", self.anywhere(), block.finish())
        block = self.block()
        w, positive = block.weight(weight, ">")
        lines += step(f"pc_weight : 0 < ({w.text} : K)", "", [*block.before, f"exact {positive}."])
        power = f"pc_power : {k}%N = 1%N \\/ (forall y, feasible y -> 0 <= f y)"
        if k == 1:
            lines.append(f"have {power} by left.")
        else:
            lines += step(power, f"right; {self.anywhere()}", self._nonnegative(first, hypothesis))
        how = "same_up" if a == b else "same_down"
        return [*lines, f"exact (same_{a}_{b} (@{how} K _ feasible f g _ _ {k} pc_weight isT pc_power pc_transform))."]

    def _nonnegative(self, e: Expression, hypothesis: str) -> list[str]:
        """The steps that prove that an expression is >= 0, from a hypothesis."""
        if hypothesis not in dict(self.problem.statement.hypotheses):
            raise NotTranslated(f"the fact {hypothesis!r}, which is no hypothesis")
        block = self.block("pc_C")
        once = ("1", ((hypothesis, 1),))
        block.prove(">=", block.term(e), ZERO, Proof(squares=((once, ("number", "1")),)))
        return block.finish()
