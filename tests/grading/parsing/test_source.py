"""Reading files and notebooks: their text whatever wrote it, and where a line is found again."""

import json
from typing import Any

import pytest

from pcaproofs.grading.parsing.source import MAX_BYTES, SourceError, read_source


def notebook(*cells: str | list[str], **extra: Any) -> bytes:
    parts: list[dict[str, Any]] = [
        {"cell_type": "code", "source": cell, "metadata": {}, "outputs": []} for cell in cells
    ]
    prose = {"cell_type": "markdown", "source": "def prose(): pass", "metadata": {}}
    return json.dumps({"nbformat": 4, "metadata": {}, "cells": [prose, *parts], **extra}).encode()


def test_cells_keep_their_lines() -> None:
    source = read_source(
        "hw.ipynb",
        notebook("import math\n%matplotlib inline", ["def pca(x):\n", "    return math.sqrt(x)\n"], "plt.plot(X"),
    )
    assert source.text == "import math\npass\ndef pca(x):\n    return math.sqrt(x)\n\nplt.plot(X\n"
    assert source.cells == (1, 3, 6)
    assert [source.place(line) for line in (1, 4, 6)] == ["cell 1, line 1", "cell 2, line 2", "cell 3, line 1"]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        (
            "%matplotlib inline\n!pip install x\nx = !ls\n?help\nimport math\nmath?",
            "pass\npass\npass\npass\nimport math\npass",
        ),
        ("def f():\n    %time g()\n    return 1", "def f():\n    g()\n    return 1"),
        ("%%time\ndef f(): pass", "\ndef f(): pass"),
        (
            "%%writefile pca.py\ndef f(): pass",
            "get_ipython().run_cell_magic('writefile', 'pca.py', 'def f(): pass\\n')\ndef f(): pass",
        ),
        ("%run pca.py", "get_ipython().run_line_magic('run', 'pca.py')"),
        ("%%bash\nls", "\n"),
        ("%%\nls", "\n"),
        ("x = (7\n% 4)", "x = (7\n% 4)"),
        ("'''\n%doc\n'''\nx = 1", "'''\n%doc\n'''\nx = 1"),
        ("", ""),
    ],
)
def test_lines_of_ipython_do_nothing(cell: str, text: str) -> None:
    assert read_source("hw.ipynb", notebook(cell)).text == f"{text}\n"


def test_old_notebooks_are_read() -> None:
    data = {"nbformat": 3, "worksheets": [{"cells": [{"cell_type": "code", "input": ["x = 1\n", "y = 2"]}]}]}
    assert read_source("a.IPYNB", json.dumps(data).encode()).text == "x = 1\ny = 2\n"


@pytest.mark.parametrize("kernel", [None, {}, {"language": None}, {"language": "Python3"}, {"language": "ipython"}])
def test_notebooks_say_less_or_more_of_their_language(kernel: object) -> None:
    assert read_source("a.ipynb", notebook("x = 1", metadata={"kernelspec": kernel})).text == "x = 1\n"
    assert read_source("a.ipynb", notebook("x = 1", metadata=None)).text == "x = 1\n"


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("x = 'é'".encode(), "x = 'é'"),
        (b"\xef\xbb\xbfx = 1\r\ny = 2", "x = 1\ny = 2"),
        ("# -*- coding: latin-1 -*-\nx = 'é'".encode("latin-1"), "# -*- coding: latin-1 -*-\nx = 'é'"),
        (b"def broken(:", "def broken(:"),
        ("x = 'ü' # naïve".encode("latin-1"), "x = 'ü' # naïve"),
        ("# Größe – “k”".encode("cp1252"), "# Größe – “k”"),
        ("# coding: klingon\nx = 'é'".encode(), "# coding: klingon\nx = 'é'"),
        ("x = 1\r\n".encode("utf-16"), "x = 1\n"),
        (b"x = 1\ry = 2", "x = 1\ny = 2"),
    ],
)
def test_python_files_are_taken_as_they_are(data: bytes, text: str) -> None:
    source = read_source("pca.py", data)
    assert source.text == text
    assert source.place(3) == "line 3"


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.py", b"\xff\xfe\x00\x01", "no text"),
        ("a.py", bytes(range(128, 256)), "no text"),
        ("a.py", b"\x7fELF\x02\x01\x80\x00", "no text"),
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
def test_a_file_that_is_not_source_is_refused_in_one_line(name: str, data: bytes, words: str) -> None:
    with pytest.raises(SourceError, match=words) as caught:
        read_source(name, data)
    assert "\n" not in str(caught.value)
