"""Reading of enclosed parts: brackets, bars, angles, sets, fractions, roots, matrices."""

from __future__ import annotations

from dataclasses import replace

from pcaproofs.notes.formulas.stream import NONE, Stream
from pcaproofs.notes.formulas.surface import (
    Bars,
    Blank,
    Dots,
    Frac,
    Group,
    Inner,
    Listed,
    Matrix,
    Moment,
    Name,
    Node,
    Norm,
    Num,
    Partial,
    Power,
    Product,
    Root,
    SetOf,
    Sum,
    Words,
)

CLOSING = {"(": ")", "[": "]", r"\{": r"\}", r"\lbrace": r"\rbrace", r"\lbrack": r"\rbrack", r"\lparen": r"\rparen"}
PLAIN = {r"\}": "}", r"\rbrace": "}", r"\rbrack": "]", r"\rparen": ")", r"\{": "{", r"\lbrace": "{", r"\lbrack": "["}
PLAIN |= {r"\lparen": "("}
NORMS = {r"\|": r"\|", r"\Vert": r"\Vert", r"\lVert": r"\rVert"}
BARS = {"|": "|", r"\vert": r"\vert", r"\lvert": r"\rvert"}
ALONE = "⟨⟩"  # the kind of what stands alone in angle brackets
ANGLES = {r"\langle": r"\rangle", "<": ">"}
MATRICES = {"pmatrix": "(", "bmatrix": "[", "Bmatrix": "{", "matrix": "", "smallmatrix": "", "array": "", "cases": "{."}
MATRICES |= {"vmatrix": "|", "Vmatrix": "‖", "rcases": "", "psmallmatrix": "(", "bsmallmatrix": "[", "dcases": "{."}
_STROKES = ("|", r"\vert", r"\mid", r"\rule", "-", "—", "–", r"\rvert", r"\lvert")
_STROKE = "stroke"
_LEFT_OPEN = ("*", r"\ast", r"\times", "+", r"\pm", r"\bullet", "?")  # entries that are left open
LAID_OUT = {
    "aligned",
    "gathered",
    "split",
    "alignedat",
    "array",
}  # if it has one column, it is one formula on several lines


