"""Reading an assignment: its top-level keys. Every value is checked."""

import base64
import csv
import hashlib
import io
import math
import platform
import re
import sys
import typing
import zipfile
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any, Literal

import numpy as np

from pcaproofs.grading.assignment import keys
from pcaproofs.grading.assignment.model import (
    Assignment,
    AssignmentError,
    Derivation,
    Level,
    Milestone,
    OwnData,
    Rubric,
    SupportFile,
    Task,
    UpTo,
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

    def solution(self, top: KeyTable) -> SupportFile | None:
        """The instructor's solution; raises AssignmentError."""
        if "solution" not in top:
            return None
        name = top.text("solution")
        if not name.lower().endswith(CODE_ENDINGS):
            top.wrong(repr(name), f"the name of a {' or '.join(CODE_ENDINGS)} file", "solution")
        self.hide(name, "the solution")
        return self.read(top, "solution", name)

    def derivation(self, table: KeyTable) -> SupportFile | None:
        """The instructor's own derivation; raises AssignmentError."""
        if "solution" not in table:
            return None
        name = table.text("solution")
        if not name.lower().endswith(TEXT_ENDINGS):
            table.wrong(repr(name), f"the name of a {' or '.join(TEXT_ENDINGS)} file", "solution")
        self.hide(name, "a solution")
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


def criteria_of(
    task: KeyTable, roles: Collection[str], values: Collection[str], conventions: Conventions
) -> tuple[Rubric, ...]:
    """The [criteria] of a task with some roles and values; raises AssignmentError."""
    table = task.table("criteria")
    known = [*CRITERIA, *(f"{VALUES}{name}" for name in values)]
    rubrics = []
    for path, value in _flatten(table.values, ()):
        name = ".".join(path)
        if name not in known:
            wanted = "one of [values]" if name.startswith(VALUES) else choice(name, known, "criteria")
            table.wrong(short(repr(name)), wanted, *path)
        missing = [role for role in roles_of(name) if role not in roles]
        if missing:
            table.wrong(f"criterion {name!r}", f"left out, or [roles] should yield {missing[0]!r}", *path)
        if name == "equivariance.rotation" and conventions.standardise != "no":
            table.wrong(f"criterion {name!r}", "left out: z-scores do not turn with the data", *path)
        rubrics.append(_rubric(table, path, name, value))
    if not rubrics:
        table.wrong("no criteria", f"a table [criteria], for example with {known[-1]} = 1")
    return tuple(rubrics)


def criteria_of_derivation(task: KeyTable, milestones: Iterable[str]) -> tuple[Rubric, ...]:
    """The [criteria] of a derivation; raises AssignmentError."""
    table = task.table("criteria")
    known = [*DERIVATION_CRITERIA, *(f"{MILESTONES}{name}" for name in milestones)]
    rubrics = []
    for path, value in _flatten(table.values, ()):
        name = ".".join(path)
        if name not in known:
            table.wrong(short(repr(name)), choice(name, known, "criteria"), *path)
        for key in ("follow_through", "tolerance"):
            if isinstance(value, dict) and key in value:
                table.wrong(f"{key!r} of a derivation", "left out: it is about code", *path)
        rubrics.append(_rubric(table, path, name, value))
    if not rubrics:
        table.wrong("no criteria", f"a table [criteria] of some of {', '.join(known)}")
    return tuple(rubrics)


def _rubric(table: KeyTable, path: tuple[str, ...], name: str, value: Any) -> Rubric:
    inner = table
    for part in path[:-1]:
        inner = inner.table(part)
    options = inner.table(path[-1]) if isinstance(value, dict) else None
    points = value if options is None else options.values.get("points")
    if isinstance(points, bool) or not isinstance(points, int | float) or not 0 <= points < math.inf:
        table.wrong(f"points {points!r}", "a number, 0 or more", *path)
    if options is None:
        return Rubric(criterion=name, points=float(points))
    options.keys(keys.RUBRIC)
    share = options.number("follow_through", 0.0, high=1.0) if "follow_through" in options else None
    return Rubric(
        criterion=name,
        points=float(points),
        visible=options.flag("visible", True),
        partial=options.flag("partial", True),
        follow_through=share,
        tolerance=options.number("tolerance", 0.0, high=1.0),
    )


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
    given = tuple(table.texts("given", "formulas"))
    if not given:
        table.wrong("no 'given'", "a list of formulas")
    milestones = tuple(_milestones(table.table("milestones")))
    hidden = {f"{MILESTONES}{item.name}" for item in milestones if not item.visible}
    show = table.text("show")
    file = _derivation_file(top, table)
    tag = table.text("tag") if "tag" in table else ""
    if tag and not file.lower().endswith(".ipynb"):
        table.wrong(f"tag = {tag!r} of {file}", "left out: only the cells of a notebook have tags", "tag")
    return Derivation(
        name=table.text("name"),
        file=file,
        tag=tag,
        heading=table.text("heading") if "heading" in table else "",
        given=given,
        letters=tuple(table.texts("letters", "lines of a scope file")),
        show=show,
        milestones=milestones,
        largest_step=table.whole("largest_step", 2),
        least_steps=table.whole("least_steps", 2),
        criteria=tuple(
            replace(item, visible=False) if item.criterion in hidden else item
            for item in criteria_of_derivation(table, [item.name for item in milestones])
        ),
        solution=folder.derivation(table),
        places=dict(_places(table, milestones)),
    )


def _derivation_file(top: KeyTable, table: KeyTable) -> str:
    usual = top.values.get("file")
    default = usual if isinstance(usual, str) and usual.lower().endswith(".ipynb") else None
    file = table.text("file", default)
    if PurePosixPath(file).name != file or not file.lower().endswith(TEXT_ENDINGS):
        table.wrong(repr(file), f"the name of a {' or '.join(TEXT_ENDINGS)} file, without a folder", "file")
    return file


def _milestones(table: KeyTable) -> Iterator[Milestone]:
    for name, value in table.values.items():
        if not re.fullmatch(r"[\w-]+", name) or name in keys.RUBRIC:
            table.wrong(repr(name), "a name of letters, digits and dashes that is no key of a rubric", name)
        if not isinstance(value, dict):
            yield Milestone(name=name, show=table.text(name))
            continue
        inner = table.table(name)
        inner.keys(keys.MILESTONE)
        yield Milestone(
            name=name, show=inner.text("show"), required=inner.flag("required"), visible=inner.flag("visible", True)
        )


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
    tolerance = (table if "tolerance" in table else top).number("tolerance", 0.0, high=1.0)
    return Task(
        name=name,
        call=_call(table),
        given=given.values,
        roles=expressions,
        samples=_samples(top, table),
        conventions=conventions,
        criteria=criteria_of(table, {*roles, *given.values.values()}, values, conventions),
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


def _call(table: KeyTable) -> str:
    table.text("call")
    return table.code("call", "exec")


def _values(table: KeyTable) -> dict[str, ValueRule]:
    rules: dict[str, ValueRule] = {}
    for name, value in table.values.items():
        if not name.isidentifier() or name in ("points", "visible", "partial", "follow_through", "tolerance"):
            table.wrong(repr(name), "a name of letters, digits and underscores that is no key of a rubric", name)
        if not isinstance(value, dict):
            rules[name] = ValueRule(expression=table.code(name, "eval"))
            continue
        rule = table.table(name)
        rule.keys(keys.VALUE)
        free = rule.texts("up_to", " ".join(typing.get_args(UpTo)))
        for word in free:
            if word not in typing.get_args(UpTo):
                rule.wrong(repr(word), f"one of {', '.join(typing.get_args(UpTo))}", "up_to")
        rules[name] = ValueRule(
            expression=rule.code("expression", "eval"),
            up_to=frozenset(typing.cast(list[UpTo], free)),
            vectors=rule.one_of("vectors", ("columns", "rows"), "columns"),
            tolerance=rule.number("tolerance", 0.0, high=1.0),
        )
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


def _samples(top: KeyTable, table: KeyTable) -> Literal["rows", "columns"]:
    chosen: Literal["rows", "columns"] = (table if "samples" in table else top).one_of(
        "samples", ("rows", "columns"), "rows"
    )
    return chosen


DATA_FILES = (".npy", ".npz", ".csv")
_MOST_NUMBERS = 8 << 20


def own_data(top: KeyTable, folder: Folder) -> tuple[OwnData, ...]:
    """The data sets of an assignment; raises AssignmentError."""
    found: list[OwnData] = []
    for table in top.tables("data"):
        table.keys(keys.DATA)
        name = table.text("name")
        if name in NAMES or name in [data.name for data in found] or "\n" in name or len(name) > 60:
            table.wrong(repr(name), f"a short name of its own, other than {', '.join(NAMES)}", "name")
        sources = [key for key in ("file", "values", "n") if key in table]
        if len(sources) != 1:
            table.wrong(" and ".join(sources) or "no data", "one of file, values, or n and p")
        for key, owner in (("key", "file"), ("p", "n"), ("rank", "n"), ("noise", "n")):
            if key in table and owner not in table:
                table.wrong(f"{key!r}", f"left out, or beside {owner!r}", key)
        found.append(_drawn(table, name) if "n" in table else _stated(table, name, folder))
    return tuple(found)


def _stated(table: KeyTable, name: str, folder: Folder) -> OwnData:
    visible = table.flag("visible")
    key = "file" if "file" in table else "values"
    X = _from_file(table, folder, visible) if key == "file" else _checked(table, "values", table.values["values"])
    X.setflags(write=False)
    n, p = X.shape
    return OwnData(
        name=name,
        k=table.whole("k", high=min(n, p)),
        X=X,
        n=n,
        p=p,
        rank=min(n - 1, p),
        digest=hashlib.sha256(f"{X.dtype}{X.shape}".encode() + X.tobytes()).hexdigest(),
        visible=visible,
        units=table.text("units", "-") if "units" in table else "",
    )


def _drawn(table: KeyTable, name: str) -> OwnData:
    n, p = table.whole("n", low=2), table.whole("p")
    if n * p > _MOST_NUMBERS:
        table.wrong(f"{n}×{p}", f"at most {_MOST_NUMBERS} numbers", "n")
    rank = table.whole("rank", min(n - 1, p), high=min(n - 1, p))
    return OwnData(
        name=name,
        k=table.whole("k", high=min(n, p)),
        n=n,
        p=p,
        rank=rank,
        noise=table.number("noise", 0.0, high=1.0),
        visible=table.flag("visible"),
        units=table.text("units", "-") if "units" in table else "",
    )


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


TOP_KEYS = (*keys.TOP, *keys.TASK)
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
    top.keys(TOP_KEYS)
    several = "task" in top
    if several:
        for key in ("call", "roles", "criteria", "given", "values", "expected"):
            if key in top:
                top.wrong(f"{key!r} beside [[task]]", f"{key!r} inside each [[task]]", key)
    for table in top.tables("task"):
        table.one_of("kind", KINDS, "code")
    asks_for_code = not several or not all(map(is_derivation, top.tables("task"))) or "file" in top
    file = _file(top) if asks_for_code else ""
    data = own_data(top, folder)
    solution = folder.solution(top)
    derivations = derivations_of(top, folder)
    file = file or next((each.file for each in derivations), "")
    made = Assignment(
        title=top.text("title", PurePosixPath(file).stem),
        file=file,
        tasks=tasks_of(top) if several else (task_of(top, top, ""),),
        derivations=derivations,
        limits=_limits(top.table("limits")),
        seed=top.whole("seed", 0, low=0, high=2**128 - 1) if "seed" in top else 0,
        follow_through=_follow_through(top),
        joint=top.flag("joint"),
        forbidden_imports=_forbidden(top),
        packages=_packages(top),
        python=_python(top),
        files=folder.files(top, file),
        isolation=top.one_of("isolation", typing.get_args(Level), "none"),
        solution=solution,
        data=data,
        own_data_only=top.flag("own_data_only"),
        digest=_digest(text, folder),
        visible_only=top.flag("student_version"),
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


def _file(top: KeyTable) -> str:
    file = top.text("file")
    if PurePosixPath(file).name != file or not file.lower().endswith(CODE_ENDINGS):
        top.wrong(repr(file), f"the name of a {' or '.join(CODE_ENDINGS)} file, without a folder", "file")
    return file


def _follow_through(top: KeyTable) -> float:
    value = top.values.get("follow_through", 0)
    if isinstance(value, bool):
        top.wrong(
            f"follow_through = {str(value).lower()}", f"a share from 0 to 1, such as {int(value)}", "follow_through"
        )
    return top.number("follow_through", 0.0, high=1.0)


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


def _forbidden(top: KeyTable) -> tuple[str, ...]:
    names = top.values.get("forbidden_imports", [])
    if not isinstance(names, list):
        top.wrong(repr(names), "a list of names of packages", "forbidden_imports")
    for name in names:
        usual = name in ("numpy", *sys.stdlib_module_names) if isinstance(name, str) else True
        if usual or not name.isidentifier():
            top.wrong(repr(name), "the name of an installed package other than numpy", "forbidden_imports")
    return tuple(names)


def _python(top: KeyTable) -> str:
    """The versions of Python that an assignment asks for; this grader must have one of them."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    asked = top.text("python", "") if "python" in top else ""
    try:
        fits = SpecifierSet(asked).contains(platform.python_version(), prereleases=True)
    except InvalidSpecifier:
        top.wrong(repr(asked), 'versions of Python, such as ">=3.12"', "python")
    if not fits:
        top.wrong(f"Python {platform.python_version()} to run this grader", asked, "python")
    return asked


def _packages(top: KeyTable) -> tuple[str, ...]:
    from packaging.requirements import InvalidRequirement, Requirement

    names = top.texts("packages", 'requirements, such as "scipy>=1.10"')
    for name in names:
        try:
            requirement = Requirement(name)
        except InvalidRequirement:
            top.wrong(repr(name), 'a requirement, such as "scipy>=1.10"', "packages")
        if requirement.url:
            top.wrong(repr(name), "a package's name and versions, without an address", "packages")
    return tuple(names)
