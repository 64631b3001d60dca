"""Passages whose hypotheses are their own: examples, theorems and cases under a title or in a block; list items.

"**Example 4.** Take S symmetric.", "## Exercise", `::: {#thm-a}`, "- A is symmetric, and $$…$$": what such a passage
supposes of a letter ends with it, and with the proof or solution behind it, unless a sentence says how far it reaches
("throughout", "from now on"). A title such as "**General case.**" or "## Uncentred data" ends what was supposed before.
`<div class="theorem">` is such a block, and so is a paragraph with `{: .theorem}` of kramdown beside it. Theorems in
LaTeX are scopes (formulas/scopes.py).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from pcaproofs.notes.formulas.blocks import Note, of_text
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import bare, key
from pcaproofs.notes.formulas.surface import Name, nodes
from pcaproofs.notes.prose.sentences import Sentence, sections, sentences, without_code
from pcaproofs.notes.text.dialects import with_directives
from pcaproofs.notes.text.markup import CODE, TEX_SILENT, blanked, block_titles
from pcaproofs.notes.text.source import Span, Syntax

_RUN_IN = 7  # the level of a title in bold at the beginning of a paragraph; headings have 1 to 6
_TITLE = re.compile(
    r"^[ \t>]*(?:(?P<marks>#{1,6})[ \t]+(?P<heading>\S[^\n]{0,99})$"
    r"|(?P<item>[-*+][ \t]+)?(?:\*\*|__)(?=\S)(?P<bold>[^\n*]{1,100})(?:\*\*|__)"
    r"|\*(?=[^\s*])(?P<italic>[^\n*]{1,60}[.:])\*(?!\*)|_(?=[^\s_])(?P<slanted>[^\n_]{1,60}[.:])_(?!_)"
    r"|(?P<plain>(?:Theorem|Lemma|Proposition|Corollary|Claim|Example|Exercise|Problem|Question|Remark|Case|Proof|Solution)"
    r"(?: [\dA-Z][\w.]{0,8}?)?(?: \([^()\n]{1,60}\))?[.:])(?=\s))",
    re.MULTILINE,
)
_TEX_TITLE = re.compile(
    r"\\(?P<marks>part|chapter|(?:sub)*section|(?:sub)?paragraph|textbf|emph|textit|textsc)\*?\{(?P<title>[^{}\n]{1,100})\}"
)
_TEX_LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")
_BLOCK = re.compile(
    r"^[ \t>]*(?P<mark>:{3,})[ \t]*(?P<name>[^\n]*)$"
    r"|<(?P<closed>/?)(?P<tag>details|aside|div|section|article|blockquote)\b(?P<attributes>[^>\n]*)>",
    re.MULTILINE,
)
_KIND = re.compile(r"(?<![\w-])(?:class|id|data-type)\s*=\s*(?:\"([^\">]*)\"|'([^'>]*)'|([^\s>]+))")
_ITALIC = re.compile(r"[.:]?[ \t]*(?:\([^()\n]{1,80}\)\.?)?\s*(?<!\*)\*(?=[^\s*])(?:[^*]|\*\*){1,4000}?\*(?!\*)")
_PROOF_NEXT = re.compile(r"(?:\s|:::[^\n]*|</?div[^>\n]*>)*[*_]{1,2}(?:[Pp]roof|[Ss]olution)\b")
_QED = re.compile(r"[◻□■∎]")
_ATTRIBUTES = re.compile(r"^[ \t>]*\{:(?P<name>[^}\n]*)\}[ \t]*$", re.MULTILINE)  # of kramdown
_OUTSIDE_QUOTATION = re.compile(r"^[ \t]*[^\s>]", re.MULTILINE)
_INDENTED = re.compile(r"^(?:!!!|\?\?\?\+?)[ \t]*(?P<name>[^\n]*)\n(?:[ \t]*\n|[ \t]+[^\n]*\n)*", re.MULTILINE)
_TABS = re.compile(r"^(:{3,})[ \t]*\{[^}\n]*tabset.*?^\1[ \t]*$", re.MULTILINE | re.DOTALL)
_STATES = (
    r"theorem|thm|lemma|lem|proposition|prop|corollary|cor|claim|conjecture|cnj|exercise|exr|question|quiz|example|exm"
    r"|exa|remark|rem|counterexample|digression|aside|sidebar|details|variant|tip|dropdown|tab|tab-item|case|situation|q"
)
_OWN = re.compile(rf"(?<![a-z-])(?:{_STATES}|cases|(?:special|simple) \w+)(?:[ :.,(–—-]|\d|$)")
_EXAMPLE = re.compile(r"[^\n]{0,80}?(?<![a-z])(?:example|exm|exa|exercise|exr|question|quiz)(?![a-z])", re.IGNORECASE)
_THEOREM = re.compile(
    r"(?:[ \t>]*:{3,}[ \t]*|<\w+\s)[^\n>]{0,80}?(?<![a-z])"
    r"(?:theorem|thm|lemma|lem|proposition|prop|corollary|cor|claim)(?![a-z])",
    re.IGNORECASE,
)
_PROVES = re.compile(r"^[{:\s]*(?:\w+:)?(?:(?:proof|solution|answer|hint|sol|a)(?![a-z]))")
_KEEPS = re.compile(
    r"(?<![\w-])(?:throughout|from (?:now|here) on(?:wards?)?|henceforth|hereafter|in these notes)(?![\w-])"
)
_PROPERTY = r"(?:unit|normali[sz]\w+|symmetric\w*|orthogonal\w*|orthonormal\w*|cent(?:red|ered|ring|ering)|symmetry)"
_THING = r"(?:cases?|(?:\w+ )?(?:matri\w+|vectors?|data|columns?|directions?|bas[ei]s|project\w+|weights?|setting))"
_OPPOSED = re.compile(
    rf"(?<![\w-])(?:(?:general|arbitrary|other|any|raw) {_THING}|(?:un|non-?|not |without |beyond |no ){_PROPERTY}"
    r"|un(?:cent\w+|normali\w+|symmetric)|otherwise|without (?:the |this |that )?(?:assumption|constraint|hypothes)\w*"
    rf"|(?:dropping|relaxing) [\w ]*)(?![\w-])"
)
_BOLD = r"(?:\*\*|__)(?=\S)(?P<bold>[^\n*]{1,100}?)(?:[:.]?(?:\*\*|__)[:.]?)(?=\s)"
_ITEM = re.compile(rf"^(?P<indent>[ \t>]*)[-*+][ \t]+(?:{_BOLD})?", re.MULTILINE)
_TEX_ITEM = re.compile(
    r"\\item(?![A-Za-z])\s*(?:\[(?P<label>[^\]\n]*)\]|\\(?:textbf|emph|textit)\{(?P<bold>[^{}\n]*)\})?"
)
_TEX_LIST_END = re.compile(r"\\end\{(?:itemize|enumerate|description|compactitem|inparaenum)\}")
_OF_NOTATION = re.compile(  # a title under which letters are declared for what follows
    r"(?<![\w-])(?:data\w*|matri\w+|samples?|observations?|features?|variables?|inputs?|given|assum\w+|hypothes\w+"
    r"|notations?"
    r"|set-?up|settings?|conventions?|mean\w*|pre-?process\w*|cent(?:re|er|ring|ering|red|ered)\w*|normali\w+|standardi\w+"
    r"|symmetr\w+|ortho\w+|unit|lengths?|norms?|weights?|directions?|components?|projections?|vectors?|bas[ei]s|columns?"
    r"|rows?|scores?|loadings?|covariance|eigen\w+|steps?|constraints?|dimensions?|sizes?|definitions?|objects?|ingredients?"
    r"|\d+|[ivx]+|\(?[a-h]\)?)(?![\w-])"
)
_SUPPOSES = re.compile(
    r"(?:[^⟦:.]{0,60}[:.] )?(?:let|suppose|assume|if|(?:we )?(?:consider|define|recall|introduce)|for"
    r"|take|be|⟦\d+⟧ (?:is|has|are|be))(?![\w-])"
)

_BRIEFLY = re.compile(
    r"(?<![\w-])(?:for (?:the|a) (?:moment|while|second|time being)|for now|temporarily|momentarily"
    r"|for this (?:step|once)|(?:un)?til the end|up to the end)(?![\w-])"
)
_OVER = re.compile(r"(?<![\w-])(?:again|over|back|return\w*|so much|no longer|stop|after (?:the|this)|resume)(?![\w-])")


@dataclass(frozen=True)
class _Title:
    place: int
    end: int
    level: int
    text: str


def own_passages(note: Note) -> Iterator[tuple[str, int, int]]:
    """The key of each letter of which a passage speaks, where what it says of it begins, and where the passage ends."""
    said = sentences(note)
    starts = [s.places[0] for s in said]
    for start, end in _passages(note):
        since, letters = start, set[str]()
        for sentence in said[bisect_left(starts, start) : bisect_left(starts, end)]:
            if _KEEPS.search(sentence.text) is None:
                letters |= _letters(sentence)
                continue
            since, letters = sentence.end, set()
        yield from ((letter, since, end) for letter in letters)


def titled_letters(note: Note) -> Iterator[tuple[str, int, int]]:
    """The letters in titles, which may suppose something of them; where a title begins, and where its part ends."""
    inline = [(f.span[0], f.tree) for f in note.formulas if not f.display and not isinstance(f.tree, Unread)]
    for title, end in _parts(note) if inline else ():
        trees = [tree for place, tree in inline if title.place <= place < title.end]
        for letter in {key(x) for tree in trees for x in nodes(tree) if isinstance(x, Name)}:
            yield letter, title.place, end


def title_places(note: Note) -> tuple[int, ...]:
    """Where headings and the titles of paragraphs begin."""
    return tuple(title.place for title, _ in _parts(note))


def _parts(note: Note) -> list[tuple[_Title, int]]:
    """The titles of a note, and where the part of each ends; they are cached."""
    syntax, text = note.source.syntax, note.source.text
    kept: dict[str, list[tuple[_Title, int]]] = of_text(note)
    if "titles" not in kept:
        titles = _titles(blanked(text, TEX_SILENT if syntax == "tex" else CODE), syntax, block_titles(text))
        ends = [
            next((x.place for x in titles[k + 1 :] if x.level <= title.level), len(text))
            for k, title in enumerate(titles)
        ]
        kept["titles"] = list(zip(titles, ends, strict=True))
    return kept["titles"]


def examples(note: Note) -> list[Span]:
    """The passages that are examples or exercises, with a title or in a block."""
    kept: dict[str, list[Span]] = of_text(note)
    if "examples" not in kept:
        kept["examples"] = [x for x in _marked_passages(note) if _EXAMPLE.match(note.source.text, *x)]
    return kept["examples"]


def theorems(note: Note) -> list[Span]:
    """The blocks that are theorems, each with the proof behind it."""
    kept: dict[str, list[Span]] = of_text(note)
    if "theorems" not in kept:
        kept["theorems"] = [x for x in _marked_passages(note) if _THEOREM.match(note.source.text, *x)]
    return kept["theorems"]


def _marked_passages(note: Note) -> list[Span]:
    kept: dict[str, list[Span]] = of_text(note)
    if "passages" not in kept:
        kept["passages"] = list(_marked(note))
    return kept["passages"]


def _passages(note: Note) -> Iterator[Span]:
    yield from _marked_passages(note)
    yield from _items(note, without_code(note))
    yield from _brief(note)


def _marked(note: Note) -> Iterator[Span]:
    """The passages that titles and blocks mark, which depend on the text alone."""
    text = without_code(note)
    titles = _titles(text, note.source.syntax, block_titles(note.source.text))
    tabs = [m.span() for m in _TABS.finditer(note.source.text)]
    ends = len(text)
    for k, title in enumerate(titles):
        behind = [x for x in titles[k + 1 :] if x.level <= title.level]
        is_parallel = bool(titles[k + 1 :]) and _is_parallel(title, titles[k + 1])
        if _OPPOSED.search(title.text) is not None:
            yield 0, title.place
        elif _OWN.search(title.text) or is_parallel or any(a <= title.place < b for a, b in tabs):
            end = next((x.place for x in behind if _PROVES.match(x.text) is None), ends)
            yield title.place, min(end, _quotation_end(text, title.place), _italics_end(text, title.end, end))
        elif _PROVES.match(title.text) is not None:
            yield title.place, behind[0].place if behind else ends
    if note.source.syntax != "tex":
        yield from (m.span() for m in _INDENTED.finditer(note.source.text) if _is_own(m["name"].lower()))
        yield from _blocks(blanked(with_directives(note.source.text), CODE))


def _is_parallel(title: _Title, following: _Title) -> bool:
    """Whether the next paragraph has a title with another adjective: "Undirected graphs", "Directed graphs"."""
    if following.level != title.level or title.level not in (_TEX_LEVELS.index("paragraph"), _RUN_IN):
        return False
    words, others = (x.text.rstrip(".: ").split() for x in (title, following))
    return len(words) == len(others) == 2 and words[0] != others[0] and words[1] == others[1]


def _titles(text: str, syntax: Syntax, of_blocks: frozenset[int]) -> list[_Title]:
    out = []
    for match in (_TEX_TITLE if syntax == "tex" else _TITLE).finditer(text):
        marks, level = match["marks"] or "", _RUN_IN
        if syntax == "tex":
            level = _TEX_LEVELS.index(marks) if marks in _TEX_LEVELS else _RUN_IN
        elif marks.startswith("#"):
            level = len(marks)
        elif match["item"]:
            level = _RUN_IN + 1
        if level == _RUN_IN and syntax == "tex" and not _begins_paragraph(text, match.start()):
            continue
        said = " ".join(_said(match).lower().split())
        if match.start() not in of_blocks or _OWN.search(said):
            out.append(_Title(match.start(), match.end(), level, said))
    return out


def _said(match: re.Match[str]) -> str:
    return next(x for name, x in match.groupdict().items() if x is not None and name not in ("marks", "item"))


def _quotation_end(text: str, place: int) -> int:
    """Where the quotation of a place ends; the end of the text if there is none."""
    if text[place : place + 10].lstrip(" \t")[:1] != ">":
        return len(text)
    match = _OUTSIDE_QUOTATION.search(text, place)
    return match.start() if match is not None else len(text)


def _italics_end(text: str, start: int, end: int) -> int:
    """Where the italics end that begin behind a title, as pandoc writes a theorem, or the sign ends its proof."""
    match = _ITALIC.match(text, start, end)
    if match is None:
        return end
    if _PROOF_NEXT.match(text, match.end()) is None:
        return match.end()
    sign = _QED.search(text, match.end(), end)
    return end if sign is None else sign.end()


def _begins_paragraph(text: str, place: int) -> bool:
    r"""Whether only \noindent stands between a blank line and a place."""
    before = text[max(0, place - 60) : place].replace(r"\noindent", "").rstrip(" \t")
    return not before or before.endswith(("\n\n", "\\par")) or re.search(r"\n[ \t]*\n[ \t\n]*$", before) is not None


def _blocks(text: str) -> Iterator[Span]:
    """Blocks with a kind or a title that makes their hypotheses their own, with the proof that follows."""
    opened: list[tuple[int, str, str]] = []  # where it begins, its tag, its kind
    last: Span | None = None
    for match in _BLOCK.finditer(text):
        tag, name = (match["tag"] or "").lower(), _kind_of(match)
        if (tag and not match["closed"]) or (not tag and name):
            opened.append((match.start(), tag, name))
        elif any(x == tag for _, x, _ in opened):
            while opened[-1][1] != tag:
                opened.pop()
            start, _, name = opened.pop()
            here = start, match.end()
            if _PROVES.match(name) is not None or re.match(r"[{.# ]*(?:prf:)?(?:proof|solution)", name):
                if last is not None and not text[last[1] : start].strip():
                    yield last[0], here[1]
                    last = None
                yield here
            elif _is_own(name):
                if last is not None:
                    yield last
                last = here
            elif not tag or tag in ("details", "aside"):
                if last is not None:
                    yield last
                last = None
    if last is not None:
        yield last
    yield from _attributed(text)


def _kind_of(match: re.Match[str]) -> str:
    """The kind of a block: the name behind its colons, or the class of its tag."""
    if not match["tag"]:
        return match["name"].strip().lower()
    said = " ".join(x for found in _KIND.findall(match["attributes"]) for x in found if x)
    return said.lower() if match["tag"].lower() not in ("details", "aside") else match["tag"].lower()


def _attributed(text: str) -> Iterator[Span]:
    """The paragraphs and quotations to which kramdown's attributes give a kind: what stands before them or behind."""
    for match in _ATTRIBUTES.finditer(text):
        if not _is_own(match["name"].lower()):
            continue
        begin, end = text.rfind("\n\n", 0, match.start()) + 1, text.find("\n\n", match.end())
        before = text[begin : match.start()].strip()
        yield (begin, match.end()) if before else (match.start(), len(text) if end < 0 else end)


