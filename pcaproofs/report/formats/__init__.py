"""The formats of reports; the command line and `write_report` know exactly the formats in this list."""

from pcaproofs.report.formats import epub, fragment, html, latex, pdf
from pcaproofs.report.formats.format import ReportFormat

FORMATS = {x.name: x for x in (latex.FORMAT, pdf.FORMAT, html.FORMAT, epub.FORMAT, fragment.FORMAT)}

__all__ = ["FORMATS", "ReportFormat", "report_format"]


def report_format(name: str) -> ReportFormat:
    """The format of this name; raises ValueError for one that is not listed."""
    if name not in FORMATS:
        raise ValueError(f"got the format {name}, but should be one of {', '.join(FORMATS)}")
    return FORMATS[name]
