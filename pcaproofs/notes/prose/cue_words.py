"""The words before a formula that say whether it is assumed, defined, a problem, concluded or false."""

from __future__ import annotations

import re

from pcaproofs.notes.prose.facts import Cue
from pcaproofs.notes.prose.falsehood import FALSE

_FALSE = re.compile(
    rf"(?<![\w-])(?:{FALSE}"
    r"|not true|not the case|does not hold|do not hold|not correct|not equal|no longer|in general not"
    r"|not in general|tempting|one might think|counterexample|never"
    r"|as if|as though|without|is not|are not|does not|do not|don't"
    r"|doesn't|isn't|not have|cannot|neither|nor)(?![\w-])"
)
_MODEL = re.compile(  # "the normal equations are ⟦XᵀXb = Xᵀy⟧"
    r"(?<![\w-])(?:model|constraint|assumption|normal equation)s? (?:\w+ )?(?:is|are|reads?|says?)(?: that)?,?$"
)
# the last of these before a formula decides; words that say nothing may stand between
_CUES: list[tuple[Cue, re.Pattern[str]]] = [
    (
        "concluded",
        re.compile(
            r"(?<![\w-])(?:so(?! that)|then|hence|thus|therefore|thereby|consequently|follows?|following|implies"
            r"|imply|implying|because|ensures?"
            r"|ensuring|shows?|shown|prove|proves|proved|verify|check|conclude|obtain|obtains|obtained|get|gets"
            r"|have|has|see|sees|find that"
            r"|finds|yields?|gives?|giving|need|needs|must|equals?|becomes?|reads?|notice|note|claim|know|knows"
            r"|since|reduces to|leads to"
            r"|leading to|results? in|arrive at|arrives at|that is|i\.e\.|means|equivalent to|equivalently"
            r"|written as|simplif\w+|expand\w*"
            r"|comput\w+|calculat\w+|rewrit\w+|reformulat\w+|transform\w*|substitut\w+|suffices?|recall|indeed"
            r"|in fact|clearly|obviously|is|are|using|use)(?![\w-])"
        ),
    ),
    (
        "defined",
        re.compile(
            r"(?<![\w-])(?:from (?:now|here) on|henceforth|re-?defin\w+"
            r"|defines?|defined|defining|definition|denotes?|denoted|denoting|call|calls|called"
            r"|we (?:write|set|put|introduce)|(?:set|put|write)(?= *$)|(?:(?<![a-z] )|(?<=and ))here(?=[ ,]*$)"
            r"|introduces?|abbreviates?|abbreviation|notation|by definition|is defined (?:as|by|to be))(?![\w-])"
        ),
    ),
    (
        "problem",
        re.compile(
            r"(?<![\w-])(?:maximi[sz]\w*|minimi[sz]\w*|optimi[sz]\w*|problems?|objective|solve|solves|solving"
            r"|task is)(?![\w-])"
        ),
    ),
    (
        "assumed",
        re.compile(
            r"(?<![\w-])(?:(?<!to )solves (?:the )?(?:(?:normal|linear) )?(?:equations?|system)"
            r"|let|lets|suppose|supposed|supposing|assum(?:e|es|ed|ing|ption)|such that|so that|with"
            r"|given|where|subject to|s\.t\."
            r"|under the (?:constraints?|condition|assumption)|constraints?|satisfying|satisfies|satisfy"
            r"|provided(?: that)?|require[sd]?"
            r"|requiring|(?<!^only )(?<!, only )if|whenever|consider|observe[ds]?(?! that)|collected|for which"
            r"|for (?:all|any|every|each|some)|in which|choose"
            r"|take(?! (?:the |partial |a )?(?:derivative|gradient|partial))|taking(?! (?:the |partial "
            r"|a )?(?:derivative|gradient|partial|the))|pick)(?![\w-])"
        ),
    ),
]
_TRANSPARENT = re.compile(
    r"[ ,(]+(?:i\.e\.|that is|or equivalently|equivalently|in other words|meaning(?: that)?)[,:]? *$"
)
_COPULAS = re.compile(r"(?<![\w-])(?:is|are|has|have|be|that is|i\.e\.|equivalently|means)(?![\w-])")
_HARMLESS = re.compile(r"not only|without (?:any )?loss|no loss")
# "assume that the data are centred, ⟦0⟧": an equation that says the assumption again
IN_APPOSITION = re.compile(
    r"(?:^|[,;:] )(?:and |now |so |we |let us |here |further(?:more)? )*(?:suppose|assume|let)\b(?! for)[^⟦⟧,;:]*, $"
)
_LET_BE = re.compile(r"(?<![\w-])let ⟦\d+⟧ be (?:an? |the )?[a-z -]+(?:,? and|,)$")
_PUT = re.compile(  # "substituting ⟦0⟧": what is put in, which need not hold of what was there before
    r"(?<![\w-])(?:substitut(?:e|es|ed|ing)|plug(?:ging)? in|insert(?:ing)?)"
    r"(?: (?:in|back|the|this|that|for|value|values|choice|choices|optimal|optimum|solution|expression))*[ ,:]*$"
)
NUMBER = re.compile(r"(?<![\w⟧])(?:\((?:[ivx]+|\d|[a-h])\)|[ivx]+\)) ?")  # "(i)", "(2)"
_NEGATED = re.compile(r"(?<![\w-])(?:not|never|without|don't|cannot) (?:\w+ )?$")
_NO_ASSUMPTION = re.compile(
    r"(?<![\w-])(?:show|prove|see|verify|check|need|needed|must|have to|want|ensure|ensuring|because|why"
    r"|whether) (?:\S+ ){0,3}$"
)


def before(text: str) -> Cue:
    """The relevant words before a formula: those after the last formula that is not in the same list."""
    text = whole = NUMBER.sub("", text).rstrip(" :")
    while (shorter := re.sub(r"⟦\d+⟧(?:,? and(?: that)?|,|,? or)$", "", text).rstrip()) != text:
        text = shorter
    text = _HARMLESS.sub(lambda m: " " * len(m[0]), text)
    clause = re.split(r"[;:]|, (?=(?:but|while|whereas)\b)", text)[-1]
    if (same := _TRANSPARENT.search(clause)) is not None:  # "suppose ⟦0⟧ is symmetric, that is, ⟦1⟧"
        words = _COPULAS.sub(lambda m: " " * len(m[0]), clause[: same.start()])
    else:
        words = clause.rpartition("⟧")[2]
    if _FALSE.search(words.rpartition(",")[2]):
        return "false"
    if _MODEL.search(words):
        return "assumed"
    if not words.strip(" ,") or _PUT.search(words):
        return ""
    if IN_APPOSITION.search(f"{words.strip(' ,')}, ") and text.endswith(","):
        return "assumed"
    found = [(m.end(), m.start(), said) for said, pattern in _CUES for m in pattern.finditer(words)]
    if not found:
        return "assumed" if _LET_BE.search(clause) else ""
    _, start, said = max(found)
    if said == "assumed" and _NO_ASSUMPTION.search(words[:start]):
        return "concluded"
    is_range = said == "assumed" and re.match("for (?!which)", words[start:]) is not None
    if is_range and (text != whole or _said_before(words[:start])):
        return "concluded"  # "for all i, …", "so we have for all i"
    if _NEGATED.search(words[:start]):
        return "false"
    return said


def _said_before(words: str) -> bool:
    """Whether words before "for all …" draw a conclusion."""
    return any(pattern.search(words) for said, pattern in _CUES if said == "concluded")
