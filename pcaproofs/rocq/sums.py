"""Sums over samples: the sum as written, and the proof that it equals the kernel's reading.

The body is a polynomial of degree at most 2 in the running basis vector e. Each of its terms has one of a few forms,
such as U e V or tr(A (e eᵀ)), and a lemma of library/prelude.v gives its sum. Rocq computes that the body is their sum.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from hashlib import sha256

from pcaproofs.kernel import Dimension, Expression, letter
from pcaproofs.rocq import terms
from pcaproofs.rocq.block import Extra, Translator
from pcaproofs.rocq.problem import Problem, Sum
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.steps import Steps
from pcaproofs.rocq.terms import RocqTerm
from pcaproofs.terms import from_polynomial, letters_in, ones_name


def sum_letter(block: Translator, e: Expression) -> RocqTerm:
    """The variable whose value is Σ_k body, with a lemma that gives its value."""
    p, total = block.problem, block.problem.sums[id(e)]
    if id(e) not in p.sum_lemmas:
        inside = letters_in(total.body)
        p.sum_lemmas[id(e)] = SumLemma(p, total, {x: extra for x, extra in block.extra.items() if x in inside})
    lemma = p.sum_lemmas[id(e)]
    k, n = p.indices[total.index], p.size(total.n)
    inner = Translator(p, block.values, {**block.extra, total.index: (f"'e_{k}", total.n, 1)})
    inner.shared = block.shared
    body = inner.term(total.body)
    text = f"\\sum_({k} < {n}) {body.bound(terms.POSTFIX)}"
    values = dict(block.values)
    return block.define(text, text, body, lambda: lemma.instance(block, values))


class SumLemma:
    """The lemma Σ_k body = value, for all letters in the body; theorems with the same sum share it."""

    def __init__(self, p: Problem, total: Sum, outside: Mapping[str, Extra]):
        """outside: the running vectors of enclosing sums that occur in the body."""
        self.total, inside = total, letters_in(total.body)
        self.outside = {p.indices[x]: n for x, (_, n, _) in outside.items()}
        others, p.data = p.data, []
        self.letters = [name for name in p.shapes if name in inside and name not in p.bases]
        self.bases = [name for name in p.bases if name in inside]
        lengths = {total.n, *self.outside.values()}
        self.sizes = [n for n in p.sizes if n in self._sizes(p, total.body) or n in lengths]
        self.nonzero = sorted(_inverted(total.body) - set(p.sizes))
        k, n = p.indices[total.index], p.size(total.n)
        inner, outer = Steps(p, extra={**outside, total.index: (f"'e_{k}", total.n, 1)}), Steps(p, extra=outside)
        inner.shared = outer.shared = {}
        inner.given_nonzero = outer.given_nonzero = {name: f"pc_{p.names[name]}_neq0" for name in self.nonzero}
        body = inner.term(total.body)
        self.is_scalar, self.shape = body.is_scalar, (body.rows, body.cols)
        self.addends = _addends(inner, total)
        running, value, proof = inner.term(self._zero()), outer.term(self._zero()), f"(sums0 {n} _)"
        for part in reversed([_Split(inner, outer, total, term, scalar=self.is_scalar) for term in self.addends]):
            f, s, shown = part.result()
            running, value, proof = _raw_sum(f, running), _raw_sum(s, value), f"(sumsD {shown} {proof})"
        type_ = outer.type_of(body)
        inner.settle(body, running)
        sizes = " ".join(p.names[m] for m in self.sizes)
        binders = "(K : realFieldType)" + (f" ({sizes} : nat)" if sizes else "")
        binders += "".join(f" ({p.names[x]} : {p.letter_type(x)})" for x in self.letters)
        binders += "".join(f" ({p.bases[e]} : 'I_{p.size(p.shapes[e][0])})" for e in self.bases)
        binders += "".join(f" ({i} : 'I_{p.size(m)})" for i, m in self.outside.items())
        premises = [f"(0 < {p.names[m]})%N -> " for m in self.sizes]
        premises += [f"{p.names[x]} != 0 -> " for x in self.nonzero]
        sides = f"\\sum_({k} < {n}) {body.bound(terms.POSTFIX)} = ({value.text} : {type_})"
        given = [p.positive(m) for m in self.sizes] + list(inner.given_nonzero.values())
        self.statement = f"{binders} :\n  {''.join(premises)}{sides}"
        self.script = [
            f"move=> {' '.join(given)}.",
            *inner.finish(
                f"sums_ext (f := fun {k} : 'I_{n} => {body.text} : {type_}) {proof} (fun {k} : 'I_{n} => {{}})"
            ),
        ]
        self.data, p.data = tuple(p.data), others
        self.name = f"pc_sum_{sha256(self.statement.encode()).hexdigest()[:12]}"

    def _zero(self) -> Expression:
        return ("zero", *self.shape)

    def _sizes(self, p: Problem, e: object) -> set[Dimension]:
        """The dimensions in an expression, those of its letters included."""
        if not isinstance(e, tuple) or not e:
            return set()
        if e[0] == "letter":
            name = e[1]
            if name in p.shapes:
                return set(p.shapes[name])
            return {n for n in p.statement.ones if ones_name(n) == name}
        return {x for x in e[1:] if isinstance(x, str)}.union(*(self._sizes(p, x) for x in e[1:]))

    def instance(self, block: Translator, values: Mapping[str, Expression]) -> tuple[RocqTerm, str]:
        """The value of the sum for these values of the letters, and the proof."""
        p = block.problem
        outside, block.values = block.values, dict(values)
        shared, block.shared = block.shared, {}
        inner = Steps(p, block.values, {**block.extra, self.total.index: ("", self.total.n, 1)})
        inner.shared = {}
        value = block.term(self._zero())
        for term in reversed(self.addends):
            value = _raw_sum(_Split(inner, block, self.total, term, scalar=self.is_scalar).result()[1], value)
        given = [p.names[m] for m in self.sizes] + [block.typed(block.letter(x)) for x in self.letters]
        given += [p.bases[e] for e in self.bases] + list(self.outside) + [p.positive(m) for m in self.sizes]
        given += [block.nonzero_proof(x) for x in self.nonzero]
        block.values, block.shared = outside, shared
        return value, f"(@{self.name} K {' '.join(given)})"


def _inverted(e: object) -> set[str]:
    """The names of all divisors."""
    if not isinstance(e, tuple) or not e:
        return set()
    return {e[1]} if e[0] == "inverse" else set().union(*(_inverted(x) for x in e[1:]))


def _addends(inner: Translator, total: Sum) -> list[Expression]:
    scope = copy(inner.problem.scope)
    running = {name: letter(name, rows, cols) for name, (_, rows, cols) in inner.extra.items()}
    ones = letter(ones_name(total.n), total.n, 1)
    scope.letters = {ones_name(total.n): ones, **scope.letters, **running}
    scope.sizes = scope.sizes | ({total.n} if isinstance(total.n, str) else set())
    whole = from_polynomial(scope.expand(total.body))
    if whole[0] == "zero" or whole == ("number", "0"):
        return []
    return list(whole[1:]) if whole[0] == "add" else [whole]


@dataclass
class _Form:
    """A summand f that depends on the running basis vector, its sum s, and the proof."""

    f: RocqTerm
    s: RocqTerm
    proof: str

    def times(self, left: Sequence[RocqTerm], right: Sequence[RocqTerm]) -> _Form:
        """left f right; left and right hold a matrix in both environments, or nothing."""
        out = self
        if left:
            out = _Form(_raw(left[0], out.f), _raw(left[1], out.s), f"(sums_mull ({left[0].text}) {out.proof})")
        if right:
            out = _Form(_raw(out.f, right[0]), _raw(out.s, right[1]), f"(sums_mulr ({right[0].text}) {out.proof})")
        return out

    def trace(self) -> _Form:
        """tr f."""
        f, s = (terms.scalar(f"\\tr ({x.text})", f"% {x.data}", terms.POSTFIX) for x in (self.f, self.s))
        return _Form(f, s, f"(sums_tr {self.proof})")

    def entry(self) -> _Form:
        """f of 1×1 as a scalar."""
        f, s = (terms.scalar(f"({x.text}) 0 0", f"! {x.data}", terms.POSTFIX) for x in (self.f, self.s))
        return _Form(f, s, f"(sums_elt {self.proof})")


class _Split:
    """One term of the body, split at the running vector."""

    def __init__(self, inner: Translator, outer: Translator, total: Sum, term: Expression, *, scalar: bool):
        self.inner, self.outer, self.n, self.e = inner, outer, total.n, ("letter", total.index)
        self.scalars: list[Expression] = []
        self.word: list[Expression] = []
        self.rows: list[list[Expression]] = []  # factors row · e
        self.middles: list[list[Expression]] = []  # factors eᵀ · middle · e
        factors = term[1:] if term[0] == "mul" else (term,)
        if scalar and any(self._shape(x) != (1, 1) for x in factors):
            factors = (term,)  # one word of 1×1
        for factor in factors:
            self._factor(factor)

    def _shape(self, e: Expression) -> tuple[Dimension, Dimension]:
        p = self.inner.problem
        if e[0] == "t":
            return self._shape(e[1])[::-1]
        if e[0] == "letter":
            name = e[1]
            if name in self.inner.extra:
                return self.inner.extra[name][1:]
            return p.shapes[name] if name in p.shapes else (p.scope.letters[name].rows, p.scope.letters[name].cols)
        return (e[1], e[1]) if e[0] == "eye" else (1, 1)

    def _factor(self, factor: Expression) -> None:
        inside = letters_in(factor)
        if self._shape(factor) != (1, 1):
            self.word += [] if factor[0] == "eye" and self.word else [factor]
        elif self.e[1] not in inside:
            self.scalars.append(factor)
        else:
            base, k = (factor[1], factor[2]) if factor[0] == "pow" else (factor, 1)
            some = list(base[1:])
            if base[0] != "mul":
                raise NotTranslated("a sum over vectors of length 1")
            if some[0] == ("t", self.e) and some[-1] == self.e:
                self.middles += [some[1:-1]] * k
            elif some[-1] == self.e:
                self.rows += [some[:-1]] * k
            else:
                self.rows += [_turned(some[1:])] * k

    def _both(self, factors: list[Expression]) -> list[RocqTerm]:
        if not factors:
            return []
        return [_chain([block.term(x) for x in factors]) for block in (self.inner, self.outer)]

    def _e(self) -> _Form:
        n = self.inner.problem.size(self.n)
        f = self.inner.term(self.e)
        return _Form(f, self.outer.variable(ones_name(self.n), f"'1_{n}", self.n, 1), f"(sums_e K {n})")

    def _et(self) -> _Form:
        e = self._e()
        n = self.inner.problem.size(self.n)
        return _Form(terms.transposed(e.f), terms.transposed(e.s), f"(sums_eT K {n})")

    def _eet(self) -> _Form:
        f = self.inner.term(self.e)
        n = self.inner.problem.size(self.n)
        identity = self.outer.term(("eye", self.n))
        return _Form(_raw(f, terms.transposed(f)), identity, f"(sums_eeT K {n})")

    def result(self) -> tuple[RocqTerm, RocqTerm, str]:
        """The term, its sum and the proof."""
        scalar = [block.term(("mul", ("number", "1"), *self.scalars)) for block in (self.inner, self.outer)]
        form = self._word_form() if self.e in self.word or ("t", self.e) in self.word else self._scalar_form()
        if form is None:
            return self._constant(scalar)
        if form.f.is_scalar:
            times = [terms.raw_times(a, b) for a, b in zip(scalar, (form.f, form.s), strict=True)]
            proof = f"(sumsM ({scalar[0].text}) {form.proof})"
            if self.word:
                matrix = self._both(self.word)
                times = [_raw_scaled(a, b) for a, b in zip(times, matrix, strict=True)]
                proof = f"(sums_scalar ({self.inner.typed(matrix[0])}) {proof})"
        else:
            times = [_raw_scaled(a, b) for a, b in zip(scalar, (form.f, form.s), strict=True)]
            proof = f"(sumsZ ({scalar[0].text}) {form.proof})"
        return times[0], times[1], proof

    def _constant(self, scalar: list[RocqTerm]) -> tuple[RocqTerm, RocqTerm, str]:
        n = self.inner.problem.size(self.n)
        size = self.outer.term(("size", self.n) if isinstance(self.n, str) else ("number", str(self.n)))
        if not self.word:
            return scalar[0], terms.raw_times(size, scalar[1]), f"(sums_const {n} ({self.inner.typed(scalar[0])}))"
        some = [_raw_scaled(a, b) for a, b in zip(scalar, self._both(self.word), strict=True)]
        return some[0], _raw_scaled(size, some[1]), f"(sums_const_mx {n} ({self.inner.typed(some[0])}))"

    def _scalar_form(self) -> _Form | None:
        if self.middles:
            return self._eet().times(self._both(self.middles[0]), []).trace()
        if len(self.rows) == 2:
            return self._eet().times(self._both([*_turned(self.rows[0]), *self.rows[1]]), []).trace()
        return self._e().times(self._both(self.rows[0]), []).entry() if self.rows else None

    def _word_form(self) -> _Form:
        word, e, et = self.word, self.e, ("t", self.e)
        at = word.index(e) if e in word else word.index(et)
        before, after = word[:at], word[at + 1 :]
        if e in word and et in word:
            return self._eet().times(self._both(before), self._both(after[1:]))
        if not self.rows:
            return (self._e() if e in word else self._et()).times(self._both(before), self._both(after))
        if e in word:  # U e (r e) V = U (e eᵀ) rᵀ V
            return self._eet().times(self._both(before), self._both([*_turned(self.rows[0]), *after]))
        return self._eet().times(self._both([*before, *self.rows[0]]), self._both(after))


def _turned(word: list[Expression]) -> list[Expression]:
    return [e[1] if e[0] == "t" else ("t", e) for e in reversed(word)]


def _chain(factors: list[RocqTerm]) -> RocqTerm:
    first, *rest = factors
    for a in rest:
        first = _raw(first, a)
    return first


def _raw(a: RocqTerm, b: RocqTerm) -> RocqTerm:
    """The product of matrices without simplification; a 1×1 product stays a matrix."""
    text = f"{a.bound(terms.POSTFIX)} *m {b.bound(terms.POSTFIX)}"
    return RocqTerm(a.rows, b.cols, text, f"*m {a.data} {b.data}", terms.PRODUCT)


def _raw_scaled(s: RocqTerm, a: RocqTerm) -> RocqTerm:
    text = f"{s.bound(terms.POSTFIX)} *: {a.bound(terms.POSTFIX)}"
    return RocqTerm(a.rows, a.cols, text, f"* {s.data} {a.data}", terms.PRODUCT)


def _raw_sum(a: RocqTerm, b: RocqTerm) -> RocqTerm:
    return RocqTerm(a.rows, a.cols, f"{a.bound(terms.SUM)} + ({b.text})", f"+ {a.data} {b.data}", terms.SUM)
