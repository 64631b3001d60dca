"""Certificates as data of library/certificates.v, whose check Rocq computes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from pcaproofs.kernel import Cofactor, Compare, Expression, Lemma, Proof, Square, Weight
from pcaproofs.rocq import terms
from pcaproofs.rocq.block import Extra, Translator, Values
from pcaproofs.rocq.environment import LETTERS, ProvedFact, seq
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.terms import ONE, UNARY, ZERO, RocqTerm, scalar
from pcaproofs.terms import ones_column

FROM_SIDES = {">": "gt_subr0", ">=": "ge_subr0", "!=": "neq_subr0"}
RELATIONS = {"=": "Eq0", "!=": "Ne0", ">=": "Ge0", ">": "Gt0"}
_TENSORS = {"kron": "k", "swap": "s"}
Derived = dict[str, int]  # derived fact -> its position


class Steps(Translator):
    """A block in which goals are proved from facts."""

    def __init__(self, problem: Problem, values: Values | None = None, extra: Mapping[str, Extra] | None = None):
        super().__init__(problem, values, extra)
        self.known: dict[str, Callable[[], ProvedFact]] = {}
        self.found: dict[str, ProvedFact] = {}
        self.facts: list[ProvedFact] = []
        self.goals: list[str] = []

    def have(self, relation: str, left: RocqTerm, right: RocqTerm, proof: str) -> ProvedFact:
        """A fact that is given, with its proof."""
        if (left.rows, left.cols) != (right.rows, right.cols):
            raise NotTranslated(f"a {left.rows}×{left.cols} matrix {relation} a {right.rows}×{right.cols} matrix")
        self.facts.append(ProvedFact(relation, left, right, proof, 2 * len(self.facts)))
        return self.facts[-1]

    def finish(self, use: str = "{}") -> list[str]:
        """The steps that prove the goals. use: the final term, where {} stands for the proof of the goals."""
        p, name = self.problem, self.fresh("data")
        definitions = [(d.index, *d.value()) for d in self.definitions]
        defined = "".join(f"{_formula('=', _variable(i, term), term)} " for i, term, _ in definitions)
        given = "".join(f"{_formula(f.relation, f.left, f.right)} " for f in self.facts)
        goals = "".join(f"{goal} " for goal in self.goals)
        numbers = [f"Some {n}%N" if isinstance(n, int) else "None" for n in self.dims]
        literal = seq(numbers if any(isinstance(n, int) for n in self.dims) else [])
        divisors = seq([f"{i}%N" for i in sorted(self.nonzero)])
        trees = f"[t: {defined}| ] [t: {given}| ] [t: {goals}| ]"
        self.problem.data.append(
            f"Definition {name} := Eval vm_compute in typed_sequent {self.codes()} {literal} {divisors} {trees}."
        )
        proofs = [p.positive(n) if isinstance(n, str) else f"(ltn0Sn {n - 1})" for n in self.dims]
        proofs += [self.nonzero[i] for i in sorted(self.nonzero)]
        proofs += [proof for _, _, proof in definitions] + [f.proof for f in self.facts]
        whole = " ".join([f"@proves K pc_ds {LETTERS} {name} (erefl true <: accepted {name} = true) isT", *proofs])
        lets = "\n".join(f"let {one} in" for one in self.spaces())
        term = use.replace("{}", f"(\n{lets}\n{whole})")
        return [*self.before, f"exact_no_check {term if use == '{}' else f'({term})'}."]

    def fact(self, name: str) -> ProvedFact:
        """A fact that a certificate cites."""
        if name not in self.found:
            if name in self.known:
                self.found[name] = self.known[name]()
            elif (given := self._given(name)) is not None:
                self.found[name] = given
            else:
                raise NotTranslated(f"the fact {name!r}, which is none of the statement's")
        return self.found[name]

    def _given(self, name: str) -> ProvedFact | None:
        """A fact about dimensions or columns of ones, which holds without hypotheses."""
        p = self.problem
        for n in p.statement.ones:
            if name == f"ones {n}":
                one = self.term(ones_column(n))
                size = ("size", n) if isinstance(n, str) else ("number", str(n))
                norm = scalar("", terms.norm_data(one))
                return self.have(
                    "=", norm, self.term(size), "(expr1n K 2)" if n == 1 else f"(sqnorm_ones K {p.size(n)})"
                )
        for n in p.sizes:
            number, positive = self.term(("size", n)), p.positive(n)
            if name == f"{n} > 0":
                return self.have(">", number, ZERO, f"(natr_gt0 K {positive})")
            if name == f"{n} >= 1":
                return self.have(">=", number, ONE, f"(natr_ge1 K {positive})")
            if name == f"1/{n} > 0":
                return self.have(">", self.term(("inverse", n, 1)), ZERO, f"(invr_natr_gt0 K {positive})")
        return None

    def hypothesis(self, name: str, h: Compare, proof: str) -> ProvedFact:
        """A hypothesis, proved by the name that it has in the context."""
        p = self.problem
        if (basis := p.basis_fact(h)) is not None:
            lemma = {"unit": "basis_unit K {}", "ones": "basis_ones K {}"}.get(basis[0], "")
            proof = f"({lemma.format(p.bases[basis[1]])})" if lemma else f"(basis_orthogonal K {proof})"
            return self.have("=", self.term(h.left), self.term(h.right), proof)
        if name in p.roots:
            root = p.roots[name]
            factor = self.letter(root.letter)
            square = terms.times(terms.transposed(factor), factor)
            return self.have("=", self.term(root.square), square, f"{proof}_root")
        if p.says_derivative(h):
            return p.binders.derivative_fact(self, h, proof)
        return self.have(h.relation, self.term(h.left), self.term(h.right), proof)

    def _place(self, name: str, derived: Derived) -> str:
        """The name of a fact in a certificate."""
        return f"pc_f{derived[name] if name in derived else self.fact(name).index}"

    def cofactors(self, cofactors: Sequence[Cofactor], derived: Derived) -> str:
        """A list of multiples of facts."""
        out = ""
        for c in cofactors:
            outer = "" if c.outer is None else f"@ {self.term(c.outer).data} "
            sides = f"{self.term(c.left).data} {self.term(c.right).data}"
            out += f"& {outer}{'>' if c.transposed else '<'} {self._place(c.fact, derived)} {sides} "
        return f"{out}|"

    def _weight_data(self, w: Weight, derived: Derived) -> str:
        powers = "".join(f"= {self._place(name, derived)} {k} " for name, k in w[1])
        return f"{terms.rational(Fraction(w[0])).data} {powers}|"

    def squares(self, squares: Sequence[Square], derived: Derived) -> str:
        """A list of weighted squares."""
        return "".join(f"& {self._square(w, e, derived)} " for w, e in squares) + "|"

    def _square(self, w: Weight, e: Expression, derived: Derived) -> str:
        weight = self._weight_data(w, derived)
        if e[0] == "tensor":
            return f"$* {weight} {self._tensor(e[1:])}"
        return f"$ {weight} {self.term(e).data}"

    def _tensor(self, written: Sequence[Expression]) -> str:
        """A list of the parts of a tensor; raises NotTranslated where they have different indices."""
        parts = [(kind, self.term(m), self.term(n)) for kind, m, n in written]
        swapped = any(kind == "swap" for kind, _, _ in parts)
        shapes = {((m.rows, m.cols), (n.rows, n.cols)) for _, m, n in parts}
        if len(shapes) > 1 or (swapped and any(m.cols != n.rows for _, m, n in parts)):
            raise NotTranslated("a tensor of parts with different indices")
        return "".join(f"& *{_TENSORS[kind]} {m.data} {n.data} " for kind, m, n in parts) + "|"

    def _is_positive(self, w: Weight, derived: Derived) -> bool:
        facts = [name for name, _ in w[1]]
        return Fraction(w[0]) > 0 and all(x not in derived and self.fact(x).relation == ">" for x in facts)

    def weight(self, w: Weight, wanted: str) -> tuple[RocqTerm, str]:
        """A weight and the proof that it has the wanted relation to 0."""
        q = Fraction(w[0])
        a, has, proof = terms.rational(q), ">", _sign_proof(q)
        if q <= 0:
            has = "!=" if q else ">="
        proof = _weakened(proof, has, wanted)
        for name, k in w[1]:
            f = self.fact(name)
            factor = terms.minus(f.left, f.right)
            sign = _weakened(f"({FROM_SIDES[f.relation]} {f.proof})", f.relation, wanted)
            if k != 1:
                factor = terms.power(factor, k)
                lemma = {">": "exprn_gt0", ">=": "exprn_ge0", "!=": "exprn_neq0"}[wanted]
                sign = f"({lemma} {k} {sign})"
            lemma = {">": "mulr_gt0", ">=": "mulr_ge0", "!=": "mulf_neq0"}[wanted]
            a, proof = terms.raw_times(a, factor), f"({lemma} {proof} {sign})"
        return a, proof

    def settle(self, left: RocqTerm, right: RocqTerm) -> None:
        """The goal that two terms are equal, because they are when multiplied out."""
        self.prove("=", left, right, Proof())

    def prove(self, relation: str, left: RocqTerm, right: RocqTerm, proof: Proof) -> None:
        """The goal that left is = or >= right, with its certificate."""
        derived: Derived = {}
        if relation not in ("=", ">="):
            raise NotTranslated(f"a proof of a relation {relation}")
        if relation == "=" and proof.squares:
            raise NotTranslated("squares in the proof of an equality")
        lemmas = "".join(f"& {self._lemma(lemma, derived)} " for lemma in proof.lemmas) + "|"
        squares, cofactors = self.squares(proof.squares, derived), self.cofactors(proof.cofactors, derived)
        self.goals.append(f"|- {_sides(relation, left, right)} {lemmas} {squares} {cofactors}")

    def _lemma(self, lemma: Lemma, derived: Derived) -> str:
        cofactors = self.cofactors(lemma.cofactors, derived)
        names = [f"{lemma.name}.{i}" for i in range(len(lemma.squares))]
        if lemma.value is None:
            if any(e[0] == "tensor" for _, e in lemma.squares):
                raise NotTranslated("a tensor that vanishes")
            text = f"=> {self.squares(lemma.squares, derived)} {cofactors}"
        else:
            names = [lemma.name]
            value = f"{self._weight_data(lemma.factor, derived)} {self.term(lemma.value).data}"
            text = f":= {value} {cofactors}"
            if lemma.squares:
                # where the factor may be zero, the library expects the square of the value first
                some = lemma.squares
                own = [s[1] == lemma.value and self._is_positive(s[0], derived) for s in some]
                k = own.index(True) if any(own) else 0
                squares = [some[k], *some[:k], *some[k + 1 :]]
                text = f":>= {value} {self.squares(squares, derived)} {cofactors}"
        for name in names:
            if name in derived or name in self.found or name in self.known:
                raise NotTranslated(f"two facts named {name}")
            derived[name] = 2 * len(derived) + 1
        return text


def _sides(relation: str, left: RocqTerm, right: RocqTerm) -> str:
    return f"{RELATIONS[relation]} {left.data} {right.data}"


def _formula(relation: str, left: RocqTerm, right: RocqTerm) -> str:
    return f"<> {_sides(relation, left, right)}"


def _variable(index: int, like: RocqTerm) -> RocqTerm:
    return replace(like, data=f"pc_{'s' if like.is_scalar else 'm'}{index}")


def _sign_proof(q: Fraction) -> str:
    """The proof that a number is > 0, >= 0 or != 0, whichever is strongest."""
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
    raise NotTranslated(f"a weight that is {has} 0 where it has to be {wanted} 0")
