"""A worker: a fork server and the session with its current child.

Data that all calls share and the first call are written at once; each further call is written when the call before it
has ended.
"""

import contextlib
import functools
import json
import math
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from pcaproofs.grading.protocol import Job, Limits, Outcome
from pcaproofs.grading.sandbox import pace, paths, processors
from pcaproofs.grading.sandbox.codec import encode
from pcaproofs.grading.sandbox.environment import Environment
from pcaproofs.grading.sandbox.process_tree import ControlGroup, ProcessTree
from pcaproofs.grading.sandbox.session import Session
from pcaproofs.grading.sandbox.worker.isolation import LEVELS, check_level, remove


class CallStream:
    """The job file of a child, and the pipe that tells the child when the next call has been written."""

    def __init__(self, shared: bytes, calls: Sequence[bytes], stack: contextlib.ExitStack) -> None:
        self._file = stack.enter_context(_memory_file())
        self._calls = calls
        self._go, self._sign = os.pipe()
        stack.callback(os.close, self._sign)
        self._file.write(shared + calls[0])
        self._file.flush()
        self._written = 1

    def child_fds(self) -> list[int]:
        """File descriptors to pass to the child; the caller closes them after passing them on."""
        return [os.dup(self._file.fileno()), self._go]

    def is_behind(self, begun: int) -> bool:
        """Whether one of the first `begun` calls has not been written yet."""
        return self._written < begun

    def write_until(self, begun: int) -> None:
        """Write the first `begun` calls."""
        while self._written < begun:
            self._file.write(self._calls[self._written])
            self._file.flush()
            self._written += 1
            with contextlib.suppress(OSError):  # the child has ended
                os.write(self._sign, b".")


@contextlib.contextmanager
def _memory_file() -> Iterator[BinaryIO]:
    """An anonymous file in memory, or a deleted temporary file where the system has no memfd."""
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("job", os.MFD_CLOEXEC)
    else:
        fd, path = tempfile.mkstemp()
        os.unlink(path)
    with os.fdopen(fd, "w+b") as file:
        yield file


# A fork server process, and the socket with JSON lines to it


_CLOSE_SECONDS = 60.0
_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONUTF8": "1",
    "PYTHONHASHSEED": "0",  # the order of sets must not differ from run to run
    "MPLBACKEND": "Agg",
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"),
}


class WorkerError(RuntimeError):
    """The worker did not start or did not answer. This is a fault of the grader, never of a submission."""


