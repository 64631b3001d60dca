"""Grading student PCA code: untrusted code runs in a worker, trusted code judges what comes back.

assignment/  the TOML file: how to call a submission, what its answers are worth   (proposal/: written from a solution)
submissions, source, code   what was handed in, as text
datasets, given             the data that it is run on
pool, worker, conversation, exchange, isolation, job   running it; worker/ is the student's side, nothing of ours
judge/       what is true of the data, held against the answer
run, score, engine          runs → findings → points → one result a submission
diagnosis/, feedback/, secrecy   what its author is told
batch, clusters, store, formats/, cells   many submissions, resumed, stored, in the formats of others
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
