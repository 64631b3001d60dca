"""What staff change after grading, as a small TOML file: points, comments, penalties for late work.

It is applied each time that pages and tables are written, and is no part of the stored results: grading again leaves
it as it is, and taking a line out of the file takes its effect back.
"""

from pcaproofs.grading.results.adjust.apply import adjusted
from pcaproofs.grading.results.adjust.model import Change, Late
from pcaproofs.grading.results.adjust.read import load

__all__ = ["Change", "Late", "adjusted", "load"]
