"""Reads shapes, kinds and properties of letters in sentences: "⟦X⟧ is a centred ⟦n × p⟧ matrix"."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.spelling import is_capital
from pcaproofs.notes.formulas.surface import Chain, Name, Node, nodes
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.facts import Kind
from pcaproofs.notes.prose.letters import ONE, base, families, letters, size, things
from pcaproofs.notes.prose.noun_phrases import DETERMINER, LETTER, LETTERS, Phrase, adjectives, modified, phrase
from pcaproofs.notes.prose.sentences import Sentence

_ADVERBS = (
    r"(?: (?:also|again|both|all|each|now|here|then|just|simply|itself|thus|further|moreover|in addition|by assumption"
    r"|by definition|by construction|throughout|always|any|already|real and))*"
)
_COPULA = re.compile(
    rf",? (?:(?:which|that|they|it) )?(?:(?:is|are|be|being|was|were|to be|has been|have been)"
    rf"(?: (?:assumed|taken|chosen|supposed"
    rf"|required"
    rf"|constrained|known|said|restricted|normali[sz]ed|fixed|meant)(?: to be| as)?)?|denotes?|denoting"
    rf"|represents?|remains?"
    rf"|(?:is|are) called|will be|shall be|as|stands? for|forms?|constitutes?|should denote|to denote){_ADVERBS} "
)
_WRITING = re.compile(r"(?:denot(?:e|es|ing) (?:by|with)|writ(?:e|es|ing)|call) $")
_WRITTEN = re.compile(r",? (?:for )?(?=the |a |an |its )")
_COMMA = re.compile(r",? ?\((?:i\.e\.,? )?|, (?:i\.e\.,? )?|: ")
_LETTING = re.compile(r"\b(?:let|suppose|assume|take)\b[^;:]* be [^;:]*(?:,| and) $")  # … "and ⟦1⟧ a matrix"
_END = re.compile(
    r"(?: of (?:targets|responses|labels|weights|parameters|outcomes|observations))?(?: \)|\))?"
    r"(?=$|[,.;:)\]]| (?:and|we|then|so|that|with|where|which|such|but|because|since|by assumption"
    r"|to (?:⟦|find)|in the|here|throughout|beforehand|for|onto)\b)"
)
_AVOIDED = re.compile(
    r"(?:\b(?:no|not|non|almost|nearly|quasi|approximately|skew|anti|block|conjugate|hardly|without|than|un"
    r"|pseudo|semi|half"
    r"|co|bi|tri|lower|upper|generalised|generalized|jointly|either|neither|nor)[ -]?|[-⟧⟦\w])$"
)
_OBJECT = re.compile(
    r"(?<!denoted )(?<!denote )\b(?:of|to|by|onto|from|in|between|than|along|under|into|on|against)(?: (?:the|a"
    r"|an|our|each|all))?"
    r"(?: (?:data|sample|covariance|scatter|random|centred|centered|symmetric))*(?: (?:matrix|matrices|vectors?"
    r"|samples?|points?|data|set))? $"
)
_BEGINS = re.compile(r"(?:^|[,:;(] |(?<![\w-])(?:and|where|then|so|that|whose|with|hence|thus|here|now) )$")
_IN = re.compile(r"(?<![\w-])(?:in|of|on|for|from|to|between|under|within|over|by) $")
_IS_SECOND = re.compile(r"(?<![\w-])(?:the|its|their|these|those|both) (?:[a-z-]+ ){1,3}and (?:the |its )?$")
_CALLED = re.compile(
    rf"(?:,? (?:called|named|say|denoted(?: by| as)?|i\.e\.,?|given by|:)|(?P<is>(?: (?:of|along|for) (?:the|this"
    rf"|that|our) \w+)? (?:is|be|are)))?"
    rf":? (?P<letters>{LETTERS})"
)
_FITS: dict[str, frozenset[str]] = {
    "unit": frozenset({"vector", "basis", "data"}),
    "centered": frozenset({"data", "matrix", "vector"}),
    "symmetric": frozenset({"matrix", "projector"}),
    "psd": frozenset({"matrix"}),
    "orthonormal": frozenset({"vector", "basis", "matrix"}),
    "orthogonal": frozenset({"vector", "matrix", "projector"}),
    "invertible": frozenset({"matrix"}),
    "diagonal": frozenset({"matrix"}),
    "nonzero": frozenset({"vector", "number"}),
    "positive": frozenset({"number"}),
    "nonnegative": frozenset({"number"}),
    "distinct": frozenset({"number"}),
    "columns": frozenset({"matrix", "data", "basis"}),
    "rows": frozenset({"matrix", "data"}),
    "idempotent": frozenset({"matrix", "projector"}),
    "skew": frozenset({"matrix"}),
    "square": frozenset({"matrix"}),
}
_PREDICATE = re.compile(r"⟧ (?:is|are|be|being|was|were)(?: [a-z-]+){0,4} $")  # "⟦u⟧ is a unit vector: ⟦P = uuᵀ⟧"
_BEHIND_TIMES = re.compile(r"(?:⟧|(?<![\w-])[a-z\d]) ?(?:×|x|by|-by-) ?$")  # the second n of "A is n × n symmetric"
_EACH_ITS_OWN = re.compile(  # "⟦0⟧ and ⟦1⟧ be a centred and a raw data matrix"
    r"⟧ (?:be|are|is) an? [^⟦⟧]*(?<![\w-])and an? [^⟦⟧]*$"
)
_RESPECTIVELY = re.compile(r"[^.;⟦]*(?<![\w-])resp(?:ectively|\.)")
# one of two letters, or which of them a property has, is not read: "the latter is centred", "⟦0⟧, not ⟦1⟧, is …"
_ONE_OF_THEM = re.compile(
    r"(?<![\w-])(?:the (?:former|latter)|(?:one|neither|none|either|some|most) of (?:them|these|which"
    r"|the (?:two|three))"
    r"|the (?:first|second|third|other|last)(?: one)? (?:is|are|has|being|of (?:them|these)))(?![\w-])"
    r"|(?<![\w-])(?:only|all but|except|but not) ⟦\d+⟧"
    r"|⟦\d+⟧,? (?:(?:but )?not|rather than|unlike|as opposed to|instead of) ⟦\d+⟧,? (?:is|are|be|has)(?![\w-])"
)
_TO = re.compile(rf" to (?:(?:the|both|all|each of|vectors?|columns?) )*(?P<others>{LETTERS})?(?P<either> or\b)?")
# of "⟦u⟧ is orthogonal to ⟦v⟧ and ⟦w⟧ is …" the last letter begins a new clause
_ORTHOGONAL_TO = re.compile(r"(?:orthogonal|perpendicular|orthonormal) to $")
_NEW_CLAUSE = re.compile(
    r" (?:is|be|are|has|have|was|were|being|denotes?|orthogonal|perpendicular|orthonormal|symmetric|a|an|of unit"
    r"|with unit)"
    r"(?![\w-])"
)
# "the orthogonal projection ⟦P⟧ onto ⟦U⟧" has a role of its own, and "of ⟦x⟧ onto ⟦U⟧" is a column
_NO_PROJECTOR = re.compile(r" of\b| (?:on|onto|to)(?: the)?(?: (?:linear )?(?:sub)?space)? ⟦")
_ONTO = re.compile(
    r" (?:on|onto|to)(?: (?:the|an?|its|their|this|that|of|by|spanned|column|row|null|orthogonal|complement|line|plane"
    r"|hyperplane|subspace|space|span|range|image|kernel|first|leading|top|design|data|matrix|columns?|rows?"
    r"|(?:eigen)?vectors?|components?|principal|⟦\d+⟧))+(?=$|[.;]|,? (?:and|so|then|where|we|let)(?![\w-]))"
)
_OF_MANY = re.compile(  # "the vector of coefficients ⟦β⟧"
    r"(?<![\w-])(?:vector|column|row|matrix|array|list|tuple) (?:of|containing|with) (?:the |all |its )?$"
)


def read_properties(reader: FactReader) -> None:
    """Add the facts of a sentence about shapes, kinds and properties."""
    text = reader.sentence.text
    for match in re.finditer(LETTERS, text):
        first = match.start()
        if _BEHIND_TIMES.search(text[:first]):
            continue
        if _OBJECT.search(text[max(0, first - 40) : first]):
            listed = list(re.finditer(LETTER, match[0]))
            if _ORTHOGONAL_TO.search(text[:first]) and len(listed) > 1 and _NEW_CLAUSE.match(text, match.end()):
                first += listed[-1].start()
                _behind(reader, text[first : match.end()], first, match.end())
                continue
            if len(listed) == 1 or size(things(reader.sentence, listed[0][0])[0]) is None:
                continue
            first += listed[1].start()  # "in ⟦ℝᵖ⟧ and ⟦A⟧ a matrix"
        _behind(reader, text[first : match.end()], first, match.end())
    if (vague := _ONE_OF_THEM.search(text)) is not None:
        for name in [x for thing in reader.sentence.things if not thing.display for x in letters(thing)]:
            reader.unclear(name, vague.span())
    done = 0
    for match in re.finditer(r"(?<![\w⟧-])(?=[a-z⟦\d])", text):
        if match.start() >= done:
            done = _before(reader, match.start()) or done


def _behind(reader: FactReader, said: str, start: int, end: int) -> None:
    """Read the words after letters: "… is a unit vector", ", a unit vector,", "… symmetric", "… of unit length"."""
    said, start = _own_subjects(reader, said, start, end)
    names = reader.letters(said)
    if not names:
        _of_expressions(reader, said, (start, end))
        return
    text = reader.sentence.text
    copula = (_WRITTEN if _WRITING.search(text[:start]) else _COPULA).match(text, end)
    comma = None if copula else _COMMA.match(text, end)
    if copula is not None:
        names = _subjects(reader, said, copula[0]) or names
        _predicate(reader, names, (start, end), copula.end())
    elif comma is not None:
        found = phrase(reader.sentence, comma.end())
        if found is not None and found.noun:
            modified(reader.sentence, found)
            closed = _END.match(text, found.end)
            if closed and (found.shape or found.properties) and reader.holds(start, found.end):
                _say(reader, names, found, (start, found.end))
    elif text[end : end + 1] == " " and _LETTING.search(text[:start]):
        found = phrase(reader.sentence, end + 1)
        if found is not None and found.noun:
            modified(reader.sentence, found)
            if _END.match(text, found.end) and reader.holds(start, found.end):
                _say(reader, names, found, (start, found.end))
                return
    alone = Phrase(end)
    if modified(reader.sentence, alone) and reader.holds(start, alone.end):
        _say(reader, names, alone, (start, alone.end))
    elif copula is None and text[end : end + 1] == " ":
        found = adjectives(reader.sentence, end + 1)
        if found.properties and _END.match(text, found.end) and reader.holds(start, found.end):
            _say(reader, names, found, (start, found.end))


def _of_expressions(reader: FactReader, said: str, place: tuple[int, int]) -> None:
    """Read a property of ⟦S + T⟧: nothing is said of S or T alone, and they are not free."""
    copula = _COPULA.match(reader.sentence.text, place[1])
    start = copula.end() if copula is not None else place[1] + 1
    found = phrase(reader.sentence, start) or adjectives(reader.sentence, start)
    trees = [tree for thing in things(reader.sentence, said) for tree in thing.trees if not isinstance(tree, Chain)]
    if found.properties:
        for name in {x: None for tree in trees for x in nodes(tree) if isinstance(x, Name)}:
            reader.unclear(name, place)


def _own_subjects(reader: FactReader, said: str, start: int, end: int) -> tuple[str, int]:
    """The part of a list of letters to which the words after it refer, and its start.

    Of "⟦X = ACᵀ⟧, ⟦C⟧ has …" that is the last one: what has a verb in the singular, and what is no equation beside it.
    """
    found = list(re.finditer(LETTER, said))
    equations = [_is_equation(reader, match[0]) for match in found]
    first = len(found) - 1 if reader.sentence.text.startswith(" has ", end) else 0
    seen = set[Name]()
    for k, match in enumerate(found):  # "⟦A, B ∈ …⟧, ⟦A⟧ symmetric": a letter that is said again begins anew
        here = set(reader.letters(match[0]))
        first = k if here and here <= seen else first
        seen |= here
    if not all(equations):
        first = max([first, *(k + 1 for k, is_equation in enumerate(equations) if is_equation)])
    if not 0 < first < len(found):
        return said, start
    return said[found[first].start() :], start + found[first].start()


def _subjects(reader: FactReader, said: str, copula: str) -> tuple[Name, ...]:
    """The subjects of a verb: in "⟦0⟧, ⟦1⟧ is" only the last letter."""
    if re.search(r"\b(?:is|denotes|represents|stands for)\b", copula):
        return reader.letters(re.findall(LETTER, said)[-1])
    return reader.letters(said)


def _predicate(reader: FactReader, names: tuple[Name, ...], letters: tuple[int, int], start: int) -> None:
    sentence = reader.sentence
    if re.match(r",? (?:which|that|it) ", sentence.text[letters[1] :]) and _is_equation(
        reader, sentence.text[slice(*letters)]
    ):
        return  # "S = XᵀX, which is symmetric" is a claim
    found = phrase(sentence, start)
    if found is not None and not re.match(
        r" ?[⟦-]| of (?:the )?⟦\d+⟧ (?:is|are)\b", sentence.text[found.end : found.end + 30]
    ):
        modified(sentence, found)
    elif found is None:
        found = adjectives(sentence, start)
        if not (found.properties or found.shape) or not _END.match(sentence.text, found.end):
            found = Phrase(start - 1)
            if not modified(sentence, found):
                return
        else:
            modified(sentence, found)
    else:
        return  # "⟦u⟧ is the eigenvector ⟦v⟧": said of ⟦v⟧
    if reader.holds(letters[0], found.end):
        _say(reader, names, found, (letters[0], found.end))


def _is_equation(reader: FactReader, said: str) -> bool:
    """Whether one of the placeholders is an equation."""
    return any(
        isinstance(tree, Chain) and "=" in tree.signs for thing in things(reader.sentence, said) for tree in thing.trees
    )


def _before(reader: FactReader, start: int) -> int:
    """Read the words before letters: "a unit vector ⟦w⟧", "the data matrix ⟦X⟧ of size …"; their end, or 0."""
    sentence, text = reader.sentence, reader.sentence.text
    if _AVOIDED.search(text[max(0, start - 14) : start]):
        return 0
    found = phrase(sentence, start) or _adjectives_alone(sentence, start)
    if found is None or (found.noun == "number" and _OF_MANY.search(text[max(0, start - 40) : start])):
        return 0
    match = _CALLED.match(text, found.end)
    if match is None or not (names := reader.letters(match["letters"])):
        return 0
    if found.shape and size(things(sentence, match["letters"])[0]):
        return 0
    if match["is"] and (not _is_subject(text, start) or _IS_SECOND.search(text[:start])):
        return 0
    if ":" in text[found.end : match.start("letters")] and _PREDICATE.search(text[:start]):
        return 0
    found.end = match.end()
    modified(sentence, found)
    if not reader.holds(start, found.end, claimed=not match["is"]):
        return 0
    _say(reader, names, found, (start, found.end))
    return found.end


def _adjectives_alone(sentence: Sentence, start: int) -> Phrase | None:
    """Adjectives right before a letter: "for any orthogonal ⟦R⟧"."""
    found = adjectives(sentence, start)
    behind = re.match(rf" ?{LETTER}", sentence.text[found.end :])
    if not found.properties or not behind or not DETERMINER.match(sentence.text, start):
        return None
    found.end -= sentence.text[found.end - 1] == " "
    return found


def _is_subject(text: str, start: int) -> bool:
    """Whether a noun phrase may be the subject of its clause: not "space" of "the covariance in feature space"."""
    if _BEGINS.search(text[:start]):
        return True
    return DETERMINER.match(text, start) is not None and not _IN.search(text[:start])


def _say(reader: FactReader, names: tuple[Name, ...], found: Phrase, place: tuple[int, int]) -> None:
    """Add the properties in a phrase for letters."""
    properties = found.properties
    text = reader.sentence.text
    is_apart = _RESPECTIVELY.match(text, found.end) or _EACH_ITS_OWN.search(text[place[0] : found.end])
    if len(names) > 1 and properties and is_apart:
        properties = []
        for name in names:
            reader.unclear(name, place)
    for k, name in enumerate(names):
        if found.shape is not None and not (found.noun == "basis" and not name.base.islower()):
            rows, columns = found.shape
            if columns == ONE and (found.noun == "data" or found.members):
                _members(reader, name, rows, place)
                continue
            if found.noun == "vector" and columns == ONE and found.row:
                rows, columns = columns, rows
            reader.shape(name, rows, columns, place)
        holds_them = found.noun == "vector" and found.plural and len(names) == 1 and is_capital(name)
        is_column = found.noun == "number" and found.plural and len(names) == 1 and _is_alone(reader, name)
        if (kind := _kind(found)) is not None and not (
            holds_them or is_column
        ):  # "⟦V = […]⟧ (orthonormal eigenvectors)"
            reader.kind(name, kind, place)
        if found.data:
            reader.is_data(name)
        if found.noun == "matrix":
            reader.matrices.append((place[0], name))
        is_of = re.match(r" (?:of|on|onto|to|from|by)\b", reader.sentence.text[found.end :])
        if found.noun == "projector" and "orthogonal" not in properties and is_capital(name) and not is_of:
            reader.satisfies(name, "idempotent", place)
        for said in properties:
            _property(reader, names, k, said, found, place)


def _is_alone(reader: FactReader, name: Name) -> bool:
    """Whether a letter without an index is no family: "the coefficients ⟦β⟧" are a column."""
    listed = [f.letter for thing in reader.sentence.things for tree in thing.trees for f in families(tree)]
    is_word = isinstance(name.subscript, Name) and len(name.subscript.base) > 1  # β_OLS
    return (name.subscript is None or is_word) and name not in listed


def _members(reader: FactReader, name: Name, rows: Node, place: tuple[int, int]) -> None:
    """Add the number of rows of the members of data: the listed members, or the letter itself."""
    said = things(reader.sentence, reader.sentence.text[slice(*place)])
    listed = [found.letter for thing in said for tree in thing.trees for found in families(tree)]
    for letter in listed or ([name] if name.base.islower() else []):
        reader.shape(letter, rows, ONE, place)
    reader.is_data(name)


def _kind(found: Phrase) -> Kind | None:
    match found.noun:
        case "vector" if found.row and not found.plural and found.shape is None:
            return "matrix"  # of one row
        case "vector":
            return "random column" if found.random else "column"
        case "matrix" | "number" | "subspace":
            return found.noun
    return None


def _property(
    reader: FactReader, names: tuple[Name, ...], k: int, said: str, found: Phrase, place: tuple[int, int]
) -> None:
    name, many = names[k], len(names) > 1
    if found.noun and found.noun not in _FITS.get(said, ()):
        return
    if said == "distinct":
        if many and k == 0:
            reader.distinct(name, names[1:], place)
    elif said == "columns":
        reader.satisfies(name, "orthonormal", place)
    elif said == "rows":
        reader.satisfies(name, "orthonormal rows", place)
    elif said in ("orthonormal", "orthogonal"):
        _perpendicular(reader, names, k, said, found, place)
    elif said == "unit" and not found.noun and not name.base.islower():
        return  # a matrix whose columns are scaled
    else:
        reader.satisfies(name, said, place)


def _perpendicular(
    reader: FactReader, names: tuple[Name, ...], k: int, said: str, found: Phrase, place: tuple[int, int]
) -> None:
    """Add orthonormality: of columns that are listed, of a column to others, or of a family or a matrix."""
    name = names[k]
    listed = any(
        family.letter == name for thing in reader.sentence.things for tree in thing.trees for family in families(tree)
    )
    columns = found.noun in ("vector", "basis") or (not found.noun and name.base.islower())
    if (to := _TO.match(reader.sentence.text, found.end)) is not None:
        others = reader.letters(to["others"]) if to["others"] and not to["either"] else ()
        if len(others) > 1 and _NEW_CLAUSE.match(reader.sentence.text, to.end("others")):
            others = others[:-1]
        if others and columns and said == "orthogonal":
            reader.satisfies(name, said, place, others)
        else:
            reader.unclear(name, place)
    elif len(names) > 1 and columns:
        if said == "orthonormal":
            reader.satisfies(name, "unit", place)
        if names[k + 1 :]:
            reader.satisfies(name, said, place, names[k + 1 :])
    elif columns:
        indexed = isinstance(name.subscript, Name) and name.base.islower()
        if said == "orthonormal" and (listed or indexed):
            reader.satisfies(base(name) if indexed else name, said, place)
    elif found.noun == "projector":
        behind = reader.sentence.text[found.end :]
        is_onto = re.match(r" (?:on|onto|to)\b", behind) is not None
        if not _NO_PROJECTOR.match(behind) and (not is_onto or _ONTO.match(behind)):
            reader.satisfies(name, "projector", place)
    else:
        reader.satisfies(name, said, place)
