r"""Definitions in a LaTeX text that set mathematics: \newcommand{\eq}[1]{\[ #1 \]}, \newcommand{\be}{\begin{equation}}.

What counts of a definition is its part in math mode. If it opens a display and does not close it, or the other way
round, the definition has an `Effect`: a note's displays may begin and end with such commands and environments. If its
arguments stand in math mode, it is a `TextMacro`: where the text calls it, there stands a formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from pcaproofs.notes.text.macros import DEFINITION, Macro, Macros, body_of, expanded, macro, plain_slots
from pcaproofs.notes.text.tokens import Stop, closing_brace, tokens

T = TypeVar("T")
LONGEST = 5_000  # characters of a definition
LONGEST_CALL = 20_000  # characters of an argument
PASSES = 4  # macros that call macros that …
# environments that are displays by themselves, and those inside displays whose rows are rows
ALONE = "align equation eqnarray gather multline alignat flalign displaymath dmath math IEEEeqnarray"
ALONE += " empheq xalignat xxalignat darray equationarray numcases subnumcases"
DISPLAYED = (*ALONE.split(), "aligned", "gathered", "split", "alignedat", "multlined", "lgathered", "rgathered")
_NAMES = "|".join(DISPLAYED)
_DEFINES = re.compile(
    r"\\(?:(?P<plain>(?:long\s*\\)?[gex]?def)|(?:(?:re|provide)?new(?:command|(?P<a>environment))|DeclareRobustCommand"
    r"|(?:New(?:Expandable)?|Renew|Provide|Declare)(?P<xparse>Document)(?:Command|(?P<b>Environment)))\*?)(?![A-Za-z@])"
    r"\s*(?:\{\s*(?P<braced>\\?[A-Za-z@]+\*?)\s*\}|(?P<bare>\\[A-Za-z@]+))"
)
_OF_DEF = re.compile(r"[^{}\n]{0,60}(?=\{)")
_OF_COMMAND = re.compile(r"\s*(?:\[(?P<count>\d)\])?\s*(?:\[(?P<default>[^\[\]\n]{0,200})\])?")
_OPTION = re.compile(r"\s?\[((?:[^\[\]{}]|\{[^{}]*\})*)\]")
_OPENS = re.compile(r"\s*\{")
_PLAIN = re.compile(  # environments by their commands: \csname align\endcsname, \endalign
    rf"\\csname\s*(?P<csend>end)?(?P<cs>(?:{_NAMES})\*?)\s*\\endcsname|\\(?P<end>end)?(?P<name>{_NAMES})(?![A-Za-z@*])"
)
_SHIFT = re.compile(  # into math mode and out of it
    r"\\\\|\\\$|(?P<dollars>\$\$?)|\\(?P<bracket>[\[\]()])|(?P<ensured>\\ensuremath\s*\{)"
    rf"|\\(?P<which>begin|end)\s*\{{(?P<name>(?:{_NAMES})\*?)\}}|(?P<command>\\[A-Za-z@]+)"
)
_WHOLE = re.compile(r"\s*(?:\\ensuremath\s*\{(?P<ensured>.*)\}|\$(?P<dollars>[^$]*)\$)\s*(?:\\xspace)?\s*", re.DOTALL)
_PARAMETER = re.compile(r"#(\d)")


@dataclass(frozen=True)
class Definition:
    r"""A definition of a text: \name or the name of an environment; parameters: as it declares them."""

    name: str
    parameters: str
    body: str
    tail: str | None = None  # of an environment: what \end does

    def with_body(self, name: str, code: str, parameters: str = "") -> str:
        """A definition in LaTeX with another name and body, and such parameters as this one declares."""
        if parameters.startswith("{"):
            return rf"\NewDocumentCommand{{{name}}}{parameters}{{{code}}}"
        how = rf"\def{name}" if parameters.startswith("#") else rf"\newcommand{{{name}}}"
        return f"{how}{parameters}{{{code}}}"


@dataclass(frozen=True)
class Effect:
    """A display of a kind that a definition opens or closes; code: its part in math mode."""

    kind: str
    code: str
    opens: bool


@dataclass(frozen=True)
class TextMacro:
    r"""A macro that sets arguments as mathematics.

    name: \eq, or that of an environment. parameters: with the optional one, which comes first and has a default.
    mathematics: what its definition has in math mode, with #1 for the first argument.
    """

    name: str
    parameters: int
    default: str | None
    mathematics: str
    display: bool

    @property
    def opening(self) -> str:
        """What begins a call: the command, or the begin of the environment."""
        return self.name if self.name[0] == "\\" else rf"\begin{{{self.name}}}"

    def macro(self) -> Macro:
        """The macro that expands to the mathematics alone; in a formula it is a command."""
        name = self.name if self.name[0] == "\\" else command("begin", self.name)
        slots = plain_slots(self.parameters, None if self.default is None else body_of(self.default))
        return macro(name, slots, body_of(self.mathematics))


@dataclass
class OwnDisplays:
    r"""The commands and environments of a text that open and close displays.

    opening: by the pattern of what opens a display, the kind of display. closing: by kind, the patterns that close it.
    definitions: as LaTeX, for the reader of formulas. environments: whose \begin{name} and \end{name} are the commands
    \begin@name and \end@name there.
    """

    opening: dict[str, str] = field(default_factory=dict)
    closing: dict[str, list[str]] = field(default_factory=dict)
    definitions: list[str] = field(default_factory=list)
    environments: list[str] = field(default_factory=list)

    def add(self, found: Definition, known: dict[str, Effect]) -> None:
        """Add what a definition opens or closes, if anything."""
        if found.tail is None:
            if (effect := known.get(found.name)) is None:
                return
            pattern = rf"{re.escape(found.name)}(?![A-Za-z@])"
            if effect.opens:
                self.opening[pattern] = effect.kind
            if not effect.opens or effect.kind == "$$":  # which closes too
                self.closing.setdefault(effect.kind, []).append(pattern)
            self.definitions.append(found.with_body(found.name, effect.code, found.parameters))
            return
        first, last = _effect(found.body, known), _effect(found.tail, known)
        is_whole = first is not None and last is not None and first.opens > last.opens and first.kind == last.kind
        if first is None or last is None or not is_whole or found.name in DISPLAYED:
            return
        name, kind = re.escape(found.name), f"own {found.name}"
        self.opening[rf"\\begin\{{{name}\}}"] = kind
        self.closing.setdefault(kind, []).append(rf"\\end\{{{name}\}}")
        self.environments.append(found.name)
        self.definitions.append(found.with_body(command("begin", found.name), first.code, found.parameters))
        self.definitions.append(found.with_body(command("end", found.name), last.code))


def command(edge: str, name: str) -> str:
    """The command that stands for the begin or the end of an environment in a formula."""
    return f"\\{edge}@{name.replace('*', '@')}"


def with_commands(text: str, names: Collection[str]) -> str:
    r"""A text in which \begin{name} and \end{name} of some environments are commands, at the same offsets."""
    if not names:
        return text
    listed = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    said = re.compile(rf"\\(begin|end)\{{({listed})\}}")
    return said.sub(lambda m: command(m[1], m[2]).ljust(len(m[0])), text)


def definitions(text: str) -> Iterator[Definition]:
    """The definitions of commands and environments in a text without comments; none within another."""
    last = 0
    while (match := _DEFINES.search(text, last)) is not None:
        name, last = match["braced"] or match["bare"], match.end()
        if match["xparse"]:
            if (spec := _group(text, last)) is None:
                continue
            said, k = f"{{{spec[0]}}}", spec[1]
        else:
            found = (_OF_DEF if match["plain"] else _OF_COMMAND).match(text, last)
            said, k = (found[0].strip(), found.end()) if found is not None else ("", last)
        if (body := _group(text, k)) is None:
            continue
        last = body[1]
        if name[0] == "\\":
            yield Definition(name, said, body[0])
        elif (match["a"] or match["b"]) and (tail := _group(text, last)) is not None:
            last = tail[1]
            yield Definition(name, said, body[0], tail[0])


def _group(text: str, k: int, most: int = LONGEST) -> tuple[str, int] | None:
    """The group in braces that comes next, without them, and where it ends."""
    opened = _OPENS.match(text, k)
    end = closing_brace(text, opened.end(), most) if opened is not None else None
    return None if opened is None or end is None else (text[opened.end() : end], end + 1)


def _known(found: Sequence[Definition], meaning: Callable[[Definition, dict[str, T]], T | None]) -> dict[str, T]:
    """The meanings of definitions by name, which may rest on those of others."""
    known: dict[str, T] = {}
    for _ in range(PASSES):
        before = dict(known)
        for definition in found:
            if (said := meaning(definition, known)) is not None:
                known[definition.name] = said
        if known == before:
            break
    return known


def own_displays(found: Sequence[Definition]) -> OwnDisplays:
    """What opens and closes displays by the definitions of a text."""
    out = OwnDisplays()
    known = _known([x for x in found if x.tail is None], lambda x, known: _effect(x.body, known))
    for definition in found:
        out.add(definition, known)
    return out


def text_macros(found: Sequence[Definition]) -> dict[str, TextMacro]:
    """The definitions that set arguments as mathematics, by name."""
    return _known(found, _text_macro)


@dataclass
class _Modes:
    """Where a text is in math mode: its regions, with whether they are displays, and what does not open or close."""

    regions: list[tuple[str, bool]] = field(default_factory=list)
    opened: list[tuple[str, int, int]] = field(default_factory=list)  # kind, where it begins, and what is inside
    closed: list[tuple[str, int, int]] = field(default_factory=list)  # kind, where what is inside ends, and all

    def meet(self, text: str, kind: str, start: int, end: int, *, opens: bool) -> None:
        own = kind[0] in "$\\"  # fences are no part of what they enclose
        if opens:
            self.opened.append((kind, start, end))
        elif self.opened and self.opened[-1][0] == kind:
            inside = text[self.opened.pop()[2] : start].strip()
            if not self.opened:
                display = kind not in ("$", r"\(") or r"\displaystyle" in inside
                self.regions.append((inside, display))
        else:
            self.closed.append((kind, start if own else end, end))


def _modes(text: str, effects: dict[str, Effect], macros: dict[str, TextMacro]) -> _Modes:
    """What of a text is in math mode, also by the commands that it calls."""
    out, k = _Modes(), 0
    while (match := _SHIFT.search(text, k)) is not None:
        start, k = match.span()
        if kind := match["dollars"]:
            is_open = bool(out.opened) and out.opened[-1][0] == kind
            out.meet(text, kind, start, k, opens=not is_open)
        elif match["bracket"]:
            kind = r"\[" if match["bracket"] in "[]" else r"\("
            out.meet(text, kind, start, k, opens=match["bracket"] in "[(")
        elif match["name"]:
            out.meet(text, match["name"], start, k, opens=match["which"] == "begin")
        elif match["ensured"] and (end := closing_brace(text, k, LONGEST)) is not None:
            if not out.opened:
                out.regions.append((text[k:end], False))
            k = end + 1
        elif (effect := effects.get(match["command"] or "")) is not None:
            out.meet(text, effect.kind, start, k, opens=effect.opens)
        elif (called := macros.get(match["command"] or "")) is not None and not out.opened:
            given, k = arguments(text, k, called) or ((), k)
            if len(given) == called.parameters:
                out.regions.append((_filled(called.mathematics, given), called.display))
    return out


def _filled(text: str, given: Sequence[str]) -> str:
    return _PARAMETER.sub(lambda match: given[int(match[1]) - 1], text)


def _effect(body: str, known: dict[str, Effect]) -> Effect | None:
    """What a text opens and does not close, or closes and has not opened; None for neither and for both."""

    def spelled(match: re.Match[str]) -> str:
        return rf"\{'end' if match['csend'] or match['end'] else 'begin'}{{{match['cs'] or match['name']}}}"

    if "\\" not in body and "$$" not in body:
        return None
    text = _PLAIN.sub(spelled, body)
    modes = _modes(text, known, {})
    opened, closed = ([x for x in part if x[0] not in ("$", r"\(")] for part in (modes.opened, modes.closed))
    if bool(opened) == bool(closed):
        return None
    if opened:
        kind, start, end = opened[0]
        return Effect(kind, text[end if kind[0] in "$\\" else start :], opens=True)
    kind, end, _ = closed[-1]
    return Effect(kind, text[:end], opens=False)


def _text_macro(found: Definition, known: dict[str, TextMacro]) -> TextMacro | None:
    """What a definition has in math mode, as a macro; None if that is nothing or no argument is in it."""
    said, default = found.parameters, None
    if said[:1] == "{":
        return None
    if said[:1] == "#":
        count = said.count("#")
        if said != "".join(f"#{k + 1}" for k in range(count)):
            return None
    else:
        match = _OF_COMMAND.fullmatch(said)
        count, default = (int(match["count"] or 0), match["default"]) if match is not None else (0, None)
    if not count and found.tail is None:
        whole = _WHOLE.fullmatch(found.body)
        mathematics = (whole["ensured"] or whole["dollars"]) if whole else None
        return TextMacro(found.name, 0, None, mathematics, False) if mathematics else None
    regions = {}  # by the numbers of their arguments, since a box may be measured before it is set
    for text, display in dict.fromkeys(_modes(found.body, {}, known).regions):
        if numbers := sorted(int(m[1]) for m in _PARAMETER.finditer(text)):
            regions[text, display] = numbers
    if not regions:
        return None
    ordered = sorted(regions, key=lambda x: regions[x])
    displays = [display for _, display in ordered]
    between = r" \\ " if all(displays) else " " if any(displays) else r"\text{ and }"
    return TextMacro(found.name, count, default, between.join(text for text, _ in ordered), any(displays))


def arguments(text: str, start: int, macro: TextMacro) -> tuple[list[str], int] | None:
    """The arguments of a call, whose name ends at `start`, and the end of the call; None if some lack."""
    found, k = list[str](), start
    if macro.default is not None:
        option = _OPTION.match(text, k)
        found, k = ([macro.default], k) if option is None else ([option[1]], option.end())
    while len(found) < macro.parameters:
        if (group := _group(text, k, LONGEST_CALL)) is None:
            return None
        found.append(group[0])
        k = group[1]
    return found, k


_BEGINS = re.compile(DEFINITION)
_LET = re.compile(r"\\let\s*\\[A-Za-z@]+\s*=?\s*(?:\\[A-Za-z@]+|\\?[^\s\\])")


def end_of_definition(text: str, start: int, end: int, last: int) -> int:
    """Where a definition ends whose command stands between two places: behind its last group, at most at `last`."""
    if (let := _LET.match(text, start)) is not None:
        return let.end()
    k, depth = end, 0
    limit = min(last, end + LONGEST)
    while k < limit:
        c = text[k]
        if c == "\\":
            k += 1
        elif c == "{":
            depth += 1
        elif c == "}":
            depth -= 1
            if depth <= 0 and not text[k + 1 : k + 40].lstrip(" ").startswith(("{", "[")):
                return k + 1
        elif c == "\n" and not depth:
            break
        k += 1
    return max(min(k, limit), end)


def define_all(text: str, macros: Macros) -> None:
    """Add the macros that a LaTeX text without comments defines; errors in it are not faults of the note."""
    k = 0
    while (match := _BEGINS.search(text, k)) is not None:
        k = end_of_definition(text, match.start(), match.end(), len(text))
        with suppress(Stop):
            expanded(list(tokens(text, match.start(), k)), macros)
