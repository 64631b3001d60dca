#!/bin/sh
# SymPy 1.14.0: the derivative of the only entry of x'Ax by x is 0, that of the 1 x 1 matrix itself is right.
#
# (x.T*A*x)[0, 0] is an entry of a product with symbolic size. Its derivative by the column x is the number 0, without
# an error. For a column of two entries the derivative, written out, is not 0.
# Seen: 0; A*x + A.T*x; and for size 2 Matrix([[2*A[0, 0]*x[0, 0] + ...
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check sympy==1.14.0
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
from sympy import Matrix, MatrixSymbol, symbols

n = symbols("n", positive=True, integer=True)
A, x = MatrixSymbol("A", n, n), MatrixSymbol("x", n, 1)
entry = (x.T * A * x)[0, 0].diff(x)
whole = (x.T * A * x).diff(x)
A2, x2 = Matrix(MatrixSymbol("A", 2, 2)), Matrix(MatrixSymbol("x", 2, 1))
written_out = (x2.T * A2 * x2)[0, 0].diff(x2)
print(entry)
print(whole)
print(written_out)
sys.exit(not (entry == 0 and str(whole) == "A*x + A.T*x" and written_out == (A2 + A2.T) * x2))
END
