"""Names for frequent expressions: μ for Xᵀ1/n, v̄ for 1ᵀv/n, H for I − 11ᵀ/n, S for XᵀHX/n, xₖ for Xᵀeₖ, bₖ for Beₖ."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pcaproofs.formula import algebra
from pcaproofs.formula.latex import latex
from pcaproofs.formula.sizes import mapped
from pcaproofs.formula.tree import ONE, SCALAR, Entry, Eye, Formula, Name, Ones, Product, Shape, Sum, Transpose


class Abbreviations:
    """Replaces known subexpressions by their names; `used` contains the definition of each name that occurred.

    `samples` contains the names of rows of matrices: xₖ for X and eₖ. `columns` contains those of columns: bₖ and B.
    """

    def __init__(self, taken: Iterable[Name] = ()):
        self.taken = {replace(x, shape=None) for x in taken}
        self.samples: dict[tuple[Formula, Formula], Formula] = {}
        self.used: dict[Name, Formula] = {}
        self.columns: dict[Name, Name] = {}
        self._applied: dict[Formula, Formula] = {}

    def apply(self, form: Formula) -> Formula:
        """The formula with known sub-expressions abbreviated."""
        if isinstance(form, Name | Eye | Ones):
            return form
        if form not in self._applied:  # the meaning of a name never changes, so the result can be cached
            self._applied[form] = self._apply(form)
        return self._applied[form]

    def _apply(self, form: Formula) -> Formula:
        match form:
            case Sum(terms):
                return self._centring(algebra.plus(map(self.apply, terms)))
            case Product():
                return self._product(form)
            case Entry(Transpose(Name() as b), Name() as k, shape, sample=True):
                return self._column(b, k, shape) or form
        return mapped(form, self.apply)

    def _use(self, name: Name, meaning: Formula) -> Name | None:
        """The name if it is free or already stands for a formula that prints the same."""
        plain = replace(name, shape=None)
        if plain in self.taken or latex(self.used.get(plain, meaning)) != latex(meaning):
            return None
        self.used.setdefault(plain, meaning)
        return name

    def _product(self, form: Product) -> Formula:
        over, factors = list(map(self.apply, form.over)), []
        for factor in form.factors:
            if isinstance(factor, Product) and factor.grouped:
                factors.append(self._grouped(factor, over))
            else:
                factors.append(self.apply(factor))
        k = 0
        while k + 1 < len(factors):
            if covariance := self._covariance(factors[k : k + 3], over):
                factors[k : k + 3] = [covariance]
            elif mean := self._mean(factors[k], factors[k + 1], over):
                factors[k : k + 2] = [mean]
            elif sample := self._sample(factors[k], factors[k + 1]):
                factors[k : k + 2] = [sample]
            k += 1
        result = algebra.times([algebra.number(form.coefficient), *factors], over)
        return replace(result, grouped=form.grouped) if isinstance(result, Product) else result

    def _grouped(self, form: Product, over: list[Formula]) -> Formula:
        """A product in brackets, with the denominators that stand outside of them."""
        if len(form.factors) == 2:
            return self._mean(*form.factors, over) or self._product(form)
        inside = list(map(self.apply, form.factors))
        for k in range(len(inside) - 2):
            if covariance := self._covariance(inside[k : k + 3], over):
                inside[k : k + 3] = [covariance]
                return replace(form, factors=tuple(inside))
        return self._product(form)

    def _sample(self, left: Formula, right: Formula) -> Formula | None:
        """The sample xₖ = Xᵀeₖ, or its row eₖᵀX."""
        match left, right:
            case (Transpose(Name() as x), Name() as e) if row := self.samples.get((_plain(x), _plain(e))):
                return row
            case (Transpose(Name() as e), Name() as x) if row := self.samples.get((_plain(x), _plain(e))):
                return algebra.transposed(row)
        return None

    def _mean(self, left: Formula, right: Formula, over: list[Formula]) -> Formula | None:
        """The mean, from Xᵀ1 or 1ᵀX and a denominator n, which is removed from the denominators."""
        match left, right:
            case (Transpose(Name() as x), Ones(n)):
                row = False
            case (Transpose(Ones(n)), Name() as x):
                row = True
            case _:
                return None
        if (
            x.shape is None or x.shape[0] != n or n not in over or (x.base == "e" and x.index) or _plain(x) in self.used
        ):  # 1ᵀe_i/n is 1/n, and 1ᵀH/n is 0: no name helps
            return None
        if x.shape[1] == ONE:
            name = self._use(replace(x, accent="bar", shape=SCALAR), _over(n, Transpose(Ones(n)), x))
        else:
            index = None if x == replace(x, base="X", index=None, accent="") else replace(x, shape=SCALAR)
            name = self._use(Name("μ", index, shape=(x.shape[1], ONE)), _over(n, Transpose(x), Ones(n)))
        if name is None:
            return None
        over.remove(n)
        return algebra.transposed(name) if row else name

    def _covariance(self, factors: list[Formula], over: list[Formula]) -> Formula | None:
        """The covariance, from XᵀHX and a denominator n, which is removed from the denominators."""
        match factors:
            case [Transpose(Name() as x), Name("H") as h, Name() as y] if x == y and h.shape and h.shape[0] in over:
                if x.shape is None or x.shape[1] == ONE or _plain(h) not in self.used:
                    return None
            case _:
                return None
        n = h.shape[0]
        index = None if x == replace(x, base="X", index=None, accent="") else replace(x, shape=SCALAR)
        name = self._use(Name("S", index, shape=(x.shape[1], x.shape[1])), _over(n, *factors))
        if name is not None:
            over.remove(n)
        return name

    def _column(self, b: Name, k: Name, shape: Shape) -> Name | None:
        """The name bₖ of the k-th column of B, if no letter and no row of a matrix has it."""
        name = replace(b, base=b.base.lower(), index=k, shape=shape, sample=True)
        others = {_plain(x) for x in self.samples.values() if isinstance(x, Name)} | self.taken
        if b.index or b.base == b.base.lower() or any(x.base == name.base for x in others):
            return None
        self.columns[_plain(name)] = b
        return name

    def _centring(self, form: Formula) -> Formula:
        if not isinstance(form, Sum):
            return form
        terms = list(form.terms)
        for eye in [t for t in terms if isinstance(t, Eye)]:
            n = eye.size
            if n is None:
                continue
            ones = Product(-1, (Ones(n), Transpose(Ones(n))), (n,))
            if ones in terms and (name := self._use(Name("H", shape=(n, n)), Sum((eye, ones)))):
                return algebra.plus([*(t for t in terms if t not in (eye, ones)), name])
        return form


def _plain(name: Name) -> Name:
    return replace(name, shape=None)


def _over(n: Formula, *factors: Formula) -> Formula:
    return Product(1, factors, (n,))
