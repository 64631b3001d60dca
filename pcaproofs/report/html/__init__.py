"""Reports as a static site that opens from disk: no network, mathematics as MathML, pictures and graph as SVG."""

from pcaproofs.report.html.site import claim_html, site, write_html

__all__ = ["claim_html", "site", "write_html"]
