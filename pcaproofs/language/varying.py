"""Reading of derivatives and optima, in which some letters vary and all others are held fixed.

The kernel's derivative varies one letter and holds all others fixed. X⁻¹ is a separate letter there, so the reader
writes D f[H] as the kernel's derivative by X along H, plus the derivative by each derived letter along its
differential. The differential follows from the equations that define the letter: X·Y = I gives H·Y + X·dY = 0, so
dY = −Y·H·Y. It exists wherever the letter does: invertible matrices, and nonzero numbers, are open sets. A root
is differentiable where it is not zero, which is then assumed. The differential of det(X) is tr(adj(X)·H) (Jacobi), that
of log f is Df[H]/f. Source: Magnus and Neudecker, Matrix Differential Calculus, chapters 5 and 8.

A letter that an equation defines as a function of a variable is refused, because the author cannot mean to hold it
fixed. If hypotheses connect any other letter with a variable, the reading reports that it is held fixed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from pcaproofs.kernel import Compare, Expression, IllTyped, Optimum, Polynomial, SameOptimisers, Scope, Word, letter
from pcaproofs.language import nodes
from pcaproofs.language.conclusions import SymbolicOptimum, SymbolicSameOptimisers
from pcaproofs.language.derived import Kind, Meaning, Naming, definition
from pcaproofs.language.determinants import (
    adjugate_by_traces,
    adjugate_of,
    determinant_of,
    inverted_scalar,
    logarithm_of,
    meaning,
)
from pcaproofs.language.express import name_text, text
from pcaproofs.language.expressions import reciprocal
from pcaproofs.language.hypotheses import ENTRIES
from pcaproofs.language.nodes import reads
from pcaproofs.language.powers import MINUS_ONE, product
from pcaproofs.language.refusals import Unreadable
from pcaproofs.language.relations import relation
from pcaproofs.language.shapes import check_equal, clash
from pcaproofs.language.symbols import SymbolTable, Varied, minus
from pcaproofs.terms import HUGE, ZERO, from_polynomial, is_ones, substituted, term_count, walk

MAX_TERMS = 2_000  # longer equations are not examined as definitions of a letter
HALF: Expression = ("number", "1/2")
JACOBI = "that the derivative of det(A) along H is tr(adj(A)·H)"
LOGARITHMS = (Kind.LOGARITHM, Kind.DETERMINANT)
FOLLOWING = (Kind.ROOT, Kind.RECIPROCAL, Kind.INVERSE, Kind.FACTOR)  # letters that may vary with a variable


# ------------------------------------------------------------------------------------------------- derivatives
def _variable(s: SymbolTable, x: Any) -> str:
    """The name of the letter that a derivative or an optimum varies."""
    if not isinstance(x, sp.MatrixSymbol | sp.Symbol):
        raise Unreadable(f"got the variable {x}, but should be a symbol")
    e = s.read(x)
    if e[0] != "letter":
        raise Unreadable(f"got the variable {x}, but should be a letter, and not a dimension")
    return str(e[1])


@reads(nodes.ScalarGradient, nodes.MatrixGradient)
def _gradient(s: SymbolTable, e: Any) -> Expression:
    """∇f of a scalar f, computed as the gradient by h of the derivative in a direction h, which is linear in h."""
    f, x = e.args
    name = _variable(s, x)
    body = _varied(s, e, f, name)
    if s.shape(body) != (1, 1):
        raise IllTyped(f"got the gradient of {clash(s.shape(body), 'and', (1, 1))} [in {e}]")
    if not _moved(s, body, name):
        return ("gradient", body, name)
    if term_count(body) > HUGE:
        raise Unreadable(f"got a product of more than {HUGE} terms, but should be small enough to differentiate")
    direction = f"direction[{name}]"
    s.reserve(direction, f"a direction in which {name} varies")
    s.letters[direction] = s.letters[name]
    try:
        derivative = _derivative(s, body, name, ("letter", direction))
        along = s.scope().expand(derivative)
    finally:
        shape = s.letters.pop(direction)
    return from_polynomial(along.gradient(letter(direction, *shape)))


@reads(nodes.ScalarDirectional, nodes.MatrixDirectional)
def _directional(s: SymbolTable, e: Any) -> Expression:
    """D f[h], with a direction h of the variable's shape."""
    f, x, h = e.args
    name = _variable(s, x)
    body = _varied(s, e, f, name)
    direction = s.read(h)
    if s.shape(direction) != s.letters[name]:
        raise IllTyped(f"got {clash(s.letters[name], 'and', s.shape(direction))} [in {e}]")
    return _derivative(s, body, name, direction)


