#!/bin/sh
# SymPy 1.14.0: lambdify makes NumPy code of the entrywise product of A and B, but not of A and A.
#
# hadamard_product(A, A) becomes HadamardPower(A, 2) by itself, and the NumPy printer knows HadamardProduct only.
# HadamardProduct(A, A) without evaluation has code.
# Seen: [[1 0] [0 8]], then PrintMethodNotImplementedError, then [[1 4] [9 16]]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check sympy==1.14.0 numpy==2.4.6
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
import numpy as np
from sympy import HadamardProduct, MatrixSymbol, hadamard_product, lambdify, symbols

n = symbols("n", positive=True, integer=True)
A, B = MatrixSymbol("A", n, n), MatrixSymbol("B", n, n)
M, N = np.array([[1, 2], [3, 4]]), np.array([[1, 0], [0, 2]])
product = lambdify([A, B], hadamard_product(A, B), "numpy")(M, N)
print(product.tolist())
try:
    square = str(lambdify([A], hadamard_product(A, A), "numpy")(M))
except NotImplementedError as error:
    square = type(error).__name__
print(square)
kept = lambdify([A], HadamardProduct(A, A), "numpy")(M)
print(kept.tolist())
sys.exit(not ((product == M * N).all() and square == "PrintMethodNotImplementedError" and (kept == M * M).all()))
END
