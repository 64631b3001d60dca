r"""How far what a note says reaches: where its letters are introduced again, and which passages keep it to themselves.

A fact about a letter ends where the letter is introduced again, at a retraction, and with its passage:
an example, theorem or case under a title or in a block, an item of a list, an argument, a supposition for a
contradiction. A title such as "**General case.**" ends what was supposed before. Shapes and kinds stay: separate rules
apply to these. Theorems in LaTeX are scopes (formulas/scopes.py).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest

from pcaproofs.notes.formulas.blocks import Note, once_of_text
from pcaproofs.notes.formulas.conventions import used_as_indices
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import INDICES, bare, key, letters_in
from pcaproofs.notes.formulas.surface import Chain, Listed, Name, Node, Quantified, Words, every, nodes
from pcaproofs.notes.formulas.surface import Sentence as Parts
from pcaproofs.notes.prose.clauses import for_some
from pcaproofs.notes.prose.letters import base, letters_of, things
from pcaproofs.notes.prose.sentences import Sentence, sections, sentences, without_code
from pcaproofs.notes.text.dialects import CODE, blanked, block_titles, with_directives
from pcaproofs.notes.text.source import Span

PASSING = ("general", "for all")  # kinds that end with their sentence


@dataclass(frozen=True)
class Renewal:
    """The renewed introduction of letters.

    letter: its key, "" for all letters. kind: "let"; "every"; "for all" around a formula that says so of a letter;
    "general" in a sentence that does not use what was supposed; "open" where a property is denied; "case" and "own"
    behind a passage whose hypotheses are its own; "doubt" in a part whose title names letters.
    start: the offset of the words that say so, of "let" that of their sentence. end: that of the sentence's end, of
    "case" that of the section's. since: what is said before it holds.
    """

    letter: str
    start: int
    end: int
    kind: str
    since: int = 0

    def voids(self, said: int, offset: int) -> bool:
        """Whether facts at one offset do not hold at a later offset."""
        if self.kind == "doubt":
            return False
        is_over = self.kind in PASSING and offset >= self.end
        return self.since <= said < self.start <= offset and not is_over


def renewals(note: Note) -> tuple[Renewal, ...]:
    """The places of a note where letters are introduced again, in order."""
    found = [renewal for sentence in sentences(note) for renewal in _of_sentence(sentence)]
    found += [Renewal("", start, end, "case", since) for since, start, end in _ended(note)]
    last = len(note.source.text)
    found += [Renewal(letter, start, last, "own", since) for letter, since, start in _own_letters(note)]
    found += _in_titles(note)
    return tuple(sorted(found, key=lambda renewal: renewal.start))


def _in_titles(note: Note) -> Iterator[Renewal]:
    """The letters in titles, which may suppose something of them in their parts."""
    inline = [(f.span[0], f.tree) for f in note.formulas if not f.display and not isinstance(f.tree, Unread)]
    titles = _titles_of(note) if inline else []
    for k, title in enumerate(titles):
        end = next((x.place for x in titles[k + 1 :] if x.level <= title.level), len(note.source.text))
        its = [letters_in(tree) for place, tree in inline if title.place <= place < title.end]
        yield from (Renewal(x, title.place, end, "doubt") for x in sorted(frozenset().union(*its)))


# -- letters that a sentence introduces again --

_LIST = r"⟦\d+⟧(?:(?:,? and |, ?| or )⟦\d+⟧)*"
_SMALL = (  # "a symmetric matrix C" brings a new letter, "a multiple of w" does not
    "of|to|in|on|at|by|for|with|from|and|is|are|as|that|such|than|into|onto|over|under|along|where|we|when|if|which|has"
    "|have|whose|like|between"
)
INTRODUCTIONS = {  # each of them introduces the letters of its groups for good
    "let": rf"(?<![\w-])let (?:now |again |us take |(?:[a-z]+ ){{0,2}}(?:vectors?|matrix|matrices|numbers?) )?({_LIST})"
    r"(?! (?:has|have|satisf|also))",
    "a": rf"(?<![\w-])(?:an?|another|two|three|some) (?:(?!(?:{_SMALL})(?![\w-]))[a-z-]+ |⟦\d+⟧ (?=matri|vec|dat))"
    rf"{{1,5}}({_LIST})|(?:and|,) ({_LIST}) (?:be )?(?:an?|any|another|two|some)(?![\w-])",
    "replaced": rf"(?<![\w-])replac(?:e|es|ing) ({_LIST}) (?:by|with)(?! ⟦)(?![\w-])"  # not by a formula, for once
    rf"|({_LIST}) (?:is|are|was|gets?|be) (?:now |then )?(?:replaced|updated|changed|reset|set|modified)(?![\w-])",
    "new meaning": r"(?<![\w-])(?:from (?:now|here|this point) on(?:wards?)?|henceforth|hereafter|now|in (?:the sequel"
    rf"|what follows|the following|the rest)),? ({_LIST}) (?:now )?(?:is|are|denotes?|means?|stands? for|refers? to"
    rf"|(?:will|shall) (?:be|denote))(?![\w-])|({_LIST}) (?:now|from now on|henceforth) (?:is|denotes?|means?)(?![\w-])"
    rf"|(?<![\w-])(?:call|denote|name|write)\w* (?:[a-z]+ ){{0,5}}({_LIST}),? (?:again|too|as well|once more)(?![\w-])"
    rf"|(?<![\w-])(?:call|denote)\w* (?:[a-z]+ ){{0,3}}(?:again|still) (?:by |as )?({_LIST})",
    "changed": rf"(?:^|(?<![\w-])(?:we|now|us|and|then) )(?:re-?scale|scale|shift|stretch|double|halve|perturb|modify"
    rf"|update|truncate|round|multiply|divide)(?: now)? ({_LIST})",
    "named": rf"⟧,? (?:(?:which )?is|are) (?:called|known as|termed|named) (?:the|an?) (?:[a-z-]+ ){{1,4}}({_LIST})",
    "exists": rf"(?<![\w-])there (?:must |also )?(?:exists?|is|are|be) (?:also |then )?({_LIST})",
}
_INTRODUCTIONS = [re.compile(words) for words in INTRODUCTIONS.values()]
_LETTING = re.compile(r"(?<![\w-])let\b[^;:]* be [^;:]*(?:,| and) $")  # … "⟦1⟧ and ⟦2⟧ arbitrary vectors"
_EVERY = re.compile(
    rf"(?<![\w-])(?:all|any|every|each|arbitrary|general|non-[a-z]+|whatever|no matter (?:which|what))"
    rf"(?: (?!(?:of|in|on|to|from|between) )[a-z-]+){{0,4}} ({_LIST})"  # but not "all eigenvalues of ⟦A⟧"
    rf"|({_LIST}) (?:(?:is|are|be|being) )?(?:now |an? |not necessarily |entirely )?"
    rf"(?:any|arbitrary|general)(?![\w-])|({_LIST}) (?:may|can|could|might) (?:\w+ ){{0,2}}(?:any|arbitrary)(?![\w-])"
    rf"|^for ({_LIST}),? (?:such that|so that|with|of)(?![\w-])"
)


_PLAIN = r"(?: (?:real|arbitrary|possible|vectors?|numbers?|matrix|matrices))*"
_FOR_ALL = re.compile(rf"(?:for |and )?(?:all|any|every|each|arbitrary){_PLAIN}")
_BEHIND = re.compile(
    rf"⟧,? (?:and (?:this|that) )?for (?:all|any|every|each|arbitrary){_PLAIN} (?P<letters>{_LIST})(?=[,.;]|$)"
)


def _of_sentence(sentence: Sentence) -> Iterator[Renewal]:
    let, begin, end = set[str](), sentence.places[0], sentence.end
    for pattern in (*_INTRODUCTIONS, _EVERY):
        for match in pattern.finditer(sentence.text):
            is_let = pattern is not _EVERY or _LETTING.search(sentence.text[: match.start()]) is not None
            for found in _letters(sentence, match[match.lastindex or 0]):
                if found not in let:
                    start = begin if is_let else sentence.places[match.start()]
                    yield Renewal(found, start, end, "let" if is_let else "every")
                if is_let:
                    let.add(found)
    yield from (Renewal(x, begin, end, "for all") for x in sorted(_quantified(sentence) - let))
    yield from (Renewal(key(name), start, end, "let") for (start, _), name in for_some(sentence))
    yield from _assigned(sentence)
    match retraction(sentence):
        case ("every" | "general" as kind, place):
            yield Renewal("", sentence.places[place], end, kind)
        case ("open", place):
            for k in range(len(sentence.things)):
                yield from (Renewal(x, sentence.places[place], end, "open") for x in _letters(sentence, f"⟦{k}⟧"))


def _assigned(sentence: Sentence) -> Iterator[Renewal]:
    """Letters that get another value, which depends on the one before: "set w := 2w"."""
    for thing in sentence.things:
        for tree in thing.trees:
            match tree:
                case Chain(terms=(Name() as left, *rest), signs=(":=", *_)):
                    if any(key(left) in letters_in(side) for side in rest):
                        yield Renewal(key(left), thing.span[0], sentence.end, "let")


def _quantified(sentence: Sentence) -> set[str]:
    """The letters of which a formula or the words directly behind it speak for all values: "xᵀx = 1 ∀ x ∈ ℝ^p"."""
    out = {x for match in _BEHIND.finditer(sentence.text) for x in _letters(sentence, match["letters"])}
    trees = [tree for thing in sentence.things for tree in thing.trees]
    for node in (x for tree in trees for x in ((tree,) if _is_restricted(tree) else nodes(tree))):
        match node:
            case Quantified("∀", variables):
                out.update(_of_trees((variables,)))
            case Parts(parts):
                out.update(_of_trees(_ranges(parts)))
    return out - INDICES - used_as_indices(trees)


def _is_restricted(tree: Node) -> bool:
    """Whether a condition follows a range: "wᵀw = 1 ∀ w ∈ ℝ^p, ‖w‖ = 1"."""
    match tree:
        case Parts((Quantified(how="after"), *rest)):
            return any(isinstance(x, Chain) and x.signs[0] != "∈" for x in rest)
    return False


def _ranges(parts: tuple[Node, ...]) -> list[Node]:
    """What stands behind "for all" in a formula; nothing if a condition on it follows: "∀ w ∈ ℝ^p, ‖w‖ = 1"."""
    out, is_range = list[Node](), False
    for k, part in enumerate(parts):
        if isinstance(part, Words):
            is_range = _FOR_ALL.fullmatch(part.text.strip()) is not None or (is_range and part.text == "and")
        elif is_range and not (isinstance(part, Chain) and part.signs[0] != "∈"):
            out.append(part)
        elif out and k > 2:
            return []
    return out


def _letters(sentence: Sentence, said: str) -> Iterator[str]:
    """The letters of placeholders, without members of families and letters defined by equations such as S = X'X."""
    for thing in things(sentence, said):
        yield from _of_trees(thing.trees)


