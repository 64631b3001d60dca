"""What the words of a sentence say of a part of it: assumed, defined, a problem, concluded, false, for a condition.

Of a formula the last of these words before it in its clause decides, see CUES. Of a phrase about a letter a word such
as "not", "show" or "if" reaches on over commas and "and", until a word such as "where", "let" or a semicolon begins
anew, and after a word such as "so" or "hence" it is a claim, until "assume" or "let".
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterator
from itertools import combinations
from typing import Literal

from pcaproofs.notes.formulas import surface as s
from pcaproofs.notes.formulas.blocks import Formula, Note, once
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import INDICES, is_identity, is_ones, key, letters_in
from pcaproofs.notes.prose.facts import Cue
from pcaproofs.notes.prose.letters import letters, things
from pcaproofs.notes.prose.sentences import PLACED, Sentence, sections, sentences
from pcaproofs.notes.text.source import Span

Force = Literal["assumed", "claimed", "conditional", "denied"]


def _words(*said: str) -> re.Pattern[str]:
    """A pattern of whole words."""
    return re.compile(rf"(?<![\w-])(?:{'|'.join(said)})(?![\w-])")


MISTAKE = r"wrong\w*|falsely|incorrect\w*|mistakes?|mistakenly|erroneous\w*|untrue|misconception\w*|fallac\w+"
FALSE = rf"{MISTAKE}|false\w*|mistak\w+"  # the words for what is wrong
_OTHERS = r"(?:some|many|most|other) (?:authors|books|texts|people)|others(?= (?:call|write|define|use))"
_NOT = r"not|never|neither|nor|cannot|\w+n't|without|no longer|as if|as though"
_SHOWN = (
    r"shows?|shown|showing|proves?|proved|proving|verify|verified|checks?|checking|suffices?|sufficient|need|needed"
)
_SO = r"so(?! that|,? which)|then|hence|thus|therefore|thereby|consequently|accordingly|follows?|impl(?:y|ies|ying)"
_OBVIOUS = r"clear|clearly|obvious|obviously|easy|easily|indeed|in fact|must|gives?|yields?|becomes?|ensures?|ensuring"
CUES: dict[Cue, re.Pattern[str]] = {
    "concluded": _words(
        _SO, _OBVIOUS, _SHOWN, r"(?<!such )following|because|conclude|obtain(?:s|ed)?|gets?|have|has|sees?"
            r"|finds?(?: that)?",
        r"giving|equals?|reads?|notice|note|claim|knows?|since|(?:reduces|leads|leading) to|results? in|arrives? at"
        r"|that is",
        r"i\.e\.|means|equivalent to|equivalently|written as|simplif\w+|expand\w*|comput\w+|calculat\w+|rewrit\w+"
        r"|recall",
        r"reformulat\w+|transform\w*|substitut\w+|is|are|using|use",
    ),
    "defined": _words(
        r"(?:is|are) given by(?=[ :]*$)",
        r"from (?:now|here) on|henceforth|(?:re-?)?defin\w+|denot(?:es?|ed|ing)|calls?|called|(?:set|put|write)(?= *$)",
        r"we (?:write|set|put|introduce)|(?:(?<![a-z] )|(?<=and ))here(?=[ ,]*$)|introduces?|abbreviat\w+|notation",
    ),
    "problem": _words(r"maximi[sz]\w*|minimi[sz]\w*|optimi[sz]\w*|problems?|objective|solv(?:e|es|ing)|task is"),
    "assumed": _words(
        r"(?<!to )solves (?:the )?(?:(?:normal|linear) )?(?:equations?|system)|lets?|suppos(?:e|ed|ing)|assum(?:e|es"
        r"|ed|ing"
        r"|ption)|such that|so that|with(?! (?:this|that|these|those) [a-z])|given|where|subject to|s\.t\."
        r"|under the (?:constraints?|condition|assumption)",
        r"constraints?(?: is)?|normal equations are|model is|satisf(?:y|ies|ying)|provided(?: that)?|needs(?! to)"
        r"|requir(?:e|ed|es|ing)",
        # "if we multiply both sides by A," says what is done
        r"(?<!^only )(?<!, only )if(?! (?:we|one|you) (?!have|has|know|knew|want|only|insist|can|restrict|could))"
        r"|whenever|consider|observe[ds]?(?! that)|collected|for which|in which|choose|pick",
        r"for (?:all|any|every|each|some)|for(?=[ ,:]*$)",
        r"impos(?:e|es|ed|ing)|enforc\w+|(?:fix|fixing|ask for)(?= *$)",
        r"normali[sz]ation(?: (?:is|that))?(?= *$)",
        r"tak(?:e|ing)(?! (?:the |partial |an? )*(?:derivative|gradient|partial))",
    ),
}  # fmt: skip
_IS_FALSE = _words(
    FALSE, r"not true|not the case|do(?:es)? not hold|not correct|not equal|no longer|not in general|in general not",
    r"tempting|one might think|counterexample|never|as if|as though|without|(?:is|are|do|does|have|has) not|\w+n't"
    r"|cannot",
    _OTHERS,
    r"neither|nor|(?:prevent|exclud)\w*|(?:least[- ]squares?|no) solutions? (?:of|to)|(?:inconsistent"
    r"|overdetermined) (?:systems?"
    r"|equations?)",
)  # fmt: skip
_FALSE_BEHIND = re.compile(
    rf"^,? (?:which |this |that |it )?(?:(?:in general|generally|usually|of course) )?(?:(?:is|are|would be) (?:\w+ )?"
    rf"(?:a (?:common )?)?(?:{FALSE}|not|dropped|forgotten|relaxed|lifted"
    r"|invalid|inconsistent|overdetermined|unsolvable)|(?:(?:does|do|will|would"
    rf"|need|could)"
    r"(?: not|n't)|cannot|can't) (?:\w+ )?(?:hold|be)|(?:\w+ )?(?:fails|holds? only)|only (?:if|when|for)|whenever"
    r"|(?:\w+ )?(?:has|have|with"
    r"|admits?) no"
    r"|(?:does|do|need|may) not (?:\w+ )?have)(?![\w-])"
)
_DEFINED_BEHIND = re.compile(
    r"^,? (?:is|are|be) (?:\w+ )?(?:called|known as|referred to as|denoted|defined|termed|named)\b"
)
_EQUIVALENT_BEHIND = re.compile(r"^,? (?:if and only if|iff|(?:exactly|precisely) (?:if|when))(?![\w-])")
_LISTED = re.compile(r"⟦\d+⟧(?:,? and(?: that)?|,|,? or)$")
_APPOSITION = re.compile(  # "suppose ⟦0⟧ is symmetric, that is, ⟦1⟧": the assumption again
    r"(?:^|[,;:] )(?:and |now |so |we |let us |here )*(?:suppose|assume|let)\b(?! for)[^;:]*,"
    r"(?: that is,?| i\.e\.,?)? $"
    r"|(?<![\w-])(?:let|denot\w+|call\w*)\b[^;:]*,? (?:that is|i\.e\.),? $"
)
_PREDICATED = re.compile(  # "where ⟦Z⟧ has full column rank, ⟦E[η] = 0⟧ and ⟦…⟧"
    r"(?<![\w-])(?:where|with|suppose|assume|assuming|let)(?![\w-])[^.;:]*⟦\d+⟧"
    r"(?: (?:has|have|is|are|be))? (?!not|so|then|hence|thus|we)[a-z -]{3,40}(?:,|,? and) $"
)
_NUMBER = re.compile(r"(?<![\w⟧])(?:\((?:[ivx]+|\d|[a-h])\)|[ivx]+\)) ?")  # "(i)", "(2)"
# behind a display, or what a letter is, "so that" states a result, else a purpose; "such that" if a display says that
_SO_THAT = re.compile(r"⟦(\d+)⟧[.,]? (?:so|(?P<such>such)) that[ ,:]*$")
_NO_LOSS = re.compile(r"not only|without (?:any )?loss|no loss")
_UNCHANGED = re.compile(  # denies no formula: "the trace does not depend on the order:"
    r"(?:do(?:es)? not|do(?:es)?n't|cannot|never) (?:depend|change|matter|alter|affect|influence)(?![\w-])"
)
_PUT_IN = re.compile(r"(?<![\w-])(?:substitut\w+|plug\w*(?: in)?|insert\w*)(?: (?!into)[a-z]+){0,3}[ ,:]*$")
_ONE_SENTENCE = re.compile(
    r"(?<![\w-])(?:(?<!^only )(?<!, only )(?:if|when)|whenever|unless|provided(?: that)?|in case"
    r"|for(?: all| any| every| each)?[ ,:]*$|for (?:any|every|each|all|arbitrary)(?: [a-z-]+){1,3}[ ,:]*$"
    r"|in (?:the|this) (?:\w+ )?case(?: (?:where|that|of|when))?[ ,:]*$)(?![\w-])"
)
_FOR_EXAMPLE = re.compile(
    r",? \(?(?:for (?:example|instance)|e\.g\.|say)(?![\w-])|(?:for (?:example|instance)|e\.g\.),?(?: \w+)* $"
)
_NOT_SO = r"(?:(?!(?<![\w-])(?:so|then|hence|thus|therefore|we|which|this|gives)(?![\w-]))[^.;:])*"
_LET_BE = re.compile(rf"(?<![\w-])let ⟦\d+⟧{_NOT_SO} (?:be|have) {_NOT_SO}(?:,? and|,)$")
_BEHIND_HYPOTHESIS = re.compile(r"(?<![\w-])(?:if|when|whenever|provided(?: that)?) ⟦\d+⟧(?:,? and ⟦\d+⟧)*, ?$")
# "the scores satisfy ⟦0⟧": a claim, unless something before it supposes, chooses or describes
_STATES = re.compile(
    r"^(?!.*(?<![\w-])(?:lets?|suppos\w+|assum\w+|choos\w+|chosen|pick\w*|consider\w*|taken?|fix|find|seek|if|when"
    r"|where|with"
    r"|that|which|who|such|must|should|to|given|requir\w+|call\w*|denot\w+|defin\w+|for|be"
    r"|want)(?![\w-])).*satisf(?:y|ies)$"
)
_ALL_SATISFY = re.compile(
    r"(?<![\w-])(?:all|any|every|each|both|no|then|so|thus|hence|therefore)(?![\w-])[^.;:]*(?<![\w-])satisf(?:y|ies)$"
)
_IS_REASON = re.compile(
    r"(?:^|[.,;] )(?:and |but )?(?:as|since|because) (?!if|though)(?:(?!that |for )[^,.;: ]+ )*[^ ]+$"
)
_IS_MISTAKE = _words(MISTAKE, "tempting|pitfall|one might think|not true that|not the case that|not hold that")
_OR = re.compile(r"(?<![\w-])(?:or|nor|unless)(?: (?:else|that|if|when|perhaps|possibly|at least))? $")
_AND_BEFORE = re.compile(r"(?:⟦\d+⟧(?:, and |,? and |, ))+$")
_CONDITION_BEHIND = re.compile(
    r",? (?:if|when|whenever|provided(?: that)?|as long as|for all|for any|for every|for each|for|where|with"
    r"|subject to|under the constraint(?: that)?)(?: we have| it holds that| only)? "
    r"(?P<formulas>⟦\d+⟧(?:(?:,? and(?: if)?|,) ⟦\d+⟧)*)(?! (?:is|are|be|denotes?)(?![\w-]))"
)
_SET_TO_ZERO = re.compile(
    r"(?<![\w-])(?:sets?|setting|equat\w+|put|putting|make|making) "
    r"(?:(?:\w+ ){0,2}(?P<what>gradient|derivative)(?P<many>s)?(?: [a-z]+){0,8}"
    r"|(?:these|them|both|this|it|all|the (?:\w+ )?(?:expressions?|results?))(?: \w+){0,2}) "
    r"(?:to|equal to|equals|with) (?:zero|0|it)(?![\w-])"
    r"|(?<![\w-])(?P<point>at) (?:an?|the|any|every|each|its) (?:stationary|critical|fixed) points?(?![\w-])"
)
_DECOMPOSES = re.compile(r"decompos|factori|diagonali|svd|singular value|(?<!\w)qr(?!\w)|cholesky|spectral")
_ALL = r"for (?:all|any|every|each|arbitrary)(?: [a-z]+){0,2} ⟦(?P<what>\d+)⟧"
_ALL_BEHIND = re.compile(rf",? \(?{_ALL}")
_ALL_BEFORE = re.compile(
    rf"(?<![\w-])(?:suppos\w+|assum\w+|such|satisf\w+|if|with|given|provided)(?: that)?,? {_ALL},?"
    r"(?: (?:we have|it holds|there holds|one has)(?: that)?)?[ :,]*$"
)
_REACH = 300  # characters before a formula that are examined


def cue(note: Note, formula: Formula) -> Cue:
    """The cue that the sentence of a formula gives; "" if there is none."""
    found = _sentence(note, formula)
    said = "" if found is None else _cue(*found)
    if said == "assumed" and found is not None and _states(note, formula, *found[:2]):
        return "concluded"
    if said or found is None or formula.display:
        return said
    return "concluded" if _is_claim_of_item(note, found[0]) else ""


def _states(note: Note, formula: Formula, sentence: Sentence, start: int) -> bool:
    """Whether "satisfies" states an equation between letters that formulas have before, or define in its sentence."""
    words = _AND_BEFORE.sub("", sentence.text[:start].rstrip(" :") + " ").rstrip(" :,")
    if _ALL_SATISFY.search(words):
        return True
    if isinstance(formula.tree, Unread) or _STATES.search(words) is None:
        return False
    its = (tree for thing in sentence.things if thing.span[0] < formula.span[0] for tree in thing.trees)
    defined = [
        x for x in its if isinstance(x, s.Chain) and isinstance(x.terms[0], s.Name) and x.signs[0] in ("=", ":=")
    ]
    before = [f.tree for f in note.formulas if f.span[0] < sentence.places[0] and not isinstance(f.tree, Unread)]
    names = {key(x) for x in s.names(formula.tree) if not (is_ones(x) or is_identity(x))}
    return names <= {x for tree in (*before, *defined) for x in letters_in(tree)}


_BULLET = re.compile(r"[ \t>]*(?:[-*+]|\(?[\divx]+[.)])[ \t]+(?:\*\*|__|[*_])?|.*\\item(?:\[[^\]]*\])?\s*")
_TITLED = re.compile(r"(?:[a-z][a-z ,'()-]*: )?⟦0⟧[.,;]?(?: for all ⟦\d+⟧[.,;]?)?")
# words of a title, of the heading, or right before the list, after which its formulas need not hold
_OPEN = _words(
    FALSE, _SHOWN, r"not|no|never|errors?|counterexamples?|which|whether|exercises?|questions?|problems?|quiz|true or"
        r"|if|when",
    r"where|with|only|unless|lets?|given|assum\w+|suppos\w+|such that|satisf\w+|conditions?|constraints?|requir\w+"
    r"|holds?",
    r"must|should|defin\w+|denot\w+|notation|axioms?|examples?|calls?|called|say|model|hypothes\w+|find|solve|choose"
    r"|set|want",
)  # fmt: skip


def _is_claim_of_item(note: Note, sentence: Sentence) -> bool:
    """Whether a sentence is an item of a list that is a formula alone, perhaps behind a title: "Trace: tr(AB) = …"."""
    if sentence.asks or not _TITLED.fullmatch(sentence.text) or not all(map(_is_relation, sentence.things[0].trees)):
        return False
    text, start, said = note.source.text, sentence.places[0], sentences(note)
    if not _is_item(text, start):
        return False
    heading = text[max((x for x, _ in sections(note) if x <= start), default=0) :].lstrip().partition("\n")[0].lower()
    before = next((x for x in reversed(said[: said.index(sentence)]) if not _is_item(text, x.places[0])), None)
    lead = before.text if before is not None and (before.asks or before.text.endswith(":")) else ""
    words = (sentence.text.partition("⟦")[0], heading if heading.startswith(("#", "\\")) else "", lead)
    return not any(map(_OPEN.search, words))


def _is_item(text: str, start: int) -> bool:
    return _BULLET.fullmatch(text[text.rfind("\n", 0, start) + 1 : start]) is not None


def _is_relation(tree: s.Node) -> bool:
    """Whether a formula is an equation or inequality that neither defines a letter nor looks like a condition."""
    if not isinstance(tree, s.Chain) or not {*tree.signs} <= {"=", "≤", "≥"}:
        return False
    return not any(isinstance(x, s.Name | s.Num) for x in tree.terms)


def _cue(sentence: Sentence, start: int, k: int) -> Cue:
    """The cue of placeholder k, which begins at an offset of the sentence's text."""
    if is_alternative(sentence, start):
        return "false"  # the formula itself need not hold
    said = _near(sentence, start, start + len(f"⟦{k}⟧"))
    return "" if said == "assumed" and sentence.asks else said


