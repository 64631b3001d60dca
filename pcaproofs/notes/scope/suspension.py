"""Where a note may end what it has supposed: in words that concern the hypothesis and are not understood.

From a hypothesis to a row each sentence, heading and footnote counts, and so do the rest of the hypothesis's own
sentence and the sentence before it. One with words that may change something (prose/retractions.py) suspends it if it
has a letter of it outside displays, no formula at all, or words that refer to an assumption. A proof that uses a
suspended hypothesis prints the sentence behind it; and no row is refuted by what the hypothesis does not hold of.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from pcaproofs.notes.formulas.blocks import Note, of_text
from pcaproofs.notes.formulas.spelling import bare, key
from pcaproofs.notes.formulas.surface import Name, nodes
from pcaproofs.notes.prose.retractions import is_inert
from pcaproofs.notes.prose.sentences import Sentence, Thing, sentences, without_code
from pcaproofs.notes.text.markup import HEADING, TEX_HEADING, block_titles
from pcaproofs.notes.text.source import Span

_REFERS = re.compile(
    r"(?<![\w-])(?:this|that|these|those|it|its|such|so|former|latter|ours|assum\w+|suppos\w+|condition\w*|constrain\w*"
    r"|hypothes\w+|requir\w+|restrict\w+|normali[sz]\w+|convention\w*)(?![\w-])"
)
_FOOTNOTE = re.compile(r"^\[\^(?P<name>[^\]\n]+)\]:(?P<words>.*(?:\n[ \t]+\S.*)*)", re.MULTILINE)
_MARK = re.compile(r"\[\^(?P<name>[^\]\n]+)\](?!:)|\^\[(?P<words>[^\]\n]*)\]")
_TEX_NOTE = re.compile(
    r"\\(?:footnote(?:text)?|marginpar|marginnote|sidenote|todo)(?:\[[^\]\n]*\])?"
    r"\{(?P<words>[^{}]*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}[^{}]*)*)\}"
)
_PLACED = re.compile(r"⟦(\d+)⟧")
_CONDITION = re.compile(
    r"[,;:.)]* ?\(?(?:where|with|when|whenever|if|unless|provided|but|except|although|though|for|as|only|not)(?![\w-])"
)
_FORMULA = re.compile(r"\$[^$]*\$|\\\(.*?\\\)")
_MARKUP = re.compile(r"\\[a-zA-Z]+\*?|<[^<>]*>|\{[#.][^{}]*\}")


class Suspensions:
    """What in a note may end what it has supposed."""

    def __init__(self, note: Note):
        self.said = sentences(note)
        self.begins = [s.places[0] for s in self.said]
        self.found = [s for s in self.said if not is_inert(s.text)]
        self.starts = [s.places[0] for s in self.found]
        self.asides = _asides(note)
        self.text = note.source.text

    def between(self, letters: frozenset[str], said: Span, offset: int) -> Span | None:
        """What behind a hypothesis about some letters, up to an offset, may first end it."""
        for k in range(bisect_right(self.starts, said[0]), bisect_right(self.starts, offset)):
            if self.may_end(self.found[k], letters, offset):
                return self.starts[k], self.found[k].end
        later = next((place for place in self.asides if said[0] < place[0] < offset), None)
        if later is not None:
            return later
        return self.around(letters, said, offset)

    def may_end(self, sentence: Sentence, letters: frozenset[str], offset: int) -> bool:
        """Whether a sentence that is not inert may end a hypothesis; behind its own row only a condition does."""
        if sentence.end <= offset or not any(x.display and x.span[0] <= offset < x.span[1] for x in sentence.things):
            return _concerns(sentence.text, sentence.things, letters)
        row = next(k for k, x in enumerate(sentence.things) if x.display and x.span[0] <= offset < x.span[1])
        before, _, behind = sentence.text.partition(f"⟦{row}⟧")
        parts = [before, behind] if _CONDITION.match(behind) else [before]
        return any(not is_inert(x) and _concerns(x, _things(sentence, x), letters) for x in parts)

    def around(self, letters: frozenset[str], said: Span, offset: int) -> Span | None:
        """What in the sentence of a hypothesis, up to an offset, or in the one before it may take it back."""
        k = bisect_right(self.begins, said[0]) - 1
        if k < 0 or said[0] >= self.said[k].end:
            return None
        its = self.said[k]
        start, end, last = (
            next((j for j, x in enumerate(its.places) if x >= at), len(its.text)) for at in (*said, offset)
        )
        parts = [its.text[end:last], its.text[:start]]
        words = [(x, _things(its, x)) for x in parts]
        if k and "\n\n" not in self.text[self.said[k - 1].end : its.places[0]]:
            words.append((self.said[k - 1].text, self.said[k - 1].things))
        if any(not is_inert(x) and _concerns(x, things, letters) for x, things in words):
            return its.places[0], its.end
        return None


def _things(sentence: Sentence, part: str) -> tuple[Thing, ...]:
    return tuple(sentence.things[int(k)] for k in _PLACED.findall(part))


def _concerns(text: str, things: tuple[Thing, ...], letters: frozenset[str]) -> bool:
    """Whether words that are not inert may be about a hypothesis about some letters."""
    inside = [thing for thing in things if not thing.display]
    if not inside or _REFERS.search(text) is not None:
        return True
    names = [x for thing in inside for tree in thing.trees for x in nodes(tree) if isinstance(x, Name)]
    return any(key(x) in letters or key(bare(x)) in letters for x in names)


def _asides(note: Note) -> list[Span]:
    """The headings, footnotes and notes in the margin that are not inert, in order."""
    kept: dict[str, list[Span]] = of_text(note)
    if "asides" not in kept:
        text, source = without_code(note), note.source.text
        if note.source.syntax == "tex":
            found = [(m.span(), m[0].partition("{")[2]) for m in TEX_HEADING.finditer(text)]
            found += [(m.span(), m["words"]) for m in _TEX_NOTE.finditer(source)]
        else:
            of_blocks = block_titles(source)
            found = [(m.span(), m[0]) for m in HEADING.finditer(text) if m.start() not in of_blocks]
            notes = {m["name"]: m["words"] for m in _FOOTNOTE.finditer(source)}
            found += [(m.span(), m["words"] or notes.get(m["name"], "")) for m in _MARK.finditer(source)]
        plain = ((span, _MARKUP.sub(" ", _FORMULA.sub(" ⟦0⟧ ", words)).lower()) for span, words in found)
        kept["asides"] = sorted(span for span, words in plain if not is_inert(words))
    return kept["asides"]
