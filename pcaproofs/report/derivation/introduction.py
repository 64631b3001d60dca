"""The sentences that introduce dimensions and letters: "For any integers n, p ≥ 1, let X ∈ ℝⁿˣᵖ. Here …"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any

from pcaproofs.formula.algebra import number, relation, spelling, times, transposed
from pcaproofs.formula.from_sympy import FromSymPy
from pcaproofs.formula.names import named
from pcaproofs.formula.tree import SCALAR, CommaList, Formula, Name, Shape, Space
from pcaproofs.kernel import Scope
from pcaproofs.language import nodes
from pcaproofs.language.sizes import is_sum, terms_of
from pcaproofs.report.derivation.hypotheses import Hypotheses
from pcaproofs.report.sentences import NOTHING, Part, Sentence, capitalised, fill, joined, listed

DATA = "X"  # the letter of the samples in all claims
MOST = 8  # letters in one formula, since formulas do not break


def introduction(parts: Sequence[Hypotheses], where: Sequence[Part] = (), exists: Collection[Name] = ()) -> Sentence:
    """The sentences for statements that belong together; empty if they have no letters.

    where: further explanations. exists: letters whose existence the statements assert.
    """
    kernel = parts[0].kernel
    sizes = sorted({kernel.size(n) for h in parts for n in h.sizes()}, key=spelling)
    said: list[Part] = []
    if found := spaces(parts, lambda name: name not in exists):
        said.append(listed(found))
    random = sorted({x for h in parts for x in h.random()}, key=repr)
    said += [fill("{} be a random vector that has second moments", x) for x in random]
    where = [*where, *_differences(parts)]
    letting = fill("let {}", joined(", and let ", said)) if said else NOTHING
    if sizes:
        every = relation(_together(sizes), "≥", number(1))
        one = not sizes[1:]
        if letting:
            letting = fill("for any {} {}, {}", "integer" if one else "integers", every, letting)
        else:
            letting = fill("let {} {} be given", "an integer" if one else "integers", every)
    out = [fill("{}.", capitalised(letting))] if letting else []
    return joined(" ", [*out, *([fill("Here {}.", listed(where))] if where else [])])


def _differences(parts: Sequence[Hypotheses]) -> list[Sentence]:
    """What the author's p is in terms of p′, where a statement has the size p − 1: p = p′ + 1."""
    kernel, dimensions = parts[0].kernel, {n for h in parts for n in Scope(h.statement).sizes}
    out = list[Sentence]()
    for new in sorted(n for n in dimensions if n.endswith("′")):
        sums = [n for n in dimensions if is_sum(n) and new in terms_of(n)]
        if len(sums) == 1:
            out.append(fill("{}", relation(Name(new.rstrip("′")), "=", kernel.size(sums[0]))))
    return out


def spaces(parts: Sequence[Hypotheses], wanted: Callable[[Name], bool]) -> list[Sentence]:
    """The letters of statements with their spaces, scalars last; wanted: a test of a letter without its shape."""
    by_space: dict[Shape, list[Name]] = {}
    letters = {(h.kernel.letter(name), rows, cols) for h in parts for name, rows, cols in h.free()}

    def place(letter: tuple[Name, Any, Any]) -> tuple[Any, ...]:
        x, rows, cols = letter  # one name may stand for matrices of several shapes, in different statements
        name = spelling(x)
        return (rows, cols) == (1, 1), name.lstrip("\\").lower(), name, str(rows), str(cols)

    for x, _, _ in sorted(letters, key=place):
        plain = Name(x.base, x.index, x.accent, x.star)
        if wanted(plain) and x.shape is not None:
            by_space.setdefault(x.shape, []).append(x)
    return [_in_space(names, Space(shape)) for shape, names in by_space.items()]


def _in_space(names: Sequence[Name], space: Space) -> Sentence:
    """Letters and their space; each letter is a formula of its own if one line could not hold them all."""
    if len(names) <= MOST:
        return fill("{}", relation(_together(names), "∈", space))
    return joined(", ", [*names[:-1], relation(names[-1], "∈", space)])


def _together(names: Sequence[Formula]) -> Formula:
    return names[0] if len(names) == 1 else CommaList(tuple(names))


def rows(samples: Iterable[nodes.Sample], free: Collection[str], notation: FromSymPy) -> list[Sentence]:
    """What wₖ is below a sum, for each matrix but the data X, of which the book says once that xₖ is its k-th row."""
    out: dict[str, Sentence] = {}
    for x in sorted(samples, key=str):
        matrix, index = notation.form(x.args[0]), str(x.args[1])
        if index not in free and str(x.args[0]) != DATA:
            said = fill("{} is the {}-th row of {} as a column", notation.form(x), Name(index), matrix)
            out.setdefault(str(x.args[0]), said)
    return list(out.values())


def unit_vectors(parts: Sequence[Hypotheses], samples: Iterable[nodes.Sample] = ()) -> list[Sentence]:
    """The meaning of eᵢ, and of xₖ if k is free; samples: rows of matrices that the statements mention."""
    kernel, notation = parts[0].kernel, FromSymPy(names=parts[0].kernel.names)
    out: list[Sentence] = []
    labels: dict[str, dict[str, None]] = {}
    for h in parts:
        for n, found in h.bases():
            labels.setdefault(n, {}).update(dict.fromkeys(found))
    for n, known in labels.items():
        shape = (kernel.size(n), SCALAR[1])
        for x in sorted(samples, key=str):
            if str(x.args[1]) in known and kernel.size(str(x.args[0].shape[0])) == kernel.size(n):
                row = times([transposed(notation.form(x.args[0])), named("e", str(x.args[1]), shape)])
                out.append(fill("{}", relation(notation.form(x), "=", row)))
        vectors = _together([named("e", x, shape) for x in sorted(known)])
        which = listed([fill("{}-th", number(int(x) + 1) if x.isdigit() else Name(x)) for x in sorted(known)])
        verb, noun = ("are the", "vectors") if len(known) > 1 else ("is the", "vector")
        out.append(fill(f"{{}} {verb} {{}} unit {noun} of length {{}}", vectors, which, kernel.size(n)))
    return out + rows(samples, {x for known in labels.values() for x in known}, notation)
