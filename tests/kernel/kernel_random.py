"""Random well-typed expressions over a fixed set of letters, and rewritings that do not change their value."""

from __future__ import annotations

from random import Random
from typing import Any

from kernel_notation import ZERO, statement, x
from kernel_values import Point, random_matrix

from pcaproofs.kernel import Compare, Dimension, Expression

DIMENSIONS: tuple[Dimension, ...] = ("n", "p", 1, 2)
LETTERS = (
    "A n p, B p n, C n n, D p p, S p p, a n 1, b n 1, c p 1, r 1 n, q 1 p, s 1 1, u 1 1, v 1 1, E 2 n, F 2 2, G 2 2, "
    "z 2 1, y 1 2, K 2 p"
)
STATEMENT = statement(
    LETTERS, Compare(ZERO, "=", ZERO), "n", nonzero=Compare(x("u"), "!=", ZERO), positive=Compare(x("v"), ">", ZERO)
)
SHAPES = {name: (rows, cols) for name, rows, cols in STATEMENT.letters} | {"1[n]": ("n", 1)}
MOVABLE = sorted(set(SHAPES) - {"u", "v", "1[n]"})  # those that stand below no fraction line


def point(rng: Random) -> Point:
    """Any matrices; n and p are often 1, alone or both."""
    at = Point({"n": rng.randint(1, 3), "p": rng.randint(1, 3)}, {})
    return Point(at.sizes, {m: random_matrix(rng, at.size(rows), at.size(cols)) for m, (rows, cols) in SHAPES.items()})


def expression(rng: Random, rows: Dimension, cols: Dimension, depth: int, derivatives: int = 1) -> Expression:
    """Of the shape rows×cols."""

    def some(m: Dimension, k: Dimension, spent: int = 0) -> Expression:
        return expression(rng, m, k, depth - 1, derivatives - spent)

    if depth == 0:
        return leaf(rng, rows, cols)
    ways: list[str] = ["add", "mul", "mul", "scaled", "t", "leaf"]
    ways += (
        ["tr", "tr"] * (rows == cols == 1) + ["pow"] * (rows == cols) + ["derivative"] * (derivatives > 0 and depth > 1)
    )
    ways += ["gradient"] * (derivatives > 0 and depth > 1 and (rows, cols) in SHAPES.values())
    match rng.choice(ways):
        case "add":
            return ("add", *(some(rows, cols) for _ in range(rng.randint(2, 3))))
        case "mul":
            m = rng.choice(DIMENSIONS)
            return ("mul", some(rows, m), some(m, cols))
        case "scaled":
            both = [some(1, 1), some(rows, cols)]
            rng.shuffle(both)
            return ("mul", *both)
        case "t":
            return ("t", some(cols, rows))
        case "tr":
            m = rng.choice(DIMENSIONS)
            return ("tr", some(m, m))
        case "pow":
            return ("pow", expression(rng, rows, cols, max(depth - 2, 0), 0), rng.randint(0, 3))
        case "derivative":
            f = some(rows, cols, 1)
            name = rng.choice(sorted(letters_of(f) & set(MOVABLE)) or MOVABLE)
            return ("derivative", f, name, expression(rng, *SHAPES[name], 1, 0))
        case "gradient":
            f = some(1, 1, 1)
            if fitting := [m for m in MOVABLE if SHAPES[m] == (rows, cols)]:
                return ("gradient", f, rng.choice(sorted(letters_of(f) & set(fitting)) or fitting))
    return leaf(rng, rows, cols)


def letters_of(e: Any) -> set[str]:
    if not isinstance(e, tuple):
        return set()
    return {e[1]} if e[0] == "letter" else set().union(*map(letters_of, e[1:]))


def leaf(rng: Random, rows: Dimension, cols: Dimension) -> Expression:
    leaves: list[Expression] = [("letter", name) for name, shape in SHAPES.items() if shape == (rows, cols)]
    leaves += [("t", ("letter", name)) for name, shape in SHAPES.items() if shape == (cols, rows)]
    if rows == cols:
        leaves.append(("eye", rows))
    if rows == cols == 1:
        leaves += [("number", "-2/3"), ("size", "n"), ("inverse", "p", 2), ("inverse", "u", 1), ("inverse", "v", 3)]
    return rng.choice(leaves) if leaves and rng.random() < 0.99 else ("zero", rows, cols)


def rewritten(e: Any, rng: Random) -> Expression:
    """Another expression with the same value for matrices of every size."""
    match e:
        case ("add" as head, *parts):
            parts = [rewritten(part, rng) for part in parts]
            rng.shuffle(parts)
            return _grouped(head, parts, rng)
        case ("mul" as head, *parts):
            return _grouped(head, [rewritten(part, rng) for part in parts], rng)
        case ("t", ("mul", *parts)):
            return ("mul", *(("t", rewritten(part, rng)) for part in reversed(parts)))
        case ("t", ("add", *parts)):
            return ("add", *(("t", rewritten(part, rng)) for part in parts))
        case ("t", ("t", a)):
            return rewritten(a, rng)
        case ("tr", ("add", *parts)):
            return ("add", *(("tr", rewritten(part, rng)) for part in parts))
        case ("tr", a) if rng.random() < 0.5:
            return ("tr", ("t", rewritten(a, rng)))
        case ("t" | "tr", a):
            return (e[0], rewritten(a, rng))
        case ("pow", a, k) if k:
            return ("mul", *(rewritten(a, rng) for _ in range(k)))
        case ("derivative", f, name, h):
            return ("derivative", rewritten(f, rng), name, rewritten(h, rng))
        case ("gradient", f, name):
            return ("gradient", rewritten(f, rng), name)
    return e if rng.random() < 0.5 else ("t", ("t", e))


def _grouped(head: str, parts: list[Expression], rng: Random) -> Expression:
    return (head, *parts) if len(parts) < 3 or rng.random() < 0.5 else (head, (head, *parts[:2]), *parts[2:])
