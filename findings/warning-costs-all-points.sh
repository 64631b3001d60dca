#!/bin/sh
# nbgrader 0.9.6: a warning on stderr takes all points of a test cell that has no value.
#
# A test cell that passes has all points, and so has one that prints. If it only writes to stderr, as a
# DeprecationWarning does, it has none. With a number as its value, which is partial credit, stderr changes nothing.
# Seen: 3.0, 3.0, 0, 1.5
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check nbgrader==0.9.6
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
from nbformat import from_dict
from nbformat.v4 import new_code_cell, new_output
from nbgrader.utils import determine_grade

about = {"grade": True, "solution": False, "locked": True, "points": 3, "schema_version": 3, "grade_id": "test"}


def points(*outputs):
    cell = new_code_cell("check()", outputs=[*outputs], metadata=from_dict({"nbgrader": about}))
    return determine_grade(cell)[0]


warning = new_output("stream", name="stderr", text="DeprecationWarning: row_stack is deprecated\n")
printed = new_output("stream", name="stdout", text="passed\n")
value = new_output("execute_result", {"text/plain": "1.5"})
found = [points(), points(printed), points(warning), points(value, warning)]
print(found)
sys.exit(found != [3.0, 3.0, 0, 1.5])
END
