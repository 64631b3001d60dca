"""Reading a student's file as a note: selected cells of a notebook, or the part of a text below a heading."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from pcaproofs.notes.formulas.blocks import Note, read
from pcaproofs.notes.text.source import MARKDOWN, TEX, NoNote, Source, decoded, notebook

LARGEST = 1 << 20  # bytes of a derivation

_HEADINGS = {
    "markdown": re.compile(r"^ {0,3}(?P<level>#{1,6})[ \t]+(?P<title>.*?)[ \t]*#*[ \t]*$", re.MULTILINE),
    "tex": re.compile(r"\\(?P<level>(?:sub){0,2}section|chapter|(?:sub)?paragraph)\*?\s*\{(?P<title>[^{}]*)\}"),
}
_TEX_LEVELS = ("chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
_DEFINITION = re.compile(r"[ \t]*\\(?:(?:re)?newcommand|providecommand|def|DeclareMathOperator)\b")

_STRUCK = re.compile(r"~~(?=\S).*?~~", re.DOTALL)
_STYLED = re.compile(
    r"<(\w+)\b[^>]*\s(?:style|hidden|class)\b[^>]*>.*?</\1\s*>|<(del|s|strike|template)>.*?</\2>", re.DOTALL
)
_NOT_SET = re.compile(r"\\if(?!f\b).*?\\fi\b|\\begin\{comment\}.*?\\end\{comment\}", re.DOTALL)
_COMMAND = re.compile(r"\\(?P<name>[A-Za-z]+)\*?(?:\s*\[[^\]]*\])*(?:\s*to\s*[\d.]+\s*\w+)?\s*\{")
_TEXT = frozenset({"begin", "end", "footnote", "textbf", "textit", "emph", "underline", "fbox", "framebox", "item"})
UNSEEN = r"\unseen"
_COLOUR = re.compile(r"\\(?:text|math|page|f)?color(?:box)?\s*(?:\[[^\]]*\])?\s*\{(?P<colour>[^{}]*)\}")
_SEEN = frozenset({"black", "red", "blue", "green", "orange", "purple", "violet", "brown", "magenta", "teal", "olive"})


def note_of(name: str, data: bytes, tag: str = "", heading: str = "") -> Note:
    """A note from a file's bytes. Raises NoNote."""
    suffix = PurePosixPath(name).suffix.lower()
    if suffix not in MARKDOWN | TEX:
        raise NoNote(f"got a file {suffix or 'without a suffix'}, but should be .md, .tex or .ipynb [{name}]")
    if len(data) > LARGEST and suffix != ".ipynb":
        raise NoNote(f"got {len(data)} bytes, but should be at most {LARGEST} [{name}]")
    text = decoded(data, name)
    if suffix != ".ipynb":
        source = Source(name, text, "tex" if suffix in TEX else "markdown")
    else:
        source = notebook(tagged(text, tag, name) if tag else text, name)
        if len(source.text) > LARGEST:
            raise NoNote(f"got {len(source.text)} characters of text, but should be at most {LARGEST} [{name}]")
    source = below(source, heading) if heading else source
    return read(seen(source))


def seen(source: Source) -> Source:
    """A text in which invisible and struck-out parts are replaced by blanks; offsets stay.

    TeX can hide text in further ways, which this function does not know. The feedback therefore shows every judged row.
    """
    text = source.text
    if source.syntax == "tex":
        text = _only_document(text)
        hidden = [span for span in _arguments(text) if any(x in text[slice(*span)] for x in ("$$", "\\[", "\\begin"))]
        for start, end in hidden:
            text = text[:start] + _spaces(text[start:end]) + text[end:]
        text = _NOT_SET.sub(lambda m: _spaces(m[0]), text)
    else:
        for pattern in (_STRUCK, _STYLED):
            text = pattern.sub(lambda m: _spaces(m[0]), text)
    text = _COLOUR.sub(lambda m: m[0] if m["colour"].strip().lower() in _SEEN else _unknown(m[0]), text)
    return replace(source, text=text)


def _only_document(text: str) -> str:
    """LaTeX without formulas in the preamble and without text after the end of the document."""
    begin, end = text.find("\\begin{document}"), text.find("\\end{document}")
    if begin >= 0:
        text = re.sub(r"\$\$|\\\[|\\\]", "  ", text[:begin]) + text[begin:]
    return text if end < 0 else text[:end] + _spaces(text[end:])


def _arguments(text: str) -> Iterator[tuple[int, int]]:
    """The arguments of commands that do not simply print their argument."""
    for command in _COMMAND.finditer(text):
        defines = _DEFINITION.match(command[0]) or text[: command.start()].endswith("\\def")
        if command["name"] not in _TEXT and not defines:
            depth, at = 1, command.end()
            while at < len(text) and depth:
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 2 if text[at] == "\\" else 1
            yield command.end(), at


def _spaces(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _unknown(command: str) -> str:
    """An undefined command of the same length as a given one, which makes the surrounding formula unreadable."""
    return UNSEEN + "x" * (len(command) - len(UNSEEN) - 1) + " "


def tagged(text: str, tag: str, name: str) -> str:
    """A notebook in which cells without the tag are empty, so that cell numbers stay. Raises NoNote."""
    found = False
    try:
        whole = json.loads(text)
        for cell in whole["cells"]:
            about = cell.get("metadata", {})
            if tag in about.get("tags", []) or tag == about.get("nbgrader", {}).get("grade_id"):
                found = found or cell["cell_type"] == "markdown"
            else:
                cell["source"] = ""
        text = json.dumps(whole)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return text  # which is refused later
    if not found:
        raise NoNote(f"got no text cell with the tag {tag}, but should be one [{name}]")
    return text


def below(source: Source, heading: str) -> Source:
    """A text that is blank except for the part below a heading, a LaTeX preamble and definitions of macros."""
    found = list(_HEADINGS[source.syntax].finditer(source.text))
    wanted = _plain(heading)
    own = next((k for k, x in enumerate(found) if _plain(x["title"]) == wanted), None)
    if own is None:
        raise NoNote(f"got no heading “{heading}”, but should be one [{source.file}]")
    end = next((x.start() for x in found[own + 1 :] if _level(x) <= _level(found[own])), len(source.text))
    begin = found[own].end()
    preamble = source.text.find(r"\begin{document}") if source.syntax == "tex" else -1
    kept = [source.text[:preamble] if preamble >= 0 else ""]
    kept.append(_blank(source.text[len(kept[0]) : begin]))
    kept += [source.text[begin:end], _blank(source.text[end:])]
    return replace(source, text="".join(kept))


def _plain(title: str) -> str:
    return " ".join(re.sub(r"[*_`$]", "", title).split()).casefold()


def _level(heading: re.Match[str]) -> int:
    level = heading["level"]
    return len(level) if level.startswith("#") else _TEX_LEVELS.index(level)


def _blank(text: str) -> str:
    """The text with everything except macro definitions and line ends replaced by spaces."""
    return "".join(
        line if _DEFINITION.match(line) else re.sub(r"[^\n]", " ", line) for line in text.splitlines(keepends=True)
    )
