"""A fork server process, and the socket with JSON lines to it."""

import contextlib
import functools
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

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
