r"""Text that TeX skips: \iffalse … \fi, branches of switches, dropped arguments, what follows \end{document}."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pcaproofs.notes.text.source import Span

_PRIMITIVE = {
    *("if", "ifcat", "ifx", "ifcase", "ifnum", "ifdim", "ifodd", "ifmmode", "ifvmode", "ifhmode", "ifinner", "iftrue"),
    *("iffalse", "ifvoid", "ifhbox", "ifvbox", "ifeof", "ifdefined", "ifcsname", "iffontchar", "ifpdf", "ifxetex"),
}
_SWITCH = re.compile(r"\\newif\s*\\if([A-Za-z@]+)|\\let\s*\\if([A-Za-z@]+)\s*=?\s*\\if(true|false)(?![A-Za-z@])")
_WORD = re.compile(r"\\(if[A-Za-z@]*|else|fi)(?![A-Za-z@])(\s*0(?![0-9.]))?")
_DROPS = re.compile(
    r"\\(?:(?:re|provide)?newcommand\*?|long\s*\\def|def)\s*\{?(\\[A-Za-z@]+)\}?\s*(?:\[1\]|#1)\s*\{\s*\}"
)
_VERBATIM = re.compile(r"\\begin\{(verbatim|lstlisting|minted|Verbatim|filecontents)\*?\}.*?\\end\{\1\*?\}", re.DOTALL)
_ENDS = re.compile(r"\\(?:end\{document\}|endinput(?![A-Za-z]))")


def skipped_branches(text: str) -> Iterator[Span]:
    r"""The branches that are never taken, with the commands around them; \iff is no conditional."""
    known = {*_PRIMITIVE, *(f"if{m[1] or m[2]}" for m in _SWITCH.finditer(text))}
    naming = {end for m in _SWITCH.finditer(text) for end in (m.end(1), m.end(2), m.end())}
    settings = [
        (m.start(), m[1], m[2] == "true") for m in re.finditer(r"\\([A-Za-z@]+?)(true|false)(?![A-Za-z@])", text)
    ]
    settings += [(m.start(), m[2], m[3] == "true") for m in _SWITCH.finditer(text) if m[2]]
    settings.sort()
    opened: list[tuple[int, bool | None, bool]] = []  # where a branch begins, what decides, whether it is the second
    for match in _WORD.finditer(text):
        name = match[1]
        if name == "else" and opened:
            start, taken, _ = opened.pop()
            if taken is False:
                yield start, match.end(1)
            opened.append((match.start(), taken, True))
        elif name == "fi" and opened:
            start, taken, is_second = opened.pop()
            if taken is not None and taken is is_second:
                yield start, match.end(1)
            elif taken is not None:
                yield match.start(), match.end(1)
        elif (
            name in known and match.end(1) not in naming and text[max(0, match.start() - 4) : match.start()] != "\\let"
        ):
            taken = _decided(match, settings, name)
            opened.append((match.start(), taken, False))
            if taken:
                yield match.start(), match.end(1)


def _decided(match: re.Match[str], settings: list[tuple[int, str, bool]], name: str) -> bool | None:
    """Whether a condition holds; None if only TeX knows."""
    if name in ("iftrue", "iffalse"):
        return name == "iftrue"
    if name == "if":
        return False if match[2] else None
    if name in _PRIMITIVE:
        return None
    before = [value for place, switch, value in settings if switch == name[2:] and place < match.start()]
    return before[-1] if before else False


def dropped_arguments(text: str) -> Iterator[Span]:
    r"""The calls of macros that drop their argument, \newcommand{\hide}[1]{}, outside of definitions."""
    names = {re.escape(m[1]) for m in _DROPS.finditer(text)}
    if not names:
        return
    last = 0
    for match in re.compile(rf"(?:{'|'.join(sorted(names))})(?![A-Za-z@])\s*\{{").finditer(text):
        if match.start() >= last and (end := closing_brace(text, match.end())) is not None:
            yield match.start(), end + 1
            last = end + 1


def behind_the_end(text: str) -> Iterator[Span]:
    r"""What follows \end{document} or \endinput."""
    spans = [m.span() for m in _VERBATIM.finditer(text)]
    for match in _ENDS.finditer(text):
        if not any(a <= match.start() < b for a, b in spans):
            yield match.end(), len(text)
            return


def closing_brace(text: str, start: int, most: int = 20_000) -> int | None:
    """Where the brace closes that was opened before a place; None if it is far away."""
    depth = 1
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, start, start + most):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return match.start()
    return None
