r"""The files that define the macros of a note: inputs and packages in LaTeX; configurations and includes in Markdown.

A chapter of a LaTeX book defines nothing itself. The document that inputs it stands in its folder or in one above. If
there is none, the files beside it count whose names say that they hold macros. MyST has `math:` in a page and in
myst.yml, Jupyter Book `tex: macros:` in _config.yml, Quarto {{< include _m.qmd >}}; only the mappings of macros are
read from YAML, so no parser of YAML is needed. Files that are missing, too large or no text bring nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

LARGEST = 2**20  # bytes of one file
MOST = 40  # files that are read
MOST_BESIDE = 300  # files of a folder in which the note is looked for
MOST_PARENTS = 3  # files that bring in a note and are no documents
DEEPEST = 3  # such files between a note and its document
ABOVE = 2  # folders above the note in which its document is looked for
ABOVE_PROJECT = 3  # folders above the note in which the configuration of its project is looked for
CONFIGURATIONS = ("myst.yml", "myst.yaml", "_config.yml", "_config.yaml", "_toc.yml", "conf.py")
_BRINGS = re.compile(
    r"^[^%\n]*?\\(?P<how>input|include|subfile|usepackage|RequirePackage|documentclass|LoadClass)\*?(?:\[[^\]]*\])?"
    r"\s*\{(?P<names>[^{}\n]+)\}",
    re.MULTILINE,
)
_SUFFIXES = {"usepackage": ".sty", "RequirePackage": ".sty", "documentclass": ".cls", "LoadClass": ".cls"}
_HOLDS_MACROS = re.compile(r"macro|notation|preamble|command|symbol|header|shortcut|defs?\b|definitions", re.IGNORECASE)
_DOCUMENT = re.compile(r"^[^%\n]*\\begin\{document\}", re.MULTILINE)
_FRONT = re.compile(r"\A---[ \t]*\n(.*?)^(?:---|\.\.\.)[ \t]*$", re.MULTILINE | re.DOTALL)
_HEAD = re.compile(r"^(?P<indent>[ ]*)(?:math|macros)[ \t]*:[ \t]*\n", re.MULTILINE)
_ENTRY = re.compile(
    r"(?P<indent>[ ]+)(?P<name>'\\?(?:[A-Za-z]+|.)'|\"\\{0,2}(?:[A-Za-z]+|.)\"|\\?[A-Za-z]+)[ \t]*:[ \t]*(?P<value>.*)"
)
_FLOW = re.compile(r"\[\s*(?P<body>'(?:[^']|'')*'|\"(?:\\.|[^\"\\])*\")\s*,\s*(?P<count>\d)\s*\]")
_ESCAPED = re.compile(r"\\(.)")
_PARAMETER = re.compile(r"#(\d)")
_INCLUDE = re.compile(
    r"\{\{<\s*include\s+(?P<quarto>[^\s>]+)\s*>\}\}|^```\{include\}[ \t]*(?P<myst>\S+)[ \t]*$"
    r"|^[ \t-]*(?:include-before-body|include-in-header|file)[ \t]*:[ \t]*"
    r"(?P<yaml>[\w./-]+\.(?:tex|qmd|md|html))[ \t]*$",
    re.MULTILINE,
)


def _text(file: Path) -> str:
    """The text of a file; empty if it cannot be read."""
    try:
        return "" if file.stat().st_size > LARGEST else file.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""


def preamble(note: Path, text: str) -> tuple[str, ...]:
    """The texts from which a LaTeX note has macros, first those that come first; the note's own is none of them."""
    seen, out, is_document = {note.resolve()}, list[str](), _DOCUMENT.search(text) is not None
    if not is_document and (main := document_of(note.resolve(), DEEPEST, {})) is not None:
        seen.add(main.resolve())
        head = _text(main)
        head = head[: found.start()] if (found := _DOCUMENT.search(head)) else head
        _gather(main.parent, head, seen, out)
        out.append(head)
    _gather(note.parent, text, seen, out)
    if len(seen) == 1 and not is_document:  # no document inputs it
        folder = note.resolve().parent
        beside = [x for y in (folder.parent, folder) for x in (*sorted(y.glob("*.sty")), *sorted(y.glob("*.tex")))]
        out += [_text(x) for x in beside if x.resolve() not in seen and _HOLDS_MACROS.search(x.stem)][:MOST]
    return tuple(out)