def _varied(s: SymbolTable, e: Any, f: Any, name: str) -> Expression:
    """The expression that is differentiated; `check_ties` looks later at the letters that this holds fixed."""
    body = s.read(f)
    moved = {x for x in s.names_in(body) if x in s.derived and name in s.depends.get(x, ())}
    s.varied.append(Varied((name,), body, str(e), moved=frozenset(moved)))
    return body


def _own(e: Expression) -> dict[str, None]:
    """The letters that are written in an expression, in order."""
    return dict.fromkeys(x[1] for x in walk(e) if x[0] in ("letter", "inverse"))


def _moved(s: SymbolTable, e: Expression, name: str) -> list[str]:
    """The derived letters in an expression that are functions of a letter, in order."""
    return [x for x in _own(e) if name in s.depends.get(x, ())]


def _derivative(s: SymbolTable, e: Expression, name: str, h: Expression) -> Expression:
    """The derivative of an expression when a letter moves along h, and the letters that depend on it move too."""
    moved = _moved(s, e, name)
    terms: list[Expression] = [("derivative", e, name, h)] if name in _own(e) or not moved else []
    terms += [("derivative", e, x, _differential(s, x, name, h)) for x in moved]
    return terms[0] if len(terms) == 1 else ("add", *terms)


def _differential(s: SymbolTable, x: str, name: str, h: Expression) -> Expression:
    """The derivative of a derived letter x as `name` moves along h. Raises Unreadable if there is no rule."""
    own: Expression = ("letter", x)
    match s.derived.get(x):
        case Meaning(Kind.NAMED, of) if of is not None:
            return _derivative(s, of, name, h)
        case Meaning(Kind.DETERMINANT, of) if of is not None:
            m = meaning(s, of)
            s.take_theorem(JACOBI)
            known = s.known_inverse(m)  # adj(M) is det(M)·M⁻¹ where the statement has this inverse
            turned = adjugate_of(s, m) if known is None else ("mul", own, known)
            return ("tr", ("mul", turned, _derivative(s, m, name, h)))
        case Meaning(Kind.ADJUGATE, of) if of is not None and (whole := _adjugate_written_out(s, of)) is not None:
            return _derivative(s, whole, name, h)
        case Meaning(Kind.LOGARITHM, of) if of is not None:
            s.take_theorem("that the derivative of log f is that of f, divided by f")
            return _rate(s, of, name, h)
        case Meaning(kind, of) if of is not None and (rule := differential(kind, own)) is not None:
            inner = _derivative(s, of, name, h)
            below = (reciprocal(s, own),) if kind is Kind.ROOT else ()
            return ("mul", *rule[0], *below, inner, *rule[1])
    raise Unreadable(
        f"got {name_text(x)} where {name_text(name)} varies, but only inverses, reciprocals, roots, determinants "
        "and logarithms are differentiated"
    )


def _adjugate_written_out(s: SymbolTable, m: Expression) -> Expression | None:
    """adj(M) as a polynomial for the sizes 2 to 4, as det(M)·M⁻¹ where the statement has this inverse; or None."""
    n = s.shape(m)[0]
    if n in (2, 3, 4):
        return adjugate_by_traces(m, int(n))
    known = s.known_inverse(m)
    return None if known is None else ("mul", determinant_of(s, m), known)


def _rate(s: SymbolTable, e: Expression, name: str, h: Expression) -> Expression:
    """The derivative of a scalar that is > 0, divided by the scalar: the derivative of its logarithm.

    Every factor of the scalar is ≠ 0, so that a matrix is invertible if its determinant is a factor.
    """
    if not _moved(s, e, name) and name not in _own(e):
        return ZERO
    match e:
        case ("mul", *factors):
            return ("add", *(_rate(s, f, name, h) for f in factors))
        case ("pow", a, int(k)) if k > 0:
            return ("mul", ("number", str(k)), _rate(s, a, name, h))
    if (of := s.argument(e, Kind.DETERMINANT)) is not None:
        m = meaning(s, of)
        s.take_theorem(JACOBI)
        return ("tr", ("mul", s.inverse_letter(m), _derivative(s, m, name, h)))
    if (of := s.argument(e, Kind.ROOT)) is not None:
        return ("mul", HALF, _rate(s, of, name, h))
    return product([_derivative(s, e, name, h), reciprocal(s, e)])


