"""The parts of all kits: an assignment, its student's version, the files that it names, a wheel."""

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from zipfile import ZIP_STORED

from pcaproofs.files import write_atomically
from pcaproofs.grading.assignment import Assignment, load, title_of
from pcaproofs.grading.assignment.model import Derivation
from pcaproofs.grading.assignment.table import text_of
from pcaproofs.grading.assignment.toml import to_toml
from pcaproofs.grading.derivations import DerivationFault, check_tasks
from pcaproofs.grading.platforms.kits.wheel import WheelError, wheel
from pcaproofs.grading.release import student_version
from pcaproofs.grading.results import store
from pcaproofs.grading.running.solution import SolutionError, with_expected_values


class KitError(ValueError):
    """The kit cannot be made; the message is one line."""


@dataclass(frozen=True)
class File:
    """A file of a kit."""

    data: bytes
    executable: bool = False
    for_students: bool = False
    """Whether students get this file. Such a file has no seed, solution, hidden criteria or hidden data."""


@dataclass(frozen=True, kw_only=True)
class Kit:
    """An assignment with everything that is handed out or installed with it."""

    assignment: Assignment
    known: Assignment
    """The assignment with its solution's values on visible data instead of the solution."""
    stem: str
    """Stem of the assignment's file name."""
    toml: bytes = field(repr=False)
    """The full assignment, with the seed."""
    student_toml: bytes = field(repr=False)
    support: Mapping[str, bytes] = field(repr=False)
    """By relative name: files for every submission, and visible data."""
    secret: Mapping[str, bytes] = field(repr=False)
    """By relative name: the solution and hidden data."""
    wheel: tuple[str, bytes] = field(repr=False)
    """Wheel of this package: name and content."""
    image: str = "pcaproofs-grader"
    """Name of the container image, if the platform runs one."""

    @property
    def toml_name(self) -> str:
        return f"{self.stem}.toml"

    @property
    def student_toml_name(self) -> str:
        return f"{self.stem}-student.toml"

    def staff_files(self, folder: str = "") -> dict[str, File]:
        """The full assignment and every file that it names, in a folder (with a slash at its end)."""
        files = {self.toml_name: self.toml, **self.support, **self.secret}
        return {f"{folder}{name}": File(data) for name, data in files.items()}

    def student_files(self, folder: str = "") -> dict[str, File]:
        """The student's version and the files that it names."""
        files = {self.student_toml_name: self.student_toml, **self.support}
        return {f"{folder}{name}": File(data, for_students=True) for name, data in files.items()}

    def wheel_file(self, folder: str = "") -> dict[str, File]:
        """The wheel of this package."""
        return {f"{folder}{self.wheel[0]}": File(self.wheel[1], for_students=True)}


@dataclass(frozen=True)
class Platform:
    """How an assignment is set up on a platform."""

    title: str
    files: Callable[[Kit], dict[str, File]]
    steps: Callable[[Kit], list[str]]
    """The remaining steps for the instructor, in sentences."""
    packed: bool = False
    """Whether the kit is one zip."""
    has_seed: bool = True
    """Whether the kit depends on the seed."""


def kit_of(path: Path, seed: int | None = None, image: str = "") -> Kit:
    """The kit of an assignment file; raises AssignmentError, KitError, OSError."""
    assignment = load(path)
    if assignment.visible_only:
        raise KitError(f"got {path}, which is a student's version, but should be your own assignment")
    text = text_of(path)
    check_derivations(assignment)
    known = revealed_alone(assignment)
    released = student_version(text, known, str(path))
    if seed is not None:
        text = to_toml({**tomllib.loads(text), "seed": seed})
    support, secret = support_of(text, assignment, path.parent)
    try:
        own = wheel()
    except WheelError as error:
        raise KitError(str(error)) from None
    made = Kit(
        assignment=assignment,
        known=known,
        stem=re.sub(r"[^\w.-]", "_", path.stem).strip(".-_") or "assignment",
        toml=text.encode(),
        student_toml=released.encode(),
        support=support,
        secret=secret,
        wheel=own,
    )
    if image:
        made = Kit(**{**vars(made), "image": image})
    taken = {made.toml_name, made.student_toml_name, made.wheel[0]} & {*support, *secret}
    if taken:
        raise KitError(
            f"got a file {min(taken)!r} of the assignment, but should have another name: the kit has its own"
        )
    return made


