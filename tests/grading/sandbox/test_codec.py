"""Hostile answers: every malformed byte string is refused, and before memory is spent on it."""

import random
import tracemalloc

import numpy as np
import pytest

from pcaproofs.grading.protocol import Job, Limits, RoleError
from pcaproofs.grading.sandbox import codec
from pcaproofs.grading.sandbox.codec import AnswerDecoder, ForgedError, clean
from pcaproofs.grading.sandbox.session import Session
from pcaproofs.grading.sandbox.worker.records import DTYPES, HEADER, MAGIC, Tag, pack_error

JOB = Job(source="", call="", roles={"W": "W", "lam": "lam"}, arrays={"X": np.zeros(2)})
FLOAT, BOOL = DTYPES.index("<f8"), DTYPES.index("|b1")


def record(
    kind: int, index: int = 0, payload: bytes = b"", dtype: int = 0, shape: tuple[int, ...] = (), **changed: int | bytes
) -> bytes:
    parts = {"magic": MAGIC, "kind": kind, "dtype": dtype, "ndim": len(shape), "index": index, "length": len(payload)}
    parts |= changed
    return HEADER.pack(*parts.values(), *shape, *(0,) * (8 - len(shape))) + payload


READY, END, NEXT = record(Tag.READY), record(Tag.END), record(Tag.NEXT, 1)
VALUE = record(Tag.ARRAY, 0, np.array([1.0, 2.0]).tobytes(), FLOAT, (2,))
ERROR = pack_error("NameError", 3, "no x", "trace")


def read(data: bytes, limits: Limits | None = None, piece: int = 1 << 20) -> AnswerDecoder:
    answer = AnswerDecoder([JOB, JOB], limits or Limits())
    for start in range(0, len(data), piece):
        answer.feed(data[start : start + piece])
    return answer


@pytest.mark.parametrize("piece", [1, 7, 84, 1000])
def test_an_honest_answer_is_read_in_any_pieces(piece: int) -> None:
    data = READY + VALUE + record(Tag.ROLE_ERROR, 1, ERROR) + record(Tag.TOUCHED, 0) + END
    answer = read(data, piece=piece)
    assert answer.ended
    (part,) = answer.parts
    assert part.touched == ["X"]
    np.testing.assert_array_equal(part.roles["W"], [1.0, 2.0])
    assert part.roles["lam"] == RoleError("NameError", 3, "no x", "trace")


def test_each_run_has_its_own_values() -> None:
    answer = read(READY + VALUE + NEXT + record(Tag.CALL_ERROR, 0, ERROR) + record(Tag.TOUCHED, 0) + END)
    first, second = answer.parts
    assert list(first.roles) == ["W"]
    assert (first.error, second.roles, second.touched) == (None, {}, ["X"])
    assert second.error is not None


def test_values_are_read_only_and_bools_are_bools() -> None:
    answer = read(READY + record(Tag.ARRAY, 0, b"\x07\x00", BOOL, (2,)) + VALUE[:8] + b"")
    got = answer.parts[0].roles["W"]
    assert isinstance(got, np.ndarray)
    assert got.view(np.uint8).tolist() == [1, 0]
    assert not read(READY + VALUE).parts[0].roles["W"].flags.writeable  # type: ignore[union-attr]


LOADED = record(Tag.LOADED)
DROP = b'[3, 7, "plt.show()", "NameError", "no \\u202e plt", ""]'


