"""The layout of formulas, shared by all printers: signs, fractions, and only necessary brackets."""

from pcaproofs.formula.layout import displays, functions, letters, products
from pcaproofs.formula.layout.dispatch import LAYOUTS, box

__all__ = ["LAYOUTS", "box", "displays", "functions", "letters", "products"]
