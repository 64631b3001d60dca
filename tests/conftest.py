"""Settings and fixtures of all tests: a Hypothesis profile, the mark `fast`, the choice of cases, the order of tests.

`--hypothesis-profile=thorough` tries fifty times as many examples. Results that many tests need and that take long are
computed by the first process that needs them, which writes them to a file for the others.
"""

from __future__ import annotations

import fcntl
import gc
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import TYPE_CHECKING, Any

import pytest
from durations import FILE, FIXTURE, FUNCTION, LISTED, Measured, file_seconds, files_of_part, listed, sampled
from hypothesis import HealthCheck, settings
from prepared import Prepared

if TYPE_CHECKING:
    from pcaproofs.report.page import ClaimPage
    from pcaproofs.verify.claim import Claim

settings.register_profile(
    "thorough", max_examples=50 * settings().max_examples, deadline=None, suppress_health_check=list(HealthCheck)
)

# Tests start hundreds of processes; without a cache of compiled code each would compile all of it again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False


gc.disable()  # until all tests are collected: what is imported and made for tables lives to the end

CACHE = TemporaryDirectory()  # what commands keep for the next run
os.environ["PCAPROOFS_CACHE_DIR"], os.environ["XDG_STATE_HOME"] = CACHE.name, f"{CACHE.name}/state"
os.environ["PCAPROOFS_RAISES"] = "1"  # a bug of the reader of notes is raised, and not told as a verdict