def test_a_dropped_cell_is_reported_as_clean_text() -> None:
    (drop,) = read(READY + record(Tag.DROPPED, 0, DROP) + LOADED).dropped
    assert (drop.number, drop.line, drop.message) == (3, 7, "no \ufffd plt")


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\0" * 84, id="zeros"),
        pytest.param(b"\x93NUMPY" + bytes(100), id="npy"),
        pytest.param(b"\x80\x04" + bytes(100), id="pickle"),
        pytest.param(VALUE, id="before ready"),
        pytest.param(READY + READY, id="ready twice"),
        pytest.param(READY + record(Tag.UNFIT, 0, b"no walls"), id="unfit after ready"),
        pytest.param(record(Tag.UNFIT, 0, b"no walls") * 2, id="unfit twice"),
        pytest.param(READY + record(0), id="kind 0"),
        pytest.param(READY + record(99), id="kind 99"),
        pytest.param(READY + VALUE + VALUE, id="role twice"),
        pytest.param(READY + record(Tag.ARRAY, 2, bytes(8), FLOAT, (1,)), id="role unknown"),
        pytest.param(READY + record(Tag.ROLE_ERROR, 65535, ERROR), id="error of role unknown"),
        pytest.param(READY + record(Tag.TOUCHED, 1), id="array unknown"),
        pytest.param(READY + record(Tag.TOUCHED, 0) * 2, id="touched twice"),
        pytest.param(READY + record(Tag.ARRAY, 0, bytes(8), len(DTYPES), (1,)), id="dtype unknown"),
        pytest.param(READY + record(Tag.ARRAY, 0, bytes(8), FLOAT, (1,), ndim=9), id="nine dimensions"),
        pytest.param(READY + record(Tag.ARRAY, 0, bytes(8), FLOAT, (1, 5), ndim=1), id="hidden dimension"),
        pytest.param(READY + record(Tag.ARRAY, 0, bytes(8), FLOAT, (2,)), id="shape above length"),
        pytest.param(READY + record(Tag.ARRAY, 0, bytes(24), FLOAT, (2,)), id="shape below length"),
        pytest.param(READY + record(Tag.ARRAY, 0, b"", FLOAT, (2**40,), length=2**43), id="bomb"),
        pytest.param(READY + record(Tag.ARRAY, 0, b"", FLOAT, (2**32, 2**32)), id="bomb that overflows to 0"),
        pytest.param(READY + record(Tag.ARRAY, 0, b"", FLOAT, (0, 2**62)), id="empty bomb"),
        pytest.param(READY + record(Tag.ARRAY, 0, b"", FLOAT, (2**21,) * 3, length=2**63), id="bomb of three"),
        pytest.param(READY + record(Tag.ARRAY, 0, b"", FLOAT, (*(2**26,) * 7, 0)), id="empty bomb of many factors"),
        pytest.param(READY + record(Tag.CALL_ERROR, 0, b"", length=2**30), id="text bomb"),
        pytest.param(READY + record(Tag.CALL_ERROR, 0, b"no parts"), id="error without parts"),
        pytest.param(READY + record(Tag.CALL_ERROR, 0, b"E\x00-1\x00m\x00t"), id="error in line -1"),
        pytest.param(READY + record(Tag.CALL_ERROR, 0, b"E\x00" + b"9" * 5000 + b"\x00m\x00t"), id="line bomb"),
        pytest.param(READY + record(Tag.CALL_ERROR, 0, ERROR) * 2, id="two errors"),
        pytest.param(READY + END + END, id="end twice"),
        pytest.param(READY + END + b"x", id="byte after the end"),
        pytest.param(READY + END + VALUE, id="value after the end"),
        pytest.param(NEXT, id="next before ready"),
        pytest.param(READY + record(Tag.NEXT, 0), id="first run again"),
        pytest.param(READY + NEXT + NEXT, id="second run again"),
        pytest.param(READY + NEXT + record(Tag.NEXT, 2), id="third of two runs"),
        pytest.param(READY + record(Tag.SOURCE_ERROR, 0, ERROR) + NEXT, id="next after a source that failed"),
        pytest.param(READY + NEXT + record(Tag.SOURCE_ERROR, 0, ERROR), id="source that fails after a run"),
        pytest.param(READY + LOADED + LOADED, id="loaded twice"),
        pytest.param(READY + NEXT + LOADED, id="loaded after a run"),
        pytest.param(READY + LOADED + record(Tag.DROPPED, 0, DROP), id="left out after loading"),
        pytest.param(READY + record(Tag.DROPPED, 0, DROP) * 2001, id="too much left out"),
        pytest.param(READY + record(Tag.DROPPED, 0, b"[" * 16000), id="left out, nested"),
        pytest.param(READY + record(Tag.DROPPED, 0, b"[1, 2]"), id="left out, short"),
        pytest.param(READY + record(Tag.DROPPED, 0, b'{"number": 1}'), id="left out, a table"),
        pytest.param(READY + record(Tag.DROPPED, 0, DROP.replace(b"7", b"9" * 5000)), id="left out, line bomb"),
        pytest.param(READY + record(Tag.DROPPED, 0, DROP.replace(b"7", b"true")), id="left out, of other types"),
        pytest.param(READY + record(Tag.SUPPLIED, 0, DROP), id="supplied, of other fields"),
        pytest.param(READY + record(Tag.SUPPLIED, 0, b"\xff"), id="supplied, no text"),
    ],
)
def test_forgeries_are_refused_before_memory_is_spent(data: bytes) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(ForgedError):
            read(data)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_all_values_together_are_capped() -> None:
    limits = Limits(result=100)
    half = [record(Tag.ARRAY, index, bytes(64), FLOAT, (8,)) for index in (0, 1)]
    read(READY + half[0], limits)
    with pytest.raises(ForgedError, match="should be at most 36"):
        read(READY + half[0] + half[1], limits)


