"""Matrix expressions that remember what they evaluate to give what SymPy gives."""

from __future__ import annotations

import subprocess
import sys

EXPRESSIONS = """
from sympy import *
n, m = symbols("n m", positive=True, integer=True)
A, B, X, x = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n), MatrixSymbol("X", n, m), MatrixSymbol("x", n, 1)
I, J, k = Identity(n), OneMatrix(n, n), symbols("k", integer=True)
H = I - J / n
found = [
    H * H, (H * X).T, X.T * H * X / n, A * A * A, A**k * A, (A * B).inverse(), (A + B) * (A + B) - A - B,
    x.T * x * A, 2 * A - A - A, A * ZeroMatrix(n, n) + B, (A.T * B.T).T, MatMul(A, MatAdd(B, B)).doit(deep=False),
    MatMul(2, A, MatMul(3, B)).doit(), Float(2) * A, Integer(2) * A, Rational(1, 2) * A * 2, MatPow(A, 2).doit(),
]
"""
PRINTED = "print(*map(srepr, found), sep='\\n')"
REMEMBERED = "from pcaproofs.language.evaluated import remember; remember(); remember()\n"


def _printed(program: str) -> str:
    """In a process of its own: in this one all expressions remember their values."""
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout


def test_the_values_are_those_of_sympy() -> None:
    plain = _printed(EXPRESSIONS + PRINTED)
    assert len(plain.splitlines()) > 10
    assert _printed(REMEMBERED + EXPRESSIONS + EXPRESSIONS + PRINTED) == plain
