"""The fork server: it imports NumPy and the named packages, isolates itself, and forks one child for each request.

It never sees a job or an answer: the judge's files are passed to the child as descriptors. It exchanges lines of JSON
with the judge over one socket, of which children have no copy, and ends when that socket closes.
"""

import contextlib
import fcntl
import gc
import importlib
import importlib.util
import json
import os
import select
import signal
import site
import socket
import sys
import threading
import time
from typing import Any

from . import student
from .isolation import Sandbox
from .isolation.limits import processor_time
from .records import MAX_TEXT, Tag, Writer
from .student import GO_FD, JOB_FD, RESULT_FD

_FIRST_FREE_FD = GO_FD + 1
_PRELOAD_BYTES = 256 << 20
_THREADS_SECONDS = 2.0
_SAMPLE_MS = 250
_REFERENCE = 40_000
# Modules that submissions import most, loaded once here instead of in every child.
_WARM = (
    "math random itertools functools collections typing dataclasses abc copy time "
    "warnings statistics csv operator string"
)


def main(control_fd: int, config: dict[str, Any]) -> bool:
    """Serve requests until the judge closes the connection; true in an isolated child, which has a job to run.

    A child returns from here, so that it keeps no objects of these frames.
    """
    group = config["group"]
    if group is not None:
        group = fcntl.fcntl(inherited := group, fcntl.F_DUPFD_CLOEXEC, 16)
        os.close(inherited)
    control = _tidy_descriptors(control_fd)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if config["core"] is not None:
        os.sched_setaffinity(0, {config["core"]})  # other workers are pinned to other processors
    os.umask(0o022)  # the new root must be accessible to the user that children run as
    sandbox = Sandbox(config["level"], config["readable"], config["hidden"], config["folder"])
    try:
        sandbox.set_up()
        _warm_up(config["forbidden"])
        refused = _preload(config["preload"], config["wanted"], sandbox)
        gc.collect()
        gc.freeze()
        sandbox.finish_set_up()
    except (OSError, ImportError) as error:
        _tell(control, {"unfit": str(error)})
        return False
    best = min(_pace() for _ in range(20))
    _tell(control, {"refused": refused} if refused else {"pid": os.getpid(), "pace": best})
    is_child = _serve(control, sandbox, group)
    if not is_child:
        sandbox.tear_down()
        if refused:  # a thread that a package left would keep the interpreter from ending
            os._exit(0)
    return is_child


def _tidy_descriptors(control_fd: int) -> socket.socket:
    """Free the descriptor numbers that a child will use."""
    control = socket.socket(fileno=fcntl.fcntl(control_fd, fcntl.F_DUPFD_CLOEXEC, 16))
    os.close(control_fd)
    null = os.open(os.devnull, os.O_RDWR)
    for fd in range(_FIRST_FREE_FD):
        if fd != null and fd != 2:
            os.dup2(null, fd)
    if null >= _FIRST_FREE_FD:
        os.close(null)
    return control


def _warm_up(forbidden: list[str]) -> None:
    os.stat(student.np.__file__)  # it must stay readable
    for name in _WARM.split():
        __import__(name)
    student.warm_up()
    site.setquit()  # scripts call exit(), which Python defines in a full start only
    sys.modules["pcaproofs"] = None  # type: ignore[assignment]  # not importable; otherwise its hidden, empty folder would be found
    student.forbid(forbidden)
    student.fresh_streams()


def _preload(names: list[str], wanted: list[str], sandbox: Sandbox) -> str:
    """Import modules in advance; gives the name of the first that fails or leaves threads, which a fork would lose.

    Modules in `wanted` are skipped if not installed. HOME is an empty scratch folder during the imports, as in each
    run; files that they write there are removed.
    """
    if not names and not wanted:
        return ""
    scratch = sandbox.open_scratch(_PRELOAD_BYTES)
    own = dict(os.environ)
    os.environ.update(HOME=scratch, TMPDIR=scratch, MPLCONFIGDIR=scratch)
    try:
        for name in [*names, *wanted]:
            try:
                if name in names or _is_there(name):
                    importlib.import_module(name)
            except BaseException:  # a module may call sys.exit
                return name
            if not _alone():
                return name
    finally:
        os.environ.clear()
        os.environ.update(own)
        sandbox.close_run()
    return ""


def _is_there(name: str) -> bool:
    """Whether a name is that of a module rather than of an object in one."""
    try:
        return importlib.util.find_spec(name) is not None
    except (ModuleNotFoundError, ValueError):
        return False


