"""Names that a reader cannot tell apart."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, normalize

# Greek and Cyrillic letters that are printed like Latin ones
_TWINS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοΙАВЕЅІЈКМНОРСТУХаеорсухіјѕ", "ABEZHIKMNOPTYXoIABESIJKMHOPCTYXaeopcyxijs")


@lru_cache(maxsize=4096)
def skeleton(name: str) -> str:
    """The same for two names that look alike."""
    return "".join(c for c in normalize("NFD", name.translate(_TWINS)) if not combining(c))
