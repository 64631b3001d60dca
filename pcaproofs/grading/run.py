"""One submission on all data sets of an assignment."""

from dataclasses import dataclass

from .assignment.model import Task
from .datasets import DataSet
from .job import Outcome
from .judge import Finding


@dataclass(frozen=True, kw_only=True)
class Run:
    """One call on one data set, and what the judge found in its answer."""

    task: Task
    data: DataSet
    outcome: Outcome
    findings: tuple[Finding, ...]
    """Empty where the call did not come to its end."""

    @property
    def ok(self) -> bool:
        """Whether the call came to its end and nothing is wrong with its answer."""
        return self.outcome.status == "ok" and all(finding.passed for finding in self.findings)
