"""One submission on all data sets of an assignment."""

from collections.abc import Mapping
from dataclasses import dataclass

from .assignment.model import Task
from .datasets import DataSet
from .job import Array, Outcome, RoleError
from .judge import Finding


@dataclass(frozen=True, kw_only=True)
class Run:
    """One call on one data set, and what the judge found in its answer."""

    task: Task
    data: DataSet
    outcome: Outcome
    """What came back, as it came."""
    roles: Mapping[str, Array | RoleError]
    """The answer with samples in rows, whatever the assignment has, and with what the task was ``given``."""
    findings: tuple[Finding, ...]
    """Empty where the call did not come to its end."""

    @property
    def ok(self) -> bool:
        """Whether the call came to its end and nothing is wrong with its answer."""
        return self.outcome.status == "ok" and all(finding.passed for finding in self.findings)
