"""Reading of SymPy statements: `read(conclusion, assuming)` gives the kernel's Statement and its assumptions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy as sp
from sympy.core.relational import Relational
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from pcaproofs.kernel import Compare, Dimension, Expression, Optimum, SameOptimisers, Statement
from pcaproofs.language.conclusions import (
    ForAll,
    SymbolicComparison,
    SymbolicExistence,
    SymbolicIff,
    SymbolicOptimum,
    SymbolicSameOptimisers,
)
from pcaproofs.language.derived import Derived, Kind, looks_valued
from pcaproofs.language.entrywise import COLUMNS, ROWS, entries, fresh, is_entrywise
from pcaproofs.language.express import name_text, text
from pcaproofs.language.expressions import ZERO, ExpressionReader, Hint
from pcaproofs.language.hypotheses import ENTRIES, Named
from pcaproofs.language.kronecker import equation, is_one
from pcaproofs.language.names import MATRIX, Unreadable
from pcaproofs.language.nodes import InverseOf, SquaredNorm, index, total
from pcaproofs.language.powers import exponents
from pcaproofs.language.predicates import simplified
from pcaproofs.language.refusals import no_statement
from pcaproofs.language.selections import relations
from pcaproofs.language.shapes import check_equal
from pcaproofs.language.sizes import as_expression
from pcaproofs.language.ties import Varied
from pcaproofs.terms import from_polynomial, walk

MAX_FACTORS = 6  # the reader adds cyclic rotations of products with at most this many factors that are equal to I
RELATIONS: tuple[tuple[type, str, bool], ...] = (  # SymPy's class, the kernel's relation, whether to swap the sides
    (sp.Eq, "=", False),
    (sp.Ne, "!=", False),
    (sp.Ge, ">=", False),
    (sp.Gt, ">", False),
    (sp.Le, ">=", True),
    (sp.Lt, ">", True),
)
_SHOWN = {">=": "≥", ">": ">", "!=": "≠"}


class Evaluated(Unreadable):
    """SymPy evaluated the statement to True or False before it could be read."""


class AlreadyTrue(Evaluated):
    """SymPy evaluated the statement to True, which leaves nothing to prove."""


class NeverTrue(Evaluated):
    """SymPy evaluated the statement to False, which it does if two sides differ in shape."""


@dataclass(frozen=True)
class Reading:
    """A kernel statement with its SymPy source.

    hints: named hypotheses and their letters, for the search for points that satisfy all hypotheses.
    assumed: what was assumed to give the statement a meaning, in words.
    source, hypotheses: the conclusion and the hypotheses as the author wrote them.
    said: per hypothesis of the author, the names of the kernel's hypotheses that it became.
    sums: per sum over samples its value (compared by identity), its running column, the column's length and the body.
    derived: the meaning of each letter that the reader added.
    functions: per determinant and adjugate its value (compared by identity), its kind, the matrix as it was written.
    sequences: the letters that stand for members of sequences, as a kernel's Family has them; the statement is about
    all of their members. exponent: the symbol that says which member.
    """

    statement: Statement
    hints: tuple[Hint, ...]
    assumed: tuple[str, ...]
    source: Any = field(compare=False)
    hypotheses: tuple[Any, ...] = field(compare=False, default=())
    said: tuple[tuple[str, ...], ...] = field(compare=False, default=())
    sums: tuple[tuple[Expression, str, Dimension, Expression], ...] = field(compare=False, default=())
    derived: Mapping[str, Derived] = field(compare=False, default_factory=dict)
    functions: tuple[tuple[Expression, Kind, Expression | None], ...] = field(compare=False, default=())
    sequences: tuple[tuple[str, Expression, Expression], ...] = ()
    exponent: Any = None


def read(conclusion: Any, assuming: Iterable[Any] = (), *, powers: bool = False) -> Reading:
    """The kernel statement of a SymPy conclusion under hypotheses.

    powers: whether a symbol may be an exponent; then the statement is one of a kernel's Family.
    Raises IllTyped where dimensions clash, Unreadable for a node or a name without a meaning, Evaluated if SymPy has
    turned the conclusion or a hypothesis into True or False.
    """
    assuming = tuple(assuming)
    check_bound(conclusion, assuming)
    assuming = tuple([one for item in assuming for one in simplified(item)])
    reader = Reader()
    written = list(expressions_in((conclusion, *assuming)))
    reader.find_dimensions(written)
    if powers and (symbols := exponents(written) - reader.lengths):
        reader.exponent(symbols)
    reader.written = {str(getattr(x, "name", x)) for e in written for x in getattr(e, "free_symbols", ())}
    factors: dict[Any, Named] = {}
    for item in assuming:
        factor = item.factor() if isinstance(item, Named) else None
        if factor is None:
            continue
        if any(e.has(factor) for e in written) or factors.setdefault(factor, item) != item:
            raise Unreadable(f"got two that are written {factor.name}, which here is the factor of {item}")
    said = tuple(reader.assume(item, k) for k, item in enumerate(assuming, 1))
    final = reader.conclude(conclusion)
    reader.finish(final)
    statement = reader.statement(final)
    _check_types(reader, final)
    return Reading(
        statement,
        tuple(reader.hints),
        tuple(reader.assumed),
        conclusion,
        assuming,
        said,
        sums=tuple(reader.sums),
        derived={name: derived for name, derived in reader.derived.items() if name in reader.letters},
        functions=tuple(reader.functions),
        sequences=tuple((name, *pair) for name, pair in reader.sequences.items()),
        exponent=reader.k,
    )


def _check_types(reader: Reader, conclusion: Any) -> None:
    """Checks that an objective is a scalar and that the claimed optimum has the shape of its variable."""

    def scalar(e: Expression) -> None:
        check_equal(text(e), reader.shape(e), "an objective", (1, 1), "as")

    match conclusion:
        case Optimum():
            scalar(conclusion.objective)
            for name, e in conclusion.at:
                check_equal(name, reader.letters[name], text(e), reader.shape(e), "=")
            if conclusion.value is not None:
                scalar(conclusion.value)
        case SameOptimisers():
            scalar(conclusion.first[1])
            scalar(conclusion.second[1])


class Reader(ExpressionReader):
    """Reads hypotheses and conclusions."""

    written: Collection[str] = ()  # the names in the statement

    def assume(self, item: Any, k: int) -> tuple[str, ...]:
        """Adds hypothesis number k, and gives its names in the kernel."""
        if isinstance(item, InverseOf):  # stated by the author, so not an implicit assumption
            assumed = list(self.assumed)
            self.read(item)
            self.assumed = assumed
            return ()
        if isinstance(item, Named):
            said = tuple([self.add(*self.sides(left, right, relation)) for left, relation, right in item.equations()])
            if item.entries() is not None:
                self.hints.append((item.kind, (self.name_of(item.args[0], MATRIX),)))
            elif names := item.symbols():
                self.hints.append((item.kind, names))
            if (factor := item.factor()) is not None:
                name, of = self.name_of(factor, MATRIX), self.read(item.args[0])
                self.depends[name] = self.names_in(of)
                if item.kind == "psd":
                    self.derived[name] = Derived(Kind.FACTOR, of)
            return said
        if isinstance(item, ForAll):
            return (self.for_all(item),)
        if isinstance(item, BooleanFalse):
            raise NeverTrue(f"got assumption {k} already turned into False by SymPy; write equal(left, right)")
        if isinstance(item, BooleanTrue):  # True adds no information
            return ()
        if (pair := self.indices_apart(item)) is not None:
            self.apart.append(pair)
            return ()
        return (self.add(*self.relation(item)),)

    def indices_apart(self, item: Any) -> tuple[Any, Any] | None:
        """The two indices of a hypothesis i ≠ j about entries; None for any other hypothesis."""
        is_unequal = isinstance(item, sp.Ne) or (isinstance(item, SymbolicComparison) and item.relation == "!=")
        if not is_unequal:
            return None
        pair = (item.lhs, item.rhs) if isinstance(item, sp.Ne) else (item.left, item.right)
        are_indices = [x.is_Integer or (isinstance(x, sp.Symbol) and self.is_index(x)) for x in pair]
        return pair if all(are_indices) and any(isinstance(x, sp.Symbol) for x in pair) else None

    def is_index(self, symbol: Any) -> bool:
        """Whether a symbol that is used as a number can only be an index."""
        return bool(symbol.is_integer) and not self.is_dimension(symbol) and symbol != self.k

    def exponent(self, symbols: set[Any]) -> None:
        """Sets the exponent, which may not be a length. Raises Unreadable if there are several."""
        if len(symbols) > 1:
            raise Unreadable(f"got the exponents {', '.join(sorted(map(str, symbols)))}, but should be one symbol")
        (self.k,) = symbols

    def finish(self, conclusion: Any) -> None:
        """Adds what depends on all hypotheses: one-sided inverses, letters held fixed, distinct basis vectors."""
        for pair in self.apart:
            self.different_places(*pair)
        self.same_places()
        self.late_places()
        for n in self.size_sums:
            self.add(("size", n), "=", as_expression(n))
        for h in relations(self.derived, self.letters, self.nested):
            self.add(h.left, h.relation, h.right)
        self.mirror_inverses()
        self.determinant_laws(conclusion)
        if self.sequences and self.varied:
            raise Unreadable(f"got a power {self.k} beside a derivative or an optimum, but should be without")
        self.check_ties()
        self.assumed += self.places_assumed()
        own = [name for name in self.letters if name not in self.derived and name not in self.sequences]
        self.hints += [("plain", (name,)) for name in own if looks_valued(name)]

    def mirror_inverses(self) -> None:
        """Adds BA = I for every hypothesis AB = I about square A and B.

        It is true of square matrices (Horn and Johnson, Matrix Analysis, §0.5), but does not follow from AB = I by
        multiplying out, which is all that the kernel does. A and B may be products: ASAᵀZ = I gives SAᵀZA = I,
        AᵀZAS = I and ZASAᵀ = I.
        """
        sides = [(h.left, h.right) for h in self.hypotheses.values() if h.relation == "="]
        known = {_factors(side) for pair in sides for side in pair}
        for product, eye in [(a, b) for pair in sides for a, b in (pair, pair[::-1])]:
            factors = _factors(product)
            if eye[0] != "eye" or eye[1] == 1 or not 1 < len(factors) <= MAX_FACTORS:
                continue
            square = (eye[1], eye[1])
            for i in range(1, len(factors)):
                first, second = factors[:i], factors[i:]
                if second + first in known or not self.product_shape(first) == self.product_shape(second) == square:
                    continue
                known.add(second + first)
                flat = self.product_shape(second + first) == square  # not so where a scalar xᵀy is torn apart
                turned = ("mul", *second, *first) if flat else ("mul", ("mul", *second), ("mul", *first))
                self.add(turned, "=", eye)
                self.assumed.append(f"{text(turned)} = I as {text(product)} = I, both being square")

    def relation(self, item: Any, *, hypothesis: bool = True) -> tuple[Expression, str, Expression]:
        """The sides and the kernel's relation of an equation or inequality. Raises Unreadable for anything else.

        hypothesis: whether it is a hypothesis, and not a conclusion.
        """
        if isinstance(item, SymbolicComparison):
            return self.sides(item.left, item.right, item.relation)
        if isinstance(item, Relational):
            left, right = item.lhs, item.rhs
            if isinstance(item, sp.Eq) and (is_one(left) or is_one(right)):
                left, right, inverted = equation(left, right, self.written, hypothesis=hypothesis)
                for of in inverted:
                    self.read(InverseOf(of))
            if isinstance(item, sp.Eq) and is_entrywise(left, right):
                i, j = (fresh(names, {*self.written, *self.labels}) for names in (ROWS, COLUMNS))
                if hypothesis:
                    return self.of_all_entries(item, i, j)
                left, right = entries(left, right, i, j)
            for cls, sign, swapped in RELATIONS:
                if isinstance(item, cls):
                    a, b = (right, left) if swapped else (left, right)
                    return self.sides(a, b, sign)
        raise Unreadable(no_statement(item))

    def of_all_entries(self, item: Any, i: str, j: str) -> tuple[Expression, str, Expression]:
        """The sides of an equation with Hadamard products, for all entries (i, j) at once. Raises Unreadable."""
        left, right = item.args
        shape = (left if getattr(left, "is_Matrix", False) else right).shape
        said: Any = sp.Eq(*entries(left, right, i, j), evaluate=False)
        for name, n in zip((j, i), reversed(shape), strict=True):
            said = said if n == 1 else ForAll(index(name), n, said)
        try:
            a, b = self.of_all(said)
        except Unreadable:
            raise Unreadable(
                f"got {item} as a hypothesis, but Hadamard products in hypotheses should have a column as a factor"
            ) from None
        return from_polynomial(a), "=", from_polynomial(b)

    def sides(self, left: Any, right: Any, sign: str) -> tuple[Expression, str, Expression]:
        """Both sides, of one shape; the number 0 may stand for a zero matrix. Raises IllTyped for different shapes."""
        a, b = self.read(left), self.read(right)
        if sign == "!=" and (shapes := {self.shape(a), self.shape(b)}) != {(1, 1)}:
            if ZERO not in (a, b):
                check_equal(left, self.shape(a), right, self.shape(b), "≠")
            whole = left - right if len(shapes) == 1 else right if a == ZERO else left
            return self.sides(SquaredNorm(whole), 0, ">")
        if sign == "=" and ZERO in (a, b):
            rows, cols = self.shape(b if a == ZERO else a)
            if (rows, cols) != (1, 1):
                a, b = (("zero", rows, cols) if e == ZERO else e for e in (a, b))
        if sign == "=":
            check_equal(left, self.shape(a), right, self.shape(b), "=")
        else:
            for side, e in ((left, a), (right, b)):
                check_equal(side, self.shape(e), 0, (1, 1), _SHOWN[sign])
        return a, sign, b

    def conclude(self, conclusion: Any) -> Any:
        """The kernel's conclusion. Raises Evaluated for True and False, Unreadable for anything else."""
        if isinstance(conclusion, bool):
            raise Evaluated(f"got {conclusion}: == compares how two things are written; write equal(left, right)")
        if isinstance(conclusion, BooleanTrue):
            raise AlreadyTrue(
                "got True: SymPy evaluated the statement before it could be read, and SymPy is no authority here; "
                "write equal(left, right) in place of Eq, and inverse(A) in place of A.inv()"
            )
        if isinstance(conclusion, BooleanFalse):
            raise NeverTrue(
                "got False: to SymPy the two sides can never be equal, mostly because they differ in shape; "
                "write equal(left, right) in place of Eq to be told which dimensions clash"
            )
        if isinstance(conclusion, SymbolicOptimum):
            at = tuple((self.variable(x), self.read(value)) for x, value in conclusion.at)
            value = None if conclusion.value is None else self.read(conclusion.value)
            exactly = tuple(Compare(*self.relation(e)) for e in conclusion.exactly)
            final = Optimum(conclusion.sense, self.read(conclusion.objective), at, value, exactly)
            beside = [e for c in exactly for e in (c.left, c.right)] + ([] if value is None else [value])
            self.vary([name for name, _ in at], final.objective, *beside)
            for what, e in (*((f"{name} =", e) for name, e in at), *([] if value is None else [("the value", value)])):
                if varying := self.names_in(e) & {name for name, _ in at}:
                    raise Unreadable(f"got {what} {text(e)}, but should not mention the variable {min(varying)}")
            return final
        if isinstance(conclusion, SymbolicSameOptimisers):
            variables = tuple(self.variable(x) for x in conclusion.variables)
            problems = (conclusion.first, conclusion.second)
            if wrong := [sense for sense, _ in problems if sense not in ("min", "max")]:
                raise Unreadable(f"got the sense {wrong[0]!r}, but should be 'min' or 'max'")
            first, second = ((sense, self.read(f)) for sense, f in problems)
            self.vary(variables, ("add", first[1], second[1]))
            return SameOptimisers(variables, first, second)
        left, relation, right = self.relation(conclusion, hypothesis=False)
        if relation not in ("=", ">="):
            raise Unreadable(f"got a conclusion with {relation}, but should be Eq, Ge, Le, a named property or a list")
        return Compare(left, relation, right)

    def vary(self, names: Sequence[str], objective: Expression, *beside: Expression) -> None:
        """Records the variables of an optimum. Raises Unreadable for none, or if 1/x or a letter depends on one."""
        if not names or len(set(names)) < len(names):
            raise Unreadable(f"got the variables {list(names)}, but should be different letters, at least one")
        given = [e for h in self.hypotheses.values() for e in (h.left, h.right)]
        for e in (x for whole in (objective, *beside, *given) for x in walk(whole)):
            if e[0] == "inverse" and e[1] in names:
                raise Unreadable(f"got 1/{name_text(e[1])} next to the variable {name_text(e[1])}, on which it depends")
        for name, on in self.depends.items():
            if name not in names and on & set(names):
                raise Unreadable(f"got {name} next to the variable {min(on & set(names))}, on which it depends")
        if said := {(kind, name) for kind, of in self.hints if kind in ENTRIES for name in of if name in names}:
            kind, name = min(said)
            raise Unreadable(f"got the variable {name} of {kind}({name}), whose entries no equation describes")
        self.varied.append(Varied(tuple(names), objective, "an optimum", beside))


