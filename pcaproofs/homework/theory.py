"""Typing, proving and refuting statements from the given facts and earlier steps only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

from pcaproofs.homework import rows as st
from pcaproofs.homework.rows import SAME_VALUES, WrittenStatement, bound_in
from pcaproofs.kernel import KernelError, Polynomial, Scope
from pcaproofs.language.conclusions import equal
from pcaproofs.language.reader import read
from pcaproofs.notes.formulas.spelling import INDICES, bare, key, letters_in
from pcaproofs.notes.formulas.surface import Name, Node
from pcaproofs.notes.judging.definitions import name_of
from pcaproofs.notes.judging.problems import case_of as optimum_case
from pcaproofs.notes.judging.problems import optimiser
from pcaproofs.notes.judging.proofs import relation_of
from pcaproofs.notes.judging.proving import ATTACK, PATIENT, Case
from pcaproofs.notes.scope.table import Table
from pcaproofs.notes.searching import checked, is_readable, provable, reading_of
from pcaproofs.notes.typing.building import Builder
from pcaproofs.notes.typing.ledger import Stated
from pcaproofs.notes.typing.shapes import Misfit
from pcaproofs.notes.typing.statements import Statements, give_lengths, has_unsaid_length, lengths_of_ones
from pcaproofs.notes.typing.terms import Dim, Optimisation, Relation, Term, Unsupported, Untyped, free_indices
from pcaproofs.notes.typing.types import Definition
from pcaproofs.prover.refute import refute
from pcaproofs.prover.result import Result

EQUIVALENCE = -1  # instead of the number of a fact: two problems with different objectives have the same optimisers
LONG = 1.0  # seconds' worth of steps for a proof from all facts, which is rarely needed: roots bring many equations
CONSTRAINTS = -2  # this number and smaller ones: constraints of problems that no fact states
Needs = frozenset[int]
_NOWHERE = (1 << 62, 1 << 62)  # no words of the student's are beside a fact


class Untypable(ValueError):  # noqa: N818
    """A statement that has no meaning or that the language lacks. verdict: unread, unsupported, ill-typed."""

    def __init__(self, verdict: str, says: str):
        super().__init__(says)
        self.verdict = verdict


@lru_cache(maxsize=2000)  # a goal and a step that states it share results, and so do steps with different lemmas
def _provable(conclusion: Any, hypotheses: tuple[Any, ...], seconds: float = PATIENT) -> bool:
    return provable(conclusion, hypotheses, seconds)


@dataclass(frozen=True)
class Theory:
    """The letters, definitions and given facts with which statements are typed.

    names: letter -> its name in all statements. ones: the length of the columns of ones in the facts, if it is one.
    restricted: the indices that a fact restricts, as i ≠ j does. are_of_all: whether what is proved of a member with
    a free index holds for all members.
    """

    table: Table
    text: str
    definitions: Mapping[Node, Definition]
    facts: tuple[WrittenStatement, ...]
    names: dict[str, str] = field(default_factory=dict)
    ones: Dim | None = None
    restricted: frozenset[str] = frozenset()
    are_of_all: bool = True

    def typed(
        self, statement: WrittenStatement, lemmas: Sequence[WrittenStatement] = (), *, at_point: bool = False
    ) -> TypedStatement:
        """A statement with its hypotheses; lemmas: statements that may be used besides facts. Raises Untypable.

        at_point: lemmas may contain the variables of the statement's problems; then the result is not a proof.
        """
        try:
            return _typed(self, statement, tuple(lemmas), at_point=at_point)
        except Unsupported as error:
            raise Untypable("unsupported", error.what) from None
        except Misfit as error:
            raise Untypable("ill-typed", error.says) from None
        except Untyped as error:
            raise Untypable("unread", str(error)) from None
        except (
            TypeError,
            ValueError,
            NotImplementedError,
        ) as error:  # raised by SymPy for expressions that it cannot combine
            raise Untypable("unsupported", " ".join(str(error).split())) from None

    def attempt(
        self, statement: WrittenStatement, lemmas: Sequence[WrittenStatement] = (), *, at_point: bool = False
    ) -> TypedStatement | None:
        """What `typed` gives; None for a statement that is untypable."""
        try:
            return self.typed(statement, lemmas, at_point=at_point)
        except Untypable:
            return None


@dataclass
class TypedStatement:
    """A statement that can be proved.

    premises: the declarations of its letters. facts, lemmas: number -> hypotheses, if it can be expressed in these
    letters; a constraint of a problem has the number of the fact that states it. constraints: the numbers of the
    constraints. sides: the two sides; for two problems, their objectives. equal: for two problems, the statement that
    their objectives are equal.
    """

    statement: WrittenStatement
    conclusion: Any
    premises: tuple[Any, ...]
    facts: dict[int, tuple[Any, ...]]
    lemmas: dict[int, tuple[Any, ...]]
    constraints: tuple[int, ...] = ()
    sides: tuple[Any, Any] | None = None
    equal: Any = None
    feasible: frozenset[Any] = frozenset()
    one_feasible_set: bool = True
    one_sense: bool = True
    letters: frozenset[str] = field(default_factory=frozenset)
    of_roots: tuple[Any, ...] = ()  # that roots are semidefinite, which their equations do not say
    may_be_refuted: bool = True  # not if a length is open, or if a fact about all members is used for some only

    def holds(
        self, facts: Iterable[int], lemmas: Iterable[int] = (), conclusion: Any = None, seconds: float = PATIENT
    ) -> bool:
        """Whether a proof from these facts and lemmas is found."""
        more = self.imposed((k for k in facts if k in self.facts), lemmas)
        return _provable(self.conclusion if conclusion is None else conclusion, (*self.premises, *more), seconds)

    def imposed(self, facts: Iterable[int], lemmas: Iterable[int] = ()) -> tuple[Any, ...]:
        """The hypotheses that facts and lemmas are, by their numbers."""
        return (*(h for k in facts for h in self.facts[k]), *(h for k in lemmas for h in self.lemmas[k]))

    def needs(self, lemmas: Iterable[int] = (), most: int | None = None, free: Needs = frozenset()) -> Needs | None:
        """The facts that a proof needs in addition to lemmas, with EQUIVALENCE if necessary; None without a proof.

        most: give up if more facts than this are needed; by default all facts are tried first. free: facts that do not
        count.
        """
        lemmas = tuple(lemmas)
        if self.equal is not None:
            found = self._least(lemmas, self.equal, most, free) if self.one_sense else None
            if found is not None or self.statement.sign == SAME_VALUES:
                return found
            found = self._least(lemmas, self.conclusion, None if most is None else most - 1, free)
            return None if found is None else found | {EQUIVALENCE}
        return self._least(lemmas, self.conclusion, most, free)

    def _least(self, lemmas: tuple[int, ...], conclusion: Any, most: int | None, free: Needs) -> Needs | None:
        numbers = sorted(self.facts)
        if most is not None:
            for beside in {(): None, tuple(sorted(free & self.facts.keys())): None}:
                others = [k for k in numbers if k not in beside]
                for size in range(most + 1):
                    for chosen in combinations(others, size):
                        if self.holds((*chosen, *beside), lemmas, conclusion):
                            return self._without_idle([*beside, *chosen], lemmas, conclusion, PATIENT)
            return None
        if self.holds((), lemmas, conclusion):
            return frozenset()
        seconds = PATIENT
        if not self.holds(numbers, lemmas, conclusion):
            seconds = LONG
            if not self.holds(numbers, lemmas, conclusion, seconds):
                return None
        return self._without_idle(numbers, lemmas, conclusion, seconds)

    def _without_idle(self, numbers: list[int], lemmas: tuple[int, ...], conclusion: Any, seconds: float) -> Needs:
        """Of facts that suffice those that cannot be left out, one after the other."""
        kept = list(numbers)
        for number in numbers:
            rest = [x for x in kept if x != number]
            if self.holds(rest, lemmas, conclusion, seconds):
                kept = rest
        return frozenset(kept)

    def proof(self, facts: Iterable[int], lemmas: Iterable[int] = ()) -> Result:
        """The kernel's verdict from some of the facts and lemmas."""
        numbers = sorted({*facts, *self.constraints} & self.facts.keys())
        more = self.imposed(numbers, lemmas)
        conclusion = self.equal if self.statement.sign == SAME_VALUES else self.conclusion
        found = checked(conclusion, (*self.premises, *more), PATIENT)
        return found if found.verdict == "proved" else checked(conclusion, (*self.premises, *more), LONG)

    def counterexample(self) -> Any:
        """An exact point at which all facts hold and the statement fails; None if none is found."""
        if not self.may_be_refuted:
            return None
        try:
            found = read(*self.in_full())
        except KernelError:
            return None
        return refute(found.statement, found.hints, seconds=ATTACK)

    def in_full(self) -> tuple[Any, tuple[Any, ...]]:
        """The conclusion, and all facts as hypotheses."""
        conclusion = self.equal if self.statement.sign == SAME_VALUES else self.conclusion
        return conclusion, (*self.premises, *self.of_roots, *self.imposed(self.facts))

    @cached_property
    def polynomials(self) -> tuple[Polynomial, Polynomial] | None:
        """Both sides multiplied out, without using hypotheses."""
        return None if self.sides is None else multiplied_out(equal(*self.sides))


