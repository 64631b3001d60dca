"""The dependency graph: which claims the certificates cite, and which replace a refuted one."""

from pcaproofs.report.graph.draw import graph_svg, graph_tikz
from pcaproofs.report.graph.layout import graph
from pcaproofs.report.graph.model import Edge, Graph, Group, Node, edges

__all__ = ["Edge", "Graph", "Group", "Node", "edges", "graph", "graph_svg", "graph_tikz"]
