"""Reading of derivatives, with the chain rule for derived letters: inverses, roots, determinants, logarithms.

The kernel's derivative varies one letter and holds all others fixed. X⁻¹ is a separate letter there, so the reader
writes D f[H] as the kernel's derivative by X along H, plus the derivative by each derived letter along its
differential. The differential follows from the equations that define the letter: X·Y = I gives H·Y + X·dY = 0, so
dY = −Y·H·Y. It exists wherever the letter does: invertible matrices, and nonzero numbers, are open sets. A root
is differentiable where it is not zero, which is then assumed. The differential of det(X) is tr(adj(X)·H) (Jacobi), that
of log f is Df[H]/f. Source: Magnus and Neudecker, Matrix Differential Calculus, chapters 5 and 8.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from pcaproofs.kernel import Expression, IllTyped, letter
from pcaproofs.language.derived import Derived, Kind
from pcaproofs.language.determinant_laws import DeterminantLaws
from pcaproofs.language.determinants import adjugate_by_traces, product
from pcaproofs.language.express import name_text
from pcaproofs.language.names import Unreadable
from pcaproofs.language.shapes import clash
from pcaproofs.language.ties import Varied
from pcaproofs.terms import HUGE, ZERO, from_polynomial, term_count, walk

_MINUS: Expression = ("number", "-1")
_HALF: Expression = ("number", "1/2")
JACOBI = "that the derivative of det(A) along H is tr(adj(A)·H)"


class Differentials(DeterminantLaws):
    """Reads gradients and directional derivatives; the subclass reads the expressions inside."""

    def variable(self, x: Any) -> str:
        """The name of the letter that a derivative or an optimum varies."""
        if not isinstance(x, sp.MatrixSymbol | sp.Symbol):
            raise Unreadable(f"got the variable {x}, but should be a symbol")
        e = self.read(x)
        if e[0] != "letter":
            raise Unreadable(f"got the variable {x}, but should be a letter, and not a dimension")
        return str(e[1])

    def gradient(self, e: Any) -> Expression:
        """∇f of a scalar f, computed as the gradient by h of the derivative in a direction h, which is linear in h."""
        f, x = e.args
        name = self.variable(x)
        body = self._varied(e, f, name)
        if self.shape(body) != (1, 1):
            raise IllTyped(f"got the gradient of {clash(self.shape(body), 'and', (1, 1))} [in {e}]")
        if not self._moved(body, name):
            return ("gradient", body, name)
        if term_count(body) > HUGE:
            raise Unreadable(f"got a product of more than {HUGE} terms, but should be small enough to differentiate")
        direction = f"direction[{name}]"
        self.reserve(direction, f"a direction in which {name} varies")
        self.letters[direction] = self.letters[name]
        try:
            derivative = self._derivative(body, name, ("letter", direction))
            along = self.scope().expand(derivative)
        finally:
            shape = self.letters.pop(direction)
        return from_polynomial(along.gradient(letter(direction, *shape)))

    def directional(self, e: Any) -> Expression:
        """D f[h], with a direction h of the variable's shape."""
        f, x, h = e.args
        name = self.variable(x)
        body = self._varied(e, f, name)
        direction = self.read(h)
        if self.shape(direction) != self.letters[name]:
            raise IllTyped(f"got {clash(self.letters[name], 'and', self.shape(direction))} [in {e}]")
        return self._derivative(body, name, direction)

    def _varied(self, e: Any, f: Any, name: str) -> Expression:
        """The expression that is differentiated; `check_ties` looks later at the letters that this holds fixed."""
        body = self.read(f)
        moved = {x for x in self.names_in(body) if x in self.derived and name in self.depends.get(x, ())}
        self.varied.append(Varied((name,), body, str(e), moved=frozenset(moved)))
        return body

    def _moved(self, e: Expression, name: str) -> list[str]:
        """The derived letters in an expression that are functions of a letter, in order."""
        inside = dict.fromkeys(x[1] for x in walk(e) if x[0] in ("letter", "inverse"))
        return [x for x in inside if name in self.depends.get(x, ())]

    def _derivative(self, e: Expression, name: str, h: Expression) -> Expression:
        """The derivative of an expression when a letter moves along h, and the letters that depend on it move too."""
        moved = self._moved(e, name)
        terms: list[Expression] = [("derivative", e, name, h)] if name in self._own(e) or not moved else []
        terms += [("derivative", e, x, self._differential(x, name, h)) for x in moved]
        return terms[0] if len(terms) == 1 else ("add", *terms)

    @staticmethod
    def _own(e: Expression) -> set[str]:
        return {x[1] for x in walk(e) if x[0] in ("letter", "inverse")}

    def _differential(self, x: str, name: str, h: Expression) -> Expression:
        """The derivative of a derived letter x as `name` moves along h. Raises Unreadable if there is no rule."""
        match self.derived.get(x):
            case Derived(Kind.NAMED, of) if of is not None:
                return self._derivative(of, name, h)
            case Derived(Kind.DETERMINANT, of) if of is not None:
                m = self.meaning(of)
                self.take_theorem(JACOBI)
                return ("tr", ("mul", self._inverse_times_determinant(m, ("letter", x)), self._derivative(m, name, h)))
            case Derived(Kind.ADJUGATE, of) if of is not None and (whole := self._adjugate_written_out(of)) is not None:
                return self._derivative(whole, name, h)
            case Derived(Kind.LOGARITHM, of) if of is not None:
                self.take_theorem("that the derivative of log f is that of f, divided by f")
                return self._rate(of, name, h)
            case Derived(kind, of) if of is not None and (rule := differential(kind, ("letter", x))) is not None:
                inner = self._derivative(of, name, h)
                below = (self.reciprocal(("letter", x), 1),) if kind is Kind.ROOT else ()
                return ("mul", *rule[0], *below, inner, *rule[1])
        raise Unreadable(
            f"got {name_text(x)} where {name_text(name)} varies, but only inverses, reciprocals, roots, determinants "
            "and logarithms are differentiated"
        )

    def _adjugate_written_out(self, m: Expression) -> Expression | None:
        """adj(M) as a polynomial for the sizes 2 to 4, as det(M)·M⁻¹ where the statement has this inverse; or None."""
        n = self.shape(m)[0]
        if n in (2, 3, 4):
            return adjugate_by_traces(m, int(n))
        known = self.known_inverse(m)
        return None if known is None else ("mul", self.determinant_of(m), known)

    def _inverse_times_determinant(self, m: Expression, d: Expression) -> Expression:
        """adj(M), which is det(M)·M⁻¹ where the statement has this inverse."""
        known = self.known_inverse(m)
        return self.adjugate_of(m) if known is None else ("mul", d, known)

    def _rate(self, e: Expression, name: str, h: Expression) -> Expression:
        """The derivative of a scalar that is > 0, divided by the scalar: the derivative of its logarithm.

        Every factor of the scalar is ≠ 0, so that a matrix is invertible if its determinant is a factor.
        """
        if not self._moved(e, name) and name not in self._own(e):
            return ZERO
        match e:
            case ("mul", *factors):
                return ("add", *(self._rate(f, name, h) for f in factors))
            case ("pow", a, int(k)) if k > 0:
                return ("mul", ("number", str(k)), self._rate(a, name, h))
            case ("letter", str(x)):
                match self.derived.get(x):
                    case Derived(Kind.DETERMINANT, of) if of is not None:
                        m = self.meaning(of)
                        self.take_theorem(JACOBI)
                        return ("tr", ("mul", self.inverse_letter(m), self._derivative(m, name, h)))
                    case Derived(Kind.ROOT, of) if of is not None:
                        return ("mul", _HALF, self._rate(of, name, h))
        return product([self._derivative(e, name, h), self.reciprocal(e, 1)])


def differential(kind: Kind, x: Expression) -> tuple[tuple[Expression, ...], tuple[Expression, ...]] | None:
    """The factors before and after dx in the differential of a derived letter of x; None if there is no rule.

    For a root the caller adds the factor 1/x.
    """
    match kind:
        case Kind.INVERSE | Kind.RECIPROCAL:
            return (_MINUS, x), (x,)
        case Kind.ROOT:
            return (_HALF,), ()
    return None
