"""Which clauses of a note speak of a letter and are not read, and which equations give it a value.

A row about such a letter may have a hypothesis that was not read: what is found against it is a warning. A clause
counts if it assumes or says something, by its verb or its conjunction, and has a word that is neither a function word
nor in the words of a fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import bare, is_identity, is_ones, key
from pcaproofs.notes.prose.clauses import is_decomposition
from pcaproofs.notes.prose.facts import COLUMNS_OF, Distinct, HasKind, HasShape, IsFamily, Satisfies, Stands, Unclear
from pcaproofs.notes.prose.letters import without_sizes
from pcaproofs.notes.prose.sentences import PLACED, Sentence, sentences
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.text.source import Span

EVERY, BEFORE = "every letter", "every letter before"  # the keys of what is said of all
_FUNCTION_WORDS = re.compile(
    r"an?|the|and|or|be|is|are|was|were|lets?|now|us|we|any|all|every|each|two|three|some|another|others?|arbitrary|real"
    r"|of|in|on|to|by|as|at|from|given|fixed|general|suppose|assum\w+|consider|take|choose|pick|for|with|denot\w+|that"
    r"|then|so|hence|thus|therefore|have|has|it|holds?|also|again|here|there|whose|its|their|our|th|not|necessarily|if"
    r"|when|where|which|this|these|those|one|can|following|obtain|get|see|note|next|first|moreover|call|write|into"
    r"|columns?|rows?|vectors?|matri(?:x|ces)|numbers?|scalars?|points?|size|shape|dimension\w*|square|set|data"
    r"|rectangular|random|samples?|observations?|constants?|real-valued|n-dimensional|same|throughout|proof|theorem|lemma"
)
_SAYS = re.compile(  # what makes a clause one that may give a letter a property
    r"(?<![\w-])(?:lets?|suppose|assum\w+|consider|given|take|choose|pick|be|with|where|for|if|when|satisf\w+"
    r"|such that|a|an)(?![\w-])"
)
_REASON = re.compile(r"(?<![\w-])(?:since|because|using|by|as) $")
_SORT_OF_SIZE = re.compile(r"⟦(\d+)⟧ (?:(?:is|are|be|an?) )*(?:even|odd|prime|divisible|multiple)(?![\w-])")
_PREDICATE = re.compile(r",?(?: (?:which|that|also|all|both|now|each|always))* (?:is|are|has|have)(?![\w-])")
_IS = re.compile(r" (?:is|are|equals?)(?: the)? ")
_OF_ITS = re.compile(r"^ of(?: [\w-]+){1,3} of ⟦\d+⟧(?= (?:is|are|has|have) )")  # "⟦Q⟧ of eigenvectors of ⟦S⟧ has …"
_INTEGERS = re.compile(r"(?<![\w-])integers?(?= ⟦(\d+)⟧)")
_GROUP = re.compile(r"⟦\d+⟧(?:(?:,? and |, ?| or )⟦\d+⟧)*")
_VERB = (
    r" (?:(?P<copula>is|are|has|have|will be|being)|sums?|forms?|spans?|commutes?|vanish(?:es)?|equals?|agrees?"
    r"|satisf\w+)(?![\w-])"
)
_BEGINS = (
    r"(?:in (?:this|these|the) \w+|moreover|further|furthermore|also|now|here|throughout|suppose|assume|that|we|,| )*"
)
_BACK = re.compile(
    rf"{_BEGINS}(?:(?P<back>it|they|both|these|this|its|their)|all|an?|any|each|every|the)(?: [\w-]+){{0,6}}?{_VERB}"
)
_RESTRICTED = re.compile(r"(?<![\w-])we (?:\w+ ){0,2}(?:restrict|confine|limit|specialis|specializ)\w*(?![\w-])")
_EQUATED = re.compile(  # sizes in words: "let ⟦n⟧ equal ⟦p⟧", "⟦n⟧ and ⟦p⟧ agree"
    r"⟦(\d+)⟧ (?:and ⟦\d+⟧ )?(?:(?:is|are|be|to) )?(?:equals?|the same|agrees?|coincides?)(?![\w-])"
)
_ALL_OF = re.compile(r"⟦(\d+)⟧ of (?:the|its|all|our) ⟦(\d+)⟧")
_DONE = re.compile(r"(?<![\w-])we have (?:already|previously) \w+ed(?! that)(?![\w-])")  # to whatever the note is about
_COUNTS = ("sample size", "dimension")


class Doubt(NamedTuple):
    """Why a letter may be more than what was read of it, with {} in its place.

    tells: whether what is found against a row about the letter is told, as a warning.
    """

    text: str
    tells: bool


class Standing:
    """What a note may say of its letters beyond what was read."""

    def __init__(self, note: Note, table: Table):
        self.note, self.table = note, table
        self.valued: dict[str, list[int]] = {}  # letter -> where equations stand that may give it a value
        # a decomposition X = UDVᵀ restricts no X
        factorised = [f.span for f in note.formulas if isinstance(f.tree, s.Chain) and is_decomposition(note, f)]
        for found, start in _valued(table.trees, table.sizes):
            if not any(a <= start < b for a, b in factorised):
                self.valued.setdefault(found, []).append(start)
        self.proved: list[Span] = []  # the rows that are proved, which say nothing new of their letters
        self.clauses: dict[str, list[tuple[int, Span]]] = {}  # letter -> where the section of its clause begins, place
        self.sorted_sizes: set[str] = set()  # the sizes that are even or odd, say
        self.first: dict[str, int] = {}  # letter -> where it first stands
        for x in s.every(table.trees, s.Name):
            for of in (key(x), key(bare(x))):
                self.first[of] = min(self.first.get(of, x.span[0]), x.span[0])
        said = (f for found in table.facts.values() for f in found if not isinstance(f, Unclear | HasKind))
        facts = sorted(f.span for f in said)  # "the hat matrix" gives a kind, and "hat" is not read
        self.equated: list[tuple[int, Span]] = []  # section and place of what equates sizes
        for sentence in sentences(note):
            things = [sentence.things[int(m[1])] for m in _EQUATED.finditer(sentence.text)]
            for match in _ALL_OF.finditer(sentence.text):  # "all ⟦p⟧ of the ⟦p⟧ components"
                few, many = (sentence.things[int(match[k])] for k in (1, 2))
                things += [few] if few.trees == many.trees else []
            if any(key(x) in table.sizes for thing in things for x in thing.trees):
                place = sentence.places[0], sentence.end
                self.equated.append((table.section(place[0])[0], place))
            its = [f for f in facts if sentence.places[0] <= f[0] < sentence.end]
            place = sentence.places[0], sentence.end
            for match in _SORT_OF_SIZE.finditer(sentence.text):
                self.sorted_sizes |= {key(x) for x in sentence.things[int(match[1])].trees if isinstance(x, s.Name)}
            for name in dict.fromkeys(_spoken_of(sentence, its, table.sizes)):
                self.clauses.setdefault(name, []).append((table.section(place[0])[0], place))

    def unread_clause(self, name: s.Name, offset: int) -> Span | None:
        """The first sentence before an offset, or around it, that speaks of a letter in words that are not read."""
        found = [x for of in (key(name), key(bare(name)), EVERY) for x in self.clauses.get(of, ())]
        first = min((self.first[of] for of in (key(name), key(bare(name))) if of in self.first), default=offset)
        found += [x for x in self.clauses.get(BEFORE, ()) if first < x[1][0]]
        return min((place for start, place in found if start <= offset and place[0] <= offset), default=None)

    def equates_sizes(self, offset: int) -> bool:
        """Whether words before an offset in its section say that sizes are equal."""
        return any(start <= place[0] <= offset < self.table.section(place[0])[1] for start, place in self.equated)

    def unread(self, symbol: Symbol, offset: int) -> Doubt | None:
        """The doubt that a sentence speaks of a letter in words that are not read; None if there is no such one."""
        if (place := self.unread_clause(symbol.name, offset)) is None:
            return None
        return Doubt(f"{self.note.source.place(place[0]).said} speaks of {{}} and is not read", tells=True)

    def is_declared(self, symbol: Symbol) -> bool:
        """Whether the note says what a letter is, and no role or equation that could fix its value."""
        if self.may_have_value(symbol) or not symbol.facts:
            return False
        return not any(isinstance(f, Stands) and f.role not in _COUNTS for f in symbol.facts)

    def may_have_value(self, symbol: Symbol, own: Span | None = None) -> bool:
        """Whether a letter stands alone on a side of an equation that is not proved.

        own: the place of the current row, which gives no value to a letter that has a property before it.
        """
        names = {key(symbol.name), key(bare(symbol.name))}
        places = (x for of in names for x in self.valued.get(of, ()))
        is_known = own is not None and any(isinstance(f, Satisfies) and f.span[1] <= own[0] for f in symbol.facts)
        known = [*self.proved, own] if is_known and own is not None else self.proved
        return any(not any(start <= x < end for start, end in known) for x in places)

    def doubt(self, symbol: Symbol, own: Span, *, is_observed: bool, is_bounded: bool) -> Doubt | None:
        """Why a letter may be more than what was read of it; None if the note says what it is and no more.

        own: the place of the current row. is_observed: whether an equation that gives it a value is a model.
        is_bounded: whether a formula bounds it.
        """
        said = [f for f in symbol.facts if isinstance(f, HasShape | HasKind | Satisfies | IsFamily)]
        if symbol.kind in ("size", "index") or (symbol.kind == "random column" and symbol.is_pinned):
            return None
        if any(isinstance(f, Satisfies) and f.hypothesis == COLUMNS_OF and len(f.others) == 1 for f in symbol.facts):
            return Doubt("the columns of {} are those of another matrix", tells=False)
        if any(isinstance(f, Unclear) for f in symbol.facts):
            return Doubt("a sentence about {} may not be meant here", tells=False)
        if self.may_have_value(symbol, own) and not is_observed:
            return Doubt("another equation may give {} a value", tells=False)
        if (doubt := self.unread(symbol, own[0])) is not None:
            return doubt._replace(tells=bool(said) or is_observed or is_bounded)
        if any(isinstance(f, Distinct) or (isinstance(f, Stands) and f.role not in _COUNTS) for f in symbol.facts):
            return Doubt("the role of {} may say more", tells=True)
        if not said or (symbol.is_family and not symbol.is_pinned):
            return Doubt(f"{{}}: any {symbol.kind}, not declared", tells=not symbol.is_family)
        return None


def _spoken_of(sentence: Sentence, facts: list[Span], sizes: frozenset[str]) -> Iterator[str]:
    """The letters of which a sentence says something that is in none of some facts."""

    def is_of_sizes(k: str) -> bool:
        """Whether a formula is about sizes alone: "integers ⟦n, p ≥ 1⟧" says no more of them."""
        names = [*s.every(sentence.things[int(k)].trees, s.Name)]
        return bool(names) and {*map(key, names)} <= sizes

    def unread(start: int, part: str) -> bool:
        """Whether a part of the text has a word that is no function word and in no fact."""
        for match in re.finditer(r"[^\W\d_][\w-]+", part):
            if match[0].startswith("satisf") and all(thing.trees for thing in sentence.things):
                continue  # what it satisfies is read
            place = sentence.places[start + match.start()]
            if not _FUNCTION_WORDS.fullmatch(match[0]) and not any(a <= place < b for a, b in facts):
                return True
        return False

    if _DONE.search(sentence.text):
        yield EVERY
    if not any(not thing.display for thing in sentence.things):
        match = _BACK.match(sentence.text)
        is_said = match is not None and (match["copula"] is None or unread(match.end(), sentence.text[match.end() :]))
        if is_said or _RESTRICTED.search(sentence.text):
            yield BEFORE if is_said and match is not None and match["back"] else EVERY
        return
    text = _INTEGERS.sub(lambda m: " " * len(m[0]) if is_of_sizes(m[1]) else m[0], without_sizes(sentence))
    for match in _GROUP.finditer(text):
        before = re.split(r"⟦\d+⟧|[.,;:]| of ", text[: match.start()])[-1]
        behind = re.split(r"⟦\d+⟧|[.;:]", _OF_ITS.sub("", text[match.end() :]))[0]
        things = [sentence.things[int(k)] for k in PLACED.findall(match[0])]
        trees = [tree for thing in things if not thing.display for tree in thing.trees]
        says = _SAYS.search(f"{before} {behind}") is not None or _PREDICATE.match(behind) is not None
        # "the symmetric part of ⟦A⟧ is ⟦B⟧"
        of_part = _IS.fullmatch(before) is not None and match.start() > len(before)
        # "since ⟦uᵀu = 1⟧"
        of_reason = _REASON.search(before) is not None and any(map(_is_relation, trees))
        is_said = says and (unread(match.start() - len(before), before) or unread(match.end(), behind))
        if of_part or of_reason or is_said:
            names = [x for tree in trees for x in _named(tree)]
            yield from (key(x) for name in names for x in (name, bare(name), *_whole(name)))


def _is_relation(tree: s.Node) -> bool:
    return isinstance(tree, s.Chain) and {*tree.signs} <= {"=", "≤", "≥", "<", ">"}


def _whole(name: s.Name) -> Iterator[s.Name]:
    """The matrix of which an entry is named: A of a_ij."""
    if name.subscript is not None and name.base.islower():
        yield replace(bare(name), base=name.base.upper())


def _named(tree: s.Node) -> list[s.Name]:
    """The letters of which a sentence speaks: a name, those of a list, X of X ∈ … and X ∼ …, all of an equation."""
    match tree:
        case s.Name():
            return [tree]
        case s.Listed(items) | s.Group(body=s.Listed(items)):
            return [x for x in items if isinstance(x, s.Name)]
        case s.Chain(terms=(first, *_), signs=("∈" | "∼", *_)):
            return _named(first)
        case s.Chain(terms=(s.Name() as first, *_), signs=("=" | ":=", *_)):
            return [first]
        case s.Chain() | s.Product():
            return [*s.names(tree)]
    return []


def _valued(trees: list[s.Node], sizes: frozenset[str]) -> Iterator[tuple[str, int]]:
    """The letters that stand alone on a side of an equation, or as a factor beside numbers, with the places of these.

    PP = P gives P no value, but P = PP may be a step of an algorithm.
    """
    constraints = (c for x in s.every(trees, s.Problem) for c in x.constraints)
    inside = {id(x) for x in s.every(constraints, s.Node)}
    for chain in (x for x in s.every(trees, s.Chain) if id(x) not in inside):
        for left, sign, right in s.links(chain):
            if sign in ("=", ":=", "≡") and not any(isinstance(x, s.Matrix) or _is_list(x) for x in (left, right)):
                known = [*alone(left, sizes)]
                known += [x for x in alone(right, sizes) if isinstance(left, s.Sum) or x not in {*s.nodes(left)}]
                yield from ((key(x), x.span[0]) for x in known)


def alone(side: s.Node, sizes: frozenset[str]) -> list[s.Name]:
    """The letter that is a side of an equation, up to numbers and sizes as factors."""
    match side:
        case s.Name() if not (is_ones(side) or is_identity(side)):
            return [side]
        case s.Product(factors=factors):
            rest = [x for x in factors if not (isinstance(x, s.Num) or key(x) in sizes)]
            if len(rest) == 1:
                return alone(rest[0], sizes)
    return []


def _is_list(node: s.Node) -> bool:
    return isinstance(node, s.Listed) or (isinstance(node, s.Group) and isinstance(node.body, s.Listed))