def _near(sentence: Sentence, start: int, end: int) -> Cue:
    text, behind = sentence.text[max(0, start - _REACH) : start], sentence.text[end:]
    if _FALSE_BEHIND.match(behind) or _EQUIVALENT_BEHIND.match(behind):
        return "false"
    if _DEFINED_BEHIND.match(behind):
        return "defined"
    if supposed(sentence, start, end) or _ALL_BEFORE.search(text):
        return "assumed"
    so_that = _SO_THAT.search(text)
    if _BEHIND_HYPOTHESIS.search(text) or (so_that is not None and _is_result(sentence, so_that)):
        return "concluded"
    plain = re.split("[;:]", _AND_BEFORE.sub("", _with_letters(sentence, start)).rstrip(" :"))[-1]
    if _IS_MISTAKE.search(plain.rpartition("⟧")[2]):
        return "false"
    if _APPOSITION.search(f"{plain} "):
        return "assumed"
    return _last_cue(text)


def _is_result(sentence: Sentence, so_that: re.Match[str]) -> bool:
    """Whether what stands behind a formula and "so that" or "such that" is a result, and no purpose or constraint."""
    thing = sentence.things[int(so_that[1])]
    defines = [
        isinstance(x, s.Chain) and isinstance(x.terms[0], s.Name) and x.signs[0] in ("=", ":=") for x in thing.trees
    ]
    if not thing.display:  # "put ⟦x = Ay⟧, so that …"
        return not so_that["such"] and "," in so_that[0].partition("⟧")[2] and bool(defines) and defines[-1]
    return not so_that["such"] or (bool(defines) and defines[-1])