ROOT = Path(__file__).parents[1]
MEASURED = listed()
SECONDS_OF_FILE = file_seconds(MEASURED)
NEED_CLAIMS = {"claim", "document", "proven", "proved_once"}  # marks, and fixtures that prove many


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--all` and `--part`, for this project's own tests."""
    parser.addoption("--all", action="store_true", help="take all cases of test functions that take long")
    parser.addoption("--part", metavar="K/N", type=_part, help="also take all cases of the K-th of N parts")


def _part(text: str) -> tuple[int, int]:
    k, _, n = text.partition("/")
    if not (k.isdecimal() and n.isdecimal() and 1 <= int(k) <= int(n)):
        raise pytest.UsageError(f"got --part {text}, but should be K/N with 1 <= K <= N, such as 2/6")
    return int(k), int(n)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """`-m fast` does not import a slow file, which alone would take seconds."""
    unwanted = config.option.markexpr == "fast" and SECONDS_OF_FILE.get(_path(collection_path), 0.0) > FILE
    return True if unwanted else None


def pytest_configure_node(node: Any) -> None:
    """Tells a process of pytest-xdist whether paths were named, which its own arguments do not show."""
    node.workerinput["sampled"] = _is_sampled(node.config)


@pytest.hookimpl(trylast=True)  # after -k and -m
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Takes fewer cases of what takes long; of several processes each begins with its longest files."""
    if _is_sampled(config):
        kept = set(_sample(items, config.option.part))
        config.hook.pytest_deselected(items=[item for item in items if item not in kept])
        items[:] = [item for item in items if item in kept]
    if hasattr(config, "workerinput"):
        seconds = _seconds_of_files(items)
        items.sort(key=lambda item: -seconds[item.path])


def pytest_collectstart() -> None:
    """Matrix expressions are evaluated once each, as by the commands: tables of tests have thousands."""
    if "sympy" in sys.modules:  # which tests of the grader alone do without
        from pcaproofs.language.evaluated import remember

        remember()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Marks fast tests."""
    needs_claims = NEED_CLAIMS & {*item.keywords, *getattr(item, "fixturenames", ())}
    in_slow_file = SECONDS_OF_FILE.get(_path(item.path), 0.0) > FILE
    measured = MEASURED.get(_place(item))
    if not needs_claims and not in_slow_file and not (measured and measured.seconds > FUNCTION):
        item.add_marker("fast")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any], request: Any) -> Any:
    """Notes in the report of a test how long it took to make a fixture of its module."""
    start = perf_counter()
    value = yield
    seconds = perf_counter() - start
    if fixturedef.scope == "module" and seconds > LISTED:
        request._pyfuncitem.user_properties.append((f"fixture {fixturedef.argname}", f"{seconds:.2f}"))
    return value


def _is_sampled(config: pytest.Config) -> bool:
    """Whether the run names no paths, keywords or marks, and not all cases were asked for."""
    if hasattr(config, "workerinput"):
        return bool(config.workerinput["sampled"])
    named = config.option.all or config.option.keyword or config.option.markexpr
    return not named and config.args_source == pytest.Config.ArgsSource.TESTPATHS


def _sample(items: list[pytest.Item], part: tuple[int, int] | None) -> Iterator[pytest.Item]:
    """The tests of a run without paths: claims, documents and the files of the part are never left out."""
    whole = files_of_part(*part, MEASURED) if part else set()
    cases: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        cases[_place(item)].append(item)
    for place, found in cases.items():
        measured = MEASURED.get(place)
        if place.partition("::")[0] in whole:
            yield from found
        elif _needs_long_fixture(found[0]):
            continue
        elif measured is None or not place.startswith("tests/"):
            yield from found
        else:
            yield from (found[k] for k in sampled(len(found), measured.sample()))


def _needs_long_fixture(item: pytest.Item) -> bool:
    rows = (MEASURED.get(f"{_path(item.path)}::{name}") for name in getattr(item, "fixturenames", ()))
    return any(row is not None and row.seconds > FIXTURE for row in rows)


def _seconds_of_files(items: list[pytest.Item]) -> dict[Path, float]:
    """What the cases of each file are expected to take."""
    seconds: dict[Path, float] = defaultdict(float)
    for item in items:
        measured = MEASURED.get(_place(item), Measured(0.0, 1))
        seconds[item.path] += measured.seconds / measured.cases
    return seconds


def _place(item: pytest.Item) -> str:
    """Path and function of a test, or path and claim, as the list has it."""
    return f"{_path(item.path)}::{getattr(item, 'originalname', item.name).partition('[')[0]}"


@cache
def _path(path: Path) -> str:
    return Path(os.path.relpath(path, ROOT)).as_posix()


def pytest_collection_finish(session: pytest.Session) -> None:
    """Exempts what was imported from garbage collection, which would otherwise take a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    gc.enable()


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
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prepared]:
    """Runs commands in children of a process that has imported the libraries."""
    made = Prepared(tmp_path_factory.mktemp("prepared"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def proved_once(once: Callable[..., Any]) -> Callable[[Iterable[Claim]], None]:
    """A function that proves claims, each once for all processes; `prove_parts` then gives what was found."""
    from pcaproofs.verify.proving import prove_parts, remember, sourced

    def prove(claims: Iterable[Claim]) -> None:
        for claim in claims:
            parts = once(f"proved {claim.id}", partial(prove_parts, claim))
            remember(claim, tuple(map(sourced, parts, claim.parts)))

    return prove


@pytest.fixture(scope="session")
def proven(proved_once: Callable[[Iterable[Claim]], None]) -> None:
    """All claims of the catalogue are proved, once for all processes."""
    from pcaproofs.verify.discovery import all_claims

    proved_once(all_claims())


@pytest.fixture(scope="session")
def pages(proven: None, once: Callable[..., Any]) -> list[ClaimPage]:
    """The page of every claim with the kernel's layer alone, made once for all processes."""
    from pcaproofs.report.derivation.earlier import referring_back
    from pcaproofs.report.page import claim_page
    from pcaproofs.verify.discovery import all_claims
    from pcaproofs.verify.run import run

    made: list[ClaimPage] = once(
        "pages", lambda: referring_back([claim_page(run(claim, ("kernel",))) for claim in all_claims()])
    )
    return made


@pytest.fixture(scope="session")
def report_text(pages: list[ClaimPage], once: Callable[..., Any]) -> str:
    """The book of all claims in LaTeX, made once for all processes."""
    from pcaproofs.report.documents.reading import documents
    from pcaproofs.report.latex.book import Book

    text: str = once("book", lambda: Book(pages, documents()).document())
    return text
