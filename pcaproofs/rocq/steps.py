"""Certificates as steps: every rule of the kernel's checker is one lemma of library/certificates.v."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pcaproofs.kernel import Cofactor, Compare, Dimension, Lemma, Proof, Square, Weight
from pcaproofs.rocq import terms
from pcaproofs.rocq.block import Block, Extra, Values
from pcaproofs.rocq.environment import HOLDS, Fact, seq
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotCarriedOver
from pcaproofs.rocq.terms import ONE, Term, scalar
from pcaproofs.terms import ones_column

FROM_SIDES = {"=": "sub0", ">": "gt0", ">=": "ge0", "!=": "ne0"}
ENV = "pc_ds pc_ms pc_ss pc_h pc_w"


class Steps(Block):
    """A block in which goals are proved from facts, those that are known and those that were found on the way."""

    def __init__(self, problem: Problem, values: Values | None = None, extra: Mapping[str, Extra] | None = None):
        super().__init__(problem, values, extra)
        self.known: dict[str, Callable[[], Fact]] = {}
        self.found: dict[str, Fact] = {}

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
                return Fact("=", a, "(sub0 (expr1n _ 2))" if n == 1 else f"(ones_fact K {p.size(n)})")
        for n in p.sizes:
            number, positive = self.ex(("size", n)), f"pc_{p.size(n)}_gt0"
            if name == f"{n} > 0":
                return Fact(">", number, f"(dim_gt0 K {positive})")
            if name == f"{n} >= 1":
                return Fact(">=", terms.minus(number, ONE), f"(dim_ge1 K {positive})")
            if name == f"1/{n} > 0":
                return Fact(">", self.ex(("inverse", n, 1)), f"(dim_inv K {positive})")
        return None

    def hypothesis(self, name: str, h: Compare, proof: str) -> Fact:
        """A hypothesis, proved by the name that it has in the context."""
        p = self.problem
        if (basis := p.basis_fact(h)) is not None:
            lemma = {"unit": "basis_unit K {}", "ones": "basis_ones K {}"}.get(basis[0], "")
            proof = f"({lemma.format(p.bases[basis[1]])})" if lemma else f"(basis_orthogonal K {proof})"
            return self.have("=", self.difference(h.left, h.right), f"sub0 {proof}")
        if name in p.roots:
            root = p.roots[name]
            factor = self.letter(root.letter)
            a = terms.minus(self.ex(root.of), terms.times(terms.transposed(factor), factor))
            return self.have("=", a, f"sub0 {proof}_root")
        if p.says_derivative(h):
            from pcaproofs.rocq.derivatives import derivative_fact

            return derivative_fact(self, h, proof)
        return self.have(h.relation, self.difference(h.left, h.right), f"{FROM_SIDES[h.relation]} {proof}")

    def cofactor(self, c: Cofactor) -> tuple[str, str]:
        """The data of a multiple of a fact, and the proof of the fact."""
        f = self.fact(c.fact)
        left, right = self.ex(c.left), self.ex(c.right)
        outer = None if c.outer is None else self.ex(c.outer)
        if f.term.is_scalar:
            product = terms.times(left, right)
            if outer is not None:
                product = terms.times(terms.trace(product, ""), outer)
            return f"({'CSS' if product.is_scalar else 'CS'} {f.term.data} {product.data})", f.proof
        fact, proof, shape = f.term.data, f.proof, (f.term.rows, f.term.cols)
        if c.transposed:
            fact, proof, shape = f"(MTr {fact})", f"(tr0 {proof})", shape[::-1]
        a, rows = self._side(left, shape[0], left.rows)
        b, cols = self._side(right, shape[1], right.cols)
        if outer is None:
            return (f"(CT SOne {a} {fact} {b})" if (rows, cols) == (1, 1) else f"(CM {a} {fact} {b})"), proof
        if outer.is_scalar:
            return f"(CT {outer.data} {a} {fact} {b})", proof
        return f"(CTM {a} {fact} {b} {outer.data})", proof

    def _side(self, a: Term, n: Dimension, other: Dimension) -> tuple[str, Dimension]:
        """A factor of a matrix; a scalar is a multiple of the identity, unless the matrix is a row or column there."""
        return (f"(MScale {a.data} (MId {self.code(n)}))", n) if a.is_scalar else (a.data, other)

    def cofactors(self, some: Sequence[Cofactor]) -> tuple[str, str]:
        """A list of multiples, and the proofs of their facts."""
        return listed([self.cofactor(c) for c in some])

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
                lemma = {">": "exprn_gt0", ">=": "exprn_ge0", "!=": "exp_neq0"}[wanted]
                sign = f"({lemma} {k} {sign})"
            lemma = {">": "mulr_gt0", ">=": "mulr_ge0", "!=": "mulf_neq0"}[wanted]
            a, proof = terms.raw_times(a, factor), f"({lemma} {proof} {sign})"
        return a, proof

    def squares(self, some: Sequence[Square], wanted: str) -> tuple[str, str, list[Term]]:
        """Weighted squares, the proofs of the weights' signs, and what is squared."""
        out, inside = [], []
        for w, e in some:
            weight, proof = self.weight(w, wanted)
            a = self.ex(e)
            out.append((f"(Sq{a.sort} {weight.data} {a.data})", proof))
            inside.append(a)
        return (*listed(out), inside)

    def settle(self, goal: Term, some: Sequence[Cofactor]) -> str:
        """A step that proves that a term is zero, being a sum of multiples of facts; its name."""
        goal, (data, proofs) = self.named(goal), self.cofactors(some)
        if goal.is_scalar:
            cofactors = self.pose("c", "seq cofs", data)
            lemma = f"@settle_s K {ENV} {goal.data} {cofactors} _ {proofs}"
        else:
            codes = f"{self.code(goal.rows)} {self.code(goal.cols)}"
            cofactors = self.pose("c", f"seq (cofm {codes})", data)
            lemma = f"@settle_m K {ENV} {codes} {goal.data} {cofactors} _ {proofs}"
        return self.computed(HOLDS["="].format(self.denotation(goal)), lemma, "G")

    def computed(self, statement: str, lemma: str, wish: str) -> str:
        """A step by a lemma one of whose premises, that a Boolean is true, Rocq computes; its name."""
        name = self.fresh(wish)
        self.lines.append(f"have {name} : {statement} by refine ({lemma}); vm_cast_no_check (erefl true).")
        return name

    def prove(self, relation: str, goal: Term, proof: Proof) -> str:
        """Steps that end in one which says that the goal is = 0 or >= 0; its name."""
        for lemma in proof.lemmas:
            self._lemma(lemma)
        if relation == "=":
            return self.settle(goal, proof.cofactors)
        goal, (squares, signs, _) = self.named(goal), self.squares(proof.squares, ">=")
        data, proofs = self.cofactors(proof.cofactors)
        squared, cofactors = self.pose("q", "seq sq", squares), self.pose("c", "seq cofs", data)
        lemma_text = f"@settle_ge K {ENV} {goal.data} {squared} {cofactors} _ {signs} {proofs}"
        return self.computed(HOLDS[">="].format(self.denotation(goal)), lemma_text, "G")

    def _lemma(self, lemma: Lemma) -> None:
        if lemma.name in self.found or lemma.name in self.known:
            raise NotCarriedOver(f"two facts named {lemma.name}")
        if lemma.squares:
            self._vanishing(lemma)
        elif lemma.value is not None:
            value, (weight, sign) = self.ex(lemma.value), self.weight(lemma.factor, "!=")
            goal = replace(value, data=f"({'SMul' if value.is_scalar else 'MScale'} {weight.data} {value.data})")
            how = "mul_eq0" if value.is_scalar else "scale_eq0"
            step = self.settle(goal, lemma.cofactors)
            self.found[lemma.name] = self.have("=", value, f"{how} {sign} {step}", "L")

    def _vanishing(self, lemma: Lemma) -> None:
        """Each of some squares is zero, because their sum is."""
        squares, signs, inside = self.squares(lemma.squares, ">")
        data, proofs = self.cofactors(lemma.cofactors)
        squared, cofactors = self.pose("q", "seq sq", squares), self.pose("c", "seq cofs", data)
        text = f"@settle_sq K {ENV} {squared} {cofactors} _ {signs} {proofs}"
        whole = self.computed(f"each (sqfact pc_ms pc_ss) {squared}", text, "L")
        names = [f"{whole}_{i}" for i in range(len(inside))]
        pattern = "".join(f"[{x} " for x in names) + "_" + "]" * len(names)
        self.lines.append(f"have {pattern} := {whole}.")
        for i, (name, a) in enumerate(zip(names, inside, strict=True)):
            self.found[f"{lemma.name}.{i}"] = Fact("=", a, name)


def _sign_proof(q: Fraction) -> str:
    """That a number is > 0, >= 0 or != 0, whichever is strongest."""
    if q == 0:
        return "(lexx _)"
    if q < 0:
        return f"(neg_neq0 {_sign_proof(-q)})"
    if q == 1:
        return "ltr01"
    if q.denominator == 1:
        return f"(ltr0Sn K {q.numerator - 1})"
    if q.numerator == 1:
        return f"(inv_gt0 K {q.denominator - 1})"
    return f"(half_gt0 K {q.numerator - 1} {q.denominator - 1})"


def _weakened(proof: str, has: str, wanted: str) -> str:
    if has == wanted:
        return proof
    if (has, wanted) == (">", ">="):
        return f"(ltW {proof})"
    if (has, wanted) == (">", "!="):
        return f"(gt_ne {proof})"
    raise NotCarriedOver(f"a weight that is {has} 0 where it has to be {wanted} 0")


def listed(some: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Data as one list, and their proofs as one conjunction."""
    proofs = "I"
    for _, proof in reversed(some):
        proofs = f"(conj {proof} {proofs})"
    return seq([data for data, _ in some]), proofs
