"""Signed records: what is damaged, foreign, exchanged or linked is no record, and an unwritable folder is no error."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from pcaproofs import kept

ONE, TWO = kept.digest("one"), kept.digest("two")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with two records, and a key of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in (ONE, TWO):
        kept.write(tmp_path / "cache", name, {"said": name})
    return tmp_path / "cache"


def test_a_record_is_read_back_and_others_may_not_read_it_or_the_key(folder: Path) -> None:
    assert kept.read(folder, ONE) == {"said": ONE}
    key = kept.key_file()
    assert key is not None
    assert [x.stat().st_mode & 0o777 for x in (key, folder / f"{ONE}.kept")] == [0o600, 0o600]
    assert not key.is_relative_to(folder)


def changed(path: Path, change: Callable[[bytes], bytes]) -> None:
    path.write_bytes(change(path.read_bytes()))


ATTACKS: dict[str, Callable[[Path, Path], object]] = {
    "another record under this name": lambda one, two: one.write_bytes(two.read_bytes()),
    "the signature of another record": lambda one, two: changed(
        one, lambda x: b"\n".join((x.split(b"\n")[0], two.read_bytes().split(b"\n")[1], x.split(b"\n", 2)[2]))
    ),
    "a changed letter": lambda one, two: changed(one, lambda x: x.replace(b"said", b"sold")),
    "cut off": lambda one, two: changed(one, lambda x: x[:-1]),
    "empty": lambda one, two: one.write_bytes(b""),
    "binary": lambda one, two: one.write_bytes(bytes(range(256))),
    "a link to the record": lambda one, two: (one.rename(one.with_suffix(".x")), one.symlink_to(one.with_suffix(".x"))),
    "a link to itself": lambda one, two: (one.unlink(), one.symlink_to(one)),
    "a named pipe": lambda one, two: (one.unlink(), os.mkfifo(one)),
    "a folder": lambda one, two: (one.unlink(), one.mkdir()),
}


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS.keys())
def test_what_was_not_signed_under_this_name_is_no_record(folder: Path, attack: Callable[[Path, Path], object]) -> None:
    attack(folder / f"{ONE}.kept", folder / f"{TWO}.kept")
    assert kept.read(folder, ONE) is None
    assert kept.read(folder, TWO) == {"said": TWO}


def test_a_key_that_others_can_read_or_of_another_user_signs_nothing(folder: Path) -> None:
    key = kept.key_file()
    assert key is not None
    key.chmod(0o644)
    assert kept.read(folder, ONE) is None
    key.unlink()
    kept.write(folder, TWO, 1)  # makes another key
    assert (kept.read(folder, ONE), kept.read(folder, TWO)) == (None, 1)


def test_a_folder_that_cannot_be_written_is_no_error(folder: Path) -> None:
    kept.write(folder / f"{ONE}.kept" / "below", TWO, 1)
    assert kept.read(folder / f"{ONE}.kept" / "below", TWO) is None


def test_clearing_removes_only_our_files_and_what_a_killed_process_left(folder: Path) -> None:
    (folder / "grades.csv").write_text("")
    (folder / f".{ONE}.kept.a1b2c3d4").write_text("half")
    kept.clear(folder)
    assert [x.name for x in folder.iterdir()] == ["grades.csv"]


def test_the_oldest_records_make_room(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [folder / f"{x}.kept" for x in (ONE, TWO)]
    for k, path in enumerate(paths):
        os.utime(path, (k, k))
    kept.read(folder, ONE)  # is used, and stays
    monkeypatch.setattr(kept, "MOST", 5 * paths[0].stat().st_size // 2)
    kept.write(folder, kept.digest("three"), {"said": ONE})
    assert [x.exists() for x in paths] == [True, False]
