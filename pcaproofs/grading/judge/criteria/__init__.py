"""The criteria: each one equation that exactly the right answers satisfy, with a bound from perturbation theory.

With W the components (p×k, in columns), S the scatter matrix, E the error of a stable program (‖E‖ ≤ e, see `facts`):
eigenvalues move by at most e (Weyl), so tr WᵀSW is within 2ke of the sum of the k largest, and Sw − λw within 2e of 0
with λ = wᵀSw. None of them divides by a gap, so ties and rank deficiency need no exception; only orthonormality gives
way inside a tie, and only where the conventions let it. Each asks one thing only: columns that are too long cost
orthonormality and nothing else.
"""

from pcaproofs.grading.judge.criteria import (
    components,
    errors,
    fresh,
    kernels,
    moments,
    projection,
    reconstruction,
    scores,
    spread,
    standardising,
    variances,
    whitening,
)
from pcaproofs.grading.judge.shapes import ROLES

CRITERIA = (
    *moments.CRITERIA,
    *standardising.CRITERIA,
    *components.CRITERIA,
    *variances.CRITERIA,
    *spread.CRITERIA,
    *projection.CRITERIA,
    *scores.CRITERIA,
    *whitening.CRITERIA,
    *reconstruction.CRITERIA,
    *fresh.CRITERIA,
    *errors.CRITERIA,
    *kernels.CRITERIA,
)

FORM_CLAIMS = dict.fromkeys(ROLES, "moments.orientation") | {
    "components": "algorithms.transform-shape",
    "scores": "algorithms.transform-shape",
    "scores_new": "algorithms.transform-shape",
}
