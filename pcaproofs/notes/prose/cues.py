"""The cue of a formula from the words right before or after it: assumed, defined, a problem, concluded, false."""

from __future__ import annotations

import re

from pcaproofs.notes.formulas.blocks import Formula, Note
from pcaproofs.notes.formulas.grammar import Unread
from pcaproofs.notes.formulas.spelling import INDICES, is_identity, is_ones, key
from pcaproofs.notes.formulas.surface import Chain, Name, Num, Sum, nodes
from pcaproofs.notes.prose.clauses import hypothesis_end, is_alternative, supposed
from pcaproofs.notes.prose.cue_words import IN_APPOSITION, NUMBER, before
from pcaproofs.notes.prose.facts import Cue
from pcaproofs.notes.prose.falsehood import MISTAKE
from pcaproofs.notes.prose.fixed_indices import is_chosen_for_each
from pcaproofs.notes.prose.items import is_claim_of_item
from pcaproofs.notes.prose.phrases import names_factors
from pcaproofs.notes.prose.ranges import is_fixed_for_what_follows, is_range
from pcaproofs.notes.prose.sentences import Sentence, Thing, sentences

# "a least-squares solution of ⟦Ax = b⟧", "the inconsistent system ⟦Ax = b⟧": an equation that need not hold
_UNSOLVED = re.compile(
    r"(?<![\w-])(?:(?:least[- ]squares?|approximate|best|no|not have an?|closest) (?:exact |possible )?solutions?"
    r" (?:of|to|for)"
    r"|(?:inconsistent|overdetermined|over-determined|unsolvable)(?: linear)? (?:systems?|equations?)"
    r"(?: of (?:linear )?equations)?|no solutions? (?:of|to|for))(?: the (?:linear )?(?:systems?|equations?))?[ ,:]*$"
)
_MISTAKE = re.compile(
    rf"(?<![\w-])(?:{MISTAKE}|tempting|pitfall|one might think|not true that|not the case that"
    r"|not hold that)(?![\w-])"
)
_FALSE_BEHIND = re.compile(
    r"^,? (?:(?:which |this |that |it )?(?:is|are|would be) (?:\w+ )?(?:wrong|false|incorrect|not true"
    r"|not correct|not the case"
    r"|a (?:common )?mistake|a misconception|untrue|not valid|invalid)"
    r"|(?:which |this |that |it )?(?:(?:in general|generally|usually|often|of course) )?"
    r"(?:(?:does|do|did|will|would|need|can|could|must)(?: not|n't)|cannot) (?:\w+ )?(?:hold|be)"
    r"|(?:which |this |that |it )?(?:\w+ )?(?:fails|is not|holds? only (?:if|when))"
    r"|(?:which |this |that |it )?(?:\w+ )?(?:(?:has|have|having|with|admits?) no (?:exact )?solutions?"
    r"|(?:does|do|need|may|might|will) (?:not|n't) (?:\w+ )?have (?:an? |any )?(?:exact )?solutions?"
    r"|(?:is|are|be) (?:\w+ )?(?:inconsistent|overdetermined|over-determined|unsolvable|not solvable)"
    r"|(?:cannot|can not|can't) be solved))\b"
)
_DEFINED_BEHIND = re.compile(
    r"^,? (?:is|are|be) (?:\w+ )?(?:called|known as|referred to as|denoted|defined|termed|named)\b"
)
# of "⟦A⟧ if and only if ⟦B⟧" nothing says that the first formula holds
_EQUIVALENT_BEHIND = re.compile(r"^,? (?:if and only if|iff|(?:exactly|precisely) (?:if|when))(?![\w-])")
_ASSUMED_BEHIND = re.compile(r"^,? (?:by (?:assumption|hypothesis)|is assumed|are assumed|is given)\b")
# "with α = −1, for example, …", "for instance, if α = −1, then …": a number that a letter has in this sentence
_EXAMPLE_BEFORE = re.compile(
    r"(?<![\w-])(?:for (?:example|instance)|e\.g\.),? (?:(?:with|if|when|for|at|taking|setting|putting|choosing) )*$"
)
_EXAMPLE_BEHIND = re.compile(r",? \(?(?:for (?:example|instance)|e\.g\.|say)(?![\w-])")
_ONE_SENTENCE = re.compile(
    r"(?<![\w-])(?:(?<!^only )(?<!, only )(?:if|when)|whenever|unless|provided(?: that)?|in case"
    r"|for(?: all| any| every| each)?[ ,:]*$|for (?:any|every|each|all|arbitrary)(?: [a-z-]+){1,3}[ ,:]*$"
    r"|in (?:the|this) (?:\w+ )?case(?: (?:where|that|of|when))?[ ,:]*$)(?![\w-])"
)
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
)
_ALL_SATISFY = re.compile(
    r"(?<![\w-])(?:all|any|every|each|both|no|then|so|thus|hence|therefore)(?![\w-])[^.;:]*"
    r"(?<![\w-])satisf(?:y|ies)[ :,]*$"
)
_SATISFIES = re.compile(r"⟦(?P<what>\d+)⟧ satisf(?:y|ies)[ :,]*$")
# "The scores satisfy ⟦0⟧" may be a claim: nothing before it supposes, chooses or describes
_STATES = re.compile(
    r"^(?!.*(?<![\w-])(?:lets?|suppos\w+|assum\w+|choos\w+|chosen|pick\w*|consider\w*|take|taken|fix|find|seek|if|when|whenever"
    r"|where|with|that|which|who|such|must|should|to|given|requir\w+|call\w*|denot\w+|defin\w+|for|be|need|want)(?![\w-]))"
    r".*(?<![\w-])satisf(?:y|ies)[ :,]*$"
)
_RESULT = re.compile(r"⟧,? so that[ :,]*$")  # "⟦0⟧, so that ⟦1⟧"
_CHOICE = re.compile(
    r"(?<![\w-])(?:choos\w+|chosen?|pick\w*|select\w*|scal\w+|rescal\w+|normali[sz]\w+|tak\w+|fix\w*|shift\w*"
    r"|adjust\w*|let|want\w*|need\w*|requir\w+|find)(?![\w-])"
)
_SUPPOSED = re.compile(r"(?<![\w-])(?:suppos\w+|assum\w+|if|when|whenever|where|with|such that|given|for)(?![\w-])")
_ALL = r"for (?:all|any|every|each|arbitrary)(?: (?:unit |two )?(?:vectors?|numbers?|columns?|points?))? ⟦(?P<{}>\d+)⟧"
_FOR_ALL_BEHIND = re.compile(rf",? \(?{_ALL.format('what')}")
_FOR_ALL_BEFORE = re.compile(
    rf"(?<![\w-])(?:suppos\w+|assum\w+|such|satisf\w+|if|with|given|provided)(?: that)?,? {_ALL.format('what')},?"
    r"(?: (?:we have|it holds|there holds|one has)(?: that)?)?[ :,]*$"
)
_REACH = 300  # characters before a formula that are examined


