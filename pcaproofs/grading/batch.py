"""Grading many submissions: in this process, in processes of its own, or on any executor of `concurrent.futures`."""

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
from pcaproofs.grading.protocol import Job, Outcome
from pcaproofs.grading.results import store
from pcaproofs.grading.results.result import Result
from pcaproofs.grading.running.solution import solved
from pcaproofs.grading.sandbox import levels, processors
from pcaproofs.grading.sandbox.environment import Environment, environment_of
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.worker.isolation import LEVELS
from pcaproofs.grading.submission.code import Code
from pcaproofs.grading.submission.submissions import Entry, Submission

_MANY = 256
_IN_FLIGHT = 64
_LAST_WAITING = 600.0


@dataclass(frozen=True)
class Graded:
    """A result with the texts that go with it, by file name."""

    result: Result
    files: dict[str, str] = field(default_factory=dict)
    starved: bool = False
    """Whether a run was given up for want of a processor."""


Handed = Entry | Submission
"""What a student handed in, read or not yet."""


def named_apart(submissions: Sequence[Handed]) -> list[Handed]:
    """Submissions whose names differ, even where a file system takes capitals for small letters."""
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


def part_of(submissions: Sequence[Handed], shard: tuple[int, int]) -> list[Handed]:
    """The i-th of n parts, i from 1; raises ValueError."""
    number, count = shard
    if not 1 <= number <= count:
        raise ValueError(f"got shard {number}/{count}, but should be 1/{count} to {count}/{count}")
    return list(submissions[number - 1 :: count])


def grade_one(assignment: Assignment, handed: Handed, require: str = "none", alone: bool = False) -> Graded:
    """Grade a submission on this process's own workers and write its feedback; never raises what it can store.

    `alone`: nothing else of ours runs, so that what is too slow even after long waiting is too slow.
    """
    submission = handed.read()
    limits = replace(assignment.limits, waiting=_LAST_WAITING) if alone else assignment.limits
    pool = _pool(require, environment_of(assignment))
    starved = False

    def run_all(jobs: Sequence[Job]) -> list[Outcome]:
        nonlocal starved
        outcomes = pool.run_all(jobs, limits)
        starved = starved or any(outcome.starved for outcome in outcomes)
        return outcomes

    codes: list[Code] = []
    result = grade(run_all, assignment, submission, codes.append)
    try:
        from pcaproofs.grading import feedback

        files = {
            "feedback.md": feedback.markdown(result, assignment, page="feedback.html"),
            "feedback.html": feedback.html(result, assignment),
            "code.html": feedback.code_page(
                result, codes[0] if codes else None, [file.name for file in assignment.files]
            ),
        }
    except Exception as error:
        result = faulty(assignment, submission, error)
        files = {"feedback.md": "This submission could not be graded yet; that is not your fault.\n"}
    return Graded(result, files, starved)


def check_solution(assignment: Assignment, require: str = "none") -> None:
    """Run the instructor's solution where values are compared with it; raises SolutionError, IsolationError."""
    if any(task.values for task in assignment.tasks):
        pool = _pool(require, environment_of(assignment))
        solved(lambda jobs: pool.run_all(jobs, assignment.limits), assignment)


def grade_all(
    assignment: Assignment,
    submissions: Sequence[Handed],
    folder: Path,
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    require: str = "none",
    resume: bool = True,
    done: Callable[[Result, bool], None] = lambda result, fresh: None,
) -> list[Result]:
    """Grade submissions into a folder, each stored as soon as it is ready, and return the results in their order.

    What is there already with the same fingerprint is not run again. `done` hears of each result, and whether it is
    fresh. An executor of one's own must be able to import this package. Raises IsolationError, OSError.
    """
    require = max(require, assignment.isolation, key=LEVELS.index)
    if executor is None:
        levels.require(require)
    results: dict[str, Result] = {}
    waiting: list[Handed] = []
    for submission in submissions:
        old = stored(folder, assignment, submission, require) if resume else None
        if old:
            results[submission.name] = old
            done(old, False)
        else:
            waiting.append(submission)
    for graded in _with_starved_alone(assignment, waiting, jobs, executor, require):
        store.save(folder, graded.result, graded.files)
        results[graded.result.submission] = graded.result
        done(graded.result, True)
    return [results[submission.name] for submission in submissions]


