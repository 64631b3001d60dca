"""Decides whether a note leaves a letter free, so that a statement about it is meant for all values.

A letter that has a role (a mean, an eigenvector, a solution) or to which an equation of the note gives a value
is not free: a counterexample could be a value that the author does not mean. In doubt, a letter is not free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import bare, is_identity, is_ones, key
from pcaproofs.notes.formulas.surface import Chain, Group, Listed, Matrix, Name, Node, Num, Problem, Product, Sum, nodes
from pcaproofs.notes.prose.facts import Distinct, Fact, HasKind, HasShape, IsFamily, Satisfies, Stands, Unclear
from pcaproofs.notes.prose.letters import without_sizes
from pcaproofs.notes.prose.sentences import Sentence, sentences
from pcaproofs.notes.scope.evidence import Symbol
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.scope.unnamed import is_of_every, is_plain, refers_back

_SPECIAL = re.compile(
    r"\b(?:eigen\w*|principal|principle|optim\w+|solution\w*|solv\w+|maximi[sz]\w*|minimi[sz]\w*|largest|leading|smallest"
    r"|singular|covariance|scatter|spectral|decompos\w+|multiplier\w*|such that|chosen|choose|best|loading\w*|score\w*"
    r"|component\w*|centr(?:ed|e|ing)\w*|center\w*|normali[sz]\w+|whiten\w*|standardi[sz]\w+|residual\w*|projection\w*"
    r"|reconstruct\w+|estimat\w+|call\w*|defin\w+|denot\w+|stand\w* for|mean|average|variance"
    r"|there (?:is|are|exists?)|exists?|orthonormal|orthogonal|perpendicular|symmetric|skew|anti-?symmetric|triangular"
    r"|idempotent|nilpotent|unitary|involut\w+|reflect\w+|rotation|permutation|stochastic|invertible|singular|rank"
    r"|diagonal\w*|projectors?|unit|lengths?|norms?)\b"
)
# "with zero mean" is a property, "with mean ⟦0⟧" speaks of another letter
_HARMLESS = re.compile(
    r"real entries|zero (?:sample )?mean|mean zero"
    r"|(?<![\w-])(?:(?:not|never|neither|nor|need not be|no longer)(?: necessarily| assumed| known| to be)*|non)[ -]"
    r"(?:an? )?[\w-]+"
    r"|^,? (?:with|and|having|of) (?:(?:the|a|an|its|their|sample|empirical) )*(?:mean|average|covariance(?: matrix)?)"
    r"(?: vector)? (?=⟦)"
)
# words for properties, and the facts that the reader makes of them
_PROPERTIES = {
    r"cent(?:red|ered)|zero|mean": ("centered",),
    r"normali[sz]ed|unit|length|norm": ("unit", "orthonormal"),
    r"symmetric": ("symmetric", "psd", "positive_definite", "projector", "diagonal", "skew"),
    r"orthonormal": ("orthonormal", "orthonormal rows", "unit"),
    r"orthogonal|perpendicular": ("orthogonal", "orthonormal", "projector"),
    r"invertible|singular|rank": ("invertible", "rank", "positive_definite"),
    r"diagonal": ("diagonal",),
    r"ones|all-ones": ("ones",),
    r"positive|non-?negative|semi-?definite|definite|psd": ("psd", "positive", "nonnegative"),
    r"non-?zero": ("nonzero",),
    r"eigenvectors?|eigenvalues?": ("eigenpair",),
    r"projections?|projectors?|idempotent": ("projector", "idempotent"),
    r"skew|skew-symmetric|anti-?symmetric": ("skew",),
}
_ASSUMES = re.compile(
    r"(?<![\w-])(?:lets?|suppose|assum\w+|consider|given|take|choose|pick|be|denote\w*|with|where|for|if|when|satisf\w+"
    r"|such that|a|an)(?![\w-])"
)
_PREDICATED = re.compile(r",?(?: (?:which|that|also|all|both|now|each|always))* (?:is|are|has|have)(?![\w-])")
_OF_PRODUCT = re.compile(r"(?<![\w-])(?:columns|rows|entries) of (?:the (?:matrix|product) )?$")
_IS_SPECIAL = re.compile(
    r" (?:is|are|has|have) (?:an? )?(?:(?:unit|orthonormal|orthogonal|symmetric|cent(?:red|ered)|diagonal|singular"
    r"|invertible|idempotent|zero|positive|negative|normali[sz]ed|projector|projection)(?![\w-]))"
)
EVERY = "every letter"  # the key of what is said of all
_COUNTS = ("sample size", "dimension")


class Standing:
    """The free letters of a note."""

    def __init__(self, note: Note, table: Table):
        self.table = table
        self.valued = frozenset(_valued(table.trees, table.sizes))
        self.described: dict[str, int] = {}
        meant: list[Name] = []  # the letters to which "it" refers
        for sentence in sentences(note):
            meant = _letters_of(sentence) or meant
            start = table.section(sentence.places[0])[0]
            found = [*map(key, (*self.described_in(sentence), *(meant if refers_back(sentence) else ())))]
            for name in (*found, *((EVERY,) if is_of_every(sentence) else ())):
                self.described[name] = min(start, self.described.get(name, start))
        self.dummies = frozenset(_dummies(table.trees))

    def described_in(self, sentence: Sentence) -> Iterator[Name]:
        """The letters beside which a sentence has a word that may fix their values and is no property that is used."""
        properties = self.properties_in(sentence)
        for name, found in _described(sentence):
            words = [word for word, k in found if not any(_is_of(word, k, f) for f in properties)]
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

    def properties_in(self, sentence: Sentence) -> list[Satisfies]:
        """The properties of letters that the reader has found in a sentence."""
        names = {
            key(x) for thing in sentence.things for tree in thing.trees for x in nodes(tree) if isinstance(x, Name)
        }
        said = [f for x in names for f in self.table.facts.get(x, ()) if isinstance(f, Satisfies)]
        return [f for f in said if sentence.places[0] <= f.span[0] < sentence.end]

    def is_fixed(self, symbol: Symbol, offset: int) -> bool:
        """Whether an equation gives a letter a value, or a sentence of this section or an earlier one may."""
        found = {key(symbol.name), key(bare(symbol.name))}
        return bool(found & self.valued) or self.is_described(symbol.name, offset)

    def is_described(self, name: Name, offset: int) -> bool:
        """Whether a sentence of this section or an earlier one has a word beside a letter that may fix its value."""
        names = (EVERY, key(name), key(bare(name)))
        return any(self.described.get(x, offset + 1) <= offset for x in names)

    def is_free(self, symbol: Symbol, offset: int, *, matrix: bool = False) -> bool:
        """Whether the note declares a letter, and no other fact could fix its value.

        matrix: "a matrix" alone declares it.
        """
        said = [f for f in symbol.facts if isinstance(f, HasShape | HasKind | Satisfies | IsFamily)]
        if symbol.kind in ("size", "index") or (symbol.kind == "random column" and symbol.is_pinned):
            return True
        if key(symbol.name) in self.dummies and not any(isinstance(f, HasShape | HasKind) for f in symbol.facts):
            return symbol.strength != "agreed" and not self.is_fixed(symbol, offset)
        is_sized = any(isinstance(f, HasShape | Satisfies) or f.strength == "file" for f in said)
        if not is_sized and not matrix and not _is_any(said):
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


def _letters_of(sentence: Sentence) -> list[Name]:
    """The letters that a sentence names outside displays."""
    return [x for thing in sentence.things if not thing.display for tree in thing.trees for x in _named(tree)]


def _is_of(word: str, place: int, fact: Satisfies) -> bool:
    """Whether a word at a place of the note belongs to a property of a letter: "symmetric" of "A is symmetric"."""
    return fact.span[0] <= place < fact.span[1] and _is_said(word, [fact])


def _described(sentence: Sentence) -> Iterator[tuple[Name, list[tuple[str, int]]]]:
    """The letters beside which a sentence has words that may fix their values, with these words and their places.

    Where it assumes something, all words count that are not known to fix nothing.
    """
    text = _HARMLESS.sub(lambda m: " " * len(m[0]), without_sizes(sentence))
    for match in _GROUP.finditer(text):
        before = re.split(r"⟦\d+⟧|[.,;:]| of ", text[: match.start()])[-1]
        behind = _HARMLESS.sub(lambda m: "⟦0⟧".ljust(len(m[0])), text[match.end() :])
        behind = re.split(r"⟦\d+⟧|[.;:]", behind)[0]
        things = [sentence.things[int(k)] for k in re.findall(r"\d+", match[0])]
        names = [x for thing in things if not thing.display for tree in thing.trees for x in _named(tree)]
        declares = all(isinstance(tree, Chain) for thing in things for tree in thing.trees)
        parts = before, behind.split(",")[0] if declares else behind
        places = match.start() - len(before), match.end()
        words = [
            (x[0], sentence.places[k + x.start()])
            for k, part in zip(places, parts, strict=True)
            for x in _SPECIAL.finditer(part)
        ]
        if _ASSUMES.search(" ".join(parts)) or _PREDICATED.match(behind):
            words += [
                (x[0], sentence.places[k + x.start()])
                for k, part in zip(places, parts, strict=True)
                for x in re.finditer(r"[a-z][a-z-]+", part)
                if not is_plain(x[0])
            ]
        if _PREDICATE.fullmatch(before) and match.start() > len(before):
            words.append((before, -1))  # "the symmetric part of ⟦A⟧ is ⟦B⟧"
        if _OF_PRODUCT.search(before) or _IS_SPECIAL.match(behind):  # "the columns of XW are orthonormal"
            names += [x for t in things for tree in t.trees for x in nodes(tree) if isinstance(x, Name)]
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
    """The letters that stand alone on a side of an equation, or as a factor beside numbers: X'X = nV, S = ….

    PP = P gives P no value, but P = PP may be a step of an algorithm.
    """
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
            out |= {key(x) for x in alone(left, sizes)}
            out |= {key(x) for x in alone(right, sizes) if isinstance(left, Sum) or x not in {*nodes(left)}}
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