def cue(note: Note, formula: Formula) -> Cue:
    """The cue that the sentence of a formula gives; "" if there is none."""
    if (found := _sentence(note, formula)) is None:
        return ""
    said = _cue(*found)
    if said == "assumed" and _states(note, formula, found[0], found[1]):
        return ""
    return "concluded" if not (said or formula.display) and is_claim_of_item(note, found[0]) else said


def _states(note: Note, formula: Formula, sentence: Sentence, start: int) -> bool:
    """Whether "satisfies" states an equation between letters that the note has introduced before the sentence."""
    if _STATES.search(sentence.text[:start]) is None or isinstance(formula.tree, Unread):
        return False
    first = _first_uses(note)
    names = (x for x in nodes(formula.tree) if isinstance(x, Name) and not (is_ones(x) or is_identity(x)))
    return all(first[key(x)] < sentence.places[0] for x in names)


def sentence_ends(note: Note, formula: Formula) -> int | None:
    """Where the sentence of a formula ends; None if it stands in none."""
    found = _sentence(note, formula)
    return None if found is None else found[0].end


def hypothesis_ends(note: Note, formula: Formula) -> int | None:
    """Where a hypothesis ends that does not stay; else None.

    One that is made for one sentence ("if A, then B") ends behind its last formula.
    """
    if (found := _sentence(note, formula)) is None:
        return None
    sentence, start, k = found
    if names_factors(note, sentence, start):
        return None
    before = _AND_BEFORE.sub("", sentence.text[max(0, start - _REACH) : start])
    words = before.rpartition("⟧")[2]
    end = start + len(f"⟦{k}⟧")
    if _OR.search(before) is not None:
        return formula.span[1]
    if _is_value(formula) and (_EXAMPLE_BEFORE.search(words) or _EXAMPLE_BEHIND.match(sentence.text[end:])):
        return hypothesis_end(sentence, start)
    if not isinstance(formula.tree, Unread) and is_range(formula.tree) and is_fixed_for_what_follows(sentence, end):
        return None
    if _ONE_SENTENCE.search(words) is not None or supposed(sentence, start, end) == "once":
        return hypothesis_end(sentence, start)
    said = _cue(*found)
    is_chosen = is_chosen_for_each(re.split(r"[.;]", sentence.text[:start])[-1])
    if said == "assumed" and (is_chosen or _is_for_all(formula, sentence, start, end)):
        return formula.span[1]  # what holds for all x is not read, and what holds for one x is less
    return None


