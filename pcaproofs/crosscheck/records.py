"""The records of a certificate file: which fields each has, and of which types."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

PRIME = 2**61 - 1
WEIGHT = ("text", [("text", "integer")])
SQUARES = [(WEIGHT, "expression")]
OBJECTIVE = ("text", "expression")
# the types of each record's fields: [x] is a list of x, (x, y) a list of an x and a y, {"or nothing": x} may be null
FIELDS: dict[str, dict[str, Any]] = {
    "Statement": {
        "letters": [("text", "dimension", "dimension")],
        "conclusion": "Compare|Optimum|SameOptimisers",
        "hypotheses": [("text", "Compare")],
        "ones": ["dimension"],
    },
    "Compare": {"left": "expression", "relation": "text", "right": "expression"},
    "Optimum": {
        "sense": "text",
        "objective": "expression",
        "at": [("text", "expression")],
        "value": {"or nothing": "expression"},
        "exactly": ["Compare"],
    },
    "SameOptimisers": {"variables": ["text"], "first": OBJECTIVE, "second": OBJECTIVE},
    "Certificate": {
        "proofs": [("text", "Proof")],
        "lets": [("text", "expression")],
        "transform": {"or nothing": (WEIGHT, "expression", "integer", "text")},
    },
    "Proof": {"cofactors": ["Cofactor"], "squares": SQUARES, "lemmas": ["Lemma"]},
    "Lemma": {
        "name": "text",
        "cofactors": ["Cofactor"],
        "value": {"or nothing": "expression"},
        "factor": WEIGHT,
        "squares": SQUARES,
    },
    "Cofactor": {
        "fact": "text",
        "transposed": "flag",
        "left": "expression",
        "right": "expression",
        "outer": {"or nothing": "expression"},
    },
    "Family": {"statement": "Statement", "sequences": [("text", "expression", "expression")]},
    "Induction": {"claims": ["Compare"], "certificates": ["Certificate"]},
}
PLAIN: dict[str, tuple[type, ...]] = {"text": (str,), "integer": (int,), "flag": (bool,), "dimension": (str, int)}


class NotAccepted(ValueError):  # noqa: N818
    """A certificate does not hold, or takes too long to compute."""


def need(holds: bool, what: str) -> None:
    """Raises NotAccepted unless a condition holds."""
    if not holds:
        raise NotAccepted(what)


def fits(x: Any, form: Any) -> bool:
    """Whether JSON data have the types that they should have."""
    if form == "expression":
        return _is_expression(x)
    if type(form) is str and form in PLAIN:
        return type(x) in PLAIN[form]
    if type(form) is list:
        return type(x) is list and all(fits(part, form[0]) for part in x)
    if type(form) is tuple:
        return type(x) is list and len(x) == len(form) and all(map(fits, x, form))
    if type(form) is dict:
        return x is None or fits(x, form["or nothing"])
    fields = FIELDS[x["is"]] if type(x) is dict and x.get("is") in form.split("|") else {}
    return bool(fields) and x.keys() == {"is", *fields} and all(fits(x[name], fields[name]) for name in fields)


def _is_expression(x: Any) -> bool:
    """Whether JSON data are lists of texts, integers and such lists."""
    lists = [x]
    while lists:
        e = lists.pop()
        if type(e) is not list:
            return False
        lists += [part for part in e if type(part) is not str and type(part) is not int]
    return True


def fields(record: Any) -> list[Any]:
    """The values of a record's fields, in the order of FIELDS."""
    return [record[name] for name in FIELDS[record["is"]]]


@lru_cache(1 << 12, typed=True)
def rational(text: Any) -> tuple[int, int]:
    """The numerator and denominator of a text such as -3/4; raises NotAccepted for any other text."""
    need(type(text) is str and len(text) < 2001 and bool(re.fullmatch("-?[0-9]+(/[0-9]+)?", text)), "got no rational")
    top, _, bottom = text.partition("/")
    need(int(bottom or 1) % PRIME != 0, "got a division by zero")
    return int(top), int(bottom or 1)
