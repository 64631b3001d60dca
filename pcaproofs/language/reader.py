"""Reading of SymPy statements: `read(conclusion, assuming)` gives the kernel's Statement and its assumptions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sympy import Symbol
from sympy.logic.boolalg import BooleanFalse, BooleanTrue

from pcaproofs.kernel import Compare, Dimension, Expression, Polynomial, Scope, Statement
from pcaproofs.language.conclusions import ForAll, SymbolicOptimum, SymbolicSameOptimisers
from pcaproofs.language.derived import THEOREM, Kind, Meaning, looks_valued
from pcaproofs.language.determinants import determinant_laws, inverse_of_blocks
from pcaproofs.language.express import text
from pcaproofs.language.expressions import pinv_letter
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.nodes import InverseOf
from pcaproofs.language.powers import exponents
from pcaproofs.language.predicates import simplified
from pcaproofs.language.refusals import AlreadyTrue, NeverTrue, Unreadable
from pcaproofs.language.relations import both_sides, indices_apart, relation
from pcaproofs.language.selections import laws
from pcaproofs.language.sizes import as_expression
from pcaproofs.language.sums import for_all
from pcaproofs.language.symbolic_parts import check_bound, expressions_in, kroneckers, without_differences
from pcaproofs.language.symbols import MATRIX, Hint, SymbolTable, kernel_name
from pcaproofs.language.varying import check_ties, check_types, optimum, same_optimisers
from pcaproofs.terms import from_polynomial, over, sides, term_count, walk

MAX_SUM = 12  # terms of a hypothesis that is read as a product of two sums
MAX_FACTORS = 6  # the reader adds cyclic rotations of products with at most this many factors that are equal to I
NO_AUTHORITY = "SymPy evaluated the statement before it could be read, and SymPy is no authority here"


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
    derived: Mapping[str, Meaning] = field(compare=False, default_factory=dict)
    functions: tuple[tuple[Expression, Kind, Expression | None], ...] = field(compare=False, default=())
    sequences: tuple[tuple[str, Expression, Expression], ...] = ()
    exponent: Any = None


def read(conclusion: Any, assuming: Iterable[Any] = (), *, powers: bool = False) -> Reading:
    """The kernel statement of a SymPy conclusion under hypotheses.

    powers: whether a symbol may be an exponent; then the statement is one of a kernel's Family.
    Raises IllTyped where dimensions clash, Unreadable for a node or a name without a meaning, AlreadyTrue or
    NeverTrue if SymPy has turned the conclusion or a hypothesis into True or False.
    """
    (conclusion, *assuming), sizes = without_differences([kroneckers(item) for item in (conclusion, *assuming)])
    check_bound(conclusion, assuming)
    assuming = tuple([one for item in assuming for one in simplified(item)])
    written = list(expressions_in((conclusion, *assuming)))
    s = SymbolTable(written={str(getattr(x, "name", x)) for e in written for x in getattr(e, "free_symbols", ())})
    s.assumed += map(str, sizes)
    if isinstance(conclusion, SymbolicOptimum):
        s.optimised = {kernel_name(x) for x, _ in conclusion.at if isinstance(x, Symbol)}
    s.find_dimensions(written)
    if powers and (symbols := exponents(written) - s.lengths):
        if len(symbols) > 1:
            raise Unreadable(f"got the exponents {', '.join(sorted(map(str, symbols)))}, but should be one symbol")
        (s.k,) = symbols
    factors: dict[Any, Named] = {}
    for item in assuming:
        factor = item.factor() if isinstance(item, Named) else None
        if factor is None:
            continue
        if any(e.has(factor) for e in written) or factors.setdefault(factor, item) != item:
            raise Unreadable(f"got two that are written {factor.name}, which here is the factor of {item}")
    said = tuple(assume(s, item, k) for k, item in enumerate(assuming, 1))
    final = _conclude(s, conclusion)
    _finish(s, final)
    statement = s.statement(final)
    check_types(s, final)
    return Reading(
        statement,
        tuple(s.hints),
        tuple(s.assumed),
        conclusion,
        assuming,
        said,
        sums=tuple(s.sums),
        derived={name: derived for name, derived in s.derived.items() if name in s.letters},
        functions=tuple(s.functions),
        sequences=tuple((name, *pair) for name, pair in s.sequences.items()),
        exponent=s.k,
    )


def assume(s: SymbolTable, item: Any, k: int) -> tuple[str, ...]:
    """Adds hypothesis number k, and gives its names in the kernel."""
    if isinstance(item, InverseOf):  # stated by the author, so not an implicit assumption
        assumed = list(s.assumed)
        s.read(item)
        inverse_of_blocks(s, s.read(item.args[0]))
        s.assumed = assumed + [x for x in s.assumed if x not in assumed and x.startswith(THEOREM)]
        return ()
    if isinstance(item, Named):
        said = tuple([s.add(*both_sides(s, *equation)) for equation in item.equations()])
        if item.entries() is not None:
            s.hints.append((item.kind, (s.name_of(item.args[0], MATRIX),)))
        elif names := item.symbols():
            s.hints.append((item.kind, names))
        if (factor := item.factor()) is not None:
            name, of = s.name_of(factor, MATRIX), s.read(item.args[0])
            s.depends[name] = s.names_in(of)
            if item.kind == "psd":
                s.derived[name] = Meaning(Kind.FACTOR, of)
        return said
    if isinstance(item, ForAll):
        left, right = for_all(s, item)
        return (s.add(left, "=", right),)
    if isinstance(item, BooleanFalse):
        raise NeverTrue(f"got assumption {k} already turned into False by SymPy; write equal(left, right)")
    if isinstance(item, BooleanTrue):  # True adds no information
        return ()
    if (pair := indices_apart(s, item)) is not None:
        s.apart.append(pair)
        return ()
    return (s.add(*relation(s, item)),)


def _conclude(s: SymbolTable, conclusion: Any) -> Any:
    """The kernel's conclusion. Raises AlreadyTrue, NeverTrue, Unreadable."""
    if isinstance(conclusion, bool):
        raise Unreadable(f"got {conclusion}: == compares how two things are written; write equal(left, right)")
    if isinstance(conclusion, BooleanTrue):
        raise AlreadyTrue(
            f"got True: {NO_AUTHORITY}; write equal(left, right) in place of Eq, and inverse(A) in place of A.inv()"
        )
    if isinstance(conclusion, BooleanFalse):
        raise NeverTrue(
            f"got False: {NO_AUTHORITY}: it says so of sides that differ, that differ in shape, and even of A - A = 0; "
            "write equal(left, right) in place of Eq to see where it fails or which dimensions clash"
        )
    if isinstance(conclusion, SymbolicOptimum):
        return optimum(s, conclusion)
    if isinstance(conclusion, SymbolicSameOptimisers):
        return same_optimisers(s, conclusion)
    left, sign, right = relation(s, conclusion, hypothesis=False)
    if sign not in ("=", ">="):
        raise Unreadable(f"got a conclusion with {sign}, but should be Eq, Ge, Le, a named property or a list")
    return Compare(left, sign, right)


