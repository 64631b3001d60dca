r"""Displays that an author's macro or environment opens: \newcommand{\be}{\begin{equation}}, \newenvironment{eqn}….

The effect of a definition is what it opens and does not close, or closes and has not opened. Of such a definition only
the part in math mode counts, so that a box around a display is no part of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pcaproofs.notes.text.tex_conditionals import closing_brace

PASSES = 4  # macros that call macros that …
LONGEST = 5_000  # characters of a definition
_COMMAND = re.compile(
    r"\\(?:(?:re|provide)?newcommand\*?|DeclareRobustCommand\*?|(?:long\s*\\)?[gex]?def"
    r"|(?:New(?:Expandable)?|Renew|Provide|Declare)DocumentCommand)(?![A-Za-z@])\s*(?:\{\s*(\\[A-Za-z@]+)\s*\}|(\\[A-Za-z@]+))"
)
_ENVIRONMENT = re.compile(
    r"\\(?:(?:re|provide)?newenvironment\*?|(?:New|Renew|Provide|Declare)DocumentEnvironment|(?P<environ>(?:Ren|N)ewEnviron))"
    r"(?![A-Za-z@])\s*\{([A-Za-z@]+\*?)\}"
)
_ALIAS = re.compile(r"\\let\s*\\([A-Za-z@]+)\s*=?\s*\\([A-Za-z]+)(?![A-Za-z@])")
_BODY = re.compile(r"\\BODY(?![A-Za-z@])|#(\d)")


@dataclass(frozen=True)
class Effect:
    """What a definition does: it opens or closes a display of a kind; code: its part in math mode."""

    opens: str
    closes: str
    code: str


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
        return re.sub(
            rf"\\(begin|end)\{{({names})\}}",
            lambda m: f"\\{m[1]}@{_letters(m[2])}".ljust(len(m[0])),
            text,
        )


def _letters(name: str) -> str:
    return name.replace("*", "@")


def own_displays(text: str, preambles: Sequence[str], displayed: Sequence[str]) -> OwnDisplays:
    """What opens and closes displays by the definitions of a text and of its preambles."""
    out = OwnDisplays()
    if "\\" not in text:
        return out
    whole = "\n".join([*preambles, text])
    commands = list(_commands(whole))
    known = _effects(commands, displayed)
    for name, parameters, body in commands:
        pattern = rf"{re.escape(name)}(?![A-Za-z@])"
        if (effect := known.get(name)) is None:
            _add_delimited(out, name, parameters, body, lambda said: _effect(said, known, displayed))
            continue
        if effect.opens:
            out.opening[pattern] = effect.opens
        if not effect.opens or effect.opens == "$$":  # which closes too
            out.close(effect.closes or effect.opens, pattern)
        out.definitions.append(_redefined(name, parameters, effect.code))
    for name, parameters, head, tail in _environments(whole):
        first, last = _effect(head, known, displayed), _effect(tail, known, displayed)
        if first is not None and last is not None and first.opens == last.closes != "" and name not in displayed:
            _add_environment(out, name, parameters, first.code, last.code)
    _add_aliases(out, dict(_ALIAS.findall(whole)), displayed)
    return out


def _add_aliases(out: OwnDisplays, aliases: dict[str, str], displayed: Sequence[str]) -> None:
    r"""Add \let\eqn\equation as an environment and, if no \endeqn is defined, \let\be\equation as a command."""
    for name, meaning in aliases.items():
        kind = meaning.removeprefix("end")
        if kind not in displayed or name.startswith("end"):
            continue
        if kind == meaning:
            _add_environment(out, name, "", rf"\begin{{{kind}}}", rf"\end{{{kind}}}")
        if f"end{name}" in aliases:
            continue
        pattern = rf"\\{name}(?![A-Za-z@])"
        if kind == meaning:
            out.opening[pattern] = kind
        else:
            out.close(kind, pattern)
        out.definitions.append(_redefined(rf"\{meaning}", "", rf"\{'begin' if kind == meaning else 'end'}{{{kind}}}"))


def _effects(commands: Sequence[tuple[str, str, str]], displayed: Sequence[str]) -> dict[str, Effect]:
    """The effect of each command that has one, perhaps by another command."""
    known: dict[str, Effect] = {}
    for _ in range(PASSES):
        before = dict(known)
        for name, _, body in commands:
            if (effect := _effect(body, known, displayed)) is not None:
                known[name] = effect
        if known == before:
            break
    return known


def _add_delimited(
    out: OwnDisplays, name: str, parameters: str, body: str, effect: Callable[[str], Effect | None]
) -> None:
    r"""Add a macro whose argument ends with another command: \def\bal#1\eal{\begin{align}#1\end{align}}."""
    end = re.fullmatch(r"#1(\\[A-Za-z@]+)", parameters)
    head, _, tail = body.partition("#1")
    first, last = effect(head), effect(tail)
    if end is None or first is None or last is None or not first.opens or first.opens != last.closes:
        return
    out.opening[rf"{re.escape(name)}(?![A-Za-z@])"] = name
    out.close(name, rf"{re.escape(end[1])}(?![A-Za-z@])")
    out.definitions += [rf"\def{name}{{{first.code}}}", rf"\def{end[1]}{{{last.code}}}"]


