"""The content of a claim's report before printing: statements, proofs as chains and lists, counterexamples."""
