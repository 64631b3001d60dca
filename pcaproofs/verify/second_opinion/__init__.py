"""The second opinion: a statement as its author wrote it, evaluated by SymPy on explicit matrices of small sizes."""

from pcaproofs.verify.second_opinion import evaluate_nodes  # noqa: F401 (registers our nodes with `evaluate`)
from pcaproofs.verify.second_opinion.check import Opinion, second_opinion

__all__ = ["Opinion", "second_opinion"]
