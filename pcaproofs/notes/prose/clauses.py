"""The status of a part of a sentence according to the words around it: assumed, claimed, conditional, or denied.

A word such as "not", "show" or "if" reaches on over commas and "and" until a word such as "where", "since", "let" or
a semicolon begins something new. A word such as "so" or "hence" makes a claim of what follows, until "assume" or "let".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from pcaproofs.notes.formulas.surface import Arrow, Blank, Chain
from pcaproofs.notes.prose.falsehood import FALSE
from pcaproofs.notes.prose.sentences import Sentence, Thing

Force = Literal["assumed", "claimed", "conditional", "denied"]

# the following part is denied, conditional, asked for, or still to be shown
_DENYING = re.compile(
    rf"""(?<![\w-])(?:as\ if|as\ though|not|no|never|neither|nor|cannot|\w+n't|without|hardly|rarely|fails?|failed
    |lacks?|instead|rather\ than|unlike|except|unless|whether|if|iff|when|whenever|provided|once|as\ long\ as|in\ case
    |until|only
    |shows?|shown|showing|proves?|proved|prove|proving|verify|verifies|verified|check|checks|checking|demonstrates?
    |to\ see\ that|suffices?|sufficient|enough|necessary|needs?|needed|in\ general|generally|usually|often|sometimes
    |typically|would|should|could|might|wants?|wish|hope|desire|aim|goal|try|tries
    |{FALSE}|contrary|contradiction|forget|forgets|forgot
    |why|either|example|instance|e\.g\.|suppose\ for|imagine|pretend|claims?|conjecture|question|asks?|almost|nearly
    |approximately|roughly|previously|earlier|exercise|even\ though|otherwise|anti|wonder|doubt|unknown
    |(?:all|any|every\w*|each|none|nothing)\ (?:but|besides|save))(?![\w-])""",
    re.VERBOSE,
)
# these begin a new part to which earlier words do not apply
_ANEW = re.compile(
    r"(?:[;:]|\.\.\.|(?<![\w-])(?:where|since|because|(?<!all )(?<!any )(?<!none )but|however|while|let|denote"
    r"|denoting|given|recall"
    r"|for (?:any|every|all|each))"
    r"(?![\w-])|(?:^|, (?:and )?)(?:we )?(?:suppose|assume|consider|define|take|choose|pick|write)\b"
    r"|, which (?:is|are)\b)"
)
_CLAIMING = re.compile(
    r"""(?<![\w-])(?:so(?!\ that)|then|hence|thus|therefore|thereby|consequently|accordingly|follows?|implies|imply
    |implying|concludes?|obvious|obviously|clear|clearly|evident|evidently|easy|easily|trivially
    |we\ (?:see|get|obtain|find|know)
    |we\ have(?=\ that|\ ⟦\d+⟧\ (?:is|are))|one\ (?:sees|gets|obtains|finds|has)
    |must|turns?\ out|means\ that|this\ means
    |meaning|can|may|ensures?
    |ensured|ensuring|guarantees?|guaranteed|makes?|theorem|lemma|corollary|proposition|result|always|becomes?|yields?|gives
    |automatically    |necessarily|remains?|again|therefore|indeed|in\ fact)(?![\w-])""",
    re.VERBOSE,
)
_ASSUMING = re.compile(
    r"(?<![\w-])(?:assum(?:e|es|ed|ing)|suppos(?:e|es|ed|ing)|let|given|where|denotes?|denoting|recall|since"
    r"|because|for (?:any|every|all|each)"
    r"|such that|with|requir(?:e|es|ed|ing)|constrain(?:ed|ing)?|restrict(?:ed|ing)?|subject to"
    r"|without loss of generality|w\.?l\.?o\.?g\.?"
    r"|there (?:is|are|exists?)|exists?|find|choose|pick|take|consider|define|call|called|seek"
    r"|look(?:ing)? for)(?![\w-])"
)
_AFTER = re.compile(
    r"^,? (?:only (?:if|when)|iff|unless|provided|as long as|in case|or (?!⟦)|but only)\b|^ (?:if|when|whenever)\b"
)
_CONDITIONAL = ("if", "when", "whenever", "provided", "once", "as long as", "in case")
# phrases in which the words above do not deny anything
_HARMLESS = re.compile(
    r"not only|in what follows|as follows|the following|no loss|without (?:any )?loss|if necessary"
    r"|not necessarily square|without further|no matter"
    r"|only one|only the"
    r"|if (?:we|you|one) (?:now )?(?:recall|remember)|want(?:s)? to (?:\w+ )?(?:find|maximi[sz]e|minimi[sz]e"
    r"|choose|project|reduce)"
    r"|(?:wish|aim|try|need|goal is) to (?:find|maximi[sz]e|minimi[sz]e|choose|project|reduce)"
    r"|what we want (?:to do )?is"
)


_INVERTED = re.compile(r"(?:is|are|has|have|should|does) ⟦\d+⟧")  # "Is ⟦A⟧ symmetric, then holds …"
_SUPPOSING = re.compile(
    r"(?<![\w-])(?:(?P<once>(?<!only )(?<!and )if|whenever|provided(?: that)?)|(?:suppose|assume)(?: that)?)(?![\w-])"
)
_NO_MORE = re.compile(
    r"[:;]|(?<![\w-])(?:then|so(?! that)|hence|thus|therefore|because|since|we (?:have|get|see|obtain|find|know)"
    r"|follows?|implies|yields?|gives?|but|not|need|needs|show|must|would|could|whether|prove|verify|check|why|only)(?![\w-])"
)


_THEN = re.compile(r"(?<![\w-])then(?![\w-])")
_ALTERNATIVE = re.compile(r"(?<![\w-])(?:or(?! equivalently)|either|unless|except)(?![\w-])")
_OTHER_CASE = re.compile(
    r"(?<![\w-])(?:(?<!only )if(?! and only if)|otherwise|conversely|else|unless|whenever)(?![\w-])"
)


def is_alternative(sentence: Sentence, start: int) -> bool:
    """Whether the part at a place is one of several alternative hypotheses: "if A or B, then C"."""
    last = max(_SUPPOSING.finditer(sentence.text, 0, start), key=re.Match.start, default=None)
    if last is None or _THEN.search(sentence.text, last.end(), start):
        return False
    then = _THEN.search(sentence.text, start)
    return _ALTERNATIVE.search(sentence.text, last.end(), then.start() if then else len(sentence.text)) is not None


def hypothesis_end(sentence: Sentence, start: int) -> int:
    """The offset in the note where a hypothesis of a sentence ends.

    It ends with the sentence, at its next case ("and if not, …"), or behind the first of several displays (see
    first_display_end).
    """
    then = _THEN.search(sentence.text, start)
    other = _OTHER_CASE.search(sentence.text, then.end()) if then else None
    ends = [sentence.places[other.start()]] if other else []
    if (first := first_display_end(sentence, start)) is not None:
        ends.append(first)
    return min(ends, default=sentence.end)


def first_display_end(sentence: Sentence, start: int) -> int | None:
    """Where the first display behind a place ends, if another one stands right behind it that does not go on from it.

    "If A, then $$B$$ $$C$$": nothing says whether C is meant for A too. It is if B ends with a comma, or if C begins
    with a relation. None if there is one display, or words between.
    """
    for match in re.finditer(r"⟦(\d+)⟧ ?(?=⟦(\d+)⟧)", sentence.text[start:]):
        here, behind = (sentence.things[int(k)] for k in match.groups())
        if here.display and behind.display and not here.goes_on and not _begins_with_sign(behind):
            return here.span[1]
    return None


def _begins_with_sign(thing: Thing) -> bool:
    """Whether a display begins with a relation or an arrow."""
    first = thing.trees[0] if thing.trees else None
    return isinstance(first, Chain | Arrow) and isinstance(first.terms[0], Blank)


def supposed(sentence: Sentence, start: int, end: int) -> Literal["once", "on", ""]:
    """Whether a part of a sentence is a hypothesis: of "if A, B, then C" (once), of "suppose that A, B" (on)."""
    if sentence.asks or is_alternative(sentence, start):
        return ""
    last = max(_SUPPOSING.finditer(sentence.text, 0, start), key=re.Match.start, default=None)
    if last is None or _NO_MORE.search(sentence.text, last.end(), start):
        return ""
    if last["once"]:
        return "once" if re.search(r"(?<![\w-])then(?![\w-])", sentence.text[end:]) else ""
    return "on"


def force(sentence: Sentence, start: int, end: int) -> Force:
    """What is said of a part of a sentence by the words before it and behind it."""
    if sentence.asks or _AFTER.match(sentence.text[end : end + 30]) or is_alternative(sentence, start):
        return "denied"
    if supposed(sentence, start, end) == "once" or _INVERTED.match(sentence.text):
        return "conditional"
    before = _HARMLESS.sub(lambda m: " " * len(m[0]), sentence.text[:start])
    anew = max((m.end() for m in _ANEW.finditer(before)), default=0)
    denying = list(_denying(before, anew))
    if re.search(r"(?:contradiction|contrary)\b", before) or any(word not in _CONDITIONAL for word in denying):
        return "denied"
    if denying:
        return "conditional"
    claimed = max((m.end() for m in _CLAIMING.finditer(before)), default=0)
    assumed = max((m.end() for m in _ASSUMING.finditer(before)), default=0)
    if claimed > max(assumed, anew - 1):
        return "claimed"
    return "assumed"


def _denying(before: str, anew: int) -> Iterator[str]:
    """The denying words after the last beginning of a new part; "if" ends with its "then"."""
    for match in _DENYING.finditer(before, anew):
        if not (match[0] in _CONDITIONAL and re.search(r"(?<![\w-])then\b", before[match.end() :])):
            yield match[0]
