"""Whether a sentence supposes something here and now, in words that are known.

"In the notes of Smith, w is a unit vector", "some authors assume ‖w‖ = 1", "w is a unit vector for p = 1": no list of
words that take a statement back is complete. So the words of the clause before what is said, and the first one behind
it, have to be among those with which notes declare letters. What stands before "where" or a semicolon may have any
words, but must not speak of others. A supposition for one sentence ("if A, then B") is not asked for this.
"""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.surface import Chain
from pcaproofs.notes.prose.attributed import is_elsewhere, is_in_another_place, is_of_others, is_open, is_quoted
from pcaproofs.notes.prose.falsehood import FALSE
from pcaproofs.notes.prose.known_words import are_known, is_known
from pcaproofs.notes.prose.plain_words import SOURCE
from pcaproofs.notes.prose.ranges import DIFFERENT, is_range
from pcaproofs.notes.prose.sentences import Sentence

_EQUATIONS = ("=", "≠", "<", ">", "≤", "≥", ":=")
_BOUNDARY = re.compile(
    r"[;:]|\.(?!\w)|\((?=assum|suppos|let )|(?<![\w-])(?:where|since|because)(?![\w-])|, (?:but |(?=and let))"
)
# a clause of reason or purpose, or a participle, before what is supposed: it comments, and may have any words
_COMMENT = re.compile(
    r"(?:since|because|as(?! in)|while|although|though|given|(?:in order )?to"
    r"|(?!assum|suppos|imagin|pretend)[a-z]{3,}ing)"
    r"(?![\w-])(?![^,⟦]*(?<![\w-])to (?:assume|suppose))(?P<said>[^;:]*?)"
    r"(?:, (?=(?:(?:so|then|now|also|here|thus|therefore|hence) )?"
    r"(?:we|let|assume|suppose|consider|fix|choose|take|pick)(?![\w-]))"
    r"| (?=we (?:now |also |then )?(?:assume|suppose|impose|require|restrict|normali|scale|choose|fix|take|let)))"
)
_JUDGED = re.compile(  # a title: "A common mistake: …"
    rf"(?<![\w-])(?:not|no|never|{FALSE}|errors?"
    r"|pitfalls?|traps?|absurd\w*|naive\w*|tempting|forbidden|bad|doubtful|questionable|different"
    r"|alternative|hypothetical|other|outputs?|results?|returns?|ensures?|claims?|conjectures?|goals?|aims?|wanted)"
    r"(?![\w-])[^⟦;]*: ?$"
)
_EMBEDDED = re.compile(r"that ")  # "That w is a unit vector is too strong": a subject, which asserts nothing
_TITLED = re.compile(r"(?:^|[;:.)] )(?P<title>[^⟦;:,]{1,40}): $")  # "to show: w is a unit vector"
_SOMEWHERE = re.compile(r"[a-z] where $")  # "a world where": the words before it say which one
_SETTINGS = re.compile(r"(?<![\w-])(?:work|interested|treat|only|special|simplest|case|setting|situation)(?![\w-])")
_LISTS = re.compile(
    r"(?<![\w-])(?:assumptions?|hypothes[ei]s|following|follows|mak(?:e|ing)|made|notations?|setup|setting|conventions?"
    r"|things"
    r"|special|cases?|theorem|lemma|proposition|corollary|exercise|example|remark|inputs?|requires|hypothesis|preliminaries"
    r"|background|context|reminder|details|clearly|precisely|short|brief|algorithm|procedure|steps?|recipe|proof|derivation"
    r"|facts|objects|ingredients|work|below|standing|standard|usual|hold|is that|properties that we need)(?![\w-])"
)
_SHORT = re.compile(r"(?<![\w-])(?:i\.e|e\.g|i\.i\.d|w\.l\.o\.g|s\.p\.d|p\.s\.d|resp|vs|cf|eqs?)(?![\w-])\.?")
_RESTRICTING = re.compile(r"(?<![\w-])(?:for|at|in|on|case|under) $")
_PLACE = re.compile(r"⟦(\d+)⟧(?:'s)?")
_PLACED = re.compile(rf"(?:(?<![\w-])(?:in|on|at) )?{_PLACE.pattern}")
_POSSESSIVE = re.compile(r"(?<![\w-])(?!(?:let|it|that|there|here|what)'s)[^\W\d_]+'s (?!write)")
# of "a unit vector w" only the words behind the last formula before it matter, unless somebody else is said to use it
_INTRODUCED = re.compile(
    r"(?:an?|two|three|some|any|every|each|another|all) |(?:⟦\d+⟧ is )?(?:the |its )?(?:singular[ -]value decomposition"
    r"|svd|eigen\w*[ -]?(?:value )?decomposition|spectral decomposition|orthogonal diagonali)"
)
_BEHIND = re.compile(
    r"""^,?\ (?:(?:in|at|on|under|after|before|for|up
    |with\ (?:probability|respect|regard|high|few|some|the\ (?:exception|median)|exceptions?|weights
    |(?:the|an?|another|some|other)\ (?:[a-z-]+\ ){0,2}(?:means?|medians?|averages?|centroids?))|what(?!\ follows)
    |relative|modulo|during|within|inside|until|except|but(?!\ not\ necessarily)
    |most|nearly|approximately|sometimes|often|usually
    |once|per|if|when|whenever|or|as\ in|(?:as|so)\ (?:long|far)|only
    |here\ and|then\ and|not)(?![\w-]))""",
    re.VERBOSE,
)
_BEHIND_HARMLESS = re.compile(
    r"""^,?\ (?:in\ (?:⟦|this\ (?:sub)?(?:section|chapter|notes?|lecture|text)|the\ (?:following|sequel)|what\ follows
    |which|addition)|on\ (?:⟦|which)|for\ (?:all|any|every|each|some|now|which|simplicity|convenience)|for\ ⟦
    |for\ (?:example|instance)
    |for\ an?\ (?:[a-z-]+\ ){0,2}(?:vector|matrix|number|scalar|constant|basis|multiplier|column)s?\ ⟦
    |at\ ⟦|or\ equivalently|after\ which)""",
    re.VERBOSE,
)
_GOES_ON = re.compile(  # closed classes of words, and verbs of which an equation is the subject
    r"""(?:i\.e|e\.g|w\.l\.o\.g|wlog|say|namely|there|too|from|between|among|does|do|did|can|may|must|cannot|us|your|etc|plus|gives?|yields?
    |implies|holds?|becomes?|defines?|leads?|means?|makes?|ensures?|guarantees?|follows?|says?(?=\ that)|reads?|samples?
    |forming|spanning|representing|consisting|differentiating|setting|making|letting|defining|lying|beforehand
    |not\ necessarily)
    (?![\w-])""",
    re.VERBOSE,
)
_NEXT = re.compile(r"(?P<stop>,?) \(?(?P<word>[^\W\d_]+(?:['-][^\W\d_]+)*)")
_LATER = re.compile(
    r"^ ?: ?(?:no|not|false|wrong|never|hardly|[✗✘❌])(?![\w-])"
    r"|^[^;:.⟦]*(?<![\w-])(?:or(?! equivalently)|would|could|might|reader|exercise|easy|trivial|says|said|wrote|claims"
    r"|according to)(?![\w-])"
    r"|^[^;:.⟦]*(?<![\w-])(?:whose|with|then) [^;:.⟦]*(?<![\w-])(?:chang|overwrit|replac|remov|delet|modif|perturb"
    r"|flip|shift|corrupt|altere)"
)
_SET_OF = re.compile(
    r"(?<![\w-])(?:the|this) (?:set|class|manifold|space|group) of (?:all )?(?:[a-z-]+ )*⟦\d+⟧ (?:with|such that) $"
)
_WAS = re.compile(r"⟦\d+⟧ (?:was|were) (?:an?|the) ")  # "w was a unit vector": in another place
_SAID_OF_IT = re.compile(
    r"^ be (?:false|wrong|violated|untrue|broken|relaxed|dropped|no)(?![\w-])|"
    r"^ (?:is|are|was|were|will|can|may|has|have|does|do)(?! (?:an?|the|any) (?!unit sphere|sphere|set|case)\w+"
    r"| arbitrary| symmetric| (?:inv|orth|diag|cent|posi|zero)\w+| ⟦| not necessarily| imposed| given)(?![\w-])"
)


