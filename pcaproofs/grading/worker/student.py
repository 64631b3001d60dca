"""Running one job in a child: the submission, the call, and each role's expression.

Everything that the student's code can reach here it may have replaced; that costs nobody but the student, since what
is sent is judged elsewhere. Functions are bound early only so that innocent patching (of ``np.array``) breaks nothing.
"""

import io
import json
import linecache
import math
import os
import random
import resource
import signal
import sys
import traceback
import types
from typing import Any, NoReturn, TypedDict

import numpy as np

from .isolation.limits import processor_time
from .records import DTYPES, MAX_DIMENSIONS, OUT_OF_TIME, Kind, Writer, pack_error

_array, _ascontiguous, _ndarray = np.array, np.ascontiguousarray, np.ndarray
_seed = np.random.seed
_SEED = 0
_compile, _eval, _exit = compile, eval, os._exit
_read, _pread, _loads = os.read, os.pread, json.loads

JOB_FD, RESULT_FD, GO_FD = 3, 4, 5


class ArrayHead(TypedDict):
    """An input array's header; its bytes follow in order after the job's own header."""

    name: str
    dtype: str
    shape: list[int]


class RunHead(TypedDict):
    """One call of a job and its data."""

    call: str
    roles: list[str]
    scalars: dict[str, Any]
    arrays: list[ArrayHead]


class JobHead(TypedDict):
    """The part of a job that is text and numbers."""

    source: str
    filename: str
    files: dict[str, str]
    runs: int
    room: int
    cpu: float


class JobFile:
    """What the judge writes for this child, piece by piece: the job, then each call when it is due."""

    def __init__(self, job: int, go: int) -> None:
        self._job, self._go, self._at = job, go, 0

    def head(self) -> Any:
        """Return the next part that is text and numbers; raises OSError where the judge is gone."""
        return _loads(self.take(int.from_bytes(self.take(8), "little")))

    def take(self, size: int) -> bytes:
        """Return the next bytes."""
        parts = []
        while size > 0:
            part = _pread(self._job, size, self._at)
            if not part:
                raise OSError("the job ends early")
            parts.append(part)
            size -= len(part)
            self._at += len(part)
        return b"".join(parts)

    def wait(self) -> None:
        """Return when the judge has written the next call; raises OSError where it is gone."""
        if not _read(self._go, 1):
            raise OSError("the judge is gone")


def main() -> NoReturn:
    """Run the job of this child and end it."""
    try:
        writer = Writer(RESULT_FD)
        writer.send(Kind.READY)
        run(JobFile(JOB_FD, GO_FD), writer)
    except OSError:
        _exit(1)  # nobody listens any more
    # at once: no exit handler of the student's runs, no thread is waited for
    _exit(0)


def run(file: JobFile, writer: Writer) -> None:
    """Run a job to its end, sending a record for each thing learned; never returns an exception."""
    job: JobHead = file.head()
    for name, text in job["files"].items():
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "w", encoding="utf-8") as beside:
            beside.write(text)
    sys.path.insert(0, os.getcwd())
    _end_when_out_of_time()
    _seed_all()
    module = types.ModuleType("submission")
    module.__file__ = job["filename"]
    sys.modules["submission"] = module
    names = module.__dict__
    if _attempt(job["source"], job["filename"], "exec", names, writer, Kind.SOURCE_ERROR)[0]:
        room = job["room"]
        for number in range(job["runs"]):
            if number:
                writer.send(Kind.NEXT, number)
                file.wait()
                _seed_all()
                _allow_processor_time(job["cpu"])
            room -= _run_once(file, names, writer, room)
    flush()
    writer.send(Kind.END)


def _seed_all() -> None:
    """Make every run the same. This seed is no secret: it has nothing to do with the data."""
    random.seed(_SEED)
    _seed(_SEED)


