r"""Where mathematics stands in a text: displays, inline formulas, definitions of macros, prose in between.

markdown-it-py says what is code, a heading or a paragraph, but its formulas have no columns, and formulas inside
HTML, inside admonitions and on indented lines are HTML or code to it. So the fences are found here, in one pass over
the characters, and markdown-it-py may read the prose, in which each formula has been replaced by a placeholder.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pcaproofs.notes.text.dialects import TAGS, Dialect, dialects_of, disabled_in_tex, without
from pcaproofs.notes.text.directives import with_directives
from pcaproofs.notes.text.doubled import single_backslashes
from pcaproofs.notes.text.macros import DEFINITION
from pcaproofs.notes.text.own_displays import OwnDisplays, own_displays
from pcaproofs.notes.text.passed_over import passed_over
from pcaproofs.notes.text.source import Source, Span, Syntax
from pcaproofs.notes.text.text_macros import TextMacro, arguments, text_macros

# environments that are displays by themselves, and those inside displays whose rows are rows
_ALONE = "align equation eqnarray gather multline alignat flalign displaymath dmath math IEEEeqnarray"
_ALONE += " empheq xalignat xxalignat darray equationarray numcases subnumcases"
_INSIDE = "aligned gathered split alignedat multlined lgathered rgathered"
DISPLAYED = (*_ALONE.split(), *_INSIDE.split())
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


_MARKDOWN = re.compile(
    r"""(?P<directive>^[ \t>]*(?P<colons>:{3,})[ \t]*\{math\})
    |(?P<role>\{math\}`)
    |(?P<rst>^[ \t>]*\.\.[ \t]+math::)
    |(?P<code>^[ \t>]*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(?P<mark>```+|~~~+))
    |(?P<comment><!--)
    |(?P<raw><(?P<tag>script|style|pre|code)\b[^>]*>)
    |(?P<tickmath>\$`)
    |(?P<ticks>`+)
    |(?P<escaped>\\\$)
    |(?P<triple>\$\$\$)
    |(?P<double>\$\$)
    |(?P<single>\$)
    |(?P<bracket>\\\\?\[)
    |(?P<paren>\\\\?\()
    |\\begin\{(?P<environment>ENVIRONMENT)\}
    |(?P<definition>DEFINITION)""".replace("ENVIRONMENT", _ENVIRONMENT).replace("DEFINITION", DEFINITION),
    re.MULTILINE | re.VERBOSE,
)
_TEX = re.compile(
    r"""(?P<escaped>\\\$)
    |(?P<double>\$\$)
    |(?P<single>\$)
    |(?P<bracket>\\\[)
    |(?P<skip>\\\\)
    |(?P<paren>\\\()
    |\\begin\{(?P<verbatim>verbatim|lstlisting|minted|tikzpicture|Verbatim|filecontents)\*?\}
    |(?P<verb>\\verb\*?(?P<delimiter>[^A-Za-z\s]))
    |\\begin\{(?P<environment>ENVIRONMENT)\}
    |(?P<definition>DEFINITION)""".replace("ENVIRONMENT", _ENVIRONMENT).replace("DEFINITION", DEFINITION),
    re.VERBOSE,
)
_BLANK_LINE = re.compile(r"\n[ \t>]*(?=\n)")
_QUOTE = re.compile(r"^(?:[ \t]*>)+", re.MULTILINE)
_TAG = re.compile(r"</?(?:p|br|div|span|em|strong|b|i|li|ul|ol|td|tr)\b[^<>\n]*>", re.IGNORECASE)
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)%[^\n]*")
_MATH_BLOCK = re.compile(r"(?:math|katex)(?![\w-])|\{[^}\n]*\.math(?![\w-])")
_RAW = re.compile(r"[ \t]*\{?=?(?:latex|tex|mathjax|asciimath)\}?[ \t]*$", re.MULTILINE)
_LET = re.compile(r"\\let\s*\\[A-Za-z@]+\s*=?\s*(?:\\[A-Za-z@]+|\\?[^\s\\])")
_LINK = re.compile(r"\][({\[]")
_REFERENCE = re.compile(r"(?:[\d\s,;.–-]+|[^=<>\\^_&$\n]*[A-Za-z]{2}[^=<>\\^_&$\n]*|[A-Za-z]+:[\w:.-]+)")
_SKIPPED = {"code", "comment", "raw", "ticks", "verbatim", "verb", "directive"}
_MARGIN = 200  # characters before and after a formula that are looked at
_ONLY_MARKS = re.compile(r"[ \t>]*(?:[-*+]|\d+[.)])?[ \t]*(?:<\w+>)?[ \t]*")
_OPTIONS = re.compile(r"(?:[ \t>]*:[\w-]+:[^\n]*(?:\n|$))*")  # of a directive: ":label: eq-1"
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?=[\w-]+[ \t]*:).*?^(?:---|\.\.\.)[ \t]*$", re.MULTILINE | re.DOTALL)
# the address of a picture of a formula: https://latex.codecogs.com/gif.latex?\begin{align}…
_PICTURE = re.compile(r"https?://[^\s\"'<>\\]*(?:latex|codecogs|cht=tx|math)[^\s\"'<>\\]*\\[^\s\"'<>]*")
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&nbsp;": " "}


def fences(source: Source) -> Fences:
    """All mathematics of a note."""
    text = source.text
    disabled: list[tuple[Span, str]] = []
    if source.syntax == "tex":
        text = _COMMENT.sub(lambda m: m[1] + " " * (len(m[0]) - len(m[1])), text)
        disabled = disabled_in_tex(text)
        text = without(text, [span for span, _ in disabled])
    else:
        text = _FRONT_MATTER.sub(lambda m: m[0].replace("$", " "), with_directives(text))
        text = _PICTURE.sub(lambda m: " " * len(m[0]), text)
    macros = text_macros(text) if source.syntax == "tex" else {}
    own = own_displays(text, source.preamble, (*_ALONE.split(), *_INSIDE.split()))
    finder = _Finder(text, source.syntax, macros, own, dialects_of(source))
    found = tuple(finder.find())
    disabled += finder.disabled
    live = without(text, [span for span, _ in disabled])
    rest = without(live, [*finder.skipped, *(fence.whole for fence in found)])
    blanked = own.as_commands(_blanked(_called(live, macros), found, source.syntax))
    over = tuple(sorted(passed_over(rest, source.syntax, live)))
    return Fences(blanked, found, tuple(macros.values()), own, tuple(disabled), over)


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
        pattern = self.markdown_pattern() if self.syntax == "markdown" else self.tex_pattern()
        k = 0
        while (match := pattern.search(self.text, k)) is not None:
            fence, k = self.at(match)
            if fence is not None:
                yield fence
            elif match.lastgroup in _SKIPPED and not (match.lastgroup == "code" and self.is_raw(match)):
                self.skipped.append((match.start(), k))

    def is_raw(self, match: re.Match[str]) -> bool:
        """Whether a block of code is called LaTeX, which may be mathematics that is not read."""
        return _RAW.match(self.text, match.end()) is not None

    def markdown_pattern(self) -> re.Pattern[str]:
        """What begins a formula, code or disabled text in Markdown, with the displays that macros open."""
        rows = [f"(?P<dialect{k}>{row.opens})" for k, row in enumerate(self.dialects)]
        rows += [f"(?P<tag{k}>{tag.opens})" for k, tag in enumerate(TAGS)]
        return re.compile("|".join([*rows, *self.own_patterns(), _MARKDOWN.pattern]), re.MULTILINE | re.VERBOSE)

    def own_patterns(self) -> list[str]:
        """What opens displays by the note's definitions."""
        return [f"(?P<own{k}>{said})" for k, said in enumerate(self.own.opening)]

    def tex_pattern(self) -> re.Pattern[str]:
        """What begins a formula in LaTeX, with the calls of macros that set their arguments as mathematics."""
        if not self.macros and not self.own.opening:
            return _TEX
        names = {
            m.name: rf"\\begin\{{{m.name}\}}" if m.is_environment else re.escape(m.name) for m in self.macros.values()
        }
        calls = "|".join(rf"{said}(?![A-Za-z@])" for said in names.values())
        more = [f"(?P<call>{calls})"] if calls else []
        # a definition of a macro is none of its calls
        return re.compile("|".join([f"(?P<first>{DEFINITION})", *self.own_patterns(), _TEX.pattern, *more]), re.VERBOSE)

    def at(self, match: re.Match[str]) -> tuple[Fence | None, int]:
        """The fence that begins here, if it is one, and where to go on."""
        kind = next(name for name in match.re.groupindex if match.groupdict().get(name) is not None)
        end = match.end()
        if kind.startswith("dialect"):
            return None, self.disable(self.dialects[int(kind[7:])], match)
        if kind.startswith("tag"):
            return self.tagged(int(kind[3:]), match)
        if kind.startswith("own"):
            return self.own_display(list(self.own.opening.values())[int(kind[3:])], match)
        match kind:
            case "code":
                return self.code(match, match["mark"])
            case "directive":
                return self.code(match, match["colons"])
            case "comment":
                return None, self.after("-->", end)
            case "raw":
                return None, self.after(f"</{match['tag']}>", end)
            case "verbatim":
                return None, self.after(rf"\end{{{match['verbatim']}", end)
            case "verb":
                return None, self.after(match["delimiter"], end)
            case "ticks":
                close = self.within(match[0], end)
                return None, end if close is None else close + len(match[0])
            case "escaped" | "skip":
                return None, end
            case _:
                return self.opened(kind, match)

    def opened(self, kind: str, match: re.Match[str]) -> tuple[Fence | None, int]:
        """The formula that begins here."""
        start, end = match.span()
        match kind:
            case "tickmath":
                return self.fenced("inline", start, end, "`$")
            case "role":
                return self.fenced("inline", start, end, "`")
            case "rst":
                return self.rst(start, end)
            case "triple":
                found, after = self.fenced("inline", start, end, "$$$")
                alone = found is not None and self.alone(start, after)
                return (Fence("display", found.whole, found.inside, alone=True) if found and alone else found), after
            case "double":
                return self.display(start, end, "$$")
            case "single":
                return self.single(start, end)
            case "bracket":
                closer = match[0].replace("[", "]")
                return (None, end) if self.is_of_text(closer, start, end) else self.display(start, end, closer)
            case "paren":
                return self.fenced("inline", start, end, match[0].replace("(", ")"))
            case "environment":
                return self.environment(match)
            case "call":
                return self.call(match)
        return self.definition(start, end)

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

    def closes(self, pattern: str, start: int) -> Span | None:
        """Where the next match of a pattern stands that closes something; all its places are found once."""
        if pattern not in self.places:
            self.places[pattern] = [m.span() for m in re.compile(pattern, re.MULTILINE).finditer(self.text)]
        places = self.places[pattern]
        k = bisect_left(places, (start, start))
        return places[k] if k < len(places) else None

    def disable(self, row: Dialect, match: re.Match[str]) -> int:
        """Where to go on behind text that a dialect disables; behind its opening if nothing closes it."""
        if callable(row.closes):
            end = row.closes(self.text, match)
        elif row.closes:
            found = self.closes(row.closes, match.end())
            end = None if found is None else found[1]
        else:
            end = match.end()
        if end is None:
            return match.end()
        self.disabled.append(((match.start(), end), row.name))
        return end

    def tagged(self, k: int, match: re.Match[str]) -> tuple[Fence | None, int]:
        """A formula between tags; fences inside them are fences."""
        tag, (start, end) = TAGS[k], match.span()
        close = self.closes(tag.closes, end)
        said = "" if close is None else self.text[end : close[0]]
        if close is None or re.search(r"\$|\\\[|\\\(|\\begin\{" + _ENVIRONMENT, said):
            return None, end
        displays = re.search(tag.displays, match[0]) is not None or self.alone(start, close[1])
        kind: Kind = "display" if displays else "inline"
        return Fence(kind, (start, close[1]), (end, close[0]), alone=displays), close[1]

    def own_display(self, kind: str, match: re.Match[str]) -> tuple[Fence | None, int]:
        """A display that a macro or an environment of the note opens; what closes it may be the plain command too."""
        start, end = match.span()
        plain = {"$$": r"\$\$", r"\[": r"\\\]"}.get(kind, rf"\\end\{{{re.escape(kind)}\}}")
        patterns = [*self.own.closing.get(kind, []), plain]
        close = self.closes("|".join(patterns), end)
        if close is None or self.blank_before(end, close[0]):
            after = self.paragraph_end(end)
            return Fence("display", (start, after), (start, after), alone=True, missing="its end"), after
        return Fence("display", (start, close[1]), (start, close[1]), alone=True), close[1]

    def blank_before(self, start: int, end: int) -> bool:
        """Whether a blank line stands between two places."""
        return self.paragraph_end(start) < end

    def rst(self, start: int, end: int) -> tuple[Fence | None, int]:
        """A directive of reStructuredText: the formula behind it and the lines below that are indented further."""
        line_end = self.text.find("\n", end)
        line_end = len(self.text) if line_end < 0 else line_end
        margin = len(self.text[self.text.rfind("\n", 0, start) + 1 : end]) - len(self.text[start:end].lstrip())
        body = re.compile(rf"(?:\n[ \t]*(?=\n)|\n[ ]{{{margin + 1},}}[^\n]*)*").match(self.text, line_end)
        after = line_end if body is None else body.end()
        options = _OPTIONS.match(self.text, line_end + 1, after)
        first = end if self.text[end:line_end].strip() or options is None else max(line_end, options.end())
        return Fence("display", (start, after), (first, after), alone=True), after

    def call(self, match: re.Match[str]) -> tuple[Fence | None, int]:
        """A call of a macro that sets its arguments as mathematics."""
        start, end = match.span()
        macro = self.macros[match[0].removeprefix(r"\begin{").removesuffix("}")]
        found = arguments(self.text, end, macro)
        if found is None:
            return None, end
        whole = (start, found[1])
        return Fence("display" if macro.display else "inline", whole, whole, alone=macro.display), found[1]

    def search(self, closer: str, start: int, end: int | None = None) -> int | None:
        """Where the next closer stands before some end; no part of the text is searched twice for it."""
        last = len(self.text) if end is None else end
        since, position = self.known.get(closer, (len(self.text), 0))
        if not since <= start <= position:
            self.characters += 1
            position = self.text.find(closer, start)
            self.characters += (position if position >= 0 else len(self.text)) - start
            position = len(self.text) if position < 0 else position
            self.known[closer] = (start, position)
        return position if position + len(closer) <= last else None

    def after(self, closer: str, start: int) -> int:
        found = self.search(closer, start)
        return len(self.text) if found is None else found + len(closer)

    def paragraph_end(self, start: int) -> int:
        k = bisect_left(self.blank, start)
        return self.blank[k] if k < len(self.blank) else len(self.text)

    def within(self, closer: str, start: int) -> int | None:
        """Where a closer stands in the same paragraph."""
        return self.search(closer, start, self.paragraph_end(start))

    def code(self, match: re.Match[str], mark: str) -> tuple[Fence | None, int]:
        """A fenced block of code, or of mathematics if it is called math; a formula may stand behind {math}."""
        line_end = self.text.find("\n", match.end())
        line_end = len(self.text) if line_end < 0 else line_end
        name = self.text[match.end("mark") if match["mark"] else match.end("colons") : line_end].strip()
        close = re.compile(rf"^[ \t>]*{mark[0]}{{{len(mark)},}}[ \t]*$", re.MULTILINE).search(self.text, line_end)
        end, after = (len(self.text), len(self.text)) if close is None else close.span()
        if _MATH_BLOCK.match(name) or name.startswith("{math}"):
            missing = "" if close else mark
            start = self.text.index("{math}", match.start()) + len("{math}") if name.startswith("{math}") else line_end
            start = line_end if name == "{math}" else start
            options = _OPTIONS.match(self.text, line_end + 1, end) if start == line_end else None
            start = start if options is None else options.end()
            return Fence("display", (match.start(), after), (start, end), alone=True, missing=missing), after
        return None, after

    def fenced(self, kind: Kind, start: int, inside: int, closer: str) -> tuple[Fence | None, int]:
        """A formula up to its closer in the same paragraph; what does not close is text."""
        close = self.within(closer, inside)
        if close is None:
            return None, inside
        return Fence(kind, (start, close + len(closer)), (inside, close)), close + len(closer)

    def display(self, start: int, inside: int, closer: str) -> tuple[Fence, int]:
        """A display up to its closer; one that does not close ends with its paragraph."""
        close = self.search(closer, inside)
        if close is None or (opened := self.heading_before(inside, close)):
            end = self.paragraph_end(inside) if close is None else min(opened, self.paragraph_end(inside))
            return Fence("display", (start, end), (inside, end), alone=True, missing=closer), max(end, inside)
        end = close + len(closer)
        return Fence("display", (start, end), (inside, close), alone=self.alone(start, end)), end

    def heading_before(self, start: int, end: int) -> int:
        """Where a heading or a section begins inside what would be a display, or 0."""
        pattern = r"^#{1,6} \S" if self.syntax == "markdown" else r"\\(?:sub)*section\b"
        found = re.compile(pattern, re.MULTILINE).search(self.text, start, end)
        return found.start() if found else 0

    def alone(self, start: int, end: int) -> bool:
        """Whether nothing but marks of lists and quotations stands on the same lines."""
        first, last = max(0, start - _MARGIN), end + _MARGIN
        before = self.text[max(first, self.text.rfind("\n", first, start) + 1) : start]
        line_end = self.text.find("\n", end, last)
        after = self.text[end : line_end if line_end >= 0 else last]
        return len(before) < _MARGIN and _ONLY_MARKS.fullmatch(before) is not None and not after.strip(" \t.,;")

    def single(self, start: int, inside: int) -> tuple[Fence | None, int]:
        """An inline formula, or a display if it stands alone on its lines; not the price of something."""
        close = self.within("$", inside)
        while close is not None and self.text[close - 1] == "\\":
            close = self.within("$", close + 1)
        if close is None or close == inside:
            return None, inside
        said = self.text[inside:close]
        price = said[0].isdigit() and (said[-1].isspace() or self.text[close + 1 : close + 2].isdigit())
        if price:
            return None, inside
        alone = (self.alone(start, close + 1) and self.text[:start].rstrip(" \t>").endswith("\n")) or start == 0
        kind: Kind = "display" if alone and self.alone(start, close + 1) else "inline"
        return Fence(kind, (start, close + 1), (inside, close), alone=kind == "display"), close + 1

    def environment(self, match: re.Match[str]) -> tuple[Fence, int]:
        r"""\begin{align} … \end{align} without other fences; it stays in what is inside."""
        start, end = match.span()
        closer = rf"\end{{{match['environment']}}}"
        fence, after = self.display(start, end, closer)
        whole = (start, after)
        return Fence(
            "display", whole, whole if not fence.missing else fence.inside, alone=True, missing=fence.missing
        ), after

    def definition(self, start: int, end: int) -> tuple[Fence | None, int]:
        """A definition of a macro in the text: up to the end of its last group."""
        if (let := _LET.match(self.text, start)) is not None:
            return Fence("definition", let.span(), let.span()), let.end()
        k, depth = end, 0
        limit = min(self.paragraph_end(end), end + 5000)
        while k < limit:
            c = self.text[k]
            if c == "\\":
                k += 1
            elif c == "{":
                depth += 1
            elif c == "}":
                depth -= 1
                rest = self.text[k + 1 : k + 40].lstrip(" ")
                if depth <= 0 and not rest.startswith(("{", "[")):
                    return Fence("definition", (start, k + 1), (start, k + 1)), k + 1
            elif c == "\n" and not depth:
                break
            k += 1
        return Fence("definition", (start, k), (start, k)), max(k, end)


def _blanked(text: str, found: tuple[Fence, ...], syntax: Syntax) -> str:
    """The text with quotation marks, comments, HTML and entities blanked inside its formulas, at the same offsets."""
    out, last = [], 0
    for fence in found:
        start, end = fence.inside
        said = text[start:end]
        if syntax == "markdown":
            said = _QUOTE.sub(lambda m: " " * len(m[0]), said) if "\n" in said else said
            said = _TAG.sub(lambda m: " " * len(m[0]), said)
            for entity, char in _ENTITIES.items():
                said = said.replace(entity, char + " " * (len(entity) - 1))
            said = _COMMENT.sub(lambda m: m[1] + " " * (len(m[0]) - len(m[1])), said)
            doubled = text.startswith(("\\\\(", "\\\\["), fence.whole[0])
            said = single_backslashes(said, is_fence_doubled=doubled)
        out += [text[last:start], said]
        last = end
    return "".join([*out, text[last:]])
