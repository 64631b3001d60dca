"""Running claims in several processes: what comes back is the same as from one, in the same order."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable, Generator, Sequence
from typing import Any

from pcaproofs.language.reader import Reading
from pcaproofs.verify.claim import Claim
from pcaproofs.verify.proving import remember
from pcaproofs.verify.run import Report, run
from pcaproofs.verify.workers import context


def run_all(
    claims: Sequence[Claim], layers: Sequence[str], jobs: int = 1, then: Callable[[Report], Any] | None = None
) -> Generator[Any, None, None]:
    """The reports of claims, each as soon as it and those before it are there, or what `then` makes of each.

    Only claims that come with pcaproofs are run elsewhere, since another process has to find them by their ids; `then`
    runs there too, and has to be a function of a module.
    """
    elsewhere = {c.id for c in claims if c.module.startswith("pcaproofs.claims.")}
    if jobs <= 1 or len(elsewhere) < 2:
        yield from (_done(claim, layers, then)[1] for claim in claims)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(elsewhere)), mp_context=context()) as pool:
        futures = {c.id: pool.submit(_run, c.id, tuple(layers), then) for c in claims if c.id in elsewhere}
        try:
            for claim in claims:
                found = claim.id in elsewhere
                yield _remembered(futures[claim.id].result()) if found else _done(claim, layers, then)[1]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _done(claim: Claim, layers: Sequence[str], then: Callable[[Report], Any] | None) -> tuple[Report, Any]:
    report = run(claim, layers)
    return report, then(report) if then else report


def _remembered(data: bytes) -> Any:
    report, made = _Unpickler(io.BytesIO(data)).load()
    remember(report.claim, report.proven)
    return made


def _run(id: str, layers: tuple[str, ...], then: Callable[[Report], Any] | None) -> bytes:
    from pcaproofs.verify.discovery import find

    (claim,) = find([id])
    stream = io.BytesIO()
    _Pickler(stream).dump(_done(claim, layers, then))
    return stream.getvalue()


class _Pickler(pickle.Pickler):
    """Writes claims as their ids: they are functions, and the same in every process; readings without their SymPy.

    SymPy evaluates each expression anew when it is read, which takes longer than all else; nobody asks for it once the
    kernel's statement is proved.
    """

    def persistent_id(self, obj: Any) -> str | None:
        return obj.id if isinstance(obj, Claim) else None

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, Reading):
            return Reading, (obj.statement, obj.hints, obj.assumed, None, (), obj.said, obj.sums)
        return NotImplemented


class _Unpickler(pickle.Unpickler):
    def persistent_load(self, pid: str) -> Claim:
        from pcaproofs.verify.discovery import find

        return find([pid])[0]
