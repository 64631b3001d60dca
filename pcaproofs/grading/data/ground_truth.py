"""Ground truth of data sets, computed once in each process."""

import dataclasses
import functools

import numpy as np

from pcaproofs.grading.data.datasets import DataSet
from pcaproofs.grading.judge import Conventions, Facts
from pcaproofs.grading.judge.truth import Divisor
from pcaproofs.grading.judge.units import exponent_of, in_units


def facts_for(data: DataSet, conventions: Conventions, tolerance: float = 0.0) -> Facts:
    """The ground truth of a data set, with the accuracy of its element type or a larger tolerance."""
    return _facts(data, "n" if conventions.standardise == "any" else conventions.standardise, tolerance)


@functools.lru_cache(maxsize=512)
def _facts(data: DataSet, standardise: Divisor, tolerance: float) -> Facts:
    if tolerance:
        facts = _facts(data, standardise, 0.0)
        return dataclasses.replace(facts, accuracy=tolerance) if tolerance > facts.accuracy else facts
    facts = Facts(data.real, data.k, standardise)
    facts = dataclasses.replace(facts, X_new=np.asarray(data.new, dtype=np.float64))
    eps = {np.dtype(np.float32): 2.0**-23, np.dtype(np.float16): 2.0**-10}.get(data.X.dtype, 0.0)
    if not eps:
        return facts
    # a program that computes in the data's precision has the error of `scatter_error` in that precision
    sized = in_units(facts, exponent_of(facts))
    own = 2 * float(np.sqrt(sized.n + sized.p)) * eps * sized.size**2 / float(sized.eigenvalues[0])
    return dataclasses.replace(facts, accuracy=max(facts.accuracy, own))