def _finish(s: SymbolTable, conclusion: Any) -> None:
    """Adds what depends on all hypotheses: one-sided inverses, letters held fixed, distinct basis vectors."""
    _ranks_of_factors(s, conclusion)
    s.finish_places()
    for n in s.size_sums:
        s.equate(("size", n), as_expression(n))
    s.suppose(laws(s.derived, s.letters, s.nested, _degree(conclusion)))
    _mirror_inverses(s)
    _mirror_sums(s)
    determinant_laws(s, conclusion)
    if s.sequences and s.varied:
        raise Unreadable(f"got a power {s.k} beside a derivative or an optimum, but should be without")
    check_ties(s)
    s.assumed += s.places_assumed()
    own = [name for name in s.letters if name not in s.derived and name not in s.sequences]
    s.hints += [("plain", (name,)) for name in own if looks_valued(name)]


def _ranks_of_factors(s: SymbolTable, conclusion: Any) -> None:
    """Adds the letter F⁺ to an inequality with (FG)⁺, as rank(FG) ≤ rank(F), which is at most the columns of F."""
    if getattr(conclusion, "relation", "") == ">=":
        for of, _ in s.letters_of(Kind.PSEUDO_INVERSE):
            if of[0] == "mul" and of[1][0] == "letter":
                pinv_letter(s, of[1])


