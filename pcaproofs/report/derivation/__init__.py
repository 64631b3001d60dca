"""What a report says of a claim, before it is printed: statements, proofs as chains and lists, counterexamples."""
