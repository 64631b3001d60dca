"""Grading many submissions in this process, in other processes, or on any executor of `concurrent.futures`."""

import atexit
import contextlib
import functools
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field, replace
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

from pcaproofs.grading.assignment.model import Assignment
from pcaproofs.grading.engine import faulty, fingerprint, grade
from pcaproofs.grading.protocol import Job, Outcome, fault_of
from pcaproofs.grading.results import store
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.running.repeatable import is_repeatable
from pcaproofs.grading.running.solution import solution_values
from pcaproofs.grading.sandbox import levels, processors
from pcaproofs.grading.sandbox.environment import Environment, environment_of
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.worker.isolation import LEVELS
from pcaproofs.grading.submission.code import Code
from pcaproofs.grading.submission.submissions import Submission, SubmittedEntry

_MAX_WORKERS = 256
_MAX_PENDING = 64
_RETRY_WAITING_SECONDS = 1800.0
_MOST_ALIKE = 64
_alike: dict[tuple[str, str], tuple[Result, Code]] = {}
"""By isolation and fingerprint without the name: what this process found of a program that gives the same each time."""


@dataclass(frozen=True)
class Graded:
    """A result with its feedback files by name."""

    result: Result
    files: dict[str, str] = field(default_factory=dict)
    starved: bool = False
    """Whether a run was given up because no processor was free."""


Submitted = SubmittedEntry | Submission
"""A submission, already read or not."""


def with_distinct_names(submissions: Sequence[Submitted]) -> list[Submitted]:
    """Submissions, renamed so that their names differ even on a file system that ignores case."""
    taken: set[str] = set()
    apart = []
    for submission in submissions:
        number, name = 1, submission.name
        while store.folder_name(name).casefold() in taken:
            number += 1
            name = f"{submission.name} ({number})"
        taken.add(store.folder_name(name).casefold())
        apart.append(replace(submission, name=name))
    return apart


def shard_of(submissions: Sequence[Submitted], shard: tuple[int, int]) -> list[Submitted]:
    """The i-th of n parts of the submissions for shard (i, n), i from 1; raises ValueError for another i."""
    number, count = shard
    if not 1 <= number <= count:
        raise ValueError(f"got shard {number}/{count}, but should be 1/{count} to {count}/{count}")
    return list(submissions[number - 1 :: count])


def grade_one(assignment: Assignment, submitted: Submitted, require: str = "none", alone: bool = False) -> Graded:
    """The result of a submission, with its feedback, from workers of this process; errors become part of the result.

    alone: no other submission is being graded, so runs may wait longer for a processor.
    """
    submission = submitted.read()
    key = require, fingerprint(assignment, replace(submission, name=""))
    if key in _alike:
        result, code = _alike[key]
        mine = fingerprint(assignment, submission)
        return _with_pages(replace(result, submission=submission.name, fingerprint=mine), assignment, code)
    limits = replace(assignment.limits, waiting=_RETRY_WAITING_SECONDS) if alone else assignment.limits
    pool = _pool(require, environment_of(assignment))
    starved = False

    def run_all(jobs: Sequence[Job]) -> list[Outcome]:
        nonlocal starved
        outcomes = pool.run_all(jobs, limits)
        starved = starved or any(outcome.starved for outcome in outcomes)
        return outcomes

    codes: list[Code] = []
    result = grade(run_all, assignment, submission, codes.append)
    graded = _with_pages(result, assignment, codes[0] if codes else None, starved)
    ended = result.status == "ok" and not starved and not graded.result.faults
    if ended and codes and len(_alike) < _MOST_ALIKE and is_repeatable(codes[0]):
        _alike[key] = result, codes[0]
    return graded


def _with_pages(result: Result, assignment: Assignment, code: Code | None, starved: bool = False) -> Graded:
    files, faults = _pages(result, assignment, code)
    return Graded(replace(result, faults=(*result.faults, *faults)), files, starved)


def _pages(result: Result, assignment: Assignment, code: Code | None) -> tuple[dict[str, str], list[str]]:
    """The pages of a result, and the errors of ours for which one holds the score alone."""
    from pcaproofs.grading import feedback

    makers: dict[str, Callable[[], str]] = {
        "feedback.md": lambda: feedback.markdown(result, assignment, page="feedback.html"),
        "feedback.html": lambda: feedback.html(result, assignment),
        "code.html": lambda: feedback.code_page(result, code, [file.name for file in assignment.files]),
    }
    files, faults = {}, []
    for name, make in makers.items():
        try:
            files[name] = make()
        except Exception as error:
            files[name] = f"{feedback.score_of(result)}. The rest of this page {NOT_MADE}.\n"
            faults.append(f"{name}: {fault_of(error)}")
    return files, faults


NOT_MADE = "could not be made; that is the grader's fault, and costs no points"


def check_solution(assignment: Assignment, require: str = "none") -> None:
    """Run the instructor's solution if the assignment compares values with it; raises SolutionError, IsolationError."""
    if any(task.values for task in assignment.tasks):
        pool = _pool(require, environment_of(assignment))
        solution_values(lambda jobs: pool.run_all(jobs, assignment.limits), assignment)


