"""Reports of claims as LaTeX, PDF and HTML; importing this is cheap, SymPy and Jinja come with the first report."""

from pcaproofs.report.errors import CannotWrite
from pcaproofs.report.formats import FORMATS
from pcaproofs.report.latex.compile import NO_TEX, NoTeX, TeXFailed, engine
from pcaproofs.report.write import ready, without_graph, write_report

__all__ = [
    "FORMATS",
    "NO_TEX",
    "CannotWrite",
    "NoTeX",
    "TeXFailed",
    "engine",
    "ready",
    "without_graph",
    "write_report",
]