def _of_trees(trees: Iterable[Node]) -> Iterator[str]:
    for tree in trees:
        if isinstance(tree, Name | Listed) or (isinstance(tree, Chain) and tree.signs[0] in ("∈", "≠")):
            yield from (key(name) for name in letters_of(tree) if base(name) == name)


# -- suppositions that a contradiction, another case or a retraction ends --

_SUPPOSES = re.compile(
    r"(?<![\w-])(?:suppose|supposing|assume|assuming|imagine|we (?:have |had )?(?:assumed|supposed)"
    r"|case (?:\d|[ivx]+\b|[a-d]\b|one|two|⟦)|(?:first|second|third|one|special) case|if [^.;]{1,60} were)(?![\w-])"
)
_CONTRADICTS = re.compile(
    r"(?<![\w-])(?:contradict\w*|contradictory|contradiction|absurd\w*|impossible|cannot (?:be|hold)|"
    r"(?:is|was|does) not (?:so|true|the case|hold)|is false|refutes|untenable)(?![\w-])"
)
_PLAN = re.compile(r"(?<![\w-])(?:for|by|to (?:get|obtain|derive|reach|arrive at)|towards?) (?:an? )?contradiction")
_OTHER = re.compile(
    r"(?<![\w-])(?:otherwise(?!,? (?:we |one |you )?(?:\w+ )?(?:subtract|replace|cent|rescale|normali"
    r"|divide|shift))|conversely|if not|else|on the other hand|alternatively|instead"
    r"|(?:other|second|third|fourth|next|last|remaining|both|either|each|every|any|all) (?:\w+ )?cases?"
    r"|case (?:[2-9]|ii+|iv|b|c|d|two|three)"
    r"|(?:suppose|assume) (?:now|next)|(?:now|next|second|secondly|finally),? (?:we )?(?:suppose|assume)"
    r"|if [^,.;]{0,60}(?<![\w-])(?:not|isn't|aren't))(?![\w-])"
)