def _last_cue(text: str) -> Cue:
    """The last cue in the words before a formula: those after the last formula that is not in the same list."""
    words = whole = _NUMBER.sub("", text).rstrip(" :")
    while (shorter := _LISTED.sub("", words).rstrip()) != words:
        words = shorter
    clause = re.split(r"[;:]|, (?=(?:but|while|whereas)\b)", _NO_LOSS.sub(lambda m: " " * len(m[0]), words))[-1]
    if _LET_BE.search(clause) or _LET_BE.search(whole):
        return "assumed"
    said = clause.rpartition("⟧")[2]
    if _IS_FALSE.search(last := said.rpartition(",")[2]):
        if (reason := _IS_REASON.search(words)) is not None:
            return "" if "as " in reason[0] else "concluded"
        if _IS_FALSE.search(_UNCHANGED.sub("", last)):
            return "false"
    if _PREDICATED.search(f"{words} "):
        return "assumed"
    if not said.strip(" ,") or _PUT_IN.search(said):
        return ""
    found = [(m.end(), -m.start(), kind) for kind, pattern in CUES.items() for m in pattern.finditer(said)]
    if not found:
        return ""
    _, place, kind = max(found)
    before = said[:-place]
    is_range = kind == "assumed" and re.match("for (?!which)", said[-place:]) is not None
    if is_range and (words != whole or CUES["concluded"].search(before)):
        return "concluded"  # "for all i, …", "so we have for all i"
    if (_NEGATED if said[-place:].startswith(("assum", "suppos")) else _NOT_RIGHT_BEFORE).search(before):
        return "false"
    is_asked = kind == "assumed" and re.search(r"(?:show|prove|verify|check|need|why|whether) (?:\S+ ){0,3}$", before)
    return "concluded" if is_asked else kind


