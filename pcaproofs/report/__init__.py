"""Reports of claims as LaTeX and PDF; importing this is cheap, SymPy and Jinja come with the first report."""

from pcaproofs.report.tex import NO_TEX, NoTeX, TeXFailed, engine
from pcaproofs.report.write import write_report

__all__ = ["NO_TEX", "NoTeX", "TeXFailed", "engine", "write_report"]
