r"""Text that a dialect of Markdown or LaTeX disables: tables with an example in each row.

What is disabled is not judged and says nothing, and the summary names it. In Markdown a row is looked for outside of
formulas and of code; in LaTeX, where comments are already blank, in the whole text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import PurePath

from pcaproofs.notes.text.macros import COMMON
from pcaproofs.notes.text.passes import AROUND, FONTS, NOTHING, SPACES, TEXT, WITHOUT
from pcaproofs.notes.text.source import Source, Span
from pcaproofs.notes.text.symbols import KNOWN

_WEB = (".md", ".markdown", ".txt", "")
_FALSE = r"$$x^T x = 2 x^T x$$"  # of the examples, in which x is a column


@dataclass(frozen=True)
class Opening:
    """What begins mathematics, code or disabled text, in the notes for which `is_in` holds.

    opens: a pattern. closes: a pattern, in which <what> is that group of the opening. gives: what is found, which is
    the name of a method of the finder of fences. part: whether it closes in the same paragraph. example: a text in the
    file `file` in which a formula is found, or a false row disabled. displays: one of these is in an opening that
    displays.
    """

    name: str
    opens: str
    closes: str
    is_in: Callable[[Source], bool]
    example: str
    file: str = "n.md"
    gives: str = "disabled"
    part: bool = False
    displays: tuple[str, ...] = ()


@dataclass(frozen=True)
class TexDialect:
    """What disables text in LaTeX: `spans` finds it."""

    name: str
    spans: Callable[[str], Iterable[Span]]
    example: str


def _suffix(source: Source) -> str:
    return PurePath(source.file).suffix.lower()


def _is_web(source: Source) -> bool:
    return is_markdown(source) and _suffix(source) in _WEB


def is_markdown(source: Source) -> bool:
    """Whether a note is Markdown."""
    return source.syntax != "tex"


DIALECTS = (
    Opening("Obsidian comment", r"(?<!\S)%%(?!%)", r"%%", _is_web, f"%%\n{_FALSE}\n%%\n"),
    Opening("struck text", r"(?<!~)~~(?![~\s])(?=(?:[^~\n]|\n(?![ \t]*\n)){1,2000}~~)", r"~~", is_markdown,
        f"~~{_FALSE}~~\n"),
)  # fmt: skip


_CONDITIONS = re.compile(r"\\(?P<word>if(?!f(?![a-z]))[A-Za-z@]*|else|fi)(?![A-Za-z@])(?P<braced>\s*\{)?")
_COMMENT, _EXERCISE = (
    re.compile(rf"\\begin\{{({name})\}}.*?\\end\{{\1\}}", re.DOTALL) for name in ("comment", "pcaexercise")
)
_VERBATIM = re.compile(r"\\begin\{(verbatim|lstlisting|minted|Verbatim|filecontents)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
_ENDS = re.compile(r"\\(?:end\{document\}|endinput(?![A-Za-z]))")


def _skipped_branches(text: str) -> Iterator[Span]:
    r"""The branches of \iffalse and \iftrue that are never taken, with the commands around them; \iff is none."""
    opened = list[tuple[int, bool | None, bool]]()  # where a branch begins, what decides, whether it is the second
    for match in _CONDITIONS.finditer(text):
        word = match["word"]
        if word == "else" and opened:
            start, taken, _ = opened.pop()
            if taken is False:
                yield start, match.end("word")
            opened.append((match.start(), taken, True))
        elif word == "fi" and opened:
            start, taken, is_second = opened.pop()
            if taken is not None:
                yield start if taken is is_second else match.start(), match.end("word")
        elif word.startswith("if") and not match["braced"] and not text.endswith("\\newif", 0, match.start()):
            opened.append((match.start(), {"iftrue": True, "iffalse": False}.get(word), False))
            if word == "iftrue":
                yield match.start(), match.end("word")


def _spans(pattern: re.Pattern[str], text: str) -> Iterator[Span]:
    yield from (m.span() for m in pattern.finditer(text))


def _behind_the_end(text: str) -> Iterator[Span]:
    r"""What follows \end{document} or \endinput."""
    spans = list(_spans(_VERBATIM, text))
    ends = (m for m in _ENDS.finditer(text) if not any(a <= m.start() < b for a, b in spans))
    yield from ((m.end(), len(text)) for m in islice(ends, 1))


_TEX_FALSE = r"\[x^T x = 2 x^T x\]"
TEX_DIALECTS = (
    TexDialect("comment environment", lambda text: _spans(_COMMENT, text),
        rf"\begin{{comment}}{_TEX_FALSE}\end{{comment}}"),
    TexDialect("untaken branch", _skipped_branches, rf"so \iftrue $x$ is \else \ifx\a\b \fi {_TEX_FALSE} \fi"),
    TexDialect("behind the end", _behind_the_end, rf"\end{{document}} {_TEX_FALSE}"),
    TexDialect("exercise of a report",  # of pcaproofs, which asks for the error in a statement
        lambda text: _spans(_EXERCISE, text), rf"\begin{{pcaexercise}}{{a}}{_TEX_FALSE}\end{{pcaexercise}}"),
)  # fmt: skip


def disabled_in_tex(text: str) -> list[tuple[Span, str]]:
    """What is disabled in a LaTeX text, with its name, in order; nothing within another."""
    found = sorted((span, row.name) for row in TEX_DIALECTS for span in row.spans(text))
    out: list[tuple[Span, str]] = []
    for span, name in found:
        if not out or span[0] >= out[-1][0][1]:
            out.append((span, name))
        elif span[1] > out[-1][0][1]:
            out[-1] = ((out[-1][0][0], span[1]), out[-1][1])
    return out


def _blank(text: str) -> str:
    """Blanks in the place of a text; lines stay lines."""
    return "\n".join([" " * len(line) for line in text.split("\n")])


def without(text: str, spans: Iterable[Span]) -> str:
    """A text in which spans are blank, at the same offsets; lines stay lines."""
    out, last = list[str](), 0
    for start, end in sorted(spans):
        start = max(start, last)
        if end > start:
            out += [text[last:start], _blank(text[start:end])]
            last = end
    return "".join([*out, text[last:]])


# Directives of MyST whose content is Markdown, ```{note} … ```: their marks become :::, so that they are not code.
_FENCE = re.compile(r"^[ \t>]*(?P<mark>`{3,}|~{3,})[ \t]*(?P<name>[^\n`]*)$", re.MULTILINE)
_OF_TEXT = re.compile(
    r"\{(?:prf:\w+|note|tip|hint|warning|important|caution|attention|danger|error|seealso|admonition|dropdown|div|topic"
    r"|sidebar|margin|aside|epigraph|card|tab-item|tab-set|grid|grid-item|grid-item-card|theorem|lemma|proposition"
    r"|corollary|definition|remark|proof|example|exercise|solution|question|answer|algorithm|abstract"
    r"|eval-rst|(?:exercise|solution)-(?:start|end))\}",
    re.IGNORECASE,
)


def with_directives(text: str) -> str:
    """A Markdown text in which the marks of directives with text in them are colons, at the same offsets."""
    if "{" not in text:
        return text
    out, opened, code, last = list[str](), list[str](), "", 0
    for match in _FENCE.finditer(text):
        mark, name = match["mark"], match["name"].strip()
        if code:
            code = "" if not name and mark.startswith(code) else code
            continue
        ends = not name and bool(opened) and mark.startswith(opened[-1])
        if not ends and not _OF_TEXT.match(name):
            code = mark
            continue
        if ends:
            opened.pop()
        else:
            opened.append(mark)
        out += [text[last : match.start("mark")], ":" * len(mark)]
        last = match.end("mark")
    return "".join([*out, text[last:]])


# Doubled backslashes: \\( x \\in \\mathbb{R}^p \\), as Hugo and Jekyll want them and pandoc -t gfm writes them.
_COMMANDS = {x[1:] for x in (*KNOWN, *COMMON, *TEXT, *SPACES, *NOTHING, *WITHOUT, *AROUND)} | {*FONTS}
_COMMANDS |= {"begin", "end", "operatorname", "substack", "stackrel", "overset", "underset"}
_RUN = re.compile(r"(\\+)([A-Za-z]+|.?)", re.DOTALL)
_BAR = re.compile(r"(?<!\\)\\\\\|")
_SIGN = re.compile(r"(?<!\\)\\\\(?=[|{},;:!_])")
CONVERTED = (
    "got formulas as italics or with doubled backslashes, as pandoc -t gfm writes them, but should be mathematics: "
    "convert with -t markdown, -t gfm+tex_math_dollars or --to ipynb"
)
_CODE = re.compile(r"`[^`\n]*`")
_ITALICS = re.compile(r"(?<!\*)\*\w\*(?:[ ]?<su[pb]>|\*\w\*(?!\*))|</su[pb]>\*\w\*")


def single_backslashes(said: str, *, is_fence_doubled: bool) -> str:
    r"""A formula with \in for \\in, at the same offsets, if it doubles all commands; else with \| for \\|.

    Elsewhere \\ before a letter ends a row. is_fence_doubled: whether it stands between \\( and \\), where Markdown
    takes one of two backslashes away before a sign.
    """
    if "\\\\" not in said:
        return said
    if is_doubled(said, at_least=1 if is_fence_doubled else 2):
        return _RUN.sub(_halved, said)
    if is_fence_doubled:
        return _SIGN.sub(r" \\", said)
    bars = len(_BAR.findall(said))
    return _BAR.sub(r" \\|", said) if bars and bars % 2 == 0 and said.count("|") == bars else said


def is_doubled(said: str, at_least: int = 2) -> bool:
    """Whether every command of a formula has its backslash doubled, and there are some."""
    runs = [(len(m[1]), m[2]) for m in _RUN.finditer(said) if m[2].isalpha()]
    return len(runs) >= at_least and all(length % 2 == 0 and word in _COMMANDS for length, word in runs)


def _halved(match: re.Match[str]) -> str:
    length = len(match[1])
    if length % 2 or (length == 2 and (not match[2] or match[2].isspace() or match[2] == "[")):
        return match[0]
    return " " * (length // 2) + "\\" * (length // 2) + match[2]


def converted_without_mathematics(text: str) -> bool:
    """Whether a Markdown text has formulas as italics, and none in dollars that they could be in."""
    return _ITALICS.search(_CODE.sub("", text)) is not None
