"""Reports of claims as LaTeX, PDF and HTML; importing this is cheap, SymPy and Jinja come with the first report."""

from pcaproofs.report.latex.compile import NO_TEX, NoTeX, TeXFailed, engine
from pcaproofs.report.write import FORMATS, ready, without_graph, write_report

__all__ = ["FORMATS", "NO_TEX", "NoTeX", "TeXFailed", "engine", "ready", "without_graph", "write_report"]
