"""Whether a value is a role's right one."""

import numpy as np

from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.diagnosis.matching import as_real
from pcaproofs.grading.judge.truth import Real
from pcaproofs.grading.protocol import Array, RoleError
from pcaproofs.grading.running.expected import right_value
from pcaproofs.grading.running.run import Run


def values_of(run: Run) -> dict[str, Array]:
    """The values that a run returned, by role; those without a value are left out."""
    return {role: value for role, value in run.roles.items() if not isinstance(value, RoleError)}


def right(role: str, run: Run, k: int) -> Real:
    """A role's right value for k components, with samples in rows."""
    data = DataSet(name="", X=run.data.X, k=k, purpose="", visible=True)
    return np.asarray(right_value(role, data, run.task.conventions), dtype=np.float64)


def is_right(role: str, value: Array, run: Run, k: int) -> bool:
    """Whether a value is a role's right one, up to the signs of columns and a common factor."""
    real, wanted = as_real(value), right(role, run, k)
    if real is None or real.shape != wanted.shape or not np.isfinite(real).all():
        return False
    rows = role == "components" and run.task.conventions.components == "rows"
    one, other = (real.T, wanted.T) if rows else (real, wanted)
    apart = np.minimum(np.abs(one - other).max(axis=0), np.abs(one + other).max(axis=0))
    return bool(np.max(apart) <= 1e-4 * float(np.abs(wanted).max()))
