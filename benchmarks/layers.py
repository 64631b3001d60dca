"""Checking and printing the catalogue beside proving it: verify twice, the web site, all layers, and all layers again.

Each command runs in a process of its own, with one job; the kernel's layer is the peer of the site.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from figure import Figure, child_seconds, paired, script, seconds
from start import command


def figures(smallest: bool) -> Iterator[Figure]:
    """The whole catalogue, or one claim of it."""
    claims, rounds = (["centering.idempotent"], 1) if smallest else ([], 5)
    with TemporaryDirectory() as folder:
        kept = {**os.environ, "PCAPROOFS_CACHE_DIR": f"{folder}/cache", "XDG_STATE_HOME": f"{folder}/state"}

        def time(*what: str) -> float:
            return child_seconds(command(*what), cwd=folder, env=kept)

        def row(what: str, ours: Sequence[str], peer: str, theirs: Sequence[str], goal: float, rounds: int) -> Figure:
            a, b, ratio = paired(lambda: time(*ours), lambda: time(*theirs), rounds)
            return Figure(what, seconds(a), peer, seconds(b), ratio, None if smallest else goal)

        kernel = ["prove", *claims, "--layers", "kernel", "-j", "1", "--no-cache"]
        time(*kernel, "--certificates", "certificates")
        found = sorted(map(str, Path(folder, "certificates").glob("*.json")))
        what = f"{len(found)} certificates verified by both checkers"
        yield row(what, ["verify", "--twice", *found], "by the kernel alone", ["verify", *found], 1.5, rounds)
        site = ["report", *claims, "--format", "html", "-j", "1", "-o", "site"]
        yield row("the site of all claims", site, "their kernel layer", kernel, 1.2, 1)
        every = ["prove", *claims, "-j", "1"]
        first = [*every, "--no-cache"]
        yield row("all layers of all claims", first, "their kernel layer", kernel, 2.0, 1)
        yield row("all layers, unchanged: proofs checked, nothing searched", every, "the first run", first, 0.1, 1)


if __name__ == "__main__":
    script(figures, __doc__)
