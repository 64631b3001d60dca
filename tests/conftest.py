"""For all tests: a Hypothesis profile (--hypothesis-profile=thorough tries fifty times as much), marks, order."""

import gc
import os
import sys
from pathlib import Path

import pytest
from durations import listed
from hypothesis import HealthCheck, settings

settings.register_profile(
    "thorough", max_examples=50 * settings().max_examples, deadline=None, suppress_health_check=list(HealthCheck)
)

# Tests start hundreds of processes; without a cache of compiled code each would compile all of it again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


ROOT = Path(__file__).parents[1]
SLOW = listed()  # path or path::function -> seconds


def _listed_as(path: Path) -> str:
    return Path(os.path.relpath(path, ROOT)).as_posix()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`-m fast` does not import a slow file, which alone would take seconds."""
    unwanted = config.option.markexpr == "fast" and _listed_as(collection_path) in SLOW
    return True if unwanted else None


def pytest_collection_modifyitems(items: list[pytest.Item], config: pytest.Config) -> None:
    """Marks fast tests. If several processes share the work, the longest files come first, so that all end together."""
    for item in items:
        path, name = _listed_as(item.path), getattr(item, "originalname", item.name)
        needs_claims = {"claim", "document", "pages"} & {*item.keywords, *getattr(item, "fixturenames", ())}
        if not needs_claims and path not in SLOW and f"{path}::{name}" not in SLOW:
            item.add_marker("fast")
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: -SLOW.get(_listed_as(item.path), 0.0))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempts what was imported from garbage collection, which would otherwise take a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
