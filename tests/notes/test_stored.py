"""Results of earlier runs: they save searches, and no file makes a row proved or refuted that is not."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pcaproofs.cli.checking import check
from pcaproofs.notes import searching, stored
from pcaproofs.notes.searching import stored_in
from pcaproofs.notes.stored import Store, store_of
from tests.notes.memory import forget, told

NOTE = r"""
Let $x, w \in \mathbb{R}^p$.

$$x^T w + 0 = w^T x$$

Let $u \in \mathbb{R}^p$ be a unit vector.

$$u^T x \, u^T u = u^T x$$

$$u^T u = 2$$
"""
Told = list[tuple[str, str, tuple[str, ...]]]


def with_store(path: Path, text: str = NOTE) -> Told:
    """What a new process says of a note with a store."""
    forget()
    with stored_in(Store(path)):
        return told(text)


@pytest.fixture(scope="module")
def fresh() -> Told:
    """What is said of the note without a store."""
    forget()
    return told(NOTE)


@pytest.fixture(scope="module")
def written(fresh: Told, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of the note."""
    path = tmp_path_factory.mktemp("store") / "note.json"
    assert with_store(path) == fresh
    return path.read_bytes()


@pytest.fixture
def file(tmp_path: Path, written: bytes) -> Path:
    """A copy of the file of the note."""
    (tmp_path / "note.json").write_bytes(written)
    return tmp_path / "note.json"