def _is_value(formula: Formula) -> bool:
    """Whether a formula gives a letter a number: α = −1."""
    match formula.tree:
        case Chain(terms=(Name(), Num() | Sum(terms=(Num(),))), signs=("=",)):
            return True
    return False


def _first_uses(note: Note) -> dict[str, int]:
    """For each letter the offset of the first formula that has it."""
    kept: dict[str, dict[str, int]] = note.__dict__  # as cached_property does it
    if "first uses" not in kept:
        out = kept["first uses"] = {}
        for formula in note.formulas:
            for node in () if isinstance(formula.tree, Unread) else nodes(formula.tree):
                if isinstance(node, Name):
                    out.setdefault(key(node), formula.span[0])
    return kept["first uses"]


def _is_for_all(formula: Formula, sentence: Sentence, start: int, end: int) -> bool:
    """Whether a supposition is made for all values of one of its letters that is no index: "wᵀx = 0 for all x"."""
    match = _FOR_ALL_BEHIND.match(sentence.text, end) or _FOR_ALL_BEFORE.search(sentence.text[:start])
    if match is None or isinstance(formula.tree, Unread):
        return False
    trees = sentence.things[int(match["what"])].trees
    varied = {key(x) for tree in trees for x in nodes(tree) if isinstance(x, Name)} - INDICES
    return any(isinstance(x, Name) and key(x) in varied for x in nodes(formula.tree))


def conditions_behind(note: Note, formula: Formula) -> list[Formula]:
    """The formulas of the conditions that a sentence makes behind a formula: "…, provided that ‖w‖ = 1"."""
    if (found := _sentence(note, formula)) is None:
        return []
    sentence, start, k = found
    match = _CONDITION_BEHIND.match(sentence.text, start + len(f"⟦{k}⟧"))
    if match is None:
        return []
    fences = {sentence.things[int(x)].fence for x in re.findall(r"\d+", match["formulas"])}
    return [f for f in note.formulas if not f.display and fences & {*f.fences}]


def is_decomposition(note: Note, formula: Formula) -> bool:
    """Whether a sentence calls a formula a decomposition: "let S = PΛP' be the spectral decomposition"."""
    found = _sentence(note, formula)
    return found is not None and re.search(r"decompos|factori|diagonali|svd|singular value", found[0].text) is not None


def sets_to_zero(note: Note, formula: Formula) -> str:
    """What is set to zero right before a formula: "gradient", "derivatives", "all" of those above; "" if nothing is."""
    if (found := _sentence(note, formula)) is None:
        return ""
    sentence, start, _ = found
    match = _SET_TO_ZERO.search(_with_letters(sentence, start).rpartition("⟧")[2])
    if match is None:
        return ""
    return match["what"] + (match["many"] or "") if match["what"] else "all"


def is_of_equivalence(note: Note, formula: Formula) -> bool:
    """Whether a formula is the first side of an equivalence in words: "⟦AᵀA = I⟧ if and only if its columns …"."""
    if (found := _sentence(note, formula)) is None:
        return False
    sentence, start, k = found
    return _EQUIVALENT_BEHIND.match(sentence.text[start + len(f"⟦{k}⟧") :]) is not None


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
    kept: dict[str, dict[int, tuple[Sentence, int]]] = note.__dict__  # as cached_property does it
    if "places in sentences" not in kept:
        kept["places in sentences"] = {
            thing.fence: (sentence, k)
            for sentence in sentences(note)
            for k, thing in enumerate(sentence.things)
            if thing.fence is not None
        }
    for fence in formula.fences:
        if fence in kept["places in sentences"]:
            sentence, k = kept["places in sentences"][fence]
            return sentence, sentence.text.index(f"⟦{k}⟧"), k
    return None


