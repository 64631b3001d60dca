"""Names for the repeated sums in long formulas."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from pcaproofs.formula.algebra import is_negative, is_scalar, negative, number, plus, times
from pcaproofs.formula.line_breaks import LINE, lines, width
from pcaproofs.formula.names import named
from pcaproofs.formula.tree import Formula, Name, Power, Product, Sum

LONG = 12  # glyphs of the shortest sum that gets a name


def shorter(sides: Sequence[Formula], taken: Collection[Name]) -> tuple[list[Formula], list[tuple[Name, Formula]]]:
    """The sides with names for their sums, and the definitions; unchanged if each line fits or no sum recurs.

    taken: the letters that no name may begin with.
    """
    if all(width(row) <= 1.2 * LINE for side in sides for row in lines(side, LINE)):
        return list(sides), []
    counts = Counter(_either_sign(x) for side in sides for x in _sums(side))
    long = [x for x in counts if width(x) > LONG]
    if all(counts[x] == 1 for x in long):
        return list(sides), []
    letter = next(x for x in "stcdghm" if not any(name.base.startswith(x) for name in taken))
    names: dict[Formula, Name] = {x: named(letter, str(k)) for k, x in enumerate(long, 1)}
    return [_with(side, names) for side in sides], [(name, x) for x, name in names.items()]


def _sums(form: Formula) -> Iterator[Sum]:
    """The innermost sums of scalars in products, in order of occurrence."""
    match form:
        case Sum(terms):
            inside = [x for term in terms for x in _sums(term)]
            yield from inside if inside or not all(map(_number, terms)) else [form]
        case Product(_, factors):
            for factor in factors:
                yield from _sums(factor)


def _number(form: Formula) -> bool:
    match form:
        case Product(_, factors, over):
            return all(map(_number, (*factors, *over)))
        case Power(base, _):
            return _number(base)
    return is_scalar(form)


def _either_sign(x: Sum) -> Formula:
    """A sum or its negative, whichever has fewer negative terms."""
    return min([x, negative(x)], key=lambda f: sum(map(is_negative, f.terms)) if isinstance(f, Sum) else 0)


def _with(form: Formula, names: Mapping[Formula, Name]) -> Formula:
    match form:
        case Sum(terms):
            if form in names:
                return names[form]
            if (opposite := negative(form)) in names:
                return negative(names[opposite])
            return plus(_with(term, names) for term in terms)
        case Product(c, factors, over, grouped):
            return times([number(c), *(_with(f, names) for f in factors)], over, grouped=grouped)
    return form
