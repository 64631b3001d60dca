"""The function `prove`: reads a statement, searches for a proof and for a counterexample, and lets the kernel check."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from numbers import Real
from typing import TYPE_CHECKING, Any

from sympy import Eq, Expr, MatrixExpr, MatrixSymbol, Symbol, false, preorder_traversal
from sympy.logic.boolalg import Boolean

from pcaproofs.kernel import IllTyped, KernelError
from pcaproofs.language.annotations import AssumptionLike, ConclusionLike
from pcaproofs.language.conclusions import ForAll, SymbolicComparison, SymbolicExistence, SymbolicIff, equal
from pcaproofs.language.entrywise import by_terms
from pcaproofs.language.hypotheses import Named
from pcaproofs.language.reader import Reading, read
from pcaproofs.language.refusals import AlreadyTrue, NeverTrue, no_statement
from pcaproofs.language.symbolic_parts import expressions_in, renamed, without_differences
from pcaproofs.prover.attempts import CheckedProof, ProofAttempt, search
from pcaproofs.prover.effort import Deadline, uncollected
from pcaproofs.prover.existence import prove_existence
from pcaproofs.prover.induction import by_induction
from pcaproofs.prover.needs import find_needs, needs_of_parts
from pcaproofs.prover.parts import ConclusionPart, explained, parts_of, together, unfolded, weakest
from pcaproofs.prover.result import NO_EXAMPLE, Result
from pcaproofs.prover.search.inconsistency import contradiction
from pcaproofs.prover.search.problem import Problem
from pcaproofs.prover.search.reformulations import equivalents, theorems_between

if TYPE_CHECKING:
    from pcaproofs.prover.refute import Attack

FAULT = "the search failed"
CONTRADICTORY = "the hypotheses contradict each other"
EXAMPLE_SECONDS = 0.1  # for a point at which the hypotheses of a proved statement hold
WHOLE_SECONDS = 2.0  # for pinv(M) = X, before its four equations are tried one by one
NEEDS_SECONDS, NEEDS_SHARE = 1.0, 0.15  # for hypotheses that would help, and the share of the budget kept for them
DOUBT_SECONDS, DOUBT_SHARE = 0.3, 0.05  # for a contradiction among them if no such point is found, and its least share


@dataclass(frozen=True)
class _Budgets:
    """The budgets of one round, in seconds' worth of counted steps.

    doubt: for a contradiction among the hypotheses. proof: for a proof. attack: for a counterexample. orders: for a
    proof with the letters in each of the other orders.
    """

    doubt: float
    proof: float
    attack: float
    orders: float = 0.0


# Proof and counterexample are tried in turn with growing budgets, because it is unknown which exists. According to
# `benchmarks/rounds.py` the rounds prove 360, 16, 5, 0 and 0 of the 381 parts of the catalogue. A search for a proof
# begins anew in each round, one for a counterexample goes on.
ROUNDS = (
    _Budgets(doubt=0.0, proof=0.03, attack=0.005),
    _Budgets(doubt=0.0, proof=0.15, attack=0.06),
    _Budgets(doubt=0.2, proof=0.6, attack=0.3),
    _Budgets(doubt=0.0, proof=1.5, attack=1.6, orders=0.7),
    _Budgets(doubt=1.0, proof=60.0, attack=0.0),  # the rest of the caller's seconds
)


# If the caller asks for more than the usual seconds, the limits of all searches are doubled until they are used up.
USUAL_SECONDS, DEEP_SECONDS = 10.0, 4.0
DEEPENINGS = (2, 4, 8, 16, 32, 64, 128)


@uncollected()
def prove(
    conclusion: ConclusionLike,
    assuming: AssumptionLike | Iterable[AssumptionLike] = (),
    *,
    seconds: float = 10.0,
    refute: bool = True,
    needs: bool = True,
) -> Result:
    """Proves a SymPy statement about matrices for every dimension, or refutes it by an exact counterexample.

    conclusion: Eq(lhs, rhs), Ge(f, g), minimises(…), maximises(…) or same_optimisers(…); a named property such as
    symmetric(S), projector(P) or psd(S); exists(X, …); or a list of conclusions, of which each is proved.
    assuming: named hypotheses (symmetric(S), unit(w), …), Eq, Ge, Gt, Ne.
    seconds: the budget; counted in steps, so that the answer is the same on every machine. The search usually ends
    before 10. If there are more seconds, all are used until there is an answer.
    refute: whether to search for counterexamples, and for a point at which the hypotheses of a proved statement hold.
    needs: whether to search for hypotheses that would make an unproved statement provable.
    The verdict says whether a statement is false, ill-typed or not understood; nothing is raised about it. Only the
    kernel gives the verdict "proved". Raises TypeError for seconds that are no number and for assumptions that are
    neither a list nor a hypothesis, ValueError for a negative number of seconds.
    """
    check_seconds(seconds)
    assuming = hypotheses_of(assuming)
    result = _proved(conclusion, assuming, seconds=seconds, refute=refute, needs=needs)
    return replace(result, written=(conclusion, *assuming))


def _proved(conclusion: Any, assuming: tuple[Any, ...], *, seconds: float, refute: bool, needs: bool) -> Result:
    """The result without what was written."""
    options: dict[str, Any] = {"seconds": seconds, "refute": refute, "needs": needs}
    try:
        (changed, *others), sizes = without_differences((conclusion, *assuming))
        if sizes:
            result = _proved(changed, tuple(others), **options)
            return replace(result, assumed=(*map(str, sizes), *result.assumed))
        if isinstance(conclusion, SymbolicExistence):
            return prove_existence(conclusion, assuming, prove, seconds=seconds, refute=refute)
        if (parts := parts_of(conclusion, assuming)) is not None:
            return _all_of(conclusion, parts, assuming, **options)
        reading = read(conclusion, assuming, powers=True)
    except AlreadyTrue as error:
        return Result("undecided", str(error))
    except NeverTrue as error:
        return Result("undecided" if conclusion is false else "ill-typed", str(error))
    except IllTyped as error:
        return Result("ill-typed", str(error))
    except KernelError as error:
        found = _false_at_equal_sizes(conclusion, assuming, options) if refute and "one by one" in str(error) else None
        found = _term_by_term(conclusion, assuming, options) if "of degree" in str(error) else found
        return Result("unsupported", str(error)) if found is None else found
    except RecursionError:
        return Result("undecided", "the statement is too deep to be read")
    except Exception as error:  # raised by SymPy for a malformed expression
        return Result("unsupported", f"got something that is no SymPy statement: {' '.join(str(error).split())}")
    try:
        if reading.sequences:
            found = by_induction(reading, conclusion, assuming, search=search, seconds=seconds, refute=refute)
            is_open = found.verdict == "undecided" and getattr(reading.statement.conclusion, "relation", "") == ">="
            halves = _by_parity(reading, conclusion, assuming, seconds, refute) if is_open else None
            return found if halves is None else halves
        return _whole_or_unfolded(reading, conclusion, assuming, **options)
    except Exception as error:  # a bug of the search, which callers should not have to handle
        return Result("undecided", f"{FAULT}: {error!r}", statement=reading.statement, assumed=reading.assumed)


def _false_at_equal_sizes(conclusion: Any, assuming: tuple[Any, ...], options: dict[str, Any]) -> Result | None:
    """The refutation of a statement whose Kronecker products have factors of different sizes, where all are equal.

    A ⊗ B = B ⊗ A has a type for all sizes, but can be read only where A and B have one size.
    """
    sides = (
        conclusion.args
        if isinstance(conclusion, Eq)
        else (getattr(conclusion, "left", 0), getattr(conclusion, "right", 0))
    )
    shapes = [x.shape for x in sides if hasattr(x, "shape")]
    parts = (x for e in expressions_in((conclusion, *assuming)) for x in preorder_traversal(e))
    matrices = [x for x in parts if getattr(x, "is_Matrix", False)]
    sizes = sorted({s for x in matrices for n in x.shape for s in n.free_symbols}, key=str)
    if len(shapes) != 2 or shapes[0] != shapes[1] or len(sizes) < 2:
        return None
    changed = [renamed(item, dict.fromkeys(sizes, sizes[0])) for item in (conclusion, *assuming)]
    found = _proved(changed[0], tuple(changed[1:]), **options | {"needs": False})
    said = " = ".join(map(str, sizes))
    return replace(found, assumed=(*found.assumed, said)) if found.verdict == "refuted" else None


def _term_by_term(conclusion: Any, assuming: tuple[Any, ...], options: dict[str, Any]) -> Result | None:
    """The proof that the terms of two sums are equal for all values of their indices, where sums cannot be read."""
    taken = {s.name for e in expressions_in((conclusion, *assuming)) for s in e.atoms(Symbol, MatrixSymbol)}
    if not isinstance(conclusion, Eq) or (terms := by_terms(conclusion.lhs, conclusion.rhs, taken)) is None:
        return None
    found = _proved(equal(*terms), assuming, **options | {"refute": False, "needs": False})
    said = "that sums are equal if their terms are"
    return replace(found, assumed=(*found.assumed, said)) if found.verdict == "proved" else None


def _by_parity(
    reading: Reading, conclusion: Any, assuming: tuple[Any, ...], seconds: float, refute: bool
) -> Result | None:
    """The proofs for even and for odd exponents, if both are found: A²ᵏ is a square, and A²ᵏ⁺¹ one about A."""
    k, found = reading.exponent, list[Result]()
    for value in (2 * k, 2 * k - 1 if k.is_positive else 2 * k + 1):
        items = [renamed(item, {k: value}) for item in (conclusion, *assuming)]
        half_reading = read(items[0], items[1:], powers=True)
        half = by_induction(half_reading, items[0], tuple(items[1:]), search=search, seconds=seconds / 2, refute=refute)
        if half.verdict != "proved":
            return None
        found.append(half)
    return together(found)


def check_seconds(seconds: Any) -> None:
    """Raises TypeError for what is no number, ValueError for a negative one."""
    if isinstance(seconds, bool) or not isinstance(seconds, Real | Expr):
        raise TypeError(f"got seconds={seconds!r}, but should be a number")
    if not float(seconds) >= 0:  # nor is nan
        raise ValueError(f"got seconds={seconds}, but should be a number >= 0")


def hypotheses_of(assuming: Any) -> tuple[Any, ...]:
    """The assumptions as a tuple, of one that is not in a list too. Raises TypeError for anything else."""
    if isinstance(assuming, Named | SymbolicComparison | SymbolicExistence | SymbolicIff | ForAll | Boolean):
        return (assuming,)
    if isinstance(assuming, Expr | MatrixExpr):
        raise TypeError(no_statement(assuming))
    if isinstance(assuming, str | dict) or not isinstance(assuming, Iterable):
        raise TypeError(f"got the assumptions {assuming}, but should be a list, such as [symmetric(A)]")
    return tuple(assuming)


def _all_of(
    conclusion: Any,
    parts: list[ConclusionPart],
    assuming: tuple[Any, ...],
    *,
    seconds: float,
    refute: bool,
    needs: bool,
) -> Result:
    """The result for the parts of a conclusion; each has its share of the seconds."""
    deadline = Deadline(seconds)
    options: dict[str, Any] = {"seconds": seconds / max(1, len(parts)), "refute": refute, "needs": False}
    found = [explained(prove(part.conclusion, (*assuming, *part.given), **options), part) for part in parts]
    lacking = [k for k, result in enumerate(found) if result.verdict != "proved"]
    if not needs or not lacking or not all(_may_lack(found[k]) for k in lacking):
        return together(found)
    lacking.sort(key=lambda k: k != weakest(found))
    try:
        readings = [read(parts[k].conclusion, (*assuming, *parts[k].given)) for k in lacking]
    except KernelError:  # a power with a symbol, or "there is X", lacks no hypothesis that is suggested
        return together(found)
    needed = needs_of_parts(readings, (conclusion, *assuming), search, _for_needs(seconds, deadline))
    found[lacking[0]] = replace(found[lacking[0]], needs=needed.of_first if len(found) > 1 else needed.of_all)
    return replace(together(found), needs=needed.of_all)


def _may_lack(result: Result) -> bool:
    """Whether a further hypothesis may help: the statement has a meaning, and its hypotheses do not contradict."""
    return result.verdict in ("refuted", "undecided") and CONTRADICTORY not in result.reason


def _whole_or_unfolded(reading: Reading, conclusion: Any, assuming: tuple[Any, ...], **options: Any) -> Result:
    """The result for the statement as it stands; if none is found at once, that for the equations that say the same."""
    if (parts := unfolded(conclusion)) is None:
        return prove_reading(reading, **options)
    deadline = Deadline(options["seconds"])
    quick = prove_reading(reading, **{**options, "seconds": min(WHOLE_SECONDS, deadline.left())})
    if quick.verdict != "undecided" or quick.reason.startswith(CONTRADICTORY):
        return quick
    by_parts = _all_of(conclusion, parts, assuming, **{**options, "seconds": deadline.left(), "needs": False})
    if by_parts.verdict == "proved" or not deadline.left():
        return by_parts if by_parts.verdict == "proved" else quick
    return prove_reading(reading, **{**options, "seconds": deadline.left()})


@uncollected()
def prove_reading(
    reading: Reading,
    *,
    seconds: float = 10.0,
    refute: bool = True,
    needs: bool = True,
) -> Result:
    """The result of `prove` for a statement that has been read already."""
    problem = Problem(reading.statement)
    whole = Deadline(seconds)
    deadline = whole.within(seconds - _for_needs(seconds)) if needs and seconds >= NEEDS_SECONDS else whole
    answers = Answers(reading, problem, refute=refute, needs=needs, seconds=seconds, deadline=whole)
    attempt = ProofAttempt([problem, *map(Problem, equivalents(reading.statement))])
    for stage in ROUNDS:
        if seconds >= NEEDS_SECONDS and deadline.passed():  # of less, each round does at least its cheapest steps
            break
        doubt = 0 if answers.has_example else min(stage.doubt, deadline.left())
        if doubt and (absurd := contradiction(problem, doubt)):
            return answers.absurd(absurd)
        found = attempt.proof(deadline.within(stage.proof))
        if (answer := answers.of(found, attempt)) is not None:
            return answer
        if (example := answers.refuted(deadline.within(stage.attack).left())) is not None:
            return example
        is_over = seconds >= NEEDS_SECONDS and deadline.passed()
        found = attempt.in_other_orders(deadline, stage.orders) if stage.orders and not is_over else None
        if (answer := answers.of(found, attempt)) is not None:
            return answer
    for deeper in DEEPENINGS if seconds > USUAL_SECONDS else ():
        found = attempt.deeper(deadline.within(deeper * DEEP_SECONDS), deeper)
        if (answer := answers.of(found, attempt)) is not None:
            return answer
        if (example := answers.refuted(deadline.within(deeper * DEEP_SECONDS / 2).left(), deeper)) is not None:
            return example
    return answers.undecided(str(attempt.obstacle))


@dataclass(frozen=True)
class Answers:
    """The results that `prove` may give for a statement."""

    reading: Reading
    problem: Problem
    refute: bool
    needs: bool
    seconds: float
    deadline: Deadline
    _attacks: dict[int, Attack] = field(default_factory=dict)  # by their efforts

    def of(self, found: CheckedProof | None, attempt: ProofAttempt) -> Result | None:
        """The result where a proof was found, or a contradiction among the hypotheses."""
        if found is not None:
            return self.proved(found)
        return self.absurd(attempt.absurd) if attempt.absurd else None

    def proved(self, found: CheckedProof) -> Result:
        """The kernel's verdict, unless the hypotheses contradict each other."""
        base = replace(self._base(), statement=found.statement)
        base = replace(base, assumed=(*base.assumed, *theorems_between(self.reading.statement, found.statement)))
        result = replace(base, certificate=found.certificate, verdict=found.verdict)
        if not self.refute or self._is_satisfiable():
            return result
        left = max(self.deadline.left(), DOUBT_SHARE * self.seconds)
        if absurd := contradiction(self.problem, min(DOUBT_SECONDS, left)):
            return replace(base, reason=_absurd(absurd))
        return replace(result, note=NO_EXAMPLE)

    def refuted(self, seconds: float, effort: int = 1) -> Result | None:
        """The result where a counterexample is found within the seconds."""
        if not self.refute or not seconds or (example := self._attack(effort)(seconds)) is None:
            return None
        return replace(self._base(), verdict="refuted", counterexample=example, needs=self._needs())

    def absurd(self, why: str) -> Result:
        """The result for hypotheses that contradict each other."""
        return replace(self._base(), reason=_absurd(why))

    def undecided(self, obstacle: str) -> Result:
        """The result where nothing was found."""
        needs = self._needs()
        note = NO_EXAMPLE if self.refute and not self._is_satisfiable() else ""
        return replace(self._base(), reason=obstacle, needs=needs, note=note)

    @property
    def has_example(self) -> bool:
        """Whether a point is known at which every hypothesis holds."""
        return not self.reading.statement.hypotheses or any(attack.has_example for attack in self._attacks.values())

    def _is_satisfiable(self) -> bool:
        """The same after a short search for such a point."""
        if self.has_example:
            return True
        from pcaproofs.prover.refute import satisfiable

        return satisfiable(self.problem.statement, self.reading.hints, EXAMPLE_SECONDS) is not None

    def _attack(self, effort: int) -> Attack:
        from pcaproofs.prover.refute import Attack

        if effort not in self._attacks:
            self._attacks[effort] = Attack(self.problem.statement, self.reading.hints, effort=effort)
        return self._attacks[effort]

    def _base(self) -> Result:
        return Result("undecided", statement=self.reading.statement, assumed=self.reading.assumed)

    def _needs(self) -> tuple[str, ...]:
        return find_needs(self.reading, search, _for_needs(self.seconds, self.deadline)) if self.needs else ()


def _for_needs(seconds: float, deadline: Deadline | None = None) -> float:
    """The seconds for hypotheses that a statement lacks: those left, if a deadline is given, but at least a share."""
    if seconds < NEEDS_SECONDS:
        return NEEDS_SECONDS
    share = NEEDS_SHARE * seconds
    return min(NEEDS_SECONDS, max(deadline.left(), share / 2) if deadline else share)


def _absurd(why: str) -> str:
    return f"{CONTRADICTORY}, so everything follows: {why}"


__all__ = ["prove", "prove_reading", "search"]