def _alone() -> bool:
    """Whether this process has a single thread, waiting shortly for others that are about to end."""
    end = time.monotonic() + _THREADS_SECONDS
    while time.monotonic() < end:
        try:
            threads = len(os.listdir("/proc/self/task"))
        except OSError:  # without /proc only the threads that Python knows
            threads = threading.active_count()
        if threads == 1:
            return True
        time.sleep(0.02)
    return False


def _tell(control: socket.socket, message: dict[str, Any]) -> None:
    with contextlib.suppress(OSError):  # the judge has ended, which the next read finds
        control.sendall(json.dumps(message).encode() + b"\n")


def _serve(control: socket.socket, sandbox: Sandbox, group: int | None) -> bool:
    while True:
        data, fds, _, _ = socket.recv_fds(control, 65536, 5)
        if not data:
            return False
        lines = [line for line in data.split(b"\n") if line.startswith(b"{")]  # a late "kill" finds nothing to kill
        if lines:
            ended = _run(control, sandbox, json.loads(lines[-1]), fds, group)
            if ended is None:
                return True
            _tell(control, ended)
        for fd in fds:
            os.close(fd)


def _run(
    control: socket.socket, sandbox: Sandbox, request: dict[str, Any], fds: list[int], group: int | None
) -> dict[str, Any] | None:
    """Fork a child and describe how it ended; None in the child itself."""
    try:
        scratch = sandbox.open_run(request["scratch"])
    except OSError as error:
        return {"fault": f"no scratch folder: {error}", "clean": False}
    try:
        child = os.fork()
    except OSError as error:
        sandbox.close_run()
        return {"fault": f"no child: {error}", "clean": False}
    if child == 0:
        control.detach()
        if group is not None:
            with contextlib.suppress(
                OSError
            ):  # the group may be gone or full; the limits of each process hold in any case
                os.write(group, b"0")
        _enter(sandbox, request, fds, scratch)
        return None
    for fd in fds:  # otherwise the judge would never see the end of the child's output
        os.close(fd)
    fds.clear()
    paces = _await_end(control, child)
    with contextlib.suppress(OSError):
        os.killpg(child, signal.SIGKILL)  # before the child is reaped, while its process id is still valid
    try:
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        cpu = processor_time(child)
    except (OSError, AttributeError):  # not available on every system
        cpu = -1.0
    _, status, used = os.wait4(child, 0)
    clean = sandbox.close_run()
    cpu = used.ru_utime + used.ru_stime if cpu < 0 else cpu
    ended = {"exit": os.waitstatus_to_exitcode(status), "cpu": cpu, "peak": used.ru_maxrss, "clean": clean}
    return ended | ({"pace": sum(paces) / len(paces)} if paces else {})


def _pace() -> float:
    """Processor time in seconds of a fixed computation.

    It is longer if the machine's processor is shared with other virtual machines, or its caches and cores with other
    processes.
    """
    started = time.thread_time()
    sum(range(_REFERENCE))
    return time.thread_time() - started


def _await_end(control: socket.socket, child: int) -> list[float]:
    """Wait until the child has ended; kill it when the judge says so or is gone. Gives samples of `_pace` meanwhile."""
    paces: list[float] = []
    poll = select.poll()
    poll.register(control, select.POLLIN)
    pidfd = os.pidfd_open(child) if hasattr(os, "pidfd_open") else -1
    if pidfd >= 0:
        poll.register(pidfd, select.POLLIN)
    try:
        while True:
            ready = [fd for fd, _ in poll.poll(_SAMPLE_MS if pidfd >= 0 else 5)]
            if pidfd in ready or (pidfd < 0 and os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)):
                return paces
            if pidfd >= 0 and not ready:
                paces.append(_pace())
            if ready:
                gone = not control.recv(4096)
                os.kill(child, signal.SIGKILL)
                if gone:
                    poll.unregister(control)
    finally:
        if pidfd >= 0:
            os.close(pidfd)


def _enter(sandbox: Sandbox, request: dict[str, Any], fds: list[int], scratch: str) -> None:
    """Isolate the child and connect it with its job, answer and output; all other descriptors are closed."""
    writer = Writer(RESULT_FD)
    try:
        os.setsid()
        job, go, result, out, err = fds
        for source, target in ((job, JOB_FD), (go, GO_FD), (result, RESULT_FD), (out, 1), (err, 2)):
            os.dup2(source, target, inheritable=target < JOB_FD)
        os.environ.update(HOME=scratch, TMPDIR=scratch, MPLCONFIGDIR=scratch)
        sandbox.enter(request["limits"])
        os.chdir(scratch)
        os.umask(0o077)
        os.closerange(_FIRST_FREE_FD, 1 << 20)
    except BaseException as error:
        writer.send(Tag.UNFIT, 0, f"{type(error).__name__}: {error}".encode()[:MAX_TEXT])
        os._exit(1)
