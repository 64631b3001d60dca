"""Reading an assignment: its top-level keys. Every value is checked."""

import base64
import csv
import hashlib
import io
import math
import re
import typing
import zipfile
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from pcaproofs.grading.assignment import keys
from pcaproofs.grading.assignment.keys import read_all
from pcaproofs.grading.assignment.model import (
    Assignment,
    AssignmentError,
    Derivation,
    Milestone,
    OwnData,
    Rubric,
    SupportFile,
    Task,
    ValueRule,
)
from pcaproofs.grading.assignment.names import CRITERIA, DERIVATION_CRITERIA, GIVEN, MILESTONES, ROLES, VALUES, roles_of
from pcaproofs.grading.assignment.table import KeyTable, choice, short, text_of, top_table
from pcaproofs.grading.data.datasets import NAMES
from pcaproofs.grading.judge import Conventions
from pcaproofs.grading.parsing.archive import CODE_ENDINGS, TEXT_ENDINGS
from pcaproofs.grading.protocol import Array, Limits

MOST_BYTES = 64 << 20
"""Maximum size of all files that an assignment names together."""
MOST_FILES = 1000


class Folder:
    """The folder of an assignment, and the files read from it."""

    def __init__(self, path: Path, assignment: str = "") -> None:
        self._path = path
        self._secret = {(path / assignment).resolve(): "the assignment itself"}
        self.seen: dict[str, bytes] = {}
        """Contents by relative name."""

    def read(self, table: KeyTable, key: str, name: str) -> SupportFile:
        """A file by its name relative to the folder; raises AssignmentError."""
        pure = PurePosixPath(name)
        if pure.is_absolute() or ".." in pure.parts or "\\" in name or "\0" in name or not pure.parts:
            table.wrong(repr(name), "a file's name relative to the assignment, with / and without '..'", key)
        relative = pure.as_posix()
        if relative not in self.seen:
            path = self._path / relative
            try:
                size = path.stat().st_size
                if sum(map(len, self.seen.values())) + size > MOST_BYTES:
                    table.wrong(f"{name!r} of {size} bytes", f"files of at most {MOST_BYTES >> 20} MB together", key)
                self.seen[relative] = path.read_bytes()
            except OSError as error:
                table.wrong(f"{name!r} ({error.strerror or error})", f"a file in {self._path}", key)
        return SupportFile(name=relative, data=self.seen[relative])

    def hide(self, name: str, what: str) -> None:
        """Record that a file must not be put beside submissions."""
        self._secret[(self._path / name).resolve()] = what

    def solution(self, table: KeyTable, endings: tuple[str, ...], what: str) -> SupportFile | None:
        """The instructor's solution of an assignment or derivation; raises AssignmentError."""
        if "solution" not in table:
            return None
        name = table.text("solution")
        if not name.lower().endswith(endings):
            table.wrong(repr(name), f"the name of a {' or '.join(endings)} file", "solution")
        self.hide(name, what)
        return self.read(table, "solution", name)

    def files(self, top: KeyTable, submission: str) -> tuple[SupportFile, ...]:
        """The files for every submission; call this after all secret files are recorded. Raises AssignmentError."""
        found: dict[str, SupportFile] = {}
        for entry in top.texts("files", "names of files and folders"):
            for name in self._below(top, entry):
                if secret := self._secret.get((self._path / name).resolve()):
                    top.wrong(f"{name!r}, which is {secret}", "without what students must not see", "files")
                if name == submission:
                    top.wrong(f"{name!r}, which is what students hand in", "files of your own", "files")
                found[name] = self.read(top, "files", name)
                if len(found) > MOST_FILES:
                    top.wrong(f"more than {MOST_FILES} files", "fewer", "files")
        return tuple(found.values())

    def _below(self, top: KeyTable, entry: str) -> Iterator[str]:
        path = self._path / entry
        if not path.is_dir():
            yield PurePosixPath(entry).as_posix()
            return
        if PurePosixPath(entry).is_absolute() or ".." in PurePosixPath(entry).parts:
            top.wrong(repr(entry), "a folder's name relative to the assignment, without '..'", "files")
        for inner in sorted(path.rglob("*")):
            relative = inner.relative_to(self._path)
            if inner.is_file() and not any(part.startswith(".") or part == "__pycache__" for part in relative.parts):
                yield relative.as_posix()


