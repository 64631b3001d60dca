"""The input language: SymPy nodes, named hypotheses, and their translation into the kernel's statements."""