class Brackets(Stream):
    """Reads enclosed parts."""

    def enclosed(self, closer: str, *, what: str = "") -> Node:
        """A part up to and including a closing token."""
        self.deeper()
        self.closers.append(closer)
        body = self.part()
        if not self.closed(closer):
            self.stop(what or closer)
        self.closers.pop()
        self.higher()
        return body

    def closed(self, closer: str) -> bool:
        """Read a closing token if it comes next; || is two tokens."""
        if closer == "||":
            if self.text() == "|" and self.text(1) == "|":
                self.k += 2
                return True
            return False
        return self.take(closer)

    def argument(self) -> Node:
        """The group or the one thing that a command or a script takes."""
        if self.kind() != "open":
            return self.one()
        self.next()
        if self.take("}"):
            return Blank()
        return self.enclosed("}", what="} or an operator")

    def one(self) -> Node:
        """A single token as an argument: one digit, one letter, or a command with its own arguments."""
        token = self.token
        if token is None:
            self.stop("an argument")
        if token.kind == "digit":
            self.next()
            return Num(token.text, span=token.span)
        self.deeper()
        self.closers.append(NONE)
        out = self.atom()
        self.closers.pop()
        self.higher()
        return out

    def group(self) -> Node:
        """Something in ( [ or { brackets; a matrix without brackets takes them."""
        start = self.start()
        opening = self.next().text
        if opening in (r"\{", r"\lbrace"):
            return self.braces(start, opening)
        closing = CLOSING[opening]
        self.deeper()
        self.closers.append(closing)
        body = Blank() if self.text() == closing else self.part()
        last = self.text()
        if last != closing and not (opening in "([" and last in ("]", ")", "[") and isinstance(body, Listed)):
            self.stop(f"{closing} or an operator")
        self.next()
        self.closers.pop()
        self.higher()
        if isinstance(body, Matrix) and not body.brackets and last == closing:
            return replace(body, brackets=PLAIN.get(opening, opening), span=self.since(start))
        return Group(body, PLAIN.get(opening, opening), PLAIN.get(last, last), span=self.since(start))

    def open_interval(self) -> Node:
        """An interval without its ends, ]0, 1[."""
        start = self.start()
        self.next()
        body = self.enclosed("[")
        return Group(body, "]", "[", span=self.since(start))

    def braces(self, start: int, opening: str) -> Node:
        """A set, or a brace that opens cases and is not closed."""
        closing = CLOSING[opening]
        self.deeper()
        self.closers.append(closing)
        body = Blank() if self.text() == closing else self.part()
        out: Node
        if self.text() in ("|", r"\mid", r"\vert", ":"):
            self.next()
            out = SetOf(body, self.part())
        else:
            out = Group(body, "{", "}")
        if not self.take(closing):
            if isinstance(body, Matrix) and not body.brackets:
                out = replace(body, brackets="{.")
            else:
                self.stop(rf"{closing} or an operator")
        self.closers.pop()
        self.higher()
        if isinstance(body, Matrix) and not body.brackets and isinstance(out, Group):
            out = replace(body, brackets="{")
        return replace(out, span=self.since(start))

    def norm(self) -> Node:
        """A norm in double bars, with its subscript."""
        start = self.start()
        how = self.next().text
        closer = NORMS.get(how, "||")
        if closer == "||":
            how = "||"
            self.next()
        body = self.enclosed(closer, what=f"{closer} or an operator")
        subscript = None
        if self.take("_"):
            subscript = self.argument()
        return Norm(body, subscript, span=self.since(start), how=how)

    def bars(self) -> Node:
        """An expression in single bars."""
        start = self.start()
        how = self.next().text
        body = self.enclosed(BARS[how], what=f"{BARS[how]} or an operator")
        return Bars(body, span=self.since(start), how=how)

    def inner(self) -> Node:
        """An inner product in angle brackets; ⟨a|M|b⟩ is that of a and Mb. ⟨x⟩ may be an average, or a span."""
        start = self.start()
        how = self.next().text
        self.deeper()
        self.closers.append(ANGLES[how])
        left = self.expression()
        if how != "<" and self.take(ANGLES[how]):
            self.closers.pop()
            self.higher()
            subscript = self.argument() if self.take("_") else None
            return Moment(ALONE, left, subscript, span=self.since(start), how=how)
        if self.text() not in (",", "|", r"\mid", r"\vert", ";"):
            self.stop("a comma between the two factors of an inner product")
        mark = self.next().text
        right = self.expression()
        if mark != "," and self.text() == mark:
            self.next()
            last = self.expression()
            right = Product((_factor(right), _factor(last)), ("",), span=(right.span[0], last.span[1]))
        items = [left, right]
        while mark == "," and self.take(","):  # ⟨1, 2, 3⟩ is a tuple
            items.append(self.expression())
        if not self.take(ANGLES[how]):
            self.stop(f"{ANGLES[how]} or an operator")
        self.closers.pop()
        self.higher()
        if len(items) > 2:
            listed = Listed(tuple(items), span=(left.span[0], items[-1].span[1]))
            return Group(listed, "(", ")", span=self.since(start))
        return Inner(left, right, span=self.since(start), how=how)

    def fraction(self) -> Node:
        """A fraction, or a derivative written as one."""
        start = self.start()
        how = self.next().text
        top, bottom = self.argument(), self.argument()
        for d in (Name("∂"), Name("d", font="roman"), Name("d")):
            if (derived := _derivative(top, bottom, d)) is not None:
                return replace(derived, span=self.since(start), how="∂" if d.base == "∂" else "d")
        return Frac(top, bottom, span=self.since(start), how=how)

    def root(self) -> Node:
        r"""\sqrt[degree]{body}, or what follows \surd."""
        start = self.start()
        self.next()
        degree = None
        if self.take("["):
            degree = self.enclosed("]")
        return Root(self.argument(), degree, span=self.since(start))

    def matrix(self) -> Node:
        """An environment with cells."""
        start = self.start()
        name = self.next().text.removesuffix("*")
        if name not in MATRICES and name not in LAID_OUT:
            self.k -= 1
            self.stop("an environment of mathematics")
        self.deeper()
        self.closers.append(NONE)
        rows: list[tuple[Node, ...]] = []
        cells: list[Node] = []
        while True:
            cells.append(self.cell())
            if self.take("&"):
                continue
            if self.kind() == "break":
                self.next()
                rows.append(tuple(cells))
                cells = []
            elif self.kind() == "end":
                if self.text().removesuffix("*") != name:
                    self.stop(rf"\end{{{name}}}")
                self.next()
                break
            else:
                self.stop(rf"&, \\ or \end{{{name}}}")
        if any(not isinstance(cell, Blank) for cell in cells) or not rows:
            rows.append(tuple(cells))
        rows = without_strokes([row for row in rows if not is_empty(row)] or rows)
        self.closers.pop()
        self.higher()
        if not name.endswith("cases"):
            rows = padded(rows)
        brackets = MATRICES.get(name, "")
        if brackets in ("|", "‖"):
            body = Matrix(tuple(rows), "", span=self.since(start))
            return (Bars if brackets == "|" else Norm)(body, span=self.since(start))
        return Matrix(tuple(rows), brackets, span=self.since(start), how=name)

    def cell(self) -> Node:
        """A cell of a matrix; Blank if it is empty or contains a stroke that shows the extent of a row or column."""
        start = self.start()
        if self.at_end_of_cell():
            return Blank(span=self.since(start))
        length = next((k for k in range(9) if self.text(k) not in _STROKES), 0)
        if length and (self.text(length) == "&" or self.kind(length) in ("break", "end")):
            self.k += length
            return Blank(span=self.since(start), how=_STROKE)
        if self.text() == "." and (self.text(1) == "&" or self.kind(1) in ("break", "end")):
            self.next()
            return Dots(span=self.since(start), how="...")
        if self.text() in _LEFT_OPEN and (self.text(1) == "&" or self.kind(1) in ("break", "end")):
            return Words(self.next().text, span=self.since(start))
        return self.part()

    def at_end_of_cell(self) -> bool:
        """Whether a cell is empty."""
        return self.text() == "&" or self.kind() in ("break", "end")


