"""Running a job in a child: the submission, the calls, and each role's expression.

Student code can replace everything that it reaches in this process. That can harm only the student, since the answers
are judged elsewhere. Functions are bound early so that harmless patching (of `np.array`, say) breaks nothing.
"""

import ast
import io
import json
import linecache
import math
import os
import random
import resource
import signal
import sys
import types
from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from . import notebook, semaphores
from .errors import line_describer, packed
from .isolation.limits import processor_time
from .jobfile import JobFile, JobHead, RunHead, unpack
from .loading import Loader
from .nested import packed as packed_value
from .records import DTYPES, MAX_TEXT, OUT_OF_TIME, Tag, Writer, pack_error
from .report import ELSEWHERE, Clock, LoadReport, Skip
from .siblings import SiblingImporter
from .values import plain, same

_seed = np.random.seed
_SEED = 0
_compile, _eval, _exit = compile, eval, os._exit

JOB_FD, RESULT_FD, GO_FD = 3, 4, 5
_MAX_RECORDS = 1000


def main() -> NoReturn:
    """Run the job of this child and exit."""
    try:
        writer = Writer(RESULT_FD)
        writer.send(Tag.READY)
        run(JobFile(JOB_FD, GO_FD), writer)
    except OSError:
        _exit(1)  # the judge has ended
    # exit immediately: no exit handlers of the student run, and no threads are waited for
    _exit(0)


def run(file: JobFile, writer: Writer) -> None:
    """Run a job to its end and send a record for each result; errors of the student's code are sent, not raised."""
    job: JobHead = file.head()
    for name, size in job["files"]:
        os.makedirs(os.path.dirname(name) or ".", exist_ok=True)
        with open(name, "wb") as beside:
            beside.write(file.take(size))
    found = roots(job["folder"])
    sys.path[:0] = found
    os.makedirs(job["folder"] or ".", exist_ok=True)
    os.chdir(job["folder"] or ".")
    semaphores.install()
    _end_when_out_of_time()
    _seed_all()
    module = types.ModuleType("submission")
    module.__file__ = job["filename"]
    sys.modules["submission"] = module
    names = module.__dict__
    student = _Student(job, file, writer, names, found)
    if student.load():
        for number in range(job["runs"]):
            if number:
                writer.send(Tag.NEXT, number)
                file.wait()
            else:
                writer.send(Tag.LOADED)
            _seed_all()
            _allow_processor_time(job["cpu"])
            if not student.call(number == 0):
                break
    flush()
    writer.send(Tag.END)


def roots(folder: str) -> list[str]:
    """The folders from which a file's modules are imported: its own, those above it, and their `src`."""
    here = os.getcwd()
    parts = folder.split("/") if folder else []
    above = [os.path.join(here, *parts[:length]) for length in range(len(parts), -1, -1)]
    return [*above, *(src for each in above if os.path.isdir(src := os.path.join(each, "src")))]


def _seed_all() -> None:
    """Seed the random generators, so that every run gives the same. The seed is unrelated to the hidden data."""
    random.seed(_SEED)
    _seed(_SEED)


def _end_when_out_of_time() -> None:
    """Exit at SIGXCPU in a process with id 1, which signals do not end by default.

    Code that removes this handler is limited by the hard limit for all runs together.
    """
    if os.getpid() == 1:
        signal.signal(signal.SIGXCPU, lambda number, frame: _exit(OUT_OF_TIME))


def _allow_processor_time(seconds: float) -> None:
    """Set the soft limit for the next run's processor time; the hard limit for all runs stays."""
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    if hard != resource.RLIM_INFINITY:
        soft = min(hard, int(processor_time() + seconds) + 1)
        resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


