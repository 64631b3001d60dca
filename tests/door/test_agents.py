"""The Model Context Protocol server with the client of the official SDK, over standard input and output."""

from __future__ import annotations

import gc
import json
import re
import sys
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from click.testing import CliRunner
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.server.mcpserver.exceptions import ToolError

from pcaproofs import agents
from pcaproofs.cli import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
TOOLS = {"prove", "refute", "check_note", "verify_certificate", "explain_claim", "grade_self_check"}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("agents")
    (folder / "notes").mkdir()
    text = "Let $w$ be a unit vector.\n\n$$w^T w = 1$$\n\n$$\\|w\\|^2 = 2$$\n"
    (folder / "notes" / "mine.md").write_text(text, encoding="utf-8")
    (folder / "secret.md").write_text(text, encoding="utf-8")
    return folder


Call = Callable[[str, dict[str, Any]], Any]


@pytest.fixture(scope="module")
def said(root: Path) -> dict[str, Any]:
    """What each call gets, of one client that keeps its server: its data, or the words of an error."""
    wrong = "import numpy as np\n\ndef compute_pca(X, k):\n    return X[:, :k]\n"
    calls: dict[str, tuple[str, dict[str, Any]]] = {
        "a proof": ("prove", {"statement": "x'x = 1", "given": ["x is a unit vector"], "with_certificate": True}),
        "no proof": ("prove", {"statement": "(A+B)^2 = A^2 + 2 A B + B^2"}),
        "a refutation": ("refute", {"statement": "A B = B A"}),
        "no refutation": ("refute", {"statement": "tr(AB) = tr(BA)"}),
        "what it needs": ("prove", {"statement": "x'x = 1"}),
        "too long": ("prove", {"statement": "A" * (agents.LARGEST + 1)}),
        "not read": ("prove", {"statement": "tr(A = 1"}),
        "a note": ("check_note", {"text": "$$\\operatorname{tr}(AB) = \\operatorname{tr}(BA)$$\n"}),
        "a file": ("check_note", {"path": "mine.md"}),
        "a file elsewhere": ("check_note", {"path": "../secret.md"}),
        "an absolute path": ("check_note", {"path": "/etc/passwd"}),
        "a file with another key": ("check_note", {"file": "mine.md"}),
        "a text and a file": ("check_note", {"text": "$$1 = 1$$", "path": "mine.md"}),
        "one given": ("prove", {"statement": "x'x = 1", "given": "x is a unit vector"}),
        "another kind": ("check_note", {"text": "x", "kind": "docx"}),
        "a claim": ("explain_claim", {"claim": "centering.idempotent"}),
        "all claims": ("explain_claim", {"claim": ""}),
        "no claim": ("explain_claim", {"claim": "centring.idempotent"}),
        "an option": ("explain_claim", {"claim": "--help"}),
        "a path": ("explain_claim", {"claim": "/tmp/x.py"}),
        "not a certificate": ("verify_certificate", {"certificate": "{}"}),
        "code": ("grade_self_check", {"code": wrong, "assignment": assignment()}),
    }
    out: dict[str, Any] = {}

    async def talk() -> None:
        [settings] = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
        settings = json.loads(settings.replace("/home/me/notes", str(root / "notes")))["mcpServers"]["pcaproofs"]
        assert settings["command"] == "pcaproofs"
        server = StdioServerParameters(command=sys.executable, args=["-m", "pcaproofs", *settings["args"]])
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            out["server"] = await session.initialize()
            out["tools"] = (await session.list_tools()).tools
            for name, (tool, args) in calls.items():
                out[name] = answer(await session.call_tool(tool, args))
            certificate = json.dumps(out["a proof"]["certificates"][0])
            changed = certificate.replace('"1"', '"2"')
            for name, text in (("a certificate", certificate), ("a changed certificate", changed)):
                out[name] = answer(await session.call_tool("verify_certificate", {"certificate": text}))

    anyio.run(talk)
    return out


def assignment() -> str:
    return (ROOT / "examples" / "grading" / "compute-pca" / "hw.toml").read_text(encoding="utf-8")


def answer(result: Any) -> Any:
    return str(result.content[0].text) if result.is_error else json.loads(result.content[0].text)


def test_the_tools_are_listed_with_their_arguments(said: dict[str, Any]) -> None:
    assert {tool.name for tool in said["tools"]} == TOOLS
    assert all("\n        " not in tool.description for tool in said["tools"])
    assert all(tool.description and tool.annotations.read_only_hint for tool in said["tools"])
    assert "is_proof" in said["server"].instructions


def test_only_what_the_kernel_has_checked_is_a_proof(said: dict[str, Any]) -> None:
    proof = said["a proof"]
    assert proof["is_proof"]
    assert proof["read_as"] == ["for all integers n ≥ 1 and x ∈ ℝⁿ, given ‖x‖² = 1: ‖x‖² = 1"]
    assert len(proof["sha256"][0]) == 64
    assert said["what it needs"]["reason"].endswith("; holds if x is a unit vector")  # and no word of a note
    for name in ("no proof", "a refutation"):
        assert not said[name]["is_proof"]
        assert said[name]["sha256"] == []
        assert said[name]["counterexample"].startswith("n = 2, A = ")
    assert said["a refutation"]["is_refuted"]
    assert not said["no refutation"]["is_refuted"]