def _is_own(name: str) -> bool:
    return _OWN.search(re.sub(r"[{}#.=\"']|callout-|prf:|admonition", " ", name)) is not None


def _items(note: Note, text: str) -> Iterator[Span]:
    """Items that begin with a hypothesis and go on to a display, or whose title names a method or a case."""
    displays = [f.whole[0] for f in note.fences if f.kind == "display"]
    starts = [s.places[0] for s in sentences(note)]
    for start, end, title in _listed(text, note.source.syntax):
        if title and not _OF_NOTATION.search(title.lower()):
            yield start, end
        elif note.source.syntax != "tex":
            k = bisect_left(displays, start)
            shown = displays[k] if k < len(displays) else end
            before = sentences(note)[bisect_left(starts, start) : bisect_left(starts, min(shown, end))]
            if shown < end and any(_SUPPOSES.match(x.text) for x in before):
                yield start, end


def _listed(text: str, syntax: Syntax) -> Iterator[tuple[int, int, str]]:
    """The items with a bullet: where each begins and ends, and its title in bold or its label."""
    if syntax == "tex":
        found = list(_TEX_ITEM.finditer(text))
        for match, following in zip_longest(found, found[1:]):
            end = following.start() if following is not None else len(text)
            outside = _TEX_LIST_END.search(text, match.end(), end)
            yield match.start(), outside.start() if outside is not None else end, match["label"] or match["bold"] or ""
        return
    found = list(_ITEM.finditer(text))
    for match, following in zip_longest(found, found[1:]):
        end = following.start() if following is not None else len(text)
        outside = re.compile(rf"\n[ \t]*\n(?!{re.escape(match['indent'])}[ \t])(?=\S)").search(text, match.end(), end)
        yield match.start(), outside.start() if outside is not None else end, match["bold"] or ""


def _brief(note: Note) -> Iterator[Span]:
    """From a sentence that supposes something for the moment to one that speaks of the end of it."""
    parts, said = sections(note), sentences(note)
    for k, sentence in enumerate(said):
        if _BRIEFLY.search(sentence.text) is not None:
            start = sentence.places[0]
            ends = next((end for first, end in parts if first <= start < end), 0)
            over = next((x.places[0] for x in said[k + 1 :] if _OVER.search(x.text)), ends)
            yield start, min(over, ends)


def _letters(sentence: Sentence) -> set[str]:
    """The letters of the formulas in a sentence that are not displays."""
    trees = (tree for thing in sentence.things if not thing.display for tree in thing.trees)
    names = [x for tree in trees for x in nodes(tree) if isinstance(x, Name)]
    return {key(x) for x in (*names, *map(bare, names))}
