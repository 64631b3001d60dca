"""What the judge makes of one run while it goes on: deadlines, caps, and in the end an outcome."""

import signal
import time
from typing import Any

from .exchange import Answer, ForgedError, clean
from .job import Job, Limits, Outcome, Status, StudentError
from .worker.records import Kind

_SETUP_SECONDS = 30.0
_GRACE_SECONDS = 0.2
"""For a child that has answered in full, to end by itself."""
_KILL_SECONDS = 10.0
_SIGNALS = {
    signal.SIGSEGV: "crashed (segmentation fault); endless recursion is a frequent cause",
    signal.SIGBUS: "crashed (bus error)",
    signal.SIGFPE: "crashed (arithmetic fault)",
    signal.SIGILL: "crashed (illegal instruction)",
    signal.SIGABRT: "crashed (abort)",
}


class Conversation:
    """Takes in what a run sends; ``over`` once it must be killed, ``deadline`` for when to give up waiting."""

    def __init__(self, job: Job, limits: Limits, rung: str) -> None:
        self.over = False
        self.deadline = time.monotonic() + _SETUP_SECONDS
        self._limits, self._rung = limits, rung
        self._answer = Answer(job, limits)
        self._verdict: tuple[Status, str] | None = None
        self._printed = {"stdout": bytearray(), "stderr": bytearray()}
        self._counts = {"stdout": 0, "stderr": 0}
        self._answered = False

    def hear(self, name: str, data: bytes) -> None:
        """Take in bytes of the child's answer or output."""
        if name == "result":
            if not self.over:  # what comes after the verdict changes nothing
                self._hear_result(data)
            return
        room = self._limits.kept_output - len(self._printed[name])
        self._printed[name] += data[: max(room, 0)]
        self._counts[name] += len(data)
        if not self.over and sum(self._counts.values()) > self._limits.output:
            self._end("output-limit", f"printed more than {self._limits.output} bytes")

    def _hear_result(self, data: bytes) -> None:
        answer, was_ready = self._answer, self._answer.ready
        try:
            answer.feed(data)
        except ForgedError as error:
            self._end("forged", f"the answer is not one: {error}")
            return
        if answer.ready and not was_ready:
            self.deadline = time.monotonic() + self._limits.wall
        if answer.ended and not self._answered:
            self._answered = True
            self.deadline = time.monotonic() + _GRACE_SECONDS

    def expire(self) -> None:
        """The deadline has passed."""
        if self._answer.ended:
            self.over, self.deadline = True, time.monotonic() + _KILL_SECONDS
        elif self._answer.ready:
            self._end("timeout", f"ran longer than {self._limits.wall:g} s")
        else:
            self._end("grader-fault", "the worker did not get ready in time")

    def _end(self, status: Status, detail: str) -> None:
        if self._verdict is None:
            self._verdict = (status, detail)
        self.over, self.deadline = True, time.monotonic() + _KILL_SECONDS

    def fault(self, detail: str) -> Outcome:
        """Return the outcome of a run that the grader itself failed."""
        return Outcome(status="grader-fault", rung=self._rung, detail=detail)

    def outcome(self, usage: dict[str, Any], elapsed: float) -> Outcome:
        """Return the outcome of a run that has ended."""
        answer = self._answer
        status, detail = self._verdict or self._judge_end(usage)
        if status == "grader-fault":
            return self.fault(detail)
        where = next(iter(answer.errors), None)
        forged = status == "forged"
        return Outcome(
            status=status,
            rung=self._rung,
            roles={} if forged else answer.roles,
            error=answer.errors.get(where) if where else None,
            error_in={Kind.SOURCE_ERROR: "source", Kind.CALL_ERROR: "call", None: None}[where],
            detail=detail,
            touched=tuple(answer.touched),
            stdout=self._text("stdout"),
            stderr=self._text("stderr"),
            seconds=elapsed,
            cpu_seconds=float(usage["cpu"]),
        )

    def _judge_end(self, usage: dict[str, Any]) -> tuple[Status, str]:
        answer, code = self._answer, int(usage["exit"])
        if answer.unfit:
            return "grader-fault", f"isolation failed: {clean(answer.unfit)}"
        if not answer.ready:
            return "grader-fault", f"the worker's child ended with {code} before it was ready"
        if answer.ended:
            error: StudentError | None = next(iter(answer.errors.values()), None)
            if error is None:
                return "ok", ""
            return ("memory" if error.kind == "MemoryError" else "error"), str(error)
        if code == -signal.SIGXCPU or (code == -signal.SIGKILL and usage["cpu"] > 0.9 * self._limits.cpu):
            return "timeout", f"used more than {self._limits.cpu:g} s of processor time"
        if code < 0:
            number = -code
            return "killed", _SIGNALS.get(signal.Signals(number), f"was ended by signal {number}")
        return "killed", f"ended the process (exit code {code}) before it gave a result"

    def _text(self, name: str) -> str:
        text = clean(self._printed[name].decode("utf-8", "replace"))
        dropped = self._counts[name] - len(self._printed[name])
        return f"{text}\n… {dropped} more bytes" if dropped else text