def _with_letters(sentence: Sentence, end: int) -> str:
    """The text before a formula in which letters stand as words."""
    alone = {f"⟦{k}⟧" for k, thing in enumerate(sentence.things) if all(isinstance(x, s.Name) for x in thing.trees)}
    return PLACED.sub(lambda m: "it" if m[0] in alone else m[0], sentence.text[max(0, end - _REACH) : end])


def hypothesis_ends(note: Note, formula: Formula) -> int | None:
    """Where a hypothesis ends that is made for one sentence ("if A, then B"): behind its last formula; else None."""
    found = _sentence(note, formula)
    if found is None:
        return None
    sentence, start, k = found
    end = start + len(f"⟦{k}⟧")
    before = _AND_BEFORE.sub("", sentence.text[max(0, start - _REACH) : start])
    words = before.rpartition("⟧")[2]
    if _OR.search(before) is not None:
        return formula.span[1]
    last = formula.tree.terms[-1] if isinstance(formula.tree, s.Chain) else None
    is_value = isinstance(last, s.Num | s.Sum) and not letters_in(last)
    is_example = is_value and (_FOR_EXAMPLE.match(sentence.text, end) or _FOR_EXAMPLE.search(words))
    if is_example or _ONE_SENTENCE.search(words) is not None or supposed(sentence, start, end) == "once":
        return hypothesis_end(sentence, start)
    if _cue(*found) == "assumed" and _is_for_all(formula, sentence, start, end):
        return formula.span[1]  # what holds for all x is not read, and what holds for one x is less
    return None


