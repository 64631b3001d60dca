"""What an honest submission gets: values as plain arrays, errors in words, every run like the first."""

import fractions
import os
import signal
import sys
import time
from typing import Any

import numpy as np
import pytest

from pcaproofs.grading.protocol import Job, Limits, RoleError
from pcaproofs.grading.sandbox.codec import encode
from pcaproofs.grading.sandbox.pool import Pool
from pcaproofs.grading.sandbox.session import Session
from pcaproofs.grading.sandbox.worker.isolation.limits import processor_time
from pcaproofs.grading.sandbox.worker.records import HEADER, MAGIC, MAX_DIMENSIONS, Tag

X = np.arange(12.0).reshape(4, 3)


def value_of(pool: Pool, expression: str, source: str = "", **arrays: Any) -> Any:
    outcome = pool.run(Job(source=source, call="", roles={"it": expression}, arrays=arrays))
    assert outcome.status == "ok", outcome
    return outcome.roles["it"]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("2", np.array(2)),
        ("True", np.array(True)),
        ("2.5", np.array(2.5)),
        ("[[1, 2], [3, 4]]", np.array([[1, 2], [3, 4]])),
        ("(1.0, 2)", np.array([1.0, 2.0])),
        ("X", X),
        ("X.T", X.T),
        ("X[::2, ::-1]", X[::2, ::-1]),
        ("np.asfortranarray(X)", X),
        ("np.matrix(X)", X),
        ("X.astype('float32')", X.astype(np.float32)),
        ("X.astype('>f8')", X),
        ("X.astype('longdouble')", X),
        ("X.astype('clongdouble')", X.astype(complex)),
        ("X + 0j", X + 0j),
        ("X.astype('int8')", X.astype(np.int8)),
        ("X > 3", X > 3),
        ("np.ma.array(X)", X),
        ("np.empty((0, 3))", np.empty((0, 3))),
        ("np.float64(1)", np.float64(1)),
        ("np.array([1, 2], dtype=object)", np.array([1.0, 2.0])),
        ("__import__('fractions').Fraction(1, 4)", np.float64(fractions.Fraction(1, 4))),
        ("np.array([np.nan, np.inf])", np.array([np.nan, np.inf])),
    ],
)
def test_values_arrive_as_they_are(top: Pool, expression: str, expected: Any) -> None:
    got = value_of(top, expression, X=X)
    assert type(got) is np.ndarray
    assert got.dtype == np.asarray(expected).dtype
    assert got.shape == np.shape(expected)
    np.testing.assert_array_equal(got, expected)


@pytest.mark.parametrize(
    ("expression", "kind", "words"),
    [
        ("None", "TypeError", "got None, but should be an array"),
        ("[[1], [2, 3]]", "TypeError", "rectangular"),
        ("'text'", "TypeError", "array of <U4, but should be an array of numbers"),
        ("object()", "TypeError", "got object, but should be an array of numbers"),
        ("lambda: 1", "TypeError", "got function, but should be an array of numbers"),
        ("np.array(['a', 1], dtype=object)", "TypeError", "should be an array of numbers"),
        ("np.zeros((1,) * 9)", "TypeError", "got 9 dimensions, but should be at most 8"),
        ("np.zeros(3).astype('datetime64[s]')", "TypeError", "datetime64"),
        ("np.broadcast_to(1.0, (5000, 5000))", "TypeError", "more than an answer may hold"),
        ("np.empty((0, 2**40))", "TypeError", "more than an answer may hold"),
        ("missing", "NameError", "name 'missing' is not defined"),
        ("1 +", "SyntaxError", "invalid syntax"),
        ("1 / 0", "ZeroDivisionError", "division by zero"),
    ],
)
def test_a_value_that_is_not_an_array_is_described_in_words(top: Pool, expression: str, kind: str, words: str) -> None:
    job = Job(source="", call="", roles={"it": expression, "other": "7"})
    outcome = top.run(job, Limits(result=1 << 20))
    error = outcome.roles["it"]
    assert isinstance(error, RoleError)
    assert error.kind == kind
    assert words in error.message
    assert outcome.roles["other"] == 7  # one missing role does not cost the next