def _add_environment(out: OwnDisplays, name: str, parameters: str, head: str, tail: str) -> None:
    out.opening[rf"\\begin\{{{re.escape(name)}\}}"] = f"own {name}"
    out.close(f"own {name}", rf"\\end\{{{re.escape(name)}\}}")
    out.environments.append(name)
    out.definitions.append(_redefined(rf"\begin@{_letters(name)}", parameters, head))
    out.definitions.append(rf"\newcommand{{\end@{_letters(name)}}}{{{tail}}}")


def _redefined(name: str, parameters: str, code: str) -> str:
    """A definition with another body; its parameters as it declares them."""
    if parameters.startswith("{"):
        return rf"\NewDocumentCommand{{{name}}}{parameters}{{{code}}}"
    if parameters.startswith("#"):
        return rf"\def{name}{parameters}{{{code}}}"
    return rf"\newcommand{{{name}}}{parameters}{{{code}}}"


def _group(text: str, k: int) -> tuple[str, int] | None:
    """The group in braces that comes next, without them, and where it ends."""
    opened = re.compile(r"\s*\{").match(text, k)
    end = closing_brace(text, opened.end(), LONGEST) if opened is not None else None
    return None if opened is None or end is None else (text[opened.end() : end], end + 1)


def _parameters(text: str, k: int, *, is_document: bool, is_def: bool) -> tuple[str, int]:
    """What a definition says of its parameters, and where that ends."""
    if is_document and (spec := _group(text, k)) is not None:
        return f"{{{spec[0]}}}", spec[1]
    pattern = r"[^{}\n]{0,60}(?=\{)" if is_def else r"\s*(?:\[\d\])?\s*(?:\[[^\[\]\n]{0,200}\])?"
    match = re.compile(pattern).match(text, k)
    return (match[0].strip(), match.end()) if match is not None else ("", k)


def _commands(text: str) -> Iterator[tuple[str, str, str]]:
    """Name, parameters and body of each command that a text defines."""
    for match in _COMMAND.finditer(text):
        how = match[0]
        said, k = _parameters(
            text, match.end(), is_document="Document" in how, is_def="def" in how.partition("{")[0][:12]
        )
        if (body := _group(text, k)) is not None:
            yield match[1] or match[2], said, body[0]


def _environments(text: str) -> Iterator[tuple[str, str, str, str]]:
    """Name, parameters, beginning and end of each environment that a text defines."""
    for match in _ENVIRONMENT.finditer(text):
        said, k = _parameters(text, match.end(), is_document="Document" in match[0], is_def=False)
        if (head := _group(text, k)) is None:
            continue
        tail = ("", 0) if match["environ"] else _group(text, head[1])
        if tail is None:
            continue
        whole = list(_BODY.finditer(head[0]))
        if not tail[0].strip() and whole and (match["environ"] or "b" in said):  # the contents are an argument
            place = next((m for m in whole if not m[1]), whole[-1])
            kept = re.sub(r"\s*\+?b\s*(?=\}$)", "", said)
            yield match[2], "" if kept == "{}" else kept, head[0][: place.start()], head[0][place.end() :]
        else:
            yield match[2], said, head[0], tail[0]


def _effect(body: str, known: dict[str, Effect], displayed: Sequence[str]) -> Effect | None:
    """What a text opens and does not close, or closes and has not opened; None for neither and for both."""
    names = "|".join(map(re.escape, displayed))
    parts = re.compile(
        rf"\\\\|(?P<double>\$\$)|\\(?P<bracket>[\[\]])|\\(?P<which>begin|end)\s*\{{(?P<name>(?:{names})\*?)\}}"
        rf"|\\csname\s*(?P<csend>end)?(?P<cs>(?:{names})\*?)\s*\\endcsname"
        rf"|\\(?P<plainend>end)?(?P<plain>{names})(?![A-Za-z@*])|(?P<command>\\[A-Za-z@]+)"
    )
    opened: list[tuple[str, int]] = []
    closed: list[tuple[str, int]] = []
    last = 0

    def meet(kind: str, start: int, end: int, *, opens: bool) -> None:
        if opens:
            opened.append((kind, start))
        elif opened and opened[-1][0] == kind:
            opened.pop()
        else:
            closed.append((kind, end))

    written = ""
    for match in parts.finditer(body):
        written += body[last : match.start()]
        start, last = len(written), match.end()
        said = match[0]
        if match["cs"] or match["plain"]:
            ends = bool(match["csend"] or match["plainend"])
            said = rf"\{'end' if ends else 'begin'}{{{match['cs'] or match['plain']}}}"
            written += said
            meet(match["cs"] or match["plain"], start, len(written), opens=not ends)
            continue
        written += said
        if match["double"]:
            meet("$$", start, len(written), opens=not (opened and opened[-1][0] == "$$"))
        elif match["bracket"]:
            meet(r"\[", start, len(written), opens=match["bracket"] == "[")
        elif match["name"]:
            meet(match["name"], start, len(written), opens=match["which"] == "begin")
        elif match["command"] and (effect := known.get(match["command"])) is not None:
            meet(effect.opens or effect.closes, start, len(written), opens=bool(effect.opens))
    written += body[last:]
    if bool(opened) == bool(closed):
        return None
    kind, place = opened[0] if opened else closed[-1]
    own = 2 if kind in ("$$", r"\[") else 0  # fences are no part of what they enclose
    return Effect(kind, "", written[place + own :]) if opened else Effect("", kind, written[: place - own])