def _cue(sentence: Sentence, start: int, k: int) -> Cue:
    """The cue of placeholder k, which begins at an offset of the sentence's text."""
    said = _near(sentence, start, k)
    if said == "assumed" and sentence.asks:
        return ""
    if is_alternative(sentence, start):
        return "false"  # the formula itself need not hold
    if said == "assumed" and _ALL_SATISFY.search(sentence.text[max(0, start - _REACH) : start]):
        return "concluded"
    if said == "assumed" and _is_of_defined(sentence, start):
        return "concluded"
    return "assumed" if not said and IN_APPOSITION.search(_with_letters(sentence, start)) else said


def _is_of_defined(sentence: Sentence, start: int) -> bool:
    """Whether it is said to be satisfied by what is written out: "the residuals ⟦e = y − Xb⟧ satisfy ⟦Xᵀe = 0⟧"."""
    text = sentence.text[:start]
    match = _SATISFIES.search(text)
    if match is None or _CHOICE.search(text) or _SUPPOSED.search(text):
        return False
    trees = sentence.things[int(match["what"])].trees
    return any(isinstance(x, Chain) and isinstance(x.terms[0], Name) and x.signs[0] in ("=", ":=") for x in trees)


def _with_letters(sentence: Sentence, end: int) -> str:
    """The text before a formula in which letters stand as words."""
    letters = {f"⟦{k}⟧" for k, thing in enumerate(sentence.things) if all(isinstance(x, Name) for x in thing.trees)}
    return re.sub(r"⟦\d+⟧", lambda m: "it" if m[0] in letters else m[0], sentence.text[max(0, end - _REACH) : end])


# "as ⟦c⟧ does not depend on ⟦w⟧, ⟦f = g⟧": a reason, which denies nothing of f = g
_REASON = re.compile(
    r"(?:^|[.,;] )(?:and |but )?(?:as|since|because) (?!if |though )(?:(?!that |for )[^,.;:⟧ ]+ |⟦\d+⟧ )*it, ?$",
    re.IGNORECASE,
)
_AFTER_HYPOTHESIS = re.compile(
    r"(?<![\w-])(?:(?:if|when|whenever|provided(?: that)?|as long as) ⟦\d+⟧(?:,? and ⟦\d+⟧)*"
    r"|given that [^⟦⟧,;:]*), ?$"
)


def _equates(thing: Thing) -> bool:
    """Whether a formula is an equation whose left side is no letter alone, which the equation could define."""
    return any(isinstance(x, Chain) and x.signs[0] == "=" and not isinstance(x.terms[0], Name) for x in thing.trees)


# "with the above, ⟦f = g⟧", "for any two matrices ⟦f = g⟧": the words restrict the formula, which they do not suppose
_WORDS_BEFORE = re.compile(
    r"^(?:(?:and|so|then|now|hence|thus|but),? )?"
    r"(?:(?:with|given) [^⟦⟧,;:]+,|for (?:all|any|every|each)(?: (?!with|that|where|which|satisfy)[a-z-]+){1,4},?) ?$"
)


def _near(sentence: Sentence, start: int, k: int) -> Cue:
    behind = sentence.text[start + len(f"⟦{k}⟧") :]
    if _FALSE_BEHIND.match(behind):
        return "false"
    if _DEFINED_BEHIND.match(behind):
        return "defined"
    if _EQUIVALENT_BEHIND.match(behind):
        return "false"  # the formula itself need not hold
    if _FOR_ALL_BEFORE.search(sentence.text[:start]):
        return "assumed"
    if _ASSUMED_BEHIND.match(behind) or supposed(sentence, start, start + len(f"⟦{k}⟧")):
        return "assumed"
    if sentence.things[k].display and _AFTER_HYPOTHESIS.search(sentence.text[:start]):
        return "concluded"
    if sentence.things[k].display and _WORDS_BEFORE.search(sentence.text[:start]) and _equates(sentence.things[k]):
        return "concluded"
    words = NUMBER.sub("", _with_letters(sentence, start))
    if _MISTAKE.search(re.split(r"⟧|[;.]|, (?=(?:but|while|whereas)\b)", words)[-1]) or _UNSOLVED.search(words):
        return "false"
    if _RESULT.search(words) and not _CHOICE.search(words):
        return "concluded"
    said = before(sentence.text[max(0, start - _REACH) : start])
    return before(words) if said == "false" and _REASON.search(words) else said
