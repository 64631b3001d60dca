"""Reading [[data]]: data sets of the instructor, from a file, given as numbers, or drawn."""

import csv
import hashlib
import io
import math
import zipfile
from typing import Any

import numpy as np

from pcaproofs.grading.assignment import keys
from pcaproofs.grading.assignment.model import AssignmentError, OwnData
from pcaproofs.grading.assignment.support import Folder
from pcaproofs.grading.assignment.table import Table
from pcaproofs.grading.data.datasets import NAMES
from pcaproofs.grading.protocol import Array

DATA_FILES = (".npy", ".npz", ".csv")
_MOST_NUMBERS = 8 << 20


def own_data(top: Table, folder: Folder) -> tuple[OwnData, ...]:
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


def _stated(table: Table, name: str, folder: Folder) -> OwnData:
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


def _drawn(table: Table, name: str) -> OwnData:
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


def _from_file(table: Table, folder: Folder, visible: bool) -> Array:
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


def _member(table: Table, archive: Any) -> Any:
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


def _csv(table: Table, content: bytes) -> list[list[float]]:
    """The numbers of a CSV file; a first line without numbers is its header."""
    try:
        lines = [line for line in csv.reader(io.StringIO(content.decode("utf-8-sig"))) if line]
    except (UnicodeDecodeError, csv.Error) as error:
        table.wrong(f"a table that cannot be read ({error})", "numbers between commas", "file")
    if lines and not any(_number(cell) is not None for cell in lines[0]):
        del lines[0]
    rows = []
    for place, line in enumerate(lines, 1):
        row = [_number(cell) for cell in line]
        if None in row:
            column = row.index(None)
            table.wrong(f"{line[column]!r} in row {place}, column {column + 1}", "a number", "file")
        rows.append([number for number in row if number is not None])
    return rows


def _number(cell: str) -> float | None:
    try:
        return float(cell)
    except ValueError:
        return None


def _checked(table: Table, key: str, values: Any) -> Array:
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
