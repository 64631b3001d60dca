"""Grading of student PCA code: untrusted code runs in a worker process, trusted code judges its results.

`parsing` reads uploaded files; `protocol` has the messages between judge and worker; `judge` knows what is true of the
data and checks answers against it; `data` has the data sets; `assignment` reads the TOML file that tells how to call a
submission and what its answers are worth; `sandbox` runs code; `submission` collects files; `running` runs a submission
on all data; `diagnosis` names mistakes; `results` has points and stored results; `engine` grades one submission,
`batch` many; `feedback` writes pages, `platforms` the files of other systems; `proposal` writes an assignment from a
solution.
"""

from pcaproofs.grading.protocol import Job, Limits, Outcome, RoleError, StudentError
from pcaproofs.grading.sandbox.levels import IsolationError, Probe, probe, require
from pcaproofs.grading.sandbox.pool import Pool

__all__ = [
    "IsolationError",
    "Job",
    "Limits",
    "Outcome",
    "Pool",
    "Probe",
    "RoleError",
    "StudentError",
    "probe",
    "require",
]