class ForkServer:
    """A process that runs the `worker` package and no other module of ours, until `close`."""

    def __init__(self, config: Mapping[str, Any], inherited: Sequence[int]) -> None:
        """Start the process with a configuration and inherited descriptors; raises OSError."""
        self._socket, theirs = socket.socketpair()
        self._lines = b""
        texts = _worker_modules()
        modules = {f"pcaproofs_worker.{name}".rstrip("."): text for name, text in texts.items()}
        # -S: no .pth file may add a path or run code; the configuration names the package folders instead
        command = [sys.executable, "-S", "-s", "-P", "-c", texts["__main__"], str(theirs.fileno())]
        libraries = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
        with theirs:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=_ENVIRONMENT | libraries,
                cwd="/",
                pass_fds=[theirs.fileno(), *inherited],
                start_new_session=True,  # Ctrl-C reaches the judge only, which then closes its workers in order
            )
        self.send(json.dumps({**config, "modules": modules}).encode() + b"\n")

    @property
    def pid(self) -> int:
        return self._process.pid

    def fileno(self) -> int:
        """The descriptor that becomes readable when the fork server sends a message."""
        return self._socket.fileno()

    def send(self, line: bytes, fds: Sequence[int] = ()) -> None:
        """Send a line.

        Raises OSError only if descriptors are sent with it: otherwise a dead worker is found at the next read.
        """
        if fds:
            socket.send_fds(self._socket, [line], fds)
        else:
            with contextlib.suppress(OSError):
                self._socket.sendall(line)

    def read_line(self, seconds: float) -> dict[str, Any]:
        """The next message, within some seconds; raises WorkerError."""
        end = time.monotonic() + seconds
        while b"\n" not in self._lines:
            self._socket.settimeout(max(end - time.monotonic(), 0.001))
            try:
                data = self._socket.recv(65536)
            except TimeoutError:
                raise WorkerError(f"the worker said nothing for {seconds:.0f} s") from None
            except OSError as error:
                raise WorkerError(f"the worker is gone: {error}") from None
            if not data:
                raise WorkerError(f"the worker is gone{self.last_error_line()}")
            self._lines += data
        line, self._lines = self._lines.split(b"\n", 1)
        message: dict[str, Any] = json.loads(line)
        return message

    def last_error_line(self) -> str:
        """The last line that the process wrote to its error stream, after a colon; empty if there is none."""
        stream = self._process.stderr
        if stream is None or not select.select([stream], [], [], 0.2)[0]:
            return ""
        text = os.read(stream.fileno(), 65536).decode(errors="replace").strip()
        return f": {text.splitlines()[-1]}" if text else ""

    def close(self) -> None:
        """End the process and its descendants."""
        self._socket.close()  # when the socket closes, the fork server kills its child and ends
        try:
            self._process.wait(_CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()


@functools.cache
def _worker_modules() -> dict[str, str]:
    """Source texts of the `worker` package by dotted module name; the name of the package itself is empty."""
    folder = Path(__file__).parent / "worker"
    texts = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        texts[".".join(part for part in parts if part != "__init__")] = path.read_text(encoding="utf-8")
    return texts


# A worker: a fork server and the session with its current child


__all__ = ["Worker", "WorkerError"]

_START_SECONDS = 600.0
_SAMPLE_SECONDS = 0.05


class Worker:
    """A fork server on one isolation level, and a session with one child at a time. Not thread-safe."""

    def __init__(self, level: str, environment: Environment | None = None) -> None:
        check_level(level)
        if not hasattr(os, "fork"):
            raise WorkerError(f"got {sys.platform}, but should be a system with fork (Linux, macOS, WSL)")
        self.level = level
        self._server: ForkServer | None = None
        self._folder = _folder()
        self._group = ControlGroup.create()
        environment = environment or Environment()
        try:
            while refused := self._start(environment):
                # a module that cannot be imported in advance may still be imported by a submission
                environment = environment.without(refused)
            nested = LEVELS.index(level) >= LEVELS.index("namespaces")
            self._tree = ProcessTree(self._running_server.pid, nested, self._group)
        except BaseException:
            self.close()
            raise

    @property
    def _running_server(self) -> ForkServer:
        if self._server is None:
            raise WorkerError("the worker is closed")
        return self._server

    def _start(self, environment: Environment) -> str:
        """Start the fork server; gives the name of a module that it cannot import in advance, or an empty text.

        Raises WorkerError.
        """
        if self._server:
            self._server.close()
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
            "group": self._group.entry if self._group else None,
            "hidden": [*paths.hidden(folders), *paths.places_of(environment.forbidden, folders)],
            "forbidden": list(environment.forbidden),
            "preload": list(environment.preload),
            "wanted": list(environment.wanted),
        }
        self._server = ForkServer(config, [self._group.entry] if self._group else [])
        reply = self._server.read_line(_START_SECONDS)
        if "unfit" in reply:
            raise WorkerError(reply["unfit"])
        pace.learn(float(reply.get("pace", math.inf)))
        return str(reply.get("refused", ""))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def check(self) -> None:
        """Run a minimal job as a test; raises WorkerError if it fails."""
        (outcome,), _ = self.run([Job(source="", call="answer = 6 * 7", roles={"answer": "answer"})], Limits())
        if outcome.status != "ok":
            raise WorkerError(outcome.detail)

    def run(self, jobs: Sequence[Job], limits: Limits) -> tuple[list[Outcome], bool]:
        """Run jobs of one submission in one child, up to the first that ends it.

        Gives outcomes, and whether the worker is still usable.
        """
        session = Session(jobs, limits, self.level)
        started = time.monotonic()
        self._tree.start_run()
        kills = self._group.kills() if self._group else 0
        if self._group:
            self._group.limit(limits.memory + _size(jobs), limits.processes, self._tree.inherited)
        with contextlib.ExitStack() as stack:
            shared, *calls = encode(jobs, limits)
            stream = CallStream(shared, calls, stack)
            ours, theirs = self._open_channels(stream, stack)
            try:
                self._running_server.send(_request(limits, jobs), theirs)
            except OSError as error:
                return [session.fault(f"the worker is gone: {error}{self._running_server.last_error_line()}")], False
            finally:
                for fd in theirs:
                    os.close(fd)
            try:
                usage = self._listen(session, ours, stream)
            except WorkerError as error:
                return [session.fault(str(error))], False
        usage["slowdown"] = pace.slowdown(usage.get("pace", 0.0))
        usage["lacked memory"] = bool(self._group and self._group.kills() > kills)
        return session.outcomes(usage, time.monotonic() - started), bool(usage["clean"])

    def _open_channels(self, stream: "CallStream", stack: contextlib.ExitStack) -> tuple[dict[str, int], list[int]]:
        ours: dict[str, int] = {}
        theirs = stream.child_fds()
        for name in ("result", "stdout", "stderr"):
            reading, writing = os.pipe()
            stack.callback(os.close, reading)
            os.set_blocking(reading, False)
            ours[name] = reading
            theirs.append(writing)
        return ours, theirs

    def _listen(self, session: Session, ours: dict[str, int], stream: "CallStream") -> dict[str, Any]:
        """Pass the child's bytes to the session until the fork server reports its end; raises WorkerError."""
        asked, measured = False, time.monotonic()
        with selectors.DefaultSelector() as selector:
            selector.register(self._running_server, selectors.EVENT_READ, "control")
            for name, fd in ours.items():
                selector.register(fd, selectors.EVENT_READ, name)
            while True:
                left = session.deadline - time.monotonic()
                if left <= 0:
                    if asked:
                        raise WorkerError("the worker did not end a run that was to be killed")
                    session.measure(self._tree.usage())
                    session.handle_deadline()
                if session.over and not asked:
                    asked = True
                    self._running_server.send(b"kill\n", [])
                    continue
                events = selector.select(max(min(left, _SAMPLE_SECONDS), 0))
                if (now := time.monotonic()) >= measured + _SAMPLE_SECONDS:
                    session.measure(self._tree.usage())
                    measured = now
                ended = self._read_ready(selector, session, [key for key, _ in events])
                if stream.is_behind(session.begun):
                    session.measure(self._tree.usage())  # before the next call begins
                    stream.write_until(session.begun)
                if ended is not None:
                    if "fault" in ended:
                        raise WorkerError(ended["fault"])
                    for name, fd in ours.items():
                        _pump(session, name, fd)  # one read empties a pipe
                    return ended

    def _read_ready(
        self, selector: selectors.BaseSelector, session: Session, ready: Sequence[selectors.SelectorKey]
    ) -> dict[str, Any] | None:
        """Pass available bytes to the session; gives the fork server's report if the child has ended, else None."""
        ended = None
        for key in ready:
            if key.data == "control":
                ended = self._running_server.read_line(_START_SECONDS)
            elif not _pump(session, key.data, key.fd):
                selector.unregister(key.fd)
        return ended

    def close(self) -> None:
        """End the worker and its descendants, and remove its folder."""
        if self._server:
            self._server.close()
        if self._group:
            self._group.close()
            self._group = None
        with contextlib.suppress(OSError):  # files of a dead worker may belong to another user
            remove(self._folder)


def _folder() -> str:
    made = tempfile.mkdtemp(prefix="pcaproofs-")
    os.chmod(made, 0o711)  # children may run as another user, who must be able to enter
    return made


def _pump(session: Session, name: str, fd: int) -> bool:
    """Pass one block of bytes to the session; whether more may come."""
    try:
        data = os.read(fd, 1 << 20)
    except BlockingIOError:
        return True
    if data:
        session.receive(name, data)
    return bool(data)


def _request(limits: Limits, jobs: Sequence[Job]) -> bytes:
    """The request to the fork server.

    Files submitted with the program are added to the limits on file size and scratch space.
    """
    inner = {name: getattr(limits, name) for name in ("cpu", "memory", "file_size", "open_files", "processes")}
    largest = max(map(len, jobs[0].files.values()), default=0)
    inner |= {"file_size": max(limits.file_size, largest), "runs": len(jobs)}
    return json.dumps({"limits": inner, "scratch": limits.scratch + _size(jobs)}).encode() + b"\n"


def _size(jobs: Sequence[Job]) -> int:
    """Bytes of the submitted files on a file system in memory."""
    return sum(len(data) + 4096 for data in jobs[0].files.values())
