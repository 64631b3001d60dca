"""One worker: a zygote process of our own, and the conversation with it for one run at a time."""

import contextlib
import functools
import json
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from . import isolation
from .cgroup import Group
from .conversation import Conversation
from .exchange import encode
from .job import Job, Limits, Outcome
from .tree import Tree
from .worker.isolation import LADDER, remove

_START_SECONDS = 60.0
_PATIENCE = 5.0
_LOOK_SECONDS = 0.05
_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "PYTHONUTF8": "1",
    "PYTHONHASHSEED": "0",  # the order of sets must not differ from run to run
    "MPLBACKEND": "Agg",
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"),
}


class WorkerError(RuntimeError):
    """The worker did not start or did not answer: the grader's own fault, never a student's."""


class Slot:
    """A zygote on one rung. Not for two threads at once."""

    def __init__(self, rung: str, forbidden: Sequence[str] = ()) -> None:
        isolation.check_rung(rung)
        if not hasattr(os, "fork"):
            raise WorkerError(f"got {sys.platform}, but should be a system with fork (Linux, macOS, WSL)")
        self.rung = rung
        self._folder = tempfile.mkdtemp(prefix="pcaproofs-")
        os.chmod(self._folder, 0o711)  # children may run as a user who must pass through
        self._control, theirs = socket.socketpair()
        self._lines = b""
        self._group = Group.make()
        config = {
            "rung": rung,
            "folder": os.path.realpath(self._folder),
            "packages": isolation.packages(),
            "readable": isolation.readable(),
            "core": isolation.core(),
            "group": self._group.door if self._group else None,
            "hidden": [*isolation.hidden(), *isolation.places_of(forbidden)],
            "forbidden": list(forbidden),
            "modules": {f"pcaproofs_worker.{name}".rstrip("."): text for name, text in _worker().items()},
        }
        # -S: no .pth file may add a path or run code; the package folders are named instead
        command = [sys.executable, "-S", "-s", "-P", "-c", _worker()["__main__"], str(theirs.fileno())]
        libraries = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
        with theirs:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                env=_ENVIRONMENT | libraries,
                cwd="/",
                pass_fds=[theirs.fileno(), *([self._group.door] if self._group else [])],
                start_new_session=True,  # Ctrl-C is for the judge, which then closes its slots in order
            )
        try:
            self._send(json.dumps(config).encode() + b"\n", [])
            hello = self._read_line(_START_SECONDS)
            if "unfit" in hello:
                raise WorkerError(hello["unfit"])
            nested = LADDER.index(rung) >= LADDER.index("namespaces")
            self._tree = Tree(self._process.pid, nested, self._group)
        except BaseException:
            self.close()
            raise

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
        """Run jobs of one submission in one child, up to the first that ends it; whether this slot is fit for more."""
        talk = Conversation(jobs, limits, self.rung)
        started = time.monotonic()
        self._tree.begin()
        kills = self._group.kills() if self._group else 0
        if self._group:
            self._group.limit(limits.memory, limits.processes)
        with contextlib.ExitStack() as stack:
            shared, *calls = encode(jobs, limits)
            due = _Calls(shared, calls, stack)
            ours, theirs = self._open_channels(due, stack)
            try:
                self._send(_request(limits, len(jobs)), theirs)
            except OSError as error:
                return [talk.fault(f"the worker is gone: {error}{self._last_words()}")], False
            finally:
                for fd in theirs:
                    os.close(fd)
            try:
                usage = self._listen(talk, ours, due)
            except WorkerError as error:
                return [talk.fault(str(error))], False
        usage["lacked memory"] = bool(self._group and self._group.kills() > kills)
        return talk.outcomes(usage, time.monotonic() - started), bool(usage["clean"])

    def _open_channels(self, due: "_Calls", stack: contextlib.ExitStack) -> tuple[dict[str, int], list[int]]:
        ours: dict[str, int] = {}
        theirs = due.for_child()
        for name in ("result", "stdout", "stderr"):
            reading, writing = os.pipe()
            stack.callback(os.close, reading)
            os.set_blocking(reading, False)
            ours[name] = reading
            theirs.append(writing)
        return ours, theirs

    def _listen(self, talk: Conversation, ours: dict[str, int], due: "_Calls") -> dict[str, Any]:
        """Pass on what the child sends until the zygote says that it has ended; raises WorkerError."""
        asked = False
        with selectors.DefaultSelector() as selector:
            selector.register(self._control, selectors.EVENT_READ, "control")
            for name, fd in ours.items():
                selector.register(fd, selectors.EVENT_READ, name)
            while True:
                left = talk.deadline - time.monotonic()
                if left <= 0:
                    if asked:
                        raise WorkerError("the worker did not end a run that was to be killed")
                    talk.measure(self._tree.look())
                    talk.expire()
                if talk.over and not asked:
                    asked = True
                    self._send(b"kill\n", [])
                    continue
                events = selector.select(max(min(left, _LOOK_SECONDS), 0))
                if not events and left > 0:
                    talk.measure(self._tree.look())
                ended = None
                for key, _ in events:
                    if key.data == "control":
                        ended = self._read_line(_START_SECONDS)
                    elif not _pump(talk, key.data, key.fd):
                        selector.unregister(key.fd)
                if due.are_left(talk.begun):
                    talk.measure(self._tree.look())  # before the next call begins
                    due.hand_over(talk.begun)
                if ended is not None:
                    if "fault" in ended:
                        raise WorkerError(ended["fault"])
                    for name, fd in ours.items():
                        _pump(talk, name, fd)  # once is all that a pipe holds
                    return ended

    def _send(self, line: bytes, fds: list[int]) -> None:
        if fds:
            socket.send_fds(self._control, [line], fds)
        else:
            with contextlib.suppress(OSError):  # a dead worker shows when we read
                self._control.sendall(line)

    def _read_line(self, seconds: float) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while b"\n" not in self._lines:
            self._control.settimeout(max(end - time.monotonic(), 0.001))
            try:
                data = self._control.recv(65536)
            except TimeoutError:
                raise WorkerError(f"the worker said nothing for {seconds:.0f} s") from None
            except OSError as error:
                raise WorkerError(f"the worker is gone: {error}") from None
            if not data:
                raise WorkerError(f"the worker is gone{self._last_words()}")
            self._lines += data
        line, self._lines = self._lines.split(b"\n", 1)
        message: dict[str, Any] = json.loads(line)
        return message

    def _last_words(self) -> str:
        stream = self._process.stderr
        if stream is None or not select.select([stream], [], [], 0.2)[0]:
            return ""
        text = os.read(stream.fileno(), 65536).decode(errors="replace").strip()
        return f": {text.splitlines()[-1]}" if text else ""

    def close(self) -> None:
        """End the worker and everything it started, and remove its folder."""
        self._control.close()  # at which a live zygote kills its child and ends
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(OSError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()
        if self._group:
            self._group.close()
            self._group = None
        with contextlib.suppress(OSError):  # what a dead worker left, another user may own
            remove(self._folder)


def _pump(talk: Conversation, name: str, fd: int) -> bool:
    """Hand on one piece of what came; whether more may come."""
    try:
        data = os.read(fd, 1 << 20)
    except BlockingIOError:
        return True
    if data:
        talk.hear(name, data)
    return bool(data)


def _request(limits: Limits, runs: int) -> bytes:
    inner = {name: getattr(limits, name) for name in ("cpu", "memory", "file_size", "open_files", "processes")}
    return json.dumps({"limits": {**inner, "runs": runs}, "scratch": limits.scratch}).encode() + b"\n"


class _Calls:
    """What a child reads: what its calls share and the first of them; each other one only once it is due."""

    def __init__(self, shared: bytes, calls: Sequence[bytes], stack: contextlib.ExitStack) -> None:
        self._file = stack.enter_context(_memory_file())
        self._calls = calls
        self._go, self._sign = os.pipe()
        stack.callback(os.close, self._sign)
        self._file.write(shared + calls[0])
        self._file.flush()
        self._handed = 1

    def for_child(self) -> list[int]:
        """Return the descriptors that the child gets, to be closed here once it has them."""
        return [os.dup(self._file.fileno()), self._go]

    def are_left(self, begun: int) -> bool:
        """Whether a call has begun that is not written yet."""
        return self._handed < begun

    def hand_over(self, begun: int) -> None:
        """Write the calls that have begun."""
        while self._handed < begun:
            self._file.write(self._calls[self._handed])
            self._file.flush()
            self._handed += 1
            with contextlib.suppress(OSError):  # the child has ended
                os.write(self._sign, b".")


@contextlib.contextmanager
def _memory_file() -> Iterator[BinaryIO]:
    """Open a nameless file."""
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("job", os.MFD_CLOEXEC)
    else:
        fd, path = tempfile.mkstemp()
        os.unlink(path)
    with os.fdopen(fd, "w+b") as file:
        yield file


@functools.cache
def _worker() -> dict[str, str]:
    """Return the modules of the worker's package as texts by dotted name, the package itself by an empty one."""
    folder = Path(__file__).parent / "worker"
    texts = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder).with_suffix("").parts
        texts[".".join(part for part in parts if part != "__init__")] = path.read_text(encoding="utf-8")
    return texts