def _degree(conclusion: Any) -> int:
    """The highest power, or number of equal factors, in the conclusion."""
    inside = [x for e in sides(conclusion) for x in walk(e)]
    powers = [x[2] for x in inside if x[0] == "pow"]
    return max([*powers, *(max(map(x.count, x[1:])) for x in inside if x[0] == "mul")], default=1)


def _mirror_inverses(s: SymbolTable) -> None:
    """Adds BA = I for every hypothesis AB = I about square A and B.

    It is true of square matrices (Horn and Johnson, Matrix Analysis, §0.5), but does not follow from AB = I by
    multiplying out, which is all that the kernel does. A and B may be products: ASAᵀZ = I gives SAᵀZA = I,
    AᵀZAS = I and ZASAᵀ = I.
    """
    equations = [(h.left, h.right) for h in s.hypotheses.values() if h.relation == "="]
    known = {_factors(side) for pair in equations for side in pair}
    for product, eye in [(a, b) for pair in equations for a, b in (pair, pair[::-1])]:
        factors = _factors(product)
        if eye[0] != "eye" or eye[1] == 1 or not 1 < len(factors) <= MAX_FACTORS:
            continue
        square = (eye[1], eye[1])
        for i in range(1, len(factors)):
            first, second = factors[:i], factors[i:]
            if second + first in known or not s.product_shape(first) == s.product_shape(second) == square:
                continue
            known.add(second + first)
            flat = s.product_shape(second + first) == square  # not so where a scalar xᵀy is torn apart
            turned = ("mul", *second, *first) if flat else ("mul", ("mul", *second), ("mul", *first))
            s.equate(turned, eye)
            s.assumed.append(f"{text(turned)} = I as {text(product)} = I, both being square")


def _factors(e: Expression) -> tuple[Expression, ...]:
    return tuple(factor for part in e[1:] for factor in _factors(part)) if e[0] == "mul" else (e,)


def _mirror_sums(s: SymbolTable) -> None:
    """Adds BA = αB + βA + γI for every hypothesis AB = αB + βA + γI about square letters, if αβ + γ ≠ 0.

    It is (A − αI)(B − βI) = (αβ + γ)I, so that both factors are inverses of each other but for a number.
    """
    scope: Scope | None = None
    for h in list(s.hypotheses.values()):
        is_sum = h.relation == "=" and any(e[0] == "add" for side in (h.left, h.right) for e in walk(side))
        rows, cols = s.shape(h.left) if is_sum else (1, 1)
        if rows != cols or rows == 1 or term_count(h.left) + term_count(h.right) > MAX_SUM:
            continue
        scope = s.scope() if scope is None else scope
        p = scope.difference(h.left, h.right)
        pairs = [word for _, word in p.terms if len(word) == 2]
        if len(pairs) != 1 or any(scalars or len(word) > 2 for scalars, word in p.terms):
            continue
        a, b = pairs[0]
        singles = {word[0]: c for (_, word), c in p.terms.items() if len(word) == 1}
        unit, head = p.terms.get(((), ()), 0), p.terms[(), (a, b)]
        if a is b or not {*singles} <= {a, b} or not singles or singles.get(a, 0) * singles.get(b, 0) == unit * head:
            continue
        turned = from_polynomial(Polynomial(rows, cols, [(((), (b, a)), 1)]))
        others = [(m, -over(c, head)) for m, c in p.terms.items() if m != ((), (a, b))]
        rest = from_polynomial(Polynomial(rows, cols, others))
        s.equate(turned, rest)
        s.assumed.append(f"{text(turned)} = {text(rest)} as {text(h.left)} = {text(h.right)}, both being square")