def _end_when_out_of_time() -> None:
    """Obey the limit of one run in the first process of a world of its own, whom SIGXCPU does not end by itself.

    Code that does away with this has the time of all runs together, which is set hard.
    """
    if os.getpid() == 1:
        signal.signal(signal.SIGXCPU, lambda number, frame: _exit(OUT_OF_TIME))


def _allow_processor_time(seconds: float) -> None:
    """Let the next run have as much as the first had; what all may have together is set hard."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    if hard != resource.RLIM_INFINITY:
        soft = min(hard, int(processor_time() + seconds) + 1)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def _run_once(file: JobFile, names: dict[str, Any], writer: Writer, room: int) -> int:
    """Make the next call; how many bytes its answer took."""
    run: RunHead = file.head()
    arrays, originals = _unpack(run["arrays"], file)
    # the data shadow the submission's own names in the call only: its functions keep their globals
    scope: dict[str, Any] = {"np": np, **names, **run["scalars"], **arrays}
    used = 0
    if _attempt(run["call"], "<call>", "exec", scope, writer, Kind.CALL_ERROR)[0]:
        for index, expression in enumerate(run["roles"]):
            used += _send_role(index, expression, scope, writer, room - used)
        for index, (array, original) in enumerate(zip(arrays.values(), originals, strict=True)):
            if not _same(array, original, run["arrays"][index]):
                writer.send(Kind.TOUCHED, index)
    return used


def _unpack(heads: list[ArrayHead], file: JobFile) -> tuple[dict[str, Any], list[bytes]]:
    arrays: dict[str, Any] = {}
    originals: list[bytes] = []
    for head in heads:
        dtype = np.dtype(head["dtype"])
        data = file.take(dtype.itemsize * int(np.prod(head["shape"], dtype=np.int64)))
        originals.append(data)
        arrays[head["name"]] = np.frombuffer(data, dtype).reshape(head["shape"]).copy()
    return arrays, originals


def _same(array: Any, original: bytes, head: ArrayHead) -> bool:
    try:
        same_kind = array.dtype.str == head["dtype"] and list(array.shape) == head["shape"]
        return bool(same_kind and array.tobytes() == original)
    except Exception:
        return False


def _attempt(
    code: str, filename: str, mode: str, names: dict[str, Any], writer: Writer, kind: Kind, index: int = 0
) -> tuple[bool, Any]:
    """Run a piece of code; whether it came to its end, and its value. What it raised is sent."""
    try:
        lines = code.splitlines(keepends=True)
        linecache.cache[filename] = (len(code), None, lines, filename)  # tracebacks then quote the student's lines
        compiled = _compile(code, filename, mode, dont_inherit=True)
        value = _eval(compiled, names)
    except BaseException as error:
        _report(error, writer, kind, index)
        return False, None
    return True, value


def _report(error: BaseException, writer: Writer, kind: Kind, index: int) -> None:
    try:
        payload = _describe(error)
    except BaseException:  # its __str__ may do anything
        payload = pack_error(type(error).__name__, 0, "the error cannot be printed", "")
    writer.send(kind, index, payload)


_HERE = JobFile.wait.__code__.co_filename


def _describe(error: BaseException) -> bytes:
    message = str(error)
    if isinstance(error, SystemExit):
        message = f"the code ended the program (exit code {error.code!r})"
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename != _HERE]
    line = next((frame.lineno or 0 for frame in reversed(frames) if not frame.filename.startswith("<")), 0)
    if isinstance(error, SyntaxError):
        line, message = error.lineno or 0, error.msg
    # frames of libraries say nothing to a student, and an endless recursion says the same a thousand times
    kept = [frame for frame in frames if not os.path.isabs(frame.filename)] or frames
    trace = "".join(traceback.format_list(kept[:6] + (kept[-6:] if len(kept) > 12 else kept[6:])))
    kind = "MemoryError" if isinstance(error, MemoryError) else type(error).__name__  # numpy has one of its own
    return pack_error(kind, line, message, trace)


def _send_role(index: int, expression: str, scope: dict[str, Any], writer: Writer, room: int) -> int:
    """Send a role's value or why it has none; how many bytes that took."""
    done, value = _attempt(expression, "<role>", "eval", scope, writer, Kind.ROLE_ERROR, index)
    if not done:
        return 0
    try:
        array = _plain(value)
        size: int = array.nbytes
        if size > room or math.prod(max(length, 1) for length in array.shape) > room:
            raise TypeError(f"got an array of shape {array.shape}, which is more than an answer may hold")
        dtype, payload = DTYPES.index(array.dtype.str), memoryview(array.reshape(-1)).cast("B") if size else b""
    except BaseException as error:
        _report(error, writer, Kind.ROLE_ERROR, index)
        return 0
    writer.send(Kind.ARRAY, index, payload, dtype, array.shape)
    return size


