"""Whether a sentence says something of another place, or repeats what somebody else says."""

from __future__ import annotations

import re

from pcaproofs.notes.prose.falsehood import FALSE

_PEOPLE = (
    r"authors?|textbooks?|texts|people|(?<!this )(?<!our )(?<!these )(?:book|paper|lecture)s?|students?|readers?|others"
    r"|literature|many|most|somebody"
    r"|someone|beginners?|manuals?|software|packages?|teachers?|reviewers?|referees?|colleagues?"
)
# verbs with which somebody supposes something; with these subjects it is the note itself
_SUPPOSES = (
    r"lets|takes|chooses|picks|assumes|supposes|uses|denotes|writes|calls|requires|imposes|considers|defines|puts"
    r"|introduces"
)
_SAYS = r"says|said|wrote|states|stated|claims|claimed|argues|argued|treats|treated|reports|asserts|maintains|believes"
_OURS = (
    r"pca|which|that|it|this|one|analysis|we|theorem|lemma|proposition|corollary|definition|equation|formula|result"
    r"|identity|inequality|decomposition"
)
_OTHERS = re.compile(
    rf"(?<![\w-])(?:{_PEOPLE}|would|could|might|were|had|according to|in the words of"
    rf"|(?!(?:{_OURS}) )\w+ (?:{_SUPPOSES}|{_SAYS}))(?![\w-])"
    r"|(?<![\w-])(?!(?:let|it|that|there|here|what|this)'s)[^\W\d_]+'s (?!write|let)"
)
_PLACES = re.compile(
    r"(?<![\w-])(?:elsewhere|in (?:section|chapter|part|lecture|example|exercise|the (?:next|last|previous) \w+)"
    r"|in (?:the|our|an?) (?:\w+ )?(?:example|exercise|appendix|annex))(?![\w-])"
)
_TIMES = re.compile(r"(?<![\w-])(?:will re-?define|later|often|usually|sometimes|initially|at first|formerly)(?![\w-])")
# a sentence that announces what somebody else does, or what is wrong
_ANNOUNCES = re.compile(
    r"(?<![\w-])(?:following|next|consider|look at|here (?:is|are)|this is|take|imagine|as follows)(?![\w-])"
)
_DOUBTED = re.compile(
    rf"(?<![\w-])(?:{FALSE}|bogus|flawed|invalid"
    r"|absurd\w*|naive\w*|imagine|pretend|hypothetical\w*|myth|lie|joke|(?:what|how) [a-z]+ (?:does|did|proceeds|goes)"
    r"|(?:argument|proof|approach|method|words) of)(?![\w-])"
)
_SIGNS = re.compile(r"[¬✗✘❌🚫⛔]")
_OPEN_LIST = re.compile(
    r"(?<![\w-])(?:(?:one|any|some|most|none|all but \w+) of|either|at (?:least|most)|exactly|whether|not|no"
    rf"|never|{FALSE}|errors?|counterexamples?|exercises?|questions?|quiz|cases|possib\w+|options?"
    r"|alternativ\w+|equivalent|conjectures?|(?:when|how|why|where|nice|good) to"
    r"|show|prove|disprove|unless|would|fail\w*)(?![\w-])"
)
_OPENING = re.compile(r"(?:^|(?<=[\s(]))'(?=[\w⟦])")
_CLOSING = re.compile(r"(?<=[\w⟧.,!?])'(?![\w])")


def is_of_others(words: str) -> bool:
    """Whether words before a part of a sentence say that somebody else says it, or that it is not so."""
    return _OTHERS.search(words) is not None


def is_elsewhere(words: str) -> bool:
    """Whether words say that something is so in another place, or at times."""
    return is_in_another_place(words) or _TIMES.search(words) is not None


def is_in_another_place(words: str) -> bool:
    """Whether words name another place: "in chapter 1"."""
    return _PLACES.search(words) is not None


def announces_others(words: str) -> bool:
    """Whether a sentence announces that what follows is somebody else's or wrong: "Consider a wrong argument."."""
    if "⟦" in words or _ANNOUNCES.search(words) is None:
        return False
    return _DOUBTED.search(words) is not None or is_of_others(words)


def is_open(lead: str) -> bool:
    """Whether what stands in a list need not be supposed here, according to the words before the list."""
    last = re.split(r"[,;]", lead)[-1]
    return is_of_others(last) or _OPEN_LIST.search(last) is not None


def is_quoted(before: str) -> bool:
    """Whether what follows a text stands in quotation marks that are opened in it, or behind a sign that denies."""
    opened = list(_OPENING.finditer(before))
    is_in_single = bool(opened) and _CLOSING.search(before, opened[-1].end()) is None
    if _SIGNS.search(before):
        return True
    return before.count('"') % 2 == 1 or before.count("«") > before.count("»") or is_in_single
