r"""Doubled backslashes: \\( x \\in \\mathbb{R}^p \\), as Hugo and Jekyll want them and pandoc -t gfm writes them."""

from __future__ import annotations

import re

from pcaproofs.notes.text.common_macros import COMMON
from pcaproofs.notes.text.passes import AROUND, FONTS, NOTHING, SPACES, TEXT, WITHOUT
from pcaproofs.notes.text.symbols import KNOWN

_COMMANDS = {x[1:] for x in (*KNOWN, *COMMON, *TEXT, *SPACES, *NOTHING, *WITHOUT, *AROUND)} | {*FONTS}
_COMMANDS |= {"begin", "end", "operatorname", "substack", "stackrel", "overset", "underset"}
_RUN = re.compile(r"(\\+)([A-Za-z]+|.?)", re.DOTALL)
_BAR = re.compile(r"(?<!\\)\\\\\|")
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
        return re.sub(r"(?<!\\)\\\\(?=[|{},;:!_])", r" \\", said)
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
