"""Grading student PCA code: untrusted code runs in a worker, trusted code judges what comes back.

``worker/`` runs on the student's side of the wall and imports nothing of ours; everything else is the judge's.
"""

from .isolation import IsolationError, Probe, probe, require
from .job import Job, Limits, Outcome, RoleError, StudentError
from .pool import Pool

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
