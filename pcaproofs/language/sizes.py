"""Dimensions that are sums, such as m+n, n+1 and 2n; each has one name, such as "(m+n)"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from pcaproofs.kernel import Dimension, Expression, KernelError

Terms = Counter[str]  # name of a dimension -> how often; "" -> the number


def terms_of(n: Dimension) -> Terms:
    """The terms of a dimension; for a sum, those in its name."""
    if isinstance(n, int):
        return Counter({"": n})
    if not is_sum(n):
        return Counter({n: 1})
    found: Terms = Counter()
    for term in n[1:-1].split("+"):
        match = re.fullmatch(r"(\d*)(.*)", term)
        assert match is not None
        found[match[2]] += int(match[1] or 1)
    return found


def is_sum(n: Dimension) -> bool:
    """Whether a dimension is a sum of others."""
    return isinstance(n, str) and n.startswith("(") and n.endswith(")")


def can_be_summed(name: str) -> bool:
    """Whether a name of a dimension cannot be taken for a sum, or for a part of one."""
    return not any(sign in name for sign in "()+>×")


def total(sizes: Iterable[Dimension]) -> Dimension:
    """The sum of dimensions."""
    found: Terms = Counter()
    for n in sizes:
        found.update(terms_of(n))
    return named(found)


def named(terms: Mapping[str, int]) -> Dimension:
    """The dimension with these terms, of which one is positive. Raises KernelError for 2nd + n: it begins with 2."""
    names = sorted(name for name, k in terms.items() if name and k)
    number = terms.get("", 0)
    if not names:
        return number
    if (len(names) > 1 or number or terms[names[0]] > 1) and (odd := [x for x in names if x[0].isdigit()]):
        raise KernelError(f"got a sum with dimension {odd[0]}, but a term of a sum should not begin with a digit")
    shown = [f"{terms[name]}{name}" if terms[name] > 1 else name for name in names] + [str(number)] * bool(number)
    return shown[0] if len(shown) == 1 and terms[names[0]] == 1 else f"({'+'.join(shown)})"


def value(n: Dimension, sizes: Mapping[str, int]) -> int | None:
    """The value of a dimension at these sizes; None if a term has no value."""
    if n in sizes:
        return sizes[str(n)]
    found = terms_of(n)
    if any(name and name not in sizes for name in found):
        return None
    return sum(k * (sizes[name] if name else 1) for name, k in found.items())


def is_at_least(large: Dimension, small: Dimension) -> bool | None:
    """Whether large >= small at all sizes (True), at none (False), or at some only (None)."""
    left = terms_of(large)
    left.subtract(terms_of(small))
    signs = {k > 0 for name, k in left.items() if name and k}
    at_ones = sum(left.values())
    if at_ones >= 0 and False not in signs:
        return True
    return False if at_ones < 0 and True not in signs else None


def as_expression(n: Dimension) -> Expression:
    """A dimension as the sum of its terms."""
    parts: list[Expression] = []
    for name, k in sorted(terms_of(n).items()):
        one: Expression = ("size", name) if name else ("number", str(k))
        parts.append(("mul", ("number", str(k)), one) if name and k > 1 else one)
    return parts[0] if len(parts) == 1 else ("add", *parts)
