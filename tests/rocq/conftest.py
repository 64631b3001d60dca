"""The library, compiled once for all tests of this folder."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for exports; check.sh compiles its library the first time."""
    return tmp_path_factory.mktemp("rocq")