# Facts and earlier steps as hypotheses; with a free index, as in y_i = A x_i + b, for every member of a family.
def with_indices(theory: Theory, restricted: frozenset[str]) -> Theory:
    """The theory, with the indices that its facts restrict. restricted: those that words beside a fact restrict."""
    found = [x for x in theory.facts if x.kind == "relation"]
    alone = {key(x) for fact in found for x in (fact.left, fact.right) if isinstance(x, Name) and x.base in INDICES}
    fixed = alone | restricted | {x.partition(" ")[0] for x in theory.table.sizes}
    indices = [{key(x) for x in st.free_indices(fact)} for fact in found]
    return replace(theory, restricted=frozenset(fixed), are_of_all=all(len(x) < 2 and not x & fixed for x in indices))


def hypothesis(
    theory: Theory,
    typing: Statements,
    statement: WrittenStatement,
    bound: frozenset[str] = frozenset(),
    varied: frozenset[str] = frozenset(),
) -> Relation | None:
    """A fact or an earlier step as a hypothesis; None if it contains variables or cannot be expressed.

    A letter that is defined by a variable w counts as a variable too: facts about it hold at only one point.
    """
    about = _opened(statement.letters(), typing.definitions)
    if statement.kind != "relation" or about & bound:
        return None
    if about & varied and not statement.is_derived():
        return None
    try:
        with typing.sizes.attempt(), ExitStack() as stack:
            if statement.quantified is not None:
                typing.quantify(stack, statement.quantified)
            if (whole := orthonormal(typing, statement)) is not None:
                return whole
            relation = typing.relation(statement.left, statement.sign, statement.right, statement.span)
            if theory.ones is not None:
                give_lengths(relation, typing.sizes, theory.ones)
            return of_all(relation, theory.restricted) if theory.are_of_all or statement in theory.facts else relation
    except (Untyped, Unsupported, Misfit):
        return None