def differential(kind: Kind, x: Expression) -> tuple[tuple[Expression, ...], tuple[Expression, ...]] | None:
    """The factors before and after dx in the differential of a derived letter of x; None if there is no rule.

    For a root the caller adds the factor 1/x.
    """
    match kind:
        case Kind.INVERSE | Kind.RECIPROCAL:
            return (MINUS_ONE, x), (x,)
        case Kind.ROOT:
            return (HALF,), ()
    return None


# ------------------------------------------------------------------------------------------------- optima
def optimum(s: SymbolTable, conclusion: SymbolicOptimum) -> Optimum:
    """The kernel's claim about an optimum."""
    at = tuple((_variable(s, x), s.read(value)) for x, value in conclusion.at)
    value = None if conclusion.value is None else s.read(conclusion.value)
    exactly = tuple(Compare(*relation(s, e)) for e in conclusion.exactly)
    objective = s.read(conclusion.objective)
    _without_strict(s, {name for name, _ in at})
    at += _dependent(s, dict(at))
    beside = [e for c in exactly for e in (c.left, c.right)] + ([] if value is None else [value])
    _vary(s, [name for name, _ in at], objective, *beside)
    for what, e in (*((f"{name} =", e) for name, e in at), *([] if value is None else [("the value", value)])):
        if varying := s.names_in(e) & {name for name, _ in at}:
            raise Unreadable(f"got {what} {text(e)}, but should not mention the variable {min(varying)}")
    return Optimum(conclusion.sense, objective, at, value, exactly)


def same_optimisers(s: SymbolTable, conclusion: SymbolicSameOptimisers) -> SameOptimisers:
    """The kernel's claim that two objectives have the same optimisers."""
    variables = tuple(_variable(s, x) for x in conclusion.variables)
    problems = (conclusion.first, conclusion.second)
    if wrong := [sense for sense, _ in problems if sense not in ("min", "max")]:
        raise Unreadable(f"got the sense {wrong[0]!r}, but should be 'min' or 'max'")
    first, second = ((sense, s.read(f)) for sense, f in problems)
    variables += tuple(name for name in s.letters if _varies(s, name, {*variables}))
    _vary(s, variables, ("add", first[1], second[1]))
    return SameOptimisers(variables, first, second)


def check_types(s: SymbolTable, conclusion: Any) -> None:
    """Checks that an objective is a scalar and that the claimed optimum has the shape of its variable."""
    scalars = []
    if isinstance(conclusion, Optimum):
        scalars = [conclusion.objective]
    elif isinstance(conclusion, SameOptimisers):
        scalars = [conclusion.first[1], conclusion.second[1]]
    for e in scalars:
        check_equal(text(e), s.shape(e), "an objective", (1, 1), "as")
    if isinstance(conclusion, Optimum):
        for name, e in conclusion.at:
            check_equal(name, s.letters[name], text(e), s.shape(e), "=")
        if conclusion.value is not None:
            check_equal(text(conclusion.value), s.shape(conclusion.value), "an objective", (1, 1), "as")


def _without_strict(s: SymbolTable, variables: set[str]) -> None:
    """Puts f ≥ 0 and f·c = 1 in the place of f > 0, and f·c = 1 in that of f ≠ 0, for constraints on variables."""
    for name, h in list(s.hypotheses.items()):
        f = h.left if h.right == ZERO else ("add", h.left, minus(h.right))
        if h.relation in (">", "!=") and s.names_in(f) & variables and s.shape(f) == (1, 1):
            del s.hypotheses[name]
            if h.relation == ">":
                s.add(h.left, ">=", h.right)
            s.function_letter(Kind.RECIPROCAL, f, Naming.INVERSE.write(f"({text(f)})"), (1, 1))


