"""Submissions that attack whoever unpacks, reads or parses them: damaged zips, bombs, texts that tire a parser.

Each is a file by name; none may cost its neighbours a point, nor end as anything but a result of its own with 0 points.
"""

import io
import json
import struct
import zipfile


def zipped(entries: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def notebook(cell: str) -> bytes:
    return json.dumps({"cells": [{"cell_type": "code", "source": cell}], "metadata": {}, "nbformat": 4}).encode()


def _damaged(method: int) -> bytes:
    data = bytearray(zipped({"pca.py": bytes(range(256)) * 40}, method))
    data[60:80] = b"\xff" * 20
    return bytes(data)


def _version_99() -> bytes:
    data = bytearray(zipped({"pca.py": b"x = 1"}))
    at = data.index(b"PK\1\2")
    data[at + 6 : at + 8] = struct.pack("<H", 99)
    return bytes(data)


def _deep(text: str, depth: int = 100_000) -> bytes:
    return text.replace("…", text.split("…")[0] * depth + "1", 1).encode()


ZIPS = {
    "deflate.zip": _damaged(zipfile.ZIP_DEFLATED),
    "lzma.zip": _damaged(zipfile.ZIP_LZMA),
    "bz2.zip": _damaged(zipfile.ZIP_BZIP2),
    "version.zip": _version_99(),
    "cut.zip": zipped({"pca.py": b"x = 1"})[:40],
    "nothing.zip": b"",
    "text.zip": b"PK\3\4" + bytes(100),
}
"""Zips that make zipfile or a decompressor raise each another exception."""

SUMS = {
    "sum.py": b"x = " + b"1+" * 100_000 + b"1\n",
    "attributes.py": b"x = a" + b".b" * 100_000 + b"\n",
    "calls.py": b"x = f" + b"()" * 100_000 + b"\n",
    "items.py": b"x = x" + b"[0]" * 100_000 + b"\n",
    "nots.py": b"x = " + b"not " * 100_000 + b"1\n",
    "minuses.py": b"x = " + b"-" * 100_000 + b"1\n",
    "lambdas.py": b"x = " + b"lambda: " * 100_000 + b"1\n",
    "choices.py": b"x = " + b"1 if 1 else " * 100_000 + b"1\n",
    "elifs.py": b"if 1: pass\n" + b"elif 1: pass\n" * 100_000,
    "brackets.py": b"(" * 100_000,
    "digits.py": b"x = " + b"9" * 200_000 + b"\n",
    "undefined.py": b"# coding: undefined\nx = 1\n",
    "utf7.py": b"# coding: utf-7\nx = '+2AA-'\n",
    "escapes.py": b"# coding: raw_unicode_escape\nx = '\\ud800'\n",
    "nul.py": b"x = 1\0\n",
    "utf16.py": "x = 1".encode("utf-16"),
}
"""Python files that a parser cannot take, or that hold no text."""

TIRING = {
    "statements.ipynb": notebook("a=1;" * 8_000),
    "blanks.ipynb": notebook(" " * 100_000 + "x\n)"),
    "blanks in a magic.ipynb": notebook("x" + " " * 100_000 + "y\n)"),
    "statements.py": b"a=1;" * 8_000 + b"1/0",
    "punycode.py": b"# coding: punycode\n" + b"x = 1\n" * 8_000,
    "list.py": b"x = [" + b"1," * 60_000 + b"]\nraise ValueError\n",
    "json.ipynb": b"[" * 200_000,
}
"""Files that took quadratic time, or far more memory than they are long."""