def document_of(note: Path, depth: int, texts: dict[Path, str]) -> Path | None:
    """The document in a note's folder, or in one above, that inputs it, perhaps through some other files; else None.

    texts: those that were read already.
    """
    parents, folder = list[Path](), note.parent
    for _ in range(ABOVE + 1):
        for file in sorted(folder.glob("*.tex"))[:MOST_BESIDE]:
            text = texts.setdefault(file, _text(file))
            if file == note or not _inputs(folder, text, note):
                continue
            if _DOCUMENT.search(text):
                return file
            parents.append(file)
        folder = folder.parent
    above = (document_of(x, depth - 1, texts) for x in parents[:MOST_PARENTS]) if depth else ()
    return next((x for x in above if x is not None), None)


def _inputs(folder: Path, text: str, note: Path) -> bool:
    r"""Whether a text brings in a note; its folder may be a macro: \input{\chapters/pca}."""
    if note.stem not in text:
        return False
    if any(x.resolve() == note for x in _brought(folder, text)):
        return True
    names = (x.strip() for match in _BRINGS.finditer(text) for x in match["names"].split(","))
    return any(x.startswith("\\") and x.rpartition("/")[2].removesuffix(".tex") == note.stem for x in names)


def _gather(folder: Path, text: str, seen: set[Path], out: list[str]) -> None:
    """Add the texts of the files that a text brings in, each after those that it brings in itself."""
    for file in _brought(folder, text):
        if file.resolve() in seen or len(seen) > MOST:
            continue
        seen.add(file.resolve())
        if inside := _text(file):
            _gather(folder, inside, seen, out)
            out.append(inside)


def _brought(folder: Path, text: str) -> Iterator[Path]:
    """The files that exist of those that a text brings in; LaTeX looks for them from the document's folder."""
    for match in _BRINGS.finditer(text):
        suffix = _SUFFIXES.get(match["how"], ".tex")
        for name in match["names"].split(","):
            if (file := folder / f"{name.strip().removesuffix(suffix)}{suffix}").is_file():
                yield file


def configured(note: Path, text: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The names of the files that configure a Markdown note's project, and the texts that define macros for it."""
    names, out, folder = set[str](), list[str](), note.resolve().parent
    for place in [folder, *folder.parents][: ABOVE_PROJECT + 1]:
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
            if (entry := _ENTRY.fullmatch(line)) is None:
                continue
            name, value = _unquoted(entry["name"]).lstrip("\\"), entry["value"]
            if pending and name in ("macro", "value"):
                out.append(_defined(pending, value))
                pending = ""
            elif value.strip():
                out.append(_defined(f"\\{name}", value))
                pending = ""
            else:
                pending = f"\\{name}"
    return "\n".join(out)


def _defined(name: str, value: str) -> str:
    flow = _FLOW.match(value.strip())
    body = _unquoted(flow["body"] if flow is not None else value)
    count = int(flow["count"]) if flow is not None else max(map(int, _PARAMETER.findall(body)), default=0)
    return rf"\newcommand{{{name}}}{f'[{count}]' if count else ''}{{{body}}}"


def _unquoted(value: str) -> str:
    """A scalar of YAML without its quotation marks and escapes."""
    value = value.strip()
    if len(value) > 1 and value[0] == value[-1] == "'":
        return value[1:-1].replace("''", "'")
    if len(value) > 1 and value[0] == value[-1] == '"':
        return _ESCAPED.sub(lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), value[1:-1])
    return value.split(" #")[0].rstrip()