def test_noise_is_refused_or_read_but_never_crashes() -> None:
    generator = random.Random(0)
    good = READY + VALUE + record(Tag.ROLE_ERROR, 1, ERROR) + record(Tag.TOUCHED, 0) + END
    refused = 0
    for _ in range(3000):
        data = bytearray(good)
        for _ in range(generator.randint(1, 4)):
            data[generator.randrange(len(data))] = generator.randrange(256)
        try:
            read(bytes(data), piece=generator.choice([50, 1000]))
        except ForgedError:
            refused += 1
    assert refused > 1500


def test_text_is_made_harmless() -> None:
    assert clean("a\x1b[2Jb\x00c\r\nd\te") == "a�[2Jb�c\nd\te"
    assert clean("Zoë 学生 😀 naïve – “x”") == "Zoë 学生 😀 naïve – “x”"


@pytest.mark.parametrize(
    "unseen",
    [
        "\u200e", "\u200f", "\u061c", "\u2028", "\u2029", "\u200b", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e",
        "\u2066", "\U000e0041", "\U000e007f", "\x85", "\x9b", "\ud800", "\ue000",
    ],
)  # fmt: skip
def test_invisible_characters_are_replaced_by_a_visible_one(unseen: str) -> None:
    assert clean(f"a{unseen}b") == "a�b"


def test_a_signal_without_a_name_ends_a_run_like_any_other() -> None:
    talk = Session([Job(source="", call="", roles={})], Limits(), "landlock")
    talk.receive("result", READY)
    (outcome,) = talk.outcomes({"exit": -40, "cpu": 0.0}, elapsed=1.0)
    assert (outcome.status, outcome.detail) == ("killed", "was ended by signal 40")


def test_whatever_an_answer_makes_us_do_is_its_authors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "_to_array", lambda *arguments: 1 // 0)
    talk = Session([JOB], Limits(), "full")
    talk.receive("result", READY + VALUE)
    (outcome,) = talk.outcomes({"exit": 0, "cpu": 0.0}, elapsed=1.0)
    assert (outcome.status, outcome.gradable) == ("forged", True)


def test_reading_a_large_answer_takes_little_more_than_itself() -> None:
    size = 32 << 20
    data = READY + record(Tag.ARRAY, 0, bytes(size), BOOL, (size,))
    answer = AnswerDecoder([JOB], Limits())
    tracemalloc.start()
    try:
        answer.feed(data)
        assert tracemalloc.get_traced_memory()[1] < 3.5 * size
    finally:
        tracemalloc.stop()
