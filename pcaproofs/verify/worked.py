"""Worked proofs: lines written by an author, each proved from the line before it and from the facts that it names.

The kernel checks each line as a statement of its own, in which the conclusions of the named claims are hypotheses. If
the search finds proofs of all lines without citations, their sum is the certificate of the whole statement, and it is
complete. Otherwise, and if a claim ends a chain of inequalities, the certificate cites these conclusions, as other
certificates do. A goal without lines is proved by the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import add
from typing import Any

from sympy import MatrixSymbol

from pcaproofs.certificates import facts_of
from pcaproofs.goals import BETTER, ENOUGH, MAIN, TRANSFORM, VALUE, GoalName, exactly, parse
from pcaproofs.kernel import (
    Certificate,
    Cofactor,
    Compare,
    Expression,
    Goal,
    KernelError,
    Known,
    Optimum,
    Polynomial,
    Proof,
    SameOptimisers,
    Scope,
    Square,
    Statement,
    Transform,
    Weight,
    check,
    weigh,
)
from pcaproofs.language.conclusions import equal
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.reader import Reading, read
from pcaproofs.prover.effort import Deadline
from pcaproofs.prover.search.context import Contradiction
from pcaproofs.prover.search.numbering import apart, numbered
from pcaproofs.prover.search.optimality import read_off
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.shorter import from_few, shorter
from pcaproofs.prover.search.strategy import prove_goal
from pcaproofs.prover.search.transforms import find_transform
from pcaproofs.prover.search.unproved import Unproved
from pcaproofs.terms import from_polynomial, substituted
from pcaproofs.verify.citations import Resolved
from pcaproofs.verify.claim import Claim, Part, ProofLine

SECONDS = 3.0  # seconds' worth of steps to prove one line, or a goal without lines
ONE: Expression = ("number", "1")
ZERO: Expression = ("number", "0")


class NotWorked(ValueError):  # noqa: N818
    """A worked proof that does not hold; the message is one line and names the line."""


@dataclass(frozen=True)
class Proved:
    """A line of a worked proof in the kernel's form, with its proof from the facts that it names."""

    expression: Expression
    proof: Proof


Lines = Mapping[str, tuple[Proved, ...]]  # goal -> its lines


def facts_named(lines: Lines) -> set[str]:
    """The facts that the proofs of lines cite."""
    return {name for each in lines.values() for x in each for name in facts_in(x.proof)}


def worked(part: Part, resolved: Resolved, plain: Reading) -> tuple[Statement, Certificate, Lines]:
    """The statement that was proved, its certificate and the lines. Raises NotWorked, naming the line that fails.

    plain: the reading of the part without the conclusions of the claims that it cites.
    """
    try:
        if any(_is_left_to_a_claim(lines) for lines in part.steps.values()):
            raise _Incomplete("its last line is what a claim says")
        return _Worker(part, resolved, plain.statement).certificate()
    except _Incomplete:
        return _Worker(part, resolved, resolved.reading.statement).certificate()


def _is_left_to_a_claim(lines: Sequence[ProofLine]) -> bool:
    """Whether the author lets a claim state that the last line but one is at least zero.

    A search would prove it again, by steps that nobody wrote.
    """
    return lines[-1].expression == 0 and any(isinstance(x, Claim) for x in lines[-1].because)


class _Incomplete(NotWorked):
    """A line has no proof without citations, or none is wanted."""