def grade_all(  # noqa: PLR0913 (options by keyword)
    assignment: Assignment,
    submissions: Sequence[Submitted],
    folder: Path,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    require: str = "none",
    resume: bool = True,
    done: Callable[[Result, bool], None] = lambda result, fresh: None,
) -> list[Result]:
    """Grade submissions, store each result in a folder as soon as it is ready, and give the results in order.

    Stored results with the same fingerprint are used again if `resume`. Equal submissions are run once in each process
    if their code cannot differ from run to run. `done` is called with each result and whether
    it is new. A given executor must be able to import this package. Raises IsolationError, OSError.
    """
    require = max(require, assignment.isolation, key=LEVELS.index)
    if executor is None:
        levels.require(require)
    _alike.clear()
    results: dict[str, Result] = {}
    waiting: list[Submitted] = []
    for submission in submissions:
        old = stored(folder, assignment, submission, require) if resume else None
        if old:
            results[submission.name] = old
            done(old, False)
        else:
            waiting.append(submission)
    for graded in _retrying_starved(assignment, waiting, jobs, executor, require):
        store.save(folder, graded.result, graded.files)
        results[graded.result.submission] = graded.result
        done(graded.result, True)
    return [results[submission.name] for submission in submissions]


def stored(folder: Path, assignment: Assignment, submitted: Submitted, require: str = "none") -> Result | None:
    """The stored result that grading this submission would give again; None if there is none."""
    result = store.read(folder, submitted.name, fingerprint(assignment, submitted.read()))
    if result is None or not result.gradable or result.faults:
        return None
    ran_on = LEVELS.index(result.isolation) if result.isolation in LEVELS else len(LEVELS)
    return result if ran_on >= LEVELS.index(require) else None


def _retrying_starved(
    assignment: Assignment, submissions: Sequence[Submitted], jobs: int, executor: Executor | None, require: str
) -> Iterator[Graded]:
    """Results. Submissions that waited too long for a processor are graded again at the end, one at a time."""
    starved = []
    for graded in _graded(assignment, submissions, jobs, executor, require):
        if graded.starved:
            starved.append(graded.result.submission)
        else:
            yield graded
    for submission in submissions:
        if submission.name in starved:
            if executor is None:
                yield grade_one(assignment, submission, require, alone=True)
            else:
                yield executor.submit(grade_one, assignment, submission.read(), require, True).result()


def _graded(
    assignment: Assignment, submissions: Sequence[Submitted], jobs: int, executor: Executor | None, require: str
) -> Iterator[Graded]:
    if executor is None and (jobs == 1 or len(submissions) < 2):
        for submission in submissions:
            yield grade_one(assignment, submission, require)
        return
    left = list(submissions)
    for last in (False, True):  # when a process is killed, its executor fails all pending submissions: try once more
        failed: list[tuple[Submitted, Exception]] = []
        with _executor(executor, min(jobs, len(left)), assignment) as workers:
            known = None if executor is None else assignment
            for submission, outcome in _results(workers, known, left, require):
                if isinstance(outcome, Graded):
                    yield outcome
                else:
                    failed.append((submission, outcome))
        if last:
            for submission, error in failed:
                yield Graded(faulty(assignment, submission.read(), error))
        names = {submission.name for submission, _ in failed}
        left = [submission for submission in submissions if submission.name in names]
        if not left:
            return


def _results(
    workers: Executor, assignment: Assignment | None, submissions: Sequence[Submitted], require: str
) -> Iterator[tuple[Submitted, Graded | Exception]]:
    """Each submission with its result, in the order of completion.

    assignment: None if the worker processes have it already.

    When interrupted, pending submissions are cancelled on another's executor. Our own processes are ended instead,
    because their executor fails on cancelled futures.
    """
    cancel = assignment is not None
    futures: dict[Future[Graded], Submitted] = {}
    waiting = list(reversed(submissions))
    try:
        while waiting or futures:
            while waiting and len(futures) < _MAX_PENDING:  # a remote executor holds pending submissions in memory
                submission = waiting.pop()
                try:
                    sent: Submitted = submission.read() if cancel else submission
                    with _interrupts_held():  # this may start a process
                        if assignment is None:
                            future = workers.submit(_grade_in_process, sent, require)
                        else:
                            future = workers.submit(grade_one, assignment, sent, require)
                        futures[future] = submission
                except Exception as error:
                    yield submission, error
            for future in wait(futures, return_when=FIRST_COMPLETED).done:
                try:
                    graded: Graded | Exception = future.result()
                except Exception as error:
                    graded = error
                yield futures.pop(future), graded
    finally:
        if cancel:
            for future in futures:
                future.cancel()


@contextlib.contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold Ctrl-C back: in this process for so long, in processes that are started here until they ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def _executor(given: Executor | None, jobs: int, assignment: Assignment) -> Iterator[Executor]:
    """The given executor, or one with processes of our own that have the assignment and its files."""
    if given is not None:
        yield given
        return
    context = multiprocessing.get_context("spawn")
    begun = context.Value("i", 0)
    own = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_initialise_process, initargs=(levels.probe(), begun, assignment)
    )
    processes = own._processes
    try:
        yield own
    except BaseException:
        own.shutdown(wait=False, cancel_futures=True)
        for process in list((processes or {}).values()):  # they hold no state: this process writes the results
            process.terminate()
        raise
    own.shutdown()


_assignment: list[Assignment] = []


def _grade_in_process(submitted: Submitted, require: str) -> Graded:
    """Grade a submission with the assignment that this process was started with."""
    return grade_one(_assignment[0], submitted, require)


def _initialise_process(found: levels.Probe, begun: "Synchronized[int]", assignment: Assignment) -> None:
    _assignment[:] = [assignment]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the main process, which writes the results
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    levels.use_probe(found)
    with begun.get_lock():
        processors.pin(begun.value)
        begun.value += 1
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when the main process has been killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # their workers then end by themselves


_lock = threading.Lock()


def _pool(require: str, environment: Environment) -> Pool:
    with _lock:
        return _open_pool(require, environment, os.getpid())  # a forked process must not use its parent's workers


@functools.cache
def _open_pool(require: str, environment: Environment, process: int) -> Pool:
    pool = Pool(size=_MAX_WORKERS, require=require, environment=environment)  # workers start as they are needed
    atexit.register(pool.close)
    return pool
