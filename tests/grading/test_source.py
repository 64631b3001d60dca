"""Reading files and notebooks: what is kept, what is left out, and where a line is found again."""

import json
from typing import Any

import pytest

from pcaproofs.grading.source import MAX_BYTES, Source, SourceError, definitions_only, read_source


def notebook(*cells: str | list[str], **extra: Any) -> bytes:
    parts: list[dict[str, Any]] = [
        {"cell_type": "code", "source": cell, "metadata": {}, "outputs": []} for cell in cells
    ]
    prose = {"cell_type": "markdown", "source": "def prose(): pass", "metadata": {}}
    return json.dumps({"nbformat": 4, "metadata": {}, "cells": [prose, *parts], **extra}).encode()


def run(source: Source) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(source.text, source.filename, "exec"), names)
    return {name: value for name, value in names.items() if not name.startswith("__")}


def test_a_broken_plot_cell_does_not_cost_the_function() -> None:
    source = read_source(
        "hw.ipynb",
        notebook(
            "import math\nX = open('data.csv').read()",
            ["def pca(x):\n", "    return math.sqrt(x)\n", "print(pca(X))"],
            "plt.plot(X",
            "raise SystemExit",
        ),
    )
    assert run(source)["pca"](4) == 2
    assert source.notes == ("cell 3: skipped, it is no valid Python ('(' was never closed, line 1)",)
    assert source.place(4) == "cell 2, line 2"
    assert source.text.split("\n")[3] == "    return math.sqrt(x)"


@pytest.mark.parametrize(
    ("cell", "kept"),
    [
        ("import math as m", {"m"}),
        ("from math import sqrt, pi", {"sqrt", "pi"}),
        ("try:\n    import numba\nexcept ImportError:\n    numba = None", {"numba"}),
        ("class A:\n    x = 1\n    def f(self): pass", {"A"}),
        ("async def f(): pass", {"f"}),
        ("import functools\n@functools.cache\ndef f(): pass", {"f", "functools"}),
        ("EPS = 1e-12\nNAMES = ['a', 'b']\na, b = 1, -2", {"EPS", "NAMES", "a", "b"}),
        ("K: int = 3", {"K"}),
        ("f = lambda x: y", {"f"}),
        ("def f(): pass\ng = f", {"f", "g"}),
        ("import math\nTAU = 2 * math.pi\nROOT = math.sqrt(2)", {"math", "TAU", "ROOT"}),
        ("x = open('f')\ny = x", set()),
        ("import os\nos.remove('f')\ny = os.listdir('.')", {"os"}),
        ("for i in range(3): pass\nwith a: pass\nif True: b = 1\nx += 1\nx[0] = 1", set()),
        ("a = 1; print(a); b = 2", {"a", "b"}),
        ("s = 'é'; n = 1; print(n)", {"s", "n"}),
        ("def f(): x = 1; return x", {"f"}),
        ("a = (1,\n     2); print(a)", {"a"}),
        ("if __name__ == '__main__':\n    pca()", set()),
        ("def f(x=DATA): pass\ndef g(): pass", {"g"}),
        ("@app.route\ndef f(): pass\nclass A(Missing): pass\ndef g(): pass", {"g"}),
        ("%matplotlib inline\n!pip install x\nx = !ls\n?help\nimport math\nmath?", {"math"}),
        ("def f():\n    %time g()\n    return 1", {"f"}),
        ("%%time\ndef f(): pass", {"f"}),
        ("%%bash\nimport math", set()),
        ("x = (7\n% 4)", {"x"}),
        ("'''\n%doc\n'''\nx = 1", {"x"}),
        ("def f(:", set()),
        ("", set()),
        ("\x00", set()),
    ],
)
def test_definitions_are_kept_and_deeds_are_not(cell: str, kept: set[str]) -> None:
    source = read_source("hw.ipynb", notebook(cell, "LAST = 1"))
    assert set(run(source)) == kept | {"LAST"}
    lines = source.text.split("\n")
    assert lines.index("LAST = 1") + 1 == source.cells[1] == len(cell.split("\n")) + 1
    if "\x00" not in cell and not cell.startswith(("%", "def f(:", "def f():\n    %", "@app")):
        plain = definitions_only(Source(cell, "hw.py"))
        assert set(run(plain)) == kept


def test_a_function_that_needs_what_was_left_out_is_named() -> None:
    source = read_source("hw.ipynb", notebook("data = load()\ndef f(x=data): pass"))
    assert source.notes == ("cell 1: f left out, since it needs data",)


def test_old_notebooks_are_read() -> None:
    data = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1\n", "y = 2"]}]}]}
    assert run(read_source("a.IPYNB", json.dumps(data).encode()))["y"] == 2


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("x = 'é'".encode(), "x = 'é'"),
        (b"\xef\xbb\xbfx = 1\r\ny = 2", "x = 1\ny = 2"),
        ("# -*- coding: latin-1 -*-\nx = 'é'".encode("latin-1"), "# -*- coding: latin-1 -*-\nx = 'é'"),
        (b"def broken(:", "def broken(:"),
    ],
)
def test_python_files_are_taken_as_they_are(data: bytes, text: str) -> None:
    source = read_source("pca.py", data)
    assert source.text == text
    assert source.place(3) == "line 3"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.py", b"x = '\xff'", "not UTF-8"),
        ("a.py", b"# coding: klingon", "not UTF-8"),
        ("a.py", b" " * (MAX_BYTES + 1), "should be at most"),
        ("a.ipynb", b"", "no notebook"),
        ("a.ipynb", b"[]", "no notebook"),
        ("a.ipynb", b'{"cells": 1}', "no notebook"),
        ("a.ipynb", b'{"cells": [1]}', "no notebook"),
        ("a.ipynb", b'{"cells": [{"cell_type": "code", "source": [1]}]}', "no notebook"),
        ("a.ipynb", b"[" * 100000, "no notebook"),
        ("a.ipynb", b"\xff\xfe", "no notebook"),
        ("a.ipynb", notebook("x", metadata={"kernelspec": {"language": "R"}}), "notebook in R"),
    ],
)
def test_what_is_no_source_is_said_in_one_line(name: str, data: bytes, words: str) -> None:
    with pytest.raises(SourceError, match=words) as caught:
        read_source(name, data)
    assert "\n" not in str(caught.value)


def test_definitions_of_broken_python_are_refused() -> None:
    with pytest.raises(SourceError, match=r"\[hw\.py:1\]"):
        definitions_only(Source("def f(:", "hw.py"))
