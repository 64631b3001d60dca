"""Reading of SymPy statements: `read(conclusion, assuming)` gives the kernel's Statement and its assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sympy import Symbol
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from pcaproofs.kernel import Compare, Dimension, Expression, Optimum, Polynomial, SameOptimisers, Scope, Statement
from pcaproofs.language.conclusions import (
    ForAll,
    SymbolicOptimum,
    SymbolicSameOptimisers,
)
from pcaproofs.language.derived import THEOREM, Derived, Kind, Notation, looks_valued
from pcaproofs.language.express import name_text, text
from pcaproofs.language.expressions import Hint
from pcaproofs.language.hypotheses import ENTRIES, Named
from pcaproofs.language.names import MATRIX, Unreadable, kernel_name
from pcaproofs.language.nodes import InverseOf
from pcaproofs.language.powers import exponents
from pcaproofs.language.predicates import simplified
from pcaproofs.language.rationals import over
from pcaproofs.language.relations import RelationReader
from pcaproofs.language.renaming import kroneckers, without_differences
from pcaproofs.language.selections import laws
from pcaproofs.language.shapes import check_equal
from pcaproofs.language.sizes import as_expression
from pcaproofs.language.symbolic_parts import check_bound, expressions_in
from pcaproofs.language.ties import Varied
from pcaproofs.terms import ZERO, from_polynomial, sides, substituted, term_count, walk

LOGARITHMS = (Kind.LOGARITHM, Kind.DETERMINANT)
FOLLOWING = (Kind.ROOT, Kind.RECIPROCAL, Kind.INVERSE, Kind.FACTOR)  # letters that may vary with a variable
MAX_SUM = 12  # terms of a hypothesis that is read as a product of two sums
MAX_FACTORS = 6  # the reader adds cyclic rotations of products with at most this many factors that are equal to I


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
    (conclusion, *assuming), sizes = without_differences([kroneckers(item) for item in (conclusion, *assuming)])
    check_bound(conclusion, assuming)
    assuming = tuple([one for item in assuming for one in simplified(item)])
    reader = Reader()
    reader.assumed += map(str, sizes)
    if isinstance(conclusion, SymbolicOptimum):
        reader.optimised = {kernel_name(x) for x, _ in conclusion.at if isinstance(x, Symbol)}
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


class Reader(RelationReader):
    """Reads hypotheses and conclusions."""

    def assume(self, item: Any, k: int) -> tuple[str, ...]:
        """Adds hypothesis number k, and gives its names in the kernel."""
        if isinstance(item, InverseOf):  # stated by the author, so not an implicit assumption
            assumed = list(self.assumed)
            self.read(item)
            self.inverse_of_blocks(self.read(item.args[0]))
            self.assumed = assumed + [x for x in self.assumed if x not in assumed and x.startswith(THEOREM)]
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
        for h in laws(self.derived, self.letters, self.nested, self._degree(conclusion)):
            self.add(h.left, h.relation, h.right)
        self.mirror_inverses()
        self.mirror_sums()
        self.determinant_laws(conclusion)
        if self.sequences and self.varied:
            raise Unreadable(f"got a power {self.k} beside a derivative or an optimum, but should be without")
        self.check_ties()
        self.assumed += self.places_assumed()
        own = [name for name in self.letters if name not in self.derived and name not in self.sequences]
        self.hints += [("plain", (name,)) for name in own if looks_valued(name)]

    def _degree(self, conclusion: Any) -> int:
        """The highest power, or number of equal factors, in the conclusion."""
        inside = [x for e in sides(conclusion) for x in walk(e)]
        powers = [x[2] for x in inside if x[0] == "pow"]
        return max([*powers, *(max(map(x.count, x[1:])) for x in inside if x[0] == "mul")], default=1)

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

    def mirror_sums(self) -> None:
        """Adds BA = αB + βA + γI for every hypothesis AB = αB + βA + γI about square letters, if αβ + γ ≠ 0.

        It is (A − αI)(B − βI) = (αβ + γ)I, so that both factors are inverses of each other but for a number.
        """
        scope: Scope | None = None
        for h in list(self.hypotheses.values()):
            rows, cols = self.shape(h.left) if h.relation == "=" else (1, 1)
            if rows != cols or rows == 1 or term_count(h.left) + term_count(h.right) > MAX_SUM:
                continue
            scope = self.scope() if scope is None else scope
            p = scope.difference(h.left, h.right)
            pairs = [word for _, word in p.terms if len(word) == 2]
            if len(pairs) != 1 or any(scalars or len(word) > 2 for scalars, word in p.terms):
                continue
            a, b = pairs[0]
            singles = {word[0]: c for (_, word), c in p.terms.items() if len(word) == 1}
            unit, head = p.terms.get(((), ()), 0), p.terms[(), (a, b)]
            if a is b or not {*singles} <= {a, b} or len(singles) < 1:
                continue
            if singles.get(a, 0) * singles.get(b, 0) == unit * head:
                continue
            turned = from_polynomial(Polynomial(rows, cols, [(((), (b, a)), 1)]))
            others = [(m, -over(c, head)) for m, c in p.terms.items() if m != ((), (a, b))]
            self.add(turned, "=", from_polynomial(Polynomial(rows, cols, others)))
            self.assumed.append(
                f"{text(turned)} = {text(from_polynomial(Polynomial(rows, cols, others)))} as "
                f"{text(h.left)} = {text(h.right)}, both being square"
            )

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
                "got False: SymPy evaluated the statement before it could be read, and SymPy is no authority here: it "
                "says so of sides that differ, that differ in shape, and even of A - A = 0; write equal(left, right) "
                "in place of Eq to see where it fails or which dimensions clash"
            )
        if isinstance(conclusion, SymbolicOptimum):
            at = tuple((self.variable(x), self.read(value)) for x, value in conclusion.at)
            value = None if conclusion.value is None else self.read(conclusion.value)
            exactly = tuple(Compare(*self.relation(e)) for e in conclusion.exactly)
            objective = self.read(conclusion.objective)
            self.without_strict({name for name, _ in at})
            at += self.dependent(dict(at))
            final = Optimum(conclusion.sense, objective, at, value, exactly)
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
            variables += tuple(name for name in self.letters if self._varies(name, {*variables}))
            self.vary(variables, ("add", first[1], second[1]))
            return SameOptimisers(variables, first, second)
        left, relation, right = self.relation(conclusion, hypothesis=False)
        if relation not in ("=", ">="):
            raise Unreadable(f"got a conclusion with {relation}, but should be Eq, Ge, Le, a named property or a list")
        return Compare(left, relation, right)

    def without_strict(self, variables: set[str]) -> None:
        """Puts f ≥ 0 and f·c = 1 in the place of f > 0, and f·c = 1 in that of f ≠ 0, for constraints on variables."""
        for name, h in list(self.hypotheses.items()):
            f = h.left if h.right == ZERO else ("add", h.left, ("mul", ("number", "-1"), h.right))
            if h.relation in (">", "!=") and self.names_in(f) & variables and self.shape(f) == (1, 1):
                del self.hypotheses[name]
                if h.relation == ">":
                    self.add(h.left, ">=", h.right)
                self.function_letter(Kind.RECIPROCAL, f, Notation.INVERSE.write(f"({text(f)})"), (1, 1))

    def dependent(self, at: dict[str, Expression]) -> tuple[tuple[str, Expression], ...]:
        """The roots, reciprocals, inverses and factors that depend on variables, each with its value at the optimum.

        They become variables themselves: √f is the only r ≥ 0 with r² = f, so that the least r over x and r is that
        over x. The objective does not have the F of a positive semidefinite S = FᵀF, which exists for each feasible S.
        """
        values, names = dict(at), set(at)
        has_logs = any(self._varies(name, names, (Kind.LOGARITHM,)) for name in self.letters)
        kinds = FOLLOWING + LOGARITHMS * has_logs
        for name in [name for name in self.letters if self._varies(name, names, kinds)]:
            derived = self.derived[name]
            assert derived.of is not None
            values[name] = self._value_at(name, derived.kind, derived.of, substituted(derived.of, values))
        return tuple((name, e) for name, e in values.items() if name not in at)

    def _varies(self, name: str, names: set[str], kinds: tuple[Kind, ...] = FOLLOWING) -> bool:
        """Whether a letter is a root, a reciprocal, an inverse or a factor of what has one of these variables."""
        kind = self.derived[name].kind if name in self.derived else None
        return kind in kinds and name not in names and bool(self.depends.get(name, set()) & names)

    def _value_at(self, name: str, kind: Kind, of: Expression, at: Expression) -> Expression:
        """The root, reciprocal, inverse or factor of an expression where it is `at`, as a number or as a letter."""
        p = self.multiplied_out(at)
        known = p.terms.get(((), ()), 0) if len(p.terms) < 2 else None
        if p.shape == (1, 1) and (not p.terms or known):
            at = ("number", str(known))
        if kind is Kind.INVERSE:
            inverted = self.derived.get(at[1]) if at[0] == "letter" else None
            if inverted is not None and inverted.kind is Kind.INVERSE and inverted.of is not None:
                return inverted.of
            return at if at[0] == "eye" or p.terms == {((), ()): 1} else self.inverse_letter(at)
        if kind is Kind.DETERMINANT:
            return self.determinant_of(at)
        if kind is Kind.LOGARITHM:
            return self.logarithm_of(at)
        if kind is Kind.FACTOR:
            return self._factor_of(at, p)
        if kind is Kind.RECIPROCAL:
            back = self._inverse_of(at)
            return self.reciprocal(at, 1) if back is None else back
        if at == ZERO or at == ("number", "1"):
            return at
        letter, new = self.function_letter(Kind.ROOT, at, Notation.ROOT.write(f"({text(at)})"), (1, 1))
        if new and f"{text(of)} ≥ 0" in self.assumed:
            self.assumed.append(f"{text(at)} ≥ 0")
        return ("letter", letter)

    def _factor_of(self, at: Expression, p: Polynomial) -> Expression:
        """An F with FᵀF = at, which is assumed to be positive semidefinite unless F is known."""
        if not p.terms or p.terms == {((), ()): 1}:
            return ("zero", *p.shape) if not p.terms else at
        for name, d in self.derived.items():
            if d.kind is Kind.FACTOR and d.of is not None and self.multiplied_out(d.of) == p:
                return ("letter", name)
        name, new = self.function_letter(Kind.FACTOR, at, Notation.ROOT.write(text(at)), p.shape)
        if new:
            self.assumed.append(f"{text(at)} is positive semidefinite")
        return ("letter", name)

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
