"""Variants of PCA, correct and wrong, step by step. They represent the mistakes of the catalogue.

    X → centre → scale → matrix → solve → select → axes → { scores → reconstruction ; variances, ratio ; projection }

A `Variant` names what is done at each step. With all defaults it is correct. A mistake changes a step, and two mistakes
change two. Later steps use the changed result, as in a student's program. A step may raise an error; then the roles
that need it have no value.
"""

from pcaproofs.grading.diagnosis.variants.run_variant import VariantRun
from pcaproofs.grading.diagnosis.variants.variant import (
    Divisor,
    Divisors,
    Failed,
    Scale,
    Value,
    Variant,
    clashing,
    correct_variants,
)

__all__ = ["Divisor", "Divisors", "Failed", "Scale", "Value", "Variant", "VariantRun", "clashing", "correct_variants"]
