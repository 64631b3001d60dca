#!/bin/sh
# Sphinx 9.0.4: in a LaTeX file or a single page, the nodes of an included page do not know that they are in it.
#
# All pages become one tree, in which addnodes.start_of_file holds those of a page and its name; doctree-resolved is
# called once, with the name of the first page. findall goes down from start_of_file to a formula, but the parents of the
# formula lead past it, to a document of its own. Only "docname" of the page's sections tells the page.
# Seen: start_of_file has 1 formula; the formula has no parent start_of_file; its section says "more"
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install -q --disable-pip-version-check sphinx==9.0.4
mkdir "$folder/pages"
printf 'A\n=\n\n.. toctree::\n\n   more\n' >"$folder/pages/index.rst"
printf 'B\n=\n\n.. math:: A + B = B + A\n' >"$folder/pages/more.rst"
touch "$folder/pages/conf.py"
"$folder/venv/bin/python" - "$folder/pages" "$folder/out" <<'END'
import sys

from docutils import nodes
from sphinx.addnodes import start_of_file
from sphinx.application import Sphinx

seen = []


def look(app, tree, name):
    [page] = tree.findall(start_of_file)
    [formula] = page.findall(nodes.math_block)
    above, node = [], formula
    while node.parent is not None:
        node = node.parent
        above.append(node)
    sections = [x["docname"] for x in above if isinstance(x, nodes.section) and "docname" in x]
    seen.append((name, page["docname"], any(isinstance(x, start_of_file) for x in above), sections))


app = Sphinx(sys.argv[1], sys.argv[1], sys.argv[2], sys.argv[2], "singlehtml", status=None)
app.connect("doctree-resolved", look)
app.build()
print(*seen)
sys.exit(seen != [("index", "more", False, ["more"])])
END
