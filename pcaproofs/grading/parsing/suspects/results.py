"""What is returned: its order, and shares of the variance."""

import ast
import itertools
from collections.abc import Iterator

from .model import Suspect
from .names import Names
from .syntax import called, replacing

_MOST_RETURNED = 3


def _returns(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Results in every other order."""
    for node in ast.walk(scope):
        if not isinstance(node, ast.Return) or not isinstance(node.value, ast.Tuple):
            continue
        parts = node.value.elts
        if len(parts) > _MOST_RETURNED:
            continue
        texts = [ast.unparse(part) for part in parts]
        for order in itertools.permutations(texts):
            if list(order) != texts:
                edits = tuple(replacing(part, new) for part, new in zip(parts, order, strict=True))
                yield Suspect("results-exchanged", node.lineno, edits)


def _ratios(scope: ast.AST, names: Names) -> Iterator[Suspect]:
    """Divisions by a sum."""
    for node in ast.walk(scope):
        divisor = node.right if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div) else None
        if divisor is not None and any(called(part) == "sum" for part in ast.walk(divisor)):
            yield Suspect("ratio-of-the-kept", divisor.lineno)


FINDERS = (_returns, _ratios)