def is_plainly_said(sentence: Sentence, start: int, end: int, *, is_equation: bool = False) -> bool:
    """Whether a part of a sentence is supposed there, and for what follows, as far as the words around it say."""
    if is_quoted(sentence.text[:start]) or sentence.quoted or is_open(sentence.lead) or not _goes_on(sentence, end):
        return False
    if sentence.lead.endswith("?") or _SET_OF.search(sentence.text[:start]):
        return False
    if _WAS.search(sentence.text, start, end) or not _is_supposing(sentence.lead):
        return False
    if is_equation and _SAID_OF_IT.match(sentence.text[end:]):
        return False
    if not is_equation and _INTRODUCED.match(sentence.text, start):
        return not is_of_others(sentence.text[:start]) and are_known(_lead(sentence, start).rpartition("⟧")[2])
    lead = _lead(sentence, start)
    outer = sentence.text[: start - len(lead)]
    if is_of_others(outer) or is_in_another_place(outer) or _JUDGED.search(outer):
        return False
    if not outer and _EMBEDDED.match(lead):
        return False
    if (label := _TITLED.search(outer)) is not None and not _is_supposing(label["title"]):
        return False
    if _SOMEWHERE.search(outer) and not are_known(_SETTINGS.sub(" ", _PLACED.sub(" ⟦ ", _last_clause(outer)))):
        return False
    if any(_is_equation(sentence, m) for m in _PLACE.finditer(lead) if _RESTRICTING.search(lead[: m.start()])):
        return False
    lead = SOURCE.sub("", f"{DIFFERENT.sub('', lead)}⟦").removesuffix("⟦")
    return are_known(_PLACED.sub(" ⟦ ", lead)) and not _POSSESSIVE.search(lead)


