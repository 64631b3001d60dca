"""Lines of a program on which a known mistake may stand, each with the change that would undo it, and its vocabulary.

These are guesses from the text alone. The diagnosis makes the change, runs the program again, and names the mistake
only where that mends it. This runs in a child process under limits (`submission.code`), as `source` does, so it imports
nothing but the standard library.
"""

import ast

from .changes import changes
from .known import FINDERS, short, truncated, tuples_as_one, without_self
from .syntax import (
    Edit,
    Suspect,
    Text,
    edited,
    from_bytes,
    functions_of,
    is_reached,
    parsed,
    scopes,
    to_bytes,
    walk,
    words_of,
)

_MOST = 60
_MOST_NODES = 30_000
"""The largest syntax tree that is read; about 8000 lines."""
_ORDER = (
    "method-without-self", "attribute-without-self", "all-results-for-one", "half-precision", "truncated-svd",
    "divisor-depends-on-data", "mean-still-changing",
    "swapped-unpacking", "argsort-of-vectors", "order-of-reversed", "rows-for-columns", "rows-sorted",
    "left-singular-vectors", "centred-along-wrong-axis", "grand-mean",
    "deflated-wrongly", "covariance-of-samples", "smallest-components", "results-exchanged", "inaccurate",
    "from-outside", "fixed-number-of-features",
    "fixed-number-of-samples", "reshaped-for-transposed", "fixed-number-of-components", "fixed-share",
    "uncentred-projection", "eig-for-symmetric",
    "sorts-pairs-without-key", "elementwise-product", "writes-into-whole-numbers",
    "transpose-missing", "transpose-too-many",
)  # fmt: skip


def suspects(text: str) -> list[Suspect]:
    """The suspects of a program, the most telling kinds first; none of a text that is no Python."""
    tree = parsed(text)
    if tree is None:
        return []
    found = [item for place, names in scopes(tree) for finder in FINDERS for item in finder(place, names)]
    found += [*short(tree), *without_self(tree), *truncated(tree), *tuples_as_one(tree)]
    order = {name: place for place, name in enumerate(_ORDER)}
    return sorted(dict.fromkeys(found), key=lambda item: order.get(item.name, len(order)))[:_MOST]


def read(text: str, *others: str) -> Text:
    """The suspects of a program, its own checks, and the words of it and of the files that lie beside it.

    Nothing of a text that is so long that reading it would take longer than a diagnosis may.
    """
    tree = parsed(text)
    if tree and sum(1 for _ in walk(tree)) > _MOST_NODES:
        return Text()
    words = frozenset().union(*map(words_of, (text, *others)))
    return Text(tuple(suspects(text)), words, _checks(text), tuple(changes(text)), functions_of(text))


def _checks(text: str) -> frozenset[int]:
    """The lines of `assert`, and of each `raise` under an `if` that handles no other error."""
    tree = parsed(text)
    nodes = [*walk(tree)] if tree else []
    under = [part for node in nodes if isinstance(node, ast.If) for part in walk(node)]
    handling = {id(part) for node in nodes if isinstance(node, ast.ExceptHandler) for part in walk(node)}
    raised = (node for node in under if isinstance(node, ast.Raise) and id(node) not in handling and _is_own(node))
    return frozenset(node.lineno for node in (*raised, *(node for node in nodes if isinstance(node, ast.Assert))))


def _is_own(node: ast.Raise) -> bool:
    """Whether this raises an error that does not say that something is still to be written."""
    return node.exc is not None and "NotImplemented" not in ast.unparse(node.exc)


__all__ = ["Edit", "Suspect", "Text", "changes", "edited", "from_bytes", "is_reached", "read", "suspects", "to_bytes"]
