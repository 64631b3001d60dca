"""Noun phrases about letters, "a symmetric ⟦0⟧ matrix of size ⟦1⟧", with the properties that they express.

Only listed words are read. Any other word ends the phrase, so that "skew-symmetric", "almost unit vector" and
"block diagonal matrix" express no property.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from pcaproofs.notes.formulas.surface import Node, Num
from pcaproofs.notes.prose.letters import ONE, dimension, size, things
from pcaproofs.notes.prose.sentences import Sentence

Noun = Literal["matrix", "vector", "basis", "data", "number", "subspace", "projector", ""]
Shape = tuple[Node, Node]

LETTER = r"⟦\d+⟧"
LETTERS = rf"{LETTER}(?:(?:, and | and |, | & )(?:the )?{LETTER})*"
_D = rf"(?:{LETTER}|\d+)"
SIZE = rf"{_D} ?(?:×|x|-by-| by ) ?{_D}"
SAMPLES = (
    r"(?:(?:data|training|sample|input|feature|individual|random|single|measured|observed) ?-?)*"
    r"(?:samples?|observations?|points?|datapoints?|datum|examples?|instances?|measurements?|objects?|records?"
    r"|realisations?"
    r"|realizations?|individuals?|subjects?|patients?|images?|draws?)"
)
FEATURES = (
    r"(?:features?|variables?|attributes?|predictors?|covariates?|coordinates?|measurements per \w+|dimensions?"
    r"|components?)"
)

_CENTRED = (
    r"(?:zero|mean)[ -]cent(?:ered|red)|cent(?:ered|red)|zero[ -]mean|mean[ -](?:zero|free|removed|subtracted|adjusted)"
    r"|de-?meaned|column[ -]cent(?:ered|red)"
)
ADJECTIVES: dict[str, str] = {
    r"unit[ -](?:norm|length)|unit|norm(?:alis|aliz)ed|(?:norm|length)[ -](?:one|1)": "unit",
    _CENTRED: "centered",
    r"symmetric(?:al)?": "symmetric",
    r"symmetric,? positive[ -](?:semi-?)?definite|spd|s\.p\.d\.": "psd",
    r"positive[ -]semi[ -]?definite|nonnegative[ -]definite|positive[ -](?:\(semi-?\) ?-?)?definite|psd|p\.s\.d\."
    r"": "psd",
    r"orthonormal": "orthonormal",
    r"(?:mutually |pairwise )?orthogonal": "orthogonal",
    r"invertible|non-?singular|full[ -]rank": "invertible",
    r"diagonal": "diagonal",
    r"idempotent": "idempotent",
    r"(?:skew|anti)[ -]?symmetric": "skew",
    r"square": "square",
    r"non-?zero": "nonzero",
    r"(?:strictly )?positive": "positive",
    r"non-?negative": "nonnegative",
    r"random": "random",
    r"(?:mutually |pairwise |two )?(?:distinct|different)": "distinct",
    rf"{SIZE}": "size",
    rf"{_D}[ -]?(?:dimensional|dim|vector|d(?= ))": "dimension",
    r"row(?= vector)": "row",
    r"rectangular(?:[ -]diagonal)?": "",
    r"complete|(?:complete )?(?:set|system|family|collection) of(?= (?:mutually )?orthonormal (?:basis )?vectors)": "",
    r"column(?= vector)|real(?:[ -]valued)?|given|fixed|arbitrary|optimal|first|second|third|new|original|corresponding"
    r"|associated|constant|single|same|data|sample|empirical|linear|finite|two|three|some|certain|raw"
    r"|input|known|dense|small|large|other|also|the|a|an|any|its|their|our|principal|leading|largest|smallest|top"
    r"|maximal|independent(?:,? and identically distributed)?|i\.?i\.?d\.?|observed": "",
    LETTER: "size?",
}
_ADJECTIVE = [(re.compile(rf"(?:{words})(?![\w-])"), meaning) for words, meaning in sorted(
    ADJECTIVES.items(), key=lambda item: item[0].startswith(r"symmetric(")
)]  # fmt: skip
_MOST = 6  # adjectives of a noun
_SEPARATOR = re.compile(r",? and |, | ")
NOUNS: dict[str, Noun] = {
    r"(?:(?:data|design|feature|observation|sample|weight|loading|loadings|rotation|transformation|transform|covariance"
    r"|correlation|scatter|gram|kernel|coefficient|score|scores|basis|eigenvector|change-of-basis)[ -])?matri(?:x"
    r"|ces)": "matrix",
    r"(?:(?:column|row|feature|data|weight|basis|direction|loading|eigen)[ -]?)?vectors?|directions?|axis|axes"
    rf"|(?<=random )variables?(?=,? (?:in|(?:taking|with) values in) {LETTER})"
    r"|(?<=dimensional random )variables?": "vector",
    r"(?:bas[ie]s|(?:set|system|family|collection) of vectors)": "basis",
    rf"{SAMPLES}|data(?: ?sets?| vectors?)?": "data",
    r"scalars?|(?:real )?numbers?(?! of)|constants?|(?:lagrang(?:e|ian) )?multipliers?|eigenvalues?|coefficients?"
    r"|indices": "number",
    r"(?:linear |vector |affine )?(?:sub)?spaces?": "subspace",
    r"(?:projectors?|projections?)(?: operators?| matri(?:x|ces))?": "projector",
}
_NOUN = [(re.compile(rf"(?:{words})(?![\w-])"), noun) for words, noun in NOUNS.items()]


def _one_of(patterns: Iterable[re.Pattern[str]]) -> re.Pattern[str]:
    """A pattern that matches where one of several does; at most words none of them does."""
    return re.compile("|".join(f"(?:{pattern.pattern})" for pattern in patterns))


_A_NOUN = _one_of(pattern for pattern, _ in _NOUN)
_AN_ADJECTIVE = _one_of(pattern for pattern, _ in _ADJECTIVE)
_BEFORE_A_NOUN = _one_of(pattern for pattern, said in [*_NOUN, *_ADJECTIVE] if said != "size?")
# words that may follow a noun; another noun would form a compound: "sample mean", "vector product"
FOLLOWING = re.compile(
    r"(?! [a-z])| (?:of|with|in|that|which|and|where|such|whose|from|for|by|on|onto|to|containing|having|has|have"
    r"|had|is|are|be"
    r"|was|being|if|then|so|we|as|but|or|denoted?|called|named|say|satisfying|spanned|formed|defined|given|it|its"
    r"|the|a|an"
    r"|along|under|over|when|while|at|corresponding|associated|belonging|consisting|pointing|representing|lying"
    r"|here|this"
    r"|can|let|because|since|equal|does|do|will|also|using|into|whereas|per|respectively|this|these|each|all"
    r"|there|than)\b"
)
DETERMINER = re.compile(r"(?:a|an|the|some|any|each|every|all|both|two|three|our|its|another|one)(?= )")


@dataclass
class Phrase:
    """A noun phrase: its end in the text, its noun, its properties, a shape, and its words."""

    end: int
    noun: Noun = ""
    data: bool = False
    properties: list[str] = field(default_factory=list)
    shape: Shape | None = None
    random: bool = False
    row: bool = False
    members: bool = False  # the shape is that of the members
    eigen: str = ""
    plural: bool = False


def phrase(sentence: Sentence, start: int) -> Phrase | None:
    """The noun phrase that begins at a place in the text of a sentence."""
    out = adjectives(sentence, start)
    text = sentence.text
    if _A_NOUN.match(text, out.end) is None:
        return None
    for pattern, noun in _NOUN:
        if (match := pattern.match(text, out.end)) is not None and FOLLOWING.match(text, match.end()):
            out.end, out.noun = match.end(), noun
            out.data = noun == "data" or match[0].startswith(("data ", "design ", "observation ", "sample "))
            out.plural = match[0].endswith("s") and match[0] not in ("axis", "basis")
            if match[0].startswith("eigen"):
                out.eigen = match[0].rstrip("s")
            return None if _unfit(out) else out
    return None


def _unfit(said: Phrase) -> bool:
    """Whether a shape is said of what has none; ⟦n⟧ data points have no size ⟦n⟧, which is handled elsewhere."""
    return said.shape is not None and said.noun in ("number", "subspace")


def adjectives(sentence: Sentence, start: int) -> Phrase:
    """The adjectives from a place on, perhaps none; articles are among them."""
    out, text, k = Phrase(start), sentence.text, start
    if (article := DETERMINER.match(text, k)) is not None:
        k = out.end = article.end() + 1
    for _ in range(_MOST):
        if _AN_ADJECTIVE.match(text, k) is None:
            return out
        match, meaning = next((m, meaning) for pattern, meaning in _ADJECTIVE if (m := pattern.match(text, k)))
        if meaning == "" and _A_NOUN.match(text, k) is not None:
            return out
        if meaning == "size?" and size(things(sentence, match[0])[0]) is None:
            return out
        _take(out, meaning, match[0], sentence)
        out.end = match.end()
        if (between := _SEPARATOR.match(text, match.end())) is None:
            return out
        k = between.end()
        if _BEFORE_A_NOUN.match(text, k) is not None:
            out.end = k
    return out


def _take(out: Phrase, meaning: str, said: str, sentence: Sentence) -> None:
    match meaning:
        case "size" | "size?":
            out.shape = _shape(sentence, said)
        case "dimension":
            rows = dimensions(sentence, re.match(_D, said)[0])  # type: ignore[index]
            out.shape = (rows[0], ONE) if rows else None
        case "random":  # "any random vector" is an arbitrary one
            before = sentence.text[: out.end].rstrip().rpartition(" ")[2]
            out.random = before not in ("any", "some", "every", "each")
        case "row":
            out.row = True
        case "":
            pass
        case _:
            out.properties.append(meaning)


def _shape(sentence: Sentence, said: str) -> Shape | None:
    """n × p in one formula, or between two, or in digits."""
    found = things(sentence, said)
    if len(found) == 1 and re.fullmatch(LETTER, said.strip()):
        return size(found[0])
    two = dimensions(sentence, said)
    return (two[0], two[1]) if len(two) == 2 else None


def dimensions(sentence: Sentence, said: str) -> list[Node]:
    """The numbers in a part of a sentence, as formulas or digits."""
    out = list[Node]()
    for match in re.finditer(rf"{LETTER}|\d+", said):
        if match[0].isdecimal():
            out.append(Num(match[0]))
        elif (found := dimension(things(sentence, match[0])[0])) is not None:
            out.append(found)
    return out


_OF = r"(?:with|of|having|has|have|and|,|whose) (?:a |an |the |its |their )?"
_SIZE_WORD = r"(?:size|shape|order|dimensions?|dimensionality|format)s?"
_IS_OF_SIZE = re.compile(rf" (?:is|are|be) (?:of )?{_SIZE_WORD} (?P<size>{SIZE}|{LETTER})")
_MODIFIERS = [
    (re.compile(
        rf",? ?(?:all |each )?{_OF}?{_SIZE_WORD} (?:is |are |of |= ?)?(?P<size>{SIZE}|{LETTER})"), "size"),
    (_IS_OF_SIZE, "size"),
    (re.compile(
        rf",? ?(?:that maps |which maps |mapping |going )?from (?:the )?(?:space )?(?P<domain>{LETTER})"
        rf" (?:in)?to (?:the )?(?:space )?(?P<range>{LETTER})"), "map"),
    (re.compile(
        rf",? ?(?:in|from|on|of|for|living in|belonging to|lying in|(?:taking|with) values in|∈|are in"
        rf"|is in) (?:the )?(?:space )?(?P<space>{LETTER})"), "space"),
    (re.compile(rf",? ?(?:with|having|has|have|of) (?P<n>{_D}) rows and (?P<p>{_D}) columns"), "counts"),
    (re.compile(
        rf",? ?{_OF}(?:euclidean )?(?:unit (?:norm|length)|(?:norm|length) (?:one|1\b|equal to (?:one|1))"
        rf"|magnitude (?:one|1)\b)"), "unit"),
    (re.compile(
        rf",? ?{_OF}(?:mutually )?orthonormal columns(?! or)"
        r"|,? ?whose columns are (?:mutually )?orthonormal"), "columns"),
    (re.compile(
        rf",? ?{_OF}(?:mutually )?orthonormal rows(?! or| and)"
        r"|,? ?whose rows are (?:mutually )?orthonormal(?! columns)"), "rows"),
    (re.compile(
        rf",? ?{_OF}(?:mean[ -])?(?:cent(?:ered|red)|zero[ -]mean) (?:columns|features|variables)(?! or)"
        r"|,? ?whose columns (?:are (?:mean[ -])?cent(?:ered|red)|have (?:zero mean|mean zero)|sum to zero)"
    ), "centered"),
    (re.compile(
        rf",? ?{_OF}(?:sample |empirical )?(?:zero mean"
        r"|mean (?:zero|0\b|equal to zero|vector zero)|mean of zero)"), "centered"),
]  # fmt: skip


_LINEAR = re.compile(r"(?<![\w-])linear (?:(?:map|mapping|transformation|operator|function) )?(?:⟦\d+⟧)?$")


def modified(sentence: Sentence, out: Phrase) -> bool:
    """Read modifiers after a noun or letters ("of size …", "in …", "with unit norm"); whether there were any."""
    any_found, going = False, True
    while going:
        going = False
        for pattern, meaning in _MODIFIERS:
            match = pattern.match(sentence.text, out.end)
            if match is not None and _modify(sentence, out, meaning, match):
                out.end = match.end()
                any_found = going = True
                break
    return any_found


def _modify(sentence: Sentence, out: Phrase, meaning: str, match: re.Match[str]) -> bool:
    match meaning:
        case "size":
            said = match["size"]
            shape = _shape(sentence, said)
            rows = dimensions(sentence, said) if match.re is not _IS_OF_SIZE else []  # of dimension 2 may be a subspace
            if shape is None and len(rows) == 1 and out.noun in ("vector", "data", ""):
                shape = (rows[0], ONE)
                out.members = out.noun != "vector"
            out.shape = shape or out.shape
            return shape is not None
        case "space":
            shape = size(things(sentence, match["space"])[0])
            if shape is None or not _is_space(sentence, match["space"]):
                return False
            if shape[1] == ONE and out.noun in ("matrix", "projector"):  # a projector on ℝ^m is m×m
                if out.noun == "matrix" and not match[0].lstrip(", ").startswith("on "):
                    return False
                shape = (shape[0], shape[0])
            out.shape = shape
        case "map":
            spaces = [size(things(sentence, match[x])[0]) for x in ("range", "domain")]
            if spaces[0] is None or spaces[1] is None:
                return False
            if out.noun == "matrix" or _LINEAR.search(sentence.text[: match.start()]):
                out.shape = (spaces[0][0], spaces[1][0])
        case "counts":
            two = dimensions(sentence, f"{match['n']} {match['p']}")
            if len(two) != 2:
                return False
            out.shape = (two[0], two[1])
        case _:
            out.properties.append(meaning)
    return True


def _is_space(sentence: Sentence, said: str) -> bool:
    """Whether a formula is ℝ with an exponent, and not n × p."""
    tree = things(sentence, said)[0].trees[0]
    return type(tree).__name__ in ("Power", "Name")
