"""Reads the roles of letters in sentences: means, covariances, sizes, projections."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.surface import Name
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.letters import ONE, Family, base, dimension, families, letters, size, things
from pcaproofs.notes.prose.noun_phrases import FEATURES, FOLLOWING, LETTER, LETTERS, SAMPLES

_ROLE = (
    r"(?P<role>(?:(?:sample|empirical|population|true|observed|overall|global|common|total|unnormali[sz]ed"
    r"|corresponding|data) )*(?:"
    r"(?P<mean>(?:arithmetic )?(?:mean|average|centroid|expectation|expected value|barycentre|barycenter)(?: vector)?)"
    r"|(?P<covariance>(?:variance[ -])?co-?variance(?: matrix)?|variance(?:-covariance)? matrix|dispersion matrix)"
    r"|(?P<scatter>scatter matrix)|(?P<kernel>(?:kernel|gram) matrix)))(?![\w-])"
)
_MOMENT = r"(?:mean|expectation|average|covariance|covariance matrix)"
_OF = (
    rf"(?: (?:of|for) (?:the |an? )?(?:(?:random vector|data|data set|dataset|data matrix|matrix|samples|vectors"
    rf"|observations|points|centred data|centered data) ?)?(?P<of>{LETTERS})?)?"
)
_IS = (
    r",? (?:(?:which|that) )?(?:=|is|are|be|being|denotes?|denoting|represents?|stands? for|will be|to be|as|(?:is"
    r"|are) (?:called|known as)|(?:is|are) defined as|for)(?: (?:again|also|just|now|here|simply|exactly"
    r"|then))*(?: (?:the|a|an|our|its|their|called))? "
)
_NAMED = (
    rf"(?:,? (?:which (?:is|we) )?(?:is |are )?(?:denoted|called|written|denote|call|named)(?: (?:by|as|it|with))?"
    rf"| by| as|:"
    rf"| (?:is|are)(?: (?:given|defined)(?: (?:by|as))?)?:?)? (?P<letter>{LETTER})"
)
_A_ROLE = re.compile(rf"(?P<letter>{LETTER}){_IS}{_ROLE}{_OF}")
_ROLE_A = re.compile(rf"{_ROLE}{_OF}{_NAMED}(?! ?(?:=|×|is called|denotes))")
_THEIR = re.compile(rf"(?<![\w-])(?:and|with|by) (?P<letter>{LETTER}) (?:its|their) {_ROLE}{_OF}(?=$|[.,;)])")
_DENOTED = re.compile(
    rf"(?:denot(?:e|es|ing)|writ(?:e|ing)|call(?:ing)?) (?:by |with )?(?P<letter>{LETTER}),? (?:for )?(?:the |its "
    rf"|their ){_ROLE}{_OF}"
)
_COUNT = (
    rf"(?:total )?(?:number|count|amount|dimension(?:ality)?|no\.) of (?:the )?(?:(?P<samples>{SAMPLES}|rows|data)"
    rf"|(?P<features>{FEATURES}|columns|(?:feature|data|input|sample|original) ?space|(?:the )?data"
    rf"|each \w+))(?![\w-])"
)
_SIZE_OF = re.compile(
    rf"(?P<letter>{LETTER}){_IS}(?:{_COUNT}|(?P<n>sample size(?! (?:⟦|[a-z] |goes|grows|tends|approaches|increases)))"
    r"|(?P<p>(?:original |input )?dimension(?:ality)?)(?! of| ⟦| \d))"
)
_OF_SIZE = re.compile(rf"{_COUNT}{_NAMED}")
_SEVERAL = re.compile(
    rf"(?P<n>{LETTER}) (?:(?:independent|iid|i\.i\.d\.|cent(?:ered|red)|zero[ -]mean|observed|random|given"
    rf"|different|(?P<d>{LETTER})[ -]?dimensional) )*"
    rf"(?:(?P<samples>{SAMPLES}|(?:column |row |feature |random )?vectors)|(?P<features>features|variables"
    rf"|attributes|predictors))(?![\w-])"
    rf"(?:,? (?:called |named |denoted (?:by )?)?(?P<members>{LETTERS}))?(?: (?:of|with|in"
    rf"|having) (?:dimension(?:ality)? )?(?P<p>{LETTER})(?P<more> (?:dimensions|features|variables))?)?"
)
_DIMENSIONAL = re.compile(
    rf"(?P<d>{LETTER})[ -]dimensional (?:data|dataset|feature|samples?|observations?|points|vectors|random)"
)
_PROJECTION = re.compile(
    rf"(?P<letter>{LETTER}){_IS}(?:(?:orthogonal|linear|orthonormal) )*(?:projections?|projectors?)(?: (?:matrix"
    rf"|operator|map))? (?:on|onto|to)(?: the)?(?: (?:linear )?(?:sub)?space)? (?P<of>{LETTER})"
)
_PROJECTION_A = re.compile(
    rf"orthogonal (?:projection|projector)(?: (?:matrix|operator|map))? (?P<letter>{LETTER}) (?:on|onto"
    rf"|to)(?: the)?(?: (?:linear )?(?:sub)?space)? (?P<of>{LETTER})"
)


_BEFORE_COVARIANCE = re.compile(  # not "cross-", "pseudo-", "inverse"
    r"(?:^|(?<![\w-])(?:the|a|an|its|their|our|any|every|this|with|and|by|call|symmetric|estimated|usual)|[,:]) ?$"
)
_OF_TWO = re.compile(
    r"[^.;]*?(?<![\w-])(?:between|of [^.;,⟦]*⟦\d+⟧[^.;,⟦]*(?<![\w-])(?:and|with) [^.;,⟦]*⟦|of two(?![\w-]))"
)


def read_roles(reader: FactReader) -> None:
    """Add the roles of the letters of a sentence."""
    _moments(reader)
    _sizes(reader)
    _projections(reader)


def _moments(reader: FactReader) -> None:
    for pattern in (_A_ROLE, _ROLE_A, _DENOTED, _THEIR):
        for match in pattern.finditer(reader.sentence.text):
            role = next(x for x in ("mean", "covariance", "scatter", "kernel") if match[x])
            letter = reader.one(match["letter"])
            if letter is None or not reader.holds(match.start(), match.end(), claimed=pattern is not _A_ROLE):
                continue
            if pattern is _THEIR and not _is_of_one_family(reader):
                continue
            text = reader.sentence.text
            if not FOLLOWING.match(text, match.end("role")):
                continue
            if not match["of"] and _of_something_else(text[match.end("role") :]):
                continue
            if pattern is _ROLE_A and _of_something_else(text[match.end() :]):
                continue
            if letter.base.isdigit() or (re.search(r"unnormali[sz]ed|total", match["role"]) and role == "covariance"):
                role = "scatter"
            if role == "covariance" and _is_of_one(text, match) and reader.holds(*match.span()):
                reader.satisfies(letter, "psd", match.span())
            reader.stands(letter, role, reader.one(match["of"]) or _subject(reader, match.start()), match.span())


def _is_of_one_family(reader: FactReader) -> bool:
    """Whether a sentence lists one family, to which "their mean" refers."""
    things = [thing for thing in reader.sentence.things if not thing.display]
    return len({f.letter for thing in things for tree in thing.trees for f in families(tree)}) == 1


def _is_of_one(text: str, match: re.Match[str]) -> bool:
    """Whether a covariance matrix is that of one random vector with itself, so that it is positive semidefinite."""
    before = re.split(r"⟦\d+⟧", text[: match.start("role")])[-1]
    is_plain = _BEFORE_COVARIANCE.search(before) is not None
    return is_plain and "matrix" in match["role"] and not _OF_TWO.match(text, match.end("role"))


def _subject(reader: FactReader, start: int) -> Name | None:
    """The letter to which "with mean … and covariance …" refers."""
    before = reader.sentence.text[:start]
    said = re.search(
        rf"⟦\d+⟧[^⟦⟧,;]*(?:⟦\d+⟧[^⟦⟧,;]*)?\bwith (?:an? |the )?(?:(?:zero )?{_MOMENT} (?:⟦\d+⟧ )?and (?:an? "
        rf"|the )?)?$",
        before,
    )
    return reader.one(re.match(LETTER, said[0])[0]) if said else None  # type: ignore[index]


def _of_something_else(after: str) -> bool:
    """Whether a role refers to something that is neither a letter nor the data."""
    return (
        re.match(
            rf",? (?:of|along|over)\b(?! (?:the |our |all |these |an? )*"
            rf"(?:{SAMPLES}|data(?! set)|dataset|data set|random vector|⟦))",
            after,
        )
        is not None
    )


def _sizes(reader: FactReader) -> None:
    text = reader.sentence.text
    for pattern in (_SIZE_OF, _OF_SIZE):
        for match in pattern.finditer(text):
            letter = reader.one(match["letter"])
            if letter is None or not reader.holds(match.start(), match.end(), claimed=True):
                continue
            said = match.groupdict()
            first = "dimension" if "dimension" in match[0].split(" of ")[0] else "sample size"
            role = first if said["samples"] or said.get("n") else "dimension"
            reader.kind(letter, "size", match.span())
            reader.stands(letter, role, None, match.span())
    for match in _SEVERAL.finditer(text):
        _several(reader, match)
    for match in _DIMENSIONAL.finditer(text):
        letter = reader.one(match["d"])
        if letter is not None and reader.holds(match.start(), match.end(), claimed=True):
            reader.stands(letter, "dimension", None, match.span())


def _several(reader: FactReader, match: re.Match[str]) -> None:
    """⟦n⟧ samples ⟦x_i⟧ of dimension ⟦p⟧."""
    count = dimension(things(reader.sentence, match["n"])[0])
    if not isinstance(count, Name) or not reader.holds(match.start(), match.end(), claimed=True):
        return
    place = match.span()
    vectors = match["samples"] and match["samples"].endswith("vectors") and not match["members"]
    if not vectors:
        reader.stands(count, "sample size" if match["samples"] else "dimension", None, place)
    rows = dimension(things(reader.sentence, match["d"])[0]) if match["d"] else None
    shape = None
    if match["p"]:
        thing = things(reader.sentence, match["p"])[0]
        rows = rows or dimension(thing)
        shape = size(thing)
        if rows is not None and (match["more"] or "dimension" in match[0]) and isinstance(rows, Name):
            reader.stands(rows, "dimension", None, place)
    for thing in things(reader.sentence, match["members"] or ""):
        for name in letters(thing):
            if match["samples"] and not match["samples"].endswith("vectors"):
                reader.is_data(name)
            if isinstance(name.subscript, Name):
                reader.family(Family(base(name), name.subscript.base, count), place)
            if shape is not None:
                reader.shape(name, *shape, place)
            elif rows is not None and (match["d"] or match["more"] or " dimension" in match[0]):
                reader.shape(name, rows, ONE, place)


def _projections(reader: FactReader) -> None:
    for pattern in (_PROJECTION, _PROJECTION_A):
        for match in pattern.finditer(reader.sentence.text):
            letter, of = reader.one(match["letter"]), reader.one(match["of"])
            if letter is not None and of is not None and reader.holds(match.start(), match.end()):
                reader.stands(letter, "projection onto", of, match.span())
