"""Conditions of a sentence that name no letter: "if they are orthogonal, then ⟦0⟧", "⟦0⟧ whenever both are diagonal".

Conditions that name letters are read with what is said of the letters. These are not read, so that nothing under them
is refuted. Only their place in the sentence decides: a clause behind a conditional conjunction, a clause with a pronoun
as its subject behind a causal one, or "for" with a plural that something describes. It stands before the formula, or
directly behind it.
"""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.prose.cues import place_in_sentence

_IF = (
    r"(?<!even )(?:only |at least |exactly |precisely |except |but )*"
    r"(?:if|when|whenever|unless|provid(?:ed|ing)|(?:as|so) long as|in case|once|given that|assuming|supposing"
    r"|on (?:the )?condition that|under the (?:condition|assumption) that)"
)
_WITH = r"(?:with|given) (?=[^⟦⟧,;:.]*, ?$)"
_BEING = r"(?:both |each )?being (?=[^⟦⟧,;:.]*, (?:they|both|these|it)(?![\w-]))"
_AS = (  # also inverted: "should they commute"
    r"(?:since|because|as|where|should|were|had) "
    r"(?=(?:they|it|both|these|those|each|either|neither|all of|one of|none of)(?![\w-]))"
)
_KINDS = (
    r"(?:vectors|matrices|columns|rows|numbers|scalars|samples|points|variables|functions|maps|subspaces"
    r"|ones|pairs)"
)
_FREE = rf"(?:all|any|arbitrary|both|two|these|such|our|the|real|{_KINDS}|of|and|or|this|that|size|shape|n|p|m|d)"
_FOR = rf"for (?=(?:[\w-]+ ){{0,5}}{_KINDS}(?![\w-]))(?!(?:{_FREE}(?![\w-])[ ,.]*)+(?:$|[,.:;]|we |it |one |⟦))"
_CASE = r"in the (?!general |same )(?:[\w-]+ ){1,2}case"
_CONDITION = rf"(?P<said>(?:(?:{_IF}|{_CASE})(?![\w-])|{_AS}|{_WITH}|{_BEING}|{_FOR})[^⟦,;:.]*)"
_BEFORE = re.compile(rf"(?:^|[,;:] |(?<![\w-])(?:and|but|that|then|thus|hence|so|have|holds) ){_CONDITION}")
_HOLDS = r"(?:(?:which |this |that )?(?:holds?|is|are|follows?|remains?)(?: [\w-]+){0,3}? )?"  # "is true if"
_BEHIND = re.compile(rf"(?:,? (?:and )?⟦\d+⟧)*[,;]? ?(?:but (?:only )?)?{_HOLDS}{_CONDITION}(?P<next>.?)")
_AGAIN = re.compile(r"; |(?<![\w-])(?:but|otherwise|in general|conversely)(?![\w-])")  # what follows is said without it
_CONJUNCTION = re.compile(rf"(?:{_IF}|{_AS}|{_WITH}) ?(?:(?:we|one|you) )?")
_MAIN = re.compile(r" (?:then|(?:we|one) (?:have|has|gets?|obtains?|sees?|finds?)|it (?:holds|follows))(?![\w-])")
_EMPTY = re.compile(r"(?:not|in doubt|necessary|needed|required|possible|desired)?(?: then)? *")


def unnamed_condition(note: Note, formula: Formula) -> str:
    """The words of a condition without letters under which a sentence states a formula; "" if there is none."""
    if (found := place_in_sentence(note, formula)) is None:
        return ""
    sentence, start = found
    text = sentence.text
    end = text.index("⟧", start) + 1
    anew = max((m.end() for m in _AGAIN.finditer(text, 0, start)), default=0)
    before = [m for m in _BEFORE.finditer(text, anew, start) if text[m.end() : m.end() + 1] != "⟦" or m.end() == start]
    behind = _BEHIND.match(text, end)
    for match in [*before, *([behind] if behind is not None and behind["next"] != "⟦" else [])]:
        said = re.split(r" (?:then|we (?:have|get|obtain|see|find)|it (?:holds|follows))(?![\w-])", match["said"])[
            0
        ].strip()
        rest = _CONJUNCTION.sub("", said, count=1)
        if not _EMPTY.fullmatch(rest):
            return said
    return ""
