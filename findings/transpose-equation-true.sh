#!/bin/sh
# SymPy 1.14.0 with antlr4-python3-runtime 4.11.1: the equation A^T B = B A^T of matrices is read as True.
#
# parse_latex takes A^T for a power, A and B for numbers that commute, and evaluates the equation, so that nothing of
# the formula is left. The equation is false for most matrices, as the 2 x 2 matrices below show.
# Seen: True; and False for the matrices
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check sympy==1.14.0 antlr4-python3-runtime==4.11.1
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
from sympy import Matrix, true
from sympy.parsing.latex import parse_latex

read = parse_latex(r"A^T B = B A^T")
A, B = Matrix([[0, 1], [0, 0]]), Matrix([[1, 0], [0, 0]])
print(read, A.T * B == B * A.T)
sys.exit(not (read is true and A.T * B != B * A.T))
END
