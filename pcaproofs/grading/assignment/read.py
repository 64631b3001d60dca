"""Reading an assignment: its top-level keys. Every value is checked."""

import hashlib
import platform
import re
import sys
import typing
from pathlib import Path, PurePosixPath
from typing import Any

from pcaproofs.grading.assignment import keys
from pcaproofs.grading.assignment.derivations import derivations_of, is_derivation
from pcaproofs.grading.assignment.model import Assignment, Level
from pcaproofs.grading.assignment.own_data import own_data
from pcaproofs.grading.assignment.support import Folder
from pcaproofs.grading.assignment.table import Table, text_of, top_table
from pcaproofs.grading.assignment.tasks import KINDS, task_of, tasks_of
from pcaproofs.grading.parsing.archive import CODE_ENDINGS
from pcaproofs.grading.protocol import Limits

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


def _assignment(top: Table, folder: Folder, text: str) -> Assignment:
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


def _check_own(top: Table, made: Assignment) -> None:
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


def _file(top: Table) -> str:
    file = top.text("file")
    if PurePosixPath(file).name != file or not file.lower().endswith(CODE_ENDINGS):
        top.wrong(repr(file), f"the name of a {' or '.join(CODE_ENDINGS)} file, without a folder", "file")
    return file


def _follow_through(top: Table) -> float:
    value = top.values.get("follow_through", 0)
    if isinstance(value, bool):
        top.wrong(
            f"follow_through = {str(value).lower()}", f"a share from 0 to 1, such as {int(value)}", "follow_through"
        )
    return top.number("follow_through", 0.0, high=1.0)


def _limits(table: Table) -> Limits:
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


def _forbidden(top: Table) -> tuple[str, ...]:
    names = top.values.get("forbidden_imports", [])
    if not isinstance(names, list):
        top.wrong(repr(names), "a list of names of packages", "forbidden_imports")
    for name in names:
        usual = name in ("numpy", *sys.stdlib_module_names) if isinstance(name, str) else True
        if usual or not name.isidentifier():
            top.wrong(repr(name), "the name of an installed package other than numpy", "forbidden_imports")
    return tuple(names)


def _python(top: Table) -> str:
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


def _packages(top: Table) -> tuple[str, ...]:
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
