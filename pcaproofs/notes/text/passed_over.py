r"""What looks like mathematics and stands in no formula that is read: it is named, so that no display vanishes silently.

In a paragraph of a text without its formulas, code and comments that is a command of mathematics beside a relation, and
a relation in an environment, in tags or between two commands \be … \ee of which nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.text.source import Syntax
from pcaproofs.notes.text.symbols import ARROWS, KNOWN, RELATIONS

_IN_TEXT = {r"\%", r"\#", r"\&", r"\{", r"\}", r"\dots", r"\ldots", r"\quad", r"\qquad", r"\bullet", r"\star", r"\colon"}
_IN_TEXT |= {r"\to", r"\hat", r"\bar", r"\check", r"\row", r"\col", r"\underline", r"\checkmark", r"\angle", r"\square"}
_OF_MATHEMATICS = {x for x in KNOWN if x[:1] == "\\" and x[1:].isalpha()} - _IN_TEXT | {r"\mathbb", r"\mathbf", r"\mathcal"}
_SAYS = re.compile(
    rf"=|[≤≥≠≈∈]|(?<!\\)&|\\\\(?![\\A-Za-z])|(?:{'|'.join(re.escape(x) for x in {*RELATIONS, *ARROWS} if x[:1] == chr(92))})"
    r"(?![A-Za-z])"
)
_COMMAND = re.compile(r"\\[A-Za-z]+|\\\|")
_ARGUMENTS = re.compile(  # names of files and labels, in which signs say nothing
    r"\\(?:label|(?:eq|c|C|auto|page|name|v)?ref|cite\w*|input|include\w*|url|href|bibliography\w*|usepackage|documentclass"
    r"|hypersetup|lstset|setlength|addtolength|graphicspath|path|texttt|hspace|vspace|title|author|newtheorem|setcounter"
    r"|addtocounter|geometry|tikzset|pgfplotsset|captionsetup|DeclareMathSymbol|hyphenation|rule)\*?"
    r"(?:\[[^\]]{0,400}\])*(?:\{[^{}]{0,400}\})*"
)
_PREAMBLE = re.compile(r"\A.*?\\begin\{document\}", re.DOTALL)
_ENVIRONMENT = re.compile(r"\\begin\{(?P<name>[A-Za-z@]+\*?)\}(?P<inside>(?:(?!\\begin\{|\\end\{).){1,4000})\\end\{(?P=name)\}", re.DOTALL)
_TABLES = re.compile(r"(?:long)?(?:tab\w*|table\w*|array|tblr|longtblr|algorithm\w*|code|listing\w*|forest|picture|axis|tikz\w*)\*?")
_TAGS = re.compile(
    r"(?P<open>\{%-?\s*(?P<liquid>\w+)[^%\n]*%\}|\{\{[<%]\s*(?P<hugo>\w+)[^}\n]*\}\}|\[(?P<square>\w+)(?:\s[^\]\n]*)?\](?!\()"
    r"|<(?P<html>[A-Za-z][\w-]*)\b[^>\n]*>)(?P<inside>(?:(?!\n[ \t]*\n).){1,2000}?)"
    r"(?:\{%-?\s*end(?P=liquid)\b|\{\{[<%]\s*/(?P=hugo)\b|\[/(?P=square)\]|</(?P=html)>)",
    re.DOTALL,
)
_OF_CODE = re.compile(r"(?:highlight|raw|code|pre|script|style|capture|svg|kbd|samp|table|a|p|li|td|div|span)\b", re.IGNORECASE)
_SCRIPT = re.compile(r"\\[A-Za-z]+|[\^_][{\w]")
_BLOCK = re.compile(r"^[ \t]*(?:```+|~~~+)[ \t]*\{?=?(?:latex|tex|katex|mathjax|asciimath)\}?[ \t]*$(?P<inside>.*?)^[ \t]*(?:```|~~~)", re.MULTILINE | re.DOTALL)
_PAIR = re.compile(r"\\b(?P<rest>[a-z]*)(?![A-Za-z@])(?P<inside>(?:(?!\n[ \t]*\n).){1,2000}?)\\e(?P=rest)(?![A-Za-z@])", re.DOTALL)
_PARAGRAPH = re.compile(r"\n[ \t]*\n")


def passed_over(text: str, syntax: Syntax) -> Iterator[tuple[int, str]]:
    """Where such places begin, and what stands there, in order; text: without formulas, code and comments."""
    if syntax == "tex":
        text = _blank(_PREAMBLE, text)
        text = _blank(_ARGUMENTS, text)
    last = -1
    for place, said, end in sorted(_places(text, syntax)):
        if place >= last:
            yield place, said
        last = max(last, end)


def _blank(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def _places(text: str, syntax: Syntax) -> Iterator[tuple[int, str, int]]:
    for match in _ENVIRONMENT.finditer(text) if "\\begin" in text else ():
        inside = match["inside"]
        if not _TABLES.fullmatch(match["name"]) and "=" in inside and ("&" in inside or _SCRIPT.search(inside)):
            yield match.start(), rf"\begin{{{match['name']}}}", match.end()
    for match in _PAIR.finditer(text) if "\\b" in text else ():
        if _SAYS.search(match["inside"]):
            yield match.start(), rf"\b{match['rest']}", match.end()
    for match in _TAGS.finditer(text) if syntax == "markdown" else ():
        name = next(match[x] for x in ("liquid", "hugo", "square", "html") if match[x])
        if not _OF_CODE.fullmatch(name) and _SAYS.search(match["inside"]) and _SCRIPT.search(match["inside"]):
            yield match.start(), match["open"], match.end()
    start = 0
    for end in [*(m.start() for m in _PARAGRAPH.finditer(text)), len(text)]:
        if "\\" in text[start:end] and _SAYS.search(text, start, end):
            command = next((m for m in _COMMAND.finditer(text, start, end) if m[0] in _OF_MATHEMATICS or m[0] == r"\|"), None)
            if command is not None:
                yield command.start(), command[0], end
        start = end