def _criteria_of(
    task: KeyTable, roles: Collection[str], values: Collection[str], conventions: Conventions
) -> tuple[Rubric, ...]:
    known = [*CRITERIA, *(f"{VALUES}{name}" for name in values)]
    rubrics = []
    for table, path, value in _criteria(task, known, f", for example with {known[-1]} = 1"):
        name = ".".join(path)
        missing = [role for role in roles_of(name) if role not in roles]
        if missing:
            table.wrong(f"criterion {name!r}", f"left out, or [roles] should yield {missing[0]!r}", *path)
        if name == "equivariance.rotation" and conventions.standardise != "no":
            table.wrong(f"criterion {name!r}", "left out: z-scores do not turn with the data", *path)
        rubrics.append(_rubric(table, path, value))
    return tuple(rubrics)


def _criteria_of_derivation(task: KeyTable, milestones: Iterable[str]) -> Iterator[Rubric]:
    known = [*DERIVATION_CRITERIA, *(f"{MILESTONES}{name}" for name in milestones)]
    for table, path, value in _criteria(task, known, f" of some of {', '.join(known)}"):
        for key in ("follow_through", "tolerance"):
            if isinstance(value, dict) and key in value:
                table.wrong(f"{key!r} of a derivation", "left out: it is about code", *path)
        yield _rubric(table, path, value)


def _criteria(task: KeyTable, known: list[str], some: str) -> Iterator[tuple[KeyTable, tuple[str, ...], Any]]:
    """The table [criteria], with each place in it and its value; raises AssignmentError for unknown names."""
    table = task.table("criteria")
    found = list(_flatten(table.values, ()))
    for path, value in found:
        name = ".".join(path)
        if name not in known:
            of_values = name.startswith(VALUES) and "runs" in known
            table.wrong(short(repr(name)), "one of [values]" if of_values else choice(name, known, "criteria"), *path)
        yield table, path, value
    if not found:
        table.wrong("no criteria", f"a table [criteria]{some}")


def _rubric(table: KeyTable, path: tuple[str, ...], value: Any) -> Rubric:
    options = table.inner(value if isinstance(value, dict) else {"points": value}, *path)
    points = keys.RUBRIC["points"].value.read(options, "points")
    options.keys(keys.RUBRIC)
    return Rubric(criterion=".".join(path), **read_all(options, keys.RUBRIC) | {"points": points})


def _flatten(table: dict[str, Any], path: tuple[str, ...]) -> Iterable[tuple[tuple[str, ...], Any]]:
    """Criteria with their values: TOML reads the dot in `mean.values = 1` as a nested table."""
    for key, value in table.items():
        inner = (*path, key)
        if isinstance(value, dict) and not keys.RUBRIC.keys() & value.keys() and ".".join(inner) not in CRITERIA:
            yield from _flatten(value, inner)
        else:
            yield inner, value


def derivations_of(top: KeyTable, folder: Folder) -> tuple[Derivation, ...]:
    """The derivations among the [[task]] tables, whose formulas are not read yet; raises AssignmentError."""
    return tuple(_derivation(top, table, folder) for table in top.tables("task") if is_derivation(table))


def is_derivation(table: KeyTable) -> bool:
    """Whether a [[task]] asks for a derivation."""
    return table.values.get("kind") == "derivation"


def _derivation(top: KeyTable, table: KeyTable, folder: Folder) -> Derivation:
    table.keys(("name", *keys.DERIVATION))
    values = read_all(table, keys.DERIVATION)
    milestones = tuple(_milestones(table.table("milestones")))
    hidden = {f"{MILESTONES}{item.name}" for item in milestones if not item.visible}
    usual = top.values.get("file")
    default = usual if isinstance(usual, str) and usual.lower().endswith(".ipynb") else None
    file = _file(table, TEXT_ENDINGS, default)
    if values["tag"] and not file.lower().endswith(".ipynb"):
        table.wrong(f"tag = {values['tag']!r} of {file}", "left out: only the cells of a notebook have tags", "tag")
    return Derivation(
        name=table.text("name"),
        file=file,
        milestones=milestones,
        criteria=tuple(
            replace(item, visible=False) if item.criterion in hidden else item
            for item in _criteria_of_derivation(table, [item.name for item in milestones])
        ),
        solution=folder.solution(table, TEXT_ENDINGS, "a solution"),
        places=dict(_places(table, milestones)),
        **values,
    )


