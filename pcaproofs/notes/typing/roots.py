"""Roots of matrices: Λ^{1/2} and Λ^{-1/2}, as letters with what defines them as hypotheses.

Who writes a root of a matrix takes the matrix for symmetric and positive semidefinite; for the inverse of a root it is
positive definite. The symmetric root is meant. More holds of it than is said here: nothing is refuted about one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pcaproofs.notes.formulas.printing import latex
from pcaproofs.notes.formulas.spelling import letter_text, spelled
from pcaproofs.notes.formulas.surface import Frac, Group, Name, Node, Num, Product, Sum
from pcaproofs.notes.text.source import Span
from pcaproofs.notes.typing.building import Builder
from pcaproofs.notes.typing.naming import Naming
from pcaproofs.notes.typing.terms import Relation, Term, Unsupported, letters_of, terms

ROOT = "root of "


@dataclass(frozen=True)
class RootOf:
    """A letter R for A^{1/2}, or for A^{-1/2} where it is inverse; name: in statements."""

    letter: Term
    base: Term
    is_inverse: bool
    name: str


def half(exponent: Node) -> int:
    """1 for the exponent 1/2, -1 for -1/2, 0 for any other."""
    match exponent:
        case Group(body):
            return half(body)
        case Sum(terms=(one,), signs=("-",)):
            return -half(one)
        case Frac(Num("1"), Num("2")) | Product(factors=(Num("1"), Num("2")), marks=("/",)) | Num("0.5" | ".5"):
            return 1
    return 0


class Roots(Naming):
    """Types roots of matrices."""

    roots: dict[str, RootOf]

    def matrix_root(self, base: Term, node: Node, sign: int, span: Span) -> Term:
        """The letter for a root of a symmetric matrix. Raises Unsupported for one that an index or a chance varies."""
        self.need_square(base, span)
        random = [x for x in letters_of(base) if x in self.used and self.used[x].kind == "random column"]
        if random or any(x.op in ("member", "entry", "total") for x in terms(base)):
            raise Unsupported(span, "the root of a matrix that varies")
        written = latex(node)
        found = f"{ROOT}{written}" if sign > 0 else f"{ROOT}{written} inverse"
        if found not in self.roots:
            size = base.shape[0]
            name = ("root_" if sign > 0 else "iroot_") + (
                spelled(node) if isinstance(node, Name) else str(len(self.roots))
            )
            letter = Term("letter", (size, size), data=(found,), span=span)
            self.roots[found] = RootOf(letter, base, sign < 0, name)
            kind = "semidefinite" if sign > 0 else "definite"
            self.defaults.setdefault(f"{letter_text(node)} is symmetric and positive {kind}, as its root is used")
        if not _same(self.roots[found].base, base):
            raise Unsupported(span, "the root of a matrix that varies")
        return self.roots[found].letter

    def need_no_root(self, varied: Iterable[str], span: Span) -> None:
        """Raises Unsupported where a root would have to vary with its matrix."""
        if {*varied} & letters_of(*(root.base for root in self.roots.values())):
            raise Unsupported(span, "the root of a matrix that varies")


def root_hypotheses(typing: Roots) -> Iterator[Callable[[Builder], Any]]:
    """What defines the roots in a statement: Rᵀ = R and RR = A; Kᵀ = K and KAK = I, so that KKA = AKK = I, KA = AK."""

    def times(*factors: Term) -> Term:
        out = factors[0]
        for x in factors[1:]:
            out = typing.multiply(out, x, "", x.span)
        return out

    def equal(left: Term, right: Term) -> Callable[[Builder], Any]:
        return lambda b: b.relation(Relation(left, "=", right))

    for root in typing.roots.values():
        r, a = root.letter, root.base
        yield lambda b, r=r: b.named("symmetric", r)  # type: ignore[misc]
        eye = Term("identity", a.shape)
        if not root.is_inverse:
            yield equal(times(r, r), a)
            continue
        yield from (equal(times(*product), eye) for product in ((r, a, r), (r, r, a), (a, r, r)))
        yield equal(times(r, a), times(a, r))
        for other in typing.roots.values():
            if not other.is_inverse and latex_of(other) == latex_of(root):
                yield equal(times(r, other.letter), eye)
                yield equal(times(other.letter, r), eye)
                yield equal(times(a, r), other.letter)
                yield equal(times(r, a), other.letter)


def latex_of(root: RootOf) -> str:
    """What a root is the root of, as it is written."""
    return base_of(str(root.letter.data[0]))[0]


def base_of(found: str) -> tuple[str, bool]:
    """What the letter with this key is the root of, as it is written, and whether it is the inverse of the root."""
    base = found.removeprefix(ROOT)
    return base.removesuffix(" inverse"), base.endswith(" inverse")


def _same(one: Term, other: Term) -> bool:
    """Whether two terms are written alike."""
    parts = zip(one.parts, other.parts, strict=False)
    alike = (one.op, one.data, len(one.parts)) == (other.op, other.data, len(other.parts))
    return alike and all(_same(a, b) for a, b in parts)
