"""Files of certificates that somebody else wrote: each is refused in one line, whatever is wrong with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pcaproofs.certificates import FORMAT, check_file, to_json
from pcaproofs.kernel import Certificate, Compare, KernelError, Proof, Statement

S, ZERO = ("letter", "s"), ("number", "0")
EMPTY = Certificate((("main", Proof()),))


def file_of(*letters: str, left: Any = S, right: Any = S) -> str:
    """A file that says left = right of scalars, with an empty proof."""
    statement = Statement(tuple((name, 1, 1) for name in ("s", *letters)), Compare(left, "=", right))
    return json.dumps({"format": FORMAT, "statement": to_json(statement), "certificate": to_json(EMPTY)})


def test_a_trivial_certificate_is_proved(tmp_path: Path) -> None:
    (tmp_path / "good.json").write_text(file_of("t", "λ₁", "λ₂"), encoding="utf-8")
    assert check_file(tmp_path / "good.json")[0] == "proved"


# letters that cannot be seen, of other scripts, or that say what nobody proved
HIDDEN = [
    "w\u3164",
    "w\u2800",
    "w\u115f",
    "w\ufe00",
    "\u051d",
    "\uff57",
    "\U0001d4cc",
    "\u2179",
    "\u0131",
    "w ",
    "\u0455",
]
HIDDEN += [
    "\u0391",
    "\u00e9",
    "e\u0301",
    "(Xᵀ·X)",
    "1 = 0 and x",
    "0",
    "1",
    "tr((wᵀ·w))",
    "√S",
    "S⁻¹",
    "Xᵀ",
    "(n-1)⁻¹",
    "‖w‖²",
]
HIDDEN += [
    "E[z]",
    "row[k]",
    "1[3]",
    "x_",
    "_x",
    "x__y",
    "x-y",
    "x.y",
    "tr",
    "eye",
    "zero",
    "given",
    "is",
    "over",
    "²",
    "x²",
    "x\n",
]
HIDDEN += [
    "ο",
    "ν",
    "κ",
    "ι",
    "υ",
    "µ",
    "\u2126",
    "∑",
    "x" * 41,
    "𝟏",
    "e\u2019",
    '"',
    "\u202ex",
    "\u200bx",
    "\xa0",
    "-x",
    "+",
    "λ\u0301",
]
ALIKE = [("l1", "lI"), ("xO", "x0"), ("a", "α"), ("ρ", "p"), ("x1", "x₁"), ("x_1", "x1")]
ALIKE += [("rn", "m"), ("vv", "w"), ("cl", "d"), ("I", "l")]

TALL: Any = S
for _ in range(5):
    TALL = ("pow", TALL, 1000)
WIDE: Any = ("mul", *(("add", ("number", "1"), ("pow", S, 2**k)) for k in range(10)))  # 1024 terms

BAD = {
    "no JSON": ("{", "got no JSON"),
    "no UTF-8": (b"\xff\xfe", "got no JSON"),
    "a mark before it": ("\ufeff" + file_of(), "got no JSON"),
    "two statements": (file_of()[:-1] + ', "statement": 1}', "'statement', 'certificate', 'statement'"),
    "a number of 5000 digits": (file_of().replace("1, 1]", "1" * 5000 + ", 1]"), "got an integer of 5000 digits"),
    "a size of true": (file_of().replace("1, 1]", "true, 1]"), "malformed: got true or false"),
    "a size that is not a number": (file_of().replace("1, 1]", "NaN, 1]"), "got the number NaN"),
    "nested too deeply": ("[" * 100_000, "nested too deeply"),
    "a verdict beside it": (file_of()[:-1] + ', "verdict": "proved"}', "got ['verdict'] beside"),
    "another format": (file_of().replace("certificate 1", "certificate 2"), "should be an object with format"),
    **{f"the name {name!a}": (file_of(name), "got the name") for name in HIDDEN},
    **{f"{a} and {b}": (file_of(a, b), "look alike") for a, b in ALIKE},
    "what is false": (file_of(right=ZERO), "got a remainder"),
    "a tower of powers": (file_of(left=TALL), "got a remainder"),
    "a power of a large sum": (file_of(left=("pow", WIDE, 3)), "should be at most 10⁵ together"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_in_one_line(name: str, tmp_path: Path) -> None:
    content, says = BAD[name]
    path = tmp_path / "bad.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(KernelError) as error:
        check_file(path)
    assert says in str(error.value)