def is_empty(row: tuple[Node, ...]) -> bool:
    """Whether a row of a matrix is an empty line."""
    return len(row) == 1 and isinstance(row[0], Blank) and row[0].how != _STROKE


def padded(rows: list[tuple[Node, ...]]) -> list[tuple[Node, ...]]:
    """The rows of a matrix with empty cells at the end of those that are shorter, as they are printed."""
    width = max(map(len, rows))
    return [(*row, *(Blank(span=(row[-1].span[1],) * 2) for _ in range(width - len(row)))) for row in rows]


def without_strokes(rows: list[tuple[Node, ...]]) -> list[tuple[Node, ...]]:
    """The rows of a matrix without rows and columns that contain only strokes and dots."""
    if len({*map(len, rows)}) != 1 or not any(x.how == _STROKE for row in rows for x in row):
        return rows
    kept = [row for row in rows if not _is_of_strokes(row)] or rows
    columns = [column for column in zip(*kept, strict=True) if not _is_of_strokes(column)]
    return [*zip(*columns, strict=True)] or rows


def _is_of_strokes(cells: tuple[Node, ...]) -> bool:
    return all(isinstance(x, Dots | Blank) for x in cells) and any(x.how == _STROKE for x in cells)


def _derivative(top: Node, bottom: Node, d: Name) -> Partial | None:
    """The derivative that a fraction denotes: its numerator begins with d, its denominator has d before variables."""
    order, body = _after(top, d)
    if body is None:
        return None
    factors = bottom.factors if isinstance(bottom, Product) and not any(bottom.marks) else (bottom,)
    variables: list[Node] = []
    k = 0
    while k < len(factors):
        if factors[k] != d or k + 1 == len(factors):
            return None
        variables.append(factors[k + 1])
        k += 2
    return Partial(body, tuple(variables), order) if variables else None


def _after(top: Node, d: Name) -> tuple[Node | None, Node | None]:
    """The order and the function of ∂² f."""
    factors = top.factors if isinstance(top, Product) else (top,)
    marks = top.marks if isinstance(top, Product) else ()
    order = None
    if isinstance(factors[0], Power) and factors[0].base == d:
        order = factors[0].exponent
    elif factors[0] != d:
        return None, None
    rest, between = factors[1:], marks[1:]
    if not rest:
        return order, Blank()
    if len(rest) == 1:
        return order, rest[0]
    return order, Product(rest, between, span=(rest[0].span[0], rest[-1].span[1]))


def _factor(node: Node) -> Node:
    """A formula as a factor: a sum in brackets."""
    return Group(node, span=node.span) if isinstance(node, Sum) else node
