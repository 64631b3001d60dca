"""The judge's view of a running child: deadlines, limits on its output, and finally the outcome of each run."""

import signal
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from pcaproofs.grading.protocol import Job, Limits, Outcome, Status, StudentError
from pcaproofs.grading.sandbox.codec import AnswerDecoder, ForgedError, RunAnswer, clean
from pcaproofs.grading.sandbox.process_tree import Usage
from pcaproofs.grading.sandbox.worker.records import OUT_OF_TIME

_SETUP_SECONDS = 300.0
_GRACE_SECONDS = 0.2
"""Time for a child to exit after a complete answer."""
_KILL_SECONDS = 120.0
_TICK = 0.02
"""Resolution of the kernel's process accounting."""
_LONGEST_SLEEP = 0.2
"""Of what passes between two looks at a run that sleeps at both: a late look says nothing of the time before it."""
_SIGNALS: dict[int, str] = {
    signal.SIGSEGV: "crashed (segmentation fault)",
    signal.SIGBUS: "crashed (bus error)",
    signal.SIGFPE: "crashed (arithmetic fault)",
    signal.SIGILL: "crashed (illegal instruction)",
    signal.SIGABRT: "crashed (abort)",
}


class Session:
    """Collects a child's answer and output.

    `over`: the child must be killed. `deadline`: when to call `handle_deadline`.
    """

    def __init__(self, jobs: Sequence[Job], limits: Limits, level: str) -> None:
        self.over = False
        self.deadline = time.monotonic() + _SETUP_SECONDS
        self._limits, self._level = limits, level
        self._jobs = jobs
        self._answer = AnswerDecoder(jobs, limits)
        self._begun = [time.monotonic()]
        self._usage = self._before = Usage()
        self._measured = self._begun[0]
        self._slept = self._slept_before = 0.0
        self._starved = self._worked = False
        self._started = self._begun[0]
        self._verdict: tuple[Status, str] | None = None
        self._printed = {"stdout": bytearray(), "stderr": bytearray()}
        self._counts = {"stdout": 0, "stderr": 0}
        self._answered = False

    @property
    def _used_up(self) -> str:
        return f"used more than {self._limits.cpu:g} s of processor time"

    @property
    def begun(self) -> int:
        """How many runs the child has begun, including one that is about to begin."""
        return len(self._answer.parts)

    def receive(self, name: str, data: bytes) -> None:
        """Process bytes of the child's answer or output; `name` is result, stdout or stderr."""
        if name == "result":
            if not self.over:  # bytes after the verdict are ignored
                self._receive_result(data)
            return
        room = self._limits.kept_output - len(self._printed[name])
        self._printed[name] += data[: max(room, 0)]
        self._counts[name] += len(data)
        if not self.over and sum(self._counts.values()) > self._limits.output:
            self._end("output-limit", f"printed more than {self._limits.output} bytes")

    def _receive_result(self, data: bytes) -> None:
        answer = self._answer
        before = answer.ready, answer.loaded, len(answer.parts)
        try:
            answer.feed(data)
        except ForgedError as error:
            self._end("forged", f"the answer is not one: {error}")
            return
        except Exception as error:  # any error while decoding is caused by the answer
            self._end("forged", f"the answer is not one: {type(error).__name__}")
            return
        if answer.ready and (answer.ready, answer.loaded, len(answer.parts)) != before:
            now = time.monotonic()
            self.deadline = now + self._limits.wall + self._limits.waiting
            self._begun += [now] * (len(answer.parts) - before[2])
            self._started = now
            self._before, self._slept_before = self._usage, self._slept
            self._measured = now
        if answer.ended and not self._answered:
            self._answered = True
            self.deadline = time.monotonic() + _GRACE_SECONDS

    def measure(self, usage: Usage) -> None:
        """Record the current resource use and end a run that exceeds its limits."""
        now = time.monotonic()
        passed, self._measured = now - self._measured, now
        asleep = usage.idle and self._usage.idle
        # the time of a process that nobody waited for disappears with it
        self._usage = replace(usage, cpu=max(usage.cpu, self._usage.cpu))
        if self.over or not self._answer.ready or self._answer.ended:
            return
        if usage.idle is None:
            self._slept = self._slept_before + max(0.0, now - self._started - (self._usage.cpu - self._before.cpu))
        elif asleep:
            self._slept += min(passed, _LONGEST_SLEEP)
        cpu, slept = self._usage.cpu - self._before.cpu, self._slept - self._slept_before
        waited = now - self._started - cpu - slept
        if cpu > self._limits.cpu + _TICK:
            self._end("timeout", self._used_up)
        elif usage.memory > self._limits.memory:
            self._end("memory", f"used more than {self._limits.memory >> 20} MB in all its processes together")
        elif cpu + slept > self._limits.wall + _TICK:
            self._worked = cpu > slept
            self._end("timeout", f"ran longer than {self._limits.wall:g} s")
        elif waited > self._limits.waiting:
            self._starve(waited)

    def handle_deadline(self) -> None:
        """Handle a passed deadline: end what has not ended by itself."""
        now = time.monotonic()
        if self._answer.ended:
            self.over, self.deadline = True, now + _KILL_SECONDS
        elif self._answer.ready:
            self._starve(now - self._started)
        else:
            self._end("grader-fault", "the worker did not get ready in time")

    def _starve(self, waited: float) -> None:
        self._starved = True
        self._end("timeout", f"waited {waited:.0f} s for a processor")

    def _end(self, status: Status, detail: str) -> None:
        if self._verdict is None:
            self._verdict = (status, detail)
        self.over, self.deadline = True, time.monotonic() + _KILL_SECONDS

    def fault(self, detail: str) -> Outcome:
        """The outcome of a run for which the grader itself failed."""
        return Outcome(status="grader-fault", isolation=self._level, detail=detail)

    def outcomes(self, usage: dict[str, Any], elapsed: float) -> list[Outcome]:
        """The outcomes of all runs that began; of all jobs if the child ended well. `elapsed` in seconds."""
        answer = self._answer
        status, detail = self._verdict or self._judge_end(usage)
        if status == "grader-fault":
            return [self.fault(detail)]
        parts = answer.parts
        if answer.source_error:
            parts = parts * len(self._jobs)
        ended = [*self._begun[1:], self._begun[0] + elapsed]
        found = []
        for number, part in enumerate(parts):
            seconds = ended[number] - self._begun[number] if len(parts) == len(ended) else elapsed / len(parts)
            share = seconds / elapsed if elapsed else 0.0
            cpu = float(usage["cpu"]) * share
            own = (max(float(usage["cpu"]), self._usage.cpu) + self._slept) * share
            verdict = (status, detail) if part is parts[-1] else _judge_part(part.error)
            found.append(self._outcome(part, *verdict, _Times(seconds, own, cpu), float(usage.get("slowdown", 1.0))))
        return found

    def _outcome(self, part: RunAnswer, status: Status, detail: str, times: "_Times", slowdown: float) -> Outcome:
        source_error = self._answer.source_error
        missing = [name for name in part.role_names if name not in part.roles]
        if status == "ok" and missing:
            status, detail = "forged", f"the answer is not one: it has nothing for {missing[0]}"
        where: Literal["source", "call", None] = "source" if source_error else "call" if part.error else None
        return Outcome(
            status=status,
            isolation=self._level,
            roles={} if status == "forged" else part.roles,
            error=source_error or part.error,
            error_in=where,
            detail=detail,
            touched=tuple(part.touched),
            dropped=tuple(self._answer.dropped),
            supplied=tuple(self._answer.supplied),
            starved=self._starved and status == "timeout",
            used_up=status == "timeout" and (detail == self._used_up or self._worked),
            slowdown=slowdown,
            stdout=self._text("stdout"),
            stderr=self._text("stderr"),
            seconds=times.wall,
            own_seconds=times.own,
            cpu_seconds=times.cpu,
        )

    def _judge_end(self, usage: dict[str, Any]) -> tuple[Status, str]:
        """Status and detail of the last run that began, from how the child ended."""
        answer, code = self._answer, int(usage["exit"])
        if answer.unfit:
            return "grader-fault", f"isolation failed: {clean(answer.unfit)}"
        if not answer.ready:
            return "grader-fault", f"the worker's child ended with {code} before it was ready"
        if answer.ended and (answer.source_error or len(answer.parts) == len(self._jobs)):
            return _judge_part(answer.source_error or answer.parts[-1].error)
        if answer.ended:
            return "forged", f"the answer is not one: it ends after {len(answer.parts)} of {len(self._jobs)} runs"
        most = self._limits.cpu * len(self._jobs)
        if code in (-signal.SIGXCPU, OUT_OF_TIME) or (code == -signal.SIGKILL and usage["cpu"] > 0.9 * most):
            return "timeout", self._used_up
        if usage.get("lacked memory"):
            return "memory", f"used more than {self._limits.memory >> 20} MB in all its processes together"
        if code < 0:
            said = _SIGNALS.get(-code, f"was ended by signal {-code}")
            if -code in (signal.SIGSEGV, signal.SIGABRT):
                said += (
                    f"; frequent causes are endless recursion, and libraries that need more than the limits of "
                    f"{self._limits.processes} threads and {self._limits.memory >> 20} MB of memory"
                )
            return "killed", said
        return "killed", f"ended the process (exit code {code}) before it gave a result"

    def _text(self, name: str) -> str:
        text = clean(self._printed[name].decode("utf-8", "replace"))
        dropped = self._counts[name] - len(self._printed[name])
        return f"{text}\n… {dropped} more bytes" if dropped else text


class _Times(NamedTuple):
    """Seconds that a run took: by the clock, of processors and asleep, and of processors."""

    wall: float
    own: float
    cpu: float


def _judge_part(error: StudentError | None) -> tuple[Status, str]:
    if error is None:
        return "ok", ""
    return ("memory" if error.kind == "MemoryError" else "error"), str(error)