def stored(folder: Path, assignment: Assignment, handed: Handed, require: str = "none") -> Result | None:
    """The stored result that grading this submission would give again; None where there is none."""
    result = store.read(folder, handed.name, fingerprint(assignment, handed.read()))
    if result is None or not result.gradable:
        return None
    ran_on = LEVELS.index(result.isolation) if result.isolation in LEVELS else len(LEVELS)
    return result if ran_on >= LEVELS.index(require) else None


def _with_starved_alone(
    assignment: Assignment, submissions: Sequence[Handed], jobs: int, executor: Executor | None, require: str
) -> Iterator[Graded]:
    """Results; what got too little of a processor is graded again at the end, with nothing beside it."""
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
    assignment: Assignment, submissions: Sequence[Handed], jobs: int, executor: Executor | None, require: str
) -> Iterator[Graded]:
    if executor is None and (jobs == 1 or len(submissions) < 2):
        for submission in submissions:
            yield grade_one(assignment, submission, require)
        return
    left = list(submissions)
    for last in (False, True):  # an executor whose process was killed fails everything that it had: once more, then
        failed: list[tuple[Handed, Exception]] = []
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
    workers: Executor, assignment: Assignment | None, submissions: Sequence[Handed], require: str
) -> Iterator[tuple[Handed, Graded | Exception]]:
    """What came of each as it is ready; `assignment`: where the workers do not have it already.

    When interrupted, what is left is cancelled with others' workers. Our own processes are ended instead: an executor
    of theirs trips over what was cancelled.
    """
    cancel = assignment is not None
    futures: dict[Future[Graded], Handed] = {}
    waiting = list(reversed(submissions))
    try:
        while waiting or futures:
            while waiting and len(futures) < _IN_FLIGHT:  # those of a distant executor hold all that was handed in
                submission = waiting.pop()
                try:
                    handed: Handed = submission.read() if cancel else submission
                    if assignment is None:
                        future = workers.submit(_grade_known, handed, require)
                    else:
                        future = workers.submit(grade_one, assignment, handed, require)
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
def _executor(given: Executor | None, jobs: int, assignment: Assignment) -> Iterator[Executor]:
    """An executor: the one that is given, or processes of our own that have an assignment and all its files."""
    if given is not None:
        yield given
        return
    context = multiprocessing.get_context("spawn")
    begun = context.Value("i", 0)
    own = ProcessPoolExecutor(
        jobs, mp_context=context, initializer=_begin, initargs=(levels.probe(), begun, assignment)
    )
    processes = own._processes
    try:
        yield own
    except BaseException:
        own.shutdown(wait=False, cancel_futures=True)
        for process in list((processes or {}).values()):  # they hold nothing: this process writes the results
            process.terminate()
        raise
    own.shutdown()


_assignment: list[Assignment] = []


def _grade_known(handed: Handed, require: str) -> Graded:
    """Grade a submission to the assignment that this process was started with."""
    return grade_one(_assignment[0], handed, require)


def _begin(found: levels.Probe, begun: "Synchronized[int]", assignment: Assignment) -> None:
    _assignment[:] = [assignment]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that writes
    levels.assume(found)
    with begun.get_lock():
        processors.pin(begun.value)
        begun.value += 1
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Leave nothing running where the process that writes was killed: nobody else would say so."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)  # at which the workers end by themselves


_lock = threading.Lock()


def _pool(require: str, environment: Environment) -> Pool:
    with _lock:
        return _open_pool(
            require, environment, os.getpid()
        )  # a forked process must not speak with its parent's workers


@functools.cache
def _open_pool(require: str, environment: Environment, process: int) -> Pool:
    pool = Pool(size=_MANY, require=require, environment=environment)  # workers start as they are needed
    atexit.register(pool.close)
    return pool
