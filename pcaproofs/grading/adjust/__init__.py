"""What staff change after grading, as a small TOML file: points, comments, penalties for late work.

It is applied each time that pages and tables are written, and is no part of the stored results: grading again leaves
it as it is, and taking a line out of the file takes its effect back.
"""

from .apply import adjusted
from .model import Change, Late
from .read import load

__all__ = ["Change", "Late", "adjusted", "load"]
