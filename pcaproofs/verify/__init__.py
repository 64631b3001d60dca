"""Claims as objects: statements, layers of checking, and verdicts."""