def _plain(value: Any) -> Any:
    """Return a value as a fresh plain array of an allowed element type; raises TypeError that says what it was."""
    if value is None:
        raise TypeError("got None, but should be an array")
    densify = getattr(value, "toarray", None)
    if callable(densify):
        value = densify()
    try:
        array = _array(value, copy=True, subok=False, order="C")
    except ValueError as error:
        raise TypeError(f"got {type(value).__name__} that is no rectangular array ({error})") from None
    if array.dtype.kind == "O":  # numbers of other kinds, such as fractions
        try:
            array = _array(array, dtype=float)
        except (TypeError, ValueError):
            raise TypeError(f"got {type(value).__name__}, but should be an array of numbers") from None
    if array.dtype.str not in DTYPES:  # of the other byte order, or longer than any machine shares
        wide = {"f": "<f8", "c": "<c16"}.get(array.dtype.kind) if array.dtype.itemsize > 8 else None
        array = array.astype(wide or array.dtype.newbyteorder("<"))
    if array.dtype.str not in DTYPES:
        raise TypeError(f"got an array of {array.dtype}, but should be an array of numbers")
    if array.ndim > MAX_DIMENSIONS:
        raise TypeError(f"got {array.ndim} dimensions, but should be at most {MAX_DIMENSIONS}")
    return _ascontiguous(array).reshape(array.shape)


class _Forbidden:
    """Finds no module, and says so for packages that the assignment forbids.

    Code that removes this from its process finds their files closed on the levels of isolation that close files.
    """

    def __init__(self, names: list[str]) -> None:
        self._names = frozenset(names)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        root = name.partition(".")[0]
        if root in self._names:
            raise ModuleNotFoundError(f"this assignment does not allow {root}", name=name)


def forbid(names: list[str]) -> None:
    """Let imports of some packages fail."""
    if names:
        sys.meta_path.insert(0, _Forbidden(names))


def flush() -> None:
    """Let go of what is printed but not yet sent."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # it may be any object by now
            continue


def fresh_streams() -> None:
    """Point Python's streams at the child's own pipes; lines appear at once, so that a crash does not swallow them."""
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8", errors="replace")
    for name, fd in (("stdout", 1), ("stderr", 2)):
        raw = io.BufferedWriter(io.FileIO(fd, "w", closefd=False))
        setattr(sys, name, io.TextIOWrapper(raw, encoding="utf-8", errors="replace", line_buffering=True))
        setattr(sys, f"__{name}__", getattr(sys, name))


def warm_up() -> None:
    """Load and run what nearly every submission uses, so that a child need not."""
    sample = np.random.default_rng(0).normal(size=(8, 3))
    covariance = np.cov(sample, rowvar=False)
    for solve in (np.linalg.eigh, np.linalg.eig, np.linalg.svd, np.linalg.qr, np.linalg.norm, np.argsort):
        solve(covariance)
    run_text = "def f(X):\n    return X - X.mean(axis=0)\n"
    names: dict[str, Any] = {}
    _eval(_compile(run_text, "<warm>", "exec"), names)
    names["f"](sample)
    repr(sample)