def _milestones(table: KeyTable) -> Iterator[Milestone]:
    for name, value in table.values.items():
        if not re.fullmatch(r"[\w-]+", name) or name in keys.RUBRIC:
            table.wrong(repr(name), "a name of letters, digits and dashes that is no key of a rubric", name)
        if not isinstance(value, dict):
            yield Milestone(name=name, show=table.text(name))
            continue
        inner = table.table(name)
        inner.keys(keys.MILESTONE)
        yield Milestone(name=name, **read_all(inner, keys.MILESTONE))


def _places(table: KeyTable, milestones: tuple[Milestone, ...]) -> Iterator[tuple[str, str]]:
    for key in ("given", "letters", "show"):
        yield key, table.where(key)
    for item in milestones:
        yield f"milestones.{item.name}", table.where("milestones", item.name)


_NUMBERS = {
    "share": (0.0, 1.0), "epsilon": (0.0, math.inf), "gamma": (0.0, math.inf), "degree": (1.0, math.inf),
    "coef0": (0.0, math.inf),
}  # fmt: skip
"""Numeric conventions, with their least and largest values."""
KINDS = ("code", "derivation")
HANDED = ("X", "k", "X_new")
"""Variables that every call has."""


def tasks_of(top: KeyTable) -> tuple[Task, ...]:
    """The [[task]] tables; raises AssignmentError."""
    tasks: list[Task] = []
    seen: set[str] = set()
    for table in top.tables("task"):
        name = table.text("name")
        if not re.fullmatch(r"[\w-]+", name) or name in seen:
            table.wrong(repr(name), "a name of its own, of letters, digits and dashes", "name")
        seen.add(name)
        if table.values.get("kind") != "derivation":
            table.keys(("name", "kind", *keys.TASK))
            tasks.append(task_of(top, table, name))
    return tuple(tasks)


def task_of(top: KeyTable, table: KeyTable, name: str) -> Task:
    """One task; keys that it lacks are taken from the top level. Raises AssignmentError."""
    conventions = _conventions(top, table)
    given = table.table("given")
    for variable in given:
        if not variable.isidentifier() or variable in HANDED:
            given.wrong(repr(variable), "a variable's name other than X, X_new and k", variable)
        given.one_of(variable, GIVEN)
    roles = table.table("roles")
    values = _values(table.table("values"))
    if not roles.values and not values and not top.values.get("student_version"):  # which has no [values]
        roles.wrong("no roles", f"a table [roles] of some of {', '.join(ROLES)}")
    roles.keys(ROLES)
    _check_roles(roles, roles.values, list(given.values.values()), conventions)
    expressions = {role: roles.code(role, "eval") for role in roles}
    call, samples, tolerance = (
        keys.TASK[key].value.read(top if key not in table and key != "call" else table, key)
        for key in ("call", "samples", "tolerance")
    )
    return Task(
        name=name,
        call=call,
        given=given.values,
        roles=expressions,
        samples=samples,
        conventions=conventions,
        criteria=_criteria_of(table, {*roles, *given.values.values()}, values, conventions),
        tolerance=tolerance,
        values=values,
        expected=_expected(top, table, values),
    )


def _expected(top: KeyTable, table: KeyTable, values: Collection[str]) -> dict[str, dict[str, bytes]]:
    """The solution's values on visible data, which only a student's version contains."""
    whole = table.table("expected")
    if whole.values and not top.values.get("student_version"):
        table.wrong("[expected]", "in the student's version only, as assignment release writes it", "expected")
    found: dict[str, dict[str, bytes]] = {}
    for data in whole:
        inner = whole.table(data)
        inner.keys(values)
        found[data] = {}
        for name in inner:
            try:
                found[data][name] = base64.b64decode(inner.text(name), validate=True)
            except ValueError:
                inner.wrong(repr(inner.values[name])[:40], "as assignment release wrote it", name)
    return found