def _is_for_all(formula: Formula, sentence: Sentence, start: int, end: int) -> bool:
    """Whether a supposition is made for all values of one of its letters that is no index: "wᵀx = 0 for all x"."""
    if _chosen_behind(re.split(r"[.;]", sentence.text[:start])[-1]) is not None:
        return True
    match = _ALL_BEHIND.match(sentence.text, end) or _ALL_BEFORE.search(sentence.text[:start])
    trees = () if match is None else sentence.things[int(match["what"])].trees
    varied = {*map(key, s.every(trees, s.Name))}
    return not isinstance(formula.tree, Unread) and bool((varied - INDICES) & letters_in(formula.tree))


def conditions_behind(note: Note, formula: Formula) -> list[Formula]:
    """The formulas of the conditions that a sentence makes behind a formula: "…, provided that ‖w‖ = 1"."""
    if (found := _sentence(note, formula)) is None:
        return []
    sentence, start, k = found
    match = _CONDITION_BEHIND.match(sentence.text, start + len(f"⟦{k}⟧"))
    if match is None:
        return []
    fences = {sentence.things[int(x)].fence for x in PLACED.findall(match["formulas"])}
    return [f for f in note.formulas if not f.display and fences & {*f.fences}]


def sentence_ends(note: Note, formula: Formula) -> int | None:
    """Where the sentence of a formula ends; None if it stands in none."""
    found = _sentence(note, formula)
    return None if found is None else found[0].end


def is_decomposition(note: Note, formula: Formula) -> bool:
    """Whether a sentence calls a formula a decomposition: "let S = PΛP' be the spectral decomposition"."""
    found = _sentence(note, formula)
    return found is not None and _DECOMPOSES.search(found[0].text) is not None


def sets_to_zero(note: Note, formula: Formula) -> tuple[str, list[s.Name]]:
    """What is set to zero right before a formula, and the letters that the words name: "the gradient of ⟦f⟧".

    It is "gradient", "derivatives", "all" of those above, "point" for a stationary point, or "" if nothing is.
    """
    if (found := _sentence(note, formula)) is None:
        return "", []
    sentence, start, _ = found
    match = _SET_TO_ZERO.search(_with_letters(sentence, start).rpartition("⟧")[2])
    if match is None:
        return "", []
    named = list[s.Name]()
    for placed in reversed([*PLACED.finditer(sentence.text, 0, start)]):
        trees = sentence.things[int(placed[1])].trees
        if not all(isinstance(x, s.Name) for x in trees):
            break
        named += [x for x in trees if isinstance(x, s.Name)]
    if match["point"]:
        return "point", named
    return match["what"] + (match["many"] or "") if match["what"] else "all", named


def is_of_equivalence(note: Note, formula: Formula) -> bool:
    """Whether a formula is the first side of an equivalence in words: "⟦AᵀA = I⟧ if and only if its columns …"."""
    found = _sentence(note, formula)
    return found is not None and _EQUIVALENT_BEHIND.match(found[0].text[found[1] + len(f"⟦{found[2]}⟧") :]) is not None


def sentence_of(note: Note, formula: Formula) -> Sentence | None:
    """The sentence of a formula."""
    found = _sentence(note, formula)
    return None if found is None else found[0]


def place_in_sentence(note: Note, formula: Formula) -> tuple[Sentence, int] | None:
    """The sentence of a formula, and the place of its placeholder there."""
    found = _sentence(note, formula)
    return None if found is None else found[:2]


def _sentence(note: Note, formula: Formula) -> tuple[Sentence, int, int] | None:
    """The sentence of a formula, where its placeholder stands there, and its number."""
    found = (x for fence in formula.fences if (x := _by_fence(note).get(fence)) is not None)
    return next(((sentence, sentence.text.index(f"⟦{k}⟧"), k) for sentence, k in found), None)


@once
def _by_fence(note: Note) -> dict[int | None, tuple[Sentence, int]]:
    """The sentence of each fence, and its number there."""
    return {thing.fence: (said, k) for said in sentences(note) for k, thing in enumerate(said.things)}