_WHOLE = re.compile(r"(?:both|either|each|every|any|all) (?:\w+ )?cases?")


def _ended(note: Note) -> Iterator[tuple[int, int, int]]:
    """The ranges whose facts no longer hold, and the ends of their sections."""
    parts = sections(note)
    supposed: list[Sentence] = []
    part, before = -1, None
    for sentence in sentences(note):
        here = max((k for k, (start, _) in enumerate(parts) if start <= sentence.places[0]), default=0)
        if here != part:
            part, supposed, before = here, [], None
        back = retraction(sentence)
        if back is not None and back[0] == "back":
            since = sentence if before is None or "⟦" in sentence.text[: back[1]] else before
            yield since.places[0], sentence.places[back[1]], parts[part][1]
        before, text = sentence, _PLAN.sub("", sentence.text)
        match = _CONTRADICTS.search(text) or _OTHER.search(text)
        cases = [x for x in supposed if re.search(r"\bcases?\b", x.text)] if match is not None else []
        if supposed and match is not None and (cases or not _WHOLE.fullmatch(match[0])):
            first = cases[0] if cases and "case" in match[0] else supposed[-1]
            place = 0 if match.re is _OTHER else min(match.start(), len(sentence.places) - 1)
            yield first.places[0], sentence.places[place], parts[part][1]
            supposed = [x for x in supposed if x.places[0] < first.places[0]]
        if _SUPPOSES.search(sentence.text):
            supposed.append(sentence)


