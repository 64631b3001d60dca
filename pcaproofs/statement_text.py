"""Statements as unambiguous text: `write` prints a statement, and `read` returns the same statement.

The text contains the whole statement except the names of its hypotheses: dimensions, letters with their sizes, the
lengths of columns of ones, sequences, hypotheses, and the conclusion with its value and equations. It is unambiguous
if all names are plain (pcaproofs/plain_names.py), as in every file that `verify` accepts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from pcaproofs.kernel import Compare, Dimension, Expression, Family, KernelError, Optimum, SameOptimisers, Statement
from pcaproofs.plain_names import check_names, sizes_of

SUM, PRODUCT, POSTFIX, ATOM = range(4)  # how tightly a piece of text binds
RELATIONS = ("=", ">=", ">", "!=")


class UnreadableText(KernelError):  # noqa: N818
    """A text that is not the printed form of any statement."""


# ---------------------------------------------------------------------------------------------------------- writing
def write(whole: Statement | Family) -> list[str]:
    """The lines of a statement."""
    statement, sequences = (whole.statement, whole.sequences) if isinstance(whole, Family) else (whole, ())
    sizes = sizes_of(statement)
    lines = [f"for all integers {', '.join(sizes)} >= 1"] if sizes else []
    shapes = [f"{name} ({rows}×{cols})" for name, rows, cols in statement.letters]
    lines += [f"for all real {', '.join(shapes)}"] if shapes else []
    lines += [f"with columns of ones {', '.join(f'1[{n}]' for n in statement.ones)}"] if statement.ones else []
    if sequences:
        lines.append(f"for all members {', '.join(name for name, *_ in sequences)} of sequences at one index")
    for name, first, after in sequences:
        lines += [f"the first {name} = {written(first)}", f"the next {name} = {written(after)}"]
    lines += [f"given {_compare(h)}" for _, h in statement.hypotheses]
    c = statement.conclusion
    if isinstance(c, Compare):
        return [*lines, _compare(c)]
    if isinstance(c, Optimum):
        names, at = ", ".join(name for name, _ in c.at), ", ".join(f"{name} = {written(e)}" for name, e in c.at)
        lines.append(f"the {c.sense} of {written(c.objective)} over {names} is at {at}")
        lines += [f"and is {written(c.value)}"] if c.value is not None else []
        return lines + [f"there and only there {_compare(e)}" for e in c.exactly]
    (sense, f), (other, g) = c.first, c.second
    names = ", ".join(c.variables)
    return [*lines, f"over {names} the {sense} of {written(f)} is where the {other} of {written(g)} is"]


def meaning(statement: Statement | Family) -> Statement | Family:
    """A normal form of statements up to the order of letters and the names and order of hypotheses."""
    if isinstance(statement, Family):
        inside = meaning(statement.statement)
        assert isinstance(inside, Statement)
        return Family(inside, tuple(sorted(statement.sequences, key=repr)))
    hypotheses = sorted((h for _, h in statement.hypotheses), key=repr)
    return replace(
        statement,
        letters=tuple(sorted(statement.letters)),
        hypotheses=tuple((str(k), h) for k, h in enumerate(hypotheses)),
        ones=tuple(sorted(statement.ones, key=str)),
    )


def _compare(c: Compare) -> str:
    return f"{written(c.left)} {c.relation} {written(c.right)}"


def written(e: Expression) -> str:
    """An expression as text, with parentheses only where they are needed."""
    return _piece(e)[0]


def _piece(e: Expression) -> tuple[str, int]:
    """The text and how tightly it binds."""

    def inside(part: Expression, binding: int) -> str:
        shown, bound = _piece(part)
        return shown if bound >= binding else f"({shown})"

    match e:
        case ("number", value):
            return value, ATOM if value.isdigit() else SUM
        case ("letter" | "size", name):
            return name, ATOM
        case ("inverse", name, k):
            return f"{name}^-{k}", POSTFIX
        case ("add", _, _, *_):
            return " + ".join([inside(part, PRODUCT) for part in e[1:]]), SUM
        case ("mul", _, _, *_):
            return "·".join([inside(part, POSTFIX) for part in e[1:]]), PRODUCT
        case ("t", a):
            return f"{inside(a, ATOM)}ᵀ", POSTFIX
        case ("pow", a, k):
            return f"{inside(a, ATOM)}^{k}", POSTFIX
    return f"{e[0]}({', '.join([str(x) if isinstance(x, str | int) else written(x) for x in e[1:]])})", ATOM


# ---------------------------------------------------------------------------------------------------------- reading
_WORD = r"[^\Wᵀ]+"
_TOKEN = re.compile(rf"\s*(-?[0-9]+(?:/[0-9]+)?(?![^\Wᵀ]|\[)|1\[{_WORD}\]|{_WORD}|>=|!=|[=>()^ᵀ·+,×-])")
_CALLS = {"eye": "n", "zero": "nn", "tr": "e", "derivative": "exe", "gradient": "ex", "add": "e", "mul": "e"}


def read(text: str) -> Statement | Family:
    """The statement of a text; its hypotheses are named h1, h2, …. Raises UnreadableText."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    try:
        statement = _Reader(lines).statement()
        check_names(statement)
        if (again := write(statement)) != lines:
            wrong, line = next(pair for pair in zip([*lines, ""], [*again, ""], strict=False) if pair[0] != pair[1])
            raise UnreadableText(f"got {wrong!r}, but should be {line!r}")
    except RecursionError:
        raise UnreadableText("got a statement nested too deeply") from None
    return statement


