"""The dependency graph: the claims that certificates cite, and the claims that replace refuted ones."""

from pcaproofs.report.graph.draw import graph_svg, graph_tikz
from pcaproofs.report.graph.layout import graph
from pcaproofs.report.graph.model import ChapterBox, ClaimNode, Edge, Graph, edges

__all__ = ["ChapterBox", "ClaimNode", "Edge", "Graph", "edges", "graph", "graph_svg", "graph_tikz"]