class _Worker:
    """Builds the certificate of a worked proof; statement: the one to prove, with or without citations."""

    def __init__(self, part: Part, resolved: Resolved, statement: Statement):
        self.part, self.resolved, self.statement = part, resolved, statement
        self.is_citing = statement == resolved.reading.statement
        self.problem, self.whole = Problem(statement), Problem(resolved.reading.statement)
        self.scope = self.problem.scope
        if isinstance(statement.conclusion, SameOptimisers):
            transform = self._transform(statement.conclusion)
            self.problem = replace(self.problem, transform=transform)
            self.whole = replace(self.whole, transform=transform)

    def certificate(self) -> tuple[Statement, Certificate, Lines]:
        """See `worked`."""
        written = {str(name): lines for name, lines in self.part.steps.items()}
        citable = {goal[0]: goal[3] for goal in self.whole.goals}
        lines: dict[str, tuple[Proved, ...]] = {}
        proofs: dict[str, Proof] = {}
        order = sorted(self.problem.goals, key=lambda goal: goal[0] != str(BETTER))
        for goal in order:
            name = goal[0]
            if name in written:
                lines[name] = self._lines(goal, written.pop(name), citable[name])
                proofs[name] = self._sum(goal, lines[name])
            else:
                proofs[name] = self._found(goal, proofs.get(str(BETTER)))
        if written:
            raise NotWorked(f"got steps for {min(written)}, but should be for {', '.join(goal[0] for goal in order)}")
        in_order = tuple((goal[0], proofs[goal[0]]) for goal in self.problem.goals)
        made = numbered(Certificate(in_order, transform=self.problem.transform))
        check(self.statement, made)
        made = shorter(self.statement, made)
        return self.statement, made, lines

    def _transform(self, c: SameOptimisers) -> Transform:
        """The transform of the search, with the constant that the author's last line has."""
        try:
            weight, constant, k, hypothesis = find_transform(self.problem)
        except Unproved as error:
            raise NotWorked(str(error)) from None
        lines = self.part.steps.get(str(TRANSFORM), ())
        if lines:
            sign = 1 if c.first[0] == c.second[0] else -1
            factor = weigh(weight, self.problem.known, (">",)).scaled(sign)
            last = self.scope.expand(self._read(lines[-1].expression, f"{TRANSFORM}, line {len(lines)}"))
            constant = from_polynomial(last - factor * self.scope.expand(c.first[1]) ** k)
        return weight, constant, k, hypothesis

    def _found(self, goal: Goal, better: Proof | None) -> Proof:
        """The proof of a goal for which the author has written no lines."""
        short = read_off(better, goal, self.scope, Deadline(SECONDS)) if better else None
        try:
            return short or prove_goal(goal, Deadline(SECONDS), {}, self.problem.words)
        except (Unproved, Contradiction) as error:
            raise NotWorked(str(error)) from None

    # ------------------------------------------------------------------------------------------------- one goal
    def _lines(self, goal: Goal, lines: Sequence[ProofLine], known: Known) -> tuple[Proved, ...]:
        """The lines of a goal, each proved from what it names."""
        name, relation, polynomial, _ = goal
        here, end = self._ends(parse(name), polynomial)
        out: list[Proved] = []
        for k, line in enumerate(lines, 1):
            e, where = self._read(line.expression, f"{name}, line {k}"), f"{name}, line {k}"
            if relation == ">=" and k == len(lines) and not self.scope.expand(e).terms:
                out.append(self._not_negative(where, here, line, known))
            else:
                out.append(self._step(where, here, e, line, known))
            here = e
        if relation == "=" and self.scope.expand(here) != self.scope.expand(end):
            raise NotWorked(f"got a last line that is not the end [{name}]")
        return tuple(out)

    def _sum(self, goal: Goal, lines: Sequence[Proved]) -> Proof:
        """The proof of a goal that its lines make."""
        name, relation, polynomial, known = goal
        before = self._ends(parse(name), polynomial)[0]
        each = []
        last = lines[-1].proof if relation == ">=" and lines[-1].expression == ZERO else None
        for k, line in enumerate(lines if last is None else lines[:-1], 1):
            p = self.scope.expand(before) - self.scope.expand(line.expression)
            each.append(line.proof if self.is_citing else self._complete(p, known, f"{name}, line {k}"))
            before = line.expression
        cofactors = tuple(c for proof in each for c in proof.cofactors)
        lemmas = tuple(lemma for proof in each for lemma in proof.lemmas)
        if relation == "=":
            return Proof(cofactors, (), lemmas)
        squares = squares_in(before, self.scope, known)
        if squares is not None:
            return Proof(cofactors, squares, lemmas)
        if last is None or not self.is_citing:
            last = apart(self._found(("last", ">=", self.scope.expand(before), known), None), "last")
        return Proof((*cofactors, *last.cofactors), last.squares, (*lemmas, *last.lemmas))

    def _complete(self, p: Polynomial, known: Known, where: str) -> Proof:
        """A proof of a line without citations."""
        try:
            return apart(prove_goal(("line", "=", p, known), Deadline(SECONDS), {}), where)
        except (Unproved, Contradiction) as error:
            raise _Incomplete(str(error)) from None

    def _ends(self, goal: GoalName, polynomial: Polynomial) -> tuple[Expression, Expression]:
        """The start and the end of a goal's lines; the end of an inequality is zero."""
        c, zero = self.statement.conclusion, ("number", "0")
        match c:
            case Compare(left, "=", right) if goal == MAIN:
                return left, right
            case Compare(left, _, right) if goal == MAIN:
                return _minus(left, right), zero
            case Optimum() if goal in (BETTER, VALUE, ENOUGH):
                best = substituted(c.objective, dict(c.at))
                if goal == VALUE:
                    return best, c.value or zero
                return (_minus(c.objective, best) if c.sense == "min" else _minus(best, c.objective)), zero
            case SameOptimisers() if goal == TRANSFORM and self.problem.transform is not None:
                weight, constant, k, _ = self.problem.transform
                factor = weigh(weight, self.problem.known, (">",)).scaled(1 if c.first[0] == c.second[0] else -1)
                return c.second[1], ("add", constant, ("mul", from_polynomial(factor), ("pow", c.first[1], k)))
        raise NotWorked(f"got steps for {goal}, but should be for main, better, value, enough or transform")

    def _read(self, expression: Any, where: str) -> Expression:
        """A line as the kernel's expression, in letters of the statement.

        A line may have the factor F of psd(S), which the reader otherwise keeps for itself.
        """
        factors = [f for h in self.part.plain if isinstance(h, Named) and (f := h.factor()) is not None]
        stand_ins = {f: MatrixSymbol(f"{f.name}′", *f.shape) for f in factors}
        shown = expression.xreplace(stand_ins) if hasattr(expression, "xreplace") else expression
        conclusion = read(equal(shown, shown), self.part.plain).statement.conclusion
        assert isinstance(conclusion, Compare)
        e = substituted(conclusion.left, {new.name: ("letter", old.name) for old, new in stand_ins.items()})
        try:
            self.scope.expand(e)
        except KernelError as error:
            raise NotWorked(f"{error} [{where}]") from None
        return e

    def _step(self, where: str, before: Expression, after: Expression, line: ProofLine, known: Known) -> Proved:
        """The proof that a line equals the one before it, only from the facts that it names."""
        p = self.scope.expand(before) - self.scope.expand(after)
        proof = self._from_named(where, "=", p, line, known)
        if not any(isinstance(x, Claim) for x in line.because):
            usable = {k: v for k, v in known.items() if k not in self.resolved.origins}
            proof = from_few(("line", "=", p, usable), proof)
        cited = [k for k, claim in self.resolved.origins.items() if claim in line.because and k in known]
        used = facts_in(proof)
        idle = [k for k in cited if k not in used and known[k][0] == "=" and not known[k][1].terms]
        proof = replace(proof, cofactors=(*proof.cofactors, *(_times_nothing(k, known, p) for k in idle)))
        self._check_alone(Compare(before, "=", after), proof, known)
        return Proved(after, proof)

    def _not_negative(self, where: str, before: Expression, line: ProofLine, known: Known) -> Proved:
        """The proof that the last line but one is at least zero, only from the facts that the last line names."""
        proof = self._with_squares(where, self.scope.expand(before), line, known)
        self._check_alone(Compare(before, ">=", ZERO), proof, known)
        return Proved(ZERO, proof)

    def _with_squares(self, where: str, p: Polynomial, line: ProofLine, known: Known) -> Proof:
        """The proof that p is at least zero: as a sum of nonnegative expressions of named claims and of squares."""
        named = self._named(line.because, where)
        said = [k for k, (sign, q) in known.items() if k in named and sign in (">=", ">") and q.shape == p.shape]
        if found := next((k for k in said if known[k][1] == p), None):
            return Proof((), (_itself(found),))
        for k in said:
            if k in self.resolved.origins:
                with suppress(NotWorked):
                    others = {name: fact for name, fact in known.items() if name != k}
                    rest = self._with_squares(where, p - known[k][1], line, others)
                    return replace(rest, squares=(_itself(k), *rest.squares))
        return self._from_named(where, ">=", p, line, known)

    def _from_named(self, where: str, relation: str, p: Polynomial, line: ProofLine, known: Known) -> Proof:
        facts = self._named(line.because, where)
        usable = {k: v for k, v in known.items() if k in facts or self._is_built_in(k)}
        if any(isinstance(x, Claim) for x in line.because):  # first without 1ᵀ1 = n, from which the claim may follow
            cited = {k: v for k, v in usable.items() if k in facts or v[0] != "="}
            with suppress(Unproved, Contradiction):
                return apart(prove_goal(("line", relation, p, cited), Deadline(SECONDS), {}), where)
        try:
            return apart(prove_goal(("line", relation, p, usable), Deadline(SECONDS), {}), where)
        except (Unproved, Contradiction) as error:
            raise NotWorked(f"got a line that does not follow from what it names: {error} [{where}]") from None

    def _check_alone(self, conclusion: Compare, proof: Proof, known: Known) -> None:
        """Lets the kernel check a line as a separate statement."""
        whole = self.resolved.reading.statement
        c = whole.conclusion
        equations = c.exactly if isinstance(c, Optimum) else ()
        given = [*whole.hypotheses, *((str(exactly(k)), e) for k, e in enumerate(equations))]
        hypotheses = tuple((name, h) for name, h in given if name in known)
        check(replace(whole, conclusion=conclusion, hypotheses=hypotheses), Certificate(((str(MAIN), proof),)))

    def _named(self, because: Sequence[Any], where: str) -> set[str]:
        """The names of the facts that a line names; all facts if it names none."""
        if not because:
            return {name for name, _ in self.resolved.reading.statement.hypotheses}
        found: set[str] = set()
        reading = self.resolved.reading
        for x in because:
            if isinstance(x, Claim):
                names = [name for name, claim in self.resolved.origins.items() if claim is x]
            else:
                said = zip(reading.hypotheses, reading.said, strict=True)
                names = [name for h, names in said if h == x for name in names]
            if not names:
                raise NotWorked(f"got {x} as a reason, but should be assumed or cited [{where}]")
            found |= set(names)
        return found

    def _is_built_in(self, name: str) -> bool:
        return name not in dict(self.resolved.reading.statement.hypotheses)