@pytest.mark.parametrize(
    ("source", "call", "where", "text"),
    [
        ("x = 1\ny = x + z", "", "source", "NameError: name 'z' is not defined [line 2]"),
        ("def f(:", "", "source", "SyntaxError: invalid syntax [line 1]"),
        ("import nothing_of_this_name", "", "source", "nothing_of_this_name is not installed here [line 1]"),
        ("def f(X):\n    return X @ X", "f(X)", "call", "ValueError: matmul"),
        ("def f(X):\n    return X", "g(X)", "call", "NameError: name 'g' is not defined"),
        ("def f(): exit(3)", "f()", "call", "SystemExit: the code ended the program (exit code 3) [line 1]"),
        ("def f(): raise KeyboardInterrupt", "f()", "call", "KeyboardInterrupt"),
        ("\0", "", "source", "source code string cannot contain null bytes"),
    ],
)
def test_errors_name_the_line(top: Pool, source: str, call: str, where: str, text: str) -> None:
    outcome = top.run(Job(source=source, call=call, roles={"it": "1"}, arrays={"X": X}))
    assert (outcome.status, outcome.error_in) == ("error", where)
    assert text in outcome.detail
    assert outcome.roles == {}
    assert outcome.gradable


def test_traceback_quotes_the_students_line_and_nothing_of_ours(top: Pool) -> None:
    outcome = top.run(Job(source="def f():\n    return 1 / 0  # here\n", call="f()", roles={}))
    assert outcome.error is not None
    assert "return 1 / 0  # here" in outcome.error.trace
    assert "student.py" not in outcome.error.trace


def test_changed_inputs_are_named(top: Pool) -> None:
    source = "def f(A, B, C, D):\n    A -= A.mean(0)\n    B.shape = (12,)\n    C = C - 1\n    D[0, 0] = D[0, 0]"
    arrays = {"A": X, "B": X, "C": X, "D": X}
    outcome = top.run(Job(source=source, call="f(A, B, C, D)", roles={"A": "A"}, arrays=arrays))
    assert outcome.touched == ("A", "B")
    assert X[0, 0] == 0


def test_warnings_and_prints_cost_nothing(top: Pool) -> None:
    source = "import sys, warnings\nwarnings.warn('careful')\nprint('hällo')\nprint('to stderr', file=sys.stderr)"
    outcome = top.run(Job(source=source, call="", roles={"it": "1"}))
    assert outcome.status == "ok"
    assert outcome.stdout == "hällo\n"
    assert "careful" in outcome.stderr
    assert "to stderr" in outcome.stderr


def test_output_is_cut_and_cleaned(top: Pool) -> None:
    source = "print('\\x1b[31mred\\x1b[0m \\u202ereversed')\nprint('x' * 100000, end='')"
    outcome = top.run(Job(source=source, call="", roles={}), Limits(kept_output=1000))
    assert outcome.status == "ok"
    assert "\x1b" not in outcome.stdout
    assert "\u202e" not in outcome.stdout
    assert len(outcome.stdout) < 1100
    assert outcome.stdout.endswith("more bytes")


def test_every_run_draws_the_same_random_numbers(top: Pool) -> None:
    source = "import random, numpy as np\nv = [random.random(), np.random.rand(), hash('word') % 997]"
    job = Job(source=source, call="", roles={"v": "v"})
    first, second = np.asarray(top.run(job).roles["v"]), np.asarray(top.run(job).roles["v"])
    np.testing.assert_array_equal(first, second)


def test_data_shadow_names_of_the_call_only(top: Pool) -> None:
    source = "X = 'mine'\ndef f(data):\n    return len(X)"
    assert value_of(top, "f(X)", source, X=np.zeros(9)) == 4


def test_no_main_block_and_own_modules(top: Pool) -> None:
    source = "from helpers.centre import centre\nif __name__ == '__main__':\n    raise SystemExit"
    job = Job(
        source=source,
        call="Z = centre(X)",
        roles={"Z": "Z"},
        arrays={"X": X},
        files={"helpers/centre.py": b"def centre(X):\n    return X - X.mean(axis=0)\n"},
    )
    outcome = top.run(job)
    np.testing.assert_array_equal(outcome.roles["Z"], X - X.mean(axis=0))


def test_values_computed_before_a_timeout_are_kept(top: Pool) -> None:
    source = "def loop():\n    while True: pass"
    outcome = top.run(Job(source=source, call="", roles={"first": "1", "second": "loop()"}), Limits(wall=0.2))
    assert outcome.status == "timeout"
    assert outcome.roles == {"first": 1}


def test_processor_time_is_limited_though_signals_are_ignored(top: Pool) -> None:
    if top.level == "none":
        pytest.skip("no limits here")
    source = "import signal\nsignal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: pass"
    outcome = top.run(Job(source=source, call="", roles={}), Limits(wall=10, cpu=1))
    assert outcome.status == "timeout"
    assert "processor time" in outcome.detail


