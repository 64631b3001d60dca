"""What people write: SymPy nodes, named hypotheses, and reading them into the kernel's statements."""
