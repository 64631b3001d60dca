"""Words that take back what a note has supposed, and words that may change what it speaks of."""

from __future__ import annotations

import re

from pcaproofs.notes.prose.sentences import Sentence

_ASSUMPTION = r"(?:assumption|condition|constraint|hypothesis|restriction|requirement|normali[sz]ation|convention)s?"
_PROPERTY = (
    r"(?:unit|normali[sz]ed|symmetric|orthogonal|orthonormal|psd|cent(?:red|ered)|zero[ -]mean|invertible|positive)"
)
# kind of a retraction: the words. "every" ends what is supposed of all letters, "general" for its sentence, "open" what
# is supposed of its letters, "back" what the sentence before it supposes
RETRACTIONS = {
    "back": r"(?:this|that|it|which|these)(?: \w+){0,3} (?:not|never|no longer|\w+n't)(?: \w+){0,2} (?:assum\w+"
    r"|suppos\w+"
    r"|requir\w+|impos\w+|need\w*|true|so|the case|made|used|valid|hold\w*|available|kept|given)"
    r"|(?:this|that|it|which) (?:is|was|would be) (?:\w+ )?(?:false|wrong|untrue|incorrect|mistaken|dropped|relaxed)"
    r"|(?:scratch|cancel|undo|forget|drop) (?:that|this|it)|never mind|on second thoughts?|(?<!\w)wrong!",
    "every": rf"(?:drop|remove|lift|relax|abandon|waive|discard|forget|ignore"
    rf"|give up)\w* (?:[a-z]+ ){{0,4}}{_ASSUMPTION}"
    r"|(?:drop|lift|relax|abandon|waive|discard)\w* (?:it|this|that|these|them)"
    r"|(?:drop|lift|relax|remove)\w* (?:the |this |that |its )?(?:symmetry|orthogonality|orthonormality|cent(?:ring"
    r"|ering))"
    rf"|(?:this|that|the|these|our|no such) {_ASSUMPTION}(?: [a-z]+){{0,6}} (?:not|no longer|never|nowhere|dropped"
    rf"|removed"
    r"|lifted|relaxed|abandoned|withdrawn|waived|over|cancelled)|no longer assum\w+"
    rf"|no (?:such )?{_ASSUMPTION}(?= (?:on|is|are)|[,.;]|$)|(?<!not )(?:forget|ignore|disregard"
    rf"|set aside) (?:that )?(?=⟦)",
    "general": rf"in (?:the (?:more )?)?general(?: case)?|in all cases|unconditionally|regardless|without (?:any "
    rf"|this |the "
    rf"|that |our )?{_ASSUMPTION}",
    "open": rf"no longer|need not|not necessarily|not (?:assum|suppos|know|requir|impos)\w*|(?:not|isn't|aren't|non-?)"
    rf"[ -]?(?:\w+ ){{0,2}}{_PROPERTY}",
}
_PATTERNS = {kind: re.compile(rf"(?<![\w-])(?:{words})(?![\w-])") for kind, words in RETRACTIONS.items()}
_ACTS = (
    "rotat|scal|rescal|normali|cent(?:re|er|r?ing)|shift|stretch|doubl|halv|perturb|modif|updat|truncat|round|replac"
    "|append|remov|delet|chang|vary|varies|allow|corrupt|overwrit|redefin|reset|flip|shuffl|permut|whiten|transform"
    "|drop"
)
_CHANGES = re.compile(
    rf"(?<![\w-])(?:(?:{_ACTS})(?:e|es|s|ed|d|ing|ies|fy|fied|ise|ize|ised|ized)?|add(?:s|ed)?|\w+n't|not|never|no"
    rf"|nor|other|another|else"
    r"|instead|but|however|unless|except|only|elsewhere|general|arbitrary|any|every|again|back|over|now|today)(?![\w-])"
)


def retraction(sentence: Sentence) -> tuple[str, int] | None:
    """The kind of the first retraction of a sentence in the order of the table, and its place in the text."""
    found = ((kind, pattern.search(sentence.text)) for kind, pattern in _PATTERNS.items())
    return next(((kind, match.start()) for kind, match in found if match is not None), None)


def is_inert(text: str) -> bool:
    """Whether the words of a sentence neither retract nor change anything; a proof prints those that may."""
    return _CHANGES.search(text) is None