class _Reader:
    """Reads the output of `write` line by line; `read` then compares the text with what `write` prints."""

    def __init__(self, lines: list[str]):
        self.lines, self.tokens = lines[::-1], [""]
        self.sizes: set[str] = set()

    def statement(self) -> Statement | Family:
        while self.begins("for all integers"):
            self.sizes |= set(self.separated(self.take))
            self.skip(">=", "1")
        letters = tuple(self.separated(self.letter)) if self.begins("for all real") else ()
        ones = tuple(self.separated(self.column)) if self.begins("with columns of ones") else ()
        sequences = tuple(self.sequences()) if self.begins("for all members") else ()
        hypotheses: list[tuple[str, Compare]] = []
        while self.begins("given"):
            hypotheses.append((f"h{len(hypotheses) + 1}", self.compare()))
        conclusion = self.conclusion()
        if self.lines or self.tokens[-1]:
            raise UnreadableText(f"got {(self.tokens[-1] or self.lines[-1])!r}, but should be the end")
        found = Statement(letters, conclusion, tuple(hypotheses), ones)
        return Family(found, sequences) if sequences else found

    def begins(self, words: str) -> bool:
        """Goes on to the next line if it begins with these words."""
        if self.tokens[-1] or not self.lines or not f"{self.lines[-1]} ".startswith(f"{words} " if words else ""):
            return False
        self.tokens = ["", *reversed(list(_tokens(self.lines.pop()[len(words) :])))]
        return True

    def sequences(self) -> Iterator[tuple[str, Expression, Expression]]:
        names = self.separated(self.take)
        self.skip("of", "sequences", "at", "one", "index")
        for name in names:
            found = []
            for words in ("the first", "the next"):
                if not self.begins(words):
                    raise UnreadableText(f"got no line that begins with {words!r}")
                found.append(self.choice()[1])
            yield name, found[0], found[1]

    def conclusion(self) -> Compare | Optimum | SameOptimisers:
        for sense in ("min", "max"):
            if self.begins(f"the {sense} of"):
                return self.optimum(sense)
        if self.begins("over"):
            variables = tuple(self.separated(self.take))
            first, second = self.objective("where"), self.objective()
            return SameOptimisers(variables, first, second)
        self.begins("")
        return self.compare()

    def optimum(self, sense: str) -> Optimum:
        objective = self.sum()
        self.skip("over")
        self.separated(self.take)
        self.skip("is", "at")
        at = tuple(self.separated(self.choice))
        value = self.sum() if self.begins("and is") else None
        exactly = []
        while self.begins("there and only there"):
            exactly.append(self.compare())
        return Optimum(sense, objective, at, value, tuple(exactly))

    def objective(self, *then: str) -> tuple[str, Expression]:
        self.skip("the")
        sense = self.take()
        self.skip("of")
        f = self.sum()
        self.skip("is", *then)
        return sense, f

    def choice(self) -> tuple[str, Expression]:
        name = self.take()
        self.skip("=")
        return name, self.sum()

    def letter(self) -> tuple[str, Dimension, Dimension]:
        name = self.take()
        self.skip("(")
        rows = self.dimension()
        self.skip("×")
        cols = self.dimension()
        self.skip(")")
        return name, rows, cols

    def column(self) -> Dimension:
        return _dimension(self.take().removeprefix("1[").removesuffix("]"))

    def dimension(self) -> Dimension:
        return _dimension(self.take())

    def compare(self) -> Compare:
        left = self.sum()
        if self.tokens[-1] not in RELATIONS:
            raise UnreadableText(f"got {self.tokens[-1]!r}, but should be one of {' '.join(RELATIONS)}")
        relation = self.take()
        return Compare(left, relation, self.sum())

    # ---------------------------------------------------------------------------------------------- expressions
    def sum(self) -> Expression:
        parts = self.separated(self.product, "+")
        return parts[0] if len(parts) == 1 else ("add", *parts)

    def product(self) -> Expression:
        parts = self.separated(self.postfix, "·")
        return parts[0] if len(parts) == 1 else ("mul", *parts)

    def postfix(self) -> Expression:
        e = self.atom()
        while self.tokens[-1] in ("ᵀ", "^"):
            if self.take() == "ᵀ":
                e = ("t", e)
            elif self.tokens[-1].startswith("-"):
                e = ("inverse", e[-1], -self.integer())
            else:
                e = ("pow", e, self.integer())
        return e

    def atom(self) -> Expression:
        token = self.take()
        if token == "(":
            e = self.sum()
            self.skip(")")
            return e
        if self.tokens[-1] == "(" and token in _CALLS:
            parts: list[Any] = []
            for kind in _CALLS[token]:
                self.skip("," if parts else "(")
                parts.append({"n": self.dimension, "x": self.take, "e": self.sum}[kind]())
            self.skip(")")
            return (token, *parts)
        if token.startswith("1[") or token[:1].isalpha():
            return ("size" if token in self.sizes else "letter", token)
        if token[-1:].isdigit():
            return ("number", token)
        raise UnreadableText(f"got {token or 'the end of the line'!r}, but should be an expression")

    def integer(self) -> int:
        token = self.take()
        if not re.fullmatch("-?[0-9]{1,18}", token):
            raise UnreadableText(f"got {token!r}, but should be an integer")
        return int(token)

    def separated(self, one: Callable[[], Any], by: str = ",") -> list[Any]:
        found = [one()]
        while self.tokens[-1] == by:
            self.take()
            found.append(one())
        return found

    def take(self) -> str:
        return self.tokens.pop() if len(self.tokens) > 1 else ""

    def skip(self, *wanted: str) -> None:
        for token in wanted:
            if (got := self.take()) != token:
                raise UnreadableText(f"got {got or 'the end of the line'!r}, but should be {token!r}")


def _dimension(token: str) -> Dimension:
    return int(token) if re.fullmatch("[0-9]{1,18}", token) else token


def _tokens(line: str) -> Iterator[str]:
    at = 0
    while at < len(line.rstrip()):
        found = _TOKEN.match(line, at)
        if found is None:
            raise UnreadableText(f"got {line[at:].strip()[:20]!r}, but should be a name, a number or a sign")
        yield found[1]
        at = found.end()
