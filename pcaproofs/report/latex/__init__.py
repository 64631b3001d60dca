"""Reports as LaTeX and, by a TeX engine, as PDF."""
