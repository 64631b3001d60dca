#!/bin/sh
# SymPy 1.14.0 with lark 1.3.1: a sum of products and a number behind it is no expression.
#
# parse_latex(..., backend="lark") finds both readings of "sum x_i y_i + 1", with the 1 inside and outside the sum,
# and returns them as a tree of lark. With the 1 before the sum it returns an expression, and so does the other
# backend, which puts the 1 outside.
# Seen: Tree('_ambig', [Sum(x_{i}*y_{i} + 1, (i, 1, n)), Sum(x_{i}*y_{i}, (i, 1, n)) + 1])
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check sympy==1.14.0 lark==1.3.1
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
from sympy import Expr
from sympy.parsing.latex import parse_latex

after = parse_latex(r"\sum_{i=1}^{n} x_{i} y_{i} + 1", backend="lark")
before = parse_latex(r"1 + \sum_{i=1}^{n} x_{i} y_{i}", backend="lark")
print(after)
print(before)
sys.exit(not (getattr(after, "data", "") == "_ambig" and len(after.children) == 2 and isinstance(before, Expr)))
END
