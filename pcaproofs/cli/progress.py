"""Messages on the error stream about the progress of a command that takes more than two seconds."""

import threading
import time
from types import TracebackType
from typing import Self

import click

_MOMENT = 2.0


class Progress:
    """Prints the current step every two seconds, from another thread; nothing in the first two seconds."""

    def __init__(self) -> None:
        self._step = ""
        self._begun = time.monotonic()
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._print, daemon=True)

    def begin(self, step: str) -> None:
        """Sets the current step."""
        self._step = step

    def _print(self) -> None:
        while not self._done.wait(_MOMENT):
            step = self._step if len(self._step) < 90 else f"{self._step[:87]}..."
            click.echo(f"{time.monotonic() - self._begun:.0f} s: trying {step or 'the solution'}", err=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._done.set()
        self._thread.join()
