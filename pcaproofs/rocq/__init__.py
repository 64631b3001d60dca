"""Export for the Rocq prover: each certificate becomes a MathComp theorem, which Rocq checks."""
