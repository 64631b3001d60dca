"""Expressions of the kernel as terms over an environment."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from pcaproofs.kernel import Dimension, Expression
from pcaproofs.rocq import terms
from pcaproofs.rocq.environment import Variables
from pcaproofs.rocq.problem import Problem
from pcaproofs.rocq.refusal import NotTranslated
from pcaproofs.rocq.terms import ATOM, ONE, POSTFIX, SUM, ZERO, RocqTerm, scalar
from pcaproofs.terms import is_ones, ones_name

Values = Mapping[str, Expression]
_LEAVES = ("letter", "number", "eye", "zero", "size")
Extra = tuple[str, Dimension, Dimension]  # text, rows, columns


class Translator(Variables):
    """Translates expressions over an environment.

    values: replacements of some letters. extra: letters outside the statement. lets: those of the certificate.
    """

    def __init__(self, problem: Problem, values: Values | None = None, extra: Mapping[str, Extra] | None = None):
        super().__init__(problem)
        self.values, self.extra = dict(values or {}), dict(extra or {})
        self.shared = dict(problem.shared)
        self.given_nonzero: dict[str, str] = {}
        self.lets: dict[Expression, str] = {}
        self._terms: dict[Expression, RocqTerm] = {}  # translated already, with the values and names beside
        self._terms_for: tuple[object, object] = (None, None)

    def letter(self, name: str) -> RocqTerm:
        """A letter of the statement, or its replacement."""
        p = self.problem
        if name in self.values:
            value = self.term_with({}, self.values[name])
            if value.open:
                value = replace(value, text=self.typed_argument(value), binds=ATOM, open=False)
            return replace(value, negated=None, kept=True)
        if name in self.extra:
            return self.variable(name, *self.extra[name])
        if is_ones(name):
            n = next(n for n in p.statement.ones if ones_name(n) == name)
            if n == 1:
                return replace(self.variable(name, "1", 1, 1), open=True, kept=True)
            return replace(self.variable(name, f"'1_{p.size(n)}", n, 1), binds=POSTFIX, open=True)
        if name in p.bases:
            return replace(self.variable(name, f"'e_{p.bases[name]}", *p.shapes[name]), binds=POSTFIX, open=True)
        if name in p.functions.letters:
            return p.binders.function_letter(self, name)
        return self.variable(name, p.names[name], *p.shapes[name])

    def type_of(self, a: RocqTerm) -> str:
        """The type of a term."""
        return self.problem.type_of(a.rows, a.cols)

    def typed_argument(self, a: RocqTerm) -> str:
        """The text as one argument, with its type if that is open."""
        return self.typed(a) if a.open else a.bound(ATOM)

    def typed(self, a: RocqTerm) -> str:
        """The text with its type, as one argument."""
        return f"({a.text} : {self.type_of(a)})"

    # -------------------------------------------------------------------------------------------- expressions
    def term(self, e: Expression) -> RocqTerm:
        """The term for an expression of the kernel."""
        # an equal expression may be written as another sum or determinant, or as none
        if id(e) in self.problem.sums or id(e) in self.problem.nodes:
            return self._translated(e)
        if self._terms_for[0] is not self.values or self._terms_for[1] is not self.shared:
            self._terms, self._terms_for = {}, (self.values, self.shared)
        found = self._terms.get(e)
        if found is not None:
            return found
        terms_ = self._terms
        found = self._translated(e)
        # equal expressions may have different sums inside, or be abbreviated later
        if e[0] in _LEAVES or not (self.lets or self.problem.sums or self.problem.nodes):
            terms_[e] = found
        return found

    def _translated(self, e: Expression) -> RocqTerm:
        if self.lets and e in self.lets:
            return self.letter(self.lets[e])
        if self.shared and e in self.shared:
            inside = self.unshared(e)
            return replace(inside, text=self.shared[e], binds=ATOM, open=False, negated=None, kept=True)
        if id(e) in self.problem.sums:
            return self.problem.binders.sum_letter(self, e)
        if id(e) in self.problem.nodes:
            return self.problem.binders.function_node(self, e)
        return self.plain_node(e)

    def unshared(self, e: Expression) -> RocqTerm:
        """The term for an expression, spelt out where it has a name."""
        shared, self.shared = self.shared, {k: v for k, v in self.shared.items() if k != e}
        try:
            return self.term(e)
        finally:
            self.shared = shared

    def plain_node(self, e: Expression) -> RocqTerm:
        """The term for an expression as read, and not as written."""
        match e:
            case ("add", *some):
                return self._sum([self.term(x) for x in some])
            case ("mul", *some):
                return self._product([self._factor(x) for x in some])
            case ("t", a):
                return terms.transposed(self.term(a))
            case ("tr", a):
                return self._trace(a)
            case ("pow", a, int(k)):
                base = self._factor(a) if k > 1 else self.term(a)
                return terms.power(base, k, None if base.is_scalar or k else self.term(("eye", base.rows)))
            case (("gradient" | "derivative"), *_):
                return self.differential(e)
        return self._leaf(e)

    def _leaf(self, e: Expression) -> RocqTerm:
        """An expression without parts."""
        p = self.problem
        match e:
            case ("number", str(value)):
                return terms.rational(Fraction(value))
            case ("eye", n):
                return ONE if n == 1 else RocqTerm(n, n, "1%:M", self.identity(n), POSTFIX, True)
            case ("zero", rows, cols):
                if (rows, cols) == (1, 1):
                    return ZERO
                return RocqTerm(rows, cols, "0", f"? {self.code(rows)} {self.code(cols)}", ATOM, True)
            case ("letter", str(name)):
                return self.letter(name)
            case ("size", str(n)):
                return scalar(f"{p.size(n)}%:R", f"pc_n{self.code(n)}", POSTFIX, open=True)
            case ("inverse", str(name), int(k)):
                return self._inverse(name, k)
        raise NotTranslated(f"the expression {e[0]}")

    def _trace(self, a: Expression) -> RocqTerm:
        """The trace of a matrix; the squared norm if the matrix is AᵀA."""
        match a:
            case ("mul", ("t", left), right) if left == right:
                inside = self.term(left)
                return terms.squared_norm(inside, self.type_of(inside))
        inside = self.term(a)
        return terms.trace(inside, self.type_of(inside))

    def _sum(self, addends: list[RocqTerm]) -> RocqTerm:
        """The sum, with positive terms first so that it does not begin with a minus."""
        first, *rest = sorted(addends, key=lambda a: a.negated is not None)
        for a in rest:
            first = terms.plus(first, a)
        return first

    def differential(self, e: Expression) -> RocqTerm:
        """A gradient or derivative; the letter that the statement has for it."""
        return self.problem.binders.differential_letter(self, e)

    def _factor(self, e: Expression) -> RocqTerm:
        """A factor of a product. One with a zero matrix gets its type: the other factors may not determine it."""
        a = self.term(e)
        if a.is_scalar or not a.open or "?" not in a.data:  # which spells a zero matrix
            return a
        return replace(a, text=self.typed(a), binds=ATOM, open=False, negated=None)

    def _product(self, factors: list[RocqTerm]) -> RocqTerm:
        """The product. Scalars in front are multiplied last, so that they stand in front of the whole product."""
        k = next((i for i, a in enumerate(factors) if not a.is_scalar), len(factors))
        products = []
        for part in (factors[:k], factors[k:]):
            if part:
                first, *rest = part
                for a in rest:
                    first = terms.times(first, a)
                products.append(first)
        return products[0] if len(products) == 1 else terms.times(*products)

    def _inverse(self, name: str, k: int) -> RocqTerm:
        p = self.problem
        if name in p.scope.sizes:
            a = scalar(f"{p.size(name)}%:R^-1", f"/ pc_n{self.code(name)}", POSTFIX, open=True)
        else:
            if name in self.values or name in p.variables:
                raise NotTranslated(f"1/{name} where {name} varies")
            a = self.letter(name)
            i = self.scalars[name][0]
            self.nonzero[i] = self.nonzero_proof(name)
            a = scalar(f"{a.bound(ATOM if name in p.functions.letters else SUM)}^-1", f"/ pc_s{i}", POSTFIX)
        return a if k == 1 else terms.power(a, k)

    def nonzero_proof(self, name: str) -> str:
        """The proof that a scalar letter is not zero; raises NotTranslated where no hypothesis says so."""
        if name in self.given_nonzero:
            return self.given_nonzero[name]
        for hypothesis, h in self.problem.fixed:
            if h.left == ("letter", name) and h.right == ("number", "0") and h.relation in (">", "!="):
                proof = self.problem.hypothesis[hypothesis]
                return f"(lt0r_neq0 {proof})" if h.relation == ">" else proof
        raise NotTranslated(f"1/{name} where {name} varies")

    def term_with(self, values: Values, e: Expression) -> RocqTerm:
        """The term for an expression in which letters are replaced by these values."""
        outside, self.values = self.values, dict(values)
        try:
            return self.term(e)
        finally:
            self.values = outside

    def difference(self, left: Expression, right: Expression) -> RocqTerm:
        """left - right."""
        return terms.minus(self.term(left), self.term(right))
