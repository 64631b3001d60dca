r"""Rows of a display: splits at \\, combines columns, separates comments, and joins rows that belong together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pcaproofs.notes.text.definitions import DISPLAYED
from pcaproofs.notes.text.macros import Stop
from pcaproofs.notes.text.symbols import ARROWS, MARKS, PROBLEMS, RELATIONS, SIGNS, SUBJECT
from pcaproofs.notes.text.tokens import Token

_OUTER = frozenset(DISPLAYED) | {"subequations", "equations"}
_COLUMNS = {"eqnarray": 3, "IEEEeqnarray": 3}
_OPENING, _CLOSING = ("(", "[", r"\{"), (")", "]", r"\}")
_GAPS = (r"\quad", r"\qquad")
_MARKS = frozenset(MARKS) - {"."}
_LEADING = {*RELATIONS, *SIGNS, *ARROWS}  # behind which a formula goes on
_END_OF_PROOF = frozenset({r"\qed", r"\qedhere", r"\qedsymbol", r"\blacksquare", r"\square", r"\Box", "∎", "■", "□"})
_MAY_BE_LETTERS = frozenset({r"\square", r"\Box", "□"})
_ASSUMES = re.compile(
    r"\b(?:where|with|if|for|given|such|when|subject|whenever|let|assum\w*|suppos\w*|not|false|unless|s\.t\.)\b"
)
_CONDITION = re.compile(r",? ?(?:only )?(?:if|when|whenever|provided|unless)(?![\w-])")


@dataclass(frozen=True)
class Row:
    """The tokens of one row, and its comment columns."""

    tokens: tuple[Token, ...]
    comments: tuple[tuple[Token, ...], ...] = ()
    indented: bool = False  # the first column is empty


def rows(found: Sequence[Token]) -> list[Row]:
    """The rows of a display, in order; column by column, if a formula goes on in a further column of the next line.

    Raises Stop at an environment that does not close.
    """
    by_line: list[Row] = []
    by_column: dict[int, list[Row]] = {}
    goes_on = False
    for cells, columns in _lines(with_words(found)):
        for column, row in _with_columns(cells, columns, frozenset(by_column)):
            by_line.append(row)
            by_column.setdefault(column, []).append(row)
            goes_on |= bool(column) and row.indented
    out = [row for column in sorted(by_column) for row in by_column[column]] if goes_on else by_line
    return joined([row for row in out if (row.tokens or row.comments) and not _is_remark(row)])


def _is_remark(row: Row) -> bool:
    """Whether a row contains only space, or a sentence in words that assumes nothing."""
    if row.comments or any(token.kind != "words" for token in row.tokens):
        return not row.comments and all(token.text in _GAPS for token in row.tokens)
    said = " ".join(" ".join(token.text for token in row.tokens).lower().split())
    return said.endswith(".") and len(said.split()) > 2 and not _ASSUMES.search(said)


def _lines(found: Sequence[Token]) -> list[tuple[list[list[Token]], int]]:
    r"""The cells of each line between \\, with the columns that one formula has, outside matrices and braces."""
    lines: list[tuple[list[list[Token]], int]] = []
    cells: list[list[Token]] = [[]]
    inner: list[Token] = []  # environments that are part of a formula, and braces
    columns = 2
    for token in found:
        name = token.text.removesuffix("*")
        if not inner and name in _OUTER and token.kind in ("begin", "end"):
            columns = _COLUMNS.get(name, 2)
            if token.kind == "begin" and any(cells) and not (cells[-1] and cells[-1][-1].text in _LEADING):
                lines.append((cells, columns))
                cells = [[]]
            continue
        if token.kind in ("begin", "open"):
            inner.append(token)
        elif token.kind in ("end", "close"):
            if not inner:
                raise Stop(token.span, rf"\end{{{token.text}}}" if token.kind == "end" else "}", "opened before")
            inner.pop()
        if token.kind == "break" and not inner:
            lines.append((cells, columns))
            cells = [[]]
        elif token.text == "&" and not inner and token.kind == "symbol":
            cells.append([])
        else:
            cells[-1].append(token)
    if inner:
        raise Stop(inner[-1].span, rf"\begin{{{inner[-1].text}}}" if inner[-1].kind == "begin" else "{", "closed")
    return [*lines, (cells, columns)]


def _with_columns(cells: list[list[Token]], columns: int, known: frozenset[int]) -> list[tuple[int, Row]]:
    """The row of a line, or several rows with columns of their own; further columns are comments or continuations.

    known: the columns with formulas of their own in earlier lines, which go on below: "& = a & & = b".
    """
    first = [token for cell in cells[:columns] for token in cell]
    comments, more = list[tuple[Token, ...]](), list[tuple[int, Row]]()
    rest = [*cells[columns:], []]
    k = 0
    while k < len(rest) - 1:
        cell, after = rest[k], rest[k + 1]
        is_condition = bool(cell) and cell[0].kind == "words" and _CONDITION.match(cell[0].text.lower()) is not None
        is_left_side = bool(after) and _is_relation(after[0])
        if not cell:
            if is_left_side and columns + k in known:
                more.append((columns + k, Row(tuple(after), indented=True)))
                k += 1
        elif first and (words := _comment(cell)):
            comments.append(words)
            if len(first) > 1 and _is_relation(first[-1]):
                first.pop()
        elif _continues(cell) or _is_reason(cell) or (first and not comments and (is_condition or _is_open(first))):
            first += cell
        elif is_left_side:
            more.append((columns + k, Row((*cell, *after))))
            k += 1
        else:
            comments.append(tuple(cell))
        k += 1
    return [(0, Row(tuple(first), tuple(comments), len(cells) > 1 and not cells[0])), *more]


def _comment(cell: Sequence[Token]) -> tuple[Token, ...]:
    """The words of a cell that contains only words, perhaps after a relation: "= by linearity"."""
    words = tuple(token for token in cell if token.kind == "words")
    return words if len(words) == len(cell) - _is_relation(cell[0]) else ()


def _is_relation(token: Token) -> bool:
    return token.kind in ("symbol", "command") and (token.text in RELATIONS or token.text in ARROWS)


def _continues(cell: Sequence[Token]) -> bool:
    """Whether a cell continues the formula before it: it begins with s.t. or a relation."""
    first = next((token for token in cell[:6] if token.text not in _GAPS), None)
    return first is not None and (is_subject_to(first) or _is_relation(first))


def _is_reason(cell: Sequence[Token]) -> bool:
    """Whether a cell begins with ∵, perhaps in brackets."""
    begins = [token for token in cell[:6] if token.text not in _GAPS]
    return any(token.text == r"\because" for token in begins[:2])


def _is_open(cell: Sequence[Token]) -> bool:
    """Whether a formula goes on in the next column; there is the objective of a problem that is only its word here."""
    if _unfinished(cell) or not cell or not _is_problem(cell):
        return _unfinished(cell)
    return len(cell) == 1 or (cell[1].text == "_" and len(cell) > 2 and len(_outside(cell[2:])) <= 1)


def _ends(found: Sequence[Token]) -> list[Token]:
    """The tokens without gaps at the end."""
    out = list(found)
    while out and out[-1].text in _GAPS:
        out.pop()
    return out


def _unfinished(found: Sequence[Token]) -> bool:
    """Whether a formula must continue: it ends with a relation, a sign, a mark, an arrow or s.t."""
    if not (found := _ends(found)):
        return False
    last = found[-1]
    signs = _is_relation(last) or last.text in SIGNS or last.text in _MARKS
    is_open = last.kind in ("symbol", "command") and signs and last.text not in ("*", r"\perp")
    return is_open or is_subject_to(last)


def joined(found: Sequence[Row]) -> list[Row]:
    """Joins rows that have a meaning only together.

    A row that ends with a relation or a sign continues in the next row. Constraints are joined with the problem before
    them; after s.t. a comma announces another constraint. A first row without a relation is the left side of the next.
    """
    out: list[Row] = []
    for row in found:
        if out and _belongs(out, row):
            before = out.pop()
            between = _between(before, row)
            row = Row((*before.tokens, *between, *row.tokens), (*before.comments, *row.comments), before.indented)
        out.append(row)
    return out


def _belongs(out: list[Row], row: Row) -> bool:
    before = out[-1].tokens
    if not row.tokens or not before:
        return False
    start = next((t for t in row.tokens if t.text not in _GAPS), row.tokens[0])
    if _unfinished(before) or _open_brackets(before) or (_continues(row.tokens) and not _is_relation(start)):
        return True
    if has_constraints(before):
        is_anew = _is_relation(row.tokens[0]) or _is_problem(row.tokens)
        if _ends(before)[-1].text == "," or (row.indented and not is_anew):
            return True
    if start.text in SIGNS or start.text in _MARKS:
        return True
    alone = len(out) == 1 and not any(_is_relation(token) for token in _outside(before))
    return alone and start.text in RELATIONS and not _is_problem(before)


def _open_brackets(found: Sequence[Token]) -> bool:
    """Whether more brackets open than close; their kinds are ignored, because [0, 1) is closed."""
    signs = [t.text for t in found if t.kind in ("symbol", "command")]
    return sum((x in _OPENING) - (x in _CLOSING) for x in signs) > 0


def _between(before: Row, row: Row) -> list[Token]:
    """A semicolon between two constraints in two rows that no sign separates."""
    first = row.tokens[0]
    if not has_constraints(before.tokens) or _unfinished(before.tokens) or _continues(row.tokens):
        return []
    if _ends(before.tokens)[-1].text in (",", ";") or first.text in SIGNS or first.text in _MARKS:
        return []
    return [replace(first, kind="symbol", text=";", end=first.start, glued=False)]


def _is_problem(found: Sequence[Token]) -> bool:
    return found[0].text.removeprefix("\\") in PROBLEMS


def has_constraints(found: Sequence[Token]) -> bool:
    """Whether tokens have s.t. among them."""
    return any(map(is_subject_to, found))


def _outside(found: Sequence[Token]) -> list[Token]:
    """The tokens outside braces, so that i = 1 below a sum does not count as a relation."""
    out, depth = [], 0
    for token in found:
        depth += {"open": 1, "close": -1, "begin": 1, "end": -1}.get(token.kind, 0)
        if not depth:
            out.append(token)
    return out


def is_subject_to(token: Token | None) -> bool:
    """Whether a token says that constraints follow."""
    return token is not None and token.kind in ("words", "word") and token.text.strip(" :,") in SUBJECT


def with_words(found: Sequence[Token]) -> list[Token]:
    """Tokens in which the letters s.t. are words; without the last dot if it is no product."""
    out, k = list[Token](), 0
    while k < len(found):
        token, size = found[k], 0
        if token.text == "s" and "".join(t.text for t in found[k : k + 3]) == "s.t" and found[k + 1].glued:
            size = 4 if found[k + 3 : k + 4] and found[k + 3].text == "." else 3 if _is_apart(found, k) else 0
        out.append(replace(token, kind="words", text="s.t.", end=found[k + size - 1].end) if size else token)
        k += size or 1
    return out


def _is_apart(found: Sequence[Token], k: int) -> bool:
    """Whether three letters come first or after a gap, and no letter touches the third one."""
    follows = k + 3 < len(found) and found[k + 3].kind == "letter" and found[k + 3].glued
    return not follows and (k == 0 or found[k - 1].text in (",", *_GAPS))


def without_end_of_proof(found: list[Token]) -> list[Token]:
    """Tokens without a sign for the end of a proof; a box, which may be a letter, counts only after a gap."""
    if len(found) < 2 or found[-1].text not in _END_OF_PROOF:
        return found
    is_letter = found[-1].text in _MAY_BE_LETTERS and found[-2].text not in (*_GAPS, ".", ",")
    return found if is_letter else found[:-1]
