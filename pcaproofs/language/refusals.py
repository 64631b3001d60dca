"""What is raised about statements that cannot be read, and messages that say what to write instead."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.assumptions.assume import Predicate
from sympy.logic.boolalg import Boolean

from pcaproofs.kernel import KernelError
from pcaproofs.language.conclusions import ForAll, SymbolicExistence


class Unreadable(KernelError):  # noqa: N818
    """A node, a relation or a use of a name has no meaning in the language; the message names it."""


class SameName(Unreadable):
    """Two different symbols of one statement have one name, or names that look the same."""


class AlreadyTrue(Unreadable):
    """SymPy evaluated the statement to True, which leaves nothing to prove."""


class NeverTrue(Unreadable):
    """SymPy evaluated the statement to False, which it does if two sides differ in shape."""


SHORT = 60  # maximal characters of the quoted input
KNOWN = "equal(left, right), at_least, more_than, unequal, or a property such as symmetric(A)"

# SymPy's class -> what to write instead
NODES = {
    "Derivative": "gradient(f, x), of a number f by one letter x, once",
    "Integral": "an antiderivative F and F(b) - F(a), for what integrals are not read",
    "exp": "a letter E and what is known of it as equations, such as equal(A*E, E*A)",
    "MatrixExp": "a letter E and what is known of it as equations, such as equal(A*E, E*A)",
    "DiagonalMatrix": "diagonal(x), for a column x",
    "DiagonalOf": "a column x with equal(A, diagonal(x))",
    "ImmutableDenseMatrix": "a letter, MatrixSymbol('A', 2, 2)",
    "ImmutableDenseNDimArray": "a letter, MatrixSymbol('A', 2, 2)",
}


def short(e: Any) -> str:
    """A SymPy expression, shortened for messages."""
    shown = str(e)
    return shown if len(shown) < SHORT else shown[: SHORT - 3] + "…"


def instead_of_node(e: Any) -> str:
    """The end of the message about a node that the language lacks; "" if there is no replacement."""
    instead = NODES.get(type(e).__name__)
    return f"; write {instead}" if instead is not None else ""


def no_statement(item: Any) -> str:
    """The message about an object that is neither a conclusion nor an assumption."""
    return f"got {_short(item)} ({type(item).__name__}), but {_should_be(item)}"


def _should_be(item: Any) -> str:
    if isinstance(item, bool):
        return "== compares how two things are written; write equal(left, right)"
    if isinstance(item, str):
        return f"text is not read; write it with symbols of SymPy, as {KNOWN}"
    if isinstance(item, Predicate):
        return f"it should be of a matrix or a number: {item}(A)"
    if isinstance(item, SymbolicExistence):
        return "this is a statement for prove(…), alone, in a list or in iff"
    if isinstance(item, ForAll):
        return "it is an assumption only; a conclusion about free letters holds for all of them"
    if callable(item) and hasattr(item, "__name__"):
        return f"should be called: {item.__name__}(A)"
    if isinstance(item, Boolean):
        return f"of logic known are lists, And, Implies and iff(P, Q); and {KNOWN}"
    if isinstance(item, sp.MatrixBase | sp.MatrixExpr | sp.Expr):
        return f"it says nothing; write {KNOWN}"
    return f"should be {KNOWN}"


def _short(item: Any) -> str:
    shown = " ".join(str(getattr(item, "__name__", item)).split())
    return shown if len(shown) <= SHORT else f"{shown[: SHORT - 1]}…"