def is_defined_elsewhere(sentence: Sentence, start: int) -> bool:
    """Whether what stands at a place is said to be defined so elsewhere: "Smith defines S = XᵀX"."""
    lead = _lead(sentence, start)
    is_foreign = sentence.quoted or is_quoted(sentence.text[:start]) or is_of_others(sentence.lead)
    return is_foreign or is_of_others(lead) or is_elsewhere(lead)


def outer_words(sentence: Sentence, start: int) -> str:
    """The words of a sentence before the clause of a part of it, in which a comment may stand."""
    last = _boundary(sentence.text[:start])
    return sentence.text[: last.end()] if last else ""


def _lead(sentence: Sentence, start: int) -> str:
    """The words of the clause before a part of a sentence."""
    text = _SHORT.sub(lambda m: " " * len(m[0]), sentence.text[:start])
    last = _boundary(text)
    lead = text[last.end() :].lstrip() if last else text
    begun = last[0] + " " if last and last[0] in ("since", "because") else ""
    comment = _COMMENT.match(begun + lead)
    if comment is None or any(_is_equation(sentence, m) for m in _PLACE.finditer(comment["said"])):
        return lead
    return lead[comment.end() - len(begun) :]


def _boundary(text: str) -> re.Match[str] | None:
    """The last boundary of clauses in a text."""
    return max(_BOUNDARY.finditer(_SHORT.sub(lambda m: " " * len(m[0]), text)), key=re.Match.end, default=None)


def _is_supposing(lead: str) -> bool:
    """Whether all words before a list are known, so that its items are supposed: "we assume the following:"."""
    words = re.split(r"[,;]", _LISTS.sub(" ", lead))[-1]
    return are_known(_PLACED.sub(" ⟦ ", words))


def _last_clause(text: str) -> str:
    return re.split(r"[.;:]", _SHORT.sub(" ", text))[-1]


def _goes_on(sentence: Sentence, end: int) -> bool:
    """Whether the words behind a part of a sentence neither restrict it nor say whose it is."""
    behind = sentence.text[end:]
    if (_BEHIND.match(behind) and not _is_harmless(sentence, end)) or _LATER.match(behind):
        return False
    following = _NEXT.match(behind)
    if following is None or is_known(following["word"]):
        return True
    return _GOES_ON.match(behind, following.start("word")) is not None or _BEHIND.match(behind) is not None


def _is_harmless(sentence: Sentence, end: int) -> bool:
    """Whether what stands right behind restricts nothing: "in ⟦ℝᵖ⟧", "for all ⟦i⟧"; not "for ⟦p = 1⟧"."""
    match = _BEHIND_HARMLESS.match(sentence.text[end:])
    if match is None:
        return False
    placed = _PLACE.match(sentence.text, end + len(match[0]) - 1) if match[0].endswith("⟦") else None
    return placed is None or match[0].strip(", ").startswith("with") or not _is_equation(sentence, placed)


def _is_equation(sentence: Sentence, placed: re.Match[str]) -> bool:
    """Whether a placeholder is an equation or an inequality, but for the range of an index."""
    found = [x for x in sentence.things[int(placed[1])].trees if isinstance(x, Chain) and not is_range(x)]
    return any(sign in _EQUATIONS for chain in found for sign in chain.signs)
