"""A server of the Model Context Protocol: prover, checker of notes and sandbox as tools of a language model.

Each tool runs a command of pcaproofs in a process of its own, which a limit of time or a cancelled call ends. A result
says what was proved as the kernel has it, and whether it is a proof at all, so that no conjecture passes for one.
"""

from __future__ import annotations

import json
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from inspect import cleandoc
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio
from anyio.abc import ByteReceiveStream
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError  # whose message the client gets, in one line
from mcp.types import ToolAnnotations

from pcaproofs import __version__

LARGEST = 400_000  # characters of a note, a certificate or a program
SECONDS = {"statement": 60.0, "note": 300.0, "certificate": 60.0, "claim": 120.0, "code": 120.0}
INSTRUCTIONS = """\
Tools that prove and refute statements about real matrices of every size, and check lecture notes and code about PCA.
Only a result with "is_proof": true is a proof, and only of the statements in its "read_as", with the hypotheses there.
Compare "read_as" with what you meant. Report any other result as what it is: refuted, undecided or not understood.
"""
NOTES = {"markdown": "note.md", "latex": "note.tex", "quarto": "note.qmd", "notebook": "note.ipynb"}
_READ_ONLY = ToolAnnotations(read_only_hint=True, open_world_hint=False)


@dataclass(frozen=True)
class Done:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    def data(self) -> Any:
        """What it printed as JSON. Raises ToolError with its message if it printed none."""
        try:
            return json.loads(self.out)
        except ValueError:
            raise ToolError(self.err.strip().removeprefix("pcaproofs: ") or f"exit code {self.code}") from None


@dataclass(frozen=True)
class Server:
    """The tools. root: the only folder of which files are read; None: no files are read."""

    root: Path | None = None

    async def prove(
        self, statement: str, given: str | Sequence[str] = (), with_certificate: bool = False
    ) -> dict[str, Any]:
        """Proves or refutes a statement about real matrices for every size.

        Args:
            statement: one formula in LaTeX, Unicode or ASCII, such as "tr(AB) = tr(BA)" or "(x'y)^2 <= x'x y'y".
            given: what it may use, formulas or words: "A^T = A", "w is a unit vector", "H = I - 1 1^T / n".
            with_certificate: whether the result has the whole proof, for `verify_certificate`, beside its digest.
        """
        row = (await self._stated(statement, given)).data()
        proofs = [x["certificate"] for x in row["parts"]] if with_certificate else []
        return {**_proof(row), **({"certificates": proofs} if with_certificate else {})}

    async def refute(self, statement: str, given: str | Sequence[str] = ()) -> dict[str, Any]:
        """Searches for an exact counterexample to a statement; arguments as for `prove`.

        That none is found is no proof.
        """
        row = (await self._stated(statement, given)).data()
        found = _proof(row)
        return {"is_refuted": row["counterexample"] is not None, **found}

    async def check_note(
        self, context: Context, text: str = "", path: str = "", kind: str = "markdown"
    ) -> dict[str, Any]:
        """Checks the displayed formulas of lecture notes, each with a verdict, its line and what it rests on.

        Args:
            context: of the call, which gets the progress.
            text: the note. kind says in which format.
            path: instead of the text, a file below the folder that the server was started with.
            kind: markdown, latex, quarto or notebook.
        """
        if kind not in NOTES:
            raise ToolError(f"got the kind {kind}, but should be one of {', '.join(NOTES)}")
        if bool(text) == bool(path):
            raise ToolError(f"got {'both' if text else 'neither'}, but should be text or path")
        name = NOTES[kind] if not path else Path(path).name
        content = _within(text) if not path else self._file(path)
        await context.report_progress(0, 1, "checking")
        done = await _run(["check", "-", "--json", "--stdin-filename", name, "--no-cache"], "note", content)
        (found,) = done.data()["files"] or [None]
        if found is None:
            raise ToolError(done.err.strip().removeprefix("pcaproofs: "))
        await context.report_progress(1, 1, "checked")
        rows = [_row(row) for row in found["lines"]]
        return {"rows": rows, **{key: found[key] for key in ("conventions", "not_read", "faults", "summary")}}

    async def verify_certificate(self, certificate: str) -> dict[str, Any]:
        """Checks a certificate, the JSON text of a proof, with the kernel and with a second checker.

        Args:
            certificate: the text of a certificate file.
        """
        content = _within(certificate)
        async with _folder() as folder:
            (folder / "certificate.json").write_text(content, encoding="utf-8")
            done = await _run(["verify", "--twice", "--json", str(folder / "certificate.json")], "certificate")
            (found,) = done.data()["files"]
        is_proof = found["verdict"] == "proved"
        return {"is_proof": is_proof, **{k: x for k, x in found.items() if k not in ("file", "against")}}

    async def explain_claim(self, claim: str) -> dict[str, Any]:
        """Explains a claim of the catalogue: its words, statements, hypotheses, the steps of its proof, its sources.

        Args:
            claim: an id, such as "trace-objective.ky-fan"; or empty, for the list of all ids with their titles.
        """
        if not claim:
            return dict((await _run(["claims", "--json"], "claim")).data())
        (found,) = (await _run(["claims", "--json", _named(claim)], "claim")).data()["claims"]
        done = await _run(["claims", _named(claim)], "claim")
        if done.code:
            raise ToolError(done.err.strip().removeprefix("pcaproofs: "))
        return {**found, "proof": done.out}

    async def grade_self_check(self, code: str, assignment: str) -> dict[str, Any]:
        """Runs a program of a student in the sandbox, and judges it by an assignment.

        Args:
            code: the text of a Python file.
            assignment: the text of an assignment in TOML.
        """
        async with _folder() as folder:
            (folder / "hw.toml").write_text(_within(assignment), encoding="utf-8")
            (folder / "pca.py").write_text(_within(code), encoding="utf-8")
            done = await _run(["self-check", str(folder / "pca.py"), "-a", str(folder / "hw.toml")], "code")
        if done.code == 2:
            raise ToolError(done.err.strip().removeprefix("pcaproofs: ").replace(f"{folder}/", ""))
        return {"is_correct": done.code == 0, "feedback": done.out}

    async def _stated(self, statement: str, given: str | Sequence[str]) -> Done:
        args = [f"--given={_within(x)}" for x in ([given] if isinstance(given, str) else given)]
        return await _run(["prove", "-", "--json", *args], "statement", _within(statement))

    def _file(self, path: str) -> str:
        """The text of a file below the root. Raises ToolError."""
        if self.root is None:
            raise ToolError("got a path, but should be a text: the server was started without --root")
        place = (self.root / path).resolve()
        if not place.is_relative_to(self.root.resolve()) or not place.is_file():
            raise ToolError(f"got {path}, but should be a file below {self.root}")
        if place.stat().st_size > LARGEST:
            raise ToolError(f"got {place.stat().st_size} bytes, but should be at most {LARGEST}")
        return place.read_text(encoding="utf-8", errors="replace")


