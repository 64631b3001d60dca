"""What governs a sentence from outside: the words before its list, a quotation that it stands in, "true or false?"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pcaproofs.notes.prose.attributed import announces_others, is_of_others
from pcaproofs.notes.text.source import Syntax

BULLET = re.compile(
    r"[ \t>]*(?:[-*+]|\(?[\divxa-h]+[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(?:\*\*|__|[*_])?"
    r"|.*\\item(?![A-Za-z])(?:\[[^\]]*\])?\s*"
)
_TEX_QUOTE = re.compile(r"\\begin\{((?:display)?quot(?:e|ation))\*?\}(?:.*?\\end\{\1\*?\}|.*)", re.DOTALL)
_TEX_LIST = re.compile(r"\\(begin|end)\{(?:itemize|enumerate|description|compactitem|inparaenum)\}")
_QUOTED = re.compile(r"[ \t]*>")
_QUIZ = re.compile(r"(?<![\w-])(?:true or (?:false|not)|right or wrong|correct or (?:not|wrong))\?")
# a title of one sentence; what follows is claimed unless it begins with a hypothesis
_CLAIMS = re.compile(r"(?:claim|conjecture|goal|aim|to show|wanted|refutation|question|output|result)(?: [\d.]+)?[.:]?")
_SUPPOSES = re.compile(r"(?:let|suppose|assume|if|given|for|consider|take)(?![\w-])")
_SO_SAYS = re.compile(r"^(?:so|thus|this is(?: \w+)?|these are(?: \w+)?|that is(?: \w+)?)(?![\w-])")


@dataclass(frozen=True)
class Surroundings:
    """What governs a sentence.

    lead: the unfinished sentence before its list; quoted: it is somebody else's, or announced as that, or not checked
    in a list; asks: it need not be true.
    """

    lead: str = ""
    quoted: bool = False
    asks: bool = False


def surroundings(text: str, syntax: Syntax, texts: list[tuple[int, str]]) -> Iterator[Surroundings]:
    """What governs each sentence of a note: text is the source, texts the places and the words of its sentences."""
    quotes = [m.span() for m in _TEX_QUOTE.finditer(text)] if syntax == "tex" else []
    lead, is_in_list, quiz_end = "", False, 0
    lists, before_it = 0, 0  # the LaTeX lists that are open, and the place up to which they are counted
    before, others_end = "", 0
    in_quote = [_QUOTED.match(text, text.rfind("\n", 0, place) + 1) is not None for place, _ in texts]
    after = _next_outside(in_quote, texts)
    outside = ""
    for k, (place, words) in enumerate(texts):
        line = text[text.rfind("\n", 0, place) + 1 : place]
        is_item = BULLET.fullmatch(line) is not None
        if syntax == "tex":
            ends = [m[1] for m in _TEX_LIST.finditer(text, before_it, place)]
            lists, before_it = lists + ends.count("begin") - ends.count("end"), place
            is_in_list = is_in_list and lists > 0
        is_in_list = is_item or (is_in_list and "\n\n" not in text[texts[k - 1][0] : place])
        if is_item and not lead and before and not before.endswith((".", "!")):
            lead = before
        if not is_in_list:
            lead = ""
        is_introduced = outside.endswith(":") and is_of_others(outside)
        quoted = any(start <= place < end for start, end in quotes) or (
            in_quote[k] and (is_introduced or _is_attributed(after[k]))
        )
        is_claim = k > 0 and _CLAIMS.fullmatch(texts[k - 1][1]) is not None and _SUPPOSES.match(words) is None
        is_unchecked = line.rstrip().endswith("[ ]")
        yield Surroundings(
            lead if is_in_list else "", quoted or is_unchecked or place < others_end, place < quiz_end or is_claim
        )
        if _QUIZ.search(words) is not None:
            quiz_end = _paragraph_end(text, place)
        if announces_others(words):
            others_end = _paragraph_end(text, place)
        if not is_in_list:
            before = words
        if not in_quote[k]:
            outside = words


def _paragraph_end(text: str, place: int) -> int:
    end = text.find("\n\n", place)
    return len(text) if end < 0 else end


def _next_outside(in_quote: list[bool], texts: list[tuple[int, str]]) -> list[str]:
    """For each sentence the words of the first sentence behind it that is in no quotation."""
    out, found = list[str](), ""
    for is_quote, (_, words) in zip(reversed(in_quote), reversed(texts), strict=True):
        out.append(found)
        if not is_quote:
            found = words
    return out[::-1]


def _is_attributed(words: str) -> bool:
    """Whether a sentence behind a quotation says whose it is: "So says the textbook."."""
    return _SO_SAYS.search(words) is not None and is_of_others(words)
