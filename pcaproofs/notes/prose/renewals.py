"""Places where a note introduces a letter again, so that earlier facts about it no longer hold.

"Let w ∈ ℝ^p" says so for good. "For every w" says so for its sentence; which w is meant behind it is not known. "Drop
this assumption" says so of all letters, and so does what ends a supposition (suppositions.py). Shapes and kinds stay:
separate rules apply to these.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.formulas.conventions import used_as_indices
from pcaproofs.notes.formulas.spelling import INDICES, key
from pcaproofs.notes.formulas.surface import Chain, Listed, Name, Node, Quantified, Words, nodes
from pcaproofs.notes.formulas.surface import Sentence as Parts
from pcaproofs.notes.prose.arguments import local_letters
from pcaproofs.notes.prose.clauses import first_display_end
from pcaproofs.notes.prose.existential import for_some
from pcaproofs.notes.prose.known_words import are_known
from pcaproofs.notes.prose.labelled_assumptions import unused_assumptions
from pcaproofs.notes.prose.labelled_items import ended_items
from pcaproofs.notes.prose.letters import base, letters_of, things
from pcaproofs.notes.prose.passages import own_passages, titled_letters
from pcaproofs.notes.prose.sentences import Sentence, sentences
from pcaproofs.notes.prose.suppositions import ended

_LIST = r"⟦\d+⟧(?:(?:,? and |, ?| or )⟦\d+⟧)*"
_LET = re.compile(
    rf"(?<![\w-])let (?:now |again |us take |(?:[a-z]+ ){{0,2}}(?:vectors?|matrix|matrices|numbers?) )?({_LIST})"
    rf"(?! (?:has|have|satisf|also))"
)
_LETTING = re.compile(r"(?<![\w-])let\b[^;:]* be [^;:]*(?:,| and) $")  # … "⟦1⟧ and ⟦2⟧ arbitrary vectors"
# "a symmetric matrix C" brings a new letter, "a multiple of w" does not
_SMALL = (
    "of|to|in|on|at|by|for|with|from|and|is|are|as|that|such|than|into|onto|over|under|along|where|we|when|if|which|has"
    "|have|whose|like|between"
)
_A = re.compile(
    rf"(?<![\w-])(?:an?|another|two|three|some) (?:(?!(?:{_SMALL})(?![\w-]))[a-z-]+ |⟦\d+⟧ (?=matri|vec|dat)){{1,5}}"
    rf"({_LIST})|(?:and|,) ({_LIST}) (?:be )?(?:an?|any|another|two|some)(?![\w-])"
)
_REPLACED = re.compile(  # "S is replaced by …", "replace S with …"
    rf"(?<![\w-])replac(?:e|es|ing) ({_LIST}) (?:by|with)(?![\w-])"
    rf"|({_LIST}) (?:is|are|was|gets?|be) (?:now |then )?(?:replaced (?:by|with)|updated|changed"
    rf"|reset|set|modified)(?![\w-])"
)
_NEW_MEANING = re.compile(  # "from now on ⟦w⟧ denotes …", "call the result ⟦w⟧ again", "now scale ⟦w⟧"
    rf"(?<![\w-])(?:from (?:now|here|this point) on(?:wards?)?|henceforth|hereafter|now|in (?:the sequel|what follows"
    rf"|the following|the rest)),? ({_LIST}) (?:now )?(?:is|are|denotes?|means?|stands? for|refers? to"
    rf"|(?:will|shall) (?:be|denote))(?![\w-])"
    rf"|({_LIST}) (?:now|from now on|henceforth) (?:is|denotes?|means?|stands? for|refers? to)(?![\w-])"
    rf"|(?<![\w-])(?:call|denote|name|write)\w* (?:[a-z]+ ){{0,5}}({_LIST}),? (?:again|too|as well|once more)(?![\w-])"
    rf"|(?<![\w-])(?:again|still) (?:call|denote|name|write)\w* (?:[a-z]+ ){{0,5}}({_LIST})"
    rf"|(?<![\w-])(?:call|denote)\w* (?:[a-z]+ ){{0,3}}(?:again|still) (?:by |as )?({_LIST})"
    rf"|(?<![\w-])(?:multiply|divide) ({_LIST}) by (?:two|three|four|ten|an? |some |its |\d)"
    rf"|(?:^|(?<![\w-])(?:we|now|us|and|then) )(?:re-?scale|scale|shift|stretch|double|halve|perturb|modify|update"
    rf"|truncate|round)(?: now)? ({_LIST})"
)
_FACTORED = re.compile(  # "choose an SVD, ⟦A = UDVᵀ⟧" brings U, D and V
    r"(?<![\w-])an? (?:[a-z-]+ )*(?:svd|decomposition|diagonali[sz]ation|factori[sz]ation)(?: of ⟦\d+⟧)?,? "
    r"(?:(?:as|given by|say|namely),? )?(?P<equation>⟦\d+⟧)"
)
_EXIST = re.compile(rf"(?<![\w-])there (?:must |also )?(?:exists?|is|are|be) (?:also |then )?({_LIST})")
_SAID = re.compile(
    rf"(?P<letter>{_LIST}) (?:is|are|was|were|becomes?|remains?|has|have|can|may|will|does|do)(?P<more> [^.;:,⟦]*)"
)
_CHANGED = re.compile(  # a verb right before a letter: "we rotate W", "after one step of whitening X"
    r"(?:^|(?<![\w-])(?:we|us|now|then|and|after|by) )(?:(?:now|then|also|first|next) )?"
    rf"(?P<more>[a-z]{{3,}}) (?P<letter>{_LIST})"
)
_CALLED = re.compile(rf"(?<![\w-])(?:calls?|called|calling) (?:it |them |this |that )?(?P<letter>{_LIST})")
_NAMED = re.compile(  # "⟦A(AᵀA)⁻¹Aᵀ⟧ is called the projection matrix ⟦P⟧"
    rf"⟧,? (?:(?:which )?is|are) (?:called|known as|termed|named) (?:the|an?) (?:[a-z-]+ ){{1,4}}({_LIST})"
)
_EVERY = re.compile(
    rf"(?<![\w-])(?:all|any|every|each|arbitrary|general|non-[a-z]+|whatever|no matter (?:which|what))"
    rf"(?: [a-z-]+){{0,4}} ({_LIST})"
    rf"|({_LIST}) (?:(?:is|are|be|being) )?(?:now |an? |not necessarily |completely |entirely )?"
    rf"(?:any|arbitrary|general)(?![\w-])"
    rf"|({_LIST}) (?:may|can|could|might) (?:\w+ ){{0,2}}(?:any|arbitrary|whatever)(?![\w-])"
    rf"|^for ({_LIST}),? (?:such that|so that|with|of)(?![\w-])"
)
_PLAIN = r"(?: (?:real|arbitrary|possible|vectors?|numbers?|matrix|matrices))*"
_FOR_ALL = re.compile(rf"(?:for |and )?(?:all|any|every|each|arbitrary){_PLAIN}")
_BEHIND = re.compile(
    rf"⟧,? (?:and (?:this|that) )?for (?:all|any|every|each|arbitrary){_PLAIN} (?P<letters>{_LIST})(?=[,.;]|$)"
)
_ASSUMPTION = r"(?: [\w⟦⟧]+){0,5} (?:assum\w+|conditions?|constraints?|hypothes\w+|restrict\w+|requir\w+|suppos\w+)"
_PROPERTY = r"(?: the| this| that| its)? (?:normali[sz]ation|symmetry|orthogonality|orthonormality|cent(?:ring|ering))"
_DROPPED = re.compile(
    r"(?<![\w-])(?:drop\w*|remov\w+|lift\w*|relax\w*|abandon\w*|no longer|giv\w+ up)"
    rf"(?:{_ASSUMPTION}|{_PROPERTY})"
    r"|(?<![\w-])(?:this|that|the|these|our|such|no such) (?:assumption|condition|constraint|hypothesis|restriction"
    r"|requirement|normali[sz]ation|convention|supposition)s?[^.;:⟦]*? (?:(?:not|no longer|never|nowhere) "
    r"(?:\w+ ){0,2}?(?:made|assum\w+|us\w+|impos\w+|need\w*|requir\w+|kept|valid|available|hold\w*|in force|appl\w+)"
    r"|(?:dropped|removed|lifted|relaxed|abandoned|withdrawn|waived|given up|over|cancelled))(?![\w-])"
    r"|(?<![\w-])(?:drop|lift|relax|abandon|waive|discard)\w* (?:it|this|that|these|them)(?![\w-])"
    r"|(?<![\w-])no (?:hypothes[ie]s|assumptions?|conditions?|constraints?|restrictions?)(?= on|[,.;]|$)"
    r"|(?<![\w-])no such (?:assumption|condition|constraint|hypothesis|restriction|requirement|normali[sz]ation)"
    r"|(?<![\w-])(?<!not )(?:forget|ignore|disregard|waive|do without|set aside) (?:about )?(?:that )?⟦"
)
_OPEN = re.compile(
    rf"(?<![\w-])(?:no longer|need not|not necessarily|(?:not|without){_ASSUMPTION}"
    r"|(?:not|isn't|aren't|non-?)[ -]?(?:\w+ ){0,2}(?:unit|normali[sz]ed|symmetric|orthogonal|orthonormal|psd"
    r"|cent(?:red|ered)|zero[ -]mean|invertible|positive))(?![\w-])"
)
_GENERAL = re.compile(
    r"(?<![\w-])(?:in general|in (?:the|this) (?:more )?general case|in all cases|generally|always|unconditionally"
    rf"|regardless|without{_ASSUMPTION})(?![\w-])"
)
_IF = re.compile(r"(?<![\w-])(?:if|when|whenever|unless|provided|in case|in (?:the|this) case|for)(?![\w-])")
_ONLY_IF = re.compile(r"^(?:and |but |however,? )?only (?:if|when)(?![\w-])")


PASSING = ("general", "for all")  # kinds that end with their sentence


@dataclass(frozen=True)
class Renewal:
    """The renewed introduction of letters.

    letter: its key, "" for all letters. kind: "let", "every", "general" in a sentence that does not use what was
    supposed, "for all" around a formula that says so of a letter, "case", "own" behind a passage whose hypotheses are
    its own, "open" where a property is denied, and
    "doubt" where it is not clear what a sentence or a title supposes, and "described" where words that are not known
    say something of a letter. start: the offset of the words that say so, of
    "let" that of their sentence. end: that of the sentence's end, of "case" that of the section's. since, until: what
    is said before, or from there on up to start, still holds.
    """

    letter: str
    start: int
    end: int
    kind: str
    since: int = 0
    until: int | None = None

    def voids(self, said: int, offset: int) -> bool:
        """Whether facts at one offset do not hold at a later offset."""
        if self.kind == "doubt":
            return False
        until = self.start if self.until is None else self.until
        return self.since <= said < until and self.start <= offset and (self.kind not in PASSING or offset < self.end)


def renewals(note: Note) -> tuple[Renewal, ...]:
    """The places of a note where letters are introduced again, in order."""
    found = [renewal for sentence in sentences(note) for renewal in _of_sentence(sentence)]
    found += [Renewal("", start, end, "case", since) for since, start, end in ended(note)]
    found += [Renewal("", start, end, "case", since) for since, start, end in ended_items(note)]
    found += [Renewal("", start, end, "general", since, until) for since, until, start, end in unused_assumptions(note)]
    found += [Renewal(letter, start, end, "doubt") for letter, start, end in titled_letters(note)]
    last = len(note.source.text)
    found += [Renewal(letter, start, last, "own", since) for letter, since, start in own_passages(note)]
    found += [Renewal(letter, end, ends, "case", since) for letter, since, end, ends in local_letters(note)]
    return tuple(sorted(found, key=lambda renewal: renewal.start))


def _of_sentence(sentence: Sentence) -> Iterator[Renewal]:
    let = set[str]()
    for usual, pattern in (
        ("let", _LET),
        ("let", _A),
        ("let", _REPLACED),
        ("let", _NEW_MEANING),
        ("let", _NAMED),
        ("let", _EXIST),
        ("every", _EVERY),
    ):
        for match in pattern.finditer(sentence.text):
            kind = "let" if _LETTING.search(sentence.text[: match.start()]) else usual
            for found in _letters(sentence, match[match.lastindex or 0]):
                if found not in let:
                    start = 0 if kind == "let" else match.start()
                    yield Renewal(found, sentence.places[start], sentence.end, kind)
                if kind == "let":
                    let.add(found)
    quantified = sorted(_quantified(sentence) - let)
    yield from (Renewal(x, sentence.places[0], sentence.end, "for all") for x in quantified)
    for (start, _), name in for_some(sentence):
        yield Renewal(key(name), start, sentence.end, "let")
    yield from _factored(sentence)
    yield from _doubts(sentence)
    yield from _assigned(sentence)
    yield from _described(sentence)
    if (placed := _DROPPED.search(sentence.text)) is not None:
        yield Renewal("", sentence.places[placed.start()], sentence.end, "every")
    elif (placed := _GENERAL.search(sentence.text)) is not None:
        yield Renewal("", sentence.places[placed.start()], sentence.end, "general")
    elif (placed := _OPEN.search(sentence.text)) is not None:
        for k in range(len(sentence.things)):
            for found in _letters(sentence, f"⟦{k}⟧"):
                yield Renewal(found, sentence.places[placed.start()], sentence.end, "open")


def _quantified(sentence: Sentence) -> set[str]:
    """The letters of which a formula or the words directly behind it speak for all values: "xᵀx = 1 ∀ x ∈ ℝ^p"."""
    out = set[str]()
    for match in _BEHIND.finditer(sentence.text):
        out.update(_letters(sentence, match["letters"]))
    trees = [tree for thing in sentence.things for tree in thing.trees]
    for node in (x for tree in trees for x in ((tree,) if _is_restricted(tree) else nodes(tree))):
        match node:
            case Quantified("∀", variables):
                out.update(_of_trees((variables,)))
            case Parts(parts):
                out.update(_of_trees(_ranges(parts)))
    return out - INDICES - used_as_indices(trees)


def _is_restricted(tree: Node) -> bool:
    """Whether a condition follows a range: "wᵀw = 1 ∀ w ∈ ℝ^p, ‖w‖ = 1"."""
    match tree:
        case Parts((Quantified(how="after"), *rest)):
            return any(isinstance(x, Chain) and x.signs[0] != "∈" for x in rest)
    return False


def _ranges(parts: tuple[Node, ...]) -> list[Node]:
    """What stands behind "for all" in a formula; nothing if a condition on it follows: "∀ w ∈ ℝ^p, ‖w‖ = 1"."""
    out, is_range = list[Node](), False
    for k, part in enumerate(parts):
        if isinstance(part, Words):
            is_range = _FOR_ALL.fullmatch(part.text.strip()) is not None or (is_range and part.text == "and")
        elif is_range and not (isinstance(part, Chain) and part.signs[0] != "∈"):
            out.append(part)
        elif out and k > 2:
            return []
    return out


def _factored(sentence: Sentence) -> Iterator[Renewal]:
    """The factors of a new decomposition."""
    for match in _FACTORED.finditer(sentence.text):
        for tree in (x for thing in things(sentence, match["equation"]) for x in thing.trees if isinstance(x, Chain)):
            new = {key(x) for x in nodes(tree.terms[-1]) if isinstance(x, Name)}
            old = {key(x) for x in nodes(tree.terms[0]) if isinstance(x, Name)}
            yield from (Renewal(x, sentence.places[0], sentence.end, "let") for x in sorted(new - old))


def _described(sentence: Sentence) -> Iterator[Renewal]:
    """Letters of which words that are not known say something, and letters by which something is called."""
    for match in (m for pattern in (_SAID, _CHANGED, _CALLED) for m in pattern.finditer(sentence.text)):
        if match.re is _CALLED or not are_known(match["more"]):
            for found in _letters(sentence, match["letter"]):
                yield Renewal(found, sentence.places[match.start()], sentence.end, "described")


def _assigned(sentence: Sentence) -> Iterator[Renewal]:
    """Letters that get another value, which depends on the one before: "set w := 2w"."""
    for thing in sentence.things:
        for tree in thing.trees:
            match tree:
                case Chain(terms=(Name() as left, *rest), signs=(":=", *_)):
                    if any(isinstance(x, Name) and key(x) == key(left) for side in rest for x in nodes(side)):
                        yield Renewal(key(left), thing.span[0], sentence.end, "let")


def _doubts(sentence: Sentence) -> Iterator[Renewal]:
    """Places where the assumptions of a sentence are unclear: at further displays, and after "only if A, B"."""
    if _ONLY_IF.search(sentence.text) is not None:
        yield Renewal("", sentence.places[0], sentence.end, "doubt")
    for placed in _IF.finditer(sentence.text):
        if (first := first_display_end(sentence, placed.start())) is not None:
            yield Renewal("", first, sentence.end, "doubt")


def _letters(sentence: Sentence, said: str) -> Iterator[str]:
    """The letters of placeholders, without members of families and letters defined by equations such as S = X'X."""
    for thing in things(sentence, said):
        yield from _of_trees(thing.trees)


def _of_trees(trees: Iterable[Node]) -> Iterator[str]:
    for tree in trees:
        if isinstance(tree, Name | Listed) or (isinstance(tree, Chain) and tree.signs[0] == "∈"):
            yield from (key(name) for name in letters_of(tree) if base(name) == name)
