"""What the judge makes of a child while it runs: deadlines, caps, and in the end an outcome of each run."""

import signal
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from pcaproofs.grading.protocol import Job, Limits, Outcome, Status, StudentError
from pcaproofs.grading.sandbox.codec import Answer, ForgedError, Part, clean
from pcaproofs.grading.sandbox.process_tree import Usage
from pcaproofs.grading.sandbox.worker.records import OUT_OF_TIME

_SETUP_SECONDS = 30.0
_GRACE_SECONDS = 0.2
"""For a child that has answered in full, to end by itself."""
_KILL_SECONDS = 10.0
_TICK = 0.02
"""Of the kernel's accounts."""
_SIGNALS: dict[int, str] = {
    signal.SIGSEGV: "crashed (segmentation fault); endless recursion is a frequent cause",
    signal.SIGBUS: "crashed (bus error)",
    signal.SIGFPE: "crashed (arithmetic fault)",
    signal.SIGILL: "crashed (illegal instruction)",
    signal.SIGABRT: "crashed (abort)",
}


class Session:
    """Takes in what a child sends; `over` once it must be killed, `deadline` for when to give up waiting."""

    def __init__(self, jobs: Sequence[Job], limits: Limits, level: str) -> None:
        self.over = False
        self.deadline = time.monotonic() + _SETUP_SECONDS
        self._limits, self._level = limits, level
        self._jobs = jobs
        self._answer = Answer(jobs, limits)
        self._begun = [time.monotonic()]
        self._usage = self._before = Usage()
        self._starved = False
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
        """How many runs the child has begun, or is about to."""
        return len(self._answer.parts)

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
        answer = self._answer
        before = answer.ready, answer.loaded, len(answer.parts)
        try:
            answer.feed(data)
        except ForgedError as error:
            self._end("forged", f"the answer is not one: {error}")
            return
        except Exception as error:  # whatever an answer makes us do, it is its author's
            self._end("forged", f"the answer is not one: {type(error).__name__}")
            return
        if answer.ready and (answer.ready, answer.loaded, len(answer.parts)) != before:
            now = time.monotonic()
            self.deadline = now + self._limits.wall
            self._begun += [now] * (len(answer.parts) - before[2])
            self._started = now
            self._before = self._usage
        if answer.ended and not self._answered:
            self._answered = True
            self.deadline = time.monotonic() + _GRACE_SECONDS

    def measure(self, usage: Usage) -> None:
        """Take in what the run's processes use together by now."""
        # what a process that nobody waited for used is gone with it
        self._usage = replace(usage, cpu=max(usage.cpu, self._usage.cpu))
        if self.over or not self._answer.ready or self._answer.ended:
            return
        if usage.cpu - self._before.cpu > self._limits.cpu + _TICK:
            self._end("timeout", self._used_up)
        elif usage.memory > self._limits.memory:
            self._end("memory", f"used more than {self._limits.memory >> 20} MB in all its processes together")

    def expire(self) -> None:
        """The deadline has passed."""
        now = time.monotonic()
        if self._answer.ended:
            self.over, self.deadline = True, now + _KILL_SECONDS
        elif self._answer.ready:
            waited = max(0.0, self._usage.waited - self._before.waited)
            own = now - self._started - waited
            if own < self._limits.wall - _TICK and waited < self._limits.waiting:
                self.deadline = now + self._limits.wall - own
                return
            self._starved = own < self._limits.wall - _TICK
            words = f"ran longer than {self._limits.wall:g} s"
            self._end("timeout", f"waited {waited:.0f} s for a processor" if self._starved else words)
        else:
            self._end("grader-fault", "the worker did not get ready in time")

    def _end(self, status: Status, detail: str) -> None:
        if self._verdict is None:
            self._verdict = (status, detail)
        self.over, self.deadline = True, time.monotonic() + _KILL_SECONDS

    def fault(self, detail: str) -> Outcome:
        """The outcome of a run that the grader itself failed."""
        return Outcome(status="grader-fault", isolation=self._level, detail=detail)

    def outcomes(self, usage: dict[str, Any], elapsed: float) -> list[Outcome]:
        """The outcomes of all runs that began in a child that has ended; of all there are if it ended well."""
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
            cpu = float(usage["cpu"]) * seconds / elapsed if elapsed else 0.0
            verdict = (status, detail) if part is parts[-1] else _judge_part(part.error)
            found.append(self._outcome(part, *verdict, seconds, cpu, float(usage.get("slowdown", 1.0))))
        return found

    def _outcome(self, part: Part, status: Status, detail: str, seconds: float, cpu: float, slowdown: float) -> Outcome:
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
            used_up=status == "timeout" and detail == self._used_up,
            slowdown=slowdown,
            stdout=self._text("stdout"),
            stderr=self._text("stderr"),
            seconds=seconds,
            cpu_seconds=cpu,
        )

    def _judge_end(self, usage: dict[str, Any]) -> tuple[Status, str]:
        """Judge how the last run that began came to its end."""
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
            return "killed", _SIGNALS.get(-code, f"was ended by signal {-code}")
        return "killed", f"ended the process (exit code {code}) before it gave a result"

    def _text(self, name: str) -> str:
        text = clean(self._printed[name].decode("utf-8", "replace"))
        dropped = self._counts[name] - len(self._printed[name])
        return f"{text}\n… {dropped} more bytes" if dropped else text


def _judge_part(error: StudentError | None) -> tuple[Status, str]:
    if error is None:
        return "ok", ""
    return ("memory" if error.kind == "MemoryError" else "error"), str(error)
