r"""Where mathematics stands in a text: displays, inline formulas, definitions of macros, prose in between.

markdown-it-py says what is code, a heading or a paragraph, but its formulas have no columns, and formulas inside
HTML, inside admonitions and on indented lines are HTML or code to it. So the fences are found here, in one pass over
the characters, and markdown-it-py may read the prose, in which each formula has been replaced by a placeholder.

What looks like mathematics and stands in no fence is named, so that no display vanishes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal

from pcaproofs.notes.text import definitions as latex
from pcaproofs.notes.text import dialects
from pcaproofs.notes.text.dialects import Opening, is_markdown
from pcaproofs.notes.text.macro_files import macros_of_front_matter
from pcaproofs.notes.text.macros import DEFINITION, Macros, package_macros
from pcaproofs.notes.text.source import Source, Span, Syntax
from pcaproofs.notes.text.symbols import ARROWS, KNOWN, RELATIONS, commands

_ENVIRONMENT = rf"(?:{'|'.join(latex.DISPLAYED)})\*?"

Kind = Literal["display", "inline", "definition"]


@dataclass(frozen=True)
class Fence:
    """Mathematics in a text: the whole with its fences, what is inside, and, if it is wrong, what is missing."""

    kind: Kind
    whole: Span
    inside: Span
    alone: bool = False
    missing: str = ""


@dataclass(frozen=True)
class Fences:
    """The fences of a text, in order.

    text: in which all that says nothing has been blanked, at the same offsets. macros: that set arguments as
    mathematics; a fence may be a call of one. own: what opens and closes displays by the note's definitions. disabled:
    the spans that a dialect disables, with its name. passed_over: what looks like mathematics and is in no fence.
    """

    text: str
    fences: tuple[Fence, ...]
    macros: tuple[latex.TextMacro, ...] = ()
    own: latex.OwnDisplays = field(default_factory=latex.OwnDisplays)
    disabled: tuple[tuple[Span, str], ...] = ()
    passed_over: tuple[tuple[int, str], ...] = ()


_BLANK_LINE = re.compile(r"\n[ \t>]*(?=\n)")
_QUOTE = re.compile(r"^(?:[ \t]*>)+", re.MULTILINE)
_TAG = re.compile(r"</?(?:p|br|div|span|em|strong|b|i|li|ul|ol|td|tr)\b[^<>\n]*>", re.IGNORECASE)
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_MATH_BLOCK = re.compile(r"(?:math|katex)(?![\w-])|\{[^}\n]*\.math(?![\w-])|\{math\}")
_RAW = re.compile(r"\{?=?(?:latex|tex|mathjax|asciimath)\}?")
_LINK = re.compile(r"\][({\[]")
_REFERENCE = re.compile(r"(?:[\d\s,;.–-]+|[^=<>\\^_&$\n]*[A-Za-z]{2}[^=<>\\^_&$\n]*|[A-Za-z]+:[\w:.-]+)")
_MARGIN = 200  # characters before and after a formula that are looked at
_ONLY_MARKS = re.compile(r"[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(?:<\w+>)?[ \t]*")
_OPTIONS = re.compile(r"(?:[ \t>]*:[\w-]+:[^\n]*(?:\n|$))*")  # of a directive: ":label: eq-1"
_SECTION = {False: re.compile(r"^#{1,6} \S", re.MULTILINE), True: re.compile(r"\\(?:sub)*section\b")}  # in LaTeX
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?=[\w-]+[ \t]*:).*?^(?:---|\.\.\.)[ \t]*$", re.MULTILINE | re.DOTALL)
# the address of a picture of a formula: https://latex.codecogs.com/gif.latex?\begin{align}…
_PICTURE = re.compile(r"https?://[^\s\"'<>\\]*(?:latex|codecogs|cht=tx|math)[^\s\"'<>\\]*\\[^\s\"'<>]*")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&nbsp;": " "}
_FENCED = re.compile(r"\$|\\\[|\\\(|\\begin\{" + _ENVIRONMENT)


def _without_comments(text: str) -> str:
    return _COMMENT.sub(lambda m: m[1] + " " * (len(m[0]) - len(m[1])), text) if "%" in text else text


def fences(source: Source) -> Fences:
    """All mathematics of a note."""
    text = source.text
    syntax: Syntax = "tex" if is_tex(source) else "markdown"
    disabled: list[tuple[Span, str]] = []
    if is_tex(source):
        text, disabled = _live(text)
    else:
        text = _FRONT_MATTER.sub(lambda m: m[0].replace("$", " "), dialects.with_directives(text))
        text = _PICTURE.sub(lambda m: " " * len(m[0]), text) if "://" in text else text
    defined = list(latex.definitions(text))
    macros = latex.text_macros(defined) if is_tex(source) else {}
    brought = [x for before in source.preamble for x in latex.definitions(before)]
    own = latex.own_displays([*brought, *defined])
    finder = _Finder(replace(source, text=text), macros, own)
    found = tuple(finder.find())
    disabled += finder.disabled_spans
    live = dialects.without(text, [span for span, _ in disabled])
    rest = dialects.without(live, [*finder.skipped, *(fence.whole for fence in found)])
    environments = [*own.environments, *(x.name for x in macros.values() if x.name[0] != "\\")]
    blanked = latex.with_commands(_blanked(live, found, syntax), environments)
    over = tuple(sorted(passed_over(rest, syntax, {x.name for x in defined})))
    return Fences(blanked, found, tuple(macros.values()), own, tuple(disabled), over)


def _live(text: str) -> tuple[str, list[tuple[Span, str]]]:
    """A LaTeX text without comments and without what is disabled, and the latter."""
    text = _without_comments(text)
    disabled = dialects.disabled_in_tex(text)
    return dialects.without(text, [span for span, _ in disabled]), disabled


def macros_of(source: Source, found: Fences) -> Macros:
    """The macros that a note has at its beginning; found: its fences."""
    own = Macros()
    latex.define_all("\n".join(found.own.definitions), own)
    fixed = own.defined | {x.name: x for x in (said.macro() for said in found.macros)}
    macros = Macros(package_macros([*source.preamble, source.text]), fixed=frozenset(fixed))
    for text in (*source.preamble, macros_of_front_matter(source.text)):
        latex.define_all(_live(text)[0], macros)
    macros.defined |= fixed
    return macros


class _Finder:
    """Finds what begins at the openings of a note, in one pass over its text."""

    def __init__(
        self, source: Source, macros: dict[str, latex.TextMacro] | None = None, own: latex.OwnDisplays | None = None
    ):
        self.text, self.macros, self.own = source.text, macros or {}, own or latex.OwnDisplays()
        self.is_tex = is_tex(source)
        ends = {
            kind: "|".join([*self.own.closing.get(kind, []), _plain_end(kind)]) for kind in self.own.opening.values()
        }
        own_rows = [
            Opening(kind, said, ends[kind], is_any, "", gives="own_display") for said, kind in self.own.opening.items()
        ]
        names = [re.escape(m.opening) for m in self.macros.values()]
        calls = [Opening("call", f"(?:{'|'.join(names)})(?![A-Za-z@])", "", is_any, "", gives="call")] if names else []
        tables = (row for row in (*dialects.DIALECTS, *dialects.TAGS, *OPENINGS) if row.is_in(source))
        self.rows = [_DEFINITION, *own_rows, *tables, *calls]  # a definition of a macro is none of its calls
        self.disabled_spans: list[tuple[Span, str]] = []
        self.skipped: list[Span] = []  # code and comments
        self.blank = [m.start() for m in _BLANK_LINE.finditer(self.text)]
        self.characters = 0  # that were searched for what closes something
        self.places: dict[str, list[Span]] = {}  # of each pattern that closes something

    def find(self) -> Iterator[Fence]:
        said = "|".join(f"(?P<row{k}>{_GROUP.sub('(?:', row.opens)})" for k, row in enumerate(self.rows))
        whole = re.compile(f"(?={_FIRST})(?:{said})", _FLAGS)
        k = 0
        while (match := whole.search(self.text, k)) is not None:
            row = self.rows[int((match.lastgroup or "row0")[3:])]
            if "(?P<" in row.opens:
                match = re.compile(row.opens, _FLAGS).match(self.text, match.start()) or match
            found: Found = getattr(self, row.gives)(row, match)
            fence, k = found if isinstance(found, tuple) else (None, found)
            if fence is not None:
                yield fence

    # what is found, and where to go on

    def nothing(self, row: Opening, match: re.Match[str]) -> Found:
        return match.end()

    def disabled(self, row: Opening, match: re.Match[str]) -> Found:
        """Text that a dialect disables; its opening alone if nothing closes it."""
        if callable(row.closes):
            end = row.closes(self.text, match)
        else:
            close = self.close(row, match) if row.closes else match.span()
            end = None if close is None else close[1]
        if end is None:
            return match.end()
        self.disabled_spans.append(((match.start(), end), row.name))
        return end

    def code(self, row: Opening, match: re.Match[str]) -> Found:
        """Code or a comment, to the end if nothing closes it; marks of code in a sentence close in their paragraph."""
        close = self.close(row, match)
        end = close[1] if close is not None else match.end() if row.part else len(self.text)
        self.skipped.append((match.start(), end))
        return end

    def inline(self, row: Opening, match: re.Match[str]) -> Found:
        """A formula; what does not close in its paragraph is text."""
        if (close := self.close(row, match)) is None:
            return match.end()
        alone = bool(row.displays) and self.alone(match.start(), close[1])
        kind: Kind = "display" if alone else "inline"
        return Fence(kind, (match.start(), close[1]), (match.end(), close[0]), alone=alone), close[1]

    def dollar(self, row: Opening, match: re.Match[str]) -> Found:
        """An inline formula, or a display if it stands alone on its lines; not the price of something."""
        start, inside = match.span()
        close = self.close(row, match)
        if close is None or close[0] == inside:
            return inside
        end, after = close
        if self.text[inside].isdigit() and (self.text[end - 1].isspace() or self.text[after : after + 1].isdigit()):
            return inside
        alone = self.alone(start, after) and self.begins_line(start)
        return Fence("display" if alone else "inline", (start, after), (inside, end), alone=alone), after

    def tag(self, row: Opening, match: re.Match[str]) -> Found:
        """A formula between tags; fences inside them are fences."""
        start, end = match.span()
        close = self.close(row, match)
        if close is None or _FENCED.search(self.text, end, close[0]):
            return end
        displays = any(x in match[0] for x in row.displays) or self.alone(start, close[1])
        kind: Kind = "display" if displays else "inline"
        return Fence(kind, (start, close[1]), (end, close[0]), alone=displays), close[1]

    def display(self, row: Opening, match: re.Match[str]) -> Found:
        """A display up to its closer; one that does not close ends with its paragraph, or where a section begins."""
        start, inside = match.span()
        close = self.close(row, match)
        section = None if close is None else _SECTION[self.is_tex].search(self.text, inside, close[0])
        if close is None or section is not None:
            end = self.paragraph_end(inside) if section is None else min(section.start(), self.paragraph_end(inside))
            missing = _written(match)
            return Fence("display", (start, end), (inside, end), alone=True, missing=missing), max(end, inside)
        whole = (start, close[1])
        return Fence("display", whole, (inside, close[0]), alone=self.alone(*whole)), close[1]

    def environment(self, row: Opening, match: re.Match[str]) -> Found:
        r"""\begin{align} … \end{align} without other fences; it stays in what is inside."""
        found = self.display(row, match)
        assert isinstance(found, tuple)
        fence, after = found
        inside = fence.inside if fence.missing else (match.start(), after)
        return Fence("display", (match.start(), after), inside, alone=True, missing=fence.missing), after

    def bracket(self, row: Opening, match: re.Match[str]) -> Found:
        return match.end() if self.is_of_text(row, match) else self.display(row, match)

    def is_of_text(self, row: Opening, match: re.Match[str]) -> bool:
        r"""Whether a bracket in Markdown is a bracket of the text: \[0, 1], [\[eq:1\]](#eq:1), see \[Smith 2020\]."""
        start, end = match.span()
        close = self.close(row, match, self.paragraph_end(end))
        if close is None:
            line = self.text[end : end + _MARGIN].partition("\n")[0]
            return "]" in line and "$" not in line.partition("]")[0]
        if self.text[start - 1 : start] == "[" and _LINK.match(self.text, close[1]):
            return True
        return _REFERENCE.fullmatch(self.text, end, close[0]) is not None and not self.alone(start, close[1])

    def own_display(self, row: Opening, match: re.Match[str]) -> Found:
        """A display that a macro or an environment of the note opens; what closes it may be the plain command too."""
        start, end = match.span()
        close, after = self.close(row, match), self.paragraph_end(end)
        if close is None or after < close[0]:
            return Fence("display", (start, after), (start, after), alone=True, missing="its end"), after
        return Fence("display", (start, close[1]), (start, close[1]), alone=True), close[1]

    def call(self, row: Opening, match: re.Match[str]) -> Found:
        """A call of a macro that sets its arguments as mathematics."""
        macro = self.macros[match[0].removeprefix(r"\begin{").removesuffix("}")]
        if (found := latex.arguments(self.text, match.end(), macro)) is None:
            return match.end()
        whole = (match.start(), found[1])
        return Fence("display" if macro.display else "inline", whole, whole, alone=macro.display), found[1]

    def definition(self, row: Opening, match: re.Match[str]) -> Found:
        """A definition of a macro in the text: up to the end of its last group."""
        end = latex.end_of_definition(self.text, match.start(), match.end(), self.paragraph_end(match.end()))
        return Fence("definition", (match.start(), end), (match.start(), end)), end

    def block(self, row: Opening, match: re.Match[str]) -> Found:
        """A fenced block of code, or of mathematics if it is called math; a formula may stand behind {math}."""
        line_end = self.line_end(match.end())
        name = self.text[match.end("mark") : line_end].strip()
        mark = match["mark"]
        close = self.closes(rf"^[ \t>]*{mark[0]}{{{len(mark)},}}[ \t]*$", line_end)
        end, after = close or (len(self.text), len(self.text))
        start = line_end
        if not _MATH_BLOCK.match(name):
            if not _RAW.fullmatch(name):  # of LaTeX, which may be mathematics that is not read
                self.skipped.append((match.start(), after))
            return after
        if name.startswith("{math}") and name != "{math}":
            start = self.text.index("{math}", match.start()) + len("{math}")
        elif (options := _OPTIONS.match(self.text, line_end + 1, end)) is not None:
            start = options.end()
        missing = "" if close else mark
        return Fence("display", (match.start(), after), (start, end), alone=True, missing=missing), after

    def rst(self, row: Opening, match: re.Match[str]) -> Found:
        """A directive of reStructuredText: the formula behind it and the lines below that are indented further."""
        start, end = match.span()
        line_end, margin = self.line_end(end), len(match["margin"])
        body = re.compile(rf"(?:\n[ \t]*(?=\n)|\n[ ]{{{margin + 1},}}[^\n]*)*").match(self.text, line_end)
        after = line_end if body is None else body.end()
        options = _OPTIONS.match(self.text, line_end + 1, after)
        first = end if self.text[end:line_end].strip() or options is None else max(line_end, options.end())
        return Fence("display", (start, after), (first, after), alone=True), after

    # where something ends

    def close(self, row: Opening, match: re.Match[str], end: int | None = None) -> Span | None:
        """Where what a match opens is closed."""
        pattern = str(row.closes)
        pattern = pattern.replace("<what>", re.escape(match["what"])) if "<what>" in pattern else pattern
        return self.closes(pattern, match.end(), self.paragraph_end(match.end()) if row.part else end)

    def closes(self, pattern: str, start: int, end: int | None = None) -> Span | None:
        """Where the next match of a pattern stands that closes something; all its places are found once."""
        if pattern not in self.places:
            self.places[pattern] = [m.span() for m in re.compile(pattern, re.MULTILINE).finditer(self.text)]
            self.characters += len(self.text)
        places = self.places[pattern]
        k = bisect_left(places, (start, start))
        return places[k] if k < len(places) and (end is None or places[k][1] <= end) else None

    def paragraph_end(self, start: int) -> int:
        k = bisect_left(self.blank, start)
        return self.blank[k] if k < len(self.blank) else len(self.text)

    def line_end(self, start: int) -> int:
        found = self.text.find("\n", start)
        return len(self.text) if found < 0 else found

    def begins_line(self, start: int) -> bool:
        """Whether a place is the first of the text, or only marks of quotations stand before it in a further line."""
        line = self.text.rfind("\n", 0, start)
        return not start or (line >= 0 and not self.text[line:start].strip(" \t\n>"))

    def alone(self, start: int, end: int) -> bool:
        """Whether nothing but marks of lists and quotations stands on the same lines."""
        first, last = max(0, start - _MARGIN), end + _MARGIN
        before = self.text[max(first, self.text.rfind("\n", first, start) + 1) : start]
        line_end = self.text.find("\n", end, last)
        after = self.text[end : line_end if line_end >= 0 else last]
        return len(before) < _MARGIN and _ONLY_MARKS.fullmatch(before) is not None and not after.strip(" \t.,;")


Found = int | tuple[Fence, int]


def _plain_end(kind: str) -> str:
    """The pattern of the plain command that closes a kind of display."""
    return {"$$": r"\$\$", r"\[": r"\\\]"}.get(kind, rf"\\end\{{{re.escape(kind)}\}}")


def _written(match: re.Match[str]) -> str:
    r"""What closes a display, as it is written: $$, \] or \end{align}."""
    return rf"\end{{{match['what']}}}" if "what" in match.re.groupindex else match[0].replace("[", "]")


def is_any(source: Source) -> bool:
    """Whether a row counts in a note, which all do."""
    return True


def is_tex(source: Source) -> bool:
    """Whether a note is LaTeX."""
    return source.syntax == "tex"


_DEFINITION = Opening("definition", DEFINITION, "", is_any, r"\newcommand{\f}{a} $b$", gives="definition")
_FIRST = r"[\\$`~:.<%{\[]|^[ \t>*+\d-]"  # with which one of them may begin
OPENINGS = (
    Opening("directive", r"^[ \t>]*(?P<mark>:{3,})[ \t]*(?=\{math\})", "", is_markdown,
        ":::{math}\n:label: q\na\n:::", gives="block"),
    Opening("role", r"\{math\}`", "`", is_markdown, "so {math}`a`", gives="inline", part=True),
    Opening("rst", r"(?P<margin>^[ \t>]*)\.\.[ \t]+math::", "", is_markdown,
        ".. math::\n   :label: q\n\n   a\n\nand", gives="rst"),
    Opening("code", r"^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?P<mark>```+|~~~+)", "", is_markdown,
        "~~~python\n$x$\n~~~\n$a$", gives="block"),
    Opening("comment", "<!--", "-->", is_markdown, "<!-- $x$ --> $a$", gives="code"),
    Opening("raw", r"<(?P<what>script|style|pre|code)\b[^>]*>", "</<what>>", is_markdown,
        "<pre>$x$</pre> $a$", gives="code"),
    Opening("dollars and ticks", r"\$`", r"`\$", is_markdown, "so $`a`$", gives="inline", part=True),
    Opening("ticks", "(?P<what>`+)", "<what>", is_markdown, "so ``$x$`` and $a$", gives="code", part=True),
    Opening("escaped dollar", r"\\\$", "", is_any, r"for \$x and $a$", gives="nothing"),
    Opening("three dollars", r"\$\$\$", r"\$\$\$", is_markdown, "so $$$a$$$ is", gives="inline", part=True,
        displays=("$$$",)),
    Opening("two dollars", r"\$\$", r"\$\$", is_any, "$$a$$", gives="display"),
    Opening("dollar", r"\$", r"(?<!\\)\$", is_any, "so $a$", gives="dollar", part=True),
    Opening("bracket", r"\\\[", r"\\\]", is_any, r"so \[a\]", gives="bracket"),
    Opening("doubled bracket", r"\\\\\[", r"\\\\\]", is_markdown, r"so \\[a\\]", gives="bracket"),
    Opening("end of a row", r"\\\\", "", is_tex, r"so \\$a$", "n.tex", gives="nothing"),
    Opening("parenthesis", r"\\\(", r"\\\)", is_any, r"so \(a\)", gives="inline", part=True),
    Opening("doubled parenthesis", r"\\\\\(", r"\\\\\)", is_markdown, r"so \\(a\\)", gives="inline", part=True),
    Opening("verbatim", r"\\begin\{(?P<what>(?:verbatim|lstlisting|minted|tikzpicture|Verbatim|filecontents)\*?)\}",
        r"\\end\{<what>\}", is_tex, r"\begin{verbatim} $x$ \end{verbatim} $a$", "n.tex", gives="code"),
    Opening("verb", r"\\verb\*?(?P<what>[^A-Za-z\s])", "<what>", is_tex, r"\verb|$x$| $a$", "n.tex", gives="code"),
    Opening("environment", rf"\\begin\{{(?P<what>{_ENVIRONMENT})\}}", r"\\end\{<what>\}", is_any,
        r"\begin{align*}a\end{align*}", gives="environment"),
)  # fmt: skip
_GROUP = re.compile(r"\(\?P<\w+>")
_FLAGS = re.MULTILINE | re.VERBOSE


def _blanked(text: str, found: tuple[Fence, ...], syntax: Syntax) -> str:
    """The text with quotation marks, comments, HTML and entities blanked inside its formulas, at the same offsets."""
    if syntax != "markdown":
        return text
    out, last = list[str](), 0
    for fence in found:
        start, end = fence.inside
        said = text[start:end]
        if "\n" in said and ">" in said:
            said = _QUOTE.sub(lambda m: " " * len(m[0]), said)
        if "<" in said:
            said = _TAG.sub(lambda m: " " * len(m[0]), said)
        if "&" in said:
            for entity, char in _ENTITIES.items():
                said = said.replace(entity, char + " " * (len(entity) - 1))
        said = _without_comments(said)
        doubled = text.startswith(("\\\\(", "\\\\["), fence.whole[0])
        out += [text[last:start], dialects.single_backslashes(said, is_fence_doubled=doubled)]
        last = end
    return "".join([*out, text[last:]])


# What looks like mathematics and stands in no formula that is read.

_IN_TEXT = commands(
    "% # & { } dots ldots quad qquad bullet star colon to hat bar check row col underline checkmark angle square"
)
_OF_MATHEMATICS = {x for x in KNOWN if x[:1] == "\\" and x[1:].isalpha()} - _IN_TEXT | {r"\mathbb", r"\mathbf", r"\|"}
_RELATIONS = "|".join(re.escape(x) for x in sorted({*RELATIONS, *ARROWS}) if x[:1] == "\\")
_SAYS = re.compile(rf"=|[≤≥≠≈∈]|(?<!\\)&|\\\\(?![\\A-Za-z])|(?:{_RELATIONS})(?![A-Za-z])")
_SIGN = re.compile(r"(?P<command>\\[A-Za-z]+|\\\|)|\^[\w{\\]|_\{|(?<!\w)\w_\w(?!\w)")
_NEW = r"|^[ \t]*\\(?:(?:re)?new\w+|providecommand|[gex]?def|let|Declare\w+)\b[^\n]*"
_NOT_SAID: dict[Syntax, re.Pattern[str]] = {  # preamble, front matter, addresses, names of files and labels
    "markdown": re.compile(r"\A---[ \t]*\n[\s\S]*?^(?:---|\.\.\.)[ \t]*$|https?://\S+" + _NEW, re.MULTILINE),
    "tex": re.compile(
        r"\A[\s\S]*?\\begin\{document\}|\\(?:label|(?:eq|c|C|auto|page|name|v)?ref|cite\w*|input|include\w*|url|href|path"
        r"|bibliography\w*|usepackage|documentclass|hypersetup|lstset|setlength|addtolength|graphicspath|texttt|hspace"
        r"|vspace|title|author|newtheorem|setcounter|addtocounter|geometry|tikzset|pgfplotsset|captionsetup"
        r"|DeclareMathSymbol|hyphenation|rule)\*?(?:\[[^\]]{0,400}\])*(?:\{[^{}]{0,400}\})*" + _NEW,
        re.MULTILINE,
    ),
}
_UNKNOWN = re.compile(
    r"\\begin\{(?P<name>[A-Za-z@]+\*?)\}(?P<inside>(?:(?!\\begin\{|\\end\{).){1,4000})\\end\{(?P=name)\}", re.DOTALL
)
_TABLES = re.compile(
    r"(?:long)?(?:tab\w*|table\w*|array|tblr|longtblr|algorithm\w*|code|listing\w*|forest|picture|axis|tikz\w*)\*?"
)
_PAIR = re.compile(
    r"\\b(?P<rest>[a-z]*)(?![A-Za-z@])(?P<inside>(?:(?!\n[ \t]*\n).){1,2000}?)\\e(?P=rest)(?![A-Za-z@])", re.DOTALL
)
_TAGS = re.compile(
    r"(?P<open>\{%-?\s*(?P<liquid>\w+)[^%\n]*%\}|\{\{[<%]\s*(?P<hugo>\w+)[^}\n]*\}\}|\[(?P<square>\w+)(?:\s[^\]\n]*)?\](?!\()"
    r"|<(?!(?:a|p|li|ul|ol|td|tr|th|div|span|table|code|pre|script|style|svg|kbd|samp|b|i|em|strong|sub|sup|details)\b)"
    r"(?P<html>[A-Za-z][\w-]*)\b[^>\n]*>)(?P<inside>(?:(?!\n[ \t]*\n).){1,2000}?)"
    r"(?:\{%-?\s*end(?P=liquid)\b|\{\{[<%]\s*/(?P=hugo)\b|\[/(?P=square)\]|</(?P=html)>)",
    re.DOTALL,
)
_OF_CODE = ("highlight", "raw", "code", "capture")
_PARAGRAPH = re.compile(r"\n[ \t]*\n")


def passed_over(text: str, syntax: Syntax, known: set[str]) -> Iterator[tuple[int, str]]:
    r"""Where such places begin, and what stands there; text: without formulas, code and comments.

    That is a command of mathematics beside a relation in a paragraph; a relation in an environment, in tags or between
    two commands \be … \ee that are not `known` by a definition.
    """
    text = dialects.without(text, [m.span() for m in _NOT_SAID[syntax].finditer(text)])
    found = sorted(_marked(text, syntax, known))
    last = -1
    for start, said, end in found:
        if start >= last:
            yield start, said
        last = max(last, end)
    text, start = dialects.without(text, [(start, end) for start, _, end in found]), 0
    for end in [*(m.start() for m in _PARAGRAPH.finditer(text)), len(text)] if "\\" in text else ():
        command = next((m for m in _SIGN.finditer(text, start, end) if m["command"] in _OF_MATHEMATICS), None)
        if command is not None and _SAYS.search(text, start, end):
            yield command.start(), command[0]
        start = end


def _marked(text: str, syntax: Syntax, known: set[str]) -> Iterator[tuple[int, str, int]]:
    """Environments, pairs of commands and tags around a relation: where each begins, what opens it, where it ends."""
    for match in _UNKNOWN.finditer(text) if "\\begin" in text else ():
        inside = match["inside"]
        is_mathematics = _has_signs(inside) or "&" in inside.replace(r"\&", "")
        if "=" in inside and is_mathematics and not _TABLES.fullmatch(match["name"]):
            yield match.start(), rf"\begin{{{match['name']}}}", match.end()
    for match in _PAIR.finditer(text) if "\\b" in text else ():
        if f"\\b{match['rest']}" not in known and _SAYS.search(match["inside"]):
            yield match.start(), rf"\b{match['rest']}", match.end()
    for match in _TAGS.finditer(text) if syntax == "markdown" else ():
        name = next(match[x] for x in ("liquid", "hugo", "square", "html") if match[x]).lower()
        is_mathml = name == "math" and "<m" in match["inside"]
        if is_mathml or (name not in _OF_CODE and _SAYS.search(match["inside"]) and _has_signs(match["inside"])):
            yield match.start(), match["open"], match.end()


def _has_signs(text: str) -> bool:
    """Whether a text has scripts or commands of mathematics."""
    return any(m["command"] is None or m[0] in _OF_MATHEMATICS for m in _SIGN.finditer(text))
