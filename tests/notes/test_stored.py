"""Results of earlier runs: they save searches, and no record makes a row proved or refuted that is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pcaproofs import kept
from pcaproofs.cli.checking import check
from pcaproofs.notes import searching
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


NAME = kept.digest("the note")


def with_store(folder: Path, text: str = NOTE) -> Told:
    """What a new process says of a note with a store."""
    forget()
    with stored_in(Store(folder, NAME)):
        return told(text)


@pytest.fixture(scope="module")
def fresh() -> Told:
    """What is said of the note without a store."""
    forget()
    return told(NOTE)


@pytest.fixture(scope="module")
def written(fresh: Told, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The record of the note."""
    folder = tmp_path_factory.mktemp("store")
    assert with_store(folder) == fresh
    return kept.read(folder, NAME)


@pytest.fixture
def folder(tmp_path: Path, written: Any) -> Path:
    """A folder with the record of the note."""
    kept.write(tmp_path, NAME, written)
    return tmp_path


def test_a_second_run_searches_nothing(
    folder: Path, written: Any, fresh: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("search", "refute", "satisfiable"):
        monkeypatch.setattr(searching, name, lambda *a, **b: pytest.fail("searched again"))
    assert {"proved", "refuted"} <= {verdict for verdict, *_ in fresh}
    assert with_store(folder) == fresh
    assert kept.read(folder, NAME) == written


def test_results_of_an_edited_note_are_added_and_those_of_the_old_one_stay(folder: Path, written: Any) -> None:
    with_store(folder, f"{NOTE}\n\n$$x + w = w + x$$\n")
    assert written.items() < kept.read(folder, NAME).items()
    with_store(folder, "Let $x, w \\in \\mathbb{R}^p$.\n\n$$x + 2 w = 2 w + x$$\n")
    assert 0 < len(kept.read(folder, NAME)) <= 4


def changed(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the data of the record, and sign it."""
    data = kept.read(folder, NAME)
    change(data)
    kept.write(folder, NAME, data)


def each(data: dict[str, Any], change: Callable[[list[Any]], object]) -> None:
    """Change each result of a record."""
    for entry in data.values():
        change(entry)


DAMAGED: dict[str, Callable[[Path], object]] = {
    "another record": lambda f: (f / f"{NAME}.kept").write_bytes(b""),
    "a list": lambda f: kept.write(f, NAME, []),
    "entries that are numbers": lambda f: changed(f, lambda d: d.update(dict.fromkeys(d, 1))),
    "negative steps": lambda f: changed(f, lambda d: each(d, lambda e: e.__setitem__(0, -1))),
    "steps in words": lambda f: changed(f, lambda d: each(d, lambda e: e.__setitem__(0, "many"))),
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED.keys())
def test_what_cannot_be_used_is_ignored_and_replaced(
    folder: Path, written: Any, fresh: Told, damage: Callable[[Path], object]
) -> None:
    damage(folder)
    assert with_store(folder) == fresh
    assert kept.read(folder, NAME) == written


def points(data: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> None:
    """Change each point of a record."""
    found = [entry[1] for entry in data.values() if entry[1] and "sizes" in entry[1]]
    assert len(found) > 1
    for point in found:
        change(point)


def exchanged(data: dict[str, Any], by: int) -> None:
    """Give each result the data of another one."""
    values = [entry[1] for entry in data.values()]
    for k, entry in enumerate(data.values()):
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
def test_a_hostile_record_changes_no_verdict(
    folder: Path, fresh: Told, change: Callable[[dict[str, Any]], object]
) -> None:
    changed(folder, change)
    for (verdict, *_), (right, *_) in zip(with_store(folder), fresh, strict=True):
        assert verdict == right or verdict == "undecided"


def test_a_lie_that_nothing_was_found_makes_nothing_proved_or_refuted(folder: Path, fresh: Told) -> None:
    changed(folder, lambda d: each(d, lambda e: e.__setitem__(1, None)))
    found = with_store(folder)
    assert found != fresh
    for (verdict, *_), (right, *_) in zip(found, fresh, strict=True):
        assert verdict == right or verdict not in ("proved", "refuted", "needs", "ill-typed")


def test_nothing_is_written_where_nothing_can_be(tmp_path: Path, fresh: Told) -> None:
    (tmp_path / "a").write_text("")
    assert with_store(tmp_path / "a" / "b") == fresh


def test_nothing_is_written_after_an_interrupt(tmp_path: Path) -> None:
    def interrupted() -> None:
        with stored_in(Store(tmp_path, NAME)):
            told(NOTE)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not list(tmp_path.iterdir())


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
    assert [len(list(kept.files_in(x))) for x in (folder, tmp_path / "other")] == [2, 2]  # of searches, of the check
    one, other = store_of(note), store_of(tmp_path / "other.md")
    assert one is not None
    assert kept.read(folder, one.name)
    assert one != other
