"""Right values to hand to a task that builds on others, so that a mistake costs the task that made it and no other."""

import numpy as np

from .datasets import DataSet
from .job import Array
from .judge import Conventions, facts_of
from .judge.facts import Real

_PER_COMPONENT = ("components", "scores", "scores_new", "explained_variance", "explained_variance_ratio")


def right_value(role: str, data: DataSet, conventions: Conventions) -> Array:
    """Return a role's right value under the conventions, samples in rows; where they leave it free, the usual one."""
    facts = facts_of(data.real, data.k, conventions)[0]
    n, k = facts.n, data.k
    _, _, axes = np.linalg.svd(facts.centred, full_matrices=n < k)
    W = _signed(np.asarray(axes[:k].T, dtype=np.float64), conventions)
    Z = facts.centred @ W
    Z_new = (np.asarray(data.new, dtype=np.float64) - facts.mean) / facts.units @ W
    units = facts.units if conventions.reconstruction == "data" else 1.0
    mean = facts.mean if conventions.reconstruction == "data" else 0.0
    scale = {"n": 1 / n, "scatter": 1.0}.get(conventions.scale, 1 / (n - 1))
    divisor = {"n": 1 / n, "scatter": 1.0}.get(conventions.covariance, 1 / (n - 1))
    value: Array = np.asarray(
        {
            "mean": facts.mean,
            "centered": facts.centred,
            "covariance": facts.scatter * divisor,
            "components": W,
            "explained_variance": np.sqrt(facts.leading) if conventions.scale == "singular" else facts.leading * scale,
            "explained_variance_ratio": facts.leading / (facts.total or 1.0),
            "projection": W @ W.T,
            "scores": Z,
            "reconstruction": Z @ W.T * units + mean,
            "scores_new": Z_new,
            "reconstruction_new": Z_new @ W.T * units + mean,
        }[role]
    )
    if role in _PER_COMPONENT and conventions.order == "increasing":
        value = value[..., ::-1]
    return value.T if role == "components" and conventions.components == "rows" else value


def _signed(W: Real, conventions: Conventions) -> Real:
    """Return axes with the signs that the conventions ask for; else with mixed ones, which nobody may rely on."""
    lead = {
        "largest-positive": W[np.abs(W).argmax(axis=0), np.arange(W.shape[1])],
        "first-positive": W[0],
        "sum-positive": W.sum(axis=0),
    }.get(conventions.sign)
    signs = np.resize([-1.0, 1.0], W.shape[1]) if lead is None else np.where(lead < 0, -1.0, 1.0)
    return np.asarray(W * signs)