def test_a_second_run_searches_nothing(file: Path, fresh: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    before = file.read_bytes()
    for name in ("search", "refute", "satisfiable"):
        monkeypatch.setattr(searching, name, lambda *a, **b: pytest.fail("searched again"))
    assert {"proved", "refuted"} <= {verdict for verdict, *_ in fresh}
    assert with_store(file) == fresh
    assert file.read_bytes() == before


def test_results_of_an_edited_note_are_added_and_those_of_the_old_one_stay(file: Path, fresh: Told) -> None:
    before = json.loads(file.read_text())["results"]
    with_store(file, f"{NOTE}\n\n$$x + w = w + x$$\n")
    after = json.loads(file.read_text())["results"]
    assert before.items() < after.items()
    with_store(file, "Let $x, w \\in \\mathbb{R}^p$.\n\n$$x + 2 w = 2 w + x$$\n")
    assert 0 < len(json.loads(file.read_text())["results"]) <= 4


def changed(file: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the data of a file."""
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data))


def each(data: dict[str, Any], change: Callable[[list[Any]], object]) -> None:
    """Change each result of a file."""
    for entry in data["results"].values():
        change(entry)


DAMAGED: dict[str, Callable[[Path], object]] = {
    "empty": lambda f: f.write_bytes(b""),
    "cut off": lambda f: f.write_bytes(f.read_bytes()[:-40]),
    "binary": lambda f: f.write_bytes(bytes(range(256))),
    "deep": lambda f: f.write_text("[" * 100_000),
    "a list": lambda f: f.write_text("[]"),
    "results that are a list": lambda f: changed(f, lambda d: d.update(results=[1])),
    "entries that are numbers": lambda f: changed(f, lambda d: d.update(results=dict.fromkeys(d["results"], 1))),
    "another version": lambda f: changed(f, lambda d: d.update(version="1")),
    "no format": lambda f: changed(f, lambda d: d.pop("format")),
    "a huge number": lambda f: f.write_text(f.read_text().replace('"results":{', f'"results":{{"a":{"9" * 5000},')),
    "negative steps": lambda f: changed(f, lambda d: each(d, lambda e: e.__setitem__(0, -1))),
    "steps in words": lambda f: changed(f, lambda d: each(d, lambda e: e.__setitem__(0, "many"))),
    "a folder": lambda f: (f.unlink(), f.mkdir()),
    "a link to itself": lambda f: (f.unlink(), f.symlink_to(f)),
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED.keys())
def test_a_damaged_file_is_ignored(file: Path, fresh: Told, damage: Callable[[Path], object]) -> None:
    damage(file)
    assert with_store(file) == fresh


def test_what_cannot_be_used_is_replaced(file: Path, written: bytes) -> None:
    changed(file, lambda d: each(d, lambda e: e.__setitem__(0, -1)))
    with_store(file)
    assert file.read_bytes() == written


def points(data: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> None:
    """Change each point of a file."""
    found = [entry[1] for entry in data["results"].values() if entry[1] and "sizes" in entry[1]]
    assert len(found) > 1
    for point in found:
        change(point)


def exchanged(data: dict[str, Any], by: int) -> None:
    """Give each result the data of another one."""
    values = [entry[1] for entry in data["results"].values()]
    for k, entry in enumerate(data["results"].values()):
        entry[1] = values[(k + by) % len(values)]


def strange(point: dict[str, Any], entry: object) -> None:
    """Replace the entries of a point."""
    point["letters"] = {name: [[entry for _ in row] for row in m] for name, m in point["letters"].items()}


HOSTILE: dict[str, Callable[[dict[str, Any]], object]] = {
    **{f"results exchanged by {k}": lambda d, k=k: exchanged(d, k) for k in range(1, 6)},  # type: ignore[misc]
    "points at 0": lambda d: points(d, lambda p: strange(p, "0")),
    "points at 1": lambda d: points(d, lambda p: strange(p, "1")),
    "points in words": lambda d: points(d, lambda p: strange(p, "one")),
    "points at numbers that fill the memory": lambda d: points(d, lambda p: strange(p, "1e999999999")),
    "points divided by 0": lambda d: points(d, lambda p: strange(p, "1/0")),
    "points that are no text": lambda d: points(d, lambda p: strange(p, [1])),
    "points of other shapes": lambda d: points(d, lambda p: p.update(letters=dict.fromkeys(p["letters"], [["1"]] * 3))),
    "points without letters": lambda d: points(d, lambda p: p.update(letters={})),
    "large sizes": lambda d: points(d, lambda p: p.update(sizes=dict.fromkeys(p["sizes"], 10**9))),
    "sizes 0": lambda d: points(d, lambda p: p.update(sizes=dict.fromkeys(p["sizes"], 0))),
    "sizes true": lambda d: points(d, lambda p: p.update(sizes=dict.fromkeys(p["sizes"], True))),
}


@pytest.mark.parametrize("change", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_changes_no_verdict(file: Path, fresh: Told, change: Callable[[dict[str, Any]], object]) -> None:
    changed(file, change)
    for (verdict, *_), (right, *_) in zip(with_store(file), fresh, strict=True):
        assert verdict == right or verdict == "undecided"


def test_a_lie_that_nothing_was_found_makes_nothing_proved_or_refuted(file: Path, fresh: Told) -> None:
    changed(file, lambda d: each(d, lambda e: e.__setitem__(1, None)))
    found = with_store(file)
    assert found != fresh
    for (verdict, *_), (right, *_) in zip(found, fresh, strict=True):
        assert verdict == right or verdict not in ("proved", "refuted", "needs", "ill-typed")


def test_nothing_is_written_where_nothing_can_be(tmp_path: Path, fresh: Told) -> None:
    (tmp_path / "a").write_text("")
    assert with_store(tmp_path / "a" / "b" / "note.json") == fresh


def test_nothing_is_written_after_an_interrupt(tmp_path: Path) -> None:
    def interrupted() -> None:
        with stored_in(Store(tmp_path / "note.json")):
            told(NOTE)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not list(tmp_path.iterdir())


def test_the_oldest_files_make_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = (tmp_path / f"{x * 32}.json" for x in "ab")
    with_store(one)
    monkeypatch.setattr(stored, "MOST", 3 * one.stat().st_size)
    others = [tmp_path / f"{f'{k}' * 32}.json" for k in range(4)]
    for k, other in enumerate([*others, tmp_path / "grades.json"]):
        other.write_bytes(one.read_bytes())
        os.utime(other, (k, k))
    with_store(one)  # is used, and stays
    with_store(two, "$$1 + 1 = 2$$\n\n$$2 + 2 = 4$$")
    assert {*tmp_path.iterdir()} == {one, two, others[3], tmp_path / "grades.json"}


def test_the_command_keeps_results_in_a_folder_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    note, folder = tmp_path / "note.md", tmp_path / "kept"
    note.write_text(NOTE)
    monkeypatch.setenv("PCAPROOFS_CACHE_DIR", str(folder))

    def said(*options: str) -> str:
        forget()
        found = CliRunner().invoke(check, [str(note), *options])
        assert found.exit_code == 1
        return found.output

    plain = said("--no-cache")
    assert not folder.exists()
    assert said() == said() == said("--cache-dir", str(tmp_path / "other")) == plain
    assert [len(list(x.iterdir())) for x in (folder, tmp_path / "other")] == [1, 1]
    one, other = store_of(note), store_of(tmp_path / "other.md")
    assert one is not None
    assert one.path.exists()
    assert one != other
