r"""What looks like mathematics and stands in no formula that is read: it is named, so that no display vanishes.

In a paragraph of a text without its formulas, code and comments that is a command of mathematics beside a relation, and
a relation in an environment, in tags or between two commands \be … \ee of which nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.text.dialects import without
from pcaproofs.notes.text.source import Syntax
from pcaproofs.notes.text.symbols import ARROWS, KNOWN, RELATIONS

_IN_TEXT = {
    r"\%",
    r"\#",
    r"\&",
    r"\{",
    r"\}",
    r"\dots",
    r"\ldots",
    r"\quad",
    r"\qquad",
    r"\bullet",
    r"\star",
    r"\colon",
}
_IN_TEXT |= {r"\to", r"\hat", r"\bar", r"\check", r"\row", r"\col", r"\underline", r"\checkmark", r"\angle", r"\square"}
_OF_MATHEMATICS = {x for x in KNOWN if x[:1] == "\\" and x[1:].isalpha()} - _IN_TEXT | {r"\mathbb", r"\mathbf", r"\|"}
_RELATIONS = "|".join(re.escape(x) for x in sorted({*RELATIONS, *ARROWS}) if x[:1] == "\\")
_SAYS = re.compile(rf"=|[≤≥≠≈∈]|(?<!\\)&|\\\\(?![\\A-Za-z])|(?:{_RELATIONS})(?![A-Za-z])")
_COMMAND = re.compile(r"\\[A-Za-z]+|\\\|")
_ARGUMENTS = re.compile(  # names of files and labels, in which signs say nothing
    r"\\(?:label|(?:eq|c|C|auto|page|name|v)?ref|cite\w*|input|include\w*|url|href|bibliography\w*|usepackage|documentclass"
    r"|hypersetup|lstset|setlength|addtolength|graphicspath|path|texttt|hspace|vspace|title|author|newtheorem|setcounter"
    r"|addtocounter|geometry|tikzset|pgfplotsset|captionsetup|DeclareMathSymbol|hyphenation|rule)\*?"
    r"(?:\[[^\]]{0,400}\])*(?:\{[^{}]{0,400}\})*"
)
_PREAMBLE = re.compile(r"\A.*?\\begin\{document\}", re.DOTALL)
_ENVIRONMENT = re.compile(
    r"\\begin\{(?P<name>[A-Za-z@]+\*?)\}(?P<inside>(?:(?!\\begin\{|\\end\{).){1,4000})\\end\{(?P=name)\}", re.DOTALL
)
_TABLES = re.compile(
    r"(?:long)?(?:tab\w*|table\w*|array|tblr|longtblr|algorithm\w*|code|listing\w*|forest|picture|axis|tikz\w*)\*?"
)
_TAGS = re.compile(
    r"(?P<open>\{%-?\s*(?P<liquid>\w+)[^%\n]*%\}|\{\{[<%]\s*(?P<hugo>\w+)[^}\n]*\}\}|\[(?P<square>\w+)(?:\s[^\]\n]*)?\](?!\()"
    r"|<(?!(?:a|p|li|ul|ol|td|tr|th|div|span|table|code|pre|script|style|svg|kbd|samp|b|i|em|strong|sub|sup|details)\b)"
    r"(?P<html>[A-Za-z][\w-]*)\b[^>\n]*>)(?P<inside>(?:(?!\n[ \t]*\n).){1,2000}?)"
    r"(?:\{%-?\s*end(?P=liquid)\b|\{\{[<%]\s*/(?P=hugo)\b|\[/(?P=square)\]|</(?P=html)>)",
    re.DOTALL,
)
_OF_CODE = re.compile(r"(?:highlight|raw|code|capture)\b", re.IGNORECASE)
_SCRIPT = re.compile(r"\^[\w{\\]|_\{|(?<!\w)\w_\w(?!\w)")
_ADDRESS = re.compile(r"https?://\S+")
_DEFINED = re.compile(r"\\(?:(?:re)?newcommand|[gex]?def|let)\*?\s*\{?\\([A-Za-z@]+)")
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?^(?:---|\.\.\.)[ \t]*$", re.MULTILINE | re.DOTALL)
_DEFINITIONS = re.compile(
    r"^[ \t]*\\(?:(?:re)?newcommand|providecommand|[gex]?def|let|Declare\w+|new\w+)\b[^\n]*", re.MULTILINE
)
_PAIR = re.compile(
    r"\\b(?P<rest>[a-z]*)(?![A-Za-z@])(?P<inside>(?:(?!\n[ \t]*\n).){1,2000}?)\\e(?P=rest)(?![A-Za-z@])", re.DOTALL
)
_PARAGRAPH = re.compile(r"\n[ \t]*\n")


def passed_over(text: str, syntax: Syntax, definitions: str) -> Iterator[tuple[int, str]]:
    """Where such places begin, and what stands there; text: without formulas, code and comments.

    definitions: a text that defines commands which are no displays.
    """
    known = set(_DEFINED.findall(definitions))
    for pattern in (_PREAMBLE, _ARGUMENTS) if syntax == "tex" else (_FRONT_MATTER, _ADDRESS):
        text = _blank(pattern, text)
    text = _blank(_DEFINITIONS, text)
    found = sorted(_marked(text, syntax, known))
    last = -1
    for start, said, end in found:
        if start >= last:
            yield start, said
        last = max(last, end)
    yield from _paragraphs(without(text, [(start, end) for start, _, end in found]))


def _blank(pattern: re.Pattern[str], text: str) -> str:
    return pattern.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)


def _marked(text: str, syntax: Syntax, known: set[str]) -> Iterator[tuple[int, str, int]]:
    """Environments, pairs of commands and tags around a relation: where each begins, what opens it, where it ends.

    known: the commands that the text defines.
    """
    for match in _ENVIRONMENT.finditer(text) if "\\begin" in text else ():
        inside = match["inside"]
        if (
            not _TABLES.fullmatch(match["name"])
            and "=" in inside
            and (re.search(r"(?<!\\)&", inside) or _has_signs(inside))
        ):
            yield match.start(), rf"\begin{{{match['name']}}}", match.end()
    for match in _PAIR.finditer(text) if "\\b" in text else ():
        if _SAYS.search(match["inside"]) and f"b{match['rest']}" not in known:
            yield match.start(), rf"\b{match['rest']}", match.end()
    for match in _TAGS.finditer(text) if syntax == "markdown" else ():
        name = next(match[x] for x in ("liquid", "hugo", "square", "html") if match[x])
        is_mathml = name.lower() == "math" and "<m" in match["inside"]
        says = _SAYS.search(match["inside"]) is not None and _has_signs(match["inside"])
        if is_mathml or (says and not _OF_CODE.fullmatch(name)):
            yield match.start(), match["open"], match.end()


def _has_signs(text: str) -> bool:
    """Whether a text has scripts or commands of mathematics."""
    return _SCRIPT.search(text) is not None or any(m[0] in _OF_MATHEMATICS for m in _COMMAND.finditer(text))


def _paragraphs(text: str) -> Iterator[tuple[int, str]]:
    """The first command of mathematics in each paragraph that has a relation too."""
    start = 0
    for end in [*(m.start() for m in _PARAGRAPH.finditer(text)), len(text)]:
        if "\\" in text[start:end] and _SAYS.search(text, start, end):
            command = next((m for m in _COMMAND.finditer(text, start, end) if m[0] in _OF_MATHEMATICS), None)
            if command is not None:
                yield command.start(), command[0]
        start = end