_CONDITIONAL = ("if", "when", "whenever", "provided", "once", "as long as", "in case")
_DENIES = _words(
    _OTHERS,
    _NOT, _SHOWN, FALSE, *_CONDITIONAL, r"no|hardly|rarely|fail\w*|lacks?|instead|rather than|unlike|except|unless"
        r"|whether",
    r"iff|until|only|demonstrates?|to see that|enough|necessary|in general|generally|usually|often|sometimes|typically",
    r"would|should|could|might|wants?|wish|hope|aim|goal|try|contrary|contradiction|forg[eo]t\w*|why|either|example"
    r"|e\.g\.",
    r"imagine|pretend|claims?|conjecture|question|asks?|almost|nearly|approximately|roughly|previously|earlier"
    r"|exercise",
    r"otherwise|doubt|unknown|nothing|avoid\w*|tempting|had|were|(?:all|any|every\w*|each|none|nothing) (?:but"
    r"|besides|save)",
)  # fmt: skip
_ANEW = re.compile(
    r"(?:;|(?<!not):|\.\.\.|(?<![\w-])(?:where|since|because|(?<!all )(?<!any )(?<!none )but|however|while|let"
    r"|denot(?:e|ing)"
    r"|given|recall|for (?:any|every|all|each))(?![\w-])|(?:^|, (?:and )?)(?:we )?(?:suppose|assume|consider|define"
    r"|take"
    r"|choose|pick|write)\b|, which (?:is|are)\b)"
)
_CLAIMS = _words(
    _SO, _OBVIOUS, r"concludes?|evident(?:ly)?|trivially|(?:we|one) (?:sees?|gets?|obtains?|finds?|knows?)|turns? out"
        r"|always",
    r"we have(?=(?: that)? ⟦\d+⟧ (?:is|are)| that)|means that|this means|meaning|can|may|ensured|guarantee[sd]?|makes?",
    r"theorem|lemma|corollary|proposition|result|automatically|necessarily|remains?|again",
)  # fmt: skip
_ASSUMES = _words(
    r"assum(?:e|es|ed|ing)|suppos(?:e|es|ed|ing)|let|given|where|denot(?:es?|ing)|recall|since|because|such that|with",
    r"for (?:any|every|all|each)|requir(?:e|es|ed|ing)|constrain(?:ed|ing)?|restrict(?:ed|ing)?|subject to|calls?"
    r"|called",
    r"without loss of generality|w\.?l\.?o\.?g\.?|there (?:is|are|exists?)|exists?|find|choose|pick|take|consider"
    r"|define",
    r"seek|look(?:ing)? for",
)  # fmt: skip
_AFTER = re.compile(
    r"^,? (?:only (?:if|when)|iff|unless|provided|as long as|in case|or (?!⟦)|but only)\b|^ (?:if|when|whenever)\b"
)
_HARMLESS = re.compile(
    r"not only|in what follows|as follows|the following|no loss|without (?:any )?loss|if necessary"
    r"|not necessarily square"
    r"|without further|no matter|only (?:one|the)|if (?:we|you|one) (?:now )?(?:recall|remember)"
    r"|(?:wants?|wish|aim|try|need|goal is) to (?:\w+ )?(?:find|maximi[sz]e|minimi[sz]e|choose|project|reduce)"
    r"|what we want (?:to do )?is"
)
_INVERTED = re.compile(r"(?:is|are|has|have|should|does) ⟦\d+⟧")  # "Is ⟦A⟧ symmetric, then holds …"
_SUPPOSING = re.compile(
    r"(?<![\w-])(?:(?P<once>(?<!only )(?<!and )if|whenever|provided(?: that)?)|(?:suppose|assume)(?: that)?)(?![\w-])"
)
_NO_MORE = re.compile(
    r"[:;]|(?<![\w-])(?:then|so(?! that)|hence|thus|therefore|because|since|we (?:have|get|see|obtain|find|know)"
    r"|follows?|implies|yields?|gives?|but|not|need|needs|show|must|would|could|whether|prove|verify|check|why"
    r"|only)(?![\w-])"
)
_NOT_RIGHT_BEFORE = re.compile(r"(?<![\w-])(?:not|never|without|cannot|\w+n't) (?:\w+ )?$")
_NEGATED = re.compile(
    r"(?<![\w-])(?:not|never|without|cannot|\w+n't|avoid\w*|nothing|tempting|might|would|could|later"
    r"|often)(?: \w+){0,3} $"
)
_THEN = re.compile(r"(?<![\w-])then(?![\w-])")
_RESTATED = (  # "or, in matrix notation,"
    r",? (?:equivalently|(?:more )?(?:compactly|briefly|succinctly|concisely)"
    r"|(?:using|in|with) (?:[\w-]+ ){0,2}(?:notation|form|formulation|terms))(?![\w-])"
)
_ALTERNATIVE = re.compile(rf"(?<![\w-])(?:or(?!{_RESTATED})|either|unless|except)(?![\w-])")
_OTHER_CASE = _words(r"(?<!only )if(?! and only if)|otherwise|conversely|else|unless|whenever")
_FOR_VALUE = re.compile(r"^,? for ⟦(\d+)⟧")


def force(sentence: Sentence, start: int, end: int) -> Force:
    """What is said of a part of a sentence by the words before it and behind it."""
    behind = sentence.text[end:]
    value = _FOR_VALUE.match(behind)
    is_for_value = value is not None and any(
        isinstance(x, s.Chain) and x.signs[0] == "=" and not is_range(x) for x in sentence.things[int(value[1])].trees
    )
    if sentence.asks or _AFTER.match(behind) or is_for_value or is_alternative(sentence, start):
        return "denied"
    if supposed(sentence, start, end) == "once" or _INVERTED.match(sentence.text):
        return "conditional"
    before = _HARMLESS.sub(lambda m: " " * len(m[0]), sentence.text[:start])
    anew = max((m.end() for m in _ANEW.finditer(before)), default=0)
    # "if" ends with its "then"
    found = _DENIES.finditer(before, anew)
    denying = [m[0] for m in found if m[0] not in _CONDITIONAL or not _THEN.search(before, m.end())]
    if "contradiction" in before or "contrary" in before or any(word not in _CONDITIONAL for word in denying):
        return "denied"
    if denying:
        return "conditional"
    claimed, assumed = (max((m.end() for m in x.finditer(before)), default=0) for x in (_CLAIMS, _ASSUMES))
    return "claimed" if claimed > max(assumed, anew - 1) else "assumed"


