"""Every attack on every level that is to hold it; and without walls, where it must get through, or it tests nothing."""

import os
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pcaproofs.grading.protocol import Job, Outcome
from pcaproofs.grading.sandbox.levels import LEVELS, probe
from pcaproofs.grading.sandbox.pool import Pool

from ..conftest import TIGHT, World
from . import ATTACKS, CHANNELS, NAME_OF_SURVIVOR, NOTES, Attack

GOOD = """
import numpy as np
def pca(X, k):
    Xc = X - X.mean(axis=0)
    values, vectors = np.linalg.eigh(np.cov(Xc, rowvar=False))
    return vectors[:, ::-1][:, :k]
"""
X = np.array([[2.0, 0.0, 1.0], [0.0, 1.0, 0.0], [-2.0, 0.5, -1.0], [1.0, 3.0, 0.0]])
INNOCENT = Job(source=GOOD, call="W = pca(X, k)", roles={"components": "W"}, arrays={"X": X}, scalars={"k": 2})


def launch(attack: Attack, pool: Pool, world: World) -> Outcome:
    call = f"attack(**{world.targets!r})"
    job = Job(source=attack.source, call=call, roles={"components": "1.0"}, arrays={"X": X})
    if attack.statuses != ("timeout",):
        return pool.run(job, TIGHT)
    outcome = pool.run(job, replace(TIGHT, wall=0.15))
    if attack.announces and "tried" not in outcome.stdout:  # a busy machine left it no time to begin
        return pool.run(job, replace(TIGHT, wall=3.0))
    return outcome


def survivors() -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and (entry / "comm").read_text().strip() == NAME_OF_SURVIVOR:
                found.append(int(entry.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize(
    ("attack", "level"),
    [
        pytest.param(attack, level, id=f"{name}-{level}".replace(" ", "_"))
        for name, attack in ATTACKS.items()
        for level in LEVELS
        if level in attack.holds
    ],
)
def test_attacks_are_contained(attack: Attack, level: str, pool_on: Callable[[str], Pool], world: World) -> None:
    pool = pool_on(level)
    before = world.secret.stat()
    started = time.monotonic()
    outcome = launch(attack, pool, world)
    assert time.monotonic() - started < 600  # none was waited for: they would stay for 1000 s or for ever
    assert outcome.status in attack.statuses, outcome
    assert outcome.isolation == level
    assert "BREACH" not in outcome.stdout + outcome.stderr
    if attack.announces:
        assert "tried" in outcome.stdout, outcome
    assert world.victim.poll() is None
    assert [path.name for path in world.folder.iterdir()] == ["secret.txt"]
    after = world.secret.stat()
    assert (after.st_mode, after.st_mtime, after.st_size) == (before.st_mode, before.st_mtime, before.st_size)
    assert survivors() == []
    after_it = pool.run(INNOCENT)
    assert after_it.status == "ok", after_it
    W = np.asarray(after_it.roles["components"], dtype=float)
    np.testing.assert_allclose(W.T @ W, np.eye(2), atol=1e-12)


@pytest.mark.parametrize(
    "attack",
    [pytest.param(row, id=name.replace(" ", "_")) for name, row in ATTACKS.items() if row.works_without_walls],
)
def test_gets_through_without_walls(attack: Attack, pool_on: Callable[[str], Pool], world: World) -> None:
    outcome = launch(attack, pool_on("none"), world)
    assert "BREACH" in outcome.stdout, outcome
    assert survivors() == []


@pytest.mark.parametrize("level", ["landlock", "full"])
def test_no_run_leaves_a_note_for_another(level: str, pool_on: Callable[[str], Pool]) -> None:
    """What a run on hidden data leaves could be shown by one on the data that students see."""
    pool = pool_on(level)
    seen = {}
    for name, acts in CHANNELS.items():
        left, found = acts.split("|")
        pool.run(Job(source=NOTES, call=f"leave({left!r})", roles={}), TIGHT)
        outcome = pool.run(Job(source=NOTES, call=f"find({found!r})", roles={}), TIGHT)
        seen[name] = outcome.stdout.strip()
    assert seen == dict.fromkeys(CHANNELS, "nothing")


def test_top_level_was_tested() -> None:
    """On a machine that promises it, a skipped level is a failure."""
    wanted = os.environ.get("PCAPROOFS_REQUIRE_ISOLATION") or ("namespaces" if os.environ.get("CI") else "none")
    assert LEVELS.index(probe().level) >= LEVELS.index(wanted), probe().missing
