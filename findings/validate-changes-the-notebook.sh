#!/bin/sh
# nbformat 5.11.1: validate, which should only look, writes ids into the notebook.
#
# In a notebook of format 4.5 two cells have the same id, and one has none. validate accepts it with two warnings; after
# that all ids differ, in the object that the caller passed. So a tool that finds cells by id after a validation
# finds others than those in the file.
# Seen: before [None, 'a', 'a'], after three different ids, of which the second is 'a'
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check nbformat==5.11.1
"$folder/venv/bin/python" -W ignore - <<'END'
import sys
import nbformat

text = {"cell_type": "markdown", "metadata": {}, "source": "$A + B = B + A$"}
cells = [text, text | {"id": "a"}, text | {"id": "a"}]
notebook = nbformat.from_dict({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells})
before = [cell.get("id") for cell in notebook.cells]
nbformat.validate(notebook)
after = [cell.get("id") for cell in notebook.cells]
print(before, after)
sys.exit(not (before == [None, "a", "a"] and len({*after}) == 3 and after[1] == "a" and None not in after))
END
