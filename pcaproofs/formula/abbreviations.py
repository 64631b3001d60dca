"""Names for what recurs: μ for Xᵀ1/n, v̄ for 1ᵀv/n and H for I − 11ᵀ/n, each explained where it is used."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pcaproofs.formula import tree
from pcaproofs.formula.tree import Applied, Enclosed, Eye, Formula, Name, Ones, Product, Raised, Sum


class Abbreviations:
    """Replaces known sub-expressions by their names; `used` has the definition of each that occurred."""

    def __init__(self, taken: Iterable[str] = ()):
        self.taken = set(taken)
        self.used: dict[str, str] = {}
        self._applied: dict[Formula, Formula] = {}

    def apply(self, form: Formula) -> Formula:
        """The form with what is known abbreviated."""
        if isinstance(form, Name | Eye | Ones):
            return form
        if form not in self._applied:  # what a name stands for never changes, so that the second time is as the first
            self._applied[form] = self._apply(form)
        return self._applied[form]

    def _apply(self, form: Formula) -> Formula:
        match form:
            case Sum(terms):
                return self._centring(tree.plus(map(self.apply, terms)))
            case Product():
                return self._product(form)
            case Raised(base):
                return replace(form, base=self.apply(base))
            case Enclosed(_, parts):
                return replace(form, parts=tuple(map(self.apply, parts)))
            case Applied(_, body):
                return replace(form, body=self.apply(body))
        return form

    def clause(self) -> str:
        """Definitions of all names that were used, as LaTeX formulas in a sentence."""
        return ", ".join(f"${name} = {meaning}$" for name, meaning in self.used.items())

    def _use(self, name: str, meaning: str, rows: str, cols: str) -> Name | None:
        if name in self.taken or self.used.get(name, meaning) != meaning:
            return None
        self.used[name] = meaning
        return Name(name, rows, cols)

    def _product(self, form: Product) -> Formula:
        over, factors = list(map(self.apply, form.over)), []
        for factor in form.factors:
            if isinstance(factor, Product) and factor.grouped and len(factor.factors) == 2:
                mean = self._mean(*factor.factors, over)
                factors.append(mean or self._product(factor))
            else:
                factors.append(self.apply(factor))
        k = 0
        while k + 1 < len(factors):
            if mean := self._mean(factors[k], factors[k + 1], over):
                factors[k : k + 2] = [mean]
            k += 1
        result = tree.times([tree.number(form.coefficient), *factors], over)
        return replace(result, grouped=form.grouped) if isinstance(result, Product) else result

    def _mean(self, left: Formula, right: Formula, over: list[Formula]) -> Formula | None:
        """Xᵀ1 or 1ᵀX with n among the denominators, which it uses up."""
        match left, right:
            case (Raised(Name() as x, tree.TRANSPOSE), Ones(n)):
                row = False
            case (Raised(Ones(n), tree.TRANSPOSE), Name() as x):
                row = True
            case _:
                return None
        if Name(n) not in over or x.rows != n or x.latex.startswith("e_"):  # 1ᵀe_i/n is 1/n: no name helps
            return None
        if x.cols == "1":
            name = self._use(rf"\bar {x.latex}", rf"\tfrac{{1}}{{{n}}}\mathbf{{1}}_{{{n}}}^\top {x.latex}", "1", "1")
        else:
            mu = r"\mu" if x.latex == "X" else rf"\mu_{{{x.latex}}}"
            name = self._use(mu, rf"\tfrac{{1}}{{{n}}}{x.latex}^\top\mathbf{{1}}_{{{n}}}", x.cols, "1")
        if name is None:
            return None
        over.remove(Name(n))
        return tree.transposed(name) if row else name

    def _centring(self, form: Formula) -> Formula:
        if not isinstance(form, Sum):
            return form
        terms = list(form.terms)
        for eye in [t for t in terms if isinstance(t, Eye)]:
            n = eye.size
            ones = Product(-1, (Ones(n), Raised(Ones(n), tree.TRANSPOSE)), (Name(n),))
            if ones in terms:
                meaning = rf"I_{{{n}}} - \tfrac{{1}}{{{n}}}\mathbf{{1}}_{{{n}}}\mathbf{{1}}_{{{n}}}^\top"
                if name := self._use("H", meaning, n, n):
                    return tree.plus([*(t for t in terms if t not in (eye, ones)), name])
        return form