def is_alternative(sentence: Sentence, start: int) -> bool:
    """Whether the part at a place is one of several alternative hypotheses: "if A or B, then C"."""
    last = max(_SUPPOSING.finditer(sentence.text, 0, start), key=re.Match.start, default=None)
    if last is None or _THEN.search(sentence.text, last.end(), start):
        return False
    then = _THEN.search(sentence.text, start)
    return _ALTERNATIVE.search(sentence.text, last.end(), then.start() if then else len(sentence.text)) is not None


def supposed(sentence: Sentence, start: int, end: int) -> Literal["once", "on", ""]:
    """Whether a part of a sentence is a hypothesis: of "if A, B, then C" (once), of "suppose that A, B" (on)."""
    if sentence.asks or is_alternative(sentence, start):
        return ""
    last = max(_SUPPOSING.finditer(sentence.text, 0, start), key=re.Match.start, default=None)
    if last is None or _NO_MORE.search(sentence.text, last.end(), start):
        return ""
    if _NEGATED.search(sentence.text[: last.start()]) or (last["once"] and not _THEN.search(sentence.text, end)):
        return ""
    return "once" if last["once"] else "on"


def hypothesis_end(sentence: Sentence, start: int) -> int:
    """Where a hypothesis of a sentence ends: with it, or at its next case ("and if not, …")."""
    then = _THEN.search(sentence.text, start)
    other = _OTHER_CASE.search(sentence.text, then.end()) if then else None
    return sentence.places[other.start()] if other else sentence.end


_SUPPOSES = r",? (?:we |now |let us )*(?:if|suppose|assume|let)(?![\w-])"
_RANGES = r"⟦\d+⟧(?:(?: and|,(?: all different,)?)(?: for)? ⟦\d+⟧)*"
_FIXED = re.compile(rf"(?<![\w-])for (?P<ranges>{_RANGES}){_SUPPOSES}")
_DIFFERENT = re.compile(r",? (?:are )?(?:all|pairwise|mutually) (?:different|distinct)(?![\w-])")
_OF_ALL = _words("all|any|every|each|whenever")


def is_range(node: s.Node) -> bool:
    """Whether a formula gives the range of an index: i = 1, …, n; i ≤ n; 1 ≤ i, j ≤ 4; not i = 1."""
    if not isinstance(node, s.Chain):
        return False
    first, *inner, last = node.terms
    if first == s.Num("1"):
        return bool(inner) and all(_is_index(y) for x in inner for y in s.items(x))
    return all(key(x) in INDICES for x in s.items(first)) and not isinstance(last, s.Num)


def _is_index(node: s.Node) -> bool:
    return isinstance(node, s.Name) and node == s.Name(node.base) and len(node.base) == 1 and "a" <= node.base <= "z"


def fixed_before(sentence: Sentence, start: int) -> frozenset[str]:
    """The indices whose range stands before a supposition, so that they are the same in all that follows from it."""
    match = _FIXED.search(sentence.text[:start])
    return frozenset() if match is None else _indices(sentence, match["ranges"])


def distinct(sentence: Sentence, end: int, tree: s.Node) -> Iterator[tuple[s.Name, s.Name]]:
    """The pairs of letters of a list or a range, behind which the sentence says that they are all different."""
    if _DIFFERENT.match(sentence.text, end) is not None:
        for found in (x for x in (tree.terms if isinstance(tree, s.Chain) else (tree,)) if isinstance(x, s.Listed)):
            yield from combinations([x for x in found.items if isinstance(x, s.Name)], 2)


def ranged(sentence: Sentence) -> frozenset[str]:
    """The indices to which a sentence gives a range of its own, "for all i" included."""
    out, trees = _indices(sentence, sentence.text), [x for thing in sentence.things for x in thing.trees]
    if _OF_ALL.search(sentence.text):
        heads = (x.terms[0] if isinstance(x, s.Chain) and x.signs[0] == "∈" else x for x in trees)
        out |= frozenset(key(x) for head in heads for x in s.items(head) if isinstance(x, s.Name))
    return out


def _indices(sentence: Sentence, text: str) -> frozenset[str]:
    """The indices of the ranges whose placeholders are in a text."""
    ranges = [tree for thing in things(sentence, text) for tree in thing.trees if is_range(tree)]
    return frozenset(key(x) for tree in ranges for x in s.nodes(tree) if _is_index(x))


_ONE = _words(
    r"fix\w*|let|given|some|one|certain|particular|specific|single|another|only|choos\w+|chosen|pick\w*|select\w*",
    r"suppos\w+|assum\w+|tak\w+|consider|there (?:is|are)|exists?|if|when|where|with",
)  # fmt: skip
_EACH = _words("all|any|every|each")
_CHOSEN = _words(r"there (?:is|are|exists?)|exists?|choose|pick|find|take|some|chosen|suitable")


_GOES_ON_BEHIND = re.compile(
    r" ?(?:$|[.,;:)⟦]|for (?:⟦|(?:columns|vectors|numbers) ⟦)|(?:and|where|with|for (?:all|every|each|any)|so|then"
    r"|which|we|let|be|is|are|has|have|of|the|this|that|it|these|they|here|hence|thus|therefore|denotes?|holds?|as|our"
    r"|its|both|there|by)(?![\w-]))"
)


