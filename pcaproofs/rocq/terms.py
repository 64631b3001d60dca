"""Terms in two spellings at once: MathComp's own notation, and the trees of library/certificates.v, operators first.

Rocq compares the two itself, so a mistake here cannot make it accept a wrong proof.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from pcaproofs.kernel import Dimension
from pcaproofs.rocq.refusal import NotTranslated

SUM, NEGATIVE, PRODUCT, POSTFIX, ATOM = 1, 2, 3, 4, 5
UNARY = 1000  # larger numbers are written in binary: Rocq's natural numbers are unary


@dataclass(frozen=True)
class RocqTerm:
    """rows, cols: 1, 1 for a scalar. data: the tree, in the notation of library/prelude.v.

    binds: how tightly the text does. open: its type is not determined by its text alone.
    negated: what a negative term is the negative of. kept: stands for a name, so that nothing is simplified.
    """

    rows: Dimension
    cols: Dimension
    text: str
    data: str
    binds: int = ATOM
    open: bool = False
    negated: RocqTerm | None = None
    kept: bool = False

    @property
    def is_scalar(self) -> bool:
        return (self.rows, self.cols) == (1, 1)

    def bound(self, level: int) -> str:
        """The text, in parentheses where it binds less tightly than that."""
        return self.text if self.binds >= level else f"({self.text})"


def scalar(text: str, data: str, binds: int = ATOM, *, open: bool = False) -> RocqTerm:
    """A term of type K."""
    return RocqTerm(1, 1, text, data, binds, open)


ZERO = scalar("0", "# 0", open=True)
ONE = scalar("1", "TOne", open=True)


def natural(n: int) -> RocqTerm:
    """A number that is an integer >= 0."""
    if n < 2:
        return (ZERO, ONE)[n]
    if n > UNARY:
        return scalar(f"(binary {n})", f"#b {n}", open=True)
    return scalar(f"{n}%:R", f"# {n}", POSTFIX, open=True)


def rational(q: Fraction) -> RocqTerm:
    """A number."""
    if q < 0:
        return negative(rational(-q))
    top = natural(q.numerator)
    if q.denominator == 1:
        return top
    below = natural(q.denominator)
    if q.numerator == 1:
        return scalar(f"{below.text}^-1", f"/ {below.data}", POSTFIX, open=True)
    return scalar(f"{top.bound(POSTFIX)} / {below.text}", f"* {top.data} / {below.data}", PRODUCT, open=True)


def negative(a: RocqTerm) -> RocqTerm:
    """-a."""
    return replace(a, text=f"- {a.bound(POSTFIX)}", data=f"- {a.data}", binds=NEGATIVE, negated=a, kept=False)


def plus(a: RocqTerm, b: RocqTerm) -> RocqTerm:
    """a + b, or a - c where b is -c."""
    if (a.rows, a.cols) != (b.rows, b.cols):
        raise NotTranslated(f"a sum of {a.rows}×{a.cols} and {b.rows}×{b.cols}")
    text = (
        f"{a.bound(SUM)} - {b.negated.bound(PRODUCT)}"
        if b.negated is not None
        else f"{a.bound(SUM)} + {b.bound(PRODUCT)}"
    )
    return RocqTerm(a.rows, a.cols, text, f"+ {a.data} {b.data}", SUM, a.open and b.open)


def minus(a: RocqTerm, b: RocqTerm) -> RocqTerm:
    """a - b."""
    return plus(a, negative(b))


def scaled(s: RocqTerm, m: RocqTerm) -> RocqTerm:
    """A scalar times a matrix, with 1 and -1 left out."""
    if _is(s, "TOne"):
        return m
    if _is(s, "- TOne"):
        return negative(m)
    if s.negated is not None:
        return negative(scaled(s.negated, m))
    return RocqTerm(
        m.rows, m.cols, f"{s.bound(POSTFIX)} *: {m.bound(POSTFIX)}", f"* {s.data} {m.data}", PRODUCT, m.open
    )


def times(a: RocqTerm, b: RocqTerm) -> RocqTerm:
    """The product: of scalars, of a scalar and a matrix, or of matrices."""
    if a.negated is not None:
        return negative(times(a.negated, b))
    if b.negated is not None:
        return negative(times(a, b.negated))
    if a.is_scalar and b.is_scalar:
        return _scalar_times(a, b)
    if a.is_scalar or b.is_scalar:
        return scaled(a, b) if a.is_scalar else scaled(b, a)
    return _matrix_times(a, b)


def _scalar_times(a: RocqTerm, b: RocqTerm) -> RocqTerm:
    """The product of scalars, with 1 and -1 left out."""
    for one, other in ((a, b), (b, a)):
        if _is(one, "TOne"):
            return other
        if _is(one, "- TOne"):
            return negative(other)
    return raw_times(a, b)


def _matrix_times(a: RocqTerm, b: RocqTerm) -> RocqTerm:
    """The product of matrices, with identities left out; one of 1×1 is a scalar."""
    if a.cols != b.rows:
        raise NotTranslated(f"a product of {a.rows}×{a.cols} and {b.rows}×{b.cols}")
    if _is_identity(a):
        return b
    if _is_identity(b):
        return a
    left = a.text if _chain(a) else a.bound(POSTFIX)
    text, data = f"{left} *m {b.bound(POSTFIX)}", f"*m {a.data} {b.data}"
    if a.rows == b.cols == 1:
        type_ = " : 'M[K]_1" if a.open and b.open else ""
        return scalar(f"({text}{type_}) 0 0", f"! {data}", POSTFIX)
    return RocqTerm(a.rows, b.cols, text, data, PRODUCT, a.open and b.open)


def _is(a: RocqTerm, data: str) -> bool:
    return not a.kept and a.data == data


def _is_identity(a: RocqTerm) -> bool:
    return not a.kept and a.data.startswith("pc_i")


def _chain(a: RocqTerm) -> bool:
    return a.binds == PRODUCT and a.data.startswith("*m")


def raw_times(a: RocqTerm, b: RocqTerm) -> RocqTerm:
    """The product of two scalars as it stands."""
    return scalar(f"{a.bound(PRODUCT)} * {b.bound(POSTFIX)}", f"* {a.data} {b.data}", PRODUCT, open=a.open and b.open)


def transposed(a: RocqTerm) -> RocqTerm:
    """The transpose; a scalar is its own."""
    if a.is_scalar:
        return a
    return RocqTerm(a.cols, a.rows, f"{a.bound(POSTFIX)}^T", f"~ {a.data}", POSTFIX, a.open)


def power(a: RocqTerm, k: int, dimension: RocqTerm | None = None) -> RocqTerm:
    """a^k of a scalar or a square matrix; dimension: the identity of that size."""
    if a.is_scalar:
        return scalar(f"{a.bound(POSTFIX)} ^+ {k}", f"^ {a.data} {k}", POSTFIX, open=a.open)
    if k == 0:
        assert dimension is not None
        return dimension
    if k > 50:
        raise NotTranslated(f"the power {k} of a matrix")
    result = a
    for _ in range(k - 1):
        result = times(result, a)
    return result


def trace(a: RocqTerm, type_: str) -> RocqTerm:
    """tr a, where type_ is the type of a."""
    if a.is_scalar:
        return a
    return scalar(f"\\tr ({a.text}{f' : {type_}' if a.open else ''})", f"% {a.data}", POSTFIX)


def squared_norm(a: RocqTerm, type_: str) -> RocqTerm:
    """tr(aᵀa)."""
    if a.is_scalar:
        return times(a, a)
    inside = a.bound(ATOM) if re.fullmatch(r"\w+", a.text) else f"({a.text}{f' : {type_}' if a.open else ''})"
    return scalar(f"sqnorm {inside}", f"% *m ~ {a.data} {a.data}", POSTFIX)


def norm_data(a: RocqTerm) -> str:
    """The tree that the library computes for a square times 1."""
    return f"^ {a.data} 2" if a.is_scalar else f"% *m ~ {a.data} {a.data}"