def _dependent(s: SymbolTable, at: dict[str, Expression]) -> tuple[tuple[str, Expression], ...]:
    """The roots, reciprocals, inverses and factors that depend on variables, each with its value at the optimum.

    They become variables themselves: √f is the only r ≥ 0 with r² = f, so that the least r over x and r is that over x.
    The objective does not have the F of a positive semidefinite S = FᵀF, which exists for each feasible S.
    """
    values, names = dict(at), set(at)
    has_logs = any(_varies(s, name, names, (Kind.LOGARITHM,)) for name in s.letters)
    kinds = FOLLOWING + LOGARITHMS * has_logs
    for name in [name for name in s.letters if _varies(s, name, names, kinds)]:
        derived = s.derived[name]
        assert derived.of is not None
        values[name] = _value_at(s, derived.kind, derived.of, substituted(derived.of, values))
    return tuple((name, e) for name, e in values.items() if name not in at)


def _varies(s: SymbolTable, name: str, names: set[str], kinds: tuple[Kind, ...] = FOLLOWING) -> bool:
    """Whether a letter is a root, a reciprocal, an inverse or a factor of what has one of these variables."""
    kind = s.derived[name].kind if name in s.derived else None
    return kind in kinds and name not in names and bool(s.depends.get(name, set()) & names)


def _value_at(s: SymbolTable, kind: Kind, of: Expression, at: Expression) -> Expression:
    """The root, reciprocal, inverse or factor of an expression where it is `at`, as a number or as a letter."""
    p = s.multiplied_out(at)
    known = p.terms.get(((), ()), 0) if len(p.terms) < 2 else None
    if p.shape == (1, 1) and (not p.terms or known):
        at = ("number", str(known))
    match kind:
        case Kind.INVERSE:
            if (inverted := s.argument(at, Kind.INVERSE)) is not None:
                return inverted
            return at if at[0] == "eye" or p.terms == {((), ()): 1} else s.inverse_letter(at)
        case Kind.DETERMINANT:
            return determinant_of(s, at)
        case Kind.LOGARITHM:
            return logarithm_of(s, at)
        case Kind.FACTOR:
            return _factor_of(s, at, p)
        case Kind.RECIPROCAL:
            back = inverted_scalar(s, at)
            return reciprocal(s, at) if back is None else back
    if at in (ZERO, ("number", "1")):
        return at
    root, new = s.function_letter(Kind.ROOT, at, Naming.ROOT.write(f"({text(at)})"), (1, 1))
    if new and f"{text(of)} ≥ 0" in s.assumed:
        s.assumed.append(f"{text(at)} ≥ 0")
    return ("letter", root)


def _factor_of(s: SymbolTable, at: Expression, p: Polynomial) -> Expression:
    """An F with FᵀF = at, which is assumed to be positive semidefinite unless F is known."""
    if not p.terms or p.terms == {((), ()): 1}:
        return at if p.terms else ("zero", *p.shape)
    for name, d in s.derived.items():
        if d.kind is Kind.FACTOR and d.of is not None and s.multiplied_out(d.of) == p:
            return ("letter", name)
    name, new = s.function_letter(Kind.FACTOR, at, Naming.ROOT.write(text(at)), p.shape)
    if new:
        s.assumed.append(f"{text(at)} is positive semidefinite")
    return ("letter", name)


def _vary(s: SymbolTable, names: Sequence[str], objective: Expression, *beside: Expression) -> None:
    """Records the variables of an optimum. Raises Unreadable for none, or if 1/x or a letter depends on one."""
    if not names or len(set(names)) < len(names):
        raise Unreadable(f"got the variables {list(names)}, but should be different letters, at least one")
    given = [e for h in s.hypotheses.values() for e in (h.left, h.right)]
    for e in (x for whole in (objective, *beside, *given) for x in walk(whole)):
        if e[0] == "inverse" and e[1] in names:
            raise Unreadable(f"got 1/{name_text(e[1])} next to the variable {name_text(e[1])}, on which it depends")
    for name, on in s.depends.items():
        if name not in names and on & set(names):
            raise Unreadable(f"got {name} next to the variable {min(on & set(names))}, on which it depends")
    if said := {(kind, name) for kind, of in s.hints if kind in ENTRIES for name in of if name in names}:
        kind, name = min(said)
        raise Unreadable(f"got the variable {name} of {kind}({name}), whose entries no equation describes")
    s.varied.append(Varied(tuple(names), objective, "an optimum", beside))


