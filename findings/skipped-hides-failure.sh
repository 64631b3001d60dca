#!/bin/sh
# junitparser 5.0.3: `junitparser verify` takes a test case that failed and was skipped for a success.
#
# A case can have several results: a setup that skips after a check has failed writes both. verify exits 1 for a
# failure alone and 0 for a failure with <skipped/> beside it, while update_statistics counts the failure.
# Seen: exit 1, exit 0, failures 1
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check junitparser==5.0.3
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from junitparser import JUnitXml
from junitparser.cli import verify


def exit_code(inside):
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        report.write_text(f'<testsuite name="pca"><testcase name="scores">{inside}</testcase></testsuite>')
        return verify([str(report)])


both = JUnitXml.fromstring('<testsuite name="pca"><testcase name="scores"><failure/><skipped/></testcase></testsuite>')
both.update_statistics()
found = exit_code("<failure/>"), exit_code("<failure/><skipped/>"), both.failures
print(found)
sys.exit(found != (1, 0, 1))
END
