r"""The prose of a note as sentences: words without markup, a placeholder for each formula, and offsets in the note.

A sentence may run through displays. It ends with a full stop, at a heading, a list item or a paragraph, and at a
display after which the text starts anew. Code, comments, titles and the arguments of commands such as \cite
and \ref are ignored.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from pcaproofs.notes.formulas.blocks import Formula, Note, once, once_of_text, read
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.surface import Name, Node, every
from pcaproofs.notes.text import dialects
from pcaproofs.notes.text.dialects import BREAK, GAP, blanked
from pcaproofs.notes.text.source import Source, Span

LONGEST = 1500  # characters of a sentence; a longer one is read in parts


@dataclass(frozen=True)
class Thing:
    """A formula or a bare letter in the place of a word.

    trees: its rows.
    """

    span: Span
    trees: tuple[Node, ...]
    display: bool = False
    fence: int | None = None


@dataclass(frozen=True)
class Sentence:
    """A sentence. text: small letters, one space between words, ⟦k⟧ for things[k]; places: the offset of each.

    asks: it is a question.
    """

    text: str
    things: tuple[Thing, ...]
    places: tuple[int, ...]
    asks: bool = False

    @property
    def end(self) -> int:
        """The offset where it ends, its displays included."""
        return max([self.places[-1] + 1, *(thing.span[1] for thing in self.things)])

    def span(self, start: int, end: int) -> Span:
        """The span in the note of a part of the text."""
        last = self.places[end - 1]
        return self.places[start], max(last + 1, *(t.span[1] for t in self.things if t.span[0] == last), 0)


@once_of_text
def sections(note: Note) -> tuple[Span, ...]:
    """The parts of a note between its headings, examples and exercises, from its start on."""
    text, is_tex = without_code(note), note.source.syntax == "tex"
    heads = (dialects.TEX_HEADING if is_tex else dialects.HEADING, _EXAMPLE)
    found = {m.start() for head in heads for m in head.finditer(text)}
    found |= {*exercise_items(text)} if is_tex else set()
    starts = [0, *sorted(found - dialects.block_titles(note.source.text) - {0})]
    return tuple(zip(starts, [*starts[1:], len(note.source.text)], strict=True))


@once_of_text
def items(note: Note) -> tuple[Span, ...]:
    """The sections of a note, cut at the items of lists."""
    starts = [x for x, _ in sections(note)] + [m.start() for m in _ITEM.finditer(without_code(note))]
    starts = sorted({*starts})
    return tuple(zip(starts, [*starts[1:], len(note.source.text)], strict=True))


@once
def sentences(note: Note) -> tuple[Sentence, ...]:
    """The sentences of a note, in order."""
    reader = _Reader(note)
    return tuple(s for block in reader.blocks() for s in reader.sentences(*block))


_SAME = {"’": "'", "‘": "'", "–": "-", "—": ";", "−": "-", "\xa0": " ", "“": '"', "”": '"', "，": ",", "\t": " "}
_ABBREVIATED = re.compile(
    r"(?:\b(?:i\.e|e\.g|s\.t|w\.r\.t|a\.k\.a|w\.l\.o\.g|i\.i\.d|cf|eqs?|figs?|resp|vs|etc|approx|sec|thm|no|max"
    r"|min|dim))\.$"
)
_PIECE = re.compile(  # an abbreviation behind words, a formula, or one character
    r"(?P<short> ?\((?:ON|PSD|SPD|SVD|PCA|PC|PCs|ONB|iid|i\.i\.d\.)\))|⟦(?P<placed>\d+)⟧|.", re.DOTALL
)
_GOES_ON = re.compile(r"(?:,|;|(?<![\w-])(?:[Ii]f|(?:[Ss]uppose|[Aa]ssume|[Ss]uch|[Pp]rovided)(?: that)?|and))$")
_ITEM = re.compile(r"^[ \t>]*(?:[-*+]|\(?[\divx]+[.)])[ \t]+|\\item(?![A-Za-z])", re.MULTILINE)
_CLOSING = re.compile(r"\\(?:end\{\w+\*?\}|label\{[^}]*\}|tag\{[^}]*\}|quad|qquad)|[\s}]")  # says nothing at an end
_EXAMPLE = re.compile(  # the head of an example or an exercise, whose letters are its own; linear in runs of spaces
    r"^[ \t>]*(?::{3,}(?:[^}\n]*(?:example|exercise)[^}\n]*\}|\{\w+\}[ \t]*(?:example|exercise)\b)"
    r"|(?:\*\*|__|\{?\\textbf ?\{|\{\\bf )(?:Another )?(?:Example|Exercise)\b)",
    re.MULTILINE,
)
PLACED = re.compile(r"⟦(\d+)⟧")
_LAST = re.compile(r"⟦(\d+)⟧\s*[,;]?$")
_ARTICLE = re.compile(
    r"\s+(?:is|be|are|and|has|with|denotes?|to|that|by|=|∈|,|such|of|in|we|has|×|onto)\b|\s*[,.;:)=×]"
)
_BEFORE = re.compile(
    r"(?:\b(?:matrix|matrices|vector|of|let|by|suppose|if|and|for|where|assume|since|that|onto|from|×)|[,(])\s*$"
)
_LETTER = re.compile(r"(?<![\w⟦⟧'\\./-])[A-Za-zα-ωΓ-Ω](?![\w⟦⟧'/]|\.[a-z]\.|-(?!dim|by|vec|comp))")


@once_of_text
def without_code(note: Note) -> str:
    """The source text with code and what stands in formulas blanked, at the same offsets."""
    is_tex = note.source.syntax == "tex"
    text = list(note.source.text if is_tex else dialects.with_directives(note.source.text))
    for start, end in (fence.whole for fence in note.fences):
        text[start:end] = " " * (end - start)
    return blanked(blanked("".join(text), dialects.CODE), dialects.TEX_SILENT if is_tex else dialects.SILENT)


class _Reader:
    """A note's text with ⟦k⟧ for fence k, blanked step by step at the same offsets."""

    def __init__(self, note: Note):
        self.note = note
        self.rows: dict[int, list[Formula]] = {}
        for formula in note.formulas:
            for k in formula.fences:
                self.rows.setdefault(k, []).append(formula)
        self.letters = {x.base for x in every(note.trees, Name) if len(x.base) == 1}
        parts, self.starts, self.shifts, last, length = list[str](), [0], [0], 0, 0
        for k, fence in enumerate(note.fences):
            start, end = fence.whole
            said = f"⟦{k}⟧" if fence.kind != "definition" else ""
            parts += [self.without_brackets(note.source.text[last:start]), said]
            length += start - last + len(said)
            self.starts.append(length)
            self.shifts.append(end - length)
            last = end
        text = "".join([*parts, self.without_brackets(note.source.text[last:])])
        self.text = dialects.without_markup(text, note.source.syntax)

    @staticmethod
    def without_brackets(text: str) -> str:
        """The text without characters that look like placeholders."""
        return text.replace("⟦", "[").replace("⟧", "]")

    def place(self, k: int) -> int:
        """The offset in the note of a character outside placeholders."""
        return k + self.shifts[bisect_right(self.starts, k) - 1]

    def blocks(self) -> Iterator[Span]:
        """Parts of the text that consist of whole sentences."""
        start = 0
        for match in re.finditer(rf"[{BREAK}{GAP}][\s{BREAK}{GAP}]*", self.text):
            if not self.runs_on(start, match.start(), match.end()):
                yield start, match.start()
                start = match.end()
        yield start, len(self.text)

    def runs_on(self, start: int, end: int, next_start: int) -> bool:
        """Whether a sentence continues across a blank line, into a display or out of it."""
        before, after = self.text[start:end].rstrip(), self.text[next_start : next_start + 40]
        if not before or not after:
            return False
        if BREAK in self.text[end:next_start]:
            items = _ITEM.search(self.note.source.text[self.place(end) : self.place(next_start - 1) + 1]) is not None
            return self.is_enumerated(before, after) or (items and self.is_listed(before, after))
        if re.search(r"(?<![\w-])then:?$", before[-10:]):
            return True
        if (placed := PLACED.match(after)) is not None and self.is_display(placed):
            return before[-1] not in ".!?"
        last = self.last_formula(before)
        return last is not None and self.is_display(last) and not self.ends(last) and after[0].islower()

    @staticmethod
    def last_formula(before: str) -> re.Match[str] | None:
        """The formula with which a text ends; only its end is searched, because texts may be long."""
        return _LAST.match(before, k) if (k := before.rfind("⟦")) >= 0 else None

    def is_enumerated(self, before: str, after: str) -> bool:
        """Whether a sentence continues in or after the items of a list: "if (item) a, (item) b, then c"."""
        return _GOES_ON.search(before[-40:]) is not None and (after[0] == "⟦" or after[0].islower())

    def is_listed(self, before: str, after: str) -> bool:
        """Whether a display is an item of a list that belongs to the words, or to the display, before it."""
        placed, last = PLACED.match(after), self.last_formula(before)
        if placed is None or not self.is_display(placed) or before[-1] in ".!?":
            return False
        return last is None or (self.is_display(last) and not self.ends(last))

    def is_display(self, placed: re.Match[str]) -> bool:
        return self.note.fences[int(placed[1])].kind == "display"

    def ends(self, placed: re.Match[str]) -> bool:
        """Whether a display ends with a full stop."""
        start, end = self.note.fences[int(placed[1])].inside
        said = _CLOSING.sub("", self.note.source.text[start:end])
        return said.endswith(".") and not said.endswith("..")

    def sentences(self, start: int, end: int) -> Iterator[Sentence]:
        text = self.text[start:end]
        last = 0
        for match in re.finditer(r"[.!?]+[\"')]*(?=\s|$)|⟦\d+⟧[.!?]?", text):
            if match[0][0] == "⟦":
                stops = self.stops_after(match, text)
            else:
                stops = not _ABBREVIATED.search(text[max(0, match.start() - 12) : match.start() + 1].lower())
            if stops:
                yield from self.sentence(start + last, start + match.end())
                last = match.end()
        yield from self.sentence(start + last, end)

    def stops_after(self, match: re.Match[str], text: str) -> bool:
        """Whether a sentence ends with a formula: a full stop, or a display after which the text starts anew."""
        k = match.end()
        if match[0][-1] in ".!?":
            return k == len(text) or text[k].isspace()
        placed = PLACED.match(match[0])
        if placed is None or not self.is_display(placed):
            return False
        while k < len(text) and text[k] in " \n\t>,;":
            k += 1
        return self.ends(placed) or text[k : k + 1].isupper()

    def sentence(self, start: int, end: int) -> Iterator[Sentence]:
        """One sentence, if there are words or formulas between two places; what is too long for one is cut."""
        while end - start > LONGEST:
            cut = self.text.rfind(" ", start, start + LONGEST)
            cut = cut if cut > start else start + LONGEST
            yield from self.part(start, cut)
            start = cut
        yield from self.part(start, end)

    def part(self, start: int, end: int) -> Iterator[Sentence]:
        """A sentence or a part of one."""
        out, places, things = list[str](), list[int](), list[Thing]()
        letters = {m.start() for m in _LETTER.finditer(self.text, start, end) if self.is_bare(m, start, end)}
        for match in _PIECE.finditer(self.text, start, end):
            k, c = match.start(), _SAME.get(match[0], match[0])
            if match["short"]:
                continue
            if match["placed"] or k in letters:
                thing = self.thing(int(match["placed"])) if match["placed"] else self.bare(k)
                said = f"⟦{len(things)}⟧"
                things.append(thing)
            else:
                said = " " if c.isspace() or c in (BREAK, GAP) else small if len(small := c.lower()) == 1 else c
                thing = None
            if said != " " or (out and out[-1] != " "):
                out += said
                places += [self.place(k) if thing is None else thing.span[0]] * len(said)
        text = "".join(out).rstrip(" ")
        places = places[: len(text)]
        if re.search(r"[a-z⟦]", text):
            yield Sentence(text, tuple(things), tuple(places), text.endswith(("?", '?"')))

    def thing(self, k: int) -> Thing:
        """The content of fence k; nothing if it is unread."""
        trees = tuple(f.tree for f in self.rows.get(k, ()) if not isinstance(f.tree, Unread))
        if not trees and self.note.fences[k].kind == "inline":
            trees = self.left_side(k)
        fence = self.note.fences[k]
        return Thing(fence.whole, trees, fence.kind == "display", k)

    def left_side(self, k: int) -> tuple[Node, ...]:
        """The letter before the first relation of a formula whose right side is not understood."""
        start, end = self.note.fences[k].inside
        before, sign, _ = re.sub(r"\\(?:in|:=)(?![A-Za-z])", "=", self.note.source.text[start:end]).partition("=")
        found = read(Source("", f"${before}$")).formulas if sign else ()
        return tuple(replace(f.tree, span=(start, end)) for f in found if isinstance(f.tree, Name))

    def bare(self, k: int) -> Thing:
        start = self.place(k)
        return Thing((start, start + 1), (Name(self.text[k], span=(start, start + 1)),))

    def is_bare(self, match: re.Match[str], start: int, end: int) -> bool:
        """Whether a single letter in the prose is a letter of the note's formulas, and not an article or pronoun."""
        letter = match[0]
        before, after = self.text[start : match.start()], self.text[match.end() : end]
        if letter == "x" and re.search(r"(?:[\d⟧]|\b[a-zA-Z]) $", before) and re.match(r" (?:[\d⟦]|[a-zA-Z]\b)", after):
            return False  # n x p
        if before in ("(", "[(", "[") and after[:1] in (")", "]"):
            return False  # the label (c) of an item
        if re.search(r"(?:[\d⟧]|\b[a-zA-Z]) ?[x×] ?$", before) or re.match(r" ?[x×] ?(?:[\d⟦]|[a-zA-Z]\b)", after):
            return True
        if letter == "I" or (letter not in self.letters and not re.match(r" ?= ?(?:the )?number of\b", after)):
            return False
        if letter not in "aA":
            return True
        return bool(letter == "A" and _ARTICLE.match(after) and (not before.strip() or _BEFORE.search(before.lower())))


_MARK = re.compile(r"\\(?P<edge>begin|end)\{(?:enumerate|questions|parts|itemize|compactenum)\}|\\item(?![A-Za-z])")


@dataclass
class _List:
    items: list[int] = field(default_factory=list)
    parts: set[int] = field(default_factory=set)  # the numbers of the items that contain a list


def exercise_items(text: str) -> Iterator[int]:
    """Where LaTeX's outermost items that are exercises with parts of their own, and their lists, begin and end."""
    opened: list[_List] = []
    for match in _MARK.finditer(text):
        if match["edge"] == "begin":
            if opened:
                opened[-1].parts.add(len(opened[-1].items))
            opened.append(_List())
        elif match["edge"] == "end" and opened:
            closed = opened.pop()
            if not opened and 2 * len(closed.parts) >= len(closed.items) > 1:
                yield from (*closed.items, match.start())
        elif opened and match["edge"] is None:
            opened[-1].items.append(match.start())
