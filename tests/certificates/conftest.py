"""One process that has imported the checkers, shared by the tests that run them on hostile files."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from limited import Checkers


@pytest.fixture(scope="session")
def checkers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Checkers]:
    checkers = Checkers(tmp_path_factory.mktemp("checkers"))
    yield checkers
    checkers.close()