def _values(table: KeyTable) -> dict[str, ValueRule]:
    rules: dict[str, ValueRule] = {}
    for name, value in table.values.items():
        if not name.isidentifier() or name in keys.RUBRIC:
            table.wrong(repr(name), "a name of letters, digits and underscores that is no key of a rubric", name)
        if not isinstance(value, dict):
            rules[name] = ValueRule(expression=table.code(name, "eval"))
            continue
        rule = table.table(name)
        rule.keys(keys.VALUE)
        rules[name] = ValueRule(**read_all(rule, keys.VALUE))
    return rules


def _conventions(top: KeyTable, table: KeyTable) -> Conventions:
    kinds = typing.get_type_hints(Conventions)
    chosen: dict[str, Any] = {}
    for source in (top, table):  # a task's own conventions override those at the top
        values = source.table("conventions")
        values.keys(kinds)
        for key in values:
            if key in _NUMBERS:
                chosen[key] = _number(values, key)
            else:
                chosen[key] = values.one_of(key, typing.get_args(kinds[key]))
    return Conventions(**chosen)


def _number(values: KeyTable, key: str) -> float | int:
    low, high = _NUMBERS[key]
    return values.whole(key, low=int(low)) if key == "degree" else values.number(key, 0.0, low=low, high=high)


def _check_roles(table: KeyTable, roles: Collection[str], given: Collection[str], conventions: Conventions) -> None:
    """Raise AssignmentError for roles that have no meaning under the conventions."""
    for role in ("feature_deviations", "standardised"):
        if role in roles and conventions.standardise == "no":
            table.wrong(f"role {role!r}", 'beside the convention standardise = "n" or "n-1"', role)
    if conventions.share <= 0:
        table.wrong("share = 0", "above 0")
    uses_gamma = conventions.kernel != "linear" and {"kernel", "kernel_scores"} & set(roles)
    if uses_gamma and conventions.gamma == 0 and not {"gamma", "kernel"} & set(given):
        table.wrong("gamma = 0 that is not given", 'a number, or given = { gamma = "gamma" } as well')


DATA_FILES = (".npy", ".npz", ".csv")
_MOST_NUMBERS = 8 << 20


def own_data(top: KeyTable, folder: Folder) -> tuple[OwnData, ...]:
    """The data sets of an assignment; raises AssignmentError."""
    found: list[OwnData] = []
    for table in top.tables("data"):
        table.keys(keys.DATA)
        values = read_all(table, keys.DATA)
        name = values["name"]
        if name in NAMES or name in [data.name for data in found] or "\n" in name or len(name) > 60:
            table.wrong(repr(name), f"a short name of its own, other than {', '.join(NAMES)}", "name")
        sources = [key for key in ("file", "values", "n") if key in table]
        if len(sources) != 1:
            table.wrong(" and ".join(sources) or "no data", "one of file, values, or n and p")
        for key, owner in (("key", "file"), ("p", "n"), ("rank", "n"), ("noise", "n")):
            if key in table and owner not in table:
                table.wrong(f"{key!r}", f"left out, or beside {owner!r}", key)
        if "n" in table:
            found.append(OwnData(**_drawn(table), **values))
        else:
            found.append(OwnData(**_stated(table, folder, values["visible"]), **values))
    return tuple(found)


def _stated(table: KeyTable, folder: Folder, visible: bool) -> dict[str, Any]:
    key = "file" if "file" in table else "values"
    X = _from_file(table, folder, visible) if key == "file" else _checked(table, "values", table.values["values"])
    X.setflags(write=False)
    n, p = X.shape
    digest = hashlib.sha256(f"{X.dtype}{X.shape}".encode() + X.tobytes()).hexdigest()
    return {"k": table.whole("k", high=min(n, p)), "X": X, "n": n, "p": p, "rank": min(n - 1, p), "digest": digest}


