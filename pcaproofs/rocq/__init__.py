"""The catalogue for the Rocq prover: each certificate as a MathComp theorem, written without Rocq, checked by it."""