def _itself(name: str) -> Square:
    """The nonnegative expression of a fact, as a square with a weight."""
    return ("1", ((name, 1),)), ONE


def _times_nothing(name: str, known: Known, p: Polynomial) -> Cofactor:
    """A cofactor of a fact that is an identity; it adds nothing, but the line cites the fact."""
    q = known[name][1]
    if q.shape == p.shape:
        return Cofactor(name, False, ONE, ONE)
    return Cofactor(name, False, ("zero", p.rows, q.rows), ("zero", q.cols, p.cols))


def facts_in(proof: Proof) -> set[str]:
    """The facts that a proof of a line cites."""
    return facts_of(Certificate(((str(MAIN), proof),)))


# ------------------------------------------------------------------------------------------------------- squares
def squares_in(e: Expression, scope: Scope, known: Known) -> tuple[Square, ...] | None:
    """The weighted squares whose sum an expression is as it stands; None for any other."""
    found = [_square(term, scope, known) for term in (e[1:] if e[0] == "add" else (e,))]
    squares = tuple(square for square in found if square is not None)
    if len(squares) < len(found):
        return None
    total = reduce(add, [weigh(w, known, (">=", ">")) * scope.expand(m).norm2() for w, m in squares])
    return squares if total == scope.expand(e) else None


