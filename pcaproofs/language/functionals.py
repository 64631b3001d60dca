"""Reading of sums over samples and expectations, which act on a whole expression."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import reduce
from operator import add
from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from pcaproofs.kernel import Dimension, Expression, IllTyped, Letter, Polynomial, letter, like, number, sum_of
from pcaproofs.language import nodes
from pcaproofs.language.conclusions import ForAll
from pcaproofs.language.derived import Derived, Kind, Notation, leading_name, moments_equation
from pcaproofs.language.differentials import Differentials
from pcaproofs.language.express import name_text
from pcaproofs.language.index_nodes import ScalarPartSum
from pcaproofs.language.moments import Moments, apply_moments, reduced, uniform
from pcaproofs.language.names import INDEX, RANDOM, Unreadable, kernel_name
from pcaproofs.language.nodes import index
from pcaproofs.language.sizes import is_at_least, total
from pcaproofs.terms import HUGE, ZERO, from_polynomial, ones_name, term_count

FEW = 3  # parts with at most this many members are summed member by member
MANY = 12  # the same of entries that are not all of a row, a column or a diagonal


class Functionals(Differentials):
    """Reads sums and expectations; the subclass reads the expressions inside."""

    def __init__(self) -> None:
        super().__init__()
        self.random: dict[Any, str] = {}  # random vector -> its name
        self.nested: set[tuple[str, str]] = (
            set()
        )  # pairs of names of first rows of I; the first is contained in the second

    def sample_sum(self, e: Any) -> Expression:
        """Our sum over the samples k."""
        body, k, size = e.args
        if not isinstance(k, sp.Symbol) or k != index(k.name):
            raise Unreadable(f"got a sum over {k}, but should be over an index, as index('{k}') is")
        return self._sum_over(body, k, self.dimension(size))

    def index_sum(self, e: Any) -> Expression:
        """SymPy's Sum, with indices from 0 to n − 1, or from 1 to n; the last limit is the outermost sum."""
        *inside, limit = e.limits
        body = sp.Sum(e.function, *inside) if inside else e.function
        if len(limit) == 3 and (size := _longer(body, *limit)) is not None:
            k, first, last = limit
            return self.part_sum(ScalarPartSum(body.xreplace({k: index(k.name)}), index(k.name), size, first, last + 1))
        if len(limit) != 3 or limit[1] not in (0, 1):
            raise Unreadable(f"got a sum over {limit}, but should be from 0 to n - 1 or from 1 to n for a dimension n")
        k, first, last = limit
        if first and any(k in x.args[1:] for x in e.function.atoms(MatrixElement, nodes.Sample)):
            raise Unreadable(f"got the index {k} in a sum from 1, but entries are counted from 0: write {k} - 1")
        n = self.dimension(last + 1 - first)
        if first:
            body = body.subs(k, k + 1)
        if isinstance(n, int) and n <= MANY and not _runs_over_all(body, k, n):
            return self.read(reduce(add, [body.subs(k, i) for i in range(n)]))
        return self._sum_over(body, k, n)

    def _sum_over(self, body: Any, k: Any, n: Dimension) -> Expression:
        if n == 1:
            with self.binding(k, ("number", "1"), n, INDEX):
                return self.read(body)
        name = Notation.RUNNING.write(kernel_name(k))
        return self._functional(body, k, name, n, INDEX, lambda v: Moments(number(n), self._ones_letter(n), None))

    def _ones_letter(self, n: Dimension) -> Letter:
        self.ones_column(n)
        return letter(ones_name(n), n, 1)

    def expectation(self, e: Any) -> Expression:
        """E[f(z)], by the first two moments of z, which become letters."""
        body, z = e.args
        if not isinstance(z, sp.MatrixSymbol) or z.shape[1] != 1:
            raise Unreadable(f"got an expectation over {z}, but should be a column symbol")
        p, name = self.dimension(z.shape[0]), self._random_name(z)

        def moments(v: Letter) -> Moments:
            mean, second = (Notation.EXPECTATION.write(x) for x in (name, f"{name}{name}ᵀ"))
            if second not in self.letters:
                root = Notation.ROOT.write(f"Cov[{name}]")
                self.letters |= {mean: (p, 1), second: (p, p), root: (p, p)}
                for letter_of_z in (mean, second, root):
                    self.reserve(letter_of_z, f"a moment of {name}")
                equation = moments_equation(second, mean, root)
                self.add(equation.left, equation.relation, equation.right)
                kinds = {mean: Kind.MEAN, second: Kind.SECOND_MOMENT, root: Kind.COVARIANCE_FACTOR}
                self.derived |= {x: Derived(kind, label=name) for x, kind in kinds.items()}
                self.hints.append(("moments", (mean, second)))
                self.assumed.append(f"{name_text(name)} has finite second moments")
            return Moments(number(1), letter(mean, p, 1), letter(second, p, p))

        return self._functional(body, z, Notation.RANDOM.write(name), p, RANDOM, moments)

    def _random_name(self, z: Any) -> str:
        if z not in self.random:
            self.random[z] = self.name_of(z, RANDOM)
        return self.random[z]

    def _functional(
        self, body: Any, key: Any, name: str, size: Dimension, use: str, moments: Callable[[Letter], Moments]
    ) -> Expression:
        """The value of a linear functional: the body is read with a running column, then `moments` replaces the column.

        Multiplying the body out is needed, since only monomials of degree at most 2 in the column have a value.
        """
        with self.running(key, name, size, use) as v:
            inside, p = self.expanded(body, v, key)
        if use == INDEX:
            p = self.lowered(p, v)
        value = from_polynomial(apply_moments(p, v, moments(v)))
        result: Expression = tuple(part for part in value)  # a new object: other equal expressions may not be sums
        if use == INDEX:
            self.sums.append((result, v.name, size, inside))
        return result

    @contextmanager
    def running(self, key: Any, name: str, size: Dimension, use: str) -> Iterator[Letter]:
        """A context in which a symbol is bound to a running column, which is a letter there."""
        self.reserve(name, meaning := "a column over which a sum or an expectation runs")
        while name in self.letters:  # of an outer sum over the same
            self.reserve(name := f"{name}′", meaning)
        self.letters[name] = (size, 1)
        try:
            with self.binding(key, ("letter", name), size, use):
                yield letter(name, size, 1)
        finally:
            del self.letters[name]

    def expanded(self, body: Any, v: Letter, key: Any) -> tuple[Expression, Polynomial]:
        """The body, read and multiplied out. Raises Unreadable if it is huge or contains a function of the column."""
        inside = self.read(body)
        if term_count(inside) > HUGE:
            raise Unreadable(f"got {key} in a product of more than {HUGE} terms, but should be small enough to sum")
        p = self.scope().expand(inside)
        for other, on in self.depends.items():
            if v.name in on:
                raise Unreadable(f"got {other} in a sum over {key}, but only polynomials of degree 2 are summed here")
        return inside, p

    def lowered(self, p: Polynomial, v: Letter, most: int = 2) -> Polynomial:
        """A polynomial in a running column of an identity matrix, with its degree reduced as far as possible."""
        columns = {b.column[1] for b in self.bound.values() if b.use == INDEX and b.column[0] == "letter"}
        columns |= {name for name, d in self.derived.items() if d.kind is Kind.BASIS}
        others = {b.column[1] for b in self.bound.values() if b.column[0] == "letter"} - columns

        def diagonal(a: Letter) -> Letter:
            if a.name in others or a.name in columns:
                raise Unreadable(f"got a term of degree {most + 1} in {v.name}, but should be at most {most}")
            return letter(self.diagonal_letter(("letter", a.name), a.rows), a.rows, a.rows)

        return reduced(p, v, most, lambda x: x.name in columns, diagonal)

    def diagonal_letter(self, of: Expression, n: Dimension) -> str:
        """The letter diag(a) of a letter a, a column of length n."""
        self.ones.add(n)
        name, new = self.function_letter(Kind.DIAGONAL, of, Notation.DIAGONAL.write(of[1]), (n, n))
        if new:
            self.hints.append(("diagonal", (name, of[1])))
        return name

    def leading_letter(self, m: Dimension, n: Dimension, after: Dimension = 0) -> str:
        """The letter of the first m rows of the identity matrix of size n, or of m rows after others."""
        name = leading_name(m, n, after)
        self.reserve(name, f"the {m} rows of the identity matrix of size {n} after {after}")
        if name not in self.letters:
            self.letters[name] = (m, n)
            self.ones |= {n, m} - {1}
            self.define(name, Derived(Kind.LEADING))
            self.hints.append(("leading", (name,)))
        return name

    def part_sum(self, e: Any) -> Expression:
        """Our sum over the samples k with after < k ≤ last, as a difference of sums over the first samples."""
        body, k, size, after, last = e.args
        if not isinstance(k, sp.Symbol) or k != index(k.name):
            raise Unreadable(f"got a sum over {k}, but should be over an index, as index('{k}') is")
        n = self.dimension(size)
        first, final = (0 if m == 0 else self.dimension(m) for m in (after, last))
        self.assume_within(final, n, f"got a sum up to {final} of {n} samples")
        self.assume_within(first, final, f"got a sum after {first} up to {final}")
        if n == 1 or final == 0:
            raise Unreadable(f"got a sum over a part of {n}, but should be of more than one")
        with self.running(k, Notation.RUNNING.write(kernel_name(k)), n, INDEX) as v:
            _, p = self.expanded(body, v, k)
            p = self.lowered(p, v)
        by_one = first == 0 or final == n or isinstance(final, int)  # else both as rows, one within the other
        value = self._of_first(p, v, final, by_one=by_one)
        if first:
            value = value - self._of_first(p, v, first, by_one=by_one and isinstance(first, int))
            if final != n:
                self.nested.add((leading_name(first, n), leading_name(final, n)))
        return from_polynomial(value)

    def column_at(self, k: Any, n: Dimension, what: str = "entries") -> Expression:
        """e_k of length n, where k may be a size below n, as of the last entry: then it is a row of the identity."""
        sizes = [x for x in k.free_symbols if x in self.lengths and x not in self.bound]
        if not sizes or len(sizes) < len(k.free_symbols):
            return self.standard_column(k, n, what)
        after = self.dimension(k)
        if not is_at_least(n, total([after, 1])):
            return self.standard_column(k, n, what)
        return ("t", ("letter", self.leading_letter(1, n, after)))

    def assume_within(self, m: Dimension, n: Dimension, what: str) -> None:
        """Adds the assumption m ≤ n, unless it always holds. Raises IllTyped if it never holds."""
        holds = is_at_least(n, m)
        if holds is False:
            raise IllTyped(f"{what}: {m} and {n} clash")
        said = f"{name_text(str(n))} ≥ {m}" if isinstance(m, int) else f"{name_text(m)} ≤ {name_text(str(n))}"
        if holds is None and said not in self.assumed:
            self.assumed.append(said)

    def _of_first(self, p: Polynomial, v: Letter, m: Dimension, *, by_one: bool) -> Polynomial:
        """The sum of p over the first m values of a running column v; by_one: as a sum of terms if they are few."""
        if m == v.rows:
            return apply_moments(p, v, Moments(number(m), self._ones_letter(m), None))
        if by_one and isinstance(m, int) and m <= FEW:
            columns = [self.standard_column(sp.Integer(i), v.rows) for i in range(m)]
            values = [p.substitute({v.name: self.scope().expand(e)}) for e in columns]
            return sum_of(p.rows, p.cols, values)
        rows = letter(self.leading_letter(m, v.rows), m, v.rows)
        inner = letter(f"{v.name}≤", m, 1)
        scope = self.scope()
        onto = scope.expand(("t", ("letter", rows.name)))
        run = Polynomial(m, 1, [(((), (inner,)), 1)])
        return apply_moments(p.substitute({v.name: onto * run}), inner, Moments(number(m), self._ones_letter(m), None))

    def for_all(self, item: ForAll) -> str:
        """Adds the equations of all members of a family as one equation, and gives its name. Raises Unreadable."""
        left, right = self.of_all(item)
        return self.add(from_polynomial(left), "=", from_polynomial(right))

    def of_all(self, item: Any) -> tuple[Polynomial, Polynomial]:
        """Both sides of an equation that holds for all members, as matrices without the index."""
        if not isinstance(item, ForAll):
            if not isinstance(item, sp.Eq):
                raise Unreadable(f"got {item} of all members, but should be an equation")
            sides = [self.read(x) for x in (item.lhs, item.rhs)]
            scope = self.scope()
            shapes = [self.shape(x) for x in sides]
            shape = shapes[0] if sides[0] != ZERO else shapes[1]
            found = [Polynomial(*shape) if x == ZERO else scope.expand(x) for x in sides]
            return found[0], like(found[0], found[1])
        n = self.dimension(item.length)
        with self.running(item.index, Notation.RUNNING.write(kernel_name(item.index)), n, INDEX) as v:
            left, right = (self.lowered(p, v, 1) for p in self.of_all(item.relation))
            for other, on in self.depends.items():
                if v.name in on:
                    raise Unreadable(f"got {other} in an equation for all {item.index}, of which it is a function")
        ones = self._ones_letter(n)
        return uniform(left, v, ones), uniform(right, v, ones)


def _longer(body: Any, k: Any, first: Any, last: Any) -> Any:
    """The length of the rows or columns of which a sum runs over a part; None if it runs over all, or beyond."""
    places = [pair for x in body.atoms(MatrixElement) for pair in zip(x.args[1:], x.args[0].shape, strict=True)]
    sizes = {size for i, size in places if i == k}
    if len(sizes) != 1:
        return None
    (size,) = sizes
    rest = sp.expand(size - last - 1)
    inside = all(x.is_nonnegative for x in (first, rest)) and (last - first).is_nonnegative is not False
    return size if inside and (first, rest) != (0, 0) and size.free_symbols else None


def _runs_over_all(body: Any, k: Any, n: int) -> bool:
    """Whether an index runs over n rows or columns wherever it is one of an entry."""
    places = [pair for x in body.atoms(MatrixElement) for pair in zip(x.args[1:], x.args[0].shape, strict=True)]
    return all(size == n for i, size in places if i == k)
