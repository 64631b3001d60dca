"""The three checkers as functions of the text of a file: what each says, and the step that it names."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from traceback import walk_tb
from typing import Any

import pytest

from pcaproofs import kernel
from pcaproofs.certificates import FORMAT, NoCertificate, check_file, read_data, to_json
from pcaproofs.crosscheck import NotAccepted, crosscheck
from pcaproofs.kernel import KernelError
from pcaproofs.report import html

NODE = shutil.which("node") or ("node" if os.environ.get("PCAPROOFS_CI") else None)  # in CI a missing node is a failure
CHECKER = Path(html.__file__).parent / "static" / "checker.js"
needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")
NOWHERE = {"certificate": None, "goal": None, "lemma": None}
Said = tuple[bool, int, dict[str, Any]]  # whether it is accepted, the exit code, the step


class InMemory:
    """A file that is read once; in place of a path."""

    def __init__(self, content: bytes):
        self.content = content

    def open(self, mode: str) -> io.BytesIO:
        assert mode == "rb"
        return io.BytesIO(self.content)


def text_of(statement: Any, certificate: Any) -> str:
    """The file of a statement with its certificate, each a record or its JSON data."""
    parts = [to_json(x) if hasattr(x, "__dataclass_fields__") else x for x in (statement, certificate)]
    return json.dumps({"format": FORMAT, "statement": parts[0], "certificate": parts[1]})


def by_kernel(text: str | bytes) -> Said:
    """What `pcaproofs verify` says."""
    content = text.encode() if isinstance(text, str) else text
    try:
        check_file(InMemory(content))  # type: ignore[arg-type]
    except KernelError as error:
        return False, 2 if isinstance(error, NoCertificate) else 1, step_of(error)
    return True, 0, NOWHERE


def step_of(error: BaseException) -> dict[str, Any]:
    """The step that the kernel was checking when it refused: from the functions that were running."""
    place = dict(NOWHERE)
    causes = [error, error.__context__] if error.__context__ and "malformed" in str(error) else [error]
    for frame in [frame for cause in causes if cause for frame, _ in walk_tb(cause.__traceback__)]:
        if frame.f_globals.get("__name__") != kernel.__name__:
            continue
        inside, name = frame.f_locals, frame.f_code.co_name
        if name == "_check_statement" and "induction" in (outside := frame.f_back.f_locals if frame.f_back else {}):
            found = [i for i, c in enumerate(outside["induction"].certificates) if c is inside["certificate"]]
            place["certificate"] = found[0]
        if name == "_check_goal":
            place["goal"] = inside["goal"][0]
        if name == "_check_lemma":
            place["lemma"] = inside["lemma"].name
    return place


def by_second(text: str | bytes) -> bool:
    """Whether the second checker accepts."""
    content = text.encode() if isinstance(text, str) else text
    try:
        crosscheck(read_data(InMemory(content)))  # type: ignore[arg-type]
    except (NotAccepted, NoCertificate):
        return False
    return True


def in_javascript(texts: Iterable[str | bytes], folder: Path, checker: Path = CHECKER) -> list[dict[str, Any]]:
    """What checker.js says of each file, in one process."""
    lines = [text.encode() if isinstance(text, str) else text for text in texts]
    assert not any(b"\n" in line for line in lines)
    (folder / "lines").write_bytes(b"".join(line + b"\n" for line in lines))
    assert NODE is not None
    command = [NODE, str(checker), "--lines", str(folder / "lines")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.stderr == ""
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(found) == len(lines)
    return found


def said(found: dict[str, Any]) -> Said:
    """The answer of checker.js in the form of `by_kernel`."""
    return found["verdict"] == "proved", found["code"], found.get("place", NOWHERE)
