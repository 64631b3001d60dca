"""Reading [[task]] tables with `kind = "derivation"`: given facts, goal, milestones and points."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import PurePosixPath

from pcaproofs.grading.assignment import keys
from pcaproofs.grading.assignment.criteria import criteria_of_derivation
from pcaproofs.grading.assignment.model import Derivation, Milestone
from pcaproofs.grading.assignment.names import MILESTONES
from pcaproofs.grading.assignment.support import Folder
from pcaproofs.grading.assignment.table import Table
from pcaproofs.grading.parsing.archive import TEXT_ENDINGS


def derivations_of(top: Table, folder: Folder) -> tuple[Derivation, ...]:
    """The derivations among the [[task]] tables, whose formulas are not read yet; raises AssignmentError."""
    return tuple(_derivation(top, table, folder) for table in top.tables("task") if is_derivation(table))


def is_derivation(table: Table) -> bool:
    """Whether a [[task]] asks for a derivation."""
    return table.values.get("kind") == "derivation"


def _derivation(top: Table, table: Table, folder: Folder) -> Derivation:
    table.keys(("name", *keys.DERIVATION))
    given = tuple(table.texts("given", "formulas"))
    if not given:
        table.wrong("no 'given'", "a list of formulas")
    milestones = tuple(_milestones(table.table("milestones")))
    hidden = {f"{MILESTONES}{item.name}" for item in milestones if not item.visible}
    show = table.text("show")
    file = _file(top, table)
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


def _file(top: Table, table: Table) -> str:
    usual = top.values.get("file")
    default = usual if isinstance(usual, str) and usual.lower().endswith(".ipynb") else None
    file = table.text("file", default)
    if PurePosixPath(file).name != file or not file.lower().endswith(TEXT_ENDINGS):
        table.wrong(repr(file), f"the name of a {' or '.join(TEXT_ENDINGS)} file, without a folder", "file")
    return file


def _milestones(table: Table) -> Iterator[Milestone]:
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


def _places(table: Table, milestones: tuple[Milestone, ...]) -> Iterator[tuple[str, str]]:
    for key in ("given", "letters", "show"):
        yield key, table.where(key)
    for item in milestones:
        yield f"milestones.{item.name}", table.where("milestones", item.name)
