"""Adjustments by staff after grading, read from a small TOML file: points, comments, penalties for late work.

They are applied whenever pages and tables are written and are not stored with the results: grading again keeps them,
and removing an entry from the file removes its effect.
"""

from pcaproofs.grading.results.adjust.apply import adjusted
from pcaproofs.grading.results.adjust.model import Change, Late
from pcaproofs.grading.results.adjust.read import load

__all__ = ["Change", "Late", "adjusted", "load"]
