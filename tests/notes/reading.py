"""Short ways to read rows and notes, for tests."""

from __future__ import annotations

from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.formulas.grammar import Unread, parse
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.surface import Node
from pcaproofs.notes.text.macros import Macros, Stop, expanded
from pcaproofs.notes.text.passes import plain
from pcaproofs.notes.text.source import Source
from pcaproofs.notes.text.tokens import tokens


def tree(text: str, words: frozenset[str] = frozenset()) -> Node | Unread:
    """The surface tree of a row."""
    try:
        return parse(plain(expanded(list(tokens(text, 0, len(text))), Macros())), len(text), words)
    except Stop as stop:
        return Unread(stop.span, stop.got, stop.expected)


def printed(text: str, words: frozenset[str] = frozenset()) -> str:
    """A row as it is read, printed; it has to be read, and reading what is printed has to give the same tree."""
    found = tree(text, words)
    assert not isinstance(found, Unread), f"{text}: {found}"
    out = latex(found)
    assert tree(out, words) == found, f"{text} is printed as {out}, which is read as {tree(out, words)}"
    return out


def note(text: str, syntax: str = "markdown") -> Note:
    """A note from its text."""
    return read(Source("n.md" if syntax == "markdown" else "n.tex", text, "tex" if syntax == "tex" else "markdown"))


def shown(read_note: Note) -> list[str]:
    """Its formulas, printed: display rows as they are, inline formulas between dollars, what is unread as !."""
    out = []
    for formula in read_note.formulas:
        said = "!" if isinstance(formula.tree, Unread) else latex(formula.tree)
        out.append(said if formula.display else f"${said}$")
    return out
