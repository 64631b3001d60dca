"""Reads facts about columns, lengths and means, about the data without a letter, and about listed families."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.surface import Name, Num
from pcaproofs.notes.prose.fact_reader import FactReader
from pcaproofs.notes.prose.facts import Satisfies
from pcaproofs.notes.prose.letters import families, things
from pcaproofs.notes.prose.noun_phrases import LETTER, LETTERS

_COLUMNS = re.compile(
    rf"(?:the )?columns of (?:the )?(?:matrix )?(?P<letters>{LETTERS}) (?:are|being|to be"
    rf"|be) (?:mutually )?orthonormal\b(?! basis)"
    rf"|(?:the )?columns of (?:the )?(?:matrix )?(?P<forming>{LETTERS}) (?:form|make up|are|constitute) an orthonormal"
    r" (?:set|system|family|basis (?:of|for) (?:the |a |an |its |some )?(?:linear )?"
    r"(?:subspace|column space|range|image|span)(?![\w-]))"
)
_ROWS = re.compile(
    rf"(?:the )?rows of (?:the )?(?:matrix )?(?P<letters>{LETTERS}) (?:(?:are|being|to be|be) (?:mutually )?orthonormal"
    rf"|form an orthonormal (?:set|system|family))(?![\w-])(?! (?:basis|columns))"
)
_ITS_COLUMNS = re.compile(r"(?:whose|its|and its|the) columns (?:are|being|to be) (?:mutually )?orthonormal\b")
_ITS_CENTRED_COLUMNS = re.compile(
    r"(?:whose|its|and its|the|with) (?:columns?|features|variables) (?:(?:all |each )?"
    r"(?:(?:have|has|having) (?:a )?(?:sample |empirical )?(?:zero mean|mean (?:of )?(?:zero|0))|sums? to (?:zero|0)"
    r"|(?:are|being|to be) (?:mean[ -])?(?:cent(?:red|ered)|zero[ -]mean))|of (?:zero mean|mean zero))(?![\w-])"
)
_ZERO_MEAN = (
    r"(?:(?:which|that) (?:all )?(?:(?:have|has) (?:a )?(?:sample |empirical )?(?:zero mean|mean (?:of )?(?:zero|0))"
    r"|(?:sums?|averages?|adds? up) to (?:zero|0)|are (?:mean[ -])?cent(?:red|ered))"
    r"|whose (?:sample |empirical )?(?:mean|average|sum) (?:vanishes|(?:is|equals) (?:equal to )?(?:zero|0)))"
    r"(?=[,.;:]|$)"
)
_SAMPLES = r"(?:data(?: points| vectors)?|samples|observations|points|vectors)"
# what is zero on average or in sum: samples without a letter, the vectors of a family, or a matrix of samples
_ZERO_ON_AVERAGE = (
    re.compile(rf"(?:as|in|form) (?:the |its )?(?:columns?|rows?),? {_ZERO_MEAN}"),
    re.compile(rf"(?P<letters>{LETTER})(?: (?:be|are|denote) (?:the |some |given )?{_SAMPLES})?,? {_ZERO_MEAN}"),
    re.compile(
        rf"(?:the )?sum of (?:all )?(?:the )?(?P<letters>{LETTER}) (?:vanishes|(?:is|equals) (?:zero|0))(?=[,.;:]|$)"
    ),
    re.compile(rf"(?P<letters>{LETTER}) (?:sum|average|add up) to (?:zero|0)(?![\w-])"),
    re.compile(rf"(?:all )?(?:the |our )?{_SAMPLES} (?:sum|average|add up) to (?:zero|0)(?![\w-])"),
    re.compile(
        rf"(?:the )?(?:sample |empirical )?(?:mean|average|sum) of (?:all )?(?:the |our )?{_SAMPLES}"
        r" (?:vanishes|(?:is|equals) (?:equal to )?(?:zero|0))(?=[,.;:]|$)"
    ),
)
_LENGTH = re.compile(
    rf"(?:the )?(?:norm|length|magnitude)s? of (?P<letters>{LETTERS}) (?:is|are|equals?|be|to be"
    rf"|to)(?: equal to)? (?:one|1|unity)\b"
)
_MEAN = re.compile(
    rf"(?:the )?(?:sample |empirical )?(?:mean|average|expectation|expected value)s? of (?:each (?:column"
    rf"|feature) of )?(?:the )?"
    rf"(?P<letters>{LETTERS}) (?:is|are|being|equals?|be|vanishes|to be)(?: equal to)?(?: (?:zero|0"
    rf"|the zero vector))?(?=\W|$)(?: (?P<value>{LETTER}))?"
)
_CENTRED_COLUMNS = re.compile(
    rf"(?:the |all |each |every )?(?:columns?|features?|variables?) of (?:the )?(?:data )?(?:matrix )?"
    rf"(?P<letters>{LETTERS})"
    rf" (?:(?:is|are|be|being|to be)(?: already)?(?: assumed to be)? (?:mean[ -])?(?:cent(?:red|ered)|zero[ -]mean)"
    rf"|(?:has|have|having) (?:a )?(?:zero mean|mean (?:of )?(?:zero|0))|sums? to (?:zero|0))(?![\w-])"
)
_REMOVED = re.compile(
    rf"(?:the )?(?:sample )?means? (?:has|have|was|were|is|are) (?:already )?(?:been )?(?:subtracted"
    rf"|removed)(?: out)?(?: from (?P<letters>{LETTERS}))?"
)
_DATA = re.compile(
    r"(?:the |our |all |these |its )?(?:(?:original|input|given|whole|raw|training|sample|observed|real) )*"
    r"(?:data(?: ?sets?| points?| vectors?| matrix)?|datasets?|samples|observations|points|vectors in the data"
    r"|features|variables)"
    r"(?P<said> (?:is|are|has|have|to|be|being|was|were)(?: already)?(?: been| be"
    r"| to be)?(?: already)?(?: assumed to be| supposed to be)?"
    r"(?: centered| centred| mean[ -](?:cent(?:ered|red)|free|zero|subtracted)| zero[ -](?:mean|cent(?:ered|red))"
    r"| (?:a )?(?:mean (?:of )?zero|zero mean)| demeaned)| cent(?:ered|red)(?= and|[,.]|$))(?![\w-])"
)
_CENTRED_DATA = re.compile(
    r"(for|assume|assuming|given|use|with|consider|suppose|on|have)(?: that)?(?: we)?(?: have)? (?:an? |the "
    r"|our |some |already )?"
    r"(?:mean[ -])?(?:cent(?:ered|red)|zero[ -]mean|mean[ -]free|zero[ -]cent(?:ered|red)) (?:data(?: ?set"
    r"| matrix| points)?|dataset|samples|observations)(?! ?(?:set|sets|matrix|points)?:? ?⟦)(?![\w-])"
)


# all columns, all data: not "the first columns of ⟦X⟧", "some of the samples", "the weighted mean of ⟦X⟧"
_OF_ALL = re.compile(
    r"(?:^|[,;:.(] ?|⟦\d+⟧ |(?<![\w-])(?:and|that|where|if|let|assum\w+|suppos\w+|with|have|has|having|all|the|our"
    r"|these|its|their|both|so|then|here|now|when|since|because|as|such|each|every|whose|for|but|note|recall|remember"
    r"|euclidean|squared|total|overall|orthonormal) )$"
)
_OF_SOME = re.compile(
    r"(?<![\w-])(?:some|most|many|several|half|none|few|part|neither|either|all but|the (?:first|last)|\w+ one|one|two"
    r"|three|⟦\d+⟧|\d+)(?: \w+)? of (?:the |our |these )?$"
)
_SUBJECT = re.compile(r" (?:is|are|has|does|do|gives?|yields?|means?|can|may|will|differs?|works?)(?![\w-])")
_CENTRING = (_MEAN, _CENTRED_COLUMNS, _REMOVED)


def read_data(reader: FactReader) -> None:
    """Add the facts of a sentence about columns, lengths, means and the data."""
    _fixed(reader)
    _zero_on_average(reader)
    _centred_data(reader)
    _listed(reader)


def _fixed(reader: FactReader) -> None:
    """Phrases about columns, lengths and means."""
    text = reader.sentence.text
    for pattern, said in (
        (_COLUMNS, "orthonormal"),
        (_ROWS, "orthonormal rows"),
        (_LENGTH, "unit"),
        *((x, "centered") for x in _CENTRING),
    ):
        for match in pattern.finditer(text):
            if not reader.holds(match.start(), match.end()):
                continue
            place = (match.start(), match.end())
            if pattern is _MEAN and not _is_zero(reader, match):
                continue
            letters = match["letters"] or match.groupdict().get("forming")
            names = reader.letters(letters) if letters else tuple(reader.data[-1:])
            for name in names:
                if _is_of_all(text, match.start()):
                    reader.satisfies(name, said, place)
                else:
                    reader.unclear(name, place)
    for pattern, said in ((_ITS_COLUMNS, "orthonormal"), (_ITS_CENTRED_COLUMNS, "centered")):
        for match in pattern.finditer(text):
            matrix = reader.matrix_before(match.start())
            if matrix is not None and reader.holds(match.start(), match.end()):
                reader.satisfies(matrix, said, match.span())


def _zero_on_average(reader: FactReader) -> None:
    """Samples whose mean or sum is zero, named by a family or by the matrix that has them as columns or rows."""
    for pattern in _ZERO_ON_AVERAGE:
        for match in pattern.finditer(reader.sentence.text):
            said = match.groupdict().get("letters")
            of_data = reader.matrix_before(match.start()) or next(reversed(reader.data), None)
            name = reader.one(said) if said else of_data
            if name is None or not reader.holds(match.start(), match.end()):
                continue
            if said and not (isinstance(name.subscript, Name) or reader.is_family(name)):
                continue
            if _is_of_all(reader.sentence.text, match.start()) or match.re in _ZERO_ON_AVERAGE[:2]:
                reader.satisfies(name, "centered", match.span())


def _is_zero(reader: FactReader, match: re.Match[str]) -> bool:
    if match["value"] is None:
        return re.search(r"(?:zero|0|zero vector|vanishes)$", match[0]) is not None
    value = things(reader.sentence, match["value"])[0].trees
    return value in ((Num("0"),), (Name("0", font="bold"),))


def _centred_data(reader: FactReader) -> None:
    """Centring of "the data": adds the fact for the letters that were called data, unless it is known."""
    text = reader.sentence.text
    for match in [*_DATA.finditer(text), *_CENTRED_DATA.finditer(text)]:
        if reader.holds(match.end(1) if match.re is _CENTRED_DATA else match.start(), match.end()):
            known = [
                fact.letter for fact in reader.facts if isinstance(fact, Satisfies) and fact.hypothesis == "centered"
            ]
            for name in [x for x in reader.data if x not in known] or reader.data[-1:]:
                is_assumed = _SUBJECT.match(text, match.end()) is None or match[1] in ("assume", "suppose", "have")
                if is_assumed if match.re is _CENTRED_DATA else _is_of_all(text, match.start()):
                    reader.satisfies(name, "centered", match.span())
                else:
                    reader.unclear(name, match.span())


def _is_of_all(text: str, start: int) -> bool:
    """Whether a noun phrase that begins at a place is about all that its noun names."""
    return _OF_ALL.search(text[:start]) is not None and _OF_SOME.search(text[:start]) is None


def _listed(reader: FactReader) -> None:
    """Families whose members a formula lists."""
    for match in re.finditer(LETTER, reader.sentence.text):
        thing = things(reader.sentence, match[0])[0]
        for tree in thing.trees if not thing.display else ():
            for found in families(tree):
                reader.family(found, match.span())
