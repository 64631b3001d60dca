"""The library, compiled once for all tests of this folder."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from pcaproofs.rocq.run import compiled_library, store


@pytest.fixture(scope="session", autouse=True)
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Nothing that was accepted before these tests counts; only the compiled library is kept."""
    before = os.environ.get("XDG_CACHE_HOME")
    library = compiled_library() if shutil.which("coqc") else None
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("store"))
    if library is not None:
        store().mkdir(parents=True)
        shutil.copytree(library, store() / library.name)
    yield
    del os.environ["XDG_CACHE_HOME"]
    if before is not None:
        os.environ["XDG_CACHE_HOME"] = before


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory, empty_store: None) -> Path:
    """A folder for exports, with the library compiled where Rocq is installed."""
    made = tmp_path_factory.mktemp("rocq")
    if shutil.which("coqc"):
        shutil.copytree(compiled_library(), made / "library")
    return made
