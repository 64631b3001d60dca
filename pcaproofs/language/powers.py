"""Powers with a symbol k as exponent, as members of sequences: the kernel proves statements about them by induction.

Aᵏ is member i of the sequence with member 0 I and member i + 1 A·(member i), where i = k, or i = k − 1 if k ≥ 1; then
Aᵏ is A times it. The number k is the member of a sequence too, and so is I + A + … + Aᵏ⁻¹.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from pcaproofs.kernel import Expression
from pcaproofs.language.express import text
from pcaproofs.language.letters import Letters
from pcaproofs.language.names import Unreadable, kernel_name
from pcaproofs.language.product_nodes import PowerSum
from pcaproofs.language.shapes import check_square
from pcaproofs.terms import Shape

EXPONENT = "an exponent"
_POWERS = (sp.Pow, sp.MatPow, PowerSum)
MOST = 6  # of the numbers in an exponent 2k + 3


def exponents(expressions: Iterable[Any]) -> set[Any]:
    """The symbols that occur in exponents."""
    found: set[Any] = set()
    for e in (e for whole in expressions for e in sp.preorder_traversal(whole)):
        if isinstance(e, _POWERS):
            found |= {s for s in e.args[1].free_symbols if s.is_integer and s.is_nonnegative}
    return found


class Powers(Letters):
    """Reads powers whose exponents have the symbol k, if it is set."""

    k: Any = None

    def __init__(self) -> None:
        super().__init__()
        self.sequences: dict[str, tuple[Expression, Expression]] = {}  # letter -> member 0, and i + 1 by those at i

    @property
    def least(self) -> int:
        """The smallest allowed k."""
        return int(bool(self.k is not None and self.k.is_positive))

    def member(self, key: str, of: Expression | None, shape: Shape, start: Expression, after: Any) -> Expression:
        """The letter of a sequence; after: its member i + 1 as a function of the letter."""
        name = key.replace(" ", "")
        self.name_of(self.k, EXPONENT)
        letter: Expression = ("letter", name)
        if name not in self.sequences:
            self.reserve(name, f"a sequence with the index {self.k}")
            self.letters[name] = shape
            self.depends[name] = set() if of is None else self.names_in(of)
            self.sequences[name] = (start, after(letter))
        return letter

    def counter(self) -> Expression:
        """k as a number."""
        one: Expression = ("number", "1")
        start: Expression = ("number", str(self.least))
        return self.member(f"({kernel_name(self.k)})", None, (1, 1), start, lambda e: ("add", e, one))

    def symbolic_power(self, written: Any, base: Expression, exponent: Any) -> Expression:
        """base to the power a·k + b. Raises Unreadable for any other exponent, and where it may be negative."""
        a = exponent.coeff(self.k) if self.k is not None else sp.Integer(0)
        b = sp.expand(exponent - a * self.k) if self.k is not None else exponent
        if both := sorted(str(x) for x in exponent.free_symbols & self.lengths):
            raise Unreadable(f"got {both[0]} as a length and as an exponent, but should be two symbols")
        if not (a.is_Integer and b.is_Integer and 0 < a <= MOST and 0 <= a * self.least + b <= MOST):
            raise Unreadable(
                f"got the power {written}, but the exponent should be a number, or k or 2k + 1 of one k ≥ 0"
            )
        shape = self.shape(base)
        check_square(written, shape, "a power")
        one: Expression = ("number", "1") if shape[0] == 1 else ("eye", shape[0])
        said = text(base) if base[0] == "letter" else f"({text(base)})"
        index = kernel_name(self.k) if not self.least else f"({kernel_name(self.k)}−1)"
        power = self.member(f"{said}^{index}", base, shape, one, lambda e: ("mul", base, e))
        power = power if a == 1 else ("pow", power, int(a))
        first = int(a * self.least + b)
        return power if not first else ("mul", base if first == 1 else ("pow", base, first), power)

    def power_sum_of(self, written: Any, base: Expression, k: Any) -> Expression:
        """I + A + … + Aᵏ⁻¹ for the symbol k. Raises Unreadable for anything else."""
        shape = self.shape(base)
        check_square(written, shape, "a power")
        if k.is_Integer and 0 <= k <= MOST:
            powers = [("pow", base, i) for i in range(int(k))]
            return ("add", *powers) if powers else ("zero", *shape) if shape[0] != 1 else ("number", "0")
        if k != self.k:
            raise Unreadable(
                f"got {written}, but the number of terms should be the symbol that is the exponent elsewhere"
            )
        one: Expression = ("number", "1") if shape[0] == 1 else ("eye", shape[0])
        none: Expression = ("number", "0") if shape[0] == 1 else ("zero", *shape)
        name = f"Σ({text(base)})^{kernel_name(k)}"
        start = one if self.least else none
        return self.member(name, base, shape, start, lambda e: ("add", one, ("mul", base, e)))