def _opened(letters: frozenset[str], definitions: Mapping[Node, Definition]) -> frozenset[str]:
    """The letters, and all letters in their definitions."""
    bodies = [(key(bare(name_of(left))), letters_in(x.body)) for left, x in definitions.items()]
    while more := frozenset[str]().union(*(body for name, body in bodies if name in letters)) - letters:
        letters |= more
    return letters


def orthonormal(typing: Statements, statement: WrittenStatement) -> Relation | None:
    """What w_iᵀw_j = δ_ij says of all members; None of other statements."""
    if statement.quantified is not None:
        return None
    return typing.orthonormal(Stated(statement.left, statement.sign, statement.right, _NOWHERE))


def of_all(relation: Relation, restricted: frozenset[str]) -> Relation:
    """An equation with one free index for all values of it, unless the index is restricted.

    An equation with two free indices stays as it is, because it may hold for i ≠ j only.
    """
    found = free_indices(relation)
    if relation.sign != "=" or len(found) != 1 or found.keys() & restricted:
        return relation
    return replace(relation, of_all=tuple(found.items()))


def hypotheses_of(b: Builder, relation: Relation, conclusion: Any) -> tuple[Any, ...]:
    """A relation as hypotheses; for all members, or else for their sum and one of them; none if it cannot be said.

    For all members only if it is read beside the conclusion: diag(Xw) is not where w varies.
    """
    if relation.of_all and is_of_all(b, relation, conclusion):
        return (b.of_all(relation),)
    total = (b.sums_of(relation),) if relation.of_all else ()
    one = b.imposed(replace(relation, of_all=()))
    return tuple(x for x in (*total, one) if x is not None and is_readable(x))


