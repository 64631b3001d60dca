r"""Text that a dialect of Markdown or LaTeX disables, and tags that hold a formula: tables with an example in each row.

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
from pcaproofs.notes.text.source import Source, Span, Syntax
from pcaproofs.notes.text.symbols import KNOWN, commands
from pcaproofs.notes.text.tokens import closing_brace

_WEB = (".md", ".markdown", ".txt", "")
_FALSE = r"$$x^T x = 2 x^T x$$"  # of the examples, in which x is a column


@dataclass(frozen=True)
class Opening:
    """What begins mathematics, code or disabled text, in the notes for which `is_in` holds.

    opens: a pattern. closes: a pattern, in which <what> is that group of the opening; or a function that says where it
    ends, if it disables anything. gives: what is found, which is the name of a method of the finder of fences. part:
    whether it closes in the same paragraph. example: a text in the file `file` in which a formula is found, or a false
    row disabled. displays: one of these is in an opening that displays.
    """

    name: str
    opens: str
    closes: str | Callable[[str, re.Match[str]], int | None]
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


_MYST = re.compile(
    r"^[ \t>]*(?:`{3,}|~{3,}|:{3,})\{(?!(?:r|python|julia|bash|sh|sql|css|js|ojs|mermaid|dot|stan)\b)[a-z][\w:+-]*\}"
    r"|\{[a-z][\w:+-]*\}`[^`\n]+`|^\([\w:.-]+\)=[ \t]*$"
    r"|\A---[ \t]*\n(?:[^\n]*\n)*?(?:jupytext|kernelspec|myst|mystnb|math|numbering)[ \t]*:",
    re.MULTILINE,
)
_MYST_FILES = {"myst.yml", "_toc.yml", "conf.py"}
_IMPORTS = re.compile(r"^(?:import\s[^\n]*\sfrom\s+['\"]|export\s+(?:const|default|function)\b)", re.MULTILINE)
_MACROS = re.compile(r"\\(?:re)?newcommand|\\[gex]?def\b")
_MOST_LINES = 400  # with colons or tags, in one block
_COLONS = re.compile(r"^[ \t>]*:{3,}[ \t]*(\S?)[^\n]*$", re.MULTILINE)


def div_end(text: str, start: int) -> int | None:
    """Where the block of colons ends that begins in the line before a place."""
    return _nested_end(_COLONS.finditer(text, start), lambda match: bool(match[1]))


def _nested_end(found: Iterable[re.Match[str]], opens: Callable[[re.Match[str]], bool]) -> int | None:
    """The end of the match that closes what was opened before all of them."""
    depth = 1
    for match in islice(found, _MOST_LINES):
        depth += 1 if opens(match) else -1
        if not depth:
            return match.end()
    return None


def _hidden_end(text: str, match: re.Match[str]) -> int | None:
    """Where a hidden block of colons or element of HTML ends; one that defines macros is read."""
    if "element" in match.re.groupindex:
        tags = re.compile(rf"<(/?){match['element']}\b[^>]*>", re.IGNORECASE).finditer(text, match.end())
        end = _nested_end(tags, lambda tag: not tag[1])
    else:
        end = div_end(text, match.end())
    return None if end is None or _MACROS.search(text, match.end(), end) else end


def _is_myst(source: Source) -> bool:
    return not _MYST_FILES.isdisjoint(source.beside) or _MYST.search(source.text) is not None


def _is_web(source: Source) -> bool:
    return is_markdown(source) and _suffix(source) in _WEB


def is_markdown(source: Source) -> bool:
    """Whether a note is Markdown."""
    return source.syntax != "tex"


def _is_quarto(source: Source) -> bool:
    return is_markdown(source) and _suffix(source) in (*_WEB, ".qmd", ".rmd", ".ipynb")


DIALECTS = (
    Opening("MyST comment", r"^%[^\n]*(?:\n%[^\n]*)*", "",
        lambda s: is_markdown(s) and _suffix(s) in (*_WEB, ".ipynb") and _is_myst(s),
        "```{math}\nx^T x = x^T x\n```\n\n% an old version:\n% " + _FALSE + "\n"),
    Opening("Obsidian comment", r"(?<!\S)%%(?!%)", r"%%", _is_web, f"%%\n{_FALSE}\n%%\n"),
    Opening("Liquid comment", r"\{%-?[ \t]*comment[ \t]*-?%\}", r"\{%-?[ \t]*endcomment[ \t]*-?%\}", _is_web,
        f"{{% comment %}}\n{_FALSE}\n{{%- endcomment -%}}\n"),
    Opening("Liquid comment", r"\{%-?[ \t]*\#", r"%\}", _is_web, "{% # " + _FALSE + " %}\n"),
    Opening("kramdown comment", r"\{::comment\}", r"\{:/(?:comment)?\}", _is_web,
        f"{{::comment}}\n{_FALSE}\n{{:/comment}}\n"),
    Opening("Hugo comment", r"\{\{-?[ \t]*/\*", r"\*/[ \t]*-?\}\}", _is_web, "{{- /* " + _FALSE + " */ -}}\n"),
    Opening("Hugo comment", r"\{\{[<%][ \t]*comment\b[^}\n]*\}\}", r"\{\{[<%][ \t]*/comment[ \t]*[>%]\}\}", _is_web,
        "{{% comment %}}\n" + _FALSE + "\n{{% /comment %}}\n"),
    Opening("MDX comment", r"\{[ \t\n]*/\*", r"\*/[ \t\n]*\}",
        lambda s: _suffix(s) == ".mdx" or (_is_web(s) and _IMPORTS.search(s.text) is not None),
        "{/* " + _FALSE + " */}\n", file="n.mdx"),
    Opening("hidden in Quarto",  # in all formats; what some formats show is judged
        r"^[ \t>]*:{3,}[ \t]*\{(?![^}\n]*(?:when|unless)-)[^}\n]*\.content-hidden\b[^}\n]*\}[^\n]*$",
        lambda text, match: div_end(text, match.end()), _is_quarto,
        "::: {.content-hidden}\n" + _FALSE + "\n:::\n", file="n.qmd"),
    Opening("hidden block", r"^[ \t>]*:{3,}[ \t]*\{[^}\n]*\.hidden\b[^}\n]*\}[^\n]*$", _hidden_end, _is_quarto,
        "::: {.hidden}\n" + _FALSE + "\n:::\n"),
    Opening("hidden element",
        r"<(?P<element>template|(?:div|section|aside|p|span)(?=[^>\n]*(?:[ ]hidden(?=[ >=])|display:[ ]?none)))"
        r"\b[^>\n]*>",
        _hidden_end, is_markdown, f'<div style="display: none">\n{_FALSE}\n</div>\n'),
    Opening("link as a comment", r"^\[(?://|comment)\]:[ ]?(?:\#|<>)[ ](?=[(\"'])", r"$", is_markdown,
        f"[//]: # ({_FALSE})\n"),
    Opening("struck text", r"(?<!~)~~(?![~\s])(?=(?:[^~\n]|\n(?![ \t]*\n)){1,2000}~~)", r"~~", is_markdown,
        f"~~{_FALSE}~~\n"),
    Opening("struck text", r"<(?:del|s|strike)(?:[ ][^>\n]*)?>", r"</(?:del|s|strike)>", is_markdown,
        f"<del>\n{_FALSE}\n</del>\n"),
)  # fmt: skip


_PRIMITIVE = {*("if", "ifcat", "ifx", "ifcase", "ifnum", "ifdim", "ifodd", "ifmmode", "ifvmode", "ifhmode", "ifinner")}
_PRIMITIVE |= {"iftrue", "iffalse", "ifvoid", "ifhbox", "ifvbox", "ifeof"}
_PRIMITIVE |= {"ifdefined", "ifcsname", "iffontchar", "ifpdf", "ifxetex"}
_CONDITIONS = re.compile(
    r"\\newif\s*\\if(?P<new>[A-Za-z@]+)|\\let\s*\\if(?P<let>[A-Za-z@]+)(?:\s*=?\s*\\if(?P<value>true|false)(?![A-Za-z@]))?"
    r"|\\(?P<word>if[A-Za-z@]*|else|fi)(?![A-Za-z@])(?P<zero>\s*0(?![0-9.]))?"
    r"|\\(?P<switch>[A-Za-z@]+?)(?P<set>true|false)(?![A-Za-z@])"
)
_DROPS = re.compile(
    r"\\(?:(?:re|provide)?newcommand\*?|long\s*\\def|def)\s*\{?(\\[A-Za-z@]+)\}?\s*(?:\[1\]|#1)\s*\{\s*\}"
)
_EXCLUDES = re.compile(r"\\excludecomment\{([A-Za-z]+)\}")
_VERBATIM = re.compile(r"\\begin\{(verbatim|lstlisting|minted|Verbatim|filecontents)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
_ENDS = re.compile(r"\\(?:end\{document\}|endinput(?![A-Za-z]))")


def _skipped_branches(text: str) -> Iterator[Span]:
    r"""The branches that are never taken, with the commands around them; \iff is no conditional."""
    switches = dict[str, bool]()  # those that are declared, with their values so far
    opened = list[tuple[int, bool | None, bool]]()  # where a branch begins, what decides, whether it is the second
    known = _PRIMITIVE | {f"if{m['new'] or m['let']}" for m in _CONDITIONS.finditer(text) if m["new"] or m["let"]}
    for match in _CONDITIONS.finditer(text):
        word = match["word"]
        if match["value"] or match["set"]:
            switches[match["let"] or match["switch"]] = (match["value"] or match["set"]) == "true"
        elif word == "else" and opened:
            start, taken, _ = opened.pop()
            if taken is False:
                yield start, match.end("word")
            opened.append((match.start(), taken, True))
        elif word == "fi" and opened:
            start, taken, is_second = opened.pop()
            if taken is not None:
                yield start if taken is is_second else match.start(), match.end("word")
        elif word in known:
            taken = _decided(word, switches, is_zero=bool(match["zero"]))
            opened.append((match.start(), taken, False))
            if taken:
                yield match.span("word")[0] - 1, match.end("word")


def _decided(word: str, switches: dict[str, bool], *, is_zero: bool) -> bool | None:
    """Whether a condition holds; None if only TeX knows."""
    if word in ("iftrue", "iffalse"):
        return word == "iftrue"
    if word in _PRIMITIVE:
        return False if word == "if" and is_zero else None
    return switches.get(word[2:], False)


def _calls(text: str, names: Iterable[str], most: int) -> Iterator[Span]:
    """The spans of calls of commands with one argument; none within another."""
    listed, last = "|".join(sorted({*map(re.escape, names)})), 0
    for match in re.compile(rf"(?:{listed})(?![A-Za-z@])\s*\{{").finditer(text) if listed else ():
        if match.start() >= last and (end := closing_brace(text, match.end(), most)) is not None:
            yield match.start(), (last := end + 1)


def _environments(text: str, names: Iterable[str]) -> Iterator[Span]:
    for name in names:
        found = re.compile(rf"\\begin\{{{name}\}}.*?\\end\{{{name}\}}", re.DOTALL).finditer(text)
        yield from (m.span() for m in found)


def _behind_the_end(text: str) -> Iterator[Span]:
    r"""What follows \end{document} or \endinput."""
    spans = [m.span() for m in _VERBATIM.finditer(text)]
    ends = (m for m in _ENDS.finditer(text) if not any(a <= m.start() < b for a, b in spans))
    yield from ((m.end(), len(text)) for m in islice(ends, 1))


_TEX_FALSE = r"\[x^T x = 2 x^T x\]"
TEX_DIALECTS = (
    TexDialect("comment environment", lambda text: _environments(text, ("comment",)),
        rf"\begin{{comment}}{_TEX_FALSE}\end{{comment}}"),
    TexDialect("untaken branch", _skipped_branches, rf"so \iftrue $x$ is \else \ifx\a\b \fi {_TEX_FALSE} \fi"),
    TexDialect("dropped argument",  # by a macro such as \newcommand{\hide}[1]{}
        lambda text: _calls(text, _DROPS.findall(text), 20_000), rf"\newcommand{{\hide}}[1]{{}} \hide{{{_TEX_FALSE}}}"),
    TexDialect("behind the end", _behind_the_end, rf"\end{{document}} {_TEX_FALSE}"),
    TexDialect("excluded environment", lambda text: _environments(text, _EXCLUDES.findall(text)),
        rf"\excludecomment{{sol}} \begin{{sol}}{_TEX_FALSE}\end{{sol}}"),
    TexDialect("struck text", lambda text: _calls(text, commands("sout st xout hout"), 2_000),
        r"\sout{$x^T x = 2 x^T x$}"),
    TexDialect("exercise of a report",  # of pcaproofs, which asks for the error in a statement
        lambda text: _environments(text, ("pcaexercise",)),
        rf"\begin{{pcaexercise}}{{a}}{_TEX_FALSE}\end{{pcaexercise}}"),
)  # fmt: skip
_ANY = r"(?:katex|math|mathjax|latex|tex)\b"
_BOTH = ("display", "block")
TAGS = tuple(
    Opening("tag", opens, closes, is_markdown, example, gives="tag", displays=displays)
    for opens, closes, example, displays in (
        (rf"\{{%-?[ \t]*{_ANY}[^%\n]*%\}}", r"\{%-?[ \t]*end\w+[ \t]*-?%\}",
            "{% katex display %}x^T x = x^T x{% endkatex %}", _BOTH),
        (rf"\{{\{{[<%][ \t]*{_ANY}[^}}\n]*\}}\}}", r"\{\{[<%][ \t]*/\w+[ \t]*[>%]\}\}",
            "{{< katex display=true >}}x^T x = x^T x{{< /katex >}}", _BOTH),
        (rf"\[{_ANY}[^\]\n(]*\](?!\()", r"\[/(?:katex|math|mathjax|latex|tex)\]",
            "[katex display=true]x^T x = x^T x[/katex]", _BOTH),
        (r"<script\b[^>\n]*\btype=[\"']?math/tex[^>\n]*>", "</script>",
            '<script type="math/tex; mode=display">x^T x = x^T x</script>', _BOTH[:1]),
        (r"<(?:math|tex|katex|latex)\b[^>\n]*>(?!\s*<m)", r"</(?:math|tex|katex|latex)>",
            '<math display="block">x^T x = x^T x</math>', _BOTH),
    )
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


# Markup: what of a text is no prose, and where blocks of it end.

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