def within_sections(note: Note) -> tuple[tuple[int, int, int], ...]:
    """From where to where each sentence with a supposition goes, and where its section ends."""
    parts, said = sections(note), sentences(note)
    its = [(s.places[0], s.end) for s in said if _SUPPOSES.search(s.text)]
    return tuple((a, b, next((end for start, end in parts if start <= a < end), 0)) for a, b in its)


# -- passages --

_RUN_IN = 7  # the level of a title in bold at the beginning of a paragraph; headings have 1 to 6
_TITLE = re.compile(
    r"^[ \t>]*(?:(?P<marks>#{1,6})[ \t]+(?P<heading>\S[^\n]{0,99})$"
    r"|(?P<item>[-*+][ \t]+)?(?:\*\*|__)(?=\S)(?P<bold>[^\n*]{1,100})(?:\*\*|__)"
    r"|\*(?=[^\s*])(?P<italic>[^\n*]{1,60}[.:])\*(?!\*)|_(?=[^\s_])(?P<slanted>[^\n_]{1,60}[.:])_(?!_)"
    r"|(?P<plain>(?:Theorem|Lemma|Proposition|Corollary|Claim|Example|Exercise|Problem|Question|Remark|Case|Proof"
    r"|Solution)(?: [\dA-Z][\w.]{0,8}?)?(?: \([^()\n]{1,60}\))?[.:])(?=\s))",
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
_INDENTED = re.compile(r"^(?:!!!|\?\?\?\+?)[ \t]*(?P<name>[^\n]*)\n(?:[ \t]*\n|[ \t]+[^\n]*\n)*", re.MULTILINE)
_OWN = re.compile(
    r"(?<![a-z-])(?:theorem|thm|lemma|lem|proposition|prop|corollary|cor|claim|conjecture|cnj|exercise|exr|question|quiz"
    r"|example|exm|exa|remark|rem|counterexample|digression|aside|sidebar|details|variant|tip|dropdown|tab|tab-item|cases?"
    r"|situation|q|(?:special|simple) \w+)(?:[ :.,(–—-]|\d|$)"
)
_EXAMPLE = re.compile(r"[^\n]{0,80}?(?<![a-z])(?:example|exm|exa|exercise|exr|question|quiz)(?![a-z])", re.IGNORECASE)
_THEOREM = re.compile(
    r"(?:[ \t>]*:{3,}[ \t]*|<\w+\s)[^\n>]{0,80}?(?<![a-z])"
    r"(?:theorem|thm|lemma|lem|proposition|prop|corollary|cor|claim)(?![a-z])",
    re.IGNORECASE,
)
_PROVES = re.compile(r"^[{:.#\s]*(?:\w+:)?(?:(?:proof|solution|answer|hint|sol|a)(?![a-z]))")
KEEPS = re.compile(
    r"(?<![\w-])(?:throughout|from (?:now|here) on(?:wards?)?|henceforth|hereafter|in these notes)(?![\w-])"
)
_PROPERTY = r"(?:unit|normali[sz]\w+|symmetric\w*|orthogonal\w*|orthonormal\w*|cent(?:red|ered|ring|ering)|symmetry)"
_OPPOSED = re.compile(
    r"(?<![\w-])(?:(?:general|arbitrary|other|any|raw) (?:cases?|(?:\w+ )?(?:matri\w+|vectors?|data|columns?|"
    rf"|directions?|bas[ei]s|project\w+|weights?|setting))|(?:un|non-?|not |without |beyond |no ){_PROPERTY}"
    r"|un(?:cent\w+|normali\w+|symmetric)|otherwise|without (?:the |this |that )?(?:assumption|constraint|hypothes)\w*"
    r"|(?:dropping|relaxing) [\w ]*)(?![\w-])"
)
_ITEM = re.compile(
    r"^(?P<indent>[ \t>]*)[-*+][ \t]+(?:(?:\*\*|__)(?=\S)(?P<bold>[^\n*]{1,100}?)(?:[:.]?(?:\*\*|__)[:.]?)(?=\s))?",
    re.MULTILINE,
)
_TEX_ITEM = re.compile(
    r"\\item(?![A-Za-z])\s*(?:\[(?P<label>[^\]\n]*)\]|\\(?:textbf|emph|textit)\{(?P<bold>[^{}\n]*)\})?"
)
_TEX_LIST_END = re.compile(r"\\end\{(?:itemize|enumerate|description|compactitem|inparaenum)\}")
_OF_NOTATION = re.compile(  # a title under which letters are declared for what follows
    r"(?<![\w-])(?:data\w*|matri\w+|samples?|observations?|features?|variables?|inputs?|given|assum\w+|hypothes\w+"
    r"|notations?|set-?up|settings?|conventions?|mean\w*|pre-?process\w*|cent(?:re|er|ring|ering|red|ered)\w*|normali\w+"
    r"|standardi\w+|symmetr\w+|ortho\w+|unit|lengths?|norms?|weights?|directions?|components?|projections?|vectors?"
    r"|bas[ei]s|columns?|rows?|scores?|loadings?|covariance|eigen\w+|steps?|constraints?|dimensions?|sizes?|definitions?"
    r"|objects?|ingredients?|\d+|[ivx]+|\(?[a-h]\)?)(?![\w-])"
)
_BEGINS_WITH_HYPOTHESIS = re.compile(
    r"(?:[^⟦:.]{0,60}[:.] )?(?:\([^)]*\) |\w+\) )?(?:let|suppose|assume|if|(?:we )?(?:consider|define|recall|introduce)"
    r"|for|take|be|⟦\d+⟧ (?:is|has|are|be))(?![\w-])"
)


@dataclass(frozen=True)
class _Title:
    place: int
    end: int
    level: int
    text: str


def _own_letters(note: Note) -> Iterator[tuple[str, int, int]]:
    """The key of each letter of which a passage speaks, where what it says of it begins, and where the passage ends."""
    said = sentences(note)
    starts = [s.places[0] for s in said]
    for start, end in (*_marked_passages(note), *_items(note, without_code(note))):
        since, letters = start, set[str]()
        for sentence in said[bisect_left(starts, start) : bisect_left(starts, end)]:
            if KEEPS.search(sentence.text) is None:
                trees = (tree for thing in sentence.things if not thing.display for tree in thing.trees)
                names = [*every(trees, Name)]
                letters |= {key(x) for x in (*names, *map(bare, names))}
                continue
            since, letters = sentence.end, set()
        yield from ((letter, since, end) for letter in letters)


def examples(note: Note) -> list[Span]:
    """The passages that are examples or exercises, with a title or in a block."""
    return [x for x in _marked_passages(note) if _EXAMPLE.match(note.source.text, *x)]


def theorems(note: Note) -> list[Span]:
    """The blocks that are theorems, each with the proof behind it."""
    return [x for x in _marked_passages(note) if _THEOREM.match(note.source.text, *x)]


@once_of_text
def _marked_passages(note: Note) -> list[Span]:
    return list(_marked(note))


def _marked(note: Note) -> Iterator[Span]:
    """The passages that titles and blocks mark, which depend on the text alone."""
    text = without_code(note)
    titles = _titles_of(note)
    for k, title in enumerate(titles):
        behind = [x for x in titles[k + 1 :] if x.level <= title.level]
        if _OPPOSED.search(title.text) is not None:
            yield 0, title.place
        elif _OWN.search(title.text):
            yield title.place, next((x.place for x in behind if _PROVES.match(x.text) is None), len(text))
        elif _PROVES.match(title.text) is not None:
            yield title.place, behind[0].place if behind else len(text)
    if note.source.syntax != "tex":
        yield from (m.span() for m in _INDENTED.finditer(note.source.text) if _is_own(m["name"].lower()))
        yield from _blocks(blanked(with_directives(note.source.text), CODE))


@once_of_text
def _titles_of(note: Note) -> list[_Title]:
    """The headings of a note and the titles of its paragraphs."""
    out, text, is_tex = list[_Title](), without_code(note), note.source.syntax == "tex"
    of_blocks = block_titles(note.source.text)
    for match in (_TEX_TITLE if is_tex else _TITLE).finditer(text):
        marks, level = match["marks"] or "", _RUN_IN
        if is_tex:
            level = _TEX_LEVELS.index(marks) if marks in _TEX_LEVELS else _RUN_IN
            before = text[max(0, match.start() - 60) : match.start()].replace(r"\noindent", "").rstrip(" \t")
            if level == _RUN_IN and before and not re.search(r"(?:\n[ \t]*\n[ \t\n]*|\\par)$", before):
                continue
        elif marks.startswith("#"):
            level = len(marks)
        elif match["item"]:
            level = _RUN_IN + 1
        words = next(x for name, x in match.groupdict().items() if x is not None and name not in ("marks", "item"))
        said = " ".join(words.lower().split())
        if match.start() not in of_blocks or _OWN.search(said):
            out.append(_Title(match.start(), match.end(), level, said))
    return out


def _blocks(text: str) -> Iterator[Span]:
    """Blocks with a kind or a title that makes their hypotheses their own, with the proof that follows."""
    opened: list[tuple[int, str, str]] = []  # where it begins, its tag, its kind
    last: Span | None = None
    for match in _BLOCK.finditer(text):
        tag = (match["tag"] or "").lower()
        name = (match["name"] or match["attributes"] or "").strip().lower()
        name = tag if tag in ("details", "aside") else name
        if (tag and not match["closed"]) or (not tag and name):
            opened.append((match.start(), tag, name))
        elif any(x == tag for _, x, _ in opened):
            while opened[-1][1] != tag:
                opened.pop()
            start, _, name = opened.pop()
            here = start, match.end()
            if _PROVES.match(name) is not None or re.search(r"(?<![a-z])(?:proof|solution)(?![a-z])", name):
                if last is not None and not text[last[1] : start].strip():
                    yield last[0], here[1]
                    last = None
                yield here
            else:
                if last is not None and (_is_own(name) or not tag or tag in ("details", "aside")):
                    yield last
                    last = None
                last = here if _is_own(name) else last
    if last is not None:
        yield last


def _is_own(name: str) -> bool:
    return _OWN.search(re.sub(r"[{}#.=\"']|callout-|prf:|admonition|(?:class|id|data-type) *=", " ", name)) is not None


def _items(note: Note, text: str) -> Iterator[Span]:
    """Items that begin with a hypothesis and go on to a display, or whose title names a method or a case."""
    displays = [f.whole[0] for f in note.fences if f.kind == "display"]
    said = sentences(note)
    starts = [s.places[0] for s in said]
    is_tex = note.source.syntax == "tex"
    found = list((_TEX_ITEM if is_tex else _ITEM).finditer(text))
    for match, following in zip_longest(found, found[1:]):
        start, end = match.start(), following.start() if following is not None else len(text)
        outside = (
            _TEX_LIST_END.search(text, match.end(), end)
            if is_tex
            else re.compile(rf"\n[ \t]*\n(?!{re.escape(match['indent'])}[ \t])(?=\S)").search(text, match.end(), end)
        )
        end = outside.start() if outside is not None else end
        title = (match["label"] or match["bold"] or "") if is_tex else match["bold"] or ""
        if title and not _OF_NOTATION.search(title.lower()):
            yield start, end
        elif not is_tex:
            shown = next((x for x in displays[bisect_left(displays, start) :]), end)
            before = said[bisect_left(starts, start) : bisect_left(starts, min(shown, end))]
            if shown < end and any(_BEGINS_WITH_HYPOTHESIS.match(x.text) for x in before):
                yield start, end


# -- blocks that only define a notion, and whose letters are their own --

_DEFINITION = re.compile(
    r"^[ \t>]*(?P<mark>:{3,})[ \t]*[^\n]*?(?<![a-z])(?:definition|defn|def)(?![a-z])[^\n]*$.*?^[ \t>]*(?P=mark)[ \t]*$",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)
_TEX_DEFINITION = re.compile(
    r"\\begin\{(?P<name>[a-z]*(?:definition|defn|defi|dfn)\*?)\}.*?\\end\{(?P=name)\}", re.DOTALL | re.IGNORECASE
)


def is_of_other_block(note: Note, said: int, offset: int) -> bool:
    """Whether something is said in a block that defines a notion, and an offset is outside it."""
    return any(start <= said < end and not start <= offset < end for start, end in _definition_blocks(note))


@once_of_text
def _definition_blocks(note: Note) -> list[Span]:
    text, is_tex = note.source.text, note.source.syntax == "tex"
    plain = text if is_tex else blanked(with_directives(text), CODE)
    return [m.span() for m in (_TEX_DEFINITION if is_tex else _DEFINITION).finditer(plain)]


# -- words that take back what a note has supposed, and words that may change what it speaks of --

_ASSUMPTION = r"(?:assumption|condition|constraint|hypothesis|restriction|requirement|normali[sz]ation|convention)s?"
_DENIED = (
    r"(?:unit|normali[sz]ed|symmetric|orthogonal|orthonormal|psd|cent(?:red|ered)|zero[ -]mean|invertible|positive)"
)
# kind of a retraction: the words. "every" ends what is supposed of all letters, "general" for its sentence, "open" what
# is supposed of its letters, "back" what the sentence before it supposes
RETRACTIONS = {
    "back": r"(?:this|that|it|which|these)(?: \w+){0,3} (?:not|never|no longer|\w+n't)(?: \w+){0,2} (?:assum\w+"
    r"|suppos\w+"
    r"|requir\w+|impos\w+|need\w*|true|so|the case|made|used|valid|hold\w*|available|kept|given)"
    r"|(?:this|that|it|which) (?:is|was|would be) (?:\w+ )?(?:false|wrong|untrue|incorrect|mistaken|dropped|relaxed)"
    r"|(?:scratch|cancel|undo|forget|drop) (?:that|this|it)|never mind|on second thoughts?|(?<!\w)wrong!",
    "every": rf"(?:drop|remove|lift|relax|abandon|waive|discard|forget|ignore"
    rf"|give up)\w* (?:[a-z]+ ){{0,4}}{_ASSUMPTION}"
    r"|(?:drop|lift|relax|abandon|waive|discard)\w* (?:it|this|that|these|them)"
    r"|(?:drop|lift|relax|remove)\w* (?:the |this |that |its )?(?:symmetry|orthogonality|orthonormality|cent(?:ring"
    r"|ering))"
    rf"|(?:this|that|the|these|our|no such) {_ASSUMPTION}(?: [a-z]+){{0,6}} (?:not|no longer|never|nowhere|dropped"
    rf"|removed"
    r"|lifted|relaxed|abandoned|withdrawn|waived|over|cancelled)|no longer assum\w+"
    rf"|no (?:such )?{_ASSUMPTION}(?= (?:on|is|are)|[,.;]|$)|(?<!not )(?:forget|ignore|disregard"
    rf"|set aside) (?:that )?(?=⟦)",
    "general": rf"in (?:the (?:more )?)?general(?: case)?|in all cases|unconditionally|regardless|without (?:any "
    rf"|this |the "
    rf"|that |our )?{_ASSUMPTION}",
    "open": rf"no longer|need not|not necessarily|not (?:assum|suppos|know|requir|impos)\w*|(?:not|isn't|aren't|non-?)"
    rf"[ -]?(?:\w+ ){{0,2}}{_DENIED}",
}
_PATTERNS = {kind: re.compile(rf"(?<![\w-])(?:{words})(?![\w-])") for kind, words in RETRACTIONS.items()}
_ACTS = (
    "rotat|scal|rescal|normali|cent(?:re|er|r?ing)|shift|stretch|doubl|halv|perturb|modif|updat|truncat|round|replac"
    "|append|remov|delet|chang|vary|varies|allow|corrupt|overwrit|redefin|reset|flip|shuffl|permut|whiten|transform"
    "|drop"
)
_CHANGES = re.compile(
    rf"(?<![\w-])(?:(?:{_ACTS})(?:e|es|s|ed|d|ing|ies|fy|fied|ise|ize|ised|ized)?|add(?:s|ed)?|\w+n't|not|never|no"
    rf"|nor|other|another|else"
    r"|instead|but|however|unless|except|only|elsewhere|general|arbitrary|any|every|again|back|over|now|today)(?![\w-])"
)


def retraction(sentence: Sentence) -> tuple[str, int] | None:
    """The kind of the first retraction of a sentence in the order of the table, and its place in the text."""
    found = ((kind, pattern.search(sentence.text)) for kind, pattern in _PATTERNS.items())
    return next(((kind, match.start()) for kind, match in found if match is not None), None)


_REFERS = re.compile(
    r"(?<![\w-])(?:this|that|these|those|it|its|such|so|former|latter|ours|assum\w+|suppos\w+|condition\w*|constrain\w*"
    r"|hypothes\w+|requir\w+|restrict\w+|normali[sz]\w+|convention\w*)(?![\w-])"
)


class Suspensions:
    """The sentences of a note that may end what it has supposed; a proof prints the first behind its hypothesis.

    Such a sentence has words of change and names a letter of the hypothesis, refers back, or has no formula.
    """

    def __init__(self, note: Note):
        self.found = [s for s in sentences(note) if _CHANGES.search(s.text)]
        self.starts = [s.places[0] for s in self.found]

    def between(self, letters: Collection[str], said: Span, offset: int) -> Span | None:
        """The first such sentence between a hypothesis about some letters and an offset."""
        behind = self.found[bisect_right(self.starts, said[0]) : bisect_right(self.starts, offset)]
        return next(((s.places[0], s.end) for s in behind if s.end <= offset and _concerns(s, letters)), None)


def _concerns(sentence: Sentence, letters: Collection[str]) -> bool:
    inside = [thing for thing in sentence.things if not thing.display]
    names = every((tree for thing in inside for tree in thing.trees), Name)
    is_about = not inside or _REFERS.search(sentence.text) is not None
    return is_about or any(key(x) in letters or key(bare(x)) in letters for x in names)
