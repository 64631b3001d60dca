"""A statement with its certificate as a definition that people read and a theorem that Rocq checks."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pcaproofs.kernel import Certificate, Compare, Expression, Optimum, SameOptimisers, Statement
from pcaproofs.rocq import derivatives, terms
from pcaproofs.rocq.block import Block
from pcaproofs.rocq.problem import Problem, Sum, check_once
from pcaproofs.rocq.refusal import NotCarriedOver
from pcaproofs.rocq.steps import Steps
from pcaproofs.rocq.terms import PRODUCT, Term

RELATIONS = {"=": "=", ">=": ">=", ">": ">", "!=": "!="}


class Theorem:
    """definition: the statement as text. proof: the script that proves it."""

    def __init__(self, statement: Statement, certificate: Certificate, sums: Sequence[tuple[Expression, Sum]] = ()):
        self.problem = Problem(statement, sums)
        check_once([name for name, _ in certificate.proofs])
        self.certificate, self.proofs = certificate, dict(certificate.proofs)
        self.conclusion = statement.conclusion
        self.definition = self._definition()
        self.proof = self._proof()

    # -------------------------------------------------------------------------------------------- the statement
    def _definition(self) -> str:
        p = self.problem
        lines = [f"forall (K : {p.types})" + (f" ({' '.join(p.names[n] for n in p.sizes)} : nat)" if p.sizes else "")]
        hidden = {root.letter for root in p.roots.values()} | set(p.variables) | set(p.bases)
        by_type: list[tuple[list[str], str]] = []
        for name in p.shapes:
            if name not in hidden:
                if by_type and by_type[-1][1] == p.letter_type(name):
                    by_type[-1][0].append(p.names[name])
                else:
                    by_type.append(([p.names[name]], p.letter_type(name)))
        some = [f"({' '.join(names)} : {type_})" for names, type_ in by_type]
        some += [f"({i} : 'I_{p.size(p.shapes[e][0])})" for e, i in p.bases.items()]
        some += [derivatives.binder(p, e)[0] for e in p.differentials]
        if some:
            lines.append("  " + " ".join(some))
        lines[-1] += ","
        for n in p.sizes:
            lines.append(f"(0 < {p.names[n]})%N ->")
        for e, name in p.shared.items():
            a = Block(p).unshared(e)
            lines.append(f"let {name} : {p.type_of(a.rows, a.cols)} := {a.text} in")
        lines += [f"{derivatives.binder(p, e)[1]} ->" for e in p.differentials]
        for name, h in p.fixed:
            text = self.hypothesis(name, h)
            if text:
                lines.append(f"{text} ->")
        lines += self._conclusion()
        return "\n  ".join(lines)

    def hypothesis(self, name: str, h: Compare) -> str:
        """A hypothesis as text; "" where it is said otherwise."""
        p = self.problem
        if name in p.roots:
            return f"psd {Block(p).typed_argument(Block(p).ex(p.roots[name].of))}"
        if (basis := p.basis_fact(h)) is not None:
            return f"{p.bases[basis[1]]} != {p.bases[basis[2]]}" if basis[0] == "distinct" else ""
        return relation(p, h)

    def _conclusion(self) -> list[str]:
        p, c = self.problem, self.conclusion
        if isinstance(c, Compare):
            return [relation(p, c)]
        feasible = " /\\ ".join(relation(p, h) for _, h in p.constraints) or "True"
        bind = self.function()
        lines = [f"let feasible := {bind} {feasible} in"]
        if isinstance(c, Optimum):
            lines.append(f"let f := {bind} {Block(p).ex(c.objective).text} in")
            at = self.witness()
            parts = [f"is_{c.sense} feasible f {at}"]
            if c.value is not None:
                parts.append(f"f {at} = {Block(p).ex(c.value).text}")
            if c.exactly:
                equations = " /\\ ".join(relation(p, h) for h in c.exactly)
                parts.append(f"(forall y, feasible y -> (f y = f {at} <-> ({bind} {equations}) y))")
            return [*lines, " /\\\n  ".join(parts)]
        (a, f), (b, g) = c.first, c.second
        lines.append(f"let f := {bind} {Block(p).ex(f).text} in")
        lines.append(f"let g := {bind} {Block(p).ex(g).text} in")
        return [*lines, f"forall y, is_{a} feasible f y <-> is_{b} feasible g y"]

    def function(self) -> str:
        """fun X : T =>, or of a pair."""
        p = self.problem
        names, types = [p.names[x] for x in p.variables], [p.letter_type(x) for x in p.variables]
        if len(names) == 1:
            return f"fun {names[0]} : {types[0]} =>"
        return f"fun pc_z : ({' * '.join(types)})%type => let '({', '.join(names)}) := pc_z in"

    def witness(self) -> str:
        """The optimum, as one argument."""
        c = self.conclusion
        assert isinstance(c, Optimum)
        block = Block(self.problem)
        return "(" + ", ".join(block.typed(block.ex(e)) if len(c.at) > 1 else block.ex(e).text for _, e in c.at) + ")"

    # -------------------------------------------------------------------------------------------- the proof
    def _proof(self) -> list[str]:
        p, c = self.problem, self.conclusion
        hidden = {root.letter for root in p.roots.values()} | set(p.variables) | set(p.bases)
        intro = ["K", *(p.names[n] for n in p.sizes), *(p.names[x] for x in p.shapes if x not in hidden)]
        intro += [*p.bases.values(), *(p.differentials[e][0] for e in p.differentials)]
        intro += [f"pc_{p.names[n]}_gt0" for n in p.sizes] + list(p.shared.values())
        intro += [f"pc_D_{p.differentials[e][0]}" for e in p.differentials]
        intro += [p.hypothesis[name] for name, h in p.fixed if self.hypothesis(name, h)]
        lines = [f"move=> {' '.join(intro)}."]
        for name, root in p.roots.items():
            h = p.hypothesis[name]
            lines.append(f"have [{p.names[root.letter]} {h}_root] := psd_root {h}.")
        for e in p.differentials:
            lines += derivatives.equation(p, e, f"pc_D_{p.differentials[e][0]}")
        if isinstance(c, Compare):
            return [*lines, *self._compare(c)]
        return [*lines, *(self._optimum(c) if isinstance(c, Optimum) else self._same(c))]

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

    def goal(self, block: Steps, name: str, relation_: str, goal: Term) -> str:
        """The name of a step that proves one of the certificate's goals."""
        if name not in self.proofs:
            raise NotCarriedOver(f"a certificate without a proof of {name}")
        return block.prove(relation_, goal, self.proofs[name])

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
            step = self.goal(block, "main", "=", goal)
            said = derivatives.relation_text(block, c.left, "pc_X")
            return [*block.finish(), f"exact (eq_ind _ (fun pc_X => {said}) {name} _ (eq0 {step}))."]
        step = self.goal(block, "main", c.relation, block.difference(c.left, c.right))
        return [*block.finish(), f"exact ({from_zero(c.relation)} {step})."]

    def _optimum(self, c: Optimum) -> list[str]:
        p, at, values = self.problem, self.witness(), dict(c.at)
        lines = ["move=> feasible f."]
        # at the optimum
        block, proofs = self.block(), []
        for name, h in p.constraints:
            goal = terms.minus(block.at(values, h.left), block.at(values, h.right))
            step = self.goal(block, f"feasible: {name}", h.relation, goal)
            proofs.append(f"({from_zero(h.relation)} {step})")
        feasible = conjunction(proofs)
        lines += [f"have pc_feasible : feasible {at}.", "{", *block.finish(), f"exact {feasible}. }}"]
        found = ["(conj pc_feasible pc_better)"]
        if c.value is not None:
            block = self.block()
            step = self.goal(block, "value", "=", terms.minus(block.at(values, c.objective), block.ex(c.value)))
            lines += [f"have pc_value : f {at} = {block.typed(block.ex(c.value))}.", "{", *block.finish()]
            lines += [f"exact (eq0 {step}). }}"]
            found.append("pc_value")
        # anywhere
        variables = nested([p.names[x] for x in p.variables])
        feasibles = nested_right([f"pc_C{i}" for i in range(len(p.constraints))]) or "_"
        block = self.block("pc_C")
        step = self.goal(block, "better", ">=", self.gap(block, c))
        better = f"f {at} <= f y" if c.sense == "min" else f"f y <= f {at}"
        lines += [f"have pc_better : forall y, feasible y -> {better}.", f"{{ move=> {variables} {feasibles}."]
        lines += [*block.finish(), f"exact (ge0_ {step}). }}"]
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
        lines = [f"have pc_exactly : forall y, feasible y -> (f y = f {at} <-> ({self.function()} {equations}) y)."]
        block = self.block("pc_C")
        gap = self.gap(block, c)
        same = "sub0 pc_O" if c.sense == "min" else "sub0 (esym pc_O)"
        block.known["optimal"] = partial(block.have, "=", gap, same)
        shown = []
        for i, h in enumerate(c.exactly):
            lemmas, block.found = dict(block.found), dict(block.found)
            step = self.goal(block, f"exactly {i}", "=", block.difference(h.left, h.right))
            block.found = {name: f for name, f in block.found.items() if name in lemmas or name in block.known}
            shown.append(f"(eq0 {step})")
        lines += [f"{{ move=> {variables} {feasibles}; split.", "{ move=> pc_O.", *block.finish()]
        lines += [f"exact {conjunction(shown)}. }}"]
        block = self.block("pc_C")
        for i, h in enumerate(c.exactly):
            block.known[f"exactly {i}"] = partial(block.hypothesis, "", h, f"pc_E{i}")
        step = self.goal(block, "enough", "=", self.gap(block, c))
        given = nested_right([f"pc_E{i}" for i in range(len(c.exactly))])
        lines += [f"{{ move=> {given}.", *block.finish()]
        return [
            *lines,
            f"exact ({'eq0' if c.sense == 'min' else 'esym'} {step if c.sense == 'min' else f'(eq0 {step})'}). }} }}",
        ]

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
        step = self.goal(block, "transform", "=", goal)
        sign = f"{w.at(PRODUCT)} * f y ^+ {k}"
        transformed = f"{sign} + ({rest.text})" if a == b else f"- ({sign}) + ({rest.text})"
        variables = nested([p.names[x] for x in p.variables])
        feasibles = nested_right([f"pc_C{i}" for i in range(len(p.constraints))]) or "_"
        lines = ["move=> feasible f g.", f"have pc_transform : forall y, feasible y -> g y = {transformed}."]
        lines += [f"{{ move=> {variables} {feasibles}.", *block.finish(), f"exact (eq0 {step}). }}"]
        block = self.block()
        w, positive = block.weight(weight, ">")
        lines += [f"have pc_weight : 0 < ({w.text} : K).", "{", *block.finish(), f"exact {positive}. }}"]
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
            computed = block.settle(terms.minus(block.ex(first), fact.term), ())
            lines += [f"{{ right; move=> {variables} {feasibles}.", *block.finish()]
            lines += [f"exact (ge0_eq ({computed}) {proof}). }}"]
        how = "same_up" if a == b else "same_down"
        return [*lines, f"exact (same_{a}_{b} (@{how} K _ feasible f g _ _ {k} pc_weight isT pc_power pc_transform))."]


def relation(p: Problem, h: Compare) -> str:
    """A comparison as text."""
    block = Block(p)
    if p.says_derivative(h):
        return derivatives.relation_text(block, h.left, block.typed_argument(block.ex(h.right)))
    left, right = block.ex(h.left), block.ex(h.right)
    return f"{block.typed(left) if left.open else left.text} {RELATIONS[h.relation]} {right.text}"


def from_zero(relation_: str) -> str:
    """The lemma that gives a relation between two sides from one to 0."""
    return {"=": "eq0", ">=": "ge0_"}[relation_]


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