@pytest.mark.parametrize(("cpu", "status"), [(1.0, "timeout"), (0.7, "killed")])
def test_a_kill_near_the_limit_is_put_down_to_it(cpu: float, status: str) -> None:
    talk = Session([Job(source="", call="", roles={})], Limits(cpu=1), "rlimits")
    talk.receive("result", HEADER.pack(MAGIC, Tag.READY, 0, 0, 0, 0, *[0] * MAX_DIMENSIONS))
    usage = {"exit": -signal.SIGKILL, "cpu": cpu}
    assert [outcome.status for outcome in talk.outcomes(usage, elapsed=1.0)] == [status]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process's clocks are its own")
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a process's clocks are its own")
def test_the_clock_of_an_ended_child_can_be_read() -> None:
    child = os.fork()
    if child == 0:
        while processor_time() < 0.05:
            pass
        os._exit(0)
    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    assert 0.05 <= processor_time(child) < 5
    os.waitpid(child, 0)
    with pytest.raises(OSError, match="cannot be read"):
        processor_time(child)


def test_a_large_array_crosses(top: Pool) -> None:
    big = np.random.default_rng(0).normal(size=(2000, 300))
    np.testing.assert_array_equal(value_of(top, "X", X=big), big)


@pytest.mark.parametrize(
    ("job", "words"),
    [
        (Job(source="", call="", roles={}, arrays={"X": np.array([object()])}), "array of object"),
        (Job(source="", call="", roles={}, arrays={"X": np.array(["a"])}), "array of <U1"),
        (Job(source="", call="", roles={}, arrays={"not a name": X}), "should be an identifier"),
        (Job(source="", call="", roles={}, scalars={"1k": 2}), "should be an identifier"),
        (Job(source="", call="", roles={}, files={"../up.py": ""}), "without '..'"),
        (Job(source="", call="", roles={}, files={"/etc/up.py": ""}), "should be relative"),
    ],
)
def test_a_job_that_cannot_be_sent_is_refused(job: Job, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace(".", r"\.")):
        encode([job], Limits())


def test_nonsense_limits_are_refused() -> None:
    with pytest.raises(ValueError, match="got wall=0, but should be positive"):
        Limits(wall=0)


LIARS = """
import numpy as np
class Liar(np.ndarray):
    shape = property(lambda self: (2, 2))
    def __eq__(self, other): return True
    def __array__(self, *a, **k): return np.eye(2)
    def tobytes(self, *a): return b"lie"
    def __array_ufunc__(self, *a, **k): return True
    def __array_function__(self, *a, **k): return True
    def __reduce__(self): return (print, ("BREACH",))
class Yes:
    def __eq__(self, other): return True
    def __array__(self, *a, **k): raise SystemExit
class Pickled:
    def __reduce__(self): return (open, ("breach", "w"))
class Endless:
    def __array__(self, *a, **k): return self
    def __len__(self): return 10**12
    def __getitem__(self, i): return self
class Dense:
    def toarray(self): return np.ones(2)
liar = np.zeros((3, 5)).view(Liar)
"""


@pytest.mark.parametrize(
    ("expression", "shape"),
    [
        ("liar", (3, 5)),
        ("Yes()", None),
        ("Pickled()", None),
        ("[Pickled()] * 3", None),
        ("Endless()", None),
        ("Dense()", (2,)),
    ],
)
def test_liars_arrive_as_plain_arrays_or_not_at_all(top: Pool, expression: str, shape: tuple[int, ...] | None) -> None:
    outcome = top.run(Job(source=LIARS, call="", roles={"it": expression}))
    assert outcome.status == "ok", outcome
    got = outcome.roles["it"]
    if shape is None:
        assert isinstance(got, RoleError)
    else:
        assert type(got) is np.ndarray
        assert got.shape == shape
    assert "BREACH" not in outcome.stdout


def test_patches_stay_with_the_student(top: Pool) -> None:
    source = "import numpy as np, builtins\nnp.allclose = lambda *a, **k: True\nnp.array = None\nbuiltins.eval = None"
    outcome = top.run(Job(source=source, call="", roles={"it": "np.zeros(2)"}))
    np.testing.assert_array_equal(outcome.roles["it"], np.zeros(2))
    assert not np.allclose(0, 1)


def test_time_is_measured(top: Pool) -> None:
    started = time.monotonic()
    outcome = top.run(Job(source="import time; time.sleep(0.2)", call="", roles={}))
    assert 0.2 <= outcome.seconds <= time.monotonic() - started
    assert outcome.cpu_seconds < 0.2
