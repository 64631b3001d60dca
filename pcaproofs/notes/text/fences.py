r"""Where mathematics stands in a text: displays, inline formulas, definitions of macros, prose in between.

markdown-it-py says what is code, a heading or a paragraph, but its formulas have no columns, and formulas inside
HTML, inside admonitions and on indented lines are HTML or code to it. So the fences are found here, in one pass over
the characters, and markdown-it-py may read the prose, in which each formula has been replaced by a placeholder.

What looks like mathematics and stands in no fence is named, so that no display vanishes.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pcaproofs.notes.text.definitions import (
    DISPLAYED,
    OwnDisplays,
    TextMacro,
    arguments,
    define_all,
    definitions,
    end_of_definition,
    own_displays,
    text_macros,
)
from pcaproofs.notes.text.dialects import (
    TAGS,
    Dialect,
    dialects_of,
    disabled_in_tex,
    single_backslashes,
    with_directives,
    without,
)
from pcaproofs.notes.text.macro_files import macros_of_front_matter
from pcaproofs.notes.text.macros import DEFINITION, Macros, package_macros
from pcaproofs.notes.text.source import Source, Span, Syntax
from pcaproofs.notes.text.symbols import ARROWS, KNOWN, RELATIONS

_ENVIRONMENT = rf"(?:{'|'.join(DISPLAYED)})\*?"

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
    macros: tuple[TextMacro, ...] = ()
    own: OwnDisplays = field(default_factory=OwnDisplays)
    disabled: tuple[tuple[Span, str], ...] = ()
    passed_over: tuple[tuple[int, str], ...] = ()


_BLANK_LINE = re.compile(r"\n[ \t>]*(?=\n)")
_QUOTE = re.compile(r"^(?:[ \t]*>)+", re.MULTILINE)
_TAG = re.compile(r"</?(?:p|br|div|span|em|strong|b|i|li|ul|ol|td|tr)\b[^<>\n]*>", re.IGNORECASE)
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_MATH_BLOCK = re.compile(r"(?:math|katex)(?![\w-])|\{[^}\n]*\.math(?![\w-])|\{math\}")
_RAW = re.compile(r"[ \t]*\{?=?(?:latex|tex|mathjax|asciimath)\}?[ \t]*$", re.MULTILINE)
_LINK = re.compile(r"\][({\[]")
_REFERENCE = re.compile(r"(?:[\d\s,;.–-]+|[^=<>\\^_&$\n]*[A-Za-z]{2}[^=<>\\^_&$\n]*|[A-Za-z]+:[\w:.-]+)")
_MARGIN = 200  # characters before and after a formula that are looked at
_ONLY_MARKS = re.compile(r"[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(?:<\w+>)?[ \t]*")
_OPTIONS = re.compile(r"(?:[ \t>]*:[\w-]+:[^\n]*(?:\n|$))*")  # of a directive: ":label: eq-1"
_SECTION = {
    "markdown": re.compile(r"^#{1,6} \S", re.MULTILINE),
    "tex": re.compile(r"\\(?:sub)*section\b"),
}
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?=[\w-]+[ \t]*:).*?^(?:---|\.\.\.)[ \t]*$", re.MULTILINE | re.DOTALL)
# the address of a picture of a formula: https://latex.codecogs.com/gif.latex?\begin{align}…
_PICTURE = re.compile(r"https?://[^\s\"'<>\\]*(?:latex|codecogs|cht=tx|math)[^\s\"'<>\\]*\\[^\s\"'<>]*")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&nbsp;": " "}
_FENCED = re.compile(r"\$|\\\[|\\\(|\\begin\{" + _ENVIRONMENT)


def _without_comments(text: str) -> str:
    return _COMMENT.sub(lambda m: m[1] + " " * (len(m[0]) - len(m[1])), text) if "%" in text else text


def fences(source: Source) -> Fences:
    """All mathematics of a note."""
    text, is_tex = source.text, source.syntax == "tex"
    syntax: Syntax = "tex" if is_tex else "markdown"
    disabled: list[tuple[Span, str]] = []
    if is_tex:
        text, disabled = _live(text)
    else:
        text = _FRONT_MATTER.sub(lambda m: m[0].replace("$", " "), with_directives(text))
        text = _PICTURE.sub(lambda m: " " * len(m[0]), text) if "://" in text else text
    defined = list(definitions(text))
    macros = text_macros(defined) if is_tex else {}
    brought = [x for before in source.preamble for x in definitions(before)]
    own = own_displays([*brought, *defined], "\n".join([*source.preamble, text]))
    finder = _Finder(text, syntax, macros, own, dialects_of(source))
    found = tuple(finder.find())
    disabled += finder.disabled
    live = without(text, [span for span, _ in disabled])
    rest = without(live, [*finder.skipped, *(fence.whole for fence in found)])
    blanked = own.as_commands(_blanked(_called(live, macros), found, syntax))
    over = tuple(sorted(passed_over(rest, syntax, {x.name for x in defined})))
    return Fences(blanked, found, tuple(macros.values()), own, tuple(disabled), over)


def _live(text: str) -> tuple[str, list[tuple[Span, str]]]:
    """A LaTeX text without comments and without what is disabled, and the latter."""
    text = _without_comments(text)
    disabled = disabled_in_tex(text)
    return without(text, [span for span, _ in disabled]), disabled


def macros_of(source: Source, found: Fences) -> Macros:
    """The macros that a note has at its beginning; found: its fences."""
    own = Macros()
    define_all("\n".join(found.own.definitions), own)
    fixed = own.defined | {macro.command: macro.macro() for macro in found.macros}
    macros = Macros(package_macros([*source.preamble, source.text]), fixed=frozenset(fixed))
    for text in (*source.preamble, macros_of_front_matter(source.text)):
        define_all(_live(text)[0], macros)
    macros.defined |= fixed
    return macros


def _called(text: str, macros: dict[str, TextMacro]) -> str:
    r"""A text in which \begin{name} of an environment that is a macro is \name, at the same offsets."""
    names = [re.escape(macro.name) for macro in macros.values() if macro.is_environment]
    if not names:
        return text
    pattern = re.compile(rf"\\begin\{{({'|'.join(names)})\}}")
    return pattern.sub(lambda m: f"\\{m[1]}".ljust(len(m[0])), text)


class _Finder:
    def __init__(
        self,
        text: str,
        syntax: Syntax,
        macros: dict[str, TextMacro],
        own: OwnDisplays | None = None,
        dialects: Sequence[Dialect] = (),
    ):
        self.text, self.syntax, self.macros, self.dialects = text, syntax, macros, dialects
        self.own = own or OwnDisplays()
        self.disabled: list[tuple[Span, str]] = []
        self.skipped: list[Span] = []  # code and comments
        self.blank = [m.start() for m in _BLANK_LINE.finditer(text)]
        self.known: dict[str, tuple[int, int]] = {}  # from where a closer was looked for, and where it stands
        self.characters = 0  # that were searched for closers
        self.places: dict[str, list[Span]] = {}  # of each pattern that closes something

    def find(self) -> Iterator[Fence]:
        pattern, k = self.pattern(), 0
        while (match := pattern.search(self.text, k)) is not None:
            kind = match.lastgroup or ""
            name = kind.rstrip("0123456789")
            fence, k = _FOUND[name](self, match, int(kind[len(name) :] or 0))
            if fence is not None:
                yield fence
            elif _OPENINGS.get(name, _NO_OPENING).is_code and not (name == "code" and self.is_raw(match)):
                self.skipped.append((match.start(), k))

    def is_raw(self, match: re.Match[str]) -> bool:
        """Whether a block of code is called LaTeX, which may be mathematics that is not read."""
        return _RAW.match(self.text, match.end()) is not None

    def pattern(self) -> re.Pattern[str]:
        """What begins a formula, a definition, code or disabled text; a definition of a macro is none of its calls."""
        rows = [f"(?P<own{k}>{said})" for k, said in enumerate(self.own.opening)]
        rows.insert(0, _PATTERNS["definition"])
        if self.syntax == "markdown":
            rows += [f"(?P<dialect{k}>{row.opens})" for k, row in enumerate(self.dialects)]
            rows += [f"(?P<tag{k}>{tag.opens})" for k, tag in enumerate(TAGS)]
        rows += [_PATTERNS[row.name] for row in OPENINGS if self.syntax in row.syntax]
        names = [rf"\\begin\{{{m.name}\}}" if m.is_environment else re.escape(m.name) for m in self.macros.values()]
        if names:
            rows.append(f"(?P<call>(?:{'|'.join(names)})(?![A-Za-z@]))")
        return re.compile(f"(?={_FIRST})(?:{'|'.join(rows)})", re.MULTILINE | re.VERBOSE)

    # what is found

    def dialect(self, match: re.Match[str], k: int) -> tuple[None, int]:
        """Text that a dialect disables; its opening alone if nothing closes it."""
        row = self.dialects[k]
        if callable(row.closes):
            end = row.closes(self.text, match)
        elif row.closes:
            found = self.closes(row.closes, match.end())
            end = None if found is None else found[1]
        else:
            end = match.end()
        if end is None:
            return None, match.end()
        self.disabled.append(((match.start(), end), row.name))
        return None, end

    def tag(self, match: re.Match[str], k: int) -> tuple[Fence | None, int]:
        """A formula between tags; fences inside them are fences."""
        tag, (start, end) = TAGS[k], match.span()
        close = self.closes(tag.closes, end)
        if close is None or _FENCED.search(self.text, end, close[0]):
            return None, end
        displays = any(x in match[0] for x in tag.displays) or self.alone(start, close[1])
        kind: Kind = "display" if displays else "inline"
        return Fence(kind, (start, close[1]), (end, close[0]), alone=displays), close[1]

    def own_display(self, match: re.Match[str], k: int) -> tuple[Fence | None, int]:
        """A display that a macro or an environment of the note opens; what closes it may be the plain command too."""
        kind, (start, end) = list(self.own.opening.values())[k], match.span()
        plain = {"$$": r"\$\$", r"\[": r"\\\]"}.get(kind, rf"\\end\{{{re.escape(kind)}\}}")
        close = self.closes("|".join([*self.own.closing.get(kind, []), plain]), end)
        after = self.paragraph_end(end)
        if close is None or after < close[0]:
            return Fence("display", (start, after), (start, after), alone=True, missing="its end"), after
        return Fence("display", (start, close[1]), (start, close[1]), alone=True), close[1]

    def call(self, match: re.Match[str], _: int) -> tuple[Fence | None, int]:
        """A call of a macro that sets its arguments as mathematics."""
        start, end = match.span()
        macro = self.macros[match[0].removeprefix(r"\begin{").removesuffix("}")]
        found = arguments(self.text, end, macro)
        if found is None:
            return None, end
        whole = (start, found[1])
        return Fence("display" if macro.display else "inline", whole, whole, alone=macro.display), found[1]

    def nothing(self, match: re.Match[str], _: int) -> tuple[None, int]:
        return None, match.end()

    def up_to(self, match: re.Match[str], _: int) -> tuple[None, int]:
        r"""Code or a comment, up to what closes it: -->, </pre>, \end{verbatim}, the delimiter of \verb."""
        kind = match.lastgroup or ""
        said = {"comment": "-->", "raw": "</{}>", "verbatim": r"\end{{{}}}", "verb": "{}"}[kind]
        closer = said.format(match["what_" + kind] if kind != "comment" else "")
        found = self.search(closer, match.end())
        return None, len(self.text) if found is None else found + len(closer)

    def ticks(self, match: re.Match[str], _: int) -> tuple[None, int]:
        close = self.within(match[0], match.end())
        return None, match.end() if close is None else close + len(match[0])

    def inline(self, match: re.Match[str], _: int) -> tuple[Fence | None, int]:
        """A formula up to its closer in the same paragraph; what does not close is text."""
        start, inside = match.span()
        closer = {"tickmath": "`$", "role": "`", "triple": "$$$"}.get(match.lastgroup or "") or match[0].replace(
            "(", ")"
        )
        close = self.within(closer, inside)
        if close is None:
            return None, inside
        end = close + len(closer)
        alone = match.lastgroup == "triple" and self.alone(start, end)
        return Fence("display" if alone else "inline", (start, end), (inside, close), alone=alone), end

    def block(self, match: re.Match[str], _: int) -> tuple[Fence | None, int]:
        """A fenced block of code, or of mathematics if it is called math; a formula may stand behind {math}."""
        mark = match["mark"] or match["colons"]
        line_end = self.line_end(match.end())
        first = match.end("mark" if match["mark"] else "colons")
        name = self.text[first:line_end].strip()
        close = self.closes(rf"^[ \t>]*{mark[0]}{{{len(mark)},}}[ \t]*$", line_end)
        end, after = (len(self.text), len(self.text)) if close is None else close
        if not _MATH_BLOCK.match(name):
            return None, after
        start = line_end
        if name.startswith("{math}") and name != "{math}":
            start = self.text.index("{math}", match.start()) + len("{math}")
        elif (options := _OPTIONS.match(self.text, line_end + 1, end)) is not None:
            start = options.end()
        missing = "" if close else mark
        return Fence("display", (match.start(), after), (start, end), alone=True, missing=missing), after

    def rst(self, match: re.Match[str], _: int) -> tuple[Fence | None, int]:
        """A directive of reStructuredText: the formula behind it and the lines below that are indented further."""
        start, end = match.span()
        line_end = self.line_end(end)
        margin = len(self.text[self.text.rfind("\n", 0, start) + 1 : end]) - len(self.text[start:end].lstrip())
        body = re.compile(rf"(?:\n[ \t]*(?=\n)|\n[ ]{{{margin + 1},}}[^\n]*)*").match(self.text, line_end)
        after = line_end if body is None else body.end()
        options = _OPTIONS.match(self.text, line_end + 1, after)
        first = end if self.text[end:line_end].strip() or options is None else max(line_end, options.end())
        return Fence("display", (start, after), (first, after), alone=True), after

    def double(self, match: re.Match[str], _: int) -> tuple[Fence, int]:
        return self.display(*match.span(), "$$")

    def bracket(self, match: re.Match[str], _: int) -> tuple[Fence | None, int]:
        start, end = match.span()
        closer = match[0].replace("[", "]")
        return (None, end) if self.is_of_text(closer, start, end) else self.display(start, end, closer)

    def is_of_text(self, closer: str, start: int, end: int) -> bool:
        r"""Whether a bracket in Markdown is a bracket of the text: \[0, 1], [\[eq:1\]](#eq:1), see \[Smith 2020\]."""
        if self.syntax != "markdown":
            return False
        line = self.text[end : end + _MARGIN].partition("\n")[0]
        close = self.within(closer, end)
        if close is None:
            return "]" in line and "$" not in line.partition("]")[0]
        said, after = self.text[end:close], close + len(closer)
        if self.text[start - 1 : start] == "[" and _LINK.match(self.text, after):
            return True
        return _REFERENCE.fullmatch(said) is not None and not self.alone(start, after)

    def display(self, start: int, inside: int, closer: str) -> tuple[Fence, int]:
        """A display up to its closer; one that does not close ends with its paragraph, or where a section begins."""
        close = self.search(closer, inside)
        opened = None if close is None else _SECTION[self.syntax].search(self.text, inside, close)
        if close is None or opened is not None:
            end = self.paragraph_end(inside) if opened is None else min(opened.start(), self.paragraph_end(inside))
            return Fence("display", (start, end), (inside, end), alone=True, missing=closer), max(end, inside)
        end = close + len(closer)
        return Fence("display", (start, end), (inside, close), alone=self.alone(start, end)), end

    def single(self, match: re.Match[str], _: int) -> tuple[Fence | None, int]:
        """An inline formula, or a display if it stands alone on its lines; not the price of something."""
        start, inside = match.span()
        close = self.within("$", inside)
        while close is not None and self.text[close - 1] == "\\":
            close = self.within("$", close + 1)
        if close is None or close == inside:
            return None, inside
        price = self.text[inside].isdigit() and (
            self.text[close - 1].isspace() or self.text[close + 1 : close + 2].isdigit()
        )
        if price:
            return None, inside
        alone = self.alone(start, close + 1) and self.begins_line(start)
        return Fence("display" if alone else "inline", (start, close + 1), (inside, close), alone=alone), close + 1

    def environment(self, match: re.Match[str], _: int) -> tuple[Fence, int]:
        r"""\begin{align} … \end{align} without other fences; it stays in what is inside."""
        start, end = match.span()
        fence, after = self.display(start, end, rf"\end{{{match['what_environment']}}}")
        inside = fence.inside if fence.missing else (start, after)
        return Fence("display", (start, after), inside, alone=True, missing=fence.missing), after

    def definition(self, match: re.Match[str], _: int) -> tuple[Fence, int]:
        """A definition of a macro in the text: up to the end of its last group."""
        end = end_of_definition(self.text, match.start(), match.end(), self.paragraph_end(match.end()))
        return Fence("definition", (match.start(), end), (match.start(), end)), end

    # where something ends

    def closes(self, pattern: str, start: int) -> Span | None:
        """Where the next match of a pattern stands that closes something; all its places are found once."""
        if pattern not in self.places:
            self.places[pattern] = [m.span() for m in re.compile(pattern, re.MULTILINE).finditer(self.text)]
        places = self.places[pattern]
        k = bisect_left(places, (start, start))
        return places[k] if k < len(places) else None

    def search(self, closer: str, start: int, end: int | None = None) -> int | None:
        """Where the next closer stands before some end; no part of the text is searched twice for it."""
        last = len(self.text) if end is None else end
        since, position = self.known.get(closer, (len(self.text), 0))
        if not since <= start <= position:
            position = self.text.find(closer, start)
            position = len(self.text) if position < 0 else position
            self.characters += 1 + position - start
            self.known[closer] = (start, position)
        return position if position + len(closer) <= last else None

    def within(self, closer: str, start: int) -> int | None:
        """Where a closer stands in the same paragraph."""
        return self.search(closer, start, self.paragraph_end(start))

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


Found = Callable[[_Finder, re.Match[str], int], tuple[Fence | None, int]]


@dataclass(frozen=True)
class Opening:
    """What begins mathematics or code.

    syntax: where it counts. find: what is found there. example: a text in which the only formula is a, or, if none of
    it is mathematics, such a text with a formula b behind it.
    """

    name: str
    opens: str
    syntax: tuple[Syntax, ...]
    find: Found
    example: str
    is_code: bool = False


_MD: tuple[Syntax, ...] = ("markdown",)
_TEX: tuple[Syntax, ...] = ("tex",)
OPENINGS = (
    Opening("directive", r"^[ \t>]*(?P<colons>:{3,})[ \t]*\{math\}", _MD, _Finder.block,
        ":::{math}\na\n:::", is_code=True),
    Opening("role", r"\{math\}`", _MD, _Finder.inline, "so {math}`a`"),
    Opening("rst", r"^[ \t>]*\.\.[ \t]+math::", _MD, _Finder.rst, ".. math::\n   :label: q\n\n   a\n\nand"),
    Opening("code", r"^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?P<mark>```+|~~~+)", _MD, _Finder.block,
        "```python\n$x$\n```\n$b$", is_code=True),
    Opening("comment", "<!--", _MD, _Finder.up_to, "<!-- $x$ --> $b$", is_code=True),
    Opening("raw", r"<(?P<what_raw>script|style|pre|code)\b[^>]*>", _MD, _Finder.up_to,
        "<pre>$x$</pre> $b$", is_code=True),
    Opening("tickmath", r"\$`", _MD, _Finder.inline, "so $`a`$"),
    Opening("ticks", "`+", _MD, _Finder.ticks, "so ``$x$`` and $b$", is_code=True),
    Opening("escaped", r"\\\$", (*_MD, *_TEX), _Finder.nothing, r"for \$5 and \$6 $b$"),
    Opening("triple", r"\$\$\$", _MD, _Finder.inline, "so $$$a$$$ is"),
    Opening("double", r"\$\$", (*_MD, *_TEX), _Finder.double, "$$a$$"),
    Opening("single", r"\$", (*_MD, *_TEX), _Finder.single, "so $a$"),
    Opening("bracket", r"\\\\?\[", _MD, _Finder.bracket, r"so \[a\]"),
    Opening("square", r"\\\[", _TEX, _Finder.bracket, r"so \[a\]"),
    Opening("skip", r"\\\\", _TEX, _Finder.nothing, r"so \\[2pt] $b$"),
    Opening("paren", r"\\\\?\(", _MD, _Finder.inline, r"so \\(a\\)"),
    Opening("round", r"\\\(", _TEX, _Finder.inline, r"so \(a\)"),
    Opening("verbatim",
        r"\\begin\{(?P<what_verbatim>(?:verbatim|lstlisting|minted|tikzpicture|Verbatim|filecontents)\*?)\}",
        _TEX, _Finder.up_to, r"\begin{verbatim} $x$ \end{verbatim} $b$", is_code=True),
    Opening("verb", r"\\verb\*?(?P<what_verb>[^A-Za-z\s])", _TEX, _Finder.up_to, r"\verb|$x$| $b$", is_code=True),
    Opening("environment", rf"\\begin\{{(?P<what_environment>{_ENVIRONMENT})\}}", (*_MD, *_TEX), _Finder.environment,
        r"\begin{align*}a\end{align*}"),
)  # fmt: skip
_OPENINGS = {row.name: row for row in OPENINGS}
_FIRST = r"[\\$`~:.<%{\[]|^[ \t>*+\d-]"  # with which one of them may begin
_NO_OPENING = Opening("", "", (), _Finder.nothing, "")
_PATTERNS = {row.name: f"(?P<{row.name}>{row.opens})" for row in OPENINGS} | {
    "definition": f"(?P<definition>{DEFINITION})"
}
_FOUND: dict[str, Found] = {row.name: row.find for row in OPENINGS} | {
    "definition": _Finder.definition,
    "dialect": _Finder.dialect,
    "tag": _Finder.tag,
    "own": _Finder.own_display,
    "call": _Finder.call,
}


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
        out += [text[last:start], single_backslashes(said, is_fence_doubled=doubled)]
        last = end
    return "".join([*out, text[last:]])


# What looks like mathematics and stands in no formula that is read.

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
    text = without(text, [m.span() for m in _NOT_SAID[syntax].finditer(text)])
    found = sorted(_marked(text, syntax, known))
    last = -1
    for start, said, end in found:
        if start >= last:
            yield start, said
        last = max(last, end)
    text, start = without(text, [(start, end) for start, _, end in found]), 0
    for end in [*(m.start() for m in _PARAGRAPH.finditer(text)), len(text)] if "\\" in text else ():
        command = next((m for m in _SIGN.finditer(text, start, end) if m["command"] in _OF_MATHEMATICS), None)
        if command is not None and _SAYS.search(text, start, end):
            yield command.start(), command[0]
        start = end


def _marked(text: str, syntax: Syntax, known: set[str]) -> Iterator[tuple[int, str, int]]:
    """Environments, pairs of commands and tags around a relation: where each begins, what opens it, where it ends."""
    for match in _UNKNOWN.finditer(text) if "\\begin" in text else ():
        inside = match["inside"]
        if (
            "=" in inside
            and not _TABLES.fullmatch(match["name"])
            and (_has_signs(inside) or "&" in inside.replace(r"\&", ""))
        ):
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
