r"""The markup of notes, Markdown, HTML and LaTeX: what of a text is no prose, and where blocks of it end."""

from __future__ import annotations

import re

from pcaproofs.notes.text.dialects import with_directives
from pcaproofs.notes.text.source import Syntax

BREAK = "\x1e"  # the end of a list item, of a heading
GAP = "\x1d"  # the end of a paragraph, over which a sentence goes into a display and out of it
HEADING = re.compile(
    r"^[ \t>]*#{1,6}[ \t]\S.*$|^[ \t]*[^\s][^\n]*\n(?:={3,}|-{3,})[ \t]*$|<h[1-6][^>\n]{0,200}>[^\n]{0,300}?</h[1-6]>",
    re.MULTILINE | re.IGNORECASE,
)
TEX_HEADING = re.compile(
    r"\\(?:part|chapter|(?:sub)*section|paragraph|title|frame(?:sub)?title)\*?(?:<[^>\n]*>)?(?:\[[^\]\n]*\])?\{[^{}\n]*\}"
    r"|\\begin\{frame\}(?:<[^>\n]*>)?(?:\[[^\]\n]*\])*(?:\{[^{}\n]*\}){0,2}"
)
CODE = re.compile(r"^[ \t>]*(```+|~~~+)[^\n]*\n.*?(?:^[ \t>]*\1[ \t]*$|\Z)", re.MULTILINE | re.DOTALL)
SILENT = re.compile(
    r"""<!--.*?(?:-->|\Z) | (?<![`$])`[^`\n]+`(?!\$) | \A---\n.*?^---[ \t]*$ | \{:?[ ]?[#.][^{}\n]*\}
    | ~~(?=[^\s~])(?:[^~\n]|\n(?![ \t]*\n)){1,600}~~ | <(?P<struck>del|s|strike)>.{0,600}?</(?P=struck)>
    | !\[[^\]\n]{0,300}\]\([^)\n]{0,300}\)
    | (?<=\])\([^)\s]{0,300}\) | <(?:script|style|pre|code)\b(?:.*?</(?:script|style|pre|code)>|.*) | https?://\S+""",
    re.MULTILINE | re.DOTALL | re.VERBOSE,
)
TEX_SILENT = re.compile(
    r"""(?<!\\)%[^\n]* | \A.*?\\begin\{document\} | \\end\{document\}.*
    | \\begin\{(verbatim|lstlisting|tikzpicture|comment)\}(?:.*?\\end\{\1\}|.*)
    | \\iffalse(?![A-Za-z])(?:.*?\\fi(?![A-Za-z])|.*)
    | \\(?:cite[a-z]*|footcite|label|(?:eq|c|C|auto|page|name)?ref|bibliography(?:style)?|input|include|usepackage
        |documentclass|vspace|hspace|includegraphics|color|setlength
        |addtolength)\*?(?:\[[^\]]{0,300}\])*(?:\{[^{}]{0,300}\})? | (?<=\\textcolor)\{\w+\}""",
    re.DOTALL | re.VERBOSE,
)
_MARKS = re.compile(  # tags, marks of lists, quotations, admonitions and fonts
    r"(?P<gap></?(?:p|div|br|center)\b[^<>\n]*>)"
    r"|(?P<break></?(?:li|ul|ol|tr|t[dh]|d[td]|h[1-6]|table|blockquote|summary|aside)\b[^<>\n]*>"
    r"|^[ \t>]*(?:[-*+]|\d{1,2}[.)])(?=[ \t])|^[ \t]*(?:!!!|\?\?\?\+?|:::)[^\n]*$)"
    r"|</?[a-z]+\b[^<>\n]*>|^[ \t]*>[ \t>]*|\*+|(?<![a-z0-9])_+(?=\S)|(?<=\S)_+(?![a-z0-9])|[\[\]]|~~",
    re.MULTILINE | re.IGNORECASE,
)
_TEX_MARKS = re.compile(  # footnotes and captions interrupt the sentences around them; struck text says nothing
    r"\\(?:footnote(?:text)?|caption|marginpar|marginnote|sidenote|todo|thanks|sout|st|xout|hout)"
    r"(?:\[[^\]\n]*\])?\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}"
    r"|(?P<break>\\(?:begin|end)\{[^{}\n]*\}(?:\[[^\]\n]*\])?(?:\{(?:[^{}\n]|\{[^{}\n]*\})*\})*|\\item\b|\\\\"
    r"|\\noindent\b)|(?P<gap>\\par(?![A-Za-z]))|\\(?:emph|textbf|textit|textsc|text|underline|mbox|textnormal)(?=\{)"
    r"|[{}~]|\\[a-zA-Z]+\*?|\\\"(?=[A-Za-z{])|\\"
)
_PARAGRAPH = re.compile(r"\n[ \t]*(?=\n)")

_BLOCK_TITLE = re.compile(r"^[ \t>]*:{3,}[ \t]*[^\s:][^\n]*\n(?:[ \t>]*\n)*(?=[ \t>]*#{1,6}[ \t])", re.MULTILINE)


def block_titles(text: str) -> frozenset[int]:
    """Where the headings begin that are titles of blocks of colons, ::: {#thm-a} and ## Title, and begin no section."""
    return frozenset(m.end() for m in _BLOCK_TITLE.finditer(text))


def blanked(text: str, pattern: re.Pattern[str], by: str = " ") -> str:
    """A text in which all matches are replaced by `by` and blanks."""
    return pattern.sub(lambda m: by[: len(m[0])] + " " * (len(m[0]) - 1), text)


def without_markup(text: str, syntax: Syntax) -> str:
    """A text in which markup is blank, at the same offsets; BREAK and GAP where a block ends."""
    if syntax == "tex":
        text = blanked(blanked(text, TEX_SILENT), TEX_HEADING, BREAK)
        text = _TEX_MARKS.sub(_by_kind, text).replace("``", ' "').replace("''", ' "')
    else:
        text = blanked(blanked(blanked(with_directives(text), CODE, BREAK), SILENT), HEADING, BREAK)
        text = _MARKS.sub(_by_kind, text)
    return blanked(text, _PARAGRAPH, GAP)


def _by_kind(match: re.Match[str]) -> str:
    return {"break": BREAK, "gap": GAP}.get(match.lastgroup or "", " ").ljust(len(match[0]))
