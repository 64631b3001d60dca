"""Settings and fixtures of all tests: a Hypothesis profile, the mark `fast`, and the order of tests.

`--hypothesis-profile=thorough` tries fifty times as many examples. Results that many tests need and that take long are
computed by the first process that needs them, which writes them to a file for the others.
"""

import fcntl
import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
NEED_CLAIMS = {"claim", "document", "proven", "proven_cookbook"}  # marks, and fixtures that prove many


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
        needs_claims = NEED_CLAIMS & {*item.keywords, *getattr(item, "fixturenames", ())}
        if not needs_claims and path not in SLOW and f"{path}::{name}" not in SLOW:
            item.add_marker("fast")
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: -SLOW.get(_listed_as(item.path), 0.0))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempts what was imported from garbage collection, which would otherwise take a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Callable[..., Any]:
    """A function of a name and a maker: what the maker returns, which the first process of this run computes."""
    from pcaproofs.files import write_atomically
    from pcaproofs.verify.processes import dumps, loads

    root = tmp_path_factory.getbasetemp()
    shared = root.parent if hasattr(request.config, "workerinput") else root

    def once(name: str, make: Callable[[], Any]) -> Any:
        kept = shared / f"{name}.pickle"
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not kept.exists():
                write_atomically(kept, dumps(make()))
        return loads(kept.read_bytes())

    return once


@pytest.fixture(scope="session")
def proven(once: Callable[..., Any]) -> None:
    """All claims are proved, once for all processes; `prove_parts` of a claim then gives what was found."""
    from pcaproofs.verify.discovery import all_claims

    _prove_once("proven", all_claims, once)


@pytest.fixture(scope="session")
def proven_cookbook(once: Callable[..., Any]) -> None:
    """The same for the claims of the Matrix Cookbook."""
    from pcaproofs.verify.discovery import cookbook

    _prove_once("proven_cookbook", lambda: cookbook().claims(), once)


def _prove_once(name: str, claims: Callable[[], Any], once: Callable[..., Any]) -> None:
    from pcaproofs.verify.proving import prove_parts, remember, sourced

    for claim, parts in once(name, lambda: [(each, prove_parts(each)) for each in claims()]):
        remember(claim, tuple(map(sourced, parts, claim.parts)))
