r"""Macros of a LaTeX file that set their arguments as mathematics: \newcommand{\eq}[1]{\[ #1 \]}, \newenvironment too.

Of such a macro only the mathematics counts: where the text calls it, there stands a formula, which is what its
definition has in math mode, with the arguments of the call. What it sets in text mode is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pcaproofs.notes.text.macros import Macro
from pcaproofs.notes.text.tokens import tokens

LONGEST = 5_000  # characters of a definition
LONGEST_CALL = 20_000  # characters of the arguments of a call
PASSES = 4  # macros that call macros that …

_DEFINITION = re.compile(
    r"\\(?:(?:re|provide)?newcommand\*?|(?P<environment>(?:re)?newenvironment\*?)|(?P<plain>[gex]?def))(?![A-Za-z])"
)
_MATH = re.compile(
    r"""(?P<escaped>\\[\\$])
    |\$\$(?P<double>.*?)\$\$ | \$(?P<single>(?:\\\$|[^$])*)\$ | \\\[(?P<bracket>.*?)\\\] | \\\((?P<paren>.*?)\\\)
    |\\begin\{(?P<name>equation|displaymath|align|gather|multline|eqnarray)\*?\}(?P<environment>.*?)\\end\{(?P=name)\*?\}
    |\\ensuremath\s*(?=\{)(?P<ensured>)
    |(?P<command>\\[A-Za-z@]+)""",
    re.VERBOSE | re.DOTALL,
)
_SPACE = re.compile(r"[ \t]*\n?[ \t]*")


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
    is_environment: bool = False

    @property
    def command(self) -> str:
        """The command that stands for a call in a formula."""
        return f"\\{self.name}" if self.is_environment else self.name

    def macro(self) -> Macro:
        """The macro that expands to the mathematics alone."""
        default = None if self.default is None else tuple(tokens(self.default, 0, len(self.default)))
        body = tuple(tokens(self.mathematics, 0, len(self.mathematics)))
        return Macro(self.command, self.parameters, body, default)


@dataclass(frozen=True)
class _Definition:
    name: str
    parameters: int
    default: str | None
    body: str
    is_environment: bool


@dataclass(frozen=True)
class _Region:
    """A part of a definition that is in math mode."""

    text: str
    display: bool

    @property
    def arguments(self) -> list[int]:
        """The numbers of the arguments in it."""
        return sorted(int(k) for k in re.findall(r"#(\d)", self.text))


def text_macros(text: str) -> dict[str, TextMacro]:
    """The macros of a LaTeX file that set arguments as mathematics, by name; text: without comments."""
    definitions = {d.name: d for d in _definitions(text)}
    found: dict[str, TextMacro] = {}
    for _ in range(PASSES):
        before = dict(found)
        for definition in definitions.values():
            if (macro := _text_macro(definition, found)) is not None:
                found[definition.name] = macro
        if found == before:
            break
    return found


def arguments(text: str, start: int, macro: TextMacro) -> tuple[list[tuple[int, int]], int] | None:
    """The spans of the arguments of a call, whose name ends at `start`, and the end of the call; None if some lack."""
    limit = min(len(text), start + LONGEST_CALL)
    found: list[tuple[int, int]] = []
    k = start
    if macro.default is not None:
        opened = _after_space(text, k)
        if text[opened : opened + 1] == "[":
            close = _closing(text, opened, limit, "[]")
            if close is None:
                return None
            found.append((opened + 1, close))
            k = close + 1
    for _ in range(macro.parameters - (macro.default is not None)):
        opened = _after_space(text, k)
        close = _closing(text, opened, limit, "{}") if text[opened : opened + 1] == "{" else None
        if close is None:
            return None
        found.append((opened + 1, close))
        k = close + 1
    return found, k


def _definitions(text: str) -> Iterator[_Definition]:
    for match in _DEFINITION.finditer(text):
        found = _definition(text, match)
        if found is not None and found.parameters <= 9:
            yield found


def _definition(text: str, match: re.Match[str]) -> _Definition | None:
    """The definition that begins with a match; None if it is no plain one."""
    limit = min(len(text), match.end() + LONGEST)
    k = _after_space(text, match.end())
    name: str
    if text[k : k + 1] == "{":
        close = _closing(text, k, limit, "{}")
        if close is None:
            return None
        name, k = text[k + 1 : close].strip(), close + 1
    elif (command := re.compile(r"\\[A-Za-z@]+").match(text, k)) is not None:
        name, k = command[0], command.end()
    else:
        return None
    parameters, default = 0, None
    if match["plain"]:
        said = re.compile(r"(?:#\d)*").match(text, k)
        assert said is not None
        parameters, k = len(said[0]) // 2, said.end()
    else:
        count = re.compile(r"\s*\[(\d)\]").match(text, k)
        if count is not None:
            parameters, k = int(count[1]), count.end()
            opened = _after_space(text, k)
            if text[opened : opened + 1] == "[":
                close = _closing(text, opened, limit, "[]")
                if close is None:
                    return None
                default, k = text[opened + 1 : close], close + 1
    k = _after_space(text, k)
    close = _closing(text, k, limit, "{}") if text[k : k + 1] == "{" else None
    if close is None:
        return None
    return _Definition(name, parameters, default, text[k + 1 : close], match["environment"] is not None)


def _text_macro(definition: _Definition, known: dict[str, TextMacro]) -> TextMacro | None:
    """What a definition has in math mode, as a macro; None if that is nothing or no argument is in it."""
    if not definition.parameters and not definition.is_environment:
        whole = re.fullmatch(
            r"\s*(?:\\ensuremath\s*\{(.*)\}|\$([^$]*)\$)\s*(?:\\xspace)?\s*", definition.body, re.DOTALL
        )
        said = (whole[1] or whole[2]) if whole else None
        return TextMacro(definition.name, 0, None, said, False) if said else None
    regions = list(dict.fromkeys(r for r in _regions(definition.body, known) if r.arguments))
    if not regions:
        return None
    regions.sort(key=lambda region: region.arguments)  # a box may be measured before it is set
    display, all_display = any(region.display for region in regions), all(region.display for region in regions)
    between = r" \\ " if all_display else " " if display else r"\text{ and }"
    said = between.join(region.text for region in regions)
    return TextMacro(
        definition.name, definition.parameters, definition.default, said, display, definition.is_environment
    )


def _regions(body: str, known: dict[str, TextMacro]) -> Iterator[_Region]:
    """The parts of a definition that are in math mode, also by the macros that it calls."""
    k = 0
    while (match := _MATH.search(body, k)) is not None:
        k = match.end()
        for kind in ("double", "bracket", "environment"):
            if match[kind] is not None:
                yield _Region(match[kind].strip(), True)
        for kind in ("single", "paren"):
            if match[kind] is not None:
                yield _Region(match[kind].strip(), r"\displaystyle" in match[kind])
        if match["ensured"] is not None:
            opened = body.index("{", match.start())
            close = _closing(body, opened, len(body), "{}")
            if close is not None:
                yield _Region(body[opened + 1 : close], False)
                k = close + 1
        elif (called := known.get(match["command"] or "")) is not None:
            found = arguments(body, k, called)
            if found is not None:
                given = [body[a:b] for a, b in found[0]]
                if called.default is not None and len(given) < called.parameters:
                    given.insert(0, called.default)
                said = re.sub(r"#(\d)", lambda m, given=given: given[int(m[1]) - 1], called.mathematics)  # type: ignore[misc]
                yield _Region(said, called.display)
                k = found[1]


def _after_space(text: str, k: int) -> int:
    match = _SPACE.match(text, k)
    return match.end() if match else k


def _closing(text: str, start: int, limit: int, pair: str) -> int | None:
    """Where what opens at `start` closes; braces are counted in square brackets too."""
    opening, closing = pair[0], pair[1]
    depth = braces = 0
    k = start
    while k < limit:
        c = text[k]
        if c == "\\":
            k += 1
        elif c == opening and not braces:
            depth += 1
        elif c == closing and not braces:
            depth -= 1
            if not depth:
                return k
        elif pair != "{}" and c in "{}":
            braces += 1 if c == "{" else -1
        k += 1
    return None
