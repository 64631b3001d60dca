"""Which facts the clauses of a note offer: a table of patterns, and what each of them says of its letters.

A row is a name, a pattern (patterns.py) and what it offers. `->` stands before what is offered where the clause is
asserted. `~>` is for a phrase that only names its letter, also after "so" and "hence", where `->` offers a claim.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile

from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.spelling import INDICES, is_capital, is_identity, key
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.facts import COLUMNS_OF, COVARIANCE_IS, DIAGONAL, INDEPENDENT, MEAN_IS, Fact, Kind, Satisfies
from pcaproofs.notes.prose.letters import (
    ONE,
    Family,
    base,
    dimension,
    families,
    letters,
    runs,
    size,
    things,
    transposed,
    without_sizes,
)
from pcaproofs.notes.prose.patterns import LETTER, NOUNS, PROPERTIES, SIZE, Words, compiled
from pcaproofs.notes.prose.sentences import PLACED, Sentence, Thing, sentences
from pcaproofs.notes.text.source import Span

Shape = tuple[s.Node, s.Node]
COMPLETE = "complete"  # of eigenvectors: as many as the matrix has rows
UNIT_VECTORS = "unit vectors"  # the role of e_i

_TABLE = r"""
noun: NP [([,] called [:]|:)] <L> ~> noun
subject: NP [(of|along|for) [this] WORD] is [:] <L> -> noun
adjectives: ADJS <L> ~> noun
predicate: <L> [,] [which] is NP -> behind predicate
predicate of adjectives: <L> [,] [which] is ADJS -> behind predicate
written: <L> [,] [for] NP -> behind written
letters: <L> -> behind letters
predicate with a modifier: <L> [,] [which] is -> behind letters
apposition: <L> [,] (,|:|\() [namely] NP -> behind apposition
adjectives behind: <L> ADJS -> behind beside
noun behind: <L> NP -> behind beside
columns: column of [matrix] <L> is orthonormal [(set|system|family)] -> property orthonormal
columns form a basis: column of [matrix] <L> is orthonormal basis (of|for) [any] [its] [column]
    (subspace|range|image|span) -> property orthonormal
first columns: <L> [,] [which] is [its] neutral [<n>] column of [any] (orthogonal|orthonormal) MATRIX<of> -> members
    orthonormal
part: <L> [,] [which] HOLDS [matrix of] [its] neutral <n> column of MATRIX<of> -> part
part as noun: [matrix] <L> [,] (of|has) [its] neutral <n> column of MATRIX<of> -> part
rows: row of [matrix] <L> is orthonormal [(set|system|family)] -> property orthonormal rows
its columns: [its] column is orthonormal -> its orthonormal
its centred columns: (its|has) ((column|feature) [(is|has|of)] centred|centred (column|feature)) -> its centered
sums of columns: its (column|feature) sums? to zero -> its centered
centred columns: (column|feature) of [datamatrix] [matrix] <L> [(is|has)] (centred|sums? to zero) -> property centered
length: norm of <L> (is|equals?|to) one -> property unit
mean zero: (mean|average) of [(column|feature) of] [(sample|datamatrix)] <L> (is zero|equals zero|vanish|vanishes|is
    <zero>) -> property centered
mean removed: mean is (subtracted|removed) [out] [from <L>] -> property centered
data: (sample|feature|datamatrix) (is|has) centred -> data
centred data: (for|assume|assuming|use|has|consider|suppose|on|called) [which] [we] [has] [any] centred
    (sample|datamatrix) -> data assumed
samples in columns: (is|in) [its] (column|row) [,] VANISHING -> its centered
members: <L> [is [any] [neutral] sample] [,] VANISHING -> members centered
sum: sum of <L> (vanishes|is zero|equals zero) -> members centered
sum to zero: (?<!of )<L> (sum|average|add up) to zero -> members centered
data sum to zero: (?<!any )sample (sum|average|add up) to zero -> data
mean of the data: (mean|sum) of sample (vanishes|is zero|equals zero) -> data
rows are samples: [its] [neutral] {side:row|column} [of MATRIX<m>] HOLDS [its] [neutral] [one] sample
    ~> side
rows are features: [its] {side:row|column} [of MATRIX<m>] HOLDS [its] [one] feature ~> side other
rows are members: [its] [neutral] {side:row|column} [of MATRIX<m>] HOLDS [sample] [vector] [centred]
    <members> ~> side
letter with columns: [<m> [,]] has {side:row|column} <members> ~> side
one sample per row: [one] sample (per|in|for|is|to) [one] {side:row|column} ~> side
samples as rows: [its] [centred] (sample|vector) [is] [STORED] (in|is|into|along) [its] {side:row|column} [of
    MATRIX<m>] ~> side
members as rows: <members> [is] [STORED] (in|is|into|along) [its] {side:row|column} [vector] [of MATRIX<m>] ~> side
nth row: <members> [,] (is|for) <index> [(th|st|nd|rd)] {side:row|column} [vector] of MATRIX<m> ~> side
eigenvectors: VECTORS <V> [of MATRIX<a>] [{whole:is orthonormal}] TO VALUES [is] <W> [of MATRIX<b>] ~> eigen
eigenvalues: VALUES <W> [of MATRIX<a>] TO VECTORS <V> [of MATRIX<b>] ~> eigen
has eigenvectors: <a> has VECTORS [,] <V> TO VALUES [is] <W> -> eigen
is eigenvector: <V> is VECTORS [of MATRIX<a>] TO VALUES <W> [of MATRIX<b>] [, orthogonal to <U>] -> eigen
is eigenvalue: <W> [is] [any] eigenvalue [of MATRIX<a>] TO VECTORS <V> [of MATRIX<b>] -> eigen
eigenvector alone: [any] [its] [unit] [neutral] [unit] [{pair:orthonormal}] eigenvector <L> [of MATRIX<a>]
    [(of|has) unit] ~> eigenvector
is eigenvector alone: <L> [,] [which] [is] [any] [its] [unit] [neutral] [unit] [{pair:orthonormal}] eigenvector
    of MATRIX<a> [(of|has) unit] -> eigenvector
eigenpair: eigenpair <V> of MATRIX<a> -> eigenpair
is eigenpair: <V> is eigenpair of MATRIX<a> -> eigenpair
all eigenvalues: eigenvalue <m> [of MATRIX<a>] -> spectrum
is all eigenvalues: <m> is eigenvalue of MATRIX<a> -> spectrum
svd: [<m> is] [its] {svd:svd} ~> decomposition
eigendecomposition: [<m> is] [its] eigendecomposition ~> decomposition
positive entries: <m> (has|have) [only] positive [diagonal] (entries|elements) -> positive
role is: <m> [,] [which] is [its] {role:mean|covariance|scatter|kernel} [OF] -> role
role called: {role:mean|covariance|scatter|kernel} [[OF] CONN] [called] <m> ~> role
role written: (write|call|denote|is) [called] <m> [,] [for] [its] {role:mean|covariance} [OF] ~> role
moment of a letter: {role:mean|covariance} [vector] <value> -> moment
form: <value> for [any] [(neutral|nonzero)] [vector] <L> -> form
independent letters: <L> [,] [which] [is] [any] neutral [random] [(vector|feature|number|matrix)] -> independent
independent of a letter: <m> [,] [which] [is] neutral (of|from|has) <of> -> independent
independent behind moments: <m> has [centred] [and] [covariance <W>] [,] and is neutral (of|from|has) <of>
    -> independent
role behind and: and <m> {role:mean|covariance|scatter|kernel} (of|for) [(random vector|sample|datamatrix|vector)]
    <of> ~> role
letters and their role: (and|has|called) <m> its {role:mean|covariance} ~> role their
number of samples: <m> [,] [which] is [its] [count] {n:sample size|count sample|count row} ~> count sample size
number of features: <m> [,] [which] is [its] [neutral] (count (feature|column)|dimension|dimension of feature subspace
    |dimension of sample|dimension of sample subspace) ~> count dimension
count of samples: count (sample|row) [CONN] <m> ~> count sample size
count of features: (count (feature|column)|dimension of sample) [CONN] <m> ~> count dimension
samples: <n> [(neutral|centred|random)] [<nd> dimension] {what:sample} [[called] <members>] [(of|has|in) [dimension]
    <np> [{more:feature}]] ~> several sample size
vectors: <n> [(neutral|centred|random)] [<nd> dimension] {what:vector} [[called] <members>] [(of|has|in) [dimension]
    <np> [{more:feature}]] ~> several vectors
features: <n> [neutral] {what:feature} [[called] <members>] ~> several dimension
dimension: <nd> dimension [random] (sample|feature) ~> count dimension
projection: <m> [,] [which] is [its] (orthogonal|orthonormal) projector (on|onto|to) [subspace] <of> -> projection
unit vectors: <L> [,] is [ORDINALS] [(standard|canonical|natural|coordinate)] [unit] (vector|basis) [of norm <m>] ->
    unit vectors
diagonal entries: <m> is diagonal [matrix] (has|its|of) [diagonal] (entries|elements|eigenvalue) [is] <d> -> diagonal
diagonal matrix with entries: diagonal [matrix] <m> (has|of) [its] [diagonal] (entries|elements|eigenvalue) [is] <d> ~>
    diagonal
on the diagonal: <m> is diagonal [matrix] has <d> on its [main] diagonal -> diagonal
matrix of ones: <m> is [square] <size> ONES -> ones
"""


_CHOICES = re.compile(r"\[[^\[\]]*\]|\([^()]*\)|\{[^{}]*\}|<\w+>")  # in brackets, and slots


@dataclass(frozen=True)
class Phrase:
    """A row of the table. said: its pattern, as it is written there."""

    name: str
    said: str
    offer: str
    argument: str
    names: bool  # whether it only names its letter

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The regular expression, which is compiled for a text that has the fixed words."""
        return compiled(self.said)

    @cached_property
    def fixed(self) -> tuple[str, ...]:
        """Words of every text in which the phrase stands: those that are neither optional nor alternatives."""
        before, rest = "", self.said
        while before != rest:
            before, rest = rest, _CHOICES.sub(" ", rest)
        return tuple(x for x in rest.split() if x.isalpha() and x.islower())

    def may_be_in(self, text: str) -> bool:
        """Whether a text has the fixed words."""
        return all(x in text for x in self.fixed)


def _rows(table: str) -> Iterator[Phrase]:
    for line in re.sub(r"\n +", " ", table.strip()).split("\n"):
        name, _, rest = line.partition(": ")
        said, sign, offer = re.split(r" (->|~>) ", rest)
        kind, _, argument = offer.partition(" ")
        yield Phrase(name, said, kind, argument, sign == "~>")


PHRASES = tuple(_rows(_TABLE))
_MODIFIERS = tuple(_rows(r"""
size: [,] (of|has|which has|its) (size|dimension) [(is|of)] (SIZE|<n>) -> size
size is: is [of] (size|dimension) SIZE -> size
map: [,] [(which maps|mapping|which|goes)] from [subspace] <domain> (to|into) [subspace] <range> -> map
space: [,] (in|from|on|of|for|∈|is in|living in|lying in|belonging to|taking values in|has values in) [subspace] <space>
    -> space
counts: [,] (of|has) <n> row and <nd> column -> counts
unit: [,] (of|has) unit -> unit
columns: [,] ((of|has) orthonormal column(?! or)|its column is orthonormal) -> columns
full rank: [,] (of|has) invertible -> invertible
positive entries: [,] ((of|has) [only] positive [diagonal] (entries|elements)|its [diagonal] (entries|elements) is
    positive) -> positive_entries
rows: [,] ((of|has) orthonormal row(?! or| and)|its row is orthonormal(?! column)) -> rows
centred: [,] ((of|has) centred [(column|feature)](?! or)|its (column|feature) (is|has) centred|its column sum to zero)
    -> centered
"""))  # fmt: skip
# words between which a phrase stands; any other word may restrict it
_BEFORE_IT = """
    let lets suppose supposing assume assumes assuming assumed which where has and or but if when whenever for of in
    on to from onto into between with consider take choose given is called any its find finds pick fix fixing seek
    we i us since because so hence then while write than under along by at using use uses via respect get gets
    obtain obtained define defines whose th this these is be not only instead there exists exist over until
"""
_BEHIND_IT = """
    of has in which and where such from for by on onto to containing is if then so we as but or called satisfying
    satisfies satisfy spanned formed defined it its along under over when while at corresponding neutral belonging
    consisting pointing lying this can let because since does do will using into whereas respectively these there
    than any one may must cannot maximises maximizes minimises minimizes maximise minimise gives yields holds with
    that equals whenever subject until through without being i taking put set define write consider
"""
_ENDING = """
    and we then so which its has where such but because since for onto in to throughout of
"""
_BEFORE, _BEHIND, _ENDS = (frozenset(words.split()) for words in (_BEFORE_IT, _BEHIND_IT, _ENDING))
_DETERMINED = re.compile(r"(?:^|[^\w-])(?:a|an|the|each|every|all|both|our|its|their) $")
_ANEW = re.compile(r" (?:the|an?|our|their|its|both|each) ")
_AVOIDED = re.compile(
    r"(?:\b(?:no|not|non|almost|nearly|quasi|approximately|hardly|without|than|pseudo|semi|half|either|neither|nor)"
    r"(?: an?| the)?[ -]?|-)$"
)


@dataclass(frozen=True)
class Found:
    """A phrase in a sentence: its words, what matched, and its place in the text."""

    words: Words
    match: re.Match[str]
    place: tuple[int, int]
    argument: str
    names: bool

    def __getitem__(self, name: str) -> str:
        return _raw(self.match.groupdict().get(name) or "")


def _raw(said: str) -> str:
    """A part of the words with sizes as in the text."""
    return said.replace("⟪", "⟦").replace("⟫", "⟧")


# one of two letters, or which of them a property has, is not read: "the latter is centred", "⟦0⟧, not ⟦1⟧, is …"
_ONE_OF_THEM = re.compile(
    r"(?<![\w-])(?:the (?:former|latter)|(?:one|neither|none|either|some|most) of (?:them|these|which|the two)"
    r"|the (?:first|second|third|other|last)(?: one)? (?:is|are|has|being|of (?:them|these)))(?![\w-])"
    r"|(?<![\w-])(?:only|all but|except|but not) ⟦\d+⟧"
    r"|⟦\d+⟧,? (?:(?:but )?not|rather than|unlike|as opposed to|instead of) ⟦\d+⟧,? (?:is|are|be|has)(?![\w-])"
)


def read_phrases(reader: FactReader) -> None:
    """Add the facts that the clauses of a sentence offer."""
    words = Words(reader.sentence)
    if (vague := _ONE_OF_THEM.search(reader.sentence.text)) is not None:
        for name in [x for thing in reader.sentence.things if not thing.display for x in letters(thing)]:
            reader.unclear(name, vague.span())
    for row in (x for x in PHRASES if x.may_be_in(words.text)):
        start = 0
        while (match := row.pattern.search(words.text, start)) is not None:
            found = Found(words, match, words.place(*match.span()), row.argument, row.names)
            is_closed = _is_closed(reader, found)
            if is_closed and _OFFERS[row.offer](reader, found):
                start = match.end()
            else:
                start = words.text.find(" ", match.start() + 1) + 1 or len(words.text)
    _listed(reader)
    _numbers(reader)


def _is_closed(reader: FactReader, found: Found) -> bool:
    """Whether the words around a phrase do not belong to it."""
    text, (start, end) = found.words.text, found.match.span()
    raw = reader.sentence.text[: found.place[0]]
    before = text[:start].rstrip().rpartition(" ")[2]
    is_begun = not before.isalnum() or before in _BEFORE or _DETERMINED.search(raw) is not None
    is_begun |= found.match[0].startswith(("⟦", "⟪", "has ", "its ", "which ", "and ", "is "))
    if before == "of" and not (found["np"] or found["adjs"] or found["role"] or found.match[0].startswith("⟦")):
        return False  # "some of the columns of ⟦X⟧"
    is_ended = _ANEW.match(reader.sentence.text, found.place[1]) or _is_ended(text, end)
    return is_begun and _AVOIDED.search(raw) is None and bool(is_ended)


# what may follow some words that may follow a phrase: not "with respect to", "with the median", "in the maximum norm"
_THIRD = {
    "of": re.compile(r"(?!which|\d)"),
    "has": re.compile(
        rf"[⟦⟪]|(?:{PROPERTIES}|column|row|feature|eigen\w+|its|mean|covariance|neutral eigen\w+|rank|full|entries"
        rf"|svd|which|norm"
        r"|dimension|size|sample|one sample|one feature|second|values in)(?!\S)"
    ),
    "in": re.compile(
        r"[⟦⟪]|(?:which|this|what|addition|following|pca|sequel|particular|rest|neutral|null|kernel|subspace|span"
        r"|range)(?!\S)"
    ),
    "at": re.compile(r"[⟦⟪]"),
    "so": re.compile("(?!which)"),
    "and": re.compile("(?!then )"),
    "taking": re.compile("values in "),
    "up": re.compile("(?!)"),
}


def _is_ended(text: str, end: int, ends: frozenset[str] = _BEHIND) -> bool:
    """Whether a phrase may end at a place, before one of some words, a sign or a formula."""
    word, _, behind = text[end:].lstrip().partition(" ")
    third = _THIRD.get(word)
    return not word.isalpha() or (word in ends and (third is None or third.match(behind) is not None))


@dataclass
class _Noun:
    """A noun phrase: its end among the words, its noun, its properties, a shape.

    members: the shape is that of the members of the letter, not its own.
    """

    end: int
    noun: str = ""
    properties: list[str] = field(default_factory=list)
    shape: Shape | None = None
    is_random: bool = False
    is_row: bool = False
    plural: bool = False
    members: bool = False

    @property
    def kind(self) -> str:
        """The noun, or the one whose properties it may have."""
        return {"sample": "data", "eigenvalue": "number", "eigenvector": "vector", "feature": "vector", "": ""}.get(
            self.noun, self.noun if self.noun not in ("datamatrix", "covariance", "scatter", "kernel") else "matrix"
        )


_PIECE = re.compile(rf"(?P<size>{SIZE})|(?P<n>(?:{LETTER}|\d+)) (?:dimension|d)(?!\S)|{LETTER}|[^\s,]+")


def _noun(reader: FactReader, found: Found) -> _Noun | None:
    """The noun phrase or the adjectives in a phrase, with the modifiers behind the phrase; None if a size is none."""
    part = "np" if found["np"] else "adjs"
    out = _Noun(found.match.end())
    if not found[part]:
        return out
    for piece in _PIECE.finditer(found[part]):
        word = piece[0]
        if piece["size"] or (word[0] == "⟦" and not piece["n"]):
            if (shape := _size_of(reader.sentence, word)) is None:
                return None
            out.shape = shape
        elif piece["n"]:
            rows = _numbers_in(reader.sentence, piece["n"])
            out.shape = (rows[0], ONE) if rows else None
        elif word == "random":
            out.is_random = not found[part].startswith("any")
        elif word == "row":
            out.is_row = True
        elif word not in ("neutral", "any", "its", "and"):
            out.properties.append("centered" if word == "centred" else word)
    if part == "np":
        out.noun = out.properties.pop()
        raw = reader.sentence.text[slice(*found.words.place(*found.match.span("np")))]
        out.plural = raw.endswith("s") and not raw.endswith(("axis", "basis"))
        out.is_row |= raw.endswith(("row vector", "row vectors"))
    if out.shape is not None and out.kind in ("number", "subspace"):
        out.shape = None
        return out if out.kind == "subspace" and " dimension " in found["np"] else None
    return out


def _modify(reader: FactReader, found: Found, out: _Noun) -> bool:
    """Read the modifiers behind a noun or letters: "of size …", "in …", "with unit norm"; whether there were any."""
    text, begin = found.words.text, out.end
    while True:
        for row in (x for x in _MODIFIERS if x.may_be_in(text)):
            match = row.pattern.match(text, out.end + 1)
            if match is not None and _is_modified(reader, out, row.offer, match):
                out.end = match.end()
                break
        else:
            return out.end > begin


_OTHER_SIZE = re.compile(rf",? and ({SIZE}|⟪\d+⟫)")


def _is_modified(reader: FactReader, out: _Noun, said: str, match: re.Match[str]) -> bool:
    sentence = reader.sentence
    match said:
        case "size":
            shape = _size_of(sentence, _raw(match["size"] or match["n"]))
            found = [] if match["size"] else _numbers_in(sentence, match["n"])
            if shape is None and found and out.kind in ("vector", "data", ""):
                shape, out.members = (found[0], ONE), out.kind != "vector"
            other = _OTHER_SIZE.match(match.string, match.end())  # "⟦A⟧ and ⟦D⟧ of size ⟦n×n⟧ and ⟦m×m⟧"
            is_of_several = other is not None and _size_of(sentence, _raw(other[1])) is not None
            out.shape = None if is_of_several else shape or out.shape
            return shape is not None
        case "space":
            (thing,) = things(sentence, _raw(match["space"]))
            shape = size(thing)
            if shape is None or not isinstance(thing.trees[0], s.Power | s.Name):
                return False
            if shape[1] == ONE and out.kind in ("matrix", "projector"):  # a projector on ℝ^m is m×m
                if out.kind == "matrix" and not match[0].startswith("on "):
                    return False
                shape = (shape[0], shape[0])
            out.shape = shape
        case "map":
            rows, columns = (_size_of(sentence, _raw(match[x])) for x in ("range", "domain"))
            if rows is None or columns is None:
                return False
            is_linear = re.search(r"linear (?:\w+ )?(?:⟦\d+⟧)?,? ?$", sentence.text[: sentence.text.find("from ")])
            if out.kind == "matrix" or is_linear:
                out.shape = (rows[0], columns[0])
        case "counts":
            out.shape = _size_of(sentence, f"{match['n']} × {match['nd']}")
            return out.shape is not None
        case _ if not _is_ended(match.string, match.end()):
            return False
        case _:
            out.properties.append(said)
    return True


def _size_of(sentence: Sentence, said: str) -> Shape | None:
    """n × p in one formula, between two, or in digits."""
    if PLACED.fullmatch(said):
        return size(things(sentence, said)[0])
    two = _numbers_in(sentence, said)
    return (two[0], two[1]) if len(two) == 2 else None


def _numbers_in(sentence: Sentence, said: str) -> list[s.Node]:
    """The numbers in a part of a sentence, as formulas or digits."""
    found = (
        dimension(things(sentence, x)[0]) if x[0] == "⟦" else s.Num(x)
        for x in re.findall(rf"{LETTER}|(?<!⟦)\b\d+", said)
    )
    return [x for x in found if x is not None]


def _noun_before(reader: FactReader, found: Found) -> bool:
    """Read "a unit vector ⟦w⟧", "the data matrix ⟦X⟧ of size …", "for any orthogonal ⟦R⟧"."""
    out = _noun(reader, found)
    letters_said = reader.letters(found["L"])
    if out is None or not letters_said or (not found.names and not _is_subject(reader, found)):
        return False
    if out.shape and size(things(reader.sentence, found["L"])[0]):
        return False
    if not out.noun and not out.properties:
        return False
    if out.noun and not out.plural and out.noun != "sample":  # "the covariance matrix ⟦Σ⟧, and ⟦a⟧ any vector"
        letters_said = reader.letters(PLACED.search(found["L"])[0]) or letters_said  # type: ignore[index]
    text = reader.sentence.text
    if out.kind == "number" and re.search(
        r"(?:vector|column|row|matrix|list) (?:of|containing|with) (?:the |all |its )?$", text[: found.place[0]]
    ):
        return False  # "the vector of coefficients ⟦β⟧"
    if ":" in found.match[0] and re.search(r"⟧ (?:is|are|be|being|was|were) $|⟧ is an? $", text[: found.place[0]]):
        return False  # "⟦u⟧ is a unit vector: ⟦P = uuᵀ⟧"
    _modify(reader, found, out)
    return _say_all(reader, found, letters_said, out, claimed=found.names)


_SUBJECT = re.compile(  # second: of two nouns, "the eigenvalues and eigenvectors"
    r"(?:(?P<second>(?:^|[,:;(] )(?:(?:the|our|its|their) )?[\w-]+ and )|^|[,:;(] "
    r"|(?<![\w-])(?:and|where|then|so|that|with|hence|thus|here|now|let) )(?:(?:the|a|an|our|its|their) )?$"
)


def _is_subject(reader: FactReader, found: Found) -> bool:
    """Whether a noun phrase may be the subject of its clause: not "space" of "the covariance in feature space".

    "The eigenvalues and eigenvectors are ⟦λ⟧ and ⟦v⟧" does not say which letter is which.
    """
    match = _SUBJECT.search(reader.sentence.text[: found.place[0]])
    return match is not None and not match["second"]


def _say_all(reader: FactReader, found: Found, said: tuple[s.Name, ...], out: _Noun, *, claimed: bool = False) -> bool:
    place = found.words.place(found.match.start(), out.end)
    if not reader.holds(*place, claimed=claimed):
        return False
    _say(reader, said, out, place)
    return True


_COPULA_OF_ONE = re.compile(r"(?:is|denotes|represents|stands for)(?![\w-])")
_WRITES = re.compile(r"(?:denot(?:e|es|ing) (?:by|with)|writ(?:e|es|ing)|call) $")
_LETS = re.compile(r"\b(?:let|suppose|assume|take)\b[^;:]* be [^;:]*(?:,| and) $")


_SAME = re.compile(r"(?<!\w)same [a-z -]*$")


def _behind_letters(reader: FactReader, found: Found) -> bool:
    """Read what is said behind letters, by the kind of phrase.

    predicate: "⟦X⟧ is a centred matrix of size …"; written: "denote by ⟦S⟧ the symmetric matrix …"; letters: modifiers
    alone, "⟦X⟧ of size …"; apposition: "⟦w⟧, a unit vector,"; beside: "for ⟦S⟧ symmetric", "let ⟦u⟧ be … and ⟦A⟧ …"
    """
    text, how, is_predicate = reader.sentence.text, found.argument, found.argument in ("predicate", "written")
    before, raw = text[: found.place[0]], text[found.place[1] :]
    if how == "written" and _WRITES.search(before) is None:
        return False
    if _SAME.search(before) and text[slice(*_gap(found))].startswith(" as "):
        return False  # "the same covariance ⟦S⟧ as the data"
    is_one = is_predicate and _COPULA_OF_ONE.search(text, *_gap(found)) is not None
    is_one |= how == "letters" and raw.startswith(" has ")
    listed = _own_subjects(reader, found["L"], is_one)
    said, out = reader.letters(listed), _noun(reader, found)
    if not said and out is not None and out.properties and how != "apposition":
        _doubt_parts(reader, found)
    if out is None or not said or (how != "apposition" and _is_object(found)):
        return False
    is_next = found.words.text.startswith(" ⟦", out.end)
    if how == "letters" and (is_next or raw.startswith((", has", ", have", ", both", ", all", ", each"))):
        return False
    if is_predicate:
        is_claim = re.search(r"which|that|it ", text[slice(*_gap(found))]) and _has_equation(reader, listed)
        if is_claim or is_next or not (out.noun or out.properties or out.shape):
            return False  # "S = XᵀX, which is symmetric" is a claim
    if how == "beside" and out.noun and not _LETS.search(before):
        return False
    is_modified = _modify(reader, found, out)
    is_whole = {"letters": is_modified, "apposition": out.shape or out.properties}.get(how, out.noun or out.properties)
    is_ended = how == "letters" or (is_predicate and out.noun) or _is_ended(found.words.text, out.end, _ENDS)
    return bool((is_whole or is_predicate) and is_ended) and _say_all(reader, found, said, out)


def _gap(found: Found) -> tuple[int, int]:
    """The place in the text between letters and what is said of them."""
    part = "np" if found["np"] else "adjs" if found["adjs"] else "L"
    letters_end, start = found.words.place(*found.match.span("L"))[1], found.words.place(*found.match.span(part))
    return letters_end, start[part == "L"]


def _doubt_parts(reader: FactReader, found: Found) -> None:
    """Say of the letters of "⟦S + T⟧ is symmetric" that they are not free."""
    trees = [x for thing in things(reader.sentence, found["L"]) for x in thing.trees if not isinstance(x, s.Chain)]
    for name in dict.fromkeys(s.every(trees, s.Name)):
        reader.unclear(name, found.place)


_LIST_BEFORE = re.compile(rf"(?:{LETTER} (?:, and|and|,) )+$")
_OBJECT = re.compile(
    rf"(?<!orthogonal )\b(?:of|to|onto|from|in|between|than|along|under|into|on|against)"
    rf"(?: (?:its|any|{PROPERTIES}|{NOUNS}))* $"
    rf"|(?:{LETTER}|\b\w) ?(?:×|x|by|called|⟫) ?$"
)


def _is_object(found: Found) -> bool:
    """Whether what is said behind letters may be said of something else: of "the product" in "the product of ⟦X⟧"."""
    before = found.words.text[: found.match.start()]
    first = _LIST_BEFORE.sub("", before)
    return _OBJECT.search(before) is not None or (first != before and _OBJECT.search(first) is not None)


def _own_subjects(reader: FactReader, said: str, is_one: bool) -> str:
    """The letters of a list of which the words behind it speak: after an equation, or the last for a singular verb."""
    found = [x[0] for x in PLACED.finditer(said)]
    equations = [_has_equation(reader, x) or _compares(reader, x) for x in found]
    first = len(found) - 1 if is_one else 0
    if not all(equations):
        first = max([first, *(k + 1 for k, x in enumerate(equations) if x)])
    seen = set[s.Name]()
    for k, x in enumerate(found):  # "⟦A, B ∈ …⟧, ⟦A⟧ symmetric": a letter that is said again begins anew
        here = {*reader.letters(x)}
        first = max(first, k) if here and here <= seen else first
        seen |= here
    return ", ".join(found[first:])


def _has_equation(reader: FactReader, said: str) -> bool:
    return any("=" in chain.signs for chain in _chains(reader, said))


def _compares(reader: FactReader, said: str) -> bool:
    """Whether a formula compares letters with each other: s > t, of which the words behind say nothing."""
    orders = {"<", ">", "≤", "≥", "≠", "⪰", "≻", "⪯", "≺"}
    chains = (x for x in _chains(reader, said) if orders.issuperset(x.signs))
    return any(not any(isinstance(term, s.Num | s.Dots) for term in x.terms) for x in chains)


def _chains(reader: FactReader, said: str) -> Iterator[s.Chain]:
    trees = (tree for thing in things(reader.sentence, said) for tree in thing.trees)
    return (tree for tree in trees if isinstance(tree, s.Chain))


_FITS = {
    "unit": "vector basis data",
    "centered": "data matrix vector",
    "symmetric": "matrix projector",
    "psd": "matrix",
    "orthonormal": "vector basis matrix",
    "orthogonal": "vector matrix projector",
    "nonzero": "vector number",
    "positive": "number",
    "nonnegative": "number",
    "distinct": "number",
    "columns": "matrix data basis",
    "rows": "matrix data",
    "idempotent": "matrix projector",
}
_RESPECTIVELY = re.compile(r"[^.;⟦]*(?<![\w-])resp(?:ectively|\.)")
_EACH_ITS_OWN = re.compile(r"⟧ (?:be|are|is) an? [^⟦⟧]*(?<![\w-])and an? [^⟦⟧]*$")  # "⟦0⟧ and ⟦1⟧ be a … and a …"


def _say(reader: FactReader, names: tuple[s.Name, ...], out: _Noun, place: tuple[int, int]) -> None:
    """Add what a noun phrase says of letters."""
    text = reader.sentence.text
    is_apart = _RESPECTIVELY.match(text, place[1]) or _EACH_ITS_OWN.search(text[slice(*place)])
    properties = [] if len(names) > 1 and is_apart else out.properties
    for name in names if properties != out.properties else ():
        reader.unclear(name, place)
    for k, name in enumerate(names):
        if out.shape is not None and not (out.noun == "basis" and not name.base.islower()):
            rows, columns = out.shape
            if columns == ONE and (out.kind == "data" or out.members):
                listed = [x.letter for x in _families_in(reader, text[slice(*place)])]
                for letter in listed or ([name] if name.base.islower() else []):
                    reader.shape(letter, rows, ONE, place)
                reader.is_data(name)
                continue
            is_row = out.kind == "vector" and columns == ONE and out.is_row
            reader.shape(name, *((columns, rows) if is_row else (rows, columns)), place)
        is_several = out.plural and len(names) == 1  # "⟦V = […]⟧ (orthonormal eigenvectors)", "the coefficients ⟦β⟧"
        holds_them = is_several and ((out.kind == "vector" and is_capital(name)) or _is_column(reader, out, name))
        raw = text[slice(*place)]
        out = _as_matrix(out, raw, name)
        is_covariance = out.noun in ("covariance", "scatter", "kernel")
        is_said = not is_covariance or ("matri" in raw and not is_identity(name))
        if (kind := _kind(out)) is not None and not holds_them and is_said:
            reader.kind(name, kind, place)
            properties = ["psd", *properties] if is_covariance and not _OF_TWO.match(text, place[0]) else properties
        if out.noun in ("sample", "datamatrix"):
            reader.is_data(name)
        if out.kind == "matrix":
            reader.matrices.append((place[0], name))
        is_of = re.match(r" (?:of|on|onto|to|from|by)\b", text[place[1] :])
        if out.noun == "projector" and "orthogonal" not in properties and is_capital(name) and not is_of:
            reader.satisfies(name, "idempotent", place)
        for said in dict.fromkeys(properties):
            if not out.noun or out.kind in _FITS.get(said, "matrix").split():
                _property(reader, names, k, said, out, place)


def _as_matrix(out: _Noun, raw: str, name: s.Name) -> _Noun:
    """What is said of a multiplier, which is a matrix if its letter is a capital one."""
    is_matrix = out.noun == "number" and "multiplier" in raw and is_capital(name)
    return replace(out, noun="matrix") if is_matrix else out


def _is_column(reader: FactReader, out: _Noun, name: s.Name) -> bool:
    """Whether a letter without an index is no family: "the coefficients ⟦β⟧" are a column."""
    is_word = isinstance(name.subscript, s.Name) and len(name.subscript.base) > 1  # β_OLS
    listed = [x.letter for x in _families_in(reader, reader.sentence.text)]
    return out.kind == "number" and (name.subscript is None or is_word) and name not in listed


def _families_in(reader: FactReader, said: str) -> list[Family]:
    return [x for thing in things(reader.sentence, said) for tree in thing.trees for x in families(tree)]


def _kind(out: _Noun) -> Kind | None:
    match out.kind:
        case "vector" if out.is_row and not out.plural and out.shape is None:
            return "matrix"  # of one row
        case "vector":
            return "random column" if out.is_random else "column"
        case "matrix":
            return "matrix"
        case "number":
            return "number"
        case "subspace":
            return "subspace"
    return None


def _property(
    reader: FactReader, names: tuple[s.Name, ...], k: int, said: str, out: _Noun, place: tuple[int, int]
) -> None:
    name = names[k]
    if said == "distinct":
        if len(names) > 1 and k == 0:
            reader.distinct(name, names[1:], place)
    elif said in ("columns", "rows"):
        reader.satisfies(name, "orthonormal" if said == "columns" else "orthonormal rows", place)
    elif said in ("orthonormal", "orthogonal"):
        _perpendicular(reader, names, k, said, out, place)
    elif said == "positive_entries":
        if "diagonal" in out.properties:
            reader.satisfies(name, "positive_definite", place)
    elif said == "centered" and out.noun == "covariance":
        pass  # "mean zero and covariance ⟦Σ⟧" says nothing of Σ
    elif said != "unit" or out.noun or name.base.islower():  # else it is a matrix whose columns are scaled
        reader.satisfies(name, said, place)


# "the orthogonal projection ⟦P⟧ onto ⟦U⟧" has a role of its own, and "of ⟦x⟧ onto ⟦U⟧" is a column
_ONTO = re.compile(
    r"(?! of\b)(?! (?:on|onto|to)(?: the)?(?: (?:linear )?(?:sub)?space)? ⟦)(?! (?:on|onto|to)\b(?!(?: (?:the|an?|its"
    r"|that|of|by|spanned|column|row|null|orthogonal|complement|line|plane|hyperplane|subspace|space|span|range|image"
    r"|kernel|first|leading|top|design|data|matrix|columns?|rows?|(?:eigen)?vectors?|components?|principal|⟦\d+⟧))+"
    r"(?:$|[.;]|,? (?:and|so|then|where|we|let)(?![\w-]))))"
)
_TO = re.compile(
    rf" to (?:(?:the|both|all|each of|vectors?|columns?) )*(?P<others>{LETTER}(?:(?:, and | and |, ){LETTER})*)?"
    r"(?P<either> or\b)?"
)
_NEW_CLAUSE = re.compile(
    r" (?:is|be|are|has|have|was|were|denotes?|orthogonal|orthonormal|symmetric|an?|of unit|with unit)(?![\w-])"
)


def _perpendicular(
    reader: FactReader, names: tuple[s.Name, ...], k: int, said: str, out: _Noun, place: tuple[int, int]
) -> None:
    """Add orthonormality: of columns that are listed, of a column to others, or of a family or a matrix."""
    name, text = names[k], reader.sentence.text
    is_columns = out.kind in ("vector", "basis") or (not out.noun and name.base.islower())
    if (to := _TO.match(text, place[1])) is not None:
        others = reader.letters(to["others"]) if to["others"] and not to["either"] else ()
        if len(others) > 1 and _NEW_CLAUSE.match(text, to.end("others")):
            others = others[:-1]
        if others and is_columns and said == "orthogonal":
            reader.satisfies(name, said, place, others)
        else:
            reader.unclear(name, place)
    elif len(names) > 1 and is_columns:
        if said == "orthonormal":
            reader.satisfies(name, "unit", place)
        if names[k + 1 :]:
            reader.satisfies(name, said, place, names[k + 1 :])
    elif is_columns:
        indexed = isinstance(name.subscript, s.Name)
        if said == "orthonormal" and (indexed or name in [x.letter for x in _families_in(reader, text)]):
            reader.satisfies(base(name) if indexed else name, said, place)
    elif out.noun != "projector":
        reader.satisfies(name, said, place)
    elif _ONTO.match(text, place[1]):
        reader.satisfies(name, "projector", place)


def _property_of(reader: FactReader, found: Found) -> bool:
    """A property of the letters, or of the data without a letter."""
    zero = things(reader.sentence, found["zero"])[0].trees if found["zero"] else (s.Num("0"),)
    said = reader.letters(found["L"]) if found["L"] else tuple(reader.data[-1:])
    return zero in ((s.Num("0"),), (s.Name("0", font="bold"),)) and _satisfy(reader, found, said)


def _property_of_it(reader: FactReader, found: Found) -> bool:
    """A property of the matrix that the sentence named last: "whose columns are orthonormal"."""
    name = reader.matrix_before(found.place[0]) or next(reversed(reader.data), None)
    return name is not None and _satisfy(reader, found, (name,))


def _of_members(reader: FactReader, found: Found) -> bool:
    """Samples whose mean or sum is zero, named by a family."""
    name = reader.one(found["L"])
    is_family = name is not None and (isinstance(name.subscript, s.Name) or reader.is_family(name))
    return name is not None and is_family and _satisfy(reader, found, (name,))


def _satisfy(reader: FactReader, found: Found, names: tuple[s.Name, ...]) -> bool:
    is_said = bool(names) and reader.holds(*found.place)
    for name in names if is_said else ():
        reader.satisfies(name, found.argument, found.place)
    return is_said


def _part_of(reader: FactReader, found: Found) -> bool:
    """Some columns of a matrix: they are orthonormal if its columns are."""
    name, whole = reader.one(found["L"]), reader.one(found["of"])
    if name is None or whole is None or name == whole or not reader.holds(*found.place):
        return False
    said = reader.sentence.text[slice(*found.place)]
    is_first = re.search(r"(?<!\w)(?:first|leading|top) ⟦", said) is not None  # else any of them
    count = _numbers_in(reader.sentence, found["n"])[:1] if is_first else []
    reader.satisfies(name, COLUMNS_OF, found.place, (whole, *count))
    return True


def _of_data(reader: FactReader, found: Found) -> bool:
    """Centring of the letters that were called data, unless it is known."""
    is_object = found.argument == "assumed"  # "assume centred data": not "centred data are …"
    start = found.place[0]
    if is_object:
        start = found.words.place(found.match.start() + found.match[0].index(" ") + 1, found.match.end())[0]
        if re.match(
            r" (?:is|has|does|do|gives?|yields?|means?|can|may|will)(?!\S)", found.words.text[found.match.end() :]
        ):
            return False
    if not reader.holds(start, found.place[1]):
        return False
    known = [x.letter for x in reader.facts if isinstance(x, Satisfies) and x.hypothesis == "centered"]
    for name in [x for x in reader.data if x not in known] or reader.data[-1:]:
        reader.satisfies(name, "centered", found.place)
    return True


def _is_equation(thing: Thing) -> bool:
    return any(isinstance(x, s.Chain) and x.signs[0] in ("=", ":=") for x in thing.trees)


def _sides(reader: FactReader, found: Found) -> bool:
    """The content of the rows or columns of a matrix: "each row of ⟦X⟧ is a sample"."""
    by = "columns" if (found["side"] == "column") != (found.argument == "other") else "rows"
    said = takewhile(lambda x: not _is_equation(x), things(reader.sentence, found["members"]))
    listed = [letters(thing) or (transposed(thing),) for thing in said]  # "the rows ⟦x_i⟧ and ⟦S = …⟧"
    members = [name for names in takewhile(all, listed) for name in names] or [
        name for names in listed for name in names
    ]
    family = next((base(name) for name in members if name is not None), None)
    if found["members"] and not all(name is not None and name.base.islower() for name in members):
        return False
    if len({base(name) for name in members if name is not None}) > 1:  # (x_i, y_i)
        return False
    if found["index"]:
        (index,) = things(reader.sentence, found["index"])
        if members[0] is None or index.trees != (members[0].subscript,):
            return False
    data = [name for name in reader.data if not name.base.islower()]
    before = re.search(r"(⟦\d+⟧) (?:be|is) [a-z -]+(?:, i\.e\.,? )?$", reader.sentence.text[: found.place[0]])
    subject = reader.one(before[1]) if before is not None and family is not None else None  # "V be orthogonal with …"
    subject = subject if subject is not None and is_capital(subject) else None
    matrix = reader.one(found["m"]) or reader.matrix_before(found.place[0]) or subject or next(reversed(data), None)
    if matrix is None or not reader.holds(*found.place, claimed=True):
        return False
    known = [name for name in reader.data if name.base.islower() and "sample" in found.match[0]]
    of = _families_in(reader, found["members"])
    family = family or (base(known[-1]) if known else None)
    reader.arranged(matrix, by, family, of[0].last if of else None, found.place)
    return True


def _eigen(reader: FactReader, found: Found) -> bool:
    vectors, values = reader.letters(found["V"]), reader.letters(found["W"])
    matrix = (
        _matrix(reader, found["a"] or found["b"])
        or reader.matrix_before(found.place[0])
        or bearer(reader, found.place[0])
    )
    if matrix is None or len(vectors) != len(values) or (not found.names and _is_object(found)):
        return False
    if not reader.holds(*found.place, claimed=found.names):
        return False
    for named in zip(vectors, values, strict=True):
        vector, value = _members(reader, found, *named)
        reader.satisfies(vector, "eigenpair", found.place, (matrix, value))
        if found["U"] and (others := reader.letters(found["U"])):
            reader.satisfies(vector, "orthogonal", found.place, others)
        if vector != named[0] and (found["whole"] or (found["are"] and found["basis"])):
            reader.satisfies(named[0], "orthonormal", found.place)
        text = reader.sentence.text[slice(*found.place)]
        is_spectrum = found["are"] and found.match[0].startswith("eigenvalue") and not _SOME_OF_THEM.search(text)
        if vector != named[0] and (found["basis"] or is_spectrum):
            reader.satisfies(named[0], COMPLETE, found.place)
        if is_spectrum and isinstance(matrix, s.Name) and _are_signed(reader, found["W"]):
            reader.satisfies(matrix, "psd", found.place)
    return True


def _are_signed(reader: FactReader, said: str) -> bool:
    """Whether a formula says of numbers that none of them is negative: λ_1 ≥ … ≥ λ_p ≥ 0."""
    trees = [x for thing in things(reader.sentence, said) for x in thing.trees]
    return any(isinstance(x, s.Chain) and {*x.signs} <= {"≥", ">"} and x.terms[-1] == s.Num("0") for x in trees)


def _matrix(reader: FactReader, said: str) -> s.Node | None:
    """The matrix of which words name eigenvectors: a letter, or a product or sum such as XᵀX."""
    trees = things(reader.sentence, said)[0].trees if said else ()
    is_product = len(trees) == 1 and isinstance(trees[0], s.Product | s.Sum | s.Transpose)
    return trees[0] if is_product else reader.one(said)


def _members(reader: FactReader, found: Found, vector: s.Name, value: s.Name) -> tuple[s.Name, s.Name]:
    """q_i and λ_i for eigenvectors and eigenvalues that are listed as families; else the letters as they are."""
    lists = [things(reader.sentence, found[name]) for name in ("V", "W")]
    if not all(len(said) == 1 and any(map(_is_family, said[0].trees)) for said in lists):
        return vector, value
    return replace(vector, subscript=s.Name("i")), replace(value, subscript=s.Name("i"))


def _is_family(tree: s.Node) -> bool:
    """Whether a formula lists x_1, …, x_n, perhaps in an order: λ_1 ≥ … ≥ λ_n ≥ 0."""
    if isinstance(tree, s.Chain) and any(isinstance(x, s.Dots) for x in tree.terms):
        return isinstance(tree.terms[0], s.Name) and tree.terms[0].subscript == s.Num("1")
    return any(True for _ in families(tree))


_BEARER = re.compile(
    r"(?P<matrix>⟦\d+⟧)(?: (?:be|is|a|an|real|any|symmetric|positive|semidefinite|semi-definite|definite|square|matrix"
    r"|covariance|scatter|with|has|have|having|and|which|whose|it|its))+ $"
)


def bearer(reader: FactReader, end: int) -> s.Name | None:
    """The matrix of "S ∈ ℝ^{p×p} be symmetric with …", which is square or symmetric, before its eigenvectors."""
    match = _BEARER.search(reader.sentence.text[:end])
    if match is None:
        return None
    is_before = re.search(r"(?<![\w-])(?<!not )symmetric (?:[a-z]+ )?$", reader.sentence.text[: match.start()])
    if is_before or re.search(r" (?:symmetric|covariance|definite|scatter) ", match[0]):
        return reader.one(match["matrix"])
    (thing,) = things(reader.sentence, match["matrix"])
    shape = [
        size(replace(thing, trees=(x,))) for tree in thing.trees if isinstance(tree, s.Chain) for x in tree.terms[1:]
    ]
    return reader.one(match["matrix"]) if any(x is not None and x[0] == x[1] for x in shape) else None


def _eigenpair(reader: FactReader, found: Found) -> bool:
    pair, matrix = reader.letters(found["V"]), reader.one(found["a"])
    if matrix is None or len(pair) != 2 or not reader.holds(*found.place):
        return False
    value, vector = pair if pair[0].base in "λμστκρνα" else pair[::-1]
    reader.satisfies(vector, "eigenpair", found.place, (matrix, value))
    return True


def _eigenvector(reader: FactReader, found: Found) -> bool:
    """Eigenvectors u and v of A whose eigenvalues have no letters: these are called λ_u and λ_v."""
    vectors, matrix = reader.letters(found["L"]), _matrix(reader, found["a"]) or bearer(reader, found.place[0])
    has_values = "eigenvalue" in found.words.text and not _OWN_VALUES.match(found.words.text, found.match.end())
    if matrix is None or has_values or not reader.holds(*found.place, claimed=found.names):
        return False
    if not vectors or any(is_capital(x) or reader.is_family(base(x)) for x in vectors):
        return False
    for vector in vectors:
        reader.satisfies(vector, "eigenpair", found.place, (matrix, s.Name("λ", subscript=vector)))
        if " unit " in f" {found.match[0]} " or found["pair"]:
            reader.satisfies(vector, "unit", found.place)
        if (
            others := [x for x in vectors if x != vector]
            if _OWN_VALUES.match(found.words.text, found.match.end())
            else []
        ):
            reader.distinct(s.Name("λ", subscript=vector), tuple(s.Name("λ", subscript=x) for x in others), found.place)
        if found["pair"] and len(vectors) > 1:
            reader.satisfies(vector, "orthogonal", found.place, tuple(x for x in vectors if x != vector))
    return True


_OWN_VALUES = re.compile(r" (?:has|to|for|belonging to|corresponding to) (?:its )?distinct eigenvalue(?! [⟦⟪])")
_ALL_OF_THEM = re.compile(
    r"$|[.;:]|, (?:where|so|then|we|and let)(?![\w-])| (?:⟦\d+⟧|counted with (?:their )?multiplicit)"
)
_END = re.compile(
    r"(?=$|[.,;:)]| (?:and|with|in|where|which|counted|ordered|arranged|sorted|so|be|then)(?![\w-])(?! ⟦))"
)
_SOME = re.compile(
    r"(?:largest|biggest|greatest|smallest|top|leading|first|last|distinct|different|nonzero|positive) $"
)
_SOME_OF_THEM = re.compile(r"(?<!\w)(?:corresponding|associated|largest|top|leading|first|distinct|nonzero)(?!\w)")
_ONLY = re.compile(
    r" (?:(?:be|is|an?|any|some|real|square|symmetric|positive|semi-?definite|definite|covariance|matrix|with|and|has"
    r"|have|having|which|the|its) )*"
)


def _spectrum(reader: FactReader, found: Found) -> bool:
    """All eigenvalues of a matrix whose eigenvectors have no name: by the spectral theorem they are orthonormal.

    They get a name here, v^λ_1, …, v^λ_n, that the note does not contain; it is used only for a symmetric matrix.
    """
    text, (start, end) = reader.sentence.text, found.place
    matrix = reader.one(found["a"]) or bearer(reader, start) or _only_matrix(reader, start)
    listed = _families_in(reader, found["m"])
    if matrix is None or len(listed) != 1 or "eigenvector" in text or _SOME.search(text[:start]):
        return False
    if _END.match(text, end) is None or not reader.holds(start, end):
        return False
    value = replace(listed[0].letter, subscript=None)
    vector, i = s.Name("v", upper=value), s.Name("i")
    reader.family(replace(listed[0], letter=vector), found.place)
    pair = matrix, replace(value, subscript=i)
    reader.satisfies(replace(vector, subscript=i), "eigenpair", found.place, pair)
    reader.satisfies(vector, "orthonormal", found.place)
    if _ALL_OF_THEM.match(text, end):
        reader.satisfies(vector, COMPLETE, found.place)
    return True


def is_named_here(letter: s.Name) -> bool:
    """Whether eigenvectors have a name that the note does not contain."""
    return letter.base == "v" and isinstance(letter.upper, s.Name)


def _only_matrix(reader: FactReader, end: int) -> s.Name | None:
    """The only matrix that a sentence names before a place, if it is the last formula there."""
    named = {name for place, name in reader.matrices if place < end}
    text = without_sizes(reader.sentence)[:end]
    placed = [x[0] for x in PLACED.finditer(text)]
    between = re.sub(" +", " ", text.rpartition("⟧")[2])
    is_last = len(named) == 1 and placed and reader.letters(placed[-1]) == (*named,)
    return named.pop() if is_last and _ONLY.fullmatch(between) else None


def _decomposition(reader: FactReader, found: Found) -> bool:
    """X = UΣVᵀ: orthonormal columns and a diagonal matrix; S = VΛVᵀ: an orthogonal one and a diagonal one."""
    if not reader.holds(*found.place, claimed=True):
        return False
    behind = re.match(r"[^⟦.;]{0,40}(?:⟦\d+⟧[^⟦.;]{0,25})?(?:⟦\d+⟧)?", reader.sentence.text[found.place[1] :])
    for thing in things(reader.sentence, found["m"] + (behind[0] if behind else "")):
        for whole, left, middle, right in (x for tree in thing.trees for x in _factors(tree)):
            if (found["svd"] or left == right) and not left.base.islower():
                for name in {left: None, right: None}:
                    reader.satisfies(name, "orthonormal" if found["svd"] else "orthogonal", found.place)
                reader.satisfies(middle, DIAGONAL, found.place)
                if found["svd"]:  # singular values are not negative
                    reader.satisfies(middle, "psd", found.place)
                _of_no_letter(reader, found, whole)
                for name in {left: None, right: None}:  # the columns of U are u_1, u_2, …, if nothing else is said
                    reader.arranged(name, "columns", small(name), None, found.place)
                reader.satisfies(middle, DIAGONAL, found.place, (small(middle), whole))
        for numbers, last, *vectors in (x for tree in thing.trees for x in _in_sum(tree)):
            if not (found["svd"] or vectors[0] == vectors[1]):
                continue
            reader.family(Family(numbers, "", last), found.place)
            for name in dict.fromkeys(vectors):
                reader.family(Family(name, "", last), found.place)
                reader.satisfies(name, "orthonormal", found.place)
    return True


_OF_MATRIX = re.compile(
    rf" of (?:any |its )?(?P<said>(?:(?:{PROPERTIES}|covariance|neutral) )+)(?:(?:data)?matrix )?(?![⟦⟪])"
)
_OF_MATRIX_WITH = re.compile(
    r" of (?:any |its )?(?:[\w-]+ )?(?:data)?matrix (?:of|has|which|its) (?P<columns>orthonormal column)?"
)


def _of_no_letter(reader: FactReader, found: Found, whole: s.Node) -> None:
    """What is said of the matrix that a decomposition is of, if it has no letter: "the SVD of a centred matrix"."""
    behind = f"{found.words.text[found.match.end() :]} "
    if not isinstance(whole, s.Name):
        return
    if (more := _OF_MATRIX_WITH.match(behind)) is not None:
        if more["columns"]:
            reader.satisfies(whole, "orthonormal", found.place)
        else:
            reader.unclear(whole, found.place)
    match = _OF_MATRIX.match(behind)
    for said in match["said"].split() if match is not None else ():
        if said not in ("neutral", "square", "unit"):
            reader.satisfies(whole, {"centred": "centered", "covariance": "psd"}.get(said, said), found.place)


def _in_sum(tree: s.Node) -> Iterator[tuple[s.Name, s.Node, s.Name, s.Name]]:
    """σ, r, u and v of A = Σ_{i=1}^r σ_i u_i v_iᵀ."""
    for value in tree.terms[1:] if isinstance(tree, s.Chain) else ():
        match value:
            case s.Big("∑", body=s.Product((s.Name() as n, s.Name() as u, s.Transpose(s.Name() as v))), upper=last):
                indices = s.index_names(value)
                is_family = all(isinstance(x.subscript, s.Name) and x.subscript.base in indices for x in (n, u, v))
                if is_family and last is not None:
                    yield base(n), last, base(u), base(v)


def small(name: s.Name) -> s.Name:
    """The small letter of a capital one: u of U, σ of Σ."""
    return replace(name, base=name.base.lower())


def _factors(tree: s.Node) -> Iterator[tuple[s.Node, s.Name, s.Name, s.Name]]:
    """A and the factors of A = U Σ Vᵀ, also behind another value of A: S = XᵀX/n = VΛVᵀ."""
    match tree:
        case s.Sentence(parts):
            for part in parts:
                yield from _factors(part)
        case s.Chain(terms=(whole, *_)):
            for _, sign, value in s.links(tree):
                match sign, value:
                    case "=", s.Product((s.Name() as left, s.Name() as middle, s.Transpose(s.Name() as right))):
                        yield whole, left, middle, right


_OF_MORE = re.compile(r",? (?:⟦|and ⟦|given|conditional|conditioned|within|after|before|under|when|if|in (?:each|one))")


def _role(reader: FactReader, found: Found) -> bool:
    letter, role = reader.one(found["m"]), found["role"]
    text, words = reader.sentence.text, found.words.text
    behind = words[found.match.end() :]
    if (
        letter is None
        or is_identity(letter)
        or letter.base.isdigit()
        or not reader.holds(*found.place, claimed=found.names)
    ):
        return False
    if found.names and re.match(r" ?(?:=|×|is called|denotes)", text[found.place[1] :]):
        return False
    if not found.names and _is_object(found):
        return False
    if not found["of"] and re.match(r" (?:of|for|over|along) (?!sample|random vector|its sample|⟦)", behind):
        return False
    if found.argument and len({x.letter for x in _families_in(reader, text)}) != 1:
        return False  # "their mean" refers to the one family of the sentence
    after = re.match(r" (?:of|for) (?:(?:random )?vector )?(⟦\d+⟧)", behind)  # "the covariance matrix ⟦Σ⟧ of ⟦x⟧"
    told = found["of"] or (after[1] if after else "")
    end = behind[after.end() :] if after and not found["of"] else behind
    is_more = _OF_MORE.match(end) is not None and not _is_equation(things(reader.sentence, f"{end}⟦0⟧")[0])
    if told and role != "kernel" and (reader.one(told) is None or is_more):
        both = tuple(x for part in (told, end.partition("⟧")[0] + "⟧") for x in reader.letters(part))
        if end.startswith(" and ⟦") and len(both) == 2:  # "of ⟦x⟧ and ⟦y⟧"
            reader.stands(letter, role, s.Listed(both), found.place)
            return True
        reader.unclear(letter, found.place)  # "of ⟦x − y⟧", "of ⟦x⟧ given ⟦y⟧"
        return True
    of = reader.one(told) or _subject(reader, found.place[0])
    if role == "covariance" and _is_of_one(text, found, of) and reader.holds(*found.place):
        reader.satisfies(letter, "psd", found.place)
    reader.stands(letter, role, of, found.place)
    return True


def _moment(reader: FactReader, found: Found) -> bool:
    """A letter with mean 0 or covariance σ²I: with a value that is no letter. Other letters have a role."""
    name, trees = _subject(reader, found.place[0]), things(reader.sentence, found["value"])[0].trees
    value = trees[0] if len(trees) == 1 else None
    if isinstance(value, s.Chain) and value.signs == ("=",) and isinstance(value.terms[0], s.Moment):
        value = value.terms[1]
    is_letter = isinstance(value, s.Name) and not (is_identity(value) or value.base.isdigit())
    if name is None or value is None or is_letter or isinstance(value, s.Chain) or not reader.holds(*found.place):
        return False
    reader.satisfies(name, MEAN_IS if found["role"] == "mean" else COVARIANCE_IS, found.place, (value,))
    return True


def _form(reader: FactReader, found: Found) -> bool:
    """xᵀAx ≥ 0 for all x, which says that A is positive semidefinite."""
    trees, letter = things(reader.sentence, found["value"])[0].trees, reader.one(found["L"])
    match trees:
        case (
            s.Chain(
                (s.Product((s.Transpose(s.Name() as left), s.Name() as a, s.Name() as right)), s.Num("0")), (sign,)
            ),
        ):
            is_of_all = re.search(r"(?<!\w)(?:all|any|each|every)(?!\w)", reader.sentence.text[slice(*found.place)])
            is_form = left == right == letter != a and sign in ("≥", ">")
            is_whole = _is_everywhere(things(reader.sentence, found["L"])[0]) and _is_ended(
                found.words.text, found.match.end(), frozenset({"and", "then", "so", "we"})
            )
            is_said = is_form and is_whole and is_of_all is not None and reader.holds(*found.place)
            if is_said:
                reader.satisfies(a, "psd", found.place)
            return is_said
    return False


def _is_everywhere(thing: Thing) -> bool:
    """Whether a formula is a letter alone, or says that it is any column: x ∈ ℝⁿ or x ≠ 0, and not x ∈ S."""
    match thing.trees[0]:
        case s.Chain((s.Name(), space), ("∈",)):
            return size(replace(thing, trees=(space,))) is not None
        case s.Chain((s.Name(), s.Num("0")), ("≠",)):
            return True
        case tree:
            return isinstance(tree, s.Name)


_INDEPENDENT = re.compile(
    r"(?<!linearly )(?:independent|uncorrelated)(?: random)?(?: \w+)?(?: (?:of|from|with) ⟦\d+⟧)?$"
)
_NOT_OF_EACH_OTHER = re.compile(r" (?:of|from|given|conditional\w*|if|unless)(?![\w-])")


def _with_laws(reader: FactReader, part: str) -> Iterator[s.Name]:
    """Letters, also with their laws: z of z ∼ N(0, I)."""
    for thing in things(reader.sentence, part):
        match thing.trees[0]:
            case s.Chain((s.Name() as letter, _), ("∼",)):
                yield letter
            case _:
                yield from letters(thing)


def _independent(reader: FactReader, found: Found) -> bool:
    """Letters that are independent of each other, or of another one; not given something, and not "of the data"."""
    text, (start, end) = reader.sentence.text, found.place
    names = [x for part in (found["L"], found["m"], found["of"]) for x in _with_laws(reader, part)]
    is_of_part = (
        re.search(r"(?<![\w-])of $", text[:start]) is not None
    )  # "the first entry of ⟦v⟧ is independent of ⟦x⟧"
    is_said = _INDEPENDENT.search(text[start:end]) and not _NOT_OF_EACH_OTHER.match(text[end:]) and not is_of_part
    if not is_said or len(names) < 2 or not reader.holds(start, end):
        return False
    for k, letter in enumerate(names[:-1]):
        reader.satisfies(letter, INDEPENDENT, found.place, tuple(names[k + 1 :]))
    return True


_OF_TWO = re.compile(
    r"[^.;]*?(?<![\w-])(?:between|of [^.;,⟦]*⟦\d+⟧[^.;,⟦]*(?<![\w-])(?:and|with) [^.;,⟦]*⟦|of two(?![\w-]))"
)


def _is_of_one(text: str, found: Found, of: s.Name | None) -> bool:
    """Whether a covariance is that of one random vector with itself, so that it is positive semidefinite."""
    said = text[slice(*found.place)]
    where = max(said.find(" matrix"), said.find("covariance"))
    is_of_one = of is not None and not re.search(r"⟦\d+⟧,? and ⟦", text[: found.place[0]])
    return (" matrix" in said or is_of_one) and not _OF_TWO.match(text, found.place[0] + where)


def _subject(reader: FactReader, start: int) -> s.Name | None:
    """The letter to which "with mean … and covariance …" refers."""
    said = re.search(
        r"(⟦\d+⟧)[^⟦⟧,;]*(?:(⟦\d+⟧)[^⟦⟧,;]*)?\b(?:with|whose|has|have|having) (?:an? |the )?"
        r"(?:(?:zero )?(?:mean|expectation|average|covariance"
        r"|covariance matrix) (?:⟦\d+⟧ |zero )?and (?:an? |the )?)?$",
        reader.sentence.text[:start],
    )
    return ((said[2] and reader.one(said[2])) or reader.one(said[1])) if said else None


def _count(reader: FactReader, found: Found) -> bool:
    """The number of samples, or their dimension, as a letter or as the number in "⟦p⟧-dimensional"."""
    letter = reader.one(found["m"]) or next(iter(_numbers_in(reader.sentence, found["nd"])), None)
    if not isinstance(letter, s.Name) or not reader.holds(*found.place, claimed=True):
        return False
    if found["m"]:
        reader.kind(letter, "size", found.place)
    reader.stands(letter, found.argument, None, found.place)
    return True


_NO_COUNT = re.compile(r"⟦\d+⟧ (?:the|an?|our|this|each) ")  # "for ⟦x_k⟧ the new sample is ⟦z_k⟧"


def _several(reader: FactReader, found: Found) -> bool:
    """⟦n⟧ samples ⟦x_i⟧ of dimension ⟦p⟧."""
    count = next(iter(_numbers_in(reader.sentence, found["n"])), None)
    if not isinstance(count, s.Name) or not reader.holds(*found.place, claimed=True):
        return False
    if _NO_COUNT.match(reader.sentence.text, found.place[0]):
        return False
    place, sized = found.place, found["nd"] or found["np"]
    if found.argument != "vectors" or found["members"]:
        reader.stands(count, found.argument.replace("vectors", "sample size"), None, place)
    rows = next(iter(_numbers_in(reader.sentence, sized)), None) if sized else None
    shape = size(things(reader.sentence, found["np"])[0]) if "⟦" in found["np"] else None
    is_dimension = bool(found["nd"] or found["more"] or " dimension " in found.match[0])
    if found["np"] and isinstance(rows, s.Name) and is_dimension:
        reader.stands(rows, "dimension", None, place)
    for name in reader.letters(found["members"]):
        if found["what"] == "sample":
            reader.is_data(name)
        if isinstance(name.subscript, s.Name):
            reader.family(Family(base(name), name.subscript.base, count), place)
        if shape is not None:
            reader.shape(name, *shape, place)
        elif rows is not None and is_dimension:
            reader.shape(name, rows, ONE, place)
    return True


def _projection(reader: FactReader, found: Found) -> bool:
    letter, of = reader.one(found["m"]), reader.one(found["of"])
    if letter is None or of is None or not reader.holds(*found.place):
        return False
    reader.stands(letter, "projection onto", of, found.place)
    return True


def _unit_vectors(reader: FactReader, found: Found) -> bool:
    """e_i, the columns of an identity matrix."""
    raw = reader.sentence.text[slice(*found.place)]
    if not re.search(r"standard|canonical|natural|coordinate|unit vectors? of length", raw) or not reader.holds(
        *found.place, claimed=True
    ):
        return False
    length = things(reader.sentence, found["m"])[0].trees[0] if found["m"] else None
    for tree in (tree for thing in things(reader.sentence, found["L"]) for tree in thing.trees):
        for family in families(tree):
            reader.stands(replace(family.letter, subscript=s.Name("i")), UNIT_VECTORS, family.last, found.place)
        for name in s.items(tree):
            if isinstance(name, s.Name) and isinstance(name.subscript, s.Name):
                reader.stands(name, UNIT_VECTORS, length, found.place)
    return True


def _ones(reader: FactReader, found: Found) -> bool:
    letter, shape = reader.one(found["m"]), size(things(reader.sentence, found["size"])[0])
    is_whole = _is_ended(found.words.text, found.match.end(), frozenset({"so", "then"}))
    if letter is None or shape is None or not is_whole or not reader.holds(*found.place):
        return False
    reader.shape(letter, *shape, found.place)
    reader.satisfies(letter, "ones", found.place)
    return True


def _diagonal_of(reader: FactReader, found: Found) -> bool:
    """D = diag(d_1, …, d_n)."""
    letter, numbers = reader.one(found["m"]), [x for y in things(reader.sentence, found["d"]) for x in letters(y)]
    if letter is None or len(numbers) != 1 or not reader.holds(*found.place, claimed=found.names):
        return False
    reader.satisfies(letter, DIAGONAL, found.place, (base(numbers[0]),))
    return True


def _positive_entries(reader: FactReader, found: Found) -> bool:
    """A matrix that is known to be diagonal is positive definite if its entries on the diagonal are positive."""
    letter = reader.one(found["m"])
    if letter is None or not reader.holds(*found.place):
        return False
    trees = [x for thing in things(reader.sentence, found["m"]) for x in thing.trees]
    is_written = any(
        isinstance(x, s.Chain) and isinstance(x.terms[1], s.Operator) and x.terms[1].name == "diag" for x in trees
    )
    known = (isinstance(x, Satisfies) and x.hypothesis == DIAGONAL and x.letter == letter for x in reader.facts)
    if is_written or any(known):
        reader.satisfies(letter, "positive_definite", found.place)
    else:
        reader.unclear(letter, found.place)
    return True


_OFFERS: dict[str, Callable[[FactReader, Found], bool]] = {
    "noun": _noun_before,
    "behind": _behind_letters,
    "property": _property_of,
    "its": _property_of_it,
    "part": _part_of,
    "data": _of_data,
    "members": _of_members,
    "side": _sides,
    "eigen": _eigen,
    "eigenpair": _eigenpair,
    "eigenvector": _eigenvector,
    "spectrum": _spectrum,
    "decomposition": _decomposition,
    "role": _role,
    "moment": _moment,
    "form": _form,
    "independent": _independent,
    "count": _count,
    "several": _several,
    "projection": _projection,
    "unit": _unit_vectors,
    "ones": _ones,
    "diagonal": _diagonal_of,
    "positive": _positive_entries,
}


def _listed(reader: FactReader) -> None:
    """Families whose members a formula lists, or whose index one bounds."""
    for found, place in runs(reader.sentence):
        reader.family(found, place)
    for match in PLACED.finditer(reader.sentence.text):
        thing = things(reader.sentence, match[0])[0]
        for tree in thing.trees if not thing.display else ():
            for found in families(tree):
                reader.family(found, match.span())


_TAKES = re.compile(
    r"\b(?:let|suppose|assume|given|fix|for (?:all|any|every|each))\b(?: (?:real|a|an|the|arbitrary|any|constants?"
    r"|numbers?|scalars?|parameters?|that|let|and|integers?|natural)| ?⟦\d+⟧|[,;])* $"
)
_NO_MORE = re.compile(r" *(?:[.;,:]|$|and\b|⟦|(?:be |is )?fixed\b|be given\b)")


def _numbers(reader: FactReader) -> None:
    """Greek letters that a sentence introduces only by a range, "let λ > 0"; Latin ones if they are integers."""
    sentence = reader.sentence
    for place in PLACED.finditer(sentence.text):
        (thing,) = things(sentence, place[0])
        before = sentence.text[: place.start()]
        if thing.display or not _TAKES.search(before) or not _NO_MORE.match(sentence.text, place.end()):
            continue
        if not reader.holds(*place.span()):
            continue
        is_integer = before.endswith(("integer ", "integers ", "natural numbers "))
        for tree in thing.trees:
            for name in _positive(tree) if is_integer else ():
                reader.kind(name, "size", place.span())
            for part in s.items(tree):
                if (letter := _ranged(part)) is not None:
                    reader.kind(letter, "number", place.span())


def _ranged(node: s.Node) -> s.Name | None:
    """The letter of λ > 0 or 0 < α < 1."""
    if not isinstance(node, s.Chain) or not set("<>≤≥≠").issuperset(node.signs):
        return None
    match [x for x in node.terms if not isinstance(x, s.Num)]:
        case [s.Name(letter) as name] if len(letter) == 1 and "α" <= letter <= "ω" and name == s.Name(letter):
            return name
    return None


def _positive(node: s.Node) -> tuple[s.Name, ...]:
    """The letters of n, p ≥ 1, or of n ≥ 1 unless n is a letter for indices."""
    match node:
        case s.Chain(terms=(s.Listed(items), s.Num("1")), signs=("≥",)):
            names = tuple(x for x in items if isinstance(x, s.Name))
            return names if any(key(x) not in INDICES for x in names) else ()
        case s.Chain(terms=(s.Name() as name, s.Num("1")), signs=("≥",)) if key(name) not in INDICES:
            return (name,)
    return ()


_ONES = "(vector (of|has) (ones|1s|one)|all-ones vector|ones vector|all-ones column|all-ones)"
_OF_ONES = [
    compiled(f"<m> [,] [(is|for|means)] [neutral] {_ONES}"),
    compiled(f"{_ONES} [of norm <size>] [[,] called] <m>"),
]
_ROWS_BY_INDEX = re.compile(
    r"⟦(\d+)⟧ (?:is|denotes|for) the (?:⟦\d+⟧-th )?row of ⟦\d+⟧(?:(?: as a column)?,? and ⟦(\d+)⟧ that of ⟦\d+⟧)?"
)


def letters_of_ones(note: Note) -> frozenset[str]:
    """The keys of the letters that the sentences or formulas of a note declare as columns of ones."""
    out = set[str]()
    for sentence in sentences(note):
        words = Words(sentence)
        for match in (m for pattern in _OF_ONES for m in pattern.finditer(words.text)):
            trees = (
                tree.terms[0] if isinstance(tree, s.Chain) else tree for tree in things(sentence, match["m"])[0].trees
            )
            out |= {key(x) for x in trees if isinstance(x, s.Name)}
    return frozenset(out | {*_ones_by_formulas(note)})


def _ones_by_formulas(note: Note) -> set[str]:
    """The letters that a formula gives the value (1, …, 1)ᵀ, and no formula another value or a space."""
    found, others = set[str](), set[str]()
    for chain in s.every(note.trees, s.Chain):
        for left, sign, right in s.links(chain):
            if sign in ("=", ":=", "∈"):
                is_ones = sign != "∈" and isinstance(left, s.Name) and _is_ones(right)
                (found if is_ones else others).update(key(x) for x in s.items(left) if isinstance(x, s.Name))
    return found - others


def _is_ones(node: s.Node) -> bool:
    """Whether a node is (1, …, 1)ᵀ or a column of cells 1, with dots: without dots its length is known."""
    match node:
        case s.Transpose(base=s.Group(body=s.Listed(items)) | s.Matrix(rows=(items,))):
            cells = items
        case s.Matrix(rows) if all(len(row) == 1 for row in rows):
            cells = tuple(row[0] for row in rows)
        case _:
            return False
    is_filled = all(cell == s.Num("1") or isinstance(cell, s.Dots) for cell in cells)
    return is_filled and s.Num("1") in cells and any(isinstance(cell, s.Dots) for cell in cells)


def says_rows_by_index(note: Note) -> bool:
    """Whether a sentence says that (M)_i is the i-th row of M."""
    for sentence in sentences(note):
        for match in _ROWS_BY_INDEX.finditer(sentence.text):
            said = [tree for k in match.groups() if k for tree in sentence.things[int(k)].trees]
            if any(isinstance(tree, s.Indexed) and isinstance(tree.base, s.Group) for tree in said):
                return True
    return False


_NEUTRAL = """
    and any are at be by for if in is let matrix number of real such suppose assume which then vector where has being
    neutral its i th j k namely random second moments case different row as column so
"""
_NEUTRAL_WORDS = frozenset(_NEUTRAL.split())
_SAID_WORDS = frozenset(
    [*PROPERTIES.split("|"), "columns", "eigenvector", "eigenvalue", "norm", "definite", "projector"]
)
_INERT = re.compile(  # phrases that restrict nothing: a source, what is optimal, which proof uses what
    r"by (?:[a-z-]+\.[a-z-]+|(?:the )?(?:theorem|lemma|proposition|corollary)(?: [\d.]*\d)?"
    r"|theorems on determinants) ?,(?= ⟦)"
    r"|where the slack variable ⟦\d+⟧, with ⟦\d+⟧ and ⟦\d+⟧, says that(?= ⟦)|(?<=⟧), all different(?=,)"
    r"|the (?:least|greatest) value being(?= ⟦)|a feasible (?=⟦)|(?<=⟧) is optimal if and only if(?= ⟦)"
    r"|with (?:maximum|minimum)(?= ⟦)|attained exactly where(?= ⟦)"
    r"|integers?(?= ⟦)|only \([\d(), and-]+\) needs? ⟦\d+⟧(?:, ⟦\d+⟧)*|\(\d+\)"
)
_NAMED_MATRIX = re.compile(r"(?<![\w-])(?:rotation|correlation|hat|basis) matri(?:x|ces)(?![\w-])")  # it says more
_SAID_AGAIN = re.compile(  # ⟦M⟧ is positive semidefinite, ⟦M = FᵀF⟧; ⟦u⟧ is an eigenvector of ⟦A⟧ …, ⟦Au = λu⟧
    r"⟦(?P<matrix>\d+)⟧ is positive semidefinite(?=, ⟦(?P<square>\d+)⟧ for some ⟦)"
    r"|⟦(?P<vector>\d+)⟧ is an eigenvector of ⟦(?P<of>\d+)⟧ with eigenvalue ⟦(?P<value>\d+)⟧(?=, ⟦(?P<pair>\d+)⟧)"
)
_ROOT = re.compile(r"(?P<root>[^ ]+)\^(?:\\top|\{\\top\}|T) (?P=root)")


def _is_said_again(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether the equation behind a property of an expression says the property."""
    said: dict[str, str] = {}
    for name, k in match.groupdict().items():
        trees = sentence.things[int(k)].trees if k else ()
        first = trees[0].parts[0] if trees and isinstance(trees[0], s.Sentence) else trees[0] if trees else None
        said[name] = "" if first is None else latex(first)
    if match["matrix"]:
        left, _, right = said["square"].partition(" = ")
        return left == said["matrix"] and _ROOT.fullmatch(right) is not None
    return said["pair"] == f"{said['of']} {said['vector']} = {said['value']} {said['vector']}"


def is_read(sentence: Sentence, facts: Collection[Span]) -> bool:
    """Whether a sentence has only neutral words and those of facts that were read; facts: their places."""

    def blanked(match: re.Match[str]) -> str:
        is_inert = match.re is _INERT or _is_said_again(sentence, match)
        return " " * len(match[0]) if is_inert else match[0]

    if _NAMED_MATRIX.search(sentence.text):
        return False
    words = Words(replace(sentence, text=_SAID_AGAIN.sub(blanked, _INERT.sub(blanked, sentence.text))))
    for match in re.finditer(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", words.text):
        place = sentence.places[words.place(*match.span())[0]]
        is_said = match[0] in _SAID_WORDS and any(start <= place < end for start, end in facts)
        if match[0] not in _NEUTRAL_WORDS and not is_said:
            return False
    return True


def facts_of_prose(note: Note) -> tuple[Fact, ...]:
    """The facts that a note's sentences assert, in order; denials, questions and goals are not facts."""
    reader = FactReader(note)
    for sentence in sentences(note):
        reader.begin(sentence)
        read_phrases(reader)
    return tuple(sorted(reader.facts, key=lambda fact: fact.span))