def test_a_certificate_that_was_changed_is_no_proof(said: dict[str, Any]) -> None:
    assert said["a certificate"]["is_proof"]
    assert said["a certificate"]["statement"] == [
        "for all integers n >= 1",
        "for all real x (n×1)",
        "given tr(xᵀ·x) = 1",
        "tr(xᵀ·x) = 1",
    ]
    for name in ("a changed certificate", "not a certificate"):
        assert not said[name]["is_proof"]
        assert said[name]["reason"]


def test_one_given_may_be_a_text(said: dict[str, Any]) -> None:
    assert said["one given"]["is_proof"]
    assert said["one given"]["given"] == ["x is a unit vector"]


def test_a_note_is_checked_row_by_row(said: dict[str, Any]) -> None:
    assert [row["is_proof"] for row in said["a note"]["rows"]] == [True]
    assert [(row["line"], row["verdict"]) for row in said["a file"]["rows"]] == [(3, "proved"), (5, "refuted")]


@pytest.mark.parametrize("name", ["a file elsewhere", "an absolute path"])
def test_no_file_outside_of_the_root_is_read(name: str, said: dict[str, Any]) -> None:
    assert "but should be a file below" in said[name]
    assert "unit" not in said[name]


def test_an_error_is_one_line(said: dict[str, Any]) -> None:
    assert said["too long"].endswith(
        f"got {agents.LARGEST + 1} characters, but should be text of at most {agents.LARGEST}"
    )
    assert "but should be ) for the bracket of column 3 [statement, column 9]" in said["not read"]
    assert "should be one of markdown, latex, quarto, notebook" in said["another kind"]
    assert "the nearest is centering.idempotent" in said["no claim"]
    for name in ("a file with another key", "a text and a file"):
        assert said[name].endswith("but should be text or path")
    for name in ("an option", "a path"):
        assert "but should be the id of a claim" in said[name]
    assert all("\n" not in said[x] for x in ("not read", "another kind", "no claim", "an option", "a path"))


def test_a_claim_is_explained(said: dict[str, Any]) -> None:
    assert said["a claim"]["title"] == "H is idempotent"
    assert "proof of the statement" in said["a claim"]["proof"]
    assert len(said["all claims"]["claims"]) > 100


def test_code_is_judged_in_the_sandbox(said: dict[str, Any]) -> None:
    assert said["code"]["is_correct"] is False
    assert "Scores of mean 0" in said["code"]["feedback"]


@pytest.mark.parametrize("seconds", [0, 0.0005, 0.001, 0.05])
def test_a_call_ends_after_its_seconds(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also one that ends while its process starts, which nothing would have ended then."""
    monkeypatch.setitem(agents.SECONDS, "statement", seconds)
    with pytest.raises(ToolError, match=rf"got no answer after {seconds:g} seconds"):
        anyio.run(agents.Server().prove, "tr(AB) = tr(BA)")
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        gc.collect()
    assert not found


def test_a_call_tells_its_progress_and_ends_when_it_is_cancelled(root: Path) -> None:
    """The process of a call that the client has cancelled is gone, and the server answers the next one."""
    progress: list[float] = []
    row = "$$\\|x + y\\|^2 = \\|x\\|^2 + \\|y\\|$$\n\n"

    async def heard(done: float, _total: float | None, _words: str | None) -> None:
        progress.append(done)

    async def processes(server: int) -> list[str]:
        asked = ["ps", "-o", "args=", "--ppid", str(server)]
        return [x for x in (await anyio.run_process(asked, check=False)).stdout.decode().splitlines() if " check " in x]

    async def until(server: int, *, is_there: bool) -> None:
        with anyio.fail_after(60 if is_there else 15):
            while bool(await processes(server)) != is_there:
                await anyio.sleep(0.05)

    async def talk() -> None:
        code = f"import os, sys; open({str(root / 'pid')!r}, 'w').write(str(os.getpid())); "
        code += "from pcaproofs.__main__ import main; sys.argv[1:] = ['mcp']; main()"
        async with (
            stdio_client(StdioServerParameters(command=sys.executable, args=["-c", code])) as (read, write),
            ClientSession(read, write) as session,
        ):
            await session.initialize()
            pid = int((root / "pid").read_text(encoding="utf-8"))
            async with anyio.create_task_group() as group:
                group.start_soon(session.call_tool, "check_note", {"text": row * 4000})
                await until(pid, is_there=True)
                group.cancel_scope.cancel()
            await until(pid, is_there=False)
            arguments = {"text": "$$1 = 1$$\n"}
            done = await session.call_tool("check_note", arguments, progress_callback=heard)
            assert answer(done)["summary"]["rows"] == 1

    anyio.run(talk)
    assert progress == [0, 1]


def test_without_a_root_no_file_is_read() -> None:
    with pytest.raises(ToolError, match="started without --root"):
        agents.Server()._file("notes.md")
    with pytest.raises(ToolError, match="but should be text of at most"):
        agents._within("x" * (agents.LARGEST + 1))


def test_the_command_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pcaproofs.agents", None)
    done = CliRunner().invoke(main, ["mcp"])
    assert done.exit_code == 2
    assert "pip install 'pcaproofs[mcp]'" in done.stderr