def _factors(e: Expression) -> tuple[Expression, ...]:
    return tuple(factor for part in e[1:] for factor in _factors(part)) if e[0] == "mul" else (e,)


def check_bound(conclusion: Any, assuming: Sequence[Any]) -> None:
    """Raises Unreadable if an X of "there is X with …" is no letter, or occurs twice or outside of that statement."""
    things = (conclusion, *assuming)
    for k, item in enumerate(things):
        if isinstance(item, SymbolicExistence):
            others = list(expressions_in([*things[:k], *things[k + 1 :]]))
            if not item.letters or len(set(item.letters)) < len(item.letters):
                raise Unreadable(f"got {list(item.letters)} in exists, but should be different letters, at least one")
            for x in item.letters:
                if not isinstance(x, sp.MatrixSymbol | sp.Symbol):
                    raise Unreadable(f"got {x} in exists, but should be a letter")
                if any(x in getattr(e, "free_symbols", ()) for e in others):
                    raise Unreadable(
                        f"got {x} outside of the statement that there is such {x}, but should be another letter"
                    )


def expressions_in(things: Iterable[Any]) -> Iterable[Any]:
    """All SymPy expressions in conclusions and hypotheses."""
    for thing in things:
        if isinstance(thing, Named):
            yield from thing.args
        elif isinstance(thing, SymbolicOptimum):
            yield thing.objective
            yield from (x for pair in thing.at for x in pair)
            yield from expressions_in(thing.exactly)
            if thing.value is not None:
                yield sp.sympify(thing.value)
        elif isinstance(thing, SymbolicSameOptimisers):
            yield from (thing.first[1], thing.second[1], *thing.variables)
        elif isinstance(thing, SymbolicComparison):
            yield from (thing.left, thing.right)
        elif isinstance(thing, SymbolicExistence | SymbolicIff | list | tuple):
            yield from expressions_in(_inside(thing))
        elif isinstance(thing, ForAll):
            yield from (total(e, thing.index, thing.length) for e in expressions_in((thing.relation,)))
        elif isinstance(thing, sp.Basic):
            yield thing


def _inside(thing: Any) -> Iterable[Any]:
    """The statements that a statement is made of."""
    if isinstance(thing, SymbolicExistence):
        return (thing.statement,)
    return (thing.first, thing.second) if isinstance(thing, SymbolicIff) else thing
