r"""Scopes of a LaTeX note: theorems and similar environments, with their parts and proofs.

The declarations of a theorem hold in the theorem and its proof, but not in the surrounding text. A theorem uses the
declarations of the surrounding text. A paragraph of a theorem that begins in bold, \textbf{(2)}, is a part with its own
hypotheses; a paragraph that begins with \textbf{Proof of (2)} uses those of (2). Environments for definitions and
assumptions are not scopes.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.text.markup import TEX_SILENT, blanked
from pcaproofs.notes.text.source import Span

_STATES = re.compile(
    r"theorem|thm|lemma|proposition|corollary|claim|conjecture|exercise|question|problem(?!s)|example|remark",
    re.IGNORECASE,
)
_PROVES = re.compile(r"proof|solution|answer", re.IGNORECASE)
_REMARK = re.compile(r"remark|example", re.IGNORECASE)
_SHORT = {  # names of environments, for chapters whose preamble is in another file
    "lem": "lemma",
    "prop": "proposition",
    "cor": "corollary",
    "conj": "conjecture",
    "rem": "remark",
    "rmk": "remark",
    "ex": "example",
    "exa": "example",
    "exm": "example",
    "exmp": "example",
    "exer": "exercise",
}
_ENVIRONMENT = re.compile(r"\\(?P<which>begin|end)\{(?P<name>[A-Za-z@]+)\*?\}")
_NEW_THEOREM = re.compile(
    r"\\(?:sp)?new(?:tcb)?theorem\*?\s*(?:\[[^\]]*\])?\s*\{(?P<name>[A-Za-z@]+)\}\s*(?:\[[^\]]*\])?"
    r"\s*\{(?P<title>[^{}]*)\}"
)
_RUN_IN = re.compile(
    r"(?:\n[ \t]*\n|\\par(?![A-Za-z])|\}\n)\s*(?:\\noindent\s*|\\textcolor\s*(?:\{\w+\})?\s*\{)?"
    r"\\textbf\{(?P<title>[^{}]*)\}"
)
_NUMBER = re.compile(r"\((\d+|[a-z]|[ivx]+)\)")
_RANGE = re.compile(r"\((\d+)\)\s*(?:--|–|-|to)\s*\((\d+)\)")
_ONLY_NUMBERS = re.compile(r"[\s().,–-]*(?:(?:\d+|[a-z]|[ivx]+|to|and)[\s().,–-]+)*")


@dataclass(eq=False)
class Scope:
    """A part of a note; it uses earlier declarations of its parent, and those of the scopes that it follows."""

    start: int
    end: int
    parent: Scope | None = None
    follows: tuple[Scope, ...] = ()
    children: list[Scope] = field(default_factory=list)
    proves: bool = False
    is_remark: bool = False

    def seen(self) -> Iterator[Scope]:
        """The scope itself and the scopes whose declarations it uses."""
        yield self
        for scope in self.follows:
            yield from (x for x in scope.within() if not x.proves)
        if self.parent is not None:
            yield from self.parent.seen()

    def within(self) -> Iterator[Scope]:
        """The scope itself and all scopes inside it."""
        yield self
        for child in self.children:
            yield from child.within()


@dataclass(frozen=True)
class Scopes:
    """The scopes of a note; root: the note as a whole."""

    root: Scope
    starts: tuple[int, ...]  # where the innermost scope changes
    innermost: tuple[Scope, ...]

    def at(self, offset: int) -> Scope:
        """The innermost scope of an offset."""
        return self.innermost[bisect_right(self.starts, offset) - 1]

    @property
    def is_one(self) -> bool:
        """Whether the note is one scope."""
        return not self.root.children

    def outermost(self, scope: Scope) -> Scope:
        """The scope directly below the root that contains a scope; the root for the root itself."""
        while scope.parent is not None and scope.parent is not self.root:
            scope = scope.parent
        return scope


def scopes(note: Note) -> Scopes:
    """The scopes of a note; they are cached in the note."""
    kept: dict[str, Scopes] = note.__dict__  # as cached_property does it
    if "scopes" not in kept:
        root = Scope(0, len(note.source.text))
        if note.source.syntax == "tex":
            _find(_text(note), root, note.source.text)
        kept["scopes"] = _flat(root)
    return kept["scopes"]


def _text(note: Note) -> str:
    """The text with formulas and irrelevant parts blanked; offsets stay."""
    out, last = list[str](), 0
    for fence in note.fences:
        start, end = fence.whole
        out += [
            note.source.text[last:start],
            "⟦" * (end - start) if fence.kind != "definition" else " " * (end - start),
        ]
        last = end
    return blanked("".join([*out, note.source.text[last:]]), TEX_SILENT)


def _find(text: str, root: Scope, source: str) -> None:
    """Add the environments of a text to the root, and to each its parts."""
    titles = _SHORT | {m["name"]: m["title"] for m in _NEW_THEOREM.finditer(source)}
    opened: list[tuple[str, Scope]] = []
    last: Scope | None = None  # the theorem that closed last
    for match in _ENVIRONMENT.finditer(text):
        name = match["name"]
        title = f"{name} {titles.get(name, '')}"
        proves = _PROVES.search(title) is not None
        if not proves and _STATES.search(title) is None:
            continue
        if match["which"] == "begin":
            parent = opened[-1][1] if opened else root
            is_remark = _REMARK.search(title) is not None
            scope = Scope(match.start(), root.end, parent, proves=proves, is_remark=is_remark)
            if proves and last is not None and last.parent is parent:
                scope.follows = (last,)
            parent.children.append(scope)
            opened.append((name, scope))
        elif any(x == name for x, _ in opened):
            while opened:
                other, scope = opened.pop()
                scope.end = match.end()
                if other == name:
                    break
            last = scope if not scope.proves else last
    for scope in root.children:
        _divide(text, scope, source)


def _divide(text: str, scope: Scope, source: str) -> None:
    """Add the paragraphs of a theorem that begin in bold as scopes of their own."""
    taken = [(child.start, child.end) for child in scope.children]
    found = [m for m in _RUN_IN.finditer(text, scope.start, scope.end) if not any(a <= m.start() < b for a, b in taken)]
    parts: list[tuple[Scope, frozenset[str]]] = []
    opened: list[tuple[Scope, frozenset[str]]] = []  # the part that goes on, with those that hold it
    for k, match in enumerate(found):
        end = found[k + 1].start() if k + 1 < len(found) else scope.end
        start, numbers = match.start("title"), frozenset(_numbers(match["title"]))
        if numbers and _ONLY_NUMBERS.fullmatch(match["title"]):
            while opened and not numbers < opened[-1][1]:
                opened.pop()
            part = Scope(start, end, opened[-1][0] if opened else scope)
            for holding, _ in opened:
                holding.end = end
            opened.append((part, numbers))
            labels = re.findall(r"\\textbf\{([^{}]*)\}", source[start:end])
            parts.append((part, numbers.union(*map(_numbers, labels))))
        else:
            opened.clear()
            named = tuple(x for x, its in parts if its & numbers)
            part = Scope(start, end, scope, named if numbers else tuple(x for x, _ in parts), proves=True)
        assert part.parent is not None
        part.parent.children.append(part)
    scope.children.sort(key=lambda child: child.start)


def _numbers(title: str) -> list[str]:
    """The numbers in a title, those of a range too."""
    found = _NUMBER.findall(title)
    for first, last in _RANGE.findall(title):
        found += map(str, range(int(first), min(int(last), int(first) + 99) + 1))
    return found


def _flat(root: Scope) -> Scopes:
    """The innermost scopes in order."""
    starts, innermost = list[int](), list[Scope]()

    def walk(scope: Scope) -> None:
        starts.append(scope.start)
        innermost.append(scope)
        for child in scope.children:
            walk(child)
            starts.append(child.end)
            innermost.append(scope)

    walk(root)
    return Scopes(root, tuple(starts), tuple(innermost))


def cut(parts: tuple[Span, ...], scope: Scope) -> tuple[Span, ...]:
    """The sections of a note with a scope as a section of its own."""
    out: list[Span] = []
    for start, end in parts:
        inner = sorted({start, end, *(x for x in (scope.start, scope.end) if start < x < end)})
        out += pairwise(inner)
    return tuple(out)
