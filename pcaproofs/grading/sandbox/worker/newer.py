"""Syntax of Python versions newer than this interpreter's.

Each row rewrites a feature in older syntax. A text needs the feature if it is valid Python once it is rewritten, and
not before; so what is wrong in every version is never called new.
"""

import ast
import re
import sys
from collections.abc import Callable
from typing import NamedTuple

Version = tuple[int, int]


class Feature(NamedTuple):
    """A feature of the language, the version that introduced it, and an example, which is its test."""

    name: str
    version: Version
    example: str
    rewritten: Callable[[str], str]


def _by(pattern: str, new: str) -> Callable[[str], str]:
    compiled = re.compile(pattern, re.MULTILINE)
    return lambda text: compiled.sub(new, text)


_PARAMETERS = r"^([ \t]*(?:async[ \t]+def|def|class)[ \t]+\w+)[ \t]*\[(?:[^][]|\[[^][]*\])*\](?=[ \t]*[(:])"
_WITH_DEFAULTS = _PARAMETERS.replace("*\\](?", "*=(?:[^][]|\\[[^][]*\\])*\\](?")
_PREFIX = re.compile(r"(?<![\w\"'])(?:[fF][rR]?|[rR][fF])(\"\"\"|'''|\"|')")
_T_PREFIX = r"(?<![\w\"'])(?:[tT]([rR]?)|([rR])[tT])(?=[\"'])"
_LONGEST = 20_000


def _plain_f_strings(text: str) -> str:
    """A text in which each f-string is an empty string, read by the rules of Python 3.12."""
    out, at = [], 0
    for _ in range(1000):
        found = _PREFIX.search(text, at)
        end = _end_of_f_string(text, found.end(), found[1]) if found else None
        if found is None or end is None:
            break
        out += [text[at : found.start()], "''"]
        at = end
    return "".join([*out, text[at:]])


def _end_of_f_string(text: str, at: int, quote: str) -> int | None:
    """The end of an f-string whose content begins at a position; None if it does not end, or is wrong inside."""
    depth, field, cuts = 0, 0, list[int]()
    while at < len(text):
        if depth == 0 and text.startswith(quote, at):
            return at + len(quote)
        sign = text[at]
        if depth == 0:
            if sign == "\n" and len(quote) == 1:
                return None
            at += 2 if sign == "\\" or text[at : at + 2] in ("{{", "}}") else 1
            if sign == "{" and text[at - 2 : at] != "{{":
                depth, field, cuts = 1, at, []
            continue
        if sign in "\"'":
            inner = text[at : at + 3] if text[at : at + 3] in ('"""', "'''") else sign
            formatted = re.search(r"(?:[fF][rR]?|[rR][fF])$", text[max(0, at - 2) : at])
            start = at + len(inner)
            end = _end_of_f_string(text, start, inner) if formatted else _end_of_string(text, start, inner)
            if end is None:
                return None
            at = end
            continue
        if depth == 1 and sign in ":!=}":
            cuts.append(at)
        depth += (sign in "{[(") - (sign in "}])")
        at += 1
        if depth == 0 and not any(_is_valid(f"({_plain_f_strings(text[field:cut])}\n)") for cut in cuts):
            return None
    return None


def _end_of_string(text: str, at: int, quote: str) -> int | None:
    while at < len(text):
        if text.startswith(quote, at):
            return at + len(quote)
        if text[at] == "\n" and len(quote) == 1:
            return None
        at += 2 if text[at] == "\\" else 1
    return None


FEATURES = (
    Feature("defaults of type parameters", (3, 13), "class Box[T = int]: pass", _by(_WITH_DEFAULTS, r"\1")),
    Feature("type parameters", (3, 12), "def first[T](items: list[T]) -> T: return items[0]", _by(_PARAMETERS, r"\1")),
    Feature(
        "the `type` statement",
        (3, 12),
        "type Vector = list[float]",
        _by(r"^([ \t]*)type[ \t]+(\w+)[ \t]*(?:\[[^\n]*?\][ \t]*)?=(?!=)", r"\1\2 ="),
    ),
    Feature("f-strings with any expression", (3, 12), 'print(f"{row["name"]}")', _plain_f_strings),
    Feature("t-strings", (3, 14), 'page = t"<b>{name}</b>"', _by(_T_PREFIX, r"f\1\2")),
    Feature(
        "`except` with several classes without parentheses",
        (3, 14),
        "try:\n    pass\nexcept ValueError, TypeError:\n    pass",
        # names of classes: `except ValueError, e:` is Python 2
        _by(r"^([ \t]*except\*?[ \t]+)((?:\w+\.)*[A-Z]\w*(?:[ \t]*,[ \t]*(?:\w+\.)*[A-Z]\w*)+)[ \t]*:", r"\1(\2):"),
    ),
    Feature("lazy imports", (3, 15), "lazy import numpy", _by(r"^([ \t]*)lazy[ \t]+(?=import\b|from\b)", r"\1")),
    Feature(
        "unpacking in comprehensions",
        (3, 15),
        "flat = [*row for row in rows]",
        _by(r"([\[{(])[ \t]*\*{1,2}(?=[\w.]+[ \t]+for\b)", r"\1"),
    ),
)


def needed(text: str, running: Version = sys.version_info[:2]) -> str:
    """What a text that is no valid Python here needs, in words; empty if no newer version is known to run it."""
    if len(text) > _LONGEST:
        return ""
    features = [each for each in FEATURES if each.version > running]
    for own in (*([each] for each in features), features):
        used, rewritten = [], text
        for each in own:
            if (changed := each.rewritten(rewritten)) != rewritten:
                used.append(each)
                rewritten = changed
        if used and _is_valid(rewritten):
            newest = max(used, key=lambda each: each.version)
            version, here = (".".join(map(str, each)) for each in (newest.version, running))
            return f"this {NEEDS} {version} ({newest.name}); this grader runs {here}"
    return ""


NEEDS = "needs Python"


def _is_valid(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True
