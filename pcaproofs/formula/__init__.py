"""Displayed formulas: one tree, built from SymPy or from the kernel, printed as LaTeX, MathML and text."""