def is_of_all(b: Builder, relation: Relation, conclusion: Any) -> bool:
    """Whether a relation has no free index, or is a hypothesis for all values of it beside a conclusion."""
    if not free_indices(relation) or not relation.of_all:
        return not free_indices(relation)
    said = b.of_all(relation)
    with suppress(KernelError):
        return is_readable(said) and reading_of(conclusion, (said,)) is not None
    return False


def multiplied_out(relation: Any) -> tuple[Polynomial, Polynomial] | None:
    """Both sides of a relation as the kernel's polynomials; None if it has none."""
    try:
        statement = read(relation, ()).statement
        scope = Scope(statement)
        conclusion: Any = statement.conclusion
        return scope.expand(conclusion.left), scope.expand(conclusion.right)
    except KernelError:
        return None


def key_of(p: Polynomial) -> tuple[Any, ...]:
    """A key that equal polynomials share."""
    return (str(p.shape), frozenset((repr(monomial), str(c)) for monomial, c in p.terms.items()))


def _normal(relation: Any) -> Any:
    """A normal form of constraints up to moving terms across."""
    found = multiplied_out(relation)
    return str(relation) if found is None else (type(relation).__name__, key_of(found[0] - found[1]))


def _typed(
    theory: Theory, statement: WrittenStatement, lemmas: tuple[WrittenStatement, ...], *, at_point: bool
) -> TypedStatement:
    typing = Statements(theory.table, statement.span[0], theory.text)
    typing.definitions = dict(theory.definitions)
    case, constraints, problems, sides, same = _case(theory, typing, statement)
    bound = bound_in(statement) if statement.kind != "relation" else frozenset()
    varied = frozenset(typing.varied) | bound
    is_formula = statement.is_derived() and not statement.is_set_to_zero()  # ∇f = 2Sw holds everywhere or is wrong
    facts = {
        number: relation
        for number, fact in enumerate(theory.facts)
        if not (is_formula and fact.is_set_to_zero())
        and (relation := hypothesis(theory, typing, fact, bound, varied)) is not None
    }
    open_to = frozenset() if at_point else bound
    more = {
        number: relation
        for number, lemma in enumerate(lemmas)
        if not (is_formula and lemma.is_set_to_zero())
        and (relation := hypothesis(theory, typing, lemma, open_to, open_to if at_point else varied)) is not None
    }
    typing.varied = set(varied)
    case.names = theory.names
    given = case.given()
    b = case.builder()
    theory.names.update(b.spelled)
    conclusion = case.conclusion(b)
    premises = tuple(x.build(b) for x in given)
    built = [{k: h for k, r in found.items() if (h := hypotheses_of(b, r, conclusion))} for found in (facts, more)]
    imposed = _numbered(theory, typing, b, constraints)
    typed = TypedStatement(statement, conclusion, premises, built[0] | imposed, built[1], tuple(imposed))
    typed.letters = frozenset(typing.used)
    typed.of_roots = tuple(b.named("psd", root.letter) for root in typing.roots.values())
    if sides is not None:
        typed.sides = b.term(sides[0]), b.term(sides[1])
        typed.may_be_refuted = not has_unsaid_length(Relation(sides[0], "=", sides[1]), typing.sizes)
    typed.may_be_refuted &= all(is_of_all(b, x, conclusion) for x in facts.values())
    typed.feasible = frozenset(map(_normal, typed.imposed(imposed)))
    if same is not None:
        typed.equal = b.relation(same)
        typed.one_sense = len({x.sense.removeprefix("arg") for x in problems}) == 1
        typed.one_feasible_set = _is_one_feasible_set(b, *problems)
        if statement.sign == SAME_VALUES and not typed.one_sense:
            raise Unsupported(statement.span, "a minimum beside a maximum")
    return typed


