"""The language server, as an editor meets it: a process that speaks JSON-RPC over its standard streams."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.notes.memory import forget

pytest.importorskip("pygls", reason="pygls is not installed: pip install 'pcaproofs[lsp]'")
documents = pytest.importorskip("pcaproofs.lsp.documents")

NOTE = r"""Let $x, y \in \mathbb{R}^p$.

$$\|x + y\|^2 = \|x\|^2 + \|y\|^2 + 2 x^T y$$

Then 𝕏: $$\|x + y\|^2 = \|x\|^2 + \|y\| + 2 x^T y$$
"""


def units(text: str) -> bytes:
    """A text in UTF-16, in whose units the protocol counts."""
    return text.encode("utf-16-le")


class Editor:
    """A client with the few requests that are tried."""

    def __init__(self, folder: Path):
        code = "from pcaproofs.cli import main; main(['lsp'])"
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen([sys.executable, "-c", code], cwd=folder, **pipes)
        self.number = 0

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        data = {"jsonrpc": "2.0", "method": method, "params": params} | ({"id": number} if number else {})
        body = json.dumps(data).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        length = 0
        while line := self.process.stdout.readline().strip():
            name, value = line.split(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(self.process.stdout.read(length))

    def until(self, key: str, value: object) -> dict[str, Any]:
        while True:
            message = self.receive()
            if message.get(key) == value:
                return message

    def ask(self, method: str, params: Any) -> Any:
        self.number += 1
        self.send(method, params, self.number)
        return self.until("id", self.number)["result"]

    def published(self) -> list[dict[str, Any]]:
        return self.until("method", "textDocument/publishDiagnostics")["params"]["diagnostics"]


@pytest.fixture
def editor(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Editor]:
    made = Editor(tmp_path)
    general = {"positionEncodings": [getattr(request, "param", "utf-16")]}
    made.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {"general": general}})
    made.send("initialized", {})
    yield made
    made.ask("shutdown", None)
    made.send("exit", None)
    with made.process:  # closes its streams
        assert made.process.wait(20) == 0


def test_a_false_row_is_told_mended_and_then_gone(editor: Editor, tmp_path: Path) -> None:
    uri = (tmp_path / "a.md").as_uri()
    document = {"uri": uri, "languageId": "markdown", "version": 1, "text": NOTE}
    editor.send("textDocument/didOpen", {"textDocument": document})
    (told,) = editor.published()
    assert (told["code"], told["severity"], told["source"]) == ("PCA310", 1, "pcaproofs")
    start = told["range"]["start"]
    assert units(NOTE.split("\n")[start["line"]])[2 * start["character"] :].decode("utf-16-le").startswith("\\|x + y")

    found = editor.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 2, "character": 5}})
    assert found["contents"]["value"].startswith("**proved** all dimensions")
    assert (
        editor.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 1, "character": 0}})
        is None
    )

    asked = {"textDocument": {"uri": uri}, "range": told["range"], "context": {"diagnostics": []}}
    (action,) = editor.ask("textDocument/codeAction", asked)
    (edit,) = action["edit"]["changes"][uri]
    lines = NOTE.split("\n")
    start, end = (edit["range"][side] for side in ("start", "end"))
    row = units(lines[start["line"]])
    mended = row[: 2 * start["character"]] + units(edit["newText"]) + row[2 * end["character"] :]
    lines[start["line"]] = mended.decode("utf-16-le")
    change = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": "\n".join(lines)}]}
    editor.send("textDocument/didChange", change)
    assert editor.published() == []


def test_only_the_newest_text_is_checked(editor: Editor, tmp_path: Path) -> None:
    uri = (tmp_path / "a.tex").as_uri()
    document = {"uri": uri, "languageId": "latex", "version": 1, "text": ""}
    editor.send("textDocument/didOpen", {"textDocument": document})
    for version in range(2, 9):
        change = {"textDocument": {"uri": uri, "version": version}, "contentChanges": [{"text": f"$${version} = 8$$"}]}
        editor.send("textDocument/didChange", change)
    message = editor.until("method", "textDocument/publishDiagnostics")
    assert message["params"]["version"] == 8


def test_a_wrong_scope_file_is_one_line(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "a.scope").write_text("X is a walrus\n")
    document = {"uri": (tmp_path / "a.md").as_uri(), "languageId": "markdown", "version": 1, "text": NOTE}
    editor.send("textDocument/didOpen", {"textDocument": document})
    said = editor.until("method", "window/showMessage")["params"]["message"]
    assert said.startswith("pcaproofs: got ")
    assert "\n" not in said


@pytest.mark.parametrize("editor", ["utf-8"], indirect=True)
def test_a_notebook_is_one_note_and_a_wrong_request_is_answered(editor: Editor, tmp_path: Path) -> None:
    uri = (tmp_path / "a.ipynb").as_uri()
    first, second = f"{uri}#1", f"{uri}#2"
    said, *_, row = NOTE.splitlines()
    texts = {first: said, second: row}
    cells = [{"kind": 1, "document": first}, {"kind": 2, "document": f"{uri}#c"}, {"kind": 1, "document": second}]
    documents = [{"uri": x, "languageId": "markdown", "version": 1, "text": text} for x, text in texts.items()]
    notebook = {"uri": uri, "notebookType": "jupyter-notebook", "version": 1, "cells": cells}
    editor.send("notebookDocument/didOpen", {"notebookDocument": notebook, "cellTextDocuments": documents})
    assert editor.published() == []
    (told,) = editor.published()
    assert (told["code"], told["range"]["start"]) == ("PCA310", {"line": 0, "character": len("Then 𝕏: $$".encode())})

    asked = {"textDocument": {"uri": second}, "range": told["range"], "context": {"diagnostics": []}}
    (action,) = editor.ask("textDocument/codeAction", asked)
    assert action["edit"]["changes"].keys() == {second}

    editor.send("textDocument/hover", {"textDocument": {"uri": second}, "position": {"line": -1, "character": 0}}, 99)
    assert editor.until("id", 99)["error"]["message"] == "Invalid Params"


def test_a_bug_of_the_reader_is_one_diagnostic(monkeypatch: pytest.MonkeyPatch) -> None:
    from pcaproofs.lsp import documents, serving

    def failing(*_: object) -> None:
        raise ZeroDivisionError("one\ntwo")

    published = []

    class Server:
        def text_document_publish_diagnostics(self, params: Any) -> None:
            published.append(params)

    monkeypatch.setattr(serving, "PAUSE", 0)
    monkeypatch.setattr(documents, "table_of", failing)
    uri = "file:///a.md"
    check = serving._Notes(Server()).look(uri, lambda wanted: documents.checked(uri, "$$2 + 2 = 5$$", is_wanted=wanted))
    asyncio.run(check)
    ((told,),) = [x.diagnostics for x in published]
    assert (told.code, told.message.count("\n")) == ("internal", 0)
    assert told.message.endswith("ZeroDivisionError: one two")


@pytest.mark.parametrize("seed", range(3))
def test_a_text_after_edits_is_told_as_if_it_had_just_been_opened(seed: int) -> None:
    from pcaproofs.lsp import checked

    chosen, notes = random.Random(seed), Path(__file__).parent
    files = chosen.sample(sorted([*notes.glob("own/*.md"), *notes.glob("labelled/*.md")]), 2)
    text = "\n\n".join(file.read_text(encoding="utf-8") for file in files)
    lines = text.splitlines()[:40]

    def told() -> list[str]:
        return [repr(x) for x in checked("untitled:note", "\n".join(lines)).verdicts]

    told()
    for _ in range(3):
        k = chosen.randrange(len(lines))
        written = chosen.choice(([], [""], ["", "$$x^T y + 1 = 1 + y^T x$$", ""], [lines[k]]))
        lines[k : k + chosen.randrange(2)] = written
        edited = told()
    forget()
    documents._kept.clear()
    assert told() == edited


def test_a_check_ends_when_the_text_has_changed() -> None:
    from pcaproofs.lsp import checked
    from pcaproofs.lsp.documents import Superseded

    asked = []

    def is_wanted() -> bool:
        asked.append(1)
        return len(asked) < 4

    with pytest.raises(Superseded):
        checked("file:///a.md", "\n\n".join(f"$${k} = 3 + 4$$" for k in range(9)), is_wanted=is_wanted)
    assert len(asked) == 4


def test_a_text_is_read_as_its_file_would_be(tmp_path: Path) -> None:
    from pcaproofs.lsp import checked
    from pcaproofs.notes.checking import check_note
    from pcaproofs.notes.formulas.blocks import read_note

    (tmp_path / "macros.tex").write_text(r"\newcommand{\xx}{x^\top x}")
    said = r"\input{macros}", r"Let $x\in\mathbb{R}^p$.", "", r"$$\xx = \|x\|$$", "", "$$1 + 1 = 2", "", "$$1 = 2$$"
    text = "\r\n".join(said)
    path = tmp_path / "a.tex"
    path.write_bytes(text.encode())
    of_file = [(v.verdict, v.reason) for v in check_note(read_note(path))[1]]
    assert [(v.verdict, v.reason) for v in checked(path.as_uri(), text).verdicts] == of_file
    assert [verdict for verdict, _ in of_file][:2] == ["definition", "refuted"]


def test_lines_are_counted_as_the_editor_counts_them() -> None:
    from pcaproofs.lsp import checked

    for end in ("\n", "\r\n", "\r"):
        text = f"A{end}{end}𝕏 $$1 + 1 = 3$$"
        found = checked("untitled:one", text)
        (row,) = found.verdicts
        place = found.position(row.formula.span[0])
        assert (place.line, place.character) == (2, 5)


def test_the_language_of_a_document_without_a_suffix_is_the_editors() -> None:
    from pcaproofs.lsp import checked, is_notebook_file

    text = "% $$1 + 1 = 3$$"  # a comment in LaTeX only
    assert checked("untitled:one", text, "latex").verdicts == ()
    assert len(checked("untitled:one", text, "markdown").verdicts) == 1
    assert len(checked("file:///one.md", text, "latex").verdicts) == 1
    assert is_notebook_file("file:///one.ipynb")
    assert not is_notebook_file("vscode-notebook-cell:/one.ipynb#W0")


@pytest.mark.parametrize(
    ("row", "mended"),
    [
        (
            r"\mathbf{x}^T \mathbf{x} = \mathbf{x}^T \mathbf{y} + \mathbf{x}^T \mathbf{x} + \mathbf{x}^T \mathbf{y}",
            r"\mathbf{x}^T \mathbf{x} = \mathbf{x}^{\top} \mathbf{y} + \mathbf{x}^{\top} \mathbf{x}"
            r" - \mathbf{x}^{\top} \mathbf{y}",
        ),
        (r"\mathbf{x}^T \mathbf{x} = \|\mathbf{x}\|", r"\mathbf{x}^T \mathbf{x} = \lVert \mathbf{x}\rVert^{2}"),
    ],
)
def test_a_repair_replaces_whole_commands(row: str, mended: str) -> None:
    from lsprotocol import types

    from pcaproofs.lsp import actions, checked

    text = f"Let $\\mathbf{{x}}, \\mathbf{{y}} \\in \\mathbb{{R}}^p$. $${row}$$"
    found = checked("file:///a.md", text)
    where = found.range(found.verdicts[-1].formula.span)
    assert text[where.start.character : where.end.character] == row
    (action,) = actions("file:///a.md", found, types.Range(where.start, where.end))
    (edit,) = action.edit.changes["file:///a.md"]
    new = text[: edit.range.start.character] + edit.new_text + text[edit.range.end.character :]
    assert new.endswith(f"$${mended}$$")


SHOWN = {  # [tool.pcaproofs], the text, code and severity of each diagnostic
    "nothing": ("", "$$1 + 1 = 3$$\n\n$$1 = [2$$", [("PCA310", 1), ("PCA101", 4)]),
    "a comment": ("", "$$1 + 1 = 3$$ <!-- pcaproofs: ignore fails -->", []),
    "an idle comment": ("", "$$1 + 1 = 2$$ <!-- pcaproofs: ignore fails -->", [("PCA001", 2)]),
    "a display that does not close": ("", "$$", [("PCA111", 1)]),
    "ignore": ('ignore = ["PCA310"]', "$$1 + 1 = 3$$", []),
    "files": ('per-file-ignores = { "*.md" = ["PCA310"] }', "$$1 + 1 = 3$$", []),
    "exclude": ('exclude = ["a.md"]', "$$1 + 1 = 3$$", []),
    "select": ('select = ["proved"]', "$$1 + 1 = 3$$\n\n$$1 + 1 = 2$$", [("PCA400", 3)]),
}


@pytest.mark.parametrize(("table", "text", "shown"), SHOWN.values(), ids=SHOWN)
def test_an_editor_shows_what_its_author_wants(
    tmp_path: Path, table: str, text: str, shown: list[tuple[str, int]]
) -> None:
    from pcaproofs.lsp.documents import checked, diagnostics

    (tmp_path / "pyproject.toml").write_text(f"[tool.pcaproofs]\n{table}\n")
    (told,) = diagnostics(checked((tmp_path / "a.md").as_uri(), text)).values()
    assert [(x.code, x.severity) for x in told] == shown


def test_a_wrong_option_is_one_line(editor: Editor, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.pcaproofs]\nselct = []\n")
    document = {"uri": (tmp_path / "a.md").as_uri(), "languageId": "markdown", "version": 1, "text": NOTE}
    editor.send("textDocument/didOpen", {"textDocument": document})
    said = editor.until("method", "window/showMessage")["params"]["message"]
    assert said.startswith("pcaproofs: got the key selct, but should be one of select, ")
    assert said.endswith("pyproject.toml:2]")


OUTLINED = r"""# Lengths

