"""Assignments: a small TOML file that says how to call a submission and what its answers are worth."""

from pcaproofs.grading.assignment.model import (
    Assignment,
    AssignmentError,
    OwnData,
    Rubric,
    SupportFile,
    Task,
    ValueRule,
)
from pcaproofs.grading.assignment.names import CRITERIA, ROLES, title_of
from pcaproofs.grading.assignment.read import load, loads

__all__ = [
    "CRITERIA", "ROLES", "Assignment", "AssignmentError", "OwnData", "Rubric", "SupportFile", "Task", "ValueRule",
    "load", "loads", "title_of",
]  # fmt: skip
