"""Every right implementation on randomised data, until so many runs are done; prints each point that one would lose.

    python -m tests.grading.table.sweep 10000

Each run has hidden data of a new seed, as they are, in other units, turned and moved, or in single precision, and an
answer with its signs as they come or, where they are free, others.
"""

import contextlib
import dataclasses
import io
import sys
import time
from collections.abc import Iterator
from itertools import count

import numpy as np

from pcaproofs.grading.assignment.names import SITUATIONS
from pcaproofs.grading.data.datasets import DataSet, datasets

from .local import Entry, run, run_all
from .right import RIGHT

_SITUATIONS = frozenset(SITUATIONS) - {"data.constant-feature"}


def varied(data: DataSet, standardised: bool, generator: np.random.Generator) -> Iterator[DataSet]:
    """Yield the data, and one random change of them."""
    yield data
    X = data.real
    kind = generator.integers(3)
    if kind == 0:
        X = X * 2.0 ** generator.integers(-20, 20)  # exact, so that ties stay ties
    elif kind == 1 and not standardised:  # turned z-scores have other variances, nearly equal ones among them
        X = X @ np.linalg.qr(generator.normal(size=(X.shape[1], X.shape[1])))[0] + generator.normal(size=X.shape[1])
    else:
        X = X.astype(np.float32)
    # a right program may skew a tie that is no longer axis-parallel, and what it projects to is off then
    if kind != 1 or data.situation != "data.ties":
        yield dataclasses.replace(data, X=X)


def flipped(entry: Entry, generator: np.random.Generator) -> Entry:
    """Return an entry that returns components and scores with other signs, where it returns both or either."""
    if entry.conventions.get("sign", "free") != "free" or not {"components", "scores", "scores_new"} & set(entry.roles):
        return entry
    if entry.conventions.get("components") == "either":  # which axis the signs belong to is the submission's business
        return entry
    signs = f"np.resize({generator.choice([-1.0, 1.0], size=8).tolist()}, k)"
    roles = dict(entry.roles)
    if "components" in roles:
        rows = entry.conventions.get("components") == "rows"
        roles["components"] = f"np.asarray({roles['components']}) * {signs + '[:, None]' if rows else signs}"
    for role in ("scores", "scores_new"):
        if role in roles:
            columns = entry.samples == "columns"
            roles[role] = f"np.asarray({roles[role]}) * {signs + '[:, None]' if columns else signs}"
    return dataclasses.replace(entry, roles=roles)


def sweep(wanted: int) -> tuple[int, list[str]]:
    """Return how many runs were made, and what was lost in them."""
    done, lost = 0, []
    for seed in count(1000):
        generator = np.random.default_rng(seed)
        for name, entry in RIGHT.items():
            standardised = entry.task.conventions.standardise != "no"
            changed = flipped(entry, generator)
            own = datasets(seed, _SITUATIONS, standardised=standardised)
            task = run_all(changed, own)[0].task if "either" in entry.conventions.values() else changed.task
            for data in own:
                if data.situation == "data.ties" and changed.conventions.get("ties") == "any-basis":
                    continue  # eig may find a pair of complex axes there
                for each in varied(data, standardised, generator):
                    with contextlib.redirect_stdout(io.StringIO()):
                        result = run(task, changed.source, each)
                    done += 1
                    if not result.ok or result.outcome.touched:
                        details = [item.detail for item in result.findings if not item.passed]
                        lost.append(f"{name} on {each.name} of seed {seed}: {result.outcome.detail or details}")
        if done >= wanted:
            return done, lost
    raise AssertionError("unreachable")


if __name__ == "__main__":
    started = time.perf_counter()
    done, lost = sweep(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
    print(*lost[:50], sep="\n")
    print(f"{done} runs of {len(RIGHT)} right implementations, {len(lost)} of them lost a point")
    print(f"{time.perf_counter() - started:.0f} s", file=sys.stderr)
    sys.exit(bool(lost))
