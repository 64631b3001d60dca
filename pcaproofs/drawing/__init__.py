"""Pictures as data, drawn as SVG for pages and as TikZ for documents."""