def _square(term: Expression, scope: Scope, known: Known) -> Square | None:
    """The weight and the matrix of a term weight·‖M‖²; None for any other term."""
    factors = list(_factors(term))
    for k, factor in enumerate(factors):
        m = _root(factor, scope)
        if m is not None and (weight := _weight(factors[:k] + factors[k + 1 :], scope, known)) is not None:
            return weight, m
    return None


def _root(factor: Expression, scope: Scope) -> Expression | None:
    """The M of ‖M‖², or the x of x² for a scalar x."""
    match factor:
        case ("tr", ("mul", ("t", a), b)) if a == b:
            return tuple(a)
        case ("pow", a, 2) if scope.expand(a).shape == (1, 1):
            return tuple(a)
    return None


def _weight(factors: Sequence[Expression], scope: Scope, known: Known) -> Weight | None:
    """A product of a positive number and scalars that are known not to be negative."""
    number, powers = Fraction(1), []
    for factor in factors:
        if factor[0] == "number":
            number *= Fraction(factor[1])
            continue
        value = scope.expand(factor)
        names = [k for k, (sign, q) in known.items() if sign in (">", ">=") and q == value]
        if not names:
            return None
        powers.append((min(names, key=lambda k: known[k][0] != ">"), 1))
    return (str(number), tuple(powers)) if number > 0 else None


def _factors(e: Expression) -> Iterator[Expression]:
    for x in e[1:] if e[0] == "mul" else (e,):
        yield from _factors(x) if x[0] == "mul" else [x]


def _minus(a: Expression, b: Expression) -> Expression:
    return ("add", a, ("mul", ("number", "-1"), b))
