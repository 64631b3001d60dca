"""A statement with its certificate as a definition that people read and a theorem that Rocq checks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pcaproofs.goals import BETTER, ENOUGH, MAIN, OPTIMAL, TRANSFORM, VALUE, GoalName, exactly, feasible
from pcaproofs.kernel import Certificate, Compare, Expression, Optimum, SameOptimisers, Statement
from pcaproofs.rocq import derivatives, terms
from pcaproofs.rocq.problem import Problem, Sum, check_once
from pcaproofs.rocq.refusal import NotCarriedOver
from pcaproofs.rocq.statement import Written, relation
from pcaproofs.rocq.steps import Steps
from pcaproofs.rocq.terms import PRODUCT, Term

FROM_ZERO = {"=": "subr0_eq", ">=": "subr0_ge"}
Lemma = tuple[str, tuple[str, ...], str, tuple[str, ...]]  # name, definitions, statement, script


class Theorem:
    """definition: the statement as text. data: definitions for the proof. proof: the script that proves it."""

    def __init__(self, statement: Statement, certificate: Certificate, sums: Sequence[tuple[Expression, Sum]] = ()):
        self.problem = Problem(statement, sums)
        check_once([name for name, _ in certificate.proofs])
        self.certificate, self.proofs = certificate, dict(certificate.proofs)
        self.conclusion = statement.conclusion
        self.written = Written(self.problem)
        self.definition = self.written.definition()
        self.unused = dict(self.proofs)
        self.proof = self._proof()
        if self.unused:
            raise NotCarriedOver(f"a proof of {next(iter(self.unused))}, which is no goal")
        self.data = self.problem.data
        self.lemmas = {lemma.name: lemma for lemma in self.problem.sum_lemmas.values()}

    def _proof(self) -> list[str]:
        p, c = self.problem, self.conclusion
        hidden = self.written.hidden()
        intro = ["K", *(p.names[n] for n in p.sizes), *(p.names[x] for x in p.shapes if x not in hidden)]
        intro += [*p.bases.values(), *(p.differentials[e][0] for e in p.differentials)]
        intro += [p.positive(n) for n in p.sizes] + list(p.shared.values())
        intro += [derivatives.name_of_hypothesis(p.differentials[e][0]) for e in p.differentials]
        intro += [p.hypothesis[name] for name, h in p.fixed if self.written.hypothesis(name, h)]
        lines = [f"move=> {' '.join(intro)}."]
        for name, root in p.roots.items():
            h = p.hypothesis[name]
            lines.append(f"have [{p.names[root.letter]} {h}_root] := psd_root {h}.")
        for e in p.differentials:
            lines += derivatives.equation(p, e)
        if isinstance(c, Compare):
            return [*lines, *self._compare(c)]
        return [*lines, *(self._optimum(c) if isinstance(c, Optimum) else self._same(c))]

    def lemma_texts(self) -> tuple[Lemma, ...]:
        """Name, definitions, statement and script of each lemma that the script uses."""
        return tuple((x.name, x.data, x.statement, tuple(x.script)) for x in self.lemmas.values())

    def block(self, constraints: str = "") -> Steps:
        """A block that knows the hypotheses, and of the constraints those that have a name."""
        p = self.problem
        block = Steps(p)
        for name, h in p.fixed:
            block.known[name] = partial(block.hypothesis, name, h, p.hypothesis[name])
        if constraints:
            for i, (name, h) in enumerate(p.constraints):
                block.known[name] = partial(block.hypothesis, name, h, f"{constraints}{i}")
        return block

    def goal(self, block: Steps, name: GoalName, relation_: str, goal: Term) -> str:
        """The name of a step that proves one of the certificate's goals."""
        if str(name) not in self.proofs:
            raise NotCarriedOver(f"a certificate without a proof of {name}")
        self.unused.pop(str(name), None)
        return block.prove(relation_, goal, self.proofs[str(name)])

    def _compare(self, c: Compare) -> list[str]:
        p, block = self.problem, self.block()
        for name, e in self.certificate.lets:
            value = block.ex(e)
            letter = block.variable(name, block.typed(value), value.rows, value.cols)
            fact = terms.minus(letter, value)
            block.known[f"let {name}"] = partial(block.have, "=", fact, "subrr _")
            block.extra[name] = (block.typed(value), value.rows, value.cols)
            block.lets[e] = name
        if p.says_derivative(c):
            name, steps = derivatives.shown(p, c.left)
            block.before += steps
            goal = terms.minus(block.ex(derivatives.explicit(p, c.left)), block.ex(c.right))
            step = self.goal(block, MAIN, "=", goal)
            said = derivatives.relation_text(block, c.left, "pc_X")
            return block.finish(f"(eq_ind _ (fun pc_X => {said}) {name} _ (subr0_eq {step}))")
        step = self.goal(block, MAIN, c.relation, block.difference(c.left, c.right))
        return block.finish(f"({from_zero(c.relation)} {step})")

    def _optimum(self, c: Optimum) -> list[str]:
        p, at, values = self.problem, self.written.witness(), dict(c.at)
        lines = ["move=> feasible f."]
        # at the optimum
        block, proofs = self.block(), []
        for name, h in p.constraints:
            goal = terms.minus(block.at(values, h.left), block.at(values, h.right))
            step = self.goal(block, feasible(name), h.relation, goal)
            proofs.append(f"({from_zero(h.relation)} {step})")
        proof = conjunction(proofs)
        lines += [f"have pc_feasible : feasible {at}.", "{", *block.finish(proof), "}"]
        found = ["(conj pc_feasible pc_better)"]
        if c.value is not None:
            block = self.block()
            step = self.goal(block, VALUE, "=", terms.minus(block.at(values, c.objective), block.ex(c.value)))
            lines += [f"have pc_value : f {at} = {block.typed(block.ex(c.value))}.", "{"]
            lines += [*block.finish(f"(subr0_eq {step})"), "}"]
            found.append("pc_value")
        # anywhere
        variables = nested([p.names[x] for x in p.variables])
        feasibles = nested_right([f"pc_C{i}" for i in range(len(p.constraints))]) or "_"
        block = self.block("pc_C")
        step = self.goal(block, BETTER, ">=", self.gap(block, c))
        better = f"f {at} <= f y" if c.sense == "min" else f"f y <= f {at}"
        lines += [f"have pc_better : forall y, feasible y -> {better}.", f"{{ move=> {variables} {feasibles}."]
        lines += [*block.finish(f"(subr0_ge {step})"), "}"]
        if c.exactly:
            lines += self._exactly(c, at, variables, feasibles)
            found.append("pc_exactly")
        return [*lines, f"exact {conjunction(found)}."]

    def gap(self, block: Steps, c: Optimum) -> Term:
        """By how much the witness is better."""
        here, best = block.ex(c.objective), block.at(dict(c.at), c.objective)
        return terms.minus(here, best) if c.sense == "min" else terms.minus(best, here)

    def _exactly(self, c: Optimum, at: str, variables: str, feasibles: str) -> list[str]:
        p = self.problem
        equations = " /\\ ".join(relation(p, h) for h in c.exactly)
        same = f"(f y = f {at} <-> ({self.written.function()} {equations}) y)"
        lines = [f"have pc_exactly : forall y, feasible y -> {same}."]
        block = self.block("pc_C")
        gap = self.gap(block, c)
        optimal = "eq_subr0 pc_O" if c.sense == "min" else "eq_subr0 (esym pc_O)"
        block.known[OPTIMAL] = partial(block.have, "=", gap, optimal)
        shown = []
        for i, h in enumerate(c.exactly):
            step = self.goal(block, exactly(i), "=", block.difference(h.left, h.right))
            shown.append(f"(subr0_eq {step})")
        lines += [f"{{ move=> {variables} {feasibles}; split.", "{ move=> pc_O."]
        lines += [*block.finish(conjunction(shown)), "}"]
        block = self.block("pc_C")
        for i, h in enumerate(c.exactly):
            block.known[str(exactly(i))] = partial(block.hypothesis, "", h, f"pc_E{i}")
        step = self.goal(block, ENOUGH, "=", self.gap(block, c))
        given = nested_right([f"pc_E{i}" for i in range(len(c.exactly))])
        lines += [f"{{ move=> {given}."]
        same = f"(subr0_eq {step})" if c.sense == "min" else f"(esym (subr0_eq {step}))"
        return [*lines, *block.finish(same), "} }"]

    def _same(self, c: SameOptimisers) -> list[str]:
        p = self.problem
        if self.certificate.transform is None:
            raise NotCarriedOver("a certificate without a transform")
        weight, constant, k, hypothesis = self.certificate.transform
        (a, first), (b, second) = c.first, c.second
        block = self.block("pc_C")
        w, _ = block.weight(weight, ">")
        f, g, rest = block.ex(first), block.ex(second), block.ex(constant)
        times = terms.raw_times(w, terms.power(f, k))
        goal = terms.minus(g, terms.plus(times if a == b else terms.negative(times), rest))
        step = self.goal(block, TRANSFORM, "=", goal)
        sign = f"{w.at(PRODUCT)} * f y ^+ {k}"
        transformed = f"{sign} + ({rest.text})" if a == b else f"- ({sign}) + ({rest.text})"
        variables = nested([p.names[x] for x in p.variables])
        feasibles = nested_right([f"pc_C{i}" for i in range(len(p.constraints))]) or "_"
        lines = ["move=> feasible f g.", f"have pc_transform : forall y, feasible y -> g y = {transformed}."]
        lines += [f"{{ move=> {variables} {feasibles}.", *block.finish(f"(subr0_eq {step})"), "}"]
        block = self.block()
        w, positive = block.weight(weight, ">")
        lines += [f"have pc_weight : 0 < ({w.text} : K).", "{", *block.finish(positive), "}"]
        lines.append(f"have pc_power : {k}%N = 1%N \\/ (forall y, feasible y -> 0 <= f y).")
        if k == 1:
            lines.append("{ by left. }")
        else:
            known = dict(p.statement.hypotheses).get(hypothesis)
            names = [name for name, _ in p.constraints]
            if known is None:
                raise NotCarriedOver(f"the fact {hypothesis!r}, which is no hypothesis")
            source = f"pc_C{names.index(hypothesis)}" if hypothesis in names else p.hypothesis[hypothesis]
            block = self.block("pc_C")
            fact = block.hypothesis(hypothesis, known, source)
            proof = f"(ltW {fact.proof})" if fact.relation == ">" else fact.proof
            same = block.settle(terms.minus(block.ex(first), fact.term), ())
            lines += [f"{{ right; move=> {variables} {feasibles}."]
            lines += [*block.finish(f"(subr0_ge0 {same} {proof})"), "}"]
        how = "same_up" if a == b else "same_down"
        return [*lines, f"exact (same_{a}_{b} (@{how} K _ feasible f g _ _ {k} pc_weight isT pc_power pc_transform))."]


def from_zero(relation_: str) -> str:
    """The lemma that gives a relation between two sides from one to 0."""
    if relation_ not in FROM_ZERO:
        raise NotCarriedOver(f"a proof of a relation {relation_}")
    return FROM_ZERO[relation_]


def conjunction(proofs: Sequence[str]) -> str:
    """The proof of a conjunction, nested to the right."""
    if not proofs:
        return "I"
    *first, result = proofs
    for proof in reversed(first):
        result = f"(conj {proof} {result})"
    return result


def nested(names: Sequence[str]) -> str:
    """An intro pattern for a tuple, nested to the left."""
    result = names[0]
    for name in names[1:]:
        result = f"[{result} {name}]"
    return result


def nested_right(names: Sequence[str]) -> str:
    """An intro pattern for a conjunction."""
    if len(names) < 2:
        return names[0] if names else ""
    return f"[{names[0]} {nested_right(names[1:])}]"
