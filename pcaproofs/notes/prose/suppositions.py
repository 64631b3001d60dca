"""Where a note ends what it has supposed: at a contradiction, at the other case, behind the last case, taken back.

"Suppose that λ < 0 … which is impossible. Hence λ ≥ 0." Facts between the supposition and its end hold only
only. Nothing tells a supposition from an assumption for all that follows but the words that end it, so that more may be
given up than the note gives up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.formulas.blocks import Note
from pcaproofs.notes.prose.sentences import Sentence, sections, sentences

_SUPPOSES = re.compile(
    r"(?<![\w-])(?:suppose|supposing|assume|assuming|imagine|we (?:have |had )?(?:assumed|supposed)"
    r"|case (?:\d|[ivx]+\b|[a-d]\b|one|two|⟦)"
    r"|(?:first|second|third|one|special) case|if [^.;]{1,60} were)(?![\w-])"
)
_CASE = re.compile(r"(?<![\w-])cases?(?![\w-])")
_CONTRADICTS = re.compile(
    r"(?<![\w-])(?:contradict\w*|contradictory|contradiction|absurd\w*|impossible|cannot (?:be|hold)|"
    r"(?:is|was|does) not (?:so|true|the case|hold)|is false|refutes|untenable)(?![\w-])"
)
_PLAN = re.compile(r"(?<![\w-])(?:for|by|to (?:get|obtain|derive|reach|arrive at)|towards?) (?:an? )?contradiction")
_OTHER = re.compile(
    r"(?<![\w-])(?:otherwise(?!,? (?:we |one |you )?(?:\w+ )?(?:subtract|replace|cent|rescale|normali"
    r"|divide|shift))|conversely|if not|else|on the other hand|alternatively|instead"
    r"|(?:other|second|third|fourth|next|last|remaining|both|either|each|every|any|all) (?:\w+ )?cases?"
    r"|case (?:[2-9]|ii+|iv|b|c|d|two|three)"
    r"|(?:suppose|assume) (?:now|next)|(?:now|next|second|secondly|finally),? (?:we )?(?:suppose|assume)"
    r"|if [^,.;]{0,60}(?<![\w-])(?:not|isn't|aren't))(?![\w-])"
)
# said of what the sentence before it says, or the clause before it: "but this is not assumed here"
_TAKEN_BACK = re.compile(
    r"(?:^[^\w⟦]*|; |, | and )(?:(?:but|however|yet|note that|of course|unfortunately),? )*"
    r"(?:(?:this|that|it|which|these)"
    r"(?: (?:assumption|condition|constraint|property|requirement|hypothesis|normali[sz]ation|restriction)s?)?"
    r" (?:\w+ ){0,2}?(?:not|never|no longer|\w+n't) (?:\w+ ){0,2}?(?:assum\w+|suppos\w+|requir\w+|impos\w+|need\w*"
    r"|true|so|the case|meant|made|used|valid|correct|hold\w*|general(?:ly)?|available|kept|given|said)(?![\w-])"
    r"|(?:this|that|it|which) (?:\w+ )?(?:is|was|are|were|would be) (?:\w+ )?(?:false|wrong|untrue|incorrect|mistaken"
    r"|a mistake|an error|a lie|a myth|a joke|nonsense|fiction|dropped|abandoned|forgotten|lifted|removed"
    r"|relaxed)(?![\w-])"
    r"|(?:this|that|it|which) (?:is|was|will be) (?:only )?(?:assumed|supposed|made|imposed|used"
    r"|needed|required|valid|true)"
    r"(?![\w-])[^.;⟦]*(?<![\w-])(?:only|elsewhere|alone|later)(?![\w-])"
    r"|(?:this|that|it|⟦\d+⟧) (?:is|does|was) not(?=$|[,;])"
    r"|the (?:\w+ ){1,2}(?:has|have|does|needs?) (?:none|not)(?![\w-])"
    r"|(?:wrong|false|not so|not true|incorrect|untrue|no)(?:$|[,;!])"
    r"|(?:scratch|cancel|undo|forget|drop) (?:that|this|it)(?![\w-])|never mind|on (?:second thoughts?|reflection)"
    r"|april fool|(?:just|only) (?:kidding|joking)|stop \w+ing(?![\w-])"
    r"|we (?:do|will|shall) not (?:\w+ )?(?:pursue|use|assume|need|make|adopt|follow|want|require)"
    r" (?:it|this|that)(?![\w-])"
    r"|(?:let us |we )?(?:now )?allow (?:any|all|every|arbitrary)(?![\w-]))"
    r"|^(?:but|yet|however,?) (?:this|that|it|⟦\d+⟧) (?:is|does|was) not(?![\w-])"
)
_WHOLE = re.compile(r"(?:both|either|each|every|any|all) (?:\w+ )?cases?")


def ended(note: Note) -> Iterator[tuple[int, int, int]]:
    """The ranges whose facts no longer hold, and the ends of their sections."""
    parts = sections(note)
    supposed: list[Sentence] = []
    part, before = -1, None
    for sentence in sentences(note):
        here = max((k for k, (start, _) in enumerate(parts) if start <= sentence.places[0]), default=0)
        if here != part:
            part, supposed, before = here, [], None
        if (back := _TAKEN_BACK.search(sentence.text)) is not None:
            since = sentence if back.start() or before is None else before
            yield since.places[0], sentence.places[back.start()], parts[part][1]
        before = sentence
        text = _PLAN.sub("", sentence.text)
        match = _CONTRADICTS.search(text) or _OTHER.search(text)
        cases = [x for x in supposed if _CASE.search(x.text)] if match is not None else []
        is_said_so = (
            match is not None and _WHOLE.fullmatch(match[0]) and not cases
        )  # "in any case", where there is none
        if supposed and match is not None and not is_said_so:
            first = cases[0] if cases and "case" in match[0] else supposed[-1]
            yield first.places[0], _offset(sentence, match), parts[part][1]
            supposed = [x for x in supposed if x.places[0] < first.places[0]]
        if _SUPPOSES.search(sentence.text):
            supposed.append(sentence)


def _offset(sentence: Sentence, match: re.Match[str]) -> int:
    """Where the words stand that end a supposition; those that begin the next one stand in the same sentence."""
    return sentence.places[0] if match.re is _OTHER else sentence.places[min(match.start(), len(sentence.places) - 1)]


def within_sections(note: Note) -> tuple[tuple[int, int, int], ...]:
    """From where to where each sentence with a supposition goes, and where its section ends."""
    parts = sections(note)
    return tuple(
        (s.places[0], s.end, next((end for start, end in parts if start <= s.places[0] < end), 0))
        for s in sentences(note)
        if _SUPPOSES.search(s.text)
    )
