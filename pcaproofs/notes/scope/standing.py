"""Decides whether a note leaves a letter free, so that a statement about it is meant for all values.

A letter that has a role (a mean, an eigenvector, a solution) or to which an equation of the note gives a value
is not free: a counterexample could be a value that the author does not mean. In doubt, a letter is not free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import bare, is_identity, is_ones, key
from pcaproofs.notes.formulas.surface import Chain, Group, Listed, Matrix, Name, Node, Num, Problem, Product, nodes
from pcaproofs.notes.prose.facts import Distinct, Fact, HasKind, HasShape, IsFamily, Satisfies, Stands, Unclear
from pcaproofs.notes.prose.sentences import Sentence, sentences
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.table import Table

_SPECIAL = re.compile(
    r"\b(?:eigen\w*|principal|principle|optim\w+|solution\w*|solv\w+|maximi[sz]\w*|minimi[sz]\w*|largest|leading|smallest"
    r"|singular|covariance|scatter|spectral|decompos\w+|multiplier\w*|such that|chosen|choose|best|loading\w*|score\w*"
    r"|component\w*|centr(?:ed|e|ing)\w*|center\w*|normali[sz]\w+|whiten\w*|standardi[sz]\w+|residual\w*|projection\w*"
    r"|reconstruct\w+|estimat\w+|call\w*|defin\w+|denot\w+|stand\w* for|mean|average|variance"
    r"|there (?:is|are|exists?)|exists?|orthonormal|orthogonal|perpendicular|symmetric|skew|anti-?symmetric|triangular"
    r"|idempotent|nilpotent|unitary|involut\w+|reflect\w+|rotation|permutation|stochastic|invertible|singular|rank"
    r"|diagonal\w*|projectors?|unit)\b"
)
# "with zero mean" is a property, "with mean ⟦0⟧" speaks of another letter
_HARMLESS = re.compile(
    r"zero (?:sample )?mean|mean zero"
    r"|(?<![\w-])(?:(?:not|never|neither|nor|need not be|no longer)(?: necessarily| assumed| known| to be)*|non)[ -]"
    r"(?:an? )?[\w-]+"
    r"|^,? (?:with|and|having|of) (?:(?:the|a|an|its|their|sample|empirical) )*(?:mean|average|covariance(?: matrix)?)"
    r"(?: vector)? (?=⟦)"
)
# words for properties, and the facts that the reader makes of them
_PROPERTIES = {
    r"cent(?:red|ered)|zero|mean": ("centered",),
    r"normali[sz]ed|unit|length|norm": ("unit", "orthonormal"),
    r"symmetric": ("symmetric", "psd", "positive_definite", "projector", "diagonal"),
    r"orthonormal": ("orthonormal", "unit"),
    r"orthogonal|perpendicular": ("orthogonal", "orthonormal", "projector"),
    r"invertible|singular|rank": ("invertible", "rank", "positive_definite"),
    r"diagonal": ("diagonal",),
    r"projectors?|idempotent": ("projector", "idempotent"),
    r"positive|non-?negative|semi-?definite|definite|psd": ("psd", "positive", "nonnegative"),
    r"non-?zero": ("nonzero",),
    r"eigenvectors?|eigenvalues?": ("eigenpair",),
}
_ASSUMES = re.compile(
    r"(?<![\w-])(?:lets?|suppose|assum\w+|consider|given|take|choose|pick|be|denote\w*|with|where|for|if|when|satisf\w+"
    r"|such that|a|an)(?![\w-])"
)
_PLAIN = re.compile(
    r"an?|the|and|or|be|is|are|lets?|now|us|we|any|all|every|each|two|three|some|another|others?|arbitrary|real|columns?"
    r"|rows?|vectors?|matrix|matrices|numbers?|scalars?|points?|of|in|on|to|by|as|at|from|size|shape|dimensions?"
    r"|dimensional|snapshots|measurements|images|signals|instances|examples|records|individuals|square|rectangular|given|fixed|general|suppose|assum\w+|consider|take|choose|pick|for|with|denote[sd]?"
    r"|denoting|that|then|so|hence|thus|therefore|have|has|it|holds?|also|again|here|data|set|observations?|samples?"
    r"|whose|constants?|its|their|our|th|valued|entries|not|necessarily|real-valued|n-dimensional|if|when|where|which"
    r"|throughout|following|obtain|get|see|note|next|first|moreover|furthermore|finally|multiply|multiplying|call"
    r"|write|written|stored|collected|arranged|stacked|into|there|this|these|those|one|can|proof|theorem|lemma|claim"
)
_COUNTS = ("sample size", "dimension")


class Standing:
    """The free letters of a note."""

    def __init__(self, note: Note, table: Table):
        self.table = table
        self.valued = frozenset(_valued(table.trees, table.sizes))
        self.described: dict[str, int] = {}
        for sentence in sentences(note):
            for name in self.described_in(sentence):
                start = max((s for s, _ in table.sections if s <= sentence.places[0]), default=0)
                self.described[key(name)] = min(start, self.described.get(key(name), start))
        self.dummies = frozenset(_dummies(table.trees))

    def described_in(self, sentence: Sentence) -> Iterator[Name]:
        """The letters beside which a sentence has a word that may fix their values and is no property that is used."""
        for name, words in _described(sentence):
            said = (*self.table.facts.get(key(name), ()), *self.table.members.get(key(name), ()))
            is_family = any(isinstance(f, IsFamily) for f in said)
            here = [
                f
                for f in said
                if sentence.places[0] <= f.span[0] < sentence.end
                and not (is_family and isinstance(f, Satisfies) and f.hypothesis not in ("centered", "orthonormal"))
            ]
            if not all(_is_said(word, here) for word in words):
                yield name

    def is_fixed(self, symbol: Symbol, offset: int) -> bool:
        """Whether an equation gives a letter a value, or a sentence of this section or an earlier one may."""
        found = {key(symbol.name), key(bare(symbol.name))}
        return bool(found & self.valued) or self.is_described(symbol.name, offset)

    def is_described(self, name: Name, offset: int) -> bool:
        """Whether a sentence of this section or an earlier one has a word beside a letter that may fix its value."""
        return any(self.described.get(x, offset + 1) <= offset for x in (key(name), key(bare(name))))

    def is_free(self, symbol: Symbol, offset: int) -> bool:
        """Whether the note declares a letter, and no other fact could fix its value."""
        said = [f for f in symbol.facts if isinstance(f, HasShape | HasKind | Satisfies | IsFamily)]
        if symbol.kind in ("size", "index") or (symbol.kind == "random column" and symbol.is_pinned):
            return True
        if key(symbol.name) in self.dummies and not any(isinstance(f, HasShape | HasKind) for f in symbol.facts):
            return symbol.strength != "agreed" and not self.is_fixed(symbol, offset)
        if not any(isinstance(f, HasShape | Satisfies) or f.strength == "file" for f in said) and not _is_any(said):
            return False
        if any((isinstance(f, Stands) and f.role not in _COUNTS) or isinstance(f, Unclear) for f in symbol.facts):
            return False
        if any(isinstance(f, Distinct) for f in symbol.facts) or (symbol.is_family and not symbol.is_pinned):
            return False
        return not self.is_fixed(symbol, offset)


def _is_any(said: list[HasShape | HasKind | Satisfies | IsFamily]) -> bool:
    """Whether the kind of a letter is all that is said, and it is no more than a vector or a number."""
    kinds = [f.kind for f in said if isinstance(f, HasKind)]
    return bool(kinds) and all(kind in ("column", "number", "random column") for kind in kinds)


_PREDICATE = re.compile(r" (?:is|are|equals?)(?: the)? ")
_GROUP = re.compile(r"⟦\d+⟧(?:(?:,? and |, ?| or )⟦\d+⟧)*")
_DUMMIES = frozenset("abuvxyz")


def _is_said(word: str, facts: list[Fact]) -> bool:
    """Whether a word is for a property of which the reader has made one of the facts."""
    if word == "distinct":
        return any(isinstance(f, Distinct) for f in facts)
    said = {f.hypothesis for f in facts if isinstance(f, Satisfies)}
    return any(re.fullmatch(words, word) and said & {*kinds} for words, kinds in _PROPERTIES.items())


def _described(sentence: Sentence) -> Iterator[tuple[Name, list[str]]]:
    """The letters beside which a sentence has words that may fix their values, with these words.

    Where it assumes something, all words count that are not known to fix nothing.
    """
    for match in _GROUP.finditer(sentence.text):
        before = re.split(r"⟦\d+⟧|[.,;:]| of ", _HARMLESS.sub(" ", sentence.text[: match.start()]))[-1]
        behind = re.split(r"⟦\d+⟧|[.;:]", _HARMLESS.sub("⟦0⟧", sentence.text[match.end() :]))[0]
        things = [sentence.things[int(k)] for k in re.findall(r"\d+", match[0])]
        names = [x for thing in things if not thing.display for tree in thing.trees for x in _named(tree)]
        declares = all(isinstance(tree, Chain) for thing in things for tree in thing.trees)
        parts = before, behind.split(",")[0] if declares else behind
        words = [x for part in parts for x in _SPECIAL.findall(part)]
        if _ASSUMES.search(" ".join(parts)):
            words += [x for part in parts for x in re.findall(r"[a-z][a-z-]+", part) if not _PLAIN.fullmatch(x)]
        if _PREDICATE.fullmatch(before) and match.start() > len(before):
            words.append(before)  # "the symmetric part of ⟦A⟧ is ⟦B⟧"
        if words:
            yield from ((name, words) for name in dict.fromkeys([*names, *map(bare, names)]))


def _dummies(trees: list[Node]) -> Iterator[str]:
    """Small letters without an index, which stand for anything in an identity unless the note says what they are."""
    for name in (x for tree in trees for x in nodes(tree) if isinstance(x, Name)):
        if name.base in _DUMMIES and name == Name(name.base):
            yield key(name)


def _named(tree: Node) -> list[Name]:
    """The letters of which a sentence speaks: a name, those of a list, X of X ∈ …, all of an equation."""
    match tree:
        case Name():
            return [tree]
        case Listed(items) | Group(body=Listed(items)):
            return [x for x in items if isinstance(x, Name)]
        case Chain(terms=(first, *_), signs=("∈", *_)):
            return _named(first)
        case Chain(terms=(Name() as first, *_), signs=("=" | ":=", *_)):
            return [first]
        case Chain():
            return [x for x in nodes(tree) if isinstance(x, Name)]
    return []


def _valued(trees: list[Node], sizes: frozenset[str]) -> set[str]:
    """The letters that stand alone on a side of an equation, or as a factor beside numbers: X'X = nV, S = …."""
    out = set[str]()
    inside = {
        id(x) for tree in trees for p in nodes(tree) if isinstance(p, Problem) for c in p.constraints for x in nodes(c)
    }
    for chain in (x for tree in trees for x in nodes(tree) if isinstance(x, Chain) and id(x) not in inside):
        for k, sign in enumerate(chain.signs):
            if sign not in ("=", ":=", "≡"):
                continue
            left, right = chain.terms[k], chain.terms[k + 1]
            if any(isinstance(side, Matrix) or _is_list(side) for side in (left, right)):
                continue
            out |= {key(x) for side in (left, right) for x in alone(side, sizes)}
    return out


def alone(side: Node, sizes: frozenset[str]) -> list[Name]:
    """The letter that is a side of an equation, up to numbers and sizes as factors."""
    match side:
        case Name() if not (is_ones(side) or is_identity(side)):
            return [side]
        case Product(factors=factors):
            rest = [x for x in factors if not (isinstance(x, Num) or key(x) in sizes)]
            if len(rest) == 1:
                return alone(rest[0], sizes)
    return []


def _is_list(node: Node) -> bool:
    return isinstance(node, Listed) or (isinstance(node, Group) and isinstance(node.body, Listed))
