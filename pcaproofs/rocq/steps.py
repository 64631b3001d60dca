"""Certificates as steps: every rule of the kernel's checker is one lemma of library/certificates.v."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from pcaproofs.kernel import Cofactor, Dimension, Lemma, Proof, Square, Weight
from pcaproofs.rocq import terms
from pcaproofs.rocq.block import ENV, Block, Fact, listed
from pcaproofs.rocq.refusal import NotCarriedOver
from pcaproofs.rocq.terms import Term


class Steps(Block):
    """A block in which goals are proved."""

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
        """The proof that a term is zero, being a sum of multiples of facts."""
        data, proofs = self.cofactors(some)
        if goal.is_scalar:
            computed = _computed(f"szero pc_h (SAdd {goal.data} (SOpp (ssum {data})))")
            return f"@settle_s K {ENV} {goal.data} {data} {computed} {proofs}"
        i, j = self.code(goal.rows), self.code(goal.cols)
        computed = _computed(f"mzero pc_h (MAdd {goal.data} (MOpp (@msum {i} {j} {data})))")
        return f"@settle_m K {ENV} {i} {j} {goal.data} {data} {computed} {proofs}"

    def prove(self, relation: str, goal: Term, proof: Proof) -> str:
        """Steps that end in one which says that the goal is = 0 or >= 0; its name."""
        for lemma in proof.lemmas:
            self._lemma(lemma)
        if relation == "=":
            text = self.settle(goal, proof.cofactors)
        else:
            squares, signs, _ = self.squares(proof.squares, ">=")
            data, proofs = self.cofactors(proof.cofactors)
            computed = _computed(f"szero pc_h (SAdd (SAdd {goal.data} (SOpp (sqsum {squares}))) (SOpp (ssum {data})))")
            text = f"@settle_ge K {ENV} {goal.data} {squares} {data} {computed} {signs} {proofs}"
        return self.have(relation, goal, text, "G").proof

    def _lemma(self, lemma: Lemma) -> None:
        if lemma.name in self.found or lemma.name in self.known:
            raise NotCarriedOver(f"two facts named {lemma.name}")
        data, proofs = self.cofactors(lemma.cofactors)
        if lemma.squares:
            squares, signs, inside = self.squares(lemma.squares, ">")
            computed = _computed(f"szero pc_h (SAdd (sqsum {squares}) (SOpp (ssum {data})))")
            step = self.fresh("L")
            names = [f"{step}_{i}" for i in range(len(inside))]
            pattern = "".join(f"[{x} " for x in names) + "_" + "]" * len(names)
            self.lines.append(f"have {pattern} := @settle_sq K {ENV} {squares} {data} {computed} {signs} {proofs}.")
            for i, (name, a) in enumerate(zip(names, inside, strict=True)):
                self.found[f"{lemma.name}.{i}"] = Fact("=", a, name)
        elif lemma.value is not None:
            value, (weight, sign) = self.ex(lemma.value), self.weight(lemma.factor, "!=")
            goal = replace(value, data=f"({'SMul' if value.is_scalar else 'MScale'} {weight.data} {value.data})")
            how = "mul_eq0" if value.is_scalar else "scale_eq0"
            text = self.settle(goal, lemma.cofactors)
            self.found[lemma.name] = self.have("=", value, f"{how} {sign} ({text})", "L")


def _computed(test: str) -> str:
    return f"(@erefl bool true <: {test} = true)"


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
