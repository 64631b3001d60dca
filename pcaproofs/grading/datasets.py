"""The data that submissions are run on."""

from dataclasses import dataclass

from .job import Array
from .judge.facts import Real


@dataclass(frozen=True, kw_only=True)
class DataSet:
    """Data n×p with samples in rows, the number k of components asked for, and what they are good for."""

    name: str
    X: Array
    """As it is handed over, of any real element type."""
    k: int
    purpose: str
    visible: bool
    """Whether a student may see it. Nothing of the others enters feedback."""
    situation: str = ""
    """The criterion of ``assignment.names.SITUATIONS`` that it serves; empty: ordinary data."""

    @property
    def real(self) -> Real:
        """The data in float64."""
        import numpy as np

        return np.asarray(self.X, dtype=np.float64)
