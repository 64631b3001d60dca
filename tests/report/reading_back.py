"""A small reader of printed formulas, which shares no code with the printer: LaTeX to its value at a random point.

A printed hypothesis says what the kernel's says if both have the same relation and the same value of left minus right.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from .random_points import (
    PRIME,
    Matrix,
    Point,
    diagonal,
    eye,
    inverse,
    kronecker,
    plus,
    scalar,
    scaled,
    shape,
    times,
    trace,
    transposed,
)

_INDEX = re.compile(r"(?:(?P<name>[a-z](?:_\d+)?)(?P<by>[+-]\d+)?|(?P<number>\d+)),?")


class Eye:
    """A multiple of an identity whose size is not written."""

    def __init__(self, c: int = 1):
        self.c = c


_TOKEN = re.compile(
    r"\\operatorname\*?\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\\mathbf\{1\}|\\mathrm\{[^{}]*\}|\\[A-Za-z]+|\\.|[A-Za-z]|\d+|[^\s]"
)
_SILENT = {r"\left", r"\right", r"\bigl", r"\bigr", r"\,", r"\;", r"\ ", r"\quad"}
_GREEK = "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi"


def spelled(name: str) -> str:
    """How a letter of the kernel is written: lambda_1 and lambda1 are \\lambda_{1}, abc is \\mathrm{abc}."""
    if "′" in name:  # p′, and the size (p′+1)
        return " + ".join(x.replace("′", r"{}^{\prime}") for x in name.strip("()").split("+"))
    match = re.fullmatch(r"([A-Za-z]+?)_?(\d*)", name)
    if match is None:
        match = re.fullmatch(r"([A-Za-z]+)_([A-Za-z0-9]+)", name)
    if moment := re.fullmatch(r"E\[(\w+?)(\1ᵀ)?\]", name):
        x = spelled(moment[1])
        return rf"\operatorname{{\mathbb{{E}}}}[{x}" + (rf"{x}^\top]" if moment[2] else "]")
    if match is None:
        return name
    word, index = match.groups()
    word = "lambda" if word == "lam" else word
    base = "\\" + word if word.lower() in _GREEK.split() else word if len(word) == 1 else rf"\mathrm{{{word}}}"
    return base + (f"_{{{index}}}" if index else "")


class Reader:
    """Reads one formula; names: what is written -> the kernel's letter or dimension; definitions: name -> formula.

    definitions also has "column b" -> B where bₖ is a column of B; without it bₖ would be a row.
    """

    def __init__(self, text: str, at: Point, names: Mapping[str, str], definitions: Mapping[str, str]):
        text = text.replace("{}", "").replace(r"\tfrac", r"\frac")
        self.tokens = [t for t in _TOKEN.findall(text) if t not in _SILENT]
        self.text, self.k, self.at, self.names, self.definitions = text, 0, at, names, definitions
        self.bound: dict[str, int] = {}

    def whole(self) -> Any:
        out = self.sum()
        assert self.k == len(self.tokens), f"{self.text!r}: {self.tokens[self.k :]} is left over"
        return out

    def peek(self) -> str:
        return self.tokens[self.k] if self.k < len(self.tokens) else ""

    def next(self, wanted: str = "") -> str:
        token = self.peek()
        assert token, f"{self.text!r} ends too early"
        assert not wanted or token == wanted, f"{self.text!r}: got {token}, but should be {wanted}"
        self.k += 1
        return token

    def group(self) -> list[str]:
        """The tokens of {…}, or a single token."""
        if self.peek() != "{":
            return [self.next()]
        self.next("{")
        out, depth = [], 1
        while True:
            token = self.next()
            depth += {"{": 1, "}": -1}.get(token, 0)
            if not depth:
                return out
            out.append(token)

    def sum(self) -> Any:
        sign = 1
        if self.peek() in ("-", "+"):
            sign = -1 if self.next() == "-" else 1
        out = self._scaled(sign, self.product())
        while self.peek() in ("+", "-"):
            sign = -1 if self.next() == "-" else 1
            out = self._plus(out, self._scaled(sign, self.product()))
        return out

    def product(self) -> Any:
        out = self.factor()
        while self.peek() and self.peek() not in ("+", "-", ")", "}", "]", ",", r"\rVert", r"\rangle", "="):
            if self.peek() == r"\otimes":
                self.next()
                out = kronecker(out, self.factor())
                continue
            out = self._times(out, self.factor())
        return out

    def factor(self) -> Any:
        token = self.next()
        if token == r"\sum":
            return self._sum()
        partial = self.tokens[self.k : self.k + 3] == ["{", r"\partial", "}"]
        if token == r"\nabla" or (token == "D" and self._ahead() not in self.names) or partial:
            return self._scripts(self._derivative(token))
        return self._scripts(self.atom(token))

    def atom(self, token: str) -> Any:
        if token.isdigit():
            return scalar(int(token))
        if token == "(":
            out = self.sum()
            self.next(")")
            return out
        if token == r"\frac":
            return self._fraction()
        if token == r"\sqrt":
            token = self.next()
            if token != "{":
                return self.at.roots[self.atom(token)[0][0]]
            out = self.sum()
            self.next("}")
            return self.at.roots[out[0][0]]
        if token == r"\lVert":
            out = self.sum()
            self.next(r"\rVert")
            if self.peek() == "_":
                self.next("_")
                assert self.group() == ["F"]
            if self.peek() != "^":
                return self.at.roots[trace(times(transposed(out), out))]
            self.next("^")
            power = int("".join(self.group()))
            value = trace(times(transposed(out), out))
            return scalar(pow(value, power // 2, PRIME))
        if token == r"\langle":
            a = self.sum()
            self.next(",")
            b = self.sum()
            self.next(r"\rangle")
            return scalar(trace(times(transposed(a), b)))
        if token == r"\operatorname{tr}":
            self.next("(")
            out = self.sum()
            self.next(")")
            return scalar(trace(out))
        if (function := re.fullmatch(r"\\(?:operatorname|mathrm)\{(det|adj|log|diag|rank)\}", token)) is not None:
            self.next("(")
            out = self.sum()
            self.next(")")
            if function[1] == "diag":
                return diagonal(out)
            if function[1] == "rank":  # the trace of X⁺X
                return scalar(trace(times(self.at.plus[repr(out)], out)))
            return self.at.functions[function[1], repr(out)]
        if token == r"\operatorname{\mathbb{E}}":
            return self._expectation(token)
        if token == r"\mathbf{1}":
            self.next("_")
            return [[1]] * self._size("".join(self.group()))
        if token == "I":
            if self.peek() == "_":
                self.next("_")
                return eye(self._size("".join(self.group())))
            return Eye()
        return self._named(token)

    def _named(self, token: str) -> Any:
        name = token
        if token in (r"\bar", r"\tilde", r"\hat"):
            name += " " + self.next()
        if self.peek() == "_":
            self.next("_")
            index = "".join(self.group())
            if (
                token.islower()
                and token.upper() in self.names
                and (index in self.bound or f"e_{index}" in self.at.letters)
            ):
                rows = self.at.letters[self.names[token.upper()]]
                rows = transposed(rows) if f"column {token}" in self.definitions else rows
                if index in self.bound:
                    return transposed([rows[self.bound[index]]])
                return times(transposed(rows), self.at.letters[f"e_{index}"])
            if (whole := f"{name}_{{{index}}}") not in {**self.names, **self.definitions} and name in self.names:
                return self._row_or_entry(self.at.letters[self.names[name]], index)
            name = whole
        if name in self.definitions:
            inside = Reader(self.definitions[name], self.at, self.names, self.definitions)
            return inside.whole()
        assert name in self.names, f"{self.text!r}: {name} was not introduced"
        found = self.names[name]
        return scalar(self.at.sizes[found]) if found in self.at.sizes else self.at.letters[found]

    def _size(self, written: str) -> int:
        if written.isdigit():
            return int(written)
        base, sign, less = re.fullmatch(r"(\w+)(?:([+-])(\d+))?", written).groups()  # type: ignore[union-attr]
        sums = (n for name, n in self.at.sizes.items() if name.startswith(f"({base}′"))  # p is p′ + 1 there
        size = self.at.sizes[self.names[base]] if base in self.names else next(sums)
        return size + (int(f"{sign}{less}") if less else 0)

    def _scripts(self, out: Any) -> Any:
        while self.peek() in ("^", "_"):
            if self.next() == "_":
                out = self._row_or_entry(out, "".join(self.group()))
                continue
            script = "".join(self.group())
            if script == r"\top":
                out = transposed(out) if not isinstance(out, Eye) else out
            elif script == "-1" and isinstance(out, Eye):
                out = Eye(pow(out.c, -1, PRIME))
            elif script in (r"\frac{1}{2}", r"-\frac{1}{2}"):
                out = self.at.roots[out[0][0]]
                out = out if script[0] != "-" else inverse(out)
            elif script.startswith("-"):
                out = base = self.at.inverses.get(repr(out)) or inverse(out)
                for _ in range(-int(script) - 1):
                    out = times(out, base)
            elif script == "+":
                out = self.at.plus[repr(out)]
            else:
                base, count = out, int(script)
                for _ in range(count - 1):
                    out = self._times(out, base)
        return out

    def _unit(self, part: re.Match[str], length: int) -> Matrix:
        """The unit vector of an index: i+1 that runs, the letter e_j of any j, a number, or p, the last one."""
        name, by = part["name"], int(part["by"] or 0)
        if name in self.bound:
            return transposed([eye(length)[self.bound[name] + by]])
        label = f"e_{int(part['number']) - 1}" if part["number"] else f"e_{name}"
        if label in self.at.letters:
            return self.at.letters[label]
        return transposed([eye(length)[(int(part["number"]) if part["number"] else self._size(name)) - 1]])

    def _row_or_entry(self, out: Matrix, index: str) -> Matrix:
        """An entry, or the row of a matrix as a column."""
        pair = index.isdigit() and len(index) == 2 and len(out[0]) > 1  # A_{31}
        parts = [*_INDEX.finditer(",".join(index) if pair else index)]
        assert pair or "".join(x[0] for x in parts) == index, index
        units = [self._unit(x, n) for x, n in zip(parts, (len(out), len(out[0])), strict=False)]
        first = times(transposed(out), units[0])
        return first if len(units) == 1 else times(transposed(first), units[1])

    def _fraction(self) -> Any:
        values = []
        for _ in range(2):
            self.next("{")
            values.append(self.sum())
            self.next("}")
        return times(values[0], inverse(values[1]))

    def _sum(self) -> Any:
        self.next("_")
        k, _, first = "".join(x for x in self.group() if x not in "{}").partition("=")
        self.next("^")
        n = self._size("".join(self.group()))
        start, total = self.k, None
        for self.bound[k] in range(int(first) - 1, n):
            self.k = start
            value = self.product()
            total = value if total is None else self._plus(total, value)
        del self.bound[k]
        return total

    def _expectation(self, token: str) -> Any:
        """E[f(Z)] of a polynomial of degree at most 2, from its values and the moments E[Z] and E[Z Zᵀ]."""
        end = self.tokens.index("]", self.k) + 1
        name = token + "".join(self.tokens[self.k : end])
        if name in self.names:
            self.k = end
            return self.at.letters[self.names[name]]
        self.next("[")
        start, vectors = self.k, {m[1] for x in self.at.letters if (m := re.fullmatch(r"E\[(\w*[^\Wᵀ])\]", x))}
        found = {self.names.get(t) for t in self._inside()} & vectors
        if not found:  # the mean of a constant
            constant = self.sum()
            self.next("]")
            return constant
        (random,) = found
        before, mean = self.at.letters.get(random), self.at.letters[f"E[{random}]"]
        second = self.at.letters.get(f"E[{random}{random}ᵀ]")
        zero = scaled(0, mean)

        def f(z: Matrix) -> Matrix:
            self.at.letters[random], self.k = z, start
            return self.sum()

        def even(z: Matrix) -> Matrix:
            return plus(scaled(half, plus(f(z), f(scaled(-1, z)))), scaled(-1, f(zero)))

        half, n = pow(2, -1, PRIME), len(mean)
        units = [[[int(i == j)] for j in range(n)] for i in range(n)]
        total = plus(f(zero), scaled(half, plus(f(mean), scaled(-1, f(scaled(-1, mean))))))
        alone = [even(u) for u in units]
        for i in range(n) if second else ():
            for j in range(n):
                both = plus(even(plus(units[i], units[j])), scaled(-1, plus(alone[i], alone[j])))
                total = plus(total, scaled(second[i][j] * half, both))
        self.at.letters[random] = before
        self.next("]")
        return total

    def _inside(self) -> list[str]:
        """The names up to the bracket that closes here, each with its index."""
        out, depth, start = list[str](), 1, self.k
        while depth:
            token = self.next()
            depth += {"[": 1, "]": -1}.get(token, 0)
            out += [token, self._ahead()]
        self.k = start
        return out

    def _ahead(self) -> str:
        """The name that ends here with its index, D_{2}."""
        start, out = self.k, self.tokens[self.k - 1]
        if self.peek() == "_":
            self.next("_")
            out += f"_{{{''.join(self.group())}}}"
        self.k = start
        return out

    def _derivative(self, kind: str) -> Any:
        """∇_w (f), ∂/∂λ (f) or D_w (f)[h]."""
        if kind == r"\frac":
            self.group()
            name = self.names["".join(self.group()[1:])]
        else:
            self.next("_")
            name = self.names["".join(self.group())]
        self.next("(")
        start = self.k

        def f() -> Any:
            self.k = start
            return self.sum()

        if kind != "D":
            out: Any = self.at.gradient(name, lambda: f()[0][0])
            self.next(")")
            return out
        f()
        self.next(")")
        self.next("[")
        way = self.sum()
        end = self.k
        out = self.at.directional(name, f, way)
        self.k = end
        self.next("]")
        return out

    def _scaled(self, c: int, a: Any) -> Any:
        return a if c == 1 else Eye(-a.c % PRIME) if isinstance(a, Eye) else scaled(c, a)

    def _plus(self, a: Any, b: Any) -> Any:
        if isinstance(a, Eye) and isinstance(b, Eye):
            return Eye((a.c + b.c) % PRIME)
        if isinstance(a, Eye):
            a, b = b, a
        return plus(a, scaled(b.c, eye(len(a))) if isinstance(b, Eye) else b)

    def _times(self, a: Any, b: Any) -> Any:
        if isinstance(a, Eye) and isinstance(b, Eye):
            return Eye(a.c * b.c % PRIME)
        if isinstance(a, Eye):
            a, b = b, a
        if isinstance(b, Eye):
            return Eye(a[0][0] * b.c % PRIME) if shape(a) == (1, 1) else scaled(b.c, a)
        return times(a, b)
