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
_PARAGRAPH_TAGS = re.compile(r"</?(?:p|div|br|center)\b[^<>\n]*>", re.IGNORECASE)
_BLOCK_TAGS = re.compile(
    r"</?(?:li|ul|ol|tr|t[dh]|d[td]|h[1-6]|table|blockquote|summary|aside)\b[^<>\n]*>", re.IGNORECASE
)
_TAGS = re.compile(r"</?[a-z]+\b[^<>\n]*>", re.IGNORECASE)
_LIST = re.compile(r"^[ \t>]*(?:[-*+]|\d{1,2}[.)])(?=[ \t])", re.MULTILINE)
_QUOTE = re.compile(r"^[ \t]*>[ \t>]*", re.MULTILINE)
_ADMONITION = re.compile(r"^[ \t]*(?:!!!|\?\?\?\+?|:::)[^\n]*$", re.MULTILINE)
_MARKS = re.compile(r"\*+|(?<![A-Za-z0-9])_+(?=\S)|(?<=\S)_+(?![A-Za-z0-9])|[\[\]]|~~")
_TEXBREAKS = re.compile(
    r"\\(?:begin|end)\{[^{}\n]*\}(?:\[[^\]\n]*\])?(?:\{(?:[^{}\n]|\{[^{}\n]*\})*\})*|\\item\b|\\\\|\\noindent\b"
)
_APART = re.compile(
    r"\\(?:footnote(?:text)?|caption|marginpar|marginnote|sidenote|todo|thanks|sout|st|xout|hout)"
    r"(?:\[[^\]\n]*\])?\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}"
)
_TEX_PARAGRAPH = re.compile(r"\\par(?![A-Za-z])")
_TEX_MARKS = re.compile(r"\\(?:emph|textbf|textit|textsc|text|underline|mbox|textnormal)(?=\{)|[{}~]|\\[a-zA-Z]+\*?|\\")
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
        text = blanked(text, TEX_SILENT)
        text = blanked(text, TEX_HEADING, BREAK)
        text = _footnotes(text)
        text = blanked(blanked(text, _TEXBREAKS, BREAK), _TEX_PARAGRAPH, GAP)
        text = re.sub(r'\\"(?=[A-Za-z{])', "  ", text)  # an umlaut
        text = text.replace("``", ' "').replace("''", ' "')
        return blanked(blanked(text, _TEX_MARKS), _PARAGRAPH, GAP)
    text = blanked(blanked(with_directives(text), CODE, BREAK), SILENT)
    text = blanked(blanked(text, HEADING, BREAK), _ADMONITION, BREAK)
    text = blanked(blanked(blanked(text, _PARAGRAPH_TAGS, GAP), _BLOCK_TAGS, BREAK), _TAGS)
    text = blanked(blanked(text, _QUOTE), _LIST, BREAK)
    text = blanked(text, _MARKS)
    return blanked(text, _PARAGRAPH, GAP)


def _footnotes(text: str) -> str:
    r"""A text without footnotes and captions, which interrupt the sentences around them, and without what is struck."""
    return blanked(text, _APART)