def _drawn(table: KeyTable) -> dict[str, Any]:
    n, p = table.whole("n", low=2), table.whole("p")
    if n * p > _MOST_NUMBERS:
        table.wrong(f"{n}×{p}", f"at most {_MOST_NUMBERS} numbers", "n")
    rank = table.whole("rank", min(n - 1, p), high=min(n - 1, p))
    return {"k": table.whole("k", high=min(n, p)), "n": n, "p": p, "rank": rank}


def _from_file(table: KeyTable, folder: Folder, visible: bool) -> Array:
    name = table.text("file")
    ending = next((ending for ending in DATA_FILES if name.lower().endswith(ending)), "")
    if not ending:
        table.wrong(repr(name), f"the name of a {', '.join(DATA_FILES)} file", "file")
    if "key" in table and ending != ".npz":
        table.wrong("'key'", "left out, or file should be a .npz", "key")
    content = folder.read(table, "file", name).data
    if not visible:
        folder.hide(name, "hidden data")
    if ending == ".csv":
        return _checked(table, "file", _csv(table, content))
    try:
        found = np.load(io.BytesIO(content), allow_pickle=False)
        if ending == ".npz":
            found = _member(table, found)
    except AssignmentError:
        raise
    except (ValueError, OSError, EOFError, SyntaxError, zipfile.BadZipFile) as error:
        table.wrong(f"{name!r} ({' '.join(str(error).split())})", "arrays as NumPy saves them, without pickles", "file")
    return _checked(table, "file", found)


def _member(table: KeyTable, archive: Any) -> Any:
    """The named array of a .npz file, or its only one."""
    names = list(archive.files)
    if "key" in table:
        name = table.text("key")
        if name not in names:
            table.wrong(repr(name), f"one of {', '.join(names)}", "key")
        return archive[name]
    if len(names) != 1:
        table.wrong(f"arrays {', '.join(names)} and no 'key'", "a key that names one of them", "file")
    return archive[names[0]]


def _csv(table: KeyTable, content: bytes) -> list[list[float]]:
    """The numbers of a CSV file; a first line without numbers is its header."""
    try:
        lines = [line for line in csv.reader(io.StringIO(content.decode("utf-8-sig"))) if line]
    except (UnicodeDecodeError, csv.Error) as error:
        table.wrong(f"a table that cannot be read ({error})", "numbers between commas", "file")
    if lines and not any(_as_number(cell) is not None for cell in lines[0]):
        del lines[0]
    rows = []
    for place, line in enumerate(lines, 1):
        row = [_as_number(cell) for cell in line]
        if None in row:
            column = row.index(None)
            table.wrong(f"{line[column]!r} in row {place}, column {column + 1}", "a number", "file")
        rows.append([number for number in row if number is not None])
    return rows


def _as_number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def _checked(table: KeyTable, key: str, values: Any) -> Array:
    """Finite real numbers n×p; with more dimensions, such as images, each sample becomes a row."""
    if isinstance(values, list):
        widths = {len(row) if isinstance(row, list) else -1 for row in values}
        if len(widths) != 1 or -1 in widths:
            table.wrong("rows of several lengths" if -1 not in widths else "no table", "rows of one length", key)
        if not all(isinstance(cell, int | float) and not isinstance(cell, bool) for row in values for cell in row):
            table.wrong("cells that are no numbers", "numbers", key)
    try:
        array = np.array(values)
    except (ValueError, OverflowError) as error:
        table.wrong(str(error), "a table of numbers", key)
    if array.dtype.kind not in "iuf" or array.dtype.itemsize > 8:
        table.wrong(f"an array of {array.dtype}", "real numbers of at most 8 bytes", key)
    if array.ndim < 2 or len(array) < 2 or not array.size:
        table.wrong(f"shape {array.shape}", "2 samples or more, each a row of numbers", key)
    if array.size > _MOST_NUMBERS:
        table.wrong(f"{array.size} numbers", f"at most {_MOST_NUMBERS}", key)
    array = np.ascontiguousarray(array.reshape(len(array), -1), dtype=array.dtype.newbyteorder("="))
    if not all(math.isfinite(number) for number in (float(array.min()), float(array.max()))):
        table.wrong("nan or infinity", "finite numbers", key)
    return array


