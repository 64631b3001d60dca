"""How a formula looks, decided once for all printers: signs, fractions, and as few brackets as reading needs."""

from pcaproofs.formula.layout import displays, functions, letters, products
from pcaproofs.formula.layout.dispatch import LAYOUTS, box

__all__ = ["LAYOUTS", "box", "displays", "functions", "letters", "products"]
