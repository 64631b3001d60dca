"""Random texts, most of them false: none is proved that an evaluator of its own finds false, none refuted that holds.

The evaluator reads the text as a person does, with NumPy and no code of pcaproofs: a ' is the transpose, ^ binds
tighter than a product, letters side by side are a product. Capital letters are square, so each product has a value.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any

import numpy as np
import pytest

from pcaproofs.typed import WrongText, ask

MATRICES, COLUMNS, NUMBERS = "ABC", "xy", "t"
TOKEN = re.compile(r"\s*(transpose|tr|det|inv|norm|\|\||\*\*|<=|>=|==|!=|[A-Za-z0-9]|.)")


class Evaluator:
    """The value of a text at matrices, columns and numbers: sum = product { ± product }, product = power { power }."""

    def __init__(self, text: str, values: dict[str, Any]):
        self.tokens, self.k, self.values = TOKEN.findall(text), 0, values

    def next(self) -> str:
        return self.tokens[self.k] if self.k < len(self.tokens) else ""

    def take(self) -> str:
        self.k += 1
        return self.tokens[self.k - 1]

    def sum(self) -> Any:
        sign = -1 if self.next() == "-" and self.take() else 1
        out = sign * self.product()
        while self.next() in ("+", "-"):
            sign = 1 if self.take() == "+" else -1
            out = out + sign * self.product()
        return out

    def product(self) -> Any:
        out = self.power()
        while True:
            if self.next() in ("*", "@"):
                self.take()
            elif self.next() in ("", "+", "-", ")", "=", "==", "<=", ">=", ",", ">", "||"):
                return out
            other = self.power()
            out = out @ other if out.shape[1] == other.shape[0] else out * other

    def power(self) -> Any:
        out = self.atom()
        while self.next() in ("'", "^", "**"):
            if self.take() == "'":
                out = out.T
            elif self.next() == "T":
                self.take()
                out = out.T
            else:
                sign = -1 if self.next() == "-" and self.take() else 1
                out = np.linalg.matrix_power(out, sign * int(self.take()))
        return out

    def inside(self, closer: str) -> Any:
        out = self.sum()
        assert self.take() == closer
        return out

    def atom(self) -> Any:
        token = self.take()
        functions: dict[str, Any] = {
            "tr": lambda m: np.array([[np.trace(m)]]),
            "det": lambda m: np.array([[np.linalg.det(m)]]),
            "norm": lambda m: np.array([[np.linalg.norm(m)]]),
            "inv": inverse,
            "transpose": np.transpose,
        }
        if token in functions:
            assert self.take() == "("
            return functions[token](self.inside(")"))
        if token == "(":
            return self.inside(")")
        if token == "||":
            return functions["norm"](self.inside("||"))
        if token == "<":
            left = self.inside(",")
            return left.T @ self.inside(">")
        return np.array([[float(token)]]) if token.isdigit() else self.values[token]


def inverse(m: Any) -> Any:
    """The inverse of a matrix that has one. Raises LinAlgError for x y', say."""
    if np.linalg.cond(m) > 1e8:
        raise np.linalg.LinAlgError("singular")
    return np.linalg.inv(m)


def matrix(random: Random, depth: int) -> str:
    """A text whose value is a matrix."""
    if depth <= 0:
        return random.choice([*MATRICES, "A'", "B^T", "A^2", "A^-1"])
    a, b = matrix(random, depth - 1), matrix(random, depth - 2)
    return random.choice(
        [f"{a} {b}", f"{a}*{b}", f"{a} @ {b}", f"({a} + {b})", f"({a} - {b})'", f"({a} {b})'", f"2 {a}", f"t {a}",
         f"transpose({a})", f"({a})**2", f"inv({a})", "x y'", f"({a}) x y'"]
    )  # fmt: skip


def number(random: Random, depth: int) -> str:
    """A text whose value is a number."""
    a, b = matrix(random, depth - 1), matrix(random, depth - 2)
    return random.choice(
        [f"tr({a})", f"tr({a} {b})", f"x'{a} y", f"<{a} x, y>", f"||{a} x||^2", f"norm({a} y)^2", "x'y", f"t tr({a})",
         f"tr({a}) - tr({b})", "||x + y||^2", f"det({random.choice(MATRICES)})"]
    )  # fmt: skip


TRUE = [  # changes of a text that leave its value as it is
    (r"^(.*)$", r"(\1)''"), (r"^(.*)$", r"\1 + A - A"), (r"tr\(([ABC]) ([ABC])\)", r"tr(\2 \1)"),
    (r"\(([ABC]) ([ABC])\)'", r"\2' \1'"), (r"x'y", "y'x"), (r"\*", " "), (r"\|\|x \+ y\|\|\^2", "x'x + 2 x'y + y'y"),
]  # fmt: skip


def statement(random: Random) -> str:
    made = matrix if random.random() < 0.4 else number
    left = made(random, 2)
    if random.random() < 0.5:
        pattern, to = random.choice(TRUE[:1] + TRUE[2:] if made is number else TRUE)
        right = re.sub(pattern, to, left)
    else:
        right = made(random, 2)
    return f"{left} {random.choice(['=', '=', '=='])} {right}"


def values(seed: int, n: int) -> dict[str, Any]:
    draw = np.random.default_rng(seed)
    out: dict[str, Any] = {name: draw.normal(size=(n, n)) for name in MATRICES}
    out |= {name: draw.normal(size=(n, 1)) for name in COLUMNS}
    return out | {name: draw.normal(size=(1, 1)) for name in NUMBERS}


def holds(text: str, seed: int, n: int) -> bool:
    left, right = (Evaluator(side, values(seed, n)).sum() for side in re.split(" ==? ", text))
    return left.shape == right.shape and np.allclose(left, right, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_proved_holds_and_what_is_refuted_fails(seed: int) -> None:
    random, verdicts = Random(seed), list[str]()
    for _ in range(20):
        text = statement(random)
        try:
            verdict = ask(text, seconds=0.5).verdict
        except WrongText as error:
            raise AssertionError(f"{text}: {error}") from None
        try:
            found = [holds(text, seed, n) for n in (1, 2, 3)]
        except np.linalg.LinAlgError:  # nothing is said of an inverse that does not exist
            continue
        if verdict == "proved":
            assert all(found), text
        if verdict == "refuted":
            assert not all(found), text
        verdicts.append(verdict)
    assert {"proved", "refuted"} <= set(verdicts)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("tr(A B) = tr(B A)", True),
        ("(A + B)^2 = A^2 + 2 A B + B^2", False),
        ("A B = B A", False),
        ("A^-1 A = A'A'^-1", True),
    ],
)
def test_the_evaluator_tells_true_from_false(text: str, is_true: bool) -> None:
    assert holds(text, 7, 3) is is_true