_UNITS = {"": 1, "KB": 1 << 10, "MB": 1 << 20, "GB": 1 << 30}


def load(path: str | Path) -> Assignment:
    """The assignment in a file, with the files that it names; raises AssignmentError, OSError."""
    path = Path(path)
    return loads(text_of(path), str(path), path.parent)


def loads(text: str, name: str = "assignment", folder: Path = Path()) -> Assignment:
    """The assignment in a text, with files relative to a folder; raises AssignmentError (`name:line: …`)."""
    top = top_table(text, name)
    return _assignment(top, Folder(folder, PurePosixPath(name.replace("\\", "/")).name), text)


def _assignment(top: KeyTable, folder: Folder, text: str) -> Assignment:
    top.keys((*keys.TOP, *keys.TASK))
    several = "task" in top
    if several:
        for key in ("call", "roles", "criteria", "given", "values", "expected"):
            if key in top:
                top.wrong(f"{key!r} beside [[task]]", f"{key!r} inside each [[task]]", key)
    for table in top.tables("task"):
        table.one_of("kind", KINDS, "code")
    asks_for_code = not several or not all(map(is_derivation, top.tables("task"))) or "file" in top
    file = _file(top, CODE_ENDINGS) if asks_for_code else ""
    data = own_data(top, folder)
    solution = folder.solution(top, CODE_ENDINGS, "the solution")
    derivations = derivations_of(top, folder)
    values = read_all(top, keys.TOP)
    file = file or next((each.file for each in derivations), "")
    made = Assignment(
        title=top.text("title", PurePosixPath(file).stem),
        file=file,
        tasks=tasks_of(top) if several else (task_of(top, top, ""),),
        derivations=derivations,
        limits=_limits(top.table("limits")),
        files=folder.files(top, file),
        solution=solution,
        data=data,
        digest=_digest(text, folder),
        visible_only=values.pop("student_version"),
        **values,
    )
    if not made.max_points > 0:
        top.wrong("criteria worth 0 points together", "more than 0", "task" if several else "criteria")
    if made.own_data_only and made.tasks:
        _check_own(top, made)
    for task in made.tasks:
        if task.values and not solution and not task.expected:
            top.wrong("[values]", "beside the key 'solution', which names the file that gives the right ones")
    return made


def _check_own(top: KeyTable, made: Assignment) -> None:
    if not any(own.visible for own in made.data):
        top.wrong("own_data_only = true", "beside a [[data]] table with visible = true", "own_data_only")
    for task in made.tasks:
        for item in task.criteria:
            if item.criterion.startswith("equivariance."):
                wanted = "false, since it is the usual data that are moved"
                top.wrong(f"own_data_only = true beside the criterion {item.criterion!r}", wanted, "own_data_only")


def _digest(text: str, folder: Folder) -> str:
    digest = hashlib.sha256(text.encode())
    for name, data in sorted(folder.seen.items()):
        digest.update(f"\0{name}\0".encode("utf-8", "surrogatepass") + hashlib.sha256(data).digest())
    return digest.hexdigest()


def _file(table: KeyTable, endings: tuple[str, ...], default: str | None = None) -> str:
    file = table.text("file", default)
    if PurePosixPath(file).name != file or not file.lower().endswith(endings):
        table.wrong(repr(file), f"the name of a {' or '.join(endings)} file, without a folder", "file")
    return file


def _limits(table: KeyTable) -> Limits:
    kinds = typing.get_type_hints(Limits)
    table.keys(kinds)
    chosen: dict[str, Any] = {}
    for key, value in table.values.items():
        if isinstance(value, str) and kinds[key] is int:
            size = re.fullmatch(r"(\d+) ?([KMG]B|)", value)
            if not size:
                table.wrong(repr(value), "a number, with KB, MB or GB after it for bytes", key)
            value = int(size[1]) * _UNITS[size[2]]
        fits = int if kinds[key] is int else (int, float)
        if isinstance(value, bool) or not isinstance(value, fits) or not 0 < value < float("inf"):
            table.wrong(repr(value), f"a {'whole ' if kinds[key] is int else ''}number above 0", key)
        chosen[key] = value
    return Limits(**chosen)
