"""What an assignment is: a small TOML file that says how to call a submission and what its answers are worth."""

from .model import Assignment, AssignmentError, OwnData, Rubric, SupportFile, Task, ValueRule
from .names import CRITERIA, ROLES, title_of
from .read import load, loads

__all__ = [
    "CRITERIA", "ROLES", "Assignment", "AssignmentError", "OwnData", "Rubric", "SupportFile", "Task", "ValueRule",
    "load", "loads", "title_of",
]  # fmt: skip
