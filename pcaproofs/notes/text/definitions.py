r"""Definitions in a LaTeX text that open and close displays: \newcommand{\be}{\begin{equation}}.

What counts of a definition is its part in math mode. If it opens a display and does not close it, or the other way
round, the definition has an `Effect`: a note's displays may begin and end with such commands and environments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pcaproofs.notes.text.macros import DEFINITION, Macros, expanded
from pcaproofs.notes.text.tokens import Stop, closing_brace, tokens

LONGEST = 5_000  # characters of a definition
PASSES = 4  # macros that call macros that …
# environments that are displays by themselves, and those inside displays whose rows are rows
ALONE = "align equation eqnarray gather multline alignat flalign displaymath math IEEEeqnarray"
DISPLAYED = (*ALONE.split(), "aligned", "gathered", "split", "alignedat", "multlined")
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
    r"\\\\|\\\$|(?P<dollars>\$\$?)|\\(?P<bracket>[\[\]()])"
    rf"|\\(?P<which>begin|end)\s*\{{(?P<name>(?:{_NAMES})\*?)\}}|(?P<command>\\[A-Za-z@]+)"
)


@dataclass(frozen=True)
class Definition:
    r"""A definition of a text: \name or the name of an environment; parameters: as it declares them."""

    name: str
    parameters: str
    body: str
    tail: str | None = None  # of an environment: what \end does


@dataclass(frozen=True)
class Effect:
    """A display of a kind that a definition opens or closes; code: its part in math mode."""

    kind: str
    code: str
    opens: bool


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

    def close(self, kind: str, pattern: str) -> None:
        """Note that a pattern closes a kind of display."""
        self.closing.setdefault(kind, []).append(pattern)

    def as_commands(self, text: str) -> str:
        r"""A text in which \begin{name} and \end{name} of these environments are commands, at the same offsets."""
        if not self.environments:
            return text
        names = "|".join(map(re.escape, sorted(self.environments, key=len, reverse=True)))
        said = re.compile(rf"\\(begin|end)\{{({names})\}}")
        return said.sub(lambda m: f"\\{m[1]}@{_letters(m[2])}".ljust(len(m[0])), text)


def _letters(name: str) -> str:
    return name.replace("*", "@")


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


def _group(text: str, k: int) -> tuple[str, int] | None:
    """The group in braces that comes next, without them, and where it ends."""
    opened = _OPENS.match(text, k)
    end = closing_brace(text, opened.end(), LONGEST) if opened is not None else None
    return None if opened is None or end is None else (text[opened.end() : end], end + 1)


def own_displays(found: Sequence[Definition]) -> OwnDisplays:
    """What opens and closes displays by the definitions of a text."""
    out = OwnDisplays()
    known = dict[str, Effect]()
    for _ in range(PASSES):
        before = dict(known)
        known |= {x.name: e for x in found if x.tail is None and (e := _effect(x.body, known)) is not None}
        if known == before:
            break
    for x in found:
        if x.tail is not None:
            first, last = _effect(x.body, known), _effect(x.tail, known)
            if _fit(first, last) and x.name not in DISPLAYED:
                _add_environment(out, x.name, x.parameters, first.code, last.code)  # type: ignore[union-attr]
            continue
        pattern = rf"{re.escape(x.name)}(?![A-Za-z@])"
        if (effect := known.get(x.name)) is None:
            continue
        if effect.opens:
            out.opening[pattern] = effect.kind
        if not effect.opens or effect.kind == "$$":  # which closes too
            out.close(effect.kind, pattern)
        out.definitions.append(_redefined(x.name, x.parameters, effect.code))
    return out


def _fit(first: Effect | None, last: Effect | None) -> bool:
    """Whether what a text opens is what another closes."""
    return first is not None and last is not None and first.opens and not last.opens and first.kind == last.kind


def _add_environment(out: OwnDisplays, name: str, parameters: str, head: str, tail: str) -> None:
    out.opening[rf"\\begin\{{{re.escape(name)}\}}"] = f"own {name}"
    out.close(f"own {name}", rf"\\end\{{{re.escape(name)}\}}")
    out.environments.append(name)
    out.definitions.append(_redefined(rf"\begin@{_letters(name)}", parameters, head))
    out.definitions.append(_redefined(rf"\end@{_letters(name)}", "", tail))


def _redefined(name: str, parameters: str, code: str) -> str:
    """A definition with another body; its parameters as it declares them."""
    if parameters.startswith("{"):
        return rf"\NewDocumentCommand{{{name}}}{parameters}{{{code}}}"
    if parameters.startswith("#"):
        return rf"\def{name}{parameters}{{{code}}}"
    return rf"\newcommand{{{name}}}{parameters}{{{code}}}"


@dataclass
class _Modes:
    """What a text opens and does not close, and what it closes."""

    opened: list[tuple[str, int, int]] = field(default_factory=list)  # kind, where it begins, and what is inside
    closed: list[tuple[str, int, int]] = field(default_factory=list)  # kind, where what is inside ends, and all

    def meet(self, kind: str, start: int, end: int, *, opens: bool) -> None:
        own = kind[0] in "$\\"  # fences are no part of what they enclose
        if opens:
            self.opened.append((kind, start, end))
        elif self.opened and self.opened[-1][0] == kind:
            self.opened.pop()
        else:
            self.closed.append((kind, start if own else end, end))


def _modes(text: str, effects: dict[str, Effect]) -> _Modes:
    """What of a text is in math mode, also by the commands that it calls."""
    out, k = _Modes(), 0
    while (match := _SHIFT.search(text, k)) is not None:
        start, k = match.span()
        if kind := match["dollars"]:
            is_open = bool(out.opened) and out.opened[-1][0] == kind
            out.meet(kind, start, k, opens=not is_open)
        elif match["bracket"]:
            kind = r"\[" if match["bracket"] in "[]" else r"\("
            out.meet(kind, start, k, opens=match["bracket"] in "[(")
        elif match["name"]:
            out.meet(match["name"], start, k, opens=match["which"] == "begin")
        elif (effect := effects.get(match["command"] or "")) is not None:
            out.meet(effect.kind, start, k, opens=effect.opens)
    return out


def _effect(body: str, known: dict[str, Effect]) -> Effect | None:
    """What a text opens and does not close, or closes and has not opened; None for neither and for both."""

    def spelled(match: re.Match[str]) -> str:
        return rf"\{'end' if match['csend'] or match['end'] else 'begin'}{{{match['cs'] or match['name']}}}"

    if "\\" not in body and "$$" not in body:
        return None
    text = _PLAIN.sub(spelled, body)
    modes = _modes(text, known)
    opened, closed = ([x for x in part if x[0] not in ("$", r"\(")] for part in (modes.opened, modes.closed))
    if bool(opened) == bool(closed):
        return None
    if opened:
        kind, start, end = opened[0]
        return Effect(kind, text[end if kind[0] in "$\\" else start :], opens=True)
    kind, end, _ = closed[-1]
    return Effect(kind, text[:end], opens=False)


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