def _within(text: str) -> str:
    """A text that is not too long. Raises ToolError."""
    if len(text) > LARGEST or "\0" in text:
        raise ToolError(f"got {len(text)} characters, but should be text of at most {LARGEST}")
    return text


def _named(claim: str) -> str:
    """The id of a claim, which is no option, path or module. Raises ToolError."""
    if not all(c.isalnum() or c in "-." for c in claim) or claim.startswith("-") or claim.count(".") != 1:
        raise ToolError(f"got {claim[:60]}, but should be the id of a claim, such as centering.idempotent")
    return claim


@asynccontextmanager
async def _folder() -> AsyncIterator[Path]:
    """An empty folder, which is removed."""
    with TemporaryDirectory(prefix="pcaproofs-") as name:
        yield Path(name)


async def _run(args: Sequence[str], what: str, content: str = "") -> Done:
    """Runs a command in an empty folder, in which no configuration is found. Raises ToolError after too long a time."""
    command = [sys.executable, "-m", "pcaproofs", *args]
    async with _folder() as folder:
        try:
            with anyio.fail_after(SECONDS[what]):
                done = await _communicate(command, content.encode(), folder)
        except TimeoutError:
            raise ToolError(f"got no answer after {SECONDS[what]:g} seconds, but should be a smaller {what}") from None
    return done


async def _communicate(command: Sequence[str], content: bytes, folder: Path) -> Done:
    """Runs a command to its end; a cancelled call ends it.

    `anyio.run_process` does not end a process whose call is cancelled while it starts.
    """
    out, errors = bytearray(), bytearray()

    async def read(stream: ByteReceiveStream, to: bytearray) -> None:
        async for part in stream:
            to.extend(part)

    with anyio.CancelScope(shield=True):
        process = await anyio.open_process(command, cwd=folder)
    async with process, anyio.create_task_group() as group:
        assert process.stdin is not None  # all three are pipes
        assert process.stdout is not None
        assert process.stderr is not None
        group.start_soon(read, process.stdout, out)
        group.start_soon(read, process.stderr, errors)
        with suppress(anyio.BrokenResourceError):  # it has ended without reading
            await process.stdin.send(content)
        await process.stdin.aclose()
        code = await process.wait()
    return Done(code, out.decode(errors="replace"), errors.decode(errors="replace"))


def _proof(row: dict[str, Any]) -> dict[str, Any]:
    """A typed statement as a model should see it."""
    return {**_row(row), "read_as": row["read_as"], "given": row["given"]}


def _row(row: dict[str, Any]) -> dict[str, Any]:
    """A row of a note: whether it is proved, as what, from what, and the digests of its certificates."""
    from pcaproofs.certificates import digest, from_json

    proofs = [x["certificate"] for x in row["parts"] if x["certificate"] is not None]
    return {
        "is_proof": row["verdict"] == "proved",
        "verdict": row["verdict"],
        "statement": row.get("text", row["latex"]),
        "line": row["line"],
        "reason": row["reason"],
        "reading": row["reading"],
        "using": row["using"],
        "needs": row["needs"],
        "counterexample": None if row["counterexample"] is None else row["counterexample"]["text"],
        "sha256": [digest(from_json(x["statement"]), from_json(x["certificate"])) for x in proofs],
    }


def server(root: Path | None = None) -> MCPServer:
    """The server; root: the only folder of which files are read."""
    tools = Server(root)
    out = MCPServer("pcaproofs", version=__version__, instructions=INSTRUCTIONS)
    of_notes = (tools.check_note, tools.verify_certificate, tools.explain_claim, tools.grade_self_check)
    for tool in (tools.prove, tools.refute, *of_notes):
        out.tool(description=cleandoc(tool.__doc__ or ""), annotations=_READ_ONLY)(tool)
    return out
