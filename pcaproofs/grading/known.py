"""What is true of a data set, computed once in each process."""

import dataclasses
import functools

import numpy as np

from .datasets import DataSet
from .judge import Conventions, Facts, facts_of


def facts_for(data: DataSet, conventions: Conventions, tolerance: float = 0.0) -> Facts:
    """Return what is true of a data set, with the accuracy that its own precision or a tolerance allows."""
    return _facts(data, dataclasses.replace(Conventions(), standardise=conventions.standardise), tolerance)


@functools.lru_cache(maxsize=512)
def _facts(data: DataSet, conventions: Conventions, tolerance: float) -> Facts:
    if tolerance:
        facts = _facts(data, conventions, 0.0)
        return dataclasses.replace(facts, accuracy=tolerance) if tolerance > facts.accuracy else facts
    facts = facts_of(data.real, data.k, conventions)[0]
    facts = dataclasses.replace(facts, X_new=np.asarray(data.new, dtype=np.float64))
    eps = {np.dtype(np.float32): 2.0**-23, np.dtype(np.float16): 2.0**-10}.get(data.X.dtype, 0.0)
    if not eps:
        return facts
    # who computes in the precision of the data makes the error of ``Facts.scatter_error`` in that precision
    own = 2 * float(np.sqrt(facts.n + facts.p)) * eps * facts.size**2 / float(facts.eigenvalues[0])
    return dataclasses.replace(facts, accuracy=max(facts.accuracy, own))