# ------------------------------------------------------------------------------------------------- what is fixed
def check_ties(s: SymbolTable) -> None:
    """Adds to `assumed` the letters that are held fixed. Raises Unreadable for a function of a variable."""
    if not s.varied:
        return
    given, groups = _definitions(s, s.scope()), _groups(s)
    for varied in s.varied:
        variables = set(varied.variables)
        inside = s.names_in(varied.body) - variables - varied.moved
        for other in sorted(inside):
            found = _reached(given | {k: v | given.get(k, set()) for k, v in s.depends.items()}, other)
            if held := sorted(found & variables):
                raise Unreadable(
                    f"got {name_text(other)} where {name_text(held[0])} varies, but {name_text(other)} depends on "
                    f"{name_text(held[0])}; write it out, or let it vary too [in {varied.where}]"
                )
        inside |= set().union(*map(s.names_in, varied.beside))
        tied = set().union(*(group for group in groups if group & variables)) & inside - variables
        if fixed := [x for x in sorted(tied & s.letters.keys()) if not isinstance(s.symbols.get(x, ""), str)]:
            own = [x for x in varied.variables if x not in s.derived] or varied.variables
            names, moving = (", ".join(map(name_text, these)) for these in (fixed, own))
            said = f"holding {names} fixed as {moving} {'vary' if own[1:] else 'varies'}"
            if said not in s.assumed:
                s.assumed.append(said)


def _definitions(s: SymbolTable, scope: Scope) -> dict[str, set[str]]:
    """Letter -> letters of which an equation makes it a function.

    An equation defines Y if Y occurs in one term only, and this term is c·Y or c·Yᵀ with a number or dimension c.
    """
    given: dict[str, set[str]] = {}
    for h in s.hypotheses.values():
        is_name = s.argument(h.left, Kind.NAMED) is not None  # M = A + tB defines M, and not A
        if is_name or h.relation != "=" or term_count(h.left) + term_count(h.right) > MAX_TERMS:
            continue
        p = scope.difference(h.left, h.right)
        names = [{x.name for x in _letters_in(scalars, word)} for scalars, word in p.terms]
        for k, (scalars, word) in enumerate(p.terms):
            alone = _alone(scalars, word)
            others = set().union(*names[:k], *names[k + 1 :])
            if alone and alone not in others:
                given.setdefault(alone, set()).update(*(s.names_in(("letter", name)) for name in others))
    return given


def _groups(s: SymbolTable) -> list[set[str]]:
    """The connected components of the graph of letters, two of which are joined if a hypothesis has both.

    The definition of a root that varies with a variable joins nothing.
    """
    groups: list[set[str]] = []
    own = {x for varied in s.varied for x in varied.variables if x in s.derived}
    defining = {h for x in own for h in definition(x, s.derived[x], s.letters[x])}
    for h in s.hypotheses.values():
        if h not in defining:
            names = {x for x in s.names_in(("add", h.left, h.right)) if not is_ones(x)}
            touching = [group for group in groups if group & names]
            groups = [group for group in groups if group not in touching] + [names.union(*touching)]
    return groups


def _letters_in(scalars: Any, word: Word) -> Iterator[Any]:
    yield from (x for each in (word, *(atom for atom, _ in scalars if not isinstance(atom, str))) for x in each)


def _alone(scalars: Any, word: Word) -> str | None:
    """The letter of a monomial that is a number or dimension times one letter; None for any other monomial."""
    letters = list(_letters_in(scalars, word))
    is_power = not word and any(power != 1 for atom, power in scalars if not isinstance(atom, str))
    return letters[0].name if len(letters) == 1 and not is_power else None


def _reached(given: dict[str, set[str]], name: str) -> set[str]:
    """The letters that a letter depends on, directly or through others: the transitive closure of `given`."""
    found: set[str] = set()
    new = {name}
    while new:
        found |= new
        new = set().union(*(given.get(x, set()) for x in new)) - found
    return found - {name}