def length_of_ones(theory: Theory) -> Dim | None:
    """The length of the columns of ones in the facts and the functions given; None if it is none or several."""
    found = set[Dim]()
    for fact in theory.facts:
        if fact.kind == "relation":
            typing = Statements(theory.table, fact.span[0], theory.text)
            typing.definitions = dict(theory.definitions)
            relation = hypothesis(theory, typing, fact)
            found |= frozenset() if relation is None else lengths_of_ones(relation, typing.sizes)
    (only,) = found if len(found) == 1 else (None,)
    return only if isinstance(only, str) else None


def _case(
    theory: Theory, typing: Statements, statement: WrittenStatement
) -> tuple[Case, Sequence[Relation], tuple[Optimisation, ...], tuple[Term, Term] | None, Relation | None]:
    """The conclusion, constraints, problems, sides and equality of objectives of a statement, if it has them."""
    left, right = statement.left, statement.right
    if statement.kind == "problems":
        first, second = typing.problem(left), typing.problem(right)  # type: ignore[arg-type]
        variables = [frozenset(str(x.data[0]) for x in problem.variables) for problem in (first, second)]
        if not all(variables):
            raise Unsupported(statement.span, "a problem that does not say what varies")
        if variables[0] != variables[1]:
            raise Unsupported(statement.span, "an equivalence of problems in different variables")
        same = typing.related(first.objective, "=", second.objective, statement.span)
        case = Case(typing, lambda b: b.same(first, second))
        return case, first.constraints, (first, second), (first.objective, second.objective), same
    if statement.kind == "optimum":
        case = optimum_case(typing, optimiser(left, right, statement.span, 0))  # type: ignore[arg-type]
        constraints, case.premises = case.premises, ()
        return case, constraints, (), None, None
    with ExitStack() as stack:
        if statement.quantified is not None:
            typing.quantify(stack, statement.quantified)
        relation = typing.relation(left, statement.sign, right, statement.span)
        if theory.ones is not None:
            give_lengths(relation, typing.sizes, theory.ones)
    return Case(typing, relation_of(relation)), (), (), (relation.left, relation.right), None


def _numbered(
    theory: Theory, typing: Statements, b: Builder, constraints: Sequence[Relation]
) -> dict[int, tuple[Any, ...]]:
    """The constraints of a problem as hypotheses, by the numbers of the facts that state them."""
    out: dict[int, tuple[Any, ...]] = {}
    facts = {k: b.imposed(r) for k, f in enumerate(theory.facts) if (r := hypothesis(theory, typing, f)) is not None}
    for place, constraint in enumerate(constraints):
        built = b.relation(constraint)
        like = [k for k, fact in facts.items() if k not in out and fact is not None and _are_one(built, fact)]
        out[like[0] if like else CONSTRAINTS - place] = (built,)
    return out


def _are_one(first: Any, second: Any) -> bool:
    return _provable(first, (second,)) and _provable(second, (first,))


def _is_one_feasible_set(b: Builder, first: Optimisation, second: Optimisation) -> bool:
    """Whether each constraint of either problem follows from the constraints of the other."""
    sets = [[b.relation(x) for x in problem.constraints] for problem in (first, second)]
    return all(
        relation in others or _provable(relation, tuple(others))
        for mine, others in (sets, sets[::-1])
        for relation in mine
    )
