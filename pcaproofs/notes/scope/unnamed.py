"""Sentences that may fix letters without naming them: "they commute", "matrices are symmetric", "at the optimum"."""

from __future__ import annotations

import re

from pcaproofs.notes.prose.sentences import Sentence

_PLAIN = re.compile(
    r"an?|the|and|or|be|is|are|lets?|now|us|we|any|all|every|each|two|three|some|another|others?|arbitrary|real|columns?"
    r"|rows?|vectors?|matrix|matrices|numbers?|scalars?|points?|of|in|on|to|by|as|at|from|size|shape|dimensions?"
    r"|dimensional|snapshots|measurements|images|signals|instances|examples|records|individuals|square|rectangular|given|fixed|general|suppose|assum\w+|consider|take|choose|pick|for|with|denote[sd]?"
    r"|denoting|that|then|so|hence|thus|therefore|have|has|it|holds?|also|again|here|data|set|observations?|samples?"
    r"|whose|constants?|its|their|our|th|valued|not|necessarily|real-valued|n-dimensional|if|when|where|which"
    r"|same|design|responses?|targets?|labels?|weights?|throughout|following|obtain|get|see|note|next|first|moreover|furthermore|finally|multiply|multiplying|call"
    r"|write|written|stored|collected|arranged|stacked|into|there|this|these|those|one|can|proof|theorem|lemma|claim"
)
_BEGINS = (
    r"(?:moreover|further|furthermore|also|now|here|throughout|in addition|in (?:this|these|the) \w+|for simplicity"
    r"|suppose|assume|that|we|,| )*"
)
_VERB = r" (?:(?P<copula>is|are|has|have|will be|being)|sums?|commutes?|vanish(?:es)?|equals?|agrees?)(?![\w-])"
_BACK = re.compile(
    rf"{_BEGINS}(?:it|they|both|all|each|every|these|this|the|its|their)(?: (?:of them|two|(?:square )?matri(?:x|ces)"
    rf"|vectors?|columns?|rows?|entries|numbers?|rank|trace|determinant|diagonal|of|all))*{_VERB}"
)
_OF_EVERY = re.compile(
    rf"{_BEGINS}(?:(?:all|every|each|both|any|the|these|our)(?: (?:two|three|square|real))? )?(?:matri(?:x|ces)"
    r"|vectors?|weights?|coefficients?|parameters?|projections?|projectors?|directions?|columns?|rows?|entries)"
    rf"(?: (?:here|in (?:this|these|the) \w+))*{_VERB}"
)
_RESTRICTED = re.compile(r"(?<![\w-])we (?:\w+ ){0,2}(?:restrict|confine|limit|specialis|specializ)\w*(?![\w-])")
_OPTIMUM = re.compile(
    r"(?<![\w-])(?:minimum|maximum|minimi[sz]ers?|maximi[sz]ers?|optim\w+|fitted|least[ -]squares|solutions?|solv\w+"
    r"|stationar\w+|critical|first[ -]order|normal equations?|setting|equilibrium|saddle)(?![\w-])"
)


def is_plain(text: str) -> bool:
    """Whether all words of a text are known to fix no letter."""
    return all(_PLAIN.fullmatch(x) for x in re.findall(r"[a-z][a-z-]+", text))


def refers_back(sentence: Sentence) -> bool:
    """Whether a sentence describes letters of an earlier one: "It is upper triangular", "Both are singular"."""
    return not _names_letters(sentence) and _says_more(_BACK.match(sentence.text), sentence)


def is_of_every(sentence: Sentence) -> bool:
    """Whether a sentence may describe any letter: "All matrices are symmetric", "We restrict ourselves to …"."""
    if _names_letters(sentence):
        return False
    return _RESTRICTED.search(sentence.text) is not None or _says_more(_OF_EVERY.match(sentence.text), sentence)


def is_at_optimum(sentence: Sentence, start: int) -> bool:
    """Whether the words before a place may suppose that letters solve a problem: "at the minimum"."""
    return _OPTIMUM.search(re.split(r"[;:]", sentence.text[:start])[-1]) is not None


def _names_letters(sentence: Sentence) -> bool:
    return any(not thing.display for thing in sentence.things)


def _says_more(match: re.Match[str] | None, sentence: Sentence) -> bool:
    """Whether the words behind a verb are not all known, or the verb alone says something: "they commute"."""
    return match is not None and (match["copula"] is None or not is_plain(sentence.text[match.end() :]))
