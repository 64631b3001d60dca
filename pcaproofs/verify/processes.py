"""Running claims in several processes: the reports are those of a single process, in the same order.

Worker processes are forked from a server that has imported the modules of every claim. Between processes a claim is
represented by its file and id, because its functions cannot be pickled. A reading is sent without its SymPy
expressions, because SymPy evaluates each of them again on arrival, which takes most of the time; the receiver takes
them from the claim.
"""

from __future__ import annotations

import gc
import io
import os
import pickle
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from typing import TYPE_CHECKING, Any

from pcaproofs.claims import ORDER

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.context import BaseContext

    from pcaproofs.verify.claim import Claim
    from pcaproofs.verify.layers import Layer
    from pcaproofs.verify.proving import Proven
    from pcaproofs.verify.run import ClaimReport

PRELOADED = (
    "pcaproofs.prover.prove",
    "pcaproofs.prover.refute",
    "pcaproofs.verify.layers",
    "pcaproofs.verify.mutants_layer",
    "pcaproofs.verify.properties",
    "pcaproofs.verify.run",
    *(f"pcaproofs.claims.{name}" for name in ORDER),
)
"""What the server imports before it forks workers. Here nothing heavy is imported, so that it starts at once."""


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def start_server(jobs: int | None, *modules: str) -> None:
    """Starts the fork server early, so that it imports SymPy while this process does; nothing with one job."""
    if (jobs or cores()) > 1:
        _context(*modules)


def run_all(
    claims: Sequence[Claim],
    layers: Sequence[str],
    jobs: int = 1,
    then: Callable[[ClaimReport], Any] | None = None,
    executor: Executor | None = None,
) -> Generator[Any, None, None]:
    """The report of each claim, or `then(report)`, in order, each as soon as it is ready.

    then: runs in the worker; has to be a function at the top level of a module. executor: runs the claims in place of
    processes of this machine. Raises OtherWorker if its workers do not see the same files, or run another program.
    """
    if executor is not None:
        from pcaproofs.kept import on_worker, program

        here, made = program(), _jobs(claims, layers, then)
        sent = [executor.submit(on_worker, here, os.getcwd(), _run_here, job) for job in made]
        try:
            yield from _received(sent)
        finally:
            for future in sent:
                future.cancel()
        return
    if jobs <= 1 or len(claims) < 2:
        yield from (_run(claim, layers, then)[1] for claim in claims)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(claims)), mp_context=_context(), initializer=gc.freeze) as pool:
        futures = [pool.submit(_run_here, job) for job in _jobs(claims, layers, then)]
        try:
            yield from _received(futures)
        finally:
            # Not waiting is for interruptions alone: Python's exit handler fails if it meets a pool that is ending.
            pool.shutdown(wait=all(future.done() for future in futures), cancel_futures=True)


def _jobs(claims: Sequence[Claim], layers: Sequence[str], then: Callable[[ClaimReport], Any] | None) -> list[bytes]:
    return [dumps((claim, tuple(layers), then)) for claim in claims]


def _received(futures: Sequence[Future[bytes]]) -> Iterator[Any]:
    """What the workers made, in order."""
    from pcaproofs.verify.proving import remember

    for future in futures:
        report, made = loads(future.result())
        if not report.error:
            remember(report.claim, report.proven)
        yield made


def dumps(data: Any) -> bytes:
    """Pickles reports and pages: each claim as its file and id, the readings of reports without SymPy expressions."""
    from pcaproofs.language.reader import Reading
    from pcaproofs.verify.claim import Claim
    from pcaproofs.verify.run import ClaimReport

    class Pickler(pickle.Pickler):
        def persistent_id(self, obj: Any) -> tuple[str, str] | None:
            return (obj.file, obj.id) if isinstance(obj, Claim) else None

        def reducer_override(self, obj: Any) -> Any:
            if isinstance(obj, Reading):
                carried_fields = (obj.said, obj.sums, obj.derived, obj.functions)
                return Reading, (obj.statement, obj.hints, obj.assumed, None, (), *carried_fields)
            if isinstance(obj, ClaimReport):
                return _arrived, (obj.claim, obj.verdict, obj.layers, obj.proven, obj.seconds, obj.error)
            return NotImplemented

    stream = io.BytesIO()
    Pickler(stream).dump(data)
    return stream.getvalue()


def loads(data: bytes) -> Any:
    """Reads what dumps wrote, and imports the files of its claims."""
    from pcaproofs.verify.discovery import claim_in_file

    class Unpickler(pickle.Unpickler):
        def persistent_load(self, pid: tuple[str, str]) -> Claim:
            return claim_in_file(*pid)

    return Unpickler(io.BytesIO(data)).load()


def _arrived(
    claim: Claim, verdict: str, layers: tuple[Layer, ...], proven: tuple[Proven, ...], *rest: Any
) -> ClaimReport:
    """A report with the author's expressions in each reading, which are not sent between processes."""
    from pcaproofs.verify.proving import sourced
    from pcaproofs.verify.run import ClaimReport

    return ClaimReport(claim, verdict, layers, tuple(map(sourced, proven, claim.parts if proven else ())), *rest)


def _run(claim: Claim, layers: Sequence[str], then: Callable[[ClaimReport], Any] | None) -> tuple[ClaimReport, Any]:
    from pcaproofs.verify.run import run, run_or_error

    if then is None:
        report = run_or_error(claim, layers)
        return report, report
    report = run(claim, layers)
    return report, then(report)


def _run_here(job: bytes) -> bytes:
    return dumps(_run(*loads(job)))


def _context(*modules: str) -> BaseContext:
    """The start method of processes; modules: the imports of workers besides PRELOADED."""
    if "forkserver" not in get_all_start_methods():
        return get_context("spawn")
    from multiprocessing import resource_tracker
    from multiprocessing.forkserver import ensure_running

    resource_tracker.ensure_running()  # which the server would start, and which unblocks SIGINT
    found = get_context("forkserver")
    found.set_forkserver_preload([*PRELOADED, *modules])
    with _interrupts_blocked():
        ensure_running()
    return found


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Processes started inside inherit a blocked SIGINT: Ctrl-C reaches only this process, which then ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
