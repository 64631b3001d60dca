"""How many terms an expression has when it is multiplied out."""

from __future__ import annotations

from pcaproofs.kernel import Expression

HUGE = 20_000  # terms; nothing this large is multiplied out


def terms(e: Expression) -> int:
    """The number of terms before like ones are collected."""
    match e:
        case ("add", *parts):
            return sum(terms(part) for part in parts)
        case ("mul", *parts):
            out = 1
            for part in parts:
                out *= terms(part)
            return out
        case ("pow", a, int(k)):
            return int(terms(a) ** k)
        case ("t" | "tr", a):
            return terms(a)
        case ("gradient" | "derivative", f, *_):
            return 4 * terms(f)
    return 1