Let $w \in \mathbb{R}^p$ be a unit vector and $X \in \mathbb{R}^{n \times p}$.

$$w^T w = 1$$

## Next

```python
# no heading
```

$$\operatorname{tr}(X X^T) = \|X\|^2 + 1$$
"""
OUTLINES = {  # name and language of a document -> its text: the same note in each dialect
    ("a.md", "markdown"): OUTLINED,
    ("a.qmd", "quarto"): OUTLINED.replace("```python", "```{python}"),
    ("a.tex", "latex"): OUTLINED.replace("## Next", "\\subsection{Next}")
    .replace("# Lengths", "\\section{Lengths}")
    .replace("```python\n# no heading\n```\n", ""),
}


@pytest.mark.parametrize("document", OUTLINES, ids=lambda x: x[0])
def test_headings_rows_lenses_and_letters_are_served_in_each_dialect(
    editor: Editor, tmp_path: Path, document: tuple[str, str]
) -> None:
    uri, text = (tmp_path / document[0]).as_uri(), OUTLINES[document]
    opened = {"uri": uri, "languageId": document[1], "version": 1, "text": text}
    editor.send("textDocument/didOpen", {"textDocument": opened})
    which = {"textDocument": {"uri": uri}}
    symbols = editor.ask("textDocument/documentSymbol", which)  # waits for the check
    assert [x["name"] for x in symbols] == ["Lengths", "Next"]
    assert [[y["detail"] for y in x["children"]] for x in symbols] == [["proved"], ["refuted"]]
    for x in symbols:
        for part in x["children"]:
            assert part["range"]["end"]["line"] <= x["range"]["end"]["line"]
    lenses = [x["command"]["title"] for x in editor.ask("textDocument/codeLens", which)]
    assert lenses[0].startswith("proved using ‖w‖² = 1 (line 3: ")
    assert lenses[1].startswith("refuted: fails at ")

    longer = {"uri": uri, "version": 2}, [{"text": f"{text}\nThus $w + \\"}]
    editor.send("textDocument/didChange", {"textDocument": longer[0], "contentChanges": longer[1]})
    end = {"line": text.count("\n") + 1, "character": len("Thus $w + \\")}
    found = editor.ask("textDocument/completion", which | {"position": end})
    kinds = {x["label"]: x["detail"] for x in found}
    assert kinds.items() >= {"w": "column p×1, unit", "X": "matrix n×p", "p": "size"}.items()
    assert "R" not in "".join(kinds)
    assert all(x["textEdit"]["range"]["start"]["character"] == end["character"] - 1 for x in found)
    assert editor.ask("textDocument/completion", which | {"position": end | {"character": 4}}) == []


OPEN = {  # the text before the cursor -> whether a letter is offered
    "Let $x": True,
    "Let $x$ be": False,
    "It costs \\$5 and": False,
    "$$\na = ": True,
    "$$\na\n$$\n": False,
    "\\(a": True,
    "\\[a\\] then": False,
    "\\begin{align}\n a &= b \\\\\n": True,
    "\\begin{align}\na\\end{align}\n": False,
    "one $ only\n\nnext": False,
    "```{math}\na": True,
    "```python\nx = '$'\n```\nand": False,
    "`$HOME` and": False,
}


@pytest.mark.parametrize("before", OPEN)
def test_letters_are_offered_in_mathematics_only(before: str) -> None:
    from lsprotocol.types import Position

    from pcaproofs.lsp.documents import checked, letters

    found = checked("untitled:a", "Let $x \\in \\mathbb{R}^n$.\n\n$$x^T x = \\|x\\|^2$$\n", "markdown")
    lines = before.split("\n")
    offered = letters("untitled:a", found, before, Position(len(lines) - 1, len(lines[-1])))
    assert bool(offered) == OPEN[before]


def test_the_cells_of_a_notebook_have_lenses_and_letters_of_the_whole_note(editor: Editor, tmp_path: Path) -> None:
    uri = (tmp_path / "a.ipynb").as_uri()
    texts = ["Let $w \\in \\mathbb{R}^p$ be a unit vector.", "$$w^T w = 1$$"]
    cells = [{"uri": f"{uri}#{k}", "languageId": "markdown", "version": 1, "text": x} for k, x in enumerate(texts)]
    book = {"uri": uri, "notebookType": "jupyter-notebook", "version": 1}
    book["cells"] = [{"kind": 1, "document": x["uri"]} for x in cells]
    editor.send("notebookDocument/didOpen", {"notebookDocument": book, "cellTextDocuments": cells})
    which = {"textDocument": {"uri": cells[1]["uri"]}}
    (lens,) = editor.ask("textDocument/codeLens", which)
    assert lens["command"]["title"].startswith("proved using ‖w‖² = 1 (line 1 of cell 1: ")
    assert [x["detail"] for x in editor.ask("textDocument/documentSymbol", which)] == ["proved"]
    found = editor.ask("textDocument/completion", which | {"position": {"line": 0, "character": 2}})
    assert "column p×1, unit" in [x["detail"] for x in found]
