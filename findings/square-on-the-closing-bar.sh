#!/bin/sh
# latex2mathml 3.81.1: in the MathML of a squared norm the square belongs to the closing bar alone.
#
# A script in MathML has one element as its base. In \lVert x\rVert^2 that is the last bar, so a reader that speaks the
# formula says "bar squared". With \left and \right, or in braces, the same converter takes the whole norm.
# Seen: base mo, base mrow, base mrow
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check latex2mathml==3.81.1
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
from xml.etree import ElementTree
from latex2mathml.converter import convert


def base(latex):
    (script,) = (e for e in ElementTree.fromstring(convert(latex)).iter() if e.tag.endswith("msup"))
    return script[0].tag.partition("}")[2]


found = [base(r"\lVert x\rVert^2"), base(r"\left\| x\right\|^2"), base(r"{\lVert x\rVert}^2")]
print(found)
sys.exit(found != ["mo", "mrow", "mrow"])
END