class _Student:
    """A submission in its namespace: loaded once, then called several times."""

    def __init__(self, job: JobHead, file: JobFile, writer: Writer, names: dict[str, Any], roots: list[str]) -> None:
        self._job, self._file, self._writer, self._names = job, file, writer, names
        self._report = LoadReport()
        self._roots = roots
        self._returned = ""
        self._room = job["room"]

    def load(self) -> bool:
        """Run the submission's file, without failing statements if the job is lenient; whether it can be called."""
        job, names = self._job, self._names
        if job["prelude"]:
            self._attempt(job["prelude"], "<prelude>", "exec", names, Tag.SOURCE_ERROR)
        if not job["lenient"]:
            return self._attempt(job["source"], job["filename"], "exec", names, Tag.SOURCE_ERROR)[0]
        clock = Clock(job["cpu"] / 2)
        forbidden = any(isinstance(each, _Forbidden) for each in sys.meta_path[:1])
        sys.meta_path.insert(int(forbidden), SiblingImporter(self._report, clock, job["side_effects"], self._roots))
        self._report.hints |= {name: f"{ELSEWHERE}{hint}" for name, hint in job["hints"].items()}
        self._add_notebook_names(clock)
        skip = {number: Skip(kind, message) for number, kind, message in job["skip"]}
        loader = Loader(
            names, job["filename"], self._report, clock, cells=job["cells"], skip=skip, side_effects=job["side_effects"]
        )
        loader.load(job["source"])
        clock.stop()
        for kind, found in ((Tag.DROPPED, self._report.drops), (Tag.SUPPLIED, self._report.supplied)):
            for each in found[:_MAX_RECORDS]:
                payload = json.dumps(each).encode()
                if len(payload) <= MAX_TEXT:
                    self._writer.send(kind, 0, payload)
        return True

    def _add_notebook_names(self, clock: Clock) -> None:
        """Names that a notebook's kernel defines, and modules of IPython for every file."""

        def run(text: str, filename: str) -> None:
            Loader(self._names, filename, self._report, clock, main=False, side_effects=True).load(text)

        known = notebook.names(run)
        # before the real one: without a kernel it has no shell
        sys.meta_path.insert(
            sum(isinstance(each, _Forbidden | SiblingImporter) for each in sys.meta_path[:2]), notebook.Stubs(known)
        )
        if self._job["cells"]:
            self._names.update(known)

    def call(self, first: bool) -> bool:
        """Run the next call; whether there may be another."""
        run: RunHead = self._file.head()
        arrays, originals = unpack(run["arrays"], self._file)
        # inside the call, the data shadow names of the submission; its functions keep their own globals
        scope: dict[str, Any] = {"np": np, **self._names, **run["scalars"], **arrays}
        if first and self._lacks(run["call"], scope):
            return False
        self._returned = ""
        if self._attempt(run["call"], "<call>", "exec", scope, Tag.CALL_ERROR)[0]:
            for index, expression in enumerate(run["roles"]):
                self._send_role(index, expression, scope, packed_value if index in run["nested"] else plain)
            for index, (array, original) in enumerate(zip(arrays.values(), originals, strict=True)):
                if not same(array, original, run["arrays"][index]):
                    self._writer.send(Tag.TOUCHED, index)
        return True

    def _lacks(self, call: str, scope: dict[str, Any]) -> bool:
        """Whether a called name is unbound because its statement was left out; the error of that statement is sent."""
        wanted = [node.id for node in ast.walk(ast.parse(call)) if isinstance(node, ast.Name)]
        for name in wanted:
            if name not in scope and name not in self._report.hints and (owner := self._owner_of(name)):
                said = f"`{name}` is a method of the class {owner}. Move it out of the class, without `self`."
                self._report.hints[name] = f"{ELSEWHERE}{said}"
            if name in self._report.errors and name not in scope and f"{name}(" in call:
                self._writer.send(Tag.SOURCE_ERROR, 0, pack_error(*self._report.errors[name], ""))
                return True
        return False

    def _owner_of(self, name: str) -> str:
        """The class of the submission that has a method of this name; empty if there is none."""
        for known, value in self._names.items():
            if type(value) is type and isinstance(value.__dict__.get(name), types.FunctionType | staticmethod):
                return known
        return ""

    def _attempt(
        self, code: str, filename: str, mode: str, names: dict[str, Any], kind: Tag, index: int = 0
    ) -> tuple[bool, Any]:
        """Run code; whether it ended normally, and its value. Errors that it raises are sent."""
        try:
            lines = code.splitlines(keepends=True)
            linecache.cache[filename] = (
                len(code),
                None,
                lines,
                filename,
            )  # so that tracebacks quote the student's lines
            if filename == "<call>":
                self._call(code, filename, names)
                return True, None
            compiled = _compile(code, filename, mode, dont_inherit=True)
            value = _eval(compiled, names)
        except BaseException as error:
            self._send_error(error, kind, index)
            return False, None
        return True, value

    def _call(self, code: str, filename: str, names: dict[str, Any]) -> None:
        """Run a call; where it unpacks what a function returns, keep in words what cannot be unpacked as asked."""
        tree = ast.parse(code, filename)
        last = tree.body[-1] if tree.body else None
        if isinstance(last, ast.Assign) and isinstance(last.targets[0], ast.Tuple) and isinstance(last.value, ast.Call):
            asked = ast.unparse(last.targets[0]).strip("()")
            kept = ast.Call(ast.Name("__kept__", ast.Load()), [last.value], [])
            last.value = ast.fix_missing_locations(ast.copy_location(kept, last.value))

            def keep(value: Any) -> Any:
                said = _in_words(value)
                self._returned = said and f"your function returns {said}, but should return {asked}"
                return value

            names["__kept__"] = keep
        _eval(_compile(tree, filename, "exec", dont_inherit=True), names)

    def _send_error(self, error: BaseException, kind: Tag, index: int) -> None:
        if self._returned and isinstance(error, TypeError | ValueError):
            error = TypeError(self._returned)
        place = line_describer(self._job["cells"])
        self._writer.send(kind, index, packed(error, self._job["filename"], self._report.hints, place))

    def _send_role(self, index: int, expression: str, scope: dict[str, Any], made: Callable[[Any], Any]) -> None:
        """Send a role's value, or the error why it has none."""
        done, value = self._attempt(expression, "<role>", "eval", scope, Tag.ROLE_ERROR, index)
        if not done:
            return
        room = self._room
        try:
            array = made(value)
            size: int = array.nbytes
            if size > room or math.prod(max(length, 1) for length in array.shape) > room:
                raise TypeError(f"got an array of shape {array.shape}, which is more than an answer may hold")
            dtype, payload = DTYPES.index(array.dtype.str), memoryview(array.reshape(-1)).cast("B") if size else b""
        except BaseException as error:
            self._send_error(error, Tag.ROLE_ERROR, index)
            return
        self._writer.send(Tag.ARRAY, index, payload, dtype, array.shape)
        self._room -= size


