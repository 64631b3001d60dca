"""Words that take back what a note has supposed, and words that may change what it speaks of."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.spelling import bare, key
from pcaproofs.notes.formulas.surface import Name, every
from pcaproofs.notes.prose.sentences import Sentence, sentences
from pcaproofs.notes.text.source import Span

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


_REFERS = re.compile(
    r"(?<![\w-])(?:this|that|these|those|it|its|such|so|former|latter|ours|assum\w+|suppos\w+|condition\w*|constrain\w*"
    r"|hypothes\w+|requir\w+|restrict\w+|normali[sz]\w+|convention\w*)(?![\w-])"
)


class Suspensions:
    """The sentences of a note that may end what it has supposed; a proof prints the first behind its hypothesis.

    Such a sentence has words of change and names a letter of the hypothesis, refers back, or has no formula.
    """

    def __init__(self, note: Note):
        self.found = [s for s in sentences(note) if _CHANGES.search(s.text)]
        self.starts = [s.places[0] for s in self.found]

    def between(self, letters: Collection[str], said: Span, offset: int) -> Span | None:
        """The first such sentence between a hypothesis about some letters and an offset."""
        behind = self.found[bisect_right(self.starts, said[0]) : bisect_right(self.starts, offset)]
        return next(((s.places[0], s.end) for s in behind if s.end <= offset and _concerns(s, letters)), None)


def _concerns(sentence: Sentence, letters: Collection[str]) -> bool:
    inside = [thing for thing in sentence.things if not thing.display]
    names = every((tree for thing in inside for tree in thing.trees), Name)
    is_about = not inside or _REFERS.search(sentence.text) is not None
    return is_about or any(key(x) in letters or key(bare(x)) in letters for x in names)
