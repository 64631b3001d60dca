"""Ways of computing PCA, right and wrong, step by step: what the catalogue's mistakes are made of.

    X → centre → scale → matrix → solve → select → axes → { scores → reconstruction ; variances, ratio ; projection }

A `Way` names what is done at each step; all defaults together are right. A mistake changes a step, two mistakes change
two, and whatever comes later follows from it as it would in a student's program: a step may raise, and then no value
comes of what needs it.
"""

from pcaproofs.grading.diagnosis.variants.run_variant import Walk
from pcaproofs.grading.diagnosis.variants.variant import (
    Divisor,
    Divisors,
    Failed,
    Scale,
    Value,
    Way,
    clashing,
    right_ways,
)

__all__ = ["Divisor", "Divisors", "Failed", "Scale", "Value", "Walk", "Way", "clashing", "right_ways"]
