"""One worker: a fork server of our own, and the session with it for one run at a time."""

import contextlib
import json
import math
import os
import selectors
import sys
import tempfile
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from pcaproofs.grading.protocol import Job, Limits, Outcome
from pcaproofs.grading.sandbox import pace, paths, processors
from pcaproofs.grading.sandbox.call_stream import Calls
from pcaproofs.grading.sandbox.cgroup import Group
from pcaproofs.grading.sandbox.codec import encode
from pcaproofs.grading.sandbox.environment import Environment
from pcaproofs.grading.sandbox.fork_server import Control, WorkerError
from pcaproofs.grading.sandbox.process_tree import Tree
from pcaproofs.grading.sandbox.session import Session
from pcaproofs.grading.sandbox.worker.isolation import LEVELS, check_level, remove

__all__ = ["Worker", "WorkerError"]

_START_SECONDS = 60.0
_LOOK_SECONDS = 0.05


class Worker:
    """A zygote on one level. Not for two threads at once."""

    def __init__(self, level: str, environment: Environment | None = None) -> None:
        check_level(level)
        if not hasattr(os, "fork"):
            raise WorkerError(f"got {sys.platform}, but should be a system with fork (Linux, macOS, WSL)")
        self.level = level
        self._control: Control | None = None
        self._folder = _folder()
        self._group = Group.make()
        environment = environment or Environment()
        try:
            while refused := self._start(environment):
                # what cannot be imported in advance may still be imported by who needs it
                environment = environment.without(refused)
            nested = LEVELS.index(level) >= LEVELS.index("namespaces")
            self._tree = Tree(self._zygote.pid, nested, self._group)
        except BaseException:
            self.close()
            raise

    @property
    def _zygote(self) -> Control:
        if self._control is None:
            raise WorkerError("the worker is closed")
        return self._control

    def _start(self, environment: Environment) -> str:
        """Start the zygote; return a module that it cannot import in advance, or nothing. Raises WorkerError."""
        if self._control:
            self._control.close()
            with contextlib.suppress(OSError):
                remove(self._folder)
            self._folder = _folder()
        folders = environment.folders
        config = {
            "level": self.level,
            "folder": os.path.realpath(self._folder),
            "packages": paths.packages(folders),
            "readable": paths.readable(folders),
            "core": processors.core(),
            "group": self._group.door if self._group else None,
            "hidden": [*paths.hidden(folders), *paths.places_of(environment.forbidden, folders)],
            "forbidden": list(environment.forbidden),
            "preload": list(environment.preload),
            "wanted": list(environment.wanted),
        }
        self._control = Control(config, [self._group.door] if self._group else [])
        hello = self._control.read_line(_START_SECONDS)
        if "unfit" in hello:
            raise WorkerError(hello["unfit"])
        pace.learn(float(hello.get("pace", math.inf)))
        return str(hello.get("refused", ""))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def check(self) -> None:
        """Run the smallest job; raises WorkerError when that fails."""
        (outcome,), _ = self.run([Job(source="", call="answer = 6 * 7", roles={"answer": "answer"})], Limits())
        if outcome.status != "ok":
            raise WorkerError(outcome.detail)

    def run(self, jobs: Sequence[Job], limits: Limits) -> tuple[list[Outcome], bool]:
        """Run jobs of one submission in one child, up to the first that ends it; whether the worker is fit for more."""
        session = Session(jobs, limits, self.level)
        started = time.monotonic()
        self._tree.begin()
        kills = self._group.kills() if self._group else 0
        if self._group:
            self._group.limit(limits.memory + _size(jobs), limits.processes, self._tree.inherited)
        with contextlib.ExitStack() as stack:
            shared, *calls = encode(jobs, limits)
            due = Calls(shared, calls, stack)
            ours, theirs = self._open_channels(due, stack)
            try:
                self._zygote.send(_request(limits, jobs), theirs)
            except OSError as error:
                return [session.fault(f"the worker is gone: {error}{self._zygote.last_words()}")], False
            finally:
                for fd in theirs:
                    os.close(fd)
            try:
                usage = self._listen(session, ours, due)
            except WorkerError as error:
                return [session.fault(str(error))], False
        usage["slowdown"] = pace.slowdown(usage.get("pace", 0.0))
        usage["lacked memory"] = bool(self._group and self._group.kills() > kills)
        return session.outcomes(usage, time.monotonic() - started), bool(usage["clean"])

    def _open_channels(self, due: "Calls", stack: contextlib.ExitStack) -> tuple[dict[str, int], list[int]]:
        ours: dict[str, int] = {}
        theirs = due.for_child()
        for name in ("result", "stdout", "stderr"):
            reading, writing = os.pipe()
            stack.callback(os.close, reading)
            os.set_blocking(reading, False)
            ours[name] = reading
            theirs.append(writing)
        return ours, theirs

    def _listen(self, session: Session, ours: dict[str, int], due: "Calls") -> dict[str, Any]:
        """Pass on what the child sends until the zygote says that it has ended; raises WorkerError."""
        asked = False
        with selectors.DefaultSelector() as selector:
            selector.register(self._zygote, selectors.EVENT_READ, "control")
            for name, fd in ours.items():
                selector.register(fd, selectors.EVENT_READ, name)
            while True:
                left = session.deadline - time.monotonic()
                if left <= 0:
                    if asked:
                        raise WorkerError("the worker did not end a run that was to be killed")
                    session.measure(self._tree.look())
                    session.expire()
                if session.over and not asked:
                    asked = True
                    self._zygote.send(b"kill\n", [])
                    continue
                events = selector.select(max(min(left, _LOOK_SECONDS), 0))
                if not events and left > 0:
                    session.measure(self._tree.look())
                ended = None
                for key, _ in events:
                    if key.data == "control":
                        ended = self._zygote.read_line(_START_SECONDS)
                    elif not _pump(session, key.data, key.fd):
                        selector.unregister(key.fd)
                if due.are_left(session.begun):
                    session.measure(self._tree.look())  # before the next call begins
                    due.hand_over(session.begun)
                if ended is not None:
                    if "fault" in ended:
                        raise WorkerError(ended["fault"])
                    for name, fd in ours.items():
                        _pump(session, name, fd)  # once is all that a pipe holds
                    return ended

    def close(self) -> None:
        """End the worker and everything it started, and remove its folder."""
        if self._control:
            self._control.close()
        if self._group:
            self._group.close()
            self._group = None
        with contextlib.suppress(OSError):  # what a dead worker left, another user may own
            remove(self._folder)


def _folder() -> str:
    made = tempfile.mkdtemp(prefix="pcaproofs-")
    os.chmod(made, 0o711)  # children may run as a user who must pass through
    return made


def _pump(session: Session, name: str, fd: int) -> bool:
    """Hand on one piece of what came; whether more may come."""
    try:
        data = os.read(fd, 1 << 20)
    except BlockingIOError:
        return True
    if data:
        session.hear(name, data)
    return bool(data)


def _request(limits: Limits, jobs: Sequence[Job]) -> bytes:
    """What the zygote is asked for; the files beside a submission take nothing of what it may use."""
    inner = {name: getattr(limits, name) for name in ("cpu", "memory", "file_size", "open_files", "processes")}
    largest = max(map(len, jobs[0].files.values()), default=0)
    inner |= {"file_size": max(limits.file_size, largest), "runs": len(jobs)}
    return json.dumps({"limits": inner, "scratch": limits.scratch + _size(jobs)}).encode() + b"\n"


def _size(jobs: Sequence[Job]) -> int:
    """The bytes that the files beside a submission take on a file system in memory."""
    return sum(len(data) + 4096 for data in jobs[0].files.values())
