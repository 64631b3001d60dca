"""Formulas as people see them: one tree, made from SymPy or from the kernel, printed as LaTeX and MathML."""
