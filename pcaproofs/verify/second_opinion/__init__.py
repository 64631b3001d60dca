"""The second opinion: a statement as its author wrote it, evaluated by SymPy on explicit matrices at small sizes."""

from pcaproofs.verify.second_opinion import ours  # noqa: F401 (teaches `explicit` our nodes)
from pcaproofs.verify.second_opinion.opinion import Opinion, second_opinion

__all__ = ["Opinion", "second_opinion"]