def check_derivations(assignment: Assignment) -> None:
    """Raise AssignmentError for a derivation that has no proof, KitError if none can be judged here."""
    try:
        check_tasks(assignment)
    except DerivationFault as error:
        raise KitError(str(error)) from None


def revealed_alone(assignment: Assignment) -> Assignment:
    """An assignment with its solution's values on visible data; raises KitError if the solution fails.

    If packages of the assignment are not installed here, these values are left out.
    """
    if not any(task.values for task in assignment.for_students().tasks):
        return assignment
    from pcaproofs.grading.sandbox.environment import PackageError, environment_of
    from pcaproofs.grading.sandbox.levels import IsolationError
    from pcaproofs.grading.sandbox.pool import Pool

    try:
        environment = environment_of(assignment)
    except PackageError:
        return replace(assignment, solution=None)
    try:
        with Pool(assignment.limits, environment=environment) as pool:
            return with_expected_values(pool.run_all, assignment)
    except (SolutionError, IsolationError) as error:
        raise KitError(str(error)) from None


def support_of(text: str, assignment: Assignment, folder: Path) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """The files that an assignment names: those for students, and the solution with hidden data."""
    support = {file.name: file.data for file in assignment.files}
    secret = {assignment.solution.name: assignment.solution.data} if assignment.solution else {}
    secret |= {each.solution.name: each.solution.data for each in assignment.derivations if each.solution}
    named = [data for data in tomllib.loads(text).get("data", []) if "file" in data]
    for data in sorted(
        named, key=lambda data: not data.get("visible", False)
    ):  # a file that is visible once is visible
        name = PurePosixPath(data["file"]).as_posix()
        if name not in support and name not in secret:
            into = support if data.get("visible", False) else secret
            into[name] = (folder / name).read_bytes()
    return support, secret


def write(kit: Kit, platform: Platform, target: Path) -> None:
    """Write a kit into a folder, or into one zip; raises OSError."""
    files = platform.files(kit)
    if platform.packed:
        write_atomically(target, zipped(files))
        return
    for name, file in files.items():
        write_atomically(target / name, file.data)
        if file.executable:
            (target / name).chmod(0o755)


def zipped(files: Mapping[str, File]) -> bytes:
    """A zip of files, byte for byte deterministic."""
    executable = {name for name, file in files.items() if file.executable}
    return store.zipped({name: file.data for name, file in files.items()}, executable, ZIP_STORED)


def asked(task: Derivation) -> str:
    """What a derivation asks for, as Markdown."""
    given = "\n".join(f"- ${formula}$" for formula in task.given)
    criteria = "\n".join(f"- {title_of(item.criterion)} ({item.points:g})" for item in task.criteria if item.visible)
    return f"Given\n\n{given}\n\nshow that\n\n$${task.show}$$\n\nIt is judged by these criteria:\n\n{criteria}"


def derivation_cells(task: Derivation) -> list[dict[str, object]]:
    """The text cells of a notebook that ask for a derivation; it is written into the last one if that is its file."""
    here = task.file.lower().endswith(".ipynb")
    question = f"## {task.name}\n\n{asked(task)}"
    if not here:
        return [_text_cell(f"{task.name}-question", f"{question}\n\nWrite your derivation into {task.file}.", [])]
    heading = f"## {task.heading}\n\n" if task.heading else ""
    return [
        _text_cell(f"{task.name}-question", question, []),
        _text_cell(f"{task.name}-answer", f"{heading}Write your derivation into this cell.", [task.tag]),
    ]


def _text_cell(name: str, text: str, tags: list[str]) -> dict[str, object]:
    return {"cell_type": "markdown", "id": name, "metadata": {"tags": tags} if any(tags) else {}, "source": text}


def points_of(kit: Kit) -> str:
    """The maximum score in words."""
    return f"{kit.assignment.max_points:g} point{'' if kit.assignment.max_points == 1 else 's'}"
