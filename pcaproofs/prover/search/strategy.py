"""From the goals of a statement to a certificate: one goal at a time, cheap means first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pcaproofs.goals import feasible, is_about_the_optimum
from pcaproofs.kernel import (
    Certificate,
    Expression,
    Goal,
    Known,
    Polynomial,
    Proof,
    SameOptimisers,
    Scope,
    Statement,
    Weight,
    goals,
    number,
)
from pcaproofs.language.express import text
from pcaproofs.language.rationals import over
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.conjectures import guess
from pcaproofs.prover.search.context import Contradiction, Facts
from pcaproofs.prover.search.let_products import certify_products
from pcaproofs.prover.search.lets import is_huge
from pcaproofs.prover.search.membership import combine
from pcaproofs.prover.search.rewriting.completion import complete
from pcaproofs.prover.search.rewriting.rewriter import Steps
from pcaproofs.prover.search.saturation import citing, sharpen
from pcaproofs.prover.search.sos.modulo_facts import hidden_squares
from pcaproofs.prover.search.sos.squares import find_squares
from pcaproofs.prover.search.sos.statement_basis import written_words
from pcaproofs.terms import from_polynomial

Transform = tuple[Weight, Expression, int, str]
MANY = 40  # terms; the square of more is not looked at
SQUARES = 1.0  # seconds for one search for squares


class Unproved(Exception):  # noqa: N818
    """No certificate was found; the message names the goal, and what was left of it."""


def certify(statement: Statement, seconds: float) -> Certificate:
    """A certificate for the statement, to be checked; raises Unproved, Contradiction or IllTyped."""
    deadline = Deadline(seconds)
    if (found := certify_products(statement, deadline)) is not None:
        return found
    if is_huge(statement):
        raise Unproved("some product is too large to be multiplied out")
    transform = None
    if isinstance(statement.conclusion, SameOptimisers):
        transform = _find_transform(statement)
    draft = Certificate((), transform=transform)
    _, todo = goals(statement, draft)
    places = {str(feasible(name)): i for i, name in enumerate(todo[0][3])}
    todo.sort(key=lambda goal: places.get(goal[0], len(places)))  # the kernel's order of constraints is no order
    prepared: dict[frozenset[str], Facts] = {}
    likely = written_words(statement) if any(goal[1] == ">=" for goal in todo) else []
    proofs = []
    for goal in todo:
        proofs.append((goal[0], prove_goal(goal, deadline, prepared, likely)))
    return Certificate(tuple(proofs), transform=transform)


def prove_goal(
    goal: Goal,
    deadline: Deadline,
    prepared: dict[frozenset[str], Facts],
    likely: Sequence[Polynomial] = (),
) -> Proof:
    """A proof of one goal; likely: words whose squares to try."""
    name, relation, polynomial, known = goal
    key = frozenset(known)
    try:
        if key not in prepared:
            prepared[key] = Facts(known, deadline)
            prepared[key].likely = tuple(likely)
        facts = prepared[key]
        if relation == "=":
            return prove_zero(facts, polynomial, deadline, name)
        return prove_nonnegative(facts, polynomial, deadline, name, likely)
    except Contradiction as found:
        if any(map(is_about_the_optimum, found.used)):
            return found.proof(polynomial)  # no point is optimal, or none satisfies the equations: nothing to prove
        raise


def prove_zero(facts: Facts, goal: Polynomial, deadline: Deadline, name: str) -> Proof:
    """A proof that the goal is zero."""
    rest, steps = facts.reduce(goal)
    if not rest.terms:
        return facts.proof(steps, goal.shape)
    sharpen(facts, deadline)
    rest, steps = facts.reduce(goal)
    if not rest.terms:
        return facts.proof(steps, goal.shape)
    if (proof := _by_its_square(facts, goal)) or (proof := _times_nonzero(facts, goal)):
        return proof
    found = combine(facts, goal, deadline.within(0.5), slack=0)
    if found is not None:
        return facts.proof(found, goal.shape)
    if guess(facts):
        rest, steps = facts.reduce(goal)
        if not rest.terms:
            return facts.proof(steps, goal.shape)
    heaviest = 3 * max([facts.order.weight(r.word) for r in facts.rewriter.rules] or [0]) + 8

    def reached() -> bool:
        return not facts.reduce(goal)[0].terms

    if complete(facts, deadline, reached, heaviest):
        return facts.proof(facts.reduce(goal)[1], goal.shape)
    sharpen(facts, deadline)
    if (proof := _by_its_square(facts, goal)) or (proof := _times_nonzero(facts, goal)):
        return proof
    before = len(facts.lemmas)
    sharpen(facts, deadline, wide=True)
    if len(facts.lemmas) > before:
        return prove_zero(facts, goal, deadline, name)
    for target in (goal, *_factors(facts.reduce(goal)[0])):
        if (proof := _by_hidden_squares(facts, target, deadline.within(0.5))) and target is goal:
            return proof
        if proof:  # a factor of the goal is zero
            return facts.proof(facts.reduce(goal)[1], goal.shape)
    for slack in (4, 8, heaviest):
        found = combine(facts, goal, deadline, slack)
        if found is not None:
            return facts.proof(found, goal.shape)
        if proof := _times_nonzero(facts, goal, deadline, slack):
            return proof
        if (
            goal.shape != (1, 1)
            and len(goal.terms) < MANY
            and (found := combine(facts, goal.norm2(), deadline, slack)) is not None
        ):
            return _from_square(facts, goal, found)
    raise Unproved(f"{name}: left with {_shown(facts.reduce(goal)[0])}")


def _shown(p: Polynomial) -> str:
    shown = text(from_polynomial(p))
    return f"{shown} = 0" if len(shown) < 120 else f"{len(p.terms)} terms"


def _by_its_square(facts: Facts, goal: Polynomial) -> Proof | None:
    """M = 0 because ‖M‖² reduces to 0, or is 0 after multiplication by a scalar that is known to be nonzero."""
    if len(goal.terms) > MANY:
        return None
    square = goal.norm2()
    rest, steps = facts.reduce(square)
    if rest.terms and goal.shape == (1, 1):
        for name, s in facts.nonzero.items():
            if s.names():
                rest, steps = facts.reduce(s * square)
                if not rest.terms:
                    fact, _ = facts.derive(square, steps, ("1", ((name, 1),)))
                    steps = citing(fact, square)
                    break
    return None if rest.terms else _from_square(facts, goal, steps)


def _from_square(facts: Facts, goal: Polynomial, steps: Steps) -> Proof:
    """M = 0, given ‖M‖² = Σ steps."""
    ((fact, m),) = facts.derive_squares(((("1", ()), goal),), steps)
    return facts.proof(citing(fact, m), goal.shape)


def _factors(p: Polynomial) -> Iterator[Polynomial]:
    """The shorter words at the end and at the beginning of a single word."""
    if len(p.terms) == 1:
        (((_, word), _),) = p.terms.items()
        for i in range(1, len(word)):
            for part in (word[i:], word[:-i]):
                yield Polynomial(part[0].rows, part[-1].cols, [(((), part), 1)])


def _by_hidden_squares(facts: Facts, goal: Polynomial, deadline: Deadline) -> Proof | None:
    """M = 0 because weight·‖M‖² + Σ squares = 0, for a positive weight."""
    if len(goal.terms) > 2:
        return None
    positive = [(((name, 1),), s) for name, (relation, s) in facts.known.items() if relation == ">" and s.names()]
    for names, s in [*positive, ((), number(1))]:
        found = hidden_squares(facts, (s * goal.norm2()).scaled(-1), deadline, strict=True)
        if found is not None:
            squares, steps = found
            steps.scale(-1)
            new = facts.derive_squares(((("1", names), goal), *squares), steps)
            return facts.proof(citing(*new[0]), goal.shape)
    return None


def _times_nonzero(facts: Facts, goal: Polynomial, deadline: Deadline | None = None, slack: int = 0) -> Proof | None:
    """M = 0 because s·M is 0 for a scalar s that is known to be nonzero: by reduction or, in time, linear algebra."""
    for name, s in facts.nonzero.items():
        if not s.names():
            continue
        rest, steps = facts.reduce(s * goal)
        if rest.terms and deadline is not None and (found := combine(facts, s * goal, deadline, slack)) is not None:
            rest, steps = Polynomial(*goal.shape), found
        if not rest.terms:
            fact, _ = facts.derive(goal, steps, ("1", ((name, 1),)))
            return facts.proof(citing(fact, goal), goal.shape)
    return None


def prove_nonnegative(
    facts: Facts, goal: Polynomial, deadline: Deadline, name: str, likely: Sequence[Polynomial]
) -> Proof:
    """A proof that the goal is >= 0."""
    found = find_squares(facts, goal, deadline.within(SQUARES), likely=likely)
    if found is None and not deadline.passed():
        before = len(facts.polynomials)
        sharpen(facts, deadline.within(SQUARES))
        sharpen(facts, deadline.within(SQUARES), wide=True)
        complete(facts, deadline.within(0.3), lambda: False, 40)
        if len(facts.polynomials) > before:
            found = find_squares(facts, goal, deadline.within(SQUARES), likely=likely)
    if found is None:
        found = hidden_squares(facts, goal, deadline.within(SQUARES))
    if found is None:
        raise Unproved(f"{name}: no sum of squares found for {_shown(facts.reduce(goal)[0])[:-4]}")
    return facts.proof(found[1], (1, 1), found[0])


def _find_transform(statement: Statement) -> Transform:
    """(weight, constant, power, hypothesis) with second = ± weight·first^power + constant, as far as a guess goes."""
    c = statement.conclusion
    assert isinstance(c, SameOptimisers)
    scope = Scope(statement)
    known = goals(statement, Certificate((), transform=(("1", ()), ("number", "0"), 1, "")))[1][0][3]
    facts = Facts(known)
    first, second = scope.expand(c.first[1]), scope.expand(c.second[1])
    sign = 1 if c.first[0] == c.second[0] else -1
    variables = set(c.variables)
    roots = [n for n, (r, s) in known.items() if r in (">=", ">") and s == first]
    for power, hypothesis in [(1, ""), *((2, n) for n in roots)]:
        f, _ = facts.reduce(first**power)
        g, _ = facts.reduce(second)
        for weight, factor in _ratios(known, f, g, sign, variables):
            rest, _ = facts.reduce(g - (factor * f).scaled(sign))
            if not rest.names() & variables:
                return (weight, from_polynomial(rest), power, hypothesis)
    raise Unproved("transform: neither objective is a positive multiple of the other up to a constant")


def _ratios(
    known: Known, f: Polynomial, g: Polynomial, sign: int, variables: set[str]
) -> list[tuple[Weight, Polynomial]]:
    """Positive c for which g could be ± c·f + constant: ratios of coefficients, times scalars known to be > 0."""
    out: list[tuple[Weight, Polynomial]] = []
    positive = [(name, s) for name, (r, s) in known.items() if r == ">"]
    scalings: list[tuple[tuple[tuple[str, int], ...], Polynomial]] = [((), number(1))]
    scalings += [(((name, 1),), s) for name, s in positive]
    for signs, s in scalings:
        scaled = s * f
        for m, c in scaled.terms.items():
            if m in g.terms and Polynomial(1, 1, [(m, c)]).names() & variables:
                ratio = over(sign * g.terms[m], c)
                if ratio > 0 and not any(w == (str(ratio), signs) for w, _ in out):
                    out.append(((str(ratio), signs), s.scaled(ratio)))
    return out
