"""Certificates as data of library/certificates.v, whose check Rocq computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from pcaproofs.kernel import Cofactor, Compare, Lemma, Proof, Square, Weight
from pcaproofs.rocq import terms
from pcaproofs.rocq.block import Block, Extra, Values
from pcaproofs.rocq.environment import LETTERS, Fact
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotCarriedOver
from pcaproofs.rocq.terms import ONE, UNARY, Term, scalar
from pcaproofs.terms import ones_column

FROM_SIDES = {"=": "eq_subr0", ">": "gt_subr0", ">=": "ge_subr0", "!=": "neq_subr0"}
TO_ZERO = {"=": "Eq0", "!=": "Ne0", ">=": "Ge0", ">": "Gt0"}
Derived = dict[str, int]  # the facts found on the way, and where they are


class Steps(Block):
    """A block in which goals are proved from facts."""

    def __init__(self, problem: Problem, values: Values | None = None, extra: Mapping[str, Extra] | None = None):
        super().__init__(problem, values, extra)
        self.known: dict[str, Callable[[], Fact]] = {}
        self.found: dict[str, Fact] = {}
        self.facts: list[Fact] = []
        self.given = problem.fresh("data")

    def have(self, relation: str, a: Term, proof: str) -> Fact:
        """A fact that is given, with the proof of what relation it has to 0."""
        self.facts.append(Fact(relation, a, f"({proof})", 2 * len(self.facts)))
        return self.facts[-1]

    def finish(self, proof: str) -> list[str]:
        """The steps that give a proof over the environment and the facts, whose holes Rocq computes."""
        listed, proofs = "|", "I"
        for f in reversed(self.facts):
            listed = f"<> {TO_ZERO[f.relation]} {f.term.data} {listed}"
            proofs = f"(conj {f.proof} {proofs})"
        self.evaluated(self.given, f"facts {self.shapes} [t: {listed} ]")
        self.local.append(f"pc_F : each (holds {LETTERS}) {self.given} := {proofs}")
        return super().finish(proof)

    def fact(self, name: str) -> Fact:
        """A fact that a certificate cites."""
        if name not in self.found:
            if name in self.known:
                self.found[name] = self.known[name]()
            elif (given := self._given(name)) is not None:
                self.found[name] = given
            else:
                raise NotCarriedOver(f"the fact {name!r}, which is none of the statement's")
        return self.found[name]

    def _given(self, name: str) -> Fact | None:
        """What is true of dimensions and of columns of ones."""
        p = self.problem
        for n in p.statement.ones:
            if name == f"ones {n}":
                one = self.ex(ones_column(n))
                size = ("size", n) if isinstance(n, str) else ("number", str(n))
                a = terms.minus(scalar("", terms.norm_data(one)), self.ex(size))
                return self.have("=", a, "eq_subr0 (expr1n _ 2)" if n == 1 else f"sqnorm_ones K {p.size(n)}")
        for n in p.sizes:
            number, positive = self.ex(("size", n)), p.positive(n)
            if name == f"{n} > 0":
                return self.have(">", number, f"natr_gt0 K {positive}")
            if name == f"{n} >= 1":
                return self.have(">=", terms.minus(number, ONE), f"natr_ge1 K {positive}")
            if name == f"1/{n} > 0":
                return self.have(">", self.ex(("inverse", n, 1)), f"invr_natr_gt0 K {positive}")
        return None

    def hypothesis(self, name: str, h: Compare, proof: str) -> Fact:
        """A hypothesis, proved by the name that it has in the context."""
        p = self.problem
        if (basis := p.basis_fact(h)) is not None:
            lemma = {"unit": "basis_unit K {}", "ones": "basis_ones K {}"}.get(basis[0], "")
            proof = f"({lemma.format(p.bases[basis[1]])})" if lemma else f"(basis_orthogonal K {proof})"
            return self.have("=", self.difference(h.left, h.right), f"eq_subr0 {proof}")
        if name in p.roots:
            root = p.roots[name]
            factor = self.letter(root.letter)
            a = terms.minus(self.ex(root.of), terms.times(terms.transposed(factor), factor))
            return self.have("=", a, f"eq_subr0 {proof}_root")
        if p.says_derivative(h):
            from pcaproofs.rocq.derivatives import derivative_fact

            return derivative_fact(self, h, proof)
        return self.have(h.relation, self.difference(h.left, h.right), f"{FROM_SIDES[h.relation]} {proof}")

    def _place(self, name: str, derived: Derived) -> str:
        """Where a certificate finds a fact."""
        return f"pc_f{derived[name] if name in derived else self.fact(name).index}"

    def cofactors(self, some: Sequence[Cofactor], derived: Derived) -> str:
        """A list of multiples of facts."""
        out = ""
        for c in some:
            outer = "" if c.outer is None else f"@ {self.ex(c.outer).data} "
            sides = f"{self.ex(c.left).data} {self.ex(c.right).data}"
            out += f"& {outer}{'>' if c.transposed else '<'} {self._place(c.fact, derived)} {sides} "
        return f"{out}|"

    def _weight_data(self, w: Weight, derived: Derived) -> str:
        powers = "".join(f"= {self._place(name, derived)} {k} " for name, k in w[1])
        return f"{terms.rational(Fraction(w[0])).data} {powers}|"

    def squares(self, some: Sequence[Square], derived: Derived) -> str:
        """A list of weighted squares."""
        return "".join(f"& $ {self._weight_data(w, derived)} {self.ex(e).data} " for w, e in some) + "|"

    def weight(self, w: Weight, wanted: str) -> tuple[Term, str]:
        """A weight and the proof that it has the wanted relation to 0."""
        q = Fraction(w[0])
        a, has, proof = terms.rational(q), ">", _sign_proof(q)
        if q <= 0:
            has = "!=" if q else ">="
        proof = _weakened(proof, has, wanted)
        for name, k in w[1]:
            f = self.fact(name)
            factor, sign = f.term, _weakened(f.proof, f.relation, wanted)
            if k != 1:
                factor = terms.power(factor, k)
                lemma = {">": "exprn_gt0", ">=": "exprn_ge0", "!=": "exprn_neq0"}[wanted]
                sign = f"({lemma} {k} {sign})"
            lemma = {">": "mulr_gt0", ">=": "mulr_ge0", "!=": "mulf_neq0"}[wanted]
            a, proof = terms.raw_times(a, factor), f"({lemma} {proof} {sign})"
        return a, proof

    def settle(self, goal: Term, some: Sequence[Cofactor]) -> str:
        """The proof that a term is zero, being a sum of multiples of facts; with holes that Rocq computes."""
        return self.prove("=", goal, Proof(tuple(some)))

    def prove(self, relation: str, goal: Term, proof: Proof) -> str:
        """The proof that the goal is = 0 or >= 0; with holes that Rocq computes."""
        derived: Derived = {}
        lemmas = "".join(f"& {self._lemma(lemma, derived)} " for lemma in proof.lemmas) + "|"
        if relation == "=" and proof.squares:
            raise NotCarriedOver("squares in the proof of an equality")
        squares, cofactors = self.squares(proof.squares, derived), self.cofactors(proof.cofactors, derived)
        tree, certificate = self.typed_tree(goal), self.fresh("data")
        self.closed.append(f"Definition {certificate} := Certificate [t: {lemmas} ] [t: {squares} ] [t: {cofactors} ].")
        kind = "ge" if relation == ">=" else "s" if goal.is_scalar else "m"
        codes = f"{self.code(goal.rows)} {self.code(goal.cols)} " if kind == "m" else ""
        context = f"K pc_ds {LETTERS} {self.hints} {self.shapes} {self.given} pc_w pc_F"
        return f"(@certified_{kind} {context} {codes}{tree} {certificate} _)"

    def _lemma(self, lemma: Lemma, derived: Derived) -> str:
        cofactors = self.cofactors(lemma.cofactors, derived)
        names = [f"{lemma.name}.{i}" for i in range(len(lemma.squares))]
        if bool(lemma.squares) == (lemma.value is not None):
            raise NotCarriedOver("a lemma of neither kind")
        if lemma.value is not None:
            names = [lemma.name]
            text = f":= {self._weight_data(lemma.factor, derived)} {self.ex(lemma.value).data} {cofactors}"
        else:
            text = f"=> {self.squares(lemma.squares, derived)} {cofactors}"
        for name in names:
            if name in derived or name in self.found or name in self.known:
                raise NotCarriedOver(f"two facts named {name}")
            derived[name] = 2 * len(derived) + 1
        return text


def _sign_proof(q: Fraction) -> str:
    """That a number is > 0, >= 0 or != 0, whichever is strongest."""
    if q == 0:
        return "(lexx _)"
    if q < 0:
        return f"(oppr_lt0_neq0 {_sign_proof(-q)})"
    if q == 1:
        return "ltr01"
    if q.denominator == 1:
        return f"(@binary_gt0 K {q.numerator}%num isT)" if q.numerator > UNARY else f"(ltr0Sn K {q.numerator - 1})"
    if max(q.numerator, q.denominator) > UNARY and q.numerator > 1:
        return f"(mulr_gt0 {_sign_proof(Fraction(q.numerator))} {_sign_proof(Fraction(1, q.denominator))})"
    if q.denominator > UNARY:
        return f"(@binary_inv_gt0 K {q.denominator}%num isT)"
    if q.numerator == 1:
        return f"(natr_inv_gt0 K {q.denominator - 1})"
    return f"(natr_div_gt0 K {q.numerator - 1} {q.denominator - 1})"


def _weakened(proof: str, has: str, wanted: str) -> str:
    if has == wanted:
        return proof
    if (has, wanted) == (">", ">="):
        return f"(ltW {proof})"
    if (has, wanted) == (">", "!="):
        return f"(lt0r_neq0 {proof})"
    raise NotCarriedOver(f"a weight that is {has} 0 where it has to be {wanted} 0")
