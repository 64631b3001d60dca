r"""Macros of a Markdown note that stand in its front matter, in the configuration of its project, or in included files.

MyST has `math:` in a page and in myst.yml, Jupyter Book `tex: macros:` in _config.yml, Quarto {{< include _m.qmd >}}.
Only the mappings of macros are read from YAML, so no parser of YAML is needed. Files that are missing bring nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

LARGEST = 2**18  # bytes of one file
MOST = 20  # files that are included
ABOVE = 3  # folders above the note in which the configuration of its project is looked for
CONFIGURATIONS = ("myst.yml", "myst.yaml", "_config.yml", "_config.yaml", "_toc.yml", "conf.py")
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.MULTILINE | re.DOTALL)
_HEAD = re.compile(r"^(?P<indent>[ ]*)(?:math|macros)[ \t]*:[ \t]*\n", re.MULTILINE)
_ENTRY = re.compile(r"^(?P<indent>[ ]+)(?P<name>'[^'\n]+'|\"[^\"\n]+\"|\\?[A-Za-z]+)[ \t]*:[ \t]*(?P<value>[^\n]*)$")
_FIELD = re.compile(r"^[ ]+(?:macro|value)[ \t]*:[ \t]*(?P<value>[^\n]*)$")
_FLOW = re.compile(r"\[\s*(?P<body>'(?:[^']|'')*'|\"(?:\\.|[^\"\\])*\")\s*,\s*(?P<count>\d)\s*\]")
_INCLUDE = re.compile(
    r"\{\{<\s*include\s+(?P<quarto>[^\s>]+)\s*>\}\}|^```\{include\}[ \t]*(?P<myst>\S+)[ \t]*$"
    r"|^[ \t-]*(?:include-before-body|include-in-header|file)[ \t]*:[ \t]*"
    r"(?P<yaml>[\w./-]+\.(?:tex|qmd|md|html))[ \t]*$",
    re.MULTILINE,
)


def configured(note: Path, text: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The names of the files that configure the note's project, and the texts that define macros for it."""
    names, out = set[str](), list[str]()
    folder = note.resolve().parent
    for place in [folder, *folder.parents][: ABOVE + 1]:
        here = [place / name for name in CONFIGURATIONS if (place / name).is_file()]
        names |= {x.name for x in here}
        out += [macros_of_yaml(_text(x)) for x in here if x.suffix in (".yml", ".yaml")]
        if here or (place / ".git").exists():
            break
    out += _included(folder, text, set())
    return frozenset(names), tuple(x for x in out if x)


def _included(folder: Path, text: str, seen: set[Path]) -> Iterator[str]:
    for match in _INCLUDE.finditer(text):
        file = (folder / (match["quarto"] or match["myst"] or match["yaml"]).lstrip("/")).resolve()
        if file not in seen and len(seen) < MOST and (inside := _text(file)):
            seen.add(file)
            yield from _included(file.parent, inside, seen)
            yield inside


def macros_of_front_matter(text: str) -> str:
    r"""The macros of the front matter of a page as \newcommand; empty if it has none."""
    front = _FRONT.match(text)
    return macros_of_yaml(front[1]) if front is not None else ""


def macros_of_yaml(text: str) -> str:
    r"""The mappings `math:` and `macros:` of a YAML text as \newcommand."""
    out = list[str]()
    for head in _HEAD.finditer(text):
        pending = ""  # the macro whose body stands in the lines below
        for line in text[head.end() :].splitlines():
            if line.strip() and len(line) - len(line.lstrip(" ")) <= len(head["indent"]):
                break
            if pending and (field := _FIELD.match(line)) is not None:
                out.append(_defined(pending, field["value"]))
                pending = ""
            elif (entry := _ENTRY.match(line)) is not None:
                name = "\\" + _unquoted(entry["name"]).lstrip("\\")
                pending = "" if entry["value"].strip() else name
                if not pending and re.fullmatch(r"\\(?:[A-Za-z]+|.)", name):
                    out.append(_defined(name, entry["value"]))
    return "\n".join(out)


def _defined(name: str, value: str) -> str:
    flow = _FLOW.match(value.strip())
    body = _unquoted(flow["body"] if flow is not None else value)
    count = int(flow["count"]) if flow is not None else max(map(int, re.findall(r"#(\d)", body)), default=0)
    return rf"\newcommand{{{name}}}{f'[{count}]' if count else ''}{{{body}}}"


def _unquoted(value: str) -> str:
    """A scalar of YAML without its quotation marks and escapes."""
    value = value.strip()
    if value[:1] == "'" and value[-1:] == "'" and len(value) > 1:
        return value[1:-1].replace("''", "'")
    if value[:1] == '"' and value[-1:] == '"' and len(value) > 1:
        return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), value[1:-1])
    return value.split(" #")[0].rstrip()


def _text(file: Path) -> str:
    """The text of a file; empty if it cannot be read."""
    try:
        return "" if file.stat().st_size > LARGEST else file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