def _in_words(value: Any) -> str:
    """What a function returned, if it is nothing that can be unpacked into values; otherwise empty."""
    if isinstance(value, dict):
        keys = ", ".join(map(repr, list(value)[:6]))
        return f"a dictionary ({keys}{', …' if len(value) > 6 else ''})"
    if isinstance(value, str):
        return "a text"
    if value is None or hasattr(value, "__iter__"):
        return "" if value is not None else "nothing (None)"
    return (
        "one number" if isinstance(value, int | float | complex) else f"one object, of the class {type(value).__name__}"
    )


class _Forbidden:
    """An import hook that refuses packages which the assignment forbids.

    Code that removes the hook finds the packages' files unreadable on isolation levels that protect files.
    """

    def __init__(self, names: list[str]) -> None:
        self._names = frozenset(names)

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> None:
        root = name.partition(".")[0]
        if root in self._names:
            raise ModuleNotFoundError(f"this assignment does not allow {root}", name=name)


def forbid(names: list[str]) -> None:
    """Make imports of some packages fail."""
    if names:
        sys.meta_path.insert(0, _Forbidden(names))


def flush() -> None:
    """Flush the output streams."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # it may be any object by now
            continue


def fresh_streams() -> None:
    """Connect Python's streams with the child's pipes; line buffering preserves output before a crash."""
    sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8", errors="replace")
    for name, fd in (("stdout", 1), ("stderr", 2)):
        raw = io.BufferedWriter(io.FileIO(fd, "w", closefd=False))
        setattr(sys, name, io.TextIOWrapper(raw, encoding="utf-8", errors="replace", line_buffering=True))
        setattr(sys, f"__{name}__", getattr(sys, name))


def warm_up() -> None:
    """Load and run what nearly every submission uses, so that children start with it loaded."""
    sample = np.random.default_rng(0).normal(size=(8, 3))
    covariance = np.cov(sample, rowvar=False)
    for solve in (np.linalg.eigh, np.linalg.eig, np.linalg.svd, np.linalg.qr, np.linalg.norm, np.argsort):
        solve(covariance)
    run_text = "def f(X):\n    return X - X.mean(axis=0)\n"
    names: dict[str, Any] = {}
    _eval(_compile(run_text, "<warm>", "exec"), names)
    names["f"](sample)
    repr(sample)
    semaphores.warm_up()
