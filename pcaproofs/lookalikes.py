"""Names that a reader can tell apart.

In files of strangers few characters are allowed (`is_plain`), and no two names may have one `outline`. What an author
writes may have any character; there, two names may not have one `skeleton`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from unicodedata import category, normalize

LONGEST = 40
_GREEK = "αβγδεζηθλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ"  # without those that look like Latin letters
_NAME = re.compile(rf"[A-Za-z{_GREEK}][A-Za-z0-9{_GREEK}]*(_[A-Za-z0-9{_GREEK}]+)*[₀₁₂₃₄₅₆₇₈₉]*")
_WORDS = frozenset(  # of printed statements
    {"add", "all", "and", "at", "columns", "derivative", "eye", "for", "given", "gradient", "integers", "is", "max"}
    | {"min", "mul", "of", "ones", "only", "over", "real", "the", "there", "tr", "where", "with", "zero"}
)
_NEAR = str.maketrans("₀0O₁1lI₂₃₄₅₆₇₈₉αγηρσχω", "OOOllll23456789aynpoxw", "_")
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))

# Greek and Cyrillic letters that look like Latin ones, and characters that are invisible
_TWINS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοΙАВЕЅІЈКМНОРСТУХаеорсухіјѕԝԛһ", "ABEZHIKMNOPTYXoIABESIJKMHOPCTYXaeopcyxijswqh")
_UNSEEN, _BLANK = ("Cc", "Cf", "Mn", "Me", "Zs"), "\u115f\u1160\u2800\u3164\uffa0"


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """A key that is equal for names that look alike, in any script."""
    plain = normalize("NFKD", name).translate(_TWINS)
    return "".join(c for c in plain if category(c) not in _UNSEEN and c not in _BLANK)


def is_plain(name: str) -> bool:
    """Whether a name is Latin or Greek letters, digits and subscripts, and no word of a printed statement."""
    return len(name) <= LONGEST and _NAME.fullmatch(name) is not None and name not in _WORDS


def outline(name: str) -> str:
    """A key that is equal for plain names that look alike: l1 and lI, a and α, x1 and x₁ and x_1, rn and m."""
    name = name.translate(_NEAR)
    for pair, single in _PAIRS:
        name = name.replace(pair, single)
    return name