def restricts_behind(note: Note, span: Span) -> bool:
    """Whether words behind an equation in a line restrict it: "if i and j are neighbours", "outside the support"."""
    for sentence in sentences(note):
        for k, thing in enumerate(sentence.things):
            if thing.span[0] <= span[0] < thing.span[1]:
                end = sentence.text.index(f"⟦{k}⟧") + len(f"⟦{k}⟧")
                return not thing.display and _GOES_ON_BEHIND.match(sentence.text, end) is None
    return False


_ANY_INDEX = re.compile(
    r"(?<![\w-])(?:(?:all|any|every|each)(?: [a-z-]+){0,2}|of (?:the )?[a-z]+) (?:⟦\d+⟧(?:,? and|,) )*$"
)


def fixes_index(note: Note, span: Span, indices: Collection[str]) -> bool:
    """Whether a sentence of the section, up to the one of an equation, speaks of one value of an index."""
    for sentence in _up_to(note, span):
        for match in re.finditer(r"⟦(\d+)⟧(?!-?(?:st|nd|rd|th)(?![\w-]))", sentence.text):
            thing, before = sentence.things[int(match[1])], sentence.text[: match.start()]
            is_index = not thing.display and len(thing.trees) == 1 and key(thing.trees[0]) in indices
            is_any = _ANY_INDEX.search(before)
            if is_index and not is_any and _ONE.search(re.split(r"[.;:]", before)[-1]):
                return True
    return False


def may_depend(note: Note, span: Span, indices: Collection[str]) -> bool:
    """Whether an equation has a letter that its sentence chooses for each value of an index."""
    sentence = next((x for x in _up_to(note, span) if span[0] < x.end), None)
    its = () if sentence is None else [k for k, x in enumerate(sentence.things) if x.span[0] <= span[0] < x.span[1]]
    if sentence is None or not its:
        return False
    before = sentence.text[: sentence.text.index(f"⟦{its[0]}⟧")]
    if (behind := _chosen_behind(before)) is None:
        return False
    trees = [tree for thing in things(sentence, before[behind:]) for tree in thing.trees]
    chosen = {*map(key, s.every(trees, s.Name))} - {*indices}
    return any(chosen & letters_in(tree) for tree in sentence.things[its[0]].trees)


def _chosen_behind(words: str) -> int | None:
    """Where words go on to choose a letter for each value of another: "for every x there is a number c with"."""
    each = _EACH.search(words)
    return each.end() if each is not None and _CHOSEN.search(words, each.end()) is not None else None


def _up_to(note: Note, span: Span) -> Iterator[Sentence]:
    """The sentences of the section of an equation, up to its own."""
    parts = sections(note)
    start = parts[max(bisect_right(parts, span[0], key=lambda part: part[0]) - 1, 0)][0]
    return (x for x in sentences(note) if start <= x.places[0] <= span[0])


_SOME = r",? (?:for|with) (?:some|suitable|certain)(?![\w-])"
_NOUN_THEN = rf"(?: [a-z-]+){{0,3}} ⟦\d+⟧(?!{_SOME})"
_FOR_SOME = re.compile(
    rf"⟦\d+⟧(?:(?:,? and |, )⟦\d+⟧)*(?P<some>{_SOME}{_NOUN_THEN}(?:(?:,? and|,)(?: for)? (?:some|an?"
    rf"|suitable){_NOUN_THEN}"
    rf"|,? and ⟦\d+⟧(?!{_SOME})(?! (?:is|are|has|have|be|was|were|does|satisf\w+|denotes?)(?![\w-])))*)"
)


def for_some(sentence: Sentence) -> Iterator[tuple[Span, s.Name]]:
    """The letters that "for some" brings in, each with the part of the note from its equations to the letter.

    Such a letter is another one than any before these formulas, also in the same sentence.
    """
    for match in _FOR_SOME.finditer(sentence.text):
        for thing in things(sentence, match["some"]):
            first = thing.trees[0] if thing.trees else None
            if isinstance(first, s.Name | s.Listed) or (isinstance(first, s.Chain) and first.signs[0] == "∈"):
                span = sentence.places[match.start()], thing.span[1]
                yield from ((span, name) for name in letters(thing) if not isinstance(name.subscript, s.Name))


_AS_IN = re.compile(r"(⟦\d+⟧(?:(?:,? and|,) ⟦\d+⟧)*) (?:is|are) as in(?![\w-])")


def taken_over(sentence: Sentence) -> Iterator[s.Name]:
    """The letters that a sentence takes from another theorem: P and Λ of "⟦P⟧ and ⟦Λ⟧ are as in theorem 3"."""
    for match in _AS_IN.finditer(sentence.text):
        for thing in things(sentence, match[1]):
            yield from letters(thing)


def existential(note: Note) -> frozenset[str]:
    """The keys of the letters that stand in no formula but those that "for some" closes: they are free to choose."""
    spans = dict[str, list[Span]]()
    for sentence in sentences(note):
        for span, name in for_some(sentence):
            spans.setdefault(key(name), []).append(span)
    trees = [(f.span[0], f.tree) for f in note.formulas if spans and not isinstance(f.tree, Unread)]
    used = [(place, x) for place, tree in trees for x in letters_in(tree)]
    return frozenset(spans.keys() - {x for at, x in used if x in spans and not any(a <= at < b for a, b in spans[x])})
